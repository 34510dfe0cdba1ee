"""Spaces, the sixteen actions, trades, and the timing inside a turn (§4.12, §5.2 to §6, §8, §9)."""

import pytest

from cuvee.games.viticulture.pieces.cards import ORDER
from cuvee.games.viticulture.pieces.ops import NONE
from tests.games.viticulture import table

# Spaces and workers (§4.12, §5.2, §5.3)


@pytest.mark.parametrize(("seats", "spaces"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_spaces_by_player_count(seats: int, spaces: int) -> None:
    """§5.3: left; left and middle; all three."""
    state = table.new(seats)
    table.turn(state, "spring")
    assert len([text for text in table.offers(state) if text.startswith("regular give_tour:")]) == spaces


def test_a_grande_stands_beside_a_full_action_without_bonus() -> None:
    """§4.12."""
    state = table.new(2)
    table.stand(state, 1, "give_tour:left")
    table.turn(state, "spring")
    assert not [text for text in table.offers(state) if text.startswith("regular give_tour")]
    table.play(state, "grande give_tour:beside")
    assert state.players[0].lira == 2


def test_the_grande_must_use_an_open_space() -> None:
    """§4.12."""
    state = table.new(3)
    table.stand(state, 1, "give_tour:left")
    table.turn(state, "spring")
    assert "grande give_tour:beside" not in table.offers(state)
    assert "grande give_tour:middle" in table.offers(state)


def test_beside_no_bonus_of_an_unused_space() -> None:
    """§4.12: three players, PLANT full; the grande plants one vine."""
    state = table.new(3)
    table.stand(state, 1, "plant_vine:left")
    table.stand(state, 2, "plant_vine:middle")
    table.give(state, hand="sangiovese")
    table.turn(state, "summer")
    table.play(state, "grande plant_vine:beside")
    assert state.over
    assert table.me(state, "vines", "lira") == ["sangiovese", 0]


def test_gain_one_lira_takes_any_number_of_workers() -> None:
    """§5.7."""
    state = table.new(2)
    table.stand(state, 1, "gain")
    table.turn(state, "fall")
    table.play(state, "regular gain")
    assert state.players[0].lira == 1


def test_without_a_worker_a_player_passes() -> None:
    """§5.2."""
    state = table.new(2)
    table.give(state, ready=0, regulars=0, grande=0)
    table.turn(state, "spring")
    assert state.players[0].column == 1


# The sixteen actions (§6)


def test_draw_one_vine() -> None:
    """§6.1: the bonus of the left space draws another one."""
    state = table.new(2)
    table.act(state, "draw_vine", place="draw_vine:left")
    table.play(state, "vine deck", "bonus", "vine 2")
    assert table.me(state, "vine") == [2]


def test_give_tour() -> None:
    """§6.2, with £1 from the left space."""
    state = table.new(2)
    table.act(state, "give_tour", place="give_tour:left")
    assert table.me(state, "lira") == [3]


def test_hire_an_expert() -> None:
    """§6.3: £2, less the £1 from the space."""
    state = table.new(2)
    table.give(state, lira=1)
    table.act(state, "hire_expert", place="hire_expert:left")
    table.play(state, "make_wine")
    assert table.me(state, "lira", "cubes") == [0, 3]
    assert state.boxes[table.number(state, "make_wine")] == 0


def test_make_one_trade() -> None:
    """§6.4, §8: £3 for residual, then residual for VP with the bonus."""
    state = table.new(2)
    table.give(state, lira=4, residual=2)
    table.act(state, "make_trade", place="make_trade:left")
    table.play(state, "lira for residual")
    assert table.me(state, "lira", "residual", "vp") == [1, 3, 1]
    table.play(state, "bonus", "residual for vp")
    assert table.me(state, "residual", "vp") == [2, 2]
    assert state.blocked.bit_count() == 2


def test_play_one_summer_visitor() -> None:
    """§6.5: the lira from the space may pay for it."""
    state = table.new(2)
    table.give(state, lira=8, hand="broker")
    table.act(state, "play_summer_visitor", place="play_summer_visitor:left")
    table.play(state, "option 1")
    assert table.me(state, "lira", "vp") == [0, 3]


def test_buy_a_field_and_harvest_one() -> None:
    """§6.6."""
    state = table.new(2)
    table.give(state, lira=5, vines="6 merlot")
    table.act(state, "buy_or_harvest_field", place="buy_or_harvest_field:left")
    table.play(state, "step", "option 1", "bonus")
    assert table.me(state, "lira", "owned", "vp") == [0, 3, 1]
    state = table.new(2)
    table.give(state, vines="6 merlot")
    table.act(state, "buy_or_harvest_field")
    assert table.pad(state) == "r3"


def test_build_a_structure() -> None:
    """§6.7."""
    state = table.new(2)
    table.give(state, lira=4)
    table.act(state, "build_structure", place="build_structure:left")
    table.play(state, "windmill")
    assert table.me(state, "lira", "built") == [0, "windmill"]


def test_plant_a_vine() -> None:
    """§6.8."""
    state = table.new(2)
    table.give(state, hand="sangiovese,malvasia")
    table.act(state, "plant_vine", place="plant_vine:left")
    table.play(state, "malvasia field_6", "bonus")
    assert table.me(state, "vines") == ["sangiovese malvasia"]


def test_draw_one_order() -> None:
    """§6.9."""
    state = table.new(2)
    table.act(state, "draw_order", place="draw_order:left")
    table.play(state, "order 1", "stop")
    assert table.me(state, "order") == [1]


def test_harvest_up_to_two_fields() -> None:
    """§6.10."""
    state = table.new(2)
    table.give(state, vines="6 merlot, 5 malvasia, 7 pinot")
    table.act(state, "harvest_fields", place="harvest_fields:left")
    table.play(state, "step", "field_6", "step", "field_5")
    assert "step" not in table.offers(state)
    table.play(state, "bonus")
    assert table.me(state, "pad", "winter") == ["r3 w1", 1]


def test_make_up_to_two_wines() -> None:
    """§6.11."""
    state = table.new(2)
    table.give(state, red="1 2 3")
    table.act(state, "make_wine", place="make_wine:left")
    table.play(state, "red 3", "step", "red 2", "bonus")
    assert table.cellar(state) == "r1 r2 r3"


def test_take_any_action() -> None:
    """§6.12: train for £1 + £4, with the £1 of the worker's own space."""
    state = table.new(2)
    table.give(state, lira=6, workers=4)
    table.act(state, "take_any_action", place="take_any_action:left")
    table.play(state, "train_worker")
    assert table.me(state, "lira", "workers") == [2, 5]
    assert state.players[0].training == 1


def test_play_one_winter_visitor() -> None:
    """§6.13: the middle space allows a second one."""
    state = table.new(3)
    table.give(state, hand="judge,marketer")
    table.act(state, "play_winter_visitor", place="play_winter_visitor:middle")
    table.play(state, "judge", "bonus")
    assert table.me(state, "summer", "lira") == [2 + 2, 1]  # Judge, then Marketer


def test_train_a_worker() -> None:
    """§6.14."""
    state = table.new(2)
    table.give(state, lira=3)
    table.act(state, "train_worker", place="train_worker:left")
    assert table.me(state, "lira", "workers") == [0, 4]


@pytest.mark.parametrize(("wine", "points"), [("r9", 1), ("w1", 1), ("b4", 2), ("s7", 4)])
def test_sell_a_wine(wine: str, points: int) -> None:
    """§6.15: the type counts, not the value."""
    state = table.new(2)
    table.give(state, wine=wine)
    table.act(state, "sell_wine")
    assert table.me(state, "vp", "wine") == [points, ""]


def test_fill_an_order() -> None:
    """§6.16, §4.9: order 25 for red 2, white 2, blush 5 gives 5 VP and 2 residual, and moving from 2 to 3 gives one more."""
    state = table.new(2)
    table.give(state, residual=1, wine="r4 w2 b6", hand="order_25")
    table.act(state, "fill_order")
    assert table.me(state, "vp", "residual", "wine") == [6, 3, ""]
    assert state.discards[ORDER]


# Trades (§8)


GOODS: dict[str, tuple[dict[str, object], str, object]] = {
    "lira": ({"lira": 3}, "lira", 3),
    "cards": ({"hand": "pinot,syrah"}, "cards", 2),
    "vp": ({}, "vp", 1),
    "grape": ({"red": "5"}, "pad", "r1"),
    "residual": ({"residual": 1}, "residual", 1),
}


@pytest.mark.parametrize(("pay", "gain"), [(pay, gain) for pay in GOODS for gain in GOODS if pay != gain])
def test_every_trade(pay: str, gain: str) -> None:
    """§8.1, §8.2: pay, gain, and a glass token."""
    state = table.new(2)
    table.give(state, **GOODS[pay][0])
    table.act(state, "make_trade")
    table.play(state, f"{pay} for {gain}") if table.asked(state) == "trade" else None
    while state.waiting:
        table.play(state, table.offers(state)[0])
    assert table.seen(state, 0, GOODS[gain][1]) == GOODS[gain][2]
    assert table.seen(state, 0, GOODS[pay][1]) in (0, -1, "")
    assert state.blocked.bit_count() == 1


def test_a_benefit_that_would_be_lost_makes_the_trade_illegal() -> None:
    """§8.2."""
    state = table.new(2)
    table.give(state, lira=3, red="1", white="1", residual=7)
    table.act(state, "make_trade")
    assert not [text for text in table.offers(state) if text.endswith(("for grape", "for residual"))]


# Timing (§5.3, §9)


def test_a_bonus_can_make_the_action_possible() -> None:
    """§5.3, §9.3: the any-card bonus must take the face-up order that can be filled."""
    state = table.new(3)
    table.face_up(state, 2, "order_06")
    table.give(state, wine="b5")
    table.turn(state, "winter")
    assert "regular fill_order:left" not in table.offers(state)
    table.play(state, "regular fill_order:middle")
    assert state.over
    assert table.me(state, "vp", "residual") == [2, 1]
    state = table.new(3)
    for place in (2, 3):
        table.face_up(state, place, f"order_3{place}")
    table.on_top(state, "order_06")
    table.give(state, wine="b5")
    table.turn(state, "winter")
    assert not [text for text in table.offers(state) if "fill_order" in text]


def test_the_bonus_stays_when_the_worker_leaves() -> None:
    """§5.4: Motivator takes the grande back; the second visitor may still be played."""
    state = table.new(3)
    table.hold(state, 0, "motivator", "judge")
    table.turn(state, "winter")
    table.play(state, "grande play_winter_visitor:middle", "motivator", "yes", "bonus")
    assert table.me(state, "summer") == [2]
    assert table.workers_at(state, "play_winter_visitor:middle") == NONE


def test_an_expert_hired_this_turn_works_from_the_next() -> None:
    """§7.1."""
    state = table.new(2)
    table.give(state, lira=3)
    table.act(state, "take_any_action")
    table.play(state, "hire_expert", "take_any_action")
    assert state.over  # no refresh
