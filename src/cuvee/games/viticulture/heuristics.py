"""A beginner's judgement of Viticulture: count points, price what promises points, and think one turn through.

An option is rated by playing it in an imagined position and going on, as the same judgement would at sight, until the own
turn is done; then the vineyard is valued.
"""

from typing import Final, final

from cuvee.games.viticulture.pieces import BLUSH, NONE, ORDER, RED, SPARKLING, STRUCTURE, VINE, WHITE
from cuvee.games.viticulture.scoring import converted, majorities
from cuvee.games.viticulture.state import PLOTS, Vineyard, Winery, highest, total_of
from cuvee.kernel.chance import Chance
from cuvee.kernel.heuristics import Heuristics

FAR: Final = 24
"""How many questions of one turn are thought through."""
WIDE: Final = 14
"""How many answers are tried at each of them."""
LIRA: Final = (0.0, 0.55, 1.05, 1.5, 1.9, 2.25, 2.6, 2.9, 3.15, 3.4, 3.6)
"""What so many lira promise."""
STRUCTURES: Final = (1.3, 1.5, 0.5, 2.2, 1.9, 1.8, 1.2, 1.6)
"""What each structure of the mat promises at the start."""
ROWS: Final = (0.0, 1.2, 0.6, 0.8, 0.9, 1.0, 1.1, 1.3)


@final
class WinerySense(Heuristics[Winery]):
    """Points that are there, and what vines, grapes, wine, orders, cards, workers and lira promise."""

    def features(self, state: Winery, seat: int) -> list[float]:
        """Describe time, then for the seat and the others what everybody can see."""
        found = [state.year / 10, state.season / 3]
        mine = state.players[seat]
        found += [len(mine.hand[deck]) / 5 for deck in range(5)]
        found.append(self.order_worth(state, mine) / 5)
        for other in [seat] + [other for other in range(state.seats) if other != seat]:
            vineyard = state.players[other]
            found += [
                vineyard.vp / 25,
                vineyard.lira / 10,
                vineyard.residual / 7,
                vineyard.workers() / 6,
                vineyard.available() / 6,
                vineyard.structures() / 8,
                vineyard.vine_count() / 6,
                sum(total_of(mask) for mask in vineyard.grapes) / 20,
                sum(total_of(mask) for mask in vineyard.wines) / 20,
                vineyard.cards() / 10,
                vineyard.cubes / 4,
            ]
        return found

    def value(self, state: Winery, seat: int) -> float:
        """Estimate the final points of a seat."""
        vineyard = state.players[seat]
        points = float(vineyard.vp + majorities(state, seat))
        if state.over:
            return points + converted(state, seat)
        goal = state.board.end_vp
        top = max(other.vp for other in state.players)
        time = max(0.12, min(1.0, (goal - top) / goal))
        worth = points + self.goods(state, vineyard, time) + self.engine(state, vineyard, time)
        left = vineyard.available()
        if vineyard.column <= state.season:
            worth += left * (0.75, 0.6, 0.45, 0.1)[state.season]
        return worth

    def goods(self, state: Winery, vineyard: Vineyard, time: float) -> float:
        """Return what lira, cards, grapes and wine promise."""
        lira = vineyard.lira
        worth = (LIRA[lira] if lira <= 10 else LIRA[10] + 0.12 * (lira - 10)) * (0.3 + 0.7 * time)
        hand = vineyard.hand
        cards = vineyard.cards()
        worth += min(len(hand[2]) + len(hand[3]), 5) * 0.75 + 0.2 * len(hand[STRUCTURE])
        worth += self.vines_in_hand(state, vineyard) * time
        worth -= max(0, cards - state.pieces.hand_limit) * 0.4
        worth += min(len(hand[ORDER]), 3) * 0.45 + self.order_worth(state, vineyard)
        limit = vineyard.cellar_limit(state.pieces)
        for mask in vineyard.wines:
            worth += 0.5 * mask.bit_count() + 0.1 * total_of(mask)
        worth += 0.55 * vineyard.wines[BLUSH].bit_count() + 1.6 * vineyard.wines[SPARKLING].bit_count()
        for colour in (RED, WHITE):
            mask = vineyard.grapes[colour]
            worth += 0.32 * mask.bit_count() + 0.07 * min(total_of(mask), 2 * limit)
        return worth

    def vines_in_hand(self, state: Winery, vineyard: Vineyard) -> float:
        """Return what vines in hand promise: more if they can be planted."""
        met, worth, room = vineyard.met(state.pieces), 0.0, 0
        for field in range(3):
            if vineyard.owned >> field & 1 and vineyard.sites[PLOTS + field] == NONE:
                room += max(0, state.pieces.capacity[field] - vineyard.field_value(state.pieces, field))
        for kind in vineyard.hand[VINE]:
            vine = state.pieces.vines[kind]
            if room <= 0:
                break
            room -= vine.value
            missing = vine.needs & ~met
            worth += (0.25 + 0.2 * vine.value) * (1.0 if not missing else 0.55 if missing.bit_count() == 1 else 0.35)
        return worth

    def order_worth(self, state: Winery, vineyard: Vineyard) -> float:
        """Return what the best orders in hand promise, by how near their wine is; one wine serves one order."""
        rates: list[float] = []
        for card in vineyard.hand[ORDER]:
            order = state.pieces.orders[card]
            gain = order.vp + 0.7 * order.residual
            if vineyard.can_fill(order):
                rates.append(0.62 * gain)
                continue
            near = 0.0
            for at in range(len(order.types)):
                near += self.nearness(vineyard, order.types[at], order.least[at], state)
            rates.append(0.42 * gain * near / len(order.types))
        rates.sort(reverse=True)
        worth = 0.0
        for place in range(len(rates)):
            worth += rates[place] * (1.0 if place == 0 else 0.5 if place == 1 else 0.2)
        return worth

    def nearness(self, vineyard: Vineyard, kind: int, least: int, state: Winery) -> float:
        """Return how near a wine is, from 0 to 1: in the cellar, on the crush pad, on the fields."""
        if vineyard.wines[kind] >> least:
            return 1.0
        best = highest(vineyard.wines[kind])
        near = 0.55 * best / least if best else 0.0
        red, white = highest(vineyard.grapes[RED]), highest(vineyard.grapes[WHITE])
        total = red if kind == RED else white if kind == WHITE else red + white if red and white else 0
        if kind == SPARKLING and total:
            total += highest(vineyard.grapes[RED] & ~(1 << red))
        total = min(total, vineyard.cellar_limit(state.pieces))
        return max(near, 0.7 * min(1.0, total / least))

    def engine(self, state: Winery, vineyard: Vineyard, time: float) -> float:
        """Return what pays every year: residual, fields, structures, workers, experts."""
        worth = vineyard.residual * 0.55
        for field in range(3):
            if not vineyard.owned >> field & 1:
                continue
            worth += 0.35
            value = min(9, vineyard.field_value(state.pieces, field))
            kinds = len(set(vineyard.vines[field]))
            worth += 0.33 * value + 0.1 * min(kinds, 2)
            if value and not vineyard.harvested >> field & 1 and state.season <= 2:
                worth += 0.3 + 0.08 * value
        for number in range(state.pieces.mat):
            if vineyard.built >> number & 1:
                worth += STRUCTURES[number]
        worth += 1.1 * (vineyard.built >> state.pieces.mat).bit_count()
        worth += 1.7 * (vineyard.workers() - 3)
        if state.board.experts:
            worth += 0.9 * (state.pieces.cubes - vineyard.cubes)
        worth += 0.6 * sum(vineyard.stars) + 0.5 * vineyard.tokens
        worth += ROWS[vineyard.next_row]
        return worth * time

    # Thinking a turn through.

    def opinions(self, state: Winery, seat: int, numbers: list[int], rng: Chance) -> list[float]:
        """Play each option in an imagined position, go on at sight until the turn is done, and look at the value."""
        imagined = state.redeal(seat, rng)
        whole = imagined.decision().kind() == "turn"
        rates: list[float] = []
        for number in numbers:
            after = imagined.clone()
            assert isinstance(after, Winery)
            after.apply(seat, number)
            self.go_on(after, seat, FAR if whole else FAR // 2)
            rates.append(self.value(after, seat))
        return rates

    def go_on(self, state: Winery, seat: int, far: int) -> None:
        """Answer the questions of the same turn at sight."""
        for _question in range(far):
            if state.over or state.waiting[0] != seat or len(state.waiting) > 1:
                return
            kind = state.decision().kind()
            if kind in ("turn", "wake_row"):
                return
            numbers = state.options(seat)
            if kind in ("discard_card", "order_token", "draw_source") or len(numbers) == 1:
                state.apply(seat, self.at_sight(state, seat, numbers, 4))
            else:
                state.apply(seat, self.at_sight(state, seat, numbers, WIDE))

    def at_sight(self, state: Winery, seat: int, numbers: list[int], wide: int) -> int:
        """Return the answer after which the vineyard looks best, of those tried; a step is always tried first."""
        if len(numbers) == 1:
            return numbers[0]
        step = max(1, (len(numbers) + wide - 1) // wide)
        best, rate = numbers[0], -1000.0
        for place in range(0, len(numbers), step):
            after = state.clone()
            after.apply(seat, numbers[place])
            worth = self.value(after, seat)
            if numbers[place] == 0:
                worth += 0.3  # a step, a yes: what the turn is for
            if worth > rate:
                best, rate = numbers[place], worth
        return best


def judgement() -> WinerySense:
    """Return the judgement that bots start from."""
    return WinerySense()
