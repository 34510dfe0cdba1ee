"""What the house has to do, where several processes may do it: each thing is a fact in the database, taken with a lease.

That a bot is to move is written at its seat; hints and analyses that were asked for are errands of their own. A house process
takes one by writing its name and a time into a row, renews that while it works, and wipes it out afterwards. A process
that dies renews nothing, so another takes over seconds later: nothing can be lost. Should two ever work on the same move, the
log of the match refuses the second answer. All times are the database's: clocks of other machines may be wrong.
"""

import logging
import os
import secrets
import socket
import threading
import time
from datetime import timedelta
from typing import Any, Final, final

from django.db import DatabaseError, IntegrityError, close_old_connections, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from cuvee.kernel.errors import CuveeError
from cuvee.web.bots import budgets
from cuvee.web.events.redis_relay import RELAY
from cuvee.web.models import Errand, Seat, Table

log = logging.getLogger(__name__)
LEASE: Final = timedelta(seconds=4)
"""How long an errand stays with a process that says nothing more."""
RENEW: Final = 1.0
"""Seconds between two words that we are still at it."""
HINT_PATIENCE: Final = 15.0
"""Seconds somebody waits for a hint."""
STALE: Final = timedelta(minutes=2)
NO_CALL: Final = 0
"""A call that names no table: somebody waits for a hint."""


def me() -> str:
    """Name this process among all of the site.

    >>> me() == me()
    True
    """
    return _NAME


_NAME: Final = f"{socket.gethostname()[:24]}-{os.getpid()}-{secrets.token_hex(3)}"


def free() -> Q:
    """Describe errands nobody is at: never taken, run out, or taken until a time so far off that the clock must have jumped."""
    return Q(until=None) | Q(until__lt=Now()) | Q(until__gt=Now() + 2 * LEASE)


def take(table: int, kind: str = Errand.MOVE) -> int | None:
    """Take what is to be done at a table, if nobody else is at it; return its number."""
    found = Errand.objects.filter(table=table, kind=kind)
    if found.filter(free()).update(worker=me(), until=Now() + LEASE):
        return int(found.values_list("pk", flat=True).get())
    try:
        with transaction.atomic():
            return int(Errand.objects.create(table_id=table, kind=kind, worker=me(), until=Now() + LEASE).pk)
    except IntegrityError:
        return None  # somebody is at it, or the table is gone


def take_next(kind: str, waited: timedelta = timedelta(0)) -> Errand | None:
    """Take the oldest errand of a kind that nobody is at, if it has waited so long."""
    found = Errand.objects.filter(free(), kind=kind, answer__isnull=True, made_at__lte=Now() - waited)
    for errand in found.select_related("table").order_by("pk")[:5]:
        if Errand.objects.filter(free(), pk=errand.pk).update(worker=me(), until=Now() + LEASE):
            return errand
    return None


def release(errand: int) -> None:
    """Say that we are no longer at something, and that it is done."""
    Errand.objects.filter(pk=errand, worker=me()).delete()


_CLOSED: Final[set[int]] = set()


def leave_alone(table: int) -> None:
    """Never come back to a table: it was made by other rules, and nobody can play there."""
    _CLOSED.add(table)


def owing(table: int | None = None) -> QuerySet[Any]:
    """Find the seats a bot has to answer for, at one table or at all."""
    seats = Seat.objects.filter(to_move=True, table__status=Table.PLAYING).exclude(bot="", stand_in="")
    if _CLOSED:
        seats = seats.exclude(table__in=_CLOSED)
    return seats if table is None else seats.filter(table=table)


def waits_for_house(table: Table, places: list[Seat]) -> bool:
    """Tell whether a bot has to answer at a table with these seats."""
    playing = table.status == Table.PLAYING and table.pk not in _CLOSED
    return playing and any(seat.to_move and seat.house for seat in places)


def tables_owing() -> list[int]:
    """List tables at which a bot is to move, but for those that pause."""
    return list(owing().filter(budgets.not_pausing()).values_list("table", flat=True).distinct())


def tables_to_play(most: int) -> list[int]:
    """List tables at which a bot is to move and nobody is at it, those that have waited longest first."""
    taken = Errand.objects.filter(~free(), kind=Errand.MOVE).values("table")
    seats = owing().filter(budgets.not_pausing()).exclude(table__in=taken).order_by("asked_at")
    return list(dict.fromkeys(seats.values_list("table", flat=True)[:most]))


def tables_taken() -> int:
    """Count the tables at which some house process is."""
    return int(Errand.objects.filter(~free(), kind=Errand.MOVE).count())


def clear_away() -> None:
    """Drop what nobody will ever ask for: hints whose asker has gone, leases of processes that died."""
    Errand.objects.filter(kind=Errand.HINT, made_at__lt=Now() - STALE).delete()
    Errand.objects.filter(kind=Errand.MOVE, until__lt=Now() - STALE).delete()


def ask_for_hint(table: Table, seat: int, entries: int, payers: tuple[str, ...] = ()) -> Any:
    """Have some house process advise a seat; wait for it."""
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
    """Say who pays for an errand."""
    return tuple(errand.paid_by) or budgets.payers_of(errand.table)


@final
class Holder:
    """Keeps the leases of this process for as long as it is at something."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._held: set[int] = set()
        self._lock = threading.Lock()

    def open(self) -> None:
        """Begin to renew what is held."""
        self._stopping.clear()
        self._thread = threading.Thread(target=self._renew, name="leases", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Renew nothing more; what we were at is free for others at once."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=2)
            self._thread = None
        try:
            Errand.objects.filter(worker=me()).update(until=None, worker="")
        except DatabaseError as error:
            log.info("what we were at will be free in a moment: %s", error)

    def hold(self, errand: int) -> None:
        """Renew an errand from now on."""
        with self._lock:
            self._held.add(errand)

    def drop(self, errand: int) -> None:
        """Be done with an errand."""
        self.lose(errand)
        release(errand)

    def lose(self, errand: int) -> None:
        """Renew an errand no more: others may take it when its time has run out."""
        with self._lock:
            self._held.discard(errand)

    def _renew(self) -> None:
        while not self._stopping.wait(RENEW):
            with self._lock:
                held = list(self._held)
            if not held:
                continue
            try:
                close_old_connections()
                Errand.objects.filter(pk__in=held, worker=me()).update(until=Now() + LEASE)
            except DatabaseError as error:
                log.info("the lease cannot be renewed: %s", error)
            finally:
                close_old_connections()


HOLDER: Final = Holder()
