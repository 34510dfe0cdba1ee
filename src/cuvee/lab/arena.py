"""The arena: bots against each other, every deal played from every seat, with honest intervals."""

from math import sqrt
from typing import Any, Final, final

from openskill.models import PlackettLuce

from cuvee.bots.base import play_out
from cuvee.kernel.game import SetUp
from cuvee.kernel.score import places_by
from cuvee.lab.plan import Plan, Progress, chunks, spread

GAMES_PER_CHUNK: Final = 50
Z_95: Final = 1.959964


@final
class Record:
    """What one bot achieved. A shared victory counts as the winner's share."""

    def __init__(self) -> None:
        self.games = 0
        self.wins = 0.0
        self.points = 0

    def count(self, share: float, points: int) -> None:
        """Count one game from one seat."""
        self.games += 1
        self.wins += share
        self.points += points


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


Outcome = tuple[list[str], list[int], list[int]]
"""Names by seat, points and places."""


def play_chunk(task: tuple[Plan, list[str], int, int]) -> list[Outcome]:
    """Play some games of an arena: the line-up moves on by one seat each game, the deal after a full round."""
    plan, line_up, first, end = task
    setup = plan.setup()
    outcomes: list[Outcome] = []
    for number in range(first, end):
        if plan.seats == 1:
            outcomes.append(_compare_solo(plan, setup, line_up, number))
            continue
        deal, turn = divmod(number, len(line_up))
        names = line_up[turn:] + line_up[:turn]
        players = [plan.bot(name, "game", number, "seat", seat) for seat, name in enumerate(names)]
        state = setup.new(plan.deal_seed(deal))
        play_out(state, players, plan.limit)
        outcomes.append((names, setup.game.scores(state), setup.game.places(state)))
    return outcomes


def _compare_solo(plan: Plan, setup: SetUp[Any, Any], line_up: list[str], deal: int) -> Outcome:
    points: list[int] = []
    for name in line_up:
        state = setup.new(plan.deal_seed(deal))
        play_out(state, [plan.bot(name, "deal", deal)], plan.limit)
        points += setup.game.scores(state)
    return line_up, points, places_by([(total,) for total in points])


def arena(plan: Plan, line_up: list[str], count: int, workers: int = 1, progress: Progress | None = None) -> dict[str, Any]:
    """Let bots play a number of games; return records by bot name as the command line prints them.

    With one player each bot plays the same deals alone, and the higher total wins the deal.
    """
    plan.setup()
    records = {name: Record() for name in line_up}
    ratings = _Ratings(line_up)
    tasks = [(plan, line_up, first, end) for first, end in chunks(count, GAMES_PER_CHUNK)]
    for outcomes in spread(play_chunk, tasks, workers):
        for names, points, places in outcomes:
            share = 1 / max(1, places.count(1))  # nobody's win if an opponent without a seat is first
            for seat, name in enumerate(names):
                records[name].count(share if places[seat] == 1 else 0.0, points[seat])
            ratings.update(names, places)
        if progress is not None:
            progress(len(outcomes))
    return {
        "game": plan.game,
        "players": plan.seats,
        "options": plan.options,
        "seed": plan.seed,
        "games": count,
        "bots": {name: _line(record, ratings.of(name)) for name, record in records.items()},
    }


def _line(record: Record, rating: float) -> dict[str, float | int]:
    low, high = wilson(record.wins, record.games)
    return {
        "games": record.games,
        "wins": record.wins,
        "win_rate": round(record.wins / max(record.games, 1), 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "mean_score": round(record.points / max(record.games, 1), 3),
        "rating": round(rating, 2),
    }


@final
class _Ratings:
    """Weng-Lin ratings by name; a bot that holds several seats is rated by its best one."""

    def __init__(self, names: list[str]) -> None:
        self.model = PlackettLuce()
        self.by_name = {name: self.model.rating(name=name) for name in names}

    def update(self, names: list[str], places: list[int]) -> None:
        best = {name: min(places[seat] for seat, other in enumerate(names) if other == name) for name in names}
        if len(best) < 2:
            return
        rated = self.model.rate([[self.by_name[name]] for name in best], ranks=[float(place) for place in best.values()])
        for name, team in zip(best, rated, strict=True):
            self.by_name[name] = team[0]

    def of(self, name: str) -> float:
        return float(self.by_name[name].mu)
