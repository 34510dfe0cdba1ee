"""Selling wine and grapes (§6.15, §14.1)."""

from typing import final

from cuvee.games.viticulture.decisions.common import STOP, TOKEN, TokenChoice
from cuvee.games.viticulture.effects.op import Op, gain_vp, grape_tokens, wine_tokens
from cuvee.games.viticulture.pieces.ops import Node
from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.text import _


@final
class SellWine(Op):
    """Sell a wine for VP by its type (§6.15)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return state.players[seat].has_wine()

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(WineToSell(seat))


@final
class WineToSell(TokenChoice):
    """Which wine to sell (§6.15)."""

    kind = "wine_to_sell"
    section = "6.15"

    def of_wine(self) -> bool:
        return True

    def options(self, state: Winery, seat: int) -> list[int]:
        return wine_tokens(state.players[seat], 1) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        kind, value = option // TOKEN, option % TOKEN
        state.players[seat].lose_wine(kind, value)
        state.tell("sells_wine", seat, kind, value)
        state.scope().sold = value
        gain_vp(state, seat, state.board.sell_vp[kind])

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Sell a wine")


@final
class SellGrapes(Op):
    """Sell any number of grapes, at least one (§14.1)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return state.players[seat].has_grape()

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(GrapeToSell(seat, True))


@final
class GrapeToSell(TokenChoice):
    """Which grape to sell (§14.1)."""

    kind = "sell_grape"
    section = "14.1"

    def __init__(self, seat: int, first: bool) -> None:
        super().__init__(seat)
        self.first = first

    def options(self, state: Winery, seat: int) -> list[int]:
        found = grape_tokens(state.players[seat])
        return found if self.first and found else [*found, STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        colour, value = option // TOKEN, option % TOKEN
        state.players[seat].lose_grape(colour, value)
        state.players[seat].lira += state.pieces.grape_price[value]
        state.tell("sells_grape", seat, colour, value)
        if state.players[seat].has_grape():
            state.push(GrapeToSell(seat, False))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Sell a grape")
