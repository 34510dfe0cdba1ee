"""A beginner's judgement of Wine Cellar.

A column of n bottles can still slide over 9 - n offsets. It is worth what it scores at its best offset; a hand is worth
the best bonus card in it and, a little, its high bids.
"""

from typing import Final, final

from cuvee.games.wine_cellar.decisions.bonus_swap import KEEP, Swap
from cuvee.games.wine_cellar.decisions.trick import BOTTOM, TOP, Bid, Pick, Place
from cuvee.games.wine_cellar.endgame import Endgame
from cuvee.games.wine_cellar.observation import details
from cuvee.games.wine_cellar.scoring import bonus_value, total, total_after_swap
from cuvee.games.wine_cellar.state import NOTHING, Cellars
from cuvee.kernel.chance import Chance
from cuvee.kernel.heuristics import Habits, Heuristics
from cuvee.kernel.observation import Rows

POINTS_PER_BOTTLE_TO_COME: Final = 6.3
BONUS_SHARE: Final = 0.75
BONUS_SHARE_ALONE: Final = 0.4
PRICE_OF_A_RANK: Final = 0.55
"""What a bid is charged for its strength: this many points for each opposing card that it would beat."""
PRICE_ALONE: Final = 0.15
"""The same against the A.I., which does not fight for bottles."""
BONUS_KEPT_ALONE: Final = 1.15
COMING_BACK: Final = 0.8
"""A card that is bid becomes one of the next prizes: the share of its worth to count on against the A.I."""


FORESEEN: Final = 2
"""Up to this many cards per hand, perfect play takes only a moment."""
SOLVED: Final = 4
REMEMBERED: Final = 300_000


def best_column(state: Cellars, cellar: list[int]) -> float:
    """Return what a column scores at the best offset it can still slide to, with a little for the second best."""
    cards = state.pieces.cards
    best = second = 0
    for offset in range(state.pieces.hand_size - len(cellar) + 1):
        points = 0
        for place in range(len(cellar)):
            points += cards[cellar[place]].ages[place + offset]
        if points > best:
            best, second = points, best
        elif points > second:
            second = points
    return 0.85 * best + 0.15 * second if len(cellar) < state.pieces.hand_size else float(best)


def best_bonus(state: Cellars, cellar: list[int], hand: list[int]) -> float:
    """Return what the best card of a hand would give as a bonus card for a cellar."""
    best = 0
    for card in hand:
        points = bonus_value(state.pieces, cellar, card)
        best = max(best, points)
    return float(best)


def worth(state: Cellars, cellar: list[int], hand: list[int]) -> float:
    """Return what a cellar and a hand promise together."""
    share = BONUS_SHARE_ALONE if state.solo else BONUS_SHARE
    return best_column(state, cellar) + share * best_bonus(state, cellar, hand)


def worth_with(state: Cellars, seat: int, card: int, side: int) -> float:
    """Return the promise of a seat's cellar with one more bottle at one end."""
    cellar, hand = state.cellars[seat], state.hands[seat] or state.bids[seat : seat + 1]
    return worth(state, [card, *cellar] if side == TOP else [*cellar, card], hand)


def worth_of_prize(state: Cellars, seat: int, card: int) -> float:
    """Return the promise of a seat's cellar with a prize at its better end."""
    return max(worth_with(state, seat, card, TOP), worth_with(state, seat, card, BOTTOM))


@final
class CellarSense(Heuristics[Cellars]):
    """Take the bottle that fits, bid high only when the prizes differ, keep the best bonus card for the end."""

    def __init__(self) -> None:
        super().__init__()
        self.solver: Endgame | None = None

    def habits(self) -> Habits:
        """Play every imagined game to its end, as games are short. What was learned about a position counts for as much."""
        return Habits(5.0, horizon=20, blend=0.0 if self.learned is None else 0.5)

    def quiet(self, state: Cellars) -> bool:
        """Between tricks nothing is half done."""
        return isinstance(state.decision(), Bid)

    def shown(self, state: Cellars) -> int:
        """Return the card that the A.I. turned over in solo (§11.2), counted from 1, or 0."""
        return state.bids[1] + 1 if state.solo and state.bids else 0

    def foresee(self, state: Cellars) -> list[float] | None:
        """Solve the last two tricks, which takes only a moment."""
        if not state.hands[0] or len(state.hands[0]) > FORESEEN:
            return None
        value = self.endgame(state).value(state)
        return [value / 100] if state.solo else [value, 1 - value]

    def perfect(self, state: Cellars, seat: int, numbers: list[int]) -> list[float] | None:
        """Solve the endgame: how often to make each bid, and the best answer to everything else."""
        decision = state.decision()
        bidding = isinstance(decision, Bid)
        if len(state.hands[0]) + (0 if bidding else 1) > SOLVED:
            return None
        endgame = self.endgame(state)
        if bidding:
            return endgame.bids(state, seat)
        if isinstance(decision, Swap):
            return None
        rates = [endgame.after(state, seat, number) for number in numbers]
        best = rates.index(max(rates))
        return [1.0 if place == best else 0.0 for place in range(len(numbers))]

    def endgame(self, state: Cellars) -> Endgame:
        """Return the solver for this card set; once it remembers too much, it forgets everything."""
        solver = self.solver
        if solver is None or solver.pieces is not state.pieces or solver.swap != state.swap:
            solver = self.solver = Endgame(state.pieces, state.swap)
        elif len(solver.known) > REMEMBERED:
            solver.forget()
        return solver

    def features(self, state: Cellars, seat: int) -> list[float]:
        """Describe each cellar (the seat's own first), bonus prospects, the strength of the hands, and the prizes."""
        found = [state.trick / state.pieces.hand_size]
        for other in [seat] + [other for other in range(state.seats) if other != seat]:
            hand = state.hands[other] if other == seat else state.unseen_by(seat)
            found.append(best_column(state, state.cellars[other]) / 64)
            found.append(best_bonus(state, state.cellars[other], hand) / 26)
            found.append(sum(state.pieces.cards[card].bid for card in hand) / 171)
        found += [worth_of_prize(state, seat, prize) / 90 for prize in state.prizes]
        return found

    def details(self, state: Cellars, seat: int, rows: Rows) -> None:
        """Tell where each card lies, as far as the seat can see."""
        details(state, seat, rows)

    def estimate(self, state: Cellars, seat: int) -> float:
        """Estimate the final total of a seat."""
        cellar, bonus = state.cellars[seat], state.bonus[seat]
        if bonus != NOTHING:
            return float(total(state.pieces, cellar, bonus))
        to_come = state.pieces.hand_size - len(cellar)
        return worth(state, cellar, state.hands[seat] + state.bids[seat : seat + 1]) + POINTS_PER_BOTTLE_TO_COME * to_come

    def opinions(self, state: Cellars, seat: int, numbers: list[int], rng: Chance) -> list[float]:
        """Rate bids, picks, placements and swaps directly."""
        decision = state.decision()
        if isinstance(decision, Bid):
            return self._rate_bids_alone(state, numbers) if state.solo else self._rate_bids(state, seat, numbers)
        if isinstance(decision, Pick):
            return [worth_of_prize(state, seat, state.prizes[side]) for side in numbers]
        if isinstance(decision, Place):
            return [worth_with(state, seat, decision.card, side) for side in numbers]
        assert isinstance(decision, Swap)
        return [self._after_swap(state, seat, position) for position in numbers]

    def _rate_bids(self, state: Cellars, seat: int, numbers: list[int]) -> list[float]:
        cards, hand, cellar = state.pieces.cards, state.hands[seat], state.cellars[seat]
        left, right = (worth_of_prize(state, seat, prize) for prize in state.prizes)
        at_stake = abs(left - right)
        others = state.unseen_by(seat)
        rates: list[float] = []
        for number in numbers:
            beaten = sum(1 for other in others if cards[other].bid < cards[number].bid) / len(others)
            kept = [card for card in hand if card != number]
            bonus_lost = best_bonus(state, cellar, hand) - best_bonus(state, cellar, kept)
            rates.append(beaten * (at_stake - PRICE_OF_A_RANK * len(hand)) - BONUS_SHARE * bonus_lost)
        return rates

    def _rate_bids_alone(self, state: Cellars, numbers: list[int]) -> list[float]:
        """Rate the bids in solo, where it is known which prize each card of the A.I. would leave (§11.4)."""
        pieces, hand, cellar = state.pieces, state.hands[0], state.cellars[0]
        prizes = [worth_of_prize(state, 0, prize) for prize in state.prizes]
        others = [pieces.cards[other].bid for other in state.unseen_by(0)]
        bonus = best_bonus(state, cellar, hand)
        rates: list[float] = []
        for number in numbers:
            own = pieces.cards[number].bid
            bottle, beaten = 0.0, 0
            for bid in others:
                if bid < own:
                    bottle += max(prizes)
                    beaten += 1
                else:
                    bottle += prizes[1 - (pieces.even_takes if bid % 2 == 0 else pieces.odd_takes)]
            strength = PRICE_ALONE * len(hand) * beaten
            bonus_lost = bonus - best_bonus(state, cellar, [card for card in hand if card != number])
            coming = COMING_BACK * worth_of_prize(state, 0, number)
            rates.append((bottle - strength) / len(others) - BONUS_KEPT_ALONE * bonus_lost + coming)
        return rates

    def _after_swap(self, state: Cellars, seat: int, position: int) -> float:
        pieces, cellar, bonus = state.pieces, state.cellars[seat], state.bonus[seat]
        if position == KEEP:
            return float(total(pieces, cellar, bonus))
        return float(total_after_swap(pieces, cellar, bonus, position))


def judgement() -> CellarSense:
    """Return the judgement that bots start from."""
    return CellarSense()
