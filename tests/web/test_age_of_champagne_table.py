"""The drawn table of Age of Champagne: positions of many games, seen by everybody."""

from collections import Counter
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from cuvee import bots, games
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import SPECTATOR, State
from tests.web.drawing import Drawing, Look, twice
from tests.web.drawing import draw as draw_board

GAME = games.get("age_of_champagne")
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "alone": (1, {"wine_merchant": "nabuchodonosor", "high_tension": True}),
    "first game": (3, {"board_side": "simplified"}),
    "variants": (2, {"trade_partnership": True, "high_tension": True}),
    "merchant": (3, {"wine_merchant": "mathusalem"}),
    "played merchant": (4, {"wine_merchant": "balthazar", "merchant_control": "person"}),
    "four": (4, {"trade_partnership": True}),
}
OF_A_KIND = 2
"""This many positions of each kind of question are drawn in each half of a game."""
HALF = 5
MOST_BYTES = 150_000
draw = partial(draw_board, "age_of_champagne")
every_table = pytest.mark.parametrize("name", TABLES)


@cache
def positions(name: str) -> list[State]:
    """Some positions of a sensibly played game: a few for each kind of question, early and late, and the end."""
    seats, options = TABLES[name]
    state: Any = GAME.new(seats, GAME.read_options(seats, options), 1)
    brains = [bots.make("greedy", GAME, seat) for seat in range(seats)]
    found, met = list[State](), Counter[tuple[str, bool]]()
    while not state.over:
        kind = (state.decision().kind, state.round > HALF)
        met[kind] += 1
        if met[kind] <= OF_A_KIND:
            found.append(state.clone())
        seat = state.waiting[0]
        state.apply(seat, brains[seat].choose(state, seat))
    return [*found, state]


@cache
def looks(name: str) -> list[Look]:
    """Each position as the asked seat sees it, and as another does."""
    rng, found = Random(name), list[Look]()
    for state in positions(name):
        asked = state.waiting[0] if state.waiting else 0
        other = rng.choice([SPECTATOR, *(seat for seat in range(state.seats) if seat != asked)])
        found += [Look(GAME.name, state, seat, TABLES[name][1]) for seat in (asked, other)]
    return found


def asked_looks(name: str, *kinds: str) -> list[Look]:
    """The looks in which the seat itself is asked a question of these kinds."""
    return [look for look in looks(name) if look.asked() in kinds]


@every_table
def test_every_option_can_be_pressed_on_the_table(name: str) -> None:
    for look in looks(name):
        pressed = look.drawing.having("data-o")
        assert all("can" in element["class"].split() for element in pressed)
        assert {number for element in pressed for number in element["data-o"].split()} == look.options()


@every_table
def test_one_press_is_enough_except_where_two_markers_wait_for_a_spot(name: str) -> None:
    for look in looks(name):
        if not look.state.over and look.state.decision().kind != "place":
            assert look.options() <= {element["data-o"] for element in look.drawing.having("data-o")}


@every_table
def test_a_page_names_each_thing_once_and_stays_small(name: str) -> None:
    for look in looks(name):
        assert len(look.html.encode()) < MOST_BYTES
        assert not twice(look.drawing, "id")


@every_table
def test_nothing_hidden_is_drawn(name: str) -> None:
    rng = Chance.from_seed(9, ["redeal"])
    for look in looks(name):
        assert draw(look.state.redeal(look.seat, rng), look.seat, TABLES[name][1]) == look.html


@every_table
def test_every_marker_is_somewhere(name: str) -> None:
    """Three Collaborators and a disc for each player, two Collaborators for the Wine Merchant, on spots or at hand."""
    seats, options = TABLES[name]
    players = seats - (options.get("merchant_control") == "person")
    for look in looks(name):
        for who in range(players):
            assert len(look.drawing.ids(f"pw-{who}-")) == 3
            assert len(look.drawing.ids(f"disc-{who}")) == 1
        if "wine_merchant" in options:
            assert len(look.drawing.ids(f"pw-{players}-")) == 2
        assert len(look.drawing.ids("block-")) == (3 if options.get("high_tension") else 0)


def test_bottles_keep_their_number_on_the_way_to_the_grid() -> None:
    """Only then does a morph make them slide from cellar to oenotheque to grid."""
    moved = 0
    for look in asked_looks("variants", "age", "promote") + asked_looks("four", "age", "promote"):
        after = look.state.clone()
        after.agenda = [after.agenda[-1]]
        after.apply(look.seat, look.state.options(look.seat)[-1])
        places = []
        for drawing in (look.drawing, Drawing(draw(after, look.seat, {}))):
            bottles = [element for element in drawing.having("id") if element["id"].startswith(f"c-{look.seat}-")]
            places.append({element["id"]: element["style"] for element in bottles})
        assert set(places[0]) == set(places[1])
        moved += places[0] != places[1]
    assert moved > 3


def test_an_order_says_what_it_would_bring_now() -> None:
    checked = 0
    for look in [look for name in TABLES for look in asked_looks(name, "ship")]:
        cards = {element["data-t"]: " ".join(element["text"].split()) for element in look.drawing.having("data-t")}
        for number in look.state.options(look.seat):
            words = look.state.format(look.seat, number).split()
            if words[0] == "ship" and len(words) == 2:
                points = look.state.option(look.seat, number).label.rpartition(": ")[2].removesuffix(" PP")
                assert f"you: {points}" in cards[f"market:{words[1]}"]
                checked += 1
    assert checked > 10


def test_the_variants_are_told() -> None:
    shown = {name: looks(name)[8].html for name in TABLES}
    assert "First Game" in shown["first game"]
    assert "Oenotheque" not in shown["first game"]
    assert "Trade Partnership" in shown["variants"]
    assert "High Tension" in shown["variants"]
    assert "The Wine Merchant (Mathusalem)" in shown["merchant"]
    assert "First Game" not in shown["four"]


def test_hands_of_the_draft_are_seen_by_their_owner_only() -> None:
    state = positions("four")[0]
    for seat in (0, 1, SPECTATOR):
        heirlooms = [e for e in Drawing(draw(state, seat, {})).elements if "heir" in e.get("class", "").split()]
        assert len(heirlooms) == (0 if seat == SPECTATOR else 3)
