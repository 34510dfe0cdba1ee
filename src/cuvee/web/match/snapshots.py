"""Shortcuts into long matches: the position stored at regular intervals.

A snapshot is never the truth. It is used only if it is complete and is the position that the log names at its entry;
otherwise the log is replayed from the deal, as if there were no snapshot.
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
"""A snapshot is written every this many entries."""
BACK: Final = 80
"""A match is opened at least this many entries before its last, since a page shows that much of the log."""
KEPT: Final = 4
"""This many snapshots of a match are kept, so that one of them is far enough back."""


class Kept(NamedTuple):
    """A match as stored in a snapshot."""

    match: Match
    number: int
    asked: list[int]
    numbers: list[int]


def keep(table: Table, kept: Kept) -> bool:
    """Write a snapshot; tell whether this position could be stored. A move never fails because of it."""
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
    """Write a position as text, with the open questions."""
    return json.dumps([kept.asked, kept.match.snapshot()])


def equals(table: Table, kept: Kept, game: Box, snapshot: Snapshot) -> bool:
    """Tell whether a snapshot is valid and is exactly this position."""
    try:
        read(table, game, snapshot)
        return bool(snapshot.body == write(kept))
    except (BadJournal, NoSnapshot):
        return False


def _check_sum(table: Table, number: int, body: str) -> str:
    return sha256(f"{table.pk}:{table.start}:{number}:{body}".encode()).hexdigest()


def find(table: Table, game: Box) -> Kept | None:
    """Open a match at a valid snapshot far enough back, if it has one."""
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
    """Open a match at a snapshot; refuse one that is damaged or not the position the log names."""
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
    """Append to a journal the moves in force after an entry of the log.

    Return the entries that made them, preceded by 0 for the deal and followed by the last entry read.
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
