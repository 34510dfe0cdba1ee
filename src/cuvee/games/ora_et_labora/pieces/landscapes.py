"""Landscapes: terrains, what can lie on a space, heartlands, districts and plots (§3.3, §7.4, §7.5)."""

from typing import Any, Final, final

from cuvee.kernel.components import Row

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

DISTRICT: Final = 0
PLOT: Final = 1


@final
class Sheet:
    """A printed arrangement of spaces: where they are, their terrain and what lies on them (§3.3, §7.5)."""

    def __init__(self, id: str, xs: list[int], ys: list[int], terrain: list[int], cards: list[int], printed: list[str]) -> None:
        self.id = id
        self.xs = xs
        self.ys = ys
        self.terrain = terrain
        self.cards = cards
        """FREE, FOREST or MOOR; printed buildings are in `printed`."""
        self.printed = printed
        """The id of the building on each space, or nothing."""


def terrain_bits(row: Row) -> int:
    """Return the bits of the terrains that a card may stand on."""
    bits = 0
    for terrain in row.texts("terrain"):
        if terrain not in TERRAINS:
            raise row.wrong(f"'{terrain}' is not a terrain; these are: {', '.join(TERRAINS)}")
        bits |= 1 << TERRAINS.index(terrain)
    return bits


def read_prices(row: Row) -> list[list[int]]:
    """Read the prices of a pile, cheapest first, then dearest first (§18.2)."""
    return [row.numbers("prices"), row.numbers("prices_solo")]


def read_spaces(row: Row, lines: list[list[Any]], x: int, y: int) -> Sheet:
    """Read lines of spaces; x and y are those of the first one."""
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


def read_district(row: Row) -> Sheet:
    """Read a side of a district."""
    return read_spaces(row, [row.value("spaces")], 0, 0)


def read_plot(row: Row) -> Sheet:
    """Read a side of a plot."""
    return read_spaces(row, row.value("rows"), row.numbers("columns")[0], 0)
