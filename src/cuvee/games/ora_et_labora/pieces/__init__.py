"""Goods, landscapes, buildings, settlements, wheel and modes, typed (§2): each kind with how its tables are read."""

from cuvee.games.ora_et_labora.pieces.box import read_pieces

__all__ = ["read_pieces"]
