"""Goods, buildings, settlements, landscapes, wheel and modes, typed (§2)."""

from typing import Any, Final, final

from cuvee.kernel.components import Components, Row

# Goods that the rules know by name; the numbers are the order of goods.toml, which is also the order of §9.8.
GOODS: Final = (
    "clay", "wood", "peat", "livestock", "grain", "coin", "stone", "straw", "peat_coal", "meat", "coin5", "flour",
    "bread", "grapes", "wine", "malt", "beer", "whiskey", "book", "ceramic", "ornament", "reliquary", "wonder",
)  # fmt: skip
CLAY: Final = 0
WOOD: Final = 1
PEAT: Final = 2
LIVESTOCK: Final = 3
GRAIN: Final = 4
COIN: Final = 5
"""All money lies here as one amount (R35); the five-coin tile is only a way to show and to name it."""
STONE: Final = 6
STRAW: Final = 7
PEAT_COAL: Final = 8
MEAT: Final = 9
COIN5: Final = 10
FLOUR: Final = 11
BREAD: Final = 12
GRAPES: Final = 13
WINE: Final = 14
MALT: Final = 15
BEER: Final = 16
WHISKEY: Final = 17
BOOK: Final = 18
CERAMIC: Final = 19
ORNAMENT: Final = 20
RELIQUARY: Final = 21
WONDER: Final = 22
KINDS: Final = 23

TERRAINS: Final = ("plains", "hillside", "coast", "water", "mountain")
PLAINS: Final = 0
HILLSIDE: Final = 1
COAST: Final = 2
WATER: Final = 3
MOUNTAIN: Final = 4

# What can lie on a space: a building or printed building by its number, a settlement, or one of these.
FREE: Final = -1
FOREST: Final = -2
MOOR: Final = -3
SETTLEMENT: Final = 200
"""Settlement k lies on a space as SETTLEMENT + k."""

STAGES: Final = ("start", "A", "B", "C", "D")
LETTERS: Final = ("A", "B", "C", "D", "E")
VARIANTS: Final = ("france", "ireland")
MOST_SIDES: Final = 4
"""Players at a table, the neutral player of the solo game included."""
PRINTED: Final = 3
"""Buildings printed on every heartland (§2.4)."""

DISTRICT: Final = 0
PLOT: Final = 1

# Words of the effects table (§10.2).
NO_THEN: Final = 0
THEN_BUILD: Final = 1
THEN_RECALL_ALL: Final = 2
THEN_RECALL_PRIOR_AND_BUILD: Final = 3
THENS: Final = ("", "build_action", "take_back_all_own_clergymen", "take_back_own_prior_then_build_action")
BY_PRIOR: Final = 0
OCCUPIED: Final = 1
ADJACENT: Final = 2
UNBUILT: Final = 3
WHICHES: Final = ("occupied_by_prior", "occupied", "adjacent_unoccupied", "unbuilt")
PER_CLOISTER: Final = 0
PER_FOREST_OR_MOOR: Final = 1
PERS: Final = ("own_cloister_building", "own_forest_or_moor")
PARTS: Final = ("fell_trees", "cut_peat")
MODE_RATE: Final = -1
PRICE_RISE: Final = "work_contract_price_2"
OPS: Final = (
    "gain", "gain_choice", "trade", "trade_any", "tier_trade", "stock_tier", "produce", "produce_joker", "remove_forest",
    "use_building", "actions", "settle", "free_landscapes", "points_in_goods",
)  # fmt: skip


@final
class Good:
    """A kind of goods tile and the numbers printed on it (§9.3)."""

    def __init__(
        self, number: int, id: str, name: str, variant: str, basic: bool, food: int, energy: int, points: int, code: str
    ) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.variant = variant
        self.basic = basic
        self.food = food
        self.energy = energy
        """In halves, so that straw counts 1."""
        self.points = points
        self.code = code


@final
class Cost:
    """What has to be paid: named goods (money among them), and amounts of energy, food, points or different goods (§9)."""

    def __init__(
        self,
        kinds: list[int],
        counts: list[int],
        straw: int = 0,
        energy: int = 0,
        food: int = 0,
        points: int = 0,
        different: int = 0,
    ) -> None:
        self.kinds = kinds
        self.counts = counts
        self.straw = straw
        """Named like the goods before, but missing straw is made of grain (R9)."""
        self.energy = energy
        """In halves."""
        self.food = food
        self.points = points
        self.different = different
        self.named_only = energy == 0 and food == 0 and points == 0 and different == 0


@final
class Gain:
    """What is received: goods, and tiles of basic goods that the receiver chooses (§10.2)."""

    def __init__(self, kinds: list[int], counts: list[int], basic: int = 0, other_basic: int = 0) -> None:
        self.kinds = kinds
        self.counts = counts
        self.basic = basic
        self.other_basic = other_basic

    def count(self, good: int) -> int:
        """Return how many tiles of a good it holds."""
        return self.counts[self.kinds.index(good)] if good in self.kinds else 0


@final
class Deal:
    """A payment and what it brings."""

    def __init__(self, cost: Cost, gain: Gain) -> None:
        self.cost = cost
        self.gain = gain


@final
class Op:
    """One entry of the effects of a building, as the table says it (§10.2)."""

    def __init__(
        self,
        word: str,
        deals: list[Deal],
        most: int,
        then: int,
        pooled: bool,
        requires_previous: bool,
        goods: list[int],
        choices: list[Gain],
        floors: list[int],
        which: int,
        parts: list[int],
        per: int,
        rate: int,
    ) -> None:
        self.word = word
        self.deals = deals
        self.most = most
        self.then = then
        self.pooled = pooled
        self.requires_previous = requires_previous
        self.goods = goods
        self.choices = choices
        self.floors = floors
        self.which = which
        self.parts = parts
        self.per = per
        self.rate = rate
        """In halves; MODE_RATE if the mode says it."""


@final
class Building:
    """A building card or a printed building (§2.4)."""

    def __init__(
        self,
        number: int,
        id: str,
        name: str,
        variant: str,
        stage: int,
        modes: list[str],
        cost: Cost,
        terrain: int,
        cloister: bool,
        economic: int,
        dwelling: int,
        ops: list[Op],
        once: int,
        raises_price: bool,
        neutral_in_solo: bool,
        text: str,
        source: str,
        side: int,
    ) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.variant = variant
        self.stage = stage
        """Into STAGES; -1 for printed buildings."""
        self.modes = modes
        self.cost = cost
        self.terrain = terrain
        """Bits of the terrains it may stand on."""
        self.cloister = cloister
        self.economic = economic
        self.dwelling = dwelling
        self.ops = ops
        self.once = once
        """A bit of its own if it works once per action (R15), else 0."""
        self.raises_price = raises_price
        self.neutral_in_solo = neutral_in_solo
        self.text = text
        self.source = source
        self.side = side
        """The side whose heartland it is printed on; -1 for cards."""
        self.tag = id.lower() if side < 0 else f"{id}@{side}"
        """How notation calls it."""


@final
class Settlement:
    """A settlement card; every player has one of each (§12)."""

    def __init__(
        self, number: int, id: str, name: str, stage: int, food: int, energy: int, economic: int, dwelling: int, terrain: int
    ) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.stage = stage
        self.food = food
        self.energy = energy
        """In halves."""
        self.economic = economic
        self.dwelling = dwelling
        self.terrain = terrain


@final
class Sheet:
    """A printed arrangement of spaces: where they are, their terrain and what lies on them (§3.3, §7.5)."""

    def __init__(self, id: str, xs: list[int], ys: list[int], terrain: list[int], cards: list[int], printed: list[str]) -> None:
        self.id = id
        self.xs = xs
        self.ys = ys
        self.terrain = terrain
        self.cards = cards
        """FREE, FOREST or MOOR; what is printed stands in `printed`."""
        self.printed = printed
        """The id of the building on each space, or nothing."""


@final
class Indicator:
    """A marker on the production wheel (§5)."""

    def __init__(self, number: int, id: str, good: int, late: bool, variant: str) -> None:
        self.number = number
        self.id = id
        self.good = good
        """-1 for the joker."""
        self.late = late
        self.variant = variant


@final
class Mode:
    """A number of players and a length: rounds, turns, phases, clergy and the end of the game (§2.3)."""

    def __init__(
        self,
        id: str,
        players: int,
        name: str,
        values: list[int],
        rounds: int,
        turns: list[list[int]],
        settlement_rounds: list[int],
        grapes_round: int,
        stone_round: int,
        bonus_round: int,
        removes_past_ten: bool,
        lay_brothers: int,
        start_goods: Gain,
        heartland: Sheet,
        neutral: Sheet | None,
        dearest_first: bool,
        rate: int,
        round_goods: list[Gain],
        bonus_production: bool,
        end_left: int,
        stop_after: int,
        target: int,
    ) -> None:
        self.id = id
        self.players = players
        self.name = name
        self.values = values
        """What an indicator i spaces behind the beam produces (§5.1)."""
        self.rounds = rounds
        """0 = open end."""
        self.turns = turns
        """Seats counted from the start player, with their main actions (§4.8)."""
        self.settlement_rounds = settlement_rounds
        """By letter A to E; 0 = never."""
        self.grapes_round = grapes_round
        self.stone_round = stone_round
        self.bonus_round = bonus_round
        self.removes_past_ten = removes_past_ten
        self.lay_brothers = lay_brothers
        self.start_goods = start_goods
        self.heartland = heartland
        self.neutral = neutral
        self.dearest_first = dearest_first
        self.rate = rate
        """Half points for a cloister building in the House of the Brotherhood."""
        self.round_goods = round_goods
        """By round, counted from 0; empty in the long games (§15.4)."""
        self.bonus_production = bonus_production
        self.end_left = end_left
        """Buildings left in the display that end a game of two; -1 = does not apply."""
        self.stop_after = stop_after
        self.target = target


@final
class Exchange:
    """A free exchange of §7.2 or §7.3 (money for money is implied, R35)."""

    def __init__(self, id: str, pays: int, gets: int, count: int, variant: str) -> None:
        self.id = id
        self.pays = pays
        self.gets = gets
        self.count = count
        self.variant = variant


@final
class Pieces:
    """Everything in the box."""

    def __init__(
        self,
        goods: list[Good],
        exchanges: list[Exchange],
        buildings: list[Building],
        cards: int,
        settlements: list[Settlement],
        indicators: list[Indicator],
        modes: list[Mode],
        district_sides: list[Sheet],
        plot_sides: list[Sheet],
        district_prices: list[list[int]],
        plot_prices: list[list[int]],
        empty_dwelling: list[int],
        wonders: int,
    ) -> None:
        self.goods = goods
        self.exchanges = exchanges
        self.buildings = buildings
        """The card faces, then the printed buildings of each side."""
        self.cards = cards
        """How many of the buildings are card faces."""
        self.settlements = settlements
        self.indicators = indicators
        self.modes = modes
        self.district_sides = district_sides
        self.plot_sides = plot_sides
        self.district_prices = district_prices
        """Cheapest first, then dearest first (§18.2)."""
        self.plot_prices = plot_prices
        self.empty_dwelling = empty_dwelling
        """What a space of a terrain without a card gives a settlement beside it (§14.3)."""
        self.wonders = wonders
        self.indicator_of = [-1] * KINDS
        self.joker = -1
        for indicator in indicators:
            if indicator.good < 0:
                self.joker = indicator.number
            else:
                self.indicator_of[indicator.good] = indicator.number
        self.basics = [good.number for good in goods if good.basic]
        self.by_tag = {building.tag: building.number for building in buildings}
        self.tables: dict[str, Any] = {}
        """Set-ups already worked out from these pieces, by mode and variant."""

    def mode(self, id: str) -> Mode:
        """Return a mode by its id."""
        return next(mode for mode in self.modes if mode.id == id)


def read_pieces(components: Components) -> Pieces:
    """Read the tables; refuse a set that cannot be played."""
    goods = _read_goods(components.rows("goods.toml", "good"))
    exchanges = [_read_exchange(row) for row in components.rows("goods.toml", "exchange")]
    buildings, cards = _read_buildings(components)
    settlements = [
        _read_settlement(row, number) for number, row in enumerate(components.rows("settlements.toml", "settlement"))
    ]
    indicators = [_read_indicator(row, number) for number, row in enumerate(components.rows("wheel.toml", "indicator"))]
    districts = [_read_district(row) for row in components.rows("landscapes.toml", "district_side")]
    plots = [_read_plot(row) for row in components.rows("landscapes.toml", "plot_side")]
    piles = {row.text("id"): row for row in components.rows("landscapes.toml", "pile")}
    empty = {
        row.choice("id", TERRAINS): row.number("dwelling_when_empty") for row in components.rows("landscapes.toml", "terrain")
    }
    return Pieces(
        goods,
        [exchange for exchange in exchanges if exchange is not None],
        buildings,
        cards,
        settlements,
        indicators,
        _read_modes(components),
        districts,
        plots,
        _read_prices(piles["districts"]),
        _read_prices(piles["plots"]),
        [empty[terrain] for terrain in TERRAINS],
        next(row.number("count") for row in components.rows("goods.toml", "good") if row.text("id") == "wonder"),
    )


def _read_goods(rows: list[Row]) -> list[Good]:
    if [row.text("id") for row in rows] != list(GOODS):
        raise rows[0].wrong(f"the goods must be {', '.join(GOODS)}, in this order (§2.1)")
    return [
        Good(
            number,
            row.text("id"),
            row.text("name"),
            row.choice("variant", ("both", *VARIANTS)),
            row.flag("basic"),
            row.number("food"),
            _halves(row, "energy"),
            row.number("points"),
            row.text("code"),
        )
        for number, row in enumerate(rows)
    ]


def _halves(row: Row, name: str) -> int:
    value = row.value(name)
    if not isinstance(value, int | float) or value * 2 != int(value * 2):
        raise row.wrong(f"'{name}' must be a whole or half number, not {value!r}")
    return int(value * 2)


def _read_exchange(row: Row) -> Exchange | None:
    pay, gain = _read_gain(row.row("pay")), _read_gain(row.row("gain"))
    if pay.kinds == gain.kinds:
        return None  # coins for a five-coin tile or back: one amount of money (R35)
    if len(pay.kinds) != 1 or len(gain.kinds) != 1 or pay.counts != [1]:
        raise row.wrong("an exchange gives one tile for tiles of one kind (§7.2, §7.3)")
    return Exchange(row.text("id"), pay.kinds[0], gain.kinds[0], gain.counts[0], row.choice("variant", ("both", *VARIANTS)))


def _read_gain(row: Row) -> Gain:
    kinds: list[int] = []
    counts: list[int] = []
    basic = other = 0
    for key in row.fields:
        count = row.number(key)
        if key == "identical_basic":
            basic = count
        elif key == "other_identical_basic":
            other = count
        else:
            good, worth = _money_or_good(row, key)
            kinds.append(good)
            counts.append(count * worth)
    return Gain(kinds, counts, basic, other)


def _money_or_good(row: Row, key: str) -> tuple[int, int]:
    """Return the good that a key names, and how many of it one tile is: a five-coin tile is five coins (R35)."""
    if key in ("coins", "coin"):
        return COIN, 1
    if key == "coin5":
        return COIN, 5
    if key not in GOODS:
        raise row.wrong(f"'{key}' is not a good")
    return GOODS.index(key), 1


def _read_cost(row: Row) -> Cost:
    kinds: list[int] = []
    counts: list[int] = []
    amounts = {"straw": 0, "food": 0, "points": 0, "different_goods": 0}
    energy = 0
    for key in row.fields:
        if key == "energy":
            energy = _halves(row, key)
        elif key in amounts:
            amounts[key] = row.number(key)
        else:
            good, worth = _money_or_good(row, key)
            kinds.append(good)
            counts.append(row.number(key) * worth)
    if amounts["straw"] and GRAIN in kinds:
        raise row.wrong("a payment cannot name straw and grain together (R9)")
    if amounts["different_goods"] and (kinds or energy or sum(amounts.values()) > amounts["different_goods"]):
        raise row.wrong("different goods are a payment of their own (§9.4)")
    return Cost(kinds, counts, amounts["straw"], energy, amounts["food"], amounts["points"], amounts["different_goods"])


def _read_buildings(components: Components) -> tuple[list[Building], int]:
    rows = components.rows("buildings.toml", "building")
    found: list[Building] = []
    once = 1
    for number, row in enumerate(rows):
        bit = once if row.flag("once_per_action", False) else 0
        once <<= 1 if bit else 0
        found.append(_read_building(row, number, bit))
    printed = components.rows("buildings.toml", "basic_building")
    if len(printed) != PRINTED:
        raise printed[0].wrong(f"{PRINTED} buildings are printed on a heartland (§2.4), not {len(printed)}")
    cards = len(found)
    if cards + MOST_SIDES * PRINTED > SETTLEMENT:
        raise rows[-1].wrong(f"there can be at most {SETTLEMENT - MOST_SIDES * PRINTED} card faces")
    for side in range(MOST_SIDES):
        found += [_read_printed(row, cards + side * PRINTED + place, side) for place, row in enumerate(printed)]
    return found, cards


def _read_building(row: Row, number: int, once: int) -> Building:
    rise = row.text("on_build", "")
    if rise not in ("", PRICE_RISE):
        raise row.wrong(f"'on_build' can only be {PRICE_RISE} (§10.2)")
    return Building(
        number,
        row.text("id"),
        row.text("name"),
        row.choice("variant", ("both", *VARIANTS)),
        STAGES.index(row.choice("stage", STAGES)),
        row.texts("modes"),
        _read_cost(row.row("cost")),
        _terrain_bits(row),
        row.flag("cloister"),
        row.number("economic"),
        row.number("dwelling"),
        [_read_op(entry) for entry in row.rows("effects")],
        once,
        rise == PRICE_RISE,
        row.text("solo_owner", "") == "neutral",
        row.text("text"),
        row.text("source"),
        -1,
    )


def _read_printed(row: Row, number: int, side: int) -> Building:
    return Building(
        number,
        row.text("id"),
        row.text("name"),
        "both",
        -1,
        [],
        Cost([], []),
        _terrain_bits(row),
        row.flag("cloister"),
        row.number("economic"),
        row.number("dwelling"),
        [_read_op(entry) for entry in row.rows("effects")],
        0,
        False,
        False,
        row.text("text"),
        row.text("source"),
        side,
    )


def _terrain_bits(row: Row) -> int:
    bits = 0
    for terrain in row.texts("terrain"):
        if terrain not in TERRAINS:
            raise row.wrong(f"'{terrain}' is not a terrain; these are: {', '.join(TERRAINS)}")
        bits |= 1 << TERRAINS.index(terrain)
    return bits


def _read_op(row: Row) -> Op:
    word = row.choice("op", OPS)
    return Op(
        word,
        _read_deals(row, word),
        row.number("max", 1),
        THENS.index(row.text("then", "")) if row.text("then", "") in THENS else _unknown(row, "then"),
        row.flag("pooled", False) or row.text("energy_pool", "") == "shared",
        row.flag("requires_previous", False),
        _read_produced(row, word),
        [_read_gain(option) for option in row.rows("options")] if row.has("options") else [],
        [tier[0] for tier in row.value("tiers")] if word == "stock_tier" else [],
        WHICHES.index(row.choice("which", WHICHES)) if row.has("which") else -1,
        [PARTS.index(part) if part in PARTS else _unknown(row, "actions") for part in row.texts("actions")]
        if row.has("actions")
        else [],
        PERS.index(row.choice("per", PERS)) if row.has("per") else -1,
        _read_rate(row),
    )


def _read_produced(row: Row, word: str) -> list[int]:
    """Read the goods to produce, or the one good that a stock tier counts."""
    if word == "stock_tier":
        return [_good(row, row.text("good"))]
    return [_good(row, good) for good in row.texts("goods")] if word in ("produce", "produce_joker") else []


def _unknown(row: Row, name: str) -> int:
    raise row.wrong(f"'{name}' says something the rules have no word for (§10.2)")


def _good(row: Row, id: str) -> int:
    return _money_or_good(row, id)[0]


def _read_rate(row: Row) -> int:
    if not row.has("rate"):
        return 0
    return MODE_RATE if row.value("rate") == "mode.brotherhood_rate" else _halves(row, "rate")


def _read_deals(row: Row, word: str) -> list[Deal]:
    """Read what is paid and received: one deal, one for each variant, or one for each tier."""
    if word in ("tier_trade", "stock_tier"):
        got = row.text("gain")
        paid = row.text("pay") if word == "tier_trade" else ""
        deals: list[Deal] = []
        for number, tier in enumerate(row.value("tiers"), 1):
            place = f"{row.place}, tier {number}"
            cost = _read_cost(Row({paid: tier[0]} if paid else {}, place))
            deals.append(Deal(cost, _read_gain(Row({got: tier[1]}, place))))
        return deals
    if word == "trade_any":
        return [Deal(_read_cost(deal.row("pay")), _read_gain(deal.row("gain"))) for deal in row.rows("variants")]
    cost = _read_cost(row.row("pay")) if row.has("pay") else Cost([], [])
    gained = "goods" if word == "gain" else "gain"
    return [Deal(cost, _read_gain(row.row(gained)) if row.has(gained) else Gain([], []))]


def _read_settlement(row: Row, number: int) -> Settlement:
    return Settlement(
        number,
        row.text("id"),
        row.text("name"),
        STAGES.index(row.choice("stage", STAGES)),
        row.number("food"),
        _halves(row, "energy"),
        row.number("economic"),
        row.number("dwelling"),
        _terrain_bits(row),
    )


def _read_indicator(row: Row, number: int) -> Indicator:
    good = row.text("good")
    return Indicator(
        number,
        row.text("id"),
        -1 if good == "any" else _good(row, good),
        row.choice("start", ("setup", "later")) == "later",
        row.choice("variant", ("both", *VARIANTS)),
    )


def _read_prices(row: Row) -> list[list[int]]:
    return [row.numbers("prices"), row.numbers("prices_solo")]


def _read_spaces(row: Row, lines: list[list[Any]], x: int, y: int) -> Sheet:
    xs: list[int] = []
    ys: list[int] = []
    terrain: list[int] = []
    cards: list[int] = []
    printed: list[str] = []
    for down, line in enumerate(lines):
        for right, fields in enumerate(line):
            space = Row(fields, f"{row.place}, space {right} of row {down}")
            xs.append(x + right)
            ys.append(y + down)
            terrain.append(TERRAINS.index(space.choice("terrain", TERRAINS)))
            card = space.choice("card", ("forest", "moor")) if space.has("card") else ""
            cards.append(FOREST if card == "forest" else MOOR if card == "moor" else FREE)
            printed.append(space.text("building", ""))
    return Sheet(row.text("id"), xs, ys, terrain, cards, printed)


def _read_district(row: Row) -> Sheet:
    return _read_spaces(row, [row.value("spaces")], 0, 0)


def _read_plot(row: Row) -> Sheet:
    return _read_spaces(row, row.value("rows"), row.numbers("columns")[0], 0)


def _read_modes(components: Components) -> list[Mode]:
    heartlands = {
        row.text("id"): _read_spaces(row, row.value("rows"), 0, 0) for row in components.rows("landscapes.toml", "heartland")
    }
    wheels = {row.text("id"): row.numbers("values") for row in components.rows("wheel.toml", "side")}
    rows = sorted(components.rows("modes.toml", "short_round_goods"), key=lambda row: row.number("round"))
    goods = [_read_gain(row.row("goods")) for row in rows]
    return [_read_mode(row, heartlands, wheels, goods) for row in components.rows("modes.toml", "mode")]


def _read_mode(row: Row, heartlands: dict[str, Sheet], wheels: dict[str, list[int]], goods: list[Gain]) -> Mode:
    phases = row.row("settlement_rounds")
    neutral = row.text("neutral_heartland", "")
    return Mode(
        row.text("id"),
        row.number("players"),
        row.text("name"),
        wheels[row.choice("wheel_side", wheels)],
        row.number("rounds"),
        [list(turn) for turn in row.value("turns")],
        [phases.number(letter, 0) for letter in LETTERS],
        row.number("grapes_round"),
        row.number("stone_round"),
        row.number("bonus_round"),
        row.choice("indicator_past_ten", ("removed", "stays_on_ten")) == "removed",
        row.row("clergy").number("lay_brother"),
        _read_gain(row.row("start_goods")),
        heartlands[row.choice("heartland", heartlands)],
        heartlands[neutral] if neutral else None,
        row.choice("land_price_order", ("ascending", "descending")) == "descending",
        _halves(row, "brotherhood_rate"),
        goods if row.flag("round_goods") else [],
        row.flag("bonus_production"),
        row.number("end_buildings_left", -1),
        row.number("stop_after_round", 0),
        row.number("target_points", 0),
    )
