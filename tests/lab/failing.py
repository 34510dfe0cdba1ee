"""Bots that fail, for tests: one drops its cards now and then, one gives answers that are not on offer."""

import os
from collections.abc import Callable
from typing import Any, final

from cuvee import bots
from cuvee.bots.bot import Bot
from cuvee.bots.simple import RandomBot
from cuvee.bots.thinking import Budget
from cuvee.kernel.game import Game
from cuvee.kernel.play import State
from cuvee.lab.chunks import Care
from cuvee.lab.run import PlayAndSum, Played
from cuvee.lab.simulate import Tally


@final
class Clumsy(Bot):
    """Plays at random, but fails in its tenth decision with every other seed."""

    def __init__(self, seed: int) -> None:
        self.bot = RandomBot(seed)
        self.left = 10 if seed % 2 else 1000

    def choose(self, state: State, seat: int) -> int:
        self.left -= 1
        if not self.left:
            raise ValueError("I dropped my cards\nall over the floor")
        return self.bot.choose(state, seat)


@final
class Cheat(Bot):
    """Answers a number that nobody offered."""

    def choose(self, state: State, seat: int) -> int:
        return 12_345


@final
class Mortal(Bot):
    """Plays at random, but with one seed in forty its third decision ends the process."""

    def __init__(self, seed: int) -> None:
        self.bot = RandomBot(seed)
        self.deadly = seed % 40 == 0
        self.left = 3

    def choose(self, state: State, seat: int) -> int:
        self.left -= 1
        if self.deadly and not self.left:
            os._exit(9)
        return self.bot.choose(state, seat)


def is_deadly(bot: Bot) -> bool:
    return isinstance(bot, Mortal) and bot.deadly


FAILING: dict[str, Callable[[Game[Any, Any], int, Budget], Bot]] = {
    "clumsy": lambda game, seed, budget: Clumsy(seed),
    "cheat": lambda game, seed, budget: Cheat(),
    "mortal": lambda game, seed, budget: Mortal(seed),
}


def die(chunk: int, care: Care | None = None) -> int:
    if chunk == 1:
        os._exit(9)
    return chunk


class WithMortals(PlayAndSum[Tally]):
    """Plays with a bot that has to be registered in each worker process."""

    def __call__(self, number: int, care: Care | None = None) -> Played[Tally]:
        bots.BOTS["mortal"] = FAILING["mortal"]
        return super().__call__(number, care)
