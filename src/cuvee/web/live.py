"""Telling everybody who watches a table that something changed. What changed is for each of them to look up.

Embedded, this is a set of listeners in the process; where several processes serve a site, each also hears what others change
(`relay.py`). An announcement carries no content, so nothing can leak and nothing can be lost: who missed one reads the same
state from the database.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, final

from django.db import transaction

from cuvee.web.relay import RELAY

if TYPE_CHECKING:
    from cuvee.web.models import Seat, Table

UNHEARD: Final = 15.0
"""Seconds after which the pages of a process that says nothing no longer count: it has stopped, or Redis is away."""


@final
class Listener:
    """One open page, waiting in its own event loop."""

    def __init__(self) -> None:
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
        self._elsewhere: dict[str, tuple[float, dict[int, int]]] = {}
        """When each other process last told how many pages it has open at which table, and how many."""
        self.closing = False

    @contextmanager
    def listening(self, table: int) -> Iterator[Listener]:
        """Listen to a table for as long as the block lasts."""
        listener = Listener()
        self._listeners[table].add(listener)
        try:
            yield listener
        finally:
            self._listeners[table].discard(listener)
            if not self._listeners[table]:
                del self._listeners[table]

    def ring(self, table: int) -> None:
        """Wake everybody at a table."""
        for listener in list(self._listeners.get(table, ())):
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
        since = time.monotonic() - UNHEARD
        told = [pages for when, pages in list(self._elsewhere.values()) if when > since]
        return self.here(table) + sum(pages.get(table, 0) for pages in told)

    def pages(self) -> dict[int, int]:
        """Return how many pages are open here, by table."""
        return {table: len(group) for table, group in list(self._listeners.items())}

    def hear_pages(self, process: str, pages: dict[int, int]) -> None:
        """Note how many pages another process has open, by table."""
        now = time.monotonic()
        self._elsewhere = {who: told for who, told in self._elsewhere.items() if told[0] > now - UNHEARD}
        self._elsewhere[process] = now, pages

    def missed(self) -> list[int]:
        """List the tables of which a page here shows another version than there is."""
        from cuvee.web.models import Table

        heard = Table.objects.filter(pk__in=list(self._listeners)).only("entries_made", "talk")
        return [table.pk for table in heard if self._behind(table.pk, table.version)]

    def _behind(self, table: int, version: str) -> bool:
        """Tell whether some page of a table shows another version than this."""
        return any(listener.shown != version for listener in list(self._listeners.get(table, ())))

    def open_streams(self) -> int:
        """Count all open pages."""
        return sum(len(group) for group in self._listeners.values())


HUB: Final = Hub()


def announce(table: "Table", places: "list[Seat] | None" = None) -> None:
    """Say that a table changed, once the change is on the disk; wake its pages and the house.

    Who has just read the seats there, with their people, hands them over.
    """
    number = table.pk
    transaction.on_commit(lambda: _tell(number, None if places is None else (table, places)))


def _tell(number: int, known: "tuple[Table, list[Seat]] | None") -> None:
    from cuvee.web import errands, notices
    from cuvee.web.house import HOUSE
    from cuvee.web.models import Table

    if known is None and (found := Table.with_people().filter(pk=number).first()) is not None:
        known = found, list(found.places.all())
    if known is not None:
        notices.turn_came(*known)  # first: who is looking takes their notice back when the page is drawn
    HUB.ring(number)
    if RELAY.is_open:
        RELAY.tell(number, for_house=known is not None and errands.waits_for_house(*known))
    else:
        HOUSE.wake(number)
