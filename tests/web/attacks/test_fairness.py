"""The luck of a match is fixed before it begins, cannot be predicted, and can be checked by anybody when it is over."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from cuvee import games
from cuvee.kernel.chance import is_sealed
from cuvee.kernel.journal import Journal
from cuvee.web.match import tables
from cuvee.web.match.desk import DESK
from cuvee.web.match.tables import Wish, open_table, sit_down
from cuvee.web.models import Table
from tests.web.conftest import Sit, client_of, make_person
from tests.web.serving import in_data
from tests.web.test_desk import play_to
from tests.web.walking import every_path, walk_get


def verify(file: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    """Check a journal the way a player would, away from the site."""
    return subprocess.run(
        [sys.executable, "-m", "cuvee", "verify", str(file), *more], capture_output=True, text=True, check=False
    )


@pytest.fixture
def over(sit: Sit, tmp_path: Path) -> tuple[Table, str, Path]:
    """A match played to its end, what its players noted at the deal, and its journal."""
    table, clients = sit(seed=None)
    noted = table.commitment
    play_to(table, 10_000)
    file = tmp_path / "journal.json"
    file.write_bytes(clients[1].get(f"/table/{table.code}/journal").content)
    return table, noted, file


@pytest.mark.parametrize("game", games.NAMES)
def test_every_deal_has_a_seed_nobody_can_try_out(sit: Sit, game: str) -> None:
    seeds = [sit(game, max(games.get(game).seats), seed=None)[0].seed for _deal in range(3)]
    assert len(set(seeds)) == 3
    assert all(is_sealed(seed) and seed.bit_length() > 128 for seed in seeds)


def test_everybody_sees_the_commitment_from_the_deal_on_and_nobody_before(sit: Sit) -> None:
    host, guest = make_person("Host"), make_person("Guest")
    table = open_table(host, Wish("wine_cellar", 2, {}, [tables.OPEN] * 2))
    sit_down(table, host)
    assert table.commitment == table.salt == ""
    sit_down(table, guest)
    table.refresh_from_db()
    assert len(table.commitment) == 64
    for client in (client_of(host), client_of(guest), client_of(make_person("Spectator"))):
        assert table.commitment in client.get(f"/table/{table.code}/").content.decode()
        assert json.loads(client.get(f"/table/{table.code}/journal").content)["commitment"] == table.commitment


def test_neither_seed_nor_salt_is_sent_while_the_match_runs(sit: Sit) -> None:
    table, clients = sit(seed=None)
    play_to(table, 5)
    secrets = [table.salt, str(table.seed), f"{table.seed:x}"]
    for client in (*clients, client_of(make_person()), Client()):
        for path in (*every_path(table), f"/table/{table.code}/replay/?at=1"):
            answer = walk_get(client, path)
            body = "" if answer.streaming else answer.content.decode("utf-8", "replace")
            assert not [secret for secret in secrets if secret in body], path


def test_anybody_can_check_offline_that_the_deal_was_the_promised_one(over: tuple[Table, str, Path]) -> None:
    table, noted, file = over
    done = verify(file, "--commitment", noted)
    assert done.returncode == 0, done.stderr
    assert noted in done.stdout
    assert json.loads(file.read_text("utf-8"))["salt"] == table.salt


@pytest.mark.parametrize("field", ["seed", "salt", "commitment", "players"])
def test_a_deal_that_was_exchanged_is_found_out(over: tuple[Table, str, Path], sit: Sit, field: str) -> None:
    _table, noted, file = over
    journal = json.loads(file.read_text("utf-8"))
    if field == "players":  # another match altogether, with a sound commitment of its own
        other, clients = sit(seed=None)
        play_to(other, 10_000)
        file.write_bytes(clients[0].get(f"/table/{other.code}/journal").content)
        assert verify(file).returncode == 0
    else:
        swap = {"seed": journal["seed"] ^ 1, "salt": "0" * 32, "commitment": "0" * 64}
        file.write_text(json.dumps(journal | {field: swap[field]}), "utf-8")
    done = verify(file, "--commitment", noted)
    assert done.returncode == 2
    assert "commitment" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_journal_without_a_commitment_says_so(tmp_path: Path) -> None:
    old = next(Path("tests/journals").glob("wine_cellar*.json"))
    assert verify(old).returncode == 0
    done = verify(old, "--commitment", "0" * 64)
    assert done.returncode == 2
    assert "no commitment" in done.stderr


def test_an_imported_journal_keeps_its_commitment(over: tuple[Table, str, Path]) -> None:
    table, noted, file = over
    copy = tables.import_journal(make_person(), Journal.from_json(file.read_text("utf-8")))
    assert (copy.commitment, copy.salt, copy.seed) == (noted, table.salt, table.seed)


def test_a_match_goes_on_with_the_same_luck_after_the_server_forgot_it(sit: Sit) -> None:
    table, _clients = sit("viticulture", 2, seed=None)
    play_to(table, 60)
    before = DESK.position(table).state.digest()
    DESK.forget(table)
    assert DESK.position(table).state.digest() == before


UPGRADE = """
import django, sys
django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
before = MigrationExecutor(connection)
old = before.migrate([("site", "0005_clocks")]).apps.get_model("site", "Table")
old.objects.create(code="old", game="wine_cellar", players=2, seed=2**62 - 1, rules="1", components="x")
after = MigrationExecutor(connection)
after.migrate(after.loader.graph.leaf_nodes())
from cuvee.web.models import Table
print(Table.objects.get(code="old").seed)
"""


def test_matches_dealt_before_keep_their_seed(tmp_path: Path) -> None:
    """Seeds used to be database integers; they are carried over, including the largest."""
    assert int(in_data(tmp_path, UPGRADE)) == 2**62 - 1
