"""Short cuts into long matches: the position after every so many entries, written down.

A snapshot is never the truth. It is believed only if it is whole and is the position that the log names at its entry; else
the log is replayed from the deal, as if there were none.
"""

import json
import logging
from hashlib import sha256
from typing import Final, NamedTuple

from django.db import DatabaseError, transaction

from cuvee.games.box import Box
from cuvee.kernel.errors import BadJournal, OtherRules
from cuvee.kernel.journal import Journal, Move
from cuvee.kernel.match import Match
from cuvee.kernel.snapshot import NoSnapshot
from cuvee.kernel.text import _
from cuvee.web.models import Entry, Snapshot, Table

log = logging.getLogger(__name__)
EVERY: Final = 40
"""A snapshot is written after so many entries."""
BACK: Final = 80
"""A match is opened so many entries before its last at least: a page shows that much of the log."""
KEPT: Final = 4
"""So many snapshots of a match are kept: enough that one of them lies far enough back."""


class Kept(NamedTuple):
    """A match as a snapshot holds it."""

    match: Match
    number: int
    asked: list[int]
    numbers: list[int]


def keep(table: Table, kept: Kept) -> bool:
    """Write a snapshot; tell whether this position could be written down. A move never fails because of it."""
    try:
        body = write(kept)
        made = Snapshot(table=table, number=kept.number, body=body, check_sum=_check_sum(table, kept.number, body))
        with transaction.atomic():
            Snapshot.objects.bulk_create([made], ignore_conflicts=True)
            old = Snapshot.objects.filter(table=table).order_by("-number").values_list("pk", flat=True)[KEPT:]
            Snapshot.objects.filter(pk__in=list(old)).delete()
    except NoSnapshot:
        return False
    except DatabaseError as error:
        log.warning("no snapshot of table %s was kept: %s", table.pk, error)
    return True


def write(kept: Kept) -> str:
    """Write a position down, with the questions that are open."""
    return json.dumps([kept.asked, kept.match.snapshot()])


def equals(table: Table, kept: Kept, game: Box, snapshot: Snapshot) -> bool:
    """Tell whether a snapshot can be believed and is, to the letter, this position."""
    try:
        read(table, game, snapshot)
        return bool(snapshot.body == write(kept))
    except (BadJournal, NoSnapshot):
        return False


def _check_sum(table: Table, number: int, body: str) -> str:
    return sha256(f"{table.pk}:{table.start}:{number}:{body}".encode()).hexdigest()


def find(table: Table, game: Box) -> Kept | None:
    """Open a match at a snapshot that lies far enough back, if it has one that can be believed."""
    found = Snapshot.objects.filter(table=table, number__lte=table.entries_made - BACK).order_by("-number")
    for snapshot in found:
        try:
            return read(table, game, snapshot)
        except OtherRules:
            raise
        except BadJournal as error:
            log.warning("%s is not used: %s", snapshot, error)
    return None


def read(table: Table, game: Box, snapshot: Snapshot) -> Kept:
    """Open a match at a snapshot; refuse one that is damaged or of another position than the log names."""
    if snapshot.check_sum != _check_sum(table, snapshot.number, snapshot.body):
        raise BadJournal(_("the snapshot is damaged"))
    journal = head_of(table)
    numbers = follow(journal, table, snapshot.number)
    if snapshot.number != numbers.pop():
        raise BadJournal(_("the snapshot is of an entry that does not exist"))
    try:
        asked, text = json.loads(snapshot.body)
    except (TypeError, ValueError):
        raise BadJournal(_("the snapshot is damaged")) from None
    if not (isinstance(asked, list) and [type(entry) for entry in asked] == [int] * table.players and isinstance(text, str)):
        raise BadJournal(_("the snapshot is damaged"))
    return Kept(Match.resume(game, journal, text), snapshot.number, asked, numbers)


def head_of(table: Table) -> Journal:
    """Write the journal of a stored match without its moves."""
    journal = Journal(
        table.game, table.rules, table.players, table.options, table.seed, table.components, table.overrides, table.start
    )
    journal.earlier, journal.commitment, journal.salt = table.earlier, table.commitment, table.salt
    return journal


def follow(journal: Journal, table: Table, up_to: int) -> list[int]:
    """Put the moves of a log that stand after an entry into a journal.

    Return the entries that made them, with 0 for the deal before them and the last entry read behind them.
    """
    numbers = [0]
    entry = 0
    stored = Entry.objects.filter(table=table, number__lte=up_to).order_by("number")
    for number, kind, seat, text, after in stored.values_list("number", "kind", "seat", "text", "after"):
        entry += 1
        if number != entry:
            raise BadJournal(_("entry {number} of the log is missing", number=entry))
        if kind == Entry.UNDO:
            if not journal.moves:
                raise BadJournal(_("entry {number} takes back a move that does not exist", number=number))
            journal.moves.pop()
            numbers.pop()
        else:
            journal.moves.append(Move(seat, text, after))
            numbers.append(number)
    return [*numbers, entry]
