"""Waking up: choosing rows of the wake-up chart (§3.7, §5.11, §13.3, §14.1)."""

from typing import Final, final

from cuvee.games.viticulture.decisions.common import RowChoice
from cuvee.games.viticulture.effects.wakeup import offer_benefit
from cuvee.games.viticulture.pieces.boards import ESSENTIAL, SPRING
from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.play import Step
from cuvee.kernel.text import _

TOP_ROW: Final = 1
LAST_ROW: Final = 7


def clockwise(state: Winery, first: int) -> list[int]:
    """List the seats clockwise, starting with one of them."""
    return [(first + step) % state.seats for step in range(state.seats)]


@final
class WakeRow(RowChoice):
    """Choose a row of the wake-up chart."""

    kind = "wake_row"
    section = "3.7"

    def __init__(self, seat: int, now: bool) -> None:
        super().__init__(seat)
        self.now = now
        """Whether the row is for this year, not for the next."""

    def options(self, state: Winery, seat: int) -> list[int]:
        if state.solo:
            return _solo_rows(state, self.now)
        if state.board.number == ESSENTIAL:
            taken = [vineyard.row for vineyard in state.players]
            return [row for row in range(TOP_ROW, LAST_ROW + 1) if row not in taken]
        if not self.now and state.starter == seat:
            return [TOP_ROW]  # compulsory (§5.11)
        taken = [vineyard.row if self.now else vineyard.next_row for vineyard in state.players]
        return [row for row in range(TOP_ROW + 1, LAST_ROW + 1) if row not in taken]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        vineyard = state.players[seat]
        state.tell("wakes", seat, option)
        if state.solo:
            state.glass &= ~(1 << option)
            vineyard.tokens += 1
        if not self.now:
            vineyard.next_row = option
            return
        vineyard.row = option
        if state.board.number == ESSENTIAL:
            offer_benefit(state, seat, option, SPRING)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Choose your row on the wake-up chart")

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        return _("“{what}”: the row is taken; row 1 is only for the holder of the first-player token (§5.11)", what=what)


def _solo_rows(state: Winery, now: bool) -> list[int]:
    """List the rows with a glass token that the solo player may take (§13.3)."""
    year = state.year if now else state.year + 1
    rows = [row for row in range(TOP_ROW, LAST_ROW + 1) if state.glass >> row & 1]
    if year >= 8:
        return list(range(TOP_ROW, LAST_ROW + 1))
    if state.board.number == ESSENTIAL:
        return rows
    if not now and state.starter == 0:
        return [TOP_ROW]
    return [row for row in rows if row != TOP_ROW] or [TOP_ROW]


@final
class ChooseNextRow(Step[Winery]):
    """Choose the row for next year, unless this is the last year (§5.11)."""

    kind = "choose_next_row"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Winery) -> None:
        if not state.last_year:
            state.push(WakeRow(self.seat, False))
