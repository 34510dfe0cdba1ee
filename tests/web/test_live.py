"""The live stream: everybody hears of every change, and nobody misses one by having been away."""

import json
import re
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from cuvee.web.events.announcements import HUB, UNHEARD, Hub
from cuvee.web.models import Table
from cuvee.web.page.sight import look
from tests.web.conftest import Sit
from tests.web.serving import GONE, PATIENCE, Addressed, Served, Visitor, prepare, wait_until
from tests.web.test_desk import play_to

TWO = {"game": "wine_cellar", "players": 2, "people": ["Aurélie", "Tomás"]}


class Stream:
    """An open page: reads its stream in a thread and keeps the events."""

    def __init__(self, served: Addressed, session: str, path: str, last: str = "") -> None:
        headers = {"Cookie": f"cuvee={session}"} | ({"Last-Event-ID": last} if last else {})
        self.answer = urllib.request.urlopen(urllib.request.Request(served.address + path, headers=headers), timeout=PATIENCE)
        self.events: list[tuple[str, str, float]] = []
        self.watching = 0
        self.ended = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        number, data, kind = "", "", ""
        try:
            for raw in self.answer:
                line = raw.decode().rstrip("\n")
                if line.startswith("id: "):
                    number = line[4:]
                elif line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("data: "):
                    data += line[6:]
                elif not line and kind == "watching":
                    self.watching = int(data)
                    data = kind = ""
                elif not line and data:
                    self.events.append((number, data, time.monotonic()))
                    data = ""
        except (*GONE, ValueError):
            pass
        finally:
            self.ended.set()

    def wait_for(self, count: int) -> None:
        wait_until(lambda: len(self.events) >= count)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Served, str, dict[str, str]]]:
    codes, cookies = prepare(tmp_path / "data", TWO)
    server = Served(tmp_path / "data").start()
    yield server, codes[0], cookies
    if server.process and server.process.poll() is None:
        assert server.stop() == 0


def bid(server: Served, code: str, session: str, seat: int, which: int = 0) -> None:
    """Answer the first question of a seat."""
    visitor = Visitor(server, session)
    page = visitor.get(f"/table/{code}/")
    option = re.findall(r'name="option" value="(\d+)"', page)[which]
    asked = re.findall(r'name="asked" value="(\d+)"', page)[0]
    status, _text = visitor.post(f"/table/{code}/answer", page, option=option, asked=asked, **{"as": str(seat)})
    assert status == 200


def test_the_other_side_hears_of_a_move(served: tuple[Served, str, dict[str, str]]) -> None:
    server, code, cookies = served
    stream = Stream(server, cookies["Tomás"], f"/table/{code}/live?since=0.0")
    time.sleep(0.3)
    before = len(stream.events)
    bid(server, code, cookies["Aurélie"], 0)
    stream.wait_for(before + 1)
    number, data, _when = stream.events[-1]
    assert number.startswith("1.")
    parts = json.loads(data)
    assert {"bar", "players"} <= set(parts)
    told = "".join(part if isinstance(part, str) else str(part) for part in parts.values())
    assert "card:" not in "".join(re.findall(r'<li class="s1[^"]*">.*?</li>', told)), "the bid itself is sealed"


def test_who_was_away_gets_what_they_missed(served: tuple[Served, str, dict[str, str]]) -> None:
    server, code, cookies = served
    stream = Stream(server, cookies["Tomás"], f"/table/{code}/live")
    stream.wait_for(1)
    last = stream.events[-1][0]
    bid(server, code, cookies["Aurélie"], 0)
    bid(server, code, cookies["Tomás"], 1)
    again = Stream(server, cookies["Tomás"], f"/table/{code}/live", last)
    again.wait_for(1)
    assert again.events[0][0].split(".")[0] == "2"
    assert "Bids:" in again.events[0][1]


def test_a_quiet_page_hears_nothing_new_after_coming_back(served: tuple[Served, str, dict[str, str]]) -> None:
    server, code, cookies = served
    stream = Stream(server, cookies["Tomás"], f"/table/{code}/live")
    stream.wait_for(1)
    again = Stream(server, cookies["Tomás"], f"/table/{code}/live", stream.events[-1][0])
    time.sleep(0.5)
    assert again.events == []


def test_several_tabs_and_spectators_all_hear(served: tuple[Served, str, dict[str, str]]) -> None:
    server, code, cookies = served
    streams = [Stream(server, session, f"/table/{code}/live") for session in (cookies["Aurélie"], cookies["Aurélie"], "")]
    for stream in streams:
        stream.wait_for(1)
    bid(server, code, cookies["Aurélie"], 0)
    for stream in streams:
        stream.wait_for(2)
        assert stream.events[-1][0].startswith("1.")


def test_pages_say_how_many_are_open_with_the_next_news(served: tuple[Served, str, dict[str, str]]) -> None:
    server, code, cookies = served
    first = Stream(server, cookies["Aurélie"], f"/table/{code}/live")
    first.wait_for(1)
    wait_until(lambda: first.watching == 1)
    second = Stream(server, "", f"/table/{code}/live")
    wait_until(lambda: second.watching == 2)
    bid(server, code, cookies["Aurélie"], 0)
    wait_until(lambda: first.watching == 2)


def test_pages_of_a_process_that_says_nothing_more_no_longer_count(monkeypatch: pytest.MonkeyPatch) -> None:
    hub = Hub()
    hub.hear_pages("one", {"table 7": 2, "table 8": 1}, all_of_them=True)
    hub.hear_pages("other", {"table 7": 1}, all_of_them=False)
    assert [hub.watching(table) for table in (7, 8, 9)] == [3, 1, 0]
    hub.hear_pages("one", {"table 8": 2}, all_of_them=False)
    assert [hub.watching(table) for table in (7, 8, 9)] == [3, 2, 0]
    hub.hear_pages("one", {"table 8": 2}, all_of_them=True)
    assert [hub.watching(table) for table in (7, 8, 9)] == [1, 2, 0]
    later = time.monotonic() + UNHEARD + 1
    monkeypatch.setattr("cuvee.web.events.announcements.time", SimpleNamespace(monotonic=lambda: later))
    assert [hub.watching(table) for table in (7, 8, 9)] == [0, 0, 0]


def test_stopping_the_server_ends_the_streams_and_exits_well(served: tuple[Served, str, dict[str, str]]) -> None:
    server, code, cookies = served
    stream = Stream(server, cookies["Tomás"], f"/table/{code}/live")
    stream.wait_for(1)
    started = time.monotonic()
    assert server.stop() == 0
    assert stream.ended.wait(5)
    assert time.monotonic() - started < 8


def test_a_table_that_was_read_before_the_last_move_is_drawn_as_finished(sit: Sit) -> None:
    """Nothing comes after the end: a page drawn as if the match were still running would never be corrected."""
    table, _clients = sit()
    stale = Table.objects.get(pk=table.pk)
    play_to(table, 1000)
    _stamp, parts = look(stale, 0, [], "en", False)
    assert "Game over" in parts["bar"]
    assert "Score sheet" in parts["bar"]


def test_only_pages_that_show_an_older_version_are_told_again(sit: Sit) -> None:
    """A process looks for missed changes by itself, in case an announcement was lost."""
    table, _clients = sit()

    async def look_for_missed() -> tuple[list[int], list[int], list[int]]:
        with HUB.listening(table.pk) as first, HUB.listening(table.pk) as second:
            first.shown = second.shown = table.version
            found = [await sync_to_async(HUB.missed)()]
            second.shown = "0.0"
            found.append(await sync_to_async(HUB.missed)())
        return found[0], found[1], await sync_to_async(HUB.missed)()

    assert async_to_sync(look_for_missed)() == ([], [table.pk], [])
