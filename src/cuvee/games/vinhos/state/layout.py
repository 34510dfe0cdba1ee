"""What lies on the table of Vinhos: estates, wines, barrels, cubes, tiles and decks."""

from abc import abstractmethod
from typing import Final, final

from mypy_extensions import mypyc_attr

from cuvee.games.vinhos.pieces import (
    BANK,
    BY_COLOR,
    BY_VALUE,
    CELLARS,
    EXPERTS,
    EXPORT,
    FEATURES,
    MOST,
    RELEASE,
    SALES,
    STAFF,
    VINEYARDS,
    WINERIES,
    Pieces,
    Prices,
    Slot,
)
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import State

NONE: Final = -1
"""No region, no owner, no tile."""

REGION: Final = 0
COLOR: Final = 1
VINES: Final = 2
FARMERS: Final = 3
PRESSES: Final = 4
"""The wineries of an estate."""
ENOLOGISTS: Final = 5
CELLAR: Final = 6
WINE: Final = 7
"""The first storage slot; the others follow. A number is a quality, 0 an empty slot."""

SUPPLY_WINERIES: Final = 0
SUPPLY_CELLARS: Final = 1
SUPPLY_ENOLOGISTS: Final = 2
SUPPLY_FARMERS: Final = 3

UP: Final = 0
DOWN: Final = 1
"""Owned tiles are kept as 2 * owner + side; Multiplier tiles as 2 * owner + whether a barrel lies on them."""

UNMARKED: Final = 0
MARKED: Final = 1
BARREL_GONE: Final = 2
"""A multiplier option of the Reserve: with Fair tile and barrel, or without the barrel any more (§16.12)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """One operation of a tile, bonus or card, ready to be carried out (§18.6)."""

    def __init__(self, name: str) -> None:
        self.name = name
        """Where it stands in the tables: what makes two frames about it equal."""
        self.free = False
        """Makes the move of the turn free (§10.2)."""
        self.duty = False
        """Obliges to choose a Vineyards space (§7.4)."""
        self.discount = 0
        """On vineyards of the turn's Vineyards action (§10.6)."""

    def __repr__(self) -> str:
        return self.name

    @abstractmethod
    def perform(self, state: "Table", seat: int, estate: int) -> None:
        """Carry it out for a seat (`estate`: the one just opened), or put what has to be asked on the agenda."""

    def possible(self, state: "Table", seat: int, extra: int) -> bool:
        """Tell whether it would do anything now, with `extra` barrels more in the supply (§7.5, §16.15)."""
        return True


@final
class Setup:
    """What mode, player count and options fix for the whole game; shared by all positions of it."""

    def __init__(self, pieces: Pieces, seats: int, reserve: bool) -> None:
        self.pieces = pieces
        self.seats = seats
        self.solo = seats == 1
        self.reserve = reserve
        self.players = 2 if self.solo else seats
        """Lacerda counts for all that depends on the number of players (§17.1)."""
        self.sides = self.players
        self.counts = pieces.counts[self.players - 2]
        self.estates = pieces.reserve.estates if reserve else pieces.farm.estates
        self.width = pieces.farm.width
        self.stride = WINE + self.width
        self.prices: Prices = pieces.reserve_prices if reserve else pieces.prices
        self.actions = [space.reserve_action if reserve else space.action for space in pieces.spaces]
        self.export_slots = [slot for slot in pieces.export if self.players > 2 or slot.framed]
        self.farmers = pieces.reserve.farmers if reserve else self.counts.farmers
        self.barrels = pieces.reserve.barrels if reserve else pieces.barrels
        self.max_quality = pieces.farm.most
        self.revise_both = reserve
        self.bonus_per_estate = False
        self.trade_limit = 0
        self.difficulty = 0
        self.region_bonus: list[list[Effect]] = []
        self.expert_effects: list[list[Effect]] = []
        self.tile_effects: list[list[Effect]] = []
        self.booth_effects: list[list[Effect]] = []
        self.bonus_actions: list[list[Effect]] = []
        self.card_effects: list[list[Effect]] = []

    def slots(self, area: int) -> list[Slot]:
        """List the slots of the Sales or the Export Area that may be used (§3.4, §3.5)."""
        return self.pieces.sales if area == SALES else self.export_slots


@final
class Table(State):
    """Everything on boards and decks. Tiles are numbers into the lists of `setup.pieces`; decks have their top first.

    Lists inside lists are never changed in place, but replaced: so a clone shares them.
    """

    def __init__(self, setup: Setup, chance: Chance) -> None:
        super().__init__(setup.seats, chance)
        self.setup = setup

    def clear(self) -> None:
        """Lay out an empty board. Not done by `__init__`, so that a clone need not make lists only to drop them."""
        setup, pieces, sides = self.setup, self.setup.pieces, self.setup.sides
        self.year = 1
        """One more than there are years in the final action (§6.7)."""
        self.vintage = NONE
        self.order: list[int] = list(range(sides))
        self.marker = [pieces.start_space] * sides
        self.money = [0] * sides
        """In the Reserve the cash (§16.2)."""
        self.fair_points = [0] * sides
        self.trade_vp = [0] * sides
        self.fair_vp = [0] * sides
        self.lost_vp = [0] * sides
        """Lost with an empty account (§16.5)."""
        self.barrels = [setup.barrels] * sides
        """The personal supply."""
        self.porto = [0] * sides
        self.porto_left = [0] * sides
        self.released = [False] * sides
        """Who has issued a Press Release for the coming fair (§8.9)."""
        self.account = [0] * sides
        self.level = [0] * sides
        self.fair_tiles = [0] * sides
        self.land = [0] * (setup.seats * setup.estates * setup.stride)
        """All estates of all seats, `stride` numbers each."""
        for at in range(0, len(self.land), setup.stride):
            self.land[at] = NONE
        self.magnate_barrels = [0] * (sides * len(pieces.magnates))
        self.sales = [NONE] * len(pieces.sales)
        self.export = [NONE] * len(pieces.export)
        self.booths = [NONE] * len(pieces.booths)
        self.in_play = [True] * len(pieces.regions)
        self.cubes = [0] * len(pieces.regions)
        self.stacks: list[list[int]] = [[] for _region in pieces.regions]
        self.knows = [0] * len(pieces.regions)
        """Who knows the order of a stack, one bit a seat (§1.3)."""
        self.decks: list[list[int]] = [[] for _feature in FEATURES]
        self.returned = [0] * len(FEATURES)
        """How many tiles at the bottom of an Expert deck everybody saw coming back (§1.6)."""
        self.experts = [NONE] * len(pieces.experts)
        self.tiles = [NONE] * len(pieces.action_tiles)
        self.multipliers = [NONE] * len(pieces.multipliers)
        self.display: list[int] = []
        """Cells: an Action tile, MOST more for a Multiplier tile, or NONE (§3.7)."""
        self.deck: list[int] = []
        """The combined deck: Action tiles on top of Multiplier tiles (§5.9)."""
        self.vintages: list[int] = []
        self.supply = [setup.counts.wineries, setup.counts.cellars, setup.counts.enologists, setup.farmers]
        self._lay_out_modes(len(pieces.bonus_actions) * sides, len(pieces.options) * sides)

    def _lay_out_modes(self, bonus_actions: int, options: int) -> None:
        """Make room for what the Reserve or Lacerda need (§16, §17)."""
        self.levels = [0] * len(FEATURES)
        self.bonus_marks = [UNMARKED] * bonus_actions
        self.option_marks = [UNMARKED] * options
        self.lacerda_experts: list[int] = []
        self.cards: list[list[int]] = [[], []]
        self.drawn: list[int] = []
        self.gone = [0, 0, 0, 0]
        """Wineries, Cellars, Enologists and Farmers that Lacerda removed (§17.4)."""
        self.gone_vineyards: list[int] = []
        self.gone_tiles: list[int] = []

    def clone(self) -> "Table":
        """Copy the table."""
        twin = Table(self.setup, self.chance.clone())
        twin.year = self.year
        twin.vintage = self.vintage
        twin.order = self.order
        twin.marker = self.marker[:]
        twin.money = self.money[:]
        twin.fair_points = self.fair_points[:]
        twin.trade_vp = self.trade_vp[:]
        twin.fair_vp = self.fair_vp[:]
        twin.barrels = self.barrels[:]
        twin.porto = self.porto[:]
        twin.porto_left = self.porto_left[:]
        twin.released = self.released[:]
        twin.land = self.land[:]
        twin.magnate_barrels = self.magnate_barrels[:]
        twin.sales = self.sales[:]
        twin.export = self.export[:]
        twin.booths = self.booths[:]
        twin.in_play = self.in_play
        twin.cubes = self.cubes[:]
        twin.stacks = self.stacks[:]
        twin.knows = self.knows[:]
        twin.decks = self.decks[:]
        twin.returned = self.returned[:]
        twin.experts = self.experts[:]
        twin.vintages = self.vintages
        twin.supply = self.supply[:]
        self._copy_mode_to(twin)
        self.copy_to(twin)
        return twin

    def _copy_mode_to(self, twin: "Table") -> None:
        """Copy what changes in one of the modes only; share the rest."""
        reserve, solo = self.setup.reserve, self.setup.solo
        twin.lost_vp = self.lost_vp[:] if reserve else self.lost_vp
        twin.account = self.account[:] if reserve else self.account
        twin.level = self.level[:] if reserve else self.level
        twin.fair_tiles = self.fair_tiles[:] if reserve else self.fair_tiles
        twin.levels = self.levels[:] if reserve else self.levels
        twin.bonus_marks = self.bonus_marks[:] if reserve else self.bonus_marks
        twin.option_marks = self.option_marks[:] if reserve else self.option_marks
        twin.tiles = self.tiles if reserve else self.tiles[:]
        twin.multipliers = self.multipliers if reserve else self.multipliers[:]
        twin.display = self.display if reserve else self.display[:]
        twin.deck = self.deck
        twin.lacerda_experts = self.lacerda_experts
        twin.cards = self.cards[:] if solo else self.cards
        twin.drawn = self.drawn
        twin.gone = self.gone[:] if solo else self.gone
        twin.gone_vineyards = self.gone_vineyards
        twin.gone_tiles = self.gone_tiles

    def key(self) -> tuple[object, ...]:
        """List the whole table."""
        return (
            (self.year, self.vintage, self.order, self.marker, self.money, self.fair_points),
            (self.trade_vp, self.fair_vp, self.lost_vp, self.barrels, self.porto, self.porto_left, self.released),
            (self.account, self.level, self.fair_tiles, self.levels, self.bonus_marks, self.option_marks),
            (self.land, self.magnate_barrels, self.sales, self.export, self.booths, self.in_play, self.cubes),
            (self.stacks, self.knows, self.decks, self.returned, self.experts, self.tiles, self.multipliers),
            (self.display, self.deck, self.vintages, self.supply),
            (self.lacerda_experts, self.cards, self.drawn, self.gone, self.gone_vineyards, self.gone_tiles),
        )

    def shuffle_unknown(self, seat: int, rng: Chance) -> None:
        """Shuffle what lies below the tops of stacks and decks, and all that lies face-down (§1.6)."""
        for region in range(len(self.stacks)):
            stack = self.stacks[region]
            if len(stack) > 2 and (seat < 0 or not self.knows[region] >> seat & 1):
                self.stacks[region] = stack[:1] + shuffled(stack[1:], rng)
        for feature in range(len(self.decks)):
            deck = self.decks[feature]
            seen = max(1, len(deck) - self.returned[feature])
            self.decks[feature] = deck[:1] + shuffled(deck[1:seen], rng) + deck[seen:]
        self.vintages = shuffled(self.vintages, rng)
        actions = [tile for tile in self.deck if tile < MOST]
        self.deck = shuffled(actions, rng) + shuffled(self.deck[len(actions) :], rng)
        for number in range(len(self.cards)):
            self.cards[number] = shuffled(self.cards[number], rng)

    # Estates and wines.

    def at(self, seat: int, estate: int) -> int:
        """Return where an estate starts in `land`."""
        return (seat * self.setup.estates + estate) * self.setup.stride

    def opened(self, seat: int) -> int:
        """Count the open estates: they are opened in the order of their numbers (§18.3)."""
        land, stride, at = self.land, self.setup.stride, self.at(seat, 0)
        for estate in range(self.setup.estates):
            if land[at] == NONE:
                return estate
            at += stride
        return self.setup.estates

    def slots_of(self, seat: int, estate: int) -> int:
        """Count the storage slots of an estate (§4.5)."""
        farm = self.setup.pieces.farm
        return len(farm.cellar) if self.land[self.at(seat, estate) + CELLAR] else len(farm.warehouse)

    def wines(self, seat: int) -> list[int]:
        """List the wines of a seat: the number of the estate times the width of a storage, plus the slot."""
        width, stride, land, at = self.setup.width, self.setup.stride, self.land, self.at(seat, 0)
        found: list[int] = []
        for estate in range(self.setup.estates):
            if land[at] == NONE:
                break
            found += [estate * width + slot for slot in range(width) if land[at + WINE + slot]]
            at += stride
        return found

    def has_wine(self, seat: int) -> bool:
        """Tell whether a seat has any wine."""
        return len(self.wines(seat)) > 0

    def wine_at(self, seat: int, wine: int) -> int:
        """Return where a wine lies in `land`."""
        width = self.setup.width
        return self.at(seat, wine // width) + WINE + wine % width

    def base_value(self, seat: int, wine: int) -> int:
        """Return the Wine Value without cubes (§8.6)."""
        width, farm, land = self.setup.width, self.setup.pieces.farm, self.land
        estate, slot = wine // width, wine % width
        at = self.at(seat, estate)
        ages = farm.cellar if land[at + CELLAR] else farm.warehouse
        return land[at + WINE + slot] + ages[slot] + self.setup.pieces.regions[land[at]].value_bonus

    def best_value(self, seat: int, wine: int) -> int:
        """Return the Wine Value with as many cubes as may be used (§8.6)."""
        pieces, region = self.setup.pieces, self.land[self.at(seat, wine // self.setup.width)]
        cubes = self.cubes[region]
        cubes = min(cubes, pieces.cubes_per_wine)
        return self.base_value(seat, wine) + cubes * pieces.regions[region].cube_worth

    def cubes_needed(self, seat: int, wine: int, value: int) -> int:
        """Return the smallest number of cubes that lifts a wine to a value (§8.6)."""
        region = self.setup.pieces.regions[self.land[self.at(seat, wine // self.setup.width)]]
        missing = value - self.base_value(seat, wine)
        return (missing + region.cube_worth - 1) // region.cube_worth if missing > 0 else 0

    def cubes_left(self) -> int:
        """Count the cubes in the supply (§2)."""
        left = self.setup.pieces.cubes
        for cubes in self.cubes:
            left -= cubes
        return left

    def place_cube(self, region: int) -> None:
        """Place a Renown cube, if supply and region allow it (§8.1, §14.4)."""
        if self.cubes[region] < self.setup.pieces.cube_spaces and self.cubes_left() > 0:
            self.cubes[region] += 1

    def cube_regions(self) -> list[int]:
        """List the regions where a cube may be placed (§10.3)."""
        if self.cubes_left() == 0:
            return []
        spaces = self.setup.pieces.cube_spaces
        return [region for region in range(len(self.cubes)) if self.in_play[region] and self.cubes[region] < spaces]

    # What an estate can take.

    def takes_vineyard(self, at: int, region: int, color: int) -> bool:
        """Tell whether an open estate can take another vineyard (§8.1)."""
        land, farm = self.land, self.setup.pieces.farm
        return (
            land[at] == region
            and land[at + COLOR] == color
            and land[at + VINES] < farm.vineyards
            and land[at + VINES] + land[at + PRESSES] < farm.slots
        )

    def takes_winery(self, at: int) -> bool:
        """Tell whether an open estate has room for a winery (§8.2)."""
        land, farm = self.land, self.setup.pieces.farm
        presses = land[at + PRESSES]
        return presses < farm.wineries and land[at + VINES] + presses < farm.slots

    def takes_enologist(self, at: int) -> bool:
        """Tell whether an estate has a winery without Enologist (§4.4)."""
        return self.land[at + ENOLOGISTS] < self.land[at + PRESSES] * self.setup.pieces.farm.enologists_each

    def takes_farmer(self, at: int) -> bool:
        """Tell whether an estate has a vineyard without Farmer (§4.4)."""
        return self.land[at + FARMERS] < self.land[at + VINES] * self.setup.pieces.farm.farmers_each

    def takes_cellar(self, at: int) -> bool:
        """Tell whether an estate can get a Cellar (§8.4)."""
        return self.land[at + CELLAR] < self.setup.pieces.farm.cellars

    def winery_estates(self, seat: int) -> list[int]:
        """List the estates with room for a winery."""
        return [estate for estate in range(self.opened(seat)) if self.takes_winery(self.at(seat, estate))]

    def cellar_estates(self, seat: int) -> list[int]:
        """List the estates that can get a Cellar."""
        return [estate for estate in range(self.opened(seat)) if self.takes_cellar(self.at(seat, estate))]

    def enologist_estates(self, seat: int) -> list[int]:
        """List the estates where an Enologist finds a place."""
        return [estate for estate in range(self.opened(seat)) if self.takes_enologist(self.at(seat, estate))]

    def farmer_estates(self, seat: int) -> list[int]:
        """List the estates where a Farmer finds a place."""
        return [estate for estate in range(self.opened(seat)) if self.takes_farmer(self.at(seat, estate))]

    def can_place_tile(self, seat: int, tile: int) -> bool:
        """Tell whether a vineyard tile finds an estate (§8.1)."""
        opened = self.opened(seat)
        if opened < self.setup.estates:
            return True
        vineyard = self.setup.pieces.vineyards[tile]
        return any(self.takes_vineyard(self.at(seat, estate), vineyard.region, vineyard.color) for estate in range(opened))

    def can_buy_tile(self, seat: int, tile: int, money: int, discount: int) -> bool:
        """Tell whether a vineyard tile can be paid and placed."""
        return self.setup.pieces.vineyards[tile].cost - discount <= money and self.can_place_tile(seat, tile)

    def can_buy_vineyard(self, seat: int, money: int, discount: int) -> bool:
        """Tell whether any top tile can be paid and placed (§8.1)."""
        return any(stack and self.can_buy_tile(seat, stack[0], money, discount) for stack in self.stacks)

    def can_buy_winery(self, seat: int, money: int, price: int) -> bool:
        """Tell whether a winery can be bought at a price (§8.2)."""
        if self.supply[SUPPLY_WINERIES] == 0 or money < price:
            return False
        return any(self.takes_winery(self.at(seat, estate)) for estate in range(self.opened(seat)))

    def can_buy_cellar(self, seat: int, money: int, price: int) -> bool:
        """Tell whether a Cellar can be bought at a price (§8.4)."""
        if self.supply[SUPPLY_CELLARS] == 0 or money < price:
            return False
        return any(self.takes_cellar(self.at(seat, estate)) for estate in range(self.opened(seat)))

    def can_hire_enologist(self, seat: int, money: int, price: int) -> bool:
        """Tell whether an Enologist can be hired at a price (§8.3)."""
        if self.supply[SUPPLY_ENOLOGISTS] == 0 or money < price:
            return False
        return any(self.takes_enologist(self.at(seat, estate)) for estate in range(self.opened(seat)))

    def can_hire_farmer(self, seat: int, money: int, price: int) -> bool:
        """Tell whether a Farmer can be hired at a price (§8.3)."""
        if self.supply[SUPPLY_FARMERS] == 0 or money < price:
            return False
        return any(self.takes_farmer(self.at(seat, estate)) for estate in range(self.opened(seat)))

    def can_take_expert(self) -> bool:
        """Tell whether any Expert deck is not empty (§8.5)."""
        return any(deck for deck in self.decks)

    def owners(self, area: int) -> list[int]:
        """Return who has a barrel on each slot of an area."""
        return self.sales if area == SALES else self.export

    def least_open(self, area: int) -> int:
        """Return the smallest value that an empty slot of an area asks for; a very large one if all are taken."""
        owners = self.owners(area)
        least = 1 << 20
        for slot in self.setup.slots(area):
            if owners[slot.number] == NONE and slot.min_value < least:
                least = slot.min_value
        return least

    def can_trade(self, seat: int, area: int, extra: int) -> bool:
        """Tell whether at least one wine can be sold or exported (§8.7, §8.8)."""
        if self.barrels[seat] + extra == 0:
            return False
        least = self.least_open(area)
        return any(self.best_value(seat, wine) >= least for wine in self.wines(seat))

    def can_bank(self, seat: int, cash: int) -> bool:
        """Tell whether some Bank action is possible (§16.17)."""
        return cash > 0 or self.account[seat] > 0 or self.level[seat] > self.setup.pieces.reserve.level_min

    def can_act(self, seat: int, action: int, money: int, discount: int) -> bool:
        """Tell whether the smallest version of an action can be carried out with this much money (§7.3)."""
        prices = self.setup.prices
        if action == VINEYARDS:
            return self.can_buy_vineyard(seat, money, discount)
        if action == WINERIES:
            return self.can_buy_winery(seat, money, prices.winery)
        if action == STAFF:
            enologist = self.can_hire_enologist(seat, money, prices.enologist)
            return enologist or self.can_hire_farmer(seat, money, prices.farmer)
        if action == CELLARS:
            return self.can_buy_cellar(seat, money, prices.cellar)
        if action == EXPERTS:
            return money >= prices.expert and self.can_take_expert()
        if action in (SALES, EXPORT):
            return self.can_trade(seat, action, 0)
        return action == RELEASE or (action == BANK and self.can_bank(seat, money))

    # Moving.

    def taxed(self) -> int:
        """Return the space with the Year/Taxation Marker: none in the final action (§3.2)."""
        years = self.setup.pieces.years
        return years[self.year - 1].taxed if self.year <= len(years) else NONE

    def move_cost(self, seat: int, space: int) -> int:
        """Return what the move to a space costs (§7.2)."""
        pieces = self.setup.pieces
        if space == pieces.centre:
            return 0
        cost = 0 if pieces.near[self.marker[seat]][space] else pieces.fee_far
        if space == self.taxed():
            cost += pieces.fee_tax
        for other in range(self.setup.sides):
            if other != seat and self.marker[other] == space:
                cost += pieces.fee_player
        return cost

    def legal_spaces(self, seat: int, free: bool, duty: bool, discount: int) -> list[int]:
        """List the spaces that may be chosen (§7.3); with a duty only Vineyards spaces (§7.4)."""
        actions, here, money = self.setup.actions, self.marker[seat], self.money[seat]
        found: list[int] = []
        seen_vineyards = NONE
        for space in range(len(actions)):
            action = actions[space]
            if space == here or (duty and action != VINEYARDS):
                continue
            left = money if free else money - self.move_cost(seat, space)
            if left < 0:
                continue
            if action == VINEYARDS:  # there are two of them: do not look twice with the same money
                if seen_vineyards == NONE or seen_vineyards > left:
                    if not self.can_act(seat, action, left, discount):
                        continue
                    seen_vineyards = left
                found.append(space)
            elif self.can_act(seat, action, left, discount):
                found.append(space)
        return found

    # Owners of things.

    def points(self, side: int) -> int:
        """Return the VP scored so far."""
        return self.trade_vp[side] + self.fair_vp[side] - self.lost_vp[side]

    def count_owned(self, things: list[int], side: int) -> int:
        """Count the tiles of a list that belong to a side, whichever way up."""
        found = 0
        for owner in things:
            if owner >= 0 and owner >> 1 == side:
                found += 1
        return found

    def count_in(self, owners: list[int], side: int) -> int:
        """Count the barrels of a side in an area."""
        found = 0
        for owner in owners:
            if owner == side:
                found += 1
        return found

    def total_on_land(self, seat: int, field: int) -> int:
        """Add up a field of all open estates of a seat."""
        land, stride, at = self.land, self.setup.stride, self.at(seat, 0)
        found = 0
        for _estate in range(self.setup.estates):
            if land[at] == NONE:
                break
            found += land[at + field]
            at += stride
        return found

    def owns_type(self, seat: int, code: int) -> bool:
        """Tell whether a seat already owns a Magnate tile of the type of a display tile (§11.3)."""
        pieces = self.setup.pieces
        if code >= MOST:
            kind = pieces.multipliers[code - MOST].type
            for tile in pieces.multipliers:
                owner = self.multipliers[tile.number]
                if owner >= 0 and owner >> 1 == seat and tile.type == kind:
                    return True
            return False
        kind = pieces.action_tiles[code].type
        for other in pieces.action_tiles:
            owner = self.tiles[other.number]
            if owner >= 0 and owner >> 1 == seat and other.type == kind:
                return True
        return False

    def wish_met(self, magnate: int, region: int, color: int, value: int) -> bool:
        """Tell whether a wine is what a Magnate wishes (§8.9)."""
        vintage, criterion = self.setup.pieces.vintages[self.vintage], self.setup.pieces.magnates[magnate].criterion
        if criterion == BY_COLOR:
            return color == vintage.color
        return value >= vintage.min_value if criterion == BY_VALUE else region in vintage.regions

    # Taking and placing.

    def take_expert(self, side: int, feature: int) -> int:
        """Take the top tile of a deck, face-up; the next one is seen (§8.5)."""
        deck = self.decks[feature]
        expert = deck[0]
        self.decks[feature] = deck[1:]
        self.returned[feature] = min(self.returned[feature], len(deck) - 1)
        self.experts[expert] = 2 * side + UP
        if len(deck) > 1:
            self.reveal()
        self.tell("expert", side, expert)
        return expert

    def put_under(self, expert: int) -> None:
        """Put an Expert under its deck (§8.9)."""
        feature = self.setup.pieces.experts[expert].feature
        self.decks[feature] = [*self.decks[feature], expert]
        self.returned[feature] += 1
        self.experts[expert] = NONE

    def take_vineyard(self, region: int) -> int:
        """Take the top tile of a region; the next one is seen (§8.1)."""
        stack = self.stacks[region]
        self.stacks[region] = stack[1:]
        if len(stack) > 1:
            self.reveal()
        return stack[0]

    def refill(self) -> None:
        """Fill the empty cells of the display in order, as far as the deck goes (§12.4)."""
        for cell in range(len(self.display)):
            if self.display[cell] == NONE and self.deck:
                self.display[cell] = self.deck[0]
                self.deck = self.deck[1:]
                self.reveal()

    # Invariants.

    def problems(self) -> list[str]:
        """Check the invariants that one position can show (§14, §18)."""
        found = self._barrel_problems() + self._piece_problems() + self._tile_problems()
        for seat in range(self.seats):
            found += self._estate_problems(seat)
            if min(self.money[seat], self.fair_points[seat], self.barrels[seat], self.porto[seat]) < 0:
                found.append(f"seat {seat}: money, points, barrels and tiles are never negative")
        discs = [side for side in self.booths if side != NONE]
        if len(set(discs)) != len(discs) or (not self.setup.reserve and not all(self.released[side] for side in discs)):
            found.append("a booth holds one disc, of somebody who has issued (§8.9)")
        if self.setup.reserve:
            found += self._reserve_problems()
        return found

    def _barrel_problems(self) -> list[str]:
        setup, found = self.setup, []
        for side in range(setup.sides):
            lying = self.barrels[side] + self.count_in(self.sales, side) + self.count_in(self.export, side)
            for magnate in setup.pieces.magnates:
                there = self.magnate_barrels[side * len(setup.pieces.magnates) + magnate.number]
                most = setup.pieces.reserve.max_per_magnate if setup.reserve else magnate.barrels
                if not 0 <= there <= most:
                    found.append(f"side {side} has {there} barrels with {magnate.id} (§8.9)")
                lying += there
            lying += sum(owner == 2 * side + 1 for owner in self.multipliers)
            lying += sum(self.option_marks[o * setup.sides + side] == MARKED for o in range(len(setup.pieces.options)))
            if lying != (setup.pieces.lacerda.barrels if side >= self.seats else setup.barrels):
                found.append(f"side {side} has {lying} barrels (§4.6)")
        usable = [slot.number for slot in setup.export_slots]
        if any(owner != NONE and slot not in usable for slot, owner in enumerate(self.export)):
            found.append("a barrel lies outside the two-player frame (§3.5)")
        return found

    def _piece_problems(self) -> list[str]:
        setup, found = self.setup, []
        whole = [setup.counts.wineries, setup.counts.cellars, setup.counts.enologists, setup.farmers]
        for kind, field in enumerate((PRESSES, CELLAR, ENOLOGISTS, FARMERS)):
            placed = sum(self.total_on_land(seat, field) for seat in range(self.seats))
            if self.supply[kind] + placed + self.gone[kind] != whole[kind] or self.supply[kind] < 0:
                found.append(f"pieces of kind {kind}: supply {self.supply[kind]}, on boards {placed} (§5.2)")
        if self.cubes_left() < 0 or not all(0 <= cubes <= setup.pieces.cube_spaces for cubes in self.cubes):
            found.append(f"cubes: {self.cubes} (§8.6)")
        if any(cubes and not self.in_play[region] for region, cubes in enumerate(self.cubes)):
            found.append("cubes lie in a region out of play (§5.3)")
        vines = sum(self.total_on_land(seat, VINES) for seat in range(self.seats)) + len(self.gone_vineyards)
        vines += sum(len(stack) for stack in self.stacks)
        if vines != sum(self.in_play[tile.region] for tile in setup.pieces.vineyards):
            found.append(f"{vines} vineyard tiles (§5.3)")
        return found

    def _tile_problems(self) -> list[str]:
        setup, pieces, found = self.setup, self.setup.pieces, []
        lying = [tile for deck in self.decks for tile in deck]
        lying += [tile for tile, owner in enumerate(self.experts) if owner != NONE]
        if sorted(lying) != list(range(len(pieces.experts))):
            found.append(f"every Expert lies in one place: {sorted(lying)} (§5.4)")
        if not setup.reserve:
            codes = [code for code in self.display + self.deck + self.gone_tiles if code != NONE]
            codes += [tile for tile, owner in enumerate(self.tiles) if owner != NONE]
            codes += [MOST + tile for tile, owner in enumerate(self.multipliers) if owner != NONE]
            whole = [tile.number for tile in pieces.action_tiles if tile.min_players <= setup.players]
            whole += [MOST + tile.number for tile in pieces.multipliers if setup.players > 2 or tile.use_2p]
            if sorted(codes) != whole:
                found.append(f"every Magnate tile lies in one place: {sorted(codes)} (§5.5)")
        for seat in range(self.seats):
            types = [f"action {t.type}" for t in pieces.action_tiles if self.tiles[t.number] >> 1 == seat]
            types += [t.type for t in pieces.multipliers if self.multipliers[t.number] >> 1 == seat]
            if len(set(types)) != len(types):
                found.append(f"seat {seat} has two Magnate tiles of one type: {types} (§11.3)")
        if len(self.drawn) + len(self.cards[0]) + len(self.cards[1]) != (len(pieces.cards) if setup.solo else 0):
            found.append("every card of Lacerda is drawn or in its deck (§17.2)")
        return found

    def _estate_problems(self, seat: int) -> list[str]:
        land, farm, found = self.land, self.setup.pieces.farm, []
        for estate in range(self.setup.estates):
            at = self.at(seat, estate)
            if estate >= self.opened(seat):
                if land[at] != NONE or any(land[at + VINES : at + self.setup.stride]):
                    found.append(f"seat {seat}: something lies on the unopened estate {estate + 1} (§4.2)")
                continue
            vines, presses = land[at + VINES], land[at + PRESSES]
            if not (1 <= vines <= farm.vineyards and presses <= farm.wineries and vines + presses <= farm.slots):
                found.append(f"seat {seat}, estate {estate + 1}: {vines} vineyards, {presses} wineries (§4.2)")
            if land[at + FARMERS] > vines * farm.farmers_each or land[at + ENOLOGISTS] > presses * farm.enologists_each:
                found.append(f"seat {seat}, estate {estate + 1}: too much staff (§4.4)")
            if any(land[at + WINE + self.slots_of(seat, estate) : at + self.setup.stride]):
                found.append(f"seat {seat}, estate {estate + 1}: a wine lies where no slot is (§4.5)")
            if min(land[at + FARMERS : at + self.setup.stride]) < 0 or land[at + CELLAR] > farm.cellars:
                found.append(f"seat {seat}, estate {estate + 1}: a count is impossible (§4.5)")
        return found

    def _reserve_problems(self) -> list[str]:
        rules, found, sides = self.setup.pieces.reserve, [], self.setup.sides
        for seat in range(self.seats):
            tiles = self.fair_tiles[seat]
            tiles += sum(self.bonus_marks[b * sides + seat] for b in range(len(self.setup.pieces.bonus_actions)))
            tiles += sum(self.option_marks[o * sides + seat] != UNMARKED for o in range(len(self.setup.pieces.options)))
            if tiles != rules.fair_tiles or self.fair_tiles[seat] < 0:
                found.append(f"seat {seat}: {tiles} Fair tiles (§16.1)")
            if self.account[seat] < 0 or not rules.level_min <= self.level[seat] <= rules.level_max:
                found.append(f"seat {seat}: account {self.account[seat]}, level {self.level[seat]} (§16.2)")
        if not all(rules.feature_start <= level <= rules.feature_max for level in self.levels):
            found.append(f"feature levels {self.levels} (§16.7)")
        return found


def shuffled(things: list[int], rng: Chance) -> list[int]:
    """Return a shuffled copy that does not depend on the order things lay in."""
    copy = sorted(things)
    rng.shuffle(copy)
    return copy
