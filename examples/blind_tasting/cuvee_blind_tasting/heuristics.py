"""A beginner's judgement: what a bottle is worth to a seat, and how much there is to win or lose in a round."""

from typing import Final, final

from cuvee.kernel.chance import Chance
from cuvee.kernel.heuristics import Habits, Heuristics
from cuvee.kernel.observation import Rows
from cuvee_blind_tasting.decisions import Offer
from cuvee_blind_tasting.observation import details
from cuvee_blind_tasting.scoring import guest_points, open_points
from cuvee_blind_tasting.state import Tasting

NEW_GRAPE: Final = 1.0
"""What the first bottle of a grape is worth beyond its points: a part of a tasting set."""
USUAL_BOTTLE: Final = 4.5
"""About what a bottle still to come will be worth."""


def worth(state: Tasting, seat: int, bottle: int) -> float:
    """Return what a bottle is worth to a seat, by what that seat knows."""
    wine = state.pieces.bottles[bottle]
    points = float(wine.points)
    if all(state.pieces.bottles[mine].grape != wine.grape for mine in state.cellars[seat]):
        points += NEW_GRAPE
    if state.guests and state.pieces.guests[state.guests[seat]].grape == wine.grape:
        points += state.pieces.guests[state.guests[seat]].points
    return points


def at_stake(state: Tasting, seat: int) -> float:
    """Return how much better the best bottle on offer is than the worst, for a seat."""
    worths = [worth(state, seat, bottle) for bottle in state.open]
    return max(worths) - min(worths)


@final
class TasterSense(Heuristics[Tasting]):
    """Offer a lot when a lot is at stake; then take what is worth most."""

    def habits(self) -> Habits:
        """Play imagined matches to their end: they are short."""
        return Habits(4.0, horizon=12)

    def quiet(self, state: Tasting) -> bool:
        """Tell whether nothing is half done, as before the offers."""
        return isinstance(state.decision(), Offer)

    def features(self, state: Tasting, seat: int) -> list[float]:
        """Describe the round, the seat's points and those of the best other player, and what is at stake."""
        rival = max(open_points(state, other) for other in range(state.seats) if other != seat)
        own = open_points(state, seat) + guest_points(state, seat)
        stake = at_stake(state, seat) if state.open else 0.0
        return [state.round / state.pieces.rounds, own / 30, rival / 30, stake / 6, sum(state.hands[seat]) / 21]

    def details(self, state: Tasting, seat: int, rows: Rows) -> None:
        """Spell out what the seat knows."""
        details(state, seat, rows)

    def estimate(self, state: Tasting, seat: int) -> float:
        """Count the points so far, and a usual bottle for every round to come."""
        to_come = state.pieces.rounds - len(state.cellars[seat])
        return open_points(state, seat) + guest_points(state, seat) + USUAL_BOTTLE * to_come

    def opinions(self, state: Tasting, seat: int, numbers: list[int], rng: Chance) -> list[float]:
        """Rate offers by how well they fit what is at stake, and bottles by their worth."""
        if not isinstance(state.decision(), Offer):
            return [worth(state, seat, bottle) for bottle in numbers]
        fitting = min(1.0, at_stake(state, seat) / 6) * (len(numbers) - 1)
        return [-abs(place - fitting) for place in range(len(numbers))]


def judgement() -> TasterSense:
    """Return the judgement that bots start from."""
    return TasterSense()
