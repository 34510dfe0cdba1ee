"""Planning a solo game: a plan is kept until a better one is found, and given up when somebody plays something else."""

import pytest

from cuvee import bots, games
from cuvee.bots.bot import play_out
from cuvee.bots.sweeps import NOTHING, PlanningBot
from cuvee.bots.thinking import Budget
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.play import State
from tests.bots.test_thinking import middle_of

GAME = games.get("ora_et_labora")
LATE = 260
"""Decisions after which a solo game has some rounds to go."""


def planner(nodes: int, seed: int = 1) -> PlanningBot:
    return PlanningBot(GAME, GAME.heuristics(), seed, Budget(nodes=nodes))


def finish(state: State, bot: PlanningBot) -> tuple[list[int], list[float]]:
    """Let the bot finish a game; return its answers and what it expected to reach at each."""
    answers: list[int] = []
    promised: list[float] = []
    while state.waiting:
        answers.append(bot.choose(state, 0))
        promised.append(bot.points)
        state.apply(0, answers[-1])
    return answers, promised


def test_what_was_found_is_never_lost() -> None:
    state = middle_of("ora_et_labora", 1, LATE)
    promised = finish(state, planner(60))[1]
    assert promised[0] > NOTHING, "there is a plan before the first answer"
    assert promised[-1] == GAME.scores(state)[0]
    assert promised == sorted(promised)


def test_a_plan_beats_what_looks_best_at_once() -> None:
    state = middle_of("ora_et_labora", 1, LATE)
    greedy = state.clone()
    play_out(greedy, [bots.make("greedy", GAME, 1)], 1000)
    play_out(state, [bots.make("search@60", GAME, 1)], 1000)
    assert GAME.scores(state)[0] > GAME.scores(greedy)[0]


def test_a_clock_cuts_planning_short() -> None:
    state = middle_of("ora_et_labora", 1, 0)
    bot = PlanningBot(GAME, GAME.heuristics(), 1, Budget(seconds=0.001))
    assert bot.choose(state, 0) in state.options(0)
    assert bot.points == NOTHING, "a whole game cannot be planned in a millisecond"


def test_the_same_seed_and_nodes_plan_the_same() -> None:
    state = middle_of("ora_et_labora", 1, LATE)
    assert finish(state.clone(), planner(30))[0] == finish(state.clone(), planner(30))[0]


def test_another_answer_than_planned_makes_a_new_plan() -> None:
    state, bot = middle_of("ora_et_labora", 1, LATE), planner(60)
    planned = bot.choose(state, 0)
    state.apply(0, next(number for number in state.options(0) if number != planned))
    before = state.digest()
    assert bot.choose(state, 0) in state.options(0)
    assert state.digest() == before, "planning changes nothing"
    finish(state, bot)
    assert bot.points == GAME.scores(state)[0]


def test_with_others_at_the_table_options_are_compared() -> None:
    state = middle_of("ora_et_labora", 2, 40)
    seat = state.waiting[0]
    assert bots.make("search@24", GAME, 3).choose(state, seat) == bots.make("flat@24", GAME, 3).choose(state, seat)


def test_a_position_that_cannot_be_is_refused() -> None:
    state = middle_of("ora_et_labora", 1, LATE)
    state.goods[0][0] = -1  # type: ignore[attr-defined]
    with pytest.raises(CuveeError, match="This position is impossible"):
        planner(30).choose(state, 0)


def test_a_finished_game_is_refused() -> None:
    state = middle_of("ora_et_labora", 1, 1000)
    with pytest.raises(CuveeError, match="The game is over"):
        planner(30).choose(state, 0)
