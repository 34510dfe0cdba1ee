"""Gaining, paying, giving, drawing and trading (VISITORS §4.1 to §4.4, RULES §4.13, §8)."""

from typing import final

from cuvee.games.viticulture.decisions import (
    CARD,
    STOP,
    TOKEN,
    Ask,
    CardChoice,
    TokenChoice,
    card_name,
    deck_name,
    give_cards,
    hand_cards,
    wine_name,
)
from cuvee.games.viticulture.effects.op import (
    REGISTRY,
    FillMarket,
    Op,
    OpChoice,
    Passing,
    Rest,
    Run,
    amount,
    gain_simple,
    gain_vp,
    grape_tokens,
    pay_lira,
    rest_of_top,
    wine_tokens,
)
from cuvee.games.viticulture.effects.triggers import fire
from cuvee.games.viticulture.pieces import (
    ALL_DECKS,
    ANY,
    CARDS,
    COLOURS,
    DECKS,
    DRAW,
    DREW_ORDER,
    EACH_TYPE,
    GAIN,
    GAIN_VP_BY_COUNT,
    GIVE,
    GRAPE,
    HAND,
    LIRA,
    NONE,
    ORDER,
    PAY,
    REFRESH_MARKET,
    REMOVE_TRADE_TOKEN,
    RESIDUAL,
    REVEAL_AND_TAKE,
    SELL_GRAPES,
    SELL_WINE,
    SUMMER_VISITOR,
    TAKE_DISCARDS,
    TRADE,
    VISITOR,
    VP,
    WINE,
    WINTER_VISITOR,
    Node,
    X,
)
from cuvee.games.viticulture.state import SPECIAL, Winery, with_card, without
from cuvee.kernel.text import _

FACE_UP: int = 2
"""Sources of a card: face-up place 0 or 1, or the deck."""


# gain


@final
class Gain(Op):
    """Gain lira, VP, residual, a grape or a wine (VISITORS §4.1)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        if node.what == GRAPE:
            return bool(self.outcomes(state, seat, node))
        if node.what == WINE:
            return bool(wines_for_cards(state, seat))
        return True

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        if node.what == RESIDUAL:
            return state.players[seat].residual < state.board.residual_max
        return node.n < 0 or amount(state, seat, node) > 0

    def run(self, state: Winery, seat: int, node: Node) -> None:
        if node.what == GRAPE and node.value != X:
            state.push(GrapeColour(seat, node.number))
        elif node.what in (LIRA, VP, RESIDUAL):
            gain_simple(state, seat, node)

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        if node.what != GRAPE:
            return [0]
        grapes = state.players[seat].grapes
        if node.value == X:
            return [0] if grapes_for_lira(state, seat) else []
        return [colour for colour in range(2) if (node.colour in (colour, 2)) and not grapes[colour] >> node.value & 1]

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        vineyard = state.players[seat]
        if node.what == GRAPE and node.value != X:
            vineyard.gain_grape(outcome, node.value)
        elif node.what == LIRA:
            vineyard.lira += amount(state, seat, node)
        elif node.what == VP:
            vineyard.vp += amount(state, seat, node)
        elif node.what == RESIDUAL:
            vineyard.residual = min(state.board.residual_max, vineyard.residual + amount(state, seat, node))


@final
class GrapeColour(OpChoice):
    """The colour of a grape that is gained (§4.5)."""

    def __init__(self, seat: int, node: int) -> None:
        super().__init__(seat)
        self.node = node

    def key(self) -> tuple[object, ...]:
        return ("grape_colour", self.seat, self.node)

    def kind(self) -> str:
        return "grape_colour"

    def section(self) -> str:
        return "4.5"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        node = state.pieces.nodes[self.node]
        return REGISTRY[GAIN].outcomes(state, seat, node)

    def imagine(self, state: Winery, seat: int, option: int) -> None:
        state.players[seat].gain_grape(option, state.pieces.nodes[self.node].value)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option != STOP:
            value = state.pieces.nodes[self.node].value
            state.players[seat].gain_grape(option, value)
            state.tell("grape", seat, option, value)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Choose the colour of the grape of value {value}", value=state.pieces.nodes[self.node].value)

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return COLOURS[option]

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("A {colour} grape", colour=wine_name(option))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"grape:{seat}:{COLOURS[option]}:{state.pieces.nodes[self.node].value}"]


def grapes_for_lira(state: Winery, seat: int) -> list[int]:
    """List the grapes of value X that X lira can buy (§7.2)."""
    vineyard = state.players[seat]
    most = min(9, vineyard.lira)
    return [
        colour * TOKEN + value
        for colour in range(2)
        for value in range(1, most + 1)
        if not vineyard.grapes[colour] >> value & 1
    ]


def wines_for_cards(state: Winery, seat: int) -> list[int]:
    """List the wines of value X that X cards can buy: a free place in a built cellar (§7.10)."""
    vineyard = state.players[seat]
    most = min(vineyard.cellar_limit(state.pieces), vineyard.cards())
    return [
        kind * TOKEN + value
        for kind in range(4)
        for value in range(state.pieces.wine_least[kind], most + 1)
        if not vineyard.wines[kind] >> value & 1
    ]


@final
class BuyToken(TokenChoice):
    """Pay X lira for a grape, or X cards for a wine, of value X (§7.2, §7.10)."""

    def __init__(self, seat: int, wine: bool) -> None:
        super().__init__(seat)
        self.wine = wine

    def key(self) -> tuple[object, ...]:
        return ("buy_token", self.seat, self.wine)

    def kind(self) -> str:
        return "wine_for_cards" if self.wine else "grape_for_lira"

    def of_wine(self) -> bool:
        return self.wine

    def section(self) -> str:
        return "7.10" if self.wine else "7.2"

    def options(self, state: Winery, seat: int) -> list[int]:
        found = wines_for_cards(state, seat) if self.wine else grapes_for_lira(state, seat)
        return found or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        kind, value = option // TOKEN, option % TOKEN
        if self.wine:
            state.push(GainWine(seat, kind, value))
            state.push(DiscardCards(seat, value, ALL_DECKS))
        else:
            pay_lira(state, seat, value)
            state.players[seat].gain_grape(kind, value)
            state.tell("grape", seat, kind, value)

    def prompt(self, state: Winery, seat: int) -> str:
        if self.wine:
            return _("Discard X cards for a wine of value X: which?")
        return _("Pay £X for a grape of value X: which?")

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        if self.wine:
            return _("«{what}»: the place must be free, in a cellar you have built, and you need as many cards", what=what)
        return _("«{what}»: that place must be free, and you need as many lira", what=what)


@final
class GainWine(Passing):
    """Put a gained wine into the cellar; it is not made (§4.7, §7.10)."""

    def __init__(self, seat: int, type: int, value: int) -> None:
        self.seat = seat
        self.type = type
        self.value = value

    def kind(self) -> str:
        return "gain_wine"

    def key(self) -> tuple[object, ...]:
        return ("gain_wine", self.seat, self.type, self.value)

    def run(self, state: Winery) -> None:
        state.players[self.seat].gain_wine(self.type, self.value)
        state.tell("wine", self.seat, self.type, self.value)


# pay


@final
class Pay(Op):
    """Pay in full (VISITORS §4.2)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        vineyard, what = state.players[seat], node.what
        if what == LIRA:
            return vineyard.lira >= (1 if node.n == X else node.n)
        if what == VP:
            return vineyard.vp - node.n >= state.pieces.vp_floor
        if what == RESIDUAL:
            return vineyard.residual >= node.n
        if what == CARDS:
            return vineyard.count_cards(node.types) >= (1 if node.n == X else node.n)
        if what == HAND:
            return vineyard.cards() > 0
        if what == GRAPE:
            return vineyard.grape_count() >= node.n
        if what == WINE:
            return len(wine_tokens(vineyard, node.least)) >= node.n
        return vineyard.vine_count() >= node.n

    def run(self, state: Winery, seat: int, node: Node) -> None:
        vineyard, what = state.players[seat], node.what
        if node.n == X:
            state.push(BuyToken(seat, what == CARDS))
        elif what == LIRA:
            pay_lira(state, seat, node.n)
        elif what == VP:
            vineyard.vp -= node.n
            state.tell("loses_vp", seat, node.n)
        elif what == RESIDUAL:
            vineyard.residual -= node.n
            state.tell("residual", seat, vineyard.residual)
        elif what in (CARDS, HAND):
            state.push(DiscardCards(seat, vineyard.cards() if what == HAND else node.n, node.types))
        elif what in (GRAPE, WINE):
            state.push(DiscardToken(seat, what == WINE, node.n, node.least))
        else:
            state.push(UprootVine(seat, node.n, False))

    def outcomes(self, state: Winery, seat: int, node: Node) -> list[int]:
        vineyard, what = state.players[seat], node.what
        if what == GRAPE and node.n == 1:
            return grape_tokens(vineyard)
        if what == WINE and node.n == 1:
            return wine_tokens(vineyard, node.least)
        if what == CARDS and node.n == 1:
            return hand_cards(state, seat, node.types)
        return [0]

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        vineyard, what = state.players[seat], node.what
        if what == LIRA:
            vineyard.lira -= max(0, node.n)
        elif what == VP:
            vineyard.vp -= node.n
        elif what == RESIDUAL:
            vineyard.residual -= node.n
        elif what == GRAPE and node.n == 1:
            vineyard.lose_grape(outcome // TOKEN, outcome % TOKEN)
        elif what == WINE and node.n == 1:
            vineyard.lose_wine(outcome // TOKEN, outcome % TOKEN)
        elif what == CARDS and node.n == 1:
            vineyard.lose(outcome // CARD, outcome % CARD)


@final
class DiscardCards(CardChoice):
    """Discard cards, one at a time (§4.13)."""

    def __init__(self, seat: int, left: int, types: int) -> None:
        super().__init__(seat)
        self.left = left
        self.types = types

    def key(self) -> tuple[object, ...]:
        return ("discard_card", self.seat, self.left, self.types)

    def kind(self) -> str:
        return "discard_card"

    def section(self) -> str:
        return "4.13"

    def options(self, state: Winery, seat: int) -> list[int]:
        return hand_cards(state, seat, self.types) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        if self.left > 1:
            state.push(DiscardCards(seat, self.left - 1, self.types))
        else:
            state.push(FillMarket())
        discard_from_hand(state, seat, option)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Discard a card ({left} to go)", left=self.left)

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        return _("«{what}» is no card of your hand that can be discarded here", what=what)


def discard_from_hand(state: Winery, seat: int, option: int) -> None:
    """Put a card of the hand on its pile, for all to see."""
    state.players[seat].lose(option // CARD, option % CARD)
    state.discard(option // CARD, option % CARD)
    state.reveal()
    state.tell("discards", seat, option // CARD, option % CARD)


@final
class DiscardToken(TokenChoice):
    """Discard a grape or a wine (VISITORS §4.2)."""

    def __init__(self, seat: int, wine: bool, left: int, least: int) -> None:
        super().__init__(seat)
        self.wine = wine
        self.left = left
        self.least = least

    def key(self) -> tuple[object, ...]:
        return ("token_to_discard", self.seat, self.wine, self.left, self.least)

    def kind(self) -> str:
        return "wine_to_discard" if self.wine else "grape_to_discard"

    def of_wine(self) -> bool:
        return self.wine

    def section(self) -> str:
        return "4.6" if self.wine else "4.5"

    def options(self, state: Winery, seat: int) -> list[int]:
        vineyard = state.players[seat]
        return (wine_tokens(vineyard, self.least) if self.wine else grape_tokens(vineyard)) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        if self.left > 1:
            state.push(DiscardToken(seat, self.wine, self.left - 1, self.least))
        kind, value = option // TOKEN, option % TOKEN
        if self.wine:
            state.players[seat].lose_wine(kind, value)
            if state.scopes:
                state.scope().discarded = value
            state.tell("loses_wine", seat, kind, value)
        else:
            state.players[seat].lose_grape(kind, value)
            state.tell("loses_grape", seat, kind, value)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Discard a wine") if self.wine else _("Discard a grape")

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        if self.wine and self.least > 1:
            return _("«{what}» is no wine of yours of value {least} or more", what=what, least=self.least)
        return _("«{what}» is not in your cellar or on your crush pad", what=what)


@final
class UprootVine(OpChoice):
    """Uproot a vine: onto the discard pile, or into the hand (§4.3)."""

    def __init__(self, seat: int, left: int, to_hand: bool) -> None:
        super().__init__(seat)
        self.left = left
        self.to_hand = to_hand

    def key(self) -> tuple[object, ...]:
        return ("vine_to_uproot", self.seat, self.left, self.to_hand)

    def kind(self) -> str:
        return "vine_to_uproot"

    def section(self) -> str:
        return "4.3"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        return planted(state, seat)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        if self.left > 1:
            state.push(UprootVine(seat, self.left - 1, self.to_hand))
        field, vine = option // CARD, option % CARD
        state.players[seat].uproot(field, vine)
        state.tell("uproots", seat, field, vine)
        if self.to_hand:
            state.players[seat].take(0, vine)
        else:
            state.discard(0, vine)
            if self.left == 1:
                state.fill_market()

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Uproot a vine")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"{state.pieces.vines[option % CARD].id} {state.pieces.field_ids[option // CARD]}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        capacity = state.pieces.capacity[option // CARD]
        return _("{vine} of the field of value {value}", vine=card_name(state, 0, option % CARD), value=capacity)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"vine:{seat}:{state.pieces.field_ids[option // CARD]}:{state.pieces.vines[option % CARD].id}"]


def planted(state: Winery, seat: int) -> list[int]:
    """List the different planted vines, field by field: field * CARD + vine."""
    vines = state.players[seat].vines
    return [field * CARD + vine for field in range(3) for vine in sorted(set(vines[field]))]


# give


@final
class Give(Op):
    """Hand lira or cards from one player to another (VISITORS §4.4)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        if not node.to_owner:
            return True  # the owner was asked whom to pay, and pays (VISITORS §4.8)
        vineyard = state.players[seat]
        return (vineyard.lira if node.what == LIRA else vineyard.count_cards(node.types)) >= node.n

    def run(self, state: Winery, seat: int, node: Node) -> None:
        owner = state.scope().owner
        giver, receiver = (seat, owner) if node.to_owner else (owner, seat)
        if node.what == LIRA:
            state.players[giver].lira -= node.n
            state.players[receiver].lira += node.n
            state.tell("gives_lira", giver, receiver, node.n)
        else:
            state.push(GiveCards(giver, receiver, node.n, node.types))


@final
class GiveCards(CardChoice):
    """Give cards of your choice (VISITORS §4.4)."""

    def __init__(self, seat: int, receiver: int, left: int, types: int) -> None:
        super().__init__(seat)
        self.receiver = receiver
        self.left = left
        self.types = types

    def key(self) -> tuple[object, ...]:
        return ("card_to_give", self.seat, self.receiver, self.left, self.types)

    def kind(self) -> str:
        return "card_to_give"

    def section(self) -> str:
        return "11.3"

    def options(self, state: Winery, seat: int) -> list[int]:
        return hand_cards(state, seat, self.types) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        if self.left > 1:
            state.push(GiveCards(seat, self.receiver, self.left - 1, self.types))
        give_cards(state, seat, self.receiver, option // CARD, option % CARD)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Give a card ({left} to go)", left=self.left)


# draw


@final
class Draw(Op):
    """Draw cards, one after another (VISITORS §4.3)."""

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(draw_sources(state, draw_types(state, node.deck)))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        draw(state, seat, node.deck, node.n, False)


def draw(state: Winery, seat: int, deck: int, n: int, may: bool) -> None:
    """Let somebody draw n cards from a deck or a choice of decks."""
    types = draw_types(state, deck)
    if deck == EACH_TYPE:
        n = types.bit_count()
    state.push(DrawSource(seat, types, n, deck == EACH_TYPE, may))


def draw_types(state: Winery, deck: int) -> int:
    """Return the types that may be drawn, a bit for each (§4.13)."""
    if deck in (ANY, EACH_TYPE):
        return state.types_in_play()
    if deck == VISITOR:
        return 1 << SUMMER_VISITOR | 1 << WINTER_VISITOR
    return 1 << deck


def draw_sources(state: Winery, types: int) -> list[int]:
    """List where a card can come from: type * 4 + face-up place 0 or 1, or 2 for the deck."""
    found: list[int] = []
    for deck in range(len(DECKS)):
        if types >> deck & 1:
            if deck <= ORDER:
                if state.market[2 * deck] != NONE:
                    found.append(4 * deck)
                if state.market[2 * deck + 1] != NONE:
                    found.append(4 * deck + 1)
            if state.decks[deck] or state.discards[deck]:
                found.append(4 * deck + FACE_UP)
    return found


@final
class DrawSource(OpChoice):
    """Where the next card comes from (§4.13)."""

    def __init__(self, seat: int, types: int, left: int, each: bool, may: bool) -> None:
        super().__init__(seat)
        self.types = types
        self.left = left
        self.each = each
        self.may = may

    def key(self) -> tuple[object, ...]:
        return ("draw_source", self.seat, self.types, self.left, self.each, self.may)

    def kind(self) -> str:
        return "draw_source"

    def section(self) -> str:
        return "4.13"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        found = draw_sources(state, self.types)
        if self.may:
            found.append(STOP)
        return found

    def imagine(self, state: Winery, seat: int, option: int) -> None:
        if option % 4 < FACE_UP:  # a card from the deck is unknown and counts for nothing (§1.5)
            state.players[seat].take(option // 4, state.market[option // 4 * 2 + option % 4])

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        deck, source = option // 4, option % 4
        if self.left > 1:
            types = self.types & ~(1 << deck) if self.each else self.types
            state.push(DrawSource(seat, types, self.left - 1, self.each, self.may))
        draw_one(state, seat, deck, source)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Draw a card ({left} to go)", left=self.left)

    def stop_text(self) -> str:
        return _("Draw nothing")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        deck, source = option // 4, option % 4
        return f"{DECKS[deck]} {'deck' if source == FACE_UP else source + 1}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        deck, source = option // 4, option % 4
        if source == FACE_UP:
            return _("The top {deck}", deck=deck_name(deck))
        return _("{card}, face up", card=card_name(state, deck, state.market[2 * deck + source]))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        deck, source = option // 4, option % 4
        return [f"deck:{DECKS[deck]}" if source == FACE_UP else f"market:{DECKS[deck]}:{source + 1}"]

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        return _(
            "«{what}» is no place from which you may draw now; some draws must keep your action possible (§9.3)", what=what
        )


def draw_one(state: Winery, seat: int, deck: int, source: int) -> None:
    """Take a face-up card, replaced at once, or the top card of the deck (§4.13)."""
    if source < FACE_UP:
        card = state.market[2 * deck + source]
        state.set_market(2 * deck + source, NONE)
        state.tell("takes", seat, deck, card)
        state.fill_market()
    else:
        card = state.top_card(deck)
        state.tell("draws", seat, deck, card)
    state.players[seat].take(deck, card)
    if state.scopes and state.scope().seat == seat and state.scope().worker >= SPECIAL:
        state.scope().cards = with_card(state.scope().cards, deck * CARD + card)
    if deck == ORDER:
        _offer_order(state, seat, card)


def _offer_order(state: Winery, seat: int, card: int) -> None:
    """Let Mercado see the order just drawn (§12.5)."""
    for trigger in state.pieces.triggers[DREW_ORDER]:
        if state.players[seat].built >> trigger.structure & 1:
            state.players[seat].last_drawn = ORDER * CARD + card
            fire(state, seat, DREW_ORDER)


@final
class RefreshMarket(Op):
    """Discard all face-up cards and reveal new ones (§4.13)."""

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return state.setup.market

    def run(self, state: Winery, seat: int, node: Node) -> None:
        for place in range(4):
            if state.market[place] != NONE:
                state.discard(place // 2, state.market[place])
                state.set_market(place, NONE)
        state.fill_market()
        state.tell("refreshes", seat)


# Discard piles and revealed cards (VISITORS §4.24, §4.25)


@final
class TakeDiscards(Op):
    """Take the top cards of different discard piles (Innkeeper)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return len([pile for pile in state.discards if pile]) >= node.n

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(TakePile(seat, node.n, 0))


@final
class TakePile(Ask):
    """The top card of a discard pile, each time of another pile."""

    def __init__(self, seat: int, left: int, taken: int) -> None:
        super().__init__(seat)
        self.left = left
        self.taken = taken

    def key(self) -> tuple[object, ...]:
        return ("piles", self.seat, self.left, self.taken)

    def kind(self) -> str:
        return "piles"

    def section(self) -> str:
        return "11.4"

    def options(self, state: Winery, seat: int) -> list[int]:
        found = [deck for deck in range(len(DECKS)) if state.discards[deck] and not self.taken >> deck & 1]
        if len(found) <= self.left:
            found = found[:1]  # all of them are taken: nothing to ask (§1.5)
        return found or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        card = state.discards[option][-1]
        state.set_discards(option, state.discards[option][:-1])
        state.players[seat].take(option, card)
        state.tell("takes", seat, option, card)
        if self.left > 1:
            state.push(TakePile(seat, self.left - 1, self.taken | 1 << option))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Take the top card of a discard pile")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return DECKS[option]

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{card}", card=card_name(state, option, state.discards[option][-1]))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"discards:{DECKS[option]}"]


@final
class RevealAndTake(Op):
    """Turn up the top card of every deck and take some (Caravan)."""

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return any(state.decks[deck] or state.discards[deck] for deck in range(len(DECKS)))

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return self.affects(state, seat, node)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        types = state.types_in_play()
        revealed: list[int] = []
        for deck in range(len(DECKS)):
            if types >> deck & 1:
                card = state.top_card(deck)
                if card != NONE:
                    revealed.append(deck * CARD + card)
                    state.tell("reveals", seat, deck, card)
        state.revealed = revealed
        state.push(RevealPick(seat, node.n))


@final
class RevealPick(CardChoice):
    """Take a revealed card; the rest is discarded in the end."""

    def __init__(self, seat: int, left: int) -> None:
        super().__init__(seat)
        self.left = left

    def key(self) -> tuple[object, ...]:
        return ("reveal_pick", self.seat, self.left)

    def kind(self) -> str:
        return "reveal_pick"

    def section(self) -> str:
        return "11.4"

    def options(self, state: Winery, seat: int) -> list[int]:
        return state.revealed or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option != STOP:
            state.revealed = without(state.revealed, option)
            state.players[seat].take(option // CARD, option % CARD)
            state.tell("takes", seat, option // CARD, option % CARD)
            if self.left > 1 and state.revealed:
                state.push(RevealPick(seat, self.left - 1))
                return
        for card in state.revealed:
            state.discard(card // CARD, card % CARD)
        state.revealed = []
        state.fill_market()

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Take a revealed card ({left} to go)", left=self.left)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"revealed:{DECKS[option // CARD]}"]


# trade


@final
class MakeTrade(Op):
    """Make a trade (§8.2)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        for number in range(len(state.board.trades)):
            if not state.blocked >> number & 1 and tradable(state, seat, number):
                return True
        return False

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(TradeChoice(seat))


def tradable(state: Winery, seat: int, number: int) -> bool:
    """Tell whether a trade's cost can be paid and its benefit received (§8.2)."""
    trade = state.board.trades[number]
    cost, benefit = state.board.goods[trade.pay].cost, state.board.goods[trade.gain].benefit
    if not REGISTRY[cost.op].able(state, seat, cost):
        return False
    op = REGISTRY[benefit.op]
    return op.able(state, seat, benefit) and (cost.what == CARDS or op.affects(state, seat, benefit))


@final
class TradeChoice(OpChoice):
    """Which trade to make (§8.2)."""

    def kind(self) -> str:
        return "trade"

    def section(self) -> str:
        return "8.2"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        trades = range(len(state.board.trades))
        return [number for number in trades if not state.blocked >> number & 1 and tradable(state, seat, number)]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        trade = state.board.trades[option]
        state.tell("trades", seat, option)
        state.push(BlockTrade(seat, option))
        state.push(Run(seat, state.board.goods[trade.gain].benefit_line, 0))
        state.push(Run(seat, state.board.goods[trade.pay].cost_line, 0))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Make a trade")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return state.board.trades[option].id.removeprefix("trade_").replace("_", " ")

    def words(self, state: Winery, seat: int, option: int) -> str:
        return trade_text(state, option)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"trade:{state.board.trades[option].id}"]

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        for number, trade in enumerate(state.board.trades):
            if what.casefold() in (self.tag(state, seat, number), trade.id) and state.blocked >> number & 1:
                return _("A glass token blocks «{what}»", what=what)
        return _("«{what}»: the cost must be payable and the benefit receivable", what=what)


GOOD_COSTS = ("£3", "2 cards", "1 VP", "1 grape", "1 residual")


def trade_text(state: Winery, number: int) -> str:
    """Say what a trade is."""
    trade, goods = state.board.trades[number], state.board.goods
    return _("Pay {cost}, gain {gain}", cost=_good_text(goods[trade.pay].cost), gain=_good_text(goods[trade.gain].benefit))


def _good_text(node: Node) -> str:
    if node.op == DRAW or node.what == CARDS:
        return _("{n} cards", n=node.n)
    if node.what == GRAPE:
        return _("a grape of value 1") if node.op == GAIN else _("a grape")
    return {LIRA: _("£{n}", n=node.n), VP: _("{n} VP", n=node.n)}.get(node.what, _("{n} residual", n=node.n))


@final
class BlockTrade(Passing):
    """Put a glass token on a trade that is complete (§8.2)."""

    def __init__(self, seat: int, trade: int) -> None:
        self.seat = seat
        self.trade = trade

    def kind(self) -> str:
        return "block_trade"

    def key(self) -> tuple[object, ...]:
        return ("block_trade", self.seat, self.trade)

    def run(self, state: Winery) -> None:
        if state.board.tokens:
            state.blocked |= 1 << self.trade


@final
class RemoveTradeToken(Op):
    """Remove a glass token before the first trade (§7.5)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return state.blocked > 0

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(TradeToken(seat))


@final
class TradeToken(OpChoice):
    """Which token to remove (§7.5)."""

    def kind(self) -> str:
        return "trade_token"

    def section(self) -> str:
        return "7.5"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        return [number for number in range(len(state.board.trades)) if state.blocked >> number & 1]

    def options(self, state: Winery, seat: int) -> list[int]:
        found = self.candidates(state, seat)
        rest = rest_of_top(state, seat, self)
        if rest is not None:
            found = self._freeing(state, seat, found, rest) or found
        return found or [STOP]

    def _freeing(self, state: Winery, seat: int, found: list[int], rest: Rest) -> list[int]:
        fitting: list[int] = []
        for number in found:
            state.blocked ^= 1 << number
            if rest.fits(state, seat):
                fitting.append(number)
            state.blocked ^= 1 << number
        return fitting

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option != STOP:
            state.blocked &= ~(1 << option)
            state.tell("frees", seat, option)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Remove a glass token from a trade")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return state.board.trades[option].id.removeprefix("trade_").replace("_", " ")

    def words(self, state: Winery, seat: int, option: int) -> str:
        return trade_text(state, option)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"trade:{state.board.trades[option].id}"]


# Selling (§6.15, §14.1)


@final
class SellWine(Op):
    """Sell a wine for VP by its type (§6.15)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return state.players[seat].has_wine()

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(WineToSell(seat))


@final
class WineToSell(TokenChoice):
    """Which wine to sell (§6.15)."""

    def kind(self) -> str:
        return "wine_to_sell"

    def of_wine(self) -> bool:
        return True

    def section(self) -> str:
        return "6.15"

    def options(self, state: Winery, seat: int) -> list[int]:
        return wine_tokens(state.players[seat], 1) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        kind, value = option // TOKEN, option % TOKEN
        state.players[seat].lose_wine(kind, value)
        state.tell("sells_wine", seat, kind, value)
        state.scope().sold = value
        gain_vp(state, seat, state.board.sell_vp[kind])

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Sell a wine")


@final
class SellGrapes(Op):
    """Sell any number of grapes, at least one (§14.1)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return state.players[seat].has_grape()

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(GrapeToSell(seat, True))


@final
class GrapeToSell(TokenChoice):
    """Which grape to sell (§14.1)."""

    def __init__(self, seat: int, first: bool) -> None:
        super().__init__(seat)
        self.first = first

    def key(self) -> tuple[object, ...]:
        return ("sell_grape", self.seat, self.first)

    def kind(self) -> str:
        return "sell_grape"

    def section(self) -> str:
        return "14.1"

    def options(self, state: Winery, seat: int) -> list[int]:
        found = grape_tokens(state.players[seat])
        return found if self.first and found else [*found, STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        colour, value = option // TOKEN, option % TOKEN
        state.players[seat].lose_grape(colour, value)
        state.players[seat].lira += state.pieces.grape_price[value]
        state.tell("sells_grape", seat, colour, value)
        if state.players[seat].has_grape():
            state.push(GrapeToSell(seat, False))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Sell a grape")


@final
class VpByCount(Op):
    """VP by the number of structures or vines (§7.8, §7.9)."""

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return vp_by_count(state, seat, node) > 0

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return vp_by_count(state, seat, node) > 0

    def run(self, state: Winery, seat: int, node: Node) -> None:
        gain_vp(state, seat, vp_by_count(state, seat, node))


def vp_by_count(state: Winery, seat: int, node: Node) -> int:
    """Return the VP of the highest step that is reached."""
    from cuvee.games.viticulture.effects.op import count

    number = count(state, seat, node.counter)
    points = 0
    for step in node.steps:
        if number >= step[0]:
            points = step[1]
    return points


REGISTRY[GAIN] = Gain()
REGISTRY[PAY] = Pay()
REGISTRY[GIVE] = Give()
REGISTRY[DRAW] = Draw()
REGISTRY[REFRESH_MARKET] = RefreshMarket()
REGISTRY[TAKE_DISCARDS] = TakeDiscards()
REGISTRY[REVEAL_AND_TAKE] = RevealAndTake()
REGISTRY[TRADE] = MakeTrade()
REGISTRY[REMOVE_TRADE_TOKEN] = RemoveTradeToken()
REGISTRY[SELL_WINE] = SellWine()
REGISTRY[SELL_GRAPES] = SellGrapes()
REGISTRY[GAIN_VP_BY_COUNT] = VpByCount()
