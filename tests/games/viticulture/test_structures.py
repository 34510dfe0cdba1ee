"""The 36 structure cards and the module around them (§12)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cuvee.games.viticulture.pieces.cards import STRUCTURE
from cuvee.games.viticulture.state.table import Winery
from tests.games.viticulture import table as t

Check = Callable[[Winery], bool]


def bordeaux(seats: int = 2) -> Winery:
    return t.new(seats, structure_cards=True)


def tuscany(seats: int = 2) -> Winery:
    return t.new(seats, board="tuscany")


# Private spaces: card, what the player has before, the answers, what the player has after (§12.4)
SPACES: list[tuple[str, dict[str, object], str, dict[str, object]]] = [
    ("cask", {"wine": "r1"}, "step; bonus; order deck", {"wine": "r3", "order": 1}),
    ("wine_cave", {"wine": "r1 w1"}, "step; red 1; white 1; bonus; order deck", {"wine": "r2 w2", "order": 1}),
    ("school", {}, "", {"workers": 4, "ready": 2, "lira": 1}),
    ("wine_bar", {"wine": "r1"}, "step; bonus", {"wine": "", "vp": 2}),
    ("ristorante", {"wine": "r1", "red": "2"}, "step; bonus", {"wine": "", "pad": "", "vp": 3, "lira": 3}),
    ("guest_house", {"hand": "broker,banker"}, "step; summer broker; bonus", {"cards": 0, "vp": 2}),
    ("cafe", {"red": "2"}, "step; bonus", {"pad": "", "lira": 3, "vp": 1}),
    ("label_factory", {"lira": 3, "wine": "b4", "hand": "order_06"}, "step; bonus", {"lira": 0, "vp": 4, "residual": 1}),
    ("mixer", {"built": "medium_cellar", "red": "2", "white": "3"}, "step; bonus", {"wine": "b5", "vp": 1}),
]


@pytest.mark.parametrize(("name", "things", "answers", "result"), SPACES, ids=[case[0] for case in SPACES])
def test_a_private_space_does_what_it_says(
    name: str, things: dict[str, object], answers: str, result: dict[str, object]
) -> None:
    state = bordeaux()
    t.give(state, built=name)
    t.give(state, **things)
    t.turn(state, "spring")
    t.play(state, f"regular {name}")
    for text in [part.strip() for part in answers.split(";") if part.strip()]:
        t.play(state, text)
    assert state.over
    for what, value in result.items():
        assert t.seen(state, 0, what) == value, what
    t.turn(state, "spring")
    assert f"regular {name}" not in t.offers(state)  # one worker each (§5.6)


@pytest.mark.parametrize("name", [case[0] for case in SPACES if case[0] != "school"])
def test_a_private_space_needs_its_whole_effect(name: str) -> None:
    """§12.4."""
    state = bordeaux()
    t.give(state, built=name)
    t.turn(state, "spring")
    assert f"regular {name}" not in t.offers(state)


STARRED = [
    ("trading_post", {"lira": 3}, "trade"),
    ("shop", {"wine": "b4", "hand": "order_06"}, ""),
    ("wine_press", {"red": "1"}, ""),
]


@pytest.mark.parametrize(("name", "things", "kind"), STARRED, ids=[case[0] for case in STARRED])
def test_starred_spaces_on_the_tuscany_board(name: str, things: dict[str, object], kind: str) -> None:
    """§12.1, §14.2: the bonus is a star."""
    state = tuscany()
    t.give(state, built=name)
    t.give(state, **things)
    t.turn(state, "spring")
    t.play(state, f"regular {name}", "step")
    if kind:
        t.play(state, "lira for vp")
    t.play(state, "bonus", "pisa")
    assert state.players[0].stars[1] == 1
    assert state.players[0].lira == 2


def test_aqueduct() -> None:
    """§12.5, §15.4: requirements are never needed."""
    state = bordeaux()
    t.give(state, built="aqueduct", hand="chardonnay")
    t.act(state, "plant_vine")
    assert t.seen(state, 0, "vines") == "chardonnay"


def test_patio_and_penthouse() -> None:
    """§12.5: £2 for a blush made, 1 VP for a token placed at 7 or more; not for a wine gained (§4.7)."""
    state = bordeaux()
    t.give(state, built="medium_cellar large_cellar patio penthouse", red="4", white="4")
    t.act(state, "make_wine")
    t.play(state, "blush")
    assert (t.seen(state, 0, "lira"), t.seen(state, 0, "vp"), t.cellar(state)) == (2, 1, "b8")


def test_distiller_storehouse_statue_dock_silo() -> None:
    """§5.11: each once, in an order of the player's choice; cards drawn now are not discarded."""
    state = bordeaux()
    t.give(state, owned="5 6 7", residual=0, red="1", wine="w1")
    t.give(state, built="distiller storehouse statue dock silo")
    t.turn(state, "winter")
    t.play(state, "pass", "dock", "order deck", "silo", "vine deck", "statue", "storehouse")
    assert t.pad(state) == "r3"
    assert t.cellar(state) == "w3"
    assert (t.seen(state, 0, "vp"), t.seen(state, 0, "order"), t.seen(state, 0, "vine")) == (1, 1, 1)


def test_mercado_fills_the_order_just_drawn() -> None:
    """§12.5; the question is asked even if the order cannot be filled (§1.4)."""
    from tests.games.viticulture.table import on_top

    state = bordeaux()
    t.give(state, built="mercado", wine="b4")
    on_top(state, "order_06")
    t.act(state, "draw_order")
    t.play(state, "order deck", "mercado")
    assert t.seen(state, 0, "vp") == 2
    state = bordeaux()
    t.give(state, built="mercado")
    t.act(state, "draw_order")
    t.play(state, "order deck")
    assert (t.asked(state), t.offers(state)) == ("trigger", ["stop"])


def test_studio_and_workshop() -> None:
    """§12.5: every later structure gives 1 VP and costs £1 less; neither counts for itself."""
    state = bordeaux()
    t.give(state, lira=7, hand="studio,workshop")
    t.act(state, "build_structure")
    t.play(state, "studio", "plot 1")
    assert t.seen(state, 0, "vp") == 1
    t.act(state, "build_structure")
    assert "workshop" not in t.offers(state)  # £3, and £2 are left
    t.give(state, lira=3)
    t.act(state, "build_structure")
    t.play(state, "workshop", "field_6")
    assert (t.seen(state, 0, "vp"), t.seen(state, 0, "lira")) == (3, 0)
    t.give(state, lira=1)
    t.act(state, "build_structure")
    t.play(state, "trellis")
    assert (t.seen(state, 0, "vp"), t.seen(state, 0, "lira")) == (4, 0)


def test_barn() -> None:
    """§12.5: before the rooster moves."""
    state = bordeaux()
    state.players[0].row = 2
    t.give(state, built="barn", hand="pinot,syrah")
    t.turn(state, "summer")
    t.play(state, "pass", "barn", "vine pinot")
    assert t.seen(state, 0, "vp") == 1


def test_academy() -> None:
    """§12.5: an opponent pays £1 on top, and cannot train without it."""
    state = bordeaux()
    t.give(state, 1, built="academy")
    t.give(state, lira=4)
    t.turn(state, "winter")
    assert "regular train_worker:left" in t.offers(state)  # with the £1 of the space
    t.play(state, "regular train_worker:left")
    assert (state.players[0].lira, state.players[1].lira) == (0, 1)
    t.give(state, lira=3)
    t.turn(state, "winter")
    assert not [text for text in t.offers(state) if "train_worker" in text]


def test_fountain() -> None:
    """§12.5: for every tour of an opponent, but not for the owner's."""
    state = bordeaux()
    t.give(state, 1, built="fountain")
    t.act(state, "give_tour")
    assert state.players[1].lira == 1
    t.act(state, "give_tour", 1)
    assert state.players[1].lira == 3


def test_gazebo_and_banquet_hall() -> None:
    """§14.2: a star with a tour; with the hall a moved star gives its region's benefit."""
    state = tuscany()
    t.give(state, built="gazebo banquet_hall")
    state.players[0].stars = [0, 0, 6, 0, 0, 0, 0]
    t.act(state, "give_tour")
    t.play(state, "gazebo", "firenze pisa")
    assert t.seen(state, 0, "lira") == 4
    assert state.players[0].stars == [0, 1, 5, 0, 0, 0, 0]


def test_veranda_and_wine_parlor() -> None:
    """§12.5: for each order filled."""
    state = bordeaux()
    t.give(state, built="veranda wine_parlor", wine="b4", hand="order_06")
    t.act(state, "fill_order")
    assert (t.seen(state, 0, "vp"), t.seen(state, 0, "lira")) == (3, 2)


def test_harvest_machine() -> None:
    """§12.5: all fields, even beyond the number."""
    state = bordeaux()
    t.give(state, built="harvest_machine", vines="5 merlot, 6 malvasia, 7 syrah")
    t.act(state, "harvest_fields")
    t.play(state, "all")
    assert t.pad(state) == "r2 r3 w1"
    assert state.over


def test_fermentation_tank() -> None:
    """§12.5: once after each effect that harvested."""
    state = bordeaux()
    t.give(state, built="fermentation_tank", vines="6 merlot")
    t.act(state, "harvest_fields")
    t.play(state, "fermentation_tank")
    assert t.cellar(state) == "r3"


def test_charmat() -> None:
    """§12.5: one red and one white, at least 7."""
    state = bordeaux()
    t.give(state, built="medium_cellar large_cellar charmat", red="4", white="4")
    t.act(state, "make_wine")
    t.play(state, "sparkling")
    assert t.cellar(state) == "s8"


def test_inn_tap_room_tavern() -> None:
    """§12.5: after the visitor is resolved, each at most once."""
    state = bordeaux()
    t.give(state, owned="5 6 7", built="inn tap_room tavern", wine="r1", red="1 2")
    t.visit(state, "banker")
    t.play(state, "no", "tap_room", "tavern", "red 1")
    assert (t.seen(state, 0, "lira"), t.seen(state, 0, "vp")) == (6, 5)
    assert state.over


def test_every_card_is_tested() -> None:
    cards = {structure.id for structure in t.new(2).pieces.structures[8:]}
    text = Path(__file__).read_text("utf-8")
    assert [card for card in sorted(cards) if card not in text] == []
    assert len(cards) == 36


# The module


def test_starred_cards_are_left_out_on_bordeaux() -> None:
    """§12.1, §13.2."""
    assert len(bordeaux().setup.decks[STRUCTURE]) == 31
    assert len(tuscany().setup.decks[STRUCTURE]) == 36
    state = t.GAME.new(1, {"structure_cards": True}, 1)
    assert isinstance(state, Winery)
    assert len(state.setup.decks[STRUCTURE]) == 29


def test_the_draft() -> None:
    """§12.2: keep one, pass the rest clockwise, until each has four."""
    state = t.GAME.new(3, {"structure_cards": True}, 4)
    assert isinstance(state, Winery)
    while state.decision().kind != "draft_pick":
        t.play(state, t.offers(state)[0])
    packs = [pack[:] for pack in state.packs]
    for seat in range(3):
        assert state.waiting[0] == seat
        t.play(state, t.offers(state)[0])
    assert state.packs[1] == packs[0][1:]
    while state.decision().kind == "draft_pick":
        t.play(state, t.offers(state)[0])
    assert [len(vineyard.hand[STRUCTURE]) for vineyard in state.players] == [4, 4, 4]


def test_building_a_card() -> None:
    """§12.3: 1 VP; a field with a card holds no vine."""
    state = bordeaux()
    t.give(state, lira=2, hand="silo,sangiovese")
    t.act(state, "build_structure")
    t.play(state, "silo", "field_6")
    assert (t.seen(state, 0, "vp"), t.seen(state, 0, "lira")) == (1, 0)
    t.turn(state, "summer")
    assert not [text for text in t.offers(state) if "plant_vine" in text]


def test_destroying_a_card() -> None:
    """§12.4: the VP stay, the place is free again."""
    state = bordeaux()
    t.give(state, built="silo dock")
    t.stand(state, 1, "gain")
    t.turn(state, "fall")
    t.play(state, "regular destroy", "silo")
    assert state.discards[STRUCTURE]
    assert len(state.players[0].free_sites()) == 2
    t.hold(state, 0, "school")
    assert t.seen(state, 0, "structure") == 1


def test_structure_cards_are_a_type_of_card() -> None:
    """§12.6: Peddler draws one."""
    state = bordeaux()
    t.give(state, hand="pinot,syrah")
    t.visit(state, "peddler")
    t.play(state, "vine pinot", "vine deck", "order deck", "summer deck", "winter deck")
    assert t.seen(state, 0, "structure") == 1
