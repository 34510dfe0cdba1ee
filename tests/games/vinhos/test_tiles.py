"""One test for each region bonus, Expert ability, Magnate action, multiplier, booth, wish, slot kind and card, citing its §."""

import pytest

from cuvee.games.vinhos.decisions import (
    BankSteps,
    BankTransfer,
    BuyTile,
    BuyVineyard,
    FirstRegion,
    MarkOption,
    ReleaseBooth,
    ReleaseWine,
    StaffKeep,
    TradeWine,
)
from cuvee.games.vinhos.flow import Harvest, LacerdaMaintenance, LacerdaTurn, LateRelease, Production, Refill
from cuvee.games.vinhos.pieces import EXPORT as EXPORT_AREA
from cuvee.games.vinhos.pieces import MOST
from cuvee.games.vinhos.pieces import SALES as SALES_AREA
from cuvee.games.vinhos.scoring import beats_lacerda, lacerda_total, multiplier_vp, multipliers_vp, places, score_sheet, scores
from cuvee.games.vinhos.state import CELLAR, ENOLOGISTS, FARMERS, NONE, PRESSES, SUPPLY_CELLARS, SUPPLY_WINERIES, Table
from tests.games.vinhos.table import (
    BONUS,
    CARD,
    EXPERT,
    EXPORT,
    MAGNATE,
    OPTION,
    PIECES,
    REGION,
    SALES,
    SPACE,
    TILE,
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

# Region bonuses, §9.


def open_in(region: str, seats: int = 4, **options: str | int | bool) -> Table:
    """Buy a first estate in a region with 20 Bagos in hand."""
    state = blank(seats, **options)
    ask(state, BuyVineyard(0, 1, False, 0))
    say(state, 0, f"{region} new")
    return state


def cost(region: str) -> int:
    """Return the cost of the tile that lies on top of a blank board."""
    return next(tile.cost for tile in PIECES.vineyards if tile.region == REGION[region])


def test_minho_brings_a_farmer() -> None:
    """§9: on the vineyard just placed."""
    state = open_in("minho")
    assert state.land[state.at(0, 0) + FARMERS] == 1
    assert state.supply[3] == 15


def test_tras_os_montes_brings_a_winery() -> None:
    """§9: on this estate; from an empty supply nothing (§1.4)."""
    assert open_in("tras_os_montes").land[PRESSES] == 1
    state = blank()
    state.supply[SUPPLY_WINERIES] = 0
    ask(state, BuyVineyard(0, 1, False, 0))
    say(state, 0, "tras_os_montes new")
    assert state.land[PRESSES] == 0


def test_douro_brings_the_own_porto_tiles() -> None:
    """§9: two, and never again."""
    state = open_in("douro")
    assert (state.porto[0], state.porto_left[0], state.porto_left[1]) == (2, 0, 2)


def test_dao_brings_an_expert() -> None:
    """§9: top of any deck; nothing if all are empty (§14.10)."""
    state = open_in("dao")
    assert texts(state) == ["taste", "appearance", "aroma", "alcohol"]
    say(state, 0, "aroma")
    assert state.experts[EXPERT["we_aroma_bagos"]] == 0
    state = blank()
    state.decks = [[], [], [], []]
    ask(state, BuyVineyard(0, 1, False, 0))
    say(state, 0, "dao new")
    assert not state.waiting


def test_bairrada_brings_a_cellar() -> None:
    """§9: on this estate."""
    state = open_in("bairrada")
    assert state.land[CELLAR] == 1
    assert state.supply[SUPPLY_CELLARS] == 11


def test_lisboa_brings_three_bagos() -> None:
    """§9."""
    assert open_in("lisboa").money[0] == 20 - cost("lisboa") + 3


def test_setubal_brings_two_cubes() -> None:
    """§9: anywhere with room, after the normal cube."""
    state = open_in("setubal")
    say(state, 0, "cube douro", "cube algarve")
    assert (state.cubes[REGION["setubal"]], state.cubes[REGION["douro"]], state.cubes[REGION["algarve"]]) == (1, 1, 1)
    assert not state.waiting


def test_alentejo_doubles_cubes() -> None:
    """§9: for its wines, whoever owns them."""
    state = open_in("alentejo")
    assert not state.waiting
    estate(state, 1, "alentejo", wines=(3, 0))
    state.cubes[REGION["alentejo"]] = 2
    assert state.best_value(1, 0) == 7


def test_algarve_adds_one() -> None:
    """§9: to the value of each of its wines."""
    state = open_in("algarve")
    assert not state.waiting
    estate(state, 1, "algarve", wines=(3, 0))
    assert state.base_value(1, 0) == 4


def test_a_second_estate_brings_no_second_bonus() -> None:
    """§8.1; with the option `bonus_per_estate` it does, the Porto tiles never (§19)."""
    for option, money in ((False, 20 - 3), (True, 20)):
        state = blank(4, bonus_per_estate=option)
        estate(state, 0, "lisboa", "white")
        top(state, "vy_lisboa_red_1")
        ask(state, BuyVineyard(0, 1, False, 0))
        say(state, 0, "lisboa new")
        assert state.money[0] == money
    state = blank(4, bonus_per_estate=True)
    state.porto_left[0] = 0
    estate(state, 0, "douro")
    ask(state, BuyVineyard(0, 1, False, 0))
    say(state, 0, "douro new")
    assert state.porto[0] == 0


def test_reserve_minho_pays_two_bagos() -> None:
    """§16.13: there are no Farmers."""
    state = open_in("minho", 2, mode="reserve")
    assert state.money[0] == 20 - cost("minho") + 2
    assert state.land[FARMERS] == 0


def test_reserve_first_vineyard_is_paid() -> None:
    """§16.13: at the price of the top tile."""
    state = blank(2, mode="reserve")
    ask(state, FirstRegion(0))
    say(state, 0, "take lisboa")
    assert state.money[0] == 20 - 3 + 3
    assert wines(state, 0, 0) == [2, 0]


# Expert abilities, §10.


def test_expert_bagos() -> None:
    """§10.1: 2 Bagos, before or after."""
    for window in ("before", "after"):
        state = blank()
        give_expert(state, 0, "we_taste_bagos")
        turn(state)
        if window == "after":
            say(state, 0, "none", "go wine_experts", "aroma", "stop")
            assert state.money[0] == 18
        say(state, 0, "use we_taste_bagos")
        assert state.money[0] == (22 if window == "before" else 20)
        assert state.experts[EXPERT["we_taste_bagos"]] == 1, "face-down"


def test_expert_free_move() -> None:
    """§10.2, §7.5: only before the move, and only if it leads anywhere but to the centre."""
    state = blank()
    give_expert(state, 0, "we_alcohol_free_move")
    state.year = 5
    turn(state)
    say(state, 0, "none", "go wine_experts", "aroma", "stop")
    assert texts(state) == ["none", "use we_aroma_bagos"], "not offered after the action"
    poor = blank(2)
    poor.money[0] = 0
    give_expert(poor, 0, "we_alcohol_free_move")
    turn(poor)
    assert not poor.waiting, "nothing could be done anywhere"


def test_expert_renown() -> None:
    """§10.3: a cube in any region in play with room."""
    state = blank(2)
    give_expert(state, 0, "we_taste_renown")
    state.cubes[REGION["douro"]] = 4
    turn(state)
    say(state, 0, "use we_taste_renown")
    assert "cube douro" not in texts(state)
    assert "cube algarve" not in texts(state), "out of play (§5.3)"
    say(state, 0, "cube minho")
    assert state.cubes[REGION["minho"]] == 1


def test_expert_barrel() -> None:
    """§10.4: from Sales, Export or a Multiplier tile, never from the Magnates."""
    state = blank()
    state.barrels[0] = 3
    give_expert(state, 0, "we_taste_barrel")
    ship(state, 0, "hotel_1", "angola_1")
    give_multiplier(state, 0, "mm_money")
    turn(state)
    say(state, 0, "use we_taste_barrel")
    assert texts(state) == ["sales hotel_1", "export angola_1", "multiplier mm_money"]
    assert "never takes a barrel from the Magnates" in refused(state, 0, "magnate anabela")
    say(state, 0, "sales hotel_1")
    assert (state.sales[SALES["hotel_1"]], state.barrels[0]) == (NONE, 1)


def test_expert_rearrange() -> None:
    """§10.5, §1.3: the new order, known to its maker only; then a Vineyards action is a duty."""
    state = blank()
    give_expert(state, 0, "we_taste_rearrange")
    turn(state)
    say(state, 0, "use we_taste_rearrange", "rearrange minho")
    say(state, 0, "vy_minho_white_2", "vy_minho_red_1", "vy_minho_white_1")
    names = [PIECES.vineyards[tile].id for tile in state.stacks[REGION["minho"]]]
    assert names == ["vy_minho_white_2", "vy_minho_red_1", "vy_minho_white_1", "vy_minho_red_2"]
    assert state.knows[REGION["minho"]] == 1
    assert texts(state) == ["go vineyards_a", "go vineyards_b"]


def test_expert_discount() -> None:
    """§10.6: never below 0; both vineyards; unusable if no Vineyards space is legal with it."""
    state = blank()
    state.money[0] = 2
    give_expert(state, 0, "we_taste_discount")
    top(state, "vy_minho_red_1")
    turn(state)
    say(state, 0, "use we_taste_discount")
    assert state.marker[0] == SPACE["vineyards_b"], "the other one is taxed: 1 Bago left is not enough there"
    say(state, 0, "minho new")
    assert state.money[0] == 0
    poor = blank()
    poor.money[0] = 1
    give_expert(poor, 0, "we_taste_discount")
    turn(poor)
    assert "use we_taste_discount" not in texts(poor)


def test_a_face_down_tile_cannot_be_used() -> None:
    """§7.4."""
    state = blank()
    give_expert(state, 0, "we_taste_bagos", down=True)
    give_tile(state, 0, "ma_fair_points_1")
    turn(state)
    assert texts(state) == ["none", "use ma_fair_points_1"]
    assert "face-up tile" in refused(state, 0, "use we_taste_bagos")


# Magnate Action tiles, §11.1.


def use(name: str) -> Table:
    """Begin a turn with an estate, a wine and an Action tile, and use the tile before the move."""
    state = blank()
    estate(state, 0, "dao", wineries=1, wines=(6, 0))
    give_tile(state, 0, name)
    turn(state)
    say(state, 0, f"use {name}")
    assert state.tiles[TILE[name]] == 1, "face-down until year 4 or 6"
    return state


def test_action_expert() -> None:
    """§11.1: an Expert for free."""
    state = use("ma_expert_1")
    say(state, 0, "taste")
    assert (state.money[0], state.count_owned(state.experts, 0)) == (20, 1)


def test_action_sales() -> None:
    """§11.1, §14.7: a complete Sales action without moving."""
    state = use("ma_sales_1")
    say(state, 0, "hotel_1")
    assert (state.money[0], state.marker[0]) == (27, PIECES.centre)


def test_action_cellar() -> None:
    """§11.1: a Cellar for 1."""
    state = use("ma_cellar_1")
    assert (state.money[0], state.land[CELLAR]) == (19, 1)


def test_action_vineyard() -> None:
    """§11.1: a vineyard for 1 less, bonus included."""
    state = use("ma_vineyard_1")
    say(state, 0, "lisboa new")
    assert state.money[0] == 20 - 2 + 3
    assert kind(state) == "destination", "one only"


def test_action_export() -> None:
    """§11.1: a complete Export action."""
    state = use("ma_export_1")
    say(state, 0, "brazil_2")
    assert state.trade_vp[0] == 5


def test_action_enologist() -> None:
    """§11.1: an Enologist for 2."""
    state = use("ma_enologist_1")
    assert (state.money[0], state.land[ENOLOGISTS]) == (18, 1)


def test_action_fair_points() -> None:
    """§11.1: 2 FP."""
    assert use("ma_fair_points_1").fair_points[0] == 2


def test_action_winery() -> None:
    """§11.1: a winery for 2."""
    state = use("ma_winery_1")
    assert (state.money[0], state.land[PRESSES]) == (18, 2)


def test_action_farmer() -> None:
    """§11.1: a Farmer for 1."""
    state = use("ma_farmer_1")
    assert (state.money[0], state.land[FARMERS]) == (19, 1)


def test_a_tile_that_does_nothing_cannot_be_used() -> None:
    """§7.4, §7.5."""
    state = blank()
    for tile in ("ma_sales_1", "ma_export_1", "ma_cellar_1", "ma_enologist_1", "ma_winery_1", "ma_farmer_1"):
        give_tile(state, 0, tile)
    turn(state)
    assert kind(state) == "destination", "no estate, no wine: nothing to use"


# Multiplier tiles, §11.2.

WORTH = {
    "full_estate": (4, 3, 1),
    "wine": (2, 1, 3),
    "cellar": (3, 2, 2),
    "magnate_tile": (2, 1, 2),
    "vineyard": (2, 1, 3),
    "expert": (2, 1, 2),
    "magnate_barrel": (2, 1, 4),
    "enologist": (3, 2, 1),
    "winery": (2, 1, 1),
    "farmer": (3, 2, 2),
}
"""Value of the higher and of the lower tile, and how many units the position below has."""


def rich() -> Table:
    """A position with something of everything."""
    state = blank()
    estate(state, 0, "dao", vines=2, farmers=2, wineries=1, enologists=1, cellar=1, wines=(5, 0, 3))
    estate(state, 0, "lisboa", cellar=1, wines=(0, 0, 0, 7))
    give_expert(state, 0, "we_taste_bagos")
    give_expert(state, 0, "we_taste_barrel", down=True)
    give_tile(state, 0, "ma_sales_1")
    state.magnate_barrels[:3] = [1, 0, 1]
    state.barrels[0] = 6
    return state


@pytest.mark.parametrize("type", sorted(WORTH))
def test_multiplier(type: str) -> None:
    """§11.2: both tiles of each type."""
    high, low, units = WORTH[type]
    for word, each in (("high", high), ("low", low)):
        state = rich()
        give_multiplier(state, 0, f"mm_{type}_{word}")
        assert multipliers_vp(state, 0) == each * units
        assert state.problems() == []


def test_multiplier_export_majority() -> None:
    """§11.2: 4 for a column held alone, 2 for one tied."""
    state = rich()
    ship(state, 0, "angola_1", "germany_1")
    ship(state, 1, "germany_2")
    give_multiplier(state, 0, "mm_export_majority")
    assert multipliers_vp(state, 0) == 4 + 2


@pytest.mark.parametrize(("money", "vp"), [(4, 0), (5, 6), (10, 12), (15, 18), (20, 25), (40, 25)])
def test_multiplier_money(money: int, vp: int) -> None:
    """§11.2, §13.4: the tile's table instead of the board's."""
    state = blank()
    state.money[0] = money
    give_multiplier(state, 0, "mm_money")
    assert scores(state)[0] == vp


# Booths, §3.6, and wishes, §8.9.


@pytest.mark.parametrize(("booth", "experts", "money", "points"), [(1, 0, 20, 0), (2, 1, 20, 0), (3, 0, 23, 0), (4, 0, 20, 3)])
def test_booth(booth: int, experts: int, money: int, points: int) -> None:
    """§3.6: nothing, an Expert, 3 Bagos, 3 Fair Points."""
    state = blank()
    ask(state, ReleaseBooth(0, True))
    say(state, 0, f"booth {booth}")
    if booth == 2:
        say(state, 0, "taste")
    assert (state.count_owned(state.experts, 0), state.money[0], state.fair_points[0]) == (experts, money, points)
    assert state.booths[booth - 1] == 0
    ask(state, ReleaseBooth(1, True))
    assert f"booth {booth}" not in texts(state, 1)
    assert "no disc lies" in refused(state, 1, f"booth {booth}")


@pytest.mark.parametrize(
    ("magnate", "region", "color", "value", "met"),
    [
        ("anabela", 4, 1, 0, True),
        ("anabela", 4, 0, 0, False),
        ("bruno", 4, 0, 8, True),
        ("bruno", 4, 0, 7, False),
        ("carolina", 6, 0, 0, True),
        ("carolina", 4, 0, 0, False),
    ],
)
def test_wish(magnate: str, region: int, color: int, value: int, met: bool) -> None:
    """§8.9: colour, Wine Value, region of the Vintage tile in force (white; 8; regions 1, 4, 7, 8)."""
    state = blank()
    assert state.vintage == VINTAGE["vt_p1_b"]
    assert state.wish_met(MAGNATE[magnate], region, color, value) is met


# Slots, §3.4, §3.5.


@pytest.mark.parametrize("slot", SALES)
def test_sales_slot(slot: str) -> None:
    """§3.4, §8.7: reached at its value and not one below; pays its Bagos."""
    table = {"casa_de_fados": [(2, 3), (3, 4), (4, 5), (5, 6)], "hotel": [(6, 7), (7, 8), (8, 9)]}
    table["enoteca"] = [(9, 11), (10, 12), (12, 14)]
    check_slot(slot, table, SALES_AREA)


@pytest.mark.parametrize("slot", EXPORT)
def test_export_slot(slot: str) -> None:
    """§3.5, §8.8: reached at its value and not one below; gives its VP at once."""
    needs = {
        "angola": [3, 5, 7, 8],
        "brazil": [4, 6, 8, 9],
        "germany": [5, 7, 9, 11],
        "united_kingdom": [6, 9, 11, 12],
        "united_states": [8, 11, 13, 15],
    }
    check_slot(slot, {name: [(need, need - 1) for need in row] for name, row in needs.items()}, EXPORT_AREA)


def check_slot(slot: str, table: dict[str, list[tuple[int, int]]], area: int) -> None:
    """Sell or export a wine of just the required value; with a point less the slot is out of reach."""
    column, _sep, row = slot.rpartition("_")
    need, pays = table[column][int(row) - 1]
    state = blank()
    estate(state, 0, "dao", wines=(need - 1, 0))
    if state.can_trade(0, area, 0):
        ask(state, TradeWine(0, area, False, 0))
        assert slot not in texts(state)
    state = blank()
    estate(state, 0, "dao", wines=(need, 0))
    ask(state, TradeWine(0, area, False, 0))
    if state.waiting:  # the only slot in reach is taken without a question
        say(state, 0, slot)
    assert (state.money[0] - 20 if area == SALES_AREA else state.trade_vp[0]) == pays
    assert (state.sales[SALES[slot]] if area == SALES_AREA else state.export[EXPORT[slot]]) == 0


# Staff, Press Releases, fairs.


def test_no_reassignment_is_asked_where_nothing_could_change() -> None:
    """§6.5, §18.3: one winery, one Enologist: everybody stays."""
    state = blank()
    estate(state, 0, "dao", wineries=1, enologists=1)
    ask(state, StaffKeep(0))
    assert not state.waiting


def test_staff_of_one_estate_with_two_wineries_cannot_stand_otherwise() -> None:
    """§4.7: the wineries of an estate are interchangeable."""
    state = blank()
    estate(state, 0, "dao", wineries=2, enologists=1)
    ask(state, StaffKeep(0))
    assert not state.waiting


def test_farmers_follow_enologists() -> None:
    """§18.8: after the Enologists all Farmers are set down, estate by estate."""
    state = blank()
    estate(state, 0, "dao", vines=2, farmers=0)
    estate(state, 0, "lisboa", farmers=1)
    ask(state, StaffKeep(0))
    say(state, 0, "reassign")
    assert texts(state) == ["farmers 0", "farmers 1"]
    say(state, 0, "farmers 1")
    assert [state.land[state.at(0, number) + FARMERS] for number in (0, 1)] == [1, 0]


def test_production_is_done_player_by_player() -> None:
    """§6.5: the first in order ages, reassigns and makes wine before the next ages."""
    state = blank(2)
    state.order = [1, 0]
    for seat in (0, 1):
        estate(state, seat, "dao", "red" if seat else "white", wines=(5, 0))
        estate(state, seat, "lisboa", "red" if seat else "white", farmers=1)
    ask(state, Production())
    assert (kind(state), state.waiting) == ("staff_keep", [1])
    assert (wines(state, 1, 0), wines(state, 0, 0)) == ([0, 5], [5, 0])
    say(state, 1, "keep")
    assert state.waiting == [0]
    assert (wines(state, 1, 0), wines(state, 0, 0)) == ([3, 5], [0, 5])


def test_fixed_regions_of_the_solitaire_game() -> None:
    """§19: as with two players."""
    state = fresh(1, 9, fixed_regions=True)
    assert [region.id for region in PIECES.regions if not state.in_play[region.number]] == ["setubal", "algarve"]


def test_passing_on_the_centre() -> None:
    """§8.9: pass although a Press Release would be possible."""
    state = blank()
    estate(state, 0, "dao", wines=(3, 0))
    ask(state, ReleaseWine(0, False))
    say(state, 0, "pass")
    assert not state.released[0]


def test_booth_expert_may_be_discarded_at_once() -> None:
    """§8.9: the Expert of booth 2 counts in step 3."""
    state = blank()
    estate(state, 0, "lisboa", wines=(3, 0))
    ask(state, ReleaseWine(0, True))
    say(state, 0, "booth 2", "appearance", "discard we_appearance_bagos")
    assert state.fair_points[0] == 3 + 3
    assert state.decks[1][-1] == EXPERT["we_appearance_bagos"]
    assert state.returned[1] == 1


def test_no_press_release_in_the_final_action() -> None:
    """§6.7: the centre is only a pass; no space is taxed (§3.2)."""
    state = blank()
    state.year = 7
    estate(state, 0, "dao", wines=(3, 0))
    state.marker[0] = SPACE["wineries"]
    turn(state)
    assert "no Press Release in the final action" in refused(state, 0, "wine 1.1")
    say(state, 0, "go press_release")
    assert not state.waiting
    assert state.taxed() == NONE


def test_buying_a_magnate_tile() -> None:
    """§12.4: tile, then wine; the cell stays empty until all have bought."""
    state = blank()
    estate(state, 0, "dao", wines=(3, 4))
    first = state.display[0]
    ask(state, BuyTile(0), Refill())
    say(state, 0, "cell 0")
    assert kind(state) == "buy_wine"
    before = state.deck[0]
    say(state, 0, "wine 1.2")
    assert wines(state, 0, 0) == [3, 0]
    assert state.tiles[first] == 0
    assert state.display[0] == before, "refilled from the combined deck"


def test_without_wine_nobody_is_asked_to_buy() -> None:
    """§12.4."""
    state = blank()
    ask(state, BuyTile(0))
    assert not state.waiting


# Options, §19.


def test_option_max_wine_quality() -> None:
    """§19: produced quality is capped at 9."""
    for option, quality in (("none", 10), (9, 9)):
        state = blank(4, max_wine_quality=option)
        state.vintage = VINTAGE["vt_p2_a"]
        estate(state, 0, "dao", vines=2, farmers=1, wineries=1, enologists=1)
        ask(state, Harvest(0, 0))
        assert wines(state, 0, 0)[0] == quality


def test_option_sales_export_limit() -> None:
    """§19: the largest number of wines of one action."""
    for limit in (1, 2):
        state = blank(4, sales_export_limit=limit)
        state.barrels[0] = 3
        estate(state, 0, "dao", cellar=1, wines=(5, 5, 5))
        ask(state, TradeWine(0, SALES_AREA, False, state.setup.trade_limit))
        sold = 0
        while state.waiting:
            say(state, 0, texts(state)[0])
            say(state, 0, texts(state)[0])
            sold += 1
        assert sold == limit


def test_option_revise_after_both() -> None:
    """§19: off by default, on in the Reserve, and either way by choice."""
    assert not fresh(3).setup.revise_both
    assert fresh(3, revise_after_both="on").setup.revise_both
    assert fresh(3, mode="reserve").setup.revise_both
    assert not fresh(3, mode="reserve", revise_after_both="off").setup.revise_both


# The Reserve, §16.


def reserve() -> Table:
    """A position of the Reserve with barrels with all Magnates, an estate and a wine."""
    state = blank(2, mode="reserve")
    estate(state, 0, "dao", wineries=1, wines=(6, 0))
    state.barrels[0], state.magnate_barrels[:3] = 5, [1, 1, 1]
    return state


def magnate_action(name: str) -> Table:
    """Use a bonus action in the before-window."""
    state = reserve()
    turn(state)
    say(state, 0, f"use {name}")
    magnate = PIECES.bonus_actions[BONUS[name]].magnate
    assert state.magnate_barrels[magnate] == 0
    assert state.bonus_marks[BONUS[name] * 2] == 1
    assert state.fair_tiles[0] == 4
    return state


def test_reserve_anabela_sales() -> None:
    """§16.9: a Sales action; income to the account (§16.2)."""
    state = magnate_action("ra_anabela_sales")
    say(state, 0, "hotel_1")
    assert (state.account[0], state.money[0]) == (12, 20)


def test_reserve_anabela_vineyard() -> None:
    """§16.9: a vineyard for 1 less, paid in cash."""
    state = magnate_action("ra_anabela_vineyard")
    say(state, 0, "alentejo new")
    assert state.money[0] == 20 - 3


def test_reserve_anabela_enologist() -> None:
    """§16.9: an Enologist without price."""
    state = magnate_action("ra_anabela_enologist")
    assert (state.land[ENOLOGISTS], state.money[0]) == (1, 20)


def test_reserve_bruno_export() -> None:
    """§16.9: an Export action."""
    state = magnate_action("ra_bruno_export")
    say(state, 0, "brazil_2")
    assert state.trade_vp[0] == 5


def test_reserve_bruno_expert() -> None:
    """§16.9: an Expert."""
    state = magnate_action("ra_bruno_expert")
    say(state, 0, "taste")
    assert state.count_owned(state.experts, 0) == 1


def test_reserve_bruno_fair() -> None:
    """§16.9: 2 FP."""
    assert magnate_action("ra_bruno_fair").fair_points[0] == 2


def test_reserve_carolina_winery() -> None:
    """§16.9: a winery for 1."""
    state = magnate_action("ra_carolina_winery")
    assert (state.land[PRESSES], state.money[0]) == (2, 19)


def test_reserve_carolina_cellar() -> None:
    """§16.9: a Cellar for 1."""
    state = magnate_action("ra_carolina_cellar")
    assert (state.land[CELLAR], state.money[0]) == (1, 19)


def test_reserve_carolina_bank() -> None:
    """§16.9: a Bank action."""
    state = magnate_action("ra_carolina_bank")
    say(state, 0, "steps 0", "withdraw 5")
    assert (state.account[0], state.money[0]) == (0, 25)


def test_reserve_each_bonus_action_once() -> None:
    """§16.15: marked once in a game; none without a Fair tile."""
    state = reserve()
    state.magnate_barrels[MAGNATE["bruno"]] = 2
    state.bonus_marks[BONUS["ra_bruno_fair"] * 2] = 1
    turn(state)
    assert "use ra_bruno_fair" not in texts(state)
    assert "use ra_bruno_expert" in texts(state)
    other = reserve()
    other.fair_tiles[0] = 0
    turn(other)
    assert kind(other) == "destination"


OPTION_VP = {
    "rm_anabela_vineyard": 3,
    "rm_anabela_wine": 3,
    "rm_anabela_full": 3,
    "rm_bruno_cellar": 4,
    "rm_bruno_winery": 1,
    "rm_bruno_enologist": 2,
    "rm_carolina_expert": 1,
    "rm_carolina_regions": 4,
    "rm_carolina_export": 2,
}


@pytest.mark.parametrize("name", sorted(OPTION_VP))
def test_reserve_option(name: str) -> None:
    """§16.10: each multiplier option counts what it says; without its barrel nothing (§16.12)."""
    state = blank(2, mode="reserve")
    estate(state, 0, "dao", vines=2, wineries=1, enologists=1, cellar=1, wines=(5, 0, 3))
    estate(state, 0, "lisboa", cellar=1, wines=(0, 0, 0, 7))
    give_expert(state, 0, "we_taste_bagos")
    ship(state, 0, "angola_1", "brazil_1")
    magnate = PIECES.options[OPTION[name]].magnate
    state.magnate_barrels[magnate] = 1
    state.barrels[0] -= 1
    ask(state, MarkOption(0))
    say(state, 0, f"mark {name}")
    assert state.magnate_barrels[magnate] == 0
    assert multiplier_vp(state, 0, PIECES.options[OPTION[name]]) == multipliers_vp(state, 0) == OPTION_VP[name]
    state.option_marks[OPTION[name] * 2] = 2
    assert multipliers_vp(state, 0) == 0


def test_reserve_release_puts_barrels() -> None:
    """§16.8: no booth; barrels go to Magnates, at most 3 with each."""
    state = blank(2, mode="reserve")
    state.magnate_barrels[:3], state.barrels[0] = [3, 0, 0], 5
    state.year = 3
    estate(state, 0, "dao", "white", wines=(8, 0))
    ask(state, LateRelease(0))
    assert texts(state) == ["bruno", "carolina", "stop"]
    say(state, 0, "carolina")
    say(state, 0, "bruno")
    assert state.magnate_barrels[:3] == [3, 1, 1]
    assert state.barrels[0] == 3
    assert state.fair_points[0] == 8


def test_reserve_prices() -> None:
    """§16.3: winery 2, Enologist free, one Cellar at 3, Expert 1."""
    state = blank(2, mode="reserve")
    estate(state, 0, "dao")
    turn(state)
    say(state, 0, "go wineries", "winery estate 1")
    assert state.money[0] == 20 - 2 - 2
    turn(state)
    say(state, 0, "go cellars")
    assert (state.money[0], state.waiting) == (13, [])
    turn(state)
    say(state, 0, "go staff")
    assert (state.money[0], state.land[ENOLOGISTS]) == (12, 1), "not adjacent: 1; the first is a duty, the second is asked"
    assert texts(state) == ["enologist estate 1", "stop"]


def test_bank_with_much_money_asks_in_two_steps() -> None:
    """§16.17, §18.8: more than 80 amounts: first the tens; nothing legal is lost."""
    state = blank(2, mode="reserve")
    state.money[0], state.account[0] = 60, 57
    ask(state, BankTransfer(0, 0, 0))
    assert len(texts(state)) < 20
    found: set[int] = set()
    for number in state.options(0):
        copy = state.clone()
        assert isinstance(copy, Table)
        copy.apply(0, number)
        if not copy.waiting:
            found.add(copy.money[0] - 60)
            continue
        for amount in copy.options(0):
            leaf = copy.clone()
            assert isinstance(leaf, Table)
            leaf.apply(0, amount)
            found.add(leaf.money[0] - 60)
    assert found == set(range(-60, 58)) - {0}


def test_bank_bounds() -> None:
    """§16.17: cash and account pay together; the level stays between −3 and +5."""
    state = blank(2, mode="reserve")
    state.money[0], state.account[0], state.level[0] = 3, 1, 4
    ask(state, BankSteps(0))
    assert texts(state) == ["steps -2", "steps -1", "steps 0", "steps 1"]
    say(state, 0, "steps 1")  # 4 Bagos: all that there is, so the transfer is fixed
    assert (state.money[0], state.account[0], state.level[0]) == (0, 0, 5)
    broke = blank(2, mode="reserve")
    broke.money[0], broke.account[0], broke.level[0] = 0, 0, -3
    assert not broke.can_bank(0, 0)


# Lacerda, §17.


def play_card(card: str, year: int = 1) -> Table:
    """Let Lacerda draw and carry out a card on an empty board."""
    state = blank(1)
    state.year = year
    state.cards = [[CARD[card]], [CARD[card]]]
    ask(state, LacerdaTurn())
    return state


def test_lacerda_wineries() -> None:
    """§17.4."""
    state = play_card("lac_1_2")
    assert (state.supply[0], state.gone[0], state.marker[1]) == (9, 2, SPACE["wineries"])


def test_lacerda_staff() -> None:
    """§17.4."""
    state = play_card("lac_1_3")
    assert (state.supply[2], state.supply[3], state.gone) == (6, 8, [0, 0, 1, 1])


def test_lacerda_cellars() -> None:
    """§17.4, §17.10: as many as there are."""
    state = blank(1)
    state.supply[1], state.year = 1, 4
    state.cards = [[], [CARD["lac_2_4"]]]
    ask(state, LacerdaTurn())
    assert (state.supply[1], state.gone[1]) == (0, 1)


def test_lacerda_experts() -> None:
    """§17.4: the card's deck, then the next; empty decks are skipped."""
    state = blank(1)
    state.decks[3] = []
    state.cards = [[CARD["lac_1_6"]], []]
    ask(state, LacerdaTurn())
    assert [PIECES.experts[tile].id for tile in state.lacerda_experts] == ["we_aroma_bagos", "we_taste_bagos"]


def test_lacerda_pays_the_human() -> None:
    """§17.3: 1 Bago if the human stands there, not on the centre."""
    state = blank(1)
    state.marker[0] = SPACE["wineries"]
    state.cards = [[CARD["lac_1_2"]], []]
    ask(state, LacerdaTurn())
    assert state.money[0] == 21
    state = blank(1)
    state.cards = [[CARD["lac_1_5"]], []]
    ask(state, LacerdaTurn())
    assert state.money[0] == 20
    assert state.fair_points[1] == 3 + 3, "value 3 and booth 4"


def test_the_human_pays_the_bank_for_lacerda() -> None:
    """§17.3."""
    state = blank(1)
    state.marker[1] = SPACE["wine_experts"]
    turn(state)
    say(state, 0, "go wine_experts", "taste", "stop")
    assert state.money == [20 - 1 - 2, 20]


def test_lacerda_takes_the_dearest_barrel_back() -> None:
    """§17.5."""
    state = blank(1)
    ship(state, 1, "casa_de_fados_1", "hotel_3")
    ask(state, LacerdaMaintenance())
    assert (state.sales[SALES["hotel_3"]], state.sales[SALES["casa_de_fados_1"]]) == (NONE, 1)


def test_lacerda_release_takes_the_next_free_booth() -> None:
    """§17.4: 4 is followed by 1."""
    state = blank(1)
    state.booths[3] = 0
    state.released[0] = True
    state.cards = [[CARD["lac_1_5"]], []]
    ask(state, LacerdaTurn())
    assert state.booths == [1, NONE, NONE, 0]


def test_lacerda_total_and_winner() -> None:
    """§17.7: exports, majorities, 8 for a Multiplier tile, difficulty; a tie goes by export barrels, then to Lacerda."""
    for difficulty, bonus in (("apprentice", 0), ("producer", 15), ("master", 30)):
        state = blank(1, solo_difficulty=difficulty)
        ship(state, 1, "germany_1")
        state.trade_vp[1] = 4
        give_multiplier(state, 1, "mm_money")
        assert lacerda_total(state) == 4 + 6 + 8 + bonus
        state.trade_vp[0] = lacerda_total(state) - scores(state)[0]
        assert not beats_lacerda(state)
        assert places(state) == [2]
        state.trade_vp[0] += 1
        assert beats_lacerda(state)
    ship(state, 0, "angola_1", "angola_2")
    state.trade_vp[0] += lacerda_total(state) - scores(state)[0]
    assert beats_lacerda(state), "equal VP, more barrels"
    assert places(state) == [1]
    assert "wins" in score_sheet(state).titles[0]


def test_setup_of_the_solitaire_game() -> None:
    """§17.1: 19 Bagos, first in order; Lacerda has 8 barrels; a vineyard and a tile leave the game."""
    state = fresh(1, 4)
    assert (state.money[0], state.order, state.barrels[1]) == (19, [0, 1], 8)
    say(state, 0, texts(state)[0])
    while kind(state) != "first_tile":
        say(state, 0, texts(state)[0])
    assert len(state.gone_vineyards) == len(state.gone_tiles) == 1
    assert state.display[0] == NONE
    assert (len(state.cards[0]), len(state.cards[1]), state.drawn) == (9, 9, [])


def test_the_combined_deck() -> None:
    """§5.9: 1, 3 or 2 Action tiles on top with 2, 3, 4 players, then 12 or 22 Multiplier tiles."""
    for seats, actions, multipliers in ((2, 1, 12), (3, 3, 22), (4, 2, 22)):
        state = fresh(seats, 6)
        while kind(state) != "window_tile" and kind(state) != "destination":
            seat = state.waiting[0]
            say(state, seat, texts(state, seat)[0])
        assert [tile < MOST for tile in state.deck] == [True] * actions + [False] * multipliers
        assert NONE not in state.display
