"""Maintenance: a barrel back from the Sales Area (§6.4)."""

from typing import final

from cuvee.games.vinhos.decisions.common import Ask
from cuvee.games.vinhos.state.codes import NONE
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.text import _


@final
class MaintenanceBarrel(Ask):
    """Take exactly one barrel back from the Sales Area (§6.4)."""

    kind = "maintenance_barrel"
    section = "6.4"

    def options(self, state: Table, seat: int) -> list[int]:
        return [slot for slot in range(len(state.sales)) if state.sales[slot] == seat]

    def apply(self, state: Table, seat: int, option: int) -> None:
        state.sales[option] = NONE
        state.barrels[seat] += 1
        state.tell("maintains", seat, option)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Take one barrel back from the Sales Area")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return state.setup.pieces.sales[option].id

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("From {slot}", slot=state.setup.pieces.sales[option].name)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [f"sales:{state.setup.pieces.sales[option].id}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Choose a slot of the Sales Area that holds one of your barrels")
