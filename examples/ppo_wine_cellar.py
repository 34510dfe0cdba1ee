"""Learn Wine Cellar with an ordinary library: PPO with masks, from sb3-contrib, against one of our bots.

    pip install '.[rl]' sb3-contrib
    python examples/ppo_wine_cellar.py --opponent greedy --steps 200000

Prints the win rate, with its 95 % interval, before and after learning. It takes a few minutes on one core.
"""

import argparse
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from cuvee import rl
from cuvee.lab.arena import wilson

TABLES = 16


def play(model: MaskablePPO, opponent: str, games: int, seed: int) -> tuple[float, int]:
    """Let the model play games it has never seen, many side by side, half of them from either seat; return its wins."""
    won, played = 0.0, 0
    for seat in (0, 1):
        batch = rl.Batch("wine_cellar", 2, count=50, seed=seed + seat, bots={1 - seat: opponent})
        while batch.games < games // 2:
            actions, _state = model.predict(batch.observations(), action_masks=batch.masks, deterministic=True)
            batch.step(actions)
            won += float(batch.rewards[:, seat].sum())
        played += batch.games
    return won, played


def report(when: str, opponent: str, won: float, played: int) -> None:
    """Print a win rate with its interval."""
    low, high = wilson(won, played)
    print(
        f"{when}: wins {100 * won / played:.1f} % of {played} games against {opponent} ({100 * low:.1f} to {100 * high:.1f} %)"
    )


def main() -> None:
    """Measure, learn, measure again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opponent", default="greedy", help="the bot to learn against: greedy or random")
    parser.add_argument("--steps", type=int, default=200_000, help="decisions to learn from")
    parser.add_argument("--games", type=int, default=2000, help="games to measure with")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    def table() -> gymnasium.Env[Any, Any]:  # the margin is learned sooner than the bare result
        return rl.gym_env("wine_cellar", 2, bots=given.opponent, rewards="margin")

    tables = DummyVecEnv([table] * TABLES)
    tables.seed(given.seed)
    model = MaskablePPO(
        "MlpPolicy",
        tables,
        n_steps=256,
        batch_size=512,
        n_epochs=6,
        learning_rate=5e-4,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.002,
        policy_kwargs={"net_arch": [128, 128]},
        seed=given.seed,
        device="cpu",
    )
    test_seed = int(np.random.default_rng(given.seed).integers(1 << 40))
    report("before", given.opponent, *play(model, given.opponent, given.games, test_seed))
    start = perf_counter()
    model.learn(given.steps)
    print(f"learned from {given.steps:,} decisions in {perf_counter() - start:.0f} s")
    report("after", given.opponent, *play(model, given.opponent, given.games, test_seed))


if __name__ == "__main__":
    main()
