"""Every table can be corrected without touching code, and impossible tables are refused with the row at fault."""

import pytest

from cuvee.games.vinhos.decisions.buying import BuyVineyard
from cuvee.games.vinhos.decisions.press_releases import ReleaseBooth
from cuvee.games.vinhos.decisions.production import make_wine
from cuvee.games.vinhos.decisions.trading import TradeWine
from cuvee.games.vinhos.decisions.turn import Window
from cuvee.games.vinhos.flow.lacerda import LacerdaTurn
from cuvee.games.vinhos.pieces.vocabulary import EXPORT as EXPORT_AREA
from cuvee.games.vinhos.pieces.vocabulary import SALES as SALES_AREA
from cuvee.games.vinhos.scoring import money_vp, multipliers_vp
from cuvee.games.vinhos.state.codes import CELLAR
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.errors import BadComponents
from tests.games.vinhos import table as t

CORRECTIONS = {
    "board.toml": """
[[money_vp]]
id = "money_20"
vp = 21
[[booth]]
id = "booth_3"
effects = [{ op = "gain_bagos", amount = 5 }]
""",
    "export.toml": '[[slot]]\nid = "angola_1"\nvp = 9',
    "magnate_actions.toml": '[[action_tile]]\nid = "ma_cellar_1"\neffects = [{ op = "buy_cellar", count = 1, price = 0 }]',
    "magnate_multipliers.toml": '[[multiplier]]\nid = "mm_vineyard_high"\nvp_each = 7',
    "player_board.toml": "[quality]\nper_vineyard = 3",
    "regions.toml": '[[region]]\nid = "lisboa"\nbonus = [{ op = "gain_bagos", amount = 8 }]',
    "reserve.toml": "[prices]\nwinery = 4",
    "sales.toml": '[[slot]]\nid = "hotel_1"\nbagos = 30',
    "solo_cards.toml": '[[card]]\nid = "lac_1_2"\neffects = [{ op = "remove_wineries", count = 5 }]',
    "supplies.toml": "[start_money]\nby_turn_order = [40, 41, 42, 43]",
    "vineyards.toml": '[[vineyard]]\nid = "vy_lisboa_red_1"\ncost = 1',
    "vintage_tiles.toml": '[[vintage]]\nid = "vt_p1_b"\nweather = 4',
    "wine_experts.toml": '[[expert]]\nid = "we_taste_bagos"\neffects = [{ op = "gain_bagos", amount = 11 }]',
}


def corrected(seats: int = 4, **options: str) -> Table:
    """Lay out the blank board with the corrected tables in place of the printed ones."""
    state = t.GAME.new(seats, options, 1, t.GAME.components(CORRECTIONS))
    assert isinstance(state, Table)
    plain = t.blank(seats, **options)
    plain.setup = state.setup
    return plain


def test_every_file_can_be_corrected_and_it_is_noticed_in_play() -> None:
    assert set(CORRECTIONS) == set(t.GAME.files()), "at least one figure of every file"
    dealt = t.GAME.new(3, {}, 1, t.GAME.components(CORRECTIONS))
    assert isinstance(dealt, Table)
    assert [dealt.money[seat] for seat in dealt.order] == [40, 41, 42], "supplies.toml"
    state = corrected()
    assert money_vp(state, 0) == 21, "board.toml"
    t.ask(state, ReleaseBooth(0, True))
    t.say(state, 0, "booth 3")
    assert state.money[0] == 25, "board.toml"
    t.top(state, "vy_lisboa_red_1")
    t.ask(state, BuyVineyard(0, 1, False, 0))
    t.say(state, 0, "lisboa new")
    assert state.money[0] == 25 - 1 + 8, "vineyards.toml, regions.toml"
    make_wine(state, 0, 0, 0)
    assert state.best_value(0, 0) == 3 + 4 + 1, "player_board.toml, vintage_tiles.toml; a cube"
    t.ask(state, TradeWine(0, SALES_AREA, False, 0))
    t.say(state, 0, "hotel_1")
    assert state.money[0] == 32 + 30, "sales.toml"
    t.give_multiplier(state, 0, "mm_vineyard_high")
    assert multipliers_vp(state, 0) == 7, "magnate_multipliers.toml"


def test_tiles_and_slots_can_be_corrected() -> None:
    state = corrected()
    t.estate(state, 0, "dao", wines=(3, 0))
    t.give_tile(state, 0, "ma_cellar_1")
    t.give_expert(state, 0, "we_taste_bagos")
    t.ask(state, Window(0, False))
    t.say(state, 0, "use ma_cellar_1")
    assert (state.money[0], state.land[CELLAR]) == (20, 1), "magnate_actions.toml"
    t.ask(state, Window(0, False))
    t.say(state, 0, "use we_taste_bagos")
    assert state.money[0] == 31, "wine_experts.toml"
    t.ask(state, TradeWine(0, EXPORT_AREA, False, 0))
    assert state.export[t.EXPORT["angola_1"]] == 0
    assert state.trade_vp[0] == 9, "export.toml"
    assert t.SALES["hotel_1"] == 4


def test_modes_can_be_corrected() -> None:
    reserve = corrected(2, mode="reserve")
    t.estate(reserve, 0, "dao")
    t.ask(reserve, Window(0, True))
    t.say(reserve, 0, "go wineries", "stop")
    assert reserve.money[0] == 16, "reserve.toml"
    solo = corrected(1)
    solo.cards = [[t.CARD["lac_1_2"]], []]
    t.ask(solo, LacerdaTurn())
    assert solo.gone[0] == 5, "solo_cards.toml"


def test_rows_can_be_added_and_removed() -> None:
    """One more slot and one Expert fewer: the game can still be played."""
    more = {
        "sales.toml": '[[slot]]\nid = "enoteca_4"\nestablishment = "enoteca"\nposition = 4\nmin_value = 14\nbagos = 17',
        "wine_experts.toml": '[[expert]]\nid = "we_alcohol_discount"\nremove = true',
    }
    state = t.GAME.new(2, {}, 3, t.GAME.components(more))
    assert isinstance(state, Table)
    assert len(state.sales) == 11
    assert sum(len(deck) for deck in state.decks) == 23
    while not state.over:
        state.apply(state.waiting[0], state.options(state.waiting[0])[-1])
        assert state.problems() == []


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("vineyards.toml", '[[vineyard]]\nid = "vy_dao_red_1"\ncost = -1', "vy_dao_red_1.*0 or more"),
        ("vineyards.toml", '[[vineyard]]\nid = "vy_dao_red_1"\nregion = "alsace"', "vy_dao_red_1.*one of minho"),
        ("regions.toml", '[[region]]\nid = "dao"\nnumber = 12', "regions are numbered"),
        ("regions.toml", '[[region]]\nid = "dao"\nbonus_timing = "passive"', "dao.*passive"),
        ("regions.toml", '[[region]]\nid = "dao"\nbonus = [{ op = "fly" }]', "dao.*'op' must be one of"),
        ("regions.toml", '[[region]]\nid = "lisboa"\nbonus = [{ op = "gain_bagos" }]', "lisboa.*'amount' is missing"),
        ("regions.toml", '[[region]]\nid = "dao"\nbonus = [{ op = "remove_wineries", count = 1 }]', "dao.*one of gain_bagos"),
        ("wine_experts.toml", '[[expert]]\nid = "we_taste_free_move"\ntiming = "before_or_after"', "free_move.*one of gain"),
        ("vintage_tiles.toml", '[[vintage]]\nid = "vt_0"\ncarolina_regions = [12]', "vt_0.*numbers of regions"),
        ("vintage_tiles.toml", '[[vintage]]\nid = "vt_p1_a"\nmodes = ["solo"]\n[[vintage]]\nid = "vt_p1_b"\nmodes = []\n'
         '[[vintage]]\nid = "vt_p2_b"\nmodes = []', "not enough Vintage tiles"),
        ("supplies.toml", '[[by_players]]\nid = "players_4"\nmagnate_display_rows = 9', "players_4.*display needs"),
        ("supplies.toml", "[per_player]\nbarrels_total = 9", "barrels_total"),
        ("supplies.toml", "[prices]\nwinery = -3", "'winery' must be 0 or more"),
        ("supplies.toml", "[start_money]\nby_turn_order = [3]", "by_turn_order"),
        ("player_board.toml", "[cellar]\nslots = 5", "one figure for each slot"),
        ("player_board.toml", "[estates]\ncount_sv2016 = 0", "from 1 to 9"),
        ("solo_cards.toml", '[[card]]\nid = "lac_1_1"\nbooth = 9', "lac_1_1.*number of a booth"),
        ("solo_cards.toml", '[[card]]\nid = "lac_1_1"\nremove = true\n[[card]]\nid = "lac_1_2"\nremove = true\n'
         '[[card]]\nid = "lac_1_3"\nremove = true', "deck 1 needs at least 7"),
        ("solo_cards.toml", "[lacerda]\nwine_value_by_year = [3]", "one value for each year"),
        ("board.toml", '[[year]]\nid = "year_2"\nfair = true', "year_2.*row names this year"),
        ("board.toml", '[[fair]]\nid = "fair_1"\nranks_used_2p = [1]', "fair_1.*a rank for each player"),
        ("board.toml", '[quadrel]\nalways_free_space = "sales"', "the Pass / Press Release space"),
        ("reserve.toml", "[setup]\ninvestment_level = 9", "investment_level"),
        ("reserve.toml", '[setup]\nfirst_vintage = "vt_9"', "a Vintage tile"),
        ("wine_experts.toml", '[[expert]]\nid = "we_taste_bagos"\nfeature = "colour"', "we_taste_bagos.*one of taste"),
        ("magnate_multipliers.toml", '[[multiplier]]\nid = "mm_money"\nmeasure = "luck"', "mm_money.*one of full_estates"),
        ("export.toml", '[[slot]]\nid = "angola_1"\ncolumn = "mars"', "angola_1.*one of angola"),
        ("sales.toml", '[[slot]]\nid = "hotel_1"\nbagos = -1', "hotel_1.*0 or more"),
    ],
)  # fmt: skip
def test_impossible_tables_are_refused(file: str, text: str, says: str) -> None:
    with pytest.raises(BadComponents, match=f"{file}.*{says}"):
        t.GAME.prepare(2, {}, t.GAME.components({file: text}))
