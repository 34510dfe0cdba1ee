"""Functions that grant an action, a settlement or land, or take clergymen back (§10.2, §11.27, §11.34)."""

from abc import abstractmethod
from typing import Final, final

from mypy_extensions import mypyc_attr

from cuvee.games.ora_et_labora.decisions.building import BuildingCard
from cuvee.games.ora_et_labora.decisions.common import NONE, SPAN, choice_id
from cuvee.games.ora_et_labora.decisions.land import LandscapeSide
from cuvee.games.ora_et_labora.decisions.settling import SettlementCard
from cuvee.games.ora_et_labora.decisions.wheel import ResourceCard
from cuvee.games.ora_et_labora.pieces.landscapes import DISTRICT, FOREST, MOOR, PLOT
from cuvee.games.ora_et_labora.state.landscapes import NOWHERE
from cuvee.games.ora_et_labora.state.table import Effect, Estates
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _

# What follows a trade or a clearing (`then`).


@final
class GrantBuild(Effect):
    """`build_action`: one Build action, which may be declined (R5)."""

    def perform(self, state: Estates, user: int, building: int) -> None:
        state.push(BuildingCard(user, True))


@final
class RecallClergy(Effect):
    """`take_back_all_own_clergymen`: at once, whoever they work for (§11.20)."""

    def perform(self, state: Estates, user: int, building: int) -> None:
        state.recall(user)


@final
class RecallPriorAndBuild(Effect):
    """`take_back_own_prior_then_build_action` (R18)."""

    def perform(self, state: Estates, user: int, building: int) -> None:
        state.recall_prior(user)
        state.push(BuildingCard(user, True))


# Parts in any order, each at most once.


@mypyc_attr(allow_interpreted_subclasses=True)
class Parts(Effect):
    """Several things to do in any order, each once and each optional."""

    @abstractmethod
    def words(self) -> tuple[str, ...]:
        """Return the notation of each part."""

    @abstractmethod
    def labels(self) -> tuple[str, ...]:
        """Say in words what each part does."""

    @abstractmethod
    def can_do(self, state: Estates, user: int, part: int) -> bool:
        """Tell whether a part can be done now."""

    @abstractmethod
    def do(self, state: Estates, user: int, part: int) -> None:
        """Do a part."""

    def left(self, state: Estates, user: int, done: int) -> list[int]:
        """List the parts that are still to do and can be done."""
        return [part for part in range(len(self.words())) if not done >> part & 1 and self.can_do(state, user, part)]

    def possible(self, state: Estates, user: int) -> bool:
        return len(self.left(state, user, 0)) > 0

    def perform(self, state: Estates, user: int, building: int) -> None:
        state.push(NextPart(user, self, 0))


@final
class NextPart(Decision[Estates]):
    """Which part next, or stop? (§19.10)"""

    kind = "next_part"
    section = "10.2"
    span = SPAN

    def __init__(self, seat: int, effect: Parts, done: int) -> None:
        super().__init__(seat)
        self.effect = effect
        self.done = done

    def key(self) -> tuple[object, ...]:
        """Identify the effect by its name: it belongs to the box."""
        return ("next_part", self.seat, self.effect.name, self.done)

    def options(self, state: Estates, seat: int) -> list[int]:
        return [*self.effect.left(state, seat, self.done), NONE]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option != NONE:
            state.push(NextPart(seat, self.effect, self.done | 1 << option))
            self.effect.do(state, seat, option)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("What do you do next?")

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return "none" if option == NONE else self.effect.words()[option]

    def label(self, state: Estates, seat: int, option: int) -> str:
        return _("Nothing more") if option == NONE else self.effect.labels()[option]

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(option)]


CLEARED: Final = (FOREST, MOOR)


@final
class Clearings(Parts):
    """`actions`: one Fell trees and one Cut peat (§11.27)."""

    def __init__(self, name: str, parts: list[int]) -> None:
        super().__init__(name)
        self.parts = parts

    def words(self) -> tuple[str, ...]:
        return ("fell", "cut")

    def labels(self) -> tuple[str, ...]:
        return (_("Fell trees"), _("Cut peat"))

    def can_do(self, state: Estates, user: int, part: int) -> bool:
        return part in self.parts and CLEARED[part] in state.cards[user]

    def do(self, state: Estates, user: int, part: int) -> None:
        state.push(ResourceCard(user, CLEARED[part]))


@final
class FreeLand(Parts):
    """`free_landscapes`: the top district and the top plot without payment (§11.34, R20, R40)."""

    def words(self) -> tuple[str, ...]:
        return ("district", "plot")

    def labels(self) -> tuple[str, ...]:
        return (_("Take a district"), _("Take a plot"))

    def can_do(self, state: Estates, user: int, part: int) -> bool:
        return state.pile_price(DISTRICT if part == 0 else PLOT) != NOWHERE

    def do(self, state: Estates, user: int, part: int) -> None:
        state.push(LandscapeSide(user, DISTRICT if part == 0 else PLOT))


# Settling.


@final
class Settle(Effect):
    """`settle`: build one settlement from hand, or decline (§8.3, §11.27)."""

    def perform(self, state: Estates, user: int, building: int) -> None:
        if state.settleable(user):
            state.push(SettlementCard(user, True))
