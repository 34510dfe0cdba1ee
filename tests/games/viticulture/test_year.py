"""Set-up, passing, the year and the end of the game (§3, §5, §10)."""

from cuvee.games.viticulture.flow.passing import EndTurn
from cuvee.games.viticulture.flow.year import NewYear, NextTurn, PlannedAction, StartSeason
from cuvee.games.viticulture.pieces.ops import NONE
from cuvee.games.viticulture.scoring import converted, places, scores
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.workers import KINDS, PLACES
from tests.games.viticulture import table as t

# Passing and the year (§5.8 to §5.12)


def test_passing_gives_the_cell_of_the_row() -> None:
    """§5.8, §5.9: passing into fall, row 3 ages all grapes and row 5 draws a winter visitor."""
    state = t.new(4)
    t.rows(state, 3, 1, 5, 7)
    t.give(state, red="2")
    t.turn(state, "summer")
    t.play(state, "pass", "take")
    assert t.pad(state) == "r3"
    t.turn(state, "summer", 2)
    t.play(state, "pass", "winter deck")
    assert t.seen(state, 2, "winter") == 1


def test_row_seven() -> None:
    """§5.9: gray worker, any card or 1 VP, first-player token; row 1 next year."""
    state = t.new(2)
    t.rows(state, 7, 2)
    t.turn(state, "spring")
    t.play(state, "pass")
    assert state.temporary == 0
    t.turn(state, "summer")
    t.play(state, "pass", "option 2")
    assert t.me(state, "vp") == [1]
    t.turn(state, "fall")
    t.play(state, "pass")
    assert state.starter == 0
    t.turn(state, "winter")
    t.play(state, "pass")
    assert state.players[0].next_row == 1


def test_row_one_gives_to_all() -> None:
    """§5.9: even to players who have already passed."""
    state = t.new(3)
    t.rows(state, 1, 2, 3)
    t.turn(state, "spring")
    state.players[1].column = 1
    t.play(state, "pass")
    assert [vineyard.lira for vineyard in state.players] == [1, 1, 1]


def test_retrieving_from_fall() -> None:
    """§5.9: the regular worker on MAKE WINE, not the grande, not the gray one."""
    state = t.new(2)
    t.rows(state, 6, 2)
    t.stand(state, 0, "grande harvest_fields:left", "make_wine:left", "temporary draw_order:left")
    t.turn(state, "fall")
    state.players[0].change_ready(0, 0)
    t.play(state, "pass") if state.waiting and "pass" in t.offers(state) else None
    assert "regular make_wine:left" in t.offers(state)
    assert len(t.offers(state)) == 2
    t.play(state, "regular make_wine:left")
    assert t.workers_at(state, "make_wine:left") == NONE


def test_the_cottage_gives_a_visitor_in_fall() -> None:
    """§5.8."""
    state = t.new(2)
    t.rows(state, 4, 2)
    t.give(state, built="cottage")
    t.turn(state, "summer")
    t.play(state, "pass", "cottage", "winter deck", "summer deck")
    assert t.me(state, "summer", "winter") == [1, 1]


def test_end_of_year_steps() -> None:
    """§5.11: workers back, age, discard to 7, residuals, row."""
    state = t.new(2)
    t.rows(state, 2, 3)
    t.give(state, red="1", residual=3, hand="pinot,syrah,merlot,broker,banker,patron,planter,buyer,judge")
    t.stand(state, 0, "fill_order:left")
    t.turn(state, "winter")
    t.play(state, "pass", "vine pinot", "vine syrah")
    assert t.me(state, "cards", "lira", "pad") == [7, 3, "r2"]
    assert t.workers_at(state, "fill_order:left") == NONE
    assert t.offers(state) == [f"row {row}" for row in range(2, 8)]
    t.play(state, "row 3")
    t.turn(state, "winter", 1)
    t.play(state, "pass")
    assert "row 3" not in t.offers(state)


def test_turn_order() -> None:
    """§5.1: from the top row down, then again from the top, skipping those who passed."""
    state = t.new(3)
    t.rows(state, 4, 2, 6)
    state.agenda.clear()
    state.push(NextTurn(0))
    state.settle()
    order = []
    for _turn in range(3):
        order.append(state.waiting[0])
        t.play(state, "regular gain")
    assert order == [1, 0, 2]
    assert state.waiting == [1]
    t.play(state, "pass")
    while state.waiting and state.decision().kind != "turn":
        t.play(state, t.offers(state)[0])
    assert state.waiting == [0]


def test_planned_workers_act_first() -> None:
    """§5.10: with bonus, before the first turn; an impossible plan does nothing."""
    state = t.new(2)
    t.rows(state, 3, 2)
    t.give(state, wine="b4", hand="order_06")
    t.stand(state, 0, "fill_order:left")
    state.planned = [(0 * PLACES + t.spot(state, "fill_order:left")) * KINDS]
    state.agenda.clear()
    state.push(StartSeason(3))
    state.settle()
    t.play(state, "step", "bonus") if "step" in t.offers(state) else t.play(state, "bonus")
    assert t.me(state, "vp") == [3]
    assert state.planned == []
    state = t.new(2)
    t.stand(state, 0, "fill_order:left")
    state.planned = [(0 * PLACES + t.spot(state, "fill_order:left")) * KINDS]
    state.agenda.clear()
    state.push(PlannedAction(state.planned[0]))
    state.settle()
    assert t.workers_at(state, "fill_order:left") == 0


def test_a_new_year_resets_what_counts_for_a_year() -> None:
    """§5.12: trade tokens and cubes stay."""
    state = t.new(2)
    t.rows(state, 2, 3)
    t.give(state, vines="6 pinot")
    vineyard = state.players[0]
    vineyard.harvested, vineyard.scored, vineyard.next_row, state.starter = 2, 4, 5, 0
    state.blocked = 3
    state.agenda.clear()
    state.push(NewYear())
    state.settle()
    assert (vineyard.harvested, vineyard.scored, vineyard.row, state.starter, state.blocked) == (0, 0, 5, NONE, 3)


# The end (§10)


def test_the_trigger_and_the_final_conversion() -> None:
    """§10.1, §10.2: £13 + £4, red 6 stays, blush 6, white grape 5: £31 is 3 VP and £1."""
    state = t.new(2)
    t.rows(state, 2, 3)
    t.give(state, vp=25, residual=4, lira=13, built="medium_cellar", wine="r6 b5", white="4")
    t.turn(state, "winter")
    t.play(state, "pass")
    assert state.last_year
    assert t.me(state, "lira", "wine", "pad") == [17, "r6 b6", "w5"]
    assert converted(state, 0) == 3
    assert scores(state)[0] == 28
    assert state.players[0].next_row == 0  # no row is chosen (§5.11)


def test_points_after_passing_do_not_trigger() -> None:
    """§10.1: the Statue's VP come too late."""
    state = t.new(2, structure_cards=True)
    t.rows(state, 2, 3)
    t.give(state, vp=24, built="statue")
    t.turn(state, "winter")
    t.play(state, "pass")
    assert t.me(state, "vp") == [25]
    assert not state.last_year


def test_ties() -> None:
    """§10.3: lira left, then wine, then grapes, then shared."""
    state = t.new(2)
    t.give(state, 0, vp=27, lira=4)
    t.give(state, 1, vp=27, lira=7)
    assert places(state) == [2, 1]
    t.give(state, 0, lira=6, wine="r1")
    assert places(state) == [1, 2]
    t.give(state, 1, lira=7, wine="")
    t.give(state, 0, lira=7, wine="")
    assert places(state) == [1, 1]


def test_the_year_limit() -> None:
    """§10.4: no row is chosen in the last year."""
    state = t.new(2)
    t.rows(state, 2, 3)
    state.year = 40
    t.turn(state, "winter")
    t.play(state, "pass")
    assert state.last_year


def test_passing_with_workers_left() -> None:
    """§5.11."""
    state = t.new(2)
    t.rows(state, 2, 3)
    t.turn(state, "winter")
    t.play(state, "pass")
    assert state.players[0].available() == 3


# Set-up (§3)


def test_the_start() -> None:
    """§3.3 to §3.5: two regular workers and the grande, a grape of value 2, a wine of value 1, residual 1, the field of 6."""
    state = t.GAME.new(2, {}, 3)
    assert isinstance(state, Winery)
    papa = state.pieces.papas[state.players[state.first].papa]
    mama = state.pieces.mamas[state.players[state.first].mama]
    seat = state.first
    assert state.waiting == [seat]
    t.play(state, "lira", "red", "white")
    assert state.players[seat].lira == mama.lira + papa.lira + papa.instead + 3
    assert (t.pad(state, seat), t.cellar(state, seat)) == ("r2", "w1")
    assert (state.players[seat].residual, state.players[seat].owned) == (1, 2)
    assert state.players[seat].available() == 3
    t.play(state, "gift", "red", "red")
    assert t.offers(state) == [f"row {row}" for row in range(2, 8)]


def test_the_gift_of_papa_matt() -> None:
    """§3.4: tasting room or £6, £0 + £2 of mama Nicole + £3."""
    for seed in range(400):
        state = t.GAME.new(2, {}, seed)
        assert isinstance(state, Winery)
        seat = state.first
        if state.pieces.papas[state.players[seat].papa].name == "Matt":
            lira = state.players[seat].lira
            t.play(state, "lira")
            assert state.players[seat].lira == lira + 6
            return
    raise AssertionError("no Matt in 400 deals")


def test_six_players_take_all_rows_but_the_first() -> None:
    """§3.7."""
    state = t.GAME.new(6, {}, 5)
    while state.decision().kind != "turn":
        seat = state.waiting[0]
        state.apply(seat, state.options(seat)[0])
    assert isinstance(state, Winery)
    assert sorted(vineyard.row for vineyard in state.players) == [2, 3, 4, 5, 6, 7]


def test_the_end_of_a_turn_frame_can_pass() -> None:
    """VISITORS §4.23."""
    assert EndTurn(1, False).with_pass().passing
