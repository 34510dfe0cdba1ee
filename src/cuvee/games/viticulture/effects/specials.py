"""What special workers do when they are placed, and the questions that their abilities ask (§14.3)."""

from typing import Final, final

from cuvee.games.viticulture.decisions.common import (
    CARD,
    STOP,
    Ask,
    CardChoice,
    deck_name,
    give_cards,
    place_id,
    place_name,
    place_tag,
)
from cuvee.games.viticulture.effects.pay import discard_from_hand
from cuvee.games.viticulture.pieces.boards import Action
from cuvee.games.viticulture.pieces.cards import DECKS, SUMMER_VISITOR, WINTER_VISITOR
from cuvee.games.viticulture.pieces.ops import NONE
from cuvee.games.viticulture.state.scope import Scope
from cuvee.games.viticulture.state.table import THIEF, Winery
from cuvee.games.viticulture.state.workers import BESIDE, KINDS, REGULAR, SPECIAL
from cuvee.kernel.text import _, player

FARMER: Final = SPECIAL
MAFIOSO: Final = SPECIAL + 1
MERCHANT: Final = SPECIAL + 2
CHEF: Final = SPECIAL + 3
INNKEEPER: Final = SPECIAL + 4
PROFESSORE: Final = SPECIAL + 5
SOLDATO: Final = SPECIAL + 6
POLITICO: Final = SPECIAL + 7
ORACLE: Final = SPECIAL + 8
TRAVELER: Final = SPECIAL + 9
MESSENGER: Final = SPECIAL + 10


def stands_at(state: Winery, seat: int, kind: int, action: int) -> bool:
    """Tell whether a seat's worker of a kind stands on or beside an action."""
    for worker in state.players[seat].placed:
        place = worker // KINDS
        if worker % KINDS == kind and (place == BESIDE + action or (place < BESIDE and place // 4 == action)):
            return True
    return False


def soldiers(state: Winery, seat: int, action: int) -> list[int]:
    """List the opponents whose Soldato stands on an action."""
    if not state.setup.special_workers:
        return []
    return [other for other in range(state.seats) if other != seat and stands_at(state, other, SOLDATO, action)]


def pay_soldiers(state: Winery, seat: int, action: int) -> None:
    """Pay £1 to each opponent whose Soldato stands there, before anything else (§14.3)."""
    for other in soldiers(state, seat, action):
        state.players[seat].lira -= 1
        state.players[other].lira += 1
        state.tell("gives_lira", seat, other, 1)


def all_others_passed(state: Winery, seat: int) -> bool:
    """Tell whether there are opponents and all of them have passed this season (Merchant)."""
    others = [state.players[other] for other in range(state.seats) if other != seat]
    return bool(others) and all(vineyard.column != state.season for vineyard in others)


def push_out(state: Winery, place: int) -> None:
    """Let a Chef send the worker on a space back to its owner, ready again (§14.3)."""
    who = state.spaces[place]
    state.take_worker(who // KINDS, place * KINDS + who % KINDS)
    state.tell("pushed", who // KINDS, place)


def may_be_pushed(state: Winery, seat: int, place: int) -> bool:
    """Tell whether a Chef may push out the worker on a space: it is an opponent's and not a Chef."""
    who = state.spaces[place]
    return who != NONE and who // KINDS < state.seats and who // KINDS != seat and who % KINDS != CHEF


def robbable(state: Winery, seat: int, action: Action) -> list[int]:
    """List the opponents and types of visitor that an Innkeeper may take from: 2 * opponent + type (§14.3)."""
    found: list[int] = []
    if state.players[seat].lira < 1:
        return found
    for other in range(state.seats):
        if other == seat or not _has_worker(state, other, action.number):
            continue
        found += [2 * other + at for at in range(2) if state.players[other].hand[SUMMER_VISITOR + at]]
    return found


def _has_worker(state: Winery, seat: int, action: int) -> bool:
    for worker in state.players[seat].placed:
        place = worker // KINDS
        if place == BESIDE + action or (place < BESIDE and place // 4 == action):
            return True
    return False


@final
class TakeVisitor(Ask):
    """The Innkeeper may pay £1 to take a random visitor of a chosen season from an opponent there (§14.3)."""

    kind = "take_visitor"
    section = "14.3"

    def __init__(self, seat: int, action: int) -> None:
        super().__init__(seat)
        self.action = action

    def options(self, state: Winery, seat: int) -> list[int]:
        return [*robbable(state, seat, state.board.actions[self.action]), STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        other, deck = option // 2, SUMMER_VISITOR + option % 2
        state.players[seat].lira -= 1
        state.players[other].lira += 1
        state.tell("gives_lira", seat, other, 1)
        hand = state.players[other].hand[deck]
        give_cards(state, other, seat, deck, hand[state.roll(len(hand), THIEF)])

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Pay £1 to take a random visitor?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"{chr(ord('a') + option // 2)} {DECKS[SUMMER_VISITOR + option % 2]}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        deck = SUMMER_VISITOR if option % 2 == 0 else WINTER_VISITOR
        return _("A {deck} from {player}", deck=deck_name(deck), player=player(option // 2))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"player:{option // 2}"]


def season_workers(state: Winery, seat: int) -> list[int]:
    """List the regular workers on board spaces of the current season that a Professore may take back (§14.3)."""
    found: list[int] = []
    for worker in state.players[seat].placed:
        place = worker // KINDS
        if worker % KINDS != REGULAR or worker in found or place >= BESIDE + len(state.board.actions):
            continue
        action = place // 4 if place < BESIDE else place - BESIDE
        if state.board.actions[action].season == state.season:
            found.append(worker)
    return found


@final
class TakeBack(Ask):
    """The Professore may take back a regular worker of this season (§14.3)."""

    kind = "take_back"
    section = "14.3"

    def options(self, state: Winery, seat: int) -> list[int]:
        return [*season_workers(state, seat), STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option != STOP:
            state.take_worker(seat, option)
            state.tell("retrieves", seat, option % KINDS, option // KINDS)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Take back a regular worker of this season?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return place_tag(state, option // KINDS)

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("The worker from {place}", place=place_name(state, option // KINDS))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [place_id(state, seat, option // KINDS)]


def drawn_cards(state: Winery, seat: int, scope: Scope) -> list[int]:
    """List the cards drawn by an action that are still in hand, each once."""
    hand = state.players[seat].hand
    return sorted({card for card in scope.cards if card % CARD in hand[card // CARD]})


@final
class DiscardDrawn(CardChoice):
    """The Oracle discards one of the cards drawn (§14.3)."""

    kind = "discard_drawn"
    section = "14.3"

    def options(self, state: Winery, seat: int) -> list[int]:
        return drawn_cards(state, seat, state.scope()) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option != STOP:
            discard_from_hand(state, seat, option)
            state.fill_market()

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Discard one of the cards drawn")
