"""A beginner's judgement of Ora et Labora: count points, price goods, and think one main action through.

An option is rated by playing it on a copy and continuing, as the same judgement would, until the seat's own action is done;
then the estate is valued. Where it matters (which building, which card), every answer is tried; small questions (what to pay
with, where to build) are answered at sight.
"""

from typing import Any, Final, final

from cuvee.games.ora_et_labora.decisions.building import BuildingSpace
from cuvee.games.ora_et_labora.decisions.clergy import ContractClergyman
from cuvee.games.ora_et_labora.decisions.common import BROTHER, NONE
from cuvee.games.ora_et_labora.decisions.menus import END, Menu, SettlementMenu, TurnMenu
from cuvee.games.ora_et_labora.decisions.paying import DifferentGood, PayKind
from cuvee.games.ora_et_labora.decisions.settling import SettlementSpace
from cuvee.games.ora_et_labora.decisions.wheel import ResourceCard
from cuvee.games.ora_et_labora.effects.forests import ForestToRemove
from cuvee.games.ora_et_labora.effects.trades import PointTile, Repetitions
from cuvee.games.ora_et_labora.observation import details
from cuvee.games.ora_et_labora.pieces.goods import (
    BEER,
    BOOK,
    BREAD,
    CERAMIC,
    CLAY,
    COIN,
    FLOUR,
    GRAIN,
    GRAPES,
    KINDS,
    LIVESTOCK,
    MALT,
    MEAT,
    ORNAMENT,
    PEAT,
    PEAT_COAL,
    RELIQUARY,
    STONE,
    STRAW,
    WHISKEY,
    WINE,
    WONDER,
    WOOD,
    Gain,
)
from cuvee.games.ora_et_labora.pieces.landscapes import COAST, FOREST, FREE, HILLSIDE, MOOR, MOUNTAIN, PLAINS, SETTLEMENT, WATER
from cuvee.games.ora_et_labora.scoring import dwelling_points, economic_points, surroundings
from cuvee.games.ora_et_labora.state.table import FIGURES, HOME, OFF, Estates
from cuvee.kernel.chance import Chance
from cuvee.kernel.heuristics import Habits, Heuristics, with_rival
from cuvee.kernel.observation import Rows
from cuvee.kernel.play import ANY_TIME, Decision

PRICES: Final = {
    CLAY: 0.8, WOOD: 0.8, PEAT: 0.8, LIVESTOCK: 0.75, GRAIN: 0.5, COIN: 0.2, STONE: 2.2, STRAW: 0.5, PEAT_COAL: 1.1,
    MEAT: 1.7, FLOUR: 0.6, BREAD: 1.3, GRAPES: 0.9, WINE: 1.0, MALT: 0.6, BEER: 1.9, WHISKEY: 1.0,
    BOOK: 0.5, CERAMIC: 0.7, ORNAMENT: 0.5, RELIQUARY: 0.5,
}  # fmt: skip
"""What a tile promises beyond its points, while there is time to use it."""
PLENTY: Final = 6
"""Beyond this many tiles of a kind, one more promises little."""
THINKING: Final = 4
"""How many choices of a building, a card or a target in a row are tried out in full."""
SKETCHING: Final = 1
"""The same for a move that is only imagined."""
SURE: Final = frozenset(
    {"own_building", "contract_building", "building_card", "chain_target", "prior_on_building", "own_clergyman",
     "bonus_building", "settlement_card", "landscape_pile", "landscape_side", "goods_option", "joker_good", "basic_good",
     "production", "indicator", "tier", "trade_step", "next_part", "contract_fee", "repetitions", "neutral_contract"}
)  # fmt: skip
"""Questions for which every answer is tried out; the rest are answered at sight."""
USELESS: Final = -1000.0
"""The rating of an exchange on its own: payments turn grain over anyway (R9, R36), and wine keeps its points."""
MOST_ACTIONS: Final = 2
"""Main actions in a turn (§4.8)."""
FREE_SPACES: Final = (0.0, 2.0, 3.5, 4.5, 5.0, 5.3)
"""What free spaces promise, by how many there are."""


def _prices() -> list[float]:
    return [PRICES.get(kind, 0.0) for kind in range(KINDS)]


@final
class EstateSense(Heuristics[Estates]):
    """Values points scored so far, goods by what they promise, room to build, and clergymen at home."""

    def __init__(self) -> None:
        super().__init__()
        self.prices = _prices()

    # Worth.

    def habits(self) -> Habits:
        """Compare what options lead to over the next turns."""
        return Habits(20.0, tree=False, horizon=6, width=8, sure=True, caution=2, trust=0.8)

    def quiet(self, state: Estates) -> bool:
        """Before an action nothing is half done."""
        decision = state.decision()
        return isinstance(decision, Menu) and decision.actions > 0

    def moment(self, state: Estates) -> int:
        """Number the menus by round and within it: buying land comes on top of the main actions and uses none up."""
        menu = state.decision()
        if not isinstance(menu, Menu):
            return 0
        last = state.round == state.setup.mode.rounds
        before = isinstance(menu, SettlementMenu) and not last
        step = 0 if before else MOST_ACTIONS + 1 - menu.actions if isinstance(menu, TurnMenu) else MOST_ACTIONS + 1
        return 2 * ((MOST_ACTIONS + 2) * state.round + step) + (not menu.may_buy)

    def features(self, state: Estates, seat: int) -> list[float]:
        """Describe time, stock and wheel, then points, clergymen and land of the seat and of its strongest rival."""
        setup = state.setup
        found = [state.round / 40, state.stage / 5, float(state.price - 1), len(state.display) / 20]
        goods = state.goods[seat]
        found += [goods[kind] / 10 for kind in range(KINDS)]
        found += [0.0 if at == OFF else setup.mode.values[at] / 10 for at in state.wheel]
        for side in with_rival(seat, [float(economic_points(state, other)) for other in range(state.seats)]):
            figures = state.clergy[side * FIGURES : (side + 1) * FIGURES]
            found.append(economic_points(state, side) / 100)
            found.append(dwelling_points(state, side) / 100)
            found.append(self.tile_points(state, side) / 100)
            found.append(figures.count(HOME) / 3)
            found.append(state.count(side, FREE) / 10)
            found.append((state.count(side, FOREST) + state.count(side, MOOR)) / 10)
        return found

    def inputs(self, state: Estates, seat: int) -> list[float]:
        """Add to the features which buildings stand in the seat's own landscape."""
        found = self.features(state, seat)
        base = len(found)
        found += [0.0] * state.setup.pieces.cards
        for card in state.cards[seat]:
            if 0 <= card < state.setup.pieces.cards:
                found[base + card] = 1.0
        return found

    def details(self, state: Estates, seat: int, rows: Rows) -> None:
        """Spell out the wheel, the display, goods, clergymen and landscapes."""
        details(state, seat, rows)

    def estimate(self, state: Estates, seat: int) -> float:
        """Estimate the worth of an estate: its points and what it promises in the time left."""
        time = self.time_left(state, seat)
        worth = float(economic_points(state, seat) + dwelling_points(state, seat)) + self.tile_points(state, seat)
        if time <= 0.0:
            return worth
        promise = self.stock_promise(state, seat) + self.land_promise(state, seat) + self.clergy_promise(state, seat)
        return worth + time * promise

    def time_left(self, state: Estates, seat: int) -> float:
        """Return 1 while there is plenty of time, falling to 0 at the end of the game."""
        if state.over:
            return 0.0
        mode = state.setup.mode
        if mode.rounds:
            rounds = (mode.bonus_round or mode.rounds) - state.round
            return min(1.0, (rounds + 0.6) / 6)
        if state.stage < 4:
            return 1.0
        return min(1.0, 0.15 + max(0, len(state.display) - mode.end_left) / 8)

    def tile_points(self, state: Estates, seat: int) -> float:
        """Return the points of a stock, money counted coin by coin."""
        goods = state.goods[seat]
        points = 0.4 * goods[COIN]
        for good in state.setup.pieces.goods:
            if good.points and good.number != COIN:
                points += good.points * goods[good.number]
        return points

    def stock_promise(self, state: Estates, seat: int) -> float:
        """Return what the goods may still be good for."""
        goods, prices = state.goods[seat], self.prices
        promise = 0.0
        for kind in range(KINDS):
            owned = goods[kind]
            if owned and kind != WONDER:
                promise += prices[kind] * (owned if owned <= PLENTY else PLENTY + 0.35 * (owned - PLENTY))
        return promise

    def land_promise(self, state: Estates, seat: int) -> float:
        """Return what free spaces, forests and moors promise, and good places for future settlements."""
        cards, terrain = state.cards[seat], state.grounds[seat].terrain
        free = 0
        seen = 0
        best = second = 0
        promise = 0.0
        for index in range(len(cards)):
            card = cards[index]
            if card == FREE:
                seen |= 1 << terrain[index]
                if terrain[index] in (PLAINS, HILLSIDE, COAST):
                    free += 1
                    around = surroundings(state, seat, index)
                    if around > best:
                        best, second = around, best
                    elif around > second:
                        second = around
            elif card == FOREST:
                promise += 0.5
            elif card == MOOR:
                promise += 0.6
        promise += FREE_SPACES[min(free, len(FREE_SPACES) - 1)]
        promise += 1.5 if seen >> COAST & 1 else 0.0
        promise += 1.0 if seen >> HILLSIDE & 1 else 0.0
        promise += 0.7 if seen >> MOUNTAIN & 1 else 0.0
        return promise + 0.4 * best + 0.3 * second

    def clergy_promise(self, state: Estates, seat: int) -> float:
        """Return what available clergymen promise; the prior counts a little more."""
        at = seat * FIGURES
        promise = 1.0 if state.clergy[at] == HOME else 0.0
        for figure in range(at + 1, at + FIGURES):
            promise += 0.6 if state.clergy[figure] == HOME else 0.0
        return promise

    # Opinions.

    def opinions(self, state: Estates, seat: int, numbers: list[int], rng: Chance) -> list[float]:
        """Rate each option by the estate after the whole action; nothing is hidden, so the position itself is copied."""
        return self.rate(state, seat, numbers, THINKING)

    def sketch(self, state: Estates, seat: int, numbers: list[int], rng: Chance) -> list[float]:
        """Rate each option with less thinking."""
        return self.rate(state, seat, numbers, SKETCHING)

    def rate(self, state: Estates, seat: int, numbers: list[int], thinking: int) -> list[float]:
        """Rate options by the estate after the whole action, trying out a given number of choices in full."""
        decision = state.decision()
        if not isinstance(decision, Menu) and decision.kind not in SURE:
            return [self.at_sight(state, seat, decision, number) for number in numbers]
        rates: list[float] = []
        for number in numbers:
            if number >= ANY_TIME:
                rates.append(USELESS)
            else:
                after = state.clone()
                after.apply(seat, number)
                rates.append(self.outlook(after, seat, thinking))
        return rates

    def outlook(self, state: Estates, seat: int, thinking: int) -> float:
        """Play on until the seat's own action is done, trying every answer where it matters; then value the estate."""
        while state.waiting:
            asked = state.waiting[0]
            decision = state.decision()
            if isinstance(decision, Menu):
                if asked != seat or decision.actions:
                    break
                state.apply(seat, END)
                break
            numbers = state.options(asked)
            if asked != seat:
                if decision.kind != "contract_clergyman":
                    break
                state.apply(asked, numbers[-1])
            elif thinking > 0 and decision.kind in SURE:
                return self.best(state, seat, numbers, thinking - 1)
            else:
                state.apply(seat, self.pick(state, seat, decision, numbers))
        return self.value(state, seat)

    def best(self, state: Estates, seat: int, numbers: list[int], thinking: int) -> float:
        """Return the outlook of the best of some options."""
        found = -1e9
        for number in numbers:
            after = state.clone()
            after.apply(seat, number)
            found = max(found, self.outlook(after, seat, thinking))
        return found

    def pick(self, state: Estates, seat: int, decision: Decision[Any], numbers: list[int]) -> int:
        """Choose at sight."""
        best, choice = -1e9, numbers[0]
        for number in numbers:
            rate = self.at_sight(state, seat, decision, number)
            if rate > best:
                best, choice = rate, number
        return choice

    def at_sight(self, state: Estates, seat: int, decision: Decision[Any], number: int) -> float:
        """Rate an answer to a small question without trying it."""
        if isinstance(decision, PayKind):
            return self.rate_payment(state, seat, decision, number)
        if isinstance(decision, DifferentGood):
            return -self.prices[number] - self.points(state, number)
        if isinstance(decision, BuildingSpace):
            return self.rate_building_space(state, seat, decision.card, number)
        if isinstance(decision, SettlementSpace):
            return float(surroundings(state, seat, state.grounds[seat].at[number]))
        if isinstance(decision, Repetitions):
            return self.rate_repetitions(state, decision, number)
        if isinstance(decision, PointTile):
            return -1.0 if number == NONE else self.points(state, number)
        if isinstance(decision, ResourceCard | ForestToRemove):
            return -1.0 if number == NONE else 0.1 * surroundings(state, seat, state.grounds[seat].at[number])
        if isinstance(decision, ContractClergyman):
            return float(number == BROTHER)  # the prior is worth more at home
        return -1.0 if number == NONE else 0.0

    def points(self, state: Estates, kind: int) -> float:
        """Return the points of a tile; a coin counts as a fifth of a five-coin tile."""
        return 0.4 if kind == COIN else float(state.setup.pieces.goods[kind].points)

    def rate_payment(self, state: Estates, seat: int, decision: PayKind, number: int) -> float:
        """Prefer tiles that are worth little for what they pay, and avoid waste."""
        currency = state.setup.currencies[decision.currency]
        kind, value = currency.kinds[decision.place], currency.values[decision.place]
        price = (self.prices[kind] + self.points(state, kind)) / value
        others = 0.0
        for at in range(decision.place + 1, len(currency.kinds)):
            other = currency.kinds[at]
            if state.goods[seat][other] > 0 or other == STRAW:
                others = (self.prices[other] + self.points(state, other)) / currency.values[at]
                break
        waste = max(0, number * value - decision.rest)
        return number * value * (others - price) - waste * price

    def rate_repetitions(self, state: Estates, decision: Repetitions, number: int) -> float:
        """Make a trade as often as it pays off."""
        deal = decision.deal()
        return number * (self.gain_worth(state, deal.gain) - 0.5 * deal.cost.energy - 0.3 * deal.cost.food)

    def gain_worth(self, state: Estates, gain: Gain) -> float:
        """Return the points and the promise of goods received."""
        worth = 1.0 * gain.basic
        for at in range(len(gain.kinds)):
            worth += gain.counts[at] * (self.prices[gain.kinds[at]] + self.points(state, gain.kinds[at]))
        return worth

    def rate_building_space(self, state: Estates, seat: int, card: int, place: int) -> float:
        """Prefer a place beside the seat's own settlements (if the dwelling value is good), and keep rare terrain free."""
        building, ground, cards = state.building(card), state.grounds[seat], state.cards[seat]
        index = ground.at[place]
        rate = 0.0
        for other in ground.near[index]:
            if cards[other] >= SETTLEMENT:
                rate += building.dwelling
            elif cards[other] == FREE and ground.terrain[other] != WATER:
                rate += 0.3 * building.dwelling
            elif cards[other] in (FOREST, MOOR):
                rate += 0.2 * building.dwelling
        rate -= 0.25 * max(0, surroundings(state, seat, index))  # a good place for a settlement
        terrain = ground.terrain[index]
        if terrain in (COAST, HILLSIDE, MOUNTAIN):
            rate -= 1.5
        if not building.cloister and state.touches_cloister(seat, index):
            rate -= 1.0
        return rate


def judgement() -> EstateSense:
    """Return the judgement that bots start from."""
    return EstateSense()
