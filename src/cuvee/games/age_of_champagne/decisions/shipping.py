"""Zone 5: choosing orders to ship, left-out cuvees, and trade partners (§5.5, §11.2)."""

from typing import Final, final

from cuvee.games.age_of_champagne.decisions.common import (
    CUVEE_CODES,
    MODES,
    STOP,
    cuvee_name,
    cuvees_text,
    find_order,
    market_code,
    said,
    spot_name,
    spot_of,
    tile,
    transport_name,
    who_name,
)
from cuvee.games.age_of_champagne.decisions.delivery import deliver, first_lack, lacks, may_ship, partners, reach_of, swapped
from cuvee.games.age_of_champagne.pieces.cards import Market
from cuvee.games.age_of_champagne.pieces.vocabulary import GRAPES, INTERNATIONAL, NOBODY, NOTHING
from cuvee.games.age_of_champagne.scoring import card_points, grid_points, order_points
from cuvee.games.age_of_champagne.state.codes import PROVISIONAL, SLOTS
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _, player

WAY: Final = 16
"""An order is (slot + 1) * 16, plus 1 to 3 for the cuvee left out, 4 for a change of transport, 8 to look for a partner."""
SWAP: Final = 4
PARTNER: Final = 8


@final
class Ship(Decision[Houses]):
    """The owner of a Shipping marker validates an order within reach, or stops (§5.5)."""

    kind = "ship"
    section = "5.5.2"
    span = WAY * (SLOTS + 1)

    def __init__(self, seat: int, spot: int, left: int, partial: bool, asked: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.spot = spot
        self.left = left
        self.partial = partial
        """Whether a partial delivery is still possible (§5.5.4)."""
        self.asked = asked
        """The orders that the other players were already asked about for this marker (§11.2)."""

    def options(self, state: Houses, seat: int) -> list[int]:
        found = [STOP]
        event, markets = state.event_card(), state.setup.pieces.markets
        can_swap = state.swap_token(seat) != NOTHING
        for slot in range(reach_of(state, self.spot)):
            card = state.order_at(slot)
            if not may_ship(state, seat, card):
                continue
            market = markets[card]
            if market.transport != event.forbidden:
                self._add_ways(state, market, WAY * (slot + 1), found)
            if can_swap and market.sector == INTERNATIONAL and swapped(market.transport) != event.forbidden:
                self._add_ways(state, market, WAY * (slot + 1) + SWAP, found)
        return found

    def _add_ways(self, state: Houses, market: Market, start: int, found: list[int]) -> None:
        """Add what can be done with one order: ship it whole, leave a cuvee out, look for a partner."""
        missing = lacks(state, self.seat, market)
        if missing > 1:
            return
        if missing == 0:
            found.append(start)
        if market.size < 2:
            return
        lack = first_lack(state, self.seat, market)
        if self.partial:
            wanted = market.cuvees
            found += [start + 1 + at for at in range(GRAPES) if wanted[at] > 0 and (missing == 0 or at == lack)]
        if missing and state.setup.trade and market.number not in self.asked and partners(state, self.seat, lack):
            found.append(start + PARTNER)

    def apply(self, state: Houses, seat: int, option: int) -> None:
        if option == STOP:
            return
        slot, way = option // WAY - 1, option % WAY
        if way >= PARTNER:
            card = state.order_at(slot)
            state.push(Ship(seat, self.spot, self.left, self.partial, (*self.asked, card)))
            others = partners(state, seat, first_lack(state, seat, state.setup.pieces.markets[card]))
            state.tell("asks", seat, card)
            state.push(Offer(others[0], option, tuple(others[1:]), ()))
            return
        left_out = way % SWAP - 1
        if self.left > 1:
            state.push(Ship(seat, self.spot, self.left - 1, self.partial and left_out < 0, self.asked))
        deliver(state, seat, slot, left_out, way >= SWAP, NOBODY)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("{spot}: ship an order ({left} left) or stop", spot=spot_name(state, self.spot), left=self.left)

    def notation(self, state: Houses, seat: int, option: int) -> str:
        if option == STOP:
            return "stop"
        market, way = state.market_at(option // WAY - 1), option % WAY
        text = f"{'ask' if way >= PARTNER else 'ship'} {market_code(market)}"
        if way & SWAP:
            text += f" by {MODES[swapped(market.transport)]}"
        return text + (f" without {CUVEE_CODES[way % SWAP - 1]}" if way % SWAP else "")

    def label(self, state: Houses, seat: int, option: int) -> str:
        if option == STOP:
            return _("Ship nothing more")
        return order_label(state, seat, option)

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        answer = tile(self.notation(state, seat, option))
        if option == STOP:
            return [answer, f"spot:{spot_of(state, self.spot).id}"]
        return [answer, f"market:{market_code(state.market_at(option // WAY - 1))}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        slot = find_order(state, what)
        if slot == NOTHING:
            return _("“{what}” is not one of the orders on the board", what=said(what))
        return self._refusal(state, seat, slot)

    def _refusal(self, state: Houses, seat: int, slot: int) -> str:
        market = state.market_at(slot)
        if slot >= PROVISIONAL and state.event_card().active_only:
            return _("Only Active orders can be shipped during a Global pandemic (§7.2)")
        if slot >= reach_of(state, self.spot):
            return _("This spot reaches Active orders only; {order} is Provisional (§5.5.2)", order=market_code(market))
        if not may_ship(state, seat, market.number):
            owner = who_name(state, state.reserved_by(market.number))
            return _("{order} is reserved by {owner} this round (§8.3)", order=market_code(market), owner=owner)
        if market.transport == state.event_card().forbidden and state.swap_token(seat) == NOTHING:
            return _("Nothing can be shipped by {mode} during this strike (§7.2)", mode=transport_name(market.transport))
        missing = [max(0, market.cuvees[cuvee] - state.cellar[GRAPES * seat + cuvee]) for cuvee in range(GRAPES)]
        if sum(missing):
            return _("Your cellar lacks {cuvees} for this order (§5.5.2)", cuvees=cuvees_text(state, missing))
        return _("This order cannot be shipped that way (§5.5.4, §8.4)")


def order_label(state: Houses, seat: int, option: int) -> str:
    """Say what shipping an order in a certain way brings."""
    market, way = state.market_at(option // WAY - 1), option % WAY
    if way >= PARTNER:
        lack = first_lack(state, seat, market)
        points = card_points(state, market, lack) + grid_points(state, seat, market, lack)
        text = _("Look for a partner with a {cuvee} for {order}", cuvee=cuvee_name(state, lack), order=_place(state, market))
    else:
        points = order_points(state, seat, market, way % SWAP - 1)
        text = _("Ship {order}", order=_place(state, market))
        if way % SWAP:
            text += ", " + _("without a {cuvee}", cuvee=cuvee_name(state, way % SWAP - 1))
    if way & SWAP:
        text += ", " + _("by {mode}", mode=transport_name(swapped(market.transport)))
    return _("{order}: {points} PP", order=text, points=points)


def _place(state: Houses, market: Market) -> str:
    return _(
        "{cuvees} to {place} ({code})",
        cuvees=cuvees_text(state, market.cuvees),
        place=_(market.destination),
        code=market_code(market),
    )


ACCEPT: Final = 1
REFUSE: Final = 0


@final
class Offer(Decision[Houses]):
    """A player who has the missing cuvee agrees to be the partner in an order, or refuses (§11.2)."""

    kind = "offer"
    section = "11.2"
    span = 2

    def __init__(self, seat: int, order: int, others: tuple[int, ...], accepted: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.order = order
        self.others = others
        self.accepted = accepted

    def options(self, state: Houses, seat: int) -> list[int]:
        return [REFUSE, ACCEPT]

    def apply(self, state: Houses, seat: int, option: int) -> None:
        accepted = (*self.accepted, seat) if option == ACCEPT else self.accepted
        state.tell("answers", seat, option)
        if self.others:
            state.push(Offer(self.others[0], self.order, self.others[1:], accepted))
        elif accepted:
            state.push(ChoosePartner(asking(state), self.order, accepted))

    def prompt(self, state: Houses, seat: int) -> str:
        who, market = asking(state), state.market_at(self.order // WAY - 1)
        lack = first_lack(state, who, market)
        return _(
            "{who} asks for your {cuvee} to ship {order}; it would bring you {points} PP",
            who=player(who),
            cuvee=cuvee_name(state, lack),
            order=market_code(market),
            points=state.setup.pieces.units[lack] + state.bonus(seat, lack),
        )

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return "accept" if option == ACCEPT else "refuse"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("Accept") if option == ACCEPT else _("Refuse")

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        return [tile(self.notation(state, seat, option)), f"market:{market_code(state.market_at(self.order // WAY - 1))}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("You can only accept or refuse")


def asking(state: Houses) -> int:
    """Return who is looking for a partner: the owner of the Ship question below the offers on the agenda."""
    frame = state.agenda[-1]
    if isinstance(frame, Offer | ChoosePartner):
        frame = state.agenda[-2]
    assert isinstance(frame, Ship)
    return frame.seat


NO_PARTNER: Final = 4


@final
class ChoosePartner(Decision[Houses]):
    """The player who looked for a partner picks one of those who accepted, or nobody (§11.2)."""

    kind = "partner"
    section = "11.2"
    span = NO_PARTNER + 1

    def __init__(self, seat: int, order: int, accepted: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.order = order
        self.accepted = accepted

    def options(self, state: Houses, seat: int) -> list[int]:
        return [*self.accepted, NO_PARTNER]

    def apply(self, state: Houses, seat: int, option: int) -> None:
        if option == NO_PARTNER:
            return
        ship = state.agenda.pop()
        assert isinstance(ship, Ship)
        if ship.left > 1:
            state.push(Ship(seat, ship.spot, ship.left - 1, ship.partial, ship.asked))
        slot = self.order // WAY - 1
        lack = first_lack(state, seat, state.market_at(slot))
        deliver(state, seat, slot, lack, self.order & SWAP > 0, option)

    def prompt(self, state: Houses, seat: int) -> str:
        return _("Choose your partner for {order}", order=market_code(state.market_at(self.order // WAY - 1)))

    def notation(self, state: Houses, seat: int, option: int) -> str:
        return "no partner" if option == NO_PARTNER else f"partner {chr(ord('a') + option)}"

    def label(self, state: Houses, seat: int, option: int) -> str:
        return _("Nobody") if option == NO_PARTNER else _("With {who}", who=player(option))

    def targets(self, state: Houses, seat: int, option: int) -> list[str]:
        answer = tile(self.notation(state, seat, option))
        return [answer] if option == NO_PARTNER else [answer, f"player:{option}"]

    def why_not(self, state: Houses, seat: int, what: str) -> str:
        return _("Your partner must be one of those who accepted")
