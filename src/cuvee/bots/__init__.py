"""Players that are no persons. They know the kernel contract and never a game by name."""

from collections.abc import Callable
from typing import Any, Final

from cuvee.bots.base import Bot
from cuvee.bots.simple import GreedyBot, RandomBot
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.game import Game
from cuvee.kernel.text import _, did_you_mean

BOTS: Final[dict[str, Callable[[Game[Any, Any], int], Bot]]] = {
    "random": lambda game, seed: RandomBot(seed),
    "greedy": lambda game, seed: GreedyBot(game.heuristics(), seed),
}


def check_names(names: list[str], seats: int) -> list[str]:
    """Check the names of bots for a number of seats; one name stands for all seats.

    >>> check_names(["greedy"], 2)
    ['greedy', 'greedy']
    """
    for name in names:
        if name not in BOTS:
            hint = did_you_mean(name, BOTS)
            raise CuveeError(
                _("There is no bot '{name}'{hint}; there are: {names}", name=name, hint=hint, names=", ".join(BOTS))
            )
    if len(names) not in (1, seats):
        raise CuveeError(
            _("{bots} bots were named for {seats} seats: name one for all, or one for each seat", bots=len(names), seats=seats)
        )
    return names * seats if len(names) == 1 else names


def make(name: str, game: Game[Any, Any], seed: int, think: float | None = None) -> Bot:
    """Make a bot for one seat of a game. `think` is its time a decision, in seconds; the present ones answer at once.

    >>> from cuvee import games
    >>> game = games.get("wine_cellar")
    >>> state = game.new(2, seed=1)
    >>> make("random", game, seed=1).choose(state, 0) in state.options(0)
    True
    """
    check_names([name], 1)
    return BOTS[name](game, seed)
