"""Filling wine orders (RULES §4.9, VISITORS §4.17)."""

from typing import final

from cuvee.games.viticulture.decisions.common import CARD, STOP, TOKEN, order_name, wine_name
from cuvee.games.viticulture.effects.op import Op, OpChoice, Rest, gain_residual, gain_vp
from cuvee.games.viticulture.effects.triggers import fire
from cuvee.games.viticulture.pieces.cards import ORDER, WINES
from cuvee.games.viticulture.pieces.ops import NONE, Node
from cuvee.games.viticulture.pieces.structures import FILLED
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.tokens import values_of
from cuvee.kernel.text import _


def fillable(state: Winery, seat: int, node: Node) -> list[int]:
    """List the orders in hand that can be filled (§4.9)."""
    vineyard, orders = state.players[seat], state.pieces.orders
    if node.that_card:
        card = vineyard.last_drawn
        if card == NONE or card % CARD not in vineyard.hand[ORDER] or not vineyard.can_fill(orders[card % CARD]):
            return []
        return [card % CARD]
    if not vineyard.has_wine():
        return []
    return [card for card in vineyard.hand[ORDER] if vineyard.can_fill(orders[card])]


@final
class FillOrder(Op):
    """Fill a wine order (VISITORS §4.17)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(fillable(state, seat, node))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(FillWhich(seat, node.number))

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        found: list[int] = []
        for card in fillable(state, seat, node):
            _assign(state, seat, card, 0, card, found)
        return found

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        card, picks = outcome % CARD, outcome // CARD
        vineyard = state.players[seat]
        for kind in reversed(state.pieces.orders[card].types):
            vineyard.lose_wine(kind, picks % TOKEN)
            picks //= TOKEN
        vineyard.lose(ORDER, card)


def _assign(state: Winery, seat: int, card: int, at: int, sofar: int, found: list[int]) -> None:
    """List every way to assign tokens to an order, as picks * CARD + card; the value picked last is the lowest digit."""
    order, vineyard = state.pieces.orders[card], state.players[seat]
    if at == len(order.types):
        found.append(sofar)
        return
    for token in order_tokens(state, seat, card, at):
        vineyard.lose_wine(token // TOKEN, token % TOKEN)
        picks = sofar // CARD * TOKEN + token % TOKEN
        _assign(state, seat, card, at + 1, picks * CARD + card, found)
        vineyard.gain_wine(token // TOKEN, token % TOKEN)


def order_tokens(state: Winery, seat: int, card: int, at: int) -> list[int]:
    """List the tokens for a wine of an order that leave enough for the rest of it (§4.9)."""
    order, vineyard = state.pieces.orders[card], state.players[seat]
    kind, found = order.types[at], []
    for value in values_of(vineyard.wines[kind]):
        if value < order.least[at]:
            continue
        vineyard.lose_wine(kind, value)
        if vineyard.can_fill(order, at + 1):
            found.append(kind * TOKEN + value)
        vineyard.gain_wine(kind, value)
    return found


@final
class FillWhich(OpChoice):
    """Which order to fill (§4.9)."""

    kind = "order"
    section = "4.9"

    def __init__(self, seat: int, node: int) -> None:
        super().__init__(seat)
        self.node = node

    def candidates(self, state: Winery, seat: int) -> list[int]:
        return fillable(state, seat, state.pieces.nodes[self.node])

    def _fitting(self, state: Winery, seat: int, found: list[int], rest: Rest) -> list[int]:
        return [card for card in found if _fills_and_fits(state, seat, card, 0, rest)] or found

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option != STOP:
            state.push(OrderToken(seat, self.node, option, 0))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Fill which order?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return state.pieces.orders[option].id

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{card}", card=order_name(state, option))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"hand:{seat}:order:{state.pieces.orders[option].id}"]

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        wanted = what.strip().casefold()
        if wanted in state.pieces.ids[ORDER] and state.pieces.ids[ORDER][wanted] in state.players[seat].hand[ORDER]:
            return _("Your cellar does not hold the wine that “{what}” asks for", what=what)
        return _("“{what}” is not an order in your hand", what=what)


def _fills_and_fits(state: Winery, seat: int, card: int, at: int, rest: Rest) -> bool:
    """Tell whether an order can be filled, from one of its wines on, so that the rest stays possible."""
    found: list[int] = []
    _assign(state, seat, card, at, card, found)
    kept = state.players[seat]
    types = state.pieces.orders[card].types[at:]
    fits = False
    for outcome in found:
        scratch = kept.clone()
        state.players[seat] = scratch
        picks = outcome // CARD
        for kind in reversed(types):
            scratch.lose_wine(kind, picks % TOKEN)
            picks //= TOKEN
        scratch.lose(ORDER, card)
        fits = rest.fits(state, seat)
        state.players[seat] = kept
        if fits:
            break
    return fits


@final
class OrderToken(OpChoice):
    """Which token to deliver for the next wine on the order card, from first to last (§4.9)."""

    kind = "order_token"
    section = "4.9"

    def __init__(self, seat: int, node: int, card: int, at: int) -> None:
        super().__init__(seat)
        self.node = node
        self.card = card
        self.at = at

    def candidates(self, state: Winery, seat: int) -> list[int]:
        return order_tokens(state, seat, self.card, self.at)

    def _fitting(self, state: Winery, seat: int, found: list[int], rest: Rest) -> list[int]:
        vineyard, fitting = state.players[seat], []
        for token in found:
            vineyard.lose_wine(token // TOKEN, token % TOKEN)
            if _fills_and_fits(state, seat, self.card, self.at + 1, rest):
                fitting.append(token)
            vineyard.gain_wine(token // TOKEN, token % TOKEN)
        return fitting or found

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        state.players[seat].lose_wine(option // TOKEN, option % TOKEN)
        state.tell("loses_wine", seat, option // TOKEN, option % TOKEN)
        if self.at + 1 < len(state.pieces.orders[self.card].types):
            state.push(OrderToken(seat, self.node, self.card, self.at + 1))
        else:
            fill(state, seat, self.card, state.pieces.nodes[self.node].extra_vp)

    def prompt(self, state: Winery, seat: int) -> str:
        order = state.pieces.orders[self.card]
        kind, least = wine_name(order.types[self.at]), order.least[self.at]
        return _("Deliver a {type} wine of value {least} or more", type=kind, least=least)

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"{WINES[option // TOKEN]} {option % TOKEN}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{type} wine of value {value}", type=wine_name(option // TOKEN), value=option % TOKEN)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"wine:{seat}:{WINES[option // TOKEN]}:{option % TOKEN}"]


def fill(state: Winery, seat: int, card: int, extra: int) -> None:
    """The wine is delivered: discard the order, then gain VP and residual and let structures react (§4.9)."""
    vineyard, order = state.players[seat], state.pieces.orders[card]
    vineyard.lose(ORDER, card)
    vineyard.last_drawn = NONE
    state.discard(ORDER, card)
    state.reveal()
    state.tell("fills", seat, card)
    gain_vp(state, seat, order.vp + extra)
    gain_residual(state, seat, order.residual)
    state.fill_market()
    fire(state, seat, FILLED)
