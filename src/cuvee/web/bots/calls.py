"""Calls to the house, from any thread, and the order in which they are taken.

Looking at a table costs next to nothing and is always done first: only then is it known whether a bot has to answer there, and
who is charged for it. Whatever takes time waits in a fair queue.
"""

import threading
from collections.abc import Callable
from typing import Final, NamedTuple, final

from cuvee.web.people.fair_queue import FairQueue, Standing

LOOK, THINK, QUIET, WORK = "look", "think", "quiet", "work"
MOST: Final = 1000
"""When this many calls are waiting, no more are fetched from elsewhere."""


class Call(NamedTuple):
    """A call to the house: to a table, or for some piece of work."""

    kind: str
    table: int = 0
    work: Callable[[], None] | None = None


@final
class Switchboard:
    """Waiting calls, and the threads that take them."""

    def __init__(self, hands: int) -> None:
        self._hands = hands
        self._busy = 0
        self._looks: dict[int, None] = {}
        """Tables to look at, in order; one look is enough, however many changes there were."""
        self._queue: FairQueue[Call] = FairQueue()
        self._closed = False
        self._changed = threading.Condition()

    def look(self, table: int) -> None:
        """Look at a table before doing anything that takes time."""
        with self._changed:
            self._looks[table] = None
            self._changed.notify()

    def put(self, call: Call, standing: Standing) -> None:
        """Queue a call that takes time."""
        with self._changed:
            self._queue.put(call, standing)
            self._changed.notify()

    def next(self) -> Call | None:
        """Wait for the next call; None once the board is closed. The caller reports back with `done`."""
        with self._changed:
            while not self._closed:
                if (found := self._pick()) is not None:
                    self._busy += 1
                    return found
                self._changed.wait()
            return None

    def _pick(self) -> Call | None:
        if self._looks:
            table = next(iter(self._looks))
            del self._looks[table]
            return Call(LOOK, table)
        return self._queue.take()

    def done(self, call: Call, seconds: float) -> None:
        """Mark a call as done, and charge whoever pays for it."""
        with self._changed:
            self._busy -= 1
            if call.kind != LOOK:
                self._queue.done(call, seconds)

    def close(self) -> None:
        """Release every thread that waits for a call."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def waits_at(self, table: int) -> bool:
        """Tell whether a table is already known to wait for a bot, or about to be looked at."""
        with self._changed:
            return table in self._looks or Call(THINK, table) in self._queue

    def has_a_free_hand(self) -> bool:
        """Tell whether a thread is free to take a new call at once."""
        with self._changed:
            return self._busy + len(self._looks) + len(self._queue) < self._hands

    def is_full(self) -> bool:
        """Tell whether enough calls are waiting here."""
        with self._changed:
            return len(self._looks) + len(self._queue) >= MOST

    def is_empty(self) -> bool:
        """Tell whether no calls are waiting."""
        with self._changed:
            return not self._looks and not self._queue
