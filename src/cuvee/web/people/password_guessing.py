"""Slows down password guessing: wrong passwords are counted, and after too many no other is checked for a while.

A storm of wrong passwords must not lock out people who know theirs. So a browser in which an account was used before is counted
separately: it can still log in, whatever others at the address do, or others who guess at the account.
"""

from typing import Final

from django.conf import settings
from django.contrib.auth import authenticate, update_session_auth_hash
from django.http import HttpRequest

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.models import Person
from cuvee.web.people import bans, rate_limits, sessions

LONGEST: Final = 200
"""At most this many characters of a password are checked."""


def recognise(request: HttpRequest, name: str, typed: str) -> Person:
    """Find the account for a user name and password."""
    _refuse(request, name)
    account = authenticate(request, username=name, password=typed[:LONGEST])
    if not isinstance(account, Person):
        _count_wrong(request, name)
        raise CuveeError(_("This user name and password do not match"))
    return account


def check_own_password(request: HttpRequest, person: Person, typed: str, wrong: str) -> None:
    """Require the password for what cannot be undone; guesses from a session left open are counted too."""
    _refuse(request, person.username)
    before = person.password
    if not person.check_password(typed[:LONGEST]):
        _count_wrong(request, person.username)
        raise CuveeError(wrong)
    if person.password != before:  # it was rehashed, which would log this browser out
        update_session_auth_hash(request, person)
        sessions.end_all(person, but=request.session.session_key)  # their sessions are no longer valid anyway


def forgive(request: HttpRequest, name: str) -> None:
    """Forget the wrong passwords for an account from an address, now that somebody there has set a new one."""
    rate_limits.forget(
        rate_limits.LOGINS, [f"{rate_limits.address_of(request)} {name}", f"browser {bans.browser_of(request)} {name}"]
    )


def _refuse(request: HttpRequest, name: str) -> None:
    """Refuse to check a password after too many wrong ones."""
    most = _counted_by(request, name)
    late = [
        tally.until for who, tally in rate_limits.counted(rate_limits.LOGINS, list(most)).items() if tally.number >= most[who]
    ]
    if late:
        raise rate_limits.TooOften(rate_limits.LOGINS, max(late))


def _count_wrong(request: HttpRequest, name: str) -> None:
    rate_limits.count(rate_limits.LOGINS, list(_counted_by(request, name)))


def _counted_by(request: HttpRequest, name: str) -> dict[str, int]:
    """List what wrong passwords are counted by: a known browser; else guesses at one account, at many, and from many places."""
    address, most = rate_limits.address_of(request), settings.LIMITS[rate_limits.LOGINS]
    many = most * settings.LIMIT_ADDRESS
    browser = bans.browser_used_by(request, name)
    if browser:
        counted = {f"browser {browser} {name}": most}
    else:
        counted = {f"{address} {name}": most, f"address {address}": many, f"account {name}": many}
    return {who: most for who, most in counted.items() if most > 0}
