"""For operators: the health of the site, and its metrics."""

import logging
import secrets
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, final

from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction
from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

import cuvee
from cuvee.web.bots.dispatcher import HOUSE
from cuvee.web.events.announcements import HUB
from cuvee.web.mail.notices import SENDER
from cuvee.web.match.desk import DESK
from cuvee.web.models import Chore, Entry, Notice, Person, Table
from cuvee.web.ops.cleanup import SWEEP
from cuvee.web.ops.daily_backups import KEEPER
from cuvee.web.ops.guard import no_room

log = logging.getLogger(__name__)
PATIENCE: Final = 2000
"""Milliseconds the health check waits for a busy database; pages wait longer."""
LEAST_FREE: Final = 16 * 1024 * 1024
"""With fewer free bytes on the database's disk the site is unhealthy, though the next move may still fit."""
LITTLE_FREE: Final = 256 * 1024 * 1024
"""With fewer free bytes the operator is warned."""
PROBE_BYTES: Final = 16 * 1024
SESSIONS: Final = f"{Session._meta.db_table} (session_key, session_data, expire_date)"
OFTEN: Final = 5.0
"""Seconds between two test rows."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if moves can be stored, else 503 with the reason; 200 and "degraded" if something needs the operator soon."""
    found = {"status": "ok", "database": "ok", "version": cuvee.__version__, "backup": _backup()}
    free = free_bytes()
    try:
        _try_database()
        PROBE.write()
    except DatabaseError as error:
        log.error("the database is not well: %s", error)
        return _unavailable(found, "full" if no_room(error) else "unavailable", "it cannot be written")
    if free is not None and free < LEAST_FREE:
        log.error("the disk of the database is full: %s bytes are free", free)
        return _unavailable(found, "full", "its disk is full")
    reasons = _warnings(free)
    return JsonResponse(found | ({"status": "degraded", "reasons": reasons} if reasons else {}))


def _unavailable(found: dict[str, Any], database: str, reason: str) -> HttpResponse:
    more = {"status": "unavailable", "database": database, "reasons": [f"database: {reason}"]}
    return JsonResponse(found | more, status=503)


def _warnings(free: int | None) -> list[str]:
    """List problems that do not yet keep anybody from playing."""
    reasons = []
    if free is not None and free < LITTLE_FREE:
        reasons.append("database: its disk is nearly full")
    if KEEPER.state() in ("failed", "late"):
        reasons.append(f"backup: {KEEPER.state()}")
    return reasons


def free_bytes() -> int | None:
    """Return the free space on the disk of the embedded database; PostgreSQL's disk is its own affair."""
    if connection.vendor != "sqlite":
        return None
    return shutil.disk_usage(Path(connection.settings_dict["NAME"]).parent).free


def _backup() -> dict[str, Any]:
    """Return the state of the copies of the data, and the age of the newest in seconds. Why one failed is in the log."""
    age = KEEPER.age() if KEEPER.keep else None
    return {"status": KEEPER.state(), "age": None if age is None else round(age.total_seconds())}


@contextmanager
def _not_for_long() -> Iterator[None]:
    """Wait less for a busy database than pages do."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        (before,) = cursor.fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {int(before)}")


def _try_database() -> None:
    """Take the write lock, change nothing, and release it."""
    with _not_for_long(), transaction.atomic():
        Table.objects.filter(pk=0).update(talk=0)


@final
class Probe:
    """Writes something to disk and removes it, since nothing else shows that moves can be stored.

    Anybody may ask for the site's health, so it writes at most once every few seconds; after a failure it retries at once.
    """

    def __init__(self) -> None:
        self._written = -OFTEN
        self._lock = threading.Lock()

    def write(self) -> None:
        """Store and remove a row that needs new pages, in one step that is on disk when it returns."""
        with self._lock:
            if time.monotonic() - self._written < OFTEN:
                return
            key = f"healthz-{secrets.token_hex(8)}"
            # A session that belongs to nobody; nobody ever sees it, since it is deleted in the same step.
            with _not_for_long(), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"INSERT INTO {SESSIONS} VALUES (%s, %s, %s)", [key, "0" * PROBE_BYTES, timezone.now()])
                cursor.execute(f"DELETE FROM {Session._meta.db_table} WHERE session_key = %s", [key])
            self._written = time.monotonic()


PROBE: Final = Probe()


class Numbers(Collector):
    """The metrics for Prometheus, counted when it asks."""

    def collect(self) -> Iterator[Metric]:
        tables = GaugeMetricFamily("cuvee_tables", "Tables by status.", labels=["status"])
        counted = dict(Table.objects.values_list("status").annotate(Count("pk")))
        for status in (Table.WAITING, Table.PLAYING, Table.FINISHED):
            tables.add_metric([status], counted.get(status, 0))
        yield tables
        people = GaugeMetricFamily("cuvee_people", "People by kind.", labels=["kind"])
        kinds = dict(Person.objects.values_list("guest").annotate(Count("pk")))
        people.add_metric(["guest"], kinds.get(True, 0))
        people.add_metric(["account"], kinds.get(False, 0))
        yield people
        # Entries are never edited and their ids never reused, so the last id counts all there ever were.
        entries = Entry.objects.aggregate(last=Max("pk"))["last"] or 0
        yield CounterMetricFamily("cuvee_moves", "Moves and take-backs ever acknowledged.", value=entries)
        yield GaugeMetricFamily("cuvee_open_streams", "Open pages that are told of changes.", value=HUB.open_streams())
        yield GaugeMetricFamily("cuvee_positions", "Positions in memory.", value=len(DESK._positions))
        yield GaugeMetricFamily("cuvee_house_thinking", "Tables at which a bot thinks.", value=HOUSE.count_thinking())
        yield CounterMetricFamily(
            "cuvee_house_replaced", "Bot workers that died or hung and were replaced.", value=HOUSE.replaced
        )
        yield GaugeMetricFamily("cuvee_notices_waiting", "Notices waiting to be sent.", value=Notice.objects.count())
        yield CounterMetricFamily("cuvee_notices_sent", "Notices sent, by e-mail and webhook.", value=SENDER.sent)
        yield CounterMetricFamily("cuvee_notices_failed", "Notices that could not be delivered.", value=SENDER.failures)
        yield from _sweep_numbers()
        if (free := free_bytes()) is not None:
            yield GaugeMetricFamily("cuvee_disk_free_bytes", "Room left on the disk of the database.", value=free)
        if KEEPER.keep:
            yield from _backup_numbers()


def _sweep_numbers() -> Iterator[Metric]:
    chore = Chore.objects.filter(name=SWEEP).first()
    if chore is None:
        return
    if chore.done_at is not None:
        age = (timezone.now() - chore.done_at).total_seconds()
        yield GaugeMetricFamily("cuvee_sweep_age_seconds", "Since the last sweep of what is overdue.", value=max(0.0, age))
    cleared = CounterMetricFamily("cuvee_cleared", "What was cleared away, by kind.", labels=["kind"])
    for kind, number in sorted(chore.cleared.items()):
        cleared.add_metric([kind], number)
    yield cleared


def _backup_numbers() -> Iterator[Metric]:
    age = KEEPER.age()
    if age is not None:
        yield GaugeMetricFamily("cuvee_backup_age_seconds", "Age of the newest backup.", value=age.total_seconds())
    well = KEEPER.state() == "ok"
    yield GaugeMetricFamily("cuvee_backup_ok", "Whether there is a good backup of the last day.", value=well)
    yield CounterMetricFamily("cuvee_backups_made", "Backups made.", value=KEEPER.made)
    yield CounterMetricFamily("cuvee_backups_failed", "Backups that failed or were found damaged.", value=KEEPER.failures)


REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics of this process for Prometheus."""
    numbers = CollectorRegistry()
    numbers.register(Numbers())
    try:
        text = generate_latest(numbers) + generate_latest(REGISTRY)
    except DatabaseError as error:
        log.error("the database is not well: %s", error)
        return HttpResponse("# the database is not available\n", status=503, content_type="text/plain; charset=utf-8")
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)
