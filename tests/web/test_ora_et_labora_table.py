"""The drawn table of Ora et Labora: positions of random games in all modes, seen by everybody."""

from functools import partial
from random import Random
from typing import Any

import pytest

from cuvee import games
from cuvee.games.ora_et_labora.signs import signs
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import SPECTATOR, State
from tests.games.ora_et_labora.table import begin, give, new, play
from tests.web.drawing import Drawing, twice, wanted
from tests.web.drawing import draw as draw_board

GAME = games.get("ora_et_labora")
MODES = GAME.modes()
MODE_NAMES = ["-".join(str(value) for value in (seats, *options.values())) for seats, options in MODES]
every_mode = pytest.mark.parametrize("mode", range(len(MODES)), ids=MODE_NAMES)
draw = partial(draw_board, "ora_et_labora")
LARGEST = 150_000
SPREAD, EVERY = 7, 20
"""About this many positions of each game are drawn, one every this many moves."""


KEPT: dict[str, State] = {}
"""The first position with each kind of question in any of the games."""


def positions(mode: int) -> list[State]:
    """Some positions of a random game: evenly spread, those with a new kind of question, and the last one."""
    seats, options = MODES[mode]
    state, rng = GAME.new(seats, options, mode), Random(mode)
    spread: list[State] = []
    found: list[State] = []
    played = 0
    while not state.over:
        if played % EVERY == 0:
            spread.append(state.clone())
        kind = state.decision().kind
        if kind not in KEPT:
            KEPT[kind] = state.clone()
            found.append(KEPT[kind])
        seat = rng.choice(state.waiting)
        state.apply(seat, rng.choice(state.options(seat)))
        played += 1
    return [*spread[:: max(1, len(spread) // SPREAD)], *found, state]


@every_mode
def test_positions_of_every_mode_are_drawn_whole(mode: int) -> None:
    """Every option can be pressed, things and pieces have one element each, and nothing depends on hidden information."""
    rng = Chance.from_seed(9, ["redeal"])
    men: set[str] = set()
    for state in positions(mode):
        for seat in [*(state.waiting or [0]), SPECTATOR]:
            html = draw(state, seat)
            assert len(html.encode()) <= LARGEST
            assert draw(state.redeal(seat, rng), seat) == html
            drawing = Drawing(html)
            options_can_be_pressed(state, seat, drawing)
            elements_are_single(drawing)
            now = {element["id"] for element in drawing.of_class("fig")}
            men = men or now
            assert now == men, "the same clergymen in every position"


def options_can_be_pressed(state: State, seat: int, drawing: Drawing) -> None:
    view = GAME.view(state, seat)
    assert drawing.pressed() == wanted(view)
    assert all("can" in element["class"].split() for element in drawing.having("data-o"))
    alone = {element["data-o"] for element in drawing.having("data-o")}
    assert {str(option.number) for option in view.options} <= alone, "no answer needs the list of options"


def elements_are_single(drawing: Drawing) -> None:
    assert not twice(drawing, "id")
    assert not twice(drawing, "data-t")


def first_of(kind: str) -> State:
    """Return a position with this kind of question."""
    for mode in range(len(MODES)):
        if kind not in KEPT:
            positions(mode)
    return KEPT[kind]


def test_the_wheel_shows_what_an_indicator_gives() -> None:
    state = new()
    begin(state)
    play(state, "fell", "1,0")
    answers = {element["data-t"]: element for element in Drawing(draw(state, 0)).having("data-o")}
    assert {"indicator:wood", "indicator:joker", "choice:0", "choice:1"} == set(answers)
    assert answers["choice:0"]["text"].split() == ["2"]


def test_a_card_that_cannot_be_paid_marks_what_is_missing() -> None:
    state = new()
    begin(state)
    cards = {element["data-t"]: element["text"] for element in Drawing(draw(state, 0)).of_class("b") if "data-t" in element}
    marks = [element["text"] for element in Drawing(draw(state, 0)).of_class("lack")]
    assert "2" in cards["building:g02"]
    assert marks[:2] == ["2", "3"], "the Courtyard costs 2 wood, the Windmill 3 and 2 clay"
    for good in range(len(state.goods[0])):
        state.goods[0][good] = 99
    assert not Drawing(draw(state, 0)).of_class("lack")


def test_the_price_of_a_contract_stands_on_the_buildings_of_others() -> None:
    state = new()
    state.price = 2
    give(state, 0, "9 coins")
    begin(state)
    play(state, "contract")
    drawing = Drawing(draw(state, 0))
    assert [element["text"] for element in drawing.of_class("price")] == ["2"] * 6
    assert {element["data-t"].rpartition("@")[2] for element in drawing.having("data-o")} == {"1", "2"}


def test_a_payment_says_what_is_still_due() -> None:
    state = first_of("pay_kind")
    seat = state.waiting[0]
    drawing = Drawing(draw(state, seat))
    decision: Any = state.decision()
    energy = decision.currency == 0
    due = f"{decision.rest // 2 or ''}{'½' if decision.rest % 2 else ''}" if energy else str(decision.rest)
    assert drawing.thing("due")["text"].startswith(due)
    for option in GAME.view(state, seat).options:
        assert drawing.thing(f"choice:{option.number}")["text"].endswith(("paid", " left"))


def test_plots_grow_the_landscape_and_every_place_for_one_is_a_target() -> None:
    state = new()
    give(state, 0, "3 coins")
    begin(state)
    play(state, "land", "plot", "coast")
    slots = Drawing(draw(state, 0)).of_class("slot")
    assert [element["text"] for element in slots] == ["Row -1", "Row 0", "Row 1"]
    play(state, "row 1")
    drawing = Drawing(draw(state, 0))
    (land,) = drawing.of_class("mine")
    assert "--rows:3;" in land["style"]
    assert drawing.thing("space:0:-2:2")["style"] == "--x:1;--y:3"


def test_the_neutral_player_may_build_over_a_card() -> None:
    state = first_of("neutral_space")
    lit = Drawing(draw(state, 0)).having("data-o")
    assert len(lit) == len(state.options(0))
    assert all(element["data-t"].startswith("space:1:") for element in lit if "b" in element["class"].split())


def test_a_corrected_table_shows_on_the_face_of_its_card() -> None:
    """The signs are made from the effects, not drawn by hand."""
    pieces: Any = new().setup.pieces
    faces = {building.id: signs(building) for building in pieces.buildings}
    assert faces["F04"] == "grain > flour straw .×7"
    assert faces["G16"] == "clay wood peat livestock grain coin"
    assert faces["F05"] == "flour energy > bread .+"
    assert all(len(face.split()) <= 7 for face in faces.values())
    pieces.buildings[pieces.by_tag["f04"]].ops[0].most = 5
    signs.cache_clear()
    assert signs(pieces.buildings[pieces.by_tag["f04"]]) == "grain > flour straw .×5"
    pieces.buildings[pieces.by_tag["f04"]].ops[0].most = 7
    signs.cache_clear()
