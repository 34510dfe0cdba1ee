"""What tiles, booths, regions and Lacerda's cards do: one small class for each operation (§18.6)."""

from typing import Final, final

from cuvee.games.vinhos.decisions import (
    CELLAR_TILE,
    WINERY,
    BankSteps,
    Build,
    BuyVineyard,
    Hire,
    PlaceCube,
    RearrangeRegion,
    RetrieveBarrel,
    TakeExpert,
    TradeWine,
    own_barrels,
    place_cellar,
    place_staff,
    place_winery,
    regions_to_rearrange,
)
from cuvee.games.vinhos.pieces import BANK, FEATURES, Deed, Slot
from cuvee.games.vinhos.state import (
    NONE,
    SUPPLY_CELLARS,
    SUPPLY_ENOLOGISTS,
    SUPPLY_FARMERS,
    SUPPLY_WINERIES,
    Effect,
    Setup,
    Table,
)
from cuvee.kernel.text import _

REMOVED: Final = {
    "remove_wineries": SUPPLY_WINERIES,
    "remove_cellars": SUPPLY_CELLARS,
    "remove_enologists": SUPPLY_ENOLOGISTS,
    "remove_farmers": SUPPLY_FARMERS,
}


# Gains.


@final
class GainBagos(Effect):
    """Bagos from the bank (§10.1)."""

    def __init__(self, name: str, amount: int) -> None:
        super().__init__(name)
        self.amount = amount

    def perform(self, state: Table, seat: int, estate: int) -> None:
        state.money[seat] += self.amount
        state.tell("bagos", seat, self.amount)


@final
class GainFairPoints(Effect):
    """Fair Points (§3.6)."""

    def __init__(self, name: str, amount: int) -> None:
        super().__init__(name)
        self.amount = amount

    def perform(self, state: Table, seat: int, estate: int) -> None:
        state.fair_points[seat] += self.amount
        state.tell("fair_points", seat, self.amount)


@final
class GainExpert(Effect):
    """Wine Experts for free, from decks of choice (§3.6, §11.1)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if state.can_take_expert():
            state.push(TakeExpert(seat, self.count, False, 0, True))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        return state.can_take_expert()


@final
class GainFarmer(Effect):
    """A Farmer on the vineyard just placed (§9, Minho)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        for _again in range(self.count):
            if state.supply[SUPPLY_FARMERS] > 0 and state.takes_farmer(state.at(seat, estate)):
                place_staff(state, seat, estate, True)


@final
class GainWinery(Effect):
    """A winery on the estate just opened (§9, Trás-os-Montes)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        for _again in range(self.count):
            if state.supply[SUPPLY_WINERIES] > 0 and state.takes_winery(state.at(seat, estate)):
                place_winery(state, seat, estate)


@final
class GainCellar(Effect):
    """A Cellar on the estate just opened (§9, Bairrada)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        for _again in range(self.count):
            if state.supply[SUPPLY_CELLARS] > 0 and state.takes_cellar(state.at(seat, estate)):
                place_cellar(state, seat, estate)


@final
class GainPorto(Effect):
    """The own Porto tiles, as far as they still lie in the Douro (§9)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        taken = min(self.count, state.porto_left[seat])
        state.porto_left[seat] -= taken
        state.porto[seat] += taken
        state.tell("porto_tiles", seat, taken)


@final
class PlaceCubes(Effect):
    """Renown cubes in regions of choice (§9, §10.3)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if state.cube_regions():
            state.push(PlaceCube(seat, self.count))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        return len(state.cube_regions()) > 0


# Purchases and actions of tiles.


@final
class BuyVineyards(Effect):
    """Vineyards at a discount (§11.1)."""

    def __init__(self, name: str, count: int, less: int) -> None:
        super().__init__(name)
        self.count = count
        self.less = less

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if self.possible(state, seat, 0):
            state.push(BuyVineyard(seat, self.count, False, self.less))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        return state.can_buy_vineyard(seat, state.money[seat], self.less)


@final
class BuyBuilding(Effect):
    """Wineries or Cellars at the tile's price (§11.1)."""

    def __init__(self, name: str, what: int, count: int, price: int) -> None:
        super().__init__(name)
        self.what = what
        self.count = count
        self.price = price

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if self.possible(state, seat, 0):
            state.push(Build(seat, self.what, self.count, False, self.price))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        if self.what == WINERY:
            return state.can_buy_winery(seat, state.money[seat], self.price)
        return state.can_buy_cellar(seat, state.money[seat], self.price)


@final
class HireStaff(Effect):
    """An Enologist or a Farmer at the tile's price (§11.1)."""

    def __init__(self, name: str, farmer: bool, count: int, price: int) -> None:
        super().__init__(name)
        self.farmer = farmer
        self.count = count
        self.price = price

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if self.possible(state, seat, 0):
            enologist, farmer = (NONE, self.price) if self.farmer else (self.price, NONE)
            state.push(Hire(seat, self.count, False, enologist, farmer))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        if self.farmer:
            return state.can_hire_farmer(seat, state.money[seat], self.price)
        return state.can_hire_enologist(seat, state.money[seat], self.price)


@final
class DoAction(Effect):
    """A complete Sales, Export or Bank action without moving (§11.1, §14.7, §16.9)."""

    def __init__(self, name: str, action: int) -> None:
        super().__init__(name)
        self.action = action

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if not self.possible(state, seat, 0):
            return
        if self.action == BANK:
            state.push(BankSteps(seat))
        else:
            state.push(TradeWine(seat, self.action, False, state.setup.trade_limit))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        if self.action == BANK:
            return state.can_bank(seat, state.money[seat])
        return state.can_trade(seat, self.action, extra)


# Abilities of Wine Experts that shape the turn.


@final
class FreeMovement(Effect):
    """The move of this turn costs nothing (§10.2)."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.free = True

    def perform(self, state: Table, seat: int, estate: int) -> None:
        """Nothing more to do: the window has told the move (§7.1)."""

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        """Tell whether a free move leads anywhere but to the centre (§7.5)."""
        return any(space != state.setup.pieces.centre for space in state.legal_spaces(seat, True, False, 0))


@final
class Discount(Effect):
    """Each vineyard of this turn's Vineyards action costs less, and that action has to be taken (§10.6)."""

    def __init__(self, name: str, amount: int) -> None:
        super().__init__(name)
        self.duty = True
        self.discount = amount

    def perform(self, state: Table, seat: int, estate: int) -> None:
        """Nothing more to do: the window has told the move (§7.1)."""

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        return len(state.legal_spaces(seat, False, True, self.discount)) > 0


@final
class Rearrange(Effect):
    """A vineyard stack in a new order, then a Vineyards action (§10.5)."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.duty = True

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if self.possible(state, seat, 0):
            state.push(RearrangeRegion(seat))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        return len(regions_to_rearrange(state, seat)) > 0


@final
class Retrieve(Effect):
    """An own barrel back to the supply (§10.4)."""

    def __init__(self, name: str, places: list[int]) -> None:
        super().__init__(name)
        self.places = places

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if self.possible(state, seat, 0):
            state.push(RetrieveBarrel(seat, self.places))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        return len(own_barrels(state, seat, self.places)) > 0


# Lacerda. `seat` is Lacerda's side, `estate` the number of the card.


@final
class RemovePieces(Effect):
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
class RemoveVineyards(Effect):
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
class LacerdaExperts(Effect):
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
class LacerdaSells(Effect):
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
class LacerdaExports(Effect):
    """Barrels on the Export slots in reach that give most VP (§17.4)."""

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
        """Return the slot with most VP; ties: more own barrels in the column, then the higher majority."""
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
class LacerdaReleases(Effect):
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


# From the tables to effects.


def make_effect(deed: Deed, places: list[int]) -> Effect:
    """Make the effect that an entry of the tables describes."""
    op, name = deed.op, deed.row.place
    if op in ("gain_bagos", "gain_fair_points"):
        return GainBagos(name, deed.amount) if op == "gain_bagos" else GainFairPoints(name, deed.amount)
    if op == "gain_wine_expert":
        return GainExpert(name, deed.count)
    if op in ("gain_farmer", "gain_winery", "gain_cellar"):
        return _make_piece(deed)
    if op == "gain_porto_tile":
        return GainPorto(name, deed.count)
    if op == "place_renown_cube":
        return PlaceCubes(name, deed.count)
    if op == "buy_vineyard":
        return BuyVineyards(name, deed.count, deed.amount)
    if op in ("buy_winery", "buy_cellar"):
        return BuyBuilding(name, WINERY if op == "buy_winery" else CELLAR_TILE, deed.count, deed.amount)
    if op in ("hire_enologist", "hire_farmer"):
        return HireStaff(name, op == "hire_farmer", deed.count, deed.amount)
    if op == "do_action":
        return DoAction(name, deed.action)
    if op == "free_movement":
        return FreeMovement(name)
    if op == "retrieve_barrel":
        return Retrieve(name, places or deed.places)
    if op == "reorder_vineyard_stack":
        return Rearrange(name)
    if op == "vineyard_discount":
        return Discount(name, deed.amount)
    return _make_card_effect(deed)


def _make_piece(deed: Deed) -> Effect:
    if deed.op == "gain_farmer":
        return GainFarmer(deed.row.place, deed.count)
    if deed.op == "gain_winery":
        return GainWinery(deed.row.place, deed.count)
    return GainCellar(deed.row.place, deed.count)


def _make_card_effect(deed: Deed) -> Effect:
    op, name = deed.op, deed.row.place
    if op in REMOVED:
        return RemovePieces(name, REMOVED[op], deed.count)
    if op == "remove_vineyards":
        return RemoveVineyards(name, deed.count)
    if op == "lacerda_hires_experts":
        return LacerdaExperts(name, deed.count)
    if op == "lacerda_sells":
        return LacerdaSells(name, deed.count)
    if op == "lacerda_exports":
        return LacerdaExports(name, deed.count)
    if op == "lacerda_press_release":
        return LacerdaReleases(name)
    raise deed.row.wrong(_("'{op}' is no effect that happens at a moment", op=op))


def make_effects(setup: Setup) -> None:
    """Make all effects of a game ready."""
    pieces, reserve = setup.pieces, setup.reserve
    places = pieces.reserve.retrieve_from if reserve else []
    for region in pieces.regions:
        deeds = region.reserve_bonus if reserve else region.bonus
        setup.region_bonus.append([make_effect(deed, places) for deed in deeds])
    setup.expert_effects = [[make_effect(deed, places) for deed in expert.deeds] for expert in pieces.experts]
    setup.tile_effects = [[make_effect(deed, places) for deed in tile.deeds] for tile in pieces.action_tiles]
    setup.booth_effects = [[make_effect(deed, places) for deed in booth.deeds] for booth in pieces.booths]
    if reserve:
        setup.bonus_actions = [[make_effect(deed, places) for deed in action.deeds] for action in pieces.bonus_actions]
    if setup.solo:
        setup.card_effects = [[make_effect(deed, places) for deed in card.deeds] for card in pieces.cards]
