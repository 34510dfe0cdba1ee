"""Owners, by name and by the number of their seal."""

from cuvee.games.vinhos.state.codes import NONE
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.text import _, player


def who(state: Table, side: int) -> str:
    """Name a side: a player, or Lacerda."""
    return _("Lacerda") if side >= state.seats else player(side)


def seal(side: int) -> int | str:
    """Return the number on a side's seal, or nothing for no side."""
    return side + 1 if side != NONE else ""
