"""Magnate tiles of the display: their names, and giving a wine for one after a fair (§12.4)."""

from typing import final

from cuvee.games.vinhos.decisions.common import PASS, Ask, AskWine, choice, words_of
from cuvee.games.vinhos.pieces.vocabulary import MOST
from cuvee.games.vinhos.state.codes import NONE, UP
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.text import _


def display_name(state: Table, code: int) -> str:
    """Name a tile of the display."""
    if code >= MOST:
        return _("Multiplier: {text}", text=_(state.setup.pieces.multipliers[code - MOST].text))
    return _("Action tile: {name}", name=_(state.setup.pieces.action_tiles[code].name))


def take_display_tile(state: Table, seat: int, cell: int) -> None:
    """Take a tile from the display: an Action tile face-up, a Multiplier tile with a barrel on it (§12.4)."""
    code = state.display[cell]
    state.display[cell] = NONE
    state.tell("tile", seat, code)
    if code >= MOST:
        state.multipliers[code - MOST] = 2 * seat + 1
        state.barrels[seat] -= 1
    else:
        state.tiles[code] = 2 * seat + UP


@final
class BuyTile(Ask):
    """Discard a wine for a tile of the display, or decline (§12.4)."""

    kind = "buy_tile"
    section = "12.4"

    def options(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        if state.has_wine(seat):
            for cell in range(len(state.display)):
                code = state.display[cell]
                if code == NONE or (code >= MOST and state.barrels[seat] == 0):
                    continue
                if not state.owns_type(seat, code):
                    found.append(cell)
        found.append(PASS)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option != PASS:
            state.push(BuyWine(seat, option))

    def prompt(self, state: Table, seat: int) -> str:
        return _("Give a wine for a Magnate tile?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "decline" if option == PASS else f"cell {option}"

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("Buy nothing") if option == PASS else display_name(state, state.display[option])

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice("decline")] if option == PASS else [f"cell:{option}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        words = words_of(what)
        for cell in range(len(state.display)):
            if words == ["cell", str(cell)]:
                code = state.display[cell]
                if code == NONE:
                    return _("There is no tile there")
                if state.owns_type(seat, code):
                    return _("You already have this type (§11.3)")
                return _("A Multiplier tile needs a barrel from your supply")
        return _("Choose a tile of the display, or decline")


@final
class BuyWine(AskWine):
    """Choose the wine to give for a Magnate tile (§12.4)."""

    kind = "buy_wine"
    section = "12.4"

    def __init__(self, seat: int, cell: int) -> None:
        super().__init__(seat)
        self.cell = cell

    def about(self, state: Table, seat: int) -> str:
        return f"cell:{self.cell}"

    def options(self, state: Table, seat: int) -> list[int]:
        return state.wines(seat)

    def apply(self, state: Table, seat: int, option: int) -> None:
        state.land[state.wine_at(seat, option)] = 0
        take_display_tile(state, seat, self.cell)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Choose the wine to give")

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Choose one of your own wines")
