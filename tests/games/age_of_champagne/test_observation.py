"""The rows that show learners a position of Age of Champagne."""

from typing import cast

from cuvee.games.age_of_champagne.decisions.harvest import Store
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.laws import spelt_out
from tests.games.age_of_champagne import table as t

SENSE = t.GAME.heuristics()


def rows(state: Houses, seat: int) -> dict[str, list[int]]:
    return spelt_out(SENSE, state, seat)


def places(row: list[int]) -> list[int]:
    """List where a row is not 0."""
    return [place for place, value in enumerate(row) if value]


def test_a_marker_shows_among_the_own_ones_of_one_and_those_of_a_neighbour_for_another() -> None:
    state = t.table(3)
    t.assign(state)
    before = rows(state, 0)
    t.play(state, "press 2")
    after = rows(state, 0)
    changed = {name for name in before if before[name] != after[name]}
    assert {name for name in changed if name.startswith(("own", "next"))} == {"own_markers", "own_house"}
    assert places(after["own_markers"]) == [t.spot("press_2")]
    assert rows(state, 1)["next_2_markers"] == rows(state, 2)["next_1_markers"] == after["own_markers"]
    assert not places(rows(state, 1)["own_markers"])


def test_an_inheritance_hand_is_shown_to_its_owner_and_counted_to_others() -> None:
    state = cast(Houses, t.GAME.new(2, {}, 5))
    hand, other_hand = set(state.options(0)), set(state.options(1))
    seen = rows(state, 0)
    assert set(places(seen["hand"])) == hand
    assert seen["next_1_house"] == rows(state, 1)["own_house"]
    assert not other_hand & {card for name in ("hand", "seen_in_draft", "next_1_kept") for card in places(seen[name])}
    for seat in (0, 1):
        state.apply(seat, state.options(seat)[0])
    passed = rows(state, 0)
    assert set(places(passed["hand"])) < other_hand
    assert set(places(passed["own_kept"])) < hand
    assert not places(passed["next_1_kept"])
    assert set(places(passed["seen_in_draft"])) == hand | set(places(passed["hand"]))


def test_tokens_on_a_market_are_shown_to_whoever_has_looked_at_them() -> None:
    state = t.table(2)
    t.fill(state, state.cellar, 0, (3, 3, 3))
    t.order(state, 0, "fr_01")
    t.on_space(state, 0, "prestige_2", "cold")
    t.put(state, 0, "shipping_1")
    t.ship(state)
    t.play(state, "ship fr_01")
    assert t.offers(state) == ["take prestige_2", "take cold"]
    assert places(rows(state, 0)["tokens_seen"]) == sorted([t.token("prestige_2"), t.token("cold")])
    assert not places(rows(state, 1)["tokens_seen"])
    assert rows(state, 1)["tokens"] == rows(state, 0)["tokens"]


def test_a_question_that_follows_an_answer_without_effect_looks_different() -> None:
    """No Meunier is stored and nothing moves on the table, but the row shows that Pinot Noir is asked for next."""
    state = t.table(2)
    state.basket = [4, 4, 4]
    t.run(state, Store(0, ()))
    before = rows(state, 0)
    t.play(state, "store 0 m")
    after = rows(state, 0)
    assert {name for name in before if before[name] != after[name]} == {"asked_grape"}


def test_an_order_is_described_where_it_lies() -> None:
    """Two orders for the same cuvees look the same except for what tells them apart: here the eco level."""
    state = t.table(2)
    width = len(rows(state, 0)["orders"]) // 6
    seen = []
    for code in ("fr_01", "fr_02"):
        t.order(state, 0, code)
        seen.append(rows(state, 0)["orders"])
    assert t.PIECES.markets[t.market("fr_01")].cuvees == t.PIECES.markets[t.market("fr_02")].cuvees
    assert len([at for at in range(width) if seen[0][at] != seen[1][at]]) == 1
    assert seen[0][width:] == seen[1][width:]
