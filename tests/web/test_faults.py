"""Faults on one machine: a full disk, a slow one, clocks that jump, leases of processes that have died."""

import re
import resource
import sys
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from cuvee.kernel.errors import CuveeError
from cuvee.web.bots import leases
from cuvee.web.match import clocks, tables
from cuvee.web.match.desk import DESK
from cuvee.web.match.tables import Wish, open_table
from cuvee.web.models import Errand, Seat, Table
from tests.web.conftest import Sit, make_person
from tests.web.serving import GONE, Served, Visitor, count_entries, prepare, verify

HOT_SEAT = {"game": "vinhos", "players": 2, "people": ["Aurélie"], "seats": ["me", "friend:Bo"]}
SLOW = """
import sys, time
from django.db.backends.sqlite3.base import DatabaseWrapper
commit = DatabaseWrapper._commit
def slowly(self):
    time.sleep(0.7)
    return commit(self)
DatabaseWrapper._commit = slowly
from cuvee.cli import main
sys.exit(main())
"""
"""A server on a disk that is slow at every commit."""


def play_once(visitor: Visitor, code: str) -> int:
    """Answer for whichever seat is asked; return the status."""
    for seat in range(2):
        page = visitor.get(f"/table/{code}/?as={seat}")
        if 'class="option"' in page:
            option = re.findall(r'name="option" value="(\d+)"', page)[0]
            asked = re.findall(r'name="asked" value="(\d+)"', page)[0]
            return visitor.post(f"/table/{code}/answer", page, option=option, asked=asked, **{"as": str(seat)})[0]
    raise AssertionError("nobody is asked")


def test_a_full_disk_refuses_moves_and_loses_none(tmp_path: Path) -> None:
    """The server's files cannot grow any more, as if the disk were full; then there is space again."""
    data = tmp_path / "data"
    (code,), cookies = prepare(data, HOT_SEAT)
    served = Served(data).start()
    try:
        visitor = Visitor(served, cookies["Aurélie"])
        assert play_once(visitor, code) == 200
        assert served.process is not None
        before = resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (4096, before[1]))
        assert play_once(visitor, code) == 503
        assert 'class="option"' in visitor.get(f"/table/{code}/?as=0") + visitor.get(f"/table/{code}/?as=1"), (
            "people can still look"
        )
        assert count_entries(data)[code] == 1
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, before)
        assert play_once(visitor, code) == 200
    finally:
        served.kill()
    assert verify(data) == {code: 2}


def test_what_a_slow_disk_had_not_taken_was_not_acknowledged(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (code,), cookies = prepare(data, HOT_SEAT)
    served = Served(data, (sys.executable, "-c", SLOW)).start()
    visitor = Visitor(served, cookies["Aurélie"])
    assert play_once(visitor, code) == 200
    assert count_entries(data)[code] == 1, "it is on disk when it is acknowledged"
    answered: list[int] = []

    def play() -> None:
        try:
            answered.append(play_once(visitor, code))
        except GONE:
            return

    playing = threading.Thread(target=play)
    playing.start()
    time.sleep(1)  # somewhere in the middle of a move
    served.kill()
    playing.join()
    assert verify(data)[code] >= 1 + len(answered)


Jump = Callable[[timedelta], None]


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Jump:
    """Set the machine's clock forward or back."""
    real = timezone.now
    offset = timedelta()

    def now() -> datetime:
        return real() + offset

    def put(by: timedelta) -> None:
        nonlocal offset
        offset += by

    monkeypatch.setattr(timezone, "now", now)
    return put


def timed(sit: Sit) -> tuple[Table, int]:
    table, _clients = sit("ora_et_labora", 2)
    Table.objects.filter(pk=table.pk).update(clock=Table.LIVE, clock_seconds=600, clock_increment=0)
    Seat.objects.filter(table=table).update(bank=600)
    table.refresh_from_db()
    return table, DESK.position(table).state.waiting[0]


def play_turn(table: Table, number: int) -> None:
    position = DESK.position(table)
    while number in position.state.waiting:
        DESK.play(table, number, position.state.options(number)[0], position.asked[number])


def test_a_clock_put_back_gives_nobody_time(sit: Sit, jump: Jump) -> None:
    table, number = timed(sit)
    jump(-timedelta(hours=3))
    play_turn(table, number)
    assert Seat.objects.get(table=table, number=number).bank == 600


def test_a_clock_put_forward_gives_nobody_time_afterwards(sit: Sit, jump: Jump) -> None:
    """Live time that has passed by the machine's clock is used: setting the clock right does not bring it back."""
    table, number = timed(sit)
    jump(timedelta(days=2))
    seat = Seat.objects.get(table=table, number=number)
    assert clocks.out_of_time(table, seat, timezone.now())
    tables.hand_to_house(table, number)
    jump(-timedelta(days=2))
    seat.refresh_from_db()
    with pytest.raises(CuveeError, match="time is up"):
        tables.come_back(table, seat, seat.person)
    assert Seat.objects.get(pk=seat.pk).stand_in


def bots_table() -> Table:
    return open_table(make_person(), Wish("wine_cellar", 2, {}, ["bot:random", "bot:random"]))


def test_only_one_process_is_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    table = bots_table()
    errand = leases.take(table.pk)
    assert errand is not None
    assert table.pk not in leases.tables_to_play(10_000)
    monkeypatch.setattr(leases, "_NAME", "another")
    assert leases.take(table.pk) is None
    leases.release(errand)
    assert Errand.objects.filter(pk=errand).exists(), "a process cannot delete what another holds"
    monkeypatch.undo()
    leases.release(errand)
    assert table.pk in leases.tables_to_play(10_000)
    monkeypatch.setattr(leases, "_NAME", "another")
    assert leases.take(table.pk) is not None
    table.delete()


@pytest.mark.parametrize("until", [timedelta(seconds=-1), timedelta(hours=2)], ids=["run out", "of a clock that was ahead"])
def test_a_lease_does_not_outlive_its_process(until: timedelta, monkeypatch: pytest.MonkeyPatch) -> None:
    table = bots_table()
    errand = leases.take(table.pk)
    Errand.objects.filter(pk=errand).update(until=timezone.now() + until)
    monkeypatch.setattr(leases, "_NAME", "another")
    assert leases.take(table.pk) == errand
    table.delete()


@pytest.mark.parametrize("hours", [-5, 5])
def test_leases_do_not_care_about_the_clock_of_a_process(hours: int, jump: Jump, monkeypatch: pytest.MonkeyPatch) -> None:
    table = bots_table()
    jump(timedelta(hours=hours))
    assert leases.take(table.pk) is not None
    monkeypatch.setattr(leases, "_NAME", "another")
    jump(timedelta(hours=-2 * hours))
    assert leases.take(table.pk) is None, "it was taken a moment ago, whatever our clock says"
    table.delete()
