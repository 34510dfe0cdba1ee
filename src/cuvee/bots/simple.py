"""The simple players: one chooses at random, one takes what looks best, and one overlooks part of its options."""

from typing import Any, Final, final

from cuvee.bots.bot import Bot, best_of
from cuvee.kernel.chance import Chance
from cuvee.kernel.heuristics import Heuristics
from cuvee.kernel.play import State


@final
class RandomBot(Bot):
    """Chooses among its options, each equally likely."""

    def __init__(self, seed: int) -> None:
        self.rng = Chance.from_seed(seed, ["random bot"])

    def choose(self, state: State, seat: int) -> int:
        """Pick any option."""
        numbers = state.options(seat)
        return numbers[self.rng.below(len(numbers))]


@final
class GreedyBot(Bot):
    """Takes the option that the game's own heuristics rate best; ties are broken by lot."""

    def __init__(self, sense: Heuristics[Any], seed: int) -> None:
        self.sense = sense
        self.rng = Chance.from_seed(seed, ["greedy bot"])

    def choose(self, state: State, seat: int) -> int:
        """Pick the best-looking option."""
        numbers = state.options(seat)
        rates = self.sense.opinions(state, seat, numbers, self.rng)
        best = max(rates)
        top = [number for number, rate in zip(numbers, rates, strict=True) if rate == best]
        return top[self.rng.below(len(top))]


SEEN: Final = 8
"""An apprentice notices nearly all of a few options, half of this many, and never much more than this of many."""


@final
class ApprenticeBot(Bot):
    """Overlooks options, a larger part the more there are, and takes the best-looking of the rest."""

    def __init__(self, sense: Heuristics[Any], seed: int) -> None:
        self.sense = sense
        self.rng = Chance.from_seed(seed, ["apprentice"])

    def choose(self, state: State, seat: int) -> int:
        """Pick from the options noticed."""
        numbers = state.options(seat)
        noticed = [number for number in numbers if self.rng.below(len(numbers) + SEEN) < SEEN]
        if not noticed:
            return numbers[self.rng.below(len(numbers))]
        return best_of(noticed, self.sense.opinions(state, seat, noticed, self.rng))
