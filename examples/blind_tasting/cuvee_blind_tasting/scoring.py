"""Points, places and the score sheet (§6)."""

from cuvee.kernel.score import ScoreLine, ScoreSheet, places_by
from cuvee.kernel.text import _
from cuvee_blind_tasting.state import Tasting


def bottle_points(state: Tasting, seat: int) -> int:
    """Add up what the bottles are worth (§6.1)."""
    return sum(state.pieces.bottles[bottle].points for bottle in state.cellars[seat])


def sets(state: Tasting, seat: int) -> int:
    """Count the tasting sets (§6.2)."""
    counts = [0] * len(state.pieces.grapes)
    for bottle in state.cellars[seat]:
        counts[state.pieces.bottles[bottle].grape] += 1
    return min(counts)


def guest_points(state: Tasting, seat: int) -> int:
    """Count what the guest of a seat adds (§6.3)."""
    if not state.guests:
        return 0
    guest = state.pieces.guests[state.guests[seat]]
    return guest.points * sum(state.pieces.bottles[bottle].grape == guest.grape for bottle in state.cellars[seat])


def open_points(state: Tasting, seat: int) -> int:
    """Return what everybody can count."""
    return bottle_points(state, seat) + state.pieces.set_points * sets(state, seat)


def scores(state: Tasting) -> list[int]:
    """Return the totals; guests count once they are known, at the end."""
    return [open_points(state, seat) + (guest_points(state, seat) if state.over else 0) for seat in range(state.seats)]


def places(state: Tasting) -> list[int]:
    """Return the places; equal totals share one (§6.4)."""
    return places_by([(points,) for points in scores(state)])


def score_sheet(state: Tasting) -> ScoreSheet:
    """Write the sheet: bottles, sets, guests."""
    seats = range(state.seats)
    lines = [
        ScoreLine(_("Bottles"), "6.1", [bottle_points(state, seat) for seat in seats]),
        ScoreLine(_("Tasting sets"), "6.2", [state.pieces.set_points * sets(state, seat) for seat in seats]),
        ScoreLine(_("Guest"), "6.3", [guest_points(state, seat) for seat in seats]),
    ]
    return ScoreSheet(lines, scores(state), places(state))
