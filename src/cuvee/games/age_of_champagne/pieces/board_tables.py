"""Reading the player board and both sides of the main board."""

from cuvee.games.age_of_champagne.pieces.boards import Board, Level, Spot
from cuvee.games.age_of_champagne.pieces.box import Pieces
from cuvee.games.age_of_champagne.pieces.rows import at_least, between, read_ops, sum_of
from cuvee.games.age_of_champagne.pieces.vocabulary import (
    AGE,
    COUNCIL,
    DRAW,
    FIRST,
    MOST_CAVE,
    MOST_CELLAR,
    MOST_PRESS,
    PRESS,
    PROMOTE,
    SHIPPING,
    SIZE,
    WINERY,
    ZONE_IDS,
    ZONES,
)
from cuvee.kernel.components import Components, Row
from cuvee.kernel.text import _


def read_player_board(pieces: Pieces, components: Components) -> None:
    """Read the player board: press, winery, cellar and grid (§2.9)."""
    press = components.row("player_board.toml", "press")
    for place, row in enumerate(press.rows("level"), 1):
        if row.number("level") != place:
            raise row.wrong(_("the press levels must be numbered from 1"))
        ops = read_ops(row, "on_reach", ("prestige", "eco", "draw_bonus_token"))
        capacity = between(row, "capacity", 0, MOST_PRESS)
        pieces.levels.append(
            Level(
                capacity,
                sum_of(ops, "prestige", "amount"),
                sum_of(ops, "eco", "amount"),
                sum_of(ops, "draw_bonus_token", "amount"),
            )
        )
    winery = components.row("player_board.toml", "winery")
    pieces.module_capacity = at_least(winery, "module_capacity", 1)
    pieces.age_one = at_least(winery, "age_1_slots", 0)
    pieces.modules = pieces.age_one + at_least(winery, "age_2_slots", 0)
    pieces.start_modules = between(winery, "start_modules", 1, pieces.age_one)
    pieces.modules_in_box = at_least(winery, "modules_in_box", 4 * pieces.modules)
    ops = read_ops(winery, "on_place_age_2", ("prestige", "eco"))
    pieces.module_eco, pieces.module_prestige = sum_of(ops, "eco", "amount"), sum_of(ops, "prestige", "amount")
    pieces.cellar = between(components.row("player_board.toml", "cellar"), "capacity", 1, MOST_CELLAR)
    pieces.cave = between(components.row("player_board.toml", "oenotheque"), "capacity", 1, MOST_CAVE)
    pieces.collaborators = between(components.row("player_board.toml", "markers"), "collaborators", 1, 3)
    marketing = components.row("player_board.toml", "marketing")
    pieces.column = at_least(marketing, "column_size", 1)
    columns = marketing.rows("column")
    if [row.text("cuvee") for row in columns] != [cuvee.id for cuvee in pieces.cuvees]:
        raise marketing.wrong(_("the grid must have one column for each cuvee, in the same order (§2.9)"))
    for row in columns:
        bonus = row.numbers("bonus")
        if len(bonus) != pieces.column + 1:
            raise row.wrong(_("'bonus' needs {count} numbers, starting with the one for 0 cubes", count=pieces.column + 1))
        pieces.bonus.append(bonus)


def read_main_board(pieces: Pieces, components: Components) -> None:
    """Read both sides of the main board (§2.7)."""
    track = components.row("main_board.toml", "eco_track")
    pieces.eco_values = track.numbers("values")
    pieces.eco_start = between(track, "start_level", 1, len(pieces.eco_values))
    pieces.eco_top, pieces.eco_bottom = track.number("overflow_top_prestige"), track.number("overflow_bottom_prestige")
    pieces.tokens_per_space = between(components.row("main_board.toml", "offers"), "bonus_tokens_per_market", 0, 6)
    for row in components.rows("main_board.toml", "side"):
        pieces.boards.append(_read_side(row))
    blocking = components.row("main_board.toml", "blocking")
    for zone in (PRESS, WINERY, DRAW):
        pieces.blocked.append(FIRST[zone] - 1 + between(blocking, ZONE_IDS[zone], 1, SIZE[zone]))


def _plain_spots() -> list[Spot]:
    return [
        Spot(FIRST[zone] + index, f"{ZONE_IDS[zone]}_{index + 1}", zone, index + 1, "")
        for zone in range(ZONES)
        for index in range(SIZE[zone])
    ]


def _read_side(row: Row) -> Board:
    spots, marketing, many = _plain_spots(), False, [True] * ZONES
    for zone_row in row.rows("zone"):
        name = zone_row.choice("id", (*ZONE_IDS, "harvest"))
        if name == "marketing":
            marketing = True
            _read_marketing(zone_row, spots)
        elif name in ("press", "winery", "shipping", "draw", "council"):
            zone = ZONE_IDS.index(name)
            many[zone] = zone_row.flag("many_per_player")
            _read_zone(zone_row, zone, spots)
    linked = [spot.number for spot in spots if spot.link]
    groups = {spot.link for spot in spots if spot.link}
    if len(groups) > 1 or len(linked) not in (0, 2) or (linked and [spots[at].zone for at in linked] != [PRESS, WINERY]):
        raise row.wrong(_("one Press spot and one Winery spot must be linked, or none (§5.0)"))
    if sum(spot.speaks_first for spot in spots) > 1:
        raise row.wrong(_("at most one spot may let its marker speak first (§5.5.1)"))
    return Board(row.text("id"), row.text("name"), spots, marketing, linked, many)


def _read_marketing(zone_row: Row, spots: list[Spot]) -> None:
    rows = zone_row.rows("spot")
    if [spot.text("stage") for spot in rows] != ["n", "n+1", "n", "n+1"]:
        raise zone_row.wrong(_("Marketing Strategy must have two rows, each with a spot n and a spot n+1 (§5.4)"))
    for at, spot_row in enumerate(rows):
        read_ops(spot_row, "effects", ())
        zone = AGE if at % 2 == 0 else PROMOTE
        spots[FIRST[zone] + at // 2].text = spot_row.text("text")
    for place in range(SIZE[AGE]):
        spots[FIRST[AGE] + place].next = FIRST[PROMOTE] + place


def _read_zone(zone_row: Row, zone: int, spots: list[Spot]) -> None:
    rows = zone_row.rows("spot")
    if len(rows) != SIZE[zone]:
        raise zone_row.wrong(_("this zone must have {count} spots (§2.7)", count=SIZE[zone]))
    for index, row in enumerate(rows, 1):
        spot = spots[FIRST[zone] + index - 1]
        if row.number("index") != index:
            raise row.wrong(_("the spots of a zone must be listed in the order of their 'index'"))
        spot.id, spot.text = row.text("id"), row.text("text")
        _read_spot(row, zone, spot)


def _read_spot(row: Row, zone: int, spot: Spot) -> None:
    allowed = {
        SHIPPING: ("prestige", "eco", "draw_bonus_token", "speak_first", "partial_delivery"),
        COUNCIL: ("turn_order",),
    }.get(zone, ("prestige", "eco", "draw_bonus_token", "linked_bonus"))
    ops = read_ops(row, "effects", allowed)
    spot.prestige, spot.eco = sum_of(ops, "prestige", "amount"), sum_of(ops, "eco", "amount")
    spot.tokens, spot.position = sum_of(ops, "draw_bonus_token", "amount"), sum_of(ops, "turn_order", "position")
    spot.missing = sum_of(ops, "partial_delivery", "max_missing")
    for op in ops:
        if op.text("op") == "linked_bonus":
            spot.link = op.text("group")
        elif op.text("op") == "speak_first":
            spot.speaks_first = True
    if zone == COUNCIL:
        if spot.position != spot.index:
            raise row.wrong(_("Council spot {index} must lead to position {index} (§5.8)", index=spot.index))
        return
    spot.next = FIRST[zone] - 1 + between(row, "clockwise_next", 1, SIZE[zone])
    if zone == SHIPPING:
        spot.provisional = row.choice("reach", ("all_six", "active_three")) == "all_six"
        spot.orders = between(row, "max_orders", 1, 2)
        if spot.missing > 1:
            raise row.wrong(_("a partial delivery may leave out only one cuvee (§5.5.4)"))
