"""Workers: training, retrieving and gaining them (RULES §3.4, §5.9, §6.14; VISITORS §4.18, §4.19)."""

from typing import final

from cuvee.games.viticulture.decisions.common import STOP, Ask, place_id, place_name, place_tag, worker_name, worker_tag
from cuvee.games.viticulture.effects.op import Op, OpChoice, pay_lira
from cuvee.games.viticulture.effects.triggers import pay_training_tax, training_tax
from cuvee.games.viticulture.pieces.ops import NONE, Node
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.workers import BESIDE, GRANDE, KINDS, REGULAR, SPECIAL, TEMPORARY
from cuvee.kernel.text import _


@final
class GainWorker(Op):
    """Gain a papa's gift: a worker that need not be trained (§3.4)."""

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.players[seat].regulars += node.n
        state.players[seat].ready += node.n


@final
class Train(Op):
    """Train a worker (VISITORS §4.18)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        vineyard = state.players[seat]
        if vineyard.workers() >= state.pieces.workers_most or vineyard.lira < max(0, node.price):
            return False
        return vineyard.lira >= max(0, node.price) + training_tax(state, seat)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        if state.setup.special_workers and len(trainable(state, seat, node)) > 1:
            state.push(TrainKind(seat, node.number))
        else:
            train(state, seat, node, REGULAR)

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        vineyard = state.players[seat]
        vineyard.lira -= max(0, node.price)
        vineyard.regulars += 1
        vineyard.training += 1


def trainable(state: Winery, seat: int, node: Node) -> list[int]:
    """List the kinds of worker that can be trained: regular, and special ones on display (§14.3)."""
    vineyard, price = state.players[seat], max(0, node.price) + training_tax(state, seat)
    specials = state.pieces.specials
    return [REGULAR] + [
        SPECIAL + special
        for special in state.display
        if not vineyard.specials >> special & 1 and vineyard.lira >= price + specials[special].extra
    ]


@final
class TrainKind(OpChoice):
    """Whether to train a regular worker, or a special one for more lira (§14.3)."""

    kind = "train_kind"
    section = "14.3"

    def __init__(self, seat: int, node: int) -> None:
        super().__init__(seat)
        self.node = node

    def candidates(self, state: Winery, seat: int) -> list[int]:
        return trainable(state, seat, state.pieces.nodes[self.node])

    def apply(self, state: Winery, seat: int, option: int) -> None:
        train(state, seat, state.pieces.nodes[self.node], REGULAR if option == STOP else option)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Train which worker?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return worker_tag(state, option)

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{worker}", worker=worker_name(state, option))


def train(state: Winery, seat: int, node: Node, kind: int) -> None:
    """Pay and gain a worker, for this year or the next (§6.14)."""
    vineyard = state.players[seat]
    pay_lira(state, seat, max(0, node.price))
    pay_training_tax(state, seat)
    if kind == REGULAR:
        vineyard.regulars += 1
        vineyard.training += 1
    else:
        pay_lira(state, seat, state.pieces.specials[kind - SPECIAL].extra)
        vineyard.specials |= 1 << (kind - SPECIAL)
        vineyard.special_training |= 1 << (kind - SPECIAL)
    state.tell("trains", seat, kind)
    if node.now:
        from_training(state, seat, kind)
    elif state.scopes:
        state.scope().trained = kind


def from_training(state: Winery, seat: int, kind: int) -> None:
    """Make a worker in training available."""
    vineyard = state.players[seat]
    if kind == REGULAR:
        vineyard.training -= 1
    else:
        vineyard.special_training &= ~(1 << (kind - SPECIAL))
    vineyard.change_ready(kind, 1)


def leading_worker(state: Winery, seat: int) -> int:
    """Return the worker whose placement led to the present card (VISITORS §4.19), or NONE."""
    for at in range(len(state.scopes) - 1, -1, -1):
        scope = state.scopes[at]
        if scope.seat == seat and NONE not in (scope.place, scope.worker):
            return scope.place * KINDS + scope.worker
    return NONE


def retrievable(state: Winery, seat: int, node: Node) -> list[int]:
    """List the placed workers that may be taken back (VISITORS §4.19)."""
    found: list[int] = []
    leading = leading_worker(state, seat) if node.which == 0 else NONE
    for worker in state.players[seat].placed:
        place, kind = worker // KINDS, worker % KINDS
        if node.which == 1 and kind != GRANDE:
            continue
        if node.which == 2 and (kind in (GRANDE, TEMPORARY) or not _stands_in(state, place, node.season)):
            continue
        if worker == leading:
            leading = NONE  # only this worker; another one on the same place may be taken back
            continue
        if worker not in found:
            found.append(worker)
    return found


def _stands_in(state: Winery, place: int, season: int) -> bool:
    """Tell whether a place is a space of an action of the given season (§5.9)."""
    return place < BESIDE and state.board.actions[place // 4].season == season


@final
class RetrieveWorkers(Op):
    """Take back placed workers (VISITORS §4.19)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return len(retrievable(state, seat, node)) >= max(1, node.low)

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(retrievable(state, seat, node))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        if retrievable(state, seat, node):
            state.push(RetrieveWhich(seat, node.number, node.low, node.high))


@final
class RetrieveWhich(Ask):
    """Which worker to take back."""

    kind = "worker_to_retrieve"
    section = "5.9"

    def __init__(self, seat: int, node: int, low: int, high: int) -> None:
        super().__init__(seat)
        self.node = node
        self.low = low
        self.high = high

    def options(self, state: Winery, seat: int) -> list[int]:
        found = retrievable(state, seat, state.pieces.nodes[self.node])
        return found if self.low > 0 and found else [*found, STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        state.take_worker(seat, option)
        state.tell("retrieves", seat, option % KINDS, option // KINDS)
        if self.high > 1:
            state.push(RetrieveWhich(seat, self.node, self.low - 1, self.high - 1))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Take back a worker")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"{worker_tag(state, option % KINDS)} {place_tag(state, option // KINDS)}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        worker, place = worker_name(state, option % KINDS), place_name(state, option // KINDS)
        return _("{worker} from {place}", worker=worker, place=place)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [place_id(state, seat, option // KINDS)]


@final
class GainTempWorker(Op):
    """Take the gray worker for this year, if it is still there (§5.9)."""

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return state.temporary == NONE

    def run(self, state: Winery, seat: int, node: Node) -> None:
        if state.temporary == NONE:
            state.temporary = seat
            state.players[seat].temporary = 1
            state.tell("temporary", seat)
