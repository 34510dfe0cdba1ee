"""The end of a turn, and passing into the next season with its wake-up benefit (§5.8, §5.9)."""

from typing import final

from cuvee.games.viticulture.decisions.common import NO, STOP, YES, Ask
from cuvee.games.viticulture.effects.draw import draw
from cuvee.games.viticulture.effects.triggers import fire
from cuvee.games.viticulture.effects.wakeup import TurnEnd, offer_benefit
from cuvee.games.viticulture.flow.year_end import pass_out
from cuvee.games.viticulture.pieces.boards import ESSENTIAL, OUT, SUMMER, WINTER
from cuvee.games.viticulture.pieces.cards import SUMMER_VISITOR, WINTER_VISITOR
from cuvee.games.viticulture.pieces.ops import DRAW, NONE
from cuvee.games.viticulture.pieces.structures import LEFT_SUMMER
from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.play import Step
from cuvee.kernel.text import _


@final
class FallVisitors(Step[Winery]):
    """On the Essential board everybody draws a visitor in fall, or two with the cottage (§14.1)."""

    kind = "fall_visitors"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Winery) -> None:
        state.push(FallChoice(self.seat, 2 if state.players[self.seat].built & state.pieces.cottage_mask else 1))


@final
class FallChoice(Ask):
    """How many of the visitors drawn are summer visitors, chosen before any card is seen (§14.1)."""

    kind = "fall_visitor"
    section = "14.1"

    def __init__(self, seat: int, n: int) -> None:
        super().__init__(seat)
        self.n = n

    def key(self) -> tuple[object, ...]:
        """The first word must stay as it is: the digests of old journals depend on it."""
        return ("fall_choice", self.seat, self.n)

    def options(self, state: Winery, seat: int) -> list[int]:
        summer, winter = state.can_draw(SUMMER_VISITOR), state.can_draw(WINTER_VISITOR)
        return [n for n in range(self.n + 1) if (n == 0 or summer) and (n == self.n or winter)] or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        if option:
            draw(state, seat, SUMMER_VISITOR, option, False)
        if option < self.n:
            draw(state, seat, WINTER_VISITOR, self.n - option, False)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Fall: which visitors do you draw?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return " ".join(["summer"] * option + ["winter"] * (self.n - option))

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{summer} summer and {winter} winter visitors", summer=option, winter=self.n - option)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return ["deck:summer"] if option == self.n else ["deck:winter"] if option == 0 else ["deck:summer", "deck:winter"]


@final
class EndTurn(TurnEnd):
    """The end of a turn; a player who passes does so now (§5.8, VISITORS §4.23)."""

    kind = "end_turn"

    def with_pass(self) -> TurnEnd:
        return EndTurn(self.seat, True)

    def run(self, state: Winery) -> None:
        if not self.passing:
            return
        state.tell("passes", self.seat)
        if state.board.number == ESSENTIAL:
            state.players[self.seat].column = OUT
        elif state.season == WINTER:
            pass_out(state, self.seat)
        else:
            state.push(MoveOn(self.seat))
            if state.season == SUMMER:
                fire(state, self.seat, LEFT_SUMMER)


@final
class MoveOn(Step[Winery]):
    """The rooster moves to the next season and its row gives a benefit; the cottage gives a visitor in fall (§5.8)."""

    kind = "move_on"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Winery) -> None:
        vineyard = state.players[self.seat]
        vineyard.column = state.season + 1
        season = vineyard.column
        extra = [
            structure
            for structure in state.pieces.structures
            if structure.pass_season == season and vineyard.built >> structure.number & 1
        ]
        if not extra:
            offer_benefit(state, self.seat, vineyard.row, season)
            return
        if benefit_asks(state, vineyard.row, season):
            state.push(BenefitOrder(self.seat))
            return
        pay_out(state, self.seat, False)


def benefit_asks(state: Winery, row: int, season: int) -> bool:
    """Tell whether a cell involves a choice, so that its order with the cottage matters (§5.8)."""
    line = state.board.cells[row][season]
    return line != NONE and not state.pieces.lines[line].lira_only


def pay_out(state: Winery, seat: int, cottage_first: bool) -> None:
    """Gain the benefits of the cell and the cottage, in one order or the other (§5.8)."""
    vineyard = state.players[seat]
    season = vineyard.column
    lines = [
        structure.pass_line
        for structure in state.pieces.structures
        if structure.pass_season == season and vineyard.built >> structure.number & 1
    ]
    if cottage_first:
        state.push(OfferBenefit(seat))
    for line in lines:
        node = state.pieces.lines[line].nodes[0]
        if node.op == DRAW:
            draw(state, seat, node.deck, node.n, True)
    if not cottage_first:
        state.push(OfferBenefit(seat))


@final
class OfferBenefit(Step[Winery]):
    """Gain the benefit of the cell of the seat's row (§5.9)."""

    kind = "offer_benefit"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Winery) -> None:
        vineyard = state.players[self.seat]
        offer_benefit(state, self.seat, vineyard.row, vineyard.column)


@final
class BenefitOrder(Ask):
    """Whether the cell or the cottage comes first (§5.8)."""

    kind = "wake_benefit"
    section = "5.8"

    def options(self, state: Winery, seat: int) -> list[int]:
        return [NO, YES]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        pay_out(state, seat, option == YES)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Your row or your cottage first?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return "cottage" if option == YES else "row"

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("The cottage first") if option == YES else _("The row first")
