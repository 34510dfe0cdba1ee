"""Choices, parts in any order, and conditions (VISITORS §4.5 to §4.7)."""

from typing import final

from cuvee.games.viticulture.decisions.common import STOP, Ask
from cuvee.games.viticulture.effects.op import REGISTRY, Do, Op, Run, branch_affects, can, can_line, holds, rest_of_top, start
from cuvee.games.viticulture.pieces.lines import option_nodes
from cuvee.games.viticulture.pieces.ops import CHOOSE, NONE, Node
from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.text import _


@final
class Choose(Op):
    """Alternatives: "or", "choose N", "do both" (VISITORS §3, §4.5)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return can(state, seat, [node], 0, 1)

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return self.able(state, seat, node)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(ChooseOption(seat, node.number, 0))


@final
class ChooseOption(Ask):
    """Which alternative to carry out; after the first there may be another one, with the expert or for a cost."""

    kind = "option"
    section = "11.1"

    def __init__(self, seat: int, node: int, done: int) -> None:
        super().__init__(seat)
        self.node = node
        self.done = done

    def options(self, state: Winery, seat: int) -> list[int]:
        node = state.pieces.nodes[self.node]
        rest = rest_of_top(state, seat, self)
        todo = rest.todo if rest is not None else []
        cost = self._cost(state, node)
        found: list[int] = []
        for at in range(len(node.choices)):
            if (self.done | node.gone) >> at & 1:
                continue
            after = node.rest[at : at + 1] + todo  # with several picks, what is left after this one has to work too
            one = state.pieces.lines[node.choices[at].line]
            if not cost and not after:
                if can_line(state, seat, one.number):
                    found.append(at)
            elif can(state, seat, cost + option_nodes(one) + after, 0, 1):
                found.append(at)
        if self.done or not found:
            found.append(STOP)
        return found

    def _cost(self, state: Winery, node: Node) -> list[Node]:
        """Return the cost of doing both, unless the expert waives it (VISITORS §3.1)."""
        if not self.done or node.both_cost == NONE or state.scope().anded:
            return []
        return state.pieces.lines[node.both_cost].nodes

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        node = state.pieces.nodes[self.node]
        done = self.done | 1 << option
        if node.rest:
            state.push(Do(seat, node.rest[option].number))
        elif self._may_go_on(state, seat, node) and done != (1 << len(node.choices)) - 1:
            state.push(ChooseOption(seat, self.node, done))
        state.tell("chooses", seat, node.number, option)
        state.push(Run(seat, node.choices[option].line, 0))
        if self._cost(state, node):
            state.push(Run(seat, node.both_cost, 0))

    def _may_go_on(self, state: Winery, seat: int, node: Node) -> bool:
        if node.both_cost != NONE:
            return True
        return node.expert_and and bool(state.scopes) and state.scope().anded and state.scope().owner == seat

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Choose") if not self.done else _("Do another one too?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"option {option + 1}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _(state.pieces.nodes[self.node].choices[option].label)

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        return _("“{what}” cannot be carried out completely now", what=what)


@final
class AnyOrder(Op):
    """Parts in an order of the actor's choice (VISITORS §4.6)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return can(state, seat, [node], 0, 1)

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return any(REGISTRY[part.op].affects(state, seat, part) for part in state.pieces.lines[node.do].nodes)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(NextPart(seat, node.number))


@final
class NextPart(Ask):
    """Which part comes next."""

    kind = "next_part"
    section = "11.1"

    def __init__(self, seat: int, node: int) -> None:
        super().__init__(seat)
        self.node = node

    def options(self, state: Winery, seat: int) -> list[int]:
        node = state.pieces.nodes[self.node]
        rest = rest_of_top(state, seat, self)
        parts = state.pieces.lines[node.do].nodes
        found: list[int] = []
        for at in range(len(parts)):
            todo = [parts[at], *node.rest[at : at + 1], *(rest.todo if rest is not None else [])]
            if can(state, seat, todo, 0, 1):
                found.append(at)
        return found or list(range(len(parts)))

    def apply(self, state: Winery, seat: int, option: int) -> None:
        node = state.pieces.nodes[self.node]
        if node.rest:
            state.push(Do(seat, node.rest[option].number))
        state.push(Do(seat, state.pieces.lines[node.do].nodes[option].number))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("What comes first?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"part {option + 1}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        node = state.pieces.nodes[self.node]
        part = state.pieces.lines[node.do].nodes[option]
        if part.op == CHOOSE:
            return _(" or ").join(_(choice.label) for choice in part.choices)
        from cuvee.games.viticulture.pieces.ops import OPS

        return _("First: {what}", what=_(OPS[part.op].replace("_", " ")))


@final
class If(Op):
    """A condition (VISITORS §4.7)."""

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return branch_affects(state, seat, node)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        start(state, seat, node.then if holds(state, seat, node) else node.otherwise)
