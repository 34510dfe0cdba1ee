"""What malicious people, or people with a bad line, send: hostile journals, half requests, streams nobody reads.

Plain sockets and little processor time, so that many of them can run beside the site they bother.
"""

import asyncio
import copy
import json
import random
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from cuvee import games
from cuvee.kernel.journal import commitment_to
from tests.servers.visiting import GONE, Line, dismiss

JOURNALS: Final = Path(__file__).parents[1] / "journals"
JOURNAL: Final = (JOURNALS / "age_of_champagne_two_tension.json").read_text()
VITICULTURE: Final = (JOURNALS / "viticulture_two.json").read_text()
HALF: Final = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"
BUSY: Final = 503
"""The answer of a site that is overloaded or just starting: fine, if it says when to try again."""
SMALL: Final = 4096
"""Bytes the system buffers for a client that does not read."""


def with_overrides(text: str, overrides: dict[str, Any]) -> str:
    """Write different component corrections into a journal."""
    return json.dumps(json.loads(text) | {"overrides": overrides})


def keys(count: int) -> str:
    """Write this many dotted keys, each with its own tables."""
    return "\n".join(f"a{number}.b.c.d = 1" for number in range(count))


def heavy(kilobytes: int) -> str:
    """A match with long remarks in its corrections."""
    return with_overrides(JOURNAL, {"event_cards.toml": "#" + "x" * (kilobytes * 1024)})


def many_cards(count: int) -> str:
    """A journal whose corrections ask for this many cards, with the right digest of its tables."""
    tables = copy.deepcopy(games.get("viticulture").components().tables)
    row = next(row for row in tables["vines.toml"]["vine"] if row["id"] == "malvasia")
    row |= {"count": count, "source": "owner"}
    digest = sha256(json.dumps(tables, ensure_ascii=False).encode()).hexdigest()[:16]
    journal = json.loads(VITICULTURE) | {"components": digest}
    return with_overrides(json.dumps(journal), {"vines.toml": f'[[vine]]\nid = "malvasia"\ncount = {count}\n'})


def changed(**fields: Any) -> str:
    """Write different fields into a journal."""
    return json.dumps(json.loads(JOURNAL) | fields)


def long_salt(letters: int) -> str:
    """A journal whose commitment has a very long salt."""
    journal, salt = json.loads(JOURNAL), "x" * letters
    commitment = commitment_to(journal["game"], journal["seats"], journal["seed"], salt)
    return changed(salt=salt, commitment=commitment)


HALF_A_LETTER: Final = "\ud800"
HOSTILE: Final = {
    "ten million cards": many_cards(10_000_000),
    "dotted keys": with_overrides(JOURNAL, {"event_cards.toml": keys(20_000)}),
    "as many dotted keys as are parsed": with_overrides(JOURNAL, {"event_cards.toml": keys(600)}),
    "one deep key": with_overrides(JOURNAL, {"event_cards.toml": ".".join("a" * 30_000) + " = 1"}),
    "deep brackets": with_overrides(JOURNAL, {"event_cards.toml": "a = " + "[" * 50_000}),
    "deep JSON": '{"cuvee": 1, "moves": ' + "[" * 200_000,
    "large corrections": with_overrides(JOURNAL, {"event_cards.toml": "#" * 1_000_000}),
    "half a letter in the rules": changed(rules=HALF_A_LETTER),
    "half a letter in an option": changed(options={HALF_A_LETTER: True}),
    "half a letter in a correction": with_overrides(JOURNAL, {"event_cards.toml": f"# {HALF_A_LETTER}"}),
    "half a letter in the name of a table": with_overrides(JOURNAL, {HALF_A_LETTER: ""}),
    "half a letter in a move": changed(moves=[[0, HALF_A_LETTER, ""]], length=1),
    "half a letter in a name": changed(players=[HALF_A_LETTER, "Bo"]),
    "a salt of a megabyte": long_salt(2**20),
    "corrections that are no text": with_overrides(JOURNAL, {"event_cards.toml": [1]}),  # type: ignore[dict-item]
}
BAD: Final = {"nothing": "", "no JSON": "{", "cut off": JOURNAL[: len(JOURNAL) // 2], "a list": "[]", "no text": "\x00"}


class Silent(asyncio.Protocol):
    """A connection that sends something once, and then nothing; it looks only at the status of the answer."""

    def __init__(self, said: bytes, reads: bool = True) -> None:
        self.said, self.reads = said, reads
        self.heard = b""
        self.ended = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        if not self.reads:
            transport.pause_reading()
        transport.write(self.said)

    def data_received(self, data: bytes) -> None:
        if len(self.heard) < 16:
            self.heard += data[:16]

    def connection_lost(self, _error: Exception | None) -> None:
        self.ended.set()

    @property
    def status(self) -> int:
        """The status of the answer, 0 if there was none."""
        words = self.heard.split(b" ", 2)
        return int(words[1]) if len(words) > 1 and words[1][:3].isdigit() else 0


async def say(address: str, said: bytes, source: str = "", reads: bool = True) -> Silent:
    """Connect, perhaps from another address of this machine, and send something."""
    place, loop = urlsplit(address), asyncio.get_running_loop()
    sock = socket.socket()
    try:
        sock.setblocking(False)
        if not reads:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        if source:
            sock.bind((source, 0))
        await loop.sock_connect(sock, (place.hostname, place.port))
    except BaseException:
        sock.close()
        raise
    return (await loop.create_connection(lambda: Silent(said, reads), sock=sock))[1]


def ask_for(path: str, session: str = "") -> bytes:
    """Write a complete request for a page or a stream."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: cuvee={session}\r\n\r\n".encode()


async def greet(line: Line) -> None:
    """Load a page with a form, for the token that forms need."""
    if not line.token:
        await line.request("GET", "/account/login/")
        if not line.token:
            raise ConnectionError("there is no form here")


async def bring(line: Line, journal: str) -> int:
    """Upload a journal; return the status. The headers say where the table is."""
    await greet(line)
    return (await line.request("POST", "/import/", {"text": journal, "name": "Importer"}))[0]


class Bystanders:
    """People who bother a site while it is killed and restarted, and notice what should not happen.

    They upload journals, good, bad and hostile; open streams they never read and requests they never finish; sit down, look,
    and leave again. `laid_out` lists the tables of good journals that were acknowledged; `strange` whatever should not happen.
    """

    def __init__(self, pages: Callable[[], str], seed: int = 1) -> None:
        self.pages = pages
        self.luck = random.Random(seed)
        self.laid_out: list[str] = []
        self.answers: Counter[tuple[str, int]] = Counter()
        self.strange: list[str] = []
        self._going: list[asyncio.Task[None]] = []

    def come(self, code: str, session: str) -> None:
        """Start, at a table and with the session of somebody who sits there."""
        ways = [self._bring_journals, self._sit_and_leave, lambda: self._never_read(code, session), self._never_end]
        self._going += [asyncio.create_task(self._again_and_again(way)) for way in ways]

    async def go(self) -> None:
        """Stop."""
        going, self._going = self._going, []
        for task in going:
            if task.done() and (error := task.exception()):
                raise error
        await dismiss(*going)

    def note(self, what: str, status: int, *fine: int) -> bool:
        """Count an answer; tell whether it is one of the expected ones. Anything else, except "busy", is strange."""
        self.answers[what, status] += 1
        if status not in (*fine, BUSY):
            self.strange.append(f"{what}: {status}")
        return status in fine

    async def _again_and_again(self, way: Callable[[], Any]) -> None:
        while True:
            with suppress(*GONE):
                await way()
            await asyncio.sleep(self.luck.uniform(0, 0.1))

    async def _bring_journals(self) -> None:
        line = Line(self.pages(), "")
        try:
            await greet(line)
            bad, hostile = (self.luck.choice(list(some.values())) for some in (BAD, HOSTILE))
            for journal, fine in ((JOURNAL, 302), (bad, 422), (hostile, 422)):
                status = await bring(line, journal)
                expected = (fine, 429) if fine == 422 else (fine, 422, 429)  # on a busy machine a good one may take too long
                if self.note("journal", status, *expected) and status == 302:
                    self.laid_out.append(line.headers["location"].strip("/").split("/")[-1])
        finally:
            line.hang_up()

    async def _sit_and_leave(self) -> None:
        """Sit down, leave, and let another have the seat: it shows nothing to the one who left, even after logging out."""
        address = self.pages()
        host, former, heir, third = people = [Line(address, "") for _person in range(4)]
        watching: Silent | None = None
        try:
            for line in people:
                await greet(line)
                if not self.note("guest", await self._post(line, "/account/name/", name="Passer-by"), 302, 429):
                    return
            seats = {f"seat-{number}": "me" if number == 1 else "open" for number in (1, 2, 3)}
            if not self.note("open", await self._post(host, "/open/", game="vinhos", players=3, **seats), 302):
                return
            table = host.headers["location"].rstrip("/")
            if not self.note("sit", await self._post(former, f"{table}/sit", seat=1), 302):
                return
            await self._sees_nothing(former, table)
            if not self.note("leave", await self._post(former, f"{table}/leave"), 302):
                return
            for line, seat in ((heir, 1), (third, 2)):
                if not self.note("sit", await self._post(line, f"{table}/sit", seat=seat), 302):
                    return
            await self._sees_nothing(former, table)
            watching = await say(address, ask_for(f"{table}/live?as=1", heir.session))
            await self._until(lambda: watching.status != 0 or watching.ended.is_set())
            if not self.note("own seat", watching.status, 200, 0) or watching.status != 200:
                return
            out = self.note("log out", await self._post(heir, "/account/logout/", sure="yes"), 302)
            if out and not await self._until(watching.ended.is_set):
                self.strange.append("a stream went on after its person had logged out")
        finally:
            for line in people:
                line.hang_up()
            if watching is not None:
                watching.transport.abort()

    async def _sees_nothing(self, line: Line, table: str) -> None:
        """Ask to see what a seat sees that is somebody else's, or has not been dealt anything yet."""
        status, _headers, _reader = await line.ask("GET", f"{table}/live?as=1")
        self.note("former seat", status, 404, 422)

    @staticmethod
    async def _post(line: Line, path: str, **form: object) -> int:
        return (await line.request("POST", path, form))[0]

    @staticmethod
    async def _until(happens: Callable[[], bool]) -> bool:
        for _look in range(1000):
            if happens():
                return True
            await asyncio.sleep(0.01)
        return False

    async def _never_read(self, code: str, session: str) -> None:
        """Open the stream of a running match and read nothing of it."""
        silent = await say(self.pages(), ask_for(f"/table/{code}/live", session), reads=False)
        await self._wait(silent)

    async def _never_end(self) -> None:
        """Send half a request."""
        silent = await say(self.pages(), HALF)
        await self._wait(silent)
        if silent.status:
            self.note("half", silent.status, 408)

    async def _wait(self, silent: Silent) -> None:
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(silent.ended.wait(), 5)
        finally:
            silent.transport.abort()


@contextmanager
def bothered(served: Callable[[], str], code: str, session: str, seed: int = 1) -> Iterator[Bystanders]:
    """Bother a site from a thread while the block runs."""
    bystanders, ended = Bystanders(served, seed), threading.Event()

    async def run() -> None:
        bystanders.come(code, session)
        while not ended.is_set():
            await asyncio.sleep(0.05)
        await bystanders.go()

    with ThreadPoolExecutor(1) as thread:
        going = thread.submit(asyncio.run, run())
        try:
            yield bystanders
        finally:
            ended.set()
            going.result()
