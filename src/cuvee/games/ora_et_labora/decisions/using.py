"""Using a building: its function is carried out entry by entry (§10.1)."""

from typing import final

from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.play import Step


@final
class Function(Step[Estates]):
    """The function of a building is being used: the entries from `place` on are still to be carried out (§10.7)."""

    kind = "function"

    def __init__(self, user: int, building: int, place: int) -> None:
        self.user = user
        self.building = building
        self.place = place

    def run(self, state: Estates) -> None:
        effects = state.setup.functions[self.building]
        if self.place + 1 < len(effects):
            state.push(Function(self.user, self.building, self.place + 1))
        effects[self.place].perform(state, self.user, self.building)


def use(state: Estates, user: int, building: int) -> None:
    """Use the function of a building once (§10.1)."""
    state.used |= state.building(building).once
    state.tell("uses", user, building)
    state.push(Function(user, building, 0))
