"""A person's sessions: in which browsers they are logged in, since when, and how to end them.

No address is kept, and only the name and system of a browser. An ended session is deleted from the database: no process accepts
it any more, and its open pages are closed at once.
"""

import re
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from babel.dates import format_datetime
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db import Error, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from cuvee.kernel.text import _
from cuvee.web.models import Login, Person

SINCE: Final = "since"
"""The entry of a session that says when it began, since the session key changes now and then."""
QUIET: Final = 300
"""Seconds between two times that a process notes a session as seen."""
MOST: Final = 50
"""Sessions of one person; one more ends the session that was seen longest ago."""
MOST_RECENT: Final = 20_000
RECENT: Final[dict[str, float]] = {}
"""When this process last noted that a session was seen."""
BROWSERS: Final = (
    ("Edge", r"\bEdg(?:e|A|iOS)?/"),
    ("Opera", r"\b(?:OPR|OPT|OPiOS|Opera)\b"),
    ("Samsung Internet", r"\bSamsungBrowser/"),
    ("Vivaldi", r"\bVivaldi/"),
    ("Firefox", r"\b(?:Firefox|FxiOS)/"),
    ("Chrome", r"(?:Chrome|CriOS|Chromium)/"),
    ("Safari", r"\bSafari/"),
)
SYSTEMS: Final = (
    ("iPhone", r"\biPhone\b"),
    ("iPad", r"\biPad\b"),
    ("Android", r"\bAndroid\b"),
    ("Windows", r"\bWindows\b"),
    ("ChromeOS", r"\bCrOS\b"),
    ("macOS", r"\bMac(?:intosh| OS X)\b"),
    ("Linux", r"\bLinux\b"),
)
LONGEST_AGENT: Final = 500


class Shown(NamedTuple):
    """A session as shown to its person."""

    number: int
    browser: str
    since: str
    seen: str
    here: bool
    """Whether it is the session that is asking."""


def describe(agent: str) -> tuple[str, str]:
    """Return the names of browser and system, if they are known.

    >>> describe("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    ('Firefox', 'Linux')
    >>> describe("curl/8.5")
    ('', '')
    """
    said = agent[:LONGEST_AGENT]
    found = [next((name for name, sign in known if re.search(sign, said)), "") for known in (BROWSERS, SYSTEMS)]
    return found[0], found[1]


def in_words(browser: str, system: str) -> str:
    """Name a browser."""
    if browser and system:
        return _("{browser} on {system}", browser=browser, system=system)
    return browser or (_("A browser on {system}", system=system) if system else _("A browser"))


# Noting them.


class Watch:
    """Note which sessions are in use (a middleware); written to the database every few minutes at most."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        key = request.session.session_key if hasattr(request, "session") else None
        if key and RECENT.get(key, 0.0) <= time.monotonic() - QUIET:
            with suppress(Error):  # the page is served, whether or not this could be noted
                if isinstance(request.user, Person):
                    note(request, request.user)
        return response


def watch() -> None:
    """From now on, note every new session."""
    user_logged_in.connect(_began, dispatch_uid="cuvee.sessions")


def _began(request: HttpRequest, user: Person, **_more: Any) -> None:
    if not request.session.session_key:
        request.session.create()
    request.session[SINCE] = timezone.now().isoformat()
    note(request, user)
    end([login.pk for login in Login.objects.filter(person=user)[MOST:]])
    Session.objects.filter(login__person=user, expire_date__lt=timezone.now()).delete()


def note(request: HttpRequest, person: Person) -> None:
    """Note that a session is in use, unless that was done just now."""
    key, now = str(request.session.session_key), timezone.now()
    known = Login.objects.filter(session=key).first()
    if known is None:
        began = request.session.get(SINCE, "")
        since = datetime.fromisoformat(began) if began else now
        browser, system = describe(request.headers.get("User-Agent", ""))
        with transaction.atomic():
            Login.objects.create(session_id=key, person=person, browser=browser, system=system, since=since, seen_at=now)
    elif known.seen_at < now - timedelta(seconds=QUIET):
        browser, system = describe(request.headers.get("User-Agent", ""))
        Login.objects.filter(pk=known.pk).update(seen_at=now, browser=browser, system=system)
    if len(RECENT) >= MOST_RECENT:
        RECENT.clear()
    RECENT[key] = time.monotonic()


# Showing and ending them.


def listed(request: HttpRequest, person: Person) -> list[Shown]:
    """List a person's valid sessions, this one first, then those seen most recently."""
    logins = Login.objects.filter(person=person, session__expire_date__gt=timezone.now()).select_related("session")
    shown = [_show(request, login) for login in logins if _holds(login.session, person)]
    return sorted(shown, key=lambda session: not session.here)


def _show(request: HttpRequest, login: Login) -> Shown:
    """Put a session into words."""
    language = getattr(request, "language", "en")
    since, seen = (format_datetime(at, "d MMM y, HH:mm", locale=language) for at in (login.since, login.seen_at))
    here = login.session_id == request.session.session_key
    return Shown(login.pk, in_words(login.browser, login.system), since, seen, here)


def _holds(session: Session, person: Person) -> bool:
    """Tell whether a session is valid for the present password."""
    return constant_time_compare(session.get_decoded().get(HASH_SESSION_KEY, ""), person.get_session_auth_hash())


def end(numbers: list[int]) -> int:
    """End sessions by their numbers; return how many there were. Their streams check again, and end (web/match/rights.py)."""
    keys = list(Login.objects.filter(pk__in=numbers).values_list("session", flat=True))
    with transaction.atomic():
        Session.objects.filter(pk__in=keys).delete()
    return len(keys)


def end_one(request: HttpRequest, person: Person, number: int) -> bool:
    """End another session of a person; tell whether it was one of theirs. To end this one, they log out."""
    others = Login.objects.filter(person=person, pk=number).exclude(session=request.session.session_key)
    return end(list(others.values_list("pk", flat=True))) > 0


def end_all(person: Person, but: str | None = None) -> int:
    """End all sessions of a person, except the one with a given key; return how many."""
    return end(list(Login.objects.filter(person=person).exclude(session=but).values_list("pk", flat=True)))


def exported(person: Person) -> list[dict[str, str]]:
    """Return what is stored about a person's sessions, for their export."""
    return [
        {
            "browser": login.browser,
            "system": login.system,
            "since": login.since.isoformat(),
            "seen_at": login.seen_at.isoformat(),
        }
        for login in Login.objects.filter(person=person)
    ]
