"""Simulation: many games of one set-up, with counts that do not depend on the number of workers."""

from pathlib import Path
from typing import Any, Final, final

from cuvee.kernel.text import player
from cuvee.lab.chunks import Chunk, GameRow
from cuvee.lab.plan import VARIANTS, Plan, Run
from cuvee.lab.run import Conduct, Progress

MESSAGES: Final = 10
"""How many errors are printed; all are counted, and all are in the results."""


@final
class Tally:
    """The totals of some games. Scores are those of the plain games, without restrictions and without luck drawn anew."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.decisions = 0
        self.all_games = 0
        self.all_decisions = 0
        self.totals = [0] * seats
        self.least: list[int | None] = [None] * seats
        self.most: list[int | None] = [None] * seats
        self.errors = 0
        self.messages: list[str] = []
        self.applied: dict[str, int] = {}

    def add(self, other: "Tally") -> None:
        """Add the counts of another tally."""
        self.games += other.games
        self.decisions += other.decisions
        self.all_games += other.all_games
        self.all_decisions += other.all_decisions
        self.errors += other.errors
        self.messages += other.messages[: MESSAGES - len(self.messages)]
        for pattern, times in other.applied.items():
            self.applied[pattern] = self.applied.get(pattern, 0) + times
        for seat in range(len(self.totals)):
            self.totals[seat] += other.totals[seat]
            self.least[seat] = min((n for n in (self.least[seat], other.least[seat]) if n is not None), default=None)
            self.most[seat] = max((n for n in (self.most[seat], other.most[seat]) if n is not None), default=None)


def tally(chunk: Chunk) -> Tally:
    """Count the games of a chunk."""
    counted = Tally(len(chunk.games[0].bots))
    counted.all_games = len(chunk.games)
    counted.all_decisions = sum(row.decisions for row in chunk.games)
    counted.applied = chunk.applied
    broken = [row for row in chunk.games if row.error is not None]
    counted.errors = len(broken)
    counted.messages = [_complaint(row) for row in broken[:MESSAGES]]
    plain = [row for row in chunk.games if row.error is None and row.forbidden is None and row.stream is None]
    counted.games = len(plain)
    counted.decisions = sum(row.decisions for row in plain)
    for seat, points in enumerate(zip(*(row.scores or [] for row in plain), strict=True)):
        counted.totals[seat] = sum(points)
        counted.least[seat] = min(points)
        counted.most[seat] = max(points)
    return counted


def _complaint(row: GameRow) -> str:
    who = "" if row.forfeit is None else f"{row.bots[row.forfeit]} (seat {player(row.forfeit)}): "
    return f"game {row.game} (seed {row.deal}): {who}{row.error}"


def simulate(
    plan: Plan,
    names: list[str],
    count: int,
    workers: int | None = 1,
    progress: Progress | None = None,
    *,
    decisions: bool = False,
    forbid: list[str] | None = None,
    luck: int = 0,
    out: Path | None = None,
    engine: str = "local",
) -> dict[str, Any]:
    """Play a number of games; return counts, speed and scores as the command line prints them.

    >>> simulate(Plan("wine_cellar", 2, {}, seed=1), ["random", "random"], 10)["decisions"]
    360
    """
    run = Run("simulate", plan, names, count, decisions, forbid, luck)
    conduct = Conduct(out, engine, workers, progress)
    counted = Tally(plan.seats)
    for part in conduct.results(run, tally):
        counted.add(part)
    return _result(run, conduct, counted)


def _result(run: Run, conduct: Conduct, counted: Tally) -> dict[str, Any]:
    plan, seconds, played = run.plan, conduct.seconds, max(counted.games, 1)
    fresh = (counted.all_games - conduct.resumed) / counted.all_games
    games_now = fresh * (counted.all_games - counted.errors)
    result: dict[str, Any] = {
        "game": plan.game,
        "players": plan.seats,
        "options": plan.options,
        "bots": run.line_up,
        "seed": plan.seed,
        "workers": conduct.workers,
        "engine": conduct.engine,
        "games": counted.games,
        "decisions": counted.decisions,
        "seconds": round(seconds, 4),
        "errors": counted.errors,
        "error_messages": counted.messages,
        "decisions_per_second": round(fresh * counted.all_decisions / seconds, 1) if seconds else 0.0,
        "games_per_second": round(games_now / seconds, 2) if seconds else 0.0,
        "scores": [
            {
                "mean": round(counted.totals[seat] / played, 3),
                "min": counted.least[seat],
                "max": counted.most[seat],
            }
            for seat in range(plan.seats)
        ],
    }
    if conduct.out is not None:
        result |= {"out": str(conduct.out), "rows": run.size, "resumed": conduct.resumed}
    if run.forbid:
        result["forbid"] = [
            {"pattern": pattern, "games": run.games, "applied": counted.applied.get(pattern, 0)} for pattern in run.forbid
        ]
    if run.luck:
        result["luck"] = {"deals": run.luck, "streams": run.streams, "variants": VARIANTS}
    return result
