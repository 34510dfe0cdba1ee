"""Seeds for one game after the other."""

from secrets import randbits
from typing import final

from cuvee.kernel.chance import derive_seed


@final
class Seeds:
    """A series of deals: determined from the last seed given on, and different every time if none was.

    >>> first, second = Seeds(), Seeds()
    >>> [first.next(7), first.next()] == [second.next(7), second.next()]
    True
    """

    def __init__(self) -> None:
        self._root: int | None = None
        self._dealt = 0

    def next(self, seed: int | None = None) -> int:
        """Return the seed of the next deal; start a new series where a seed is given."""
        if seed is not None or self._root is None:
            self._root = randbits(62) if seed is None else seed
            self._dealt = 0
        self._dealt += 1
        return derive_seed(self._root, "deal", self._dealt)

    def clone(self) -> "Seeds":
        """Copy the series at the point it has reached."""
        twin = Seeds()
        twin._root, twin._dealt = self._root, self._dealt
        return twin
