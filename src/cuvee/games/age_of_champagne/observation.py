"""A position of Age of Champagne piece by piece, for learners that find out for themselves what matters."""

from typing import Any, Final

from cuvee.games.age_of_champagne.decisions.delivery import first_lack
from cuvee.games.age_of_champagne.decisions.harvest import Store
from cuvee.games.age_of_champagne.decisions.merchant import MerchantOrder
from cuvee.games.age_of_champagne.decisions.shipping import SWAP, WAY, ChoosePartner, Offer, Ship, asking
from cuvee.games.age_of_champagne.decisions.tokens import TakeToken
from cuvee.games.age_of_champagne.decisions.vineyards import PlaceAnywhere
from cuvee.games.age_of_champagne.effects.board import ChooseMarker
from cuvee.games.age_of_champagne.pieces.vocabulary import GRAPES, NOBODY, NOTHING, REGIONS, SECTORS, SPOTS, TRANSPORT_IDS
from cuvee.games.age_of_champagne.state.codes import HOME, RESERVED, SLOTS
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.observation import Rows
from cuvee.kernel.play import Decision

TRANSPORTS: Final = len(TRANSPORT_IDS)
VINEYARD_WIDTH: Final = REGIONS + 1 + GRAPES + 3
ORDER_WIDTH: Final = GRAPES + TRANSPORTS + 2
PLOT_WIDTH: Final = GRAPES + 2

PRESTIGE_SHIFT: Final = 50
"""Added to Prestige, which may be negative."""
ECO_SHIFT: Final = 3
"""Added to the eco levels of an order, -2 to 1, so that 0 means there is no order."""


def details(state: Houses, seat: int, rows: Rows) -> None:
    """Tell what lies where, as far as a seat can see: the board, then house by house, then what is being asked."""
    _course(state, rows)
    _vineyards(state, rows)
    _markets(state, rows)
    _tokens(state, seat, rows)
    _draft(state, seat, rows)
    seats, merchant = state.seats, state.setup.merchant
    markers = [0] * state.setup.participants
    for turn in range(seats):
        rows.side(turn)
        who = (seat + turn) % seats
        markers[who] = _house(state, who, rows)
        _estate(state, who, seat, rows)
    if merchant >= seats:
        rows.side(-1, "merchant")
        markers[merchant] = _house(state, merchant, rows)
    rows.table()
    spots = state.spots
    for spot in range(SPOTS):
        if spots[spot] != NOBODY:
            rows.mark(markers[spots[spot]], spot)
    _asked(state, seat, rows)


# The board.


def _course(state: Houses, rows: Rows) -> None:
    """Tell the round, the event with its key element, past events, the supply of cubes, and what High Tension blocks."""
    count = len(state.setup.pieces.events)
    hazards = state.event != NOTHING and state.event_card().hazards
    rows.part("round", 1)
    rows.add(state.round)
    rows.mark(rows.part("event", count), state.event)
    rows.marks(rows.part("past_events", count), state.past)
    key_region, key_grape = rows.part("key_region", REGIONS), rows.part("key_grape", GRAPES)
    rows.mark(key_region if hazards else key_grape, state.key_element)
    _cubes("supply", state.supply, 0, rows)
    if state.setup.tension:
        rows.marks(rows.part("blocked", SPOTS), state.blocked)


def _cubes(name: str, cubes: list[int], at: int, rows: Rows) -> None:
    """Count the cubes of each colour, starting at a place in a flat list."""
    start = rows.part(name, GRAPES)
    for colour in range(GRAPES):
        rows.put(start + colour, cubes[at + colour])


def _vineyards(state: Houses, rows: Rows) -> None:
    """Describe the offers column by column, and list the cards still to come, whose order is unknown."""
    offers, piles, cards = state.offers, state.piles, len(state.setup.pieces.vineyards)
    columns = len(offers)
    rows.part("offers", VINEYARD_WIDTH * columns)
    for card in offers:
        _vineyard(state, card, rows)
    rows.part("upcoming", VINEYARD_WIDTH * columns)
    for pile in piles:
        _vineyard(state, pile[len(pile) - 1] if pile else NOTHING, rows)
    rows.part("piles", columns)
    for pile in piles:
        rows.add(len(pile))
    to_come = rows.part("vineyards_to_come", cards)
    for pile in piles:
        for place in range(len(pile) - 1):
            rows.mark(to_come, pile[place])
    rows.marks(rows.part("vineyards_discarded", cards), state.vineyard_discard)


def _vineyard(state: Houses, card: int, rows: Rows) -> None:
    """Describe a Vineyard card: region, grape, how many it grows, Prestige and eco."""
    if card == NOTHING:
        rows.skip(VINEYARD_WIDTH)
        return
    vineyard = state.setup.pieces.vineyards[card]
    rows.one_of(REGIONS + 1, vineyard.region)
    rows.one_of(GRAPES, vineyard.grape)
    rows.add(vineyard.quantity)
    rows.add(vineyard.prestige)
    rows.add(vineyard.eco)


def _markets(state: Houses, rows: Rows) -> None:
    """Describe the six visible orders, and list those still to come, whose order is unknown."""
    rows.part("orders", ORDER_WIDTH * SLOTS)
    for slot in range(SLOTS):
        _order(state, state.order_at(slot), rows)
    to_come = rows.part("orders_to_come", len(state.setup.pieces.markets))
    for stack in state.stacks:
        for place in range(len(stack) - 1):
            rows.mark(to_come, stack[place])


def _order(state: Houses, card: int, rows: Rows) -> None:
    """Describe a Market card: cuvees, transport, value and eco (shifted)."""
    if card == NOTHING:
        rows.skip(ORDER_WIDTH)
        return
    market = state.setup.pieces.markets[card]
    rows.add_all(market.cuvees)
    rows.one_of(TRANSPORTS, market.transport)
    rows.add(market.value)
    rows.add(market.eco + ECO_SHIFT)


def _tokens(state: Houses, seat: int, rows: Rows) -> None:
    """Count tokens by face: on the market spaces the seat has looked at, used ones, and a supply made of used ones."""
    spaces, known, faces = state.spaces, state.known, state.setup.faces
    rows.part("tokens", SECTORS + 1)
    for space in range(SECTORS):
        rows.add(len(spaces[space]))
    rows.add(len(state.token_supply))
    seen = rows.part("tokens_seen", SECTORS * faces)
    for space in range(SECTORS):
        if known[space] >> seat & 1:
            _faces(spaces[space], seen + space * faces, rows)
    _faces(state.token_discard, rows.part("tokens_used", faces), rows)
    supply = rows.part("tokens_supply", faces)
    if state.reshuffles:
        _faces(state.token_supply, supply, rows)


def _faces(tokens: list[int], start: int, rows: Rows) -> None:
    """Count tokens by face."""
    for face in tokens:
        rows.more(start + face, 1)


def _draft(state: Houses, seat: int, rows: Rows) -> None:
    """Show the seat's inheritance hand, the card picked but not yet revealed, and all cards it has seen."""
    setup = state.setup
    cards = len(setup.pieces.inheritance)
    hand, picked, seen = rows.part("hand", cards), rows.part("picked", cards), rows.part("seen_in_draft", cards)
    if state.dealt and seat < setup.players:
        rows.marks(hand, state.draft_hand(seat))
        for card in state.sealed[seat]:
            rows.mark(picked, card)
        for pick in range(len(state.kept[seat]) + 1):
            rows.marks(seen, state.pack_before((seat - pick) % setup.participants, pick))


# Houses.


def _house(state: Houses, who: int, rows: Rows) -> int:
    """Show what every participant has; return where the markers will be written."""
    at = GRAPES * who
    _boards(state, who, rows)
    _cubes("cellar", state.cellar, at, rows)
    _cubes("oenotheque", state.cave, at, rows)
    _cubes("grid", state.grid, at, rows)
    return int(rows.part("markers", SPOTS))


def _boards(state: Houses, who: int, rows: Rows) -> None:
    """Show a participant's progress (Prestige is shifted), what is still to be placed, and the place at the Council."""
    council, participants = state.council, state.setup.participants
    rows.part("house", 7 + participants)
    rows.flag(who == state.setup.merchant)
    rows.add(state.prestige[who] + PRESTIGE_SHIFT)
    rows.add(state.eco[who])
    rows.add(state.press[who])
    rows.add(state.modules[who])
    rows.add(state.in_hand(who))
    rows.add(len(state.draft_hand(who)) if state.dealt else 0)
    places = rows.skip(participants)
    for position in range(len(council)):
        if council[position] == who:
            rows.mark(places, position)


def _estate(state: Houses, who: int, seat: int, rows: Rows) -> None:
    """Show what only players have. A Merchant with a seat has these parts too, left empty, so that all rows have one shape."""
    setup, faces, kept_tokens = state.setup, state.setup.faces, state.tokens
    _cubes("wines", state.wines, GRAPES * who, rows)
    plots = rows.part("vineyards", REGIONS * PLOT_WIDTH)
    tokens = rows.part("tokens", faces)
    kept = rows.part("kept", len(setup.pieces.inheritance))
    rows.part("disc", 2 + SLOTS)
    if who >= setup.players:
        return
    _plots(state, who, plots, rows)
    for face in range(faces):
        count = kept_tokens[faces * who + face]
        if count:
            rows.put(tokens + face, count)
    if who == seat or not state.dealt:
        rows.marks(kept, state.kept[who])
    _disc(state, who, rows)


def _plots(state: Houses, who: int, start: int, rows: Rows) -> None:
    """Count by region what grows there of each grape, the cards and the land tokens."""
    estate, lands, vineyards = state.estates[who], state.lands, state.setup.pieces.vineyards
    for plot in estate:
        card, at = vineyards[plot // REGIONS], start + plot % REGIONS * PLOT_WIDTH
        rows.more(at + card.grape, card.quantity)
        rows.more(at + GRAPES, 1)
    for region in range(REGIONS):
        owned = lands[REGIONS * who + region]
        if owned:
            rows.put(start + region * PLOT_WIDTH + GRAPES + 1, owned)


def _disc(state: Houses, who: int, rows: Rows) -> None:
    """Tell whether the free disc of a player is in hand, on a spot, or on one of the six orders."""
    disc = state.discs[who]
    rows.flag(disc == HOME)
    rows.flag(HOME < disc < RESERVED)
    slots = rows.skip(SLOTS)
    if disc >= RESERVED:
        for slot in range(SLOTS):
            if state.order_at(slot) == disc - RESERVED:
                rows.mark(slots, slot)


# The question being asked.


def _asked(state: Houses, seat: int, rows: Rows) -> None:
    """Tell what the question is about, where its kind does not."""
    decision = None if state.over else state.decision()
    _asked_markers(state, decision, rows)
    rows.part("asked_vineyard", VINEYARD_WIDTH)
    if isinstance(decision, PlaceAnywhere):
        _vineyard(state, decision.card, rows)
    space = rows.part("asked_space", SECTORS)
    if isinstance(decision, TakeToken):
        rows.mark(space, decision.space)
    _cubes("asked_basket", state.basket, 0, rows)
    grape, stored = rows.part("asked_grape", GRAPES), rows.part("asked_stored", GRAPES)
    if isinstance(decision, Store):
        rows.mark(grape, len(decision.stored))
        for earlier in range(len(decision.stored)):
            rows.put(stored + earlier, decision.stored[earlier])
    if state.setup.trade:
        _partnership(state, seat, decision, rows)


def _asked_markers(state: Houses, decision: Decision[Any] | None, rows: Rows) -> None:
    """Tell how many orders a marker may still ship, whether one of them in part, and which marker it is or may be."""
    shipment, spots = rows.part("asked_shipment", 2), rows.part("asked_spots", SPOTS)
    if isinstance(decision, (Ship, MerchantOrder)):  # a tuple is compiled to a quick check, `|` is not
        rows.put(shipment, decision.left)
        rows.put(shipment + 1, 1 if decision.partial else 0)
        rows.mark(spots, decision.spot)
    elif isinstance(decision, ChooseMarker):
        rows.marks(spots, state.markers_in(decision.seat, decision.zone))


def _partnership(state: Houses, seat: int, decision: Decision[Any] | None, rows: Rows) -> None:
    """Tell which order needs a partner for which cuvee, who asks, who has accepted, and what was asked before (§11.2)."""
    seats = state.seats
    place, swap, cuvee = rows.part("asked_order", SLOTS), rows.part("asked_swap", 1), rows.part("asked_cuvee", GRAPES)
    by, agreed, before = rows.part("asked_by", seats), rows.part("asked_accepted", seats), rows.part("asked_before", SLOTS)
    if isinstance(decision, (Offer, ChoosePartner)):
        asker, slot = asking(state), decision.order // WAY - 1
        rows.mark(place, slot)
        rows.put(swap, 1 if decision.order & SWAP else 0)
        rows.mark(cuvee, first_lack(state, asker, state.market_at(slot)))
        rows.mark(by, (asker - seat) % seats)
        for other in decision.accepted:
            rows.mark(agreed, (other - seat) % seats)
    elif isinstance(decision, Ship) and decision.asked:
        for slot in range(SLOTS):
            if state.order_at(slot) in decision.asked:
                rows.mark(before, slot)
