"""What players may do at any time: exchange still wines and reserve an order (§6.1, §8.3)."""

from typing import Any, Final, final

from cuvee.games.age_of_champagne.decisions.common import (
    GRAPE_CODES,
    find_order,
    grape_name,
    market_code,
    market_text,
    said,
    tile,
    token_code,
    who_name,
)
from cuvee.games.age_of_champagne.pieces.vocabulary import GRAPES, NOBODY, NOTHING
from cuvee.games.age_of_champagne.state.codes import HOME, RESERVED, SLOTS
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _

PAIRS: Final = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
FIRST_OF: Final = [0, 0, 0, 1, 1, 2]
SECOND_OF: Final = [0, 1, 2, 1, 2, 2]
TAKE_ANY: Final = [[GRAPES * pair + taken for taken in range(GRAPES)] for pair in range(6)]


@final
class Exchange(Decision[Houses]):
    """Two still wines go back to the supply for one of the player's choice, at the cost of 1 PP (§6.1)."""

    kind = "exchange"
    section = "6.1"
    span = 6 * GRAPES

    def options(self, state: Houses, seat: int) -> list[int]:
        found: list[int] = []
        at = GRAPES * seat
        wines, supply = state.wines, state.supply
        if state.total(wines, seat) < 2:
            return found
        plenty = supply[0] > 0 and supply[1] > 0 and supply[2] > 0
        for pair in range(6):
            first, second = FIRST_OF[pair], SECOND_OF[pair]
            if wines[at + first] == 0 or wines[at + second] < (2 if first == second else 1):
                continue
            if plenty:
                found += TAKE_ANY[pair]
            else:
                found += [number for number in TAKE_ANY[pair] if supply[number % 3] > 0 or number % 3 in (first, second)]
        return found

    def apply(self, state: Houses, seat: int, option: int) -> None:
        pair, taken = option // GRAPES, option % GRAPES
        state.give_back(state.wines, seat, FIRST_OF[pair], 1)
        state.give_back(state.wines, seat, SECOND_OF[pair], 1)
        state.put(state.wines, seat, taken, 1)
        state.tell("exchanges", seat, FIRST_OF[pair], SECOND_OF[pair], taken)
        state.gain(seat, state.setup.pieces.exchange_prestige)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Exchange two still wines for one")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        first, second = PAIRS[option // GRAPES]
        return f"exchange {GRAPE_CODES[first]}{GRAPE_CODES[second]} for {GRAPE_CODES[option % GRAPES]}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        first, second = PAIRS[option // GRAPES]
        return _(
            "Give {first} and {second} for {taken}, {points} PP",
            first=grape_name(state, first),
            second=grape_name(state, second),
            taken=grape_name(state, option % GRAPES),
            points=state.setup.pieces.exchange_prestige,
        )

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [tile(self.notation(state, seat, option))]


@final
class Reserve(Decision[Houses]):
    """A player reserves an order with a Market reservation token and the free disc (§8.3)."""

    kind = "reserve"
    section = "8.3"
    span = SLOTS

    def options(self, state: Houses, seat: int) -> list[int]:
        found: list[int] = []
        if state.reservation_token(seat) != NOTHING:
            for slot in range(SLOTS):
                card = state.order_at(slot)
                if card != NOTHING and state.reserved_by(card) == NOBODY:
                    found.append(slot)
        return found

    def apply(self, state: Houses, seat: int, option: int) -> None:
        card = state.order_at(option)
        state.discs[seat] = RESERVED + card
        state.tell("reserves", seat, card)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Reserve an order")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return f"reserve {market_code(state.market_at(option))}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("Reserve {order}", order=market_text(state, state.order_at(option)))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        face = state.reservation_token(seat)
        return [f"market:{market_code(state.market_at(option))}", f"token:{seat}:{token_code(state, face)}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        slot = find_order(state, what)
        if slot == NOTHING:
            return _("“{what}” is not one of the six visible orders", what=said(what))
        owner = state.reserved_by(state.order_at(slot))
        if owner != NOBODY:
            return _("This order is already reserved by {owner} (§8.3)", owner=who_name(state, owner))
        if state.discs[seat] != HOME:
            return _("Your disc is in use, and a reservation needs it (§8.3)")
        return _("You have no Market reservation token (§8.3)")


EXCHANGE: Final = [Exchange(seat) for seat in range(4)]
RESERVE: Final = [Reserve(seat) for seat in range(4)]


def turn_powers(seat: int) -> tuple[Decision[Any], ...]:
    """Return what else a player may do on a turn in Phase 2 (§4.2)."""
    return (EXCHANGE[seat], RESERVE[seat])


TURN_POWERS: Final = [turn_powers(seat) for seat in range(4)]
DRAW_POWERS: Final[list[tuple[Decision[Any], ...]]] = [(EXCHANGE[seat],) for seat in range(4)]


def power_refusal(state: Houses, seat: int, what: str) -> str:
    """Explain why an exchange or a reservation is not possible, or return nothing if the text is about something else."""
    words = what.casefold().removeprefix("do:").replace("-", " ").split()
    if words[:1] == ["reserve"]:
        return RESERVE[seat].why_not(state, seat, what)
    if words[:1] == ["exchange"]:
        if state.total(state.wines, seat) < 2:
            return _("An exchange needs two still wines, and you have {count} (§6.1)", count=state.total(state.wines, seat))
        return _("An exchange gives two of your still wines for one from the supply: “exchange mp for c” (§6.1)")
    return ""


DECLINE: Final = SLOTS


@final
class ReservationWindow(Decision[Houses]):
    """Before a Shipping marker is resolved, anyone with a reservation token and a free disc may use them (§8.3)."""

    kind = "reservation"
    section = "8.3"
    span = SLOTS + 1

    def options(self, state: Houses, seat: int) -> list[int]:
        return [*RESERVE[seat].options(state, seat), DECLINE]

    def apply(self, state: Houses, seat: int, option: int) -> None:
        if option != DECLINE:
            RESERVE[seat].apply(state, seat, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("You may reserve an order before the next Shipping marker is resolved")

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return "no reservation" if option == DECLINE else RESERVE[seat].notation(state, seat, option)

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("No reservation now") if option == DECLINE else RESERVE[seat].label(state, seat, option)

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        if option == DECLINE:
            return [tile(self.notation(state, seat, option))]
        return RESERVE[seat].targets(state, seat, option)

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return RESERVE[seat].why_not(state, seat, what)
