"""A pool of PostgreSQL connections between requests: every request has its own thread, so threads cannot keep them.

A connection whose server died is noticed when it is taken out, and a new one is opened at once. So an unavailable server is an
error immediately, and one that is back is found by the next query; nobody waits before trying again.
"""

import select
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any, Final, final

import psycopg
from django.db.backends.postgresql import base

WAIT: Final = 10.0
"""Seconds to wait for a connection while all are in use."""
TRUST: Final = 10.0
"""A connection unused for this many seconds is tested before it is used."""


@final
class Pool:
    """Idle connections, the last one used on top.

    >>> Pool(4).idle
    []
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.idle: list[tuple[Any, float]] = []
        self.open = 0
        self._changed = threading.Condition()

    def take(self, connect: Callable[[], Any]) -> Any:
        """Return a working connection: one from the pool, else a new one."""
        end = time.monotonic() + WAIT
        while True:
            with self._changed:
                while not self.idle and self.open >= self.most:
                    if not self._changed.wait(end - time.monotonic()):
                        raise psycopg.OperationalError(f"all {self.most} connections to PostgreSQL are in use")
                if not self.idle:
                    self.open += 1
                    break
                connection, since = self.idle.pop()
            if _works(connection, since):
                return connection
            _discard(connection)
        try:
            connection = connect()
        except BaseException:
            self._one_less()
            raise
        # Its place becomes free when it is discarded, or forgotten with its thread.
        connection.gone = weakref.finalize(connection, self._one_less)
        connection.gone.atexit = False
        return connection

    def put_back(self, connection: Any) -> None:
        """Return a connection to the pool, if it is in order."""
        if connection.closed or connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            _discard(connection)
            return
        with self._changed:
            self.idle.append((connection, time.monotonic()))
            self._changed.notify()

    def clear(self) -> None:
        """Close all idle connections."""
        with self._changed:
            idle, self.idle = self.idle, []
        for connection, _since in idle:
            _discard(connection)

    def _one_less(self) -> None:
        with self._changed:
            self.open -= 1
            self._changed.notify()


def _discard(connection: Any) -> None:
    connection.close()
    connection.gone()


def _works(connection: Any, since: float) -> bool:
    """Tell whether a connection works: a server that shut down has closed it, unless the network failed."""
    if connection.closed:
        return False
    watch = select.poll()
    watch.register(connection.fileno(), select.POLLIN)
    if watch.poll(0):  # no query was sent, so this can only be the server closing
        return False
    if time.monotonic() - since < TRUST:
        return True
    try:
        connection.execute("SELECT 1")
    except psycopg.Error:
        return False
    return True


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection of one thread, taken from the pool and put back there."""

    our_pool: Pool | None = None
    """Not Django's own `pool`, psycopg's, which is not used."""
    connection: Any

    def get_connection_params(self) -> dict[str, Any]:
        found: dict[str, Any] = super().get_connection_params()
        found.pop("most", None)
        return found

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        kind = type(self)
        if kind.our_pool is None:
            kind.our_pool = Pool(self.settings_dict["OPTIONS"]["most"])
        return kind.our_pool.take(lambda: base.DatabaseWrapper.get_new_connection(self, conn_params))

    def _close(self) -> None:
        connection, self.connection = self.connection, None
        if connection is not None and self.our_pool is not None:
            with self.wrap_database_errors:
                self.our_pool.put_back(connection)

    def close_pool(self) -> None:
        """Close the idle connections, since the process ends."""
        super().close_pool()
        if self.our_pool is not None:
            self.our_pool.clear()
