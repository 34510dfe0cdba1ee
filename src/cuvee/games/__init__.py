"""The games on the shelf: those of this repository, and those that installed packages bring (docs/adding-a-game.md)."""

from functools import cache
from importlib import import_module
from typing import Final, cast

from cuvee import extensions
from cuvee.games.box import Box
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _, did_you_mean

NAMES: Final = ("wine_cellar", "ora_et_labora", "viticulture", "vinhos", "age_of_champagne")
"""The games of this repository, in the order of the shelf."""
GROUP: Final = "cuvee.games"
"""The entry points by which other packages bring games."""
LONGEST_NAME: Final = 40
_SAID: Final = ("name", "title", "designer", "blurb", "minutes", "version", "seats")


@cache
def get(name: str) -> Box:
    """Take a game off the shelf.

    >>> get("wine_cellar").title
    'Wine Cellar'
    """
    if name in NAMES:
        return cast(Box, import_module(f"cuvee.games.{name}").GAME)
    others = extensions.offered(GROUP, NAMES, LONGEST_NAME)
    if name in others:
        return cast(Box, extensions.load(others[name], lambda thing: _wrong(thing, name)))
    known = (*NAMES, *others)
    hint = did_you_mean(name, known)
    raise CuveeError(_("There is no game '{name}'{hint}; there are: {names}", name=name, hint=hint, names=", ".join(known)))


def every() -> list[Box]:
    """Return all games, in the order of the shelf: those of other packages come last, and broken ones are left out.

    >>> [game.title for game in every()][:2]
    ['Wine Cellar', 'Ora et Labora']
    """
    return [*(get(name) for name in NAMES), *_others()]


def names() -> list[str]:
    """Return the names of all games that can be played."""
    return [box.name for box in every()]


@cache
def _others() -> tuple[Box, ...]:
    return tuple(extensions.usable(extensions.offered(GROUP, NAMES, LONGEST_NAME), get).values())


def _wrong(thing: object, name: str) -> str:
    """Say why a thing is not a game of this name; return nothing if it is."""
    if not isinstance(thing, Box):
        return f"it is not a Box but a {type(thing).__name__}"
    missing = [field for field in _SAID if not hasattr(thing, field)]
    if missing:
        return f"its box does not say its {', '.join(missing)}"
    if thing.name != name:
        return f"its box is called '{thing.name}'"
    letters = ["s", "R", *thing.books.values()]
    if len(set(letters)) < len(letters) or any(len(letter) != 1 for letter in letters):
        return "each of its books needs a letter of its own, other than s and R"
    if not thing.seats or not thing.minutes[:1].isdecimal():
        return "its box must say how many can play and how many minutes it takes"
    return ""
