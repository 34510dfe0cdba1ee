"""The basis of all environments: a set-up, a series of deals, the position, and the way back to an earlier one."""

from copy import copy
from typing import Any, Final, Self

import numpy as np
from gymnasium import spaces

from cuvee.encoding.position import Position
from cuvee.kernel.errors import CuveeError
from cuvee.rl.seating import Seating
from cuvee.rl.seeds import Seeds

RENDER_MODES: Final = ["ansi"]


class Environment:
    """A table at which one game is played after another."""

    def set_up(self, seating: Seating, render_mode: str | None) -> None:
        """Take a set-up; nothing is dealt yet."""
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise CuveeError(f"render_mode can be {', '.join(RENDER_MODES)} or None, not '{render_mode}'")
        self.seating = seating
        self.render_mode = render_mode
        self._seeds = Seeds()
        self._position: Position | None = None

    @property
    def position(self) -> Position:
        """The position, with the kernel's state in it."""
        if self._position is None:
            raise CuveeError("reset() deals the first game: call it before anything else")
        return self._position

    def deal(self, seed: int | None) -> int:
        """Deal the next game; return its seed."""
        chosen = self._seeds.next(seed)
        self._position = self.seating.new(chosen)
        return chosen

    def clone(self) -> Self:
        """Return an environment in the same position, including the luck to come, that goes its own way from here.

        >>> from cuvee import rl
        >>> env = rl.env("wine_cellar", players=2)
        >>> env.reset(seed=1)
        >>> saved = env.clone()
        >>> env.step(env.legal_actions()[0])
        >>> env.restore(saved)
        >>> env.position.state == saved.position.state
        True
        """
        twin = copy(self)
        twin.restore(self)
        return twin

    def restore(self, saved: Self) -> None:
        """Go back (or forward) to the position of a clone; the clone stays as it is."""
        if saved.seating is not self.seating:
            raise CuveeError("restore() takes a clone of the same environment")
        self._position = saved.position.clone()
        self._seeds = saved._seeds.clone()

    def watching(self) -> int:
        """Return the seat from whose view the table is drawn."""
        return max(0, self.position.seat())

    def render(self) -> Any:
        """Draw the table as the seat that is asked sees it."""
        return None if self.render_mode is None else self.seating.picture(self.position, self.watching())

    def close(self) -> None:
        """There is nothing to close."""


class AgentEnvironment(Environment):
    """A table with an agent on every seat, described the way PettingZoo expects."""

    def seat_agents(self, seating: Seating, render_mode: str | None, actions: int) -> None:
        """Take a set-up, and describe what its agents see and do."""
        self.set_up(seating, render_mode)
        self.metadata = {"name": f"{seating.name}_v0", "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.possible_agents = seating.agents[:]
        self.agents: list[str] = []
        mask, seen = spaces.Box(0, 1, (actions,), np.int8), seating.observation_space()
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the actions of an agent, the same for all."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent sees, the same for all."""
        return self.observation_spaces[agent]
