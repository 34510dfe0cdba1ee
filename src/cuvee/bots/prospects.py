"""What a position is worth to each seat: its share of the victory, as far as can be told."""

from math import exp
from typing import Any, Final, final

from cuvee.kernel.game import Game
from cuvee.kernel.heuristics import Heuristics
from cuvee.kernel.play import State

RESULT: Final = 0.85
"""Weight of who won; the rest depends on the margin, so that a lost or won game is still played well."""
SOLO_SCALE: Final = 0.01
VAGUE: Final = 4.0
"""An opponent without a seat counts its present total, a player an estimate of the end, so their difference says less."""


@final
class Prospects:
    """Values positions for all seats at once, between 0 and 1; for a solo player without an opponent, by the points."""

    def __init__(self, game: Game[Any, Any], sense: Heuristics[Any]) -> None:
        self.game = game
        self.sense = sense
        self.spread = sense.habits().spread

    def of(self, state: State) -> list[float]:
        """Estimate each seat's share of the victory."""
        points = [self.sense.value(state, seat) for seat in range(state.seats)]
        rival = self.sense.rival(state)
        if state.seats == 1 and rival is None:
            return [SOLO_SCALE * points[0]]
        shares = [self._share(points, seat, rival) for seat in range(state.seats)]
        if len(shares) > 2:  # each was judged against the best of the others
            whole = sum(shares)
            shares = [share / whole for share in shares]
        return self._with_result(state, shares) if not state.waiting else shares

    def _share(self, points: list[float], seat: int, rival: float | None) -> float:
        best = rival if rival is not None else -1e9
        for other in range(len(points)):
            if other != seat and points[other] > best:
                best = points[other]
        margin = (points[seat] - best) / (self.spread if rival is None else VAGUE * self.spread)
        return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, margin))))

    def _with_result(self, state: State, shares: list[float]) -> list[float]:
        places: list[int] = self.game.places(state)
        winners = max(1, places.count(1))
        return [RESULT * (place == 1) / winners + (1 - RESULT) * share for place, share in zip(places, shares, strict=True)]
