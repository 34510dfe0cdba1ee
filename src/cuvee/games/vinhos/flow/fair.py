"""The sequence of play: set-up, years, turns, fairs, the final action (§5, §6, §12, §16.16, §17)."""

from typing import Final, final

from cuvee.games.vinhos.decisions import (
    BuyTile,
    Dismiss,
    FirstRegion,
    FirstTile,
    MaintenanceBarrel,
    MarkOption,
    Porto,
    ReleaseBooth,
    ReleaseWine,
    StaffKeep,
    TakeExpert,
    Window,
    carry_out,
    make_wine,
)
from cuvee.games.vinhos.effects import lacerda_releases, make_effects, remove_vineyard
from cuvee.games.vinhos.pieces import DIFFICULTIES, FEATURES, MOST, Fair, Pieces
from cuvee.games.vinhos.state import DOWN, ENOLOGISTS, NONE, UP, WINE, Setup, Table
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Options
from cuvee.kernel.play import Step

ORDER: Final = 0
REGIONS: Final = 1
TILES: Final = 2
CARDS: Final = 3
"""The streams of luck: player order; regions and their stacks; all other tiles; Lacerda's cards (§18.4)."""

FIXED: Final = ("algarve", "setubal")
"""The regions that the option `fixed_regions` removes, the first one before the second (§19)."""


# Setting up.


def read_setup(pieces: Pieces, seats: int, options: Options) -> Setup:
    """Work out what the options of §19 fix for the whole game."""
    setup = Setup(pieces, seats, options.get("mode") == "reserve")
    quality, limit = options["max_wine_quality"], options["sales_export_limit"]
    if isinstance(quality, int):
        setup.max_quality = quality
    if isinstance(limit, int):
        setup.trade_limit = limit
    if options["revise_after_both"] != "auto":
        setup.revise_both = options["revise_after_both"] == "on"
    setup.bonus_per_estate = bool(options["bonus_per_estate"])
    if setup.solo:
        setup.difficulty = DIFFICULTIES.index(str(options["solo_difficulty"]))
    make_effects(setup)
    return setup


def deal(pieces: Pieces, seats: int, options: Options, chance: Chance) -> Table:
    """Set the table up (§5, §16.1, §17.1)."""
    setup = read_setup(pieces, seats, options)
    state = Table(setup, chance)
    state.clear()
    if not setup.solo:  # the human is first in order there (§17.1)
        state.shuffle(state.order, ORDER)
    lay_out_regions(state, bool(options.get("fixed_regions", False)))
    lay_out_tiles(state)
    for place in range(setup.sides):
        side = state.order[place]
        state.money[side] = pieces.reserve.cash[setup.players - 2][place] if setup.reserve else pieces.start_money[place]
        if any(state.in_play[region.number] and region.porto for region in pieces.regions):
            state.porto_left[side] = pieces.porto_tiles
    if setup.reserve:
        lay_out_reserve(state)
    else:
        lay_out_magnates(state)
    begin(state)
    return state


def lay_out_regions(state: Table, fixed: bool) -> None:
    """Take regions out of play and shuffle the stacks of the others (§5.3)."""
    pieces = state.setup.pieces
    numbers = list(range(len(pieces.regions)))
    state.shuffle(numbers, REGIONS)
    surplus = len(numbers) - state.setup.counts.regions
    if fixed:
        named = [region.number for name in FIXED for region in pieces.regions if region.id == name]
        numbers = named + [number for number in numbers if number not in named]
    for number in numbers[:surplus]:
        state.in_play[number] = False
    for region in pieces.regions:
        stack = [tile.number for tile in pieces.vineyards if tile.region == region.number]
        state.shuffle(stack, REGIONS)
        state.stacks[region.number] = stack if state.in_play[region.number] else []


def lay_out_tiles(state: Table) -> None:
    """Shuffle Experts and Vintage tiles (§5.4, §5.6, §16.1)."""
    setup, pieces = state.setup, state.setup.pieces
    for feature in range(len(FEATURES)):
        deck = [expert.number for expert in pieces.experts if expert.feature == feature]
        state.shuffle(deck, TILES)
        state.decks[feature] = deck
    mode = "reserve" if setup.reserve else "solo" if setup.solo else "sv2016"
    deck = [tile.number for tile in pieces.vintages if mode in tile.modes]
    state.shuffle(deck, TILES)
    first = deck[0]
    if setup.reserve:
        first = next(tile.number for tile in pieces.vintages if tile.id == pieces.reserve.first_vintage)
    state.vintage = first
    state.vintages = [tile for tile in deck if tile != first]


def lay_out_magnates(state: Table) -> None:
    """Fill the display, make the combined deck, give barrels to the Magnates (§5.1, §5.5, §5.9)."""
    setup, pieces = state.setup, state.setup.pieces
    actions = [tile.number for tile in pieces.action_tiles if tile.min_players <= setup.players]
    multipliers = [MOST + tile.number for tile in pieces.multipliers if setup.players > 2 or tile.use_2p]
    state.shuffle(actions, TILES)
    state.shuffle(multipliers, TILES)
    state.display = [NONE] * setup.counts.cells
    state.deck = actions + multipliers
    state.refill()
    for side in range(state.seats):
        state.barrels[side] = pieces.barrels_at_start
        for magnate in pieces.magnates:
            state.magnate_barrels[side * len(pieces.magnates) + magnate.number] = magnate.barrels
    if setup.solo:
        state.barrels[state.seats] = pieces.lacerda.barrels
        state.money[state.seats] = 0
        state.porto_left[state.seats] = 0
        for deck in (1, 2):
            cards = [card.number for card in pieces.cards if card.deck == deck]
            state.shuffle(cards, CARDS)
            state.cards[deck - 1] = cards


def lay_out_reserve(state: Table) -> None:
    """Account, investment, Fair tiles and feature levels of the Reserve (§16.1, §16.7)."""
    rules = state.setup.pieces.reserve
    for seat in range(state.seats):
        state.account[seat] = rules.account
        state.level[seat] = rules.level
        state.fair_tiles[seat] = rules.fair_tiles
    state.levels = [rules.feature_start] * len(FEATURES)
    raise_features(state)


def raise_features(state: Table) -> None:
    """Each feature on the Vintage tile that comes into force rises (§16.7)."""
    rules = state.setup.pieces.reserve
    for feature in state.setup.pieces.vintages[state.vintage].features:
        state.levels[feature] = min(rules.feature_max, state.levels[feature] + rules.feature_step)


def begin(state: Table) -> None:
    """Put the first choices and the first year on the agenda (§5.12)."""
    state.push(Actions(0))
    if not state.setup.reserve:
        state.push(Refill())
        if state.setup.solo:
            state.push(FirstTile(0))
            state.push(LacerdaFirstTile())
        else:
            for seat in state.order:  # the last in order is asked first (§5.9)
                state.push(FirstTile(seat))
    if state.setup.solo:
        state.push(LacerdaFirstVineyard())
        state.push(FirstRegion(0))
    else:
        for seat in reversed(state.order):
            state.push(FirstRegion(seat))


@final
class Refill(Step[Table]):
    """Empty cells of the display are filled from the deck (§5.9, §12.4)."""

    def kind(self) -> str:
        return "refill"

    def run(self, state: Table) -> None:
        state.refill()


@final
class LacerdaFirstVineyard(Step[Table]):
    """A card names a region that loses its top vineyard; the card is shuffled back (§17.1)."""

    def kind(self) -> str:
        return "lacerda first vineyard"

    def run(self, state: Table) -> None:
        cards = state.cards[0][:]
        remove_vineyard(state, state.seats, state.setup.pieces.cards[cards[0]].region)
        state.shuffle(cards, CARDS)
        state.cards[0] = cards


@final
class LacerdaFirstTile(Step[Table]):
    """The tile in display cell 0 leaves the game (§17.1)."""

    def kind(self) -> str:
        return "lacerda first tile"

    def run(self, state: Table) -> None:
        state.gone_tiles = [*state.gone_tiles, state.display[0]]
        state.tell("removes_tile", state.seats, state.display[0])
        state.display[0] = NONE


# The year.


@final
class StartOfYear(Step[Table]):
    """A new Vintage tile; in some years all used tiles are turned face-up (§6.1)."""

    def kind(self) -> str:
        return "start of year"

    def run(self, state: Table) -> None:
        state.year += 1
        year = state.setup.pieces.years[state.year - 1]
        if year.reveal:
            state.vintage = state.vintages[0]
            state.vintages = state.vintages[1:]
            state.reveal()
            if state.setup.reserve:
                raise_features(state)
        state.tell("year", NONE, state.year, state.vintage)
        if year.flip:
            turn_up(state.experts)
            turn_up(state.tiles)
        state.push(Actions(0))


def turn_up(tiles: list[int]) -> None:
    """Turn all tiles of a list that somebody owns face-up (§6.1)."""
    for number in range(len(tiles)):
        if tiles[number] >= 0 and tiles[number] & 1 == DOWN:
            tiles[number] += UP - DOWN


@final
class Actions(Step[Table]):
    """A round of turns in player order; what follows depends on which round it is (§6.2)."""

    def __init__(self, round: int) -> None:
        self.round = round

    def kind(self) -> str:
        return "actions"

    def key(self) -> tuple[object, ...]:
        return ("actions", self.round)

    def run(self, state: Table) -> None:
        if state.year <= len(state.setup.pieces.years):
            state.push(Actions(1) if self.round == 0 else Maintenance())
            if self.round == 0 or state.setup.revise_both:
                state.push(Revise())
        for side in reversed(state.order):
            if side >= state.seats:
                state.push(LacerdaTurn())
            else:
                state.push(Window(side, True))


@final
class Revise(Step[Table]):
    """Who stands on the centre comes to the front of the order (§6.3)."""

    def kind(self) -> str:
        return "revise"

    def run(self, state: Table) -> None:
        centre = state.setup.pieces.centre
        first = [side for side in state.order if state.marker[side] == centre]
        if first:
            state.order = first + [side for side in state.order if state.marker[side] != centre]


@final
class Maintenance(Step[Table]):
    """Barrels come back from the Sales Area; in the Reserve the books are balanced first (§6.4, §16.5)."""

    def kind(self) -> str:
        return "maintenance"

    def run(self, state: Table) -> None:
        state.push(Production())
        for side in reversed(state.order):
            if side >= state.seats:
                state.push(LacerdaMaintenance())
                continue
            if side in state.sales:
                state.push(MaintenanceBarrel(side))
            if state.setup.reserve:
                state.push(Books(side))


@final
class Books(Step[Table]):
    """Interest, salaries, and who cannot be paid (§16.5, §16.18)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def kind(self) -> str:
        return "books"

    def key(self) -> tuple[object, ...]:
        return ("books", self.seat)

    def run(self, state: Table) -> None:
        seat, rules = self.seat, state.setup.pieces.reserve
        before = state.account[seat]
        state.account[seat] = max(0, before + rules.interest * state.level[seat])
        state.tell("interest", seat, state.account[seat] - before)
        staff = state.total_on_land(seat, ENOLOGISTS)
        paid = min(staff, state.account[seat] // rules.salary) if rules.salary > 0 else staff
        state.account[seat] -= paid * rules.salary
        if staff:
            state.tell("salaries", seat, paid * rules.salary)
        state.push(Penalty(seat))
        for _unpaid in range(staff - paid):
            state.push(Dismiss(seat))


@final
class Penalty(Step[Table]):
    """An empty account costs VP, but nobody falls below 0 by it (§16.5)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def kind(self) -> str:
        return "penalty"

    def key(self) -> tuple[object, ...]:
        return ("penalty", self.seat)

    def run(self, state: Table) -> None:
        if state.account[self.seat] == 0:
            lost = min(state.setup.pieces.reserve.penalty, max(0, state.points(self.seat)))
            state.lost_vp[self.seat] += lost
            state.tell("penalty", self.seat, lost)


@final
class Production(Step[Table]):
    """Each player ages wines, may reassign staff, and makes new wine (§6.5)."""

    def kind(self) -> str:
        return "production"

    def run(self, state: Table) -> None:
        state.push(EndOfYear())
        for side in reversed(state.order):
            if side < state.seats:
                state.push(Harvest(side, 0))
                state.push(StaffKeep(side))
                state.push(Age(side))


@final
class Age(Step[Table]):
    """Every wine moves one slot to the right; what has no slot is discarded (§6.5)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def kind(self) -> str:
        return "age"

    def key(self) -> tuple[object, ...]:
        return ("age", self.seat)

    def run(self, state: Table) -> None:
        land = state.land
        for estate in range(state.opened(self.seat)):
            first = state.at(self.seat, estate) + WINE
            for slot in range(first + state.slots_of(self.seat, estate) - 1, first, -1):
                land[slot] = land[slot - 1]
            land[first] = 0


@final
class Harvest(Step[Table]):
    """Estates produce in order; each Douro estate asks for Porto tiles while there are some (§6.5)."""

    def __init__(self, seat: int, estate: int) -> None:
        self.seat = seat
        self.estate = estate

    def kind(self) -> str:
        return "harvest"

    def key(self) -> tuple[object, ...]:
        return ("harvest", self.seat, self.estate)

    def run(self, state: Table) -> None:
        seat = self.seat
        for estate in range(self.estate, state.opened(seat)):
            region = state.setup.pieces.regions[state.land[state.at(seat, estate)]]
            if region.porto and state.porto[seat] > 0:
                state.push(Harvest(seat, estate + 1))
                state.push(Porto(seat, estate))
                return
            make_wine(state, seat, estate, 0)


@final
class EndOfYear(Step[Table]):
    """A fair where the track says so, then the next year or the final action (§3.2, §12.5)."""

    def kind(self) -> str:
        return "end of year"

    def run(self, state: Table) -> None:
        year = state.setup.pieces.years[state.year - 1]
        if state.year < len(state.setup.pieces.years):
            state.push(StartOfYear())
        else:
            state.push(FinalAction())
            if state.setup.reserve:
                state.push(MarkOptions())
        if year.fair is not None:
            push_fair(state)


@final
class FinalAction(Step[Table]):
    """One more turn for everybody; tiles stay as they are, no space is taxed (§6.7)."""

    def kind(self) -> str:
        return "final action"

    def run(self, state: Table) -> None:
        state.year += 1
        state.tell("final", NONE)
        state.push(Actions(0))


# The fair.


def push_fair(state: Table) -> None:
    """Put a fair on the agenda: late Press Releases, awards, new order, Magnate tiles (§12)."""
    if not state.setup.reserve:
        state.push(BuyTiles())
    state.push(NewOrder())
    state.push(Awards())
    for side in reversed(state.order):
        if not state.released[side]:
            state.push(LateRelease(side))


@final
class LateRelease(Step[Table]):
    """Who has not issued a Press Release for this fair does so now (§12.1, §17.6)."""

    def __init__(self, side: int) -> None:
        self.side = side

    def kind(self) -> str:
        return "late release"

    def key(self) -> tuple[object, ...]:
        return ("late release", self.side)

    def run(self, state: Table) -> None:
        if self.side >= state.seats:
            lacerda_releases(state, self.side, draw_card(state))
        elif state.has_wine(self.side):
            state.push(ReleaseWine(self.side, True))
        elif not state.setup.reserve:
            state.push(ReleaseBooth(self.side, False))


def award_shares(fair: Fair, players: int, points: list[int]) -> list[int]:
    """Return the VP of each side: tied sides share the awards of the places they occupy (§12.2)."""
    ranks = fair.ranks_used[players - 2]
    awards = [fair.vp_by_rank[rank - 1] if rank <= len(fair.vp_by_rank) else 0 for rank in ranks]
    found: list[int] = []
    for mine in points:
        better = sum(other > mine for other in points)
        equal = sum(other == mine for other in points)
        found.append(sum(awards[better : better + equal]) // equal)
    return found


@final
class Awards(Step[Table]):
    """Rank by Fair Points; VP for the places, an Expert for the last of four (§12.2)."""

    def kind(self) -> str:
        return "awards"

    def run(self, state: Table) -> None:
        fair, points = state.setup.pieces.years[state.year - 1].fair, state.fair_points
        assert fair is not None
        shares = award_shares(fair, state.setup.players, points)
        for side in range(len(points)):
            state.fair_vp[side] += shares[side]
            state.tell("award", side, shares[side], points[side])
        if fair.fourth_expert and 4 in fair.ranks_used[state.setup.players - 2]:
            for seat in reversed(state.order):
                if points[seat] == min(points):
                    state.push(ConsolationExpert(seat))


@final
class ConsolationExpert(Step[Table]):
    """A Wine Expert for the last place, if any deck has one (§12.2, §14.10)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def kind(self) -> str:
        return "consolation expert"

    def key(self) -> tuple[object, ...]:
        return ("consolation expert", self.seat)

    def run(self, state: Table) -> None:
        if state.can_take_expert():
            state.push(TakeExpert(self.seat, 1, False, 0, True))


@final
class NewOrder(Step[Table]):
    """Booths from left to right give the order; in the Reserve the ranking from the last place on (§12.3, §16.10)."""

    def kind(self) -> str:
        return "new order"

    def run(self, state: Table) -> None:
        if state.setup.reserve:
            late_first = state.order[::-1]  # of tied players the later one in the old order goes first
            late_first.sort(key=state.fair_points.__getitem__)
            state.order = late_first
            rules = state.setup.pieces.reserve
            if rules.feature_reset:
                state.levels = [rules.feature_start] * len(FEATURES)
        else:
            state.order = [side for side in state.booths if side != NONE]
            state.booths = [NONE] * len(state.booths)
        state.released = [False] * state.setup.sides
        state.tell("order", state.order[0])


@final
class BuyTiles(Step[Table]):
    """In the new order each may give a wine for a Magnate tile; then the display is refilled (§12.4)."""

    def kind(self) -> str:
        return "buy tiles"

    def run(self, state: Table) -> None:
        state.push(Refill())
        for side in reversed(state.order):
            if side >= state.seats:
                state.push(LacerdaBuys())
            else:
                state.push(BuyTile(side))


@final
class MarkOptions(Step[Table]):
    """After the third fair of the Reserve each may mark multiplier options (§16.10)."""

    def kind(self) -> str:
        return "mark options"

    def run(self, state: Table) -> None:
        for seat in reversed(state.order):
            state.push(MarkOption(seat))


# Lacerda.


def draw_card(state: Table) -> int:
    """Draw from the deck of the year; cards are never shuffled back (§17.2)."""
    deck = 0 if state.year <= (len(state.setup.pieces.years) + 1) // 2 else 1
    card = state.cards[deck][0]
    state.cards[deck] = state.cards[deck][1:]
    state.drawn = [*state.drawn, card]
    state.reveal()
    state.tell("card", state.seats, card)
    return card


@final
class LacerdaTurn(Step[Table]):
    """Draw a card, move there for nothing, do what it says (§17.3)."""

    def kind(self) -> str:
        return "lacerda turn"

    def run(self, state: Table) -> None:
        side, number = state.seats, draw_card(state)
        space = state.setup.pieces.cards[number].space
        state.marker[side] = space
        for seat in range(state.seats):
            if state.marker[seat] == space != state.setup.pieces.centre:
                state.money[seat] += state.setup.pieces.fee_player
        carry_out(state, side, state.setup.card_effects[number], number)


@final
class LacerdaMaintenance(Step[Table]):
    """Lacerda takes back its Sales barrel with the highest price (§17.5)."""

    def kind(self) -> str:
        return "lacerda maintenance"

    def run(self, state: Table) -> None:
        best = NONE
        for slot in state.setup.pieces.sales:
            own = state.sales[slot.number] == state.seats
            if own and (best == NONE or slot.pays > state.setup.pieces.sales[best].pays):
                best = slot.number
        if best != NONE:
            state.sales[best] = NONE
            state.barrels[state.seats] += 1
            state.tell("maintains", state.seats, best)


@final
class LacerdaBuys(Step[Table]):
    """Lacerda takes the first Multiplier tile, or removes the first Action tile (§17.6)."""

    def kind(self) -> str:
        return "lacerda buys"

    def run(self, state: Table) -> None:
        side, display = state.seats, state.display
        for cell in range(len(display)):
            if display[cell] >= MOST and state.barrels[side] > 0:
                state.tell("tile", side, display[cell])
                state.multipliers[display[cell] - MOST] = 2 * side + 1
                state.barrels[side] -= 1
                display[cell] = NONE
                return
        for cell in range(len(display)):
            if 0 <= display[cell] < MOST:
                state.tell("removes_tile", side, display[cell])
                state.gone_tiles = [*state.gone_tiles, display[cell]]
                display[cell] = NONE
                return
