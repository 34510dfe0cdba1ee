"""The trade chart (§8)."""

from typing import final

from mypy_extensions import mypyc_attr

from cuvee.games.viticulture.decisions.common import STOP
from cuvee.games.viticulture.effects.op import REGISTRY, Op, OpChoice, Passing, Rest, Run, rest_of_top
from cuvee.games.viticulture.pieces.ops import CARDS, DRAW, GAIN, GRAPE, LIRA, VP, Node
from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.text import _


@final
class MakeTrade(Op):
    """Make a trade (§8.2)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        for number in range(len(state.board.trades)):
            if not state.blocked >> number & 1 and tradable(state, seat, number):
                return True
        return False

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(TradeChoice(seat))


def tradable(state: Winery, seat: int, number: int) -> bool:
    """Tell whether a trade's cost can be paid and its benefit received (§8.2)."""
    trade = state.board.trades[number]
    cost, benefit = state.board.goods[trade.pay].cost, state.board.goods[trade.gain].benefit
    if not REGISTRY[cost.op].able(state, seat, cost):
        return False
    op = REGISTRY[benefit.op]
    return op.able(state, seat, benefit) and (cost.what == CARDS or op.affects(state, seat, benefit))


@mypyc_attr(allow_interpreted_subclasses=True)
class OneOfTheTrades(OpChoice):
    """A question whose answers are trades of the chart."""

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return state.board.trades[option].id.removeprefix("trade_").replace("_", " ")

    def words(self, state: Winery, seat: int, option: int) -> str:
        return trade_text(state, option)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"trade:{state.board.trades[option].id}"]


@final
class TradeChoice(OneOfTheTrades):
    """Which trade to make (§8.2)."""

    kind = "trade"
    section = "8.2"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        trades = range(len(state.board.trades))
        return [number for number in trades if not state.blocked >> number & 1 and tradable(state, seat, number)]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        trade = state.board.trades[option]
        state.tell("trades", seat, option)
        state.push(BlockTrade(seat, option))
        state.push(Run(seat, state.board.goods[trade.gain].benefit_line, 0))
        state.push(Run(seat, state.board.goods[trade.pay].cost_line, 0))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Make a trade")

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        for number, trade in enumerate(state.board.trades):
            if what.casefold() in (self.tag(state, seat, number), trade.id) and state.blocked >> number & 1:
                return _("A glass token blocks “{what}”", what=what)
        return _("“{what}”: you must be able to pay the cost and receive the benefit", what=what)


def trade_text(state: Winery, number: int) -> str:
    """Say what a trade is."""
    trade, goods = state.board.trades[number], state.board.goods
    return _("Pay {cost}, gain {gain}", cost=_good_text(goods[trade.pay].cost), gain=_good_text(goods[trade.gain].benefit))


def _good_text(node: Node) -> str:
    if node.op == DRAW or node.what == CARDS:
        return _("{n} cards", n=node.n)
    if node.what == GRAPE:
        return _("a grape of value 1") if node.op == GAIN else _("a grape")
    return {LIRA: _("£{n}", n=node.n), VP: _("{n} VP", n=node.n)}.get(node.what, _("{n} residual", n=node.n))


@final
class BlockTrade(Passing):
    """Put a glass token on a trade that is complete (§8.2)."""

    kind = "block_trade"

    def __init__(self, seat: int, trade: int) -> None:
        self.seat = seat
        self.trade = trade

    def run(self, state: Winery) -> None:
        if state.board.tokens:
            state.blocked |= 1 << self.trade


@final
class RemoveTradeToken(Op):
    """Remove a glass token before the first trade (§7.5)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return state.blocked > 0

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(TradeToken(seat))


@final
class TradeToken(OneOfTheTrades):
    """Which token to remove (§7.5)."""

    kind = "trade_token"
    section = "7.5"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        return [number for number in range(len(state.board.trades)) if state.blocked >> number & 1]

    def options(self, state: Winery, seat: int) -> list[int]:
        found = self.candidates(state, seat)
        rest = rest_of_top(state, seat, self)
        if rest is not None:
            found = self._freeing(state, seat, found, rest) or found
        return found or [STOP]

    def _freeing(self, state: Winery, seat: int, found: list[int], rest: Rest) -> list[int]:
        fitting: list[int] = []
        for number in found:
            state.blocked ^= 1 << number
            if rest.fits(state, seat):
                fitting.append(number)
            state.blocked ^= 1 << number
        return fitting

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option != STOP:
            state.blocked &= ~(1 << option)
            state.tell("frees", seat, option)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Remove a glass token from a trade")
