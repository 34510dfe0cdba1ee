"""Actions and observations, in every mode of every game."""

import numpy as np
import pytest

from cuvee.encoding.action_numbers import SPARE, Actions
from cuvee.encoding.explore import note
from cuvee.kernel.chance import Chance
from cuvee.kernel.errors import CuveeError, IllegalMove
from cuvee.kernel.game import Options
from cuvee.laws import MANY_OPTIONS
from cuvee.rl.seating import Seating, by_margin, by_places, by_points
from tests.rl.common import every_mode, random_game


@every_mode
def test_every_option_of_a_game_has_one_action(name: str, seats: int, options: Options) -> None:
    """An action stands for one option and an option for one action; nearly all have a place of their own in the list."""
    met = spare = 0
    for seating, position in random_game(name, seats, options, seed=11):
        for seat in range(seats):
            legal = position.legal(seat)
            assert len(set(legal)) == len(legal)
            assert [position.number(seat, action) for action in legal] == position.state.options(seat)
            assert all(0 <= action < seating.actions.size for action in legal)
            met += len(legal)
            spare += sum(action >= seating.actions.known for action in legal)
    assert spare <= met / 50, f"the list of actions is out of date: python -m cuvee.encoding.explore {name}"


@every_mode
def test_an_observation_holds_no_secret(name: str, seats: int, options: Options) -> None:
    """What a seat sees is the same in every position that looks the same to it, and always of the same shape."""
    luck = Chance.from_seed(5, ["secrets"])
    for number, (seating, position) in enumerate(random_game(name, seats, options, seed=12)):
        if number % 9 and not position.over():
            continue
        for seat in range(seats):
            row = position.row(seat)
            assert len(row) == seating.eye.width
            if not position.over():
                assert position.imagine(seat, luck).row(seat) == row
                assert position.imagine(seat, luck).legal(seat) == position.legal(seat)


def test_there_are_spare_actions_for_all_options_of_a_question() -> None:
    assert SPARE >= MANY_OPTIONS


def test_a_game_without_a_list_is_played_with_spare_actions() -> None:
    position = Seating("wine_cellar", 2).new(3)
    nothing_known = Actions([])
    assert nothing_known.of(position.state, 1) == list(range(len(position.state.options(1))))


def test_what_an_action_means_does_not_depend_on_the_position() -> None:
    """The same card is the same bid in every deal."""
    meaning: dict[int, str] = {}
    for seed in range(40):
        position = Seating("wine_cellar", 2).new(seed)
        for action in position.legal(0):
            assert meaning.setdefault(action, position.text(0, action)) == position.text(0, action)
    assert sorted(meaning.values()) == sorted(f"bid {card}" for card in range(1, 19))


def test_exploring_notices_what_is_new() -> None:
    state = Seating("wine_cellar", 2).new(3).state
    met: dict[str, set[int]] = {}
    assert note(state, met)
    assert not note(state, met)
    assert met["bid"] == set(state.options(0)) | set(state.options(1))


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    position = Seating("wine_cellar", 2).new(3)
    before = position.state.digest()
    others_card = position.legal(1)[0]
    for action in (others_card, -1, 10**9):
        with pytest.raises(IllegalMove, match="own hand"):
            position.play(0, action)
    assert position.state.digest() == before


def test_structured_and_flat_observations_say_the_same() -> None:
    flat, structured = Seating("vinhos", 3), Seating("vinhos", 3, observation="structured")
    row, parts = flat.see(flat.new(1), 2), structured.see(structured.new(1), 2)
    assert np.array_equal(np.concatenate(list(parts.values())), row)
    assert parts["seat"].tolist() == [0, 0, 1]
    assert parts["asked"].sum() == 1


def test_rewards() -> None:
    scores, places = [40, 90, 90], [3, 1, 1]
    assert by_places(places) == [0.0, 0.5, 0.5]
    assert by_points(scores) == [0.4, 0.9, 0.9]
    assert by_margin(scores) == [-0.5, 0.0, 0.0]


def test_nobody_is_rewarded_for_a_place_behind_an_opponent_without_a_seat() -> None:
    assert by_places([2]) == [0.0]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"game": "wine"}, "no game 'wine'"),
        ({"game": "vinhos", "players": 9}, "Vinhos is for"),
        ({"game": "vinhos", "players": 2, "options": {"mod": "reserve"}}, "did you mean 'mode'"),
        ({"game": "vinhos", "rewards": "point"}, "did you mean 'points'"),
        ({"game": "vinhos", "observation": "picture"}, "flat, structured"),
    ],
)
def test_a_wrong_set_up_gets_one_clear_line(wrong: dict[str, object], why: str) -> None:
    with pytest.raises(CuveeError, match=why) as error:
        Seating(**wrong)  # type: ignore[arg-type]
    assert "\n" not in str(error.value)
