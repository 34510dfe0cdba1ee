"""Who owns what, in a word and as the number of a seal."""

from cuvee.games.vinhos.state.codes import NONE
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.text import _, player


def who(state: Table, side: int) -> str:
    """Name a side: a player, or Lacerda."""
    return _("Lacerda") if side >= state.seats else player(side)


def seal(side: int) -> int | str:
    """Return the number that a side's seal shows, nothing for nobody."""
    return side + 1 if side != NONE else ""
