"""Things nobody will come back for are cleared away, and nothing else; time is shifted, so no test waits."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import F
from django.test import Client
from django.utils import timezone

import cuvee
from cuvee.cli import main
from cuvee.kernel.errors import CuveeError
from cuvee.web.bots import budgets
from cuvee.web.match import people_at_tables, tables
from cuvee.web.match.desk import DESK
from cuvee.web.match.match_in_memory import TooLate
from cuvee.web.match.tables import Wish, open_table, sit_down
from cuvee.web.models import (
    ChatLine,
    Chore,
    Entry,
    Errand,
    Look,
    Person,
    Report,
    Seat,
    Table,
    Tally,
    Trace,
)
from cuvee.web.ops import cleanup, cleanup_schedule
from tests.web.conftest import Sit, client_of, make_person

DAY = timedelta(days=1)
AGED = (
    (Person, ("seen_at",)),
    (Table, ("moved_at", "watched_at", "created_at")),
    (Session, ("expire_date",)),
    (Trace, ("until",)),
    (Errand, ("made_at", "until")),
    (Chore, ("done_at", "since", "until")),
)


@pytest.fixture(autouse=True)
def nothing_there() -> Iterator[None]:
    """Only what a test makes is there to be cleared, and the site has been up for a long time."""
    for model in (Table, Person, Session, Errand, Tally, Chore, Look):
        model.objects.all().delete()
    Chore.objects.create(name=cleanup.SWEEP, done_at=timezone.now() - DAY, since=timezone.now() - 400 * DAY)
    yield
    Chore.objects.all().delete()


def later(days: float) -> None:
    """Let time pass while the site runs and nobody does anything."""
    for model, fields in AGED:
        model.objects.update(**{field: F(field) - timedelta(days=days) for field in fields})
    Chore.objects.update(done_at=timezone.now() - 1.1 * DAY)


def swept(*but: str) -> dict[str, int]:
    """Clean up; return the counts by kind, except those that do not matter."""
    found = cleanup_schedule.sweep(timedelta(0))
    assert found is not None
    return {kind: count for kind, count in found.items() if count and kind not in but}


def waiting(host: Person) -> Table:
    return open_table(host, Wish("wine_cellar", 2))


def account(name: str) -> Person:
    person = make_person(name)
    Person.objects.filter(pk=person.pk).update(guest=False, username=f"{name.lower()}{person.pk}")
    return Person.objects.get(pk=person.pk)


def play_some(table: Table, moves: int = 4) -> None:
    for _move in range(moves):
        position = DESK.position(Table.objects.get(pk=table.pk))
        seat = position.state.waiting[0]
        DESK.play(Table.objects.get(pk=table.pk), seat, next(iter(position.state.options(seat))), position.asked[seat])


# Expired sessions, counters and other rows.


def test_what_has_run_out_goes_and_what_has_not_stays() -> None:
    person = make_person()
    client_of(person)
    client_of(make_person("Tomás"))
    Session.objects.filter(pk=Session.objects.order_by("pk")[0].pk).update(expire_date=timezone.now() - DAY)
    now = timezone.now()
    Tally.objects.create(key="old", number=1, until=now.timestamp() - 5)
    Tally.objects.create(key="new", number=1, until=now.timestamp() + 500)
    Trace.objects.create(person=person, kind=Trace.BROWSER, key="old", until=now - DAY)
    Trace.objects.create(person=person, kind=Trace.BROWSER, key="new", until=now + DAY)
    table = waiting(person)
    Errand.objects.create(table=table, kind=Errand.HINT, seat=0, made_at=now - 3 * DAY)
    Errand.objects.create(table=table, kind=Errand.HINT, seat=1, made_at=now)
    Errand.objects.create(table=table, kind=Errand.ANALYSIS, made_at=now - 30 * DAY)
    assert swept() == {"sessions": 1, "counters": 1, "traces": 1, "errands": 1}
    assert Session.objects.count() == 1
    assert [row.key for row in Tally.objects.all()] == ["new"]
    assert [row.key for row in Trace.objects.all()] == ["new"]
    assert Errand.objects.count() == 2, "somebody is still waiting for these"
    assert swept() == {}


def test_much_is_cleared_in_small_steps_with_rests_between(monkeypatch: pytest.MonkeyPatch) -> None:
    past = timezone.now().timestamp() - 5
    Tally.objects.bulk_create(Tally(key=f"k{number}", number=1, until=past) for number in range(cleanup.ROWS * 2 + 7))
    left: list[int] = []

    def rest() -> bool:
        assert not connection.in_atomic_block, "others may write meanwhile"
        left.append(Tally.objects.count())
        return False

    assert cleanup_schedule.sweep(timedelta(0), rest) is not None
    assert left == [cleanup.ROWS + 7, 7, 0]


def test_sessions_of_an_earlier_secret_go_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    Session.objects.create(session_key="old", session_data="cannot be read", expire_date=timezone.now() - DAY)
    assert swept() == {"sessions": 1}
    assert Session.objects.count() == 0
    assert not caplog.records, "there may be a hundred thousand of them"


def test_a_sweep_that_is_stopped_goes_on_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    past = timezone.now().timestamp() - 5
    Tally.objects.bulk_create(Tally(key=f"k{number}", number=1, until=past) for number in range(cleanup.ROWS + 7))
    assert cleanup_schedule.sweep(timedelta(0), lambda: True) is None
    assert Tally.objects.count() == 7
    monkeypatch.setattr(cleanup_schedule, "me", lambda: "another")
    assert swept() == {"counters": 7}
    assert Chore.objects.get().cleared == {"counters": cleanup.ROWS + 7}


# Tables where nobody sits down.


def test_a_table_closes_at_which_nobody_sits_down(sit: Sit) -> None:
    host, guest = make_person(), make_person("Tomás")
    table = waiting(host)
    later(13.9)
    assert swept() == {}
    page = client_of(guest).get(f"/table/{table.code}/").content.decode()
    day = (timezone.now() + timedelta(days=0.1)).strftime("%-d %B %Y")
    assert f"This table closes on {day} unless somebody sits down." in page
    french = client_of(guest).get(f"/table/{table.code}/", headers={"Accept-Language": "fr"}).content.decode()
    assert "Cette table ferme le " in french
    assert "closes on " + day in client_of(host).get("/").content.decode()
    later(0.2)
    assert swept() == {"waiting": 1}
    assert client_of(guest).get(f"/table/{table.code}/").status_code == 404
    assert Person.objects.filter(pk=host.pk).exists()


def test_coming_and_going_keeps_a_table_open_and_talking_does_not() -> None:
    host = make_person()
    table = open_table(host, Wish("ora_et_labora", 3))
    later(13)
    sit_down(table, make_person("Tomás"))
    later(13)
    tables.talk(Table.objects.get(pk=table.pk), host, "Anybody?")
    assert swept() == {}
    later(2)
    assert swept() == {"waiting": 1}


def test_who_sits_down_while_the_table_is_being_cleared_is_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sits down between the search for tables and the clearing of this one."""
    table, guest = waiting(make_person()), make_person("Tomás")
    later(15)
    find = cleanup_schedule._next_keys

    def find_and_let_somebody_in(kind: cleanup.Kind, *more: Any) -> list[object]:
        keys = find(kind, *more)
        if kind.name == cleanup.WAITING and keys:
            sit_down(table, guest)
        return keys

    monkeypatch.setattr(cleanup_schedule, "_next_keys", find_and_let_somebody_in)
    assert swept() == {}
    table.refresh_from_db()
    assert table.status == Table.PLAYING


def test_who_sits_down_at_a_table_just_cleared_is_told_so() -> None:
    table, guest = waiting(make_person()), make_person("Tomás")
    later(15)
    assert swept() == {"waiting": 1}
    with pytest.raises(CuveeError, match="perhaps it was closed"):
        sit_down(table, guest)
    with pytest.raises(CuveeError, match="perhaps it was closed"):
        tables.stand_up(table, guest)


# Matches nobody continues.


def test_a_match_ends_that_nobody_plays_on_or_looks_at(sit: Sit) -> None:
    table, clients = sit()
    play_some(table)
    later(89)
    assert swept() == {}
    lobby = clients[0].get("/").content.decode()
    assert f"ends on {(timezone.now() + DAY).strftime('%-d %B %Y')} unless somebody visits it" in lobby
    later(2)
    assert swept() == {"abandoned": 1}
    table.refresh_from_db()
    assert (table.status, table.ending, table.result) == (Table.FINISHED, "abandoned", None)
    assert Entry.objects.filter(table=table).count() == 4, "its moves stay"
    with pytest.raises(TooLate):
        play_some(table, 1)
    for path in ("", "sheet/", "replay/"):
        page = clients[0].get(f"/table/{table.code}/{path}", follow=True)
        assert page.status_code == 200
        assert ">place 1<" not in page.content.decode(), "nobody has won"
    assert "Nobody continued the match" in clients[0].get(f"/table/{table.code}/").content.decode()
    assert "ended early" in clients[1].get("/").content.decode()
    assert swept() == {}


@pytest.mark.parametrize("by", ["move", "page"])
def test_one_player_who_moves_or_looks_keeps_a_match(sit: Sit, by: str) -> None:
    table, clients = sit()
    later(89)
    if by == "move":
        play_some(table, 1)
    else:
        clients[1].get(f"/table/{table.code}/")
    later(3)
    assert swept() == {}
    later(90)
    assert swept("sessions", "guests") == {"abandoned": 1}


def test_strangers_who_look_keep_no_match_of_others(sit: Sit) -> None:
    table, _clients = sit()
    later(89)
    Client().get(f"/table/{table.code}/")
    client_of(make_person("Zofia")).get(f"/table/{table.code}/")
    later(2)
    assert swept() == {"abandoned": 1}


def test_a_look_is_noted_twice_a_day_at_most(sit: Sit) -> None:
    table, clients = sit()
    before = Table.objects.get(pk=table.pk).watched_at
    clients[0].get(f"/table/{table.code}/")
    assert Table.objects.get(pk=table.pk).watched_at == before
    later(budgets.VISIT / DAY + 0.01)
    clients[0].get(f"/table/{table.code}/")
    assert Table.objects.get(pk=table.pk).watched_at > before


def test_forks_wait_longer_and_keep_their_moves_too(sit: Sit) -> None:
    table, clients = sit()
    play_some(table)
    tables.end_without_result(Table.objects.get(pk=table.pk), tables.ABANDONED)
    fork = tables.fork(Table.objects.get(pk=table.pk), Person.objects.get(name="Aurélie"), 3)
    later(179)
    assert "abandoned" not in swept()
    later(2)
    assert swept()["abandoned"] == 1
    assert Entry.objects.filter(table=fork).count() == 3
    del clients


# Guests who stay away.


def finished(*seats: Person) -> Table:
    """A match that, according to the database, was played to its end."""
    table = open_table(seats[0], Wish("wine_cellar", len(seats)))
    for person in seats[1:]:
        sit_down(table, person)
    result = {"totals": [3] * len(seats), "places": [1] * len(seats)}
    Table.objects.filter(pk=table.pk).update(status=Table.FINISHED, finished_at=timezone.now(), result=result)
    table.places.update(to_move=False, asked_at=None)
    return table


def test_a_guest_who_stays_away_is_forgotten_and_the_opponent_keeps_the_match() -> None:
    old, still_there = make_person("Aurélie"), make_person("Tomás")
    table = finished(old, still_there)
    tables.talk(table, old, "Hello")
    later(179)
    client_of(still_there).get("/")
    assert swept() == {}
    later(2)
    assert swept() == {"guests": 1}
    assert not Person.objects.filter(pk=old.pk).exists()
    assert [seat.name for seat in Table.objects.get(pk=table.pk).places.all()] == [people_at_tables.SOMEBODY, "Tomás"]
    assert ChatLine.objects.get(table=table).name == people_at_tables.SOMEBODY
    assert Table.objects.get(pk=table.pk).result is not None


def test_nobody_is_forgotten_who_matters_to_somebody() -> None:
    ada = account("Ada")
    keep = [make_person(name) for name in ("Plays", "Knew", "Reported", "Banned", "Hosts")]
    plays, knew, reported, banned, hosts = keep
    running = open_table(plays, Wish("wine_cellar", 2))
    sit_down(running, ada)
    finished(knew, ada)
    Report.objects.create(reporter=ada, person=reported, name="Reported", about=Report.NAME, reason="rude")
    Person.objects.filter(pk=banned.pk).update(is_active=False)
    later(200)
    Table.objects.update(watched_at=timezone.now())
    open_table(hosts, Wish("wine_cellar", 2))
    Trace.objects.create(person=banned, kind=Trace.BROWSER, key="k", until=timezone.now() + DAY)
    assert swept() == {}
    assert Person.objects.filter(pk__in=[person.pk for person in [*keep, ada]]).count() == 6
    later(2)  # the ban has expired, and the report is dealt with
    Report.objects.update(dealt_with=True)
    assert swept() == {"traces": 1, "guests": 2}
    assert Person.objects.filter(pk__in=[plays.pk, knew.pk, hosts.pk, ada.pk]).count() == 4


def test_accounts_are_never_forgotten() -> None:
    account("Ada")
    Person.objects.create_superuser("mod", None)
    later(5000)
    assert swept() == {}
    assert Person.objects.count() == 2


def test_a_guest_who_comes_back_stays_known_for_as_long_again() -> None:
    guest = make_person()
    client = client_of(guest)
    later(100)
    answer = client.get("/account/")
    assert answer.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == settings.SESSION_COOKIE_AGE
    later(179)
    assert swept() == {}
    assert "Aurélie" in client.get("/account/").content.decode()
    assert settings.SESSION_COOKIE_NAME not in client.get("/account/").cookies, "not with every page"


def test_a_session_that_was_ended_is_not_brought_back() -> None:
    guest = make_person()
    client = client_of(guest)
    later(1)
    Session.objects.all().delete()
    assert settings.SESSION_COOKIE_NAME not in {name for name, one in client.get("/").cookies.items() if one["max-age"] != 0}
    assert Session.objects.count() == 0


def test_leftovers_of_forgotten_guests_go_and_matches_played_to_the_end_stay(sit: Sit) -> None:
    table, _clients = sit()
    done = finished(make_person("Bram"), make_person("Zofia"))
    later(200)
    assert swept("sessions") == {"abandoned": 1, "guests": 4}, "those who sat at the abandoned one, and the two others"
    assert swept() == {"leftovers": 1}
    assert not Table.objects.filter(pk=table.pk).exists()
    assert Table.objects.filter(pk=done.pk).exists()


# When, and by whom.


def test_never_means_never(monkeypatch: pytest.MonkeyPatch, sit: Sit) -> None:
    for name in ("WAITING_DAYS", "ABANDONED_DAYS", "FORK_DAYS", "GUEST_DAYS"):
        monkeypatch.setattr(settings, name, 0)
    sit()
    table = waiting(make_person())
    later(3000)
    assert swept("sessions") == {}
    assert "closes on" not in client_of(make_person()).get(f"/table/{table.code}/").content.decode()
    monkeypatch.setattr(settings, "SWEEP_HOURS", 0)
    cleanup_schedule.start()
    assert not [thread for thread in threading.enumerate() if thread.name == "caretaker"]


def test_people_have_their_time_after_the_site_was_away() -> None:
    table = waiting(make_person())
    later(60)
    Chore.objects.update(done_at=timezone.now() - 60 * DAY)  # nobody could have come
    assert swept() == {}
    day = (timezone.now() + cleanup.WARNING).strftime("%-d %B %Y")
    assert f"closes on {day} unless" in client_of(make_person("Tomás")).get(f"/table/{table.code}/").content.decode()
    later(13)
    assert swept() == {}
    later(1.1)
    assert swept() == {"waiting": 1}


def test_a_clock_that_was_wrong_clears_nothing_early(monkeypatch: pytest.MonkeyPatch) -> None:
    table = waiting(make_person())
    future = timezone.now() + 3650 * DAY
    monkeypatch.setattr(cleanup_schedule, "now_there", lambda: future)
    assert swept() == {}, "suddenly it is ten years later"
    monkeypatch.undo()
    assert swept() == {}, "and right again"
    assert Table.objects.filter(pk=table.pk).exists()
    assert Chore.objects.get().since <= timezone.now()


def test_a_site_that_begins_to_sweep_gives_everybody_their_time() -> None:
    Chore.objects.all().delete()
    table = waiting(make_person())
    later(100)
    assert swept() == {}
    assert Table.objects.filter(pk=table.pk).exists()


def test_only_one_process_sweeps_and_only_when_it_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    daily = timedelta(hours=24)
    Chore.objects.update(done_at=timezone.now() - timedelta(hours=23))
    assert not cleanup_schedule.take(daily)
    Chore.objects.update(done_at=timezone.now() - timedelta(hours=25))
    assert cleanup_schedule.take(daily)
    monkeypatch.setattr(cleanup_schedule, "me", lambda: "another")
    assert not cleanup_schedule.take(daily), "another process has it"
    assert cleanup_schedule.sweep(daily) is None
    with pytest.raises(CuveeError, match="another process"):
        cleanup_schedule.sweep_now()
    later(cleanup_schedule.LEASE / DAY + 0.001)
    assert cleanup_schedule.take(daily), "the process that had it has died"


def test_who_has_lost_the_chore_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    past = timezone.now().timestamp() - 5
    Tally.objects.bulk_create(Tally(key=f"k{number}", number=1, until=past) for number in range(cleanup.ROWS * 3))

    def taken_over() -> bool:
        Chore.objects.update(worker="another")
        return False

    assert cleanup_schedule.sweep(timedelta(0), taken_over) is None
    assert Tally.objects.count() == cleanup.ROWS, "one step later it is noticed"
    assert Chore.objects.get().worker == "another", "it is not ours to release"


def test_the_thread_sweeps_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleanup_schedule, "LOOK", 0.01)
    done = threading.Event()
    monkeypatch.setattr(cleanup_schedule, "sweep", lambda every, rest: done.set())
    cleanup_schedule.start()
    assert done.wait(10)
    cleanup_schedule.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "caretaker"]


@pytest.mark.parametrize("value", ["soon", "-1", "nan", "inf", ""])
def test_a_setting_that_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    from cuvee.web.settings import _span

    monkeypatch.setenv("CUVEE_GUEST_DAYS", value)
    with pytest.raises(CuveeError, match="CUVEE_GUEST_DAYS must be a number"):
        _span("CUVEE_GUEST_DAYS", 180)


UPGRADE = """
import django
django.setup()
from datetime import timedelta
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
before = MigrationExecutor(connection)
(wanted,) = before.loader.graph.node_map[("site", "0011_upkeep")].parents
old = before.migrate([wanted.key]).apps
long_ago = timezone.now() - timedelta(days=400)
person = old.get_model("site", "Person").objects.create(username="guest-x", name="X", seen_at=long_ago)
table = old.get_model("site", "Table").objects.create(
    code="old", game="wine_cellar", players=2, status="playing", watched_at=long_ago, rules="1", components="x", seed=1
)
old.get_model("site", "Seat").objects.create(table=table, number=0, person=person)
after = MigrationExecutor(connection)
after.migrate(after.loader.graph.leaf_nodes())
from cuvee.web.models import Person, Table
print(Person.objects.get().seen_at > long_ago + timedelta(days=399), Table.objects.get().watched_at > long_ago)
"""


def test_an_upgrade_takes_nobody_for_gone(tmp_path: Path) -> None:
    """Before that, visits were not recorded."""
    clean = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
    more = {"CUVEE_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "cuvee.web.settings"}
    done = subprocess.run([sys.executable, "-c", UPGRADE], env=clean | more, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "True True\n"


# What operators see.


def test_a_dry_run_says_what_would_go_and_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    data = str(settings.DATA)
    waiting(make_person())
    later(15)
    before = list(Chore.objects.values())
    assert main(["sweep", "--dry-run", "--json", "--data", data]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["dry_run"] is True
    assert told["not_before"] is None
    assert told["counts"]["waiting"] == 1
    assert (Table.objects.count(), list(Chore.objects.values())) == (1, before)
    assert main(["sweep", "--data", data]) == 0
    assert "1 tables where nobody sat down" in capsys.readouterr().out
    assert Table.objects.count() == 0


@pytest.mark.parametrize("words", [["--dry-run"], []])
def test_the_command_runs_by_itself(tmp_path: Path, words: list[str]) -> None:
    command = [sys.executable, "-m", "cuvee", "sweep", "--data", str(tmp_path), *words]
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("CUVEE_", "DJANGO_", "DATABASE_"))}
    environment["PYTHONPATH"] = str(Path(cuvee.__file__).parent.parent)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cuvee: there are no matches in")
    copy = [sys.executable, "-m", "cuvee", "backup", str(tmp_path / "cuvee.sqlite3"), "--data", str(settings.DATA)]
    subprocess.run(copy, env=environment, capture_output=True, check=True)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "       0 expired sessions\n" in done.stdout


def test_a_dry_run_says_if_people_still_have_time(capsys: pytest.CaptureFixture[str]) -> None:
    Chore.objects.update(since=timezone.now() - DAY)
    assert main(["sweep", "--dry-run", "--data", str(settings.DATA)]) == 0
    day = (timezone.now() + cleanup.WARNING - DAY).strftime("%Y-%m-%d")
    assert f"No table, match or guest is deleted before {day}" in capsys.readouterr().out


def test_no_sweep_by_hand_beside_an_embedded_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from cuvee.web.ops import backup

    with backup.serving(settings.DATA):
        assert main(["sweep", "--data", str(settings.DATA)]) == 2
    assert "another server is using" in capsys.readouterr().err


def test_numbers_tell_when_and_how_much() -> None:
    waiting(make_person())
    later(15)
    swept()
    numbers = Client().get("/metrics").content.decode()
    assert 'cuvee_cleared_total{kind="waiting"} 1.0' in numbers
    assert "cuvee_sweep_age_seconds" in numbers


def test_seats_left_to_the_house_are_still_their_persons(sit: Sit) -> None:
    """A person whose seat the house holds counts as looking at the table like anybody else."""
    table, clients = sit("ora_et_labora", 3)
    Seat.objects.filter(table=table).update(stand_in="random")
    Table.objects.filter(pk=table.pk).update(watched_at=timezone.now() - 89 * DAY, moved_at=timezone.now() - 95 * DAY)
    clients[2].get(f"/table/{table.code}/")
    later(3)
    assert swept() == {}
