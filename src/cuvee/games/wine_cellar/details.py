"""A position of Wine Cellar card by card, for learners that find things out themselves."""

from cuvee.games.wine_cellar.decisions import Place
from cuvee.games.wine_cellar.state import Cellars
from cuvee.kernel.heuristics import marked, named_after_turns

Row = list[float]


def details(state: Cellars, seat: int) -> list[tuple[str, Row]]:
    """Tell where each card lies, as far as a seat can see: a place for every card of the game in each row."""
    decision = None if state.over else state.decision()
    to_store = [decision.card] if isinstance(decision, Place) and decision.seat == seat else []
    cards = len(state.pieces.cards)
    found = [
        ("hand", marked(cards, state.hands[seat])),
        ("prizes", marked(cards, state.prizes)),
        ("to_store", marked(cards, to_store)),
        ("unseen", marked(cards, state.unseen_by(seat))),
    ]
    for name, other in named_after_turns(seat, state.seats):
        cellar = state.cellars[other]
        found.append((name + "_cellar_from_top", _places(state, cellar)))
        found.append((name + "_cellar_from_bottom", _places(state, cellar[::-1])))
    return found


def _places(state: Cellars, cards: list[int]) -> Row:
    """Tell how far each bottle of a cellar lies from the end that comes first."""
    row = [0.0] * len(state.pieces.cards)
    for place, card in enumerate(cards):
        row[card] = (place + 1) / state.pieces.hand_size
    return row
