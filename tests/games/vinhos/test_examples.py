"""The worked examples A1 to B8, from the rulebook and public material: position, action, exact result."""

import pytest

from cuvee.games.vinhos.decisions.buying import BuyVineyard
from cuvee.games.vinhos.decisions.magnates import BuyTile
from cuvee.games.vinhos.decisions.production import make_wine
from cuvee.games.vinhos.decisions.trading import TradeWine
from cuvee.games.vinhos.decisions.turn import Destination
from cuvee.games.vinhos.flow.fair import Awards, NewOrder, award_shares
from cuvee.games.vinhos.flow.year import Actions, Age, Harvest, Maintenance, StartOfYear
from cuvee.games.vinhos.pieces.vocabulary import EXPORT as EXPORT_AREA
from cuvee.games.vinhos.pieces.vocabulary import MOST
from cuvee.games.vinhos.pieces.vocabulary import SALES as SALES_AREA
from cuvee.games.vinhos.scoring import majority_vp, money_vp, places, wine_vp
from cuvee.games.vinhos.state.codes import NONE, VINES
from tests.games.vinhos import table as t

FAIR = [year.fair for year in t.PIECES.years if year.fair is not None]


# A: from the rulebook.


def test_a1_start_money() -> None:
    """§5.7: 19, 20, 21, 22 by player order."""
    for seats in (3, 4):
        state = t.fresh(seats, 5)
        assert [state.money[seat] for seat in state.order] == [19, 20, 21, 22][:seats]


def test_a2_regions_with_two_players() -> None:
    """§5.3: Setúbal and Algarve are removed, 28 tiles stay."""
    state = t.fresh(2, 3, fixed_regions=True)
    out = {t.PIECES.regions[number].id for number in range(9) if not state.in_play[number]}
    assert out == {"setubal", "algarve"}
    assert sum(len(stack) for stack in state.stacks) == 28
    three = t.fresh(3, 3, fixed_regions=True)
    assert [three.in_play[t.REGION[name]] for name in ("setubal", "algarve")] == [True, False]


def test_a3_barrels_at_setup() -> None:
    """§5.1: 2 in the supply, 2 with each Magnate, none elsewhere."""
    state = t.fresh(4)
    assert state.barrels == [2, 2, 2, 2]
    assert state.magnate_barrels == [2] * 12
    assert all(owner == NONE for owner in state.sales + state.export + state.multipliers)


def test_a4_supplies() -> None:
    """§5.2: wineries, cellars, enologists, farmers by player count."""
    expected = {2: (11, 8, 7, 9), 3: (15, 10, 10, 12), 4: (19, 12, 12, 16)}
    for seats, supply in expected.items():
        assert tuple(t.fresh(seats).supply) == supply


def test_a5_first_vineyard() -> None:
    """§5.8: Douro for free: estate, cube, wine of quality 2, two Porto tiles."""
    state = t.fresh(4, 2)
    t.top(state, "vy_douro_red_1")
    seat = state.order[0]
    t.say(state, seat, "take douro")
    assert state.money[seat] == 19
    assert state.land[state.at(seat, 0)] == t.REGION["douro"]
    assert t.wines(state, seat, 0) == [2, 0]
    assert state.cubes[t.REGION["douro"]] == 1
    assert state.porto[seat] == 2


def test_a6_quality() -> None:
    """§6.5: 4 + 2 + 1 + 2 − 1 = 8."""
    state = t.blank()
    state.vintage = t.VINTAGE["vt_m1_a"]
    t.estate(state, 0, "dao", "red", 2, 2, 1, 1)
    make_wine(state, 0, 0, 0)
    assert t.wines(state, 0, 0) == [8, 0]


def test_a7_porto() -> None:
    """§6.5: 2 + 1 − 2 = 1; with a Porto tile 4."""
    for answer, quality, left in (("no", 1, 2), ("yes", 4, 1)):
        state = t.blank()
        state.vintage = t.VINTAGE["vt_m2_a"]
        state.porto[0] = 2
        t.estate(state, 0, "douro", wineries=1)
        t.ask(state, Harvest(0, 0))
        assert t.texts(state) == ["no", "yes"]
        t.say(state, 0, answer)
        assert t.wines(state, 0, 0) == [quality, 0]
        assert state.porto[0] == left


def test_a8_no_wine() -> None:
    """§6.5: 2 − 2 = 0: no wine."""
    state = t.blank()
    state.vintage = t.VINTAGE["vt_m2_a"]
    t.estate(state, 0, "dao")
    t.ask(state, Harvest(0, 0))
    assert t.wines(state, 0, 0) == [0, 0]


def test_a9_aging_and_spoilage() -> None:
    """§6.5: [5, 3] → [new, 5]; cellar [5, 3, –, 8] → [new, 5, 3, –]."""
    state = t.blank()
    state.vintage = t.VINTAGE["vt_p1_a"]
    t.estate(state, 0, "dao", wines=(5, 3))
    t.estate(state, 0, "lisboa", cellar=1, wines=(5, 3, 0, 8))
    t.ask(state, Age(0), Harvest(0, 0))
    assert t.wines(state, 0, 0) == [3, 5]
    assert t.wines(state, 0, 1) == [3, 5, 3, 0]


def test_a10_wine_value() -> None:
    """§8.6: 6 + 5 + 1 = 12; 4 + 3 + 4 = 11; 3 + 1 = 4."""
    state = t.blank()
    t.estate(state, 0, "dao", cellar=1, wines=(0, 0, 0, 6))
    t.estate(state, 0, "alentejo", cellar=1, wines=(0, 0, 4, 0))
    t.estate(state, 0, "algarve", wines=(0, 3))
    state.cubes[t.REGION["dao"]], state.cubes[t.REGION["alentejo"]] = 1, 2
    width = state.setup.width
    assert state.best_value(0, 3) == 12
    assert state.best_value(0, width + 2) == 11
    assert state.base_value(0, 2 * width + 1) == 4


def test_a11_movement() -> None:
    """§7.2: tax 1; not adjacent 1 and two players 2; the centre is always free."""
    state = t.blank(3)
    assert state.move_cost(0, t.SPACE["vineyards_a"]) == 1
    state.marker = [t.SPACE["vineyards_a"], t.SPACE["export"], t.SPACE["export"]]
    t.estate(state, 0, "dao", wines=(5, 0))
    assert state.move_cost(0, t.SPACE["export"]) == 3
    t.ask(state, Destination(0, False, False, 0))
    t.say(state, 0, "go export")
    assert state.money == [17, 21, 21]
    state.marker = [t.SPACE["export"], t.PIECES.centre, t.PIECES.centre]
    assert state.move_cost(0, t.PIECES.centre) == 0


def test_a12_second_vineyard() -> None:
    """§8.1: 4 Bagos, a cube, no bonus."""
    state = t.blank()
    t.estate(state, 0, "lisboa", "red")
    t.top(state, "vy_lisboa_red_1")
    state.stacks[t.REGION["lisboa"]] = [t.VINEYARD["vy_lisboa_red_2"]]
    t.ask(state, BuyVineyard(0, 2, False, 0))
    t.say(state, 0, "lisboa estate 1")
    assert state.money[0] == 16
    assert state.cubes[t.REGION["lisboa"]] == 1
    assert state.land[state.at(0, 0) + VINES] == 2
    assert state.opened(0) == 1


def test_a13_fair_of_two() -> None:
    """§12.2: 14 and 11 → 9 and 3."""
    assert award_shares(FAIR[0], 2, [14, 11]) == [9, 3]


def test_a14_tie() -> None:
    """§12.2: 15, 15, 9 → 7, 7, 3."""
    assert award_shares(FAIR[0], 3, [15, 15, 9]) == [7, 7, 3]


def test_a15_last_place_with_four() -> None:
    """§12.2: 12, 6, 6 and an Expert; 9, 6, 1, 1 and an Expert each."""
    state = t.blank()
    state.year, state.fair_points = 5, [20, 15, 15, 8]
    t.ask(state, Awards())
    assert state.fair_vp == [12, 6, 6, 0]
    assert (t.kind(state), state.waiting) == ("expert_deck", [3])
    state = t.blank()
    state.year, state.fair_points, state.order = 3, [20, 15, 9, 9], [3, 2, 1, 0]
    t.ask(state, Awards())
    assert state.fair_vp == [9, 6, 1, 1]
    assert state.waiting == [3]
    t.say(state, 3, "taste")
    assert state.waiting == [2]
    t.say(state, 2, "aroma")
    assert not state.waiting


def test_a16_new_order() -> None:
    """§12.3: booths 1, 3, 4 → C, A, B."""
    state = t.blank(3)
    state.booths = [2, NONE, 0, 1]
    t.ask(state, NewOrder())
    assert state.order == [2, 0, 1]
    assert state.booths == [NONE] * 4
    assert state.released == [False] * 3


def test_a17_multiplier_duplicates() -> None:
    """§11.3: high and low are one type."""
    state = t.blank()
    t.estate(state, 0, "dao", wines=(3, 0))
    t.give_multiplier(state, 0, "mm_cellar_high")
    state.display[0] = MOST + t.MULTIPLIER["mm_cellar_low"]
    t.ask(state, BuyTile(0))
    assert "cell 0" not in t.texts(state)
    assert "You already have this type (§11.3)" in t.refused(state, 0, "cell 0")


def test_a18_multiplier_needs_a_barrel() -> None:
    """§12.4: with no barrel only Action tiles."""
    state = t.blank()
    t.estate(state, 0, "dao", wines=(3, 0))
    state.barrels[0] = 0
    state.display[:2] = [MOST + t.MULTIPLIER["mm_cellar_low"], t.TILE["ma_sales_1"]]
    t.ask(state, BuyTile(0))
    assert "cell 0" not in t.texts(state)
    assert "cell 1" in t.texts(state)
    assert "needs a barrel" in t.refused(state, 0, "cell 0")


def test_a19_money() -> None:
    """§13.1: the steps of the table."""
    state = t.blank()
    for money, vp in ((4, 0), (5, 3), (9, 3), (10, 7), (15, 12), (19, 12), (20, 18), (31, 18)):
        state.money[0] = money
        assert money_vp(state, 0) == vp


def test_a20_wines() -> None:
    """§13.2: 9, 4, 1 → 4 + 2 + 0."""
    state = t.blank()
    t.estate(state, 0, "dao", wines=(9, 4))
    t.estate(state, 0, "lisboa", wines=(0, 1))
    assert wine_vp(state, 0) == 6


def test_a21_tie_break() -> None:
    """§13.5: more barrels in the Export Area win, whatever the money; then more money; then both win."""
    state = t.blank(2)
    state.trade_vp = [0, 0]
    state.money = [5, 9]  # 3 VP each
    t.ship(state, 0, "angola_1")
    t.ship(state, 1, "angola_2")
    assert places(state) == [2, 1]  # equal VP and barrels: more money
    state.money = [5, 5]
    assert places(state) == [1, 1]
    t.ship(state, 0, "angola_3")
    state.trade_vp[1] = majority_vp(state, 0) - majority_vp(state, 1)
    state.money = [5, 9]
    assert places(state) == [1, 2]


def test_a22_maintenance() -> None:
    """§6.4: of three barrels exactly one comes back; a player without any takes none."""
    state = t.blank(2)
    state.barrels[0] += 1
    state.magnate_barrels[0] -= 1
    t.ship(state, 0, "hotel_1", "hotel_2", "hotel_3")
    t.ask(state, Maintenance())
    assert (t.kind(state), state.waiting) == ("maintenance_barrel", [0])
    t.say(state, 0, "hotel_2")
    assert [state.sales[t.SALES[slot]] for slot in ("hotel_1", "hotel_2", "hotel_3")] == [0, NONE, 0]
    assert state.barrels == [1, 2]


def test_a23_turning_tiles_up() -> None:
    """§6.1: used tiles are turned in years 4 and 6, not for the final action."""
    state = t.blank(2)
    t.give_expert(state, 0, "we_taste_bagos", down=True)
    for year, side in ((2, 1), (3, 1), (4, 0)):
        state.agenda = []
        state.push(StartOfYear())
        state.agenda[-1].go(state)
        assert (state.year, state.experts[t.EXPERT["we_taste_bagos"]] & 1) == (year, side)
    state.experts[t.EXPERT["we_taste_bagos"]] |= 1
    state.agenda = []
    state.year = 5
    StartOfYear().run(state)
    assert state.experts[t.EXPERT["we_taste_bagos"]] == 0
    state.experts[t.EXPERT["we_taste_bagos"]] |= 1
    state.agenda = []
    t.ask(state, Actions(0))
    assert state.experts[t.EXPERT["we_taste_bagos"]] == 1


# B: from public material.


def test_b1_tie_of_two() -> None:
    """§12.2: (9 + 3) / 2 = 6 each."""
    assert award_shares(FAIR[0], 2, [12, 12]) == [6, 6]


def test_b2_fair_track() -> None:
    """§3.6: 38 + 5 = 43; the total counts, not the space of the loop."""
    state = t.blank(2)
    state.year, state.fair_points = 3, [43, 39]
    t.ask(state, Awards())
    assert state.fair_vp == [9, 3]


def test_b3_one_expert_of_a_feature() -> None:
    """§8.9: of two taste Experts one may be discarded."""
    state = t.blank()
    t.estate(state, 0, "lisboa", wines=(3, 0))
    t.give_expert(state, 0, "we_taste_bagos", "we_taste_barrel")
    state.marker[0] = t.SPACE["wineries"]
    t.turn(state)
    t.say(state, 0, "none", "go press_release", "wine 1.1", "booth 1")
    assert t.texts(state) == ["keep", "discard we_taste_bagos", "discard we_taste_barrel"]
    t.say(state, 0, "discard we_taste_bagos")
    assert t.kind(state) != "release_expert"
    assert state.fair_points[0] == 3 + 2


@pytest.mark.parametrize(("slot", "income", "left"), [("casa_de_fados_3", 5, 2), ("casa_de_fados_4", 6, 1)])
def test_b4_cubes_only_when_needed(slot: str, income: int, left: int) -> None:
    """§8.6: a red Algarve wine of value 4 needs no cube, or exactly one."""
    state = t.blank()
    t.estate(state, 0, "algarve", wines=(3, 0))
    state.cubes[t.REGION["algarve"]] = 2
    t.ask(state, TradeWine(0, SALES_AREA, False, 0))
    assert "No more cubes than needed" in t.refused(state, 0, "cubes 2")
    t.say(state, 0, slot)
    assert state.money[0] == 20 + income
    assert state.cubes[t.REGION["algarve"]] == left


def test_b5_staying_on_the_centre() -> None:
    """§7.3, §7.6: only if no other space is legal; then no Press Release."""
    state = t.blank(2)
    state.money = [0, 0]
    t.estate(state, 0, "dao")
    t.turn(state)
    assert not state.waiting
    assert state.marker[0] == t.PIECES.centre
    state.money[0] = 2
    t.turn(state)
    assert "go wine_experts" in t.texts(state)
    assert "stay" not in t.texts(state)
    state = t.blank(2)
    state.money[0], state.barrels[0] = 1, 0
    t.estate(state, 0, "dao", wines=(5, 0))
    t.turn(state)
    assert not state.waiting
    assert t.wines(state, 0, 0) == [5, 0]
    assert not state.released[0]


def test_b6_too_poor_for_the_action() -> None:
    """§7.3: 2 Bagos minus the fee of 1 do not pay for an Expert; 3 do."""
    for money, legal in ((2, False), (3, True)):
        state = t.blank(2)
        state.marker, state.money[0] = [t.SPACE["staff"], t.SPACE["wine_experts"]], money
        assert (t.SPACE["wine_experts"] in state.legal_spaces(0, False, False, 0)) is legal


def test_b7_two_player_frame() -> None:
    """§3.5: row 3 may be used, row 4 may not."""
    state = t.blank(2)
    t.estate(state, 0, "dao", cellar=1, wines=(0, 0, 0, 14))
    t.ask(state, TradeWine(0, EXPORT_AREA, False, 0))
    assert "united_states_3" in t.texts(state)
    assert "united_states_4" not in t.texts(state)
    assert "outside the two-player frame (§8.8)" in t.refused(state, 0, "united_states_4")


def test_b8_two_barrels_at_most() -> None:
    """§8.9: all three wishes met, two barrels from two Magnates."""
    state = t.blank()
    t.estate(state, 0, "dao", "white", wines=(8, 0))
    state.marker[0] = t.SPACE["wineries"]
    t.turn(state)
    t.say(state, 0, "go press_release", "wine 1.1", "booth 1")
    assert t.texts(state) == ["anabela", "bruno", "carolina", "stop"]
    t.say(state, 0, "bruno")
    assert t.texts(state) == ["anabela", "carolina", "stop"]
    assert "one barrel" in t.refused(state, 0, "bruno")
    t.say(state, 0, "anabela")
    assert not state.waiting
    assert state.barrels[0] == 4
    assert state.magnate_barrels[:3] == [1, 1, 2]
