"""The questions of Vinhos, one small class each (§18.2)."""

from typing import Final, final

from cuvee.games.vinhos.pieces import (
    ACTIONS,
    BANK,
    CELLARS,
    COLORS,
    EXPERTS,
    EXPORT,
    FEATURES,
    MOST,
    SALES,
    STAFF,
    VINEYARDS,
    WINERIES,
)
from cuvee.games.vinhos.state import (
    BARREL_GONE,
    CELLAR,
    COLOR,
    DOWN,
    ENOLOGISTS,
    FARMERS,
    MARKED,
    NONE,
    PRESSES,
    SUPPLY_CELLARS,
    SUPPLY_ENOLOGISTS,
    SUPPLY_FARMERS,
    SUPPLY_WINERIES,
    UNMARKED,
    UP,
    VINES,
    WINE,
    Effect,
    Table,
)
from cuvee.kernel.play import Decision, Step
from cuvee.kernel.text import _

STOP: Final = 999
"""Ends a series: the same number in every decision that has it."""
STAY: Final = 999
PASS: Final = 999
NEITHER: Final = 0
FROM_TILES: Final = 200
FROM_MAGNATES: Final = 400
"""Numbers of a window: 1 more than an Expert, then Action tiles, then bonus actions of the Reserve."""
WINERY: Final = 0
CELLAR_TILE: Final = 1
FARMER_HERE: Final = 10
"""Hiring: the estate for an Enologist, this much more for a Farmer."""
PLACES: Final = 10
"""Buying a vineyard: the region times this; plus 0 for a new estate, else the estate to extend, counted from 1."""
BY_PLACE: Final = 100
"""Retrieving a barrel: the place (sales, export, multiplier, magnate, option) times this, plus the number there."""
DECADES: Final = 4096
MANY: Final = 80
"""A transfer with more possible amounts than this is asked in two steps, tens first."""


# What several questions share.


class Ask(Decision[Table]):
    """A question of Vinhos: all its numbers stay below 1,024."""

    def span(self) -> int:
        return 1 << 10

    def about(self, state: Table, seat: int) -> str:
        """Return the id of the drawn thing that the question is about, if there is one."""
        return ""


def choice(text: str) -> str:
    """Return the id of an answer that is no thing of the table but is drawn beside it, by its notation."""
    return "choice:" + text.replace(" ", "_")


class AskRegion(Ask):
    """A question that is answered with a region."""

    def verb(self) -> str:
        """Return the word before the region in the notation."""
        return "take"

    def notation(self, state: Table, seat: int, option: int) -> str:
        return f"{self.verb()} {state.setup.pieces.regions[option].id}"

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [f"region:{state.setup.pieces.regions[option].id}"]


class AskWine(Ask):
    """A question that is answered with an own wine, or with an end to the asking."""

    def end_text(self) -> str:
        """Return the notation of no wine."""
        return "stop"

    def end_label(self) -> str:
        """Say what no wine means."""
        return _("Trade no more")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return self.end_text() if option == STOP else wine_text(state, option)

    def label(self, state: Table, seat: int, option: int) -> str:
        return self.end_label() if option == STOP else wine_name(state, seat, option)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice(self.end_text())] if option == STOP else [wine_target(state, seat, option)]


class AskEstate(Ask):
    """A question that is answered with an own estate, or with an end to the asking."""

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice("stop")] if option == STOP else [f"estate:{seat}:{option}"]


class Purchase(AskEstate):
    """One item of an action that buys several: the first is a duty, the others are optional (§8.10)."""

    def __init__(self, seat: int, left: int, optional: bool) -> None:
        super().__init__(seat)
        self.left = left
        self.optional = optional

    def key(self) -> tuple[object, ...]:
        return (self.kind(), self.seat, self.left, self.optional, *self.terms())

    def terms(self) -> tuple[int, ...]:
        """List what else this purchase depends on."""
        return ()

    def too_dear(self, state: Table, seat: int, price: int) -> str:
        """Say that money is missing."""
        return _("It costs {price} Bagos, you have {money}", price=price, money=state.money[seat])


def wine_text(state: Table, wine: int) -> str:
    """Write a wine as estate and slot."""
    width = state.setup.width
    return f"wine {wine // width + 1}.{wine % width + 1}"


def wine_target(state: Table, seat: int, wine: int) -> str:
    """Return the id of a drawn wine."""
    width = state.setup.width
    return f"wine:{seat}:{wine // width}:{wine % width}"


def wine_name(state: Table, seat: int, wine: int) -> str:
    """Name a wine: colour, region, quality and where it lies."""
    width, land = state.setup.width, state.land
    estate, slot = wine // width, wine % width
    at = state.at(seat, estate)
    return _(
        "{color} {region}, quality {quality} (estate {estate}, slot {slot})",
        color=_(COLORS[land[at + COLOR]]),
        region=state.setup.pieces.regions[land[at]].name,
        quality=land[at + WINE + slot],
        estate=estate + 1,
        slot=slot + 1,
    )


def words_of(what: str) -> list[str]:
    """Split what somebody asked for, a text or the id of a thing, into words."""
    return what.casefold().replace(":", " ").split()


def region_named(state: Table, what: str) -> int:
    """Find the region that a text names, or NONE."""
    words = words_of(what)
    for region in state.setup.pieces.regions:
        if region.id in words:
            return region.number
    return NONE


@final
class CarryOut(Step[Table]):
    """One effect of a list that has several (§18.6)."""

    def __init__(self, seat: int, effect: Effect, estate: int) -> None:
        self.seat = seat
        self.effect = effect
        self.estate = estate

    def kind(self) -> str:
        return "carry out"

    def key(self) -> tuple[object, ...]:
        return ("carry out", self.seat, self.effect, self.estate)

    def run(self, state: Table) -> None:
        self.effect.perform(state, self.seat, self.estate)


def carry_out(state: Table, seat: int, effects: list[Effect], estate: int) -> None:
    """Carry out a list of effects in order (§18.6)."""
    if len(effects) == 1:
        effects[0].perform(state, seat, estate)
        return
    for effect in reversed(effects):
        state.push(CarryOut(seat, effect, estate))


def any_possible(state: Table, seat: int, effects: list[Effect], extra: int) -> bool:
    """Tell whether a tile would do anything (§7.4)."""
    return any(effect.possible(state, seat, extra) for effect in effects)


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


def make_wine(state: Table, seat: int, estate: int, porto: int) -> None:
    """Put the wine of the year in slot 1, if there is any (§6.5)."""
    quality = quality_of(state, seat, estate) + porto
    if 0 < state.setup.max_quality < quality:
        quality = state.setup.max_quality
    if quality >= state.setup.pieces.farm.least:
        state.land[state.at(seat, estate) + WINE] = quality
        state.tell("wine", seat, estate, quality)


def quality_of(state: Table, seat: int, estate: int) -> int:
    """Return the quality that an estate produces with the Vintage tile in force (§6.5)."""
    land, farm, at = state.land, state.setup.pieces.farm, state.at(seat, estate)
    return (
        farm.per_vineyard * land[at + VINES]
        + farm.per_farmer * land[at + FARMERS]
        + farm.per_winery * land[at + PRESSES]
        + farm.per_enologist * land[at + ENOLOGISTS]
        + state.setup.pieces.vintages[state.vintage].weather
    )


def best_vineyard_money(state: Table, seat: int) -> int:
    """Return the most money a seat can have left on a Vineyards space; below 0 if it can reach none."""
    best = -1
    for space in range(len(state.setup.actions)):
        if state.setup.actions[space] == VINEYARDS and space != state.marker[seat]:
            best = max(best, state.money[seat] - state.move_cost(seat, space))
    return best


def tops_allowed(state: Table, seat: int, region: int) -> list[int]:
    """List the tiles of a stack that may be put on top: a Vineyards space has to be legal then (§7.5)."""
    left, stack = best_vineyard_money(state, seat), sorted(state.stacks[region])
    if left < 0:
        return []
    for other in range(len(state.stacks)):
        if other != region and state.stacks[other] and state.can_buy_tile(seat, state.stacks[other][0], left, 0):
            return stack
    return [tile for tile in stack if state.can_buy_tile(seat, tile, left, 0)]


def regions_to_rearrange(state: Table, seat: int) -> list[int]:
    """List the regions whose stack may be rearranged (§7.5, §10.7)."""
    return [
        region
        for region in range(len(state.stacks))
        if len(state.stacks[region]) > 1 and len(tops_allowed(state, seat, region)) > 0
    ]


def why_no_action(state: Table, seat: int, action: int, money: int) -> str:
    """Say why the action of a space cannot be carried out (§7.3)."""
    if action in (SALES, EXPORT):
        if state.barrels[seat] == 0:
            return _("There is no barrel in your supply to put on a slot (§8.7)")
        if not state.has_wine(seat):
            return _("You have no wine to trade (§8.7)")
        return _("No empty slot is in reach of your wines (§8.6)")
    if action == EXPERTS and not state.can_take_expert():
        return _("All Wine Expert decks are empty (§14.10)")
    if money < 1000 and state.can_act(seat, action, 1000, 0):
        return _("{money} Bagos are not enough for the smallest purchase there (§7.3)", money=money)
    if action == VINEYARDS:
        return _("No estate of yours can take any vineyard on offer (§8.1)")
    if action == STAFF:
        return _("No place is free for staff, or none is left to hire (§4.4)")
    if action in (WINERIES, CELLARS):
        return _("No estate of yours has a free place, or none is left to buy (§8.2, §8.4)")
    return _("The action of that space cannot be carried out (§7.3)")


# Setting up.


@final
class FirstRegion(AskRegion):
    """Each player opens a first estate in a region of choice (§5.8)."""

    def kind(self) -> str:
        return "first_region"

    def section(self) -> str:
        return "5.8"

    def options(self, state: Table, seat: int) -> list[int]:
        return [region for region in range(len(state.stacks)) if state.stacks[region]]

    def apply(self, state: Table, seat: int, option: int) -> None:
        tile = state.take_vineyard(option)
        if state.setup.reserve:  # the first vineyard is paid there (§16.1)
            state.money[seat] -= state.setup.pieces.vineyards[tile].cost
        estate = open_estate(state, seat, tile)
        state.tell("opens", seat, tile, estate)
        state.place_cube(option)
        state.land[state.at(seat, estate) + WINE] = state.setup.pieces.farm.first_wine
        carry_out(state, seat, state.setup.region_bonus[option], estate)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Choose the region of your first vineyard")

    def label(self, state: Table, seat: int, option: int) -> str:
        region, tile = state.setup.pieces.regions[option], state.setup.pieces.vineyards[state.stacks[option][0]]
        return _("{region}, {color}: {bonus}", region=region.name, color=_(COLORS[tile.color]), bonus=_(region.text))

    def why_not(self, state: Table, seat: int, what: str) -> str:
        region = region_named(state, what)
        if region != NONE and not state.in_play[region]:
            return _("{region} is not in play (§5.3)", region=state.setup.pieces.regions[region].name)
        return _("Choose a region in play that has a vineyard left")


@final
class FirstTile(Ask):
    """Each player takes an Action tile of the display, the last in order first (§5.9)."""

    def kind(self) -> str:
        return "first_tile"

    def section(self) -> str:
        return "5.9"

    def options(self, state: Table, seat: int) -> list[int]:
        return [cell for cell in range(len(state.display)) if state.display[cell] != NONE]

    def apply(self, state: Table, seat: int, option: int) -> None:
        take_display_tile(state, seat, option)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Take a Magnate Action tile")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return f"cell {option}"

    def label(self, state: Table, seat: int, option: int) -> str:
        return display_name(state, state.display[option])

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [f"cell:{option}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Choose a cell of the display in which a tile lies")


def display_name(state: Table, code: int) -> str:
    """Name a tile of the display."""
    if code >= MOST:
        return _("Multiplier: {text}", text=_(state.setup.pieces.multipliers[code - MOST].text))
    return _("Action tile: {name}", name=_(state.setup.pieces.action_tiles[code].name))


def take_display_tile(state: Table, seat: int, cell: int) -> None:
    """Take a tile of the display: an Action tile face-up, a Multiplier tile with a barrel on it (§12.4)."""
    code = state.display[cell]
    state.display[cell] = NONE
    state.tell("tile", seat, code)
    if code >= MOST:
        state.multipliers[code - MOST] = 2 * seat + 1
        state.barrels[seat] -= 1
    else:
        state.tiles[code] = 2 * seat + UP


# A turn.


@final
class Window(Ask):
    """Before the move or after the action one face-up tile may be used (§7.4)."""

    def __init__(self, seat: int, before: bool) -> None:
        super().__init__(seat)
        self.before = before

    def kind(self) -> str:
        return "window_tile"

    def key(self) -> tuple[object, ...]:
        return ("window_tile", self.seat, self.before)

    def section(self) -> str:
        return "7.4"

    def options(self, state: Table, seat: int) -> list[int]:
        setup, face_up, found = state.setup, 2 * seat + UP, [NEITHER]
        experts, tiles = state.experts, state.tiles
        for number in range(len(experts)):
            if experts[number] != face_up or (setup.pieces.experts[number].before_only and not self.before):
                continue
            if any_possible(state, seat, setup.expert_effects[number], 0):
                found.append(1 + number)
        for number in range(len(tiles)):
            if tiles[number] != face_up or (setup.pieces.action_tiles[number].before_only and not self.before):
                continue
            if any_possible(state, seat, setup.tile_effects[number], 0):
                found.append(FROM_TILES + number)
        if setup.reserve and state.fair_tiles[seat] > 0:
            usable = [action for action in range(len(setup.bonus_actions)) if can_use_magnate(state, seat, action)]
            found += [FROM_MAGNATES + action for action in usable]
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        effects: list[Effect] = [] if option == NEITHER else self._use(state, seat, option)
        if self.before:
            free, duty, discount = False, False, 0
            for effect in effects:
                free = free or effect.free
                duty = duty or effect.duty
                discount += effect.discount
            if option == NEITHER:
                state.push(Window(seat, False))
            state.push(Destination(seat, free, duty, discount))
        if effects:
            carry_out(state, seat, effects, 0)

    def _use(self, state: Table, seat: int, option: int) -> list[Effect]:
        """Turn the tile face-down, or mark the bonus action of a Magnate (§16.15)."""
        state.tell("uses", seat, option)
        if option >= FROM_MAGNATES:
            number = option - FROM_MAGNATES
            magnate = state.setup.pieces.bonus_actions[number].magnate
            state.magnate_barrels[seat * len(state.setup.pieces.magnates) + magnate] -= 1
            state.barrels[seat] += 1
            state.fair_tiles[seat] -= 1
            state.bonus_marks[number * state.setup.sides + seat] = MARKED
            return state.setup.bonus_actions[number]
        if option >= FROM_TILES:
            state.tiles[option - FROM_TILES] = 2 * seat + DOWN
            return state.setup.tile_effects[option - FROM_TILES]
        state.experts[option - 1] = 2 * seat + DOWN
        return state.setup.expert_effects[option - 1]

    def prompt(self, state: Table, seat: int) -> str:
        if self.before:
            return _("Use a tile before your move?")
        return _("Use a tile after your action?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "none" if option == NEITHER else f"use {window_id(state, option)}"

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("No tile") if option == NEITHER else window_name(state, option)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        if option == NEITHER:
            return [choice("none")]
        kind = "expert" if option < FROM_TILES else "tile" if option < FROM_MAGNATES else "bonus_action"
        return [f"{kind}:{window_id(state, option)}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        if words_of(what)[:1] == ["wine"]:
            return why_no_release(state, seat)
        return _("Only a face-up tile of your own whose effect does something may be used, one in a turn")


def window_id(state: Table, option: int) -> str:
    """Return the id of a tile or bonus action that a window offers."""
    pieces = state.setup.pieces
    if option >= FROM_MAGNATES:
        return pieces.bonus_actions[option - FROM_MAGNATES].id
    return pieces.action_tiles[option - FROM_TILES].id if option >= FROM_TILES else pieces.experts[option - 1].id


def window_name(state: Table, option: int) -> str:
    """Say what a tile or bonus action of a window does."""
    pieces = state.setup.pieces
    if option >= FROM_MAGNATES:
        action = pieces.bonus_actions[option - FROM_MAGNATES]
        return _("{magnate}: {name}", magnate=pieces.magnates[action.magnate].name, name=_(action.name))
    if option >= FROM_TILES:
        return _("Action tile: {name}", name=_(pieces.action_tiles[option - FROM_TILES].name))
    expert = pieces.experts[option - 1]
    return _("{feature} Expert: {text}", feature=_(FEATURES[expert.feature]), text=_(expert.text))


def can_use_magnate(state: Table, seat: int, number: int) -> bool:
    """Tell whether a bonus action of a Magnate can be used, Fair tiles given (§16.15)."""
    setup = state.setup
    magnate = setup.pieces.bonus_actions[number].magnate
    return (
        state.magnate_barrels[seat * len(setup.pieces.magnates) + magnate] > 0
        and state.bonus_marks[number * setup.sides + seat] == UNMARKED
        and any_possible(state, seat, setup.bonus_actions[number], 1)
    )


def why_no_release(state: Table, seat: int) -> str:
    """Say why no Press Release is possible now (§8.9)."""
    if state.released[seat]:
        return _("You have already issued a Press Release for this fair (§8.9)")
    if state.year > len(state.setup.pieces.years):
        return _("There is no Press Release in the final action (§6.7)")
    return _("A Press Release is issued on the centre space (§8.9)")


@final
class Destination(Ask):
    """Move the Action Marker to another space and pay (§7.2, §7.3)."""

    def __init__(self, seat: int, free: bool, duty: bool, discount: int) -> None:
        super().__init__(seat)
        self.free = free
        self.duty = duty
        self.discount = discount

    def kind(self) -> str:
        return "destination"

    def key(self) -> tuple[object, ...]:
        return ("destination", self.seat, self.free, self.duty, self.discount)

    def section(self) -> str:
        return "7.3"

    def options(self, state: Table, seat: int) -> list[int]:
        found = state.legal_spaces(seat, self.free, self.duty, self.discount)
        return found if found else [STAY]

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == STAY:
            state.tell("stays", seat)
            return
        cost = 0
        if not self.free:
            cost = state.move_cost(seat, option)
            state.money[seat] -= cost
            pay_others(state, seat, option)
        state.marker[seat] = option
        state.tell("moves", seat, option, cost)
        start_action(state, seat, state.setup.actions[option], self.discount)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Move your Action Marker")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "stay" if option == STAY else f"go {state.setup.pieces.spaces[option].id}"

    def label(self, state: Table, seat: int, option: int) -> str:
        if option == STAY:
            return _("Stay and pass")
        cost = 0 if self.free else state.move_cost(seat, option)
        name = _(space_name(state, option))
        return _("{space} for {cost} Bagos", space=name, cost=cost) if cost else _("{space}, free", space=name)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [f"space:{state.setup.pieces.spaces[state.marker[seat] if option == STAY else option].id}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        words = words_of(what)
        if words[:1] == ["wine"]:
            return why_no_release(state, seat)
        for space in state.setup.pieces.spaces:
            if space.id in words:
                return self._why_not_there(state, seat, space.number)
        return _("The marker moves to a different space whose action you can pay and carry out")

    def _why_not_there(self, state: Table, seat: int, space: int) -> str:
        if space == state.marker[seat]:
            return _("The marker must move to a different space (§7.2)")
        if self.duty and state.setup.actions[space] != VINEYARDS:
            return _("The tile you used obliges you to choose a Vineyards space (§7.4)")
        cost = 0 if self.free else state.move_cost(seat, space)
        if cost > state.money[seat]:
            money = state.money[seat]
            return _("Not enough Bagos for the move: it costs {cost}, you have {money} (§7.2)", cost=cost, money=money)
        return why_no_action(state, seat, state.setup.actions[space], state.money[seat] - cost)


def space_name(state: Table, space: int) -> str:
    """Return the name of a space; one of them is the Bank in the Reserve (§16.1)."""
    return "Bank" if state.setup.actions[space] == BANK else state.setup.pieces.spaces[space].name


def pay_others(state: Table, seat: int, space: int) -> None:
    """Pay each player whose marker stands on a space; Lacerda's fee goes to the bank (§7.2, §17.3)."""
    if space == state.setup.pieces.centre:
        return
    for other in range(state.seats):
        if other != seat and state.marker[other] == space:
            state.money[other] += state.setup.pieces.fee_player


def start_action(state: Table, seat: int, action: int, discount: int) -> None:
    """Put the action of a space on the agenda (§8)."""
    prices = state.setup.prices
    most = prices.most[action]
    if action == VINEYARDS:
        state.push(BuyVineyard(seat, most, False, discount))
    elif action == WINERIES:
        state.push(Build(seat, WINERY, most, False, prices.winery))
    elif action == STAFF:
        state.push(Hire(seat, most, False, prices.enologist, prices.farmer))
    elif action == CELLARS:
        state.push(Build(seat, CELLAR_TILE, most, False, prices.cellar))
    elif action == EXPERTS:
        state.push(TakeExpert(seat, most, False, prices.expert, False))
    elif action in (SALES, EXPORT):
        state.push(TradeWine(seat, action, False, state.setup.trade_limit))
    elif action == BANK:
        state.push(BankSteps(seat))
    elif state.year <= len(state.setup.pieces.years) and not state.released[seat] and state.has_wine(seat):
        state.push(ReleaseWine(seat, False))


# Buying.


@final
class BuyVineyard(Purchase):
    """Buy a vineyard: a region, and a new estate or one to extend (§8.1)."""

    def __init__(self, seat: int, left: int, optional: bool, discount: int) -> None:
        super().__init__(seat, left, optional)
        self.discount = discount

    def kind(self) -> str:
        return "vineyard"

    def terms(self) -> tuple[int, ...]:
        return (self.discount,)

    def section(self) -> str:
        return "8.1"

    def options(self, state: Table, seat: int) -> list[int]:
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
        if self.optional:
            found.append(STOP)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == STOP:
            return
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

    def notation(self, state: Table, seat: int, option: int) -> str:
        if option == STOP:
            return "stop"
        region, place = option // PLACES, option % PLACES
        return f"{state.setup.pieces.regions[region].id} {f'estate {place}' if place else 'new'}"

    def label(self, state: Table, seat: int, option: int) -> str:
        if option == STOP:
            return _("Buy no more")
        pieces, region, place = state.setup.pieces, option // PLACES, option % PLACES
        tile = pieces.vineyards[state.stacks[region][0]]
        cost, color = max(0, tile.cost - self.discount), _(COLORS[tile.color])
        name = pieces.regions[region].name
        if place:
            return _("{color} {region} for {cost}, second of estate {n}", color=color, region=name, cost=cost, n=place)
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
            return _("Choose a region and a new estate, or one of the same region and colour with room")
        name = state.setup.pieces.regions[region].name
        if not state.stacks[region]:
            return _("No vineyard is left in {region} (§14.8)", region=name)
        tile = state.stacks[region][0]
        if state.can_place_tile(seat, tile) and not state.can_buy_tile(seat, tile, state.money[seat], self.discount):
            return _("You cannot pay the vineyard in {region} (§8.1)", region=name)
        return _("That estate cannot take the vineyard of {region}: region, colour or slot do not fit (§8.1)", region=name)


@final
class Build(Purchase):
    """Buy a winery or a Cellar and place it (§8.2, §8.4)."""

    def __init__(self, seat: int, what: int, left: int, optional: bool, price: int) -> None:
        super().__init__(seat, left, optional)
        self.what = what
        self.price = price

    def kind(self) -> str:
        return "winery" if self.what == WINERY else "cellar"

    def terms(self) -> tuple[int, ...]:
        return (self.what, self.price)

    def section(self) -> str:
        return "8.2" if self.what == WINERY else "8.4"

    def options(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        if state.money[seat] >= self.price:
            if self.what == WINERY:
                if state.supply[SUPPLY_WINERIES] > 0:
                    found = state.winery_estates(seat)
            elif state.supply[SUPPLY_CELLARS] > 0:
                found = state.cellar_estates(seat)
        if self.optional:
            found.append(STOP)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == STOP:
            return
        state.money[seat] -= self.price
        if self.left > 1:
            state.push(Build(seat, self.what, self.left - 1, True, self.price))
        if self.what == WINERY:
            place_winery(state, seat, option)
        else:
            place_cellar(state, seat, option)

    def prompt(self, state: Table, seat: int) -> str:
        if self.what == WINERY:
            return _("Buy a winery for {price} Bagos", price=self.price)
        return _("Buy a Cellar for {price} Bagos", price=self.price)

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "stop" if option == STOP else f"{self.kind()} estate {option + 1}"

    def label(self, state: Table, seat: int, option: int) -> str:
        if option == STOP:
            return _("Buy no more")
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
    """Put a winery of the supply on an estate (§8.2)."""
    state.supply[SUPPLY_WINERIES] -= 1
    state.land[state.at(seat, estate) + PRESSES] += 1
    state.tell("winery", seat, estate)


def place_cellar(state: Table, seat: int, estate: int) -> None:
    """Put a Cellar of the supply over a warehouse; wines stay in their slots (§4.5)."""
    state.supply[SUPPLY_CELLARS] -= 1
    state.land[state.at(seat, estate) + CELLAR] += 1
    state.tell("cellar", seat, estate)


def place_staff(state: Table, seat: int, estate: int, farmer: bool) -> None:
    """Put an Enologist or a Farmer of the supply on an estate (§8.3)."""
    state.supply[SUPPLY_FARMERS if farmer else SUPPLY_ENOLOGISTS] -= 1
    state.land[state.at(seat, estate) + (FARMERS if farmer else ENOLOGISTS)] += 1
    state.tell("farmer" if farmer else "enologist", seat, estate)


@final
class Hire(Purchase):
    """Hire an Enologist or a Farmer and place it (§8.3); a price of NONE: that kind is not offered."""

    def __init__(self, seat: int, left: int, optional: bool, enologist: int, farmer: int) -> None:
        super().__init__(seat, left, optional)
        self.enologist = enologist
        self.farmer = farmer

    def kind(self) -> str:
        return "staff"

    def terms(self) -> tuple[int, ...]:
        return (self.enologist, self.farmer)

    def section(self) -> str:
        return "8.3"

    def options(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        money = state.money[seat]
        if self.enologist != NONE and money >= self.enologist and state.supply[SUPPLY_ENOLOGISTS] > 0:
            found = state.enologist_estates(seat)
        if self.farmer != NONE and money >= self.farmer and state.supply[SUPPLY_FARMERS] > 0:
            for estate in state.farmer_estates(seat):
                found.append(FARMER_HERE + estate)
        if self.optional:
            found.append(STOP)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == STOP:
            return
        farmer = option >= FARMER_HERE
        state.money[seat] -= self.farmer if farmer else self.enologist
        if self.left > 1:
            state.push(Hire(seat, self.left - 1, True, self.enologist, self.farmer))
        place_staff(state, seat, option % FARMER_HERE, farmer)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Hire staff")

    def notation(self, state: Table, seat: int, option: int) -> str:
        if option == STOP:
            return "stop"
        return f"{'farmer' if option >= FARMER_HERE else 'enologist'} estate {option % FARMER_HERE + 1}"

    def label(self, state: Table, seat: int, option: int) -> str:
        if option == STOP:
            return _("Hire no more")
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
        return _("The place is taken: one Farmer for a vineyard, one Enologist for a winery (§4.4)")


@final
class TakeExpert(Purchase):
    """Take the top tile of an Expert deck, bought or as a gift (§8.5)."""

    def __init__(self, seat: int, left: int, optional: bool, price: int, gift: bool) -> None:
        super().__init__(seat, left, optional)
        self.price = price
        self.gift = gift

    def kind(self) -> str:
        return "expert_deck"

    def terms(self) -> tuple[int, ...]:
        return (self.price, self.gift)

    def section(self) -> str:
        return "8.5"

    def options(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        if state.money[seat] >= self.price:
            found = [feature for feature in range(len(state.decks)) if state.decks[feature]]
        if self.optional:
            found.append(STOP)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == STOP:
            return
        state.money[seat] -= self.price
        state.take_expert(seat, option)
        if self.left > 1 and (not self.gift or state.can_take_expert()):
            state.push(TakeExpert(seat, self.left - 1, not self.gift, self.price, self.gift))

    def prompt(self, state: Table, seat: int) -> str:
        if self.price:
            return _("Hire a Wine Expert for {price} Bagos", price=self.price)
        return _("Take a Wine Expert")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "stop" if option == STOP else FEATURES[option]

    def label(self, state: Table, seat: int, option: int) -> str:
        if option == STOP:
            return _("Hire no more")
        expert = state.setup.pieces.experts[state.decks[option][0]]
        return _("{feature}: {text}", feature=_(FEATURES[option]), text=_(expert.text))

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice("stop")] if option == STOP else [f"deck:{FEATURES[option]}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        if state.money[seat] < self.price:
            return self.too_dear(state, seat, self.price)
        return _("Choose a deck that is not empty: {decks}", decks=", ".join(FEATURES))


@final
class PlaceCube(AskRegion):
    """Place Renown cubes one after the other, as long as supply and spaces last (§9, §10.3)."""

    def __init__(self, seat: int, left: int) -> None:
        super().__init__(seat)
        self.left = left

    def kind(self) -> str:
        return "cube_region"

    def key(self) -> tuple[object, ...]:
        return ("cube_region", self.seat, self.left)

    def section(self) -> str:
        return "10.3"

    def options(self, state: Table, seat: int) -> list[int]:
        return state.cube_regions()

    def apply(self, state: Table, seat: int, option: int) -> None:
        state.place_cube(option)
        state.tell("cube", seat, option)
        if self.left > 1 and state.cube_regions():
            state.push(PlaceCube(seat, self.left - 1))

    def prompt(self, state: Table, seat: int) -> str:
        return _("Place a Renown cube")

    def verb(self) -> str:
        return "cube"

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("In {region}", region=state.setup.pieces.regions[option].name)

    def why_not(self, state: Table, seat: int, what: str) -> str:
        region = region_named(state, what)
        if region != NONE and state.in_play[region]:
            return _("Every cube space of {region} is taken (§14.4)", region=state.setup.pieces.regions[region].name)
        return _("A cube goes to a region in play with an empty cube space")


# Trading.


@final
class TradeWine(AskWine):
    """Choose a wine to sell or export (§8.7, §8.8); `left` counts down where the option of §19 limits trades, 0: no limit."""

    def __init__(self, seat: int, area: int, optional: bool, left: int) -> None:
        super().__init__(seat)
        self.area = area
        self.optional = optional
        self.left = left

    def kind(self) -> str:
        return "trade_wine"

    def key(self) -> tuple[object, ...]:
        return ("trade_wine", self.seat, self.area, self.optional, self.left)

    def section(self) -> str:
        return "8.7" if self.area == SALES else "8.8"

    def options(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        if state.barrels[seat] > 0:
            least = state.least_open(self.area)
            found = [wine for wine in state.wines(seat) if state.best_value(seat, wine) >= least]
        if self.optional:
            found.append(STOP)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option != STOP:
            state.push(TradeSlot(seat, self.area, option, self.left))

    def prompt(self, state: Table, seat: int) -> str:
        return _("Choose a wine to sell") if self.area == SALES else _("Choose a wine to export")

    def why_not(self, state: Table, seat: int, what: str) -> str:
        if state.barrels[seat] == 0:
            return _("There is no barrel in your supply to put on a slot")
        return _("Choose a wine of yours whose value, cubes included, reaches an empty slot")


@final
class TradeSlot(Ask):
    """Choose the slot; the smallest sufficient number of cubes follows from it (§8.11)."""

    def __init__(self, seat: int, area: int, wine: int, left: int) -> None:
        super().__init__(seat)
        self.area = area
        self.wine = wine
        self.left = left

    def kind(self) -> str:
        return "trade_slot"

    def key(self) -> tuple[object, ...]:
        return ("trade_slot", self.seat, self.area, self.wine, self.left)

    def section(self) -> str:
        return "8.11"

    def about(self, state: Table, seat: int) -> str:
        return wine_target(state, seat, self.wine)

    def options(self, state: Table, seat: int) -> list[int]:
        best, owners, slots = state.best_value(seat, self.wine), state.owners(self.area), state.setup.slots(self.area)
        return [slot.number for slot in slots if slot.min_value <= best and owners[slot.number] == NONE]

    def apply(self, state: Table, seat: int, option: int) -> None:
        pieces = state.setup.pieces
        slot = pieces.sales[option] if self.area == SALES else pieces.export[option]
        region = state.land[state.at(seat, self.wine // state.setup.width)]
        cubes = state.cubes_needed(seat, self.wine, slot.min_value)
        state.cubes[region] -= cubes
        state.owners(self.area)[option] = seat
        state.barrels[seat] -= 1
        state.land[state.wine_at(seat, self.wine)] = 0
        state.tell("sells" if self.area == SALES else "exports", seat, option, cubes)
        if self.area == EXPORT:
            state.trade_vp[seat] += slot.pays
        elif state.setup.reserve:  # sales income goes to the account (§16.2)
            state.account[seat] += slot.pays
        else:
            state.money[seat] += slot.pays
        if self.left != 1:
            state.push(TradeWine(seat, self.area, True, max(0, self.left - 1)))

    def prompt(self, state: Table, seat: int) -> str:
        return _("Choose a slot for {wine}", wine=wine_name(state, seat, self.wine))

    def notation(self, state: Table, seat: int, option: int) -> str:
        pieces = state.setup.pieces
        return pieces.sales[option].id if self.area == SALES else pieces.export[option].id

    def label(self, state: Table, seat: int, option: int) -> str:
        pieces = state.setup.pieces
        slot = pieces.sales[option] if self.area == SALES else pieces.export[option]
        cubes = state.cubes_needed(seat, self.wine, slot.min_value)
        if self.area == SALES:
            return _("{slot}: {pays} Bagos, {cubes} cubes", slot=slot.name, pays=slot.pays, cubes=cubes)
        return _("{slot}: {pays} VP, {cubes} cubes", slot=slot.name, pays=slot.pays, cubes=cubes)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [f"{ACTIONS[self.area]}:{self.notation(state, seat, option)}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        words = words_of(what)
        if "cubes" in words:
            return _("No more cubes than needed are removed: the slot decides how many (§8.6)")
        best, pieces = state.best_value(seat, self.wine), state.setup.pieces
        for slot in pieces.sales if self.area == SALES else pieces.export:
            if slot.id in words:
                if state.owners(self.area)[slot.number] != NONE:
                    return _("The slot is taken (§8.7)")
                if slot.min_value > best:
                    return _("The slot asks for {value}, the wine reaches {best}", value=slot.min_value, best=best)
                return _("The slot is outside the two-player frame (§8.8)")
        return _("Choose an empty slot in reach of the wine")


# Press Releases.


@final
class ReleaseWine(AskWine):
    """Choose the wine of a Press Release; on the centre one may pass, at the fair it is a duty (§8.9, §12.1)."""

    def __init__(self, seat: int, duty: bool) -> None:
        super().__init__(seat)
        self.duty = duty

    def kind(self) -> str:
        return "release_wine"

    def key(self) -> tuple[object, ...]:
        return ("release_wine", self.seat, self.duty)

    def section(self) -> str:
        return "12.1" if self.duty else "8.9"

    def options(self, state: Table, seat: int) -> list[int]:
        found = state.wines(seat)
        if not self.duty:
            found.append(PASS)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == PASS:
            state.tell("passes", seat)
            return
        state.released[seat] = True
        state.push(ReleaseCubes(seat, option))

    def prompt(self, state: Table, seat: int) -> str:
        if self.duty:
            return _("Choose the wine of your Press Release")
        return _("Choose a wine for a Press Release, or pass")

    def end_text(self) -> str:
        return "pass"

    def end_label(self) -> str:
        return _("Pass")

    def why_not(self, state: Table, seat: int, what: str) -> str:
        if self.duty:
            return _("Who has a wine must enter one at the fair")
        return _("Choose a wine of your own, or pass")


@final
class ReleaseCubes(Ask):
    """Use 0 to 2 cubes of the region; the Wine Value becomes Fair Points (§8.9)."""

    def __init__(self, seat: int, wine: int) -> None:
        super().__init__(seat)
        self.wine = wine

    def kind(self) -> str:
        return "release_cubes"

    def key(self) -> tuple[object, ...]:
        return ("release_cubes", self.seat, self.wine)

    def section(self) -> str:
        return "8.6"

    def _region(self, state: Table, seat: int) -> int:
        return state.land[state.at(seat, self.wine // state.setup.width)]

    def options(self, state: Table, seat: int) -> list[int]:
        most = min(state.setup.pieces.cubes_per_wine, state.cubes[self._region(state, seat)])
        return list(range(most + 1))

    def apply(self, state: Table, seat: int, option: int) -> None:
        setup, region = state.setup, self._region(state, seat)
        value = state.base_value(seat, self.wine) + option * setup.pieces.regions[region].cube_worth
        color = state.land[state.at(seat, self.wine // setup.width) + COLOR]
        state.cubes[region] -= option
        state.fair_points[seat] += value
        state.tell("releases", seat, value, region, color)
        state.push(DiscardWine(seat, self.wine))
        if setup.reserve:
            state.push(ReleaseBarrel(seat, region, color, value, 0, setup.pieces.reserve.max_per_release))
            for feature in range(len(FEATURES) - 1, -1, -1):
                state.push(ReleaseExpert(seat, feature, state.levels[feature]))
            return
        state.push(ReleaseBarrel(seat, region, color, value, 0, setup.pieces.barrels_per_release))
        vintage = setup.pieces.vintages[state.vintage]
        for place in range(len(vintage.features) - 1, -1, -1):
            state.push(ReleaseExpert(seat, vintage.features[place], vintage.points[place]))
        state.push(ReleaseBooth(seat, True))

    def prompt(self, state: Table, seat: int) -> str:
        return _("How many Renown cubes do you use?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return f"cubes {option}"

    def label(self, state: Table, seat: int, option: int) -> str:
        worth = state.setup.pieces.regions[self._region(state, seat)].cube_worth
        value = state.base_value(seat, self.wine) + option * worth
        return _("{cubes} cubes: Wine Value {value}", cubes=option, value=value)

    def about(self, state: Table, seat: int) -> str:
        return wine_target(state, seat, self.wine)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice(self.notation(state, seat, option))]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        most = state.setup.pieces.cubes_per_wine
        return _("At most {most} cubes of those that lie in the wine's region can be used", most=most)


@final
class DiscardWine(Step[Table]):
    """The last step of a Press Release: the wine is gone (§8.9)."""

    def __init__(self, seat: int, wine: int) -> None:
        self.seat = seat
        self.wine = wine

    def kind(self) -> str:
        return "discard wine"

    def key(self) -> tuple[object, ...]:
        return ("discard wine", self.seat, self.wine)

    def run(self, state: Table) -> None:
        state.land[state.wine_at(self.seat, self.wine)] = 0


@final
class ReleaseBooth(Ask):
    """Put the disc on an empty booth and take its bonus; without wine there is none (§8.9, §12.1)."""

    def __init__(self, seat: int, bonus: bool) -> None:
        super().__init__(seat)
        self.bonus = bonus

    def kind(self) -> str:
        return "release_booth"

    def key(self) -> tuple[object, ...]:
        return ("release_booth", self.seat, self.bonus)

    def section(self) -> str:
        return "8.9" if self.bonus else "12.1"

    def options(self, state: Table, seat: int) -> list[int]:
        return [booth for booth in range(len(state.booths)) if state.booths[booth] == NONE]

    def apply(self, state: Table, seat: int, option: int) -> None:
        state.booths[option] = seat
        state.released[seat] = True
        state.tell("booth", seat, option)
        if self.bonus:
            carry_out(state, seat, state.setup.booth_effects[option], 0)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Choose a booth")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return f"booth {option + 1}"

    def label(self, state: Table, seat: int, option: int) -> str:
        booth = state.setup.pieces.booths[option]
        if self.bonus:
            return _("{booth}: {text}", booth=_(booth.name), text=_(booth.text))
        return _("{booth}, without its bonus", booth=_(booth.name))

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [f"booth:{option}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Choose a booth on which no disc lies")


@final
class ReleaseExpert(Ask):
    """Discard an Expert of a feature for Fair Points, or none (§8.9)."""

    def __init__(self, seat: int, feature: int, points: int) -> None:
        super().__init__(seat)
        self.feature = feature
        self.points = points

    def kind(self) -> str:
        return "release_expert"

    def key(self) -> tuple[object, ...]:
        return ("release_expert", self.seat, self.feature, self.points)

    def section(self) -> str:
        return "8.9"

    def options(self, state: Table, seat: int) -> list[int]:
        pieces, experts = state.setup.pieces.experts, state.experts
        return [NEITHER] + [
            1 + number
            for number in range(len(experts))
            if experts[number] >> 1 == seat and pieces[number].feature == self.feature
        ]

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == NEITHER:
            return
        state.put_under(option - 1)
        state.fair_points[seat] += self.points
        state.tell("discards", seat, option - 1, self.points)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Discard a Wine Expert ({feature}) for {n} Fair Points?", feature=_(FEATURES[self.feature]), n=self.points)

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "keep" if option == NEITHER else f"discard {state.setup.pieces.experts[option - 1].id}"

    def label(self, state: Table, seat: int, option: int) -> str:
        if option == NEITHER:
            return _("Discard none")
        return _("Discard: {text}", text=_(state.setup.pieces.experts[option - 1].text))

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice("keep")] if option == NEITHER else [f"expert:{state.setup.pieces.experts[option - 1].id}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("At most one Expert of each favoured feature can be discarded, and it must be your own")


@final
class ReleaseBarrel(Ask):
    """Take barrels from Magnates whose wish is met, in the Reserve put barrels there (§8.9, §16.8).

    `done` has a bit for each Magnate already served, `left` counts how many may still be.
    """

    def __init__(self, seat: int, region: int, color: int, value: int, done: int, left: int) -> None:
        super().__init__(seat)
        self.region = region
        self.color = color
        self.value = value
        self.done = done
        self.left = left

    def kind(self) -> str:
        return "release_barrel"

    def key(self) -> tuple[object, ...]:
        return ("release_barrel", self.seat, self.region, self.color, self.value, self.done, self.left)

    def section(self) -> str:
        return "8.9"

    def options(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        magnates = state.setup.pieces.magnates
        for number in range(len(magnates)):
            if self.done >> number & 1 or not state.wish_met(number, self.region, self.color, self.value):
                continue
            there = state.magnate_barrels[seat * len(magnates) + number]
            if state.setup.reserve:
                if state.barrels[seat] > 0 and there < state.setup.pieces.reserve.max_per_magnate:
                    found.append(number)
            elif there > 0:
                found.append(number)
        found.append(STOP)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == STOP:
            return
        given = 1 if state.setup.reserve else -1
        state.magnate_barrels[seat * len(state.setup.pieces.magnates) + option] += given
        state.barrels[seat] -= given
        state.tell("magnate", seat, option, given)
        if self.left > 1:
            done = self.done | 1 << option
            state.push(ReleaseBarrel(seat, self.region, self.color, self.value, done, self.left - 1))

    def prompt(self, state: Table, seat: int) -> str:
        if state.setup.reserve:
            return _("Put a barrel with a Magnate whose wish is met?")
        return _("Take a barrel from a Magnate whose wish is met?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "stop" if option == STOP else state.setup.pieces.magnates[option].id

    def label(self, state: Table, seat: int, option: int) -> str:
        if option == STOP:
            return _("No barrel")
        return _("Barrel: {magnate}", magnate=state.setup.pieces.magnates[option].name)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice("stop")] if option == STOP else [f"magnate:{state.setup.pieces.magnates[option].id}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        words = words_of(what)
        for magnate in state.setup.pieces.magnates:
            if magnate.id in words:
                if self.done >> magnate.number & 1:
                    return _("Each Magnate gives one barrel for a Press Release")
                if not state.wish_met(magnate.number, self.region, self.color, self.value):
                    return _("The wine does not meet the wish of {magnate}", magnate=magnate.name)
                return _("There is no barrel to move there")
        return _("Choose a Magnate whose wish the wine meets, or stop")


# Maintenance, production, staff.


@final
class MaintenanceBarrel(Ask):
    """Take exactly one barrel back from the Sales Area (§6.4)."""

    def kind(self) -> str:
        return "maintenance_barrel"

    def section(self) -> str:
        return "6.4"

    def options(self, state: Table, seat: int) -> list[int]:
        return [slot for slot in range(len(state.sales)) if state.sales[slot] == seat]

    def apply(self, state: Table, seat: int, option: int) -> None:
        state.sales[option] = NONE
        state.barrels[seat] += 1
        state.tell("maintains", seat, option)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Take one barrel back from the Sales Area")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return state.setup.pieces.sales[option].id

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("From {slot}", slot=state.setup.pieces.sales[option].name)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [f"sales:{state.setup.pieces.sales[option].id}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Choose a slot of the Sales Area on which your barrel lies")


def own_barrels(state: Table, seat: int, places: list[int]) -> list[int]:
    """List the own barrels that lie in some places, as options (§10.4, §16.12)."""
    found: list[int] = []
    if 0 in places:
        found += [slot for slot in range(len(state.sales)) if state.sales[slot] == seat]
    if 1 in places:
        found += [BY_PLACE + slot for slot in range(len(state.export)) if state.export[slot] == seat]
    if 2 in places:
        found += [2 * BY_PLACE + tile for tile in range(len(state.multipliers)) if state.multipliers[tile] == 2 * seat + 1]
    if 3 in places:
        magnates = len(state.setup.pieces.magnates)
        found += [3 * BY_PLACE + one for one in range(magnates) if state.magnate_barrels[seat * magnates + one] > 0]
    if 4 in places:
        sides = state.setup.sides
        options = range(len(state.setup.pieces.options))
        found += [4 * BY_PLACE + one for one in options if state.option_marks[one * sides + seat] == MARKED]
    return found


@final
class RetrieveBarrel(Ask):
    """Take one own barrel back to the supply (§10.4)."""

    def __init__(self, seat: int, places: list[int]) -> None:
        super().__init__(seat)
        self.places = places

    def kind(self) -> str:
        return "retrieve_barrel"

    def key(self) -> tuple[object, ...]:
        return ("retrieve_barrel", self.seat, *self.places)

    def section(self) -> str:
        return "10.4"

    def options(self, state: Table, seat: int) -> list[int]:
        return own_barrels(state, seat, self.places)

    def apply(self, state: Table, seat: int, option: int) -> None:
        place, number = option // BY_PLACE, option % BY_PLACE
        if place == 0:
            state.sales[number] = NONE
        elif place == 1:
            state.export[number] = NONE
        elif place == 2:
            state.multipliers[number] = 2 * seat
        elif place == 3:
            state.magnate_barrels[seat * len(state.setup.pieces.magnates) + number] -= 1
        else:
            state.option_marks[number * state.setup.sides + seat] = BARREL_GONE
        state.barrels[seat] += 1
        state.tell("retrieves", seat, option)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Take one of your barrels back")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return barrel_target(state, option).replace(":", " ")

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("From {place}", place=barrel_place(state, option))

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [barrel_target(state, option)]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        if not state.setup.reserve and "magnate" in words_of(what):
            return _("This ability never takes a barrel from the Magnates")
        return _("Choose one of your barrels in the Sales Area, the Export Area or on a Multiplier")


def barrel_target(state: Table, option: int) -> str:
    """Return the id of the thing on which a retrievable barrel lies."""
    pieces, place, number = state.setup.pieces, option // BY_PLACE, option % BY_PLACE
    if place == 0:
        return f"sales:{pieces.sales[number].id}"
    if place == 1:
        return f"export:{pieces.export[number].id}"
    if place == 2:
        return f"multiplier:{pieces.multipliers[number].id}"
    return f"magnate:{pieces.magnates[number].id}" if place == 3 else f"option:{pieces.options[number].id}"


def barrel_place(state: Table, option: int) -> str:
    """Name the thing on which a retrievable barrel lies."""
    pieces, place, number = state.setup.pieces, option // BY_PLACE, option % BY_PLACE
    if place == 0:
        return pieces.sales[number].name
    if place == 1:
        return pieces.export[number].name
    if place == 2:
        return _(pieces.multipliers[number].text)
    return pieces.magnates[number].name if place == 3 else _(pieces.options[number].text)


@final
class RearrangeRegion(AskRegion):
    """Choose the stack to rearrange (§10.5)."""

    def kind(self) -> str:
        return "rearrange_region"

    def section(self) -> str:
        return "10.5"

    def options(self, state: Table, seat: int) -> list[int]:
        return regions_to_rearrange(state, seat)

    def apply(self, state: Table, seat: int, option: int) -> None:
        state.push(RearrangeNext(seat, option, []))

    def prompt(self, state: Table, seat: int) -> str:
        return _("Choose a region whose vineyards you put in a new order")

    def verb(self) -> str:
        return "rearrange"

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("The stack of {region}", region=state.setup.pieces.regions[option].name)

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Choose a region with at least two tiles, some order of which makes a Vineyards space legal (§7.5)")


@final
class RearrangeNext(Ask):
    """Put a stack back tile by tile, from the top down (§10.7)."""

    def __init__(self, seat: int, region: int, chosen: list[int]) -> None:
        super().__init__(seat)
        self.region = region
        self.chosen = chosen

    def kind(self) -> str:
        return "rearrange_next"

    def key(self) -> tuple[object, ...]:
        return ("rearrange_next", self.seat, self.region, *self.chosen)

    def section(self) -> str:
        return "10.7"

    def about(self, state: Table, seat: int) -> str:
        return f"region:{state.setup.pieces.regions[self.region].id}"

    def options(self, state: Table, seat: int) -> list[int]:
        if not self.chosen:
            return tops_allowed(state, seat, self.region)
        return [tile for tile in sorted(state.stacks[self.region]) if tile not in self.chosen]

    def apply(self, state: Table, seat: int, option: int) -> None:
        chosen = [*self.chosen, option]
        if len(chosen) < len(state.stacks[self.region]):
            state.push(RearrangeNext(seat, self.region, chosen))
            return
        state.stacks[self.region] = chosen
        state.knows[self.region] = 1 << seat
        state.reveal()
        state.tell("rearranges", seat, self.region)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Which tile comes next, from the top down?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return state.setup.pieces.vineyards[option].id

    def label(self, state: Table, seat: int, option: int) -> str:
        tile = state.setup.pieces.vineyards[option]
        return _("{color}, cost {cost}", color=_(COLORS[tile.color]), cost=tile.cost)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [f"vineyard:{state.setup.pieces.vineyards[option].id}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        if not self.chosen:
            return _("The tile on top must leave a Vineyards space legal (§7.5)")
        return _("Choose one of the tiles of this stack that are left")


def staff_room(state: Table, seat: int, estate: int, field: int) -> int:
    """Return how many Enologists or Farmers an estate can have (§4.4)."""
    land, farm, at = state.land, state.setup.pieces.farm, state.at(seat, estate)
    return land[at + PRESSES] * farm.enologists_each if field == ENOLOGISTS else land[at + VINES] * farm.farmers_each


def can_reassign(state: Table, seat: int, field: int) -> bool:
    """Tell whether staff of a kind could stand otherwise: somebody here, and room elsewhere."""
    busy, roomy, both = 0, 0, 0
    for estate in range(state.opened(seat)):
        there = state.land[state.at(seat, estate) + field]
        room = there < staff_room(state, seat, estate, field)
        busy += there > 0
        roomy += room
        both += there > 0 and room
    return busy > 0 and roomy > 0 and not (busy == 1 and roomy == 1 and both == 1)


@final
class StaffKeep(Ask):
    """Keep everybody in place, or reassign the staff (§6.5)."""

    def kind(self) -> str:
        return "staff_keep"

    def section(self) -> str:
        return "6.5"

    def options(self, state: Table, seat: int) -> list[int]:
        if can_reassign(state, seat, ENOLOGISTS) or can_reassign(state, seat, FARMERS):
            return [0, 1]
        return [0]

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == 1:
            state.push(StaffPlace(seat, FARMERS, [], state.total_on_land(seat, FARMERS)))
            state.push(StaffPlace(seat, ENOLOGISTS, [], state.total_on_land(seat, ENOLOGISTS)))

    def prompt(self, state: Table, seat: int) -> str:
        return _("Reassign your Enologists and Farmers?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "reassign" if option else "keep"

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("Reassign") if option else _("Everybody stays")

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice(self.notation(state, seat, option))]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Keep everybody, or reassign")


@final
class StaffPlace(Ask):
    """Say estate by estate how many Enologists, then Farmers, work there; all must find a place (§18.8)."""

    def __init__(self, seat: int, field: int, placed: list[int], left: int) -> None:
        super().__init__(seat)
        self.field = field
        self.placed = placed
        self.left = left

    def kind(self) -> str:
        return "staff_place"

    def key(self) -> tuple[object, ...]:
        return ("staff_place", self.seat, self.field, self.left, *self.placed)

    def section(self) -> str:
        return "18.8"

    def options(self, state: Table, seat: int) -> list[int]:
        estate = len(self.placed)
        later = 0
        for other in range(estate + 1, state.opened(seat)):
            later += staff_room(state, seat, other, self.field)
        return list(range(max(0, self.left - later), min(self.left, staff_room(state, seat, estate, self.field)) + 1))

    def apply(self, state: Table, seat: int, option: int) -> None:
        placed = [*self.placed, option]
        if len(placed) < state.opened(seat):
            state.push(StaffPlace(seat, self.field, placed, self.left - option))
            return
        for estate in range(len(placed)):
            state.land[state.at(seat, estate) + self.field] = placed[estate]
        if self.field == FARMERS:
            state.tell("reassigns", seat)

    def _word(self) -> str:
        return "enologists" if self.field == ENOLOGISTS else "farmers"

    def prompt(self, state: Table, seat: int) -> str:
        return _("How many {staff} on estate {estate}?", staff=_(self._word()), estate=len(self.placed) + 1)

    def notation(self, state: Table, seat: int, option: int) -> str:
        return f"{self._word()} {option}"

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("{number} here", number=option)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice(self.notation(state, seat, option))]

    def about(self, state: Table, seat: int) -> str:
        return f"estate:{seat}:{len(self.placed)}"

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("No more than there are places here, and no fewer than leave everybody a place (§4.4)")


@final
class Porto(Ask):
    """Spend a Porto tile on the wine of a Douro estate, or not (§6.5)."""

    def __init__(self, seat: int, estate: int) -> None:
        super().__init__(seat)
        self.estate = estate

    def kind(self) -> str:
        return "porto"

    def key(self) -> tuple[object, ...]:
        return ("porto", self.seat, self.estate)

    def section(self) -> str:
        return "6.5"

    def options(self, state: Table, seat: int) -> list[int]:
        return [0, 1]

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option:
            state.porto[seat] -= 1
            state.tell("porto", seat, self.estate)
        make_wine(state, seat, self.estate, option * state.setup.pieces.farm.per_porto)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Spend a Porto tile on the wine of estate {estate}?", estate=self.estate + 1)

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "yes" if option else "no"

    def label(self, state: Table, seat: int, option: int) -> str:
        quality = quality_of(state, seat, self.estate) + option * state.setup.pieces.farm.per_porto
        if option:
            return _("Spend one: quality {quality}", quality=quality)
        return _("Spend none: quality {quality}", quality=quality)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice(self.notation(state, seat, option))]

    def about(self, state: Table, seat: int) -> str:
        return f"estate:{seat}:{self.estate}"

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Say yes or no: at most one Porto tile for a wine")


# Buying Magnate tiles.


@final
class BuyTile(Ask):
    """Discard a wine for a tile of the display, or decline (§12.4)."""

    def kind(self) -> str:
        return "buy_tile"

    def section(self) -> str:
        return "12.4"

    def options(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        if state.has_wine(seat):
            for cell in range(len(state.display)):
                code = state.display[cell]
                if code == NONE or (code >= MOST and state.barrels[seat] == 0):
                    continue
                if not state.owns_type(seat, code):
                    found.append(cell)
        found.append(PASS)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option != PASS:
            state.push(BuyWine(seat, option))

    def prompt(self, state: Table, seat: int) -> str:
        return _("Give a wine for a Magnate tile?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "decline" if option == PASS else f"cell {option}"

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("Buy nothing") if option == PASS else display_name(state, state.display[option])

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice("decline")] if option == PASS else [f"cell:{option}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        words = words_of(what)
        for cell in range(len(state.display)):
            if words == ["cell", str(cell)]:
                code = state.display[cell]
                if code == NONE:
                    return _("No tile lies there")
                if state.owns_type(seat, code):
                    return _("You already have this type (§11.3)")
                return _("A Multiplier tile needs a barrel from your supply")
        return _("Choose a tile of the display, or decline")


@final
class BuyWine(AskWine):
    """Choose the wine to give for a Magnate tile (§12.4)."""

    def __init__(self, seat: int, cell: int) -> None:
        super().__init__(seat)
        self.cell = cell

    def kind(self) -> str:
        return "buy_wine"

    def key(self) -> tuple[object, ...]:
        return ("buy_wine", self.seat, self.cell)

    def about(self, state: Table, seat: int) -> str:
        return f"cell:{self.cell}"

    def section(self) -> str:
        return "12.4"

    def options(self, state: Table, seat: int) -> list[int]:
        return state.wines(seat)

    def apply(self, state: Table, seat: int, option: int) -> None:
        state.land[state.wine_at(seat, option)] = 0
        take_display_tile(state, seat, self.cell)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Choose the wine to give")

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Choose a wine of your own")


# The Reserve.


def bank_range(state: Table, seat: int, steps: int) -> tuple[int, int]:
    """Return the smallest and the largest withdrawal that go with investment steps; deposits are negative (§16.17)."""
    rules = state.setup.pieces.reserve
    cost = steps * (rules.step_price if steps > 0 else rules.step_payout)
    return -state.money[seat], state.account[seat] - cost


@final
class BankSteps(Ask):
    """Decide on investment steps, down or up (§16.17)."""

    def kind(self) -> str:
        return "bank_steps"

    def section(self) -> str:
        return "16.17"

    def options(self, state: Table, seat: int) -> list[int]:
        rules, found = state.setup.pieces.reserve, []
        for steps in range(-rules.max_steps, rules.max_steps + 1):
            low, high = bank_range(state, seat, steps)
            inside = rules.level_min <= state.level[seat] + steps <= rules.level_max
            if inside and low <= high and (steps != 0 or low < high):
                found.append(steps + rules.max_steps)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        state.push(BankTransfer(seat, option - state.setup.pieces.reserve.max_steps, 0))

    def prompt(self, state: Table, seat: int) -> str:
        return _("How many investment steps?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return f"steps {option - state.setup.pieces.reserve.max_steps}"

    def label(self, state: Table, seat: int, option: int) -> str:
        rules = state.setup.pieces.reserve
        steps = option - rules.max_steps
        if steps > 0:
            return _("Up {steps} for {cost} Bagos", steps=steps, cost=steps * rules.step_price)
        if steps < 0:
            return _("Down {steps} for {pay} Bagos", steps=-steps, pay=-steps * rules.step_payout)
        return _("No step")

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice(self.notation(state, seat, option))]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Cash and account together must pay the steps, and the level stays on the track")


@final
class BankTransfer(Ask):
    """Move money between cash and account (§16.17). Many amounts are asked in two steps, the tens first.

    `tens` is 0 for the first question; else the decade chosen, counted from 1, negative for deposits.
    """

    def __init__(self, seat: int, steps: int, tens: int) -> None:
        super().__init__(seat)
        self.steps = steps
        self.tens = tens

    def kind(self) -> str:
        return "bank_transfer"

    def key(self) -> tuple[object, ...]:
        return ("bank_transfer", self.seat, self.steps, self.tens)

    def section(self) -> str:
        return "16.17"

    def span(self) -> int:
        return 2 * DECADES

    def options(self, state: Table, seat: int) -> list[int]:
        low, high = bank_range(state, seat, self.steps)
        if self.tens == 0 and high - low > MANY:
            return self._decades(low, high)
        if self.tens > 0:
            low, high = max(low, 10 * (self.tens - 1)), min(high, 10 * self.tens - 1)
        elif self.tens < 0:
            low, high = max(low, 10 * self.tens + 1), min(high, 10 * (self.tens + 1))
        first = self.tens if self.tens else 0
        found: list[int] = []
        for amount in range(low, high + 1):
            if amount == 0 and (self.steps == 0 or first < 0):
                continue
            found.append(2 * amount if amount >= 0 else 1 - 2 * amount)
        return found

    def _decades(self, low: int, high: int) -> list[int]:
        """List the tens in which an amount is possible; 0 belongs to the withdrawals."""
        found: list[int] = []
        for tens in range(1, high // 10 + 2):
            first, last = max(low, 10 * (tens - 1)), min(high, 10 * tens - 1)
            if first < last or (first == last and (first != 0 or self.steps != 0)):
                found.append(DECADES + 2 * tens)
        for tens in range(1, -low // 10 + 2):
            first, last = max(-high, 10 * (tens - 1), 1), min(-low, 10 * tens - 1)
            if first <= last:
                found.append(DECADES + 2 * tens + 1)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option >= DECADES:
            tens = (option - DECADES) // 2
            state.push(BankTransfer(seat, self.steps, -tens if option % 2 else tens))
            return
        amount = -(option // 2) if option % 2 else option // 2
        rules = state.setup.pieces.reserve
        cost = self.steps * (rules.step_price if self.steps > 0 else rules.step_payout)
        state.money[seat] += amount
        state.account[seat] -= amount + cost
        state.level[seat] += self.steps
        state.tell("bank", seat, self.steps, amount)

    def prompt(self, state: Table, seat: int) -> str:
        return _("Move money between cash and account")

    def notation(self, state: Table, seat: int, option: int) -> str:
        word = "deposit" if option % 2 else "withdraw"
        if option >= DECADES:
            return f"{word} from {10 * ((option - DECADES) // 2 - 1)}"
        return f"{word} {option // 2}" if option else "none"

    def label(self, state: Table, seat: int, option: int) -> str:
        if option >= DECADES:
            low = 10 * ((option - DECADES) // 2 - 1)
            return _("Deposit {low} or more", low=low) if option % 2 else _("Withdraw {low} or more", low=low)
        if option == 0:
            return _("No transfer")
        return _("Deposit {n} Bagos", n=option // 2) if option % 2 else _("Withdraw {n} Bagos", n=option // 2)

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice(self.notation(state, seat, option))]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Cash and account must both be at least 0 afterwards, and something must happen")


@final
class Dismiss(AskEstate):
    """Return an Enologist who cannot be paid to the supply (§16.5)."""

    def kind(self) -> str:
        return "dismiss"

    def section(self) -> str:
        return "16.18"

    def options(self, state: Table, seat: int) -> list[int]:
        return [estate for estate in range(state.opened(seat)) if state.land[state.at(seat, estate) + ENOLOGISTS] > 0]

    def apply(self, state: Table, seat: int, option: int) -> None:
        state.land[state.at(seat, option) + ENOLOGISTS] -= 1
        state.supply[SUPPLY_ENOLOGISTS] += 1
        state.tell("dismisses", seat, option)

    def prompt(self, state: Table, seat: int) -> str:
        return _("You cannot pay everybody: which estate loses an Enologist?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return f"estate {option + 1}"

    def label(self, state: Table, seat: int, option: int) -> str:
        return _("Estate {estate}", estate=option + 1)

    def why_not(self, state: Table, seat: int, what: str) -> str:
        return _("Choose an estate with an Enologist; salaries are paid from the account only")


@final
class MarkOption(Ask):
    """After the third fair: put a barrel of a Magnate and a Fair tile on a multiplier option (§16.14)."""

    def kind(self) -> str:
        return "mark_option"

    def section(self) -> str:
        return "16.14"

    def options(self, state: Table, seat: int) -> list[int]:
        found: list[int] = []
        if state.fair_tiles[seat] > 0:
            magnates, sides = len(state.setup.pieces.magnates), state.setup.sides
            for option in state.setup.pieces.options:
                barrels = state.magnate_barrels[seat * magnates + option.magnate]
                if barrels > 0 and state.option_marks[option.number * sides + seat] == UNMARKED:
                    found.append(option.number)
        found.append(STOP)
        return found

    def apply(self, state: Table, seat: int, option: int) -> None:
        if option == STOP:
            return
        magnate = state.setup.pieces.options[option].magnate
        state.magnate_barrels[seat * len(state.setup.pieces.magnates) + magnate] -= 1
        state.fair_tiles[seat] -= 1
        state.option_marks[option * state.setup.sides + seat] = MARKED
        state.tell("marks", seat, option)
        state.push(MarkOption(seat))

    def prompt(self, state: Table, seat: int) -> str:
        return _("Mark a multiplier option?")

    def notation(self, state: Table, seat: int, option: int) -> str:
        return "stop" if option == STOP else f"mark {state.setup.pieces.options[option].id}"

    def label(self, state: Table, seat: int, option: int) -> str:
        if option == STOP:
            return _("Mark no more")
        tile = state.setup.pieces.options[option]
        return _("{magnate}: {text}", magnate=state.setup.pieces.magnates[tile.magnate].name, text=_(tile.text))

    def targets(self, state: Table, seat: int, option: int) -> list[str]:
        return [choice("stop")] if option == STOP else [f"option:{state.setup.pieces.options[option].id}"]

    def why_not(self, state: Table, seat: int, what: str) -> str:
        if state.fair_tiles[seat] == 0:
            return _("You have no Fair tile left")
        return _("An option needs an own barrel with its Magnate, and serves each player once")
