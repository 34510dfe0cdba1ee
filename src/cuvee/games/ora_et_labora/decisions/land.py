"""Buying districts and plots, and placing them (§7.4, §7.5)."""

from typing import final

from cuvee.games.ora_et_labora.decisions.common import SPAN, WordChoice, choice_id
from cuvee.games.ora_et_labora.pieces.goods import COIN
from cuvee.games.ora_et_labora.pieces.landscapes import DISTRICT, FOREST, MOOR, PLOT, TERRAINS, Sheet
from cuvee.games.ora_et_labora.state.landscapes import ROW_ZERO
from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _


@final
class LandscapePile(WordChoice):
    """Buy the top tile of which pile? (§7.4)"""

    kind = "landscape_pile"
    section = "7.4"

    def options(self, state: Estates, seat: int) -> list[int]:
        money = state.goods[seat][COIN]
        return [pile for pile in (DISTRICT, PLOT) if 0 <= state.pile_price(pile) <= money]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        price = state.pile_price(option)
        state.tell("buys land", seat, option, price)
        state.give(seat, COIN, price)
        state.push(LandscapeSide(seat, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which landscape do you buy?")

    def words(self) -> tuple[str, ...]:
        return ("district", "plot")

    def label(self, state: Estates, seat: int, option: int) -> str:
        price = state.pile_price(option)
        if option == DISTRICT:
            return _("A district for {price} coins", price=price)
        return _("A plot for {price} coins", price=price)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [f"pile:{self.words()[option]}"]

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        return _("Only the top tile of a pile can be bought, and only for its full price")


def can_buy_land(state: Estates, seat: int) -> bool:
    """Tell whether a seat can pay for a top tile."""
    return 0 <= state.cheapest_land() <= state.goods[seat][COIN]


def may_reach_land(state: Estates, seat: int) -> bool:
    """Tell whether a seat could pay for a top tile after selling all its wine or whiskey (R52)."""
    goods, setup = state.goods[seat], state.setup
    return 0 <= state.cheapest_land() <= goods[COIN] + goods[setup.present] * setup.present_coins


def sheets(state: Estates, pile: int) -> list[Sheet]:
    """Return the two sides of the tiles of a pile."""
    return state.setup.pieces.district_sides if pile == DISTRICT else state.setup.pieces.plot_sides


@final
class LandscapeSide(Decision[Estates]):
    """Which side of the tile is up? (§7.5)"""

    kind = "landscape_side"
    section = "7.5"
    span = SPAN

    def __init__(self, seat: int, pile: int) -> None:
        super().__init__(seat)
        self.pile = pile

    def options(self, state: Estates, seat: int) -> list[int]:
        return list(range(len(sheets(state, self.pile))))

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.push(LandscapeRow(seat, self.pile, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which side of the landscape do you use?")

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return sheets(state, self.pile)[option].id

    def label(self, state: Estates, seat: int, option: int) -> str:
        sheet = sheets(state, self.pile)[option]
        spaces = []
        for at in range(len(sheet.terrain)):
            card = sheet.cards[at]
            word = "forest" if card == FOREST else "moor" if card == MOOR else TERRAINS[sheet.terrain[at]]
            spaces.append(_(word))
        return ", ".join(spaces)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(option)]


@final
class LandscapeRow(Decision[Estates]):
    """In which row is the tile placed? (§7.5)"""

    kind = "landscape_row"
    section = "7.5"
    span = SPAN

    def __init__(self, seat: int, pile: int, sheet: int) -> None:
        super().__init__(seat)
        self.pile = pile
        self.sheet = sheet

    def options(self, state: Estates, seat: int) -> list[int]:
        ground = state.grounds[seat]
        rows = ground.district_rows() if self.pile == DISTRICT else ground.plot_rows(self.sheet)
        return [y + ROW_ZERO for y in rows]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        sheet = sheets(state, self.pile)[self.sheet]
        state.grounds[seat] = state.grounds[seat].with_sheet(sheet, option - ROW_ZERO, self.pile, self.sheet)
        state.cards[seat] = state.cards[seat] + sheet.cards
        state.taken[self.pile] += 1
        state.tell("places land", seat, self.pile, self.sheet, option - ROW_ZERO)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("In which row do you place the landscape?")

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return f"row {option - ROW_ZERO}"

    def label(self, state: Estates, seat: int, option: int) -> str:
        return _("Row {y}", y=option - ROW_ZERO)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [f"slot:{seat}:{option - ROW_ZERO}"]

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        if self.pile == DISTRICT:
            return _("A district goes directly above or below heartland and districts, and “{what}” is neither", what=what)
        return _(
            "Coast plots go on the left, mountain plots on the right, in free rows touching your land; “{what}” does not fit",
            what=what,
        )
