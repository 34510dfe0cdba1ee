"""Bonuses: those of the placement, exposed ones, and those gained with bonus tokens (§5.4, §7.4, §7.11, §13.7)."""

from typing import Final, final

from mypy_extensions import mypyc_attr

from cuvee.games.viticulture.decisions.common import STOP, Ask, line_text, place_id
from cuvee.games.viticulture.effects.op import Op, can_line, start
from cuvee.games.viticulture.effects.possible import doable, helps
from cuvee.games.viticulture.effects.specials import FARMER
from cuvee.games.viticulture.pieces.boards import SPACES
from cuvee.games.viticulture.pieces.ops import NONE, PLAY_VISITOR, Node
from cuvee.games.viticulture.state.scope import DECLARED, NO_EXPERT, Scope
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.workers import OPEN_SPACE
from cuvee.kernel.text import _

BY_TOKEN: Final = 3
"""`Scope.taken` notes bonuses gained by the expert in its lowest bits, and those gained by a bonus token above (§13.7)."""
ALL_SPACES: Final = 7


def action_scopes(state: Winery) -> list[Scope]:
    """List the actions being taken, innermost first, as far as the card or answer they belong to (§9.1)."""
    found: list[Scope] = []
    for at in range(len(state.scopes) - 1, -1, -1):
        scope = state.scopes[at]
        if scope.action == NONE and scope.private == NONE:
            break
        found.append(scope)
    return found


def bonus_lines(state: Winery, scope: Scope) -> list[int]:
    """List the bonuses of the placement: one or none, or for a Farmer any printed one (§5.4, §14.3)."""
    if scope.private != NONE:
        line = state.pieces.structures[scope.private].space_bonus
    elif scope.worker == FARMER and scope.place != NONE and scope.place < OPEN_SPACE:
        printed = [state.bonus_of(4 * scope.action + space) for space in range(3)]
        return [line for line in printed if line != NONE]
    else:
        line = state.bonus_of(scope.place)
    return [line] if line != NONE else []


@mypyc_attr(allow_interpreted_subclasses=True)
class BonusChoice(Ask):
    """A question whose answers are spaces of an action, chosen for their printed bonus."""

    def __init__(self, seat: int, level: int) -> None:
        super().__init__(seat)
        self.level = level

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return SPACES[option]

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{what}", what=line_text(state, state.bonus_of(4 * action_scopes(state)[self.level].action + option)))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [place_id(state, seat, 4 * action_scopes(state)[self.level].action + option)]


@final
class FarmerBonus(BonusChoice):
    """Which printed bonus of the action the Farmer gains (§14.3)."""

    kind = "farmer_bonus"
    section = "14.3"

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
    """Return the spaces whose bonus the expert or a bonus token has gained; each can be gained only once (§7.11, §13.7)."""
    return scope.taken | scope.taken >> BY_TOKEN


def bonus_now(state: Winery, seat: int, scope: Scope, line: int) -> bool:
    """Tell whether a bonus can be carried out now (§5.4)."""
    node = state.pieces.lines[line].nodes[0]
    if scope.action != NONE and node.op == state.board.actions[scope.action].node.op:
        if scope.steps == 0:
            return False  # the same op once more: before or after makes no difference (§6.5)
        if node.op == PLAY_VISITOR and scope.flags & DECLARED:
            return False  # only one visitor if the expert is used (VISITORS §3.2)
    return can_line(state, seat, line)


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
    """List the spaces of an action that hold no worker and have a bonus that can be carried out (§1.3)."""
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

    kind = "exposed_bonus"

    def __init__(self, seat: int, level: int, action: int, this: bool) -> None:
        super().__init__(seat)
        self.level = level
        self.action = action
        self.this = this

    @property
    def section(self) -> str:  # type: ignore[override]
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
class TokenBonus(BonusChoice):
    """Which other bonus of the action to gain with a bonus token (§13.7)."""

    kind = "token_bonus"
    section = "13.7"

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
        """Tell whether a bonus leaves the action possible; this matters only before the first step (§9.3)."""
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


@final
class GainExposedBonus(Op):
    """Gain an exposed bonus; the window carries it out (§7.4, §7.11)."""

    def run(self, state: Winery, seat: int, node: Node) -> None:
        raise AssertionError("asked by the window")
