"""Time at the table. Nothing ticks: what is left follows from when a seat was asked."""

from datetime import datetime, timedelta

from cuvee.web.models import Seat, Table


def start(table: Table, seat: Seat) -> None:
    """Fill a seat's bank at the start of a match."""
    seat.bank = float(table.clock_seconds if table.clock == Table.LIVE else table.clock_increment)


def turn(table: Table, seat: Seat, owes: bool, now: datetime) -> None:
    """Start a seat's clock when it is asked, stop it when it has answered."""
    if owes and seat.asked_at is None:
        seat.asked_at = now
    elif not owes and seat.asked_at is not None:
        spent = max(0.0, (now - seat.asked_at).total_seconds())  # the clock of the machine may have been put back
        if table.clock == Table.LIVE:
            seat.bank = max(0.0, seat.bank - spent) + table.clock_increment
        elif table.clock == Table.DAYS:
            seat.bank = max(0.0, seat.bank - max(0.0, spent - table.clock_seconds))
        seat.asked_at = None


def deadline(table: Table, seat: Seat) -> datetime | None:
    """Return when a seat's time is up, if a clock runs for it."""
    if table.clock == Table.NO_CLOCK or table.status != Table.PLAYING or seat.asked_at is None or seat.house:
        return None
    allowed = seat.bank if table.clock == Table.LIVE else seat.bank + table.clock_seconds
    end: datetime = seat.asked_at + timedelta(seconds=allowed)
    return end


def out_of_time(table: Table, seat: Seat, now: datetime) -> bool:
    """Tell whether a seat's clock has run out."""
    end = deadline(table, seat)
    return end is not None and now > end
