"""Long matches open as quickly as short ones, from snapshots that are correct or not used."""

import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.test import Client

from cuvee import games
from cuvee.cli import main
from cuvee.kernel.components import Components
from cuvee.kernel.journal import Journal, Move
from cuvee.kernel.match import Match
from cuvee.kernel.play import State
from cuvee.web.bots import dispatcher
from cuvee.web.match import migrate_tables, snapshots, tables
from cuvee.web.match.desk import DESK, Desk
from cuvee.web.match.match_in_memory import Position
from cuvee.web.models import Entry, Snapshot, Table
from tests.web.conftest import Sit
from tests.web.serving import Served, Visitor, prepare
from tests.web.test_desk import play_to
from tests.web.walking import ROUTES, address, walk_get


@pytest.fixture(autouse=True)
def short_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the intervals short, so that the tests need no long matches."""
    monkeypatch.setattr(snapshots, "EVERY", 10)
    monkeypatch.setattr(snapshots, "BACK", 20)


def long_match(sit: Sit, moves: int = 45) -> tuple[Table, list[Client]]:
    table, clients = sit("viticulture", 2, seed=3)
    play_to(table, moves)
    table.refresh_from_db()
    return table, clients


def count_replayed(table: Table, monkeypatch: pytest.MonkeyPatch) -> int:
    """Open a match from disk; return how many moves had to be replayed."""
    played: list[int] = []
    adopt = Match.adopt

    def counting(match: Match, after: State, move: Move) -> None:
        played.append(move.seat)
        adopt(match, after, move)

    with monkeypatch.context() as patch:
        patch.setattr(Match, "adopt", counting)
        Desk().position(table)
    return len(played)


def test_opening_a_match_replays_no_more_the_longer_it_gets(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _clients = long_match(sit, 35)
    assert table.snapshots.count() == 3
    most = snapshots.BACK + snapshots.EVERY
    assert 0 < count_replayed(table, monkeypatch) < most
    play_to(table, 120)
    table.refresh_from_db()
    assert 0 < count_replayed(table, monkeypatch) < most
    assert table.snapshots.count() <= snapshots.KEPT


def test_pages_are_the_same_from_a_snapshot_as_from_replay(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    table, clients = long_match(sit)
    addresses = ["", "?look=text", "log?chunk=0", "replay/?at=3", "replay/", "journal", "about?what=player:0"]

    def drawn() -> list[str]:
        DESK.forget(table)
        pages = (clients[0].get(f"/table/{table.code}/{path}").content.decode() for path in addresses)
        return [snapshots_apart(page) for page in pages]

    def snapshots_apart(page: str) -> str:
        return "\n".join(line for line in page.splitlines() if "csrfmiddlewaretoken" not in line)

    quick = drawn()
    monkeypatch.setattr(snapshots, "find", lambda _table, _game: None)
    assert drawn() == quick


@pytest.mark.parametrize("damage", ["cut", "number", "checksum", "other", "questions"])
def test_a_damaged_snapshot_is_not_used(sit: Sit, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    table, clients = long_match(sit)
    right = DESK.position(table).state.digest()
    bodies = [snapshot.body for snapshot in table.snapshots.order_by("number")]
    for place, snapshot in enumerate(table.snapshots.order_by("number")):
        if damage == "cut":
            snapshot.body = snapshot.body[:-20]
        elif damage == "number":
            snapshot.body = snapshot.body.replace("7", "8")
        elif damage == "checksum":
            snapshot.check_sum = "0" * 64
        elif damage == "other":
            snapshot.body = bodies[place - 1]
        elif damage == "questions":
            snapshot.body = "[[0], " + snapshot.body.partition(", ")[2]
        if damage != "checksum":  # careful damage includes a matching checksum
            snapshot.check_sum = snapshots._check_sum(table, snapshot.number, snapshot.body)
        snapshot.save()
    position = Desk().position(table)
    assert position.state.digest() == right
    assert count_replayed(table, monkeypatch) == position.moves, "it was replayed from the deal"
    assert clients[0].get(f"/table/{table.code}/").status_code == 200
    assert migrate_tables.look_at(table.pk, dry_run=True) == {
        "table": table.code, "game": "viticulture", "rules": table.rules, "status": "playing", "need": "nothing",
        "at": None, "why": "", "done": False, "snapshots_refused": table.snapshots.count(),
    }  # fmt: skip
    migrate_tables.look_at(table.pk, dry_run=False)
    assert not table.snapshots.exists(), "unused snapshots are deleted"


def test_snapshots_equal_replay_in_every_game(sit: Sit) -> None:
    for game in games.NAMES:
        table, _clients = sit(game, games.get(game).seats[-1], seed=5)
        play_to(table, 64)
        found = migrate_tables.look_at(table.pk, dry_run=True)
        assert found is not None
        assert (found["need"], found["snapshots_refused"]) == ("nothing", 0)
        assert table.snapshots.exists()


# Matches of other rules.


@pytest.fixture
def newer_rules(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> tuple[Table, list[Client]]:
    """A running match, and a version of the site with other rules."""
    table, clients = sit("vinhos", 3, seed=6)
    play_to(table, 95)
    table.refresh_from_db()
    DESK.forget(table)
    monkeypatch.setattr(games.get("vinhos"), "version", "99")
    return table, clients


def test_every_page_of_a_match_of_other_rules_says_so(newer_rules: tuple[Table, list[Client]]) -> None:
    table, clients = newer_rules
    page = clients[0].get(f"/table/{table.code}/")
    assert page.status_code == 200
    text = page.content.decode()
    assert "cannot be opened on a board any more" in text
    assert "this is version 99" in text
    own = table.log.filter(seat=0)
    others = set(table.log.exclude(seat=0).values_list("text", flat=True)) - set(own.values_list("text", flat=True))
    assert own[0].text in text
    assert not [other for other in others if f": {other}<" in text], "nobody reads the moves of others before the end"
    before = Entry.objects.filter(table=table).count()
    seen: set[int] = set()
    for route in ROUTES:
        if "<str:code>" in str(route.pattern):
            path = address(route, table)
            for answer in (walk_get(clients[0], path), clients[0].post(path, {"as": 0, "option": 1, "asked": 95, "at": 3})):
                assert answer.status_code < 500, path
                seen.add(answer.status_code)
    assert 422 in seen
    assert Entry.objects.filter(table=table).count() == before, "nothing was played"
    assert dispatcher.HOUSE._answer_once(table.pk) is False
    lobby = clients[0].get("/").content.decode()
    assert "older rules" in lobby


def test_a_match_nobody_can_play_on_is_closed_without_a_winner(newer_rules: tuple[Table, list[Client]]) -> None:
    table, clients = newer_rules
    assert clients[1].post(f"/table/{table.code}/resign", {"as": 1, "sure": "yes"}).status_code == 302
    table.refresh_from_db()
    assert (table.status, table.result) == (Table.FINISHED, None)
    text = clients[0].get(f"/table/{table.code}/").content.decode()
    assert all(move.text.split("<")[0] in text for move in table.log.filter(seat=2)[:3]), "now everybody can read everything"
    journal = Journal.from_json(clients[0].get(f"/table/{table.code}/journal").content.decode())
    assert (len(journal.moves), journal.rules) == (95, table.rules)
    assert clients[0].get("/").status_code == 200


def test_a_table_that_has_not_begun_begins_by_the_present_rules(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.web.conftest import make_person

    host = make_person()
    table = tables.open_table(host, tables.Wish("vinhos", 2))
    monkeypatch.setattr(games.get("vinhos"), "version", "99")
    tables.sit_down(table, make_person())
    table.refresh_from_db()
    assert (table.status, table.rules) == (Table.PLAYING, "99")


def test_what_replays_the_same_is_carried_over_and_played_on(newer_rules: tuple[Table, list[Client]]) -> None:
    table, clients = newer_rules
    old = table.rules
    told = migrate_tables.look_at(table.pk, dry_run=True)
    assert told is not None
    assert (told["need"], told["done"]) == ("carry over", False)
    assert Table.objects.get(pk=table.pk).rules == old, "a dry run changes nothing"
    told = migrate_tables.look_at(table.pk, dry_run=False)
    assert told is not None
    assert (told["need"], told["done"]) == ("carry over", True)
    table.refresh_from_db()
    assert table.rules == "99"
    assert [before["rules"] for before in table.earlier] == [old]
    play_to(table, 100)
    assert DESK.position(table).moves == 100
    assert clients[0].get(f"/table/{table.code}/").status_code == 200
    again = migrate_tables.look_at(table.pk, dry_run=False)
    assert again is not None
    assert again["need"] == "nothing"


def test_what_plays_differently_stays_under_its_rules(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """With other tables low cards of Wine Cellar bid high, so the same moves lead elsewhere."""
    table, _clients = sit("wine_cellar", 2, seed=6)
    play_to(table, 30)
    table.refresh_from_db()
    DESK.forget(table)
    box = games.get("wine_cellar")
    base = box.files()
    changed = {name: re.sub(r"bid = (\d+)", lambda bid: f"bid = {100 - int(bid[1])}", text) for name, text in base.items()}
    assert changed != base
    other = Components(changed)
    monkeypatch.setattr(box, "components", lambda _overrides=None: other)
    told = migrate_tables.look_at(table.pk, dry_run=False)
    assert told is not None
    assert told["need"] == "differs"
    assert 0 <= told["at"] <= 30
    table.refresh_from_db()
    assert table.components != other.digest
    assert table.earlier == []


@pytest.mark.parametrize("damage", ["text", "gap", "end", "digest"])
def test_a_damaged_log_is_told_and_left_alone(sit: Sit, damage: str) -> None:
    table, _clients = sit("wine_cellar", 2, seed=6)
    play_to(table, 12)
    if damage == "text":
        table.log.filter(number=7).update(text="nonsense")
    elif damage == "digest":
        table.log.filter(number=7).update(after="0" * 16)
    else:
        table.log.filter(number=7 if damage == "gap" else 12).delete()
    told = migrate_tables.look_at(table.pk, dry_run=False)
    assert told is not None
    assert (told["need"], told["at"]) == ("damaged", 12 if damage == "end" else 7)


def test_the_command_reports_the_site_and_changes_nothing_in_a_dry_run(tmp_path: Path) -> None:
    codes, _cookies = prepare(tmp_path / "data", {"game": "wine_cellar", "players": 1, "people": ["Ann"]})
    database = tmp_path / "data" / "cuvee.sqlite3"
    with closing(sqlite3.connect(database)) as stored:
        stored.execute("UPDATE site_table SET rules = '0.0'")
        stored.commit()

    def run(*more: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "cuvee", "migrate-journals", "--data", str(tmp_path / "data"), *more]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def rules() -> str:
        with closing(sqlite3.connect(database)) as stored:
            return str(stored.execute("SELECT rules FROM site_table").fetchone()[0])

    code, said = run("--dry-run", "--json")
    assert (code, rules()) == (0, "0.0")
    assert json.loads(said)["matches"][0]["need"] == "carry over"
    code, said = run()
    assert (code, rules()) == (0, games.get("wine_cellar").version)
    assert f"table {codes[0]}" in said
    code, said = run("--dry-run", "--data", str(tmp_path / "nowhere"))
    assert (code, said.count("\n")) == (2, 1)


# Journals in files.


def test_files_are_judged_and_carried_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stored = Path(__file__).parents[1] / "journals" / "wine_cellar_two.json"
    text = stored.read_text("utf-8")
    journal = Journal.from_json(text)
    journal.rules = "0.0"
    old, same, broken = tmp_path / "old.json", tmp_path / "same.json", tmp_path / "broken.json"
    old.write_text(journal.to_json(), "utf-8")
    same.write_text(text, "utf-8")
    broken.write_text(text[: len(text) // 2], "utf-8")
    names = [str(path) for path in (old, same, broken)]
    assert main(["migrate-journals", "--dry-run", "--json", *names]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [match["need"] for match in told["matches"]] == ["carry over", "nothing", "damaged"]
    assert Journal.from_json(old.read_text("utf-8")).rules == "0.0"
    assert main(["migrate-journals", str(old)]) == 0
    assert "carried over" in capsys.readouterr().out
    carried = Journal.from_json(old.read_text("utf-8"))
    assert carried.rules == games.get("wine_cellar").version
    assert [before["rules"] for before in carried.earlier] == ["0.0"]
    assert main(["replay", str(old), "--verify"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.json", "old.json", "same.json"]


def test_positions_opened_whole_use_no_snapshot(sit: Sit) -> None:
    table, _clients = long_match(sit)
    Snapshot.objects.filter(table=table).update(body="")
    position = Position(table, whole=True)
    DESK.catch_up(table, position)
    assert position.state.digest() == DESK.position(table).state.digest()


def test_matches_are_carried_over_at_the_start_if_nothing_played_changed(tmp_path: Path) -> None:
    """A match dealt when the digest covered every word, one with a corrected card, and one dealt with other data."""
    wish = {"game": "wine_cellar", "players": 1, "people": ["Ann"]}
    codes, cookies = prepare(tmp_path / "data", wish, wish)
    box = games.get("wine_cellar")
    database = tmp_path / "data" / "cuvee.sqlite3"
    earlier = next(iter(box.earlier_digests))
    with closing(sqlite3.connect(database)) as stored:
        stored.execute("UPDATE site_table SET components = ? WHERE code = ?", [earlier, codes[0]])
        stored.execute("UPDATE site_table SET components = 'c0ffee' WHERE code = ?", [codes[1]])
        stored.commit()
    served = Served(tmp_path / "data").start()
    visitor = Visitor(served, cookies["Ann"])
    assert 'id="board"' in visitor.get(f"/table/{codes[0]}/")
    assert 'id="board"' not in visitor.get(f"/table/{codes[1]}/")
    assert served.stop() == 0
    with closing(sqlite3.connect(database)) as stored:
        found = dict(stored.execute("SELECT code, components FROM site_table"))
    assert found == {codes[0]: box.components().digest, codes[1]: "c0ffee"}
