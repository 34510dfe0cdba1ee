"""Fields, vines and structures (RULES §4.1 to §4.4, §4.11, §12.3; VISITORS §4.10 to §4.14)."""

from typing import Final, final

from cuvee.games.viticulture.decisions import CARD, STOP, FieldChoice, card_name
from cuvee.games.viticulture.effects.goods import UprootVine, planted
from cuvee.games.viticulture.effects.op import REGISTRY, Op, OpChoice, gain_lira, gain_vp, pay_lira
from cuvee.games.viticulture.effects.triggers import fire
from cuvee.games.viticulture.pieces import (
    ABOUT_TO_HARVEST,
    BUILD,
    BUILT,
    BUY_FIELD,
    GAIN_STRUCTURE,
    GAIN_WORKER,
    HARVEST,
    HARVEST_ALL,
    HARVESTED,
    NONE,
    PLANT,
    PLANTED,
    SELL_FIELD,
    STRUCTURE,
    SWAP_VINES,
    UPGRADE_CELLAR,
    UPROOT,
    VINE,
    Expert,
    Node,
)
from cuvee.games.viticulture.state import NO_EXPERT, PLOTS, Vineyard, Winery
from cuvee.kernel.text import _

ALL_FIELDS: Final = 3


def expert_in_force(state: Winery, seat: int) -> Expert | None:
    """Return the expert of the action that a seat is taking, if it is the seat's (§7.1)."""
    if not state.scopes:
        return None
    scope = state.scopes[-1]
    if scope.seat != seat or scope.action < 0 or state.boxes[scope.action] != seat or scope.flags & NO_EXPERT:
        return None
    return state.board.actions[scope.action].expert


# plant


def needs_waived(state: Winery, seat: int, vine: int, met: int, node: Node) -> int:
    """Return the requirement that planting a vine would ignore (§7.9) as a bit, 0 if none is missing, NONE if impossible."""
    missing = state.pieces.vines[vine].needs & ~met
    if not missing or node.ignore_structures:
        return 0
    expert = expert_in_force(state, seat)
    if expert is None or not expert.ignores or missing.bit_count() > 1:
        return NONE
    fixed = state.scope().ignored
    return missing if fixed in (0, missing) else NONE


def plantable(state: Winery, seat: int, node: Node) -> list[int]:
    """List what can be planted: field * CARD + vine (§4.2)."""
    vineyard, pieces = state.players[seat], state.pieces
    found: list[int] = []
    met, last = vineyard.met(pieces), NONE
    for vine in vineyard.hand[VINE]:
        if vine == last:
            continue
        last = vine
        if needs_waived(state, seat, vine, met, node) == NONE:
            continue
        found += [field * CARD + vine for field in range(3) if vineyard.can_hold(pieces, field, vine, node.ignore_capacity)]
    return found


@final
class Plant(Op):
    """Plant vines from the hand (VISITORS §4.12)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        vineyard, pieces = state.players[seat], state.pieces
        if not vineyard.hand[VINE]:
            return False
        met = vineyard.met(pieces)
        for vine in vineyard.hand[VINE]:
            if needs_waived(state, seat, vine, met, node) != NONE:
                for field in range(3):
                    if vineyard.can_hold(pieces, field, vine, node.ignore_capacity):
                        return True
        return False

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return node.low > 0 or self.able(state, seat, node)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(PlantWhich(seat, node.number, node.low, node.high))

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        found = plantable(state, seat, node)
        return [STOP, *found] if node.low == 0 else found

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        if outcome != STOP:
            state.players[seat].plant(outcome // CARD, outcome % CARD)


@final
class PlantWhich(OpChoice):
    """Which vine on which field (§4.2)."""

    def __init__(self, seat: int, node: int, low: int, high: int) -> None:
        super().__init__(seat)
        self.node = node
        self.low = low
        self.high = high

    def key(self) -> tuple[object, ...]:
        return ("plant", self.seat, self.node, self.low, self.high)

    def kind(self) -> str:
        return "plant"

    def section(self) -> str:
        return "4.2"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        found = plantable(state, seat, state.pieces.nodes[self.node])
        return found if self.low > 0 else [*found, STOP]

    def imagine(self, state: Winery, seat: int, option: int) -> None:
        state.players[seat].plant(option // CARD, option % CARD)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        if self.high > 1:
            state.push(PlantWhich(seat, self.node, max(0, self.low - 1), self.high - 1))
        plant(state, seat, option // CARD, option % CARD, state.pieces.nodes[self.node])

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Plant a vine")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"{state.pieces.vines[option % CARD].id} {state.pieces.field_ids[option // CARD]}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        capacity = state.pieces.capacity[option // CARD]
        return _("{vine} on the field of value {value}", vine=card_name(state, VINE, option % CARD), value=capacity)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        vine, field = state.pieces.vines[option % CARD].id, state.pieces.field_ids[option // CARD]
        return [f"hand:{seat}:vine:{vine}", f"field:{seat}:{field}"]

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        return _(
            "«{what}»: a vine of your hand goes on a field of yours with room for its value, and it may need structures",
            what=what,
        )


def plant(state: Winery, seat: int, field: int, vine: int, node: Node) -> None:
    """Plant a vine; the windmill may score (§4.11)."""
    vineyard = state.players[seat]
    waived = needs_waived(state, seat, vine, vineyard.met(state.pieces), node)
    vineyard.plant(field, vine)
    state.reveal()
    if state.scopes:
        scope = state.scope()
        scope.planted_value, scope.planted_field = state.pieces.vines[vine].value, field
        if waived > 0:
            scope.ignored = waived
    state.tell("plants", seat, field, vine)
    fire(state, seat, PLANTED)


@final
class Uproot(Op):
    """Uproot a vine into the hand (§4.3)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return state.players[seat].vine_count() > 0

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(UprootVine(seat, node.n, True))


# swap_vines


def swappable(state: Winery, seat: int, first: int) -> list[int]:
    """List the vines of other fields that may be exchanged with one (VISITORS §4.13)."""
    vineyard, pieces = state.players[seat], state.pieces
    field, vine = first // CARD, first % CARD
    found: list[int] = []
    for second in planted(state, seat):
        other, its = second // CARD, second % CARD
        if other == field:
            continue
        change = pieces.vines[its].value - pieces.vines[vine].value
        if _fits_after(vineyard, state, field, change) and _fits_after(vineyard, state, other, -change):
            found.append(second)
    return found


def _fits_after(vineyard: Vineyard, state: Winery, field: int, change: int) -> bool:
    before = vineyard.field_value(state.pieces, field)
    return before + change <= max(state.pieces.capacity[field], before)


@final
class SwapVines(Op):
    """Exchange two planted vines of different fields (VISITORS §4.13)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return any(swappable(state, seat, first) for first in planted(state, seat))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(SwapVine(seat, NONE))


@final
class SwapVine(OpChoice):
    """The first, then the second vine of the exchange."""

    def __init__(self, seat: int, first: int) -> None:
        super().__init__(seat)
        self.first = first

    def key(self) -> tuple[object, ...]:
        return ("swap", self.seat, self.first)

    def kind(self) -> str:
        return "swap_first" if self.first == NONE else "swap_second"

    def section(self) -> str:
        return "4.2"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        if self.first == NONE:
            return [first for first in planted(state, seat) if swappable(state, seat, first)]
        return swappable(state, seat, self.first)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        if self.first == NONE:
            state.push(SwapVine(seat, option))
            return
        vineyard, first = state.players[seat], self.first
        vineyard.uproot(first // CARD, first % CARD)
        vineyard.uproot(option // CARD, option % CARD)
        vines = vineyard.vines[:]
        vines[first // CARD] = sorted([*vines[first // CARD], option % CARD])
        vines[option // CARD] = sorted([*vines[option // CARD], first % CARD])
        vineyard.vines = vines
        state.tell("swaps", seat, first % CARD, option % CARD)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Exchange which vine?") if self.first == NONE else _("Exchange it with which vine?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"{state.pieces.vines[option % CARD].id} {state.pieces.field_ids[option // CARD]}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        capacity = state.pieces.capacity[option // CARD]
        return _("{vine} of the field of value {value}", vine=card_name(state, VINE, option % CARD), value=capacity)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"vine:{seat}:{state.pieces.field_ids[option // CARD]}:{state.pieces.vines[option % CARD].id}"]


# harvest


@final
class Harvest(Op):
    """Harvest fields (VISITORS §4.14)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        vineyard = state.players[seat]
        return vineyard.may_harvest(0) or vineyard.may_harvest(1) or vineyard.may_harvest(2)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(HarvestField(seat, node.low, node.high, True))

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        return state.players[seat].harvestable()

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        state.players[seat].harvest(state.pieces, outcome)


@final
class HarvestField(OpChoice):
    """Which field to harvest (§4.4); with the Harvest Machine all at once (§12.5)."""

    def __init__(self, seat: int, low: int, high: int, whole: bool) -> None:
        super().__init__(seat)
        self.low = low
        self.high = high
        self.whole = whole
        """The harvest is an effect of its own, not a step of an action."""

    def key(self) -> tuple[object, ...]:
        return ("field", self.seat, self.low, self.high, self.whole)

    def kind(self) -> str:
        return "field"

    def section(self) -> str:
        return "4.4"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        found = state.players[seat].harvestable()
        if len(found) > 1:
            for trigger in state.pieces.triggers[ABOUT_TO_HARVEST]:
                if state.players[seat].built >> trigger.structure & 1:
                    found.append(ALL_FIELDS)
        if self.low <= 0:
            found.append(STOP)
        return found

    def imagine(self, state: Winery, seat: int, option: int) -> None:
        for field in range(3):
            if option in (field, ALL_FIELDS) and state.players[seat].may_harvest(field):
                state.players[seat].harvest(state.pieces, field)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            if self.whole:
                fire(state, seat, HARVESTED)
            return
        if option == ALL_FIELDS:
            REGISTRY[HARVEST_ALL].run(state, seat, state.pieces.nodes[0])
        else:
            harvest(state, seat, option)
        if self.high > 1 and state.players[seat].harvestable():
            state.push(HarvestField(seat, self.low - 1, self.high - 1, self.whole))
        elif self.whole:
            fire(state, seat, HARVESTED)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Harvest a field")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return "all" if option == ALL_FIELDS else state.pieces.field_ids[option]

    def words(self, state: Winery, seat: int, option: int) -> str:
        if option == ALL_FIELDS:
            return _("All fields, with the Harvest Machine")
        return _("The field of value {value}", value=state.pieces.capacity[option])

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [] if option == ALL_FIELDS else [f"field:{seat}:{state.pieces.field_ids[option]}"]

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        return _("«{what}»: only a field of yours with a vine, and each at most once a year", what=what)


def harvest(state: Winery, seat: int, field: int) -> None:
    """Harvest one field."""
    state.players[seat].harvest(state.pieces, field)
    if state.scopes:
        state.scope().harvested += 1
    state.tell("harvests", seat, field)


@final
class HarvestAll(Op):
    """Harvest every field that may be harvested (Harvest Machine, §12.5)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(state.players[seat].harvestable())

    def run(self, state: Winery, seat: int, node: Node) -> None:
        for field in state.players[seat].harvestable():
            harvest(state, seat, field)


# Fields bought and sold (§4.1, §14.1)


@final
class BuyField(Op):
    """Buy a sold field for its value (§6.6)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(self.outcomes(state, seat, node))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(TradeField(seat, True))

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        vineyard = state.players[seat]
        prices = state.pieces.buy_price
        return [field for field in range(3) if not vineyard.owned >> field & 1 and vineyard.lira >= prices[field]]


@final
class SellField(Op):
    """Sell an empty field for its value (§14.1)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(self.outcomes(state, seat, node))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(TradeField(seat, False))

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        vineyard = state.players[seat]
        return [
            field
            for field in range(3)
            if vineyard.owned >> field & 1 and not vineyard.vines[field] and vineyard.sites[PLOTS + field] == NONE
        ]


@final
class TradeField(FieldChoice):
    """Which field to buy or to sell."""

    def __init__(self, seat: int, buy: bool) -> None:
        super().__init__(seat)
        self.buy = buy

    def key(self) -> tuple[object, ...]:
        return ("trade_field", self.seat, self.buy)

    def kind(self) -> str:
        return "buy_field" if self.buy else "sell_field"

    def section(self) -> str:
        return "4.1"

    def options(self, state: Winery, seat: int) -> list[int]:
        op = REGISTRY[BUY_FIELD if self.buy else SELL_FIELD]
        return op.outcomes(state, seat, state.pieces.nodes[0]) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        state.players[seat].owned ^= 1 << option
        if self.buy:
            pay_lira(state, seat, state.pieces.buy_price[option])
            state.tell("buys_field", seat, option)
        else:
            gain_lira(state, seat, state.pieces.sell_price[option])
            state.tell("sells_field", seat, option)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Buy a field") if self.buy else _("Sell a field")


# build


def may_build(state: Winery, vineyard: Vineyard, number: int, node: Node) -> bool:
    """Tell whether a structure can be built and paid (VISITORS §4.10)."""
    structure = state.pieces.structures[number]
    if vineyard.built >> number & 1 or vineyard.built & structure.needs != structure.needs:
        return False
    if (node.only and not node.only >> number & 1) or (node.costs and structure.cost not in node.costs):
        return False
    return vineyard.lira >= state.price(vineyard, structure, node)


def buildable(state: Winery, seat: int, node: Node) -> list[int]:
    """List the structures that can be built: of the mat, and cards in hand with a free place (§12.3)."""
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
    """Build on a scratch copy; a card goes on the first free place, plots first."""
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

    def __init__(self, seat: int, node: int) -> None:
        super().__init__(seat)
        self.node = node

    def key(self) -> tuple[object, ...]:
        return ("structure", self.seat, self.node)

    def kind(self) -> str:
        return "structure"

    def section(self) -> str:
        return "6.7"

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
                return _("You have built the {name} already", name=_(structure.name))
            if vineyard.built & structure.needs != structure.needs:
                return _("The {name} needs the medium cellar first", name=_(structure.name))
            return _("You cannot pay for the {name}, or it is not in your hand", name=_(structure.name))
        return _("«{what}» is no structure that you can build now", what=what)


@final
class StructureSite(OpChoice):
    """Where a structure card goes: a plot, or an empty field (§12.3)."""

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def key(self) -> tuple[object, ...]:
        return ("structure_place", self.seat, self.card)

    def kind(self) -> str:
        return "structure_place"

    def section(self) -> str:
        return "12.3"

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
    """A structure stands: other structures may react (§12.5), and it works at once."""
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
    """A papa's gift: built, but not by you (§4.11)."""

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.players[seat].built |= 1 << node.structure
        state.tell("builds", seat, node.structure)


@final
class GainWorker(Op):
    """A papa's gift: a worker, not trained (§3.4)."""

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.players[seat].regulars += node.n
        state.players[seat].ready += node.n


REGISTRY[PLANT] = Plant()
REGISTRY[UPROOT] = Uproot()
REGISTRY[SWAP_VINES] = SwapVines()
REGISTRY[HARVEST] = Harvest()
REGISTRY[HARVEST_ALL] = HarvestAll()
REGISTRY[BUY_FIELD] = BuyField()
REGISTRY[SELL_FIELD] = SellField()
REGISTRY[BUILD] = Build()
REGISTRY[UPGRADE_CELLAR] = UpgradeCellar()
REGISTRY[GAIN_STRUCTURE] = GainStructure()
REGISTRY[GAIN_WORKER] = GainWorker()
