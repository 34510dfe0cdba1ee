"""Vinhos by Vital Lacerda: wine producers in Portugal over six years, three fairs and nine regions; for one to four players."""

from cuvee.games.box import Box
from cuvee.kernel.game import Options, Setting
from cuvee.kernel.text import noted


class Vinhos(Box):
    """The box of Vinhos."""

    name = "vinhos"
    title = "Vinhos"
    designer = "Vital Lacerda"
    blurb = noted("Plant vineyards, age wines, court the Magnates and win three wine fairs in Portugal.")
    minutes = "60–135"
    version = "1"
    earlier_digests = {"49b3dada54d7f147": "bf13922d7ded0333"}
    opponents = (noted("Lacerda"),)
    seats = (1, 2, 3, 4)
    solo = noted("Against Lacerda, the automatic producer, at three levels of difficulty")
    streams = ("order", "regions", "tiles", "lacerda")
    settings = (
        Setting(
            "mode",
            ("special_vintage", "reserve"),
            noted("Special Vintage 2016, or the 2010 Reserve with its bank and accounts (§16)"),
            seats=(2, 3, 4),
        ),
        Setting(
            "solo_difficulty",
            ("producer", "apprentice", "master"),
            noted("Lacerda's bonus: 15, 0 or 30 VP (§17.7)"),
            seats=(1,),
        ),
        Setting(
            "fixed_regions",
            (False, True),
            noted("Remove Setúbal and Algarve (with three players only Algarve) instead of random regions (§5.3)"),
            seats=(1, 2, 3),
        ),
        Setting("max_wine_quality", ("none", 9), noted("The highest quality that an estate can produce (§6.5)")),
        Setting(
            "revise_after_both",
            ("auto", "off", "on"),
            noted("Revise the player order after both turns of a year; auto: only in the Reserve (§6.3, §16.4)"),
        ),
        Setting(
            "bonus_per_estate",
            (False, True),
            noted("Every estate earns the bonus of its region, not only the first one there (§8.1)"),
        ),
        Setting(
            "sales_export_limit",
            ("none", 1, 2, 3),
            noted("The most wines that one Sales or Export action can trade (§8.7)"),
        ),
    )

    def modes(self) -> list[tuple[int, Options]]:
        """List every mode with every number of players, and games that change each option of §19."""
        changed: list[tuple[int, Options]] = []
        for seats in (2, 3, 4):
            changed += [(seats, {"mode": "special_vintage"}), (seats, {"mode": "reserve"})]
        changed += [
            (1, {"solo_difficulty": "producer"}),
            (1, {"solo_difficulty": "apprentice", "fixed_regions": True}),
            (1, {"solo_difficulty": "master"}),
            (2, {"fixed_regions": True}),
            (3, {"fixed_regions": True, "revise_after_both": "on"}),
            (4, {"max_wine_quality": 9, "sales_export_limit": 1}),
            (4, {"bonus_per_estate": True}),
            (2, {"mode": "reserve", "revise_after_both": "off", "sales_export_limit": 2, "bonus_per_estate": True}),
        ]
        return [(seats, self.read_options(seats, options)) for seats, options in changed]

    def longest(self, seats: int, options: Options) -> int:
        """Return an upper bound on the number of questions, with the printed figures (§14.23, §18.2).

        For each seat: 4 in the set-up. 13 turns of 19: two windows, a tile's own questions (at most 5), the move, the
        questions of an action (at most 9: a Press Release) and the stops of two trades. 27 trades of 2, one for each barrel:
        8 at first, 6 that come back in maintenance and 13 that tiles bring back. 6 years: maintenance 1, dismissals at
        most 8, staff 11, Porto tiles 4. 3 fairs: a Press Release 9, an Expert 1, a tile 2. Options of the Reserve: 6.
        """
        return seats * (4 + 13 * 19 + 27 * 2 + 6 * 24 + 3 * 12 + 6)


GAME = Vinhos()
