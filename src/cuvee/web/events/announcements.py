"""Tells everybody who watches a table that something changed. What changed, each of them looks up.

Embedded, this is a set of open pages in the process; where several processes serve a site, each also hears what others change
(`redis_relay.py`). An announcement carries no content, so nothing can leak and nothing can be lost: a page that missed one
reads the same state from the database.

This module does not know who else has to hear of a change. Notices and bots register themselves at start-up (`web/wiring.py`).
"""

import asyncio
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol, final

from django.db import transaction
from django.utils.crypto import salted_hmac

from cuvee.web.events.redis_relay import RELAY
from cuvee.web.models import Seat, Table

log = logging.getLogger(__name__)
UNHEARD: Final = 15.0
"""Seconds after which the pages of a silent process no longer count: it has stopped, or Redis is unavailable."""


Pages = dict[str, int]
"""How many pages are open, by what is counted."""


def _of_table(table: int) -> str:
    return f"table {table}"


def _of_whom(person: int, address: str) -> tuple[str, str]:
    """Return the keys by which pages of a person and of a network are counted; the address itself is not shown."""
    return f"person {person}", f"address {salted_hmac('cuvee.open pages', address).hexdigest()[:16]}"


@final
class Listener:
    """One open page, waiting in its own event loop."""

    def __init__(self, person: int = 0, address: str = "") -> None:
        self.person = person
        """Whose page it is; 0 for somebody without a name."""
        self.address = address
        """The network it is open in."""
        self.loop = asyncio.get_running_loop()
        self.rung = asyncio.Event()
        self.shown = ""
        """The version of the table that the page shows."""

    def ring(self) -> None:
        """Wake the page, from any thread."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.rung.set)


@final
class Hub:
    """Who listens to which table."""

    def __init__(self) -> None:
        self._listeners: defaultdict[int, set[Listener]] = defaultdict(set)
        self._rung: Counter[int] = Counter()
        self._open: Counter[str] = Counter()
        """How many pages are open here, by table, by person and by network."""
        self._elsewhere: dict[str, tuple[float, Pages]] = {}
        """For each other process, when it last reported its open pages, and how many it has, counted the same way."""
        self.closing = False

    @contextmanager
    def listening(self, table: int, person: int = 0, address: str = "") -> Iterator[Listener]:
        """Listen to a table while the block runs."""
        listener = Listener(person, address)
        self._listeners[table].add(listener)
        self._count(table, listener, 1)
        try:
            yield listener
        finally:
            self._listeners[table].discard(listener)
            if not self._listeners[table]:
                del self._listeners[table]
            self._count(table, listener, -1)

    def _count(self, table: int, listener: Listener, more: int) -> None:
        """Count a page that opens or closes, and tell the other processes at once, since limits hold across all of them."""
        keys = [_of_table(table), *_of_whom(listener.person, listener.address)]
        for key in keys:
            self._open[key] += more
        RELAY.tell_pages({key: self._open[key] for key in keys})
        for key in keys:
            if not self._open[key]:
                del self._open[key]

    def times_rung(self, table: int) -> int:
        """Count how often a table was rung for lately: what was read before the last time may be out of date."""
        return self._rung[table]

    def ring(self, table: int) -> None:
        """Wake everybody at a table."""
        if table in self._listeners:
            self._rung[table] += 1
        for listener in list(self._listeners.get(table, ())):
            listener.ring()

    def ring_person(self, person: int) -> None:
        """Wake every page of a person: each checks again whether it may still be open."""
        for group in list(self._listeners.values()):
            for listener in list(group):
                if listener.person == person:
                    listener.ring()

    def close(self) -> None:
        """End every stream: the server is stopping, and the pages will reconnect by themselves."""
        self.closing = True
        for table in list(self._listeners):
            self.ring(table)

    def here(self, table: int) -> int:
        """Count the pages of a table that this process keeps up to date."""
        return len(self._listeners.get(table, ()))

    def watching(self, table: int) -> int:
        """Count the open pages of a table, whichever process keeps them up to date."""
        return self._everywhere(_of_table(table))

    def _everywhere(self, key: str) -> int:
        since = time.monotonic() - UNHEARD
        told = [pages for when, pages in list(self._elsewhere.values()) if when > since]
        return self._open[key] + sum(pages.get(key, 0) for pages in told)

    def pages(self) -> Pages:
        """Return how many pages are open here, by table, by person and by network."""
        return dict(self._open)

    def hear_pages(self, process: str, pages: Pages, all_of_them: bool) -> None:
        """Note how many pages another process has open: all counts, or those that just changed."""
        now = time.monotonic()
        self._elsewhere = {who: told for who, told in self._elsewhere.items() if told[0] > now - UNHEARD}
        before = {} if all_of_them or process not in self._elsewhere else self._elsewhere[process][1]
        self._elsewhere[process] = now, before | pages

    def missed(self) -> list[int]:
        """List the tables of which a page here shows an outdated version."""
        heard = Table.objects.filter(pk__in=list(self._listeners)).only("entries_made", "talk")
        return [table.pk for table in heard if self._behind(table.pk, table.version)]

    def _behind(self, table: int, version: str) -> bool:
        """Tell whether any page of a table shows a version other than this."""
        return any(listener.shown != version for listener in list(self._listeners.get(table, ())))

    def streams_of(self, person: int, address: str) -> tuple[int, int]:
        """Count the open pages of a person, and those of everybody in their network, whichever process has them."""
        theirs, everybody = (self._everywhere(key) for key in _of_whom(person, address))
        return theirs if person else 0, everybody

    def open_streams(self) -> int:
        """Count all open pages."""
        return sum(len(group) for group in self._listeners.values())


HUB: Final = Hub()


Hear = Callable[[Table, list[Seat]], None]
"""Called when a table changed, with the table and its seats, including their people, as they are after the change."""


class Players(Protocol):
    """The house of this process, which plays the bots' seats."""

    def wake(self, table: int) -> None:
        """Look at a table again."""

    def is_wanted(self, table: Table, places: list[Seat]) -> bool:
        """Tell whether a bot has to answer at a table with these seats."""


@final
class Registry:
    """Who else hears that a table changed, in this order: listeners registered here, the open pages, the house."""

    def __init__(self) -> None:
        self._before_pages: list[Hear] = []
        self._house: Players | None = None

    def before_pages(self, hear: Hear) -> None:
        """Register a listener that hears of every change before any page is rung for it.

        Drawing a page takes back the notice of the person looking at it, so the notice has to exist by then.
        """
        self._before_pages.append(hear)

    def play_seats(self, house: Players) -> None:
        """Register the house. Alone, it hears of all changes in this process; otherwise Redis brings those that want a bot."""
        self._house = house

    def tell_before_pages(self, table: Table, places: list[Seat]) -> None:
        """Tell those who have to hear first. One that fails holds nobody up: the change is already on disk."""
        for hear in self._before_pages:
            try:
                hear(table, places)
            except Exception:
                log.exception("a listener failed on a change of table %s", table.pk)

    def wants_house(self, table: Table, places: list[Seat]) -> bool:
        """Tell whether the house, in any process, has to answer at a table."""
        return self._house is not None and self._house.is_wanted(table, places)

    def wake_house(self, table: int) -> None:
        """Have the house of this process look at a table."""
        if self._house is not None:
            self._house.wake(table)


REGISTRY: Final = Registry()


def announce(table: Table, places: list[Seat] | None = None) -> None:
    """Announce that a table changed, once the change is on disk: to registered listeners, its open pages and the house.

    A caller that has just read the seats, with their people, hands them over.
    """
    number = table.pk
    transaction.on_commit(lambda: _tell(number, None if places is None else (table, places)))


def revoke(person: int) -> None:
    """Announce that a person lost a session, password, seat or account: their pages in all processes check again at once."""
    transaction.on_commit(lambda: _revoke(person))


def _revoke(person: int) -> None:
    HUB.ring_person(person)
    RELAY.tell_person(person)


def call_house(table: int) -> None:
    """Have the house look at a table where nothing changed; the database shows why."""
    if RELAY.is_open:
        transaction.on_commit(lambda: RELAY.tell(table, for_house=True))
    else:
        transaction.on_commit(lambda: REGISTRY.wake_house(table))


def _tell(number: int, known: tuple[Table, list[Seat]] | None) -> None:
    if known is None and (found := Table.with_people().filter(pk=number).first()) is not None:
        known = found, list(found.places.all())
    if known is not None:
        REGISTRY.tell_before_pages(*known)
    HUB.ring(number)
    if RELAY.is_open:
        RELAY.tell(number, for_house=known is not None and REGISTRY.wants_house(*known))
    else:
        REGISTRY.wake_house(number)
