"""The worked examples C1 to C37, made for these rules: position, action, exact result."""

import pytest

from cuvee.games.vinhos.decisions.abilities import RetrieveBarrel
from cuvee.games.vinhos.decisions.buying import BuyVineyard
from cuvee.games.vinhos.decisions.production import StaffKeep
from cuvee.games.vinhos.decisions.reserve import MarkOption
from cuvee.games.vinhos.decisions.setup import FirstRegion, FirstTile
from cuvee.games.vinhos.decisions.trading import TradeWine
from cuvee.games.vinhos.decisions.turn import Destination
from cuvee.games.vinhos.flow.fair import LateRelease, NewOrder
from cuvee.games.vinhos.flow.lacerda import LacerdaBuys
from cuvee.games.vinhos.flow.year import Books, Penalty, Revise, raise_features
from cuvee.games.vinhos.pieces.vocabulary import EXPORT as EXPORT_AREA
from cuvee.games.vinhos.pieces.vocabulary import MOST
from cuvee.games.vinhos.pieces.vocabulary import SALES as SALES_AREA
from cuvee.games.vinhos.scoring import investment_vp, majority_vp, money_vp, multiplier_vp, multipliers_vp
from cuvee.games.vinhos.state.codes import ENOLOGISTS, NONE, PRESSES, VINES
from cuvee.games.vinhos.state.table import Table
from tests.games.vinhos.table import (
    CARD,
    EXPERT,
    EXPORT,
    MULTIPLIER,
    OPTION,
    PIECES,
    REGION,
    SALES,
    SPACE,
    TILE,
    VINEYARD,
    VINTAGE,
    ask,
    blank,
    estate,
    fresh,
    give_expert,
    give_multiplier,
    give_tile,
    kind,
    refused,
    say,
    ship,
    texts,
    top,
    turn,
    wines,
)


def test_c1_press_release() -> None:
    """§8.9: 9 + 3 + 3 + 2 = 17 Fair Points, two barrels."""
    state = blank()
    state.barrels[0] = 0
    estate(state, 0, "alentejo", "white", cellar=1, wines=(0, 4))
    state.cubes[REGION["alentejo"]] = 3
    give_expert(state, 0, "we_appearance_bagos", down=True)
    give_expert(state, 0, "we_taste_renown", "we_taste_barrel")
    state.marker[0] = SPACE["wineries"]
    turn(state)
    say(state, 0, "none", "go press_release", "wine 1.2", "cubes 2", "booth 4")
    say(state, 0, "discard we_appearance_bagos", "discard we_taste_renown", "anabela", "carolina")
    assert state.fair_points[0] == 17
    assert state.cubes[REGION["alentejo"]] == 1
    assert state.magnate_barrels[:3] == [1, 2, 1]
    assert state.barrels[0] == 2
    assert wines(state, 0, 0) == [0, 0, 0, 0]
    assert [tile for tile, owner in enumerate(state.experts) if owner >= 0] == [EXPERT["we_taste_barrel"]]
    assert state.released[0]
    estate(state, 0, "dao", wines=(3, 0))
    state.marker[0] = SPACE["wineries"]
    ask(state, Destination(0, False, False, 0))
    say(state, 0, "go press_release")
    assert not state.waiting


def test_c2_and_c3_discount_expert() -> None:
    """§10.6: pays 3 + 4 = 7; only Vineyards spaces are legal."""
    state = blank()
    state.year = 2
    give_expert(state, 0, "we_aroma_discount")
    top(state, "vy_dao_red_1", "vy_alentejo_white_2")
    turn(state)
    say(state, 0, "use we_aroma_discount")
    assert texts(state) == ["go vineyards_a", "go vineyards_b"]
    assert "obliges you to choose a Vineyards space (§7.4)" in refused(state, 0, "go wineries")
    say(state, 0, "go vineyards_b", "dao new", "taste", "alentejo new")
    assert state.money[0] == 20 - 7
    assert not state.waiting, "a tile was used: no window after it (§7.4)"


def test_c4_one_tile_per_turn() -> None:
    """§7.4: who used an Expert before cannot use a tile after."""
    state = blank()
    give_expert(state, 0, "we_taste_bagos")
    give_tile(state, 0, "ma_fair_points_1")
    turn(state)
    say(state, 0, "use we_taste_bagos", "go wine_experts", "taste", "stop")
    assert not state.waiting
    assert state.fair_points[0] == 0


def test_c5_winery_placement() -> None:
    """§8.2: C then B; with two vineyards one winery only."""
    state = blank()
    first = estate(state, 0, "dao")
    second = estate(state, 0, "lisboa", vines=2)
    assert state.winery_estates(0) == [first, second]
    state.land[state.at(0, second) + PRESSES] = 1
    assert state.winery_estates(0) == [first]
    state.land[state.at(0, first) + PRESSES] = 2
    assert state.winery_estates(0) == []


def test_c6_cellar_over_wine() -> None:
    """§4.5: [4, 6] → [4, 6, –, –] with values 4 and 7."""
    state = blank()
    estate(state, 0, "dao", wines=(4, 6))
    turn(state)
    say(state, 0, "go cellars")
    assert wines(state, 0, 0) == [4, 6, 0, 0]
    assert [state.base_value(0, wine) for wine in (0, 1)] == [4, 7]
    assert state.money[0] == 17


def test_c7_hiring_without_a_place() -> None:
    """§8.3: every place taken: staff is no legal destination."""
    state = blank()
    estate(state, 0, "dao", farmers=1, wineries=1, enologists=1)
    turn(state)
    assert "go staff" not in texts(state)
    assert "No place is free for staff" in refused(state, 0, "go staff")


def test_c8_order_revision() -> None:
    """§6.3: B and D stand on the centre → B, D, A, C."""
    state = blank()
    state.marker = [SPACE["sales"], PIECES.centre, SPACE["staff"], PIECES.centre]
    ask(state, Revise())
    assert state.order == [1, 3, 0, 2]


@pytest.mark.parametrize(("slot", "vp", "cubes"), [("united_states_2", 10, 0), ("germany_3", 8, 1)])
def test_c9_export(slot: str, vp: int, cubes: int) -> None:
    """§8.8: value 10 and a cube reach 11; on 9 no cube is used."""
    state = blank()
    estate(state, 0, "dao", "white", cellar=1, wines=(0, 0, 7))
    state.cubes[REGION["dao"]] = 1
    ask(state, TradeWine(0, EXPORT_AREA, False, 0))
    say(state, 0, slot)
    assert state.trade_vp[0] == vp
    assert state.cubes[REGION["dao"]] == cubes
    assert state.export[EXPORT[slot]] == 0


def majorities() -> Table:
    state = blank(3)
    state.barrels = [8, 8, 8]
    ship(state, 0, "angola_1", "angola_2", "germany_1", "united_kingdom_1")
    ship(state, 1, "angola_3", "angola_4", "united_kingdom_2")
    ship(state, 2, "united_kingdom_3")
    return state


def test_c10_export_majorities() -> None:
    """§13.3: Angola 2 each, Germany 6 for A, United Kingdom 2 each."""
    state = majorities()
    assert [majority_vp(state, seat) for seat in range(3)] == [2 + 6 + 2, 2 + 2, 2]


def test_c11_multipliers() -> None:
    """§11.2: 8, 9, 5, 16; without a barrel 0."""
    state = majorities()
    give_multiplier(state, 0, "mm_export_majority")
    assert multiplier_vp(state, 0, PIECES.multipliers[MULTIPLIER["mm_export_majority"]]) == 8
    for region in ("dao", "lisboa", "minho"):
        estate(state, 0, region, cellar=1, wines=(1, 1, 1))
    give_multiplier(state, 0, "mm_cellar_high")
    assert multiplier_vp(state, 0, PIECES.multipliers[MULTIPLIER["mm_cellar_high"]]) == 9
    give_multiplier(state, 0, "mm_magnate_tile_low")
    give_tile(state, 0, "ma_sales_1")
    give_tile(state, 0, "ma_export_1")
    assert multiplier_vp(state, 0, PIECES.multipliers[MULTIPLIER["mm_magnate_tile_low"]]) == 5
    assert multiplier_vp(state, 0, PIECES.multipliers[MULTIPLIER["mm_wine_high"]]) == 16
    assert multipliers_vp(state, 0) == 8 + 9 + 5
    state.multipliers[MULTIPLIER["mm_cellar_high"]] = 0
    assert multipliers_vp(state, 0) == 8 + 5


def test_c12_money_tile() -> None:
    """§13.4: 16 Bagos with the tile: 18 VP instead of 12."""
    state = blank()
    state.money[0] = 16
    assert money_vp(state, 0) == 12
    give_multiplier(state, 0, "mm_money")
    assert money_vp(state, 0) == 18
    assert multipliers_vp(state, 0) == 0, "it replaces the table of the board, it does not add to it"


def test_c13_retrieving_from_export() -> None:
    """§14.13: the majority is lost, the VP scored are kept."""
    state = blank()
    ship(state, 0, "germany_1")
    state.trade_vp[0] = 4
    ask(state, RetrieveBarrel(0, [0, 1, 2]))
    assert state.export[EXPORT["germany_1"]] == NONE
    assert (state.trade_vp[0], majority_vp(state, 0), state.barrels[0]) == (4, 0, 2)


def test_c14_no_wine_at_the_fair() -> None:
    """§12.1: booth 2 without wine: nothing but the place in the order."""
    state = blank(2)
    state.year = 3
    ask(state, LateRelease(0))
    assert kind(state) == "release_booth"
    say(state, 0, "booth 2")
    assert not state.waiting
    assert (state.fair_points[0], state.count_owned(state.experts, 0), state.barrels[0]) == (0, 0, 2)
    assert state.booths[1] == 0


def test_c15_free_movement() -> None:
    """§10.2: a taxed space far away with two players on it: nothing is paid."""
    state = blank(3)
    state.year = 5
    state.marker = [SPACE["vineyards_a"], SPACE["export"], SPACE["export"]]
    estate(state, 0, "dao", wines=(5, 0))
    give_expert(state, 0, "we_aroma_free_move")
    turn(state)
    say(state, 0, "use we_aroma_free_move", "go export")
    assert state.money == [20, 20, 20]


def test_c16_full_setubal_bonus() -> None:
    """§9: the normal cube fills Setúbal, two extra cubes go elsewhere; supply 5 → 2."""
    state = blank()
    state.cubes = [4, 4, 4, 4, 3, 0, 3, 0, 0]
    assert state.cubes_left() == 5
    ask(state, BuyVineyard(0, 1, False, 0))
    say(state, 0, "setubal new")
    assert state.cubes[REGION["setubal"]] == 4
    assert texts(state) == ["cube bairrada", "cube lisboa", "cube alentejo", "cube algarve"]
    assert "Every cube space of Setúbal is taken" in refused(state, 0, "cube setubal")
    say(state, 0, "cube lisboa", "cube lisboa")
    assert state.cubes[REGION["lisboa"]] == 2
    assert state.cubes_left() == 2


def test_c17_reserve_maintenance() -> None:
    """§16.5: 2 + 1 = 3; three paid, one dismissed; account 0: −2 VP."""
    state = blank(2, mode="reserve")
    state.account[0], state.level[0], state.trade_vp[0] = 2, 1, 10
    estate(state, 0, "dao", wineries=2, enologists=2)
    estate(state, 0, "lisboa", wineries=2, enologists=2)
    before = state.supply[2]
    ask(state, Books(0))
    assert kind(state) == "dismiss"
    say(state, 0, "estate 2")
    assert state.account[0] == 0
    assert state.points(0) == 8
    assert state.land[state.at(0, 1) + ENOLOGISTS] == 1
    assert state.supply[2] == before + 1
    state.trade_vp[0], state.lost_vp[0] = 1, 0
    ask(state, Penalty(0))
    assert state.points(0) == 0, "not below 0"


def test_c18_reserve_bank() -> None:
    """§16.3: one step up and 4 withdrawn: cash 5, account 1, level +2."""
    state = blank(2, mode="reserve")
    state.money[0], state.account[0], state.level[0] = 1, 9, 1
    ask(state, Destination(0, True, False, 0))
    say(state, 0, "go vineyards_b", "steps 1", "withdraw 4")
    assert (state.money[0], state.account[0], state.level[0]) == (5, 1, 2)


def test_c19_reserve_order() -> None:
    """§16.10: 20, 15, 15, 9 → D, C, B, A."""
    state = blank(4, mode="reserve")
    state.fair_points = [20, 15, 15, 9]
    ask(state, NewOrder())
    assert state.order == [3, 2, 1, 0]


def run_card(state: Table, card: str) -> None:
    """Let Lacerda carry out a card."""
    number = CARD[card]
    for effect in state.setup.card_effects[number]:
        effect.perform(state, state.seats, number)


def test_c20_solo_export() -> None:
    """§17.4: value 6: United Kingdom, then Brazil, 5 VP each; value 4: Brazil 3, Angola 2."""
    state = blank(1)
    state.year = 3
    run_card(state, "lac_1_8")
    assert {slot for slot, number in EXPORT.items() if state.export[number] == 1} == {"united_kingdom_1", "brazil_2"}
    assert state.trade_vp[1] == 10
    state = blank(1)
    state.year = 2
    run_card(state, "lac_1_8")
    assert {slot for slot, number in EXPORT.items() if state.export[number] == 1} == {"brazil_1", "angola_1"}
    assert (state.trade_vp[1], state.barrels[1]) == (5, 6)


def test_c21_solo_sale() -> None:
    """§17.4: value 7: hotel 2 for 4 VP, hotel 1 for 3."""
    state = blank(1)
    state.year = 4
    run_card(state, "lac_2_7")
    assert {slot for slot, number in SALES.items() if state.sales[number] == 1} == {"hotel_2", "hotel_1"}
    assert state.trade_vp[1] == 7


def test_c22_solo_vineyards() -> None:
    """§17.4: Douro empty: the tiles come from Dão and Bairrada, a cube each."""
    state = blank(1)
    state.stacks[REGION["douro"]] = []
    run_card(state, "lac_2_1")
    assert [PIECES.regions[PIECES.vineyards[tile].region].id for tile in state.gone_vineyards] == ["dao", "bairrada"]
    assert (state.cubes[REGION["dao"]], state.cubes[REGION["bairrada"]], sum(state.cubes)) == (1, 1, 2)


def test_c23_two_trades() -> None:
    """§8.11: 7 + 4 = 11 Bagos, both barrels, the cube gone."""
    state = blank()
    estate(state, 0, "lisboa", wines=(5, 3))
    state.cubes[REGION["lisboa"]] = 1
    ask(state, TradeWine(0, SALES_AREA, False, 0))
    say(state, 0, "wine 1.1", "hotel_1", "wine 1.2", "casa_de_fados_2")
    assert (state.money[0], state.barrels[0], state.cubes[REGION["lisboa"]]) == (31, 0, 0)
    assert wines(state, 0, 0) == [0, 0]
    assert not state.waiting


def test_c24_a_bonus_pays_the_second_purchase() -> None:
    """§8.10: 5 − 3 + 3 = 5, then a Dão tile for 4 and an Expert."""
    state = blank()
    state.money[0] = 5
    top(state, "vy_lisboa_red_1", "vy_dao_white_2")
    ask(state, BuyVineyard(0, 2, False, 0))
    say(state, 0, "lisboa new")
    assert state.money[0] == 5
    say(state, 0, "dao new")
    assert state.money[0] == 1
    assert kind(state) == "expert_deck"
    say(state, 0, "aroma")
    assert state.count_owned(state.experts, 0) == 1


def test_c25_hired_and_used_at_once() -> None:
    """§7.8: 4 Bagos for two Experts, one of them gives 2 back in the after-window."""
    state = blank()
    turn(state)
    say(state, 0, "go wine_experts", "taste", "taste")
    assert state.money[0] == 16
    say(state, 0, "use we_taste_bagos")
    assert state.money[0] == 18
    assert state.experts[EXPERT["we_taste_bagos"]] == 1


def test_c26_rearrange() -> None:
    """§7.5, §10.7: only red on top makes a Vineyards space legal."""
    state = blank()
    state.year, state.money[0] = 2, 3
    estate(state, 0, "lisboa", "red")
    for region in ("dao", "minho", "douro", "bairrada"):
        estate(state, 0, region, vines=2)
    state.stacks = [[] for _ in PIECES.regions]
    state.stacks[REGION["lisboa"]] = [VINEYARD["vy_lisboa_white_1"], VINEYARD["vy_lisboa_red_1"]]
    give_expert(state, 0, "we_aroma_rearrange")
    assert SPACE["vineyards_a"] not in state.legal_spaces(0, False, False, 0)
    turn(state)
    say(state, 0, "use we_aroma_rearrange")  # the region and the order have one possibility only
    assert texts(state) == ["go vineyards_a", "go vineyards_b"]
    assert state.stacks[REGION["lisboa"]][0] == VINEYARD["vy_lisboa_red_1"]
    say(state, 0, "go vineyards_b")
    assert state.land[state.at(0, 0) + VINES] == 2


def test_c27_staff_estate_by_estate() -> None:
    """§18.8: 1 or 2 on the first estate, the rest follows."""
    for answer, expected in (("enologists 1", [1, 1]), ("enologists 2", [2, 0])):
        state = blank()
        estate(state, 0, "dao", wineries=2, enologists=1)
        estate(state, 0, "lisboa", wineries=1, enologists=1)
        ask(state, StaffKeep(0))
        say(state, 0, "reassign")
        assert texts(state) == ["enologists 1", "enologists 2"]
        say(state, 0, answer)
        assert [state.land[state.at(0, number) + ENOLOGISTS] for number in (0, 1)] == expected
        assert not state.waiting


def test_c28_duty_at_the_fair() -> None:
    """§12.1: the only wine must be entered: 1 FP."""
    state = blank(2)
    state.year = 3
    estate(state, 0, "dao", wines=(1, 0))
    ask(state, LateRelease(0))
    assert kind(state) == "release_booth"
    say(state, 0, "booth 1")
    assert state.fair_points[0] == 1


def test_c29_lost_barrel() -> None:
    """§11.4: a Multiplier tile without barrel scores nothing, counts as a tile, still bars its type."""
    state = blank()
    estate(state, 0, "dao", cellar=1, wines=(3,))
    give_multiplier(state, 0, "mm_cellar_high")
    give_multiplier(state, 0, "mm_magnate_tile_high")
    assert multipliers_vp(state, 0) == 3 + 4
    ask(state, RetrieveBarrel(0, [0, 1, 2]))
    say(state, 0, "multiplier mm_cellar_high")
    assert multipliers_vp(state, 0) == 4
    assert state.owns_type(0, MOST + MULTIPLIER["mm_cellar_low"])


def test_c30_reserve_barrel_expert() -> None:
    """§16.12: a barrel with Bruno may be taken back, in SV2016 it may not."""
    state = blank(2, mode="reserve")
    state.barrels[0] -= 1
    state.magnate_barrels[1] = 1
    give_expert(state, 0, "we_taste_barrel")
    turn(state)
    say(state, 0, "use we_taste_barrel")
    assert state.magnate_barrels[1] == 0
    assert state.barrels[0] == 8
    other = blank(2)
    give_expert(other, 0, "we_taste_barrel")
    turn(other)
    assert kind(other) == "destination", "the tile would do nothing"


def test_c31_reserve_magnate_action() -> None:
    """§16.15: the barrel comes back first and serves the sale."""
    state = blank(2, mode="reserve")
    state.barrels[0], state.magnate_barrels[0] = 0, 1
    state.export[:7] = [0] * 7
    estate(state, 0, "dao", wines=(4, 0))
    account, tiles = state.account[0], state.fair_tiles[0]
    turn(state)
    say(state, 0, "use ra_anabela_sales", "casa_de_fados_3")
    assert state.account[0] == account + 5
    assert state.fair_tiles[0] == tiles - 1
    assert (state.barrels[0], state.magnate_barrels[0]) == (0, 0)


def test_c32_reserve_features() -> None:
    """§16.7, §16.8: levels rise with the tiles; aroma 3 + taste 2 = 5 FP."""
    state = fresh(2, mode="reserve")
    levels = dict(zip(("taste", "appearance", "aroma", "alcohol"), state.levels, strict=True))
    assert levels == {"taste": 2, "appearance": 1, "aroma": 2, "alcohol": 2}
    state.vintage = VINTAGE["vt_m2_a"]
    raise_features(state)
    assert state.levels == [2, 2, 3, 3]
    other = blank(2, mode="reserve")
    other.levels = [2, 2, 3, 3]
    estate(other, 0, "lisboa", wines=(3, 0))
    give_expert(other, 0, "we_aroma_bagos", "we_taste_bagos")
    other.year = 3
    ask(other, LateRelease(0))
    say(other, 0, "discard we_taste_bagos", "discard we_aroma_bagos")
    assert other.fair_points[0] == 3 + 5


def test_c33_reserve_options() -> None:
    """§16.14: two options of Bruno, 6 + 4 VP; no Fair tile for Anabela."""
    state = blank(2, mode="reserve")
    for region in ("dao", "lisboa", "minho"):
        estate(state, 0, region, wineries=1, cellar=1)
    state.land[state.at(0, 0) + ENOLOGISTS] = state.land[state.at(0, 1) + ENOLOGISTS] = 1
    state.barrels[0], state.magnate_barrels[:2], state.fair_tiles[0] = 5, [1, 2], 2
    ask(state, MarkOption(0))
    say(state, 0, "mark rm_bruno_cellar", "mark rm_bruno_enologist")
    assert not state.waiting
    assert multipliers_vp(state, 0) == 6 + 4
    assert state.magnate_barrels[:2] == [1, 0]
    assert state.fair_tiles[0] == 0
    assert state.option_marks[OPTION["rm_bruno_cellar"] * 2] == 1


def test_c34_reserve_final_money() -> None:
    """§16.11: 8 + 13 = 21 Bagos: 18 VP; level −1: −3, level +2: +4."""
    state = blank(2, mode="reserve")
    state.money[0], state.account[0], state.level[0] = 8, 13, -1
    assert (money_vp(state, 0), investment_vp(state, 0)) == (18, -3)
    state.level[0] = 2
    assert investment_vp(state, 0) == 4


def test_c35_solo_release_at_the_fair() -> None:
    """§17.4, §17.6: 6 + 2 + 1 = 9 FP; the aroma Expert goes under its deck, booth 2 brings the next."""
    state = blank(1, fixed_regions=False)
    state.in_play[REGION["setubal"]] = True
    state.year = 3
    state.cubes[REGION["setubal"]] = 3
    give_expert(state, 1, "we_aroma_bagos", "we_alcohol_bagos")
    state.lacerda_experts = [EXPERT["we_aroma_bagos"], EXPERT["we_alcohol_bagos"]]
    state.cards[0] = [CARD["lac_1_6"]]
    ask(state, LateRelease(1))
    assert state.fair_points[1] == 9
    assert state.cubes[REGION["setubal"]] == 1
    assert state.decks[2][-1] == EXPERT["we_aroma_bagos"]
    assert state.lacerda_experts == [EXPERT["we_alcohol_bagos"], EXPERT["we_aroma_free_move"]]
    assert state.booths[1] == 1


def test_c36_solo_buying() -> None:
    """§17.6: cell 3 with a barrel; without one the Action tile of cell 0 leaves the game."""
    tiles = [TILE["ma_sales_1"], TILE["ma_cellar_1"], TILE["ma_export_1"]]
    cells = [*tiles, MOST + MULTIPLIER["mm_money"], NONE, MOST + MULTIPLIER["mm_cellar_high"]]
    state = blank(1)
    state.display = cells[:]
    ask(state, LacerdaBuys())
    assert state.display[3] == NONE
    assert state.multipliers[MULTIPLIER["mm_money"]] == 3
    assert state.barrels[1] == 7
    state = blank(1)
    state.display, state.barrels[1] = cells[:], 0
    ask(state, LacerdaBuys())
    assert state.display[0] == NONE
    assert state.gone_tiles == [TILE["ma_sales_1"]]


def test_c37_a_first_year_with_three_players() -> None:
    """A whole year, §5.8 to §6.5; Blue 0, Red 1, Yellow 2."""
    state = fresh(3, 1)
    lay_c37(state)
    say(state, 0, "take lisboa")
    say(state, 1, "take minho")
    say(state, 2, "take bairrada")
    assert state.money == [22, 20, 21]
    assert [state.cubes[REGION[name]] for name in ("lisboa", "minho", "bairrada")] == [1, 1, 1]
    for seat in (2, 1, 0):
        say(state, seat, f"cell {seat}")
    top(state, "vy_minho_white_1", "vy_lisboa_white_2", "vy_dao_red_1", "vy_tras_os_montes_white_1")
    take_turn(state, 0, "go vineyards_a", "minho new", "lisboa estate 1")
    assert state.money[0] == 13
    take_turn(state, 1, "go vineyards_a", "dao new", "alcohol", "stop")
    assert state.money[:2] == [14, 14]
    take_turn(state, 2, "go sales", "casa_de_fados_1")
    assert (state.money[2], state.barrels[2]) == (24, 1)
    assert state.order == [0, 1, 2]
    take_turn(state, 0, "go wineries", "winery estate 1", "winery estate 2")
    assert state.money[0] == 8
    expert = next(expert.id for expert in PIECES.experts if state.experts[expert.number] >> 1 == 1)
    take_turn(state, 1, "go press_release", "wine 1.1", "cubes 2", "booth 4", f"discard {expert}", "anabela", "carolina")
    assert (state.fair_points[1], state.barrels[1]) == (10, 4)
    assert "go cellars" not in texts(state, 2)
    take_turn(state, 2, "go vineyards_b", "tras_os_montes new", "stop")
    assert state.money[2] == 19
    while state.year == 1:
        say(state, state.waiting[0], "keep")
    assert state.barrels[2] == 2
    assert [wines(state, 0, number) for number in (0, 1)] == [[6, 2], [5, 0]]
    assert [wines(state, 1, number) for number in (0, 1)] == [[4, 0], [3, 0]]
    assert [wines(state, 2, number)[0] for number in (0, 1)] == [3, 4]


def take_turn(state: Table, seat: int, *moves: str) -> None:
    """Take a turn without using a tile."""
    for move in (*moves, ""):
        if kind(state) == "window_tile" and state.waiting == [seat]:
            say(state, seat, "none")
        if move:
            say(state, seat, move)


def lay_c37(state: Table) -> None:
    """Put order, money, tiles and Experts of the example on the table."""
    state.order, state.money = [0, 1, 2], [19, 20, 21]
    state.agenda = [frame for frame in state.agenda if frame.kind not in ("first_region", "first_tile")]
    for seat in (0, 1, 2):
        state.push(FirstTile(seat))
    for seat in (2, 1, 0):
        state.push(FirstRegion(seat))
    for region in PIECES.regions:
        if not state.in_play[region.number]:
            state.in_play[region.number] = True
            state.stacks[region.number] = [tile.number for tile in PIECES.vineyards if tile.region == region.number]
    top(state, "vy_lisboa_white_1", "vy_minho_red_1", "vy_bairrada_red_2")
    state.vintages = [tile for tile in [*state.vintages, state.vintage] if tile != VINTAGE["vt_p1_a"]]
    state.vintage = VINTAGE["vt_p1_a"]
    tiles = [TILE["ma_fair_points_1"], TILE["ma_fair_points_2"], TILE["ma_sales_1"]]
    state.deck = tiles + [tile for tile in [*state.display, *state.deck] if tile not in tiles]
    state.display = [NONE] * len(state.display)
    state.refill()
    state.settle()
