"""The sequence of play: set-up, year, seasons, passing, end-of-year steps, the Automa (§3, §5, §10, §13, §14)."""

from typing import Final, final

from cuvee.games.viticulture.decisions import NO, STOP, YES, Ask, DraftPick, KeepParents, RowChoice, StartToken
from cuvee.games.viticulture.effects.goods import DiscardCards, draw
from cuvee.games.viticulture.effects.op import Run, can_line, gain_lira, start
from cuvee.games.viticulture.effects.people import TurnEnd, offer_benefit
from cuvee.games.viticulture.effects.triggers import fire
from cuvee.games.viticulture.effects.turns import Turn, begin_action, can_be_taken
from cuvee.games.viticulture.pieces import (
    ALL_DECKS,
    BOARDS,
    DECKS,
    DRAW,
    ESSENTIAL,
    FALL,
    HIRE_EXPERT,
    LEFT_SUMMER,
    NONE,
    OUT,
    SPRING,
    STRUCTURE,
    SUMMER,
    SUMMER_VISITOR,
    TRADE,
    TUSCANY,
    WINTER,
    WINTER_VISITOR,
    Pieces,
)
from cuvee.games.viticulture.scoring import aggressive_mark, total
from cuvee.games.viticulture.state import (
    AUTOMA,
    AUTOMA_STREAM,
    BESIDE,
    FIRST,
    KINDS,
    PARENTS,
    PLACES,
    REGULAR,
    SPECIALS_STREAM,
    SetUp,
    Vineyard,
    Winery,
)
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Options
from cuvee.kernel.play import Step
from cuvee.kernel.text import _

TOP_ROW: Final = 1
LAST_ROW: Final = 7


# Set-up (§3)


def deal(pieces: Pieces, seats: int, options: Options, chance: Chance) -> Winery:
    """Shuffle, lay out the board, deal parents, and put the first questions on the agenda (§3.2 to §3.7)."""
    setup = read_setup(pieces, seats, options)
    state = Winery(setup, seats, chance)
    for deck in range(len(DECKS)):
        cards = setup.decks[deck][:]
        state.shuffle(cards, deck)
        state.set_deck(deck, cards)
    state.fill_market()
    state.first = state.roll(seats, FIRST)
    state.players = [_new_vineyard(setup) for _seat in range(seats)]
    if setup.special_workers:
        _reveal_specials(state)
    if state.solo:
        _set_up_automa(state)
    _push_setup(state)
    return state


def read_setup(pieces: Pieces, seats: int, options: Options) -> SetUp:
    """Turn the chosen options into numbers (§3.1)."""
    board = pieces.boards[BOARDS.index(str(options["board"]))]
    setup = SetUp(pieces, board, seats)
    setup.structure_cards = board.number == TUSCANY or bool(options.get("structure_cards", False))
    setup.special_workers = bool(options.get("special_workers", False))
    setup.market = board.market or bool(options.get("face_up_cards", False))
    setup.choose_parents = bool(options.get("choose_parents", False))
    setup.years = int(options.get("year_limit", setup.years))
    setup.aggressive = bool(options.get("aggressive", False))
    if seats == 1:
        levels = [level.id for level in pieces.levels]
        setup.level = pieces.levels[levels.index(str(options["difficulty"]))]
        setup.years = setup.level.years
    setup.decks = [_cards_in_game(setup, deck) for deck in range(len(DECKS))]
    return setup


def _cards_in_game(setup: SetUp, deck: int) -> list[int]:
    """Return the cards of a deck that are used, in order (§12.1, §13.2)."""
    pieces, solo = setup.pieces, setup.seats == 1
    cards = pieces.copies(deck)
    if deck == STRUCTURE:
        if not setup.structure_cards:
            return []
        stars = bool(setup.board.regions)
        structures = pieces.structures
        return [card for card in cards if (stars or not structures[card].star) and (not solo or structures[card].solo)]
    if deck in (SUMMER_VISITOR, WINTER_VISITOR):
        visitors = pieces.visitors[deck - SUMMER_VISITOR]
        return [card for card in cards if not solo or visitors[card].solo]
    return cards


def _new_vineyard(setup: SetUp) -> Vineyard:
    vineyard, board = Vineyard(), setup.board
    vineyard.cubes = setup.pieces.cubes if board.experts else 0
    vineyard.owned = board.fields_owned
    vineyard.stars = [0] * len(board.regions)
    if setup.seats == 1:
        vineyard.vp = setup.level.start_vp
    return vineyard


def _reveal_specials(state: Winery) -> None:
    """Reveal two special workers of those that can be used (§14.3)."""
    usable = [
        at
        for at, special in enumerate(state.pieces.specials)
        if special.least_seats <= state.seats and (special.solo or not state.solo)
    ]
    state.shuffle(usable, SPECIALS_STREAM)
    state.display = sorted(usable[: state.pieces.revealed_specials])


def _set_up_automa(state: Winery) -> None:
    """Shuffle the Automa cards and lay a glass token on each row (§13.2)."""
    deck = list(range(len(state.pieces.automa)))
    state.shuffle(deck, AUTOMA_STREAM)
    state.automa_deck = deck
    state.automa_cubes = state.pieces.automa_cubes if state.board.experts else 0
    state.glass = sum(1 << row for row in range(TOP_ROW, LAST_ROW + 1))


def _push_setup(state: Winery) -> None:
    """Put the set-up on the agenda, last things first."""
    seats = clockwise(state, state.first)
    state.push(NewYear())
    if state.board.number != ESSENTIAL:
        for seat in reversed(seats):
            state.push(WakeRow(seat, True))
    if state.setup.structure_cards and state.board.number != TUSCANY:
        state.push(DealDraft())
    for seat in reversed(seats):
        if state.board.start_benefits:
            state.push(StartToken(seat, True))
            state.push(StartToken(seat, False))
        state.push(PapaGift(seat))
    state.push(GainParents())
    mamas, papas = list(range(len(state.pieces.mamas))), list(range(len(state.pieces.papas)))
    state.shuffle(mamas, PARENTS)
    state.shuffle(papas, PARENTS)
    if state.setup.choose_parents:
        state.offers = [mamas[2 * seat : 2 * seat + 2] + papas[2 * seat : 2 * seat + 2] for seat in range(state.seats)]
        state.push(KeepParents(list(range(state.seats))))
    else:
        for seat in range(state.seats):
            state.players[seat].mama, state.players[seat].papa = mamas[seat], papas[seat]


def clockwise(state: Winery, first: int) -> list[int]:
    """List the seats clockwise from one."""
    return [(first + step) % state.seats for step in range(state.seats)]


@final
class GainParents(Step[Winery]):
    """Mama's workers and cards, papa's lira, and the start benefits, seat by seat (§3.4, §3.5)."""

    def kind(self) -> str:
        return "gain_parents"

    def run(self, state: Winery) -> None:
        pieces = state.pieces
        for seat in clockwise(state, state.first):
            vineyard = state.players[seat]
            mama, papa = pieces.mamas[vineyard.mama], pieces.papas[vineyard.papa]
            vineyard.regulars = vineyard.ready = mama.workers
            vineyard.lira = mama.lira + papa.lira
            for deck in range(STRUCTURE):
                for _card in range(mama.cards[deck]):
                    card = state.top_card(deck)  # face-up cards cannot be drawn during set-up (§3.2)
                    vineyard.take(deck, card)
                    state.tell("draws", seat, deck, card)
            if state.board.start_benefits:
                vineyard.lira += pieces.start_lira
                vineyard.residual = state.board.residual_start


@final
class PapaGift(Ask):
    """The gift of the papa, or more lira (§3.4)."""

    def kind(self) -> str:
        return "papa_gift"

    def section(self) -> str:
        return "3.4"

    def options(self, state: Winery, seat: int) -> list[int]:
        return [YES, NO]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        vineyard = state.players[seat]
        papa = state.pieces.papas[vineyard.papa]
        if option == NO:
            vineyard.lira += papa.instead
            return
        start(state, seat, papa.line)

    def prompt(self, state: Winery, seat: int) -> str:
        return _(state.pieces.papas[state.players[seat].papa].text)

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return "gift" if option == YES else "lira"

    def words(self, state: Winery, seat: int, option: int) -> str:
        papa = state.pieces.papas[state.players[seat].papa]
        return _("The gift") if option == YES else _("£{lira}", lira=papa.instead)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"player:{seat}"]


@final
class DealDraft(Step[Winery]):
    """Four structure cards to each player, to be drafted (§12.2)."""

    def kind(self) -> str:
        return "deal_draft"

    def run(self, state: Winery) -> None:
        packs = [sorted(state.top_card(STRUCTURE) for _card in range(4)) for _seat in range(state.seats)]
        if state.solo:  # passing the rest to yourself keeps all four
            for card in packs[0]:
                state.players[0].take(STRUCTURE, card)
            return
        state.packs = packs
        state.push(DraftPick(list(range(state.seats))))


# Waking up (§3.7, §5.11, §13.3, §14.1)


@final
class WakeRow(RowChoice):
    """Choose a row of the wake-up chart."""

    def __init__(self, seat: int, now: bool) -> None:
        super().__init__(seat)
        self.now = now
        """For this year, not for the next."""

    def key(self) -> tuple[object, ...]:
        return ("wake_row", self.seat, self.now)

    def kind(self) -> str:
        return "wake_row"

    def section(self) -> str:
        return "3.7"

    def options(self, state: Winery, seat: int) -> list[int]:
        if state.solo:
            return _solo_rows(state, self.now)
        if state.board.number == ESSENTIAL:
            taken = [vineyard.row for vineyard in state.players]
            return [row for row in range(TOP_ROW, LAST_ROW + 1) if row not in taken]
        if not self.now and state.starter == seat:
            return [TOP_ROW]  # compulsory (§5.11)
        taken = [vineyard.row if self.now else vineyard.next_row for vineyard in state.players]
        return [row for row in range(TOP_ROW + 1, LAST_ROW + 1) if row not in taken]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        vineyard = state.players[seat]
        state.tell("wakes", seat, option)
        if state.solo:
            state.glass &= ~(1 << option)
            vineyard.tokens += 1
        if not self.now:
            vineyard.next_row = option
            return
        vineyard.row = option
        if state.board.number == ESSENTIAL:
            offer_benefit(state, seat, option, SPRING)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Choose your row of the wake-up chart")

    def why_not(self, state: Winery, seat: int, what: str) -> str:
        return _("«{what}»: the row is taken; row 1 is only for the holder of the first-player token (§5.11)", what=what)


def _solo_rows(state: Winery, now: bool) -> list[int]:
    """List the rows with a glass token that the solo player may take (§13.3)."""
    year = state.year if now else state.year + 1
    rows = [row for row in range(TOP_ROW, LAST_ROW + 1) if state.glass >> row & 1]
    if year >= 8:
        return list(range(TOP_ROW, LAST_ROW + 1))
    if state.board.number == ESSENTIAL:
        return rows
    if not now and state.starter == 0:
        return [TOP_ROW]
    return [row for row in rows if row != TOP_ROW] or [TOP_ROW]


# The year (§5)


@final
class NewYear(Step[Winery]):
    """Reset what counts for a year; the roosters stand in spring (§5.12)."""

    def kind(self) -> str:
        return "new_year"

    def run(self, state: Winery) -> None:
        state.year += 1
        state.season = SPRING
        state.tell("year", NONE, state.year)
        for vineyard in state.players:
            vineyard.harvested = vineyard.scored = 0
            vineyard.column = SPRING
            if vineyard.next_row:
                vineyard.row, vineyard.next_row = vineyard.next_row, 0
            take_from_training(vineyard)
        if state.board.number == ESSENTIAL:
            state.push(StartSeason(SUMMER))
            for vineyard in state.players:
                vineyard.row = 0
            for seat in reversed(clockwise(state, state.first)):
                state.push(WakeRow(seat, True))
            return
        state.starter = NONE
        state.push(StartSeason(SPRING))


def take_from_training(vineyard: Vineyard) -> None:
    """Workers in training become available."""
    vineyard.ready += vineyard.training
    vineyard.special_ready |= vineyard.special_training
    vineyard.training = vineyard.special_training = 0


@final
class StartSeason(Step[Winery]):
    """A season begins: the Automa, planned workers, then turns (§5.10)."""

    def __init__(self, season: int) -> None:
        self.season = season

    def kind(self) -> str:
        return "start_season"

    def key(self) -> tuple[object, ...]:
        return ("start_season", self.season)

    def run(self, state: Winery) -> None:
        state.season = self.season
        state.tell("season", NONE, self.season)
        essential = state.board.number == ESSENTIAL
        for vineyard in state.players:
            vineyard.column = self.season
        if essential and self.season == FALL:
            state.push(StartSeason(WINTER))
            for seat in reversed(wake_order(state)):
                state.push(FallVisitors(seat))
            return
        state.push(NextTurn(0))
        _push_planned(state)
        if state.solo:
            automa_season(state)


def wake_order(state: Winery) -> list[int]:
    """List the seats in the order of the wake-up chart (§5.1)."""
    return sorted(range(state.seats), key=lambda seat: state.players[seat].row)


def _push_planned(state: Winery) -> None:
    """Put the actions of planned workers on the agenda: by row, then in the order of planning (VISITORS §4.21)."""
    due: list[int] = []
    for seat in wake_order(state):
        due += [
            planned
            for planned in state.planned
            if planned // KINDS // PLACES == seat and _season_of(state, planned // KINDS % PLACES) == state.season
        ]
    for planned in reversed(due):
        state.push(PlannedAction(planned))


def _season_of(state: Winery, place: int) -> int:
    action = place // 4 if place < BESIDE else place - BESIDE
    return state.board.actions[action].season


@final
class PlannedAction(Step[Winery]):
    """A planned worker takes its action, if it is possible and the worker is still there (VISITORS §4.21)."""

    def __init__(self, planned: int) -> None:
        self.planned = planned

    def kind(self) -> str:
        return "planned_action"

    def key(self) -> tuple[object, ...]:
        return ("planned_action", self.planned)

    def run(self, state: Winery) -> None:
        if self.planned in state.planned:
            state.planned = [other for other in state.planned if other != self.planned]
            carry_out(state, self.planned)


@final
class MessengerTurn(Step[Winery]):
    """A Messenger's owner takes the action that it stands on, as a turn; if it is impossible the turn ends (§14.3)."""

    def __init__(self, message: int) -> None:
        self.message = message

    def kind(self) -> str:
        return "messenger_turn"

    def key(self) -> tuple[object, ...]:
        return ("messenger_turn", self.message)

    def run(self, state: Winery) -> None:
        state.messengers = [other for other in state.messengers if other != self.message]
        carry_out(state, self.message)


def carry_out(state: Winery, planned: int) -> None:
    """Take the action of a worker that was placed before its season, if it is possible."""
    worker, place, seat = planned % KINDS, planned // KINDS % PLACES, planned // KINDS // PLACES
    number = place // 4 if place < BESIDE else place - BESIDE
    state.reveal()  # whether it is possible may depend on hidden cards
    if can_be_taken(state, seat, state.board.actions[number], place if place < BESIDE else NONE):
        state.tell("carries_out", seat, place)
        state.push(EndTurn(seat, False))
        begin_action(state, seat, number, place, worker, True)
    else:
        state.tell("plan_fails", seat, place)


@final
class FallVisitors(Step[Winery]):
    """On the Essential board everybody draws a visitor in fall, with the cottage two (§14.1)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def kind(self) -> str:
        return "fall_visitors"

    def key(self) -> tuple[object, ...]:
        return ("fall_visitors", self.seat)

    def run(self, state: Winery) -> None:
        state.push(FallChoice(self.seat, 2 if state.players[self.seat].built & state.pieces.cottage_mask else 1))


@final
class FallChoice(Ask):
    """Which visitors to draw, both types named before seeing either (§14.1): the number of summer visitors."""

    def __init__(self, seat: int, n: int) -> None:
        super().__init__(seat)
        self.n = n

    def key(self) -> tuple[object, ...]:
        return ("fall_choice", self.seat, self.n)

    def kind(self) -> str:
        return "fall_visitor"

    def section(self) -> str:
        return "14.1"

    def options(self, state: Winery, seat: int) -> list[int]:
        summer, winter = state.can_draw(SUMMER_VISITOR), state.can_draw(WINTER_VISITOR)
        return [n for n in range(self.n + 1) if (n == 0 or summer) and (n == self.n or winter)] or [STOP]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        if option == STOP:
            return
        if option:
            draw(state, seat, SUMMER_VISITOR, option, False)
        if option < self.n:
            draw(state, seat, WINTER_VISITOR, self.n - option, False)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Fall: draw which visitors?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return " ".join(["summer"] * option + ["winter"] * (self.n - option))

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("{summer} summer and {winter} winter visitors", summer=option, winter=self.n - option)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return ["deck:summer"] if option == self.n else ["deck:winter"] if option == 0 else ["deck:summer", "deck:winter"]


@final
class NextTurn(Step[Winery]):
    """The next turn of the season goes to the next row below that has not passed, then again from the top (§5.1)."""

    def __init__(self, row: int) -> None:
        self.row = row

    def kind(self) -> str:
        return "next_turn"

    def key(self) -> tuple[object, ...]:
        return ("next_turn", self.row)

    def run(self, state: Winery) -> None:
        best, top = NONE, NONE
        for seat in range(state.seats):
            vineyard = state.players[seat]
            if vineyard.column != state.season:
                continue
            if top == NONE or vineyard.row < state.players[top].row:
                top = seat
            if vineyard.row > self.row and (best == NONE or vineyard.row < state.players[best].row):
                best = seat
        seat = best if best != NONE else top
        if seat == NONE:
            end_season(state)
            return
        state.push(NextTurn(state.players[seat].row))
        for message in state.messengers:
            if message // KINDS // PLACES == seat and _season_of(state, message // KINDS % PLACES) == state.season:
                state.push(MessengerTurn(message))  # the first turn of this season is that action (§14.3)
                return
        state.push(EndTurn(seat, False))
        state.push(Turn(seat))


def end_season(state: Winery) -> None:
    """Everybody has passed: the next season, or the end of the year (§5.10, §5.12)."""
    if state.season < WINTER:
        state.push(StartSeason(state.season + 1))
    elif state.board.number == ESSENTIAL:
        state.push(EssentialYearEnd())
    else:
        state.push(YearEnd())


@final
class EndTurn(TurnEnd):
    """A turn is over; a pass comes now (§5.8, VISITORS §4.23)."""

    def kind(self) -> str:
        return "end_turn"

    def key(self) -> tuple[object, ...]:
        return ("end_turn", self.seat, self.passing)

    def with_pass(self) -> TurnEnd:
        return EndTurn(self.seat, True)

    def run(self, state: Winery) -> None:
        if not self.passing:
            return
        state.tell("passes", self.seat)
        if state.board.number == ESSENTIAL:
            state.players[self.seat].column = OUT
        elif state.season == WINTER:
            pass_out(state, self.seat)
        else:
            state.push(MoveOn(self.seat))
            if state.season == SUMMER:
                fire(state, self.seat, LEFT_SUMMER)


@final
class MoveOn(Step[Winery]):
    """The rooster moves to the next season and its row gives a benefit; the cottage gives a visitor in fall (§5.8)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def kind(self) -> str:
        return "move_on"

    def key(self) -> tuple[object, ...]:
        return ("move_on", self.seat)

    def run(self, state: Winery) -> None:
        vineyard = state.players[self.seat]
        vineyard.column = state.season + 1
        season = vineyard.column
        extra = [
            structure
            for structure in state.pieces.structures
            if structure.pass_season == season and vineyard.built >> structure.number & 1
        ]
        if not extra:
            offer_benefit(state, self.seat, vineyard.row, season)
            return
        if benefit_asks(state, vineyard.row, season):
            state.push(BenefitOrder(self.seat))
            return
        pay_out(state, self.seat, False)


def benefit_asks(state: Winery, row: int, season: int) -> bool:
    """Tell whether a cell involves a choice, so that its order with the cottage matters (§5.8)."""
    line = state.board.cells[row][season]
    return line != NONE and not state.pieces.lines[line].lira_only


def pay_out(state: Winery, seat: int, cottage_first: bool) -> None:
    """Gain the cell and the cottage, in one of the two orders (§5.8)."""
    vineyard = state.players[seat]
    season = vineyard.column
    lines = [
        structure.pass_line
        for structure in state.pieces.structures
        if structure.pass_season == season and vineyard.built >> structure.number & 1
    ]
    if cottage_first:
        state.push(OfferBenefit(seat))
    for line in lines:
        node = state.pieces.lines[line].nodes[0]
        if node.op == DRAW:
            draw(state, seat, node.deck, node.n, True)
    if not cottage_first:
        state.push(OfferBenefit(seat))


@final
class OfferBenefit(Step[Winery]):
    """Gain the cell of the own row (§5.9)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def kind(self) -> str:
        return "offer_benefit"

    def key(self) -> tuple[object, ...]:
        return ("offer_benefit", self.seat)

    def run(self, state: Winery) -> None:
        vineyard = state.players[self.seat]
        offer_benefit(state, self.seat, vineyard.row, vineyard.column)


@final
class BenefitOrder(Ask):
    """The cell or the cottage first (§5.8)."""

    def kind(self) -> str:
        return "wake_benefit"

    def section(self) -> str:
        return "5.8"

    def options(self, state: Winery, seat: int) -> list[int]:
        return [NO, YES]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        pay_out(state, seat, option == YES)

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Your row or your cottage first?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return "cottage" if option == YES else "row"

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _("The cottage first") if option == YES else _("The row first")


# The end of the year (§5.11, §14.1)


def ends_game(state: Winery, seat: int) -> bool:
    """Tell whether passing out now makes this the last year (§10.1)."""
    return not state.solo and state.players[seat].vp >= state.board.end_vp


def pass_out(state: Winery, seat: int) -> None:
    """Pass out of winter: trigger, then the five end-of-year steps (§5.11)."""
    if ends_game(state, seat) and not state.last_year:
        state.last_year = True
        state.tell("last_year", seat)
    if state.year >= state.setup.years:
        state.last_year = True
    vineyard = state.players[seat]
    retrieve_all(state, seat)
    if state.solo:
        retrieve_automa(state)
    vineyard.age_grapes()
    vineyard.age_wines(state.pieces)
    vineyard.column = OUT
    state.push(ChooseNextRow(seat))
    state.push(Residuals(seat))
    push_discards(state, seat)


def push_discards(state: Winery, seat: int) -> None:
    """Discard down to the hand limit (§5.11)."""
    excess = state.players[seat].cards() - state.pieces.hand_limit
    if excess > 0:
        state.push(DiscardCards(seat, excess, ALL_DECKS))


def retrieve_all(state: Winery, seat: int) -> None:
    """All placed workers and those in training become available; the gray worker goes back (§5.11)."""
    vineyard = state.players[seat]
    for worker in vineyard.placed:
        state.take_worker(seat, worker)
    take_from_training(vineyard)
    if state.temporary == seat:
        state.temporary = NONE if state.board.number == ESSENTIAL else seat
        vineyard.temporary = 0


@final
class Residuals(Step[Winery]):
    """Lira for the residual level, then year-end structures in an order of choice (§5.11)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def kind(self) -> str:
        return "residuals"

    def key(self) -> tuple[object, ...]:
        return ("residuals", self.seat)

    def run(self, state: Winery) -> None:
        vineyard = state.players[self.seat]
        gain_lira(state, self.seat, vineyard.residual)
        due = 0
        for structure in state.pieces.year_enders:
            if vineyard.built >> structure.number & 1:
                due |= 1 << structure.number
        if due:
            state.push(YearEndCards(self.seat, due))


@final
class YearEndCards(Ask):
    """Which year-end structure takes effect next (§5.11)."""

    def __init__(self, seat: int, due: int) -> None:
        super().__init__(seat)
        self.due = due

    def key(self) -> tuple[object, ...]:
        return ("year_end_cards", self.seat, self.due)

    def kind(self) -> str:
        return "year_end_cards"

    def section(self) -> str:
        return "5.11"

    def options(self, state: Winery, seat: int) -> list[int]:
        return [structure.number for structure in state.pieces.year_enders if self.due >> structure.number & 1]

    def apply(self, state: Winery, seat: int, option: int) -> None:
        left = self.due & ~(1 << option)
        if left:
            state.push(YearEndCards(seat, left))
        line = state.pieces.structures[option].year_end
        if can_line(state, seat, line):
            state.push(Run(seat, line, 0))

    def prompt(self, state: Winery, seat: int) -> str:
        return _("Which year-end structure first?")

    def tag(self, state: Winery, seat: int, option: int) -> str:
        return state.pieces.structures[option].id

    def words(self, state: Winery, seat: int, option: int) -> str:
        return _(state.pieces.structures[option].name)

    def things(self, state: Winery, seat: int, option: int) -> list[str]:
        return [f"structure:{seat}:{state.pieces.structures[option].id}"]


@final
class ChooseNextRow(Step[Winery]):
    """Choose the row for next year, unless there is none (§5.11)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def kind(self) -> str:
        return "choose_next_row"

    def key(self) -> tuple[object, ...]:
        return ("choose_next_row", self.seat)

    def run(self, state: Winery) -> None:
        if not state.last_year:
            state.push(WakeRow(self.seat, False))


@final
class YearEnd(Step[Winery]):
    """All have passed out of winter: the next year, or the end (§5.12, §10)."""

    def kind(self) -> str:
        return "year_end"

    def run(self, state: Winery) -> None:
        state.temporary = NONE
        if state.solo and state.setup.aggressive:
            vp = total(state, 0) if state.last_year else state.players[0].vp
            if vp <= aggressive_mark(state):
                state.lost = True
                return
        if state.last_year:
            return
        state.push(NewYear())


@final
class EssentialYearEnd(Step[Winery]):
    """Year end on the Essential board: age, retrieve, residuals, discard, move the token (§14.1)."""

    def kind(self) -> str:
        return "essential_year_end"

    def run(self, state: Winery) -> None:
        if any(ends_game(state, seat) for seat in range(state.seats)) or state.year >= state.setup.years:
            state.last_year = True
        state.push(YearEnd())
        for seat in reversed(clockwise(state, state.first)):
            vineyard = state.players[seat]
            vineyard.age_grapes()
            vineyard.age_wines(state.pieces)
            retrieve_all(state, seat)
            gain_lira(state, seat, vineyard.residual)
            push_discards(state, seat)
        if state.solo:
            retrieve_automa(state)
        state.first = (state.first - 1) % state.seats


# The Automa (§13.4 to §13.6)


def reveal_automa(state: Winery) -> int:
    """Reveal the top Automa card; an empty deck is shuffled from the discards (§13.4)."""
    if not state.automa_deck:
        deck = sorted(state.automa_discards)
        state.shuffle(deck, AUTOMA_STREAM)
        state.automa_deck, state.automa_discards = deck, []
    state.reveal()
    card = state.automa_deck[-1]
    state.automa_deck = state.automa_deck[:-1]
    state.tell("automa_card", NONE, card)
    return card


def automa_season(state: Winery) -> None:
    """Place the Automa's workers of this season (§13.4, §13.9)."""
    if state.season == (SUMMER if state.board.number == ESSENTIAL else SPRING):
        state.automa_workers = state.pieces.automa_workers
    placed, least = 0, state.setup.level.least_workers
    while True:
        card = reveal_automa(state)
        for action in state.pieces.automa[card].lines[state.board.number][state.season]:
            if state.automa_workers and state.spaces[4 * action] == NONE:
                place_automa(state, action)
                placed += 1
        state.automa_discards = [*state.automa_discards, card]
        full = all(state.spaces[4 * action] != NONE for action in state.board.by_season[state.season])
        if placed >= least or not state.automa_workers or full:
            return


def place_automa(state: Winery, action: int) -> None:
    """Put an Automa worker on a left space; it may hire or trade (§13.5, §13.6)."""
    state.automa_workers -= 1
    state.set_space(4 * action, AUTOMA * KINDS + REGULAR)
    state.tell("automa_places", NONE, action)
    op = state.board.actions[action].node.op
    if op == HIRE_EXPERT and state.automa_cubes:
        card = reveal_automa(state)
        for listed in state.pieces.automa[card].listed[state.board.number]:
            if state.boxes[listed] == NONE:
                boxes = state.boxes[:]
                boxes[listed] = AUTOMA
                state.boxes = boxes
                state.automa_cubes -= 1
                state.tell("automa_hires", NONE, listed)
                break
        state.automa_discards = [*state.automa_discards, card]
    elif op == TRADE:
        card = reveal_automa(state)
        state.automa_discards = [*state.automa_discards, card]
        trades = len(state.board.trades)
        for step in range(trades):
            trade = (state.pieces.automa[card].number - 1 + step) % trades
            if not state.blocked >> trade & 1:
                state.blocked |= 1 << trade
                state.tell("automa_trades", NONE, trade)
                break


def retrieve_automa(state: Winery) -> None:
    """Take all Automa workers back (§13.4)."""
    for place in range(len(state.spaces)):
        if state.spaces[place] // KINDS == AUTOMA:
            state.set_space(place, NONE)
