"""Gaining lira, grapes, wine and VP, and giving tours (VISITORS §4.1, RULES §6.2)."""

from typing import final

from cuvee.games.viticulture.decisions.common import STOP, TOKEN, wine_name
from cuvee.games.viticulture.effects.op import REGISTRY, Op, OpChoice, Passing, amount, count, gain_lira, gain_simple, gain_vp
from cuvee.games.viticulture.effects.triggers import fire, fire_others
from cuvee.games.viticulture.pieces.cards import COLOURS
from cuvee.games.viticulture.pieces.ops import GAIN, GRAPE, LIRA, RESIDUAL, VP, WINE, Node, X
from cuvee.games.viticulture.pieces.structures import OTHER_TOURED, TOURED
from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.text import _


@final
class Gain(Op):
    """Gain lira, VP, residual, a grape or a wine (VISITORS §4.1)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        if node.what == GRAPE:
            return bool(self.outcomes(state, seat, node))
        if node.what == WINE:
            return bool(wines_for_cards(state, seat))
        return True

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        if node.what == RESIDUAL:
            return state.players[seat].residual < state.board.residual_max
        return node.n < 0 or amount(state, seat, node) > 0

    def run(self, state: Winery, seat: int, node: Node) -> None:
        if node.what == GRAPE and node.value != X:
            state.push(GrapeColour(seat, node.number))
        elif node.what in (LIRA, VP, RESIDUAL):
            gain_simple(state, seat, node)

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        if node.what != GRAPE:
            return [0]
        grapes = state.players[seat].grapes
        if node.value == X:
            return [0] if grapes_for_lira(state, seat) else []
        return [colour for colour in range(2) if (node.colour in (colour, 2)) and not grapes[colour] >> node.value & 1]

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        vineyard = state.players[seat]
        if node.what == GRAPE and node.value != X:
            vineyard.gain_grape(outcome, node.value)
        elif node.what == LIRA:
            vineyard.lira += amount(state, seat, node)
        elif node.what == VP:
            vineyard.vp += amount(state, seat, node)
        elif node.what == RESIDUAL:
            vineyard.residual = min(state.board.residual_max, vineyard.residual + amount(state, seat, node))


@final
class GrapeColour(OpChoice):
    """Which colour of grape to gain (§4.5)."""

    kind = "grape_colour"
    section = "4.5"

    def __init__(self, seat: int, node: int) -> None:
        super().__init__(seat)
        self.node = node

    def candidates(self, state: Winery, seat: int) -> list[int]:
        node = state.pieces.nodes[self.node]
        return REGISTRY[GAIN].outcomes(state, seat, node)

    def imagine(self, state: Winery, seat: int, option: int) -> None:
        state.players[seat].gain_grape(option, state.pieces.nodes[self.node].value)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option != STOP:
            value = state.pieces.nodes[self.node].value
            state.players[seat].gain_grape(option, value)
            state.tell("grape", seat, option, value)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Choose the colour of the grape of value {value}", value=state.pieces.nodes[self.node].value)

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return COLOURS[option]

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("A {colour} grape", colour=wine_name(option))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"grape:{seat}:{COLOURS[option]}:{state.pieces.nodes[self.node].value}"]


def grapes_for_lira(state: Winery, seat: int) -> list[int]:
    """List the grapes of value X that X lira can buy (§7.2)."""
    vineyard = state.players[seat]
    most = min(9, vineyard.lira)
    return [
        colour * TOKEN + value
        for colour in range(2)
        for value in range(1, most + 1)
        if not vineyard.grapes[colour] >> value & 1
    ]


def wines_for_cards(state: Winery, seat: int) -> list[int]:
    """List the wines of value X that X cards can buy: those with a free place in a built cellar (§7.10)."""
    vineyard = state.players[seat]
    most = min(vineyard.cellar_limit(state.pieces), vineyard.cards())
    return [
        kind * TOKEN + value
        for kind in range(4)
        for value in range(state.pieces.wine_least[kind], most + 1)
        if not vineyard.wines[kind] >> value & 1
    ]


@final
class GainWine(Passing):
    """Put a gained wine into the cellar; it is not made (§4.7, §7.10)."""

    kind = "gain_wine"

    def __init__(self, seat: int, type: int, value: int) -> None:
        self.seat = seat
        self.type = type
        self.value = value

    def run(self, state: Winery) -> None:
        state.players[self.seat].gain_wine(self.type, self.value)
        state.tell("wine", self.seat, self.type, self.value)


@final
class VpByCount(Op):
    """VP by the number of structures or vines (§7.8, §7.9)."""

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return vp_by_count(state, seat, node) > 0

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return vp_by_count(state, seat, node) > 0

    def run(self, state: Winery, seat: int, node: Node) -> None:
        gain_vp(state, seat, vp_by_count(state, seat, node))


def vp_by_count(state: Winery, seat: int, node: Node) -> int:
    """Return the VP of the highest step reached."""
    number = count(state, seat, node.counter)
    points = 0
    for step in node.steps:
        if number >= step[0]:
            points = step[1]
    return points


@final
class GiveTour(Op):
    """Give a tour (§6.2)."""

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.tell("tours", seat)
        gain_lira(state, seat, node.n)
        fire_others(state, seat, OTHER_TOURED)
        fire(state, seat, TOURED)
