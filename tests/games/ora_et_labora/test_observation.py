"""What learners are shown of a position: the right piece in the right row, and nothing else."""

from cuvee.games.ora_et_labora.observation import MAP_TOP
from cuvee.games.ora_et_labora.pieces.goods import GOODS
from cuvee.games.ora_et_labora.state.landscapes import COLUMNS, FIRST_COLUMN
from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.laws import spelt_out
from tests.games.ora_et_labora import table as t


def rows(state: Estates, seat: int) -> dict[str, list[int]]:
    """Return what a seat is shown, by name."""
    return spelt_out(t.GAME.heuristics(), state, seat)


def changed(before: dict[str, list[int]], after: dict[str, list[int]], start: str) -> set[str]:
    """List the rows that differ, without what their names start with."""
    return {name.removeprefix(start) for name in before if name.startswith(start) and before[name] != after[name]}


def cell(x: int, y: int) -> int:
    """Return where a map shows a space."""
    return (y - MAP_TOP) * COLUMNS + x - FIRST_COLUMN


def test_a_new_building_shows_in_the_own_land_and_leaves_the_display() -> None:
    state = t.new("three_long")
    card = t.number(state, "g07")
    t.give(state, 0, "9 clay, 9 wood, 9 stone, 9 straw, 20 coins")
    t.begin(state)
    before, others = rows(state, 0), rows(state, 2)
    t.play(state, "build", "g07", "3,1", "no")
    after = rows(state, 0)
    assert (before["display"][card], after["display"][card]) == (1, 0)
    assert after["own_buildings"][card] == 1
    assert (before["own_map_free"][cell(3, 1)], after["own_map_free"][cell(3, 1)]) == (1, 0)
    assert after["own_map_building"][cell(3, 1)] == 1
    assert changed(before, after, "own_") == {
        "goods", "buildings", "columns", "rows", "map_free", "map_building", "map_dwelling",
    }  # fmt: skip
    assert not changed(before, after, "next_")
    assert "buildings" in changed(others, rows(state, 2), "next_1_")  # seat 0 plays after seat 2


def test_the_same_clergyman_is_the_own_one_or_that_of_a_neighbour() -> None:
    """Printed buildings are counted from the seat's own heartland on, so every seat finds the prior."""
    state = t.new("four_long")
    t.stand(state, 1, "farmyard@1")
    views = [rows(state, seat) for seat in range(4)]
    assert views[1]["own_prior"][0] == 0  # not at home
    assert sum(views[1]["own_prior"]) == 1
    farmyard = views[1]["own_prior"].index(1)
    for seat, turn in ((0, 1), (3, 2), (2, 3)):
        assert views[seat][f"next_{turn}_prior"].index(1) == farmyard + 3 * turn  # each side has three printed buildings
        assert views[seat]["own_prior"][0] == 1


def test_land_appears_on_the_map_where_it_is_placed() -> None:
    state = t.new("two_long", "ireland")
    t.begin(state)
    before = rows(state, 0)
    t.buy(state, 0, "hills", 2)
    after = rows(state, 0)
    assert [after["own_map_hillside"][cell(x, 2)] for x in range(5)] == [0, 0, 0, 1, 1]
    assert [after["own_map_moor"][cell(x, 2)] for x in range(5)] == [1, 0, 0, 0, 0]
    assert changed(before, after, "own_") == {"map_free", "map_forest", "map_moor", "map_hillside"}
    assert before["piles"] != after["piles"]


def test_a_payment_tells_the_building_the_good_and_the_amount() -> None:
    """Three breads need one and a half energy: amounts of energy are counted in halves."""
    state = t.new("three_long")
    t.give(state, 0, "3 flour, 3 wood, 3 peat")
    t.employ(state, 0, "f05")
    trade = rows(state, 0)
    assert trade["asked_good"].index(1) == GOODS.index("bread")
    t.play(state, "3x")
    payment = rows(state, 0)
    for told in (trade, payment):
        assert told["asked_building"].index(1) == t.number(state, "f05")
    assert payment["asked_good"].index(1) == GOODS.index("peat")
    assert 3 in payment["asked_amounts"]
    for other in (1, 2):  # all is public
        assert {name: row for name, row in rows(state, other).items() if name.startswith("asked")} == {
            name: row for name, row in payment.items() if name.startswith("asked")
        }


def test_the_neutral_player_of_the_solo_game_has_land_but_no_goods() -> None:
    told = rows(t.new("solo"), 0)
    assert "next_1_map_free" in told
    assert "next_1_goods" not in told
    assert "own_goods" in told
