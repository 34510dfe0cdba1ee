"""The grape harvest: which grapes are stored, and protection against the cold (§5.7, §8.5)."""

from typing import Any, Final, final

from cuvee.games.age_of_champagne.decisions.common import GRAPE_CODES, grape_name, region_name, tile, token_code
from cuvee.games.age_of_champagne.decisions.powers import DRAW_POWERS, power_refusal
from cuvee.games.age_of_champagne.pieces.vocabulary import GRAPES, NOTHING
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _


@final
class Store(Decision[Houses]):
    """Choose the harvested grapes that go to the winery: how many Meunier, then how many Pinot Noir (§5.7, §13.2)."""

    kind = "store"
    section = "5.7"
    span = 1 << 8

    def __init__(self, seat: int, stored: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.stored = stored

    def options(self, state: Houses, seat: int) -> list[int]:
        grape, basket = len(self.stored), state.basket
        left = state.storable(seat) - sum(self.stored)
        later = 0
        for other in range(grape + 1, GRAPES):
            later += basket[other]
        return list(range(max(0, left - later), min(left, basket[grape]) + 1))

    def apply(self, state: Houses, seat: int, option: int) -> None:
        stored = (*self.stored, option)
        if len(stored) < GRAPES:
            state.push(Store(seat, stored))
            return
        for grape in range(GRAPES):
            state.wines[GRAPES * seat + grape] += stored[grape]
            state.supply[grape] += state.basket[grape] - stored[grape]
        state.tell("stores", seat, stored[0], stored[1], stored[2])
        state.basket = [0] * GRAPES

    def powers(self, state: Houses, seat: int) -> tuple[Decision[Any], ...]:
        """Offer the exchange only if free spaces are the limit: otherwise it can wait (§5.7)."""
        if self.stored:
            return ()
        room, basket = state.winery_room(seat), state.basket
        if room < state.level(seat).capacity and room < basket[0] + basket[1] + basket[2]:
            return DRAW_POWERS[seat]
        return ()

    def prompt(self, state: Houses, seat: int) -> str:
        grape = len(self.stored)
        return _(
            "Harvest: {all} grapes can be stored; how many of your {count} {grape}?",
            all=state.storable(seat) - sum(self.stored),
            count=state.basket[grape],
            grape=grape_name(state, grape),
        )

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"store {option} {GRAPE_CODES[len(self.stored)]}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("{count} {grape}", count=option, grape=grape_name(state, len(self.stored)))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [tile(self.notation(state, seat, option))]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        text = power_refusal(state, seat, what)
        return text or _(
            "You store as many grapes as press and winery allow, neither more nor fewer: {count}", count=state.storable(seat)
        )


USE: Final = 1
KEEP: Final = 0


@final
class UseProtection(Decision[Houses]):
    """Under Climatic hazards a Protection against the cold lets the whole vineyard produce (§5.7, §8.5)."""

    kind = "protection"
    section = "8.5"
    span = 2

    def options(self, state: Houses, seat: int) -> list[int]:
        return [KEEP, USE]

    def apply(self, state: Houses, seat: int, option: int) -> None:
        if option == USE:
            state.use_token(seat, state.cold_token(seat))
            state.tell("protects", seat)
        gather(state, seat, NOTHING if option == USE else state.key_element)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Protect {region} against the cold?", region=region_name(state, state.key_element))

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return "protect" if option == USE else "keep"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("Discard the token: the whole vineyard produces") if option == USE else _("Keep the token")

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [tile(self.notation(state, seat, option)), f"token:{seat}:{token_code(state, state.cold_token(seat))}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("You can only use the token now or keep it")


def gather(state: Houses, seat: int, without: int) -> None:
    """Take from the supply the grapes that a player's cards produce, as far as it has them (§5.7)."""
    grown = state.grows(seat, without)
    for grape in range(GRAPES):
        taken = min(grown[grape], state.supply[grape])
        state.basket[grape] += taken
        state.supply[grape] -= taken
    state.push(Store(seat, ()))
