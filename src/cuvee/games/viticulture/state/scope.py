"""What an action, a card or an answer has used and done so far (§9.1, VISITORS §1.5)."""

from typing import Final, final

from cuvee.games.viticulture.pieces.ops import NONE
from cuvee.games.viticulture.state.vineyard import NOTHING
from cuvee.kernel.play import Record

# What has been used in a scope.
USED_BONUS: Final = 1
USED_EXPERT: Final = 2
USED_TOKEN: Final = 4
DECLARED: Final = 8
"""The visitor expert was declared, so there is no second visitor (VISITORS §3.2)."""
USED_AGAIN: Final = 16
"""A Mafioso has taken the action a second time (§14.3)."""
USED_EXTRA: Final = 32
"""A Merchant, Politico or Oracle has used its ability (§14.3)."""
NO_EXPERT: Final = 64
"""No expert works: the seat had none when the action began, or a visitor card is behind it (§7.1, VISITORS §4.20)."""


@final
class Scope(Record):
    """What one action, card or answer has used and done so far: the registers of VISITORS §1.5 and the limits of §9.1."""

    def __init__(self, seat: int, owner: int, action: int, place: int, worker: int) -> None:
        self.seat = seat
        """The seat that is acting."""
        self.owner = owner
        """The seat whose card or turn it is (VISITORS, words)."""
        self.action = action
        """The action being taken; NONE for a card, a private space or an answer."""
        self.place = place
        """Where the worker stands; NONE if there is none (§6.12)."""
        self.worker = worker
        self.flags = 0
        self.steps = 0
        self.private = NONE
        """The structure whose private space is used (§5.6)."""
        self.card = NONE
        self.deck = NONE
        self.anded = False
        """Whether "or" may be read as "and" (VISITORS §3)."""
        self.harvested = 0
        self.sold = 0
        self.box = NONE
        self.combined = False
        self.ignored = 0
        """The kind of requirement ignored this turn (§7.9), as a bit."""
        self.taken = 0
        """Bonuses gained through the expert or a token, a bit for each space (§7.11, §13.7)."""
        self.built_cost = 0
        self.planted_value = 0
        self.planted_field = NONE
        self.made = 0
        """A bit for each type of wine made."""
        self.sparkling = 0
        self.discarded = 0
        self.cards: list[int] = NOTHING
        """The cards drawn, deck * 64 + card, for the Oracle (§14.3)."""
        self.visitors = 0
        """Visitors played by this action (VISITORS §3.2)."""
        self.trained = NONE
        """The kind of the worker trained by this action, while it can still be placed (§7.15)."""

    def clone(self) -> "Scope":
        """Copy."""
        twin = Scope(self.seat, self.owner, self.action, self.place, self.worker)
        twin.flags = self.flags
        twin.steps = self.steps
        twin.private = self.private
        twin.card = self.card
        twin.deck = self.deck
        twin.anded = self.anded
        twin.harvested = self.harvested
        twin.sold = self.sold
        twin.box = self.box
        twin.combined = self.combined
        twin.ignored = self.ignored
        twin.taken = self.taken
        twin.built_cost = self.built_cost
        twin.planted_value = self.planted_value
        twin.planted_field = self.planted_field
        twin.made = self.made
        twin.sparkling = self.sparkling
        twin.discarded = self.discarded
        twin.cards = self.cards
        twin.visitors = self.visitors
        twin.trained = self.trained
        return twin

    def key(self) -> tuple[object, ...]:
        """List everything in the scope."""
        return (
            self.seat, self.owner, self.action, self.place, self.worker, self.flags, self.steps, self.private, self.card,
            self.deck, self.anded, self.harvested, self.sold, self.box, self.combined, self.ignored, self.taken,
            self.built_cost, self.planted_value, self.planted_field, self.made, self.sparkling, self.discarded, self.cards,
            self.visitors, self.trained,
        )  # fmt: skip
