"""E-mail about accounts: to confirm an address, and to set a new password.

Until somebody who reads an address's mail has confirmed it, nothing is sent there but the letter to confirm it. That letter is
always the same, whoever asked for it: it contains none of their words. Letters wait in the database and are sent by a thread,
so the time a page takes does not reveal whether there was anybody to write to.
"""

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, final

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _, speaking
from cuvee.web.background import Routine
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
"""How long a process may take to send a letter before another may try."""
MOST_ACCOUNTS: Final = 10
"""At most this many accounts of one address are written to at once."""


# Addresses.


def check_address(address: str) -> None:
    """Refuse anything that is not an e-mail address, and spellings used only to look like another address."""
    try:
        validate_email(address)
    except ValidationError:
        raise CuveeError(_("{address} is not an e-mail address", address=address[:60])) from None
    if '"' in address or "[" in address:
        raise CuveeError(_("{address} is not an e-mail address", address=address[:60]))
    if len(address) > LONGEST:
        raise CuveeError(_("This e-mail address is too long"))


def mailbox(address: str) -> str:
    """Return the key by which letters to a mailbox are counted: many addresses lead to the same one.

    >>> mailbox("Ann.Lee+play@Example.org"), mailbox("a@bücher.example")
    ('annlee@example.org', 'a@xn--bcher-kva.example')
    """
    local, _at, host = address.casefold().rpartition("@")
    with suppress(UnicodeError):  # otherwise it stays as it is
        host = host.encode("idna").decode()
    plain = local.partition("+")[0].replace(".", "") or local
    return f"{plain}@{host.rstrip('.')}"


def confirm_link(person: Person) -> str:
    """Return the link by which whoever reads a person's mail confirms the address."""
    token = signing.dumps([person.pk, person.email], salt=CONFIRM)
    return f"{settings.SITE_ADDRESS}{reverse('confirm')}?link={token}"


def confirmed_by(token: str) -> Person:
    """Return the person whose address a link confirms, if they still have that very address."""
    try:
        pk, address = signing.loads(token, salt=CONFIRM, max_age=CONFIRM_LASTS)
        person = Person.objects.filter(pk=pk, email=address, is_active=True).first()
    except (signing.BadSignature, ValueError, TypeError):
        person = None
    if person is None:
        raise CuveeError(_("This link is incomplete or no longer valid"))
    return person


def confirm(person: Person) -> None:
    """Note that an address is confirmed, unless the person has another one by now."""
    Person.objects.filter(pk=person.pk, email=person.email).update(email_confirmed=True)


# Asking for letters.


def ask_to_confirm(request: HttpRequest, person: Person) -> None:
    """Have a letter sent to the address a person gave as theirs, within the limit for each mailbox."""
    rate_limits.spend_letter(request, person, mailbox(person.email))
    language = getattr(request, "language", "en")
    with transaction.atomic():
        Letter.objects.filter(kind=Letter.CONFIRM, person=person).delete()
        Letter.objects.create(kind=Letter.CONFIRM, person=person, asked=person.email, language=language)
        transaction.on_commit(POSTMAN.wake)


def ask_to_recover(request: HttpRequest, asked: str) -> None:
    """Have a letter sent to whoever has this user name or address; the same work is done if nobody has."""
    if not asked or len(asked) > LONGEST:
        raise CuveeError(_("Give your user name or your e-mail address"))
    rate_limits.spend_address(request, rate_limits.RECOVERIES)
    with transaction.atomic():
        Letter.objects.create(kind=Letter.RECOVER, asked=asked, language=getattr(request, "language", "en"))
        transaction.on_commit(POSTMAN.wake)


def accounts_of(asked: str) -> list[Person]:
    """Find the accounts with a user name or address that can set a new password by mail."""
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
    """Write the messages of a letter; none if it was for nobody, or is no longer wanted."""
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
        self._routine = Routine("letters", lambda: self.send_due(timezone.now()), lambda: PAUSE)

    def start(self) -> None:
        """Begin to send, with what has waited since the last time."""
        self._routine.start()
        self._routine.wake()

    def stop(self) -> None:
        """Stop sending; what waits is sent after the next start."""
        self._routine.stop()

    def wake(self) -> None:
        """Say that there is a letter."""
        self._routine.wake()

    def send_due(self, now: datetime) -> int:
        """Send every letter that is due; return how many messages went out."""
        return sum(self._send(letter, now) for letter in Letter.objects.filter(due_at__lte=now).order_by("pk")[:100])

    def _send(self, letter: Letter, now: datetime) -> int:
        mine = Letter.objects.filter(pk=letter.pk, due_at=letter.due_at)
        if not mine.update(due_at=now + SENDING, tries=letter.tries + 1):
            return 0  # another process was faster
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
            log.warning("giving up on letter %s after %s tries", letter.pk, TRIES)
        row.delete()
        return sent


POSTMAN: Final = Postman()
