"""What the house is called for, from any thread, and what comes next.

Looking at a table costs next to nothing and comes first: only then it is known whether a bot has to answer there, and who pays
for that. What takes time waits in a fair queue.
"""

import threading
from collections.abc import Callable
from typing import Final, NamedTuple, final

from cuvee.web.people.fair_queue import FairQueue, Standing

LOOK, THINK, QUIET, WORK = "look", "think", "quiet", "work"
MOST: Final = 1000
"""When so many things wait, no more are fetched from elsewhere."""


class Call(NamedTuple):
    """Something the house is called for: at a table, or some piece of work."""

    kind: str
    table: int = 0
    work: Callable[[], None] | None = None


@final
class Switchboard:
    """Calls that wait, and hands that take them."""

    def __init__(self, hands: int) -> None:
        self._hands = hands
        self._busy = 0
        self._looks: dict[int, None] = {}
        """Tables to look at, in order: one look is enough, however many changes there were."""
        self._queue: FairQueue[Call] = FairQueue()
        self._closed = False
        self._changed = threading.Condition()

    def look(self, table: int) -> None:
        """Have a look at a table, before anything that takes time."""
        with self._changed:
            self._looks[table] = None
            self._changed.notify()

    def put(self, call: Call, standing: Standing) -> None:
        """Let something that takes time wait for its turn."""
        with self._changed:
            self._queue.put(call, standing)
            self._changed.notify()

    def next(self) -> Call | None:
        """Wait for the next call; nothing once the board is closed. Say when it is done."""
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
        """Be done with a call, and charge who pays for it."""
        with self._changed:
            self._busy -= 1
            if call.kind != LOOK:
                self._queue.done(call, seconds)

    def close(self) -> None:
        """Let everybody who waits for a call go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def waits_at(self, table: int) -> bool:
        """Tell whether a table is already known to wait for a bot, or about to be looked at."""
        with self._changed:
            return table in self._looks or Call(THINK, table) in self._queue

    def has_a_free_hand(self) -> bool:
        """Tell whether somebody would begin at once with a new call."""
        with self._changed:
            return self._busy + len(self._looks) + len(self._queue) < self._hands

    def is_full(self) -> bool:
        """Tell whether enough waits here."""
        with self._changed:
            return len(self._looks) + len(self._queue) >= MOST

    def is_empty(self) -> bool:
        """Tell whether nothing waits."""
        with self._changed:
            return not self._looks and not self._queue
