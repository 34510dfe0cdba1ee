"""The backup service of deploy/compose.yaml: one dump a day, complete or not at all, and the oldest are deleted."""

import os
import subprocess
from pathlib import Path

import psycopg
import pytest

from tests.servers.running import Backing, Postgres, program
from tests.web.backing import make_database

pytestmark = pytest.mark.xdist_group("servers")
SCRIPT = Path(__file__).resolve().parents[2] / "deploy" / "backup.sh"


def dump(folder: Path, postgres: Postgres, database: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Let the service check once whether it is time."""
    where = {"PGHOST": "127.0.0.1", "PGPORT": str(postgres.port), "PGUSER": "cuvee", "PGDATABASE": database}
    path = {"PATH": f"{Path(program('pg_dump')).parent}:{os.environ['PATH']}", "BACKUPS": str(folder), "BACKUPS_KEPT": "2"}
    return subprocess.run(
        ["sh", str(SCRIPT), "once"], env=os.environ | where | path | more, capture_output=True, text=True, check=True
    )


def age(folder: Path) -> None:
    """Make all dumps old: by its name, each is one day older than the next."""
    for number, file in enumerate(sorted(folder.glob("cuvee-*.dump"), reverse=True), 1):
        renamed = file.with_name(f"cuvee-2020010{9 - number}T000000Z.dump")
        file.rename(renamed)
        os.utime(renamed, (0, 0))


def test_a_dump_a_day_is_made_and_can_be_restored(tmp_path: Path, backing: Backing) -> None:
    postgres, _relay = backing
    make_database(postgres.address(), "dumped")
    with postgres.connect("dumped") as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
    for _day in range(4):
        age(tmp_path)
        dump(tmp_path, postgres, "dumped")
        assert not dump(tmp_path, postgres, "dumped").stdout, "one a day"
    found = sorted(tmp_path.glob("*.dump"))
    assert len(found) == 2
    assert all(file.stat().st_mode & 0o077 == 0 for file in found), "they hold secrets"
    address = make_database(postgres.address(), "restored")
    subprocess.run([program("pg_restore"), "--dbname", address, str(found[-1])], check=True)
    with psycopg.connect(address) as connection:
        assert connection.execute("SELECT answer FROM kept").fetchall() == [(42,)]


def test_a_dump_that_fails_counts_for_nothing(tmp_path: Path, backing: Backing) -> None:
    postgres, _relay = backing
    make_database(postgres.address(), "for_dumps")
    dump(tmp_path, postgres, "for_dumps")
    age(tmp_path)
    before = list(tmp_path.glob("cuvee-*"))
    assert "it failed" in dump(tmp_path, postgres, "not_there").stderr
    assert list(tmp_path.glob("cuvee-*")) == before
    assert "backup: cuvee-" in dump(tmp_path, postgres, "for_dumps").stdout, "and is tried again"
    assert not list(tmp_path.glob(".*")), "drafts are removed"
