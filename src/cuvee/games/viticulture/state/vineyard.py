"""What one player has. Lists are never changed in place, so that clones can share them."""

from typing import Final, final

from cuvee.games.viticulture.pieces.box import Pieces
from cuvee.games.viticulture.pieces.cards import DECKS, RED, TOP_VALUE, VINE, WHITE, Order
from cuvee.games.viticulture.pieces.ops import NONE
from cuvee.games.viticulture.state.tokens import aged, count_of, drop_in, highest
from cuvee.games.viticulture.state.workers import GRANDE, KINDS, REGULAR, SPECIAL, TEMPORARY
from cuvee.kernel.play import Record

PLOTS: Final = 2
SITES: Final = 5
"""Two plots and three fields can hold a structure card (§12.3)."""

# Empty lists, shared since lists never change.
NOTHING: Final[list[int]] = []
NO_CARDS: Final[list[list[int]]] = [[], [], [], [], []]


def with_card(hand: list[int], card: int) -> list[int]:
    """Return a hand with one more card, in order."""
    new = [*hand, card]
    new.sort()
    return new


def without(things: list[int], thing: int) -> list[int]:
    """Return a list without the first occurrence of a thing."""
    new = things[:]
    new.remove(thing)
    return new


@final
class Vineyard(Record):
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
        """Cards by deck, in order; vines of one variety have the same number."""
        self.owned = 0
        """A bit for each field on its field side (§4.1)."""
        self.harvested = 0
        self.vines: list[list[int]] = [[], [], []]
        self.sites: list[int] = [NONE] * SITES
        """Structure cards on the plots, then on the fields (§12.3)."""
        self.built = 0
        """A bit for each structure, whether of the mat or a card."""
        self.scored = 0
        """A bit for each once-a-year structure that has scored this year (§4.11)."""
        self.grapes: list[int] = [0, 0]
        """For each colour, a bit for each value (§4.5)."""
        self.wines: list[int] = [0, 0, 0, 0]
        """For each type, a bit for each value (§4.6)."""
        self.regulars = 0
        """How many regular workers the player has, wherever they are."""
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
        """The season that the rooster is in; OUT after the end-of-year steps."""
        self.mama = NONE
        self.papa = NONE
        self.stars: list[int] = []
        self.last_drawn = NONE

    def clone(self) -> "Vineyard":
        """Copy the vineyard; lists are shared, since they never change."""
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
        """List everything in the vineyard."""
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
        """Make workers of a kind available, or use them."""
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
        """Return the requirements that are met or not needed, a bit for each (§4.2, §12.5)."""
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
        """Plant a vine from the hand on a field."""
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
        """Harvest a field: one grape per colour, devalued if its place is taken (§4.4, §4.5)."""
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
        """Return the place of a wine made from grapes of a given total, or 0 if it cannot be made (§4.7)."""
        bottom = pieces.wine_least[kind]
        if total < bottom:
            return 0
        target = min(total, limit)
        free = ~self.wines[kind] & ((2 << target) - (1 << bottom)) if target >= bottom else 0
        place = highest(free)
        return place if place >= least else 0

    # Aging (§4.8).

    def may_age_wine(self, pieces: Pieces, kind: int, value: int, limit: int) -> bool:
        """Tell whether a wine can move up by 1; it may age within an unbuilt cellar, but not into one."""
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
        """Tell whether each wine of an order, from a given one on, can be met by a different token."""
        types, least = order.types, order.least
        for kind in range(4):
            needed = 0
            for at in range(start, len(types)):
                if types[at] == kind:
                    needed += 1
                    # If k wines of one type are asked for at v or more, k tokens of at least v are needed.
                    mine = least[at]
                    asked = 0
                    for other in range(start, len(types)):
                        if types[other] == kind and least[other] >= mine:
                            asked += 1
                    if count_of(self.wines[kind] >> mine) < asked:
                        return False
        return True

    def structures(self) -> int:
        """Count the structures, both of the mat and cards."""
        return self.built.bit_count()

    def free_sites(self) -> list[int]:
        """List the places for a structure card: free plots, and owned fields without vines or a card (§12.3)."""
        return [
            site
            for site in range(SITES)
            if self.sites[site] == NONE
            and (site < PLOTS or (self.owned >> (site - PLOTS) & 1 > 0 and not self.vines[site - PLOTS]))
        ]
