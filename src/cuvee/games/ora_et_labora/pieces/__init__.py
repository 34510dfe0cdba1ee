"""Goods, landscapes, buildings, settlements, wheel and modes, typed (§2), each kind with the code that reads its tables."""

from cuvee.games.ora_et_labora.pieces.box import read_pieces

__all__ = ["read_pieces"]
