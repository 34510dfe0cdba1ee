"""Looking back at a match: a blunder is found, and good play is left alone."""

import pytest

from cuvee import bots, games
from cuvee.bots.analysis import Analyst, analyse, costliest
from cuvee.bots.thinking import Budget
from cuvee.kernel.match import Match
from tests.games.wine_cellar.table import lay


def played(name: str, seats: int, names: list[str], seed: int = 3) -> Match:
    game = games.get(name)
    match = Match(game, seats, {}, seed)
    players = [bots.make(bot, game, seed + seat) for seat, bot in enumerate(names)]
    while match.state.waiting:
        seat = match.state.waiting[0]
        match.play(seat, players[seat].choose(match.state, seat))
    return match


def test_the_worse_player_has_the_costlier_decisions() -> None:
    found = analyse(played("wine_cellar", 2, ["random", "greedy"]), seed=1, nodes=40)
    cost = [sum(verdict.cost for verdict in costliest(found.verdicts, seat)) for seat in (0, 1)]
    assert cost[0] > 2 * cost[1]


def test_chances_are_told_for_every_moment_and_end_with_the_result() -> None:
    match = played("age_of_champagne", 2, ["greedy", "random"])
    found = analyse(match, seed=1, nodes=4)
    assert len(found.chances) == len(match.journal.moves) + 1
    assert all(sum(moment) == pytest.approx(1.0) for moment in found.chances)
    assert found.chances[-1][0] > 0.9
    told = found.as_dict()
    assert [len(worst) <= 3 for worst in told["costliest"]] == [True, True]


def test_a_verdict_names_both_answers_and_what_they_promise() -> None:
    match = played("wine_cellar", 2, ["random", "greedy"])
    found = analyse(match, seed=1, nodes=40)
    worst = costliest(found.verdicts, 0)[0]
    before = match.at(worst.move - 1)
    words = worst.in_words(before, found.in_points)
    assert all(before.option(0, number).label in words for number in (worst.played, worst.preferred))
    assert f"{worst.instead[0]:.1f} expected points instead of {worst.points[0]:.1f}" in words
    assert words.count("%") == 1


def test_advice_is_a_legal_option_with_a_second_one_beside_it() -> None:
    state = lay([[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]], [13, 14], [[15, 16], [17, 18]])
    analyst = Analyst(bots.thinker(games.get("wine_cellar"), state, 1, Budget(nodes=40)))
    advice = analyst.advise(state, 0)
    assert {advice.number, advice.second} <= set(state.options(0))
    assert advice.number != advice.second
    assert len(advice.points) == 2
