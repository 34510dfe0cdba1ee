"""Vintage tiles, Wine Experts and Magnate tiles (§3.10, §10, §11)."""

from typing import final

from cuvee.games.vinhos.pieces.deeds import BEFORE_A_MOVE, GAINS, Deed, read_deeds
from cuvee.games.vinhos.pieces.regions import Region
from cuvee.games.vinhos.pieces.vocabulary import COLORS, FEATURES, MEASURES, MONEY_TABLE, TIMINGS
from cuvee.kernel.components import Components, Row
from cuvee.kernel.text import _


@final
class Vintage:
    """A Vintage tile: weather, favoured features, and what the Magnates wish for (§3.10)."""

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
        """For the money tile: the Bagos from which each step counts, and in `step_vp` its VP (§11.2)."""
        self.step_vp: list[int] = []
        self.magnate = 0


def read_steps(rows: list[Row]) -> tuple[list[int], list[int]]:
    """Read a step table in rising order (§13.1)."""
    table = sorted((row.number("at_least"), row.number("vp")) for row in rows)
    return [step for step, _vp in table], [vp for _step, vp in table]


def read_vintages(components: Components, regions: list[Region]) -> list[Vintage]:
    """Read the Vintage tiles, and check that every mode has enough for its years (§3.10)."""
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


def read_expert(number: int, row: Row) -> Expert:
    """Read a Wine Expert tile (§10)."""
    feature = FEATURES.index(row.choice("feature", FEATURES))
    before = row.choice("timing", TIMINGS) == "before"
    deeds = read_deeds(row, "effects", BEFORE_A_MOVE if before else GAINS)
    return Expert(number, row.text("id"), feature, row.text("ability"), row.text("text"), before, deeds)


def read_action_tile(number: int, row: Row) -> ActionTile:
    """Read a Magnate Action tile (§11.1)."""
    before = row.choice("timing", TIMINGS) == "before"
    least = row.number("min_players")
    deeds = read_deeds(row, "effects", BEFORE_A_MOVE if before else GAINS)
    return ActionTile(number, row.text("id"), row.text("type"), row.text("name"), least, before, deeds)


def read_multiplier(number: int, row: Row) -> Multiplier:
    """Read a Multiplier tile, or a multiplier option of the Reserve (§11.2, §16.10)."""
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
        tile.steps, tile.step_vp = read_steps(row.rows("table"))
    return tile
