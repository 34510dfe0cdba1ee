"""Viticulture by Jamey Stegmaier and Alan Stone, on the Bordeaux board: vines, grapes, wine and visitors for one to six."""

from collections.abc import Mapping

from cuvee.games.box import Box
from cuvee.kernel.errors import BadOption
from cuvee.kernel.game import Options, Setting, Value
from cuvee.kernel.text import _, noted

SEVERAL = (2, 3, 4, 5, 6)


class Viticulture(Box):
    """The box of Viticulture."""

    name = "viticulture"
    title = "Viticulture"
    designer = "Jamey Stegmaier and Alan Stone"
    blurb = noted(
        "Plant vines, harvest and age, fill wine orders, and let visitors help, through the four seasons of Bordeaux."
    )
    minutes = "60–120"
    version = "1"
    books = {"VISITORS": "v"}
    opponents = (noted("Automa"),)
    earlier_digests = {"dc1ea6fa3ec91264": "ad087164eaae3765"}
    seats = (1, 2, 3, 4, 5, 6)
    streams = (
        "deck:vine", "deck:order", "deck:summer", "deck:winter", "deck:structure", "parents", "first", "automa", "specials",
        "visitor thief",
    )  # fmt: skip
    solo = noted("Seven years against the Automa, for more than 25 victory points")
    settings = (
        Setting("board", ("bordeaux", "essential"), noted("Which board is used (§14.1)"), seats=(1,)),
        Setting("board", ("bordeaux", "essential", "tuscany"), noted("Which board is used (§14.1, §14.2)"), seats=SEVERAL),
        Setting("structure_cards", (False, True), noted("Draft and build structure cards (§12); always with Tuscany")),
        Setting("special_workers", (False, True), noted("Two kinds of special workers can be trained (§14.3)")),
        Setting(
            "face_up_cards", (False, True), noted("Two vines and two orders lie face up on the Essential board too (§14.1)")
        ),
        Setting("choose_parents", (False, True), noted("Keep one of two mamas and one of two papas (§3.4)")),
        Setting(
            "year_limit",
            (40, 6, 8, 10, 12, 15, 20, 30),
            noted("The game ends after this year at the latest (§10.4)"),
            seats=SEVERAL,
        ),
        Setting(
            "difficulty",
            ("normal", "very_easy", "easy", "hard", "very_hard"),
            noted("How strong the Automa is (§13.9)"),
            seats=(1,),
        ),
        Setting("aggressive", (False, True), noted("Stay ahead of the Automa every year (§13.9)"), seats=(1,)),
    )

    def read_options(self, seats: int, given: Mapping[str, Value]) -> Options:
        """Check the options and that they fit together (§3.1)."""
        options = super().read_options(seats, given)
        if options["board"] == "essential" and options["structure_cards"]:
            raise BadOption(_("The Essential board is played without structure cards (§14.1)"))
        if options["board"] != "essential" and options["face_up_cards"]:
            raise BadOption(_("The option face_up_cards is only for the Essential board; the other boards fix it (§14.1)"))
        if options.get("aggressive") and options["difficulty"] in ("very_easy", "very_hard"):
            raise BadOption(_("The aggressive variant needs the difficulty easy, normal or hard (§13.9)"))
        return options

    def modes(self) -> list[tuple[int, Options]]:
        """List every number of players on Bordeaux, and each other board and option."""
        chosen: list[tuple[int, dict[str, Value]]] = [(seats, {}) for seats in self.seats]
        chosen += [(seats, {"board": "essential"}) for seats in (1, 2, 4)]
        chosen += [(seats, {"board": "tuscany"}) for seats in (2, 4)]
        chosen += [(1, {"structure_cards": True}), (1, {"special_workers": True}), (2, {"year_limit": 8})]
        chosen += [(1, {"difficulty": "very_easy"}), (1, {"difficulty": "easy", "aggressive": True})]
        chosen += [(1, {"difficulty": "hard"}), (1, {"difficulty": "very_hard"})]
        several: list[tuple[int, dict[str, Value]]] = [
            (2, {"structure_cards": True}),
            (4, {"structure_cards": True}),
            (3, {"special_workers": True}),
            (5, {"special_workers": True}),
            (4, {"structure_cards": True, "special_workers": True}),
            (3, {"choose_parents": True}),
            (6, {"board": "essential"}),
            (3, {"board": "essential", "face_up_cards": True}),
            (2, {"board": "essential", "special_workers": True}),
            (6, {"board": "tuscany"}),
            (3, {"board": "tuscany", "special_workers": True}),
        ]
        chosen += [(seats, {**given, "year_limit": 12}) for seats, given in several]  # enough for everything that can happen
        return [(seats, self.read_options(seats, given)) for seats, given in chosen]

    def longest(self, seats: int, options: Options) -> int:
        """Return an upper bound: the years times the questions that a year can ask (§9.7, §10.4).

        In a year a seat places each of its 7 workers, and one more for every worker that a card takes back; each of the 76
        visitors is played a few times at most. No placement asks more than 60 questions, and no pass more than 40.
        """
        years = 8 if seats == 1 else int(options["year_limit"])
        return years * 1200 * (seats + 1)


GAME = Viticulture()
