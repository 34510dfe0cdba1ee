"""Storage for the tests: a file for each site, or one PostgreSQL and one Redis with a database for each site.

`CUVEE_TEST_SITE=servers` chooses the second, for the tests that apply to both: `tests/web/attacks/`.
"""

import os
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Final

ON_SERVERS: Final = {"embedded": False, "servers": True}[os.environ.get("CUVEE_TEST_SITE", "embedded")]
POSTGRES, REDIS = "CUVEE_TEST_POSTGRES", "CUVEE_TEST_REDIS"
"""The addresses of this run's servers: set by its first process, and inherited by those it starts."""

_running: Final = ExitStack()
_made: Final[dict[Path, str]] = {}
_numbers: Final = count(1)


def begin() -> None:
    """Start the servers of this run, unless our parent process already has."""
    if not ON_SERVERS or POSTGRES in os.environ:
        return
    from tests.servers.running import servers

    postgres, redis = _running.enter_context(servers())
    os.environ[POSTGRES], os.environ[REDIS] = postgres.address(), redis.url
    _running.callback(lambda: [os.environ.pop(name) for name in (POSTGRES, REDIS)])


def end() -> None:
    """Stop the servers that this process started."""
    _running.close()


def environment_of(data: Path) -> dict[str, str]:
    """Return the settings that say where the site with this data folder keeps its data; the database is made on first use."""
    if not ON_SERVERS:
        return {}
    if data not in _made:
        _made[data] = make_database(os.environ[POSTGRES], f"site_{os.getpid()}_{next(_numbers)}")
    return {"DATABASE_URL": _made[data], "CUVEE_REDIS_URL": os.environ[REDIS], "CUVEE_DATABASE_CONNECTIONS": "8"}


def make_database(server: str, name: str) -> str:
    """Make an empty database; return its address."""
    import psycopg

    with psycopg.connect(f"{server}/postgres", autocommit=True, connect_timeout=5) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{server}/{name}"
