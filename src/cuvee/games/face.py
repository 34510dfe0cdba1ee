"""How a game shows itself: its colour, its emblem and the icons of its pieces, read from `table/icons.toml` in its folder."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, final

from cuvee import extensions

PLAIN_COLOUR: Final = "#57443F"
PLAIN_EMBLEM: Final = "i-bottle"
HOUSE_SHEET: Final = "cuvee/icons.svg"
"""The icons that come with the site; a game may use any of them."""


@final
class Face:
    """The emblem and colour of a game, and the icons of its rows. By default the emblem is a bottle."""

    def __init__(
        self,
        colour: str = PLAIN_COLOUR,
        sheet: str = HOUSE_SHEET,
        emblem: str = PLAIN_EMBLEM,
        kinds: Mapping[str, str] | None = None,
        things: Mapping[str, str] | None = None,
    ) -> None:
        self.colour = colour
        self.sheet = sheet
        """The static file that holds the emblem."""
        self.emblem = emblem
        """The id of the emblem in that file."""
        self.kinds = kinds or {}
        """Icons for rows whose kind or file holds a word; the first match counts."""
        self.things = things or {}
        """Icons for rows that name a thing."""


def read_face(game: str, folder: Path) -> Face:
    """Read the face of a game from its `table/` folder; if that fails, warn and leave the game plain."""
    file = folder / "icons.toml"
    if not file.is_file():
        return Face(sheet=_sheet(game, folder), emblem=_emblem(folder, {}))
    try:
        said = tomllib.loads(file.read_text("utf-8"))
        kinds, things = _words(said.get("kinds", {})), _words(said.get("things", {}))
        return Face(str(said.get("colour", PLAIN_COLOUR)), _sheet(game, folder), _emblem(folder, said), kinds, things)
    except (OSError, ValueError) as error:
        extensions.warn(f"the game '{game}' is shown plainly: {file} cannot be read: {error}")
        return Face()


def _sheet(game: str, folder: Path) -> str:
    return f"games/{game}/emblem.svg" if (folder / "emblem.svg").is_file() else HOUSE_SHEET


def _emblem(folder: Path, said: Mapping[str, Any]) -> str:
    return str(said.get("emblem", "emblem" if (folder / "emblem.svg").is_file() else PLAIN_EMBLEM))


def _words(table: object) -> dict[str, str]:
    if not isinstance(table, dict):
        raise ValueError("kinds and things are tables of words, each with an icon")
    return {str(word): str(icon) for word, icon in table.items()}
