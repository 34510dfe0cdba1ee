"""What depends on the number of players, and prices (§5.2, §8)."""

from typing import final

from cuvee.games.vinhos.pieces.regions import Region
from cuvee.games.vinhos.pieces.rows import read_price
from cuvee.games.vinhos.pieces.tiles import ActionTile
from cuvee.games.vinhos.pieces.vocabulary import ACTIONS, PLAYER_COUNTS
from cuvee.kernel.components import Components, Row
from cuvee.kernel.text import _


@final
class Counts:
    """What depends on the number of players (§5.2)."""

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
        """The most items that one action buys, by the number of the action."""


def read_counts(components: Components, action_tiles: list[ActionTile], regions: list[Region]) -> list[Counts]:
    """Read what depends on the number of players (§5.2)."""
    rows = {row.number("players"): row for row in components.rows("supplies.toml", "by_players")}
    found: list[Counts] = []
    for players in PLAYER_COUNTS:
        if players not in rows:
            raise components.rows("supplies.toml", "by_players")[0].wrong(_("there is no row for {n} players", n=players))
        row = rows[players]
        counts = Counts(row)
        tiles = sum(tile.min_players <= players for tile in action_tiles)
        if tiles < counts.cells + players:
            raise row.wrong(_("the display needs {cells} Action tiles and one for each player", cells=counts.cells))
        if not 1 <= counts.regions <= len(regions):
            raise row.must_be("regions", _("a number from 1 to the number of regions"))
        found.append(counts)
    return found


def read_prices(components: Components) -> Prices:
    """Read the prices of the Special Vintage (§8)."""
    row = components.row("supplies.toml", "prices")
    most = row.number("max_items_per_action")
    if most < 1:
        raise row.must_be("max_items_per_action", _("1 or more"))
    return Prices(
        read_price(row, "winery"),
        read_price(row, "cellar"),
        read_price(row, "enologist"),
        read_price(row, "farmer"),
        read_price(row, "wine_expert"),
        [most] * len(ACTIONS),
    )
