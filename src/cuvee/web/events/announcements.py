"""Telling everybody who watches a table that something changed. What changed is for each of them to look up.

Embedded, this is a set of open pages in the process; where several processes serve a site, each also hears what others change
(`redis_relay.py`). An announcement carries no content, so nothing can leak and nothing can be lost: who missed one reads the
same state from the database.

Nothing here knows who else has to hear of a change. Notices and bots register themselves at start-up (`web/wiring.py`).
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
"""Seconds after which the pages of a process that says nothing no longer count: it has stopped, or Redis is away."""


Pages = dict[str, int]
"""How many pages are open, by what is counted."""


def _of_table(table: int) -> str:
    return f"table {table}"


def _of_whom(person: int, address: str) -> tuple[str, str]:
    """Name what pages of a person and of a network are counted by; what is told of an address does not show it."""
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
        """When each other process last told how many pages it has open, and how many, in the same way."""
        self.closing = False

    @contextmanager
    def listening(self, table: int, person: int = 0, address: str = "") -> Iterator[Listener]:
        """Listen to a table for as long as the block lasts."""
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
        """Count a page that opens or closes, and tell the other processes at once: a limit holds in all of them."""
        keys = [_of_table(table), *_of_whom(listener.person, listener.address)]
        for key in keys:
            self._open[key] += more
        RELAY.tell_pages({key: self._open[key] for key in keys})
        for key in keys:
            if not self._open[key]:
                del self._open[key]

    def times_rung(self, table: int) -> int:
        """Count how often a table was rung for, lately: what was read before the last time may be out of date."""
        return self._rung[table]

    def ring(self, table: int) -> None:
        """Wake everybody at a table."""
        if table in self._listeners:
            self._rung[table] += 1
        for listener in list(self._listeners.get(table, ())):
            listener.ring()

    def ring_person(self, person: int) -> None:
        """Wake every page of a person: each asks again whether it may still be open."""
        for group in list(self._listeners.values()):
            for listener in list(group):
                if listener.person == person:
                    listener.ring()

    def close(self) -> None:
        """Let every stream end: the server is stopping, the pages will come back by themselves."""
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
        """Note how many pages another process has open: all of them, or what just changed."""
        now = time.monotonic()
        self._elsewhere = {who: told for who, told in self._elsewhere.items() if told[0] > now - UNHEARD}
        before = {} if all_of_them or process not in self._elsewhere else self._elsewhere[process][1]
        self._elsewhere[process] = now, before | pages

    def missed(self) -> list[int]:
        """List the tables of which a page here shows another version than there is."""
        heard = Table.objects.filter(pk__in=list(self._listeners)).only("entries_made", "talk")
        return [table.pk for table in heard if self._behind(table.pk, table.version)]

    def _behind(self, table: int, version: str) -> bool:
        """Tell whether some page of a table shows another version than this."""
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
"""Hears that a table changed; is handed the table and its seats, with their people, as they stand after the change."""


class Players(Protocol):
    """The house of this process: plays the seats of bots."""

    def wake(self, table: int) -> None:
        """Look at a table again."""

    def is_wanted(self, table: Table, places: list[Seat]) -> bool:
        """Tell whether a bot has to answer at a table with these seats."""


@final
class Registry:
    """Who else hears that a table changed, and in which order: first those here, then the open pages, then the house."""

    def __init__(self) -> None:
        self._before_pages: list[Hear] = []
        self._house: Players | None = None

    def before_pages(self, hear: Hear) -> None:
        """Let somebody hear of every change before any page is rung for it.

        A page that is drawn takes back the notice of who is looking, so the notice has to be there by then.
        """
        self._before_pages.append(hear)

    def play_seats(self, house: Players) -> None:
        """Let the house hear of changes: of all in this process if it is alone, else through Redis of those that want a bot."""
        self._house = house

    def tell_before_pages(self, table: Table, places: list[Seat]) -> None:
        """Tell those who have to hear first. One that breaks holds nobody up: the change is on the disk already."""
        for hear in self._before_pages:
            try:
                hear(table, places)
            except Exception:
                log.exception("table %s changed, and somebody could not hear of it", table.pk)

    def wants_house(self, table: Table, places: list[Seat]) -> bool:
        """Tell whether the house, in whichever process, has to answer at a table."""
        return self._house is not None and self._house.is_wanted(table, places)

    def wake_house(self, table: int) -> None:
        """Have the house of this process look at a table."""
        if self._house is not None:
            self._house.wake(table)


REGISTRY: Final = Registry()


def announce(table: Table, places: list[Seat] | None = None) -> None:
    """Say that a table changed, once the change is on the disk: to who is registered, to its open pages and to the house.

    Who has just read the seats there, with their people, hands them over.
    """
    number = table.pk
    transaction.on_commit(lambda: _tell(number, None if places is None else (table, places)))


def revoke(person: int) -> None:
    """Say that a person lost a session, a password, a seat or the account: their pages in all processes look again at once."""
    transaction.on_commit(lambda: _revoke(person))


def _revoke(person: int) -> None:
    HUB.ring_person(person)
    RELAY.tell_person(person)


def call_house(table: int) -> None:
    """Have the house look at a table at which nothing changed; the database shows why."""
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
