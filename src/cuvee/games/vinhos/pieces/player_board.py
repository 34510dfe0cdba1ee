"""What a player board can hold, and what its estates produce (§4, §6.5)."""

from typing import final

from cuvee.kernel.components import Components, Row
from cuvee.kernel.text import _


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
        """The storage slots kept for each estate, whether it has a warehouse or a Cellar."""
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


def _storage(row: Row) -> list[int]:
    """Read the aging bonus of each slot (§4.5)."""
    bonus = row.numbers("value_bonus")
    if len(bonus) != row.number("slots") or not bonus:
        raise row.must_be("value_bonus", _("one figure for each slot"))
    return bonus
