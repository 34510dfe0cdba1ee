"""Functions that remove forests (§10.2)."""

from typing import final

from cuvee.games.ora_et_labora.decisions.common import NONE, SpaceChoice
from cuvee.games.ora_et_labora.effects.gains import gain_text
from cuvee.games.ora_et_labora.pieces.goods import Gain
from cuvee.games.ora_et_labora.pieces.landscapes import FOREST, FREE
from cuvee.games.ora_et_labora.state.landscapes import NOWHERE
from cuvee.games.ora_et_labora.state.table import Effect, Estates
from cuvee.kernel.text import _


@final
class RemoveForests(Effect):
    """`remove_forest`: removes the user's forests, each for a gain instead of wood (§10.2)."""

    def __init__(self, name: str, most: int, gain: Gain, then: Effect | None) -> None:
        super().__init__(name)
        self.most = most
        self.gain = gain
        self.then = then

    def perform(self, state: Estates, user: int, building: int) -> None:
        self.ask(state, user, self.most)

    def ask(self, state: Estates, user: int, left: int) -> None:
        """Ask for a forest, if there is one."""
        if FOREST in state.cards[user]:
            state.push(ForestToRemove(user, self, left))


@final
class ForestToRemove(SpaceChoice):
    """Which forest is removed, or stop? (§19.10)"""

    kind = "forest_to_remove"
    section = "10.2"

    def __init__(self, seat: int, effect: RemoveForests, left: int) -> None:
        super().__init__(seat)
        self.effect = effect
        self.left = left

    def key(self) -> tuple[object, ...]:
        """Identify the effect by its name: it belongs to the box."""
        return ("forest_to_remove", self.seat, self.effect.name, self.left)

    def options(self, state: Estates, seat: int) -> list[int]:
        return [*state.places_of(seat, FOREST), NONE]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option == NONE:
            return
        state.lay(seat, option, FREE)
        state.tell("clears", seat, FOREST, option)
        state.receive(seat, self.effect.gain, 1)
        if self.left > 1:
            self.effect.ask(state, seat, self.left - 1)
        if self.effect.then is not None:
            self.effect.then.perform(state, seat, NOWHERE)

    def prompt(self, state: Estates, seat: int) -> str:
        gain = gain_text(state, self.effect.gain, 1)
        return _("Which forest do you remove? Each brings {gain}; {left} at most", gain=gain, left=self.left)
