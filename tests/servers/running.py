"""A PostgreSQL and a Redis for the tests, with their own folders and ports, that can be killed and started again."""

import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import redis

from cuvee import games
from tests.web.backing import make_database
from tests.web.serving import PATIENCE, QUICK, Served, free_port, prepare
from tests.web.site import HouseProcess, Site


def program(name: str) -> str:
    """Find a program of PostgreSQL or Redis; a missing one is a failure, never a skip: `make test` installs it or omits us."""
    beside = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    found = str(beside[-1]) if beside else shutil.which(name)
    if not found:
        raise AssertionError(f"{name} is not installed: install postgresql and redis-server, or leave out tests/servers")
    return found


def _not_as_root() -> list[str]:
    """Return what runs PostgreSQL as nobody, since it refuses to run as root."""
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []


class Process(ABC):
    """A server program that can be killed and comes back with its data."""

    name = ""

    def __init__(self, root: Path) -> None:
        self.port = free_port()
        self.folder = root / self.name
        self.folder.mkdir()
        self.said = root / f"{self.name}.txt"
        self.process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> list[str]:
        """Return the command that starts it."""

    @abstractmethod
    def answers(self) -> bool:
        """Tell whether it answers."""

    def begin(self) -> None:
        """Start it without waiting, in a session of its own, so that Ctrl+C does not reach it."""
        with self.said.open("ab") as out:
            self.process = subprocess.Popen(
                self.command(), cwd=self.folder, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
            )

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.begin()
        end = time.monotonic() + PATIENCE
        while not self.answers():
            assert time.monotonic() < end, f"{self.name} does not answer: {self.said.read_text()[-2000:]}"
            assert self.process is not None
            if self.process.poll() is not None:  # remains of an earlier one may still be there
                time.sleep(0.2)
                self.begin()
            time.sleep(0.05)

    def kill(self) -> None:
        """End all of it at once, as a power cut would."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def pause(self) -> None:
        """Make it hang."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Make it work again."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGCONT)


class Postgres(Process):
    """A PostgreSQL server with one empty database after another."""

    name = "postgres"

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        data = self.folder / "data"
        if os.getuid() == 0:
            shutil.chown(self.folder, "nobody", "nogroup")
        subprocess.run(
            [*_not_as_root(), program("initdb"), "-D", str(data), "-U", "cuvee", "--auth=trust", "-E", "UTF8", "--no-locale"],
            check=True,
            capture_output=True,
            cwd=self.folder,
        )

    def command(self) -> list[str]:
        more = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "shared_buffers": "32MB",
            "max_connections": 200,
            "restart_after_crash": "on",
            "recovery_init_sync_method": "syncfs",
        }
        settings = [word for name, value in more.items() for word in ("-c", f"{name}={value}")]
        return [*_not_as_root(), program("postgres"), "-D", str(self.folder / "data"), *settings]

    def address(self) -> str:
        """Return its address, to be followed by the name of a database."""
        return f"postgresql://cuvee@127.0.0.1:{self.port}"

    def connect(self, database: str = "postgres") -> Any:
        return psycopg.connect(f"{self.address()}/{database}", autocommit=True, connect_timeout=5)

    def answers(self) -> bool:
        try:
            with self.connect() as connection:
                connection.execute("SELECT 1")
            return True
        except psycopg.Error:
            return False

    def set(self, name: str, value: str) -> None:
        """Change a setting while it runs."""
        with self.connect() as connection:
            connection.execute(f"ALTER SYSTEM SET {name} = '{value}'")
            connection.execute("SELECT pg_reload_conf()")

    def backends(self) -> list[int]:
        """List the processes that serve connections."""
        with self.connect() as connection:
            query = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            return [row[0] for row in connection.execute(query)]

    def kill_backend(self, luck: random.Random) -> None:
        """Kill one of the processes that serve connections; PostgreSQL then disconnects everybody and recovers."""
        found: list[int] = []
        while not found:
            with suppress(psycopg.OperationalError):  # it is still recovering from the last time
                found = self.backends()
            time.sleep(0.05)
        with suppress(ProcessLookupError):
            os.kill(luck.choice(found), signal.SIGKILL)

    def kill_postmaster(self) -> None:
        """Kill only the main process; its children notice and end by themselves."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()


class RedisServer(Process):
    """A Redis that keeps nothing, since nothing of ours depends on it."""

    name = "redis"

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        words = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(self.folder)]
        return [program("redis-server"), *words]

    def answers(self) -> bool:
        client = redis.Redis(port=self.port, socket_timeout=2)
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
        finally:
            client.close()


class GrownUp(Site):
    """A site with a database and Redis of its own, and as many processes for pages and for the house as are wanted."""

    def __init__(self, folder: Path, postgres: Postgres, relay: RedisServer, webs: int, houses: int, **more: str) -> None:
        self.folder = folder
        data = folder / "data"
        data.mkdir(parents=True)
        self.postgres, self.redis = postgres, relay
        self.database = f"site_{os.getpid()}_{time.monotonic_ns()}"
        self.servers = {
            "DATABASE_URL": make_database(postgres.address(), self.database),
            "CUVEE_REDIS_URL": relay.url,
            "CUVEE_SECRET": "only for tests, and the same in all processes",
        }
        environment = self.servers | more
        super().__init__(
            data,
            [Served(data, (), ("--no-house",), QUICK, **environment) for _number in range(webs)],
            [HouseProcess(data, number, environment) for number in range(houses)],
        )

    def query(self, sql: str, *values: object) -> list[Any]:
        """Query the database directly."""
        with self.postgres.connect(self.database) as connection:
            return list(connection.execute(sql, values))

    def whose_turn(self, codes: list[str]) -> list[Any]:
        """List which seats at some tables owe an answer and since when, which are the house's, and who is working on them."""
        return self.query(
            "SELECT t.code, t.game, t.entries_made, s.number, s.bot, s.asked_at, e.worker, e.until - now() FROM site_seat s "
            "JOIN site_table t ON t.id = s.table_id LEFT JOIN site_errand e ON e.table_id = t.id "
            "WHERE s.to_move AND t.code = ANY(%s)",
            codes,
        )

    def count_entries(self) -> dict[str, int]:
        """Count the entries in each table's log, without asking the site."""
        rows = self.query(
            "SELECT t.code, COUNT(e.id) FROM site_table t LEFT JOIN site_entry e ON e.table_id = t.id GROUP BY t.code"
        )
        return dict(rows)


Backing = tuple[Postgres, RedisServer]
Running = tuple[GrownUp, list[str], dict[str, str]]
"""A site with its tables, and everybody's session."""


def mixed_tables(count: int) -> list[dict[str, Any]]:
    """Describe tables of all games, each with two people, and a bot where there is room for one."""
    wishes = []
    for number in range(count):
        game = games.NAMES[number % len(games.NAMES)]
        seats = ["me", "open"] + ["bot:random"] * (3 in games.get(game).seats)
        names = [f"T{number} P{seat}" for seat in range(2)]
        wishes.append({"game": game, "players": len(seats), "people": names, "seats": seats, "seed": number})
    return wishes


@contextmanager
def site_with(folder: Path, backing: Backing, wishes: list[dict[str, Any]], **more: str) -> Iterator[Running]:
    """Run two processes for pages and two for the house, with these tables."""
    site = GrownUp(folder, backing[0], backing[1], 2, 2, **more)
    codes, cookies = prepare(site.data, *wishes, **site.servers)
    try:
        site.start()
        yield site, codes, cookies
    finally:
        site.kill()


@contextmanager
def servers() -> Iterator[tuple[Postgres, RedisServer]]:
    """Run PostgreSQL and Redis in a folder that is deleted afterwards."""
    root = Path(tempfile.mkdtemp(prefix="cuvee-servers-"))
    root.chmod(0o755)  # the user nobody has to get in
    postgres, relay = Postgres(root), RedisServer(root)
    try:
        postgres.start()
        relay.start()
        yield postgres, relay
    finally:
        for process in (postgres, relay):
            if process.process is not None and process.process.poll() is None:
                process.kill()
        shutil.rmtree(root, ignore_errors=True)
