"""Carries announcements between the processes of one site through Redis: only numbers of tables, people and open pages.

Nothing waits for Redis or depends on it: it only makes things quick. Listeners check the database every few seconds anyway,
more often while Redis is unavailable, and at once when it is back. So a lost announcement only costs time.
"""

import hashlib
import json
import logging
import queue
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any, Final, Protocol, final

from django.conf import settings
from django.db import DatabaseError, close_old_connections

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _

log = logging.getLogger(__name__)
SECONDS: Final = 1.0
"""How long one exchange with Redis may take before it counts as unavailable."""
AGAIN: Final = 0.5
"""Seconds until Redis is tried again."""
LOOK_SELDOM, LOOK_OFTEN = 5.0, 1.0
"""Seconds between two looks into the database: while Redis works, and while it does not."""
MOST_CALLS: Final = 10_000
"""At most this many calls to the house are kept in Redis, where they could pile up unanswered; the database has them all."""


class Ears(Protocol):
    """The side that hears the other processes, and has pages open itself."""

    def ring(self, table: int) -> None:
        """Hear that a table changed."""

    def ring_person(self, person: int) -> None:
        """Hear that a person may have lost a right."""

    def missed(self) -> list[int]:
        """List the tables that changed without an announcement."""

    def pages(self) -> dict[str, int]:
        """Count the open pages here, by the keys that limits and pages ask for."""

    def hear_pages(self, process: str, pages: dict[str, int], all_of_them: bool) -> None:
        """Hear how many pages another process has open: all counts, or those that just changed."""


@final
class Relay:
    """One process's line to the others."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(6)
        self.connected = threading.Event()
        self._stopping = threading.Event()
        self._look_now = threading.Event()
        self._outgoing: queue.SimpleQueue[Callable[[Any], None] | None] = queue.SimpleQueue()
        """What is to be sent, each item to be written into a pipeline; None ends it."""
        self._threads: list[threading.Thread] = []
        self._redis: Any = None
        self._quiet_until = 0.0

    @property
    def is_open(self) -> bool:
        """Tell whether other processes can be told."""
        return self._redis is not None

    def open(self) -> None:
        """Start telling others, if there is a Redis."""
        self._stopping.clear()
        if not settings.SHARED or not settings.REDIS_URL:
            return
        self._redis = connect(settings.REDIS_URL)
        self._start(self._send, "relay-send")

    def listen(self, ears: Ears) -> None:
        """Ring for every table that others announce, and now and then for those that were missed; report what is open here."""
        if self._redis is not None:
            self._start(lambda: self._hear(ears), "relay-hear")
        self._start(lambda: self._look(ears), "relay-look")

    def close(self) -> None:
        """Hang up."""
        self._stopping.set()
        self._look_now.set()
        self._outgoing.put(None)
        for thread in self._threads:
            thread.join(timeout=2)
        self._threads.clear()
        self.connected.clear()
        if self._redis is not None:
            self._redis.close()
            self._redis = None

    def tell(self, table: int, for_house: bool = False) -> None:
        """Tell the other processes about a table, and one house process that a bot is to move there; never waits."""

        def write(words: Any) -> None:
            words.publish(self._key("tables"), f"{table} {self.name}")
            if for_house:
                words.zadd(self._key("house"), {str(table): time.time()}, nx=True)  # once, however often it is called for
                words.zremrangebyrank(self._key("house"), MOST_CALLS, -1)

        self._say(write)

    def tell_person(self, person: int) -> None:
        """Tell the other processes that a person may have lost a right; never waits."""
        self._say(lambda words: words.publish(self._key("people"), f"{person} {self.name}"))

    def tell_pages(self, pages: dict[str, int]) -> None:
        """Tell the other processes which counts of open pages just changed here; never waits."""
        self._say(lambda words: words.publish(self._key("pages"), json.dumps([self.name, pages, False])))

    def _tell_all_pages(self, ears: Ears) -> None:
        """Tell the other processes how many pages are open here; counted when sent, so that no older count arrives later."""
        self._say(lambda words: words.publish(self._key("pages"), json.dumps([self.name, ears.pages(), True])))

    def _say(self, write: Callable[[Any], None]) -> None:
        if self._redis is not None:
            self._outgoing.put(write)

    def next_call(self, seconds: float) -> int | None:
        """Take one call to the house, whichever process made it; wait at most this long, or not at all."""
        if self._redis is None or time.monotonic() < self._quiet_until:
            self._stopping.wait(seconds)
            return None
        try:
            if seconds > 0:
                found = self._redis.bzpopmin([self._key("house")], timeout=seconds)
                return int(found[1]) if found else None
            ready = self._redis.zpopmin(self._key("house"))
            return int(ready[0][0]) if ready else None
        except _trouble() as error:
            self._away(error)
            return None

    def _key(self, what: str) -> str:
        """Return the name of a channel of this site: several sites may share a Redis, and only one site knows its secret."""
        return f"cuvee:{hashlib.sha256(settings.SECRET_KEY.encode()).hexdigest()[:12]}:{what}"

    def _start(self, work: Callable[[], None], name: str) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _away(self, error: Exception) -> None:
        self._quiet_until = time.monotonic() + AGAIN
        log.info("Redis is unavailable: %s", error)

    def _send(self) -> None:
        while (write := self._outgoing.get()) is not None:
            if time.monotonic() < self._quiet_until:
                continue  # meanwhile the listeners check for themselves
            try:
                words = self._redis.pipeline(transaction=False)
                write(words)
                words.execute()
            except _trouble() as error:
                self._away(error)

    def _hear(self, ears: Ears) -> None:
        while not self._stopping.is_set():
            try:
                self._hear_while_connected(ears)
            except _trouble() as error:
                if self.connected.is_set():
                    log.warning("Redis is unavailable; until it is back, pages check for themselves: %s", error)
                self.connected.clear()
                self._stopping.wait(AGAIN)

    def _hear_while_connected(self, ears: Ears) -> None:
        tables, pages, people = self._key("tables"), self._key("pages"), self._key("people")
        with self._redis.pubsub(ignore_subscribe_messages=True) as line:
            line.subscribe(tables, pages, people)
            line.get_message(timeout=SECONDS)
            self.connected.set()
            self._look_now.set()  # for what was announced while nobody listened
            while not self._stopping.is_set():
                message = line.get_message(timeout=SECONDS)
                if message is None:
                    continue
                channel = message["channel"].decode()
                if channel == pages:
                    sender, counts, all_of_them = json.loads(message["data"])
                    if sender != self.name:
                        ears.hear_pages(sender, counts, all_of_them)
                else:
                    number, _space, sender = message["data"].decode().partition(" ")
                    if sender != self.name:
                        (ears.ring_person if channel == people else ears.ring)(int(number))

    def _look(self, ears: Ears) -> None:
        """Look for changes nobody told us about, and report what is open here."""
        while not self._stopping.is_set():
            self._tell_all_pages(ears)
            try:
                close_old_connections()
                for table in ears.missed():
                    ears.ring(table)
            except DatabaseError as error:
                log.info("the database is unavailable: %s", error)
            finally:
                close_old_connections()
            self._look_now.wait(LOOK_SELDOM if self.connected.is_set() else LOOK_OFTEN)
            self._look_now.clear()


def connect(url: str) -> Any:
    """Make a client that neither waits long nor retries by itself: we look up what was missed meanwhile."""
    import redis  # an extra: a site of one process does without
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    try:
        return redis.Redis.from_url(
            url,
            socket_connect_timeout=SECONDS,
            socket_timeout=2 * SECONDS,
            retry=Retry(NoBackoff(), 0),
            health_check_interval=5,
        )
    except ValueError as error:
        raise CuveeError(_("CUVEE_REDIS_URL is not the address of a Redis server: {why}", why=error)) from None


def reach(url: str) -> str:
    """Try to reach Redis; return why that failed, or nothing."""
    client = connect(url)
    try:
        client.ping()
    except _trouble() as error:
        return " ".join(str(error).split())
    finally:
        client.close()
    return ""


def _trouble() -> tuple[type[Exception], ...]:
    """Return the exceptions of the Redis client; they exist only where it is installed."""
    from redis.exceptions import RedisError

    return (RedisError, OSError)


RELAY: Final = Relay()
