"""The timekeeper: the house plays on when a live clock has run out, whether or not anybody asks for it."""

import logging
from typing import Final

from django.utils import timezone

from cuvee.kernel.errors import CuveeError
from cuvee.web.background import Routine
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


TIMEKEEPER: Final = Routine("timekeeper", call_time, lambda: EVERY)
