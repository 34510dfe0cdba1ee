"""Luck as a capability: named streams derived from a seed, with a generator of our own that never changes.

The generator is sfc32 (Chris Doty-Humphrey's small fast counting generator): three 32-bit words and a counter for each
stream. Every value stays below 2**62, so that the interpreted and the compiled build compute the same numbers, fast.
"""

from hashlib import sha256
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

WORD: Final = 0xFFFFFFFF
WORDS_PER_STREAM: Final = 4
SEED_LIMIT: Final = 1 << 63


@final
@mypyc_attr(acyclic=True)
class Chance:
    """A row of random streams that do not disturb each other.

    >>> luck = Chance.from_seed(1, ["deck:vines", "bag:tokens"])
    >>> luck.below(6, 0), luck.below(6, 1)
    (5, 3)
    """

    def __init__(self, words: list[int]) -> None:
        self.words = words

    @staticmethod
    def from_seed(seed: int, streams: list[str]) -> "Chance":
        """Derive one stream for each name, the same for the same seed and name for ever."""
        words: list[int] = []
        for name in streams:
            digest = sha256(f"{seed}/{name}".encode()).digest()
            words += [int.from_bytes(digest[at : at + 4], "big") for at in (0, 4, 8)] + [1]
        return Chance(words)

    def clone(self) -> "Chance":
        """Copy the streams at the point they have reached."""
        return Chance(self.words[:])

    def draw(self, stream: int = 0) -> int:
        """Return the next 32 random bits of a stream."""
        words = self.words
        at = stream * WORDS_PER_STREAM
        a: i64 = words[at]
        b: i64 = words[at + 1]
        c: i64 = words[at + 2]
        count: i64 = words[at + 3]
        drawn: i64 = (a + b + count) & WORD
        words[at] = b ^ (b >> 9)
        words[at + 1] = (c + (c << 3)) & WORD
        words[at + 2] = ((((c << 21) & WORD) | (c >> 11)) + drawn) & WORD
        words[at + 3] = (count + 1) & WORD
        return drawn

    def below(self, size: int, stream: int = 0) -> int:
        """Return a number from 0 to size - 1, each equally likely (Lemire's method, without bias)."""
        wide: i64 = size
        product: i64 = self.draw(stream) * wide
        low: i64 = product & WORD
        if low < wide:
            unfair: i64 = (WORD + 1 - wide) % wide
            while low < unfair:
                product = self.draw(stream) * wide
                low = product & WORD
        return product >> 32

    def shuffle(self, things: list[int], stream: int = 0) -> None:
        """Shuffle a list in place (Fisher and Yates, from the end)."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1, stream)
            kept = things[last]
            things[last] = things[other]
            things[other] = kept

    def reseed(self, other: "Chance", stream: int = 0) -> None:
        """Forget where the streams were: continue from words drawn out of another source."""
        for at in range(len(self.words)):
            self.words[at] = other.draw(stream)


def derive_seed(seed: int, *labels: object) -> int:
    """Derive the seed of a part (game 17 of a simulation, the bot of seat 2) from the seed of the whole.

    >>> derive_seed(1, "game", 17) == derive_seed(1, "game", 17) != derive_seed(1, "game", 18)
    True
    """
    text = "/".join(str(part) for part in (seed, *labels))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") % SEED_LIMIT
