"""The Inheritance draft (§3.3)."""

from typing import final

from cuvee.games.age_of_champagne.decisions.common import said
from cuvee.games.age_of_champagne.pieces.vocabulary import NOBODY
from cuvee.games.age_of_champagne.state.codes import MERCHANT
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Together
from cuvee.kernel.text import _


@final
class Draft(Together[Houses]):
    """Each player secretly keeps one card and passes the rest of the hand to the left (§3.3)."""

    kind = "draft"
    section = "3.3"
    span = 1 << 8

    def options(self, state: Houses, seat: int) -> list[int]:
        return state.draft_hand(seat)

    def reveal(self, state: Houses, answers: list[tuple[int, ...]]) -> None:
        """Keep the cards; a random card of the Wine Merchant's blind hand is removed unseen; all hands move on."""
        setup = state.setup
        picks = [answers[seat][0] for seat in self.seats]
        if setup.merchant != NOBODY:
            blind = state.draft_hand(setup.merchant)
            picks.append(blind[state.roll(len(blind), MERCHANT)])
        for who in range(setup.participants):
            state.kept[who] = [*state.kept[who], picks[who]]
        state.reveal()
        if len(state.kept[0]) < setup.pieces.kept:
            state.push(Draft(self.seats))

    def prompt(self, state: Houses, seat: int) -> str:
        number = len(state.kept[seat]) + 1
        return _(
            "Inheritance {number} of {all}: keep a card and pass the rest to your left",
            number=number,
            all=state.setup.pieces.kept,
        )

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"keep {state.setup.pieces.inheritance[option].id.removeprefix('inh_')}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        card = state.setup.pieces.inheritance[option]
        return _("{stars} stars: {text}", stars=card.stars, text=_(card.text))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [f"inheritance:{state.setup.pieces.inheritance[option].id.removeprefix('inh_')}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("You keep a card from the hand you hold now, and “{what}” is not in it", what=said(what))
