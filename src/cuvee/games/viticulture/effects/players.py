"""What a card asks of other players, gives to them, or lets them give together (VISITORS §4.8, §4.9)."""

from typing import final

from cuvee.games.viticulture.decisions.common import (
    CARD,
    NO,
    STOP,
    YES,
    Ask,
    CardChoice,
    YesNo,
    give_cards,
    hand_cards,
    line_text,
    pledge,
)
from cuvee.games.viticulture.effects.op import CloseScope, Op, Run, can_line, start
from cuvee.games.viticulture.pieces.cards import STRUCTURE, VINE
from cuvee.games.viticulture.pieces.ops import BUILD, CHOSEN, EVERYBODY, GIVE, NONE, PLANT, RIGHT_NEIGHBOUR, Node
from cuvee.games.viticulture.state.table import NO_PLEDGES, Winery
from cuvee.kernel.play import Step
from cuvee.kernel.text import _, player

# players


def order_of_seats(state: Winery, owner: int, node: Node) -> list[int]:
    """List the seats that are asked: the owner first, if included, then clockwise from the owner's left (VISITORS §4.8)."""
    if node.who == RIGHT_NEIGHBOUR:
        return [(owner - 1) % state.seats] if state.seats > 1 else []
    others = [(owner + step) % state.seats for step in range(1, state.seats)]
    return [owner, *others] if node.who == EVERYBODY else others


def hides(state: Winery, node: Node) -> bool:
    """Tell whether hidden cards decide if a player is able (Volunteer Crew; Handyman with structure cards)."""
    first = state.pieces.lines[node.do].nodes[0]
    return first.op == PLANT or (first.op == BUILD and state.setup.structure_cards)


def may_be_asked(state: Winery, owner: int, seat: int, node: Node) -> bool:
    """Tell from public information whether a player could carry out what is asked (VISITORS §4.8)."""
    if seat == owner or not hides(state, node):
        return can_line(state, seat, node.do)
    vineyard = state.players[seat]
    if state.pieces.lines[node.do].nodes[0].op == PLANT:
        return vineyard.owned > 0 and len(vineyard.hand[VINE]) > 0
    if vineyard.hand[STRUCTURE]:
        return True
    return can_line(state, seat, node.do)


@final
class Players(Op):
    """Other players carry something out (VISITORS §4.8)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        if node.who == CHOSEN:
            return state.seats > node.low and len(target_sets(state, seat, node)) > 0
        if node.who == RIGHT_NEIGHBOUR:
            return state.seats > 1 and can_line(state, (seat - 1) % state.seats, node.do)
        return True

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        if node.not_done != NONE and state.seats > 1:
            return True
        return any(may_be_asked(state, seat, other, node) for other in order_of_seats(state, seat, node))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        if node.who == CHOSEN:
            state.push(Targets(seat, node.number))
        else:
            state.push(NextPlayer(seat, node.number, order_of_seats(state, seat, node)))


def target_sets(state: Winery, seat: int, node: Node) -> list[int]:
    """List the sets of opponents that may be named, as bits (VISITORS §4.8)."""
    first = state.pieces.lines[node.do].nodes[0]
    most = node.high
    if first.op == GIVE and not first.to_owner:
        most = min(most, state.players[seat].lira // first.n)
    return [mask for mask in range(1, 1 << state.seats) if not mask >> seat & 1 and node.low <= mask.bit_count() <= most]


@final
class Targets(Ask):
    """Which opponents to name (Wedding Party, Governor)."""

    kind = "targets"
    section = "11.3"

    def __init__(self, seat: int, node: int) -> None:
        super().__init__(seat)
        self.node = node

    def options(self, state: Winery, seat: int) -> list[int]:
        return target_sets(state, seat, state.pieces.nodes[self.node]) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        seats = [(seat + step) % state.seats for step in range(1, state.seats)]
        state.push(NextPlayer(seat, self.node, [other for other in seats if option >> other & 1]))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Name one to three opponents")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return " ".join(chr(ord("a") + other) for other in range(state.seats) if option >> other & 1)

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{names}", names=", ".join(player(other) for other in range(state.seats) if option >> other & 1))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"player:{other}" for other in range(state.seats) if option >> other & 1]


@final
class NextPlayer(Step[Winery]):
    """Ask the next player, or let them carry it out without asking."""

    kind = "next_player"

    def __init__(self, owner: int, node: int, seats: list[int]) -> None:
        self.owner = owner
        self.node = node
        self.seats = seats

    def run(self, state: Winery) -> None:
        if not self.seats:
            return
        node, seat = state.pieces.nodes[self.node], self.seats[0]
        state.push(NextPlayer(self.owner, self.node, self.seats[1:]))
        if not may_be_asked(state, self.owner, seat, node):
            not_done(state, self.owner, seat, node)
        elif node.may:
            state.push(Accept(seat, self.owner, self.node))
        else:
            let_do(state, self.owner, seat, node)


def let_do(state: Winery, owner: int, seat: int, node: Node) -> None:
    """Let a player carry it out, with its own registers; then the owner gains what the card says."""
    state.push(PlayerDone(owner, seat, node.number))
    state.push(CloseScope())
    state.open_scope(seat, owner, NONE, NONE, NONE)
    state.push(Run(seat, node.do, 0))


def not_done(state: Winery, owner: int, seat: int, node: Node) -> None:
    """A player declined or could not do it: for an opponent, the owner may gain something."""
    if seat != owner:
        start(state, owner, node.not_done)


@final
class PlayerDone(Step[Winery]):
    """A player who was asked has done it: for an opponent, the owner gains."""

    kind = "player_done"

    def __init__(self, owner: int, seat: int, node: int) -> None:
        self.owner = owner
        self.seat = seat
        self.node = node

    def run(self, state: Winery) -> None:
        if self.seat != self.owner:
            state.reveal()  # whether the owner is asked next may depend on the owner's hand, so no answer can be taken back
            start(state, self.owner, state.pieces.nodes[self.node].done)


@final
class Accept(YesNo):
    """A player decides whether to take part (VISITORS §7)."""

    kind = "accept"
    section = "11.3"

    def __init__(self, seat: int, owner: int, node: int) -> None:
        super().__init__(seat)
        self.owner = owner
        self.node = node

    def asks_anyway(self) -> bool:
        return True  # skipping the question would reveal something about hidden cards

    def options(self, state: Winery, seat: int) -> list[int]:
        return [YES, NO] if can_line(state, seat, state.pieces.nodes[self.node].do) else [NO]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        node = state.pieces.nodes[self.node]
        state.reveal()  # what happens next may depend on the owner's hand, so no answer can be taken back
        state.tell("accepts" if option == YES else "declines", seat, self.owner)
        if option == YES:
            let_do(state, self.owner, seat, node)
        else:
            not_done(state, self.owner, seat, node)

    def prompt(self, state: Winery, seat: int) -> str:
        card = ""
        for entry in state.in_play:
            card = _(state.pieces.visitors[entry // CARD - 2][entry % CARD].text)
        if not card:
            card = line_text(state, state.pieces.nodes[self.node].do)
        return _("Do you take part? {card}", card=card)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"player:{self.owner}"]


# group_gift


@final
class GroupGift(Op):
    """Let the opponents together hand over cards instead (Importer, VISITORS §4.9)."""

    def run(self, state: Winery, seat: int, node: Node) -> None:
        others = [(seat + step) % state.seats for step in range(1, state.seats)]
        if sum(state.players[other].count_cards(node.types) for other in others) < node.n:
            start(state, seat, node.otherwise)
        else:
            state.push(NextPledge(seat, node.number, others))


@final
class NextPledge(Step[Winery]):
    """Ask the next opponent for cards, or finish the gift."""

    kind = "next_pledge"

    def __init__(self, owner: int, node: int, seats: list[int]) -> None:
        self.owner = owner
        self.node = node
        self.seats = seats

    def run(self, state: Winery) -> None:
        node = state.pieces.nodes[self.node]
        missing = node.n - sum(len(cards) for cards in state.pledged)
        if self.seats:
            state.push(NextPledge(self.owner, self.node, self.seats[1:]))
            if missing and state.players[self.seats[0]].count_cards(node.types):
                state.push(PledgeNumber(self.seats[0], self.node, missing))
            return
        pledged = state.pledged
        state.pledged = NO_PLEDGES
        for seat in range(state.seats):
            for card in pledged[seat]:
                state.players[seat].take(card // CARD, card % CARD)
                if not missing:
                    give_cards(state, seat, self.owner, card // CARD, card % CARD)
        start(state, self.owner, node.otherwise if missing else node.then)


@final
class PledgeNumber(Ask):
    """How many cards an opponent pledges."""

    kind = "pledge"
    section = "11.3"

    def __init__(self, seat: int, node: int, most: int) -> None:
        super().__init__(seat)
        self.node = node
        self.most = most

    def options(self, state: Winery, seat: int) -> list[int]:
        held = state.players[seat].count_cards(state.pieces.nodes[self.node].types)
        return list(range(min(self.most, held) + 1))

    def apply(self, state: Winery, seat: int, option: int) -> None:
        state.reveal()
        state.tell("pledges", seat, option)
        if option:
            state.push(PledgeCard(seat, state.pieces.nodes[self.node].types, option))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("How many visitors do you pledge? Exactly {most} more are needed in all", most=self.most)

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"pledge {option}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{n} cards", n=option)


@final
class PledgeCard(CardChoice):
    """Which card to pledge, face down."""

    kind = "pledge_card"
    section = "11.3"

    def __init__(self, seat: int, types: int, left: int) -> None:
        super().__init__(seat)
        self.types = types
        self.left = left

    def options(self, state: Winery, seat: int) -> list[int]:
        return hand_cards(state, seat, self.types) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        state.reveal()
        pledge(state, seat, option // CARD, option % CARD)
        if self.left > 1:
            state.push(PledgeCard(seat, self.types, self.left - 1))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Pledge which card? ({left} to go)", left=self.left)
