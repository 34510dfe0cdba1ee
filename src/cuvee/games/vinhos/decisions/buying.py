"""Buying on the spaces of the Quadrel: vineyards, wineries, Cellars, staff and Wine Experts (§8.1–§8.5)."""

from abc import abstractmethod
from typing import Final, final

from cuvee.games.vinhos.decisions.common import STOP, AskEstate, carry_out, choice, region_named, words_of
from cuvee.games.vinhos.pieces.vocabulary import COLORS, FEATURES
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
    VINES,
)
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.text import _

WINERY: Final = 0
CELLAR_TILE: Final = 1
FARMER_HERE: Final = 10
"""Options of hiring: the estate for an Enologist, the estate plus this for a Farmer."""
PLACES: Final = 10
"""Options of buying a vineyard: the region times this, plus 0 for a new estate or the estate to extend, counted from 1."""


class Purchase(AskEstate):
    """One item of an action that buys several: the first is obligatory, the others are optional (§8.10)."""

    def __init__(self, seat: int, left: int, optional: bool) -> None:
        super().__init__(seat)
        self.left = left
        self.optional = optional

    @abstractmethod
    def items(self, state: Table, seat: int) -> list[int]:
        """List what can be bought."""

    @abstractmethod
    def buy(self, state: Table, seat: int, option: int) -> None:
        """Buy it, and ask again if more can be bought."""

    @abstractmethod
    def item(self, state: Table, seat: int, option: int) -> str:
        """Return the notation of what is bought."""

    @abstractmethod
    def words(self, state: Table, seat: int, option: int) -> str:
        """Say what is bought."""

    def enough(self) -> str:
        """Say that nothing more is bought."""
        return _("Stop buying")

    def options(self, state: Table, seat: int) -> list[int]:
        found = self.items(state, seat)
        if self.optional:
            found.append(STOP)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option != STOP:
            self.buy(state, seat, option)

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "stop" if option == STOP else self.item(state, seat, option)

    def label(self, state: Table, seat: int, option: int) -> str:
        return self.enough() if option == STOP else self.words(state, seat, option)

    def too_dear(self, state: Table, seat: int, price: int) -> str:
        """Say that the seat cannot afford it."""
        return _("It costs {price} Bagos and you have {money}", price=price, money=state.money[seat])


def open_estate(state: Table, seat: int, tile: int) -> int:
    """Open the lowest unopened estate with a vineyard (§8.1, §18.3)."""
    estate = state.opened(seat)
    vineyard, at = state.setup.pieces.vineyards[tile], state.at(seat, estate)
    state.land[at] = vineyard.region
    state.land[at + COLOR] = vineyard.color
    state.land[at + VINES] = 1
    return estate


def earns_bonus(state: Table, seat: int, estate: int) -> bool:
    """Tell whether an estate just opened brings the bonus of its region (§8.1; option of §19)."""
    if state.setup.bonus_per_estate:
        return True
    region = state.land[state.at(seat, estate)]
    return all(state.land[state.at(seat, other)] != region for other in range(estate))


@final
class BuyVineyard(Purchase):
    """Buy a vineyard: a region, and a new estate or one to extend (§8.1)."""

    kind = "vineyard"
    section = "8.1"

    def __init__(self, seat: int, left: int, optional: bool, discount: int) -> None:
        super().__init__(seat, left, optional)
        self.discount = discount

    def items(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        money, opened, room = state.money[seat] + self.discount, state.opened(seat), state.setup.estates
        for region in range(len(state.stacks)):
            stack = state.stacks[region]
            if not stack:
                continue
            tile = state.setup.pieces.vineyards[stack[0]]
            if max(tile.cost, self.discount) > money:
                continue
            if opened < room:
                found.append(region * PLACES)
            found += [
                region * PLACES + 1 + estate
                for estate in range(opened)
                if state.takes_vineyard(state.at(seat, estate), region, tile.color)
            ]
        return found

    def buy(self, state: Table, seat: int, option: int) -> None:
        region, place = option // PLACES, option % PLACES
        tile = state.take_vineyard(region)
        state.money[seat] -= max(0, state.setup.pieces.vineyards[tile].cost - self.discount)
        if self.left > 1:
            state.push(BuyVineyard(seat, self.left - 1, True, self.discount))
        state.place_cube(region)
        if place > 0:
            state.land[state.at(seat, place - 1) + VINES] += 1
            state.tell("extends", seat, tile, place - 1)
            return
        estate = open_estate(state, seat, tile)
        state.tell("opens", seat, tile, estate)
        if earns_bonus(state, seat, estate):
            carry_out(state, seat, state.setup.region_bonus[region], estate)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Buy a vineyard")

    def item(self, state: Table, seat: int, option: int) -> str:
        region, place = option // PLACES, option % PLACES
        return f"{state.setup.pieces.regions[region].id} {f'estate {place}' if place else 'new'}"

    def words(self, state: Table, seat: int, option: int) -> str:
        pieces, region, place = state.setup.pieces, option // PLACES, option % PLACES
        tile = pieces.vineyards[state.stacks[region][0]]
        cost, color = max(0, tile.cost - self.discount), _(COLORS[tile.color])
        name = pieces.regions[region].name
        if place:
            return _("{color} {region} for {cost}, second vineyard of estate {n}", color=color, region=name, cost=cost, n=place)
        return _("{color} {region} for {cost}, opening an estate", color=color, region=name, cost=cost)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        if option == STOP:
            return [choice("stop")]
        region, place = option // PLACES, option % PLACES
        estate = place - 1 if place else state.opened(seat)
        return [f"region:{state.setup.pieces.regions[region].id}", f"estate:{seat}:{estate}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        region = region_named(state, what)
        if region == NONE:
            return _("Choose a region, and a new estate or one of the same region and colour that has room")
        name = state.setup.pieces.regions[region].name
        if not state.stacks[region]:
            return _("No vineyard is left in {region} (§14.8)", region=name)
        tile = state.stacks[region][0]
        if state.can_place_tile(seat, tile) and not state.can_buy_tile(seat, tile, state.money[seat], self.discount):
            return _("You cannot pay for the vineyard in {region} (§8.1)", region=name)
        return _(
            "That estate cannot take the vineyard from {region}: the region, colour or slot does not match (§8.1)", region=name
        )


@final
class Build(Purchase):
    """Buy a winery or a Cellar and place it (§8.2, §8.4)."""

    def __init__(self, seat: int, left: int, optional: bool, what: int, price: int) -> None:
        super().__init__(seat, left, optional)
        self.what = what
        self.price = price

    @property
    def kind(self) -> str:  # type: ignore[override]
        return "winery" if self.what == WINERY else "cellar"

    @property
    def section(self) -> str:  # type: ignore[override]
        return "8.2" if self.what == WINERY else "8.4"

    def items(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        if state.money[seat] >= self.price:
            if self.what == WINERY:
                if state.supply[SUPPLY_WINERIES] > 0:
                    found = state.winery_estates(seat)
            elif state.supply[SUPPLY_CELLARS] > 0:
                found = state.cellar_estates(seat)
        return found

    def buy(self, state: Table, seat: int, option: int) -> None:
        state.money[seat] -= self.price
        if self.left > 1:
            state.push(Build(seat, self.left - 1, True, self.what, self.price))
        if self.what == WINERY:
            place_winery(state, seat, option)
        else:
            place_cellar(state, seat, option)

    def prompt(self, state: Table, seat: int) -> str:
        if self.what == WINERY:
            return _("Buy a winery for {price} Bagos", price=self.price)
        return _("Buy a Cellar for {price} Bagos", price=self.price)

    def item(self, state: Table, seat: int, option: int) -> str:
        return f"{self.kind} estate {option + 1}"

    def words(self, state: Table, seat: int, option: int) -> str:
        return _("For estate {estate}", estate=option + 1)

    def why_not(self, state: Table, seat: int, what: str) -> str:
        if state.money[seat] < self.price:
            return self.too_dear(state, seat, self.price)
        kind = SUPPLY_WINERIES if self.what == WINERY else SUPPLY_CELLARS
        if state.supply[kind] == 0:
            return _("None is left in the supply (§1.4)")
        if self.what == WINERY:
            return _("A winery goes to an open estate with slot C or slot B empty")
        return _("A Cellar goes to an open estate that has none")


def place_winery(state: Table, seat: int, estate: int) -> None:
    """Put a winery from the supply on an estate (§8.2)."""
    state.supply[SUPPLY_WINERIES] -= 1
    state.land[state.at(seat, estate) + PRESSES] += 1
    state.tell("winery", seat, estate)


def place_cellar(state: Table, seat: int, estate: int) -> None:
    """Put a Cellar from the supply over a warehouse; wines stay in their slots (§4.5)."""
    state.supply[SUPPLY_CELLARS] -= 1
    state.land[state.at(seat, estate) + CELLAR] += 1
    state.tell("cellar", seat, estate)


def place_staff(state: Table, seat: int, estate: int, farmer: bool) -> None:
    """Put an Enologist or a Farmer from the supply on an estate (§8.3)."""
    state.supply[SUPPLY_FARMERS if farmer else SUPPLY_ENOLOGISTS] -= 1
    state.land[state.at(seat, estate) + (FARMERS if farmer else ENOLOGISTS)] += 1
    state.tell("farmer" if farmer else "enologist", seat, estate)


@final
class Hire(Purchase):
    """Hire an Enologist or a Farmer and place it (§8.3); a price of NONE means that the kind is not offered."""

    kind = "staff"
    section = "8.3"

    def __init__(self, seat: int, left: int, optional: bool, enologist: int, farmer: int) -> None:
        super().__init__(seat, left, optional)
        self.enologist = enologist
        self.farmer = farmer

    def items(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        money = state.money[seat]
        if self.enologist != NONE and money >= self.enologist and state.supply[SUPPLY_ENOLOGISTS] > 0:
            found = state.enologist_estates(seat)
        if self.farmer != NONE and money >= self.farmer and state.supply[SUPPLY_FARMERS] > 0:
            for estate in state.farmer_estates(seat):
                found.append(FARMER_HERE + estate)
        return found

    def buy(self, state: Table, seat: int, option: int) -> None:
        farmer = option >= FARMER_HERE
        state.money[seat] -= self.farmer if farmer else self.enologist
        if self.left > 1:
            state.push(Hire(seat, self.left - 1, True, self.enologist, self.farmer))
        place_staff(state, seat, option % FARMER_HERE, farmer)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Hire staff")

    def item(self, state: Table, seat: int, option: int) -> str:
        return f"{'farmer' if option >= FARMER_HERE else 'enologist'} estate {option % FARMER_HERE + 1}"

    def enough(self) -> str:
        return _("Stop hiring")

    def words(self, state: Table, seat: int, option: int) -> str:
        estate = option % FARMER_HERE + 1
        if option >= FARMER_HERE:
            return _("A Farmer for {price} on estate {estate}", price=self.farmer, estate=estate)
        return _("An Enologist for {price} on estate {estate}", price=self.enologist, estate=estate)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        if option == STOP:
            return [choice("stop")]
        return [f"{'farmer' if option >= FARMER_HERE else 'enologist'}:{seat}:{option % FARMER_HERE}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        farmer = "farmer" in words_of(what)
        price = self.farmer if farmer else self.enologist
        if price == NONE:
            return _("This tile hires the other kind of staff (§11.1)")
        if state.money[seat] < price:
            return self.too_dear(state, seat, price)
        if state.supply[SUPPLY_FARMERS if farmer else SUPPLY_ENOLOGISTS] == 0:
            return _("None is left in the supply (§1.4)")
        return _("The place is taken: a vineyard has room for one Farmer, a winery for one Enologist (§4.4)")


@final
class TakeExpert(Purchase):
    """Take the top tile of an Expert deck, bought or as a gift (§8.5)."""

    kind = "expert_deck"
    section = "8.5"

    def __init__(self, seat: int, left: int, optional: bool, price: int, gift: bool) -> None:
        super().__init__(seat, left, optional)
        self.price = price
        self.gift = gift

    def items(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        if state.money[seat] >= self.price:
            found = [feature for feature in range(len(state.decks)) if state.decks[feature]]
        return found

    def buy(self, state: Table, seat: int, option: int) -> None:
        state.money[seat] -= self.price
        state.take_expert(seat, option)
        if self.left > 1 and (not self.gift or state.can_take_expert()):
            state.push(TakeExpert(seat, self.left - 1, not self.gift, self.price, self.gift))

    def prompt(self, state: Table, seat: int) -> str:
        if self.price:
            return _("Hire a Wine Expert for {price} Bagos", price=self.price)
        return _("Take a Wine Expert")

    def item(self, state: Table, seat: int, option: int) -> str:
        return FEATURES[option]

    def enough(self) -> str:
        return _("Stop hiring")

    def words(self, state: Table, seat: int, option: int) -> str:
        expert = state.setup.pieces.experts[state.decks[option][0]]
        return _("{feature}: {text}", feature=_(FEATURES[option]), text=_(expert.text))

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice("stop")] if option == STOP else [f"deck:{FEATURES[option]}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        if state.money[seat] < self.price:
            return self.too_dear(state, seat, self.price)
        return _("Choose a deck that is not empty: {decks}", decks=", ".join(FEATURES))
