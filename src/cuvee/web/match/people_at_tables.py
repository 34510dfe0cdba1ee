"""Who is asking: a person by session, or nobody yet. How people come, change, and leave without a trace of their name."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.match import clocks
from cuvee.web.models import ChatLine, Distance, Entry, Look, Note, Person, Report, Seat, SecondFactor, Table, Trace, new_code
from cuvee.web.people import display_names, rate_limits, sessions, trust

CONFIRM: Final = "confirm"
SOMEBODY: Final = "somebody"
"""What is left of the name of a person who went."""
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    CONFIRM: ("always", "never"),
    "keys": ("on", "off"),
    "motion": ("normal", "slow", "off"),
}
"""What a person can set about tables; the first value is what holds for everybody else."""
BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
USER_NAME: Final = re.compile(r"[\w.+-]{2,30}")
RESERVED: Final = "guest-"
PRIVATE: Final = {"told"}
"""What the site itself remembers among the preferences; no choice of the person."""


def who(request: HttpRequest) -> Person | None:
    """Return the person who is asking, if they have a name yet."""
    user = request.user
    return user if isinstance(user, Person) else None


def welcome(request: HttpRequest, name: str) -> Person:
    """Make a guest of somebody who picked a name, and know them from now on."""
    from cuvee.web.people import bans

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
    """Return where a form wants to lead on to, if that is a page of ours."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if ours else otherwise


# What a person can change.


def preference(person: Person | None, key: str) -> str:
    """Return what a person chose, else what holds for everybody."""
    values = CHOICES[key]
    chosen = person.preferences.get(key) if person is not None else None
    return chosen if chosen in values else values[0]


def prefer(person: Person, changes: dict[str, Any]) -> None:
    """Remember preferences; another page may be changing others of the same person just now."""
    with transaction.atomic():
        fresh = Person.objects.select_for_update().get(pk=person.pk)
        fresh.preferences.update(changes)
        fresh.save(update_fields=["preferences"])
    person.preferences = fresh.preferences


def rename(person: Person, name: str) -> None:
    """Change what a person is called, also at the tables where they sit. Who has a name keeps it until they want another."""
    before = person.name
    if name == before:
        return
    person.name = display_names.tidy(name)
    with transaction.atomic():
        person.save(update_fields=["name"])
        _call(person, person, before)


def _call(person: Person, account: Person, before: str) -> None:
    """Write a name where a person stood by another; at each table it looks like nobody else's.

    Seats and lines become those of an account, if that is who the person is from now on.
    """
    spoke = set(ChatLine.objects.filter(person=person).values_list("table", flat=True).distinct())
    sits = set(Seat.objects.filter(person=person).values_list("table", flat=True))
    tables = _lock_tables(sits | spoke)
    there: dict[int, list[Seat]] = {number: [] for number in tables}
    for seat in Seat.objects.filter(table__in=tables):
        there[seat.table_id].append(seat)
    if account != person:
        Seat.objects.filter(person=person).update(person=account)
    ChatLine.objects.filter(person=person).update(person=account, name=account.name)
    for table, seats in there.items():
        own = _called(before, [seat for seat in seats if seat.person_id == person.pk])
        called = display_names.apart(account.name, [seat.name for seat in seats if seat not in own])
        Seat.objects.filter(pk__in=[seat.pk for seat in own]).update(name=called)
        if called != account.name and table in spoke:
            ChatLine.objects.filter(person=account, table=table).update(name=called)
    _stir(tables)


def _called(name: str, seats: list[Seat]) -> list[Seat]:
    """Find the seats that bear the name of their person, or the name with a number; friends at the screen have others."""
    return [seat for seat in seats if seat.name == name] or [seat for seat in seats if display_names.is_called(seat.name, name)]


def new_username(text: str) -> str:
    """Check the user name of a new account: also that it is not one of those who run the site, nor looks like theirs."""
    name = tidy_username(text)
    display_names.check_alphabets(name)
    if display_names.taken(name):
        raise CuveeError(_("The user name {name} is taken", name=name))
    return name


def tidy_username(text: str) -> str:
    """Check the user name of an account: one word, whatever its case."""
    name = plain_username(text)
    if not USER_NAME.fullmatch(name):
        raise CuveeError(_("A user name is one word of 2 to 30 letters, digits, dots, dashes or underscores"))
    if name.startswith(RESERVED):
        raise CuveeError(_("User names that begin with '{start}' are for guests", start=RESERVED))
    return name


def plain_username(text: str) -> str:
    """Write a user name the way it is kept, whatever the case and the width of its letters."""
    return unicodedata.normalize("NFKC", text.strip()[:100]).casefold()


def check_password(person: Person, password: str, again: str) -> None:
    """Check a new password typed twice."""
    if password != again:
        raise CuveeError(_("The two passwords are not the same"))
    if len(password) > 200:
        raise CuveeError(_("A password has at most {most} letters", most=200))
    try:
        validate_password(password, person)
    except ValidationError as error:
        raise CuveeError(" ".join(error.messages)) from None


def keep(person: Person, username: str, password: str, again: str) -> None:
    """Turn a guest into an account; all their matches stay theirs."""
    if not person.guest:
        raise CuveeError(_("You have an account already"))
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


def bring_along(guest: Person, account: Person) -> None:
    """Give an account everything a guest had, once the guest has logged in with it."""
    with transaction.atomic():
        tables = _tables_of(Seat.objects.filter(person__in=[guest, account]))
        _call(guest, account, guest.name)
        Table.objects.filter(host=guest).update(host=account)
        noted = Note.objects.filter(person=account).values_list("table_id", flat=True)
        Note.objects.filter(person=guest).exclude(table_id__in=list(noted)).update(person=account)
        trust.merge(guest, account)
        sessions.end_all(guest)
        guest.delete()
        _stir(tables)


# How a person leaves.


def running(person: Person) -> list[Table]:
    """List the matches a person would leave unfinished."""
    return list(Table.objects.filter(places__person=person, places__resigned=False, status=Table.PLAYING).distinct())


def leave_to_house(person: Person) -> None:
    """Let the house play on for somebody who will not come back: nobody has to wait for them."""
    from cuvee.web.match import tables

    with transaction.atomic():
        waiting = Table.objects.filter(status=Table.WAITING)
        for table in {*waiting.filter(host=person), *waiting.filter(places__person=person)}:
            tables.stand_up(table, person)
        places = Seat.objects.filter(person=person, table__status=Table.PLAYING, stand_in="")
        left = _tables_of(places)
        for seat in places.select_related("table"):
            clocks.hand_over(seat.table, seat, tables.STAND_IN, timezone.now())
            seat.save()
        _stir(left)


def forget(person: Person) -> None:
    """Delete a person. The matches of others stay whole; where the name stood stands «somebody»."""
    with transaction.atomic():
        for table in running(person):
            if not table.places.exclude(person=None).exclude(person=person).exists():
                table.delete()  # nobody else plays there: let no bots play on for nobody
        leave_to_house(person)
        places = Seat.objects.filter(person=person)
        tables = _tables_of(places)
        places.update(person=None, name=SOMEBODY)
        said = ChatLine.objects.filter(person=person)
        tables |= set(said.values_list("table_id", flat=True))
        said.update(person=None, name=SOMEBODY)
        Report.objects.filter(person=person, about=Report.NAME).update(said=SOMEBODY)
        Report.objects.filter(person=person).update(name=SOMEBODY)
        sessions.end_all(person)
        person.delete()
        _stir(tables)


def _tables_of(places: Iterable[Seat]) -> set[int]:
    """List the tables of some seats that are going to be changed, and take their rows first, as everybody does."""
    return _lock_tables({seat.table_id for seat in places})


def _lock_tables(numbers: set[int]) -> set[int]:
    found = Table.objects.select_for_update().filter(pk__in=numbers).order_by("pk")
    return set(found.values_list("pk", flat=True))


def _stir(tables: Iterable[int]) -> None:
    from cuvee.web.match.tables import stir

    for table in Table.objects.filter(pk__in=list(tables)):
        stir(table)


# What the site knows about a person.


def everything_about(person: Person) -> dict[str, Any]:
    """Gather all data of a person: nothing that others may not know of them, nor they of others."""
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
    """Describe a match a person sat at: what all saw of it, and their own moves. Its seed is nobody's."""
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
