"""Measures other people's engines, in their own environment: decisions, games and copies per second with random play."""

import json
import random
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

SECONDS = 1.0
ROUNDS = 5
OPEN_SPIEL_GAMES = ("connect_four", "backgammon", "gin_rummy", "hearts", "python_team_dominoes")


def rate(play: Callable[[], int]) -> tuple[float, float]:
    """Return the medians of decisions and games per second over a few rounds."""
    rates = []
    for _round in range(ROUNDS):
        decisions = games = 0
        start = now = perf_counter()
        while now - start < SECONDS:
            decisions += play()
            games += 1
            now = perf_counter()
        rates.append((decisions / (now - start), games / (now - start)))
    return median(pair[0] for pair in rates), median(pair[1] for pair in rates)


def copies(copy: Callable[[], Any]) -> float:
    """Return how many copies of a position are made per second."""
    done, start = 0, perf_counter()
    while perf_counter() - start < SECONDS:
        copy()
        done += 1
    return done / (perf_counter() - start)


def catanatron() -> dict[str, Any]:
    """Catan with four random players, in Python."""
    from catanatron import Color, Game, RandomPlayer

    def new() -> Any:
        return Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)])

    def play() -> int:
        game = new()
        game.play()
        return len(game.state.actions)

    play()
    decisions, games = rate(play)
    middle = new()
    for _tick in range(200):
        middle.play_tick()
    return line("catanatron (Catan, 4 players)", decisions, games, copies(middle.copy))


def open_spiel(name: str) -> dict[str, Any]:
    """One game of OpenSpiel, through its Python interface."""
    import open_spiel.python.games  # noqa: F401 (registers the games written in Python)
    import pyspiel

    game = pyspiel.load_game(name)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        return decisions

    decisions, games = rate(play)
    middle = game.new_initial_state()
    for _move in range(6):
        middle.apply_action(random.choice(middle.legal_actions()))
    return line(f"OpenSpiel {name}", decisions, games, copies(middle.clone))


def line(name: str, decisions: float, games: float, clones: float) -> dict[str, Any]:
    """Return one row of results."""
    return {
        "name": name,
        "decisions_per_second": round(decisions),
        "games_per_second": round(games, 1),
        "clones_per_second": round(clones),
    }


if __name__ == "__main__":
    random.seed(1)
    results = [catanatron(), *(open_spiel(name) for name in OPEN_SPIEL_GAMES)]
    json.dump(results, sys.stdout)
