"""Scoring (§14), worked by hand."""

import pytest

from cuvee.games.ora_et_labora.scoring import dwelling_points, economic_points, money_points, places, score_sheet, scores
from tests.games.ora_et_labora.table import buy, clear, give, lay, new, reach

MONEY = [
    ("5 coins", 2),
    ("4 coins, 1 wine", 2),
    ("4 coins, 1 whiskey", 2),
    ("3 coins, 1 whiskey", 2),
    ("3 coins, 1 wine", 1),
    ("3 coins, 2 wine", 2),
    ("9 coins, 1 wine", 4),
    ("4 coins", 0),
    ("", 0),
    ("7 wine", 7),
    ("3 whiskey, 4 coins", 4),
]


@pytest.mark.parametrize(("goods", "points"), MONEY)
def test_money_is_exchanged_in_the_best_way(goods: str, points: int) -> None:
    """§14.1 R42, example A1. Last row: one whiskey becomes 2 coins, 6 coins are a tile (2), two whiskeys stay (2)."""
    state = new()
    give(state, 0, goods)
    assert money_points(state.setup.pieces, state.goods[0]) == points


def test_goods_with_a_reliquary() -> None:
    """§14.1, example A1: 9 coins, 1 wine, 1 reliquary are 4 + 8."""
    state = new()
    give(state, 0, "9 coins, 1 wine, 1 reliquary")
    assert scores(state)[0] == 12


def test_water_and_lonely_buildings() -> None:
    """§14.3, example A14."""
    state = new()
    buy(state, 0, "coast", 0)
    give(state, 0, "")
    lay(state, 0, "s3", -1, 0)
    assert dwelling_points(state, 0) == 2 + 3, "Market Town and the water beside it; (−1, 1) is free coast, (0, 0) a moor"
    lay(state, 0, "G07", 3, 0)
    assert dwelling_points(state, 0) == 5, "the Kiln touches no settlement"


def test_houseboat_instead_of_water() -> None:
    """§14.3 R43."""
    state = new("three_long", "ireland")
    buy(state, 0, "coast", 0)
    lay(state, 0, "s3", -1, 0)
    lay(state, 0, "I11", -2, 0)
    assert dwelling_points(state, 0) == 2 + 6


def test_mountain_beside_settlements() -> None:
    """§7.6, §14.3, example D6: the Quarry (−4) hurts (5, 1), not (4, 0)."""
    state = new()
    reach(state, "B")
    buy(state, 0, "mountain", 0)
    lay(state, 0, "G22", 6, 0)
    lay(state, 0, "s3", 5, 1)
    assert dwelling_points(state, 0) == 2 - 4 + 2, "beside it also the Cloister Office (4, 1) with 2"
    clear(state, 0, (5, 1), (4, 0))
    lay(state, 0, "s3", 4, 0)
    assert dwelling_points(state, 0) == 2 + 2, "Cloister Office below; free plains and hillside 0"


def test_the_scoring_example() -> None:
    """§14, example F."""
    state = new()
    buy(state, 0, "plains", 2)
    lay(state, 0, "G02", 3, 1)
    lay(state, 0, "s1", 3, 2)
    lay(state, 0, "F08", 2, 2)
    lay(state, 0, "s2", 3, 0)
    give(state, 0, "2 book, 1 ceramic, 6 coins, 1 wine")
    assert dwelling_points(state, 0) == 8 + 9
    assert economic_points(state, 0) == 10
    assert scores(state)[0] == 37
    sheet = score_sheet(state)
    column = {line.label: line.values[0] for line in sheet.lines if line.values[0]}
    assert column == {
        "Book": 4,
        "Ceramic": 3,
        "Money and Wine, after the best exchange": 3,
        "Economic values of buildings": 9,
        "Economic values of settlements": 1,
        "Shanty Town and its surroundings": 9,
        "Farming Village and its surroundings": 8,
    }
    assert sum(column.values()) == 37


def test_ties_are_shared() -> None:
    """§14.4."""
    state = new()
    for seat, goods in enumerate(("1 book", "1 book", "1 ceramic")):
        give(state, seat, goods)
    assert places(state) == [2, 2, 1]


def test_artists_colony_costs_a_point() -> None:
    """§14.2."""
    state = new()
    reach(state, "A")
    lay(state, 0, "s5", 3, 0)
    assert economic_points(state, 0) == -1


def test_what_scores_nothing() -> None:
    """§14.1, §14.4: raw goods, settlements in hand, free land."""
    state = new()
    give(state, 0, "9 clay, 9 wood, 9 peat, 9 livestock, 9 grain, 9 stone, 9 straw, 9 peat_coal, 9 meat, 9 flour, 9 bread")
    buy(state, 0, "coast", 0)
    assert scores(state)[0] == 0
