"""What differs in the short games, with two players and alone (§15 to §18)."""

import pytest

from cuvee.games.ora_et_labora.decisions.menus import TurnMenu
from cuvee.games.ora_et_labora.flow import SettlementPhase, StartRound
from cuvee.games.ora_et_labora.scoring import places, score_sheet
from cuvee.games.ora_et_labora.state.table import Estates
from tests.games.ora_et_labora import table
from tests.games.ora_et_labora.test_turns import phases, rich, start_round, turns


def test_all_fourteen_combinations() -> None:
    """§1.2: two variants of seven modes."""
    modes = table.GAME.modes()
    assert len(modes) == 14
    assert len({(seats, tuple(sorted(options.items()))) for seats, options in modes}) == 14
    assert table.GAME.read_options(2, {}) == {"variant": "france", "length": "standard"}
    assert table.GAME.read_options(3, {}) == table.GAME.read_options(4, {}) == {"variant": "france", "length": "long"}
    assert table.GAME.read_options(1, {}) == {"variant": "france"}


# Short games (§15).


def test_short_game_start() -> None:
    """§15.3, §15.4, example G1."""
    state = table.new("three_short")
    expected = {"clay": 1, "wood": 1, "peat": 1, "livestock": 2, "grain": 2, "coin": 1}
    assert [table.owns(state, seat) for seat in range(3)] == [expected] * 3
    assert (table.at(state, 0, 0, 0), table.at(state, 0, 1, 0)) == (-1, -1)
    assert state.clergy[:3] == [-1, -1, -2], "one prior, one lay brother"


ROUND_GOODS = [
    {"livestock": 1, "grain": 1},
    {"clay": 1, "grain": 1},
    {"wood": 1, "grain": 1},
    {"stone": 1, "grain": 1},
    {"stone": 1, "peat": 1},
    {"stone": 1, "clay": 1},
    {"stone": 1, "wood": 1},
    {"stone": 1, "coin": 5},
    {"stone": 1, "meat": 1},
    {"book": 1, "grain": 1},
    {"ceramic": 1, "clay": 1},
    {"ornament": 1, "wood": 1},
    {},
]


@pytest.mark.parametrize("length", ["three_short", "four_short"])
def test_goods_of_each_round(length: str) -> None:
    """§15.4: two goods a round, none in the bonus round."""
    state = table.new(length)
    for round_number, goods in enumerate(ROUND_GOODS, 1):
        for seat in range(state.seats):
            table.give(state, seat, "")
        start_round(state, round_number)
        assert [table.owns(state, seat) for seat in range(state.seats)] == [goods] * state.seats


def test_goods_come_before_the_settlement_phase() -> None:
    """§15.4 R24: round 3 brings wood and grain, enough for Shanty Town in phase A."""
    state = table.new("three_short")
    for seat in range(3):
        table.give(state, seat, "")
    start_round(state, 3)
    assert table.asked(state) == "settlement_menu"
    assert "settle" in table.offers(state)


def test_bonus_production() -> None:
    """§15.5, example G2."""
    state = table.new("three_short")
    table.play(state, "place", "clay_mound@0", "brother", "clay")
    assert [table.owns(state, seat)["clay"] for seat in range(3)] == [1 + 2 + 1, 2, 2]


def test_bonus_production_at_zero() -> None:
    """§15.5 R25, example G3."""
    state = table.new("four_short")
    for seat in range(4):
        table.give(state, seat, "")
    table.turn_to(state, joker=0)
    state.round = 3
    table.begin(state, 1)
    table.play(state, "fell", "2,0", "joker")
    assert [table.owns(state, seat) for seat in range(4)] == [{"wood": 1}] * 4


def test_declined_production_gives_no_bonus() -> None:
    """§15.5 R44."""
    state = table.new("three_short")
    for seat in range(3):
        table.give(state, seat, "")
    table.employ(state, 0, "clay_mound@0")
    table.play(state, "none")
    assert [table.owns(state, seat) for seat in range(3)] == [{}] * 3


def test_bonus_production_of_the_calefactory() -> None:
    """§15.5, example G9c."""
    state = table.new("four_short")
    table.reach(state, "C")
    for seat in range(4):
        table.give(state, seat, "1 coins" if seat == 2 else "")
    table.turn_to(state, wood=2, peat=0)
    table.employ(state, 2, "F32")
    table.play(state, "1x", "fell", "2,0", "wood", "cut", "peat")
    assert table.owns(state, 2) == {"wood": 4, "peat": 1}
    assert table.owns(state, 0) == {"wood": 1, "peat": 1}


def test_bonus_production_of_the_shipping_company() -> None:
    """§15.5: Shipping Company and Cooperage produce with the wheel too."""
    state = table.new("three_short")
    table.give(state, 0, "1 peat_coal")
    table.give(state, 1, "")
    table.turn_to(state, joker=1)
    table.employ(state, 0, "F33")
    table.play(state, "meat")
    assert table.owns(state, 0) == {"meat": 3}
    assert table.owns(state, 1) == {"meat": 1}


def test_two_clergymen_return() -> None:
    """§15.3, example G4."""
    state = table.new("three_short")
    table.stand(state, 0, "farmyard@0", "clay_mound@0")
    start_round(state, 2)
    assert state.clergy[:3] == [-1, -1, -2]


def test_order_of_the_short_games() -> None:
    """§15.1, §21.10: 12 rounds and the bonus round; phases in 3, 5, 7, 9 and 13; 51 and 64 main actions."""
    for mode, actions in (("three_short", 51), ("four_short", 64)):
        seen = turns(rich(table.new(mode)), 13)
        assert phases(seen) == [3, 5, 7, 9, 13]
        assert sum(seat < 10 for order in seen for seat in order) == actions


def test_grapes_and_stone_in_the_short_games() -> None:
    """§15.1: rounds 4 and 6."""
    state = table.new("three_short")
    for round_number, grapes, stone in ((3, -1, -1), (4, 0, -1), (5, 1, -1), (6, 2, 0)):
        start_round(state, round_number)
        assert (table.indicator(state, "grapes"), table.indicator(state, "stone")) == (grapes, stone)


# Two players, standard (§16).


def end_of_round(state: Estates, number_of_round: int, seat: int, left: int, action: str) -> None:
    """Play a round in which a seat has two actions and this many cards are left in the display afterwards."""
    table.reach(state, "D")
    state.display = state.display[:left]
    state.agenda.clear()
    state.push(StartRound(number_of_round, False))
    state.settle()
    assert state.waiting == [seat]
    while state.round == number_of_round and state.waiting:
        table.play(state, action)


def test_two_standard_order() -> None:
    """§16.2, §16.3, example B6: rounds alternate, two actions in one turn; phases in 7, 14, 21, 28."""
    seen = turns(rich(table.new("two_standard")), 30)
    assert seen[:3] == [[0], [1], [0]]
    assert seen[6] == [10, 11, 0]
    assert phases(seen) == [7, 14, 21, 28]
    state = table.new("two_standard")
    table.play(state, "fell", "1,0", "wood", "fell", "2,0", "wood")
    assert table.owns(state, 0)["wood"] == 2, "the same action twice; the second time the indicator shows 0"
    assert state.waiting == [1]


def test_two_standard_end() -> None:
    """§16.4, example G5: one card left at the end of a round, and the other has one last action."""
    state = table.new("two_standard")
    end_of_round(state, 30, 1, 1, "end")
    assert state.round == 31
    assert state.waiting == [0]
    decision = state.decision()
    assert type(decision) is TurnMenu
    assert decision.actions == 1
    table.play(state, "end")
    assert state.over


def test_two_standard_goes_on_with_two_cards_left() -> None:
    """§16.4: at most one."""
    state = table.new("two_standard")
    end_of_round(state, 30, 1, 2, "end")
    decision = state.decision()
    assert type(decision) is TurnMenu
    assert decision.actions == 2


def test_two_standard_needs_the_d_cards() -> None:
    """§16.4: before the D cards are in play an empty display ends nothing."""
    state = table.new("two_standard")
    table.reach(state, "C")
    state.display = []
    start_round(state, 22)
    table.play(state, "end")
    decision = state.decision()
    assert type(decision) is TurnMenu
    assert decision.actions == 2


def test_two_players_stop_after_round_80() -> None:
    """§16.5 R26, example G9d."""
    for mode in ("two_standard", "two_long"):
        state = table.new(mode)
        table.reach(state, "D")
        start_round(state, 80)
        while not state.over:
            table.play(state, "end")
        assert state.round == 80
    seen = turns(table.new("two_standard"), 81)
    assert len(seen) == 80
    assert [sum(order.count(seat) for order in seen) for seat in (0, 1)] == [40, 40], "40 turns of two actions each"


def test_grapes_and_stone_with_two() -> None:
    """§16.3, §17.3: rounds 11 and 18."""
    for mode in ("two_standard", "two_long"):
        state = table.new(mode)
        start_round(state, 10)
        assert table.indicator(state, "grapes") == -1
        start_round(state, 11)
        assert table.indicator(state, "grapes") == 0
        start_round(state, 18)
        assert table.indicator(state, "stone") == 0


def test_one_landscape_for_both_actions() -> None:
    """§7.4 R6: the two actions of a round are one turn."""
    state = table.new("two_standard")
    table.give(state, 0, "20 coins")
    table.begin(state, 0, 2)
    table.play(state, "land", "district", "hills", "row 2", "fell", "1,0", "wood")
    assert "land" not in table.offers(state)


# Two players, long (§17).


def test_two_long_order() -> None:
    """§17.2, §17.3, example B6."""
    seen = turns(rich(table.new("two_long")), 30)
    assert seen[:3] == [[0, 1], [1, 0], [0, 1]]
    assert seen[6] == [10, 11, 0, 1]
    assert seen[13] == [11, 10, 1, 0]
    state = table.new("two_long")
    table.play(state, "fell", "1,0", "wood")
    assert state.waiting == [0], "the start player has two actions"
    table.play(state, "fell", "2,0", "wood")
    assert state.waiting == [1]
    table.play(state, "fell", "2,0", "joker")
    assert state.round == 2
    assert state.waiting == [1]


def test_two_long_end() -> None:
    """§17.4, example G6: three cards left after the two actions of the start player."""
    state = table.new("two_long")
    table.reach(state, "D")
    state.display = state.display[:3]
    start_round(state, 31)
    table.play(state, "end")
    assert state.waiting == [1]
    table.play(state, "end")
    assert state.over


def test_two_long_checks_only_between_the_turns() -> None:
    """§17.4 R27, example G6: the single action at the end of round 30 brings it from 4 to 3, and play goes on."""
    state = table.new("two_long")
    table.reach(state, "D")
    state.display = [table.number(state, "G07"), *state.display[-3:]]
    start_round(state, 30)
    assert state.waiting == [1]
    table.play(state, "end")
    table.give(state, 0, "1 clay")
    state.settle()
    table.play(state, "build", "3,0", "no")
    while state.round == 30:
        table.play(state, "end")
    assert len(state.display) == 3
    assert (state.round, state.waiting) == (31, [0])
    table.play(state, "end")
    assert state.waiting == [1]
    table.play(state, "end")
    assert state.over


# Solo (§18).


def test_solo_start() -> None:
    """§18.2, §18.3."""
    state = table.new("solo")
    assert table.owns(state, 0) == {}
    assert [table.at(state, 1, x, y) for y in (0, 1) for x in range(5)] == [
        table.number(state, "G13"),
        -1,
        -1,
        -1,
        table.number(state, "clay_mound@1"),
        -1,
        -1,
        table.number(state, "farmyard@1"),
        -1,
        table.number(state, "cloister_office@1"),
    ]
    assert table.number(state, "G13") not in state.display
    assert len(state.clergy) == 6
    assert (state.pile_price(0), state.pile_price(1)) == (8, 7)


def test_solo_indicators_fall_off() -> None:
    """§5.2, §18.5, examples A3, G7."""
    state = table.new("solo")
    for round_number in range(2, 13):
        start_round(state, round_number)
    assert state.indicator_value(0) == 10
    table.turn_to(state, joker=3)
    start_round(state, 13)
    assert table.indicator(state, "clay") == -1
    table.employ(state, 0, "clay_mound@0")
    assert table.offers(state) == ["clay joker", "none"]
    table.turn_to(state, joker=-1)
    table.employ(state, 0, "clay_mound@0")
    assert table.asked(state) == "", "with neither indicator nothing is produced"


def test_solo_fell_trees_without_indicators_just_clears() -> None:
    """§18.5."""
    state = table.new("solo")
    table.turn_to(state, wood=-1, joker=-1)
    table.begin(state)
    table.play(state, "fell", "1,0")
    assert table.asked(state) == ""
    assert table.owns(state, 0) == {}
    assert table.at(state, 0, 1, 0) == -1


def test_solo_grapes_and_stone_never_enter() -> None:
    """§18.2: use the joker."""
    state = table.new("solo")
    for round_number in range(2, 33):
        start_round(state, round_number)
        assert (table.indicator(state, "grapes"), table.indicator(state, "stone")) == (-1, -1)


def test_solo_contract() -> None:
    """§18.6: paid to the supply, you choose the neutral clergyman."""
    state = table.new("solo")
    table.give(state, 0, "3 coins")
    table.begin(state)
    table.play(state, "contract", "g13")
    assert state.waiting == [0]
    assert table.asked(state) == "contract_clergyman"
    table.play(state, "brother", "1x")
    assert table.owns(state, 0) == {"wood": 2, "clay": 2, "stone": 1, "straw": 1}
    assert state.clergy[3:] == [-1, table.number(state, "G13"), -1]


def neutral_phase(state: Estates, *cards: str) -> None:
    """Begin a settlement phase with these cards left in the display."""
    state.display = sorted(table.number(state, card) for card in cards)
    state.agenda.clear()
    state.push(SettlementPhase())
    state.settle()


def test_solo_neutral_player_builds_everything() -> None:
    """§18.7, example G8."""
    state = table.new("solo")
    state.round = 12
    table.give(state, 0, "1 coins")
    neutral_phase(state, "G02", "F08", "G12")
    assert table.asked(state) == "neutral_card"
    table.play(state, "g02", "3,1", "f08", "1,0")
    assert table.asked(state) == "neutral_space", "the last card is not asked for"
    table.play(state, "2,0")
    assert state.display == []
    assert table.asked(state) == "neutral_contract"
    assert table.offers(state) == ["g02", "f08", "g12", "none"]
    table.play(state, "f08")
    assert table.owns(state, 0) == {}, "one coin to the supply"
    assert state.clergy[3] == table.number(state, "F08")
    assert state.stage == 1, "then the new cards come"


def test_solo_cloister_card_covers_the_printed_office() -> None:
    """§18.7 R46, example G9: with (3, 1) taken the only place is over the Cloister Office."""
    state = table.new("solo")
    neutral_phase(state, "G02", "F08")
    table.play(state, "f08", "3,1")
    assert table.at(state, 1, 4, 1) == table.number(state, "G02")
    assert state.owner_of(table.number(state, "cloister_office@1")) == -1, "a covered building no longer exists"


def test_solo_covering_keeps_the_clergyman() -> None:
    """§18.7: a clergyman standing there stays on the new card, which is then occupied."""
    state = table.new("solo")
    table.give(state, 0, "5 coins")
    table.stand(state, 1, "", "clay_mound@1")
    neutral_phase(state, "F08", "G12")
    table.play(state, "f08", "4,0", "1,0")
    assert state.clergy[4] == table.number(state, "F08")
    assert table.offers(state) == ["g12", "none"]


def test_solo_cards_cover_only_their_own_sort() -> None:
    """§18.7, R28: cloister over cloister, others over others, and free spaces."""
    state = table.new("solo")
    neutral_phase(state, "G02", "F08")
    choice = state.clone()
    table.play(state, "g02")
    assert table.offers(state) == ["3,1", "4,1"]
    table.play(choice, "f08")
    assert table.offers(choice) == ["0,0", "1,0", "2,0", "3,0", "4,0", "0,1", "1,1", "2,1", "3,1"]


def test_solo_contract_needs_the_neutral_prior() -> None:
    """§18.7 R47: a lay brother cannot replace it; (c) all placed clergymen come back."""
    state = table.new("solo")
    table.give(state, 0, "5 coins, 1 wood")
    table.stand(state, 1, "clay_mound@1", "farmyard@1", "cloister_office@1")
    neutral_phase(state, "F08")
    table.play(state, "1,0")
    assert table.asked(state) == "settlement_menu"
    assert state.clergy[3:] == [-1, -1, -1]


def test_solo_price_rises_at_once() -> None:
    """§18.6, §18.7, example G9b."""
    state = table.new("solo")
    table.reach(state, "B")
    table.give(state, 0, "3 coins")
    neutral_phase(state, "F21")
    table.play(state, "1,0", "f21")
    assert table.money(state, 0) == 1
    assert state.price == 2


def test_solo_rounds_and_phases() -> None:
    """§18.4, §18.7, §18.8: phases in 12, 16, 22, 26 before the actions, in 32 after them."""
    state = table.new("solo")
    seen: list[tuple[int, str]] = []
    while not state.over:
        kind = table.asked(state)
        if kind in ("turn_menu", "settlement_menu", "neutral_card", "neutral_space") and (state.round, kind) not in seen:
            seen.append((state.round, kind))
        table.give(state, 0, "1 grain, 1 wood, 9 coins")
        table.play(state, table.offers(state)[0] if kind.startswith("neutral") else "end")
    builds = [number_of_round for number_of_round, kind in seen if kind == "neutral_card"]
    assert builds == [12, 16, 22, 26, 32]
    last = [kind for number_of_round, kind in seen if number_of_round == 32]
    assert last[0] == "turn_menu", "in round 32 the actions come first (R30)"
    assert [kind for number_of_round, kind in seen if number_of_round == 26][-1] == "turn_menu"
    assert state.round == 32


def test_solo_aim() -> None:
    """§18.1 R48: 500 points or more is a win."""
    state = table.new("solo")
    table.give(state, 0, "16 wonder, 4 reliquary")
    assert score_sheet(state).totals == [512]
    assert places(state) == [1]
    assert score_sheet(state).titles == ["Won: reached 500 points"]
    table.give(state, 0, "8 wonder")
    assert score_sheet(state).titles == ["Lost: 260 points short of 500"]


def test_solo_neutral_landscape_counts_for_chains() -> None:
    """§18.3: the Priory may use a building under the neutral prior."""
    state = table.new("solo")
    table.give(state, 0, "2 coins")
    table.lay(state, 0, "G01", 3, 1)
    table.stand(state, 0, "", "G01")
    table.stand(state, 1, "G13")
    table.employ(state, 0, "G01")
    table.play(state, "g13", "1x")
    assert table.owns(state, 0)["clay"] == 2


def test_solo_forests_of_the_neutral_player() -> None:
    """§18.3: the neutral heartland has none, and its landscape never grows."""
    state = table.new("solo")
    assert state.count(1, -2) + state.count(1, -3) == 0
    table.buy(state, 0, "hills", 2)
    table.clear(state, 0, (3, 0))
    assert len(state.cards[1]) == 10
