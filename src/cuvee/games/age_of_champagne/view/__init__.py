"""The view that one seat has of a game of Age of Champagne (§12)."""

from cuvee.games.age_of_champagne.view.board import areas
from cuvee.games.age_of_champagne.view.log import recount
from cuvee.games.age_of_champagne.view.text import picture

__all__ = ["areas", "picture", "recount"]
