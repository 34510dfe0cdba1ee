"""Blind Tasting: sealed offers for bottles, and a guest whose taste only you know; two to four players, ten minutes."""

from cuvee.games.box import Box
from cuvee.kernel.game import Options, Setting


class BlindTasting(Box):
    """The box of Blind Tasting."""

    name = "blind_tasting"
    title = "Blind Tasting"
    designer = "the Cuvée contributors"
    blurb = "Seal an offer, choose your bottle, and please the guest nobody knows you have brought."
    minutes = "10"
    version = "1"
    seats = (2, 3, 4)
    streams = ("bottles", "guests")
    settings = (Setting("guests", (True, False), "Everybody brings a guest in secret (§3.2)"),)

    def longest(self, seats: int, options: Options) -> int:
        """Count an offer and a choice for each seat in each round; even a corrected table has at most twelve rounds."""
        return 2 * seats * 12


GAME = BlindTasting()
