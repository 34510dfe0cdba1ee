"""The tables of the box, typed: cards, boards, structures, and the ops that their effects are written in (§2, §15.4)."""

from cuvee.games.viticulture.pieces.reading import read_pieces

__all__ = ["read_pieces"]
