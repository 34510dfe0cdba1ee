"""Building a card from the display (§6.3)."""

from typing import final

from cuvee.games.ora_et_labora.decisions.common import (
    NO,
    NONE,
    PRIOR,
    YES,
    BuildingChoice,
    SpaceChoice,
    YesNo,
    building_name,
    called,
    choice_id,
    cost_text,
    read_space,
    space_tag,
    terrain_text,
)
from cuvee.games.ora_et_labora.decisions.using import use
from cuvee.games.ora_et_labora.pieces.buildings import Building
from cuvee.games.ora_et_labora.pieces.landscapes import FREE, TERRAINS
from cuvee.games.ora_et_labora.state.landscapes import NOWHERE
from cuvee.games.ora_et_labora.state.stocks import can_name
from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.text import _


@final
class BuildingCard(BuildingChoice):
    """Which card in the display to build (§6.3); a granted Build action may be declined (R5)."""

    kind = "building_card"
    section = "6.3"

    def __init__(self, seat: int, granted: bool) -> None:
        super().__init__(seat)
        self.granted = granted

    def options(self, state: Estates, seat: int) -> list[int]:
        cards = state.buildable(seat)
        if self.granted:
            cards.append(NONE)
        return cards

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option != NONE:
            state.push(BuildingSpace(seat, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which building do you build?")

    def label(self, state: Estates, seat: int, option: int) -> str:
        if option == NONE:
            return _("Build nothing")
        building = state.building(option)
        return _("{building} for {cost}", building=_(building.name), cost=cost_text(state, building.cost))

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        number = self.named(state, what)
        if number == NOWHERE or number not in state.display:
            return _("“{what}” is not a card in the display (§6.3.1)", what=called(state, what))
        return why_not_build(state, seat, state.building(number))


def why_not_build(state: Estates, seat: int, building: Building) -> str:
    """Say why a card in the display cannot be built."""
    if not can_name(state.goods[seat], building.cost, 1):
        return _(
            "{building} costs {cost}, and you do not have that (§9.1)",
            building=_(building.name),
            cost=cost_text(state, building.cost),
        )
    if building.cloister and state.rooms(seat, building.terrain, False):
        return _(
            "{building} is a cloister building: no free space beside another cloister building is suitable (§6.3.2)",
            building=_(building.name),
        )
    return _(
        "{building} needs a free space of this terrain: {terrain}; you have none (§6.3.1)",
        building=_(building.name),
        terrain=terrain_text(building.terrain),
    )


def why_not_space(state: Estates, seat: int, what: str, name: str, terrain: int, cloister: bool) -> str:
    """Say why a card cannot be built on the space that a text names."""
    index = state.grounds[seat].at.get(read_space(what), NOWHERE)
    if index == NOWHERE:
        return _("“{what}” is not a space of your landscape (§6.3.1)", what=what)
    what = space_tag(state.grounds[seat].places[index])
    if state.cards[seat][index] != FREE:
        return _("The space {what} is not free (§6.3.1)", what=what)
    here = state.grounds[seat].terrain[index]
    if not terrain >> here & 1:
        return _(
            "{card} may stand on {terrain}, but the space {what} is {here} (§6.3.1)",
            card=name,
            terrain=terrain_text(terrain),
            what=what,
            here=_(TERRAINS[here]),
        )
    return _("{card} must touch another cloister building, and at {what} it would not (§6.3.2)", card=name, what=what)


@final
class BuildingSpace(SpaceChoice):
    """On which free space the card is built; it is paid for, then the prior may enter (§6.3.1, §6.3.7)."""

    kind = "building_space"
    section = "6.3"

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def options(self, state: Estates, seat: int) -> list[int]:
        building = state.building(self.card)
        return state.rooms(seat, building.terrain, building.cloister)

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.tell("builds", seat, self.card, option)
        state.pay_named(seat, state.building(self.card).cost, 1)
        state.display.remove(self.card)
        state.lay(seat, option, self.card)
        state.raise_price(self.card)
        if state.prior_home(seat):
            state.push(PriorOnBuilding(seat, self.card))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Where do you build {building}?", building=building_name(state, self.card))

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        building = state.building(self.card)
        return why_not_space(state, seat, what, _(building.name), building.terrain, building.cloister)


@final
class PriorOnBuilding(YesNo):
    """Does the prior enter the new building and use it at once? (§6.3.4)"""

    kind = "prior_on_building"
    section = "6.3.4"

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option == YES:
            state.tell("enters", seat, self.card, PRIOR)
            state.put(seat, True, self.card)
            use(state, seat, self.card)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Put your prior on {building} and use it at once?", building=building_name(state, self.card))

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        if option == NO:
            return [choice_id(NO)]
        return [choice_id(YES), f"building:{state.building(self.card).tag}", f"clergy:{seat}:prior"]
