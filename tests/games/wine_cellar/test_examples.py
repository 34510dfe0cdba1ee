"""The worked examples of the rulebook and of our own, E1 to E11; all figures computed by hand or by independent programs."""

from fractions import Fraction

import pytest

from cuvee.games.wine_cellar.scoring import bonus_value, cellar_value, rank_for, scores, total, total_after_swap
from cuvee.games.wine_cellar.state import Cellars
from cuvee.kernel.errors import IllegalMove
from tests.games.wine_cellar.exact import bid_matrix, expected_solo, value, value_of_matrix
from tests.games.wine_cellar.table import GAME, PIECES, bids, cards, lay, say

E1_CELLAR = cards(2, 3, 12, 4, 5, 9, 10, 18)
E1_BONUS = cards(16)[0]


def test_e1_the_rulebook_scores_58_and_13() -> None:
    """§8: the scoring example of the rulebook, position by position."""
    assert [PIECES.cards[card].ages[at] for at, card in enumerate(E1_CELLAR)] == [8, 7, 5, 6, 8, 8, 8, 8]
    assert [PIECES.bonus_points[E1_BONUS][card] for card in E1_CELLAR] == [2, 0, 0, 0, 5, 3, 0, 3]
    assert cellar_value(PIECES, E1_CELLAR) == 58
    assert bonus_value(PIECES, E1_CELLAR, E1_BONUS) == 13
    assert total(PIECES, E1_CELLAR, E1_BONUS) == 71
    assert rank_for(PIECES, 71).name == "Sommelier"


def test_e2_the_nine_totals_of_the_swap() -> None:
    """§9: decline and positions 1 to 8."""
    assert total(PIECES, E1_CELLAR, E1_BONUS) == 71
    found = [total_after_swap(PIECES, E1_CELLAR, E1_BONUS, position) for position in range(1, 9)]
    assert found == [63, 68, 72, 68, 62, 61, 73, 55]


def test_e2_the_best_swap_in_play() -> None:
    """§9.2, §9.3: card 16 lies at position 7, card 10 becomes the bonus card: 52 + 21 = 73."""
    state = lay([[16], [17]], [18, 1], [[2, 3, 12, 4, 5, 9, 10], [6, 7, 8, 11, 13, 14, 15]], swap=True)
    say(state, 1, "take 1", "top")
    say(state, 0, "bottom")
    assert state.decision().kind == "swap"
    say(state, 0, "swap 7")
    say(state, 1, "keep")
    assert bids(state.cellars[0]) == [2, 3, 12, 4, 5, 9, 16, 18]
    assert bids(state.bonus) == [10, 17]
    assert (cellar_value(PIECES, state.cellars[0]), bonus_value(PIECES, state.cellars[0], state.bonus[0])) == (52, 21)
    assert scores(state)[0] == 73


def test_e3_top_and_bottom() -> None:
    """§5: 13 starts the cellar, 2 on top, 11 at the bottom, 6 on top."""
    state = lay([[18, 17, 16, 15, 14, 12, 11, 10], [1, 2, 3, 4, 5, 6, 7, 8]], [13, 9])
    tricks = [("bid 18", "bid 2", "take 13", ""), ("bid 11", "bid 1", "take 2", "top")]
    tricks += [("bid 17", "bid 6", "take 11", "bottom"), ("bid 16", "bid 5", "take 6", "top")]
    columns = [[13], [2, 13], [2, 13, 11], [6, 2, 13, 11]]
    for (mine, yours, take, side), column in zip(tricks, columns, strict=True):
        say(state, 0, mine)
        say(state, 1, yours)
        say(state, 0, take, *([side] if side else []))
        assert bids(state.cellars[0]) == column
        if side:
            say(state, 1, "top")


@pytest.mark.parametrize(("card", "least", "most"), [(6, 1, 5), (13, 3, 7), (11, 4, 8)])
def test_e3_where_a_bottle_can_finish(card: int, least: int, most: int) -> None:
    """§5.4: with four bottles stored, where each can still end: play four more, all on top or all at the bottom."""
    for side, position in (("bottom", least), ("top", most)):
        state = lay([[18, 17, 16, 15], [1, 3, 4, 5]], [9, 10], [[6, 2, 13, 11], [7, 8, 12, 14]])
        while not state.over:
            seat = state.waiting[-1]
            text = side if state.decision().kind == "place" else state.format(seat, state.options(seat)[0])
            say(state, seat, text)
        assert bids(state.cellars[0]).index(card) + 1 == position


@pytest.fixture
def e4() -> Cellars:
    return lay([[3, 4, 6, 7, 9, 13, 16, 17], [1, 2, 10, 11, 12, 14, 15, 18]], [5, 8])


def test_e4_one_trick(e4: Cellars) -> None:
    """§4: A bids 3, B bids 1; A takes 5, B gets 8; nobody is asked for a side."""
    say(e4, 1, "bid 1")
    say(e4, 0, "bid 3")
    assert e4.waiting == [0]
    say(e4, 0, "take 5")
    assert e4.waiting == [0, 1], "both cellars were empty, so the next bids are asked at once"
    assert bids(e4.prizes) == [3, 1]
    assert [bids(cellar) for cellar in e4.cellars] == [[5], [8]]
    assert [bids(hand) for hand in e4.hands] == [[4, 6, 7, 9, 13, 16, 17], [2, 10, 11, 12, 14, 15, 18]]


def refused(state: Cellars, seat: int, text: str, section: str) -> None:
    before = state.digest()
    with pytest.raises(IllegalMove) as refusal:
        state.parse(seat, text)
    assert refusal.value.section == section
    assert state.digest() == before


def test_e5_refusals(e4: Cellars) -> None:
    """§14.1 to §14.3: a prize is no bid, a bid is locked, the loser does not pick, a bottle goes to an end."""
    refused(e4, 0, "bid 5", "4.2")
    say(e4, 0, "bid 3")
    refused(e4, 0, "bid 4", "4.2")
    say(e4, 1, "bid 1")
    refused(e4, 1, "take 5", "4.4")
    say(e4, 0, "take 5")
    say(e4, 0, "bid 17")
    say(e4, 1, "bid 2")
    say(e4, 0, "take 3")
    refused(e4, 0, "between", "5.2")
    say(e4, 0, "bottom")
    assert bids(e4.cellars[0]) == [5, 3]


E6_TRICKS = [
    ("bid 1", "bid 2", 1, "take 3", None, None),
    ("bid 16", "bid 8", 0, "take 1", "top", "top"),
    ("bid 10", "bid 12", 1, "take 16", "bottom", "bottom"),
    ("bid 15", "bid 13", 0, "take 10", "bottom", "bottom"),
    ("bid 11", "bid 4", 0, "take 15", "bottom", "bottom"),
    ("bid 6", "bid 9", 1, "take 4", "bottom", "top"),
    ("bid 17", "bid 7", 0, "take 6", "top", "bottom"),
    (None, None, 0, "take 17", "top", "bottom"),
]
E6_CELLARS = [
    ([5], [3]),
    ([1, 5], [2, 3]),
    ([1, 5, 8], [2, 3, 16]),
    ([1, 5, 8, 10], [2, 3, 16, 12]),
    ([1, 5, 8, 10, 15], [2, 3, 16, 12, 13]),
    ([11, 1, 5, 8, 10, 15], [2, 3, 16, 12, 13, 4]),
    ([6, 11, 1, 5, 8, 10, 15], [2, 3, 16, 12, 13, 4, 9]),
    ([17, 6, 11, 1, 5, 8, 10, 15], [2, 3, 16, 12, 13, 4, 9, 7]),
]


def play_e6(swap: bool) -> Cellars:
    state = lay([[1, 6, 10, 11, 15, 16, 17, 18], [2, 4, 7, 8, 9, 12, 13, 14]], [3, 5], swap=swap)
    for (bid_a, bid_b, winner, take, place, other_place), (cellar_a, cellar_b) in zip(E6_TRICKS, E6_CELLARS, strict=True):
        if bid_a is not None and bid_b is not None:
            say(state, 0, bid_a)
            say(state, 1, bid_b)
        assert state.waiting == [winner]
        say(state, winner, take)
        if place is not None and other_place is not None:
            say(state, winner, place)
            say(state, 1 - winner, other_place)
        assert [bids(cellar) for cellar in state.cellars] == [cellar_a, cellar_b]
    return state


def test_e6_a_whole_game() -> None:
    """§8, §10: A 53 + 13 = 66, B 52 + 17 = 69; B wins."""
    state = play_e6(swap=False)
    assert state.over
    assert bids(state.bonus) == [18, 14]
    assert [cellar_value(PIECES, cellar) for cellar in state.cellars] == [53, 52]
    assert scores(state) == [66, 69]
    assert GAME.places(state) == [2, 1]
    sheet = GAME.sheet(state)
    lines = {line.label: line.values for line in sheet.lines}
    assert [lines[f"Position {position}"] for position in range(1, 9)] == [
        [3, 8],
        [5, 7],
        [5, 7],
        [8, 6],
        [8, 8],
        [8, 8],
        [8, 3],
        [8, 5],
    ]
    assert lines["Cellar value"] == [53, 52]
    assert sheet.totals == [66, 69]


def test_e6_with_the_swap() -> None:
    """§9: A swaps with position 1 and wins 70 to 69."""
    state = play_e6(swap=True)
    options = [[total(PIECES, state.cellars[seat], state.bonus[seat])] for seat in (0, 1)]
    for seat in (0, 1):
        options[seat] += [total_after_swap(PIECES, state.cellars[seat], state.bonus[seat], at) for at in range(1, 9)]
    assert options[0] == [66, 70, 57, 62, 58, 64, 53, 57, 65]
    assert options[1] == [69, 51, 55, 57, 58, 68, 53, 63, 69]
    say(state, 1, "keep")
    say(state, 0, "swap 1")
    assert state.over
    assert bids(state.cellars[0])[0] == 18
    assert cellar_value(PIECES, state.cellars[0]) == 51
    assert scores(state) == [70, 69]
    assert GAME.places(state) == [1, 2]


def test_e7_solo_tricks() -> None:
    """§11.4, §11.5: 11 is odd and takes left, 12 is even and takes right."""
    state = lay([[4, 1, 2, 3]], [7, 5], [[13, 14, 15, 16]], pile=[11, 12, 10, 9])
    say(state, 0, "bid 4", "bottom")
    assert bids(state.shelf)[-1] == 7
    assert bids(state.cellars[0])[-1] == 5
    assert bids(state.prizes) == [4, 11]
    say(state, 0, "bid 1", "top")
    assert bids(state.shelf)[-1] == 11
    assert bids(state.cellars[0])[0] == 4
    assert bids(state.prizes) == [1, 12]


E8 = [
    ("bid 3", "take 5", None, [5]),
    ("bid 7", "take 1", "top", [1, 5]),
    ("bid 6", None, "bottom", [1, 5, 7]),
    ("bid 9", None, "top", [14, 1, 5, 7]),
    ("bid 4", None, "bottom", [14, 1, 5, 7, 9]),
    ("bid 17", "take 18", "bottom", [14, 1, 5, 7, 9, 18]),
    ("bid 16", "take 10", "bottom", [14, 1, 5, 7, 9, 18, 10]),
    (None, "take 16", "top", [16, 14, 1, 5, 7, 9, 18, 10]),
]


def test_e8_a_whole_solo_game() -> None:
    """§11: 51 + 4 = 55 without the swap, 50 + 20 = 70 with position 3: Sommelier."""
    state = lay([[3, 4, 6, 7, 9, 13, 16, 17]], [5, 8], pile=[1, 2, 14, 11, 18, 10, 15, 12])
    for bid, take, place, cellar in E8:
        for move in (bid, take, place):
            if move is not None:
                say(state, 0, move)
        assert bids(state.cellars[0]) == cellar
    assert sorted(bids(state.shelf)) == sorted([8, 3, 2, 6, 11, 4, 17, 15])
    assert bids([state.aside]) == [12]
    assert bids(state.bonus) == [13]
    cellar_cards, bonus = state.cellars[0], state.bonus[0]
    assert (cellar_value(PIECES, cellar_cards), bonus_value(PIECES, cellar_cards, bonus)) == (51, 4)
    assert [total_after_swap(PIECES, cellar_cards, bonus, at) for at in range(1, 9)] == [67, 55, 70, 66, 62, 63, 59, 54]
    say(state, 0, "swap 3")
    assert state.over
    assert (cellar_value(PIECES, state.cellars[0]), scores(state)[0]) == (50, 70)
    assert GAME.sheet(state).titles == ["Sommelier"]


@pytest.mark.parametrize(
    ("points", "rank"),
    [
        (59, "Still fermenting"),
        (60, "Wine Geek"),
        (67, "Wine Geek"),
        (68, "Sommelier"),
        (72, "Sommelier"),
        (73, "Master Sommelier"),
        (87, "Master Sommelier"),
        (0, "Still fermenting"),
    ],
)
def test_e9_rank_limits(points: int, rank: str) -> None:
    """§11.10: the limits of the solo ranks."""
    assert rank_for(PIECES, points).name == rank


def e10(swap: bool) -> Cellars:
    return lay([[13], [12]], [2, 6], [[10, 11, 18, 9, 7, 8, 4], [17, 16, 1, 15, 5, 14, 3]], swap=swap)


@pytest.mark.parametrize(
    ("take", "side_a", "side_b", "expected"),
    [
        ("take 2", "top", "top", [47, 46]),
        ("take 2", "bottom", "bottom", [42, 47]),
        ("take 6", "top", "top", [39, 52]),
        ("take 6", "bottom", "bottom", [40, 47]),
    ],
)
def test_e10_last_trick(take: str, side_a: str, side_b: str, expected: list[int]) -> None:
    """§4.4, §5.4: the bottle of trick 8 ends at position 1 or 8."""
    state = e10(swap=False)
    say(state, 0, take, side_a)
    say(state, 1, side_b)
    assert scores(state) == expected


def test_e10_best_play_is_a_draw_and_two_for_a_with_the_swap() -> None:
    """§10.2: 47 to 47 is a draw."""
    assert value(e10(swap=False)) == 0
    assert value(e10(swap=True)) == 2
    state = e10(swap=False)
    say(state, 0, "take 2", "top")
    say(state, 1, "bottom")
    assert scores(state) == [47, 47]
    assert GAME.places(state) == [1, 1]


def e11_two_cards(swap: bool) -> Cellars:
    return lay([[1, 14], [9, 18]], [8, 5], [[11, 10, 4, 7, 13, 6], [17, 2, 12, 3, 15, 16]], swap)


def e11_mixed(swap: bool) -> Cellars:
    return lay([[9, 17], [3, 10]], [14, 5], [[16, 8, 15, 2, 13, 7], [12, 1, 6, 4, 11, 18]], swap)


def e11_three_cards(swap: bool) -> Cellars:
    return lay([[3, 8, 14], [1, 4, 6]], [11, 18], [[12, 7, 5, 16, 13], [9, 2, 15, 10, 17]], swap)


def e11_four_cards(swap: bool) -> Cellars:
    return lay([[2, 6, 12, 14], [3, 4, 13, 16]], [10, 7], [[15, 11, 1, 8], [5, 9, 17, 18]], swap)


def test_e11_1_a_matrix_of_two_cards() -> None:
    """E11.1: the four pairs of bids and the value, with and without the swap."""
    assert bid_matrix(e11_two_cards(False)) == [[-8, -1], [13, -1]]
    assert value(e11_two_cards(False)) == -1
    assert bid_matrix(e11_two_cards(True)) == [[-5, 1], [-5, -9]]
    assert value(e11_two_cards(True)) == -5


def test_e11_2_bids_that_must_be_mixed() -> None:
    """E11.2: value -206/19; A bids 9 with 10/19, B bids 3 with 13/19."""
    matrix = bid_matrix(e11_mixed(False))
    assert matrix == [[-8, -17], [-14, -4]]
    assert value_of_matrix(matrix) == (
        Fraction(-206, 19),
        [Fraction(10, 19), Fraction(9, 19)],
        [Fraction(13, 19), Fraction(6, 19)],
    )
    assert value(e11_mixed(True)) == -7


@pytest.mark.parametrize(("swap", "expected"), [(False, 4), (True, 5)])
def test_e11_3_three_cards(swap: bool, expected: int) -> None:
    """E11.3: exact values with three cards each."""
    assert value(e11_three_cards(swap)) == expected


@pytest.mark.soak
@pytest.mark.parametrize(("swap", "expected"), [(False, -6.137425), (True, -4.770797)])
def test_e11_4_four_cards(swap: bool, expected: float) -> None:
    """E11.4: exact values with four cards each; millions of positions, so only in `make soak`."""
    assert float(value(e11_four_cards(swap))) == pytest.approx(expected, abs=1e-6)


def test_e11_5_solo_expectation_with_three_cards() -> None:
    """E11.5 (a): 62.3333 with best play."""
    state = lay([[3, 6, 17]], [4, 11], [[14, 16, 8, 18, 2]], pile=[9, 13, 15])
    assert float(expected_solo(state)) == pytest.approx(62.3333, abs=1e-4)


def test_e11_5_solo_expectation_with_four_cards() -> None:
    """E11.5 (b): 68.5833 with best play."""
    state = lay([[3, 7, 10, 14]], [15, 9], [[5, 11, 18, 12]], pile=[2, 6, 8, 13])
    assert float(expected_solo(state)) == pytest.approx(68.5833, abs=1e-4)
