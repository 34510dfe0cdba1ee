"""The drawn table of Viticulture: positions of many games on all boards, through all eyes."""

from collections import Counter
from functools import cache
from html.parser import HTMLParser
from random import Random
from typing import Any, final

import pytest
from django.template import engines
from markupsafe import Markup

from cuvee import games
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import SPECTATOR, Option, State
from cuvee.kernel.text import speaking

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
OF_A_KIND = 4
"""So many positions of each kind of question are drawn from each game."""
MOST_MOVES = 2500
MOST_BYTES = 110_000
"""The frame around the board takes the rest of the 150 KB of a page."""
TWO_PRESSES = {"turn", "plant", "keep_parents", "star", "plan_space"}
"""Questions with two parts: a worker and a place, a vine and a field, a mama and a papa, a star from here to there."""
VOID = {"use"}
every_table = pytest.mark.parametrize("name", TABLES)


class Drawing(HTMLParser):
    """A drawn board as the browser would take it: elements with their attributes and the text inside them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[dict[str, str]] = []
        self.open: list[dict[str, str]] = []
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len({key for key, _value in attrs}), f"an attribute is given twice: {attrs}"
        element = {"tag": tag, "text": ""} | {key: value or "" for key, value in attrs}
        assert "data-o" not in element or not any("data-o" in outer for outer in self.open), "a target inside a target"
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop()["tag"] == tag

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element["text"] += data

    def having(self, attribute: str) -> list[dict[str, str]]:
        return [element for element in self.elements if attribute in element]

    def ids(self, start: str) -> list[str]:
        return [element["id"] for element in self.having("id") if element["id"].startswith(start)]

    def thing(self, target: str) -> dict[str, str]:
        return next(element for element in self.having("data-t") if element["data-t"] == target)


class Table:
    """A table as the board needs it: its options."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options


def draw(state: State, seat: int, options: dict[str, Any]) -> str:
    """Draw the board as the table page does."""
    names = NAMES[: state.seats]
    with speaking(names=names):
        view = GAME.view(state, seat)
        lit: dict[str, list[Option]] = {}
        for option in view.options:
            for target in option.targets:
                lit.setdefault(target, []).append(option)

        def hit(target: str) -> Markup:
            found = lit.get(target)
            if not found:
                return Markup(' data-t="{}"').format(target)
            numbers, label = " ".join(str(option.number) for option in found), found[0].label
            return Markup(' data-t="{}" data-o="{}" role="button" tabindex="0" aria-label="{}"').format(target, numbers, label)

        context = {
            "view": view,
            "seat": seat,
            "seats": state.seats,
            "names": names,
            "scores": GAME.scores(state),
            "own": seat >= 0,
            "can": lambda target: "can" if target in lit else "",
            "hit": hit,
            "last": set(),
            "game": GAME,
            "replaying": False,
            "table": Table(options),
        }
        return str(engines["jinja2"].env.get_template("viticulture/table/board.html").render(context))


@cache
def positions(name: str) -> list[State]:
    """Some positions of a game played at random, so that everything happens: a few for each kind of question, and the end."""
    seats, options = TABLES[name]
    state: Any = GAME.new(seats, GAME.read_options(seats, options), 1)
    rng, found, met = Random(name), list[State](), Counter[str]()
    for _move in range(MOST_MOVES):
        if state.over:
            break
        seat, kind = state.waiting[0], state.decision().kind()
        met[kind] += 1
        if met[kind] <= OF_A_KIND or (kind == "turn" and met[kind] % 40 == 0):
            found.append(state.clone())
        state.apply(seat, rng.choice(state.options(seat)))
    return [*found, state]


@final
class Look:
    """A position as one pair of eyes sees it, drawn."""

    def __init__(self, state: State, seat: int, options: dict[str, Any]) -> None:
        self.state = state
        self.seat = seat
        self.html = draw(state, seat, options)
        self.drawing = Drawing(self.html)

    def options(self) -> set[str]:
        return {str(number) for number in self.state.options(self.seat)}

    def asked(self) -> str:
        """Name the question, if it is this seat's."""
        return self.state.decision().kind() if self.seat in self.state.waiting else ""


@cache
def looks(name: str) -> list[Look]:
    """Each position as whoever is asked sees it, and now and then as somebody else does."""
    rng, found = Random(name), list[Look]()
    for at, state in enumerate(positions(name)):
        asked = state.waiting[0] if state.waiting else 0
        other = rng.choice([SPECTATOR, *(seat for seat in range(state.seats) if seat != asked)])
        found += [Look(state, seat, TABLES[name][1]) for seat in ((asked, other) if at % 3 == 0 else (asked,))]
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
        ids = Counter(element["id"] for element in look.drawing.having("id"))
        assert not [id_ for id_, count in ids.items() if count > 1]


@every_table
def test_nothing_hidden_is_drawn(name: str) -> None:
    rng = Chance.from_seed(9, ["redeal"])
    for look in looks(name)[::2]:
        assert draw(look.state.redeal(look.seat, rng), look.seat, TABLES[name][1]) == look.html


@every_table
def test_every_worker_and_rooster_is_somewhere(name: str) -> None:
    for look in looks(name):
        for seat in range(look.state.seats):
            assert look.drawing.ids(f"rooster-{seat}") == [f"rooster-{seat}"]
            vineyard = look.state.players[seat]  # type: ignore[attr-defined]
            inside = [worker for worker in vineyard.placed if worker // 16 > 80]  # on private spaces, drawn on the mat
            assert len(look.drawing.ids(f"w-{seat}-")) + len(inside) == vineyard.available() + vineyard.training + len(
                vineyard.placed
            )
