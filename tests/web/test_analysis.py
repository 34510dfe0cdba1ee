"""Analysis of a finished match: requested once, made piece by piece, kept, shown in the reader's language, never too early."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from cuvee import bots, games
from cuvee.bots.thinking import Budget
from cuvee.kernel.chance import Chance
from cuvee.kernel.errors import CuveeError
from cuvee.web.bots import match_analysis, worker
from cuvee.web.bots.dispatcher import HOUSE, House, describe_task
from cuvee.web.match.desk import DESK
from cuvee.web.match.tables import Wish, open_table
from cuvee.web.models import Analysis, Table
from tests.web.conftest import BY_BUTTON, Sit, client_of, make_person
from tests.web.serving import wait_until

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "ANALYSIS_NODES", 8)


@pytest.fixture
def house() -> Iterator[House]:
    HOUSE.open()
    yield HOUSE
    HOUSE.close()


@pytest.fixture
def at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the house think here and at once, without processes."""
    monkeypatch.setattr(HOUSE, "ask", think_here)


def think_here(task: worker.Task, _patience: float = 1.0) -> Any:
    return worker.think(task)


def refuse(_task: worker.Task, _patience: float = 1.0) -> Any:
    raise CuveeError("This position cannot be")


def play_out(table: Table) -> Table:
    """Let everybody play at random, so that there are mistakes to find."""
    position = DESK.position(table)
    bot = bots.make("random", games.get(table.game), 1)
    while not position.state.over:
        seat = position.state.waiting[0]
        DESK.play(table, seat, bot.choose(position.state.clone(), seat), position.asked[seat])
    return Table.objects.get(pk=table.pk)


@pytest.fixture
def finished(sit: Sit) -> tuple[Table, list[Client]]:
    table, clients = sit()
    return play_out(table), clients


def replay_of(table: Table, client: Client, **asked: Any) -> str:
    return str(client.get(f"/table/{table.code}/replay/", asked).content.decode())


MADE: dict[str, list[Any]] = {}
"""Analyses by last position, so that the same match is not judged again for every test."""


def make_whole(table: Table) -> None:
    steps = MADE.get(DESK.position(table).state.digest(), [])
    Analysis.objects.update_or_create(table=table, defaults={"failed": False, "steps": steps})
    while match_analysis.go_on(table.pk):
        pass
    MADE[DESK.position(table).state.digest()] = Analysis.objects.get(table=table).steps


def test_it_is_made_after_asking_and_kept(finished: tuple[Table, list[Client]], house: House) -> None:
    table, clients = finished
    before = replay_of(table, clients[0])
    assert "Analyse this match" in before
    assert "Chances of winning" not in before
    answer = clients[0].post(f"/table/{table.code}/analysis", {"as": 0, "at": 3})
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/table/{table.code}/replay/?as=0&at=3#analysis"
    moves = DESK.position(table).moves
    wait_until(lambda: len(Analysis.objects.get(table=table).steps) == moves + 1)
    for client in (*clients, Client()):
        page = replay_of(table, client)
        assert "Chances of winning, move by move" in page
        assert page.count("<polyline") == 2
        assert "Analyse this match" not in page
    kept = Analysis.objects.get(table=table).steps
    clients[1].post(f"/table/{table.code}/analysis")
    assert Analysis.objects.get(table=table).steps == kept, "it is made once for everybody"


def test_the_costliest_decisions_lead_to_their_positions(finished: tuple[Table, list[Client]], at_hand: None) -> None:
    table, clients = finished
    make_whole(table)
    page = replay_of(table, clients[0])
    told = re.findall(r'href="\?as=0&amp;at=(\d+)"[^>]*>Move (\d+)</a> <span class="cost">cost (\d+) %', page)
    assert 1 <= len(told) <= 6
    assert all(at == move for at, move, _cost in told)
    assert re.search(r"“[^“”]+”; “[^“”]+” was better\. .*\d+\.\d points expected instead of \d+\.\d", page)
    move = int(told[0][0])
    there = replay_of(table, clients[0], at=move)
    assert '<li class="now"><a class="to-move"' in there
    assert f"{move} / {DESK.position(table).moves}" in there


def test_a_seat_has_at_most_three_and_the_worst_comes_first(finished: tuple[Table, list[Client]], at_hand: None) -> None:
    table, _clients = finished
    make_whole(table)
    told = match_analysis.Told(Analysis.objects.get(table=table), DESK.position(table))
    for seat in range(2):
        costs = [float(found.cost.split()[0]) for found in told.mistakes(seat)]
        assert len(costs) <= 3
        assert costs == sorted(costs, reverse=True)


def test_the_chances_of_all_add_up(sit: Sit) -> None:
    table, _clients = sit("vinhos", 3)
    told = match_analysis.Told(Analysis(table=table, steps=[{"chances": [0.5, 0.5, 0.25]}]), DESK.position(table))
    assert [told.chance(seat, 0) for seat in range(3)] == ["40 %", "40 %", "20 %"]


def test_it_is_told_in_the_readers_language(finished: tuple[Table, list[Client]], at_hand: None) -> None:
    table, clients = finished
    make_whole(table)
    clients[1].cookies["language"] = "fr"
    page = replay_of(table, clients[1])
    assert "Chances de victoire" in page
    assert "mieux valait" in page
    assert not re.search(r"was better|points expected|“Bid|>Move \d", page)


def test_it_goes_on_where_it_stopped_when_somebody_looks(finished: tuple[Table, list[Client]], house: House) -> None:
    table, clients = finished
    made = [{"chances": [0.25, 0.75]}] * 4
    Analysis.objects.create(table=table, steps=made)
    page = clients[0].get(f"/table/{table.code}/analysis", {"as": 0}, headers=HTMX).content.decode()
    moves = DESK.position(table).moves
    assert f"3 of {moves} moves" in page
    assert 'hx-trigger="every 1s"' in page
    wait_until(lambda: len(Analysis.objects.get(table=table).steps) == moves + 1)
    assert Analysis.objects.get(table=table).steps[:4] == made
    page = clients[0].get(f"/table/{table.code}/analysis", {"as": 0}, headers=HTMX).content.decode()
    assert page.lstrip().startswith('<section id="analysis"')
    assert "every 1s" not in page


def test_without_javascript_the_page_loads_again_until_all_is_there(
    finished: tuple[Table, list[Client]], at_hand: None
) -> None:
    table, clients = finished
    again = '<noscript><meta http-equiv="refresh"'
    assert again not in replay_of(table, clients[0])
    clients[0].post(f"/table/{table.code}/analysis")
    page = replay_of(table, clients[0])
    assert again in page
    assert f"0 of {DESK.position(table).moves} moves" in page
    make_whole(table)
    assert again not in replay_of(table, clients[0])


def test_a_failure_is_said_and_can_be_tried_again(
    finished: tuple[Table, list[Client]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, clients = finished
    monkeypatch.setattr(HOUSE, "ask", refuse)
    HOUSE.stopping.clear()  # the house of an earlier test was closed
    match_analysis.ask_for(table)
    assert not match_analysis.go_on(table.pk)
    page = replay_of(table, clients[0])
    assert "could not judge move 1" in page
    assert "Try again" in page
    monkeypatch.setattr(HOUSE, "ask", think_here)
    clients[0].post(f"/table/{table.code}/analysis")
    assert not Analysis.objects.get(table=table).failed
    make_whole(table)
    assert "Chances of winning" in replay_of(table, clients[0])


def test_a_running_match_is_not_analysed(sit: Sit, at_hand: None) -> None:
    table, clients = sit()
    assert "Analyse this match" not in replay_of(table, clients[0])
    for client in (*clients, Client()):
        for answer in (client.post(f"/table/{table.code}/analysis"), client.get(f"/table/{table.code}/analysis")):
            assert answer.status_code == 422
            assert "analysed only when it is over" in answer.content.decode()
    assert not Analysis.objects.filter(table=table).exists()
    Analysis.objects.create(table=table, steps=[{"chances": [0.9, 0.1]}])
    assert "looking back" not in replay_of(table, clients[0])


def test_it_is_asked_for_by_a_form_of_ours(finished: tuple[Table, list[Client]]) -> None:
    table, _clients = finished
    assert Client(enforce_csrf_checks=True).post(f"/table/{table.code}/analysis").status_code == 403
    assert not Analysis.objects.filter(table=table).exists()
    assert Client().post("/table/nothing-here/analysis").status_code == 404


def test_live_tables_come_first(finished: tuple[Table, list[Client]], house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot at a table answers while a long piece of quiet work is far from done."""
    pieces: list[int] = []
    monkeypatch.setattr(settings, "BOT_PAUSE", 0)

    def endless(pk: int) -> bool:
        pieces.append(pk)
        return len(pieces) < 3000

    house.when_quiet(finished[0].pk, endless)
    table = open_table(make_person(), Wish("wine_cellar", 2, {}, ["bot:vintner", "bot:apprentice"]))
    wait_until(lambda: Table.objects.get(pk=table.pk).status == Table.FINISHED)
    assert len(pieces) < 3000


def test_alone_the_points_to_expect_are_told(at_hand: None) -> None:
    person = make_person()
    table = open_table(person, Wish("ora_et_labora", 1, {}, ["me"]))
    position = DESK.position(table)
    for _move in range(3):
        DESK.play(table, 0, position.state.options(0)[0], position.asked[0])
    Table.objects.filter(pk=table.pk).update(status=Table.FINISHED, ending="resigned:0")
    table.refresh_from_db()
    make_whole(table)
    page = replay_of(table, client_of(person))
    assert "Expected points, move by move" in page
    assert "was better" not in page or re.search(r"cost \d+\.\d points", page)


def test_any_time_powers_are_named_too() -> None:
    """Their numbers come after those of the decision they are offered with."""
    table = open_table(make_person(), Wish("ora_et_labora", 1, {}, ["me"]))
    position = DESK.position(table)
    bot = bots.make("random", position.game, 1)

    def is_power(number: int) -> bool:
        return position.state.asked_by(0, number)[0] is not position.state.decision()

    while not (powers := [number for number in position.state.options(0) if is_power(number)]):
        DESK.play(table, 0, bot.choose(position.state.clone(), 0), position.asked[0])
    before, move, first = position.state, position.moves + 1, position.state.options(0)[0]
    verdict = {
        "move": move,
        "seat": 0,
        "played": first,
        "preferred": powers[0],
        "cost": 0.1,
        "points": [9.0],
        "instead": [19.0],
    }
    told = match_analysis.Told(Analysis(table=table, steps=[{"chances": [0.1], "verdict": verdict}]), position)
    (found,) = told.mistakes(0)
    assert found.cost == "10.0 points"
    assert (found.played, found.preferred) == (before.option(0, first).label, before.option(0, powers[0]).label)


def test_a_hint_says_what_and_why(sit: Sit, at_hand: None) -> None:
    table, clients = sit()
    state = DESK.position(table).state
    labels = "|".join(re.escape(state.option(0, number).label) for number in state.options(0))
    Table.objects.filter(pk=table.pk).update(hints=True)
    said = clients[0].get(f"/table/{table.code}/hint?as=0", headers=BY_BUTTON).content.decode()
    promise = r"Then it expects -?\d+\.\d points for you and -?\d+\.\d for the best of the others\."
    assert re.search(rf"The house would choose “({labels})”\. {promise} Its second choice: “({labels})”\. {promise}", said)


def test_a_hint_knows_no_more_than_the_seat(sit: Sit) -> None:
    """Asked about a position and about one that looks the same to the seat, the house says the same."""
    table, _clients = sit()
    position = DESK.position(table)
    task = describe_task(table, position, "advise") | {"seat": 0}
    twin = position.state.redeal(0, Chance.from_seed(7, ["another world"]))
    assert twin.digest() != position.state.digest()
    said = []
    for state in (position.state, twin):
        analyst = worker._analyst(task, position.match, 0, Budget(nodes=40))
        said.append(analyst.advise(state.clone(), 0))
    assert said[0] == said[1]


def test_a_house_that_cannot_answer_says_so(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    table, clients = sit()
    monkeypatch.setattr(HOUSE, "ask", refuse)
    Table.objects.filter(pk=table.pk).update(hints=True)
    answer = clients[0].get(f"/table/{table.code}/hint?as=0", headers=BY_BUTTON)
    assert answer.status_code == 200
    assert "The house cannot answer now" in answer.content.decode()
