"""What a game tells bots about itself: features of a position, its value, and a first opinion of the options."""

from abc import abstractmethod
from typing import Generic, NamedTuple

from mypy_extensions import mypyc_attr

from cuvee.kernel.chance import Chance
from cuvee.kernel.net import Net
from cuvee.kernel.observation import Rows
from cuvee.kernel.play import S


class Habits(NamedTuple):
    """How bots that search should think ahead in a game; the figures were found by measuring.

    >>> Habits(spread=6.0).tree
    True
    """

    spread: float
    """The lead in points that makes a win likely but not certain."""
    tree: bool = True
    """Grow a tree, or compare the options by playing on from each (flat)."""
    horizon: int = 0
    """How many turns of its own a seat plays on before the position is valued."""
    level: bool = False
    """Count the horizon in moments of the game (`Heuristics.moment`) instead. Where a choice may cost turns, options compared
    after the same number of turns would be compared at different times."""
    width: int = 12
    """Options worth a second look."""
    sure: bool = False
    """Nothing is hidden or left to chance: looking twice is no use, looking further is."""
    blend: float = 0.0
    """The weight of an immediate judgement against playing on from there."""
    caution: int = 0
    """How many looks a first opinion counts for, where outcomes are largely luck and opinions are good."""
    crowd: int = 0
    """How many more looks it counts for with each player beyond two: more players mean more luck."""
    race: bool = False
    """Players race to end the game, so only the lead can be learned. Otherwise each seat's points are learned separately."""
    trust: float = 1.0
    """How much is learned from the end of a game: 1 means only from it, less means also from later judgements (λ)."""


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
        """What was learned about the value of positions."""

    def habits(self) -> Habits:
        """Say how best to think ahead in this game."""
        return Habits(10.0)

    @abstractmethod
    def features(self, state: S, seat: int) -> list[float]:
        """Describe the position for a seat by numbers of roughly size 1; their count is the same for two players or more."""

    def details(self, state: S, seat: int, rows: Rows) -> None:
        """Spell out piece by piece what the seat knows, for learners that find things out themselves.

        It has named parts, which keep their names and sizes throughout a game. By default there are none.
        """

    @abstractmethod
    def estimate(self, state: S, seat: int) -> float:
        """Estimate the final points of a seat by rules of thumb."""

    def inputs(self, state: S, seat: int) -> list[float]:
        """Return the input of a network in one row: a few meaningful numbers, since it is asked very often."""
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
        """Number the quiet moments in the order they come; lines of play are compared where they have got equally far.

        By default all have the same number: lines are compared after the same number of actions, and `Habits.level` is no use.
        """
        return 0

    def shown(self, state: S) -> int:
        """Number what chance has just revealed, so that a search can answer each outcome in its own way.

        By default all have the same number: one answer has to serve for every outcome.
        """
        return 0

    def foresee(self, state: S) -> list[float] | None:
        """Return what perfect play from here is worth to each seat, if that can be worked out at once.

        The worth is the share of the victory, or without an opponent a hundredth of the points.
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
        """Rate each option well enough for an imagined game: by rules of thumb alone, which is quicker."""
        learned, self.learned = self.learned, None
        rates = self.sketch(state, seat, numbers, rng)
        self.learned = learned
        return rates

    def sketch(self, state: S, seat: int, numbers: list[int], rng: Chance) -> list[float]:
        """Rate each option with less thinking than an opinion takes. By default: the same as opinions."""
        return self.opinions(state, seat, numbers, rng)


def with_rival(seat: int, points: list[float]) -> list[int]:
    """Return a seat and its leading rival, if it has one: the player to watch, however many play.

    >>> with_rival(0, [30.0, 41.0, 44.0]), with_rival(0, [30.0])
    ([0, 2], [0])
    """
    best = -1
    for other in range(len(points)):
        if other != seat and (best < 0 or points[other] > points[best]):
            best = other
    return [seat] if best < 0 else [seat, best]
