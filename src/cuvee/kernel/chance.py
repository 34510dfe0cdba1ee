"""Luck as a capability: named streams derived from a seed, with generators of our own that never change.

There are two kinds, told apart by the seed.

- *Classic*, for seeds below 2**63: sfc32 (Chris Doty-Humphrey's small fast counting generator), three 32-bit words and a
  counter for each stream. It is fast and reproducible, for research, tests and the worlds that bots imagine. Anyone who
  sees enough of a stream can work out the rest of it.
- *Sealed*, for seeds of 256 random bits (`is_sealed`): word n of a stream is a keyed hash (BLAKE2b) of n, under a key derived
  from the seed and the name of the stream. However many words are known, they say nothing about another one. Matches
  between people are dealt this way.

Every value stays below 2**62, so that the interpreted and the compiled build compute the same numbers, fast.
"""

from hashlib import blake2b, sha256
from typing import Final, final

from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF
SEED_LIMIT: Final = 1 << 63
SEAL: Final = 1 << 256
"""A sealed seed is this bit and 256 random ones below it."""
ALL_OWN: Final = (1 << 62) - 1
NOTHING: Final = b""


def is_sealed(seed: int) -> bool:
    """Tell whether a seed makes sealed luck: a number of exactly 257 bits.

    >>> is_sealed(7), is_sealed(SEAL), is_sealed(2 * SEAL)
    (False, True, False)
    """
    return SEAL <= seed < 2 * SEAL


def is_seed(seed: int) -> bool:
    """Tell whether a match can be dealt from a number."""
    return 0 <= seed < SEED_LIMIT or is_sealed(seed)


def _words(digest: bytes) -> tuple[int, int, int]:
    return int.from_bytes(digest[:4], "big"), int.from_bytes(digest[4:8], "big"), int.from_bytes(digest[8:12], "big")


@final
class Stream:
    """One generator, at the point it has reached.

    A sealed one counts its words downwards from -1; its three numbers are not its state but a fingerprint of its secret.
    """

    def __init__(self, a: i64, b: i64, c: i64, count: i64, secret: bytes = NOTHING) -> None:
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.count: i64 = count
        self.secret = secret

    @staticmethod
    def from_seed(seed: int, name: str) -> "Stream":
        """Derive a stream; the same seed and name always give the same one."""
        if is_sealed(seed):
            key = (seed - SEAL).to_bytes(32, "big")
            secret = blake2b(name.encode(), key=key, digest_size=32, person=b"cuvee stream").digest()
            a, b, c = _words(blake2b(secret, digest_size=12, person=b"cuvee print").digest())
            return Stream(a, b, c, -1, secret)
        a, b, c = _words(sha256(f"{seed}/{name}".encode()).digest())
        return Stream(a, b, c, 1)

    def draw(self) -> i64:
        """Return the next 32 random bits."""
        if self.count < 0:
            return self._draw_sealed()
        b, c = self.b, self.c
        drawn: i64 = (self.a + b + self.count) & WORD
        self.count = (self.count + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = ((((c << 21) & WORD) | (c >> 11)) + drawn) & WORD
        return drawn

    def _draw_sealed(self) -> i64:
        """Return the keyed hash of the number of this word."""
        number = -1 - int(self.count)
        self.count -= 1
        return int.from_bytes(blake2b(number.to_bytes(8, "big"), key=self.secret, digest_size=4).digest(), "big")

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
        """Derive one stream for each name; the same seed and name always give the same one."""
        return Chance([Stream.from_seed(seed, name) for name in names])

    def clone(self) -> "Chance":
        """Copy the streams at the point they have reached; each is shared until one side draws from it."""
        self.own = 0
        return Chance(self.streams[:], 0)

    def _to_draw(self, place: int) -> Stream:
        """Return a stream that may be moved on, because no clone shares it."""
        stream = self.streams[place]
        bit: i64 = i64(1) << i64(place)
        if not self.own & bit:
            stream = Stream(stream.a, stream.b, stream.c, stream.count, stream.secret)
            self.streams[place] = stream
            self.own |= bit
        return stream

    def key(self) -> list[tuple[int, int, int, int]]:
        """List where the streams are: what makes two chances equal. It reveals no secret."""
        return [(int(stream.a), int(stream.b), int(stream.c), int(stream.count)) for stream in self.streams]

    def at(self, key: list[tuple[int, int, int, int]]) -> "Chance":
        """Return these streams at the points a key names; sealed ones keep their secrets, so the key must be one of theirs."""
        if len(key) != len(self.streams):
            raise ValueError(len(key))
        return Chance([_moved(stream, *where) for stream, where in zip(self.streams, key, strict=True)])

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
        """Forget the streams and their secrets: go on with classic ones, made from words drawn from another source."""
        source = other._to_draw(0)
        self.streams = [Stream(source.draw(), source.draw(), source.draw(), 1) for _stream in self.streams]
        self.own = ALL_OWN

    def reseed_stream(self, stream: int, seed: int, name: str) -> None:
        """Derive one stream from another seed; the others stay as they are."""
        self.streams[stream] = Stream.from_seed(seed, name)
        self.own |= i64(1) << i64(stream)


def _moved(stream: Stream, a: int, b: int, c: int, count: int) -> Stream:
    """Return a stream at another point; a classic one consists of nothing else."""
    if count >= 0:
        return Stream(a, b, c, count)
    if stream.count >= 0 or a != stream.a or b != stream.b or c != stream.c:
        raise ValueError(count)
    return Stream(a, b, c, count, stream.secret)


def derive_seed(seed: int, *labels: object) -> int:
    """Derive the seed of a part (game 17 of a simulation, the bot of seat 2) from the seed of the whole.

    >>> derive_seed(1, "game", 17) == derive_seed(1, "game", 17) != derive_seed(1, "game", 18)
    True
    """
    text = "/".join(str(part) for part in (seed, *labels))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") % SEED_LIMIT
