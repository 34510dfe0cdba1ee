"""The words of the tables that the engine keeps as numbers."""

from typing import Final

COLORS: Final = ("red", "white")
FEATURES: Final = ("taste", "appearance", "aroma", "alcohol")
"""In the order in which Lacerda goes on to the next deck (§17.4)."""

VINEYARDS: Final = 0
WINERIES: Final = 1
STAFF: Final = 2
CELLARS: Final = 3
RELEASE: Final = 4
EXPERTS: Final = 5
SALES: Final = 6
EXPORT: Final = 7
BANK: Final = 8
ACTIONS: Final = ("vineyards", "wineries", "staff", "cellars", "press_release", "wine_experts", "sales", "export", "bank")

BY_COLOR: Final = 0
BY_VALUE: Final = 1
CRITERIA: Final = ("color", "min_value", "regions")

MEASURES: Final = (
    "full_estates",
    "wines",
    "cellars",
    "magnate_tiles",
    "vineyards",
    "wine_experts",
    "magnate_barrels_taken",
    "enologists",
    "wineries",
    "farmers",
    "export_majorities",
    "money_table",
    "regions_with_estate",
    "export_barrels",
)
FULL_ESTATES: Final = 0
WINES: Final = 1
CELLAR_COUNT: Final = 2
MAGNATE_TILES: Final = 3
VINEYARD_COUNT: Final = 4
EXPERT_COUNT: Final = 5
BARRELS_TAKEN: Final = 6
ENOLOGIST_COUNT: Final = 7
WINERY_COUNT: Final = 8
FARMER_COUNT: Final = 9
MAJORITIES: Final = 10
MONEY_TABLE: Final = 11
REGION_COUNT: Final = 12
EXPORT_COUNT: Final = 13

BARREL_PLACES: Final = ("sales", "export", "multiplier", "magnate", "multiplier_option")
TIMINGS: Final = ("before", "before_or_after")
DIFFICULTIES: Final = ("producer", "apprentice", "master")
PLAYER_COUNTS: Final = (2, 3, 4)
MOST: Final = 100
"""The most rows of one kind: more would not fit into the option numbers."""
