"""Paying and giving away lira, cards, tokens and vines (VISITORS §4.2, §4.4)."""

from abc import abstractmethod
from typing import final

from mypy_extensions import mypyc_attr

from cuvee.games.viticulture.decisions.common import (
    CARD,
    STOP,
    TOKEN,
    CardChoice,
    TokenChoice,
    card_name,
    give_cards,
    hand_cards,
)
from cuvee.games.viticulture.effects.gain import GainWine, grapes_for_lira, wines_for_cards
from cuvee.games.viticulture.effects.op import FillMarket, Op, OpChoice, grape_tokens, pay_lira, wine_tokens
from cuvee.games.viticulture.pieces.cards import ALL_DECKS
from cuvee.games.viticulture.pieces.ops import CARDS, GRAPE, HAND, LIRA, RESIDUAL, VP, WINE, Node, X
from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.text import _


@mypyc_attr(allow_interpreted_subclasses=True)
class GrapeOrWine(TokenChoice):
    """A question about grapes or about wines."""

    def __init__(self, seat: int, wine: bool) -> None:
        super().__init__(seat)
        self.wine = wine

    @abstractmethod
    def title(self) -> tuple[str, str]:
        """Return the kind and the section of the question, which differ for grapes and wines."""

    @property
    def kind(self) -> str:  # type: ignore[override]
        return self.title()[0]

    @property
    def section(self) -> str:  # type: ignore[override]
        return self.title()[1]

    def of_wine(self) -> bool:
        return self.wine


@final
class BuyToken(GrapeOrWine):
    """Pay X lira for a grape, or X cards for a wine, of value X (§7.2, §7.10)."""

    def title(self) -> tuple[str, str]:
        return ("wine_for_cards", "7.10") if self.wine else ("grape_for_lira", "7.2")

    def key(self) -> tuple[object, ...]:
        """The first word must stay as it is: the digests of old journals depend on it."""
        return ("buy_token", self.seat, self.wine)

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
            return _("Discard X cards for which wine of value X?")
        return _("Pay £X for which grape of value X?")

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        if self.wine:
            return _("“{what}”: its place must be free, in a cellar you have built, and you need that many cards", what=what)
        return _("“{what}”: its place must be free, and you need that many lira", what=what)


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

    kind = "discard_card"
    section = "4.13"

    def __init__(self, seat: int, left: int, types: int) -> None:
        super().__init__(seat)
        self.left = left
        self.types = types

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
        return _("“{what}” is not a card in your hand that can be discarded here", what=what)


def discard_from_hand(state: Winery, seat: int, option: int) -> None:
    """Put a card from the hand on its discard pile, for all to see."""
    state.players[seat].lose(option // CARD, option % CARD)
    state.discard(option // CARD, option % CARD)
    state.reveal()
    state.tell("discards", seat, option // CARD, option % CARD)


@final
class DiscardToken(GrapeOrWine):
    """Discard a grape or a wine (VISITORS §4.2)."""

    def __init__(self, seat: int, wine: bool, left: int, least: int) -> None:
        super().__init__(seat, wine)
        self.left = left
        self.least = least

    def title(self) -> tuple[str, str]:
        return ("wine_to_discard", "4.6") if self.wine else ("grape_to_discard", "4.5")

    def key(self) -> tuple[object, ...]:
        """The first word must stay as it is: the digests of old journals depend on it."""
        return ("token_to_discard", self.seat, self.wine, self.left, self.least)

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
            return _("“{what}” is not one of your wines of value {least} or more", what=what, least=self.least)
        return _("“{what}” is not in your cellar or on your crush pad", what=what)


@final
class UprootVine(OpChoice):
    """Uproot a vine and put it on the discard pile or into the hand (§4.3)."""

    kind = "vine_to_uproot"
    section = "4.3"

    def __init__(self, seat: int, left: int, to_hand: bool) -> None:
        super().__init__(seat)
        self.left = left
        self.to_hand = to_hand

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
        return _("{vine} from the field of value {value}", vine=card_name(state, 0, option % CARD), value=capacity)

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
            return True  # the owner has chosen whom to pay, and pays (VISITORS §4.8)
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
    """Give cards of the player's own choice (VISITORS §4.4)."""

    kind = "card_to_give"
    section = "11.3"

    def __init__(self, seat: int, receiver: int, left: int, types: int) -> None:
        super().__init__(seat)
        self.receiver = receiver
        self.left = left
        self.types = types

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
