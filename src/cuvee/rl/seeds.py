"""Seeds for one game after another."""

from secrets import randbits
from typing import final

from cuvee.kernel.chance import SEED_LIMIT, derive_seed


@final
class Seeds:
    """A series of deals: determined by the last seed given, and different every time if there was none.

    >>> first, second = Seeds(), Seeds()
    >>> [first.next(7), first.next()] == [second.next(7), second.next()]
    True
    """

    def __init__(self) -> None:
        self._next = -1

    def next(self, seed: int | None = None) -> int:
        """Return the seed of the next deal; start a new series if a seed is given."""
        if seed is not None or self._next < 0:
            self._next = randbits(62) if seed is None else derive_seed(seed, "deal")
        else:
            self._next = (self._next + 1) % SEED_LIMIT
        return self._next

    def clone(self) -> "Seeds":
        """Copy the series at the point it has reached."""
        twin = Seeds()
        twin._next = self._next
        return twin
