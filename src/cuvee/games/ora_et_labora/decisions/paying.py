"""Paying with food, energy, points or different goods (§9)."""

from typing import final

from cuvee.games.ora_et_labora.decisions.common import SPAN, GoodChoice, choice_id, good_name
from cuvee.games.ora_et_labora.pieces.goods import COIN, COIN5, GOODS, GRAIN, KINDS, STRAW, WONDER
from cuvee.games.ora_et_labora.state.stocks import ENERGY, FOOD, POINTS, stock
from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.play import Decision, Step
from cuvee.kernel.text import _


def usable(state: Estates, seat: int, kind: int, reserve: int) -> int:
    """Return how many tiles of a kind may be given; grain can count as straw if the food to be paid next allows it (R36)."""
    goods = state.goods[seat]
    if kind != STRAW:
        return stock(goods, kind)
    grain = goods[GRAIN]
    if reserve and state.setup.pieces.goods[GRAIN].food:
        spare = state.setup.currencies[FOOD].total(goods) - reserve
        grain = min(grain, spare // state.setup.pieces.goods[GRAIN].food)
    return goods[STRAW] + grain


def pay_range(state: Estates, seat: int, currency: int, place: int, rest: int, reserve: int) -> tuple[int, int]:
    """Return the fewest and the most tiles of a kind that a payment without a superfluous tile can contain (§9.6)."""
    money = state.setup.currencies[currency]
    kinds, values = money.kinds, money.values
    later = 0
    for at in range(place + 1, len(kinds)):
        later += values[at] * usable(state, seat, kinds[at], reserve)
    value = values[place]
    low = max(0, -((later - rest) // value))
    return low, min(usable(state, seat, kinds[place], reserve), -(-rest // value))


def collect(state: Estates, seat: int, currency: int, place: int, rest: int, reserve: int) -> None:
    """Take a payment kind by kind, asking only where there is a choice (§9.6)."""
    money = state.setup.currencies[currency]
    while rest > 0:
        low, high = pay_range(state, seat, currency, place, rest, reserve)
        if low != high:
            state.push(PayKind(seat, currency, place, rest, reserve))
            return
        if high > 0:
            state.give(seat, money.kinds[place], high)
            rest -= high * money.values[place]
        place += 1


@final
class Pay(Step[Estates]):
    """A payment of food or points that is due after the one being made (§10.7)."""

    kind = "pay"

    def __init__(self, seat: int, currency: int, amount: int) -> None:
        self.seat = seat
        self.currency = currency
        self.amount = amount

    def run(self, state: Estates) -> None:
        collect(state, self.seat, self.currency, 0, self.amount, 0)


def charge(state: Estates, seat: int, energy: int, food: int, points: int, fare: int) -> None:
    """Put a payment on the agenda: energy, then food, then points (§10.7)."""
    if points:
        state.push(Pay(seat, POINTS, points))
    if food:
        state.push(Pay(seat, fare, food))
    if energy:
        collect(state, seat, ENERGY, 0, energy, food)


@final
class PayKind(Decision[Estates]):
    """How many tiles of this kind go into the payment? (§9.6, R37)"""

    kind = "pay_kind"
    section = "9.6"
    span = SPAN

    def __init__(self, seat: int, currency: int, place: int, rest: int, reserve: int) -> None:
        super().__init__(seat)
        self.currency = currency
        self.place = place
        self.rest = rest
        self.reserve = reserve
        """Food to be paid after this energy (R36)."""

    def options(self, state: Estates, seat: int) -> list[int]:
        low, high = pay_range(state, seat, self.currency, self.place, self.rest, self.reserve)
        return list(range(low, high + 1))

    def apply(self, state: Estates, seat: int, option: int) -> None:
        money = state.setup.currencies[self.currency]
        if option:
            state.give(seat, money.kinds[self.place], option)
        collect(state, seat, self.currency, self.place + 1, self.rest - option * money.values[self.place], self.reserve)

    def good(self, state: Estates) -> int:
        """Return the kind asked for."""
        return state.setup.currencies[self.currency].kinds[self.place]

    def prompt(self, state: Estates, seat: int) -> str:
        due = self.rest / 2 if self.currency == ENERGY else self.rest
        words = {ENERGY: _("energy"), POINTS: _("points")}
        purpose = words.get(self.currency, _("food"))
        good = good_name(state, self.good(state))
        return _("{due} {purpose} to pay: how many {good} do you give?", due=f"{due:g}", purpose=purpose, good=good)

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return f"{option} {GOODS[self.good(state)]}"

    def label(self, state: Estates, seat: int, option: int) -> str:
        return _("{count} {good}", count=option, good=good_name(state, self.good(state)))

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [f"stock:{seat}:{GOODS[self.good(state)]}", choice_id(option)]

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        low, high = pay_range(state, seat, self.currency, self.place, self.rest, self.reserve)
        good = good_name(state, self.good(state))
        return _(
            "{low} to {high} {good} can be given here: fewer would be too little in the end, more would be wasted (§9.3)",
            low=low,
            high=high,
            good=good,
        )


@final
class DifferentGood(GoodChoice):
    """The next kind to give, in the order of the goods table; all are paid once enough are named (§9.8)."""

    kind = "different_good"
    section = "9.4"

    def __init__(self, seat: int, left: int, chosen: int, last: int) -> None:
        super().__init__(seat)
        self.left = left
        self.chosen = chosen
        """Bits of the kinds already named."""
        self.last = last

    def options(self, state: Estates, seat: int) -> list[int]:
        goods = state.goods[seat]
        later = 0
        found: list[int] = []
        for kind in range(KINDS - 1, self.last, -1):
            if self.available(goods, kind):
                both = kind == COIN and later and goods[COIN] == 5  # never the coin and the five-coin tile together (R35)
                if later - (1 if both else 0) >= self.left - 1:
                    found.append(kind)
                later += 0 if both else 1
        found.reverse()
        return found

    def available(self, goods: list[int], kind: int) -> bool:
        """Tell whether a kind can be named, with the kinds already named set aside (§9.4, R13, R35)."""
        if kind == STRAW:
            return goods[STRAW] > 0 or goods[GRAIN] >= 2
        if kind == COIN5:
            return goods[COIN] >= (6 if self.chosen >> COIN & 1 else 5)
        return kind != WONDER and goods[kind] > 0

    def apply(self, state: Estates, seat: int, option: int) -> None:
        chosen = self.chosen | 1 << option
        if self.left > 1:
            state.push(DifferentGood(seat, self.left - 1, chosen, option))
            return
        for kind in range(KINDS):
            if chosen >> kind & 1:
                state.give(seat, kind, 1)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("{left} more different goods to give: which kind next?", left=self.left)

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        return _("Name the kinds in the order of the goods, one tile of each, and leave enough other kinds to choose from")
