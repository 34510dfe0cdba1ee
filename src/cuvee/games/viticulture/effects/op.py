"""The interpreter of ops: what an op is, whether a line can be carried out, and carrying it out (VISITORS §2.4, §2.5).

The code that does something also tests whether it is possible: a choice is carried out on a scratch copy of the vineyard,
and the rest is tested from there.
"""

from typing import Final, final

from mypy_extensions import mypyc_attr

from cuvee.games.viticulture.decisions.common import STOP, Ask
from cuvee.games.viticulture.pieces.boards import Expert
from cuvee.games.viticulture.pieces.ops import GAIN, GIVE, LIRA, NONE, OPS, PAY, RESIDUAL, VP, Node
from cuvee.games.viticulture.state.scope import NO_EXPERT
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.tokens import values_of
from cuvee.games.viticulture.state.vineyard import PLOTS, Vineyard
from cuvee.kernel.play import Frame, Step


@mypyc_attr(allow_interpreted_subclasses=True)
class Op:
    """What an op means. `seat` acts; the innermost scope of the state holds owner and registers."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        """Tell whether at least the minimum can be done now, as far as the player can know."""
        return True

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        """Tell whether it would change anything (VISITORS §2.4)."""
        return True

    def run(self, state: Winery, seat: int, node: Node) -> None:
        """Do it, or ask what is needed to do it."""
        raise AssertionError(OPS[node.op])

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        """List the ways to do it that can make a difference to what follows."""
        return [0]

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        """Do one of the outcomes on a scratch copy: the vineyard of the seat only, no triggers, no questions."""


REGISTRY: Final[list[Op]] = [Op() for _name in OPS]
"""The class that carries out each op, by number; the module `table` fills it in."""


# Counters and amounts (VISITORS §1.3, §1.5).


def count(state: Winery, seat: int, counter: int) -> int:
    """Return the value of a counter for an actor."""
    vineyard = state.players[seat]
    if counter <= 2:
        return _count_fields(vineyard, counter)
    if counter == 3:
        return vineyard.structures()
    if counter == 4:
        structures = state.pieces.structures
        return sum(1 for at in range(len(structures)) if vineyard.built >> at & 1 and structures[at].cost == 4)
    if counter == 5:
        return vineyard.cards()
    if counter == 6:
        return vineyard.workers()
    if counter == 7:
        most = state.pieces.workers_most
        return sum(1 for other in range(state.seats) if other != seat and state.players[other].workers() >= most)
    if counter == 8:
        return vineyard.vp
    return _count_register(state, seat, counter)


def _count_fields(vineyard: Vineyard, counter: int) -> int:
    if counter == 2:
        return vineyard.vine_count()
    empty = planted = 0
    for field in range(3):
        if vineyard.vines[field]:
            planted += 1
        elif vineyard.owned >> field & 1 and vineyard.sites[PLOTS + field] == NONE:
            empty += 1
    return planted if counter == 1 else empty


def _count_register(state: Winery, seat: int, counter: int) -> int:
    if not state.scopes:
        return 0
    scope = state.scope()
    if counter == 9:
        return scope.built_cost
    if counter == 10:
        return scope.planted_value
    if counter == 11:
        return len(set(state.players[seat].vines[scope.planted_field])) if scope.planted_field != NONE else 0
    if counter == 12:
        return scope.harvested
    if counter == 13:
        return scope.sparkling
    if counter == 14:
        return scope.made.bit_count()
    found = 0
    for vineyard in state.players:
        for mask in vineyard.wines:
            found += (mask >> scope.discarded).bit_count()
    return found


def amount(state: Winery, seat: int, node: Node) -> int:
    """Return the amount of a node."""
    return node.n if node.counter == NONE else node.n * count(state, seat, node.counter)


def holds(state: Winery, seat: int, node: Node) -> bool:
    """Evaluate the condition of an `if` (VISITORS §1.4)."""
    value = count(state, seat, node.counter)
    if node.test == 0:
        return value >= node.values[0]
    if node.test == 1:
        return value == node.values[0]
    if node.test == 2:
        return value < node.values[0]
    return value in node.values


# Possible or not.


def can_line(state: Winery, seat: int, line: int) -> bool:
    """Tell whether a whole line can be carried out and does something (VISITORS §2.4)."""
    plain = state.pieces.lines[line]
    nodes = plain.nodes
    if len(nodes) == 1 and not nodes[0].ways:
        node = nodes[0]
        op = REGISTRY[node.op]
        return (node.sure or op.able(state, seat, node)) and (plain.only_costs or op.affects(state, seat, node))
    return can(state, seat, nodes, 0, 1 if plain.only_costs else 0)


def can(state: Winery, seat: int, todo: list[Node], at: int, effect: int) -> bool:
    """Search for a way to do everything from `at` on; the lowest bit of `effect` tells whether anything has had an effect."""
    size = len(todo)
    while at < size:
        node = todo[at]
        at += 1
        if node.op == NONE:
            if node.low:
                effect = effect << 1 | (1 if node.may else 0)
            elif not effect & 1:
                return False
            else:
                effect = effect >> 1 | 1
            continue
        if node.ways:
            rest = todo[at:]
            return any(can(state, seat, way + rest, 0, effect) for way in node.ways)
        op = REGISTRY[node.op]
        if not node.sure and not op.able(state, seat, node):
            return False
        if not effect & 1 and node.op not in (PAY, GIVE) and op.affects(state, seat, node):
            effect |= 1
        if not all_sure(todo, at):
            return _some_outcome(state, seat, node, op, todo, at, effect)
    return effect & 1 > 0


def all_sure(todo: list[Node], at: int) -> bool:
    """Tell whether nothing from here on can turn out to be impossible."""
    for place in range(at, len(todo)):
        node = todo[place]
        if node.op != NONE and not node.sure:
            return False
    return True


def _some_outcome(state: Winery, seat: int, node: Node, op: Op, todo: list[Node], at: int, effect: int) -> bool:
    kept = state.players[seat]
    found = False
    for outcome in op.outcomes(state, seat, node):
        state.players[seat] = kept.clone()
        op.imagine(state, seat, node, outcome)
        found = can(state, seat, todo, at, effect)
        state.players[seat] = kept
        if found:
            break
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Obligation(Ask):
    """A question that waits on the agenda while an extra is being used; its action must stay possible (§9.3)."""

    def binds(self, state: Winery) -> bool:
        """Tell whether the action has not begun yet."""
        return False

    def possible(self, state: Winery) -> bool:
        """Tell whether the action can still be completed as things stand."""
        return True


@final
class Rest:
    """What the same actor still has to carry out after the present question."""

    def __init__(self, todo: list[Node], duty: Obligation | None) -> None:
        self.todo = todo
        self.duty = duty

    def fits(self, state: Winery, seat: int) -> bool:
        """Tell whether it can still be carried out as things stand."""
        if self.todo and not can(state, seat, self.todo, 0, 1):
            return False
        return self.duty is None or self.duty.possible(state)


def rest_of(state: Winery, seat: int) -> Rest | None:
    """Return what a player still has to carry out, or None if every choice is free (§9.3, VISITORS §2.5)."""
    todo: list[Node] = []
    duty: Obligation | None = None
    agenda = state.agenda
    for at in range(len(agenda) - 1, -1, -1):
        frame = agenda[at]
        if isinstance(frame, Run):
            if frame.seat != seat:
                break
            todo += state.pieces.lines[frame.line].nodes[frame.at :]
        elif isinstance(frame, Do):
            if frame.seat != seat:
                break
            todo.append(state.pieces.nodes[frame.node])
        elif isinstance(frame, Obligation):
            if frame.seat == seat and frame.binds(state):
                duty = frame
            break
        elif not isinstance(frame, Passing | OpChoice):
            break
    if all_sure(todo, 0):
        todo = []
    return Rest(todo, duty) if todo or duty is not None else None


@mypyc_attr(allow_interpreted_subclasses=True)
class OpChoice(Ask):
    """A question that belongs to an op: only answers after which everything else can still be completed are offered."""

    def candidates(self, state: Winery, seat: int) -> list[int]:
        """List the answers that are possible in themselves."""
        raise AssertionError(self.kind)

    def imagine(self, state: Winery, seat: int, option: int) -> None:
        """Carry out an answer on a scratch copy, as far as the rest can depend on it."""

    def options(self, state: Winery, seat: int) -> list[int]:
        found = self.candidates(state, seat)
        if len(found) > 1:
            rest = rest_of_top(state, seat, self)
            if rest is not None:
                found = self._fitting(state, seat, found, rest)
        return found or [STOP]

    def _fitting(self, state: Winery, seat: int, found: list[int], rest: Rest) -> list[int]:
        kept = state.players[seat]
        fitting: list[int] = []
        for option in found:
            state.players[seat] = kept.clone()
            if option != STOP:
                self.imagine(state, seat, option)
            if rest.fits(state, seat):
                fitting.append(option)
            state.players[seat] = kept
        return fitting or found


def rest_of_top(state: Winery, seat: int, question: Frame[Winery]) -> Rest | None:
    """Return the same, leaving out a question that is on top of the agenda or has just been removed from it."""
    if state.agenda and state.agenda[-1] is question:
        state.agenda.pop()
        rest = rest_of(state, seat)
        state.agenda.append(question)
        return rest
    return rest_of(state, seat)


# Carrying out.


@mypyc_attr(allow_interpreted_subclasses=True)
class Passing(Step[Winery]):
    """A frame that the search for what still has to be carried out passes over."""


@final
class Run(Step[Winery]):
    """Carry out a line from one of its nodes on (VISITORS §1.2)."""

    kind = "run"

    def __init__(self, seat: int, line: int, at: int) -> None:
        self.seat = seat
        self.line = line
        self.at = at

    def run(self, state: Winery) -> None:
        nodes = state.pieces.lines[self.line].nodes
        if self.at + 1 < len(nodes):
            state.push(Run(self.seat, self.line, self.at + 1))
        perform(state, self.seat, nodes[self.at])


@final
class Do(Step[Winery]):
    """Carry out one node."""

    kind = "do"

    def __init__(self, seat: int, node: int) -> None:
        self.seat = seat
        self.node = node

    def run(self, state: Winery) -> None:
        perform(state, self.seat, state.pieces.nodes[self.node])


@final
class CloseScope(Passing):
    """End the innermost scope."""

    kind = "close_scope"

    def run(self, state: Winery) -> None:
        state.close_scope()


@final
class FillMarket(Passing):
    """Fill empty face-up places: a payment is complete (§4.13)."""

    kind = "fill_market"

    def run(self, state: Winery) -> None:
        state.fill_market()


def perform(state: Winery, seat: int, node: Node) -> None:
    """Carry out a node, or skip it if an unlucky draw has made it impossible (VISITORS §2.5)."""
    op = REGISTRY[node.op]
    if node.sure or node.ways or op.able(state, seat, node):
        op.run(state, seat, node)
    else:
        state.tell("skips", seat, node.op)


def start(state: Winery, seat: int, line: int) -> None:
    """Put a line on the agenda."""
    if line != NONE:
        state.push(Run(seat, line, 0))


# Gains shared by many ops.


def gain_residual(state: Winery, seat: int, steps: int) -> None:
    """Move the bottle up step by step; a mark gives 1 VP each time it is reached from below (§4.10)."""
    vineyard, board = state.players[seat], state.board
    for _step in range(steps):
        if vineyard.residual < board.residual_max:
            vineyard.residual += 1
            state.tell("residual", seat, vineyard.residual)
            if board.residual_marks >> vineyard.residual & 1:
                gain_vp(state, seat, 1)


def gain_vp(state: Winery, seat: int, points: int) -> None:
    """Score."""
    if points:
        state.players[seat].vp += points
        state.tell("vp", seat, points)


def gain_lira(state: Winery, seat: int, lira: int) -> None:
    """Take lira from the bank."""
    if lira:
        state.players[seat].lira += lira
        state.tell("lira", seat, lira)


def pay_lira(state: Winery, seat: int, lira: int) -> None:
    """Pay lira to the bank."""
    if lira:
        state.players[seat].lira -= lira
        state.tell("pays", seat, lira)


def gain_simple(state: Winery, seat: int, node: Node) -> None:
    """Gain lira, VP or residual."""
    much = amount(state, seat, node)
    if node.what == LIRA:
        gain_lira(state, seat, much)
    elif node.what == VP:
        gain_vp(state, seat, much)
    else:
        gain_residual(state, seat, much)


def wine_tokens(vineyard: Vineyard, least: int) -> list[int]:
    """List the wines of at least a value, as options."""
    return [kind * 16 + value for kind in range(4) for value in values_of(vineyard.wines[kind]) if value >= least]


def grape_tokens(vineyard: Vineyard) -> list[int]:
    """List the grapes, as options."""
    return [colour * 16 + value for colour in range(2) for value in values_of(vineyard.grapes[colour])]


def branch_affects(state: Winery, seat: int, node: Node) -> bool:
    """Tell whether the branch that an `if` takes has an effect (VISITORS §2.4)."""
    line = node.then if holds(state, seat, node) else node.otherwise
    if line == NONE:
        return False
    return any(REGISTRY[inner.op].affects(state, seat, inner) for inner in state.pieces.lines[line].nodes)


def is_simple_gain(node: Node) -> bool:
    """Tell whether a node gains lira, VP or residual."""
    return node.op == GAIN and node.what in (LIRA, VP, RESIDUAL)


# Experts.


def expert_in_force(state: Winery, seat: int) -> Expert | None:
    """Return the expert of the action that a seat is taking, if the expert is the seat's own (§7.1)."""
    if not state.scopes:
        return None
    scope = state.scopes[-1]
    if scope.seat != seat or scope.action < 0 or state.boxes[scope.action] != seat or scope.flags & NO_EXPERT:
        return None
    return state.board.actions[scope.action].expert
