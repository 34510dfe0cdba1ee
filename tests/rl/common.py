"""What the tests of the environments share: every mode, and random play."""

from collections.abc import Iterator
from typing import Any

import pytest

from cuvee import games
from cuvee.encoding.position import Position
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Options
from cuvee.rl.seating import Seating

MODES = [(game.name, seats, options) for game in games.every() for seats, options in game.modes()]
IDS = [f"{name}-{seats}-{'-'.join(str(value) for value in options.values())}" for name, seats, options in MODES]
every_mode = pytest.mark.parametrize(("name", "seats", "options"), MODES, ids=IDS)

USUAL: list[tuple[str, int, dict[str, Any]]] = [
    ("wine_cellar", 1, {}),
    ("wine_cellar", 2, {"advanced_swap": True}),
    ("ora_et_labora", 3, {"length": "short"}),
    ("viticulture", 2, {"year_limit": 6}),
    ("vinhos", 4, {}),
    ("age_of_champagne", 2, {}),
]
"""One table of each game, not the longest; for Wine Cellar also the solo game."""
usual_tables = pytest.mark.parametrize(
    ("name", "seats", "options"), USUAL, ids=[f"{name}-{seats}" for name, seats, _options in USUAL]
)


def random_game(name: str, seats: int, options: Options, seed: int) -> Iterator[tuple[Seating, Position]]:
    """Play a random game; yield every position, including the last one."""
    seating = Seating(name, seats, options)
    position, luck = seating.new(seed), Chance.from_seed(seed, ["random game"])
    while not position.over():
        yield seating, position
        seat = position.owing()[luck.below(len(position.owing()))]
        legal = position.legal(seat)
        position.play(seat, legal[luck.below(len(legal))])
    yield seating, position
