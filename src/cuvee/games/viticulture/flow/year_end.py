"""The end-of-year steps: passing out of winter, workers coming home, residuals, hand limit (§5.11)."""

from typing import final

from cuvee.games.viticulture.decisions.common import StructureChoice
from cuvee.games.viticulture.effects.op import Run, can_line, gain_lira
from cuvee.games.viticulture.effects.pay import DiscardCards
from cuvee.games.viticulture.flow.automa import retrieve_automa
from cuvee.games.viticulture.flow.waking import ChooseNextRow
from cuvee.games.viticulture.pieces.boards import ESSENTIAL, OUT
from cuvee.games.viticulture.pieces.cards import ALL_DECKS
from cuvee.games.viticulture.pieces.ops import NONE
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.vineyard import Vineyard
from cuvee.kernel.play import Step
from cuvee.kernel.text import _


def take_from_training(vineyard: Vineyard) -> None:
    """Make workers in training available."""
    vineyard.ready += vineyard.training
    vineyard.special_ready |= vineyard.special_training
    vineyard.training = vineyard.special_training = 0


def ends_game(state: Winery, seat: int) -> bool:
    """Tell whether passing out of winter now makes this the last year (§10.1)."""
    return not state.solo and state.players[seat].vp >= state.board.end_vp


def pass_out(state: Winery, seat: int) -> None:
    """Pass out of winter: check the end of the game, then put the five end-of-year steps on the agenda (§5.11)."""
    if ends_game(state, seat) and not state.last_year:
        state.last_year = True
        state.tell("last_year", seat)
    if state.year >= state.setup.years:
        state.last_year = True
    vineyard = state.players[seat]
    retrieve_all(state, seat)
    if state.solo:
        retrieve_automa(state)
    vineyard.age_grapes()
    vineyard.age_wines(state.pieces)
    vineyard.column = OUT
    state.push(ChooseNextRow(seat))
    state.push(Residuals(seat))
    push_discards(state, seat)


def push_discards(state: Winery, seat: int) -> None:
    """Discard down to the hand limit (§5.11)."""
    excess = state.players[seat].cards() - state.pieces.hand_limit
    if excess > 0:
        state.push(DiscardCards(seat, excess, ALL_DECKS))


def retrieve_all(state: Winery, seat: int) -> None:
    """Make all placed workers and those in training available; the gray worker goes back (§5.11)."""
    vineyard = state.players[seat]
    for worker in vineyard.placed:
        state.take_worker(seat, worker)
    take_from_training(vineyard)
    if state.temporary == seat:
        state.temporary = NONE if state.board.number == ESSENTIAL else seat
        vineyard.temporary = 0


@final
class Residuals(Step[Winery]):
    """Gain lira for the residual level, then use year-end structures in an order of the player's choice (§5.11)."""

    kind = "residuals"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Winery) -> None:
        vineyard = state.players[self.seat]
        gain_lira(state, self.seat, vineyard.residual)
        due = 0
        for structure in state.pieces.year_enders:
            if vineyard.built >> structure.number & 1:
                due |= 1 << structure.number
        if due:
            state.push(YearEndCards(self.seat, due))


@final
class YearEndCards(StructureChoice):
    """Which year-end structure takes effect next (§5.11)."""

    kind = "year_end_cards"
    section = "5.11"

    def __init__(self, seat: int, due: int) -> None:
        super().__init__(seat)
        self.due = due

    def options(self, state: Winery, seat: int) -> list[int]:
        return [structure.number for structure in state.pieces.year_enders if self.due >> structure.number & 1]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        left = self.due & ~(1 << option)
        if left:
            state.push(YearEndCards(seat, left))
        line = state.pieces.structures[option].year_end
        if can_line(state, seat, line):
            state.push(Run(seat, line, 0))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Which year-end structure first?")
