"""The judgement of Ora et Labora plays like a sensible beginner."""

from itertools import pairwise

import pytest

from cuvee import bots
from cuvee.bots.bot import play_out
from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.chance import Chance
from tests.games.ora_et_labora import table as t


def results(names: list[str], games: int) -> list[list[int]]:
    """Play games of three with the first bot in turning seats; return totals by bot."""
    found: list[list[int]] = []
    for number in range(games):
        first = number % 3
        state = t.GAME.new(3, {}, number)
        order = names[-first:] + names[:-first]
        play_out(state, [bots.make(name, t.GAME, 7 * number + seat) for seat, name in enumerate(order)], t.GAME.longest(3, {}))
        totals = t.GAME.scores(state)
        found.append(totals[first:] + totals[:first])
    return found


def best(state: Estates) -> str:
    """Return the option that the judgement rates best."""
    seat = state.waiting[0]
    numbers = state.options(seat)
    rates = t.GAME.heuristics().opinions(state, seat, numbers, Chance.from_seed(1, ["test"]))
    return state.format(seat, numbers[rates.index(max(rates))])


def test_greedy_beats_random_and_scores_well() -> None:
    against_random = results(["greedy", "random", "random"], 6)
    assert all(totals[0] > max(totals[1:]) for totals in against_random)
    among_equals = results(["greedy", "greedy", "greedy"], 3)
    assert all(sum(totals[seat] for totals in among_equals) / 3 >= 100 for seat in range(3))


@pytest.mark.soak
def test_greedy_beats_random_nearly_always() -> None:
    against_random = results(["greedy", "random", "random"], 400)
    assert sum(totals[0] > max(totals[1:]) for totals in against_random) >= 380
    among_equals = results(["greedy", "greedy", "greedy"], 100)
    assert min(sum(totals[seat] for totals in among_equals) / 100 for seat in range(3)) >= 100


def test_it_takes_the_larger_production() -> None:
    state = t.new()
    t.give(state, 0, "")
    t.turn_to(state, clay=9)
    t.employ(state, 0, "clay_mound@0")
    assert best(state) == "clay"


def test_it_builds_a_wonder_when_it_can() -> None:
    """A Sacristy and its four tiles are worth more than anything else on the table."""
    state = t.new()
    t.reach(state, "D")
    state.round = 22
    t.give(state, 0, "1 book, 1 ceramic, 1 ornament, 1 reliquary, 1 clay, 1 wood")
    t.buy(state, 0, "plains", 2)
    t.lay(state, 0, "G34", 3, 1)
    t.stand(state, 0)
    t.begin(state)
    assert best(state) == "place"
    state.apply(0, state.parse(0, "place"))
    assert best(state) == "g34"


def test_it_keeps_the_prior_at_home_when_others_call() -> None:
    state = t.new()
    t.give(state, 0, "3 coins")
    t.begin(state)
    for text in ("contract", "clay_mound@1"):
        state.apply(0, state.parse(0, text))
    assert state.waiting == [1]
    assert t.offers(state) == ["prior", "brother"]
    assert best(state) == "brother"


def test_it_pays_with_what_is_worth_least() -> None:
    """1 food: the flour, not the bread."""
    state = t.new()
    t.settle_down(state, 0, "1 bread, 1 flour, 1 wood")
    for text in ("settle", "3,0"):
        state.apply(0, state.parse(0, text))
    assert best(state) == "0 bread"
    state.apply(0, state.parse(0, "0 bread"))
    assert t.owns(state, 0) == {"bread": 1}


def test_features_are_numbers_of_about_one() -> None:
    state = t.new()
    sense = t.GAME.heuristics()
    for seat in range(3):
        found = sense.features(state, seat)
        assert len(found) == len(sense.features(t.new("three_long", "ireland"), 0))
        assert max(abs(feature) for feature in found) <= 3


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_moments_are_numbered_in_the_order_in_which_they_come(seats: int) -> None:
    """Alone every quiet moment has its own number; with others at the table those of a round come in any order."""
    state, sense = t.GAME.new(seats, {}, 1), t.GAME.heuristics()
    assert isinstance(state, Estates)
    bot = bots.make("greedy", t.GAME, 1)
    seen: list[tuple[int, int]] = []
    while state.waiting:
        if sense.quiet(state):
            seen.append((state.round, sense.moment(state)))
        seat = state.waiting[0]
        state.apply(seat, bot.choose(state, seat))
    assert all(later > earlier for (first, earlier), (then, later) in pairwise(seen) if seats == 1 or then > first)
