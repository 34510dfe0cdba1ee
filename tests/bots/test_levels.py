"""The levels for people: they play every game and mode, in the order of their strength, and see no more than their seat."""

import pytest

from cuvee import bots, games
from cuvee.bots.bot import Bot, play_out
from cuvee.bots.thinking import Budget
from cuvee.kernel.chance import Chance
from tests.bots.test_thinking import middle_of


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("name", games.NAMES)
def test_every_level_plays_every_mode(name: str, level: str) -> None:
    game = games.get(name)
    for seats, options in game.modes():
        state = game.new(seats, options, seed=4)
        bot = bots.make(level, game, 1, think=0.002)
        for _decision in range(3):
            seat = state.waiting[0]
            chosen = bot.choose(state, seat)
            assert chosen in state.options(seat)
            state.apply(seat, chosen)


@pytest.mark.parametrize("name", games.NAMES)
def test_who_has_no_time_left_still_answers(name: str) -> None:
    """On a busy machine the time may be over before the first look."""
    game = games.get(name)
    for seats in game.seats:
        state = game.new(seats, seed=4)
        seat = state.waiting[0]
        assert bots.make("grand_cru", game, 1, think=1e-9).choose(state, seat) in state.options(seat)


@pytest.mark.parametrize("name", games.NAMES)
def test_an_apprentice_loses_to_a_vintner_and_beats_chance(name: str) -> None:
    def wins(one: str, other: str, count: int = 24) -> float:
        game, won = games.get(name), 0.0
        for number in range(count):
            own = number % 2
            players: list[Bot] = [bots.make(one if seat == own else other, game, number) for seat in range(2)]
            state = game.new(2, seed=number // 2)
            play_out(state, players, 10_000)
            places = game.places(state)
            won += 0.5 if places == [1, 1] else float(places[own] == 1)
        return won / count

    assert wins("vintner", "apprentice") > 0.6
    assert wins("apprentice", "random") > 0.6


@pytest.mark.parametrize("level", ["apprentice", "vintner"])
@pytest.mark.parametrize("name", games.NAMES)
def test_a_level_does_not_cheat(name: str, level: str) -> None:
    """It chooses the same in every position that looks the same to it."""
    state, game, rng = middle_of(name, 2, 12), games.get(name), Chance.from_seed(1, ["worlds"])
    seat = state.waiting[0]
    worlds = [state, *(state.redeal(seat, rng) for _world in range(4))]
    assert len({bots.make(level, game, 3).choose(world, seat) for world in worlds}) == 1


def test_two_cores_look_at_twice_as_much_and_think_the_same_every_time() -> None:
    game, state = games.get("wine_cellar"), middle_of("wine_cellar", 2, 4)
    seat = state.waiting[0]
    found = [
        bots.thinker(game, state, 1, Budget(nodes=60, cores=cores)).judge(state, seat, state.options(seat))
        for cores in (1, 2, 2)
    ]
    assert sum(found[1].visits) == 2 * sum(found[0].visits)
    assert found[1].visits == found[2].visits
    assert found[1].means == found[2].means
