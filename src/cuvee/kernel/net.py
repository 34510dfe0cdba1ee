"""A small network that corrects a first judgement: one hidden layer, plain arithmetic, no library."""

from math import tanh
from typing import final

from librt.vecs import vec
from mypy_extensions import i64


@final
class Net:
    """Maps a row of numbers to one number. Most inputs are 0 in a position; they cost nothing.

    `hidden` holds the weights of each unit by input, `start` its bias, `out` its weight in the answer.

    >>> net = Net([[1.0, 0.0], [0.0, -2.0]], [0.0, 0.0], [0.5, 1.0], 3.0)
    >>> net.answer([0.0, 0.0])
    3.0
    """

    def __init__(self, hidden: list[list[float]], start: list[float], out: list[float], base: float) -> None:
        self.hidden = hidden
        self.base = base
        self.width = len(hidden[0]) if hidden else 0
        # Ordered by input, so that an input of 0 is skipped whole; unboxed, since this is most of what a judgement costs.
        self._weights = vec[float](unit[place] for place in range(self.width) for unit in hidden)
        self.start = vec[float](start)
        self.out = vec[float](out)

    def answer(self, row: list[float]) -> float:
        """Return the answer for a row."""
        weights, sums, out = self._weights, self.start[:], self.out
        units: i64 = len(sums)
        at: i64 = 0
        for number in row:
            if number != 0.0:
                for unit in range(units):
                    sums[unit] += number * weights[at + unit]
            at += units
        found = self.base
        for unit in range(units):
            found += out[unit] * tanh(sums[unit])
        return found
