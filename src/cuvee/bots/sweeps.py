"""Planning a whole game, for a seat that plays alone where nothing is hidden or left to chance.

There, what follows an answer is certain, so a line of answers to the end of the game keeps its worth. The bot
looks for lines by sweeps (a beam search): from a position it carries the best few positions along from one quiet moment to
the next, up to the end. The best line found is the plan. Further sweeps, each spread over several decisions, start at any
moment of it, and the plan is followed until one of them finds a better end: more thinking never makes a game worse.

Until the first sweep is finished, the bot plays towards what looks best so far. Those moves cannot be taken back, so the
first answers get a second's worth of positions, however few are allowed for a decision; only a clock can cut that short.
"""

from typing import Any, Final, final

from cuvee.bots.flat import FlatBot
from cuvee.bots.thinking import SMALL_QUESTION, Budget
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Game
from cuvee.kernel.heuristics import Heuristics
from cuvee.kernel.play import ANY_TIME, State

WIDTH: Final = 10
"""Positions carried along. Carrying more finds less than another sweep does."""
DOUBT: Final = 0.1
"""How far judgements are varied at random in a sweep, in spreads of the game, so that each sweep may find something else."""
SECOND_CHOICES: Final = 1
"""How many answers in the middle of an action may differ from what looks best."""
FIRST: Final = 7_000
"""The least number of positions for an answer while there is no plan: about a quarter of a game, well within a second."""
GRAIN: Final = 1000
NOTHING: Final = -1e9

Line = tuple[int, ...]


@final
class Stop:
    """A position on the way, all answers that led there, and what it seems to be worth."""

    def __init__(self, state: State, line: Line, worth: float) -> None:
        self.state = state
        self.line = line
        self.worth = worth


@final
class Sweep:
    """Carries the best few positions along from one quiet moment to the next."""

    def __init__(self, game: Game[Any, Any], sense: Heuristics[Any], seat: int, start: Stop, rng: Chance) -> None:
        self.game = game
        self.sense = sense
        self.seat = seat
        self.rng = rng
        self.doubt = DOUBT * sense.habits().spread
        self.valued = 0
        self.stages: dict[int, dict[float, Stop]] = {}
        """Positions by how far the game has got, then by worth: two of exactly the same worth are taken to be the same."""
        self.ends: list[Stop] = []
        self._go_on(start)

    def advance(self) -> None:
        """Carry the least advanced positions on to their next quiet moments."""
        stage = self.stages.pop(min(self.stages))
        for stop in sorted(stage.values(), key=lambda stop: -stop.worth)[:WIDTH]:
            self._go_on(stop)

    def best(self) -> Stop:
        """Return the best end or, while the sweep is unfinished, what looks best so far."""
        stops = list(self.stages[min(self.stages)].values()) if self.stages else self.ends
        return max(stops, key=lambda stop: stop.worth)

    def leave_out(self, played: Line) -> None:
        """Forget the lines that can no longer be reached."""
        for moment in list(self.stages):
            stage = {worth: stop for worth, stop in self.stages[moment].items() if stop.line[: len(played)] == played}
            if stage:
                self.stages[moment] = stage
            else:
                del self.stages[moment]
        self.ends = [end for end in self.ends if end.line[: len(played)] == played]

    def _go_on(self, stop: Stop) -> None:
        """Find the quiet moments after each action that is possible."""
        for number in self._options(stop.state):
            self._branch(stop, number, SECOND_CHOICES)

    def _branch(self, stop: Stop, number: int, freedom: int) -> None:
        """Give an answer and go on to the next quiet moment, with up to `freedom` second-best answers on the way."""
        state, line = stop.state.clone(), (*stop.line, number)
        state.apply(self.seat, number)
        while state.waiting and not self.sense.quiet(state):
            numbers = self._options(state)
            for other in numbers[1 : 1 + freedom]:
                self._branch(Stop(state, line, NOTHING), other, freedom - 1)
            state.apply(self.seat, numbers[0])
            line = (*line, numbers[0])
        self._keep(state, line)

    def _keep(self, state: State, line: Line) -> None:
        """Keep a position, to be compared with others that have got as far."""
        self.valued += 1
        if not state.waiting:
            self.ends.append(Stop(state, line, float(self.game.scores(state)[self.seat])))
            return
        worth = self.sense.value(state, self.seat)
        shaken = worth + self.doubt * (self.rng.below(2 * GRAIN + 1) / GRAIN - 1.0)
        self.stages.setdefault(self.sense.moment(state), {}).setdefault(worth, Stop(state, line, shaken))

    def _options(self, state: State) -> list[int]:
        """Return what can be answered, the best first; powers that can be used at any time are left out."""
        numbers = [number for number in state.options(self.seat) if number < ANY_TIME]
        if len(numbers) < 2:
            return numbers
        rates = self.sense.hunches(state, self.seat, numbers, self.rng)
        order = sorted(range(len(numbers)), key=lambda place: -rates[place])
        return [numbers[place] for place in order]


class PlanningBot(FlatBot):
    """Plans the whole game (on one core) if it plays alone; with others at the table it compares options like its parent."""

    def __init__(self, game: Game[Any, Any], sense: Heuristics[Any], seed: int, budget: Budget) -> None:
        super().__init__(game, sense, seed, budget)
        self.game = game
        self.points = NOTHING
        """The points the plan brings, once there is one."""
        self.line: Line = ()
        self.played: Line = ()
        self.expected: State | None = None
        """The position in which the next answer of the line is due."""
        self.sweep: Sweep | None = None

    def choose(self, state: State, seat: int) -> int:
        """Look for a better plan before each action, and follow the best one known."""
        if state.seats > 1 or not state.options(seat):
            return super().choose(state, seat)
        new = self.expected is None or self.expected != state
        if new:
            self.points, self.line, self.played, self.sweep = NOTHING, (), (), None
            self.refuse_impossible(state, seat)
        if new or self.sense.quiet(state):
            self._plan(state, seat)
        number = self.line[len(self.played)]
        self.played = (*self.played, number)
        self.expected = state.clone()
        self.expected.apply(seat, number)
        return number

    def _plan(self, state: State, seat: int) -> None:
        """Sweep while the budget lasts; an unfinished sweep goes on next time."""
        self.budget.begin(1.0 if self.sense.quiet(state) else SMALL_QUESTION)
        if self.sweep is not None:
            self.sweep.leave_out(self.played)
        spent = 0
        while spent == 0 or self.budget.left(spent) or self._has_no_plan_yet(spent):
            spent += self._sweep_on(state, seat)

    def _has_no_plan_yet(self, spent: int) -> bool:
        """Tell whether to go on beyond the budget: only if it counts positions, never if it is a time limit."""
        return self.budget.nodes > 0 and self.points == NOTHING and spent < FIRST

    def _sweep_on(self, state: State, seat: int) -> int:
        """Take the sweep one step further, or begin another; return how many positions were valued."""
        sweep, before = self.sweep, 0
        if sweep is None:
            sweep = Sweep(self.game, self.sense, seat, self._somewhere(state, seat), self.rng)
        else:
            before = sweep.valued
            if sweep.stages:
                sweep.advance()
        self.sweep = sweep if sweep.stages else None
        if sweep.stages and self.points == NOTHING:
            self.line = sweep.best().line
        elif not sweep.stages and sweep.ends and sweep.best().worth > self.points:
            self.line, self.points = sweep.best().line, sweep.best().worth
        return max(1, sweep.valued - before)

    def _somewhere(self, state: State, seat: int) -> Stop:
        """Return a random quiet moment of the plan; while there is no plan, the present one."""
        at = len(self.played)
        here = Stop(state, self.played, NOTHING)
        if self.points == NOTHING:
            return here
        goal = at + self.rng.below(len(self.line) - at)
        state = state.clone()
        while state.waiting and (at < goal or not self.sense.quiet(state)):
            state.apply(seat, self.line[at])
            at += 1
        return Stop(state, self.line[:at], NOTHING) if state.waiting else here
