"""Information-set tree search: one tree over what was played, grown in a new imagined world each time.

A node stands for a history of answers and of what chance revealed, whatever the hidden cards were; the seat that decides
there maximises its own share (max^n). Where several seats answer at once, each has beliefs of its own that do not see the
answers of the others.
"""

from math import sqrt
from typing import Any, Final, final

from cuvee.bots.thinking import Findings, ThinkingBot, priors_of
from cuvee.kernel.play import Frame, State, Together

EXPLORE: Final = 1.3
"""Weight of the first beliefs against what was found."""
UNSEEN: Final = 0.12
"""How much worse than its siblings an untried option is assumed to be."""
WIDENING: Final = 1.6
"""Options considered after n looks: 2 + this times the square root of n."""
DEEPEST: Final = 200


@final
class Beliefs:
    """What is known about the options of one seat at a node, the most promising first."""

    def __init__(self, seat: int, numbers: list[int], priors: list[float]) -> None:
        order = sorted(range(len(numbers)), key=lambda place: -priors[place])
        self.seat = seat
        self.numbers = [numbers[place] for place in order]
        self.priors = [priors[place] for place in order]
        self.visits = [0] * len(order)
        self.totals = [0.0] * len(order)
        self.count = 0
        self.sum = 0.0
        self.closed = False
        """At the root: only these options are thought about."""

    def learn(self, numbers: list[int]) -> None:
        """Add options that are possible in this world but were not in earlier ones."""
        if self.closed:
            return
        for number in numbers:
            if number not in self.numbers:
                self.numbers.append(number)
                self.priors.append(0.5 / (len(self.numbers) + 1))
                self.visits.append(0)
                self.totals.append(0.0)

    def select(self, legal: list[int], low: float, high: float) -> int:
        """Return the place of the option to look at next, among those legal in this world."""
        wide = 2 + int(WIDENING * sqrt(self.count))
        scale = 1.0 / max(1e-6, high - low)
        explore = EXPLORE * sqrt(self.count + 1.0)
        unseen = (self.sum / self.count - low) * scale - UNSEEN if self.count else 0.5
        best, found, considered = -1e9, -1, 0
        all_legal = len(legal) == len(self.numbers)
        for place in range(len(self.numbers)):
            if not all_legal and self.numbers[place] not in legal:
                continue
            looks = self.visits[place]
            worth = (self.totals[place] / looks - low) * scale if looks else unseen
            worth += explore * self.priors[place] / (1 + looks)
            if worth > best:
                best, found = worth, place
            considered += 1
            if considered >= wide:
                break
        return found


@final
class Node:
    """A history of answers: the beliefs of each seat asked there, and what comes after."""

    def __init__(self) -> None:
        self.beliefs: dict[tuple[int, ...], Beliefs] = {}
        self.after: dict[tuple[int, ...], Node] = {}


@final
class TreeBot(ThinkingBot):
    """Searches a tree, one imagined world per iteration."""

    def think(self, state: State, seat: int, numbers: list[int]) -> Findings:
        """Grow a tree while the budget lasts, and report its root."""
        self.low, self.high = 1e9, -1e9
        self.reach = self.habits.horizon if self.habits.tree else 0  # where flat is better, the tree itself looks far
        root = Node()
        known = Beliefs(seat, numbers, priors_of(self.sense.opinions(state, seat, numbers, self.rng)))
        known.closed = True
        root.beliefs[(seat, *state.sealed[seat])] = known
        iterations = 0
        while not iterations or self.budget.left(iterations):  # look at least once, even if a busy machine is late
            self._iterate(root, state.redeal(seat, self.rng), seat)
            iterations += 1
        visits, means = [0] * len(numbers), [0.0] * len(numbers)
        for place in range(len(numbers)):
            at = known.numbers.index(numbers[place])
            visits[place] = known.visits[at]
            means[place] = known.totals[at] / known.visits[at] if known.visits[at] else 0.0
        return Findings(seat, numbers, visits, means)

    def _iterate(self, root: Node, state: State, seat: int) -> None:
        """Go down to a new node, value it by playing on, and pass the value to every node on the way."""
        path: list[Beliefs] = []
        places: list[int] = []
        node = root
        while state.waiting and len(path) < DEEPEST:
            key = (*self._answer(node, state, path, places), self.sense.shown(state))
            child = node.after.get(key)
            if child is None:
                node.after[key] = Node()
                break
            node = child
        self._tell(path, places, self.playing_on.value(state, seat, self.rng, self.reach))

    def _answer(self, node: Node, state: State, path: list[Beliefs], places: list[int]) -> tuple[int, ...]:
        """Choose at a node, for all seats that answer together; return what tells the next node from its siblings."""
        frame: Frame[Any] = state.agenda[-1]
        if not isinstance(frame, Together):
            return (self._choose_one(node, state, state.waiting[0], (), path, places),)
        answers: list[int] = []
        own: dict[int, tuple[int, ...]] = {}
        while state.waiting and state.agenda[-1] is frame:
            asked = state.waiting[0]
            before = own.get(asked, state.sealed[asked])
            number = self._choose_one(node, state, asked, before, path, places)
            own[asked] = (*before, number)
            answers += [asked, number]
        return tuple(answers)

    def _choose_one(
        self, node: Node, state: State, seat: int, before: tuple[int, ...], path: list[Beliefs], places: list[int]
    ) -> int:
        legal = state.options(seat)
        key = (seat, *before)
        known = node.beliefs.get(key)
        if known is None:
            known = Beliefs(seat, legal, priors_of(self.sense.hunches(state, seat, legal, self.rng)))
            node.beliefs[key] = known
        else:
            known.learn(legal)
        place = known.select(legal, self.low, self.high)
        path.append(known)
        places.append(place)
        number = known.numbers[place]
        state.apply(seat, number)
        return number

    def _tell(self, path: list[Beliefs], places: list[int], shares: list[float]) -> None:
        for share in shares:
            self.low, self.high = min(self.low, share), max(self.high, share)
        for step in range(len(path)):
            known, place = path[step], places[step]
            share = shares[known.seat]
            known.visits[place] += 1
            known.totals[place] += share
            known.count += 1
            known.sum += share
