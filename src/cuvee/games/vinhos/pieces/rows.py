"""Reads what many tables have: numbered rows, references by id, prices."""

from collections.abc import Callable
from typing import TypeVar

from cuvee.games.vinhos.pieces.vocabulary import MOST
from cuvee.kernel.components import Components, Row
from cuvee.kernel.text import _

T = TypeVar("T")


def read_all(components: Components, file: str, kind: str, make: Callable[[int, Row], T]) -> list[T]:
    """Read every row of a kind; its place in the list is its number."""
    rows = components.rows(file, kind)
    if len(rows) > MOST or not rows:
        raise rows[-1].wrong(_("there can be 1 to {most} rows of this kind", most=MOST))
    return [make(number, row) for number, row in enumerate(rows)]


def number_named(row: Row, name: str, ids: dict[str, int]) -> int:
    """Return the number of the thing that a row names by its id."""
    return ids[row.choice(name, ids)]


def read_price(row: Row, name: str) -> int:
    """Read an amount of Bagos."""
    value = row.number(name)
    if value < 0:
        raise row.must_be(name, _("0 or more"))
    return value
