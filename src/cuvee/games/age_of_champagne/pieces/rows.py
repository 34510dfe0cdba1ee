"""Readers that many tables share: operations, bounded numbers, words from a list."""

from cuvee.games.age_of_champagne.pieces.box import Pieces
from cuvee.kernel.components import Row
from cuvee.kernel.text import _


def read_ops(row: Row, name: str, allowed: tuple[str, ...]) -> list[Row]:
    """Read a list of operations; refuse any other than those allowed."""
    found = row.rows(name)
    for op in found:
        op.choice("op", allowed)
    return found


def sum_of(ops: list[Row], name: str, field: str) -> int:
    """Add up a field over the operations of one name."""
    return sum(op.number(field) for op in ops if op.text("op") == name)


def read_cuvees(pieces: Pieces, row: Row) -> list[int]:
    """Read a number for each cuvee."""
    return [at_least(row, cuvee.id, 0) for cuvee in pieces.cuvees]


def read_flags(row: Row, name: str, known: tuple[str, ...]) -> list[bool]:
    """Read a list of words as one flag for each known word."""
    said = row.texts(name)
    for word in said:
        index_in(row, word, list(known))
    return [word in said for word in known]


def index_in(row: Row, word: str, known: list[str]) -> int:
    """Return the place of a word in a list; refuse any other word."""
    if word not in known or not word:
        raise row.wrong(_("'{word}' must be one of {known}", word=word, known=", ".join(name for name in known if name)))
    return known.index(word)


def at_least(row: Row, name: str, least: int) -> int:
    """Read a number that has a lower bound."""
    value = row.number(name)
    if value < least:
        raise row.must_be(name, _("{least} or more", least=least))
    return value


def between(row: Row, name: str, least: int, most: int) -> int:
    """Read a number that has two bounds."""
    value = row.number(name)
    if not least <= value <= most:
        raise row.must_be(name, _("a number from {least} to {most}", least=least, most=most))
    return value


def check_count(deck: Row, found: int) -> None:
    """Check the number of cards or tokens that a deck says it has."""
    if found != deck.number("count"):
        raise deck.wrong(_("'count' says {said}, but there are {found}", said=deck.number("count"), found=found))
