"""How the state keeps estates, supplies, tiles and marks as numbers."""

from typing import Final

NONE: Final = -1
"""No region, no owner, no tile."""

REGION: Final = 0
COLOR: Final = 1
VINES: Final = 2
FARMERS: Final = 3
PRESSES: Final = 4
"""The wineries of an estate."""
ENOLOGISTS: Final = 5
CELLAR: Final = 6
WINE: Final = 7
"""The first storage slot; the others follow. A number is a quality, 0 an empty slot."""

SUPPLY_WINERIES: Final = 0
SUPPLY_CELLARS: Final = 1
SUPPLY_ENOLOGISTS: Final = 2
SUPPLY_FARMERS: Final = 3

UP: Final = 0
DOWN: Final = 1
"""Owned tiles are kept as 2 * owner + UP or DOWN; Multiplier tiles as 2 * owner, + 1 if a barrel lies on them."""

UNMARKED: Final = 0
MARKED: Final = 1
BARREL_GONE: Final = 2
"""A multiplier option of the Reserve: MARKED by Fair tile and barrel; BARREL_GONE if only the Fair tile is left (§16.12)."""
