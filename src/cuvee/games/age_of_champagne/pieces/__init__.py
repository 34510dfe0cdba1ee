"""The boards, cards and tokens of the game, typed, and the tables they are read from (§2, §14)."""

from cuvee.games.age_of_champagne.pieces.reader import read_pieces

__all__ = ["read_pieces"]
