"""Two processes for pages, two for the house, and people who click the same thing at the same time in several windows."""

import asyncio
import random
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.servers.audit import audit
from tests.servers.conftest import MIXED
from tests.servers.running import Backing, GrownUp, Running, mixed_tables, site_with
from tests.servers.visiting import GONE, Screen, Sent, dismiss
from tests.web.serving import PATIENCE

pytestmark = pytest.mark.xdist_group("servers")


class Race:
    """Everybody has every page open in two windows, one for each process, and clicks in both."""

    def __init__(
        self, site: GrownUp, codes: list[str], wishes: list[dict[str, Any]], cookies: dict[str, str], goal: int
    ) -> None:
        self.goal = goal
        self.acknowledged: list[Sent] = []
        self.doubtful: list[Sent] = []
        self.refused = 0
        self.strange: list[int] = []
        self.screens = [
            Screen(web.address, cookies[name], code, seat)
            for code, wish in zip(codes, wishes, strict=True)
            for seat, name in enumerate(wish["people"])
            for web in site.webs
        ]
        self.live = len(self.screens)

    @property
    def enough(self) -> bool:
        return len(self.acknowledged) >= self.goal or not self.live

    async def run(self) -> None:
        """Play until this many moves have been acknowledged."""
        await asyncio.gather(*(self._play(screen, random.Random(number)) for number, screen in enumerate(self.screens)))

    async def _play(self, screen: Screen, luck: random.Random) -> None:
        watching = asyncio.create_task(screen.watch_for_ever())
        try:
            await screen.load()
            while not self.enough and not screen.over:
                if not screen.options:
                    await self._wait_for_news(screen)
                    continue
                sent = screen.choose(luck)
                screen.changed.clear()
                await self._click(screen, sent)
                if luck.random() < 0.1:
                    await self._click(screen, sent)  # an impatient second click
                await self._wait_for_news(screen)
        finally:
            self.live -= 1
            await dismiss(watching)
            screen.leave()

    async def _wait_for_news(self, screen: Screen) -> None:
        """Wait until the page has changed, as a person does, but not for ever, and not after the race."""
        end = time.monotonic() + PATIENCE / 2
        while not screen.changed.is_set() and not self.enough and time.monotonic() < end:
            with suppress(TimeoutError):
                await asyncio.wait_for(screen.changed.wait(), 1)
        screen.changed.clear()

    async def _click(self, screen: Screen, sent: Sent) -> None:
        try:
            status = await screen.answer(sent.option, sent.asked)
        except GONE:
            self.doubtful.append(sent)
            screen.clicks.hang_up()
            return
        if 200 <= status < 300:
            self.acknowledged.append(sent)
        elif status in {409, 422}:
            self.refused += 1
        else:
            self.strange.append(status)


def race(running: Running, wishes: list[dict[str, Any]], moves: int, seconds: float) -> Race:
    """Let people race at the last tables of a site, then compare what they were told with the logs."""
    site, codes, cookies = running
    codes = codes[-len(wishes) :]
    said_before = {process.said: process.said.stat().st_size for process in site.processes}
    ran = Race(site, codes, wishes, cookies, moves)
    try:
        asyncio.run(asyncio.wait_for(ran.run(), seconds))
    finally:
        said = "".join(file.read_bytes()[size:].decode() for file, size in said_before.items())
        print(said[-6000:])  # shown if something went wrong
    entries = audit(site.data, ran.acknowledged, ran.doubtful, site.servers, codes)
    assert not ran.strange, f"unexpected answers: {set(ran.strange)}"
    assert not ran.doubtful, "nothing was killed, so every click was answered"
    assert "Traceback" not in said, said[-3000:]
    assert ran.refused, "they really raced"
    assert len(ran.acknowledged) >= moves
    assert entries >= len(ran.acknowledged)
    return ran


def test_racing_clients_lose_and_double_nothing(running: Running) -> None:
    race(running, mixed_tables(MIXED), 60, 4 * PATIENCE)


@pytest.mark.soak
def test_ten_thousand_moves_by_racing_clients(tmp_path: Path, backing: Backing) -> None:
    wishes = mixed_tables(60)
    with site_with(tmp_path, backing, wishes) as running:
        ran = race(running, wishes, 10_000, 7200)
    print(f"{len(ran.acknowledged)} moves acknowledged, {ran.refused} refused, none lost, none doubled")
