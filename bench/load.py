"""Many live tables at once: simulated people over real HTTP and server-sent events, on this machine.

Everybody has a page open at their table and decides every few seconds. Measured: how long it takes until the other pages show
a click, errors, memory and processor time of every process over time; also whether a move late in a long match takes longer
than an early one. Run: `make load`, or `.venv/bin/python bench/load.py --tables 40 --seconds 60`.
"""

import argparse
import asyncio
import json
import math
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.servers.running import GrownUp, servers
from tests.servers.visiting import GONE, Screen, dismiss
from tests.web.serving import Served, prepare

from cuvee import build, games
from cuvee.charts import Chart, Frame, standalone
from cuvee.kernel.match import Match

PEOPLE = 2
ARRIVE = 0.2
"""Seconds between the arrivals at two tables."""
SETTLE = 60.0
"""Seconds after the last page was opened until the measuring begins: by then most pages have had their first update."""
SAMPLE = 5.0
"""Seconds between two samples of the processes."""
SLOWER = 1.25
"""A machine that takes this many times its best time for the same work is busy with something else."""
AHEAD = 120
"""At least this many moves lie ahead of people, in several matches if need be: after one they sit down at the next."""
EARLY, LATE, STRETCH = 10, 500, 40
"""The moves from which the times of moves are compared, and over how many moves."""
LONG_SEATS = 3
PAUSE, UNLIMITED = "0.4", "0"
"""Everybody comes from one address, which otherwise may have only 200 pages open."""
FRAME = Frame(900, 240, 60, 180, 10, 24)
PANEL = 300
"""The height of a chart with its title."""
COLOURS = ("#7a1f3d", "#b8860b", "#2f6f4f", "#3b5b92", "#8a5a9c", "#6b5d56")


Wish = dict[str, Any]
"""A match to be prepared, as tests/web/serving.py reads it."""


class Address(NamedTuple):
    """A site to visit: the addresses of its pages, and its processes by name."""

    pages: list[str]
    processes: dict[str, int]


@contextmanager
def embedded(folder: Path, wishes: list[Wish]) -> Iterator[tuple[Address, list[str], dict[str, str]]]:
    """Serve tables from one process on SQLite."""
    data = folder / "data"
    codes, cookies = prepare(data, *wishes)
    served = Served(data, CUVEE_BOT_PAUSE=PAUSE, CUVEE_LIMIT_STREAMS=UNLIMITED).start()
    try:
        assert served.process is not None
        yield Address([served.address], {"site": served.process.pid}), codes, cookies
    finally:
        served.stop()


@contextmanager
def grown_up(folder: Path, wishes: list[Wish], webs: int, houses: int) -> Iterator[tuple[Address, list[str], dict[str, str]]]:
    """Serve tables from several processes on PostgreSQL and Redis."""
    with servers() as (postgres, relay):
        site = GrownUp(folder, postgres, relay, webs, houses, CUVEE_BOT_PAUSE=PAUSE, CUVEE_LIMIT_STREAMS=UNLIMITED)
        codes, cookies = prepare(site.data, *wishes, **site.servers)
        site.start()
        named = [(f"pages {n + 1}", web.process) for n, web in enumerate(site.webs)]
        named += [(f"house {n + 1}", house.process) for n, house in enumerate(site.houses)]
        named += [("PostgreSQL", postgres.process), ("Redis", relay.process)]
        try:
            processes = {name: process.pid for name, process in named if process is not None}
            yield Address([web.address for web in site.webs], processes), codes, cookies
            site.stop()
        finally:
            site.kill()


def describe_tables(count: int, bots: bool, ahead: int = AHEAD) -> list[list[Wish]]:
    """List the matches of each table: two people, games in turn, with a bot where there is room for one.

    The first match is at any stage and others follow, so that matches end and begin at any time, as on a site that has been
    up for long.
    """
    tables = []
    for number in range(count):
        game = games.NAMES[number % len(games.NAMES)]
        seats = ["me", "open"] + ["bot:vintner"] * (bots and 3 in games.get(game).seats)
        people = [f"T{number} P{seat}" for seat in range(PEOPLE)]
        wish = {"game": game, "players": len(seats), "people": people, "seats": seats}
        moves = random_match(game, len(seats), number)
        played = int(random.Random(number).random() * len(moves))
        more = math.ceil(max(0, ahead + played - len(moves)) / len(moves))
        tables.append(
            [wish | {"seed": number + count * later, "moves": [] if later else moves[:played]} for later in range(1 + more)]
        )
    return tables


class Click(NamedTuple):
    """When somebody clicked, since the start, and how long it took until another's page had changed."""

    at: float
    seconds: float


class Table:
    """People at one table, each at their own screen."""

    def __init__(self, load: "Load", screens: list[Screen], luck: random.Random) -> None:
        self.load, self.screens, self.luck = load, screens, luck
        for screen in screens:
            screen.heard = self._heard
        self._waiting: list[tuple[float, int, Screen]] = []

    @property
    def over(self) -> bool:
        return any(screen.over for screen in self.screens)

    def _heard(self, screen: Screen) -> None:
        """Note how long after a click another's page changed."""
        for click in list(self._waiting):
            clicked, entries, mover = click
            if screen is not mover and screen.entries > entries:
                self._waiting.remove(click)
                self.load.clicks.append(Click(clicked - self.load.started, time.perf_counter() - clicked))

    async def play(self) -> None:
        """Load the pages one after another, then let everybody decide in their own time."""
        watching = [asyncio.create_task(screen.watch_for_ever()) for screen in self.screens]
        try:
            for screen in self.screens:
                await screen.load()
            self.load.opened |= {screen.code for screen in self.screens}
            await asyncio.gather(*(self._decide(screen) for screen in self.screens))
        finally:
            await dismiss(*watching)
            for screen in self.screens:
                screen.leave()

    async def _decide(self, screen: Screen) -> None:
        while not self.load.ended.is_set() and not self.over:
            if not screen.options:
                screen.changed.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(screen.changed.wait(), 1)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self.load.ended.wait(), self.luck.expovariate(1 / self.load.pace))
            if screen.options and not self.load.ended.is_set():
                await self._click(screen)

    async def _click(self, screen: Screen) -> None:
        sent, entries = screen.choose(self.luck), screen.entries
        waiting = (time.perf_counter(), entries, screen)
        self._waiting.append(waiting)
        try:
            status = await screen.answer(sent.option, sent.asked)
        except GONE as error:
            self.load.errors.append(type(error).__name__)
            screen.clicks.hang_up()
            return
        if status == 409:
            self.load.late += 1
        elif not 200 <= status < 300:
            self.load.errors.append(str(status))
        else:
            self.load.moves += 1
            self.load.answers.append(time.perf_counter() - waiting[0])
            return
        if waiting in self._waiting:
            self._waiting.remove(waiting)


class Load:
    """All tables, and what was measured."""

    def __init__(self, address: Address, pace: float) -> None:
        self.address, self.pace = address, pace
        self.clicks: list[Click] = []
        self.answers: list[float] = []
        self.errors: list[str] = []
        self.moves = self.late = self.finished = 0
        self.opened: set[str] = set()
        self.ended = asyncio.Event()
        self.started = time.perf_counter()
        self.memory: list[tuple[float, dict[str, float]]] = []
        self.spent: list[tuple[float, dict[str, float]]] = []
        """Seconds of processor time each process has used, over time."""
        self.speed: list[tuple[float, float]] = []
        """How many milliseconds of processor time the same small work took, over time: how fast the machine was."""

    async def run(self, matches: list[list[str]], wishes: list[list[Wish]], cookies: dict[str, str], seconds: float) -> None:
        """Play at all tables for some seconds, match after match; what happens while pages are being opened does not count."""
        playing = []
        for number, codes in enumerate(matches):
            sessions = [cookies[name] for name in wishes[number][0]["people"]]
            playing.append(asyncio.create_task(self._play_one_after_another(number, codes, sessions)))
            await asyncio.sleep(ARRIVE)
        while not self.opened.issuperset(codes[0] for codes in matches) and not any(task.done() for task in playing):
            await asyncio.sleep(0.5)
        await asyncio.sleep(SETTLE)
        self._begin()
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self._sample()
            await asyncio.sleep(min(SAMPLE, max(0.1, end - time.perf_counter())))
        self._sample()
        self.ended.set()
        for outcome in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(outcome, BaseException):
                self.errors.append(f"{type(outcome).__name__}: {outcome}")

    async def _play_one_after_another(self, number: int, codes: list[str], sessions: list[str]) -> None:
        """Let people play match after match."""
        pages, luck = self.address.pages, random.Random(number)
        for code in codes:
            screens = [
                Screen(pages[(number + seat) % len(pages)], session, code, seat) for seat, session in enumerate(sessions)
            ]
            await Table(self, screens, luck).play()
            if self.ended.is_set():
                return
            self.finished += 1

    def _begin(self) -> None:
        self.clicks.clear()
        self.answers.clear()
        self.moves = self.late = self.finished = 0
        self.started = time.perf_counter()

    @property
    def processor(self) -> dict[str, float]:
        """Return what each process used between the first and the last sample."""
        first, last = self.spent[0][1], self.spent[-1][1]
        return {name: last[name] - first[name] for name in last}

    def busy(self, name: str) -> list[tuple[float, float]]:
        """Return how much of a core a process used over time, in percent."""
        pairs = zip(self.spent, self.spent[1:], strict=False)
        return [(at, 100 * (now[name] - before[name]) / (at - since)) for (since, before), (at, now) in pairs]

    def _sample(self) -> None:
        at = time.perf_counter() - self.started
        self.memory.append((at, self._memory()))
        self.spent.append((at, self._processor()))
        self.speed.append((at, small_work()))

    def while_fast(self) -> list[float]:
        """Return the times of clicks while the machine was about as fast as at its best."""
        fast = SLOWER * min(took for _at, took in self.speed)
        good = {int(at // SAMPLE) for at, took in self.speed if took <= fast}
        return [click.seconds for click in self.clicks if int(click.at // SAMPLE) in good]

    def _memory(self) -> dict[str, float]:
        return {name: sum(map(_megabytes, _family(pid))) for name, pid in self.address.processes.items()}

    def _processor(self) -> dict[str, float]:
        return {name: sum(map(_seconds, _family(pid))) for name, pid in self.address.processes.items()} | {
            "simulated people": _seconds(os.getpid()),
            "taken by other machines": _stolen(),
        }


def _family(pid: int) -> list[int]:
    """List a process and its descendants."""
    found, parents = [pid], {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    for ancestor in found:
        found += [child for child, parent in parents.items() if parent == ancestor]
    return found


def _megabytes(pid: int) -> float:
    """Memory of a process, including its part of what it shares with others."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


def _seconds(pid: int) -> float:
    """Processor time a process has used."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def small_work() -> float:
    """Do the same small work as always; return the milliseconds of processor time it took, the best of three."""
    taken = []
    for _time in range(3):
        start, total = time.thread_time(), 0
        for number in range(10_000):
            total += number * number % 7
        taken.append(1000 * (time.thread_time() - start))
    return min(taken)


def _stolen() -> float:
    """Processor time this machine wanted and did not get, because others run on the same hardware."""
    with suppress(OSError, IndexError):
        return int(Path("/proc/stat").read_text().split()[8]) / os.sysconf("SC_CLK_TCK")
    return 0.0


def percentiles(values: list[float]) -> dict[str, float]:
    """Milliseconds within which 50, 95 and 99 percent were done, and the most."""
    ordered = sorted(values) or [0.0]
    return {
        f"p{share}": round(1000 * ordered[min(len(ordered) - 1, len(ordered) * share // 100)], 1) for share in (50, 95, 99)
    } | {"max": round(1000 * ordered[-1], 1)}


# The time of one move, early and late.


def random_match(game: str, seats: int, seed: int) -> list[tuple[int, int]]:
    """Play a match at random; return its moves as options."""
    match, luck = Match(games.get(game), seats, {}, seed), random.Random(seed)
    made: list[tuple[int, int]] = []
    while match.state.waiting:
        seat = match.state.waiting[0]
        option = luck.choice(list(match.state.options(seat)))
        match.play(seat, option)
        made.append((seat, option))
    return made


async def time_moves(page: str, code: str, session: str, moves: list[tuple[int, int]]) -> list[float]:
    """Play given moves at a table with a page of every seat open; return how long each took until all others had changed."""
    screens = [Screen(page, session, code, seat) for seat in range(LONG_SEATS)]
    watching = [asyncio.create_task(screen.watch_for_ever()) for screen in screens]
    for screen in screens:
        await screen.load()
    taken = []
    for seat, option in moves:
        await _all_show(screens, max(screen.entries for screen in screens))
        entries, started = screens[seat].entries, time.perf_counter()
        status = await screens[seat].answer(option, screens[seat].asked)
        assert 200 <= status < 300, status
        await _all_show(screens, entries + 1)
        taken.append(max(screen.changed_at for screen in screens) - started)
    await dismiss(*watching)
    for screen in screens:
        screen.leave()
    return taken


async def _all_show(screens: list[Screen], entries: int) -> None:
    while any(screen.entries < max(0, entries) for screen in screens):
        await asyncio.sleep(0.002)


def early_and_late(folder: Path) -> dict[str, Any]:
    """Time moves from the tenth and from the five hundredth of the same match on, on an otherwise idle embedded site."""
    moves = random_match("viticulture", LONG_SEATS, 1)
    seats = ["me"] + [f"friend:{name}" for name in ("Bo", "Cy")]
    hot = {"game": "viticulture", "players": LONG_SEATS, "people": ["Ann"], "seats": seats, "seed": 1}
    wishes = [hot | {"moves": moves[: EARLY - 1]}, hot | {"moves": moves[: LATE - 1]}]
    found: dict[str, Any] = {}
    with embedded(folder, wishes) as (address, codes, cookies):
        for name, code, first in (("early", codes[0], EARLY), ("late", codes[1], LATE)):
            asyncio.run(time_moves(address.pages[0], code, cookies["Ann"], moves[first - 1 : first]))  # once for the caches
            spent = _seconds(address.processes["site"])
            taken = asyncio.run(time_moves(address.pages[0], code, cookies["Ann"], moves[first : first + STRETCH]))
            spent = _seconds(address.processes["site"]) - spent
            found[name] = {"from_move": first, "processor_ms": round(1000 * spent / STRETCH, 1)} | percentiles(taken)
    return found


# Showing the results.


def draw(report: dict[str, Any], load: Load) -> str:
    """Draw the click-to-other-page times, memory and processor time by process, and the speed of the machine, over the run."""
    memory = {name: [(at, sizes[name]) for at, sizes in load.memory] for name in load.address.processes}
    slots: dict[int, list[float]] = {}
    for click in load.clicks:
        slots.setdefault(int(click.at // 10), []).append(click.seconds)
    busy = {name: load.busy(name) for name in load.processor}
    times = {
        name: [(10.0 * slot + 5, percentiles(found)[name]) for slot, found in sorted(slots.items())] for name in ("p50", "p95")
    }
    title = f"{report['tables']} live tables, {report['moves']} moves in {report['seconds']} s"
    panels = [
        (f"{title}: click to the other page, ms", times),
        ("Memory, MB", memory),
        ("Processor, % of a core", busy),
        ("The same small work, ms of processor: how fast the machine is", {"small work": load.speed}),
    ]
    parts = [_panel(place, name, lines) for place, (name, lines) in enumerate(panels)]
    whole = f"<title>{escape(title)}</title>{''.join(parts)}"
    return standalone(f'<svg class="chart" viewBox="0 0 900 {PANEL * len(panels)}" role="img">{whole}</svg>')


def _panel(place: int, title: str, lines: dict[str, list[tuple[float, float]]]) -> str:
    colours = "".join(
        f".s{seal}{{--seat:{colour}}}svg.chart .n{seal}{{fill:{colour}}}" for seal, colour in enumerate(COLOURS, 1)
    )
    chart = Chart(FRAME, [(name, points) for name, points in lines.items() if points])
    drawing = chart.draw(title, [(0, "0 s"), (chart.last, f"{chart.last:.0f} s")], names=True)
    drawing = drawing.replace("<svg", f'<svg width="{FRAME.width}" height="{FRAME.height}" y="{PANEL * place + 40}"', 1)
    return f'<style>{colours}</style><text x="60" y="{PANEL * place + 28}">{escape(title)}</text>{drawing}'


def tell(report: dict[str, Any]) -> None:
    """Print the result as tables."""
    from rich.console import Console
    from rich.table import Table as Lines

    console = Console()
    console.print(
        f"{report['build']}; {report['site']}; {report['tables']} tables, {report['people']} people, {report['seconds']} s"
    )
    lines = Lines("", "p50 ms", "p95 ms", "p99 ms", "max ms")
    kinds = {
        "click": "click to the other page",
        "click_while_fast": "… while the machine was fast",
        "answer": "click to its answer",
    }
    for key, name in kinds.items():
        lines.add_row(name, *(f"{value:.0f}" for value in report[key].values()))
    console.print(lines)
    lines = Lines("process", "MB at first", "half way", "MB at last", "MB at most", "processor s", "ms per move")
    for name, found in report["processes"].items():
        lines.add_row(name, *(f"{value:.1f}" for value in found.values()))
    console.print(lines)
    told = f"{report['moves']} moves by people ({report['moves_per_second']} a second), {report['late']} too late"
    console.print(f"{told}, {report['finished']} matches finished, {len(report['errors'])} errors {report['errors'][:3] or ''}")
    fastest, median, slowest = report["small_work_ms"]
    told = f"the same small work took {fastest} ms of processor at best, {median} ms at the median, {slowest} ms at worst"
    console.print(
        f"{told}; {100 * report['while_fast']:.0f} % of the clicks came while it took at most {SLOWER} times the best"
    )
    for found in report.get("growth", {}).values():
        told = f"median {found['p50']} ms, p95 {found['p95']} ms, {found['processor_ms']} ms of processor"
        console.print(f"one move, from move {found['from_move']} on, until {LONG_SEATS} pages have changed: {told}")


def summarise(load: Load, given: argparse.Namespace) -> dict[str, Any]:
    """Gather what was measured."""
    sizes = {name: [found[name] for _at, found in load.memory] for name in load.address.processes}
    processes = {
        name: {
            "first_mb": round(statistics.mean(sizes[name][:3]), 1) if name in sizes else 0.0,
            "middle_mb": round(statistics.mean(sizes[name][len(sizes[name]) // 2 :][:3]), 1) if name in sizes else 0.0,
            "last_mb": round(statistics.mean(sizes[name][-3:]), 1) if name in sizes else 0.0,
            "most_mb": round(max(sizes.get(name, [0.0])), 1),
            "processor_s": round(spent, 2),
            "ms_a_move": round(1000 * spent / max(1, load.moves), 1),
        }
        for name, spent in load.processor.items()
    }
    return {
        "build": build.describe(),
        "site": given.site,
        "tables": given.tables,
        "people": PEOPLE * given.tables,
        "seconds": given.seconds,
        "pace": given.pace,
        "moves": load.moves,
        "moves_per_second": round(load.moves / given.seconds, 1),
        "late": load.late,
        "finished": load.finished,
        "errors": load.errors,
        "click": percentiles([click.seconds for click in load.clicks]),
        "click_while_fast": percentiles(load.while_fast()),
        "while_fast": round(len(load.while_fast()) / max(1, len(load.clicks)), 3),
        "small_work_ms": [round(bound(took for _at, took in load.speed), 2) for bound in (min, statistics.median, max)],
        "answer": percentiles(load.answers),
        "processes": processes,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--pace", type=float, default=20, help="seconds a person thinks, on average")
    parser.add_argument(
        "--site", choices=("servers", "embedded"), default="servers", help="PostgreSQL and Redis, or one process"
    )
    parser.add_argument("--webs", type=int, default=2, help="processes that serve pages (servers only)")
    parser.add_argument("--houses", type=int, default=1, help="processes in which bots play (servers only)")
    parser.add_argument("--no-bots", action="store_true", help="only people at the tables")
    parser.add_argument("--no-growth", action="store_true", help="do not compare early and late moves")
    parser.add_argument("--out", type=Path, default=Path("bench/results"))
    given = parser.parse_args()
    print(f"{given.tables} matches are played up to where people come in, which takes a minute or two …", file=sys.stderr)
    tables = describe_tables(given.tables, not given.no_bots)
    wishes = [wish for matches in tables for wish in matches]
    with tempfile.TemporaryDirectory(prefix="cuvee-load-") as scratch:
        folder = Path(scratch)
        site = (
            embedded(folder / "site", wishes)
            if given.site == "embedded"
            else grown_up(folder / "site", wishes, given.webs, given.houses)
        )
        with site as (address, codes, cookies):
            load = Load(address, given.pace)
            coming = iter(codes)
            asyncio.run(load.run([[next(coming) for _wish in matches] for matches in tables], tables, cookies, given.seconds))
        report = summarise(load, given)
        if not given.no_growth:
            report["growth"] = early_and_late(folder / "growth")
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "load.json").write_text(json.dumps(report, indent=1))
    (given.out / "load.svg").write_text(draw(report, load))
    tell(report)
    print(f"{given.out}/load.json, {given.out}/load.svg")
    return 1 if load.errors else 0


if __name__ == "__main__":
    sys.exit(main())
