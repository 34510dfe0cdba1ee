"""Several processes want to clean up at the same time: one does, and nothing is cleared twice."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.servers.running import Backing, GrownUp
from tests.web.serving import in_data, prepare

pytestmark = pytest.mark.xdist_group("servers")
OLD = """
import django
django.setup()
from datetime import timedelta
from django.utils import timezone
from cuvee.web.models import Chore, Table, Tally
long_ago = timezone.now() - timedelta(days=400)
Tally.objects.bulk_create(Tally(key=f"k{number}", number=1, until=1.0) for number in range(2000))
Table.objects.update(moved_at=long_ago, watched_at=long_ago)
Chore.objects.create(name="sweep", since=long_ago, done_at=timezone.now() - timedelta(days=2))
print(Table.objects.count())
"""
SWEEP = """
import django, json
django.setup()
from datetime import timedelta
from cuvee.web.ops import cleanup_schedule
print(json.dumps(cleanup_schedule.sweep(timedelta(hours=24))))
"""
LEFT = """
import django, json
django.setup()
from cuvee.web.models import Chore, Table, Tally
print(json.dumps([Tally.objects.count(), Table.objects.filter(ending="abandoned").count(), Chore.objects.get().cleared]))
"""


def test_one_of_three_processes_clears_up(tmp_path: Path, backing: Backing) -> None:
    site = GrownUp(tmp_path, backing[0], backing[1], 0, 0)
    prepare(site.data, *[{"game": "wine_cellar", "players": 2, "people": ["Ann", "Bo"]}] * 3, **site.servers)
    assert in_data(site.data, OLD, **site.servers) == 3
    with ThreadPoolExecutor(3) as processes:
        found = list(processes.map(lambda _number: in_data(site.data, SWEEP, **site.servers), range(3)))
    (swept,) = [one for one in found if one is not None]
    assert (swept["counters"], swept["abandoned"]) == (2000, 3)
    tallies, ended, cleared = in_data(site.data, LEFT, **site.servers)
    assert (tallies, ended) == (0, 3)
    assert (cleared["counters"], cleared["abandoned"]) == (2000, 3)
