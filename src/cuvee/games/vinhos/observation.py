"""A position of Vinhos piece by piece, for learners that find their own features."""

from typing import Any, Final

from cuvee.games.vinhos.decisions.abilities import PlaceCube, RearrangeNext, RetrieveBarrel
from cuvee.games.vinhos.decisions.buying import Build, BuyVineyard, Hire, Purchase, TakeExpert
from cuvee.games.vinhos.decisions.magnates import BuyWine
from cuvee.games.vinhos.decisions.press_releases import ReleaseBarrel, ReleaseBooth, ReleaseCubes, ReleaseExpert, ReleaseWine
from cuvee.games.vinhos.decisions.production import Porto, StaffPlace
from cuvee.games.vinhos.decisions.reserve import BankTransfer
from cuvee.games.vinhos.decisions.trading import TradeSlot, TradeWine
from cuvee.games.vinhos.decisions.turn import Destination, Window
from cuvee.games.vinhos.flow.lacerda import LacerdaTurn
from cuvee.games.vinhos.flow.year import Actions, Maintenance
from cuvee.games.vinhos.pieces.vocabulary import COLORS, FEATURES, MOST
from cuvee.games.vinhos.state.codes import COLOR, DOWN, MARKED, NONE, UNMARKED, VINES
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.observation import Rows
from cuvee.kernel.play import Decision

MOST_NUMBERS: Final = 7
"""The most numbers that a question carries: placing staff has its kind, how many are left and how many are on each estate."""

STAGES: Final = 4
"""Stages of a year: before the first turns, during them, during the second turns, after those."""

WEATHER_SHIFT: Final = 3
"""The weather goes from -2 to 2 and is written as 1 to 5."""

CELLS: Final = [f"cell_{cell}" for cell in range(32)]
"""The names of the cells of the display; there are three for each player."""


def details(state: Table, seat: int, rows: Rows) -> None:
    """Write down what lies where, as far as a seat can see: the board, then each side, then what is being asked.

    The weather, investment levels and staff prices have a number added, so that none is below 0.
    """
    pieces = state.setup.pieces
    stage, ahead = _agenda(state)
    _calendar(state, stage, rows)
    _vintage(state, rows)
    rows.marks(rows.part("vintages_to_come", len(pieces.vintages)), state.vintages)
    rows.mark(rows.part("taxed", len(pieces.spaces)), state.taxed())
    _regions(state, seat, rows)
    _experts(state, rows)
    _supply(state, rows)
    if not state.setup.reserve:
        _display(state, rows)
    if state.setup.solo:
        cards = rows.part("lacerda_cards", len(pieces.cards))
        rows.marks(cards, state.cards[0])
        rows.marks(cards, state.cards[1])
    _sides(state, seat, ahead, rows)
    _asked(state, seat, rows)


def _agenda(state: Table) -> tuple[int, int]:
    """Return the stage of the year, and a bit for each side whose turn in this round has not begun.

    The order alone does not show whose turn it is.
    """
    stage, ahead = STAGES - 1, 0
    for frame in state.agenda:
        if isinstance(frame, Window):
            if frame.before:
                ahead |= 1 << frame.seat
        elif isinstance(frame, Actions):
            stage = frame.round
        elif isinstance(frame, Maintenance):
            stage = 2
        elif isinstance(frame, LacerdaTurn):
            ahead |= 1 << state.seats
    return stage, ahead


# The board.


def _calendar(state: Table, stage: int, rows: Rows) -> None:
    """Mark the year, then its stage."""
    years = len(state.setup.pieces.years) + 1
    rows.part("calendar", years + STAGES)
    rows.one_of(years, state.year - 1)
    rows.one_of(STAGES, stage)


def _vintage(state: Table, rows: Rows) -> None:
    """Describe the tile in force: the weather, the points for each feature, and what the Magnates wish for."""
    tile, regions = state.setup.pieces.vintages[state.vintage], len(state.cubes)
    rows.part("vintage", 2 + len(FEATURES) + len(COLORS) + regions)
    rows.add(tile.weather + WEATHER_SHIFT)
    rows.add(tile.min_value)
    features = rows.skip(len(FEATURES))
    for place in range(len(tile.features)):
        rows.put(features + tile.features[place], tile.points[place])
    rows.one_of(len(COLORS), tile.color)
    rows.marks(rows.skip(regions), tile.regions)


def _regions(state: Table, seat: int, rows: Rows) -> None:
    """Show cubes and stacks: how soon a tile comes if its place is known, and which tiles lie below in an unknown order."""
    rows.part("regions_in_play", len(state.in_play))
    for in_play in state.in_play:
        rows.flag(in_play)
    rows.part("cubes", len(state.cubes))
    rows.add_all(state.cubes)
    size = len(state.setup.pieces.vineyards)
    known, hidden = rows.part("vineyards_known", size), rows.part("vineyards_hidden", size)
    for region in range(len(state.stacks)):
        stack = state.stacks[region]
        seen = len(stack) if state.knows[region] >> seat & 1 else 1
        _show_deck(stack, seen, len(stack), known, hidden, rows)


def _experts(state: Table, rows: Rows) -> None:
    """Show the Expert decks like the stacks of vineyards: the top and those that came back are known."""
    size = len(state.setup.pieces.experts)
    known, hidden = rows.part("experts_known", size), rows.part("experts_hidden", size)
    for feature in range(len(state.decks)):
        deck = state.decks[feature]
        _show_deck(deck, 1, len(deck) - state.returned[feature], known, hidden, rows)
    if state.setup.reserve:
        rows.part("feature_levels", len(state.levels))
        rows.add_all(state.levels)


def _show_deck(deck: list[int], top: int, bottom: int, known: int, hidden: int, rows: Rows) -> None:
    """Show the tiles of a deck. The order of the first `top` and of all from `bottom` on is known; 1 is next."""
    for place in range(len(deck)):
        if place < top or place >= bottom:
            rows.put(known + deck[place], place + 1)
        else:
            rows.mark(hidden, deck[place])


def _supply(state: Table, rows: Rows) -> None:
    """Count wineries, Cellars, Enologists and Farmers left, and the cubes."""
    rows.part("supply", len(state.supply) + 1)
    rows.add_all(state.supply)
    rows.add(state.cubes_left())


def _display(state: Table, rows: Rows) -> None:
    """Show cell by cell which Magnate tile lies there (first Action, then Multiplier tiles), and which are still to come."""
    pieces, display = state.setup.pieces, state.display
    actions = len(pieces.action_tiles)
    size = actions + len(pieces.multipliers)
    for cell in range(len(display)):
        rows.mark(rows.part(CELLS[cell], size), _tile_place(display[cell], actions))
    to_come = rows.part("tiles_to_come", size)
    for code in state.deck:
        rows.mark(to_come, _tile_place(code, actions))


def _tile_place(code: int, actions: int) -> int:
    return code - MOST + actions if code >= MOST else code


# Players and Lacerda.


def _sides(state: Table, seat: int, ahead: int, rows: Rows) -> None:
    """Show what belongs to each side, beginning with this seat, in the order of the seats; Lacerda comes last."""
    seats, sides, reserve = state.seats, state.setup.sides, state.setup.reserve
    markets, halls = [0] * sides, [0] * sides
    for turn in range(sides):
        side = (seat + turn) % sides
        if side < seats:
            rows.side(turn)
        else:
            rows.side(-1, "lacerda")
        _purse(state, side, ahead, rows)
        rows.mark(rows.part("marker", len(state.setup.pieces.spaces)), state.marker[side])
        markets[side] = _open_market(state, rows)
        if side < seats:  # Lacerda has neither estates nor Action tiles
            _estates(state, side, rows)
            _magnate_barrels(state, side, rows)
        if reserve:
            _marks("bonus_actions", state.bonus_marks, side, sides, rows)
            _marks("options", state.option_marks, side, sides, rows)
        else:
            halls[side] = _open_hall(state, side < seats, rows)
    rows.table()
    _fill_market(state, markets, rows)  # each list of owners is walked once for all sides
    if not reserve:
        _fill_hall(state, halls, rows)


def _purse(state: Table, side: int, ahead: int, rows: Rows) -> None:
    """Count money, points and the supply of a side, and show when its turn comes; the lowest level is written as 1."""
    reserve = state.setup.reserve
    rows.part("purse", 14 if reserve else 10)
    rows.add(state.money[side])
    rows.add(state.fair_points[side])
    rows.add(state.trade_vp[side])
    rows.add(state.fair_vp[side])
    rows.add(state.barrels[side])
    rows.add(state.porto[side])
    rows.add(state.porto_left[side])
    rows.flag(state.released[side])
    rows.add(_turns_before(state.order, side))
    rows.add(ahead >> side & 1)
    if reserve:
        rows.add(state.account[side])
        rows.add(state.level[side] - state.setup.pieces.reserve.level_min + 1)
        rows.add(state.fair_tiles[side])
        rows.add(state.lost_vp[side])


def _turns_before(order: list[int], side: int) -> int:
    for place in range(len(order)):
        if order[place] == side:
            return place
    return NONE


def _estates(state: Table, seat: int, rows: Rows) -> None:
    """Describe each estate: region, colour, buildings and staff, then each wine by its quality."""
    land, stride, estates, regions = state.land, state.setup.stride, state.setup.estates, len(state.cubes)
    size = regions + len(COLORS) + stride - VINES
    start, at = rows.part("estates", estates * size), state.at(seat, 0)
    for _estate in range(estates):
        region = land[at]
        if region != NONE:
            rows.mark(start, region)
            rows.mark(start + regions, land[at + COLOR])
            # The other numbers of an estate are written in the order in which they are kept.
            first = start + regions + len(COLORS) - VINES
            for field in range(VINES, stride):
                value = land[at + field]
                if value:
                    rows.put(first + field, value)
        start += size
        at += stride


def _magnate_barrels(state: Table, seat: int, rows: Rows) -> None:
    """Count the barrels with each Magnate."""
    magnates, barrels = len(state.setup.pieces.magnates), state.magnate_barrels
    rows.part("magnate_barrels", magnates)
    for at in range(seat * magnates, (seat + 1) * magnates):
        rows.add(barrels[at])


def _marks(name: str, marks: list[int], side: int, sides: int, rows: Rows) -> None:
    """Show the Fair tiles of a side as 2; those whose barrel is gone as 1."""
    start = rows.part(name, len(marks) // sides)
    for at in range(side, len(marks), sides):
        if marks[at] != UNMARKED:
            rows.put(start, 2 if marks[at] == MARKED else 1)
        start += 1


def _open_market(state: Table, rows: Rows) -> int:
    """Open the parts for Experts and for barrels on the board; return where they begin."""
    start = rows.part("experts", len(state.experts))
    rows.part("sales", len(state.sales))
    rows.part("export", len(state.export))
    return start


def _fill_market(state: Table, starts: list[int], rows: Rows) -> None:
    """Show Experts and barrels on the board, each in the part of its side."""
    sales = len(state.experts)
    _show_tiles(state.experts, starts, 0, 2, 1, rows)
    _show_barrels(state.sales, starts, sales, rows)
    _show_barrels(state.export, starts, sales + len(state.sales), rows)


def _open_hall(state: Table, player: bool, rows: Rows) -> int:
    """Open the parts for Magnate tiles and booths; return where the booths begin, after the Action tiles."""
    if player:
        rows.part("tiles", len(state.tiles))
    start = rows.part("booth", len(state.booths))
    rows.part("multipliers", len(state.multipliers))
    return start


def _fill_hall(state: Table, starts: list[int], rows: Rows) -> None:
    """Show Magnate tiles and booths, each in the part of its side."""
    _show_tiles(state.tiles, starts, -len(state.tiles), 2, 1, rows)
    _show_barrels(state.booths, starts, 0, rows)
    _show_tiles(state.multipliers, starts, len(state.booths), 1, 2, rows)


def _show_tiles(owners: list[int], starts: list[int], after: int, plain: int, turned: int, rows: Rows) -> None:
    """Show who owns each tile: as `plain`, or as `turned` if it is face-down or has a barrel on it."""
    for tile in range(len(owners)):
        owner = owners[tile]
        if owner != NONE:
            rows.put(starts[owner >> 1] + after + tile, turned if owner & 1 == DOWN else plain)


def _show_barrels(owners: list[int], starts: list[int], after: int, rows: Rows) -> None:
    """Show where the barrels or discs of each side lie."""
    for slot in range(len(owners)):
        if owners[slot] != NONE:
            rows.mark(starts[owners[slot]] + after, slot)


# What is being asked.


def _asked(state: Table, seat: int, rows: Rows) -> None:
    """Show what the question is about, beyond its kind: its numbers, and the place of its estate, wine or region."""
    setup = state.setup
    decision = state.decision() if state.waiting else None
    rows.part("asked_numbers", MOST_NUMBERS)
    if decision is not None:
        _numbers(decision, rows)
    estate, wine = rows.part("asked_estate", setup.estates), rows.part("asked_wine", setup.estates * setup.width)
    region = rows.part("asked_region", len(state.cubes))
    new_order = rows.part("asked_new_order", len(setup.pieces.vineyards))
    if isinstance(decision, TradeSlot):
        rows.mark(wine, decision.wine)
    elif isinstance(decision, ReleaseBarrel):
        rows.mark(region, decision.region)
    elif isinstance(decision, ReleaseCubes):
        rows.mark(wine, decision.wine)
    elif isinstance(decision, StaffPlace):
        rows.mark(estate, len(decision.placed))
    elif isinstance(decision, Porto):
        rows.mark(estate, decision.estate)
    elif isinstance(decision, RearrangeNext):
        rows.mark(region, decision.region)
        if decision.seat == seat:  # nobody else sees the tiles chosen so far for the new order (§10.7)
            for place in range(len(decision.chosen)):
                rows.put(new_order + decision.chosen[place], place + 1)


def _numbers(decision: Decision[Any], rows: Rows) -> None:
    """List what a question carries besides its seat, in the order of its key: how many are left, an area, a discount.

    The tiles of `RearrangeNext` are secret, so it is not listed. Bank steps and tens are written twice, as up and as down.
    """
    if isinstance(decision, Window):
        rows.flag(decision.before)
    elif isinstance(decision, Destination):
        rows.flag(decision.free)
        rows.flag(decision.duty)
        rows.add(decision.discount)
    elif isinstance(decision, Purchase):
        _purchase_numbers(decision, rows)
    elif isinstance(decision, TradeWine):
        rows.add(decision.area)
        rows.flag(decision.optional)
        rows.add(decision.left)
    elif isinstance(decision, TradeSlot):
        rows.add(decision.area)
        rows.add(decision.wine)
        rows.add(decision.left)
    elif isinstance(decision, PlaceCube):
        rows.add(decision.left)
    elif isinstance(decision, StaffPlace):
        rows.add(decision.field)
        rows.add(decision.left)
        rows.add_all(decision.placed)
    elif isinstance(decision, RetrieveBarrel):
        rows.add_all(decision.places)
    elif isinstance(decision, Porto):
        rows.add(decision.estate)
    elif isinstance(decision, BuyWine):
        rows.add(decision.cell)
    elif isinstance(decision, BankTransfer):  # what is below 0 is written as 0
        rows.add(decision.steps)
        rows.add(-decision.steps)
        rows.add(decision.tens)
        rows.add(-decision.tens)
    else:
        _release_numbers(decision, rows)


def _purchase_numbers(decision: Purchase, rows: Rows) -> None:
    """List what a purchase depends on; staff prices have 1 added, since 0 means that a kind is not offered."""
    rows.add(decision.left)
    rows.flag(decision.optional)
    if isinstance(decision, BuyVineyard):
        rows.add(decision.discount)
    elif isinstance(decision, Build):
        rows.add(decision.what)
        rows.add(decision.price)
    elif isinstance(decision, Hire):
        rows.add(decision.enologist + 1)
        rows.add(decision.farmer + 1)
    elif isinstance(decision, TakeExpert):
        rows.add(decision.price)
        rows.flag(decision.gift)


def _release_numbers(decision: Decision[Any], rows: Rows) -> None:
    """List what a step of a Press Release carries."""
    if isinstance(decision, ReleaseWine):
        rows.flag(decision.duty)
    elif isinstance(decision, ReleaseCubes):
        rows.add(decision.wine)
    elif isinstance(decision, ReleaseBooth):
        rows.flag(decision.bonus)
    elif isinstance(decision, ReleaseExpert):
        rows.add(decision.feature)
        rows.add(decision.points)
    elif isinstance(decision, ReleaseBarrel):
        rows.add(decision.region)
        rows.add(decision.color)
        rows.add(decision.value)
        rows.add(decision.done)
        rows.add(decision.left)
