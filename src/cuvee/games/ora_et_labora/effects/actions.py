"""Entries that work on wheel and land: produce, clear, act, settle, take landscapes (§10.2)."""

from abc import abstractmethod
from typing import Final, final

from mypy_extensions import mypyc_attr

from cuvee.games.ora_et_labora.decisions import (
    JOKER,
    NONE,
    SPAN,
    BuildingCard,
    GoodChoice,
    LandscapeSide,
    ResourceCard,
    SettlementCard,
    SpaceChoice,
    choice_id,
    indicator_id,
    indicator_label,
    indicators_for,
    produce,
    which_indicator,
)
from cuvee.games.ora_et_labora.effects.trades import Trade, gain_text
from cuvee.games.ora_et_labora.pieces import DISTRICT, FOREST, FREE, GOODS, MOOR, PLOT, Gain
from cuvee.games.ora_et_labora.state import NOWHERE, OFF, Effect, Estates
from cuvee.kernel.play import Decision, Step
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


# Producing.


@final
class Produce(Effect):
    """`produce`: one of the goods, with its own indicator or the joker, or not at all (§5.3, R33)."""

    def __init__(self, name: str, goods: list[int]) -> None:
        super().__init__(name)
        self.goods = goods

    def ways(self, state: Estates) -> list[int]:
        """List good and indicator as one number."""
        found: list[int] = []
        for good in self.goods:
            found += [2 * good + option for option in indicators_for(state, good)]
        return found

    def perform(self, state: Estates, user: int, building: int) -> None:
        if self.ways(state):
            state.push(Production(user, self))


@final
class Production(Decision[Estates]):
    """Which good, and with which indicator? (§5.3)"""

    def __init__(self, seat: int, effect: Produce) -> None:
        super().__init__(seat)
        self.effect = effect

    def key(self) -> tuple[object, ...]:
        return ("production", self.seat, self.effect.name)

    def kind(self) -> str:
        return "production"

    def section(self) -> str:
        return "5.3"

    def span(self) -> int:
        return SPAN

    def options(self, state: Estates, seat: int) -> list[int]:
        return [*self.effect.ways(state), NONE]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option != NONE:
            produce(state, seat, option // 2, which_indicator(state, option // 2, option % 2))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("What do you produce?")

    def notation(self, state: Estates, seat: int, option: int) -> str:
        if option == NONE:
            return "none"
        return GOODS[option // 2] + (" joker" if option % 2 == JOKER else "")

    def label(self, state: Estates, seat: int, option: int) -> str:
        return _("Nothing") if option == NONE else indicator_label(state, option // 2, option % 2)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        if option == NONE:
            return [choice_id(NONE)]
        return [indicator_id(state, option // 2, option % 2), choice_id(option)]


@final
class ProduceByJoker(Effect):
    """`produce_joker`: choose a good, pay, produce it with the joker; impossible without it (R19)."""

    def __init__(self, name: str, goods: list[int], trade: Trade) -> None:
        super().__init__(name)
        self.goods = goods
        self.trade = trade
        """What has to be paid, for nothing in return yet."""

    def perform(self, state: Estates, user: int, building: int) -> None:
        if state.wheel[state.setup.pieces.joker] != OFF and self.trade.most(state, user, ()) > 0:
            state.push(JokerGood(user, self))


@final
class JokerGood(GoodChoice):
    """Which good is produced with the joker? (§11.27)"""

    def __init__(self, seat: int, effect: ProduceByJoker) -> None:
        super().__init__(seat)
        self.effect = effect

    def key(self) -> tuple[object, ...]:
        return ("joker_good", self.seat, self.effect.name)

    def kind(self) -> str:
        return "joker_good"

    def section(self) -> str:
        return "5.4"

    def options(self, state: Estates, seat: int) -> list[int]:
        return [*self.effect.goods, NONE]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option != NONE:
            state.push(JokerProduces(seat, option))
            self.effect.trade.make(state, seat, (1,))

    def prompt(self, state: Estates, seat: int) -> str:
        value = state.indicator_value(state.setup.pieces.joker)
        return _("Pay to produce {count} tiles with the joker: of which good?", count=value)


@final
class JokerProduces(Step[Estates]):
    """The payment is made: produce with the joker."""

    def __init__(self, user: int, good: int) -> None:
        self.user = user
        self.good = good

    def key(self) -> tuple[object, ...]:
        return ("joker produces", self.user, self.good)

    def kind(self) -> str:
        return "joker produces"

    def run(self, state: Estates) -> None:
        produce(state, self.user, self.good, state.setup.pieces.joker)


# Clearing.


@final
class RemoveForests(Effect):
    """`remove_forest`: own forests leave without wood, each for a gain (§10.2)."""

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

    def __init__(self, seat: int, effect: RemoveForests, left: int) -> None:
        super().__init__(seat)
        self.effect = effect
        self.left = left

    def key(self) -> tuple[object, ...]:
        return ("forest_to_remove", self.seat, self.effect.name, self.left)

    def kind(self) -> str:
        return "forest_to_remove"

    def section(self) -> str:
        return "10.2"

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
        """List the parts that are not done and possible."""
        return [part for part in range(len(self.words())) if not done >> part & 1 and self.can_do(state, user, part)]

    def possible(self, state: Estates, user: int) -> bool:
        return len(self.left(state, user, 0)) > 0

    def perform(self, state: Estates, user: int, building: int) -> None:
        state.push(NextPart(user, self, 0))


@final
class NextPart(Decision[Estates]):
    """Which part next, or stop? (§19.10)"""

    def __init__(self, seat: int, effect: Parts, done: int) -> None:
        super().__init__(seat)
        self.effect = effect
        self.done = done

    def key(self) -> tuple[object, ...]:
        return ("next_part", self.seat, self.effect.name, self.done)

    def kind(self) -> str:
        return "next_part"

    def section(self) -> str:
        return "10.2"

    def span(self) -> int:
        return SPAN

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
