"""The tables of Vinhos, typed: board, regions, tiles, tracks and prices (§2, §3, §18.6)."""

from collections.abc import Callable
from typing import Final, TypeVar, final

from cuvee.kernel.components import Components, Row
from cuvee.kernel.text import _

COLORS: Final = ("red", "white")
FEATURES: Final = ("taste", "appearance", "aroma", "alcohol")
"""In the order in which Lacerda goes on to the next deck (§17.4)."""

VINEYARDS: Final = 0
WINERIES: Final = 1
STAFF: Final = 2
CELLARS: Final = 3
RELEASE: Final = 4
EXPERTS: Final = 5
SALES: Final = 6
EXPORT: Final = 7
BANK: Final = 8
ACTIONS: Final = ("vineyards", "wineries", "staff", "cellars", "press_release", "wine_experts", "sales", "export", "bank")

BY_COLOR: Final = 0
BY_VALUE: Final = 1
BY_REGION: Final = 2
CRITERIA: Final = ("color", "min_value", "regions")

MEASURES: Final = (
    "full_estates",
    "wines",
    "cellars",
    "magnate_tiles",
    "vineyards",
    "wine_experts",
    "magnate_barrels_taken",
    "enologists",
    "wineries",
    "farmers",
    "export_majorities",
    "money_table",
    "regions_with_estate",
    "export_barrels",
)
FULL_ESTATES: Final = 0
WINES: Final = 1
CELLAR_COUNT: Final = 2
MAGNATE_TILES: Final = 3
VINEYARD_COUNT: Final = 4
EXPERT_COUNT: Final = 5
BARRELS_TAKEN: Final = 6
ENOLOGIST_COUNT: Final = 7
WINERY_COUNT: Final = 8
FARMER_COUNT: Final = 9
MAJORITIES: Final = 10
MONEY_TABLE: Final = 11
REGION_COUNT: Final = 12
EXPORT_COUNT: Final = 13

BARREL_PLACES: Final = ("sales", "export", "multiplier", "magnate", "multiplier_option")
TIMINGS: Final = ("before", "before_or_after")
DIFFICULTIES: Final = ("producer", "apprentice", "master")
PLAYER_COUNTS: Final = (2, 3, 4)
MOST: Final = 100
"""More rows of one kind than this would not fit into the numbers of the options."""

T = TypeVar("T")


@final
class Deed:
    """One entry of a list of effects, as the tables give it (§18.6)."""

    def __init__(self, op: str, row: Row, count: int, amount: int, action: int, places: list[int]) -> None:
        self.op = op
        self.row = row
        self.count = count
        self.amount = amount
        """Bagos, Fair Points, a price or a discount, by the op."""
        self.action = action
        self.places = places


@final
class Space:
    """A space of the Quadrel (§3.1)."""

    def __init__(self, number: int, id: str, name: str, row: int, col: int, action: int, reserve_action: int) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.row = row
        self.col = col
        self.action = action
        self.reserve_action = reserve_action


@final
class Region:
    """A wine region with its bonus (§3.3, §9)."""

    def __init__(self, number: int, id: str, name: str, text: str, bonus: list[Deed], reserve_bonus: list[Deed]) -> None:
        self.number = number
        """The index of the region; the board prints one more."""
        self.id = id
        self.name = name
        self.text = text
        self.bonus = bonus
        self.reserve_bonus = reserve_bonus
        self.cube_worth = 1
        self.value_bonus = 0
        self.porto = any(deed.op == "gain_porto_tile" for deed in bonus)


@final
class Vineyard:
    """A vineyard tile (§3.9)."""

    def __init__(self, number: int, id: str, region: int, color: int, cost: int) -> None:
        self.number = number
        self.id = id
        self.region = region
        self.color = color
        self.cost = cost


@final
class Vintage:
    """A Vintage tile: weather, favoured features, and what the Magnates wish (§3.10)."""

    def __init__(
        self,
        number: int,
        id: str,
        weather: int,
        features: list[int],
        points: list[int],
        color: int,
        min_value: int,
        regions: list[int],
        modes: list[str],
    ) -> None:
        self.number = number
        self.id = id
        self.weather = weather
        self.features = features
        self.points = points
        self.color = color
        self.min_value = min_value
        self.regions = regions
        self.modes = modes


@final
class Expert:
    """A Wine Expert tile: a feature for the fairs and an ability for the turns (§10)."""

    def __init__(
        self, number: int, id: str, feature: int, ability: str, text: str, before_only: bool, deeds: list[Deed]
    ) -> None:
        self.number = number
        self.id = id
        self.feature = feature
        self.ability = ability
        self.text = text
        self.before_only = before_only
        self.deeds = deeds


@final
class ActionTile:
    """A Magnate Action tile (§11.1)."""

    def __init__(
        self, number: int, id: str, type: str, name: str, min_players: int, before_only: bool, deeds: list[Deed]
    ) -> None:
        self.number = number
        self.id = id
        self.type = type
        self.name = name
        self.min_players = min_players
        self.before_only = before_only
        self.deeds = deeds


@final
class Multiplier:
    """A Magnate Multiplier tile, or a multiplier option of the Reserve (§11.2, §16.10)."""

    def __init__(self, number: int, id: str, type: str, measure: int, vp_each: int, vp_tie: int, cap: int, text: str) -> None:
        self.number = number
        self.id = id
        self.type = type
        self.measure = measure
        self.vp_each = vp_each
        self.vp_tie = vp_tie
        self.cap = cap
        self.text = text
        self.use_2p = False
        self.steps: list[int] = []
        """Of the money tile: from how many Bagos, and how many VP then (§11.2)."""
        self.step_vp: list[int] = []
        self.magnate = 0


@final
class Slot:
    """A slot of the Sales or the Export Area (§3.4, §3.5)."""

    def __init__(self, number: int, id: str, name: str, column: int, min_value: int, pays: int, framed: bool) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.column = column
        """Its establishment or its export column."""
        self.min_value = min_value
        self.pays = pays
        """Bagos in the Sales Area, VP in the Export Area."""
        self.framed = framed


@final
class Column:
    """A column of the Export Area with its majority award, or an establishment (§3.4, §3.5)."""

    def __init__(self, number: int, id: str, name: str, majority: int) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.majority = majority


@final
class Booth:
    """A booth of the fair with its bonus (§3.6)."""

    def __init__(self, number: int, id: str, name: str, text: str, deeds: list[Deed]) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.text = text
        self.deeds = deeds


@final
class Magnate:
    """A Magnate and what the wine has to meet (§3.7, §8.9)."""

    def __init__(self, number: int, id: str, name: str, criterion: int, barrels: int) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.criterion = criterion
        self.barrels = barrels


@final
class Year:
    """A year of the track (§3.2)."""

    def __init__(self, number: int, taxed: int, reveal: bool, flip: bool, final_action: bool) -> None:
        self.number = number
        self.taxed = taxed
        self.reveal = reveal
        self.flip = flip
        self.final_action = final_action
        self.fair: Fair | None = None


@final
class Fair:
    """The awards of one fair (§12.2)."""

    def __init__(self, number: int, vp_by_rank: list[int], ranks_used: list[list[int]], fourth_expert: bool) -> None:
        self.number = number
        self.vp_by_rank = vp_by_rank
        self.ranks_used = ranks_used
        """By player count less 2."""
        self.fourth_expert = fourth_expert


@final
class Counts:
    """What the number of players decides (§5.2)."""

    def __init__(self, row: Row) -> None:
        self.cellars = row.number("cellars")
        self.wineries = row.number("wineries")
        self.enologists = row.number("enologists")
        self.farmers = row.number("farmers")
        self.regions = row.number("regions")
        self.cells = row.number("magnate_display_columns") * row.number("magnate_display_rows")


@final
class Prices:
    """What things cost, and how many one action buys (§8.1–§8.5, §16.3)."""

    def __init__(self, winery: int, cellar: int, enologist: int, farmer: int, expert: int, most: list[int]) -> None:
        self.winery = winery
        self.cellar = cellar
        self.enologist = enologist
        self.farmer = farmer
        self.expert = expert
        self.most = most
        """Items of one action: vineyards, wineries, staff, cellars, then (at the number of the action) experts."""


@final
class Rules2010:
    """The figures of the 2010 Reserve (§16)."""

    def __init__(self, components: Components) -> None:
        setup, bank = components.row("reserve.toml", "setup"), components.row("reserve.toml", "bank")
        self.estates = setup.number("estates")
        self.barrels = setup.number("barrels_supply")
        self.cash = [setup.numbers(f"cash_by_turn_order_{players}p") for players in PLAYER_COUNTS]
        for players, cash in zip(PLAYER_COUNTS, self.cash, strict=True):
            if len(cash) != players or min(cash) < 0:
                raise setup.must_be(f"cash_by_turn_order_{players}p", _("one amount for each player"))
        self.account = setup.number("account")
        self.level = setup.number("investment_level")
        self.fair_tiles = setup.number("fair_tiles")
        self.first_vintage = setup.text("first_vintage")
        self.farmers = setup.number("farmers")
        self.level_min, self.level_max = bank.number("investment_min"), bank.number("investment_max")
        if not self.level_min <= self.level <= self.level_max:
            raise setup.must_be("investment_level", _("between the ends of the investment track"))
        self.step_price, self.step_payout = bank.number("invest_step_price"), bank.number("divest_step_payout")
        self.max_steps = bank.number("max_steps_per_bank_action")
        self.interest = bank.number("interest_per_level")
        self.salary = bank.number("salary_per_enologist")
        self.penalty = bank.number("vp_penalty_account_zero")
        self.vp_up, self.vp_down = bank.number("final_vp_per_positive_level"), bank.number("final_vp_per_negative_level")
        track, magnates = components.row("reserve.toml", "feature_track"), components.row("reserve.toml", "magnates")
        self.feature_start, self.feature_max = track.number("start_level"), track.number("max_level")
        self.feature_step, self.feature_reset = track.number("step_per_listed_feature"), track.flag("reset_after_fair")
        self.max_per_magnate = magnates.number("max_barrels_per_magnate_per_player")
        self.max_per_release = magnates.number("max_barrels_per_press_release")
        experts = components.row("reserve.toml", "experts")
        self.retrieve_from = _places(experts, "retrieve_barrel_from")


@final
class BonusAction:
    """What a Magnate of the Reserve does for a barrel and a Fair tile (§16.9)."""

    def __init__(self, number: int, id: str, magnate: int, name: str, deeds: list[Deed]) -> None:
        self.number = number
        self.id = id
        self.magnate = magnate
        self.name = name
        self.deeds = deeds


@final
class SoloCard:
    """A card of Lacerda (§17.2)."""

    def __init__(
        self, number: int, id: str, deck: int, space: int, region: int, feature: int, booth: int, deeds: list[Deed]
    ) -> None:
        self.number = number
        self.id = id
        self.deck = deck
        self.space = space
        self.region = region
        self.feature = feature
        self.booth = booth
        self.deeds = deeds


@final
class Opponent:
    """The figures of Lacerda (§17)."""

    def __init__(self, components: Components, years: int) -> None:
        row = components.row("solo_cards.toml", "lacerda")
        self.barrels = row.number("barrels")
        self.values = row.numbers("wine_value_by_year")
        if len(self.values) != years:
            raise row.must_be("wine_value_by_year", _("one value for each year"))
        self.values.append(row.number("wine_value_final_action"))
        self.vp_per_multiplier = row.number("vp_per_multiplier")
        self.sale_divisor = row.number("sale_vp_divisor")
        if self.sale_divisor < 1:
            raise row.must_be("sale_vp_divisor", _("1 or more"))
        bonus = {row.text("id"): row.number("final_vp_bonus") for row in components.rows("solo_cards.toml", "difficulty")}
        for name in DIFFICULTIES:
            if name not in bonus:
                raise row.wrong(_("there is no difficulty '{name}'", name=name))
        self.difficulty = [bonus[name] for name in DIFFICULTIES]


@final
class Farm:
    """What a player board can hold and what a harvest is worth (§4, §6.5)."""

    def __init__(self, components: Components) -> None:
        estates, limits = components.row("player_board.toml", "estates"), components.row("player_board.toml", "limits")
        self.estates = estates.number("count_sv2016")
        slots = components.rows("player_board.toml", "building_slot")
        self.slots = len(slots)
        accepts = [row.texts("accepts") for row in slots]
        self.vineyards = min(sum("vineyard" in each for each in accepts), limits.number("max_vineyards_per_estate"))
        self.wineries = min(sum("winery" in each for each in accepts), limits.number("max_wineries_per_estate"))
        self.farmers_each = limits.number("max_farmers_per_vineyard")
        self.enologists_each = limits.number("max_enologists_per_winery")
        self.warehouse = _storage(components.row("player_board.toml", "warehouse"))
        self.cellar = _storage(components.row("player_board.toml", "cellar"))
        self.cellars = components.row("player_board.toml", "cellar").number("max_per_estate")
        self.width = max(len(self.warehouse), len(self.cellar))
        """Storage slots of an estate, whichever storage it has."""
        if len(self.cellar) < len(self.warehouse):
            raise components.row("player_board.toml", "cellar").must_be("slots", _("no fewer than a warehouse has"))
        quality = components.row("player_board.toml", "quality")
        self.per_vineyard, self.per_farmer = quality.number("per_vineyard"), quality.number("per_farmer")
        self.per_winery, self.per_enologist = quality.number("per_winery"), quality.number("per_enologist")
        self.per_porto, self.least, self.most = (
            quality.number("porto_tile"),
            quality.number("minimum_to_produce"),
            quality.number("maximum"),
        )
        if self.least < 1:
            raise quality.must_be("minimum_to_produce", _("1 or more"))
        self.first_wine = components.row("player_board.toml", "start").number("wine_quality")
        if self.first_wine < 1:
            raise components.row("player_board.toml", "start").must_be("wine_quality", _("1 or more"))
        if not 1 <= self.estates <= 9:
            raise estates.must_be("count_sv2016", _("a number from 1 to 9"))


@final
class Pieces:
    """Everything in the box."""

    def __init__(self, components: Components) -> None:
        self.farm = Farm(components)
        self.regions = _regions(components)
        common = components.row("regions.toml", "common")
        self.cube_spaces, self.cubes = common.number("cube_spaces_per_region"), common.number("renown_cubes_total")
        self.cubes_per_wine = common.number("max_cubes_per_wine")
        self.vineyards = _vineyards(components, self.regions)
        self.vintages = _vintages(components, self.regions)
        self.experts = _numbered(components, "wine_experts.toml", "expert", _expert)
        self.action_tiles = _numbered(components, "magnate_actions.toml", "action_tile", _action_tile)
        self.multipliers = _numbered(components, "magnate_multipliers.toml", "multiplier", _multiplier)
        self.establishments = _numbered(components, "sales.toml", "establishment", _establishment)
        self.sales = _sales(components, self.establishments)
        self.columns = _numbered(components, "export.toml", "column", _column)
        self.export = _export(components, self.columns)
        self._read_board(components)
        self.counts = _counts(components, self)
        start = components.row("supplies.toml", "start_money")
        self.start_money = start.numbers("by_turn_order")
        if len(self.start_money) < max(PLAYER_COUNTS) or min(self.start_money) < 0:
            raise start.must_be("by_turn_order", _("an amount for each player"))
        each = components.row("supplies.toml", "per_player")
        self.barrels, self.barrels_at_start = each.number("barrels_total"), each.number("barrels_supply_at_start")
        self.porto_tiles = each.number("porto_tiles")
        if self.barrels != self.barrels_at_start + sum(magnate.barrels for magnate in self.magnates):
            raise each.must_be("barrels_total", _("the barrels in the supply and with the Magnates together"))
        self.prices = _prices(components)
        self.reserve = Rules2010(components)
        self.reserve_prices = _reserve_prices(components)
        self.bonus_actions = _bonus_actions(components, self.magnates)
        self.options = _options(components, self.magnates)
        if self.reserve.first_vintage not in [tile.id for tile in self.vintages]:
            raise components.row("reserve.toml", "setup").must_be("first_vintage", _("a Vintage tile"))
        self.lacerda = Opponent(components, len(self.years))
        self.cards = _cards(components, self)

    def _read_board(self, components: Components) -> None:
        quadrel = components.row("board.toml", "quadrel")
        self.fee_far, self.fee_tax = quadrel.number("fee_non_adjacent"), quadrel.number("fee_tax_marker")
        self.fee_player = quadrel.number("fee_per_other_player")
        self.spaces = _numbered(components, "board.toml", "space", _space)
        ids = {space.id: space.number for space in self.spaces}
        self.centre = _known(quadrel, "always_free_space", ids)
        self.start_space = _known(quadrel, "start_space", ids)
        if self.spaces[self.centre].action != RELEASE or self.spaces[self.centre].reserve_action != RELEASE:
            raise quadrel.must_be("always_free_space", _("the space Pass / Press Release"))
        self.near = [[_adjacent(one, other) for other in self.spaces] for one in self.spaces]
        self.booths = _numbered(components, "board.toml", "booth", _booth)
        self.magnates = _numbered(components, "board.toml", "magnate", _magnate)
        if len(self.booths) < max(PLAYER_COUNTS):
            raise quadrel.wrong(_("there must be a booth for each player"))
        self.barrels_per_release = components.row("board.toml", "press_release").number("max_barrels")
        self.years = _years(components, ids)
        self.money_steps, self.money_vp = _steps(components.rows("board.toml", "money_vp"))


def read_pieces(components: Components) -> Pieces:
    """Read the tables; refuse a set that cannot be played."""
    return Pieces(components)


def _adjacent(one: Space, other: Space) -> bool:
    """Tell whether two spaces touch, orthogonally or diagonally (§7.2)."""
    return abs(one.row - other.row) <= 1 and abs(one.col - other.col) <= 1


def _numbered(components: Components, file: str, kind: str, make: Callable[[int, Row], T]) -> list[T]:
    rows = components.rows(file, kind)
    if len(rows) > MOST or not rows:
        raise rows[-1].wrong(_("there can be 1 to {most} rows of this kind", most=MOST))
    return [make(number, row) for number, row in enumerate(rows)]


def _known(row: Row, name: str, ids: dict[str, int]) -> int:
    return ids[row.choice(name, ids)]


def _steps(rows: list[Row]) -> tuple[list[int], list[int]]:
    """Read a step table in rising order (§13.1)."""
    table = sorted((row.number("at_least"), row.number("vp")) for row in rows)
    return [step for step, _vp in table], [vp for _step, vp in table]


def _places(row: Row, name: str) -> list[int]:
    found: list[int] = []
    for place in row.texts(name):
        if place not in BARREL_PLACES:
            raise row.must_be(name, _("a list of places out of {known}", known=", ".join(BARREL_PLACES)))
        found.append(BARREL_PLACES.index(place))
    return found


def _storage(row: Row) -> list[int]:
    """Read the aging bonus of each slot (§4.5)."""
    bonus = row.numbers("value_bonus")
    if len(bonus) != row.number("slots") or not bonus:
        raise row.must_be("value_bonus", _("one figure for each slot"))
    return bonus


PASSIVE: Final = {"renown_cube_worth": "amount", "wine_value_bonus": "amount"}
GAINS: Final = {
    "gain_bagos": "amount",
    "gain_wine_expert": "count",
    "gain_fair_points": "amount",
    "place_renown_cube": "count",
    "buy_vineyard": "discount",
    "buy_winery": "price",
    "buy_cellar": "price",
    "hire_enologist": "price",
    "hire_farmer": "price",
    "do_action": "",
    "retrieve_barrel": "",
}
"""What anything may do: the operations and the figure each needs (§18.6)."""
IN_A_REGION: Final = {
    **GAINS,
    **PASSIVE,
    "gain_farmer": "count",
    "gain_winery": "count",
    "gain_cellar": "count",
    "gain_porto_tile": "count",
}
BEFORE_A_MOVE: Final = {**GAINS, "free_movement": "", "reorder_vineyard_stack": "", "vineyard_discount": "amount"}
ON_A_CARD: Final = {
    "remove_vineyards": "count",
    "remove_wineries": "count",
    "remove_cellars": "count",
    "remove_enologists": "count",
    "remove_farmers": "count",
    "lacerda_hires_experts": "count",
    "lacerda_sells": "count",
    "lacerda_exports": "count",
    "lacerda_press_release": "",
}


def _deeds(row: Row, name: str, ops: dict[str, str]) -> list[Deed]:
    """Read a list of effects; refuse what this kind of row cannot do."""
    found: list[Deed] = []
    for entry in row.rows(name):
        op = entry.choice("op", ops)
        figure = ops[op]
        amount = entry.number(figure) if figure else 0
        count = entry.number("count", 1)
        if amount < 0 or count < 0:
            raise entry.wrong(_("the figures of '{op}' cannot be negative", op=op))
        action = ACTIONS.index(entry.choice("action", ("sales", "export", "bank"))) if op == "do_action" else 0
        places = _places(entry, "from") if op == "retrieve_barrel" else []
        found.append(Deed(op, entry, count, amount, action, places))
    return found


def _regions(components: Components) -> list[Region]:
    found: list[Region] = []
    rows = sorted(components.rows("regions.toml", "region"), key=lambda row: row.number("number"))
    for number, row in enumerate(rows):
        if row.number("number") != number + 1:
            raise row.must_be("number", _("the next number: regions are numbered from 1 without a gap"))
        bonus = _deeds(row, "bonus", IN_A_REGION)
        passive = row.choice("bonus_timing", ("on_open", "passive")) == "passive"
        if passive != any(deed.op in PASSIVE for deed in bonus):
            raise row.must_be("bonus_timing", _("«passive» for a lasting effect and «on_open» for any other"))
        reserve = _deeds(row, "reserve_bonus", IN_A_REGION) if row.has("reserve_bonus") else bonus
        region = Region(number, row.text("id"), row.text("name"), row.text("text"), [] if passive else bonus, reserve)
        for deed in bonus:
            if deed.op == "renown_cube_worth":
                if deed.amount < 1:
                    raise deed.row.must_be("amount", _("1 or more"))
                region.cube_worth = deed.amount
            elif deed.op == "wine_value_bonus":
                region.value_bonus = deed.amount
        if passive:
            region.reserve_bonus = []
        found.append(region)
    return found


def _vineyards(components: Components, regions: list[Region]) -> list[Vineyard]:
    ids = {region.id: region.number for region in regions}
    found: list[Vineyard] = []
    for row in components.rows("vineyards.toml", "vineyard"):
        cost = row.number("cost")
        if cost < 0:
            raise row.must_be("cost", _("0 or more"))
        color = COLORS.index(row.choice("color", COLORS))
        found.append(Vineyard(len(found), row.text("id"), _known(row, "region", ids), color, cost))
    for region in regions:
        if not any(tile.region == region.number for tile in found):
            raise components.rows("vineyards.toml", "vineyard")[0].wrong(_("{region} has no vineyard", region=region.name))
    return found


def _vintages(components: Components, regions: list[Region]) -> list[Vintage]:
    found: list[Vintage] = []
    rows = components.rows("vintage_tiles.toml", "vintage")
    for number, row in enumerate(rows):
        entries = row.rows("features")
        features = [FEATURES.index(entry.choice("feature", FEATURES)) for entry in entries]
        if len(set(features)) != len(features):
            raise row.must_be("features", _("different features"))
        wished = [each - 1 for each in row.numbers("carolina_regions")]
        if not all(0 <= each < len(regions) for each in wished):
            raise row.must_be("carolina_regions", _("numbers of regions"))
        points = [entry.number("fair_points") for entry in entries]
        color = COLORS.index(row.choice("anabela_color", COLORS))
        found.append(
            Vintage(
                number,
                row.text("id"),
                row.number("weather"),
                features,
                points,
                color,
                row.number("bruno_min_value"),
                wished,
                row.texts("modes"),
            )
        )
    for mode in ("sv2016", "reserve", "solo"):
        if sum(mode in tile.modes for tile in found) < len(components.rows("board.toml", "year")):
            raise rows[0].wrong(_("there are not enough Vintage tiles for the years of '{mode}'", mode=mode))
    return found


def _expert(number: int, row: Row) -> Expert:
    feature = FEATURES.index(row.choice("feature", FEATURES))
    before = row.choice("timing", TIMINGS) == "before"
    deeds = _deeds(row, "effects", BEFORE_A_MOVE if before else GAINS)
    return Expert(number, row.text("id"), feature, row.text("ability"), row.text("text"), before, deeds)


def _action_tile(number: int, row: Row) -> ActionTile:
    before = row.choice("timing", TIMINGS) == "before"
    least = row.number("min_players")
    deeds = _deeds(row, "effects", BEFORE_A_MOVE if before else GAINS)
    return ActionTile(number, row.text("id"), row.text("type"), row.text("name"), least, before, deeds)


def _multiplier(number: int, row: Row) -> Multiplier:
    measure = MEASURES.index(row.choice("measure", MEASURES))
    vp_each = row.number("vp_each", 0)
    tile = Multiplier(
        number,
        row.text("id"),
        row.text("type", ""),
        measure,
        vp_each,
        row.number("vp_each_tie", 0),
        row.number("cap", 0),
        row.text("text"),
    )
    tile.use_2p = row.flag("use_2p", False)
    if measure == MONEY_TABLE:
        tile.steps, tile.step_vp = _steps(row.rows("table"))
    return tile


def _establishment(number: int, row: Row) -> Column:
    return Column(number, row.text("id"), row.text("name"), 0)


def _column(number: int, row: Row) -> Column:
    return Column(number, row.text("id"), row.text("name"), row.number("majority_vp"))


def _sales(components: Components, establishments: list[Column]) -> list[Slot]:
    ids = {each.id: each.number for each in establishments}
    found: list[Slot] = []
    for row in components.rows("sales.toml", "slot"):
        column = _known(row, "establishment", ids)
        name = f"{establishments[column].name} {row.number('position')}"
        found.append(Slot(len(found), row.text("id"), name, column, row.number("min_value"), _price(row, "bagos"), True))
    return found


def _export(components: Components, columns: list[Column]) -> list[Slot]:
    ids = {each.id: each.number for each in columns}
    found: list[Slot] = []
    for row in components.rows("export.toml", "slot"):
        column = _known(row, "column", ids)
        name = f"{columns[column].name} {row.number('row')}"
        framed = row.flag("in_2p_frame")
        found.append(Slot(len(found), row.text("id"), name, column, row.number("min_value"), row.number("vp"), framed))
    return found


def _space(number: int, row: Row) -> Space:
    return Space(
        number,
        row.text("id"),
        row.text("name"),
        row.number("row"),
        row.number("col"),
        ACTIONS.index(row.choice("action", ACTIONS)),
        ACTIONS.index(row.choice("reserve_action", ACTIONS)),
    )


def _booth(number: int, row: Row) -> Booth:
    return Booth(number, row.text("id"), row.text("name"), row.text("text"), _deeds(row, "effects", GAINS))


def _magnate(number: int, row: Row) -> Magnate:
    criterion = CRITERIA.index(row.choice("criterion", CRITERIA))
    return Magnate(number, row.text("id"), row.text("name"), criterion, row.number("barrels_per_player_at_setup"))


def _years(components: Components, spaces: dict[str, int]) -> list[Year]:
    found: list[Year] = []
    fairs = {row.number("year"): _fair(row) for row in components.rows("board.toml", "fair")}
    for number, row in enumerate(components.rows("board.toml", "year"), 1):
        if row.number("number") != number:
            raise row.must_be("number", _("the next number: years are numbered from 1 without a gap"))
        taxed = _known(row, "taxed_space", spaces)
        last = "final_action" in row.texts("steps")
        year = Year(number, taxed, row.flag("reveal_vintage"), row.flag("flip_tiles_face_up"), last)
        if row.flag("fair"):
            if number not in fairs:
                raise row.must_be("fair", _("false: no row [[fair]] names this year"))
            year.fair = fairs[number]
        found.append(year)
    return found


def _fair(row: Row) -> Fair:
    used = [row.numbers(f"ranks_used_{players}p") for players in PLAYER_COUNTS]
    for players, ranks in zip(PLAYER_COUNTS, used, strict=True):
        if len(ranks) != players or min(ranks) < 1:
            raise row.must_be(f"ranks_used_{players}p", _("a rank for each player"))
    return Fair(row.number("number"), row.numbers("vp_by_rank"), used, row.text("fourth_place_reward") == "wine_expert")


def _counts(components: Components, pieces: Pieces) -> list[Counts]:
    rows = {row.number("players"): row for row in components.rows("supplies.toml", "by_players")}
    found: list[Counts] = []
    for players in PLAYER_COUNTS:
        if players not in rows:
            raise components.rows("supplies.toml", "by_players")[0].wrong(_("there is no row for {n} players", n=players))
        row = rows[players]
        counts = Counts(row)
        tiles = sum(tile.min_players <= players for tile in pieces.action_tiles)
        if tiles < counts.cells + players:
            raise row.wrong(_("the display needs {cells} Action tiles and one for each player", cells=counts.cells))
        if not 1 <= counts.regions <= len(pieces.regions):
            raise row.must_be("regions", _("a number of regions that are there"))
        found.append(counts)
    return found


def _price(row: Row, name: str) -> int:
    value = row.number(name)
    if value < 0:
        raise row.must_be(name, _("0 or more"))
    return value


def _prices(components: Components) -> Prices:
    row = components.row("supplies.toml", "prices")
    most = row.number("max_items_per_action")
    if most < 1:
        raise row.must_be("max_items_per_action", _("1 or more"))
    return Prices(
        _price(row, "winery"),
        _price(row, "cellar"),
        _price(row, "enologist"),
        _price(row, "farmer"),
        _price(row, "wine_expert"),
        [most] * len(ACTIONS),
    )


def _reserve_prices(components: Components) -> Prices:
    row = components.row("reserve.toml", "prices")
    most = [1] * len(ACTIONS)
    for action, name in (
        (VINEYARDS, "max_vineyards"),
        (WINERIES, "max_wineries"),
        (STAFF, "max_enologists"),
        (CELLARS, "max_cellars"),
        (EXPERTS, "max_wine_experts"),
    ):
        most[action] = row.number(name)
        if most[action] < 1:
            raise row.must_be(name, _("1 or more"))
    return Prices(_price(row, "winery"), _price(row, "cellar"), _price(row, "enologist"), 0, _price(row, "wine_expert"), most)


def _bonus_actions(components: Components, magnates: list[Magnate]) -> list[BonusAction]:
    ids = {magnate.id: magnate.number for magnate in magnates}
    found: list[BonusAction] = []
    for row in components.rows("reserve.toml", "bonus_action"):
        deeds = _deeds(row, "effects", GAINS)
        found.append(BonusAction(len(found), row.text("id"), _known(row, "magnate", ids), row.text("name"), deeds))
    return found


def _options(components: Components, magnates: list[Magnate]) -> list[Multiplier]:
    ids = {magnate.id: magnate.number for magnate in magnates}
    found: list[Multiplier] = []
    for row in components.rows("reserve.toml", "multiplier_option"):
        option = _multiplier(len(found), row)
        option.magnate = _known(row, "magnate", ids)
        found.append(option)
    return found


def _cards(components: Components, pieces: Pieces) -> list[SoloCard]:
    spaces = {space.id: space.number for space in pieces.spaces}
    found: list[SoloCard] = []
    rows = components.rows("solo_cards.toml", "card")
    for row in rows:
        deck, region, booth = row.number("deck"), row.number("region") - 1, row.number("booth") - 1
        if deck not in (1, 2):
            raise row.must_be("deck", _("1 or 2"))
        if not 0 <= region < len(pieces.regions):
            raise row.must_be("region", _("the number of a region"))
        if not 0 <= booth < len(pieces.booths):
            raise row.must_be("booth", _("the number of a booth"))
        feature = FEATURES.index(row.choice("feature", FEATURES))
        space, deeds = _known(row, "space", spaces), _deeds(row, "effects", ON_A_CARD)
        found.append(SoloCard(len(found), row.text("id"), deck, space, region, feature, booth, deeds))
    for deck, least in ((1, 7), (2, 9)):
        if sum(card.deck == deck for card in found) < least:
            raise rows[0].wrong(_("deck {deck} needs at least {least} cards", deck=deck, least=least))
    return found
