"""The referee's desk: nothing acknowledged is lost, nothing is played twice, late answers change nothing."""

from concurrent.futures import ThreadPoolExecutor
from gc import collect
from threading import Event, RLock
from types import TracebackType
from weakref import ref

import pytest
from django.db import OperationalError, close_old_connections
from django.test import Client

from cuvee import games
from cuvee.kernel.chance import Chance
from cuvee.kernel.errors import CuveeError, IllegalMove
from cuvee.kernel.match import Match
from cuvee.kernel.play import SPECTATOR, State
from cuvee.web.match import tables
from cuvee.web.match.desk import DESK, Desk, journal_of
from cuvee.web.match.match_in_memory import CHUNK, TooLate
from cuvee.web.match.tables import Wish, open_table
from cuvee.web.models import Entry, Table
from cuvee.web.page.sight import look
from cuvee.web.page.table_cache import cache_of
from tests.toy import TOY, ToyState
from tests.web.conftest import Sit, make_person


def play_to(table: Table, moves: int, seed: int = 3) -> None:
    """Play at random until this many moves have been made or the match is over."""
    luck = Chance.from_seed(seed, ["moves"])
    position = DESK.position(table)
    while position.state.waiting and position.moves < moves:
        seat = position.state.waiting[luck.below(len(position.state.waiting))]
        options = position.state.options(seat)
        DESK.play(table, seat, options[luck.below(len(options))], position.asked[seat])


def test_a_move_is_applied_once_and_digested_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The position that was checked is the one that is kept; it is neither played nor fingerprinted again."""
    known = games.get
    monkeypatch.setattr(games, "get", lambda name: TOY if name == TOY.name else known(name))
    done: list[str] = []

    def apply(state: ToyState, seat: int, number: int) -> None:
        done.append("apply")
        State.apply(state, seat, number)

    def digest(state: ToyState) -> str:
        done.append("digest")
        return State.digest(state)

    table = open_table(make_person(), Wish("toy", 2, {}, ["me", "friend:Bo"]))
    position = DESK.position(table)
    for answer in ("coin", 1, "draw", 0):
        seat = position.state.waiting[0]
        with monkeypatch.context() as patch:  # the toy is interpreted in every build, so this can be counted
            patch.setattr(ToyState, "apply", apply)
            patch.setattr(ToyState, "digest", digest)
            DESK.play(table, seat, answer, position.asked[seat])
        assert sorted(done) == ["apply", "digest"], answer
        done.clear()
        assert position.state.digest() == Entry.objects.get(table=table, number=position.moves).after


def test_a_commit_that_fails_leaves_the_position_as_it_was(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _clients = sit()
    play_to(table, 3)
    position = DESK.position(table)
    before = position.state, position.state.digest(), position.read, list(position.asked), list(position.numbers)
    seat = position.state.waiting[0]
    option = position.state.options(seat)[0]

    def full(*_given: object) -> None:
        raise OperationalError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("cuvee.web.match.desk.settle_table", full)
        with pytest.raises(OperationalError):
            DESK.play(table, seat, option, position.asked[seat])
    assert before == (position.state, position.state.digest(), position.read, position.asked, position.numbers)
    assert position.state is before[0]
    assert position.moves == Entry.objects.filter(table=table).count() == 3
    DESK.play(table, seat, option, position.asked[seat])
    assert Desk().position(Table.objects.get(pk=table.pk)).state.digest() == position.state.digest()


def test_what_others_have_written_is_compared_before_it_is_believed(sit: Sit) -> None:
    table, _clients = sit()
    play_to(table, 3)
    slow = Desk()
    position = slow.position(Table.objects.get(pk=table.pk))
    play_to(table, 4)
    Entry.objects.filter(table=table, number=4).update(after="0" * 16)
    with pytest.raises(CuveeError, match="entry 4"):
        slow.position(Table.objects.get(pk=table.pk))
    assert (position.read, position.moves) == (3, 3), "it is not adopted"


def test_nothing_is_left_on_a_page_of_a_move_that_was_taken_back(sit: Sit) -> None:
    table, _clients = sit("vinhos", 2)
    position = DESK.position(table)
    seen = 0
    for seed in range(20):
        play_to(table, position.moves + 3, seed)
        for mover in (0, 1):
            look(Table.with_people().get(pk=table.pk), mover, [], "en", as_text=True)
        if position.match.why_no_undo(last := position.match.journal.moves[-1].seat):
            continue
        DESK.undo(table, last)
        options = position.state.options(last)
        DESK.play(table, last, options[0], position.asked[last])
        kept = [look(Table.with_people().get(pk=table.pk), mover, [], "en", as_text=True) for mover in (0, 1)]
        DESK.forget(table)
        position = DESK.position(table)
        assert kept == [look(Table.with_people().get(pk=table.pk), mover, [], "en", as_text=True) for mover in (0, 1)]
        seen += 1
    assert seen > 2


def test_what_pages_keep_leaves_memory_with_the_position(sit: Sit) -> None:
    table, _clients = sit()
    look(table, 0, [], "en", as_text=True)
    kept = ref(cache_of(DESK.position(table)))
    DESK.forget(table)
    collect()
    assert kept() is None


def test_a_match_survives_being_forgotten(sit: Sit) -> None:
    """The log on disk is the match: another desk reads the same position from it."""
    table, _clients = sit()
    play_to(table, 11)
    before = DESK.position(table).state.digest()
    other = Desk().position(table)
    assert other.state.digest() == before
    assert other.moves == 11
    assert other.asked == DESK.position(table).asked


def test_a_long_match_takes_little_memory_and_every_position_can_be_asked_for(sit: Sit) -> None:
    table, _clients = sit("viticulture", 2)
    play_to(table, 4 * CHUNK - 1)
    position = DESK.position(table)
    match = position.match
    lines = cache_of(position).told(0, "en")
    assert lines.get(position, 5, lambda _position, _move: [(0, "a line of the log")]) == [(0, "a line of the log")]
    play_to(table, 4 * CHUNK)
    assert cache_of(position).told(0, "en") is lines
    assert 5 not in lines, "its line is dropped with it"
    assert match.kept < CHUNK
    for number in (5, 2 * CHUNK, 2 * CHUNK + 1, 2 * CHUNK + 7, 4 * CHUNK - 20, 4 * CHUNK - 1, 4 * CHUNK):
        assert match.at(number).digest() == Entry.objects.get(table=table, number=number).after


def test_whoever_looks_at_a_long_match_first_sees_it_without_a_replay(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _clients = sit("viticulture", 2)
    play_to(table, 4 * CHUNK)
    table.refresh_from_db()
    monkeypatch.setattr(Match, "from_journal", lambda _game, _journal: pytest.fail("the match was replayed"))
    for more in (0, CHUNK - 1):
        play_to(table, 4 * CHUNK + more)
        table.refresh_from_db()
        for seat in (0, 1, SPECTATOR):
            _version, parts = look(table, seat, [], "en", as_text=True)
            assert f"at={3 * CHUNK}" in parts["log-3"], "the first move of the second-last part is shown"
            assert "folded" in parts["log-2"]


def test_matches_that_are_over_leave_memory_before_those_being_played(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cuvee.web.match.desk.OVER", 1)
    played, over, over_too = (sit()[0] for _table in range(3))
    play_to(over, 1000)
    play_to(over_too, 1000)
    desk = Desk()
    before = [desk.position(table) for table in (played, over, over_too)]
    desk.position(sit()[0])
    after = [desk.position(table) for table in (played, over, over_too)]
    assert [one is other for one, other in zip(before, after, strict=True)] == [True, False, True]
    assert after[1].state.digest() == before[1].state.digest(), "looking again shows the same end"


def test_two_processes_racing_for_one_number_get_one_move(sit: Sit) -> None:
    """Two desks act as two processes: both answer the same question, and the database accepts one."""
    table, _clients = sit("ora_et_labora", 2)
    desks = [Desk(), Desk()]
    positions = [desk.position(table) for desk in desks]
    seat = positions[0].state.waiting[0]
    option = positions[0].state.options(seat)[0]

    def answer(desk: Desk) -> str:
        close_old_connections()
        try:
            desk.play(table, seat, option, 0)
        except TooLate as error:
            return str(error)
        finally:
            close_old_connections()
        return "played"

    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(answer, desks))
    assert sorted(results) == ["The table moved on before your click", "played"]
    assert Entry.objects.filter(table=table).count() == 1
    for desk in desks:
        assert desk.position(table).moves == 1


def test_who_answers_at_the_same_time_as_others_is_not_late(sit: Sit) -> None:
    """Both bid, in two processes that have not heard of each other's bid."""
    table, _clients = sit()
    desks = [Desk(), Desk()]
    tables = [Table.objects.get(pk=table.pk) for _desk in desks]
    positions = [desk.position(tables[at]) for at, desk in enumerate(desks)]
    assert positions[0].state.waiting == [0, 1]
    for seat, desk in enumerate(desks):
        desk.play(tables[seat], seat, positions[seat].state.options(seat)[-1], positions[seat].asked[seat])
    assert [entry.seat for entry in Entry.objects.filter(table=table).order_by("number")] == [0, 1]
    now = Table.objects.get(pk=table.pk)
    assert desks[0].position(now).state.digest() == desks[1].position(now).state.digest()
    with pytest.raises(TooLate):
        desks[0].play(tables[0], 0, 0, 0)


def test_a_late_click_changes_nothing_and_shows_the_fresh_table(sit: Sit) -> None:
    table, (first, second) = sit("ora_et_labora", 2)
    position = DESK.position(table)
    seat = position.state.waiting[0]
    client = (first, second)[seat]
    option = position.state.options(seat)[0]
    form = {"as": seat, "option": option, "asked": 0}
    assert client.post(f"/table/{table.code}/answer", form).status_code == 302
    late = client.post(f"/table/{table.code}/answer", form, headers={"HX-Request": "true"})
    assert late.status_code == 409
    assert "The table moved on before your click" in late.content.decode()
    assert 'id="board"' in late.content.decode()
    assert DESK.position(table).moves == 1


def test_simultaneous_answers_do_not_disturb_each_other(sit: Sit) -> None:
    """Both bid at once: the answer of one leaves the question of the other as it was (Wine Cellar §4.2)."""
    table, clients = sit()
    position = DESK.position(table)
    assert position.state.waiting == [0, 1]
    asked = list(position.asked)
    for seat, client in enumerate(clients):
        form = {"as": seat, "option": position.state.options(seat)[0], "asked": asked[seat]}
        assert client.post(f"/table/{table.code}/answer", form).status_code == 302
    assert DESK.position(table).moves == 2


def test_undo_takes_back_and_keeps_the_history(sit: Sit) -> None:
    table, clients = sit("vinhos", 2)
    position = DESK.position(table)
    play_to(table, 6)
    while position.match.why_no_undo(position.match.journal.moves[-1].seat):
        play_to(table, position.moves + 1)
    seat = position.match.journal.moves[-1].seat
    before, moves = position.match.at(position.moves - 1).digest(), position.moves
    assert clients[seat].post(f"/table/{table.code}/undo", {"as": seat}).status_code == 302
    assert DESK.position(table).state.digest() == before
    assert DESK.position(table).moves == moves - 1
    assert Entry.objects.filter(table=table).count() == moves + 1, "an undo is one more entry, nothing is erased"
    assert Desk().position(table).state.digest() == before


def test_nobody_takes_back_what_others_did(sit: Sit) -> None:
    table, clients = sit()
    play_to(table, 3)
    position = DESK.position(table)
    other = 1 - position.match.journal.moves[-1].seat
    answer = clients[other].post(f"/table/{table.code}/undo", {"as": other}, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    with pytest.raises(IllegalMove):
        DESK.undo(table, other)
    assert DESK.position(table).moves == 3


def test_the_end_is_written_down(sit: Sit) -> None:
    table, _clients = sit()
    play_to(table, 1000)
    table.refresh_from_db()
    position = DESK.position(table)
    assert position.state.over
    assert table.status == Table.FINISHED
    assert table.result == journal_of(table, position).result
    assert not table.places.filter(to_move=True).exists()


def test_a_finished_match_takes_no_more_moves(sit: Sit) -> None:
    table, clients = sit()
    play_to(table, 1000)
    for path in ("answer", "undo"):
        form = {"as": 0, "option": 1, "asked": 0}
        late = clients[0].post(f"/table/{table.code}/{path}", form, headers={"HX-Request": "1"})
        assert late.status_code == 409, "both may answer the last question: the second was only too late"
        assert "This match is over" in late.content.decode()


def test_strangers_cannot_answer_for_others(sit: Sit) -> None:
    table, clients = sit()
    option = DESK.position(table).state.options(1)[0]
    for client, seat in ((clients[0], 1), (Client(), 0), (Client(), 1)):
        assert client.post(f"/table/{table.code}/answer", {"as": seat, "option": option, "asked": 0}).status_code == 404
    assert DESK.position(table).moves == 0


class WatchedLock:
    """A lock that signals when somebody wants it."""

    def __init__(self) -> None:
        self.lock, self.wanted = RLock(), Event()

    def __enter__(self) -> None:
        self.wanted.set()
        self.lock.acquire()

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.lock.release()


def test_who_resigns_waits_for_a_move_without_keeping_it_from_the_disk(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move locks the position, then the row of its table. In the other order, each would wait for the other."""
    table, _clients = sit()
    position = DESK.position(table)
    seat = position.state.waiting[0]
    Desk().play(table, seat, position.state.options(seat)[0], position.asked[seat])  # as in another process: ours is now behind
    watched = WatchedLock()
    monkeypatch.setattr(position, "lock", watched)
    table.refresh_from_db()
    quitter = table.places.get(number=0)

    def give_up() -> None:
        try:
            tables.resign(table, quitter, quitter.person)
        finally:
            close_old_connections()

    with ThreadPoolExecutor(1) as other_thread:
        with watched.lock:
            resigning = other_thread.submit(give_up)
            assert watched.wanted.wait(10)
            Table.objects.filter(pk=table.pk).update(talk=table.talk)  # as a move writes while it holds the position
        resigning.result(30)
    table.refresh_from_db()
    assert table.status == Table.FINISHED
