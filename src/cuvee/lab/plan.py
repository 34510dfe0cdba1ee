"""What to play, in a form that every worker process can be handed."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar, final

from cuvee import bots, games
from cuvee.bots.base import Bot
from cuvee.kernel.chance import SEED_LIMIT, derive_seed
from cuvee.kernel.game import Options, SetUp

R = TypeVar("R")

Progress = Callable[[int], None]
"""Called with the number of games that have just been finished."""


@final
class Plan:
    """A game, its set-up, and the seed that everything is derived from. Checked when it is made."""

    def __init__(self, game: str, seats: int, options: Options, seed: int, overrides: dict[str, str] | None = None) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.seed = seed
        self.overrides = overrides or {}
        box = games.get(game)
        self.options = box.read_options(seats, options)
        self.limit = box.longest(seats, self.options)

    def setup(self) -> SetUp[Any, Any]:
        """Open the box, as each worker does once."""
        box = games.get(self.game)
        return box.prepare(self.seats, self.options, box.components(self.overrides))

    def deal_seed(self, deal: int) -> int:
        """Return the seed of a deal; neighbouring numbers give unrelated games."""
        return (derive_seed(self.seed, "deals") + deal) % SEED_LIMIT

    def bot(self, name: str, *labels: object) -> Bot:
        """Make a bot whose luck depends on the labels only."""
        return bots.make(name, games.get(self.game), derive_seed(self.seed, "bot", name, *labels))


def chunks(count: int, size: int) -> list[tuple[int, int]]:
    """Cut a number of games into ranges; the cut never depends on the number of workers.

    >>> chunks(5, 2)
    [(0, 2), (2, 4), (4, 5)]
    """
    return [(start, min(start + size, count)) for start in range(0, count, size)]


def spread(work: Callable[[Any], R], tasks: list[Any], workers: int) -> Iterator[R]:
    """Do tasks here, or in worker processes; give the results in the order of the tasks."""
    if workers <= 1 or len(tasks) <= 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, tasks)
