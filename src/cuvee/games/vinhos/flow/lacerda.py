"""Lacerda, the automatic producer: cards, set-up, turn, maintenance and tiles (§17)."""

from typing import final

from cuvee.games.vinhos.decisions.common import carry_out
from cuvee.games.vinhos.effects.lacerda import remove_vineyard
from cuvee.games.vinhos.flow.streams import CARDS
from cuvee.games.vinhos.pieces.vocabulary import MOST
from cuvee.games.vinhos.state.codes import NONE
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.play import Step


@final
class LacerdaFirstVineyard(Step[Table]):
    """A card names a region that loses its top vineyard; the card is shuffled back (§17.1)."""

    kind = "lacerda first vineyard"

    def run(self, state: Table) -> None:
        cards = state.cards[0][:]
        remove_vineyard(state, state.seats, state.setup.pieces.cards[cards[0]].region)
        state.shuffle(cards, CARDS)
        state.cards[0] = cards


@final
class LacerdaFirstTile(Step[Table]):
    """The tile in display cell 0 leaves the game (§17.1)."""

    kind = "lacerda first tile"

    def run(self, state: Table) -> None:
        state.gone_tiles = [*state.gone_tiles, state.display[0]]
        state.tell("removes_tile", state.seats, state.display[0])
        state.display[0] = NONE


def draw_card(state: Table) -> int:
    """Draw from this year's deck; cards are never shuffled back (§17.2)."""
    deck = 0 if state.year <= (len(state.setup.pieces.years) + 1) // 2 else 1
    card = state.cards[deck][0]
    state.cards[deck] = state.cards[deck][1:]
    state.drawn = [*state.drawn, card]
    state.reveal()
    state.tell("card", state.seats, card)
    return card


@final
class LacerdaTurn(Step[Table]):
    """Draw a card, move to its space for free and do what it says (§17.3)."""

    kind = "lacerda turn"

    def run(self, state: Table) -> None:
        side, number = state.seats, draw_card(state)
        space = state.setup.pieces.cards[number].space
        state.marker[side] = space
        for seat in range(state.seats):
            if state.marker[seat] == space != state.setup.pieces.centre:
                state.money[seat] += state.setup.pieces.fee_player
        carry_out(state, side, state.setup.card_effects[number], number)


@final
class LacerdaMaintenance(Step[Table]):
    """Lacerda takes back its Sales barrel with the highest price (§17.5)."""

    kind = "lacerda maintenance"

    def run(self, state: Table) -> None:
        best = NONE
        for slot in state.setup.pieces.sales:
            own = state.sales[slot.number] == state.seats
            if own and (best == NONE or slot.pays > state.setup.pieces.sales[best].pays):
                best = slot.number
        if best != NONE:
            state.sales[best] = NONE
            state.barrels[state.seats] += 1
            state.tell("maintains", state.seats, best)


@final
class LacerdaBuys(Step[Table]):
    """Lacerda takes the first Multiplier tile, or removes the first Action tile (§17.6)."""

    kind = "lacerda buys"

    def run(self, state: Table) -> None:
        side, display = state.seats, state.display
        for cell in range(len(display)):
            if display[cell] >= MOST and state.barrels[side] > 0:
                state.tell("tile", side, display[cell])
                state.multipliers[display[cell] - MOST] = 2 * side + 1
                state.barrels[side] -= 1
                display[cell] = NONE
                return
        for cell in range(len(display)):
            if 0 <= display[cell] < MOST:
                state.tell("removes_tile", side, display[cell])
                state.gone_tiles = [*state.gone_tiles, display[cell]]
                display[cell] = NONE
                return
