"""Simulated people with many open pages and little use of the processor: HTTP and server-sent events over plain sockets."""

import asyncio
import json
import random
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests.web.serving import written_form

OPTION = re.compile(r'name="option" value="(\d+)"')
ASKED = re.compile(r'name="asked" value="(\d+)"')
GONE = (OSError, EOFError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError, IndexError)
"""The errors a client gets when the server is killed in the middle of an answer."""


async def dismiss(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks as often as needed: a wait that ends at that moment may swallow the first cancellation."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _done, left = await asyncio.wait(left, timeout=1)
    await asyncio.gather(*tasks, return_exceptions=True)


class Sent(NamedTuple):
    """An answer somebody gave: the table, the seat, the question and the answer."""

    code: str
    seat: int
    asked: int
    option: int


class Line:
    """A client of a server: one request at a time, each on its own connection, perhaps from another address."""

    def __init__(self, address: str, session: str, source: str = "") -> None:
        self.place = urlsplit(address)
        self.session = session
        self.source = source
        self.token = ""
        self.headers: dict[str, str] = {}
        """The headers of the last answer."""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def request(self, method: str, path: str, form: dict[str, Any] | None = None) -> tuple[int, str]:
        """Send a request; return status and text."""
        status, headers, reader = await self.ask(method, path, form)
        if "chunked" in headers.get("transfer-encoding", ""):
            text = "".join([chunk async for chunk in _chunks(reader)])
        else:
            length = int(headers.get("content-length", 0)) if status != 204 else 0
            text = (await reader.readexactly(length)).decode()
        return status, text

    async def ask(
        self, method: str, path: str, form: dict[str, Any] | None = None
    ) -> tuple[int, dict[str, str], asyncio.StreamReader]:
        """Send a request and read the head of the answer."""
        self.hang_up()  # a server may close an idle connection just as we write to it
        self._reader, self._writer = await asyncio.open_connection(
            self.place.hostname, self.place.port, limit=2**22, local_addr=(self.source, 0) if self.source else None
        )
        cookies = f"cuvee={self.session}" + (f"; csrftoken={self.token}" if self.token else "")
        head = [f"{method} {path} HTTP/1.1", f"Host: {self.place.netloc}", f"Cookie: {cookies}", "HX-Request: true"]
        body = b""
        if form is not None:
            body, kind = written_form({"csrfmiddlewaretoken": self.token} | form)
            head += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        self._writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + body)
        await self._writer.drain()
        status = int((await self._reader.readline()).split()[1])
        headers: dict[str, str] = {}
        while (raw := await self._reader.readline()) not in (b"\r\n", b""):
            name, _colon, value = raw.decode().partition(":")
            headers[name.lower()] = value.strip()
            if name.lower() == "set-cookie":
                self._keep(value)
        self.headers = headers
        return status, headers, self._reader

    def _keep(self, cookie: str) -> None:
        name, _equals, value = cookie.partition(";")[0].strip().partition("=")
        if name == "csrftoken":
            self.token = value
        elif name == "cuvee":
            self.session = value.strip('"')

    def hang_up(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            with suppress(RuntimeError):
                self._writer.close()
        self._reader = self._writer = None


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[str]:
    while size := int(await reader.readline(), 16):
        yield (await reader.readexactly(size)).decode()
        await reader.readexactly(2)
    await reader.readline()


class Screen:
    """An open page of one seat: what it shows, kept up to date by its stream."""

    def __init__(self, address: str, session: str, code: str, seat: int, source: str = "") -> None:
        self.code, self.seat = code, seat
        self.clicks = Line(address, session, source)
        self.news = Line(address, session, source)
        self.parts: dict[str, str] = {}
        self.stamp = ""
        self.changed_at = 0.0
        self.changed = asyncio.Event()
        self.updates = 0
        self.watching = 0
        """How many pages of the table are open, according to the last update."""
        self.heard: Callable[[Screen], None] | None = None
        """Called after every update."""

    @property
    def entries(self) -> int:
        """The version of the match the page shows."""
        return int(self.stamp.partition(".")[0] or -1)

    @property
    def options(self) -> list[int]:
        """The options that can be chosen now."""
        return [int(number) for number in OPTION.findall(self.parts.get("choices", ""))]

    @property
    def asked(self) -> int:
        """The present question."""
        return int(ASKED.findall(self.parts["choices"])[0])

    @property
    def over(self) -> bool:
        """Tell whether the match has ended."""
        return "Score sheet" in self.parts.get("bar", "")

    async def load(self) -> None:
        """Load the page once, as a browser does: it brings the token its forms need."""
        status, text = await self.clicks.request("GET", f"/table/{self.code}/?as={self.seat}")
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', text)
        if status != 200 or not found:
            raise ConnectionError(f"the page of a table answered {status}")
        if not self.clicks.token:
            self.clicks.token = found[1]

    async def watch(self) -> None:
        """Follow the stream until it ends."""
        path = f"/table/{self.code}/live?as={self.seat}"
        status, _headers, reader = await self.news.ask("GET", path)
        if status != 200:
            raise ConnectionError(f"the stream answered {status}")
        self.parts.clear()
        text = ""
        async for chunk in _chunks(reader):
            text += chunk
            while "\n\n" in text:
                event, _blank, text = text.partition("\n\n")
                self._take(event)

    async def watch_for_ever(self) -> None:
        """Follow the stream, and reopen it whenever it is cut, as a browser does."""
        while not self.over:
            with suppress(*GONE):
                await self.watch()
            self.news.hang_up()
            await asyncio.sleep(0.5)

    def _take(self, event: str) -> None:
        lines = dict(line.partition(": ")[::2] for line in event.splitlines())
        if "data" not in lines:
            return
        if lines.get("event") == "watching":
            self.watching = int(lines["data"])
            return
        self.stamp = lines["id"]
        for name, news in json.loads(lines["data"]).items():
            self.parts[name] = news if isinstance(news, str) else _changed(self.parts[name], news)
        self.updates += 1
        self.changed_at = time.perf_counter()
        self.changed.set()
        if self.heard is not None:
            self.heard(self)

    async def answer(self, option: int, asked: int) -> int:
        """Click on an option; return the status of the answer."""
        form = {"as": self.seat, "option": option, "asked": asked}
        status, _text = await self.clicks.request("POST", f"/table/{self.code}/answer", form)
        return status

    def choose(self, luck: random.Random) -> Sent:
        """Choose an option at random."""
        return Sent(self.code, self.seat, self.asked, luck.choice(self.options))

    def leave(self) -> None:
        """Close the page."""
        self.clicks.hang_up()
        self.news.hang_up()


def _changed(before: str, news: list[list[Any]]) -> str:
    pieces = before.split("<")
    for first, gone, *come in news:
        pieces[first : first + gone] = come[0].split("<") if come else []
    return "<".join(pieces)
