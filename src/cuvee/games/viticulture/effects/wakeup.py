"""The wake-up chart: benefits, moving roosters, the first-player token, passing (RULES §5.9, VISITORS §4.22, §4.23)."""

from typing import final

from mypy_extensions import mypyc_attr

from cuvee.games.viticulture.decisions.common import STOP, Ask, RowChoice, line_text
from cuvee.games.viticulture.effects.aging import AgeToken
from cuvee.games.viticulture.effects.draw import draw
from cuvee.games.viticulture.effects.op import REGISTRY, Op, can_line, start
from cuvee.games.viticulture.pieces.boards import ESSENTIAL, OUT
from cuvee.games.viticulture.pieces.ops import (
    AGE_GRAPE,
    AGE_WINE,
    CHOOSE,
    DRAW,
    GAIN,
    GAIN_TEMP_WORKER,
    LIRA,
    NONE,
    PLAYERS,
    RETRIEVE,
    TAKE_FIRST_PLAYER_TOKEN,
    Node,
)
from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.play import Step
from cuvee.kernel.text import _


def rows_without_rooster(state: Winery) -> list[int]:
    """List the rows that hold no rooster in any column (VISITORS §4.22)."""
    this_year = state.board.number == ESSENTIAL  # there, all rows are chosen again in spring (§14.1)
    taken = [vineyard.row if this_year or vineyard.column < OUT else vineyard.next_row for vineyard in state.players]
    return [row for row in range(1, 8) if row not in taken and not (state.solo and row == 7)]


@final
class MoveRooster(Op):
    """Move the rooster to an empty row and gain its benefit (Organizer, VISITORS §4.22)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(rows_without_rooster(state))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(OrganizerRow(seat))


@final
class OrganizerRow(RowChoice):
    """The new row (VISITORS §4.22)."""

    kind = "organizer_row"
    section = "11.4"

    def options(self, state: Winery, seat: int) -> list[int]:
        return rows_without_rooster(state) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        state.players[seat].row = option
        state.tell("rooster", seat, option)
        offer_benefit(state, seat, option, state.season)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Move your rooster to which row?")


def offer_benefit(state: Winery, seat: int, row: int, season: int) -> None:
    """Gain what a cell of the chart gives; anything but lira, the worker and the token may be declined (§5.9)."""
    line = state.board.cells[row][season]
    if line == NONE:
        return
    node = state.pieces.lines[line].nodes[0]
    op = REGISTRY[node.op]
    if not op.affects(state, seat, node):
        return
    if node.op == DRAW:
        draw(state, seat, node.deck, node.n, True)
    elif node.op in (AGE_WINE, AGE_GRAPE) and not node.all:
        state.push(AgeToken(seat, node.op == AGE_WINE, node.times, 0, 1, 0))
    elif node.op in (PLAYERS, RETRIEVE, GAIN_TEMP_WORKER, TAKE_FIRST_PLAYER_TOKEN) or (node.op == GAIN and node.what == LIRA):
        op.run(state, seat, node)
    else:
        state.push(WakeBenefit(seat, line))


@final
class WakeBenefit(Ask):
    """Take a benefit of the chart, or decline it (§5.9)."""

    kind = "wake_benefit"
    section = "5.9"

    def __init__(self, seat: int, line: int) -> None:
        super().__init__(seat)
        self.line = line

    def options(self, state: Winery, seat: int) -> list[int]:
        node = state.pieces.lines[self.line].nodes[0]
        if node.op != CHOOSE:
            return [0, STOP]
        return [*[at for at in range(len(node.choices)) if can_line(state, seat, node.choices[at].line)], STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            state.tell("declines_benefit", seat)
            return
        node = state.pieces.lines[self.line].nodes[0]
        start(state, seat, node.choices[option].line if node.op == CHOOSE else self.line)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Your row offers: {what}", what=line_text(state, self.line))

    def stop_text(self) -> str:
        return _("Decline")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return "take" if len(state.pieces.lines[self.line].nodes[0].choices) == 0 else f"option {option + 1}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        node = state.pieces.lines[self.line].nodes[0]
        return _(node.choices[option].label) if node.op == CHOOSE else _("Take it")

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"row:{state.players[seat].row}"] if state.players[seat].row else []


@final
class TakeFirstPlayerToken(Op):
    """Take the first-player token, if it is still there (§5.9)."""

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return state.starter == NONE

    def run(self, state: Winery, seat: int, node: Node) -> None:
        if state.starter == NONE:
            state.starter = seat
            state.tell("starter", seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnEnd(Step[Winery]):
    """The end of a turn, as much of it as Organizer needs to know; the flow decides what happens then."""

    def __init__(self, seat: int, passing: bool) -> None:
        self.seat = seat
        self.passing = passing

    def with_pass(self) -> "TurnEnd":
        """Return the same end with a pass."""
        raise AssertionError(self.kind)


@final
class PassSeason(Op):
    """Pass to the next season at the end of this turn (VISITORS §4.23)."""

    def run(self, state: Winery, seat: int, node: Node) -> None:
        for at in range(len(state.agenda) - 1, -1, -1):
            frame = state.agenda[at]
            if isinstance(frame, TurnEnd) and frame.seat == seat:
                state.agenda[at] = frame.with_pass()
                return
