"""Players that are no persons. They know the kernel contract and never a game by name."""

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from cuvee.bots.bot import Bot
from cuvee.bots.flat import FlatBot
from cuvee.bots.learned import LearnedBot, learned_sense
from cuvee.bots.simple import ApprenticeBot, GreedyBot, RandomBot
from cuvee.bots.sweeps import PlanningBot
from cuvee.bots.thinking import Budget, ThinkingBot
from cuvee.bots.tree import TreeBot
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.game import Game
from cuvee.kernel.heuristics import Heuristics
from cuvee.kernel.play import State
from cuvee.kernel.text import _, did_you_mean

Maker = Callable[[Game[Any, Any], int, Budget], Bot]
SECONDS: Final = 1.0
"""What a bot that thinks takes for a decision unless told otherwise."""
LEVELS: Final = {"apprentice": 0.0, "vintner": 0.0, "master": 0.1, "grand_cru": 1.0}
"""The levels for people, each with the seconds it thinks about a decision: they differ in strength, none waits to seem wise."""


def _search(game: Game[Any, Any], sense: Heuristics[Any], seed: int, budget: Budget) -> ThinkingBot:
    """Search the way that was measured to be better for a game."""
    habits = sense.habits()
    if habits.tree:
        return TreeBot(game, sense, seed, budget)
    kind = PlanningBot if habits.sure else FlatBot
    return kind(game, sense, seed, budget)


def _grand_cru(game: Game[Any, Any], seed: int, budget: Budget) -> Bot:
    """Search with all that was learned, where something was."""
    return LearnedBot(game, seed, budget, _search, needed=False)


BOTS: Final[dict[str, Maker]] = {
    "apprentice": lambda game, seed, budget: ApprenticeBot(game.heuristics(), seed),
    "vintner": lambda game, seed, budget: GreedyBot(game.heuristics(), seed),
    "master": _grand_cru,
    "grand_cru": _grand_cru,
    "random": lambda game, seed, budget: RandomBot(seed),
    "greedy": lambda game, seed, budget: GreedyBot(game.heuristics(), seed),
    "search": lambda game, seed, budget: _search(game, game.heuristics(), seed, budget),
    "learned": lambda game, seed, budget: LearnedBot(game, seed, budget, _search),
    "tree": lambda game, seed, budget: TreeBot(game, game.heuristics(), seed, budget),
    "flat": lambda game, seed, budget: FlatBot(game, game.heuristics(), seed, budget),
}


def read_name(name: str) -> tuple[str, int]:
    """Read the name of a bot and the nodes it may look at: «search@400» thinks the same on every machine.

    >>> read_name("search@400"), read_name("greedy")
    (('search', 400), ('greedy', 0))
    """
    kind, at, nodes = name.partition("@")
    if at and not (nodes.isdecimal() and int(nodes) > 0):
        raise CuveeError(_("«{name}»: after the @ stands how many positions to look at, a whole number above 0", name=name))
    return kind, int(nodes) if at else 0


def check_names(names: list[str], seats: int) -> list[str]:
    """Check the names of bots for a number of seats; one name stands for all seats.

    >>> check_names(["greedy"], 2)
    ['greedy', 'greedy']
    """
    for name in names:
        kind = read_name(name)[0]
        if kind not in BOTS:
            hint = did_you_mean(kind, BOTS)
            raise CuveeError(
                _("There is no bot '{name}'{hint}; there are: {names}", name=name, hint=hint, names=", ".join(BOTS))
            )
    if len(names) not in (1, seats):
        raise CuveeError(
            _("{bots} bots were named for {seats} seats: name one for all, or one for each seat", bots=len(names), seats=seats)
        )
    return names * seats if len(names) == 1 else names


def make(
    name: str,
    game: Game[Any, Any],
    seed: int,
    think: float | None = None,
    cores: int = 1,
    clock: Callable[[], float] = perf_counter,
) -> Bot:
    """Make a bot for one seat of a game; `think` is the time in seconds it may take for a decision, if it thinks at all.

    >>> from cuvee import games
    >>> game = games.get("wine_cellar")
    >>> state = game.new(2, seed=1)
    >>> make("random", game, seed=1).choose(state, 0) in state.options(0)
    True
    """
    check_names([name], 1)
    kind, nodes = read_name(name)
    seconds = LEVELS.get(kind) or SECONDS if think is None else think
    return BOTS[kind](game, seed, Budget(0.0 if nodes else seconds, nodes, cores, clock))


def thinker(game: Game[Any, Any], state: State, seed: int, budget: Budget) -> ThinkingBot:
    """Make the best player there is for a set-up, to be asked what it thinks."""
    sense = learned_sense(game, state, 0) or game.heuristics()
    return _search(game, sense, seed, budget)
