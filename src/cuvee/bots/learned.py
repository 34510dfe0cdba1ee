"""A player that judges positions by what was learned from many games against itself."""

import json
from typing import Any, final

from cuvee.bots.bot import Bot
from cuvee.bots.thinking import Budget
from cuvee.bots.weights import read_net
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.game import Game
from cuvee.kernel.heuristics import Heuristics
from cuvee.kernel.play import State
from cuvee.kernel.text import _


def learned_sense(game: Game[Any, Any], state: State, seat: int) -> Heuristics[Any] | None:
    """Return the judgement of a game with what was learned about this set-up, or None if nothing was."""
    stored = game.learned(state.seats)
    if stored is None or json.loads(stored)["rules"] != game.version:
        return None
    sense = game.heuristics()
    net = read_net(stored)
    if net.width != len(sense.inputs(state, seat)):
        return None
    sense.learned = net
    return sense


@final
class LearnedBot(Bot):
    """Loads what was learned once it sees how many play."""

    def __init__(self, game: Game[Any, Any], seed: int, budget: Budget, search: Any, needed: bool = True) -> None:
        self.game = game
        self.seed = seed
        self.budget = budget
        self.search = search
        self.needed = needed
        self.player: Bot | None = None

    def choose(self, state: State, seat: int) -> int:
        """Think with the better judgement."""
        if self.player is None:
            sense = learned_sense(self.game, state, seat)
            if sense is None:
                if self.needed:
                    raise CuveeError(
                        _("Nothing was learned about {title} in this set-up; “search” can play it", title=self.game.title)
                    )
                sense = self.game.heuristics()
            self.player = self.search(self.game, sense, self.seed, self.budget)
        return self.player.choose(state, seat)
