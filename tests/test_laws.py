"""The laws, for every registered game, in every mode, by random and by adversarial play."""

import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cuvee import bots, games
from cuvee.bots.bot import play_out
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Game, Options
from cuvee.laws import every_position_law, keeps_every_law, usual_length
from tests.toy import TOY

ALL: list[Game[Any, Any]] = [*games.every(), TOY]
MODES = [(game, seats, options) for game in ALL for seats, options in game.modes()]
NAMES = [f"{game.name}-{seats}-{'-'.join(str(value) for value in options.values())}" for game, seats, options in MODES]
every_mode = pytest.mark.parametrize(("game", "seats", "options"), MODES, ids=NAMES)

EFFORT = int(os.environ.get("CUVEE_LAW_EFFORT", "1"))
"""How many times the usual number of games: `make soak` raises it."""
DECISIONS = 2000
"""About this many decisions are checked in each mode: many short games, or two long ones."""


@every_mode
def test_random_games_keep_every_law(game: Game[Any, Any], seats: int, options: Options) -> None:
    keeps_every_law(game, seats, options, EFFORT * max(2, min(20, DECISIONS // usual_length(game, seats, options))))


@every_mode
@settings(max_examples=12 * EFFORT, deadline=None, derandomize=True)
@given(data=st.data())
def test_adversarial_play_keeps_every_law(game: Game[Any, Any], seats: int, options: Options, data: st.DataObject) -> None:
    """Hypothesis chooses the seed, how far to play, and moves that like the ends of the list of options."""
    seed = data.draw(st.integers(10**12, 2**63 - 1), "seed")  # long enough to be noticed in a view
    stop = data.draw(st.integers(0, 2 * usual_length(game, seats, options)), "moves")
    leaning = data.draw(st.sampled_from(["first", "last", "middle", "any"]), "leaning")
    luck = Chance.from_seed(data.draw(st.integers(0, 2**32), "luck"), ["adversary"])
    state = game.new(seats, options, seed)
    for _move in range(stop):
        if state.over:
            break
        seat = state.waiting[-1] if leaning == "last" else state.waiting[0]
        numbers = state.options(seat)
        place = {"first": 0, "last": len(numbers) - 1, "middle": len(numbers) // 2}.get(leaning, luck.below(len(numbers)))
        state.apply(seat, numbers[place])
        assert state.problems() == []
    every_position_law(game, state, seed, luck)


@every_mode
def test_same_seed_and_moves_give_the_same_game(game: Game[Any, Any], seats: int, options: Options) -> None:
    def digest(seed: int, luck: int) -> str:
        state = game.new(seats, options, seed)
        play_out(state, [bots.make("random", game, luck + seat) for seat in range(seats)], game.longest(seats, options))
        return str(state.digest())

    assert digest(5, 1) == digest(5, 1)
    assert len({digest(5, luck) for luck in range(8)}) > 1, "moves matter"


@every_mode
def test_answers_to_a_joint_question_may_come_in_any_order(game: Game[Any, Any], seats: int, options: Options) -> None:
    """Where several seats owe an answer at once, it makes no difference who answers first."""
    luck = Chance.from_seed(3, ["order"])
    for seed in range(4):
        state = game.new(seats, options, seed)
        while not state.over:
            if len(state.waiting) > 1:
                answers = [(seat, state.options(seat)[luck.below(len(state.options(seat)))]) for seat in state.waiting]
                forward, backward = state.clone(), state.clone()
                for seat, number in answers:
                    forward.apply(seat, number)
                for seat, number in reversed(answers):
                    backward.apply(seat, number)
                assert forward == backward
                state = forward
            else:
                numbers = state.options(state.waiting[0])
                state.apply(state.waiting[0], numbers[luck.below(len(numbers))])
