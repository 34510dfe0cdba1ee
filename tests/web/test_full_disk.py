"""A full disk: the site says so, refuses what it cannot store, and loses nothing it acknowledged."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from cuvee.web.match.desk import DESK
from cuvee.web.models import Entry, Table
from cuvee.web.ops import guard, health
from tests.web.conftest import Sit
from tests.web.serving import Served, Visitor, count_entries, prepare, verify
from tests.web.test_faults import HOT_SEAT, play_once


def ask() -> tuple[int, dict[str, Any]]:
    answer = Client().get("/healthz")
    return answer.status_code, json.loads(answer.content)


@pytest.fixture(autouse=True)
def write_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PROBE", health.Probe())


def pragma(words: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {words}")
        return int(cursor.fetchone()[0])


def store_many(size: int) -> None:
    for number in range(1000):
        Session.objects.create(session_key=f"filler-{size}-{number}", session_data="0" * size, expire_date=timezone.now())


@contextmanager
def full_database() -> Iterator[None]:
    """Stop the database from growing, and fill what is left of it."""
    before = pragma("max_page_count")
    pragma(f"max_page_count = {pragma('page_count')}")
    try:
        for size in (1_000_000, 100_000, 10_000, 2_000):
            with pytest.raises(OperationalError, match="full"):
                store_many(size)
        yield
    finally:
        pragma(f"max_page_count = {before}")
        Session.objects.filter(session_key__startswith="filler-").delete()


def answer(clients: list[Client], table: Table) -> HttpResponse:
    """Give the first answer that is offered to anybody."""
    for client in clients:
        client.raise_request_exception = False  # what a browser sees
        page = client.get(f"/table/{table.code}/").content.decode()
        option = re.search(r'name="option" value="(\d+)"', page)
        asked = re.search(r'name="asked" value="(\d+)"', page)
        if option and asked:
            return client.post(f"/table/{table.code}/answer", {"option": option[1], "asked": asked[1]})
    raise AssertionError("nobody is asked")


def test_a_database_that_cannot_grow_refuses_moves_clearly_and_loses_none(sit: Sit) -> None:
    table, clients = sit("vinhos", 2)
    assert answer(clients, table).status_code == 302
    acknowledged = 1
    with full_database():
        for _move in range(100):
            refused = answer(clients, table)
            if refused.status_code != 302:
                break
            acknowledged += 1
        assert refused.status_code == 503
        assert refused.headers["Retry-After"]
        assert "no room left" in refused.content.decode()
        assert "<h1" in refused.content.decode(), "it is a page, not a bare line"
        assert Entry.objects.filter(table=table).count() == acknowledged
        assert answer(clients, table).status_code == 503, "people can only look"
    assert answer(clients, table).status_code == 302
    DESK.forget(table)
    table.refresh_from_db()
    assert DESK.position(table).read == acknowledged + 1 == Entry.objects.filter(table=table).count()


TINY = """
mount -t tmpfs -o size=64m none {data} && cp {seed}/* {data}/ && exec {python} -m cuvee "$@"
"""
"""A script that serves the site from a 64 MB disk that only this process sees."""


def fill(filler: Path) -> None:
    """Write until nothing more can be written."""
    with filler.open("wb", buffering=0) as file:
        with suppress(OSError):
            while file.write(bytes(4096)):
                pass
        assert file.tell() > 0


def test_a_disk_that_is_full_for_real(tmp_path: Path) -> None:
    if subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", tmp_path], check=False).returncode:
        assert os.environ.get("CI") != "true", "in CI a disk of its own can be made"
        pytest.skip("a disk of its own cannot be made here")
    seed, data = tmp_path / "seed", tmp_path / "data"
    (code,), cookies = prepare(seed, HOT_SEAT)
    data.mkdir()
    script = TINY.format(data=data, seed=seed, python=sys.executable)
    served = Served(data, ("unshare", "-rm", "sh", "-ec", script, "sh")).start()
    try:
        assert served.process is not None
        disk = Path(f"/proc/{served.process.pid}/root{data}")
        visitor = Visitor(served, cookies["Aurélie"])
        assert play_once(visitor, code) == 200
        filler = disk / "filler"
        fill(filler)
        with pytest.raises(urllib.error.HTTPError, match="503") as refused:
            urllib.request.urlopen(f"{served.address}/healthz", timeout=20)
        assert json.load(refused.value)["database"] == "full"
        played = 1
        for _move in range(200):  # the file may have room for a few more
            status = play_once(visitor, code)
            if status != 200:
                break
            played += 1
        assert status == 503
        filler.unlink()
        shutil.copytree(disk, tmp_path / "then")
        assert count_entries(tmp_path / "then")[code] == played
        assert play_once(visitor, code) == 200
        with urllib.request.urlopen(f"{served.address}/healthz", timeout=20) as well:
            assert json.load(well)["database"] == "ok"
        shutil.copytree(disk, tmp_path / "saved")
    finally:
        served.kill()
    assert verify(tmp_path / "saved") == {code: played + 1}


def test_health_writes_for_real() -> None:
    with full_database():
        status, told = ask()
    assert status == 503
    assert (told["status"], told["database"]) == ("unavailable", "full")
    assert told["reasons"]
    assert ask()[0] == 200


def test_health_leaves_nothing_behind_and_is_well_again() -> None:
    before = Session.objects.count()
    assert ask() == ask()
    assert Session.objects.count() == before


def test_health_asked_often_does_not_write_often() -> None:
    written: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        written.extend([sql] if sql.startswith("INSERT") else [])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        for _time in range(20):
            assert ask()[0] == 200
    assert len(written) == 1


@pytest.mark.parametrize(
    ("free", "status", "word"), [(10**6, 503, "unavailable"), (10**8, 200, "degraded"), (10**10, 200, "ok")]
)
def test_health_looks_at_the_room_that_is_left(free: int, status: int, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda _place: real._replace(free=free))
    answered, told = ask()
    assert (answered, told["status"]) == (status, word)
    assert ("reasons" in told) == (word != "ok")
    numbers = Client().get("/metrics").content.decode()
    assert [float(found) for found in re.findall(r"^cuvee_disk_free_bytes (\S+)", numbers, re.M)] == [free]


def test_a_full_disk_of_postgresql_is_known_by_its_number() -> None:
    from psycopg.errors import DiskFull, SerializationFailure

    for cause, full in ((DiskFull("no space left on device"), True), (SerializationFailure("again"), False)):
        error = OperationalError(str(cause))
        error.__cause__ = cause
        assert guard.no_room(error) is full
