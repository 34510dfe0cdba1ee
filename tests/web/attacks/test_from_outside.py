"""The costliest attacks, made from outside: on a running site, through nothing but its public addresses."""

import re
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.web.attacks.visitors import ask, moderate, newcomer, sit
from tests.web.nuisances import HOSTILE, heavy
from tests.web.serving import Visitor, in_data, prepare, session_of
from tests.web.site import Site, site_on

REFUSED = (409, 422)
SOON = 8.0
"""Seconds within which a busy server answers; one held up by a file does not."""
LATER = """
import json, sys, django
django.setup()
from datetime import timedelta
from django.db.models import F
from cuvee.web.models import Seat
code = json.load(sys.stdin)
print(Seat.objects.filter(table__code=code, to_move=True).update(asked_at=F("asked_at") - timedelta(hours=20)))
"""
"""A script that makes twenty hours pass at a table."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, str, dict[str, str]]]:
    """A site with one table of three people."""
    data = tmp_path_factory.mktemp("outside") / "data"
    three = {"game": "ora_et_labora", "players": 3, "people": ["Ann", "Bo", "Cy"], "seed": 3}
    codes, cookies = prepare(data, three)
    running = site_on(data, CUVEE_LIMIT_STORAGE="1", CUVEE_LIMIT_ADDRESS="10").start()
    yield running, codes[0], cookies
    running.kill()


class Question(NamedTuple):
    """The question on somebody's page."""

    page: str
    option: str
    asked: str


def question(visitor: Visitor, code: str) -> Question | None:
    """Read somebody's present question."""
    page = visitor.get(f"/table/{code}/")
    options, asked = re.findall(r'name="option" value="(\d+)"', page), re.findall(r'name="asked" value="(\d+)"', page)
    return Question(page, options[0], asked[0]) if options and asked else None


def answer(visitor: Visitor, code: str, seat: int, put: Question) -> int:
    form = {"as": seat, "option": put.option, "asked": put.asked}
    return visitor.post(f"/table/{code}/answer", put.page, **form)[0]


def play_a_turn(visitor: Visitor, code: str, seat: int) -> None:
    """Answer until somebody else is to move."""
    while put := question(visitor, code):
        assert answer(visitor, code, seat, put) == 200


def test_who_has_resigned_takes_nothing_back(site: tuple[Site, str, dict[str, str]]) -> None:
    running, code, cookies = site
    people = [Visitor(running, cookies[name]) for name in ("Ann", "Bo", "Cy")]
    seat, put = next((number, put) for number, one in enumerate(people) if (put := question(one, code)))
    visitor = people[seat]
    play_a_turn(visitor, code, seat)
    assert visitor.post(f"/table/{code}/resign", put.page, sure="yes")[0] == 200
    for form in ({}, {"turn": "1"}, {"to": "0"}):
        assert visitor.post(f"/table/{code}/undo", put.page, **{"as": seat}, **form)[0] in REFUSED, form
    assert visitor.post(f"/table/{code}/back", put.page, **{"as": seat})[0] in REFUSED
    assert answer(visitor, code, seat, put) in REFUSED


@pytest.mark.parametrize("rival", ["open", "bot:apprentice"])
def test_a_live_clock_that_has_run_out_binds(site: tuple[Site, str, dict[str, str]], rival: str) -> None:
    """Against people and against the house; coming back to a seat one never left does not refill the clock."""
    running, _code, _cookies = site
    host = newcomer(running, "Host")
    form = {"game": "wine_cellar", "players": 2, "seat-1": "me", "seat-2": rival}
    form |= {"clock": "live", "minutes": 1, "increment": 0}
    assert host.post("/open/", host.get("/"), **form)[0] == 200
    code = host.address.strip("/").split("/")[-1]
    if rival == "open":
        sit(newcomer(running, "Guest"), code, 1)
    put = question(host, code)
    assert put
    assert in_data(running.data, LATER, code) >= 1
    assert host.post(f"/table/{code}/back", put.page, **{"as": 0})[0] in REFUSED
    assert answer(host, code, 0, put) in REFUSED


@pytest.mark.parametrize("what", ["ten million cards", "dotted keys", "one deep key"])
def test_an_upload_keeps_nobody_waiting(tmp_path: Path, what: str) -> None:
    """While the server looks at hostile journals, others are served, and the sender is told soon."""
    running = site_on(tmp_path / "data").start()
    try:
        upload_and_look_around(running, HOSTILE[what])
    finally:
        running.kill()


def upload_and_look_around(running: Site, journal: str) -> None:
    sender, told = newcomer(running, "Sender"), []
    page = sender.get("/")

    def upload() -> None:
        with suppress(OSError):
            told.append(sender.post("/import/", page, text=journal)[0])

    threads = [threading.Thread(target=upload, daemon=True) for _file in range(3)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        for web in running.webs:
            assert ask(web, "", "/", SOON)[0] == 200
    assert len(told) == 3, "each was answered"
    assert set(told) <= {422, 429, 503}


def test_junk_has_an_end(site: tuple[Site, str, dict[str, str]]) -> None:
    running, _code, _cookies = site
    sender = newcomer(running, "Sender")
    page, text = sender.get("/"), heavy(60)
    answers: list[int] = []
    while len(answers) < 30 and 429 not in answers:
        answers.append(sender.post("/import/", page, text=text)[0])
    assert set(answers[:-1]) == {200}
    assert answers[-1] == 429, "a megabyte is enough"


def test_a_moderator_cannot_ask_for_a_seed(site: tuple[Site, str, dict[str, str]]) -> None:
    running, _code, _cookies = site
    moderator = moderate(running)
    moderator.get("/moderation/site/table/")
    for web in running.webs:
        for column in ("seed__gte", "seed__exact", "entry__after__startswith", "places__person__password__startswith"):
            status, _headers = ask(web, session_of(moderator), f"/moderation/site/table/?{column}=1")
            assert status in (302, 400), column
