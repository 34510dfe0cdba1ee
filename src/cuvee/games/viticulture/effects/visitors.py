"""Playing visitors (VISITORS §2, §3)."""

from typing import Final, final

from cuvee.games.viticulture.decisions.common import CARD, STOP, Ask, card_name
from cuvee.games.viticulture.effects.op import Op, Passing, can_line, expert_in_force, start
from cuvee.games.viticulture.effects.triggers import fire
from cuvee.games.viticulture.pieces.cards import DECKS, SUMMER_VISITOR
from cuvee.games.viticulture.pieces.ops import NONE, Node
from cuvee.games.viticulture.pieces.structures import PLAYED_VISITOR
from cuvee.games.viticulture.state.scope import DECLARED
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.vineyard import without
from cuvee.kernel.text import _

WITH_EXPERT: Final = 512


def playable(state: Winery, seat: int, deck: int, one: bool) -> list[int]:
    """List the visitors in hand that can be carried out completely (VISITORS §2.4)."""
    vineyard, found = state.players[seat], []
    visitors = state.pieces.visitors[deck - SUMMER_VISITOR]
    kept = vineyard.hand
    for card in kept[deck]:
        vineyard.lose(deck, card)  # the card being played is no longer in the hand (VISITORS §1.5)
        if can_line(state, seat, visitors[card].line):
            found.append(card)
        vineyard.hand = kept
        if one and found:
            break
    return found


@final
class PlayVisitor(Op):
    """Play a visitor (VISITORS §2)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(playable(state, seat, node.deck, True))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(VisitorCard(seat, node.deck))


@final
class VisitorCard(Ask):
    """Which visitor to play, with or without the expert (VISITORS §3.2)."""

    kind = "visitor_card"
    section = "11.1"

    def __init__(self, seat: int, deck: int) -> None:
        super().__init__(seat)
        self.deck = deck

    def options(self, state: Winery, seat: int) -> list[int]:
        found = playable(state, seat, self.deck, False)
        expert = expert_in_force(state, seat)
        if expert is not None and expert.or_and and state.scope().visitors == 0:
            visitors = state.pieces.visitors[self.deck - SUMMER_VISITOR]
            found += [WITH_EXPERT + card for card in found if visitors[card].profits]
        return found or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        card, outer = option % WITH_EXPERT, state.scope()
        outer.visitors += 1
        if option >= WITH_EXPERT:
            outer.flags |= DECLARED
        state.players[seat].lose(self.deck, card)
        state.reveal()
        state.in_play = [*state.in_play, self.deck * CARD + card]
        state.tell("plays", seat, self.deck, card)
        scope = state.open_scope(seat, seat, NONE, NONE, NONE)
        scope.deck, scope.card, scope.anded = self.deck, card, option >= WITH_EXPERT
        state.push(VisitorDone(seat, self.deck, card))
        start(state, seat, state.pieces.visitors[self.deck - SUMMER_VISITOR][card].line)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Play which visitor?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        name = state.pieces.card_id(self.deck, option % WITH_EXPERT)
        return f"{name} and" if option >= WITH_EXPERT else name

    def words(self, state: Winery, seat: int, option: int) -> str:
        visitor = state.pieces.visitors[self.deck - SUMMER_VISITOR][option % WITH_EXPERT]
        if option >= WITH_EXPERT:
            return _("{name}, with “and” instead of “or”: {text}", name=_(visitor.name), text=_(visitor.text))
        return _("{name}: {text}", name=_(visitor.name), text=_(visitor.text))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"hand:{seat}:{DECKS[self.deck]}:{state.pieces.card_id(self.deck, option % WITH_EXPERT)}"]

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        ids, wanted = state.pieces.ids[self.deck], what.strip().casefold().rpartition(":")[2]
        if wanted in ids and ids[wanted] in state.players[seat].hand[self.deck]:
            name = card_name(state, self.deck, ids[wanted])
            return _("{name} cannot be carried out completely now (VISITORS §2.4)", name=name)
        return _("“{what}” is not a visitor of this season in your hand", what=what)


@final
class VisitorDone(Passing):
    """The card is resolved: it goes on its discard pile, and structures may react (VISITORS §2.2)."""

    kind = "visitor_done"

    def __init__(self, seat: int, deck: int, card: int) -> None:
        self.seat = seat
        self.deck = deck
        self.card = card

    def run(self, state: Winery) -> None:
        state.close_scope()
        state.in_play = without(state.in_play, self.deck * CARD + self.card)
        state.discard(self.deck, self.card)
        fire(state, self.seat, PLAYED_VISITOR)
