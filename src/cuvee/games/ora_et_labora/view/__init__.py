"""What a seat sees of Ora et Labora: the table, the log and the table as text."""

from cuvee.games.ora_et_labora.view.board import areas
from cuvee.games.ora_et_labora.view.log import recount
from cuvee.games.ora_et_labora.view.text import picture

__all__ = ["areas", "picture", "recount"]
