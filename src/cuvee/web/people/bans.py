"""Bans, and what keeps a banned person from coming straight back as somebody new.

Anybody who does something here leaves two traces: the browser, by a signed cookie, and the address. Both are stored only as
keyed hashes and forgotten after a while. A ban covers new guests and new accounts with a trace of the banned person; existing
accounts are never locked out by somebody else's browser or address.
"""

import ipaddress
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import Error, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.models import Person, Trace, new_code
from cuvee.web.people import rate_limits

COOKIE: Final = "cuvee_browser"
COOKIE_AGE: Final = 60 * 60 * 24 * 400
"""The longest that browsers keep a cookie."""
FRESH: Final = 0.9
"""A trace is written again when less than this share of its time is left."""
QUIET: Final = 600
"""Seconds for which the same traces are not looked up again."""
MOST: Final = 50
"""The number of last browsers, and of last addresses, remembered for a person; without cookies every visit is a new browser."""
MOST_RECENT: Final = 10_000
RECENT: Final[dict[tuple[int | str, ...], float]] = {}
"""When this process last looked up the traces of a person."""
SIGNER: Final = Signer(salt="cuvee.bans.browser")


class NotAdmitted(CuveeError):
    """A newcomer cannot come in now."""


def days(kind: str) -> float:
    """Return for how many days a trace is remembered, and counts after a ban."""
    return float(settings.BAN_DAYS if kind == Trace.BROWSER else settings.BAN_ADDRESS_DAYS)


class Doorman:
    """Remember the browser and address of people who do something (a middleware). Just looking leaves no trace."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        done = request.method == "POST" and response.status_code < 400
        person = getattr(request, "user", None) if done else None
        if isinstance(person, Person) and person.pk is not None and days(Trace.BROWSER) > 0:
            browser = browser_of(request)
            if not browser:
                browser = new_code(24)
                signed = SIGNER.sign(browser)
                response.set_cookie(COOKIE, signed, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS)
            with suppress(Error):  # the request succeeded, whether or not the trace is stored
                remember(person, _traces(browser, rate_limits.address_of(request)))
        return response


def browser_of(request: HttpRequest) -> str:
    """Return a browser's identifier; empty if it sends none, or one we did not sign."""
    try:
        return SIGNER.unsign(request.COOKIES.get(COOKIE, ""))
    except BadSignature:
        return ""


def browser_used_by(request: HttpRequest, username: str) -> str:
    """Return a browser's identifier if an account was used in it lately, else an empty string."""
    browser = browser_of(request)
    known = browser and Trace.objects.filter(
        person__username=username, key=_key(Trace.BROWSER, browser), until__gt=timezone.now()
    )
    return browser if known and known.exists() else ""


def _traces(browser: str, address: str) -> dict[str, str]:
    """List the traces of a browser and an address, by key. The server's own address says nothing about anybody."""
    found = {_key(Trace.BROWSER, browser): Trace.BROWSER} if browser and days(Trace.BROWSER) > 0 else {}
    if days(Trace.ADDRESS) > 0 and _from_outside(address):
        found[_key(Trace.ADDRESS, address)] = Trace.ADDRESS
    return found


def _key(kind: str, value: str) -> str:
    return salted_hmac(f"cuvee.bans.{kind}", value, algorithm="sha256").hexdigest()


def _from_outside(address: str) -> bool:
    try:
        return not ipaddress.ip_address(address.partition("/")[0]).is_loopback
    except ValueError:
        return False


def remember(person: Person, traces: dict[str, str]) -> None:
    """Keep somebody's traces for a while, and delete all that have expired."""
    now = timezone.now()
    asked = (person.pk, *traces)
    if RECENT.get(asked, 0) > now.timestamp() - QUIET:
        return
    known = dict(Trace.objects.filter(person=person, key__in=list(traces)).values_list("key", "until"))
    for key, kind in traces.items():
        until = now + timedelta(days=days(kind))
        if key not in known or known[key] < now + timedelta(days=days(kind) * FRESH):
            with transaction.atomic():
                Trace.objects.filter(until__lt=now).delete()
                Trace.objects.update_or_create(person=person, key=key, defaults={"kind": kind, "until": until})
                older = Trace.objects.filter(person=person, kind=kind).order_by("-until", "-pk")[MOST:]
                Trace.objects.filter(pk__in=list(older.values_list("pk", flat=True))).delete()
    if len(RECENT) >= MOST_RECENT:
        RECENT.clear()
    RECENT[asked] = now.timestamp()


def check_new(request: HttpRequest, address: bool = True) -> None:
    """Refuse a newcomer with traces of a banned person, without details. The address may be left out of the check."""
    traces = _traces(browser_of(request), rate_limits.address_of(request) if address else "")
    if Trace.objects.filter(key__in=list(traces), until__gt=timezone.now(), person__is_active=False).exists():
        raise NotAdmitted(_("Nobody new can come in from here at the moment"))


def shut_out(person: Person) -> None:
    """Ban a person, and start the time for which their traces are covered."""
    person.is_active = False
    person.save(update_fields=["is_active"])
    now = timezone.now()
    for kind in (Trace.BROWSER, Trace.ADDRESS):
        Trace.objects.filter(person=person, kind=kind, until__gt=now).update(until=now + timedelta(days=days(kind)))


def lift(person: Person) -> None:
    """Lift a person's ban, also for those who share a browser or an address with them."""
    person.is_active = True
    person.save(update_fields=["is_active"])
