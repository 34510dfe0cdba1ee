"""Errands of the house where several processes share them: each is a row in the database, taken with a lease.

That a bot is to move is recorded at its seat; requested hints and analyses are errands of their own. A house process takes
one by writing its name and a time into a row, renews that while it works, and clears it afterwards. A process that dies
renews nothing, so another takes over seconds later and nothing is lost. Should two ever work on the same move, the log of
the match refuses the second answer. All times are the database's, since the clocks of other machines may be wrong.
"""

import logging
import os
import secrets
import socket
import threading
import time
from datetime import timedelta
from typing import Any, Final, final

from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from cuvee.kernel.errors import CuveeError
from cuvee.web.background import Routine
from cuvee.web.bots import budgets
from cuvee.web.events.redis_relay import RELAY
from cuvee.web.models import Errand, Seat, Table

log = logging.getLogger(__name__)
LEASE: Final = timedelta(seconds=4)
"""How long an errand stays with a process that no longer renews it."""
RENEW: Final = 1.0
"""Seconds between two renewals of a lease."""
HINT_PATIENCE: Final = 15.0
"""Seconds a person waits for a hint."""
STALE: Final = timedelta(minutes=2)
NO_CALL: Final = 0
"""A call that names no table: somebody is waiting for a hint."""


def me() -> str:
    """Return the name of this process, unique on the site.

    >>> me() == me()
    True
    """
    return _NAME


_NAME: Final = f"{socket.gethostname()[:24]}-{os.getpid()}-{secrets.token_hex(3)}"


def free() -> Q:
    """Select free errands: never taken, expired, or taken until a time so far off that the clock must have jumped."""
    return Q(until=None) | Q(until__lt=Now()) | Q(until__gt=Now() + 2 * LEASE)


def take(table: int, kind: str = Errand.MOVE) -> int | None:
    """Take an errand at a table, unless it is taken; return its number."""
    found = Errand.objects.filter(table=table, kind=kind)
    if found.filter(free()).update(worker=me(), until=Now() + LEASE):
        return int(found.values_list("pk", flat=True).get())
    try:
        with transaction.atomic():
            return int(Errand.objects.create(table_id=table, kind=kind, worker=me(), until=Now() + LEASE).pk)
    except IntegrityError:
        return None  # it is taken, or the table is gone


def take_next(kind: str, waited: timedelta = timedelta(0)) -> Errand | None:
    """Take the oldest free errand of a kind, if it has waited this long."""
    found = Errand.objects.filter(free(), kind=kind, answer__isnull=True, made_at__lte=Now() - waited)
    for errand in found.select_related("table").order_by("pk")[:5]:
        if Errand.objects.filter(free(), pk=errand.pk).update(worker=me(), until=Now() + LEASE):
            return errand
    return None


def release(errand: int) -> None:
    """Give an errand back as done."""
    Errand.objects.filter(pk=errand, worker=me()).delete()


_CLOSED: Final[set[int]] = set()


def leave_alone(table: int) -> None:
    """Never come back to a table: its match is by other rules, and nobody can play there."""
    _CLOSED.add(table)


def owing(table: int | None = None) -> QuerySet[Any]:
    """Find the seats a bot has to answer for, at one table or at all tables."""
    seats = Seat.objects.filter(to_move=True, table__status=Table.PLAYING).exclude(bot="", stand_in="")
    if _CLOSED:
        seats = seats.exclude(table__in=_CLOSED)
    return seats if table is None else seats.filter(table=table)


def waits_for_house(table: Table, places: list[Seat]) -> bool:
    """Tell whether a bot has to answer at a table with these seats."""
    playing = table.status == Table.PLAYING and table.pk not in _CLOSED
    return playing and any(seat.to_move and seat.house for seat in places)


def tables_owing() -> list[int]:
    """List tables at which a bot is to move, except those that pause."""
    return list(owing().filter(budgets.not_pausing()).values_list("table", flat=True).distinct())


def tables_to_play(most: int) -> list[int]:
    """List tables at which a bot is to move and that no process has taken, those that have waited longest first."""
    taken = Errand.objects.filter(~free(), kind=Errand.MOVE).values("table")
    seats = owing().filter(budgets.not_pausing()).exclude(table__in=taken).order_by("asked_at")
    return list(dict.fromkeys(seats.values_list("table", flat=True)[:most]))


def tables_taken() -> int:
    """Count the tables taken by house processes."""
    return int(Errand.objects.filter(~free(), kind=Errand.MOVE).count())


def clear_away() -> None:
    """Drop what is no longer needed: hints whose asker has gone, leases of processes that died."""
    Errand.objects.filter(kind=Errand.HINT, made_at__lt=Now() - STALE).delete()
    Errand.objects.filter(kind=Errand.MOVE, until__lt=Now() - STALE).delete()


def ask_for_hint(table: Table, seat: int, entries: int, payers: tuple[str, ...] = ()) -> Any:
    """Have a house process advise a seat; wait for the answer."""
    errand, _new = Errand.objects.get_or_create(table=table, kind=Errand.HINT, seat=seat, defaults={"paid_by": payers})
    RELAY.tell(NO_CALL, for_house=True)
    end = time.monotonic() + HINT_PATIENCE
    try:
        while time.monotonic() < end:
            found = Errand.objects.filter(pk=errand.pk).values_list("answer", flat=True).first()
            if found is not None:
                if found["entries"] != entries:
                    break  # the table moved on
                return found["advice"]
            time.sleep(0.05)
    finally:
        Errand.objects.filter(pk=errand.pk).delete()
    raise CuveeError(f"No bot could answer for {table.code}")


def payers_of(errand: Errand) -> tuple[str, ...]:
    """Return who pays for an errand."""
    return tuple(errand.paid_by) or budgets.payers_of(errand.table)


@final
class Holder:
    """Keeps the leases of this process while it works."""

    def __init__(self) -> None:
        self._routine = Routine("leases", self._renew, lambda: RENEW)
        self._held: set[int] = set()
        self._lock = threading.Lock()

    def open(self) -> None:
        """Begin to renew what is held."""
        self._routine.start()

    def close(self) -> None:
        """Stop renewing; our errands are free for others at once."""
        self._routine.stop()
        try:
            Errand.objects.filter(worker=me()).update(until=None, worker="")
        except DatabaseError as error:
            log.info("our errands will be free in a moment: %s", error)

    def hold(self, errand: int) -> None:
        """Renew an errand from now on."""
        with self._lock:
            self._held.add(errand)

    def drop(self, errand: int) -> None:
        """Release an errand."""
        self.lose(errand)
        release(errand)

    def lose(self, errand: int) -> None:
        """Stop renewing an errand: others may take it when its lease expires."""
        with self._lock:
            self._held.discard(errand)

    def _renew(self) -> None:
        with self._lock:
            held = list(self._held)
        if held:
            Errand.objects.filter(pk__in=held, worker=me()).update(until=Now() + LEASE)


HOLDER: Final = Holder()
