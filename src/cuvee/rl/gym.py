"""Gymnasium: one seat learns, bots sit on the others."""

from collections.abc import Sequence
from typing import Any, Final, Self

import gymnasium
from gymnasium import spaces

from cuvee import games
from cuvee.bots.bot import Bot
from cuvee.kernel.chance import derive_seed
from cuvee.kernel.errors import CuveeError, IllegalMove
from cuvee.kernel.game import Value
from cuvee.rl.environment import RENDER_MODES, Environment
from cuvee.rl.seating import Mask, Seating, one_of

ILLEGAL: Final = -1.0
"""The reward of an illegal action."""


class SeatEnv(Environment, gymnasium.Env[Any, Any]):
    """One seat of a table, for Gymnasium. Make one with `cuvee.rl.gym_env` or `gymnasium.make("cuvee/WineCellar-v0")`.

    `bots` names the bots on the other seats: one name for all, or one for each seat (the learner's is not used). Without a
    `seat` the learner gets one by lot in every game; `info["seat"]` tells which. The mask of legal actions is in
    `info["action_mask"]` and comes from `action_masks()`, where sb3-contrib looks for it. An illegal action ends the game
    with a reward of -1, and `info["illegal"]` says why; with `illegal="raise"` it raises `IllegalMove` and changes nothing.
    Bots have luck of their own, which a clone does not repeat.

    >>> table = SeatEnv("wine_cellar", players=2, bots="random", seat=0)
    >>> observation, info = table.reset(seed=1)
    >>> int(info["action_mask"].sum())
    8
    """

    metadata = {"render_modes": RENDER_MODES}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        bots: str | Sequence[str] = "greedy",
        seat: int | None = None,
        rewards: str = "places",
        observation: str = "flat",
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self.set_up(Seating(game, players, options, rewards, observation), render_mode)
        self.bot_names = [bots] if isinstance(bots, str) else list(bots)
        if seat is not None and not 0 <= seat < self.seating.seats:
            raise CuveeError(f"The seat of the learner can be 0 to {self.seating.seats - 1}, not {seat}")
        self._fixed_seat = seat
        self._forgiving = one_of("illegal", illegal, ["lose", "raise"]) == "lose"
        self._lost = False
        self.action_space = spaces.Discrete(self.seating.actions.size)
        self.observation_space = self.seating.observation_space()
        self._bots: list[Bot] = self.seating.bots(self.bot_names, 0)
        self.seat = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a game, and let bots play until the learner is asked."""
        super().reset(seed=seed)
        deal = self.deal(seed)
        self._lost = False
        if seed is not None:
            self._bots = self.seating.bots(self.bot_names, seed)
        self.seat = derive_seed(deal, "seat") % self.seating.seats if self._fixed_seat is None else self._fixed_seat
        self._let_bots_play()
        return self._seen(), self._info()

    def _let_bots_play(self) -> None:
        position, seat = self.position, self.position.seat()
        while seat not in (self.seat, -1):
            position.go_on(seat, self._bots[seat].choose(position.state, seat))
            seat = position.seat()

    def _seen(self) -> Any:
        return self.seating.see(self.position, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> Mask:
        """Return 1 for each legal action, 0 for the others."""
        return self.seating.mask(self.position, self.seat)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, then let bots play until the learner is asked again or the game is over."""
        if self._lost or self.position.over():
            raise CuveeError("The game is over: reset() deals the next")
        try:
            self.position.play(self.seat, int(action))
        except IllegalMove as error:
            if not self._forgiving:
                raise
            self._lost = True
            return self._seen(), ILLEGAL, True, False, {**self._info(), "illegal": str(error)}
        self._let_bots_play()
        over = self.position.over()
        reward = self.seating.rewards_of(self.position.state)[self.seat] if over else 0.0
        return self._seen(), reward, over, False, self._info()

    def action_to_string(self, action: int) -> str:
        """Return the notation of a legal action, for example `bid 13`."""
        return self.position.text(self.seat, action)

    def restore(self, saved: Self) -> None:
        """Go back (or forward) to the position of a clone; the clone stays as it is."""
        super().restore(saved)
        self.seat = saved.seat
        self._lost = saved._lost

    def watching(self) -> int:
        """Return the seat of the learner."""
        return self.seat


IDS: Final = {name: f"cuvee/{''.join(part.title() for part in name.split('_'))}-v0" for name in games.names()}
"""The id of each game for `gymnasium.make`."""


def register() -> None:
    """Register all games with Gymnasium, unless that was done before."""
    for name, entry in IDS.items():
        if entry not in gymnasium.registry:
            gymnasium.register(entry, entry_point="cuvee.rl.gym:SeatEnv", kwargs={"game": name})
