"""Taking an action: a worker is placed, then steps and extras follow in any order (§5.2, §9)."""

from typing import Final, final

from cuvee.games.viticulture.decisions.common import CARD, STOP, StructureChoice, line_text, worker_name
from cuvee.games.viticulture.effects.bonuses import FarmerBonus, TokenBonus, action_scopes, bonus_lines, bonus_now, token_lines
from cuvee.games.viticulture.effects.draw import DrawSource, draw_sources
from cuvee.games.viticulture.effects.experts import expert_now, expert_of, step_limit, use_expert
from cuvee.games.viticulture.effects.fields import HarvestField
from cuvee.games.viticulture.effects.op import REGISTRY, CloseScope, Obligation, can_line, gain_lira, pay_lira, perform, start
from cuvee.games.viticulture.effects.possible import can_be_taken, doable, helps, token_frees
from cuvee.games.viticulture.effects.specials import (
    CHEF,
    INNKEEPER,
    MAFIOSO,
    MERCHANT,
    MESSENGER,
    ORACLE,
    POLITICO,
    PROFESSORE,
    DiscardDrawn,
    TakeBack,
    TakeVisitor,
    all_others_passed,
    pay_soldiers,
    push_out,
    robbable,
    season_workers,
)
from cuvee.games.viticulture.effects.triggers import fire
from cuvee.games.viticulture.effects.winemaking import WineType
from cuvee.games.viticulture.pieces.cards import STRUCTURE
from cuvee.games.viticulture.pieces.ops import (
    HARVEST,
    HIRE_EXPERT,
    MAKE_WINE,
    NONE,
    PLANT,
    SOLD_MEDIUM,
    TAKE_ACTION,
    WORKERS_HERE,
)
from cuvee.games.viticulture.pieces.structures import HARVESTED
from cuvee.games.viticulture.state.scope import NO_EXPERT, USED_AGAIN, USED_BONUS, USED_EXPERT, USED_EXTRA, USED_TOKEN, Scope
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.workers import BESIDE, DESTROY, KINDS, OPEN_SPACE, PLACES, PRIVATE, SPECIAL
from cuvee.kernel.text import _

STEP: Final = 0
BONUS: Final = 1
EXPERT: Final = 2
TOKEN_BONUS: Final = 3
AGAIN: Final = 4
EXTRA: Final = 5
LEVEL: Final = 8
"""An extra of an outer action is LEVEL * (how far out) + (which extra)."""
WORDS: Final = ("step", "bonus", "expert", "token", "again", "special")


def begin_action(state: Winery, seat: int, number: int, place: int, worker: int, experts: bool) -> None:
    """Begin an action with its first window (§9.1)."""
    scope = state.open_scope(seat, seat, number, place, worker)
    action = state.board.actions[number]
    if not experts or (state.boxes[number] != seat and action.node.op != HIRE_EXPERT):
        scope.flags |= NO_EXPERT  # an expert hired this turn works only from the next time on (§7.1)
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
    """Use the ability that works when a special worker is placed, before everything else (§14.3)."""
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

    kind = "what_next"
    section = "9.6"

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
        """Gain lira that no player would decline or delay (§5.4, §7.1)."""
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
        """Add the extras of one action; before the first step, only those that leave the action possible (§9.3)."""
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
        return _("“{what}” is not possible at this point of your action, or would make it impossible (§9.3)", what=what)


def may_repeat(state: Winery, seat: int, scope: Scope) -> bool:
    """Tell whether a Mafioso may take its action a second time; its space must have no bonus (§14.3)."""
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
    """Let Merchant, Politico or Oracle use its ability."""
    if scope.worker == MERCHANT:
        state.push(DrawSource(seat, state.types_in_play(), 1, False, False))
    elif scope.worker == POLITICO:
        pay_lira(state, seat, 1)
        start(state, seat, state.bonus_of(scope.place))
    else:
        state.push(DiscardDrawn(seat))
        state.push(DrawSource(seat, _types_of(scope), 1, False, False))


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
    """The player is done with the action: close its scope (§9.1)."""
    scope = state.scope()
    state.push(CloseScope())
    if scope.action != NONE and scope.harvested and state.board.actions[scope.action].node.op == HARVEST:
        fire(state, seat, HARVESTED)


# destroy


@final
class Destroy(StructureChoice):
    """Which built structure card to destroy (§12.4)."""

    kind = "destroy"
    section = "12.4"

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
