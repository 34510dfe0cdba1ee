"""Backup and restore of everything a server keeps, as one file. A backup can be made while the server runs."""

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final
from urllib.parse import quote

import cuvee
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web import migrations
from cuvee.web.ops import databases

SECRET: Final = "secret"
LOCK: Final = "serving.lock"
DRAFT: Final = ".draft"
MIGRATIONS: Final = Path(migrations.__file__).parent
STEP: Final = 256
"""Pages copied between two pauses: a megabyte."""
LABEL: Final = "cuvee_backup"
"""A table that only backups have: time, version, and the secret that guests' cookies are signed with."""


def data_folder(given: str | None) -> Path:
    """Return the folder of the data: as given, else from the environment, else in the user's home."""
    return Path(given or os.environ.get("CUVEE_DATA") or "~/.local/share/cuvee").expanduser()


def database_file(data: Path) -> Path:
    """Return the file that holds the data; a database server has its own backup tools."""
    file = databases.sqlite_file(data)
    if file is None:
        raise CuveeError(_("the data are in PostgreSQL: back them up and restore them with pg_dump and pg_restore"))
    return file


class InUse(CuveeError):
    """A server is using the data."""


@contextmanager
def serving(data: Path) -> Iterator[None]:
    """Lock the data for one server while the block runs; the system releases the lock even if the server is killed."""
    with (data / LOCK).open("a+") as file:
        if not _lock(file):
            raise InUse(_("another server is using {data}", data=data))
        yield


def _lock(file: IO[str]) -> bool:
    try:
        import fcntl  # not on every system
    except ImportError:  # no such locks on this system
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _open(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode={mode}", uri=True, timeout=20, isolation_level=None)


def backup(file: Path, data: Path, force: bool = False, pause: Callable[[], None] | None = None) -> str:
    """Copy the data of a server, running or not, into one file; check the copy before it gets its name.

    `pause` is called after every step, for a server that has other things to do; an exception it raises ends the copy.
    """
    source = database_file(data)
    if not source.is_file():
        raise CuveeError(_("there is nothing to back up in {data}", data=data))
    if file.exists() and not force:
        raise CuveeError(_("{file} already exists (--force overwrites it)", file=file))
    draft = file.with_name(f".{file.name}{DRAFT}")
    try:
        with _written_by_us_alone(draft):
            _copy(source, draft, pause)
            _label(draft, data)
            found = check(draft)
        draft.replace(file)
        _see_onto_disk(file.parent)
    except (sqlite3.Error, OSError) as error:
        raise CuveeError(_("the backup failed: {why}", why=error)) from None
    finally:
        _discard(draft)
    return found


def _discard(draft: Path) -> None:
    """Remove an unfinished copy, and the files SQLite kept beside it."""
    for suffix in ("", "-journal", "-wal", "-shm"):
        Path(f"{draft}{suffix}").unlink(missing_ok=True)


@contextmanager
def _written_by_us_alone(path: Path) -> Iterator[None]:
    """Make an empty file that only its owner can read, since it will hold secrets; sync it to disk at the end."""
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    try:
        yield
        os.fsync(handle)
    finally:
        os.close(handle)


def _see_onto_disk(folder: Path) -> None:
    """Sync the new name of a file to disk, where folders can be opened."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _copy(source: Path, target: Path, pause: Callable[[], None] | None = None) -> None:
    """Copy a database as it is at one moment, even while others write to it.

    Everything is read in one transaction: a copy in steps would start again with every move made meanwhile.
    """

    def between(_status: int, _left: int, _all: int) -> None:
        if pause is not None:
            pause()

    with closing(_open(source, "rw")) as old, closing(_open(target, "rw")) as new:
        old.execute("BEGIN")
        old.execute("SELECT count(*) FROM sqlite_master").fetchone()
        old.backup(new, pages=STEP, progress=between)
        old.execute("COMMIT")
        new.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it


def _label(copy: Path, data: Path) -> None:
    secret = data / SECRET
    text = secret.read_text().strip() if secret.is_file() else ""
    with closing(_open(copy, "rw")) as database:
        database.execute(f"DROP TABLE IF EXISTS {LABEL}")
        database.execute(f"CREATE TABLE {LABEL} (made_at TEXT, version TEXT, secret TEXT)")
        row = (datetime.now(UTC).isoformat(timespec="seconds"), cuvee.__version__, text)
        database.execute(f"INSERT INTO {LABEL} VALUES (?, ?, ?)", row)


def check(file: Path) -> str:
    """Check that a file is a complete database of ours; say what is in it."""
    try:
        with closing(_open(file, "ro")) as database:
            (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise CuveeError(_("{file} is damaged: {why}", file=file, why=" ".join(str(verdict).split())))
            orphan = database.execute("PRAGMA foreign_key_check").fetchone()
            if orphan is not None:
                raise CuveeError(_("{file} is damaged: {why}", file=file, why=f"a row of {orphan[0]} belongs to nothing"))
            counts = [
                database.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
                for name in ("site_person", "site_table", "site_entry")
            ]
            made_by = {row[0] for row in database.execute("SELECT name FROM django_migrations WHERE app = 'site'")}
    except sqlite3.Error as error:
        raise CuveeError(_("{file} is not a Cuvée backup: {why}", file=file, why=error)) from None
    known = {path.stem for path in MIGRATIONS.glob("0*.py")}
    if made_by - known:
        raise CuveeError(_("{file} was made by a newer version of Cuvée", file=file))
    return _("{people} people, {tables} tables, {entries} moves", people=counts[0], tables=counts[1], entries=counts[2])


def restore(file: Path, data: Path, force: bool = False) -> str:
    """Put a backup in the place of the data; the earlier data are kept beside it."""
    if not file.is_file():
        raise CuveeError(_("there is no file {file}", file=file))
    found = check(file)
    target = database_file(data)
    try:
        data.mkdir(parents=True, exist_ok=True)
        with serving(data):
            if target.exists():
                if not force:
                    raise CuveeError(_("{data} already holds data (--force replaces them and keeps a copy)", data=data))
                _put_aside(target)
            draft = target.with_name(f".{target.name}{DRAFT}")
            with _written_by_us_alone(draft):
                _copy(file, draft)
                secret = _take_label(draft)
                check(draft)
                draft.replace(target)
            if secret:
                _keep_secret(data / SECRET, secret)
    except (sqlite3.Error, OSError) as error:
        raise CuveeError(_("the restore failed: {why}", why=error)) from None
    return found


def _put_aside(database: Path) -> None:
    """Rename the data to be replaced; refuse while anybody has them open."""
    try:
        with closing(_open(database, "rw")) as old:
            old.execute("PRAGMA busy_timeout = 1000")
            old.execute("PRAGMA journal_mode = DELETE").fetchone()  # needs exclusive access to the file
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise InUse(_("another server is using {data}", data=database.parent)) from None
    except sqlite3.DatabaseError as error:
        print(f"cuvee: the replaced data were damaged: {error}", file=sys.stderr)  # that may be why they are replaced
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{database}{suffix}").replace(database.with_name(f"before-restore.sqlite3{suffix}"))


def _take_label(copy: Path) -> str:
    with closing(_open(copy, "rw")) as database:
        if not database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (LABEL,)).fetchone():
            return ""  # a plain copy of a database
        (secret,) = database.execute(f"SELECT secret FROM {LABEL}").fetchone()
        database.execute(f"DROP TABLE {LABEL}")
        return str(secret or "")


def _keep_secret(file: Path, secret: str) -> None:
    draft = file.with_name(f".{SECRET}{DRAFT}")
    with _written_by_us_alone(draft):
        draft.write_text(secret)
        draft.replace(file)
