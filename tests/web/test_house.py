"""Bots at the table: they answer, they are replaced when they die, they stand in for absent people."""

import multiprocessing
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from cuvee.kernel.errors import CuveeError
from cuvee.web.bots.dispatcher import HOUSE, House
from cuvee.web.bots.worker import Task
from cuvee.web.match import tables
from cuvee.web.match.desk import DESK
from cuvee.web.match.tables import Wish, open_table
from cuvee.web.models import Seat, Table
from tests.web.conftest import BY_BUTTON, Sit, client_of, make_person
from tests.web.serving import wait_until


@pytest.fixture
def house() -> Iterator[House]:
    HOUSE.open()
    yield HOUSE
    HOUSE.close()


def test_bots_play_a_whole_match_among_themselves(house: House) -> None:
    table = open_table(make_person(), Wish("wine_cellar", 2, {}, ["bot:greedy", "bot:random"]))
    wait_until(lambda: Table.objects.get(pk=table.pk).status == Table.FINISHED)
    assert DESK.position(table).state.over


def test_a_dead_worker_is_replaced_and_the_match_goes_on(house: House) -> None:
    table = open_table(make_person(), Wish("ora_et_labora", 2, {}, ["bot:greedy", "bot:greedy"]))
    wait_until(lambda: Table.objects.get(pk=table.pk).entries_made > 3)
    replaced = house.replaced
    for process in multiprocessing.active_children():
        process.kill()
    before = Table.objects.get(pk=table.pk).entries_made
    wait_until(lambda: Table.objects.get(pk=table.pk).entries_made > before + 5)
    assert house.replaced > replaced
    table.delete()


class Slow:
    """A worker on a machine so busy that it needs four times what a bot may take."""

    made = 0

    def __init__(self) -> None:
        Slow.made += 1

    def think(self, _task: Task, seconds: float) -> int:
        if seconds < 4 * settings.BOT_SECONDS:
            raise TimeoutError
        return 7

    def end(self) -> None:
        pass


def test_a_slow_machine_gets_more_time_instead_of_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new worker starts from nothing: with the same time for each, none of them would ever answer."""
    monkeypatch.setattr("cuvee.web.bots.dispatcher.Worker", Slow)
    busy = House()
    assert busy.ask({"code": "x"}) == 7
    assert busy.ask({"code": "x"}) == 7
    assert busy.replaced == 4
    assert Slow.made == 5, "the one that answered is asked again"


class Failing:
    """A worker whose bot cannot answer."""

    made = 0

    def __init__(self) -> None:
        Failing.made += 1

    def think(self, _task: Task, seconds: float) -> int:
        raise CuveeError("This position cannot be")


def test_a_bot_that_errs_costs_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house tries again every few seconds: if it left a process behind each time, they would fill the machine."""
    monkeypatch.setattr("cuvee.web.bots.dispatcher.Worker", Failing)
    tired = House()
    for _attempt in range(5):
        with pytest.raises(CuveeError, match="cannot be"):
            tired.ask({"code": "x"})
    assert Failing.made == 1


def late(table: Table, number: int) -> None:
    """Make a seat's time run out."""
    Seat.objects.filter(table=table, number=number).update(asked_at=timezone.now() - timedelta(days=30))


def clocked(sit: Sit) -> tuple[Table, list[Client]]:
    table, clients = sit("ora_et_labora", 3)
    Table.objects.filter(pk=table.pk).update(clock=Table.DAYS, clock_seconds=86_400)
    Seat.objects.filter(table=table).update(allowance=86_400)
    table.refresh_from_db()
    return table, clients


def test_an_absent_player_is_replaced_and_can_come_back(sit: Sit, house: House) -> None:
    table, clients = clocked(sit)
    number = DESK.position(table).state.waiting[0]
    other = (number + 1) % 3
    page = clients[other].get(f"/table/{table.code}/").content.decode()
    assert "Let the house play" not in page, "there is time left"
    assert clients[other].post(f"/table/{table.code}/house", {"as": other, "seat": number}).status_code == 422
    late(table, number)
    assert "Let the house play" in clients[other].get(f"/table/{table.code}/").content.decode()
    assert clients[other].post(f"/table/{table.code}/house", {"as": other, "seat": number}).status_code == 302
    wait_until(lambda: Table.objects.get(pk=table.pk).entries_made > 0)
    assert "Take my seat back" in clients[number].get(f"/table/{table.code}/").content.decode()
    assert clients[number].post(f"/table/{table.code}/back", {"as": number}).status_code == 302
    seat = Seat.objects.get(table=table, number=number)
    assert seat.stand_in == ""


def test_strangers_cannot_hand_a_seat_over(sit: Sit) -> None:
    table, _clients = clocked(sit)
    number = DESK.position(table).state.waiting[0]
    late(table, number)
    assert client_of(make_person("Zofia")).post(f"/table/{table.code}/house", {"seat": number}).status_code == 404
    assert Seat.objects.get(table=table, number=number).stand_in == ""


def play_turn(table: Table, number: int) -> None:
    position = DESK.position(table)
    while number in position.state.waiting:
        DESK.play(table, number, position.state.options(number)[0], position.asked[number])


def test_a_live_clock_counts_only_ones_own_time(sit: Sit) -> None:
    table, _clients = sit("ora_et_labora", 2)
    Table.objects.filter(pk=table.pk).update(clock=Table.LIVE, clock_seconds=600, clock_increment=10)
    table.refresh_from_db()
    Seat.objects.filter(table=table).update(bank=600)
    number = DESK.position(table).state.waiting[0]
    Seat.objects.filter(table=table, number=number).update(asked_at=timezone.now() - timedelta(seconds=100))
    play_turn(table, number)
    mover = Seat.objects.get(table=table, number=number)
    other = Seat.objects.get(table=table, number=1 - number)
    assert 495 <= mover.bank <= 500, "a hundred seconds spent"
    assert mover.asked_at is None
    assert other.bank == 600
    assert other.asked_at is not None
    play_turn(table, 1 - number)
    mover.refresh_from_db()
    assert 505 <= mover.bank <= 510, "ten gained by the move, paid with the next question"


def test_resigning_ends_a_duel_and_hands_over_a_larger_table(sit: Sit) -> None:
    table, clients = sit()
    assert clients[0].post(f"/table/{table.code}/resign", {"as": 0}).status_code == 422, "the box has to be ticked"
    assert clients[0].post(f"/table/{table.code}/resign", {"as": 0, "sure": "yes"}).status_code == 302
    table.refresh_from_db()
    assert table.status == Table.FINISHED
    assert table.result is not None
    assert table.result["places"] == [2, 1]
    assert "Aurélie has resigned" in clients[1].get(f"/table/{table.code}/").content.decode()
    larger, people = sit("ora_et_labora", 3)
    assert people[0].post(f"/table/{larger.code}/resign", {"as": 0, "sure": "yes"}).status_code == 302
    larger.refresh_from_db()
    assert larger.status == Table.PLAYING
    assert Seat.objects.get(table=larger, number=0).house


def test_friends_at_one_screen_hand_it_over() -> None:
    person = make_person()
    table = open_table(person, Wish("wine_cellar", 2, {}, ["me", "friend:Bo"]))
    client = client_of(person)
    page = client.get(f"/table/{table.code}/").content.decode()
    assert 'class="option"' not in page, "no cards are shown before somebody says who is looking"
    assert "I am Aurélie" in page
    position = DESK.position(table)
    form = {"as": 0, "option": position.state.options(0)[0], "asked": 0}
    assert client.post(f"/table/{table.code}/answer", form).status_code == 302
    assert "Hand the screen to Bo" in client.get(f"/table/{table.code}/?as=0").content.decode()
    assert 'class="option"' in client.get(f"/table/{table.code}/?as=1").content.decode()


def test_a_hint_is_one_of_the_options(sit: Sit, house: House) -> None:
    table, clients = sit()
    labels = [DESK.position(table).state.option(0, number).label for number in DESK.position(table).state.options(0)]
    Table.objects.filter(pk=table.pk).update(hints=True)
    said = clients[0].get(f"/table/{table.code}/hint?as=0", headers=BY_BUTTON).content.decode()
    assert any(label in said for label in labels)


def test_nobody_sits_at_a_table_twice(sit: Sit) -> None:
    person = make_person()
    table = open_table(person, Wish("ora_et_labora", 3))
    with pytest.raises(CuveeError):
        tables.sit_down(table, person)
    assert [seat.open for seat in table.places.all()] == [False, True, True]
