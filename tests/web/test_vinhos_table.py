"""The drawn table of Vinhos: positions of all modes, seen by everybody."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, Final

import pytest

from cuvee import games
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Options
from cuvee.kernel.play import SPECTATOR, State
from tests.web.drawing import Drawing, twice, wanted
from tests.web.drawing import draw as draw_board

GAME: Final = games.get("vinhos")
draw = partial(draw_board, "vinhos")
TABLES: Final[list[tuple[int, Options, int]]] = [
    (1, {"solo_difficulty": "master"}, 4),
    (2, {}, 1),
    (3, {"mode": "reserve"}, 2),
    (4, {"bonus_per_estate": True}, 3),
]
LARGEST: Final = 100_000
"""Bytes a board may have, so that the whole page stays below 150 KB."""


def positions(seats: int, options: Options, seed: int) -> Iterator[State]:
    """Some positions of a random game, and the first of each kind of question."""
    state, rng, seen = GAME.new(seats, options, seed), Random(seed), set()
    while not state.over:
        kind = state.decision().kind
        if kind not in seen or rng.random() < 0.06:
            seen.add(kind)
            yield state.clone()
        seat = state.waiting[0]
        state.apply(seat, rng.choice(state.options(seat)))
    yield state


@pytest.mark.parametrize("table", TABLES)
def test_every_option_can_be_pressed_on_the_table(table: tuple[int, Options, int]) -> None:
    for state in positions(*table):
        for seat in state.waiting:
            drawing = Drawing(draw(state, seat))
            assert drawing.pressed() == wanted(GAME.view(state, seat))
            assert all("can" in element["class"].split() for element in drawing.having("data-o"))


@pytest.mark.parametrize("table", TABLES)
def test_each_thing_is_drawn_once_and_the_board_stays_small(table: tuple[int, Options, int]) -> None:
    for state in positions(*table):
        for seat in (0, SPECTATOR):
            html = draw(state, seat)
            drawing = Drawing(html)
            assert not twice(drawing, "id")
            assert not twice(drawing, "data-t")
            assert len(html.encode()) < LARGEST


@pytest.mark.parametrize("table", TABLES)
def test_nothing_hidden_is_drawn(table: tuple[int, Options, int]) -> None:
    rng = Chance.from_seed(9, ["redeal"])
    for state in positions(*table):
        for seat in (state.waiting[0] if state.waiting else 0, SPECTATOR):
            assert draw(state.redeal(seat, rng), seat) == draw(state, seat)


@pytest.mark.parametrize("table", TABLES)
def test_no_barrel_marker_or_cube_is_lost(table: tuple[int, Options, int]) -> None:
    """Eight barrels and one marker for each side, and every cube of a region, are pieces wherever they are."""
    seats, _options, _seed = table
    sides = max(2, seats)
    parts = Counter[str]()
    for state in positions(*table):
        drawing = Drawing(draw(state, 0))
        barrels = pieces(drawing, "br-")
        others = 0 if seats == 1 else sum(hidden_barrels(state, side) for side in range(1, seats))
        assert len(barrels) == 8 * sides - others - (hidden_barrels(state, 1) if seats == 1 else 0)
        assert set(pieces(drawing, "mk-")) == {f"mk-{side}" for side in range(sides)}
        assert len(pieces(drawing, "cu-")) == sum(state.cubes)  # type: ignore[attr-defined]
        parts.update(barrels.values())
    assert {"in-exp", "in-sal", "in-off"} <= set(parts)


def pieces(drawing: Drawing, start: str) -> dict[str, str]:
    """Return the part that contains each piece whose id starts like this."""
    found = [element for element in drawing.of_class("piece") if element["id"].startswith(start)]
    return {piece["id"]: next(name for name in piece["class"].split() if name.startswith("in-")) for piece in found}


def hidden_barrels(state: Any, side: int) -> int:
    """Count the barrels on other sides' Multiplier tiles, which are drawn only as a line."""
    return sum(owner == 2 * side + 1 for owner in state.multipliers)


def test_a_wine_keeps_its_element_when_it_ages() -> None:
    """Only then does a morph make it slide to the next slot."""
    rng, state = Random(5), GAME.new(2, {}, 5)
    before: dict[str, str] = {}
    moved = 0
    while not state.over:
        if state.decision().kind == "destination":
            wines = {
                element["id"]: element["style"]
                for element in Drawing(draw(state, 0)).having("style")
                if element.get("id", "").startswith("wn-")
            }
            moved += sum(wines[wine] != before[wine] for wine in wines if wine in before)
            before = wines
        seat = state.waiting[0]
        state.apply(seat, rng.choice(state.options(seat)))
    assert moved >= 3


def test_the_grid_shows_what_each_move_costs() -> None:
    seen = 0
    for state in positions(4, {}, 8):
        if state.over or state.decision().kind != "destination":
            continue
        seat = state.waiting[0]
        drawing = Drawing(draw(state, seat))
        for option in GAME.view(state, seat).options:
            element = next(element for element in drawing.having("data-o") if element["data-t"] == option.targets[0])
            cost = re.search(r"for (\d+) Bagos", option.label)
            if option.text != "stay":
                assert element["text"].split()[-1] == (cost[1] if cost else "0")
                seen += 1
    assert seen > 10


def test_estates_foretell_the_wine_of_the_year() -> None:
    """The wine an estate announces is what the next harvest puts into its first slot, if nothing changes meanwhile."""
    rng, state, checked = Random(3), GAME.new(2, {"max_wine_quality": 9}, 3), 0
    while not state.over:
        if state.decision().kind == "staff_keep":
            seat = state.waiting[0]
            told = foretold(state, seat)
            state.apply(seat, 0)
            if not state.over and state.decision().kind != "porto":
                made = [int(str(wine.facts["quality"])) for wine in first_wines(state, seat)]
                assert made == [quality for quality in told if quality]
                checked += 1
            continue
        seat = state.waiting[0]
        state.apply(seat, rng.choice(state.options(seat)))
    assert checked >= 2


def foretold(state: State, seat: int) -> list[int]:
    """Read from the drawn estates what they will make."""
    words = [e["text"].split() for e in Drawing(draw(state, seat)).having("class") if e["class"] == "makes"]
    return [0 if found[-1] == "–" else int(found[-1]) for found in words]


def first_wines(state: State, seat: int) -> list[Any]:
    area = GAME.view(state, seat).find(f"player:{seat}")
    assert area is not None
    estates = [thing for thing in area.inside if thing.kind == "estate"]
    return [wine for estate in estates for wine in estate.inside if wine.kind == "wine" and wine.facts["slot"] == 1]
