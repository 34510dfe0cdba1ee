"""`cuvee migrate-journals`: finds and does what each match of the site needs after rules or component data changed."""

from collections.abc import Iterator
from copy import copy

from django.db import transaction

from cuvee import games
from cuvee.kernel.errors import BadJournal, CuveeError
from cuvee.kernel.text import _
from cuvee.web.match import snapshots
from cuvee.web.match.match_in_memory import Position
from cuvee.web.match.migrate import CARRY, DAMAGED, DIFFERS, NOTHING, Found, Need, by_present_rules, judge, told
from cuvee.web.match.snapshots import head_of
from cuvee.web.models import Entry, Snapshot, Table


def every(dry_run: bool) -> Iterator[Found]:
    """Look at every match of the site; carry over those that replay the same, one by one."""
    for pk in list(Table.objects.order_by("pk").values_list("pk", flat=True)):
        found = look_at(pk, dry_run)
        if found is not None:
            yield found


def look_at(pk: int, dry_run: bool) -> Found | None:
    """Look at one match of the site. It is replayed without locking it, and carried over in one step."""
    table = Table.objects.filter(pk=pk).first()
    if table is None:
        return None  # it was closed meanwhile
    need, refused = _judge_table(table)
    if not dry_run:
        if need.what == CARRY:
            _carry(table)
        Snapshot.objects.filter(pk__in=refused).delete()
    found = {"table": table.code, "game": table.game, "rules": table.rules, "status": table.status}
    return found | told(need, dry_run) | {"snapshots_refused": len(refused)}


def carry_unchanged() -> int:
    """Give matches the present name of their component data, where nothing that is played has changed; count them."""
    carried = 0
    for table in Table.objects.exclude(status=Table.WAITING).iterator():
        try:
            game = games.get(table.game)
            now = game.components(table.overrides)
        except CuveeError:
            continue
        if table.rules == game.version and table.components != now.digest and game.same_data(now, table.components):
            same = Table.objects.filter(pk=table.pk, rules=table.rules, components=table.components)
            carried += same.update(components=now.digest)
    return carried


def _judge_table(table: Table) -> tuple[Need, list[int]]:
    """Find out what a match of the site needs, and which of its snapshots differ from a replay."""
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


def _as_present(table: Table) -> Table:
    """Copy a match as if it had been played by the present rules."""
    twin = copy(table)
    journal = by_present_rules(games.get(table.game), head_of(table))
    twin.rules, twin.components, twin.options, twin.earlier = (
        journal.rules, journal.components, journal.options, journal.earlier,
    )  # fmt: skip
    return twin


def _replay(table: Table) -> list[int]:
    """Replay a whole log, including moves that were taken back; return the snapshots that differ from it in any way."""
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
        if snapshot is not None and not snapshots.equals(table, position.as_kept(), position.game, snapshot):
            refused.append(snapshot.pk)
    if position.read != table.entries_made:
        raise BadJournal(_("this entry of the log is missing"), position.read + 1)
    if table.result is not None and not table.ending and table.result != position.match.journal.result:
        raise BadJournal(_("the result is not the one this game leads to"), position.read)
    return refused + [snapshot.pk for snapshot in stored.values()]


def _carry(table: Table) -> None:
    """Record that a match is of the present rules, and of which it was before; do nothing if it changed meanwhile."""
    new = _as_present(table)
    with transaction.atomic():
        same = Table.objects.filter(
            pk=table.pk, rules=table.rules, components=table.components, entries_made=table.entries_made
        )
        if same.update(rules=new.rules, components=new.components, options=new.options, earlier=new.earlier):
            table.snapshots.all().delete()
