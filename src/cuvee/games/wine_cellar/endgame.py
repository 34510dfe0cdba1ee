"""Perfect play at the end of Wine Cellar, by going through everything that can still happen.

With two players only the current bids are hidden (§6.3), so each trick is a matrix game. In solo only the order of the
A.I.'s pile is unknown. A cellar is packed into one number, five bits per bottle, with the top bottle in the lowest bits.
"""

from math import exp
from typing import Final, final

from cuvee.games.wine_cellar.decisions.bonus_swap import Swap
from cuvee.games.wine_cellar.decisions.trick import Bid, Pick, Place
from cuvee.games.wine_cellar.matrix import solve_matrix
from cuvee.games.wine_cellar.pieces import Pieces
from cuvee.games.wine_cellar.scoring import total
from cuvee.games.wine_cellar.state import Cellars

BITS: Final = 5
ONE_BOTTLE: Final = 31
MOST_MARGIN: Final = 100
WINNING: Final = 0.85
"""Weight of winning; the rest depends on the margin, so that a lost or won game is still played well."""
MARGIN_SCALE: Final = 5.0


def pack(cellar: list[int]) -> int:
    """Pack a column into a number."""
    packed = 0
    for place in range(len(cellar)):
        packed |= (cellar[place] + 1) << (BITS * place)
    return packed


def both(one: list[int], two: list[int]) -> int:
    """Pack two sets of cards into a number."""
    packed = 0
    for card in one:
        packed |= 1 << card
    for card in two:
        packed |= 1 << (card + ONE_BOTTLE)
    return packed


def without(hand: list[int], card: int) -> list[int]:
    """Return a hand without a card."""
    return [other for other in hand if other != card]


def share_of(margin: int) -> float:
    """Return the share of the victory that a margin is worth."""
    won = 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
    return WINNING * won + (1 - WINNING) / (1 + exp(-margin / MARGIN_SCALE))


@final
class Endgame:
    """Solves positions of one card set, with or without the swap; remembers its results.

    The value is the first player's share of the victory, or the margin if `by_margin` is set; in solo it is the final total.
    """

    def __init__(self, pieces: Pieces, swap: bool, by_margin: bool = False) -> None:
        self.pieces = pieces
        self.swap = swap
        self.worths = [float(margin) if by_margin else share_of(margin) for margin in range(-MOST_MARGIN, MOST_MARGIN + 1)]
        self.totals: dict[int, int] = {}
        self.lasts: dict[int, int] = {}
        self.known: dict[tuple[int, int, int, int], float] = {}

    def forget(self) -> None:
        """Drop what is remembered, to start on another endgame."""
        self.totals.clear()
        self.lasts.clear()
        self.known.clear()

    # Cellars.

    def add(self, cellar: int, card: int, bottles: int, side: int) -> int:
        """Store a bottle on top (0) or at the bottom (1)."""
        if side == 0:
            return (cellar << BITS) | (card + 1)
        return cellar | ((card + 1) << (BITS * bottles))

    def total(self, cellar: int, bonus: int) -> int:
        """Return what a full cellar and a bonus card score, after the best swap if there is one (§8, §9)."""
        key = cellar | (bonus << 50)
        found = self.totals.get(key, -1)
        if found >= 0:
            return found
        pieces = self.pieces
        size = pieces.hand_size
        bottles = [((cellar >> (BITS * place)) & ONE_BOTTLE) - 1 for place in range(size)]
        ages, points = 0, 0
        for place in range(size):
            ages += pieces.cards[bottles[place]].ages[place]
            points += pieces.bonus_points[bonus][bottles[place]]
        best = ages + points
        if self.swap:
            for out in range(size):
                changed = bottles[out]
                of_changed = pieces.bonus_points[changed]
                now = ages - pieces.cards[changed].ages[out] + pieces.cards[bonus].ages[out] + of_changed[bonus]
                for place in range(size):
                    if place != out:
                        now += of_changed[bottles[place]]
                best = max(best, now)
        self.totals[key] = best
        return best

    def last(self, cellar: int, card: int, bonus: int) -> int:
        """Return the best total with one bottle still to store."""
        key = cellar | (card << 50) | (bonus << 55)
        found = self.lasts.get(key, -1)
        if found < 0:
            bottles = self.pieces.hand_size - 1
            on_top, below = self.add(cellar, card, bottles, 0), self.add(cellar, card, bottles, 1)
            found = max(self.total(on_top, bonus), self.total(below, bonus))
            self.lasts[key] = found
        return found

    def worth(self, margin: int) -> float:
        """Return what a final margin is worth."""
        return self.worths[max(-MOST_MARGIN, min(MOST_MARGIN, margin)) + MOST_MARGIN]

    # Two players.

    def bid(self, one: list[int], two: list[int], prizes: list[int], first: int, second: int) -> float:
        """Return the value of a trick before its bids."""
        if len(one) == 1:
            return self.last_trick(one[0], two[0], prizes[0], prizes[1], first, second)
        key = (both(one, two), prizes[0] * 32 + prizes[1], first, second)
        found = self.known.get(key)
        if found is None:
            found = self.solve(one, two, prizes, first, second)[0]
            self.known[key] = found
        return found

    def solve(
        self, one: list[int], two: list[int], prizes: list[int], first: int, second: int
    ) -> tuple[float, list[float], list[float]]:
        """Solve a trick: its value, and how often each side should bid each card."""
        gains: list[list[float]] = []
        for mine in one:
            kept = without(one, mine)
            gains.append([self.award(kept, without(two, other), [mine, other], prizes, first, second) for other in two])
        return solve_matrix(gains)

    def last_trick(self, mine: int, other: int, left: int, right: int, first: int, second: int) -> float:
        """Return the value of the last trick, where each side has one card to bid, which then becomes its bonus card."""
        cards = self.pieces.cards
        one = self.worth(self.last(first, left, mine) - self.last(second, right, other))
        two = self.worth(self.last(first, right, mine) - self.last(second, left, other))
        return max(one, two) if cards[mine].bid > cards[other].bid else min(one, two)

    def award(self, one: list[int], two: list[int], bids: list[int], prizes: list[int], first: int, second: int) -> float:
        """Return the value once the bids are revealed: the winner picks (§4.4)."""
        cards = self.pieces.cards
        wins = cards[bids[0]].bid > cards[bids[1]].bid
        left = self.share(one, two, bids, prizes[0] if wins else prizes[1], prizes[1] if wins else prizes[0], first, second)
        right = self.share(one, two, bids, prizes[1] if wins else prizes[0], prizes[0] if wins else prizes[1], first, second)
        return max(left, right) if wins else min(left, right)

    def share(self, one: list[int], two: list[int], bids: list[int], mine: int, other: int, first: int, second: int) -> float:
        """Return the value once it is clear who gets which prize: the winner stores first (§4.6)."""
        if not one:
            return self.worth(self.last(first, mine, bids[0]) - self.last(second, other, bids[1]))
        cards = self.pieces.cards
        bottles = self.pieces.hand_size - len(one) - 1
        first_top, first_low = self.add(first, mine, bottles, 0), self.add(first, mine, bottles, 1)
        second_top, second_low = self.add(second, other, bottles, 0), self.add(second, other, bottles, 1)
        top_top, top_low = self.bid(one, two, bids, first_top, second_top), self.bid(one, two, bids, first_top, second_low)
        low_top, low_low = self.bid(one, two, bids, first_low, second_top), self.bid(one, two, bids, first_low, second_low)
        if cards[bids[0]].bid > cards[bids[1]].bid:
            return max(min(top_top, top_low), min(low_top, low_low))
        return min(max(top_top, low_top), max(top_low, low_low))

    # Solo, against the A.I.

    def alone(self, hand: list[int], pile: list[int], prizes: list[int], cellar: int) -> float:
        """Return the expected total of the best bid (§11)."""
        key = (both(hand, pile), prizes[0] * 32 + prizes[1], cellar, 0)
        found = self.known.get(key)
        if found is None:
            found = -1.0
            for card in hand:
                found = max(found, self.alone_after(card, hand, pile, prizes, cellar))
            self.known[key] = found
        return found

    def alone_after(self, card: int, hand: list[int], pile: list[int], prizes: list[int], cellar: int) -> float:
        """Return the expected total after a bid: every card of the pile is equally likely to be turned over."""
        whole, rest = 0.0, without(hand, card)
        for other in pile:
            whole += self.alone_award(rest, without(pile, other), [card, other], prizes, cellar)
        return whole / len(pile)

    def alone_award(self, hand: list[int], pile: list[int], bids: list[int], prizes: list[int], cellar: int) -> float:
        """Return the expected total once the A.I.'s card is turned over."""
        cards = self.pieces.cards
        if cards[bids[0]].bid > cards[bids[1]].bid:
            return max(
                self.alone_stored(hand, pile, bids, prizes[0], cellar),
                self.alone_stored(hand, pile, bids, prizes[1], cellar),
            )
        even = cards[bids[1]].bid % 2 == 0
        taken = self.pieces.even_takes if even else self.pieces.odd_takes
        return self.alone_stored(hand, pile, bids, prizes[1 - taken], cellar)

    def alone_stored(self, hand: list[int], pile: list[int], bids: list[int], bottle: int, cellar: int) -> float:
        """Return the expected total with a bottle to store at the better end."""
        if not hand:
            return float(self.last(cellar, bottle, bids[0]))
        bottles = self.pieces.hand_size - len(hand) - 1
        return max(
            self.alone(hand, pile, bids, self.add(cellar, bottle, bottles, 0)),
            self.alone(hand, pile, bids, self.add(cellar, bottle, bottles, 1)),
        )

    # Any position.

    def bids(self, state: Cellars, seat: int) -> list[float]:
        """Return how often to bid each card of a hand."""
        first, prizes = pack(state.cellars[0]), state.prizes
        hand = state.hands[seat]
        if not state.solo:
            _value, ours, theirs = self.solve(state.hands[0], state.hands[1], prizes, first, pack(state.cellars[1]))
            return ours if seat == 0 else theirs
        pile = sorted(state.unseen_by(seat))
        rates = [self.alone_after(card, hand, pile, prizes, first) for card in hand]
        best = rates.index(max(rates))
        return [1.0 if place == best else 0.0 for place in range(len(hand))]

    def value(self, state: Cellars) -> float:
        """Return the value of a position, whatever is being asked: for the first player, or in solo the expected total."""
        if not state.waiting:
            return self.final(state)
        decision = state.decision()
        first = pack(state.cellars[0])
        if isinstance(decision, Bid):
            if state.solo:
                return self.alone(state.hands[0], sorted(state.unseen_by(0)), state.prizes, first)
            return self.bid(state.hands[0], state.hands[1], state.prizes, first, pack(state.cellars[1]))
        if isinstance(decision, Swap):
            return self.final(state)
        assert isinstance(decision, Pick | Place)
        seat = decision.seat
        best = max([self.after(state, seat, option) for option in state.options(seat)])
        return best if seat == 0 else -best

    def after(self, state: Cellars, seat: int, option: int) -> float:
        """Return the value to a seat of answering the current question."""
        next_position = state.clone()
        next_position.apply(seat, option)
        value = self.value(next_position)
        return value if seat == 0 else -value

    def final(self, state: Cellars) -> float:
        """Return the value of full cellars; if a swap is still possible, the best one is made."""
        cellars = [pack(cellar) for cellar in state.cellars]
        to_swap = bool(state.waiting)
        totals: list[int] = []
        for seat in range(state.seats):
            if to_swap:
                totals.append(self.total(cellars[seat], state.bonus[seat]))
            else:
                totals.append(total(self.pieces, state.cellars[seat], state.bonus[seat]))
        return float(totals[0]) if state.solo else self.worth(totals[0] - totals[1])
