"""A turn: a tile before the move or after the action, the move, the action of the space (§7)."""

from typing import Final, final

from cuvee.games.vinhos.decisions.buying import CELLAR_TILE, WINERY, Build, BuyVineyard, Hire, TakeExpert
from cuvee.games.vinhos.decisions.common import NEITHER, Ask, any_possible, carry_out, choice, words_of
from cuvee.games.vinhos.decisions.press_releases import ReleaseWine, why_no_release
from cuvee.games.vinhos.decisions.reserve import BankSteps
from cuvee.games.vinhos.decisions.trading import TradeWine
from cuvee.games.vinhos.pieces.vocabulary import BANK, CELLARS, EXPERTS, EXPORT, FEATURES, SALES, STAFF, VINEYARDS, WINERIES
from cuvee.games.vinhos.state.codes import DOWN, MARKED, UNMARKED, UP
from cuvee.games.vinhos.state.setup import Effect
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.text import _

STAY: Final = 999
FROM_TILES: Final = 200
FROM_MAGNATES: Final = 400
"""Options of a window: Experts from 1 on, then from these numbers on Action tiles and bonus actions of the Reserve."""


def why_no_action(state: Table, seat: int, action: int, money: int) -> str:
    """Say why the action of a space cannot be carried out (§7.3)."""
    if action in (SALES, EXPORT):
        if state.barrels[seat] == 0:
            return _("You have no barrel in your supply to put on a slot (§8.7)")
        if not state.has_wine(seat):
            return _("You have no wine to trade (§8.7)")
        return _("No empty slot is within reach of your wines (§8.6)")
    if action == EXPERTS and not state.can_take_expert():
        return _("All Wine Expert decks are empty (§14.10)")
    if money < 1000 and state.can_act(seat, action, 1000, 0):
        return _("{money} Bagos are not enough for the smallest purchase there (§7.3)", money=money)
    if action == VINEYARDS:
        return _("None of your estates can take any of the vineyards on offer (§8.1)")
    if action == STAFF:
        return _("You have no free place for staff, or there is no staff left to hire (§4.4)")
    if action in (WINERIES, CELLARS):
        return _("None of your estates has a free place, or there is none left to buy (§8.2, §8.4)")
    return _("The action of that space cannot be carried out (§7.3)")


@final
class Window(Ask):
    """Use one face-up tile, before the move or after the action, or none (§7.4)."""

    kind = "window_tile"
    section = "7.4"

    def __init__(self, seat: int, before: bool) -> None:
        super().__init__(seat)
        self.before = before

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
        effects: list[Effect[Table]] = [] if option == NEITHER else self._use(state, seat, option)
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

    def _use(self, state: Table, seat: int, option: int) -> list[Effect[Table]]:
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
        return _("You may use one of your own face-up tiles each turn, but only if it would do something")


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
    """Tell whether a bonus action of a Magnate can be used, provided that a Fair tile is left (§16.15)."""
    setup = state.setup
    magnate = setup.pieces.bonus_actions[number].magnate
    return (
        state.magnate_barrels[seat * len(setup.pieces.magnates) + magnate] > 0
        and state.bonus_marks[number * setup.sides + seat] == UNMARKED
        and any_possible(state, seat, setup.bonus_actions[number], 1)
    )


@final
class Destination(Ask):
    """Move the Action Marker to another space and pay (§7.2, §7.3)."""

    kind = "destination"
    section = "7.3"

    def __init__(self, seat: int, free: bool, duty: bool, discount: int) -> None:
        super().__init__(seat)
        self.free = free
        self.duty = duty
        self.discount = discount

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
        return _("Move the marker to a different space whose action you can pay for and carry out")

    def _why_not_there(self, state: Table, seat: int, space: int) -> str:
        if space == state.marker[seat]:
            return _("The marker must move to a different space (§7.2)")
        if self.duty and state.setup.actions[space] != VINEYARDS:
            return _("The tile you used obliges you to choose a Vineyards space (§7.4)")
        cost = 0 if self.free else state.move_cost(seat, space)
        if cost > state.money[seat]:
            money = state.money[seat]
            return _("Not enough Bagos for the move: it costs {cost} and you have {money} (§7.2)", cost=cost, money=money)
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
        state.push(Build(seat, most, False, WINERY, prices.winery))
    elif action == STAFF:
        state.push(Hire(seat, most, False, prices.enologist, prices.farmer))
    elif action == CELLARS:
        state.push(Build(seat, most, False, CELLAR_TILE, prices.cellar))
    elif action == EXPERTS:
        state.push(TakeExpert(seat, most, False, prices.expert, False))
    elif action in (SALES, EXPORT):
        state.push(TradeWine(seat, action, False, state.setup.trade_limit))
    elif action == BANK:
        state.push(BankSteps(seat))
    elif state.year <= len(state.setup.pieces.years) and not state.released[seat] and state.has_wine(seat):
        state.push(ReleaseWine(seat, False))
