"""The drawn table of Wine Cellar: every position of some games, seen by everybody."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from django.test import Client

from cuvee import games
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import SPECTATOR, State
from tests.web.drawing import Drawing, twice, wanted
from tests.web.drawing import draw as draw_board

GAME = games.get("wine_cellar")
draw = partial(draw_board, "wine_cellar")
TABLES = [(2, False, 1), (2, True, 2), (1, True, 3), (1, True, 4)]


def positions(seats: int, swap: bool, seed: int) -> Iterator[State]:
    """Every position of a random game."""
    options = {"advanced_swap": swap} if seats > 1 else {}
    state, rng = GAME.new(seats, options, seed), Random(seed)
    yield state
    while not state.over:
        state = state.clone()
        seat = rng.choice(state.waiting)
        state.apply(seat, rng.choice(state.options(seat)))
        yield state


def sights(seats: int, swap: bool, seed: int) -> Iterator[tuple[State, int]]:
    for state in positions(seats, swap, seed):
        for seat in [*range(seats), SPECTATOR]:
            yield state, seat


@pytest.mark.parametrize("table", TABLES)
def test_every_option_can_be_pressed_on_the_table(table: tuple[int, bool, int]) -> None:
    for state, seat in sights(*table):
        drawing = Drawing(draw(state, seat))
        assert drawing.pressed() == wanted(GAME.view(state, seat))
        assert all("can" in element["class"].split() for element in drawing.having("data-o"))


@pytest.mark.parametrize("table", TABLES)
def test_each_thing_has_one_element_and_every_reference_leads_to_one(table: tuple[int, bool, int]) -> None:
    for state, seat in sights(*table):
        drawing = Drawing(draw(state, seat))
        assert not twice(drawing, "id")
        assert not twice(drawing, "data-t")
        ids = drawing.ids("")
        for element in drawing.elements:
            assert set(element.get("aria-owns", "").split()) | set(element.get("aria-describedby", "").split()) <= set(ids)


@pytest.mark.parametrize("table", TABLES)
def test_cards_keep_their_element_and_its_place_among_the_others(table: tuple[int, bool, int]) -> None:
    """Only then does a morph make them slide from hand to bid to prize to cellar."""
    everything = [f"card-{row.text('id')}" for row in GAME.components().rows("cards.toml", "card")]
    for state, seat in sights(*table):
        pieces = [element["id"] for element in Drawing(draw(state, seat)).of_class("pc")]
        assert pieces == [piece for piece in everything if piece in pieces]
        if seat != SPECTATOR:
            assert pieces == everything, "a player sees every card, or can work out where it is"


@pytest.mark.parametrize("table", TABLES)
def test_nothing_hidden_is_drawn(table: tuple[int, bool, int]) -> None:
    rng = Chance.from_seed(9, ["redeal"])
    for state, seat in sights(*table):
        assert draw(state.redeal(seat, rng), seat) == draw(state, seat)


def test_spectators_see_hands_from_behind() -> None:
    state: Any = GAME.new(2, {}, 1)
    html = draw(state, SPECTATOR)
    for hand in state.hands:
        for number in hand:
            card = state.pieces.cards[number]
            assert card.id not in html
            assert card.name not in html
    assert html.count("back small") == 16


@pytest.mark.parametrize("table", TABLES)
def test_the_ends_of_the_cellar_say_what_a_bottle_would_be_worth_there(table: tuple[int, bool, int]) -> None:
    seen = 0
    for state in positions(*table):
        if state.over or state.decision().kind != "place":
            continue
        seat = state.waiting[0]
        before = len(GAME.view(state, seat).find(f"cellar:{seat}").inside) - 2  # type: ignore[union-attr]
        for element in Drawing(draw(state, seat)).having("data-o"):
            after = state.clone()
            after.apply(seat, int(element["data-o"]))
            bottles = GAME.view(after, seat).find(f"cellar:{seat}").inside[1:-1]  # type: ignore[union-attr]
            index = 0 if element["data-t"].endswith("top") else before
            ages = bottles[index].facts["ages"]
            cellar = sum(bottle.facts["ages"][place] for place, bottle in enumerate(bottles))  # type: ignore[index]
            words = " ".join(element["text"].split())
            assert f"worth {ages[index]}" in words  # type: ignore[index]
            assert words.endswith(f"cellar {cellar}")
            seen += 1
    assert seen > 5


def test_the_swap_shows_all_nine_totals() -> None:
    state = next(state for state in positions(2, True, 2) if not state.over and state.decision().kind == "swap")
    seat = state.waiting[0]
    shown = Drawing(draw(state, seat)).having("data-o")
    assert len(shown) == 9
    for element in shown:
        after = state.clone()
        after.apply(seat, int(element["data-o"]))
        while not after.over:
            after.apply(after.waiting[0], 0)
        assert f"{GAME.scores(after)[seat]} points" in element["text"]


def test_the_end_tells_the_totals() -> None:
    *_before, state = positions(2, False, 1)
    for seat in (0, 1, SPECTATOR):
        drawing = Drawing(draw(state, seat))
        totals = [element["text"] for element in drawing.elements if element["tag"] == "td" and element.get("class") == "t"]
        assert totals == [str(points) for points in GAME.scores(state)]


def test_all_cards_of_the_box_are_drawn() -> None:
    drawing = Drawing(Client().get("/components/wine_cellar/").content.decode())
    drawn = [element["aria-label"] for element in drawing.having("aria-label") if "; ages " in element["aria-label"]]
    assert len(drawn) == 18
    assert "13, Cava, Spain, Sparkling Wine; ages 3 4 6 7 8 5 2 1; as a bonus card +1 per White Wine, +3 per U.S.A." in drawn
