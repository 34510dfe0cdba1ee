"""The house: bots that sit at tables, give hints and look back at matches.

They think in processes of their own, never in the one that serves pages.

A table is woken whenever it changes. A thread checks whose turn it is, has a worker process think, and plays the answer as
anybody's answer would be played. A worker that dies or hangs is replaced and asked again; acknowledged moves are in the log.
On a busy machine a slow worker looks like a hanging one, and a new one would be just as slow. So starting does not count as
thinking time, waiting for a worker does not count at all, and each new attempt gets twice the time.

A fair queue (`people/fair_queue.py`, `budgets.py`) decides what to think about next: people who have used little of the
house's time come before those who have used much, and people before bots by themselves. Matches are analysed in small pieces.
"""

import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, Protocol, final

from django.conf import settings
from django.db import DatabaseError, close_old_connections

from cuvee.kernel.chance import derive_seed
from cuvee.kernel.errors import CuveeError, OtherRules
from cuvee.web.bots import budgets, leases
from cuvee.web.bots.calls import LOOK, QUIET, THINK, WORK, Call, Switchboard
from cuvee.web.bots.worker import Task, begin, rest, think
from cuvee.web.events import announcements
from cuvee.web.match import rights
from cuvee.web.match.desk import DESK
from cuvee.web.match.match_in_memory import Position, TooLate
from cuvee.web.models import Seat, Table
from cuvee.web.people.fair_queue import Standing

log = logging.getLogger(__name__)
STARTING: Final = 60.0
"""Seconds a worker process may take to start; one that cannot start at all fails at once."""
ATTEMPTS: Final = 3
RETRY: Final = 5.0
"""Seconds until the house looks again at a table after something went wrong there."""
AWAY: Final = 1.0
"""Seconds until the house looks again after the database was unavailable."""
BREATH: Final = 0.02
"""Seconds between two pieces of quiet work, so that a piece with nothing to do does not keep the processor busy."""


class QuietWork(NamedTuple):
    """Work on a table that is done piece by piece, and who pays for it."""

    piece: Callable[[int], bool]
    standing: Standing


@final
class Worker:
    """One process that thinks about one question at a time."""

    def __init__(self) -> None:
        # spawn: a fork of a process with threads and database connections inherits their locks
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin, initargs=(os.getpid(),))
        self._started = self._pool.submit(rest)

    def think(self, task: Task, seconds: float) -> Any:
        """Answer a question within this many seconds, counted from when the process has started."""
        self._started.result(timeout=STARTING)
        return self._pool.submit(think, task).result(timeout=seconds)

    def end(self) -> None:
        """End the process at once, whatever it is doing."""
        for process in list((getattr(self._pool, "_processes", None) or {}).values()):
            process.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)


class Helper(Protocol):
    """A helper that runs while the house of a process is open, on a site with several house processes."""

    def open(self) -> None:
        """Begin."""

    def close(self) -> None:
        """Stop."""


@final
class House:
    """The house players of all tables this process looks after."""

    def __init__(self) -> None:
        self._calls = Switchboard(0)
        self._helpers: list[Helper] = [leases.HOLDER]
        self._hints: set[Future[Any]] = set()
        """Advice that somebody is waiting for."""
        self._quiet_work: dict[int, QuietWork] = {}
        """By table, what is still to be done for it when there is time."""
        self._free = threading.Semaphore(max(1, settings.BOT_WORKERS))
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        """The workers that have no question just now."""
        self._workers_lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._busy: set[int] = set()
        """Tables that a thread of ours is at, thinking or pausing."""
        self._again: set[int] = set()
        self._errands: dict[int, int] = {}
        """By table, the errand that reserves it for us, where other processes play for the house too."""
        self._busy_lock = threading.Lock()
        self.stopping = threading.Event()
        self.thinking: set[int] = set()
        """Tables at which a bot is thinking just now."""
        self.replaced = 0
        """How many workers have been replaced."""

    def be_helped_by(self, helper: Helper) -> None:
        """Open and close a helper with the house; it registers itself at start-up (web/wiring.py)."""
        self._helpers.append(helper)

    def open(self) -> None:
        """Start playing; look at every table where a bot is to move, in case it was interrupted."""
        self.stopping.clear()
        self._calls = Switchboard(max(1, settings.BOT_WORKERS))
        self._quiet_work.clear()
        for forgotten in (self._busy, self._again, self._errands):
            forgotten.clear()
        for number in range(max(1, settings.BOT_WORKERS)):
            self._put_back(self._start_worker())  # starting takes a moment: do it before anybody waits
            thread = threading.Thread(target=self._serve, name=f"house-{number}", daemon=True)
            thread.start()
            self._threads.append(thread)
        if settings.SHARED:
            for helper in self._helpers:
                helper.open()
            return
        for pk in leases.tables_owing():
            self.wake(pk)

    def close(self) -> None:
        """Stop playing."""
        self.stopping.set()
        if settings.SHARED and self._threads:
            for helper in reversed(self._helpers):  # the helper that holds errands last: nobody takes another one meanwhile
                helper.close()
        self._calls.close()
        for hint in list(self._hints):
            hint.cancel()
        for worker in list(self._workers):
            self._end_worker(worker)
        for thread in self._threads:
            thread.join(timeout=2)
        self._threads.clear()

    @property
    def is_open(self) -> bool:
        """Tell whether the house plays in this process."""
        return bool(self._threads)

    def wake(self, table: int) -> None:
        """Look at a table again, since something changed."""
        if self._threads:
            self._calls.look(table)

    def is_wanted(self, table: Table, places: list[Seat]) -> bool:
        """Tell whether a bot has to answer at a table with these seats."""
        return leases.waits_for_house(table, places)

    def offer(self, table: int) -> None:
        """Look at a table that waits for a bot, unless we already know about it."""
        if not self._calls.waits_at(table):
            self.wake(table)

    def when_quiet(self, table: int, piece: Callable[[int], bool], payers: tuple[str, ...] = ()) -> None:
        """Work on a table piece by piece; `piece` tells whether there is more to do."""
        with self._busy_lock:
            if not self._threads or table in self._quiet_work:
                return
            work = self._quiet_work[table] = QuietWork(piece, Standing(budgets.LOOKING_BACK, payers))
        self._calls.put(Call(QUIET, table), work.standing)

    def do(self, work: Callable[[], None], payers: tuple[str, ...] = ()) -> None:
        """Do something that somebody is waiting for, when it is the payer's turn."""
        self._calls.put(Call(WORK, work=work), Standing(budgets.PEOPLE, payers))

    def advise(self, task: Task, payers: tuple[str, ...] = ()) -> Any:
        """Have the house think about a hint when it is the asker's turn; wait for it, but not for ever."""
        if not self.is_open:
            return self.ask(task)
        hint: Future[Any] = Future()
        self._hints.add(hint)
        self.do(lambda: self._think_about(hint, task), payers)
        try:
            return hint.result(timeout=leases.HINT_PATIENCE)
        except (TimeoutError, CancelledError):
            hint.cancel()  # nobody is waiting for it any more
            raise CuveeError(f"No bot could answer for {task['code']}") from None
        finally:
            self._hints.discard(hint)

    def _think_about(self, hint: "Future[Any]", task: Task) -> None:
        if not hint.set_running_or_notify_cancel():
            return
        try:
            hint.set_result(self.ask(task))
        except Exception as error:  # for the one who waits for it
            hint.set_exception(error)

    def is_thinking(self, table: int) -> bool:
        """Tell whether a bot that owes an answer at a table is thinking; in another process it is assumed to be."""
        return bool(settings.SHARED) or table in self.thinking

    def count_thinking(self) -> int:
        """Count the tables at which bots are thinking, in all house processes."""
        return leases.tables_taken() if settings.SHARED else len(self.thinking)

    def has_a_free_hand(self) -> bool:
        """Tell whether a thread is free to take a call at once."""
        return self._calls.has_a_free_hand()

    def has_enough(self) -> bool:
        """Tell whether the queue of calls is full, so that none should be fetched from other processes."""
        return self._calls.is_full()

    def is_quiet(self) -> bool:
        """Tell whether there is nothing to do at all."""
        with self._busy_lock:
            return not self._busy and not self._quiet_work and self._calls.is_empty()

    def ask(self, task: Task, patience: float = 1.0) -> Any:
        """Have a worker process think, and replace it if it dies or hangs; `patience` gives it more time than for a move."""
        with self._free:
            for attempt in range(ATTEMPTS):
                if self.stopping.is_set():
                    break
                worker = self._take_worker()
                try:
                    return worker.think(task, patience * settings.BOT_SECONDS * 2**attempt)
                except (BrokenProcessPool, TimeoutError) as error:
                    log.warning("a bot worker died or hung (%s); it is replaced", type(error).__name__)
                    self._end_worker(worker)
                    self.replaced += 1
                finally:
                    self._put_back(worker)  # also after an error of the bot, which is not one of the process
        raise CuveeError(f"No bot could answer for {task['code']}")

    def _start_worker(self) -> Worker:
        worker = Worker()
        with self._workers_lock:
            self._workers.add(worker)
        return worker

    def _take_worker(self) -> Worker:
        with self._workers_lock:
            if self._idle:
                return self._idle.pop()
        return self._start_worker()

    def _put_back(self, worker: Worker) -> None:
        with self._workers_lock:
            if worker in self._workers:  # otherwise it was ended meanwhile
                self._idle.append(worker)

    def _end_worker(self, worker: Worker) -> None:
        with self._workers_lock:
            self._workers.discard(worker)
            if worker in self._idle:
                self._idle.remove(worker)
        worker.end()

    def _serve(self) -> None:
        while (call := self._calls.next()) is not None:
            begun = time.monotonic()
            more = self._heed(call)
            self._calls.done(call, time.monotonic() - begun)
            if more:
                self._calls.put(call, self._quiet_work[call.table].standing)

    def _heed(self, call: Call) -> bool:
        """Answer a call; tell whether there is more of the same."""
        if call.kind == QUIET:
            return self._work(call.table)
        if call.work is not None:
            self._do(call.work)
        elif self._begin(call.table):
            (self._look if call.kind == LOOK else self._play)(call.table)
        return False

    def _do(self, work: Callable[[], None]) -> None:
        try:
            close_old_connections()
            work()
        except Exception:
            if not self.stopping.is_set():
                log.exception("the house could not do what it was asked for")
        finally:
            close_old_connections()

    def _look(self, pk: int) -> None:
        """If a bot owes an answer at a table, put the table into the queue."""
        standing: Standing | None = None
        with self._attending(pk):
            close_old_connections()
            standing = self._standing(pk)
            if standing is None and pk in self._errands:
                leases.HOLDER.drop(self._errands.pop(pk))
                standing = self._standing(pk)  # whoever was called while we held the table has left again
        if standing is not None:
            self._calls.put(Call(THINK, pk), standing)

    @staticmethod
    def _standing(pk: int) -> Standing | None:
        """Return a table's standing in the queue; None if no bot has to answer there, or if it pauses."""
        table = Table.objects.filter(pk=pk, status=Table.PLAYING).first()
        places = [] if table is None else list(table.places.all())
        if table is None or not leases.waits_for_house(table, places):
            return None
        return budgets.standing(table, places)

    def _play(self, pk: int) -> None:
        """Answer at a table if a bot owes an answer there, and look again after a pause, since other tables are waiting too."""
        with self._attending(pk) as stay:
            if not self.stopping.is_set() and self._answer_if_ours(pk):
                stay(settings.BOT_PAUSE)

    @contextmanager
    def _attending(self, pk: int) -> Iterator[Callable[[float], None]]:
        """Hold a table we have taken. Whoever did something there says how long to pause before looking again."""
        pauses: list[float] = []
        try:
            yield pauses.append
        except Exception as error:
            self._lose(pk)
            if not self.stopping.is_set():
                away = settings.SHARED and isinstance(error, DatabaseError)  # a server, not a fault of ours
                level = logging.INFO if away else logging.ERROR
                log.log(level, "the house could not play at table %s and will try again", pk, exc_info=error)
                pauses = [AWAY if away else RETRY]
        finally:
            close_old_connections()
            self._end(pk, pauses[0] if pauses else None)

    def _answer_if_ours(self, pk: int) -> bool:
        """Answer once, unless another process of the house is at this table; tell whether to look again."""
        if not settings.SHARED:
            return self._answer_once(pk)
        close_old_connections()
        errand = self._errands.get(pk) or leases.take(pk)
        if errand is None:
            return False
        self._errands[pk] = errand
        leases.HOLDER.hold(errand)
        if self._answer_once(pk):
            return True  # it stays ours until no bot owes anything here
        del self._errands[pk]
        leases.HOLDER.drop(errand)
        return bool(leases.owing(pk).exists())  # whoever was called while we held the table has left again

    def _lose(self, pk: int) -> None:
        """Give up a table silently: its lease runs out."""
        errand = self._errands.pop(pk, None)
        if errand is not None:
            leases.HOLDER.lose(errand)

    def _work(self, pk: int) -> bool:
        """Do a piece of quiet work; tell whether there is more."""
        more = False
        try:
            close_old_connections()
            more = self._quiet_work[pk].piece(pk)
        except Exception:
            if not self.stopping.is_set():
                log.exception("the house could not go on with its work for table %s", pk)
        finally:
            close_old_connections()
        if more and not self.stopping.wait(BREATH):
            return True
        self._quiet_work.pop(pk, None)
        return False

    def _begin(self, pk: int) -> bool:
        """Take a table, unless another thread is at it; that thread will then look once more."""
        with self._busy_lock:
            if pk in self._busy:
                self._again.add(pk)
                return False
            self._busy.add(pk)
            return True

    def _end(self, pk: int, pause: float | None) -> None:
        """Leave a table, or pause there and look again; calls made meanwhile are answered after that."""
        with self._busy_lock:
            self.thinking.discard(pk)
            if pause is not None:
                self._again.add(pk)
            if pause and not self.stopping.is_set():
                timer = threading.Timer(pause, self._end, [pk, None])
                timer.daemon = True  # the server does not wait for it when it stops
                timer.start()
                return
            self._busy.discard(pk)
            again = pk in self._again
            self._again.discard(pk)
        if again:
            self.wake(pk)

    def _answer_once(self, pk: int) -> bool:
        """Answer for one seat of a table, if a bot owes an answer; tell whether it did."""
        close_old_connections()
        table = Table.objects.filter(pk=pk, status=Table.PLAYING).first()
        if table is None:
            return False
        try:
            position = DESK.position(table)
        except OtherRules:
            leases.leave_alone(pk)
            return False
        with position.lock:
            owing = [seat for seat in table.places.all() if seat.house and seat.number in position.state.waiting]
            if not owing:
                return False
            seat = owing[0]
            asked = position.asked[seat.number]
            task = describe_task(table, position, "choose") | {"seat": seat.number, "bot": seat.house}
            task["seed"] += seat.number
        self.thinking.add(pk)
        answer = self.ask(task)
        self.thinking.discard(pk)
        try:
            DESK.play(table, seat.number, answer, asked, rights.HOUSE)
        except (TooLate, rights.NotAnswering):
            log.info("table %s moved on while its bot was thinking", pk)
        with position.lock:
            if not announcements.HUB.here(pk):  # nobody here is looking at earlier positions
                position.match.forget(position.moves)
        return True


def describe_task(table: Table, position: Position, question: str) -> Task:
    """Write down what a worker needs to answer a question about a match as it is now."""
    return {
        "question": question,
        "code": table.code,
        "game": table.game,
        "players": table.players,
        "options": table.options,
        "deal": table.seed,
        "overrides": table.overrides,
        "moves": [(move.seat, move.text) for move in position.match.journal.moves],
        # Bots can be watched, so their play must reveal nothing about the deal.
        "seed": derive_seed(table.seed, "house") % 1_000_000_007,
    }


HOUSE: Final = House()
