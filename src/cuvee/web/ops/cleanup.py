"""Cleanup of things nobody will come back for: for each kind, how it is found and how some of it is cleared away.

Neither a match that was played to its end nor anything of an account is ever removed. Whatever depends on people staying away
is checked again once its row is locked: anybody who comes at that moment is in time.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from cuvee.kernel.text import noted
from cuvee.web.match import people_at_tables, tables
from cuvee.web.models import Chore, Errand, Login, Look, Person, Report, Seat, Table, Tally, Trace

SWEEP: Final = "sweep"
"""The chore that clears everything here."""
ROWS: Final = 200
"""This many simple rows are deleted in one step."""
FEW: Final = 3
"""This many tables or people are cleared in one step, each in its own transaction: moves wait for no more than these."""
STALE: Final = timedelta(days=1)
"""An errand nobody has worked on for this long is abandoned: its asker has gone."""
WARNING: Final = timedelta(days=14)
"""How long people have to come back before anything of theirs is cleared, however long the site itself was down."""
Clear = Callable[[list[Any], datetime], int]


class Kind(NamedTuple):
    """One kind of thing: what is overdue at a moment, and how some of it is cleared."""

    name: str
    overdue: Callable[[datetime], QuerySet[Any]]
    clear: Clear
    at_once: int = ROWS
    absence: bool = False
    """Whether it depends on people staying away."""


def _remove(overdue: Callable[[datetime], QuerySet[Any]]) -> Clear:
    """Make a function that deletes rows nothing else depends on, if they are still overdue."""

    def clear(keys: list[Any], now: datetime) -> int:
        with transaction.atomic():
            return int(overdue(now).filter(pk__in=keys).delete()[0])

    return clear


def _drop_sessions(keys: list[Any], now: datetime) -> int:
    """Delete sessions without reading them: those made with an earlier secret cannot be read, and no open page needs any."""
    with transaction.atomic():
        found = _overdue_sessions(now).filter(pk__in=keys)
        Login.objects.filter(session__in=found).delete()
        return int(found._raw_delete(found.db))


def _before(now: datetime, days: float) -> datetime | None:
    return now - timedelta(days=days) if days > 0 else None


def _overdue_sessions(now: datetime) -> QuerySet[Any]:
    return Session.objects.filter(expire_date__lt=now)


def _overdue_counters(_now: datetime) -> QuerySet[Any]:
    return Tally.objects.filter(until__lt=time.time())  # counted by the clocks of the processes


def _overdue_traces(now: datetime) -> QuerySet[Any]:
    return Trace.objects.filter(until__lt=now)


def _overdue_looks(now: datetime) -> QuerySet[Any]:
    return Look.objects.filter(at__lt=now - timedelta(days=settings.LOOK_DAYS))


def _overdue_errands(now: datetime) -> QuerySet[Any]:
    dead = Q(until=None) | Q(until__lt=now - STALE)
    return Errand.objects.filter(dead, kind__in=(Errand.HINT, Errand.MOVE), made_at__lt=now - STALE)


def _overdue_waiting(now: datetime) -> QuerySet[Any]:
    end = _before(now, settings.WAITING_DAYS)
    return Table.objects.filter(status=Table.WAITING, moved_at__lt=end) if end else Table.objects.none()


def _overdue_running(now: datetime) -> QuerySet[Any]:
    match, fork = _before(now, settings.ABANDONED_DAYS), _before(now, settings.FORK_DAYS)
    found = Q(pk=None)
    if match:
        found |= Q(forked_from="", moved_at__lt=match, watched_at__lt=match)
    if fork:
        found |= ~Q(forked_from="") & Q(moved_at__lt=fork, watched_at__lt=fork)
    return Table.objects.filter(found, status=Table.PLAYING)


def _overdue_leftovers(_now: datetime) -> QuerySet[Any]:
    """Find abandoned matches whose players have all been forgotten since."""
    left = Table.objects.filter(status=Table.FINISHED, ending=tables.ABANDONED, host=None)
    return left.exclude(Exists(Seat.objects.filter(table=OuterRef("pk"), person__isnull=False)))


def _overdue_guests(now: datetime) -> QuerySet[Any]:
    """Find guests who stay away and are in nobody's history: no match is running, none was finished with an account."""
    end = _before(now, settings.GUEST_DAYS)
    if end is None:
        return Person.objects.none()
    own = Seat.objects.filter(person=OuterRef("pk"))
    accounts = Seat.objects.filter(table=OuterRef("table"), person__guest=False)
    waiting = Table.objects.filter(host=OuterRef("pk"), status=Table.WAITING)
    open_reports = Report.objects.filter(Q(person=OuterRef("pk")) | Q(reporter=OuterRef("pk")), dealt_with=False)
    covered = Trace.objects.filter(person=OuterRef("pk"), until__gt=now)
    return (
        Person.objects.filter(guest=True, is_staff=False, seen_at__lt=end)
        .exclude(Exists(own.exclude(table__status=Table.FINISHED)))
        .exclude(Exists(own.filter(Exists(accounts))))
        .exclude(Exists(waiting))
        .exclude(Exists(open_reports))
        .exclude(Q(is_active=False) & Exists(covered))  # the ban is still in force
    )


def _each(overdue: Callable[[datetime], QuerySet[Any]], one: Callable[[Any], None]) -> Clear:
    """Make a function that locks one row after another, and clears those that are still overdue then."""

    def clear(keys: list[Any], now: datetime) -> int:
        cleared = 0
        for key in keys:
            with transaction.atomic():
                held = overdue(now).model.objects.select_for_update().filter(pk=key).first()
                if held is not None and overdue(now).filter(pk=key).exists():
                    one(held)
                    cleared += 1
        return cleared

    return clear


def _close(table: Table) -> None:
    tables.stir(table)
    table.delete()


def _end(table: Table) -> None:
    tables.end_without_result(table, tables.ABANDONED)


SESSIONS, WAITING, RUNNING, GUESTS = "sessions", "waiting", "abandoned", "guests"
KINDS: Final = (
    Kind(SESSIONS, _overdue_sessions, _drop_sessions),
    Kind("counters", _overdue_counters, _remove(_overdue_counters)),
    Kind("traces", _overdue_traces, _remove(_overdue_traces)),
    Kind("looks", _overdue_looks, _remove(_overdue_looks)),
    Kind("errands", _overdue_errands, _remove(_overdue_errands)),
    Kind(WAITING, _overdue_waiting, _each(_overdue_waiting, _close), FEW, absence=True),
    Kind(RUNNING, _overdue_running, _each(_overdue_running, _end), FEW, absence=True),
    Kind("leftovers", _overdue_leftovers, _each(_overdue_leftovers, _close), FEW),
    Kind(GUESTS, _overdue_guests, _each(_overdue_guests, people_at_tables.forget), FEW, absence=True),
)
"""In this order: a guest whose last table was just closed goes in the same sweep."""
IN_WORDS: Final = {
    SESSIONS: noted("expired sessions"),
    "counters": noted("expired counters"),
    "traces": noted("expired traces"),
    "looks": noted("old entries in the moderators' log"),
    "errands": noted("abandoned tasks of the house"),
    WAITING: noted("tables where nobody sat down"),
    RUNNING: noted("abandoned matches, ended without a result"),
    "leftovers": noted("abandoned matches of people who are gone"),
    GUESTS: noted("guests who stayed away"),
}


def due(now: datetime) -> list[Kind]:
    """List the kinds that may be cleared: none that depends on people staying away if they could not have come."""
    early = not_before(now) is not None
    return [kind for kind in KINDS if not (early and kind.absence)]


def not_before(now: datetime) -> datetime | None:
    """Return when things that depend on people staying away may be cleared again; None if they may be now."""
    when = _since(now) + WARNING
    return when if when > now else None


def _since(now: datetime) -> datetime:
    """Return since when the site has been up without a long pause."""
    since = Chore.objects.filter(name=SWEEP).values_list("since", flat=True).first()
    return since if since is not None and since <= now else now


def ends(table: Table, now: datetime) -> datetime | None:
    """Return when a table closes or a match ends unless somebody acts; None if it never does."""
    if settings.SWEEP_HOURS <= 0:
        return None
    if table.status == Table.WAITING:
        days, from_when = settings.WAITING_DAYS, table.moved_at
    elif table.status == Table.PLAYING:
        days = settings.FORK_DAYS if table.forked_from else settings.ABANDONED_DAYS
        from_when = max(table.moved_at, table.watched_at)
    else:
        return None
    end = from_when + timedelta(days=days)
    if days <= 0 or end > now + WARNING:
        return end if days > 0 else None
    return max(end, not_before(now) or now)
