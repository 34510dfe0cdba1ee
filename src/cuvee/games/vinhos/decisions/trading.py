"""Selling and exporting wines (§8.7, §8.8)."""

from typing import final

from cuvee.games.vinhos.decisions.common import STOP, Ask, AskWine, wine_name, wine_target, words_of
from cuvee.games.vinhos.pieces.vocabulary import ACTIONS, EXPORT, SALES
from cuvee.games.vinhos.state.codes import NONE
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.text import _


@final
class TradeWine(AskWine):
    """Choose a wine to sell or export (§8.7, §8.8); `left` counts down if §19 limits trades; 0 means no limit."""

    kind = "trade_wine"

    def __init__(self, seat: int, area: int, optional: bool, left: int) -> None:
        super().__init__(seat)
        self.area = area
        self.optional = optional
        self.left = left

    @property
    def section(self) -> str:  # type: ignore[override]
        return "8.7" if self.area == SALES else "8.8"

    def options(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        if state.barrels[seat] > 0:
            least = state.least_open(self.area)
            found = [wine for wine in state.wines(seat) if state.best_value(seat, wine) >= least]
        if self.optional:
            found.append(STOP)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option != STOP:
            state.push(TradeSlot(seat, self.area, option, self.left))

    def prompt(self, state: Table, seat: int) -> str:
        return _("Choose a wine to sell") if self.area == SALES else _("Choose a wine to export")

    def why_not(self, state: Table, seat: int, what: str) -> str:
        if state.barrels[seat] == 0:
            return _("You have no barrel in your supply to put on a slot")
        return _("Choose one of your wines whose value, with cubes, reaches an empty slot")


@final
class TradeSlot(Ask):
    """Choose the slot; the smallest sufficient number of cubes follows from it (§8.11)."""

    kind = "trade_slot"
    section = "8.11"

    def __init__(self, seat: int, area: int, wine: int, left: int) -> None:
        super().__init__(seat)
        self.area = area
        self.wine = wine
        self.left = left

    def about(self, state: Table, seat: int) -> str:
        return wine_target(state, seat, self.wine)

    def options(self, state: Table, seat: int) -> list[int]:
        best, owners, slots = state.best_value(seat, self.wine), state.owners(self.area), state.setup.slots(self.area)
        return [slot.number for slot in slots if slot.min_value <= best and owners[slot.number] == NONE]

    def apply(self, state: Table, seat: int, option: int) -> None:
        pieces = state.setup.pieces
        slot = pieces.sales[option] if self.area == SALES else pieces.export[option]
        region = state.land[state.at(seat, self.wine // state.setup.width)]
        cubes = state.cubes_needed(seat, self.wine, slot.min_value)
        state.cubes[region] -= cubes
        state.owners(self.area)[option] = seat
        state.barrels[seat] -= 1
        state.land[state.wine_at(seat, self.wine)] = 0
        state.tell("sells" if self.area == SALES else "exports", seat, option, cubes)
        if self.area == EXPORT:
            state.trade_vp[seat] += slot.pays
        elif state.setup.reserve:  # sales income goes to the account (§16.2)
            state.account[seat] += slot.pays
        else:
            state.money[seat] += slot.pays
        if self.left != 1:
            state.push(TradeWine(seat, self.area, True, max(0, self.left - 1)))

    def prompt(self, state: Table, seat: int) -> str:
        return _("Choose a slot for {wine}", wine=wine_name(state, seat, self.wine))

    def notation(self, state: Table, seat: int, option: int) -> str:
        pieces = state.setup.pieces
        return pieces.sales[option].id if self.area == SALES else pieces.export[option].id

    def label(self, state: Table, seat: int, option: int) -> str:
        pieces = state.setup.pieces
        slot = pieces.sales[option] if self.area == SALES else pieces.export[option]
        cubes = state.cubes_needed(seat, self.wine, slot.min_value)
        if self.area == SALES:
            return _("{slot}: {pays} Bagos, {cubes} cubes", slot=slot.name, pays=slot.pays, cubes=cubes)
        return _("{slot}: {pays} VP, {cubes} cubes", slot=slot.name, pays=slot.pays, cubes=cubes)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [f"{ACTIONS[self.area]}:{self.notation(state, seat, option)}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        words = words_of(what)
        if "cubes" in words:
            return _("No more cubes than needed are removed: the slot decides how many (§8.6)")
        best, pieces = state.best_value(seat, self.wine), state.setup.pieces
        for slot in pieces.sales if self.area == SALES else pieces.export:
            if slot.id in words:
                if state.owners(self.area)[slot.number] != NONE:
                    return _("The slot is taken (§8.7)")
                if slot.min_value > best:
                    return _("The slot asks for {value}, but the wine reaches only {best}", value=slot.min_value, best=best)
                return _("The slot is outside the two-player frame (§8.8)")
        return _("Choose an empty slot within reach of the wine")
