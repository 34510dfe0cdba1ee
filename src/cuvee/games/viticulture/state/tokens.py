"""Rows of grape and wine tokens: a set of values is a number with a bit for each (§4.5, §4.6)."""

from typing import Final

from cuvee.games.viticulture.pieces.cards import TOP_VALUE

# Facts about every set of tokens, looked up because a judgement asks for them very often.
TOKEN_SETS: Final = range(1 << (TOP_VALUE + 1))
COUNTS: Final = tuple([mask.bit_count() for mask in TOKEN_SETS])
HIGHEST: Final = tuple([max(0, mask.bit_length() - 1) for mask in TOKEN_SETS])
TOTALS: Final = tuple([sum(value for value in range(1, TOP_VALUE + 1) if mask >> value & 1) for mask in TOKEN_SETS])


def highest(mask: int) -> int:
    """Return the highest value in a set of tokens, 0 if it is empty."""
    return HIGHEST[mask]


def count_of(mask: int) -> int:
    """Count the tokens in a set."""
    return COUNTS[mask]


def values_of(mask: int) -> list[int]:
    """List the values in a set of tokens."""
    return [value for value in range(1, TOP_VALUE + 1) if mask >> value & 1]


def total_of(mask: int) -> int:
    """Add up the values in a set of tokens."""
    return TOTALS[mask]


def drop_in(row: int, value: int) -> int:
    """Put a harvested grape on its place, or on the next lower free one; if there is none it is lost (§4.5)."""
    if value <= 0:
        return row
    place = highest(~row & ((2 << min(value, TOP_VALUE)) - 2))
    return row | 1 << place if place > 0 else row


def aged(row: int, walls: int) -> int:
    """Move every token of a row up by 1, highest first, if the place above is free and no wall is in between."""
    if not row:
        return row
    for value in range(TOP_VALUE - 1, 0, -1):
        if row >> value & 1 and not row >> (value + 1) & 1 and not walls >> value & 1:
            row ^= 3 << value
    return row
