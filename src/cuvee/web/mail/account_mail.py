"""E-mail about accounts: to confirm an address, and to set a new password.

An address is sent nothing but a letter to confirm it until somebody who reads its mail has done so. That letter is the same to
the letter whoever asked for it: none of their words are in it. Letters wait in the database and are sent by a thread, so
nobody can tell by the time a page takes whether there was anybody to write to.
"""

import logging
import threading
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, final

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db import close_old_connections, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _, speaking
from cuvee.web.i18n.language import translator
from cuvee.web.mail import notices
from cuvee.web.models import Letter, Person
from cuvee.web.people import accounts, rate_limits, recovery

log = logging.getLogger(__name__)
CONFIRM: Final = "cuvee.letters.confirm"
CONFIRM_LASTS: Final = timedelta(days=3)
LONGEST: Final = 254
PAUSE: Final = 2.0
"""Seconds between two looks for letters that another process wants sent."""
TRIES: Final = 6
SENDING: Final = timedelta(minutes=2)
"""How long a process that sends a letter has for it before another may."""
MOST_ACCOUNTS: Final = 10
"""Accounts of one address that are written to at once."""


# Addresses.


def check_address(address: str) -> None:
    """Refuse what is no e-mail address, and ways to write one that nobody uses but to seem another."""
    try:
        validate_email(address)
    except ValidationError:
        raise CuveeError(_("{address} is not an e-mail address", address=address[:60])) from None
    if '"' in address or "[" in address:
        raise CuveeError(_("{address} is not an e-mail address", address=address[:60]))
    if len(address) > LONGEST:
        raise CuveeError(_("This e-mail address is too long"))


def mailbox(address: str) -> str:
    """Return what stands for a mailbox when letters are counted: many addresses lead to the same one.

    >>> mailbox("Ann.Lee+play@Example.org"), mailbox("a@bücher.example")
    ('annlee@example.org', 'a@xn--bcher-kva.example')
    """
    local, _at, host = address.casefold().rpartition("@")
    with suppress(UnicodeError):  # else it stands for itself
        host = host.encode("idna").decode()
    plain = local.partition("+")[0].replace(".", "") or local
    return f"{plain}@{host.rstrip('.')}"


def confirm_link(person: Person) -> str:
    """Return the address at which whoever reads a person's mail says so."""
    token = signing.dumps([person.pk, person.email], salt=CONFIRM)
    return f"{settings.SITE_ADDRESS}{reverse('confirm')}?link={token}"


def confirmed_by(token: str) -> Person:
    """Return whose address a link confirms; the person as they are now, with that very address."""
    try:
        pk, address = signing.loads(token, salt=CONFIRM, max_age=CONFIRM_LASTS)
        person = Person.objects.filter(pk=pk, email=address, is_active=True).first()
    except (signing.BadSignature, ValueError, TypeError):
        person = None
    if person is None:
        raise CuveeError(_("This link is incomplete or no longer valid"))
    return person


def confirm(person: Person) -> None:
    """Note that an address is a person's, unless they have another one by now."""
    Person.objects.filter(pk=person.pk, email=person.email).update(email_confirmed=True)


# Asking for letters.


def ask_to_confirm(request: HttpRequest, person: Person) -> None:
    """Have a letter sent to the address that a person says is theirs; to nobody too many."""
    rate_limits.spend_letter(request, person, mailbox(person.email))
    language = getattr(request, "language", "en")
    with transaction.atomic():
        Letter.objects.filter(kind=Letter.CONFIRM, person=person).delete()
        Letter.objects.create(kind=Letter.CONFIRM, person=person, asked=person.email, language=language)
        transaction.on_commit(POSTMAN.wake)


def ask_to_recover(request: HttpRequest, asked: str) -> None:
    """Have a letter sent to whoever has this user name or address; what is done here is the same if nobody has."""
    if not asked or len(asked) > LONGEST:
        raise CuveeError(_("Give your user name or your e-mail address"))
    rate_limits.spend_address(request, rate_limits.RECOVERIES)
    with transaction.atomic():
        Letter.objects.create(kind=Letter.RECOVER, asked=asked, language=getattr(request, "language", "en"))
        transaction.on_commit(POSTMAN.wake)


def accounts_of(asked: str) -> list[Person]:
    """Find the accounts that can set a new password by mail and have a user name or address."""
    if "@" in asked:
        found = Person.objects.filter(email__iexact=asked, guest=False)
    else:
        found = Person.objects.filter(username=accounts.plain_username(asked), guest=False)
    return [person for person in found.order_by("pk")[:MOST_ACCOUNTS] if recovery.open_to(person, recovery.MAIL)]


# What they say.


def _confirming(person: Person) -> EmailMessage:
    body = [
        _("Hello,"),
        "",
        _("Somebody gave this e-mail address at {address}. If that was you, confirm it within three days:", address=_site()),
        "",
        confirm_link(person),
        "",
        _("If it was not you, do nothing: nothing else will be sent here."),
    ]
    return _message(_("Confirm your e-mail address"), body, person.email)


def _recovering(address: str, accounts: list[Person]) -> EmailMessage:
    body = [
        _("Hello,"),
        "",
        _("Somebody asked for a new password at {address}. If that was you, set one within an hour:", address=_site()),
        "",
    ]
    for person in accounts:
        body += [_("User name {username}:", username=person.username), recovery.link(person, recovery.MAIL), ""]
    body.append(_("If it was not you, do nothing: your password stays as it is."))
    return _message(_("Set a new password"), body, address)


def _site() -> str:
    return f"{settings.SITE_ADDRESS}/"


def _message(subject: str, lines: list[str], address: str) -> EmailMessage:
    headers = {"Auto-Submitted": "auto-generated"}
    return EmailMessage(f"Cuvée: {subject}", "\n".join([*lines, ""]), to=[address], headers=headers)


def messages_of(letter: Letter) -> list[EmailMessage]:
    """Write what a letter is to say; nothing if it was for nobody, or is no longer wanted."""
    with speaking(translator(letter.language)):
        if letter.kind == Letter.RECOVER:
            by_address: dict[str, list[Person]] = {}
            for person in accounts_of(letter.asked):
                by_address.setdefault(person.email, []).append(person)
            return [_recovering(address, found) for address, found in by_address.items()]
        person = Person.objects.filter(pk=letter.person_id, email=letter.asked, email_confirmed=False, is_active=True).first()
        return [_confirming(person)] if person is not None else []


# Sending them.


@final
class Postman:
    """The thread that sends letters."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._awake = threading.Event()

    def start(self) -> None:
        """Begin to send."""
        if self._thread is None:
            self._stopping.clear()
            self._thread = threading.Thread(target=self._run, name="letters", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop sending; what waits is sent after the next start."""
        self._stopping.set()
        self._awake.set()
        if self._thread is not None:
            self._thread.join(timeout=2)
            self._thread = None

    def wake(self) -> None:
        """Say that there is a letter."""
        self._awake.set()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self.send_due(timezone.now())
            except Exception:
                log.exception("letters could not be looked through")
            finally:
                close_old_connections()
            self._awake.wait(PAUSE)
            self._awake.clear()

    def send_due(self, now: datetime) -> int:
        """Send every letter that need not wait for another try; return how many messages went out."""
        return sum(self._send(letter, now) for letter in Letter.objects.filter(due_at__lte=now).order_by("pk")[:100])

    def _send(self, letter: Letter, now: datetime) -> int:
        mine = Letter.objects.filter(pk=letter.pk, due_at=letter.due_at)
        if not mine.update(due_at=now + SENDING, tries=letter.tries + 1):
            return 0  # another process was quicker
        sent, row = 0, Letter.objects.filter(pk=letter.pk)
        try:
            for message in messages_of(letter):
                if letter.kind == Letter.CONFIRM or letter.tries or rate_limits.may_recover(mailbox(message.to[0])):
                    notices.hand_over(message)
                    sent += 1
        except notices.Undelivered as error:
            log.warning("letter %s: %s", letter.pk, error)
            if letter.tries + 1 < TRIES:
                row.update(due_at=now + timedelta(minutes=2**letter.tries))
                return sent
            log.warning("letter %s is given up after %s tries", letter.pk, TRIES)
        row.delete()
        return sent


POSTMAN: Final = Postman()
