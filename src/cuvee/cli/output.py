"""What a command prints: one JSON object, a table, a progress bar."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the lab is imported by the commands that need it
    from cuvee.lab.run import Progress


def print_json(value: dict[str, Any]) -> None:
    """Print exactly one JSON object."""
    print(json.dumps(value, ensure_ascii=False))


@contextmanager
def progress_bar(title: str, quiet: bool) -> "Iterator[Progress | None]":
    """Show a progress bar with rate and time left, if a person is watching."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from cuvee.progress import Bar

    with Bar(title) as bar:
        yield bar


def print_table(title: str, heads: list[str], rows: list[list[str]]) -> None:
    """Print a table with its numbers aligned to the right."""
    from rich.console import Console
    from rich.table import Table

    print(title)
    table = Table()
    for place, head in enumerate(heads):
        table.add_column(head, justify="left" if place == 0 else "right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console = Console()
    # Into a pipe, never fold a column for the sake of a screen that is not there.
    console.print(table, width=None if console.is_terminal else 160)
