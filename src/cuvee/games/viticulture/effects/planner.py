"""Planning a worker for a later season (VISITORS §4.21)."""

from typing import final

from cuvee.games.viticulture.decisions.common import (
    STOP,
    Ask,
    PlaceChoice,
    worker_name,
    worker_tag,
)
from cuvee.games.viticulture.effects.op import Op
from cuvee.games.viticulture.effects.specials import pay_soldiers, soldiers
from cuvee.games.viticulture.pieces.boards import WINTER
from cuvee.games.viticulture.pieces.ops import NONE, Node
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.workers import BESIDE, GRANDE, KINDS, PLACES, REGULAR, SPECIAL, TEMPORARY
from cuvee.kernel.text import _


def kinds_ready(state: Winery, seat: int) -> list[int]:
    """List the kinds of worker that can be placed."""
    vineyard = state.players[seat]
    found = [kind for kind in (REGULAR, GRANDE, TEMPORARY) if vineyard.has_ready(kind)]
    if vineyard.special_ready:
        found += [SPECIAL + at for at in range(11) if vineyard.special_ready >> at & 1]
    return found


def plan_places(state: Winery, seat: int, kind: int) -> list[int]:
    """List the places of later seasons where a worker may be planned (VISITORS §4.21)."""
    found: list[int] = []
    for action in state.board.actions:
        if action.season <= state.season or state.players[seat].lira < len(soldiers(state, seat, action.number)):
            continue
        base = 4 * action.number
        found += [base + space for space in range(state.setup.usable) if state.spaces[base + space] == NONE]
        if (
            action.number == state.board.extra_action
            and state.has_expert(seat, action.number)
            and state.spaces[base + 3] == NONE
        ):
            found.append(base + 3)
        if kind == GRANDE and state.full(action.number):
            found.append(BESIDE + action.number)
    return found


@final
class PlanWorker(Op):
    """Place a worker for a later season (Planner, VISITORS §4.21)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        if state.season >= WINTER:
            return False
        return any(plan_places(state, seat, kind) for kind in kinds_ready(state, seat))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(PlanKind(seat))


@final
class PlanKind(Ask):
    """Which worker to plan with."""

    kind = "plan_kind"
    section = "11.4"

    def options(self, state: Winery, seat: int) -> list[int]:
        return [kind for kind in kinds_ready(state, seat) if plan_places(state, seat, kind)] or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option != STOP:
            state.push(PlanSpace(seat, option))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Plan with which worker?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return worker_tag(state, option)

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{worker}", worker=worker_name(state, option))


@final
class PlanSpace(PlaceChoice):
    """Which space to plan for."""

    kind = "plan_space"
    section = "11.4"

    def __init__(self, seat: int, worker: int) -> None:
        super().__init__(seat)
        self.worker = worker

    def options(self, state: Winery, seat: int) -> list[int]:
        return plan_places(state, seat, self.worker) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        state.put_worker(seat, self.worker, option)
        pay_soldiers(state, seat, option // 4 if option < BESIDE else option - BESIDE)
        state.planned = [*state.planned, (seat * PLACES + option) * KINDS + self.worker]
        state.tell("plans", seat, self.worker, option)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Plan for which space?")
