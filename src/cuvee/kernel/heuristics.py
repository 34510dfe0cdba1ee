"""What a game tells bots about itself: features of a position, its worth, and a first opinion of the options."""

from abc import abstractmethod
from typing import Generic, NamedTuple

from mypy_extensions import mypyc_attr

from cuvee.kernel.chance import Chance
from cuvee.kernel.net import Net
from cuvee.kernel.observation import Rows
from cuvee.kernel.play import S


class Habits(NamedTuple):
    """How best to think ahead in a game: what bots that search are told about it, found by measuring.

    >>> Habits(spread=6.0).tree
    True
    """

    spread: float
    """Points of difference that make a win likely, not sure."""
    tree: bool = True
    """Grow a tree, or compare the options by playing on from each (flat)."""
    horizon: int = 0
    """Own turns to play on before the position is valued."""
    level: bool = False
    """Count moments of the game (`Heuristics.moment`) for the horizon instead: where a choice may cost turns, options that
    are compared after equally many turns are compared at different times."""
    width: int = 12
    """Options worth a second look."""
    sure: bool = False
    """Nothing is hidden and nothing left to chance: looking twice is of no use, looking further is."""
    blend: float = 0.0
    """How much a judgement at once weighs against playing on from there."""
    caution: int = 0
    """Looks that a first opinion counts for, where what comes of an option is largely luck and opinions are good."""
    crowd: int = 0
    """Looks it counts for besides, for every player beyond two: the more there are, the more of what comes is luck."""
    race: bool = False
    """Who gains more ends the game: only the lead can be learned. Else everybody's points are learned for themselves."""
    trust: float = 1.0
    """How much is learned from the end of a game: 1 from it only, less also from later judgements (λ)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristics(Generic[S]):
    """A beginner's judgement. It may use only what the seat knows; a law checks that a redeal changes nothing.

    >>> from cuvee import games
    >>> game = games.get("wine_cellar")
    >>> state, judgement = game.new(2, seed=1), game.heuristics()
    >>> len(judgement.features(state, 0)), judgement.value(state, 0)
    (9, 50.4)
    """

    def __init__(self) -> None:
        self.learned: Net | None = None
        """What was learned about the worth of positions."""

    def habits(self) -> Habits:
        """Say how best to think ahead in this game."""
        return Habits(10.0)

    @abstractmethod
    def features(self, state: S, seat: int) -> list[float]:
        """Describe the position for a seat by numbers of about the size of 1; as many whether two or more play."""

    def details(self, state: S, seat: int, rows: Rows) -> None:
        """Spell out piece by piece what the seat knows, for learners that find things out themselves.

        Named parts, the same ones of the same sizes throughout a game. None by default.
        """

    @abstractmethod
    def estimate(self, state: S, seat: int) -> float:
        """Estimate the final points of a seat by rules of thumb."""

    def inputs(self, state: S, seat: int) -> list[float]:
        """Return what a network goes by, in one row: few numbers that mean something, for it is asked very often."""
        return self.features(state, seat)

    def value(self, state: S, seat: int) -> float:
        """Estimate the final points of a seat: by rules of thumb, corrected by what was learned, if anything was."""
        estimate = self.estimate(state, seat)
        if self.learned is None or not state.waiting:
            return estimate
        return estimate + self.learned.answer(self.inputs(state, seat))

    def rival(self, state: S) -> float | None:
        """Estimate the final points of an opponent without a seat, if there is one to beat."""
        return None

    def quiet(self, state: S) -> bool:
        """Tell whether no action is half done, so that the value of the position means something."""
        return True

    def moment(self, state: S) -> int:
        """Number the quiet moments in the order in which they come; lines of play are compared where they have got equally far.

        By default all are alike: then lines are compared after equally many actions (and no habit should ask for more).
        """
        return 0

    def shown(self, state: S) -> int:
        """Number what chance has just laid open, so that a search can answer each outcome in its own way.

        By default all are alike: then one answer has to serve whatever comes.
        """
        return 0

    def foresee(self, state: S) -> list[float] | None:
        """Return what perfect play from here is worth to each seat, if that can be told at once.

        The share of the victory; alone, without an opponent, a hundredth of the points.
        """
        return None

    def perfect(self, state: S, seat: int, numbers: list[int]) -> list[float] | None:
        """Return how often to choose each option in perfect play, if that can be worked out here."""
        return None

    def opinions(self, state: S, seat: int, numbers: list[int], rng: Chance) -> list[float]:
        """Rate each option, higher is better. By default: play it in an imagined position and look at the value."""
        imagined = state.redeal(seat, rng)
        rates: list[float] = []
        for number in numbers:
            after = imagined.clone()
            after.apply(seat, number)
            rates.append(self.value(after, seat))  # type: ignore[arg-type]
        return rates

    def hunches(self, state: S, seat: int, numbers: list[int], rng: Chance) -> list[float]:
        """Rate each option well enough for a game played in the mind: by rules of thumb alone, which is quicker."""
        learned, self.learned = self.learned, None
        rates = self.sketch(state, seat, numbers, rng)
        self.learned = learned
        return rates

    def sketch(self, state: S, seat: int, numbers: list[int], rng: Chance) -> list[float]:
        """Rate each option with less thinking than for an opinion. By default: like opinions."""
        return self.opinions(state, seat, numbers, rng)


def with_rival(seat: int, points: list[float]) -> list[int]:
    """Return a seat and the foremost of the others, if there are others: who has to be watched, however many play.

    >>> with_rival(0, [30.0, 41.0, 44.0]), with_rival(0, [30.0])
    ([0, 2], [0])
    """
    best = -1
    for other in range(len(points)):
        if other != seat and (best < 0 or points[other] > points[best]):
            best = other
    return [seat] if best < 0 else [seat, best]
