"""The tables of the box as typed objects: cards, boards, structures, and the ops that describe their effects (§2, §15.4)."""

from cuvee.games.viticulture.pieces.reading import read_pieces

__all__ = ["read_pieces"]
