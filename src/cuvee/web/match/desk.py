"""The referee's desk: the position of every match being played, and the one way to change it.

A change is tried on a copy of the position, appended to the log under the next number, committed, and only then adopted,
announced and acknowledged. The database gives each number to only one writer, so any number of processes may try. A position
in memory is only a cache of the log: it is brought up to date with what others have appended before anything is judged.
"""

import logging
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final, final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from cuvee import games
from cuvee.games.box import Box
from cuvee.kernel.errors import CuveeError, IllegalMove
from cuvee.kernel.journal import Journal, Move, commitment_to
from cuvee.kernel.match import Match
from cuvee.kernel.play import State
from cuvee.kernel.text import _
from cuvee.web.events import announcements
from cuvee.web.match import clocks, rights
from cuvee.web.match.match_in_memory import Position, TooLate
from cuvee.web.models import Entry, Seat, Table

log = logging.getLogger(__name__)
ATTEMPTS: Final = 4
"""How often an answer may be overtaken by others before it is too late."""
OVER: Final = 16
"""This many finished matches stay in memory: people look at the end, then leave."""


class NotBegun(CuveeError):
    """There is no position yet: a match is dealt when its last seat is taken."""


class Overtaken(TooLate):
    """Somebody else's answer took the number in the log that this one wanted."""


def set_up(table: Table) -> None:
    """Check the set-up of a new table and write it down. Nothing is dealt before the match starts."""
    game = games.get(table.game)
    checked = game.prepare(table.players, table.options, game.components(table.overrides))
    table.rules, table.components, table.options = game.version, checked.components.digest, checked.options


def deal(table: Table) -> Match:
    """Deal a match and record what it was dealt from, so that it can be checked at any time later."""
    game = games.get(table.game)
    match = Match(game, table.players, table.options, table.seed, game.components(table.overrides))
    journal = match.journal
    table.rules, table.components = journal.rules, journal.components
    table.options, table.start = journal.options, journal.start
    commit_to_deal(table)
    return match


def commit_to_deal(table: Table) -> None:
    """Commit to the deal: what everybody is told now, and what opens it at the end. A fork's deal is known and needs none."""
    if not table.forked_from:
        table.salt = table.salt or secrets.token_hex(16)
        table.commitment = commitment_to(table.game, table.players, table.seed, table.salt)


@final
class Desk:
    """All positions in memory. The least recently used are dropped first, those of finished matches sooner."""

    def __init__(self) -> None:
        self._positions: OrderedDict[int, Position] = OrderedDict()
        self._lock = Lock()

    def position(self, table: Table) -> Position:
        """Return the position of a table, up to date with its log as it was when the table was read."""
        if table.status == Table.WAITING:
            raise NotBegun(_("This match has not begun"))
        with self._lock:
            position = self._positions.get(table.pk)
            if position is None:
                position = self._positions[table.pk] = Position(table)
                self._make_room()
            else:
                self._positions.move_to_end(table.pk)
        if position.read < table.entries_made:
            self.catch_up(table, position)
        return position

    @contextmanager
    def hold(self, table: Table) -> Iterator[None]:
        """Keep everybody else in this process from moving. Lock the table's row only inside: moves lock in this order."""
        with self.position(table).lock:
            yield

    def _make_room(self) -> None:
        """Drop positions that nobody has looked at for a long time."""
        over = [key for key, position in self._positions.items() if position.state.over]
        for key in over[:-OVER]:
            del self._positions[key]
        while len(self._positions) > settings.POSITIONS:
            self._positions.popitem(last=False)

    def catch_up(self, table: Table, position: Position) -> None:
        """Include what others have appended."""
        with position.lock:
            for entry in Entry.objects.filter(table=table, number__gt=position.read).order_by("number"):
                position.include(entry)

    def forget(self, table: Table) -> None:
        """Drop a position from memory; it will be read from the log again."""
        with self._lock:
            self._positions.pop(table.pk, None)

    def play(self, table: Table, seat: int, answer: int | str, asked: int, by: int = rights.REFEREE) -> Position:
        """Play a move for a seat; on return it is on disk and everybody is being told. `by` is who answers (rights.py).

        If somebody in another process was a little faster, their change is read and the move is tried again: several people
        who answer at the same time may all be right.
        """
        for _attempt in range(ATTEMPTS):
            try:
                return self._play_once(table, seat, answer, asked, by)
            except Overtaken:
                self.catch_up(table, self.position(table))
        raise Overtaken(_("The table moved on before your click"))

    def _play_once(self, table: Table, seat: int, answer: int | str, asked: int, by: int) -> Position:
        position = self.position(table)
        with position.lock:
            position.expect(seat, asked)
            trial = position.attempt(seat, answer)
            move = trial.move
            entry = Entry(table=table, number=position.read + 1, kind=Entry.MOVE, seat=seat, text=move.text, after=move.after)
            places = self._commit(table, position.game, [entry], trial.after, by)
            position.adopt(trial, entry)  # the very position whose fingerprint is now in the log
            self._make_known(table, position, places)
        return position

    def undo(self, table: Table, seat: int, moves: int = 1, by: int = rights.REFEREE) -> Position:
        """Take back the last moves of a seat, if the rules of undo allow it; all of them or none."""
        position = self.position(table)
        held_since = Seat.objects.values_list("held_since", flat=True).get(table=table, number=seat)
        with position.lock:
            entries: list[Entry] = []
            for back in range(moves):
                why = position.why_no_undo(seat, held_since, back)
                if why:
                    raise IllegalMove(why)
                after = position.digest_at(position.moves - back - 1)
                entries.append(Entry(table=table, number=position.read + 1 + back, kind=Entry.UNDO, seat=seat, after=after))
            places = self._commit(table, position.game, entries, position.match.at(position.moves - moves), by)
            for entry in entries:
                position.include(entry)
            self._make_known(table, position, places)
        return position

    @staticmethod
    def _commit(table: Table, game: Box, entries: list[Entry], after: State, by: int) -> list[Seat]:
        """Store entries with everything that depends on them, or nothing; return the seats as they are now."""
        try:
            with transaction.atomic():
                # Everything that changes a table locks its row first, so that no deadlock can arise.
                if Table.objects.select_for_update().values_list("status", flat=True).get(pk=table.pk) != Table.PLAYING:
                    raise TooLate(_("This match is over"))
                places = list(Seat.objects.filter(table=table).select_related("person"))
                seat = places[entries[-1].seat]
                rights.check_answering(seat, by)
                if by > rights.HOUSE and table.clock == Table.LIVE and clocks.out_of_time(table, seat, timezone.now()):
                    raise TooLate(_("Your time is up, so the house is playing for you"))
                Entry.objects.bulk_create(entries)
                settle_table(table, places, game, after, entries[-1])
        except IntegrityError:
            raise Overtaken(_("The table moved on before your click")) from None
        return places

    @staticmethod
    def _make_known(table: Table, position: Position, places: list[Seat]) -> None:
        announcements.announce(table, places)
        position.keep_snapshot(table)


def settle_table(table: Table, places: list[Seat], game: Box, state: State, last: Entry | None = None) -> None:
    """Store whose turn it is, whose clock runs, and the end, in the same transaction as the last entry."""
    now = timezone.now()
    undone = last is not None and last.kind == Entry.UNDO
    entries = last.number if last is not None else 0
    for seat in places:
        owes = seat.number in state.waiting
        before = [getattr(seat, name) for name in clocks.FIELDS]
        clocks.turn(table, seat, owes, now, last is not None and last.seat == seat.number, undone)
        if before != [getattr(seat, name) for name in clocks.FIELDS]:
            seat.save(update_fields=clocks.FIELDS)
    changes: dict[str, object] = {"entries_made": entries, "moved_at": now}
    if state.over:
        result = {"totals": game.scores(state), "places": game.places(state)}
        changes |= {"status": Table.FINISHED, "finished_at": now, "result": result}
    Table.objects.filter(pk=table.pk).update(**changes)
    for name, value in changes.items():
        setattr(table, name, value)


def journal_of(table: Table, position: Position) -> Journal:
    """Write the journal of a match with the names of those who sat there."""
    source = position.match.journal
    journal = source.head()
    journal.players = names(table)
    journal.moves = [Move(move.seat, move.text, move.after) for move in source.moves]
    journal.result = source.result
    return journal


def names(table: Table) -> list[str]:
    """Return what to call each seat."""
    return [seat.name or _("Seat {number}", number=seat.number + 1) for seat in table.places.all()]


DESK: Final = Desk()
