"""The referee's desk: the position of every match being played, and the one way to change it.

A change is checked, appended to the log under the next number, committed, and only then acknowledged and announced. The
database lets one writer have each number, so any number of processes may try. A position in memory is only a
cache of the log: what others have appended is caught up with before anything is judged.
"""

import logging
import secrets
from bisect import bisect_right
from collections import OrderedDict
from threading import Lock, RLock
from typing import Any, Final, final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from cuvee import games
from cuvee.games.box import Box
from cuvee.kernel.errors import CuveeError, IllegalMove
from cuvee.kernel.journal import Journal, Move, commitment_to
from cuvee.kernel.match import Match
from cuvee.kernel.play import State, Together
from cuvee.kernel.text import _
from cuvee.web.events import announcements
from cuvee.web.match import clocks, rights, snapshots
from cuvee.web.models import ChatLine, Entry, Seat, Table

log = logging.getLogger(__name__)
CHUNK: Final = 40
"""So many moves of the log are one part of a page, which shows the last two: what came before them is let go from memory."""
ATTEMPTS: Final = 4
"""How often an answer is overtaken by others before it is late."""
SHOWN: Final = 200
"""So many lines of chat are shown at most."""
OVER: Final = 16
"""So many matches that are over stay in memory: people look at the end, then leave."""


class TooLate(CuveeError):
    """The table moved on before this answer came."""


class NotBegun(CuveeError):
    """There is no position yet: a match is dealt when its last seat is taken."""


class Overtaken(TooLate):
    """Somebody else's answer has the number in the log that this one wanted."""


@final
class Position:
    """One match in memory, as far as its log has been read."""

    def __init__(self, table: Table, whole: bool = False) -> None:
        self.game: Box = games.get(table.game)
        kept = None if whole else snapshots.find(table, self.game)
        self.match = kept.match if kept else open_match(self.game, table)
        self.read = kept.number if kept else 0
        """How many entries of the log this position includes."""
        self.asked = kept.asked if kept else [0] * table.players
        """Since which entry each seat has had the question in front of it: an answer names it, so no late one is misread."""
        self.numbers = kept.numbers if kept else [0]
        """The entry that made each move: where a line of the log leads."""
        self.written_down = self.read
        """The entry of the last snapshot."""
        self.lock = RLock()
        self._touched: dict[int, tuple[str, ...]] = {}
        self._told: dict[tuple[int, str], dict[int, list[tuple[int, str]]]] = {}
        self._said: tuple[int, list[ChatLine]] = 0, []

    @property
    def state(self) -> State:
        """Return the position now."""
        return self.match.state

    @property
    def moves(self) -> int:
        """Count the moves that stand."""
        return len(self.match.journal.moves)

    def moves_at(self, entry: int) -> int:
        """Count the moves that stand and were made up to an entry of the log."""
        return bisect_right(self.numbers, entry) - 1

    def why_no_undo(self, seat: int, held_since: int, back: int = 0) -> str:
        """Say why a seat cannot take back the move this many before the last; its player answers since an entry."""
        why = self.match.why_no_undo(seat, back)
        if not why and self.numbers[self.moves - back] <= held_since:
            return _("Another player of this seat made that move, so it stands")
        return why

    def told(self, seat: int, language: str) -> dict[int, list[tuple[int, str]]]:
        """Return the lines of the log by move that were told to a seat in a language; the caller tells the others."""
        if len(self._told) > 16:
            self._told.clear()
        return self._told.setdefault((seat, language), {})

    def said(self, table: Table) -> list[ChatLine]:
        """Return what was said at the table; it is looked up when the table says that there may be more."""
        if self._said[0] != table.talk:
            lines = ChatLine.objects.filter(table=table).order_by("-id")[:SHOWN]
            self._said = table.talk, list(lines)[::-1]
        return self._said[1]

    def touched(self, move: int) -> tuple[str, ...]:
        """Return the ids of the things a move was made with; nothing for answers that were sealed."""
        if move == 0:
            return ()
        if move not in self._touched:
            before, made = self.match.at(move - 1), self.match.journal.moves[move - 1]
            sealed = isinstance(before.decision(), Together)
            number = 0 if sealed else before.parse(made.seat, made.text)
            self._touched[move] = () if sealed else tuple(before.option(made.seat, number).targets)
        return self._touched[move]

    def include(self, entry: Entry) -> None:
        """Bring the position up to date with one more entry."""
        before = self.match.state
        if entry.kind == Entry.UNDO:
            self.match.undo(entry.seat)
            self.numbers.pop()
            self._touched.pop(self.moves + 1, None)
            for lines in self._told.values():
                lines.pop(self.moves + 1, None)
        else:
            self.match.play(entry.seat, entry.text)
            self.numbers.append(entry.number)
            if self.moves % CHUNK == 0:
                self._let_go(self.moves - CHUNK - 1)  # what a move touched is seen in the position before it
        if self.match.state.digest() != entry.after:
            raise CuveeError(_("The position after entry {number} is another one than was stored", number=entry.number))
        self.read = entry.number
        self._ask(before, entry.seat, entry.number)

    def _let_go(self, before: int) -> None:
        """Keep only what pages show unasked, so that a match takes no more memory the longer it is."""
        self.match.forget(before)
        remembered: list[dict[int, Any]] = [self._touched, *self._told.values()]
        for by_move in remembered:
            for move in [move for move in by_move if move < before]:
                del by_move[move]

    def _ask(self, before: State, mover: int, number: int) -> None:
        """Note who has a new question: the mover, and everybody whose question changed."""
        now = self.match.state
        same = bool(before.waiting and now.waiting) and before.decision().key() == now.decision().key()
        for seat in range(now.seats):
            if seat == mover or not same or before.options(seat) != now.options(seat):
                self.asked[seat] = number

    def expect(self, seat: int, asked: int) -> None:
        """Refuse an answer to a question that is no longer the one asked."""
        if not 0 <= seat < self.state.seats:
            raise IllegalMove(_("There is no such seat at this table"))
        if asked != self.asked[seat]:
            raise TooLate(_("The table moved on before your click"))


def open_match(game: Box, table: Table) -> Match:
    """Deal a stored match anew; refuse one that was made by other rules or tables."""
    return Match.from_journal(game, snapshots.head_of(table))


def set_up(table: Table) -> None:
    """Check the set-up of a new table and write it down. Nothing is dealt before the match starts."""
    game = games.get(table.game)
    checked = game.prepare(table.players, table.options, game.components(table.overrides))
    table.rules, table.components, table.options = game.version, checked.components.digest, checked.options


def deal(table: Table) -> Match:
    """Deal a match and write down what it was dealt from, so that it can be checked for ever after."""
    game = games.get(table.game)
    match = Match(game, table.players, table.options, table.seed, game.components(table.overrides))
    journal = match.journal
    table.rules, table.components = journal.rules, journal.components
    table.options, table.start = journal.options, journal.start
    commit(table)
    return match


def commit(table: Table) -> None:
    """Fix what everybody is told of the deal, and what opens it at the end. A fork's deal is known: it needs none."""
    if not table.forked_from:
        table.salt = table.salt or secrets.token_hex(16)
        table.commitment = commitment_to(table.game, table.players, table.seed, table.salt)


@final
class Desk:
    """All positions in memory, the least recently used forgotten first, of matches that are over the sooner."""

    def __init__(self) -> None:
        self._positions: OrderedDict[int, Position] = OrderedDict()
        self._lock = Lock()

    def position(self, table: Table) -> Position:
        """Return the position of a table, caught up with its log as far as it went when the table was read."""
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

    def _make_room(self) -> None:
        """Let go of what nobody has looked at for long."""
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
        """Drop a position from memory: it will be read from the log again."""
        with self._lock:
            self._positions.pop(table.pk, None)

    def play(self, table: Table, seat: int, answer: int | str, asked: int, by: int = rights.REFEREE) -> Position:
        """Play a move for a seat; on return it is on the disk and everybody is being told. `by` is who answers (rights.py).

        If somebody else, in another process, was a little quicker, what they did is looked at: those who answer at the same
        time may all be right.
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
            number = position.state.parse(seat, answer) if isinstance(answer, str) else answer
            if number not in position.state.options(seat):
                raise position.state.refusal(seat, str(answer))
            text = position.state.format(seat, number)
            after = position.state.clone()
            after.apply(seat, number)
            entry = Entry(table=table, number=position.read + 1, kind=Entry.MOVE, seat=seat, text=text, after=after.digest())
            self._append(table, position, [entry], after, by)
        return position

    def undo(self, table: Table, seat: int, moves: int = 1, by: int = rights.REFEREE) -> Position:
        """Take back the last moves of a seat, as far as the rules of undo let it; all of them or none."""
        position = self.position(table)
        held_since = Seat.objects.values_list("held_since", flat=True).get(table=table, number=seat)
        with position.lock:
            entries: list[Entry] = []
            after = position.state
            for back in range(moves):
                why = position.why_no_undo(seat, held_since, back)
                if why:
                    raise IllegalMove(why)
                after = position.match.at(position.moves - back - 1)
                number = position.read + 1 + back
                entries.append(Entry(table=table, number=number, kind=Entry.UNDO, seat=seat, after=after.digest()))
            self._append(table, position, entries, after, by)
        return position

    def _append(self, table: Table, position: Position, entries: list[Entry], after: State, by: int) -> None:
        """Commit entries with everything that hangs on them, or nothing; then make them true here; then announce."""
        try:
            with transaction.atomic():
                # Everything that changes a table takes its row first: then nobody waits for somebody who waits for them.
                if Table.objects.select_for_update().values_list("status", flat=True).get(pk=table.pk) != Table.PLAYING:
                    raise TooLate(_("This match is over"))
                places = list(Seat.objects.filter(table=table).select_related("person"))
                seat = places[entries[-1].seat]
                rights.check_answering(seat, by)
                if by > rights.HOUSE and table.clock == Table.LIVE and clocks.out_of_time(table, seat, timezone.now()):
                    raise TooLate(_("Your time is up, so the house plays on for you"))
                Entry.objects.bulk_create(entries)
                settle_table(table, places, position.game, after, entries[-1])
        except IntegrityError:
            raise Overtaken(_("The table moved on before your click")) from None
        for entry in entries:
            position.include(entry)
        announcements.announce(table, places)
        snapshots.keep(table, position)


def settle_table(table: Table, places: list[Seat], game: Box, state: State, last: Entry | None = None) -> None:
    """Write down whose turn it is, whose clock runs, and the end, in the same transaction as the last entry."""
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
