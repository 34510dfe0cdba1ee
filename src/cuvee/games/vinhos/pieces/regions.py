"""The wine regions and their vineyard tiles (§3.3, §3.9, §9)."""

from typing import final

from cuvee.games.vinhos.pieces.deeds import IN_A_REGION, PASSIVE, Deed, read_deeds
from cuvee.games.vinhos.pieces.rows import number_named
from cuvee.games.vinhos.pieces.vocabulary import COLORS
from cuvee.kernel.components import Components
from cuvee.kernel.text import _


@final
class Region:
    """A wine region with its bonus (§3.3, §9)."""

    def __init__(self, number: int, id: str, name: str, text: str, bonus: list[Deed], reserve_bonus: list[Deed]) -> None:
        self.number = number
        """The index of the region; the number printed on the board is one higher."""
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


def read_regions(components: Components) -> list[Region]:
    """Read the regions in the order of their printed numbers (§3.3)."""
    found: list[Region] = []
    rows = sorted(components.rows("regions.toml", "region"), key=lambda row: row.number("number"))
    for number, row in enumerate(rows):
        if row.number("number") != number + 1:
            raise row.must_be("number", _("the next number: regions are numbered from 1 without a gap"))
        bonus = read_deeds(row, "bonus", IN_A_REGION)
        passive = row.choice("bonus_timing", ("on_open", "passive")) == "passive"
        if passive != any(deed.op in PASSIVE for deed in bonus):
            raise row.must_be("bonus_timing", _("“passive” for a lasting effect and “on_open” for any other"))
        reserve = read_deeds(row, "reserve_bonus", IN_A_REGION) if row.has("reserve_bonus") else bonus
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


def read_vineyards(components: Components, regions: list[Region]) -> list[Vineyard]:
    """Read the vineyard tiles, and check that every region has some (§3.9)."""
    ids = {region.id: region.number for region in regions}
    found: list[Vineyard] = []
    for row in components.rows("vineyards.toml", "vineyard"):
        cost = row.number("cost")
        if cost < 0:
            raise row.must_be("cost", _("0 or more"))
        color = COLORS.index(row.choice("color", COLORS))
        found.append(Vineyard(len(found), row.text("id"), number_named(row, "region", ids), color, cost))
    for region in regions:
        if not any(tile.region == region.number for tile in found):
            raise components.rows("vineyards.toml", "vineyard")[0].wrong(_("{region} has no vineyard", region=region.name))
    return found
