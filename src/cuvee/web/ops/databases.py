"""The servers that keep the data and carry the news: none but this process, or PostgreSQL and Redis, set by two addresses."""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _

DATABASE_URL: Final = "DATABASE_URL"
DATABASE_PASSWORD: Final = "CUVEE_DATABASE_PASSWORD"
"""The password unescaped; in the address, `@`, `/` and others would have to be written as %40, %2F."""
REDIS_URL: Final = "CUVEE_REDIS_URL"
SECRET: Final = "CUVEE_SECRET"
SHORTEST_SECRET: Final = 32
FILE: Final = "cuvee.sqlite3"
NEEDED: Final = {"postgresql": ("psycopg",), "redis": ("redis",)}
"""What has to be installed to reach each server: the extra `servers`."""
HUNG: Final = 5
"""Seconds after which PostgreSQL ends the transaction of a hanging process, so that no table stays locked."""


def database(data: Path, url: str | None = None) -> dict[str, Any]:
    """Return Django's settings for the database: the one an address names, else a file in the data folder.

    >>> database(Path("/srv/cuvee"), "postgresql://ada@db.example.org/cuvee")["HOST"]
    'db.example.org'
    """
    url = os.environ.get(DATABASE_URL, "") if url is None else url
    if not url:
        return _sqlite(data / FILE)
    parts = _split(DATABASE_URL, url)
    if parts.scheme == "sqlite":
        return _sqlite(_sqlite_file(parts))
    if parts.scheme in {"postgresql", "postgres"}:
        _require("postgresql")
        return _postgresql(parts)
    raise CuveeError(_("{name} must begin with postgresql:// or sqlite:///", name=DATABASE_URL))


def given_secret(secret: str | None = None) -> str:
    """Return the operator's secret, or an empty string; refuse one that can be guessed."""
    secret = os.environ.get(SECRET, "") if secret is None else secret
    if secret and (len(secret) < SHORTEST_SECRET or "change-me" in secret.casefold()):
        raise CuveeError(
            _("{name} must be at least {least} random characters, not an example", name=SECRET, least=SHORTEST_SECRET)
        )
    return secret


def sqlite_file(data: Path) -> Path | None:
    """Return the file that holds the data, or None if a server keeps them."""
    settings = database(data)
    return Path(settings["NAME"]) if settings["ENGINE"].endswith("sqlite3") else None


def redis_url(url: str | None = None) -> str:
    """Return the checked address of Redis, or an empty string.

    >>> redis_url("")
    ''
    """
    url = os.environ.get(REDIS_URL, "") if url is None else url
    if not url:
        return ""
    if _split(REDIS_URL, url).scheme not in {"redis", "rediss", "unix"}:
        raise CuveeError(_("{name} must begin with redis://, rediss:// or unix://", name=REDIS_URL))
    _require("redis")
    return url


def _split(name: str, url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _port = parts.port
    except ValueError:
        raise CuveeError(_("{name} is not an address: its host or port cannot be read", name=name)) from None
    return parts


def _require(server: str) -> None:
    missing = [name for name in NEEDED[server] if find_spec(name) is None]
    if missing:
        raise CuveeError(_("to use {server}, install its extra, in a clone of Cuvée: pip install '.[servers]'", server=server))


def _sqlite_file(parts: SplitResult) -> Path:
    path = unquote(parts.path).removeprefix("/")  # sqlite:///here is relative, sqlite:////there is absolute
    if parts.netloc or not path:
        raise CuveeError(_("{name} must name a file like this: sqlite:////var/lib/cuvee/cuvee.sqlite3", name=DATABASE_URL))
    return Path(path).resolve()


def _sqlite(file: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": file,
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            # FULL: an acknowledged move is on disk. IMMEDIATE: two writers queue up instead of failing.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
        },
    }


def _postgresql(parts: SplitResult) -> dict[str, Any]:
    name = unquote(parts.path).strip("/")
    if not name:
        raise CuveeError(_("{name} names no database: postgresql://user:password@host:5432/cuvee", name=DATABASE_URL))
    more = dict(parse_qsl(parts.query))
    password = os.environ.get(DATABASE_PASSWORD) or unquote(parts.password or "")
    more["options"] = f"-c idle_in_transaction_session_timeout={HUNG}s {more.get('options', '')}".strip()
    return {
        "ENGINE": "cuvee.web.ops.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": password,
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,  # back to the pool after every request
        "OPTIONS": {
            "connect_timeout": 5,
            **more,
            "most": int(os.environ.get("CUVEE_DATABASE_CONNECTIONS", "12")),
        },
    }
