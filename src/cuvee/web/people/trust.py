"""Mutes, blocks and reports: who reads whom, who sits with whom, and what moderators are told.

A mute hides what somebody says from one reader. A block does the same, and the two are never seated together again; a match
that has begun goes on. The other person is never told of either. People are named by handles that are valid at one table only,
so nobody can be followed from table to table, and nobody can name a person they have not met.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, final

from django.db import transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.events import announcements
from cuvee.web.models import ChatLine, Distance, Person, Report, Seat, Table

MOST: Final = 500
"""One person can keep this many people away: all of them are looked up with every update of a page."""
LONGEST_REASON: Final = 500
LONGEST_SAID: Final = 500


class NotOpen(CuveeError):
    """Somebody wants a seat at a table of people who are kept apart from them."""


class Other(NamedTuple):
    """Somebody else, with what the menu beside their name needs."""

    name: str
    handle: str
    kept: str
    """What the reader has already done: "mute", "block", or nothing."""


@final
class Viewer:
    """A viewer of a page, and whom they keep away."""

    def __init__(self, person: int = 0, kept: Mapping[int, str] | None = None) -> None:
        self.person = person
        self.kept = dict(kept or {})

    def hears(self, person: int | None) -> bool:
        """Tell whether what somebody says is shown."""
        return person not in self.kept

    def others(self, table: Table, named: Iterable[tuple[int | None, str]]) -> list[Other]:
        """List those of some people (person, name) who get a menu: everybody else with a person behind the name, once each."""
        found: dict[int, Other] = {}
        for person, name in named:
            if self.person and person is not None and person != self.person and person not in found:
                found[person] = Other(name, handle(table.code, person), self.kept.get(person, ""))
        return list(found.values())

    def seated(self, table: Table, seats: Iterable[Seat]) -> list[Other]:
        """List those at some seats who get a menu."""
        return self.others(table, ((seat.person_id, seat.name) for seat in seats))


NOBODY: Final = Viewer()
"""A viewer without a name, who sees no menus."""
ANYBODY: Final = Viewer(-1)
"""A viewer with a name who does not sit at the table, keeps nobody away and has said nothing: many share one page."""


def viewer(person: int) -> Viewer:
    """Return a viewer with whom they keep away; 0 is somebody without a name."""
    return Viewer(person, dict(Distance.objects.filter(person=person).values_list("other", "kind"))) if person else NOBODY


@lru_cache(maxsize=4096)
def handle(code: str, person: int) -> str:
    """Return the handle of a person at one table."""
    return salted_hmac("cuvee.trust.handle", f"{code}:{person}").hexdigest()[:20]


def find(table: Table, wanted: str) -> Person:
    """Find somebody who sits at a table, opened it, or spoke there, by their handle."""
    met = {table.host_id, *table.places.values_list("person", flat=True)}
    met |= set(ChatLine.objects.filter(table=table).values_list("person", flat=True).distinct())
    for person in met - {None}:
        if constant_time_compare(handle(table.code, person), wanted):
            return Person.objects.get(pk=person)
    raise CuveeError(_("They are no longer at this table"))


# Keeping away.


def keep_away(person: Person, other: Person, kind: str) -> None:
    """Mute or block somebody; the later choice counts."""
    if person.pk == other.pk:
        raise CuveeError(_("That is you"))
    with transaction.atomic():
        known = Distance.objects.filter(person=person)
        if known.count() >= MOST and not known.filter(other=other).exists():
            raise CuveeError(_("You have already muted or blocked {most} people; undo that for some of them first", most=MOST))
        Distance.objects.update_or_create(person=person, other=other, defaults={"kind": kind})
        announcements.revoke(person.pk)  # their open pages are drawn again


def release(person: Person, **whom: object) -> None:
    """Undo a mute or a block."""
    Distance.objects.filter(person=person, **whom).delete()
    announcements.revoke(person.pk)


def merge(guest: Person, account: Person) -> None:
    """Move a guest's mutes, blocks and reports to the account: those they made, and those made against them."""
    for distance in Distance.objects.filter(Q(person=guest) | Q(other=guest)):
        pair = {
            "person": account if distance.person_id == guest.pk else distance.person,
            "other": account if distance.other_id == guest.pk else distance.other,
        }
        if pair["person"] != pair["other"]:
            made, new = Distance.objects.get_or_create(**pair, defaults={"kind": distance.kind})
            if not new and distance.kind == Distance.BLOCK:
                Distance.objects.filter(pk=made.pk).update(kind=Distance.BLOCK)
    Report.objects.filter(person=guest).update(person=account)
    Report.objects.filter(reporter=guest).update(reporter=account)


def apart(person: Person | None) -> set[int]:
    """List everybody who cannot be seated with a person, whichever of the two blocked the other."""
    if person is None:
        return set()
    blocks = Distance.objects.filter(Q(person=person) | Q(other=person), kind=Distance.BLOCK).values_list("person", "other")
    return {number for pair in blocks for number in pair} - {person.pk}


def why_not_open(table: Table, person: Person | None) -> str:
    """Say why a person cannot sit at a table because of who is there; empty if they can. Blocked people get no details."""
    if person is None:
        return ""
    there = {table.host_id, *(seat.person_id for seat in table.places.all())} & apart(person)
    if not there:
        return ""
    if Distance.objects.filter(person=person, other__in=there, kind=Distance.BLOCK).exists():
        return _("Somebody you have blocked is at this table")
    return _("This seat is not open to you")


def check_seat(table: Table, person: Person) -> None:
    """Refuse a seat at a table of people who are kept apart from somebody."""
    why = why_not_open(table, person)
    if why:
        raise NotOpen(why)


# Telling the moderators.


def line_of(table: Table, person: Person, number: str) -> ChatLine | None:
    """Find a line that somebody said at a table; None if no line is named."""
    if not number:
        return None
    plain = number.isdecimal() and number.isascii() and len(number) < 18
    line = ChatLine.objects.filter(table=table, person=person, pk=int(number)).first() if plain else None
    if line is None:
        raise CuveeError(_("This line is no longer there"))
    return line


def report(reporter: Person, person: Person, table: Table, about: str, reason: str, line: ChatLine | None = None) -> Report:
    """Report somebody to the moderators, with what everybody at the table could read and nothing else."""
    if person.pk == reporter.pk:
        raise CuveeError(_("That is you"))
    seats = [(seat.person_id, seat.name) for seat in table.places.all()]
    called = dict.fromkeys([person.name, *(name for number, name in seats if number == person.pk)])
    said = {
        Report.TALK: line.text if line else "",
        Report.NAME: ", ".join(called),
        Report.TABLE: f"{table.game}: {', '.join(name for _number, name in seats if name)}",
    }
    if about not in said or (about == Report.TALK and line is None):
        raise CuveeError(_("Say what your report is about"))
    if not reason:
        raise CuveeError(_("Say in a few words what is wrong"))
    return Report.objects.create(
        reporter=reporter,
        person=person,
        name=person.name,
        about=about,
        said=said[about][:LONGEST_SAID],
        reason=reason,
        table=table,
    )
