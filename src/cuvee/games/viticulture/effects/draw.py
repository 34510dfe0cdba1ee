"""Drawing cards: from decks, face up, from discard piles, or revealed (RULES §4.13, VISITORS §4.3, §4.24, §4.25)."""

from typing import Final, final

from cuvee.games.viticulture.decisions.common import CARD, STOP, Ask, CardChoice, card_name, deck_name
from cuvee.games.viticulture.effects.op import Op, OpChoice
from cuvee.games.viticulture.effects.triggers import fire
from cuvee.games.viticulture.pieces.cards import ANY, DECKS, EACH_TYPE, ORDER, SUMMER_VISITOR, VISITOR, WINTER_VISITOR
from cuvee.games.viticulture.pieces.ops import NONE, Node
from cuvee.games.viticulture.pieces.structures import DREW_ORDER
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.vineyard import with_card, without
from cuvee.games.viticulture.state.workers import SPECIAL
from cuvee.kernel.text import _

FACE_UP: Final = 2
"""Sources of a card: face-up place 0 or 1, or the deck."""


@final
class Draw(Op):
    """Draw cards one by one (VISITORS §4.3)."""

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(draw_sources(state, draw_types(state, node.deck)))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        draw(state, seat, node.deck, node.n, False)


def draw(state: Winery, seat: int, deck: int, n: int, may: bool) -> None:
    """Let a player draw n cards from a deck or from a choice of decks."""
    types = draw_types(state, deck)
    if deck == EACH_TYPE:
        n = types.bit_count()
    state.push(DrawSource(seat, types, n, deck == EACH_TYPE, may))


def draw_types(state: Winery, deck: int) -> int:
    """Return the types of cards that may be drawn, a bit for each (§4.13)."""
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

    kind = "draw_source"
    section = "4.13"

    def __init__(self, seat: int, types: int, left: int, each: bool, may: bool) -> None:
        super().__init__(seat)
        self.types = types
        self.left = left
        self.each = each
        self.may = may

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
        return _("You may not draw from “{what}” now; some draws must keep your action possible (§9.3)", what=what)


def draw_one(state: Winery, seat: int, deck: int, source: int) -> None:
    """Take the top card of the deck, or a face-up card, which is replaced at once (§4.13)."""
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
    """Offer Mercado the order just drawn (§12.5)."""
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
    """Which discard pile to take the top card of; each time a different pile."""

    kind = "piles"
    section = "11.4"

    def __init__(self, seat: int, left: int, taken: int) -> None:
        super().__init__(seat)
        self.left = left
        self.taken = taken

    def options(self, state: Winery, seat: int) -> list[int]:
        found = [deck for deck in range(len(DECKS)) if state.discards[deck] and not self.taken >> deck & 1]
        if len(found) <= self.left:
            found = found[:1]  # all of them will be taken: nothing to ask (§1.5)
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
    """Take a revealed card; the rest are discarded at the end."""

    kind = "reveal_pick"
    section = "11.4"

    def __init__(self, seat: int, left: int) -> None:
        super().__init__(seat)
        self.left = left

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
