"""The invariants that must always hold (§15)."""

from cuvee.games.age_of_champagne.pieces.vocabulary import (
    AGE,
    COUNCIL,
    DRAW,
    FIRST,
    GRAPES,
    NOBODY,
    NOTHING,
    PROMOTE,
    REGIONS,
    SECTORS,
    SIZE,
    SPOTS,
    VINEYARD,
)
from cuvee.games.age_of_champagne.state.codes import HOME, RESERVED, SLOTS
from cuvee.games.age_of_champagne.state.layout import Layout


def broken_invariants(layout: Layout) -> list[str]:
    """Check the invariants that one position can show (§15)."""
    return [
        *_cube_problems(layout),
        *_board_problems(layout),
        *_vineyard_problems(layout),
        *_order_problems(layout),
        *_event_problems(layout),
        *_token_problems(layout),
        *_marker_problems(layout),
        *_spot_problems(layout),
        *_disc_problems(layout),
    ]


def _cube_problems(layout: Layout) -> list[str]:
    found: list[str] = []
    for colour in range(GRAPES):
        count = layout.supply[colour] + layout.basket[colour]
        for who in range(layout.setup.participants):
            at = GRAPES * who + colour
            count += layout.wines[at] + layout.cellar[at] + layout.cave[at] + layout.grid[at]
        if count != layout.setup.pieces.cubes[colour]:
            found.append(f"there are {count} cubes of colour {colour} (§2.1)")
    everywhere = (layout.supply, layout.basket, layout.wines, layout.cellar, layout.cave, layout.grid)
    return found + [f"a number of cubes is negative: {cubes}" for cubes in everywhere if min(cubes) < 0]


def _board_problems(layout: Layout) -> list[str]:
    pieces, found = layout.setup.pieces, list[str]()
    for seat in range(layout.setup.players):
        if not 1 <= layout.modules[seat] <= pieces.modules:
            found.append(f"player {seat} has {layout.modules[seat]} modules (§2.9)")
        if layout.winery_room(seat) < 0:
            found.append(f"the winery of player {seat} holds too much (§2.9)")
        if not 1 <= layout.press[seat] <= len(pieces.levels):
            found.append(f"the press of player {seat} is at {layout.press[seat]} (§2.9)")
    if sum(layout.modules[: layout.setup.players]) > pieces.modules_in_box:
        found.append("more modules than the box holds (§2.9)")
    for who in range(layout.setup.participants):
        merchant = who == layout.setup.merchant
        if layout.total(layout.cellar, who) > (pieces.merchant_cellar if merchant else pieces.cellar):
            found.append(f"the cellar of {who} holds too much (§2.9)")
        if layout.total(layout.cave, who) > (pieces.merchant_cave if merchant else pieces.cave):
            found.append(f"the oenotheque of {who} holds too much (§2.9)")
        if max(layout.grid[GRAPES * who : GRAPES * who + GRAPES]) > pieces.column:
            found.append(f"a grid column of {who} holds too much (§2.9)")
        if not 1 <= layout.eco[who] <= len(pieces.eco_values):
            found.append(f"the eco level of {who} is {layout.eco[who]} (§2.8)")
    return found


def _vineyard_problems(layout: Layout) -> list[str]:
    pieces, found = layout.setup.pieces, list[str]()
    lying = [card for card in layout.offers if card != NOTHING] + layout.vineyard_discard
    for pile in layout.piles:
        lying = lying + pile
    for estate in layout.estates:
        lying = lying + [plot // REGIONS for plot in estate]
    aside = [card.number for card in pieces.vineyards if card.inherited and card.number not in lying]
    if sorted(lying + aside) != list(range(len(pieces.vineyards))):
        found.append("every Vineyard card lies in exactly one place (§2.2)")
    for card in lying:
        if pieces.vineyards[card].inherited and not any(card == plot // REGIONS for plots in layout.estates for plot in plots):
            found.append("an inherited vineyard is not in an estate (§3.3)")
    return found


def _order_problems(layout: Layout) -> list[str]:
    pieces, found = layout.setup.pieces, list[str]()
    for sector in range(SECTORS):
        cards = layout.stacks[sector] + layout.market_discard[sector]
        if layout.orders[sector] != NOTHING:
            cards = [*cards, layout.orders[sector]]
        if sorted(cards) != [card.number for card in pieces.markets if card.sector == sector]:
            found.append(f"every Market card of sector {sector} lies in exactly one place (§2.3)")
        if not layout.stacks[sector]:
            found.append(f"sector {sector} has no Provisional order (§5.5.3)")
        if layout.orders[sector] == NOTHING and not layout.event_card().no_refill:
            found.append(f"sector {sector} has no Active order (§7.2)")
    return found


def _event_problems(layout: Layout) -> list[str]:
    found = list[str]()
    if len(set(layout.events + layout.past)) != layout.setup.pieces.drawn or len(layout.past) != layout.round:
        found.append("one event of those drawn is revealed a round (§4.1)")
    return found


def _token_problems(layout: Layout) -> list[str]:
    pieces, found = layout.setup.pieces, list[str]()
    counts = [0] * layout.setup.faces
    for face in layout.token_supply + layout.token_discard:
        counts[face] += 1
    for space in layout.spaces:
        for face in space:
            counts[face] += 1
        if len(space) > pieces.tokens_per_space:
            found.append("a market space holds too many tokens (§3.1)")
    for at in range(len(layout.tokens)):
        counts[at % layout.setup.faces] += layout.tokens[at]
    lands = sum(layout.lands)
    for token in pieces.tokens:
        if token.land:
            placed = min(lands, token.count - counts[token.number])
            counts[token.number] += placed
            lands -= placed
    if lands or counts != [token.count for token in pieces.tokens]:
        found.append("every Bonus token lies in exactly one place (§2.6)")
    return found


def _marker_problems(layout: Layout) -> list[str]:
    setup, found = layout.setup, list[str]()
    if layout.council and sorted(layout.council) != list(range(setup.participants)):
        found.append("the Council order names every participant once (§1.2)")
    for who in range(setup.participants):
        if layout.in_hand(who) < 0:
            found.append(f"participant {who} has too many markers on the board (§4.2)")
        if len(layout.markers_in(who, DRAW)) > 1 and not setup.board.many[DRAW]:
            found.append(f"player {who} has two markers at the Wine Draw (§4.2)")
    return found


def _spot_problems(layout: Layout) -> list[str]:
    setup, found = layout.setup, list[str]()
    for spot in layout.blocked:
        if layout.spots[spot] != NOBODY:
            found.append("a marker stands on a blocked spot (§11.3)")
    for column in range(SIZE[VINEYARD]):
        if layout.spots[column] != NOBODY and (column >= len(layout.offers) or layout.offers[column] == NOTHING):
            found.append("a marker stands where there is no Vineyard card (§4.2)")
    if not setup.board.marketing and any(layout.spots[at] != NOBODY for at in range(FIRST[PROMOTE], FIRST[AGE] + SIZE[AGE])):
        found.append("a marker stands in a zone that this side does not have (§11.1)")
    for spot in range(FIRST[COUNCIL] + setup.deal.council, SPOTS):
        if layout.spots[spot] != NOBODY:
            found.append("a marker stands on a Council position that does not exist (§4.2)")
    return found


def _disc_problems(layout: Layout) -> list[str]:
    found = list[str]()
    for seat in range(layout.setup.players):
        disc = layout.discs[seat]
        if disc != HOME and disc < RESERVED and layout.spots[disc] != seat:
            found.append(f"the disc of player {seat} is not where it should be (§8)")
        if disc >= RESERVED and all(layout.order_at(slot) != disc - RESERVED for slot in range(SLOTS)):
            found.append(f"player {seat} reserves an order that nobody can see (§8.3)")
    return found
