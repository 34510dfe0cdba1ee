"""Every game as an environment that researchers know: PettingZoo, Gymnasium, OpenSpiel, and arrays.

>>> from cuvee import rl
>>> env = rl.env("wine_cellar", players=2)
>>> env.reset(seed=1)
>>> env.agent_selection, env.action_to_string(env.legal_actions()[0])
('seat_0', 'bid 2')
"""

try:
    import gymnasium  # noqa: F401
    import numpy  # noqa: F401
    import pettingzoo  # noqa: F401
except ImportError as missing:
    raise ImportError(f"cuvee.rl needs {missing.name}; in a clone of Cuvée: pip install '.[rl]'") from None

from cuvee.kernel.game import Value
from cuvee.rl.aec import TurnEnv
from cuvee.rl.batch import Batch
from cuvee.rl.gym import SeatEnv, register
from cuvee.rl.parallel import SimultaneousEnv
from cuvee.rl.seating import Seating

__all__ = ["Batch", "env", "gym_env", "parallel_env"]

register()


def env(
    game: str,
    players: int | None = None,
    rewards: str = "places",
    observation: str = "flat",
    render_mode: str | None = None,
    **options: Value,
) -> TurnEnv:
    """Make a PettingZoo environment in which one agent after another is asked; `options` are those of the game.

    `rewards` come at the end: "places" (1 for a win, split if it is shared), "points" or "margin", both in hundreds.
    `observation` is "flat", a row of whole numbers from 0 to 255, or "structured", the same numbers in named parts.

    >>> table = env("vinhos", players=4, mode="reserve")
    >>> table.reset(seed=1)
    >>> table.possible_agents
    ['seat_0', 'seat_1', 'seat_2', 'seat_3']
    """
    return TurnEnv(Seating(game, players, options, rewards, observation), render_mode)


def parallel_env(
    game: str,
    players: int | None = None,
    rewards: str = "places",
    observation: str = "flat",
    render_mode: str | None = None,
    **options: Value,
) -> SimultaneousEnv:
    """Make a PettingZoo environment in which all agents act in every step: those that owe no answer pass.

    >>> table = parallel_env("wine_cellar", players=2)
    >>> observations, infos = table.reset(seed=1)
    >>> [int(infos[agent]["action_mask"].sum()) for agent in table.agents]
    [8, 8]
    """
    return SimultaneousEnv(Seating(game, players, options, rewards, observation), render_mode)


gym_env = SeatEnv
"""Makes a Gymnasium environment in which one seat learns and bots sit on the others."""
