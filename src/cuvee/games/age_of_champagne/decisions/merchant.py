"""Zone 5: the orders of the Wine Merchant (§10.6, §10.9)."""

from typing import final

from cuvee.games.age_of_champagne.decisions.common import market_code, spot_name
from cuvee.games.age_of_champagne.decisions.delivery import deliver, first_lack, lacks, may_ship, reach_of
from cuvee.games.age_of_champagne.decisions.shipping import WAY, order_label
from cuvee.games.age_of_champagne.pieces.cards import Market
from cuvee.games.age_of_champagne.pieces.vocabulary import (
    ACTIVE_FIRST,
    BEST_ECO,
    FARTHEST,
    GRAPES,
    HAS_TOKEN,
    MOST_PRESTIGE,
    NOBODY,
    NOTHING,
)
from cuvee.games.age_of_champagne.scoring import order_points
from cuvee.games.age_of_champagne.state.codes import PROVISIONAL, SLOTS
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Decision, Step
from cuvee.kernel.text import _


def merchant_leaves_out(state: Houses, market: Market, partial: bool) -> int:
    """Return which cuvee the Merchant would leave out: NOTHING if he has all; GRAPES if he cannot ship the order."""
    merchant = state.setup.merchant
    missing = lacks(state, merchant, market)
    if missing == 0:
        return NOTHING
    if missing == 1 and partial and market.size > 1:
        return first_lack(state, merchant, market)
    return GRAPES


def merchant_orders(state: Houses, spot: int, partial: bool) -> list[int]:
    """List the slots of the orders that the Merchant can fulfil from a spot."""
    found: list[int] = []
    merchant, event = state.setup.merchant, state.event_card()
    for slot in range(reach_of(state, spot)):
        card = state.order_at(slot)
        if may_ship(state, merchant, card):
            market = state.setup.pieces.markets[card]
            if market.transport != event.forbidden and merchant_leaves_out(state, market, partial) != GRAPES:
                found.append(slot)
    return found


def merchant_rank(state: Houses, slot: int, partial: bool) -> list[int]:
    """Rank an order for the Merchant by the criteria of §10.6, the most important first."""
    market = state.market_at(slot)
    marks = [0] * 5
    marks[MOST_PRESTIGE] = order_points(state, state.setup.merchant, market, merchant_leaves_out(state, market, partial))
    marks[BEST_ECO] = market.eco
    marks[HAS_TOKEN] = 1 if slot < PROVISIONAL and state.spaces[slot] else 0
    marks[FARTHEST] = market.sector
    marks[ACTIVE_FIRST] = 1 if slot < PROVISIONAL else 0
    return [marks[criterion] for criterion in state.setup.pieces.criteria]


@final
class MerchantOrder(Decision[Houses]):
    """A person who plays the Wine Merchant chooses which order he ships (§10.9)."""

    kind = "merchant order"
    section = "10.9"
    span = SLOTS

    def __init__(self, seat: int, spot: int, left: int, partial: bool) -> None:
        super().__init__(seat)
        self.spot = spot
        self.left = left
        self.partial = partial

    def options(self, state: Houses, seat: int) -> list[int]:
        return merchant_orders(state, self.spot, self.partial)

    def apply(self, state: Houses, seat: int, option: int) -> None:
        merchant_ships(state, option, self.spot, self.left, self.partial)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("The Wine Merchant at {spot}: choose his order", spot=spot_name(state, self.spot))

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"ship {market_code(state.market_at(option))}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        left_out = merchant_leaves_out(state, state.market_at(option), self.partial)
        return order_label(state, seat, WAY * (option + 1) + 1 + left_out)

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [f"market:{market_code(state.market_at(option))}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _(
            "The Wine Merchant can only ship an order that he can fulfil from his spot, and always ships when he can (§10.6)"
        )


@final
class MerchantTurn(Step[Houses]):
    """The Wine Merchant ships the order that brings him most, and goes on while he can (§10.6)."""

    kind = "merchant turn"

    def __init__(self, spot: int, left: int, partial: bool) -> None:
        self.spot = spot
        self.left = left
        self.partial = partial

    def run(self, state: Houses) -> None:
        slots = merchant_orders(state, self.spot, self.partial)
        if not slots:
            return
        if state.setup.person:
            state.push(MerchantOrder(state.setup.merchant, self.spot, self.left, self.partial))
            return
        best, rank = slots[0], merchant_rank(state, slots[0], self.partial)
        for slot in slots[1:]:
            other = merchant_rank(state, slot, self.partial)
            if other > rank:
                best, rank = slot, other
        merchant_ships(state, best, self.spot, self.left, self.partial)


def merchant_ships(state: Houses, slot: int, spot: int, left: int, partial: bool) -> None:
    """Let the Merchant ship an order, and go on afterwards if his spot allows; one order of a marker may be partial (§10.6)."""
    left_out = merchant_leaves_out(state, state.market_at(slot), partial)
    if left > 1:
        state.push(MerchantTurn(spot, left - 1, partial and left_out == NOTHING))
    deliver(state, state.setup.merchant, slot, left_out, False, NOBODY)
