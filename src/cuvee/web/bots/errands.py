"""Brings errands of the whole site to the house of this process: those it is called for, and those it finds.

Used only where several processes play for the house. What is to be done, and who is doing it, is in the database (`leases.py`).
"""

import time
from datetime import timedelta
from functools import partial
from typing import Final, final

from django.db import close_old_connections

from cuvee.web.background import Routine
from cuvee.web.bots import leases, match_analysis
from cuvee.web.bots.calls import MOST
from cuvee.web.bots.dispatcher import HOUSE, describe_task
from cuvee.web.events.redis_relay import LOOK_OFTEN, RELAY
from cuvee.web.match.desk import DESK
from cuvee.web.models import Errand

LOOK: Final = 2.0
"""Seconds between two looks for errands that came without a call."""
WAITED: Final = timedelta(seconds=10)
"""After this long, an analysis that no idle process has taken is begun by a busy one."""
BUSY: Final = 0.05
"""Seconds between two looks of a busy process for calls that no idle process has taken."""


@final
class Fetcher:
    """The thread that brings errands."""

    def __init__(self) -> None:
        self._routine = Routine("errands", self._fetch, lambda: 0.0)
        self._next_look = 0.0

    def open(self) -> None:
        """Begin to fetch."""
        self._routine.start()

    def close(self) -> None:
        """Stop fetching."""
        self._routine.stop()

    def _fetch(self) -> None:
        call = self._next_call()
        close_old_connections()
        if call:
            HOUSE.wake(call)
        if call == leases.NO_CALL or time.monotonic() >= self._next_look:
            self._take_hints()
        if time.monotonic() >= self._next_look:
            self._look_around()
            self._next_look = time.monotonic() + (LOOK if RELAY.is_open else LOOK_OFTEN)

    def _next_call(self) -> int | None:
        """Take a call. An idle process waits for one and gets it first; a busy one takes what is left and queues it fairly."""
        if HOUSE.has_a_free_hand():
            return RELAY.next_call(0.5)
        call = None if HOUSE.has_enough() else RELAY.next_call(0)
        if call is None:
            self._routine.stopping.wait(BUSY)
        return call

    def _look_around(self) -> None:
        leases.clear_away()
        for table in leases.tables_to_play(MOST):
            HOUSE.offer(table)
        waited = timedelta(0) if HOUSE.is_quiet() else WAITED
        while (errand := leases.take_next(Errand.ANALYSIS, waited)) is not None:
            leases.HOLDER.hold(errand.pk)
            HOUSE.when_quiet(errand.table_id, partial(self._analyse, errand.pk), leases.payers_of(errand))

    def _analyse(self, errand: int, table: int) -> bool:
        more = False
        try:
            more = match_analysis.go_on(table)
        finally:
            if not more:
                leases.HOLDER.drop(errand)
        return more

    def _take_hints(self) -> None:
        while (errand := leases.take_next(Errand.HINT)) is not None:
            leases.HOLDER.hold(errand.pk)
            HOUSE.do(partial(self._advise, errand), leases.payers_of(errand))

    def _advise(self, errand: Errand) -> None:
        """Think about a hint and store it where the asker looks for it."""
        try:
            position = DESK.position(errand.table)
            with position.lock:
                entries = position.read
                task = describe_task(errand.table, position, "advise") | {"seat": errand.seat}
            answer = {"entries": entries, "advice": HOUSE.ask(task)}
            Errand.objects.filter(pk=errand.pk).update(answer=answer, until=None)
        finally:
            leases.HOLDER.lose(errand.pk)


FETCHER: Final = Fetcher()
