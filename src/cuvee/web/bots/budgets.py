"""Whose time it is when a bot thinks: who pays for it, what comes first, and which tables pause.

A bot's thinking is charged to whoever opened its table, a hint or an analysis to whoever asked for it, and each also to the
address they came from, of which only a keyed hash is kept. What that means is decided in `fair_queue.py`.

A table at which nobody sits but bots, and at which nobody looks, comes last; after a while (`CUVEE_BOTS_ALONE`) it pauses. It
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
"""What comes first: people who wait, bots somebody watches, finished matches, bots by themselves."""
MARK: Final = timedelta(seconds=20)
"""An open page says so often that it is open."""
RECENT: Final = timedelta(seconds=60)
"""After so long without such a word nobody watches any more."""
VISIT: Final = timedelta(hours=12)
"""That a player looked is noted so often: it says whether a match is abandoned (web/ops/cleanup.py)."""
NEVER: Final = timedelta(days=36_500)
"""How long bots play on by themselves where they never pause."""


def origin_of(request: HttpRequest) -> str:
    """Name the address a request comes from so that nobody can tell which it is."""
    return salted_hmac("cuvee.bot_time", rate_limits.address_of(request)).hexdigest()[:16]


def asked_by(request: HttpRequest, person: Person | None) -> tuple[str, ...]:
    """Say who pays for what a request asks the house."""
    return _payers(None if person is None else person.pk, origin_of(request))


def payers_of(table: Table) -> tuple[str, ...]:
    """Say who pays for the bots of a table: whoever opened it."""
    return _payers(table.host_id, table.opened_from) or (f"table {table.pk}",)


def _payers(person: int | None, origin: str) -> tuple[str, ...]:
    found = (f"person {person}" if person else "", f"address {origin}" if origin else "")
    return tuple(payer for payer in found if payer)


def standing(table: Table, places: list[Seat]) -> Standing | None:
    """Say how a table stands in the queue for bot time; nothing if it pauses."""
    if any(seat.person_id is not None and not seat.house for seat in places):
        return Standing(PEOPLE, payers_of(table))
    quiet_for = timezone.now() - table.watched_at
    if quiet_for > _patience():
        return None
    return Standing(WATCHED if quiet_for < RECENT else ALONE, payers_of(table))


def not_pausing() -> Q:
    """Describe seats at tables that do not pause: somebody sits there, or has looked lately."""
    return Q(_somebody_sits("table")) | Q(table__watched_at__gte=timezone.now() - _patience())


def note_watching(pk: int, person: int = 0) -> None:
    """Note that somebody looks at a table: one of its players, or anybody if only bots play there. If it paused, it goes on."""
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
