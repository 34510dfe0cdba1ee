"""The beginner's judgement plays sensibly (§10.1, §10.4)."""

from cuvee import bots, build
from cuvee.bots.bot import play_out
from cuvee.games.viticulture.state.table import Winery
from tests.games.viticulture.table import GAME


def years_and_wins(names: list[str], games: int) -> tuple[float, int]:
    """Play games with rotating seats; return the average length and how often a greedy seat won."""
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
    """A game ends at 25 VP (§10.1), and players who plan get there earlier."""
    games = 40 if build.compiled() else 8
    years, wins = years_and_wins(["greedy", "random", "random", "random"], games)
    assert wins >= 0.95 * games
    random_years, _wins = years_and_wins(["random"] * 4, games // 4)
    assert years < random_years


def test_four_greedy_players_finish_in_seven_years() -> None:
    """Games between people take about 5 to 10 years (§10.4); four beginners take 7 on average."""
    years, _wins = years_and_wins(["greedy"] * 4, 24 if build.compiled() else 4)
    assert years <= 7
