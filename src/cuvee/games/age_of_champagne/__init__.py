"""Age of Champagne by Cyrille Lefranc, Christophe Pouey and Franck Rubarbe: ten seasons of a Champagne house."""

from collections.abc import Mapping

from cuvee.games.box import Box
from cuvee.kernel.errors import BadOption
from cuvee.kernel.game import Options, Setting, Value
from cuvee.kernel.text import _, noted

LEVELS = ("jeroboam", "mathusalem", "balthazar", "nabuchodonosor")
BOTTLES = ("Jéroboam", "Mathusalem", "Balthazar", "Nabuchodonosor")
"""The names of the levels."""
MERCHANT = noted("The Wine Merchant takes part, at one of four levels (§10)")
MOST_ROUNDS = 16
"""No corrected table may have more rounds, a cellar larger than 16 or a press above 36 (see pieces/vocabulary.py)."""


class AgeOfChampagne(Box):
    """The box of Age of Champagne."""

    name = "age_of_champagne"
    title = "Age of Champagne"
    designer = "Cyrille Lefranc, Christophe Pouey and Franck Rubarbe"
    blurb = noted("Buy vineyards, press and blend their wines, promote your cuvées and ship them to the markets of the world.")
    minutes = "60–120"
    version = "1"
    earlier_digests = {"a9c4f841c7234959": "c33d8467657a3846"}
    opponents = (noted("the Wine Merchant"), noted("Merchant"), "Wine Merchant", *BOTTLES)
    seats = (1, 2, 3, 4)
    streams = ("vineyards", "markets", "tokens", "cards", "merchant")
    solo = noted("Against the Wine Merchant, from Jéroboam to Nabuchodonosor")
    settings = (
        Setting("board_side", ("standard", "simplified"), noted("The simplified side is the First Game variant (§11.1)")),
        Setting("wine_merchant", LEVELS, MERCHANT, seats=(1,)),
        Setting("wine_merchant", ("none", *LEVELS), MERCHANT, seats=(2, 3, 4)),
        Setting(
            "merchant_control",
            ("automatic", "person"),
            noted("A person who is not playing takes the last seat and chooses the Merchant's orders and tokens (§10.9)"),
            seats=(2, 3, 4),
        ),
        Setting(
            "trade_partnership",
            (False, True),
            noted("You may ask another player for a missing cuvée (§11.2)"),
            seats=(2, 3, 4),
        ),
        Setting(
            "high_tension", (False, True), noted("Three discs block spots and move on every round (§11.3)"), seats=(1, 2, 3)
        ),
    )

    def read_options(self, seats: int, given: Mapping[str, Value]) -> Options:
        """Check the options one by one, then check that they go together (§1.3)."""
        options = super().read_options(seats, given)
        merchant, person = options["wine_merchant"] != "none", options.get("merchant_control") == "person"
        participants = seats + (1 if merchant and not person else 0)
        if person and not merchant:
            raise BadOption(_("A person can play the Wine Merchant only if the Merchant takes part: set wine_merchant (§10.9)"))
        if participants > 4:
            raise BadOption(_("The Wine Merchant cannot be a fifth participant (§1.3)"))
        advanced = options.get("trade_partnership", False) or options.get("high_tension", False)
        if advanced and options["board_side"] == "simplified":
            raise BadOption(_("The advanced variants need the standard side (§1.3)"))
        if options.get("trade_partnership", False) and seats - person < 2:
            raise BadOption(_("A trade partnership needs two players (§1.3)"))
        if options.get("high_tension", False) and participants > 3:
            raise BadOption(_("High Tension is for 2 or 3 participants, the Wine Merchant included (§1.3)"))
        return options

    def modes(self) -> list[tuple[int, Options]]:
        """List every number of players, each variant, and the Merchant at every level in one line-up or another."""
        chosen: list[tuple[int, dict[str, Value]]] = [
            (1, {}),
            (1, {"wine_merchant": "nabuchodonosor", "high_tension": True}),
            (1, {"board_side": "simplified", "wine_merchant": "mathusalem"}),
            (2, {}),
            (2, {"trade_partnership": True, "high_tension": True}),
            (2, {"wine_merchant": "balthazar", "trade_partnership": True}),
            (2, {"wine_merchant": "balthazar", "merchant_control": "person"}),
            (3, {}),
            (3, {"board_side": "simplified"}),
            (3, {"wine_merchant": "mathusalem"}),
            (4, {}),
            (4, {"trade_partnership": True}),
            (4, {"wine_merchant": "nabuchodonosor", "merchant_control": "person"}),
        ]
        return [(seats, self.read_options(seats, given)) for seats, given in chosen]

    def longest(self, seats: int, options: Options) -> int:
        """Return a bound on the decisions of a game (§1.4, §13).

        Per player and round: 4 markers and a reservation placed, 4 reservation windows, 6 choices between markers, 4 vineyards,
        4 questions about Marketing, 17 blends (a cellar holds 16 at most), 4 about the harvest, 2 about the event, 8 land
        tokens: below 60. An exchange uses up a still wine for good, and a harvest brings 36 at most. Shipping: 4 markers a
        round; each asks for at most 2 orders, 2 tokens and 2 land tokens, a stop, and 8 orders put to 3 others with two more
        questions each: below 60.
        """
        return MOST_ROUNDS * (seats * (60 + 36) + 4 * 60) + 6 * seats


GAME = AgeOfChampagne()
