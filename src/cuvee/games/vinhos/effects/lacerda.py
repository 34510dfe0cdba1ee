"""What Lacerda's cards do (§17.4); `seat` is Lacerda's side, `estate` the number of the card."""

from typing import Final, final

from cuvee.games.vinhos.pieces.board import Slot
from cuvee.games.vinhos.pieces.vocabulary import FEATURES
from cuvee.games.vinhos.state.codes import NONE, SUPPLY_CELLARS, SUPPLY_ENOLOGISTS, SUPPLY_FARMERS, SUPPLY_WINERIES
from cuvee.games.vinhos.state.setup import Effect
from cuvee.games.vinhos.state.table import Table

REMOVED: Final = {
    "remove_wineries": SUPPLY_WINERIES,
    "remove_cellars": SUPPLY_CELLARS,
    "remove_enologists": SUPPLY_ENOLOGISTS,
    "remove_farmers": SUPPLY_FARMERS,
}


@final
class RemovePieces(Effect[Table]):
    """Pieces of the supply leave the game, as many as there are (§17.4, §17.10)."""

    def __init__(self, name: str, kind: int, count: int) -> None:
        super().__init__(name)
        self.kind = kind
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        removed = min(self.count, state.supply[self.kind])
        state.supply[self.kind] -= removed
        state.gone[self.kind] += removed
        state.tell("removes", seat, self.kind, removed)


@final
class RemoveVineyards(Effect[Table]):
    """Top vineyards leave the game, counting up from the card's region; each brings a cube (§17.4, §17.11)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        region = state.setup.pieces.cards[estate].region
        for _again in range(self.count):
            region = remove_vineyard(state, seat, region)
            if region == NONE:
                return
            region = (region + 1) % len(state.stacks)


def remove_vineyard(state: Table, side: int, start: int) -> int:
    """Remove the top tile of the first region with tiles, counting up; place a cube; return the region (§17.11)."""
    regions = len(state.stacks)
    for ahead in range(regions):
        region = (start + ahead) % regions
        if state.stacks[region]:
            tile = state.take_vineyard(region)
            state.gone_vineyards = [*state.gone_vineyards, tile]
            state.place_cube(region)
            state.tell("removes_vineyard", side, tile)
            return region
    return NONE


@final
class LacerdaExperts(Effect[Table]):
    """Experts of the card's feature deck and the decks after it (§17.4)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        feature = state.setup.pieces.cards[estate].feature
        for _again in range(self.count):
            feature = lacerda_takes_expert(state, seat, feature)
            if feature == NONE:
                return
            feature = (feature + 1) % len(FEATURES)


def lacerda_takes_expert(state: Table, side: int, start: int) -> int:
    """Take the top tile of the first deck that is not empty; return its feature (§17.4, §17.9)."""
    for ahead in range(len(FEATURES)):
        feature = (start + ahead) % len(FEATURES)
        if state.decks[feature]:
            state.lacerda_experts = [*state.lacerda_experts, state.take_expert(side, feature)]
            return feature
    return NONE


@final
class LacerdaSells(Effect[Table]):
    """Barrels on the dearest Sales slots in reach, for half their price in VP (§17.4)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        value = state.setup.pieces.lacerda.values[state.year - 1]
        for _again in range(self.count):
            best: Slot | None = None
            for slot in state.setup.pieces.sales:
                open_to_it = state.sales[slot.number] == NONE and slot.min_value <= value
                if open_to_it and (best is None or slot.min_value > best.min_value):
                    best = slot
            if best is None or state.barrels[seat] == 0:
                return
            state.sales[best.number] = seat
            state.barrels[seat] -= 1
            state.trade_vp[seat] += best.pays // state.setup.pieces.lacerda.sale_divisor
            state.tell("sells", seat, best.number)


@final
class LacerdaExports(Effect[Table]):
    """Barrels on the Export slots in reach that give the most VP (§17.4)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        for _again in range(self.count):
            best = self._best_slot(state, seat)
            if best is None or state.barrels[seat] == 0:
                return
            state.export[best.number] = seat
            state.barrels[seat] -= 1
            state.trade_vp[seat] += best.pays
            state.tell("exports", seat, best.number)

    def _best_slot(self, state: Table, seat: int) -> Slot | None:
        """Return the slot with the most VP; ties: more of Lacerda's barrels in the column, then the higher majority."""
        value = state.setup.pieces.lacerda.values[state.year - 1]
        best: Slot | None = None
        rank: tuple[int, int, int] = (0, 0, 0)
        for slot in state.setup.export_slots:
            if state.export[slot.number] != NONE or slot.min_value > value:
                continue
            own = 0
            for other in state.setup.export_slots:
                if other.column == slot.column and state.export[other.number] == seat:
                    own += 1
            this = (slot.pays, own, state.setup.pieces.columns[slot.column].majority)
            if best is None or this > rank:
                best, rank = slot, this
        return best


@final
class LacerdaReleases(Effect[Table]):
    """Lacerda's Press Release: wine value, cubes, Experts, then the booth (§17.4, §17.9)."""

    def __init__(self, name: str) -> None:
        super().__init__(name)

    def perform(self, state: Table, seat: int, estate: int) -> None:
        lacerda_releases(state, seat, estate)


def lacerda_releases(state: Table, side: int, number: int) -> None:
    """Issue Lacerda's Press Release with a card, unless it was issued or the game is in its final action (§17.4)."""
    pieces = state.setup.pieces
    if state.released[side] or state.year > len(pieces.years):
        return
    card = pieces.cards[number]
    state.released[side] = True
    cubes = min(pieces.cubes_per_wine, state.cubes[card.region])
    state.cubes[card.region] -= cubes
    points = pieces.lacerda.values[state.year - 1] + cubes * pieces.regions[card.region].cube_worth
    points += _lacerda_discards(state)
    booth = card.booth
    while state.booths[booth] != NONE:
        booth = (booth + 1) % len(state.booths)
    state.booths[booth] = side
    for deed in pieces.booths[booth].deeds:
        if deed.op == "gain_fair_points":
            points += deed.amount
        elif deed.op == "gain_wine_expert":
            for _again in range(deed.count):
                lacerda_takes_expert(state, side, card.feature)
    state.fair_points[side] += points
    state.tell("lacerda_releases", side, points, booth)


def _lacerda_discards(state: Table) -> int:
    """Discard the first-taken Expert of each favoured feature; return the Fair Points (§17.4, §17.9)."""
    vintage, points = state.setup.pieces.vintages[state.vintage], 0
    for place in range(len(vintage.features)):
        for expert in state.lacerda_experts:
            if state.setup.pieces.experts[expert].feature == vintage.features[place]:
                state.lacerda_experts = [other for other in state.lacerda_experts if other != expert]
                state.put_under(expert)
                points += vintage.points[place]
                break
    return points
