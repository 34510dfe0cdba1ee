"""PettingZoo's parallel environment: all agents that owe an answer give it at once, and the others pass."""

from typing import Any, Self, final

import numpy as np
from pettingzoo import ParallelEnv

from cuvee.kernel.errors import CuveeError
from cuvee.rl.environment import AgentEnvironment
from cuvee.rl.seating import Mask, Seating

Told = dict[str, Any]


@final
class SimultaneousEnv(AgentEnvironment, ParallelEnv[str, dict[str, Any], int]):
    """A table of any game, all agents at once. Make one with `cuvee.rl.parallel_env`.

    There is one more action than in the turn-by-turn environment, the last one: to pass. It is the only legal action of an
    agent that owes no answer. Where a game asks several seats at once (secret bids, drafts), all of them answer in one step.
    """

    def __init__(self, seating: Seating, render_mode: str | None = None) -> None:
        self.to_pass = seating.actions.size
        self.seat_agents(seating, render_mode, self.to_pass + 1)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Told, dict[str, Told]]:
        """Deal a game; return observations and infos."""
        self.deal(seed)
        self.agents = self.possible_agents[:]
        return self._told()

    def _told(self) -> tuple[Told, dict[str, Told]]:
        seen, infos = {}, {}
        for seat, agent in enumerate(self.possible_agents):
            mask = self._mask(seat)
            seen[agent] = {"observation": self.seating.see(self.position, seat), "action_mask": mask}
            infos[agent] = {"action_mask": mask}
        return seen, infos

    def _mask(self, seat: int) -> Mask:
        row = bytearray(self.position.mask(seat, self.to_pass + 1))
        if not self.position.legal(seat):
            row[self.to_pass] = 1
        return np.frombuffer(row, np.int8)

    def step(self, actions: dict[str, int]) -> tuple[Told, dict[str, float], dict[str, bool], dict[str, bool], dict[str, Told]]:
        """Play the answers of all agents that owe one; an illegal one is refused before anything is played."""
        if not self.agents:
            raise CuveeError("The game is over: reset() deals the next")
        answers = self._answers(actions)
        for seat, number in answers:
            self.position.go_on(seat, number)
        seen, infos = self._told()
        over = self.position.over()
        paid = self.seating.rewards_of(self.position.state) if over else [0.0] * self.seating.seats
        agents = self.possible_agents
        if over:
            self.agents = []
        rewards = dict(zip(agents, paid, strict=True))
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _answers(self, actions: dict[str, int]) -> list[tuple[int, int]]:
        """Turn actions into the kernel's numbers, after checking all of them."""
        found = []
        owing = self.position.owing()
        for seat, agent in enumerate(self.possible_agents):
            if seat in owing:
                if agent not in actions:
                    raise CuveeError(f"{agent} owes an answer, and step() was given none")
                found.append((seat, self.position.number(seat, int(actions[agent]))))
            elif actions.get(agent, self.to_pass) != self.to_pass:
                raise CuveeError(f"{agent} owes no answer: it can only pass (action {self.to_pass})")
        return found

    def restore(self, saved: Self) -> None:
        """Go back (or forward) to the position of a clone; the clone stays as it is."""
        super().restore(saved)
        self.agents = saved.agents[:]
