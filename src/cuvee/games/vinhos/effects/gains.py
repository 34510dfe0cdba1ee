"""What is simply gained: Bagos, Fair Points, Experts, pieces, Porto tiles, Renown cubes (§9, §10, §11.1)."""

from typing import final

from cuvee.games.vinhos.decisions.abilities import PlaceCube
from cuvee.games.vinhos.decisions.buying import TakeExpert, place_cellar, place_staff, place_winery
from cuvee.games.vinhos.state.codes import SUPPLY_CELLARS, SUPPLY_FARMERS, SUPPLY_WINERIES
from cuvee.games.vinhos.state.setup import Effect
from cuvee.games.vinhos.state.table import Table


@final
class GainBagos(Effect[Table]):
    """Bagos from the bank (§10.1)."""

    def __init__(self, name: str, amount: int) -> None:
        super().__init__(name)
        self.amount = amount

    def perform(self, state: Table, seat: int, estate: int) -> None:
        state.money[seat] += self.amount
        state.tell("bagos", seat, self.amount)


@final
class GainFairPoints(Effect[Table]):
    """Fair Points (§3.6)."""

    def __init__(self, name: str, amount: int) -> None:
        super().__init__(name)
        self.amount = amount

    def perform(self, state: Table, seat: int, estate: int) -> None:
        state.fair_points[seat] += self.amount
        state.tell("fair_points", seat, self.amount)


@final
class GainExpert(Effect[Table]):
    """Wine Experts for free, from decks of the player's choice (§3.6, §11.1)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if state.can_take_expert():
            state.push(TakeExpert(seat, self.count, False, 0, True))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        return state.can_take_expert()


@final
class GainFarmer(Effect[Table]):
    """A Farmer on the vineyard just placed (§9, Minho)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        for _again in range(self.count):
            if state.supply[SUPPLY_FARMERS] > 0 and state.takes_farmer(state.at(seat, estate)):
                place_staff(state, seat, estate, True)


@final
class GainWinery(Effect[Table]):
    """A winery on the estate just opened (§9, Trás-os-Montes)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        for _again in range(self.count):
            if state.supply[SUPPLY_WINERIES] > 0 and state.takes_winery(state.at(seat, estate)):
                place_winery(state, seat, estate)


@final
class GainCellar(Effect[Table]):
    """A Cellar on the estate just opened (§9, Bairrada)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        for _again in range(self.count):
            if state.supply[SUPPLY_CELLARS] > 0 and state.takes_cellar(state.at(seat, estate)):
                place_cellar(state, seat, estate)


@final
class GainPorto(Effect[Table]):
    """A player's Porto tiles that are still in the Douro (§9)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        taken = min(self.count, state.porto_left[seat])
        state.porto_left[seat] -= taken
        state.porto[seat] += taken
        state.tell("porto_tiles", seat, taken)


@final
class PlaceCubes(Effect[Table]):
    """Renown cubes in regions of the player's choice (§9, §10.3)."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.count = count

    def perform(self, state: Table, seat: int, estate: int) -> None:
        if state.cube_regions():
            state.push(PlaceCube(seat, self.count))

    def possible(self, state: Table, seat: int, extra: int) -> bool:
        return len(state.cube_regions()) > 0
