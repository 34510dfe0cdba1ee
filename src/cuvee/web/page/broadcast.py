"""Updates for spectators, made once for all who see the same of a table.

However many are watching, a move costs one drawing, one database query and one update.

Each stream only remembers up to which version it has been sent everything. From there it gets the steps it has missed, or
everything if those are no longer kept. Sending an update to everybody takes time too. So the more people are watching, the
longer each waits between two updates, and a crowd never takes more than a small part of a processor.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final, NamedTuple, final

from cuvee.web.events.announcements import HUB
from cuvee.web.models import Table
from cuvee.web.page.diff import Wire
from cuvee.web.page.sight import LOG, PEN, changed_parts, marks

STEPS: Final = 16
"""This many steps are kept for slow streams."""
FRESH: Final = 1.0
"""Seconds for which the last known state of a table is good enough for pages that were not woken."""
BREATH: Final = 0.02
"""Seconds between two updates of a spectator, times the number of spectators: fifty get one update a second."""
MOST: Final = 64
"""At most this many broadcasts (by table, language and look) are kept."""


class Step(NamedTuple):
    """An update that leads from one version to another."""

    before: str
    stamp: str
    update: str


@final
class Broadcast:
    """The updates for all who see the same."""

    def __init__(self) -> None:
        self.stamp = ""
        self._parts: dict[str, str] = {}
        self._marks: dict[str, int] = {}
        self._wire = Wire()
        self._whole = ""
        self._steps: deque[Step] = deque(maxlen=STEPS)

    def show(self, stamp: str, parts: dict[str, str]) -> None:
        """Publish a new version."""
        if stamp == self.stamp:
            return
        fresh = changed_parts(self._marks, parts)
        with PEN:
            update = self._wire.tell(fresh)
        if LOG in fresh:
            self._wire.forget(LOG)
        self._steps.append(Step(self.stamp, stamp, update))
        self.stamp, self._parts, self._marks, self._whole = stamp, parts, marks(parts), ""

    def since(self, sent: str) -> list[Step]:
        """List the steps from a version that was sent, or from nothing, to the last one."""
        if sent == self.stamp:
            return []
        steps = list(self._steps)
        for number, step in enumerate(steps):
            if sent and step.before == sent:
                return steps[number:]
        return [Step("", self.stamp, self._everything())]

    def _everything(self) -> str:
        """Write everything. The page then has the log in one piece, so the next update of a part of it must be whole too."""
        if not self._whole:
            with PEN:
                self._whole = Wire().tell(changed_parts({}, self._parts))
        self._wire.forget(LOG)
        return self._whole


@final
class Broadcasts:
    """All broadcasts of this process, and the tables as last read."""

    def __init__(self) -> None:
        self._broadcasts: OrderedDict[tuple[int, str, bool, bool], Broadcast] = OrderedDict()
        self._read: OrderedDict[int, tuple[int, float, Table]] = OrderedDict()
        self._lock = Lock()
        self._spectators = 0

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Count one more spectator while the block runs. In the event loop only."""
        self._spectators += 1
        try:
            yield
        finally:
            self._spectators -= 1

    @property
    def breath(self) -> float:
        """Return how long a spectator waits between two updates, in seconds."""
        return BREATH * (self._spectators - 1)

    def table(self, pk: int) -> Table:
        """Return a table as it is now, with seats and people; it is read again only if it may have changed."""
        rung, now = HUB.times_rung(pk), time.monotonic()
        with self._lock:
            known = self._read.get(pk)
            if known is None or known[0] != rung or now - known[1] > FRESH:
                known = self._read[pk] = rung, now, Table.with_people().get(pk=pk)
                self._read.move_to_end(pk)
                if len(self._read) > MOST:
                    self._read.popitem(last=False)
            return known[2]

    def since(self, key: tuple[int, str, bool, bool], sent: str, stamp: str, parts: dict[str, str]) -> list[Step]:
        """List the steps for somebody who was sent everything up to a version; `parts` is what can be seen now."""
        with self._lock:
            broadcast = self._broadcasts.setdefault(key, Broadcast())
            self._broadcasts.move_to_end(key)
            if len(self._broadcasts) > MOST:
                self._broadcasts.popitem(last=False)
            broadcast.show(stamp, parts)
            return broadcast.since(sent)


BROADCASTS: Final = Broadcasts()
