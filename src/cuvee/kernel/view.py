"""The table as one seat may know it: built up from nothing, never stripped down from the state."""

from typing import Any, final

from cuvee.kernel.play import Option, State
from cuvee.kernel.score import ScoreSheet

Fact = str | int | bool | list[int] | list[str]


@final
class Thing:
    """One thing on the table: an area, a pile, a card, a pawn. Its id is what option targets name.

    >>> pile = Thing("pile", "pile", "Draw pile", count=3).add(Thing("card:7", "card", "Viura"))
    >>> [thing.id for thing in pile.inside]
    ['card:7']
    """

    def __init__(self, id: str, kind: str, name: str, inside: "list[Thing] | None" = None, **facts: Fact) -> None:
        self.id = id
        self.kind = kind
        self.name = name
        self.facts = facts
        self.inside = inside or []

    def add(self, *things: "Thing") -> "Thing":
        """Lay things inside this one."""
        self.inside += things
        return self

    def all(self) -> "list[Thing]":
        """List this thing and everything inside it."""
        return [self] + [found for thing in self.inside for found in thing.all()]

    def find(self, id: str) -> "Thing | None":
        """Find a thing by its id, here or further inside."""
        if self.id == id:
            return self
        return next((found for thing in self.inside if (found := thing.find(id)) is not None), None)

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        inside = [thing.as_dict() for thing in self.inside]
        return {"id": self.id, "kind": self.kind, "name": self.name, "facts": self.facts, "inside": inside}


@final
class View:
    """The table as one seat (or SPECTATOR) sees it: its areas, who is asked what, its options, and at the end the sheet.

    >>> from cuvee import games
    >>> game = games.get("wine_cellar")
    >>> view = game.view(game.new(2, seed=1), 0)
    >>> view.asked, len(view.options), view.find("table").name
    ('bid', 8, 'Trick 1 of 8')
    """

    def __init__(self, seat: int, areas: list[Thing], state: State, sheet: ScoreSheet | None = None) -> None:
        self.seat = seat
        self.areas = areas
        self.over = state.over
        self.sheet = sheet
        self.waiting = list(state.waiting)
        self.asked = ""
        self.section = ""
        self.prompt = ""
        self.options: list[Option] = []
        if not state.over:
            decision = state.decision()
            self.asked = decision.kind
            self.section = decision.section
            if seat in state.waiting:
                self.prompt = decision.prompt(state, seat)
                self.options = [state.option(seat, number) for number in state.options(seat)]

    def find(self, id: str) -> Thing | None:
        """Find a thing on the table by its id."""
        return next((found for area in self.areas if (found := area.find(id)) is not None), None)

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON and for comparing what two seats know."""
        options = [
            {"number": o.number, "text": o.text, "label": o.label, "targets": o.targets, "section": o.section}
            for o in self.options
        ]
        return {
            "seat": self.seat,
            "over": self.over,
            "waiting": self.waiting,
            "asked": self.asked,
            "section": self.section,
            "prompt": self.prompt,
            "options": options,
            "areas": [area.as_dict() for area in self.areas],
            "sheet": self.sheet.as_dict() if self.sheet else None,
        }
