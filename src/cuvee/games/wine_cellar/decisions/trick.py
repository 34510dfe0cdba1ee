"""The questions of a trick: bid, pick a prize, place it in the cellar (§4, §5)."""

from typing import Final, final

from cuvee.games.wine_cellar.pieces import Card
from cuvee.games.wine_cellar.state import Cellars
from cuvee.kernel.play import Decision, Together
from cuvee.kernel.text import _

TOP: Final = 0
BOTTOM: Final = 1
LEFT: Final = 0
RIGHT: Final = 1


def describe(state: Cellars, card: Card) -> str:
    """Name a card as players would: its bid, grape, country and type."""
    country, kind = state.pieces.countries[card.country], state.pieces.types[card.type]
    return f"{card.bid} {kind.glyph} {_(card.name)}, {_(country.name)}"


@final
class Bid(Together[Cellars]):
    """Each player chooses a card from their own hand, secretly and at the same time (§4.2)."""

    kind = "bid"
    section = "4.2"
    span = 1 << 8

    def options(self, state: Cellars, seat: int) -> list[int]:
        return state.hands[seat]

    def reveal(self, state: Cellars, answers: list[tuple[int, ...]]) -> None:
        """Reveal the bids (§4.3); the flow decides what they win."""
        state.bids = [answers[seat][0] for seat in range(state.seats)]
        for seat in range(state.seats):
            hand = state.hands[seat][:]
            hand.remove(state.bids[seat])
            state.hands[seat] = hand

    def prompt(self, state: Cellars, seat: int) -> str:
        first, second = (describe(state, state.pieces.cards[card]) for card in state.prizes)
        return _("Trick {trick}: bid for {first} or {second}", trick=state.trick, first=first, second=second)

    def notation(self, state: Cellars, seat: int, option: int) -> str:
        return f"bid {state.pieces.cards[option].bid}"

    def label(self, state: Cellars, seat: int, option: int) -> str:
        return _("Bid {card}", card=describe(state, state.pieces.cards[option]))

    def targets(self, state: Cellars, seat: int, option: int) -> list[str]:
        return [f"card:{state.pieces.cards[option].id}"]

    def why_not(self, state: Cellars, seat: int, what: str) -> str:
        return _("A bid is a card from your own hand, and “{what}” is not one", what=what)


@final
class Pick(Decision[Cellars]):
    """The winner of the trick takes either of the two prizes (§4.4)."""

    kind = "pick"
    section = "4.4"
    span = 2

    def options(self, state: Cellars, seat: int) -> list[int]:
        return [LEFT, RIGHT]

    def apply(self, state: Cellars, seat: int, option: int) -> None:
        state.push(Place(seat, state.prizes[option]))

    def prompt(self, state: Cellars, seat: int) -> str:
        return _("You won the trick: take one of the two prizes")

    def notation(self, state: Cellars, seat: int, option: int) -> str:
        return f"take {state.pieces.cards[state.prizes[option]].bid}"

    def label(self, state: Cellars, seat: int, option: int) -> str:
        return _("Take {card}", card=describe(state, state.pieces.cards[state.prizes[option]]))

    def targets(self, state: Cellars, seat: int, option: int) -> list[str]:
        return [f"card:{state.pieces.cards[state.prizes[option]].id}"]

    def why_not(self, state: Cellars, seat: int, what: str) -> str:
        return _("The winner takes one of the two prizes, and “{what}” is neither", what=what)


@final
class Place(Decision[Cellars]):
    """A bottle goes on top of the column or at the bottom; the first one simply starts it (§5.1, §5.2)."""

    kind = "place"
    section = "5.2"
    span = 2

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def options(self, state: Cellars, seat: int) -> list[int]:
        return [TOP, BOTTOM] if state.cellars[seat] else [TOP]

    def apply(self, state: Cellars, seat: int, option: int) -> None:
        state.prizes.remove(self.card)
        cellar = state.cellars[seat]
        state.tell("places", seat, self.card, option, len(cellar))
        if option == TOP:
            cellar.insert(0, self.card)
        else:
            cellar.append(self.card)

    def prompt(self, state: Cellars, seat: int) -> str:
        return _("Store {card} in your cellar", card=describe(state, state.pieces.cards[self.card]))

    def notation(self, state: Cellars, seat: int, option: int) -> str:
        return "top" if option == TOP else "bottom"

    def label(self, state: Cellars, seat: int, option: int) -> str:
        return _("On top of the column") if option == TOP else _("At the bottom of the column")

    def targets(self, state: Cellars, seat: int, option: int) -> list[str]:
        return [f"cellar:{seat}:{'top' if option == TOP else 'bottom'}"]

    def why_not(self, state: Cellars, seat: int, what: str) -> str:
        return _("A bottle goes on top or at the bottom, never between two others or anywhere else")
