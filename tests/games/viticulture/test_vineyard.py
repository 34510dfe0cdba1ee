"""Grapes, fields, wine, residual and structures of a vineyard (§4)."""

from cuvee.games.viticulture.pieces.cards import VINE
from cuvee.games.viticulture.pieces.ops import NONE
from tests.games.viticulture import table as t


def test_devalued_grapes() -> None:
    """§4.5: R4 and R3 are taken, so the grape goes to R2; if R1 to R4 are taken it is lost."""
    state = t.new(2)
    t.give(state, red="3 4", vines="6 cabernet_sauvignon")
    state.players[0].harvest(state.pieces, 1)
    assert t.pad(state) == "r2 r3 r4"
    state.players[0].grapes = [0b11110, 0]
    state.players[0].harvest(state.pieces, 1)
    assert t.pad(state) == "r1 r2 r3 r4"


def test_a_mixed_field_gives_one_grape_a_colour_once_a_year() -> None:
    """§4.4."""
    state = t.new(2)
    t.give(state, vines="6 pinot syrah malvasia", built="yoke")
    t.act(state, "harvest_fields")
    assert t.pad(state) == "r3 w2"
    t.turn(state, "fall")
    assert "regular harvest_fields:left" not in t.offers(state)


def test_capacity_and_requirements() -> None:
    """§4.2: Pinot fits beside Cabernet on the field of 6, Merlot does not."""
    state = t.new(2)
    t.give(state, built="trellis irrigation", vines="6 cabernet_sauvignon", hand="pinot,merlot")
    t.act(state, "plant_vine")
    assert t.me(state, "vines") == ["pinot cabernet_sauvignon"]


def test_aging() -> None:
    """§4.8: blocked tokens stay, chains move together, an unbuilt cellar is a wall."""
    state = t.new(2)
    vineyard = state.players[0]
    t.give(state, red="6 8 9", white="3 4 5")
    vineyard.age_grapes()
    assert t.pad(state) == "r7 r8 r9 w4 w5 w6"
    t.give(state, wine="r2 r3 w1")
    vineyard.age_wines(state.pieces)
    assert t.cellar(state) == "r2 r3 w2"


def test_blush_and_sparkling() -> None:
    """§4.7."""
    for red, white, wine, result in (("2", "3", "", "b5"), ("2", "3", "b5", "b4 b5"), ("5", "4", "", "b6")):
        state = t.new(2)
        t.give(state, built="medium_cellar", red=red, white=white, wine=wine)
        t.act(state, "make_wine")
        t.play(state, "blush")
        assert t.cellar(state) == result
    state = t.new(2)
    t.give(state, built="medium_cellar", red="1", white="2")
    t.act(state, "make_wine")
    assert "blush" not in t.offers(state)  # 3 is below 4
    state = t.new(2)
    t.give(state, built="medium_cellar large_cellar", red="1 3", white="4")
    t.act(state, "make_wine")
    t.play(state, "sparkling")
    assert t.cellar(state) == "s8"
    state = t.new(2)
    t.give(state, built="medium_cellar large_cellar", red="1 2", white="3")
    t.act(state, "make_wine")
    assert "sparkling" not in t.offers(state)  # 6 is below 7


def test_wine_without_a_cellar() -> None:
    """§4.7: R5 becomes red 3, then 2, then 1; then it cannot be made."""
    for wine, result in (("", "r3"), ("r3", "r2 r3"), ("r2 r3", "r1 r2 r3")):
        state = t.new(2)
        t.give(state, red="5", wine=wine)
        t.act(state, "make_wine")
        assert t.cellar(state) == result
    state = t.new(2)
    t.give(state, red="5", wine="r1 r2 r3")
    t.turn(state, "fall")
    assert "regular make_wine:left" not in t.offers(state)


def test_residual_marks() -> None:
    """§4.10: crossing pays every time, falling costs nothing."""
    from cuvee.games.viticulture.effects.op import gain_residual

    state = t.new(2)
    t.give(state, residual=2)
    gain_residual(state, 0, 1)
    state.players[0].residual -= 1
    gain_residual(state, 0, 1)
    assert t.me(state, "vp", "residual") == [2, 3]
    gain_residual(state, 0, 9)
    assert t.me(state, "vp", "residual") == [4, 7]


def test_windmill_scores_once_a_year_at_the_first_chance() -> None:
    """§4.11: two vines in one turn give 1 VP; if built after a planting, it scores with the next."""
    state = t.new(2)
    t.give(state, built="windmill", hand="sangiovese,malvasia")
    t.act(state, "plant_vine", place="plant_vine:left")
    t.play(state, "sangiovese field_6", "bonus")
    assert t.me(state, "vp") == [1]
    state = t.new(2)
    t.give(state, hand="sangiovese,malvasia", lira=5)
    t.act(state, "plant_vine")
    t.play(state, "sangiovese field_6")
    t.act(state, "build_structure")
    t.play(state, "windmill")
    t.act(state, "plant_vine")
    assert t.me(state, "vp") == [1]


def test_tasting_room_needs_a_wine() -> None:
    """§4.11."""
    state = t.new(2)
    t.give(state, built="tasting_room")
    t.act(state, "give_tour")
    assert t.me(state, "vp") == [0]
    t.give(state, wine="r1")
    t.act(state, "give_tour")
    t.act(state, "give_tour")
    assert t.me(state, "vp") == [1]


def test_the_large_cellar_needs_the_medium_one() -> None:
    """§4.11."""
    state = t.new(2)
    t.give(state, lira=10)
    t.act(state, "build_structure")
    assert "large_cellar" not in t.offers(state)


def test_the_yoke_uproots_or_harvests() -> None:
    """§4.11, §5.6, §4.3."""
    state = t.new(2)
    t.give(state, built="yoke", vines="6 pinot")
    t.turn(state, "spring")
    t.play(state, "regular yoke", "option 1")
    assert t.me(state, "vine", "vines") == [1, ""]
    t.turn(state, "spring")
    assert "regular yoke" not in t.offers(state)
    state = t.new(2)
    t.give(state, built="yoke", vines="6 pinot")
    t.turn(state, "winter")
    t.play(state, "regular yoke", "option 2")
    assert t.pad(state) == "r1 w1"


def test_an_empty_deck_is_shuffled_from_its_discards() -> None:
    """§4.13: five discards become the deck; one is revealed."""
    state = t.new(2)
    state.set_discards(VINE, state.decks[VINE][:5])
    rest = state.decks[VINE][5:]
    state.players[1].hand = [sorted(rest), [], [], [], []]
    state.set_deck(VINE, [])
    t.act(state, "draw_vine")
    t.play(state, "vine 1")
    assert (len(state.decks[VINE]), len(state.discards[VINE])) == (4, 0)
    assert state.market[0] != NONE


def test_an_empty_face_up_place_is_filled_after_a_payment() -> None:
    """§4.13."""
    state = t.new(2)
    t.give(state, vines="6 pinot", hand="planter")
    state.players[1].hand = [sorted(state.decks[VINE]), [], [], [], []]
    state.set_deck(VINE, [])
    t.act(state, "draw_vine")
    t.play(state, "vine 1")
    assert state.market[0] == NONE
    t.act(state, "play_summer_visitor")
    t.play(state, "option 2") if t.asked(state) == "option" else None
    assert state.pieces.vines[state.market[0]].id == "pinot"
    assert t.me(state, "vp") == [2]


def test_a_fill_bonus_gives_residual_marks() -> None:
    """§4.10: at residual 2, an order with 1 residual gives the card's VP and one more."""
    state = t.new(2)
    t.give(state, residual=2, wine="b4", hand="order_06")
    t.act(state, "fill_order")
    assert t.me(state, "vp", "residual") == [3, 3]
