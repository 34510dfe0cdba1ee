"""For operators: whether the site is well, and its numbers."""

import logging
from collections.abc import Iterator

from django.db import DatabaseError, connection, transaction
from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

import cuvee
from cuvee.web.desk import DESK
from cuvee.web.house import HOUSE
from cuvee.web.live import HUB
from cuvee.web.models import Entry, Notice, Person, Table
from cuvee.web.notices import SENDER

log = logging.getLogger(__name__)
PATIENCE = 2000
"""Milliseconds the question about health waits for a busy database; pages wait longer."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if the database can be read and written, else 503."""
    try:
        _try_database()
    except DatabaseError as error:
        log.error("the database is not well: %s", error)
        return JsonResponse({"status": "unavailable", "database": "unavailable", "version": cuvee.__version__}, status=503)
    return JsonResponse({"status": "ok", "database": "ok", "version": cuvee.__version__})


def _try_database() -> None:
    """Take the right to write, change nothing, and give it back."""
    embedded = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if embedded:
            cursor.execute("PRAGMA busy_timeout")
            (before,) = cursor.fetchone()
            cursor.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        try:
            with transaction.atomic():
                Table.objects.filter(pk=0).update(talk=0)
        finally:
            if embedded:
                cursor.execute(f"PRAGMA busy_timeout = {int(before)}")


class Numbers(Collector):
    """What Prometheus is told, counted when it asks."""

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
        # Entries are never edited and their ids never used again: the last id counts all there ever were.
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


REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Tell Prometheus the numbers of this process."""
    numbers = CollectorRegistry()
    numbers.register(Numbers())
    try:
        text = generate_latest(numbers) + generate_latest(REGISTRY)
    except DatabaseError as error:
        log.error("the database is not well: %s", error)
        return HttpResponse("# the database is not available\n", status=503, content_type="text/plain; charset=utf-8")
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)
