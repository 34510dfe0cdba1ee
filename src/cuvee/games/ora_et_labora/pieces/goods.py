"""Goods, what is paid and received in them, and the free exchanges (§2.1, §7, §9)."""

from typing import Final, final

from cuvee.kernel.components import Row

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
"""All money is kept here as one amount (R35); the five-coin tile is only a way to show and to name it."""
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
VARIANTS: Final = ("france", "ireland")


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
        """Named like the goods above, but missing straw is made from grain (R9)."""
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
class Exchange:
    """A free exchange of §7.2 or §7.3 (money for money is implied, R35)."""

    def __init__(self, id: str, pays: int, gets: int, count: int, variant: str) -> None:
        self.id = id
        self.pays = pays
        self.gets = gets
        self.count = count
        self.variant = variant


def read_goods(rows: list[Row]) -> list[Good]:
    """Read the goods, which must be the known ones in their order."""
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
            halves(row, "energy"),
            row.number("points"),
            row.text("code"),
        )
        for number, row in enumerate(rows)
    ]


def halves(row: Row, name: str) -> int:
    """Read a number of whole or half units, counted in halves."""
    value = row.value(name)
    if not isinstance(value, int | float) or value * 2 != int(value * 2):
        raise row.wrong(f"'{name}' must be a whole or half number, not {value!r}")
    return int(value * 2)


def read_exchange(row: Row) -> Exchange | None:
    """Read a free exchange; None for money against money."""
    pay, gain = read_gain(row.row("pay")), read_gain(row.row("gain"))
    if pay.kinds == gain.kinds:
        return None  # coins for a five-coin tile or back: one amount of money (R35)
    if len(pay.kinds) != 1 or len(gain.kinds) != 1 or pay.counts != [1]:
        raise row.wrong("an exchange gives one tile for tiles of one kind (§7.2, §7.3)")
    return Exchange(row.text("id"), pay.kinds[0], gain.kinds[0], gain.counts[0], row.choice("variant", ("both", *VARIANTS)))


def read_gain(row: Row) -> Gain:
    """Read what is received."""
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


def read_cost(row: Row) -> Cost:
    """Read what has to be paid."""
    kinds: list[int] = []
    counts: list[int] = []
    amounts = {"straw": 0, "food": 0, "points": 0, "different_goods": 0}
    energy = 0
    for key in row.fields:
        if key == "energy":
            energy = halves(row, key)
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


def read_good(row: Row, id: str) -> int:
    """Return the number of the good with this id."""
    return _money_or_good(row, id)[0]
