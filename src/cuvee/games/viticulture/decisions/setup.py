"""Questions of the set-up: parents, the first token, the draft of structure cards (§3)."""

from typing import final

from cuvee.games.viticulture.decisions.common import SPAN, Ask
from cuvee.games.viticulture.pieces.cards import COLOURS, RED, STRUCTURE
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.vineyard import without
from cuvee.kernel.play import Together
from cuvee.kernel.text import _


@final
class KeepParents(Together[Winery]):
    """Each player secretly keeps one of two mamas and one of two papas (§3.4): 2 * mama + papa."""

    kind = "keep_parents"
    section = "3.4"
    span = 4

    def options(self, state: Winery, seat: int) -> list[int]:
        return [0, 1, 2, 3]

    def reveal(self, state: Winery, answers: list[tuple[int, ...]]) -> None:
        for seat in range(state.seats):
            offer, answer = state.offers[seat], answers[seat][0]
            state.players[seat].mama = offer[answer // 2]
            state.players[seat].papa = offer[2 + answer % 2]
        state.offers = []

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Keep one mama and one papa")

    def notation(self, state: Winery, seat: int, option: int) -> str:
        mama, papa = self._pair(state, seat, option)
        return f"{state.pieces.mamas[mama].id} {state.pieces.papas[papa].id}"

    def _pair(self, state: Winery, seat: int, option: int) -> tuple[int, int]:
        offer = state.offers[seat]
        return offer[option // 2], offer[2 + option % 2]

    def label(self, state: Winery, seat: int, option: int) -> str:
        mama, papa = self._pair(state, seat, option)
        return _("{mama} and {papa}", mama=_(state.pieces.mamas[mama].name), papa=_(state.pieces.papas[papa].name))

    def targets(self, state: Winery, seat: int, option: int) -> list[str]:
        mama, papa = self._pair(state, seat, option)
        return [f"parent:{seat}:{state.pieces.mamas[mama].id}", f"parent:{seat}:{state.pieces.papas[papa].id}"]


@final
class StartToken(Ask):
    """The colour of the first grape, or of the first wine (§3.5)."""

    section = "3.5"

    def __init__(self, seat: int, wine: bool) -> None:
        super().__init__(seat)
        self.wine = wine

    def key(self) -> tuple[object, ...]:
        """The first word must stay as it is: the digests of old journals depend on it."""
        return ("start_token", self.seat, self.wine)

    @property
    def kind(self) -> str:  # type: ignore[override]
        return "start_wine" if self.wine else "start_grape"

    def options(self, state: Winery, seat: int) -> list[int]:
        return [0, 1]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if self.wine:
            state.players[seat].gain_wine(option, state.pieces.start_wine)
        else:
            state.players[seat].gain_grape(option, state.pieces.start_grape)

    def prompt(self, state: Winery, seat: int) -> str:
        if self.wine:
            return _("Choose the colour of your first wine, of value {value}", value=state.pieces.start_wine)
        return _("Choose the colour of your first grape, of value {value}", value=state.pieces.start_grape)

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return COLOURS[option]

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("Red") if option == RED else _("White")

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"player:{seat}"]


@final
class DraftPick(Together[Winery]):
    """Keep one structure card and pass the rest clockwise (§12.2)."""

    kind = "draft_pick"
    section = "12.2"
    span = SPAN

    def options(self, state: Winery, seat: int) -> list[int]:
        return state.packs[seat]

    def reveal(self, state: Winery, answers: list[tuple[int, ...]]) -> None:
        packs: list[list[int]] = [[] for _seat in range(state.seats)]
        for seat in range(state.seats):
            card = answers[seat][0]
            state.players[seat].take(STRUCTURE, card)
            packs[(seat + 1) % state.seats] = without(state.packs[seat], card)
        state.packs = packs if packs[0] else []
        if state.packs:
            state.push(DraftPick(self.seats))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Keep one structure card and pass the rest")

    def notation(self, state: Winery, seat: int, option: int) -> str:
        return state.pieces.structures[option].id

    def label(self, state: Winery, seat: int, option: int) -> str:
        return _("{card}", card=_(state.pieces.structures[option].name))

    def targets(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"pack:{seat}:{state.pieces.structures[option].id}"]
