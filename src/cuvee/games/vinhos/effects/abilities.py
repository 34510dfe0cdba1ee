"""Abilities of Wine Experts that shape the turn (§10)."""

from typing import final

from cuvee.games.vinhos.decisions.abilities import RearrangeRegion, RetrieveBarrel, own_barrels, regions_to_rearrange
from cuvee.games.vinhos.state.setup import Effect
from cuvee.games.vinhos.state.table import Table


@final
class FreeMovement(Effect[Table]):
    """The move of this turn costs nothing (§10.2)."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.free = True

    def perform(self, state: Table, seat: int, estate: int) -> None:
        """Nothing more to do: the window has passed it on to the move (§7.1)."""

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        """Tell whether a free move leads anywhere but to the centre (§7.5)."""
        return any(space != state.setup.pieces.centre for space in state.legal_spaces(seat, True, False, 0))


@final
class Discount(Effect[Table]):
    """Each vineyard of this turn's Vineyards action costs less, and that action has to be taken (§10.6)."""

    def __init__(self, name: str, amount: int) -> None:
        super().__init__(name)
        self.duty = True
        self.discount = amount

    def perform(self, state: Table, seat: int, estate: int) -> None:
        """Nothing more to do: the window has passed it on to the move (§7.1)."""

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        return len(state.legal_spaces(seat, False, True, self.discount)) > 0


@final
class Rearrange(Effect[Table]):
    """A vineyard stack in a new order, then a Vineyards action (§10.5)."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.duty = True

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if self.possible(state, seat, 0):
            state.push(RearrangeRegion(seat))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        return len(regions_to_rearrange(state, seat)) > 0


@final
class Retrieve(Effect[Table]):
    """One of your barrels back to the supply (§10.4)."""

    def __init__(self, name: str, places: list[int]) -> None:
        super().__init__(name)
        self.places = places

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if self.possible(state, seat, 0):
            state.push(RetrieveBarrel(seat, self.places))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        return len(own_barrels(state, seat, self.places)) > 0
