"""Staff, Press Releases, fairs, and the options of §19."""

from cuvee.games.vinhos.decisions.magnates import BuyTile
from cuvee.games.vinhos.decisions.press_releases import ReleaseWine
from cuvee.games.vinhos.decisions.production import StaffKeep
from cuvee.games.vinhos.decisions.trading import TradeWine
from cuvee.games.vinhos.flow.fair import Refill
from cuvee.games.vinhos.flow.year import Harvest, Production
from cuvee.games.vinhos.pieces.vocabulary import SALES as SALES_AREA
from cuvee.games.vinhos.state.codes import FARMERS, NONE
from tests.games.vinhos import table as t

# Staff, Press Releases, fairs.


def test_no_reassignment_is_asked_where_nothing_could_change() -> None:
    """§6.5, §18.3: with one winery and one Enologist everyone stays in place."""
    state = t.blank()
    t.estate(state, 0, "dao", wineries=1, enologists=1)
    t.ask(state, StaffKeep(0))
    assert not state.waiting


def test_staff_of_one_estate_with_two_wineries_cannot_stand_otherwise() -> None:
    """§4.7: the wineries of an estate are interchangeable."""
    state = t.blank()
    t.estate(state, 0, "dao", wineries=2, enologists=1)
    t.ask(state, StaffKeep(0))
    assert not state.waiting


def test_farmers_follow_enologists() -> None:
    """§18.8: after the Enologists all Farmers are placed, estate by estate."""
    state = t.blank()
    t.estate(state, 0, "dao", vines=2, farmers=0)
    t.estate(state, 0, "lisboa", farmers=1)
    t.ask(state, StaffKeep(0))
    t.say(state, 0, "reassign")
    assert t.texts(state) == ["farmers 0", "farmers 1"]
    t.say(state, 0, "farmers 1")
    assert [state.land[state.at(0, number) + FARMERS] for number in (0, 1)] == [1, 0]


def test_production_is_done_player_by_player() -> None:
    """§6.5: the first in order ages, reassigns and makes wine before the next ages."""
    state = t.blank(2)
    state.order = [1, 0]
    for seat in (0, 1):
        t.estate(state, seat, "dao", "red" if seat else "white", wines=(5, 0))
        t.estate(state, seat, "lisboa", "red" if seat else "white", farmers=1)
    t.ask(state, Production())
    assert (t.kind(state), state.waiting) == ("staff_keep", [1])
    assert (t.wines(state, 1, 0), t.wines(state, 0, 0)) == ([0, 5], [5, 0])
    t.say(state, 1, "keep")
    assert state.waiting == [0]
    assert (t.wines(state, 1, 0), t.wines(state, 0, 0)) == ([3, 5], [0, 5])


def test_fixed_regions_of_the_solitaire_game() -> None:
    """§19: as with two players."""
    state = t.fresh(1, 9, fixed_regions=True)
    assert [region.id for region in t.PIECES.regions if not state.in_play[region.number]] == ["setubal", "algarve"]


def test_passing_on_the_centre() -> None:
    """§8.9: a player may pass although a Press Release would be possible."""
    state = t.blank()
    t.estate(state, 0, "dao", wines=(3, 0))
    t.ask(state, ReleaseWine(0, False))
    t.say(state, 0, "pass")
    assert not state.released[0]


def test_booth_expert_may_be_discarded_at_once() -> None:
    """§8.9: the Expert of booth 2 counts in step 3."""
    state = t.blank()
    t.estate(state, 0, "lisboa", wines=(3, 0))
    t.ask(state, ReleaseWine(0, True))
    t.say(state, 0, "booth 2", "appearance", "discard we_appearance_bagos")
    assert state.fair_points[0] == 3 + 3
    assert state.decks[1][-1] == t.EXPERT["we_appearance_bagos"]
    assert state.returned[1] == 1


def test_no_press_release_in_the_final_action() -> None:
    """§6.7: the centre is only a pass; no space is taxed (§3.2)."""
    state = t.blank()
    state.year = 7
    t.estate(state, 0, "dao", wines=(3, 0))
    state.marker[0] = t.SPACE["wineries"]
    t.turn(state)
    assert "no Press Release in the final action" in t.refused(state, 0, "wine 1.1")
    t.say(state, 0, "go press_release")
    assert not state.waiting
    assert state.taxed() == NONE


def test_buying_a_magnate_tile() -> None:
    """§12.4: tile, then wine; the cell stays empty until all have bought."""
    state = t.blank()
    t.estate(state, 0, "dao", wines=(3, 4))
    first = state.display[0]
    t.ask(state, BuyTile(0), Refill())
    t.say(state, 0, "cell 0")
    assert t.kind(state) == "buy_wine"
    before = state.deck[0]
    t.say(state, 0, "wine 1.2")
    assert t.wines(state, 0, 0) == [3, 0]
    assert state.tiles[first] == 0
    assert state.display[0] == before, "refilled from the combined deck"


def test_without_wine_nobody_is_asked_to_buy() -> None:
    """§12.4."""
    state = t.blank()
    t.ask(state, BuyTile(0))
    assert not state.waiting


# Options, §19.


def test_option_max_wine_quality() -> None:
    """§19: produced quality is capped at 9."""
    for option, quality in (("none", 10), (9, 9)):
        state = t.blank(4, max_wine_quality=option)
        state.vintage = t.VINTAGE["vt_p2_a"]
        t.estate(state, 0, "dao", vines=2, farmers=1, wineries=1, enologists=1)
        t.ask(state, Harvest(0, 0))
        assert t.wines(state, 0, 0)[0] == quality


def test_option_sales_export_limit() -> None:
    """§19: the largest number of wines of one action."""
    for limit in (1, 2):
        state = t.blank(4, sales_export_limit=limit)
        state.barrels[0] = 3
        t.estate(state, 0, "dao", cellar=1, wines=(5, 5, 5))
        t.ask(state, TradeWine(0, SALES_AREA, False, state.setup.trade_limit))
        sold = 0
        while state.waiting:
            t.say(state, 0, t.texts(state)[0])
            t.say(state, 0, t.texts(state)[0])
            sold += 1
        assert sold == limit


def test_option_revise_after_both() -> None:
    """§19: off by default, on in the Reserve, and either way by choice."""
    assert not t.fresh(3).setup.revise_both
    assert t.fresh(3, revise_after_both="on").setup.revise_both
    assert t.fresh(3, mode="reserve").setup.revise_both
    assert not t.fresh(3, mode="reserve", revise_after_both="off").setup.revise_both
