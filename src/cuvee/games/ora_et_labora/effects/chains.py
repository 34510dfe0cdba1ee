"""Using one building through another (§10.3)."""

from typing import final

from cuvee.games.ora_et_labora.decisions.common import NONE, BuildingChoice, called
from cuvee.games.ora_et_labora.decisions.using import use
from cuvee.games.ora_et_labora.effects.trades import Trade
from cuvee.games.ora_et_labora.pieces.buildings import ADJACENT, BY_PRIOR, OCCUPIED
from cuvee.games.ora_et_labora.pieces.landscapes import SETTLEMENT
from cuvee.games.ora_et_labora.state.landscapes import NOWHERE
from cuvee.games.ora_et_labora.state.table import FIGURES, Effect, Estates
from cuvee.kernel.text import _


@final
class UseAnother(Effect):
    """`use_building`: use a building of a class without placing anybody, possibly for a payment (§10.3)."""

    def __init__(self, name: str, which: int, trade: Trade) -> None:
        super().__init__(name)
        self.which = which
        self.trade = trade
        """What has to be paid once the target is chosen (R38)."""

    def perform(self, state: Estates, user: int, building: int) -> None:
        if self.trade.most(state, user, ()) > 0 and self.allowed(state, building):
            state.push(ChainTarget(user, self, building))

    def allowed(self, state: Estates, building: int) -> list[int]:
        """List the targets: never the building itself, nor one that works once per action and has been used (R15)."""
        found: list[int] = []
        for target in self.targets(state, building):
            if target != building and target not in found and not state.used & state.building(target).once:
                found.append(target)
        return found

    def targets(self, state: Estates, building: int) -> list[int]:
        """List the buildings of the class."""
        if self.which == BY_PRIOR:
            return [at for at in state.clergy[::FIGURES] if at >= 0]
        if self.which == OCCUPIED:
            return [at for at in state.clergy if at >= 0]
        return self.neighbours(state, building) if self.which == ADJACENT else state.display

    def neighbours(self, state: Estates, building: int) -> list[int]:
        """List the unoccupied buildings beside this one; an unbuilt card has none (§10.4, §10.5)."""
        side = state.owner_of(building)
        if side == NOWHERE:
            return []
        cards = state.cards[side]
        beside = [cards[index] for index in state.grounds[side].near[cards.index(building)]]
        return [card for card in beside if 0 <= card < SETTLEMENT and not state.occupied(card)]


@final
class ChainTarget(BuildingChoice):
    """Which building is used, or none? (§10.3)"""

    kind = "chain_target"
    section = "10.3"

    def __init__(self, seat: int, effect: UseAnother, building: int) -> None:
        super().__init__(seat)
        self.effect = effect
        self.building = building

    def key(self) -> tuple[object, ...]:
        """Identify the effect by its name: it belongs to the box."""
        return ("chain_target", self.seat, self.effect.name, self.building)

    def options(self, state: Estates, seat: int) -> list[int]:
        return [*self.effect.allowed(state, self.building), NONE]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option != NONE:
            use(state, seat, option)
            self.effect.trade.make(state, seat, (1,))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which building do you use through {building}?", building=_(state.building(self.building).name))

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        return _("“{what}” cannot be used through this building now", what=called(state, what))
