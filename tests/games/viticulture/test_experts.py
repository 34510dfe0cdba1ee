"""The experts of the Bordeaux board (§7)."""

from cuvee.games.viticulture.pieces.cards import ORDER, VINE
from tests.games.viticulture import table as t


def test_hire_expert_expert_gains_an_exposed_bonus() -> None:
    """§7.4: pay £2 and put the cube on MAKE ONE TRADE, whose left bonus is exposed: make a trade now."""
    state = t.new(3)
    t.give(state, lira=5)
    t.hire(state, 0, "hire_expert")
    t.act(state, "hire_expert", place="hire_expert:middle")
    t.play(state, "step", "make_trade", "expert")
    assert "middle" in t.offers(state)  # £1
    t.play(state, "left", "lira for vp")
    assert t.me(state, "lira", "vp", "cubes") == [0, 1, 2]
    assert state.blocked


def test_the_first_hire_of_the_hire_expert_works_at_once() -> None:
    """§7.4: the left bonus is covered by the player's worker; the middle one is exposed, even with two players."""
    state = t.new(2)
    t.give(state, lira=2)
    t.act(state, "hire_expert", place="hire_expert:left")
    t.play(state, "hire_expert", "expert")
    assert t.asked(state) == "draw_source"
    t.play(state, "summer deck")
    assert t.me(state, "summer") == [1]


def test_harvest_expert_takes_three_bonuses() -> None:
    """§7.11."""
    state = t.new(5)
    t.give(state, vines="6 merlot, 5 malvasia")
    t.hire(state, 0, "harvest_fields")
    t.act(state, "harvest_fields", place="harvest_fields:left")
    t.play(state, "step", "field_6", "expert", "right")
    assert t.pad(state) == "r4"
    t.play(state, "step", "expert", "bonus")
    assert t.me(state, "vp", "winter") == [1, 1]


def test_harvest_expert_takes_no_covered_bonus_and_one_a_field() -> None:
    """§7.11."""
    state = t.new(5)
    t.stand(state, 1, "harvest_fields:middle")
    t.give(state, vines="6 merlot")
    t.hire(state, 0, "harvest_fields")
    t.act(state, "harvest_fields", place="harvest_fields:left")
    t.play(state, "step", "expert")
    assert t.pad(state) == "r4"
    assert "expert" not in t.offers(state)


def test_make_wine_expert_combines() -> None:
    """§7.12: R2 and R5 become R7 and give 1 VP; a second combined wine gives none."""
    state = t.new(2)
    t.give(state, built="medium_cellar large_cellar", red="2 5", white="1 2")
    t.hire(state, 0, "make_wine")
    t.act(state, "make_wine")
    t.play(state, "red", "red 5", "red 2")
    assert t.me(state, "wine", "vp") == ["r7", 1]
    t.play(state, "step", "white 2", "white 1")
    assert t.me(state, "wine", "vp") == ["r7 w3", 1]


def test_combining_covers_the_bonus_wine() -> None:
    """§7.1, §7.12."""
    state = t.new(2)
    t.give(state, built="medium_cellar large_cellar", red="1 2 5", white="3 4")
    t.hire(state, 0, "make_wine")
    t.act(state, "make_wine", place="make_wine:left")
    t.play(state, "red", "red 2", "red 1", "step", "red", "bonus", "white 4", "white 3")
    assert t.me(state, "wine", "vp") == ["r3 r5 w7", 1]


def test_trade_expert_frees_a_trade_before_the_first() -> None:
    """§7.5."""
    state = t.new(2)
    state.blocked = (1 << 20) - 1
    t.give(state, lira=3)
    t.hire(state, 0, "make_trade")
    t.turn(state, "spring")
    t.play(state, "regular make_trade:left")
    assert {text.split()[0] for text in t.offers(state)} == {"lira", "vp"}  # only what makes a trade possible
    t.play(state, "lira for vp")
    assert t.me(state, "vp", "lira") == [1, 0]
    assert state.blocked == (1 << 20) - 1


def test_trade_expert_not_between_two_trades() -> None:
    """§7.5."""
    state = t.new(2)
    state.blocked = 1
    t.give(state, lira=6)
    t.hire(state, 0, "make_trade")
    t.act(state, "make_trade", place="make_trade:left")
    assert "expert" in t.offers(state)
    t.play(state, "step", "lira for vp")
    assert "expert" not in t.offers(state)


def test_draw_vine_expert_buys_a_grape() -> None:
    """§7.2: £6, pay £4 for a grape of 4; once a turn."""
    state = t.new(2)
    t.give(state, lira=6, white="4")
    t.hire(state, 0, "draw_vine")
    t.act(state, "draw_vine", place="draw_vine:left")
    t.play(state, "expert")
    assert "white 4" not in t.offers(state)
    assert "red 7" not in t.offers(state)
    t.play(state, "red 4", "vine deck")
    assert "expert" not in t.offers(state)
    assert t.me(state, "lira", "pad") == [2, "r4 w4"]


def test_tour_expert_counts_workers() -> None:
    """§7.3: £2 + £2 and £1 from the left space."""
    state = t.new(3)
    t.stand(state, 1, "give_tour:middle")
    t.hire(state, 0, "give_tour")
    t.act(state, "give_tour", place="give_tour:left")
    assert t.me(state, "lira") == [5]


def test_visitor_experts() -> None:
    """§7.6, §7.14: each expert works for its own season."""
    for action, card in (("play_summer_visitor", "tour_guide"), ("play_winter_visitor", "judge")):
        state = t.new(2)
        t.give(state, wine="r5", vines="6 merlot", hand=card)
        t.hire(state, 0, action)
        t.act(state, action)
        t.play(state, f"{card} and", "option 2", "option 1")
        assert state.over


def test_field_expert_gains_residual() -> None:
    """§7.7."""
    state = t.new(2)
    t.give(state, residual=4, vines="6 merlot")
    t.hire(state, 0, "buy_or_harvest_field")
    t.act(state, "buy_or_harvest_field")
    t.play(state, "expert")
    assert t.me(state, "residual", "vp") == [5, 1]  # the mark at 5


def test_build_expert_builds_two_and_scores() -> None:
    """§7.8, §4.11: medium then large cellar for £4 + £6; three owned and one built give 1 VP, five and two give 2 VP."""
    state = t.new(2)
    t.give(state, lira=10)
    t.hire(state, 0, "build_structure")
    t.act(state, "build_structure")
    t.play(state, "medium_cellar", "step", "large_cellar")
    assert t.me(state, "lira", "built") == [0, "medium_cellar large_cellar"]
    state = t.new(2)
    t.give(state, lira=4, built="trellis yoke irrigation")
    t.hire(state, 0, "build_structure")
    t.act(state, "build_structure")
    t.play(state, "cottage", "expert")
    assert t.me(state, "vp", "lira") == [1, 0]
    state = t.new(2)
    t.give(state, lira=10, built="trellis yoke irrigation cottage windmill")
    t.hire(state, 0, "build_structure")
    t.act(state, "build_structure")
    t.play(state, "step", "medium_cellar", "step", "tasting_room", "expert")
    assert t.me(state, "vp", "lira") == [2, 0]


def test_plant_expert_ignores_one_kind() -> None:
    """§7.9: after Pinot it is the trellis that is ignored, so Syrah is allowed but Merlot is not; Cabernet needs both."""
    state = t.new(2)
    t.give(state, hand="pinot,syrah,merlot,cabernet_sauvignon", owned="5 6 7")
    t.hire(state, 0, "plant_vine")
    t.act(state, "plant_vine", place="plant_vine:left")
    assert not [text for text in t.offers(state) if "cabernet" in text]
    t.play(state, "pinot field_6", "bonus")
    assert {text.split()[0] for text in t.offers(state)} == {"syrah"}


def test_plant_expert_scores_vines() -> None:
    """§7.9: four to six vines give 1 VP, seven or more give 2 VP."""
    for vines, points in (
        ("6 sangiovese sangiovese malvasia", 1),
        ("6 sangiovese sangiovese malvasia malvasia malvasia, 7 malvasia", 2),
    ):
        state = t.new(2)
        t.give(state, vines=vines, hand="sangiovese")
        t.hire(state, 0, "plant_vine")
        t.act(state, "plant_vine")
        while state.waiting:
            if "expert" in t.offers(state) and t.me(state, "vine") == [0]:
                t.play(state, "expert")
            else:
                t.play(state, next(text for text in t.offers(state) if text != "expert"))
        assert t.me(state, "vp") == [points]


def test_draw_order_expert_buys_a_wine() -> None:
    """§7.10: three cards buy a wine of 3; a wine of 4 needs the medium cellar; a taken place is not offered."""
    state = t.new(2)
    t.give(state, hand="pinot,syrah,broker", wine="r3")
    t.hire(state, 0, "draw_order")
    t.act(state, "draw_order")
    t.play(state, "step", "order deck", "expert")
    assert "red 3" not in t.offers(state)
    assert "white 4" not in t.offers(state)
    t.play(state, "white 3", "vine pinot", "vine syrah", "summer broker")
    assert t.me(state, "wine", "cards") == ["r3 w3", 1]
    state = t.new(2)
    t.give(state, hand="pinot,syrah,broker,merlot", built="medium_cellar")
    t.hire(state, 0, "draw_order")
    t.act(state, "draw_order")
    t.play(state, "expert", "blush 4", "vine pinot", "vine syrah", "vine merlot")
    assert t.me(state, "wine", "cards") == ["b4", 0]


def test_take_any_action_expert_refreshes() -> None:
    """§7.13: all four face-up cards are new, 1 VP."""
    state = t.new(2)
    t.give(state, lira=1)
    t.hire(state, 0, "take_any_action")
    t.act(state, "take_any_action")
    t.play(state, "expert", "give_tour")
    assert t.me(state, "vp", "lira") == [1, 2]
    assert len(state.discards[VINE]) == len(state.discards[ORDER]) == 2


def test_train_expert_places_the_new_worker() -> None:
    """§7.15: £7 + £1 - £4, then HIRE AN EXPERT with £1 - £2."""
    state = t.new(2)
    t.give(state, lira=7)
    t.hire(state, 0, "train_worker")
    t.act(state, "train_worker", place="train_worker:left")
    assert t.me(state, "lira") == [4]
    t.play(state, "expert", "hire_expert:left", "draw_vine")
    assert t.me(state, "lira", "cubes", "workers") == [3, 2, 4]
    assert state.players[0].training == 0
    assert t.workers_at(state, "hire_expert:left") == 0


def test_sell_wine_expert() -> None:
    """§7.16: £2 from the medium cellar, 2 VP from the large one."""
    state = t.new(2)
    t.give(state, wine="w5")
    t.hire(state, 0, "sell_wine")
    t.act(state, "sell_wine")
    assert t.me(state, "vp", "lira") == [1, 2]
    state = t.new(2)
    t.give(state, wine="s8")
    t.hire(state, 0, "sell_wine")
    t.act(state, "sell_wine")
    t.play(state, "expert")
    assert t.me(state, "vp", "lira") == [6, 0]


def test_fill_order_expert_has_a_space_of_its_own() -> None:
    """§7.17: open in winter to its owner only, with +1 residual."""
    state = t.new(2)
    t.stand(state, 1, "fill_order:left")
    t.give(state, wine="b4", hand="order_06", residual=1)
    t.hire(state, 0, "fill_order")
    t.turn(state, "spring")
    assert "regular fill_order:own" not in t.offers(state)
    t.turn(state, "winter")
    t.play(state, "regular fill_order:own", "step", "bonus")
    assert t.me(state, "vp", "residual") == [3, 3]  # 2 VP and the mark at 3
    state = t.new(2)
    t.give(state, wine="b4", hand="order_06", lira=1)
    t.hire(state, 0, "fill_order")
    t.act(state, "take_any_action")
    t.play(state, "fill_order")
    assert t.me(state, "residual") == [1]


def test_harvest_expert_without_a_worker_there() -> None:
    """§6.12, §7.11: the uncovered middle and right bonuses count with two players too."""
    state = t.new(2)
    t.stand(state, 1, "harvest_fields:left")
    t.give(state, lira=1, vines="6 merlot, 5 malvasia")
    t.hire(state, 0, "harvest_fields")
    t.act(state, "take_any_action")
    t.play(state, "harvest_fields", "field_6", "step", "expert")
    assert sorted(t.offers(state)) == ["middle", "right"]
    t.play(state, "middle", "expert", "white 1")
    assert t.me(state, "vp", "pad", "winter") == [1, "r3 w2", 0]
