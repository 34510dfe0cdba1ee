"""What lies on the table: vineyards, board, decks, and what the current turn has used up (§4, §15.1).

Lists are never changed in place: a change puts a new list in the old one's stead, so that a clone can share them all.
"""

from typing import Final, final

from cuvee.games.viticulture.pieces import (
    ALL_DECKS,
    DECKS,
    NONE,
    ORDER,
    OUT,
    RED,
    STRUCTURE,
    TOP_VALUE,
    VINE,
    WHITE,
    Action,
    Board,
    Difficulty,
    Node,
    Order,
    Pieces,
    Structure,
)
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import SPECTATOR, State, Value

# Places for workers. A space of an action is 4 * action + 0, 1, 2; its owner's extra space (§7.17) is 4 * action + 3.
BESIDE: Final = 64
"""Beside action a (§4.12): BESIDE + a."""
OPEN_SPACE: Final = 80
"""The GAIN £1 space (§5.7)."""
DESTROY: Final = 81
PRIVATE: Final = 82
"""The private space of structure s (§5.6): PRIVATE + s."""
PLACES: Final = 128

# Kinds of worker (§4.12); special worker w (§14.3) is SPECIAL + w.
REGULAR: Final = 0
GRANDE: Final = 1
TEMPORARY: Final = 2
SPECIAL: Final = 3
KINDS: Final = 16

AUTOMA: Final = 6
"""Who owns an Automa worker or cube (§13.2)."""
PLOTS: Final = 2
SITES: Final = 5
"""Two plots and three fields can hold a structure card (§12.3)."""

# What has been used in a scope.
USED_BONUS: Final = 1
USED_EXPERT: Final = 2
USED_TOKEN: Final = 4
DECLARED: Final = 8
"""The visitor expert was declared: no second visitor (VISITORS §3.2)."""
USED_AGAIN: Final = 16
"""A special worker's ability that works once after the action was used (§14.3)."""
USED_EXTRA: Final = 32
NO_EXPERT: Final = 64
"""The action is taken through a visitor card (VISITORS §4.20)."""
GONE_ON: Final = 128

STREAMS: Final = (
    "deck:vine", "deck:order", "deck:summer", "deck:winter", "deck:structure", "parents", "first", "automa", "specials",
    "visitor thief",
)  # fmt: skip
PARENTS: Final = 5
FIRST: Final = 6
AUTOMA_STREAM: Final = 7
SPECIALS_STREAM: Final = 8
THIEF: Final = 9


# What is known of each set of tokens: looked up, for a judgement asks it very often.
TOKEN_SETS: Final = range(1 << (TOP_VALUE + 1))
COUNTS: Final = tuple([mask.bit_count() for mask in TOKEN_SETS])
HIGHEST: Final = tuple([max(0, mask.bit_length() - 1) for mask in TOKEN_SETS])
TOTALS: Final = tuple([sum(value for value in range(1, TOP_VALUE + 1) if mask >> value & 1) for mask in TOKEN_SETS])

# What is empty at first: shared, since lists never change.
NOTHING: Final[list[int]] = []
NO_CARDS: Final[list[list[int]]] = [[], [], [], [], []]
NO_MARKET: Final = [NONE] * 4
NO_WORKERS: Final = [NONE] * 64
NO_CUBES: Final = [NONE] * 16
NO_PACKS: Final[list[list[int]]] = []
NO_PLEDGES: Final[list[list[int]]] = [[], [], [], [], [], []]


def highest(mask: int) -> int:
    """Return the highest value in a set of tokens, 0 if it is empty."""
    return HIGHEST[mask]


def count_of(mask: int) -> int:
    """Count the tokens in a set."""
    return COUNTS[mask]


def values_of(mask: int) -> list[int]:
    """List the values in a set of tokens."""
    return [value for value in range(1, TOP_VALUE + 1) if mask >> value & 1]


def total_of(mask: int) -> int:
    """Add up the values in a set of tokens."""
    return TOTALS[mask]


def with_card(hand: list[int], card: int) -> list[int]:
    """Return a hand with one more card, in order."""
    new = [*hand, card]
    new.sort()
    return new


def without(things: list[int], thing: int) -> list[int]:
    """Return a list without the first such thing."""
    new = things[:]
    new.remove(thing)
    return new


@final
class Vineyard(Value):
    """What one player has (§2.2, §3.3)."""

    def __init__(self, other: "Vineyard | None" = None) -> None:
        if other is not None:
            self._copy(other)
            return
        self.lira = 0
        self.vp = 0
        self.residual = 0
        self.cubes = 0
        self.tokens = 0
        """Bonus tokens of the solo game (§13.7)."""
        self.hand: list[list[int]] = [[], [], [], [], []]
        """Cards by deck, in order; equal vines are equal numbers."""
        self.owned = 0
        """A bit for each field on its field side (§4.1)."""
        self.harvested = 0
        self.vines: list[list[int]] = [[], [], []]
        self.sites: list[int] = [NONE] * SITES
        """Structure cards on the plots, then on the fields (§12.3)."""
        self.built = 0
        """A bit for each structure, of the mat or a card."""
        self.scored = 0
        """A bit for each structure that scores once a year and has (§4.11)."""
        self.grapes: list[int] = [0, 0]
        """For each colour a bit for each value (§4.5)."""
        self.wines: list[int] = [0, 0, 0, 0]
        """For each type a bit for each value (§4.6)."""
        self.regulars = 0
        """Regular workers that are this player's, wherever they are."""
        self.ready = 0
        self.training = 0
        self.grande = 1
        self.temporary = 0
        self.specials = 0
        self.special_ready = 0
        self.special_training = 0
        self.placed: list[int] = []
        """Placed workers: place * KINDS + kind, in the order of placing."""
        self.row = 0
        self.next_row = 0
        self.column = 0
        """The season the rooster stands in; OUT after the end-of-year steps."""
        self.mama = NONE
        self.papa = NONE
        self.stars: list[int] = []
        self.last_drawn = NONE

    def clone(self) -> "Vineyard":
        """Copy; lists are shared, since they never change."""
        return Vineyard(self)

    def _copy(self, other: "Vineyard") -> None:
        self.lira = other.lira
        self.vp = other.vp
        self.residual = other.residual
        self.cubes = other.cubes
        self.tokens = other.tokens
        self.hand = other.hand
        self.owned = other.owned
        self.harvested = other.harvested
        self.vines = other.vines
        self.sites = other.sites
        self.built = other.built
        self.scored = other.scored
        self.grapes = other.grapes
        self.wines = other.wines
        self.regulars = other.regulars
        self.ready = other.ready
        self.training = other.training
        self.grande = other.grande
        self.temporary = other.temporary
        self.specials = other.specials
        self.special_ready = other.special_ready
        self.special_training = other.special_training
        self.placed = other.placed
        self.row = other.row
        self.next_row = other.next_row
        self.column = other.column
        self.mama = other.mama
        self.papa = other.papa
        self.stars = other.stars
        self.last_drawn = other.last_drawn

    def key(self) -> tuple[object, ...]:
        """List everything."""
        return (
            self.lira, self.vp, self.residual, self.cubes, self.tokens, self.hand, self.owned, self.harvested, self.vines,
            self.sites, self.built, self.scored, self.grapes, self.wines, self.regulars, self.ready, self.training,
            self.grande, self.temporary, self.specials, self.special_ready, self.special_training, self.placed, self.row,
            self.next_row, self.column, self.mama, self.papa, self.stars, self.last_drawn,
        )  # fmt: skip

    # Cards.

    def cards(self) -> int:
        """Count the cards in hand, of all types (§5.11)."""
        hand = self.hand
        return len(hand[0]) + len(hand[1]) + len(hand[2]) + len(hand[3]) + len(hand[4])

    def count_cards(self, types: int) -> int:
        """Count the cards in hand of some types."""
        found = 0
        for deck in range(len(DECKS)):
            if types >> deck & 1:
                found += len(self.hand[deck])
        return found

    def take(self, deck: int, card: int) -> None:
        """Put a card into the hand."""
        hand = self.hand[:]
        hand[deck] = with_card(hand[deck], card)
        self.hand = hand

    def lose(self, deck: int, card: int) -> None:
        """Take a card out of the hand."""
        hand = self.hand[:]
        hand[deck] = without(hand[deck], card)
        self.hand = hand

    # Workers.

    def workers(self) -> int:
        """Count the workers that count for the limit of six: regular, grande and special (§4.12)."""
        return self.regulars + 1 + self.specials.bit_count()

    def available(self) -> int:
        """Count the workers that can be placed (§5.2)."""
        return self.ready + self.grande + self.temporary + self.special_ready.bit_count()

    def has_ready(self, kind: int) -> bool:
        """Tell whether a worker of a kind can be placed."""
        if kind == REGULAR:
            return self.ready > 0
        if kind == GRANDE:
            return self.grande > 0
        if kind == TEMPORARY:
            return self.temporary > 0
        return self.special_ready >> (kind - SPECIAL) & 1 > 0

    def change_ready(self, kind: int, by: int) -> None:
        """Make a worker of a kind available, or use it."""
        if kind == REGULAR:
            self.ready += by
        elif kind == GRANDE:
            self.grande += by
        elif kind == TEMPORARY:
            self.temporary += by
        else:
            self.special_ready += by << (kind - SPECIAL)

    def stands_on(self, place: int) -> bool:
        """Tell whether a worker of this player stands on a place."""
        return any(worker // KINDS == place for worker in self.placed)

    # Fields (§4.1 to §4.4).

    def field_value(self, pieces: Pieces, field: int) -> int:
        """Add up the values of the vines on a field."""
        total = 0
        for kind in self.vines[field]:
            total += pieces.vines[kind].value
        return total

    def vine_count(self) -> int:
        """Count the planted vines."""
        return len(self.vines[0]) + len(self.vines[1]) + len(self.vines[2])

    def met(self, pieces: Pieces) -> int:
        """Return the requirements that are met or never needed, a bit for each (§4.2, §12.5)."""
        bits = 0
        for structure in pieces.enablers:
            if self.built >> structure.number & 1:
                bits |= 1 << structure.requirement
        for structure in pieces.planters:
            if self.built >> structure.number & 1:
                bits |= structure.plant_ignore
        return bits

    def can_hold(self, pieces: Pieces, field: int, kind: int, ignore_capacity: bool) -> bool:
        """Tell whether a field can take one more vine of a kind (§4.2 a, c)."""
        if not self.owned >> field & 1 or self.sites[PLOTS + field] != NONE:
            return False
        return ignore_capacity or self.field_value(pieces, field) + pieces.vines[kind].value <= pieces.capacity[field]

    def plant(self, field: int, kind: int) -> None:
        """Put a vine from the hand on a field."""
        self.lose(VINE, kind)
        vines = self.vines[:]
        vines[field] = with_card(vines[field], kind)
        self.vines = vines

    def uproot(self, field: int, kind: int) -> None:
        """Take a vine off a field (§4.3)."""
        vines = self.vines[:]
        vines[field] = without(vines[field], kind)
        self.vines = vines

    def may_harvest(self, field: int) -> bool:
        """Tell whether a field may be harvested (§4.4)."""
        return self.owned >> field & 1 > 0 and not self.harvested >> field & 1 and len(self.vines[field]) > 0

    def harvestable(self) -> list[int]:
        """List the fields that may be harvested."""
        return [field for field in range(3) if self.may_harvest(field)]

    def harvest(self, pieces: Pieces, field: int) -> None:
        """Harvest a field: one grape a colour, devalued where its place is taken (§4.4, §4.5)."""
        red = white = 0
        for kind in self.vines[field]:
            red += pieces.vines[kind].red
            white += pieces.vines[kind].white
        self.harvested |= 1 << field
        self.grapes = [drop_in(self.grapes[RED], red), drop_in(self.grapes[WHITE], white)]

    def gain_grape(self, colour: int, value: int) -> None:
        """Put a grape on its place."""
        grapes = self.grapes[:]
        grapes[colour] |= 1 << value
        self.grapes = grapes

    def lose_grape(self, colour: int, value: int) -> None:
        """Take a grape off the crush pad."""
        grapes = self.grapes[:]
        grapes[colour] &= ~(1 << value)
        self.grapes = grapes

    def gain_wine(self, kind: int, value: int) -> None:
        """Put a wine on its place."""
        wines = self.wines[:]
        wines[kind] |= 1 << value
        self.wines = wines

    def lose_wine(self, kind: int, value: int) -> None:
        """Take a wine out of the cellar."""
        wines = self.wines[:]
        wines[kind] &= ~(1 << value)
        self.wines = wines

    def has_grape(self) -> bool:
        """Tell whether there is a grape on the crush pad."""
        return self.grapes[0] > 0 or self.grapes[1] > 0

    def grape_count(self) -> int:
        """Count the grapes on the crush pad."""
        return count_of(self.grapes[0]) + count_of(self.grapes[1])

    def has_wine(self, least: int = 1) -> bool:
        """Tell whether there is a wine of at least a value."""
        return any(mask >> least for mask in self.wines)

    # Making wine (§4.7).

    def cellar_limit(self, pieces: Pieces) -> int:
        """Return the highest value that the cellars allow (§4.6)."""
        limit = 3
        for structure in pieces.cellars:
            if self.built >> structure.number & 1:
                limit = max(limit, structure.cellar)
        return limit

    def wine_place(self, pieces: Pieces, kind: int, total: int, limit: int, least: int) -> int:
        """Return where a wine of so much would be placed, or 0 if it cannot be made (§4.7)."""
        bottom = pieces.wine_least[kind]
        if total < bottom:
            return 0
        target = min(total, limit)
        free = ~self.wines[kind] & ((2 << target) - (1 << bottom)) if target >= bottom else 0
        place = highest(free)
        return place if place >= least else 0

    # Aging (§4.8).

    def may_age_wine(self, pieces: Pieces, kind: int, value: int, limit: int) -> bool:
        """Tell whether a wine can move up by 1; it may age inside a cellar that is not built, not into one."""
        if value >= TOP_VALUE or self.wines[kind] >> (value + 1) & 1:
            return False
        return value + 1 <= limit or value % 3 != 0

    def age_grapes(self) -> None:
        """Age all grapes once."""
        self.grapes = [aged(self.grapes[RED], 0), aged(self.grapes[WHITE], 0)]

    def age_wines(self, pieces: Pieces) -> None:
        """Age all wine once."""
        wines = self.wines
        if not (wines[0] | wines[1] | wines[2] | wines[3]):
            return
        limit = self.cellar_limit(pieces)
        walls = 0 if limit >= 9 else 1 << 6 if limit >= 6 else 1 << 3 | 1 << 6
        self.wines = [aged(wines[0], walls), aged(wines[1], walls), aged(wines[2], walls), aged(wines[3], walls)]

    # Orders (§4.9).

    def can_fill(self, order: Order, start: int = 0) -> bool:
        """Tell whether every wine shown, from one on, can be met by a different token."""
        types, least = order.types, order.least
        for kind in range(4):
            needed = 0
            for at in range(start, len(types)):
                if types[at] == kind:
                    needed += 1
                    # Among the wines of one type, k of at least v ask for k tokens of at least the lowest of them.
                    mine = least[at]
                    asked = 0
                    for other in range(start, len(types)):
                        if types[other] == kind and least[other] >= mine:
                            asked += 1
                    if count_of(self.wines[kind] >> mine) < asked:
                        return False
        return True

    def structures(self) -> int:
        """Count the structures, of the mat and cards."""
        return self.built.bit_count()

    def free_sites(self) -> list[int]:
        """List the places for a structure card: free plots, and owned fields without vine and card (§12.3)."""
        return [
            site
            for site in range(SITES)
            if self.sites[site] == NONE
            and (site < PLOTS or (self.owned >> (site - PLOTS) & 1 > 0 and not self.vines[site - PLOTS]))
        ]


def drop_in(row: int, value: int) -> int:
    """Put a harvested grape on its place, or the next lower free one; without any it is lost (§4.5)."""
    if value <= 0:
        return row
    place = highest(~row & ((2 << min(value, TOP_VALUE)) - 2))
    return row | 1 << place if place > 0 else row


def aged(row: int, walls: int) -> int:
    """Move every token of a row up by 1, from the highest down, where the place above is free and no wall is in between."""
    if not row:
        return row
    for value in range(TOP_VALUE - 1, 0, -1):
        if row >> value & 1 and not row >> (value + 1) & 1 and not walls >> value & 1:
            row ^= 3 << value
    return row


@final
class Scope(Value):
    """What one action, card or answer has used and done so far: the registers of VISITORS §1.5 and the limits of §9.1."""

    def __init__(self, seat: int, owner: int, action: int, place: int, worker: int) -> None:
        self.seat = seat
        """Who is acting."""
        self.owner = owner
        """Whose card or turn it is (VISITORS, words)."""
        self.action = action
        """The action being taken; NONE for a card, a private space or an answer."""
        self.place = place
        """Where the worker stands; NONE if there is none (§6.12)."""
        self.worker = worker
        self.flags = 0
        self.steps = 0
        self.private = NONE
        """The structure whose private space is used (§5.6)."""
        self.card = NONE
        self.deck = NONE
        self.anded = False
        """«Or» may be read as «and» (VISITORS §3)."""
        self.harvested = 0
        self.sold = 0
        self.box = NONE
        self.combined = False
        self.ignored = 0
        """The kind of requirement ignored this turn (§7.9), as a bit."""
        self.taken = 0
        """Bonuses gained by expert or token, a bit for each space (§7.11, §13.7)."""
        self.built_cost = 0
        self.planted_value = 0
        self.planted_field = NONE
        self.made = 0
        """A bit for each type of wine made."""
        self.sparkling = 0
        self.discarded = 0
        self.cards: list[int] = NOTHING
        """The cards drawn, deck * 64 + card, for the Oracle (§14.3)."""
        self.visitors = 0
        """Visitors played by this action (VISITORS §3.2)."""
        self.trained = NONE
        """The kind of the worker trained by this action, while it can still be placed (§7.15)."""

    def clone(self) -> "Scope":
        """Copy."""
        twin = Scope(self.seat, self.owner, self.action, self.place, self.worker)
        twin.flags = self.flags
        twin.steps = self.steps
        twin.private = self.private
        twin.card = self.card
        twin.deck = self.deck
        twin.anded = self.anded
        twin.harvested = self.harvested
        twin.sold = self.sold
        twin.box = self.box
        twin.combined = self.combined
        twin.ignored = self.ignored
        twin.taken = self.taken
        twin.built_cost = self.built_cost
        twin.planted_value = self.planted_value
        twin.planted_field = self.planted_field
        twin.made = self.made
        twin.sparkling = self.sparkling
        twin.discarded = self.discarded
        twin.cards = self.cards
        twin.visitors = self.visitors
        twin.trained = self.trained
        return twin

    def key(self) -> tuple[object, ...]:
        """List everything."""
        return (
            self.seat, self.owner, self.action, self.place, self.worker, self.flags, self.steps, self.private, self.card,
            self.deck, self.anded, self.harvested, self.sold, self.box, self.combined, self.ignored, self.taken,
            self.built_cost, self.planted_value, self.planted_field, self.made, self.sparkling, self.discarded, self.cards,
            self.visitors, self.trained,
        )  # fmt: skip


@final
class SetUp:
    """What was chosen before the game (§3.1)."""

    def __init__(self, pieces: Pieces, board: Board, seats: int) -> None:
        self.pieces = pieces
        self.board = board
        self.seats = seats
        self.decks: list[list[int]] = []
        """The cards of each deck that are in the game."""
        self.structure_cards = False
        self.special_workers = False
        self.market = board.market
        self.choose_parents = False
        self.years = 40
        self.level: Difficulty = pieces.levels[0]
        self.aggressive = False
        self.usable = 1 if seats <= 2 else 2 if seats <= 4 else 3
        """Spaces that may be used on each action (§5.3)."""


@final
class Winery(State):
    """The whole table."""

    def __init__(self, setup: SetUp, seats: int, chance: Chance) -> None:
        super().__init__(seats, chance)
        self.setup = setup
        self.pieces = setup.pieces
        self.board = setup.board
        self.players: list[Vineyard] = []
        self.year = 0
        self.season = 0
        self.first = 0
        """The first chooser (§3.3); on the Essential board the holder of the first-player token (§14.1)."""
        self.last_year = False
        self.decks: list[list[int]] = NO_CARDS
        """Face down, the top card last."""
        self.discards: list[list[int]] = NO_CARDS
        self.market: list[int] = NO_MARKET
        """Vine places 1 and 2, then order places 1 and 2 (§4.13)."""
        self.spaces: list[int] = NO_WORKERS
        """Who stands where: seat * KINDS + kind."""
        self.boxes: list[int] = NO_CUBES
        """Whose cube is in the expert box of each action."""
        self.blocked = 0
        """A bit for each trade with a glass token (§8.2)."""
        self.temporary = NONE
        """Who holds the gray worker; NONE while it is on the chart."""
        self.starter = NONE
        """Who holds the first-player token for next year; NONE while it is on the chart."""
        self.planned: list[int] = NOTHING
        """Planned workers in the order of planning: (seat * PLACES + place) * KINDS + kind (VISITORS §4.21)."""
        self.messengers: list[int] = NOTHING
        self.scopes: list[Scope] = []
        self.in_play: list[int] = NOTHING
        """Visitors being resolved: deck * 64 + card."""
        self.revealed: list[int] = NOTHING
        """Cards turned up by Caravan: deck * 64 + card."""
        self.pledged: list[list[int]] = NO_PLEDGES
        self.packs: list[list[int]] = NO_PACKS
        """Structure cards being drafted (§12.2)."""
        self.offers: list[list[int]] = NO_PACKS
        """Two mamas and two papas for each seat to keep one of (§3.4)."""
        self.automa_deck: list[int] = NOTHING
        self.automa_discards: list[int] = NOTHING
        self.automa_workers = 0
        self.automa_cubes = 0
        self.glass = 0
        """A bit for each row that still has its glass token (§13.2)."""
        self.display: list[int] = NOTHING
        """Special workers that can be trained (§14.3)."""
        self.lost = False
        """The aggressive Automa ended the game (§13.9)."""

    @property
    def solo(self) -> bool:
        """Tell whether one player plays against the Automa (§13)."""
        return self.seats == 1

    def clone(self) -> "Winery":
        """Copy the table."""
        twin = Winery(self.setup, self.seats, self.chance.clone())
        twin.players = [vineyard.clone() for vineyard in self.players]
        twin.year = self.year
        twin.season = self.season
        twin.first = self.first
        twin.last_year = self.last_year
        twin.decks = self.decks
        twin.discards = self.discards
        twin.market = self.market
        twin.spaces = self.spaces
        twin.boxes = self.boxes
        twin.blocked = self.blocked
        twin.temporary = self.temporary
        twin.starter = self.starter
        twin.planned = self.planned
        twin.messengers = self.messengers
        twin.scopes = [scope.clone() for scope in self.scopes]
        twin.in_play = self.in_play
        twin.revealed = self.revealed
        twin.pledged = self.pledged
        twin.packs = self.packs
        twin.offers = self.offers
        twin.automa_deck = self.automa_deck
        twin.automa_discards = self.automa_discards
        twin.automa_workers = self.automa_workers
        twin.automa_cubes = self.automa_cubes
        twin.glass = self.glass
        twin.display = self.display
        twin.lost = self.lost
        self.copy_to(twin)
        return twin

    def key(self) -> tuple[object, ...]:
        """List the whole table."""
        return (
            [vineyard.key() for vineyard in self.players], self.year, self.season, self.first, self.last_year, self.decks,
            self.discards, self.market, self.spaces, self.boxes, self.blocked, self.temporary, self.starter, self.planned,
            self.messengers, [scope.key() for scope in self.scopes], self.in_play, self.revealed, self.pledged, self.packs,
            self.offers, self.automa_deck, self.automa_discards, self.automa_workers, self.automa_cubes, self.glass,
            self.display, self.lost,
        )  # fmt: skip

    # Scopes.

    def scope(self) -> Scope:
        """Return what is being carried out."""
        return self.scopes[-1]

    def open_scope(self, seat: int, owner: int, action: int, place: int, worker: int) -> Scope:
        """Begin something with registers of its own."""
        scope = Scope(seat, owner, action, place, worker)
        self.scopes = [*self.scopes, scope]
        return scope

    def close_scope(self) -> None:
        """End the innermost one."""
        self.scopes = self.scopes[:-1]

    # Cards and decks (§4.13).

    def types_in_play(self) -> int:
        """Return the types of cards in the game, a bit for each."""
        return ALL_DECKS if self.setup.structure_cards else ALL_DECKS & ~(1 << STRUCTURE)

    def face_up(self, deck: int, place: int) -> int:
        """Return the face-up card of a type on place 0 or 1, or NONE."""
        return self.market[deck * 2 + place] if deck <= ORDER else NONE

    def can_draw(self, deck: int) -> bool:
        """Tell whether a card of a type can be had (§4.13)."""
        if self.decks[deck] or self.discards[deck]:
            return True
        return deck <= ORDER and (self.market[deck * 2] != NONE or self.market[deck * 2 + 1] != NONE)

    def set_deck(self, deck: int, cards: list[int]) -> None:
        """Put a deck in place of another."""
        decks = self.decks[:]
        decks[deck] = cards
        self.decks = decks

    def set_discards(self, deck: int, cards: list[int]) -> None:
        """Put a discard pile in place of another."""
        piles = self.discards[:]
        piles[deck] = cards
        self.discards = piles

    def top_card(self, deck: int) -> int:
        """Take the top card of a deck, after shuffling the discards into an empty one; NONE if there is none."""
        if not self.decks[deck]:
            if not self.discards[deck]:
                return NONE
            cards = sorted(self.discards[deck])
            self.shuffle(cards, deck)
            self.set_discards(deck, [])
            self.set_deck(deck, cards)
            self.tell("reshuffles", SPECTATOR, deck)
        self.reveal()
        card = self.decks[deck][-1]
        self.set_deck(deck, self.decks[deck][:-1])
        return card

    def set_market(self, place: int, card: int) -> None:
        """Lay a card face up."""
        market = self.market[:]
        market[place] = card
        self.market = market

    def fill_market(self) -> None:
        """Reveal cards on empty face-up places, place 1 first (§4.13)."""
        if not self.setup.market:
            return
        for place in range(4):
            if self.market[place] == NONE:
                card = self.top_card(place // 2)
                if card != NONE:
                    self.set_market(place, card)

    def discard(self, deck: int, card: int) -> None:
        """Put a card on its discard pile."""
        self.set_discards(deck, [*self.discards[deck], card])

    # Workers (§4.12).

    def set_space(self, place: int, who: int) -> None:
        """Put a worker on a space of the board, or take it away."""
        spaces = self.spaces[:]
        spaces[place] = who
        self.spaces = spaces

    def put_worker(self, seat: int, kind: int, place: int) -> None:
        """Place an available worker."""
        vineyard = self.players[seat]
        vineyard.change_ready(kind, -1)
        vineyard.placed = [*vineyard.placed, place * KINDS + kind]
        if place < BESIDE:
            self.set_space(place, seat * KINDS + kind)

    def take_worker(self, seat: int, worker: int) -> None:
        """Make a placed worker available again; what it was planned for is lost (VISITORS §4.19)."""
        vineyard = self.players[seat]
        place, kind = worker // KINDS, worker % KINDS
        vineyard.placed = without(vineyard.placed, worker)
        vineyard.change_ready(kind, 1)
        if place < BESIDE:
            self.set_space(place, NONE)
        planned = (seat * PLACES + place) * KINDS + kind
        if planned in self.planned:
            self.planned = without(self.planned, planned)
        if planned in self.messengers:
            self.messengers = without(self.messengers, planned)

    def workers_on(self, action: int) -> int:
        """Count the workers on and beside an action, of all players and the Automa (§7.3)."""
        found = 0
        for place in range(4 * action, 4 * action + 4):
            if self.spaces[place] != NONE:
                found += 1
        for vineyard in self.players:
            for worker in vineyard.placed:
                if worker // KINDS == BESIDE + action:
                    found += 1
        return found

    def has_expert(self, seat: int, action: int) -> bool:
        """Tell whether an action carries a seat's cube (§7.1)."""
        return action >= 0 and self.boxes[action] == seat

    def full(self, action: int) -> bool:
        """Tell whether all spaces usable at this player count are occupied (§4.12)."""
        return all(self.spaces[4 * action + space] != NONE for space in range(self.setup.usable))

    def bonus_of(self, place: int) -> int:
        """Return the line of the bonus of a space, or NONE (§5.4)."""
        if not 0 <= place < BESIDE:
            return NONE
        action = self.board.actions[place // 4]
        if place % 4 == 3:
            return action.expert.extra_space if action.expert is not None else NONE
        return action.spaces[place % 4].bonus

    def price(self, vineyard: Vineyard, structure: Structure, node: Node) -> int:
        """Return what a structure costs a player (VISITORS §4.10)."""
        price = node.price if node.price != NONE else structure.cost - node.discount
        for other in self.pieces.discounters:
            if vineyard.built >> other.number & 1:
                price -= other.discount
        return max(0, price)

    def action(self, number: int) -> Action:
        """Return an action of the board."""
        return self.board.actions[number]

    # What others may imagine.

    def shuffle_unknown(self, seat: int, rng: Chance) -> None:
        """Deal the cards that a seat cannot see anew among the other hands, pledges, packs and the decks (§1.4)."""
        vineyards = self.players
        for deck in range(len(DECKS)):
            unseen = self.decks[deck][:]
            for other in range(self.seats):
                if other != seat:
                    unseen += vineyards[other].hand[deck]
                    unseen += [card % 64 for card in self.pledged[other] if card // 64 == deck]
                    if deck == STRUCTURE and self.packs:
                        unseen += self.packs[other]
            unseen.sort()
            rng.shuffle(unseen)
            at = 0
            for other in range(self.seats):
                if other != seat:
                    size = len(vineyards[other].hand[deck])
                    hand = vineyards[other].hand[:]
                    hand[deck] = sorted(unseen[at : at + size])
                    vineyards[other].hand = hand
                    at += size
                    at = self._redeal_pledges(other, deck, unseen, at)
                    if deck == STRUCTURE and self.packs:
                        at = self._redeal_pack(other, unseen, at)
            self.set_deck(deck, unseen[at:])
        for other in range(self.seats):
            if other != seat and vineyards[other].last_drawn != NONE:
                self._guess_drawn(vineyards[other], rng)
        for scope in self.scopes:
            if scope.seat != seat and scope.cards:
                self._guess_cards(scope, rng)
        if self.automa_deck:
            order = sorted(self.automa_deck)
            rng.shuffle(order)
            self.automa_deck = order

    def _redeal_pledges(self, other: int, deck: int, unseen: list[int], at: int) -> int:
        if not self.pledged[other]:
            return at
        pledges = self.pledged[other][:]
        for place in range(len(pledges)):
            if pledges[place] // 64 == deck:
                pledges[place] = deck * 64 + unseen[at]
                at += 1
        pledged = self.pledged[:]
        pledged[other] = pledges
        self.pledged = pledged
        return at

    def _redeal_pack(self, other: int, unseen: list[int], at: int) -> int:
        size = len(self.packs[other])
        packs = self.packs[:]
        packs[other] = sorted(unseen[at : at + size])
        self.packs = packs
        return at + size

    def _guess_drawn(self, vineyard: Vineyard, rng: Chance) -> None:
        """The card drawn last is one of the hand: which one, only its owner knows."""
        deck = vineyard.last_drawn // 64
        hand = vineyard.hand[deck]
        vineyard.last_drawn = deck * 64 + hand[rng.below(len(hand))] if hand else NONE

    def _guess_cards(self, scope: Scope, rng: Chance) -> None:
        """The same of all cards drawn by an action (Oracle): as many of each type as are known to be."""
        guessed: list[int] = []
        for deck in range(len(DECKS)):
            hand = self.players[scope.seat].hand[deck][:]
            rng.shuffle(hand)
            many = len([card for card in scope.cards if card // 64 == deck])
            guessed += [deck * 64 + card for card in hand[:many]]
        scope.cards = sorted(guessed)

    # Invariants (§16).

    def problems(self) -> list[str]:
        """Check what one position can show."""
        found: list[str] = []
        for deck in range(len(DECKS)):
            need(self._deck_is_whole(deck), "every card lies in exactly one place (§16.1)", found)
        for place in range(4 if self.setup.market else 0):
            need(
                self.market[place] != NONE or self._may_be_empty(place // 2), "two vines and two orders lie open (§16.2)", found
            )
        for seat in range(self.seats):
            self._token_problems(self.players[seat], found)
            self._worker_problems(seat, found)
            self._structure_problems(self.players[seat], found)
        self._board_problems(found)
        return found

    def _may_be_empty(self, deck: int) -> bool:
        """A face-up place is empty only if no card is left, or while a payment is not complete (§4.13)."""
        if not self.decks[deck] and not self.discards[deck]:
            return True
        return any(frame.kind() in ("discard_card", "vine_to_uproot", "reveal_pick", "discard_drawn") for frame in self.agenda)

    def _deck_is_whole(self, deck: int) -> bool:
        lying = self.decks[deck] + self.discards[deck]
        if deck <= ORDER:
            lying += [card for card in self.market[2 * deck : 2 * deck + 2] if card != NONE]
        for vineyard in self.players:
            lying += vineyard.hand[deck]
            if deck == VINE:
                for vines in vineyard.vines:
                    lying += vines
            if deck == STRUCTURE:
                lying += [card for card in vineyard.sites if card != NONE]
        for cards in self.pledged:
            lying += [card % 64 for card in cards if card // 64 == deck]
        if deck == STRUCTURE:
            for cards in self.packs:
                lying += cards
        lying += [card % 64 for card in self.in_play if card // 64 == deck]
        lying += [card % 64 for card in self.revealed if card // 64 == deck]
        lying.sort()
        return lying == self.setup.decks[deck]

    def _token_problems(self, vineyard: Vineyard, found: list[str]) -> None:
        pieces = self.pieces
        need(vineyard.lira >= 0 and vineyard.vp >= pieces.vp_floor, "lira and VP stay above their floor (§16.5)", found)
        need(0 <= vineyard.residual <= self.board.residual_max, "residual stays on its track (§16.5)", found)
        for mask in vineyard.grapes:
            need(mask >= 0 and not mask & ~1022, "grapes have values 1 to 9 (§16.4)", found)
        for kind in range(4):
            row = 1024 - (1 << pieces.wine_least[kind])
            need(not vineyard.wines[kind] & ~row, "wine has the values of its row (§16.4)", found)
        for field in range(3):
            free = vineyard.owned >> field & 1 > 0 and vineyard.sites[PLOTS + field] == NONE
            need(free or not vineyard.vines[field], "vines stand on owned fields without a structure card (§4.2)", found)

    def _worker_problems(self, seat: int, found: list[str]) -> None:
        vineyard, placed, special = self.players[seat], 0, 0
        for worker in vineyard.placed:
            place, kind = worker // KINDS, worker % KINDS
            if kind == REGULAR:
                placed += 1
            if kind >= SPECIAL:
                special |= 1 << (kind - SPECIAL)
            shown = place >= BESIDE or self.spaces[place] == seat * KINDS + kind
            need(shown, "a worker stands where the board shows it (§16.7)", found)
        regulars = vineyard.ready + vineyard.training + placed
        need(regulars == vineyard.regulars <= self.pieces.regulars, "no regular worker is lost or doubled (§16.6)", found)
        specials = vineyard.special_ready | vineyard.special_training | special
        need(specials == vineyard.specials, "no special worker is lost or doubled (§14.3)", found)
        need(vineyard.workers() <= self.pieces.workers_most, "nobody has more than six workers (§16.6)", found)
        need(not vineyard.temporary or self.temporary == seat, "the gray worker is with its holder (§16.6)", found)

    def _structure_problems(self, vineyard: Vineyard, found: list[str]) -> None:
        for structure in self.pieces.cellars:
            sound = not vineyard.built >> structure.number & 1 or vineyard.built & structure.needs == structure.needs
            need(sound, "a large cellar stands on a medium one (§16.12)", found)
        cards = 0
        for card in vineyard.sites:
            if card != NONE:
                cards |= 1 << card
        built = vineyard.built >> self.pieces.mat << self.pieces.mat
        need(cards == built, "every built structure card has a site (§12.3)", found)

    def _board_problems(self, found: list[str]) -> None:
        if not self.setup.special_workers:
            for action in self.board.actions:
                for space in range(self.setup.usable, 3):
                    empty = self.spaces[4 * action.number + space] == NONE
                    need(empty, "a space not used at this player count is empty (§16.7)", found)
        cubes = [0] * 7
        for owner in self.boxes:
            if owner != NONE:
                cubes[owner] += 1
        taken = 0
        for seat in range(self.seats):
            vineyard = self.players[seat]
            sound = not self.board.experts or cubes[seat] + vineyard.cubes == self.pieces.cubes
            need(sound and vineyard.cubes >= 0, "every cube is on the board or at home (§16.8)", found)
            if vineyard.column < OUT and vineyard.row > 0:
                need(not taken >> vineyard.row & 1, "no two roosters in one row (§16.10)", found)
                taken |= 1 << vineyard.row


def need(sound: bool, words: str, found: list[str]) -> None:
    """Note a broken invariant."""
    if not sound:
        found.append(words)
