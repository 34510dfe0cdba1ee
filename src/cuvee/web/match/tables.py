"""Opening a table, sitting down, leaving, coming back: everything at a table that is not a move."""

import json
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Final, final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from cuvee import bots, games
from cuvee.kernel.errors import BadOption, CuveeError
from cuvee.kernel.game import Value
from cuvee.kernel.journal import Journal, Move
from cuvee.kernel.text import _
from cuvee.web.events import announcements
from cuvee.web.match import clocks, rights
from cuvee.web.match.desk import DESK, deal, set_up, settle_table
from cuvee.web.models import ChatLine, Entry, Person, Seat, Table
from cuvee.web.people import display_names, rate_limits, trust

ME, OPEN, FRIEND, HOUSE = "me", "open", "friend", "bot"
STAND_IN: Final = "vintner"
"""The usual level of house players; also plays for an absent person."""
MINUTE, DAY = 60, 86_400
LONGEST_TALK: Final = 500
OTHER_RULES: Final = "other rules"
"""The ending of a match that could not be played on."""
ABANDONED: Final = "abandoned"
"""The ending of a match that nobody played or looked at for a long time."""


@final
class Wish:
    """What a person asks for when opening a table."""

    def __init__(
        self, game: str, players: int, options: Mapping[str, Value] | None = None, seats: list[str] | None = None
    ) -> None:
        self.game = game
        self.players = players
        self.options = dict(options or {})
        self.seats = seats or [ME] + [OPEN] * (players - 1)
        """For each seat: "me", "open", "friend" or "friend:Name" at the same screen, "bot:level"."""
        self.public = True
        self.hints = False
        """Whether people may ask for hints when others play."""
        self.clock = Table.NO_CLOCK
        self.clock_seconds = 0
        self.clock_increment = 0
        self.seed: int | None = None
        self.opened_from = ""
        """A keyed hash of the address it was opened from (web/bots/budgets.py)."""


def open_table(host: Person, wish: Wish) -> Table:
    """Open a table and start it if nobody is missing."""
    if len(wish.seats) != wish.players:
        raise BadOption(_("{given} seats were described for {players} players", given=len(wish.seats), players=wish.players))
    table = Table(game=games.get(wish.game).name, players=wish.players, options=wish.options, host=host, public=wish.public)
    table.hints, table.opened_from = wish.hints, wish.opened_from
    table.clock, table.clock_seconds, table.clock_increment = wish.clock, wish.clock_seconds, wish.clock_increment
    if wish.seed is not None:
        table.seed = wish.seed
    set_up(table)
    seats = [_describe_seat(host, number, words) for number, words in enumerate(wish.seats)]
    _tell_apart([], seats)
    with transaction.atomic():
        table.save()
        for seat in seats:
            seat.table = table
            seat.save()
    start_if_full(table)
    return Table.objects.get(pk=table.pk)


def _describe_seat(host: Person, number: int, words: str) -> Seat:
    kind, _colon, rest = words.partition(":")
    if kind == ME:
        return Seat(number=number, person=host, name=host.name)
    if kind == OPEN:
        return Seat(number=number)
    if kind == FRIEND:
        friend = display_names.tidy(rest) if display_names.clean(rest) else _("Friend {number}", number=number + 1)
        return Seat(number=number, person=host, name=friend)
    if kind == HOUSE:
        level = rest or STAND_IN
        bots.check_names([level], 1)
        return Seat(number=number, bot=level, name=display_names.HOUSE_NAMES.get(level, level.capitalize()))
    raise BadOption(_("A seat can be for me, a friend or a bot, or open, but not '{words}'", words=words))


def _tell_apart(seats: list[Seat], new: list[Seat]) -> None:
    """Add numbers to the names of new arrivals that look like the name of somebody at the table."""
    met = [seat.name for seat in seats if seat not in new]
    for seat in new:
        if seat.name:
            seat.name = display_names.apart(seat.name, met)
            met.append(seat.name)


def tidy(text: str, most: int) -> str:
    """Make one short line of typed text: no control characters, no runs of spaces."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:most].strip()


def is_present(table: Table) -> bool:
    """Tell whether a match was dealt by the present rules and component data."""
    game = games.get(table.game)
    try:
        return table.rules == game.version and game.same_data(game.components(table.overrides), table.components)
    except CuveeError:  # its own corrections no longer fit the tables
        return False


def start_if_full(table: Table) -> bool:
    """Start a match whose seats are all taken."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        seats = list(table.places.all())
        if table.status != Table.WAITING or any(seat.open for seat in seats):
            return False
        for seat in seats:
            clocks.start(table, seat)
            seat.save(update_fields=clocks.FIELDS)
        table.status, table.started_at = Table.PLAYING, timezone.now()
        match = deal(table)
        table.save(update_fields=["status", "started_at", "rules", "components", "options", "start", "salt", "commitment"])
        places = list(Seat.objects.filter(table=table).select_related("person"))
        settle_table(table, places, games.get(table.game), match.state)
        announcements.announce(table, places)
    return True


def sit_down(table: Table, person: Person, number: int | None = None) -> Seat:
    """Give a person a free seat."""
    with transaction.atomic():
        table = _held(table)
        if table.status != Table.WAITING:
            raise CuveeError(_("This match has already begun"))
        if table.places.filter(person=person).exists():
            raise CuveeError(_("You already sit at this table"))
        trust.check_seat(table, person)
        seats = list(table.places.all())
        free = [seat for seat in seats if seat.open and number in (None, seat.number)]
        if not free:
            raise CuveeError(_("This seat was just taken"))
        seat = free[0]
        seat.person, seat.name = person, person.name
        _tell_apart(seats, [seat])
        seat.save()
        _came_or_went(table)
    start_if_full(table)
    return seat


def stand_up(table: Table, person: Person) -> None:
    """Free the seat of a person before the match begins; close the table if the host leaves it."""
    with transaction.atomic():
        table = _held(table)
        if table.status != Table.WAITING:
            raise CuveeError(_("The match has begun; you can only resign"))
        table.places.filter(person=person).update(person=None, name="")
        _came_or_went(table)
        if table.host_id == person.pk:
            table.delete()


def _held(table: Table) -> Table:
    """Lock the row of a table that may have been closed meanwhile."""
    held = Table.objects.select_for_update().filter(pk=table.pk).first()
    if held is None:
        raise CuveeError(_("There is no such table; perhaps it was closed"))
    return held


def _came_or_went(table: Table) -> None:
    """Note that somebody came or went, and refresh the page of everybody there."""
    Table.objects.filter(pk=table.pk, status=Table.WAITING).update(moved_at=timezone.now())
    stir(table)


def part(person: Person, other: Person) -> int:
    """Part two people at tables that are still waiting, now that one has blocked the other; return how many tables.

    At the blocker's own table the other's seat becomes free, elsewhere the blocker's. Matches that have begun go on.
    """
    parted = 0
    waiting = Table.objects.filter(status=Table.WAITING)
    theirs = waiting.filter(Q(host=other) | Q(places__person=other)).values("pk")
    mine = waiting.filter(Q(host=person) | Q(places__person=person)).values("pk")
    for number in sorted({row["pk"] for row in mine.union(theirs)}):
        with transaction.atomic():
            table = Table.objects.select_for_update().filter(pk=number, status=Table.WAITING).first()
            if table is None or not {person.pk, other.pk} <= {table.host_id, *table.places.values_list("person", flat=True)}:
                continue
            parted += 1
            stand_up(table, other if table.host_id == person.pk else person)
    return parted


def fill_with_house(table: Table, person: Person, level: str = STAND_IN) -> None:
    """Let house players take all free seats, if the host wants to begin."""
    bots.check_names([level], 1)
    if table.host_id != person.pk:
        raise CuveeError(_("Only {host}, who opened the table, can do that", host=table.host))
    with transaction.atomic():
        table = _held(table)
        seats = list(table.places.all())
        free = [seat for seat in seats if seat.open]
        for seat in free:
            seat.bot, seat.name = level, display_names.HOUSE_NAMES.get(level, level.capitalize())
        _tell_apart(seats, free)
        for seat in seats:
            seat.save()
    start_if_full(table)


def stir(table: Table) -> None:
    """Refresh the page of everybody at the table: something other than a move changed."""
    Table.objects.filter(pk=table.pk).update(talk=F("talk") + 1)
    announcements.announce(table)


def own_seats(table: Table, person: Person | None) -> list[Seat]:
    """List the seats a person answers for: one, several at one screen, or none."""
    if person is None or not person.is_authenticated:
        return []
    return [seat for seat in table.places.all() if seat.person_id == person.pk]


def resign(table: Table, seat: Seat, person: Person) -> None:
    """Give up. Against one opponent or alone the match ends; otherwise the house plays the seat on."""
    if table.status != Table.PLAYING:
        raise CuveeError(_("There is no match to resign from"))
    with DESK.hold(table) if is_present(table) else nullcontext(), transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        if table.status != Table.PLAYING:
            raise CuveeError(_("This match is over"))
        seat.refresh_from_db()
        rights.check_owner(seat, person.pk)
        if not is_present(table):
            end_without_result(table, OTHER_RULES)
            return
        seat.resigned = True
        if table.players > 2 and not seat.stand_in:
            clocks.hand_over(table, seat, STAND_IN, timezone.now())
        seat.save()
        if table.players <= 2:
            position = DESK.position(table)
            places = [2 if other == seat.number else 1 for other in range(table.players)]
            table.result = {"totals": position.game.scores(position.state), "places": places}
            table.status, table.finished_at = Table.FINISHED, timezone.now()
            table.ending = f"resigned:{seat.number}"
            table.save(update_fields=["result", "status", "finished_at", "ending"])
            table.places.update(to_move=False, asked_at=None)
        stir(table)


def end_without_result(table: Table, ending: str) -> None:
    """End a match that cannot be continued, since the rules have changed, or that nobody continues. Its moves stay."""
    table.status, table.finished_at, table.ending = Table.FINISHED, timezone.now(), ending
    table.save(update_fields=["status", "finished_at", "ending"])
    table.places.update(to_move=False, asked_at=None)
    stir(table)


def hand_to_house(table: Table, number: int) -> None:
    """Let the house play for somebody whose clock has run out."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        seat = Seat.objects.filter(table=table, number=number).first()
        if seat is None:
            raise CuveeError(_("There is no such seat at this table"))
        if not clocks.out_of_time(table, seat, timezone.now()):
            raise CuveeError(_("{name} still has time", name=seat.name))
        clocks.hand_over(table, seat, STAND_IN, timezone.now())
        seat.save()
        stir(table)


def come_back(table: Table, seat: Seat, person: Person) -> None:
    """Give a person their seat back from the house."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        seat.refresh_from_db()
        rights.check_owner(seat, person.pk)
        clocks.take_back(table, seat, timezone.now())
        seat.save()
        stir(table)


def note_hint(table: Table, number: int) -> None:
    """Count a hint, for everybody at the table to see."""
    Seat.objects.filter(table=table, number=number).update(hints=F("hints") + 1)
    stir(table)


def talk(table: Table, person: Person, words: str) -> None:
    """Say something at a table."""
    text = tidy(words, LONGEST_TALK)
    if not text:
        raise CuveeError(_("That message is empty"))
    called = called_at(table, person)
    ChatLine.objects.create(table=table, person=person, name=called, text=text, move=table.entries_made)
    stir(table)


def called_at(table: Table, person: Person) -> str:
    """Return the name a person speaks under at a table: that of their seat, else one unlike any other there."""
    seats = list(table.places.all())
    own = [seat.name for seat in seats if seat.person_id == person.pk and display_names.is_called(seat.name, person.name)]
    if own:
        return person.name if person.name in own else own[0]
    spoken = set(ChatLine.objects.filter(table=table).exclude(person=person).values_list("name", flat=True).distinct())
    return display_names.apart(person.name, {seat.name for seat in seats} | spoken)


def moves_up_to(table: Table, move: int) -> list[Move]:
    """List the moves of a match up to one of them."""
    position = DESK.position(table)
    with position.lock:
        if not 0 <= move <= position.moves:
            raise CuveeError(_("This match has no move {move}", move=move))
        return position.match.journal.moves[:move]


def fork(table: Table, person: Person, move: int) -> Table:
    """Open a hot-seat table from a position of a match."""
    moves = moves_up_to(table, move)
    twin = Table(
        game=table.game, players=table.players, options=table.options, seed=table.seed, overrides=table.overrides,
        host=person, public=False, forked_from=f"{table.code}:{move}",
    )  # fmt: skip
    return _lay_out(twin, person, [(m.seat, m.text) for m in moves], [seat.name for seat in table.places.all()])


def import_journal(person: Person, journal: Journal) -> Table:
    """Open a checked journal (uploads.py): to look at if it is finished, to continue at one screen if not."""
    table = Table(
        game=journal.game, players=journal.seats, options=journal.options, seed=journal.seed, overrides=journal.overrides,
        host=person, public=False, forked_from="journal", commitment=journal.commitment, salt=journal.salt,
    )  # fmt: skip
    players = [display_names.clean(name)[: display_names.LONGEST] for name in journal.players]
    return _lay_out(table, person, [(move.seat, move.text) for move in journal.moves], players)


def size_of_table(options: object, overrides: object, moves: int) -> int:
    """Estimate how many bytes a table takes in the database."""
    return rate_limits.OF_A_TABLE + len(json.dumps([options, overrides]).encode()) + moves * rate_limits.PIECE


def _lay_out(table: Table, person: Person, moves: list[tuple[int, str]], players: list[str]) -> Table:
    """Replay a match, which takes a moment, and only then store it, so that others can write meanwhile."""
    set_up(table)
    match, entries = deal(table), []
    for number, (mover, text) in enumerate(moves, 1):
        match.play(mover, text)
        kept = match.journal.moves[-1]  # in our own spelling; the uploaded text may be padded with a megabyte of spaces
        entries.append(Entry(table=table, number=number, seat=mover, text=kept.text, after=kept.after))
    given = dict(enumerate(players[: table.players]))
    table.status, table.started_at = Table.PLAYING, timezone.now()
    with transaction.atomic():
        table.save()
        for number in range(table.players):
            name = given.get(number) or _("Seat {number}", number=number + 1)
            Seat.objects.create(table=table, number=number, person=person, name=name)
        Entry.objects.bulk_create(entries)
        places = list(Seat.objects.filter(table=table).select_related("person"))
        settle_table(table, places, games.get(table.game), match.state, entries[-1] if entries else None)
        announcements.announce(table, places)
    return Table.objects.get(pk=table.pk)
