"""What every drawing of a table needs: the lines of its log, what its moves touched, its chat. Made once, then cached.

The cache belongs to the position in memory and is dropped with it. Anything about a move is kept with the entry of the log that
made it, so nothing is left of a move that was taken back. Use it under the position's lock.
"""

from collections.abc import Callable
from typing import Final, Generic, TypeVar, final
from weakref import WeakKeyDictionary

from cuvee.kernel.play import Together
from cuvee.web.match.match_in_memory import Position, first_shown
from cuvee.web.models import ChatLine, Table

SHOWN: Final = 200
"""This many lines of chat are shown at most."""
MOST_READERS: Final = 16
"""With more versions of the log than this (by seat, language and names at the table), all are made anew."""
Lines = list[tuple[int, str]]
"""The news told with a move: the seat it happened to, and the sentence."""
T = TypeVar("T")


@final
class ByMove(Generic[T]):
    """Cached values by move, each with the entry of the log that made the move."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[int, T]] = {}

    def get(self, position: Position, move: int, make: Callable[[Position, int], T]) -> T:
        """Return the cached value for a move, or make it."""
        entry = position.numbers[move]
        kept = self._kept.get(move)
        if kept is None or kept[0] != entry:
            kept = self._kept[move] = entry, make(position, move)
        return kept[1]

    def let_go(self, before: int) -> None:
        """Forget the moves before this one."""
        for move in [move for move in self._kept if move < before]:
            del self._kept[move]

    def __contains__(self, move: int) -> bool:
        """Tell whether something is cached for a move, even if it is out of date."""
        return move in self._kept


@final
class TableCache:
    """The cache of one table. It must not refer to its position, or neither would ever be freed."""

    def __init__(self) -> None:
        self._touched: ByMove[tuple[str, ...]] = ByMove()
        self._told: dict[tuple[int, str], ByMove[Lines]] = {}
        self._said: tuple[int, list[ChatLine]] = 0, []
        self._first = 0

    def keep_what_is_shown(self, moves: int) -> None:
        """Forget what pages no longer show by themselves, so that a long match takes no more memory than a short one."""
        first = first_shown(moves)
        if first != self._first:
            self._first = first
            self._touched.let_go(first)
            for lines in self._told.values():
                lines.let_go(first)

    def told(self, seat: int, language: str) -> ByMove[Lines]:
        """Return the lines of the log for a seat in a language; the caller fills in those that are missing."""
        if len(self._told) > MOST_READERS:
            self._told.clear()
        return self._told.setdefault((seat, language), ByMove())

    def touched(self, position: Position, move: int) -> tuple[str, ...]:
        """Return the ids of the things a move was made with; none for sealed answers."""
        return self._touched.get(position, move, _find_touched)

    def said(self, table: Table) -> list[ChatLine]:
        """Return what was said at the table; it is read again when the table says that there may be more."""
        if self._said[0] != table.talk:
            lines = ChatLine.objects.filter(table=table).order_by("-id")[:SHOWN]
            self._said = table.talk, list(lines)[::-1]
        return self._said[1]


def _find_touched(position: Position, move: int) -> tuple[str, ...]:
    if move == 0:
        return ()
    before, made = position.match.at(move - 1), position.match.journal.moves[move - 1]
    if isinstance(before.decision(), Together):
        return ()
    return tuple(before.option(made.seat, before.parse(made.seat, made.text)).targets)


_CACHES: Final[WeakKeyDictionary[Position, TableCache]] = WeakKeyDictionary()


def cache_of(position: Position) -> TableCache:
    """Return the cache of a position's table, as far as pages show it now."""
    cache = _CACHES.get(position)
    if cache is None:
        cache = _CACHES[position] = TableCache()
    cache.keep_what_is_shown(position.moves)
    return cache
