"""What a game tells bots about itself: features of a position, its worth, and a first opinion of the options."""

from abc import abstractmethod
from typing import Generic

from mypy_extensions import mypyc_attr

from cuvee.kernel.chance import Chance
from cuvee.kernel.play import S
from cuvee.kernel.rows import Rows


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristics(Generic[S]):
    """A beginner's judgement. It may use only what the seat knows; a law checks that a redeal changes nothing."""

    @abstractmethod
    def features(self, state: S, seat: int) -> list[float]:
        """Describe the position for a seat by numbers of about the size of 1."""

    def details(self, state: S, seat: int, rows: Rows) -> None:
        """Spell out piece by piece what the seat knows, for learners that find things out themselves.

        Named parts, the same ones of the same sizes throughout a game. None by default.
        """

    @abstractmethod
    def value(self, state: S, seat: int) -> float:
        """Estimate the final points of a seat."""

    def opinions(self, state: S, seat: int, numbers: list[int], rng: Chance) -> list[float]:
        """Rate each option, higher is better. By default: play it in an imagined position and look at the value."""
        imagined = state.redeal(seat, rng)
        rates: list[float] = []
        for number in numbers:
            after = imagined.clone()
            after.apply(seat, number)
            rates.append(self.value(after, seat))  # type: ignore[arg-type]
        return rates
