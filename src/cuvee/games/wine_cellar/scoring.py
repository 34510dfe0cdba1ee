"""Cellar value, bonus value, winner and rank (§8, §10, §11.10)."""

from cuvee.games.wine_cellar.pieces import Pieces, Rank
from cuvee.games.wine_cellar.state import NOTHING, Cellars
from cuvee.kernel.score import ScoreLine, ScoreSheet, places_by
from cuvee.kernel.text import _


def cellar_value(pieces: Pieces, cellar: list[int]) -> int:
    """Add up the age value of each bottle at its position (§8.1)."""
    cards = pieces.cards
    total = 0
    for position in range(len(cellar)):
        total += cards[cellar[position]].ages[position]
    return total


def bonus_value(pieces: Pieces, cellar: list[int], bonus: int) -> int:
    """Add up what the clauses of the bonus card give for the bottles in a cellar (§8.2)."""
    if bonus == NOTHING:
        return 0
    points = pieces.bonus_points[bonus]
    total = 0
    for bottle in cellar:
        total += points[bottle]
    return total


def total(pieces: Pieces, cellar: list[int], bonus: int) -> int:
    """Return cellar value plus bonus value: there are no other points (§8.6)."""
    return cellar_value(pieces, cellar) + bonus_value(pieces, cellar, bonus)


def total_after_swap(pieces: Pieces, cellar: list[int], bonus: int, position: int) -> int:
    """Return the total if the bonus card takes the place of the bottle at a position, counted from 1 (§9.3)."""
    swapped = cellar[:]
    new_bonus = swapped[position - 1]
    swapped[position - 1] = bonus
    return total(pieces, swapped, new_bonus)


def scores(state: Cellars) -> list[int]:
    """Return the total of each seat (§8.6)."""
    return [total(state.pieces, state.cellars[seat], state.bonus[seat]) for seat in range(state.seats)]


def places(state: Cellars) -> list[int]:
    """Return places by total; equal totals are a draw (§10.2)."""
    return places_by([(points,) for points in scores(state)])


def rank_for(pieces: Pieces, points: int) -> Rank:
    """Return the solo rank a total earns (§11.10)."""
    earned = [rank for rank in pieces.ranks if points >= rank.least]
    return max(earned, key=lambda rank: rank.least)


def score_sheet(state: Cellars) -> ScoreSheet:
    """Write the sheet: a line for each position, the cellar, each clause of the bonus card, the total."""
    pieces = state.pieces
    lines = [
        ScoreLine(
            _("Position {number}", number=position + 1), "8.1", [_at(state, seat, position) for seat in range(state.seats)]
        )
        for position in range(pieces.hand_size)
    ]
    values = [cellar_value(pieces, cellar) for cellar in state.cellars]
    lines.append(ScoreLine(_("Cellar value"), "8.1", values))
    by_type = [_clauses(state, seat)[0] for seat in range(state.seats)]
    by_country = [_clauses(state, seat)[1] for seat in range(state.seats)]
    lines.append(ScoreLine(_("Bonus card: type"), "8.2", by_type))
    lines.append(ScoreLine(_("Bonus card: country"), "8.2", by_country))
    totals = scores(state)
    titles = [_(rank_for(pieces, totals[0]).name)] if state.solo else []
    return ScoreSheet(lines, totals, places(state), titles)


def _at(state: Cellars, seat: int, position: int) -> int:
    cellar = state.cellars[seat]
    return state.pieces.cards[cellar[position]].ages[position] if position < len(cellar) else 0


def _clauses(state: Cellars, seat: int) -> tuple[int, int]:
    if state.bonus[seat] == NOTHING:
        return 0, 0
    bonus, bottles = state.pieces.cards[state.bonus[seat]], [state.pieces.cards[card] for card in state.cellars[seat]]
    return (
        sum(bonus.type_points for bottle in bottles if bottle.type == bonus.clause_type),
        sum(bonus.country_points for bottle in bottles if bottle.country == bonus.clause_country),
    )
