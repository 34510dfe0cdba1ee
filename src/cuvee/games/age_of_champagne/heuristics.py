"""A beginner's judgement of Age of Champagne."""

from typing import final

from cuvee.games.age_of_champagne.scoring import total
from cuvee.games.age_of_champagne.state import Houses
from cuvee.kernel.heuristics import Heuristics


@final
class HouseSense(Heuristics[Houses]):
    """Points."""

    def features(self, state: Houses, seat: int) -> list[float]:
        """Describe."""
        return [float(total(state, seat))]

    def value(self, state: Houses, seat: int) -> float:
        """Estimate."""
        return float(total(state, seat))


def judgement() -> HouseSense:
    """Return the judgement that bots start from."""
    return HouseSense()
