"""Junk by the megabyte: what one person or one address can store in a day is limited, however it is sent."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from cuvee.web.models import ChatLine, Entry, Note, Person, Table
from cuvee.web.people import rate_limits
from tests.web.conftest import Sit, client_of, forget_limits, make_person
from tests.web.nuisances import JOURNAL, heavy

MEGABYTE = 1024**2


@pytest.fixture(autouse=True)
def budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """One megabyte a day for a person, three for an address."""
    forget_limits(monkeypatch)
    monkeypatch.setitem(settings.LIMITS, "storage", 1)
    monkeypatch.setattr(settings, "LIMIT_ADDRESS", 3)


def stored() -> int:
    """Count the bytes that people have stored in the database."""
    tables = sum(len(json.dumps([table.options, table.overrides])) for table in Table.objects.all())
    notes = sum(len(note.text.encode()) for note in Note.objects.all())
    talk = sum(len(line.text.encode()) for line in ChatLine.objects.all())
    moves = sum(len(entry.text.encode()) + len(entry.after) for entry in Entry.objects.all())
    return tables + notes + talk + moves


def until_refused(bring: Callable[[int], Any], most: int = 400) -> Any:
    """Send something again and again; return the first refusal."""
    for number in range(most):
        answer = bring(number)
        if answer.status_code == 429:
            assert 0 < int(answer.headers["Retry-After"]) <= 86_400
            assert "more than we can store for you in a day" in answer.content.decode()
            assert "24 hours" in answer.content.decode()
            return answer
        assert answer.status_code in (204, 302)
    raise AssertionError("it was never refused")


def note_down(client: Client, tables: list[Table], letters: str = "ж") -> Callable[[int], Any]:
    text = letters * 10_000
    return lambda number: client.post(f"/table/{tables[number % len(tables)].code}/note", {"text": text})


def test_a_journal_is_stored_as_the_site_writes_it_and_not_as_it_came() -> None:
    """Moves may have spaces around them: a megabyte of those is not counted, so it must not be stored either."""
    journal = json.loads(JOURNAL)
    journal["moves"][0][1] = " " * MEGABYTE + journal["moves"][0][1].upper()
    client = client_of(make_person())
    answer = client.post("/import/", {"text": json.dumps(journal)})
    assert answer.status_code == 302
    code = answer.headers["Location"].strip("/").split("/")[-1]
    texts = Entry.objects.filter(table__code=code).values_list("text", flat=True)
    assert list(texts) == [text for _seat, text, _digest in json.loads(JOURNAL)["moves"]]


@pytest.fixture
def tables(sit: Sit) -> list[Table]:
    """Many tables to write notes about."""
    table = sit("wine_cellar", 2)[0]
    fields = {"game": table.game, "players": 2, "rules": table.rules, "components": table.components, "start": table.start}
    return [table, *(Table.objects.create(**fields) for _number in range(299))]


def test_notes_of_a_person_have_an_end_and_a_refused_one_changes_nothing(tables: list[Table]) -> None:
    person = make_person()
    client = client_of(person)
    before = stored()
    bring = note_down(client, tables)
    until_refused(bring)
    assert MEGABYTE / 2 < stored() - before <= MEGABYTE
    kept = stored()
    assert bring(299).status_code == 429
    assert stored() == kept
    assert not Note.objects.filter(person=person, table=tables[299]).exists()
    short = client.post(f"/table/{tables[299].code}/note", {"text": "a word"})
    assert short.status_code == 302, "a refusal is not counted: there is still room for a little"
    other = client_of(make_person())
    assert other.post(f"/table/{tables[0].code}/note", {"text": "mine"}).status_code == 302, "others are not affected"


def test_the_same_note_written_again_costs_nothing(tables: list[Table]) -> None:
    """A person who works on a long note all day is no attacker."""
    client = client_of(make_person())
    bring = note_down(client, tables[:1])
    assert {bring(number).status_code for number in range(300)} == {302}


def test_new_guests_of_one_address_share_its_budget(tables: list[Table]) -> None:
    before = stored()
    for _guest in range(3):
        until_refused(note_down(client_of(make_person()), tables))
    late = client_of(make_person())
    bring = note_down(late, tables)
    until_refused(bring, 10)
    assert stored() - before <= 3 * MEGABYTE
    elsewhere = late.post(f"/table/{tables[0].code}/note", {"text": "x" * 9_000}, REMOTE_ADDR="192.0.2.77")
    assert elsewhere.status_code == 302


def test_heavy_journals_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    people, before = Person.objects.count(), stored()
    client = client_of(make_person())
    until_refused(lambda _number: client.post("/import/", {"text": heavy(60)}), 30)
    assert MEGABYTE / 2 < stored() - before <= MEGABYTE
    nobody = Client()
    monkeypatch.setattr(settings, "LIMIT_ADDRESS", 1)
    assert nobody.post("/import/", {"text": heavy(60)}).status_code == 429
    assert Person.objects.count() == people + 1, "a refused upload makes nobody a guest"


def test_forks_have_an_end() -> None:
    client = client_of(make_person())
    code = client.post("/import/", {"text": heavy(60)}).headers["Location"].strip("/").split("/")[-1]
    before, count = stored(), Table.objects.count()
    until_refused(lambda _number: client.post(f"/table/{code}/fork", {"at": "1"}), 30)
    assert 5 < Table.objects.count() - count < 20
    assert stored() - before <= MEGABYTE


def test_talk_has_an_end(sit: Sit) -> None:
    table, clients = sit("wine_cellar", 2)
    before = stored()
    until_refused(lambda _number: clients[0].post(f"/table/{table.code}/chat", {"text": "ж" * 500}), 1200)
    assert stored() - before <= MEGABYTE


def test_without_a_limit_nothing_is_counted(tables: list[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.LIMITS, "storage", 0)
    bring = note_down(client_of(make_person()), tables)
    assert {bring(number).status_code for number in range(100)} == {302}


def test_several_processes_count_bytes_together(monkeypatch: pytest.MonkeyPatch, tables: list[Table]) -> None:
    monkeypatch.setattr(rate_limits, "in_database", lambda: True)
    monkeypatch.setattr(settings, "LIMIT_ADDRESS", 1000)
    before = stored()
    until_refused(note_down(client_of(make_person()), tables))
    assert MEGABYTE / 2 < stored() - before <= MEGABYTE
