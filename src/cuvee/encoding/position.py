"""A game in progress as learners see it: seats that owe an answer, actions out of one list, and rows of numbers."""

from array import array
from collections.abc import Callable
from typing import Any, Final, final

from cuvee.encoding.actions import Actions
from cuvee.kernel.chance import Chance
from cuvee.kernel.heuristics import Heuristics
from cuvee.kernel.play import State

POINTS: Final = 100.0
"""Scores are told in hundreds, so that they are of about the size of 1."""
LIMIT: Final = 100.0
"""No number of an observation is larger than this, whatever happens."""


@final
class Eye:
    """What an observation is made of, and how to make one: named parts, one after the other in a flat row.

    Everything in it is known to the seat: a redeal of the position for that seat changes no number.
    """

    def __init__(
        self, actions: Actions, sense: Heuristics[Any], scores: Callable[[Any], list[int]], first: State, compact: bool
    ) -> None:
        self.actions = actions
        self.sense = sense
        self.scores = scores
        seats = first.seats
        self.features = max(len(sense.features(first, seat)) for seat in range(seats))
        self.details = [] if compact else [(name, len(row)) for name, row in sense.details(first, 0)]
        self.parts: list[tuple[str, int]] = [
            ("features", self.features),
            *self.details,
            ("scores", seats),
            ("owing", seats),
            ("seat", seats),
            ("asked", len(actions.kinds) + 1),
        ]
        self.width = sum(size for name, size in self.parts)

    def look(self, state: State, seat: int, row: "array[float]", start: int) -> None:
        """Write what a seat sees into zeros: the own side first, then the others in the order of play."""
        at = self._put(row, start, self.sense.features(state, seat), self.features)
        if self.details:
            for (_name, width), (_same, values) in zip(self.details, self.sense.details(state, seat), strict=True):
                at = self._put(row, at, values, width)
        seats = state.seats
        points = self.scores(state)
        for turn in range(seats):
            other = (seat + turn) % seats
            row[at + turn] = points[other] / POINTS
            if other in state.waiting:
                row[at + seats + turn] = 1.0
        row[at + 2 * seats + seat] = 1.0
        kind = self.actions.kind_asked(state)
        if kind >= 0:
            row[at + 3 * seats + kind] = 1.0

    def _put(self, row: "array[float]", at: int, values: list[float], width: int) -> int:
        """Write what is not 0 into a part of a fixed width; return where the next part begins."""
        count = len(values)
        if count > width:
            raise RuntimeError(f"{count} numbers describe a position; {width} described the first of the game")
        for place in range(count):
            value = values[place]
            if value != 0.0:
                row[at + place] = LIMIT if value > LIMIT else -LIMIT if value < -LIMIT else value
        return at + width


def zeros(count: int) -> "array[float]":
    """Return a row of 32-bit zeros.

    >>> zeros(2)
    array('f', [0.0, 0.0])
    """
    return array("f", bytes(4 * count))


@final
class Position:
    """A position and the actions of the seats that owe an answer, listed once each."""

    def __init__(self, state: State, eye: Eye) -> None:
        self.state = state
        self.eye = eye
        self._seat = -1
        """Whose actions are listed in `_legal`."""
        self._legal: list[int] = []

    def clone(self) -> "Position":
        """Copy the position, luck to come included."""
        return Position(self.state.clone(), self.eye)

    def imagine(self, seat: int, rng: Chance) -> "Position":
        """Return a random position consistent with all that a seat knows."""
        return Position(self.state.redeal(seat, rng), self.eye)

    def seat(self) -> int:
        """Return the seat to be asked next, -1 at the end."""
        waiting = self.state.waiting
        return waiting[0] if waiting else -1

    def over(self) -> bool:
        """Tell whether the game is over."""
        return not self.state.waiting

    def owing(self) -> list[int]:
        """List the seats that owe an answer."""
        return self.state.waiting

    def legal(self, seat: int) -> list[int]:
        """List the actions of a seat (do not change the list); empty if it owes no answer."""
        if self._seat != seat:
            self._legal = self.eye.actions.of(self.state, seat)
            self._seat = seat
        return self._legal

    def number(self, seat: int, action: int) -> int:
        """Return the option number that an action stands for."""
        legal = self.legal(seat)
        for place in range(len(legal)):
            if legal[place] == action:
                return self.state.options(seat)[place]
        name = self.eye.actions.name(action) if 0 <= action < self.eye.actions.size else str(action)
        raise self.state.refusal(seat, name)

    def play(self, seat: int, action: int) -> int:
        """Play an action; return the seat to be asked next, -1 at the end. Refuse what is not legal, changing nothing."""
        self.go_on(seat, self.number(seat, action))
        return self.seat()

    def go_on(self, seat: int, number: int) -> None:
        """Play an option by the kernel's number."""
        self._seat = -1
        self.state.apply(seat, number)

    def text(self, seat: int, action: int) -> str:
        """Return the notation of a legal action."""
        return self.state.format(seat, self.number(seat, action))

    def mask(self, seat: int, size: int) -> bytearray:
        """Return a row of this many bytes: 1 for each legal action."""
        row = bytearray(size)
        for action in self.legal(seat):
            row[action] = 1
        return row

    def row(self, seat: int) -> "array[float]":
        """Return what a seat sees as a row of 32-bit numbers."""
        row = zeros(self.eye.width)
        self.eye.look(self.state, seat, row, 0)
        return row
