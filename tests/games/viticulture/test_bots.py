"""The beginner's judgement plays sensibly (§10.1)."""

from cuvee import bots
from cuvee.bots.base import play_out
from cuvee.games.viticulture.state import Winery
from tests.games.viticulture.table import GAME


def years_and_wins(names: list[str], games: int) -> tuple[float, int]:
    """Play games, the seats turning; return the average length and how often a greedy seat won."""
    years = wins = 0
    for seed in range(games):
        shift = seed % len(names)
        seated = names[shift:] + names[:shift]
        state = GAME.new(len(names), {}, 1000 + seed)
        players = [bots.make(name, GAME, 10 * seed + seat) for seat, name in enumerate(seated)]
        play_out(state, players, GAME.longest(len(names), GAME.read_options(len(names), {})))
        assert isinstance(state, Winery)
        years += state.year
        wins += any(place == 1 and name == "greedy" for place, name in zip(GAME.places(state), seated, strict=True))
    return years / games, wins


def test_greedy_beats_random_and_is_quick() -> None:
    years, wins = years_and_wins(["greedy", "random", "random", "random"], 40)
    assert wins >= 38
    random_years, _wins = years_and_wins(["random"] * 4, 10)
    assert years < random_years
