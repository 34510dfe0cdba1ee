"""Planning a whole game: for a seat that plays alone where nothing is hidden and nothing left to chance.

What comes after an answer is known for certain there, so a line of answers to the end of the game keeps its worth. The bot
looks for lines by sweeps: from the position on the table it carries the best few positions along from one quiet moment to
the next, up to the end (a beam search). The best line ever found is the plan, and it is followed until a sweep finds a
better one: thinking on never makes a game worse.
"""

from typing import Any, Final, final

from cuvee.bots.cores import ask_twins
from cuvee.bots.flat import FlatBot
from cuvee.bots.thinking import Budget
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Game
from cuvee.kernel.heuristics import Heuristics
from cuvee.kernel.play import ANY_TIME, State

WIDEST: Final = 16
"""Positions carried along at most: beyond that other judgements find more than more positions do."""
DOUBT: Final = 0.1
"""How far judgements are shaken in a sweep, in spreads of the game, so that each sweep may find something else."""
SECOND_CHOICES: Final = 1
"""How many answers in the middle of an action may be other than what looks best."""
GRAIN: Final = 1000


@final
class Stop:
    """A position on the way, the answers that led there, and what it looks worth."""

    def __init__(self, state: State, line: tuple[int, ...], worth: float) -> None:
        self.state = state
        self.line = line
        self.worth = worth


@final
class Sweep:
    """Carries the best few positions along from one quiet moment to the next."""

    def __init__(self, game: Game[Any, Any], sense: Heuristics[Any], seat: int, width: int, rng: Chance) -> None:
        self.game = game
        self.sense = sense
        self.seat = seat
        self.width = width
        self.rng = rng
        self.doubt = DOUBT * sense.habits().spread
        self.valued = 0
        self.stages: dict[int, dict[float, Stop]] = {}
        """Positions by how far the game has got, then by worth: what is worth exactly the same is taken for the same."""
        self.ends: list[Stop] = []

    def run(self, start: State, budget: Budget, spent: int) -> bool:
        """Look for good lines to the end of the game; when the budget runs out finish the best one quickly, and say so."""
        self._go_on(Stop(start, (), 0.0))
        while self.stages:
            stage = self.stages.pop(min(self.stages))
            stops = sorted(stage.values(), key=lambda stop: -stop.worth)[: self.width]
            for stop in stops:
                if not budget.left(spent + self.valued):
                    self._finish(stops[0])
                    return False
                self._go_on(stop)
        return True

    def best(self) -> Stop:
        """Return the end of the best line."""
        return max(self.ends, key=lambda end: end.worth)

    def _go_on(self, stop: Stop) -> None:
        """Find the quiet moments after each action that is possible."""
        for number in self._options(stop.state):
            self._branch(stop, number, SECOND_CHOICES)

    def _branch(self, stop: Stop, number: int, freedom: int) -> None:
        """Give an answer and go on to the next quiet moment, with so many answers on the way that look second best."""
        state, line = stop.state.clone(), (*stop.line, number)
        state.apply(self.seat, number)
        while state.waiting and not self.sense.quiet(state):
            best, *others = self._options(state)
            for other in others[:freedom]:
                self._branch(Stop(state, line, 0.0), other, freedom - 1)
            state.apply(self.seat, best)
            line = (*line, best)
        self._keep(state, line)

    def _keep(self, state: State, line: tuple[int, ...]) -> None:
        """Take a position along to be compared with others that have got as far."""
        self.valued += 1
        if not state.waiting:
            self.ends.append(Stop(state, line, self.game.scores(state)[self.seat]))
            return
        worth = self.sense.value(state, self.seat)
        shaken = worth + self.doubt * (self.rng.below(2 * GRAIN + 1) / GRAIN - 1.0)
        self.stages.setdefault(self.sense.moment(state), {}).setdefault(worth, Stop(state, line, shaken))

    def _finish(self, stop: Stop) -> None:
        """Play one line to the end of the game as it looks best at once."""
        state, line = stop.state.clone(), stop.line
        while state.waiting:
            number = self._options(state)[0]
            state.apply(self.seat, number)
            line = (*line, number)
        self._keep(state, line)

    def _options(self, state: State) -> list[int]:
        """Return what can be answered, the best first; powers that can be used at any time are left out."""
        numbers = [number for number in state.options(self.seat) if number < ANY_TIME]
        if len(numbers) < 2:
            return numbers
        rates = self.sense.hunches(state, self.seat, numbers, self.rng)
        order = sorted(range(len(numbers)), key=lambda place: -rates[place])
        return [numbers[place] for place in order]


@final
class Plan:
    """A line of answers to the end of the game, the position it starts from, and the points it brings."""

    def __init__(self, start: State, line: list[int], points: float) -> None:
        self.start = start.clone()
        self.line = line
        self.points = points

    def follow(self, seat: int) -> int:
        """Return the next answer and move on by it."""
        number = self.line.pop(0)
        self.start.apply(seat, number)
        return number


class PlanningBot(FlatBot):
    """Plans the whole game where it sits alone; with others at the table it compares options like its parent."""

    def __init__(self, game: Game[Any, Any], sense: Heuristics[Any], seed: int, budget: Budget) -> None:
        super().__init__(game, sense, seed, budget)
        self.game = game
        self.plan: Plan | None = None
        self.width = 1

    def choose(self, state: State, seat: int) -> int:
        """Look for a better plan before each action, and follow the best one known."""
        if state.seats > 1 or not state.options(seat):
            return super().choose(state, seat)
        if self.plan is not None and self.plan.start != state:
            self.plan = None
        if self.plan is None or self.sense.quiet(state):
            self.refuse_impossible(state, seat)
            self.budget.begin()
            self._improve(state, seat)
        assert self.plan is not None, "every sweep reaches the end of the game"
        return self.plan.follow(seat)

    def _improve(self, state: State, seat: int) -> None:
        """Look for a better line, on several cores if allowed."""
        seeds = [self.rng.below(1 << 30) for _twin in range(self.budget.cores - 1)]

        def plan_apart(seed: int) -> tuple[list[int], list[float]]:
            self.rng = Chance.from_seed(seed, ["planning twin"])
            self._sweep(state, seat)
            assert self.plan is not None, "every sweep reaches the end of the game"
            return self.plan.line, [self.plan.points]

        with ask_twins(plan_apart, seeds) as twins:
            self._sweep(state, seat)
            for line, points in twins():
                self._consider(state, line, points[0])

    def _sweep(self, state: State, seat: int) -> None:
        """Sweep as long as the budget lasts: wider after a sweep that was finished, narrower after one that was not."""
        spent = 0
        while spent == 0 or self.budget.left(spent):
            sweep = Sweep(self.game, self.sense, seat, self.width, self.rng)
            finished = sweep.run(state, self.budget, spent)
            spent += sweep.valued
            self.width = min(WIDEST, 2 * self.width) if finished else max(1, self.width // 2)
            best = sweep.best()
            self._consider(state, list(best.line), best.worth)

    def _consider(self, state: State, line: list[int], points: float) -> None:
        if self.plan is None or points > self.plan.points:
            self.plan = Plan(state, line, points)
