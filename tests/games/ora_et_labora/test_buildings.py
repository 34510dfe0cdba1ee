"""Every building does what its face says (§11): stock before, answers, stock after, worked by hand."""

import pytest

from tests.games.ora_et_labora import table

# building, §, stock before, answers, stock after. The joker shows 2, clay 4, the others 2 unless a test turns the wheel.
SIMPLE: list[tuple[str, str, str, list[str], str]] = [
    ("clay_mound@0", "11.0", "", ["clay"], "4 clay"),
    ("farmyard@0", "11.0", "", ["livestock joker"], "2 livestock"),
    ("cloister_office@0", "11.0", "1 coins", ["coin"], "3 coins"),
    ("G02", "11.1", "1 clay, 2 wood, 1 grain", ["1x", "peat"], "1 wood, 6 peat"),
    ("F03", "11.1", "2 coins", ["1x"], "1 coins, 6 grain"),
    ("I03", "11.1", "1 coins", ["1x"], "4 grain, 1 book"),
    ("F04", "11.1", "9 grain", ["7x"], "2 grain, 7 flour, 7 straw"),
    ("I04", "11.1", "9 grain", ["9x"], "9 malt, 9 straw"),
    ("F05", "11.1", "5 flour, 1 peat_coal", ["5x", "2x"], "3 bread, 8 coins"),
    ("I05", "11.1", "2 malt, 1 grain, 1 beer", ["1x", "1x"], "1 malt, 1 beer, 7 coins"),
    ("G06", "11.1", "2 peat_coal, 1 peat, 1 wood", ["trade 3"], "10 coins"),
    ("G07", "11.1", "3 peat", ["2x"], "1 peat, 3 peat_coal, 1 coins"),
    ("F08", "11.1", "1 clay, 1 wood, 6 coins", ["1x"], "1 bread, 7 coins"),
    ("I08", "11.1", "", ["1 whiskey"], "3 coins, 1 whiskey"),
    ("I09", "11.1", "8 livestock", [], "8 livestock, 5 coins"),
    ("F11", "11.1", "", [], "1 wood, 1 wine, 1 coins, 1 ceramic"),
    ("I11", "11.1", "", [], "1 wood, 1 malt, 1 coins, 1 peat"),
    ("G12", "11.1", "1 meat, 1 peat", ["2x"], "2 stone"),
    ("G13", "11.1", "2 coins", ["1x"], "2 wood, 2 clay, 1 stone, 1 straw"),
    ("F14", "11.14", "", ["grapes joker"], "2 grapes"),
    ("I14", "11.14", "", ["2 malt", "1 beer"], "1 book, 2 malt, 1 beer"),
    ("F15", "11.14", "1 coins", ["1x"], "1 book, 1 bread, 2 grapes, 2 flour"),
    ("I15", "11.14", "1 book", ["1x", "coin", "wood"], "5 coins, 3 wood"),
    ("G16", "11.14", "", [], "1 clay, 1 wood, 1 peat, 1 livestock, 1 grain, 1 coins"),
    ("F17", "11.14", "3 coins", ["3x", "1x"], "2 book, 1 meat, 1 wine"),
    ("I17", "11.14", "1 coins", ["1x"], "1 book, 1 meat, 1 whiskey"),
    ("G18", "11.14", "3 clay, 1 stone, 1 peat_coal, 1 wood", ["3x", "1x"], "3 ceramic, 1 ornament"),
    ("G19", "11.14", "3 livestock, 1 straw, 1 grain", ["2x"], "1 livestock, 2 meat"),
    ("F20", "11.20", "1 meat, 1 livestock, 1 wine", ["7x", "1x"], "13 coins"),
    ("I20", "11.20", "2 beer, 1 whiskey", ["1x", "1x"], "1 beer, 15 coins"),
    ("F21", "11.20", "3 grapes", ["3x", "1x"], "2 wine, 7 coins"),
    ("I21", "11.20", "3 malt, 2 wood, 4 peat", ["2x"], "1 malt, 2 peat, 4 whiskey"),
    ("G22", "11.20", "", ["stone joker"], "2 stone"),
    ("F24", "11.20", "3 bread, 2 wine", ["2x"], "1 bread, 2 reliquary"),
    ("I24", "11.20", "2 coins, 3 beer, 2 whiskey", ["1x", "2x"], "1 coins, 1 book, 1 beer, 2 reliquary"),
    (
        "F25",
        "11.20",
        "1 clay, 1 wood, 1 peat, 1 livestock, 1 grain, 1 coins, 1 stone, 1 straw, 1 peat_coal, 1 meat, "
        "1 flour, 2 bread, 1 grapes",
        ["1x"],
        "1 bread, 1 wonder",
    ),
    ("I25", "11.20", "1 reliquary", ["1x"], "2 clay, 2 wood, 2 peat, 2 livestock, 2 grain, 2 coins, 2 stone"),
    ("G26", "11.20", "3 wood", ["1x"], "1 wood, 1 ornament, 5 coins"),
    ("F29", "11.27", "", ["stone joker"], "2 stone"),
    ("F30", "11.27", "2 ceramic", ["1x"], "1 ceramic, 12 coins"),
    ("I30", "11.27", "3 meat", ["4x"], "1 beer, 4 ceramic"),
    ("F31", "11.27", "", ["grapes joker"], "2 grapes"),
    ("I31", "11.27", "4 peat_coal", ["3x"], "1 peat_coal, 9 coins, 3 whiskey"),
    ("I32", "11.27", "1 clay, 1 wood, 1 peat, 1 beer, 2 malt", ["1x"], "1 malt, 1 reliquary"),
    ("F33", "11.27", "1 peat_coal", ["meat"], "2 meat"),
    ("I33", "11.27", "3 wood", ["whiskey"], "2 whiskey"),
    ("G34", "11.34", "1 book, 2 ceramic, 1 ornament, 1 reliquary", ["1x"], "1 ceramic, 1 wonder"),
    ("F35", "11.34", "25 coins", ["1x", "1x"], "10 coins, 2 reliquary"),
    (
        "I35",
        "11.34",
        "5 coins, 2 whiskey, 1 reliquary, 1 ornament, 1 book",
        ["1x"],
        "1 whiskey, 1 wonder",
    ),
    ("F36", "11.34", "1 book", ["trade 1", "trade 2"], "1 ornament"),
    ("I36", "11.34", "2 book, 3 ceramic", ["2x"], "1 ceramic, 2 coins, 2 clay, 2 reliquary"),
    ("F37", "11.34", "2 straw, 3 wood", ["2x"], "1 wood, 1 ceramic, 2 book"),
    ("I38", "11.34", "1 beer", ["1x", "ornament"], "1 ornament"),
    ("G39", "11.34", "3 peat, 2 meat", ["1x", "1x"], "2 book, 2 ornament"),
    ("G41", "11.34", "5 coins", ["1x", "book"], "1 book"),
]


@pytest.mark.parametrize(("tag", "section", "before", "answers", "after"), SIMPLE, ids=[f"{c[0]} §{c[1]}" for c in SIMPLE])
def test_function(tag: str, section: str, before: str, answers: list[str], after: str) -> None:
    variant = "ireland" if tag.startswith("I") else "france"
    state = table.new("four_long", variant)
    table.reach(state, "D")
    table.turn_to(state, clay=3, joker=1)
    table.give(state, 0, before)
    table.employ(state, 0, tag)
    for answer in answers:
        assert answer in table.offers(state)
        table.play(state, answer)
    assert table.asked(state) == "", f"{tag} still asks {table.offers(state)}"
    assert table.owns(state, 0) == table.read(after)


DECLINABLE = [case for case in SIMPLE if case[3] and case[0] not in ("I08", "I14", "I30", "F37", "G07")]


@pytest.mark.parametrize("tag", [case[0] for case in DECLINABLE])
def test_function_can_be_left_unused(tag: str) -> None:
    """§6.1.5, R33: everything but pure gains can be declined."""
    state = table.new("four_long", "ireland" if tag.startswith("I") else "france")
    table.reach(state, "D")
    before = next(case[2] for case in SIMPLE if case[0] == tag)
    table.give(state, 0, before)
    wheel = state.wheel[:]
    table.employ(state, 0, tag)
    while table.asked(state):
        table.play(state, "none" if "none" in table.offers(state) else "0x")
    assert table.owns(state, 0) == table.read(before)
    assert state.wheel == wheel


@pytest.mark.parametrize("tag", [case[0] for case in SIMPLE if case[2]])
def test_what_cannot_be_paid_is_not_asked(tag: str) -> None:
    """§10.1: what you cannot pay you cannot do. Without goods only gains and free production are left."""
    state = table.new("four_long", "ireland" if tag.startswith("I") else "france")
    table.reach(state, "D")
    table.give(state, 0, "")
    table.employ(state, 0, tag)
    pays_nothing = {"cloister_office@0": "production", "I30": "repetitions"}
    assert table.asked(state) == pays_nothing.get(tag, "")


def test_priory_uses_a_building_with_any_prior_on_it() -> None:
    """§11.1 G01: a prior of another player counts, a lay brother does not, and never the Priory itself."""
    state = table.new()
    table.give(state, 0, "")
    table.lay(state, 0, "G01", 3, 1)
    table.stand(state, 0, "G01", "farmyard@0")
    table.stand(state, 1, "clay_mound@1", "farmyard@1")
    table.employ(state, 0, "G01")
    assert table.offers(state) == ["clay_mound@1", "none"]
    table.play(state, "clay_mound@1", "clay")
    assert table.owns(state, 0) == {"clay": 2}
    assert table.owns(state, 1)["clay"] == 1, "the user gets the goods, not the owner (§10.4)"


def test_priory_without_a_prior_anywhere_does_nothing() -> None:
    """§11.1 G01."""
    state = table.new()
    table.lay(state, 0, "G01", 3, 1)
    table.stand(state, 0, "G01")
    table.employ(state, 0, "G01")
    assert table.asked(state) == ""


def test_garden_gives_grapes_and_an_unoccupied_neighbour() -> None:
    """§11.1 F09, example C31."""
    state = table.new()
    table.give(state, 0, "2 flour, 1 wood")
    table.lay(state, 0, "F09", 3, 1)
    table.lay(state, 0, "F05", 3, 0)
    table.stand(state, 0, "", "F09", "cloister_office@0")
    table.employ(state, 0, "F09")
    assert table.owns(state, 0)["grapes"] == 1
    assert sorted(table.offers(state)) == ["f05", "farmyard@0", "none"]
    table.play(state, "f05", "2x", "2x")
    assert table.owns(state, 0) == {"grapes": 1, "coin": 8}
    assert not state.occupied(table.number(state, "F05")), "nobody was placed there"


def test_garden_cannot_be_used_twice_in_one_action() -> None:
    """§10.3 R15, example C31: a Priory beside the Garden cannot lead back to it."""
    state = table.new()
    table.lay(state, 0, "F09", 3, 1)
    table.lay(state, 0, "G01", 3, 0)
    table.stand(state, 0, "F09")
    table.employ(state, 0, "F09")
    table.play(state, "g01")
    assert table.asked(state) == "", "the only building with a prior is the Garden, which was already used"
    assert table.owns(state, 0)["grapes"] == 1


def test_cottage_gives_malt_and_an_unoccupied_neighbour() -> None:
    """§11.1 I10."""
    state = table.new("four_long", "ireland")
    table.give(state, 0, "")
    table.lay(state, 0, "I10", 3, 0)
    table.stand(state, 0, "", "I10")
    table.employ(state, 0, "I10")
    assert table.owns(state, 0) == {"malt": 1}
    assert table.offers(state) == ["clay_mound@0", "none"]
    table.play(state, "clay_mound@0", "clay")
    assert table.owns(state, 0) == {"malt": 1, "clay": 2}


def test_an_unbuilt_garden_has_no_neighbours() -> None:
    """§10.5: through the Hospice the Garden only gives its grapes."""
    state = table.new()
    table.reach(state, "D")
    table.give(state, 0, "")
    table.employ(state, 0, "F40")
    table.play(state, "f09")
    assert table.asked(state) == ""
    assert table.owns(state, 0) == {"grapes": 1}


def test_carpentry_clears_a_forest_and_builds() -> None:
    """§11.1 F10, R16: the freed space may be used, and the prior may enter (R5)."""
    state = table.new("four_long")
    table.give(state, 0, "1 clay, 2 peat")
    table.clear(state, 0, (3, 0), (3, 1))
    table.lay(state, 0, "F10", 3, 0)
    table.lay(state, 0, "F03", 3, 1)
    table.employ(state, 0, "F10")
    assert table.offers(state) == ["1,0", "2,0", "1,1", "none"]
    table.play(state, "1,0", "g07", "yes", "2x")
    assert table.at(state, 0, 1, 0) == table.number(state, "G07")
    assert table.owns(state, 0) == {"peat_coal": 3, "coin": 1}
    assert table.money(state, 0) == 1


def test_carpentry_may_clear_without_building_and_needs_a_forest() -> None:
    """§11.1 F10, R16."""
    state = table.new("four_long")
    table.employ(state, 0, "F10")
    table.play(state, "2,0", "none")
    assert table.asked(state) == ""
    assert table.at(state, 0, 2, 0) == -1
    table.clear(state, 0, (1, 0), (1, 1))
    table.employ(state, 0, "F10")
    assert table.asked(state) == ""


def test_spinning_mill_tiers() -> None:
    """§11.1 I09: 1–4, 5–8, 9 and more livestock; none gives nothing."""
    for animals, coins in ((0, 0), (1, 3), (4, 3), (5, 5), (8, 5), (9, 6), (20, 6)):
        state = table.new("three_long", "ireland")
        table.give(state, 0, f"{animals} livestock")
        table.employ(state, 0, "I09")
        assert table.money(state, 0) == coins


def test_fuel_merchant_offers_only_what_can_be_paid() -> None:
    """§11.1 G06, example C7."""
    state = table.new()
    table.give(state, 0, "2 peat_coal")
    table.employ(state, 0, "G06")
    assert table.offers(state) == ["trade 1", "trade 2", "none"]
    table.play(state, "trade 2")
    assert table.owns(state, 0) == {"coin": 8}


def test_bathhouse_takes_all_own_clergymen_back() -> None:
    """§11.20 F23, example C30."""
    state = table.new("four_long")
    table.reach(state, "B")
    table.give(state, 0, "1 coins")
    table.lay(state, 0, "F23", 3, 1)
    table.stand(state, 0, "clay_mound@0", "farmyard@0", "F23")
    table.employ(state, 0, "F23")
    table.play(state, "1x")
    assert table.owns(state, 0) == {"book": 1, "ceramic": 1}
    assert state.clergy[:3] == [-1, -1, -1]


def test_bathhouse_unpaid_recalls_nobody() -> None:
    """§11.20 F23, R17; used by another player it recalls the clergymen of its user (§10.4)."""
    state = table.new("four_long")
    table.reach(state, "B")
    table.give(state, 0, "")
    table.give(state, 1, "1 coins")
    table.lay(state, 0, "F23", 3, 1)
    table.stand(state, 0, "clay_mound@0", "farmyard@0", "F23")
    table.stand(state, 1, "clay_mound@1")
    table.employ(state, 0, "F23")
    assert table.asked(state) == ""
    assert -1 not in state.clergy[:3]
    table.employ(state, 1, "F23")
    table.play(state, "1x")
    assert -1 not in state.clergy[:3]
    assert state.clergy[3] == -1


def test_locutory_takes_the_prior_back_and_builds() -> None:
    """§11.20 I23: the prior that comes back may enter the new building."""
    state = table.new("four_long", "ireland")
    table.reach(state, "B")
    table.give(state, 0, "2 coins, 1 clay")
    table.lay(state, 0, "I23", 3, 1)
    table.stand(state, 0, "I23")
    table.employ(state, 0, "I23")
    table.play(state, "1x", "g07", "yes")
    assert state.clergy[0] == table.number(state, "G07")
    assert table.owns(state, 0) == {"peat_coal": 1, "coin": 1}


def test_locutory_with_the_prior_at_home_and_without_building() -> None:
    """§11.20 I23, R18."""
    state = table.new("four_long", "ireland")
    table.reach(state, "B")
    table.give(state, 0, "3 coins, 1 clay")
    table.employ(state, 0, "I23")
    table.play(state, "1x", "none")
    assert table.asked(state) == ""
    assert table.owns(state, 0) == {"coin": 1, "clay": 1}


def test_palace_uses_any_occupied_building_for_a_wine() -> None:
    """§11.27 F27, example C32: reached through the Priory, paid with one wine."""
    state = table.new()
    table.reach(state, "C")
    table.give(state, 0, "2 wine")
    table.buy(state, 1, "hills", 2)
    table.lay(state, 0, "G01", 3, 1)
    table.lay(state, 1, "F27", 3, 2)
    table.stand(state, 0, "", "G01")
    table.stand(state, 1, "F27", "farmyard@1")
    table.employ(state, 0, "G01")
    table.play(state, "f27")
    assert sorted(table.offers(state)) == ["farmyard@1", "none"], "the Palace cannot use itself, the Priory was already used"
    table.play(state, "farmyard@1", "grain")
    assert table.owns(state, 0) == {"wine": 1, "grain": 2}


def test_palace_without_target_keeps_the_wine() -> None:
    """§10.3 R38, example C36."""
    state = table.new()
    table.reach(state, "C")
    table.give(state, 0, "1 wine")
    table.buy(state, 0, "hills", 2)
    table.lay(state, 0, "F27", 3, 2)
    table.stand(state, 0, "F27")
    table.employ(state, 0, "F27")
    assert table.asked(state) == ""
    assert table.owns(state, 0) == {"wine": 1}


def test_grand_manor_costs_a_whiskey() -> None:
    """§11.27 I27."""
    state = table.new("three_long", "ireland")
    table.reach(state, "C")
    table.give(state, 0, "1 whiskey")
    table.lay(state, 0, "I27", 3, 1)
    table.stand(state, 0, "I27")
    table.stand(state, 2, "", "clay_mound@2")
    table.employ(state, 0, "I27")
    table.play(state, "clay_mound@2", "clay")
    assert table.owns(state, 0) == {"clay": 2}


def test_castle_builds_a_settlement() -> None:
    """§11.27 G28, example C33: Market Town for a meat and a livestock, 7 food and no energy."""
    state = table.new()
    state.round = 22
    table.reach(state, "D")
    table.give(state, 0, "1 meat, 1 livestock")
    table.employ(state, 0, "G28")
    assert "s3" in table.offers(state)
    table.play(state, "s3", "3,0")
    assert table.asked(state) == ""
    assert state.settlements_of(0) == [2]
    assert table.owns(state, 0) == {}


def test_forest_hut_clears_a_forest_for_goods() -> None:
    """§11.27 I29: no wood for the forest itself, no indicator moves."""
    state = table.new("three_long", "ireland")
    table.reach(state, "C")
    table.give(state, 0, "")
    table.employ(state, 0, "I29")
    table.play(state, "1,1")
    assert table.owns(state, 0) == {"livestock": 2, "wood": 2, "stone": 1}
    assert table.at(state, 0, 1, 1) == -1
    assert table.indicator(state, "wood") == 1


def test_calefactory_fells_and_cuts_in_any_order() -> None:
    """§11.27 F32."""
    state = table.new()
    table.reach(state, "C")
    table.give(state, 0, "1 coins")
    table.turn_to(state, wood=4, peat=2, joker=1)
    table.employ(state, 0, "F32")
    table.play(state, "1x", "cut", "0,1", "peat", "fell", "2,0", "joker")
    assert table.asked(state) == ""
    assert table.owns(state, 0) == {"peat": 3, "wood": 2}
    assert (table.indicator(state, "peat"), table.indicator(state, "wood"), table.indicator(state, "joker")) == (0, 4, 0)


def test_calefactory_offers_only_what_is_there() -> None:
    """§11.27 F32, R53: no forest, no felling; neither forest nor moor, and the coin is not even asked for."""
    state = table.new()
    table.reach(state, "C")
    table.give(state, 0, "1 coins")
    table.clear(state, 0, (1, 0), (2, 0), (1, 1))
    table.employ(state, 0, "F32")
    table.play(state, "1x")
    assert table.offers(state) == ["cut", "none"]
    table.clear(state, 0, (0, 0), (0, 1))
    table.give(state, 0, "1 coins")
    table.employ(state, 0, "F32")
    assert table.asked(state) == ""


def test_shipping_company_produces_with_the_joker() -> None:
    """§11.27 F33, example C28: joker value 7."""
    state = table.new()
    table.reach(state, "C")
    table.give(state, 0, "1 peat_coal")
    table.turn_to(state, joker=7)
    table.employ(state, 0, "F33")
    assert table.offers(state) == ["meat", "bread", "wine", "none"]
    table.play(state, "bread")
    assert table.owns(state, 0) == {"bread": 7}
    assert table.indicator(state, "joker") == 0


def test_shipping_company_and_cooperage_need_the_joker() -> None:
    """§11.27 F33, I33, R19."""
    for variant, tag, goods in (("france", "F33", "1 peat_coal"), ("ireland", "I33", "3 wood")):
        state = table.new("solo", variant)
        table.give(state, 0, goods)
        table.turn_to(state, joker=-1)
        table.employ(state, 0, tag)
        assert table.asked(state) == ""


def test_forgers_workshop_price_rises() -> None:
    """§11.34 F35, example C37: the second costs 10; without the first there is none."""
    for coins, first, further, left, reliquaries in ((12, "1x", "", 7, 1), (15, "1x", "1x", 0, 2), (35, "1x", "3x", 0, 4)):
        state = table.new()
        table.give(state, 0, f"{coins} coins")
        table.employ(state, 0, "F35")
        table.play(state, first)
        if further:
            table.play(state, further)
        assert table.asked(state) == ""
        assert table.owns(state, 0) == {key: value for key, value in (("coin", left), ("reliquary", reliquaries)) if value}
    state = table.new()
    table.give(state, 0, "14 coins")
    table.employ(state, 0, "F35")
    table.play(state, "0x")
    assert table.asked(state) == ""


def test_pilgrimage_site_makes_two_steps() -> None:
    """§11.34 F36, example C12: the second step may go on with the first, or be another one, or be left."""
    state = table.new()
    table.give(state, 0, "1 book, 1 ornament")
    table.employ(state, 0, "F36")
    assert table.offers(state) == ["trade 1", "trade 3", "none"]
    table.play(state, "trade 3")
    assert table.offers(state) == ["trade 1", "none"]
    table.play(state, "trade 1")
    assert table.asked(state) == "", "two steps at most"
    assert table.owns(state, 0) == {"ceramic": 1, "reliquary": 1}


def test_bulwark_gives_a_district_and_a_plot() -> None:
    """§11.34 I37, R20, R40: in the order you like, the second attached to the first; the piles get shorter."""
    state = table.new("three_long", "ireland")
    table.give(state, 0, "1 book")
    table.employ(state, 0, "I37")
    table.play(state, "1x", "district", "hills", "row 2", "plot", "coast", "row 2")
    assert table.asked(state) == ""
    assert table.owns(state, 0) == {}
    assert state.taken == [1, 1]
    assert (state.pile_price(0), state.pile_price(1)) == (3, 4), "the next buyer pays the following price"
    assert state.grounds[0].plots == [[2], []]


def test_bulwark_tiles_may_be_declined() -> None:
    """§11.34 I37, R40: a declined tile stays on its pile."""
    state = table.new("three_long", "ireland")
    table.give(state, 0, "1 book")
    table.employ(state, 0, "I37")
    table.play(state, "1x", "plot", "mountain", "row 0", "none")
    assert state.taken == [0, 1]


def test_bulwark_with_empty_piles() -> None:
    """§11.34 I37, R53: with both piles empty the book is not asked for; with one empty the other is offered."""
    state = table.new("three_long", "ireland")
    table.give(state, 0, "1 book")
    state.taken = [9, 8]
    table.employ(state, 0, "I37")
    table.play(state, "1x")
    assert table.offers(state) == ["plot", "none"]
    state.taken = [9, 9]
    table.employ(state, 0, "I37")
    assert table.asked(state) == ""


def test_printing_office_makes_books_of_forests() -> None:
    """§11.34 F38: up to four, here three of three forests, without wood."""
    state = table.new()
    table.give(state, 0, "")
    table.employ(state, 0, "F38")
    table.play(state, "1,0", "2,0", "1,1")
    assert table.asked(state) == ""
    assert table.owns(state, 0) == {"book": 3}
    table.buy(state, 0, "hills", 2)
    table.buy(state, 0, "hills", 3)
    table.buy(state, 0, "plains", 4)
    table.employ(state, 0, "F38")
    table.play(state, "1,2", "2,2", "1,3", "2,3")
    assert table.asked(state) == "", "five forests, four books"
    assert table.owns(state, 0) == {"book": 7}


def test_festival_ground_counts_forests_and_moors() -> None:
    """§11.34 I38: three forests and two moors are 5 points: an ornament, and the last point is lost."""
    state = table.new("three_long", "ireland")
    table.give(state, 0, "1 beer")
    table.employ(state, 0, "I38")
    table.play(state, "1x")
    assert table.offers(state) == ["ornament", "ceramic", "book", "none"]
    table.play(state, "ceramic", "book")
    assert table.asked(state) == ""
    assert table.owns(state, 0) == {"ceramic": 1, "book": 1}


def test_festival_ground_may_be_paid_for_nothing() -> None:
    """§11.34 I38, R41: an entitlement below 2 brings nothing, but may be paid."""
    state = table.new("three_long", "ireland")
    table.give(state, 0, "1 beer")
    table.clear(state, 0, (0, 0), (1, 0), (2, 0), (0, 1))
    table.employ(state, 0, "I38")
    table.play(state, "1x")
    assert table.asked(state) == ""
    assert table.owns(state, 0) == {}


@pytest.mark.parametrize(("variant", "tag"), [("france", "F40"), ("ireland", "I40")])
def test_hospice_and_guesthouse_use_an_unbuilt_building(variant: str, tag: str) -> None:
    """§11.34 F40, I40: only cards of the display, not those of later letters, not built ones, not itself."""
    state = table.new("three_long", variant)
    table.reach(state, "A")
    table.give(state, 0, "1 peat")
    table.lay(state, 1, "G12", 3, 0)
    table.employ(state, 0, tag)
    shown = table.offers(state)
    assert "g16" in shown
    assert "g12" not in shown
    assert "g22" not in shown
    table.play(state, "g07", "1x")
    assert table.owns(state, 0) == {"peat_coal": 2, "coin": 1}
    assert table.number(state, "G07") in state.display


def test_house_of_the_brotherhood_counts_cloister_buildings() -> None:
    """§11.34 G41, examples C18, C39: 2 points each, the printed one and itself included if they are yours."""
    state = table.new()
    table.reach(state, "D")
    table.give(state, 0, "5 coins")
    table.lay(state, 0, "G41", 3, 1)
    table.employ(state, 0, "G41")
    table.play(state, "1x")
    assert table.offers(state) == ["ornament", "ceramic", "book", "none"]
    table.play(state, "ornament")
    assert table.asked(state) == ""
    assert table.owns(state, 0) == {"ornament": 1}


@pytest.mark.parametrize(("mode", "cloisters", "points"), [("two_long", 3, 4), ("solo", 6, 6), ("three_long", 4, 8)])
def test_house_of_the_brotherhood_in_other_modes(mode: str, cloisters: int, points: int) -> None:
    """§11.34 G41, §17.3, §18.9, examples C19, C20."""
    state = table.new(mode)
    table.reach(state, "D")
    table.give(state, 0, "5 coins")
    table.buy(state, 0, "plains", 2)
    table.clear(state, 0, (0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2))
    spaces = [(3, 1), (3, 0), (2, 0), (1, 0), (1, 1)]
    for (x, y), tag in zip(spaces[: cloisters - 1], ["G02", "G16", "G18", "F24", "G34"], strict=False):
        table.lay(state, 0, tag, x, y)
    table.employ(state, 0, "G41")
    table.play(state, "1x")
    assert state.decision().key()[2] == points


def test_the_entitlement_of_8_points_has_16_selections() -> None:
    """§11.34 R21, example C39."""
    state = table.new()
    table.give(state, 0, "5 coins")
    table.lay(state, 0, "G02", 3, 1)
    table.lay(state, 0, "G01", 3, 0)
    table.clear(state, 0, (2, 0))
    table.lay(state, 0, "G16", 2, 0)
    table.employ(state, 0, "G41")
    table.play(state, "1x")
    found: list[dict[str, int]] = []
    waiting = [state]
    while waiting:
        here = waiting.pop()
        if not table.asked(here):
            found.append(table.owns(here, 0))
            continue
        for offer in table.offers(here):
            after = here.clone()
            table.play(after, offer)
            waiting.append(after)
    assert len(found) == 16
    assert {"reliquary": 1} in found
    assert {"ornament": 2} in found
    assert {"ornament": 1, "book": 2} in found
    assert {"ceramic": 2, "book": 1} in found
    assert {"book": 4} in found
    assert len({repr(sorted(each.items())) for each in found}) == 16, "each selection is reached exactly once"


def test_quarry_in_round_11_uses_the_joker() -> None:
    """§5.4, §11.20 G22, example A5: 9 stone with a joker unused since setup; in the next round the joker shows 2."""
    state = table.new()
    table.give(state, 0, "5 coins")
    table.reach(state, "B")
    state.round = 11
    table.turn_to(state, joker=11)
    table.buy(state, 0, "mountain", 0)
    table.begin(state)
    table.play(state, "build", "g22", "yes")
    assert table.offers(state) == ["stone joker", "none"]
    table.play(state, "stone joker")
    assert table.owns(state, 0) == {"stone": 9}
    assert table.indicator(state, "joker") == 0


def test_every_face_and_printed_building_has_a_function_test() -> None:
    """All 67 faces and the three printed buildings: 70 functions, each with a test of its own here."""
    own_tests = {"G01", "F09", "I10", "F10", "F23", "I23", "F27", "I27", "G28", "I29", "F32", "I37", "F38", "F40", "I40"}
    tested = {case[0] for case in SIMPLE} | own_tests
    pieces = table.new().setup.pieces
    faces = {building.id for building in pieces.buildings[: pieces.cards]}
    assert len(faces) == 67
    assert tested == faces | {"clay_mound@0", "farmyard@0", "cloister_office@0"}
