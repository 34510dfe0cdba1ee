"""What one seat may know of a game of Vinhos: everything but the order of stacks and decks (§1.3, §1.6)."""

from cuvee.games.vinhos.view.board import areas
from cuvee.games.vinhos.view.log import recount
from cuvee.games.vinhos.view.text import picture

__all__ = ["areas", "picture", "recount"]
