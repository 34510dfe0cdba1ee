"""What lies on the table of Age of Champagne."""

from typing import Final, final

from cuvee.games.age_of_champagne.pieces import (
    AGE,
    COUNCIL,
    DRAW,
    FIRST,
    GRAPES,
    NOBODY,
    NOTHING,
    PROMOTE,
    REGIONS,
    SECTORS,
    SIZE,
    SPOTS,
    VINEYARD,
    ZONES,
    Board,
    Deal,
    Event,
    Level,
    Market,
    Pieces,
)
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import SPECTATOR, State

VINEYARDS: Final = 0
MARKETS: Final = 1
TOKENS: Final = 2
CARDS: Final = 3
MERCHANT: Final = 4
"""The streams of luck: vineyards, markets, tokens, inheritance and events, the Wine Merchant."""

HOME: Final = -1
"""Where a free disc is when it is neither on a spot nor on a Market card."""
RESERVED: Final = 32
"""A disc on Market card c is at RESERVED + c."""

ACTIVE: Final = 0
PROVISIONAL: Final = 3
SLOTS: Final = 6
"""The six visible orders: slots 0 to 2 are Active, 3 to 5 Provisional, each by sector."""


@final
class Setup:
    """What does not change during a game: the pieces, who takes part, and the options (§1.3)."""

    def __init__(self, pieces: Pieces, players: int, level: str, side: str, trade: bool, tension: bool, person: bool) -> None:
        self.pieces = pieces
        self.players = players
        self.level = level
        """The difficulty of the Wine Merchant, empty without him (§10)."""
        self.merchant = players if level else NOBODY
        self.participants = players + 1 if level else players
        self.board: Board = pieces.board(side)
        self.trade = trade
        self.tension = tension
        self.person = person
        self.solo = self.participants == 2 and players == 1
        self.deal: Deal = pieces.deal_for(self.participants)
        self.faces = len(pieces.tokens)
        self.reservation_faces = [token.number for token in pieces.tokens if token.reserves]
        self.swap_faces = [token.number for token in pieces.tokens if token.swaps]
        self.cold_faces = [token.number for token in pieces.tokens if token.protects]
        self.action_faces = [token.number for token in pieces.tokens if token.zone != NOTHING]
        self.placeable = self._placeable()
        """Every spot where a marker may be placed when it is free (§4.2)."""
        self.single = [zone for zone in range(ZONES) if not self.board.many[zone]]
        """The zones where a player has one marker at most."""

    def _placeable(self) -> list[int]:
        sizes = SIZE[:]
        sizes[VINEYARD] = self.participants
        sizes[COUNCIL] = self.deal.council
        sizes[PROMOTE] = 0
        sizes[AGE] = SIZE[AGE] if self.board.marketing else 0
        return [spot for zone in range(ZONES) for spot in range(FIRST[zone], FIRST[zone] + sizes[zone])]


@final
class Houses(State):
    """Boards, cards, cubes and markers.

    Cubes of a participant lie in flat lists, three numbers each: `cellar[3 * who + cuvee]`. A list inside a list, and every
    list of cards, is replaced and never changed, so that a clone may share it.
    """

    def __init__(self, setup: Setup, seats: int, chance: Chance) -> None:  # noqa: PLR0915 (one line for each thing on the table)
        super().__init__(seats, chance)
        self.setup = setup
        self.round = 0
        self.event = NOTHING
        self.key_element = NOTHING
        """The key region or grape of a local event (§7.3)."""
        self.council: list[int] = []
        """The participants from position 1 on (§1.2)."""
        self.spots: list[int] = []
        """Whose marker stands on each spot."""
        self.discs: list[int] = []
        """Where the free disc of each player is: HOME, a spot, or RESERVED + a Market card (§8)."""
        self.blocked: list[int] = []
        """The spots under the discs of High Tension (§11.3)."""
        self.prestige: list[int] = []
        self.eco: list[int] = []
        self.press: list[int] = []
        self.modules: list[int] = []
        self.supply: list[int] = []
        self.wines: list[int] = []
        self.cellar: list[int] = []
        self.cave: list[int] = []
        """The oenotheques (§1.2)."""
        self.grid: list[int] = []
        self.basket: list[int] = []
        """Grapes just harvested, not yet stored (§5.7)."""
        self.estates: list[list[int]] = []
        """The Vineyard cards above each player's board, as card * REGIONS + region."""
        self.lands: list[int] = []
        """Land ownership tokens, by player and region (§8.1)."""
        self.tokens: list[int] = []
        """Tokens kept, by player and face; a reservation token in play is among them (§8.3)."""
        self.token_supply: list[int] = []
        self.token_discard: list[int] = []
        self.reshuffles = 0
        """How often the token discard became the supply: from then on everybody knows which tokens are in it."""
        self.spaces: list[list[int]] = []
        """The tokens on each Active order space (§3.1)."""
        self.known: list[int] = []
        """Who has looked at the tokens of each space: one bit a seat (§12.2)."""
        self.offers: list[int] = []
        self.piles: list[list[int]] = []
        """Vineyard stacks, the Upcoming offer last."""
        self.vineyard_discard: list[int] = []
        self.orders: list[int] = []
        self.stacks: list[list[int]] = []
        """Market stacks, the Provisional order last."""
        self.market_discard: list[list[int]] = []
        self.events: list[int] = []
        self.past: list[int] = []
        self.dealt: list[list[int]] = []
        """The inheritance hands as they were dealt, by the participant who got them first; empty after the draft."""
        self.kept: list[list[int]] = []
        """The inheritance cards kept, in the order of the picks (the Wine Merchant's are removed unseen, §3.3)."""

    # Copies and comparison.

    def clone(self) -> "Houses":
        """Copy the table."""
        twin = Houses(self.setup, self.seats, self.chance.clone())
        twin.round = self.round
        twin.event = self.event
        twin.key_element = self.key_element
        twin.council = self.council
        twin.spots = self.spots[:]
        twin.discs = self.discs[:]
        twin.blocked = self.blocked
        twin.prestige = self.prestige[:]
        twin.eco = self.eco[:]
        twin.press = self.press[:]
        twin.modules = self.modules[:]
        twin.supply = self.supply[:]
        twin.wines = self.wines[:]
        twin.cellar = self.cellar[:]
        twin.cave = self.cave[:]
        twin.grid = self.grid[:]
        twin.basket = self.basket[:]
        twin.estates = self.estates[:]
        twin.lands = self.lands[:]
        twin.tokens = self.tokens[:]
        twin.token_supply = self.token_supply
        twin.token_discard = self.token_discard
        twin.reshuffles = self.reshuffles
        twin.spaces = self.spaces[:]
        twin.known = self.known[:]
        twin.offers = self.offers[:]
        twin.piles = self.piles[:]
        twin.vineyard_discard = self.vineyard_discard
        twin.orders = self.orders[:]
        twin.stacks = self.stacks[:]
        twin.market_discard = self.market_discard[:]
        twin.events = self.events
        twin.past = self.past
        twin.dealt = self.dealt
        twin.kept = self.kept[:]
        self.copy_to(twin)
        return twin

    def key(self) -> tuple[object, ...]:
        """List the whole table."""
        return (
            (self.round, self.event, self.key_element, self.council),
            (self.spots, self.discs, self.blocked),
            (self.prestige, self.eco, self.press, self.modules),
            (self.supply, self.wines, self.cellar, self.cave, self.grid, self.basket),
            (self.estates, self.lands),
            (self.tokens, self.token_supply, self.token_discard, self.reshuffles, self.spaces, self.known),
            (self.offers, self.piles, self.vineyard_discard),
            (self.orders, self.stacks, self.market_discard),
            (self.events, self.past),
            (self.dealt, self.kept),
        )

    # Looking.

    def event_card(self) -> Event:
        """Return the event in force."""
        return self.setup.pieces.events[self.event]

    def in_hand(self, who: int) -> int:
        """Count the Collaborators a participant has at hand (§4.2)."""
        setup = self.setup
        merchant = who == setup.merchant
        count = setup.pieces.merchant_collaborators if merchant else setup.pieces.collaborators
        spots = self.spots
        for spot in range(SPOTS):
            if spots[spot] == who:
                count -= 1
        if not merchant:
            disc = self.discs[who]
            if disc != HOME and disc < RESERVED:
                count += 1
        return count

    def stands_in(self, who: int, zone: int) -> bool:
        """Tell whether a participant has a marker in a zone."""
        return who in self.spots[FIRST[zone] : FIRST[zone] + SIZE[zone]]

    def markers_in(self, who: int, zone: int) -> list[int]:
        """List the spots of a zone where a participant has a marker."""
        spots = self.spots
        return [spot for spot in range(FIRST[zone], FIRST[zone] + SIZE[zone]) if spots[spot] == who]

    def total(self, cubes: list[int], who: int) -> int:
        """Add up the three colours of a participant in a flat list of cubes."""
        at = GRAPES * who
        return cubes[at] + cubes[at + 1] + cubes[at + 2]

    def winery_room(self, seat: int) -> int:
        """Count the free spaces of a winery (§2.9)."""
        return self.setup.pieces.module_capacity * self.modules[seat] - self.total(self.wines, seat)

    def level(self, seat: int) -> Level:
        """Return the press level of a player (§5.2)."""
        return self.setup.pieces.levels[self.press[seat] - 1]

    def bonus(self, who: int, cuvee: int) -> int:
        """Return what the grid adds to each cuvee of a type that is shipped (§2.9)."""
        return self.setup.pieces.bonus[cuvee][self.grid[GRAPES * who + cuvee]]

    def order_at(self, slot: int) -> int:
        """Return the Market card of a slot, or NOTHING."""
        if slot < PROVISIONAL:
            return self.orders[slot]
        stack = self.stacks[slot - PROVISIONAL]
        return stack[len(stack) - 1] if stack else NOTHING

    def market_at(self, slot: int) -> Market:
        """Return the order of a slot that holds one."""
        return self.setup.pieces.markets[self.order_at(slot)]

    def reserved_by(self, card: int) -> int:
        """Return whose disc lies on a Market card (§8.3)."""
        for seat in range(self.setup.players):
            if self.discs[seat] == RESERVED + card:
                return seat
        return NOBODY

    def holds(self, seat: int, face: int) -> int:
        """Count the tokens of a face that a player keeps."""
        return self.tokens[self.setup.faces * seat + face]

    def first_held(self, seat: int, faces: list[int]) -> int:
        """Return the first of some token faces that a player keeps, or NOTHING."""
        start = self.setup.faces * seat
        for face in faces:
            if self.tokens[start + face]:
                return face
        return NOTHING

    def reservation_token(self, seat: int) -> int:
        """Return a token that lets a player reserve an order now, or NOTHING (§8.3)."""
        if self.discs[seat] != HOME:
            return NOTHING
        return self.first_held(seat, self.setup.reservation_faces)

    def swap_token(self, seat: int) -> int:
        """Return a token that changes the mode of transport, or NOTHING (§8.4)."""
        return self.first_held(seat, self.setup.swap_faces)

    def cold_token(self, seat: int) -> int:
        """Return a token that protects against the cold, or NOTHING (§8.5)."""
        return self.first_held(seat, self.setup.cold_faces)

    def action_token(self, seat: int, zone: int) -> int:
        """Return a token for an additional action in a zone, or NOTHING (§8.2)."""
        for face in self.setup.action_faces:
            if self.holds(seat, face) and self.setup.pieces.tokens[face].zone == zone:
                return face
        return NOTHING

    def grows(self, seat: int, without: int) -> list[int]:
        """Add up the grapes of a player's cards, those of one region left out (§5.7)."""
        grapes = [0] * GRAPES
        for plot in self.estates[seat]:
            if plot % REGIONS != without:
                card = self.setup.pieces.vineyards[plot // REGIONS]
                grapes[card.grape] += card.quantity
        return grapes

    def storable(self, seat: int) -> int:
        """Return how many grapes of the basket go to the winery: L of §5.7."""
        basket = self.basket
        return min(self.level(seat).capacity, self.winery_room(seat), basket[0] + basket[1] + basket[2])

    # Changing.

    def gain(self, who: int, points: int) -> None:
        """Change the score; it may become negative (§1.4)."""
        if points:
            self.prestige[who] += points
            self.tell("prestige", who, points)

    def change_eco(self, who: int, levels: int) -> None:
        """Move on the eco track level by level; what cannot be made is Prestige (§6.2)."""
        pieces = self.setup.pieces
        reached = self.eco[who] + levels
        top = len(pieces.eco_values)
        kept = max(1, min(top, reached))
        if kept != self.eco[who]:
            self.tell("eco", who, kept - self.eco[who], kept)
            self.eco[who] = kept
        if reached > top:
            self.gain(who, (reached - top) * pieces.eco_top)
        elif reached < 1:
            self.gain(who, (1 - reached) * pieces.eco_bottom)

    def put(self, cubes: list[int], who: int, cuvee: int, count: int) -> int:
        """Put cubes from the supply on a board, as many as there are; return how many (§2.1)."""
        taken = min(count, self.supply[cuvee])
        cubes[GRAPES * who + cuvee] += taken
        self.supply[cuvee] -= taken
        return taken

    def give_back(self, cubes: list[int], who: int, cuvee: int, count: int) -> None:
        """Return cubes from a board to the supply."""
        cubes[GRAPES * who + cuvee] -= count
        self.supply[cuvee] += count

    def keep_token(self, seat: int, face: int, count: int) -> None:
        """Change how many tokens of a face a player keeps."""
        self.tokens[self.setup.faces * seat + face] += count

    def use_token(self, seat: int, face: int) -> None:
        """Put a kept token on the discard pile (§8)."""
        self.keep_token(seat, face, -1)
        self.token_discard = [*self.token_discard, face]

    def place_vineyard(self, seat: int, card: int, region: int) -> None:
        """Lay a Vineyard card above a player's board and apply its bonus (§5.1)."""
        self.estates[seat] = [*self.estates[seat], card * REGIONS + region]
        self.tell("vineyard", seat, card, region)
        vineyard = self.setup.pieces.vineyards[card]
        self.gain(seat, vineyard.prestige)
        self.change_eco(seat, vineyard.eco)

    def refill(self, sector: int) -> None:
        """Shuffle the discards of a sector into a new stack when the stack is empty (§5.5.3)."""
        if not self.stacks[sector]:
            again = self.market_discard[sector][:]
            self.shuffle(again, MARKETS)
            self.stacks[sector] = again
            self.market_discard[sector] = []

    # The draft.

    def draft_hand(self, who: int) -> list[int]:
        """Return the hand a participant holds now: a pack moves one participant on at each pick (§3.3)."""
        count = self.setup.participants
        done = len(self.kept[who])
        pack = (who - done) % count
        hand = self.dealt[pack]
        for pick in range(done):
            picker = self.kept[(pack + pick) % count]
            hand = [card for card in hand if card != picker[pick]]
        return hand

    def pack_before(self, pack: int, picks: int) -> list[int]:
        """Return what a pack held before so many picks were made from it."""
        hand = self.dealt[pack]
        for pick in range(picks):
            gone = self.kept[(pack + pick) % self.setup.participants][pick]
            hand = [card for card in hand if card != gone]
        return hand

    # Secrets.

    def shuffle_unknown(self, seat: int, rng: Chance) -> None:
        """Rearrange decks, face-down tokens and inheritance hands, as far as a seat cannot know them (§12.2)."""
        self._shuffle_vineyards(rng)
        for sector in range(SECTORS):
            stack = self.stacks[sector]
            if len(stack) > 1:
                hidden = sorted(stack[:-1])
                rng.shuffle(hidden)
                self.stacks[sector] = [*hidden, stack[-1]]
        hidden = [event for event in range(len(self.setup.pieces.events)) if event not in self.past]
        rng.shuffle(hidden)
        self.events = hidden[: len(self.events)]
        self._shuffle_tokens(seat, rng)
        if self.dealt:
            self._shuffle_draft(seat, rng)

    def _shuffle_vineyards(self, rng: Chance) -> None:
        hidden: list[int] = []
        for pile in self.piles:
            hidden += pile[:-1]
        hidden.sort()
        rng.shuffle(hidden)
        for column in range(len(self.piles)):
            pile = self.piles[column]
            if len(pile) > 1:
                size = len(pile) - 1
                self.piles[column] = [*hidden[:size], pile[size]]
                hidden = hidden[size:]

    def _shuffle_tokens(self, seat: int, rng: Chance) -> None:
        """Mix the tokens of spaces that the seat has not looked at with the supply, unless that is known by now."""
        unseen = [space for space in range(SECTORS) if seat == SPECTATOR or not self.known[space] >> seat & 1]
        hidden: list[int] = []
        for space in unseen:
            hidden += self.spaces[space]
        supply = sorted(self.token_supply)
        if self.reshuffles:
            rng.shuffle(supply)
        else:
            hidden += supply
        hidden.sort()
        rng.shuffle(hidden)
        for space in unseen:
            size = len(self.spaces[space])
            self.spaces[space] = sorted(hidden[:size])
            hidden = hidden[size:]
        self.token_supply = supply if self.reshuffles else hidden

    def _shuffle_draft(self, seat: int, rng: Chance) -> None:
        """Deal unseen cards anew; of a pack that the seat has passed on, only who kept what is unknown (§3.3)."""
        count, done = self.setup.participants, len(self.kept[0])
        drafts = 0 <= seat < self.setup.players
        sights: list[list[int]] = [[] for _pack in range(count)]
        """Of each pack: before how many picks the seat saw it."""
        if drafts:
            for pick in range(done + 1):
                sights[(seat - pick) % count].append(pick)
        packs = [self.pack_before(pack, done) for pack in range(count)]
        seen: list[int] = []
        for pack in range(count):
            if sights[pack]:
                seen += self.pack_before(pack, sights[pack][0])
        unseen = [card for card in range(len(self.setup.pieces.inheritance)) if card not in seen]
        rng.shuffle(unseen)
        kept = [picks[:] for picks in self.kept]
        for pack in range(count):
            first = sights[pack][0] if sights[pack] else done + 1
            for pick in range(min(first, done)):
                kept[(pack + pick) % count][pick] = unseen.pop()
            if first > done:
                packs[pack] = sorted(unseen[len(unseen) - len(packs[pack]) :])
                unseen = unseen[: len(unseen) - len(packs[pack])]
            elif sights[pack][-1] < done:
                self._shuffle_passed(kept, packs, pack, sights[pack][-1], done, rng)
        self.kept = kept
        self.dealt = [
            sorted(packs[pack] + [kept[(pack + pick) % count][pick] for pick in range(done)]) for pack in range(count)
        ]

    def _shuffle_passed(
        self, kept: list[list[int]], packs: list[list[int]], pack: int, sight: int, done: int, rng: Chance
    ) -> None:
        count = self.setup.participants
        rest = self.pack_before(pack, sight + 1)
        rng.shuffle(rest)
        for pick in range(sight + 1, done):
            kept[(pack + pick) % count][pick] = rest.pop()
        packs[pack] = sorted(rest)

    # Soundness.

    def problems(self) -> list[str]:
        """Check the invariants that one position can show."""
        return [
            *self._cube_problems(),
            *self._board_problems(),
            *self._card_problems(),
            *self._token_problems(),
            *self._marker_problems(),
        ]

    def _cube_problems(self) -> list[str]:
        found: list[str] = []
        for colour in range(GRAPES):
            count = self.supply[colour] + self.basket[colour]
            for who in range(self.setup.participants):
                at = GRAPES * who + colour
                count += self.wines[at] + self.cellar[at] + self.cave[at] + self.grid[at]
            if count != self.setup.pieces.cubes[colour]:
                found.append(f"there are {count} cubes of colour {colour} (§2.1)")
        everywhere = (self.supply, self.basket, self.wines, self.cellar, self.cave, self.grid)
        return found + [f"a number of cubes is negative: {cubes}" for cubes in everywhere if min(cubes) < 0]

    def _board_problems(self) -> list[str]:
        pieces, found = self.setup.pieces, list[str]()
        for seat in range(self.setup.players):
            if not 1 <= self.modules[seat] <= pieces.modules:
                found.append(f"player {seat} has {self.modules[seat]} modules (§2.9)")
            if self.winery_room(seat) < 0:
                found.append(f"the winery of player {seat} holds too much (§2.9)")
            if not 1 <= self.press[seat] <= len(pieces.levels):
                found.append(f"the press of player {seat} is at {self.press[seat]} (§2.9)")
        if sum(self.modules[: self.setup.players]) > pieces.modules_in_box:
            found.append("more modules than the box holds (§2.9)")
        for who in range(self.setup.participants):
            merchant = who == self.setup.merchant
            if self.total(self.cellar, who) > (pieces.merchant_cellar if merchant else pieces.cellar):
                found.append(f"the cellar of {who} holds too much (§2.9)")
            if self.total(self.cave, who) > (pieces.merchant_cave if merchant else pieces.cave):
                found.append(f"the oenotheque of {who} holds too much (§2.9)")
            if max(self.grid[GRAPES * who : GRAPES * who + GRAPES]) > pieces.column:
                found.append(f"a grid column of {who} holds too much (§2.9)")
            if not 1 <= self.eco[who] <= len(pieces.eco_values):
                found.append(f"the eco level of {who} is {self.eco[who]} (§2.8)")
        return found

    def _card_problems(self) -> list[str]:
        pieces, found = self.setup.pieces, list[str]()
        lying = [card for card in self.offers if card != NOTHING] + self.vineyard_discard
        for pile in self.piles:
            lying = lying + pile
        for estate in self.estates:
            lying = lying + [plot // REGIONS for plot in estate]
        aside = [card.number for card in pieces.vineyards if card.inherited and card.number not in lying]
        if sorted(lying + aside) != list(range(len(pieces.vineyards))):
            found.append("every Vineyard card lies in exactly one place (§2.2)")
        for card in lying:
            if pieces.vineyards[card].inherited and not any(
                card == plot // REGIONS for plots in self.estates for plot in plots
            ):
                found.append("an inherited vineyard is not in an estate (§3.3)")
        for sector in range(SECTORS):
            cards = self.stacks[sector] + self.market_discard[sector]
            if self.orders[sector] != NOTHING:
                cards = [*cards, self.orders[sector]]
            if sorted(cards) != [card.number for card in pieces.markets if card.sector == sector]:
                found.append(f"every Market card of sector {sector} lies in exactly one place (§2.3)")
            if not self.stacks[sector]:
                found.append(f"sector {sector} has no Provisional order (§5.5.3)")
            if self.orders[sector] == NOTHING and not self.event_card().no_refill:
                found.append(f"sector {sector} has no Active order (§7.2)")
        if len(set(self.events + self.past)) != pieces.drawn or len(self.past) != self.round:
            found.append("one event of those drawn is revealed a round (§4.1)")
        return found

    def _token_problems(self) -> list[str]:
        pieces, found = self.setup.pieces, list[str]()
        counts = [0] * self.setup.faces
        for face in self.token_supply + self.token_discard:
            counts[face] += 1
        for space in self.spaces:
            for face in space:
                counts[face] += 1
            if len(space) > pieces.tokens_per_space:
                found.append("a market space holds too many tokens (§3.1)")
        for at in range(len(self.tokens)):
            counts[at % self.setup.faces] += self.tokens[at]
        lands = sum(self.lands)
        for token in pieces.tokens:
            if token.land:
                placed = min(lands, token.count - counts[token.number])
                counts[token.number] += placed
                lands -= placed
        if lands or counts != [token.count for token in pieces.tokens]:
            found.append("every Bonus token lies in exactly one place (§2.6)")
        return found

    def _marker_problems(self) -> list[str]:
        setup, found = self.setup, list[str]()
        if self.council and sorted(self.council) != list(range(setup.participants)):
            found.append("the Council order names every participant once (§1.2)")
        for who in range(setup.participants):
            if self.in_hand(who) < 0:
                found.append(f"participant {who} has too many markers on the board (§4.2)")
            if len(self.markers_in(who, DRAW)) > 1 and not setup.board.many[DRAW]:
                found.append(f"player {who} has two markers at the Wine Draw (§4.2)")
        for spot in self.blocked:
            if self.spots[spot] != NOBODY:
                found.append("a marker stands on a blocked spot (§11.3)")
        for column in range(SIZE[VINEYARD]):
            if self.spots[column] != NOBODY and (column >= len(self.offers) or self.offers[column] == NOTHING):
                found.append("a marker stands where there is no Vineyard card (§4.2)")
        if not setup.board.marketing and any(self.spots[at] != NOBODY for at in range(FIRST[PROMOTE], FIRST[AGE] + SIZE[AGE])):
            found.append("a marker stands in a zone that this side does not have (§11.1)")
        for spot in range(FIRST[COUNCIL] + setup.deal.council, SPOTS):
            if self.spots[spot] != NOBODY:
                found.append("a marker stands on a Council position that does not exist (§4.2)")
        for seat in range(setup.players):
            disc = self.discs[seat]
            if disc != HOME and disc < RESERVED and self.spots[disc] != seat:
                found.append(f"the disc of player {seat} is not where it should be (§8)")
            if disc >= RESERVED and all(self.order_at(slot) != disc - RESERVED for slot in range(SLOTS)):
                found.append(f"player {seat} reserves an order that nobody can see (§8.3)")
        return found
