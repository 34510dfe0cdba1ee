"""A session left open somewhere, or stolen: its person sees it, and ends it and all its open pages; nobody else can."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core import serializers
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cuvee.web.match import people_at_tables
from cuvee.web.models import Login, Person, new_code
from cuvee.web.people import sessions
from cuvee.web.people.password_hashing import Sparing
from tests.web.conftest import Sit, client_of, make_moderator, make_person, moderating
from tests.web.serving import PATIENCE, Served, Visitor, prepare
from tests.web.test_live import Stream
from tests.web.walking import every_path, walk_get

PASSWORD = "grand-cru-1855"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sparing, "time_cost", 1)
    monkeypatch.setattr(Sparing, "memory_cost", 1024)
    monkeypatch.setattr(sessions, "RECENT", {})


def account() -> Person:
    return Person.objects.create_user(f"ann{new_code(8)}", PASSWORD, guest=False)


def log_in(person: Person, agent: str = FIREFOX) -> Client:
    client = Client(headers={"User-Agent": agent})
    assert client.post("/account/login/", {"username": person.username, "password": PASSWORD}).status_code == 302
    return client


def page(client: Client) -> str:
    return str(client.get("/account/").content.decode())


def numbers(client: Client) -> list[str]:
    """The numbers on the buttons that end other sessions."""
    return re.findall(r'name="end" value="(\d+)"', page(client))


def inside(client: Client) -> bool:
    return bool(client.get("/account/").status_code == 200)


def test_a_person_sees_all_their_sessions_and_which_is_this_one() -> None:
    person = account()
    desk, phone = log_in(person), log_in(person, SAFARI)
    for client, here, there in (
        (desk, "Firefox on Linux", "Safari on iPhone"),
        (phone, "Safari on iPhone", "Firefox on Linux"),
    ):
        listed = re.findall(r"<li><span><b>([^<]+)</b>( <em>)?", page(client))
        assert listed == [(here, " <em>"), (there, "")]
    assert "last seen" in page(desk)


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/138.0 Safari/537.36", "Chrome on Windows"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/138.0 Safari/537.36 Edg/138.0", "Edge on Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/138.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15", "Safari on macOS"),
        ("Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/138.0 Safari/537.36", "Chrome on Linux"),
        ("curl/8.5.0", "A browser"),
        ("", "A browser"),
        ("<script>alert(1)</script>" * 50, "A browser"),
        ("Firefox/1" + "x" * 100_000, "Firefox"),
    ],
)  # fmt: skip
def test_browsers_are_named_in_plain_words(agent: str, said: str) -> None:
    client = log_in(account(), agent)
    assert re.findall(r"<li><span><b>([^<]+)</b>", page(client)) == [said]


def test_another_session_is_ended_with_one_button() -> None:
    person = account()
    mine, stolen, other = log_in(person), log_in(person), log_in(person)
    first, second = numbers(mine)
    assert mine.post("/account/sessions/", {"end": first}).status_code == 302
    assert [inside(stolen), inside(other)].count(True) == 1
    assert numbers(mine) == [second]
    assert mine.post("/account/sessions/", {"end": first}).status_code == 422, "it has ended already"
    assert inside(mine)


def test_all_others_are_ended_with_one_button() -> None:
    person = account()
    mine, *others = [log_in(person) for _time in range(4)]
    stranger = log_in(account())
    assert mine.post("/account/sessions/", {"others": "yes"}).status_code == 302
    assert [inside(client) for client in others] == [False] * 3
    assert inside(mine)
    assert inside(stranger)
    assert Session.objects.filter(login__person=person).count() == 1


def test_guests_have_sessions_too() -> None:
    guest = make_person("Ann")
    mine, copied = client_of(guest), client_of(guest)
    assert len(numbers(mine)) == 1
    mine.post("/account/sessions/", {"others": "yes"})
    assert inside(mine)
    assert not inside(copied)
    assert Person.objects.filter(pk=guest.pk).exists()


def test_nobody_ends_the_session_of_another() -> None:
    ann, eve = account(), account()
    victim, thief = log_in(ann), log_in(eve)
    number = str(Login.objects.get(person=ann).pk)
    for form in ({"end": number}, {"end": "9" * 40}, {"end": "-1"}, {"end": "x"}, {"end": ""}, {}):
        assert thief.post("/account/sessions/", form).status_code == 422
    assert Client().post("/account/sessions/", {"end": number}).status_code == 302
    assert Client().post("/account/sessions/", {"others": "yes"}).status_code == 302
    assert thief.get("/account/sessions/", {"others": "yes", "end": number}).status_code == 302
    assert inside(victim)


def test_the_own_session_ends_by_logging_out_only() -> None:
    client = log_in(account())
    own = Login.objects.get(session=client.session.session_key)
    assert client.post("/account/sessions/", {"end": str(own.pk)}).status_code == 422
    assert inside(client)


def test_a_session_that_was_ended_cannot_be_brought_back() -> None:
    person = account()
    mine, stolen = log_in(person), log_in(person)
    key = stolen.cookies["cuvee"].value
    mine.post("/account/sessions/", {"others": "yes"})
    again = Client()
    again.cookies["cuvee"] = key
    assert not inside(again)
    again.post("/account/preferences/", {"language": "fr"})
    again.post("/account/name/", {"name": "Ann"})
    assert len(numbers(mine)) == 0
    assert not Session.objects.filter(pk=key).exists()


def test_a_new_password_leaves_one_session_and_the_others_are_gone() -> None:
    person = account()
    mine, other = log_in(person), log_in(person)
    since = Login.objects.get(session=mine.session.session_key).since
    form = {"old": PASSWORD, "password": "chateau-1982", "again": "chateau-1982"}
    assert mine.post("/account/password/", form).status_code == 302
    assert not inside(other)
    (left,) = Login.objects.filter(person=person)
    assert left.session_id == mine.session.session_key
    assert left.since == since, "it is the same session, under a new key"


def test_logging_out_ends_what_was_noted_of_it() -> None:
    person = account()
    client = log_in(person)
    client.post("/account/logout/")
    assert not Login.objects.filter(person=person).exists()


def test_keys_and_addresses_of_sessions_are_on_no_page(sit: Sit) -> None:
    table, clients = sit()
    person = account()
    mine, other = log_in(person), log_in(person, SAFARI)
    keys = {client.session.session_key for client in (mine, other)}
    for client in (mine, clients[0], moderating(make_moderator())):
        for path in [*every_path(table), "/account/export/"]:
            answer = walk_get(client, path)
            told = "" if answer.streaming else answer.content.decode(errors="replace")
            assert not [key for key in keys if key in told], path
    stored = serializers.serialize("json", Login.objects.filter(person=person))
    assert "127.0.0.1" not in stored
    assert "Mozilla" not in stored
    assert "140" not in stored


def test_the_export_lists_them_and_they_go_with_the_person() -> None:
    person = account()
    mine, other = log_in(person), log_in(person, SAFARI)
    told = mine.get("/account/export/").json()["sessions"]
    assert {(session["browser"], session["system"]) for session in told} == {("Firefox", "Linux"), ("Safari", "iPhone")}
    assert all(set(session) == {"browser", "system", "since", "seen_at"} for session in told)
    assert mine.post("/account/delete/", {"password": PASSWORD}).status_code == 200
    assert not Login.objects.filter(person=person.pk).exists()
    assert not Session.objects.filter(pk=other.cookies["cuvee"].value).exists()


def test_a_guest_who_becomes_an_account_leaves_no_session_behind() -> None:
    guest, person = make_person("Ann"), account()
    copied = client_of(guest)
    key = copied.session.session_key
    people_at_tables.bring_along(guest, person)
    assert not Session.objects.filter(pk=key).exists()


def test_looking_writes_every_few_minutes_only(sit: Sit) -> None:
    table, clients = sit()
    client = clients[0]
    client.get(f"/table/{table.code}/")
    with CaptureQueriesContext(
        connection,
    ) as asked:
        for _time in range(5):
            client.get("/account/")
            client.get(f"/table/{table.code}/")
    written = [query["sql"] for query in asked if "site_login" in query["sql"] and not query["sql"].startswith("SELECT")]
    assert written == []
    login = Login.objects.get(session=client.session.session_key)
    Login.objects.filter(pk=login.pk).update(seen_at=timezone.now() - timedelta(hours=1))
    client.get("/account/")
    assert Login.objects.get(pk=login.pk).seen_at < timezone.now() - timedelta(minutes=50), "this process noted it just now"
    sessions.RECENT.clear()
    client.get("/account/")
    assert Login.objects.get(pk=login.pk).seen_at > timezone.now() - timedelta(minutes=1)


def test_so_many_sessions_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST", 3)
    person = account()
    clients = [log_in(person) for _time in range(5)]
    assert [inside(client) for client in clients] == [False, False, True, True, True]


def test_sessions_of_before_are_listed_and_can_be_ended() -> None:
    """A session stolen before the site noted sessions is found out too."""
    person = account()
    mine, stolen = log_in(person), log_in(person)
    executor = MigrationExecutor(connection)
    executor.migrate([("site", "0009_moderators")])
    fresh = MigrationExecutor(connection)
    fresh.migrate(fresh.loader.graph.leaf_nodes())
    assert Login.objects.filter(person=person).count() == 2
    mine.post("/account/sessions/", {"others": "yes"})
    assert inside(mine)
    assert not inside(stolen)


# Streams.


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Served, str, dict[str, str]]]:
    wish: dict[str, Any] = {"game": "wine_cellar", "players": 2, "people": ["Aurélie", "Tomás"]}
    codes, cookies = prepare(tmp_path / "data", wish)
    server = Served(tmp_path / "data").start()
    yield server, codes[0], cookies
    assert server.stop() == 0


@pytest.mark.parametrize("way", ["one", "others"])
def test_ending_a_session_ends_what_it_has_open_at_once(served: tuple[Served, str, dict[str, str]], way: str) -> None:
    server, code, cookies = served
    owner = Visitor(server, cookies["Tomás"])
    words = {"username": "tomas", "password": PASSWORD, "again": PASSWORD}
    assert owner.post("/account/keep/", owner.get("/account/keep/"), **words)[0] == 200
    thief = Visitor(server)
    assert thief.post("/account/login/", thief.get("/account/login/"), username="tomas", password=PASSWORD)[0] == 200
    stolen = str(next(cookie.value for cookie in thief.jar if cookie.name == "cuvee"))
    kept = str(next(cookie.value for cookie in owner.jar if cookie.name == "cuvee"))
    stream, own = Stream(server, stolen, f"/table/{code}/live"), Stream(server, kept, f"/table/{code}/live")
    stream.wait_for(1)
    own.wait_for(1)
    listed = owner.get("/account/")
    found = re.search(r'name="end" value="(\d+)"', listed)
    assert found
    form = {"end": found[1]} if way == "one" else {"others": "yes"}
    assert owner.post("/account/sessions/", listed, **form)[0] == 200
    assert stream.ended.wait(PATIENCE)
    assert not own.ended.is_set()
