"""A beginner's judgement of Viticulture: count points, price what promises points, and think one turn ahead.

An option is rated by playing it in an imagined position. The same judgement then answers the questions that follow, each at
first sight, until the turn is over; then the vineyard is valued.
"""

from typing import Any, Final, final

from cuvee.games.viticulture.observation import details
from cuvee.games.viticulture.pieces.boards import FALL
from cuvee.games.viticulture.pieces.cards import ORDER, RED, SPARKLING, STRUCTURE, VINE, WHITE, Order
from cuvee.games.viticulture.pieces.ops import NONE
from cuvee.games.viticulture.scoring import automa_target, converted, majorities
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.tokens import count_of, highest, total_of
from cuvee.games.viticulture.state.vineyard import PLOTS, Vineyard
from cuvee.kernel.chance import Chance
from cuvee.kernel.heuristics import Habits, Heuristics, with_rival
from cuvee.kernel.observation import Rows

FAR: Final = 24
"""How many questions of one turn are played out."""
WIDE: Final = 14
"""How many answers are tried to each of them."""
NARROW: Final = 4
"""How many answers are tried when an option is only sketched."""
SHORT_LIST: Final = 4
"""How many options a sketch examines this closely; of more, it first picks the best."""
PLAN: Final = 7.0
"""The year in which a good game is nearly over."""
STRUCTURES: Final = (0.9, 1.0, 0.3, 1.6, 0.4, 0.4, 0.2, 1.0)
"""What each structure of the mat is worth by itself."""
STRUCTURES_A_YEAR: Final = (0.15, 0.15, 0.1, 0.3, 0.3, 0.4, 0.35, 0.15)
"""What each structure of the mat adds for every year to come."""
ROWS: Final = (0.0, 0.5, 0.0, 0.1, 0.1, 0.2, 0.3, 0.45)
IDLE: Final = (0.75, 0.7, 0.6, 0.03)
"""What an available worker is worth in each season."""
SAVED: Final = (0.75, 0.72, 0.65, 0.55, 0.0)
"""What an available worker is worth when it is saved for a season."""


@final
class WinerySense(Heuristics[Winery]):
    """Points already scored, and what vines, grapes, wine, orders, cards, workers and lira promise."""

    def habits(self) -> Habits:
        """Compare where options lead by the end of the year."""
        return Habits(4.0, tree=False, horizon=1, level=True, width=8, crowd=4, race=True)

    def rival(self, state: Winery) -> float | None:
        """Return the total that beats the Automa (§13.1)."""
        return float(automa_target(state)) if state.solo else None

    def quiet(self, state: Winery) -> bool:
        """Tell whether nothing is half done: a worker is about to be placed, or a row to be chosen."""
        return state.decision().kind in ("turn", "wake_row")

    def moment(self, state: Winery) -> int:
        """Count by years: a player who passes has fewer turns in a year, so shorter spans do not compare."""
        return state.year

    def features(self, state: Winery, seat: int) -> list[float]:
        """Describe the time and the hand of the seat, then what everybody can see of the seat and its rival."""
        found = [state.year / 10, state.season / 3]
        mine = state.players[seat]
        found += [len(mine.hand[deck]) / 5 for deck in range(5)]
        found.append(self.order_worth(state, mine) / 5)
        for other in self.sides(state, seat):
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

    def sides(self, state: Winery, seat: int) -> list[int]:
        """Return the seats whose vineyards are compared."""
        return with_rival(seat, [float(vineyard.vp) for vineyard in state.players])

    def inputs(self, state: Winery, seat: int) -> list[float]:
        """Add to the features what both vineyards have built and planted, and the best of its grapes and wines."""
        found = self.features(state, seat)
        found.append(1.0 if state.last_year else 0.0)
        for side in self.sides(state, seat):
            vineyard = state.players[side]
            for number in range(state.pieces.mat):
                found.append(1.0 if vineyard.built >> number & 1 else 0.0)
            for field in range(3):
                found.append(vineyard.field_value(state.pieces, field) / 7)
            for mask in vineyard.wines:
                found.append(highest(mask) / 9)
            for mask in vineyard.grapes:
                found.append(highest(mask) / 9)
            found.append(vineyard.row / 7)
            found.append(vineyard.tokens / 3)
        return found

    def details(self, state: Winery, seat: int, rows: Rows) -> None:
        """Spell out the board, the cards that the seat sees, and every vineyard."""
        details(state, seat, rows)

    def estimate(self, state: Winery, seat: int) -> float:
        """Estimate the final points of a seat."""
        vineyard = state.players[seat]
        points = float(vineyard.vp + majorities(state, seat))
        if state.over:
            return points + converted(state, seat)
        years = self.years_left(state)
        worth = points + self.goods(state, vineyard, years) + self.engine(state, vineyard, years)
        each = SAVED[vineyard.column] if vineyard.column > state.season else IDLE[state.season]
        return worth + vineyard.available() * each

    def years_left(self, state: Winery) -> float:
        """Return how many years to plan for: by the calendar, not by points, since nobody near the end should fear it."""
        if state.solo:
            return float(max(0, state.setup.years - state.year)) + 0.3
        return 0.0 if state.last_year else max(1.5, PLAN - state.year)

    def goods(self, state: Winery, vineyard: Vineyard, years: float) -> float:
        """Return what lira, cards, grapes and wine promise."""
        soon = min(1.0, 0.3 + 0.25 * years)
        lira, hand = vineyard.lira, vineyard.hand
        worth = (0.3 * min(lira, 6) + 0.12 * max(0, min(lira, 12) - 6)) * soon + 0.05 * lira
        worth += (min(len(hand[2]) + len(hand[3]), 5) * 0.4 + 0.25 * min(3, len(hand[STRUCTURE]))) * soon
        worth += self.vines_in_hand(state, vineyard) * min(1.0, 0.25 * years)
        worth -= max(0, vineyard.cards() - state.pieces.hand_limit) * 0.3
        worth += (min(len(hand[ORDER]), 3) * 0.3 + self.order_worth(state, vineyard)) * soon
        tokens = 0.0
        for kind in range(4):
            mask = vineyard.wines[kind]
            tokens += (0.75 + 0.5 * max(0, kind - 1)) * count_of(mask) + 0.11 * total_of(mask)
        for colour in (RED, WHITE):
            mask = vineyard.grapes[colour]
            tokens += 0.38 * min(count_of(mask), 3) + 0.085 * total_of(mask)
        return worth + tokens * soon

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
            worth += (0.25 + 0.2 * vine.value) * (1.0 if not missing else 0.55 if not missing & (missing - 1) else 0.35)
        return worth

    def order_worth(self, state: Winery, vineyard: Vineyard) -> float:
        """Return what the best orders in hand promise beyond their wine, by how near it is; a wine can fill only one order."""
        first, second, rest = 0.0, 0.0, 0.0
        for card in vineyard.hand[ORDER]:
            rate = self.order_rate(state, vineyard, state.pieces.orders[card])
            if rate > first:
                first, rate = rate, first
            if rate > second:
                second, rate = rate, second
            rest += rate
        return first + 0.5 * second + 0.2 * rest

    def order_rate(self, state: Winery, vineyard: Vineyard, order: Order) -> float:
        """Return what one order promises."""
        gain = order.vp + 0.8 * order.residual
        if vineyard.can_fill(order):
            return 0.33 * gain
        near = 0.0
        for at in range(len(order.types)):
            near += self.nearness(vineyard, order.types[at], order.least[at], state)
        return 0.27 * gain * near / len(order.types)

    def nearness(self, vineyard: Vineyard, kind: int, least: int, state: Winery) -> float:
        """Return how near a wine is, from 0 to 1: in the cellar or on the crush pad."""
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

    def engine(self, state: Winery, vineyard: Vineyard, years: float) -> float:
        """Return what pays every year: residual, fields, structures, workers, experts."""
        worth = vineyard.residual * 0.3 * years
        for field in range(3):
            if not vineyard.owned >> field & 1:
                continue
            worth += 0.12 * years
            value = min(9, vineyard.field_value(state.pieces, field))
            worth += 0.25 * value * min(years, 4.0)
            if value and not vineyard.harvested >> field & 1 and state.season <= FALL:
                worth += (0.2 + 0.06 * value) * min(1.0, years)
        soon = min(1.0, 0.4 * years)
        for number in range(state.pieces.mat):
            if vineyard.built >> number & 1:
                worth += STRUCTURES[number] * soon + STRUCTURES_A_YEAR[number] * years
        worth += 0.3 * years * (vineyard.built >> state.pieces.mat).bit_count()
        worth += 0.7 * years * (vineyard.workers() - 3)
        if state.board.experts:
            worth += 0.15 * years * (state.pieces.cubes - vineyard.cubes)
        worth += 0.5 * vineyard.tokens * soon
        return worth + ROWS[vineyard.next_row]

    # Thinking one turn ahead.

    def opinions(self, state: Winery, seat: int, numbers: list[int], rng: Chance) -> list[float]:
        """Play each option in an imagined position, go on at sight until the turn is over, and return the values."""
        return self.rate(state.redeal(seat, rng), seat, numbers, WIDE)

    def sketch(self, state: Winery, seat: int, numbers: list[int], rng: Chance) -> list[float]:
        """Rate options by trying fewer answers to what follows; of many options, only those that look best at first."""
        imagined = state.redeal(seat, rng)
        if len(numbers) <= SHORT_LIST:
            return self.rate(imagined, seat, numbers, NARROW)
        rates = self.rate(imagined, seat, numbers, 1)
        order = sorted(range(len(numbers)), key=lambda place: -rates[place])[:SHORT_LIST]
        closer = self.rate(imagined, seat, [numbers[place] for place in order], NARROW)
        for at in range(len(order)):
            rates[order[at]] = max(rates[order[at]], closer[at])
        return rates

    def rate(self, imagined: Any, seat: int, numbers: list[int], wide: int) -> list[float]:
        """Rate options by the vineyard after the turn, trying a number of answers to each question that follows."""
        whole = imagined.decision().kind == "turn"
        rates: list[float] = []
        for number in numbers:
            after = imagined.clone()
            assert isinstance(after, Winery)
            after.apply(seat, number)
            self.go_on(after, seat, FAR if whole else FAR // 2, wide)
            rates.append(self.value(after, seat))
        return rates

    def go_on(self, state: Winery, seat: int, far: int, wide: int) -> None:
        """Answer the questions of the same turn at sight."""
        for _question in range(far):
            if state.over or state.waiting[0] != seat or len(state.waiting) > 1:
                return
            kind = state.decision().kind
            if kind in ("turn", "wake_row"):
                return
            numbers = state.options(seat)
            if kind in ("discard_card", "order_token", "draw_source") or len(numbers) == 1:
                state.apply(seat, self.at_sight(state, seat, numbers, 4))
            else:
                state.apply(seat, self.at_sight(state, seat, numbers, wide))

    def at_sight(self, state: Winery, seat: int, numbers: list[int], wide: int) -> int:
        """Return the answer after which the vineyard looks best, of those tried; a step is always tried first."""
        if len(numbers) == 1 or wide == 1:
            return numbers[0]
        step = max(1, (len(numbers) + wide - 1) // wide)
        best, rate = numbers[0], -1000.0
        for place in range(0, len(numbers), step):
            after = state.clone()
            after.apply(seat, numbers[place])
            worth = self.value(after, seat)
            if numbers[place] == 0:
                worth += 0.3  # a step or a yes: what the turn is for
            if worth > rate:
                best, rate = numbers[place], worth
        return best


def judgement() -> WinerySense:
    """Return the judgement that bots start from."""
    return WinerySense()
