"""The neutral player of the solo game (§18.7)."""

from typing import final

from cuvee.games.ora_et_labora.decisions.clergy import ContractFee, can_hire
from cuvee.games.ora_et_labora.decisions.common import NONE, BuildingChoice, SpaceChoice, building_name
from cuvee.games.ora_et_labora.pieces.landscapes import FREE
from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _


@final
class NeutralCard(BuildingChoice):
    """Which of the cards left does the neutral player build next? (§18.7)"""

    kind = "neutral_card"
    section = "18.7"

    def options(self, state: Estates, seat: int) -> list[int]:
        return state.display[:]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if len(state.display) > 1:
            state.push(NeutralCard(seat))
        state.push(NeutralSpace(seat, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which card does the neutral player build next?")


@final
class NeutralSpace(SpaceChoice):
    """Where the neutral player builds: on a free space, or over a card of the same sort (§18.7, R28, R46)."""

    kind = "neutral_space"
    section = "18.7"

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def side(self, seat: int) -> int:
        return seat + 1

    def options(self, state: Estates, seat: int) -> list[int]:
        side, cloister = self.side(seat), state.building(self.card).cloister
        cards, places = state.cards[side], state.grounds[side].places
        found: list[int] = []
        for index in range(len(cards)):
            if cards[index] == FREE:
                allowed = not cloister or state.touches_cloister(side, index)
            else:
                allowed = state.building(cards[index]).cloister == cloister
            if allowed:
                found.append(places[index])
        return found

    def apply(self, state: Estates, seat: int, option: int) -> None:
        side = self.side(seat)
        covered = state.cards[side][state.grounds[side].at[option]]
        state.tell("builds", side, self.card, option)
        state.display.remove(self.card)
        state.lay(side, option, self.card)
        state.raise_price(self.card)
        if covered != FREE:
            state.clergy = [self.card if at == covered else at for at in state.clergy]

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Where does the neutral player build {building}?", building=building_name(state, self.card))

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        return _(
            "{building} goes on a free space (a cloister building beside another one) or over a card of the same sort",
            building=building_name(state, self.card),
        )


@final
class NeutralContract(BuildingChoice):
    """Is one of the buildings just built used by work contract, with the neutral prior? (§18.7, R47)"""

    kind = "neutral_contract"
    section = "18.7"

    def __init__(self, seat: int, cards: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.cards = cards
        """The cards that the neutral player builds in this phase."""

    def open(self, state: Estates, seat: int) -> list[int]:
        """List the buildings just built that the neutral prior could enter."""
        side = seat + 1
        if not state.prior_home(side):
            return []
        return [card for card in self.cards if card in state.cards[side] and not state.occupied(card)]

    def options(self, state: Estates, seat: int) -> list[int]:
        found = self.open(state, seat) if can_hire(state, seat) else []
        return [*found, NONE]

    def powers(self, state: Estates, seat: int) -> tuple[Decision[Estates], ...]:
        return state.setup.powers if self.open(state, seat) and can_hire(state, seat) else ()

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option != NONE:
            state.used = 0
            state.push(ContractFee(seat, option, True))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Issue a work contract to the neutral prior? It costs {price}", price=state.price)
