"""The tables of Vinhos, typed: one file for each part of the box (§2, §3, §18.6)."""

from cuvee.games.vinhos.pieces.box import read_pieces

__all__ = ["read_pieces"]
