"""Tests whether an action is possible, by itself or after an extra (RULES §1.5, §5.3)."""

from cuvee.games.viticulture.effects.aging import age_token, can_age
from cuvee.games.viticulture.effects.draw import draw_sources, draw_types
from cuvee.games.viticulture.effects.op import REGISTRY
from cuvee.games.viticulture.effects.specials import soldiers
from cuvee.games.viticulture.effects.trade import tradable
from cuvee.games.viticulture.pieces.boards import Action
from cuvee.games.viticulture.pieces.ops import (
    AGE_WINE,
    DRAW,
    GAIN,
    GIVE_TOUR,
    LIRA,
    MAKE_WINE,
    NONE,
    PLANT,
    TAKE_ACTION,
    TRADE,
    Node,
)
from cuvee.games.viticulture.state.table import Winery


def doable(state: Winery, seat: int, action: Action, experts: bool) -> bool:
    """Tell whether an action can be carried out as things stand: cost and at least one step (§1.5, §5.3)."""
    node, vineyard = action.node, state.players[seat]
    if node.op == GIVE_TOUR:
        return True
    if action.cost > vineyard.lira:
        return False
    vineyard.lira -= action.cost
    if experts and node.op in (PLANT, MAKE_WINE) and state.boxes[action.number] == seat:
        state.open_scope(seat, seat, action.number, NONE, NONE)
        found = REGISTRY[node.op].able(state, seat, node)
        state.close_scope()
    elif node.op == TAKE_ACTION:
        found = bool(choosable(state, seat, node, experts, True))
    elif node.sure:
        found = REGISTRY[node.op].affects(state, seat, node)
    else:
        found = REGISTRY[node.op].able(state, seat, node)
    vineyard.lira += action.cost
    return found


def choosable(state: Winery, seat: int, node: Node, experts: bool, one: bool) -> list[int]:
    """List the actions that TAKE ANY ACTION or Manager can choose (§6.12, VISITORS §4.20), or just the first if `one`."""
    found: list[int] = []
    for action in state.board.actions:
        if node.previous and action.season >= state.season:
            continue
        if action.node.op == TAKE_ACTION and not node.previous:
            continue
        if doable(state, seat, action, experts):
            found.append(action.number)
            if one:
                break
    return found


def helps(state: Winery, seat: int, line: int, action: Action, experts: bool) -> bool:
    """Tell whether gaining a bonus first makes an action possible, as far as the player can know (§5.3)."""
    if line == NONE:
        return False
    node, vineyard = state.pieces.lines[line].nodes[0], state.players[seat]
    if node.op == GAIN and node.what == LIRA:
        vineyard.lira += node.n
        found = doable(state, seat, action, experts)
        vineyard.lira -= node.n
        return found
    if node.op == DRAW:
        return _face_up_helps(state, seat, node, action, experts)
    if node.op == AGE_WINE and not node.all and action.node.op == MAKE_WINE:
        return _aging_helps(state, seat, action, experts)
    return False


def _face_up_helps(state: Winery, seat: int, node: Node, action: Action, experts: bool) -> bool:
    vineyard = state.players[seat]
    kept, found = vineyard.hand, False
    for source in draw_sources(state, draw_types(state, node.deck)):
        if source % 4 < 2:
            vineyard.take(source // 4, state.market[source // 4 * 2 + source % 4])
            found = doable(state, seat, action, experts)
            vineyard.hand = kept
            if found:
                break
    return found


def _aging_helps(state: Winery, seat: int, action: Action, experts: bool) -> bool:
    vineyard = state.players[seat]
    kept, found = vineyard.wines, False
    for token in can_age(state, seat, True):
        age_token(state, seat, True, token, 1)
        found = doable(state, seat, action, experts)
        vineyard.wines = kept
        if found:
            break
    return found


def token_frees(state: Winery, seat: int, action: Action) -> bool:
    """Tell whether the trade expert can free a trade that can then be made (§7.5)."""
    if action.node.op != TRADE or state.boxes[action.number] != seat:
        return False
    return any(state.blocked >> at & 1 and tradable(state, seat, at) for at in range(len(state.board.trades)))


def may_take(state: Winery, seat: int, action: Action, place: int) -> bool:
    """Tell whether a worker on a place can complete an action, with extras first if they help (§5.3)."""
    tax = len(soldiers(state, seat, action.number))
    if tax > state.players[seat].lira:
        return False
    state.players[seat].lira -= tax
    found = can_be_taken(state, seat, action, place)
    state.players[seat].lira += tax
    return found


def can_be_taken(state: Winery, seat: int, action: Action, place: int) -> bool:
    """Do the same test for a worker that is already placed or that owes no Soldato anything."""
    bonus = state.bonus_of(place)
    if doable(state, seat, action, True) or helps(state, seat, bonus, action, True):
        return True
    if token_frees(state, seat, action):
        return True
    if state.players[seat].tokens:
        for space in range(3):
            other = 4 * action.number + space
            if other != place and state.spaces[other] == NONE and helps(state, seat, state.bonus_of(other), action, True):
                return True
    return False
