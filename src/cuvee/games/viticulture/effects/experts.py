"""Experts at work, and hiring them (§7)."""

from typing import final

from cuvee.games.viticulture.decisions.common import STOP, Ask
from cuvee.games.viticulture.effects.bonuses import ExposedBonus, action_scopes, exposed
from cuvee.games.viticulture.effects.gain import grapes_for_lira, vp_by_count, wines_for_cards
from cuvee.games.viticulture.effects.op import REGISTRY, Op, perform, start
from cuvee.games.viticulture.effects.placing import new_worker_places
from cuvee.games.viticulture.pieces.boards import Expert
from cuvee.games.viticulture.pieces.ops import (
    BUILD,
    GAIN_EXPOSED_BONUS,
    GAIN_VP_BY_COUNT,
    LIRA,
    NONE,
    PAY,
    PLACE_TRAINED_WORKER,
    REFRESH_MARKET,
    REMOVE_TRADE_TOKEN,
    SOLD_LARGE,
    SOLD_MEDIUM,
    WORKERS_HERE,
    Node,
)
from cuvee.games.viticulture.state.scope import NO_EXPERT, USED_EXPERT, Scope
from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.text import _


def expert_of(state: Winery, scope: Scope) -> Expert | None:
    """Return the expert that works for an action being taken (§7.1)."""
    if scope.action == NONE or scope.flags & NO_EXPERT or state.boxes[scope.action] != scope.seat:
        return None
    return state.board.actions[scope.action].expert


def expert_now(state: Winery, seat: int, scope: Scope) -> bool:
    """Tell whether the expert can be used in this window (§7.1)."""
    expert = expert_of(state, scope)
    if expert is None or expert.line == NONE or scope.flags & USED_EXPERT:
        return False
    nodes = state.pieces.lines[expert.line].nodes
    node = nodes[0]
    if node.op == REMOVE_TRADE_TOKEN:
        return scope.steps == 0 and state.blocked > 0
    if node.op == GAIN_EXPOSED_BONUS:
        return bool(exposed(state, seat, scope, node))
    if node.op == GAIN_VP_BY_COUNT:
        return vp_by_count(state, seat, node) > 0
    if node.op == PAY:
        return bool(grapes_for_lira(state, seat) if node.what == LIRA else wines_for_cards(state, seat))
    if node.op == REFRESH_MARKET:
        return state.setup.market
    if node.op == PLACE_TRAINED_WORKER:
        return scope.trained != NONE and bool(new_worker_places(state, seat, node))
    if node.n == WORKERS_HERE:
        return False
    if node.condition == SOLD_MEDIUM:
        return scope.sold >= 7 and any(other.condition == SOLD_LARGE for other in nodes)
    return REGISTRY[node.op].affects(state, seat, node)


def use_expert(state: Winery, seat: int, scope: Scope) -> None:
    """Use the expert of an action (§7)."""
    expert = expert_of(state, scope)
    assert expert is not None
    state.tell("expert", seat, scope.action)
    nodes = state.pieces.lines[expert.line].nodes
    if nodes[0].op == GAIN_EXPOSED_BONUS:
        action = scope.action if nodes[0].this_action else scope.box
        if not nodes[0].this_action:
            scope.flags |= USED_EXPERT
        level = 0
        for other in action_scopes(state):
            if other is scope:
                break
            level += 1
        state.push(ExposedBonus(seat, level, action, nodes[0].this_action))
        return
    scope.flags |= USED_EXPERT
    if nodes[0].condition == SOLD_MEDIUM:
        for node in nodes:
            if node.condition == SOLD_LARGE:
                perform(state, seat, node)
        return
    if nodes[0].op == PAY:
        perform(state, seat, nodes[0])  # choosing the gain also sets the price (§7.2, §7.10)
        return
    start(state, seat, expert.line)


def step_limit(state: Winery, scope: Scope) -> int:
    """Return how many steps an action allows (§9.2, §7.8)."""
    if scope.action == NONE:
        return 1
    action = state.board.actions[scope.action]
    if action.node.op == BUILD:
        expert = expert_of(state, scope)
        return expert.build_limit if expert is not None else 1
    return action.limit


# hire_expert


@final
class HireExpert(Op):
    """Put a cube in an empty expert box (§6.3)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return state.players[seat].cubes > 0 and NONE in state.boxes

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(ExpertBox(seat))


@final
class ExpertBox(Ask):
    """Which action gets the cube (§6.3)."""

    kind = "expert_box"
    section = "6.3"

    def options(self, state: Winery, seat: int) -> list[int]:
        return [number for number in range(len(state.boxes)) if state.boxes[number] == NONE] or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        boxes = state.boxes[:]
        boxes[option] = seat
        state.boxes = boxes
        state.players[seat].cubes -= 1
        state.scope().box = option
        state.tell("hires", seat, option)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Hire the expert of which action?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return state.board.actions[option].id

    def words(self, state: Winery, seat: int, option: int) -> str:
        action = state.board.actions[option]
        text = _(action.expert.text) if action.expert is not None else ""
        return _("{action}: {text}", action=_(action.name), text=text)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"action:{state.board.actions[option].id}"]

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        return _("“{what}” already has an expert or is not an action; a box holds one cube for the whole game", what=what)
