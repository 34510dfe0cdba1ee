"""A beginner's judgement of Vinhos."""

from typing import final

from cuvee.games.vinhos.scoring import total
from cuvee.games.vinhos.state import Table
from cuvee.kernel.heuristics import Heuristics


@final
class GrowerSense(Heuristics[Table]):
    """What a position promises."""

    def features(self, state: Table, seat: int) -> list[float]:
        """Describe the position."""
        return [state.money[seat] / 20]

    def value(self, state: Table, seat: int) -> float:
        """Estimate the final points of a seat."""
        return float(total(state, seat))


def judgement() -> Heuristics[Table]:
    """Return the judgement of the game."""
    return GrowerSense()
