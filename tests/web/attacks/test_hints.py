"""Hints in games with other people: off unless everybody could see that before sitting down, and never in secret."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings

from cuvee.web.bots import worker
from cuvee.web.bots.worker import Task
from cuvee.web.match.tables import Wish, open_table, sit_down
from cuvee.web.models import Seat, Table
from tests.web.attacks.test_bot_time import house_of
from tests.web.conftest import BY_BUTTON, Sit, client_of, make_person


class Adviser:
    """A worker that advises the first option at once, and records that it was asked."""

    def __init__(self) -> None:
        self.asked: list[Task] = []

    def think(self, task: Task, _seconds: float) -> object:
        """Answer like a bot that thought only briefly."""
        if task["question"] == "choose":
            return worker.think(task | {"bot": "random"})
        self.asked.append(task)
        return {}

    def end(self) -> None:
        """Do nothing: there is nothing to release."""


@pytest.fixture
def advice(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Task]]:
    """What the house is asked to advise on."""
    adviser = Adviser()
    monkeypatch.setattr("cuvee.web.bots.hints.in_words", lambda advice, seat, labels: "Take the first one")
    with house_of(adviser, monkeypatch):
        yield adviser.asked


def panel(page: str) -> str:
    """What a page shows of the first player."""
    found: list[str] = re.findall(r'id="pl-0".*?</section>', page, re.S)
    return found[0]


def test_among_people_hints_are_off(sit: Sit, advice: list[Task]) -> None:
    table, clients = sit("wine_cellar", 2)
    page = clients[0].get(f"/table/{table.code}/").content.decode()
    assert 'id="hint"' not in page
    assert clients[0].get(f"/table/{table.code}/hint?as=0", headers=BY_BUTTON).status_code == 422
    assert advice == [], "the house was not even asked"


def test_hints_everybody_agreed_to_are_seen_by_all(advice: list[Task]) -> None:
    ann, bo = make_person("Ann"), make_person("Bo")
    client = client_of(ann)
    form = {"game": "wine_cellar", "players": "2", "hints": "yes"}
    answer = client.post("/open/", form)
    assert answer.status_code == 302
    table = Table.objects.get(code=answer.headers["Location"].strip("/").split("/")[-1])
    room = client_of(bo).get(f"/table/{table.code}/").content.decode()
    assert "Hints are allowed here" in room, "people know before they sit down"
    sit_down(table, bo)
    assert (
        "hint"
        not in re.findall(r'id="pl-0".*?</section>', client_of(bo).get(f"/table/{table.code}/").content.decode(), re.S)[0]
    )
    assert "Take the first one" in client.get(f"/table/{table.code}/hint?as=0", headers=BY_BUTTON).content.decode()
    seen = client_of(bo).get(f"/table/{table.code}/").content.decode()
    assert "1 hint" in panel(seen)


def test_a_link_that_somebody_was_sent_asks_for_no_hint(advice: list[Task]) -> None:
    """An opponent might send one: everybody at the table would see a hint that nobody wanted."""
    person = make_person()
    table = open_table(person, Wish("wine_cellar", 2, {}, ["me", "bot:random"]))
    answer = client_of(person).get(f"/table/{table.code}/hint?as=0", headers={"Sec-Fetch-Mode": "navigate"})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/table/{table.code}/")
    assert advice == []
    assert Seat.objects.get(table=table, number=0).hints == 0


def test_alone_with_the_house_hints_are_ones_own_business(advice: list[Task]) -> None:
    person = make_person()
    table = open_table(person, Wish("wine_cellar", 2, {}, ["me", "bot:random"]))
    assert client_of(person).get(f"/table/{table.code}/hint?as=0", headers=BY_BUTTON).status_code == 200
    assert Seat.objects.get(table=table, number=0).hints == 1


def test_hints_are_limited(advice: list[Task], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.LIMITS, "questions", 3)
    person = make_person()
    table = open_table(person, Wish("wine_cellar", 2, {}, ["me", "bot:random"]))
    client = client_of(person)
    hint = f"/table/{table.code}/hint?as=0"
    answers = [client.get(hint, headers=BY_BUTTON, REMOTE_ADDR="192.0.2.77") for _time in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert 0 < int(answers[3].headers["Retry-After"]) <= 60
    assert len(advice) <= 3
    assert Seat.objects.get(table=table, number=0).hints == 3
