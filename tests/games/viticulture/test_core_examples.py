"""The worked examples of the core rules, B1 to B34, each with the § it belongs to."""

from cuvee.games.viticulture.pieces.cards import VINE
from cuvee.games.viticulture.pieces.ops import NONE
from cuvee.games.viticulture.scoring import places, score_sheet
from cuvee.games.viticulture.state.table import Winery
from tests.games.viticulture import table

A, B, C, D = range(4)


def test_b1_devalued_grape() -> None:
    """§4.5: R4 and R3 are taken, so the grape goes to R2; if R1 to R4 are taken it is lost."""
    for before, after in (("3 4", "r2 r3 r4"), ("1 2 3 4", "r1 r2 r3 r4")):
        state = table.new(2)
        table.give(state, red=before, vines="6 cabernet_sauvignon")
        table.act(state, "harvest_fields")
        assert table.pad(state) == after
        assert state.players[A].harvested


def test_b2_harvest_of_a_mixed_field() -> None:
    """§4.4: Pinot, Syrah and Malvasia give R3 and W2, once a year by whatever means."""
    state = table.new(2)
    table.give(state, vines="6 pinot syrah malvasia", built="yoke")
    table.act(state, "harvest_fields")
    assert table.pad(state) == "r3 w2"
    table.turn(state, "fall")
    assert not [text for text in table.offers(state) if "harvest_fields" in text]
    table.play(state, "regular yoke")
    assert table.asked(state) == "vine_to_uproot"  # harvesting is no longer an option
    state = table.new(2)
    table.give(state, vines="6 pinot syrah malvasia")
    table.act(state, "harvest_fields")
    assert not table.can_play(state, "reaper")


def test_b3_capacity_and_needs() -> None:
    """§4.2: beside Cabernet (4) on field 6 there is room for Pinot or Syrah with a trellis, not for Merlot (3)."""
    for built, fits in (("", set()), ("trellis", {"pinot", "syrah"}), ("trellis irrigation", {"pinot", "syrah"})):
        state = table.new(2)
        table.give(state, built=built, vines="6 cabernet_sauvignon", hand="pinot,syrah,merlot")
        table.turn(state, "summer")
        assert ("regular plant_vine:left" in table.offers(state)) == bool(fits)
        if fits:
            table.play(state, "regular plant_vine:left")
            assert {text.split()[0] for text in table.offers(state)} == fits


def test_b4_aging_chain() -> None:
    """§4.8: R9 stays, R8 is blocked, R6 moves; then all are blocked."""
    state = table.new(2)
    table.rows(state, 3, 2)
    table.give(state, red="6 8 9")
    table.turn(state, "summer")
    table.play(state, "pass", "take")
    assert table.pad(state) == "r7 r8 r9"
    table.turn(state, "winter")
    table.play(state, "pass")
    assert table.pad(state) == "r7 r8 r9"


def test_b5_aging_moves_together() -> None:
    """§4.8."""
    state = table.new(2)
    table.rows(state, 3, 2)
    table.give(state, white="3 4 5")
    table.turn(state, "summer")
    table.play(state, "pass", "take")
    assert table.pad(state) == "w4 w5 w6"


def test_b6_cellar_barrier() -> None:
    """§4.8: without the medium cellar R3 stays and blocks R2; W1 moves."""
    state = table.new(2)
    table.rows(state, 4, 2)
    table.give(state, wine="r2 r3 w1")
    table.turn(state, "fall")
    table.play(state, "pass", "take")
    assert table.cellar(state) == "r2 r3 w2"


def test_b7_blush() -> None:
    """§4.7: 3 is too little; 5 goes to 5, then to 4, else it cannot be made; 9 becomes 6 without the large cellar."""
    for red, white, wine, result in (("2", "3", "", "b5"), ("2", "3", "b5", "b4 b5"), ("5", "4", "", "b6")):
        state = table.new(2)
        table.give(state, built="medium_cellar", red=red, white=white, wine=wine)
        table.act(state, "make_wine")
        table.play(state, "blush")
        assert (table.cellar(state), table.pad(state)) == (result, "")
    for red, white, wine in (("1", "2", ""), ("2", "3", "b4 b5")):
        state = table.new(2)
        table.give(state, built="medium_cellar", red=red, white=white, wine=wine)
        table.act(state, "make_wine")
        assert sorted(table.offers(state)) == ["red", "white"]


def test_b8_sparkling() -> None:
    """§4.7: R3 + R1 + W4 = S8; R1 + R2 + W3 = 6 is too little."""
    state = table.new(2)
    table.give(state, built="medium_cellar large_cellar", red="1 3", white="4")
    table.act(state, "make_wine")
    table.play(state, "sparkling")
    assert (table.cellar(state), table.pad(state)) == ("s8", "")
    state = table.new(2)
    table.give(state, built="medium_cellar large_cellar", red="1 2", white="3")
    table.act(state, "make_wine")
    assert "sparkling" not in table.offers(state)


def test_b9_red_wine_without_cellar() -> None:
    """§4.7: R5 becomes red 3, or else 2, or else 1; otherwise it cannot be made."""
    for before, after in (("", "r3"), ("r3", "r2 r3"), ("r2 r3", "r1 r2 r3")):
        state = table.new(2)
        table.give(state, red="5", wine=before)
        table.act(state, "make_wine")
        assert table.cellar(state) == after
    state = table.new(2)
    table.give(state, red="5", wine="r1 r2 r3")
    table.turn(state, "fall")
    assert not [text for text in table.offers(state) if "make_wine" in text]


def test_b10_order() -> None:
    """§4.9, §4.10: order 25 takes R4 W2 B6 for 5 VP and 2 residual; moving from 1 to 3 crosses a mark: 6 VP."""
    state = table.new(2)
    table.give(state, residual=1, wine="r4 w2 b6", hand="order_25")
    table.act(state, "fill_order")
    assert table.me(state, "vp", "residual", "wine", "order") == [6, 3, "", 0]


def test_b11_windmill() -> None:
    """§4.11: two vines in one turn give 1 VP."""
    state = table.new(2)
    table.give(state, built="windmill", hand="sangiovese,malvasia")
    table.act(state, "plant_vine", place="plant_vine:left")
    table.play(state, "sangiovese field_6", "bonus")
    assert table.me(state, "vp", "vines") == [1, "sangiovese malvasia"]


def test_b12_large_cellar() -> None:
    """§4.11, §7.8: not before the medium cellar; the build expert builds both in one turn for £4 + £6."""
    state = table.new(2)
    table.give(state, lira=10)
    table.hire(state, A, "build_structure")
    table.act(state, "build_structure")
    assert "large_cellar" not in table.offers(state)
    table.play(state, "medium_cellar", "step", "large_cellar")
    assert table.me(state, "lira", "built") == [0, "medium_cellar large_cellar"]


def test_b13_build_expert_count() -> None:
    """§7.8: three owned and one built make four: 1 VP; five and two make seven: 2 VP."""
    state = table.new(2)
    table.give(state, lira=4, built="trellis yoke irrigation")
    table.hire(state, A, "build_structure")
    table.act(state, "build_structure")
    table.play(state, "cottage", "expert")
    assert table.me(state, "vp") == [1]
    state = table.new(2)
    table.give(state, lira=10, built="trellis yoke irrigation cottage windmill")
    table.hire(state, A, "build_structure")
    table.act(state, "build_structure")
    table.play(state, "step", "medium_cellar", "step", "tasting_room", "expert")
    assert table.me(state, "vp", "lira") == [2, 0]


def test_b14_plant_expert() -> None:
    """§7.9: irrigation is built; the trellis is ignored for Cabernet and for a second vine that needs one."""
    state = table.new(2)
    table.give(state, built="irrigation", owned="6 7", hand="cabernet_sauvignon,pinot,merlot")
    table.hire(state, A, "plant_vine")
    table.act(state, "plant_vine", place="plant_vine:left")
    table.play(state, "cabernet_sauvignon field_7", "bonus")
    assert {text.split()[0] for text in table.offers(state)} == {"pinot", "merlot"}
    state = table.new(2)  # without irrigation, vines that need it stay in the hand
    table.give(state, owned="6 7", hand="pinot,syrah,merlot")
    table.hire(state, A, "plant_vine")
    table.act(state, "plant_vine", place="plant_vine:left")
    table.play(state, "pinot field_7", "bonus")
    assert {text.split()[0] for text in table.offers(state)} == {"syrah"}


def test_b15_draw_order_expert() -> None:
    """§7.10: of four cards, three buy a wine of 3 (white if R3 is taken); four buy a 4, even blush, with the medium cellar."""
    for built, wine, can, cannot in (
        ("", "", {"red 3", "white 3"}, {"red 4", "white 4", "blush 4"}),
        ("", "r3", {"white 3"}, {"red 3"}),
        ("medium_cellar", "", {"red 4", "white 4", "blush 4"}, {"red 5", "sparkling 4"}),
    ):
        state = table.new(2)
        table.give(state, built=built, wine=wine, hand="pinot,syrah,broker")
        table.hire(state, A, "draw_order")
        table.act(state, "draw_order")
        table.play(state, "step", "order deck", "expert")
        assert can <= set(table.offers(state))
        assert not cannot & set(table.offers(state))
    table.play(state, "blush 4", "vine pinot", "vine syrah", "summer broker")
    assert table.me(state, "wine", "cards") == ["b4", 0]


def test_b16_empty_deck() -> None:
    """§4.13: five discards are shuffled; one is revealed, and four become the deck."""
    state = table.new(2)
    state.set_discards(VINE, state.decks[VINE][:5])
    state.players[B].hand = [sorted(state.decks[VINE][5:]), [], [], [], []]
    state.set_deck(VINE, [])
    table.act(state, "draw_vine")
    table.play(state, "vine 1")
    assert (len(state.decks[VINE]), len(state.discards[VINE])) == (4, 0)
    assert state.market[0] != NONE


def test_b17_retrieve() -> None:
    """§5.9: into winter, row 6 takes back the regular worker from MAKE WINE, not the grande; the space is free again."""
    state = table.new(2)
    table.rows(state, 6, 2)
    table.stand(state, A, "grande harvest_fields:left", "make_wine:left")
    ready = state.players[A].ready
    table.turn(state, "fall")
    table.play(state, "pass")
    assert table.offers(state) == ["regular make_wine:left", "stop"]
    table.play(state, "regular make_wine:left")
    assert table.workers_at(state, "make_wine:left") == NONE
    assert state.players[A].ready == ready + 1


def test_b18_hand_limit() -> None:
    """§5.11: of nine cards, two are discarded before residuals; the Dock then draws an eighth."""
    state = table.new(2, structure_cards=True)
    table.rows(state, 2, 3)
    table.give(state, built="dock", hand="pinot,syrah,merlot,broker,banker,patron,planter,buyer,judge")
    table.turn(state, "winter")
    table.play(state, "pass", "vine pinot", "summer broker")
    assert table.me(state, "cards") == [7]
    table.play(state, "order deck")
    assert table.me(state, "cards") == [8]


def test_b19_tie() -> None:
    """§10.3: 27 VP each, £4 and £7 left: the second wins."""
    state = table.new(2)
    table.give(state, A, vp=27, lira=4)
    table.give(state, B, vp=27, lira=7)
    assert places(state) == [2, 1]


def test_b20_vp_floor() -> None:
    """§4.14: at -4 VP an option that costs 2 VP cannot be chosen, one that costs 1 VP can."""
    state = table.new(2)
    table.give(state, vp=-4, lira=9)
    table.visit(state, "broker")
    assert table.me(state, "vp", "lira") == [-1, 0]  # the other option was not offered
    state = table.new(2)
    table.give(state, vp=-4)
    table.visit(state, "uncertified_architect")
    assert table.asked(state) == "option"  # which of the two cheap kinds, for 1 VP
    table.play(state, "option 2")
    assert table.me(state, "vp", "built") == [-5, "irrigation"]


def test_b21_grande_beside() -> None:
    """§4.12: both usable spaces of PLANT are taken; the grande plants one vine, without any bonus."""
    state = table.new(3)
    table.stand(state, B, "plant_vine:left")
    table.stand(state, C, "plant_vine:middle")
    table.give(state, hand="sangiovese,malvasia")
    table.turn(state, "summer")
    assert not [text for text in table.offers(state) if text.startswith("regular plant_vine")]
    table.play(state, "grande plant_vine:beside", "sangiovese field_6")
    assert state.over
    assert table.me(state, "vines", "lira") == ["sangiovese", 0]


def test_b22_start() -> None:
    """§3.4, §3.5: Matt and Nicole: £0 + £2 + £3 with the tasting room, or £6 more without it."""
    for gift, lira, built in (("gift", 5, "tasting_room"), ("lira", 11, "")):
        state, seat = nicole_and_matt()
        table.play(state, gift, "white", "red")
        assert [table.seen(state, seat, name) for name in ("lira", "built", "vine", "winter")] == [lira, built, 1, 1]
        assert [table.seen(state, seat, name) for name in ("order", "summer", "pad", "wine")] == [0, 0, "w2", "r1"]
        assert [table.seen(state, seat, name) for name in ("residual", "owned", "workers")] == [1, 0b010, 3]
        assert state.players[seat].available() == 3


def nicole_and_matt() -> tuple[Winery, int]:
    """Find a deal in which somebody has mama Nicole and papa Matt, and play as far as that player's gift."""
    for seed in range(2000):
        state = table.GAME.new(6, {}, seed)
        assert isinstance(state, Winery)
        for seat in range(6):
            mama = state.pieces.mamas[state.players[seat].mama]
            papa = state.pieces.papas[state.players[seat].papa]
            if (mama.name, papa.name) == ("Nicole", "Matt"):
                while state.waiting != [seat]:
                    table.play(state, table.offers(state)[0])
                return state, seat
    raise AssertionError("nobody is born to Nicole and Matt")


def test_b23_temporary_worker() -> None:
    """§4.12, §5.9: the gray worker on a fall space is not a regular worker, so row 6 takes nothing back."""
    state = table.new(2)
    table.rows(state, 6, 2)
    table.stand(state, A, "temporary draw_order:left")
    state.temporary = A
    table.turn(state, "fall")
    table.play(state, "pass")
    assert state.over
    assert table.workers_at(state, "draw_order:left") == A


def test_b24_taken_row() -> None:
    """§5.11: of six players, the one in row 7 takes row 1; the others choose from rows 2 to 7."""
    state = table.new(6)
    table.rows(state, 7, 2, 3, 4, 5, 6)
    state.starter = A
    table.turn(state, "winter", A)
    table.play(state, "pass")
    assert state.players[A].next_row == 1
    for seat in range(1, 6):
        table.turn(state, "winter", seat)
        table.play(state, "pass")
        free = [row for row in range(2, 8) if row not in [state.players[other].next_row for other in range(seat)]]
        assert table.offers(state) == [f"row {row}" for row in free]
        assert len(free) == 7 - seat
        table.play(state, f"row {free[-1]}")


def test_b25_combining_in_the_bonus_wine() -> None:
    """§7.1, §7.12: red 3 of R1 + R2 with 1 VP, blush 9 of R5 + W4, white 3 as bonus; or W3 + W4 combined as bonus."""
    state = table.new(2)
    table.give(state, built="medium_cellar large_cellar", red="1 2 5", white="3 4")
    table.hire(state, A, "make_wine")
    table.act(state, "make_wine", place="make_wine:left")
    table.play(state, "red", "red 2", "red 1")
    assert table.me(state, "wine", "vp") == ["r3", 1]
    table.play(state, "step", "blush", "white 4", "bonus")
    assert table.me(state, "wine", "vp", "pad") == ["r3 w3 b9", 1, ""]
    state = table.new(2)
    table.give(state, built="medium_cellar large_cellar", red="1 2 5", white="3 4")
    table.hire(state, A, "make_wine")
    table.act(state, "make_wine", place="make_wine:left")
    table.play(state, "red", "red 2", "red 1", "step", "red", "bonus", "white 4", "white 3")
    assert table.me(state, "wine", "vp") == ["r3 r5 w7", 1]


def test_b26_a_bonus_that_makes_the_action_possible() -> None:
    """§5.3, §9.3: the any-card bonus must take order 6, which is then filled; from a deck it would not count."""
    state = table.new(3)
    table.face_up(state, 2, "order_06")
    table.give(state, wine="b5")
    table.turn(state, "winter")
    assert "regular fill_order:left" not in table.offers(state)
    table.play(state, "regular fill_order:middle")
    assert state.over  # there was only one answer to every other question
    assert table.me(state, "vp", "residual", "wine") == [2, 1, ""]
    state = table.new(3)
    table.face_up(state, 2, "order_32")
    table.face_up(state, 3, "order_33")
    table.on_top(state, "order_06")
    table.give(state, wine="b5")
    table.turn(state, "winter")
    assert not [text for text in table.offers(state) if "fill_order" in text]


def test_b27_late_windmill() -> None:
    """§4.11: if built after the first planting, it scores with the second."""
    state = table.new(2)
    table.give(state, hand="sangiovese,malvasia", lira=5)
    table.act(state, "plant_vine")
    table.play(state, "sangiovese field_6")
    table.act(state, "build_structure")
    table.play(state, "windmill")
    assert table.me(state, "vp") == [0]
    table.act(state, "plant_vine")
    assert table.me(state, "vp", "lira") == [1, 0]


def test_b28_empty_face_up_place() -> None:
    """§4.13: nothing is left to replace a face-up vine; the next vine discarded is revealed there at once."""
    state = table.new(2)
    table.give(state, vines="6 pinot", hand="planter")
    state.players[B].hand = [sorted(state.decks[VINE]), [], [], [], []]
    state.set_deck(VINE, [])
    table.act(state, "draw_vine")
    table.play(state, "vine 1")
    assert state.market[0] == NONE
    table.act(state, "play_summer_visitor")
    if state.waiting:  # the vine drawn may allow the other option too
        table.play(state, "option 2")
    assert state.pieces.vines[state.market[0]].id == "pinot"
    assert (len(state.decks[VINE]), len(state.discards[VINE])) == (0, 0)
    assert table.me(state, "vp") == [2]


def test_b29_harvest_expert_without_a_worker_there() -> None:
    """§6.12, §7.11: 1 VP and "age 1 grape" are uncovered with two players; the winter visitor is covered."""
    state = table.new(2)
    table.stand(state, B, "harvest_fields:left")
    table.give(state, lira=1, vines="6 merlot, 5 malvasia")
    table.hire(state, A, "harvest_fields")
    table.act(state, "take_any_action")
    table.play(state, "harvest_fields", "field_6", "step", "expert", "middle", "expert", "white 1")
    assert table.me(state, "lira", "vp", "pad", "winter") == [0, 1, "r3 w2", 0]
    assert state.over


def test_b30_train_expert() -> None:
    """§7.15: £7 + £1 - £4 = £4; HIRE AN EXPERT + £1 - £2 = £3 and a cube; both workers come back at year end."""
    state = table.new(2)
    table.rows(state, 2, 3)
    table.give(state, lira=7)
    table.hire(state, A, "train_worker")
    table.act(state, "train_worker", place="train_worker:left")
    assert table.me(state, "lira") == [4]
    table.play(state, "expert", "hire_expert:left", "draw_vine")
    assert table.me(state, "lira", "cubes") == [3, 2]
    assert (table.workers_at(state, "train_worker:left"), table.workers_at(state, "hire_expert:left")) == (A, A)
    table.turn(state, "winter")
    table.play(state, "pass")
    assert (table.workers_at(state, "train_worker:left"), table.workers_at(state, "hire_expert:left")) == (NONE, NONE)
    assert state.players[A].available() == 4


def test_b31_worker_gone_bonus_kept() -> None:
    """§5.4: Motivator takes back the grande; the second visitor may still be played, and the space is open to all."""
    state = table.new(3)
    table.rows(state, 2, 3, 4)
    table.hold(state, A, "motivator", "judge")
    table.hold(state, B, "marketer")
    table.season(state, "winter")
    table.play(state, "grande play_winter_visitor:middle", "motivator", "yes", "bonus")
    assert table.me(state, "summer") == [2]  # Judge
    assert state.players[A].grande == 1
    assert state.waiting == [B]
    assert "regular play_winter_visitor:middle" in table.offers(state)


def test_b32_one_ignored_kind() -> None:
    """§7.9: Cabernet needs both; after Pinot it is the trellis that is ignored, so Syrah is allowed but Merlot is not."""
    state = table.new(2)
    table.give(state, hand="pinot,syrah,merlot,cabernet_sauvignon", owned="5 6 7")
    table.hire(state, A, "plant_vine")
    table.act(state, "plant_vine", place="plant_vine:left")
    assert {text.split()[0] for text in table.offers(state)} == {"pinot", "syrah", "merlot"}
    table.play(state, "pinot field_6", "bonus")
    assert {text.split()[0] for text in table.offers(state)} == {"syrah"}


def test_b33_gained_is_not_made() -> None:
    """§4.7, §7.10, §12.5: a blush 4 bought for four cards does not earn the £2 of the Patio."""
    state = table.new(2, structure_cards=True)
    table.give(state, built="medium_cellar patio", hand="pinot,syrah,broker")
    table.hire(state, A, "draw_order")
    table.act(state, "draw_order")
    table.play(state, "step", "order deck", "expert", "blush 4", "vine pinot", "vine syrah", "summer broker")
    assert table.me(state, "wine", "lira") == ["b4", 0]


def test_b34_no_trigger_year_limit() -> None:
    """§10.4: nobody has 25 VP; after year 40 the game is scored as usual."""
    state = table.new(2)
    table.rows(state, 2, 3)
    state.year = 40
    table.give(state, A, vp=10, lira=20, ready=0, regulars=0, grande=0)
    table.give(state, B, vp=12, lira=7, ready=0, regulars=0, grande=0)
    table.season(state, "winter", year_end=True)
    assert state.over
    assert score_sheet(state).totals == [12, 12]
    assert places(state) == [2, 1]  # £0 and £7 left
