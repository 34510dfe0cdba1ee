"""The games on the shelf. Adding one: put its folder here and its name below (docs/adding-a-game.md)."""

from functools import cache
from importlib import import_module
from typing import Final, cast

from cuvee.games.box import Box
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _, did_you_mean

NAMES: Final = ("wine_cellar", "ora_et_labora", "viticulture", "vinhos", "age_of_champagne")


@cache
def get(name: str) -> Box:
    """Take a game off the shelf.

    >>> get("wine_cellar").title
    'Wine Cellar'
    """
    if name not in NAMES:
        hint = did_you_mean(name, NAMES)
        raise CuveeError(_("There is no game '{name}'{hint}; there are: {names}", name=name, hint=hint, names=", ".join(NAMES)))
    return cast(Box, import_module(f"cuvee.games.{name}").GAME)


def every() -> list[Box]:
    """Return all games, in the order of the shelf.

    >>> [game.title for game in every()][:2]
    ['Wine Cellar', 'Ora et Labora']
    """
    return [get(name) for name in NAMES]
