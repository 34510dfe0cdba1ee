"""PettingZoo's agent environment cycle: one agent is asked, answers, and the next one is asked."""

from typing import Any, Self, final

from pettingzoo import AECEnv

from cuvee.kernel.chance import Chance, derive_seed
from cuvee.kernel.errors import CuveeError
from cuvee.rl.environment import AgentEnvironment
from cuvee.rl.seating import Seating


@final
class TurnEnv(AgentEnvironment, AECEnv[str, dict[str, Any], int]):
    """A table of any game, for PettingZoo. Make one with `cuvee.rl.env`.

    Observations are `{"observation": …, "action_mask": …}`; the mask is in `infos` as well. Both are made on demand, so
    `last(observe=False)` and `legal_actions` cost next to nothing. Rewards come at the end of a game. An illegal action
    raises `IllegalMove` and changes nothing.
    """

    def __init__(self, seating: Seating, render_mode: str | None = None) -> None:
        self.seat_agents(seating, render_mode, seating.actions.size)
        self._seat = -1
        self._number = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._nothing = dict.fromkeys(self.possible_agents, 0.0)
        self._nobody = dict.fromkeys(self.possible_agents, False)
        self._infos: dict[str, dict[str, Any]] = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game. A seed determines a whole series of games: each later reset without one deals the next."""
        self.deal(seed)
        self._seat_everybody()
        self._infos = {}
        self._seat = self.position.seat()
        self.agent_selection = self.possible_agents[self._seat]

    def _seat_everybody(self) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = self._nothing.copy()
        self._cumulative_rewards = self._nothing.copy()
        self.terminations = self._nobody.copy()
        self.truncations = self._nobody.copy()

    def _pay(self) -> None:
        """Pay the rewards at the end, and select the first seat."""
        paid = self.seating.rewards_of(self.position.state)
        self.rewards = dict(zip(self.possible_agents, paid, strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.possible_agents, True)
        self.agent_selection = self.possible_agents[0]

    def step(self, action: int | None) -> None:
        """Play the action of the agent that is asked; None once the game is over."""
        position = self._position
        if position is not None and self._seat >= 0 and action is not None:
            seat = self._seat = position.play(self._seat, action if type(action) is int else int(action))
            if seat < 0:
                self._pay()
            else:
                self.agent_selection = self.possible_agents[seat]
            if self._infos:
                self._infos = {}
        elif action is not None or self._seat >= 0 or not self.agents:
            raise CuveeError(self._why_not())
        else:
            self._was_dead_step(action)

    def _why_not(self) -> str:
        """Say why there is nothing to play, or why None is no action."""
        if self._position is None:
            return "reset() deals the first game: call it before anything else"
        if self._seat >= 0:
            return "None is for an agent whose game is over"
        return "The game is over: the only action left is None, then reset() deals the next"

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """What each agent gets besides its observation: the mask of its legal actions."""
        return {agent: self._info(agent) for agent in self.agents}

    def _info(self, agent: str) -> dict[str, Any]:
        info = self._infos.get(agent)
        if info is None:
            info = self._infos[agent] = {"action_mask": self.seating.mask(self.position, self._number[agent])}
        return info

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees and may do; if it is not asked now, its mask is empty."""
        seen = self.seating.see(self.position, self._number[agent])
        return {"observation": seen, "action_mask": self._info(agent)["action_mask"]}

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, termination, truncation and info of the agent that is asked."""
        agent, info = self.agent_selection, self._info(self.agent_selection)
        seen = None
        if observe:  # like `observe`, without another call: this is where a learner's time goes
            row = self.seating.see(self.position, self._number[agent])
            seen = {"observation": row, "action_mask": info["action_mask"]}
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], info

    def legal_actions(self) -> list[int]:
        """List the legal actions of the agent that is asked, which is faster than its mask (do not change the list)."""
        return (self._position or self.position).legal(self._seat)

    def action_to_string(self, action: int) -> str:
        """Return the notation of a legal action of the agent that is asked, for example `bid 13`."""
        return self.position.text(self._seat, action)

    def restore(self, saved: Self) -> None:
        """Go back (or forward) to the position of a clone; the clone stays as it is."""
        super().restore(saved)
        self._seat = saved._seat
        self._infos = {}
        self.agents = saved.agents[:]
        self.agent_selection = saved.agent_selection
        self.rewards = dict(saved.rewards)
        self._cumulative_rewards = dict(saved._cumulative_rewards)
        self.terminations = dict(saved.terminations)
        self.truncations = dict(saved.truncations)
        self._skip_agent_selection = None

    def imagine(self, agent: str, seed: int) -> Self:
        """Return a clone in which everything an agent cannot know is dealt anew: the fair basis of a search."""
        twin = self.clone()
        rng = Chance.from_seed(derive_seed(seed, "imagine"), ["imagine"])
        twin._position = self.position.imagine(self._number[agent], rng)
        return twin
