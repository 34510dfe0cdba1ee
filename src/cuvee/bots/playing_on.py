"""Playing a position on in the mind, to where it can be valued."""

from typing import Any, Final, final

from cuvee.bots.prospects import Prospects
from cuvee.kernel.chance import Chance
from cuvee.kernel.heuristics import Heuristics, best_of
from cuvee.kernel.play import State

MOST_DECISIONS: Final = 2000


@final
class PlayingOn:
    """Plays on until a seat has had so many more turns (or the game is over), then to the next quiet moment."""

    def __init__(self, sense: Heuristics[Any], prospects: Prospects, horizon: int, careful: bool) -> None:
        self.sense = sense
        self.prospects = prospects
        self.horizon = horizon
        self.careful = careful

    def value(self, state: State, seat: int, rng: Chance) -> list[float]:
        """Play on (changing the position) and value what comes out of it, for each seat."""
        turns = self.horizon
        for _decision in range(MOST_DECISIONS):
            if not state.waiting:
                break
            asked = state.waiting[0]
            if (asked == seat or self.horizon == 0) and self.sense.quiet(state):
                foreseen = self.sense.foresee(state)
                if foreseen is not None:
                    return foreseen
                if turns == 0:
                    break
                turns -= 1
            state.apply(asked, self.pick(state, asked, rng))
        return self.prospects.of(state)

    def pick(self, state: State, seat: int, rng: Chance) -> int:
        """Choose for a seat, the careful or the quick way."""
        numbers = state.options(seat)
        if len(numbers) == 1:
            return numbers[0]
        if not self.careful:
            return self.sense.glance(state, seat, numbers, rng)
        return best_of(numbers, self.sense.opinions(state, seat, numbers, rng))
