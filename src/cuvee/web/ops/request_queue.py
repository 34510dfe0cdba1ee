"""Requests take turns: only a few are handled at once, and the address that has used least of the server's time is next.

A request gets a desk (a thread, with its database connection) when its turn comes; until then it costs nothing but its place.
Otherwise a thousand requests would be handled together, each a little at a time, and all would be late; and the event loop
would have to wait while threads start. Work is charged to the address it is done for, so that an address that asks for much
waits behind itself, not in front of others.

Requests that wait for something slow (a password, a journal, a bot) have a room of their own, where they keep nobody from a
page. So do updates of players' open pages (`LOOKING`).
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from typing import Final, NamedTuple, TypeVar, final

from asgiref.sync import SyncToAsync, ThreadSensitiveContext
from django.conf import settings

from cuvee.kernel.text import _
from cuvee.web.match import uploads
from cuvee.web.people import password_hashing
from cuvee.web.people.fair_queue import FairQueue, Standing
from cuvee.web.people.rate_limits import Busy

PAGES, PAGES_SHARED = 1, 8
"""Requests handled at once: while one waits for the disk, or for a more distant database server, another goes on."""
LOOKERS, LOOKERS_SHARED = 1, 3
"""Players' open pages updated at once: while one is drawn, others query a database server."""
HINTS: Final = 32
"""Hints waited for at once; the house decides in which order bots think about them."""
MOVERS: Final = 1
"""Moves handled together where pages have a single desk: a click does not wait there while a page is drawn."""
MOVES: Final = ("answer", "undo")
"""The last part of addresses where somebody moves, or takes a move back."""
ASK_FOR_PASSWORDS: Final = ("login", "keep", "password", "new-password", "delete", "second-factor")
"""The last part of addresses where a password is hashed or checked."""
GUESS, LEAST, MEMORY = 0.02, 0.001, 0.25
"""In seconds, as in the fair queue: what a running request is assumed to cost, the least that any request costs, and the
advantage of newcomers."""
REST: Final = 1.0
"""Passwords and files leave at least half of the time to everybody else: a desk for them rests as long as it has worked."""
PATIENCE: Final = 15.0
"""Seconds a request waits for its turn."""
AGAIN: Final = 5
"""Seconds after which a request that waited in vain may be retried."""

Result = TypeVar("Result")


class Ticket(NamedTuple):
    """The place of an address in the queue. Its requests are taken one after another, so one place is enough."""

    address: str
    number: int


@final
class Desk:
    """A thread that handles one request after another."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._context = ThreadSensitiveContext()
        SyncToAsync.context_to_thread_executor[self._context] = self._thread

    def take_seat(self) -> None:
        """Do all synchronous work of the running task here; Django then starts no thread of its own."""
        SyncToAsync.thread_sensitive_context.set(self._context)

    async def do(self, work: Callable[[], Result]) -> Result:
        """Do something here."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def when_idle(self, then: Callable[[], None]) -> None:
        """Do something in this event loop once this desk is idle."""
        loop = asyncio.get_running_loop()

        def tell(_done: object) -> None:
            with suppress(RuntimeError):  # the server has stopped
                loop.call_soon_threadsafe(then)

        self._thread.submit(int).add_done_callback(tell)


@final
class Turn:
    """A request's turn at a desk. Its holder ends it as soon as the work is done; ending it twice does no harm."""

    def __init__(self, room: "Room", ticket: Ticket, desk: Desk) -> None:
        self._room, self._ticket, self._desk = room, ticket, desk
        self._begun = time.monotonic()
        self._ended = False

    def begin(self) -> None:
        """Take the desk."""
        self._desk.take_seat()

    async def do(self, work: Callable[[], Result]) -> Result:
        """Do all the work at the desk, and let the next one in."""
        try:
            done = await self._desk.do(work)
        except BaseException:
            self.give_up()
            raise
        self.end()
        return done

    def end(self) -> None:
        """Let the next one in."""
        if not self._ended:
            self._ended = True
            self._leave()

    def give_up(self) -> None:
        """Let the next one in once the desk is free: the asker has gone, but the work is still running."""
        if not self._ended:
            self._ended = True
            self._desk.when_idle(self._leave)

    def _leave(self) -> None:
        self._room.leave(self._ticket, self._desk, time.monotonic() - self._begun)


@final
class Room:
    """A few requests are handled at once here, the others wait. In one event loop only.

    `rest` is how long a desk stays empty after a turn, as a multiple of that turn. Nobody notices it unless others are waiting.
    """

    def __init__(self, name: str, desks: int, rest: float = 0.0) -> None:
        self._free = [Desk(name) for _desk in range(desks)]
        self._rest = rest
        self._closed = False
        self._queue: FairQueue[Ticket] = FairQueue(GUESS, LEAST, MEMORY)
        self._callers: dict[str, deque[asyncio.Future[Turn]]] = {}
        """By address, the waiting requests in order. Each address has one ticket in the queue."""
        self._numbers = count()

    async def turn(self, address: str) -> Turn:
        """Wait for a turn; raise Busy if too many requests of the address are waiting, or if it does not come in time."""
        callers = self._callers.get(address)
        if self._closed:
            raise _busy()
        if callers is None:
            callers = self._callers[address] = deque()
            self._stand_in_line(address)
        elif 0 < settings.LIMIT_CONNECTIONS <= len(callers):
            raise _busy()
        caller: asyncio.Future[Turn] = asyncio.get_running_loop().create_future()
        callers.append(caller)
        self._call()
        try:
            async with asyncio.timeout(PATIENCE):
                return await caller
        except BaseException as error:
            self._go_away(callers, caller)
            if isinstance(error, TimeoutError):
                raise _busy() from None
            raise

    @staticmethod
    def _go_away(callers: "deque[asyncio.Future[Turn]]", caller: "asyncio.Future[Turn]") -> None:
        """Stop waiting; a turn that came at the same moment goes to the next."""
        with suppress(ValueError):
            callers.remove(caller)
        if caller.done() and not caller.cancelled() and caller.exception() is None:
            caller.result().end()

    def close(self) -> None:
        """Let nobody in any more, and release those who wait."""
        self._closed = True
        for callers in self._callers.values():
            for caller in callers:
                if not caller.done():
                    caller.set_exception(_busy())
            callers.clear()

    def leave(self, ticket: Ticket, desk: Desk, seconds: float) -> None:
        """End a turn that took this many seconds; let the next one in, after a rest if the room has one."""
        self._queue.done(ticket, seconds)
        if self._rest > 0:
            asyncio.get_running_loop().call_later(self._rest * seconds, self._open, desk)
        else:
            self._open(desk)

    def _open(self, desk: Desk) -> None:
        self._free.append(desk)
        self._call()

    def _call(self) -> None:
        """Let in the next requests, while there is room."""
        while self._free and (ticket := self._queue.take()) is not None:
            caller = self._next_of(ticket.address)
            if caller is None:
                self._queue.done(ticket, 0)  # the one who waited there has gone
            else:
                caller.set_result(Turn(self, ticket, self._free.pop()))

    def _next_of(self, address: str) -> "asyncio.Future[Turn] | None":
        """Return the next request of an address, which queues again if it has more."""
        callers = self._callers[address]
        caller = None
        while callers and (caller is None or caller.done()):  # one that has just stopped waiting may still be among them
            caller = callers.popleft()
        if callers:
            self._stand_in_line(address)
        else:
            del self._callers[address]
        return None if caller is None or caller.done() else caller

    def _stand_in_line(self, address: str) -> None:
        self._queue.put(Ticket(address, next(self._numbers)), Standing(0, (address,)))


def _busy() -> Busy:
    return Busy(_("The house is very busy just now"), AGAIN)


LOOKING: Final = Room("looking", LOOKERS_SHARED if settings.SHARED else LOOKERS)
"""Where players' open pages are drawn. An address with many busy pages waits behind itself."""


@final
class Rooms:
    """The rooms of a server: one for pages, one for moves, one for each kind of slow work."""

    def __init__(self) -> None:
        self._pages = Room("pages", PAGES_SHARED if settings.SHARED else PAGES)
        moves = self._pages if settings.SHARED else Room("moves", MOVERS)
        passwords, files = Room("passwords", password_hashing.AT_ONCE, REST), Room("files", uploads.AT_ONCE, REST)
        hints = Room("hints", HINTS)
        self._apart = dict.fromkeys(MOVES, moves) | dict.fromkeys(ASK_FOR_PASSWORDS, passwords)
        self._apart |= {"import": files, "hint": hints}

    def close(self) -> None:
        """Let nobody in any more, since the server is stopping."""
        for room in (self._pages, *self._apart.values()):
            room.close()

    def room_for(self, method: str, path: str) -> Room:
        """Return where a request waits."""
        if method not in ("GET", "HEAD") or path.endswith("/hint"):
            return self._apart.get(path.rstrip("/").rpartition("/")[2], self._pages)
        return self._pages
