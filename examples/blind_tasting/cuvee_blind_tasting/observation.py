"""A position piece by piece, for learners that find things out themselves."""

from cuvee.kernel.observation import Rows
from cuvee_blind_tasting.state import Tasting


def details(state: Tasting, seat: int, rows: Rows) -> None:
    """Tell where each bottle lies and which offers are left, as far as a seat can see."""
    bottles = len(state.pieces.bottles)
    rows.part("round", 1)
    rows.add(state.round)
    rows.marks(rows.part("open", bottles), state.open)
    rows.part("guest", len(state.pieces.guests))
    rows.one_of(len(state.pieces.guests), state.guests[seat] if state.guests else -1)
    for turn in range(state.seats):
        other = (seat + turn) % state.seats
        rows.side(turn)
        rows.part("decanter", 1)
        rows.flag(other == state.decanter)
        rows.marks(rows.part("offers", state.pieces.rounds + 1), state.hands[other])
        rows.part("offered", 1)
        rows.add(state.offers[other] if state.offers else 0)
        rows.marks(rows.part("bottles", bottles), state.cellars[other])
