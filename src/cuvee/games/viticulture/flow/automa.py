"""The Automa's season: its cards, workers, experts and trades (§13.4 to §13.6)."""

from cuvee.games.viticulture.pieces.boards import ESSENTIAL, SPRING, SUMMER
from cuvee.games.viticulture.pieces.ops import HIRE_EXPERT, NONE, TRADE
from cuvee.games.viticulture.state.table import AUTOMA_STREAM, Winery
from cuvee.games.viticulture.state.workers import AUTOMA, KINDS, REGULAR


def reveal_automa(state: Winery) -> int:
    """Reveal the top Automa card; if the deck is empty, shuffle the discards first (§13.4)."""
    if not state.automa_deck:
        deck = sorted(state.automa_discards)
        state.shuffle(deck, AUTOMA_STREAM)
        state.automa_deck, state.automa_discards = deck, []
    state.reveal()
    card = state.automa_deck[-1]
    state.automa_deck = state.automa_deck[:-1]
    state.tell("automa_card", NONE, card)
    return card


def automa_season(state: Winery) -> None:
    """Place the Automa's workers of this season (§13.4, §13.9)."""
    if state.season == (SUMMER if state.board.number == ESSENTIAL else SPRING):
        state.automa_workers = state.pieces.automa_workers
    placed, least = 0, state.setup.level.least_workers
    while True:
        card = reveal_automa(state)
        for action in state.pieces.automa[card].lines[state.board.number][state.season]:
            if state.automa_workers and state.spaces[4 * action] == NONE:
                place_automa(state, action)
                placed += 1
        state.automa_discards = [*state.automa_discards, card]
        full = all(state.spaces[4 * action] != NONE for action in state.board.by_season[state.season])
        if placed >= least or not state.automa_workers or full:
            return


def place_automa(state: Winery, action: int) -> None:
    """Put an Automa worker on a left space; it may hire or trade (§13.5, §13.6)."""
    state.automa_workers -= 1
    state.set_space(4 * action, AUTOMA * KINDS + REGULAR)
    state.tell("automa_places", NONE, action)
    op = state.board.actions[action].node.op
    if op == HIRE_EXPERT and state.automa_cubes:
        card = reveal_automa(state)
        for listed in state.pieces.automa[card].listed[state.board.number]:
            if state.boxes[listed] == NONE:
                boxes = state.boxes[:]
                boxes[listed] = AUTOMA
                state.boxes = boxes
                state.automa_cubes -= 1
                state.tell("automa_hires", NONE, listed)
                break
        state.automa_discards = [*state.automa_discards, card]
    elif op == TRADE:
        card = reveal_automa(state)
        state.automa_discards = [*state.automa_discards, card]
        trades = len(state.board.trades)
        for step in range(trades):
            trade = (state.pieces.automa[card].number - 1 + step) % trades
            if not state.blocked >> trade & 1:
                state.blocked |= 1 << trade
                state.tell("automa_trades", NONE, trade)
                break


def retrieve_automa(state: Winery) -> None:
    """Take all Automa workers back (§13.4)."""
    for place in range(len(state.spaces)):
        if state.spaces[place] // KINDS == AUTOMA:
            state.set_space(place, NONE)
