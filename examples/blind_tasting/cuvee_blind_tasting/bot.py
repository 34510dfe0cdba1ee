"""The sommelier: a bot that saves the two highest offers for the bottles their guest likes."""

from typing import Any, ClassVar, final

from cuvee.bots.bot import Bot
from cuvee.bots.thinking import Budget
from cuvee.kernel.game import Game
from cuvee.kernel.play import State
from cuvee_blind_tasting.decisions import Offer
from cuvee_blind_tasting.heuristics import worth
from cuvee_blind_tasting.state import Tasting


@final
class Sommelier(Bot):
    """Looks only at its own guest: a good bottle of that grape is worth a high offer, anything else a low one."""

    games: ClassVar = ("blind_tasting",)

    def __init__(self, game: Game[Any, Any], seed: int, budget: Budget) -> None:
        self.seed = seed
        """Not used: the sommelier leaves nothing to luck."""

    def choose(self, state: State, seat: int) -> int:
        """Return an offer or a bottle."""
        assert isinstance(state, Tasting)
        numbers = state.options(seat)
        if not isinstance(state.decision(), Offer):
            return max(numbers, key=lambda bottle: worth(state, seat, bottle))
        best = max(worth(state, seat, bottle) for bottle in state.open)
        return numbers[-1] if best >= 7 else numbers[0]
