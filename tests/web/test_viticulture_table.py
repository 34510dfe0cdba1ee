"""The drawn table of Viticulture: positions of many games on all boards, seen by everybody."""

from collections import Counter
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from cuvee import games
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import SPECTATOR, State
from cuvee.kernel.text import speaking
from tests.web.drawing import Drawing, Look, twice
from tests.web.drawing import draw as draw_board

GAME = games.get("viticulture")
NAMES = ["Aurélie", "Tomás", "Ingrid", "Bram", "Zofia", "Eamon"]
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "alone": (1, {}),
    "alone with special workers": (1, {"special_workers": True}),
    "three": (3, {"choose_parents": True, "year_limit": 12}),
    "six": (6, {"year_limit": 6}),
    "essential": (4, {"board": "essential", "year_limit": 12}),
    "face up": (3, {"board": "essential", "face_up_cards": True, "special_workers": True, "year_limit": 8}),
    "tuscany": (3, {"board": "tuscany", "special_workers": True, "year_limit": 8}),
    "structures": (4, {"structure_cards": True, "special_workers": True, "year_limit": 8}),
}
OF_A_KIND = 3
"""This many positions of each kind of question are drawn from each game."""
MOST_MOVES = 1500
MOST_BYTES = 110_000
"""The frame around the board takes the rest of the 150 KB of a page."""
TWO_PRESSES = {"turn", "plant", "keep_parents", "star", "plan_space"}
"""Questions with two parts: a worker and a place, a vine and a field, a mama and a papa, a star from here to there."""
draw = partial(draw_board, "viticulture")
every_table = pytest.mark.parametrize("name", TABLES)


@cache
def positions(name: str) -> list[State]:
    """Some positions of a random game, so that everything happens: a few for each kind of question, and the end."""
    seats, options = TABLES[name]
    state: Any = GAME.new(seats, GAME.read_options(seats, options), 1)
    rng, found, met = Random(name), list[State](), Counter[str]()
    for _move in range(MOST_MOVES):
        if state.over:
            break
        seat, kind = state.waiting[0], state.decision().kind
        met[kind] += 1
        if met[kind] <= OF_A_KIND or (kind == "turn" and met[kind] % 40 == 0):
            found.append(state.clone())
        state.apply(seat, rng.choice(state.options(seat)))
    return [*found, state]


@cache
def looks(name: str) -> list[Look]:
    """Each position as the asked seat sees it, and now and then as another does."""
    rng, found = Random(name), list[Look]()
    for at, state in enumerate(positions(name)):
        asked = state.waiting[0] if state.waiting else 0
        other = rng.choice([SPECTATOR, *(seat for seat in range(state.seats) if seat != asked)])
        found += [Look(GAME.name, state, seat, TABLES[name][1]) for seat in ((asked, other) if at % 3 == 0 else (asked,))]
    return found


@every_table
def test_every_option_can_be_pressed_on_the_table(name: str) -> None:
    for look in looks(name):
        pressed = look.drawing.having("data-o")
        assert all("can" in element["class"].split() for element in pressed)
        assert {number for element in pressed for number in element["data-o"].split()} == look.options(), look.asked()


@every_table
def test_one_press_is_enough_except_where_a_question_has_two_parts(name: str) -> None:
    for look in looks(name):
        if look.asked() not in TWO_PRESSES:
            assert look.options() <= {element["data-o"] for element in look.drawing.having("data-o")}, look.asked()


@every_table
def test_a_page_names_each_thing_once_and_stays_small(name: str) -> None:
    for look in looks(name):
        assert len(look.html.encode()) < MOST_BYTES
        assert not twice(look.drawing, "id")


@every_table
def test_nothing_hidden_is_drawn(name: str) -> None:
    rng = Chance.from_seed(9, ["redeal"])
    for look in looks(name)[::3]:
        assert draw(look.state.redeal(look.seat, rng), look.seat, TABLES[name][1]) == look.html


@every_table
def test_every_worker_and_rooster_is_somewhere(name: str) -> None:
    for look in looks(name):
        for seat in range(look.state.seats):
            assert look.drawing.ids(f"rooster-{seat}") == [f"rooster-{seat}"]
            vineyard = look.state.players[seat]  # type: ignore[attr-defined]
            inside = [worker for worker in vineyard.placed if worker // 16 > 80]  # on private spaces, drawn on the mat
            owned = vineyard.available() + vineyard.training + len(vineyard.placed)
            assert len(look.drawing.ids(f"w-{seat}-")) + len(inside) == owned


def test_only_the_owner_sees_a_hand() -> None:
    shown = 0
    for look in looks("three"):
        if look.seat == SPECTATOR:
            assert not look.drawing.ids("c-hand-")
        else:
            hand = look.state.players[look.seat].hand  # type: ignore[attr-defined]
            assert len(look.drawing.ids("c-hand-")) == sum(len(set(cards)) for cards in hand)
            shown += bool(hand[0])
    assert shown > 10


def test_spaces_closed_by_the_number_of_players_say_so() -> None:
    """With one or two players only the left space of an action is used, with three or four the middle one too."""
    signs = {name: looks(name)[-1].drawing for name in ("alone", "three", "six")}
    right = {name: drawing.thing("space:draw_vine:right")["text"].strip() for name, drawing in signs.items()}
    middle = {name: drawing.thing("space:draw_vine:middle")["text"].strip() for name, drawing in signs.items()}
    assert right == {"alone": "5+", "three": "5+", "six": ""}
    assert middle["alone"] == "3+"
    assert middle["three"] != "3+"


def test_the_card_being_played_stands_beside_its_choices() -> None:
    checked = 0
    for name in TABLES:
        for look in looks(name):
            in_play = look.state.in_play  # type: ignore[attr-defined]
            if look.asked() == "option" and in_play:
                shown = [element.get("class", "").split() for element in look.drawing.elements]
                assert sum("inplay" in classes for classes in shown) >= len(in_play)
                assert sum("pick" in classes for classes in shown) == len(look.options())
                checked += 1
    assert checked > 2


def test_a_worker_keeps_its_number_when_it_is_placed() -> None:
    """Only then does a morph make it slide from home to its space."""
    moved = 0
    for look in looks("three"):
        spaces = [option for option in look.state.options(look.seat) if option < 64] if look.asked() == "turn" else []
        if not spaces:
            continue
        after = look.state.clone()
        after.apply(look.seat, spaces[0])
        places = []
        for drawing in (look.drawing, Drawing(draw(after, look.seat, {}))):
            pawns = [element for element in drawing.having("id") if element["id"].startswith(f"w-{look.seat}-0-")]
            places.append({element["id"]: element["style"] for element in pawns})
        assert set(places[0]) == set(places[1])
        moved += sum(places[0][number] != places[1][number] for number in places[0]) == 1
    assert moved > 3


def test_pointing_at_a_closed_space_or_an_unplayable_card_says_why() -> None:
    """The page sends the id of the thing under the pointer."""
    whys = Counter[str]()
    with speaking(names=NAMES):
        for name in ("alone", "three"):
            for state in positions(name):
                if not state.over and state.decision().kind == "turn":
                    seat = state.waiting[0]
                    for target in ("space:draw_vine:right", "action:draw_vine", f"private:{seat}:yoke"):
                        why = str(state.refusal(seat, target))
                        assert "names no worker" not in why
                        whys[why] += 1
    assert len(whys) > 3
