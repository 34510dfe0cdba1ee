"""Setting a new password without the old one: a signed link that works once, for whoever reads the account's mail.

The link ends when the password or the address it was made for changes. The operator can hand one out too.
"""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.events import announcements
from cuvee.web.models import Person
from cuvee.web.people import accounts, sessions

MAIL, OPERATOR = "mail", "operator"
LASTS: Final = {MAIL: timedelta(hours=1), OPERATOR: timedelta(days=1)}
"""How long a link works, by who hands it out."""


def link(person: Person, by: str) -> str:
    """Return the address at which a person sets a new password."""
    token = signing.dumps([person.pk, _mark(person, by)], salt=_salt(by))
    return f"{settings.SITE_ADDRESS}{reverse('new_password')}?link={token}"


def _salt(by: str) -> str:
    return f"cuvee.recovery.{by}"


def _mark(person: Person, by: str) -> str:
    """Return a digest of what a link is bound to: the present password and, if sent by mail, the address."""
    bound = f"{person.pk} {person.password} {person.email if by == MAIL else ''}"
    return salted_hmac("cuvee.recovery", bound, algorithm="sha256").hexdigest()


def open_to(person: Person, by: str) -> bool:
    """Tell whether a person can set a new password this way. Guests have none; by mail, the address must be confirmed."""
    return bool(person.is_active and not person.guest and (by == OPERATOR or (person.email and person.email_confirmed)))


def find(token: str) -> Person:
    """Return the person whose password a link sets; refuse links that are no longer valid."""
    for by, lasts in LASTS.items():
        try:
            pk, mark = signing.loads(token, salt=_salt(by), max_age=lasts)
            person = Person.objects.filter(pk=pk).first()
        except (signing.BadSignature, ValueError, TypeError):
            continue
        if person is not None and open_to(person, by) and constant_time_compare(str(mark), _mark(person, by)):
            return person
    raise CuveeError(_("This link is incomplete or no longer valid"))


def set_password(token: str, password: str, again: str) -> Person:
    """Set a new password, once; log the person out everywhere, and end all their streams."""
    person = find(token)
    accounts.check_password(person, password, again)
    before, now = person.password, make_password(password)
    with transaction.atomic():  # of two who use the link at once, one is too late
        if not Person.objects.filter(pk=person.pk, password=before, email=person.email).update(password=now):
            raise CuveeError(_("This link is incomplete or no longer valid"))
        sessions.end_all(person)
        announcements.revoke(person.pk)
    person.password = now
    return person
