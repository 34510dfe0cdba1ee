"""Building structures (RULES §4.11, §12.3; VISITORS §4.10, §4.11)."""

from typing import final

from cuvee.games.viticulture.decisions.common import STOP
from cuvee.games.viticulture.effects.op import Op, OpChoice, gain_vp, pay_lira
from cuvee.games.viticulture.effects.triggers import fire
from cuvee.games.viticulture.pieces.cards import STRUCTURE
from cuvee.games.viticulture.pieces.ops import Node
from cuvee.games.viticulture.pieces.structures import BUILT
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.vineyard import PLOTS, Vineyard
from cuvee.kernel.text import _


def may_build(state: Winery, vineyard: Vineyard, number: int, node: Node) -> bool:
    """Tell whether a structure can be built and paid for (VISITORS §4.10)."""
    structure = state.pieces.structures[number]
    if vineyard.built >> number & 1 or vineyard.built & structure.needs != structure.needs:
        return False
    if (node.only and not node.only >> number & 1) or (node.costs and structure.cost not in node.costs):
        return False
    return vineyard.lira >= state.price(vineyard, structure, node)


def buildable(state: Winery, seat: int, node: Node) -> list[int]:
    """List the structures that can be built: those of the mat, and cards in hand if a place is free (§12.3)."""
    vineyard, pieces = state.players[seat], state.pieces
    found = [number for number in range(pieces.mat) if may_build(state, vineyard, number, node)]
    cards = vineyard.hand[STRUCTURE]
    if cards and vineyard.free_sites():
        found += [number for number in cards if may_build(state, vineyard, number, node)]
    return found


@final
class Build(Op):
    """Build a structure (VISITORS §4.10)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        vineyard = state.players[seat]
        for number in range(state.pieces.mat):
            if may_build(state, vineyard, number, node):
                return True
        return bool(vineyard.hand[STRUCTURE]) and bool(buildable(state, seat, node))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(BuildWhich(seat, node.number))

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        return buildable(state, seat, node)

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        imagine_built(state, seat, node, outcome)


def imagine_built(state: Winery, seat: int, node: Node, number: int) -> None:
    """Build on a scratch copy; a card goes on the first free place, with plots before fields."""
    vineyard = state.players[seat]
    vineyard.lira -= state.price(vineyard, state.pieces.structures[number], node)
    vineyard.built |= 1 << number
    if number >= state.pieces.mat:
        vineyard.lose(STRUCTURE, number)
        sites = vineyard.sites[:]
        sites[vineyard.free_sites()[0]] = number
        vineyard.sites = sites


@final
class BuildWhich(OpChoice):
    """Which structure to build (§6.7)."""

    kind = "structure"
    section = "6.7"

    def __init__(self, seat: int, node: int) -> None:
        super().__init__(seat)
        self.node = node

    def candidates(self, state: Winery, seat: int) -> list[int]:
        return buildable(state, seat, state.pieces.nodes[self.node])

    def imagine(self, state: Winery, seat: int, option: int) -> None:
        imagine_built(state, seat, state.pieces.nodes[self.node], option)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        structure = state.pieces.structures[option]
        pay_lira(state, seat, state.price(state.players[seat], structure, state.pieces.nodes[self.node]))
        if option >= state.pieces.mat:
            state.push(StructureSite(seat, option))
        else:
            built(state, seat, option)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Build a structure")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return state.pieces.structures[option].id

    def words(self, state: Winery, seat: int, option: int) -> str:
        structure = state.pieces.structures[option]
        price = state.price(state.players[seat], structure, state.pieces.nodes[self.node])
        return _("{structure} for £{price}", structure=_(structure.name), price=price)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        structure = state.pieces.structures[option]
        if option >= state.pieces.mat:
            return [f"hand:{seat}:structure:{structure.id}"]
        return [f"structure:{seat}:{structure.id}"]

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        wanted, vineyard = what.strip().casefold(), state.players[seat]
        for structure in state.pieces.structures:
            if wanted != structure.id:
                continue
            if vineyard.built >> structure.number & 1:
                return _("You have already built the {name}", name=_(structure.name))
            if vineyard.built & structure.needs != structure.needs:
                return _("The {name} needs the medium cellar first", name=_(structure.name))
            return _("You cannot pay for the {name}, or it is not in your hand", name=_(structure.name))
        return _("“{what}” is not a structure that you can build now", what=what)


@final
class StructureSite(OpChoice):
    """Where a structure card goes: a plot, or an empty field (§12.3)."""

    kind = "structure_place"
    section = "12.3"

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def candidates(self, state: Winery, seat: int) -> list[int]:
        return state.players[seat].free_sites()

    def imagine(self, state: Winery, seat: int, option: int) -> None:
        vineyard = state.players[seat]
        sites = vineyard.sites[:]
        sites[option] = self.card
        vineyard.sites = sites
        vineyard.built |= 1 << self.card
        vineyard.lose(STRUCTURE, self.card)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        vineyard = state.players[seat]
        vineyard.lose(STRUCTURE, self.card)
        state.reveal()
        sites = vineyard.sites[:]
        sites[option] = self.card
        vineyard.sites = sites
        built(state, seat, self.card)
        gain_vp(state, seat, state.pieces.structures[self.card].vp)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Where do you build the {card}?", card=_(state.pieces.structures[self.card].name))

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"plot {option + 1}" if option < PLOTS else state.pieces.field_ids[option - PLOTS]

    def words(self, state: Winery, seat: int, option: int) -> str:
        if option < PLOTS:
            return _("Plot {number}", number=option + 1)
        return _("The field of value {value}", value=state.pieces.capacity[option - PLOTS])

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"plot:{seat}:{option + 1}" if option < PLOTS else f"field:{seat}:{state.pieces.field_ids[option - PLOTS]}"]


def built(state: Winery, seat: int, number: int) -> None:
    """A structure has been built: it works at once, and other structures may react (§12.5)."""
    fire(state, seat, BUILT)
    state.players[seat].built |= 1 << number
    if state.scopes:
        state.scope().built_cost = state.pieces.structures[number].cost
    state.tell("builds", seat, number)


@final
class UpgradeCellar(Op):
    """Build the next cellar (VISITORS §4.11)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(self.outcomes(state, seat, node))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        number = self.outcomes(state, seat, node)[0]
        pay_lira(state, seat, state.price(state.players[seat], state.pieces.structures[number], node))
        built(state, seat, number)

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        vineyard = state.players[seat]
        for structure in state.pieces.cellars:
            if not vineyard.built >> structure.number & 1:
                return [structure.number] if may_build(state, vineyard, structure.number, node) else []
        return []

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        imagine_built(state, seat, node, outcome)


@final
class GainStructure(Op):
    """Gain a papa's gift: the structure is built, but not by the player (§4.11)."""

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.players[seat].built |= 1 << node.structure
        state.tell("builds", seat, node.structure)
