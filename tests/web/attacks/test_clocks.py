"""Nobody gains time except by moving, whatever they do in whatever order; and a clock that has run out binds."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from cuvee.kernel.errors import CuveeError
from cuvee.web.match import clocks, tables, timekeeper
from cuvee.web.match.desk import DESK
from cuvee.web.match.match_in_memory import TooLate
from cuvee.web.models import Seat, Table
from tests.web.conftest import Sit

BANK, EACH = 300, 20
START = datetime(2026, 1, 1, tzinfo=UTC)


class Clocks(RuleBasedStateMachine):
    """Two people and their clocks: they move, take moves back, leave and come back, and time passes."""

    clock = Table.LIVE

    def __init__(self) -> None:
        super().__init__()
        seconds, more = (BANK, EACH) if self.clock == Table.LIVE else (EACH, BANK)
        self.table = Table(status=Table.PLAYING, clock=self.clock, clock_seconds=seconds, clock_increment=more)
        self.seats = [Seat(number=0), Seat(number=1)]
        self.now = START
        for seat in self.seats:
            clocks.start(self.table, seat)
        self.mover = 0
        self.spent = [0.0, 0.0]
        self.turns = [0, 0]
        """Turns not taken back, by seat."""
        self.can_undo = False
        clocks.turn(self.table, self.seats[0], True, self.now)

    def _left(self, seat: Seat) -> float:
        end = clocks.deadline(self.table, seat)
        return seat.bank + seat.allowance if end is None else max(0.0, (end - self.now).total_seconds())

    def _change(self, mover: int, owing: int, undone: bool) -> None:
        for seat in self.seats:
            clocks.turn(self.table, seat, seat.number == owing, self.now, seat.number == mover, undone)
        self.mover = owing

    @rule(seconds=st.integers(0, 40))
    def time_passes(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)
        if not self.seats[self.mover].house:
            self.spent[self.mover] += seconds

    @rule()
    def move(self) -> None:
        mover = self.mover
        self.turns[mover] += not self.seats[mover].house or self.clock == Table.DAYS
        self._change(mover, 1 - mover, undone=False)
        self.can_undo = True

    @precondition(lambda self: self.can_undo and not self.seats[1 - self.mover].house)
    @rule()
    def take_back(self) -> None:
        mover = 1 - self.mover
        self.turns[mover] -= 1
        self._change(mover, mover, undone=True)
        self.can_undo = False

    @rule(number=st.integers(0, 1))
    def leave(self, number: int) -> None:
        if not self.seats[number].house:
            clocks.hand_over(self.table, self.seats[number], tables.STAND_IN, self.now)
            self.can_undo = False

    @rule(number=st.integers(0, 1))
    def come_back(self, number: int) -> None:
        seat = self.seats[number]
        before, held = self._left(seat), bool(seat.stand_in)
        self.can_undo = self.can_undo and not held  # nobody takes back a move of another player of the seat
        try:
            clocks.take_back(self.table, seat, self.now)
        except CuveeError:
            assert not held or before <= 0
        assert self._left(seat) <= before + 1e-6

    @invariant()
    def nobody_has_more_than_their_moves_brought(self) -> None:
        for seat in self.seats:
            if self.clock == Table.LIVE:
                assert self._left(seat) <= max(0.0, BANK - self.spent[seat.number]) + EACH * self.turns[seat.number] + 1e-6
            else:
                assert seat.bank <= BANK
                assert seat.allowance <= EACH
                assert self._left(seat) <= BANK + EACH

    @invariant()
    def every_clock_is_in_one_state(self) -> None:
        for seat in self.seats:
            found = clocks.state(self.table, seat, self.now)
            if seat.house:
                assert found == clocks.HELD
            elif seat.number != self.mover:
                assert found == clocks.IDLE
            else:
                assert found == (clocks.RUNNING if self._left(seat) > 0 else found)


class DayClocks(Clocks):
    """The same with days for each move."""

    clock = Table.DAYS


TestLive = Clocks.TestCase
TestDays = DayClocks.TestCase
TestLive.settings = TestDays.settings = hypothesis_settings(max_examples=200, stateful_step_count=40, deadline=None)


def live_table(sit: Sit, game: str = "ora_et_labora", players: int = 3) -> tuple[Table, list[object], int]:
    table, clients = sit(game, players)
    Table.objects.filter(pk=table.pk).update(clock=Table.LIVE, clock_seconds=600, clock_increment=10)
    Seat.objects.filter(table=table).update(bank=600)
    table.refresh_from_db()
    return table, list(clients), DESK.position(table).state.waiting[0]


def run_out(table: Table, number: int) -> None:
    seat = Seat.objects.get(table=table, number=number)
    Seat.objects.filter(pk=seat.pk).update(asked_at=seat.asked_at - timedelta(hours=1))


def test_coming_back_to_a_seat_one_has_brings_no_time(sit: Sit) -> None:
    table, clients, number = live_table(sit)
    Seat.objects.filter(table=table, number=number).update(bank=3)
    before = Seat.objects.get(table=table, number=number)
    assert clients[number].post(f"/table/{table.code}/back", {"as": number}).status_code == 422  # type: ignore[attr-defined]
    after = Seat.objects.get(table=table, number=number)
    assert (after.bank, after.asked_at) == (before.bank, before.asked_at)


def test_an_answer_after_the_time_is_up_is_refused(sit: Sit) -> None:
    table, _clients, number = live_table(sit)
    run_out(table, number)
    position = DESK.position(table)
    person = table.places.get(number=number).person_id
    with pytest.raises(TooLate, match="time is up"):
        DESK.play(table, number, position.state.options(number)[0], position.asked[number], person)
    assert Table.objects.get(pk=table.pk).entries_made == 0


def test_the_house_takes_over_when_a_live_clock_runs_out(sit: Sit) -> None:
    table, clients, number = live_table(sit)
    timekeeper.call_time()
    assert not Seat.objects.get(table=table, number=number).stand_in, "there is time left"
    run_out(table, number)
    timekeeper.call_time()
    seat = Seat.objects.get(table=table, number=number)
    assert seat.stand_in
    assert seat.bank == 0
    assert clients[number].post(f"/table/{table.code}/back", {"as": number}).status_code == 422  # type: ignore[attr-defined]
    assert Seat.objects.get(pk=seat.pk).stand_in


def test_ending_a_turn_and_taking_that_back_again_and_again_brings_no_time(sit: Sit) -> None:
    table, _clients, number = live_table(sit)
    taken_back = 0
    for _time in range(5):
        position = DESK.position(table)
        while number in position.state.waiting:
            DESK.play(table, number, position.state.options(number)[0], position.asked[number])
        if position.match.can_undo(number):
            DESK.undo(table, number)
            taken_back += 1
    assert taken_back == 5
    assert Seat.objects.get(table=table, number=number).bank <= 600


def test_nobody_takes_back_what_the_house_did_for_them(sit: Sit) -> None:
    table, clients = sit("ora_et_labora", 3)
    number = DESK.position(table).state.waiting[0]
    Seat.objects.filter(table=table, number=number).update(stand_in=tables.STAND_IN)
    position = DESK.position(table)
    DESK.play(table, number, position.state.options(number)[0], position.asked[number])
    assert position.match.can_undo(number), "whoever made this move could take it back"
    assert clients[number].post(f"/table/{table.code}/back", {"as": number}).status_code == 302
    entries = Table.objects.get(pk=table.pk).entries_made
    assert clients[number].post(f"/table/{table.code}/undo", {"as": number}).status_code == 422
    assert Table.objects.get(pk=table.pk).entries_made == entries
