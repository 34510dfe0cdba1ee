"""The words of the tables and the numbers they have in the engine, action spots, and bounds."""

from typing import Final

NOBODY: Final = -1
NOTHING: Final = -1

GRAPES: Final = 3
REGIONS: Final = 5
ANYWHERE: Final = 5
"""The region of a Coteaux Vitryats card until its owner places it."""
SECTORS: Final = 3
INTERNATIONAL: Final = 2
SECTOR_IDS: Final = ("france", "europe", "international")

BOAT: Final = 2
PLANE: Final = 3
TRANSPORT_IDS: Final = ("courier", "truck", "boat", "plane")

# Action spots: one number for each place where a marker can stand.
VINEYARD: Final = 0
PRESS: Final = 1
WINERY: Final = 2
PROMOTE: Final = 3
AGE: Final = 4
SHIPPING: Final = 5
DRAW: Final = 6
COUNCIL: Final = 7
ZONES: Final = 8
ZONE_IDS: Final = ("vineyard", "press", "winery", "promote", "marketing", "shipping", "draw", "council")
FIRST: Final = [0, 4, 8, 12, 14, 16, 20, 24]
"""The first spot of each zone; the n+1 spots of Marketing Strategy (PROMOTE) are resolved before its n spots (AGE, §5.4)."""
SIZE: Final = [4, 4, 4, 2, 2, 4, 4, 3]
SPOTS: Final = 27

# The lines of the final scoring.
LINE_IDS: Final = ("diversification", "major_vineyard", "still_wines", "cuvees", "eco", "cold_tokens")
DIVERSIFICATION: Final = 0
MAJOR: Final = 1
STILL_WINES: Final = 2
CUVEES: Final = 3
ECO: Final = 4
COLD: Final = 5

CRITERIA: Final = (
    "most_prestige_including_marketing",
    "best_eco",
    "has_bonus_token",
    "international_then_europe_then_france",
    "active_before_provisional",
)
MOST_PRESTIGE: Final = 0
BEST_ECO: Final = 1
HAS_TOKEN: Final = 2
FARTHEST: Final = 3
ACTIVE_FIRST: Final = 4

TOKEN_KINDS: Final = (
    "prestige",
    "eco",
    "land_ownership",
    "additional_action",
    "market_reservation",
    "change_transport",
    "cold_protection",
)
UNLIMITED: Final = 9999
MOST_ROUNDS: Final = 16
MOST_CELLAR: Final = 16
MOST_PRESS: Final = 36
MOST_CAVE: Final = 5
"""Bounds for corrected tables: a game stays finite, and no question has too many answers (§1.4, §13)."""
