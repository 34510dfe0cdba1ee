"""Points, final conversion, tie-breaks and the score sheet (§10, §13.1, §14)."""

from cuvee.games.viticulture.pieces.boards import BORDEAUX, ESSENTIAL
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.tokens import total_of, values_of
from cuvee.games.viticulture.state.vineyard import Vineyard
from cuvee.kernel.score import ScoreLine, ScoreSheet, places_by
from cuvee.kernel.text import _


def wine_value(vineyard: Vineyard) -> int:
    """Add up the values of all wine (§10.3)."""
    return sum(total_of(mask) for mask in vineyard.wines)


def grape_value(vineyard: Vineyard) -> int:
    """Add up the values of all grapes (§10.3)."""
    return sum(total_of(mask) for mask in vineyard.grapes)


def final_lira(state: Winery, seat: int) -> int:
    """Return lira, wine at its value and grapes at their price (§10.2)."""
    vineyard = state.players[seat]
    prices = state.pieces.grape_price
    grapes = sum(prices[value] for mask in vineyard.grapes for value in values_of(mask))
    return vineyard.lira + wine_value(vineyard) + grapes


def converted(state: Winery, seat: int) -> int:
    """Return the VP for lira, wine and grapes at the end; only the Bordeaux board gives any (§10.2, §14.1)."""
    return final_lira(state, seat) // state.pieces.lira_per_vp if state.board.converts else 0


def majorities(state: Winery, seat: int) -> int:
    """Return the VP for the regions where a seat has the most stars; a tie gives none (§14.2)."""
    points = 0
    for number, region in enumerate(state.board.regions):
        mine = state.players[seat].stars[number]
        others = [state.players[other].stars[number] for other in range(state.seats) if other != seat]
        if mine > max(others, default=0):
            points += region.vp
    return points


def total(state: Winery, seat: int) -> int:
    """Return the VP of a seat, with everything that counts at the end."""
    return state.players[seat].vp + converted(state, seat) + majorities(state, seat)


def scores(state: Winery) -> list[int]:
    """Return the totals as things stand."""
    return [total(state, seat) for seat in range(state.seats)]


def automa_target(state: Winery) -> int:
    """Return the VP that the solo player has to exceed (§13.1, §13.9)."""
    return state.setup.level.target[state.board.number]


def won_solo(state: Winery) -> bool:
    """Tell whether the solo player has more VP than the Automa; a tie is a loss (§13.1)."""
    return not state.lost and total(state, 0) > automa_target(state)


def places(state: Winery) -> list[int]:
    """Return the place of each seat by VP, lira left, wine, then grapes; if all are equal the place is shared (§10.3, §14.1).

    In a solo game the Automa is first unless it is beaten (§13.1).
    """
    if state.solo:
        return [1 if won_solo(state) else 2]
    ranks: list[tuple[int, ...]] = []
    for seat in range(state.seats):
        vineyard = state.players[seat]
        lira = final_lira(state, seat) % state.pieces.lira_per_vp if state.board.converts else vineyard.lira
        ranks.append((total(state, seat), lira, wine_value(vineyard), grape_value(vineyard)))
    return places_by(ranks)


def score_sheet(state: Winery) -> ScoreSheet:
    """Write the score sheet line by line."""
    seats = range(state.seats)
    lines = [ScoreLine(_("Victory points"), "4.14", [state.players[seat].vp for seat in seats])]
    if state.board.converts:
        lines.append(ScoreLine(_("Lira, wine and grapes"), "10.2", [converted(state, seat) for seat in seats]))
    if state.board.regions:
        lines.append(ScoreLine(_("Most stars in regions"), "14.2", [majorities(state, seat) for seat in seats]))
    titles: list[str] = []
    if state.solo:
        target = automa_target(state)
        if won_solo(state):
            titles = [_("More than the Automa's {target}: won", target=target)]
        elif state.lost:
            titles = [_("Behind the Automa's pace in year {year}: lost", year=state.year)]
        else:
            titles = [_("Not more than the Automa's {target}: lost", target=target)]
    return ScoreSheet(lines, scores(state), places(state), titles)


def aggressive_mark(state: Winery) -> int:
    """Return the VP to exceed at the end of this year in the aggressive variant (§13.9)."""
    table = state.pieces.aggressive[BORDEAUX if state.board.number == BORDEAUX else ESSENTIAL]
    return table[min(state.year, len(table)) - 1]
