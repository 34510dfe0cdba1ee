"""Laying out positions of Wine Cellar by bid numbers, as the examples of the rulebook do."""

from cuvee import games
from cuvee.games.wine_cellar.flow import start_trick
from cuvee.games.wine_cellar.pieces import Pieces
from cuvee.games.wine_cellar.state import Cellars
from cuvee.kernel.chance import Chance

GAME = games.get("wine_cellar")
PIECES: Pieces = GAME.prepare(2).pieces
BY_BID = {card.bid: card.number for card in PIECES.cards}


def cards(*bids: int) -> list[int]:
    """Turn bid numbers into cards."""
    return [BY_BID[bid] for bid in bids]


def bids(numbers: list[int]) -> list[int]:
    """Turn cards into bid numbers."""
    return [PIECES.cards[number].bid for number in numbers]


def lay(
    hands: list[list[int]],
    prizes: list[int],
    cellars: list[list[int]] | None = None,
    swap: bool = False,
    pile: list[int] | None = None,
) -> Cellars:
    """Lay out the start of a trick; hands, prizes, cellars and the A.I. pile (top first) are given as bids."""
    state = Cellars(PIECES, len(hands), swap or len(hands) == 1, Chance.from_seed(0, ["deck"]))
    state.hands = [sorted(cards(*hand)) for hand in hands]
    state.prizes = cards(*prizes)
    state.cellars = [cards(*cellar) for cellar in cellars or [[] for _hand in hands]]
    state.trick = PIECES.hand_size + 1 - len(hands[0])
    if pile is not None:
        state.pile = cards(*pile)[::-1]
        used = {*prizes, *pile, *(bid for column in hands + (cellars or []) for bid in column)}
        state.shelf = [card.number for card in PIECES.cards if card.bid not in used]
    start_trick(state)
    state.settle()
    return state


def say(state: Cellars, seat: int, *moves: str) -> None:
    """Play moves of a seat by their texts."""
    for move in moves:
        state.apply(seat, state.parse(seat, move))
