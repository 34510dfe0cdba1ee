"""Visitors that move vines, cards, workers and roosters, or take actions (VISITORS §4.13, §4.19 to §4.25, §8)."""

from cuvee.games.viticulture.flow.year import NextTurn, PlannedAction, StartSeason
from cuvee.games.viticulture.pieces.boards import SEASONS
from cuvee.games.viticulture.pieces.cards import DECKS
from cuvee.games.viticulture.pieces.ops import NONE
from tests.games.viticulture import table as t

A, B = range(2)


def test_landscaper_swaps_only_what_fits() -> None:
    """VISITORS §8 example 6."""
    state = t.new(2)
    t.give(state, vines="5 sangiovese cabernet_sauvignon, 7 chardonnay merlot")
    t.visit(state, "landscaper")
    t.play(state, "option 2")
    assert t.offers(state) == ["cabernet_sauvignon field_5", "chardonnay field_7"]
    t.play(state, "chardonnay field_7")
    names = [sorted(state.pieces.vines[kind].id for kind in vines) for vines in state.players[A].vines]
    assert names == [["chardonnay", "sangiovese"], [], ["cabernet_sauvignon", "merlot"]]


def test_landscaper_swaps_the_other_two() -> None:
    """VISITORS §8 example 6."""
    state = t.new(2)
    t.give(state, vines="5 sangiovese cabernet_sauvignon, 7 chardonnay merlot")
    t.visit(state, "landscaper")
    t.play(state, "option 2")
    t.play(state, "cabernet_sauvignon field_5")
    assert state.over
    names = [[state.pieces.vines[kind].id for kind in vines] for vines in state.players[0].vines]
    assert names == [["sangiovese", "chardonnay"], [], ["merlot", "cabernet_sauvignon"]]


def test_landscaper_draws_and_may_plant_the_vine_drawn() -> None:
    """VISITORS §6: planting is optional, and the vine just drawn may be planted."""
    state = t.new(2)
    t.face_up(state, 0, "sangiovese")
    t.visit(state, "landscaper")
    t.play(state, "part 1", "vine 1", "sangiovese field_6")
    assert t.seen(state, 0, "vines") == "sangiovese"
    assert state.over


def test_landscaper_with_the_expert_does_both() -> None:
    """VISITORS §3.1."""
    state = t.new(2)
    t.give(state, vines="5 sangiovese, 6 malvasia")
    t.visit(state, "landscaper", expert=True)
    t.play(state, "option 2", "sangiovese field_5", "option 1", "part 1", "vine deck")
    assert t.seen(state, 0, "vine") in (0, 1)


def test_innkeeper_takes_the_tops_of_two_piles() -> None:
    """VISITORS §8 example 28."""
    state = t.new(2)
    state.set_discards(0, [state.decks[0][-1]])
    state.set_deck(0, state.decks[0][:-1])
    assert not t.can_play(state, "innkeeper")
    state.set_discards(3, [state.decks[3][-1]])
    state.set_deck(3, state.decks[3][:-1])
    t.visit(state, "innkeeper")
    assert t.me(state, "vine", "winter") == [1, 1]
    assert [state.pieces.visitors[1][card].id for card in state.discards[3]] == ["innkeeper"]


def test_caravan_turns_up_a_card_of_every_deck() -> None:
    """VISITORS §4.25."""
    state = t.new(2)
    t.visit(state, "caravan")
    assert [DECKS[card // 64] for card in state.revealed] == ["vine", "order", "summer", "winter"]
    t.play(state, *t.offers(state)[1:3])
    assert (t.seen(state, 0, "order"), t.seen(state, 0, "summer")) == (1, 1)
    assert len(state.discards[0]) == 1


def test_sponsor_sees_each_replacement() -> None:
    """VISITORS §8 example 38."""
    state = t.new(2)
    t.face_up(state, 0, "merlot")
    t.face_up(state, 1, "syrah")
    t.on_top(state, "malvasia")
    t.on_top(state, "chardonnay")
    t.visit(state, "sponsor")
    t.play(state, "option 1", "vine 1")
    shown = [state.pieces.vines[card].id for card in state.market[:2]]
    assert shown == ["chardonnay", "syrah"]
    assert t.offers(state) == ["vine 1", "vine 2", "vine deck"]
    t.play(state, "vine deck")
    assert {state.pieces.vines[card].id for card in state.players[A].hand[0]} == {"merlot", "malvasia"}
    t.play(state, "option 2")
    assert t.me(state, "lira", "vp") == [3, -1]
    state = t.new(2)
    t.visit(state, "sponsor", expert=True)
    t.play(state, "option 2", "option 1", "vine deck", "vine deck")
    assert state.over
    assert t.me(state, "lira", "vp", "vine") == [3, 0, 2]


def test_sponsor_may_take_the_replacement() -> None:
    """VISITORS §8 example 38."""
    state = t.new(2)
    t.face_up(state, 0, "merlot")
    t.on_top(state, "chardonnay")
    t.visit(state, "sponsor")
    t.play(state, "option 1", "vine 1")
    assert state.pieces.vines[state.market[0]].id == "chardonnay"
    t.play(state, "vine 1")
    assert sorted(state.players[0].hand[0]) == sorted([state.pieces.ids[0]["merlot"], state.pieces.ids[0]["chardonnay"]])


def test_producer_in_fall_does_not_take_the_worker_that_led_to_it() -> None:
    """VISITORS §8 example 39: in fall, through TAKE ANY ACTION."""
    state = t.new(2)
    t.give(state, lira=3, built="yoke")
    t.hold(state, A, "producer")
    t.stand(state, A, "give_tour:left", "grande plant_vine:left", "yoke")
    t.act(state, "take_any_action", place="take_any_action:left")
    t.play(state, "play_summer_visitor")
    assert sorted(t.offers(state)) == ["grande plant_vine:left", "regular give_tour:left", "regular yoke"]
    t.play(state, "regular yoke", "grande plant_vine:left")
    assert state.over
    assert t.me(state, "lira", "grande") == [3 + 1 - 1 - 2, 1]
    assert t.workers_at(state, "take_any_action:left") == A
    assert t.workers_at(state, "plant_vine:left") == NONE


def test_producer_takes_back_other_workers() -> None:
    """VISITORS §8 example 39."""
    state = t.new(2)
    t.give(state, lira=2)
    t.stand(state, 0, "give_tour:left", "yoke")
    t.visit(state, "producer", season="fall")
    assert t.offers(state) == ["regular give_tour:left", "regular yoke"]
    t.play(state, "regular yoke", "stop")
    assert (state.players[0].lira, state.players[0].ready) == (0, 1)


def test_producer_does_not_take_the_worker_that_led_to_it() -> None:
    """VISITORS §4.19."""
    state = t.new(2)
    t.give(state, lira=2)
    t.hold(state, 0, "producer")
    t.stand(state, 0, "gain")
    t.act(state, "play_summer_visitor", place="play_summer_visitor:left")
    assert state.over
    assert state.players[0].ready == 2 - 1
    assert t.workers_at(state, "play_summer_visitor:left") == 0


def test_producer_needs_another_placed_worker() -> None:
    """VISITORS §4.19: not the one that leads to it."""
    state = t.new(2)
    t.give(state, lira=2, hand="producer")
    t.turn(state, "summer")
    assert not [text for text in t.offers(state) if "play_summer_visitor" in text]
    t.stand(state, 0, "give_tour:left")
    t.turn(state, "summer")
    assert "regular play_summer_visitor:left" in t.offers(state)


def test_planner_places_a_worker_for_a_later_season() -> None:
    """VISITORS §8 example 40."""
    state = t.new(2)
    state.players[A].row, state.players[B].row = 3, 2
    t.give(state, ready=1, regulars=1, wine="b4", hand="order_06")
    t.visit(state, "planner")
    assert t.offers(state) == ["regular", "grande"]
    t.play(state, "regular")
    assert not [text for text in t.offers(state) if text.startswith(("plant_vine", "draw_vine"))]
    t.play(state, "fill_order:left")
    assert t.workers_at(state, "fill_order:left") == A
    state.agenda.clear()
    state.push(StartSeason(3))
    state.settle()
    assert state.waiting == [A]  # before the first winter turn, although B is in a higher row
    t.play(state, "step", "bonus")
    assert t.me(state, "vp", "residual") == [2 + 1, 1]
    state = t.new(2)
    t.stand(state, A, "fill_order:left")
    t.visit(state, "planner")
    t.play(state, "regular", "train_worker:left")
    planned = state.planned[0]
    state.agenda.clear()
    state.season = 3
    state.push(PlannedAction(planned))
    state.settle()
    assert state.over  # £0: nothing happens, the worker stays
    assert t.workers_at(state, "train_worker:left") == A
    assert not t.can_play(t.new(2), "planner", season="winter")


def test_planner_needs_a_worker_besides_the_one_that_leads_to_it() -> None:
    """VISITORS §4.21: the last worker cannot be placed to play Planner; with another one it can."""
    for ready, legal in ((1, False), (2, True)):
        state = t.new(2)
        t.give(state, hand="planner", regulars=ready, ready=ready, grande=0)
        t.turn(state, "summer")
        assert ("regular play_summer_visitor:left" in t.offers(state)) == legal


def test_organizer_moves_the_rooster_and_passes() -> None:
    """VISITORS §8 example 41."""
    state = t.new(3)
    for seat, row in enumerate((2, 3, 5)):
        state.players[seat].row, state.players[seat].column = row, 1
    t.hold(state, A, "organizer")
    state.season = 1
    state.agenda.clear()
    state.push(NextTurn(0))
    state.settle()
    assert state.waiting == [A]
    t.play(state, "regular play_summer_visitor:left", "row 6", "summer deck", "winter deck")
    assert (state.players[A].row, SEASONS[state.players[A].column]) == (6, "fall")
    assert t.me(state, "summer", "winter") == [1, 1]  # any card of the summer cell, a winter visitor of the fall cell
    assert state.waiting == [B]  # below row 2


def test_organizer_offers_no_row_with_a_rooster() -> None:
    """VISITORS §4.22, §4.23."""
    state = t.new(2)
    state.players[0].row, state.players[1].row = 2, 3
    for vineyard in state.players:
        vineyard.column = 1
    t.visit(state, "organizer")
    assert "row 2" not in t.offers(state)
    t.play(state, "row 6", "winter deck", "winter deck")
    assert (state.players[0].row, state.players[0].column) == (6, 2)
    assert t.seen(state, 0, "winter") == 2  # any card of the summer cell, a winter visitor of the fall cell


def test_organizer_in_winter() -> None:
    """VISITORS §8 example 44."""
    state = t.new(2)
    state.players[A].row, state.players[B].row = 3, 7
    state.starter = B
    t.turn(state, "winter", B)
    t.play(state, "pass")
    assert state.players[B].next_row == 1
    state.season, state.players[A].column = 3, 3
    t.visit(state, "organizer", season="winter")
    assert "row 1" not in t.offers(state)
    t.play(state, "row 7")
    assert (state.starter, state.players[A].row) == (B, 7)  # the token was already taken this year
    assert t.offers(state) == [f"row {row}" for row in range(2, 8)]


def test_organizer_needs_an_empty_row() -> None:
    """VISITORS §4.22."""
    state = t.new(6)
    assert t.can_play(state, "organizer")  # six roosters leave one row


def test_manager_takes_an_action_of_an_earlier_season() -> None:
    """VISITORS §8 example 42."""
    state = t.new(2)
    t.give(state, lira=1, wine="b4", hand="order_06")
    t.hire(state, A, "fill_order", "take_any_action")
    t.visit(state, "manager")
    t.play(state, "take_any_action", "fill_order")
    assert state.over  # no bonus, no expert
    assert t.me(state, "vp", "residual", "lira") == [2, 1, 0]
    state = t.new(2)
    t.give(state, lira=2)
    t.stand(state, B, "build_structure:left")
    t.visit(state, "manager")
    t.play(state, "build_structure", "trellis")
    assert t.me(state, "lira", "built") == [0, "trellis"]
    assert not t.can_play(t.new(2), "manager", season="spring")


def test_manager_uses_no_expert() -> None:
    """VISITORS §4.20."""
    state = t.new(2)
    t.give(state, lira=3)
    t.hire(state, 0, "give_tour")
    t.visit(state, "manager")
    t.play(state, "give_tour")
    assert state.players[0].lira == 5
