"""Ora et Labora by Uwe Rosenberg: monasteries, their estates and settlements; one to four players, France or Ireland."""

from typing import Final

from cuvee.games.box import Box
from cuvee.kernel.game import Options, Setting
from cuvee.kernel.text import noted

MAIN_ACTIONS: Final = {"solo": 64, "two_standard": 160, "two_long": 240, "three_short": 51, "three_long": 99,
                       "four_short": 64, "four_long": 124}  # fmt: skip
"""Main actions in a game; with two players, up to the stop after round 80 (R26)."""


class OraEtLabora(Box):
    """The box of Ora et Labora."""

    name = "ora_et_labora"
    title = "Ora et Labora"
    designer = "Uwe Rosenberg"
    blurb = noted("Work the land of a monastery, refine its goods, build cloisters and settlements, in France or in Ireland.")
    minutes = "60–180"
    version = "1"
    earlier_digests = {"d86bb75f130b6d90": "d5faf626032f34e6"}
    seats = (1, 2, 3, 4)
    solo = noted("With a neutral player, aiming for 500 points")
    settings = (
        Setting("variant", ("france", "ireland"), noted("Which face of the building cards is used (§1.2)")),
        Setting(
            "length",
            ("standard", "long"),
            noted("The 24-card game with turns of two actions, or the long game (§16, §17)"),
            seats=(2,),
        ),
        Setting("length", ("long", "short"), noted("24 rounds, or the short game of 12 rounds (§15)"), seats=(3, 4)),
    )

    def modes(self) -> list[tuple[int, Options]]:
        """List both variants of all seven modes."""
        found: list[tuple[int, Options]] = []
        for seats in self.seats:
            lengths = [setting.values for setting in self.settings if setting.key == "length" and setting.offered(seats)]
            for variant in ("france", "ireland"):
                if not lengths:
                    found.append((seats, {"variant": variant}))
                found += [(seats, {"variant": variant, "length": length}) for values in lengths for length in values]
        return found

    def longest(self, seats: int, options: Options) -> int:
        """Return a bound: the chains of uses in one action are short, and no single use asks or brings very much (§10.8).

        A chain uses each once-per-action building once, with Palace or Manor only between them: 8 uses per action, and 3
        more for each of the 41 cards that can be built during one. A use asks fewer than 60 questions (13 different goods,
        then choices) and brings at most 40 tiles that can be exchanged one by one. Land, settlement phases and the neutral
        player's cards also stay below 1,000 questions per action.
        """
        word = ("", "solo", "two", "three", "four")[seats]
        length = self.read_options(seats, options).get("length")
        mode = f"{word}_{length}" if length else word
        return 1000 * (MAIN_ACTIONS[mode] + 41 + 5 * seats)


GAME = OraEtLabora()
