"""Points: money, wines, majorities, multipliers, and who wins (§13, §16.11, §17.7)."""

from cuvee.games.vinhos.pieces.tiles import Multiplier
from cuvee.games.vinhos.pieces.vocabulary import (
    BARRELS_TAKEN,
    CELLAR_COUNT,
    ENOLOGIST_COUNT,
    EXPERT_COUNT,
    EXPORT_COUNT,
    FARMER_COUNT,
    FULL_ESTATES,
    MAGNATE_TILES,
    MAJORITIES,
    MONEY_TABLE,
    REGION_COUNT,
    VINEYARD_COUNT,
    WINERY_COUNT,
    WINES,
)
from cuvee.games.vinhos.state.codes import CELLAR, ENOLOGISTS, FARMERS, MARKED, PRESSES, REGION, VINES
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.score import ScoreLine, ScoreSheet, places_by
from cuvee.kernel.text import _


def by_steps(steps: list[int], vp: list[int], money: int) -> int:
    """Look up an amount in a step table (§13.1)."""
    found = 0
    for place in range(len(steps)):
        if money >= steps[place]:
            found = vp[place]
    return found


def money_of(state: Table, seat: int) -> int:
    """Return cash and account together (§16.11)."""
    return state.money[seat] + state.account[seat]


def money_vp(state: Table, seat: int) -> int:
    """Return the VP for money by the table of the board, or by the money tile (§13.1, §13.4)."""
    pieces = state.setup.pieces
    for tile in pieces.multipliers:
        if tile.measure == MONEY_TABLE and state.multipliers[tile.number] == 2 * seat + 1:
            return by_steps(tile.steps, tile.step_vp, money_of(state, seat))
    return by_steps(pieces.money_steps, pieces.money_vp, money_of(state, seat))


def wine_vp(state: Table, seat: int) -> int:
    """Return half the quality of each wine in storage (§13.2)."""
    found = 0
    for wine in state.wines(seat):
        found += state.land[state.wine_at(seat, wine)] // 2
    return found


def holders(state: Table, column: int) -> list[int]:
    """List the sides with the most barrels (at least one) in an export column (§13.3)."""
    counts = [0] * state.setup.sides
    for slot in state.setup.export_slots:
        if slot.column == column and state.export[slot.number] >= 0:
            counts[state.export[slot.number]] += 1
    most = max(counts)
    return [side for side in range(len(counts)) if counts[side] == most] if most > 0 else []


def majority_vp(state: Table, side: int) -> int:
    """Return the majority awards of a side; tied sides divide them (§13.3)."""
    found = 0
    for column in state.setup.pieces.columns:
        first = holders(state, column.number)
        if side in first:
            found += column.majority // len(first)
    return found


def full_estates(state: Table, seat: int) -> int:
    """Count the estates with all building slots filled (§1.2)."""
    found = 0
    for estate in range(state.opened(seat)):
        at = state.at(seat, estate)
        if state.land[at + VINES] + state.land[at + PRESSES] == state.setup.pieces.farm.slots:
            found += 1
    return found


def barrels_taken(state: Table, seat: int) -> int:
    """Count the barrels taken from the Magnates (§11.2)."""
    found = 0
    for magnate in state.setup.pieces.magnates:
        found += magnate.barrels - state.magnate_barrels[seat * len(state.setup.pieces.magnates) + magnate.number]
    return found


def measure(state: Table, seat: int, what: int) -> int:
    """Count what a multiplier counts (§18.7)."""
    if what == FULL_ESTATES:
        return full_estates(state, seat)
    if what == WINES:
        return len(state.wines(seat))
    if what == CELLAR_COUNT:
        return state.total_on_land(seat, CELLAR)
    if what == MAGNATE_TILES:
        return state.count_owned(state.tiles, seat) + state.count_owned(state.multipliers, seat)
    if what == VINEYARD_COUNT:
        return state.total_on_land(seat, VINES)
    if what == EXPERT_COUNT:
        return state.count_owned(state.experts, seat)
    if what == BARRELS_TAKEN:
        return barrels_taken(state, seat)
    if what == ENOLOGIST_COUNT:
        return state.total_on_land(seat, ENOLOGISTS)
    if what == WINERY_COUNT:
        return state.total_on_land(seat, PRESSES)
    if what == FARMER_COUNT:
        return state.total_on_land(seat, FARMERS)
    if what == REGION_COUNT:
        return len({state.land[state.at(seat, estate) + REGION] for estate in range(state.opened(seat))})
    return state.count_in(state.export, seat) if what == EXPORT_COUNT else 0


def multiplier_vp(state: Table, seat: int, tile: Multiplier) -> int:
    """Return what a multiplier with a barrel on it is worth; the money tile counts as money (§13.4)."""
    if tile.measure == MAJORITIES:
        found = 0
        for column in state.setup.pieces.columns:
            first = holders(state, column.number)
            if seat in first:
                found += tile.vp_each if len(first) == 1 else tile.vp_tie
    else:
        found = tile.vp_each * measure(state, seat, tile.measure)
    return min(found, tile.cap) if tile.cap > 0 else found


def multipliers_vp(state: Table, seat: int) -> int:
    """Return the VP of all multipliers of a seat (§13.4, §16.11)."""
    found = 0
    for tile in state.setup.pieces.multipliers:
        if state.multipliers[tile.number] == 2 * seat + 1:
            found += multiplier_vp(state, seat, tile)
    if state.setup.reserve:
        for option in state.setup.pieces.options:
            if state.option_marks[option.number * state.setup.sides + seat] == MARKED:
                found += multiplier_vp(state, seat, option)
    return found


def investment_vp(state: Table, seat: int) -> int:
    """Return what the investment level is worth (§16.11)."""
    if not state.setup.reserve:
        return 0
    rules, level = state.setup.pieces.reserve, state.level[seat]
    return rules.vp_up * level if level > 0 else -rules.vp_down * level


def total(state: Table, seat: int) -> int:
    """Return the total that a seat would have if the game ended now (§13)."""
    found = state.points(seat) + money_vp(state, seat) + wine_vp(state, seat)
    return found + majority_vp(state, seat) + multipliers_vp(state, seat) + investment_vp(state, seat)


def scores(state: Table) -> list[int]:
    """Return the total of each seat."""
    return [total(state, seat) for seat in range(state.seats)]


def lacerda_total(state: Table) -> int:
    """Return what Lacerda scores (§17.7)."""
    rules, side = state.setup.pieces.lacerda, state.seats
    tiles = rules.vp_per_multiplier * state.count_owned(state.multipliers, side)
    return state.points(side) + majority_vp(state, side) + tiles + rules.difficulty[state.setup.difficulty]


def beats_lacerda(state: Table) -> bool:
    """Tell whether the human wins: more VP, or the same VP and more barrels in the Export Area (§17.7)."""
    mine, other = total(state, 0), lacerda_total(state)
    if mine == other:
        return state.count_in(state.export, 0) > state.count_in(state.export, state.seats)
    return mine > other


def places(state: Table) -> list[int]:
    """Return places by VP, then barrels in the Export Area, then money (§13.5); Lacerda may be first (§17.7)."""
    if state.setup.solo:
        return [1 if beats_lacerda(state) else 2]
    totals = scores(state)
    return places_by([(totals[seat], state.count_in(state.export, seat), money_of(state, seat)) for seat in range(state.seats)])


def score_sheet(state: Table) -> ScoreSheet:
    """Write the score sheet line by line."""
    seats = range(state.seats)
    lines = [
        ScoreLine(_("Exports"), "8.8", [state.trade_vp[seat] for seat in seats]),
        ScoreLine(_("Fairs"), "12.2", [state.fair_vp[seat] for seat in seats]),
    ]
    if state.setup.reserve:
        lines.append(ScoreLine(_("Empty account"), "16.5", [-state.lost_vp[seat] for seat in seats]))
    lines += [
        ScoreLine(_("Money"), "13.1", [money_vp(state, seat) for seat in seats]),
        ScoreLine(_("Wines in storage"), "13.2", [wine_vp(state, seat) for seat in seats]),
        ScoreLine(_("Export majorities"), "13.3", [majority_vp(state, seat) for seat in seats]),
    ]
    lines += _multiplier_lines(state)
    if state.setup.reserve:
        lines.append(ScoreLine(_("Investment"), "16.11", [investment_vp(state, seat) for seat in seats]))
    titles: list[str] = []
    if state.setup.solo:
        other = lacerda_total(state)
        won = beats_lacerda(state)
        titles = [_("wins against Lacerda's {points}", points=other) if won else _("loses to Lacerda's {points}", points=other)]
    return ScoreSheet(lines, scores(state), places(state), titles)


def _multiplier_lines(state: Table) -> list[ScoreLine]:
    """Write a line for each multiplier that anybody scores (§13.4, §16.14)."""
    pieces, sides, lines = state.setup.pieces, state.setup.sides, []
    for tile in pieces.multipliers:
        owner = state.multipliers[tile.number] >> 1
        if 0 <= owner < state.seats and tile.measure != MONEY_TABLE:
            held = state.multipliers[tile.number] == 2 * owner + 1
            values = [0] * state.seats
            values[owner] = multiplier_vp(state, owner, tile) if held else 0
            lines.append(ScoreLine(_(tile.text), "13.4", values))
    for option in pieces.options if state.setup.reserve else []:
        marks = [state.option_marks[option.number * sides + seat] == MARKED for seat in range(state.seats)]
        if any(marks):
            values = [multiplier_vp(state, seat, option) if marks[seat] else 0 for seat in range(state.seats)]
            lines.append(ScoreLine(_(option.text), "16.14", values))
    return lines
