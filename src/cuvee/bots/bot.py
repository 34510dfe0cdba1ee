"""The base class of all bots, and playing a game out with bots."""

from abc import abstractmethod
from typing import Final, final

from mypy_extensions import mypyc_attr

from cuvee.kernel.play import State

NOBODY: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that is not a person. It may use only what its seat knows: its own options, and `state.redeal(seat, …)`.

    Write your own by subclassing; two bots of the same name and seed play the same moves.

    >>> class First(Bot):
    ...     def choose(self, state, seat):
    ...         return state.options(seat)[0]
    >>> from cuvee import games
    >>> First().choose(games.get("wine_cellar").new(2, seed=1), 0)
    1
    """

    @abstractmethod
    def choose(self, state: State, seat: int) -> int:
        """Return one of `state.options(seat)`."""


@final
class Course:
    """How a game goes: its decisions and options, and the seat whose answer is awaited (or NOBODY)."""

    def __init__(self) -> None:
        self.decisions = 0
        self.options = 0
        self.widest = 0
        self.asked = NOBODY


def play_out(state: State, bots: list[Bot], limit: int, course: Course | None = None) -> int:
    """Let the bots (one per seat) play a game to its end; return the number of decisions, and count more in `course`.

    A game that goes on past its declared limit is broken: better an error than an endless simulation.

    >>> from cuvee import bots, games
    >>> game = games.get("wine_cellar")
    >>> state = game.new(2, seed=1)
    >>> play_out(state, [bots.make("greedy", game, seed=1)] * 2, game.longest(2, {"advanced_swap": False}))
    36
    >>> game.scores(state)
    [63, 71]
    """
    if course is None:
        course = Course()
    while state.waiting:
        seat = state.waiting[0]
        offered = len(state.choices[0])
        course.asked = seat
        number = bots[seat].choose(state, seat)
        course.asked = NOBODY
        state.apply(seat, number)
        course.decisions += 1
        course.options += offered
        course.widest = max(course.widest, offered)
        if course.decisions > limit:
            raise RuntimeError(f"the game goes on after {limit} decisions")
    return course.decisions


def best_of(numbers: list[int], rates: list[float]) -> int:
    """Return the option rated best; of several rated equally, the first.

    >>> best_of([4, 7, 9], [0.5, 2.0, 2.0])
    7
    """
    best = 0
    for place in range(1, len(rates)):
        if rates[place] > rates[best]:
            best = place
    return numbers[best]
