"""Choices, other players, workers and the wake-up chart (VISITORS §4.5 to §4.9, §4.18 to §4.23; RULES §5.9, §14.2)."""

from typing import Final, final

from mypy_extensions import mypyc_attr

from cuvee.games.viticulture.decisions import (
    CARD,
    NO,
    STOP,
    YES,
    Ask,
    CardChoice,
    RowChoice,
    YesNo,
    give_cards,
    hand_cards,
    line_text,
    place_id,
    place_name,
    place_tag,
    pledge,
    worker_name,
    worker_tag,
)
from cuvee.games.viticulture.effects.cellar import AgeToken
from cuvee.games.viticulture.effects.goods import draw
from cuvee.games.viticulture.effects.op import (
    REGISTRY,
    CloseScope,
    Do,
    Op,
    OpChoice,
    Run,
    branch_affects,
    can,
    can_line,
    gain_lira,
    holds,
    pay_lira,
    rest_of_top,
    start,
)
from cuvee.games.viticulture.effects.specials import pay_soldiers, soldiers
from cuvee.games.viticulture.effects.triggers import fire, fire_others, pay_training_tax, training_tax
from cuvee.games.viticulture.pieces import (
    AGE_GRAPE,
    AGE_WINE,
    ANY_ORDER,
    BUILD,
    CHOOSE,
    CHOSEN,
    DRAW,
    ESSENTIAL,
    EVERYBODY,
    GAIN,
    GAIN_TEMP_WORKER,
    GIVE,
    GIVE_TOUR,
    GROUP_GIFT,
    IF,
    LIRA,
    MOVE_ROOSTER,
    NONE,
    OTHER_TOURED,
    OUT,
    PASS_SEASON,
    PLAN_WORKER,
    PLANT,
    PLAYERS,
    RETRIEVE,
    RIGHT_NEIGHBOUR,
    STAR,
    STRUCTURE,
    TAKE_FIRST_PLAYER_TOKEN,
    TOURED,
    TRAIN,
    VINE,
    WINTER,
    Node,
    option_nodes,
)
from cuvee.games.viticulture.state import (
    BESIDE,
    GRANDE,
    KINDS,
    NO_PLEDGES,
    PLACES,
    REGULAR,
    SPECIAL,
    TEMPORARY,
    Winery,
)
from cuvee.kernel.play import Step
from cuvee.kernel.text import _, player

REGIONS: Final = 8


# choose, any_order, if


@final
class Choose(Op):
    """Alternatives: «or», «choose N», «do both» (VISITORS §3, §4.5)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return can(state, seat, [node], 0, 1)

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return self.able(state, seat, node)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(ChooseOption(seat, node.number, 0))


@final
class ChooseOption(Ask):
    """Which alternative to carry out; after the first perhaps another one, with the expert or for a cost."""

    def __init__(self, seat: int, node: int, done: int) -> None:
        super().__init__(seat)
        self.node = node
        self.done = done

    def key(self) -> tuple[object, ...]:
        return ("option", self.seat, self.node, self.done)

    def kind(self) -> str:
        return "option"

    def section(self) -> str:
        return "11.1"

    def options(self, state: Winery, seat: int) -> list[int]:
        node = state.pieces.nodes[self.node]
        rest = rest_of_top(state, seat, self)
        todo = rest.todo if rest is not None else []
        cost = self._cost(state, node)
        found: list[int] = []
        for at in range(len(node.choices)):
            if (self.done | node.gone) >> at & 1:
                continue
            after = node.rest[at : at + 1] + todo  # several picks: what is left after this one has to work too
            one = state.pieces.lines[node.choices[at].line]
            if not cost and not after:
                if can_line(state, seat, one.number):
                    found.append(at)
            elif can(state, seat, cost + option_nodes(one) + after, 0, 1):
                found.append(at)
        if self.done or not found:
            found.append(STOP)
        return found

    def _cost(self, state: Winery, node: Node) -> list[Node]:
        """Return what doing both costs, unless the expert waives it (VISITORS §3.1)."""
        if not self.done or node.both_cost == NONE or state.scope().anded:
            return []
        return state.pieces.lines[node.both_cost].nodes

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        node = state.pieces.nodes[self.node]
        done = self.done | 1 << option
        if node.rest:
            state.push(Do(seat, node.rest[option].number))
        elif self._may_go_on(state, seat, node) and done != (1 << len(node.choices)) - 1:
            state.push(ChooseOption(seat, self.node, done))
        state.tell("chooses", seat, node.number, option)
        state.push(Run(seat, node.choices[option].line, 0))
        if self._cost(state, node):
            state.push(Run(seat, node.both_cost, 0))

    def _may_go_on(self, state: Winery, seat: int, node: Node) -> bool:
        if node.both_cost != NONE:
            return True
        return node.expert_and and bool(state.scopes) and state.scope().anded and state.scope().owner == seat

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Choose") if not self.done else _("Do another one too?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"option {option + 1}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _(state.pieces.nodes[self.node].choices[option].label)

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        return _("«{what}» cannot be carried out completely now", what=what)


@final
class AnyOrder(Op):
    """Parts in an order of the actor's choice (VISITORS §4.6)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return can(state, seat, [node], 0, 1)

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return any(REGISTRY[part.op].affects(state, seat, part) for part in state.pieces.lines[node.do].nodes)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(NextPart(seat, node.number))


@final
class NextPart(Ask):
    """Which part comes next."""

    def __init__(self, seat: int, node: int) -> None:
        super().__init__(seat)
        self.node = node

    def key(self) -> tuple[object, ...]:
        return ("next_part", self.seat, self.node)

    def kind(self) -> str:
        return "next_part"

    def section(self) -> str:
        return "11.1"

    def options(self, state: Winery, seat: int) -> list[int]:
        node = state.pieces.nodes[self.node]
        rest = rest_of_top(state, seat, self)
        parts = state.pieces.lines[node.do].nodes
        found: list[int] = []
        for at in range(len(parts)):
            todo = [parts[at], *node.rest[at : at + 1], *(rest.todo if rest is not None else [])]
            if can(state, seat, todo, 0, 1):
                found.append(at)
        return found or list(range(len(parts)))

    def apply(self, state: Winery, seat: int, option: int) -> None:
        node = state.pieces.nodes[self.node]
        if node.rest:
            state.push(Do(seat, node.rest[option].number))
        state.push(Do(seat, state.pieces.lines[node.do].nodes[option].number))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("What comes first?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"part {option + 1}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        node = state.pieces.nodes[self.node]
        part = state.pieces.lines[node.do].nodes[option]
        if part.op == CHOOSE:
            return _(" or ").join(_(choice.label) for choice in part.choices)
        from cuvee.games.viticulture.pieces import OPS

        return _("First: {what}", what=_(OPS[part.op].replace("_", " ")))


@final
class If(Op):
    """A condition (VISITORS §4.7)."""

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return branch_affects(state, seat, node)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        start(state, seat, node.then if holds(state, seat, node) else node.otherwise)


# players


def order_of_seats(state: Winery, owner: int, node: Node) -> list[int]:
    """List who is asked: the owner first if included, then clockwise from the owner's left (VISITORS §4.8)."""
    if node.who == RIGHT_NEIGHBOUR:
        return [(owner - 1) % state.seats] if state.seats > 1 else []
    others = [(owner + step) % state.seats for step in range(1, state.seats)]
    return [owner, *others] if node.who == EVERYBODY else others


def hides(state: Winery, node: Node) -> bool:
    """Tell whether being able depends on hidden cards (Volunteer Crew; Handyman with structure cards)."""
    first = state.pieces.lines[node.do].nodes[0]
    return first.op == PLANT or (first.op == BUILD and state.setup.structure_cards)


def may_be_asked(state: Winery, owner: int, seat: int, node: Node) -> bool:
    """Tell by public information whether a player could carry out what is asked (VISITORS §4.8)."""
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
    """Which opponents (Wedding Party, Governor)."""

    def __init__(self, seat: int, node: int) -> None:
        super().__init__(seat)
        self.node = node

    def key(self) -> tuple[object, ...]:
        return ("targets", self.seat, self.node)

    def kind(self) -> str:
        return "targets"

    def section(self) -> str:
        return "11.3"

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
    """Ask the next player, or let them do it."""

    def __init__(self, owner: int, node: int, seats: list[int]) -> None:
        self.owner = owner
        self.node = node
        self.seats = seats

    def kind(self) -> str:
        return "next_player"

    def key(self) -> tuple[object, ...]:
        return ("next_player", self.owner, self.node, self.seats)

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
    """Let a player carry it out, with registers of its own; then the owner gains what the card says."""
    state.push(PlayerDone(owner, seat, node.number))
    state.push(CloseScope())
    state.open_scope(seat, owner, NONE, NONE, NONE)
    state.push(Run(seat, node.do, 0))


def not_done(state: Winery, owner: int, seat: int, node: Node) -> None:
    """A player declined or could not: the owner may gain for an opponent."""
    if seat != owner:
        start(state, owner, node.not_done)


@final
class PlayerDone(Step[Winery]):
    """An asked player has done it: the owner gains for an opponent."""

    def __init__(self, owner: int, seat: int, node: int) -> None:
        self.owner = owner
        self.seat = seat
        self.node = node

    def kind(self) -> str:
        return "player_done"

    def key(self) -> tuple[object, ...]:
        return ("player_done", self.owner, self.seat, self.node)

    def run(self, state: Winery) -> None:
        if self.seat != self.owner:
            state.reveal()  # whether the owner is asked next may depend on the owner's hand: an answer stands
            start(state, self.owner, state.pieces.nodes[self.node].done)


@final
class Accept(YesNo):
    """A player decides whether to take part (VISITORS §7)."""

    def __init__(self, seat: int, owner: int, node: int) -> None:
        super().__init__(seat)
        self.owner = owner
        self.node = node

    def key(self) -> tuple[object, ...]:
        return ("accept", self.seat, self.owner, self.node)

    def kind(self) -> str:
        return "accept"

    def section(self) -> str:
        return "11.3"

    def asks_anyway(self) -> bool:
        return True  # a skip would tell something about hidden cards

    def options(self, state: Winery, seat: int) -> list[int]:
        return [YES, NO] if can_line(state, seat, state.pieces.nodes[self.node].do) else [NO]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        node = state.pieces.nodes[self.node]
        state.reveal()  # what happens next may depend on the owner's hand: an answer stands
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
    """The opponents together may hand over cards instead (Importer, VISITORS §4.9)."""

    def run(self, state: Winery, seat: int, node: Node) -> None:
        others = [(seat + step) % state.seats for step in range(1, state.seats)]
        if sum(state.players[other].count_cards(node.types) for other in others) < node.n:
            start(state, seat, node.otherwise)
        else:
            state.push(NextPledge(seat, node.number, others))


@final
class NextPledge(Step[Winery]):
    """Ask the next opponent for cards, or finish the gift."""

    def __init__(self, owner: int, node: int, seats: list[int]) -> None:
        self.owner = owner
        self.node = node
        self.seats = seats

    def kind(self) -> str:
        return "next_pledge"

    def key(self) -> tuple[object, ...]:
        return ("next_pledge", self.owner, self.node, self.seats)

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

    def __init__(self, seat: int, node: int, most: int) -> None:
        super().__init__(seat)
        self.node = node
        self.most = most

    def key(self) -> tuple[object, ...]:
        return ("pledge", self.seat, self.node, self.most)

    def kind(self) -> str:
        return "pledge"

    def section(self) -> str:
        return "11.3"

    def options(self, state: Winery, seat: int) -> list[int]:
        held = state.players[seat].count_cards(state.pieces.nodes[self.node].types)
        return list(range(min(self.most, held) + 1))

    def apply(self, state: Winery, seat: int, option: int) -> None:
        state.reveal()
        state.tell("pledges", seat, option)
        if option:
            state.push(PledgeCard(seat, state.pieces.nodes[self.node].types, option))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("How many visitors do you pledge? Together exactly {most} more are needed", most=self.most)

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"pledge {option}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{n} cards", n=option)


@final
class PledgeCard(CardChoice):
    """A card that is pledged, face down."""

    def __init__(self, seat: int, types: int, left: int) -> None:
        super().__init__(seat)
        self.types = types
        self.left = left

    def key(self) -> tuple[object, ...]:
        return ("pledge_card", self.seat, self.types, self.left)

    def kind(self) -> str:
        return "pledge_card"

    def section(self) -> str:
        return "11.3"

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


# Workers


@final
class Train(Op):
    """Train a worker (VISITORS §4.18)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        vineyard = state.players[seat]
        if vineyard.workers() >= state.pieces.workers_most or vineyard.lira < max(0, node.price):
            return False
        return vineyard.lira >= max(0, node.price) + training_tax(state, seat)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        if state.setup.special_workers and len(trainable(state, seat, node)) > 1:
            state.push(TrainKind(seat, node.number))
        else:
            train(state, seat, node, REGULAR)

    def imagine(self, state: Winery, seat: int, node: Node, outcome: int) -> None:
        vineyard = state.players[seat]
        vineyard.lira -= max(0, node.price)
        vineyard.regulars += 1
        vineyard.training += 1


def trainable(state: Winery, seat: int, node: Node) -> list[int]:
    """List the kinds of worker that can be trained: regular, and special ones on display (§14.3)."""
    vineyard, price = state.players[seat], max(0, node.price) + training_tax(state, seat)
    specials = state.pieces.specials
    return [REGULAR] + [
        SPECIAL + special
        for special in state.display
        if not vineyard.specials >> special & 1 and vineyard.lira >= price + specials[special].extra
    ]


@final
class TrainKind(OpChoice):
    """A regular worker, or a special one for more lira (§14.3)."""

    def __init__(self, seat: int, node: int) -> None:
        super().__init__(seat)
        self.node = node

    def key(self) -> tuple[object, ...]:
        return ("train_kind", self.seat, self.node)

    def kind(self) -> str:
        return "train_kind"

    def section(self) -> str:
        return "14.3"

    def candidates(self, state: Winery, seat: int) -> list[int]:
        return trainable(state, seat, state.pieces.nodes[self.node])

    def apply(self, state: Winery, seat: int, option: int) -> None:
        train(state, seat, state.pieces.nodes[self.node], REGULAR if option == STOP else option)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Train which worker?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return worker_tag(state, option)

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{worker}", worker=worker_name(state, option))


def train(state: Winery, seat: int, node: Node, kind: int) -> None:
    """Pay and gain a worker, for this year or the next (§6.14)."""
    vineyard = state.players[seat]
    pay_lira(state, seat, max(0, node.price))
    pay_training_tax(state, seat)
    if kind == REGULAR:
        vineyard.regulars += 1
        vineyard.training += 1
    else:
        pay_lira(state, seat, state.pieces.specials[kind - SPECIAL].extra)
        vineyard.specials |= 1 << (kind - SPECIAL)
        vineyard.special_training |= 1 << (kind - SPECIAL)
    state.tell("trains", seat, kind)
    if node.now:
        from_training(state, seat, kind)
    elif state.scopes:
        state.scope().trained = kind


def from_training(state: Winery, seat: int, kind: int) -> None:
    """Make a worker in training available."""
    vineyard = state.players[seat]
    if kind == REGULAR:
        vineyard.training -= 1
    else:
        vineyard.special_training &= ~(1 << (kind - SPECIAL))
    vineyard.change_ready(kind, 1)


def leading_worker(state: Winery, seat: int) -> int:
    """Return the worker whose placement led to the present card (VISITORS §4.19), or NONE."""
    for at in range(len(state.scopes) - 1, -1, -1):
        scope = state.scopes[at]
        if scope.seat == seat and NONE not in (scope.place, scope.worker):
            return scope.place * KINDS + scope.worker
    return NONE


def retrievable(state: Winery, seat: int, node: Node) -> list[int]:
    """List the placed workers that may be taken back (VISITORS §4.19)."""
    found: list[int] = []
    leading = leading_worker(state, seat) if node.which == 0 else NONE
    for worker in state.players[seat].placed:
        place, kind = worker // KINDS, worker % KINDS
        if node.which == 1 and kind != GRANDE:
            continue
        if node.which == 2 and (kind in (GRANDE, TEMPORARY) or not _stands_in(state, place, node.season)):
            continue
        if worker == leading:
            leading = NONE  # only the very worker; another on the same place counts
            continue
        if worker not in found:
            found.append(worker)
    return found


def _stands_in(state: Winery, place: int, season: int) -> bool:
    """Tell whether a place is a space of an action of a season (§5.9)."""
    return place < BESIDE and state.board.actions[place // 4].season == season


@final
class RetrieveWorkers(Op):
    """Take back placed workers (VISITORS §4.19)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return len(retrievable(state, seat, node)) >= max(1, node.low)

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(retrievable(state, seat, node))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        if retrievable(state, seat, node):
            state.push(RetrieveWhich(seat, node.number, node.low, node.high))


@final
class RetrieveWhich(Ask):
    """Which worker to take back."""

    def __init__(self, seat: int, node: int, low: int, high: int) -> None:
        super().__init__(seat)
        self.node = node
        self.low = low
        self.high = high

    def key(self) -> tuple[object, ...]:
        return ("worker_to_retrieve", self.seat, self.node, self.low, self.high)

    def kind(self) -> str:
        return "worker_to_retrieve"

    def section(self) -> str:
        return "5.9"

    def options(self, state: Winery, seat: int) -> list[int]:
        found = retrievable(state, seat, state.pieces.nodes[self.node])
        return found if self.low > 0 and found else [*found, STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        state.take_worker(seat, option)
        state.tell("retrieves", seat, option % KINDS, option // KINDS)
        if self.high > 1:
            state.push(RetrieveWhich(seat, self.node, self.low - 1, self.high - 1))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Take back a worker")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return f"{worker_tag(state, option % KINDS)} {place_tag(state, option // KINDS)}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        worker, place = worker_name(state, option % KINDS), place_name(state, option // KINDS)
        return _("{worker} from {place}", worker=worker, place=place)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [place_id(state, seat, option // KINDS)]


# plan_worker (Planner)


def kinds_ready(state: Winery, seat: int) -> list[int]:
    """List the kinds of worker that can be placed."""
    vineyard = state.players[seat]
    found = [kind for kind in (REGULAR, GRANDE, TEMPORARY) if vineyard.has_ready(kind)]
    if vineyard.special_ready:
        found += [SPECIAL + at for at in range(11) if vineyard.special_ready >> at & 1]
    return found


def plan_places(state: Winery, seat: int, kind: int) -> list[int]:
    """List the places of later seasons where a worker may be planned (VISITORS §4.21)."""
    found: list[int] = []
    for action in state.board.actions:
        if action.season <= state.season or state.players[seat].lira < len(soldiers(state, seat, action.number)):
            continue
        base = 4 * action.number
        found += [base + space for space in range(state.setup.usable) if state.spaces[base + space] == NONE]
        if (
            action.number == state.board.extra_action
            and state.has_expert(seat, action.number)
            and state.spaces[base + 3] == NONE
        ):
            found.append(base + 3)
        if kind == GRANDE and state.full(action.number):
            found.append(BESIDE + action.number)
    return found


@final
class PlanWorker(Op):
    """Place a worker for a later season (Planner, VISITORS §4.21)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        if state.season >= WINTER:
            return False
        return any(plan_places(state, seat, kind) for kind in kinds_ready(state, seat))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(PlanKind(seat))


@final
class PlanKind(Ask):
    """Which worker to plan with."""

    def kind(self) -> str:
        return "plan_kind"

    def section(self) -> str:
        return "11.4"

    def options(self, state: Winery, seat: int) -> list[int]:
        return [kind for kind in kinds_ready(state, seat) if plan_places(state, seat, kind)] or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option != STOP:
            state.push(PlanSpace(seat, option))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Plan with which worker?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return worker_tag(state, option)

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{worker}", worker=worker_name(state, option))


@final
class PlanSpace(Ask):
    """Where to plan."""

    def __init__(self, seat: int, worker: int) -> None:
        super().__init__(seat)
        self.worker = worker

    def key(self) -> tuple[object, ...]:
        return ("plan_space", self.seat, self.worker)

    def kind(self) -> str:
        return "plan_space"

    def section(self) -> str:
        return "11.4"

    def options(self, state: Winery, seat: int) -> list[int]:
        return plan_places(state, seat, self.worker) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        state.put_worker(seat, self.worker, option)
        pay_soldiers(state, seat, option // 4 if option < BESIDE else option - BESIDE)
        state.planned = [*state.planned, (seat * PLACES + option) * KINDS + self.worker]
        state.tell("plans", seat, self.worker, option)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Plan for which space?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return place_tag(state, option)

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{place}", place=place_name(state, option))

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [place_id(state, seat, option)]


# The wake-up chart (§5.9)


def rows_without_rooster(state: Winery) -> list[int]:
    """List the rows in which no rooster stands in any column (VISITORS §4.22)."""
    this_year = state.board.number == ESSENTIAL  # there all rows are chosen anew in spring (§14.1)
    taken = [vineyard.row if this_year or vineyard.column < OUT else vineyard.next_row for vineyard in state.players]
    return [row for row in range(1, 8) if row not in taken and not (state.solo and row == 7)]


@final
class MoveRooster(Op):
    """Move the rooster to an empty row and gain its benefit (Organizer, VISITORS §4.22)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(rows_without_rooster(state))

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(OrganizerRow(seat))


@final
class OrganizerRow(RowChoice):
    """The new row (VISITORS §4.22)."""

    def kind(self) -> str:
        return "organizer_row"

    def section(self) -> str:
        return "11.4"

    def options(self, state: Winery, seat: int) -> list[int]:
        return rows_without_rooster(state) or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        state.players[seat].row = option
        state.tell("rooster", seat, option)
        offer_benefit(state, seat, option, state.season)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Move your rooster to which row?")


def offer_benefit(state: Winery, seat: int, row: int, season: int) -> None:
    """Gain what a cell of the chart gives; all but lira, worker and token may be declined (§5.9)."""
    line = state.board.cells[row][season]
    if line == NONE:
        return
    node = state.pieces.lines[line].nodes[0]
    op = REGISTRY[node.op]
    if not op.affects(state, seat, node):
        return
    if node.op == DRAW:
        draw(state, seat, node.deck, node.n, True)
    elif node.op in (AGE_WINE, AGE_GRAPE) and not node.all:
        state.push(AgeToken(seat, node.op == AGE_WINE, node.times, 0, 1, 0))
    elif node.op in (PLAYERS, RETRIEVE, GAIN_TEMP_WORKER, TAKE_FIRST_PLAYER_TOKEN) or (node.op == GAIN and node.what == LIRA):
        op.run(state, seat, node)
    else:
        state.push(WakeBenefit(seat, line))


@final
class WakeBenefit(Ask):
    """Take a benefit of the chart, or decline it (§5.9)."""

    def __init__(self, seat: int, line: int) -> None:
        super().__init__(seat)
        self.line = line

    def key(self) -> tuple[object, ...]:
        return ("wake_benefit", self.seat, self.line)

    def kind(self) -> str:
        return "wake_benefit"

    def section(self) -> str:
        return "5.9"

    def options(self, state: Winery, seat: int) -> list[int]:
        node = state.pieces.lines[self.line].nodes[0]
        if node.op != CHOOSE:
            return [0, STOP]
        return [*[at for at in range(len(node.choices)) if can_line(state, seat, node.choices[at].line)], STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            state.tell("declines_benefit", seat)
            return
        node = state.pieces.lines[self.line].nodes[0]
        start(state, seat, node.choices[option].line if node.op == CHOOSE else self.line)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Your row offers: {what}", what=line_text(state, self.line))

    def stop_text(self) -> str:
        return _("Decline")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return "take" if len(state.pieces.lines[self.line].nodes[0].choices) == 0 else f"option {option + 1}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        node = state.pieces.lines[self.line].nodes[0]
        return _(node.choices[option].label) if node.op == CHOOSE else _("Take it")

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"row:{state.players[seat].row}"] if state.players[seat].row else []


@final
class GainTempWorker(Op):
    """Take the gray worker for this year, if it is still there (§5.9)."""

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return state.temporary == NONE

    def run(self, state: Winery, seat: int, node: Node) -> None:
        if state.temporary == NONE:
            state.temporary = seat
            state.players[seat].temporary = 1
            state.tell("temporary", seat)


@final
class TakeFirstPlayerToken(Op):
    """Take the first-player token, if it is still there (§5.9)."""

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return state.starter == NONE

    def run(self, state: Winery, seat: int, node: Node) -> None:
        if state.starter == NONE:
            state.starter = seat
            state.tell("starter", seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnEnd(Step[Winery]):
    """The end of a turn, as far as Organizer has to know it: the flow says what happens then."""

    def __init__(self, seat: int, passing: bool) -> None:
        self.seat = seat
        self.passing = passing

    def with_pass(self) -> "TurnEnd":
        """Return the same end with a pass."""
        raise AssertionError(self.kind())


@final
class PassSeason(Op):
    """Pass to the next season at the end of this turn (VISITORS §4.23)."""

    def run(self, state: Winery, seat: int, node: Node) -> None:
        for at in range(len(state.agenda) - 1, -1, -1):
            frame = state.agenda[at]
            if isinstance(frame, TurnEnd) and frame.seat == seat:
                state.agenda[at] = frame.with_pass()
                return


# give_tour


@final
class GiveTour(Op):
    """Give a tour (§6.2)."""

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.tell("tours", seat)
        gain_lira(state, seat, node.n)
        fire_others(state, seat, OTHER_TOURED)
        fire(state, seat, TOURED)


# star (§14.2)


def star_moves(state: Winery, seat: int) -> list[int]:
    """List regions for a new star, or moves REGIONS * (from + 1) + to once all are placed (§14.2)."""
    stars, regions = state.players[seat].stars, len(state.board.regions)
    if sum(stars) < state.board.stars:
        return list(range(regions))
    return [
        REGIONS * (origin + 1) + goal for origin in range(regions) if stars[origin] for goal in range(regions) if goal != origin
    ]


@final
class Star(Op):
    """Place an influence star, or move one (§14.2)."""

    def able(self, state: Winery, seat: int, node: Node) -> bool:
        return bool(state.board.regions) and bool(star_moves(state, seat))

    def affects(self, state: Winery, seat: int, node: Node) -> bool:
        return self.able(state, seat, node)

    def run(self, state: Winery, seat: int, node: Node) -> None:
        state.push(StarChoice(seat))


@final
class StarChoice(Ask):
    """Where the star goes (§14.2)."""

    def kind(self) -> str:
        return "star"

    def section(self) -> str:
        return "14.2"

    def options(self, state: Winery, seat: int) -> list[int]:
        return star_moves(state, seat)

    def apply(self, state: Winery, seat: int, option: int) -> None:
        vineyard = state.players[seat]
        stars = vineyard.stars[:]
        goal = option % REGIONS
        stars[goal] += 1
        if option >= REGIONS:
            stars[option // REGIONS - 1] -= 1
        vineyard.stars = stars
        state.tell("star", seat, goal)
        if option < REGIONS or vineyard.built & state.pieces.star_gainers:
            start(state, seat, state.board.regions[goal].line)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Place or move an influence star")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        regions = state.board.regions
        goal = regions[option % REGIONS].id
        return goal if option < REGIONS else f"{regions[option // REGIONS - 1].id} {goal}"

    def words(self, state: Winery, seat: int, option: int) -> str:
        regions = state.board.regions
        goal = _(regions[option % REGIONS].name)
        if option < REGIONS:
            return _("A star in {region}", region=goal)
        return _("From {origin} to {region}", origin=_(regions[option // REGIONS - 1].name), region=goal)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"region:{state.board.regions[option % REGIONS].id}"]


REGISTRY[CHOOSE] = Choose()
REGISTRY[ANY_ORDER] = AnyOrder()
REGISTRY[IF] = If()
REGISTRY[PLAYERS] = Players()
REGISTRY[GROUP_GIFT] = GroupGift()
REGISTRY[TRAIN] = Train()
REGISTRY[RETRIEVE] = RetrieveWorkers()
REGISTRY[PLAN_WORKER] = PlanWorker()
REGISTRY[MOVE_ROOSTER] = MoveRooster()
REGISTRY[PASS_SEASON] = PassSeason()
REGISTRY[GAIN_TEMP_WORKER] = GainTempWorker()
REGISTRY[TAKE_FIRST_PLAYER_TOKEN] = TakeFirstPlayerToken()
REGISTRY[GIVE_TOUR] = GiveTour()
REGISTRY[STAR] = Star()
