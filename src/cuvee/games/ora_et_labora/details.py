"""A position of Ora et Labora piece by piece, for learners that find things out themselves.

Everything is public (§1.3). Buildings are counted the same way in every row: the cards by their numbers, then the printed
buildings of the own heartland, of the next one … Landscapes are maps of nine columns, one for each thing that can lie there.
"""

from typing import Any, Final

from cuvee.games.ora_et_labora.decisions import (
    BasicGood,
    BuildingCard,
    BuildingSpace,
    ChooseIndicator,
    ClergyChoice,
    ContractFee,
    DifferentGood,
    Function,
    LandscapeRow,
    LandscapeSide,
    Menu,
    NeutralContract,
    NeutralSpace,
    PayKind,
    PriorOnBuilding,
    ResourceCard,
    SettlementCard,
    SettlementSpace,
)
from cuvee.games.ora_et_labora.effects.chains import ChainTarget
from cuvee.games.ora_et_labora.effects.trades import AskAgain, Deliver, GoodsOption, PickOne, PointTile, Repetitions
from cuvee.games.ora_et_labora.effects.works import ForestToRemove, JokerGood, NextPart, Production
from cuvee.games.ora_et_labora.pieces import (
    DISTRICT,
    FOREST,
    FREE,
    HILLSIDE,
    KINDS,
    LETTERS,
    MOOR,
    PLOT,
    PRINTED,
    SETTLEMENT,
)
from cuvee.games.ora_et_labora.scoring import card_dwelling
from cuvee.games.ora_et_labora.state import COLUMNS, FIGURES, HOME, NOWHERE, OFF, ROW_ZERO, Effect, Estates, column, row
from cuvee.kernel.heuristics import marked, named_after_turns
from cuvee.kernel.play import Frame

Row = list[float]

MAP_TOP: Final = -5
MAP_ROWS: Final = 12
"""Maps show rows -5 to 6. Few landscapes ever reach further; what lies there still shows in the rows of the buildings."""
MAPS: Final = ("free", "forest", "moor", "building", "cloister", "settlement", "hillside", "dwelling")
"""A column has one terrain, but for hillsides among the plains."""
ONCE: Final = 8
"""More than there are buildings that work once per action (R15)."""


def details(state: Estates, seat: int) -> list[tuple[str, Row]]:
    """Spell out wheel, display, piles and what is being asked, then goods, clergymen and land of each side."""
    found = [
        ("calendar", _calendar(state)),
        ("start_player", [1.0 if (seat + turn) % state.seats == state.start_seat() else 0.0 for turn in range(state.seats)]),
        ("actions_to_come", _actions_to_come(state, seat)),
        ("wheel", _wheel(state)),
        ("display", marked(state.setup.pieces.cards, state.display)),
        ("cards_to_come", _cards_to_come(state)),
        ("piles", [*_pile(state, DISTRICT), *_pile(state, PLOT)]),
        ("used", [float(state.used >> bit & 1) for bit in range(ONCE)]),
        ("asked_building", _asked_building(state, seat)),
        ("asked_settlement", _asked_settlement(state)),
        ("asked_good", _asked_good(state)),
        ("asked_amounts", _asked_amounts(state)),
    ]
    for name, side in named_after_turns(seat, state.setup.sides):
        if side < state.seats:
            found.append((name + "_goods", [count / 10 for count in state.goods[side]]))
            found.append((name + "_hand", _hand(state, side)))
        found.append((name + "_prior", _standing(state, seat, [state.clergy[side * FIGURES]])))
        found.append((name + "_brothers", _standing(state, seat, state.clergy[side * FIGURES + 1 : (side + 1) * FIGURES])))
        _add_land(state, side, name, found)
    return found


# The table.


def _calendar(state: Estates) -> Row:
    """Tell the round, the letter, how far away the next settlement phase and the end are, and what is scarce."""
    mode, stage = state.setup.mode, state.stage
    last = mode.bonus_round or mode.rounds
    phase = mode.settlement_rounds[stage] if stage < len(LETTERS) else 0
    found = [0.0] * (len(LETTERS) + 1)
    found[min(stage, len(LETTERS))] = 1.0
    found.append(state.round / 32)
    found.append((phase - state.round) / 10 if phase else 0.0)
    found.append((last - state.round) / 32 if last else 0.0)
    found.append(1.0 if mode.bonus_round and state.round == mode.bonus_round else 0.0)
    found.append((len(state.display) - mode.end_left) / 10 if mode.end_left >= 0 else 0.0)
    found.append(float(state.price - 1))
    found.append(state.wonders_left() / 8)
    return found


def _actions_to_come(state: Estates, seat: int) -> Row:
    """Count the menus on the agenda: what each seat still has before it in this round."""
    found = [0.0] * state.seats
    for frame in state.agenda:
        if isinstance(frame, Menu):
            found[(frame.seat - seat) % state.seats] += max(1, frame.actions) / 2
    return found


def _wheel(state: Estates) -> Row:
    """For each indicator: is it on the wheel, how far behind the beam, and what does it give?"""
    values = state.setup.mode.values
    found: Row = []
    for at in state.wheel:
        if at == OFF:
            found += [0.0, 0.0, 0.0]
        else:
            found += [1.0, at / len(values), values[at] / 10]
    return found


def _cards_to_come(state: Estates) -> Row:
    """Mark the cards of later letters, the nearer the stronger."""
    found, stages = [0.0] * state.setup.pieces.cards, state.setup.stages
    for stage in range(state.stage + 1, len(stages)):
        for card in stages[stage]:
            found[card] = 1 / (stage - state.stage)
    return found


def _pile(state: Estates, pile: int) -> Row:
    left = len(state.setup.prices[pile]) - state.taken[pile]
    return [left / 9, state.pile_price(pile) / 8 if left else 0.0]


# What is being asked.


def _place(state: Estates, seat: int, building: int) -> int:
    """Return the place of a building in a row: printed ones are counted from the own heartland on."""
    side, cards = state.setup.pieces.buildings[building].side, state.setup.pieces.cards
    if side < 0:
        return building
    return cards + (side - seat) % state.setup.sides * PRINTED + (building - cards) % PRINTED


def _asked_building(state: Estates, seat: int) -> Row:
    """Mark the building that the question is about: to be built, entered, or just being used."""
    found = [0.0] * (state.setup.pieces.cards + state.setup.sides * PRINTED)
    decision = None if state.over else state.decision()
    if isinstance(decision, NeutralContract):
        for card in decision.cards:
            found[card] = 1.0
        return found
    for at in range(len(state.agenda) - 1, -1, -1):
        frame = state.agenda[at]
        building = _building_of(state, frame)
        if building != NOWHERE:
            found[_place(state, seat, building)] = 1.0
        if building != NOWHERE or isinstance(frame, Menu):
            break  # what lies below belongs to another action
    return found


def _building_of(state: Estates, frame: Frame[Any]) -> int:
    if isinstance(frame, BuildingSpace | PriorOnBuilding | NeutralSpace):
        return frame.card
    if isinstance(frame, ClergyChoice | ContractFee | ChainTarget | Function):
        return frame.building
    effect = _effect_of(frame)
    return NOWHERE if effect is None else state.setup.pieces.by_tag.get(effect.name.partition(".")[0], NOWHERE)


def _effect_of(frame: Frame[Any]) -> Effect | None:
    """Return the entry of a building that a frame carries out."""
    if isinstance(frame, GoodsOption | PickOne | AskAgain | Production | JokerGood | ForestToRemove | NextPart):
        return frame.effect
    return frame.trade if isinstance(frame, Repetitions | Deliver) else None


def _asked_settlement(state: Estates) -> Row:
    found = [0.0] * len(state.setup.pieces.settlements)
    decision = None if state.over else state.decision()
    if isinstance(decision, SettlementSpace):
        found[decision.card] = 1.0
    return found


def _asked_good(state: Estates) -> Row:
    """Mark the goods that a payment or a choice of goods is about, or that are named already."""
    found = [0.0] * KINDS
    decision = None if state.over else state.decision()
    if isinstance(decision, PayKind):
        found[decision.good(state)] = 1.0
    elif isinstance(decision, ChooseIndicator):
        found[decision.good] = 1.0
    elif isinstance(decision, BasicGood) and decision.taken >= 0:
        found[decision.taken] = 1.0
    elif isinstance(decision, DifferentGood):
        for kind in range(KINDS):
            found[kind] = float(decision.chosen >> kind & 1)
    elif isinstance(decision, Repetitions):
        gain = decision.deal().gain
        for at in range(len(gain.kinds)):
            found[gain.kinds[at]] = 1.0
    return found


def _asked_amounts(state: Estates) -> Row:
    """Tell what a payment is in and how much is due, how many more there are, a yes or no, and a word of the question."""
    found = [0.0] * 9
    decision = None if state.over else state.decision()
    if isinstance(decision, PayKind):
        found[decision.currency] = 1.0
        found[4], found[5] = decision.rest / 10, decision.reserve / 10
    elif isinstance(decision, PointTile):
        found[4], found[8] = decision.rest / 10, decision.first / 10
    elif isinstance(decision, DifferentGood | PickOne | ForestToRemove):
        found[6] = decision.left / 5
    elif isinstance(decision, BasicGood):
        found[6], found[8] = decision.count / 5, decision.other / 5
    elif isinstance(decision, Menu):
        found[6], found[7] = decision.actions / 5, float(decision.may_buy)
    elif isinstance(decision, BuildingCard | SettlementCard):
        found[7] = float(decision.granted)
    elif isinstance(decision, ContractFee):
        found[7] = float(decision.prior_only)
    elif isinstance(decision, ResourceCard):
        found[7] = float(decision.card == MOOR)
    elif isinstance(decision, LandscapeSide):
        found[8] = decision.pile + 1.0
    elif isinstance(decision, LandscapeRow):
        found[7], found[8] = float(decision.sheet), decision.pile + 1.0
    elif isinstance(decision, Repetitions):
        found[8] = len(decision.counts) / 5
    elif isinstance(decision, NextPart):
        found[8] = decision.done / 3
    return found


# One side.


def _hand(state: Estates, seat: int) -> Row:
    return marked(len(state.setup.pieces.settlements), state.hand(seat))


def _standing(state: Estates, seat: int, figures: list[int]) -> Row:
    """Tell how many of these clergymen are at home (the first number), and on which buildings the others stand."""
    found = [0.0] * (1 + state.setup.pieces.cards + state.setup.sides * PRINTED)
    for at in figures:
        if at == HOME:
            found[0] += 1.0
        elif at >= 0:
            found[1 + _place(state, seat, at)] = 1.0
    return found


def _add_land(state: Estates, side: int, name: str, found: list[tuple[str, Row]]) -> None:
    """Add which buildings and settlements lie in a landscape, in which column and row, and the maps."""
    pieces, ground, cards = state.setup.pieces, state.grounds[side], state.cards[side]
    built = [0.0] * (pieces.cards + PRINTED)
    columns, rows, settled = built[:], built[:], [0.0] * len(pieces.settlements)
    maps = [[0.0] * (MAP_ROWS * COLUMNS) for _map in MAPS]
    for index in range(len(cards)):
        card, place = cards[index], ground.places[index]
        if 0 <= card < SETTLEMENT:
            at = card if card < pieces.cards else pieces.cards + (card - pieces.cards) % PRINTED
            built[at], columns[at], rows[at] = 1.0, column(place) / 5, row(place) / 5
        elif card >= SETTLEMENT:
            settled[card - SETTLEMENT] = 1.0
        cell = place - (MAP_TOP + ROW_ZERO) * COLUMNS
        if 0 <= cell < MAP_ROWS * COLUMNS:
            maps[_map_of(card)][cell] = 1.0
            maps[4][cell] = 1.0 if 0 <= card < SETTLEMENT and pieces.buildings[card].cloister else 0.0
            maps[6][cell] = 1.0 if ground.terrain[index] == HILLSIDE else 0.0
            maps[7][cell] = card_dwelling(state, side, index) / 5
    found += [(name + "_buildings", built), (name + "_columns", columns), (name + "_rows", rows)]
    found.append((name + "_settlements", settled))
    for at in range(len(MAPS)):
        found.append((name + "_map_" + MAPS[at], maps[at]))


def _map_of(card: int) -> int:
    """Return the number of the map for what lies on a space."""
    if card == FREE:
        return 0
    if card == FOREST:
        return 1
    if card == MOOR:
        return 2
    return 5 if card >= SETTLEMENT else 3
