"""All kinds of attackers at once, for `bench/abuse.py`, in a process of their own.

They are cheap (plain sockets, with answers thrown away unread where possible) and niced, so that what they take from a site is
what it gives them, not the processor they share with it. Each group has addresses of its own within 127.0.0.0/8. An attacker
that is refused tries again after a while.

Started by the bench: it reads its target as JSON, and writes the answers it got as JSON when it is told to stop.
"""

import asyncio
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.servers.visiting import GONE, Line
from tests.web.nuisances import HALF, HOSTILE, ask_for, bring, greet, heavy, say

NICE: Final = 10
"""How nice the attackers are to everything else on the machine."""
ACCOUNT, PASSWORD = "crowd", "chateau-margaux"
SPECTATORS, SLOW, TABLES, LOGINS, HALVES, BODIES, UPLOADERS = 300, 40, 30, 100, 1300, 12, 5
AT_ONE_ADDRESS: Final = {"spectators": 75, "half": 100, "logins": 50, "slow": 20, "bodies": 6}
"""How many of a group come from one address."""
BODY: Final = 300_000_000
AGAIN: Final = 1.0
"""Seconds after which an attacker that was refused or cut off tries again."""


def address(group: int, number: int) -> str:
    """Name an address of this machine that belongs to one group."""
    return f"127.{group}.0.{1 + number}"


class Crowd:
    """All attackers, and how often each kind got which answer."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.site: str = given["site"]
        self.target: str = given["target"]
        self.account = asyncio.Event()
        """Set once there is an account to log in to."""
        self.answers: Counter[tuple[str, int]] = Counter()
        self.gone: Counter[str] = Counter()
        self.open: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        """The largest number of streams and half requests that were open at the same time."""

    async def run(self) -> None:
        """Do everything at once until cancelled."""
        going = [self.spectate(number) for number in range(SPECTATORS)]
        going += [self.read_slowly(number) for number in range(SLOW)]
        going += [self.send_half(number) for number in range(HALVES)]
        going += [self.log_in(number) for number in range(LOGINS)]
        going += [self.send_body(number) for number in range(BODIES)]
        going += [self.upload(number) for number in range(UPLOADERS)]
        going += [self.junk(kind, number) for number in range(3) for kind in ("chat", "note", "import")]
        going += [self.let_bots_play()]
        async with asyncio.TaskGroup() as everybody:
            for one in going:
                everybody.create_task(one)

    async def _hold(self, what: str, said: bytes, source: str, reads: bool = True) -> None:
        """Send something and wait until the connection ends."""
        silent = await say(self.site, said, source, reads)
        self.open[what] += 1
        self.most[what] = max(self.most[what], self.open[what])
        try:
            await silent.ended.wait()
        finally:
            self.open[what] -= 1
            silent.transport.abort()
        self.answers[what, silent.status] += 1

    async def _for_ever(self, what: str, do: Callable[[], Awaitable[None]], pause: float = AGAIN) -> None:
        while True:
            try:
                await do()
            except GONE:
                self.gone[what] += 1
            await asyncio.sleep(pause)

    async def spectate(self, number: int) -> None:
        """Watch other people's table."""
        source = address(1, number // AT_ONE_ADDRESS["spectators"])
        said = ask_for(f"/table/{self.target}/live")
        await asyncio.sleep(number / 100)
        await self._for_ever("spectators", lambda: self._hold("spectators", said, source))

    async def read_slowly(self, number: int) -> None:
        """Watch other people's table without reading what comes."""
        source = address(2, number // AT_ONE_ADDRESS["slow"])
        said = ask_for(f"/table/{self.target}/live")
        await self._for_ever("slow readers", lambda: self._hold("slow readers", said, source, reads=False))

    async def send_half(self, number: int) -> None:
        """Begin a request and never end it."""
        source = address(3, number // AT_ONE_ADDRESS["half"])
        await asyncio.sleep(number / 500)
        await self._for_ever("half requests", lambda: self._hold("half requests", HALF, source))

    async def log_in(self, number: int) -> None:
        """Log in with the right password, again and again."""
        line = Line(self.site, "", address(4, number // AT_ONE_ADDRESS["logins"]))
        form = {"username": ACCOUNT, "password": PASSWORD}

        async def once() -> None:
            line.session = ""
            await greet(line)
            if number == 0 and not self.account.is_set():
                await self._ask(line, "accounts", "/account/keep/", form | {"again": PASSWORD})
                self.account.set()
                return
            await self.account.wait()
            await self._ask(line, "log-ins", "/account/login/", form)

        await self._for_ever("log-ins", once, 0)

    async def send_body(self, number: int) -> None:
        """Send 300 MB to some address, declared or in pieces."""
        source = address(5, number // AT_ONE_ADDRESS["bodies"])
        places = cycle(["/", f"/table/{self.target}/answer", "/import/", "/nowhere", "/account/login/", "/static/x"])
        await self._for_ever("huge bodies", lambda: self._pour(next(places), number % 2 == 1, source))

    async def _pour(self, path: str, in_pieces: bool, source: str) -> None:
        size = "Transfer-Encoding: chunked" if in_pieces else f"Content-Length: {BODY}"
        silent = await say(self.site, f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{size}\r\n\r\n".encode(), source)
        piece = b"10000\r\n" + b"x" * 65536 + b"\r\n" if in_pieces else b"x" * 65536
        try:
            for _piece in range(BODY // 65536):
                if silent.transport.is_closing():
                    break
                silent.transport.write(piece)
                while silent.transport.get_write_buffer_size() and not silent.transport.is_closing():
                    await asyncio.sleep(0.01)
        finally:
            silent.transport.abort()
        self.answers["huge bodies", silent.status] += 1

    async def upload(self, number: int) -> None:
        """Upload hostile journals."""
        line, journals = Line(self.site, "", address(6, number)), cycle(HOSTILE.values())

        async def once() -> None:
            await self._become_guest(line)
            self._note("hostile journals", await bring(line, next(journals)))
            if line.headers.get("retry-after"):
                await asyncio.sleep(AGAIN)

        await self._for_ever("hostile journals", once, 0)

    async def junk(self, kind: str, number: int) -> None:
        """Store as much on the disk as the site accepts."""
        line = Line(self.site, "", address(7, number))
        journal, text = heavy(60), "ж" * 10_000

        async def once() -> None:
            await self._become_guest(line)
            if kind == "import":
                status = await bring(line, journal)
            else:
                length = 500 if kind == "chat" else 10_000
                status, _text = await line.request("POST", f"/table/{self.target}/{kind}", {"text": text[:length]})
            self._note(f"junk ({kind})", status)
            if status == 429:
                await asyncio.sleep(AGAIN)

        await self._for_ever(f"junk ({kind})", once, 0)

    async def let_bots_play(self) -> None:
        """Open thirty tables of the strongest bots, and look at them now and then, so that the bots go on."""
        line = Line(self.site, "", address(8, 0))
        codes: list[str] = []
        seats = {f"seat-{number}": "bot:grand_cru" for number in range(1, 4)}

        async def once() -> None:
            await self._become_guest(line)
            if len(codes) < TABLES:
                status = await self._ask(line, "tables of bots", "/open/", {"game": "vinhos", "players": 3} | seats)
                if status == 302:
                    codes.append(line.headers["location"].strip("/").split("/")[-1])
                    return
            for code in codes:
                await line.request("GET", f"/table/{code}/")
                await asyncio.sleep(AGAIN)
            await asyncio.sleep(AGAIN)

        await self._for_ever("tables of bots", once, 0)

    async def _become_guest(self, line: Line) -> None:
        await greet(line)
        if not line.session:
            await self._ask(line, "guests", "/account/name/", {"name": "Attacker"})

    async def _ask(self, line: Line, what: str, path: str, form: dict[str, Any]) -> int:
        status, _text = await line.request("POST", path, form)
        self._note(what, status)
        return status

    def _note(self, what: str, status: int) -> None:
        self.answers[what, status] += 1

    def tell(self) -> dict[str, Any]:
        """Return the answers in a form for JSON."""
        answers: dict[str, dict[str, int]] = {}
        for (what, status), count in sorted(self.answers.items()):
            answers.setdefault(what, {})[str(status)] = count
        return {"answers": answers, "cut_off": dict(self.gone), "most_open": dict(self.most)}


async def main() -> None:
    crowd, told = Crowd(json.loads(sys.stdin.readline())), asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told.set)
    going = asyncio.create_task(crowd.run())
    ended = asyncio.create_task(told.wait())
    await asyncio.wait({going, ended}, return_when=asyncio.FIRST_COMPLETED)
    if going.done():
        going.result()
    print(json.dumps(crowd.tell() | {"processor_s": sum(os.times()[:2])}), flush=True)
    going.cancel()
    with suppress(asyncio.CancelledError):
        await going


if __name__ == "__main__":
    os.nice(NICE)
    asyncio.run(main())
