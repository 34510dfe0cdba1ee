"""Learning by self-play: the same from the same seed, and never lost half way."""

import json
from pathlib import Path
from typing import Any

import pytest

from cuvee import bots, games
from cuvee.bots.learned import learned_sense
from cuvee.kernel.errors import CuveeError
from cuvee.lab.plan import Plan
from cuvee.lab.train import Course, train
from tests.bots.test_thinking import middle_of


def course(out: Path, rounds: int = 2, workers: int = 1, seed: int = 3) -> Course:
    return Course(Plan("wine_cellar", 2, {}, seed), rounds, games=20, exam=10, workers=workers, out=out)


def weights(out: Path) -> list[Any]:
    return [json.loads(file.read_text())["weights"] for file in sorted(out.glob("round-*.json"))]


def test_the_same_seed_learns_the_same_with_any_number_of_workers(tmp_path: Path) -> None:
    told = [list(train(course(tmp_path / str(workers), workers=workers))) for workers in (1, 2)]
    assert told[0] == told[1]
    assert weights(tmp_path / "1") == weights(tmp_path / "2")
    other = list(train(course(tmp_path / "other", seed=4)))
    assert [report["error_after"] for report in other] != [report["error_after"] for report in told[0]]


def test_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    at_once = list(train(course(tmp_path / "once", rounds=2)))
    assert list(train(course(tmp_path / "twice", rounds=1))) == at_once[:1]
    assert list(train(course(tmp_path / "twice", rounds=2))) == at_once[1:]
    assert weights(tmp_path / "once") == weights(tmp_path / "twice")


def test_another_course_is_refused(tmp_path: Path) -> None:
    list(train(course(tmp_path, rounds=1)))
    with pytest.raises(CuveeError, match="belongs to a training run with other settings"):
        list(train(course(tmp_path, rounds=2, seed=9)))


def test_what_was_learned_is_nearer_to_what_came(tmp_path: Path) -> None:
    (report,) = train(Course(Plan("wine_cellar", 2, {}, 1), 1, games=400, exam=10, workers=1, out=tmp_path))
    assert report["error_after"] < 0.85 * report["error_before"]
    stored = json.loads((tmp_path / "2.json").read_text())
    assert (stored["game"], stored["players"], stored["rules"]) == ("wine_cellar", 2, games.get("wine_cellar").version)


@pytest.mark.parametrize("name", games.NAMES)
def test_the_learned_player_comes_with_every_game(name: str) -> None:
    game = games.get(name)
    for seats in (count for count in game.seats if count > 1):
        state = middle_of(name, seats, 10)
        seat = state.waiting[0]
        sense = learned_sense(game, state, seat)
        assert sense is not None
        assert sense.value(state, seat) != game.heuristics().value(state, seat)
        assert bots.make("learned@8", game, 1).choose(state, seat) in state.options(seat)


def test_many_players_go_by_what_most_of_them_learned() -> None:
    """Games of three teach more about a table of four than games of two; a solo player learns from neither."""
    game = games.get("ora_et_labora")
    assert game.learned(4) == game.learned(3) != game.learned(2)
    assert game.learned(1) is None


def test_where_nothing_was_learned_the_player_says_so() -> None:
    game = games.get("wine_cellar")
    with pytest.raises(CuveeError, match="Nothing was learned about Wine Cellar in this set-up"):
        bots.make("learned", game, 1).choose(game.new(1, seed=1), 0)


def test_what_was_learned_under_other_rules_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.get("wine_cellar")
    state = game.new(2, seed=1)
    monkeypatch.setattr(game, "version", "0")
    assert learned_sense(game, state, 0) is None
