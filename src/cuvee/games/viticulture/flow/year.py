"""The year: seasons and turns, planned workers, and the new year (§5)."""

from typing import final

from cuvee.games.viticulture.effects.op import gain_lira
from cuvee.games.viticulture.effects.possible import can_be_taken
from cuvee.games.viticulture.effects.turn import Turn
from cuvee.games.viticulture.effects.window import begin_action
from cuvee.games.viticulture.flow.automa import automa_season, retrieve_automa
from cuvee.games.viticulture.flow.passing import EndTurn, FallVisitors
from cuvee.games.viticulture.flow.waking import WakeRow, clockwise
from cuvee.games.viticulture.flow.year_end import ends_game, push_discards, retrieve_all, take_from_training
from cuvee.games.viticulture.pieces.boards import ESSENTIAL, FALL, SPRING, SUMMER, WINTER
from cuvee.games.viticulture.pieces.ops import NONE
from cuvee.games.viticulture.scoring import aggressive_mark, total
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.workers import BESIDE, KINDS, PLACES
from cuvee.kernel.play import Step


@final
class NewYear(Step[Winery]):
    """Reset what counts for one year, and put the roosters in spring (§5.12)."""

    kind = "new_year"

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


@final
class StartSeason(Step[Winery]):
    """A season begins: first the Automa, then planned workers, then turns (§5.10)."""

    kind = "start_season"

    def __init__(self, season: int) -> None:
        self.season = season

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
    """A planned worker takes its action, if that is possible and the worker is still there (VISITORS §4.21)."""

    kind = "planned_action"

    def __init__(self, planned: int) -> None:
        self.planned = planned

    def run(self, state: Winery) -> None:
        if self.planned in state.planned:
            state.planned = [other for other in state.planned if other != self.planned]
            carry_out(state, self.planned)


@final
class MessengerTurn(Step[Winery]):
    """As a turn, a Messenger's owner takes the action it stands on; if that is impossible the turn ends (§14.3)."""

    kind = "messenger_turn"

    def __init__(self, message: int) -> None:
        self.message = message

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
class NextTurn(Step[Winery]):
    """The next turn goes to the next row below that has not passed, then starts from the top again (§5.1)."""

    kind = "next_turn"

    def __init__(self, row: int) -> None:
        self.row = row

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
    """Everybody has passed: begin the next season, or end the year (§5.10, §5.12)."""
    if state.season < WINTER:
        state.push(StartSeason(state.season + 1))
    elif state.board.number == ESSENTIAL:
        state.push(EssentialYearEnd())
    else:
        state.push(YearEnd())


@final
class YearEnd(Step[Winery]):
    """Everybody has passed out of winter: the next year begins, or the game ends (§5.12, §10)."""

    kind = "year_end"

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
    """The year end on the Essential board: age, retrieve workers, pay residuals, discard, move the token (§14.1)."""

    kind = "essential_year_end"

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
