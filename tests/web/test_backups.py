"""Automatic backups: daily, checked, rotated, reported, and good enough to continue from."""

import json
import os
import shutil
import sqlite3
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from cuvee.cli import main
from cuvee.kernel.errors import CuveeError
from cuvee.web.ops import backup, daily_backups
from cuvee.web.ops.daily_backups import Keeper
from tests.web.serving import Served, Visitor, count_entries, prepare, verify, wait_until
from tests.web.test_faults import HOT_SEAT, play_once

AT_ONCE = """
import sys
from cuvee.web.ops import daily_backups
daily_backups.SOON = 0
daily_backups.BREATH = {breath}
daily_backups.backup.STEP = {step}
from cuvee.cli import main
sys.exit(main())
"""
"""A server that checks its copies as soon as it runs, and takes its time over each."""


def serving(data: Path, breath: float = 0, step: int = 256, place: Path | None = None) -> Served:
    served = Served(data, (sys.executable, "-c", AT_ONCE.format(breath=breath, step=step)))
    served.environment |= {} if place is None else {"CUVEE_BACKUPS": str(place)}
    return served


def health(served: Served) -> dict[str, Any]:
    with urllib.request.urlopen(f"{served.address}/healthz", timeout=20) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder of a separate site."""
    backup.backup(tmp_path / "seed", Path(os.environ["CUVEE_DATA"]))
    backup.restore(tmp_path / "seed", tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def keeper(data: Path) -> Iterator[Keeper]:
    """A keeper that looks only when told to."""
    keeper = Keeper()
    keeper._data, keeper._place, keeper.keep = data, data / "backups", 7
    yield keeper
    keeper.stop()


def age_all(place: Path, by: timedelta) -> None:
    """Let time pass for the existing copies; oldest first, so that none takes another's name."""
    for file in sorted(place.glob("cuvee-2*")):
        name, _dot, more = file.name.partition(".")
        made = datetime.strptime(name, "cuvee-%Y%m%dT%H%M%SZ") - by
        file.replace(place / f"cuvee-{made:%Y%m%dT%H%M%SZ}.{more}")


# A server and its copies.


def test_a_server_copies_its_data_soon_and_one_plays_on_from_the_copy(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (code,), cookies = prepare(data, HOT_SEAT)
    served = serving(data).start()
    try:
        visitor = Visitor(served, cookies["Aurélie"])
        wait_until(lambda: health(served)["backup"]["age"] is not None, "there is a copy")
        told = health(served)
        assert told["status"] == told["backup"]["status"] == "ok"
        assert told["backup"]["age"] < 60
        numbers = visitor.get("/metrics")
        assert "cuvee_backup_ok 1.0" in numbers
        assert "cuvee_backups_made_total 1.0" in numbers
        assert play_once(visitor, code) == 200
        assert str(data) not in json.dumps(told), "strangers read it"
    finally:
        assert served.stop() == 0
    (copy,) = daily_backups.copies(data / "backups")
    assert copy.file.stat().st_mode & 0o777 == 0o600
    assert copy.file.parent.stat().st_mode & 0o777 == 0o700

    again = tmp_path / "again"
    assert main(["restore", str(copy.file), "--data", str(again)]) == 0
    assert count_entries(again) == {code: 0}, "it is from before the move"
    served = serving(again).start()
    try:
        assert play_once(Visitor(served, cookies["Aurélie"]), code) == 200, "guests are known, and play on"
    finally:
        served.kill()
    assert verify(again) == {code: 1}


def test_a_server_killed_in_the_middle_of_a_copy(tmp_path: Path) -> None:
    data = tmp_path / "data"
    prepare(data, HOT_SEAT)
    place = data / "backups"
    slow = serving(data, breath=0.2, step=1).start()  # a page a step
    wait_until(lambda: any(place.glob(".*.draft")), "a copy is begun")
    slow.kill()
    assert list(place.glob(".*.draft")), "it was in the middle of a copy"
    assert daily_backups.copies(place) == [], "half a copy is none"
    served = serving(data).start()
    try:
        wait_until(lambda: bool(daily_backups.copies(place)), "there is a copy")
        assert not list(place.glob(".*")), "the remains of the other are gone"
    finally:
        served.kill()
    backup.check(daily_backups.copies(place)[0].file)


def test_a_server_that_is_to_stop_does_not_wait_for_its_copy(tmp_path: Path) -> None:
    data = tmp_path / "data"
    prepare(data, HOT_SEAT)
    served = serving(data, breath=30, step=1).start()
    wait_until(lambda: any((data / "backups").glob(".*.draft")), "a copy is begun")
    started = time.monotonic()
    assert served.stop() == 0
    assert time.monotonic() - started < 5
    assert list((data / "backups").iterdir()) == [], "nothing half done is left"
    assert "no good copy" not in served.said.read_text()


def test_a_folder_that_cannot_be_written_is_said_and_the_site_runs_on(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (code,), cookies = prepare(data, HOT_SEAT)
    place = tmp_path / "a file"
    place.write_text("no folder")
    served = serving(data, place=place).start()
    try:
        wait_until(lambda: health(served)["status"] == "degraded", "the trouble is told")
        assert health(served)["backup"] == {"status": "failed", "age": None}
        visitor = Visitor(served, cookies["Aurélie"])
        assert play_once(visitor, code) == 200
        assert "cuvee_backup_ok 0.0" in visitor.get("/metrics")
        assert "no good copy" in served.said.read_text()
    finally:
        assert served.stop() == 0


def test_moves_go_on_while_a_copy_is_made(tmp_path: Path) -> None:
    """A copy takes as long as it takes; moves do not wait for its steps, and do not make it start again."""
    data = tmp_path / "data"
    (code,), cookies = prepare(data, HOT_SEAT)
    served = serving(data, breath=0.04, step=1).start()
    try:
        visitor = Visitor(served, cookies["Aurélie"])
        wait_until(lambda: any((data / "backups").glob(".*.draft")), "a copy is begun")
        for _move in range(10):
            started = time.monotonic()
            assert play_once(visitor, code) == 200
            assert time.monotonic() - started < 3
        assert daily_backups.copies(data / "backups") == [], "it is still copying"
        wait_until(lambda: bool(daily_backups.copies(data / "backups")), "there is a copy")
    finally:
        served.kill()
    played = count_entries(data)[code]
    (copy,) = daily_backups.copies(data / "backups")
    backup.restore(copy.file, tmp_path / "then")
    assert verify(tmp_path / "then")[code] < played, "it shows the moment at which it was begun"


# What the keeper does.


def test_a_copy_a_day_and_seven_stay(keeper: Keeper, data: Path) -> None:
    place = data / "backups"
    for _day in range(9):
        keeper.look()
        keeper.look()  # nothing to do for the rest of the day
        age_all(place, timedelta(days=1))
    assert keeper.made == 9
    ages = [round(copy.age(datetime.now(UTC)) / timedelta(days=1)) for copy in daily_backups.copies(place)]
    assert ages == [1, 2, 3, 4, 5, 6, 7]


def test_other_files_in_the_folder_are_left_alone(keeper: Keeper, data: Path) -> None:
    place = data / "backups"
    place.mkdir()
    for name in ("cuvee-mine.sqlite3", "notes.txt"):
        (place / name).write_text("mine")
    keeper.keep = 1
    keeper.look()
    age_all(place, timedelta(days=1))
    keeper.look()
    assert len(daily_backups.copies(place)) == 1
    assert {"cuvee-mine.sqlite3", "notes.txt"} < {path.name for path in place.iterdir()}


def test_nothing_goes_before_the_new_copy_is_good(
    keeper: Keeper, data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    place = data / "backups"
    keeper.keep = 1
    keeper.look()
    age_all(place, timedelta(days=1))
    before = daily_backups.copies(place)

    def damage(copy: Path, _data: Path) -> None:
        with copy.open("r+b") as file:
            file.seek(5000)
            file.write(b"\xff" * 15000)

    with monkeypatch.context() as patched:
        patched.setattr(backup, "_label", damage)  # the disk loses what was written
        keeper.look()
    assert daily_backups.copies(place) == before
    assert [path for path in place.iterdir() if path != before[0].file] == []
    assert (keeper.state(), keeper.failures) == ("failed", 1)
    assert "no good copy" in caplog.text
    keeper.look()
    assert (keeper.state(), keeper.failures) == ("ok", 1)
    assert len(daily_backups.copies(place)) == 1
    assert daily_backups.copies(place) != before


def test_a_damaged_newest_copy_is_found_put_aside_and_made_anew(keeper: Keeper, data: Path) -> None:
    place = data / "backups"
    keeper.look()
    (copy,) = daily_backups.copies(place)
    content = bytearray(copy.file.read_bytes())
    content[5000:20000] = b"\xff" * 15000
    copy.file.write_bytes(content)
    age_all(place, timedelta(hours=2))
    keeper.inspect()
    assert keeper.state() == "failed"
    keeper.look()
    assert keeper.state() == "ok"
    (anew,) = daily_backups.copies(place)
    assert anew.age(datetime.now(UTC)) < timedelta(hours=1)
    backup.check(anew.file)
    assert [path.suffix for path in place.iterdir() if path != anew.file] == [".damaged"]
    for _day in range(6):
        assert list(place.glob("*.damaged"))
        age_all(place, timedelta(days=1))
        keeper.look()
    assert {path.suffix for path in place.iterdir()} == {".sqlite3"}, "it was deleted in its turn"


def test_a_copy_does_not_take_the_last_room_from_the_moves(keeper: Keeper, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = shutil.disk_usage(data)
    size = (data / "cuvee.sqlite3").stat().st_size
    monkeypatch.setattr(shutil, "disk_usage", lambda _place: real._replace(free=size + 1000))
    keeper.look()
    assert keeper.state() == "failed"
    assert "too little space" in keeper.trouble
    monkeypatch.undo()
    keeper.look()
    assert keeper.state() == "ok"


def test_a_full_disk_in_the_middle_of_a_copy_leaves_nothing_behind(keeper: Keeper, data: Path) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20 * 4096, before[1]))
    try:
        keeper.look()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert keeper.state() == "failed"
    assert list((data / "backups").iterdir()) == []
    keeper.look()
    assert keeper.state() == "ok"


def test_a_clock_that_was_wrong_once_does_not_stop_all_later_copies(keeper: Keeper, data: Path) -> None:
    place = data / "backups"
    keeper.look()
    age_all(place, -timedelta(days=400))
    keeper.look()
    keeper.look()
    assert keeper.made == 2
    age = keeper.age()
    assert age is not None
    assert age < timedelta(minutes=1)


def test_a_server_whose_copies_do_not_happen_says_they_are_late(keeper: Keeper, data: Path) -> None:
    keeper.look()
    age_all(data / "backups", timedelta(hours=30))
    assert keeper.state() == "ok", "it has just started: there will be one"
    keeper._started -= timedelta(hours=30)
    assert keeper.state() == "late"
    keeper.look()
    assert keeper.state() == "ok"


def test_none_are_made_if_none_are_wanted(data: Path) -> None:
    keeper = Keeper()
    keeper.start(data, data / "backups", 0)
    assert keeper.state() == "off"
    assert not [thread for thread in threading.enumerate() if thread.name == "backups"]
    keeper.stop()


@pytest.mark.parametrize("value", ["many", "-1", "1.5", ""])
def test_a_number_that_is_none_is_refused(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUVEE_BACKUPS_KEPT", value)
    with pytest.raises(CuveeError, match="CUVEE_BACKUPS_KEPT"):
        daily_backups.kept()


# `cuvee backups`.


def test_the_operator_lists_and_checks_the_copies(keeper: Keeper, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["backups", "--data", str(data)]
    assert main(words) == 1
    assert "there are no copies" in capsys.readouterr().out
    keeper.look()
    age_all(data / "backups", timedelta(hours=30))
    keeper.look()
    assert main(words) == 0
    new, old = capsys.readouterr().out.splitlines()
    assert " 0.0 hours old" in new
    assert " 30.0 hours old" in old
    (_new, damaged) = daily_backups.copies(data / "backups")
    with closing(sqlite3.connect(damaged.file)) as database:
        database.execute("DROP TABLE site_entry")
    assert main([*words, "--check"]) == 1
    new, old = capsys.readouterr().out.splitlines()
    assert "people" in new
    assert "not a Cuvée backup" in old
