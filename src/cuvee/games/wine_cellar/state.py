"""What lies on the table of Wine Cellar."""

from typing import Final, final

from cuvee.games.wine_cellar.pieces import Pieces
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import SPECTATOR, State

NOTHING: Final = -1
"""Where a card could lie but none does."""


@final
class Cellars(State):
    """Hands, bids, prizes and cellars. Cards are numbers into `pieces.cards`; a cellar is listed from the top (§1.4)."""

    title = "Wine Cellar"

    def __init__(self, pieces: Pieces, seats: int, swap: bool, chance: Chance) -> None:
        super().__init__(seats, chance)
        self.pieces = pieces
        self.swap = swap
        self.trick = 1
        self.hands: list[list[int]] = []
        self.prizes: list[int] = []
        """Left, then right. A prize lies here until it is placed in a cellar."""
        self.bids: list[int] = []
        """The revealed bids of this trick by seat (in solo the A.I.'s is second); empty while bids are chosen."""
        self.cellars: list[list[int]] = []
        self.bonus: list[int] = [NOTHING] * seats
        self.pile: list[int] = []
        """The A.I.'s hand, its top card last (§11.1)."""
        self.shelf: list[int] = []
        """The A.I.'s bottles, in no order that matters (§11.7)."""
        self.aside = NOTHING
        """The A.I.'s last bid (§11.6)."""

    @property
    def solo(self) -> bool:
        """Tell whether one player plays against the A.I. (§11)."""
        return self.seats == 1

    def when(self) -> str:
        return f"trick {self.trick}"

    def clone(self) -> "Cellars":
        """Copy the table."""
        twin = Cellars(self.pieces, self.seats, self.swap, self.chance.clone())
        twin.trick = self.trick
        twin.hands = [hand[:] for hand in self.hands]
        twin.prizes = self.prizes[:]
        twin.bids = self.bids[:]
        twin.cellars = [cellar[:] for cellar in self.cellars]
        twin.bonus = self.bonus[:]
        twin.pile = self.pile[:]
        twin.shelf = self.shelf[:]
        twin.aside = self.aside
        self.copy_to(twin)
        return twin

    def key(self) -> tuple[object, ...]:
        """List the whole table."""
        return (
            self.swap,
            self.trick,
            self.hands,
            self.prizes,
            self.bids,
            self.cellars,
            self.bonus,
            self.pile,
            self.shelf,
            self.aside,
        )

    def unseen_by(self, seat: int) -> list[int]:
        """Work out which cards a seat cannot see: all except its own hand and everything open (§6.3, §11.8)."""
        seen = 0
        for pile in (self.prizes, self.bids, self.bonus, self.shelf, [self.aside], *self.cellars):
            seen |= _mask(pile)
        if seat != SPECTATOR:
            seen |= _mask(self.hands[seat])
        return [card for card in range(len(self.pieces.cards)) if not seen >> card & 1]

    def shuffle_unknown(self, seat: int, rng: Chance) -> None:
        """Deal the unseen cards afresh into the hands or the pile that the seat cannot see (§6.2)."""
        unseen = self.unseen_by(seat)
        rng.shuffle(unseen)
        for other in range(self.seats):
            if other != seat:
                size = len(self.hands[other])
                self.hands[other] = sorted(unseen[:size])
                unseen = unseen[size:]
        self.pile = unseen

    def problems(self) -> list[str]:
        """Check the invariants that one position can show (§16)."""
        found: list[str] = []
        lying = [
            card for card in self.prizes + self.bids + self.bonus + self.pile + self.shelf + [self.aside] if card != NOTHING
        ]
        for cards in self.hands + self.cellars:
            lying += cards
        if sorted(lying) != list(range(len(self.pieces.cards))):
            found.append(f"every card lies in exactly one place (§16.2), but the table holds {sorted(lying)}")
        between_tricks = not self.bids and not self.over and NOTHING in self.bonus
        if between_tricks:
            found += self._start_of_trick_problems()
        if self.over and not all(len(cellar) == self.pieces.hand_size for cellar in self.cellars):
            found.append("at the end every cellar is full (§16.6)")
        return found

    def _start_of_trick_problems(self) -> list[str]:
        left, stored = self.pieces.hand_size + 1 - self.trick, self.trick - 1
        sound = (
            all(len(hand) == left for hand in self.hands)
            and all(len(cellar) == stored for cellar in self.cellars)
            and len(self.prizes) == 2
            and (not self.solo or (len(self.pile) == left and len(self.shelf) == stored))
        )
        if sound:
            return []
        return [f"trick {self.trick} starts with {left} cards a hand, {stored} bottles a cellar and two prizes (§16.1)"]


def _mask(cards: list[int]) -> int:
    mask = 0
    for card in cards:
        if card != NOTHING:
            mask |= 1 << card
    return mask
