"""Structures of the mat and structure cards, and what they react to (§4.11, §12)."""

from typing import Final, final

from cuvee.games.viticulture.pieces.ops import NONE

EVENTS: Final = (
    "plant", "give_tour", "opponent_gives_tour", "make_wine", "fill_order", "draw_order", "build_structure", "harvest_field",
    "after_harvest", "play_visitor", "opponent_trains_worker", "pass_out_of_summer",
)  # fmt: skip
PLANTED: Final = 0
TOURED: Final = 1
OTHER_TOURED: Final = 2
MADE_WINE: Final = 3
FILLED: Final = 4
DREW_ORDER: Final = 5
BUILT: Final = 6
ABOUT_TO_HARVEST: Final = 7
HARVESTED: Final = 8
PLAYED_VISITOR: Final = 9
OTHER_TRAINED: Final = 10
LEFT_SUMMER: Final = 11
STANDING: Final = (
    "or_becomes_and", "build_limit", "ignore_requirement", "recipe_combine_same_colour", "extra_space", "build_discount",
    "plant_ignore", "enable_requirement", "cellar_limit", "recipe", "private_space", "on", "on_pass_into", "year_end",
    "star_move_gains_benefit",
)  # fmt: skip
"""Ops that are always in force for their owner; each becomes a field of the expert or structure."""


@final
class Trigger:
    """Something a structure does when something happens (§9.4)."""

    def __init__(self, structure: int, event: int, may: bool, line: int) -> None:
        self.structure = structure
        self.event = event
        self.may = may
        self.line = line
        self.types = 15
        self.least = 0
        self.condition = NONE
        self.yearly = False


@final
class Structure:
    """A structure of the mat, or a structure card (§4.11, §12)."""

    def __init__(self, number: int, id: str, name: str, text: str, cost: int) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.text = text
        self.cost = cost
        self.vp = 0
        self.needs = 0
        """A bit for each structure that has to be built first."""
        self.star = False
        self.solo = True
        self.space = NONE
        """The line of its private space, if it has one (§5.6)."""
        self.space_bonus = NONE
        self.requirement = NONE
        self.cellar = 0
        self.discount = 0
        self.plant_ignore = 0
        self.short_sparkling = False
        """Whether one red and one white grape are enough for sparkling wine."""
        self.pass_season = NONE
        self.pass_line = NONE
        self.year_end = NONE
        self.star_gains = False
