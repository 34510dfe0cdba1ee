"""Everything in the box, read from its tables."""

from typing import Any, final

from cuvee.games.ora_et_labora.pieces.buildings import Building, read_buildings
from cuvee.games.ora_et_labora.pieces.goods import KINDS, Exchange, Good, read_exchange, read_goods
from cuvee.games.ora_et_labora.pieces.landscapes import TERRAINS, Sheet, read_district, read_plot, read_prices
from cuvee.games.ora_et_labora.pieces.modes import Mode, read_modes
from cuvee.games.ora_et_labora.pieces.settlements import Settlement, read_settlement
from cuvee.games.ora_et_labora.pieces.wheel import Indicator, read_indicator
from cuvee.kernel.components import Components


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
        """What an empty space of each terrain gives a settlement beside it (§14.3)."""
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
    goods = read_goods(components.rows("goods.toml", "good"))
    exchanges = [read_exchange(row) for row in components.rows("goods.toml", "exchange")]
    buildings, cards = read_buildings(components)
    settlements = [read_settlement(row, number) for number, row in enumerate(components.rows("settlements.toml", "settlement"))]
    indicators = [read_indicator(row, number) for number, row in enumerate(components.rows("wheel.toml", "indicator"))]
    districts = [read_district(row) for row in components.rows("landscapes.toml", "district_side")]
    plots = [read_plot(row) for row in components.rows("landscapes.toml", "plot_side")]
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
        read_modes(components),
        districts,
        plots,
        read_prices(piles["districts"]),
        read_prices(piles["plots"]),
        [empty[terrain] for terrain in TERRAINS],
        next(row.number("count") for row in components.rows("goods.toml", "good") if row.text("id") == "wonder"),
    )
