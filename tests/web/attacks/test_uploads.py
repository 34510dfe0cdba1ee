"""A stranger's file costs the site nothing, whatever it asks for; and whatever is running, the site stops when told to."""

import http.client
import json
import re
import threading
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from django.test import Client

from cuvee import games
from cuvee.kernel.components import Components
from cuvee.kernel.errors import BadComponents, BadJournal
from cuvee.web.match import uploads
from cuvee.web.models import Person, Table
from tests.web.conftest import client_of, make_person
from tests.web.nuisances import HOSTILE, JOURNAL, JOURNALS, changed, many_cards
from tests.web.serving import GONE, PATIENCE, Served, Visitor
from tests.web.site import Site, site_on


def test_a_journal_names_the_tables_it_was_corrected_to() -> None:
    """With few cards the same file is read as far as the deal: it is not refused for its digest."""
    with pytest.raises(BadJournal, match="the deal does not match"):
        uploads.check(many_cards(5))


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_journal_is_refused_and_leaves_nothing(what: str) -> None:
    people, tables = Person.objects.count(), Table.objects.count()
    answer = Client().post("/import/", {"text": HOSTILE[what]})
    assert answer.status_code == 422
    assert (Person.objects.count(), Table.objects.count()) == (people, tables)


def test_a_match_that_goes_on_for_ever_is_refused() -> None:
    """Corrected tables can cause that. Such a match would be replayed whenever somebody looks, and everybody would wait."""
    moves = json.loads(JOURNAL)["moves"][:1] * (uploads.MOST_MOVES + 1)
    with pytest.raises(BadJournal, match="at most 5000 moves"):
        uploads.check(changed(moves=moves, length=len(moves)))


def test_a_process_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "WALL", 0.01)
    with pytest.raises(BadJournal, match="too long"):
        uploads.check(JOURNAL)


@pytest.mark.parametrize("file", sorted(JOURNALS.glob("*.json")), ids=lambda file: file.stem)
def test_every_honest_journal_is_taken(file: Path) -> None:
    uploads.check(file.read_text())


def test_an_imported_journal_becomes_a_table() -> None:
    answer = client_of(make_person()).post("/import/", {"text": JOURNAL})
    assert answer.status_code == 302


@pytest.mark.parametrize("game", games.NAMES)
def test_every_table_declares_its_largest_sensible_figure(game: str) -> None:
    box = games.get(game)
    for name, table in box.components().tables.items():
        most = int(re.search(r"^largest = (\d+)", box.files()[name], re.MULTILINE)[1])  # type: ignore[index]
        assert most <= 2000, f"{name}: a table of so many pieces would be slow to deal"
        for kind, rows in table.items():
            fields = rows[0] if isinstance(rows, list) and rows and isinstance(rows[0], dict) else {}
            number = next((key for key, value in fields.items() if type(value) is int), None)
            if number is None or "id" not in fields:
                continue
            text = f'[[{kind}]]\nid = "{fields["id"]}"\n{number} = {most + 1}\n'
            with pytest.raises(BadComponents, match="larger than"):
                Components(box.files(), {name: text})


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Site]:
    server = site_on(tmp_path / "data").start()
    yield server
    server.kill()


@pytest.mark.parametrize("what", ["ten million cards", "one deep key"])
def test_the_server_stops_in_time_whatever_is_running(served: Site, what: str) -> None:
    sent = threading.Semaphore(0)
    uploads_running = [threading.Thread(target=upload, args=(web, HOSTILE[what], sent)) for web in served.webs * 3]
    for thread in uploads_running:
        thread.start()
    assert all(sent.acquire(timeout=PATIENCE) for _thread in uploads_running)
    for process in served.processes:
        began = time.monotonic()
        assert process.stop() == 0
        assert time.monotonic() - began < 5
    for thread in uploads_running:
        thread.join()


def upload(web: Served, journal: str, sent: threading.Semaphore) -> None:
    """Send a journal, signal that it was sent, and wait for an answer, which may not come."""
    visitor = Visitor(web)
    token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', visitor.get("/"))[0]
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.jar)
    headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    line = http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE)
    line.request("POST", "/import/", urllib.parse.urlencode({"csrfmiddlewaretoken": token, "text": journal}), headers)
    sent.release()
    with closing(line), suppress(*GONE):
        line.getresponse()
