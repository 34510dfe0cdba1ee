"""Planting, swapping and uprooting vines (RULES §4.2, §4.3; VISITORS §4.12, §4.13)."""

from typing import final

from cuvee.games.viticulture.decisions.common import CARD, STOP, card_name
from cuvee.games.viticulture.effects.op import Op, OpChoice, expert_in_force
from cuvee.games.viticulture.effects.pay import UprootVine, planted
from cuvee.games.viticulture.effects.triggers import fire
from cuvee.games.viticulture.pieces.cards import VINE
from cuvee.games.viticulture.pieces.ops import NONE, Node
from cuvee.games.viticulture.pieces.structures import PLANTED
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.vineyard import Vineyard
from cuvee.kernel.text import _

# plant


def needs_waived(state: Winery, seat: int, vine: int, met: int, node: Node) -> int:
    """Return the requirement that planting a vine would ignore (§7.9), as a bit; 0 if none is missing, NONE if impossible."""
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
    """Which vine to plant on which field (§4.2)."""

    kind = "plant"
    section = "4.2"

    def __init__(self, seat: int, node: int, low: int, high: int) -> None:
        super().__init__(seat)
        self.node = node
        self.low = low
        self.high = high

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
            "“{what}”: plant a vine from your hand on a field of yours with room for its value; it may need structures",
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
    """Which vine to exchange: first one, then the other."""

    section = "4.2"

    def __init__(self, seat: int, first: int) -> None:
        super().__init__(seat)
        self.first = first

    def key(self) -> tuple[object, ...]:
        """The first word must stay as it is: the digests of old journals depend on it."""
        return ("swap", self.seat, self.first)

    @property
    def kind(self) -> str:  # type: ignore[override]
        return "swap_first" if self.first == NONE else "swap_second"

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
        return _("{vine} from the field of value {value}", vine=card_name(state, VINE, option % CARD), value=capacity)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"vine:{seat}:{state.pieces.field_ids[option // CARD]}:{state.pieces.vines[option % CARD].id}"]
