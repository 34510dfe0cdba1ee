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
from django.utils.http import url_has_allowed_host_and_scheme

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web import limits
from cuvee.web.models import ChatLine, Entry, Note, Person, Seat, Table, new_code

LONGEST_NAME: Final = 30
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


def tidy_name(text: str) -> str:
    """Check a name a person picked."""
    name = " ".join("".join(letter for letter in text if letter.isprintable()).split())
    if not name:
        raise CuveeError(_("Pick a name first: one letter is enough"))
    if len(name) > LONGEST_NAME:
        raise CuveeError(_("A name has at most {most} letters", most=LONGEST_NAME))
    return name


def welcome(request: HttpRequest, name: str) -> Person:
    """Make a guest of somebody who picked a name, and know them from now on."""
    tidy = tidy_name(name)
    limits.spend_address(request, limits.SIGN_UPS)
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
    """Change what a person is called, also at the tables where they sit."""
    before, person.name = person.name, tidy_name(name)
    with transaction.atomic():
        person.save(update_fields=["name"])
        places = Seat.objects.filter(person=person, name=before)
        tables = _tables_of(places)
        places.update(name=person.name)
        ChatLine.objects.filter(person=person).update(name=person.name)
        _stir(tables)


def tidy_username(text: str) -> str:
    """Check the user name of an account: one word, whatever its case."""
    name = unicodedata.normalize("NFKC", text.strip()).casefold()
    if not USER_NAME.fullmatch(name):
        raise CuveeError(_("A user name is one word of 2 to 30 letters, digits, dots, dashes or underscores"))
    if name.startswith(RESERVED):
        raise CuveeError(_("User names that begin with '{start}' are for guests", start=RESERVED))
    return name


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
    name = tidy_username(username)
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
        Seat.objects.filter(person=guest, name=guest.name).update(name=account.name)
        Seat.objects.filter(person=guest).update(person=account)
        Table.objects.filter(host=guest).update(host=account)
        ChatLine.objects.filter(person=guest).update(person=account, name=account.name)
        noted = Note.objects.filter(person=account).values_list("table_id", flat=True)
        Note.objects.filter(person=guest).exclude(table_id__in=list(noted)).update(person=account)
        guest.delete()
        _stir(tables)


# How a person leaves.


def running(person: Person) -> list[Table]:
    """List the matches a person would leave unfinished."""
    return list(Table.objects.filter(places__person=person, places__resigned=False, status=Table.PLAYING).distinct())


def leave_to_house(person: Person) -> None:
    """Let the house play on for somebody who will not come back: nobody has to wait for them."""
    from cuvee.web import tables

    with transaction.atomic():
        waiting = Table.objects.filter(status=Table.WAITING)
        for table in {*waiting.filter(host=person), *waiting.filter(places__person=person)}:
            tables.stand_up(table, person)
        places = Seat.objects.filter(person=person, table__status=Table.PLAYING, stand_in="")
        left = _tables_of(places)
        places.update(stand_in=tables.STAND_IN)
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
        person.delete()
        _stir(tables)


def _tables_of(places: Iterable[Seat]) -> set[int]:
    """List the tables of some seats that are going to be changed, and take their rows first, as everybody does."""
    found = Table.objects.select_for_update().filter(pk__in={seat.table_id for seat in places}).order_by("pk")
    return set(found.values_list("pk", flat=True))


def _stir(tables: Iterable[int]) -> None:
    from cuvee.web.tables import stir

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
    return {
        "person": {
            "user_name": person.username,
            "name": person.name,
            "guest": person.guest,
            "email": person.email,
            "email_notices": person.email_notices,
            "webhook": person.webhook,
            "preferences": {key: value for key, value in person.preferences.items() if key not in PRIVATE},
            "joined_at": person.joined_at.isoformat(),
            "seen_at": person.seen_at.isoformat(),
        },
        "tables": [_describe_table(seats[0].table, seats) for seats in by_table.values()],
        "opened": list(Table.objects.filter(host=person).order_by("created_at").values_list("code", flat=True)),
        "chat": [
            {"table": line.table.code, "at": line.at.isoformat(), "text": line.text}
            for line in ChatLine.objects.filter(person=person).select_related("table")
        ],
        "notes": [
            {"table": table.code, "text": notes[table.pk]} for table in Table.objects.filter(pk__in=list(notes)).order_by("pk")
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
