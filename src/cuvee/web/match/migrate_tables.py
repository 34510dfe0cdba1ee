"""`cuvee migrate-journals`: what each stored match needs since rules or component data changed, and doing it.

A match is never reinterpreted. It is carried over only if every position it ever had comes out the same under the present
rules; then it is written down that it is one of theirs, and which they were before.
"""

import os
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cuvee import games
from cuvee.kernel.errors import BadJournal, CuveeError
from cuvee.kernel.game import Game
from cuvee.kernel.journal import Journal
from cuvee.kernel.match import Match
from cuvee.kernel.text import _

if TYPE_CHECKING:  # files are looked at without loading Django
    from cuvee.web.models import Table

Found = dict[str, Any]
NOTHING, CARRY, DIFFERS, DAMAGED = "nothing", "carry over", "differs", "damaged"
"""What a stored match needs: nothing; to be carried over, since it replays the same; nothing can be done, it stays under its
rules; it does not even fit its own."""


class Need(NamedTuple):
    """What a stored match needs, and why; `move` is the first that does not fit (0: the deal)."""

    what: str
    move: int | None = None
    why: str = ""


def by_present_rules(game: Game[Any, Any], journal: Journal) -> Journal:
    """Copy a journal as if it had been played by the rules and component data there are now.

    >>> from cuvee import games
    >>> old = Journal("wine_cellar", "0.1", 2, {}, 7, "c0ffee", {}, "d1ce")
    >>> new = by_present_rules(games.get("wine_cellar"), old)
    >>> new.rules == games.get("wine_cellar").version, [before["rules"] for before in new.earlier]
    (True, ['0.1'])
    """
    before = {"rules": journal.rules, "components": journal.components, "options": journal.options}
    twin = journal.head()
    twin.rules, twin.components = game.version, game.components(journal.overrides).digest
    twin.options = game.read_options(journal.seats, journal.options)
    twin.moves, twin.result = journal.moves, journal.result
    if is_present(game, journal):
        return twin
    twin.earlier = [*journal.earlier, before]
    return twin


def is_present(game: Game[Any, Any], journal: Journal) -> bool:
    """Tell whether a journal is of the rules and component data there are now."""
    return journal.rules == game.version and game.same_data(game.components(journal.overrides), journal.components)


def judge(game: Game[Any, Any], journal: Journal) -> Need:
    """Find out what a journal needs, by replaying it: every position has to be the one that was written down."""
    same = False
    try:
        same = is_present(game, journal)
        Match.from_journal(game, by_present_rules(game, journal))
    except CuveeError as error:
        move = error.move if isinstance(error, BadJournal) else 0
        return Need(DAMAGED if same else DIFFERS, move, str(error))
    return Need(NOTHING if same else CARRY)


def files(paths: list[Path], dry_run: bool) -> Iterator[Found]:
    """Look at journals in files; those that replay the same are rewritten, whole or not at all."""
    for path in paths:
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CuveeError(_("cannot read {path}: {why}", path=path, why=error)) from None
        found: Found = {"journal": str(path)}
        try:
            journal = Journal.from_json(text)
            game = games.get(journal.game)
            need = judge(game, journal)
        except CuveeError as error:
            yield found | _told(Need(DAMAGED, getattr(error, "move", None), str(error)))
            continue
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            yield found | _told(Need(DAMAGED, None, f"{type(error).__name__}: {error}"))
            continue
        if need.what == CARRY and not dry_run:
            _write(path, by_present_rules(game, journal).to_json())
        yield found | {"game": journal.game, "rules": journal.rules} | _told(need, dry_run)


def record(paths: list[Path]) -> Iterator[tuple[Path, bool]]:
    """Record journals anew by the present rules and component data; tell of each whether it has changed. All or none."""
    new = []
    for path in paths:
        try:
            text = path.read_text("utf-8")
            journal = Journal.from_json(text)
            new.append((path, text, Match.record_anew(games.get(journal.game), journal).journal.to_json()))
        except (OSError, UnicodeDecodeError) as error:
            raise CuveeError(_("cannot read {path}: {why}", path=path, why=error)) from None
        except CuveeError as error:
            raise CuveeError(f"{path}: {error}") from None
    for path, before, after in new:
        if after != before:
            _write(path, after)
        yield path, after != before


def _write(path: Path, text: str) -> None:
    draft = path.with_name(f".{path.name}.draft")
    try:
        with draft.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)
    except OSError as error:
        raise CuveeError(_("cannot write {path}: {why}", path=path, why=error.strerror)) from None
    finally:
        draft.unlink(missing_ok=True)


def _told(need: Need, dry_run: bool = True) -> Found:
    return {"need": need.what, "at": need.move, "why": need.why, "done": need.what == CARRY and not dry_run}


def open_data(data: Path, dry_run: bool) -> None:
    """Open the data of a site. A dry run changes nothing at all, so it does not bring them up to date either."""
    from cuvee.web.ops import databases, serve

    file = databases.sqlite_file(data)
    if file is not None and not file.is_file():
        raise CuveeError(_("there are no matches in {data}", data=data))
    if not dry_run:
        serve.prepare(data)
        return
    os.environ["CUVEE_DATA"] = str(data.resolve())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuvee.web.settings")
    import django
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor

    django.setup()
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        raise CuveeError(_("the data in {data} cannot be used: {why}", data=data, why=error)) from None
    if missing:
        raise CuveeError(_("the data in {data} are of an older version; cuvee serve brings them up to date", data=data))


def tables(dry_run: bool) -> Iterator[Found]:
    """Look at every match of the site; those that replay the same are carried over, each for itself."""
    from cuvee.web.models import Table

    for pk in list(Table.objects.order_by("pk").values_list("pk", flat=True)):
        found = look_at(pk, dry_run)
        if found is not None:
            yield found


def look_at(pk: int, dry_run: bool) -> Found | None:
    """Look at one match of the site. It is replayed without holding it up, and carried over in one step."""
    from cuvee.web.models import Snapshot, Table

    table = Table.objects.filter(pk=pk).first()
    if table is None:
        return None  # it was closed meanwhile
    need, refused = _judge_table(table)
    if not dry_run:
        if need.what == CARRY:
            _carry(table)
        Snapshot.objects.filter(pk__in=refused).delete()
    found = {"table": table.code, "game": table.game, "rules": table.rules, "status": table.status}
    return found | _told(need, dry_run) | {"snapshots_refused": len(refused)}


def carry_unchanged() -> int:
    """Let matches name their component data as it is named now, where nothing that is played has changed; count them."""
    from cuvee.web.models import Table

    carried = 0
    for table in Table.objects.exclude(status=Table.WAITING).iterator():
        try:
            game = games.get(table.game)
            tables = game.components(table.overrides)
        except CuveeError:
            continue
        if table.rules == game.version and table.components != tables.digest and game.same_data(tables, table.components):
            same = Table.objects.filter(pk=table.pk, rules=table.rules, components=table.components)
            carried += same.update(components=tables.digest)
    return carried


def _judge_table(table: "Table") -> tuple[Need, list[int]]:
    """Find out what a match of the site needs, and which of its snapshots are not what replaying it leads to."""
    from cuvee.web.match.snapshots import head_of
    from cuvee.web.models import Table

    if table.status == Table.WAITING:
        return Need(NOTHING), []  # it is dealt when it begins
    try:
        game = games.get(table.game)
    except CuveeError as error:
        return Need(DIFFERS, 0, str(error)), []
    need = judge(game, head_of(table))
    if need.what in (DIFFERS, DAMAGED):
        return need, []
    try:
        refused = _replay(_as_present(table))
    except BadJournal as error:
        return Need(DAMAGED if need.what == NOTHING else DIFFERS, error.move, str(error)), []
    return need, refused if need.what == NOTHING else []


def _as_present(table: "Table") -> "Table":
    """Copy a match as if it had been played by the present rules."""
    from cuvee.web.match.snapshots import head_of

    twin = copy(table)
    journal = by_present_rules(games.get(table.game), head_of(table))
    twin.rules, twin.components, twin.options, twin.earlier = (
        journal.rules, journal.components, journal.options, journal.earlier,
    )  # fmt: skip
    return twin


def _replay(table: "Table") -> list[int]:
    """Replay a log whole, with what was taken back; return the snapshots that are not, to the letter, what it leads to."""
    from cuvee.web.match import snapshots
    from cuvee.web.match.desk import Position
    from cuvee.web.models import Entry

    stored = {snapshot.number: snapshot for snapshot in table.snapshots.all()}
    position = Position(table, whole=True)
    refused = []
    for entry in Entry.objects.filter(table=table, number__lte=table.entries_made).order_by("number"):
        if entry.number != position.read + 1:
            break
        try:
            position.include(entry)
        except CuveeError as error:
            raise BadJournal(f"{entry}: {error}", entry.number) from None
        snapshot = stored.pop(entry.number, None)
        if snapshot is not None and not snapshots.equals(table, position, snapshot):
            refused.append(snapshot.pk)
    if position.read != table.entries_made:
        raise BadJournal(_("this entry of the log is missing"), position.read + 1)
    if table.result is not None and not table.ending and table.result != position.match.journal.result:
        raise BadJournal(_("the result is not the one this game leads to"), position.read)
    return refused + [snapshot.pk for snapshot in stored.values()]


def _carry(table: "Table") -> None:
    """Write down that a match is one of the present rules, and of which it was; nothing if it changed meanwhile."""
    from django.db import transaction

    from cuvee.web.models import Table

    new = _as_present(table)
    with transaction.atomic():
        same = Table.objects.filter(
            pk=table.pk, rules=table.rules, components=table.components, entries_made=table.entries_made
        )
        if same.update(rules=new.rules, components=new.components, options=new.options, earlier=new.earlier):
            table.snapshots.all().delete()
