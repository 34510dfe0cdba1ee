"""Production: reassigning the staff, and making the wine of the year (§6.5)."""

from typing import final

from cuvee.games.vinhos.decisions.common import Ask, choice
from cuvee.games.vinhos.state.codes import ENOLOGISTS, FARMERS, PRESSES, VINES, WINE
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.text import _


def make_wine(state: Table, seat: int, estate: int, porto: int) -> None:
    """Put the wine of the year in slot 1, if there is any (§6.5)."""
    quality = quality_of(state, seat, estate) + porto
    if 0 < state.setup.max_quality < quality:
        quality = state.setup.max_quality
    if quality >= state.setup.pieces.farm.least:
        state.land[state.at(seat, estate) + WINE] = quality
        state.tell("wine", seat, estate, quality)


def quality_of(state: Table, seat: int, estate: int) -> int:
    """Return the quality that an estate produces with the Vintage tile in force (§6.5)."""
    land, farm, at = state.land, state.setup.pieces.farm, state.at(seat, estate)
    return (
        farm.per_vineyard * land[at + VINES]
        + farm.per_farmer * land[at + FARMERS]
        + farm.per_winery * land[at + PRESSES]
        + farm.per_enologist * land[at + ENOLOGISTS]
        + state.setup.pieces.vintages[state.vintage].weather
    )


def staff_room(state: Table, seat: int, estate: int, field: int) -> int:
    """Return how many Enologists or Farmers an estate can have (§4.4)."""
    land, farm, at = state.land, state.setup.pieces.farm, state.at(seat, estate)
    return land[at + PRESSES] * farm.enologists_each if field == ENOLOGISTS else land[at + VINES] * farm.farmers_each


def can_reassign(state: Table, seat: int, field: int) -> bool:
    """Tell whether staff of a kind could be placed differently: somebody on one estate, and room on another."""
    busy, roomy, both = 0, 0, 0
    for estate in range(state.opened(seat)):
        there = state.land[state.at(seat, estate) + field]
        room = there < staff_room(state, seat, estate, field)
        busy += there > 0
        roomy += room
        both += there > 0 and room
    return busy > 0 and roomy > 0 and not (busy == 1 and roomy == 1 and both == 1)


@final
class StaffKeep(Ask):
    """Leave everyone in place, or reassign the staff (§6.5)."""

    kind = "staff_keep"
    section = "6.5"

    def options(self, state: Table, seat: int) -> list[int]:
        if can_reassign(state, seat, ENOLOGISTS) or can_reassign(state, seat, FARMERS):
            return [0, 1]
        return [0]

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == 1:
            state.push(StaffPlace(seat, FARMERS, [], state.total_on_land(seat, FARMERS)))
            state.push(StaffPlace(seat, ENOLOGISTS, [], state.total_on_land(seat, ENOLOGISTS)))

    def prompt(self, state: Table, seat: int) -> str:
        return _("Reassign your Enologists and Farmers?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "reassign" if option else "keep"

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("Reassign") if option else _("Leave everyone in place")

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice(self.notation(state, seat, option))]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Leave everyone in place, or reassign")


@final
class StaffPlace(Ask):
    """Say estate by estate how many Enologists, then Farmers, work there; all must find a place (§18.8)."""

    kind = "staff_place"
    section = "18.8"

    def __init__(self, seat: int, field: int, placed: list[int], left: int) -> None:
        super().__init__(seat)
        self.field = field
        self.placed = placed
        self.left = left

    def key(self) -> tuple[object, ...]:
        """The lists are written out, as they have been since the first journals: digests depend on it."""
        return ("staff_place", self.seat, self.field, self.left, *self.placed)

    def options(self, state: Table, seat: int) -> list[int]:
        estate = len(self.placed)
        later = 0
        for other in range(estate + 1, state.opened(seat)):
            later += staff_room(state, seat, other, self.field)
        return list(range(max(0, self.left - later), min(self.left, staff_room(state, seat, estate, self.field)) + 1))

    def apply(self, state: Table, seat: int, option: int) -> None:
        placed = [*self.placed, option]
        if len(placed) < state.opened(seat):
            state.push(StaffPlace(seat, self.field, placed, self.left - option))
            return
        for estate in range(len(placed)):
            state.land[state.at(seat, estate) + self.field] = placed[estate]
        if self.field == FARMERS:
            state.tell("reassigns", seat)

    def _word(self) -> str:
        return "enologists" if self.field == ENOLOGISTS else "farmers"

    def prompt(self, state: Table, seat: int) -> str:
        return _("How many {staff} on estate {estate}?", staff=_(self._word()), estate=len(self.placed) + 1)

    def notation(self, state: Table, seat: int, option: int) -> str:
        return f"{self._word()} {option}"

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("{number} here", number=option)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice(self.notation(state, seat, option))]

    def about(self, state: Table, seat: int) -> str:
        return f"estate:{seat}:{len(self.placed)}"

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Choose no more than there are places here, and enough that everyone finds a place (§4.4)")


@final
class Porto(Ask):
    """Spend a Porto tile on the wine of a Douro estate, or not (§6.5)."""

    kind = "porto"
    section = "6.5"

    def __init__(self, seat: int, estate: int) -> None:
        super().__init__(seat)
        self.estate = estate

    def options(self, state: Table, seat: int) -> list[int]:
        return [0, 1]

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option:
            state.porto[seat] -= 1
            state.tell("porto", seat, self.estate)
        make_wine(state, seat, self.estate, option * state.setup.pieces.farm.per_porto)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Spend a Porto tile on the wine of estate {estate}?", estate=self.estate + 1)

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "yes" if option else "no"

    def label(self, state: Table, seat: int, option: int) -> str:
        quality = quality_of(state, seat, self.estate) + option * state.setup.pieces.farm.per_porto
        if option:
            return _("Spend one: quality {quality}", quality=quality)
        return _("Spend none: quality {quality}", quality=quality)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice(self.notation(state, seat, option))]

    def about(self, state: Table, seat: int) -> str:
        return f"estate:{seat}:{self.estate}"

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Say yes or no: a wine takes at most one Porto tile")
