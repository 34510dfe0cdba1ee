"""Addresses of servers, and the connection pool, tested without any server."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest

from cuvee.kernel.errors import CuveeError
from cuvee.web.ops import backup, databases
from cuvee.web.ops.postgresql.base import Pool
from tests.web.serving import free_port


def test_an_address_says_everything() -> None:
    found = databases.database(Path("/x"), "postgresql://ada:a%2Fb%40c@db.example.org:5433/wine?sslmode=require")
    assert [found[key] for key in ("USER", "PASSWORD", "HOST", "PORT", "NAME")] == [
        "ada",
        "a/b@c",
        "db.example.org",
        "5433",
        "wine",
    ]
    assert found["OPTIONS"]["sslmode"] == "require"


def test_own_settings_of_a_connection_are_kept() -> None:
    found = databases.database(Path("/x"), "postgresql://ada@db/wine?options=-c%20search_path%3Dcellar")
    assert found["OPTIONS"]["options"].endswith(" -c search_path=cellar")


def test_a_file_can_be_named_too() -> None:
    assert databases.database(Path("/x"), "sqlite:////srv/wine.sqlite3")["NAME"] == Path("/srv/wine.sqlite3")
    assert databases.database(Path("/x"), "")["NAME"] == Path("/x/cuvee.sqlite3")


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://x/y", "must begin with postgresql:// or sqlite:///"),
        ("cuvee", "must begin with postgresql:// or sqlite:///"),
        ("postgresql://host:port/x", "host or port cannot be read"),
        ("postgresql://[half/x", "host or port cannot be read"),
        ("postgresql://host", "names no database"),
        ("sqlite://cuvee.sqlite3", "sqlite:////var/lib"),
        ("sqlite:///", "sqlite:////var/lib"),
    ],
)
def test_a_wrong_database_is_told(url: str, sentence: str) -> None:
    with pytest.raises(CuveeError, match=sentence):
        databases.database(Path("/x"), url)


def test_a_wrong_redis_is_told() -> None:
    assert databases.redis_url("redis://127.0.0.1:6379/0")
    with pytest.raises(CuveeError, match="must begin with redis://"):
        databases.redis_url("http://127.0.0.1")


def test_a_database_server_has_its_own_backups(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://host/cuvee")
    with pytest.raises(CuveeError, match="pg_dump"):
        backup.backup(tmp_path / "copy", tmp_path)


@pytest.mark.parametrize(
    ("words", "url", "sentence"),
    [
        (["serve", "--port", "0"], "postgresql://cuvee@127.0.0.1:{port}/cuvee", "PostgreSQL at 127.0.0.1/cuvee cannot be used"),
        (["house"], "", "set DATABASE_URL=postgresql://"),
    ],
)
def test_what_cannot_be_is_one_line(words: list[str], url: str, sentence: str, tmp_path: Path) -> None:
    environment = os.environ | {"DATABASE_URL": url.format(port=free_port())}
    command = [sys.executable, "-m", "cuvee", *words, "--data", str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr


def test_what_deploy_sets_is_documented() -> None:
    root = Path(__file__).resolve().parents[2]
    documented = (root / "docs" / "operating.md").read_text("utf-8")
    files = [path for path in (root / "deploy").iterdir() if path.is_file()]
    named = {name for path in files for name in re.findall(r"\b(?:CUVEE|DATABASE)_[A-Z_]+", path.read_text("utf-8"))}
    assert {"DATABASE_URL", "CUVEE_REDIS_URL", "CUVEE_SECRET"} <= named
    assert [name for name in sorted(named) if f"`{name}`" not in documented] == []


class Pretended:
    """A connection to nowhere: a pair of sockets whose far end can hang up."""

    class info:  # noqa: N801
        transaction_status = psycopg.pq.TransactionStatus.IDLE

    def __init__(self) -> None:
        self.near, self.far = socket.socketpair()
        self.closed = False

    def fileno(self) -> int:
        return self.near.fileno()

    def close(self) -> None:
        self.closed = True
        self.near.close()
        self.far.close()


def test_a_connection_is_used_again() -> None:
    pool = Pool(2)
    first: Any = pool.take(Pretended)
    pool.put_back(first)
    assert pool.take(Pretended) is first
    assert pool.open == 1
    pool.put_back(first)
    pool.clear()
    assert first.closed
    assert pool.open == 0


def test_a_connection_whose_server_went_away_is_replaced() -> None:
    pool = Pool(1)
    first: Any = pool.take(Pretended)
    pool.put_back(first)
    first.far.close()
    second: Any = pool.take(Pretended)
    assert second is not first
    assert first.closed
    assert pool.open == 1
    second.info.transaction_status = psycopg.pq.TransactionStatus.INERROR
    try:
        pool.put_back(second)
    finally:
        second.info.transaction_status = psycopg.pq.TransactionStatus.IDLE
    assert second.closed, "nobody gets one in the middle of a transaction"
    assert pool.open == 0


def test_a_server_that_is_away_takes_no_place() -> None:
    pool = Pool(1)

    def away() -> Any:
        raise psycopg.OperationalError("away")

    for _attempt in range(3):
        with pytest.raises(psycopg.OperationalError, match="away"):
            pool.take(away)
    assert pool.open == 0


def test_what_a_thread_forgot_is_no_loss() -> None:
    pool = Pool(1)
    forgotten: Any = pool.take(Pretended)
    forgotten.close()
    del forgotten
    assert pool.open == 0


def test_who_finds_all_in_use_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cuvee.web.ops.postgresql.base.WAIT", 0.01)
    pool = Pool(1)
    held: Any = pool.take(Pretended)
    with pytest.raises(psycopg.OperationalError, match="all 1 connections"):
        pool.take(Pretended)
    pool.put_back(held)
    pool.clear()
