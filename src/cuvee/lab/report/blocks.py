"""The parts of a page: sections of sentences, plots and tables, and the template that sets them."""

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, final

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup, escape

from cuvee.build import describe
from cuvee.charts import STYLE

Block = dict[str, Any]


@final
class Cell:
    """A cell of a table: its text, a smaller one under it, and how strongly it is tinted (0 to 1)."""

    def __init__(self, text: str, small: str = "", much: float | None = None) -> None:
        self.text = text
        self.small = small
        self.much = much


@final
class Line:
    """A row of a table, set in bold if it stands out."""

    def __init__(self, cells: Sequence[Cell | str], sure: bool = False) -> None:
        self.cells = [cell if isinstance(cell, Cell) else Cell(cell) for cell in cells]
        self.sure = sure


@final
class Section:
    """A part of a page with a heading."""

    def __init__(self, id: str, title: str, blocks: list[Block]) -> None:
        self.id = id
        self.title = title
        self.blocks = blocks


def text(words: str, style: str = "") -> Block:
    """Make a paragraph; `style` is note or warn."""
    return {"kind": "text", "text": words, "style": style}


def head(words: str) -> Block:
    """Make a small heading."""
    return {"kind": "head", "text": words}


def code(words: str) -> Block:
    """Make a command or a file to copy."""
    return {"kind": "code", "text": words}


def points(lines: list[str]) -> Block:
    """Make a numbered list."""
    return {"kind": "list", "lines": lines}


def plot(drawing: str) -> Block:
    """Make a figure from a drawing."""
    return {"kind": "plot", "drawing": drawing}


def facts(pairs: list[tuple[str, str]]) -> Block:
    """Make a list of names and what they stand for."""
    return {"kind": "facts", "facts": pairs}


def table(heads: list[str], rows: list[Line], summary: str = "") -> Block:
    """Make a table; with a summary it is folded away until asked for."""
    return {"kind": "table", "heads": heads, "rows": rows, "summary": summary}


def render(title: str, subtitle: str, sections: list[Section]) -> str:
    """Set a page: one file, with its style and drawings inside."""
    style = (files("cuvee.lab.report") / "page.css").read_text("utf-8") + STYLE
    return _template().render(title=title, subtitle=subtitle, sections=sections, style=style, foot=f"Made by {describe()}.")


@cache
def _template() -> Template:
    source = (files("cuvee.lab.report") / "page.html").read_text("utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters["spoken"] = spoken
    return environment.from_string(source)


def spoken(words: str) -> Markup:
    """Set text between backticks as code, and keep a number and its unit on one line.

    >>> str(spoken("use `cuvee arena` & see"))
    'use <code>cuvee arena</code> &amp; see'
    """
    coded = re.sub("`([^`]*)`", r"<code>\1</code>", str(escape(words)))
    return Markup(re.sub(r"(\d) (%|pp)", "\\1\N{NO-BREAK SPACE}\\2", coded))
