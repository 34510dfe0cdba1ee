"""A position of Wine Cellar card by card, for learners that find things out for themselves."""

from cuvee.games.wine_cellar.decisions.trick import Place
from cuvee.games.wine_cellar.state import Cellars
from cuvee.kernel.observation import Rows


def details(state: Cellars, seat: int, rows: Rows) -> None:
    """Tell where each card lies, as far as a seat can see: a place for every card of the game in each part."""
    cards = len(state.pieces.cards)
    rows.part("trick", 1)
    rows.add(state.trick)
    rows.marks(rows.part("hand", cards), state.hands[seat])
    rows.marks(rows.part("prizes", cards), state.prizes)
    to_store = rows.part("to_store", cards)
    if not state.over:
        decision = state.decision()
        if isinstance(decision, Place) and decision.seat == seat:
            rows.mark(to_store, decision.card)
    rows.marks(rows.part("unseen", cards), state.unseen_by(seat))
    for turn in range(state.seats):
        rows.side(turn)
        cellar = state.cellars[(seat + turn) % state.seats]
        from_top, from_bottom = rows.part("cellar_from_top", cards), rows.part("cellar_from_bottom", cards)
        for place in range(len(cellar)):
            rows.put(from_top + cellar[place], place + 1)
            rows.put(from_bottom + cellar[place], len(cellar) - place)
