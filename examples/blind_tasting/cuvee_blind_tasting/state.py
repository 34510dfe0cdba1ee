"""What lies on the table of Blind Tasting."""

from typing import final

from cuvee.kernel.chance import Chance
from cuvee.kernel.play import State
from cuvee_blind_tasting.pieces import Pieces


@final
class Tasting(State):
    """Bottles are numbers into `pieces.bottles`, guests into `pieces.guests`; an offer is the number on its card."""

    def __init__(self, pieces: Pieces, seats: int, chance: Chance) -> None:
        super().__init__(seats, chance)
        self.pieces = pieces
        self.round = 0
        self.decanter = 0
        """The seat that has it (§2.4)."""
        self.pile: list[int] = []
        """Face down; the next bottle is last."""
        self.open: list[int] = []
        """The bottles of this round that nobody has taken yet."""
        self.hands: list[list[int]] = [list(range(1, pieces.rounds + 1)) for _ in range(seats)]
        """The offers everybody has left (§5.1)."""
        self.offers: list[int] = []
        """What was offered in this round, by seat; empty while offers are chosen."""
        self.cellars: list[list[int]] = [[] for _ in range(seats)]
        self.guests: list[int] = []
        """The guest of each seat; empty if nobody brings one (§3.2)."""
        self.away: list[int] = []
        """The guests who stay unseen."""

    def clone(self) -> "Tasting":
        """Copy the table."""
        twin = Tasting(self.pieces, self.seats, self.chance.clone())
        twin.round = self.round
        twin.decanter = self.decanter
        twin.pile = self.pile[:]
        twin.open = self.open[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.offers = self.offers[:]
        twin.cellars = [cellar[:] for cellar in self.cellars]
        twin.guests = self.guests[:]
        twin.away = self.away[:]
        self.copy_to(twin)
        return twin

    def key(self) -> tuple[object, ...]:
        """List the whole table."""
        return (
            *(self.round, self.decanter, self.pile, self.open, self.hands),
            *(self.offers, self.cellars, self.guests, self.away),
        )

    def shuffle_unknown(self, seat: int, rng: Chance) -> None:
        """Shuffle the pile, and deal the guests that a seat does not know (§5.2)."""
        self.pile.sort()  # so that the result follows from what the seat knows and from the luck it is given
        rng.shuffle(self.pile)
        others = [other for other in range(len(self.guests)) if other != seat]
        unknown = sorted([self.guests[other] for other in others] + self.away)
        rng.shuffle(unknown)
        for other in others:
            self.guests[other] = unknown.pop()
        self.away = sorted(unknown)

    def problems(self) -> list[str]:
        """Check the invariants that one position can show."""
        found: list[str] = []
        bottles = self.pile + self.open + [bottle for cellar in self.cellars for bottle in cellar]
        if sorted(bottles) != list(range(len(self.pieces.bottles))):
            found.append(f"every bottle lies in exactly one place, but these lie somewhere: {sorted(bottles)}")
        if self.guests and sorted(self.guests + self.away) != list(range(len(self.pieces.guests))):
            found.append("every guest is with one player or stays unseen (§3.2)")
        if self.over and any(len(cellar) != self.pieces.rounds for cellar in self.cellars):
            found.append("at the end everybody has taken a bottle in each round (§6.1)")
        return found
