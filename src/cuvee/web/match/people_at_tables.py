"""What happens to a person's seats when they change their name, log in to their account, leave or are banned."""

from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.utils import timezone

from cuvee.web.match import clocks
from cuvee.web.match.tables import STAND_IN, stand_up, stir
from cuvee.web.models import ChatLine, Note, Person, Report, Seat, Table
from cuvee.web.people import bans, display_names, sessions, trust

SOMEBODY: Final = "somebody"
"""The name that replaces that of a person who was deleted."""


def rename(person: Person, name: str) -> None:
    """Rename a person, also at the tables where they sit. A name somebody already has stays theirs until they change it."""
    before = person.name
    if name == before:
        return
    person.name = display_names.tidy(name)
    with transaction.atomic():
        person.save(update_fields=["name"])
        _call(person, person, before)


def _call(person: Person, account: Person, before: str) -> None:
    """Replace a person's earlier name; at each table the new one is kept unlike everybody else's.

    Seats and chat lines become those of the account, if the person is logging in to one.
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
    """Find the seats with the name of their person, or that name with a number; friends at the screen have other names."""
    return [seat for seat in seats if seat.name == name] or [seat for seat in seats if display_names.is_called(seat.name, name)]


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
    """Let the house play on for somebody who will not come back, so that nobody has to wait for them."""
    with transaction.atomic():
        waiting = Table.objects.filter(status=Table.WAITING)
        for table in {*waiting.filter(host=person), *waiting.filter(places__person=person)}:
            stand_up(table, person)
        places = Seat.objects.filter(person=person, table__status=Table.PLAYING, stand_in="")
        left = _tables_of(places)
        for seat in places.select_related("table"):
            clocks.hand_over(seat.table, seat, STAND_IN, timezone.now())
            seat.save()
        _stir(left)


def ban(person: Person) -> None:
    """Ban a person, and let the house play for them so that nobody has to wait."""
    bans.shut_out(person)
    leave_to_house(person)


def forget(person: Person) -> None:
    """Delete a person. The matches of others stay complete; the name is replaced by "somebody"."""
    with transaction.atomic():
        for table in running(person):
            if not table.places.exclude(person=None).exclude(person=person).exists():
                table.delete()  # nobody else plays there, so no bots need play on
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
    """List the tables of seats that are about to change, and lock their rows first, as all code does."""
    return _lock_tables({seat.table_id for seat in places})


def _lock_tables(numbers: set[int]) -> set[int]:
    found = Table.objects.select_for_update().filter(pk__in=numbers).order_by("pk")
    return set(found.values_list("pk", flat=True))


def _stir(tables: Iterable[int]) -> None:
    for table in Table.objects.filter(pk__in=list(tables)):
        stir(table)
