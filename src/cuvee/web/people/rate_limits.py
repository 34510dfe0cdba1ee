"""Rate limits for everything that costs others something: signing up, guessing passwords, chat, moves, tables, hints.

What people store in the database is counted too, in bytes. Everything is counted per person and per address: in memory if one
process serves the site, in the database if there may be several. Limits are there to stop programs, not people: nobody who
just plays comes near one.
"""

import ipaddress
import time
from functools import lru_cache
from hashlib import sha256
from math import ceil
from threading import Lock
from typing import Final, NamedTuple, final

from django.conf import settings
from django.db import connection, transaction
from django.http import HttpRequest

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.events.announcements import HUB
from cuvee.web.models import Person, Tally

STREAMS: Final = "streams"
"""Pages open at once; all other limits are per period."""
WAIT_FOR_A_STREAM: Final = 30
"""Seconds after which somebody with too many open pages may try again."""
SIGN_UPS, LOGINS, CHAT, MOVES, TABLES, QUESTIONS = "sign-ups", "logins", "chat", "moves", "tables", "questions"
REPORTS, CODES = "reports", "codes"
STORAGE: Final = "storage"
"""What is stored for somebody, in megabytes."""
CONFIRMATIONS, RECOVERIES, LETTERS = "confirmations", "recoveries", "letters"
SECONDS: Final = {SIGN_UPS: 3600, LOGINS: 600, CHAT: 60, MOVES: 60, TABLES: 600, QUESTIONS: 60} | {
    REPORTS: 3600,
    CODES: 3600,
    STORAGE: 86_400,
    CONFIRMATIONS: 86_400,
    RECOVERIES: 3600,
    LETTERS: 86_400,
}
"""The period of each limit."""
SKEW: Final = 60
"""Seconds by which clocks may differ; an end later than that was written before a clock was set back."""
PIECE: Final = 256
"""The unit of storage in bytes: about what a move takes in the database."""
OF_A_TABLE: Final = 2048
"""Bytes that a table and its seats take, without moves."""
LONGEST_ADDRESS: Final = 64
SWEEP: Final = 1000
"""Expired counters are removed when there are this many, or whenever one has counted this far."""


class TooOften(CuveeError):
    """Somebody did something too often; `seconds` is how long they have to wait."""

    status = 429

    def __init__(self, what: str, until: float) -> None:
        self.seconds = max(1, ceil(until - time.time()))
        said = {
            LOGINS: _("Too many wrong passwords"),
            STREAMS: _("You have too many pages open"),
            CODES: _("Too many codes"),
            CONFIRMATIONS: _("Too many e-mails to confirm an address"),
            LETTERS: _("Too many e-mails to this address"),
            STORAGE: _("That is more than we can store for you in a day"),
        }.get(what, _("That was too often in a short time"))
        super().__init__(_("{said}; try again in {wait}", said=said, wait=in_words(self.seconds)))


class Busy(TooOften):
    """Too many people want something costly; it is nobody's fault, and over in `seconds`."""

    status = 503

    def __init__(self, said: str, seconds: int) -> None:
        self.seconds = seconds
        CuveeError.__init__(self, _("{said}; try again in {wait}", said=said, wait=in_words(seconds)))


def in_words(seconds: int) -> str:
    """Say how long a wait is.

    >>> in_words(40), in_words(600), in_words(86_000)
    ('40 seconds', '10 minutes', '24 hours')
    """
    minutes = -(-seconds // 60)
    if seconds <= 90:
        return _("{seconds} seconds", seconds=seconds)
    if minutes > 90:
        return _("{hours} hours", hours=-(-minutes // 60))
    return _("{minutes} minutes", minutes=minutes)


def address_of(request: HttpRequest) -> str:
    """Return the address of a request. A proxy is believed only if the operator says that there is one."""
    return told_address(str(request.META.get("REMOTE_ADDR") or ""), request.headers.get("X-Forwarded-For", ""))


def told_address(address: str, forwarded: str) -> str:
    """Return the network that a request is counted by, from its connection and what proxies say."""
    if settings.PROXIES > 0:
        told = [part.strip() for part in forwarded.split(",") if part.strip()]
        if len(told) >= settings.PROXIES:
            address = told[-settings.PROXIES]
    return network(address)


@lru_cache(4096)
def network(address: str) -> str:
    """Return the network that an address is counted by, since an IPv6 customer has a whole one.

    >>> network("192.0.2.7"), network("2001:db8::7"), network("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:LONGEST_ADDRESS]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def spend(request: HttpRequest, what: str, person: Person | None = None, size: int = 0) -> None:
    """Count an action for a person and for their address; refuse it if that is too often.

    A small amount that it stores in the database is counted with it.
    """
    _spend(_limits(request, what, person) + (_limits(request, STORAGE, person, _pieces(size)) if size else []))


def spend_address(request: HttpRequest, what: str) -> None:
    """Count an action of people without a name: for them the limit applies to the address as it is."""
    _spend([Limit(what, f"address {address_of(request)}", settings.LIMITS[what], 1)])


def spend_letter(request: HttpRequest, person: Person, mailbox: str) -> None:
    """Count a letter that confirms an address: for the asker, for their address, and for the mailbox."""
    target = Limit(LETTERS, f"confirm {mailbox}", settings.LIMITS[LETTERS], 1)
    _spend([*_limits(request, CONFIRMATIONS, person), target])


def may_recover(mailbox: str) -> bool:
    """Count a letter for setting a new password, by mailbox; tell whether it may be sent."""
    try:
        _spend([Limit(LETTERS, f"recover {mailbox}", settings.LIMITS[LETTERS], 1)])
    except TooOften:
        return False
    return True


def store(request: HttpRequest, person: Person | None, size: int) -> None:
    """Count bytes to be stored; refuse them, and count nothing, if that would be too much for one day."""
    limits = [limit for limit in _limits(request, STORAGE, person, _pieces(size)) if limit.most > 0 and limit.amount > 0]
    before = counted(STORAGE, [limit.who for limit in limits])
    now = time.time()
    for limit in limits:
        so_far = before.get(limit.who, Count(0, now + SECONDS[STORAGE]))
        if so_far.number + limit.amount > limit.most:
            raise TooOften(STORAGE, so_far.until)
    _spend(limits)  # many large requests at the same time are refused here


class Limit(NamedTuple):
    """How much of something somebody may do, and how much they are about to."""

    what: str
    who: str
    most: int
    amount: int


def _limits(request: HttpRequest, what: str, person: Person | None, amount: int = 1) -> list[Limit]:
    """List the limits of a person and of their address."""
    most = settings.LIMITS[what] * (1024**2 // PIECE if what == STORAGE else 1)
    limits = [Limit(what, f"address {address_of(request)}", most * settings.LIMIT_ADDRESS, amount)]
    return limits if person is None else [*limits, Limit(what, f"person {person.pk}", most, amount)]


def _pieces(size: int) -> int:
    return -(-size // PIECE)


def _spend(limits: list[Limit]) -> None:
    known = {key: limit for limit in limits if limit.most > 0 for key in _keys(limit.what, [limit.who])}
    counts = _count([Row(key, limit.amount, SECONDS[limit.what]) for key, limit in known.items()])
    late = [(tally.until, known[key].what) for key, tally in counts.items() if tally.number > known[key].most]
    if late:
        until, what = max(late)
        raise TooOften(what, until)


def refuse_streams(person: int, address: str) -> None:
    """Refuse another open page to a person or network that already has too many."""
    theirs, everybody = HUB.streams_of(person, address)
    most = settings.LIMITS[STREAMS]
    if most > 0 and (theirs >= most or everybody >= most * settings.LIMIT_ADDRESS):
        raise TooOften(STREAMS, time.time() + WAIT_FOR_A_STREAM)


# Counting.


class Count(NamedTuple):
    """How often something was done, and when that is forgotten."""

    number: int
    until: float


def counted(what: str, whos: list[str]) -> dict[str, Count]:
    """Return how often each of several people did something lately; those who did not are left out."""
    keys = _keys(what, whos)
    if in_database():
        now = time.time()
        alive = Tally.objects.filter(key__in=keys, until__gt=now, until__lte=now + SECONDS[what] + SKEW)
        rows = alive.values_list("key", "number", "until")
        return {keys[key]: Count(number, until) for key, number, until in rows}
    return {keys[key]: found for key, found in MEMORY.counted(list(keys), SECONDS[what]).items()}


def count(what: str, whos: list[str]) -> dict[str, Count]:
    """Count once more for each of several people; no two processes get the same count."""
    keys = _keys(what, whos)
    found = _count([Row(key, 1, SECONDS[what]) for key in keys])
    return {keys[key]: tally for key, tally in found.items()}


def forget(what: str, whos: list[str]) -> None:
    """Reset the counters of several people."""
    keys = list(_keys(what, whos))
    if in_database():
        Tally.objects.filter(key__in=keys).delete()
    else:
        MEMORY.forget(keys)


class Row(NamedTuple):
    """An amount to add to a counter, and the seconds until it is forgotten."""

    key: str
    amount: int
    seconds: int


def _count(rows: list[Row]) -> dict[str, Count]:
    """Add to counters, in the order of their keys, so that no two processes wait for each other."""
    if not rows:
        return {}
    return (_count_in_database if in_database() else MEMORY.count)(sorted(rows))


def in_database() -> bool:
    """Tell whether several processes may serve the site, so that counts have to be shared."""
    return bool(connection.vendor != "sqlite")


def _keys(what: str, whos: list[str]) -> dict[str, str]:
    """Return the keys of the counters: the action, and a hash of who, since names and addresses are long and private."""
    return {f"{what}:{sha256(who.encode('utf-8', 'replace')).hexdigest()[:40]}": who for who in whos}


@final
class Memory:
    """The counters of a single process."""

    def __init__(self) -> None:
        self._counts: dict[str, Count] = {}
        self._sweep_at = SWEEP
        self._lock = Lock()

    def counted(self, keys: list[str], seconds: int) -> dict[str, Count]:
        """Return the counters that have not expired."""
        now = time.time()
        with self._lock:
            found = {key: self._counts[key] for key in keys if key in self._counts}
        return {key: tally for key, tally in found.items() if now < tally.until <= now + seconds + SKEW}

    def count(self, rows: list[Row]) -> dict[str, Count]:
        """Add to counters; an expired one begins anew."""
        now = time.time()
        with self._lock:
            if len(self._counts) > self._sweep_at:
                self.sweep(now)
            for key, amount, seconds in rows:
                before = self._counts.get(key, Count(0, 0.0))
                # An end further off than the whole period was written before the clock was set back.
                alive = now < before.until <= now + seconds + SKEW
                self._counts[key] = Count(before.number + amount, before.until) if alive else Count(amount, now + seconds)
            return {row.key: self._counts[row.key] for row in rows}

    def forget(self, keys: list[str]) -> None:
        """Drop counters."""
        with self._lock:
            for key in keys:
                self._counts.pop(key, None)

    def sweep(self, now: float) -> None:
        """Remove expired counters; the next sweep is when there are twice as many as are left."""
        self._counts = {key: found for key, found in self._counts.items() if found.until > now}
        self._sweep_at = max(SWEEP, 2 * len(self._counts))


MEMORY: Final = Memory()


def _count_in_database(added: list[Row]) -> dict[str, Count]:
    """Count in one statement."""
    now, table = time.time(), Tally._meta.db_table
    rows = ", ".join(["(%s, %s, %s)"] * len(added))
    alive = f"{table}.until > %s AND {table}.until <= excluded.until + {SKEW}"
    values: list[object] = [value for row in added for value in (row.key, row.amount, now + row.seconds)]
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL synchronous_commit TO OFF")  # nobody waits for the disk; a power cut may lose a count
        cursor.execute(
            f"INSERT INTO {table} (key, number, until) VALUES {rows} ON CONFLICT (key) DO UPDATE SET "
            f"number = CASE WHEN {alive} THEN {table}.number + excluded.number ELSE excluded.number END, "
            f"until = CASE WHEN {alive} THEN {table}.until ELSE excluded.until END RETURNING key, number, until",
            [*values, now, now],
        )
        found = {key: Count(number, until) for key, number, until in cursor.fetchall()}
    if any(tally.number % SWEEP == 0 for tally in found.values()):
        Tally.objects.filter(until__lt=now).delete()
    return found
