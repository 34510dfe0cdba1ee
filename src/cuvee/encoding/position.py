"""A game in progress as learners see it: seats that owe an answer, actions from one list, and rows of numbers."""

from typing import Any, final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from cuvee.encoding.action_numbers import Actions
from cuvee.kernel.chance import Chance
from cuvee.kernel.heuristics import Heuristics
from cuvee.kernel.observation import Rows
from cuvee.kernel.play import State


@final
class Eye:
    """Makes observations: named parts of whole numbers, one after another in a flat row.

    Everything in it is known to the seat: a redeal of the position for that seat changes no number.
    """

    def __init__(self, actions: Actions, sense: Heuristics[Any], first: State) -> None:
        self.actions = actions
        self.sense = sense
        self.parts: list[tuple[str, int]] = []
        self.look(first, 0, Rows(b"", self.parts))
        self.width = sum(size for name, size in self.parts)
        self.zeros = bytes(self.width)

    def look(self, state: State, seat: int, rows: Rows) -> None:
        """Write what a seat sees: its own side first, then the other seats in the order of play."""
        self.sense.details(state, seat, rows)
        rows.table()
        seats = state.seats
        owing = rows.part("owing", seats)
        for other in state.waiting:
            rows.mark(owing, (other - seat) % seats)
        rows.mark(rows.part("seat", seats), seat)
        rows.mark(rows.part("asked", len(self.actions.kinds) + 1), self.actions.kind_asked(state))

    def row(self, state: State, seat: int, rows: Rows) -> bytes:
        """Return what a seat sees, reusing the rows written before."""
        rows.start_again(self.zeros)
        self.look(state, seat, rows)
        if rows.length() != self.width:
            raise RuntimeError(f"a position has {rows.length()} numbers, but the first of the game had {self.width}")
        return rows.written()


@final
class Position:
    """A position and the actions of the seats that owe an answer, listed once each."""

    def __init__(self, state: State, eye: Eye) -> None:
        self.state = state
        self.eye = eye
        self._seat = -1
        """The seat whose actions are listed in `_legal`."""
        self._legal: list[int] = []
        self._rows: Rows | None = None

    def clone(self) -> "Position":
        """Copy the position, including the luck to come."""
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
        """Play an action; return the seat to be asked next, -1 at the end. An illegal action is refused and changes nothing."""
        self.take(seat, self.number(seat, action))
        return self.seat()

    def take(self, seat: int, number: int) -> None:
        """Play an option that `number` gave."""
        self._seat = -1
        self.state.take(seat, number)

    def go_on(self, seat: int, number: int) -> None:
        """Play an option by the kernel's number."""
        self._seat = -1
        self.state.apply(seat, number)

    def text(self, seat: int, action: int) -> str:
        """Return the notation of a legal action."""
        return self.state.format(seat, self.number(seat, action))

    def mask(self, seat: int, size: int) -> bytes:
        """Return a row of this many bytes: 1 for each legal action."""
        row = BytesWriter()
        row.write(bytes(size))
        yes = u8(1)
        for action in self.legal(seat):
            at = i64(action)
            row[at] = yes
        return row.getvalue()

    def row(self, seat: int) -> bytes:
        """Return what a seat sees as a row of numbers from 0 to 255."""
        rows = self._rows
        if rows is None:
            rows = self._rows = Rows(b"")
        return self.eye.row(self.state, seat, rows)
