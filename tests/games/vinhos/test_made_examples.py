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
from tests.games.vinhos import table as t


def test_c1_press_release() -> None:
    """§8.9: 9 + 3 + 3 + 2 = 17 Fair Points, two barrels."""
    state = t.blank()
    state.barrels[0] = 0
    t.estate(state, 0, "alentejo", "white", cellar=1, wines=(0, 4))
    state.cubes[t.REGION["alentejo"]] = 3
    t.give_expert(state, 0, "we_appearance_bagos", down=True)
    t.give_expert(state, 0, "we_taste_renown", "we_taste_barrel")
    state.marker[0] = t.SPACE["wineries"]
    t.turn(state)
    t.say(state, 0, "none", "go press_release", "wine 1.2", "cubes 2", "booth 4")
    t.say(state, 0, "discard we_appearance_bagos", "discard we_taste_renown", "anabela", "carolina")
    assert state.fair_points[0] == 17
    assert state.cubes[t.REGION["alentejo"]] == 1
    assert state.magnate_barrels[:3] == [1, 2, 1]
    assert state.barrels[0] == 2
    assert t.wines(state, 0, 0) == [0, 0, 0, 0]
    assert [tile for tile, owner in enumerate(state.experts) if owner >= 0] == [t.EXPERT["we_taste_barrel"]]
    assert state.released[0]
    t.estate(state, 0, "dao", wines=(3, 0))
    state.marker[0] = t.SPACE["wineries"]
    t.ask(state, Destination(0, False, False, 0))
    t.say(state, 0, "go press_release")
    assert not state.waiting


def test_c2_and_c3_discount_expert() -> None:
    """§10.6: pays 3 + 4 = 7; only Vineyards spaces are legal."""
    state = t.blank()
    state.year = 2
    t.give_expert(state, 0, "we_aroma_discount")
    t.top(state, "vy_dao_red_1", "vy_alentejo_white_2")
    t.turn(state)
    t.say(state, 0, "use we_aroma_discount")
    assert t.texts(state) == ["go vineyards_a", "go vineyards_b"]
    assert "obliges you to choose a Vineyards space (§7.4)" in t.refused(state, 0, "go wineries")
    t.say(state, 0, "go vineyards_b", "dao new", "taste", "alentejo new")
    assert state.money[0] == 20 - 7
    assert not state.waiting, "a tile was used: no window after it (§7.4)"


def test_c4_one_tile_per_turn() -> None:
    """§7.4: after using an Expert before the move, no tile can be used after it."""
    state = t.blank()
    t.give_expert(state, 0, "we_taste_bagos")
    t.give_tile(state, 0, "ma_fair_points_1")
    t.turn(state)
    t.say(state, 0, "use we_taste_bagos", "go wine_experts", "taste", "stop")
    assert not state.waiting
    assert state.fair_points[0] == 0


def test_c5_winery_placement() -> None:
    """§8.2: C then B; with two vineyards one winery only."""
    state = t.blank()
    first = t.estate(state, 0, "dao")
    second = t.estate(state, 0, "lisboa", vines=2)
    assert state.winery_estates(0) == [first, second]
    state.land[state.at(0, second) + PRESSES] = 1
    assert state.winery_estates(0) == [first]
    state.land[state.at(0, first) + PRESSES] = 2
    assert state.winery_estates(0) == []


def test_c6_cellar_over_wine() -> None:
    """§4.5: [4, 6] → [4, 6, –, –] with values 4 and 7."""
    state = t.blank()
    t.estate(state, 0, "dao", wines=(4, 6))
    t.turn(state)
    t.say(state, 0, "go cellars")
    assert t.wines(state, 0, 0) == [4, 6, 0, 0]
    assert [state.base_value(0, wine) for wine in (0, 1)] == [4, 7]
    assert state.money[0] == 17


def test_c7_hiring_without_a_place() -> None:
    """§8.3: with every place taken, `staff` is not a legal destination."""
    state = t.blank()
    t.estate(state, 0, "dao", farmers=1, wineries=1, enologists=1)
    t.turn(state)
    assert "go staff" not in t.texts(state)
    assert "no free place for staff" in t.refused(state, 0, "go staff")


def test_c8_order_revision() -> None:
    """§6.3: B and D stand on the centre → B, D, A, C."""
    state = t.blank()
    state.marker = [t.SPACE["sales"], t.PIECES.centre, t.SPACE["staff"], t.PIECES.centre]
    t.ask(state, Revise())
    assert state.order == [1, 3, 0, 2]


@pytest.mark.parametrize(("slot", "vp", "cubes"), [("united_states_2", 10, 0), ("germany_3", 8, 1)])
def test_c9_export(slot: str, vp: int, cubes: int) -> None:
    """§8.8: value 10 and a cube reach 11; on 9 no cube is used."""
    state = t.blank()
    t.estate(state, 0, "dao", "white", cellar=1, wines=(0, 0, 7))
    state.cubes[t.REGION["dao"]] = 1
    t.ask(state, TradeWine(0, EXPORT_AREA, False, 0))
    t.say(state, 0, slot)
    assert state.trade_vp[0] == vp
    assert state.cubes[t.REGION["dao"]] == cubes
    assert state.export[t.EXPORT[slot]] == 0


def majorities() -> Table:
    state = t.blank(3)
    state.barrels = [8, 8, 8]
    t.ship(state, 0, "angola_1", "angola_2", "germany_1", "united_kingdom_1")
    t.ship(state, 1, "angola_3", "angola_4", "united_kingdom_2")
    t.ship(state, 2, "united_kingdom_3")
    return state


def test_c10_export_majorities() -> None:
    """§13.3: Angola 2 each, Germany 6 for A, United Kingdom 2 each."""
    state = majorities()
    assert [majority_vp(state, seat) for seat in range(3)] == [2 + 6 + 2, 2 + 2, 2]


def test_c11_multipliers() -> None:
    """§11.2: 8, 9, 5, 16; without a barrel 0."""
    state = majorities()
    t.give_multiplier(state, 0, "mm_export_majority")
    assert multiplier_vp(state, 0, t.PIECES.multipliers[t.MULTIPLIER["mm_export_majority"]]) == 8
    for region in ("dao", "lisboa", "minho"):
        t.estate(state, 0, region, cellar=1, wines=(1, 1, 1))
    t.give_multiplier(state, 0, "mm_cellar_high")
    assert multiplier_vp(state, 0, t.PIECES.multipliers[t.MULTIPLIER["mm_cellar_high"]]) == 9
    t.give_multiplier(state, 0, "mm_magnate_tile_low")
    t.give_tile(state, 0, "ma_sales_1")
    t.give_tile(state, 0, "ma_export_1")
    assert multiplier_vp(state, 0, t.PIECES.multipliers[t.MULTIPLIER["mm_magnate_tile_low"]]) == 5
    assert multiplier_vp(state, 0, t.PIECES.multipliers[t.MULTIPLIER["mm_wine_high"]]) == 16
    assert multipliers_vp(state, 0) == 8 + 9 + 5
    state.multipliers[t.MULTIPLIER["mm_cellar_high"]] = 0
    assert multipliers_vp(state, 0) == 8 + 5


def test_c12_money_tile() -> None:
    """§13.4: 16 Bagos with the tile: 18 VP instead of 12."""
    state = t.blank()
    state.money[0] = 16
    assert money_vp(state, 0) == 12
    t.give_multiplier(state, 0, "mm_money")
    assert money_vp(state, 0) == 18
    assert multipliers_vp(state, 0) == 0, "it replaces the table of the board, it does not add to it"


def test_c13_retrieving_from_export() -> None:
    """§14.13: the majority is lost, the VP scored are kept."""
    state = t.blank()
    t.ship(state, 0, "germany_1")
    state.trade_vp[0] = 4
    t.ask(state, RetrieveBarrel(0, [0, 1, 2]))
    assert state.export[t.EXPORT["germany_1"]] == NONE
    assert (state.trade_vp[0], majority_vp(state, 0), state.barrels[0]) == (4, 0, 2)


def test_c14_no_wine_at_the_fair() -> None:
    """§12.1: booth 2 without wine brings only the place in the order."""
    state = t.blank(2)
    state.year = 3
    t.ask(state, LateRelease(0))
    assert t.kind(state) == "release_booth"
    t.say(state, 0, "booth 2")
    assert not state.waiting
    assert (state.fair_points[0], state.count_owned(state.experts, 0), state.barrels[0]) == (0, 0, 2)
    assert state.booths[1] == 0


def test_c15_free_movement() -> None:
    """§10.2: a taxed space far away with two players on it: nothing is paid."""
    state = t.blank(3)
    state.year = 5
    state.marker = [t.SPACE["vineyards_a"], t.SPACE["export"], t.SPACE["export"]]
    t.estate(state, 0, "dao", wines=(5, 0))
    t.give_expert(state, 0, "we_aroma_free_move")
    t.turn(state)
    t.say(state, 0, "use we_aroma_free_move", "go export")
    assert state.money == [20, 20, 20]


def test_c16_full_setubal_bonus() -> None:
    """§9: the normal cube fills Setúbal, two extra cubes go elsewhere; supply 5 → 2."""
    state = t.blank()
    state.cubes = [4, 4, 4, 4, 3, 0, 3, 0, 0]
    assert state.cubes_left() == 5
    t.ask(state, BuyVineyard(0, 1, False, 0))
    t.say(state, 0, "setubal new")
    assert state.cubes[t.REGION["setubal"]] == 4
    assert t.texts(state) == ["cube bairrada", "cube lisboa", "cube alentejo", "cube algarve"]
    assert "Every cube space of Setúbal is taken" in t.refused(state, 0, "cube setubal")
    t.say(state, 0, "cube lisboa", "cube lisboa")
    assert state.cubes[t.REGION["lisboa"]] == 2
    assert state.cubes_left() == 2


def test_c17_reserve_maintenance() -> None:
    """§16.5: 2 + 1 = 3; three paid, one dismissed; account 0: −2 VP."""
    state = t.blank(2, mode="reserve")
    state.account[0], state.level[0], state.trade_vp[0] = 2, 1, 10
    t.estate(state, 0, "dao", wineries=2, enologists=2)
    t.estate(state, 0, "lisboa", wineries=2, enologists=2)
    before = state.supply[2]
    t.ask(state, Books(0))
    assert t.kind(state) == "dismiss"
    t.say(state, 0, "estate 2")
    assert state.account[0] == 0
    assert state.points(0) == 8
    assert state.land[state.at(0, 1) + ENOLOGISTS] == 1
    assert state.supply[2] == before + 1
    state.trade_vp[0], state.lost_vp[0] = 1, 0
    t.ask(state, Penalty(0))
    assert state.points(0) == 0, "not below 0"


def test_c18_reserve_bank() -> None:
    """§16.3: one step up and 4 withdrawn: cash 5, account 1, level +2."""
    state = t.blank(2, mode="reserve")
    state.money[0], state.account[0], state.level[0] = 1, 9, 1
    t.ask(state, Destination(0, True, False, 0))
    t.say(state, 0, "go vineyards_b", "steps 1", "withdraw 4")
    assert (state.money[0], state.account[0], state.level[0]) == (5, 1, 2)


def test_c19_reserve_order() -> None:
    """§16.10: 20, 15, 15, 9 → D, C, B, A."""
    state = t.blank(4, mode="reserve")
    state.fair_points = [20, 15, 15, 9]
    t.ask(state, NewOrder())
    assert state.order == [3, 2, 1, 0]


def run_card(state: Table, card: str) -> None:
    """Let Lacerda carry out a card."""
    number = t.CARD[card]
    for effect in state.setup.card_effects[number]:
        effect.perform(state, state.seats, number)


def test_c20_solo_export() -> None:
    """§17.4: value 6: United Kingdom, then Brazil, 5 VP each; value 4: Brazil 3, Angola 2."""
    state = t.blank(1)
    state.year = 3
    run_card(state, "lac_1_8")
    assert {slot for slot, number in t.EXPORT.items() if state.export[number] == 1} == {"united_kingdom_1", "brazil_2"}
    assert state.trade_vp[1] == 10
    state = t.blank(1)
    state.year = 2
    run_card(state, "lac_1_8")
    assert {slot for slot, number in t.EXPORT.items() if state.export[number] == 1} == {"brazil_1", "angola_1"}
    assert (state.trade_vp[1], state.barrels[1]) == (5, 6)


def test_c21_solo_sale() -> None:
    """§17.4: value 7: hotel 2 for 4 VP, hotel 1 for 3."""
    state = t.blank(1)
    state.year = 4
    run_card(state, "lac_2_7")
    assert {slot for slot, number in t.SALES.items() if state.sales[number] == 1} == {"hotel_2", "hotel_1"}
    assert state.trade_vp[1] == 7


def test_c22_solo_vineyards() -> None:
    """§17.4: Douro empty: the tiles come from Dão and Bairrada, a cube each."""
    state = t.blank(1)
    state.stacks[t.REGION["douro"]] = []
    run_card(state, "lac_2_1")
    assert [t.PIECES.regions[t.PIECES.vineyards[tile].region].id for tile in state.gone_vineyards] == ["dao", "bairrada"]
    assert (state.cubes[t.REGION["dao"]], state.cubes[t.REGION["bairrada"]], sum(state.cubes)) == (1, 1, 2)


def test_c23_two_trades() -> None:
    """§8.11: 7 + 4 = 11 Bagos, both barrels, the cube gone."""
    state = t.blank()
    t.estate(state, 0, "lisboa", wines=(5, 3))
    state.cubes[t.REGION["lisboa"]] = 1
    t.ask(state, TradeWine(0, SALES_AREA, False, 0))
    t.say(state, 0, "wine 1.1", "hotel_1", "wine 1.2", "casa_de_fados_2")
    assert (state.money[0], state.barrels[0], state.cubes[t.REGION["lisboa"]]) == (31, 0, 0)
    assert t.wines(state, 0, 0) == [0, 0]
    assert not state.waiting


def test_c24_a_bonus_pays_the_second_purchase() -> None:
    """§8.10: 5 − 3 + 3 = 5, then a Dão tile for 4 and an Expert."""
    state = t.blank()
    state.money[0] = 5
    t.top(state, "vy_lisboa_red_1", "vy_dao_white_2")
    t.ask(state, BuyVineyard(0, 2, False, 0))
    t.say(state, 0, "lisboa new")
    assert state.money[0] == 5
    t.say(state, 0, "dao new")
    assert state.money[0] == 1
    assert t.kind(state) == "expert_deck"
    t.say(state, 0, "aroma")
    assert state.count_owned(state.experts, 0) == 1


def test_c25_hired_and_used_at_once() -> None:
    """§7.8: 4 Bagos for two Experts, one of them gives 2 back in the after-window."""
    state = t.blank()
    t.turn(state)
    t.say(state, 0, "go wine_experts", "taste", "taste")
    assert state.money[0] == 16
    t.say(state, 0, "use we_taste_bagos")
    assert state.money[0] == 18
    assert state.experts[t.EXPERT["we_taste_bagos"]] == 1


def test_c26_rearrange() -> None:
    """§7.5, §10.7: only red on top makes a Vineyards space legal."""
    state = t.blank()
    state.year, state.money[0] = 2, 3
    t.estate(state, 0, "lisboa", "red")
    for region in ("dao", "minho", "douro", "bairrada"):
        t.estate(state, 0, region, vines=2)
    state.stacks = [[] for _ in t.PIECES.regions]
    state.stacks[t.REGION["lisboa"]] = [t.VINEYARD["vy_lisboa_white_1"], t.VINEYARD["vy_lisboa_red_1"]]
    t.give_expert(state, 0, "we_aroma_rearrange")
    assert t.SPACE["vineyards_a"] not in state.legal_spaces(0, False, False, 0)
    t.turn(state)
    t.say(state, 0, "use we_aroma_rearrange")  # there is only one possible region and order
    assert t.texts(state) == ["go vineyards_a", "go vineyards_b"]
    assert state.stacks[t.REGION["lisboa"]][0] == t.VINEYARD["vy_lisboa_red_1"]
    t.say(state, 0, "go vineyards_b")
    assert state.land[state.at(0, 0) + VINES] == 2


def test_c27_staff_estate_by_estate() -> None:
    """§18.8: 1 or 2 on the first estate, the rest follows."""
    for answer, expected in (("enologists 1", [1, 1]), ("enologists 2", [2, 0])):
        state = t.blank()
        t.estate(state, 0, "dao", wineries=2, enologists=1)
        t.estate(state, 0, "lisboa", wineries=1, enologists=1)
        t.ask(state, StaffKeep(0))
        t.say(state, 0, "reassign")
        assert t.texts(state) == ["enologists 1", "enologists 2"]
        t.say(state, 0, answer)
        assert [state.land[state.at(0, number) + ENOLOGISTS] for number in (0, 1)] == expected
        assert not state.waiting


def test_c28_duty_at_the_fair() -> None:
    """§12.1: the only wine must be entered: 1 FP."""
    state = t.blank(2)
    state.year = 3
    t.estate(state, 0, "dao", wines=(1, 0))
    t.ask(state, LateRelease(0))
    assert t.kind(state) == "release_booth"
    t.say(state, 0, "booth 1")
    assert state.fair_points[0] == 1


def test_c29_lost_barrel() -> None:
    """§11.4: a Multiplier tile without a barrel scores nothing, counts as a tile, still bars its type."""
    state = t.blank()
    t.estate(state, 0, "dao", cellar=1, wines=(3,))
    t.give_multiplier(state, 0, "mm_cellar_high")
    t.give_multiplier(state, 0, "mm_magnate_tile_high")
    assert multipliers_vp(state, 0) == 3 + 4
    t.ask(state, RetrieveBarrel(0, [0, 1, 2]))
    t.say(state, 0, "multiplier mm_cellar_high")
    assert multipliers_vp(state, 0) == 4
    assert state.owns_type(0, MOST + t.MULTIPLIER["mm_cellar_low"])


def test_c30_reserve_barrel_expert() -> None:
    """§16.12: a barrel with Bruno may be taken back, in SV2016 it may not."""
    state = t.blank(2, mode="reserve")
    state.barrels[0] -= 1
    state.magnate_barrels[1] = 1
    t.give_expert(state, 0, "we_taste_barrel")
    t.turn(state)
    t.say(state, 0, "use we_taste_barrel")
    assert state.magnate_barrels[1] == 0
    assert state.barrels[0] == 8
    other = t.blank(2)
    t.give_expert(other, 0, "we_taste_barrel")
    t.turn(other)
    assert t.kind(other) == "destination", "the tile would do nothing"


def test_c31_reserve_magnate_action() -> None:
    """§16.15: the barrel comes back first and can be used for the sale."""
    state = t.blank(2, mode="reserve")
    state.barrels[0], state.magnate_barrels[0] = 0, 1
    state.export[:7] = [0] * 7
    t.estate(state, 0, "dao", wines=(4, 0))
    account, tiles = state.account[0], state.fair_tiles[0]
    t.turn(state)
    t.say(state, 0, "use ra_anabela_sales", "casa_de_fados_3")
    assert state.account[0] == account + 5
    assert state.fair_tiles[0] == tiles - 1
    assert (state.barrels[0], state.magnate_barrels[0]) == (0, 0)


def test_c32_reserve_features() -> None:
    """§16.7, §16.8: levels rise with the tiles; aroma 3 + taste 2 = 5 FP."""
    state = t.fresh(2, mode="reserve")
    levels = dict(zip(("taste", "appearance", "aroma", "alcohol"), state.levels, strict=True))
    assert levels == {"taste": 2, "appearance": 1, "aroma": 2, "alcohol": 2}
    state.vintage = t.VINTAGE["vt_m2_a"]
    raise_features(state)
    assert state.levels == [2, 2, 3, 3]
    other = t.blank(2, mode="reserve")
    other.levels = [2, 2, 3, 3]
    t.estate(other, 0, "lisboa", wines=(3, 0))
    t.give_expert(other, 0, "we_aroma_bagos", "we_taste_bagos")
    other.year = 3
    t.ask(other, LateRelease(0))
    t.say(other, 0, "discard we_taste_bagos", "discard we_aroma_bagos")
    assert other.fair_points[0] == 3 + 5


def test_c33_reserve_options() -> None:
    """§16.14: two options of Bruno, 6 + 4 VP; no Fair tile for Anabela."""
    state = t.blank(2, mode="reserve")
    for region in ("dao", "lisboa", "minho"):
        t.estate(state, 0, region, wineries=1, cellar=1)
    state.land[state.at(0, 0) + ENOLOGISTS] = state.land[state.at(0, 1) + ENOLOGISTS] = 1
    state.barrels[0], state.magnate_barrels[:2], state.fair_tiles[0] = 5, [1, 2], 2
    t.ask(state, MarkOption(0))
    t.say(state, 0, "mark rm_bruno_cellar", "mark rm_bruno_enologist")
    assert not state.waiting
    assert multipliers_vp(state, 0) == 6 + 4
    assert state.magnate_barrels[:2] == [1, 0]
    assert state.fair_tiles[0] == 0
    assert state.option_marks[t.OPTION["rm_bruno_cellar"] * 2] == 1


def test_c34_reserve_final_money() -> None:
    """§16.11: 8 + 13 = 21 Bagos: 18 VP; level −1: −3, level +2: +4."""
    state = t.blank(2, mode="reserve")
    state.money[0], state.account[0], state.level[0] = 8, 13, -1
    assert (money_vp(state, 0), investment_vp(state, 0)) == (18, -3)
    state.level[0] = 2
    assert investment_vp(state, 0) == 4


def test_c35_solo_release_at_the_fair() -> None:
    """§17.4, §17.6: 6 + 2 + 1 = 9 FP; the aroma Expert goes under its deck, booth 2 brings the next."""
    state = t.blank(1, fixed_regions=False)
    state.in_play[t.REGION["setubal"]] = True
    state.year = 3
    state.cubes[t.REGION["setubal"]] = 3
    t.give_expert(state, 1, "we_aroma_bagos", "we_alcohol_bagos")
    state.lacerda_experts = [t.EXPERT["we_aroma_bagos"], t.EXPERT["we_alcohol_bagos"]]
    state.cards[0] = [t.CARD["lac_1_6"]]
    t.ask(state, LateRelease(1))
    assert state.fair_points[1] == 9
    assert state.cubes[t.REGION["setubal"]] == 1
    assert state.decks[2][-1] == t.EXPERT["we_aroma_bagos"]
    assert state.lacerda_experts == [t.EXPERT["we_alcohol_bagos"], t.EXPERT["we_aroma_free_move"]]
    assert state.booths[1] == 1


def test_c36_solo_buying() -> None:
    """§17.6: cell 3 with a barrel; without one the Action tile of cell 0 leaves the game."""
    tiles = [t.TILE["ma_sales_1"], t.TILE["ma_cellar_1"], t.TILE["ma_export_1"]]
    cells = [*tiles, MOST + t.MULTIPLIER["mm_money"], NONE, MOST + t.MULTIPLIER["mm_cellar_high"]]
    state = t.blank(1)
    state.display = cells[:]
    t.ask(state, LacerdaBuys())
    assert state.display[3] == NONE
    assert state.multipliers[t.MULTIPLIER["mm_money"]] == 3
    assert state.barrels[1] == 7
    state = t.blank(1)
    state.display, state.barrels[1] = cells[:], 0
    t.ask(state, LacerdaBuys())
    assert state.display[0] == NONE
    assert state.gone_tiles == [t.TILE["ma_sales_1"]]


def test_c37_a_first_year_with_three_players() -> None:
    """A whole year, §5.8 to §6.5; Blue 0, Red 1, Yellow 2."""
    state = t.fresh(3, 1)
    lay_c37(state)
    t.say(state, 0, "take lisboa")
    t.say(state, 1, "take minho")
    t.say(state, 2, "take bairrada")
    assert state.money == [22, 20, 21]
    assert [state.cubes[t.REGION[name]] for name in ("lisboa", "minho", "bairrada")] == [1, 1, 1]
    for seat in (2, 1, 0):
        t.say(state, seat, f"cell {seat}")
    t.top(state, "vy_minho_white_1", "vy_lisboa_white_2", "vy_dao_red_1", "vy_tras_os_montes_white_1")
    take_turn(state, 0, "go vineyards_a", "minho new", "lisboa estate 1")
    assert state.money[0] == 13
    take_turn(state, 1, "go vineyards_a", "dao new", "alcohol", "stop")
    assert state.money[:2] == [14, 14]
    take_turn(state, 2, "go sales", "casa_de_fados_1")
    assert (state.money[2], state.barrels[2]) == (24, 1)
    assert state.order == [0, 1, 2]
    take_turn(state, 0, "go wineries", "winery estate 1", "winery estate 2")
    assert state.money[0] == 8
    expert = next(expert.id for expert in t.PIECES.experts if state.experts[expert.number] >> 1 == 1)
    take_turn(state, 1, "go press_release", "wine 1.1", "cubes 2", "booth 4", f"discard {expert}", "anabela", "carolina")
    assert (state.fair_points[1], state.barrels[1]) == (10, 4)
    assert "go cellars" not in t.texts(state, 2)
    take_turn(state, 2, "go vineyards_b", "tras_os_montes new", "stop")
    assert state.money[2] == 19
    while state.year == 1:
        t.say(state, state.waiting[0], "keep")
    assert state.barrels[2] == 2
    assert [t.wines(state, 0, number) for number in (0, 1)] == [[6, 2], [5, 0]]
    assert [t.wines(state, 1, number) for number in (0, 1)] == [[4, 0], [3, 0]]
    assert [t.wines(state, 2, number)[0] for number in (0, 1)] == [3, 4]


def take_turn(state: Table, seat: int, *moves: str) -> None:
    """Take a turn without using a tile."""
    for move in (*moves, ""):
        if t.kind(state) == "window_tile" and state.waiting == [seat]:
            t.say(state, seat, "none")
        if move:
            t.say(state, seat, move)


def lay_c37(state: Table) -> None:
    """Lay out the order, money, tiles and Experts of the example."""
    state.order, state.money = [0, 1, 2], [19, 20, 21]
    state.agenda = [frame for frame in state.agenda if frame.kind not in ("first_region", "first_tile")]
    for seat in (0, 1, 2):
        state.push(FirstTile(seat))
    for seat in (2, 1, 0):
        state.push(FirstRegion(seat))
    for region in t.PIECES.regions:
        if not state.in_play[region.number]:
            state.in_play[region.number] = True
            state.stacks[region.number] = [tile.number for tile in t.PIECES.vineyards if tile.region == region.number]
    t.top(state, "vy_lisboa_white_1", "vy_minho_red_1", "vy_bairrada_red_2")
    state.vintages = [tile for tile in [*state.vintages, state.vintage] if tile != t.VINTAGE["vt_p1_a"]]
    state.vintage = t.VINTAGE["vt_p1_a"]
    tiles = [t.TILE["ma_fair_points_1"], t.TILE["ma_fair_points_2"], t.TILE["ma_sales_1"]]
    state.deck = tiles + [tile for tile in [*state.display, *state.deck] if tile not in tiles]
    state.display = [NONE] * len(state.display)
    state.refill()
    state.settle()
