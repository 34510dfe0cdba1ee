"""A position of Age of Champagne piece by piece, for learners that find things out themselves."""

from typing import Any, Final

from cuvee.games.age_of_champagne.decisions import (
    SWAP,
    WAY,
    ChoosePartner,
    MerchantOrder,
    Offer,
    PlaceAnywhere,
    Ship,
    Store,
    TakeToken,
    asking,
    first_lack,
)
from cuvee.games.age_of_champagne.effects.board import ChooseMarker
from cuvee.games.age_of_champagne.pieces import GRAPES, NOBODY, NOTHING, REGIONS, SECTORS, SPOTS, TRANSPORT_IDS
from cuvee.games.age_of_champagne.state import HOME, RESERVED, SLOTS, Houses
from cuvee.kernel.heuristics import marked, named_after_turns
from cuvee.kernel.play import Decision

Row = list[float]

VINEYARD_WIDTH: Final = REGIONS + 1 + GRAPES + 3
ORDER_WIDTH: Final = GRAPES + len(TRANSPORT_IDS) + 2


def details(state: Houses, seat: int) -> list[tuple[str, Row]]:
    """Tell what lies where, as far as a seat can see: the board, then house by house, then what is being asked."""
    found = _course(state) + _vineyards(state) + _markets(state) + _tokens(state, seat) + _draft(state, seat)
    houses = named_after_turns(seat, state.seats)
    if state.setup.merchant >= state.seats:
        houses.append(("merchant", state.setup.merchant))
    for name, who in houses:
        found += _house(state, name, who, seat)
    return found + _asked(state, seat)


# The board.


def _course(state: Houses) -> list[tuple[str, Row]]:
    """Tell the round, the event with its key, past events, the supply of cubes, and what High Tension blocks."""
    count, setup = len(state.setup.pieces.events), state.setup
    hazards = state.event != NOTHING and state.event_card().hazards
    found = [
        ("round", [state.round / setup.pieces.rounds]),
        ("event", marked(count, [state.event])),
        ("past_events", marked(count, state.past)),
        ("key_region", marked(REGIONS, [state.key_element if hazards else NOTHING])),
        ("key_grape", marked(GRAPES, [NOTHING if hazards else state.key_element])),
        ("supply", [min(1.0, cubes / 60) for cubes in state.supply]),  # a corrected table may have no limit
    ]
    if setup.tension:
        found.append(("blocked", marked(SPOTS, state.blocked)))
    return found


def _vineyards(state: Houses) -> list[tuple[str, Row]]:
    """Describe what is on offer column by column, and tell which cards are to come in unknown order."""
    offers, upcoming, piles = list[float](), list[float](), list[float]()
    hidden = list[int]()
    for column in range(len(state.offers)):
        pile = state.piles[column]
        offers += _vineyard(state, state.offers[column])
        upcoming += _vineyard(state, pile[len(pile) - 1] if pile else NOTHING)
        piles.append(len(pile) / 10)
        hidden += pile[: len(pile) - 1] if pile else []
    cards = len(state.setup.pieces.vineyards)
    return [
        ("offers", offers),
        ("upcoming", upcoming),
        ("piles", piles),
        ("vineyards_to_come", marked(cards, hidden)),
        ("vineyards_discarded", marked(cards, state.vineyard_discard)),
    ]


def _vineyard(state: Houses, card: int) -> Row:
    """Describe a Vineyard card: region, grape, how many it grows, Prestige and eco."""
    if card == NOTHING:
        return [0.0] * VINEYARD_WIDTH
    vineyard = state.setup.pieces.vineyards[card]
    row = marked(REGIONS + 1, [vineyard.region]) + marked(GRAPES, [vineyard.grape])
    return [*row, vineyard.quantity / 3, vineyard.prestige / 2, float(vineyard.eco)]


def _markets(state: Houses) -> list[tuple[str, Row]]:
    """Describe the six orders that can be seen, and tell which are to come in unknown order."""
    orders, hidden = list[float](), list[int]()
    for slot in range(SLOTS):
        orders += _order(state, state.order_at(slot))
    for stack in state.stacks:
        hidden += stack[: len(stack) - 1] if stack else []
    return [("orders", orders), ("orders_to_come", marked(len(state.setup.pieces.markets), hidden))]


def _order(state: Houses, card: int) -> Row:
    """Describe a Market card: cuvees, transport, value and eco."""
    if card == NOTHING:
        return [0.0] * ORDER_WIDTH
    market = state.setup.pieces.markets[card]
    row = [count / 2 for count in market.cuvees]
    return [*row, *marked(len(TRANSPORT_IDS), [market.transport]), market.value / 10, market.eco / 2]


def _tokens(state: Houses, seat: int) -> list[tuple[str, Row]]:
    """Count tokens by face: on market spaces that the seat has looked at, used, and in a supply made of used ones."""
    counts, seen, faces = list[float](), list[float](), state.setup.faces
    for space in range(SECTORS):
        counts.append(len(state.spaces[space]) / 3)
        seen += _faces(state.spaces[space] if state.known[space] >> seat & 1 else [], faces)
    counts.append(len(state.token_supply) / 10)
    return [
        ("tokens", counts),
        ("tokens_seen", seen),
        ("tokens_used", _faces(state.token_discard, faces)),
        ("tokens_supply", _faces(state.token_supply if state.reshuffles else [], faces)),
    ]


def _faces(tokens: list[int], faces: int) -> Row:
    row = [0.0] * faces
    for face in tokens:
        row[face] += 0.5
    return row


def _draft(state: Houses, seat: int) -> list[tuple[str, Row]]:
    """Show the own inheritance hand, the card that is picked but not yet revealed, and all cards that have come by."""
    cards, hand, picked, seen = len(state.setup.pieces.inheritance), list[int](), list[int](), list[int]()
    if state.dealt and seat < state.setup.players:
        hand = state.draft_hand(seat)
        picked = list(state.sealed[seat])
        for pick in range(len(state.kept[seat]) + 1):
            seen += state.pack_before((seat - pick) % state.setup.participants, pick)
    return [("hand", marked(cards, hand)), ("picked", marked(cards, picked)), ("seen_in_draft", marked(cards, seen))]


# Houses.


def _house(state: Houses, name: str, who: int, seat: int) -> list[tuple[str, Row]]:
    """Show all that belongs to a participant."""
    at = GRAPES * who
    found = [
        (name + "_house", _boards(state, who)),
        (name + "_cellar", [cubes / 5 for cubes in state.cellar[at : at + GRAPES]]),
        (name + "_oenotheque", [cubes / 3 for cubes in state.cave[at : at + GRAPES]]),
        (name + "_grid", [cubes / 4 for cubes in state.grid[at : at + GRAPES]]),
        (name + "_markers", [1.0 if owner == who else 0.0 for owner in state.spots]),
    ]
    return found + _estate(state, name, who, seat) if who < state.seats else found


def _estate(state: Houses, name: str, who: int, seat: int) -> list[tuple[str, Row]]:
    """Show what only players have. A Merchant who has a seat has these rows too, for one shape fits all; they stay empty."""
    setup, at, start = state.setup, GRAPES * who, state.setup.faces * who
    player = who < setup.players
    shown = player and (who == seat or not state.dealt)
    return [
        (name + "_wines", [cubes / 10 for cubes in state.wines[at : at + GRAPES]]),
        (name + "_vineyards", _plots(state, who)),
        (name + "_tokens", [state.tokens[start + face] / 2 if player else 0.0 for face in range(setup.faces)]),
        (name + "_kept", marked(len(setup.pieces.inheritance), state.kept[who] if shown else [])),
        (name + "_disc", _disc(state, who)),
    ]


def _boards(state: Houses, who: int) -> Row:
    """Tell how far a participant is, what he can still place, and his place at the Council."""
    row = [
        1.0 if who == state.setup.merchant else 0.0,
        state.prestige[who] / 100,
        state.eco[who] / 10,
        state.press[who] / 8,
        state.modules[who] / 8,
        state.in_hand(who) / 3,
        len(state.draft_hand(who)) / 6 if state.dealt else 0.0,
    ]
    place = NOTHING
    for position in range(len(state.council)):
        if state.council[position] == who:
            place = position
    return row + marked(state.setup.participants, [place])


def _plots(state: Houses, who: int) -> Row:
    """Count by region what grows there of each grape, the cards and the land tokens."""
    row, width = [0.0] * (REGIONS * (GRAPES + 2)), GRAPES + 2
    if who >= state.setup.players:
        return row
    for plot in state.estates[who]:
        card, at = state.setup.pieces.vineyards[plot // REGIONS], plot % REGIONS * width
        row[at + card.grape] += card.quantity / 4
        row[at + GRAPES] += 0.25
    for region in range(REGIONS):
        row[region * width + GRAPES + 1] = state.lands[REGIONS * who + region] / 2
    return row


def _disc(state: Houses, who: int) -> Row:
    """Tell whether the free disc is at hand, on a spot, or on one of the six orders; a Merchant has none."""
    row = [0.0] * (2 + SLOTS)
    if who >= state.setup.players:
        return row
    disc = state.discs[who]
    row[0] = 1.0 if disc == HOME else 0.0
    row[1] = 1.0 if HOME < disc < RESERVED else 0.0
    if disc >= RESERVED:
        for slot in range(SLOTS):
            row[2 + slot] = 1.0 if state.order_at(slot) == disc - RESERVED else 0.0
    return row


# What is being asked.


def _asked(state: Houses, seat: int) -> list[tuple[str, Row]]:
    """Tell what the question is about, where its kind does not."""
    decision = None if state.over else state.decision()
    card, space, grape, spots = NOTHING, NOTHING, NOTHING, list[int]()
    left, partial, stored = 0, False, [0.0] * GRAPES
    if isinstance(decision, Ship | MerchantOrder):
        left, partial, spots = decision.left, decision.partial, [decision.spot]
    elif isinstance(decision, ChooseMarker):
        spots = state.markers_in(decision.seat, decision.zone)
    elif isinstance(decision, PlaceAnywhere):
        card = decision.card
    elif isinstance(decision, TakeToken):
        space = decision.space
    elif isinstance(decision, Store):
        grape = len(decision.stored)
        for earlier in range(grape):
            stored[earlier] = decision.stored[earlier] / 5
    found = [
        ("asked_shipment", [left / 2, 1.0 if partial else 0.0]),
        ("asked_spots", marked(SPOTS, spots)),
        ("asked_vineyard", _vineyard(state, card)),
        ("asked_space", marked(SECTORS, [space])),
        ("asked_basket", [grapes / 5 for grapes in state.basket]),
        ("asked_grape", marked(GRAPES, [grape])),
        ("asked_stored", stored),
    ]
    return found + _partnership(state, seat, decision) if state.setup.trade else found


def _partnership(state: Houses, seat: int, decision: Decision[Any] | None) -> list[tuple[str, Row]]:
    """Tell which order needs a partner and for what, who asks and who has accepted; and what was asked before (§11.2)."""
    order, lack, asker, accepted, before = 0, NOTHING, NOBODY, list[int](), list[int]()
    if isinstance(decision, Offer | ChoosePartner):
        order, accepted = decision.order, list(decision.accepted)
    elif isinstance(decision, Ship):
        before = [slot for slot in range(SLOTS) if state.order_at(slot) in decision.asked]
    slot = order // WAY - 1
    if slot >= 0:
        asker = (asking(state) - seat) % state.seats
        lack = first_lack(state, asking(state), state.market_at(slot))
    return [
        ("asked_order", marked(SLOTS, [slot])),
        ("asked_swap", [1.0 if order & SWAP else 0.0]),
        ("asked_cuvee", marked(GRAPES, [lack])),
        ("asked_by", marked(state.seats, [asker])),
        ("asked_accepted", marked(state.seats, [(other - seat) % state.seats for other in accepted])),
        ("asked_before", marked(SLOTS, before)),
    ]
