"""Flat Monte Carlo: play on from each promising option in the same imagined worlds, and keep the better half.

The first world is played on only to the next quiet moment, so that even a bot with little time looks at everything nearby.
Once it has looked further, to the horizon, its earlier findings no longer count. Where nothing is hidden or left to chance,
every world is the same, so each look goes one turn further.
"""

from typing import Final, final

from cuvee.bots.thinking import Findings, ThinkingBot
from cuvee.kernel.play import State

STEEPEST: Final = 4.0
"""A point is worth at most 1 / (this x spread) of a victory: the slope of Prospects where it is steepest."""
ROUNDS: Final = 4
"""The field is halved about this many times (sequential halving)."""


@final
class Trial:
    """What some options led to: how often each was looked at, and what it brought at the furthest reach so far.

    With caution, the first opinion counts as a few looks, so an option has to prove that it is better than the favourite.
    """

    def __init__(self, behind: list[float], caution: int) -> None:
        count = len(behind)
        self.behind = behind
        """How much worse each option looked than the favourite, as a share of the victory; 0 for the favourite."""
        self.caution = caution
        self.favourite = behind.index(min(behind))
        self.visits = [0] * count
        self.counts = [0] * count
        self.totals = [0.0] * count
        self.played = 0
        self.reach = -1

    def note(self, field: list[int], found: list[float], reach: int) -> None:
        """Record what one world brought."""
        for at in range(len(field)):
            place = field[at]
            if reach > self.reach:
                self.counts[place], self.totals[place] = 0, 0.0
            self.visits[place] += 1
            self.counts[place] += 1
            self.totals[place] += found[at]
        self.reach = reach

    def mean(self, place: int) -> float:
        """Return what an option led to on average, combined with the first opinion of it."""
        looks = self.counts[place]
        if not looks:
            return 0.0
        first = self.totals[self.favourite] / self.counts[self.favourite] - self.behind[place] if self.caution else 0.0
        return (self.totals[place] + self.caution * first) / (looks + self.caution)


class FlatBot(ThinkingBot):
    """Compares options by what they lead to in a number of worlds; no tree."""

    def think(self, state: State, seat: int, numbers: list[int]) -> Findings:
        """Look at what is near, then further, while the budget lasts."""
        rates = self.sense.opinions(state, seat, numbers, self.rng)
        order = sorted(range(len(numbers)), key=lambda place: -rates[place])
        field = order[: self.habits.width]
        best = rates[order[0]]
        caution = self.habits.caution + self.habits.crowd * max(0, state.seats - 2)
        trial = Trial([(best - rate) / (STEEPEST * self.habits.spread) for rate in rates], caution)
        self._play_a_world(state, seat, numbers, field, trial)
        if self.habits.sure:
            while self.budget.left(trial.played) and trial.reach < self.playing_on.horizon:
                self._play_a_world(state, seat, numbers, field, trial)
        else:
            self._halve(state, seat, numbers, field, trial)
        return Findings(seat, numbers, trial.visits, [trial.mean(place) for place in range(len(numbers))])

    def _halve(self, state: State, seat: int, numbers: list[int], field: list[int], trial: Trial) -> None:
        """Halve the field until the budget is spent or one option is left."""
        field.sort(key=lambda place: (place != trial.favourite, -trial.mean(place)))
        while len(field) > 1 and self.budget.left(trial.played):
            until = self.budget.share_left(trial.played) - 1.0 / ROUNDS
            self._play_a_world(state, seat, numbers, field, trial)
            while self.budget.left(trial.played) and (self.budget.share_left(trial.played) > until or len(field) == 2):
                self._play_a_world(state, seat, numbers, field, trial)
            field.sort(key=lambda place: -trial.mean(place))
            field = field[: (len(field) + 1) // 2]

    def _play_a_world(self, state: State, seat: int, numbers: list[int], field: list[int], trial: Trial) -> None:
        """Try every option of the field in one imagined world, with the same luck to come and the same guesses by everybody.

        A world that the budget cuts short is not counted, except the first one that goes to the horizon: even half of it tells
        which of the most promising options is best.
        """
        world = state.redeal(seat, self.rng)
        reach = trial.reach + 1 if self.habits.sure or trial.reach < 0 else self.playing_on.horizon
        found: list[float] = []
        luck = self.rng
        for place in field:
            if trial.reach >= 0 and not self.budget.left(trial.played):
                break
            self.rng = luck.clone()
            after = world.clone()
            after.apply(seat, numbers[place])
            found.append(self.playing_on.value(after, seat, self.rng, reach)[seat])
            trial.played += 1
        first_far = trial.reach == 0 and not self.habits.sure
        if len(found) == len(field) or (first_far and len(found) > 1):
            trial.note(field[: len(found)], found, reach)
