"""Wine Cellar by Andrew Stiles: 18 cards, one or two players, a quarter of an hour."""

from cuvee.games.box import Box
from cuvee.kernel.game import Options, Setting
from cuvee.kernel.text import noted


class WineCellar(Box):
    """The box of Wine Cellar."""

    name = "wine_cellar"
    title = "Wine Cellar"
    designer = "Andrew Stiles"
    blurb = noted("Bid a bottle to win a bottle; store it on top or at the bottom, and let it age into place.")
    minutes = "15"
    version = "1"
    numbered = ("cards.toml", "card", "bid")
    earlier_digests = {"bb1c788bad745b79": "9e00262803b0d9df"}
    seats = (1, 2)
    streams = ("deck",)
    solo = noted("Against the A.I.'s shuffled hand, for a rank from Still fermenting to Master Sommelier")
    settings = (
        Setting(
            "advanced_swap",
            (False, True),
            noted("After the last trick each player may swap their bonus card with one bottle in their own cellar (§9)"),
            seats=(2,),
        ),
    )

    def longest(self, seats: int, options: Options) -> int:
        """Return at most 7 bids, 8 picks, 7 placements and a swap for each seat (§12.3)."""
        return 23 * seats


GAME = WineCellar()
