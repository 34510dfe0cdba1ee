"""The sequence of play: the deal and the rounds (§3, §4)."""

from typing import Final, final

from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Options
from cuvee.kernel.play import Step
from cuvee_blind_tasting.decisions import Offer
from cuvee_blind_tasting.pieces import Pieces
from cuvee_blind_tasting.state import Tasting

BOTTLES: Final = 0
GUESTS: Final = 1
"""The streams of chance, in the order in which the box names them."""


def deal(pieces: Pieces, seats: int, options: Options, chance: Chance) -> Tasting:
    """Shuffle the bottles, hand out the guests, begin the first round (§3)."""
    state = Tasting(pieces, seats, chance)
    state.pile = list(range(len(pieces.bottles)))
    state.shuffle(state.pile, BOTTLES)
    if options["guests"]:
        guests = list(range(len(pieces.guests)))
        state.shuffle(guests, GUESTS)
        state.guests, state.away = guests[:seats], sorted(guests[seats:])
    state.push(Round())
    return state


@final
class Round(Step[Tasting]):
    """Bottles are turned up and everybody makes an offer (§4.1, §4.2)."""

    kind = "round"

    def run(self, state: Tasting) -> None:
        """Turn up the bottles; what comes last is pushed first."""
        state.round += 1
        state.open = [state.pile.pop() for _ in range(state.seats)]
        state.reveal()  # nobody takes a move back that showed them the next bottles
        state.tell("round", state.decanter, state.round)
        state.push(EndOfRound())
        state.push(Offer(list(range(state.seats))))


@final
class EndOfRound(Step[Tasting]):
    """The offers are spent and the decanter goes round (§4.4); after the last round the match is over (§6.1)."""

    kind = "end of round"

    def run(self, state: Tasting) -> None:
        """Begin the next round, if there is one."""
        state.offers = []
        state.decanter = (state.decanter + 1) % state.seats
        if state.round < state.pieces.rounds:
            state.push(Round())
