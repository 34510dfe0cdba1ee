"""Somebody who is blocked, muted or reported tries every way back, and every way to find out about it."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from cuvee.web.match import people_at_tables, tables
from cuvee.web.models import ChatLine, Distance, Note, Person, Report, Table, new_code
from cuvee.web.people import trust
from tests.web.conftest import Sit, client_of, forget_limits, make_moderator, make_person, moderating
from tests.web.test_security import first_update
from tests.web.test_trust import person_of, waiting_table
from tests.web.walking import ROUTES, address


def blocked_pair() -> tuple[Person, Person]:
    """A person who blocked, and the one they blocked."""
    host, rude = make_person("Host"), make_person("Rude")
    trust.keep_away(host, rude, Distance.BLOCK)
    return host, rude


def seated(table: Table) -> set[int | None]:
    return {seat.person_id for seat in table.places.all()}


def try_every_door(client: Client, table: Table) -> list[Any]:
    """Try every address that could give a seat: the table, the lobby, the invitation, with and without a seat number."""
    doors = [f"/table/{table.code}/sit", f"/table/{table.code}/join/{table.invitation}/"]
    answers = [client.post(door, form) for door in doors for form in ({}, {"seat": "1"}, {"seat": "1", "name": "Other"})]
    for route in ROUTES:
        if "<str:code>" in str(route.pattern):
            path = address(route, table, invitation=table.invitation)
            client.post(path, {"seat": "1", "as": "1", "level": "vintner", "at": "0", "sure": "yes", "text": "hello"})
    return answers


@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("who_blocks", ["host", "guest"])
def test_no_door_leads_to_a_seat_beside_somebody_who_blocked(public: bool, who_blocks: str) -> None:
    host, other = make_person("Host"), make_person("Other")
    trust.keep_away(*((host, other) if who_blocks == "host" else (other, host)), Distance.BLOCK)
    table = waiting_table(host, 3, public)
    answers = try_every_door(client_of(other), table)
    assert {answer.status_code for answer in answers} == {403}
    assert seated(table) == {host.pk, None}
    tables.sit_down(table, make_person("Third"))  # for everybody else the seat is open


def test_a_table_of_others_where_somebody_sits_who_blocked_is_closed_too() -> None:
    host, rude = blocked_pair()
    third = make_person("Third")
    table = waiting_table(third, 3)
    tables.sit_down(table, host)
    assert {answer.status_code for answer in try_every_door(client_of(rude), table)} == {403}
    assert rude.pk not in seated(table)
    tables.stand_up(table, host)
    tables.sit_down(table, rude)  # when they have gone there is no reason any more
    with pytest.raises(trust.NotOpen):
        tables.sit_down(table, host)


def test_who_left_a_waiting_table_does_not_come_back_after_a_block() -> None:
    host, rude = make_person("Host"), make_person("Rude")
    table = waiting_table(host, 3)
    client = client_of(rude)
    assert client.post(f"/table/{table.code}/sit").status_code == 302
    trust.keep_away(host, rude, Distance.BLOCK)
    tables.part(host, rude)
    assert {answer.status_code for answer in try_every_door(client, table)} == {403}
    assert seated(table) == {host.pk, None}


def test_a_seat_in_a_running_match_stays_ones_own_after_a_block(sit: Sit) -> None:
    """Nobody wins by blocking: a person who was away can still take their seat back."""
    table, clients = sit()
    ann, bob = (person_of(client) for client in clients)
    table.places.filter(person=bob).update(stand_in=tables.STAND_IN)
    trust.keep_away(ann, bob, Distance.BLOCK)
    tables.part(ann, bob)
    assert clients[1].post(f"/table/{table.code}/back").status_code == 302
    assert table.places.get(person=bob).stand_in == ""


def test_the_lobby_shows_neither_the_tables_of_the_other() -> None:
    host, rude = blocked_pair()
    theirs, mine = waiting_table(host), waiting_table(rude)
    stranger = client_of(make_person("Stranger")).get("/").content.decode()
    assert theirs.code in stranger
    assert mine.code in stranger
    for headers in ({}, {"HX-Request": "true"}):
        assert theirs.code not in client_of(rude).get("/?part=lists", headers=headers).content.decode()
        assert mine.code not in client_of(host).get("/?part=lists", headers=headers).content.decode()


def test_who_is_blocked_is_told_nothing_specific() -> None:
    host, rude = blocked_pair()
    table = waiting_table(host, 3)
    client = client_of(rude)
    room = client.get(f"/table/{table.code}/join/{table.invitation}/").content.decode()
    assert "This seat is not open to you" in room
    assert 'id="sit-form"' not in room
    refused = client.post(f"/table/{table.code}/sit").content.decode()
    assert "This seat is not open to you" in refused
    assert not re.search("[Bb]locked|[Mm]uted", room + refused)
    about_me = client.get("/account/").content.decode() + client.get("/account/export/").content.decode()
    assert "Host" not in about_me
    assert "Rude" in client_of(host).get("/account/").content.decode()


def test_a_block_follows_a_guest_into_an_account() -> None:
    """Logging in and bringing the matches along is no way around it."""
    host, guest = blocked_pair()
    username = f"rude{new_code(8)}"
    account = Person.objects.create_user(username, "long enough words", guest=False)
    client = client_of(guest)
    form = {"username": username, "password": "long enough words", "along": "yes"}
    assert client.post("/account/login/", form).status_code == 302
    assert trust.apart(account) == {host.pk}
    assert client.post(f"/table/{waiting_table(host).code}/sit").status_code == 403


def test_a_mute_becomes_a_block_if_either_name_was_blocked() -> None:
    host, guest = blocked_pair()
    account = make_person("Account")
    trust.keep_away(host, account, Distance.MUTE)
    trust.keep_away(guest, account, Distance.MUTE)  # themselves, as it turns out
    people_at_tables.bring_along(guest, account)
    assert list(Distance.objects.filter(person=host).values_list("other", "kind")) == [(account.pk, Distance.BLOCK)]
    assert not Distance.objects.filter(person=account).exists()


def test_another_name_is_no_way_around_a_mute(sit: Sit) -> None:
    table, (ann, bob) = sit()
    trust.keep_away(person_of(ann), person_of(bob), Distance.MUTE)
    bob.post("/account/name/", {"name": "Angel"})
    bob.post(f"/table/{table.code}/chat", {"text": "rude-words"})
    assert "rude-words" not in ann.get(f"/table/{table.code}/").content.decode()
    assert "rude-words" not in first_update(ann, table)
    htmx = {"HX-Request": "true"}
    answered = ann.post(f"/table/{table.code}/answer", {"as": "0", "option": "999", "asked": "0"}, headers=htmx)
    assert "chat" in answered.content.decode(), "a refusal includes the table as it is now"
    assert "rude-words" not in answered.content.decode()


def test_who_mutes_whom_is_in_nobody_elses_page(sit: Sit) -> None:
    """What others are sent is exactly the same before and after."""
    table, (ann, bob) = sit()
    bob.post(f"/table/{table.code}/chat", {"text": "words"})
    watcher = client_of(make_person("Watcher"))
    pages = [(bob, f"/table/{table.code}/"), (watcher, f"/table/{table.code}/"), (Client(), f"/table/{table.code}/")]

    def sent() -> list[str]:
        texts = [client.get(path).content.decode() for client, path in pages]
        return [re.sub(r'csrfmiddlewaretoken" value="\w+"', "", text) for text in texts] + [first_update(bob, table)]

    before = sent()
    trust.keep_away(person_of(ann), person_of(bob), Distance.BLOCK)
    ann.get(f"/table/{table.code}/")
    first_update(ann, table)
    assert sent() == before


@pytest.mark.parametrize("made_up", ["", "x", "0" * 20, "é" * 20, "1", "../..", "99999999999999999999"])
def test_nobody_is_named_whom_one_has_not_met(sit: Sit, made_up: str) -> None:
    table, (ann, _bob) = sit()
    stranger = make_person("Stranger")
    elsewhere = trust.handle("another", stranger.pk)
    before = Distance.objects.count(), Report.objects.count()
    for whom in (made_up, elsewhere, str(stranger.pk)):
        for what in ("mute", "block", "release"):
            assert ann.post("/people/", {what: f"{table.code}:{whom}"}).status_code in (404, 422)
        assert ann.post(f"/table/{table.code}/report", {"whom": whom, "about": "name", "reason": "x"}).status_code == 422
        assert ann.get(f"/table/{table.code}/report", {"whom": whom}).status_code == 422
    assert ann.post("/people/", {"undo": made_up}).status_code in (302, 422)
    assert (Distance.objects.count(), Report.objects.count()) == before


def test_a_report_shows_no_line_of_another_table_and_nothing_hidden(sit: Sit) -> None:
    table, (ann, bob) = sit(seed=987_654_321)
    secret = waiting_table(person_of(bob), 2, public=False)
    line = ChatLine.objects.create(table=secret, person=person_of(bob), name="Tomás", text="private-words")
    Note.objects.create(table=table, person=person_of(bob), text="private-note")
    whom = trust.handle(table.code, person_of(bob).pk)
    for number in (str(line.pk), "0", "-1", "x", "9" * 30):
        asked = {"whom": whom, "line": number}
        assert "private-words" not in ann.get(f"/table/{table.code}/report", asked).content.decode()
        assert ann.post(f"/table/{table.code}/report", asked | {"about": "talk", "reason": "x"}).status_code == 422
    for about in ("name", "table"):
        ann.post(f"/table/{table.code}/report", {"whom": whom, "about": about, "reason": "look"})
    moderator = moderating(make_moderator())
    seen = moderator.get("/moderation/site/report/").content.decode()
    for report in Report.objects.filter(table=table):
        seen += moderator.get(f"/moderation/site/report/{report.pk}/change/").content.decode()
    assert "look" in seen
    for hidden in ("private-words", "private-note", "987654321", secret.code):
        assert hidden not in seen


def test_a_flood_of_reports_is_stopped(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    forget_limits(monkeypatch)
    monkeypatch.setitem(settings.LIMITS, "reports", 3)
    table, (ann, bob) = sit()
    form = {"whom": trust.handle(table.code, person_of(bob).pk), "about": "table", "reason": "x" * 9000}
    answers = [ann.post(f"/table/{table.code}/report", form) for _time in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 3
    assert int(answers[-1].headers["Retry-After"]) > 0
    stored = Report.objects.filter(reporter=person_of(ann))
    assert [len(report.reason) for report in stored] == [500] * 3


def test_only_moderators_read_reports(sit: Sit) -> None:
    _table, (ann, _bob) = sit()
    for client in (ann, Client()):
        assert client.get("/moderation/site/report/").status_code == 302


def test_words_in_a_report_stay_words(sit: Sit) -> None:
    table, (ann, bob) = sit()
    hostile = "<script>alert(1)</script>"
    bob.post(f"/table/{table.code}/chat", {"text": hostile})
    line = ChatLine.objects.get(table=table)
    form = {"whom": trust.handle(table.code, person_of(bob).pk), "line": str(line.pk), "about": "talk", "reason": hostile}
    pages = [ann.get(f"/table/{table.code}/report", form), ann.post(f"/table/{table.code}/report", form)]
    moderator = moderating(make_moderator())
    pages.append(moderator.get("/moderation/site/report/"))
    assert "&lt;script&gt;alert" in pages[0].content.decode()
    assert "&lt;script&gt;alert" in pages[2].content.decode()
    assert all(hostile not in answer.content.decode() for answer in pages)
