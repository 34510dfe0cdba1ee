"""How the kernel's objects look in a debugger or at a prompt."""

from typing import Any

import pytest

from cuvee import games
from cuvee.kernel.chance import Chance
from cuvee.kernel.journal import Journal
from cuvee.kernel.match import Match
from cuvee.kernel.play import Decision
from tests.toy import ToyState

MOMENTS = {
    "wine_cellar": '<Wine Cellar, trick 1, seats 0, 1 to answer "bid">',
    "ora_et_labora": '<Ora et Labora, round 1, seat 0 to answer "turn_menu">',
    "viticulture": '<Viticulture, year 0, seat 1 to answer "papa_gift">',
    "vinhos": '<Vinhos, year 1, seat 0 to answer "first_region">',
    "age_of_champagne": '<Age of Champagne, round 0, seats 0, 1 to answer "draft">',
}


@pytest.mark.parametrize("name", games.NAMES)
def test_a_state_tells_the_game_the_moment_and_who_has_to_answer(name: str) -> None:
    assert repr(games.get(name).new(2, seed=1)) == MOMENTS[name]


def test_a_finished_match_and_its_journal_say_so() -> None:
    game = games.get("wine_cellar")
    match = Match(game, 2, {}, 5)
    assert repr(match) == '<match after 0 moves: Wine Cellar, trick 1, seats 0, 1 to answer "bid">'
    while match.state.waiting:
        seat = match.state.waiting[0]
        match.play(seat, match.state.options(seat)[0])
    moves = len(match.journal.moves)
    assert repr(match).startswith(f"<match after {moves} moves: Wine Cellar, trick ")
    assert repr(match).endswith(", nobody to answer>")
    assert repr(match.journal) == f"<journal of wine_cellar, 2 seats, {moves} moves, finished>"


def test_a_journal_does_not_tell_its_seed() -> None:
    """The seed of a running match would reveal every hand."""
    assert "987654321" not in repr(Match(games.get("vinhos"), 2, {}, 987654321).journal)


def test_questions_and_options_name_themselves() -> None:
    state = games.get("vinhos").new(2, seed=1)
    assert repr(state.decision()) == '<FirstRegion "first_region" (§5.8), asked of seat 0>'
    draft = games.get("age_of_champagne").new(2, seed=1).decision()
    assert repr(draft) == '<Draft "draft" (§3.3), asked of seats 0, 1>'
    assert repr(state.agenda[0]) == '<Actions "actions">'
    option = state.option(0, state.options(0)[0])
    assert repr(option) == f'<Option {option.number} "{option.text}": {option.label}>'
    assert repr(games.get("vinhos")) == "<the box of Vinhos, rules version 1>"


@pytest.mark.parametrize("kind", [Match, Journal, *(type(games.get(name)) for name in games.NAMES)])
def test_a_half_built_object_can_be_looked_at(kind: Any) -> None:
    assert repr(kind.__new__(kind)).startswith("<")


def test_a_table_at_which_nothing_was_dealt_can_be_looked_at() -> None:
    assert repr(ToyState(2, 9, Chance.from_seed(1, ["draws"]))) == "<nobody to answer>"


def test_a_decision_without_a_kind_can_be_looked_at() -> None:
    class Bare(Decision[ToyState]):
        pass

    assert repr(Bare(0)) == "<Bare, not set up>"  # type: ignore[abstract]
