"""Everything in the box, read from the tables and checked (§2)."""

from typing import final

from cuvee.games.vinhos.pieces.board import (
    adjacent,
    read_booth,
    read_column,
    read_establishment,
    read_export,
    read_magnate,
    read_sales,
    read_space,
    read_years,
)
from cuvee.games.vinhos.pieces.lacerda import Opponent, read_cards
from cuvee.games.vinhos.pieces.player_board import Farm
from cuvee.games.vinhos.pieces.regions import read_regions, read_vineyards
from cuvee.games.vinhos.pieces.reserve import Rules2010, read_bonus_actions, read_options, read_reserve_prices
from cuvee.games.vinhos.pieces.rows import number_named, read_all
from cuvee.games.vinhos.pieces.supplies import read_counts, read_prices
from cuvee.games.vinhos.pieces.tiles import read_action_tile, read_expert, read_multiplier, read_steps, read_vintages
from cuvee.games.vinhos.pieces.vocabulary import PLAYER_COUNTS, RELEASE
from cuvee.kernel.components import Components
from cuvee.kernel.text import _


@final
class Pieces:
    """Everything in the box."""

    def __init__(self, components: Components) -> None:
        self.farm = Farm(components)
        self.regions = read_regions(components)
        common = components.row("regions.toml", "common")
        self.cube_spaces, self.cubes = common.number("cube_spaces_per_region"), common.number("renown_cubes_total")
        self.cubes_per_wine = common.number("max_cubes_per_wine")
        self.vineyards = read_vineyards(components, self.regions)
        self.vintages = read_vintages(components, self.regions)
        self.experts = read_all(components, "wine_experts.toml", "expert", read_expert)
        self.action_tiles = read_all(components, "magnate_actions.toml", "action_tile", read_action_tile)
        self.multipliers = read_all(components, "magnate_multipliers.toml", "multiplier", read_multiplier)
        self.establishments = read_all(components, "sales.toml", "establishment", read_establishment)
        self.sales = read_sales(components, self.establishments)
        self.columns = read_all(components, "export.toml", "column", read_column)
        self.export = read_export(components, self.columns)
        self._read_board(components)
        self.counts = read_counts(components, self.action_tiles, self.regions)
        start = components.row("supplies.toml", "start_money")
        self.start_money = start.numbers("by_turn_order")
        if len(self.start_money) < max(PLAYER_COUNTS) or min(self.start_money) < 0:
            raise start.must_be("by_turn_order", _("an amount for each player"))
        each = components.row("supplies.toml", "per_player")
        self.barrels, self.barrels_at_start = each.number("barrels_total"), each.number("barrels_supply_at_start")
        self.porto_tiles = each.number("porto_tiles")
        if self.barrels != self.barrels_at_start + sum(magnate.barrels for magnate in self.magnates):
            raise each.must_be("barrels_total", _("the sum of the barrels in the supply and with the Magnates"))
        self.prices = read_prices(components)
        self.reserve = Rules2010(components)
        self.reserve_prices = read_reserve_prices(components)
        self.bonus_actions = read_bonus_actions(components, self.magnates)
        self.options = read_options(components, self.magnates)
        if self.reserve.first_vintage not in [tile.id for tile in self.vintages]:
            raise components.row("reserve.toml", "setup").must_be("first_vintage", _("a Vintage tile"))
        self.lacerda = Opponent(components, len(self.years))
        self.cards = read_cards(components, self.spaces, self.regions, self.booths)

    def _read_board(self, components: Components) -> None:
        quadrel = components.row("board.toml", "quadrel")
        self.fee_far, self.fee_tax = quadrel.number("fee_non_adjacent"), quadrel.number("fee_tax_marker")
        self.fee_player = quadrel.number("fee_per_other_player")
        self.spaces = read_all(components, "board.toml", "space", read_space)
        ids = {space.id: space.number for space in self.spaces}
        self.centre = number_named(quadrel, "always_free_space", ids)
        self.start_space = number_named(quadrel, "start_space", ids)
        if self.spaces[self.centre].action != RELEASE or self.spaces[self.centre].reserve_action != RELEASE:
            raise quadrel.must_be("always_free_space", _("the Pass / Press Release space"))
        self.near = [[adjacent(one, other) for other in self.spaces] for one in self.spaces]
        self.booths = read_all(components, "board.toml", "booth", read_booth)
        self.magnates = read_all(components, "board.toml", "magnate", read_magnate)
        if len(self.booths) < max(PLAYER_COUNTS):
            raise quadrel.wrong(_("there must be a booth for each player"))
        self.barrels_per_release = components.row("board.toml", "press_release").number("max_barrels")
        self.years = read_years(components, ids)
        self.money_steps, self.money_vp = read_steps(components.rows("board.toml", "money_vp"))


def read_pieces(components: Components) -> Pieces:
    """Read the tables; refuse a set that cannot be played."""
    return Pieces(components)
