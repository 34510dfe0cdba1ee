"""Guests and accounts: who is asking, how people arrive, what they can set, and what the site knows about them."""

import re
import unicodedata
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.models import ChatLine, Distance, Entry, Look, Note, Person, Report, Seat, SecondFactor, Table, Trace, new_code
from cuvee.web.people import bans, display_names, rate_limits, sessions

CONFIRM: Final = "confirm"
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    CONFIRM: ("always", "never"),
    "keys": ("on", "off"),
    "motion": ("normal", "slow", "off"),
}
"""The preferences for tables; the first value is the default."""
BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
USER_NAME: Final = re.compile(r"[\w.+-]{2,30}")
RESERVED: Final = "guest-"
PRIVATE: Final = {"told"}
"""Keys that the site itself keeps among the preferences, not chosen by the person."""


def who(request: HttpRequest) -> Person | None:
    """Return the person who is asking, if they have a name yet."""
    user = request.user
    return user if isinstance(user, Person) else None


def welcome(request: HttpRequest, name: str) -> Person:
    """Make a guest of somebody who picked a name, and log them in."""
    tidy = display_names.tidy(name)
    bans.check_new(request)
    rate_limits.spend_address(request, rate_limits.SIGN_UPS)
    person = Person.objects.create_user(f"{RESERVED}{new_code(16)}", None, name=tidy, guest=True)
    login(request, person, backend=BACKEND)
    return person


def somebody(request: HttpRequest, name: str = "") -> Person:
    """Return the person who is asking; somebody without a name yet becomes a guest."""
    person = who(request)
    return person if person is not None else welcome(request, name or _("Guest"))


def onward(request: HttpRequest, otherwise: str) -> str:
    """Return where a form wants to go next, if that is a page of ours."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if ours else otherwise


# What a person can change.


def preference(person: Person | None, key: str) -> str:
    """Return what a person chose, else the default."""
    values = CHOICES[key]
    chosen = person.preferences.get(key) if person is not None else None
    return chosen if chosen in values else values[0]


def prefer(person: Person, changes: dict[str, Any]) -> None:
    """Store preferences; another page may be changing others of the same person at the same time."""
    with transaction.atomic():
        fresh = Person.objects.select_for_update().get(pk=person.pk)
        fresh.preferences.update(changes)
        fresh.save(update_fields=["preferences"])
    person.preferences = fresh.preferences


def new_username(text: str) -> str:
    """Check the user name of a new account: it must not be, or look like, that of somebody who runs the site."""
    name = tidy_username(text)
    display_names.check_alphabets(name)
    if display_names.taken(name):
        raise CuveeError(_("The user name {name} is taken", name=name))
    return name


def tidy_username(text: str) -> str:
    """Check the user name of an account: one word, case ignored."""
    name = plain_username(text)
    if not USER_NAME.fullmatch(name):
        raise CuveeError(_("A user name is one word of 2 to 30 letters, digits, dots, dashes or underscores"))
    if name.startswith(RESERVED):
        raise CuveeError(_("User names that begin with '{start}' are for guests", start=RESERVED))
    return name


def plain_username(text: str) -> str:
    """Write a user name the way it is stored, whatever the case and width of its letters."""
    return unicodedata.normalize("NFKC", text.strip()[:100]).casefold()


def check_password(person: Person, password: str, again: str) -> None:
    """Check a new password typed twice."""
    if password != again:
        raise CuveeError(_("The two passwords are not the same"))
    if len(password) > 200:
        raise CuveeError(_("A password can have at most {most} characters", most=200))
    try:
        validate_password(password, person)
    except ValidationError as error:
        raise CuveeError(" ".join(error.messages)) from None


def keep(person: Person, username: str, password: str, again: str) -> None:
    """Turn a guest into an account; all their matches stay theirs."""
    if not person.guest:
        raise CuveeError(_("You already have an account"))
    name = new_username(username)
    taken = CuveeError(_("The user name {name} is taken", name=name))
    if Person.objects.filter(username=name).exclude(pk=person.pk).exists():
        raise taken
    check_password(person, password, again)
    before = person.username
    person.username, person.guest = name, False
    person.set_password(password)
    try:
        with transaction.atomic():
            person.save(update_fields=["username", "guest", "password"])
    except IntegrityError:
        person.username, person.guest = before, True
        raise taken from None


# What the site knows about a person.


def everything_about(person: Person) -> dict[str, Any]:
    """Gather all data of a person, without anything that they may not know about others."""
    places = Seat.objects.filter(person=person).select_related("table").order_by("table__created_at", "number")
    by_table: dict[int, list[Seat]] = {}
    for seat in places:
        by_table.setdefault(seat.table_id, []).append(seat)
    notes = {note.table_id: note.text for note in Note.objects.filter(person=person)}
    factor = SecondFactor.objects.filter(person=person).first()
    return {
        "person": {
            "user_name": person.username,
            "name": person.name,
            "guest": person.guest,
            "email": person.email,
            "email_confirmed": person.email_confirmed,
            "email_notices": person.email_notices,
            "webhook": person.webhook,
            "preferences": {key: value for key, value in person.preferences.items() if key not in PRIVATE},
            "joined_at": person.joined_at.isoformat(),
            "seen_at": person.seen_at.isoformat(),
            "second_factor_since": factor.made_at.isoformat() if factor is not None else None,
        },
        "sessions": sessions.exported(person),
        "tables": [_describe_table(seats[0].table, seats) for seats in by_table.values()],
        "opened": list(Table.objects.filter(host=person).order_by("created_at").values_list("code", flat=True)),
        "chat": [
            {"table": line.table.code, "at": line.at.isoformat(), "text": line.text}
            for line in ChatLine.objects.filter(person=person).select_related("table")
        ],
        "traces": [
            {"kind": trace.kind, "forgotten_at": trace.until.isoformat()} for trace in Trace.objects.filter(person=person)
        ],
        "kept_away": [
            {"name": distance.other.name, "kind": distance.kind, "since": distance.made_at.isoformat()}
            for distance in Distance.objects.filter(person=person).select_related("other")
        ],
        "reports": [
            {"name": report.name, "about": report.about, "reason": report.reason, "at": report.at.isoformat()}
            for report in Report.objects.filter(reporter=person).order_by("pk")
        ],
        "notes": [
            {"table": table.code, "text": notes[table.pk]} for table in Table.objects.filter(pk__in=list(notes)).order_by("pk")
        ],
        "moderated": [
            {"at": look.at.isoformat(), "address": look.path, "query": look.query}
            for look in Look.objects.filter(person=person).order_by("pk")
        ],
    }


def _describe_table(table: Table, own: list[Seat]) -> dict[str, Any]:
    """Describe a match a person sat at: what everybody saw of it, and their own moves, but not its seed."""
    numbers = {seat.number for seat in own}
    moves = Entry.objects.filter(table=table, seat__in=numbers).order_by("number")
    return {
        "code": table.code,
        "address": f"{settings.SITE_ADDRESS}/table/{table.code}/",
        "game": table.game,
        "players": table.players,
        "options": table.options,
        "status": table.status,
        "public": table.public,
        "clock": table.clock,
        "created_at": table.created_at.isoformat(),
        "started_at": table.started_at.isoformat() if table.started_at else None,
        "finished_at": table.finished_at.isoformat() if table.finished_at else None,
        "forked_from": table.forked_from,
        "result": table.result,
        "ending": table.ending,
        "seats": [
            {
                "number": seat.number + 1,
                "name": seat.name,
                "yours": seat.number in numbers,
                "bot": seat.bot,
                "resigned": seat.resigned,
            }
            for seat in table.places.all()
        ],
        "your_moves": [
            {"number": move.number, "seat": move.seat + 1, "kind": move.kind, "text": move.text, "at": move.at.isoformat()}
            for move in moves
        ],
    }
