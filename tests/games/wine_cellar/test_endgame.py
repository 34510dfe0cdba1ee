"""The solver of endgames, against the exact values of E11 (made by independent programs)."""

import pytest

from cuvee.games.wine_cellar.endgame import Endgame
from cuvee.games.wine_cellar.state import Cellars
from tests.games.wine_cellar.table import lay
from tests.games.wine_cellar.test_examples import e11_four_cards, e11_mixed, e11_three_cards, e11_two_cards


def margin(state: Cellars) -> float:
    return Endgame(state.pieces, state.swap, by_margin=True).value(state)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (e11_two_cards(False), -1),
        (e11_two_cards(True), -5),
        (e11_mixed(False), -206 / 19),
        (e11_mixed(True), -7),
        (e11_three_cards(False), 4),
        (e11_three_cards(True), 5),
    ],
)
def test_e11_margins_of_two_and_three_cards(state: Cellars, expected: float) -> None:
    """E11.1 to E11.3."""
    assert margin(state) == pytest.approx(expected, abs=1e-9)


def test_e11_2_bids_are_mixed_as_they_must_be() -> None:
    """E11.2: A bids 9 with 10/19, B bids 3 with 13/19."""
    state = e11_mixed(False)
    solver = Endgame(state.pieces, state.swap, by_margin=True)
    assert solver.bids(state, 0) == pytest.approx([10 / 19, 9 / 19])
    assert solver.bids(state, 1) == pytest.approx([13 / 19, 6 / 19])


@pytest.mark.parametrize(
    ("swap", "value", "first", "second"),
    [
        (False, -6.137425, [0, 0.3861, 0, 0.6139], [0, 0.5433, 0.4567, 0]),
        (True, -4.770797, [0, 0, 0.2720, 0.7280], [0, 0.6146, 0.3854, 0]),
    ],
)
def test_e11_4_four_cards(swap: bool, value: float, first: list[float], second: list[float]) -> None:
    """E11.4, basic rules and with the swap: the value, and one optimal pair of mixed bids."""
    state = e11_four_cards(swap)
    solver = Endgame(state.pieces, state.swap, by_margin=True)
    assert solver.value(state) == pytest.approx(value, abs=1e-6)
    assert solver.bids(state, 0) == pytest.approx(first, abs=1e-4)
    assert solver.bids(state, 1) == pytest.approx(second, abs=1e-4)


def test_e11_5_solo_expectations() -> None:
    """E11.5: 62.3333 with three cards, 68.5833 with four."""
    three = lay([[3, 6, 17]], [4, 11], [[14, 16, 8, 18, 2]], pile=[9, 13, 15])
    four = lay([[3, 7, 10, 14]], [15, 9], [[5, 11, 18, 12]], pile=[2, 6, 8, 13])
    assert margin(three) == pytest.approx(62.3333, abs=1e-4)
    assert margin(four) == pytest.approx(68.5833, abs=1e-4)
