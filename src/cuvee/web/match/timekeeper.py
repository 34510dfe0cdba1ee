"""The timekeeper: the house plays on when a live clock has run out, whether or not anybody asks for it."""

import logging
import threading
from typing import Final, final

from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from cuvee.kernel.errors import CuveeError
from cuvee.web.match import clocks, tables
from cuvee.web.models import Seat, Table

log = logging.getLogger(__name__)
EVERY: Final = 1.0
"""Seconds between two looks at the live clocks."""


def call_time() -> int:
    """Hand every seat whose live clock has run out to the house; return how many."""
    owing = Seat.objects.filter(to_move=True, bot="", stand_in="", table__status=Table.PLAYING, table__clock=Table.LIVE)
    now = timezone.now()
    handed = 0
    for seat in owing.select_related("table"):
        if clocks.out_of_time(seat.table, seat, now):
            try:
                tables.hand_to_house(seat.table, seat.number)
                handed += 1
            except CuveeError as error:  # the seat has just answered, or another process was faster
                log.debug("seat %s keeps its time: %s", seat.pk, error)
    return handed


@final
class Timekeeper:
    """The thread that checks the live clocks."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()

    def start(self) -> None:
        """Start checking."""
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="timekeeper", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop checking."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=2)
            self._thread = None

    def _run(self) -> None:
        while not self._stopping.wait(EVERY):
            try:
                close_old_connections()
                call_time()
            except DatabaseError as error:
                log.info("the database is unavailable: %s", error)
            except Exception:
                log.exception("the clocks could not be checked")
            finally:
                close_old_connections()


TIMEKEEPER: Final = Timekeeper()
