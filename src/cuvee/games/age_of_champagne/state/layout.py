"""Everything on the table, and how to count it: markers, cubes, orders, tokens."""

from cuvee.games.age_of_champagne.pieces.boards import Level
from cuvee.games.age_of_champagne.pieces.cards import Event, Market
from cuvee.games.age_of_champagne.pieces.vocabulary import FIRST, GRAPES, NOBODY, NOTHING, REGIONS, SIZE, SPOTS
from cuvee.games.age_of_champagne.state.codes import HOME, PROVISIONAL, RESERVED
from cuvee.games.age_of_champagne.state.setup import Setup
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import State


class Layout(State):
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
        """How often the token discard became the supply; after the first time everybody knows which tokens are in it."""
        self.spaces: list[list[int]] = []
        """The tokens on each Active order space (§3.1)."""
        self.known: list[int] = []
        """Who has looked at the tokens of each space: one bit per seat (§12.2)."""
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

    def event_card(self) -> Event:
        """Return the event in force."""
        return self.setup.pieces.events[self.event]

    def in_hand(self, who: int) -> int:
        """Count the Collaborators a participant has in hand (§4.2)."""
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
        """Return the first of these token faces that a player has kept, or NOTHING."""
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
        """Return how many grapes from the basket go to the winery: L in §5.7."""
        basket = self.basket
        return min(self.level(seat).capacity, self.winery_room(seat), basket[0] + basket[1] + basket[2])
