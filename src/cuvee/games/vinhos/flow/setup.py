"""The set-up: regions, tiles, money, and the first choices (§5, §16.1, §17.1)."""

from typing import Final

from cuvee.games.vinhos.decisions.setup import FirstRegion, FirstTile
from cuvee.games.vinhos.effects.making import make_effects
from cuvee.games.vinhos.flow.fair import Refill
from cuvee.games.vinhos.flow.lacerda import LacerdaFirstTile, LacerdaFirstVineyard
from cuvee.games.vinhos.flow.streams import CARDS, ORDER, REGIONS, TILES
from cuvee.games.vinhos.flow.year import Actions, raise_features
from cuvee.games.vinhos.pieces.box import Pieces
from cuvee.games.vinhos.pieces.vocabulary import DIFFICULTIES, FEATURES, MOST
from cuvee.games.vinhos.state.codes import NONE
from cuvee.games.vinhos.state.setup import Setup
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Options

FIXED: Final = ("algarve", "setubal")
"""The regions that the option `fixed_regions` removes, in this order (§19)."""


def read_setup(pieces: Pieces, seats: int, options: Options) -> Setup:
    """Work out what the options of §19 fix for the whole game."""
    setup = Setup(pieces, seats, options.get("mode") == "reserve")
    quality, limit = options["max_wine_quality"], options["sales_export_limit"]
    if isinstance(quality, int):
        setup.max_quality = quality
    if isinstance(limit, int):
        setup.trade_limit = limit
    if options["revise_after_both"] != "auto":
        setup.revise_both = options["revise_after_both"] == "on"
    setup.bonus_per_estate = bool(options["bonus_per_estate"])
    if setup.solo:
        setup.difficulty = DIFFICULTIES.index(str(options["solo_difficulty"]))
    make_effects(setup)
    return setup


def deal(pieces: Pieces, seats: int, options: Options, chance: Chance) -> Table:
    """Set up the table (§5, §16.1, §17.1)."""
    setup = read_setup(pieces, seats, options)
    state = Table(setup, chance)
    state.clear()
    if not setup.solo:  # against Lacerda, the human goes first (§17.1)
        state.shuffle(state.order, ORDER)
    lay_out_regions(state, bool(options.get("fixed_regions", False)))
    lay_out_tiles(state)
    for place in range(setup.sides):
        side = state.order[place]
        state.money[side] = pieces.reserve.cash[setup.players - 2][place] if setup.reserve else pieces.start_money[place]
        if any(state.in_play[region.number] and region.porto for region in pieces.regions):
            state.porto_left[side] = pieces.porto_tiles
    if setup.reserve:
        lay_out_reserve(state)
    else:
        lay_out_magnates(state)
    begin(state)
    return state


def lay_out_regions(state: Table, fixed: bool) -> None:
    """Take regions out of play and shuffle the stacks of the others (§5.3)."""
    pieces = state.setup.pieces
    numbers = list(range(len(pieces.regions)))
    state.shuffle(numbers, REGIONS)
    surplus = len(numbers) - state.setup.counts.regions
    if fixed:
        named = [region.number for name in FIXED for region in pieces.regions if region.id == name]
        numbers = named + [number for number in numbers if number not in named]
    for number in numbers[:surplus]:
        state.in_play[number] = False
    for region in pieces.regions:
        stack = [tile.number for tile in pieces.vineyards if tile.region == region.number]
        state.shuffle(stack, REGIONS)
        state.stacks[region.number] = stack if state.in_play[region.number] else []


def lay_out_tiles(state: Table) -> None:
    """Shuffle Experts and Vintage tiles (§5.4, §5.6, §16.1)."""
    setup, pieces = state.setup, state.setup.pieces
    for feature in range(len(FEATURES)):
        deck = [expert.number for expert in pieces.experts if expert.feature == feature]
        state.shuffle(deck, TILES)
        state.decks[feature] = deck
    mode = "reserve" if setup.reserve else "solo" if setup.solo else "sv2016"
    deck = [tile.number for tile in pieces.vintages if mode in tile.modes]
    state.shuffle(deck, TILES)
    first = deck[0]
    if setup.reserve:
        first = next(tile.number for tile in pieces.vintages if tile.id == pieces.reserve.first_vintage)
    state.vintage = first
    state.vintages = [tile for tile in deck if tile != first]


def lay_out_magnates(state: Table) -> None:
    """Fill the display, make the combined deck, give barrels to the Magnates (§5.1, §5.5, §5.9)."""
    setup, pieces = state.setup, state.setup.pieces
    actions = [tile.number for tile in pieces.action_tiles if tile.min_players <= setup.players]
    multipliers = [MOST + tile.number for tile in pieces.multipliers if setup.players > 2 or tile.use_2p]
    state.shuffle(actions, TILES)
    state.shuffle(multipliers, TILES)
    state.display = [NONE] * setup.counts.cells
    state.deck = actions + multipliers
    state.refill()
    for side in range(state.seats):
        state.barrels[side] = pieces.barrels_at_start
        for magnate in pieces.magnates:
            state.magnate_barrels[side * len(pieces.magnates) + magnate.number] = magnate.barrels
    if setup.solo:
        state.barrels[state.seats] = pieces.lacerda.barrels
        state.money[state.seats] = 0
        state.porto_left[state.seats] = 0
        for deck in (1, 2):
            cards = [card.number for card in pieces.cards if card.deck == deck]
            state.shuffle(cards, CARDS)
            state.cards[deck - 1] = cards


def lay_out_reserve(state: Table) -> None:
    """Set the account, investment level, Fair tiles and feature levels of the Reserve (§16.1, §16.7)."""
    rules = state.setup.pieces.reserve
    for seat in range(state.seats):
        state.account[seat] = rules.account
        state.level[seat] = rules.level
        state.fair_tiles[seat] = rules.fair_tiles
    state.levels = [rules.feature_start] * len(FEATURES)
    raise_features(state)


def begin(state: Table) -> None:
    """Put the first choices and the first year on the agenda (§5.12)."""
    state.push(Actions(0))
    if not state.setup.reserve:
        state.push(Refill())
        if state.setup.solo:
            state.push(FirstTile(0))
            state.push(LacerdaFirstTile())
        else:
            for seat in state.order:  # the last in order is asked first (§5.9)
                state.push(FirstTile(seat))
    if state.setup.solo:
        state.push(LacerdaFirstVineyard())
        state.push(FirstRegion(0))
    else:
        for seat in reversed(state.order):
            state.push(FirstRegion(seat))
