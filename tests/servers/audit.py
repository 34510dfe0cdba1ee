"""Compares what clients were told with the log of every match."""

from collections import Counter
from pathlib import Path
from typing import Any, Final

from tests.servers.visiting import Sent
from tests.web.serving import in_data

AUDIT: Final = """
import django, json, sys
django.setup()
from django.db import connection, transaction
from cuvee.web.match.match_in_memory import Position
from cuvee.web.models import Entry, Table
found = {}
with transaction.atomic():  # all of it as of one moment: the house may still be playing
    if connection.vendor == "postgresql":  # what SQLite reads is of one moment anyway
        connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    tables = list(Table.objects.filter(code__in=json.load(sys.stdin)).prefetch_related("places"))
    logs = [list(Entry.objects.filter(table=table).order_by("number")) for table in tables]
for table, entries in zip(tables, logs, strict=True):
    position = Position(table, whole=True)
    made = []
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1)), table.code
    for entry in entries:
        if entry.kind == Entry.MOVE:
            made.append([entry.seat, position.asked[entry.seat], position.state.parse(entry.seat, entry.text)])
        position.include(entry)  # compares the position with the stored fingerprint
    assert table.entries_made == len(entries), table.code
    assert sorted(position.state.waiting) == [s.number for s in table.places.all() if s.to_move] or table.status == "finished"
    found[table.code] = {"moves": made, "people": [s.number for s in table.places.all() if not s.house]}
print(json.dumps(found))
"""


def audit(data: Path, acknowledged: list[Sent], doubtful: list[Sent], servers: dict[str, str], codes: list[str]) -> int:
    """Replay matches and check that each acknowledged answer is in its log once, and that nothing is there that nobody sent.

    An answer is identified by its question: the log says which one each entry answers. Return the number of entries.
    """
    found: dict[str, dict[str, Any]] = in_data(data, AUDIT, codes, **servers)
    logged = Counter(Sent(code, *move) for code, match in found.items() for move in match["moves"])
    twice = [sent for sent, times in (logged + Counter(acknowledged)).items() if logged[sent] > 1]
    assert not twice, f"played twice: {twice[:3]}"
    lost = [sent for sent in acknowledged if not logged[sent]]
    assert not lost, f"acknowledged and lost: {lost[:3]}"
    assert max(Counter(acknowledged).values(), default=1) == 1, "acknowledged twice"
    known = {*acknowledged, *doubtful}
    people = {(code, seat) for code, match in found.items() for seat in match["people"]}
    unsent = [sent for sent in logged if (sent.code, sent.seat) in people and sent not in known]
    assert not unsent, f"played by nobody: {unsent[:3]}"
    return sum(logged.values())
