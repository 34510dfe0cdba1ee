"""The basis of thinking bots: a budget, the errors they raise, and their findings."""

from abc import abstractmethod
from collections.abc import Callable
from math import exp, sqrt
from time import perf_counter
from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from cuvee.bots.bot import Bot
from cuvee.bots.cores import ask_twins
from cuvee.bots.playing_on import PlayingOn
from cuvee.bots.prospects import Prospects
from cuvee.kernel.chance import Chance
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.game import Game
from cuvee.kernel.heuristics import Heuristics
from cuvee.kernel.play import State, Together
from cuvee.kernel.text import _

HAIR: Final = 1e-3
"""Shares of the victory that differ by less count as the same."""
SMALL_QUESTION: Final = 0.25
"""The part of a budget for a question in the middle of an action."""


@final
class Budget:
    """How long to think about a decision: seconds, or (reproducible) a number of positions valued.

    >>> Budget(nodes=100).left(0)
    True
    """

    def __init__(self, seconds: float = 0.0, nodes: int = 0, cores: int = 1, clock: Callable[[], float] = perf_counter) -> None:
        if seconds <= 0.0 and nodes <= 0:
            raise CuveeError(_("A bot that thinks needs a budget: some seconds or some nodes"))
        self.seconds = seconds
        self.nodes = nodes
        self.cores = cores
        """How many processes think about a decision, each with this budget."""
        self.clock = clock
        """What measures the seconds: the wall clock where people wait, otherwise processor time."""
        self.most = nodes
        self.time = seconds
        self.end = 0.0

    def begin(self, share: float = 1.0) -> None:
        """Start the clock, with the whole budget or with a share of it for a question that matters less."""
        self.most = max(1, int(share * self.nodes))
        self.time = share * self.seconds
        self.end = self.clock() + self.time

    def left(self, nodes: int) -> bool:
        """Tell whether anything is left after this many nodes."""
        if self.nodes:
            return nodes < self.most
        return self.clock() < self.end

    def share_left(self, nodes: int) -> float:
        """Return how much is left, from 1 at the start to 0."""
        if self.nodes:
            return 1.0 - nodes / self.most
        return (self.end - self.clock()) / self.time


@final
class Findings:
    """What a bot found out about a decision: for each option how often it was looked at and what it led to."""

    def __init__(self, seat: int, numbers: list[int], visits: list[int], means: list[float]) -> None:
        self.seat = seat
        self.numbers = numbers
        self.visits = visits
        self.means = means

    def add(self, other: "Findings") -> None:
        """Add what another tree found out about the same decision."""
        for place in range(len(self.numbers)):
            mine, theirs = self.visits[place], other.visits[place]
            if theirs:
                total = self.means[place] * mine + other.means[place] * theirs
                self.visits[place] = mine + theirs
                self.means[place] = total / (mine + theirs)

    def best(self, rng: Chance) -> int:
        """Return the place of the option looked at most; ties go to the one that led to more, then by lot."""
        found = 0
        for place in range(1, len(self.numbers)):
            if (self.visits[place], self.means[place]) > (self.visits[found], self.means[found]):
                found = place
        equal = [place for place in range(len(self.numbers)) if self._as_good(place, found)]
        return equal[rng.below(len(equal))]

    def _as_good(self, place: int, best: int) -> bool:
        return self.visits[place] == self.visits[best] and self.means[place] > self.means[best] - HAIR


@final
class Outlook:
    """What an option leads to on average: the seat's share of the victory, and the points each seat can expect at the end."""

    def __init__(self, seats: int) -> None:
        self.share = 0.0
        self.points = [0.0] * seats


@mypyc_attr(allow_interpreted_subclasses=True)
class ThinkingBot(Bot):
    """A bot that looks ahead in imagined positions. It sees only what its seat knows."""

    def __init__(self, game: Game[Any, Any], sense: Heuristics[Any], seed: int, budget: Budget) -> None:
        habits = sense.habits()
        self.sense = sense
        self.habits = habits
        self.budget = budget
        self.rng = Chance.from_seed(seed, ["thinking bot"])
        prospects = Prospects(game, sense)
        self.playing_on = PlayingOn(sense, prospects, habits)

    @abstractmethod
    def think(self, state: State, seat: int, numbers: list[int]) -> Findings:
        """Find out about some options of a seat, at least two."""

    def choose(self, state: State, seat: int) -> int:
        """Pick the option looked at most; where others answer at the same time, pick in proportion to the looks."""
        numbers = state.options(seat)
        if not numbers:
            raise CuveeError(_("The game is over") if state.over else _("There is nothing to decide for this seat"))
        if len(numbers) == 1:
            return numbers[0]
        perfect = self.sense.perfect(state, seat, numbers)
        if perfect is not None:
            return self._by_lot(numbers, [int(1e6 * share) for share in perfect])
        found = self.judge(state, seat, numbers)
        if isinstance(state.decision(), Together):
            return self._mix(found)
        return found.numbers[found.best(self.rng)]

    def judge(self, state: State, seat: int, numbers: list[int]) -> Findings:
        """Think about some options of a decision and say what was found; refuse an impossible position."""
        self.refuse_impossible(state, seat)
        self.playing_on.start(state)
        self.budget.begin(1.0 if self.sense.quiet(state) else SMALL_QUESTION)
        if self.budget.cores > 1:
            return think_together(self, state, seat, numbers)
        return self.think(state, seat, numbers)

    def refuse_impossible(self, state: State, seat: int) -> None:
        """Raise an error for an impossible position."""
        problems = state.redeal(seat, self.rng.clone()).problems()
        if problems:
            raise CuveeError(_("This position is impossible: {problem}", problem=problems[0]))

    def compare(self, state: State, seat: int, numbers: list[int], worlds: int) -> list[Outlook]:
        """Think about some options only; say what each leads to, in points on average over some imagined worlds."""
        found = [Outlook(state.seats) for _number in numbers]
        self.playing_on.start(state)
        if len(numbers) > 1:
            means = self.judge(state, seat, numbers).means
            for place in range(len(numbers)):
                found[place].share = means[place]
        for _world in range(worlds):
            world = state.redeal(seat, self.rng)
            for place in range(len(numbers)):
                after = world.clone()
                after.apply(seat, numbers[place])
                self.playing_on.value(after, seat, self.rng)
                for other in range(state.seats):
                    found[place].points[other] += self.sense.value(after, other) / worlds
        return found

    def _mix(self, found: Findings) -> int:
        """Sample in proportion to the looks, leaving out options that were barely tried."""
        most = max(found.visits)
        weights = [looks if 8 * looks >= most else 0 for looks in found.visits]
        return self._by_lot(found.numbers, weights)

    def _by_lot(self, numbers: list[int], weights: list[int]) -> int:
        ticket = self.rng.below(sum(weights))
        for place in range(len(weights)):
            ticket -= weights[place]
            if ticket < 0:
                return numbers[place]
        raise AssertionError("a ticket lies below the sum")


def think_together(bot: ThinkingBot, state: State, seat: int, numbers: list[int]) -> Findings:
    """Think on several cores: each process grows a tree of its own, and what they found is added up."""
    seeds = [bot.rng.below(1 << 30) for _twin in range(bot.budget.cores - 1)]

    def think_apart(seed: int) -> tuple[list[int], list[float]]:
        bot.rng = Chance.from_seed(seed, ["thinking twin"])
        found = bot.think(state, seat, numbers)
        return found.visits, found.means

    with ask_twins(think_apart, seeds) as twins:
        found = bot.think(state, seat, numbers)
        for visits, means in twins():
            found.add(Findings(seat, found.numbers, visits, means))
    return found


def priors_of(rates: list[float]) -> list[float]:
    """Turn ratings on any scale into first beliefs that add up to 1; nothing is ruled out.

    >>> [round(belief, 2) for belief in priors_of([3.0, 3.0])]
    [0.5, 0.5]
    """
    count = len(rates)
    best = max(rates)
    mean = sum(rates) / count
    spread = sqrt(sum((rate - mean) * (rate - mean) for rate in rates) / count)
    if spread < 1e-9:
        return [1.0 / count] * count
    weights = [exp(max(-20.0, 1.5 * (rate - best) / spread)) for rate in rates]
    whole = sum(weights)
    return [0.95 * weight / whole + 0.05 / count for weight in weights]
