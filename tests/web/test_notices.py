"""Notices of turns, for people who are not looking."""

import json
import socket
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from cuvee.web.mail import notices
from cuvee.web.match import tables
from cuvee.web.match.desk import DESK
from cuvee.web.models import Notice, Person, Seat, Table, new_code
from cuvee.web.people import accounts


@pytest.fixture(autouse=True)
def _nothing_waits() -> None:
    Notice.objects.all().delete()
    mail.outbox.clear()


def person(name: str, **more: Any) -> Person:
    return Person.objects.create_user(f"guest-{new_code(16)}", None, name=name, **more)


def by_mail(name: str = "Ann", **more: Any) -> Person:
    return person(name, email=f"{name.lower()}@example.org", email_notices=True, email_confirmed=True, **more)


def match_of(ann: Person, bo: Person, clock: str = Table.DAYS) -> Table:
    """Start a match of Viticulture: one seat at a time is asked."""
    wish = tables.Wish("viticulture", 2)
    wish.clock, wish.clock_seconds = clock, 86_400
    table = tables.open_table(ann, wish)
    tables.sit_down(table, bo)
    table.refresh_from_db()
    assert table.status == Table.PLAYING
    return table


def to_move(table: Table) -> Seat:
    return Seat.objects.filter(table=table, to_move=True).order_by("number")[0]


def come(table: Table) -> None:
    """Let the notices know that something happened at a table."""
    notices.turn_came(table, Seat.objects.filter(table=table).select_related("person"))


def move(table: Table) -> None:
    """Play for the asked seat until the turn has passed to another."""
    mover = to_move(table).number
    for _step in range(100):
        position = DESK.position(table)
        if mover not in position.state.waiting:
            break
        DESK.play(table, mover, position.state.options(mover)[0], position.asked[mover])
        come(table)


def later(minutes: float = 11) -> int:
    return notices.SENDER.send_due(timezone.now() + timedelta(minutes=minutes))


def told(table: Table) -> list[str]:
    return [notice.person.name for notice in Notice.objects.filter(table=table)]


# When notices come and go.


def test_a_notice_waits_for_whose_turn_it_is() -> None:
    table = match_of(by_mail("Ann"), by_mail("Bo"))
    come(table)
    waiting = [seat.name for seat in Seat.objects.filter(table=table, to_move=True)]
    assert told(table) == waiting
    come(table)
    assert told(table) == waiting, "one notice per turn"
    while Seat.objects.filter(table=table, to_move=True).count() > 1:
        move(table)
    before = to_move(table).name
    move(table)
    assert before not in told(table), "an answer takes the notice back"


def test_nobody_is_told_who_does_not_want_to_be_or_is_there_anyway() -> None:
    quiet = match_of(person("Ann"), person("Bo"))
    come(quiet)
    assert told(quiet) == []
    live = match_of(by_mail("Ann"), by_mail("Bo"), Table.LIVE)
    come(live)
    assert told(live) == []
    alone = tables.open_table(by_mail("Ann"), tables.Wish("wine_cellar", 2, {}, ["me", "bot:random"]))
    come(alone)
    assert told(alone) == [], "bots do not mind waiting"
    absent = match_of(by_mail("Ann"), by_mail("Bo"))
    absent.places.update(stand_in="greedy")
    come(absent)
    assert told(absent) == []


def test_who_has_looked_is_not_told_of_that_turn_again() -> None:
    table = match_of(by_mail("Ann"), by_mail("Bo"))
    come(table)
    seat = to_move(table)
    notices.looked(table, seat.person)
    come(table)  # as after a line of chat
    assert seat.name not in told(table)
    later()
    assert seat.person.email not in [letter.to[0] for letter in mail.outbox]
    for _turn in range(2):
        while Seat.objects.get(pk=seat.pk).to_move:
            move(table)
        for _step in range(10):
            if not Seat.objects.get(pk=seat.pk).to_move:
                move(table)
    assert seat.name in told(table), "the next turn is a new one"


def test_looking_at_a_table_of_others_changes_nothing() -> None:
    table = match_of(by_mail("Ann"), by_mail("Bo"))
    come(table)
    before = told(table)
    notices.looked(table, person("Eve"))
    notices.looked(table, None)
    assert told(table) == before != []


def test_the_count_of_turns_is_what_waits_for_me() -> None:
    ann = by_mail("Ann")
    one, two = match_of(ann, by_mail("Bo")), match_of(ann, by_mail("Cy"))
    Seat.objects.filter(table__in=[one, two]).update(to_move=False)
    assert notices.turns_waiting(ann) == 0
    Seat.objects.filter(table__in=[one, two], person=ann).update(to_move=True)
    assert notices.turns_waiting(ann) == 2
    two.places.filter(person=ann).update(stand_in="greedy")
    assert notices.turns_waiting(ann) == 1
    assert notices.turns_waiting(None) == 0


# Digests.


def waiting_for(ann: Person, count: int = 1) -> list[Table]:
    made = []
    for _table in range(count):
        table = match_of(ann, person("Bo"))
        table.places.filter(person=ann).update(to_move=True, asked_at=timezone.now())
        come(table)
        made.append(table)
    return made


def test_notices_are_gathered_into_one_letter() -> None:
    ann = by_mail("Ann")
    three = waiting_for(ann, 3)
    assert later(5) == 0, "not yet"
    assert mail.outbox == []
    assert later(11) == 1
    (letter,) = mail.outbox
    assert letter.to == ["ann@example.org"]
    assert letter.subject == "Cuvée: It is your turn at 3 tables"
    for table in three:
        assert f"http://localhost:8000/table/{table.code}/" in letter.body
        assert str(table.seed) not in letter.body
    assert "Viticulture" in letter.body
    assert "with Bo" in letter.body
    assert later(60) == 0, "and not again"
    come(three[0])
    assert later(120) == 0, "not even if somebody chats"
    assert len(mail.outbox) == 1


def test_a_letter_is_in_the_language_of_its_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    french = {"It is your turn in {game}": "À vous de jouer : {game}"}
    monkeypatch.setattr(notices, "translator", lambda code: (lambda text: french.get(text, text)) if code == "fr" else None)
    ann = by_mail("Ann", preferences={"language": "fr"})
    waiting_for(ann)
    later()
    assert mail.outbox[0].subject == "Cuvée: À vous de jouer : Viticulture"


def test_a_letter_tells_until_when_there_is_time() -> None:
    (table,) = waiting_for(by_mail("Ann"))
    later()
    end = timezone.now() + timedelta(days=1)
    assert str(end.year) in mail.outbox[0].body
    assert "You have time until" in mail.outbox[0].body
    assert table.code in mail.outbox[0].body


def test_what_was_settled_meanwhile_is_not_sent() -> None:
    ann = by_mail("Ann")
    one, two = waiting_for(ann, 2)
    one.places.update(to_move=False)
    tables.resign(two, two.places.get(person=ann), ann)
    assert later() == 0
    assert mail.outbox == []


def test_one_click_stops_the_letters() -> None:
    ann = by_mail("Ann")
    waiting_for(ann)
    later()
    (link,) = [word for word in mail.outbox[0].body.split() if "stop=" in word]
    address = link.removeprefix("http://localhost:8000")
    client = Client()
    assert client.get(address).status_code == 200
    ann.refresh_from_db()
    assert ann.email_notices, "mail programs follow links by themselves"
    client.post("/account/preferences/", {"stop": address.partition("stop=")[2]})
    ann.refresh_from_db()
    assert not ann.email_notices
    assert client.get(address + "x").status_code == 422
    assert client.get("/account/preferences/?stop=WzEsMl0:1:2").status_code == 422


def test_a_failing_mail_server_is_tried_again_ever_more_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting_for(by_mail("Ann"))
    tries: list[int] = []

    def broken(digest: notices.Digest) -> None:
        tries.append(len(tries))
        raise ConnectionRefusedError

    monkeypatch.setitem(notices.WAYS, notices.MAIL, broken)
    assert later(11) == 0
    assert later(12) == 0
    assert len(tries) == 1, "it waits before it tries again"
    assert later(22) == 0
    assert len(tries) == 2
    assert later(35) == 0
    assert len(tries) == 2
    monkeypatch.setitem(notices.WAYS, notices.MAIL, notices.send_mail)
    assert later(60) == 1
    assert len(mail.outbox) == 1
    assert not Notice.objects.exists()


def test_what_can_never_be_delivered_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting_for(by_mail("Ann"))

    def broken(digest: notices.Digest) -> None:
        raise notices.Undelivered("no")

    monkeypatch.setitem(notices.WAYS, notices.MAIL, broken)
    for hours in range(1, 60, 6):
        later(hours * 60)
    assert not Notice.objects.exists()


# Webhooks.


class Chat(BaseHTTPRequestHandler):
    """A chat program that accepts webhooks."""

    got: list[dict[str, Any]] = []
    status = 204

    def do_POST(self) -> None:
        Chat.got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(Chat.status)
        if Chat.status == 302:
            self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def chat() -> Iterator[str]:
    Chat.got, Chat.status = [], 204
    server = HTTPServer(("127.0.0.1", 0), Chat)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook?key=1"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_webhook_gets_the_digest(chat: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUVEE_WEBHOOK_PRIVATE", "yes")
    one, two = waiting_for(person("Ann", webhook=chat), 2)
    assert later() == 1
    (got,) = Chat.got
    assert got["text"].startswith("It is your turn at 2 tables")
    assert [table["code"] for table in got["tables"]] == [one.code, two.code]
    assert got["tables"][0]["address"] == f"http://localhost:8000/table/{one.code}/"
    assert got["tables"][0]["deadline"]


def test_a_webhook_into_our_own_network_is_never_called(chat: str) -> None:
    waiting_for(person("Ann", webhook=chat))
    assert later() == 0
    assert Chat.got == []


def test_a_name_that_leads_into_our_own_network_is_never_called(chat: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(host: str, port: int, **more: Any) -> list[Any]:
        assert host == "innocent.example.org"
        return [(2, 1, 6, "", ("93.184.216.34", port)), (2, 1, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    waiting_for(person("Ann", webhook=chat.replace("127.0.0.1", "innocent.example.org")))
    assert later() == 0
    assert Chat.got == []


@pytest.mark.parametrize("status", [302, 500])
def test_a_webhook_that_refuses_is_tried_again_and_redirections_are_not_followed(
    chat: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUVEE_WEBHOOK_PRIVATE", "yes")
    Chat.status = status
    waiting_for(person("Ann", webhook=chat))
    assert later() == 0
    assert len(Chat.got) == 1
    Chat.status = 200
    assert later(60) == 1
    assert len(Chat.got) == 2


def test_only_the_way_that_failed_is_tried_again(chat: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUVEE_WEBHOOK_PRIVATE", "yes")
    Chat.status = 500
    waiting_for(by_mail("Ann", webhook=chat))
    assert later() == 1
    Chat.status = 200
    assert later(60) == 1
    assert len(mail.outbox) == 1
    assert len(Chat.got) == 2


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("0.0.0.0", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:10.0.0.1", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::7f00:1", False),
    ],
)
def test_which_addresses_are_out_in_the_world(address: str, public: bool) -> None:
    assert notices.public_address(address) is public


# The thread.


def test_the_thread_sends_and_stops(settings_minutes: None) -> None:
    waiting_for(by_mail("Ann"))
    Notice.objects.update(made_at=timezone.now() - timedelta(minutes=1))
    notices.start()
    try:
        for _try in range(100):
            if mail.outbox:
                break
            threading.Event().wait(0.05)
    finally:
        notices.stop()
    assert len(mail.outbox) == 1
    assert not any(thread.name == "notices" for thread in threading.enumerate())


@pytest.fixture
def settings_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.conf import settings

    monkeypatch.setattr(settings, "NOTICE_MINUTES", 0.01)


def test_what_the_site_remembers_is_not_exported() -> None:
    ann = by_mail("Ann")
    (table,) = waiting_for(ann)
    notices.looked(table, ann)
    ann.refresh_from_db()
    assert notices.TOLD in ann.preferences
    assert notices.TOLD not in accounts.everything_about(ann)["person"]["preferences"]
