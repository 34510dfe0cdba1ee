"""What players notice of all kinds of attackers at once: the embedded default with its usual limits.

One `cuvee serve` on a fresh folder of data. First a quiet minute: people click at a human pace at a few tables, somebody loads
pages, somebody plays against a grand cru. Then two minutes of abuse while they go on: 300 spectators at one of their tables,
forty more who never read, thirty tables of the strongest bots, log-ins with the right password by the hundred, 1,300
half-sent requests, bodies of 300 MB to any address, hostile journals, and chat, notes and journals until they are refused.

Measured: how long it takes until the other browser's stream shows a click, how long pages take, how long players wait for
the bot, and how many times as long all this takes under abuse. It fails if clicks take more than three times as long at the
median or the 95th percentile, if pages do at the median, if the bot keeps somebody waiting, if an acknowledged move is not
in the log, if the site makes a mistake, or if it does not stop within five seconds when told to, still under attack.

The attackers (`bench/crowd.py`) are one process with plain sockets, and niced (10), since everything shares about two cores:
what counts is what the site lets them have, not what they take from the machine themselves. They come from many addresses
within 127.0.0.0/8, so this runs only on Linux. Nothing leaves the machine. Run: `make abuse`, or
`.venv/bin/python bench/abuse.py --quiet 20 --abuse 40`.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.load import Address, Load, Table, describe_tables, percentiles, small_work
from tests.servers.audit import audit
from tests.servers.visiting import GONE, Line, Screen, Sent, dismiss
from tests.web.serving import AS_SERVED, Served, prepare

from cuvee import build

TABLES: Final = 6
PACE: Final = 3.0
"""Seconds a person thinks, on average."""
SETTLE: Final = 10.0
"""Seconds after the last page was opened until the measuring begins."""
LOOK: Final = 1.0
"""Seconds between two pages somebody loads, and between two looks at the process."""
MOST: Final = 3.0
"""How many times as long clicks and pages may take under abuse."""
LONGEST_WAIT: Final = 15.0
"""Seconds within which the bot has to answer, however many other bots are thinking."""
LAST_SECONDS: Final = 5.0
"""Seconds within which the server has to stop."""
CROWD: Final = Path(__file__).with_name("crowd.py")
MEASURED: Final = {
    "click": "click to the other browser",
    "answer": "click to its answer",
    "page": "page of a table",
    "lobby": "page of the lobby",
    "bot": "wait for the bot",
}
REQUIRED: Final = {"click": ("p50", "p95"), "page": ("p50",), "lobby": ("p50",)}
"""What may not take longer than that, and at which percentiles."""


class Careful(Screen):
    """A page whose owner records which moves were acknowledged."""

    def __init__(self, record: "Record", *given: Any) -> None:
        super().__init__(*given)
        self.record = record

    async def answer(self, option: int, asked: int) -> int:
        sent, begun = Sent(self.code, self.seat, asked, option), time.perf_counter()
        self.record.doubtful.append(sent)
        status = await super().answer(option, asked)
        self.record.doubtful.remove(sent)
        if 200 <= status < 300:
            self.record.acknowledged.append(sent)
            self.record.note("answer", begun)
        else:
            self.record.refused.append(status)
        return status


class Measure(NamedTuple):
    """What was measured, when it began, and how many seconds it took."""

    what: str
    begun: float
    seconds: float


class Record:
    """What the players noticed."""

    def __init__(self) -> None:
        self.acknowledged: list[Sent] = []
        self.doubtful: list[Sent] = []
        self.refused: list[int] = []
        self.measures: list[Measure] = []
        self.errors: list[str] = []

    def note(self, what: str, begun: float) -> None:
        """Note that something begun earlier is now done."""
        self.measures.append(Measure(what, begun, time.perf_counter() - begun))

    def of(self, what: str, since: float, until: float) -> list[float]:
        """List how long something took each time it was begun within a period."""
        return [found.seconds for found in self.measures if found.what == what and since <= found.begun < until]


class Process:
    """The site's process and its workers, sampled now and then."""

    def __init__(self, pid: int, data: Path) -> None:
        self.pid, self.data = pid, data
        self.memory: list[tuple[float, float]] = []
        self.files: list[tuple[float, int]] = []
        self.speed: list[tuple[float, float]] = []
        self.disk_at_first = self.disk()

    def look(self) -> None:
        """Take a sample."""
        at = time.perf_counter()
        self.memory.append((at, int(self._status("VmRSS")) / 1024))
        with suppress(OSError):
            self.files.append((at, len(os.listdir(f"/proc/{self.pid}/fd"))))
        self.speed.append((at, small_work()))

    def _status(self, name: str) -> str:
        found = re.search(rf"^{name}:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text(), re.MULTILINE)
        return found[1] if found else "0"

    def disk(self) -> float:
        """Return the size of the data folder in megabytes."""
        return sum(file.stat().st_size for file in self.data.rglob("*") if file.is_file()) / 1024**2


class People:
    """The players, who go on whatever happens."""

    def __init__(self, site: str, record: Record) -> None:
        self.site, self.record = site, record
        self.load = Load(Address([site], {}), PACE)

    async def play(self, number: int, codes: list[str], sessions: list[str]) -> None:
        """Play at one table, match after match."""
        luck = random.Random(number)
        for code in codes:
            screens = [
                Careful(self.record, self.site, session, code, seat, f"127.100.{number}.{1 + seat}")
                for seat, session in enumerate(sessions)
            ]
            await Table(self.load, list(screens), luck).play()
            if self.load.ended.is_set():
                return

    async def look_around(self, code: str, session: str) -> None:
        """Load a page now and then: a table's, the lobby."""
        line = Line(self.site, session, "127.101.0.1")
        while not self.load.ended.is_set():
            for what, path in (("page", f"/table/{code}/?as=0"), ("lobby", "/")):
                await self._measured(what, lambda path=path: self._page(line, path))  # type: ignore[misc]
                await asyncio.sleep(LOOK)

    async def _page(self, line: Line, path: str) -> None:
        status, _text = await line.request("GET", path)
        if status != 200:
            self.record.errors.append(f"{path}: {status}")

    async def _measured(self, what: str, do: Callable[[], Awaitable[None]]) -> None:
        begun = time.perf_counter()
        try:
            await do()
        except GONE as error:
            self.record.errors.append(f"{what}: {type(error).__name__}")
        else:
            self.record.note(what, begun)

    async def play_a_bot(self, name: str) -> None:
        """Open a table with a bot as strong as those of the attackers, and play against it."""
        line, luck = Line(self.site, "", "127.102.0.1"), random.Random(1)
        while not self.load.ended.is_set():
            await line.request("GET", "/account/login/")
            wish = {"game": "vinhos", "players": 2, "name": name, "seat-1": "me", "seat-2": "bot:grand_cru"}
            status, _text = await line.request("POST", "/open/", wish)
            if status != 302:
                self.record.errors.append(f"opening a table: {status}")
                return
            code = line.headers["location"].strip("/").split("/")[-1]
            await self._play_out(Careful(self.record, self.site, line.session, code, 0, line.source), luck)

    async def _play_out(self, screen: Screen, luck: random.Random) -> None:
        watching = asyncio.create_task(screen.watch_for_ever())
        try:
            await screen.load()
            self.load.opened.add(screen.code)
            while not self.load.ended.is_set() and not screen.over:
                if screen.options:
                    await asyncio.sleep(0.5)
                    sent, shown = screen.choose(luck), screen.entries
                    begun = time.perf_counter()
                    if 200 <= await screen.answer(sent.option, sent.asked) < 300:
                        await self._until(lambda shown=shown: screen.entries > shown)  # type: ignore[misc]
                        if not screen.options and not screen.over and await self._until(lambda: bool(screen.options)):
                            self.record.note("bot", begun)
                else:
                    await asyncio.sleep(0.05)
        except GONE as error:
            self.record.errors.append(f"playing a bot: {type(error).__name__}")
        finally:
            await dismiss(watching)
            screen.leave()

    async def _until(self, happens: Callable[[], bool]) -> bool:
        """Wait until something happens; tell whether it did before the end."""
        while not happens():
            if self.load.ended.is_set():
                return False
            await asyncio.sleep(0.01)
        return True


class Phases(NamedTuple):
    """When the quiet time and the abuse began, and when it ended."""

    quiet: float
    abuse: float
    end: float


async def measure(
    people: People, process: Process, tables: list[list[str]], seats: list[list[str]], given: argparse.Namespace
) -> tuple[Phases, "subprocess.Popen[str]"]:
    """Let everybody play, first undisturbed, then under abuse; return the phases, and the crowd, which is still at it."""
    going = [asyncio.create_task(people.play(number, codes, seats[number])) for number, codes in enumerate(tables)]
    going.append(asyncio.create_task(people.look_around(tables[0][0], seats[0][0])))
    going.append(asyncio.create_task(people.play_a_bot("Modest")))
    while len(people.load.opened) < len(tables) + 1:
        await asyncio.sleep(0.1)
    await asyncio.sleep(SETTLE)
    quiet = time.perf_counter()
    await _look_for(process, given.quiet)
    abuse = time.perf_counter()
    crowd = subprocess.Popen([sys.executable, str(CROWD)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert crowd.stdin is not None
    crowd.stdin.write(json.dumps({"site": people.site, "target": tables[0][0]}) + "\n")
    crowd.stdin.flush()
    await _look_for(process, given.abuse)
    end = time.perf_counter()
    people.load.ended.set()
    for outcome in await asyncio.gather(*going, return_exceptions=True):
        if isinstance(outcome, BaseException):
            people.record.errors.append(f"{type(outcome).__name__}: {outcome}")
    return Phases(quiet, abuse, end), crowd


async def _look_for(process: Process, seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        process.look()
        await asyncio.sleep(LOOK)


def run(folder: Path, given: argparse.Namespace) -> dict[str, Any]:
    """Serve, measure, stop, and compare what was acknowledged with the log."""
    tables = describe_tables(TABLES, bots=False, ahead=int(given.quiet + given.abuse + SETTLE))
    wishes = [wish | {"moves": []} for matches in tables for wish in matches]  # so that all moves are the people's own
    data, record = folder / "data", Record()
    codes, cookies = prepare(data, *wishes)
    served = Served(data, usual=AS_SERVED).start()
    assert served.process is not None
    process, people = Process(served.process.pid, data), People(served.address, record)
    coming = iter(codes)
    matches = [[next(coming) for _wish in table] for table in tables]
    sessions = [[cookies[name] for name in table[0]["people"]] for table in tables]
    crowd: subprocess.Popen[str] | None = None
    try:
        phases, crowd = asyncio.run(measure(people, process, matches, sessions, given))
        record.measures += [Measure("click", people.load.started + click.at, click.seconds) for click in people.load.clicks]
        peak = int(process._status("VmHWM")) / 1024
        begun = time.perf_counter()
        code = served.stop()
        stopped = time.perf_counter() - begun
    finally:
        if crowd is not None:
            crowd.terminate()
            told = json.loads(crowd.communicate()[0] or "{}")
        if served.process.poll() is None:
            served.kill()
    known = sorted({sent.code for sent in record.acknowledged})
    entries = audit(data, record.acknowledged, record.doubtful, {}, known)
    return report(record, people, process, phases, told) | {
        "peak_mb": round(peak),
        "disk_mb": [round(process.disk_at_first, 1), round(process.disk(), 1)],
        "exit_code": code,
        "stopped_in_s": round(stopped, 1),
        "acknowledged": len(record.acknowledged),
        "entries": entries,
        "said": "\n".join(line for line in served.said.read_text().splitlines()[1:] if " WARNING " not in line)[:20_000],
    }


def report(record: Record, people: People, process: Process, phases: Phases, told: dict[str, Any]) -> dict[str, Any]:
    """Put together what was measured."""
    found: dict[str, Any] = {"build": build.describe(), "measured": {}, "crowd": told}
    for what in MEASURED:
        quiet = record.of(what, phases.quiet, phases.abuse)
        abuse = record.of(what, phases.abuse, phases.end)
        before, then = percentiles(quiet), percentiles(abuse)
        ratios = {name: round(then[name] / before[name], 2) if before[name] else 0.0 for name in ("p50", "p95")}
        found["measured"][what] = {"quiet": before, "abuse": then, "ratio": ratios, "counts": [len(quiet), len(abuse)]}
    for name, seen in (("rss_mb", process.memory), ("files", process.files), ("small_work_ms", process.speed)):
        parts = ([value for at, value in seen if at < phases.abuse], [value for at, value in seen if at >= phases.abuse])
        pick = min if name == "small_work_ms" else max
        found[name] = [round(pick(part), 2) for part in parts]
        if name == "small_work_ms":
            found["median_small_work_ms"] = [round(sorted(part)[len(part) // 2], 2) for part in parts]
    found["slowest"] = [
        [one.what, round(one.begun - phases.abuse, 1), round(one.seconds, 2)]
        for one in sorted(record.measures, key=lambda one: -one.seconds)[:40]
        if one.what != "bot"
    ]
    found["errors"] = record.errors + people.load.errors
    found["refused"] = record.refused
    return found


def faults(found: dict[str, Any]) -> list[str]:
    """List the requirements that were missed."""
    missed = []
    for what, names in REQUIRED.items():
        for name in names:
            ratio = found["measured"][what]["ratio"][name]
            if not 0 < ratio <= MOST:
                missed.append(f"{MEASURED[what]}, {name}: {ratio} times as long")
    longest = found["measured"]["bot"]["abuse"]["max"] / 1000
    if not 0 < longest <= LONGEST_WAIT:
        missed.append(f"the bot kept a player waiting for {longest:.1f} s")
    if found["entries"] < found["acknowledged"]:
        missed.append("moves were lost")
    missed += [f"a player met an error: {error}" for error in found["errors"][:5]]
    missed += [f"the site made a mistake: {what} {status} ({count} times)" for what, status, count in mistakes(found)]
    if found["exit_code"] != 0 or found["stopped_in_s"] > LAST_SECONDS:
        missed.append(f"it ended with {found['exit_code']} after {found['stopped_in_s']} s")
    return missed


def mistakes(found: dict[str, Any]) -> list[tuple[str, str, int]]:
    """List the answers that mean that something broke: 5xx, except 503, which says when to try again."""
    answers = found["crowd"].get("answers", {})
    return [(w, s, n) for w, counts in answers.items() for s, n in counts.items() if s >= "500" and s != "503"]


def tell(found: dict[str, Any]) -> None:
    """Print the result as tables."""
    from rich.console import Console
    from rich.table import Table as Lines

    console = Console(width=130)
    console.print(f"{found['build']}; attackers in one process with nice 10, all on this machine")
    lines = Lines("milliseconds", "quiet p50", "p95", "under abuse p50", "p95", "max", "times as long p50", "p95", "how many")
    for what, name in MEASURED.items():
        one = found["measured"][what]
        figures = [one["quiet"]["p50"], one["quiet"]["p95"], one["abuse"]["p50"], one["abuse"]["p95"], one["abuse"]["max"]]
        counts = " / ".join(map(str, one["counts"]))
        lines.add_row(name, *(f"{figure:.0f}" for figure in figures), *map(str, one["ratio"].values()), counts)
    console.print(lines)
    lines = Lines("attackers", "answers, by status (0: cut off without one)", "cut off", "open at once")
    crowd = found["crowd"]
    for what, counts in crowd.get("answers", {}).items():
        said = ", ".join(f"{status}: {count}" for status, count in counts.items())
        lines.add_row(what, said, str(crowd["cut_off"].get(what, 0)), str(crowd["most_open"].get(what, "")))
    console.print(lines)
    print(
        f"memory {found['rss_mb'][0]:.0f} MB quiet, {found['rss_mb'][1]:.0f} MB under abuse, peak {found['peak_mb']} MB;",
        end=" ",
    )
    print(f"open files {found['files'][0]} and {found['files'][1]}; disk {found['disk_mb'][0]} and {found['disk_mb'][1]} MB")
    print(f"the attackers used {crowd.get('processor_s', 0):.0f} s of processor;", end=" ")
    print(f"the same small work took {found['small_work_ms']} ms", end=" ")
    print(f"at best, {found['median_small_work_ms']} at the median (quiet, abuse)")
    print(f"{found['acknowledged']} moves acknowledged, all of them among {found['entries']} in the logs;", end=" ")
    print(f"refused to players: {len(found['refused'])} {sorted(set(found['refused']))}")
    print(f"told to stop under attack, it ended after {found['stopped_in_s']} s with exit code {found['exit_code']}")
    if found["said"].strip():
        print(f"the server said:\n{found['said']}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quiet", type=float, default=60, help="seconds without abuse")
    parser.add_argument("--abuse", type=float, default=120, help="seconds with it")
    parser.add_argument("--out", type=Path, default=Path("bench/results"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cuvee-abuse-") as scratch:
        found = run(Path(scratch), given)
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "abuse.json").write_text(json.dumps(found, indent=1))
    tell(found)
    missed = faults(found)
    for fault in missed:
        print(f"MISSED: {fault}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
