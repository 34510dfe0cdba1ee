"""Receiving goods: fixed ones, by stock, or of your choice (§10.2)."""

from typing import final

from cuvee.games.ora_et_labora.decisions.common import SPAN, GoodChoice, choice_id, good_name
from cuvee.games.ora_et_labora.pieces.goods import GOODS, Gain
from cuvee.games.ora_et_labora.state.landscapes import NOWHERE
from cuvee.games.ora_et_labora.state.table import Effect, Estates
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _


@final
class BasicGood(GoodChoice):
    """Which basic good to take (§10.2); with the Druid's House, then a second, different one (§11.14)."""

    kind = "basic_good"
    section = "10.2"

    def __init__(self, seat: int, count: int, other: int, taken: int) -> None:
        super().__init__(seat)
        self.count = count
        self.other = other
        """Tiles of a second kind to choose afterwards."""
        self.taken = taken
        """The first kind, when the second is chosen."""

    def options(self, state: Estates, seat: int) -> list[int]:
        basics = state.setup.pieces.basics
        return basics if self.taken == NOWHERE else [kind for kind in basics if kind != self.taken]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.get(seat, option, self.count)
        if self.other:
            state.push(BasicGood(seat, self.other, 0, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Take {count} of one basic good: which?", count=self.count)


def gain_text(state: Estates, gain: Gain, times: int) -> str:
    """List what a gain brings: "1 Bread, 7 Coin"."""
    parts = [f"{gain.counts[at] * times} {good_name(state, gain.kinds[at])}" for at in range(len(gain.kinds))]
    if gain.basic:
        parts.append(_("{count} of one basic good", count=gain.basic))
    if gain.other_basic:
        parts.append(_("{count} of another basic good", count=gain.other_basic))
    return ", ".join(parts) or _("nothing")


@final
class TakeGoods(Effect):
    """`gain`: the goods are simply taken (R33)."""

    def __init__(self, name: str, gain: Gain) -> None:
        super().__init__(name)
        self.gain = gain

    def perform(self, state: Estates, user: int, building: int) -> None:
        state.receive(user, self.gain, 1)


@final
class TakeByStock(Effect):
    """`stock_tier`: the highest tier that the stock reaches gives its coins; nothing is paid (§10.2)."""

    def __init__(self, name: str, good: int, floors: list[int], gains: list[Gain]) -> None:
        super().__init__(name)
        self.good = good
        self.floors = floors
        self.gains = gains

    def perform(self, state: Estates, user: int, building: int) -> None:
        owned = state.goods[user][self.good]
        best = NOWHERE
        for tier in range(len(self.floors)):
            if owned >= self.floors[tier] and (best == NOWHERE or self.floors[tier] > self.floors[best]):
                best = tier
        if best != NOWHERE:
            state.receive(user, self.gains[best], 1)


@final
class ChooseGoods(Effect):
    """`gain_choice`: one of the options must be taken (R33)."""

    def __init__(self, name: str, choices: list[Gain]) -> None:
        super().__init__(name)
        self.choices = choices

    def perform(self, state: Estates, user: int, building: int) -> None:
        state.push(GoodsOption(user, self))


@final
class GoodsOption(Decision[Estates]):
    """Which of the offered goods to take (§19.10)."""

    kind = "goods_option"
    section = "10.2"
    span = SPAN

    def __init__(self, seat: int, effect: ChooseGoods) -> None:
        super().__init__(seat)
        self.effect = effect

    def key(self) -> tuple[object, ...]:
        """Identify the effect by its name: it belongs to the box."""
        return ("goods_option", self.seat, self.effect.name)

    def options(self, state: Estates, seat: int) -> list[int]:
        return list(range(len(self.effect.choices)))

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.receive(seat, self.effect.choices[option], 1)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which goods do you take?")

    def notation(self, state: Estates, seat: int, option: int) -> str:
        gain = self.effect.choices[option]
        return " ".join(f"{gain.counts[at]} {GOODS[gain.kinds[at]]}" for at in range(len(gain.kinds)))

    def label(self, state: Estates, seat: int, option: int) -> str:
        return gain_text(state, self.effect.choices[option], 1)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(option)]
