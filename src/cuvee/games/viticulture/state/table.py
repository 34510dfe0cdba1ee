"""What lies on the table: vineyards, board and decks (§4, §15.1). Lists are never changed in place, so clones share them."""

from typing import Final, final

from cuvee.games.viticulture.pieces.automa import Difficulty
from cuvee.games.viticulture.pieces.boards import OUT, Action, Board
from cuvee.games.viticulture.pieces.box import Pieces
from cuvee.games.viticulture.pieces.cards import ALL_DECKS, DECKS, ORDER, STRUCTURE, VINE
from cuvee.games.viticulture.pieces.ops import NONE, Node
from cuvee.games.viticulture.pieces.structures import Structure
from cuvee.games.viticulture.state.scope import Scope
from cuvee.games.viticulture.state.vineyard import NO_CARDS, NOTHING, PLOTS, Vineyard, without
from cuvee.games.viticulture.state.workers import BESIDE, KINDS, PLACES, REGULAR, SPECIAL
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import SPECTATOR, State

STREAMS: Final = (
    "deck:vine", "deck:order", "deck:summer", "deck:winter", "deck:structure", "parents", "first", "automa", "specials",
    "visitor thief",
)  # fmt: skip
PARENTS: Final = 5
FIRST: Final = 6
AUTOMA_STREAM: Final = 7
SPECIALS_STREAM: Final = 8
THIEF: Final = 9
NO_MARKET: Final = [NONE] * 4
NO_WORKERS: Final = [NONE] * 64
NO_CUBES: Final = [NONE] * 16
NO_PACKS: Final[list[list[int]]] = []
NO_PLEDGES: Final[list[list[int]]] = [[], [], [], [], [], []]


@final
class SetUp:
    """What was chosen before the game (§3.1)."""

    def __init__(self, pieces: Pieces, board: Board, seats: int) -> None:
        self.pieces = pieces
        self.board = board
        self.seats = seats
        self.decks: list[list[int]] = []
        """The cards of each deck that are used in this game."""
        self.structure_cards = False
        self.special_workers = False
        self.market = board.market
        self.choose_parents = False
        self.years = 40
        self.level: Difficulty = pieces.levels[0]
        self.aggressive = False
        self.usable = 1 if seats <= 2 else 2 if seats <= 4 else 3
        """How many spaces of each action may be used (§5.3)."""


@final
class Winery(State):
    """The whole table."""

    title = "Viticulture"

    def __init__(self, setup: SetUp, seats: int, chance: Chance) -> None:
        super().__init__(seats, chance)
        self.setup = setup
        self.pieces = setup.pieces
        self.board = setup.board
        self.players: list[Vineyard] = []
        self.year = 0
        self.season = 0
        self.first = 0
        """The first chooser (§3.3); on the Essential board the holder of the first-player token (§14.1)."""
        self.last_year = False
        self.decks: list[list[int]] = NO_CARDS
        """Face down, the top card last."""
        self.discards: list[list[int]] = NO_CARDS
        self.market: list[int] = NO_MARKET
        """Vine places 1 and 2, then order places 1 and 2 (§4.13)."""
        self.spaces: list[int] = NO_WORKERS
        """The worker on each space: seat * KINDS + kind."""
        self.boxes: list[int] = NO_CUBES
        """The seat whose cube is in the expert box of each action."""
        self.blocked = 0
        """A bit for each trade with a glass token (§8.2)."""
        self.temporary = NONE
        """The seat that holds the gray worker; NONE while it is on the chart."""
        self.starter = NONE
        """The seat that holds the first-player token for next year; NONE while it is on the chart."""
        self.planned: list[int] = NOTHING
        """Planned workers in the order of planning: (seat * PLACES + place) * KINDS + kind (VISITORS §4.21)."""
        self.messengers: list[int] = NOTHING
        self.scopes: list[Scope] = []
        self.in_play: list[int] = NOTHING
        """Visitors being resolved: deck * 64 + card."""
        self.revealed: list[int] = NOTHING
        """Cards turned up by Caravan: deck * 64 + card."""
        self.pledged: list[list[int]] = NO_PLEDGES
        self.packs: list[list[int]] = NO_PACKS
        """Structure cards being drafted (§12.2)."""
        self.offers: list[list[int]] = NO_PACKS
        """Two mamas and two papas for each seat, which keeps one of each (§3.4)."""
        self.automa_deck: list[int] = NOTHING
        self.automa_discards: list[int] = NOTHING
        self.automa_workers = 0
        self.automa_cubes = 0
        self.glass = 0
        """A bit for each row that still has its glass token (§13.2)."""
        self.display: list[int] = NOTHING
        """Special workers that can be trained (§14.3)."""
        self.lost = False
        """The aggressive Automa ended the game (§13.9)."""

    @property
    def solo(self) -> bool:
        """Tell whether one player plays against the Automa (§13)."""
        return self.seats == 1

    def when(self) -> str:
        return f"year {self.year}"

    def clone(self) -> "Winery":
        """Copy the table."""
        twin = Winery(self.setup, self.seats, self.chance.clone())
        twin.players = [vineyard.clone() for vineyard in self.players]
        twin.year = self.year
        twin.season = self.season
        twin.first = self.first
        twin.last_year = self.last_year
        twin.decks = self.decks
        twin.discards = self.discards
        twin.market = self.market
        twin.spaces = self.spaces
        twin.boxes = self.boxes
        twin.blocked = self.blocked
        twin.temporary = self.temporary
        twin.starter = self.starter
        twin.planned = self.planned
        twin.messengers = self.messengers
        twin.scopes = [scope.clone() for scope in self.scopes]
        twin.in_play = self.in_play
        twin.revealed = self.revealed
        twin.pledged = self.pledged
        twin.packs = self.packs
        twin.offers = self.offers
        twin.automa_deck = self.automa_deck
        twin.automa_discards = self.automa_discards
        twin.automa_workers = self.automa_workers
        twin.automa_cubes = self.automa_cubes
        twin.glass = self.glass
        twin.display = self.display
        twin.lost = self.lost
        self.copy_to(twin)
        return twin

    def key(self) -> tuple[object, ...]:
        """List the whole table."""
        return (
            [vineyard.key() for vineyard in self.players], self.year, self.season, self.first, self.last_year, self.decks,
            self.discards, self.market, self.spaces, self.boxes, self.blocked, self.temporary, self.starter, self.planned,
            self.messengers, [scope.key() for scope in self.scopes], self.in_play, self.revealed, self.pledged, self.packs,
            self.offers, self.automa_deck, self.automa_discards, self.automa_workers, self.automa_cubes, self.glass,
            self.display, self.lost,
        )  # fmt: skip

    # Scopes.

    def scope(self) -> Scope:
        """Return what is being carried out."""
        return self.scopes[-1]

    def open_scope(self, seat: int, owner: int, action: int, place: int, worker: int) -> Scope:
        """Begin something that has registers of its own."""
        scope = Scope(seat, owner, action, place, worker)
        self.scopes = [*self.scopes, scope]
        return scope

    def close_scope(self) -> None:
        """End the innermost scope."""
        self.scopes = self.scopes[:-1]

    # Cards and decks (§4.13).

    def types_in_play(self) -> int:
        """Return the types of cards in this game, a bit for each."""
        return ALL_DECKS if self.setup.structure_cards else ALL_DECKS & ~(1 << STRUCTURE)

    def face_up(self, deck: int, place: int) -> int:
        """Return the face-up card of a type on place 0 or 1, or NONE."""
        return self.market[deck * 2 + place] if deck <= ORDER else NONE

    def can_draw(self, deck: int) -> bool:
        """Tell whether any card of a type can be drawn (§4.13)."""
        if self.decks[deck] or self.discards[deck]:
            return True
        return deck <= ORDER and (self.market[deck * 2] != NONE or self.market[deck * 2 + 1] != NONE)

    def set_deck(self, deck: int, cards: list[int]) -> None:
        """Replace a deck."""
        decks = self.decks[:]
        decks[deck] = cards
        self.decks = decks

    def set_discards(self, deck: int, cards: list[int]) -> None:
        """Replace a discard pile."""
        piles = self.discards[:]
        piles[deck] = cards
        self.discards = piles

    def top_card(self, deck: int) -> int:
        """Take the top card of a deck, or NONE; if the deck is empty, shuffle the discards into it first."""
        if not self.decks[deck]:
            if not self.discards[deck]:
                return NONE
            cards = sorted(self.discards[deck])
            self.shuffle(cards, deck)
            self.set_discards(deck, [])
            self.set_deck(deck, cards)
            self.tell("reshuffles", SPECTATOR, deck)
        self.reveal()
        card = self.decks[deck][-1]
        self.set_deck(deck, self.decks[deck][:-1])
        return card

    def set_market(self, place: int, card: int) -> None:
        """Lay a card face up."""
        market = self.market[:]
        market[place] = card
        self.market = market

    def fill_market(self) -> None:
        """Reveal cards on empty face-up places, place 1 first (§4.13)."""
        if not self.setup.market:
            return
        for place in range(4):
            if self.market[place] == NONE:
                card = self.top_card(place // 2)
                if card != NONE:
                    self.set_market(place, card)

    def discard(self, deck: int, card: int) -> None:
        """Put a card on its discard pile."""
        self.set_discards(deck, [*self.discards[deck], card])

    # Workers (§4.12).

    def set_space(self, place: int, who: int) -> None:
        """Put a worker on a space of the board, or take one away."""
        spaces = self.spaces[:]
        spaces[place] = who
        self.spaces = spaces

    def put_worker(self, seat: int, kind: int, place: int) -> None:
        """Place an available worker."""
        vineyard = self.players[seat]
        vineyard.change_ready(kind, -1)
        vineyard.placed = [*vineyard.placed, place * KINDS + kind]
        if place < BESIDE:
            self.set_space(place, seat * KINDS + kind)

    def take_worker(self, seat: int, worker: int) -> None:
        """Make a placed worker available again; its planned action, if any, is lost (VISITORS §4.19)."""
        vineyard = self.players[seat]
        place, kind = worker // KINDS, worker % KINDS
        vineyard.placed = without(vineyard.placed, worker)
        vineyard.change_ready(kind, 1)
        if place < BESIDE:
            self.set_space(place, NONE)
        planned = (seat * PLACES + place) * KINDS + kind
        if planned in self.planned:
            self.planned = without(self.planned, planned)
        if planned in self.messengers:
            self.messengers = without(self.messengers, planned)

    def workers_on(self, action: int) -> int:
        """Count the workers on and beside an action, of all players and the Automa (§7.3)."""
        found = 0
        for place in range(4 * action, 4 * action + 4):
            if self.spaces[place] != NONE:
                found += 1
        for vineyard in self.players:
            for worker in vineyard.placed:
                if worker // KINDS == BESIDE + action:
                    found += 1
        return found

    def has_expert(self, seat: int, action: int) -> bool:
        """Tell whether an action carries a seat's cube (§7.1)."""
        return action >= 0 and self.boxes[action] == seat

    def full(self, action: int) -> bool:
        """Tell whether all spaces usable at this player count are occupied (§4.12)."""
        return all(self.spaces[4 * action + space] != NONE for space in range(self.setup.usable))

    def bonus_of(self, place: int) -> int:
        """Return the line of the bonus of a space, or NONE (§5.4)."""
        if not 0 <= place < BESIDE:
            return NONE
        action = self.board.actions[place // 4]
        if place % 4 == 3:
            return action.expert.extra_space if action.expert is not None else NONE
        return action.spaces[place % 4].bonus

    def price(self, vineyard: Vineyard, structure: Structure, node: Node) -> int:
        """Return what a structure costs a player (VISITORS §4.10)."""
        price = node.price if node.price != NONE else structure.cost - node.discount
        for other in self.pieces.discounters:
            if vineyard.built >> other.number & 1:
                price -= other.discount
        return max(0, price)

    def action(self, number: int) -> Action:
        """Return an action of the board."""
        return self.board.actions[number]

    # What a seat may imagine.

    def shuffle_unknown(self, seat: int, rng: Chance) -> None:
        """Redeal the cards that a seat cannot see among the other hands, pledges, packs and the decks (§1.4)."""
        vineyards = self.players
        for deck in range(len(DECKS)):
            unseen = self.decks[deck][:]
            for other in range(self.seats):
                if other != seat:
                    unseen += vineyards[other].hand[deck]
                    unseen += [card % 64 for card in self.pledged[other] if card // 64 == deck]
                    if deck == STRUCTURE and self.packs:
                        unseen += self.packs[other]
            unseen.sort()
            rng.shuffle(unseen)
            at = 0
            for other in range(self.seats):
                if other != seat:
                    size = len(vineyards[other].hand[deck])
                    hand = vineyards[other].hand[:]
                    hand[deck] = sorted(unseen[at : at + size])
                    vineyards[other].hand = hand
                    at += size
                    at = self._redeal_pledges(other, deck, unseen, at)
                    if deck == STRUCTURE and self.packs:
                        at = self._redeal_pack(other, unseen, at)
            self.set_deck(deck, unseen[at:])
        for other in range(self.seats):
            if other != seat and vineyards[other].last_drawn != NONE:
                self._guess_drawn(vineyards[other], rng)
        for scope in self.scopes:
            if scope.seat != seat and scope.cards:
                self._guess_cards(scope, rng)
        if self.automa_deck:
            order = sorted(self.automa_deck)
            rng.shuffle(order)
            self.automa_deck = order

    def _redeal_pledges(self, other: int, deck: int, unseen: list[int], at: int) -> int:
        if not self.pledged[other]:
            return at
        pledges = self.pledged[other][:]
        for place in range(len(pledges)):
            if pledges[place] // 64 == deck:
                pledges[place] = deck * 64 + unseen[at]
                at += 1
        pledged = self.pledged[:]
        pledged[other] = pledges
        self.pledged = pledged
        return at

    def _redeal_pack(self, other: int, unseen: list[int], at: int) -> int:
        size = len(self.packs[other])
        packs = self.packs[:]
        packs[other] = sorted(unseen[at : at + size])
        self.packs = packs
        return at + size

    def _guess_drawn(self, vineyard: Vineyard, rng: Chance) -> None:
        """Guess the card drawn last: it is in the hand, but only its owner knows which one it is."""
        deck = vineyard.last_drawn // 64
        hand = vineyard.hand[deck]
        vineyard.last_drawn = deck * 64 + hand[rng.below(len(hand))] if hand else NONE

    def _guess_cards(self, scope: Scope, rng: Chance) -> None:
        """Guess all cards drawn by an action (Oracle): as many of each type as everybody has seen drawn."""
        guessed: list[int] = []
        for deck in range(len(DECKS)):
            hand = self.players[scope.seat].hand[deck][:]
            rng.shuffle(hand)
            many = len([card for card in scope.cards if card // 64 == deck])
            guessed += [deck * 64 + card for card in hand[:many]]
        scope.cards = sorted(guessed)

    # Invariants (§16).

    def problems(self) -> list[str]:
        """List the broken invariants that a single position can show."""
        found: list[str] = []
        for deck in range(len(DECKS)):
            need(self._deck_is_whole(deck), "every card lies in exactly one place (§16.1)", found)
        for place in range(4 if self.setup.market else 0):
            need(
                self.market[place] != NONE or self._may_be_empty(place // 2),
                "two vines and two orders lie face up (§16.2)",
                found,
            )
        for seat in range(self.seats):
            self._token_problems(self.players[seat], found)
            self._worker_problems(seat, found)
            self._structure_problems(self.players[seat], found)
        self._board_problems(found)
        return found

    def _may_be_empty(self, deck: int) -> bool:
        """Tell whether a face-up place may be empty: no card is left, or a payment is not complete (§4.13)."""
        if not self.decks[deck] and not self.discards[deck]:
            return True
        return any(frame.kind in ("discard_card", "vine_to_uproot", "reveal_pick", "discard_drawn") for frame in self.agenda)

    def _deck_is_whole(self, deck: int) -> bool:
        lying = self.decks[deck] + self.discards[deck]
        if deck <= ORDER:
            lying += [card for card in self.market[2 * deck : 2 * deck + 2] if card != NONE]
        for vineyard in self.players:
            lying += vineyard.hand[deck]
            if deck == VINE:
                for vines in vineyard.vines:
                    lying += vines
            if deck == STRUCTURE:
                lying += [card for card in vineyard.sites if card != NONE]
        for cards in self.pledged:
            lying += [card % 64 for card in cards if card // 64 == deck]
        if deck == STRUCTURE:
            for cards in self.packs:
                lying += cards
        lying += [card % 64 for card in self.in_play if card // 64 == deck]
        lying += [card % 64 for card in self.revealed if card // 64 == deck]
        lying.sort()
        return lying == self.setup.decks[deck]

    def _token_problems(self, vineyard: Vineyard, found: list[str]) -> None:
        pieces = self.pieces
        need(vineyard.lira >= 0 and vineyard.vp >= pieces.vp_floor, "lira and VP stay above their floor (§16.5)", found)
        need(0 <= vineyard.residual <= self.board.residual_max, "residual stays on its track (§16.5)", found)
        for mask in vineyard.grapes:
            need(mask >= 0 and not mask & ~1022, "grapes have values 1 to 9 (§16.4)", found)
        for kind in range(4):
            row = 1024 - (1 << pieces.wine_least[kind])
            need(not vineyard.wines[kind] & ~row, "wine has the values of its row (§16.4)", found)
        for field in range(3):
            free = vineyard.owned >> field & 1 > 0 and vineyard.sites[PLOTS + field] == NONE
            need(free or not vineyard.vines[field], "vines stand on owned fields without a structure card (§4.2)", found)

    def _worker_problems(self, seat: int, found: list[str]) -> None:
        vineyard, placed, special = self.players[seat], 0, 0
        for worker in vineyard.placed:
            place, kind = worker // KINDS, worker % KINDS
            if kind == REGULAR:
                placed += 1
            if kind >= SPECIAL:
                special |= 1 << (kind - SPECIAL)
            shown = place >= BESIDE or self.spaces[place] == seat * KINDS + kind
            need(shown, "a worker stands where the board shows it (§16.7)", found)
        regulars = vineyard.ready + vineyard.training + placed
        need(regulars == vineyard.regulars <= self.pieces.regulars, "no regular worker is lost or doubled (§16.6)", found)
        specials = vineyard.special_ready | vineyard.special_training | special
        need(specials == vineyard.specials, "no special worker is lost or doubled (§14.3)", found)
        need(vineyard.workers() <= self.pieces.workers_most, "nobody has more than six workers (§16.6)", found)
        need(not vineyard.temporary or self.temporary == seat, "the gray worker is with its holder (§16.6)", found)

    def _structure_problems(self, vineyard: Vineyard, found: list[str]) -> None:
        for structure in self.pieces.cellars:
            sound = not vineyard.built >> structure.number & 1 or vineyard.built & structure.needs == structure.needs
            need(sound, "a large cellar stands on a medium one (§16.12)", found)
        cards = 0
        for card in vineyard.sites:
            if card != NONE:
                cards |= 1 << card
        built = vineyard.built >> self.pieces.mat << self.pieces.mat
        need(cards == built, "every built structure card has a site (§12.3)", found)

    def _board_problems(self, found: list[str]) -> None:
        if not self.setup.special_workers:
            for action in self.board.actions:
                for space in range(self.setup.usable, 3):
                    empty = self.spaces[4 * action.number + space] == NONE
                    need(empty, "a space not used at this player count is empty (§16.7)", found)
        cubes = [0] * 7
        for owner in self.boxes:
            if owner != NONE:
                cubes[owner] += 1
        taken = 0
        for seat in range(self.seats):
            vineyard = self.players[seat]
            sound = not self.board.experts or cubes[seat] + vineyard.cubes == self.pieces.cubes
            need(sound and vineyard.cubes >= 0, "every cube is on the board or at home (§16.8)", found)
            if vineyard.column < OUT and vineyard.row > 0:
                need(not taken >> vineyard.row & 1, "no two roosters in one row (§16.10)", found)
                taken |= 1 << vineyard.row


def need(sound: bool, words: str, found: list[str]) -> None:
    """Note an invariant if it is broken."""
    if not sound:
        found.append(words)
