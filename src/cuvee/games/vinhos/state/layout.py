"""What lies on boards and decks, and what is counted there: estates, wines, cubes, barrels."""

from cuvee.games.vinhos.pieces.vocabulary import BY_COLOR, BY_VALUE, FEATURES, MOST
from cuvee.games.vinhos.state.codes import CELLAR, NONE, UNMARKED, WINE
from cuvee.games.vinhos.state.setup import Setup
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import State


class Layout(State):
    """Everything on boards and decks. Tiles are numbers into the lists of `setup.pieces`; decks begin with their top tile."""

    def __init__(self, setup: Setup, chance: Chance) -> None:
        super().__init__(setup.seats, chance)
        self.setup = setup

    def clear(self) -> None:
        """Lay out an empty board. Not done by `__init__`, so that a clone need not make lists only to drop them."""
        setup, pieces, sides = self.setup, self.setup.pieces, self.setup.sides
        self.year = 1
        """In the final action, one more than the number of years (§6.7)."""
        self.vintage = NONE
        self.order: list[int] = list(range(sides))
        self.marker = [pieces.start_space] * sides
        self.money = [0] * sides
        """In the Reserve, the cash (§16.2)."""
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
        """Whether each side has issued a Press Release for the coming fair (§8.9)."""
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
        """The seats that know the order of each stack, one bit for each seat (§1.3)."""
        self.decks: list[list[int]] = [[] for _feature in FEATURES]
        self.returned = [0] * len(FEATURES)
        """The number of tiles at the bottom of each Expert deck that everybody saw coming back (§1.6)."""
        self.experts = [NONE] * len(pieces.experts)
        self.tiles = [NONE] * len(pieces.action_tiles)
        self.multipliers = [NONE] * len(pieces.multipliers)
        self.display: list[int] = []
        """Each cell: the number of an Action tile, MOST + the number of a Multiplier tile, or NONE (§3.7)."""
        self.deck: list[int] = []
        """The combined deck: Action tiles on top of Multiplier tiles (§5.9)."""
        self.vintages: list[int] = []
        self.supply = [setup.counts.wineries, setup.counts.cellars, setup.counts.enologists, setup.farmers]
        self._lay_out_modes(len(pieces.bonus_actions) * sides, len(pieces.options) * sides)

    def _lay_out_modes(self, bonus_actions: int, options: int) -> None:
        """Make room for what the Reserve or Lacerda needs (§16, §17)."""
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
        """List the wines of a seat, each as the number of its estate times the storage width, plus the slot."""
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
        """Tell whether a seat already owns a Magnate tile of the same type as a display tile (§11.3)."""
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
        """Tell whether a wine is what a Magnate wishes for (§8.9)."""
        vintage, criterion = self.setup.pieces.vintages[self.vintage], self.setup.pieces.magnates[magnate].criterion
        if criterion == BY_COLOR:
            return color == vintage.color
        return value >= vintage.min_value if criterion == BY_VALUE else region in vintage.regions
