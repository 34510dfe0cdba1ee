"""A game opened for learners: its set-up, its list of actions, its observations and its rewards, checked once."""

from collections.abc import Callable, Mapping
from typing import Any, Final, final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cuvee import bots as bot_shelf
from cuvee import games
from cuvee.bots.bot import Bot
from cuvee.encoding.action_lists import actions_of
from cuvee.encoding.position import Eye, Position
from cuvee.games.box import Box
from cuvee.kernel.chance import derive_seed
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.game import Value
from cuvee.kernel.observation import MOST
from cuvee.kernel.play import State
from cuvee.kernel.text import did_you_mean

Mask = NDArray[np.int8]
Row = NDArray[np.uint8]

WHOLE: Final = np.dtype(np.uint8)
YES_OR_NO: Final = np.dtype(np.int8)
POINTS: Final = 100.0
"""Points are rewarded in hundreds, so that rewards are about as large as 1."""


def by_places(places: list[int]) -> list[float]:
    """Reward a win with 1, split between the winners if it is shared, and nothing else.

    >>> by_places([3, 1, 1])
    [0.0, 0.5, 0.5]
    """
    share = 1.0 / max(1, places.count(1))
    return [share if place == 1 else 0.0 for place in places]


def by_points(scores: list[int]) -> list[float]:
    """Reward points, in hundreds.

    >>> by_points([70, 71])
    [0.7, 0.71]
    """
    return [points / POINTS for points in scores]


def by_margin(scores: list[int]) -> list[float]:
    """Reward the distance to the best other seat, in hundreds of points; for a solo player, the points.

    >>> by_margin([70, 71])
    [-0.01, 0.01]
    """
    found = []
    for seat, points in enumerate(scores):
        others = scores[:seat] + scores[seat + 1 :]
        found.append((points - max(others, default=0)) / POINTS)
    return found


REWARDS: Final[dict[str, tuple[Callable[[Box, State], list[int]], Callable[[list[int]], list[float]]]]] = {
    "places": (Box.places, by_places),
    "points": (Box.scores, by_points),
    "margin": (Box.scores, by_margin),
}
"""For each kind of reward: what is read off at the end, and what is paid for it."""


def one_of(what: str, name: str, known: list[str]) -> str:
    """Check a word that selects one of a few possibilities.

    >>> one_of("rewards", "points", ["places", "points"])
    'points'
    """
    if name not in known:
        raise CuveeError(f"{what} can be {', '.join(known)}, not '{name}'{did_you_mean(name, known)}")
    return name


def usual_players(box: Box) -> int:
    """Return the number of players if none is given: the smallest that is not solo.

    >>> usual_players(games.get("vinhos"))
    2
    """
    return min((seats for seats in box.seats if seats > 1), default=1)


@final
class Seating:
    """Everything about a set-up that does not change from game to game.

    >>> seating = Seating("wine_cellar", 2)
    >>> seating.agents, seating.actions.name(0)
    (['seat_0', 'seat_1'], 'bid 0')
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Value] | None = None,
        rewards: str = "places",
        observation: str = "flat",
    ) -> None:
        self.game = games.get(game)
        self.seats = usual_players(self.game) if players is None else players
        self.setup = self.game.prepare(self.seats, options or {})
        self._counted, self._paid = REWARDS[one_of("rewards", rewards, list(REWARDS))]
        self._chosen = (game, self.seats, self.setup.options, rewards, observation)
        self.structured = one_of("observation", observation, ["flat", "structured"]) == "structured"
        self.actions = actions_of(game)
        self.eye = Eye(self.actions, self.game.heuristics(), self.setup.new(0))
        self.agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.name = "cuvee_" + game

    def __deepcopy__(self, memo: dict[int, Any]) -> "Seating":
        return self  # nothing in it ever changes

    def __reduce__(self) -> tuple[Any, ...]:
        return Seating, self._chosen

    def new(self, seed: int) -> Position:
        """Deal a game."""
        return Position(self.setup.new(seed), self.eye)

    def deal(self, seed: int) -> State:
        """Deal a game and return the kernel's state."""
        state: State = self.setup.new(seed)
        return state

    def rewards_of(self, state: State) -> list[float]:
        """Return what each seat gets for a finished game."""
        return self._paid(self._counted(self.game, state))

    def bots(self, names: list[str], seed: int) -> list[Bot]:
        """Make bots for all seats, with luck of their own."""
        checked = bot_shelf.check_names(names, self.seats)
        return [bot_shelf.make(name, self.game, derive_seed(seed, "bot", seat)) for seat, name in enumerate(checked)]

    def observation_space(self) -> spaces.Space[Any]:
        """Return the space of what a seat sees: a flat row, or a dictionary of named rows."""
        if not self.structured:
            return _box(self.eye.width)
        return spaces.Dict({name: _box(size) for name, size in self.eye.parts if size})

    def see(self, position: Position, seat: int) -> Any:
        """Return what a seat sees, in the form of the observation space."""
        row: Row = np.frombuffer(bytearray(position.row(seat)), WHOLE)
        if not self.structured:
            return row
        found, start = {}, 0
        for name, size in self.eye.parts:
            if size:
                found[name] = row[start : start + size]
            start += size
        return found

    def mask(self, position: Position, seat: int) -> Mask:
        """Return 1 for each legal action of a seat, 0 for the others."""
        return np.frombuffer(bytearray(position.mask(seat, self.actions.size)), YES_OR_NO)

    def picture(self, position: Position, seat: int) -> str:
        """Draw as text what a seat sees."""
        return self.game.picture(self.game.view(position.state, seat))


def _box(size: int) -> spaces.Box:
    return spaces.Box(0, MOST, (size,), np.uint8)
