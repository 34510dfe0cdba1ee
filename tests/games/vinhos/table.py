"""Lays out positions of Vinhos by the ids of the tables, as the examples do."""

from typing import Any

import pytest

from cuvee import games
from cuvee.games.vinhos.decisions.turn import Window
from cuvee.games.vinhos.pieces.box import Pieces
from cuvee.games.vinhos.pieces.vocabulary import COLORS, FEATURES, MOST
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
    WINE,
)
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.errors import IllegalMove
from cuvee.kernel.game import Value
from cuvee.kernel.play import Frame

GAME = games.get("vinhos")
PIECES: Pieces = GAME.prepare(4).pieces

REGION = {region.id: region.number for region in PIECES.regions}
SPACE = {space.id: space.number for space in PIECES.spaces}
SALES = {slot.id: slot.number for slot in PIECES.sales}
EXPORT = {slot.id: slot.number for slot in PIECES.export}
EXPERT = {expert.id: expert.number for expert in PIECES.experts}
TILE = {tile.id: tile.number for tile in PIECES.action_tiles}
MULTIPLIER = {tile.id: tile.number for tile in PIECES.multipliers}
VINEYARD = {tile.id: tile.number for tile in PIECES.vineyards}
VINTAGE = {tile.id: tile.number for tile in PIECES.vintages}
CARD = {card.id: card.number for card in PIECES.cards}
MAGNATE = {magnate.id: magnate.number for magnate in PIECES.magnates}
BONUS = {action.id: action.number for action in PIECES.bonus_actions}
OPTION = {option.id: option.number for option in PIECES.options}


def fresh(seats: int, seed: int = 1, **options: Value) -> Table:
    """Deal a game."""
    state = GAME.new(seats, options, seed)
    assert isinstance(state, Table)
    return state


def blank(seats: int = 4, **options: Value) -> Table:
    """Lay out an empty board: nobody has anything, the agenda is empty, and decks are in the order of the tables."""
    if seats < 4:
        options.setdefault("fixed_regions", True)
    state = fresh(seats, 1, **options)
    state.agenda = []
    state.waiting = []
    state.choices = []
    state.order = list(range(state.setup.sides))
    state.cubes = [0] * len(PIECES.regions)
    state.money = [20] * state.setup.sides
    state.vintage = VINTAGE["vt_p1_b"]
    state.vintages = [tile for tile in sorted([*state.vintages, state.vintage]) if tile != state.vintage][:7]
    for feature in range(len(FEATURES)):
        state.decks[feature] = [expert.number for expert in PIECES.experts if expert.feature == feature]
    state.experts = [NONE] * len(PIECES.experts)
    for region in PIECES.regions:
        tiles = [tile.number for tile in PIECES.vineyards if tile.region == region.number]
        state.stacks[region.number] = tiles if state.in_play[region.number] else []
    if not state.setup.reserve:
        state.deck = sorted(tile for tile in [*state.display, *state.deck, *state.gone_tiles] if tile != NONE)
        state.display = [NONE] * state.setup.counts.cells
        state.gone_tiles = []
        state.refill()
    return state


def estate(
    state: Table,
    seat: int,
    region: str,
    color: str = "red",
    vines: int = 1,
    farmers: int = 0,
    wineries: int = 0,
    enologists: int = 0,
    cellar: int = 0,
    wines: tuple[int, ...] = (),
) -> int:
    """Open the next estate of a seat with pieces from the stacks and the supply."""
    number = state.opened(seat)
    at = state.at(seat, number)
    state.land[at] = REGION[region]
    state.land[at + COLOR] = COLORS.index(color)
    state.land[at + VINES] = vines
    state.land[at + FARMERS] = farmers
    state.land[at + PRESSES] = wineries
    state.land[at + ENOLOGISTS] = enologists
    state.land[at + CELLAR] = cellar
    for slot, quality in enumerate(wines):
        state.land[at + WINE + slot] = quality
    stack = state.stacks[REGION[region]]
    same = [tile for tile in stack if PIECES.vineyards[tile].color == COLORS.index(color)]
    gone = same[-vines:]
    state.stacks[REGION[region]] = [tile for tile in stack if tile not in gone]
    for kind, count in (
        (SUPPLY_WINERIES, wineries),
        (SUPPLY_CELLARS, cellar),
        (SUPPLY_ENOLOGISTS, enologists),
        (SUPPLY_FARMERS, farmers),
    ):
        state.supply[kind] -= count
    return number


def give_expert(state: Table, seat: int, *ids: str, down: bool = False) -> None:
    """Give Experts from the decks to a seat."""
    for name in ids:
        number = EXPERT[name]
        feature = PIECES.experts[number].feature
        state.decks[feature] = [other for other in state.decks[feature] if other != number]
        state.experts[number] = 2 * seat + int(down)


def give_tile(state: Table, seat: int, name: str) -> None:
    """Give an Action tile from the display or deck to a seat, face-up."""
    _take_code(state, TILE[name])
    state.tiles[TILE[name]] = 2 * seat


def give_multiplier(state: Table, seat: int, name: str, barrel: bool = True) -> None:
    """Give a Multiplier tile from the display or deck to a seat, with a barrel from the supply on it."""
    _take_code(state, MOST + MULTIPLIER[name])
    state.multipliers[MULTIPLIER[name]] = 2 * seat + int(barrel)
    state.barrels[seat] -= int(barrel)


def _take_code(state: Table, code: int) -> None:
    state.display = [NONE if tile == code else tile for tile in state.display]
    state.deck = [tile for tile in state.deck if tile != code]


def top(state: Table, *ids: str) -> None:
    """Put vineyard tiles on top of their stacks, the first one given on top."""
    for name in reversed(ids):
        tile = VINEYARD[name]
        region = PIECES.vineyards[tile].region
        state.stacks[region] = [tile, *(other for other in state.stacks[region] if other != tile)]


def ship(state: Table, side: int, *slots: str) -> None:
    """Put barrels of a side on Sales or Export slots."""
    for slot in slots:
        if slot in SALES:
            state.sales[SALES[slot]] = side
        else:
            state.export[EXPORT[slot]] = side
        state.barrels[side] -= 1


def ask(state: Table, *frames: Frame[Any]) -> Table:
    """Put frames on the agenda, the first one to happen first, and let them run."""
    for frame in reversed(frames):
        state.push(frame)
    state.settle()
    return state


def turn(state: Table, seat: int = 0) -> Table:
    """Begin a turn of a seat."""
    return ask(state, Window(seat, True))


def say(state: Table, seat: int, *moves: str) -> None:
    """Play moves of a seat by their texts."""
    for move in moves:
        state.apply(seat, state.parse(seat, move))


def texts(state: Table, seat: int = 0) -> list[str]:
    """List the texts of the options of a seat."""
    return [state.format(seat, number) for number in state.options(seat)]


def kind(state: Table) -> str:
    """Name the decision being asked, or nothing if there is none."""
    return state.decision().kind if state.waiting else ""


def wines(state: Table, seat: int, number: int) -> list[int]:
    """List the storage of an estate, slot by slot."""
    at = state.at(seat, number)
    return state.land[at + WINE : at + WINE + state.slots_of(seat, number)]


def refused(state: Table, seat: int, move: str) -> str:
    """Try an illegal move, check that nothing changed, and return the text of the refusal."""
    before = state.digest()
    with pytest.raises(IllegalMove) as caught:
        say(state, seat, move)
    assert state.digest() == before
    return str(caught.value)
