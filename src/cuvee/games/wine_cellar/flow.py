"""The sequence of play: the deal, eight tricks, the swap (§3, §4, §11)."""

from typing import Final, final

from cuvee.games.wine_cellar.decisions.bonus_swap import Swap
from cuvee.games.wine_cellar.decisions.trick import Bid, Pick, Place
from cuvee.games.wine_cellar.pieces import Pieces
from cuvee.games.wine_cellar.state import Cellars
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Options
from cuvee.kernel.play import Step

DECK: Final = 0


def deal(pieces: Pieces, seats: int, options: Options, chance: Chance) -> Cellars:
    """Shuffle, deal a hand to each side, and turn up the last two cards as prizes (§3.1, §11.1)."""
    swap = seats == 1 or bool(options["advanced_swap"])  # always allowed in solo (§11.9)
    state = Cellars(pieces, seats, swap, chance)
    deck = list(range(len(pieces.cards)))
    state.shuffle(deck, DECK)
    lay_out(state, deck)
    start_trick(state)
    return state


def lay_out(state: Cellars, deck: list[int]) -> None:
    """Deal a shuffled deck in the order ruled in §3.1."""
    size = state.pieces.hand_size
    first, second = deck[:size], deck[size : 2 * size]
    if state.solo:
        state.hands = [sorted(first)]
        state.pile = second[::-1]
    else:
        state.hands = [sorted(first), sorted(second)]
    state.prizes = deck[2 * size :]
    state.cellars = [[] for _ in range(state.seats)]


def start_trick(state: Cellars) -> None:
    """Put a trick on the agenda: bids, prizes, end (§4.1)."""
    state.push(EndOfTrick())
    state.push(AwardPrizes())
    state.push(Bid(list(range(state.seats))))


@final
class AwardPrizes(Step[Cellars]):
    """The higher bid wins: its player picks first, the other side gets the prize that is left (§4.3, §11.2)."""

    kind = "award prizes"

    def run(self, state: Cellars) -> None:
        if state.solo:
            state.bids.append(state.pile.pop())
        cards, bids = state.pieces.cards, state.bids
        winner = 0 if cards[bids[0]].bid > cards[bids[1]].bid else 1
        state.tell("bids", winner, bids[0], bids[1])
        if state.solo and winner == 1:
            shelve(state, parity_side(state))
            state.push(TakeTheOther(0))
        else:
            state.push(ShelveTheOther() if state.solo else TakeTheOther(1 - winner))
            state.push(Pick(winner))


def parity_side(state: Cellars) -> int:
    """Return the side that the A.I. takes: the parity of its winning bid decides (§11.4)."""
    even = state.pieces.cards[state.bids[1]].bid % 2 == 0
    return state.pieces.even_takes if even else state.pieces.odd_takes


def shelve(state: Cellars, side: int) -> None:
    """Put a prize among the A.I.'s bottles (§11.7)."""
    taken = state.prizes.pop(side)
    state.shelf.append(taken)
    state.tell("shelves", 1, taken)


@final
class TakeTheOther(Step[Cellars]):
    """The loser gets the prize that is left and places it (§4.5, §11.4)."""

    kind = "take the other"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Cellars) -> None:
        state.push(Place(self.seat, state.prizes[0]))


@final
class ShelveTheOther(Step[Cellars]):
    """The A.I. gets the prize that the player left (§11.3)."""

    kind = "shelve the other"

    def run(self, state: Cellars) -> None:
        shelve(state, 0)


@final
class EndOfTrick(Step[Cellars]):
    """The bids become the next prizes (§4.7); after the last trick, the bonus cards (§4.8)."""

    kind = "end of trick"

    def run(self, state: Cellars) -> None:
        bids = state.bids
        state.bids = []
        if state.trick < state.pieces.hand_size:
            state.trick += 1
            state.prizes = bids
            start_trick(state)
            return
        state.bonus = bids[: state.seats]
        if state.solo:
            state.aside = bids[1]
        if state.swap:
            state.push(Swap(list(range(state.seats))))
