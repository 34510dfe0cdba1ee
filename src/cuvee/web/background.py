"""Work in the background: threads that do one thing again and again while the server is up."""

import logging
import threading
from collections.abc import Callable
from typing import Final, final

from django.db import DatabaseError, close_old_connections

log = logging.getLogger(__name__)
SOON: Final = 0.5
"""Seconds until work that has failed is tried again, if it is not due later anyway."""
PATIENCE: Final = 2.0
"""Seconds a thread has to end in."""


@final
class Routine:
    """A thread that waits, works, and waits again until it is stopped. No error ends it.

    It can be started again after it was stopped, and keeps no connection to the database while it waits.
    """

    def __init__(self, name: str, work: Callable[[], object], pause: Callable[[], float]) -> None:
        self._name = name
        self._work = work
        self._pause = pause
        """Tells how many seconds to wait before the work is done next."""
        self._thread: threading.Thread | None = None
        self._awake = threading.Event()
        self.stopping = threading.Event()

    @property
    def is_running(self) -> bool:
        return self._thread is not None

    @property
    def is_ending(self) -> bool:
        """Tell whether the work at hand should be broken off."""
        return self.is_running and self.stopping.is_set()

    def start(self) -> None:
        """Begin, unless it has begun already."""
        if self._thread is None:
            self.stopping.clear()
            self._awake.clear()
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Begin no more work; wait a moment for the work at hand."""
        self.stopping.set()
        self._awake.set()
        if self._thread is not None:
            self._thread.join(PATIENCE)
            self._thread = None

    def wake(self) -> None:
        """Have the work done now."""
        self._awake.set()

    def _run(self) -> None:
        pause = self._pause()
        while not self.stopping.is_set():
            if pause > 0:
                self._awake.wait(pause)
                if self.stopping.is_set():
                    break
                self._awake.clear()
            pause = self._pause() if self._try() else max(SOON, self._pause())

    def _try(self) -> bool:
        """Do the work; tell whether it went well."""
        try:
            close_old_connections()
            self._work()
        except DatabaseError as error:
            log.info("%s: the database is away: %s", self._name, error)
            return False
        except Exception:
            log.exception("%s: this went wrong and is tried again", self._name)
            return False
        finally:
            close_old_connections()
        return True
