"""The sequence of play: set-up and draft, then ten rounds of five phases (§3, §4)."""

from typing import Final, final

from cuvee.games.age_of_champagne.decisions.assignment import PlaceMarker
from cuvee.games.age_of_champagne.decisions.delivery import move_down, release
from cuvee.games.age_of_champagne.decisions.draft import Draft
from cuvee.games.age_of_champagne.decisions.harvest import UseProtection, gather
from cuvee.games.age_of_champagne.effects.board import IN_ORDER, Inherit, Markers, NextShipment, take_back
from cuvee.games.age_of_champagne.effects.events import Subsidy, reveal_event, subsidised
from cuvee.games.age_of_champagne.effects.merchant import Automa, monitor
from cuvee.games.age_of_champagne.pieces.box import Pieces
from cuvee.games.age_of_champagne.pieces.vocabulary import (
    COUNCIL,
    FIRST,
    GRAPES,
    NOBODY,
    NOTHING,
    REGIONS,
    SECTORS,
    SHIPPING,
    SIZE,
    SPOTS,
    WINERY,
)
from cuvee.games.age_of_champagne.state.codes import CARDS, HOME, MARKETS, RESERVED, TOKENS, VINEYARDS
from cuvee.games.age_of_champagne.state.setup import Setup
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Options
from cuvee.kernel.play import Step

# Set-up (§3).


def deal(pieces: Pieces, seats: int, options: Options, chance: Chance) -> Houses:
    """Set up the table (§3.1, §3.2) and begin the draft."""
    level = str(options.get("wine_merchant", "none"))
    person = options.get("merchant_control", "automatic") == "person"
    setup = Setup(
        pieces,
        seats - 1 if person else seats,
        "" if level == "none" else level,
        str(options["board_side"]),
        bool(options.get("trade_partnership", False)),
        bool(options.get("high_tension", False)),
        person,
    )
    state = Houses(setup, seats, chance)
    lay_boards(state)
    deal_cards(state)
    begin(state)
    return state


def lay_boards(state: Houses) -> None:
    """Give every participant a board and put the cubes in the supply (§3.2, §10.2)."""
    setup, pieces = state.setup, state.setup.pieces
    players, everybody = setup.players, setup.participants
    state.spots = [NOBODY] * SPOTS
    state.discs = [HOME] * players
    state.blocked = pieces.blocked if setup.tension else []
    state.prestige = [0] * everybody
    state.eco = [pieces.eco_start] * everybody
    state.press = [1] * everybody
    state.modules = [pieces.start_modules] * everybody
    state.supply = pieces.cubes[:]
    state.wines, state.cellar, state.cave, state.grid = ([0] * (GRAPES * everybody) for _list in range(4))
    state.basket = [0] * GRAPES
    state.estates = [[] for _seat in range(players)]
    state.lands = [0] * (REGIONS * players)
    state.tokens = [0] * (setup.faces * players)
    if setup.merchant != NOBODY:
        state.press[setup.merchant] = state.modules[setup.merchant] = 0
        state.prestige[setup.merchant] = pieces.merchant_prestige
        state.eco[setup.merchant] = pieces.merchant_eco
        start = pieces.difficulty(setup.level).cellar
        for cuvee in range(GRAPES):
            state.put(state.cellar, setup.merchant, cuvee, start[cuvee])


def deal_cards(state: Houses) -> None:
    """Shuffle and lay out vineyards, markets, tokens, events and inheritance (§3.1, §3.3)."""
    setup, pieces = state.setup, state.setup.pieces
    vineyards = [card.number for card in pieces.vineyards if not card.inherited]
    state.shuffle(vineyards, VINEYARDS)
    for size in setup.deal.stacks:
        pile, vineyards = vineyards[:size], vineyards[size:]
        state.offers.append(pile.pop())
        state.piles.append(pile)
    for sector in range(SECTORS):
        stack = [card.number for card in pieces.markets if card.sector == sector]
        state.shuffle(stack, MARKETS)
        state.orders.append(stack.pop())
        state.stacks.append(stack)
    state.market_discard = [[] for _sector in range(SECTORS)]
    tokens = [token.number for token in pieces.tokens for _copy in range(token.count)]
    state.shuffle(tokens, TOKENS)
    size = pieces.tokens_per_space
    state.spaces = [sorted(tokens[size * space : size * space + size]) for space in range(SECTORS)]
    state.known = [0] * SECTORS
    state.token_supply = tokens[SECTORS * size :]
    events = list(range(len(pieces.events)))
    state.shuffle(events, CARDS)
    state.events = events[: pieces.drawn]
    cards = list(range(len(pieces.inheritance)))
    state.shuffle(cards, CARDS)
    hand = setup.deal.hand
    state.dealt = [sorted(cards[hand * who : hand * who + hand]) for who in range(setup.participants)]
    state.kept = [[] for _who in range(setup.participants)]


def begin(state: Houses) -> None:
    """Put the draft and the first round on the agenda."""
    state.push(Round())
    state.push(FirstCouncil())
    players = state.setup.players
    for seat in range(players - 1, -1, -1):
        state.push(Inherit(seat))
    state.push(RevealInheritance())
    if state.setup.pieces.kept:
        state.push(Draft(list(range(players))))


@final
class RevealInheritance(Step[Houses]):
    """Show the cards that were kept; those left over go back to the box unseen (§3.3)."""

    kind = "reveal inheritance"

    def run(self, state: Houses) -> None:
        state.kept = state.kept[: state.setup.players]
        state.dealt = []
        state.reveal()


@final
class FirstCouncil(Step[Houses]):
    """Most stars first; ties by the best Vineyard card, then by lot; the Wine Merchant is last (§3.4)."""

    kind = "first council"

    def run(self, state: Houses) -> None:
        ranks = [star_rank(state, seat) for seat in range(state.setup.players)]
        lots = list(range(len(ranks)))
        if len(set(ranks)) < len(ranks):
            state.shuffle(lots, CARDS)
        order = sorted(range(len(ranks)), key=lots.__getitem__)
        order.sort(key=ranks.__getitem__, reverse=True)
        if state.setup.merchant != NOBODY:
            order.append(state.setup.merchant)
        state.council = order
        state.tell("council", order[0])


def star_rank(state: Houses, seat: int) -> tuple[int, int]:
    """Return the stars of a player's cards, and of the best Vineyard card among them (§3.4)."""
    stars, best = 0, 0
    for number in state.kept[seat]:
        card = state.setup.pieces.inheritance[number]
        stars += card.stars
        if card.kind == "vineyard":
            best = max(best, card.stars)
    return stars, best


# Phases 1 and 2.


@final
class Round(Step[Houses]):
    """A round: new event, assignment, actions, harvest, end of season (§4)."""

    kind = "round"

    def run(self, state: Houses) -> None:
        state.round += 1
        state.tell("round", NOBODY, state.round)
        state.push(EndOfSeason())
        state.push(Harvest(0))
        state.push(Actions())
        state.push(Assign(0))
        if state.setup.merchant != NOBODY:
            state.push(Automa())
        reveal_event(state)


@final
class Assign(Step[Houses]):
    """The next player in Council order who has a Collaborator places one; the phase ends when nobody has any (§4.2)."""

    kind = "assign"

    def __init__(self, place: int) -> None:
        self.place = place

    def run(self, state: Houses) -> None:
        council, merchant = state.council, state.setup.merchant
        if merchant != NOBODY:
            monitor(state)
        count = len(council)
        for step in range(count):
            place = (self.place + step) % count
            seat = council[place]
            if seat != merchant and state.in_hand(seat) > 0:
                state.push(ASSIGN[(place + 1) % count])
                state.push(PLACE[seat])
                return


ASSIGN: Final = [Assign(place) for place in range(4)]
PLACE: Final = [PlaceMarker(seat) for seat in range(4)]

# Phase 3.


@final
class Actions(Step[Houses]):
    """Zones 1 to 6 are resolved in their order (§4.3)."""

    kind = "actions"

    def run(self, state: Houses) -> None:
        linked = linked_player(state)
        paid = subsidised(state) if state.event_card().subsidy else []
        for zone in IN_ORDER:
            if zone == WINERY:
                for seat in reversed(paid):
                    state.push(Subsidy(seat))
            if zone == SHIPPING:
                state.push(NextShipment())
            else:
                state.push(Markers(zone, linked))


def linked_player(state: Houses) -> int:
    """Return the player who holds both linked spots, or NOBODY (§5.0)."""
    linked = state.setup.board.linked
    if not linked:
        return NOBODY
    owner = state.spots[linked[0]]
    return owner if owner == state.spots[linked[1]] else NOBODY


# Phase 4.


@final
class Harvest(Step[Houses]):
    """Every player harvests, in Council order (§5.7)."""

    kind = "harvest"

    def __init__(self, place: int) -> None:
        self.place = place

    def run(self, state: Houses) -> None:
        if self.place + 1 < len(state.council):
            state.push(HARVEST[self.place + 1])
        seat = state.council[self.place]
        if seat == state.setup.merchant:
            return
        frozen = state.key_element if state.event_card().hazards else NOTHING
        if frozen != NOTHING and state.cold_token(seat) != NOTHING and state.grows(seat, NOTHING) != state.grows(seat, frozen):
            state.push(UseProtection(seat))
        else:
            gather(state, seat, frozen)


HARVEST: Final = [Harvest(place) for place in range(4)]

# Phase 5.


@final
class EndOfSeason(Step[Houses]):
    """Council, reservations, refill, blocking discs, renewal; then the next round (§4.5)."""

    kind = "end of season"

    def run(self, state: Houses) -> None:
        move_at_council(state)
        punish_reservations(state)
        refill_orders(state)
        if state.setup.tension:
            state.blocked = [state.setup.board.spots[spot].next for spot in state.blocked]
        if state.round < state.setup.pieces.rounds:
            renew_vineyards(state)
            state.push(Round())


def move_at_council(state: Houses) -> None:
    """Every player with a marker takes the position of their lowest spot; the others keep their order (§5.8)."""
    chosen: list[int] = [NOBODY] * len(state.council)
    for spot in range(FIRST[COUNCIL], FIRST[COUNCIL] + SIZE[COUNCIL]):
        if state.spots[spot] != NOBODY:
            owner = take_back(state, spot)
            if owner not in chosen:
                chosen[spot - FIRST[COUNCIL]] = owner
    rest = [who for who in state.council if who not in chosen]
    order = [rest.pop(0) if who == NOBODY else who for who in chosen]
    if order != state.council:
        state.council = order
        state.tell("council", order[0])


def punish_reservations(state: Houses) -> None:
    """A reserved order that was not shipped costs its printed value (§8.3)."""
    for seat in state.council:
        if seat == state.setup.merchant or state.discs[seat] < RESERVED:
            continue
        card = state.setup.pieces.markets[state.discs[seat] - RESERVED]
        release(state, seat)
        state.tell("broken", seat, card.number)
        state.gain(seat, -card.value)


def refill_orders(state: Houses) -> None:
    """Fill Active order spaces left empty by a Global pandemic (§4.5)."""
    for sector in range(SECTORS):
        if state.orders[sector] == NOTHING:
            move_down(state, sector)
            state.refill(sector)
            state.reveal()


def renew_vineyards(state: Houses) -> None:
    """Discard the offers nobody took and move each stack down; an empty stack draws from the discards (§4.5)."""
    state.vineyard_discard = state.vineyard_discard + [card for card in state.offers if card != NOTHING]
    for column in range(len(state.offers)):
        pile = state.piles[column]
        if pile:
            state.offers[column] = pile[len(pile) - 1]
            state.piles[column] = pile[:-1]
        elif state.vineyard_discard:
            again = sorted(state.vineyard_discard)
            state.offers[column] = again.pop(state.roll(len(again), VINEYARDS))
            state.vineyard_discard = again
        else:
            state.offers[column] = NOTHING
    state.reveal()
