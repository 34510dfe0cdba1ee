"""What lies on the table of Ora et Labora: stocks, landscapes, clergymen, wheel and display."""

from abc import abstractmethod
from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from cuvee.games.ora_et_labora.pieces.box import Pieces
from cuvee.games.ora_et_labora.pieces.buildings import PRINTED, Building
from cuvee.games.ora_et_labora.pieces.goods import COIN, COIN5, GRAIN, KINDS, STRAW, WONDER, Cost, Gain
from cuvee.games.ora_et_labora.pieces.landscapes import DISTRICT, FREE, PLOT, SETTLEMENT
from cuvee.games.ora_et_labora.pieces.modes import LETTERS, Mode
from cuvee.games.ora_et_labora.state.landscapes import NOWHERE, Ground, column, row
from cuvee.games.ora_et_labora.state.stocks import ENERGY, FOOD, Currency, can_name, turn_missing_straw
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import Decision, State

FIGURES: Final = 3
"""Places for the clergymen of a side: the prior, then two lay brothers."""
HOME: Final = -1
ABSENT: Final = -2
"""The second lay brother, who does not take part in the short games (§15.3)."""
OFF: Final = -1
"""The place of an indicator that is not, or no longer, on the wheel."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """One entry of a building's function, ready to be carried out (§10.2)."""

    def __init__(self, name: str) -> None:
        self.name = name
        """The card and the place of the entry on it; frames about effects are compared by this name."""

    def __repr__(self) -> str:
        return self.name

    @abstractmethod
    def perform(self, state: "Estates", user: int, building: int) -> None:
        """Carry it out for a user, or put the questions it needs on the agenda."""

    def possible(self, state: "Estates", user: int) -> bool:
        """Tell whether there is anything to do, so that it is worth paying for (R38, R53)."""
        return True


@final
class Setup:
    """What a mode and a variant determine for the whole game; shared by all its positions."""

    def __init__(
        self,
        pieces: Pieces,
        mode: Mode,
        variant: str,
        stages: list[list[int]],
        functions: list[list[Effect]],
        powers: tuple[Decision[Any], ...],
        currencies: list[Currency],
        present: int,
    ) -> None:
        self.pieces = pieces
        self.mode = mode
        self.variant = variant
        self.solo = mode.neutral is not None
        self.seats = mode.players
        self.sides = mode.players + (1 if self.solo else 0)
        """Landscapes on the table: those of the players and, in the solo game, of the neutral player (§18.3)."""
        self.stages = stages
        """The cards of the mode by stage: start, A, B, C, D (§3.4)."""
        self.functions = functions
        """What each building does, by its number."""
        self.powers = powers
        """The exchanges of §7.2 and §7.3."""
        self.currencies = currencies
        self.present = present
        """Wine or whiskey: what may be given instead of paying for a contract (§6.1.4)."""
        order = 1 if mode.dearest_first else 0
        self.prices = [pieces.district_prices[order], pieces.plot_prices[order]]
        present_coins = [exchange.count for exchange in pieces.exchanges if exchange.pays == present and exchange.gets == COIN]
        self.present_coins = present_coins[0] if present_coins else 0
        """What the present is worth in coins if it is exchanged (§7.3)."""


@final
class Estates(State):
    """Everything on the table. All of it is public, and nothing is drawn (§1.3)."""

    title = "Ora et Labora"

    def __init__(self, setup: Setup, chance: Chance) -> None:
        super().__init__(setup.seats, chance)
        self.setup = setup
        self.round = 0
        self.stage = 0
        """Letters whose cards are in play: 0 at the start, 1 after settlement phase A … (§8.4)."""
        self.price = 1
        """What a work contract costs (§6.1.3)."""
        self.used = 0
        """Bits of the once-per-action buildings already used in this action (R15)."""
        self.goods: list[list[int]] = []
        """By seat and kind; money as one amount under COIN (R35)."""
        self.grounds: list[Ground] = []
        self.cards: list[list[int]] = []
        """What lies on each space of each side's landscape."""
        self.clergy: list[int] = []
        """The building each figure stands on, HOME or ABSENT; FIGURES for each side, the prior first."""
        self.wheel: list[int] = []
        """How many spaces each indicator stands behind the beam, or OFF (§5.1)."""
        self.display: list[int] = []
        self.taken = [0, 0]
        """Tiles gone from the piles of districts and plots."""

    def when(self) -> str:
        return f"round {self.round}"

    def clone(self) -> "Estates":
        """Copy the table."""
        twin = Estates(self.setup, self.chance.clone())
        twin.round = self.round
        twin.stage = self.stage
        twin.price = self.price
        twin.used = self.used
        twin.goods = [goods[:] for goods in self.goods]
        twin.grounds = self.grounds[:]
        twin.cards = [cards[:] for cards in self.cards]
        twin.clergy = self.clergy[:]
        twin.wheel = self.wheel[:]
        twin.display = self.display[:]
        twin.taken = self.taken[:]
        self.copy_to(twin)
        return twin

    def key(self) -> tuple[object, ...]:
        """List the whole table."""
        return (
            self.setup.mode.id,
            self.setup.variant,
            self.round,
            self.stage,
            self.price,
            self.used,
            self.goods,
            [[ground.places, ground.terrain] for ground in self.grounds],
            self.cards,
            self.clergy,
            self.wheel,
            self.display,
            self.taken,
        )

    def shuffle_unknown(self, seat: int, rng: Chance) -> None:
        """Do nothing: everything is public (§1.3)."""

    # Looking at the table.

    def building(self, number: int) -> Building:
        """Return a building by its number."""
        return self.setup.pieces.buildings[number]

    def start_seat(self) -> int:
        """Return the start player of the round (§4.6)."""
        return (self.round - 1) % self.seats

    def wonders_left(self) -> int:
        """Return the wonder tiles in the supply (§2.1)."""
        left = self.setup.pieces.wonders
        for goods in self.goods:
            left -= goods[WONDER]
        return left

    def buildings_of(self, side: int) -> list[int]:
        """List the buildings in a landscape."""
        return [card for card in self.cards[side] if 0 <= card < SETTLEMENT]

    def settlements_of(self, seat: int) -> list[int]:
        """List the settlements in a landscape."""
        return [card - SETTLEMENT for card in self.cards[seat] if card >= SETTLEMENT]

    def hand(self, seat: int) -> list[int]:
        """List the settlement cards in hand: those of the letters in play that are not built (§3.5, §8.4)."""
        cards = self.cards[seat]
        return [
            settlement.number
            for settlement in self.setup.pieces.settlements
            if settlement.stage <= self.stage and SETTLEMENT + settlement.number not in cards
        ]

    def owner_of(self, building: int) -> int:
        """Return the side in whose landscape a building lies, or NOWHERE."""
        for side in range(self.setup.sides):
            if building in self.cards[side]:
                return side
        return NOWHERE

    def occupied(self, building: int) -> bool:
        """Tell whether anybody's clergyman stands on a building."""
        return building in self.clergy

    def prior_home(self, side: int) -> bool:
        """Tell whether the prior is available."""
        return self.clergy[side * FIGURES] == HOME

    def brother_home(self, side: int) -> bool:
        """Tell whether a lay brother is available."""
        at = side * FIGURES
        return self.clergy[at + 1] == HOME or self.clergy[at + 2] == HOME

    def anybody_home(self, side: int) -> bool:
        """Tell whether a clergyman is available."""
        return self.prior_home(side) or self.brother_home(side)

    def unoccupied_of(self, side: int) -> list[int]:
        """List the buildings of a landscape that nobody stands on."""
        clergy = self.clergy
        return [card for card in self.cards[side] if 0 <= card < SETTLEMENT and card not in clergy]

    def has_unoccupied(self, side: int) -> bool:
        """Tell whether a landscape has a building that nobody stands on."""
        clergy, found = self.clergy, NOWHERE
        for card in self.cards[side]:
            if 0 <= card < SETTLEMENT and card not in clergy:
                found = card
                break
        return found != NOWHERE

    def places_of(self, side: int, card: int) -> list[int]:
        """List the positions where a certain card lies: forests, moors, free spaces."""
        cards, places = self.cards[side], self.grounds[side].places
        return [places[index] for index in range(len(cards)) if cards[index] == card]

    def count(self, side: int, card: int) -> int:
        """Return how often a card lies in a landscape."""
        return self.cards[side].count(card)

    def cloister_count(self, side: int) -> int:
        """Return the number of cloister buildings in a landscape, printed ones included."""
        buildings = self.setup.pieces.buildings
        found = 0
        for card in self.cards[side]:
            if 0 <= card < SETTLEMENT and buildings[card].cloister:
                found += 1
        return found

    def touches_cloister(self, side: int, index: int) -> bool:
        """Tell whether a space has a cloister building beside it (§6.3.2)."""
        buildings, cards = self.setup.pieces.buildings, self.cards[side]
        for other in self.grounds[side].near[index]:
            card = cards[other]
            if 0 <= card < SETTLEMENT and buildings[card].cloister:
                return True
        return False

    def indicator_value(self, indicator: int) -> int:
        """Return what an indicator shows (§5.1)."""
        return self.setup.mode.values[self.wheel[indicator]]

    def pile_price(self, pile: int) -> int:
        """Return the price of the top tile of a pile, or NOWHERE if the pile is empty (§7.4)."""
        prices, taken = self.setup.prices[pile], self.taken[pile]
        return prices[taken] if taken < len(prices) else NOWHERE

    def cheapest_land(self) -> int:
        """Return the lower of the two top prices, or NOWHERE if both piles are empty."""
        district, plot = self.pile_price(DISTRICT), self.pile_price(PLOT)
        if NOWHERE in (district, plot):
            return max(district, plot)
        return min(district, plot)

    # Where cards may go.

    def open_terrain(self, side: int) -> int:
        """Return the bits of terrains with a free space and, shifted by 8, of those with one beside a cloister building."""
        cards, terrain = self.cards[side], self.grounds[side].terrain
        bits = 0
        for index in range(len(cards)):
            if cards[index] == FREE:
                bit = 1 << terrain[index]
                bits |= bit
                if not bits & (bit << 8) and self.touches_cloister(side, index):
                    bits |= bit << 8
        return bits

    def has_room(self, terrain: int, cloister: bool, open_terrain: int) -> bool:
        """Tell whether `open_terrain` has a space for a card."""
        return (terrain & (open_terrain >> 8 if cloister else open_terrain)) != 0

    def rooms(self, side: int, terrain: int, cloister: bool) -> list[int]:
        """List the positions where a card with these terrains may be built (§6.3.1, §6.3.2)."""
        cards, ground = self.cards[side], self.grounds[side]
        found: list[int] = []
        for index in range(len(cards)):
            suits = cards[index] == FREE and terrain >> ground.terrain[index] & 1
            if suits and (not cloister or self.touches_cloister(side, index)):
                found.append(ground.places[index])
        return found

    def can_build(self, seat: int) -> bool:
        """Tell whether a card in the display can be paid for and placed (§6.3.7)."""
        goods, buildings = self.goods[seat], self.setup.pieces.buildings
        room = NOWHERE  # worked out only if a card can be paid for; mostly none can
        for card in self.display:
            building = buildings[card]
            if can_name(goods, building.cost, 1):
                if room == NOWHERE:
                    room = self.open_terrain(seat)
                if self.has_room(building.terrain, building.cloister, room):
                    return True
        return False

    def buildable(self, seat: int) -> list[int]:
        """List the cards in the display that can be paid for and placed (§6.3.7)."""
        goods, buildings = self.goods[seat], self.setup.pieces.buildings
        room = self.open_terrain(seat)
        found: list[int] = []
        for card in self.display:
            building = buildings[card]
            if can_name(goods, building.cost, 1) and self.has_room(building.terrain, building.cloister, room):
                found.append(card)
        return found

    def settleable(self, seat: int) -> list[int]:
        """List the settlements in hand that can be paid for and placed (§8.3)."""
        goods, room = self.goods[seat], self.open_terrain(seat)
        found: list[int] = []
        for number in self.hand(seat):
            settlement = self.setup.pieces.settlements[number]
            if settlement.terrain & room and self.can_feed(goods, settlement.energy, settlement.food):
                found.append(number)
        return found

    # What can be paid.

    def can_feed(self, goods: list[int], energy: int, food: int, currency: int = FOOD) -> bool:
        """Tell whether energy and food can be paid together, with grain serving as either (R36)."""
        turned = 0
        if energy:
            turned = energy - self.setup.currencies[ENERGY].total(goods)
            if turned > goods[GRAIN]:
                return False
            turned = max(turned, 0)
        if not food:
            return True
        left = self.setup.currencies[currency].total(goods) - turned * self.setup.pieces.goods[GRAIN].food
        return left >= food

    def different_kinds(self, goods: list[int]) -> int:
        """Return how many different kinds a stock can give at once (§9.4, R13)."""
        found = 0
        for kind in range(KINDS):
            if kind != WONDER and goods[kind] > 0:
                found += 1
        if goods[STRAW] == 0 and goods[GRAIN] >= 2:
            found += 1
        if goods[COIN] >= 6:
            found += 1
        return found

    # Changing the table.

    def receive(self, seat: int, gain: Gain, times: int) -> None:
        """Take goods from the supply."""
        goods = self.goods[seat]
        for at in range(len(gain.kinds)):
            goods[gain.kinds[at]] += gain.counts[at] * times
            self.tell("gets", seat, gain.kinds[at], gain.counts[at] * times)

    def get(self, seat: int, good: int, count: int) -> None:
        """Take tiles of one good from the supply."""
        if count:
            self.goods[seat][good] += count
            self.tell("gets", seat, good, count)

    def give(self, seat: int, kind: int, count: int) -> None:
        """Pay tiles of a kind; missing straw is made from grain (R9, R36), five-coin tiles from coins (R35)."""
        goods = self.goods[seat]
        if kind == COIN5:
            goods[COIN] -= 5 * count
        elif kind == STRAW:
            turn_missing_straw(goods, count)
            goods[STRAW] -= count
        else:
            goods[kind] -= count
        self.tell("pays", seat, kind, count)

    def pay_named(self, seat: int, cost: Cost, times: int) -> None:
        """Pay the named goods and coins of a cost (§9.1, §9.2)."""
        for at in range(len(cost.kinds)):
            self.give(seat, cost.kinds[at], cost.counts[at] * times)
        if cost.straw:
            self.give(seat, STRAW, cost.straw * times)

    def lay(self, side: int, place: int, card: int) -> None:
        """Lay a card on a space of a landscape."""
        self.cards[side][self.grounds[side].at[place]] = card

    def put(self, side: int, prior: bool, building: int) -> None:
        """Put an available clergyman on a building."""
        at = side * FIGURES
        if not prior:
            at += 1 if self.clergy[at + 1] == HOME else 2
        assert self.clergy[at] == HOME
        self.clergy[at] = building

    def recall(self, side: int) -> None:
        """Take all clergymen of a side back."""
        for at in range(side * FIGURES, (side + 1) * FIGURES):
            if self.clergy[at] != ABSENT:
                self.clergy[at] = HOME

    def recall_prior(self, side: int) -> None:
        """Take the prior of a side back."""
        self.clergy[side * FIGURES] = HOME

    def raise_price(self, building: int) -> None:
        """Turn the start-player marker over when the Winery or the Distillery is built (§6.1.3)."""
        if self.building(building).raises_price:
            self.price = 2

    # Checking it.

    def problems(self) -> list[str]:
        """List every broken invariant that one position can show."""
        found = self._stock_problems() + self._clergy_problems() + self._card_problems()
        for side in range(self.setup.sides):
            found += self._land_problems(side)
        for indicator in range(len(self.wheel)):
            if not OFF <= self.wheel[indicator] < len(self.setup.mode.values):
                found.append(f"indicator {indicator} stands {self.wheel[indicator]} spaces behind the beam (§21.7)")
        for pile in (DISTRICT, PLOT):
            placed = sum(self._tiles(side, pile) for side in range(self.seats))
            if placed != self.taken[pile]:
                found.append(f"{self.taken[pile]} tiles were taken from pile {pile} but {placed} are placed (§21.8)")
        return found

    def _tiles(self, side: int, pile: int) -> int:
        ground = self.grounds[side]
        return ground.bottom - ground.top - 1 if pile == DISTRICT else len(ground.plots[0]) + len(ground.plots[1])

    def _stock_problems(self) -> list[str]:
        found = [
            f"the stock of seat {seat} is {self.goods[seat]} (§21.1)"
            for seat in range(self.seats)
            if min(self.goods[seat]) < 0 or self.goods[seat][COIN5] != 0
        ]
        if self.wonders_left() < 0:
            found.append("the players have more wonders than there are tiles (§21.1)")
        return found

    def _clergy_problems(self) -> list[str]:
        found: list[str] = []
        bonus = self.setup.mode.bonus_round and self.round == self.setup.mode.bonus_round
        standing = [at for at in self.clergy if at >= 0]
        if not bonus and len(set(standing)) != len(standing):
            found.append("two clergymen stand on one building (§21.2)")
        for side in range(self.setup.sides):
            figures = self.clergy[side * FIGURES : (side + 1) * FIGURES]
            if figures.count(ABSENT) != FIGURES - 1 - self.setup.mode.lay_brothers:
                found.append(f"side {side} has clergymen {figures} (§21.2)")
            for at in figures:
                owner = self.owner_of(at) if at >= 0 else side
                if owner == NOWHERE or (owner != side and not bonus):
                    found.append(f"a clergyman of side {side} stands on {at} (§21.2)")
        return found

    def _card_problems(self) -> list[str]:
        found: list[str] = []
        lying = self.display[:]
        for side in range(self.setup.sides):
            lying += [card for card in self.buildings_of(side) if card < self.setup.pieces.cards]
        in_play: list[int] = []
        for cards in self.setup.stages[: self.stage + 1]:
            in_play += cards
        if self.setup.solo:
            missing = len(in_play) - len(lying)
            sound = len(set(lying)) == len(lying) and set(lying) <= set(in_play) and missing >= 0
        else:
            sound = sorted(lying) == sorted(in_play)
        if not sound:
            found.append(f"the cards in play are {sorted(in_play)}, but those on the table are {sorted(lying)} (§21.4)")
        risen = any(self.building(card).raises_price and card not in self.display for card in in_play)
        if (self.price == 2) != risen:
            found.append(f"a work contract costs {self.price} (§21.11)")
        return found

    def _land_problems(self, side: int) -> list[str]:
        found: list[str] = []
        ground, cards, pieces = self.grounds[side], self.cards[side], self.setup.pieces
        if len(cards) != len(ground.places) or len(set(ground.places)) != len(ground.places):
            found.append(f"side {side} does not have exactly one space in each place (§21.6)")
        block = sorted({row(place) for place in ground.places if 0 <= column(place) <= 4})
        if block != list(range(ground.top, ground.bottom + 1)):
            found.append(f"heartland and districts of side {side} lie in rows {block} (§21.15)")
        built = self.settlements_of(side)
        if len(set(built)) != len(built) or any(pieces.settlements[number].stage > self.stage for number in built):
            found.append(f"side {side} has built settlements {built} (§21.5)")
        if side >= self.seats:
            return found
        for index in range(len(cards)):
            allowed = -1
            if 0 <= cards[index] < SETTLEMENT:
                allowed = self.building(cards[index]).terrain
            elif cards[index] >= SETTLEMENT:
                allowed = pieces.settlements[cards[index] - SETTLEMENT].terrain
            if not allowed >> ground.terrain[index] & 1:
                found.append(f"card {cards[index]} of side {side} stands on the wrong terrain (§21.6)")
        if len(self._cloister_group(side)) != self.cloister_count(side):
            found.append(f"the cloister buildings of side {side} are not connected (§21.6)")
        return found

    def _cloister_group(self, side: int) -> list[int]:
        """List the cloister buildings that can be reached from the printed one, from neighbour to neighbour."""
        cards, near = self.cards[side], self.grounds[side].near
        printed = self.setup.pieces.cards + side * PRINTED
        reached = [i for i in range(len(cards)) if printed <= cards[i] < printed + PRINTED and self.building(cards[i]).cloister]
        for index in reached:  # the list grows during the loop
            for other in near[index]:
                card = cards[other]
                if other not in reached and 0 <= card < SETTLEMENT and self.building(card).cloister:
                    reached.append(other)
        return reached


def letter(stage: int) -> str:
    """Return the letter on which the building marker stands (§8.1)."""
    return LETTERS[min(stage, len(LETTERS) - 1)]
