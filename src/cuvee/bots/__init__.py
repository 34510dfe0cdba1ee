"""Players that are not people. They know the kernel contract and never a game by name.

Other packages bring bots by entry points of the group `cuvee.bots`. Each names what makes a bot: a class or a function that is
called with the game, a seed and a budget. Its attribute `games`, if it has one, lists the games it plays; without it, all.
"""

from collections.abc import Callable
from functools import cache
from time import perf_counter
from typing import Any, Final, cast

from cuvee import extensions
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

GROUP: Final = "cuvee.bots"
"""The entry points by which other packages bring bots."""
LONGEST_NAME: Final = 20
Maker = Callable[[Game[Any, Any], int, Budget], Bot]
SECONDS: Final = 1.0
"""How long a thinking bot takes for a decision unless told otherwise."""
LEVELS: Final = {"apprentice": 0.0, "vintner": 0.0, "master": 0.1, "grand_cru": 1.0}
"""The levels for people, with the seconds each thinks about a decision. They differ in strength; none waits to look wise."""


def _search(game: Game[Any, Any], sense: Heuristics[Any], seed: int, budget: Budget) -> ThinkingBot:
    """Search in the way that measured better for a game."""
    habits = sense.habits()
    if habits.tree:
        return TreeBot(game, sense, seed, budget)
    kind = PlanningBot if habits.sure else FlatBot
    return kind(game, sense, seed, budget)


def _grand_cru(game: Game[Any, Any], seed: int, budget: Budget) -> Bot:
    """Search with what was learned about the game, if anything was."""
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
    """Read the name of a bot and the nodes it may look at: "search@400" thinks the same on every machine.

    >>> read_name("search@400"), read_name("greedy")
    (('search', 400), ('greedy', 0))
    """
    kind, at, nodes = name.partition("@")
    if at and not (nodes.isdecimal() and int(nodes) > 0):
        raise CuveeError(_("“{name}”: after the @, write how many positions to look at, a whole number above 0", name=name))
    return kind, int(nodes) if at else 0


def every() -> list[str]:
    """Return the names of all bots: those of other packages come last, and broken ones are left out."""
    return [*BOTS, *_others()]


def others(game: str) -> list[str]:
    """Return the names of the bots that other packages bring and that play a game."""
    return [name for name, make_one in _others().items() if _plays(make_one, game)]


@cache
def _others() -> dict[str, Maker]:
    return extensions.usable(extensions.offered(GROUP, tuple(BOTS), LONGEST_NAME), _maker)


def _maker(kind: str) -> Maker:
    """Return the maker of a bot."""
    if kind in BOTS:
        return BOTS[kind]
    offered = extensions.offered(GROUP, tuple(BOTS), LONGEST_NAME)
    if kind in offered:
        return cast(Maker, extensions.load(offered[kind], _wrong))
    known = (*BOTS, *offered)
    hint = did_you_mean(kind, known)
    raise CuveeError(_("There is no bot '{name}'{hint}; there are: {names}", name=kind, hint=hint, names=", ".join(known)))


def _wrong(thing: object) -> str:
    """Say why a thing cannot make bots; nothing if it can."""
    if not callable(thing):
        return f"it cannot make bots: it is a {type(thing).__name__}"
    if not isinstance(getattr(thing, "games", ()), list | tuple):
        return "its games must be a list of names"
    return ""


def _plays(make_one: Maker, game: str) -> bool:
    limits = getattr(make_one, "games", ())
    return not limits or game in limits


def _make_other(kind: str, game: Game[Any, Any], seed: int, budget: Budget) -> Bot:
    """Let another package make a bot; anything that goes wrong there is reported in one sentence."""
    make_one = _maker(kind)
    if not _plays(make_one, game.name):
        raise CuveeError(_("The bot '{name}' does not play {game}", name=kind, game=game.title))
    try:
        bot: object = make_one(game, seed, budget)
    except CuveeError:
        raise
    except Exception as error:
        raise CuveeError(f"the bot '{kind}' cannot be made: {extensions.in_words(error)}") from error
    if not isinstance(bot, Bot):
        raise CuveeError(f"the bot '{kind}' cannot be made: its package made a {type(bot).__name__} instead")
    return bot


def check_names(names: list[str], seats: int) -> list[str]:
    """Check the names of bots for a number of seats; one name stands for all seats.

    >>> check_names(["greedy"], 2)
    ['greedy', 'greedy']
    """
    for name in names:
        _maker(read_name(name)[0])
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
    kind, nodes = read_name(name)
    seconds = LEVELS.get(kind) or SECONDS if think is None else think
    budget = Budget(0.0 if nodes else seconds, nodes, cores, clock)
    return BOTS[kind](game, seed, budget) if kind in BOTS else _make_other(kind, game, seed, budget)


def thinker(game: Game[Any, Any], state: State, seed: int, budget: Budget) -> ThinkingBot:
    """Make the strongest player for a set-up, to be asked what it thinks."""
    sense = learned_sense(game, state, 0) or game.heuristics()
    return _search(game, sense, seed, budget)
