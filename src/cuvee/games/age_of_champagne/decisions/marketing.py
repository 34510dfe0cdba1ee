"""Zone 4: promoting and ageing cuvees (§5.4)."""

from typing import Final, final

from cuvee.games.age_of_champagne.decisions.common import cuvees_text, tile
from cuvee.games.age_of_champagne.pieces.vocabulary import GRAPES
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _

DIGIT: Final = 16
"""Three small numbers in one option: first * 256 + second * 16 + third."""


def counts_of(option: int) -> list[int]:
    """Read the three numbers in an option."""
    return [option // (DIGIT * DIGIT), option // DIGIT % DIGIT, option % DIGIT]


def selections(most: list[int], room: int) -> list[int]:
    """List every way to take cuvees: no more of each than there are, no more than `room` in all."""
    found: list[int] = []
    for first in range(min(most[0], room) + 1):
        for second in range(min(most[1], room - first) + 1):
            start = (first * DIGIT + second) * DIGIT
            found += range(start, start + min(most[2], room - first - second) + 1)
    return found


@final
class PromoteCuvees(Decision[Houses]):
    """At n+1 cuvees may move from the oenotheque to the grid (§5.4)."""

    kind = "promote"
    section = "5.4"
    span = DIGIT * DIGIT * DIGIT

    def options(self, state: Houses, seat: int) -> list[int]:
        at, column = GRAPES * seat, state.setup.pieces.column
        most = [min(state.cave[at + cuvee], column - state.grid[at + cuvee]) for cuvee in range(GRAPES)]
        return selections(most, state.setup.pieces.cave)

    def apply(self, state: Houses, seat: int, option: int) -> None:
        counts = counts_of(option)
        for cuvee in range(GRAPES):
            state.cave[GRAPES * seat + cuvee] -= counts[cuvee]
            state.grid[GRAPES * seat + cuvee] += counts[cuvee]
        if option:
            state.tell("promotes", seat, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Marketing Strategy: which cuvées go from your oenotheque to your grid?")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return "promote " + " ".join(str(count) for count in counts_of(option))

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("To the grid: {cuvees}", cuvees=cuvees_text(state, counts_of(option)))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        counts = counts_of(option)
        found = [tile(self.notation(state, seat, option))]
        return found + [f"oenotheque:{seat}:{state.setup.pieces.cuvees[at].id}" for at in range(GRAPES) if counts[at]]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _(
            "A column holds {size} cubes, and only cuvées from your oenotheque can move (§5.4)", size=state.setup.pieces.column
        )


@final
class AgeCuvees(Decision[Houses]):
    """At n up to three cuvees may move from the cellar to the oenotheque (§5.4)."""

    kind = "age"
    section = "5.4"
    span = DIGIT * DIGIT * DIGIT

    def options(self, state: Houses, seat: int) -> list[int]:
        at = GRAPES * seat
        room = state.setup.pieces.cave - state.total(state.cave, seat)
        return selections(state.cellar[at : at + GRAPES], room)

    def apply(self, state: Houses, seat: int, option: int) -> None:
        counts = counts_of(option)
        for cuvee in range(GRAPES):
            state.cellar[GRAPES * seat + cuvee] -= counts[cuvee]
            state.cave[GRAPES * seat + cuvee] += counts[cuvee]
        if option:
            state.tell("ages", seat, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Marketing Strategy: which cuvées go from your cellar to your oenotheque?")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return "age " + " ".join(str(count) for count in counts_of(option))

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("To the oenotheque: {cuvees}", cuvees=cuvees_text(state, counts_of(option)))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        counts = counts_of(option)
        found = [tile(self.notation(state, seat, option))]
        return found + [f"cellar:{seat}:{state.setup.pieces.cuvees[at].id}" for at in range(GRAPES) if counts[at]]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _(
            "The oenotheque holds {size} cuvées, and only those from your cellar can move (§5.4)", size=state.setup.pieces.cave
        )
