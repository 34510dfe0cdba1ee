"""Fields: harvesting, buying and selling them (RULES §4.1, §4.4, §14.1)."""

from typing import Final, final

from cuvee.games.viticulture.decisions.common import STOP, FieldChoice
from cuvee.games.viticulture.effects.op import REGISTRY, Op, OpChoice, gain_lira, pay_lira
from cuvee.games.viticulture.effects.triggers import fire
from cuvee.games.viticulture.pieces.ops import BUY_FIELD, HARVEST_ALL, NONE, SELL_FIELD, Node
from cuvee.games.viticulture.pieces.structures import ABOUT_TO_HARVEST, HARVESTED
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.vineyard import PLOTS
from cuvee.kernel.text import _

ALL_FIELDS: Final = 3


# harvest


@final
class Harvest(Op):
    """Harvest fields (VISITORS §4.14)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        vineyard = state.players[seat]
        return vineyard.may_harvest(0) or vineyard.may_harvest(1) or vineyard.may_harvest(2)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(HarvestField(seat, node.low, node.high, True))

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        return state.players[seat].harvestable()

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        state.players[seat].harvest(state.pieces, outcome)


@final
class HarvestField(OpChoice):
    """Which field to harvest (§4.4); the Harvest Machine also offers all at once (§12.5)."""

    kind = "field"
    section = "4.4"

    def __init__(self, seat: int, low: int, high: int, whole: bool) -> None:
        super().__init__(seat)
        self.low = low
        self.high = high
        self.whole = whole
        """Whether the harvest is an effect of its own, not a step of an action."""

    def candidates(self, state: Winery, seat: int) -> list[int]:
        found = state.players[seat].harvestable()
        if len(found) > 1:
            for trigger in state.pieces.triggers[ABOUT_TO_HARVEST]:
                if state.players[seat].built >> trigger.structure & 1:
                    found.append(ALL_FIELDS)
        if self.low <= 0:
            found.append(STOP)
        return found

    def imagine(self, state: Winery, seat: int, option: int) -> None:
        for field in range(3):
            if option in (field, ALL_FIELDS) and state.players[seat].may_harvest(field):
                state.players[seat].harvest(state.pieces, field)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            if self.whole:
                fire(state, seat, HARVESTED)
            return
        if option == ALL_FIELDS:
            REGISTRY[HARVEST_ALL].run(state, seat, state.pieces.nodes[0])
        else:
            harvest(state, seat, option)
        if self.high > 1 and state.players[seat].harvestable():
            state.push(HarvestField(seat, self.low - 1, self.high - 1, self.whole))
        elif self.whole:
            fire(state, seat, HARVESTED)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Harvest a field")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return "all" if option == ALL_FIELDS else state.pieces.field_ids[option]

    def words(self, state: Winery, seat: int, option: int) -> str:
        if option == ALL_FIELDS:
            return _("All fields, with the Harvest Machine")
        return _("The field of value {value}", value=state.pieces.capacity[option])

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [] if option == ALL_FIELDS else [f"field:{seat}:{state.pieces.field_ids[option]}"]

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        return _("“{what}”: you may only harvest planted fields of your own, each at most once a year", what=what)


def harvest(state: Winery, seat: int, field: int) -> None:
    """Harvest one field."""
    state.players[seat].harvest(state.pieces, field)
    if state.scopes:
        state.scope().harvested += 1
    state.tell("harvests", seat, field)


@final
class HarvestAll(Op):
    """Harvest every field that may be harvested (Harvest Machine, §12.5)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(state.players[seat].harvestable())

    def run(self, state: Winery, seat: int, node: Node) -> None:
        for field in state.players[seat].harvestable():
            harvest(state, seat, field)


# Fields bought and sold (§4.1, §14.1)


@final
class BuyField(Op):
    """Buy a sold field for its value (§6.6)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(self.outcomes(state, seat, node))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(TradeField(seat, True))

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        vineyard = state.players[seat]
        prices = state.pieces.buy_price
        return [field for field in range(3) if not vineyard.owned >> field & 1 and vineyard.lira >= prices[field]]


@final
class SellField(Op):
    """Sell an empty field for its value (§14.1)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(self.outcomes(state, seat, node))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(TradeField(seat, False))

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        vineyard = state.players[seat]
        return [
            field
            for field in range(3)
            if vineyard.owned >> field & 1 and not vineyard.vines[field] and vineyard.sites[PLOTS + field] == NONE
        ]


@final
class TradeField(FieldChoice):
    """Which field to buy or to sell."""

    section = "4.1"

    def __init__(self, seat: int, buy: bool) -> None:
        super().__init__(seat)
        self.buy = buy

    def key(self) -> tuple[object, ...]:
        """The first word must stay as it is: the digests of old journals depend on it."""
        return ("trade_field", self.seat, self.buy)

    @property
    def kind(self) -> str:  # type: ignore[override]
        return "buy_field" if self.buy else "sell_field"

    def options(self, state: Winery, seat: int) -> list[int]:
        op = REGISTRY[BUY_FIELD if self.buy else SELL_FIELD]
        return op.outcomes(state, seat, state.pieces.nodes[0]) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        state.players[seat].owned ^= 1 << option
        if self.buy:
            pay_lira(state, seat, state.pieces.buy_price[option])
            state.tell("buys_field", seat, option)
        else:
            gain_lira(state, seat, state.pieces.sell_price[option])
            state.tell("sells_field", seat, option)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Buy a field") if self.buy else _("Sell a field")
