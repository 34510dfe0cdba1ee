"""The turn: placing a worker, or passing (RULES §5.2, §15.2)."""

from typing import Final, final

from cuvee.games.viticulture.decisions.common import STOP, Ask, place_id, place_name, place_tag, worker_name, worker_tag
from cuvee.games.viticulture.effects.placing import (
    beside_places,
    kinds_for,
    placements,
    places_of_kind,
    why_no_placement,
    with_worker,
)
from cuvee.games.viticulture.effects.planner import kinds_ready
from cuvee.games.viticulture.effects.wakeup import TurnEnd
from cuvee.games.viticulture.effects.window import place_worker
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.workers import GRANDE, PLACES, REGULAR, TEMPORARY
from cuvee.kernel.text import _

ANY_KIND: Final = 15
"""A placement for which the worker is chosen afterwards (§15.2)."""


@final
class WorkerKind(Ask):
    """Which worker goes on the chosen space (§14.3)."""

    kind = "worker_kind"
    section = "14.3"

    def __init__(self, seat: int, place: int) -> None:
        super().__init__(seat)
        self.place = place

    def options(self, state: Winery, seat: int) -> list[int]:
        return kinds_for(state, seat, self.place)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        place_worker(state, seat, option, self.place)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Place which worker on {place}?", place=place_name(state, self.place))

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return worker_tag(state, option)

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{worker}", worker=worker_name(state, option))


@final
class Turn(Ask):
    """Place a worker, or pass (§5.2): kind * PLACES + place."""

    kind = "turn"
    section = "5.2"

    def options(self, state: Winery, seat: int) -> list[int]:
        vineyard = state.players[seat]
        if not vineyard.available():
            return [STOP]
        places = placements(state, seat)
        if state.setup.special_workers:
            return self._with_specials(state, seat, places)
        found: list[int] = []
        if vineyard.ready:
            found += with_worker(state, seat, REGULAR, places)
        if vineyard.grande:
            for place in with_worker(state, seat, GRANDE, places + beside_places(state, seat, False)):
                found.append(GRANDE * PLACES + place)
        if vineyard.temporary:
            for place in with_worker(state, seat, TEMPORARY, places):
                found.append(TEMPORARY * PLACES + place)
        found.append(STOP)
        return found

    def _with_specials(self, state: Winery, seat: int, places: list[int]) -> list[int]:
        """List the placements; with a special worker ready, the space is chosen first, then the worker (§15.2)."""
        found: list[int] = []
        ask_first = state.players[seat].special_ready > 0
        for kind in kinds_ready(state, seat):
            code = ANY_KIND if ask_first else kind
            for place in places_of_kind(state, seat, kind, places):
                option = code * PLACES + place
                if option not in found:
                    found.append(option)
        found.append(STOP)
        return found

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            end = state.agenda[-1]
            assert isinstance(end, TurnEnd)
            state.agenda[-1] = end.with_pass()
        elif option // PLACES == ANY_KIND:
            state.push(WorkerKind(seat, option % PLACES))
        else:
            place_worker(state, seat, option // PLACES, option % PLACES)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Place a worker, or pass")

    def stop_text(self) -> str:
        return _("Pass")

    def notation(self, state: Winery, seat: int, option: int) -> str:
        return "pass" if option == STOP else self.tag(state, seat, option)

    def tag(self, state: Winery, seat: int, option: int) -> str:
        if option // PLACES == ANY_KIND:
            return place_tag(state, option % PLACES)
        return f"{worker_tag(state, option // PLACES)} {place_tag(state, option % PLACES)}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        if option // PLACES == ANY_KIND:
            return _("A worker on {place}", place=place_name(state, option % PLACES))
        worker, place = worker_name(state, option // PLACES), place_name(state, option % PLACES)
        return _("{worker} on {place}", worker=worker, place=place)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [place_id(state, seat, option % PLACES)]

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        return why_no_placement(state, seat, what)
