"""Measures speed on this machine: decisions, games, clones and redeals per second, on one core."""

from statistics import median
from time import perf_counter
from typing import Any, Final

from cuvee.bots.bot import Bot, play_out
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Options
from cuvee.lab.plan import Plan

SECONDS_PER_ROUND: Final = 0.4
ROUNDS: Final = 5
POSITIONS: Final = 20


def bench(game: str, seats: int, options: Options, seconds: float = SECONDS_PER_ROUND) -> dict[str, Any]:
    """Measure one set-up with random play; each figure is the median of a few rounds."""
    plan = Plan(game, seats, options, seed=1)
    bots = [plan.bot("random", seat) for seat in range(seats)]
    plays = [_play_for(plan, bots, seconds, round_number) for round_number in range(ROUNDS)]
    clones, redeals = _copy_rates(plan, bots, seconds)
    return {
        "game": game,
        "players": seats,
        "options": plan.options,
        "decisions_per_game": round(sum(play[0] for play in plays) / sum(play[1] for play in plays), 1),
        "decisions_per_second": round(median(play[0] / play[2] for play in plays)),
        "games_per_second": round(median(play[1] / play[2] for play in plays), 1),
        "clones_per_second": round(clones),
        "redeals_per_second": round(redeals),
    }


def _play_for(plan: Plan, bots: list[Bot], seconds: float, round_number: int) -> tuple[int, int, float]:
    setup = plan.setup()
    decisions = played = 0
    start = now = perf_counter()
    while now - start < seconds:
        state = setup.new(plan.deal_seed(1_000_000 * round_number + played))
        decisions += play_out(state, bots, plan.limit)
        played += 1
        now = perf_counter()
    return decisions, played, now - start


def _copy_rates(plan: Plan, bots: list[Bot], seconds: float) -> tuple[float, float]:
    """Return clones and redeals per second, over positions spread evenly through a game."""
    setup = plan.setup()
    length = play_out(setup.new(plan.deal_seed(0)), bots, plan.limit)
    positions, state = [], setup.new(plan.deal_seed(1))
    for number in range(length):
        if state.over:
            break
        if number % max(1, length // POSITIONS) == 0:
            positions.append(state.clone())
        seat = state.waiting[0]
        state.apply(seat, bots[seat].choose(state, seat))
    rng = Chance.from_seed(1, ["bench"])
    rates: list[float] = []
    for redeal in (False, True):
        copies, start = 0, perf_counter()
        while perf_counter() - start < seconds:
            for position in positions:
                if redeal:
                    position.redeal(position.waiting[0], rng)
                else:
                    position.clone()
            copies += len(positions)
        rates.append(copies / (perf_counter() - start))
    return rates[0], rates[1]
