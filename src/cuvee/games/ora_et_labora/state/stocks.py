"""What a stock of goods holds, and what it counts for in a payment (§9)."""

from typing import Final, final

from cuvee.games.ora_et_labora.pieces.goods import COIN, COIN5, GRAIN, STRAW, Cost


@final
class Currency:
    """The tiles that count for a payment of energy, food or points, most valuable first (§9.6)."""

    def __init__(self, kinds: list[int], values: list[int]) -> None:
        self.kinds = kinds
        self.values = values

    def total(self, goods: list[int]) -> int:
        """Return what a stock is worth, without counting grain as straw."""
        kinds, values = self.kinds, self.values
        found = 0
        for at in range(len(kinds)):
            found += values[at] * stock(goods, kinds[at])
        return found


def stock(goods: list[int], kind: int) -> int:
    """Return how many tiles of a kind a stock can give; five-coin tiles are made up from coins (R35)."""
    return goods[COIN] // 5 if kind == COIN5 else goods[kind]


ENERGY: Final = 0
FOOD: Final = 1
FOOD_NOT_MONEY: Final = 2
POINTS: Final = 3


def can_name(goods: list[int], cost: Cost, times: int) -> bool:
    """Tell whether the named goods and coins of a cost are in a stock (§9.1, R9)."""
    kinds, counts = cost.kinds, cost.counts
    for at in range(len(kinds)):
        if goods[kinds[at]] < counts[at] * times:
            return False
    return cost.straw == 0 or goods[STRAW] + goods[GRAIN] >= cost.straw * times


def turn_missing_straw(goods: list[int], count: int) -> None:
    """Turn over enough grain to make up for missing straw (R9)."""
    missing = count - goods[STRAW]
    if missing > 0:
        goods[GRAIN] -= missing
        goods[STRAW] += missing
