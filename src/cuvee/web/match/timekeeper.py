"""The timekeeper: where a live clock has run out, the house plays on, whether or not anybody is there to ask for it."""

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
            except CuveeError as error:  # the seat has just answered, or another process was quicker
                log.debug("seat %s keeps its time: %s", seat.pk, error)
    return handed


@final
class Timekeeper:
    """The thread that looks at the live clocks."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()

    def start(self) -> None:
        """Begin to look."""
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="timekeeper", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
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
                log.info("the database is away: %s", error)
            except Exception:
                log.exception("the clocks could not be looked at")
            finally:
                close_old_connections()


TIMEKEEPER: Final = Timekeeper()
