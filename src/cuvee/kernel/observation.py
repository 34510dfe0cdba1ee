"""A seat's view as a row of small whole numbers, written part by part. It is the input of learners, so it has to be quick."""

from typing import Final, final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

MOST: Final = 255
"""Larger numbers are written as this one, numbers below 0 as 0."""


@final
class Rows:
    """A row being written: named parts one after the other, each of a fixed size. Only what is not 0 is filled in.

    >>> rows = Rows(bytes(7))
    >>> start = rows.part("hand", 4)
    >>> rows.mark(start, 2)
    >>> start = rows.part("purse", 3)
    >>> rows.add(12)
    >>> rows.one_of(2, 1)
    >>> list(rows.written())
    [0, 0, 1, 0, 12, 0, 1]
    """

    def __init__(self, zeros: bytes, parts: list[tuple[str, int]] | None = None) -> None:
        self._writer = BytesWriter()
        self._writer.write(zeros)
        self._parts = parts
        """The list that collects the parts when the first row is written; zeros are then added as they are needed."""
        self._turn = -1
        self._name = ""
        self._at: i64 = 0
        self._end: i64 = 0

    def start_again(self, zeros: bytes) -> None:
        """Begin another row, in the same memory."""
        self._writer.truncate(0)
        self._writer.write(zeros)
        self._at = 0
        self._end = 0
        self.table()

    def side(self, turn: int, name: str = "") -> None:
        """Prefix the names of the next parts: "own" for the seat itself, "next_1" for the player after it, or a given name."""
        self._turn = turn
        self._name = name

    def table(self) -> None:
        """Go back to parts of the whole table, without a prefix."""
        self._turn = -1
        self._name = ""

    def part(self, name: str, size: i64) -> i64:
        """Open a part and return where it begins. `add` and similar calls fill it in order."""
        start = self._end
        if self._at > start:
            raise RuntimeError(f'more was written than fits into the part before "{name}"')
        self._at = start
        self._end = start + size
        if self._parts is not None:
            self._parts.append((self._full_name(name), int(size)))
            self._writer.write(bytes(int(size)))
        return start

    def _full_name(self, name: str) -> str:
        if self._name or self._turn >= 0:
            return f"{self._name or ('own' if self._turn == 0 else f'next_{self._turn}')}_{name}"
        return name

    def put(self, at: i64, value: i64) -> None:
        """Write a number at a place of the row."""
        told: i64 = value
        if told > MOST:
            told = MOST
        elif told < 0:
            told = 0
        byte: u8 = u8(told)  # a variable of its own: otherwise the compiled code would work it out twice
        self._writer[at] = byte

    def more(self, at: i64, value: i64) -> None:
        """Add to a number at a place of the row."""
        self.put(at, value + i64(self._writer[at]))

    def mark(self, start: i64, place: i64) -> None:
        """Write a 1 at a place counted from a start; a negative place writes nothing."""
        if place >= 0:
            at, yes = start + place, u8(1)
            self._writer[at] = yes

    def marks(self, start: i64, places: list[int]) -> None:
        """Write a 1 at each of these places after a start."""
        for place in places:
            self.mark(start, place)

    def add(self, value: i64) -> None:
        """Write the next number of the part."""
        self.put(self._at, value)
        self._at += 1

    def add_all(self, values: list[int]) -> None:
        """Write the next numbers of the part."""
        for value in values:
            self.add(value)

    def flag(self, yes: bool) -> None:
        """Write 1 or 0 as the next number of the part."""
        if yes:
            self.put(self._at, 1)
        self._at += 1

    def one_of(self, size: i64, place: i64) -> None:
        """Write the next `size` numbers of the part: a 1 at one place, 0 elsewhere; all 0 if the place is negative."""
        self.mark(self._at, place)
        self._at += size

    def bits(self, start: i64, mask: i64) -> None:
        """Write a 1 after a start for each bit set in a mask, lowest first; stop after the highest, as most have few."""
        at, rest = start, mask
        while rest:
            if rest & 1:
                self.put(at, 1)
            rest >>= 1
            at += 1

    def skip(self, size: i64) -> i64:
        """Leave the next `size` numbers of the part to `put` and `mark`; return where they begin."""
        start = self._at
        self._at += size
        return start

    def length(self) -> int:
        """Return how many numbers all parts so far have."""
        return int(self._end)

    def written(self) -> bytes:
        """Return the row."""
        return self._writer.getvalue()
