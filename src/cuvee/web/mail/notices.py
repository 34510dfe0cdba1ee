"""Notices that it is somebody's turn, if they are not looking: gathered, then one message per person, by e-mail or webhook.

A notice is made when it becomes a seat's turn and taken back when its person answers or looks. A thread gathers notices for
NOTICE_MINUTES and sends one digest. Whatever cannot be delivered is tried again at growing intervals; no error here ever
reaches a match.
"""

import http.client
import ipaddress
import json
import logging
import os
import smtplib
import socket
import ssl
import threading
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final, final
from urllib.parse import SplitResult, urlsplit

from babel.dates import format_datetime
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from cuvee import games
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _, speaking
from cuvee.web.background import Routine
from cuvee.web.i18n.language import translator
from cuvee.web.match import clocks
from cuvee.web.models import Notice, Person, Seat, Table

log = logging.getLogger(__name__)
MAIL, WEBHOOK = "mail", "webhook"
PATIENCE: Final = 5.0
"""Seconds a webhook may take for each step; twice that altogether."""
TRIES: Final = 6
LONGEST_PAUSE: Final = timedelta(hours=6)
SENDING: Final = timedelta(minutes=2)
"""How long a process may take to send notices before another may try."""
STOP: Final = "cuvee.notices.stop"
LONGEST_ADDRESS: Final = 200
TOLD: Final = "told"
"""The preference that holds, for each table, since when a person has known that it is their turn."""


class Undelivered(Exception):
    """A notice could not be delivered; the sentence is for the log."""


# When notices come and go.


def turn_came(table: Table, seats: Iterable[Seat]) -> None:
    """Check whose turn it is at a table: make notices for those who have not been told, and take back all others."""
    try:
        _note_turns(table, [seat for seat in seats if seat.person is not None])
    except Exception:
        log.exception("the notices of table %s could not be made", table.pk)


def _note_turns(table: Table, places: list[Seat]) -> None:
    if not any(channels(seat.person) or _told(seat.person, table) for seat in places):
        return  # as at most tables: there is no notice and will be none
    company = len({seat.person_id for seat in places}) > 1
    playing = table.status == Table.PLAYING and table.clock != Table.LIVE and company
    asked = {seat.person_id: seat for seat in places if playing and _owes(seat)}
    made = dict(Notice.objects.filter(table=table).values_list("person_id", "pk"))
    gone = [pk for person, pk in made.items() if person not in asked]
    if gone:
        Notice.objects.filter(pk__in=gone).delete()
    for person in {seat.person_id: seat.person for seat in places}.values():
        seat = asked.get(person.pk)
        if seat is None:
            _untell(person, table)
        elif person.pk not in made and reachable(person) and _told(person, table) != _stamp(seat):
            Notice.objects.get_or_create(person=person, table=table)


def _owes(seat: Seat) -> bool:
    """Tell whether a match is waiting for the person at a seat."""
    return bool(seat.to_move and not seat.house and not seat.resigned)


def looked(table: Table, person: Person | None) -> None:
    """Take back the notice of somebody who has just seen the table; call it whenever a page is drawn for them."""
    if person is not None and channels(person) and Notice.objects.filter(table=table, person=person).exists():
        settle([person.pk], [table.pk])


def settle(persons: Iterable[int], tables: Iterable[int]) -> None:
    """Remember that people know of their turn at tables, and drop the notices."""
    with transaction.atomic():
        for notice in Notice.objects.filter(person__in=list(persons), table__in=list(tables)).select_related("table"):
            seat = Seat.objects.filter(table=notice.table, person_id=notice.person_id, to_move=True).first()
            person = Person.objects.select_for_update().get(pk=notice.person_id)
            if seat is not None:
                person.preferences.setdefault(TOLD, {})[str(notice.table_id)] = _stamp(seat)
                person.save(update_fields=["preferences"])
            notice.delete()


def _told(person: Person, table: Table) -> str:
    return str(person.preferences.get(TOLD, {}).get(str(table.pk), ""))


def _untell(person: Person, table: Table) -> None:
    if _told(person, table):
        with transaction.atomic():
            fresh = Person.objects.select_for_update().get(pk=person.pk)
            fresh.preferences.get(TOLD, {}).pop(str(table.pk), None)
            fresh.save(update_fields=["preferences"])


def _stamp(seat: Seat) -> str:
    return seat.asked_at.isoformat() if seat.asked_at else "asked"


def turns_waiting(person: Person | None) -> int:
    """Count the tables that wait for a person, for the title of every page."""
    if person is None or not person.is_authenticated:
        return 0
    places = Seat.objects.filter(person=person, to_move=True, bot="", stand_in="", resigned=False, table__status=Table.PLAYING)
    return int(places.values("table").distinct().count())


# How people can be reached.


def mail_works() -> bool:
    """Tell whether this server can send e-mail at all."""
    return bool(settings.EMAIL_HOST) or "smtp" not in settings.EMAIL_BACKEND


def channels(person: Person) -> list[str]:
    """List the ways in which a person wants to be told."""
    found = []
    if person.email_notices and person.email and person.email_confirmed and mail_works():
        found.append(MAIL)
    if person.webhook:
        found.append(WEBHOOK)
    return found


def reachable(person: Person) -> bool:
    """Tell whether there is any way to tell a person."""
    return bool(person.is_active and channels(person))


def channels_changed(person: Person) -> None:
    """Forget earlier failures: the person has just set where notices go."""
    Notice.objects.filter(person=person).update(tries=0, due_at=None, ways=[])  # as if nothing had failed
    if not channels(person):
        Notice.objects.filter(person=person).delete()


def stop_link(person: Person) -> str:
    """Return the link that stops e-mail to a person; its signature proves that we sent it to that very address."""
    token = signing.dumps([person.pk, person.email], salt=STOP)
    return f"{settings.SITE_ADDRESS}{reverse('preferences')}?stop={token}"


def stopped_by(token: str) -> Person | None:
    """Return the person whose e-mail a link stops."""
    try:
        pk, email = signing.loads(token, salt=STOP)
        return Person.objects.filter(pk=pk, email=email).first()
    except (signing.BadSignature, ValueError, TypeError):
        return None


# What is said.


@final
class Digest:
    """Everything one person is told at once, in their language."""

    def __init__(self, person: Person, turns: list[tuple[Table, Seat]]) -> None:
        self.person = person
        self.turns = turns
        self.language = person.preferences.get("language") or person.preferences.get("notice_language") or "en"
        with speaking(translator(self.language)):
            self.subject = self._subject()
            self.lines = [line for table, seat in turns for line in self._describe(table, seat)]
            self.text = "\n".join([self.subject, "", *self.lines]).rstrip()
            self.letter = self._letter()

    def _subject(self) -> str:
        if len(self.turns) == 1:
            return _("It is your turn in {game}", game=games.get(self.turns[0][0].game).title)
        return _("It is your turn at {count} tables", count=len(self.turns))

    def _describe(self, table: Table, seat: Seat) -> list[str]:
        others = [place.name for place in table.places.all() if place.pk != seat.pk and place.name]
        line = games.get(table.game).title
        if others:
            line = _("{game}, with {names}", game=line, names=", ".join(others))
        lines = [line]
        end = clocks.deadline(table, seat)
        if end is not None:
            lines.append("    " + _("You have time until {moment} (UTC)", moment=self._moment(end)))
        return [*lines, f"    {address_of(table)}", ""]

    def _moment(self, end: datetime) -> str:
        return str(format_datetime(end, "d MMMM y, HH:mm", locale=self.language))

    def _letter(self) -> str:
        return "\n".join(
            [
                _("Hello {name},", name=self.person.name),
                "",
                self.subject + ".",
                "",
                *self.lines,
                _("All your tables: {address}", address=f"{settings.SITE_ADDRESS}{reverse('lobby')}"),
                _("To stop these e-mails: {address}", address=stop_link(self.person)),
                "",
            ]
        )

    def json(self) -> dict[str, Any]:
        """Return the body of a webhook: chat programs look for "text" or "content"."""
        tables = [
            {
                "game": table.game,
                "title": games.get(table.game).title,
                "code": table.code,
                "address": address_of(table),
                "deadline": end.isoformat() if (end := clocks.deadline(table, seat)) else None,
            }
            for table, seat in self.turns
        ]
        return {"text": self.text, "content": self.text[:1900], "tables": tables}


def address_of(table: Table) -> str:
    """Return the full address of a table."""
    return f"{settings.SITE_ADDRESS}{reverse('table', args=[table.code])}"


# How it is delivered.


def send_mail(digest: Digest) -> None:
    """Send a digest as plain text."""
    stop = {"List-Unsubscribe": f"<{stop_link(digest.person)}>", "Auto-Submitted": "auto-generated"}
    hand_over(EmailMessage(f"Cuvée: {digest.subject}", digest.letter, to=[digest.person.email], headers=stop))


def hand_over(letter: EmailMessage) -> None:
    """Hand a message to the mail server."""
    try:
        letter.send()
    except (OSError, smtplib.SMTPException, ValueError) as error:
        raise Undelivered(f"the mail server did not take it: {type(error).__name__}") from error


def private_allowed() -> bool:
    """Tell whether webhooks may lead into the operator's own network."""
    return os.environ.get("CUVEE_WEBHOOK_PRIVATE", "").strip().casefold() in {"1", "yes", "true", "on"}


def public_address(text: str) -> bool:
    """Tell whether an address is on the public internet, not in this server's network."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            address = inner
        elif address in _TRANSLATED or address.teredo is not None:
            return False
    if any(address in network for network in _SPECIAL if network.version == address.version):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


_SPECIAL: Final = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "fec0::/10", "64:ff9b:1::/48")))
"""Special-purpose networks that some versions of Python treat as public."""
_TRANSLATED: Final = ipaddress.ip_network("64:ff9b::/96")
"""Addresses behind which a translator may put any IPv4 address."""


def check_webhook(text: str) -> SplitResult:
    """Check the address of a webhook as far as possible without any network request."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise CuveeError(_("A webhook must be an address that begins with https:// or http://")) from None
    if (
        parts.scheme not in {"http", "https"}
        or not parts.hostname
        or not text.isascii()
        or not text.isprintable()
        or " " in text
    ):
        raise CuveeError(_("A webhook must be an address that begins with https:// or http://"))
    if len(text) > LONGEST_ADDRESS:
        raise CuveeError(_("This address is too long"))
    if parts.username is not None or port == 0:
        raise CuveeError(_("A webhook's address must not contain a user name or password"))
    if not private_allowed() and _is_ours(parts.hostname):
        raise CuveeError(_("A webhook must not lead into this server's own network"))
    return parts


def _is_ours(host: str) -> bool:
    """Tell whether a host is literally an address in this network; names are resolved when a notice is sent."""
    try:
        return not public_address(host)
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))


def resolve(host: str, port: int) -> str:
    """Resolve a host and return the one address to connect to, so that nobody can swap it afterwards."""
    try:
        found = {str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError):
        raise Undelivered("its webhook's host is unknown") from None
    if not private_allowed() and not all(public_address(address) for address in found):
        raise Undelivered("its webhook leads into the network of this server")
    return sorted(found, key=lambda address: ":" in address)[0]


class _Http(http.client.HTTPConnection):
    """A connection to an address that was resolved before."""

    def __init__(self, host: str, port: int, address: str) -> None:
        super().__init__(host, port, timeout=PATIENCE)
        self.address = address

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), self.timeout)


class _Https(_Http):
    """The same, with the certificate checked against the name."""

    default_port = 443

    def connect(self) -> None:
        super().connect()
        self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def send_webhook(digest: Digest) -> None:
    """Post a digest to a person's webhook; redirects are not followed."""
    try:
        parts = check_webhook(digest.person.webhook)
    except CuveeError as error:
        raise Undelivered(str(error)) from None
    assert parts.hostname is not None
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    kind = _Https if secure else _Http
    connection = kind(parts.hostname, port, resolve(parts.hostname, port))
    # Each step has a timeout, but a server that sends one byte a second could still hold us up for ever.
    watch = threading.Timer(2 * PATIENCE, _hang_up, [connection])
    watch.daemon = True
    watch.start()
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        body = json.dumps(digest.json(), ensure_ascii=False).encode()
        connection.request("POST", target, body, {"Content-Type": "application/json", "User-Agent": "Cuvee"})
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Undelivered(f"its webhook did not answer: {type(error).__name__}") from error
    finally:
        watch.cancel()
        connection.close()
    if not 200 <= status < 300:
        raise Undelivered(f"its webhook answered {status}")


def _hang_up(connection: http.client.HTTPConnection) -> None:
    if connection.sock is not None:
        try:
            connection.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            log.debug("the webhook had already hung up")


WAYS: Final = {MAIL: send_mail, WEBHOOK: send_webhook}


@final
class Sender:
    """The thread that gathers notices and sends them."""

    def __init__(self) -> None:
        self.routine = Routine("notices", lambda: self.send_due(timezone.now()), _pause)
        self.sent = 0
        self.failures = 0

    def send_due(self, now: datetime) -> int:
        """Send one digest to everybody whose oldest notice has waited long enough; return how many went out."""
        ripe = Notice.objects.filter(_due(now), made_at__lte=now - timedelta(minutes=settings.NOTICE_MINUTES))
        persons = list(ripe.order_by("made_at").values_list("person_id", flat=True))
        sent = 0
        for pk in dict.fromkeys(persons):
            if self.routine.is_ending:
                break
            sent += self._tell(pk, now)
        return sent

    def _tell(self, pk: int, now: datetime) -> int:
        """Send one person all their waiting notices. They are dropped only once delivered: a server may die meanwhile."""
        person = Person.objects.get(pk=pk)
        with transaction.atomic():
            waiting = list(Notice.objects.select_for_update().filter(_due(now), person=person).order_by("made_at"))
            mine = Notice.objects.filter(pk__in=[notice.pk for notice in waiting])
            mine.update(due_at=now + SENDING)  # meanwhile other house processes leave them alone
        turns = [turn for notice in waiting if (turn := _turn(person, notice.table)) is not None]
        wanted = channels(person)
        failed_before = [way for notice in waiting for way in notice.ways]
        ways = [way for way in wanted if way in failed_before or not failed_before]
        failed = self._deliver(Digest(person, turns), ways) if turns and ways and person.is_active else []
        tries = max((notice.tries for notice in waiting), default=0) + 1
        if failed and tries < TRIES:
            pause = min(LONGEST_PAUSE, timedelta(minutes=max(settings.NOTICE_MINUTES, 1) * 2 ** (tries - 1)))
            mine.update(tries=tries, due_at=now + pause, ways=failed)
        else:
            if failed:
                log.warning("giving up on notices to person %s after %s tries", person.pk, tries)
            settle([pk], [notice.table_id for notice in waiting])
        return int(bool(turns) and len(failed) < len(ways))

    def _deliver(self, digest: Digest, ways: list[str]) -> list[str]:
        """Send a digest in several ways; return those that failed."""
        failed = []
        for way in ways:
            try:
                WAYS[way](digest)
                self.sent += 1
            except Exception as error:
                known = isinstance(error, Undelivered)
                log.warning("notice to person %s: %s", digest.person.pk, error, exc_info=None if known else error)
                self.failures += 1
                failed.append(way)
        return failed


def _pause() -> float:
    """Return the seconds between two looks for notices that are due."""
    return min(60.0, max(0.2, settings.NOTICE_MINUTES * 60 / 4))


def _due(now: datetime) -> Q:
    """Select notices that nobody is sending just now and that are due."""
    return Q(due_at=None) | Q(due_at__lte=now) | Q(due_at__gt=now + LONGEST_PAUSE + SENDING)  # or a clock has jumped


def _turn(person: Person, table: Table) -> tuple[Table, Seat] | None:
    """Return the seat for which a table is still waiting for a person, if it is."""
    fresh = Table.objects.filter(pk=table.pk, status=Table.PLAYING, game__in=games.names()).first()
    places = Seat.objects.filter(table=table, person=person, to_move=True)
    seat = next((seat for seat in places if _owes(seat)), None)
    return (fresh, seat) if fresh is not None and seat is not None else None


SENDER: Final = Sender()


def start() -> None:
    """Begin to send notices in the background."""
    SENDER.routine.start()


def stop() -> None:
    """Stop sending notices."""
    SENDER.routine.stop()
