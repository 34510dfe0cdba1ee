"""Grapes, fields, wine, residual and structures of a vineyard (§4)."""

from cuvee.games.viticulture.pieces.cards import VINE
from cuvee.games.viticulture.pieces.ops import NONE
from tests.games.viticulture.table import act, asked, cellar, give, me, new, offers, pad, play, turn


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


def test_a_fill_bonus_gives_residual_marks() -> None:
    """§4.10: residual 2, an order with residual 1: the card's VP and one more."""
    state = new(2)
    give(state, residual=2, wine="b4", hand="order_06")
    act(state, "fill_order")
    assert me(state, "vp", "residual") == [3, 3]
