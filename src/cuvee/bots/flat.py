"""Flat Monte Carlo: play on from each promising option in the same imagined worlds, and keep the better half."""

from typing import Final, final

from cuvee.bots.thinking import Findings, ThinkingBot
from cuvee.kernel.play import State

ROUNDS: Final = 4
"""The field is halved about so often (sequential halving)."""


@final
class FlatBot(ThinkingBot):
    """Compares options by what they lead to in a number of worlds; no tree."""

    def think(self, state: State, seat: int, numbers: list[int]) -> Findings:
        """Halve the field until the budget is spent or one option is left."""
        rates = self.sense.opinions(state, seat, numbers, self.rng)
        order = sorted(range(len(numbers)), key=lambda place: -rates[place])
        field = order[: self.habits.width]
        visits, totals = [0] * len(numbers), [0.0] * len(numbers)
        played = 0
        while len(field) > 1 and self.budget.left(played):
            until = self.budget.share_left(played) - 1.0 / ROUNDS
            while self.budget.left(played) and (self.budget.share_left(played) > until or len(field) == 2):
                played += self._play_a_world(state, seat, numbers, field, visits, totals)
            field.sort(key=lambda place: -totals[place] / max(1, visits[place]))
            field = field[: (len(field) + 1) // 2]
        means = [totals[place] / visits[place] if visits[place] else 0.0 for place in range(len(numbers))]
        return Findings(seat, numbers, visits, means)

    def _play_a_world(
        self, state: State, seat: int, numbers: list[int], field: list[int], visits: list[int], totals: list[float]
    ) -> int:
        """Try every option of the field in one imagined world, with the same luck to come."""
        world = state.redeal(seat, self.rng)
        for place in field:
            after = world.clone()
            after.apply(seat, numbers[place])
            totals[place] += self.playing_on.value(after, seat, self.rng)[seat]
            visits[place] += 1
        return len(field)
