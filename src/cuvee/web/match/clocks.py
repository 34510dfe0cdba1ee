"""Clocks. Nothing ticks: the time left follows from when a seat was asked and how much it had then.

A seat's clock is in one of four states:

    IDLE      the seat owes no answer
    RUNNING   the seat owes an answer, and its person gives it
    OUT       the same, with no time left
    HELD      the house plays the seat, so its clock is stopped

A live clock has a bank that shrinks while it runs. A clock of days has an allowance for each move, and a bank for moves that
take longer. Both grow in only one way: a seat *earns* time by completing its turn, and is paid when the next question comes.
A move that is taken back earns nothing, and being asked again because somebody else took a move back pays nothing. The house
earns no live time for the person it stands in for.
"""

from datetime import datetime, timedelta
from typing import Final

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.models import Seat, Table

IDLE, RUNNING, OUT, HELD = "idle", "running", "out", "held"
FIELDS: Final = ("to_move", "asked_at", "bank", "allowance", "earned")
"""The fields of a seat that a change of the clock may touch."""


def start(table: Table, seat: Seat) -> None:
    """Fill a seat's clock at the start of a match."""
    seat.bank = float(table.clock_seconds if table.clock == Table.LIVE else table.clock_increment)
    seat.allowance = float(table.clock_seconds) if table.clock == Table.DAYS else 0.0
    seat.earned = False


def state(table: Table, seat: Seat, now: datetime) -> str:
    """Name the state of a seat's clock."""
    if seat.house:
        return HELD
    if seat.asked_at is None:
        return IDLE
    return OUT if out_of_time(table, seat, now) else RUNNING


def turn(table: Table, seat: Seat, owes: bool, now: datetime, moved: bool = False, undone: bool = False) -> None:
    """Bring a seat's clock up to date after a change of the match.

    `moved` says that this seat made the change; `undone` that the change took a move back.
    """
    if moved and undone:
        seat.earned = False
    if owes and seat.asked_at is None:
        _pay(table, seat)
        seat.asked_at = now
    elif not owes and seat.asked_at is not None:
        _charge(table, seat, now)
        seat.asked_at = None
        if moved and not undone:
            seat.earned = not seat.house or table.clock == Table.DAYS
    seat.to_move = owes


def hand_over(table: Table, seat: Seat, level: str, now: datetime) -> None:
    """Let the house play a seat from now on; the time its person has used stays used."""
    _charge(table, seat, now)
    seat.stand_in, seat.held_since = level, table.entries_made
    seat.asked_at = now if seat.to_move else None


def take_back(table: Table, seat: Seat, now: datetime) -> None:
    """Give a seat back to its person, with the time it had left and no more."""
    if not seat.stand_in:
        raise CuveeError(_("You already have your seat; the house is not playing it"))
    if table.clock == Table.LIVE and seat.bank <= 0:
        raise CuveeError(_("Your time is up, so the house is playing for you"))
    seat.stand_in, seat.held_since = "", table.entries_made
    seat.asked_at = now if seat.to_move else None


def _pay(table: Table, seat: Seat) -> None:
    if not seat.earned:
        return
    seat.earned = False
    if table.clock == Table.LIVE:
        seat.bank += table.clock_increment
    elif table.clock == Table.DAYS:
        seat.allowance = float(table.clock_seconds)


def _charge(table: Table, seat: Seat, now: datetime) -> None:
    if table.clock == Table.NO_CLOCK or seat.house or seat.asked_at is None:
        return
    spent = max(0.0, (now - seat.asked_at).total_seconds())  # the machine's clock may have been set back
    allowed = min(seat.allowance, spent)
    seat.allowance -= allowed
    seat.bank = max(0.0, seat.bank - (spent - allowed))


def deadline(table: Table, seat: Seat) -> datetime | None:
    """Return when a seat's time is up, if a clock runs for it."""
    if table.clock == Table.NO_CLOCK or table.status != Table.PLAYING or seat.asked_at is None or seat.house:
        return None
    end: datetime = seat.asked_at + timedelta(seconds=seat.bank + seat.allowance)
    return end


def out_of_time(table: Table, seat: Seat, now: datetime) -> bool:
    """Tell whether a seat's clock has run out."""
    end = deadline(table, seat)
    return end is not None and now > end
