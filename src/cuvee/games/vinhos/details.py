"""A position of Vinhos piece by piece, for learners that find things out themselves."""

from typing import Any, Final

from cuvee.games.vinhos.decisions import Porto, RearrangeNext, ReleaseBarrel, ReleaseCubes, StaffPlace, TradeSlot, Window
from cuvee.games.vinhos.flow import Actions, LacerdaTurn, Maintenance
from cuvee.games.vinhos.pieces import COLORS, FEATURES, MOST
from cuvee.games.vinhos.state import (
    BARREL_GONE,
    CELLAR,
    COLOR,
    ENOLOGISTS,
    FARMERS,
    MARKED,
    NONE,
    PRESSES,
    VINES,
    WINE,
    Table,
)
from cuvee.kernel.heuristics import marked, named_after_turns
from cuvee.kernel.play import Decision

Row = list[float]

MOST_NUMBERS: Final = 7
"""No question carries more: staff to be placed, its kind, how many are left and how many stand on each estate."""


def details(state: Table, seat: int) -> list[tuple[str, Row]]:
    """Tell what lies where, as far as a seat can see: the board, then side by side, then what is being asked."""
    found = [("calendar", _calendar(state)), ("vintage", _vintage(state))]
    found.append(("vintages_to_come", marked(len(state.setup.pieces.vintages), state.vintages)))
    found.append(("taxed", marked(len(state.setup.pieces.spaces), [state.taxed()])))
    found += _regions(state, seat)
    found += _experts(state)
    found.append(("supply", _supply(state)))
    if not state.setup.reserve:
        found += _display(state)
    sides = named_after_turns(seat, state.seats)
    if state.setup.solo:
        found.append(("lacerda_cards", marked(len(state.setup.pieces.cards), state.cards[0] + state.cards[1])))
        sides.append(("lacerda", state.seats))
    for name, side in sides:
        found += _side(state, name, side)
    return found + _asked(state, seat)


# The board.


def _calendar(state: Table) -> Row:
    """Mark the year, then how far it is: before the first turns, in the first ones, in the second ones, after them."""
    row = marked(len(state.setup.pieces.years) + 1, [state.year - 1])
    stage = 3
    for frame in state.agenda:
        if isinstance(frame, Actions):
            stage = frame.round
        elif isinstance(frame, Maintenance):
            stage = 2
    return row + marked(4, [stage])


def _vintage(state: Table) -> Row:
    """Describe the tile in force: the weather, the points for each feature, and what the Magnates wish."""
    tile = state.setup.pieces.vintages[state.vintage]
    features = [0.0] * len(FEATURES)
    for place in range(len(tile.features)):
        features[tile.features[place]] = tile.points[place] / 3
    row = [tile.weather / 2, tile.min_value / 10]
    return row + features + marked(len(COLORS), [tile.color]) + marked(len(state.cubes), tile.regions)


def _regions(state: Table, seat: int) -> list[tuple[str, Row]]:
    """Show cubes and stacks: how soon a tile comes where its place is known, and which lie below in unknown order."""
    size = len(state.setup.pieces.vineyards)
    known, hidden = [0.0] * size, [0.0] * size
    for region in range(len(state.stacks)):
        stack = state.stacks[region]
        seen = len(stack) if state.knows[region] >> seat & 1 else 1
        _show_deck(stack, seen, len(stack), known, hidden)
    cubes = [count / 4 for count in state.cubes]
    in_play = [1.0 if each else 0.0 for each in state.in_play]
    return [("regions_in_play", in_play), ("cubes", cubes), ("vineyards_known", known), ("vineyards_hidden", hidden)]


def _experts(state: Table) -> list[tuple[str, Row]]:
    """Show the Expert decks like the stacks of vineyards: the top and those that came back are known."""
    size = len(state.setup.pieces.experts)
    known, hidden = [0.0] * size, [0.0] * size
    for feature in range(len(state.decks)):
        deck = state.decks[feature]
        _show_deck(deck, 1, len(deck) - state.returned[feature], known, hidden)
    found = [("experts_known", known), ("experts_hidden", hidden)]
    if state.setup.reserve:
        found.append(("feature_levels", [level / 4 for level in state.levels]))
    return found


def _show_deck(deck: list[int], top: int, bottom: int, known: Row, hidden: Row) -> None:
    """Mark tiles of a deck of which so many on top, and all from a place on at the bottom, lie in known order."""
    for place in range(len(deck)):
        if place < top or place >= bottom:
            known[deck[place]] = 1 / (place + 1)
        else:
            hidden[deck[place]] = 1.0


def _supply(state: Table) -> Row:
    """Count wineries, Cellars, Enologists and Farmers left, and the cubes."""
    row = [count / 10 for count in state.supply]
    row.append(state.cubes_left() / 27)
    return row


def _display(state: Table) -> list[tuple[str, Row]]:
    """Show cell by cell which Magnate tile lies there (first Action, then Multiplier tiles), and which are to come."""
    pieces = state.setup.pieces
    actions = len(pieces.action_tiles)
    size = actions + len(pieces.multipliers)
    found = [(f"cell_{cell}", marked(size, [_tile_place(code, actions)])) for cell, code in enumerate(state.display)]
    found.append(("tiles_to_come", marked(size, [_tile_place(code, actions) for code in state.deck])))
    return found


def _tile_place(code: int, actions: int) -> int:
    return code - MOST + actions if code >= MOST else code


# Players and Lacerda.


def _side(state: Table, name: str, side: int) -> list[tuple[str, Row]]:
    """Show all that belongs to a side."""
    pieces = state.setup.pieces
    found = [
        (name + "_purse", _purse(state, side)),
        (name + "_marker", marked(len(pieces.spaces), [state.marker[side]])),
        (name + "_experts", _owned(state.experts, side, 1.0, 0.5)),
        (name + "_sales", _barrels_in(state.sales, side)),
        (name + "_export", _barrels_in(state.export, side)),
    ]
    if side < state.seats:  # Lacerda has neither estates nor Action tiles
        found.append((name + "_estates", _estates(state, side)))
        start = side * len(pieces.magnates)
        there = state.magnate_barrels[start : start + len(pieces.magnates)]
        found.append((name + "_magnate_barrels", [count / 3 for count in there]))
        if not state.setup.reserve:
            found.append((name + "_tiles", _owned(state.tiles, side, 1.0, 0.5)))
    if state.setup.reserve:
        found.append((name + "_bonus_actions", _marks(state, state.bonus_marks, side)))
        found.append((name + "_options", _marks(state, state.option_marks, side)))
    else:
        found.append((name + "_booth", _barrels_in(state.booths, side)))
        found.append((name + "_multipliers", _owned(state.multipliers, side, 0.5, 1.0)))
    return found


def _purse(state: Table, side: int) -> Row:
    """Count money, points and what lies in the supply, and say when the side comes to play."""
    row = [
        state.money[side] / 20,
        state.fair_points[side] / 40,
        state.trade_vp[side] / 40,
        state.fair_vp[side] / 40,
        state.barrels[side] / 8,
        state.porto[side] / 2,
        state.porto_left[side] / 2,
        1.0 if state.released[side] else 0.0,
        state.order.index(side) / 4,
        1.0 if _has_turn_to_come(state, side) else 0.0,
    ]
    if state.setup.reserve:
        row += [state.account[side] / 20, state.level[side] / 5, state.fair_tiles[side] / 5, state.lost_vp[side] / 10]
    return row


def _has_turn_to_come(state: Table, side: int) -> bool:
    """Tell whether a turn of this round of turns has not begun: who plays now is not seen from the order alone."""
    for frame in state.agenda:
        if isinstance(frame, Window):
            if frame.before and frame.seat == side:
                return True
        elif isinstance(frame, LacerdaTurn) and side >= state.seats:
            return True
    return False


def _estates(state: Table, seat: int) -> Row:
    """Describe estate by estate region, colour, buildings and staff, then each wine by its quality."""
    land, width, row = state.land, state.setup.width, list[float]()
    for estate in range(state.setup.estates):
        at = state.at(seat, estate)
        color = land[at + COLOR] if land[at] != NONE else NONE
        row += marked(len(state.cubes), [land[at]])
        row += marked(len(COLORS), [color])
        for field in (VINES, FARMERS, PRESSES, ENOLOGISTS):
            row.append(land[at + field] / 2)
        row.append(float(land[at + CELLAR]))
        for slot in range(width):
            row.append(land[at + WINE + slot] / 9)
    return row


def _owned(owners: list[int], side: int, plain: float, turned: float) -> Row:
    """Show the tiles of a side: one number for those as they come, another for those turned over or with a barrel."""
    row = [0.0] * len(owners)
    for tile in range(len(owners)):
        if owners[tile] >> 1 == side:
            row[tile] = turned if owners[tile] & 1 else plain
    return row


def _barrels_in(owners: list[int], side: int) -> Row:
    return [1.0 if owner == side else 0.0 for owner in owners]


def _marks(state: Table, marks: list[int], side: int) -> Row:
    """Show the Fair tiles of a side; those whose barrel is gone count half."""
    row = list[float]()
    for at in range(side, len(marks), state.setup.sides):
        row.append(1.0 if marks[at] == MARKED else 0.5 if marks[at] == BARREL_GONE else 0.0)
    return row


# What is being asked.


def _asked(state: Table, seat: int) -> list[tuple[str, Row]]:
    """Tell what the question is about, where its kind does not: its numbers, and estate, wine or region by their places."""
    setup, estate, wine, region = state.setup, NONE, NONE, NONE
    decision = None if state.over else state.decision()
    if isinstance(decision, TradeSlot | ReleaseCubes):
        wine = decision.wine
    elif isinstance(decision, RearrangeNext | ReleaseBarrel):
        region = decision.region
    elif isinstance(decision, StaffPlace):
        estate = len(decision.placed)
    elif isinstance(decision, Porto):
        estate = decision.estate
    return [
        ("asked_numbers", _numbers(decision)),
        ("asked_estate", marked(setup.estates, [estate])),
        ("asked_wine", marked(setup.estates * setup.width, [wine])),
        ("asked_region", marked(len(state.cubes), [region])),
        ("asked_new_order", _new_order(state, seat, decision)),
    ]


def _numbers(decision: Decision[Any] | None) -> Row:
    """List what a question carries besides its seat (how many are left, a price, a discount), in the order of its key."""
    row = [0.0] * MOST_NUMBERS
    if decision is None or isinstance(decision, RearrangeNext):  # that one carries a secret
        return row
    for place, value in enumerate(decision.key()[2 : 2 + MOST_NUMBERS]):
        if isinstance(value, bool):
            row[place] = 1.0 if value else 0.0
        elif isinstance(value, int):
            row[place] = value / 10
    return row


def _new_order(state: Table, seat: int, decision: Decision[Any] | None) -> Row:
    """Show the tiles chosen so far for a stack put in a new order: to whoever does it, nobody else sees them (§10.7)."""
    row = [0.0] * len(state.setup.pieces.vineyards)
    if isinstance(decision, RearrangeNext) and decision.seat == seat:
        for place in range(len(decision.chosen)):
            row[decision.chosen[place]] = 1 / (place + 1)
    return row
