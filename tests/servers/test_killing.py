"""SIGKILL at random moments, to any part of a site: nothing acknowledged is lost, and every table can soon be played again."""

import asyncio
import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.servers.audit import audit
from tests.servers.running import Backing, GrownUp, mixed_tables, site_with
from tests.servers.visiting import GONE, Screen, Sent, dismiss
from tests.web.nuisances import BUSY, JOURNAL, Bystanders
from tests.web.serving import Served
from tests.web.site import HouseProcess

pytestmark = pytest.mark.xdist_group("servers")
SOON: Final = 10.0
"""Seconds after a restart within which every table can be played."""
ENDED: Final = 5.0
"""Seconds within which a process ends when told to."""
VOLLEY: Final = 5
"""This many kills in a row."""
KILLS: Final = int(os.environ.get("CUVEE_KILLS", "1000"))
"""How many kills the long test makes."""


class Company:
    """People who play on whatever happens: when cut off, they come back at whichever process answers."""

    def __init__(self, site: GrownUp) -> None:
        self.site = site
        self.acknowledged: list[Sent] = []
        self.doubtful: list[Sent] = []
        self.last: dict[str, float] = {}
        """By table, when the last move was acknowledged."""
        self.finished: set[str] = set()
        self.slowest = 0.0
        """The longest it took until every table had been played again."""
        self.strange: Counter[int] = Counter()
        self._playing: list[asyncio.Task[None]] = []
        self._luck = random.Random(11)

    def sit_down(self, codes: list[str], wishes: list[dict[str, Any]], cookies: dict[str, str]) -> None:
        """Start everybody playing."""
        for code, wish in zip(codes, wishes, strict=True):
            self.last[code] = time.monotonic()
            for seat, name in enumerate(wish["people"]):
                luck = random.Random(self._luck.random())
                self._playing.append(asyncio.create_task(self._play(code, seat, cookies[name], luck)))

    async def get_up(self) -> None:
        """Stop everybody."""
        await dismiss(*self._playing)

    async def _play(self, code: str, seat: int, session: str, luck: random.Random) -> None:
        while code not in self.finished:
            screen = Screen(luck.choice(self.site.webs).address, session, code, seat)
            watching = asyncio.create_task(screen.watch())
            try:
                await screen.load()
                while not watching.done() and not screen.over:
                    await self._act(screen, luck)
                if screen.over:
                    self.finished.add(code)
            except GONE:
                await asyncio.sleep(0.2)
            finally:
                try:
                    await dismiss(watching)
                finally:
                    screen.leave()

    async def _act(self, screen: Screen, luck: random.Random) -> None:
        if not screen.options:
            await asyncio.sleep(0.05)
            return
        sent, shown = screen.choose(luck), screen.stamp
        self.doubtful.append(sent)
        status = await asyncio.wait_for(screen.answer(sent.option, sent.asked), 30)
        if 200 <= status < 300:
            self.doubtful.remove(sent)
            self.acknowledged.append(sent)
            self.last[screen.code] = time.monotonic()
        elif status >= 500:
            self.strange[status] += 1
            await asyncio.sleep(0.3)
            return  # and click again
        end = time.monotonic() + 5
        while screen.stamp == shown and time.monotonic() < end:  # the page changes by its stream
            await asyncio.sleep(0.02)


class Death:
    """Kills parts of the site."""

    def __init__(self, site: GrownUp, luck: random.Random) -> None:
        self.site, self.luck = site, luck
        self.kills: Counter[str] = Counter()
        self.last: list[str] = []

    async def strike(self) -> None:
        """Kill one part of the site, and start it again."""
        ways: list[Callable[[], None]] = [self.web, self.house, self.redis, self.backend, self.postmaster, self.all_of_postgres]
        way = self.luck.choices(ways, weights=[4, 4, 2, 3, 1, 1])[0]
        await asyncio.to_thread(way)
        self.kills[way.__name__] += 1
        self.last.append(way.__name__)

    def web(self) -> None:
        self._again(self.luck.choice(self.site.webs))

    def house(self) -> None:
        self._again(self.luck.choice(self.site.houses))

    def redis(self) -> None:
        self.site.redis.kill()
        time.sleep(self.luck.uniform(0, 0.5))
        self.site.redis.start()

    def backend(self) -> None:
        self.site.postgres.kill_backend(self.luck)
        self._until_postgres_answers()

    def postmaster(self) -> None:
        self.site.postgres.kill_postmaster()
        self.site.postgres.start()

    def all_of_postgres(self) -> None:
        self.site.postgres.kill()
        self.site.postgres.start()

    def _again(self, process: Served | HouseProcess) -> None:
        process.kill()
        process.begin()

    def _until_postgres_answers(self) -> None:
        while not self.site.postgres.answers():
            time.sleep(0.05)

    def supervise(self) -> None:
        """Restart whatever ended because a server it needs was down, as systemd would."""
        for process in self.site.processes:
            if process.process is not None and process.process.poll() is not None:
                process.begin()


async def kill_and_play(
    site: GrownUp, company: Company, death: Death, bystanders: Bystanders, volleys: int, seats: tuple[Any, ...]
) -> None:
    """Repeatedly kill a few times in a row while everybody plays, then wait until every table has been played again.

    Meanwhile others upload journals, sit down and leave again, and read nothing of what they are sent.
    """
    codes, wishes, cookies = seats
    company.sit_down(*seats)
    bystanders.come(codes[0], cookies[wishes[0]["people"][0]])
    await all_play(company, death)
    company.slowest = 0.0  # opening all pages for the first time does not count as a restart
    for _volley in range(volleys):
        for _kill in range(VOLLEY):
            await asyncio.sleep(death.luck.uniform(0, 0.5))
            await death.strike()
            await asyncio.to_thread(death.supervise)
        await all_play(company, death)
    await bystanders.go()
    await company.get_up()


async def all_play(company: Company, death: Death) -> None:
    """Wait until a move has been acknowledged at every table."""
    restarted = time.monotonic()
    while waiting := [code for code, moved in company.last.items() if moved < restarted and code not in company.finished]:
        assert time.monotonic() < restarted + 3 * SOON, f"not played: {company.site.whose_turn(waiting)}; {death.last}"
        await asyncio.to_thread(death.supervise)
        await asyncio.sleep(0.05)
    company.slowest = max(company.slowest, time.monotonic() - restarted)


def kill_everything(folder: Path, backing: Backing, volleys: int, count: int, seed: int) -> tuple[Company, Death]:
    wishes = mixed_tables(count)
    with site_with(folder, backing, wishes) as (site, codes, cookies):
        company, death = Company(site), Death(site, random.Random(seed))
        luck = random.Random(seed)
        bystanders = Bystanders(lambda: luck.choice(site.webs).address, seed)
        asyncio.run(kill_and_play(site, company, death, bystanders, volleys, (codes, wishes, cookies)))
        ended = site.stop(ENDED)
        assert ended in {0, -signal.SIGTERM}, "one that was restarted a moment ago may not listen to signals yet"
        entries = audit(site.data, company.acknowledged, company.doubtful, site.servers, codes)
        kept = site.count_entries()
    moves = len(json.loads(JOURNAL)["moves"])
    assert {code: kept.get(code) for code in bystanders.laid_out} == dict.fromkeys(bystanders.laid_out, moves)
    assert set(company.strange) <= {BUSY}, company.strange
    assert not bystanders.strange, bystanders.strange[:5]
    print(dict(bystanders.answers))
    assert entries >= len(company.acknowledged)
    assert death.kills.total() == volleys * VOLLEY
    return company, death


def test_whatever_is_killed_nothing_is_lost(tmp_path: Path, backing: Backing) -> None:
    company, _death = kill_everything(tmp_path, backing, 1, 3, seed=5)
    assert len(company.acknowledged) >= 6, "at every table before and after"


@pytest.mark.soak
def test_a_thousand_kills_lose_nothing(tmp_path: Path, backing: Backing) -> None:
    """In rounds of twenty, since matches come to an end."""
    killed: Counter[str] = Counter()
    moves, slowest = 0, 0.0
    for number in range(KILLS // 20):
        company, death = kill_everything(tmp_path / str(number), backing, 20 // VOLLEY, 10, seed=number)
        killed += death.kills
        moves += len(company.acknowledged)
        slowest = max(slowest, company.slowest)
        assert slowest < SOON, f"it took {slowest:.1f} s until every table could be played"
        print(
            f"{killed.total()} kills, {moves} moves acknowledged, none lost; all tables played within {slowest:.1f} s",
            flush=True,
        )
    print(dict(killed))
    assert killed.total() == KILLS // 20 * 20
    assert moves > killed.total()
