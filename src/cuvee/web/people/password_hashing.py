"""Passwords: Argon2 with little memory, a few at a time.

Hashing or checking a password takes memory and processor time on purpose. So only a few are done at once in each process,
whoever asks and whatever for: login, sign-up, change, recovery. Others wait for a moment; if that is not enough, they are told.
"""

import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, final

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection

from cuvee.kernel.text import _
from cuvee.web.people.rate_limits import Busy

AT_ONCE: Final = 2
"""Passwords hashed or checked at the same time in one process."""
PATIENCE: Final = 10.0
"""Seconds a person waits for their turn."""
MOST_WAITING: Final = 100
"""At most this many people wait; at twenty-five passwords a second that is well within PATIENCE."""
POLITE: Final = 19
"""The niceness of these threads, so that those that draw pages go first; the same as the bots'."""


def _stand_back() -> None:
    """Lower the thread's priority, if threads have their own: elsewhere this would affect the whole process."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), POLITE)


_threads: Final = ThreadPoolExecutor(AT_ONCE, "hashing", _stand_back)
_turn: Final = threading.BoundedSemaphore(AT_ONCE)
_places: Final = threading.BoundedSemaphore(AT_ONCE + MOST_WAITING)


@contextmanager
def taking_turns() -> Iterator[None]:
    """Wait until few enough passwords are being hashed."""
    if not _places.acquire(blocking=False):
        raise _busy()
    try:
        if not _turn.acquire(blocking=False):
            _wait()
        try:
            yield
        finally:
            _turn.release()
    finally:
        _places.release()


def _wait() -> None:
    """Wait for a turn, without holding a database connection that others may need."""
    if settings.SHARED and not connection.in_atomic_block:
        connection.close()
    if not _turn.acquire(timeout=PATIENCE):
        raise _busy()


def _busy() -> Busy:
    return Busy(_("Too many people are logging in just now"), 5)


@final
class Sparing(Argon2PasswordHasher):
    """Argon2id with OWASP's parameters for little memory; hashes with other parameters are accepted too, and renewed."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Hash a password."""
        with taking_turns():
            return str(_threads.submit(super().encode, password, salt).result())

    def verify(self, password: str, encoded: str) -> bool:
        """Tell whether a password is the one that was hashed."""
        with taking_turns():
            return bool(_threads.submit(super().verify, password, encoded).result())
