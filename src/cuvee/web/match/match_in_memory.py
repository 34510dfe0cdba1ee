"""One match in memory: a cache of its log, as far as it has been read."""

from bisect import bisect_right
from threading import RLock
from typing import Final, NamedTuple, final

from cuvee import games
from cuvee.games.box import Box
from cuvee.kernel.errors import CuveeError, IllegalMove
from cuvee.kernel.journal import Move
from cuvee.kernel.match import Match
from cuvee.kernel.play import State
from cuvee.kernel.text import _
from cuvee.web.match import snapshots
from cuvee.web.models import Entry, Table

CHUNK: Final = 40
"""This many moves of the log form one part of a page, which shows the last two parts. Anything older is dropped from memory."""


def first_shown(moves: int) -> int:
    """Return the first move that pages of a match show without being asked.

    >>> first_shown(39), first_shown(79), first_shown(80)
    (0, 0, 40)
    """
    return max(0, moves // CHUNK - 1) * CHUNK


class TooLate(CuveeError):
    """The table moved on before this answer arrived."""


class Trial(NamedTuple):
    """A legal move, played on a copy of the position. It is not part of the match until it is adopted."""

    before: State
    after: State
    move: Move


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
        """Since which entry each seat has had its present question: answers name that entry, so a late one is not misread."""
        self.numbers = kept.numbers if kept else [0]
        """The entry that made each move, which a line of the log links to."""
        self.written_down = self.read
        """The entry of the last snapshot."""
        self.lock = RLock()

    @property
    def state(self) -> State:
        """Return the present position."""
        return self.match.state

    @property
    def moves(self) -> int:
        """Count the moves that were not taken back."""
        return len(self.match.journal.moves)

    def moves_at(self, entry: int) -> int:
        """Count the moves made up to an entry of the log that were not taken back."""
        return bisect_right(self.numbers, entry) - 1

    def why_no_undo(self, seat: int, held_since: int, back: int = 0) -> str:
        """Say why a seat cannot take back the move this many before the last; its player has answered for it since an entry."""
        why = self.match.why_no_undo(seat, back)
        if not why and self.numbers[self.moves - back] <= held_since:
            return _("Another player of this seat made that move, so it stands")
        return why

    def digest_at(self, move: int) -> str:
        """Return the fingerprint of the position after this many moves, as recorded when they were made."""
        journal = self.match.journal
        return journal.moves[move - 1].after if move else journal.start

    def attempt(self, seat: int, answer: int | str) -> Trial:
        """Play a move on a copy of the position and change nothing; refuse it if it is not legal."""
        return Trial(self.match.state, *self.match.attempt(seat, answer))

    def include(self, entry: Entry) -> None:
        """Bring the position up to date with one more entry read from the log; compare the resulting position."""
        if entry.kind == Entry.UNDO:
            before = self.match.state
            self.match.undo(entry.seat)
            self.numbers.pop()
            self._compare(self.match.state.digest(), entry)
            self._note(before, entry)
        else:
            trial = self.attempt(entry.seat, entry.text)
            self._compare(trial.move.after, entry)
            self.adopt(trial, entry)

    def adopt(self, trial: Trial, entry: Entry) -> None:
        """Go on to the position a move has led to, now that its entry is in the log."""
        if trial.before is not self.match.state:
            raise ValueError("the position has changed since this move was tried")
        self.match.adopt(trial.after, trial.move)
        self.numbers.append(entry.number)
        self._note(trial.before, entry)
        if self.moves % CHUNK == 0:  # so that a long match takes no more memory than a short one
            self.match.forget(first_shown(self.moves) - 1)  # what a move touched is found in the position before it

    @staticmethod
    def _compare(digest: str, entry: Entry) -> None:
        if digest != entry.after:
            raise CuveeError(_("The position after entry {number} is not the one that was stored", number=entry.number))

    def _note(self, before: State, entry: Entry) -> None:
        """Note that an entry is included, and which seats have a new question: the mover, and all whose question changed."""
        self.read = entry.number
        now = self.match.state
        same = bool(before.waiting and now.waiting) and before.decision().key() == now.decision().key()
        for seat in range(now.seats):
            if seat == entry.seat or not same or before.options(seat) != now.options(seat):
                self.asked[seat] = entry.number

    def as_kept(self) -> snapshots.Kept:
        """Return what a snapshot of this position holds."""
        return snapshots.Kept(self.match, self.read, self.asked, self.numbers)

    def keep_snapshot(self, table: Table) -> None:
        """Write a snapshot if one is due and this position can be stored; otherwise a later one will be."""
        if self.read >= self.written_down + snapshots.EVERY and snapshots.keep(table, self.as_kept()):
            self.written_down = self.read

    def expect(self, seat: int, asked: int) -> None:
        """Refuse an answer to an earlier question."""
        if not 0 <= seat < self.state.seats:
            raise IllegalMove(_("There is no such seat at this table"))
        if asked != self.asked[seat]:
            raise TooLate(_("The table moved on before your click"))


def open_match(game: Box, table: Table) -> Match:
    """Deal a stored match anew; refuse one made by other rules or component data."""
    return Match.from_journal(game, snapshots.head_of(table))
