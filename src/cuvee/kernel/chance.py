"""Luck as a capability: named streams derived from a seed, with a generator of our own that never changes.

The generator is sfc32 (Chris Doty-Humphrey's small fast counting generator): three 32-bit words and a counter for each
stream. Every value stays below 2**62, so that the interpreted and the compiled build compute the same numbers, fast.
"""

from hashlib import sha256
from typing import Final, final

from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF
SEED_LIMIT: Final = 1 << 63
ALL_OWN: Final = (1 << 62) - 1


@final
class Stream:
    """One generator, at the point it has reached."""

    def __init__(self, a: i64, b: i64, c: i64, count: i64) -> None:
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.count: i64 = count

    @staticmethod
    def from_seed(seed: int, name: str) -> "Stream":
        """Derive a stream, the same for the same seed and name for ever."""
        digest = sha256(f"{seed}/{name}".encode()).digest()
        a, b, c = (int.from_bytes(digest[at : at + 4], "big") for at in (0, 4, 8))
        return Stream(a, b, c, 1)

    def draw(self) -> i64:
        """Return the next 32 random bits."""
        b, c = self.b, self.c
        drawn: i64 = (self.a + b + self.count) & WORD
        self.count = (self.count + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = ((((c << 21) & WORD) | (c >> 11)) + drawn) & WORD
        return drawn

    def below(self, size: i64) -> i64:
        """Return a number from 0 to size - 1, each equally likely (Lemire's method, without bias)."""
        product: i64 = self.draw() * size
        low: i64 = product & WORD
        if low < size:
            unfair: i64 = (WORD + 1 - size) % size
            while low < unfair:
                product = self.draw() * size
                low = product & WORD
        return product >> 32


@final
class Chance:
    """A row of random streams that do not disturb each other.

    >>> luck = Chance.from_seed(1, ["deck:vines", "bag:tokens"])
    >>> luck.below(6, 0), luck.below(6, 1)
    (5, 3)
    """

    def __init__(self, streams: list[Stream], own: i64 = ALL_OWN) -> None:
        self.streams = streams
        self.own: i64 = own
        """A bit for each stream that no clone shares. Clones are made far more often than luck is drawn."""

    @staticmethod
    def from_seed(seed: int, names: list[str]) -> "Chance":
        """Derive one stream for each name, the same for the same seed and name for ever."""
        return Chance([Stream.from_seed(seed, name) for name in names])

    def clone(self) -> "Chance":
        """Copy the streams at the point they have reached; each is shared until one side draws from it."""
        self.own = 0
        return Chance(self.streams[:], 0)

    def _to_draw(self, place: int) -> Stream:
        """Return a stream that may be moved on: an own one."""
        stream = self.streams[place]
        bit: i64 = i64(1) << i64(place)
        if not self.own & bit:
            stream = Stream(stream.a, stream.b, stream.c, stream.count)
            self.streams[place] = stream
            self.own |= bit
        return stream

    def key(self) -> list[tuple[int, int, int, int]]:
        """List where the streams are: what makes two chances equal."""
        return [(int(stream.a), int(stream.b), int(stream.c), int(stream.count)) for stream in self.streams]

    def below(self, size: int, stream: int = 0) -> int:
        """Return a number from 0 to size - 1, each equally likely."""
        return self._to_draw(stream).below(size)

    def shuffle(self, things: list[int], stream: int = 0) -> None:
        """Shuffle a list in place (Fisher and Yates, from the end)."""
        source = self._to_draw(stream)
        for last in range(len(things) - 1, 0, -1):
            other: int = source.below(last + 1)
            kept = things[last]
            things[last] = things[other]
            things[other] = kept

    def reseed(self, other: "Chance") -> None:
        """Forget where the streams were: continue from words drawn out of another source."""
        source = other._to_draw(0)
        self.streams = [Stream(source.draw(), source.draw(), source.draw(), 1) for _stream in self.streams]
        self.own = ALL_OWN

    def reseed_stream(self, stream: int, seed: int, name: str) -> None:
        """Derive one stream from another seed; the others stay as they are."""
        self.streams[stream] = Stream.from_seed(seed, name)
        self.own |= i64(1) << i64(stream)


def derive_seed(seed: int, *labels: object) -> int:
    """Derive the seed of a part (game 17 of a simulation, the bot of seat 2) from the seed of the whole.

    >>> derive_seed(1, "game", 17) == derive_seed(1, "game", 17) != derive_seed(1, "game", 18)
    True
    """
    text = "/".join(str(part) for part in (seed, *labels))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") % SEED_LIMIT
