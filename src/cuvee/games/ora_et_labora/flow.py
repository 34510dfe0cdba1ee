"""The sequence of play: set-up, rounds, settlement phases, bonus round and end (§3, §4, §8, §13, §15 to §18)."""

from typing import Final, final

from cuvee.games.ora_et_labora.decisions.exchange import ExchangeTiles
from cuvee.games.ora_et_labora.decisions.menus import BonusMenu, SettlementMenu, TurnMenu
from cuvee.games.ora_et_labora.decisions.solo import NeutralCard, NeutralContract
from cuvee.games.ora_et_labora.effects.functions import functions_of
from cuvee.games.ora_et_labora.pieces.box import Pieces
from cuvee.games.ora_et_labora.pieces.buildings import PRINTED, STAGES
from cuvee.games.ora_et_labora.pieces.goods import (
    BEER,
    BOOK,
    BREAD,
    CERAMIC,
    COIN,
    COIN5,
    FLOUR,
    GRAIN,
    GRAPES,
    KINDS,
    LIVESTOCK,
    MALT,
    MEAT,
    ORNAMENT,
    PEAT,
    PEAT_COAL,
    RELIQUARY,
    STONE,
    STRAW,
    WHISKEY,
    WINE,
    WOOD,
)
from cuvee.games.ora_et_labora.pieces.landscapes import Sheet
from cuvee.games.ora_et_labora.pieces.modes import LETTERS, Mode
from cuvee.games.ora_et_labora.state.landscapes import Ground, position
from cuvee.games.ora_et_labora.state.stocks import Currency
from cuvee.games.ora_et_labora.state.table import ABSENT, FIGURES, HOME, OFF, Estates, Setup
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Options
from cuvee.kernel.play import Step

NUMBERS: Final = ("", "solo", "two", "three", "four")
BUILDER: Final = 1
"""The neutral player's side in the solo game (§18.3)."""

# The order in which kinds are asked for in a payment (§9.6).
ENERGY_ORDER: Final = (PEAT_COAL, PEAT, WOOD, STRAW)
FOOD_ORDER: Final = (MEAT, BEER, BREAD, LIVESTOCK, WHISKEY, FLOUR, GRAIN, GRAPES, MALT, WINE, COIN)
POINTS_ORDER: Final = (RELIQUARY, ORNAMENT, CERAMIC, BOOK, COIN5, WINE, WHISKEY)


# Setting up (§3).


def deal(pieces: Pieces, seats: int, options: Options, chance: Chance) -> Estates:
    """Set up the table; nothing is drawn, since seats are numbered from the first start player (§3.8, R51)."""
    length = options.get("length", "")
    mode_id = f"{NUMBERS[seats]}_{length}" if length else NUMBERS[seats]
    setup = setup_for(pieces, mode_id, str(options["variant"]))
    state = Estates(setup, chance)
    mode = setup.mode
    for side in range(setup.sides):
        sheet = mode.heartland if side < seats or mode.neutral is None else mode.neutral
        lay_heartland(state, side, sheet)
        state.clergy += [HOME] * (1 + mode.lay_brothers) + [ABSENT] * (FIGURES - 1 - mode.lay_brothers)
    for seat in range(seats):
        state.goods.append([0] * KINDS)
        state.receive(seat, mode.start_goods, 1)
    state.wheel = [OFF if indicator.late else 0 for indicator in pieces.indicators]
    state.display = [card for card in setup.stages[0] if state.owner_of(card) < 0]
    state.push(StartRound(1, False))
    return state


def setup_for(pieces: Pieces, mode_id: str, variant: str) -> Setup:
    """Work out what a mode and a variant determine, once for these pieces."""
    name = f"{mode_id} {variant}"
    if name not in pieces.tables:
        mode = pieces.mode(mode_id)
        in_mode = [
            card for card in pieces.buildings[: pieces.cards] if mode_id in card.modes and card.variant in ("both", variant)
        ]
        stages = [[card.number for card in in_mode if card.stage == stage] for stage in range(len(STAGES))]
        powers = tuple(ExchangeTiles(each) for each in pieces.exchanges if each.variant in ("both", variant))
        pieces.tables[name] = Setup(
            pieces,
            mode,
            variant,
            stages,
            functions_of(pieces, mode.rate),
            powers,
            currencies(pieces, variant),
            WINE if variant == "france" else WHISKEY,
        )
    setup: Setup = pieces.tables[name]
    return setup


def currencies(pieces: Pieces, variant: str) -> list[Currency]:
    """Return what counts as energy, as food, as food other than money, and as points (§9.3, §9.6)."""
    goods = [good for good in pieces.goods if good.variant in ("both", variant)]
    food = {good.number: good.food for good in goods}
    fare = {kind: value for kind, value in food.items() if kind != COIN}
    return [
        currency(ENERGY_ORDER, {good.number: good.energy for good in goods}),
        currency(FOOD_ORDER, food),
        currency(FOOD_ORDER, fare),
        currency(POINTS_ORDER, {good.number: good.points for good in goods}),
    ]


def currency(order: tuple[int, ...], values: dict[int, int]) -> Currency:
    """Return the kinds that are worth something, most valuable first; equal values keep the given order (§9.6)."""
    kinds = sorted((kind for kind in order if values.get(kind, 0) > 0), key=lambda kind: -values[kind])
    return Currency(kinds, [values[kind] for kind in kinds])


def lay_heartland(state: Estates, side: int, sheet: Sheet) -> None:
    """Lay out a heartland with its forests, moors and printed buildings (§3.3, §18.3)."""
    pieces = state.setup.pieces
    places = [position(sheet.xs[at], sheet.ys[at]) for at in range(len(sheet.xs))]
    state.grounds.append(Ground(places, sheet.terrain, min(sheet.ys), max(sheet.ys), [[], []]))
    cards = sheet.cards[:]
    printed = {pieces.buildings[pieces.cards + at].id: pieces.cards + side * PRINTED + at for at in range(PRINTED)}
    for at in range(len(cards)):
        name = sheet.printed[at]
        if name:
            cards[at] = printed[name] if name in printed else pieces.by_tag[name.lower()]
    state.cards.append(cards)


# Rounds (§4).


@final
class StartRound(Step[Estates]):
    """Clergymen come back, the wheel turns, goods arrive; then the round is put on the agenda (§4.1)."""

    kind = "start round"

    def __init__(self, number: int, last: bool) -> None:
        self.number = number
        self.last = last
        """Whether this round is only the last single action of a two-player game (§16.4)."""

    def run(self, state: Estates) -> None:
        state.round = self.number
        mode = state.setup.mode
        state.tell("round", state.start_seat(), self.number)
        bonus = self.number == mode.bonus_round
        take_back_clergy(state, bonus)
        turn_wheel(state)
        if self.number <= len(mode.round_goods):
            for seat in range(state.seats):
                state.receive(seat, mode.round_goods[self.number - 1], 1)
        self.plan(state, bonus)

    def plan(self, state: Estates, bonus: bool) -> None:
        """Put the turns and the settlement phase of the round on the agenda, in reverse order."""
        mode, start = state.setup.mode, state.start_seat()
        phase = state.stage < len(LETTERS) and mode.settlement_rounds[state.stage] == self.number
        phase_last = phase and (bonus or self.number == mode.rounds)
        if self.last:
            state.push(TurnMenu(start, 1, True))
            return
        if not bonus:
            state.push(EndRound(self.number))
        if phase_last:
            state.push(SettlementPhase())
        if bonus:
            for seat in range(state.seats - 1, -1, -1):
                state.push(BonusMenu((start + seat) % state.seats, 1, True))
        else:
            self.plan_turns(state, mode, start)
        if phase and not phase_last:
            state.push(SettlementPhase())

    def plan_turns(self, state: Estates, mode: Mode, start: int) -> None:
        """Put the turns on the agenda; in the long two-player game the end is checked between them (§17.4, R27)."""
        for at in range(len(mode.turns) - 1, -1, -1):
            seat = (start + mode.turns[at][0]) % state.seats
            if at == 1 and mode.end_left >= 0:
                state.push(LastCall(seat))
            else:
                state.push(TurnMenu(seat, mode.turns[at][1], True))


def take_back_clergy(state: Estates, bonus: bool) -> None:
    """Phase 1: players with all clergymen placed take them back (§4.2); in the bonus round, priors only (§13.1, R22)."""
    for side in range(state.setup.sides):
        if bonus:
            state.recall_prior(side)
        elif not state.anybody_home(side):
            state.tell("takes back", side)
            state.recall(side)


def turn_wheel(state: Estates) -> None:
    """Phase 2: every indicator moves on, stays on the last space or leaves; late ones enter (§5.2, §5.5, §18.5)."""
    mode, wheel = state.setup.mode, state.wheel
    last = len(mode.values) - 1
    for indicator in range(len(wheel)):
        if wheel[indicator] == last:
            if mode.removes_past_ten:
                wheel[indicator] = OFF
        elif wheel[indicator] != OFF:
            wheel[indicator] += 1
    if state.round == mode.grapes_round and state.setup.variant == "france":
        wheel[state.setup.pieces.indicator_of[GRAPES]] = 0
    if state.round == mode.stone_round:
        wheel[state.setup.pieces.indicator_of[STONE]] = 0


@final
class EndRound(Step[Estates]):
    """The start player changes, or the game ends (§4.6, §13.1, §16.4)."""

    kind = "end round"

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, state: Estates) -> None:
        mode = state.setup.mode
        if self.number == mode.rounds and not mode.bonus_round:
            return
        if self.number == mode.stop_after:  # R26
            return
        # In the long two-player game the end is called between the turns (R27); here only if a round is a single turn.
        last = len(mode.turns) == 1 and end_is_near(state)
        state.push(StartRound(self.number + 1, last))


def end_is_near(state: Estates) -> bool:
    """Tell whether the D cards are in play and few enough buildings are left (§16.4, §17.4)."""
    return state.stage >= len(STAGES) - 1 and len(state.display) <= state.setup.mode.end_left


@final
class LastCall(Step[Estates]):
    """The other player's turn in the long two-player game; if few buildings are left, it is the last (§17.4, R27)."""

    kind = "last call"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Estates) -> None:
        if end_is_near(state):
            state.tell("last turn", self.seat)
            state.agenda.clear()
        state.push(TurnMenu(self.seat, state.setup.mode.turns[1][1], True))


# Settlement phases (§8, §18.7).


@final
class SettlementPhase(Step[Estates]):
    """Everybody in turn may buy land and build a settlement; before that the neutral player builds (§8.2, §18.7)."""

    kind = "settlement phase"

    def run(self, state: Estates) -> None:
        state.tell("settlement phase", state.start_seat(), state.stage)
        state.push(NewCards())
        for turn in range(state.seats - 1, -1, -1):
            state.push(SettlementMenu((state.start_seat() + turn) % state.seats, 1, True))
        if state.setup.solo and state.display:
            state.push(NeutralRest())
            state.push(NeutralContract(0, tuple(state.display)))
            state.push(NeutralCard(0))
        elif state.setup.solo:
            state.push(NeutralRest())


@final
class NeutralRest(Step[Estates]):
    """If all neutral clergymen are placed, they come back (§18.7)."""

    kind = "neutral rest"

    def run(self, state: Estates) -> None:
        if not state.anybody_home(BUILDER):
            state.tell("takes back", BUILDER)
            state.recall(BUILDER)


@final
class NewCards(Step[Estates]):
    """The settlement and the buildings of this letter come into play (§8.4)."""

    kind = "new cards"

    def run(self, state: Estates) -> None:
        state.stage += 1
        if state.stage < len(STAGES):
            state.display = sorted(state.display + state.setup.stages[state.stage])
