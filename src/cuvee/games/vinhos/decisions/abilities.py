"""The abilities of Wine Experts that ask something: Renown cubes, a barrel back, a stack in a new order (§10)."""

from typing import Final, final

from cuvee.games.vinhos.decisions.common import Ask, AskRegion, region_named, words_of
from cuvee.games.vinhos.pieces.vocabulary import COLORS, VINEYARDS
from cuvee.games.vinhos.state.codes import BARREL_GONE, MARKED, NONE
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.text import _

BY_PLACE: Final = 100
"""Options of retrieving a barrel: the place (sales, export, multiplier, magnate, option) times this, plus the number there."""


def best_vineyard_money(state: Table, seat: int) -> int:
    """Return the most money a seat can have left on a Vineyards space; below 0 if it can reach none."""
    best = -1
    for space in range(len(state.setup.actions)):
        if state.setup.actions[space] == VINEYARDS and space != state.marker[seat]:
            best = max(best, state.money[seat] - state.move_cost(seat, space))
    return best


def tops_allowed(state: Table, seat: int, region: int) -> list[int]:
    """List the tiles of a stack that may be put on top: a Vineyards space has to be legal then (§7.5)."""
    left, stack = best_vineyard_money(state, seat), sorted(state.stacks[region])
    if left < 0:
        return []
    for other in range(len(state.stacks)):
        if other != region and state.stacks[other] and state.can_buy_tile(seat, state.stacks[other][0], left, 0):
            return stack
    return [tile for tile in stack if state.can_buy_tile(seat, tile, left, 0)]


def regions_to_rearrange(state: Table, seat: int) -> list[int]:
    """List the regions whose stack may be rearranged (§7.5, §10.7)."""
    return [
        region
        for region in range(len(state.stacks))
        if len(state.stacks[region]) > 1 and len(tops_allowed(state, seat, region)) > 0
    ]


@final
class PlaceCube(AskRegion):
    """Place Renown cubes one after the other, while supply and spaces last (§9, §10.3)."""

    kind = "cube_region"
    section = "10.3"

    def __init__(self, seat: int, left: int) -> None:
        super().__init__(seat)
        self.left = left

    def options(self, state: Table, seat: int) -> list[int]:
        return state.cube_regions()

    def apply(self, state: Table, seat: int, option: int) -> None:
        state.place_cube(option)
        state.tell("cube", seat, option)
        if self.left > 1 and state.cube_regions():
            state.push(PlaceCube(seat, self.left - 1))

    def prompt(self, state: Table, seat: int) -> str:
        return _("Place a Renown cube")

    def verb(self) -> str:
        return "cube"

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("In {region}", region=state.setup.pieces.regions[option].name)

    def why_not(self, state: Table, seat: int, what: str) -> str:
        region = region_named(state, what)
        if region != NONE and state.in_play[region]:
            return _("Every cube space of {region} is taken (§14.4)", region=state.setup.pieces.regions[region].name)
        return _("A cube goes to a region in play with an empty cube space")


def own_barrels(state: Table, seat: int, places: list[int]) -> list[int]:
    """List the barrels of a seat in the given places, as options (§10.4, §16.12)."""
    found: list[int] = []
    if 0 in places:
        found += [slot for slot in range(len(state.sales)) if state.sales[slot] == seat]
    if 1 in places:
        found += [BY_PLACE + slot for slot in range(len(state.export)) if state.export[slot] == seat]
    if 2 in places:
        found += [2 * BY_PLACE + tile for tile in range(len(state.multipliers)) if state.multipliers[tile] == 2 * seat + 1]
    if 3 in places:
        magnates = len(state.setup.pieces.magnates)
        found += [3 * BY_PLACE + one for one in range(magnates) if state.magnate_barrels[seat * magnates + one] > 0]
    if 4 in places:
        sides = state.setup.sides
        options = range(len(state.setup.pieces.options))
        found += [4 * BY_PLACE + one for one in options if state.option_marks[one * sides + seat] == MARKED]
    return found


@final
class RetrieveBarrel(Ask):
    """Take one of your barrels back to the supply (§10.4)."""

    kind = "retrieve_barrel"
    section = "10.4"

    def __init__(self, seat: int, places: list[int]) -> None:
        super().__init__(seat)
        self.places = places

    def key(self) -> tuple[object, ...]:
        """The lists are written out, as they have been since the first journals: digests depend on it."""
        return ("retrieve_barrel", self.seat, *self.places)

    def options(self, state: Table, seat: int) -> list[int]:
        return own_barrels(state, seat, self.places)

    def apply(self, state: Table, seat: int, option: int) -> None:
        place, number = option // BY_PLACE, option % BY_PLACE
        if place == 0:
            state.sales[number] = NONE
        elif place == 1:
            state.export[number] = NONE
        elif place == 2:
            state.multipliers[number] = 2 * seat
        elif place == 3:
            state.magnate_barrels[seat * len(state.setup.pieces.magnates) + number] -= 1
        else:
            state.option_marks[number * state.setup.sides + seat] = BARREL_GONE
        state.barrels[seat] += 1
        state.tell("retrieves", seat, option)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Take one of your barrels back")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return barrel_target(state, option).replace(":", " ")

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("From {place}", place=barrel_place(state, option))

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [barrel_target(state, option)]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        if not state.setup.reserve and "magnate" in words_of(what):
            return _("This ability never takes a barrel from the Magnates")
        return _("Choose one of your barrels in the Sales Area, in the Export Area or on a Multiplier tile")


def barrel_target(state: Table, option: int) -> str:
    """Return the id of the thing on which a retrievable barrel lies."""
    pieces, place, number = state.setup.pieces, option // BY_PLACE, option % BY_PLACE
    if place == 0:
        return f"sales:{pieces.sales[number].id}"
    if place == 1:
        return f"export:{pieces.export[number].id}"
    if place == 2:
        return f"multiplier:{pieces.multipliers[number].id}"
    return f"magnate:{pieces.magnates[number].id}" if place == 3 else f"option:{pieces.options[number].id}"


def barrel_place(state: Table, option: int) -> str:
    """Name the thing on which a retrievable barrel lies."""
    pieces, place, number = state.setup.pieces, option // BY_PLACE, option % BY_PLACE
    if place == 0:
        return pieces.sales[number].name
    if place == 1:
        return pieces.export[number].name
    if place == 2:
        return _(pieces.multipliers[number].text)
    return pieces.magnates[number].name if place == 3 else _(pieces.options[number].text)


@final
class RearrangeRegion(AskRegion):
    """Choose the stack to rearrange (§10.5)."""

    kind = "rearrange_region"
    section = "10.5"

    def options(self, state: Table, seat: int) -> list[int]:
        return regions_to_rearrange(state, seat)

    def apply(self, state: Table, seat: int, option: int) -> None:
        state.push(RearrangeNext(seat, option, []))

    def prompt(self, state: Table, seat: int) -> str:
        return _("Choose the region whose vineyards you will put in a new order")

    def verb(self) -> str:
        return "rearrange"

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("The stack of {region}", region=state.setup.pieces.regions[option].name)

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Choose a region with at least two tiles; some order of them must make a Vineyards space legal (§7.5)")


@final
class RearrangeNext(Ask):
    """Put a stack back tile by tile, from the top down (§10.7)."""

    kind = "rearrange_next"
    section = "10.7"

    def __init__(self, seat: int, region: int, chosen: list[int]) -> None:
        super().__init__(seat)
        self.region = region
        self.chosen = chosen

    def key(self) -> tuple[object, ...]:
        """The lists are written out, as they have been since the first journals: digests depend on it."""
        return ("rearrange_next", self.seat, self.region, *self.chosen)

    def about(self, state: Table, seat: int) -> str:
        return f"region:{state.setup.pieces.regions[self.region].id}"

    def options(self, state: Table, seat: int) -> list[int]:
        if not self.chosen:
            return tops_allowed(state, seat, self.region)
        return [tile for tile in sorted(state.stacks[self.region]) if tile not in self.chosen]

    def apply(self, state: Table, seat: int, option: int) -> None:
        chosen = [*self.chosen, option]
        if len(chosen) < len(state.stacks[self.region]):
            state.push(RearrangeNext(seat, self.region, chosen))
            return
        state.stacks[self.region] = chosen
        state.knows[self.region] = 1 << seat
        state.reveal()
        state.tell("rearranges", seat, self.region)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Which tile comes next, from the top down?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return state.setup.pieces.vineyards[option].id

    def label(self, state: Table, seat: int, option: int) -> str:
        tile = state.setup.pieces.vineyards[option]
        return _("{color}, cost {cost}", color=_(COLORS[tile.color]), cost=tile.cost)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [f"vineyard:{state.setup.pieces.vineyards[option].id}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        if not self.chosen:
            return _("The top tile must leave a Vineyards space legal (§7.5)")
        return _("Choose one of the tiles left in this stack")
