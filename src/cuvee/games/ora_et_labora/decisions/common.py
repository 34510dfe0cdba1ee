"""Names of things, and kinds of answers that several questions share."""

from abc import abstractmethod
from typing import Final

from mypy_extensions import mypyc_attr

from cuvee.games.ora_et_labora.pieces.goods import GOODS, STRAW, Cost
from cuvee.games.ora_et_labora.pieces.landscapes import TERRAINS
from cuvee.games.ora_et_labora.state.landscapes import COLUMNS, FIRST_COLUMN, NOWHERE, ROW_ZERO, column, position, row
from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _, player

NONE: Final = 1023
"""The option that declines, in every decision that has one."""
SPAN: Final = 1024
PRIOR: Final = 0
BROTHER: Final = 1
COINS: Final = 0
PRESENT: Final = 1
OWN: Final = 0
JOKER: Final = 1
NO: Final = 0
YES: Final = 1


# Names.


def building_name(state: Estates, number: int) -> str:
    """Name a building; a printed one with the player whose heartland it is on."""
    building = state.building(number)
    if building.side < 0:
        return _(building.name)
    return _("{building} of {owner}", building=_(building.name), owner=side_name(state, building.side))


def side_name(state: Estates, side: int) -> str:
    """Name a player, or the neutral player of the solo game."""
    return player(side) if side < state.seats else _("the neutral player")


def good_name(state: Estates, kind: int) -> str:
    """Name a good."""
    return _(state.setup.pieces.goods[kind].name)


def space_tag(place: int) -> str:
    """Return the notation of a space: "3,0"."""
    return f"{column(place)},{row(place)}"


def space_id(side: int, place: int) -> str:
    """Return the id of a drawn space."""
    return f"space:{side}:{column(place)}:{row(place)}"


def choice_id(option: int) -> str:
    """Return the id of an answer that is not a thing on the table but lies in the tray."""
    return "choice:none" if option == NONE else f"choice:{option}"


def called(state: Estates, what: str) -> str:
    """Name what somebody asked for: a building by its name, the rest as it was written."""
    number = state.setup.pieces.by_tag.get(what.strip().casefold().removeprefix("building:"), NOWHERE)
    return what if number == NOWHERE else building_name(state, number)


def cost_text(state: Estates, cost: Cost) -> str:
    """List the named goods of a cost: "2 Clay, 1 Straw"."""
    parts = [f"{cost.counts[at]} {good_name(state, cost.kinds[at])}" for at in range(len(cost.kinds))]
    if cost.straw:
        parts.append(f"{cost.straw} {good_name(state, STRAW)}")
    return ", ".join(parts) or _("nothing")


def terrain_text(bits: int) -> str:
    """List the terrains of a card."""
    return ", ".join(_(name) for at, name in enumerate(TERRAINS) if bits >> at & 1)


def read_space(what: str) -> int:
    """Return the position named by a text like "3,0" or by the id of a drawn space, or NOWHERE."""
    parts = what.split(":")[2:] if what.startswith("space:") else what.split(",")
    if len(parts) != 2:
        return NOWHERE
    try:
        x, y = int(parts[0]), int(parts[1])
    except ValueError:
        return NOWHERE
    if not FIRST_COLUMN <= x < FIRST_COLUMN + COLUMNS or abs(y) >= ROW_ZERO:
        return NOWHERE
    return position(x, y)


# Kinds of answers that several questions share.


@mypyc_attr(allow_interpreted_subclasses=True)
class BuildingChoice(Decision[Estates]):
    """A question whose answers are buildings, and perhaps NONE."""

    span = SPAN

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return "none" if option == NONE else state.building(option).tag

    def label(self, state: Estates, seat: int, option: int) -> str:
        return _("None") if option == NONE else building_name(state, option)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(NONE)] if option == NONE else [f"building:{state.building(option).tag}"]

    def named(self, state: Estates, what: str) -> int:
        """Return the building that a text means, or NOWHERE."""
        return state.setup.pieces.by_tag.get(what.strip().casefold().removeprefix("building:"), NOWHERE)


@mypyc_attr(allow_interpreted_subclasses=True)
class SpaceChoice(Decision[Estates]):
    """A question whose answers are spaces of one landscape, and perhaps NONE."""

    span = SPAN

    def side(self, seat: int) -> int:
        """Return the side whose landscape the question is about."""
        return seat

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return "none" if option == NONE else space_tag(option)

    def label(self, state: Estates, seat: int, option: int) -> str:
        if option == NONE:
            return _("None")
        side = self.side(seat)
        terrain = TERRAINS[state.grounds[side].terrain[state.grounds[side].at[option]]]
        return _("{terrain} in column {x}, row {y}", terrain=_(terrain), x=column(option), y=row(option))

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(NONE)] if option == NONE else [space_id(self.side(seat), option)]


@mypyc_attr(allow_interpreted_subclasses=True)
class GoodChoice(Decision[Estates]):
    """A question whose answers are kinds of goods, and perhaps NONE."""

    span = SPAN

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return "none" if option == NONE else GOODS[option]

    def label(self, state: Estates, seat: int, option: int) -> str:
        return _("None") if option == NONE else good_name(state, option)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(NONE)] if option == NONE else [f"stock:{seat}:{GOODS[option]}"]


@mypyc_attr(allow_interpreted_subclasses=True)
class WordChoice(Decision[Estates]):
    """A question with a few fixed answers."""

    span = SPAN

    @abstractmethod
    def words(self) -> tuple[str, ...]:
        """Return the notation of each answer."""

    def labels(self) -> tuple[str, ...]:
        """Say in words what each answer does; for subclasses that do not override `label`."""
        return ()

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return self.words()[option]

    def label(self, state: Estates, seat: int, option: int) -> str:
        return self.labels()[option]

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(option)]


@mypyc_attr(allow_interpreted_subclasses=True)
class YesNo(WordChoice):
    """A question answered with yes or no."""

    def options(self, state: Estates, seat: int) -> list[int]:
        return [NO, YES]

    def words(self) -> tuple[str, ...]:
        return ("no", "yes")

    def labels(self) -> tuple[str, ...]:
        return (_("No"), _("Yes"))
