"""Simulation: many games of one set-up, with counts that do not depend on the number of workers."""

from time import perf_counter
from typing import Any, Final, final

from cuvee.bots.base import play_out
from cuvee.lab.plan import Plan, Progress, chunks, spread

GAMES_PER_CHUNK: Final = 250


@final
class Tally:
    """What a run of games came to."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.decisions = 0
        self.totals = [0] * seats
        self.least: list[int | None] = [None] * seats
        self.most: list[int | None] = [None] * seats
        self.errors: list[str] = []

    def count(self, decisions: int, scores: list[int]) -> None:
        """Count a finished game."""
        self.games += 1
        self.decisions += decisions
        for seat, points in enumerate(scores):
            self.totals[seat] += points
            least, most = self.least[seat], self.most[seat]
            self.least[seat] = points if least is None or points < least else least
            self.most[seat] = points if most is None or points > most else most

    def add(self, other: "Tally") -> None:
        """Add the counts of another run."""
        self.games += other.games
        self.decisions += other.decisions
        self.errors += other.errors
        for seat in range(len(self.totals)):
            self.totals[seat] += other.totals[seat]
            self.least[seat] = min((n for n in (self.least[seat], other.least[seat]) if n is not None), default=None)
            self.most[seat] = max((n for n in (self.most[seat], other.most[seat]) if n is not None), default=None)


def play_chunk(task: tuple[Plan, list[str], int, int]) -> Tally:
    """Play the games of one chunk, one after the other."""
    plan, names, first, end = task
    setup = plan.setup()
    players = [plan.bot(name, "seat", seat, "from", first) for seat, name in enumerate(names)]
    tally = Tally(plan.seats)
    for number in range(first, end):
        seed = plan.deal_seed(number)
        try:
            state = setup.new(seed)
            decisions = play_out(state, players, plan.limit)
            tally.count(decisions, setup.game.scores(state))
        except Exception as error:  # a broken game must not end a long run: it is counted and told
            tally.errors.append(f"game {number} (seed {seed}): {type(error).__name__}: {error}")
    return tally


def simulate(plan: Plan, names: list[str], count: int, workers: int = 1, progress: Progress | None = None) -> dict[str, Any]:
    """Play a number of games; return counts, speed and scores as the command line prints them."""
    plan.setup()  # reading the tables is not part of playing, and bad tables must fail before the work starts
    tally = Tally(plan.seats)
    tasks = [(plan, names, first, end) for first, end in chunks(count, GAMES_PER_CHUNK)]
    start = perf_counter()
    for part, (_plan, _names, first, end) in zip(spread(play_chunk, tasks, workers), tasks, strict=True):
        tally.add(part)
        if progress is not None:
            progress(end - first)
    seconds = perf_counter() - start
    played = max(tally.games, 1)
    return {
        "game": plan.game,
        "players": plan.seats,
        "options": plan.options,
        "bots": names,
        "seed": plan.seed,
        "workers": workers,
        "games": tally.games,
        "decisions": tally.decisions,
        "seconds": round(seconds, 4),
        "errors": len(tally.errors),
        "error_messages": tally.errors[:10],
        "decisions_per_second": round(tally.decisions / seconds, 1) if seconds else 0.0,
        "games_per_second": round(tally.games / seconds, 2) if seconds else 0.0,
        "scores": [
            {"mean": round(tally.totals[seat] / played, 3), "min": tally.least[seat], "max": tally.most[seat]}
            for seat in range(plan.seats)
        ],
    }
