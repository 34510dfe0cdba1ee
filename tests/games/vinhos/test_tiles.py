"""One test for each region bonus, Expert ability, Magnate action, multiplier, booth, wish and slot, citing its §."""

import pytest

from cuvee.games.vinhos.decisions.buying import BuyVineyard
from cuvee.games.vinhos.decisions.press_releases import ReleaseBooth
from cuvee.games.vinhos.decisions.setup import FirstRegion
from cuvee.games.vinhos.decisions.trading import TradeWine
from cuvee.games.vinhos.pieces.vocabulary import EXPORT as EXPORT_AREA
from cuvee.games.vinhos.pieces.vocabulary import SALES as SALES_AREA
from cuvee.games.vinhos.scoring import multipliers_vp, scores
from cuvee.games.vinhos.state.codes import CELLAR, ENOLOGISTS, FARMERS, NONE, PRESSES, SUPPLY_CELLARS, SUPPLY_WINERIES
from cuvee.games.vinhos.state.table import Table
from tests.games.vinhos import table as t

# Region bonuses, §9.


def open_in(region: str, seats: int = 4, **options: str | int | bool) -> Table:
    """Buy a first estate in a region with 20 Bagos in hand."""
    state = t.blank(seats, **options)
    t.ask(state, BuyVineyard(0, 1, False, 0))
    t.say(state, 0, f"{region} new")
    return state


def cost(region: str) -> int:
    """Return the cost of the top tile of a region on a blank board."""
    return next(tile.cost for tile in t.PIECES.vineyards if tile.region == t.REGION[region])


def test_minho_brings_a_farmer() -> None:
    """§9: on the vineyard just placed."""
    state = open_in("minho")
    assert state.land[state.at(0, 0) + FARMERS] == 1
    assert state.supply[3] == 15


def test_tras_os_montes_brings_a_winery() -> None:
    """§9: on this estate; nothing if the supply is empty (§1.4)."""
    assert open_in("tras_os_montes").land[PRESSES] == 1
    state = t.blank()
    state.supply[SUPPLY_WINERIES] = 0
    t.ask(state, BuyVineyard(0, 1, False, 0))
    t.say(state, 0, "tras_os_montes new")
    assert state.land[PRESSES] == 0


def test_douro_brings_the_own_porto_tiles() -> None:
    """§9: two, and never again."""
    state = open_in("douro")
    assert (state.porto[0], state.porto_left[0], state.porto_left[1]) == (2, 0, 2)


def test_dao_brings_an_expert() -> None:
    """§9: top of any deck; nothing if all are empty (§14.10)."""
    state = open_in("dao")
    assert t.texts(state) == ["taste", "appearance", "aroma", "alcohol"]
    t.say(state, 0, "aroma")
    assert state.experts[t.EXPERT["we_aroma_bagos"]] == 0
    state = t.blank()
    state.decks = [[], [], [], []]
    t.ask(state, BuyVineyard(0, 1, False, 0))
    t.say(state, 0, "dao new")
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
    t.say(state, 0, "cube douro", "cube algarve")
    assert (state.cubes[t.REGION["setubal"]], state.cubes[t.REGION["douro"]], state.cubes[t.REGION["algarve"]]) == (1, 1, 1)
    assert not state.waiting


def test_alentejo_doubles_cubes() -> None:
    """§9: for its wines, whoever owns them."""
    state = open_in("alentejo")
    assert not state.waiting
    t.estate(state, 1, "alentejo", wines=(3, 0))
    state.cubes[t.REGION["alentejo"]] = 2
    assert state.best_value(1, 0) == 7


def test_algarve_adds_one() -> None:
    """§9: to the value of each of its wines."""
    state = open_in("algarve")
    assert not state.waiting
    t.estate(state, 1, "algarve", wines=(3, 0))
    assert state.base_value(1, 0) == 4


def test_a_second_estate_brings_no_second_bonus() -> None:
    """§8.1; with the option `bonus_per_estate` it does, the Porto tiles never (§19)."""
    for option, money in ((False, 20 - 3), (True, 20)):
        state = t.blank(4, bonus_per_estate=option)
        t.estate(state, 0, "lisboa", "white")
        t.top(state, "vy_lisboa_red_1")
        t.ask(state, BuyVineyard(0, 1, False, 0))
        t.say(state, 0, "lisboa new")
        assert state.money[0] == money
    state = t.blank(4, bonus_per_estate=True)
    state.porto_left[0] = 0
    t.estate(state, 0, "douro")
    t.ask(state, BuyVineyard(0, 1, False, 0))
    t.say(state, 0, "douro new")
    assert state.porto[0] == 0


def test_reserve_minho_pays_two_bagos() -> None:
    """§16.13: there are no Farmers."""
    state = open_in("minho", 2, mode="reserve")
    assert state.money[0] == 20 - cost("minho") + 2
    assert state.land[FARMERS] == 0


def test_reserve_first_vineyard_is_paid() -> None:
    """§16.13: at the price of the top tile."""
    state = t.blank(2, mode="reserve")
    t.ask(state, FirstRegion(0))
    t.say(state, 0, "take lisboa")
    assert state.money[0] == 20 - 3 + 3
    assert t.wines(state, 0, 0) == [2, 0]


# Expert abilities, §10.


def test_expert_bagos() -> None:
    """§10.1: 2 Bagos, before or after."""
    for window in ("before", "after"):
        state = t.blank()
        t.give_expert(state, 0, "we_taste_bagos")
        t.turn(state)
        if window == "after":
            t.say(state, 0, "none", "go wine_experts", "aroma", "stop")
            assert state.money[0] == 18
        t.say(state, 0, "use we_taste_bagos")
        assert state.money[0] == (22 if window == "before" else 20)
        assert state.experts[t.EXPERT["we_taste_bagos"]] == 1, "face-down"


def test_expert_free_move() -> None:
    """§10.2, §7.5: only before the move, and only if it leads anywhere but to the centre."""
    state = t.blank()
    t.give_expert(state, 0, "we_alcohol_free_move")
    state.year = 5
    t.turn(state)
    t.say(state, 0, "none", "go wine_experts", "aroma", "stop")
    assert t.texts(state) == ["none", "use we_aroma_bagos"], "not offered after the action"
    poor = t.blank(2)
    poor.money[0] = 0
    t.give_expert(poor, 0, "we_alcohol_free_move")
    t.turn(poor)
    assert not poor.waiting, "nothing could be done anywhere"


def test_expert_renown() -> None:
    """§10.3: a cube in any region in play with room."""
    state = t.blank(2)
    t.give_expert(state, 0, "we_taste_renown")
    state.cubes[t.REGION["douro"]] = 4
    t.turn(state)
    t.say(state, 0, "use we_taste_renown")
    assert "cube douro" not in t.texts(state)
    assert "cube algarve" not in t.texts(state), "out of play (§5.3)"
    t.say(state, 0, "cube minho")
    assert state.cubes[t.REGION["minho"]] == 1


def test_expert_barrel() -> None:
    """§10.4: from Sales, Export or a Multiplier tile, never from the Magnates."""
    state = t.blank()
    state.barrels[0] = 3
    t.give_expert(state, 0, "we_taste_barrel")
    t.ship(state, 0, "hotel_1", "angola_1")
    t.give_multiplier(state, 0, "mm_money")
    t.turn(state)
    t.say(state, 0, "use we_taste_barrel")
    assert t.texts(state) == ["sales hotel_1", "export angola_1", "multiplier mm_money"]
    assert "never takes a barrel from the Magnates" in t.refused(state, 0, "magnate anabela")
    t.say(state, 0, "sales hotel_1")
    assert (state.sales[t.SALES["hotel_1"]], state.barrels[0]) == (NONE, 1)


def test_expert_rearrange() -> None:
    """§10.5, §1.3: only the owner knows the new order; a Vineyards action must follow."""
    state = t.blank()
    t.give_expert(state, 0, "we_taste_rearrange")
    t.turn(state)
    t.say(state, 0, "use we_taste_rearrange", "rearrange minho")
    t.say(state, 0, "vy_minho_white_2", "vy_minho_red_1", "vy_minho_white_1")
    names = [t.PIECES.vineyards[tile].id for tile in state.stacks[t.REGION["minho"]]]
    assert names == ["vy_minho_white_2", "vy_minho_red_1", "vy_minho_white_1", "vy_minho_red_2"]
    assert state.knows[t.REGION["minho"]] == 1
    assert t.texts(state) == ["go vineyards_a", "go vineyards_b"]


def test_expert_discount() -> None:
    """§10.6: never below 0; both vineyards; unusable if no Vineyards space is legal with it."""
    state = t.blank()
    state.money[0] = 2
    t.give_expert(state, 0, "we_taste_discount")
    t.top(state, "vy_minho_red_1")
    t.turn(state)
    t.say(state, 0, "use we_taste_discount")
    assert state.marker[0] == t.SPACE["vineyards_b"], "the other one is taxed: 1 Bago left is not enough there"
    t.say(state, 0, "minho new")
    assert state.money[0] == 0
    poor = t.blank()
    poor.money[0] = 1
    t.give_expert(poor, 0, "we_taste_discount")
    t.turn(poor)
    assert "use we_taste_discount" not in t.texts(poor)


def test_a_face_down_tile_cannot_be_used() -> None:
    """§7.4."""
    state = t.blank()
    t.give_expert(state, 0, "we_taste_bagos", down=True)
    t.give_tile(state, 0, "ma_fair_points_1")
    t.turn(state)
    assert t.texts(state) == ["none", "use ma_fair_points_1"]
    assert "face-up tile" in t.refused(state, 0, "use we_taste_bagos")


# Magnate Action tiles, §11.1.


def use(name: str) -> Table:
    """Begin a turn with an estate, a wine and an Action tile, and use the tile before the move."""
    state = t.blank()
    t.estate(state, 0, "dao", wineries=1, wines=(6, 0))
    t.give_tile(state, 0, name)
    t.turn(state)
    t.say(state, 0, f"use {name}")
    assert state.tiles[t.TILE[name]] == 1, "face-down until year 4 or 6"
    return state


def test_action_expert() -> None:
    """§11.1: an Expert for free."""
    state = use("ma_expert_1")
    t.say(state, 0, "taste")
    assert (state.money[0], state.count_owned(state.experts, 0)) == (20, 1)


def test_action_sales() -> None:
    """§11.1, §14.7: a complete Sales action without moving."""
    state = use("ma_sales_1")
    t.say(state, 0, "hotel_1")
    assert (state.money[0], state.marker[0]) == (27, t.PIECES.centre)


def test_action_cellar() -> None:
    """§11.1: a Cellar for 1."""
    state = use("ma_cellar_1")
    assert (state.money[0], state.land[CELLAR]) == (19, 1)


def test_action_vineyard() -> None:
    """§11.1: a vineyard for 1 less, bonus included."""
    state = use("ma_vineyard_1")
    t.say(state, 0, "lisboa new")
    assert state.money[0] == 20 - 2 + 3
    assert t.kind(state) == "destination", "one only"


def test_action_export() -> None:
    """§11.1: a complete Export action."""
    state = use("ma_export_1")
    t.say(state, 0, "brazil_2")
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
    state = t.blank()
    for tile in ("ma_sales_1", "ma_export_1", "ma_cellar_1", "ma_enologist_1", "ma_winery_1", "ma_farmer_1"):
        t.give_tile(state, 0, tile)
    t.turn(state)
    assert t.kind(state) == "destination", "no estate, no wine: nothing to use"


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
"""The VP of the higher and the lower tile, and the number of units in the position below."""


def rich() -> Table:
    """A position with something of everything."""
    state = t.blank()
    t.estate(state, 0, "dao", vines=2, farmers=2, wineries=1, enologists=1, cellar=1, wines=(5, 0, 3))
    t.estate(state, 0, "lisboa", cellar=1, wines=(0, 0, 0, 7))
    t.give_expert(state, 0, "we_taste_bagos")
    t.give_expert(state, 0, "we_taste_barrel", down=True)
    t.give_tile(state, 0, "ma_sales_1")
    state.magnate_barrels[:3] = [1, 0, 1]
    state.barrels[0] = 6
    return state


@pytest.mark.parametrize("type", sorted(WORTH))
def test_multiplier(type: str) -> None:
    """§11.2: both tiles of each type."""
    high, low, units = WORTH[type]
    for word, each in (("high", high), ("low", low)):
        state = rich()
        t.give_multiplier(state, 0, f"mm_{type}_{word}")
        assert multipliers_vp(state, 0) == each * units
        assert state.problems() == []


def test_multiplier_export_majority() -> None:
    """§11.2: 4 for a column held alone, 2 for a tied one."""
    state = rich()
    t.ship(state, 0, "angola_1", "germany_1")
    t.ship(state, 1, "germany_2")
    t.give_multiplier(state, 0, "mm_export_majority")
    assert multipliers_vp(state, 0) == 4 + 2


@pytest.mark.parametrize(("money", "vp"), [(4, 0), (5, 6), (10, 12), (15, 18), (20, 25), (40, 25)])
def test_multiplier_money(money: int, vp: int) -> None:
    """§11.2, §13.4: the tile's table instead of the board's."""
    state = t.blank()
    state.money[0] = money
    t.give_multiplier(state, 0, "mm_money")
    assert scores(state)[0] == vp


# Booths, §3.6, and wishes, §8.9.


@pytest.mark.parametrize(("booth", "experts", "money", "points"), [(1, 0, 20, 0), (2, 1, 20, 0), (3, 0, 23, 0), (4, 0, 20, 3)])
def test_booth(booth: int, experts: int, money: int, points: int) -> None:
    """§3.6: nothing, an Expert, 3 Bagos, 3 Fair Points."""
    state = t.blank()
    t.ask(state, ReleaseBooth(0, True))
    t.say(state, 0, f"booth {booth}")
    if booth == 2:
        t.say(state, 0, "taste")
    assert (state.count_owned(state.experts, 0), state.money[0], state.fair_points[0]) == (experts, money, points)
    assert state.booths[booth - 1] == 0
    t.ask(state, ReleaseBooth(1, True))
    assert f"booth {booth}" not in t.texts(state, 1)
    assert "without a disc" in t.refused(state, 1, f"booth {booth}")


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
    state = t.blank()
    assert state.vintage == t.VINTAGE["vt_p1_b"]
    assert state.wish_met(t.MAGNATE[magnate], region, color, value) is met


# Slots, §3.4, §3.5.


@pytest.mark.parametrize("slot", t.SALES)
def test_sales_slot(slot: str) -> None:
    """§3.4, §8.7: can be reached with its value, not with one less; pays its Bagos."""
    table = {"casa_de_fados": [(2, 3), (3, 4), (4, 5), (5, 6)], "hotel": [(6, 7), (7, 8), (8, 9)]}
    table["enoteca"] = [(9, 11), (10, 12), (12, 14)]
    check_slot(slot, table, SALES_AREA)


@pytest.mark.parametrize("slot", t.EXPORT)
def test_export_slot(slot: str) -> None:
    """§3.5, §8.8: can be reached with its value, not with one less; gives its VP at once."""
    needs = {
        "angola": [3, 5, 7, 8],
        "brazil": [4, 6, 8, 9],
        "germany": [5, 7, 9, 11],
        "united_kingdom": [6, 9, 11, 12],
        "united_states": [8, 11, 13, 15],
    }
    check_slot(slot, {name: [(need, need - 1) for need in row] for name, row in needs.items()}, EXPORT_AREA)


def check_slot(slot: str, table: dict[str, list[tuple[int, int]]], area: int) -> None:
    """Sell or export a wine of just the required value; with one less the slot is out of reach."""
    column, _sep, row = slot.rpartition("_")
    need, pays = table[column][int(row) - 1]
    state = t.blank()
    t.estate(state, 0, "dao", wines=(need - 1, 0))
    if state.can_trade(0, area, 0):
        t.ask(state, TradeWine(0, area, False, 0))
        assert slot not in t.texts(state)
    state = t.blank()
    t.estate(state, 0, "dao", wines=(need, 0))
    t.ask(state, TradeWine(0, area, False, 0))
    if state.waiting:  # the only slot in reach is taken without a question
        t.say(state, 0, slot)
    assert (state.money[0] - 20 if area == SALES_AREA else state.trade_vp[0]) == pays
    assert (state.sales[t.SALES[slot]] if area == SALES_AREA else state.export[t.EXPORT[slot]]) == 0
