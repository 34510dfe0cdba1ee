"""Rendering of pages: the Jinja2 environment, and where games keep their drawings."""

import re
from collections.abc import Iterator
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import date_format
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup, escape

import cuvee
from cuvee import games
from cuvee.kernel.text import _
from cuvee.web.i18n.language import LANGUAGES
from cuvee.web.mail import notices
from cuvee.web.page.fast_jinja import Press
from cuvee.web.people import accounts


@cache
def _citation(game: str) -> re.Pattern[str]:
    """Return the pattern of a game's citations: a section, after the name of its book unless that is the first."""
    books = "|".join(map(re.escape, games.get(game).books)) or "(?!)"
    return re.compile(rf"(?:({books}) )?§(\d+(?:\.\d+)*)")


def table_folder(name: str) -> Path:
    """Return the folder of a game's drawings."""
    return games.get(name).table_folder()


@cache
def has_board(name: str) -> bool:
    """Tell whether a game draws its own board."""
    return (table_folder(name) / "board.html").exists()


def linked(text: str, game: str) -> Markup:
    """Turn every § in a sentence into a link to that rule."""
    if "§" not in text:
        return escape(text)
    parts: list[Markup] = []
    end = 0
    for found in _citation(game).finditer(text):
        parts.append(escape(text[end : found.start()]))
        anchor = (games.get(game).books[found[1]] if found[1] else "s") + found[2]
        address = f"{reverse('rules', args=[game])}#{anchor}"
        parts.append(Markup('<a class="rule" href="{}">{}</a>').format(address, found[0]))
        end = found.end()
    parts.append(escape(text[end:]))
    return Markup("").join(parts)


@lru_cache(maxsize=4096)
def address(name: str, *args: object) -> str:
    """Return the address of a page."""
    return str(reverse(name, args=args))


@cache
def asset(path: str) -> str:
    """Return the address of a static file; it changes with every release, so that the file can be cached."""
    return f"{static(path)}?{cuvee.__version__}"


@lru_cache(maxsize=4096, typed=True)
def icon(name: str, size: float = 16, more: str = "") -> Markup:
    """Draw one of our icons: a board has a hundred, most of them the same."""
    classes = f"i {more}" if more else "i"
    drawing = '<svg class="{}" style="--s:{}" aria-hidden="true"><use href="{}#{}"/></svg>'
    return Markup(drawing).format(classes, size, asset("cuvee/icons.svg"), name)


def spot(place: tuple[float, float, float, float]) -> Markup:
    """Return the style for a piece's place, on wide screens and on narrow ones."""
    return Markup(f"--x:{place[0]};--y:{place[1]};--mx:{place[2]};--my:{place[3]}")


def day(moment: datetime) -> str:
    """Write a day in the reader's language.

    >>> from datetime import UTC
    >>> day(datetime(2026, 11, 30, 12, tzinfo=UTC))
    '30 November 2026'
    """
    return str(date_format(moment, "j F Y"))


def notes_of(request: Any) -> list[str]:
    """List the messages that a form left for the next page."""
    return [str(message) for message in messages.get_messages(request)]


def environment(**options: Any) -> Environment:
    """Make the Jinja2 environment of the site: its own templates, and the folder of each game as `<game>/`."""
    folders = PrefixLoader({box.name: FileSystemLoader(box.folder()) for box in games.every()})
    loaders = [options.pop("loader"), folders]
    options |= {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    env = Press(loader=ChoiceLoader(loaders), **options)
    env.globals.update(
        _=_,
        url=address,
        asset=asset,
        icon=icon,
        spot=spot,
        games=games,
        languages=LANGUAGES,
        version=cuvee.__version__,
        turns_waiting=notices.turns_waiting,
        preference=accounts.preference,
        notes_of=notes_of,
    )
    env.filters["linked"] = linked
    env.filters["day"] = day
    return env


class GameFiles(BaseFinder):  # type: ignore[misc]
    """Finds the style sheets and drawings that games keep in their `table/` folders, as `games/<game>/…`."""

    def check(self, **kwargs: Any) -> list[Any]:
        """Find nothing to complain about."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Find one file."""
        found = [str(folder / inner) for prefix, folder, inner in self._files() if f"{prefix}/{inner}" == path]
        return found if find_all else (found[0] if found else [])

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """List all files."""
        for prefix, folder, inner in self._files():
            storage = FileSystemStorage(location=str(folder))
            storage.prefix = prefix
            yield inner, storage

    def _files(self) -> Iterator[tuple[str, Path, str]]:
        for name in games.names():
            folder = table_folder(name)
            if folder.is_dir():
                for file in sorted(folder.iterdir()):
                    if file.suffix in {".css", ".svg"}:
                        yield f"games/{name}", folder, file.name
