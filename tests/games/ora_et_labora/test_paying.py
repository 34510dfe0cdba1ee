"""Payments: what is asked, what pays for what, and what is never wasted (§9, §10.7)."""

from cuvee.games.ora_et_labora.state.table import Estates
from tests.games.ora_et_labora import table as t


def payments(state: Estates) -> list[dict[str, int]]:
    """Follow every way to pay, and return what is left each time."""
    if not t.asked(state):
        return [t.owns(state, 0)]
    found: list[dict[str, int]] = []
    for offer in t.offers(state):
        after = state.clone()
        t.play(after, offer)
        found += payments(after)
    return found


def test_only_payments_without_a_superfluous_tile() -> None:
    """§9.3 R12, example E6: 3 food from a bread and two grain is the bread."""
    state = t.new()
    t.settle_down(state, 0, "1 bread, 2 grain, 1 peat_coal")
    t.play(state, "settle", "s2", "3,0")
    assert t.asked(state) == ""
    assert t.owns(state, 0) == {"grain": 2}


def test_six_payments_of_seven_food() -> None:
    """§9.6 R37, example E7."""
    state = t.new()
    t.settle_down(state, 0, "1 meat, 1 bread, 2 livestock, 3 grain")
    t.play(state, "settle", "s3", "3,0")
    assert t.offers(state) == ["0 meat", "1 meat"]
    left = payments(state)
    assert len(left) == 6
    for expected in (
        {"livestock": 2, "grain": 3},
        {"bread": 1, "livestock": 1, "grain": 3},
        {"bread": 1, "livestock": 2, "grain": 1},
        {"meat": 1, "grain": 3},
        {"meat": 1, "livestock": 1, "grain": 1},
        {"meat": 1, "bread": 1},
    ):
        assert expected in left


def test_grain_as_fuel_for_a_settlement() -> None:
    """§9.1 R36, example E8."""
    state = t.new()
    t.settle_down(state, 0, "2 wood, 3 grain, 1 livestock")
    t.play(state, "settle", "s2", "3,0")
    assert payments(state) == [{}]
    state = t.new()
    t.settle_down(state, 0, "2 wood, 2 grain, 1 livestock")
    t.play(state, "settle")
    assert t.asked(state) == "settlement_space", "only Shanty Town can be paid for"
    assert state.decision().key()[2] == 0


def test_money_pays_food_exactly() -> None:
    """§9.2 R35, example E9."""
    state = t.new()
    t.settle_down(state, 0, "9 coins")
    t.play(state, "settle", "3,0")
    assert t.owns(state, 0) == {"coin": 2}


def test_grain_as_fuel_for_the_stone_merchant() -> None:
    """§9.1 R36, example C35."""
    state = t.new()
    t.give(state, 0, "4 grain")
    t.employ(state, 0, "G12")
    assert t.offers(state) == ["0x", "1x"]
    t.play(state, "1x")
    assert t.owns(state, 0) == {"stone": 1}
    t.give(state, 0, "3 grain")
    t.employ(state, 0, "G12")
    assert t.asked(state) == ""


def test_bakery_pools_its_energy() -> None:
    """§9.5 R14, example C3: 7 loaves need 3½ energy, a peat coal gives 3."""
    state = t.new()
    t.give(state, 0, "7 flour, 1 peat_coal")
    t.employ(state, 0, "F05")
    assert t.offers(state)[-1] == "6x"
    t.play(state, "6x", "0x")
    assert t.owns(state, 0) == {"flour": 1, "bread": 6}


def test_estate_pools_the_same_kind() -> None:
    """§9.5, §11.34 G39, example C38."""
    state = t.new("four_long")
    t.give(state, 0, "4 peat_coal")
    t.employ(state, 0, "G39")
    t.play(state, "2x")
    assert t.owns(state, 0) == {"book": 2, "ornament": 2}
    t.give(state, 0, "3 peat_coal, 1 peat")
    t.employ(state, 0, "G39")
    assert t.offers(state) == ["0x", "1x"]
    t.play(state, "1x")
    assert {"peat_coal": 1, "peat": 1, "book": 1, "ornament": 1} in payments(state)


def test_estate_mixed_with_grain_as_fuel_and_as_food() -> None:
    """§9.1 R36, §11.34 G39: 6 energy are 12 grain, 10 food are 10 grain; 22 do both, 21 only one of them."""
    state = t.new("four_long")
    for grain, most in ((22, ["0x", "1x"]), (21, [])):
        t.give(state, 0, f"{grain} grain")
        t.employ(state, 0, "G39")
        t.play(state, "1x")
        assert (t.offers(state) if t.asked(state) == "repetitions" else []) == most
    t.give(state, 0, "22 grain")
    t.employ(state, 0, "G39")
    t.play(state, "1x", "1x")
    assert t.owns(state, 0) == {"book": 2, "ornament": 2}


def test_points_for_the_round_tower() -> None:
    """§9.3, §9.6, example C26: five-coin tiles and further whiskey count, every tile once; money after the 5 coins."""
    state = t.new("three_long", "ireland")
    t.give(state, 0, "14 coins, 3 whiskey, 1 reliquary, 1 ceramic")
    t.employ(state, 0, "I35")
    assert t.asked(state) == "repetitions", "8 + 3 points, one tile of the 9 coins left (2), one of two whiskeys (1): 14"
    t.play(state, "1x")
    assert payments(state) == [{"coin": 4, "whiskey": 1, "wonder": 1}]
    t.give(state, 0, "9 coins, 2 whiskey, 1 reliquary, 1 ceramic")
    t.employ(state, 0, "I35")
    assert t.asked(state) == "", "without the tile there are only 12 points"


def test_inn_takes_no_money() -> None:
    """§11.20 F20 R39, example C40."""
    state = t.new()
    t.give(state, 0, "1 bread, 1 livestock, 3 coins")
    t.employ(state, 0, "F20")
    assert t.offers(state)[-1] == "5x"
    one = state.clone()
    t.play(state, "5x")
    assert t.owns(state, 0) == {"coin": 8}
    t.play(one, "1x", "0 bread")
    assert t.owns(one, 0) == {"bread": 1, "coin": 4}, "the second food of the livestock is lost"


def test_different_goods() -> None:
    """§9.4 R13, R35, example C34."""
    state = t.new()
    for goods, left in (("1 wood, 6 coins", {"clay": 6}), ("1 wood, 2 grain", {"clay": 6})):
        t.give(state, 0, goods)
        t.employ(state, 0, "G02")
        t.play(state, "1x", "clay")
        assert t.owns(state, 0) == left
    t.give(state, 0, "1 wood, 5 coins")
    t.employ(state, 0, "G02")
    assert t.asked(state) == ""


def test_five_coins_are_either_a_coin_or_a_tile() -> None:
    """§9.4 R35: with exactly 5 coins and two other kinds both ways are open, never both at once."""
    state = t.new()
    t.give(state, 0, "1 clay, 1 wood, 1 stone, 5 coins")
    t.employ(state, 0, "G02")
    t.play(state, "1x")
    left = sorted(sorted(each.items()) for each in payments(state) if each.get("peat") == 6)
    assert left == sorted(
        sorted(each.items())
        for each in (
            {"coin": 4, "peat": 6, "stone": 1},
            {"coin": 4, "peat": 6, "clay": 1},
            {"coin": 4, "peat": 6, "wood": 1},
            {"coin": 5, "peat": 6},
            {"peat": 6, "stone": 1},
            {"peat": 6, "clay": 1},
            {"peat": 6, "wood": 1},
        )
    )


def test_large_numbers_are_asked_page_by_page() -> None:
    """§19.10: no question has more than about 90 answers, and no number is lost."""
    state = t.new("three_long", "ireland")
    t.give(state, 0, "130 grain")
    t.employ(state, 0, "I04")
    assert len(t.offers(state)) == 91
    t.play(state, "90x")
    assert t.offers(state)[0] == "90x"
    assert t.offers(state)[-1] == "130x"
    t.play(state, "121x")
    assert t.owns(state, 0) == {"grain": 9, "malt": 121, "straw": 121}
