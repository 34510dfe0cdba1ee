"""The questions of Ora et Labora: menus, clergymen, building, land, settlements and payments (§19.10).

The questions that belong to an entry of a building's function stand beside that entry, in `effects`.
"""

from abc import abstractmethod
from typing import Final, final

from mypy_extensions import mypyc_attr

from cuvee.games.ora_et_labora.pieces import (
    COIN,
    COIN5,
    DISTRICT,
    FOREST,
    FREE,
    GOODS,
    GRAIN,
    KINDS,
    MOOR,
    PEAT,
    PLOT,
    SETTLEMENT,
    STRAW,
    TERRAINS,
    WONDER,
    WOOD,
    Building,
    Cost,
    Exchange,
    Sheet,
)
from cuvee.games.ora_et_labora.state import (
    COLUMNS,
    ENERGY,
    FIRST_COLUMN,
    FOOD,
    NOWHERE,
    OFF,
    POINTS,
    ROW_ZERO,
    Estates,
    can_name,
    column,
    position,
    row,
    stock,
)
from cuvee.kernel.play import SPECTATOR, Decision, Step
from cuvee.kernel.text import _, player

NONE: Final = 1023
"""The option that declines, in every decision that has one."""
SPAN: Final = 1024
PRIOR: Final = 0
BROTHER: Final = 1
COINS: Final = 0
PRESENT: Final = 1
OWN: Final = 0
JOKER: Final = 1
NO: Final = 0
YES: Final = 1


# Names.


def building_name(state: Estates, number: int) -> str:
    """Name a building; a printed one with the player whose heartland it is."""
    building = state.building(number)
    if building.side < 0:
        return _(building.name)
    return _("{building} of {owner}", building=_(building.name), owner=side_name(state, building.side))


def side_name(state: Estates, side: int) -> str:
    """Name a player, or the neutral player of the solo game."""
    return player(side) if side < state.seats else _("the neutral player")


def good_name(state: Estates, kind: int) -> str:
    """Name a good."""
    return _(state.setup.pieces.goods[kind].name)


def space_tag(place: int) -> str:
    """Return the notation of a space: «3,0»."""
    return f"{column(place)},{row(place)}"


def space_id(side: int, place: int) -> str:
    """Return the id of a drawn space."""
    return f"space:{side}:{column(place)}:{row(place)}"


def choice_id(option: int) -> str:
    """Return the id of an answer that is no thing of the table and lies in the tray."""
    return "choice:none" if option == NONE else f"choice:{option}"


def called(state: Estates, what: str) -> str:
    """Name what somebody asked for: a building by its name, the rest as it was written."""
    number = state.setup.pieces.by_tag.get(what.strip().casefold().removeprefix("building:"), NOWHERE)
    return what if number == NOWHERE else building_name(state, number)


def cost_text(state: Estates, cost: Cost) -> str:
    """List the named goods of a cost: «2 Clay, 1 Straw»."""
    parts = [f"{cost.counts[at]} {good_name(state, cost.kinds[at])}" for at in range(len(cost.kinds))]
    if cost.straw:
        parts.append(f"{cost.straw} {good_name(state, STRAW)}")
    return ", ".join(parts) or _("nothing")


def terrain_text(bits: int) -> str:
    """List the terrains of a card."""
    return ", ".join(_(name) for at, name in enumerate(TERRAINS) if bits >> at & 1)


def read_space(what: str) -> int:
    """Return the position that a text like «3,0», or the id of a drawn space, names, or NOWHERE."""
    parts = what.split(":")[2:] if what.startswith("space:") else what.split(",")
    if len(parts) != 2:
        return NOWHERE
    try:
        x, y = int(parts[0]), int(parts[1])
    except ValueError:
        return NOWHERE
    if not FIRST_COLUMN <= x < FIRST_COLUMN + COLUMNS or abs(y) >= ROW_ZERO:
        return NOWHERE
    return position(x, y)


# Kinds of answers that several questions share.


@mypyc_attr(allow_interpreted_subclasses=True)
class BuildingChoice(Decision[Estates]):
    """A question whose answers are buildings, and perhaps NONE."""

    def span(self) -> int:
        return SPAN

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return "none" if option == NONE else state.building(option).tag

    def label(self, state: Estates, seat: int, option: int) -> str:
        return _("None") if option == NONE else building_name(state, option)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(NONE)] if option == NONE else [f"building:{state.building(option).tag}"]

    def named(self, state: Estates, what: str) -> int:
        """Return the building that a text means, or NOWHERE."""
        return state.setup.pieces.by_tag.get(what.strip().casefold().removeprefix("building:"), NOWHERE)


@mypyc_attr(allow_interpreted_subclasses=True)
class SpaceChoice(Decision[Estates]):
    """A question whose answers are spaces of one landscape, and perhaps NONE."""

    def span(self) -> int:
        return SPAN

    def side(self, seat: int) -> int:
        """Return the side whose landscape it is about."""
        return seat

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return "none" if option == NONE else space_tag(option)

    def label(self, state: Estates, seat: int, option: int) -> str:
        if option == NONE:
            return _("None")
        side = self.side(seat)
        terrain = TERRAINS[state.grounds[side].terrain[state.grounds[side].at[option]]]
        return _("{terrain} in column {x}, row {y}", terrain=_(terrain), x=column(option), y=row(option))

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(NONE)] if option == NONE else [space_id(self.side(seat), option)]


@mypyc_attr(allow_interpreted_subclasses=True)
class GoodChoice(Decision[Estates]):
    """A question whose answers are kinds of goods, and perhaps NONE."""

    def span(self) -> int:
        return SPAN

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return "none" if option == NONE else GOODS[option]

    def label(self, state: Estates, seat: int, option: int) -> str:
        return _("None") if option == NONE else good_name(state, option)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(NONE)] if option == NONE else [f"stock:{seat}:{GOODS[option]}"]


@mypyc_attr(allow_interpreted_subclasses=True)
class WordChoice(Decision[Estates]):
    """A question with a few fixed answers."""

    def span(self) -> int:
        return SPAN

    @abstractmethod
    def words(self) -> tuple[str, ...]:
        """Return the notation of each answer."""

    def labels(self) -> tuple[str, ...]:
        """Say in words what each answer does; for those who do not override `label`."""
        return ()

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return self.words()[option]

    def label(self, state: Estates, seat: int, option: int) -> str:
        return self.labels()[option]

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(option)]


@mypyc_attr(allow_interpreted_subclasses=True)
class YesNo(WordChoice):
    """A question answered by yes or no."""

    def options(self, state: Estates, seat: int) -> list[int]:
        return [NO, YES]

    def words(self) -> tuple[str, ...]:
        return ("no", "yes")

    def labels(self) -> tuple[str, ...]:
        return (_("No"), _("Yes"))


# Using a building.


@final
class Function(Step[Estates]):
    """The function of a building is being used: the entries from `place` on are still to be carried out (§10.7)."""

    def __init__(self, user: int, building: int, place: int) -> None:
        self.user = user
        self.building = building
        self.place = place

    def key(self) -> tuple[object, ...]:
        return ("function", self.user, self.building, self.place)

    def kind(self) -> str:
        return "function"

    def run(self, state: Estates) -> None:
        effects = state.setup.functions[self.building]
        if self.place + 1 < len(effects):
            state.push(Function(self.user, self.building, self.place + 1))
        effects[self.place].perform(state, self.user, self.building)


def use(state: Estates, user: int, building: int) -> None:
    """Use the function of a building once (§10.1)."""
    state.used |= state.building(building).once
    state.tell("uses", user, building)
    state.push(Function(user, building, 0))


# Exchanges (§7.2, §7.3).


@final
class ExchangeTiles(Decision[Estates]):
    """Turn grain over, or sell wine or whiskey: open in the menus, any number of times (§7.1, R50)."""

    def __init__(self, exchange: Exchange) -> None:
        super().__init__(SPECTATOR)
        self.exchange = exchange

    def key(self) -> tuple[object, ...]:
        return ("exchange", self.exchange.id)

    def kind(self) -> str:
        return "exchange"

    def section(self) -> str:
        return "7.2" if self.exchange.pays == GRAIN else "7.3"

    def span(self) -> int:
        return SPAN

    def options(self, state: Estates, seat: int) -> list[int]:
        owned = state.goods[seat][self.exchange.pays]
        return [] if owned == 0 else [1] if owned == 1 else [1, owned]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        exchange = self.exchange
        state.goods[seat][exchange.pays] -= option
        state.goods[seat][exchange.gets] += option * exchange.count
        state.tell("exchanges", seat, exchange.pays, option, exchange.gets)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("How many tiles to exchange?")

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return f"{option} {GOODS[self.exchange.pays]} to {GOODS[self.exchange.gets]}"

    def label(self, state: Estates, seat: int, option: int) -> str:
        return _(
            "Exchange {count} {good} for {gained} {other}",
            count=option,
            good=good_name(state, self.exchange.pays),
            gained=option * self.exchange.count,
            other=good_name(state, self.exchange.gets),
        )

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        good = GOODS[self.exchange.pays]
        return [f"stock:{seat}:{good}", f"exchange:{good}:{option}"]


# Paying (§9).


def usable(state: Estates, seat: int, kind: int, reserve: int) -> int:
    """Return how many tiles of a kind may be given; grain can be straw if the food to be paid next allows it (R36)."""
    goods = state.goods[seat]
    if kind != STRAW:
        return stock(goods, kind)
    grain = goods[GRAIN]
    if reserve and state.setup.pieces.goods[GRAIN].food:
        spare = state.setup.currencies[FOOD].total(goods) - reserve
        grain = min(grain, spare // state.setup.pieces.goods[GRAIN].food)
    return goods[STRAW] + grain


def pay_range(state: Estates, seat: int, currency: int, place: int, rest: int, reserve: int) -> tuple[int, int]:
    """Return the least and the most tiles of a kind that a payment without a superfluous tile can hold (§9.6)."""
    money = state.setup.currencies[currency]
    kinds, values = money.kinds, money.values
    later = 0
    for at in range(place + 1, len(kinds)):
        later += values[at] * usable(state, seat, kinds[at], reserve)
    value = values[place]
    low = max(0, -((later - rest) // value))
    return low, min(usable(state, seat, kinds[place], reserve), -(-rest // value))


def collect(state: Estates, seat: int, currency: int, place: int, rest: int, reserve: int) -> None:
    """Take a payment kind by kind, asking only where there is a choice (§9.6)."""
    money = state.setup.currencies[currency]
    while rest > 0:
        low, high = pay_range(state, seat, currency, place, rest, reserve)
        if low != high:
            state.push(PayKind(seat, currency, place, rest, reserve))
            return
        if high > 0:
            state.give(seat, money.kinds[place], high)
            rest -= high * money.values[place]
        place += 1


@final
class Pay(Step[Estates]):
    """A payment of food or points is due after what is being paid first (§10.7)."""

    def __init__(self, seat: int, currency: int, amount: int) -> None:
        self.seat = seat
        self.currency = currency
        self.amount = amount

    def key(self) -> tuple[object, ...]:
        return ("pay", self.seat, self.currency, self.amount)

    def kind(self) -> str:
        return "pay"

    def run(self, state: Estates) -> None:
        collect(state, self.seat, self.currency, 0, self.amount, 0)


def charge(state: Estates, seat: int, energy: int, food: int, points: int, fare: int) -> None:
    """Put a payment on the agenda: energy, then food, then points (§10.7)."""
    if points:
        state.push(Pay(seat, POINTS, points))
    if food:
        state.push(Pay(seat, fare, food))
    if energy:
        collect(state, seat, ENERGY, 0, energy, food)


@final
class PayKind(Decision[Estates]):
    """How many tiles of this kind go into the payment? (§9.6, R37)"""

    def __init__(self, seat: int, currency: int, place: int, rest: int, reserve: int) -> None:
        super().__init__(seat)
        self.currency = currency
        self.place = place
        self.rest = rest
        self.reserve = reserve
        """Food to be paid after this energy (R36)."""

    def key(self) -> tuple[object, ...]:
        return ("pay_kind", self.seat, self.currency, self.place, self.rest, self.reserve)

    def kind(self) -> str:
        return "pay_kind"

    def section(self) -> str:
        return "9.6"

    def span(self) -> int:
        return SPAN

    def options(self, state: Estates, seat: int) -> list[int]:
        low, high = pay_range(state, seat, self.currency, self.place, self.rest, self.reserve)
        return list(range(low, high + 1))

    def apply(self, state: Estates, seat: int, option: int) -> None:
        money = state.setup.currencies[self.currency]
        if option:
            state.give(seat, money.kinds[self.place], option)
        collect(state, seat, self.currency, self.place + 1, self.rest - option * money.values[self.place], self.reserve)

    def good(self, state: Estates) -> int:
        """Return the kind asked for."""
        return state.setup.currencies[self.currency].kinds[self.place]

    def prompt(self, state: Estates, seat: int) -> str:
        due = self.rest / 2 if self.currency == ENERGY else self.rest
        words = {ENERGY: _("energy"), POINTS: _("points")}
        purpose = words.get(self.currency, _("food"))
        good = good_name(state, self.good(state))
        return _("{due} {purpose} to pay: how many {good} do you give?", due=f"{due:g}", purpose=purpose, good=good)

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return f"{option} {GOODS[self.good(state)]}"

    def label(self, state: Estates, seat: int, option: int) -> str:
        return _("{count} {good}", count=option, good=good_name(state, self.good(state)))

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [f"stock:{seat}:{GOODS[self.good(state)]}", choice_id(option)]

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        low, high = pay_range(state, seat, self.currency, self.place, self.rest, self.reserve)
        good = good_name(state, self.good(state))
        return _(
            "{low} to {high} {good} can be given here: fewer would be too little in the end, more would be wasted (§9.3)",
            low=low,
            high=high,
            good=good,
        )


@final
class DifferentGood(GoodChoice):
    """The next kind to give, in the order of the goods table; all are paid when the number is complete (§9.8)."""

    def __init__(self, seat: int, left: int, chosen: int, last: int) -> None:
        super().__init__(seat)
        self.left = left
        self.chosen = chosen
        """Bits of the kinds already named."""
        self.last = last

    def key(self) -> tuple[object, ...]:
        return ("different_good", self.seat, self.left, self.chosen, self.last)

    def kind(self) -> str:
        return "different_good"

    def section(self) -> str:
        return "9.4"

    def options(self, state: Estates, seat: int) -> list[int]:
        goods = state.goods[seat]
        later = 0
        found: list[int] = []
        for kind in range(KINDS - 1, self.last, -1):
            if self.available(goods, kind):
                both = kind == COIN and later and goods[COIN] == 5  # not the coin and the five-coin tile together (R35)
                if later - (1 if both else 0) >= self.left - 1:
                    found.append(kind)
                later += 0 if both else 1
        found.reverse()
        return found

    def available(self, goods: list[int], kind: int) -> bool:
        """Tell whether a kind can be named, the kinds already named being set aside (§9.4, R13, R35)."""
        if kind == STRAW:
            return goods[STRAW] > 0 or goods[GRAIN] >= 2
        if kind == COIN5:
            return goods[COIN] >= (6 if self.chosen >> COIN & 1 else 5)
        return kind != WONDER and goods[kind] > 0

    def apply(self, state: Estates, seat: int, option: int) -> None:
        chosen = self.chosen | 1 << option
        if self.left > 1:
            state.push(DifferentGood(seat, self.left - 1, chosen, option))
            return
        for kind in range(KINDS):
            if chosen >> kind & 1:
                state.give(seat, kind, 1)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("{left} more different goods to give: which kind next?", left=self.left)

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        return _("The kinds are named in the order of the goods, one tile each, and enough others must be left")


@final
class BasicGood(GoodChoice):
    """Which basic good to take (§10.2); for the Druid's House then a second, different one (§11.14)."""

    def __init__(self, seat: int, count: int, other: int, taken: int) -> None:
        super().__init__(seat)
        self.count = count
        self.other = other
        """Tiles of a second kind to choose afterwards."""
        self.taken = taken
        """The first kind, when the second is chosen."""

    def key(self) -> tuple[object, ...]:
        return ("basic_good", self.seat, self.count, self.other, self.taken)

    def kind(self) -> str:
        return "basic_good"

    def section(self) -> str:
        return "10.2"

    def options(self, state: Estates, seat: int) -> list[int]:
        basics = state.setup.pieces.basics
        return basics if self.taken == NOWHERE else [kind for kind in basics if kind != self.taken]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.get(seat, option, self.count)
        if self.other:
            state.push(BasicGood(seat, self.other, 0, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Take {count} of one basic good: which?", count=self.count)


# Producing with the wheel (§5.3).


def produce(state: Estates, seat: int, good: int, indicator: int) -> None:
    """Take what the indicator shows, put it on 0; in the short games everybody takes one more tile (§5.3, §15.5)."""
    state.tell("produces", seat, good, state.indicator_value(indicator), indicator)
    state.get(seat, good, state.indicator_value(indicator))
    state.wheel[indicator] = 0
    if state.setup.mode.bonus_production:
        for other in range(state.seats):
            state.get(other, good, 1)


def indicators_for(state: Estates, good: int) -> list[int]:
    """List OWN and JOKER as far as they are on the wheel (§5.4, §18.5)."""
    pieces = state.setup.pieces
    own = pieces.indicator_of[good]
    found = [OWN] if own != NOWHERE and state.wheel[own] != OFF else []
    return [*found, JOKER] if state.wheel[pieces.joker] != OFF else found


def which_indicator(state: Estates, good: int, option: int) -> int:
    """Return the indicator that OWN or JOKER means."""
    pieces = state.setup.pieces
    return pieces.joker if option == JOKER else pieces.indicator_of[good]


def indicator_id(state: Estates, good: int, option: int) -> str:
    """Return the id of a drawn indicator."""
    return f"indicator:{state.setup.pieces.indicators[which_indicator(state, good, option)].id}"


@final
class ChooseIndicator(Decision[Estates]):
    """The good's own indicator or the joker (§5.3)."""

    def __init__(self, seat: int, good: int) -> None:
        super().__init__(seat)
        self.good = good

    def key(self) -> tuple[object, ...]:
        return ("indicator", self.seat, self.good)

    def kind(self) -> str:
        return "indicator"

    def section(self) -> str:
        return "5.3"

    def span(self) -> int:
        return SPAN

    def options(self, state: Estates, seat: int) -> list[int]:
        return indicators_for(state, self.good)

    def apply(self, state: Estates, seat: int, option: int) -> None:
        produce(state, seat, self.good, which_indicator(state, self.good, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Produce {good}: with which indicator?", good=good_name(state, self.good))

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return "joker" if option == JOKER else GOODS[self.good]

    def label(self, state: Estates, seat: int, option: int) -> str:
        return indicator_label(state, self.good, option)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [indicator_id(state, self.good, option), choice_id(option)]


def indicator_label(state: Estates, good: int, option: int) -> str:
    """Say how many tiles an indicator would bring."""
    value = state.indicator_value(which_indicator(state, good, option))
    if option == JOKER:
        return _("{count} {good} with the joker", count=value, good=good_name(state, good))
    return _("{count} {good} with its own indicator", count=value, good=good_name(state, good))


@final
class ResourceCard(SpaceChoice):
    """Which forest to fell, or which moor to cut (§6.2)."""

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def key(self) -> tuple[object, ...]:
        return ("resource_card", self.seat, self.card)

    def kind(self) -> str:
        return "resource_card"

    def section(self) -> str:
        return "6.2"

    def options(self, state: Estates, seat: int) -> list[int]:
        return state.places_of(seat, self.card)

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.lay(seat, option, FREE)
        state.tell("clears", seat, self.card, option)
        good = WOOD if self.card == FOREST else PEAT
        if indicators_for(state, good):  # with neither on the wheel the space is just cleared (§18.5)
            state.push(ChooseIndicator(seat, good))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which forest do you fell?") if self.card == FOREST else _("Which moor do you cut?")


# Land (§7.4, §7.5).


@final
class LandscapePile(WordChoice):
    """Buy the top tile of which pile? (§7.4)"""

    def kind(self) -> str:
        return "landscape_pile"

    def section(self) -> str:
        return "7.4"

    def options(self, state: Estates, seat: int) -> list[int]:
        money = state.goods[seat][COIN]
        return [pile for pile in (DISTRICT, PLOT) if 0 <= state.pile_price(pile) <= money]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        price = state.pile_price(option)
        state.tell("buys land", seat, option, price)
        state.give(seat, COIN, price)
        state.push(LandscapeSide(seat, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which landscape do you buy?")

    def words(self) -> tuple[str, ...]:
        return ("district", "plot")

    def label(self, state: Estates, seat: int, option: int) -> str:
        price = state.pile_price(option)
        if option == DISTRICT:
            return _("A district for {price} coins", price=price)
        return _("A plot for {price} coins", price=price)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [f"pile:{self.words()[option]}"]

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        return _("Only the top tile of a pile can be bought, and only for its full price")


def can_buy_land(state: Estates, seat: int) -> bool:
    """Tell whether a seat can pay a top tile."""
    return 0 <= state.cheapest_land() <= state.goods[seat][COIN]


def may_reach_land(state: Estates, seat: int) -> bool:
    """Tell whether a seat could pay a top tile after selling all its wine or whiskey (R52)."""
    goods, setup = state.goods[seat], state.setup
    return 0 <= state.cheapest_land() <= goods[COIN] + goods[setup.present] * setup.present_coins


def sheets(state: Estates, pile: int) -> list[Sheet]:
    """Return the two sides of the tiles of a pile."""
    return state.setup.pieces.district_sides if pile == DISTRICT else state.setup.pieces.plot_sides


@final
class LandscapeSide(Decision[Estates]):
    """Which side of the tile is up? (§7.5)"""

    def __init__(self, seat: int, pile: int) -> None:
        super().__init__(seat)
        self.pile = pile

    def key(self) -> tuple[object, ...]:
        return ("landscape_side", self.seat, self.pile)

    def kind(self) -> str:
        return "landscape_side"

    def section(self) -> str:
        return "7.5"

    def span(self) -> int:
        return SPAN

    def options(self, state: Estates, seat: int) -> list[int]:
        return list(range(len(sheets(state, self.pile))))

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.push(LandscapeRow(seat, self.pile, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which side of the landscape do you use?")

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return sheets(state, self.pile)[option].id

    def label(self, state: Estates, seat: int, option: int) -> str:
        sheet = sheets(state, self.pile)[option]
        spaces = []
        for at in range(len(sheet.terrain)):
            card = sheet.cards[at]
            word = "forest" if card == FOREST else "moor" if card == MOOR else TERRAINS[sheet.terrain[at]]
            spaces.append(_(word))
        return ", ".join(spaces)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(option)]


@final
class LandscapeRow(Decision[Estates]):
    """In which row is the tile placed? (§7.5)"""

    def __init__(self, seat: int, pile: int, sheet: int) -> None:
        super().__init__(seat)
        self.pile = pile
        self.sheet = sheet

    def key(self) -> tuple[object, ...]:
        return ("landscape_row", self.seat, self.pile, self.sheet)

    def kind(self) -> str:
        return "landscape_row"

    def section(self) -> str:
        return "7.5"

    def span(self) -> int:
        return SPAN

    def options(self, state: Estates, seat: int) -> list[int]:
        ground = state.grounds[seat]
        rows = ground.district_rows() if self.pile == DISTRICT else ground.plot_rows(self.sheet)
        return [y + ROW_ZERO for y in rows]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        sheet = sheets(state, self.pile)[self.sheet]
        state.grounds[seat] = state.grounds[seat].with_sheet(sheet, option - ROW_ZERO, self.pile, self.sheet)
        state.cards[seat] = state.cards[seat] + sheet.cards
        state.taken[self.pile] += 1
        state.tell("places land", seat, self.pile, self.sheet, option - ROW_ZERO)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("In which row do you place the landscape?")

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return f"row {option - ROW_ZERO}"

    def label(self, state: Estates, seat: int, option: int) -> str:
        return _("Row {y}", y=option - ROW_ZERO)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [f"slot:{seat}:{option - ROW_ZERO}"]

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        if self.pile == DISTRICT:
            return _("A district goes directly above or below heartland and districts, and «{what}» is neither", what=what)
        return _(
            "Coast plots go to the left, mountain plots to the right, on free rows and touching your land; «{what}» does not",
            what=what,
        )


# Building (§6.3).


@final
class BuildingCard(BuildingChoice):
    """Which card of the display to build (§6.3); a granted Build action may be declined (R5)."""

    def __init__(self, seat: int, granted: bool) -> None:
        super().__init__(seat)
        self.granted = granted

    def key(self) -> tuple[object, ...]:
        return ("building_card", self.seat, self.granted)

    def kind(self) -> str:
        return "building_card"

    def section(self) -> str:
        return "6.3"

    def options(self, state: Estates, seat: int) -> list[int]:
        cards = state.buildable(seat)
        if self.granted:
            cards.append(NONE)
        return cards

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option != NONE:
            state.push(BuildingSpace(seat, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which building do you build?")

    def label(self, state: Estates, seat: int, option: int) -> str:
        if option == NONE:
            return _("Build nothing")
        building = state.building(option)
        return _("{building} for {cost}", building=_(building.name), cost=cost_text(state, building.cost))

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        number = self.named(state, what)
        if number == NOWHERE or number not in state.display:
            return _("«{what}» is not a card of the display (§6.3.1)", what=called(state, what))
        return why_not_build(state, seat, state.building(number))


def why_not_build(state: Estates, seat: int, building: Building) -> str:
    """Say why a card of the display cannot be built."""
    if not can_name(state.goods[seat], building.cost, 1):
        return _(
            "{building} costs {cost}, and you have too little for it (§9.1)",
            building=_(building.name),
            cost=cost_text(state, building.cost),
        )
    if building.cloister and state.rooms(seat, building.terrain, False):
        return _(
            "{building} is a cloister building: no free space beside another cloister building is suitable (§6.3.2)",
            building=_(building.name),
        )
    return _(
        "{building} needs a free space of this terrain: {terrain}; you have none (§6.3.1)",
        building=_(building.name),
        terrain=terrain_text(building.terrain),
    )


def why_not_space(state: Estates, seat: int, what: str, name: str, terrain: int, cloister: bool) -> str:
    """Say why a card cannot be built on the space that a text names."""
    index = state.grounds[seat].at.get(read_space(what), NOWHERE)
    if index == NOWHERE:
        return _("«{what}» is not a space of your landscape (§6.3.1)", what=what)
    what = space_tag(state.grounds[seat].places[index])
    if state.cards[seat][index] != FREE:
        return _("The space {what} is not free (§6.3.1)", what=what)
    here = state.grounds[seat].terrain[index]
    if not terrain >> here & 1:
        return _(
            "{card} may stand on {terrain}, and the space {what} is {here} (§6.3.1)",
            card=name,
            terrain=terrain_text(terrain),
            what=what,
            here=_(TERRAINS[here]),
        )
    return _("{card} must touch another cloister building, and at {what} it would not (§6.3.2)", card=name, what=what)


@final
class BuildingSpace(SpaceChoice):
    """On which free space the card is built; it is paid, then the prior may enter (§6.3.1, §6.3.7)."""

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def key(self) -> tuple[object, ...]:
        return ("building_space", self.seat, self.card)

    def kind(self) -> str:
        return "building_space"

    def section(self) -> str:
        return "6.3"

    def options(self, state: Estates, seat: int) -> list[int]:
        building = state.building(self.card)
        return state.rooms(seat, building.terrain, building.cloister)

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.tell("builds", seat, self.card, option)
        state.pay_named(seat, state.building(self.card).cost, 1)
        state.display.remove(self.card)
        state.lay(seat, option, self.card)
        state.raise_price(self.card)
        if state.prior_home(seat):
            state.push(PriorOnBuilding(seat, self.card))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Where do you build {building}?", building=building_name(state, self.card))

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        building = state.building(self.card)
        return why_not_space(state, seat, what, _(building.name), building.terrain, building.cloister)


@final
class PriorOnBuilding(YesNo):
    """Does the prior enter the new building and use it at once? (§6.3.4)"""

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def key(self) -> tuple[object, ...]:
        return ("prior_on_building", self.seat, self.card)

    def kind(self) -> str:
        return "prior_on_building"

    def section(self) -> str:
        return "6.3.4"

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option == YES:
            state.tell("enters", seat, self.card, PRIOR)
            state.put(seat, True, self.card)
            use(state, seat, self.card)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Put your prior on {building} and use it at once?", building=building_name(state, self.card))

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        if option == NO:
            return [choice_id(NO)]
        return [choice_id(YES), f"building:{state.building(self.card).tag}", f"clergy:{seat}:prior"]


# Settlements (§8.3).


@final
class SettlementCard(Decision[Estates]):
    """Which settlement to build; with the Castle it may be declined (§8.3, §11.27)."""

    def __init__(self, seat: int, granted: bool) -> None:
        super().__init__(seat)
        self.granted = granted

    def key(self) -> tuple[object, ...]:
        return ("settlement_card", self.seat, self.granted)

    def kind(self) -> str:
        return "settlement_card"

    def section(self) -> str:
        return "8.3"

    def span(self) -> int:
        return SPAN

    def options(self, state: Estates, seat: int) -> list[int]:
        cards = state.settleable(seat)
        if self.granted:
            cards.append(NONE)
        return cards

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option != NONE:
            state.push(SettlementSpace(seat, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which settlement do you build?")

    def notation(self, state: Estates, seat: int, option: int) -> str:
        return "none" if option == NONE else state.setup.pieces.settlements[option].id.lower()

    def label(self, state: Estates, seat: int, option: int) -> str:
        if option == NONE:
            return _("Build no settlement")
        card = state.setup.pieces.settlements[option]
        return _("{name} for {food} food and {energy} energy", name=_(card.name), food=card.food, energy=card.energy // 2)

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [choice_id(NONE)] if option == NONE else [f"settlement:{seat}:{self.notation(state, seat, option)}"]

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        for card in state.setup.pieces.settlements:
            if card.id.casefold() == what.rsplit(":", maxsplit=1)[-1].strip().casefold() and card.number in state.hand(seat):
                if not state.can_feed(state.goods[seat], card.energy, card.food):
                    return _(
                        "{name} costs {food} food and {energy} energy, and you have too little (§9.3)",
                        name=_(card.name),
                        food=card.food,
                        energy=card.energy // 2,
                    )
                return _(
                    "{name} needs a free space of this terrain: {terrain}",
                    name=_(card.name),
                    terrain=terrain_text(card.terrain),
                )
        return _("«{what}» is not a settlement in your hand", what=what)


@final
class SettlementSpace(SpaceChoice):
    """On which free space the settlement is built; then energy and food are paid (§8.3, R36)."""

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def key(self) -> tuple[object, ...]:
        return ("settlement_space", self.seat, self.card)

    def kind(self) -> str:
        return "settlement_space"

    def section(self) -> str:
        return "8.3"

    def options(self, state: Estates, seat: int) -> list[int]:
        return state.rooms(seat, state.setup.pieces.settlements[self.card].terrain, False)

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.tell("settles", seat, self.card, option)
        state.lay(seat, option, SETTLEMENT + self.card)
        settlement = state.setup.pieces.settlements[self.card]
        charge(state, seat, settlement.energy, settlement.food, 0, FOOD)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Where do you build {settlement}?", settlement=_(state.setup.pieces.settlements[self.card].name))

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        settlement = state.setup.pieces.settlements[self.card]
        return why_not_space(state, seat, what, _(settlement.name), settlement.terrain, False)


# Clergymen (§6.1).


@final
class OwnBuilding(BuildingChoice):
    """Which own building does a clergyman enter? (§6.1.1)"""

    def kind(self) -> str:
        return "own_building"

    def section(self) -> str:
        return "6.1.1"

    def options(self, state: Estates, seat: int) -> list[int]:
        return state.unoccupied_of(seat)

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.push(OwnClergyman(seat, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which of your buildings do you use?")

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        return _("«{what}» is not an unoccupied building of your own", what=called(state, what))


@mypyc_attr(allow_interpreted_subclasses=True)
class ClergyChoice(WordChoice):
    """Prior or lay brother of a side; asked only if both are available."""

    def __init__(self, seat: int, owner: int, building: int) -> None:
        super().__init__(seat)
        self.owner = owner
        self.building = building

    def options(self, state: Estates, seat: int) -> list[int]:
        found = [PRIOR] if state.prior_home(self.owner) else []
        return [*found, BROTHER] if state.brother_home(self.owner) else found

    def words(self) -> tuple[str, ...]:
        return ("prior", "brother")

    def labels(self) -> tuple[str, ...]:
        return (_("The prior"), _("A lay brother"))

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [f"clergy:{self.owner}:{self.words()[option]}"]


@final
class OwnClergyman(ClergyChoice):
    """Which of the own clergymen enters the building? (§6.1.1)"""

    def __init__(self, seat: int, building: int) -> None:
        super().__init__(seat, seat, building)

    def key(self) -> tuple[object, ...]:
        return ("own_clergyman", self.seat, self.building)

    def kind(self) -> str:
        return "own_clergyman"

    def section(self) -> str:
        return "6.1.1"

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.tell("enters", seat, self.building, option)
        state.put(seat, option == PRIOR, self.building)
        use(state, seat, self.building)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Who enters {building}?", building=building_name(state, self.building))


def can_hire(state: Estates, seat: int) -> bool:
    """Tell whether a seat can pay a work contract (§6.1.3, §6.1.4)."""
    goods = state.goods[seat]
    return goods[COIN] >= state.price or goods[state.setup.present] > 0


def can_contract(state: Estates, seat: int) -> bool:
    """Tell whether a work contract is possible (§6.1.6)."""
    if can_hire(state, seat):
        for side in range(state.setup.sides):
            if side != seat and state.anybody_home(side) and state.has_unoccupied(side):
                return True
    return False


@final
class ContractBuilding(BuildingChoice):
    """Which building of another player is used by work contract? (§6.1.2)"""

    def kind(self) -> str:
        return "contract_building"

    def section(self) -> str:
        return "6.1.2"

    def options(self, state: Estates, seat: int) -> list[int]:
        found: list[int] = []
        for side in range(state.setup.sides):
            if side != seat and state.anybody_home(side):
                found += state.unoccupied_of(side)
        return found

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.push(ContractFee(seat, option, False))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which building of another player do you use? The contract costs {price}", price=state.price)

    def label(self, state: Estates, seat: int, option: int) -> str:
        owner = side_name(state, state.owner_of(option))
        return _("{building} of {owner}", building=_(state.building(option).name), owner=owner)

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        number = self.named(state, what)
        owner = state.owner_of(number) if number != NOWHERE else NOWHERE
        if owner in (NOWHERE, seat):
            return _("«{what}» is not a building of another player", what=called(state, what))
        if not state.anybody_home(owner):
            return _("{owner} has no available clergyman to send to work", owner=side_name(state, owner))
        return _("{building} is occupied", building=building_name(state, number))


@final
class ContractFee(WordChoice):
    """Is the contract paid in coins, or with a present for the host? (§6.1.3, §6.1.4)"""

    def __init__(self, seat: int, building: int, prior_only: bool) -> None:
        super().__init__(seat)
        self.building = building
        self.prior_only = prior_only
        """The contract of a solo settlement phase, carried out by the neutral prior (§18.7)."""

    def key(self) -> tuple[object, ...]:
        return ("contract_fee", self.seat, self.building, self.prior_only)

    def kind(self) -> str:
        return "contract_fee"

    def section(self) -> str:
        return "6.1.3"

    def options(self, state: Estates, seat: int) -> list[int]:
        goods = state.goods[seat]
        found = [COINS] if goods[COIN] >= state.price else []
        return [*found, PRESENT] if goods[state.setup.present] else found

    def apply(self, state: Estates, seat: int, option: int) -> None:
        owner = state.owner_of(self.building)
        state.tell("hires", seat, self.building, owner, option)
        if option == PRESENT:
            state.give(seat, state.setup.present, 1)
        else:
            state.give(seat, COIN, state.price)
            if owner < state.seats:  # what the neutral player earns goes to the supply (§18.6)
                state.get(owner, COIN, state.price)
        if self.prior_only:
            state.put(owner, True, self.building)
            use(state, seat, self.building)
        else:
            asked = owner if owner < state.seats else seat
            state.push(ContractClergyman(asked, owner, self.building, seat))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("How do you pay the work contract?")

    def words(self) -> tuple[str, ...]:
        return ("coins", "present")

    def label(self, state: Estates, seat: int, option: int) -> str:
        if option == COINS:
            return _("{price} coins", price=state.price)
        return _("A present: 1 {good}", good=good_name(state, state.setup.present))

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [f"stock:{seat}:{GOODS[COIN if option == COINS else state.setup.present]}", choice_id(option)]


@final
class ContractClergyman(ClergyChoice):
    """The owner of the building chooses which clergyman works (§6.1.2, R4); for the neutral player, you do (§18.6)."""

    def __init__(self, seat: int, owner: int, building: int, user: int) -> None:
        super().__init__(seat, owner, building)
        self.user = user

    def key(self) -> tuple[object, ...]:
        return ("contract_clergyman", self.seat, self.owner, self.building, self.user)

    def kind(self) -> str:
        return "contract_clergyman"

    def section(self) -> str:
        return "6.1.2"

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.tell("enters", self.owner, self.building, option)
        state.put(self.owner, option == PRIOR, self.building)
        use(state, self.user, self.building)

    def prompt(self, state: Estates, seat: int) -> str:
        return _(
            "{user} has a work contract for {building}: who goes to work?",
            user=player(self.user),
            building=building_name(state, self.building),
        )


# Menus (§4.8, §8.2, §13.2).

PLACE: Final = 0
CONTRACT: Final = 1
FELL: Final = 2
CUT: Final = 3
BUILD: Final = 4
LAND: Final = 5
END: Final = 6
SETTLE: Final = 7
ENTER: Final = 8
MENU_WORDS: Final = ("place", "contract", "fell", "cut", "build", "land", "end", "settle", "enter")


@mypyc_attr(allow_interpreted_subclasses=True)
class Menu(WordChoice):
    """What next? Asked again and again until the player ends; exchanges are open here (§7.1)."""

    def __init__(self, seat: int, actions: int, may_buy: bool) -> None:
        super().__init__(seat)
        self.actions = actions
        """Main actions left."""
        self.may_buy = may_buy
        """No landscape was bought yet in this turn or phase (§7.4)."""

    def key(self) -> tuple[object, ...]:
        return (self.kind(), self.seat, self.actions, self.may_buy)

    def words(self) -> tuple[str, ...]:
        return MENU_WORDS

    def labels(self) -> tuple[str, ...]:
        return (
            _("Place a clergyman on an own building"),
            _("Issue a work contract"),
            _("Fell trees"),
            _("Cut peat"),
            _("Build a building"),
            _("Buy a landscape"),
            _("End the turn"),
            _("Build a settlement"),
            _("Put the prior on any building"),
        )

    @abstractmethod
    def verbs(self) -> tuple[int, ...]:
        """List what this menu can offer at all, in the order in which it is shown."""

    def targets(self, state: Estates, seat: int, option: int) -> list[str]:
        return [f"verb:{MENU_WORDS[option]}"]

    @abstractmethod
    def again(self, state: Estates, actions: int, may_buy: bool) -> None:
        """Put the menu back on the agenda, for when what was chosen is done."""

    def powers(self, state: Estates, seat: int) -> tuple[Decision[Estates], ...]:
        # With nothing left to do but to buy land, an exchange is of use only if it can pay for land (R52).
        if self.actions or (self.may_buy and may_reach_land(state, seat)):
            return state.setup.powers
        return ()

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option == LAND:
            self.again(state, self.actions, False)
            state.push(LandscapePile(seat))
        elif option != END:
            self.act(state, seat, option)
        elif self.actions:
            state.tell("passes", seat, self.actions)

    @abstractmethod
    def act(self, state: Estates, seat: int, option: int) -> None:
        """Do what was chosen: a main action, or a settlement."""

    def closing(self, state: Estates, seat: int) -> list[int]:
        """List what every menu ends with: land, if it can be bought, and the end."""
        return [LAND, END] if self.may_buy and can_buy_land(state, seat) else [END]

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        wanted = what.strip().casefold().removeprefix("verb:")
        verb = verb_for(state, seat, wanted)
        if verb == BUILD and self.actions and BUILD in self.verbs():
            card = state.setup.pieces.by_tag[wanted.removeprefix("building:")]
            if card not in state.buildable(seat):
                return why_not_build(state, seat, state.building(card))
        if verb in self.options(state, seat):
            return _("First choose «{verb}»", verb=self.label(state, seat, verb))
        if verb in self.verbs():
            wanted = MENU_WORDS[verb]
        if wanted == "land":
            if not self.may_buy:
                return _("A landscape was already bought: one a turn, and one a settlement phase (§7.4)")
            return _("You cannot pay the top tile of either pile (§7.4)")
        if wanted in MENU_WORDS and not self.actions:
            return _("No main action is left in this turn (§4.8)")
        if wanted == "contract":
            return why_no_contract(state, seat)
        reasons = {
            "place": _("You have no available clergyman, or no unoccupied building (§6.1.6)"),
            "fell": _("You have no forest to fell (§6.2)"),
            "cut": _("You have no moor to cut (§6.2)"),
            "build": _("No card of the display can be both paid and placed (§6.3.7)"),
            "settle": _("No settlement in your hand can be both paid and placed (§8.3)"),
            "enter": _("Your prior is not available (§13.2)"),
        }
        return reasons.get(wanted, _("«{what}» is not on the menu", what=called(state, what)))


def verb_for(state: Estates, seat: int, what: str) -> int:
    """Return what somebody who points at a thing of the table may want from the menu, or NOWHERE."""
    kind, _colon, rest = what.partition(":")
    if kind == "building":
        number = state.setup.pieces.by_tag.get(rest, NOWHERE)
        owner = state.owner_of(number)
        return (BUILD if number in state.display else NOWHERE) if owner == NOWHERE else PLACE if owner == seat else CONTRACT
    if kind == "space":
        index = state.grounds[seat].at.get(read_space(what), NOWHERE) if rest.startswith(f"{seat}:") else NOWHERE
        card = state.cards[seat][index] if index != NOWHERE else FREE
        return FELL if card == FOREST else CUT if card == MOOR else NOWHERE
    return {"pile": LAND, "settlement": SETTLE, "clergy": PLACE}.get(kind, NOWHERE)


def why_no_contract(state: Estates, seat: int) -> str:
    """Say why no work contract can be issued."""
    if not can_hire(state, seat):
        good = good_name(state, state.setup.present)
        return _("A work contract costs {price} coins or 1 {good}, and you have neither (§6.1.3)", price=state.price, good=good)
    return _("Nobody else has both an available clergyman and an unoccupied building (§6.1.2)")


@final
class TurnMenu(Menu):
    """The menu of a turn: main actions, a landscape, exchanges, end (§4.8)."""

    def kind(self) -> str:
        return "turn_menu"

    def section(self) -> str:
        return "4.8"

    def verbs(self) -> tuple[int, ...]:
        return (PLACE, CONTRACT, FELL, CUT, BUILD, LAND, END)

    def options(self, state: Estates, seat: int) -> list[int]:
        found: list[int] = []
        if self.actions:
            if state.anybody_home(seat) and state.has_unoccupied(seat):
                found.append(PLACE)
            if can_contract(state, seat):
                found.append(CONTRACT)
            cards = state.cards[seat]
            if FOREST in cards:
                found.append(FELL)
            if MOOR in cards:
                found.append(CUT)
            if state.can_build(seat):
                found.append(BUILD)
        return found + self.closing(state, seat)

    def act(self, state: Estates, seat: int, option: int) -> None:
        self.again(state, self.actions - 1, self.may_buy)
        state.used = 0
        if option == PLACE:
            state.push(OwnBuilding(seat))
        elif option == CONTRACT:
            state.push(ContractBuilding(seat))
        elif option == BUILD:
            state.push(BuildingCard(seat, False))
        else:
            state.push(ResourceCard(seat, FOREST if option == FELL else MOOR))

    def again(self, state: Estates, actions: int, may_buy: bool) -> None:
        state.push(TurnMenu(self.seat, actions, may_buy))

    def prompt(self, state: Estates, seat: int) -> str:
        if self.actions:
            return _("Round {round}: your turn, main actions left: {actions}", round=state.round, actions=self.actions)
        return _("Round {round}: buy a landscape, or end your turn", round=state.round)


@final
class SettlementMenu(Menu):
    """The part of one player in a settlement phase: land, then a settlement (§8.2, R8)."""

    def kind(self) -> str:
        return "settlement_menu"

    def section(self) -> str:
        return "8.2"

    def verbs(self) -> tuple[int, ...]:
        return (SETTLE, LAND, END)

    def options(self, state: Estates, seat: int) -> list[int]:
        found = [SETTLE] if state.settleable(seat) else []
        return found + self.closing(state, seat)

    def act(self, state: Estates, seat: int, option: int) -> None:
        state.push(SettlementCard(seat, False))

    def again(self, state: Estates, actions: int, may_buy: bool) -> None:
        state.push(SettlementMenu(self.seat, actions, may_buy))

    def powers(self, state: Estates, seat: int) -> tuple[Decision[Estates], ...]:
        # An exchange alone is of no use here (R52).
        useful = (self.may_buy and may_reach_land(state, seat)) or bool(state.settleable(seat))
        return state.setup.powers if useful else ()

    def label(self, state: Estates, seat: int, option: int) -> str:
        return _("Done") if option == END else self.labels()[option]

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Settlement phase: buy a landscape, build a settlement, or leave it")


@final
class BonusMenu(Menu):
    """The menu of the bonus round: the prior on any building, or build (§13.2)."""

    def kind(self) -> str:
        return "bonus_menu"

    def section(self) -> str:
        return "13.2"

    def verbs(self) -> tuple[int, ...]:
        return (ENTER, BUILD, LAND, END)

    def options(self, state: Estates, seat: int) -> list[int]:
        found: list[int] = []
        if self.actions:
            if state.prior_home(seat):
                found.append(ENTER)
            if state.can_build(seat):
                found.append(BUILD)
        return found + self.closing(state, seat)

    def act(self, state: Estates, seat: int, option: int) -> None:
        self.again(state, self.actions - 1, self.may_buy)
        state.used = 0
        if option == ENTER:
            state.push(BonusBuilding(seat))
        else:
            state.push(BuildingCard(seat, False))

    def again(self, state: Estates, actions: int, may_buy: bool) -> None:
        state.push(BonusMenu(self.seat, actions, may_buy))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Bonus round: put your prior on any building, build, or end")

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        if what.strip().casefold().removeprefix("verb:") in ("place", "contract", "fell", "cut"):
            return _("In the bonus round the prior enters any building, or you build; there is no other main action")
        return super().why_not(state, seat, what)


@final
class BonusBuilding(BuildingChoice):
    """Any building of any player, occupied or not, for the prior (§13.2)."""

    def kind(self) -> str:
        return "bonus_building"

    def section(self) -> str:
        return "13.2"

    def options(self, state: Estates, seat: int) -> list[int]:
        found: list[int] = []
        for side in range(state.setup.sides):
            found += state.buildings_of(side)
        return found

    def apply(self, state: Estates, seat: int, option: int) -> None:
        state.tell("enters", seat, option, PRIOR)
        state.put(seat, True, option)
        use(state, seat, option)

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which building does your prior use?")


# The neutral player of the solo game (§18.7).


@final
class NeutralCard(BuildingChoice):
    """Which of the cards left does the neutral player build next? (§18.7)"""

    def kind(self) -> str:
        return "neutral_card"

    def section(self) -> str:
        return "18.7"

    def options(self, state: Estates, seat: int) -> list[int]:
        return state.display[:]

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if len(state.display) > 1:
            state.push(NeutralCard(seat))
        state.push(NeutralSpace(seat, option))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Which card does the neutral player build next?")


@final
class NeutralSpace(SpaceChoice):
    """Where the neutral player builds: on a free space, or over a card of the same sort (§18.7, R28, R46)."""

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card = card

    def key(self) -> tuple[object, ...]:
        return ("neutral_space", self.seat, self.card)

    def kind(self) -> str:
        return "neutral_space"

    def section(self) -> str:
        return "18.7"

    def side(self, seat: int) -> int:
        return seat + 1

    def options(self, state: Estates, seat: int) -> list[int]:
        side, cloister = self.side(seat), state.building(self.card).cloister
        cards, places = state.cards[side], state.grounds[side].places
        found: list[int] = []
        for index in range(len(cards)):
            if cards[index] == FREE:
                allowed = not cloister or state.touches_cloister(side, index)
            else:
                allowed = state.building(cards[index]).cloister == cloister
            if allowed:
                found.append(places[index])
        return found

    def apply(self, state: Estates, seat: int, option: int) -> None:
        side = self.side(seat)
        covered = state.cards[side][state.grounds[side].at[option]]
        state.tell("builds", side, self.card, option)
        state.display.remove(self.card)
        state.lay(side, option, self.card)
        state.raise_price(self.card)
        if covered != FREE:
            state.clergy = [self.card if at == covered else at for at in state.clergy]

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Where does the neutral player build {building}?", building=building_name(state, self.card))

    def why_not(self, state: Estates, seat: int, what: str) -> str:
        return _(
            "{building} goes on a free space (a cloister building beside another one) or over a card of the same sort",
            building=building_name(state, self.card),
        )


@final
class NeutralContract(BuildingChoice):
    """Is one of the buildings just built used by work contract, with the neutral prior? (§18.7, R47)"""

    def __init__(self, seat: int, cards: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.cards = cards
        """The cards that the neutral player builds in this phase."""

    def key(self) -> tuple[object, ...]:
        return ("neutral_contract", self.seat, self.cards)

    def kind(self) -> str:
        return "neutral_contract"

    def section(self) -> str:
        return "18.7"

    def open(self, state: Estates, seat: int) -> list[int]:
        """List the buildings just built that the neutral prior could enter."""
        side = seat + 1
        if not state.prior_home(side):
            return []
        return [card for card in self.cards if card in state.cards[side] and not state.occupied(card)]

    def options(self, state: Estates, seat: int) -> list[int]:
        found = self.open(state, seat) if can_hire(state, seat) else []
        return [*found, NONE]

    def powers(self, state: Estates, seat: int) -> tuple[Decision[Estates], ...]:
        return state.setup.powers if self.open(state, seat) and can_hire(state, seat) else ()

    def apply(self, state: Estates, seat: int, option: int) -> None:
        if option != NONE:
            state.used = 0
            state.push(ContractFee(seat, option, True))

    def prompt(self, state: Estates, seat: int) -> str:
        return _("Issue a work contract to the neutral prior? It costs {price}", price=state.price)
