"""The choices of the set-up: the first region and the first tile (§5)."""

from typing import final

from cuvee.games.vinhos.decisions.buying import open_estate
from cuvee.games.vinhos.decisions.common import Ask, AskRegion, carry_out, region_named
from cuvee.games.vinhos.decisions.magnates import display_name, take_display_tile
from cuvee.games.vinhos.pieces.vocabulary import COLORS
from cuvee.games.vinhos.state.codes import NONE, WINE
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.text import _


@final
class FirstRegion(AskRegion):
    """Each player opens a first estate in a region of their choice (§5.8)."""

    kind = "first_region"
    section = "5.8"

    def options(self, state: Table, seat: int) -> list[int]:
        return [region for region in range(len(state.stacks)) if state.stacks[region]]

    def apply(self, state: Table, seat: int, option: int) -> None:
        tile = state.take_vineyard(option)
        if state.setup.reserve:  # the first vineyard is not free there (§16.1)
            state.money[seat] -= state.setup.pieces.vineyards[tile].cost
        estate = open_estate(state, seat, tile)
        state.tell("opens", seat, tile, estate)
        state.place_cube(option)
        state.land[state.at(seat, estate) + WINE] = state.setup.pieces.farm.first_wine
        carry_out(state, seat, state.setup.region_bonus[option], estate)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Choose the region of your first vineyard")

    def label(self, state: Table, seat: int, option: int) -> str:
        region, tile = state.setup.pieces.regions[option], state.setup.pieces.vineyards[state.stacks[option][0]]
        return _("{region}, {color}: {bonus}", region=region.name, color=_(COLORS[tile.color]), bonus=_(region.text))

    def why_not(self, state: Table, seat: int, what: str) -> str:
        region = region_named(state, what)
        if region != NONE and not state.in_play[region]:
            return _("{region} is not in play (§5.3)", region=state.setup.pieces.regions[region].name)
        return _("Choose a region in play that has a vineyard left")


@final
class FirstTile(Ask):
    """Each player takes an Action tile from the display, the last in order first (§5.9)."""

    kind = "first_tile"
    section = "5.9"

    def options(self, state: Table, seat: int) -> list[int]:
        return [cell for cell in range(len(state.display)) if state.display[cell] != NONE]

    def apply(self, state: Table, seat: int, option: int) -> None:
        take_display_tile(state, seat, option)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Take a Magnate Action tile")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return f"cell {option}"

    def label(self, state: Table, seat: int, option: int) -> str:
        return display_name(state, state.display[option])

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [f"cell:{option}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Choose a cell of the display that holds a tile")
