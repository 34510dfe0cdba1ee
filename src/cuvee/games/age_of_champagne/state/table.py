"""The table as the engine plays it: clones, changes, the draft, and guesses at secrets."""

from typing import final

from cuvee.games.age_of_champagne.pieces.vocabulary import GRAPES, REGIONS, SECTORS
from cuvee.games.age_of_champagne.state.codes import MARKETS
from cuvee.games.age_of_champagne.state.invariants import broken_invariants
from cuvee.games.age_of_champagne.state.layout import Layout
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import SPECTATOR


@final
class Houses(Layout):
    """The table as the engine plays it: copied, compared, guessed at and changed."""

    title = "Age of Champagne"

    # Copies and comparison.

    def when(self) -> str:
        return f"round {self.round}"

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

    def problems(self) -> list[str]:
        """Check the invariants that one position can show (§15)."""
        return broken_invariants(self)

    # Changing.

    def gain(self, who: int, points: int) -> None:
        """Change the score; it may become negative (§1.4)."""
        if points:
            self.prestige[who] += points
            self.tell("prestige", who, points)

    def change_eco(self, who: int, levels: int) -> None:
        """Move on the eco track level by level; levels beyond its ends become Prestige (§6.2)."""
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
        """Return what a pack held after its first picks."""
        hand = self.dealt[pack]
        for pick in range(picks):
            gone = self.kept[(pack + pick) % self.setup.participants][pick]
            hand = [card for card in hand if card != gone]
        return hand

    # Secrets.

    def shuffle_unknown(self, seat: int, rng: Chance) -> None:
        """Rearrange the decks, face-down tokens and inheritance hands that a seat cannot know (§12.2)."""
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
        """Mix the tokens of spaces that the seat has not looked at, and the supply too if its tokens are not known yet."""
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
        """Deal unseen cards anew; in a pack that the seat has passed on, only who kept which card is unknown (§3.3)."""
        count, done = self.setup.participants, len(self.kept[0])
        drafts = 0 <= seat < self.setup.players
        sights: list[list[int]] = [[] for _pack in range(count)]
        """For each pack, after how many picks the seat saw it."""
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
