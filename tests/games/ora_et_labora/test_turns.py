"""The course of play for three and four players: wheel, contracts, building, land, settlements, bonus round (§3 to §13)."""

import pytest

from cuvee.games.ora_et_labora.decisions.menus import SettlementMenu
from cuvee.games.ora_et_labora.flow import StartRound
from cuvee.games.ora_et_labora.state.table import Estates
from tests.games.ora_et_labora import table

START = {"clay": 1, "wood": 1, "peat": 1, "livestock": 1, "grain": 1, "coin": 1}


def start_round(state: Estates, number: int) -> None:
    """Jump to the start of a round."""
    state.agenda.clear()
    state.push(StartRound(number, False))
    state.settle()


# Setting up.


def test_setup_after_the_first_turn_of_the_wheel() -> None:
    """§3, example B1."""
    state = table.new()
    assert [table.owns(state, seat) for seat in range(3)] == [START] * 3
    assert [table.indicator(state, name) for name in ("clay", "coin", "grain", "livestock", "wood", "peat", "joker")] == [1] * 7
    assert [table.indicator(state, name) for name in ("grapes", "stone")] == [-1, -1]
    assert [state.building(card).id for card in state.display] == [
        "G01",
        "G02",
        "F04",
        "F05",
        "G06",
        "G07",
        "F08",
        "F09",
        "F11",
        "G12",
    ]
    assert state.indicator_value(0) == 2
    standard = table.new("two_standard")
    assert standard.indicator_value(0) == 1
    assert state.hand(0) == [0, 1, 2, 3], "Shanty Town, Farming Village, Market Town, Fishing Village (§3.5)"


CARDS = {
    ("four_long", "france"): (13, 6, 7, 7, 8),
    ("four_long", "ireland"): (13, 6, 7, 7, 8),
    ("three_long", "france"): (10, 5, 5, 6, 7),
    ("three_long", "ireland"): (10, 5, 5, 6, 7),
    ("four_short", "france"): (10, 5, 5, 6, 7),
    ("four_short", "ireland"): (10, 5, 5, 6, 7),
    ("two_standard", "france"): (7, 4, 4, 4, 5),
    ("two_standard", "ireland"): (7, 4, 4, 4, 5),
    ("three_short", "france"): (7, 4, 4, 4, 5),
    ("three_short", "ireland"): (7, 4, 4, 4, 5),
    ("two_long", "france"): (12, 6, 7, 5, 8),
    ("two_long", "ireland"): (13, 6, 7, 7, 8),
    ("solo", "france"): (12, 5, 7, 5, 8),
    ("solo", "ireland"): (13, 6, 7, 7, 8),
}


@pytest.mark.parametrize(("mode", "variant"), CARDS)
def test_cards_of_each_mode(mode: str, variant: str) -> None:
    """§3.4: the table of cards by letter."""
    state = table.new(mode, variant)
    assert tuple(len(cards) for cards in state.setup.stages) == CARDS[mode, variant]
    neutral = 1 if mode == "solo" else 0
    assert len(state.display) == CARDS[mode, variant][0] - neutral, "the Builders' Market lies with the neutral player"


def test_seats_are_numbered_from_the_start_player() -> None:
    """§3.8, R51: nothing is drawn."""
    assert table.new().waiting == [0]


# The wheel.


def test_unused_indicator() -> None:
    """§5.2, example A3: 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 10, and it stays on 10."""
    state = table.new()
    seen = [state.indicator_value(0)]
    for number_of_round in range(2, 15):
        start_round(state, number_of_round)
        seen.append(state.indicator_value(0))
    assert seen == [2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 10, 10, 10]


def test_grapes_and_stone_enter_late() -> None:
    """§5.5, example A4."""
    state = table.new()
    seen: dict[str, list[int]] = {"grapes": [], "stone": []}
    for number_of_round in range(2, 16):
        start_round(state, number_of_round)
        for name, values in seen.items():
            values.append(table.indicator(state, name))
    assert seen["grapes"] == [-1] * 6 + [0, 1, 2, 3, 4, 5, 6, 7], "round 8: 0, round 9: values[1] = 2, round 10: 3"
    assert seen["stone"] == [-1] * 11 + [0, 1, 2]
    ireland = table.new("three_long", "ireland")
    for number_of_round in range(2, 14):
        start_round(ireland, number_of_round)
    assert (table.indicator(ireland, "grapes"), table.indicator(ireland, "stone")) == (-1, 0)


def test_grapevine_before_grapes_enter() -> None:
    """§5.4, example A4: in round 7 the Grapevine can only use the joker."""
    state = table.new()
    state.round = 7
    table.employ(state, 0, "F14")
    assert table.offers(state) == ["grapes joker", "none"]


def test_first_productions() -> None:
    """§5.3, examples B2, B5: the used indicator goes to 0, the other one stays."""
    state = table.new()
    table.play(state, "place", "clay_mound@0", "brother", "clay")
    assert table.owns(state, 0)["clay"] == 3
    assert (table.indicator(state, "clay"), table.indicator(state, "joker")) == (0, 1)
    second = state.clone()
    table.play(state, "place", "clay_mound@1", "brother", "clay")
    assert table.owns(state, 1)["clay"] == 1
    table.play(second, "place", "clay_mound@1", "brother", "clay joker")
    assert table.owns(second, 1)["clay"] == 3
    assert table.indicator(second, "joker") == 0
    state = table.new()
    table.play(state, "place", "farmyard@0", "brother", "livestock joker")
    assert table.owns(state, 0)["livestock"] == 3
    assert [table.indicator(state, name) for name in ("joker", "grain", "livestock")] == [0, 1, 1]


def test_fell_trees() -> None:
    """§6.2, example B4."""
    state = table.new()
    table.play(state, "fell", "1,0", "wood")
    assert table.owns(state, 0)["wood"] == 3
    assert table.at(state, 0, 1, 0) == -1


def test_fell_trees_at_zero() -> None:
    """§5.6, example A6."""
    state = table.new()
    table.give(state, 0, "")
    table.turn_to(state, wood=0, joker=3)
    table.begin(state)
    joker = state.clone()
    table.play(state, "fell", "1,0", "wood")
    assert table.owns(state, 0) == {}
    assert table.at(state, 0, 1, 0) == -1
    assert table.indicator(state, "wood") == 0
    table.play(joker, "fell", "1,0", "joker")
    assert table.owns(joker, 0) == {"wood": 4}
    assert table.indicator(joker, "joker") == 0


def test_without_a_forest_there_is_nothing_to_fell() -> None:
    """§6.2, R3, example A7: ending the turn serves."""
    state = table.new()
    table.clear(state, 0, (1, 0), (2, 0), (1, 1))
    table.begin(state)
    assert "fell" not in table.offers(state)
    assert "end" in table.offers(state)
    wheel = state.wheel[:]
    table.play(state, "end")
    assert state.wheel == wheel


# Work contracts.


def contract(state: Estates) -> None:
    table.give(state, 0, "3 coins")
    table.give(state, 1, "")
    table.stand(state, 1, "", "farmyard@1", "")
    table.begin(state)
    table.play(state, "contract", "clay_mound@1")


def test_work_contract() -> None:
    """§6.1.2, §6.1.3, example A8: the owner chooses who works, the user takes the goods."""
    state = table.new()
    contract(state)
    assert state.waiting == [1], "the owner of the building is asked"
    assert table.asked(state) == "contract_clergyman"
    assert (table.money(state, 0), table.money(state, 1)) == (2, 1)
    table.play(state, "prior", "clay")
    assert state.clergy[3] == table.number(state, "clay_mound@1")
    assert table.owns(state, 0) == {"clay": 2, "coin": 2}
    assert table.owns(state, 1) == {"coin": 1}


def test_work_contract_with_lay_brothers_only_is_automatic() -> None:
    """§6.1.2, example A8."""
    state = table.new()
    table.give(state, 0, "3 coins")
    table.stand(state, 1, "farmyard@1")
    table.begin(state)
    table.play(state, "contract", "clay_mound@1")
    assert state.waiting == [0]
    assert table.asked(state) == "production"
    assert state.clergy[4] == table.number(state, "clay_mound@1")


def test_price_rises_with_the_winery() -> None:
    """§6.1.3, example A8: once anybody has built it, for everybody and for the rest of the game."""
    state = table.new()
    table.reach(state, "B")
    table.give(state, 2, "2 clay, 2 grain")
    table.begin(state, 2)
    table.play(state, "build", "f21", "3,0", "no")
    assert state.price == 2
    table.give(state, 2, "2 coins")
    table.stand(state, 0, "farmyard@0", "clay_mound@0")
    table.give(state, 0, "")
    table.begin(state, 2)
    table.play(state, "contract", "cloister_office@0")
    assert (table.money(state, 2), table.money(state, 0)) == (0, 2)
    ireland = table.new("three_long", "ireland")
    table.reach(ireland, "B")
    table.lay(ireland, 1, "I21", 3, 0)
    assert ireland.price == 2


def test_present_instead_of_coins() -> None:
    """§6.1.4, example A9: the tile goes to the supply, the owner gets nothing."""
    for variant, good in (("france", "wine"), ("ireland", "whiskey")):
        state = table.new("three_long", variant)
        table.give(state, 0, f"3 coins, 1 {good}")
        table.give(state, 1, "")
        table.stand(state, 1, "", "farmyard@1", "cloister_office@1")
        table.begin(state)
        table.play(state, "contract", "clay_mound@1", "present")
        assert table.owns(state, 0) == {"coin": 3}
        assert table.owns(state, 1) == {}


def test_present_alone_is_enough() -> None:
    """§6.1.6: without coins or a present the contract is not offered."""
    state = table.new()
    table.give(state, 0, "1 wine")
    table.begin(state)
    assert "contract" in table.offers(state)
    table.give(state, 0, "")
    table.begin(state)
    assert "contract" not in table.offers(state)


def test_contract_may_be_paid_for_nothing() -> None:
    """§6.1.5: the function need not be used."""
    state = table.new()
    contract(state)
    table.play(state, "brother", "none")
    assert table.owns(state, 0) == {"coin": 2}


# Building.


def test_prior_after_building() -> None:
    """§6.3.4, examples A10, B3."""
    state = table.new()
    table.play(state, "build", "g07", "3,0", "yes", "1x")
    assert table.owns(state, 0) == {"wood": 1, "grain": 1, "livestock": 1, "coin": 2, "peat_coal": 2}
    assert state.clergy[0] == table.number(state, "G07")


def test_lay_brothers_cannot_enter_a_new_building() -> None:
    """§6.3.4, example A10."""
    state = table.new()
    table.stand(state, 0, "farmyard@0")
    table.give(state, 0, "1 clay")
    table.begin(state)
    table.play(state, "build", "3,0")
    assert table.asked(state) == ""
    assert not state.occupied(table.number(state, "G07"))


def test_cloister_rule() -> None:
    """§6.3.2, example D1."""
    state = table.new()
    table.give(state, 0, "2 wood")
    table.begin(state)
    table.play(state, "build", "g02")
    assert table.at(state, 0, 3, 1) == table.number(state, "G02"), "(3, 1) was the only place"


def test_terrain() -> None:
    """§6.3.1, example D2."""
    state = table.new()
    table.give(state, 0, "3 wood, 2 clay")
    table.begin(state)
    table.play(state, "build")
    assert "f04" not in table.offers(state)
    table.buy(state, 0, "hills", 2)
    table.begin(state)
    table.play(state, "build", "f04")
    assert table.offers(state) == ["3,2", "4,2"]


def test_houseboat_quarry_and_castle_have_terrain_of_their_own() -> None:
    """§6.3.3."""
    state = table.new("three_long", "ireland")
    table.reach(state, "C")
    table.buy(state, 0, "coast", 0)
    table.buy(state, 0, "mountain", 0)
    table.give(state, 0, "7 wood, 5 stone, 5 coins")
    table.begin(state)
    table.play(state, "build")
    spaces: dict[str, list[str]] = {}
    for card in ("i11", "g22", "g28"):
        here = state.clone()
        table.play(here, card)
        spaces[card] = table.offers(here) if table.asked(here) == "building_space" else ["only one"]
    assert spaces["i11"] == ["-2,0", "-2,1"]
    assert spaces["g22"] == ["only one"]
    assert spaces["g28"] == ["5,0", "6,0", "5,1"]


def test_cost_with_straw_made_of_grain() -> None:
    """§9.1 R9: the Bakery costs 2 clay and 1 straw; a grain is turned over."""
    state = table.new()
    table.give(state, 0, "2 clay, 2 grain")
    table.begin(state)
    table.play(state, "build", "f05", "3,0", "no")
    assert table.owns(state, 0) == {"grain": 1}


# Land.


def test_one_landscape_a_turn() -> None:
    """§7.4, example A11."""
    state = table.new()
    table.give(state, 0, "20 coins")
    table.begin(state)
    table.play(state, "land", "district", "plains", "row 2")
    assert table.owns(state, 0) == {"coin": 18}
    assert "land" not in table.offers(state)
    state.agenda.clear()
    state.push(SettlementMenu(0, 1, True))
    state.settle()
    assert "land" in table.offers(state), "one more in a settlement phase of the same round"


def test_land_may_be_bought_after_the_main_action() -> None:
    """§7.1, §4.8."""
    state = table.new()
    table.play(state, "place", "cloister_office@0", "brother", "coin")
    assert table.asked(state) == "turn_menu"
    assert table.offers(state)[:2] == ["land", "end"]


def test_districts_go_above_or_below() -> None:
    """§7.5 R7, example D3."""
    state = table.new()
    assert state.grounds[0].district_rows() == [-1, 2]
    table.buy(state, 0, "coast", 0)
    table.buy(state, 0, "coast", 2)
    assert state.grounds[0].district_rows() == [-1, 2], "a plot reaching row 3 does not help"
    table.buy(state, 0, "plains", 2)
    assert state.grounds[0].district_rows() == [-1, 3]


def test_plots_touch_the_land() -> None:
    """§7.5, example D4."""
    state = table.new()
    assert state.grounds[0].plot_rows(0) == [-1, 0, 1]
    table.buy(state, 0, "coast", 0)
    assert state.grounds[0].plot_rows(0) == [-2, 2]
    assert state.grounds[0].plot_rows(1) == [-1, 0, 1], "the other side is free"
    table.buy(state, 0, "hills", -1)
    assert state.grounds[0].plot_rows(0) == [-2, 2]
    assert state.grounds[0].plot_rows(1) == [-2, -1, 0, 1]


def test_prices_of_land_rise() -> None:
    """§3.7, example D5."""
    state = table.new()
    assert (state.pile_price(0), state.pile_price(1)) == (2, 3)
    seen = []
    for taken in range(4):
        state.taken[0] = taken
        seen.append(state.pile_price(0))
    assert seen == [2, 3, 4, 4]
    solo = table.new("solo")
    assert (solo.pile_price(0), solo.pile_price(1)) == (8, 7)


def test_an_empty_pile_is_not_offered() -> None:
    """§7.4, R31: nine tiles a pile."""
    state = table.new()
    table.give(state, 0, "50 coins")
    state.taken = [9, 8]
    table.begin(state)
    table.play(state, "land")
    assert table.asked(state) == "landscape_side", "only plots are left, so there is no question which pile"
    state.taken = [9, 9]
    table.begin(state)
    assert "land" not in table.offers(state)


def test_district_sides_bring_forests_and_moors() -> None:
    """§7.5: moor, forest, forest, hillside, hillside; or forest, plains, plains, plains, hillside."""
    state = table.new()
    table.give(state, 0, "2 coins")
    table.begin(state)
    table.play(state, "land", "hills", "row -1")
    assert [table.at(state, 0, x, -1) for x in range(5)] == [-3, -2, -2, -1, -1]
    state = table.new()
    table.give(state, 0, "2 coins")
    table.begin(state)
    table.play(state, "land", "plains", "row 2")
    assert [table.at(state, 0, x, 2) for x in range(5)] == [-2, -1, -1, -1, -1]


def test_a_mountain_touches_the_two_hillsides_of_its_plot_only() -> None:
    """§7.6, example D6."""
    state = table.new()
    table.buy(state, 0, "mountain", 0)
    table.buy(state, 0, "mountain", 2)
    ground = state.grounds[0]

    def near(x: int, y: int) -> set[tuple[int, int]]:
        index = ground.at[(y + 40) * 9 + x + 2]
        return {(ground.places[other] % 9 - 2, ground.places[other] // 9 - 40) for other in ground.near[index]}

    assert near(6, 0) == {(5, 0), (5, 1)}
    assert near(6, 2) == {(5, 2), (5, 3)}
    assert near(5, 1) == {(5, 0), (4, 1), (5, 2), (6, 0)}
    assert near(5, 2) == {(5, 1), (5, 3), (6, 2)}
    assert near(4, 0) == {(3, 0), (4, 1), (5, 0)}


# Exchanges.


def test_exchanges_in_the_menu() -> None:
    """§7.2, §7.3, R54, example A2: grain to straw, wine to a coin, whiskey to two; never back."""
    state = table.new()
    table.give(state, 0, "3 grain, 2 wine, 1 straw, 1 coins")
    table.begin(state)
    assert [text for text in table.offers(state) if " to " in text] == [
        "1 grain to straw",
        "3 grain to straw",
        "1 wine to coin",
        "2 wine to coin",
    ]
    table.play(state, "1 grain to straw", "2 wine to coin", "1 grain to straw")
    assert table.owns(state, 0) == {"grain": 1, "straw": 3, "coin": 3}
    ireland = table.new("three_long", "ireland")
    table.give(ireland, 0, "1 whiskey")
    table.begin(ireland)
    table.play(ireland, "1 whiskey to coin")
    assert table.owns(ireland, 0) == {"coin": 2}


def test_the_turn_ends_by_itself_when_nothing_is_left_to_do() -> None:
    """§4.8 R32, R52: an exchange alone keeps no turn open, one that can pay for land does."""
    state = table.new()
    table.give(state, 0, "3 grain, 1 wine")
    table.begin(state)
    table.play(state, "fell", "1,0", "wood")
    assert table.asked(state) == "", "one coin for the wine does not buy a district"
    table.give(state, 0, "3 grain, 2 wine")
    table.begin(state)
    table.play(state, "fell", "2,0", "wood")
    assert table.offers(state) == ["end", "1 grain to straw", "3 grain to straw", "1 wine to coin", "2 wine to coin"]
    table.play(state, "2 wine to coin", "land", "hills", "row 2")
    assert table.asked(state) == ""


def test_the_same_coins_are_offered_for_any_mixture_of_tiles() -> None:
    """§9.2 R35: money is one amount."""
    state = table.new()
    table.give(state, 0, "6 coins")
    view_tiles = [(state.goods[0][5] // 5, state.goods[0][5] % 5)]
    assert view_tiles == [(1, 1)]
    table.employ(state, 0, "G02")
    assert table.asked(state) == "", "coin and five-coin tile are only two kinds"


# Rounds.


def turns(state: Estates, rounds: int) -> list[list[int]]:
    """Note whose turn menus come in each round, with everybody passing at once."""
    seen: list[list[int]] = []
    while not state.over and state.round <= rounds:
        while len(seen) < state.round:
            seen.append([])
        if table.asked(state) in ("turn_menu", "bonus_menu"):
            seen[state.round - 1].append(state.waiting[0])
        elif table.asked(state) == "settlement_menu":
            seen[state.round - 1].append(10 + state.waiting[0])
        table.play(state, "end")
    return seen[:rounds]


def phases(seen: list[list[int]]) -> list[int]:
    """Return the rounds with a settlement phase."""
    return [at for at, order in enumerate(seen, 1) if max(order, default=0) >= 10]


def rich(state: Estates) -> Estates:
    """Give everybody food and fuel, so that no menu is skipped."""
    for seat in range(state.seats):
        table.give(state, seat, "9 meat, 9 peat, 5 coins")
    state.settle()
    return state


def test_order_of_turns_with_three() -> None:
    """§4.5, §4.6, §13, example B6; 10 + seat is a part in a settlement phase."""
    seen = turns(rich(table.new()), 25)
    assert seen[:3] == [[0, 1, 2, 0], [1, 2, 0, 1], [2, 0, 1, 2]]
    assert seen[5] == [12, 10, 11, 2, 0, 1, 2]
    assert seen[24] == [0, 1, 2, 10, 11, 12]
    assert phases(seen) == [6, 11, 15, 20, 25]
    assert sum(seat < 10 for order in seen for seat in order) == 99, "24 × 4 + 3 (§21.10)"


def test_order_of_turns_with_four() -> None:
    """§4.4, §4.5, §21.10."""
    seen = turns(rich(table.new("four_long")), 25)
    assert seen[0] == [0, 1, 2, 3, 0]
    assert phases(seen) == [7, 10, 16, 19, 25]
    assert sum(seat < 10 for order in seen for seat in order) == 124


def test_phase_1() -> None:
    """§4.2, example A12: all three or none."""
    state = table.new()
    table.stand(state, 0, "farmyard@0", "clay_mound@0", "cloister_office@0")
    table.stand(state, 1, "farmyard@1", "clay_mound@1")
    start_round(state, 2)
    assert state.clergy[:3] == [-1, -1, -1]
    assert state.clergy[3] == table.number(state, "farmyard@1")


def test_passing() -> None:
    """§4.8 R3, R32."""
    state = table.new()
    before = table.owns(state, 0)
    table.play(state, "end")
    assert table.owns(state, 0) == before
    assert state.waiting == [1]


# Settlement phases.


def test_settlement_cards_and_buildings_come_after_the_phase() -> None:
    """§8.4: the Artist's Colony is in hand after phase A, not in it."""
    state = rich(table.new())
    start_round(state, 6)
    assert table.asked(state) == "settlement_menu"
    assert state.hand(0) == [0, 1, 2, 3]
    table.play(state, "end", "end", "end")
    assert table.asked(state) == "turn_menu"
    assert state.hand(0) == [0, 1, 2, 3, 4]
    assert table.number(state, "F14") in state.display
    assert state.stage == 1


def test_land_before_the_settlement() -> None:
    """§8.2 R8: building the settlement ends the part; land alone may be bought too."""
    state = table.new()
    table.settle_down(state, 0, "9 coins, 1 wood")
    table.play(state, "land", "district", "plains", "row 2", "settle", "s1", "3,0")
    assert table.asked(state) == ""
    assert table.owns(state, 0) == {"coin": 6}, "2 for the district, 1 as food"
    state = table.new()
    table.settle_down(state, 0, "9 coins, 1 wood")
    table.play(state, "land", "district", "plains", "row 2", "end")
    assert table.asked(state) == ""


COSTS = [
    ("S1", "1 grain, 1 wood", "E1"),
    ("S1", "1 meat, 1 peat_coal", "E1: nothing back"),
    ("S2", "3 grain, 3 wood", "§12"),
    ("S3", "1 meat, 1 livestock", "E5: no energy at all"),
    ("S4", "1 meat, 1 bread, 1 peat_coal", "§12, coast only"),
    ("S5", "1 meat, 2 straw", "E2"),
    ("S6", "1 meat, 2 peat_coal", "§12"),
    ("S7", "3 meat, 3 peat_coal", "E3"),
    ("S7", "5 bread, 4 peat, 1 wood", "E3"),
    ("S8", "6 meat, 1 peat_coal", "E4, hillside only"),
]


@pytest.mark.parametrize(("card", "goods", "why"), COSTS)
def test_settlement_costs(card: str, goods: str, why: str) -> None:
    """§8.3, §12: each settlement with an exact payment, of which nothing is left."""
    state = table.new()
    table.reach(state, "D")
    table.buy(state, 0, "coast", 0)
    table.buy(state, 0, "hills", 2)
    table.settle_down(state, 0, goods)
    table.play(state, "settle")
    if table.asked(state) == "settlement_card":
        table.play(state, card.lower())
    terrain = {offer: state.grounds[0].terrain[state.grounds[0].at[_place(offer)]] for offer in table.offers(state)}
    allowed = {"S4": {2}, "S8": {1}}.get(card, {0, 1, 2})
    assert set(terrain.values()) == allowed
    table.play(state, table.offers(state)[0])
    assert table.asked(state) == ""
    assert table.owns(state, 0) == {}
    assert state.settlements_of(0) == [int(card[1:]) - 1]


def _place(text: str) -> int:
    x, y = (int(part) for part in text.split(","))
    return (y + 40) * 9 + x + 2


# The bonus round.


def test_bonus_round() -> None:
    """§13.1, §13.2, R22, example A13: priors come back, lay brothers stay; any building, even an occupied one."""
    state = table.new()
    table.reach(state, "D")
    table.lay(state, 0, "F24", 3, 1)
    table.stand(state, 0, "clay_mound@0", "F24", "farmyard@0")
    table.stand(state, 2, "clay_mound@2")
    table.give(state, 2, "1 bread, 1 wine")
    start_round(state, 25)
    assert state.clergy[0] == -1, "the prior is back"
    assert state.clergy[1] == table.number(state, "F24"), "the lay brother stays"
    assert "fell" not in table.offers(state)
    table.play(state, "end", "end")
    assert state.waiting == [2]
    table.play(state, "enter", "f24", "1x")
    assert state.clergy[6] == table.number(state, "F24")
    assert table.owns(state, 2) == {"reliquary": 1}


def test_bonus_round_building_with_the_prior() -> None:
    """§13.2, example A13."""
    state = table.new()
    table.stand(state, 0, "clay_mound@0")
    table.give(state, 0, "1 clay, 1 peat")
    start_round(state, 25)
    table.play(state, "build", "3,0", "yes", "1x")
    assert table.owns(state, 0) == {"peat_coal": 2, "coin": 1}
    assert state.waiting == [1]
    assert table.asked(state) == "bonus_menu", "nobody gets a second main action"


def test_the_game_ends_after_phase_e() -> None:
    """§13.3: phase E brings nothing new."""
    state = rich(table.new())
    state.stage = 4
    start_round(state, 25)
    table.play(state, "end", "end", "end")
    assert table.asked(state) == "settlement_menu"
    table.play(state, "end", "end", "end")
    assert state.over
