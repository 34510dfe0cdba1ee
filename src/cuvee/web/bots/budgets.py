"""Bot time: who is charged for it, what has priority, and which tables pause.

A bot's thinking is charged to the person who opened its table, a hint or an analysis to the person who asked for it. Each is
also charged to the address they came from, of which only a keyed hash is kept. `fair_queue.py` decides what that means.

A table where only bots sit and nobody is watching has the lowest priority; after a while (`CUVEE_BOTS_ALONE`) it pauses. It
goes on as soon as somebody opens its page.
"""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from cuvee.web.events import announcements
from cuvee.web.models import Person, Seat, Table
from cuvee.web.people import rate_limits
from cuvee.web.people.fair_queue import Standing

PEOPLE, WATCHED, LOOKING_BACK, ALONE = range(4)
"""Priorities, highest first: people who wait, bots somebody watches, finished matches, bots by themselves."""
MARK: Final = timedelta(seconds=20)
"""How often an open page reports that it is open."""
RECENT: Final = timedelta(seconds=60)
"""After this long without a report, nobody counts as watching."""
VISIT: Final = timedelta(hours=12)
"""How often a player's visit is noted; it decides whether a match is abandoned (web/ops/cleanup.py)."""
NEVER: Final = timedelta(days=36_500)
"""How long bots play on by themselves if they never pause."""


def origin_of(request: HttpRequest) -> str:
    """Return a keyed hash of the address a request comes from."""
    return salted_hmac("cuvee.bot_time", rate_limits.address_of(request)).hexdigest()[:16]


def asked_by(request: HttpRequest, person: Person | None) -> tuple[str, ...]:
    """Return who is charged for what a request asks of the house."""
    return _payers(None if person is None else person.pk, origin_of(request))


def payers_of(table: Table) -> tuple[str, ...]:
    """Return who is charged for the bots of a table: the person who opened it."""
    return _payers(table.host_id, table.opened_from) or (f"table {table.pk}",)


def _payers(person: int | None, origin: str) -> tuple[str, ...]:
    found = (f"person {person}" if person else "", f"address {origin}" if origin else "")
    return tuple(payer for payer in found if payer)


def standing(table: Table, places: list[Seat]) -> Standing | None:
    """Return a table's standing in the queue for bot time; None if it pauses."""
    if any(seat.person_id is not None and not seat.house for seat in places):
        return Standing(PEOPLE, payers_of(table))
    quiet_for = timezone.now() - table.watched_at
    if quiet_for > _patience():
        return None
    return Standing(WATCHED if quiet_for < RECENT else ALONE, payers_of(table))


def not_pausing() -> Q:
    """Select seats at tables that do not pause: somebody sits there, or has looked lately."""
    return Q(_somebody_sits("table")) | Q(table__watched_at__gte=timezone.now() - _patience())


def note_watching(pk: int, person: int = 0) -> None:
    """Note that a player, or anybody if only bots play, is looking at a table. A paused table goes on."""
    now = timezone.now()
    plays = Exists(Seat.objects.filter(table=OuterRef("pk"), person=person)) & Q(watched_at__lt=now - VISIT)
    wanted = Q(~_somebody_sits("pk"), watched_at__lt=now - MARK) | (plays if person else Q(pk=None))
    found = Table.objects.filter(wanted, pk=pk, status=Table.PLAYING)
    if found.exists() and found.update(watched_at=now):
        announcements.call_house(pk)


def _somebody_sits(table: str) -> Exists:
    return Exists(Seat.objects.filter(table=OuterRef(table), person__isnull=False, bot="", stand_in=""))


def _patience() -> timedelta:
    """Return how long bots play on by themselves."""
    return timedelta(minutes=settings.BOTS_ALONE) if settings.BOTS_ALONE > 0 else NEVER
