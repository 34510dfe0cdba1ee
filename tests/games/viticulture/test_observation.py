"""What learners are told of a position: the right piece in the right row, and hands only to their owners."""

from cuvee.games.viticulture.state.table import Winery
from cuvee.laws import spelt_out
from tests.games.viticulture import table as t


def rows(state: Winery, seat: int) -> dict[str, list[int]]:
    """Return what a seat is told, by name."""
    return spelt_out(t.GAME.heuristics(), state, seat)


def changed(before: dict[str, list[int]], after: dict[str, list[int]], start: str) -> set[str]:
    """List the rows that differ and whose names begin with `start`, without that beginning."""
    return {name.removeprefix(start) for name in before if name.startswith(start) and before[name] != after[name]}


def test_a_hand_is_shown_to_its_owner_and_counted_to_the_others() -> None:
    state = t.new(3)
    before = [rows(state, seat) for seat in range(3)]
    t.hold(state, 1, "vine sangiovese", "vine sangiovese", "broker")
    after = [rows(state, seat) for seat in range(3)]
    assert after[1]["hand"][t.card(state, "vine sangiovese")[1]] == 2
    assert sum(after[1]["hand"]) == 3
    for seat, name in ((0, "next_1_"), (1, "own_"), (2, "next_2_")):
        assert changed(before[seat], after[seat], name) == {"hand_sizes"}
        assert (seat == 1) == (before[seat]["hand"] != after[seat]["hand"])


def test_a_worker_shows_where_it_stands_as_the_own_or_as_that_of_a_neighbour() -> None:
    state = t.new(3)
    t.turn(state, "summer", 0)
    before = [rows(state, seat) for seat in range(3)]
    t.play(state, "regular gain")
    after = [rows(state, seat) for seat in range(3)]
    for seat, name in ((0, "own_"), (1, "next_2_"), (2, "next_1_")):
        assert sum(after[seat][name + "placed"]) == 1
        assert after[seat][name + "placed"] == after[0]["own_placed"]
        assert changed(before[seat], after[seat], name) == {"workers", "placed", "purse"}
        assert changed(before[seat], after[seat], "own_" if seat else "next_") == set()


def test_a_harvest_moves_grapes_to_the_crush_pad() -> None:
    state = t.new(2)
    t.give(state, 0, vines="6 malvasia sangiovese")
    before = rows(state, 0)
    t.act(state, "harvest_fields")
    after = rows(state, 0)
    assert changed(before, after, "own_") == {"fields", "crush_pad"}
    red, white = after["own_crush_pad"][:9], after["own_crush_pad"][9:]
    assert (red.index(1) + 1, white.index(1) + 1) == (1, 1)
    assert sum(after["own_crush_pad"]) == 2


def test_who_fills_an_order_is_told_which() -> None:
    """The card is still in the hand while wine is chosen for it."""
    state = t.new(2)
    t.hold(state, 0, "order order_01")
    t.give(state, 0, wine="r6 r7")
    t.act(state, "fill_order")
    assert t.asked(state) == "order_token"
    told = rows(state, 0)
    first_order = len(state.pieces.vines)
    assert told["in_play"].index(1) == first_order + t.card(state, "order_01")[1]
    assert told["action"].index(2) == t.number(state, "fill_order")
    assert not any(rows(state, 1)["in_play"])
