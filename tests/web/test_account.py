"""People: guests, accounts, preferences, their data, and leaving."""

import json
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client

from cuvee.web.match import tables
from cuvee.web.models import ChatLine, Note, Person, Seat, Table, new_code
from cuvee.web.people import accounts
from cuvee.web.people.password_hashing import Sparing

PASSWORD = "grand-cru-1855"


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(Sparing, "time_cost", 1)  # still argon2, only faster
    monkeypatch.setattr(Sparing, "memory_cost", 1024)


def visitor() -> Client:
    return Client(enforce_csrf_checks=False, raise_request_exception=True)


def guest(name: str = "Ann") -> tuple[Client, Person]:
    client = visitor()
    answer = client.post("/account/name/", {"name": name})
    assert answer.status_code == 302
    return client, Person.objects.get(pk=client.session["_auth_user_id"])


def account(name: str = "Ann") -> tuple[Client, Person, str]:
    client, person = guest(name)
    username = f"user{new_code(8)}"
    answer = client.post("/account/keep/", {"username": username, "password": PASSWORD, "again": PASSWORD})
    assert answer.status_code == 302
    person.refresh_from_db()
    return client, person, username


def match_of(*persons: Person, bots: int = 0, start: bool = True) -> Table:
    wish = tables.Wish("wine_cellar", 2, {}, ["me"] + ["open"] * (len(persons) - 1) + ["bot:random"] * bots)
    table = tables.open_table(persons[0], wish)
    for person in persons[1:]:
        tables.sit_down(table, person)
    table.refresh_from_db()
    assert not start or table.status == Table.PLAYING
    return table


def text(answer: Any) -> str:
    return str(answer.content.decode())


# Guests.


def test_a_visitor_picks_a_name_and_is_known() -> None:
    client, person = guest("  Aurélie\u200b  Noir ")
    assert person.guest
    assert person.name == "Aurélie Noir"
    assert "Aurélie Noir" in text(client.get("/account/"))


@pytest.mark.parametrize("name", ["", "   ", "\u200b\n", "x" * 31])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    before = Person.objects.count()
    answer = visitor().post("/account/name/", {"name": name})
    assert answer.status_code == 422
    assert 'role="alert"' in text(answer)
    assert Person.objects.count() == before


def test_a_name_cannot_inject() -> None:
    client, person = guest("<script>alert(1)</script>")
    assert person.name == "<script>alert(1)</script>"
    page = text(client.get("/account/"))
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_somebody_without_a_name_is_asked_for_one() -> None:
    for address in ("/account/", "/account/password/", "/account/export/", "/account/delete/"):
        answer = visitor().get(address)
        assert answer.status_code == 302
        assert answer["Location"] == f"/account/name/?next={address}"


def test_another_name_stands_at_the_tables_too() -> None:
    client, person = guest("Ann")
    table = match_of(person, bots=1)
    tables.talk(table, person, "hello")
    assert client.post("/account/name/", {"name": "Anne"}).status_code == 302
    assert table.places.get(number=0).name == "Anne"
    assert table.chat.get().name == "Anne"
    assert client.post("/account/name/", {"name": ""}).status_code == 422
    assert Person.objects.get(pk=person.pk).name == "Anne"


@pytest.mark.parametrize(
    ("wanted", "led_to"),
    [
        ("/rules/wine_cellar/?q=1#s2", "/rules/wine_cellar/?q=1#s2"),
        ("https://elsewhere.example/", "/"),
        ("//elsewhere.example/", "/"),
        ("/\\elsewhere.example/", "/"),
        ("///elsewhere.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("\t//elsewhere.example", "/"),
    ],
)
def test_a_form_leads_on_to_pages_of_ours_only(wanted: str, led_to: str) -> None:
    answer = visitor().post("/account/name/", {"name": "Ann", "next": wanted})
    assert answer["Location"] == led_to
    cookie = visitor().post("/account/preferences/", {"language": "fr", "next": wanted})
    assert cookie["Location"] == led_to


# Accounts.


def test_a_guest_becomes_an_account_and_keeps_the_matches() -> None:
    client, person = guest("Ann")
    table = match_of(person, bots=1)
    session = client.session.session_key
    name = f"Ann{new_code(6)}"
    answer = client.post("/account/keep/", {"username": name, "password": PASSWORD, "again": PASSWORD})
    assert answer.status_code == 302
    assert client.session.session_key != session
    person.refresh_from_db()
    assert not person.guest
    assert person.password.startswith("argon2")
    assert table.places.get(number=0).person == person
    assert "Ann" in text(client.get("/account/")), "still logged in"

    elsewhere = visitor()
    assert elsewhere.post("/account/login/", {"username": name.upper(), "password": PASSWORD}).status_code == 302
    assert elsewhere.session["_auth_user_id"] == str(person.pk)


@pytest.mark.parametrize(
    ("username", "password", "again"),
    [
        ("", PASSWORD, PASSWORD),
        ("two words", PASSWORD, PASSWORD),
        ("<b>", PASSWORD, PASSWORD),
        ("guest-abc", PASSWORD, PASSWORD),
        ("x" * 31, PASSWORD, PASSWORD),
        ("somename", PASSWORD, PASSWORD + "!"),
        ("somename", "4711", "4711"),
        ("somename", "password123", "password123"),
        ("somename", "x" * 5000, "x" * 5000),
    ],
)
def test_an_account_that_cannot_be_is_refused_and_changes_nothing(username: str, password: str, again: str) -> None:
    client, person = guest()
    answer = client.post("/account/keep/", {"username": username, "password": password, "again": again})
    assert answer.status_code == 422
    assert f'value="{password}"' not in text(answer), "a password is never sent back"
    person.refresh_from_db()
    assert person.guest
    assert not person.has_usable_password()


def test_a_user_name_is_given_once_whatever_its_case() -> None:
    _client, _person, username = account()
    client, person = guest("Bo")
    answer = client.post("/account/keep/", {"username": username.upper(), "password": PASSWORD, "again": PASSWORD})
    assert answer.status_code == 422
    assert "taken" in text(answer)
    person.refresh_from_db()
    assert person.guest


def test_somebody_new_can_make_an_account_at_once() -> None:
    client = visitor()
    name = f"Zoe{new_code(6)}"
    before = Person.objects.count()
    assert client.post("/account/keep/", {"username": name, "password": "4711", "again": "4711"}).status_code == 422
    assert Person.objects.count() == before
    assert client.post("/account/keep/", {"username": name, "password": PASSWORD, "again": PASSWORD}).status_code == 302
    person = Person.objects.get(pk=client.session["_auth_user_id"])
    assert (person.username, person.name, person.guest) == (name.casefold(), name, False)


def test_logging_in_makes_a_new_session() -> None:
    _client, person, username = account()
    client = visitor()
    client.cookies["cuvee"] = "0123456789abcdef0123456789abcdef"  # planted by somebody else
    client.get("/account/login/")
    client.post("/account/login/", {"username": username, "password": PASSWORD})
    assert client.cookies["cuvee"].value != "0123456789abcdef0123456789abcdef"
    assert client.session["_auth_user_id"] == str(person.pk)


def test_a_wrong_password_is_refused_without_saying_what_was_wrong() -> None:
    _client, _person, username = account()
    wrong = visitor().post("/account/login/", {"username": username, "password": "not-that-one"})
    nobody = visitor().post("/account/login/", {"username": "nobody-at-all", "password": "not-that-one"})
    assert wrong.status_code == nobody.status_code == 422
    say = "This user name and password do not match"
    assert say in text(wrong)
    assert say in text(nobody)


def test_guessing_passwords_is_made_slow() -> None:
    _client, _person, username = account()
    for _time in range(10):
        assert visitor().post("/account/login/", {"username": username, "password": "guess"}).status_code == 422
    answer = visitor().post("/account/login/", {"username": username, "password": PASSWORD})
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 600
    assert "Too many wrong passwords" in text(answer)


def test_a_guest_who_logs_in_brings_the_matches_along() -> None:
    _client, ann, username = account("Ann")
    client, person = guest("Visitor")
    table = match_of(person, bots=1)
    tables.talk(table, person, "hello")
    Note.objects.create(table=table, person=person, text="bid low")
    client.post("/account/login/", {"username": username, "password": PASSWORD, "along": "yes"})
    place = table.places.get(number=0)
    assert (place.person, place.name) == (ann, "Ann")
    assert Note.objects.get(table=table).person == ann
    assert table.chat.get().person == ann
    assert not Person.objects.filter(pk=person.pk).exists()


def test_a_banned_person_is_out_at_once() -> None:
    client, person, username = account()
    Person.objects.filter(pk=person.pk).update(is_active=False)
    assert client.get("/account/").status_code == 302
    assert client.post("/account/login/", {"username": username, "password": PASSWORD}).status_code == 422


def test_logging_out_needs_a_form() -> None:
    client, _person, _username = account()
    assert client.get("/account/logout/").status_code == 200
    assert "_auth_user_id" in client.session
    client.post("/account/logout/")
    assert "_auth_user_id" not in client.session


def test_a_guest_is_warned_before_the_matches_are_lost() -> None:
    client, ann = guest("Ann")
    _other, bo = guest("Bo")
    table = match_of(ann, bo)
    answer = client.post("/account/logout/")
    assert answer.status_code == 200
    assert "lost to you" in text(answer)
    assert "_auth_user_id" in client.session
    client.post("/account/logout/", {"sure": "yes"})
    assert "_auth_user_id" not in client.session
    assert table.places.get(person=ann).stand_in == tables.STAND_IN, "Bo does not wait for ever"


def test_a_new_password_keeps_this_session_and_ends_the_others() -> None:
    client, _person, username = account()
    other = visitor()
    other.post("/account/login/", {"username": username, "password": PASSWORD})
    wrong = client.post("/account/password/", {"old": "no", "password": "chateau-1982", "again": "chateau-1982"})
    assert wrong.status_code == 422
    right = client.post("/account/password/", {"old": PASSWORD, "password": "chateau-1982", "again": "chateau-1982"})
    assert right.status_code == 302
    assert client.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302
    again = visitor()
    assert again.post("/account/login/", {"username": username, "password": PASSWORD}).status_code == 422
    assert again.post("/account/login/", {"username": username, "password": "chateau-1982"}).status_code == 302


def test_forms_from_elsewhere_are_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    for address in ("name", "keep", "login", "logout", "password", "preferences", "delete"):
        assert client.post(f"/account/{address}/", {"name": "Ann", "language": "fr"}).status_code == 403


# Preferences.


def test_language_works_without_a_name() -> None:
    client = visitor()
    assert 'lang="en"' in text(client.get("/account/name/"))
    answer = client.post("/account/preferences/", {"language": "fr", "next": "/account/name/"})
    assert answer["Location"] == "/account/name/"
    assert answer.cookies["language"]["max-age"] == 60 * 60 * 24 * 365
    assert '<html lang="fr"' in text(client.get("/account/name/"))


def test_language_follows_the_person_to_another_browser() -> None:
    client, _person, username = account()
    client.post("/account/preferences/", {"language": "fr"})
    other = visitor()
    other.post("/account/login/", {"username": username, "password": PASSWORD})
    assert '<html lang="fr"' in text(other.get("/account/"))


def test_preferences_are_kept_each_on_its_own() -> None:
    client, person = guest()
    client.post("/account/preferences/", {"section": "play", "confirm": "never", "keys": "off", "motion": "slow"})
    client.post("/account/preferences/", {"language": "fr"})
    person.refresh_from_db()
    assert [accounts.preference(person, key) for key in ("confirm", "keys", "motion")] == ["never", "off", "slow"]
    assert person.preferences["language"] == "fr"
    assert 'data-keys="off"' in text(client.get("/account/"))


@pytest.mark.parametrize("form", [{"motion": "wild"}, {"language": "xx"}, {"confirm": "<b>"}])
def test_a_choice_that_does_not_exist_is_refused(form: dict[str, str]) -> None:
    client, person = guest()
    assert client.post("/account/preferences/", form).status_code == 422
    person.refresh_from_db()
    assert person.preferences == {}
    assert visitor().post("/account/preferences/", form).status_code in (302, 422)


@pytest.mark.parametrize(
    "form",
    [
        {"email_notices": "on", "email": ""},
        {"email": "no address"},
        {"email": "a@b.example\nBcc: c@d.example"},
        {"webhook": "ftp://example.org/x"},
        {"webhook": "javascript:alert(1)"},
        {"webhook": "http://localhost/x"},
        {"webhook": "http://127.0.0.1:8000/x"},
        {"webhook": "http://[::1]/x"},
        {"webhook": "http://169.254.169.254/latest/"},
        {"webhook": "http://user:pass@example.org/"},
        {"webhook": "http://example.org:99999/"},
        {"webhook": "https://example.org/" + "x" * 300},
        {"webhook": "https://example.org/\r\nX: y"},
    ],
)
def test_notices_go_to_real_addresses_only(form: dict[str, str]) -> None:
    client, person = guest()
    answer = client.post("/account/preferences/", {"section": "notices", **form})
    assert answer.status_code == 422
    assert 'role="alert"' in text(answer)
    person.refresh_from_db()
    assert (person.email, person.webhook, person.email_notices) == ("", "", False)


def test_notices_can_be_set_and_taken_back() -> None:
    client, person = guest()
    form = {
        "section": "notices",
        "email_notices": "on",
        "email": "ann@example.org",
        "webhook": "https://chat.example.org/h?k=1",
    }
    assert client.post("/account/preferences/", form).status_code == 302
    person.refresh_from_db()
    assert (person.email_notices, person.email, person.webhook) == (True, "ann@example.org", "https://chat.example.org/h?k=1")
    client.post("/account/preferences/", {"section": "notices", "email": "", "webhook": ""})
    person.refresh_from_db()
    assert (person.email_notices, person.email, person.webhook) == (False, "", "")


# Data.


def test_the_export_holds_everything_of_mine_and_no_secret() -> None:
    client, ann, username = account("Ann")
    _other, bo = guest("Bo")
    table = match_of(ann, bo)
    tables.talk(table, ann, "good luck")
    tables.talk(table, bo, "to you too")
    Note.objects.create(table=table, person=ann, text="bid low")
    Note.objects.create(table=table, person=bo, text="she bids low")
    from cuvee.web.match.desk import DESK

    position = DESK.position(table)
    answers = {seat: position.state.format(seat, position.state.options(seat)[0]) for seat in (0, 1)}
    DESK.play(table, 0, answers[0], position.asked[0])
    DESK.play(table, 1, answers[1], position.asked[1])
    answer = client.get("/account/export/")
    assert answer["Content-Disposition"].startswith("attachment")
    whole = text(answer)
    data = json.loads(whole)
    assert data["person"]["user_name"] == username
    (listed,) = data["tables"]
    assert listed["code"] == table.code
    assert [seat["yours"] for seat in listed["seats"]] == [True, False]
    assert [move["text"] for move in listed["your_moves"]] == [answers[0]], "not what Bo bid"
    assert [line["text"] for line in data["chat"]] == ["good luck"]
    assert [note["text"] for note in data["notes"]] == ["bid low"]
    assert str(table.seed) not in whole
    assert table.invitation not in whole
    assert "she bids low" not in whole
    assert ann.password not in whole


def test_deleting_me_asks_first() -> None:
    client, ann, _username = account("Ann")
    for form in ({}, {"password": "wrong"}, {"word": "delete"}):
        assert client.post("/account/delete/", form).status_code == 422
    assert Person.objects.filter(pk=ann.pk).exists()
    other, bo = guest("Bo")
    assert other.post("/account/delete/", {"word": "no"}).status_code == 422
    assert Person.objects.filter(pk=bo.pk).exists()


def test_deleting_me_leaves_the_matches_of_others_whole() -> None:
    client, ann, username = account("Annelore")
    other, bo = guest("Bo")
    table, alone, waiting = match_of(ann, bo), match_of(ann, bots=1), tables.open_table(ann, tables.Wish("wine_cellar", 2))
    theirs = tables.open_table(bo, tables.Wish("viticulture", 3))
    tables.sit_down(theirs, ann)
    tables.talk(table, ann, "good luck")
    Note.objects.create(table=table, person=ann, text="bid low")
    second = visitor()
    second.post("/account/login/", {"username": username, "password": PASSWORD})

    answer = client.post("/account/delete/", {"password": PASSWORD})
    assert answer.status_code == 200
    assert not Person.objects.filter(pk=ann.pk).exists()
    assert client.get("/account/").status_code == 302
    assert second.get("/account/").status_code == 302
    assert not Seat.objects.filter(name="Annelore").exists()
    assert not ChatLine.objects.filter(name="Annelore").exists()
    place = table.places.get(number=0)
    assert (place.person, place.name, place.stand_in, place.open) == (None, "somebody", tables.STAND_IN, False)
    assert table.places.get(number=1).person == bo
    line = table.chat.get()
    assert (line.name, line.text) == ("somebody", "good luck")
    assert not Note.objects.filter(table=table).exists()
    assert not Table.objects.filter(pk__in=[alone.pk, waiting.pk]).exists()
    assert theirs.places.get(number=1).open, "the seat at a table that has not begun is free again"
    assert other.get("/account/").status_code == 200


def test_a_guest_deletes_by_a_word() -> None:
    client, person = guest()
    assert client.post("/account/delete/", {"word": " Delete "}).status_code == 200
    assert not Person.objects.filter(pk=person.pk).exists()


def test_no_session_keeps_a_password() -> None:
    client, _person, _username = account()
    stored = Session.objects.get(pk=client.session.session_key).get_decoded()
    assert PASSWORD not in json.dumps(stored)
