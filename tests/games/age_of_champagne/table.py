"""Lay out a table of Age of Champagne as a test needs it, and play on it with the words of the notation."""

from typing import cast

from cuvee import games
from cuvee.games.age_of_champagne.effects.board import Markers, NextShipment
from cuvee.games.age_of_champagne.flow import Actions, Assign, EndOfSeason, Harvest, Round
from cuvee.games.age_of_champagne.pieces.box import Pieces
from cuvee.games.age_of_champagne.pieces.vocabulary import GRAPES, NOBODY, NOTHING, REGIONS
from cuvee.games.age_of_champagne.state.codes import PROVISIONAL
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.game import Value
from cuvee.kernel.play import Frame

GAME = games.get("age_of_champagne")
PIECES: Pieces = GAME.prepare(2).pieces
Three = tuple[int, int, int]


def table(players: int = 3, event: str = "perfect_climate", seats: int = 0, **options: Value) -> Houses:
    """Set up round 1 after a draft in which nobody kept anything; the Council order is A, B, C …"""
    state = cast(Houses, GAME.new(seats or players, options, 5))
    state.agenda.clear()
    state.sealed = [()] * state.seats
    state.dealt, state.kept = [], [[] for _seat in range(state.setup.players)]
    state.council = list(range(state.setup.participants))
    state.round = 1
    number = event_number(event)
    rest = [other for other in state.events if other != number]
    state.events, state.past, state.event = rest[: PIECES.drawn - 1], [number], number
    state.waiting, state.choices = [], []
    return state


def event_number(name: str) -> int:
    """Return the number of an event by its id without the prefix."""
    return next(event.number for event in PIECES.events if event.id == f"evt_{name}")


def market(code: str) -> int:
    """Return a Market card by its short id: "in_15"."""
    return next(card.number for card in PIECES.markets if card.id == f"mkt_{code}")


def vineyard(code: str) -> int:
    """Return a Vineyard card by its short id: "essoyes"."""
    return next(card.number for card in PIECES.vineyards if card.id == f"vin_{code}")


def token(code: str) -> int:
    """Return a token by its short id: "prestige_2"."""
    return next(each.number for each in PIECES.tokens if each.id == f"tok_{code}")


def spot(code: str) -> int:
    """Return a spot by its id: "press_1"; "promote_1" is the n+1 spot of row 1."""
    return next(each.number for each in PIECES.boards[0].spots if each.id == code)


def region(name: str) -> int:
    """Return a region by the beginning of its id."""
    return next(at for at, each in enumerate(PIECES.regions) if each.id.startswith(name))


def fill(state: Houses, cubes: list[int], who: int, counts: Three) -> None:
    """Put exactly these cubes in a place on a board; they come from the supply."""
    for colour, count in enumerate(counts):
        state.supply[colour] += cubes[GRAPES * who + colour] - count
        cubes[GRAPES * who + colour] = count


def three(cubes: list[int], who: int) -> Three:
    """Read three cubes of a participant."""
    first, second, third = cubes[GRAPES * who : GRAPES * who + GRAPES]
    return first, second, third


def cellar(state: Houses, who: int) -> Three:
    return three(state.cellar, who)


def order(state: Houses, slot: int, code: str) -> None:
    """Lay a Market card on a slot (0 to 2 Active, 3 to 5 Provisional), out of its stack."""
    card, sector = market(code), PIECES.markets[market(code)].sector
    assert slot % PROVISIONAL == sector
    stack = [other for other in state.stacks[sector] if other != card]
    if slot < PROVISIONAL:
        if state.orders[sector] not in (NOTHING, card):
            stack.insert(0, state.orders[sector])
        state.orders[sector] = card
    else:
        if state.orders[sector] == card:
            state.orders[sector] = stack.pop(0)
        stack.append(card)
    state.stacks[sector] = stack


def offer(state: Houses, column: int, code: str) -> None:
    """Lay a Vineyard card on an Active space, out of the stacks."""
    _take_out(state, vineyard(code))
    if state.offers[column] != NOTHING:
        state.piles[-1] = [state.offers[column], *state.piles[-1]]
    state.offers[column] = vineyard(code)


def upcoming(state: Houses, code: str) -> None:
    """Lay a Vineyard card on top of the first stack: the key card of local events."""
    _take_out(state, vineyard(code))
    state.piles[0] = [*state.piles[0], vineyard(code)]


def own(state: Houses, seat: int, *codes: str, at: str = "") -> None:
    """Lay Vineyard cards above a board, without their bonus; Coteaux Vitryats in the region given."""
    for code in codes:
        card = vineyard(code)
        _take_out(state, card)
        place = region(at) if at else PIECES.vineyards[card].region
        state.estates[seat] = [*state.estates[seat], card * REGIONS + place]


def _take_out(state: Houses, card: int) -> None:
    state.piles = [[other for other in pile if other != card] for pile in state.piles]
    state.vineyard_discard = [other for other in state.vineyard_discard if other != card]
    for column, other in enumerate(state.offers):
        if other == card:
            state.offers[column] = state.piles[-1][0]
            state.piles[-1] = state.piles[-1][1:]


def give(state: Houses, seat: int, code: str) -> None:
    """Give a player a token from the supply or a market space."""
    _take_token(state, token(code))
    state.keep_token(seat, token(code), 1)


def _take_token(state: Houses, face: int) -> None:
    if face in state.token_supply:
        supply = state.token_supply[:]
        supply.remove(face)
        state.token_supply = supply
        return
    for at, space in enumerate(state.spaces):
        if face in space:
            rest = space[:]
            rest.remove(face)
            state.spaces[at] = rest
            return
    raise AssertionError("no such token is left")


def next_token(state: Houses, code: str) -> None:
    """Make a token the next one drawn from the supply."""
    _take_token(state, token(code))
    state.token_supply = [*state.token_supply, token(code)]


def on_space(state: Houses, space: int, *codes: str) -> None:
    """Put exactly these tokens on a market space."""
    state.token_supply = [*state.spaces[space], *state.token_supply]
    state.spaces[space] = []
    for code in codes:
        _take_token(state, token(code))
    state.spaces[space] = sorted(token(code) for code in codes)


def put(state: Houses, seat: int, *codes: str) -> None:
    """Put Collaborators of a participant on spots."""
    for code in codes:
        state.spots[spot(code)] = seat


def put_disc(state: Houses, seat: int, code: str) -> None:
    """Put the free disc of a player on a spot."""
    put(state, seat, code)
    state.discs[seat] = spot(code)


def run(state: Houses, *frames: Frame[Houses]) -> None:
    """Run these frames, the first one first; then the game is over."""
    state.agenda = list(reversed(frames))
    state.settle()


def zone(state: Houses, number: int, linked: int = NOBODY) -> None:
    """Resolve the markers of one zone."""
    run(state, Markers(number, linked))


def ship(state: Houses) -> None:
    """Resolve the Shipping zone."""
    run(state, NextShipment())


def assign(state: Houses) -> None:
    """Let Phase 2 begin."""
    run(state, Assign(0))


def act(state: Houses) -> None:
    """Let Phase 3 happen."""
    run(state, Actions())


def harvest(state: Houses) -> None:
    """Let Phase 4 happen."""
    run(state, Harvest(0))


def end_season(state: Houses) -> None:
    """Let Phase 5 of the last round happen."""
    state.round = PIECES.rounds
    run(state, EndOfSeason())


def reveal(state: Houses, event: str, key: str = "damery") -> None:
    """Let round 2 begin with this event and key card; it stops at the first question."""
    number = event_number(event)
    if number == state.event:  # the round before had another event
        other = next(each.number for each in PIECES.events if each.number not in (number, *state.events))
        state.past, state.event = [other], other
    pool = [each for each in state.events if each != number]
    state.events = [*pool[: PIECES.drawn - 2], number]
    upcoming(state, key)
    run(state, Round())


def play(state: Houses, *texts: str) -> None:
    """Answer for the seat that is asked, one text after the other."""
    for text in texts:
        seat = state.waiting[0]
        state.apply(seat, state.parse(seat, text))


def offers(state: Houses) -> list[str]:
    """List the texts of the options of the seat that is asked."""
    seat = state.waiting[0]
    return [state.format(seat, option) for option in state.options(seat)]


def asked(state: Houses) -> str:
    """Name the question and who is asked: "ship 0"."""
    return f"{state.decision().kind} {state.waiting[0]}" if state.waiting else ""
