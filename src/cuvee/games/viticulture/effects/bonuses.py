"""Taking an action: placing, windows, bonuses, experts, visitors (RULES §5.2 to §7, §9; VISITORS §2, §4.20)."""

from typing import Final, final

from cuvee.games.viticulture.decisions import (
    CARD,
    STOP,
    Ask,
    card_name,
    line_text,
    place_id,
    place_name,
    place_tag,
    worker_name,
    worker_tag,
)
from cuvee.games.viticulture.effects.cellar import WineType, age_token, can_age
from cuvee.games.viticulture.effects.goods import (
    DrawSource,
    draw_sources,
    draw_types,
    grapes_for_lira,
    tradable,
    vp_by_count,
    wines_for_cards,
)
from cuvee.games.viticulture.effects.land import HarvestField, expert_in_force
from cuvee.games.viticulture.effects.op import (
    REGISTRY,
    CloseScope,
    Obligation,
    Op,
    Passing,
    can_line,
    gain_lira,
    pay_lira,
    perform,
    start,
)
from cuvee.games.viticulture.effects.people import TurnEnd, from_training, kinds_ready
from cuvee.games.viticulture.effects.specials import (
    CHEF,
    FARMER,
    INNKEEPER,
    MAFIOSO,
    MERCHANT,
    MESSENGER,
    ORACLE,
    POLITICO,
    PROFESSORE,
    TRAVELER,
    DiscardDrawn,
    TakeBack,
    TakeVisitor,
    all_others_passed,
    may_be_pushed,
    pay_soldiers,
    push_out,
    robbable,
    season_workers,
    soldiers,
)
from cuvee.games.viticulture.effects.triggers import fire
from cuvee.games.viticulture.pieces import (
    AGE_WINE,
    BUILD,
    DECKS,
    DRAW,
    GAIN,
    GAIN_EXPOSED_BONUS,
    GAIN_VP_BY_COUNT,
    GIVE_TOUR,
    HARVEST,
    HARVESTED,
    HIRE_EXPERT,
    LIRA,
    MAKE_WINE,
    NONE,
    PAY,
    PLACE_TRAINED_WORKER,
    PLANT,
    PLAY_VISITOR,
    PLAYED_VISITOR,
    REFRESH_MARKET,
    REMOVE_TRADE_TOKEN,
    SOLD_LARGE,
    SOLD_MEDIUM,
    SPACES,
    STRUCTURE,
    SUMMER_VISITOR,
    TAKE_ACTION,
    TRADE,
    WORKERS_HERE,
    Action,
    Expert,
    Node,
)
from cuvee.games.viticulture.state import (
    BESIDE,
    DECLARED,
    DESTROY,
    GRANDE,
    KINDS,
    NO_EXPERT,
    OPEN_SPACE,
    PLACES,
    PRIVATE,
    REGULAR,
    SPECIAL,
    TEMPORARY,
    USED_AGAIN,
    USED_BONUS,
    USED_EXPERT,
    USED_EXTRA,
    USED_TOKEN,
    Scope,
    Winery,
    without,
)
from cuvee.kernel.text import _

ANY_KIND: Final = 15
"""A placement whose worker is asked afterwards (§15.2)."""
STEP: Final = 0
BONUS: Final = 1
EXPERT: Final = 2
TOKEN_BONUS: Final = 3
AGAIN: Final = 4
EXTRA: Final = 5
LEVEL: Final = 8
"""An extra of an outer action: LEVEL * how far out + which extra."""
WORDS: Final = ("step", "bonus", "expert", "token", "again", "special")
WITH_EXPERT: Final = 512
BY_TOKEN: Final = 3
"""`Scope.taken` notes bonuses gained by the expert in its lowest bits, those gained by a bonus token above (§13.7)."""
ALL_SPACES: Final = 7


# Is an action possible?


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
    """List the actions that TAKE ANY ACTION or Manager can choose (§6.12, VISITORS §4.20); one is enough if asked."""
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
    """Tell whether gaining a bonus first makes an action possible with known information (§5.3)."""
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
    """Tell whether an action can be completed by a worker on a place, extras first where they help (§5.3)."""
    tax = len(soldiers(state, seat, action.number))
    if tax > state.players[seat].lira:
        return False
    state.players[seat].lira -= tax
    found = can_be_taken(state, seat, action, place)
    state.players[seat].lira += tax
    return found


def can_be_taken(state: Winery, seat: int, action: Action, place: int) -> bool:
    """Tell the same for a worker that is placed already, or pays nobody."""
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


def open_places(state: Winery, seat: int, action: Action) -> list[int]:
    """List the open usable spaces of an action, the owner's extra space included (§5.3, §7.17)."""
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
            if bonus != NONE:  # lira of the bonus may come first (§5.4)
                lira = sum(node.n for node in state.pieces.lines[bonus].nodes if node.op == GAIN and node.what == LIRA)
            vineyard.lira += lira
            if can_line(state, seat, structure.space):
                found.append(place)
            vineyard.lira -= lira
    if state.setup.structure_cards and vineyard.built >> state.pieces.mat and not vineyard.stands_on(DESTROY):
        found.append(DESTROY)
    return found


# Taking an action


def begin_action(state: Winery, seat: int, number: int, place: int, worker: int, experts: bool) -> None:
    """Open the windows of an action (§9.1)."""
    scope = state.open_scope(seat, seat, number, place, worker)
    action = state.board.actions[number]
    if not experts or (state.boxes[number] != seat and action.node.op != HIRE_EXPERT):
        scope.flags |= NO_EXPERT  # an expert hired this turn works from the next time on (§7.1)
    state.push(Window(seat))


def place_worker(state: Winery, seat: int, kind: int, place: int) -> None:
    """Place a worker and take the action of the space (§5.2)."""
    if kind == CHEF and place < BESIDE and state.spaces[place] != NONE:
        push_out(state, place)
    state.put_worker(seat, kind, place)
    state.tell("places", seat, kind, place)
    if place < OPEN_SPACE:
        number = place // 4 if place < BESIDE else place - BESIDE
        pay_soldiers(state, seat, number)
        if kind == MESSENGER and state.board.actions[number].season > state.season:
            state.messengers = [*state.messengers, (seat * PLACES + place) * KINDS + kind]
            return
        begin_action(state, seat, number, place, kind, True)
        _when_placed(state, seat, kind, number)
    elif place == OPEN_SPACE:
        state.push(CloseScope())
        state.open_scope(seat, seat, NONE, place, kind)
        start(state, seat, state.board.open_line)
    elif place == DESTROY:
        state.push(Destroy(seat))
    else:
        scope = state.open_scope(seat, seat, NONE, place, kind)
        scope.private = place - PRIVATE
        state.push(Window(seat))


def _when_placed(state: Winery, seat: int, kind: int, number: int) -> None:
    """Abilities that work when a special worker is placed come before everything else (§14.3)."""
    if kind == PROFESSORE and season_workers(state, seat):
        state.push(TakeBack(seat))
    elif kind == INNKEEPER and robbable(state, seat, state.board.actions[number]):
        state.players[seat].lira -= 1
        if can_be_taken(state, seat, state.board.actions[number], state.scope().place):
            state.push(TakeVisitor(seat, number))
        state.players[seat].lira += 1


@final
class Window(Obligation):
    """What to do next: a step of the action, an extra, or nothing more (§9.1, §9.6)."""

    def kind(self) -> str:
        return "what_next"

    def section(self) -> str:
        return "9.6"

    def binds(self, state: Winery) -> bool:
        return state.scope().steps == 0

    def possible(self, state: Winery) -> bool:
        scope = state.scope()
        if self._direct(state, scope):
            return True
        if scope.action == NONE:
            return False
        action, experts = state.board.actions[scope.action], not scope.flags & NO_EXPERT
        for other in action_scopes(state):
            if not other.flags & USED_BONUS:
                for line in bonus_lines(state, other):
                    if helps(state, self.seat, line, action, experts):
                        return True
        if state.players[self.seat].tokens and not scope.flags & USED_TOKEN:
            return any(helps(state, self.seat, line, action, experts) for line in token_lines(state, scope))
        return False

    def _direct(self, state: Winery, scope: Scope) -> bool:
        """Tell whether a step can be made now."""
        if scope.action == NONE:
            return can_line(state, self.seat, state.pieces.structures[scope.private].space)
        action = state.board.actions[scope.action]
        if scope.steps == 0:
            experts = not scope.flags & NO_EXPERT
            if action.node.op == TAKE_ACTION:
                return action.cost <= state.players[self.seat].lira and doable(state, self.seat, action, experts)
            if action.node.op in (PLANT, MAKE_WINE):
                return REGISTRY[action.node.op].able(state, self.seat, action.node)
            return doable(state, self.seat, action, experts)
        return REGISTRY[action.node.op].able(state, self.seat, action.node)

    def go(self, state: Winery) -> bool:
        self._automatic(state)
        return super().go(state)

    def _automatic(self, state: Winery) -> None:
        """Gain lira that nobody would decline or delay (§5.4, §7.1)."""
        scope = state.scope()
        bonuses = bonus_lines(state, scope)
        if not scope.flags & USED_BONUS and len(bonuses) == 1 and state.pieces.lines[bonuses[0]].lira_only:
            scope.flags |= USED_BONUS
            for node in state.pieces.lines[bonuses[0]].nodes:
                gain_lira(state, self.seat, node.n)
        expert = expert_of(state, scope)
        if expert is None or expert.line == NONE or scope.flags & USED_EXPERT:
            return
        node = state.pieces.lines[expert.line].nodes[0]
        if node.n == WORKERS_HERE:
            scope.flags |= USED_EXPERT
            gain_lira(state, self.seat, state.workers_on(scope.action))
        elif node.condition == SOLD_MEDIUM and 4 <= scope.sold <= 6:
            scope.flags |= USED_EXPERT
            gain_lira(state, self.seat, node.n)

    def options(self, state: Winery, seat: int) -> list[int]:
        scope = state.scope()
        begun = scope.steps > 0
        direct = scope.steps < step_limit(state, scope) and self._direct(state, scope)
        found: list[int] = []
        if direct:
            found.append(STEP)
        free = begun or direct
        scopes = action_scopes(state)
        for level in range(len(scopes)):
            self._extras(state, scopes[level], level, free, found)
        if begun or not found:
            found.append(STOP)
        return found

    def _extras(self, state: Winery, scope: Scope, level: int, free: bool, found: list[int]) -> None:
        """Add the extras of one action; before the first step only those that leave it possible (§9.3)."""
        seat, top = self.seat, state.scope()
        if not scope.flags & USED_BONUS and self._some_bonus(state, scope, free):
            found.append(level * LEVEL + BONUS)
        if expert_now(state, seat, scope) and (free or token_frees(state, seat, state.board.actions[top.action])):
            found.append(level * LEVEL + EXPERT)
        if state.players[seat].tokens and NONE not in (scope.place, scope.action) and not scope.flags & USED_TOKEN:
            lines = [line for line in token_lines(state, scope) if bonus_now(state, seat, scope, line)]
            if any(free or self._helped(state, top, line) for line in lines):
                found.append(level * LEVEL + TOKEN_BONUS)

        if scope.worker >= SPECIAL:
            self._special_extras(state, scope, level, found)

    def _some_bonus(self, state: Winery, scope: Scope, free: bool) -> bool:
        for line in bonus_lines(state, scope):
            if bonus_now(state, self.seat, scope, line) and (free or self._helped(state, state.scope(), line)):
                return True
        return False

    def _special_extras(self, state: Winery, scope: Scope, level: int, found: list[int]) -> None:
        """Add what special workers may do after their action (§14.3)."""
        top = state.scope()
        if NONE in (scope.action, scope.place) or top.steps == 0 or scope.steps == 0:
            return
        if scope.worker == MAFIOSO and level == 0 and may_repeat(state, self.seat, scope):
            found.append(AGAIN)
        if not scope.flags & USED_EXTRA and may_use_extra(state, self.seat, scope):
            found.append(level * LEVEL + EXTRA)

    def _helped(self, state: Winery, top: Scope, line: int) -> bool:
        if top.action == NONE:
            return False
        return helps(state, self.seat, line, state.board.actions[top.action], not top.flags & NO_EXPERT)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            finish_action(state, seat)
            return
        state.push(Window(seat))
        level, what = option // LEVEL, option % LEVEL
        scope = action_scopes(state)[level]
        if what == STEP:
            make_step(state, seat, scope)
        elif what == BONUS:
            state.tell("bonus", seat)
            lines = bonus_lines(state, scope)
            if len(lines) > 1:
                state.push(FarmerBonus(seat, level))
            else:
                start(state, seat, lines[0])
            scope.flags |= USED_BONUS
        elif what == EXPERT:
            use_expert(state, seat, scope)
        elif what == TOKEN_BONUS:
            scope.flags |= USED_TOKEN
            state.players[seat].tokens -= 1
            state.push(TokenBonus(seat, level))
        elif what == AGAIN:
            scope.flags |= USED_AGAIN
            scope.steps = 0
        else:
            scope.flags |= USED_EXTRA
            use_extra(state, seat, scope)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("{what}: what next?", what=self._name(state, state.scope()))

    def _name(self, state: Winery, scope: Scope) -> str:
        if scope.action == NONE:
            return _(state.pieces.structures[scope.private].name)
        return _(state.board.actions[scope.action].name)

    def stop_text(self) -> str:
        return _("Done")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        level, what = option // LEVEL, option % LEVEL
        word = WORDS[what]
        return word if level == 0 else f"outer {word}" if level == 1 else f"outermost {word}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        scope, what = action_scopes(state)[option // LEVEL], option % LEVEL
        if what == STEP:
            return _("Go on: {what}", what=self._name(state, scope))
        if what == BONUS:
            return _("Bonus: {what}", what=_(" or ").join(line_text(state, line) for line in bonus_lines(state, scope)))
        if what == AGAIN:
            return _("Take the action a second time")
        if what == EXTRA:
            return _("Use the {worker}", worker=worker_name(state, scope.worker))
        if what == TOKEN_BONUS:
            return _("Spend a bonus token")
        expert = expert_of(state, scope)
        return _("Expert: {what}", what=_(expert.text) if expert is not None else "")

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        scope = action_scopes(state)[option // LEVEL]
        return [f"action:{state.board.actions[scope.action].id}"] if scope.action != NONE else []

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        return _("«{what}» is not possible at this point of your action, or would make it impossible (§9.3)", what=what)


def action_scopes(state: Winery) -> list[Scope]:
    """List the actions being taken, the innermost first, up to the card or answer they belong to (§9.1)."""
    found: list[Scope] = []
    for at in range(len(state.scopes) - 1, -1, -1):
        scope = state.scopes[at]
        if scope.action == NONE and scope.private == NONE:
            break
        found.append(scope)
    return found


def bonus_lines(state: Winery, scope: Scope) -> list[int]:
    """List the bonuses that belong to the placement: one or none; a Farmer chooses any printed one (§5.4, §14.3)."""
    if scope.private != NONE:
        line = state.pieces.structures[scope.private].space_bonus
    elif scope.worker == FARMER and scope.place != NONE and scope.place < OPEN_SPACE:
        printed = [state.bonus_of(4 * scope.action + space) for space in range(3)]
        return [line for line in printed if line != NONE]
    else:
        line = state.bonus_of(scope.place)
    return [line] if line != NONE else []


def may_repeat(state: Winery, seat: int, scope: Scope) -> bool:
    """Tell whether a Mafioso may take its action a second time: on a space without a bonus (§14.3)."""
    if scope.flags & USED_AGAIN or scope.place >= BESIDE or state.bonus_of(scope.place) != NONE:
        return False
    return doable(state, seat, state.board.actions[scope.action], not scope.flags & NO_EXPERT)


def may_use_extra(state: Winery, seat: int, scope: Scope) -> bool:
    """Tell whether Merchant, Politico or Oracle can do something now (§14.3)."""
    if scope.worker == MERCHANT:
        return all_others_passed(state, seat) and bool(draw_sources(state, state.types_in_play()))
    if scope.worker == POLITICO:
        line = state.bonus_of(scope.place)
        if line == NONE or not scope.flags & USED_BONUS or state.players[seat].lira < 1:
            return False
        state.players[seat].lira -= 1
        found = not state.pieces.lines[line].lira_only and bonus_now(state, seat, scope, line)
        state.players[seat].lira += 1
        return found
    if scope.worker == ORACLE and scope is state.scope():
        return bool(draw_sources(state, _types_of(scope)))
    return False


def _types_of(scope: Scope) -> int:
    types = 0
    for card in scope.cards:
        types |= 1 << card // CARD
    return types


def use_extra(state: Winery, seat: int, scope: Scope) -> None:
    """Let Merchant, Politico or Oracle do it."""
    if scope.worker == MERCHANT:
        state.push(DrawSource(seat, state.types_in_play(), 1, False, False))
    elif scope.worker == POLITICO:
        pay_lira(state, seat, 1)
        start(state, seat, state.bonus_of(scope.place))
    else:
        state.push(DiscardDrawn(seat))
        state.push(DrawSource(seat, _types_of(scope), 1, False, False))


@final
class FarmerBonus(Ask):
    """Which printed bonus of the action the Farmer gains (§14.3)."""

    def __init__(self, seat: int, level: int) -> None:
        super().__init__(seat)
        self.level = level

    def key(self) -> tuple[object, ...]:
        return ("farmer_bonus", self.seat, self.level)

    def kind(self) -> str:
        return "farmer_bonus"

    def section(self) -> str:
        return "14.3"

    def options(self, state: Winery, seat: int) -> list[int]:
        scope, top = action_scopes(state)[self.level], state.scope()
        action = state.board.actions[top.action]
        experts = not top.flags & NO_EXPERT
        free = top.steps > 0 or doable(state, seat, action, experts)
        found: list[int] = []
        for space in range(3):
            line = state.bonus_of(4 * scope.action + space)
            if line == NONE or not bonus_now(state, seat, scope, line):
                continue
            if free or helps(state, seat, line, action, experts):
                found.append(space)
        return found or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option != STOP:
            start(state, seat, state.bonus_of(4 * action_scopes(state)[self.level].action + option))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Gain which bonus?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return SPACES[option]

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{what}", what=line_text(state, state.bonus_of(4 * action_scopes(state)[self.level].action + option)))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [place_id(state, seat, 4 * action_scopes(state)[self.level].action + option)]


def token_lines(state: Winery, scope: Scope) -> list[int]:
    """List the bonuses of the action that a bonus token can gain: not under a worker, not yet gained (§13.7)."""
    found: list[int] = []
    for space in range(3):
        place = 4 * scope.action + space
        line = state.bonus_of(place)
        if line != NONE and place != scope.place and state.spaces[place] == NONE and not gained(scope) >> space & 1:
            found.append(line)
    return found


def gained(scope: Scope) -> int:
    """Return the spaces whose bonus was gained by the expert or by a bonus token: each once only (§7.11, §13.7)."""
    return scope.taken | scope.taken >> BY_TOKEN


def bonus_now(state: Winery, seat: int, scope: Scope, line: int) -> bool:
    """Tell whether a bonus can be carried out now (§5.4)."""
    node = state.pieces.lines[line].nodes[0]
    if scope.action != NONE and node.op == state.board.actions[scope.action].node.op:
        if scope.steps == 0:
            return False  # once more of the same: before or after is the same thing (§6.5)
        if node.op == PLAY_VISITOR and scope.flags & DECLARED:
            return False  # only one visitor with the expert (VISITORS §3.2)
    return can_line(state, seat, line)


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
        perform(state, seat, nodes[0])  # what is gained is chosen with the price (§7.2, §7.10)
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


def make_step(state: Winery, seat: int, scope: Scope) -> None:
    """Pay the cost before the first step, then make a step (§9.1)."""
    first = scope.steps == 0
    scope.steps += 1
    if scope.action == NONE:
        start(state, seat, state.pieces.structures[scope.private].space)
        return
    action = state.board.actions[scope.action]
    if first:
        pay_lira(state, seat, action.cost)
    node = action.node
    if node.op == HARVEST:
        state.push(HarvestField(seat, 1, 1, False))
    elif node.op == MAKE_WINE:
        state.push(WineType(seat, node.number, 1, 1, node.types))
    else:
        perform(state, seat, node)


def finish_action(state: Winery, seat: int) -> None:
    """The action is complete and nothing more is wanted (§9.1)."""
    scope = state.scope()
    state.push(CloseScope())
    if scope.action != NONE and scope.harvested and state.board.actions[scope.action].node.op == HARVEST:
        fire(state, seat, HARVESTED)


# Exposed bonuses (§7.4, §7.11, §13.7)


def exposed(state: Winery, seat: int, scope: Scope, node: Node) -> list[int]:
    """List the spaces whose exposed bonus the expert can gain now."""
    if node.this_action:
        if (scope.taken & ALL_SPACES).bit_count() >= scope.harvested:
            return []
        action, taken = scope.action, gained(scope)
    else:
        if scope.box == NONE:
            return []
        action, taken = scope.box, 0
    return exposed_spaces(state, seat, action, taken, NONE)


def exposed_spaces(state: Winery, seat: int, action: int, taken: int, but: int) -> list[int]:
    """List the spaces of an action that hold no worker and a bonus that can be carried out (§1.3)."""
    found: list[int] = []
    for space in range(3):
        place = 4 * action + space
        line = state.bonus_of(place)
        if line == NONE or place == but or state.spaces[place] != NONE or taken >> space & 1:
            continue
        if can_line(state, seat, line):
            found.append(space)
    return found


@final
class ExposedBonus(Ask):
    """Which exposed bonus to gain with the expert (§7.4, §7.11)."""

    def __init__(self, seat: int, level: int, action: int, this: bool) -> None:
        super().__init__(seat)
        self.level = level
        self.action = action
        self.this = this

    def key(self) -> tuple[object, ...]:
        return ("exposed_bonus", self.seat, self.level, self.action, self.this)

    def kind(self) -> str:
        return "exposed_bonus"

    def section(self) -> str:
        return "7.11" if self.this else "7.4"

    def options(self, state: Winery, seat: int) -> list[int]:
        taken = gained(action_scopes(state)[self.level]) if self.this else 0
        return exposed_spaces(state, seat, self.action, taken, NONE) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        if self.this:
            action_scopes(state)[self.level].taken |= 1 << option
        start(state, seat, state.bonus_of(4 * self.action + option))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Gain which exposed bonus of {action}?", action=_(state.board.actions[self.action].name))

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return SPACES[option]

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{what}", what=line_text(state, state.bonus_of(4 * self.action + option)))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [place_id(state, seat, 4 * self.action + option)]


@final
class TokenBonus(Ask):
    """Which other bonus of the action to gain with a bonus token (§13.7)."""

    def __init__(self, seat: int, level: int) -> None:
        super().__init__(seat)
        self.level = level

    def key(self) -> tuple[object, ...]:
        return ("token_bonus", self.seat, self.level)

    def kind(self) -> str:
        return "token_bonus"

    def section(self) -> str:
        return "13.7"

    def options(self, state: Winery, seat: int) -> list[int]:
        scopes = action_scopes(state)
        scope, top = scopes[self.level], state.scope()
        found: list[int] = []
        for space in exposed_spaces(state, seat, scope.action, gained(scope), scope.place):
            line = state.bonus_of(4 * scope.action + space)
            if bonus_now(state, seat, scope, line) and self._leaves(state, top, line):
                found.append(space)
        return found or [STOP]

    def _leaves(self, state: Winery, top: Scope, line: int) -> bool:
        """Before the first step only a bonus after which the action is possible (§9.3)."""
        if top.steps or top.action == NONE:
            return True
        action, experts = state.board.actions[top.action], not top.flags & NO_EXPERT
        return doable(state, self.seat, action, experts) or helps(state, self.seat, line, action, experts)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        scope = action_scopes(state)[self.level]
        scope.taken |= 1 << option + BY_TOKEN
        start(state, seat, state.bonus_of(4 * scope.action + option))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Gain which other bonus?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return SPACES[option]

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{what}", what=line_text(state, state.bonus_of(4 * action_scopes(state)[self.level].action + option)))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [place_id(state, seat, 4 * action_scopes(state)[self.level].action + option)]


@final
class GainExposedBonus(Op):
    """Carried out by the window (§7.4, §7.11)."""

    def run(self, state: Winery, seat: int, node: Node) -> None:
        raise AssertionError("asked by the window")


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

    def kind(self) -> str:
        return "expert_box"

    def section(self) -> str:
        return "6.3"

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
        return _("«{what}» has an expert already, or is no action; a box holds one cube for the whole game", what=what)


# play_visitor


def playable(state: Winery, seat: int, deck: int, one: bool) -> list[int]:
    """List the visitors in hand that can be carried out completely (VISITORS §2.4)."""
    vineyard, found = state.players[seat], []
    visitors = state.pieces.visitors[deck - SUMMER_VISITOR]
    kept = vineyard.hand
    for card in kept[deck]:
        vineyard.lose(deck, card)  # the card being played is not in the hand any more (VISITORS §1.5)
        if can_line(state, seat, visitors[card].line):
            found.append(card)
        vineyard.hand = kept
        if one and found:
            break
    return found


@final
class PlayVisitor(Op):
    """Play a visitor (VISITORS §2)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(playable(state, seat, node.deck, True))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(VisitorCard(seat, node.deck))


@final
class VisitorCard(Ask):
    """Which visitor to play, with or without the expert (VISITORS §3.2)."""

    def __init__(self, seat: int, deck: int) -> None:
        super().__init__(seat)
        self.deck = deck

    def key(self) -> tuple[object, ...]:
        return ("visitor_card", self.seat, self.deck)

    def kind(self) -> str:
        return "visitor_card"

    def section(self) -> str:
        return "11.1"

    def options(self, state: Winery, seat: int) -> list[int]:
        found = playable(state, seat, self.deck, False)
        expert = expert_in_force(state, seat)
        if expert is not None and expert.or_and and state.scope().visitors == 0:
            visitors = state.pieces.visitors[self.deck - SUMMER_VISITOR]
            found += [WITH_EXPERT + card for card in found if visitors[card].profits]
        return found or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        card, outer = option % WITH_EXPERT, state.scope()
        outer.visitors += 1
        if option >= WITH_EXPERT:
            outer.flags |= DECLARED
        state.players[seat].lose(self.deck, card)
        state.reveal()
        state.in_play = [*state.in_play, self.deck * CARD + card]
        state.tell("plays", seat, self.deck, card)
        scope = state.open_scope(seat, seat, NONE, NONE, NONE)
        scope.deck, scope.card, scope.anded = self.deck, card, option >= WITH_EXPERT
        state.push(VisitorDone(seat, self.deck, card))
        start(state, seat, state.pieces.visitors[self.deck - SUMMER_VISITOR][card].line)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Play which visitor?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        name = state.pieces.card_id(self.deck, option % WITH_EXPERT)
        return f"{name} and" if option >= WITH_EXPERT else name

    def words(self, state: Winery, seat: int, option: int) -> str:
        visitor = state.pieces.visitors[self.deck - SUMMER_VISITOR][option % WITH_EXPERT]
        if option >= WITH_EXPERT:
            return _("{name}, with «and» for «or»: {text}", name=_(visitor.name), text=_(visitor.text))
        return _("{name}: {text}", name=_(visitor.name), text=_(visitor.text))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"hand:{seat}:{DECKS[self.deck]}:{state.pieces.card_id(self.deck, option % WITH_EXPERT)}"]

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        ids, wanted = state.pieces.ids[self.deck], what.strip().casefold().rpartition(":")[2]
        if wanted in ids and ids[wanted] in state.players[seat].hand[self.deck]:
            name = card_name(state, self.deck, ids[wanted])
            return _("{name} cannot be carried out completely now (VISITORS §2.4)", name=name)
        return _("«{what}» is no visitor of this season in your hand", what=what)


@final
class VisitorDone(Passing):
    """The card is resolved: it goes on its pile, and structures may react (VISITORS §2.2)."""

    def __init__(self, seat: int, deck: int, card: int) -> None:
        self.seat = seat
        self.deck = deck
        self.card = card

    def kind(self) -> str:
        return "visitor_done"

    def key(self) -> tuple[object, ...]:
        return ("visitor_done", self.seat, self.deck, self.card)

    def run(self, state: Winery) -> None:
        state.close_scope()
        state.in_play = without(state.in_play, self.deck * CARD + self.card)
        state.discard(self.deck, self.card)
        fire(state, self.seat, PLAYED_VISITOR)


# take_action


@final
class TakeAction(Op):
    """Take another action without a worker (§6.12, VISITORS §4.20)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(choosable(state, seat, node, self._experts(state, node), True))

    def _experts(self, state: Winery, node: Node) -> bool:
        """Experts work unless a card is behind it all (VISITORS §4.20)."""
        return node.experts and not (state.scopes and state.scope().flags & NO_EXPERT and self._by_card(state))

    def _by_card(self, state: Winery) -> bool:
        return any(scope.card != NONE for scope in state.scopes)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(TakeWhich(seat, node.number, self._experts(state, node)))


@final
class TakeWhich(Ask):
    """Which action to take (§6.12)."""

    def __init__(self, seat: int, node: int, experts: bool) -> None:
        super().__init__(seat)
        self.node = node
        self.experts = experts

    def key(self) -> tuple[object, ...]:
        return ("take_action", self.seat, self.node, self.experts)

    def kind(self) -> str:
        return "take_action"

    def section(self) -> str:
        return "6.12"

    def options(self, state: Winery, seat: int) -> list[int]:
        node = state.pieces.nodes[self.node]
        found = choosable(state, seat, node, self.experts, False)
        for scope in action_scopes(state):
            if scope.flags & USED_BONUS or node.previous:
                continue
            for line in bonus_lines(state, scope):  # the bonus of the outer space may still come first (§6.12)
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
        return _("«{what}» cannot be carried out now, or may not be chosen here", what=what)


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
    """Tell whether the newly trained worker can take an action, by letting it stand there (§7.15)."""
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


@final
class PlaceTrainedWorker(Op):
    """Place the new worker at once and take that action (§7.15)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(new_worker_places(state, seat, node))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(PlaceNewWorker(seat, node.number))


@final
class PlaceNewWorker(Ask):
    """Where to place the new worker (§7.15)."""

    def __init__(self, seat: int, node: int) -> None:
        super().__init__(seat)
        self.node = node

    def key(self) -> tuple[object, ...]:
        return ("place_new_worker", self.seat, self.node)

    def kind(self) -> str:
        return "place_new_worker"

    def section(self) -> str:
        return "7.15"

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

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return place_tag(state, option)

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{place}", place=place_name(state, option))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [place_id(state, seat, option)]


# destroy


@final
class Destroy(Ask):
    """Which built structure card to destroy (§12.4)."""

    def kind(self) -> str:
        return "destroy"

    def section(self) -> str:
        return "12.4"

    def options(self, state: Winery, seat: int) -> list[int]:
        return [card for card in state.players[seat].sites if card != NONE] or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        vineyard = state.players[seat]
        sites = vineyard.sites[:]
        sites[sites.index(option)] = NONE
        vineyard.sites = sites
        vineyard.built &= ~(1 << option)
        state.discard(STRUCTURE, option)
        state.tell("destroys", seat, option)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Destroy which structure card?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return state.pieces.structures[option].id

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _(state.pieces.structures[option].name)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"structure:{seat}:{state.pieces.structures[option].id}"]


# The turn


def why_no_placement(state: Winery, seat: int, what: str) -> str:
    """Say why a worker cannot be placed as a text asks (§5.2, §5.3)."""
    words = what.casefold().split()
    named = words[-1].removeprefix("space:").removeprefix("action:") if words else ""
    place = (named.rpartition(":")[2] if named.startswith("private:") else named).partition(":")
    for action in state.board.actions:
        if action.id == place[0]:
            return _why_not_here(state, seat, action, place[2])
    if place[0] in state.pieces.ids[STRUCTURE] or place[0] == "yoke":
        return _("That private space is not yours, holds a worker, or its effect is impossible now (§5.6)")
    return _("«{what}» names no worker and space; or pass", what=what)


def _why_not_here(state: Winery, seat: int, action: Action, space: str) -> str:
    name = _(action.name)
    if action.season != state.season:
        return _("{action} is no action of this season (§5.2)", action=name)
    if space == "own":
        return _("The extra space of {action} is only for the owner of its expert, and for one worker (§7.17)", action=name)
    if space in SPACES:
        number = SPACES.index(space)
        if number >= state.setup.usable:
            return _("The {space} space of {action} is closed at this player count (§5.3)", space=_(space), action=name)
        if state.spaces[4 * action.number + number] != NONE:
            return _("The {space} space of {action} is occupied (§5.3)", space=_(space), action=name)
    if action.node.op == HIRE_EXPERT and state.players[seat].cubes == 0:
        return _("You have hired all your experts: at most four (§6.3)")
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
    """Tell whether an action plays visitors and one in hand turns on who stands where.

    Planner needs a worker besides the one that leads to it, Producer a placed one, Motivator may take back the very grande
    (VISITORS §4.19, §4.21).
    """
    if action.node.op != PLAY_VISITOR:
        return False
    visitors = state.pieces.visitors[action.node.deck - SUMMER_VISITOR]
    return any(visitors[card].moves_workers for card in state.players[seat].hand[action.node.deck])


def with_worker(state: Winery, seat: int, kind: int, places: list[int]) -> list[int]:
    """Look again at an action that turns on its worker, with a worker of this kind standing there (§5.3)."""
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
    """Tell whether an action can be taken by a worker that stands there, by letting it stand there (§5.3)."""
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
    """List the kinds of worker that may be placed on a place, by asking all that are available (§14.3)."""
    common = placements(state, seat)
    return [kind for kind in kinds_ready(state, seat) if place in places_of_kind(state, seat, kind, common)]


def places_of_kind(state: Winery, seat: int, kind: int, common: list[int]) -> list[int]:
    """List all places for one kind of worker, special workers in play."""
    found = with_worker(state, seat, kind, common + beside_places(state, seat, kind != GRANDE))
    if kind >= SPECIAL:
        found = found + special_places(state, seat, kind)
    return found


@final
class WorkerKind(Ask):
    """Which worker goes on the chosen space (§14.3)."""

    def __init__(self, seat: int, place: int) -> None:
        super().__init__(seat)
        self.place = place

    def key(self) -> tuple[object, ...]:
        return ("worker_kind", self.seat, self.place)

    def kind(self) -> str:
        return "worker_kind"

    def section(self) -> str:
        return "14.3"

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

    def kind(self) -> str:
        return "turn"

    def section(self) -> str:
        return "5.2"

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
        """With a special worker at hand the space is asked first, then the worker (§15.2)."""
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


REGISTRY[GAIN_EXPOSED_BONUS] = GainExposedBonus()
REGISTRY[HIRE_EXPERT] = HireExpert()
REGISTRY[PLAY_VISITOR] = PlayVisitor()
REGISTRY[TAKE_ACTION] = TakeAction()
REGISTRY[PLACE_TRAINED_WORKER] = PlaceTrainedWorker()
