"""A real server in its own process, which can be stopped, killed and restarted on the same data."""

import http.client
import http.cookiejar
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import urlencode

from tests.web import backing

PATIENCE: Final = 30.0
GONE: Final = (OSError, http.client.HTTPException)
"""The errors a client gets when there is no server, or it is killed in the middle of an answer."""
KINDS: Final = (
    "SIGNUPS", "CHAT", "MOVES", "TABLES", "QUESTIONS", "REPORTS", "STORAGE", "CONNECTIONS",
    "CONFIRMATIONS", "RECOVERIES", "LETTERS",
)  # fmt: skip
QUICK: Final = {
    "CUVEE_BOT_PAUSE": "0",
    "CUVEE_ANALYSIS_NODES": "8",
    **{f"CUVEE_LIMIT_{what}": "0" for what in KINDS},
}
"""Settings for tests: programs play faster than people."""
LONG: Final = 20_000
"""Forms of at least this many characters are sent like files."""
BOUNDARY: Final = "between-the-fields-of-a-form"
AS_SERVED: Final[dict[str, str]] = {}
"""The settings of a site whose operator has set none."""


class Served:
    """`cuvee serve` on a folder of data."""

    def __init__(
        self,
        data: Path,
        command: tuple[str, ...] = (),
        words: tuple[str, ...] = (),
        usual: Mapping[str, str] = QUICK,
        **environment: str,
    ) -> None:
        self.data = data
        self.command = command or (sys.executable, "-m", "cuvee")
        self.words = words
        self.environment = {**usual, **backing.environment_of(data), **environment}
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.said = data.with_name(f"{data.name}-said-{self.port}.txt")

    def begin(self) -> None:
        """Start it without waiting."""
        words = ["serve", "--port", str(self.port), "--data", str(self.data), *self.words]
        self.process = start_process([*self.command, *words], self.said, self.environment)

    def start(self) -> "Served":
        """Start it and wait until it answers."""
        self.begin()
        self.wait()
        return self

    def wait(self) -> None:
        """Wait until it answers."""
        assert self.process is not None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended: {self.said.read_text()}")
            try:
                with urllib.request.urlopen(f"{self.address}/healthz", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, within: float = PATIENCE) -> int:
        """Ask it to stop; return its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=within)


def wait_until(happens: Callable[[], bool], what: str = "it happens") -> None:
    """Wait for something that happens by itself, such as a bot's move."""
    end = time.monotonic() + 2 * PATIENCE
    while not happens():
        assert time.monotonic() < end, f"waited in vain until {what}"
        time.sleep(0.02)


def free_port() -> int:
    """Find an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def of_the_machine() -> dict[str, str]:
    """Return the environment of this process without any settings of a site."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("CUVEE_", "DJANGO_", "DATABASE_"))}


def start_process(command: list[str], said: Path, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start a process of the site with these settings and none of the machine's."""
    clean = of_the_machine() | {"CUVEE_LOG": "ERROR", **environment}
    # Into a file: nobody reads a pipe while the server runs, and a full pipe would block it.
    with said.open("ab") as out:
        return subprocess.Popen(command, env=clean, stdout=out, stderr=subprocess.STDOUT)


def _session_cookie(session: str) -> http.cookiejar.Cookie:
    return http.cookiejar.Cookie(
        0, "cuvee", session, None, False, "127.0.0.1", False, False, "/", True, False, None, True, None, None, {}
    )


class Addressed(Protocol):
    """A process of a site, or all of them."""

    @property
    def address(self) -> str:
        """The address for the next request."""


class Visitor:
    """Somebody with a browser's patience and cookies, but no screen."""

    def __init__(self, served: Addressed, session: str = "") -> None:
        self.served = served
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        if session:
            self.jar.set_cookie(_session_cookie(session))

    def get(self, path: str, **headers: str) -> str:
        """Load a page."""
        request = urllib.request.Request(self.served.address + path, headers=headers)
        with self.opener.open(request, timeout=PATIENCE) as answer:
            self.address = answer.geturl()
            return str(answer.read().decode())

    def post(self, path: str, token_from: str, **fields: object) -> tuple[int, str]:
        """Send a form, with the token from a page; return status and text."""
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', token_from)
        assert found
        body, kind = written_form({"csrfmiddlewaretoken": found[1]} | fields)
        headers = {"Referer": self.served.address, "Content-Type": kind}
        request = urllib.request.Request(self.served.address + path, data=body, headers=headers)
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                self.address = answer.geturl()
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


def written_form(fields: Mapping[str, object]) -> tuple[bytes, str]:
    """Encode a form as a browser does, a long one as multipart; return it and its content type."""
    texts = {name: str(value) for name, value in fields.items()}
    if sum(map(len, texts.values())) < LONG:
        return urlencode(texts).encode(), "application/x-www-form-urlencoded"
    parts = [f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in texts.items()]
    return "".join([*parts, f"--{BOUNDARY}--\r\n"]).encode(), f"multipart/form-data; boundary={BOUNDARY}"


def session_of(visitor: Visitor) -> str:
    """Return what a thief of somebody's cookie would get."""
    return next(str(cookie.value) for cookie in visitor.jar if cookie.name == "cuvee")


PREPARE: Final = """
import sys, json, django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.db import transaction
from django.test import Client
from cuvee.web.events import announcements
from cuvee.web.match.desk import DESK
from cuvee.web.models import Person, new_code
from cuvee.web.match.tables import Wish, open_table, sit_down
wishes = json.load(sys.stdin)
announcements.announce = lambda table, places=None: None  # nobody is there yet
people, tables = {}, []
for wish in wishes:
    for name in wish["people"]:
        if name not in people:
            people[name] = Person.objects.create_user("guest-" + new_code(), None, name=name, guest=True)
    host = people[wish["people"][0]]
    asked = Wish(wish["game"], wish["players"], wish.get("options"), wish.get("seats"))
    asked.seed, asked.hints = wish.get("seed", asked.seed), True
    table = open_table(host, asked)
    for name in wish["people"][1:]:
        sit_down(table, people[name])
    table.refresh_from_db()
    with transaction.atomic():
        for seat, option in wish.get("moves", []):
            DESK.play(table, seat, option, DESK.position(table).asked[seat])
    tables.append(table.code)
cookies = {}
for name, person in people.items():
    client = Client()
    client.force_login(person)
    cookies[name] = client.cookies["cuvee"].value
print(json.dumps({"tables": tables, "cookies": cookies}))
"""
VERIFY: Final = """
import django, json
django.setup()
from cuvee.web.match.desk import DESK
from cuvee.web.models import Table, Entry
found = {}
for table in Table.objects.exclude(status="waiting"):
    position = DESK.position(table)  # replays the log, comparing every position with the stored fingerprint
    assert position.read == Entry.objects.filter(table=table).count() == table.entries_made, table.code
    found[table.code] = position.read
print(json.dumps(found))
"""


def in_data(data: Path, script: str, given: object = None, **more: str) -> Any:
    """Run a script with a site's settings and JSON input; return the JSON it prints last."""
    environment = os.environ | {"CUVEE_DATA": str(data), "DJANGO_SETTINGS_MODULE": "cuvee.web.settings"}
    environment |= backing.environment_of(data) | more
    done = subprocess.run(
        [sys.executable, "-c", script], input=json.dumps(given), env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def prepare(data: Path, *wishes: dict[str, Any], **more: str) -> tuple[list[str], dict[str, str]]:
    """Open tables in a data folder before it is served; return their codes and everybody's session."""
    data.mkdir(parents=True, exist_ok=True)
    made = in_data(data, PREPARE, wishes, **more)
    return made["tables"], made["cookies"]


def count_entries(data: Path) -> dict[str, int]:
    """Count the entries in each table's log on disk, without asking the site."""
    with closing(_database_of(data)) as database:
        rows = database.execute(
            "SELECT t.code, COUNT(e.id) FROM site_table t LEFT JOIN site_entry e ON e.table_id = t.id GROUP BY t.code"
        )
        return dict(rows.fetchall())


def _database_of(data: Path) -> Any:
    servers = backing.environment_of(data)
    if not servers:
        return sqlite3.connect(data / "cuvee.sqlite3")
    import psycopg

    return psycopg.connect(servers["DATABASE_URL"])


def verify(data: Path, **more: str) -> dict[str, int]:
    """Replay every match in a data folder, checking every position; return how many entries each has."""
    found: dict[str, int] = in_data(data, VERIFY, **more)
    return found
