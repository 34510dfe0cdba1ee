"""Running the site: one command, its health and metrics, moderation, backup and restore."""

import gc
import json
import os
import platform
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
import weakref
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import DatabaseError
from django.test import Client

import cuvee
from cuvee.cli import main
from cuvee.web.match import tables
from cuvee.web.match.desk import DESK
from cuvee.web.models import ChatLine, Entry, Person, Table, new_code
from cuvee.web.ops import backup
from cuvee.web.ops.serve import LOOK_AT_ALL, Sweeper
from cuvee.web.people.password_hashing import Sparing
from tests.web.conftest import make_moderator, moderating

READY = re.compile(r"http://[^ ]+")


class Server:
    """`cuvee serve`, as an operator starts it."""

    def __init__(self, data: Path, *words: str, **more: str) -> None:
        gone = {"DJANGO_SETTINGS_MODULE", "CUVEE_DATA", "CUVEE_EMAIL_BACKEND"}
        environment = {key: value for key, value in os.environ.items() if key not in gone} | more
        environment["PYTHONPATH"] = str(Path(cuvee.__file__).parent.parent)
        command = [sys.executable, "-m", "cuvee", "serve", "--port", "0", "--data", str(data), *words]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
        )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        found = READY.search(self.line)
        if found is None:
            self.process.wait(30)
            raise AssertionError(self.process.communicate()[1])
        self.address = found[0].rstrip("/")
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        with self.browser.open(self.address + path, timeout=20) as answer:
            return str(answer.read().decode())

    def post(self, path: str, form: dict[str, str], page: str) -> str:
        token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get(page))[-1]
        body = urlencode(form | {"csrfmiddlewaretoken": token}).encode()
        with self.browser.open(self.address + path, body, timeout=20) as answer:
            return str(answer.read().decode())

    def stop(self, sig: int = signal.SIGTERM) -> tuple[int, str]:
        self.process.send_signal(sig)
        _out, err = self.process.communicate(timeout=30)
        return self.process.returncode, err

    def kill(self) -> None:
        """End it and its workers at once, as a power cut would."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.communicate()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("operator") / "data"


@pytest.fixture
def server(data: Path) -> Iterator[Server]:
    running = Server(data)
    yield running
    running.kill()


def all_gone(server: Server) -> bool:
    """Tell whether the server and all its workers have ended, within a few seconds."""
    for _try in range(60):
        try:
            os.killpg(server.process.pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def name_of(server: Server) -> str:
    """Read which person the server recognises in the browser."""
    found = re.search(r"<h1[^>]*>(.*?)</h1>", server.get("/account/"))
    assert found is not None
    return found[1]


# Serving.


def test_serve_backup_stop_and_restore(server: Server, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert server.line.startswith("Cuvée is open at http://127.0.0.1:")
    health = json.loads(server.get("/healthz"))
    assert health["status"] == "ok"
    assert "cuvee_tables" in server.get("/metrics")
    server.post("/account/name/", {"name": "Aurélie"}, "/account/name/")
    assert name_of(server) == "Aurélie"

    copy = tmp_path / "copy.sqlite3"
    assert main(["backup", str(copy), "--data", str(data)]) == 0
    assert "1 people" in capsys.readouterr().out
    assert copy.stat().st_mode & 0o077 == 0, "it holds secrets"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite3"]

    assert main(["restore", str(copy), "--data", str(data), "--force"]) != 0
    assert "another server is using" in capsys.readouterr().err
    server.post("/account/name/", {"name": "Later"}, "/account/")
    cookies = server.browser
    code, err = server.stop()
    assert (code, err) == (0, "")

    assert main(["restore", str(copy), "--data", str(data)]) != 0
    assert "--force" in capsys.readouterr().err
    assert main(["restore", str(copy), "--data", str(data), "--force"]) == 0
    again = Server(data)
    port = again.address.rpartition(":")[2]
    assert port
    again.browser = cookies  # the earlier browser is still known
    assert name_of(again) == "Aurélie"
    assert again.stop()[0] == 0

    fresh = tmp_path / "fresh"
    assert main(["restore", str(copy), "--data", str(fresh)]) == 0
    elsewhere = Server(fresh)
    elsewhere.browser = cookies
    assert name_of(elsewhere) == "Aurélie", "guests are known on a new machine too"
    assert elsewhere.stop(signal.SIGINT)[0] == 0


def test_one_server_for_one_folder(server: Server, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cuvee", "serve", "--port", "0", "--data", str(data)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "another server is using" in done.stderr
    assert server.get("/healthz")


def test_a_killed_server_leaves_nothing_locked(server: Server, data: Path) -> None:
    server.kill()
    again = Server(data)
    assert json.loads(again.get("/healthz"))["status"] == "ok"
    assert again.stop()[0] == 0


def test_open_streams_and_thinking_bots_do_not_hold_a_server_that_is_to_stop(tmp_path: Path) -> None:
    person = Person.objects.create_user(f"guest-{new_code(16)}", None, name="Ann")
    table = tables.open_table(person, tables.Wish("viticulture", 2, {}, ["bot:greedy", "bot:greedy"]))
    backup.backup(tmp_path / "copy", Path(os.environ["CUVEE_DATA"]))
    backup.restore(tmp_path / "copy", tmp_path / "data")
    server = Server(tmp_path / "data", CUVEE_BOT_PAUSE="0")
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as stream:
        stream.sendall(f"GET /table/{table.code}/live HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        assert stream.recv(12) == b"HTTP/1.1 200"
        heard = b""
        while b"data: " not in heard:
            heard += stream.recv(100_000)
        started = time.monotonic()
        os.killpg(server.process.pid, signal.SIGINT)  # as Ctrl+C in a terminal does: the workers get it too
        _out, err = server.process.communicate(timeout=30)
        assert server.process.returncode == 0
        assert time.monotonic() - started < 8
        while more := stream.recv(100_000):
            heard += more
        assert heard.endswith(b"0\r\n\r\n"), "the stream came to its end, the page will reconnect"
    assert "Traceback" not in err
    assert all_gone(server), "no worker is left behind"


def test_a_port_in_use_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--data", str(tmp_path / "data")]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"cuvee: port {port} of 127.0.0.1 is in use; choose another with --port\n"
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "words", [["--port", "70000"], ["--port", "x"], ["--host", "no.such.host.invalid"], ["--data", "/dev/null/x"]]
)
def test_what_cannot_be_served_is_one_clear_line(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = [] if "--data" in words else ["--data", str(tmp_path / "data")]
    assert main(["serve", *(["--port", "0"] if "--port" not in words else []), *words, *more]) != 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("cuvee: ")
    assert err.count("\n") == 1


def test_the_command_line_does_not_load_the_site() -> None:
    code = "import sys, cuvee.cli; cuvee.cli._parser(); sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


DRAWING_THREADS = """
import threading
from cuvee.web.ops.serve import keep_memory_together

def size():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS"))

def draw():
    for _page in range(10):
        drawn.append("." * 80_000)
        noted.append("." * 2_000)

keep_memory_together()
noted, drawn = [], []
before = size()
for _thread in range(60):
    thread = threading.Thread(target=draw)
    thread.start()
    thread.join()
full = size() - before
drawn.clear()
print(full, size() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only the C library of GNU can be told how to keep memory")
def test_memory_of_pages_goes_back_to_the_machine() -> None:
    """48 MB of pages drawn by many threads, between small objects that stay, leave nothing behind."""
    said = subprocess.run([sys.executable, "-c", DRAWING_THREADS], capture_output=True, text=True, check=True).stdout
    full, left = map(int, said.split())
    assert full > 40_000, "kilobytes while they are there"
    assert left < 4_000


# Backup and restore.


def test_backup_refuses_what_it_should_not_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "nothing")]) != 0
    assert "nothing to back up" in capsys.readouterr().err
    data = Path(os.environ["CUVEE_DATA"])
    file = tmp_path / "mine.txt"
    file.write_text("mine")
    assert main(["backup", str(file), "--data", str(data)]) != 0
    assert file.read_text() == "mine"
    assert main(["backup", str(file), "--data", str(data), "--force"]) == 0
    assert file.read_bytes().startswith(b"SQLite format 3")


def test_restore_checks_before_it_touches_anything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    good = tmp_path / "good"
    backup.backup(good, Path(os.environ["CUVEE_DATA"]))
    backup.restore(good, data)
    before = (data / "cuvee.sqlite3").read_bytes()

    cut = tmp_path / "cut"
    cut.write_bytes(good.read_bytes()[: good.stat().st_size // 2])
    damaged = tmp_path / "damaged"
    bad = bytearray(good.read_bytes())
    bad[5000:20000] = b"\xff" * 15000
    damaged.write_bytes(bad)
    text = tmp_path / "text"
    text.write_text("no database")
    other = tmp_path / "other"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE x (y)")
    database.close()
    newer = tmp_path / "newer"
    newer.write_bytes(good.read_bytes())
    with sqlite3.connect(newer) as database:
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('site', '9999_later', '2030-01-01')")
    database.close()
    for file in (cut, damaged, text, other, newer, tmp_path / "missing"):
        assert main(["restore", str(file), "--data", str(data), "--force"]) != 0, file
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("cuvee: ")
        assert err.count("\n") == 1
    assert (data / "cuvee.sqlite3").read_bytes() == before


def test_what_is_replaced_is_kept_beside(tmp_path: Path) -> None:
    data = tmp_path / "data"
    good = tmp_path / "good"
    backup.backup(good, Path(os.environ["CUVEE_DATA"]))
    data.mkdir()
    (data / "cuvee.sqlite3").write_bytes(b"damaged beyond repair")
    backup.restore(good, data, force=True)
    assert (data / "before-restore.sqlite3").read_bytes() == b"damaged beyond repair"
    backup.check(data / "cuvee.sqlite3")
    assert not [path for path in data.iterdir() if "draft" in path.name]


# Health and numbers.


def test_health_says_when_the_database_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    from cuvee.web.ops import health

    assert Client().get("/healthz").status_code == 200

    def gone() -> None:
        raise DatabaseError("disk /secret/path is gone")

    monkeypatch.setattr(health, "_try_database", gone)
    answer = Client().get("/healthz")
    assert answer.status_code == 503
    assert b"secret" not in answer.content


def test_health_notices_that_nothing_can_be_written() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
    try:
        assert Client().get("/healthz").status_code == 503
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = OFF")
    other = sqlite3.connect(Path(os.environ["CUVEE_DATA"]) / "cuvee.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    started = time.monotonic()
    assert Client().get("/healthz").status_code == 503
    assert time.monotonic() - started < 10
    other.rollback()
    other.close()
    assert Client().get("/healthz").status_code == 200


def number(name: str) -> float:
    text = Client().get("/metrics").content.decode()
    return float(re.findall(rf"^{re.escape(name)} (\S+)$", text, re.M)[0])


def test_the_numbers_follow_what_happens() -> None:
    person = Person.objects.create_user(f"guest-{new_code(16)}", None, name="Ann")
    playing, moves = number('cuvee_tables{status="playing"}'), number("cuvee_moves_total")
    table = tables.open_table(person, tables.Wish("wine_cellar", 2, {}, ["me", "friend"]))
    assert number('cuvee_tables{status="playing"}') == playing + 1
    position = DESK.position(table)
    seat = position.state.waiting[0]
    DESK.play(table, seat, position.state.options(seat)[0], position.asked[seat])
    assert number("cuvee_moves_total") > moves
    assert number("cuvee_positions") >= 1


# Moderation.


@pytest.fixture
def moderator(monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(Sparing, "time_cost", 1)
    return moderating(make_moderator("grand-cru-1855"))


def running_match() -> tuple[Table, Person, Person]:
    ann, bo = (Person.objects.create_user(f"guest-{new_code(16)}", None, name=name) for name in ("Rude", "Kind"))
    table = tables.open_table(ann, tables.Wish("wine_cellar", 2))
    tables.sit_down(table, bo)
    table.refresh_from_db()
    position = DESK.position(table)
    DESK.play(table, 0, position.state.options(0)[0], position.asked[0])
    return table, ann, bo


def test_only_moderators_moderate() -> None:
    client = Client()
    assert client.get("/moderation/").status_code == 302
    client.force_login(Person.objects.create_user(f"guest-{new_code(16)}", None, name="Ann"))
    assert client.get("/moderation/site/person/").status_code == 302


def test_a_moderator_bans_and_nobody_waits(moderator: Client) -> None:
    table, ann, _bo = running_match()
    moderator.post("/moderation/site/person/", {"action": "ban", "_selected_action": [ann.pk]})
    ann.refresh_from_db()
    assert not ann.is_active
    assert table.places.get(person=ann).stand_in == tables.STAND_IN
    moderator.post("/moderation/site/person/", {"action": "let_in_again", "_selected_action": [ann.pk]})
    ann.refresh_from_db()
    assert ann.is_active


def test_a_moderator_renames(moderator: Client) -> None:
    table, ann, _bo = running_match()
    form = {"name": "Polite", "is_superuser": "on", "is_staff": "on"}
    assert moderator.post(f"/moderation/site/person/{ann.pk}/change/", form).status_code == 302
    ann.refresh_from_db()
    assert (ann.name, ann.is_staff, ann.is_superuser) == ("Polite", False, False)
    assert table.places.get(person=ann).name == "Polite"


def test_moderators_pages_show_no_secret(moderator: Client) -> None:
    table, ann, _bo = running_match()
    secret_move = table.log.get().text
    pages = [
        moderator.get(address)
        for address in (
            "/moderation/",
            "/moderation/site/table/",
            f"/moderation/site/table/{table.pk}/change/",
            f"/moderation/site/table/{table.pk}/delete/",
            f"/moderation/site/entry/?table__id__exact={table.pk}",
            f"/moderation/site/person/{ann.pk}/change/",
            f"/moderation/site/chatline/?q={table.code}",
        )
    ]
    for page in pages:
        assert page.status_code == 200
        text = page.content.decode()
        assert str(table.seed) not in text
        assert table.invitation not in text
        assert f">{secret_move}<" not in text
        assert f": {secret_move}" not in text
    assert moderator.get(f"/moderation/site/entry/{table.log.get().pk}/change/").status_code == 302
    assert moderator.get("/moderation/site/note/").status_code == 404


def test_a_moderator_removes_a_line_and_a_table_but_no_move(moderator: Client) -> None:
    table, ann, _bo = running_match()
    tables.talk(table, ann, "something rude")
    line = ChatLine.objects.get(table=table)
    talk = Table.objects.get(pk=table.pk).talk
    moderator.post("/moderation/site/chatline/", {"action": "delete_selected", "_selected_action": [line.pk], "post": "yes"})
    assert not ChatLine.objects.filter(pk=line.pk).exists()
    assert Table.objects.get(pk=table.pk).talk > talk, "pages of the table are refreshed"
    entry = Entry.objects.get(table=table)
    assert moderator.post(f"/moderation/site/entry/{entry.pk}/delete/", {"post": "yes"}).status_code in (302, 403, 404)
    assert Entry.objects.filter(pk=entry.pk).exists()
    moderator.post(f"/moderation/site/table/{table.pk}/delete/", {"post": "yes"})
    assert not Table.objects.filter(pk=table.pk).exists()


def test_cuvee_moderator_makes_one(tmp_path: Path) -> None:
    def run(name: str, password: str) -> Any:
        command = [sys.executable, "-m", "cuvee", "moderator", name, "--data", str(tmp_path)]
        environment = {key: value for key, value in os.environ.items() if key != "CUVEE_DATA"}
        environment["PYTHONPATH"] = str(Path(cuvee.__file__).parent.parent)
        return subprocess.run(command, input=password, capture_output=True, text=True, env=environment, check=False)

    assert run("Ada", "4711\n").returncode == 2
    assert run("Ada", "grand-cru-1855\n").returncode == 0
    with sqlite3.connect(tmp_path / "cuvee.sqlite3") as database:
        rows = database.execute("SELECT username, is_staff, is_superuser, guest FROM site_person").fetchall()
    database.close()
    assert rows == [("ada", 1, 1, 0)]


def test_garbage_goes_though_not_everything_is_searched_every_time() -> None:
    class Knot:
        def __init__(self) -> None:
            self.itself = self

    sweeper = Sweeper()
    gc.callbacks.append(sweeper)
    try:
        knot = Knot()
        gc.collect()
        old, young = weakref.ref(knot), weakref.ref(Knot())
        del knot
        gc.collect()
        assert young() is None
        assert old() is not None, "objects that outlived a search are left alone for a while"
        sweeper.looked -= LOOK_AT_ALL + 1
        gc.collect()
        assert old() is None
    finally:
        gc.callbacks.remove(sweeper)
        gc.unfreeze()


def test_every_setting_is_documented() -> None:
    root = Path(__file__).resolve().parents[2]
    sources = [path.read_text("utf-8") for path in (root / "src" / "cuvee" / "web").rglob("*.py")]
    known = {name for text in sources for name in re.findall(r"\"(CUVEE_[A-Z_]+)\"", text)}
    assert "CUVEE_DATA" in known
    documented = set(re.findall(r"`(CUVEE_[A-Z_]+)`", (root / "docs" / "operating.md").read_text("utf-8")))
    assert documented == known
