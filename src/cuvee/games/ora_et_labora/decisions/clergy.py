"""Clergymen at work: the player's own, and those of others by work contract (§6.1)."""

from typing import final

from mypy_extensions import mypyc_attr

from cuvee.games.ora_et_labora.decisions.common import (
    BROTHER,
    COINS,
    PRESENT,
    PRIOR,
    BuildingChoice,
    WordChoice,
    building_name,
    called,
    choice_id,
    good_name,
    side_name,
)
from cuvee.games.ora_et_labora.decisions.using import use
from cuvee.games.ora_et_labora.pieces.goods import COIN, GOODS
from cuvee.games.ora_et_labora.state.landscapes import NOWHERE
from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.text import _, player


@final
class OwnBuilding(BuildingChoice):
    """Which of your own buildings does a clergyman enter? (§6.1.1)"""

    kind = "own_building"
    section = "6.1.1"

    def options(self, state: Estates, seat: int) -> list[int]:
        return state.unoccupied_of(seat)

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.push(OwnClergyman(seat, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which of your buildings do you use?")

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        return _("“{what}” is not an unoccupied building of your own", what=called(state, what))


@mypyc_attr(allow_interpreted_subclasses=True)
class ClergyChoice(WordChoice):
    """Prior or lay brother of a side; asked only if both are available."""

    def __init__(self, seat: int, owner: int, building: int) -> None:
        super().__init__(seat)
        self.owner = owner
        self.building = building

    def options(self, state: Estates, seat: int) -> list[int]:
        found = [PRIOR] if state.prior_home(self.owner) else []
        return [*found, BROTHER] if state.brother_home(self.owner) else found

    def words(self) -> tuple[str, ...]:
        return ("prior", "brother")

    def labels(self) -> tuple[str, ...]:
        return (_("The prior"), _("A lay brother"))

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [f"clergy:{self.owner}:{self.words()[option]}"]


@final
class OwnClergyman(ClergyChoice):
    """Which of your clergymen enters the building? (§6.1.1)"""

    kind = "own_clergyman"
    section = "6.1.1"

    def __init__(self, seat: int, building: int) -> None:
        super().__init__(seat, seat, building)

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.tell("enters", seat, self.building, option)
        state.put(seat, option == PRIOR, self.building)
        use(state, seat, self.building)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Who enters {building}?", building=building_name(state, self.building))


def can_hire(state: Estates, seat: int) -> bool:
    """Tell whether a seat can pay for a work contract (§6.1.3, §6.1.4)."""
    goods = state.goods[seat]
    return goods[COIN] >= state.price or goods[state.setup.present] > 0


def can_contract(state: Estates, seat: int) -> bool:
    """Tell whether a work contract is possible (§6.1.6)."""
    if can_hire(state, seat):
        for side in range(state.setup.sides):
            if side != seat and state.anybody_home(side) and state.has_unoccupied(side):
                return True
    return False


@final
class ContractBuilding(BuildingChoice):
    """Which building of another player is used by work contract? (§6.1.2)"""

    kind = "contract_building"
    section = "6.1.2"

    def options(self, state: Estates, seat: int) -> list[int]:
        found: list[int] = []
        for side in range(state.setup.sides):
            if side != seat and state.anybody_home(side):
                found += state.unoccupied_of(side)
        return found

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.push(ContractFee(seat, option, False))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which building of another player do you use? The contract costs {price}", price=state.price)

    def label(self, state: Estates, seat: int, option: int) -> str:
        owner = side_name(state, state.owner_of(option))
        return _("{building} of {owner}", building=_(state.building(option).name), owner=owner)

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        number = self.named(state, what)
        owner = state.owner_of(number) if number != NOWHERE else NOWHERE
        if owner in (NOWHERE, seat):
            return _("“{what}” is not a building of another player", what=called(state, what))
        if not state.anybody_home(owner):
            return _("{owner} has no available clergyman to send to work", owner=side_name(state, owner))
        return _("{building} is occupied", building=building_name(state, number))


@final
class ContractFee(WordChoice):
    """Is the contract paid in coins, or with a present for the host? (§6.1.3, §6.1.4)"""

    kind = "contract_fee"
    section = "6.1.3"

    def __init__(self, seat: int, building: int, prior_only: bool) -> None:
        super().__init__(seat)
        self.building = building
        self.prior_only = prior_only
        """Whether this is the contract of a solo settlement phase, carried out by the neutral prior (§18.7)."""

    def options(self, state: Estates, seat: int) -> list[int]:
        goods = state.goods[seat]
        found = [COINS] if goods[COIN] >= state.price else []
        return [*found, PRESENT] if goods[state.setup.present] else found

    def apply(self, state: Estates, seat: int, option: int) -> None:
        owner = state.owner_of(self.building)
        state.tell("hires", seat, self.building, owner, option)
        if option == PRESENT:
            state.give(seat, state.setup.present, 1)
        else:
            state.give(seat, COIN, state.price)
            if owner < state.seats:  # what the neutral player earns goes to the supply (§18.6)
                state.get(owner, COIN, state.price)
        if self.prior_only:
            state.put(owner, True, self.building)
            use(state, seat, self.building)
        else:
            asked = owner if owner < state.seats else seat
            state.push(ContractClergyman(asked, owner, self.building, seat))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("How do you pay for the work contract?")

    def words(self) -> tuple[str, ...]:
        return ("coins", "present")

    def label(self, state: Estates, seat: int, option: int) -> str:
        if option == COINS:
            return _("{price} coins", price=state.price)
        return _("A present: 1 {good}", good=good_name(state, state.setup.present))

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [f"stock:{seat}:{GOODS[COIN if option == COINS else state.setup.present]}", choice_id(option)]


@final
class ContractClergyman(ClergyChoice):
    """The owner of the building chooses which clergyman works (§6.1.2, R4); for the neutral player, you do (§18.6)."""

    kind = "contract_clergyman"
    section = "6.1.2"

    def __init__(self, seat: int, owner: int, building: int, user: int) -> None:
        super().__init__(seat, owner, building)
        self.user = user

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.tell("enters", self.owner, self.building, option)
        state.put(self.owner, option == PRIOR, self.building)
        use(state, self.user, self.building)

    def prompt(self, state: Estates, seat: int) -> str:
        return _(
            "{user} has a work contract for {building}: who goes to work?",
            user=player(self.user),
            building=building_name(state, self.building),
        )
