"""The main board: Quadrel, Sales and Export Area, booths, Magnates and the year track (§3)."""

from typing import final

from cuvee.games.vinhos.pieces.deeds import GAINS, Deed, read_deeds
from cuvee.games.vinhos.pieces.rows import number_named, read_price
from cuvee.games.vinhos.pieces.vocabulary import ACTIONS, CRITERIA, PLAYER_COUNTS
from cuvee.kernel.components import Components, Row
from cuvee.kernel.text import _


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
    """A Magnate and the wish that a wine has to meet (§3.7, §8.9)."""

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
        """The ranks awarded, by player count minus 2."""
        self.fourth_expert = fourth_expert


def adjacent(one: Space, other: Space) -> bool:
    """Tell whether two spaces touch, orthogonally or diagonally (§7.2)."""
    return abs(one.row - other.row) <= 1 and abs(one.col - other.col) <= 1


def read_establishment(number: int, row: Row) -> Column:
    """Read an establishment of the Sales Area (§3.4)."""
    return Column(number, row.text("id"), row.text("name"), 0)


def read_column(number: int, row: Row) -> Column:
    """Read a column of the Export Area (§3.5)."""
    return Column(number, row.text("id"), row.text("name"), row.number("majority_vp"))


def read_sales(components: Components, establishments: list[Column]) -> list[Slot]:
    """Read the slots of the Sales Area (§3.4)."""
    ids = {each.id: each.number for each in establishments}
    found: list[Slot] = []
    for row in components.rows("sales.toml", "slot"):
        column = number_named(row, "establishment", ids)
        name = f"{establishments[column].name} {row.number('position')}"
        found.append(Slot(len(found), row.text("id"), name, column, row.number("min_value"), read_price(row, "bagos"), True))
    return found


def read_export(components: Components, columns: list[Column]) -> list[Slot]:
    """Read the slots of the Export Area (§3.5)."""
    ids = {each.id: each.number for each in columns}
    found: list[Slot] = []
    for row in components.rows("export.toml", "slot"):
        column = number_named(row, "column", ids)
        name = f"{columns[column].name} {row.number('row')}"
        framed = row.flag("in_2p_frame")
        found.append(Slot(len(found), row.text("id"), name, column, row.number("min_value"), row.number("vp"), framed))
    return found


def read_space(number: int, row: Row) -> Space:
    """Read a space of the Quadrel (§3.1)."""
    return Space(
        number,
        row.text("id"),
        row.text("name"),
        row.number("row"),
        row.number("col"),
        ACTIONS.index(row.choice("action", ACTIONS)),
        ACTIONS.index(row.choice("reserve_action", ACTIONS)),
    )


def read_booth(number: int, row: Row) -> Booth:
    """Read a booth of the fair (§3.6)."""
    return Booth(number, row.text("id"), row.text("name"), row.text("text"), read_deeds(row, "effects", GAINS))


def read_magnate(number: int, row: Row) -> Magnate:
    """Read a Magnate (§3.7)."""
    criterion = CRITERIA.index(row.choice("criterion", CRITERIA))
    return Magnate(number, row.text("id"), row.text("name"), criterion, row.number("barrels_per_player_at_setup"))


def read_years(components: Components, spaces: dict[str, int]) -> list[Year]:
    """Read the year track with its fairs (§3.2)."""
    found: list[Year] = []
    fairs = {row.number("year"): _fair(row) for row in components.rows("board.toml", "fair")}
    for number, row in enumerate(components.rows("board.toml", "year"), 1):
        if row.number("number") != number:
            raise row.must_be("number", _("the next number: years are numbered from 1 without a gap"))
        taxed = number_named(row, "taxed_space", spaces)
        last = "final_action" in row.texts("steps")
        year = Year(number, taxed, row.flag("reveal_vintage"), row.flag("flip_tiles_face_up"), last)
        if row.flag("fair"):
            if number not in fairs:
                raise row.must_be("fair", _("false: no [[fair]] row names this year"))
            year.fair = fairs[number]
        found.append(year)
    return found


def _fair(row: Row) -> Fair:
    used = [row.numbers(f"ranks_used_{players}p") for players in PLAYER_COUNTS]
    for players, ranks in zip(PLAYER_COUNTS, used, strict=True):
        if len(ranks) != players or min(ranks) < 1:
            raise row.must_be(f"ranks_used_{players}p", _("a rank for each player"))
    return Fair(row.number("number"), row.numbers("vp_by_rank"), used, row.text("fourth_place_reward") == "wine_expert")
