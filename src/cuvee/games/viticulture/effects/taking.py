"""Taking any action, and placing a newly trained worker (RULES §6.12, §7.15; VISITORS §4.20)."""

from typing import final

from cuvee.games.viticulture.decisions.common import STOP, Ask, PlaceChoice
from cuvee.games.viticulture.effects.bonuses import action_scopes, bonus_lines
from cuvee.games.viticulture.effects.op import Op
from cuvee.games.viticulture.effects.placing import new_worker_places
from cuvee.games.viticulture.effects.possible import choosable, helps, token_frees
from cuvee.games.viticulture.effects.window import begin_action, place_worker
from cuvee.games.viticulture.effects.workers import from_training
from cuvee.games.viticulture.pieces.ops import NONE, TAKE_ACTION, Node
from cuvee.games.viticulture.state.scope import NO_EXPERT, USED_BONUS
from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.text import _

# take_action


@final
class TakeAction(Op):
    """Take another action without a worker (§6.12, VISITORS §4.20)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(choosable(state, seat, node, self._experts(state, node), True))

    def _experts(self, state: Winery, node: Node) -> bool:
        """Tell whether experts work: not if a card led to this action (VISITORS §4.20)."""
        return node.experts and not (state.scopes and state.scope().flags & NO_EXPERT and self._by_card(state))

    def _by_card(self, state: Winery) -> bool:
        return any(scope.card != NONE for scope in state.scopes)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(TakeWhich(seat, node.number, self._experts(state, node)))


@final
class TakeWhich(Ask):
    """Which action to take (§6.12)."""

    kind = "take_action"
    section = "6.12"

    def __init__(self, seat: int, node: int, experts: bool) -> None:
        super().__init__(seat)
        self.node = node
        self.experts = experts

    def options(self, state: Winery, seat: int) -> list[int]:
        node = state.pieces.nodes[self.node]
        found = choosable(state, seat, node, self.experts, False)
        for scope in action_scopes(state):
            if scope.flags & USED_BONUS or node.previous:
                continue
            for line in bonus_lines(state, scope):  # the bonus of the outer space may still be gained first (§6.12)
                found += [
                    action.number
                    for action in state.board.actions
                    if action.number not in found
                    and action.node.op != TAKE_ACTION
                    and helps(state, seat, line, action, self.experts)
                ]
        if self.experts:
            found += [at.number for at in state.board.actions if at.number not in found and token_frees(state, seat, at)]
        return found or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option != STOP:
            state.tell("takes_action", seat, option)
            begin_action(state, seat, option, NONE, NONE, self.experts)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Take which action?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return state.board.actions[option].id

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _(state.board.actions[option].name)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"action:{state.board.actions[option].id}"]

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        return _("“{what}” cannot be carried out now, or may not be chosen here", what=what)


# place_trained_worker


@final
class PlaceTrainedWorker(Op):
    """Place the new worker at once and take that action (§7.15)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(new_worker_places(state, seat, node))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(PlaceNewWorker(seat, node.number))


@final
class PlaceNewWorker(PlaceChoice):
    """Where to place the new worker (§7.15)."""

    kind = "place_new_worker"
    section = "7.15"

    def __init__(self, seat: int, node: int) -> None:
        super().__init__(seat)
        self.node = node

    def options(self, state: Winery, seat: int) -> list[int]:
        return new_worker_places(state, seat, state.pieces.nodes[self.node]) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        for scope in action_scopes(state):
            if scope.trained != NONE:
                kind = scope.trained
                scope.trained = NONE
                from_training(state, seat, kind)
                place_worker(state, seat, kind, option)
                return

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Place the new worker on which space?")
