"""The 2010 Reserve: bonus actions, multiplier options, prices and the bank (§16)."""

from collections.abc import Sequence

import pytest

from cuvee.games.vinhos.decisions.reserve import BankSteps, BankTransfer, MarkOption
from cuvee.games.vinhos.flow.fair import LateRelease
from cuvee.games.vinhos.scoring import multiplier_vp, multipliers_vp
from cuvee.games.vinhos.state.codes import CELLAR, ENOLOGISTS, PRESSES
from cuvee.games.vinhos.state.table import Table
from tests.games.vinhos import table as t


def reserve() -> Table:
    """A position of the Reserve with barrels with all Magnates, an estate and a wine."""
    state = t.blank(2, mode="reserve")
    t.estate(state, 0, "dao", wineries=1, wines=(6, 0))
    state.barrels[0], state.magnate_barrels[:3] = 5, [1, 1, 1]
    return state


def magnate_action(name: str) -> Table:
    """Use a bonus action in the before-window."""
    state = reserve()
    t.turn(state)
    t.say(state, 0, f"use {name}")
    magnate = t.PIECES.bonus_actions[t.BONUS[name]].magnate
    assert state.magnate_barrels[magnate] == 0
    assert state.bonus_marks[t.BONUS[name] * 2] == 1
    assert state.fair_tiles[0] == 4
    return state


def test_reserve_anabela_sales() -> None:
    """§16.9: a Sales action; income to the account (§16.2)."""
    state = magnate_action("ra_anabela_sales")
    t.say(state, 0, "hotel_1")
    assert (state.account[0], state.money[0]) == (12, 20)


def test_reserve_anabela_vineyard() -> None:
    """§16.9: a vineyard for 1 less, paid in cash."""
    state = magnate_action("ra_anabela_vineyard")
    t.say(state, 0, "alentejo new")
    assert state.money[0] == 20 - 3


def test_reserve_anabela_enologist() -> None:
    """§16.9: an Enologist for free."""
    state = magnate_action("ra_anabela_enologist")
    assert (state.land[ENOLOGISTS], state.money[0]) == (1, 20)


def test_reserve_bruno_export() -> None:
    """§16.9: an Export action."""
    state = magnate_action("ra_bruno_export")
    t.say(state, 0, "brazil_2")
    assert state.trade_vp[0] == 5


def test_reserve_bruno_expert() -> None:
    """§16.9: an Expert."""
    state = magnate_action("ra_bruno_expert")
    t.say(state, 0, "taste")
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
    t.say(state, 0, "steps 0", "withdraw 5")
    assert (state.account[0], state.money[0]) == (0, 25)


def test_reserve_each_bonus_action_once() -> None:
    """§16.15: marked once in a game; none without a Fair tile."""
    state = reserve()
    state.magnate_barrels[t.MAGNATE["bruno"]] = 2
    state.bonus_marks[t.BONUS["ra_bruno_fair"] * 2] = 1
    t.turn(state)
    assert "use ra_bruno_fair" not in t.texts(state)
    assert "use ra_bruno_expert" in t.texts(state)
    other = reserve()
    other.fair_tiles[0] = 0
    t.turn(other)
    assert t.kind(other) == "destination"


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
    """§16.10: each multiplier option counts what it says, and nothing without its barrel (§16.12)."""
    state = t.blank(2, mode="reserve")
    t.estate(state, 0, "dao", vines=2, wineries=1, enologists=1, cellar=1, wines=(5, 0, 3))
    t.estate(state, 0, "lisboa", cellar=1, wines=(0, 0, 0, 7))
    t.give_expert(state, 0, "we_taste_bagos")
    t.ship(state, 0, "angola_1", "brazil_1")
    magnate = t.PIECES.options[t.OPTION[name]].magnate
    state.magnate_barrels[magnate] = 1
    state.barrels[0] -= 1
    t.ask(state, MarkOption(0))
    t.say(state, 0, f"mark {name}")
    assert state.magnate_barrels[magnate] == 0
    assert multiplier_vp(state, 0, t.PIECES.options[t.OPTION[name]]) == multipliers_vp(state, 0) == OPTION_VP[name]
    state.option_marks[t.OPTION[name] * 2] = 2
    assert multipliers_vp(state, 0) == 0


def test_reserve_release_puts_barrels() -> None:
    """§16.8: no booth; barrels go to Magnates, at most 3 with each."""
    state = t.blank(2, mode="reserve")
    state.magnate_barrels[:3], state.barrels[0] = [3, 0, 0], 5
    state.year = 3
    t.estate(state, 0, "dao", "white", wines=(8, 0))
    t.ask(state, LateRelease(0))
    assert t.texts(state) == ["bruno", "carolina", "stop"]
    t.say(state, 0, "carolina")
    t.say(state, 0, "bruno")
    assert state.magnate_barrels[:3] == [3, 1, 1]
    assert state.barrels[0] == 3
    assert state.fair_points[0] == 8


def test_reserve_prices() -> None:
    """§16.3: winery 2, Enologist free, one Cellar at 3, Expert 1."""
    state = t.blank(2, mode="reserve")
    t.estate(state, 0, "dao")
    t.turn(state)
    t.say(state, 0, "go wineries", "winery estate 1")
    assert state.money[0] == 20 - 2 - 2
    t.turn(state)
    t.say(state, 0, "go cellars")
    assert (state.money[0], state.waiting) == (13, [])
    t.turn(state)
    t.say(state, 0, "go staff")
    assert (state.money[0], state.land[ENOLOGISTS]) == (12, 1), "not adjacent: 1; the first is a duty, the second is asked"
    assert t.texts(state) == ["enologist estate 1", "stop"]


def test_bank_with_much_money_asks_in_two_steps() -> None:
    """§16.17, §18.8: more than 80 amounts: first the tens; nothing legal is lost."""
    state = t.blank(2, mode="reserve")
    state.money[0], state.account[0] = 60, 57
    t.ask(state, BankTransfer(0, 0, 0))
    assert len(t.texts(state)) < 20
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


@pytest.mark.parametrize(
    ("cash", "account", "steps", "withdrawals", "deposits"),
    [
        (95, 0, 0, [], range(0, 100, 10)),  # nothing to withdraw, and a transfer of 0 needs steps
        (95, 4, 1, [0], range(0, 100, 10)),  # the account pays the step: 0 may be the transfer
        (95, 5, 1, [0], range(0, 100, 10)),
        (95, 0, 1, [], range(0, 100, 10)),  # cash has to pay the step: at least 4 are deposited
        (119, 0, 5, [], range(20, 120, 10)),  # 5 steps are never offered, but they would need a deposit of 20
        (0, 95, 0, range(0, 100, 10), []),
        (1, 90, 0, range(0, 100, 10), [0]),
        (90, 1, 0, [0], range(0, 100, 10)),
        (9, 79, 0, range(0, 80, 10), [0]),
        (10, 80, 0, range(0, 90, 10), [0, 10]),
    ],
)
def test_the_tens_offered_are_those_with_a_legal_amount(
    cash: int, account: int, steps: int, withdrawals: Sequence[int], deposits: Sequence[int]
) -> None:
    """§16.17, §18.8."""
    state = t.blank(2, mode="reserve")
    state.money[0], state.account[0] = cash, account
    t.ask(state, BankTransfer(0, steps, 0))
    assert t.texts(state) == [f"withdraw from {tens}" for tens in withdrawals] + [f"deposit from {tens}" for tens in deposits]


def test_bank_bounds() -> None:
    """§16.17: cash and account pay together; the level stays between −3 and +5."""
    state = t.blank(2, mode="reserve")
    state.money[0], state.account[0], state.level[0] = 3, 1, 4
    t.ask(state, BankSteps(0))
    assert t.texts(state) == ["steps -2", "steps -1", "steps 0", "steps 1"]
    t.say(state, 0, "steps 1")  # 4 Bagos: all that there is, so the transfer is fixed
    assert (state.money[0], state.account[0], state.level[0]) == (0, 0, 5)
    broke = t.blank(2, mode="reserve")
    broke.money[0], broke.account[0], broke.level[0] = 0, 0, -3
    assert not broke.can_bank(0, 0)
