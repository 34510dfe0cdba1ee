"""What one seat may know of a game of Viticulture (§1.4): the table, the log and the table as text."""

from cuvee.games.viticulture.view.board import areas
from cuvee.games.viticulture.view.log import recount
from cuvee.games.viticulture.view.text import picture

__all__ = ["areas", "picture", "recount"]
