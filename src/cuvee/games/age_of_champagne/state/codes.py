"""The numbers by which the state keeps streams of luck, discs and order slots."""

from typing import Final

VINEYARDS: Final = 0
MARKETS: Final = 1
TOKENS: Final = 2
CARDS: Final = 3
MERCHANT: Final = 4
"""The streams of luck: vineyards, markets, tokens, inheritance and events, the Wine Merchant."""

HOME: Final = -1
"""Where a free disc is when it is neither on a spot nor on a Market card."""
RESERVED: Final = 32
"""A disc on Market card c is at RESERVED + c."""

PROVISIONAL: Final = 3
SLOTS: Final = 6
"""The six visible orders: slots 0 to 2 are Active, 3 to 5 Provisional, each by sector."""
