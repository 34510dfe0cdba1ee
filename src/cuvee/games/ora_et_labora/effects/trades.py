"""Functions that trade goods, and functions that take goods worth points (§10.2)."""

from typing import Final, final

from cuvee.games.ora_et_labora.decisions.common import NONE, SPAN, GoodChoice, choice_id, good_name
from cuvee.games.ora_et_labora.decisions.paying import DifferentGood, charge
from cuvee.games.ora_et_labora.effects.gains import BasicGood, gain_text
from cuvee.games.ora_et_labora.pieces.buildings import PER_CLOISTER
from cuvee.games.ora_et_labora.pieces.goods import BOOK, CERAMIC, COIN, GRAIN, ORNAMENT, RELIQUARY, STRAW, WONDER, Cost, Deal
from cuvee.games.ora_et_labora.pieces.landscapes import FOREST, MOOR
from cuvee.games.ora_et_labora.state.landscapes import NOWHERE
from cuvee.games.ora_et_labora.state.stocks import ENERGY, FOOD, FOOD_NOT_MONEY, POINTS, turn_missing_straw
from cuvee.games.ora_et_labora.state.table import Effect, Estates
from cuvee.kernel.play import Decision, Step
from cuvee.kernel.text import _

PAGE: Final = 90
"""Numbers are asked for in pages of this size, so that no question has too many answers (§19.10)."""
NO_LIMIT: Final = 1 << 20
MOST_TIMES: Final = 1 << 15
"""More tiles than any player can gather."""


# Payments of a whole deal.


def set_aside(goods: list[int], cost: Cost, times: int) -> list[int]:
    """Return a stock without the named goods and coins of a payment (§10.7)."""
    left = goods[:]
    for at in range(len(cost.kinds)):
        left[cost.kinds[at]] -= cost.counts[at] * times
    if cost.straw:
        turn_missing_straw(left, cost.straw * times)
        left[STRAW] -= cost.straw * times
    return left


def fare_of(deal: Deal) -> int:
    """Return which tiles count as food: money does not where food is sold for coins (R39)."""
    return FOOD_NOT_MONEY if deal.gain.count(COIN) and not deal.cost.energy else FOOD


def pay_text(state: Estates, cost: Cost, times: int) -> str:
    """List what a payment asks for."""
    parts = [f"{cost.counts[at] * times} {good_name(state, cost.kinds[at])}" for at in range(len(cost.kinds))]
    if cost.straw:
        parts.append(f"{cost.straw * times} {good_name(state, STRAW)}")
    if cost.energy:
        parts.append(_("{count} energy", count=f"{cost.energy * times / 2:g}"))
    if cost.food:
        parts.append(_("{count} food", count=cost.food * times))
    if cost.points:
        parts.append(_("goods worth {count} points", count=cost.points * times))
    if cost.different:
        parts.append(_("{count} different goods", count=cost.different * times))
    return ", ".join(parts) or _("nothing")


# Trades.


@final
class Trade(Effect):
    """`trade`, and deals paid together: ask how often each, then pay everything, then receive everything (§10.2, R14)."""

    def __init__(self, name: str, deals: list[Deal], limits: list[int], total: int, after: Effect | None) -> None:
        super().__init__(name)
        self.deals = deals
        self.limits = limits
        """How often each deal may be made; 0 = no limit."""
        self.total = total
        """How often all deals may be made together; 0 = no limit."""
        self.after = after
        """What follows if anything was traded: `then`, or a trade that requires this one."""

    def perform(self, state: Estates, user: int, building: int) -> None:
        self.ask(state, user, ())

    def ask(self, state: Estates, user: int, counts: tuple[int, ...]) -> None:
        """Ask how often each deal is made, skipping those that cannot be; then make them."""
        while len(counts) < len(self.deals):
            if self.most(state, user, counts) > 0:
                state.push(Repetitions(user, self, counts, 0))
                return
            counts = (*counts, 0)
        self.make(state, user, counts)

    def most(self, state: Estates, user: int, counts: tuple[int, ...]) -> int:
        """Return how often the next deal can be made after what the earlier deals cost is set aside."""
        at = len(counts)
        deal = self.deals[at]
        bound = self.limits[at] or NO_LIMIT
        if self.total:
            bound = min(bound, self.total - sum(counts))
        if self.after is not None and not self.after.possible(state, user):
            return 0
        goods = state.goods[user]
        energy = food = 0
        for earlier in range(at):
            cost = self.deals[earlier].cost
            goods = set_aside(goods, cost, counts[earlier])
            energy += cost.energy * counts[earlier]
            food += cost.food * counts[earlier]
        bound = self.bound(state, goods, deal, bound)
        if deal.cost.named_only:
            return bound
        while bound > 0 and not self.affords(state, goods, deal, bound, energy, food):
            bound -= 1
        return bound

    def bound(self, state: Estates, goods: list[int], deal: Deal, bound: int) -> int:
        """Return how often a deal could be made, judging its named goods and each amount separately."""
        cost = deal.cost
        for at in range(len(cost.kinds)):
            bound = min(bound, goods[cost.kinds[at]] // cost.counts[at])
        if cost.straw:
            bound = min(bound, (goods[STRAW] + goods[GRAIN]) // cost.straw)
        if cost.energy:
            bound = min(bound, (state.setup.currencies[ENERGY].total(goods) + goods[GRAIN]) // cost.energy)
        if cost.food:
            bound = min(bound, state.setup.currencies[fare_of(deal)].total(goods) // cost.food)
        if cost.points:
            bound = min(bound, state.setup.currencies[POINTS].total(goods) // cost.points)
        if cost.different and state.different_kinds(goods) < cost.different:
            return 0
        wonders = deal.gain.count(WONDER)
        return min(bound, state.wonders_left() // wonders) if wonders else bound

    def affords(self, state: Estates, goods: list[int], deal: Deal, times: int, energy: int, food: int) -> bool:
        """Tell whether energy, food and points can be paid once the named goods are set aside (§10.7)."""
        cost = deal.cost
        left = set_aside(goods, cost, times) if cost.kinds or cost.straw else goods
        if cost.points and state.setup.currencies[POINTS].total(left) < cost.points * times:
            return False
        return state.can_feed(left, energy + cost.energy * times, food + cost.food * times, fare_of(deal))

    def make(self, state: Estates, user: int, counts: tuple[int, ...]) -> None:
        """Pay for the chosen numbers of deals, then deliver."""
        energy = food = points = different = 0
        for at in range(len(counts)):
            if counts[at]:
                cost = self.deals[at].cost
                state.pay_named(user, cost, counts[at])
                energy += cost.energy * counts[at]
                food += cost.food * counts[at]
                points += cost.points * counts[at]
                different += cost.different * counts[at]
        if energy or food or points or different:
            state.push(Deliver(user, self, counts))
            if different:
                state.push(DifferentGood(user, different, 0, NOWHERE))
            charge(state, user, energy, food, points, fare_of(self.deals[0]))
        elif sum(counts):
            self.deliver(state, user, counts)

    def deliver(self, state: Estates, user: int, counts: tuple[int, ...]) -> None:
        """Receive everything; basic goods are chosen now, then comes what follows (§10.7)."""
        for at in range(len(counts)):
            if counts[at]:
                state.receive(user, self.deals[at].gain, counts[at])
        if self.after is not None:
            self.after.perform(state, user, NOWHERE)
        for at in range(len(counts)):
            if counts[at]:
                gain = self.deals[at].gain
                if gain.basic:
                    state.push(BasicGood(user, gain.basic * counts[at], gain.other_basic * counts[at], NOWHERE))


@final
class Deliver(Step[Estates]):
    """A trade has been paid for: receive its goods."""

    kind = "deliver"

    def __init__(self, user: int, trade: Trade, counts: tuple[int, ...]) -> None:
        self.user = user
        self.trade = trade
        self.counts = counts

    def key(self) -> tuple[object, ...]:
        """Identify the effect by its name: it belongs to the box."""
        return ("deliver", self.user, self.trade.name, self.counts)

    def run(self, state: Estates) -> None:
        self.trade.deliver(state, self.user, self.counts)


@final
class Repetitions(Decision[Estates]):
    """How often is the trade made? (§10.2) Very large numbers are reached page by page."""

    kind = "repetitions"
    section = "10.2"
    span = MOST_TIMES

    def __init__(self, seat: int, trade: Trade, counts: tuple[int, ...], page: int) -> None:
        super().__init__(seat)
        self.trade = trade
        self.counts = counts
        """How often the deals before this one are made."""
        self.page = page

    def key(self) -> tuple[object, ...]:
        """Identify the effect by its name: it belongs to the box."""
        return ("repetitions", self.seat, self.trade.name, self.counts, self.page)

    def deal(self) -> Deal:
        """Return the deal asked about."""
        return self.trade.deals[len(self.counts)]

    def options(self, state: Estates, seat: int) -> list[int]:
        most = self.trade.most(state, seat, self.counts)
        return list(range(self.page, min(most, self.page + PAGE) + 1))

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option == self.page + PAGE and self.trade.most(state, seat, self.counts) > option:
            state.push(Repetitions(seat, self.trade, self.counts, option))
        else:
            self.trade.ask(state, seat, (*self.counts, option))

    def prompt(self, state: Estates, seat: int) -> str:
        deal = self.deal()
        return _(
            "How many times do you give {cost} for {gain}?",
            cost=pay_text(state, deal.cost, 1),
            gain=gain_text(state, deal.gain, 1),
        )

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return f"{option}x"

    def label(self, state: Estates, seat: int, option: int) -> str:
        if option == 0:
            return _("Not at all")
        deal = self.deal()
        cost, gain = pay_text(state, deal.cost, option), gain_text(state, deal.gain, option)
        return _("{times} times: {cost} for {gain}", times=option, cost=cost, gain=gain)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(option)]

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        most = self.trade.most(state, seat, self.counts)
        return _("You can pay for this at most {most} times (§9.7)", most=most)


@final
class PickTrade(Effect):
    """`tier_trade` and the stepwise `trade_any`: one of several trades at a time, up to a limit (§10.2)."""

    def __init__(self, name: str, trades: list[Trade], times: int, kind: str) -> None:
        super().__init__(name)
        self.trades = trades
        self.times = times
        self.kind = kind

    def perform(self, state: Estates, user: int, building: int) -> None:
        self.ask(state, user, self.times)

    def ask(self, state: Estates, user: int, left: int) -> None:
        """Ask for one more trade, if one can be paid."""
        if self.payable(state, user):
            state.push(PickOne(user, self, left))

    def payable(self, state: Estates, user: int) -> list[int]:
        """List the trades that can be paid."""
        return [at for at in range(len(self.trades)) if self.trades[at].most(state, user, ()) > 0]


@final
class PickOne(Decision[Estates]):
    """Which tier, or which step? (§19.10)"""

    section = "10.2"
    span = SPAN

    def __init__(self, seat: int, effect: PickTrade, left: int) -> None:
        super().__init__(seat)
        self.effect = effect
        self.left = left

    def key(self) -> tuple[object, ...]:
        """Identify the effect by its name: it belongs to the box."""
        return (self.effect.kind, self.seat, self.effect.name, self.left)

    @property
    def kind(self) -> str:  # type: ignore[override]
        return self.effect.kind

    def options(self, state: Estates, seat: int) -> list[int]:
        return [*self.effect.payable(state, seat), NONE]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option == NONE:
            return
        if self.left > 1:
            state.push(AskAgain(seat, self.effect, self.left - 1))
        self.effect.trades[option].make(state, seat, (1,))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which trade do you make? ({left} left)", left=self.left)

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return "none" if option == NONE else f"trade {option + 1}"

    def label(self, state: Estates, seat: int, option: int) -> str:
        if option == NONE:
            return _("None")
        deal = self.effect.trades[option].deals[0]
        return _("{cost} for {gain}", cost=pay_text(state, deal.cost, 1), gain=gain_text(state, deal.gain, 1))

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(option)]


@final
class AskAgain(Step[Estates]):
    """After a step of a stepwise trade, ask for the next."""

    kind = "ask again"

    def __init__(self, user: int, effect: PickTrade, left: int) -> None:
        self.user = user
        self.effect = effect
        self.left = left

    def key(self) -> tuple[object, ...]:
        """Identify the effect by its name: it belongs to the box."""
        return ("ask again", self.user, self.effect.name, self.left)

    def run(self, state: Estates) -> None:
        self.effect.ask(state, self.user, self.left)


# Goods worth points.


TILES: Final = (RELIQUARY, ORNAMENT, CERAMIC, BOOK)
"""The tiles in which an entitlement is taken, most valuable first (R21)."""


@final
class TakePoints(Effect):
    """`points_in_goods`, once paid for: tiles worth up to a number of points for each thing of a kind (§10.2, R21)."""

    def __init__(self, name: str, per: int, rate: int) -> None:
        super().__init__(name)
        self.per = per
        self.rate = rate
        """In half points."""

    def entitlement(self, state: Estates, user: int) -> int:
        """Return the points that the user may take."""
        if self.per == PER_CLOISTER:
            return self.rate * state.cloister_count(user) // 2
        return self.rate * (state.count(user, FOREST) + state.count(user, MOOR)) // 2

    def perform(self, state: Estates, user: int, building: int) -> None:
        state.push(PointTile(user, self.entitlement(state, user), 0))


@final
class PointTile(GoodChoice):
    """Which tile to take next, most valuable first, or stop (R21)."""

    kind = "point_tile"
    section = "11.34"

    def __init__(self, seat: int, rest: int, first: int) -> None:
        super().__init__(seat)
        self.rest = rest
        self.first = first
        """The most valuable tile that may still be taken, as an index into TILES."""

    def options(self, state: Estates, seat: int) -> list[int]:
        goods = state.setup.pieces.goods
        found = [TILES[at] for at in range(self.first, len(TILES)) if goods[TILES[at]].points <= self.rest]
        return [*found, NONE]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option != NONE:
            state.get(seat, option, 1)
            state.push(PointTile(seat, self.rest - state.setup.pieces.goods[option].points, TILES.index(option)))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Take tiles worth up to {rest} points: which?", rest=self.rest)

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        return _(
            "Tiles are taken from the most to the least valuable, and never for more than the {rest} points left",
            rest=self.rest,
        )
