"""Opening a table, sitting down, leaving, coming back: everything at a table that is not a move."""

from collections.abc import Mapping
from typing import Final, final

from django.db import transaction
from django.utils import timezone

from cuvee import bots, games
from cuvee.kernel.errors import BadJournal, BadOption, CuveeError
from cuvee.kernel.game import Value
from cuvee.kernel.journal import Journal, Move
from cuvee.kernel.match import Match
from cuvee.kernel.text import _
from cuvee.web import clocks, live
from cuvee.web.desk import DESK, deal, settle_table
from cuvee.web.models import ChatLine, Entry, Person, Seat, Table

ME, OPEN, FRIEND, HOUSE = "me", "open", "friend", "bot"
STAND_IN: Final = "vintner"
"""The usual level of house players; also who plays for an absent person."""
MINUTE, HOUR, DAY = 60, 3600, 86_400
LONGEST_TALK: Final = 500
OTHER_RULES: Final = "other rules"
"""The ending of a match that could not be played on."""


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
        """For each seat: «me», «open», «friend» or «friend:Name» at the same screen, «bot:level»."""
        self.public = True
        self.clock = Table.NO_CLOCK
        self.clock_seconds = 0
        self.clock_increment = 0
        self.seed: int | None = None


def open_table(host: Person, wish: Wish) -> Table:
    """Open a table and start it if nobody is missing."""
    if len(wish.seats) != wish.players:
        raise BadOption(_("{given} seats were described for {players} players", given=len(wish.seats), players=wish.players))
    table = Table(game=games.get(wish.game).name, players=wish.players, options=wish.options, host=host, public=wish.public)
    table.clock, table.clock_seconds, table.clock_increment = wish.clock, wish.clock_seconds, wish.clock_increment
    if wish.seed is not None:
        table.seed = wish.seed
    deal(table)
    seats = [_describe_seat(host, number, words) for number, words in enumerate(wish.seats)]
    _tell_bots_apart(seats)
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
        return Seat(number=number, person=host, name=tidy(rest, 30) or _("Friend {number}", number=number + 1))
    if kind == HOUSE:
        level = rest or STAND_IN
        bots.check_names([level], 1)
        return Seat(number=number, bot=level, name=HOUSE_NAMES.get(level, level.capitalize()))
    raise BadOption(_("A seat is for me, a friend, a bot, or open; not '{words}'", words=words))


HOUSE_NAMES: Final = {"apprentice": "Ampelos", "vintner": "Dionysia", "master": "Silenus", "grand_cru": "Bacchus"}
"""Who comes to the table: the youth the vine is named after, the reveller, the old teacher, the god of wine."""


def _tell_bots_apart(seats: list[Seat]) -> None:
    """Number house players of one name."""
    met: dict[str, int] = {}
    for seat in seats:
        if seat.bot:
            met[seat.name] = met.get(seat.name, 0) + 1
            if met[seat.name] > 1:
                seat.name = f"{seat.name} {met[seat.name]}"


def tidy(text: str, most: int) -> str:
    """Make one short line of what a person typed: no control characters, no runs of spaces."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:most].strip()


def is_present(table: Table) -> bool:
    """Tell whether a match was dealt by the rules and component data there are now."""
    game = games.get(table.game)
    try:
        return bool(table.rules == game.version and table.components == game.components(table.overrides).digest)
    except CuveeError:  # its own corrections fit the tables no more
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
            seat.save(update_fields=["bank"])
        table.status, table.started_at = Table.PLAYING, timezone.now()
        if not is_present(table):
            deal(table)  # nobody has seen anything yet: it begins by the rules of today
        table.save(update_fields=["status", "started_at", "rules", "components", "options", "start"])
        position = DESK.position(table)
        live.announce(table, settle_table(table, position.game, position.state, 0))
    return True


def sit_down(table: Table, person: Person, number: int | None = None) -> Seat:
    """Give a person a free seat."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        if table.status != Table.WAITING:
            raise CuveeError(_("This match has already begun"))
        if table.places.filter(person=person).exists():
            raise CuveeError(_("You already sit at this table"))
        free = [seat for seat in table.places.all() if seat.open and number in (None, seat.number)]
        if not free:
            raise CuveeError(_("This seat was just taken"))
        seat = free[0]
        seat.person, seat.name = person, person.name
        seat.save()
        stir(table)
    start_if_full(table)
    return seat


def stand_up(table: Table, person: Person) -> None:
    """Free the seat of a person before the match begins; close the table if the host leaves it."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        if table.status != Table.WAITING:
            raise CuveeError(_("The match has begun; you can resign"))
        table.places.filter(person=person).update(person=None, name="")
        stir(table)
        if table.host_id == person.pk:
            table.delete()


def fill_with_house(table: Table, person: Person, level: str = STAND_IN) -> None:
    """Let house players take all free seats, if the host wants to begin."""
    bots.check_names([level], 1)
    if table.host_id != person.pk:
        raise CuveeError(_("Only {host} can do that, who opened the table", host=table.host))
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        seats = list(table.places.all())
        for seat in seats:
            if seat.open:
                seat.bot, seat.name = level, HOUSE_NAMES.get(level, level.capitalize())
        _tell_bots_apart(seats)
        for seat in seats:
            seat.save()
    start_if_full(table)


def stir(table: Table) -> None:
    """Let everybody at the table look again: something other than a move changed."""
    from django.db.models import F

    Table.objects.filter(pk=table.pk).update(talk=F("talk") + 1)
    live.announce(table)


def own_seats(table: Table, person: Person | None) -> list[Seat]:
    """List the seats a person answers for: one, several at one screen, or none."""
    if person is None or not person.is_authenticated:
        return []
    return [seat for seat in table.places.all() if seat.person_id == person.pk]


def resign(table: Table, seat: Seat) -> None:
    """Give up. Against one opponent or alone the match ends; otherwise the house plays the seat on."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        if table.status != Table.PLAYING:
            raise CuveeError(_("There is no match to resign from"))
        if not is_present(table):
            _put_away(table)
            return
        seat.resigned = True
        if table.players > 2:
            seat.stand_in = STAND_IN
        seat.save(update_fields=["resigned", "stand_in"])
        if table.players <= 2:
            position = DESK.position(table)
            places = [2 if other == seat.number else 1 for other in range(table.players)]
            table.result = {"totals": position.game.scores(position.state), "places": places}
            table.status, table.finished_at = Table.FINISHED, timezone.now()
            table.ending = f"resigned:{seat.number}"
            table.save(update_fields=["result", "status", "finished_at", "ending"])
            table.places.update(to_move=False, asked_at=None)
        stir(table)


def _put_away(table: Table) -> None:
    """End a match nobody can play on, since the rules have changed: without a result."""
    table.status, table.finished_at, table.ending = Table.FINISHED, timezone.now(), OTHER_RULES
    table.save(update_fields=["status", "finished_at", "ending"])
    table.places.update(to_move=False, asked_at=None)
    stir(table)


def hand_to_house(table: Table, number: int) -> None:
    """Let the house play for somebody whose clock has run out."""
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        seat = Seat.objects.filter(table=table, number=number).first()
        if seat is None:
            raise CuveeError(_("There is no such seat at this table"))
        if not clocks.out_of_time(table, seat, timezone.now()):
            raise CuveeError(_("{name} still has time", name=seat.name))
        seat.stand_in = STAND_IN
        seat.save(update_fields=["stand_in"])
        stir(table)


def come_back(table: Table, seat: Seat) -> None:
    """Take the own seat back from the house."""
    if seat.resigned:
        raise CuveeError(_("You have resigned from this match"))
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        seat.refresh_from_db()
        seat.stand_in = ""
        seat.asked_at = timezone.now() if seat.to_move else None
        seat.bank = max(seat.bank, float(MINUTE))
        seat.save(update_fields=["stand_in", "asked_at", "bank"])
        stir(table)


def talk(table: Table, person: Person, words: str) -> None:
    """Say something at a table."""
    text = tidy(words, LONGEST_TALK)
    if not text:
        raise CuveeError(_("There is nothing to say in that message"))
    ChatLine.objects.create(table=table, person=person, name=person.name, text=text, move=table.entries_made)
    stir(table)


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


def read_journal(text: str) -> Journal:
    """Read a journal and replay it: what this returns can be laid out."""
    journal = Journal.from_json(text)
    try:
        game = games.get(journal.game)
    except CuveeError as error:
        raise BadJournal(str(error)) from None
    Match.from_journal(game, journal)
    return journal


def import_journal(person: Person, text: str) -> Table:
    """Lay a journal out as a table: to look at if it is finished, to play on at one screen if not."""
    journal = read_journal(text)
    table = Table(
        game=journal.game, players=journal.seats, options=journal.options, seed=journal.seed, overrides=journal.overrides,
        host=person, public=False, forked_from="journal",
    )  # fmt: skip
    players = [tidy(name, 30) for name in journal.players]
    return _lay_out(table, person, [(move.seat, move.text) for move in journal.moves], players)


def _lay_out(table: Table, person: Person, moves: list[tuple[int, str]], players: list[str]) -> Table:
    deal(table)
    with transaction.atomic():
        table.save()
        for number in range(table.players):
            name = players[number] if number < len(players) and players[number] else _("Seat {number}", number=number + 1)
            Seat.objects.create(table=table, number=number, person=person, name=name)
        start_if_full(table)
        position = DESK.position(table)
        entries = []
        for number, (seat, text) in enumerate(moves, 1):
            position.match.play(seat, text)
            entries.append(Entry(table=table, number=number, seat=seat, text=text, after=position.match.state.digest()))
        DESK.forget(table)
        Entry.objects.bulk_create(entries)
        if entries:
            settle_table(table, position.game, position.match.state, len(entries))
    return Table.objects.get(pk=table.pk)
