"""What a game tells bots about itself: features of a position, its worth, and a first opinion of the options."""

from abc import abstractmethod
from typing import Generic

from mypy_extensions import mypyc_attr

from cuvee.kernel.chance import Chance
from cuvee.kernel.play import S


def named_after_turns(seat: int, seats: int) -> list[tuple[str, int]]:
    """List all seats as one of them sees them: itself, then the others in the order of play, each with a name.

    >>> named_after_turns(1, 3)
    [('own', 1), ('next_1', 2), ('next_2', 0)]
    """
    return [(f"next_{turn}" if turn else "own", (seat + turn) % seats) for turn in range(seats)]


def marked(size: int, places: list[int]) -> list[float]:
    """Return a row of zeros with a 1 at each of these places; a negative place is none.

    >>> marked(4, [1, 3, -1])
    [0.0, 1.0, 0.0, 1.0]
    """
    row = [0.0] * size
    for place in places:
        if place >= 0:
            row[place] = 1.0
    return row


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristics(Generic[S]):
    """A beginner's judgement. It may use only what the seat knows; a law checks that a redeal changes nothing."""

    @abstractmethod
    def features(self, state: S, seat: int) -> list[float]:
        """Describe the position for a seat by numbers of about the size of 1."""

    def details(self, state: S, seat: int) -> list[tuple[str, list[float]]]:
        """Spell out piece by piece what the seat knows, for learners that find things out themselves.

        Named rows, the same ones of the same lengths throughout a game, of numbers of about the size of 1. None by default.
        """
        return []

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
