"""The bonus swap after the last trick (§9)."""

from typing import Final, final

from cuvee.games.wine_cellar.decisions.trick import describe
from cuvee.games.wine_cellar.scoring import total, total_after_swap
from cuvee.games.wine_cellar.state import Cellars
from cuvee.kernel.play import Together
from cuvee.kernel.text import _

KEEP: Final = 0


@final
class Swap(Together[Cellars]):
    """After the last trick each player may swap their bonus card once with a bottle in their own cellar (§9)."""

    kind = "swap"
    section = "9.1"
    span = 1 << 8

    def options(self, state: Cellars, seat: int) -> list[int]:
        return list(range(state.pieces.hand_size + 1))

    def reveal(self, state: Cellars, answers: list[tuple[int, ...]]) -> None:
        """Swap in place; nothing else moves (§9.2)."""
        for seat in range(state.seats):
            position = answers[seat][0]
            if position != KEEP:
                cellar = state.cellars[seat]
                former = state.bonus[seat]
                state.bonus[seat] = cellar[position - 1]
                cellar[position - 1] = former
            state.tell("swaps", seat, position, state.bonus[seat])

    def prompt(self, state: Cellars, seat: int) -> str:
        card = describe(state, state.pieces.cards[state.bonus[seat]])
        return _("Your bonus card is {card}: keep it, or swap it with a bottle in your cellar", card=card)

    def notation(self, state: Cellars, seat: int, option: int) -> str:
        return "keep" if option == KEEP else f"swap {option}"

    def label(self, state: Cellars, seat: int, option: int) -> str:
        pieces, cellar, bonus = state.pieces, state.cellars[seat], state.bonus[seat]
        if option == KEEP:
            return _("Keep the bonus card: {points} points", points=total(pieces, cellar, bonus))
        card = describe(state, pieces.cards[cellar[option - 1]])
        points = total_after_swap(pieces, cellar, bonus, option)
        return _("Swap with position {position}, {card}: {points} points", position=option, card=card, points=points)

    def targets(self, state: Cellars, seat: int, option: int) -> list[str]:
        card = state.bonus[seat] if option == KEEP else state.cellars[seat][option - 1]
        return [f"card:{state.pieces.cards[card].id}"]

    def why_not(self, state: Cellars, seat: int, what: str) -> str:
        return _("You keep the bonus card, or swap it with one of the positions in your cellar")
