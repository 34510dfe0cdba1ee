"""The arena: its counts, checked by hand on small tables, and what happens to bots that fail."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cuvee import bots
from cuvee.charts import win_rates
from cuvee.cli import main
from cuvee.lab import parquet
from cuvee.lab.arena import Standings, arena, wilson
from cuvee.lab.chunks import GameRow
from cuvee.lab.plan import Plan
from tests.lab.failing import FAILING


def row(names: str, scores: list[int], places: list[int], forfeit: int | None = None) -> GameRow:
    error = None if forfeit is None else "ValueError: no"
    return GameRow(7, 0, names.split(), scores, places, 36, 3.0, 8, None, 0, None, None, forfeit, error)


def plan(seats: int = 2, game: str = "wine_cellar") -> Plan:
    return Plan(game, seats, {}, seed=1)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, make in FAILING.items():
        monkeypatch.setitem(bots.BOTS, name, make)


def test_wilson_is_the_interval_of_the_books() -> None:
    """Newcombe (1998): 81 of 263 gives 0.2553 to 0.3662, 0 of 20 gives 0 to 0.1611."""
    assert [round(end, 4) for end in wilson(81, 263)] == [0.2553, 0.3662]
    assert [round(end, 4) for end in wilson(0, 20)] == [0.0, 0.1611]


def test_records_and_crosstable_by_hand() -> None:
    standings = Standings(["a", "b", "c"])
    standings.add([row("a b c", [30, 20, 10], [1, 2, 3]), row("b c a", [20, 20, 5], [1, 1, 3])], solo=False)
    found = standings.as_dict()
    wins = {name: line["wins"] for name, line in found["bots"].items()}
    assert wins == {"a": 1.0, "b": 0.5, "c": 0.5}
    assert found["bots"]["a"]["mean_score"] == 17.5
    cross = found["crosstable"]
    assert {(one, other): cell["before"] for one, cells in cross.items() for other, cell in cells.items()} == {
        ("a", "b"): 1.0,
        ("b", "a"): 1.0,
        ("a", "c"): 1.0,
        ("c", "a"): 1.0,
        ("b", "c"): 1.5,
        ("c", "b"): 0.5,
    }
    assert cross["b"]["c"]["games"] == 2
    assert cross["b"]["c"]["rate"] == 0.75
    assert (cross["b"]["c"]["low"], cross["b"]["c"]["high"]) == tuple(round(end, 4) for end in wilson(1.5, 2))


def test_a_bot_in_two_seats_is_one_opponent() -> None:
    standings = Standings(["a", "b", "b"])
    standings.add([row("a b b", [20, 30, 10], [2, 1, 3])], solo=False)
    assert standings.as_dict()["crosstable"]["a"]["b"] == {
        "games": 1,
        "before": 0.5,
        "rate": 0.5,
        **dict(zip(("low", "high"), (round(end, 4) for end in wilson(0.5, 1)), strict=True)),
    }


def test_nobody_wins_if_an_opponent_without_a_seat_does() -> None:
    standings = Standings(["a", "b"])
    standings.add([row("a b", [30, 20], [2, 3])], solo=False)
    assert [line["wins"] for line in standings.as_dict()["bots"].values()] == [0.0, 0.0]


def test_alone_the_higher_total_wins_the_deal_and_a_failure_loses_it() -> None:
    standings = Standings(["a", "b"])
    pairs = [
        [row("a", [50], [1]), row("b", [60], [1])],
        [row("a", [50], [1]), row("b", [50], [1])],
        [row("a", [10], [1]), row("b", [80], [2], forfeit=0)],
    ]
    for pair in pairs:
        standings.add(pair, solo=True)
    found = standings.as_dict()["bots"]
    assert (found["a"]["wins"], found["b"]["wins"]) == (1.5, 1.5)
    assert (found["a"]["mean_score"], found["b"]["mean_score"]) == (36.667, 55.0)
    assert (found["a"]["forfeits"], found["b"]["forfeits"]) == (0, 1)


def test_a_single_bot_alone_wins_as_the_game_says() -> None:
    standings = Standings(["a"])
    standings.add([row("a", [50], [1]), row("a", [20], [2])], solo=True)
    assert standings.as_dict()["bots"]["a"]["win_rate"] == 0.5


@pytest.mark.usefixtures("failing")
def test_who_fails_forfeits_and_the_run_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["arena", "wine_cellar", "--bots", "clumsy,random", "--games", "40", "--seed", "1", "--out", str(tmp_path / "run")]
    for again in (False, True):  # the output is the same when the results are read from the folder
        assert main([*words, "--json"]) == 1
        out, err = capsys.readouterr()
        result: dict[str, Any] = json.loads(out)
        (failure,) = result["forfeits"]
        assert failure["bot"] == "clumsy"
        assert failure["error"] == "ValueError: I dropped my cards"
        assert 5 < failure["games"] < 35
        assert result["bots"]["clumsy"]["forfeits"] == failure["games"]
        assert result["bots"]["clumsy"]["games"] == result["bots"]["random"]["games"] == 40
        assert result["bots"]["random"]["wins"] >= failure["games"]
        assert (
            err == f"cuvee: clumsy forfeited {failure['games']} games, the first {failure['first_game']}: {failure['error']}\n"
        )
        assert result["resumed"] == (40 if again else 0)
    kept = parquet.read_games(tmp_path / "run").to_pylist()
    lost = [row for row in kept if row["forfeit"] is not None]
    assert len(lost) == failure["games"]
    for game in lost:
        assert game["bots"][game["forfeit"]] == "clumsy"
        assert game["places"][game["forfeit"]] == 2
        assert game["places"][1 - game["forfeit"]] == 1


@pytest.mark.usefixtures("failing")
def test_an_illegal_answer_forfeits_too() -> None:
    result = arena(plan(), ["cheat", "random"], 4)
    (failure,) = result["forfeits"]
    assert (failure["bot"], failure["games"]) == ("cheat", 4)
    assert failure["error"].startswith("IllegalMove: ")
    assert result["bots"]["random"]["wins"] == 4


def test_every_deal_is_played_from_every_seat(tmp_path: Path) -> None:
    arena(plan(3, "age_of_champagne"), ["greedy", "random", "random"], 6, out=tmp_path / "run")
    played = parquet.read_games(tmp_path / "run", ["deal", "bots"]).to_pylist()
    assert [row["bots"].index("greedy") for row in played] == [0, 2, 1, 0, 2, 1]
    assert [row["deal"] - played[0]["deal"] for row in played] == [0, 0, 0, 1, 1, 1]


def test_results_do_not_depend_on_workers_and_ratings_say_how_sure_they_are() -> None:
    alone, together = (arena(plan(), ["greedy", "random"], 60, workers) for workers in (1, 2))
    for result in (alone, together):
        del result["seconds"]
    assert alone == together
    short = arena(plan(), ["greedy", "random"], 10)
    assert 0 < alone["bots"]["greedy"]["rating_sigma"] < short["bots"]["greedy"]["rating_sigma"]


def test_the_plot_stands_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "wine_cellar", "--bots", "greedy,random", "--games", "20", "--seed", "1"]
    assert main([*words, "--plot", str(tmp_path / "rates.svg")]) == 0
    text = (tmp_path / "rates.svg").read_text("utf-8")
    picture = ElementTree.fromstring(text)
    words_in_it = [element.text or "" for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    for needed in ("Wine Cellar, 2 players", "greedy", "random", "0 %", "100 %"):
        assert needed in words_in_it
    assert text.count("http") == 1, "nothing but its own name space"
    capsys.readouterr()
    for bad, why in (("rates.png", "must end in .svg"), ("no/such/folder/rates.svg", "cannot write")):
        assert main([*words, "--plot", str(tmp_path / bad)]) == 2
        assert why in capsys.readouterr().err


def test_intervals_are_drawn_where_they_are() -> None:
    line = {"win_rate": 0.5, "low": 0.25, "high": 0.75, "games": 12}
    picture = ElementTree.fromstring(win_rates("<Test & trial>", {"a<b": line}, 0.5))
    name = "{http://www.w3.org/2000/svg}"
    ticks = {
        element.text: float(element.get("x", "nan"))
        for element in picture.iter(f"{name}text")
        if element.get("text-anchor") == "middle"
    }
    start, end = ticks["0 %"], ticks["100 %"]
    (drawn,) = (element.get("d", "") for element in picture.iter(f"{name}path") if element.get("class") == "range")
    low, high = re.findall(r"[MH]([\d.]+)", drawn)
    assert [(float(x) - start) / (end - start) for x in (low, high)] == pytest.approx([0.25, 0.75], abs=0.001)
