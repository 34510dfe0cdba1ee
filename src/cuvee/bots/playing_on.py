"""Playing on from a position, in the imagination, to a point where it can be valued."""

from typing import Any, Final, final

from cuvee.bots.bot import best_of
from cuvee.bots.prospects import Prospects
from cuvee.kernel.chance import Chance
from cuvee.kernel.heuristics import Habits, Heuristics
from cuvee.kernel.play import State

MOST_DECISIONS: Final = 2000


@final
class PlayingOn:
    """Plays on until a seat has had some more turns, or some moments have passed, then to the next quiet moment.

    It stops sooner if the game ends.
    """

    def __init__(self, sense: Heuristics[Any], prospects: Prospects, habits: Habits) -> None:
        self.sense = sense
        self.prospects = prospects
        self.horizon = habits.horizon
        self.level = habits.level
        self.blend = habits.blend
        self.now = 0

    def start(self, state: State) -> None:
        """Note where the game stands: moments are counted from here."""
        self.now = self.sense.moment(state)

    def value(self, state: State, seat: int, rng: Chance, reach: int = -1) -> list[float]:
        """Play on (changing the position) to the horizon, or less far, and value the result for each seat."""
        horizon = left = self.horizon if reach < 0 else reach
        by_turns = horizon > 0 and not self.level
        at_once: list[float] | None = None
        for _decision in range(MOST_DECISIONS):
            if not state.waiting:
                break
            asked = state.waiting[0]
            if (asked == seat or not by_turns) and self.sense.quiet(state):
                foreseen = self.sense.foresee(state)
                if foreseen is not None:
                    return self._blended(at_once, foreseen)
                if self.level:
                    left = self.now + horizon - self.sense.moment(state)
                if left <= 0:
                    break
                if at_once is None and self.blend > 0.0:
                    at_once = self.prospects.of(state)
                left -= 1
            state.apply(asked, self.pick(state, asked, rng))
        return self._blended(at_once, self.prospects.of(state))

    def _blended(self, at_once: list[float] | None, later: list[float]) -> list[float]:
        if at_once is None:
            return later
        return [self.blend * at_once[seat] + (1.0 - self.blend) * later[seat] for seat in range(len(later))]

    def pick(self, state: State, seat: int, rng: Chance) -> int:
        """Choose what looks best for a seat at first glance."""
        numbers = state.options(seat)
        if len(numbers) == 1:
            return numbers[0]
        return best_of(numbers, self.sense.hunches(state, seat, numbers, rng))
