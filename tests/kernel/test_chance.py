"""The generator is ours and frozen: the same seed always gives the same game, in every build."""

import ctypes
from collections import Counter
from hashlib import blake2b, sha256

from hypothesis import given
from hypothesis import strategies as st

from cuvee.kernel.chance import SEAL, Chance, Stream, derive_seed, is_seed


def reference(seed: int, name: str, count: int) -> list[int]:
    """Compute sfc32 a second way, with the machine's own 32-bit arithmetic."""
    word = ctypes.c_uint32
    digest = sha256(f"{seed}/{name}".encode()).digest()
    a, b, c = (word(int.from_bytes(digest[at : at + 4], "big")) for at in (0, 4, 8))
    counter, drawn = word(1), []
    for _draw in range(count):
        t = word(a.value + b.value + counter.value)
        counter = word(counter.value + 1)
        a = word(b.value ^ (b.value >> 9))
        b = word(c.value + (c.value << 3))
        c = word(((c.value << 21) | (c.value >> 11)) + t.value)
        drawn.append(t.value)
    return drawn


def test_the_generator_is_sfc32() -> None:
    stream = Chance.from_seed(2026, ["deck"]).streams[0]
    assert [int(stream.draw()) for _draw in range(1000)] == reference(2026, "deck", 1000)


def test_golden_values_never_change() -> None:
    """Written down once; a change here would deal every stored game anew."""
    luck = Chance.from_seed(7, ["deck", "bag"])
    assert [luck.below(1000, 0) for _draw in range(8)] == [x * 1000 >> 32 for x in reference(7, "deck", 8)]
    deck = list(range(18))
    luck.shuffle(deck, 1)
    assert deck == GOLDEN_SHUFFLE
    assert derive_seed(1, "game", 17) == GOLDEN_SEED


GOLDEN_SHUFFLE = [12, 1, 15, 11, 7, 2, 4, 6, 10, 5, 3, 13, 17, 16, 14, 0, 8, 9]
GOLDEN_SEED = 6263658773139547668


def test_streams_do_not_disturb_each_other() -> None:
    alone, both = Chance.from_seed(3, ["deck"]), Chance.from_seed(3, ["bag", "deck"])
    for _draw in range(50):
        both.below(6, 0)
    assert [alone.below(100) for _draw in range(20)] == [both.below(100, 1) for _draw in range(20)]


def test_a_clone_goes_its_own_way() -> None:
    luck = Chance.from_seed(3, ["deck"])
    luck.below(10)
    twin = luck.clone()
    expected = [luck.below(1 << 20) for _draw in range(5)]
    assert [twin.below(1 << 20) for _draw in range(5)] == expected


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2), st.booleans()), max_size=40))
def test_clones_of_clones_never_disturb_each_other(doings: list[tuple[int, int, bool]]) -> None:
    """Each chance is where its own draws have brought it, whichever was cloned from which and when."""
    names = ["deck", "bag", "dice"]
    family, drawn = [Chance.from_seed(3, names)], [[0, 0, 0]]
    for which, stream, clones in doings:
        member = which % len(family)
        if clones:
            family.append(family[member].clone())
            drawn.append(drawn[member][:])
        else:
            family[member].below(10, stream)
            drawn[member][stream] += 1
    for luck, counts in zip(family, drawn, strict=True):
        alone = Chance.from_seed(3, names)
        for stream, count in enumerate(counts):
            for _draw in range(count):
                alone.below(10, stream)
        assert luck.key() == alone.key()


def test_reseeding_forgets_the_past() -> None:
    one, two = Chance.from_seed(1, ["deck", "bag"]), Chance.from_seed(2, ["deck", "bag"])
    for luck in (one, two):
        luck.reseed(Chance.from_seed(9, ["searcher"]))
    assert one.key() == two.key()
    assert one.key() != Chance.from_seed(1, ["deck", "bag"]).key()


def test_one_stream_can_follow_a_seed_of_its_own() -> None:
    names = ["deck", "bag", "dice"]
    luck, whole, other = Chance.from_seed(1, names), Chance.from_seed(1, names), Chance.from_seed(9, names)
    luck.reseed_stream(1, 9, "bag")
    assert luck.key() == [whole.key()[0], other.key()[1], whole.key()[2]]


@given(size=st.integers(1, 1 << 29), seed=st.integers(0, 1 << 62))
def test_below_stays_below(size: int, seed: int) -> None:
    luck = Chance.from_seed(seed, ["any"])
    assert all(0 <= luck.below(size) < size for _draw in range(20))


def test_draws_and_shuffles_are_fair() -> None:
    """Chi-squared with 17 and 719 degrees of freedom; the bounds leave one chance in a million."""
    luck = Chance.from_seed(5, ["fair"])
    counts = Counter(luck.below(18) for _draw in range(18_000))
    assert sum((counts[face] - 1000) ** 2 / 1000 for face in range(18)) < 60
    orders: Counter[tuple[int, ...]] = Counter()
    for _shuffle in range(72_000):
        things = list(range(6))
        luck.shuffle(things)
        orders[tuple(things)] += 1
    assert len(orders) == 720
    assert sum((count - 100) ** 2 / 100 for count in orders.values()) < 930


def sealed_reference(secret: int, name: str, count: int) -> list[int]:
    """Compute the words of a sealed stream as docs/security.md describes them."""
    key = blake2b(name.encode(), key=secret.to_bytes(32, "big"), digest_size=32, person=b"cuvee stream").digest()
    return [
        int.from_bytes(blake2b(number.to_bytes(8, "big"), key=key, digest_size=4).digest(), "big") for number in range(count)
    ]


@given(st.integers(0, 2**256 - 1))
def test_a_sealed_stream_is_a_keyed_hash_of_numbers(secret: int) -> None:
    stream = Chance.from_seed(SEAL + secret, ["deck", "dice"]).streams[1]
    assert [int(stream.draw()) for _draw in range(20)] == sealed_reference(secret, "dice", 20)


def test_what_is_known_of_a_classic_stream_tells_the_rest_and_of_a_sealed_one_nothing() -> None:
    """The key of a chance is all that positions, digests and snapshots hold of it."""
    for seed, told in ((7, True), (SEAL + 7, False)):
        chance = Chance.from_seed(seed, ["deck"])
        chance.below(100)
        guess = Chance([Stream(*chance.key()[0])])
        cards, guessed = list(range(60)), list(range(60))
        chance.shuffle(cards)
        guess.shuffle(guessed)
        assert (cards == guessed) == told


def test_one_bit_of_the_seed_changes_every_second_bit_of_luck() -> None:
    streams = [Chance.from_seed(SEAL + (5 ^ bit), ["deck"]).streams[0] for bit in (0, 1 << 200)]
    one, other = ([int(stream.draw()) for _draw in range(200)] for stream in streams)
    different = sum((a ^ b).bit_count() for a, b in zip(one, other, strict=True))
    assert 3000 < different < 3400


def test_sealed_luck_is_even() -> None:
    chance = Chance.from_seed(SEAL + 99, ["deck"])
    counts = Counter(chance.below(6) for _throw in range(12_000))
    assert all(1_800 < counts[face] < 2_200 for face in range(6))


def test_a_copy_of_sealed_luck_goes_on_by_itself() -> None:
    chance = Chance.from_seed(SEAL + 1, ["deck"])
    first = chance.below(1 << 30)
    copy = chance.clone()
    expected = [copy.below(1 << 30) for _draw in range(5)]
    assert first not in expected
    assert [chance.below(1 << 30) for _draw in range(5)] == expected


def test_only_two_kinds_of_seed_exist() -> None:
    assert [is_seed(seed) for seed in (-1, 0, 2**63 - 1, 2**63, SEAL - 1, SEAL, 2 * SEAL - 1, 2 * SEAL)] == [
        False, True, True, False, False, True, True, False,
    ]  # fmt: skip
