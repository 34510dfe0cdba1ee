"""How Age of Champagne looks to people, and how strong its beginner is."""

import pytest

from cuvee import bots
from cuvee.bots.bot import play_out
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.games.rulebook import find_section
from cuvee.kernel.game import Options
from cuvee.kernel.play import SPECTATOR
from tests.games.age_of_champagne import table as t


def test_the_picture_shows_the_whole_table() -> None:
    """§12.1: boards, scores, cubes, tokens and visible cards are public."""
    state = t.table(2, wine_merchant="balthazar")
    t.own(state, 0, "damery", "essoyes")
    t.fill(state, state.wines, 0, (1, 2, 0))
    t.fill(state, state.grid, 0, (0, 0, 2))
    t.give(state, 0, "cold")
    t.order(state, 2, "in_17")
    t.put(state, 1, "press_3")
    state.discs[0] = 32 + state.orders[2]
    t.give(state, 0, "reservation")
    t.assign(state)
    text = t.GAME.picture(t.GAME.view(state, SPECTATOR))
    for words in (
        "Round 1 of 10",
        "Perfect climate",
        "Japan (in_17): 3 Blanc de noirs, 2 Blanc de blancs for 12 PP by plane, eco -2 reserved by A",
        "Damery 4 Meunier",
        "2 Blanc de blancs (+4)",
        "1 cold",
        "The Wine Merchant (Balthazar)",
        "Supply: 57 Meunier · 56 Pinot Noir · 56 Chardonnay",
        "3:B",
    ):
        assert words in text, words


def test_the_rules_are_found_by_their_numbers() -> None:
    """§5.5.3 and every other § can be looked up."""
    found = find_section(t.GAME.rules(), "5.5.3")
    assert found is not None
    assert found.startswith("#### 5.5.3 Validating an order")
    assert "5.5.4" not in found.splitlines()[-1][:12]
    whole = find_section(t.GAME.rules(), "5.5")
    assert whole is not None
    assert "#### 5.5.1 Order" in whole
    assert "### 5.6" not in whole


def outcomes(seats: int, options: Options, names: list[str], games: int) -> list[tuple[list[str], list[int], list[int]]]:
    """Play games, moving the line-up on by one seat each time; return names, points and places."""
    found = []
    for seed in range(games):
        turn = seed % seats
        names_now = names[turn:] + names[:turn]
        state = t.GAME.new(seats, options, seed)
        assert isinstance(state, Houses)
        players = [bots.make(name, t.GAME, 7 * seed + seat) for seat, name in enumerate(names_now)]
        play_out(state, players, t.GAME.longest(seats, options))
        found.append((names_now, t.GAME.scores(state), t.GAME.places(state)))
    return found


def test_greedy_beats_three_random_players() -> None:
    games = outcomes(4, t.GAME.read_options(4, {}), ["greedy", "random", "random", "random"], 40)
    assert sum(places[names.index("greedy")] == 1 for names, _points, places in games) >= 38


def test_winners_of_four_greedy_players_score_like_the_example_of_the_rulebook() -> None:
    games = outcomes(4, t.GAME.read_options(4, {}), ["greedy"] * 4, 40)
    assert 85 <= sum(max(points) for _names, points, _places in games) / len(games) <= 130


@pytest.mark.parametrize(("level", "least"), [("jeroboam", 0.6), ("nabuchodonosor", 0.3)])
def test_greedy_beats_the_merchant(level: str, least: float) -> None:
    games = outcomes(1, t.GAME.read_options(1, {"wine_merchant": level}), ["greedy"], 60)
    assert sum(places == [1] for _names, _points, places in games) >= least * len(games)
