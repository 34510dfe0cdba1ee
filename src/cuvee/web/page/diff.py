"""The content of a page's stream: a part is sent whole when it is new to the page, later only the changes in its text.

Both sides cut a part's text into pieces at every `<`. A change names the first piece, how many to remove, and what to insert.
"""

import json
from bisect import bisect_left
from typing import Final, TypeAlias, final
from zlib import compress, decompress

Change: TypeAlias = tuple[int, int] | tuple[int, int, str]
"""The first piece, how many to remove, and the text to insert, if any."""

QUICKLY: Final = 1
"""The compression level: a board shrinks to a tenth of its size in half a millisecond."""
WORTH_IT: Final = 0.7
"""If the changes are longer than this share of a part, it is sent whole."""


@final
class Wire:
    """One stream: it remembers the text of each part it has sent, compressed, since a site has many pages open.

    >>> wire = Wire()
    >>> wire.tell({"bar": "<p><b>It is your turn to decide</b><i>2</i></p>"})
    '{"bar":"<p><b>It is your turn to decide</b><i>2</i></p>"}'
    >>> wire.tell({"bar": "<p><b>It is your turn to decide</b><i>3</i></p>"})
    '{"bar":[[4,1,"i>3"]]}'
    """

    def __init__(self) -> None:
        self.sent: dict[str, bytes] = {}

    def tell(self, parts: dict[str, str]) -> str:
        """Write an update: these parts have a new text."""
        told: dict[str, str | list[Change]] = {}
        for name, text in parts.items():
            told[name] = _news(decompress(self.sent[name]).decode() if name in self.sent else "", text)
            self.sent[name] = compress(text.encode(), QUICKLY)
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    def forget(self, name: str) -> None:
        """Forget the text of a part and of those within it: when they change again, they are sent whole.

        >>> wire = Wire()
        >>> _update = wire.tell({"log-0": "<li>Ann plants a vine", "log": "<ol><li>Ann plants a vine</ol>"})
        >>> wire.forget("log")
        >>> wire.tell({"log-0": "<li>Ann plants a vine<li>and waters it"})
        '{"log-0":"<li>Ann plants a vine<li>and waters it"}'
        """
        self.sent = {known: packed for known, packed in self.sent.items() if known.partition("-")[0] != name}


def _news(before: str, now: str) -> str | list[Change]:
    """Return what has to be sent of a part: all of it, or the changes if they are shorter."""
    if not before:
        return now
    found = changes(before, now)
    length = sum(16 + len(change[2]) if len(change) == 3 else 12 for change in found)
    return now if length > WORTH_IT * len(now) else found


def changes(before: str, now: str) -> list[Change]:
    """List the changes from one text to the other, from end to beginning, so that no change shifts a later one.

    >>> changes("<a><b>1<c>2<d>3", "<a><b>1<d>4<e>")
    [(3, 2, 'd>4<e>')]
    """
    old, new = before.split("<"), now.split("<")
    head, tail = _ends(before, now)
    found: list[Change] = []
    left = right = 0
    ends = (len(old) - tail, len(new) - tail, tail)
    for at, to, run in [(0, 0, head), *_kept(old, new, head, ends[0], ends[1]), ends]:
        if at > left or to > right:
            found.append((left, at - left, "<".join(new[right:to])) if to > right else (left, at - left))
        left, right = at + run, to + run
    return found[::-1]


def _ends(before: str, now: str) -> tuple[int, int]:
    """Count the whole pieces shared at the beginning and at the end of both texts: a move leaves most of a page alone."""
    begin = _alike(before, now)
    rest = min(len(before), len(now)) - begin
    end = _alike(before[len(before) - rest :], now[len(now) - rest :], from_end=True)
    return before.count("<", 0, begin), before.count("<", len(before) - end)


def _alike(one: str, other: str, from_end: bool = False) -> int:
    """Count the characters that both texts share at the beginning, or at the end.

    >>> _alike("abcd", "abxd"), _alike("abcd", "abxd", from_end=True), _alike("ab", "ab"), _alike("", "a")
    (2, 1, 2, 0)
    """
    same, most = 0, min(len(one), len(other))
    while same < most:
        half = (same + most + 1) // 2
        here = slice(-half, -same or None) if from_end else slice(same, half)
        if one[here] == other[here]:
            same = half
        else:
            most = half - 1
    return same


def _kept(old: list[str], new: list[str], head: int, end: int, finish: int) -> list[tuple[int, int, int]]:
    """Pair the pieces between the ends that stay, in order: those that occur once on both sides, and equal ones next to them.

    An entry says where a run of them is on each side, and how long it is.
    """
    kept = []
    left, right = head, head
    for at, to in _landmarks(old, new, head, end, finish):
        if at < left or to < right:
            continue
        back = 0
        while at - back > left and to - back > right and old[at - back - 1] == new[to - back - 1]:
            back += 1
        on = 1
        while at + on < end and to + on < finish and old[at + on] == new[to + on]:
            on += 1
        kept.append((at - back, to - back, back + on))
        left, right = at + on, to + on
    return kept


def _landmarks(old: list[str], new: list[str], first: int, end: int, finish: int) -> list[tuple[int, int]]:
    """Pair the pieces that occur only once on both sides: the longest sequence in the same order (patience diff)."""
    there = _only_once(old, first, end)
    pairs = [(there[piece], to) for piece, to in _only_once(new, first, finish).items() if piece in there]
    if pairs == sorted(pairs):
        return pairs
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for number, (at, _to) in enumerate(pairs):
        place = bisect_left(ends, at)
        before.append(last[place - 1] if place else -1)
        ends[place : place + 1] = [at]
        last[place : place + 1] = [number]
    chain: list[tuple[int, int]] = []
    number = last[-1] if last else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _only_once(pieces: list[str], first: int, end: int) -> dict[str, int]:
    """Return the places of the pieces that occur only once: their first place is their last."""
    within = pieces[first:end]
    last = dict(zip(within, range(first, end), strict=True))
    within.reverse()
    where = dict(zip(within, range(end - 1, first - 1, -1), strict=True))
    return {piece: number for piece, number in last.items() if where[piece] == number}
