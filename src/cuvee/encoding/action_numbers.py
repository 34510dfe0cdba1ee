"""One fixed list of actions for each game: what a learner chooses from, whatever is being asked.

The kernel numbers options within a kind of decision; here each kind has a block of the list, with a place for every number
it is known to use, and each any-time power has a block too. The list ends with some spare places. A number without a place of
its own (a new card, a corrected table, a question not listed yet) takes the first free spare place of its position, so the
same move of the same position always has the same action, and every legal move has one.
"""

from typing import Final, final

from cuvee.kernel.play import ANY_TIME, State

SPARE: Final = 128
"""Spare places at the end of the list: as many as the options a decision may have (a law that tests check)."""


def power_name(kind: str, place: int) -> str:
    """Name the block of an any-time power: two powers of the same kind may be available together.

    >>> power_name("exchange", 0)
    'exchange/1'
    """
    return f"{kind}/{place + 1}"


@final
class Actions:
    """The list of actions of one game.

    >>> actions = Actions([("bid", [0, 1, 2]), ("place", [0, 1])])
    >>> actions.known, actions.size, actions.name(4)
    (5, 133, 'place 1')
    """

    def __init__(self, blocks: list[tuple[str, list[int]]]) -> None:
        self.blocks = blocks
        self.tables: dict[str, list[int]] = {}
        """For each kind, the action of every number; -1 where it has none."""
        self.kinds: dict[str, int] = {}
        """The place of each kind in an array that shows what is being asked."""
        self.names: list[str] = []
        for kind, numbers in blocks:
            start = len(self.names)
            self.kinds[kind] = len(self.kinds)
            self.tables[kind] = [-1] * (max(numbers, default=-1) + 1)
            for place, number in enumerate(numbers):
                self.tables[kind][number] = start + place
            self.names += [f"{kind} {number}" for number in numbers]
        self.known = len(self.names)
        self.size = self.known + SPARE
        self._nothing: list[int] = []
        self._powers: dict[str, list[list[int]]] = {}

    def name(self, action: int) -> str:
        """Say what an action stands for, without a position: the kind of decision and the number there."""
        return self.names[action] if action < self.known else f"spare {action - self.known}"

    def of(self, state: State, seat: int) -> list[int]:
        """List the actions of a seat, in the order of its options."""
        numbers = state.options(seat)
        if not numbers:
            return []
        decision = state.decision()
        table = self.tables.get(decision.kind, self._nothing)
        found: list[int] = []
        spare = self.known
        lying, power = -1, self._nothing
        for number in numbers:
            if number >= ANY_TIME:
                if number // ANY_TIME - 1 != lying:
                    lying = number // ANY_TIME - 1
                    power = self._of_power(decision.powers(state, seat)[lying].kind, lying)
                own = number % ANY_TIME
                action = power[own] if own < len(power) else -1
            else:
                action = table[number] if number < len(table) else -1
            if action < 0:
                action = spare
                spare += 1
                if spare > self.size:
                    raise RuntimeError(f"'{decision.kind}' has more than {SPARE} options without an action")
            found.append(action)
        return found

    def _of_power(self, kind: str, place: int) -> list[int]:
        """Return the actions of an any-time power, by its place among the powers on offer."""
        known = self._powers.setdefault(kind, [])
        while len(known) <= place:
            known.append(self.tables.get(power_name(kind, len(known)), self._nothing))
        return known[place]

    def kind_asked(self, state: State) -> int:
        """Return the place of the kind being asked: one past the last for an unlisted kind, -1 at the end of the game."""
        if not state.waiting:
            return -1
        return self.kinds.get(state.decision().kind, len(self.kinds))
