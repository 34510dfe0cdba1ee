"""Rights: who may answer for a seat, and who may see what it sees. They are checked anew every time.

Nothing is remembered. A move checks inside the transaction that writes it; a stream checks before every update.
"""

from typing import Any, Final, final

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete, post_save
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.events import announcements
from cuvee.web.models import Person, Seat

HOUSE: Final = 0
"""The house answers, only for seats it plays."""
REFEREE: Final = -1
"""A match is being laid out from a journal: nobody sits there yet."""


class NotAnswering(CuveeError):
    """Somebody answered for a seat that is not theirs, or no longer theirs."""


class Revoked(Exception):
    """The person who opened a stream may no longer see what it shows."""


def check_answering(seat: Seat, by: int) -> None:
    """Refuse a change by anybody who does not answer for the seat right now; `by` is a person, HOUSE or REFEREE."""
    if by == REFEREE:
        return
    if by == HOUSE:
        if not seat.house:
            raise NotAnswering(_("{name} has taken this seat back", name=seat.name))
        return
    check_owner(seat, by)
    if seat.house:
        raise NotAnswering(_("The house plays this seat; take it back first"))


def check_owner(seat: Seat, person: int) -> None:
    """Refuse a change by anybody but the person who holds a seat and has not given it up."""
    if seat.person_id is None or seat.person_id != person:
        raise NotAnswering(_("That is not your seat"))
    if seat.resigned:
        raise NotAnswering(_("You have resigned from this match"))


@final
class Claim:
    """The session behind a stream's request; it counts only while it is still valid."""

    def __init__(self, request: HttpRequest) -> None:
        person = request.user if isinstance(request.user, Person) else None
        self.person: int = person.pk if person is not None else 0
        self._session = request.session.session_key or ""
        self._password = request.session.get(HASH_SESSION_KEY, "")

    def check(self) -> None:
        """Raise Revoked once the account, its password or the session is no longer the one that opened the stream."""
        if not self.person:
            return
        person = Person.objects.filter(pk=self.person, is_active=True).only("password").first()
        if person is None or not constant_time_compare(person.get_session_auth_hash(), self._password):
            raise Revoked
        if not Session.objects.filter(session_key=self._session, expire_date__gt=timezone.now()).exists():
            raise Revoked


# Everything that can end a claim wakes the streams that depend on it.

_DECISIVE: Final = {"password", "is_active"}


def watch() -> None:
    """From now on, tell a person's streams whenever a session, the password or the account is gone."""
    post_delete.connect(_session_gone, sender=Session, dispatch_uid="cuvee.session")
    post_delete.connect(_person_gone, sender=Person, dispatch_uid="cuvee.person.gone")
    post_save.connect(_person_changed, sender=Person, dispatch_uid="cuvee.person.changed")


def _session_gone(instance: Session, **_more: Any) -> None:
    person = str(instance.get_decoded().get(SESSION_KEY, ""))
    if person.isdecimal():
        announcements.revoke(int(person))


def _person_gone(instance: Person, **_more: Any) -> None:
    announcements.revoke(instance.pk)


def _person_changed(instance: Person, created: bool, update_fields: frozenset[str] | None = None, **_more: Any) -> None:
    if not created and (update_fields is None or _DECISIVE & update_fields):
        announcements.revoke(instance.pk)
