"""Buildings, both printed and on cards, and what their functions say (§2.4, §10.2)."""

from typing import Final, final

from cuvee.games.ora_et_labora.pieces.goods import VARIANTS, Cost, Deal, Gain, halves, read_cost, read_gain, read_good
from cuvee.games.ora_et_labora.pieces.landscapes import SETTLEMENT, terrain_bits
from cuvee.kernel.components import Components, Row

STAGES: Final = ("start", "A", "B", "C", "D")
MOST_SIDES: Final = 4
"""Players at a table, the neutral player of the solo game included."""
PRINTED: Final = 3
"""Buildings printed on every heartland (§2.4)."""

# Words of the effects table (§10.2).
THEN_BUILD: Final = 1
THEN_RECALL_ALL: Final = 2
THEN_RECALL_PRIOR_AND_BUILD: Final = 3
THENS: Final = ("", "build_action", "take_back_all_own_clergymen", "take_back_own_prior_then_build_action")
BY_PRIOR: Final = 0
OCCUPIED: Final = 1
ADJACENT: Final = 2
WHICHES: Final = ("occupied_by_prior", "occupied", "adjacent_unoccupied", "unbuilt")
PER_CLOISTER: Final = 0
PERS: Final = ("own_cloister_building", "own_forest_or_moor")
PARTS: Final = ("fell_trees", "cut_peat")
MODE_RATE: Final = -1
PRICE_RISE: Final = "work_contract_price_2"
OPS: Final = (
    "gain", "gain_choice", "trade", "trade_any", "tier_trade", "stock_tier", "produce", "produce_joker", "remove_forest",
    "use_building", "actions", "settle", "free_landscapes", "points_in_goods",
)  # fmt: skip


@final
class Op:
    """One entry of the effects of a building, as written in the table (§10.2)."""

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
        """In halves; MODE_RATE if the mode sets it."""


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
        """An index into STAGES; -1 for printed buildings."""
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
        """Its name in the notation."""


def read_buildings(components: Components) -> tuple[list[Building], int]:
    """Read the card faces, then the printed buildings of each side; also return how many card faces there are."""
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
        read_cost(row.row("cost")),
        terrain_bits(row),
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
        terrain_bits(row),
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
        [read_gain(option) for option in row.rows("options")] if row.has("options") else [],
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
        return [read_good(row, row.text("good"))]
    return [read_good(row, good) for good in row.texts("goods")] if word in ("produce", "produce_joker") else []


def _unknown(row: Row, name: str) -> int:
    raise row.wrong(f"'{name}' says something the rules have no word for (§10.2)")


def _read_rate(row: Row) -> int:
    if not row.has("rate"):
        return 0
    return MODE_RATE if row.value("rate") == "mode.brotherhood_rate" else halves(row, "rate")


def _read_deals(row: Row, word: str) -> list[Deal]:
    """Read what is paid and received: one deal, one for each variant, or one for each tier."""
    if word in ("tier_trade", "stock_tier"):
        got = row.text("gain")
        paid = row.text("pay") if word == "tier_trade" else ""
        deals: list[Deal] = []
        for number, tier in enumerate(row.value("tiers"), 1):
            place = f"{row.place}, tier {number}"
            cost = read_cost(Row({paid: tier[0]} if paid else {}, place))
            deals.append(Deal(cost, read_gain(Row({got: tier[1]}, place))))
        return deals
    if word == "trade_any":
        return [Deal(read_cost(deal.row("pay")), read_gain(deal.row("gain"))) for deal in row.rows("variants")]
    cost = read_cost(row.row("pay")) if row.has("pay") else Cost([], [])
    gained = "goods" if word == "gain" else "gain"
    return [Deal(cost, read_gain(row.row(gained)) if row.has(gained) else Gain([], []))]
