"""The random streams: player order; regions and their stacks; all other tiles; Lacerda's cards (§18.4)."""

from typing import Final

ORDER: Final = 0
REGIONS: Final = 1
TILES: Final = 2
CARDS: Final = 3
