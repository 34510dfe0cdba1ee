"""Drawn boards: draws any position of a game as the site does, and reads it as a browser would."""

import json
from functools import cache
from html.parser import HTMLParser
from typing import Any, Final, final

from django.template.loader import render_to_string

from cuvee.kernel.game import Options
from cuvee.kernel.play import State
from cuvee.kernel.text import speaking
from cuvee.web.match.desk import names
from cuvee.web.match.match_in_memory import Position
from cuvee.web.match.tables import Wish, open_table
from cuvee.web.models import Table
from cuvee.web.page.sight import Sight
from tests.web.conftest import make_person

FRIENDS: Final = ["Tomás", "Ingrid", "Bram", "Zofia", "Eamon"]
VOID: Final = {"meta", "link", "input", "br"}
"""Elements without an end tag."""
Element = dict[str, str]


@cache
def _table(game: str, players: int, options: str) -> tuple[Table, Position]:
    wish = Wish(game, players, json.loads(options), ["me", *(f"friend:{name}" for name in FRIENDS[: players - 1])])
    code = open_table(make_person(), wish).code
    table = Table.objects.prefetch_related("places").get(code=code)  # thousands of drawings need not query who sits there
    return table, Position(table)


def draw(game: str, state: State, seat: int, options: Options | None = None) -> str:
    """Draw the board of a position for a seat at a table with these options."""
    table, position = _table(game, state.seats, json.dumps(options or {}))
    position.match.state = state
    with speaking(None, names(table)):
        return render_to_string("part_board.html", Sight(table, position, seat, []).context(), using="jinja2")


class Drawing(HTMLParser):
    """A drawn board as a browser sees it: elements with their attributes and the text inside them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.feed(html)
        self.close()
        assert not self.open, "an element is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = self._add(tag, attrs)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(tag, attrs)

    def _add(self, tag: str, attrs: list[tuple[str, str | None]]) -> Element:
        assert len(attrs) == len({key for key, _value in attrs}), f"an attribute is given twice: {attrs}"
        element = {"tag": tag, "text": "", "class": ""} | {key: value or "" for key, value in attrs}
        assert "data-o" not in element or not any("data-o" in outer for outer in self.open), "a target inside a target"
        self.elements.append(element)
        return element

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()["tag"] == tag

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element["text"] += data

    def having(self, attribute: str) -> list[Element]:
        """List the elements with an attribute."""
        return [element for element in self.elements if attribute in element]

    def of_class(self, name: str) -> list[Element]:
        """List the elements of a class."""
        return [element for element in self.elements if name in element["class"].split()]

    def ids(self, start: str) -> list[str]:
        """List the ids that start like this."""
        return [element["id"] for element in self.having("id") if element["id"].startswith(start)]

    def thing(self, target: str) -> Element:
        """Return the one element that represents a thing of the view."""
        (found,) = [element for element in self.having("data-t") if element["data-t"] == target]
        return found

    def pressed(self) -> dict[str, set[str]]:
        """Return what can be pressed: the options of each lit thing."""
        return {element["data-t"]: set(element["data-o"].split()) for element in self.having("data-o")}


def wanted(view: Any) -> dict[str, set[str]]:
    """Return what has to be pressable: the options of each thing that the view names as their target."""
    found: dict[str, set[str]] = {}
    for option in view.options:
        assert option.targets, f"nothing on the table represents {option.text}"
        for target in option.targets:
            found.setdefault(target, set()).add(str(option.number))
    return found


def twice(drawing: Drawing, attribute: str) -> list[str]:
    """List the values of an attribute that more than one element has."""
    values = [element[attribute] for element in drawing.having(attribute)]
    return sorted({value for value in values if values.count(value) > 1})


@final
class Look:
    """The drawing of a position as one viewer sees it."""

    def __init__(self, game: str, state: State, seat: int, options: Options) -> None:
        self.state = state
        self.seat = seat
        self.html = draw(game, state, seat, options)
        self.drawing = Drawing(self.html)

    def options(self) -> set[str]:
        """Return the possible answers, as written in the drawing."""
        return {str(number) for number in self.state.options(self.seat)}

    def asked(self) -> str:
        """Return the kind of question, if it is this seat's."""
        return self.state.decision().kind if self.seat in self.state.waiting else ""
