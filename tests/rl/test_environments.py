"""PettingZoo and Gymnasium: their own tests for every game, then what they do not test."""

import subprocess
import sys
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test

from cuvee import games, rl
from cuvee.kernel.errors import CuveeError, IllegalMove
from cuvee.rl.gym import IDS
from tests.rl.common import usual_tables

CYCLES = 80

every_game = pytest.mark.parametrize("name", games.NAMES)


@pytest.fixture
def masks_in_observations() -> Iterator[None]:
    """PettingZoo's test warns about every observation with a mask in it, and about the empty mask of a game that is over."""
    with warnings.catch_warnings():
        for message in (
            "Observation is not a NumPy array",
            "Observation space for each agent",
            "Action mask numpy array",
        ):
            warnings.filterwarnings("ignore", message=message, category=UserWarning)
        yield


@usual_tables
@pytest.mark.usefixtures("masks_in_observations")
@pytest.mark.parametrize("observation", ["flat", "structured"])
def test_pettingzoo_accepts_it(name: str, seats: int, options: dict[str, Any], observation: str) -> None:
    api_test(rl.env(name, seats, observation=observation, **options), CYCLES)
    parallel_api_test(rl.parallel_env(name, seats, observation=observation, **options), CYCLES)


@usual_tables
def test_the_same_seed_gives_the_same_game(name: str, seats: int, options: dict[str, Any]) -> None:
    seed_test(lambda: rl.env(name, seats, **options), CYCLES)


@every_game
def test_pettingzoos_benchmark_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clock runs faster here: the point is that it runs through, not its speed."""
    seconds = iter(range(1000))
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(seconds) / 20))
    performance_benchmark(rl.env(name))


@every_game
def test_gymnasium_accepts_it(name: str) -> None:
    check_env(gymnasium.make(IDS[name], bots="random", render_mode="ansi").unwrapped, skip_render_check=True)


def random_action(env: Any, luck: np.random.Generator) -> int:
    return int(luck.choice(env.legal_actions()))


def play_to_the_end(env: Any, luck: np.random.Generator) -> list[float]:
    while not any(env.terminations.values()):
        env.step(random_action(env, luck))
    return list(env.rewards.values())


@usual_tables
def test_a_clone_goes_its_own_way_and_restore_leads_back(name: str, seats: int, options: dict[str, Any]) -> None:
    env, luck = rl.env(name, seats, rewards="points", **options), np.random.default_rng(3)
    env.reset(seed=8)
    for _move in range(12):
        env.step(random_action(env, luck))
    saved, before = env.clone(), env.position.state.digest()
    endings = []
    for _time in range(2):
        endings.append(play_to_the_end(env, np.random.default_rng(4)))
        assert saved.position.state.digest() == before
        env.restore(saved)
        assert env.position.state.digest() == before
        assert env.agent_selection == saved.agent_selection
        assert not any(env.terminations.values())
    assert endings[0] == endings[1] == play_to_the_end(saved, np.random.default_rng(4))
    assert any(endings[0])


def test_restore_refuses_another_table() -> None:
    one, other = rl.env("wine_cellar", 2), rl.env("wine_cellar", 1)
    one.reset(seed=1)
    other.reset(seed=1)
    with pytest.raises(CuveeError, match="clone of the same"):
        one.restore(other)


def test_an_imagined_table_looks_the_same_but_is_another() -> None:
    env = rl.env("wine_cellar", 2)
    env.reset(seed=8)
    imagined = [env.imagine("seat_0", seed) for seed in range(5)]
    mine = env.observe("seat_0")["observation"]
    assert all(np.array_equal(other.observe("seat_0")["observation"], mine) for other in imagined)
    assert len({other.position.state.digest() for other in imagined}) > 1


def test_rewards_come_once_at_the_end() -> None:
    env, luck = rl.env("wine_cellar", 2), np.random.default_rng(1)
    env.reset(seed=2)
    while not any(env.terminations.values()):
        assert not any(env.rewards.values())
        env.step(random_action(env, luck))
    assert sum(env.rewards.values()) == 1
    places = games.get("wine_cellar").places(env.position.state)
    assert [reward > 0 for reward in env.rewards.values()] == [place == 1 for place in places]
    for _agent in env.agent_iter():
        env.step(None)
    assert env.agents == []


def test_the_notation_of_an_action() -> None:
    env = rl.env("wine_cellar", 2, render_mode="ansi")
    env.reset(seed=2)
    hand = [thing.facts["bid"] for thing in games.get("wine_cellar").view(env.position.state, 0).find("hand:0").inside]  # type: ignore[union-attr]
    assert [env.action_to_string(action) for action in env.legal_actions()] == [f"bid {card}" for card in hand]
    assert "Trick 1 of 8" in env.render()


def test_secret_bids_are_one_step_of_the_parallel_table() -> None:
    env = rl.parallel_env("wine_cellar", 2)
    _seen, infos = env.reset(seed=4)
    bids = {agent: int(np.flatnonzero(info["action_mask"])[0]) for agent, info in infos.items()}
    _seen, _rewards, _over, _truncated, infos = env.step(bids)
    assert len(env.position.state.bids) == 2  # type: ignore[attr-defined]
    asked = [agent for agent, info in infos.items() if not info["action_mask"][env.to_pass]]
    assert len(asked) == 1, "then one of them picks a prize, and the other can only pass"


def test_the_parallel_table_refuses_what_does_not_fit_before_it_plays() -> None:
    env = rl.parallel_env("wine_cellar", 2)
    _seen, infos = env.reset(seed=4)
    before = env.position.state.digest()
    mine = int(np.flatnonzero(infos["seat_0"]["action_mask"])[0])
    with pytest.raises(CuveeError, match="seat_1 owes an answer"):
        env.step({"seat_0": mine})
    with pytest.raises(IllegalMove, match="own hand"):
        env.step({"seat_0": mine, "seat_1": mine})
    assert env.position.state.digest() == before


def test_a_seat_learns_while_bots_play() -> None:
    env, luck = rl.gym_env("wine_cellar", 2, bots="greedy"), np.random.default_rng(1)
    seats, rewards = set(), []
    for seed in range(12):
        _seen, info = env.reset(seed=seed)
        seats.add(info["seat"])
        over = False
        while not over:
            assert np.array_equal(env.action_masks(), info["action_mask"])
            _seen, reward, over, _truncated, info = env.step(int(luck.choice(np.flatnonzero(info["action_mask"]))))
        rewards.append(reward)
    assert seats == {0, 1}
    assert set(rewards) <= {0.0, 0.5, 1.0}
    assert sum(rewards) < 6, "random play loses to the greedy bot"


def test_an_illegal_action_loses_or_raises() -> None:
    for illegal in ("lose", "raise"):
        env = rl.gym_env("wine_cellar", 2, seat=0, illegal=illegal)
        _seen, info = env.reset(seed=1)
        wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
        if illegal == "raise":
            with pytest.raises(IllegalMove, match="own hand"):
                env.step(wrong)
            continue
        _seen, reward, over, _truncated, info = env.step(wrong)
        assert (reward, over) == (-1.0, True)
        assert "own hand" in info["illegal"]
        with pytest.raises(CuveeError, match="reset"):
            env.step(wrong)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [({"bots": "gredy"}, "did you mean 'greedy'"), ({"seat": 2}, "can be 0 to 1"), ({"render_mode": "human"}, "ansi")],
)
def test_a_wrong_seat_gets_one_clear_line(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(CuveeError, match=why):
        rl.gym_env("wine_cellar", 2, **wrong)


def test_nothing_can_be_played_before_the_deal() -> None:
    with pytest.raises(CuveeError, match="reset"):
        rl.gym_env("wine_cellar").action_masks()


def test_what_is_missing_is_named() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import cuvee.rl"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == "ImportError: cuvee.rl needs pettingzoo; in a clone of Cuvée: pip install '.[rl]'"
