"""Functions that produce with the wheel (§5.3, §10.2)."""

from typing import final

from cuvee.games.ora_et_labora.decisions.common import JOKER, NONE, SPAN, GoodChoice, choice_id
from cuvee.games.ora_et_labora.decisions.wheel import indicator_id, indicator_label, indicators_for, produce, which_indicator
from cuvee.games.ora_et_labora.effects.trades import Trade
from cuvee.games.ora_et_labora.pieces.goods import GOODS
from cuvee.games.ora_et_labora.state.table import OFF, Effect, Estates
from cuvee.kernel.play import Decision, Step
from cuvee.kernel.text import _


@final
class Produce(Effect):
    """`produce`: one of the goods, with its own indicator or the joker, or not at all (§5.3, R33)."""

    def __init__(self, name: str, goods: list[int]) -> None:
        super().__init__(name)
        self.goods = goods

    def ways(self, state: Estates) -> list[int]:
        """List the ways to produce: good and indicator as one number."""
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

    kind = "production"
    section = "5.3"
    span = SPAN

    def __init__(self, seat: int, effect: Produce) -> None:
        super().__init__(seat)
        self.effect = effect

    def key(self) -> tuple[object, ...]:
        """Identify the effect by its name: it belongs to the box."""
        return ("production", self.seat, self.effect.name)

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
    """`produce_joker`: choose a good, pay, produce it with the joker; impossible if the joker is not on the wheel (R19)."""

    def __init__(self, name: str, goods: list[int], trade: Trade) -> None:
        super().__init__(name)
        self.goods = goods
        self.trade = trade
        """What has to be paid before anything is produced."""

    def perform(self, state: Estates, user: int, building: int) -> None:
        if state.wheel[state.setup.pieces.joker] != OFF and self.trade.most(state, user, ()) > 0:
            state.push(JokerGood(user, self))


@final
class JokerGood(GoodChoice):
    """Which good is produced with the joker? (§11.27)"""

    kind = "joker_good"
    section = "5.4"

    def __init__(self, seat: int, effect: ProduceByJoker) -> None:
        super().__init__(seat)
        self.effect = effect

    def key(self) -> tuple[object, ...]:
        """Identify the effect by its name: it belongs to the box."""
        return ("joker_good", self.seat, self.effect.name)

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
    """The payment has been made: produce with the joker."""

    kind = "joker produces"

    def __init__(self, user: int, good: int) -> None:
        self.user = user
        self.good = good

    def run(self, state: Estates) -> None:
        produce(state, self.user, self.good, state.setup.pieces.joker)
