"""The sequence of play of Viticulture: set-up, waking up, seasons, passing, end of the year (§3, §5, §10, §13, §14)."""

from cuvee.games.viticulture.effects.table import register
from cuvee.games.viticulture.flow.setup import deal

__all__ = ["deal"]

register()
