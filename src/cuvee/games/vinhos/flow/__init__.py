"""The sequence of play of Vinhos: the set-up, the years, the fairs and Lacerda (§5, §6, §12, §17)."""

from cuvee.games.vinhos.flow.setup import deal

__all__ = ["deal"]
