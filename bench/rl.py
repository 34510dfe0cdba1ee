"""Measures the environments for learners next to RLCard's gin rummy, and next to the kernel they are built on, in one run.

Run it with the Python that has the compiled build and the extra `rl`: `.venv/bin/python bench/rl.py`. RLCard is measured in
.venv-bench/ (see run.py), which is made if it is missing. Everything is random play, measured in processor time (others may
use the machine); each figure is the median of a few rounds.

The figures count decisions of seats. `kernel` deals and plays with the random bot, nothing else, in a compiled loop; "stepped"
is the same in a loop written in Python, like the loop around an environment. `batch` steps 16 tables, pays rewards, deals anew,
and chooses at random among the legal actions; "masked" also fills their masks. `env` is PettingZoo's cycle, with
`legal_actions()` instead of masks; "seen" also makes mask and observation for every decision, as gin rummy does.
"""

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from run import ROOT, peer_python, run  # type: ignore[import-not-found] # (beside this file)

SECONDS = 1.0
ROUNDS = 5
COUNT = 16
TABLES = [
    ("wine_cellar", 2),
    ("ora_et_labora", 4),
    ("viticulture", 4),
    ("vinhos", 4),
    ("age_of_champagne", 4),
]


def rates(plays: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Return the median rate of each play; every round runs all of them in turn, so that all meet the same machine."""
    found: dict[str, list[float]] = {name: [] for name in plays}
    for _round in range(ROUNDS):
        for name, play in plays.items():
            decisions, start = 0, process_time()
            while (now := process_time()) - start < SECONDS:
                decisions += play()
            found[name].append(decisions / (now - start))
    return {name: round(median(all_rates)) for name, all_rates in found.items()}


def kernel_play(game: str, players: int) -> Callable[[], int]:
    """Return a function that plays one game by the kernel alone."""
    from cuvee.bots.bot import play_out
    from cuvee.lab.plan import Plan

    plan = Plan(game, players, {}, seed=1)
    setup, bots, played = plan.setup(), [plan.bot("random", seat) for seat in range(players)], 0

    def play() -> int:
        nonlocal played
        played += 1
        return play_out(setup.new(played), bots, plan.limit)

    return play


def stepped_play(game: str, players: int) -> Callable[[], int]:
    """Return a function that plays one game by the kernel in a loop written in Python, like the loop around an environment."""
    from cuvee import games

    setup, played = games.get(game).prepare(players, {}), 0

    def play() -> int:
        nonlocal played
        played += 1
        state, decisions = setup.new(played), 0
        while state.waiting:
            seat = state.waiting[0]
            options = state.options(seat)
            state.apply(seat, options[int(random.random() * len(options))])
            decisions += 1
        return decisions

    return play


def batch_play(game: str, players: int, masked: bool = False, observe: bool = False) -> Callable[[], int]:
    """Return a function that steps a batch once."""
    from cuvee.rl import Batch

    batch = Batch(game, players, count=COUNT, seed=1)

    def play() -> int:
        if masked:
            _masks = batch.masks
        if observe:
            batch.observations()
        batch.step(batch.sample())
        return COUNT

    return play


def env_play(game: str, players: int, observe: bool) -> Callable[[], int]:
    """Return a function that plays one game of PettingZoo's cycle."""
    from cuvee import rl

    env = rl.env(game, players)

    def play() -> int:
        env.reset()
        decisions = 0
        while not env.terminations[env.agent_selection]:
            if observe:
                env.last()
            legal = env.legal_actions()
            env.step(legal[int(random.random() * len(legal))])
            decisions += 1
        return decisions

    return play


def gin_rummy() -> Callable[[], int]:
    """Return a function that plays one game of RLCard's gin rummy, step by step, as its own agents do."""
    import rlcard

    env = rlcard.make("gin-rummy")

    def play() -> int:
        state, _player = env.reset()
        decisions = 0
        while not env.is_over():
            state, _player = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def measure(game: str, players: int) -> dict[str, float]:
    """Measure one game in all ways."""
    return rates(
        {
            "kernel": kernel_play(game, players),
            "kernel stepped": stepped_play(game, players),
            "batch": batch_play(game, players),
            "batch masked": batch_play(game, players, masked=True),
            "batch masked, seen": batch_play(game, players, masked=True, observe=True),
            "env": env_play(game, players, False),
            "env seen": env_play(game, players, True),
        }
    )


def main() -> None:
    """Measure the peer, then every game; print rates, and shares of the kernel and multiples of the peer."""
    from cuvee import build

    peer = run([peer_python(), str(Path(__file__)), "--peer"])["gin rummy"]
    print(f"{build.describe()}, one core, random play, decisions per second\n")
    print(f"{'RLCard gin rummy, every decision seen':<44}{peer:>12,.0f}\n")
    print(f"{'':<44}{'':>12}{'of the kernel':>16}{'× gin rummy':>14}")
    results: dict[str, Any] = {"gin rummy": peer, "build": build.describe()}
    for game, players in TABLES:
        found = results[f"{game}, {players} players"] = measure(game, players)
        for way, rate in found.items():
            name = f"{game}, {players} players, {way}"
            print(f"{name:<44}{rate:>12,.0f}{100 * rate / found['kernel']:>14.0f} %{rate / peer:>14.1f}")
    target = ROOT / "bench" / "results" / "rl.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(results, indent=1) + "\n")
    print(f"\nwritten to {target.relative_to(ROOT)}")


if __name__ == "__main__":
    random.seed(1)
    if "--peer" in sys.argv:
        json.dump(rates({"gin rummy": gin_rummy()}), sys.stdout)
    else:
        main()
