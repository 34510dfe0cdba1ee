"""The schedule of the cleanup (web/ops/cleanup.py): now and then, a little at a time.

Any number of processes may check whether it is time; one of them takes the chore by writing its name into a row, renews that
after every step, and clears it at the end. Should a process die, another goes on a minute later. All times are the database's.
If the site was down for long, people get time to come back first.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.background import Routine
from cuvee.web.bots.leases import me
from cuvee.web.models import Chore
from cuvee.web.ops import cleanup
from cuvee.web.ops.cleanup import SWEEP

log = logging.getLogger(__name__)
LEASE: Final = timedelta(seconds=60)
"""How long the chore stays with a process that no longer renews it."""
LOOK: Final = 60.0
"""Seconds between two checks whether it is time."""
BREATH: Final = 0.1
"""Seconds of rest after every step, during which others have the database to themselves."""
PAUSE: Final = timedelta(days=10)
"""If a sweep is this late, the site was down, or its clock was wrong."""
Rest = Callable[[], bool]
"""Pauses; tells whether to stop."""


def now_there() -> datetime:
    """Return the database's time, since the clocks of other machines may be wrong."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        found: datetime = cursor.fetchone()[0]
        return found


def take(every: timedelta) -> bool:
    """Take the chore, if it is due and no other process has it."""
    Chore.objects.get_or_create(name=SWEEP)
    free = Q(until=None) | Q(until__lt=Now()) | Q(until__gt=Now() + 2 * LEASE)
    time_for_it = Q(done_at=None) | Q(done_at__lte=Now() - every) | Q(done_at__gt=Now())
    return bool(Chore.objects.filter(free, time_for_it, name=SWEEP).update(worker=me(), until=Now() + LEASE))


def _keep() -> bool:
    """Renew the chore; tell whether it is still ours."""
    return bool(Chore.objects.filter(name=SWEEP, worker=me()).update(until=Now() + LEASE))


def _let_go() -> None:
    Chore.objects.filter(name=SWEEP, worker=me()).update(worker="", until=None)


def _begin(now: datetime) -> None:
    """Note since when the site has been up."""
    chore = Chore.objects.get(name=SWEEP)
    every = timedelta(hours=settings.SWEEP_HOURS)
    late = chore.done_at is not None and (chore.done_at > now or now - chore.done_at > every + PAUSE)
    if chore.since is None or chore.since > now or late:
        Chore.objects.filter(name=SWEEP, worker=me()).update(since=now)


def sweep(every: timedelta, rest: Rest = lambda: False) -> dict[str, int] | None:
    """Clear away what is overdue; return how much of each kind, or None if it is not due or another process has it."""
    if not take(every):
        return None
    try:
        now = now_there()
        _begin(now)
        found = _clear(now, rest)
    except BaseException:
        _let_go()
        raise
    if found is None:
        _let_go()  # another process begins where we stopped
        return None
    Chore.objects.filter(name=SWEEP, worker=me()).update(worker="", until=None, done_at=now)
    return found


def _clear(now: datetime, rest: Rest) -> dict[str, int] | None:
    """Clear kind after kind in small steps; return None if stopped before the end."""
    found: dict[str, int] = {}
    for kind in cleanup.due(now):
        last, count = None, 0
        while keys := _next_keys(kind, now, last):
            cleared = kind.clear(keys, now)
            count, last = count + cleared, keys[-1]
            _count(kind.name, cleared)
            if not _keep() or rest():
                return None
        found[kind.name] = count
        if count:
            log.info("cleared away: %s %s", count, cleanup.IN_WORDS[kind.name])
    return found


def _next_keys(kind: cleanup.Kind, now: datetime, last: object) -> list[object]:
    """List the next few overdue keys, none of them twice."""
    found = kind.overdue(now).order_by("pk")
    return list((found if last is None else found.filter(pk__gt=last)).values_list("pk", flat=True)[: kind.at_once])


def _count(name: str, cleared: int) -> None:
    if cleared:
        chore = Chore.objects.get(name=SWEEP)
        chore.cleared[name] = chore.cleared.get(name, 0) + cleared
        chore.save(update_fields=["cleared"])


def not_before() -> datetime | None:
    """Return when a sweep may clear what depends on people staying away; None if it may now."""
    return cleanup.not_before(now_there())


def overdue() -> dict[str, int]:
    """Count what a sweep would clear now; change nothing."""
    now = now_there()
    return {kind.name: kind.overdue(now).count() for kind in cleanup.due(now)}


def sweep_now() -> dict[str, int]:
    """Clear away what is overdue, even if no sweep is due."""
    found = sweep(timedelta(0))
    if found is None:
        raise CuveeError(_("another process is cleaning up just now"))
    return found


def _sweep_in_time() -> None:
    """Sweep if it is time, with a rest after every step."""
    sweep(timedelta(hours=settings.SWEEP_HOURS), lambda: CARETAKER.stopping.wait(BREATH))


CARETAKER: Final = Routine("caretaker", _sweep_in_time, lambda: LOOK)


def start() -> None:
    """Begin to look whether it is time, unless the operator wants nothing cleared."""
    if settings.SWEEP_HOURS > 0:
        CARETAKER.start()


def stop() -> None:
    """Look no more; what was begun goes on later, here or in another process."""
    CARETAKER.stop()
