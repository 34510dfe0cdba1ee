"""Small holes that were found and closed, each tried again."""

import os
import socket
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from cuvee.web.mail.notices import public_address
from cuvee.web.models import Tally, new_code
from cuvee.web.ops import databases
from cuvee.web.people import rate_limits
from tests.web.conftest import Sit, make_moderator, moderating
from tests.web.serving import PATIENCE, Served
from tests.web.walking import every_path, walk_get

ROOT = Path(__file__).resolve().parents[3]
SPECIAL = """0.0.0.1 10.1.2.3 100.64.0.1 127.0.0.1 169.254.1.1 172.16.0.1 192.0.0.1 192.0.0.9 192.0.2.1 192.88.99.1 192.168.0.1
198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::ffff:10.0.0.1 64:ff9b::a00:1 64:ff9b:1::1
100::1 2001::1 2001:db8::1 2002:a00:1:: fc00::1 fe80::1 fec0::1 feff::1 ff02::1"""


@pytest.mark.parametrize("address", SPECIAL.split())
def test_no_special_purpose_address_is_public(address: str) -> None:
    assert not public_address(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "192.0.1.1", "2606:4700:4700::1111"])
def test_the_world_is_public(address: str) -> None:
    assert public_address(address)


@pytest.mark.parametrize("shared", [False, True])
def test_a_limit_opens_again_after_the_clock_was_put_back(monkeypatch: pytest.MonkeyPatch, shared: bool) -> None:
    monkeypatch.setattr(rate_limits, "MEMORY", rate_limits.Memory())
    monkeypatch.setattr(rate_limits, "in_database", lambda: shared)
    who, now = f"person {new_code()}", 2_000_000_000.0
    monkeypatch.setattr(time, "time", lambda: now)
    assert [rate_limits.count(rate_limits.CHAT, [who])[who].number for _time in range(3)] == [1, 2, 3]
    now -= 86_400
    assert rate_limits.counted(rate_limits.CHAT, [who]) == {}
    assert rate_limits.count(rate_limits.CHAT, [who])[who].number == 1
    now += 30
    assert rate_limits.count(rate_limits.CHAT, [who])[who].number == 2, "and it still counts"
    Tally.objects.all().delete()


def test_no_page_is_kept_by_a_browser(sit: Sit) -> None:
    table, clients = sit()
    moderator = moderating(make_moderator())
    for client in (clients[0], moderator, Client()):
        for path in every_path(table):
            kept: Any = walk_get(client, path).headers.get("Cache-Control", "")
            assert "no-store" in kept, path


@pytest.mark.parametrize("secret", ["CHANGE-ME-to-50-random-letters", "CHANGE-ME" * 9, "short", "x" * 31])
def test_a_secret_anybody_can_guess_is_refused(secret: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cuvee", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    guessed = os.environ | {"CUVEE_SECRET": secret}
    done = subprocess.run(command, env=guessed, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 2
    assert "CUVEE_SECRET must be" in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert secret not in done.stderr


@pytest.mark.embedded("on servers the folder holds no data but the secret")
@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_only_the_owner_can_read_the_data(tmp_path: Path) -> None:
    """Data that an older version left readable for everybody are made private as well."""
    data = tmp_path / "data"
    served = Served(data).start()
    try:
        assert readable_by_others(data, *data.iterdir()) == []
    finally:
        assert served.stop() == 0
    (data / "cuvee.sqlite3").chmod(0o644)
    served = Served(data).start()
    try:
        assert readable_by_others(*data.iterdir()) == []
    finally:
        assert served.stop() == 0


def readable_by_others(*paths: Path) -> list[str]:
    return [path.name for path in paths if stat.S_IMODE(path.stat().st_mode) & 0o077]


def test_a_password_need_not_be_written_into_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUVEE_DATABASE_PASSWORD", "p@ss:w/rd?#%")
    found = databases.database(Path("/x"), "postgresql://cuvee@postgres:5432/cuvee")
    assert (found["PASSWORD"], found["HOST"], found["USER"]) == ("p@ss:w/rd?#%", "postgres", "cuvee")


def test_the_operators_secrets_are_not_committed_or_baked_in() -> None:
    if (ROOT / ".git").exists():
        done = subprocess.run(["git", "check-ignore", "deploy/.env"], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.stdout.strip() == "deploy/.env"
    assert "**/.env" in (ROOT / ".dockerignore").read_text("utf-8").split()


@pytest.mark.parametrize("unit", ["deploy/cuvee-web@.service", "deploy/cuvee-house@.service", "docs/operating.md"])
def test_units_own_their_folder_and_have_limits(unit: str) -> None:
    lines = (ROOT / unit).read_text("utf-8").splitlines()
    assert {"StateDirectory=cuvee", "UMask=0077", "LimitNOFILE=65536"} <= set(lines)
    assert {"MemoryMax", "TasksMax"} <= {line.partition("=")[0] for line in lines}


PLAIN = "Host: 127.0.0.1\r\nConnection: close\r\n\r\n"
FAULTY = (
    f"GET /{'a' * 12_000} HTTP/1.1\r\n{PLAIN}",
    f"GET /%0aWARNING%20nothing%1b[31m HTTP/1.1\r\n{PLAIN}",
    f"GET /?{'a=&' * 1000} HTTP/1.1\r\n{PLAIN}",
    f"POST /open/ HTTP/1.1\r\nContent-Length: 0\r\n{PLAIN}",
    f"OPTIONS /open/ HTTP/1.1\r\n{PLAIN}",
    "GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n",
    "GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "\0\r\n\r\n",
)


def test_strangers_cannot_fill_the_log(tmp_path: Path) -> None:
    """A faulty request costs its sender a moment, and the operator no line in the log."""
    served = Served(tmp_path / "data", CUVEE_LOG="WARNING").start()
    try:
        before = served.said.read_text("utf-8")
        for request in FAULTY:
            with closing(socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)) as line:
                line.sendall(request.encode())
                assert line.recv(12).startswith(b"HTTP/1.1 4")
        assert served.said.read_text("utf-8") == before
    finally:
        assert served.stop() == 0
