"""Bad input: every refusal names its § and changes nothing."""

import pytest

from cuvee import games
from cuvee.games.vinhos.decisions.buying import BuyVineyard, Hire, TakeExpert
from cuvee.games.vinhos.decisions.magnates import BuyTile
from cuvee.games.vinhos.decisions.press_releases import ReleaseCubes, ReleaseWine
from cuvee.games.vinhos.decisions.production import Porto, StaffKeep
from cuvee.games.vinhos.decisions.setup import FirstRegion, FirstTile
from cuvee.games.vinhos.decisions.trading import TradeSlot, TradeWine
from cuvee.games.vinhos.decisions.turn import Destination
from cuvee.games.vinhos.pieces.vocabulary import EXPORT as EXPORT_AREA
from cuvee.games.vinhos.pieces.vocabulary import MOST
from cuvee.games.vinhos.pieces.vocabulary import SALES as SALES_AREA
from cuvee.games.vinhos.state.codes import NONE, SUPPLY_ENOLOGISTS, SUPPLY_WINERIES
from cuvee.kernel.errors import BadOption, CuveeError
from tests.games.vinhos import table as t


def test_moving_to_the_same_space() -> None:
    """§7.2."""
    state = t.blank()
    state.marker[0] = t.SPACE["wineries"]
    t.turn(state)
    assert "different space (§7.2)" in t.refused(state, 0, "go wineries")


def test_a_move_that_cannot_be_paid() -> None:
    """§7.2: three players and the distance."""
    state = t.blank()
    state.money[0] = 2
    state.marker = [t.SPACE["vineyards_a"], *[t.SPACE["wine_experts"]] * 3]
    t.estate(state, 0, "dao", wines=(5, 0))
    t.turn(state)
    assert "it costs 4 and you have 2 (§7.2)" in t.refused(state, 0, "go wine_experts")


def test_a_purchase_without_money() -> None:
    """§7.3, §8.1, §8.3, §8.5."""
    state = t.blank()
    state.money[0] = 2
    t.estate(state, 0, "dao")
    t.turn(state)
    assert "2 Bagos are not enough for the smallest purchase there (§7.3)" in t.refused(state, 0, "go wineries")
    state = t.blank()
    state.money[0] = 3
    t.ask(state, BuyVineyard(0, 2, False, 0))
    assert "cannot pay for the vineyard in Douro (§8.1)" in t.refused(state, 0, "douro new")
    state = t.blank()
    t.estate(state, 0, "dao", wineries=1)
    state.money[0] = 2
    t.ask(state, Hire(0, 2, True, 3, 2))
    assert "costs 3 Bagos and you have 2 (§8.3)" in t.refused(state, 0, "enologist estate 1")


def test_a_purchase_without_a_slot() -> None:
    """§8.1, §8.2, §8.3, §4.4."""
    state = t.blank()
    for region in ("minho", "dao", "lisboa", "bairrada", "alentejo"):
        t.estate(state, 0, region, vines=2, wineries=1)
    t.turn(state)
    assert "None of your estates can take any of the vineyards on offer (§8.1)" in t.refused(state, 0, "go vineyards_b")
    assert "None of your estates has a free place" in t.refused(state, 0, "go wineries")
    state = t.blank()
    t.estate(state, 0, "dao", farmers=1, wineries=1)
    t.estate(state, 0, "lisboa", wineries=1)
    t.ask(state, Hire(0, 2, False, 3, 2))
    assert "The place is taken" in t.refused(state, 0, "farmer estate 1")
    assert "§4.4" in t.refused(state, 0, "farmer estate 1")
    state = t.blank()
    t.estate(state, 0, "dao", "red")
    state.stacks[t.REGION["dao"]] = state.stacks[t.REGION["dao"]][::-1]  # white on top
    t.ask(state, BuyVineyard(0, 2, False, 0))
    assert "cannot take the vineyard from Dão" in t.refused(state, 0, "dao estate 1")


def test_an_empty_supply() -> None:
    """§1.4, §14.8, §14.10."""
    state = t.blank()
    t.estate(state, 0, "dao", wineries=1)
    state.supply[SUPPLY_ENOLOGISTS] = state.supply[SUPPLY_WINERIES] = 0
    t.ask(state, Hire(0, 2, True, 3, 2))
    assert "None is left in the supply (§1.4)" in t.refused(state, 0, "enologist estate 1")
    state = t.blank()
    state.stacks[t.REGION["dao"]] = []
    t.ask(state, BuyVineyard(0, 2, False, 0))
    assert "No vineyard is left in Dão (§14.8)" in t.refused(state, 0, "dao new")
    state = t.blank()
    state.decks = [[], [], [], []]
    t.turn(state)
    assert "decks are empty (§14.10)" in t.refused(state, 0, "go wine_experts")
    state = t.blank()
    state.decks[0] = []
    t.ask(state, TakeExpert(0, 2, False, 2, False))
    assert "deck that is not empty" in t.refused(state, 0, "taste")


def test_a_second_press_release_for_one_fair() -> None:
    """§8.9."""
    state = t.blank()
    t.estate(state, 0, "dao", wines=(3, 4))
    state.released[0] = True
    state.marker[0] = t.SPACE["wineries"]
    t.turn(state)
    assert "already issued a Press Release for this fair (§8.9)" in t.refused(state, 0, "wine 1.1")
    t.say(state, 0, "go press_release")
    assert not state.waiting, "the centre is only a pass"


def test_a_duplicate_multiplier() -> None:
    """§11.3."""
    state = t.blank()
    t.estate(state, 0, "dao", wines=(3, 0))
    t.give_multiplier(state, 0, "mm_wine_low")
    state.display[3:5] = [MOST + t.MULTIPLIER["mm_wine_high"], NONE]
    t.ask(state, BuyTile(0))
    assert "You already have this type (§11.3)" in t.refused(state, 0, "cell 3")
    assert "There is no tile there" in t.refused(state, 0, "cell 4")


def test_no_barrel_available() -> None:
    """§8.7: neither in the supply for a trade nor for a Multiplier tile (§12.4)."""
    state = t.blank()
    state.barrels[0] = 0
    t.estate(state, 0, "dao", wines=(5, 0))
    t.turn(state)
    for space in ("sales", "export"):
        assert "no barrel in your supply" in t.refused(state, 0, f"go {space}")
        assert "§8.7" in t.refused(state, 0, f"go {space}")
    state = t.blank()
    state.barrels[0] = 1
    t.estate(state, 0, "dao", wines=(5, 5))
    t.ask(state, TradeWine(0, SALES_AREA, True, 0))
    state.barrels[0] = 0
    assert "no barrel in your supply" in t.refused(state, 0, "wine 2.1")


def test_a_slot_that_is_taken_or_out_of_reach() -> None:
    """§8.7, §8.11."""
    state = t.blank()
    t.estate(state, 0, "dao", wines=(5, 0))
    state.sales[t.SALES["casa_de_fados_4"]] = 1
    t.ask(state, TradeSlot(0, SALES_AREA, 0, 0))
    assert "The slot is taken (§8.7)" in t.refused(state, 0, "casa_de_fados_4")
    assert "asks for 9, but the wine reaches only 5" in t.refused(state, 0, "enoteca_1")
    assert "no wine to trade (§8.7)" in t.refused(t.turn(t.blank()), 0, "go export")
    low = t.blank()
    t.estate(low, 0, "dao", wines=(1, 0))
    assert "No empty slot is within reach" in t.refused(t.turn(low), 0, "go export")


def test_other_refusals_teach() -> None:
    """§5.3, §5.9, §6.5, §8.6, §12.1."""
    state = t.blank(2)
    t.ask(state, FirstRegion(0))
    assert "Setúbal is not in play (§5.3)" in t.refused(state, 0, "take setubal")
    assert "(§5.9)" in t.refused(t.ask(t.blank(), FirstTile(0)), 0, "cell 77")
    state = t.blank()
    t.estate(state, 0, "dao", wineries=2, enologists=1, wines=(3, 4))
    t.estate(state, 0, "lisboa", wineries=1)
    assert "(§6.5)" in t.refused(t.ask(state, StaffKeep(0)), 0, "dismiss")
    t.say(state, 0, "reassign")
    assert "(§4.4)" in t.refused(state, 0, "enologists 3")
    state.agenda = []
    assert "must enter one at the fair (§12.1)" in t.refused(t.ask(state, ReleaseWine(0, True)), 0, "pass")
    state.agenda, state.cubes[t.REGION["dao"]] = [], 1
    assert "at most 2 of the cubes" in t.refused(t.ask(state, ReleaseCubes(0, 0)), 0, "cubes 2")
    state.agenda = []
    assert "(§6.5)" in t.refused(t.ask(state, Porto(0, 0)), 0, "twice")
    state.agenda = []
    assert "centre space (§8.9)" in t.refused(t.ask(state, Destination(0, False, False, 0)), 0, "wine 1.1")


def test_the_other_seat_is_not_asked() -> None:
    state = t.fresh(3, 2)
    seat = state.order[1]
    assert "nothing to decide now" in t.refused(state, seat, "take douro")


def test_options_that_do_not_exist() -> None:
    for seats, options in ((1, {"mode": "reserve"}), (4, {"fixed_regions": True}), (2, {"max_wine_quality": 7})):
        with pytest.raises(BadOption):
            t.GAME.new(seats, options, 1)
    with pytest.raises(BadOption):
        t.GAME.new(5, {}, 1)
    with pytest.raises(CuveeError, match="did you mean 'vinhos'"):
        games.get("vinhoss")


def test_export_area_word() -> None:
    """§8.8: the same refusals in the Export Area."""
    state = t.blank(2)
    t.estate(state, 0, "dao", wines=(8, 0))
    t.ask(state, TradeSlot(0, EXPORT_AREA, 0, 0))
    assert "outside the two-player frame (§8.8)" in t.refused(state, 0, "angola_4")
