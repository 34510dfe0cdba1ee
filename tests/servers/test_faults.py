"""Faults of servers and networks, one at a time, on one site of several processes."""

import asyncio
import os
import random
import re
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from tests.servers.conftest import PAIR
from tests.servers.running import Backing, GrownUp, Running, site_with
from tests.servers.visiting import Screen, Sent, dismiss
from tests.web.serving import PATIENCE, Visitor, start_process, verify, wait_until

pytestmark = pytest.mark.xdist_group("servers")


@asynccontextmanager
async def pages(site: GrownUp, code: str, cookies: dict[str, str]) -> AsyncIterator[tuple[Screen, Screen]]:
    """Open Ann's page at the first process and Bo's at the second, and follow Bo's."""
    ann, bo = (Screen(site.webs[n].address, cookies[name], code, n) for n, name in enumerate(("Ann", "Bo")))
    watching = asyncio.create_task(bo.watch_for_ever())
    try:
        await ann.load()
        await bo.load()
        await heard(bo, 0)
        yield ann, bo
    finally:
        await dismiss(watching)
        await close(ann, bo)


async def close(*screens: Screen) -> None:
    for screen in screens:
        screen.leave()
    await asyncio.sleep(0.05)  # sockets are closed in the next round of the loop


async def heard(screen: Screen, entries: int) -> None:
    """Wait until a page shows a given version of the match."""
    end = time.monotonic() + PATIENCE
    while screen.entries < entries:
        assert time.monotonic() < end, f"the page shows {screen.entries}, not {entries}"
        await asyncio.sleep(0.02)


async def answer(screen: Screen) -> tuple[Sent, int]:
    """Give an answer that the page of a seat offers."""
    _status, page = await screen.clicks.request("GET", f"/table/{screen.code}/?as={screen.seat}")
    screen.parts["choices"] = page
    sent = screen.choose(random.Random(1))
    return sent, await screen.answer(sent.option, sent.asked)


def test_the_other_process_hears_of_a_move(running: Running) -> None:
    site, codes, cookies = running

    async def play() -> None:
        async with pages(site, codes[0], cookies) as (ann, bo):
            assert (await answer(ann))[1] == 204
            await heard(bo, 1)

    asyncio.run(play())


def test_pages_of_all_processes_are_counted(running: Running) -> None:
    """Bo's page is open at the second process; the first one counts it too, and stops when it is closed."""
    site, codes, cookies = running

    def said() -> str:
        return str(re.findall(r'id="watching">(\d+)<', Visitor(site.webs[0], cookies["Ann"]).get(f"/table/{codes[0]}/"))[0])

    async def look() -> None:
        async with pages(site, codes[0], cookies) as (_ann, bo):
            await asyncio.to_thread(wait_until, lambda: said() == "1", "the other process counts the page")
            assert bo.watching == 1

    asyncio.run(look())
    wait_until(lambda: said() == "0", "the page is closed")


@pytest.mark.parametrize("fault", ["killed", "hanging"])
def test_pages_keep_up_while_redis_is_away_and_after_it_is_back(running: Running, fault: str) -> None:
    site, codes, cookies = running
    stop, again = (site.redis.kill, site.redis.start) if fault == "killed" else (site.redis.pause, site.redis.go_on)
    code = codes[1 if fault == "killed" else 2]

    async def play() -> None:
        async with pages(site, code, cookies) as (ann, bo):
            stop()
            try:
                assert (await answer(ann))[1] == 204
                await heard(bo, 1)
                assert (await answer(bo))[1] == 204
            finally:
                again()
            await heard(bo, 2)
            assert (await answer(bo if bo.options else ann))[1] == 204
            await heard(bo, 3)

    asyncio.run(play())


def test_of_many_copies_of_one_click_one_counts(running: Running) -> None:
    """Copies that arrive when the table has moved on are told so, and nothing changes."""
    site, codes, cookies = running
    code = codes[3]

    async def play() -> tuple[list[Sent], list[int], list[int]]:
        ann, bo = (Screen(site.webs[n].address, cookies[name], code, n) for n, name in enumerate(("Ann", "Bo")))
        for screen in (ann, bo):
            await screen.load()
        _status, page = await ann.clicks.request("GET", f"/table/{code}/?as=0")
        ann.parts["choices"] = page
        first = ann.choose(random.Random(1))
        copies = [Screen(web.address, cookies["Ann"], code, 0) for web in site.webs for _copy in range(4)]
        for copy in copies:
            copy.clicks.token = ann.clicks.token
        statuses = await asyncio.gather(*(copy.answer(first.option, first.asked) for copy in copies))
        second, status = await answer(bo)
        assert status == 204
        late = [await copy.answer(first.option, first.asked) for copy in copies[::3]]
        await close(ann, bo, *copies)
        return [first, second], statuses, late

    acknowledged, statuses, late = asyncio.run(play())
    assert sorted(set(statuses)) == [204, 409]
    assert statuses.count(204) == 1
    assert set(late) == {409}
    assert site.count_entries()[code] == 2
    assert acknowledged[0].seat == 0


def entries_of(site: GrownUp, code: str) -> Callable[[], int]:
    return lambda: site.count_entries()[code]


def test_a_house_that_hangs_is_replaced_by_another(running: Running) -> None:
    """When it goes on, it finds that it is too late: nothing is played twice."""
    site, codes, _cookies = running
    count = entries_of(site, codes[6])
    wait_until(lambda: count() > 2, "bots play")
    at_it = "SELECT e.worker FROM site_errand e JOIN site_table t ON t.id = e.table_id WHERE t.code = %s AND e.kind = 'move'"
    wait_until(lambda: bool(site.query(at_it, codes[6])), "one of them is at the table")
    ((worker,),) = site.query(at_it, codes[6])
    hanging = next(house for house in site.houses if house.process and f"-{house.process.pid}-" in worker)
    assert hanging.process is not None
    hanging.process.send_signal(signal.SIGSTOP)
    try:
        before = count()
        wait_until(lambda: count() > before + 5, "the other house plays on")
    finally:
        hanging.process.send_signal(signal.SIGCONT)
    before = count()
    wait_until(lambda: count() > before + 5, "they go on together")


HOLD = """
import django, sys, time
django.setup()
from django.db import transaction
from cuvee.web.models import Table
with transaction.atomic():
    Table.objects.select_for_update().get(code=sys.argv[1])
    print("held", flush=True)
    time.sleep(3600)
"""


def test_a_process_that_hangs_in_the_middle_of_a_move_locks_no_table(running: Running, tmp_path: Path) -> None:
    site, codes, cookies = running
    said = tmp_path / "said.txt"
    environment = site.servers | {"CUVEE_DATA": str(site.data), "DJANGO_SETTINGS_MODULE": "cuvee.web.settings"}
    hanging = start_process([sys.executable, "-c", HOLD, codes[8]], said, environment)

    async def play() -> int:
        ann = Screen(site.webs[0].address, cookies["Ann"], codes[8], 0)
        await ann.load()
        status = (await answer(ann))[1]
        await close(ann)
        return status

    try:
        wait_until(lambda: "held" in said.read_text(), "it holds the table")
        assert asyncio.run(asyncio.wait_for(play(), PATIENCE)) == 204
    finally:
        hanging.kill()
        hanging.wait()
    assert site.count_entries()[codes[8]] == 1


def children(pid: int) -> list[int]:
    """List the processes a process started."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(entry.parent.name))
    return found


def test_a_bot_that_hangs_is_replaced(running: Running) -> None:
    site, codes, _cookies = running
    count = entries_of(site, codes[7])
    wait_until(lambda: count() > 2, "bots play")
    for house in site.houses:
        assert house.process is not None
        for child in children(house.process.pid):
            os.kill(child, signal.SIGSTOP)
    before = count()
    wait_until(lambda: count() > before + 5, "others think in their place")


def test_a_slow_disk_only_makes_it_slow(running: Running, backing: Backing) -> None:
    """Every commit takes a tenth of a second longer, by a setting of PostgreSQL."""
    site, codes, cookies = running
    postgres = backing[0]
    postgres.set("commit_siblings", "0")
    postgres.set("commit_delay", "100000")

    async def play() -> None:
        async with pages(site, codes[4], cookies) as (ann, bo):
            assert (await answer(ann))[1] == 204
            assert site.count_entries()[codes[4]] == 1, "it is in the log when it is acknowledged"
            await heard(bo, 1)

    try:
        asyncio.run(play())
    finally:
        postgres.set("commit_delay", "0")


def test_all_processes_end_in_time_though_the_database_hangs(tmp_path: Path, backing: Backing) -> None:
    """Whatever they are waiting for, a service manager that stops them need not kill any."""
    postgres, _relay = backing
    with site_with(tmp_path, backing, [PAIR]) as (site, _codes, _cookies):
        backends = postgres.backends()
        postgres.pause()
        for pid in backends:  # each leads its own process group
            os.kill(pid, signal.SIGSTOP)
        try:
            for process in site.processes:
                begun = time.monotonic()
                assert process.stop() == 0
                assert time.monotonic() - begun < 5
        finally:
            for pid in backends:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)
            postgres.go_on()


def test_a_hint_is_thought_out_by_the_house(running: Running) -> None:
    site, codes, cookies = running
    said = Visitor(site.webs[0], cookies["Ann"]).get(f"/table/{codes[5]}/hint?as=0", **{"HX-Request": "true"})
    assert "The house would choose" in said


def test_after_all_that_every_log_is_whole(running: Running) -> None:
    site, _codes, _cookies = running
    for house in site.houses:
        assert house.stop() == 0
    ((logged,),) = site.query("SELECT count(*) FROM site_entry")
    assert logged > 10
    assert sum(verify(site.data, **site.servers).values()) == logged
    for house in site.houses:
        house.begin()  # for the tests that follow
