"""Purchases and actions that tiles bring, at their own prices and without moving (§11.1, §16.9)."""

from typing import final

from cuvee.games.vinhos.decisions.buying import WINERY, Build, BuyVineyard, Hire
from cuvee.games.vinhos.decisions.reserve import BankSteps
from cuvee.games.vinhos.decisions.trading import TradeWine
from cuvee.games.vinhos.pieces.vocabulary import BANK
from cuvee.games.vinhos.state.codes import NONE
from cuvee.games.vinhos.state.setup import Effect
from cuvee.games.vinhos.state.table import Table


@final
class BuyVineyards(Effect[Table]):
    """Vineyards at a discount (§11.1)."""

    def __init__(self, name: str, count: int, less: int) -> None:
        super().__init__(name)
        self.count = count
        self.less = less

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if self.possible(state, seat, 0):
            state.push(BuyVineyard(seat, self.count, False, self.less))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        return state.can_buy_vineyard(seat, state.money[seat], self.less)


@final
class BuyBuilding(Effect[Table]):
    """Wineries or Cellars at the tile's price (§11.1)."""

    def __init__(self, name: str, what: int, count: int, price: int) -> None:
        super().__init__(name)
        self.what = what
        self.count = count
        self.price = price

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if self.possible(state, seat, 0):
            state.push(Build(seat, self.count, False, self.what, self.price))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        if self.what == WINERY:
            return state.can_buy_winery(seat, state.money[seat], self.price)
        return state.can_buy_cellar(seat, state.money[seat], self.price)


@final
class HireStaff(Effect[Table]):
    """An Enologist or a Farmer at the tile's price (§11.1)."""

    def __init__(self, name: str, farmer: bool, count: int, price: int) -> None:
        super().__init__(name)
        self.farmer = farmer
        self.count = count
        self.price = price

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if self.possible(state, seat, 0):
            enologist, farmer = (NONE, self.price) if self.farmer else (self.price, NONE)
            state.push(Hire(seat, self.count, False, enologist, farmer))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        if self.farmer:
            return state.can_hire_farmer(seat, state.money[seat], self.price)
        return state.can_hire_enologist(seat, state.money[seat], self.price)


@final
class DoAction(Effect[Table]):
    """A complete Sales, Export or Bank action without moving (§11.1, §14.7, §16.9)."""

    def __init__(self, name: str, action: int) -> None:
        super().__init__(name)
        self.action = action

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if not self.possible(state, seat, 0):
            return
        if self.action == BANK:
            state.push(BankSteps(seat))
        else:
            state.push(TradeWine(seat, self.action, False, state.setup.trade_limit))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        if self.action == BANK:
            return state.can_bank(seat, state.money[seat])
        return state.can_trade(seat, self.action, extra)
