"""Automatic backups: a server with an embedded database copies it every day and keeps the last copies.

Each copy is checked before it counts, and only then is the oldest deleted. Problems show in the log, /healthz and /metrics.
"""

import logging
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, final

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.background import Routine
from cuvee.web.ops import backup

log = logging.getLogger(__name__)
FOLDER: Final = "CUVEE_BACKUPS"
KEPT: Final = "CUVEE_BACKUPS_KEPT"
BEFORE, AFTER, NAMED = "cuvee-", ".sqlite3", "%Y%m%dT%H%M%SZ"
"""The names of copies: cuvee-20261118T040000Z.sqlite3."""
DAMAGED: Final = ".damaged"
"""Added to the name of a copy that is no longer intact: it does not count any more, and is deleted in its turn."""
EVERY: Final = timedelta(days=1)
LATE: Final = timedelta(hours=26)
"""A running server with no copy younger than this is unhealthy."""
SOON: Final = 10.0
"""Seconds after the start until the first look."""
LOOK: Final = 60.0
"""Seconds between two looks at the age of the newest copy."""
AGAIN: Final = timedelta(minutes=10)
"""How long after a failure it is tried again."""
BREATH: Final = 0.02
"""Seconds of rest after every step of a copy, during which moves are stored."""
SPARED: Final = 64 * 1024 * 1024
"""Bytes a copy leaves free on its disk: moves need them more."""
BEHIND: Final = 10
"""The niceness of a copy, so that pages go first."""


def folder(data: Path) -> Path:
    """Return where copies are kept: where the operator says, else beside the data."""
    given = os.environ.get(FOLDER)
    return Path(given).expanduser().resolve() if given else data.resolve() / "backups"


def kept() -> int:
    """Return how many copies are kept; 0 if none are made."""
    given = os.environ.get(KEPT, "7")
    if not (given.isascii() and given.isdigit()):
        raise CuveeError(_("{name} must be a number: how many copies to keep, 0 for none", name=KEPT))
    return int(given)


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the data, known by its name; only `backup.check` can tell whether it is intact."""

    file: Path
    made: datetime

    def age(self, now: datetime) -> timedelta:
        """Return how old it is, never less than 0, even if the clock was set back."""
        return max(now - self.made, timedelta())


def copies(place: Path) -> list[Copy]:
    """Return the copies in a folder, newest first; drafts and damaged ones do not count."""
    found = []
    for file in place.glob(f"{BEFORE}*{AFTER}"):
        with suppress(ValueError):  # somebody else's file
            made = datetime.strptime(file.name, f"{BEFORE}{NAMED}{AFTER}").replace(tzinfo=UTC)
            found.append(Copy(file, made))
    return sorted(found, key=lambda copy: copy.made, reverse=True)


def newest(place: Path, now: datetime) -> Copy | None:
    """Return the newest copy not from the future: a clock that was once wrong must not stop all later copies."""
    return next((copy for copy in copies(place) if copy.made <= now + timedelta(minutes=1)), None)


def make(data: Path, place: Path, keep: int, stopping: threading.Event | None = None) -> Copy:
    """Make a copy, check it, and delete the oldest."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    _sweep(place)
    _look_for_room(data, place)
    made = datetime.now(UTC).replace(microsecond=0)
    copy = Copy(place / f"{BEFORE}{made.strftime(NAMED)}{AFTER}", made)

    def rest() -> None:
        if stopping is not None and stopping.wait(BREATH):
            raise CuveeError(_("the server is stopping"))

    backup.backup(copy.file, data, force=True, pause=rest)
    _rotate(place, keep)
    return copy


def _sweep(place: Path) -> None:
    """Remove what a server that was killed in the middle of a copy left behind."""
    for draft in place.glob(f".{BEFORE}*{AFTER}{backup.DRAFT}*"):
        draft.unlink(missing_ok=True)


def _look_for_room(data: Path, place: Path) -> None:
    """Refuse a copy that would fill the disk, which often holds the moves too."""
    needed = backup.database_file(data).stat().st_size + SPARED
    if shutil.disk_usage(place).free < needed:
        raise CuveeError(_("the backup failed: {why}", why=_("there is too little space on its disk")))


def _rotate(place: Path, keep: int) -> None:
    """Delete all but the newest copies, and damaged ones older than these."""
    staying = copies(place)[:keep]
    for copy in copies(place)[keep:]:
        copy.file.unlink(missing_ok=True)
    for file in place.glob(f"{BEFORE}*{AFTER}{DAMAGED}"):
        if len(staying) == keep and file.name < staying[-1].file.name:
            file.unlink(missing_ok=True)


def put_aside_if_damaged(copy: Copy) -> str:
    """Check an earlier copy; if it is no longer intact, rename it and return why."""
    try:
        backup.check(copy.file)
    except CuveeError as error:
        copy.file.replace(copy.file.with_name(copy.file.name + DAMAGED))
        return str(error)
    return ""


def report(data: Path, check: bool = False) -> Iterator[tuple[str, bool]]:
    """Report on every copy, newest first: its age and size, and whether it is intact, if that is checked."""
    backup.database_file(data)  # with a database server, the copies are not ours
    found = copies(folder(data))
    if not found:
        yield _("there are no copies in {place}", place=folder(data)), False
    now = datetime.now(UTC)
    for copy in found:
        try:
            verdict = backup.check(copy.file) if check else ""
            whole = True
        except CuveeError as error:
            verdict, whole = str(error), False
        hours, megabytes = copy.age(now) / timedelta(hours=1), copy.file.stat().st_size / 1_000_000
        line = _("{file}: {hours} hours old, {size} MB", file=copy.file, hours=f"{hours:.1f}", size=f"{megabytes:.1f}")
        yield (f"{line}; {verdict}" if verdict else line), whole


@final
class Keeper:
    """The thread that makes copies and reports on them."""

    def __init__(self) -> None:
        self.keep = 0
        self.made = 0
        self.failures = 0
        self.trouble = ""
        """What went wrong with the last copy, for the log; empty if nothing did."""
        self._data = self._place = Path()
        self._started = datetime.now(UTC)
        self._inspected = False
        self._routine = Routine("backups", self._work, self._pause)

    def start(self, data: Path, place: Path, keep: int) -> None:
        """Start making copies, if any are wanted."""
        self._data, self._place, self.keep = data, place, keep
        self._started = datetime.now(UTC)
        self._inspected = False
        if keep:
            self._routine.start()

    def stop(self) -> None:
        """Stop making copies; an unfinished one is abandoned."""
        self._routine.stop()
        self.keep = 0

    def age(self) -> timedelta | None:
        """Return the age of the newest copy, or None if there is none."""
        now = datetime.now(UTC)
        last = newest(self._place, now)
        return None if last is None else last.age(now)

    def state(self) -> str:
        """Return the state of the copies: off, ok, failed, late."""
        if not self.keep:
            return "off"
        if self.trouble:
            return "failed"
        age = self.age()
        up = datetime.now(UTC) - self._started
        return "late" if up > LATE and (age is None or age > LATE) else "ok"

    def look(self) -> None:
        """Make a copy if the newest is a day old or damaged."""
        try:
            last = newest(self._place, datetime.now(UTC))
            if self.trouble or last is None or last.age(datetime.now(UTC)) >= EVERY:
                copy = make(self._data, self._place, self.keep, self._routine.stopping)
                log.info("a copy of all data was made: %s", copy.file)
                self.made += 1
                self.trouble = ""
        except (CuveeError, OSError) as error:
            if not self._routine.stopping.is_set():
                self._fail(str(error))

    def inspect(self) -> None:
        """Check that the newest copy, made by an earlier server, is intact."""
        last = newest(self._place, datetime.now(UTC))
        if last is not None and (why := put_aside_if_damaged(last)):
            self._fail(why)

    def _fail(self, why: str) -> None:
        self.trouble = why
        self.failures += 1
        log.error("there is no good copy of today's data: %s", why)

    def _pause(self) -> float:
        if not self._inspected:
            return SOON
        return AGAIN.total_seconds() if self.trouble else LOOK

    def _work(self) -> None:
        _step_back()
        try:
            if not self._inspected:
                self.inspect()
                self._inspected = True
            self.look()
        except Exception as error:
            self._fail(str(error))
            raise


def _step_back() -> None:
    """Let everything else go first, on systems where a thread can have its own priority."""
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BEHIND)


KEEPER: Final = Keeper()
