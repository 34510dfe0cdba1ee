"""A position of Ora et Labora piece by piece, for learners that find things out for themselves.

Everything is public (§1.3). Every part numbers the buildings in the same way: the cards by their numbers, then the printed
buildings of the seat's own heartland, then those of the next seat, and so on. Landscapes are maps of nine columns, one map
for each thing that can lie there.

Some numbers are shifted above 0, so that 0 can still mean "nothing": columns (the leftmost is 1), rows (row 0 is ROW_SHIFT),
dwelling values (0 points is DWELLING_SHIFT), and the number of cards in the display (an empty display is 1).
"""

from typing import Any, Final

from cuvee.games.ora_et_labora.decisions.building import BuildingCard, BuildingSpace, PriorOnBuilding
from cuvee.games.ora_et_labora.decisions.clergy import ClergyChoice, ContractFee
from cuvee.games.ora_et_labora.decisions.land import LandscapeRow, LandscapeSide
from cuvee.games.ora_et_labora.decisions.menus import Menu
from cuvee.games.ora_et_labora.decisions.paying import DifferentGood, PayKind
from cuvee.games.ora_et_labora.decisions.settling import SettlementCard, SettlementSpace
from cuvee.games.ora_et_labora.decisions.solo import NeutralContract, NeutralSpace
from cuvee.games.ora_et_labora.decisions.using import Function
from cuvee.games.ora_et_labora.decisions.wheel import ChooseIndicator, ResourceCard
from cuvee.games.ora_et_labora.effects.actions import NextPart
from cuvee.games.ora_et_labora.effects.chains import ChainTarget
from cuvee.games.ora_et_labora.effects.forests import ForestToRemove
from cuvee.games.ora_et_labora.effects.gains import BasicGood, GoodsOption
from cuvee.games.ora_et_labora.effects.producing import JokerGood, Production
from cuvee.games.ora_et_labora.effects.trades import AskAgain, Deliver, PickOne, PointTile, Repetitions
from cuvee.games.ora_et_labora.pieces.box import Pieces
from cuvee.games.ora_et_labora.pieces.buildings import PRINTED
from cuvee.games.ora_et_labora.pieces.goods import KINDS
from cuvee.games.ora_et_labora.pieces.landscapes import DISTRICT, FOREST, FREE, HILLSIDE, MOOR, PLOT, SETTLEMENT
from cuvee.games.ora_et_labora.pieces.modes import LETTERS
from cuvee.games.ora_et_labora.state.landscapes import COLUMNS, NOWHERE, ROW_ZERO
from cuvee.games.ora_et_labora.state.table import FIGURES, HOME, OFF, Effect, Estates
from cuvee.kernel.observation import Rows
from cuvee.kernel.play import Frame

MAP_TOP: Final = -5
MAP_ROWS: Final = 12
"""Maps show rows -5 to 6. Few landscapes reach further; buildings out there still show in the part "rows"."""
CELLS: Final = MAP_ROWS * COLUMNS
MAP_START: Final = (MAP_TOP + ROW_ZERO) * COLUMNS
"""The first position that a map shows."""
MAP_END: Final = MAP_START + CELLS
ROW_SHIFT: Final = 27
"""Rows reach from about -26 to 27."""
DWELLING_SHIFT: Final = 5
"""Dwelling values reach from -4 to 9."""
ONCE: Final = 8
"""More than the number of buildings that work once per action (R15)."""

# Where each map begins, counted from the first. A column has one terrain, except for hillsides among the plains.
FREE_MAP: Final = 0
FOREST_MAP: Final = CELLS
MOOR_MAP: Final = 2 * CELLS
BUILDING_MAP: Final = 3 * CELLS
CLOISTER_MAP: Final = 4 * CELLS
SETTLEMENT_MAP: Final = 5 * CELLS
HILLSIDE_MAP: Final = 6 * CELLS
DWELLING_MAP: Final = 7 * CELLS

# Indexes of the amounts of a question, after the four currencies.
DUE: Final = 4
RESERVE: Final = 5
MORE: Final = 6
YES: Final = 7
WORD: Final = 8
AMOUNTS: Final = 9


def details(state: Estates, seat: int, rows: Rows) -> None:
    """Spell out the wheel, the display, the piles and the question, then each side's goods, clergymen and land."""
    setup, seats = state.setup, state.seats
    cards = setup.pieces.cards
    _tell_calendar(state, rows)
    rows.mark(rows.part("start_player", seats), (state.start_seat() - seat) % seats)
    _tell_actions_to_come(state, seat, rows)
    _tell_wheel(state, rows)
    rows.marks(rows.part("display", cards), state.display)
    _tell_cards_to_come(state, rows)
    rows.part("piles", 4)
    _tell_pile(state, DISTRICT, rows)
    _tell_pile(state, PLOT, rows)
    rows.bits(rows.part("used", ONCE), state.used)
    _tell_question(state, seat, rows)
    for turn in range(setup.sides):
        rows.side(turn)
        _tell_side(state, seat, (seat + turn) % setup.sides, rows)


# The table.


def _tell_calendar(state: Estates, rows: Rows) -> None:
    """Add the round, the letter, how far away the next settlement phase and the end are, and what is scarce."""
    mode, stage, now = state.setup.mode, state.stage, state.round
    letters = len(LETTERS)
    rows.part("calendar", letters + 8)
    rows.one_of(letters + 1, min(stage, letters))
    last = mode.bonus_round or mode.rounds
    phase = mode.settlement_rounds[stage] if stage < letters else 0
    rows.add(now)
    rows.add(phase - now if phase else 0)
    rows.add(last - now if last else 0)
    rows.flag(mode.bonus_round != 0 and now == mode.bonus_round)
    rows.add(len(state.display) + 1 if mode.end_left >= 0 else 0)
    rows.add(state.price - 1)
    rows.add(state.wonders_left())


def _tell_actions_to_come(state: Estates, seat: int, rows: Rows) -> None:
    """Count the menus on the agenda: what each seat still has to do in this round."""
    seats = state.seats
    start = rows.part("actions_to_come", seats)
    for frame in state.agenda:
        if isinstance(frame, Menu):
            rows.more(start + (frame.seat - seat) % seats, max(1, frame.actions))


def _tell_wheel(state: Estates, rows: Rows) -> None:
    """Add for each indicator whether it is on the wheel, how far behind the beam it is, and what it gives."""
    values, wheel = state.setup.mode.values, state.wheel
    rows.part("wheel", 3 * len(wheel))
    for at in wheel:
        if at == OFF:
            rows.skip(3)
        else:
            rows.add(1)
            rows.add(at)
            rows.add(values[at])


def _tell_cards_to_come(state: Estates, rows: Rows) -> None:
    """Add how many letters away each later card is: 1 for the next letter."""
    stages, now = state.setup.stages, state.stage
    start = rows.part("cards_to_come", state.setup.pieces.cards)
    for stage in range(now + 1, len(stages)):
        for card in stages[stage]:
            rows.put(start + card, stage - now)


def _tell_pile(state: Estates, pile: int, rows: Rows) -> None:
    """Add how many tiles a pile has left, and the price of the top one."""
    left = len(state.setup.prices[pile]) - state.taken[pile]
    rows.add(left)
    rows.add(state.pile_price(pile) if left else 0)


# What is being asked.


def _place(state: Estates, seat: int, building: int) -> int:
    """Return the place of a building in a part: printed ones are counted from the seat's own heartland on."""
    setup = state.setup
    cards = setup.pieces.cards
    if building < cards:
        return building
    return cards + (setup.pieces.buildings[building].side - seat) % setup.sides * PRINTED + (building - cards) % PRINTED


def _tell_question(state: Estates, seat: int, rows: Rows) -> None:
    """Add which building, settlement and goods the question is about, and its amounts."""
    pieces = state.setup.pieces
    building = rows.part("asked_building", pieces.cards + state.setup.sides * PRINTED)
    settlement = rows.part("asked_settlement", len(pieces.settlements))
    good = rows.part("asked_good", KINDS)
    amounts = rows.part("asked_amounts", AMOUNTS)
    if state.over:
        return
    decision = state.agenda[-1]
    if isinstance(decision, Menu):  # by far the most frequent question, and not about a building
        rows.put(amounts + MORE, decision.actions)
        rows.put(amounts + YES, int(decision.may_buy))
    elif isinstance(decision, NeutralContract):
        for card in decision.cards:
            rows.mark(building, card)
    else:
        about = _building_in_use(state)
        if about != NOWHERE:
            rows.mark(building, _place(state, seat, about))
        if isinstance(decision, SettlementSpace):
            rows.mark(settlement, decision.card)
        elif not _tell_goods_asked(state, decision, good, amounts, rows):
            _tell_amounts(decision, amounts, rows)


def _building_in_use(state: Estates) -> int:
    """Return the building that the question is about: being built, entered or used."""
    agenda = state.agenda
    for at in range(len(agenda) - 1, -1, -1):
        frame = agenda[at]
        if isinstance(frame, Menu):
            break  # what lies below belongs to another action
        building = _building_of(state, frame)
        if building != NOWHERE:
            return building
    return NOWHERE


def _building_of(state: Estates, frame: Frame[Any]) -> int:
    if isinstance(frame, (BuildingSpace, PriorOnBuilding, NeutralSpace)):
        return frame.card
    if isinstance(frame, (Function, ContractFee, ChainTarget, ClergyChoice)):
        return frame.building
    effect = _effect_of(frame)
    return NOWHERE if effect is None else state.setup.pieces.by_tag.get(effect.name.partition(".")[0], NOWHERE)


def _effect_of(frame: Frame[Any]) -> Effect | None:
    """Return the entry of a building that a frame carries out."""
    if isinstance(frame, (GoodsOption, PickOne, AskAgain, Production, JokerGood, ForestToRemove, NextPart)):
        return frame.effect
    return frame.trade if isinstance(frame, (Repetitions, Deliver)) else None


def _tell_goods_asked(state: Estates, decision: Frame[Any], good: int, amounts: int, rows: Rows) -> bool:
    """Mark the goods that a payment or choice is about or has already named; return whether the question is one of these.

    For a payment, also add its currency and what is due now and later; for a choice, how many are left.
    """
    if isinstance(decision, PayKind):
        rows.mark(good, decision.good(state))
        rows.mark(amounts, decision.currency)
        rows.put(amounts + DUE, decision.rest)
        rows.put(amounts + RESERVE, decision.reserve)
    elif isinstance(decision, Repetitions):
        rows.marks(good, decision.deal().gain.kinds)
        rows.put(amounts + WORD, len(decision.counts))
    elif isinstance(decision, BasicGood):
        rows.mark(good, decision.taken)
        rows.put(amounts + MORE, decision.count)
        rows.put(amounts + WORD, decision.other)
    elif isinstance(decision, DifferentGood):
        rows.bits(good, decision.chosen)
        rows.put(amounts + MORE, decision.left)
    elif isinstance(decision, ChooseIndicator):
        rows.mark(good, decision.good)
    else:
        return False
    return True


def _tell_amounts(decision: Frame[Any], amounts: int, rows: Rows) -> None:
    """Add what is due, how many are left, a yes or no, and one more number of the question."""
    if isinstance(decision, (BuildingCard, SettlementCard)):
        rows.put(amounts + YES, int(decision.granted))
    elif isinstance(decision, ContractFee):
        rows.put(amounts + YES, int(decision.prior_only))
    elif isinstance(decision, ResourceCard):
        rows.put(amounts + YES, int(decision.card == MOOR))
    elif isinstance(decision, (PickOne, ForestToRemove)):
        rows.put(amounts + MORE, decision.left)
    elif isinstance(decision, LandscapeSide):
        rows.put(amounts + WORD, decision.pile + 1)
    elif isinstance(decision, LandscapeRow):
        rows.put(amounts + YES, decision.sheet)
        rows.put(amounts + WORD, decision.pile + 1)
    elif isinstance(decision, PointTile):
        rows.put(amounts + DUE, decision.rest)
        rows.put(amounts + WORD, decision.first)
    elif isinstance(decision, NextPart):
        rows.put(amounts + WORD, decision.done)


# One side.


def _tell_side(state: Estates, seat: int, side: int, rows: Rows) -> None:
    """Add goods and hand (the neutral player has neither), then clergymen and land."""
    hand = NOWHERE
    if side < state.seats:
        _tell_goods(state.goods[side], rows)
        hand = _tell_letters_in_hand(state, rows)
    _tell_standing(state, seat, rows, "prior", side * FIGURES, 1)
    _tell_standing(state, seat, rows, "brothers", side * FIGURES + 1, FIGURES - 1)
    _tell_land(state, side, hand, rows)


def _tell_goods(goods: list[int], rows: Rows) -> None:
    start = rows.part("goods", KINDS)
    for kind in range(KINDS):
        count = goods[kind]
        if count:
            rows.put(start + kind, count)


def _tell_letters_in_hand(state: Estates, rows: Rows) -> int:
    """Mark the settlements of the letters in play; return where, so that those already built can be taken out."""
    settlements, now = state.setup.pieces.settlements, state.stage
    start = rows.part("hand", len(settlements))
    for number in range(len(settlements)):
        if settlements[number].stage <= now:
            rows.mark(start, number)
    return start


def _tell_standing(state: Estates, seat: int, rows: Rows, name: str, first: int, figures: int) -> None:
    """Add how many of these clergymen are at home (the first number), and on which buildings the others stand."""
    start = rows.part(name, 1 + state.setup.pieces.cards + state.setup.sides * PRINTED)
    clergy = state.clergy
    for figure in range(first, first + figures):
        at = clergy[figure]
        if at == HOME:
            rows.more(start, 1)
        elif at >= 0:
            rows.mark(start + 1, _place(state, seat, at))


def _tell_land(state: Estates, side: int, hand: int, rows: Rows) -> None:
    """Add which buildings and settlements lie in a landscape, with their columns and rows, and draw the maps."""
    pieces, ground, cards = state.setup.pieces, state.grounds[side], state.cards[side]
    places, terrain, faces = ground.places, ground.terrain, pieces.cards
    built = rows.part("buildings", faces + PRINTED)
    columns = rows.part("columns", faces + PRINTED)
    levels = rows.part("rows", faces + PRINTED)
    settled = rows.part("settlements", len(pieces.settlements))
    maps = _open_maps(rows) - MAP_START
    for index in range(len(cards)):
        card, place = cards[index], places[index]
        if card >= SETTLEMENT:
            rows.mark(settled, card - SETTLEMENT)
            if hand != NOWHERE:
                rows.put(hand + card - SETTLEMENT, 0)
        elif card >= 0:
            at = card if card < faces else faces + (card - faces) % PRINTED
            rows.mark(built, at)
            rows.put(columns + at, place % COLUMNS + 1)
            rows.put(levels + at, place // COLUMNS - ROW_ZERO + ROW_SHIFT)
        if MAP_START <= place < MAP_END:
            _draw_space(pieces, card, terrain[index], maps + place, rows)


def _open_maps(rows: Rows) -> int:
    """Open the maps; return where the first begins."""
    start = rows.part("map_free", CELLS)
    rows.part("map_forest", CELLS)
    rows.part("map_moor", CELLS)
    rows.part("map_building", CELLS)
    rows.part("map_cloister", CELLS)
    rows.part("map_settlement", CELLS)
    rows.part("map_hillside", CELLS)
    rows.part("map_dwelling", CELLS)
    return start


def _draw_space(pieces: Pieces, card: int, terrain: int, cell: int, rows: Rows) -> None:
    """Draw a space on the maps, given its place on the first; empty land shows a dwelling value only if it gives something."""
    if terrain == HILLSIDE:
        rows.mark(cell, HILLSIDE_MAP)
    if card == FREE:
        rows.mark(cell, FREE_MAP)
        gives = pieces.empty_dwelling[terrain]
        if gives:
            rows.put(cell + DWELLING_MAP, gives + DWELLING_SHIFT)
    elif card == FOREST:
        rows.mark(cell, FOREST_MAP)
    elif card == MOOR:
        rows.mark(cell, MOOR_MAP)
    elif card >= SETTLEMENT:
        rows.mark(cell, SETTLEMENT_MAP)
        rows.put(cell + DWELLING_MAP, pieces.settlements[card - SETTLEMENT].dwelling + DWELLING_SHIFT)
    else:
        building = pieces.buildings[card]
        rows.mark(cell, BUILDING_MAP)
        rows.put(cell + DWELLING_MAP, building.dwelling + DWELLING_SHIFT)
        if building.cloister:
            rows.mark(cell, CLOISTER_MAP)
