"""The two questions of the game: what to offer, and which bottle to take (§4)."""

from typing import final

from cuvee.kernel.play import Decision, Together
from cuvee.kernel.text import _
from cuvee_blind_tasting.state import Tasting


@final
class Offer(Together[Tasting]):
    """All players offer one of their cards, secretly and at the same time (§4.2)."""

    kind = "offer"
    section = "4.2"
    span = 16

    def options(self, state: Tasting, seat: int) -> list[int]:
        return state.hands[seat]

    def reveal(self, state: Tasting, answers: list[tuple[int, ...]]) -> None:
        """Show the offers; whoever offered most chooses first, and among equals the decanter decides (§4.3)."""
        state.offers = [answers[seat][0] for seat in range(state.seats)]
        for seat, offer in enumerate(state.offers):
            state.hands[seat] = [card for card in state.hands[seat] if card != offer]
            state.tell("offers", seat, offer)
        clockwise = [(state.decanter + turn) % state.seats for turn in range(state.seats)]
        order = sorted(clockwise, key=lambda seat: -state.offers[seat])
        for seat in order[::-1]:  # what is pushed last happens first
            state.push(Choose(seat))

    def prompt(self, state: Tasting, seat: int) -> str:
        return _("Round {round}: make your offer", round=state.round)

    def notation(self, state: Tasting, seat: int, option: int) -> str:
        return f"offer {option}"

    def label(self, state: Tasting, seat: int, option: int) -> str:
        return _("Offer {number}", number=option)

    def targets(self, state: Tasting, seat: int, option: int) -> list[str]:
        return [f"offer:{seat}:{option}"]

    def why_not(self, state: Tasting, seat: int, what: str) -> str:
        return _("Offer a card you still have; “{what}” is not one of them", what=what)


@final
class Choose(Decision[Tasting]):
    """A bottle is taken (§4.3)."""

    kind = "choose"
    section = "4.3"
    span = 64

    def options(self, state: Tasting, seat: int) -> list[int]:
        return state.open

    def apply(self, state: Tasting, seat: int, option: int) -> None:
        state.open = [bottle for bottle in state.open if bottle != option]
        state.cellars[seat] = sorted([*state.cellars[seat], option])
        state.tell("takes", seat, option)

    def prompt(self, state: Tasting, seat: int) -> str:
        return _("Choose a bottle")

    def notation(self, state: Tasting, seat: int, option: int) -> str:
        return f"take {state.pieces.bottles[option].name.lower()}"

    def label(self, state: Tasting, seat: int, option: int) -> str:
        return _("Take {bottle}", bottle=state.pieces.bottles[option].name)

    def targets(self, state: Tasting, seat: int, option: int) -> list[str]:
        return [f"bottle:{state.pieces.bottles[option].id}"]

    def why_not(self, state: Tasting, seat: int, what: str) -> str:
        return _("“{what}” is not among the bottles on offer", what=what)
