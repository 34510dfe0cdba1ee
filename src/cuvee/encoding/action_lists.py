"""The lists of actions, one file in the folder of each game, made by `cuvee.encoding.explore`."""

import tomllib
from collections.abc import Iterable
from functools import cache

from cuvee import games
from cuvee.encoding.action_numbers import Actions


def write_numbers(numbers: Iterable[int]) -> str:
    """Write numbers as a person would, with ranges.

    >>> write_numbers([0, 1, 2, 7, 9, 10])
    '0-2 7 9-10'
    """
    stretches: list[list[int]] = []
    for number in sorted(numbers):
        if stretches and stretches[-1][1] == number - 1:
            stretches[-1][1] = number
        else:
            stretches.append([number, number])
    return " ".join(str(first) if first == last else f"{first}-{last}" for first, last in stretches)


def read_numbers(text: str) -> list[int]:
    """Read numbers as `write_numbers` writes them.

    >>> read_numbers("0-2 7")
    [0, 1, 2, 7]
    """
    found: list[int] = []
    for stretch in text.split():
        first, _dash, last = stretch.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


@cache
def actions_of(game: str) -> Actions:
    """Return the list of actions of a game.

    >>> actions_of("wine_cellar").name(0)
    'bid 0'
    """
    return Actions([(kind, read_numbers(text)) for kind, text in stored_actions(game).items()])


def stored_actions(game: str) -> dict[str, str]:
    """Return the numbers of each kind of decision of a game, as written in its file; empty if there is no file."""
    return tomllib.loads(games.get(game).actions())
