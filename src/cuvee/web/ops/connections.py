"""The door of the server: who may come in, how much they may send, and how long they may take.

A connection that sends nothing, or one byte at a time, costs a file descriptor; a body costs memory or disk before any page has
looked at it. Both are limited here, below Django: a protocol class for uvicorn watches connections while a request arrives, and
an ASGI wrapper takes in bodies. Once a request is complete there is no time limit, since streams stay open for hours. Only a
client that reads nothing of what it is sent is cut off.
"""

import asyncio
import random
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final, final

from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from cuvee.kernel.text import _
from cuvee.web.ops.request_queue import AGAIN, Rooms
from cuvee.web.people import rate_limits
from cuvee.web.people.rate_limits import Busy

SMALL: Final = 64 * 1024
"""Bytes of a body: no form of ours needs more, except those below."""
LARGER: Final = {"import": 4 * 1024 * 1024 + SMALL, "note": 2 * SMALL}
"""By the last part of an address: a journal of 4 MB in its form; a note of 10,000 characters, each sent as twelve bytes."""
LONGEST_TYPED: Final = 2 * SMALL
"""Bytes of a form that is not `multipart/form-data`: it is parsed character by character, which takes a second for 4 MB."""
HEADERS: Final = 16 * 1024
"""Bytes of the address and all headers of a request."""
LONGEST_REQUEST: Final = 2 * LARGER["import"]
"""Bytes of a request as they arrive: a body sent in chunks is a little longer than its content."""
HEADER_SECONDS, BODY_SECONDS, IDLE_SECONDS = 10.0, 20.0, 5
"""How long headers and bodies may take to arrive, and how long an idle connection stays open."""
SPREAD: Final = 0.3
"""Deadlines are up to this part earlier, at random: a thousand requests that came together are not cut off together."""
READ_SECONDS: Final = 30.0
"""How long a client may read nothing of what we send before it is cut off: the data stay in memory meanwhile."""
LINGER: Final = 2.0
"""Seconds in which we still read a refused body: otherwise its sender would not see why."""
LARGE_AT_ONCE, LARGE_OF_ONE = 8, 2
"""How many large bodies may be in memory at once: in all, and from one address."""
FULL: Final = 0.8
"""The share of all file descriptors that connections may use; databases, logs and workers need some."""
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]


def raise_file_limit() -> int:
    """Raise this process's limit of open files as far as allowed; return how many connections that allows."""
    if sys.platform == "win32":
        return 400
    import resource  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        hard = max(soft, 65_536)
    with suppress(OSError, ValueError):  # if the system refuses, the present limit has to do
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return int(soft * FULL)


@final
class Guests:
    """Counts what is open per address."""

    def __init__(self) -> None:
        self.open: Counter[str] = Counter()

    def enter(self, address: str, most: int) -> bool:
        """Count one more, unless that is more than `most` (0: no limit); tell whether it was counted."""
        if 0 < most <= self.open[address]:
            return False
        self.open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one fewer."""
        self.open[address] -= 1
        if self.open[address] <= 0:
            del self.open[address]

    @contextmanager
    def inside(self, address: str, most: int) -> Iterator[bool]:
        """Count one more while the block runs; tell the block whether there was room."""
        entered = self.enter(address, most)
        try:
            yield entered
        finally:
            if entered:
                self.leave(address)


CONNECTIONS: Final = Guests()


def plain(words: str, wait: int = 0) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Write a short refusal, after which the connection is closed."""
    text = f"{words}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
    ]
    return ([*headers, (b"retry-after", str(wait).encode())] if wait else headers), text


@lru_cache(64)
def on_the_wire(status: HTTPStatus, words: str, wait: int = 0) -> bytes:
    """Write a short refusal as it is sent before any request has been read."""
    headers, text = plain(words, wait)
    lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode(), *(name + b": " + value for name, value in headers)]
    return b"\r\n".join([*lines, b"", text])


# Connections.


class Watch(asyncio.Protocol):
    """Added to both of uvicorn's protocols: connections are counted, and timers run while we wait for the client."""

    most: int = 400
    """How many connections there may be in all."""
    transport: Any
    cycle: Any
    connections: Any
    loop: Any
    client: Any
    scope: Any
    _clock: asyncio.TimerHandle | None = None
    _address: str | None = None
    _arrived = 0
    """Bytes of the request that is arriving."""
    _in_body = False
    _reader: asyncio.TimerHandle | None = None
    """Runs while something we sent has not been read."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let somebody in, or say why not."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=0)  # we are told whenever something is waiting to be read
        if len(self.connections) > self.most:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, _("The house is full; try again in a moment"), 5)
            return
        if settings.PROXIES == 0:  # otherwise all connections come from the proxy, and requests are counted instead
            address = rate_limits.network(self.client[0] if self.client else "")
            if not CONNECTIONS.enter(address, settings.LIMIT_CONNECTIONS):
                self._refuse(HTTPStatus.TOO_MANY_REQUESTS, _("Too many connections from your address"), 5)
                return
            self._address = address
        self._set_clock(HEADER_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget them."""
        self._stop_clock()
        self._stop_reader()
        if self._address is not None:
            CONNECTIONS.leave(self._address)
            self._address = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass on what arrived, and check how far the request is."""
        if self.transport.is_closing():
            return
        if self._in_body and self.cycle.response_started:
            self._let_fall(len(data))
            return
        before = self.cycle
        super().data_received(data)
        if self.transport.is_closing():
            return
        began, ending = self.cycle is not before, self._in_body
        self._in_body = self.cycle is not None and bool(self.cycle.more_body)
        if self._in_body:
            self._taking_body(began, len(data))
        elif began or ending:
            self._stop_clock()  # all of it is here
            self._arrived = 0
        else:
            self._taking_headers(len(data))

    def pause_writing(self) -> None:
        """Wait until the client has read what we sent."""
        super().pause_writing()
        self._wait_for_reader(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Go on: the client has read all of it."""
        self._stop_reader()
        super().resume_writing()

    def _wait_for_reader(self, left: int) -> None:
        self._stop_reader()
        self._reader = self.loop.call_later(READ_SECONDS, self._look_at_reader, left)

    def _look_at_reader(self, before: int) -> None:
        """Cut off a client that has read nothing; a slow reader may go on."""
        left = self.transport.get_write_buffer_size()
        if left >= before:
            self.transport.abort()  # closing would mean waiting for them
        else:
            self._wait_for_reader(left)

    def _stop_reader(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            self._reader = None

    def _taking_headers(self, more: int) -> None:
        self._arrived += more
        if self._arrived > HEADERS:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, _("The headers of this request are too long"))
        elif self._clock is None and (self.cycle is None or self.cycle.response_complete):
            self._set_clock(HEADER_SECONDS)

    def _taking_body(self, began: bool, more: int) -> None:
        self._arrived = more if began else self._arrived + more
        if self.cycle.response_complete or self._arrived > LONGEST_REQUEST:
            self.transport.close()  # already answered: nobody will read the rest
        elif began:
            self._set_clock(BODY_SECONDS)

    def _let_fall(self, more: int) -> None:
        """Discard what still arrives of a refused body, up to a limit, so that its sender sees why."""
        self._arrived += more
        if self._arrived > LONGEST_REQUEST or (_declared(self.scope) or 0) > LONGEST_REQUEST:
            self.transport.pause_reading()

    def _set_clock(self, seconds: float) -> None:
        self._stop_clock()
        self._clock = self.loop.call_later(seconds * random.uniform(1 - SPREAD, 1), self._late)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _late(self) -> None:
        self._clock = None
        self._refuse(HTTPStatus.REQUEST_TIMEOUT, _("This request took too long to arrive"))

    def _refuse(self, status: HTTPStatus, words: str, wait: int = 0) -> None:
        """Say why not, unless an answer has begun, and close the connection."""
        self._stop_clock()
        if self.transport.is_closing():
            return
        if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
            self.transport.write(on_the_wire(status, words, wait))
        self.transport.close()


class PlainWatch(Watch, H11Protocol):  # type: ignore[misc]
    """The protocol class where httptools is not available."""


def protocol(most: int) -> type[asyncio.Protocol]:
    """Return the protocol class for uvicorn, which lets in at most this many connections."""
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol  # not on Windows
    except ImportError:
        return type("Watching", (PlainWatch,), {"most": most})
    return type("Watching", (Watch, HttpToolsProtocol), {"most": most})


# Requests.


def largest_body(path: str, kind: str = "") -> int:
    """Return how large a body of this content type may be at an address.

    >>> largest_body("/table/abc/chat"), largest_body("/table/abc/note")
    (65536, 131072)
    >>> largest_body("/import/"), largest_body("/import/", "multipart/form-data; boundary=x")
    (131072, 4259840)
    """
    most = LARGER.get(path.rstrip("/").rpartition("/")[2], SMALL)
    return most if kind.lower().startswith("multipart/form-data") else min(most, LONGEST_TYPED)


def header_of(scope: MutableMapping[str, Any], name: bytes) -> str:
    """Return the value of a header; several with one name are joined, as in Django."""
    return ",".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)


class TooLarge(Exception):
    """A body is larger than it may be."""


class Gone(Exception):
    """The sender of a body has disconnected."""


@final
class Door:
    """An ASGI application in front of another: it limits headers and bodies, and behind a proxy the requests per address."""

    def __init__(self, inside: Application) -> None:
        self._inside = inside
        self._requests = Guests()
        self._large = Guests()
        self._rooms = Rooms()

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it in plain text."""
        if scope["type"] != "http":
            await self._inside(scope, receive, send)
            return
        if _size_of_headers(scope) > HEADERS:
            words = _("The headers of this request are too long")
            await _refuse(receive, send, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, words)
            return
        address = rate_limits.told_address(str((scope.get("client") or ("",))[0]), header_of(scope, b"x-forwarded-for"))
        most = settings.LIMIT_CONNECTIONS if settings.PROXIES > 0 else 0
        with self._requests.inside(address, most) as entered:
            if entered:
                await self._take_in(address, scope, receive, send)
            else:
                words = _("Too many connections from your address")
                await _refuse(receive, send, HTTPStatus.TOO_MANY_REQUESTS, words, 5)

    def close(self) -> None:
        """Let nobody in any more, since the server is stopping."""
        self._rooms.close()

    async def _take_in(self, address: str, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        most, declared = largest_body(scope["path"], header_of(scope, b"content-type")), _declared(scope)
        if declared == 0:
            await self._let_in(address, scope, receive, send)
            return
        if declared is not None and declared > most:
            await _refuse_size(receive, send, most)
            return
        with self._room(address, declared is None or declared > 2 * SMALL, most > 2 * SMALL) as room:
            if not room:
                words = _("Too many large files at once; try again in a moment")
                await _refuse(receive, send, HTTPStatus.TOO_MANY_REQUESTS, words, 5)
                return
            try:
                body = await _read(receive, most)
            except TooLarge:
                await _refuse_size(receive, send, most)
            except Gone:
                return
            else:
                await self._let_in(address, scope, _once(body, receive), send)

    async def _let_in(self, address: str, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Handle a request when its turn comes. The turn ends when the answer begins, since streams go on for hours."""
        try:
            turn = await self._rooms.room_for(scope["method"], scope["path"]).turn(address)
        except Busy as busy:
            await _refuse(receive, send, HTTPStatus.SERVICE_UNAVAILABLE, str(busy), busy.seconds)
            return

        begun = False

        async def answer(message: Message) -> None:
            nonlocal begun
            begun = True
            turn.end()
            await send(message)

        turn.begin()
        try:
            await self._inside(scope, receive, answer)
        except asyncio.CancelledError:  # the server is stopping, and has waited long enough
            if not begun:
                await _answer(send, HTTPStatus.SERVICE_UNAVAILABLE, _("The site is closed; try again in a moment"), AGAIN)
        finally:
            turn.give_up()

    @contextmanager
    def _room(self, address: str, *large: bool) -> Iterator[bool]:
        """Reserve one of the few places for a body that may be large."""
        if not all(large):
            yield True
            return
        with self._large.inside("", LARGE_AT_ONCE) as some, self._large.inside(address or "?", LARGE_OF_ONE) as one:
            yield some and one


def _size_of_headers(scope: MutableMapping[str, Any]) -> int:
    return sum(len(name) + len(value) + 4 for name, value in scope["headers"]) + len(scope["query_string"]) + len(scope["path"])


def _declared(scope: MutableMapping[str, Any]) -> int | None:
    """Return the declared length of a body; None if it comes in chunks."""
    if header_of(scope, b"transfer-encoding"):
        return None
    length = header_of(scope, b"content-length").partition(",")[0].strip()
    return int(length) if length.isascii() and length.isdigit() else 0


async def _read(receive: Receive, most: int) -> bytes:
    """Take in a body; raise as soon as it is too large."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Gone
        body += message.get("body", b"")
        if len(body) > most:
            raise TooLarge
        if not message.get("more_body", False):
            return bytes(body)


def _once(body: bytes, receive: Receive) -> Receive:
    """Hand over a body that was taken in, and afterwards any further messages."""
    parts = [body]

    async def hear() -> Message:
        if parts:
            return {"type": "http.request", "body": parts.pop(), "more_body": False}
        return await receive()

    return hear


async def _refuse_size(receive: Receive, send: Send, most: int) -> None:
    words = _("This is too large: at most {most} KB", most=most // 1024)
    await _refuse(receive, send, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, words)


async def _answer(send: Send, status: HTTPStatus, words: str, wait: int) -> None:
    """Answer in plain text."""
    headers, text = plain(words, wait)
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    await send({"type": "http.response.body", "body": text})


async def _refuse(receive: Receive, send: Send, status: HTTPStatus, words: str, wait: int = 0) -> None:
    """Answer in plain text, and keep reading for a moment: a client that is still sending would not see it otherwise."""
    headers, text = plain(words, wait)
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    await send({"type": "http.response.body", "body": text, "more_body": True})
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER):
            message = await receive()
            while message["type"] == "http.request" and message.get("more_body", False):
                message = await receive()
    await send({"type": "http.response.body", "body": b"", "more_body": False})
