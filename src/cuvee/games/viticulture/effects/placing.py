"""The places where a worker can be placed (§5.2, §5.3, §5.6, §7.15, §14.3)."""

from cuvee.games.viticulture.effects.bonuses import action_scopes
from cuvee.games.viticulture.effects.op import can_line
from cuvee.games.viticulture.effects.planner import kinds_ready
from cuvee.games.viticulture.effects.possible import doable, may_take
from cuvee.games.viticulture.effects.specials import CHEF, MESSENGER, TRAVELER, may_be_pushed, soldiers
from cuvee.games.viticulture.effects.workers import from_training
from cuvee.games.viticulture.pieces.boards import SPACES, Action
from cuvee.games.viticulture.pieces.cards import STRUCTURE, SUMMER_VISITOR
from cuvee.games.viticulture.pieces.ops import GAIN, HIRE_EXPERT, LIRA, NONE, PLAY_VISITOR, Node
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.workers import BESIDE, DESTROY, GRANDE, KINDS, OPEN_SPACE, PRIVATE, SPECIAL
from cuvee.kernel.text import _


def open_places(state: Winery, seat: int, action: Action) -> list[int]:
    """List the open usable spaces of an action, including the extra space of its expert's owner (§5.3, §7.17)."""
    base = 4 * action.number
    found = [base + space for space in range(state.setup.usable) if state.spaces[base + space] == NONE]
    if action.number == state.board.extra_action and state.boxes[action.number] == seat and state.spaces[base + 3] == NONE:
        found.append(base + 3)
    return found


def private_places(state: Winery, seat: int) -> list[int]:
    """List the empty private spaces whose effect is possible (§5.6, §12.4)."""
    vineyard = state.players[seat]
    found: list[int] = []
    for structure in state.pieces.spaces:
        place = PRIVATE + structure.number
        if vineyard.built >> structure.number & 1 and not vineyard.stands_on(place):
            bonus = structure.space_bonus
            lira = 0
            if bonus != NONE:  # lira from the bonus may be gained first (§5.4)
                lira = sum(node.n for node in state.pieces.lines[bonus].nodes if node.op == GAIN and node.what == LIRA)
            vineyard.lira += lira
            if can_line(state, seat, structure.space):
                found.append(place)
            vineyard.lira -= lira
    if state.setup.structure_cards and vineyard.built >> state.pieces.mat and not vineyard.stands_on(DESTROY):
        found.append(DESTROY)
    return found


# place_trained_worker


def new_worker_places(state: Winery, seat: int, node: Node) -> list[int]:
    """List where a newly trained worker may be placed at once (§7.15)."""
    found: list[int] = []
    for action in state.board.actions:
        if node.seasons >> action.season & 1:
            base = 4 * action.number
            open_spaces = [base + space for space in range(state.setup.usable) if state.spaces[base + space] == NONE]
            if turns_on_worker(state, seat, action):
                found += [place for place in open_spaces if new_stands_well(state, seat, action, place)]
            else:
                found += [place for place in open_spaces if may_take(state, seat, action, place)]
    return found


def new_stands_well(state: Winery, seat: int, action: Action, place: int) -> bool:
    """Tell whether the newly trained worker can take an action, by placing it there on trial (§7.15)."""
    for scope in action_scopes(state):
        if scope.trained != NONE:
            vineyard = state.players[seat]
            training, special = vineyard.training, vineyard.special_training
            from_training(state, seat, scope.trained)
            found = stands_well(state, seat, scope.trained, action, place)
            vineyard.change_ready(scope.trained, -1)
            vineyard.training, vineyard.special_training = training, special
            return found
    return False


# The turn


def why_no_placement(state: Winery, seat: int, what: str) -> str:
    """Say why a worker cannot be placed as the player asked (§5.2, §5.3)."""
    words = what.casefold().split()
    named = words[-1].removeprefix("space:").removeprefix("action:") if words else ""
    place = (named.rpartition(":")[2] if named.startswith("private:") else named).partition(":")
    for action in state.board.actions:
        if action.id == place[0]:
            return _why_not_here(state, seat, action, place[2])
    if place[0] in state.pieces.ids[STRUCTURE] or place[0] == "yoke":
        return _("That private space is not yours, holds a worker, or its effect is impossible now (§5.6)")
    return _("“{what}” names no worker and space; name both, or pass", what=what)


def _why_not_here(state: Winery, seat: int, action: Action, space: str) -> str:
    name = _(action.name)
    if action.season != state.season:
        return _("{action} is not an action of this season (§5.2)", action=name)
    if space == "own":
        return _(
            "The extra space of {action} is only for the owner of its expert, and it holds one worker (§7.17)", action=name
        )
    if space in SPACES:
        number = SPACES.index(space)
        if number >= state.setup.usable:
            return _("The {space} space of {action} is closed at this player count (§5.3)", space=_(space), action=name)
        if state.spaces[4 * action.number + number] != NONE:
            return _("The {space} space of {action} is occupied (§5.3)", space=_(space), action=name)
    if action.node.op == HIRE_EXPERT and state.players[seat].cubes == 0:
        return _("You have hired all your experts; you may hire at most four (§6.3)")
    if action.cost > state.players[seat].lira:
        return _("{action} costs £{cost} (§{section})", action=name, cost=action.cost, section=action.section)
    return _("{action} cannot be carried out now (§{section}, §5.3)", action=name, section=action.section)


def placements(state: Winery, seat: int) -> list[int]:
    """List the places where any worker of a seat may be placed now (§5.2)."""
    found: list[int] = []
    taxed = state.setup.special_workers
    for number in state.board.by_season[state.season]:
        action = state.board.actions[number]
        spaces = open_places(state, seat, action)
        if spaces:
            direct = not taxed and doable(state, seat, action, True)
            found += spaces if direct else [place for place in spaces if may_take(state, seat, action, place)]
    found.append(OPEN_SPACE)
    if state.players[seat].built:
        found += private_places(state, seat)
    return found


def beside_places(state: Winery, seat: int, soldiered: bool) -> list[int]:
    """List the full actions beside which the grande worker may stand, or any worker for a Soldato (§4.12, §14.3)."""
    return [
        BESIDE + number
        for number in state.board.by_season[state.season]
        if state.full(number)
        and (not soldiered or soldiers(state, seat, number))
        and may_take(state, seat, state.board.actions[number], NONE)
    ]


def turns_on_worker(state: Winery, seat: int, action: Action) -> bool:
    """Tell whether an action plays visitors, and one in hand depends on where workers stand.

    Planner needs a worker besides the one that led to it, Producer needs a placed one, and Motivator may take back the grande
    that led to it (VISITORS §4.19, §4.21).
    """
    if action.node.op != PLAY_VISITOR:
        return False
    visitors = state.pieces.visitors[action.node.deck - SUMMER_VISITOR]
    return any(visitors[card].moves_workers for card in state.players[seat].hand[action.node.deck])


def with_worker(state: Winery, seat: int, kind: int, places: list[int]) -> list[int]:
    """Check again the actions that depend on their worker, with a worker of this kind standing there (§5.3)."""
    for number in state.board.by_season[state.season]:
        action = state.board.actions[number]
        if turns_on_worker(state, seat, action):
            around = open_places(state, seat, action)
            if not around and (kind == GRANDE or soldiers(state, seat, number)):
                around = [BESIDE + number]
            others = [place for place in places if place != BESIDE + number and (place >= BESIDE or place // 4 != number)]
            places = others + [place for place in around if stands_well(state, seat, kind, action, place)]
    return places


def stands_well(state: Winery, seat: int, kind: int, action: Action, place: int) -> bool:
    """Tell whether a worker can take an action from a place, by placing it there on trial (§5.3)."""
    state.put_worker(seat, kind, place)
    state.open_scope(seat, seat, action.number, place, kind)
    found = may_take(state, seat, action, place if place < BESIDE else NONE)
    state.close_scope()
    state.take_worker(seat, place * KINDS + kind)
    return found


def special_places(state: Winery, seat: int, kind: int) -> list[int]:
    """List the places where only a Chef, Traveler or Messenger may be placed (§14.3)."""
    found: list[int] = []
    for action in state.board.actions:
        places = range(4 * action.number, 4 * action.number + 3)
        usable = places[: state.setup.usable]
        if kind == CHEF and action.season == state.season:
            found += [at for at in usable if may_be_pushed(state, seat, at) and may_take(state, seat, action, at)]
        elif kind == TRAVELER and action.season < state.season:
            found += [at for at in places if state.spaces[at] == NONE and may_take(state, seat, action, at)]
        elif kind == MESSENGER and action.season > state.season:
            found += [
                at
                for at in usable
                if state.spaces[at] == NONE and state.players[seat].lira >= len(soldiers(state, seat, action.number))
            ]
    return found


def kinds_for(state: Winery, seat: int, place: int) -> list[int]:
    """List the kinds of worker that may go on a place, by testing all that are available (§14.3)."""
    common = placements(state, seat)
    return [kind for kind in kinds_ready(state, seat) if place in places_of_kind(state, seat, kind, common)]


def places_of_kind(state: Winery, seat: int, kind: int, common: list[int]) -> list[int]:
    """List all places for one kind of worker when special workers are in play."""
    found = with_worker(state, seat, kind, common + beside_places(state, seat, kind != GRANDE))
    if kind >= SPECIAL:
        found = found + special_places(state, seat, kind)
    return found
