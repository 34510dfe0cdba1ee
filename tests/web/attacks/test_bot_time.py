"""Bot time is shared: a person with thirty tables of the strongest bots does not make others wait, and bots alone pause.

These tests measure the order in which the house thinks, not how long it takes: a worker that answers at once records it.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client, RequestFactory
from django.utils import timezone

from cuvee.kernel.errors import CuveeError
from cuvee.web.bots import budgets, dispatcher, worker
from cuvee.web.bots.dispatcher import HOUSE
from cuvee.web.bots.worker import Task
from cuvee.web.match.desk import DESK
from cuvee.web.match.tables import Wish, open_table
from cuvee.web.models import Person, Seat, Table
from cuvee.web.pages import table as pages
from tests.web.conftest import client_of, make_person
from tests.web.serving import wait_until

THIRTY = 30
FEW = 3
"""How many thoughts of others may come before somebody's own: the one in progress, and one or two more."""
STRONGEST = "bot:grand_cru"


class Thoughts:
    """What the house thinks about, in order; it goes on only as far as it is allowed."""

    def __init__(self) -> None:
        self.codes: list[str] = []
        self._allowed = threading.Semaphore(0)

    def think(self, task: Task, _seconds: float) -> object:
        """Answer like a bot that thought only briefly, once allowed to."""
        self._allowed.acquire()
        if HOUSE.stopping.is_set():
            raise CuveeError("The house is closed")
        self.codes.append(task["code"])
        if task["question"] != "choose":
            return task["code"]
        return worker.think(task | {"bot": "random"})

    def end(self) -> None:
        """Release whoever waits."""
        self._allowed.release()

    def go_on(self, count: int = 1) -> None:
        """Allow this many thoughts, one after another, and let the effects of each happen."""
        for _thought in range(count):
            before = len(self.codes)
            self._allowed.release()
            wait_until(lambda seen=before: len(self.codes) > seen, "the house thinks")  # type: ignore[misc]

    def until(self, code: str) -> int:
        """Count the thoughts about other tables until one about this table."""
        for others in range(2 * THIRTY):
            self.go_on()
            if self.codes[-1] == code:
                return others
        raise AssertionError("the house never thought about it")


@contextmanager
def house_of(worker: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Open a house with one worker; nothing is left to do from other tests."""
    Table.objects.filter(status=Table.PLAYING).delete()
    monkeypatch.setattr(dispatcher, "Worker", lambda: worker)
    monkeypatch.setattr(settings, "BOT_WORKERS", 1)
    HOUSE.open()
    try:
        yield
    finally:
        HOUSE.close()
        Table.objects.filter(status=Table.PLAYING).delete()


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thoughts]:
    """A house whose every thought is recorded."""
    found = Thoughts()
    with house_of(found, monkeypatch):
        yield found


def open_from(person: Person, seats: list[str], origin: str = "") -> Table:
    wish = Wish("wine_cellar", len(seats), {}, seats)
    wish.opened_from = origin
    return open_table(person, wish)


def play_until_the_bot_is_asked(table: Table) -> None:
    """Answer for the person at the first seat until the bot owes an answer."""
    position = DESK.position(table)
    while 0 in position.state.waiting:
        DESK.play(table, 0, position.state.options(0)[0], position.asked[0])
    assert Seat.objects.filter(table=table, to_move=True).exclude(bot="").exists()


def others_before(thoughts: Thoughts, table: Table) -> int:
    """Play at a table until its bot has answered once; count the thoughts about other tables before."""
    play_until_the_bot_is_asked(table)
    made = Table.objects.get(pk=table.pk).entries_made
    others = thoughts.until(table.code)
    wait_until(lambda: Table.objects.get(pk=table.pk).entries_made > made, "the bot has answered")
    return others


def many_by_one(seats: list[str]) -> None:
    greedy = make_person("Greedy")
    for _table in range(THIRTY):
        open_from(greedy, seats, "one place")


def many_by_guests_of_one_address(seats: list[str]) -> None:
    for number in range(THIRTY):
        open_from(make_person(f"Guest {number}"), seats, "one place")


def many_from_everywhere(seats: list[str]) -> None:
    """The same person, each time from another address."""
    greedy = make_person("Greedy")
    for number in range(THIRTY):
        open_from(greedy, seats, f"place {number}")


@pytest.mark.parametrize("attack", [many_by_one, many_by_guests_of_one_address, many_from_everywhere])
@pytest.mark.parametrize("seats", [[STRONGEST] * 2, [STRONGEST, "me"]], ids=["bots alone", "sitting there"])
def test_thirty_tables_of_the_strongest_bots(thoughts: Thoughts, attack: Callable[[list[str]], None], seats: list[str]) -> None:
    attack(seats)
    thoughts.go_on(5)
    table = open_from(make_person("Modest"), ["me", STRONGEST], "another place")
    for _round in range(4):
        assert others_before(thoughts, table) <= FEW


def test_hints_of_one_do_not_keep_another_from_theirs(thoughts: Thoughts) -> None:
    with ThreadPoolExecutor(THIRTY + 1) as pool:

        def ask(code: str, person: str) -> "Future[object]":
            return pool.submit(HOUSE.advise, {"code": code, "question": "advise"}, (person,))

        greedy = [ask("greedy", "person 1") for _hint in range(THIRTY)]
        wait_until(lambda: len(HOUSE._hints) == THIRTY, "all have asked")
        thoughts.go_on()
        wait_until(lambda: len(HOUSE._hints) == THIRTY - 1, "one has heard")
        modest = ask("modest", "person 2")
        wait_until(lambda: len(HOUSE._hints) == THIRTY, "another has asked")
        assert thoughts.until("modest") <= FEW
        assert modest.result() == "modest"
        thoughts.go_on(THIRTY + 1 - len(thoughts.codes))
        assert [hint.result() for hint in greedy] == ["greedy"] * THIRTY, "nobody is forgotten"


def test_every_one_of_thirty_tables_is_played(thoughts: Thoughts) -> None:
    """Fairness to others does not mean never: while people play, bots alone go on too."""
    many_by_one([STRONGEST] * 2)
    table = open_from(make_person("Modest"), ["me", STRONGEST], "another place")
    for _round in range(6):
        others_before(thoughts, table)
        thoughts.go_on(THIRTY // 4)
    assert len(set(thoughts.codes)) == THIRTY + 1


def long_unwatched(table: Table) -> None:
    """Pretend that nobody has looked at a table for longer than bots play alone."""
    Table.objects.filter(pk=table.pk).update(watched_at=timezone.now() - timedelta(minutes=settings.BOTS_ALONE + 1))


def unwatched_bots(thoughts: Thoughts) -> Table:
    """Open a table that pauses, next to one that does not, and let the house think for a while."""
    table = open_from(make_person("Absent"), [STRONGEST] * 2)
    thoughts.go_on()
    long_unwatched(table)
    open_from(make_person("Present"), [STRONGEST] * 2)
    thoughts.go_on(10)
    assert thoughts.codes[1:].count(table.code) <= 1, "the thought in progress"
    return table


def test_bots_nobody_watches_pause_and_go_on_for_whoever_looks(thoughts: Thoughts) -> None:
    table = unwatched_bots(thoughts)
    assert Client().get(f"/table/{table.code}/").status_code == 200
    assert thoughts.until(table.code) <= FEW


def test_an_open_page_keeps_bots_going(thoughts: Thoughts) -> None:
    table = unwatched_bots(thoughts)
    request = RequestFactory().get(f"/table/{table.code}/live")
    request.user, request.session = AnonymousUser(), SessionStore()
    pages._open_stream(request, table.code).news("", True)
    assert thoughts.until(table.code) <= FEW


def test_a_server_that_starts_lets_paused_tables_pause(thoughts: Thoughts) -> None:
    HOUSE.close()
    paused, alive = (open_from(make_person(), [STRONGEST] * 2) for _table in range(2))
    long_unwatched(paused)
    HOUSE.open()
    thoughts.go_on(5)
    assert set(thoughts.codes) == {alive.code}


def test_a_table_where_somebody_sits_never_pauses(thoughts: Thoughts) -> None:
    """However long people take, and whether or not they look: the bots answer when they come back."""
    person = make_person()
    table = open_from(person, ["me", STRONGEST])
    long_unwatched(table)
    play_until_the_bot_is_asked(table)
    assert thoughts.until(table.code) == 0


def test_people_come_before_bots_among_themselves(thoughts: Thoughts) -> None:
    """Among the tables of one person, those where they sit themselves are answered first."""
    person = make_person()
    for _table in range(5):
        open_from(person, [STRONGEST] * 2)
    mine = open_from(person, ["me", STRONGEST])
    play_until_the_bot_is_asked(mine)
    assert thoughts.until(mine.code) <= 1, "the one in progress"


def test_a_table_opened_in_the_browser_is_charged_to_person_and_address() -> None:
    client = client_of(make_person())
    client.post("/open/", {"game": "wine_cellar", "players": "2", "seat-1": STRONGEST, "seat-2": STRONGEST})
    client.post("/play-now/wine_cellar/", REMOTE_ADDR="192.0.2.7")
    here, there = Table.objects.order_by("-pk")[:2]
    assert budgets.payers_of(here)[0] == budgets.payers_of(there)[0]
    assert budgets.payers_of(here)[1] != budgets.payers_of(there)[1]
    assert "192.0.2.7" not in "".join(map(str, Table.objects.filter(pk=here.pk).values_list()[0]))
