"""What a bot is, and how bots play a game out."""

from abc import abstractmethod

from mypy_extensions import mypyc_attr

from cuvee.kernel.play import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that is no person. It may use only what its seat knows: its own options, and `state.redeal(seat, …)`.

    Write your own by subclassing; two bots of the same name and seed play the same moves.
    """

    @abstractmethod
    def choose(self, state: State, seat: int) -> int:
        """Return one of `state.options(seat)`."""


def play_out(state: State, bots: list[Bot], limit: int) -> int:
    """Let the bots (one a seat) play a game to its end; return the number of decisions.

    A game that goes on past its declared limit is broken: better an error than an endless simulation.
    """
    decisions = 0
    while state.waiting:
        seat = state.waiting[0]
        state.apply(seat, bots[seat].choose(state, seat))
        decisions += 1
        if decisions > limit:
            raise RuntimeError(f"the game goes on after {limit} decisions")
    return decisions
