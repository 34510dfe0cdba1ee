"""Corners where rules meet: windows inside windows, cards inside actions, structures on fields (§5, §7, §9, §12, §13)."""

from cuvee.games.viticulture.flow.year import YearEnd
from cuvee.games.viticulture.pieces.cards import ORDER, VINE
from cuvee.games.viticulture.pieces.ops import NONE
from cuvee.games.viticulture.state.table import Winery
from tests.games.viticulture import table

A, B, C = range(3)


def solo(tokens: int) -> Winery:
    """Lay a table for one player with bonus tokens."""
    state = table.new(1)
    state.year, state.glass, state.players[A].tokens = 1, 0b11111110, tokens
    return state


# Windows (§5.3, §6.12, §9.1, §9.3, §13.7)


def test_the_outer_bonus_may_make_the_chosen_action_possible() -> None:
    """§6.12, §9.3: any card of the TAKE ANY ACTION space takes the face-up order that can then be filled."""
    state = table.new(3)
    table.face_up(state, 2, "order_06")
    table.give(state, lira=1, wine="b5")
    table.act(state, "take_any_action", place="take_any_action:middle")
    table.play(state, "step", "fill_order")
    assert state.over  # the bonus had to take exactly that order
    assert table.me(state, "vp", "residual", "lira") == [2, 1, 0]


def test_the_outer_bonus_may_come_after_the_chosen_action() -> None:
    """§9.1: the extras of the outer action can still be used after the inner one."""
    state = table.new(3)
    table.give(state, lira=1)
    table.act(state, "take_any_action", place="take_any_action:middle")
    table.play(state, "step", "give_tour", "step", "outer bonus", "winter deck")
    assert table.me(state, "lira", "winter") == [2, 1]
    assert state.over


def test_a_bonus_token_may_make_an_action_possible() -> None:
    """§13.7, §5.3: in a solo game, the middle bonus of FILL takes the face-up order."""
    state = solo(1)
    table.face_up(state, 2, "order_06")
    table.give(state, wine="b5")
    table.turn(state, "winter")
    table.play(state, "regular fill_order:left")  # the token and the order are the only way, so nothing is asked (§1.5)
    assert table.me(state, "tokens", "order") == [0, 1]
    table.play(state, "step", "bonus")
    assert table.me(state, "tokens", "vp", "residual") == [0, 2 + 1, 1]


def test_a_bonus_token_works_beside_an_action_and_not_for_one_chosen() -> None:
    """§13.7: with the grande beside; not through TAKE ANY ACTION."""
    state = solo(1)
    state.set_space(4 * 1, 6 * 16)  # the Automa gives a tour
    table.turn(state, "spring")
    table.play(state, "grande give_tour:beside")
    assert "token" in table.offers(state)
    state = solo(1)
    table.give(state, lira=1)
    table.act(state, "take_any_action", place="take_any_action:left")
    table.play(state, "step", "give_tour")
    assert "token" not in table.offers(state)
    assert "outer token" in table.offers(state)


def test_one_bonus_token_a_turn() -> None:
    """§13.7."""
    state = solo(2)
    table.give(state, vines="6 merlot")
    table.act(state, "harvest_fields", place="harvest_fields:left")
    table.play(state, "step", "token", "middle")
    assert "token" not in table.offers(state)
    table.play(state, "bonus")
    assert table.me(state, "tokens", "vp", "winter") == [1, 1, 1]


def test_token_and_expert_gain_a_bonus_once() -> None:
    """§13.7, §7.11: the expert cannot take what the token has taken."""
    state = solo(1)
    table.give(state, vines="6 merlot")
    table.hire(state, A, "harvest_fields")
    table.act(state, "harvest_fields", place="harvest_fields:left")
    table.play(state, "step", "token", "middle", "expert")
    assert table.pad(state) == "r4"  # only "age 1 grape" was left
    assert table.me(state, "vp") == [1]


# Visitors inside other effects (VISITORS §2.1, §3.2, §4.19)


def test_a_summer_visitor_in_spring_through_the_hire_expert() -> None:
    """VISITORS §2.1, §3.2: the exposed bonus plays it; a bonus is not an action, so "or" stays "or"."""
    state = table.new(3)
    table.give(state, lira=5)
    table.hold(state, A, "patron")
    table.hire(state, A, "hire_expert")
    table.act(state, "hire_expert", place="hire_expert:middle")
    table.play(state, "step", "play_summer_visitor", "expert", "middle")
    assert table.asked(state) == "option"  # the only card, without "and"
    table.play(state, "option 1")
    assert table.me(state, "lira") == [5 - 2 + 4]
    table.play(state, "bonus", "winter deck")
    assert state.over


def test_manager_in_fall_plays_a_summer_visitor() -> None:
    """VISITORS §2.1, §4.20: TAKE ANY ACTION, PLAY ONE WINTER VISITOR, Manager, PLAY ONE SUMMER VISITOR without its expert."""
    state = table.new(2)
    table.give(state, lira=1)
    table.hold(state, A, "manager", "patron")
    table.hire(state, A, "play_summer_visitor")
    table.act(state, "take_any_action", place="")
    table.play(state, "play_winter_visitor", "play_summer_visitor", "option 1")
    assert state.over
    assert table.me(state, "lira", "summer", "winter") == [4, 0, 0]
    assert state.discards[2]
    assert state.discards[3]


def test_manager_cannot_take_the_running_season() -> None:
    """VISITORS §4.20: in fall, only actions of spring and summer."""
    state = table.new(2)
    table.give(state, lira=9)
    table.visit(state, "manager", season="fall")
    assert "draw_vine" in table.offers(state)
    assert "build_structure" in table.offers(state)
    assert not {"draw_order", "take_any_action", "train_worker"} & set(table.offers(state))


def test_producer_through_the_train_expert_keeps_the_new_worker_placed() -> None:
    """§7.15, VISITORS §4.19: the new worker led to the card; the one on TRAIN may be taken back."""
    state = table.new(2)
    table.give(state, lira=6)
    table.hold(state, A, "producer")
    table.hire(state, A, "train_worker")
    table.act(state, "train_worker", place="train_worker:left")
    table.play(state, "expert", "play_summer_visitor:left")
    assert table.workers_at(state, "train_worker:left") == NONE
    assert table.workers_at(state, "play_summer_visitor:left") == A


def test_organizer_out_of_winter_ends_the_game() -> None:
    """§10.1, VISITORS §4.23: its pass is checked like any other."""
    state = table.new(2)
    table.give(state, vp=25)
    state.players[A].row, state.players[B].row = 2, 3
    state.players[A].column = 3
    table.visit(state, "organizer", season="winter")
    table.play(state, "row 5")
    while state.waiting:
        table.play(state, table.offers(state)[-1])
    assert state.last_year


def test_a_second_visitor_may_be_one_that_the_first_drew() -> None:
    """§6.5, VISITORS §2.2."""
    state = table.new(3)
    table.hold(state, A, "peddler", "sangiovese", "malvasia")
    table.on_top(state, "patron")
    table.act(state, "play_summer_visitor", place="play_summer_visitor:middle")
    table.play(state, "vine sangiovese", "vine deck", "order deck", "summer deck", "bonus", "option 1")
    assert table.me(state, "lira", "summer") == [4, 0]  # Peddler drew Patron


# The chart (§5.9)


def test_a_refresh_changes_all_four_and_may_be_declined() -> None:
    """§5.9, §4.13."""
    for answer, discarded in (("take", 2), ("stop", 0)):
        state = table.new(2)
        state.players[A].row = 2
        table.turn(state, "fall")
        table.play(state, "pass", answer)
        assert (len(state.discards[VINE]), len(state.discards[ORDER])) == (discarded, discarded)
        assert NONE not in state.market


def test_the_gray_worker_is_taken_once_a_year() -> None:
    """§5.9, VISITORS §4.22: Organizer into row 7 finds it gone."""
    state = table.new(2)
    state.players[A].row, state.players[B].row = 3, 2
    state.temporary = B
    state.players[A].column = 1
    table.visit(state, "organizer")
    table.play(state, "row 7")
    assert state.temporary == B
    assert state.players[A].temporary == 0


def test_year_end_gives_back_the_gray_worker() -> None:
    """§5.11, §5.12: it is free again in the new year."""
    state = table.new(2)
    table.stand(state, A, "temporary fill_order:left")
    state.temporary = A
    table.turn(state, "winter")
    table.play(state, "pass")
    assert table.workers_at(state, "fill_order:left") == NONE
    assert state.players[A].temporary == 0
    state.agenda.clear()
    state.push(YearEnd())
    state.settle()
    assert state.temporary == NONE


# Structure cards (§12)


def test_a_structure_on_a_field_counts_for_nothing() -> None:
    """§12.3: Surveyor counts it as neither empty nor planted, and it is not harvested."""
    state = table.new(2, structure_cards=True)
    table.give(state, lira=2, hand="silo")
    table.act(state, "build_structure")
    table.play(state, "silo", "field_6")
    assert not table.can_play(state, "surveyor")
    table.turn(state, "fall")
    assert not [text for text in table.offers(state) if "harvest_fields" in text]


def test_without_a_free_place_no_card_is_built() -> None:
    """§12.3."""
    state = table.new(2, structure_cards=True)
    table.give(state, built="silo dock", vines="6 merlot", lira=9, hand="school")
    table.act(state, "build_structure")
    assert "school" not in table.offers(state)
    assert "trellis" in table.offers(state)


def test_a_worker_on_a_destroyed_card_stays_until_year_end() -> None:
    """§12.4."""
    state = table.new(2, structure_cards=True)
    table.give(state, built="cask", wine="r1", workers=4)
    table.turn(state, "summer")
    table.play(state, "regular cask", "step")
    while state.waiting:
        table.play(state, "stop")
    table.turn(state, "fall")
    table.play(state, "regular destroy")
    assert table.me(state, "built") == [""]
    assert state.players[A].available() == 2
    table.turn(state, "winter")
    table.play(state, "pass")
    assert state.players[A].available() == 4


def test_fermentation_tank_once_after_two_fields() -> None:
    """§12.5: an action that harvests two fields is one effect; the yoke is another."""
    state = table.new(2, structure_cards=True)
    table.give(state, built="fermentation_tank yoke", vines="5 sangiovese, 6 merlot, 7 malvasia")
    table.act(state, "harvest_fields")
    table.play(state, "field_5", "step", "field_6", "fermentation_tank", "red 3")
    assert (table.cellar(state), state.over) == ("r3", True)
    table.turn(state, "winter")
    table.play(state, "regular yoke", "option 2", "fermentation_tank", "white")
    assert table.cellar(state) == "r3 w1"
    assert state.over


def test_harvest_machine_counts_every_field_for_the_expert_and_reaper() -> None:
    """§12.5, §7.11."""
    state = table.new(5, structure_cards=True)
    table.give(state, built="harvest_machine", vines="5 merlot, 6 malvasia, 7 syrah")
    table.hire(state, A, "harvest_fields")
    table.act(state, "harvest_fields", place="harvest_fields:left")
    table.play(state, "step", "all", "expert", "middle", "expert", "white 1")
    assert table.me(state, "vp", "pad") == [1, "r2 r3 w2"]
    state = table.new(2, structure_cards=True)
    table.give(state, built="harvest_machine", vines="5 merlot, 6 malvasia, 7 syrah")
    table.visit(state, "reaper")
    table.play(state, "all")
    assert table.me(state, "vp") == [2]


def test_workshop_lowers_prices_but_no_lump_sum() -> None:
    """§12.5: never below £0; Stonemason stays at £8."""
    state = table.new(2, structure_cards=True)
    table.give(state, built="workshop", lira=7)
    assert not table.can_play(state, "stonemason")
    state = table.new(2, structure_cards=True)
    table.give(state, built="workshop", lira=0)
    table.visit(state, "homesteader")
    assert "medium_cellar" in table.offers(state)  # 4 - 3 - 1
    table.play(state, "trellis")
    assert state.players[A].lira == 0


def test_academy_taxes_every_training_of_an_opponent() -> None:
    """§12.5: through a visitor too, but not when the owner trains."""
    state = table.new(2, structure_cards=True)
    table.give(state, B, built="academy")
    table.give(state, lira=3)
    table.visit(state, "teacher")
    assert (state.players[A].lira, state.players[B].lira) == (0, 1)
    state = table.new(2, structure_cards=True)
    table.give(state, built="academy", lira=2)
    table.visit(state, "teacher")
    assert state.players[A].lira == 0
    assert table.me(state, "workers") == [4]


def test_an_order_given_by_a_player_is_not_drawn() -> None:
    """§12.5: Innkeeper takes an order; Mercado is not asked."""
    state = table.new(2, structure_cards=True)
    table.give(state, built="mercado", wine="b4")
    order, winter = state.pieces.ids[ORDER]["order_06"], state.decks[3][-1]
    state.set_discards(ORDER, [order])
    state.set_deck(ORDER, [card for card in state.decks[ORDER] if card != order])
    state.set_discards(3, [winter])
    state.set_deck(3, state.decks[3][:-1])
    table.visit(state, "innkeeper")
    assert state.over
    assert table.me(state, "order", "vp") == [1, 0]
