"""The arena: bots against each other, every deal played from every seat, with honest intervals."""

from collections.abc import Iterable
from itertools import combinations, product
from math import sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple, final

from openskill.models import PlackettLuce

from cuvee.kernel.score import places_by
from cuvee.lab.chunks import Chunk, GameRow
from cuvee.lab.plan import Plan, Run
from cuvee.lab.run import Conduct, Progress

Z_95: Final = 1.959964


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a win rate (Wilson's score interval).

    >>> [round(end, 3) for end in wilson(50, 100)]
    [0.404, 0.596]
    """
    if games == 0:
        return 0.0, 1.0
    rate, square = wins / games, Z_95 * Z_95
    middle = (rate + square / (2 * games)) / (1 + square / games)
    half = Z_95 * sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


class Outcome(NamedTuple):
    """One comparison: names, points, places and forfeits by seat."""

    names: list[str]
    points: list[int]
    places: list[int]
    forfeited: list[bool]


@final
class Record:
    """What one bot achieved. A shared victory counts as the winner's share; a forfeited game brings no points."""

    def __init__(self) -> None:
        self.games = 0
        self.wins = 0.0
        self.finished = 0
        self.points = 0

    def count(self, share: float, points: int, forfeited: bool) -> None:
        """Count one game from one seat."""
        self.games += 1
        self.wins += share
        if not forfeited:
            self.finished += 1
            self.points += points

    def as_dict(self) -> dict[str, float | int]:
        """Return the record as the command line prints it."""
        low, high = wilson(self.wins, self.games)
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": round(self.wins / max(self.games, 1), 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "mean_score": round(self.points / max(self.finished, 1), 3),
            "forfeits": self.games - self.finished,
        }


@final
class Ratings:
    """Weng-Lin ratings by name; a bot that holds several seats is rated by its best one."""

    def __init__(self, names: list[str]) -> None:
        self.model = PlackettLuce()
        self.by_name = {name: self.model.rating(name=name) for name in names}

    def update(self, names: list[str], places: list[int]) -> None:
        """Learn from one game."""
        best = {name: min(places[seat] for seat, other in enumerate(names) if other == name) for name in names}
        if len(best) < 2:
            return
        rated = self.model.rate([[self.by_name[name]] for name in best], ranks=[float(place) for place in best.values()])
        for name, team in zip(best, rated, strict=True):
            self.by_name[name] = team[0]

    def as_dict(self, name: str) -> dict[str, float]:
        """Return a rating and how sure it is."""
        rating = self.by_name[name]
        return {"rating": round(float(rating.mu), 2), "rating_sigma": round(float(rating.sigma), 2)}


@final
class Crosstable:
    """How often each bot was placed before each of the others; a shared place counts half."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = list(dict.fromkeys(names))
        self.met: dict[tuple[str, str], int] = {}
        self.before: dict[tuple[str, str], float] = {}

    def count(self, names: list[str], places: list[int]) -> None:
        """Count one game once for each pair of bots, however many seats they hold."""
        places_of: dict[str, list[int]] = {}
        for name, place in zip(names, places, strict=True):
            places_of.setdefault(name, []).append(place)
        for one, other in combinations(places_of, 2):
            meetings = list(product(places_of[one], places_of[other]))
            ahead = sum(0.5 if mine == its else float(mine < its) for mine, its in meetings) / len(meetings)
            self._add(one, other, ahead)
            self._add(other, one, 1 - ahead)

    def _add(self, one: str, other: str, ahead: float) -> None:
        pair = (one, other)
        self.met[pair] = self.met.get(pair, 0) + 1
        self.before[pair] = self.before.get(pair, 0.0) + ahead

    def as_dict(self) -> dict[str, dict[str, dict[str, float | int]]]:
        """Return the table by pairs of names, each cell with its interval."""
        return {
            one: {other: self._cell((one, other)) for other in self.names if (one, other) in self.met} for one in self.names
        }

    def _cell(self, pair: tuple[str, str]) -> dict[str, float | int]:
        met, before = self.met[pair], self.before[pair]
        low, high = wilson(before, met)
        return {"games": met, "before": before, "rate": round(before / met, 4), "low": round(low, 4), "high": round(high, 4)}


@final
class Standings:
    """All that is known of an arena so far."""

    def __init__(self, line_up: list[str]) -> None:
        self.line_up = line_up
        self.records = {name: Record() for name in line_up}
        self.ratings = Ratings(line_up)
        self.crosstable = Crosstable(line_up)
        self.failures: dict[tuple[str | None, str], list[int]] = {}
        """The games that were spoilt, by the bot at fault (None: the game itself) and the error."""

    def add(self, rows: list[GameRow], solo: bool) -> None:
        """Count the games of a chunk in order, since ratings depend on it."""
        for row in rows:
            if row.error is not None:
                who = None if row.forfeit is None else row.bots[row.forfeit]
                self.failures.setdefault((who, row.error), []).append(row.game)
        for outcome in _solo_outcomes(rows, len(self.line_up)) if solo else _outcomes(rows):
            self._count(outcome)

    def _count(self, outcome: Outcome) -> None:
        names, points, places, forfeited = outcome
        share = 1 / max(1, places.count(1))  # nobody wins if an opponent without a seat is first
        for seat, name in enumerate(names):
            self.records[name].count(share if places[seat] == 1 else 0.0, points[seat], forfeited[seat])
        self.ratings.update(names, places)
        self.crosstable.count(names, places)

    def as_dict(self) -> dict[str, Any]:
        """Return records, crosstable and failures as the command line prints them."""
        failures = [
            {"bot": who, "games": len(games), "first_game": games[0], "error": error}
            for (who, error), games in self.failures.items()
        ]
        return {
            "bots": {name: record.as_dict() | self.ratings.as_dict(name) for name, record in self.records.items()},
            "crosstable": self.crosstable.as_dict(),
            "forfeits": [failure for failure in failures if failure["bot"] is not None],
            "errors": [failure for failure in failures if failure["bot"] is None],
        }


def _outcomes(rows: list[GameRow]) -> Iterable[Outcome]:
    for row in rows:
        if row.scores is not None and row.places is not None:
            yield Outcome(row.bots, row.scores, row.places, [seat == row.forfeit for seat in range(len(row.bots))])


def _solo_outcomes(rows: list[GameRow], together: int) -> Iterable[Outcome]:
    """Compare the bots on each deal by their totals; a single bot is judged by the game's own idea of winning alone."""
    for first in range(0, len(rows), together):
        group = rows[first : first + together]
        points = [row.scores[0] for row in group if row.scores is not None]
        if len(points) < together:
            continue  # a game broke, so there is nothing to compare
        forfeited = [row.forfeit is not None for row in group]
        if together == 1:
            places = group[0].places or [2]
        else:
            places = places_by([(not gone, total) for gone, total in zip(forfeited, points, strict=True)])
        yield Outcome([row.bots[0] for row in group], points, places, forfeited)


def games_of(chunk: Chunk) -> list[GameRow]:
    """Return what the standings need of a chunk: its games, since ratings depend on their order."""
    return chunk.games


def arena(
    plan: Plan,
    line_up: list[str],
    count: int,
    workers: int | None = 1,
    progress: Progress | None = None,
    *,
    decisions: bool = False,
    out: Path | None = None,
    engine: str = "local",
) -> dict[str, Any]:
    """Let bots play a number of games; return records by bot name as the command line prints them.

    The line-up moves on by one seat each game; the deal changes after a full round. With one player, each bot plays the
    same deals alone, and the higher total wins the deal.

    >>> result = arena(Plan("wine_cellar", 2, {}, seed=1), ["greedy", "random"], 10)
    >>> result["bots"]["greedy"]["games"], result["forfeits"]
    (10, [])
    """
    run = Run("arena", plan, line_up, count, decisions)
    conduct = Conduct(out, engine, workers, progress)
    standings = Standings(line_up)
    for rows in conduct.results(run, games_of):
        standings.add(rows, plan.seats == 1)
    result: dict[str, Any] = {
        "game": plan.game,
        "players": plan.seats,
        "options": plan.options,
        "seed": plan.seed,
        "think": plan.think,
        "games": count,
        "seconds": round(conduct.seconds, 4),
        **standings.as_dict(),
    }
    if conduct.out is not None:
        result |= {"out": str(conduct.out), "rows": run.size, "resumed": conduct.resumed}
    return result
