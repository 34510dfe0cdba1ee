"""Zone 5: which orders can be delivered, complete or partial, and what a delivery does (§5.5.2–§5.5.4)."""

from typing import Final, final

from cuvee.games.age_of_champagne.decisions.common import spot_of
from cuvee.games.age_of_champagne.decisions.tokens import open_tokens
from cuvee.games.age_of_champagne.pieces.cards import Market
from cuvee.games.age_of_champagne.pieces.vocabulary import BOAT, GRAPES, NOBODY, NOTHING, PLANE
from cuvee.games.age_of_champagne.scoring import order_points
from cuvee.games.age_of_champagne.state.codes import HOME, PROVISIONAL, RESERVED, SLOTS
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Step

SWAP_ECO: Final = 2
"""A plane costs two eco levels more than a boat (§8.4)."""


def swapped(transport: int) -> int:
    """Return the other mode of transport of an International order (§8.4)."""
    return BOAT if transport == PLANE else PLANE


def reach_of(state: Houses, spot: int) -> int:
    """Return how many slots a Shipping marker can reach: three Active, or all six (§5.5.2, §7.2)."""
    return SLOTS if spot_of(state, spot).provisional and not state.event_card().active_only else PROVISIONAL


def may_ship(state: Houses, who: int, card: int) -> bool:
    """Tell whether there is an order and nobody else has reserved it (§8.3)."""
    if card == NOTHING:
        return False
    owner = state.reserved_by(card)
    return owner in (NOBODY, who)


def lacks(state: Houses, who: int, market: Market) -> int:
    """Count the cuvees of an order that are missing in a cellar."""
    missing = 0
    at = GRAPES * who
    for cuvee in range(GRAPES):
        short = market.cuvees[cuvee] - state.cellar[at + cuvee]
        if short > 0:
            missing += short
    return missing


def first_lack(state: Houses, who: int, market: Market) -> int:
    """Return the type of cuvee that is missing in a cellar, or NOTHING."""
    for cuvee in range(GRAPES):
        if market.cuvees[cuvee] > state.cellar[GRAPES * who + cuvee]:
            return cuvee
    return NOTHING


def partners(state: Houses, seat: int, cuvee: int) -> list[int]:
    """List the other players with a cuvee in their cellar, in Council order (§11.2)."""
    return [
        other
        for other in state.council
        if other not in (seat, state.setup.merchant) and state.cellar[GRAPES * other + cuvee] > 0
    ]


def deliver(state: Houses, who: int, slot: int, left_out: int, swap: bool, partner: int) -> None:
    """Validate an order: cuvees, Prestige, eco, tokens; then the card is replaced (§5.5.3, §11.2)."""
    card = state.order_at(slot)
    market = state.setup.pieces.markets[card]
    state.tell("ships", who, card, left_out, partner)
    for cuvee in range(GRAPES):
        count = market.cuvees[cuvee] - (1 if cuvee == left_out else 0)
        if count:
            state.give_back(state.cellar, who, cuvee, count)
    state.gain(who, order_points(state, who, market, left_out))
    if partner != NOBODY:
        state.give_back(state.cellar, partner, left_out, 1)
        state.gain(partner, state.setup.pieces.units[left_out] + state.bonus(partner, left_out))
    levels = market.eco
    if swap:
        levels += SWAP_ECO if market.transport == PLANE else -SWAP_ECO
        state.use_token(who, state.swap_token(who))
    state.change_eco(who, levels)
    if who != state.setup.merchant and state.discs[who] == RESERVED + card:
        release(state, who)
    state.push(ReplaceOrder(slot))
    if slot < PROVISIONAL and state.spaces[slot]:
        open_tokens(state, who, slot)


def release(state: Houses, seat: int) -> None:
    """Take the disc back from a reserved order; the token is used up (§8.3)."""
    state.discs[seat] = HOME
    state.use_token(seat, state.reservation_token(seat))


@final
class ReplaceOrder(Step[Houses]):
    """A shipped card is discarded; the Provisional order takes an Active one's place, or the next is uncovered (§5.5.3)."""

    kind = "replace order"

    def __init__(self, slot: int) -> None:
        self.slot = slot

    def run(self, state: Houses) -> None:
        card = state.order_at(self.slot)
        sector = self.slot % PROVISIONAL
        state.market_discard[sector] = [*state.market_discard[sector], card]
        if self.slot >= PROVISIONAL:
            state.stacks[sector] = state.stacks[sector][:-1]
        elif state.event_card().no_refill:
            state.orders[sector] = NOTHING
            return
        else:
            move_down(state, sector)
        state.refill(sector)
        state.reveal()


def move_down(state: Houses, sector: int) -> None:
    """Move the Provisional order of a sector to its Active space."""
    stack = state.stacks[sector]
    state.orders[sector] = stack[len(stack) - 1]
    state.stacks[sector] = stack[:-1]
