"""Actions, experts, trades, turns and years on the Bordeaux board: every example of the rules (§3 to §10)."""

import pytest

from cuvee.games.viticulture.flow import EndTurn, NewYear, NextTurn, PlannedAction, StartSeason
from cuvee.games.viticulture.pieces import NONE, ORDER, VINE
from cuvee.games.viticulture.scoring import converted, places, scores
from cuvee.games.viticulture.state import KINDS, PLACES, Winery
from tests.games.viticulture.table import (
    GAME,
    act,
    asked,
    cellar,
    face_up,
    give,
    hire,
    hold,
    new,
    number,
    offers,
    on_top,
    pad,
    play,
    seen,
    spot,
    stand,
    turn,
    workers_at,
)


def me(state: Winery, *names: str) -> list[object]:
    """List what player A has of some things."""
    return [seen(state, 0, name) for name in names]


# Spaces and workers (§4.12, §5.2, §5.3)


@pytest.mark.parametrize(("seats", "spaces"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_spaces_by_player_count(seats: int, spaces: int) -> None:
    """§5.3: left; left and middle; all three."""
    state = new(seats)
    turn(state, "spring")
    assert len([text for text in offers(state) if text.startswith("regular give_tour:")]) == spaces


def test_a_grande_stands_beside_a_full_action_without_bonus() -> None:
    """§4.12."""
    state = new(2)
    stand(state, 1, "give_tour:left")
    turn(state, "spring")
    assert not [text for text in offers(state) if text.startswith("regular give_tour")]
    play(state, "grande give_tour:beside")
    assert state.players[0].lira == 2


def test_the_grande_must_use_an_open_space() -> None:
    """§4.12."""
    state = new(3)
    stand(state, 1, "give_tour:left")
    turn(state, "spring")
    assert "grande give_tour:beside" not in offers(state)
    assert "grande give_tour:middle" in offers(state)


def test_beside_no_bonus_of_an_unused_space() -> None:
    """§4.12: three players, PLANT full; the grande plants one vine."""
    state = new(3)
    stand(state, 1, "plant_vine:left")
    stand(state, 2, "plant_vine:middle")
    give(state, hand="sangiovese")
    turn(state, "summer")
    play(state, "grande plant_vine:beside")
    assert state.over
    assert me(state, "vines", "lira") == ["sangiovese", 0]


def test_gain_one_lira_takes_any_number_of_workers() -> None:
    """§5.7."""
    state = new(2)
    stand(state, 1, "gain")
    turn(state, "fall")
    play(state, "regular gain")
    assert state.players[0].lira == 1


def test_without_a_worker_a_player_passes() -> None:
    """§5.2."""
    state = new(2)
    give(state, ready=0, regulars=0, grande=0)
    turn(state, "spring")
    assert state.players[0].column == 1


# The sixteen actions (§6)


def test_draw_one_vine() -> None:
    """§6.1: with the bonus of the left space another one."""
    state = new(2)
    act(state, "draw_vine", place="draw_vine:left")
    play(state, "vine deck", "bonus", "vine 2")
    assert me(state, "vine") == [2]


def test_give_tour() -> None:
    """§6.2, with £1 of the left space."""
    state = new(2)
    act(state, "give_tour", place="give_tour:left")
    assert me(state, "lira") == [3]


def test_hire_an_expert() -> None:
    """§6.3: £2, less the £1 of the space."""
    state = new(2)
    give(state, lira=1)
    act(state, "hire_expert", place="hire_expert:left")
    play(state, "make_wine")
    assert me(state, "lira", "cubes") == [0, 3]
    assert state.boxes[number(state, "make_wine")] == 0


def test_make_one_trade() -> None:
    """§6.4, §8: £3 for residual, then residual for VP with the bonus."""
    state = new(2)
    give(state, lira=4, residual=2)
    act(state, "make_trade", place="make_trade:left")
    play(state, "lira for residual")
    assert me(state, "lira", "residual", "vp") == [1, 3, 1]
    play(state, "bonus", "residual for vp")
    assert me(state, "residual", "vp") == [2, 2]
    assert state.blocked.bit_count() == 2


def test_play_one_summer_visitor() -> None:
    """§6.5: the lira of the space may pay for it."""
    state = new(2)
    give(state, lira=8, hand="broker")
    act(state, "play_summer_visitor", place="play_summer_visitor:left")
    play(state, "option 1")
    assert me(state, "lira", "vp") == [0, 3]


def test_buy_a_field_and_harvest_one() -> None:
    """§6.6."""
    state = new(2)
    give(state, lira=5, vines="6 merlot")
    act(state, "buy_or_harvest_field", place="buy_or_harvest_field:left")
    play(state, "step", "option 1", "bonus")
    assert me(state, "lira", "owned", "vp") == [0, 3, 1]
    state = new(2)
    give(state, vines="6 merlot")
    act(state, "buy_or_harvest_field")
    assert pad(state) == "r3"


def test_build_a_structure() -> None:
    """§6.7."""
    state = new(2)
    give(state, lira=4)
    act(state, "build_structure", place="build_structure:left")
    play(state, "windmill")
    assert me(state, "lira", "built") == [0, "windmill"]


def test_plant_a_vine() -> None:
    """§6.8."""
    state = new(2)
    give(state, hand="sangiovese,malvasia")
    act(state, "plant_vine", place="plant_vine:left")
    play(state, "malvasia field_6", "bonus")
    assert me(state, "vines") == ["sangiovese malvasia"]


def test_draw_one_order() -> None:
    """§6.9."""
    state = new(2)
    act(state, "draw_order", place="draw_order:left")
    play(state, "order 1", "stop")
    assert me(state, "order") == [1]


def test_harvest_up_to_two_fields() -> None:
    """§6.10."""
    state = new(2)
    give(state, vines="6 merlot, 5 malvasia, 7 pinot")
    act(state, "harvest_fields", place="harvest_fields:left")
    play(state, "step", "field_6", "step", "field_5")
    assert "step" not in offers(state)
    play(state, "bonus")
    assert me(state, "pad", "winter") == ["r3 w1", 1]


def test_make_up_to_two_wines() -> None:
    """§6.11."""
    state = new(2)
    give(state, red="1 2 3")
    act(state, "make_wine", place="make_wine:left")
    play(state, "red 3", "step", "red 2", "bonus")
    assert cellar(state) == "r1 r2 r3"


def test_take_any_action() -> None:
    """§6.12: train for £1 + £4, with the £1 of the own space."""
    state = new(2)
    give(state, lira=6, workers=4)
    act(state, "take_any_action", place="take_any_action:left")
    play(state, "train_worker")
    assert me(state, "lira", "workers") == [2, 5]
    assert state.players[0].training == 1


def test_play_one_winter_visitor() -> None:
    """§6.13: with the middle space a second one."""
    state = new(3)
    give(state, hand="judge,marketer")
    act(state, "play_winter_visitor", place="play_winter_visitor:middle")
    play(state, "judge", "bonus")
    assert me(state, "summer", "lira") == [2 + 2, 1]  # Judge, then Marketer


def test_train_a_worker() -> None:
    """§6.14."""
    state = new(2)
    give(state, lira=3)
    act(state, "train_worker", place="train_worker:left")
    assert me(state, "lira", "workers") == [0, 4]


@pytest.mark.parametrize(("wine", "points"), [("r9", 1), ("w1", 1), ("b4", 2), ("s7", 4)])
def test_sell_a_wine(wine: str, points: int) -> None:
    """§6.15: by type, whatever its value."""
    state = new(2)
    give(state, wine=wine)
    act(state, "sell_wine")
    assert me(state, "vp", "wine") == [points, ""]


def test_fill_an_order() -> None:
    """§6.16, §4.9: order 25 for red 2, white 2, blush 5 gives 5 VP and 2 residual, crossing 2 to 3 one more."""
    state = new(2)
    give(state, residual=1, wine="r4 w2 b6", hand="order_25")
    act(state, "fill_order")
    assert me(state, "vp", "residual", "wine") == [6, 3, ""]
    assert state.discards[ORDER]


# Experts (§7)


def test_hire_expert_expert_gains_an_exposed_bonus() -> None:
    """§7.4: pay £2, cube on MAKE ONE TRADE, whose left bonus is exposed: a trade now."""
    state = new(3)
    give(state, lira=5)
    hire(state, 0, "hire_expert")
    act(state, "hire_expert", place="hire_expert:middle")
    play(state, "step", "make_trade", "expert")
    assert "middle" in offers(state)  # £1
    play(state, "left", "lira for vp")
    assert me(state, "lira", "vp", "cubes") == [0, 1, 2]
    assert state.blocked


def test_the_first_hire_of_the_hire_expert_works_at_once() -> None:
    """§7.4: the left bonus is covered by the own worker, the middle one is exposed, also with two players."""
    state = new(2)
    give(state, lira=2)
    act(state, "hire_expert", place="hire_expert:left")
    play(state, "hire_expert", "expert")
    assert asked(state) == "draw_source"
    play(state, "summer deck")
    assert me(state, "summer") == [1]


def test_harvest_expert_takes_three_bonuses() -> None:
    """§7.11."""
    state = new(5)
    give(state, vines="6 merlot, 5 malvasia")
    hire(state, 0, "harvest_fields")
    act(state, "harvest_fields", place="harvest_fields:left")
    play(state, "step", "field_6", "expert", "right")
    assert pad(state) == "r4"
    play(state, "step", "expert", "bonus")
    assert me(state, "vp", "winter") == [1, 1]


def test_harvest_expert_takes_no_covered_bonus_and_one_a_field() -> None:
    """§7.11."""
    state = new(5)
    stand(state, 1, "harvest_fields:middle")
    give(state, vines="6 merlot")
    hire(state, 0, "harvest_fields")
    act(state, "harvest_fields", place="harvest_fields:left")
    play(state, "step", "expert")
    assert pad(state) == "r4"
    assert "expert" not in offers(state)


def test_make_wine_expert_combines() -> None:
    """§7.12: R2 and R5 become R7 and give 1 VP; a second combined wine gives none."""
    state = new(2)
    give(state, built="medium_cellar large_cellar", red="2 5", white="1 2")
    hire(state, 0, "make_wine")
    act(state, "make_wine")
    play(state, "red", "red 5", "red 2")
    assert me(state, "wine", "vp") == ["r7", 1]
    play(state, "step", "white 2", "white 1")
    assert me(state, "wine", "vp") == ["r7 w3", 1]


def test_combining_covers_the_bonus_wine() -> None:
    """§7.1, §7.12."""
    state = new(2)
    give(state, built="medium_cellar large_cellar", red="1 2 5", white="3 4")
    hire(state, 0, "make_wine")
    act(state, "make_wine", place="make_wine:left")
    play(state, "red", "red 2", "red 1", "step", "red", "bonus", "white 4", "white 3")
    assert me(state, "wine", "vp") == ["r3 r5 w7", 1]


def test_trade_expert_frees_a_trade_before_the_first() -> None:
    """§7.5."""
    state = new(2)
    state.blocked = (1 << 20) - 1
    give(state, lira=3)
    hire(state, 0, "make_trade")
    turn(state, "spring")
    play(state, "regular make_trade:left")
    assert {text.split()[0] for text in offers(state)} == {"lira", "vp"}  # only what makes a trade possible
    play(state, "lira for vp")
    assert me(state, "vp", "lira") == [1, 0]
    assert state.blocked == (1 << 20) - 1


def test_trade_expert_not_between_two_trades() -> None:
    """§7.5."""
    state = new(2)
    state.blocked = 1
    give(state, lira=6)
    hire(state, 0, "make_trade")
    act(state, "make_trade", place="make_trade:left")
    assert "expert" in offers(state)
    play(state, "step", "lira for vp")
    assert "expert" not in offers(state)


def test_draw_vine_expert_buys_a_grape() -> None:
    """§7.2: £6, pay £4 for a grape of 4; once a turn."""
    state = new(2)
    give(state, lira=6, white="4")
    hire(state, 0, "draw_vine")
    act(state, "draw_vine", place="draw_vine:left")
    play(state, "expert")
    assert "white 4" not in offers(state)
    assert "red 7" not in offers(state)
    play(state, "red 4", "vine deck")
    assert "expert" not in offers(state)
    assert me(state, "lira", "pad") == [2, "r4 w4"]


def test_tour_expert_counts_workers() -> None:
    """§7.3: £2 + £2 and £1 of the left space."""
    state = new(3)
    stand(state, 1, "give_tour:middle")
    hire(state, 0, "give_tour")
    act(state, "give_tour", place="give_tour:left")
    assert me(state, "lira") == [5]


def test_visitor_experts() -> None:
    """§7.6, §7.14: each for its own season."""
    for action, card in (("play_summer_visitor", "tour_guide"), ("play_winter_visitor", "judge")):
        state = new(2)
        give(state, wine="r5", vines="6 merlot", hand=card)
        hire(state, 0, action)
        act(state, action)
        play(state, f"{card} and", "option 2", "option 1")
        assert state.over


def test_field_expert_gains_residual() -> None:
    """§7.7."""
    state = new(2)
    give(state, residual=4, vines="6 merlot")
    hire(state, 0, "buy_or_harvest_field")
    act(state, "buy_or_harvest_field")
    play(state, "expert")
    assert me(state, "residual", "vp") == [5, 1]  # the mark at 5


def test_build_expert_builds_two_and_scores() -> None:
    """§7.8, §4.11: medium then large cellar for £4 + £6; three owned and one built is 1 VP, five and two is 2 VP."""
    state = new(2)
    give(state, lira=10)
    hire(state, 0, "build_structure")
    act(state, "build_structure")
    play(state, "medium_cellar", "step", "large_cellar")
    assert me(state, "lira", "built") == [0, "medium_cellar large_cellar"]
    state = new(2)
    give(state, lira=4, built="trellis yoke irrigation")
    hire(state, 0, "build_structure")
    act(state, "build_structure")
    play(state, "cottage", "expert")
    assert me(state, "vp", "lira") == [1, 0]
    state = new(2)
    give(state, lira=10, built="trellis yoke irrigation cottage windmill")
    hire(state, 0, "build_structure")
    act(state, "build_structure")
    play(state, "step", "medium_cellar", "step", "tasting_room", "expert")
    assert me(state, "vp", "lira") == [2, 0]


def test_plant_expert_ignores_one_kind() -> None:
    """§7.9: Pinot fixes the trellis; then Syrah is allowed, Merlot is not; Cabernet needs both."""
    state = new(2)
    give(state, hand="pinot,syrah,merlot,cabernet_sauvignon", owned="5 6 7")
    hire(state, 0, "plant_vine")
    act(state, "plant_vine", place="plant_vine:left")
    assert not [text for text in offers(state) if "cabernet" in text]
    play(state, "pinot field_6", "bonus")
    assert {text.split()[0] for text in offers(state)} == {"syrah"}


def test_plant_expert_scores_vines() -> None:
    """§7.9: four to six vines 1 VP, seven or more 2 VP."""
    for vines, points in (
        ("6 sangiovese sangiovese malvasia", 1),
        ("6 sangiovese sangiovese malvasia malvasia malvasia, 7 malvasia", 2),
    ):
        state = new(2)
        give(state, vines=vines, hand="sangiovese")
        hire(state, 0, "plant_vine")
        act(state, "plant_vine")
        while state.waiting:
            if "expert" in offers(state) and me(state, "vine") == [0]:
                play(state, "expert")
            else:
                play(state, next(text for text in offers(state) if text != "expert"))
        assert me(state, "vp") == [points]


def test_draw_order_expert_buys_a_wine() -> None:
    """§7.10: three cards, a wine of 3; four need the medium cellar; a taken place is no choice."""
    state = new(2)
    give(state, hand="pinot,syrah,broker", wine="r3")
    hire(state, 0, "draw_order")
    act(state, "draw_order")
    play(state, "step", "order deck", "expert")
    assert "red 3" not in offers(state)
    assert "white 4" not in offers(state)
    play(state, "white 3", "vine pinot", "vine syrah", "summer broker")
    assert me(state, "wine", "cards") == ["r3 w3", 1]
    state = new(2)
    give(state, hand="pinot,syrah,broker,merlot", built="medium_cellar")
    hire(state, 0, "draw_order")
    act(state, "draw_order")
    play(state, "expert", "blush 4", "vine pinot", "vine syrah", "vine merlot")
    assert me(state, "wine", "cards") == ["b4", 0]


def test_take_any_action_expert_refreshes() -> None:
    """§7.13: all four face-up cards are new, 1 VP."""
    state = new(2)
    give(state, lira=1)
    hire(state, 0, "take_any_action")
    act(state, "take_any_action")
    play(state, "expert", "give_tour")
    assert me(state, "vp", "lira") == [1, 2]
    assert len(state.discards[VINE]) == len(state.discards[ORDER]) == 2


def test_train_expert_places_the_new_worker() -> None:
    """§7.15: £7 + £1 - £4, then HIRE AN EXPERT with £1 - £2."""
    state = new(2)
    give(state, lira=7)
    hire(state, 0, "train_worker")
    act(state, "train_worker", place="train_worker:left")
    assert me(state, "lira") == [4]
    play(state, "expert", "hire_expert:left", "draw_vine")
    assert me(state, "lira", "cubes", "workers") == [3, 2, 4]
    assert state.players[0].training == 0
    assert workers_at(state, "hire_expert:left") == 0


def test_sell_wine_expert() -> None:
    """§7.16: £2 from the medium cellar, 2 VP from the large one."""
    state = new(2)
    give(state, wine="w5")
    hire(state, 0, "sell_wine")
    act(state, "sell_wine")
    assert me(state, "vp", "lira") == [1, 2]
    state = new(2)
    give(state, wine="s8")
    hire(state, 0, "sell_wine")
    act(state, "sell_wine")
    play(state, "expert")
    assert me(state, "vp", "lira") == [6, 0]


def test_fill_order_expert_has_a_space_of_its_own() -> None:
    """§7.17: open in winter to its owner alone, with +1 residual."""
    state = new(2)
    stand(state, 1, "fill_order:left")
    give(state, wine="b4", hand="order_06", residual=1)
    hire(state, 0, "fill_order")
    turn(state, "spring")
    assert "regular fill_order:own" not in offers(state)
    turn(state, "winter")
    play(state, "regular fill_order:own", "step", "bonus")
    assert me(state, "vp", "residual") == [3, 3]  # 2 VP and the mark at 3
    state = new(2)
    give(state, wine="b4", hand="order_06", lira=1)
    hire(state, 0, "fill_order")
    act(state, "take_any_action")
    play(state, "fill_order")
    assert me(state, "residual") == [1]


def test_harvest_expert_without_a_worker_there() -> None:
    """§6.12, §7.11: the uncovered middle and right bonuses count with two players too."""
    state = new(2)
    stand(state, 1, "harvest_fields:left")
    give(state, lira=1, vines="6 merlot, 5 malvasia")
    hire(state, 0, "harvest_fields")
    act(state, "take_any_action")
    play(state, "harvest_fields", "field_6", "step", "expert")
    assert sorted(offers(state)) == ["middle", "right"]
    play(state, "middle", "expert", "white 1")
    assert me(state, "vp", "pad", "winter") == [1, "r3 w2", 0]


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
    state = new(2)
    give(state, **GOODS[pay][0])
    act(state, "make_trade")
    play(state, f"{pay} for {gain}") if asked(state) == "trade" else None
    while state.waiting:
        play(state, offers(state)[0])
    assert seen(state, 0, GOODS[gain][1]) == GOODS[gain][2]
    assert seen(state, 0, GOODS[pay][1]) in (0, -1, "")
    assert state.blocked.bit_count() == 1


def test_a_benefit_that_would_be_lost_makes_the_trade_illegal() -> None:
    """§8.2."""
    state = new(2)
    give(state, lira=3, red="1", white="1", residual=7)
    act(state, "make_trade")
    assert not [text for text in offers(state) if text.endswith(("for grape", "for residual"))]


# The vineyard (§4)


def test_devalued_grapes() -> None:
    """§4.5: R4 and R3 taken, the grape goes to R2; with R1 to R4 taken it is lost."""
    state = new(2)
    give(state, red="3 4", vines="6 cabernet_sauvignon")
    state.players[0].harvest(state.pieces, 1)
    assert pad(state) == "r2 r3 r4"
    state.players[0].grapes = [0b11110, 0]
    state.players[0].harvest(state.pieces, 1)
    assert pad(state) == "r1 r2 r3 r4"


def test_a_mixed_field_gives_one_grape_a_colour_once_a_year() -> None:
    """§4.4."""
    state = new(2)
    give(state, vines="6 pinot syrah malvasia", built="yoke")
    act(state, "harvest_fields")
    assert pad(state) == "r3 w2"
    turn(state, "fall")
    assert "regular harvest_fields:left" not in offers(state)


def test_capacity_and_requirements() -> None:
    """§4.2: Pinot fits beside Cabernet on the field of 6, Merlot does not."""
    state = new(2)
    give(state, built="trellis irrigation", vines="6 cabernet_sauvignon", hand="pinot,merlot")
    act(state, "plant_vine")
    assert me(state, "vines") == ["pinot cabernet_sauvignon"]


def test_aging() -> None:
    """§4.8: blocked tokens stay, chains move together, an unbuilt cellar is a wall."""
    state = new(2)
    vineyard = state.players[0]
    give(state, red="6 8 9", white="3 4 5")
    vineyard.age_grapes()
    assert pad(state) == "r7 r8 r9 w4 w5 w6"
    give(state, wine="r2 r3 w1")
    vineyard.age_wines(state.pieces)
    assert cellar(state) == "r2 r3 w2"


def test_blush_and_sparkling() -> None:
    """§4.7."""
    for red, white, wine, result in (("2", "3", "", "b5"), ("2", "3", "b5", "b4 b5"), ("5", "4", "", "b6")):
        state = new(2)
        give(state, built="medium_cellar", red=red, white=white, wine=wine)
        act(state, "make_wine")
        play(state, "blush")
        assert cellar(state) == result
    state = new(2)
    give(state, built="medium_cellar", red="1", white="2")
    act(state, "make_wine")
    assert "blush" not in offers(state)  # 3 is below 4
    state = new(2)
    give(state, built="medium_cellar large_cellar", red="1 3", white="4")
    act(state, "make_wine")
    play(state, "sparkling")
    assert cellar(state) == "s8"
    state = new(2)
    give(state, built="medium_cellar large_cellar", red="1 2", white="3")
    act(state, "make_wine")
    assert "sparkling" not in offers(state)  # 6 is below 7


def test_wine_without_a_cellar() -> None:
    """§4.7: R5 becomes red 3, then 2, then 1; then it cannot be made."""
    for wine, result in (("", "r3"), ("r3", "r2 r3"), ("r2 r3", "r1 r2 r3")):
        state = new(2)
        give(state, red="5", wine=wine)
        act(state, "make_wine")
        assert cellar(state) == result
    state = new(2)
    give(state, red="5", wine="r1 r2 r3")
    turn(state, "fall")
    assert "regular make_wine:left" not in offers(state)


def test_residual_marks() -> None:
    """§4.10: crossing pays every time, falling costs nothing."""
    from cuvee.games.viticulture.effects.op import gain_residual

    state = new(2)
    give(state, residual=2)
    gain_residual(state, 0, 1)
    state.players[0].residual -= 1
    gain_residual(state, 0, 1)
    assert me(state, "vp", "residual") == [2, 3]
    gain_residual(state, 0, 9)
    assert me(state, "vp", "residual") == [4, 7]


def test_windmill_scores_once_a_year_at_the_first_chance() -> None:
    """§4.11: two vines in one turn 1 VP; built after a planting it scores with the next."""
    state = new(2)
    give(state, built="windmill", hand="sangiovese,malvasia")
    act(state, "plant_vine", place="plant_vine:left")
    play(state, "sangiovese field_6", "bonus")
    assert me(state, "vp") == [1]
    state = new(2)
    give(state, hand="sangiovese,malvasia", lira=5)
    act(state, "plant_vine")
    play(state, "sangiovese field_6")
    act(state, "build_structure")
    play(state, "windmill")
    act(state, "plant_vine")
    assert me(state, "vp") == [1]


def test_tasting_room_needs_a_wine() -> None:
    """§4.11."""
    state = new(2)
    give(state, built="tasting_room")
    act(state, "give_tour")
    assert me(state, "vp") == [0]
    give(state, wine="r1")
    act(state, "give_tour")
    act(state, "give_tour")
    assert me(state, "vp") == [1]


def test_the_large_cellar_needs_the_medium_one() -> None:
    """§4.11."""
    state = new(2)
    give(state, lira=10)
    act(state, "build_structure")
    assert "large_cellar" not in offers(state)


def test_the_yoke_uproots_or_harvests() -> None:
    """§4.11, §5.6, §4.3."""
    state = new(2)
    give(state, built="yoke", vines="6 pinot")
    turn(state, "spring")
    play(state, "regular yoke", "option 1")
    assert me(state, "vine", "vines") == [1, ""]
    turn(state, "spring")
    assert "regular yoke" not in offers(state)
    state = new(2)
    give(state, built="yoke", vines="6 pinot")
    turn(state, "winter")
    play(state, "regular yoke", "option 2")
    assert pad(state) == "r1 w1"


def test_an_empty_deck_is_shuffled_from_its_discards() -> None:
    """§4.13: five discards become the deck; one is revealed."""
    state = new(2)
    state.set_discards(VINE, state.decks[VINE][:5])
    rest = state.decks[VINE][5:]
    state.players[1].hand = [sorted(rest), [], [], [], []]
    state.set_deck(VINE, [])
    act(state, "draw_vine")
    play(state, "vine 1")
    assert (len(state.decks[VINE]), len(state.discards[VINE])) == (4, 0)
    assert state.market[0] != NONE


def test_an_empty_face_up_place_is_filled_after_a_payment() -> None:
    """§4.13."""
    state = new(2)
    give(state, vines="6 pinot", hand="planter")
    state.players[1].hand = [sorted(state.decks[VINE]), [], [], [], []]
    state.set_deck(VINE, [])
    act(state, "draw_vine")
    play(state, "vine 1")
    assert state.market[0] == NONE
    act(state, "play_summer_visitor")
    play(state, "option 2") if asked(state) == "option" else None
    assert state.pieces.vines[state.market[0]].id == "pinot"
    assert me(state, "vp") == [2]


# Timing (§5.3, §9)


def test_a_bonus_can_make_the_action_possible() -> None:
    """§5.3, §9.3: the any-card bonus must take the face-up order that can be filled."""
    state = new(3)
    face_up(state, 2, "order_06")
    give(state, wine="b5")
    turn(state, "winter")
    assert "regular fill_order:left" not in offers(state)
    play(state, "regular fill_order:middle")
    assert state.over
    assert me(state, "vp", "residual") == [2, 1]
    state = new(3)
    for place in (2, 3):
        face_up(state, place, f"order_3{place}")
    on_top(state, "order_06")
    give(state, wine="b5")
    turn(state, "winter")
    assert not [text for text in offers(state) if "fill_order" in text]


def test_the_bonus_stays_when_the_worker_leaves() -> None:
    """§5.4: Motivator takes the grande back; the second visitor may still be played."""
    state = new(3)
    hold(state, 0, "motivator", "judge")
    turn(state, "winter")
    play(state, "grande play_winter_visitor:middle", "motivator", "yes", "bonus")
    assert me(state, "summer") == [2]
    assert workers_at(state, "play_winter_visitor:middle") == NONE


def test_an_expert_hired_this_turn_works_from_the_next() -> None:
    """§7.1."""
    state = new(2)
    give(state, lira=3)
    act(state, "take_any_action")
    play(state, "hire_expert", "take_any_action")
    assert state.over  # no refresh


# Passing and the year (§5.8 to §5.12)


def rows(state: Winery, *numbers: int) -> None:
    for seat, row in enumerate(numbers):
        state.players[seat].row = row


def test_passing_gives_the_cell_of_the_row() -> None:
    """§5.8, §5.9: row 3 ages all grapes into fall; row 5 draws a winter visitor."""
    state = new(4)
    rows(state, 3, 1, 5, 7)
    give(state, red="2")
    turn(state, "summer")
    play(state, "pass", "take")
    assert pad(state) == "r3"
    turn(state, "summer", 2)
    play(state, "pass", "winter deck")
    assert seen(state, 2, "winter") == 1


def test_row_seven() -> None:
    """§5.9: gray worker, any card or 1 VP, first-player token; row 1 next year."""
    state = new(2)
    rows(state, 7, 2)
    turn(state, "spring")
    play(state, "pass")
    assert state.temporary == 0
    turn(state, "summer")
    play(state, "pass", "option 2")
    assert me(state, "vp") == [1]
    turn(state, "fall")
    play(state, "pass")
    assert state.starter == 0
    turn(state, "winter")
    play(state, "pass")
    assert state.players[0].next_row == 1


def test_row_one_gives_to_all() -> None:
    """§5.9: also to those who passed before."""
    state = new(3)
    rows(state, 1, 2, 3)
    turn(state, "spring")
    state.players[1].column = 1
    play(state, "pass")
    assert [vineyard.lira for vineyard in state.players] == [1, 1, 1]


def test_retrieving_from_fall() -> None:
    """§5.9: the regular worker on MAKE WINE, not the grande, not the gray one."""
    state = new(2)
    rows(state, 6, 2)
    stand(state, 0, "grande harvest_fields:left", "make_wine:left", "temporary draw_order:left")
    turn(state, "fall")
    state.players[0].change_ready(0, 0)
    play(state, "pass") if state.waiting and "pass" in offers(state) else None
    assert "regular make_wine:left" in offers(state)
    assert len(offers(state)) == 2
    play(state, "regular make_wine:left")
    assert workers_at(state, "make_wine:left") == NONE


def test_the_cottage_gives_a_visitor_in_fall() -> None:
    """§5.8."""
    state = new(2)
    rows(state, 4, 2)
    give(state, built="cottage")
    turn(state, "summer")
    play(state, "pass", "cottage", "winter deck", "summer deck")
    assert me(state, "summer", "winter") == [1, 1]


def test_end_of_year_steps() -> None:
    """§5.11: workers back, age, discard to 7, residuals, row."""
    state = new(2)
    rows(state, 2, 3)
    give(state, red="1", residual=3, hand="pinot,syrah,merlot,broker,banker,patron,planter,buyer,judge")
    stand(state, 0, "fill_order:left")
    turn(state, "winter")
    play(state, "pass", "vine pinot", "vine syrah")
    assert me(state, "cards", "lira", "pad") == [7, 3, "r2"]
    assert workers_at(state, "fill_order:left") == NONE
    assert offers(state) == [f"row {row}" for row in range(2, 8)]
    play(state, "row 3")
    turn(state, "winter", 1)
    play(state, "pass")
    assert "row 3" not in offers(state)


def test_turn_order() -> None:
    """§5.1: from the top row down, then again from the top, skipping those who passed."""
    state = new(3)
    rows(state, 4, 2, 6)
    state.agenda.clear()
    state.push(NextTurn(0))
    state.settle()
    order = []
    for _turn in range(3):
        order.append(state.waiting[0])
        play(state, "regular gain")
    assert order == [1, 0, 2]
    assert state.waiting == [1]
    play(state, "pass")
    while state.waiting and state.decision().kind() != "turn":
        play(state, offers(state)[0])
    assert state.waiting == [0]


def test_planned_workers_act_first() -> None:
    """§5.10: with bonus, before the first turn; an impossible plan does nothing."""
    state = new(2)
    rows(state, 3, 2)
    give(state, wine="b4", hand="order_06")
    stand(state, 0, "fill_order:left")
    state.planned = [(0 * PLACES + spot(state, "fill_order:left")) * KINDS]
    state.agenda.clear()
    state.push(StartSeason(3))
    state.settle()
    play(state, "step", "bonus") if "step" in offers(state) else play(state, "bonus")
    assert me(state, "vp") == [3]
    assert state.planned == []
    state = new(2)
    stand(state, 0, "fill_order:left")
    state.planned = [(0 * PLACES + spot(state, "fill_order:left")) * KINDS]
    state.agenda.clear()
    state.push(PlannedAction(state.planned[0]))
    state.settle()
    assert workers_at(state, "fill_order:left") == 0


def test_a_new_year_resets_what_counts_for_a_year() -> None:
    """§5.12: trade tokens and cubes stay."""
    state = new(2)
    rows(state, 2, 3)
    give(state, vines="6 pinot")
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
    state = new(2)
    rows(state, 2, 3)
    give(state, vp=25, residual=4, lira=13, built="medium_cellar", wine="r6 b5", white="4")
    turn(state, "winter")
    play(state, "pass")
    assert state.last_year
    assert me(state, "lira", "wine", "pad") == [17, "r6 b6", "w5"]
    assert converted(state, 0) == 3
    assert scores(state)[0] == 28
    assert state.players[0].next_row == 0  # no row is chosen any more (§5.11)


def test_points_after_passing_do_not_trigger() -> None:
    """§10.1: the Statue's VP come too late."""
    state = new(2, structure_cards=True)
    rows(state, 2, 3)
    give(state, vp=24, built="statue")
    turn(state, "winter")
    play(state, "pass")
    assert me(state, "vp") == [25]
    assert not state.last_year


def test_ties() -> None:
    """§10.3: lira left, then wine, then grapes, then shared."""
    state = new(2)
    give(state, 0, vp=27, lira=4)
    give(state, 1, vp=27, lira=7)
    assert places(state) == [2, 1]
    give(state, 0, lira=6, wine="r1")
    assert places(state) == [1, 2]
    give(state, 1, lira=7, wine="")
    give(state, 0, lira=7, wine="")
    assert places(state) == [1, 1]


def test_the_year_limit() -> None:
    """§10.4: no row is chosen in the last year."""
    state = new(2)
    rows(state, 2, 3)
    state.year = 40
    turn(state, "winter")
    play(state, "pass")
    assert state.last_year


def test_passing_with_workers_left() -> None:
    """§5.11."""
    state = new(2)
    rows(state, 2, 3)
    turn(state, "winter")
    play(state, "pass")
    assert state.players[0].available() == 3


# Set-up (§3)


def test_the_start() -> None:
    """§3.3 to §3.5: two regular workers and the grande, a grape of 2, a wine of 1, residual 1, the field of 6."""
    state = GAME.new(2, {}, 3)
    assert isinstance(state, Winery)
    papa = state.pieces.papas[state.players[state.first].papa]
    mama = state.pieces.mamas[state.players[state.first].mama]
    seat = state.first
    assert state.waiting == [seat]
    play(state, "lira", "red", "white")
    assert state.players[seat].lira == mama.lira + papa.lira + papa.instead + 3
    assert (pad(state, seat), cellar(state, seat)) == ("r2", "w1")
    assert (state.players[seat].residual, state.players[seat].owned) == (1, 2)
    assert state.players[seat].available() == 3
    play(state, "gift", "red", "red")
    assert offers(state) == [f"row {row}" for row in range(2, 8)]


def test_the_gift_of_papa_matt() -> None:
    """§3.4: tasting room or £6, £0 + £2 of mama Nicole + £3."""
    for seed in range(400):
        state = GAME.new(2, {}, seed)
        assert isinstance(state, Winery)
        seat = state.first
        if state.pieces.papas[state.players[seat].papa].name == "Matt":
            lira = state.players[seat].lira
            play(state, "lira")
            assert state.players[seat].lira == lira + 6
            return
    raise AssertionError("no Matt in 400 deals")


def test_six_players_take_all_rows_but_the_first() -> None:
    """§3.7."""
    state = GAME.new(6, {}, 5)
    while state.decision().kind() != "turn":
        seat = state.waiting[0]
        state.apply(seat, state.options(seat)[0])
    assert isinstance(state, Winery)
    assert sorted(vineyard.row for vineyard in state.players) == [2, 3, 4, 5, 6, 7]


def test_the_end_of_a_turn_frame_can_pass() -> None:
    """VISITORS §4.23."""
    assert EndTurn(1, False).with_pass().passing


def test_a_fill_bonus_gives_residual_marks() -> None:
    """§4.10: residual 2, an order with residual 1: the card's VP and one more."""
    state = new(2)
    give(state, residual=2, wine="b4", hand="order_06")
    act(state, "fill_order")
    assert me(state, "vp", "residual") == [3, 3]
