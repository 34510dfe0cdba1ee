"""The spaces of a landscape and which of them touch (§7.5, §7.6)."""

from typing import Final, final

from cuvee.games.ora_et_labora.pieces.landscapes import MOUNTAIN, PLOT, Sheet
from cuvee.kernel.play import Record

COLUMNS: Final = 9
FIRST_COLUMN: Final = -2
ROW_ZERO: Final = 40
"""Rows reach from about -26 to 27 if one player buys every tile upwards or downwards."""
POSITIONS: Final = 2 * ROW_ZERO * COLUMNS
NOWHERE: Final = -1


def position(x: int, y: int) -> int:
    """Return the number of a space; it means the same space in every landscape and every decision."""
    return (y + ROW_ZERO) * COLUMNS + x - FIRST_COLUMN


def column(place: int) -> int:
    """Return the x of a position."""
    return place % COLUMNS + FIRST_COLUMN


def row(place: int) -> int:
    """Return the y of a position."""
    return place // COLUMNS - ROW_ZERO


@final
class Ground(Record):
    """The spaces of one landscape and which touch each other. Never changes: buying land makes a new one (§7.5, §7.6)."""

    def __init__(self, places: list[int], terrain: list[int], top: int, bottom: int, plots: list[list[int]]) -> None:
        self.places = places
        self.terrain = terrain
        self.top = top
        """The topmost row of heartland and districts."""
        self.bottom = bottom
        self.plots = plots
        """The upper rows of the plots, by side of the plot (coast, mountain)."""
        self.at = {place: index for index, place in enumerate(places)}
        self.near = [self._neighbours(index) for index in range(len(places))]

    def _neighbours(self, index: int) -> list[int]:
        x, y = column(self.places[index]), row(self.places[index])
        if self.terrain[index] == MOUNTAIN:
            around = [(x - 1, y), (x - 1, y + 1)]
        else:
            around = [(x, y - 1), (x - 1, y), (x, y + 1)]
            right = self.at.get(position(x + 1, y), NOWHERE)
            above = self.at.get(position(x + 1, y - 1), NOWHERE)
            if right == NOWHERE and above != NOWHERE and self.terrain[above] == MOUNTAIN:
                around.append((x + 1, y - 1))  # the lower half of the mountain on the same plot (§7.6)
            else:
                around.append((x + 1, y))
        found: list[int] = []
        for beside, level in around:
            if FIRST_COLUMN <= beside < FIRST_COLUMN + COLUMNS:
                other = self.at.get(position(beside, level), NOWHERE)
                if other != NOWHERE:
                    found.append(other)
        return found

    def with_sheet(self, sheet: Sheet, y: int, pile: int, side: int) -> "Ground":
        """Return this landscape with a district or plot added, its upper row at y."""
        places = self.places + [position(sheet.xs[i], sheet.ys[i] + y) for i in range(len(sheet.xs))]
        plots = [rows[:] for rows in self.plots]
        if pile == PLOT:
            plots[side].append(y)
            return Ground(places, self.terrain + sheet.terrain, self.top, self.bottom, plots)
        return Ground(places, self.terrain + sheet.terrain, min(self.top, y), max(self.bottom, y), plots)

    def district_rows(self) -> list[int]:
        """Return the two rows where a district may go (§7.5, R7)."""
        return [self.top - 1, self.bottom + 1]

    def plot_rows(self, side: int) -> list[int]:
        """Return the upper rows where a plot may go on its side (§7.5)."""
        used: list[int] = []
        for y in self.plots[side]:
            used += [y, y + 1]
        lowest, highest = min([self.top, *used]) - 2, max([self.bottom, *used]) + 1
        found: list[int] = []
        for y in range(lowest, highest + 1):
            if y in used or y + 1 in used:
                continue
            touches_block = self.top <= y <= self.bottom or self.top <= y + 1 <= self.bottom
            if touches_block or y - 1 in used or y + 2 in used:
                found.append(y)
        return found
