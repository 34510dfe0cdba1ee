"""A game in progress as learners see it: seats that owe an answer, actions out of one list, and rows of numbers."""

from collections.abc import Callable
from struct import Struct
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
        self._floats = Struct(f"{self.width}f")

    def look(self, state: State, seat: int) -> list[float]:
        """Return what a seat sees, as one flat row: the own side first, then the others in the order of play."""
        row: list[float] = []
        for value in self.sense.features(state, seat):
            row.append(LIMIT if value > LIMIT else -LIMIT if value < -LIMIT else value)
        _fill(row, self.features)
        if self.details:
            width = self.features
            for (_name, size), (_same, values) in zip(self.details, self.sense.details(state, seat), strict=True):
                width += size
                row += values
                _fill(row, width)
        seats = state.seats
        points = self.scores(state)
        row += [points[(seat + turn) % seats] / POINTS for turn in range(seats)]
        row += [1.0 if (seat + turn) % seats in state.waiting else 0.0 for turn in range(seats)]
        row += [1.0 if other == seat else 0.0 for other in range(seats)]
        asked = [0.0] * (len(self.actions.kinds) + 1)
        kind = self.actions.kind_asked(state)
        if kind >= 0:
            asked[kind] = 1.0
        return row + asked

    def packed(self, state: State, seat: int) -> bytes:
        """Return the same as 32-bit numbers; packing is twice as fast as an array."""
        return self._floats.pack(*self.look(state, seat))


def _fill(row: list[float], width: int) -> None:
    """Fill a row up to where its next part begins."""
    missing = width - len(row)
    if missing < 0:
        raise RuntimeError(f"{len(row)} numbers describe a position; {width} described the first of the game")
    if missing:
        row += [0.0] * missing


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

    def row(self, seat: int) -> bytearray:
        """Return what a seat sees as a row of 32-bit numbers."""
        return bytearray(self.eye.packed(self.state, seat))
