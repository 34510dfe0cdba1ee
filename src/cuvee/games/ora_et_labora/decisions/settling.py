"""Building a settlement (§8.3)."""

from typing import final

from cuvee.games.ora_et_labora.decisions.building import why_not_space
from cuvee.games.ora_et_labora.decisions.common import NONE, SPAN, SpaceChoice, choice_id, terrain_text
from cuvee.games.ora_et_labora.decisions.paying import charge
from cuvee.games.ora_et_labora.pieces.landscapes import SETTLEMENT
from cuvee.games.ora_et_labora.state.stocks import FOOD
from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _


@final
class SettlementCard(Decision[Estates]):
    """Which settlement to build; with the Castle it may be declined (§8.3, §11.27)."""

    kind = "settlement_card"
    section = "8.3"
    span = SPAN

    def __init__(self, seat: int, granted: bool) -> None:
        super().__init__(seat)
        self.granted = granted

    def options(self, state: Estates, seat: int) -> list[int]:
        cards = state.settleable(seat)
        if self.granted:
            cards.append(NONE)
        return cards

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option != NONE:
            state.push(SettlementSpace(seat, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which settlement do you build?")

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return "none" if option == NONE else state.setup.pieces.settlements[option].id.lower()

    def label(self, state: Estates, seat: int, option: int) -> str:
        if option == NONE:
            return _("Build no settlement")
        card = state.setup.pieces.settlements[option]
        return _("{name} for {food} food and {energy} energy", name=_(card.name), food=card.food, energy=card.energy // 2)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(NONE)] if option == NONE else [f"settlement:{seat}:{self.notation(state, seat, option)}"]

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        for card in state.setup.pieces.settlements:
            if card.id.casefold() == what.rsplit(":", maxsplit=1)[-1].strip().casefold() and card.number in state.hand(seat):
                if not state.can_feed(state.goods[seat], card.energy, card.food):
                    return _(
                        "{name} costs {food} food and {energy} energy, and you do not have enough (§9.3)",
                        name=_(card.name),
                        food=card.food,
                        energy=card.energy // 2,
                    )
                return _(
                    "{name} needs a free space of this terrain: {terrain}",
                    name=_(card.name),
                    terrain=terrain_text(card.terrain),
                )
        return _("“{what}” is not a settlement in your hand", what=what)


@final
class SettlementSpace(SpaceChoice):
    """On which free space the settlement is built; then energy and food are paid (§8.3, R36)."""

    kind = "settlement_space"
    section = "8.3"

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def options(self, state: Estates, seat: int) -> list[int]:
        return state.rooms(seat, state.setup.pieces.settlements[self.card].terrain, False)

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.tell("settles", seat, self.card, option)
        state.lay(seat, option, SETTLEMENT + self.card)
        settlement = state.setup.pieces.settlements[self.card]
        charge(state, seat, settlement.energy, settlement.food, 0, FOOD)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Where do you build {settlement}?", settlement=_(state.setup.pieces.settlements[self.card].name))

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        settlement = state.setup.pieces.settlements[self.card]
        return why_not_space(state, seat, what, _(settlement.name), settlement.terrain, False)
