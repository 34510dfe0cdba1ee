"""How often somebody may do what costs others something: sign up, guess passwords, talk, move, open tables, ask the house.

Counted per person and per address: in memory where one process serves the site, in the database where several may. A limit is
there to stop programs, not people: nobody who plays comes near one.
"""

import ipaddress
import time
from hashlib import sha256
from math import ceil
from threading import Lock
from typing import Final, NamedTuple, final

from django.conf import settings
from django.db import connection, transaction
from django.http import HttpRequest

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.models import Person, Tally

SIGN_UPS, LOGINS, CHAT, MOVES, TABLES, QUESTIONS = "sign-ups", "logins", "chat", "moves", "tables", "questions"
SECONDS: Final = {SIGN_UPS: 3600, LOGINS: 600, CHAT: 60, MOVES: 60, TABLES: 600, QUESTIONS: 60}
"""The time a limit is counted in."""
LONGEST_ADDRESS: Final = 64
SWEEP: Final = 1000
"""Counters that have run out are swept out when there are so many, or whenever somebody has counted so far."""


class TooOften(CuveeError):
    """Somebody did something too often; `seconds` is how long they have to wait."""

    def __init__(self, what: str, until: float) -> None:
        self.seconds = max(1, ceil(until - time.time()))
        said = _("Too many wrong passwords") if what == LOGINS else _("That was very often in a short time")
        super().__init__(_("{said}; try again in {wait}", said=said, wait=in_words(self.seconds)))


def in_words(seconds: int) -> str:
    """Say how long a wait is.

    >>> in_words(40), in_words(600)
    ('40 seconds', '10 minutes')
    """
    minutes = -(-seconds // 60)
    if seconds <= 90:
        return _("{seconds} seconds", seconds=seconds)
    return _("{minutes} minutes", minutes=minutes)


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from. What a proxy says is believed only if the operator says that there is one."""
    address = str(request.META.get("REMOTE_ADDR") or "")
    if settings.PROXIES > 0:
        told = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
        if len(told) >= settings.PROXIES:
            address = told[-settings.PROXIES]
    return network(address)


def network(address: str) -> str:
    """Return what stands for an address when counting: an IPv6 customer has a whole network.

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


def spend(request: HttpRequest, what: str, person: Person | None = None) -> None:
    """Count something that a person does, and everybody at their address; refuse it if that was too often."""
    most = settings.LIMITS[what]
    limits = {f"address {address_of(request)}": most * settings.LIMIT_ADDRESS}
    if person is not None:
        limits[f"person {person.pk}"] = most
    _spend(what, limits)


def spend_address(request: HttpRequest, what: str) -> None:
    """Count something that people do who are nobody yet: for them the limit itself is that of an address."""
    _spend(what, {f"address {address_of(request)}": settings.LIMITS[what]})


def _spend(what: str, limits: dict[str, int]) -> None:
    counts = count(what, [who for who, most in limits.items() if most > 0])
    late = [tally.until for who, tally in counts.items() if tally.number > limits[who]]
    if late:
        raise TooOften(what, max(late))


# Guessing passwords: only wrong ones are counted.


def refuse_guessing(request: HttpRequest, name: str) -> None:
    """Refuse to look at a password after too many wrong ones for an account, or from an address."""
    limits = _guessers(request, name)
    late = [tally.until for who, tally in counted(LOGINS, list(limits)).items() if tally.number >= limits[who]]
    if late:
        raise TooOften(LOGINS, max(late))


def guessed_wrong(request: HttpRequest, name: str) -> None:
    """Count a wrong password."""
    count(LOGINS, list(_guessers(request, name)))


def _guessers(request: HttpRequest, name: str) -> dict[str, int]:
    """List what wrong passwords are counted by: who guesses at one account, at many, and from many places at one."""
    address, most = address_of(request), settings.LIMITS[LOGINS]
    many = most * settings.LIMIT_ADDRESS
    limits = {f"{address} {name}": most, f"address {address}": many, f"account {name}": many}
    return {who: limit for who, limit in limits.items() if limit > 0}


# Counting.


class Count(NamedTuple):
    """How often something was done, and until when that is remembered."""

    number: int
    until: float


def counted(what: str, whos: list[str]) -> dict[str, Count]:
    """Return how often each of some did something just now; nothing for who did not."""
    keys = _keys(what, whos)
    if in_database():
        rows = Tally.objects.filter(key__in=keys, until__gt=time.time()).values_list("key", "number", "until")
        return {keys[key]: Count(number, until) for key, number, until in rows}
    return {keys[key]: found for key, found in MEMORY.counted(list(keys)).items()}


def count(what: str, whos: list[str]) -> dict[str, Count]:
    """Count once more for each of some; no two processes count the same number."""
    keys = _keys(what, whos)
    if not keys:
        return {}
    # In the order of the keys, so that no two processes wait for each other.
    found = (_count_in_database if in_database() else MEMORY.count)(sorted(keys), SECONDS[what])
    return {keys[key]: tally for key, tally in found.items()}


def in_database() -> bool:
    """Tell whether several processes may serve the site, so that none can count alone."""
    return bool(connection.vendor != "sqlite")


def _keys(what: str, whos: list[str]) -> dict[str, str]:
    """Name the counters: by what, and by a hash of who, since names and addresses are long and nobody's business."""
    return {f"{what}:{sha256(who.encode('utf-8', 'replace')).hexdigest()[:40]}": who for who in whos}


@final
class Memory:
    """Counters of one process."""

    def __init__(self) -> None:
        self._counts: dict[str, Count] = {}
        self._lock = Lock()

    def counted(self, keys: list[str]) -> dict[str, Count]:
        """Return the counters that have not run out."""
        now = time.time()
        with self._lock:
            return {key: self._counts[key] for key in keys if key in self._counts and self._counts[key].until > now}

    def count(self, keys: list[str], seconds: int) -> dict[str, Count]:
        """Count once more; who has not been counted for a while begins anew."""
        now = time.time()
        with self._lock:
            if len(self._counts) > SWEEP:
                self._counts = {key: found for key, found in self._counts.items() if found.until > now}
            for key in keys:
                before = self._counts.get(key)
                fresh = before is None or before.until <= now
                self._counts[key] = (
                    Count(1, now + seconds) if fresh or before is None else Count(before.number + 1, before.until)
                )
            return {key: self._counts[key] for key in keys}


MEMORY: Final = Memory()


def _count_in_database(keys: list[str], seconds: int) -> dict[str, Count]:
    """Count in one statement."""
    now, table = time.time(), Tally._meta.db_table
    rows = ", ".join(["(%s, 1, %s)"] * len(keys))
    values: list[object] = [value for key in keys for value in (key, now + seconds)]
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL synchronous_commit TO OFF")  # a power cut may lose a count; nobody waits for the disk
        cursor.execute(
            f"INSERT INTO {table} (key, number, until) VALUES {rows} ON CONFLICT (key) DO UPDATE SET "
            f"number = CASE WHEN {table}.until > %s THEN {table}.number + 1 ELSE 1 END, "
            f"until = CASE WHEN {table}.until > %s THEN {table}.until ELSE excluded.until END RETURNING key, number, until",
            [*values, now, now],
        )
        found = {key: Count(number, until) for key, number, until in cursor.fetchall()}
    if any(tally.number % SWEEP == 0 for tally in found.values()):
        Tally.objects.filter(until__lt=now).delete()
    return found
