"""The table as the engine plays on it: copies, guesses at what is hidden, and what a seat can do."""

from typing import final

from cuvee.games.vinhos.pieces.vocabulary import (
    BANK,
    CELLARS,
    EXPERTS,
    EXPORT,
    MOST,
    RELEASE,
    SALES,
    STAFF,
    VINEYARDS,
    WINERIES,
)
from cuvee.games.vinhos.state.codes import (
    CELLAR,
    COLOR,
    ENOLOGISTS,
    FARMERS,
    NONE,
    PRESSES,
    SUPPLY_CELLARS,
    SUPPLY_ENOLOGISTS,
    SUPPLY_FARMERS,
    SUPPLY_WINERIES,
    UP,
    VINES,
)
from cuvee.games.vinhos.state.invariants import broken_invariants
from cuvee.games.vinhos.state.layout import Layout
from cuvee.kernel.chance import Chance


@final
class Table(Layout):
    """The table as the engine plays on it: it can be copied, compared and guessed at, and knows what a seat can do.

    Lists inside lists are replaced, never changed in place, so that clones can share them.
    """

    title = "Vinhos"

    def when(self) -> str:
        return f"year {self.year}"

    def clone(self) -> "Table":
        """Copy the table."""
        twin = Table(self.setup, self.chance.clone())
        twin.year = self.year
        twin.vintage = self.vintage
        twin.order = self.order
        twin.marker = self.marker[:]
        twin.money = self.money[:]
        twin.fair_points = self.fair_points[:]
        twin.trade_vp = self.trade_vp[:]
        twin.fair_vp = self.fair_vp[:]
        twin.barrels = self.barrels[:]
        twin.porto = self.porto[:]
        twin.porto_left = self.porto_left[:]
        twin.released = self.released[:]
        twin.land = self.land[:]
        twin.magnate_barrels = self.magnate_barrels[:]
        twin.sales = self.sales[:]
        twin.export = self.export[:]
        twin.booths = self.booths[:]
        twin.in_play = self.in_play
        twin.cubes = self.cubes[:]
        twin.stacks = self.stacks[:]
        twin.knows = self.knows[:]
        twin.decks = self.decks[:]
        twin.returned = self.returned[:]
        twin.experts = self.experts[:]
        twin.vintages = self.vintages
        twin.supply = self.supply[:]
        self._copy_mode_to(twin)
        self.copy_to(twin)
        return twin

    def _copy_mode_to(self, twin: "Table") -> None:
        """Copy what changes in one of the modes only; share the rest."""
        reserve, solo = self.setup.reserve, self.setup.solo
        twin.lost_vp = self.lost_vp[:] if reserve else self.lost_vp
        twin.account = self.account[:] if reserve else self.account
        twin.level = self.level[:] if reserve else self.level
        twin.fair_tiles = self.fair_tiles[:] if reserve else self.fair_tiles
        twin.levels = self.levels[:] if reserve else self.levels
        twin.bonus_marks = self.bonus_marks[:] if reserve else self.bonus_marks
        twin.option_marks = self.option_marks[:] if reserve else self.option_marks
        twin.tiles = self.tiles if reserve else self.tiles[:]
        twin.multipliers = self.multipliers if reserve else self.multipliers[:]
        twin.display = self.display if reserve else self.display[:]
        twin.deck = self.deck
        twin.lacerda_experts = self.lacerda_experts
        twin.cards = self.cards[:] if solo else self.cards
        twin.drawn = self.drawn
        twin.gone = self.gone[:] if solo else self.gone
        twin.gone_vineyards = self.gone_vineyards
        twin.gone_tiles = self.gone_tiles

    def key(self) -> tuple[object, ...]:
        """Return everything that makes up the table."""
        return (
            (self.year, self.vintage, self.order, self.marker, self.money, self.fair_points),
            (self.trade_vp, self.fair_vp, self.lost_vp, self.barrels, self.porto, self.porto_left, self.released),
            (self.account, self.level, self.fair_tiles, self.levels, self.bonus_marks, self.option_marks),
            (self.land, self.magnate_barrels, self.sales, self.export, self.booths, self.in_play, self.cubes),
            (self.stacks, self.knows, self.decks, self.returned, self.experts, self.tiles, self.multipliers),
            (self.display, self.deck, self.vintages, self.supply),
            (self.lacerda_experts, self.cards, self.drawn, self.gone, self.gone_vineyards, self.gone_tiles),
        )

    def shuffle_unknown(self, seat: int, rng: Chance) -> None:
        """Shuffle everything below the tops of stacks and decks, and everything face-down (§1.6)."""
        for region in range(len(self.stacks)):
            stack = self.stacks[region]
            if len(stack) > 2 and (seat < 0 or not self.knows[region] >> seat & 1):
                self.stacks[region] = stack[:1] + shuffled(stack[1:], rng)
        for feature in range(len(self.decks)):
            deck = self.decks[feature]
            seen = max(1, len(deck) - self.returned[feature])
            self.decks[feature] = deck[:1] + shuffled(deck[1:seen], rng) + deck[seen:]
        self.vintages = shuffled(self.vintages, rng)
        actions = [tile for tile in self.deck if tile < MOST]
        self.deck = shuffled(actions, rng) + shuffled(self.deck[len(actions) :], rng)
        for number in range(len(self.cards)):
            self.cards[number] = shuffled(self.cards[number], rng)

    def problems(self) -> list[str]:
        """Check the invariants that one position can show (§14, §18)."""
        return broken_invariants(self)

    # What an estate can take.

    def takes_vineyard(self, at: int, region: int, color: int) -> bool:
        """Tell whether an open estate can take another vineyard (§8.1)."""
        land, farm = self.land, self.setup.pieces.farm
        return (
            land[at] == region
            and land[at + COLOR] == color
            and land[at + VINES] < farm.vineyards
            and land[at + VINES] + land[at + PRESSES] < farm.slots
        )

    def takes_winery(self, at: int) -> bool:
        """Tell whether an open estate has room for a winery (§8.2)."""
        land, farm = self.land, self.setup.pieces.farm
        presses = land[at + PRESSES]
        return presses < farm.wineries and land[at + VINES] + presses < farm.slots

    def takes_enologist(self, at: int) -> bool:
        """Tell whether an estate has a winery without an Enologist (§4.4)."""
        return self.land[at + ENOLOGISTS] < self.land[at + PRESSES] * self.setup.pieces.farm.enologists_each

    def takes_farmer(self, at: int) -> bool:
        """Tell whether an estate has a vineyard without a Farmer (§4.4)."""
        return self.land[at + FARMERS] < self.land[at + VINES] * self.setup.pieces.farm.farmers_each

    def takes_cellar(self, at: int) -> bool:
        """Tell whether an estate can get a Cellar (§8.4)."""
        return self.land[at + CELLAR] < self.setup.pieces.farm.cellars

    def winery_estates(self, seat: int) -> list[int]:
        """List the estates with room for a winery."""
        return [estate for estate in range(self.opened(seat)) if self.takes_winery(self.at(seat, estate))]

    def cellar_estates(self, seat: int) -> list[int]:
        """List the estates that can get a Cellar."""
        return [estate for estate in range(self.opened(seat)) if self.takes_cellar(self.at(seat, estate))]

    def enologist_estates(self, seat: int) -> list[int]:
        """List the estates with room for an Enologist."""
        return [estate for estate in range(self.opened(seat)) if self.takes_enologist(self.at(seat, estate))]

    def farmer_estates(self, seat: int) -> list[int]:
        """List the estates with room for a Farmer."""
        return [estate for estate in range(self.opened(seat)) if self.takes_farmer(self.at(seat, estate))]

    # What a seat can do.

    def can_place_tile(self, seat: int, tile: int) -> bool:
        """Tell whether an estate can take a vineyard tile (§8.1)."""
        opened = self.opened(seat)
        if opened < self.setup.estates:
            return True
        vineyard = self.setup.pieces.vineyards[tile]
        return any(self.takes_vineyard(self.at(seat, estate), vineyard.region, vineyard.color) for estate in range(opened))

    def can_buy_tile(self, seat: int, tile: int, money: int, discount: int) -> bool:
        """Tell whether a vineyard tile can be paid for and placed."""
        return self.setup.pieces.vineyards[tile].cost - discount <= money and self.can_place_tile(seat, tile)

    def can_buy_vineyard(self, seat: int, money: int, discount: int) -> bool:
        """Tell whether any top tile can be paid for and placed (§8.1)."""
        return any(stack and self.can_buy_tile(seat, stack[0], money, discount) for stack in self.stacks)

    def can_buy_winery(self, seat: int, money: int, price: int) -> bool:
        """Tell whether a winery can be bought at a price (§8.2)."""
        if self.supply[SUPPLY_WINERIES] == 0 or money < price:
            return False
        return any(self.takes_winery(self.at(seat, estate)) for estate in range(self.opened(seat)))

    def can_buy_cellar(self, seat: int, money: int, price: int) -> bool:
        """Tell whether a Cellar can be bought at a price (§8.4)."""
        if self.supply[SUPPLY_CELLARS] == 0 or money < price:
            return False
        return any(self.takes_cellar(self.at(seat, estate)) for estate in range(self.opened(seat)))

    def can_hire_enologist(self, seat: int, money: int, price: int) -> bool:
        """Tell whether an Enologist can be hired at a price (§8.3)."""
        if self.supply[SUPPLY_ENOLOGISTS] == 0 or money < price:
            return False
        return any(self.takes_enologist(self.at(seat, estate)) for estate in range(self.opened(seat)))

    def can_hire_farmer(self, seat: int, money: int, price: int) -> bool:
        """Tell whether a Farmer can be hired at a price (§8.3)."""
        if self.supply[SUPPLY_FARMERS] == 0 or money < price:
            return False
        return any(self.takes_farmer(self.at(seat, estate)) for estate in range(self.opened(seat)))

    def can_take_expert(self) -> bool:
        """Tell whether any Expert deck is not empty (§8.5)."""
        return any(deck for deck in self.decks)

    def owners(self, area: int) -> list[int]:
        """Return the owner of the barrel on each slot of an area."""
        return self.sales if area == SALES else self.export

    def least_open(self, area: int) -> int:
        """Return the smallest value that an empty slot of an area asks for; a very large one if all are taken."""
        owners = self.owners(area)
        least = 1 << 20
        for slot in self.setup.slots(area):
            if owners[slot.number] == NONE and slot.min_value < least:
                least = slot.min_value
        return least

    def can_trade(self, seat: int, area: int, extra: int) -> bool:
        """Tell whether at least one wine can be sold or exported (§8.7, §8.8)."""
        if self.barrels[seat] + extra == 0:
            return False
        least = self.least_open(area)
        return any(self.best_value(seat, wine) >= least for wine in self.wines(seat))

    def can_bank(self, seat: int, cash: int) -> bool:
        """Tell whether some Bank action is possible (§16.17)."""
        return cash > 0 or self.account[seat] > 0 or self.level[seat] > self.setup.pieces.reserve.level_min

    def can_act(self, seat: int, action: int, money: int, discount: int) -> bool:
        """Tell whether the smallest version of an action can be carried out with this much money (§7.3)."""
        prices = self.setup.prices
        if action == VINEYARDS:
            return self.can_buy_vineyard(seat, money, discount)
        if action == WINERIES:
            return self.can_buy_winery(seat, money, prices.winery)
        if action == STAFF:
            enologist = self.can_hire_enologist(seat, money, prices.enologist)
            return enologist or self.can_hire_farmer(seat, money, prices.farmer)
        if action == CELLARS:
            return self.can_buy_cellar(seat, money, prices.cellar)
        if action == EXPERTS:
            return money >= prices.expert and self.can_take_expert()
        if action in (SALES, EXPORT):
            return self.can_trade(seat, action, 0)
        return action == RELEASE or (action == BANK and self.can_bank(seat, money))

    # Moving.

    def taxed(self) -> int:
        """Return the space with the Year/Taxation Marker, or NONE in the final action (§3.2)."""
        years = self.setup.pieces.years
        return years[self.year - 1].taxed if self.year <= len(years) else NONE

    def move_cost(self, seat: int, space: int) -> int:
        """Return what the move to a space costs (§7.2)."""
        pieces = self.setup.pieces
        if space == pieces.centre:
            return 0
        cost = 0 if pieces.near[self.marker[seat]][space] else pieces.fee_far
        if space == self.taxed():
            cost += pieces.fee_tax
        for other in range(self.setup.sides):
            if other != seat and self.marker[other] == space:
                cost += pieces.fee_player
        return cost

    def legal_spaces(self, seat: int, free: bool, duty: bool, discount: int) -> list[int]:
        """List the spaces that may be chosen (§7.3); with a duty only Vineyards spaces (§7.4)."""
        actions, here, money = self.setup.actions, self.marker[seat], self.money[seat]
        found: list[int] = []
        seen_vineyards = NONE
        for space in range(len(actions)):
            action = actions[space]
            if space == here or (duty and action != VINEYARDS):
                continue
            left = money if free else money - self.move_cost(seat, space)
            if left < 0:
                continue
            if action == VINEYARDS:  # there are two of them: no need to look twice with the same money
                if seen_vineyards == NONE or seen_vineyards > left:
                    if not self.can_act(seat, action, left, discount):
                        continue
                    seen_vineyards = left
                found.append(space)
            elif self.can_act(seat, action, left, discount):
                found.append(space)
        return found

    # Taking and placing.

    def take_expert(self, side: int, feature: int) -> int:
        """Take the top tile of a deck, face-up; the next one becomes visible (§8.5)."""
        deck = self.decks[feature]
        expert = deck[0]
        self.decks[feature] = deck[1:]
        self.returned[feature] = min(self.returned[feature], len(deck) - 1)
        self.experts[expert] = 2 * side + UP
        if len(deck) > 1:
            self.reveal()
        self.tell("expert", side, expert)
        return expert

    def put_under(self, expert: int) -> None:
        """Put an Expert under its deck (§8.9)."""
        feature = self.setup.pieces.experts[expert].feature
        self.decks[feature] = [*self.decks[feature], expert]
        self.returned[feature] += 1
        self.experts[expert] = NONE

    def take_vineyard(self, region: int) -> int:
        """Take the top tile of a region; the next one becomes visible (§8.1)."""
        stack = self.stacks[region]
        self.stacks[region] = stack[1:]
        if len(stack) > 1:
            self.reveal()
        return stack[0]

    def refill(self) -> None:
        """Fill the empty cells of the display in order, as far as the deck goes (§12.4)."""
        for cell in range(len(self.display)):
            if self.display[cell] == NONE and self.deck:
                self.display[cell] = self.deck[0]
                self.deck = self.deck[1:]
                self.reveal()


def shuffled(things: list[int], rng: Chance) -> list[int]:
    """Return a shuffled copy that does not depend on the old order."""
    copy = sorted(things)
    rng.shuffle(copy)
    return copy
