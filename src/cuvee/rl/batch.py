"""Many games in arrays: one step of a learner moves all of them."""

from collections.abc import Mapping, Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from cuvee import bots as bot_shelf
from cuvee.bots.bot import Bot
from cuvee.encoding.many import Many
from cuvee.kernel.chance import Chance, derive_seed
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.game import Value
from cuvee.rl.seating import Mask, Row, Seating


@final
class Batch:
    """A number of tables of one game, stepped together; a game that ends is dealt anew at once.

    `seats`, `masks`, `rewards` and `ended` are arrays with a row for each table: which seat is asked, what is legal, what the
    last step paid to each seat, and whether it ended a game (the table then shows the next one). Each `step` overwrites
    them: copy what you want to keep. Masks and `observations()` are made on demand. `bots` says which bot plays on which
    seat, as in `bots={1: "greedy"}`; the other seats are the learner's.

    >>> batch = Batch("wine_cellar", players=2, count=3, seed=1)
    >>> batch.step(batch.sample())
    >>> batch.masks.sum(axis=1).tolist(), batch.observations().shape[0]
    ([8, 8, 8], 3)
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        count: int = 64,
        seed: int = 0,
        bots: Mapping[int, str] | None = None,
        rewards: str = "places",
        **options: Value,
    ) -> None:
        self.seating = Seating(game, players, options, rewards)
        if count < 1:
            raise CuveeError(f"A batch has at least one table, not {count}")
        self.count = count
        seats, size = self.seating.seats, self.seating.actions.size
        start = derive_seed(seed, "batch")
        self._many = Many(
            self.seating.deal, self.seating.eye, self.seating.rewards_of, count, start, self._bots(bots or {}, seed)
        )
        self._rng = Chance.from_seed(seed, ["batch"])
        self.rewards: NDArray[np.float32] = np.frombuffer(self._many.rewards, np.float32).reshape(count, seats)
        self.ended: NDArray[np.bool_] = np.frombuffer(self._many.ended, np.bool_)
        self._masks: Mask = np.zeros((count, size), np.int8)
        self._marks: NDArray[np.intp] = np.zeros(0, np.intp)
        self._marked = False

    @property
    def seats(self) -> NDArray[np.intp]:
        """The seat asked at each table."""
        return np.array(self._many.turn, np.intp)

    @property
    def masks(self) -> Mask:
        """What is legal at each table: 1 for each legal action, 0 for the others."""
        if not self._marked:
            flat = self._masks.reshape(-1)
            flat[self._marks] = 0
            self._marks = np.array(self._many.marks(self._masks.shape[1]), np.intp)
            flat[self._marks] = 1
            self._marked = True
        return self._masks

    def _bots(self, names: Mapping[int, str], seed: int) -> list[Bot | None]:
        found: list[Bot | None] = [None] * self.seating.seats
        for seat, name in names.items():
            if not 0 <= seat < self.seating.seats:
                raise CuveeError(f"There is no seat {seat}: they are numbered 0 to {self.seating.seats - 1}")
            found[seat] = bot_shelf.make(name, self.seating.game, derive_seed(seed, "bot", seat))
        if None not in found:
            raise CuveeError("A batch needs a seat without a bot: otherwise nobody would be asked")
        return found

    def step(self, actions: Sequence[int] | NDArray[Any]) -> None:
        """Play one action on each table. If one is illegal, nothing is played anywhere."""
        chosen: list[int] = actions.tolist() if isinstance(actions, np.ndarray) else list(actions)
        if len(chosen) != self.count:
            raise CuveeError(f"{len(chosen)} actions were given for {self.count} tables")
        self._many.step(chosen)
        self._marked = False

    def sample(self) -> list[int]:
        """Choose a legal action on each table at random."""
        return self._many.sample(self._rng)

    def observations(self) -> Row:
        """Return what the seat that is asked sees, a row for each table."""
        return np.frombuffer(bytearray(self._many.look()), np.uint8).reshape(self.count, self.seating.eye.width)

    @property
    def games(self) -> int:
        """How many games have ended."""
        return self._many.played

    @property
    def decisions(self) -> int:
        """How many decisions have been made, by the learner and by bots."""
        return self._many.moves
