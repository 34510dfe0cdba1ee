"""A beginner's judgement of Viticulture."""

from typing import final

from cuvee.games.viticulture.state import Winery
from cuvee.kernel.heuristics import Heuristics


@final
class WinerySense(Heuristics[Winery]):
    """Points."""

    def features(self, state: Winery, seat: int) -> list[float]:
        return [state.players[seat].vp / 25]

    def value(self, state: Winery, seat: int) -> float:
        return float(state.players[seat].vp)


def judgement() -> WinerySense:
    """Return the judgement that bots start from."""
    return WinerySense()
