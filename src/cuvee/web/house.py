"""The house: bots that sit at tables. They think in processes of their own, never in the one that serves pages.

A table is woken whenever it changes. A thread looks whose turn it is, has a worker process think, and plays the
answer like anybody's. A worker that dies or hangs is replaced and asked again; what was acknowledged is in the log.
"""

import logging
import multiprocessing
import os
import queue
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, final

from django.conf import settings
from django.db import close_old_connections

from cuvee.kernel.errors import CuveeError
from cuvee.web.models import Table
from cuvee.web.thinking import Task, begin, rest, think

log = logging.getLogger(__name__)
STARTING: Final = 8.0
"""Seconds a worker process may take to start on a busy machine, on top of the time to think."""
RETRY: Final = 5.0
"""Seconds until the house looks again at a table where something went wrong."""


@final
class House:
    """The house players of all tables this process looks after."""

    def __init__(self) -> None:
        self._woken: queue.Queue[int | None] = queue.Queue()
        self._pool: ProcessPoolExecutor | None = None
        self._pool_lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._busy: set[int] = set()
        self._again: set[int] = set()
        self._busy_lock = threading.Lock()
        self.stopping = threading.Event()
        self.thinking: set[int] = set()
        """Tables at which a bot is thinking just now."""
        self.replaced = 0
        """How many broken pools have been replaced."""

    def open(self) -> None:
        """Start to play; look at every table where a bot is to move, in case it was interrupted."""
        self.stopping.clear()
        self._woken = queue.Queue()  # a word to stop may still lie in the old one
        for number in range(max(1, settings.BOT_WORKERS)):
            thread = threading.Thread(target=self._serve, name=f"house-{number}", daemon=True)
            thread.start()
            self._threads.append(thread)
        self._workers().submit(rest)  # a worker takes a moment to start: let it, before anybody waits
        for pk in Table.objects.filter(status=Table.PLAYING).values_list("pk", flat=True):
            self.wake(pk)

    def close(self) -> None:
        """Stop playing."""
        self.stopping.set()
        for _thread in self._threads:
            self._woken.put(None)
        for thread in self._threads:
            thread.join(timeout=2)
        self._threads.clear()
        with self._pool_lock:
            if self._pool is not None:
                self._drop_pool(self._pool)

    @property
    def is_open(self) -> bool:
        """Tell whether the house plays in this process."""
        return bool(self._threads)

    def wake(self, table: int) -> None:
        """Look at a table again: something changed."""
        if self._threads:
            self._woken.put(table)

    def ask(self, task: Task) -> int:
        """Have a worker process think, and replace it if it dies or hangs."""
        for _attempt in range(3):
            if self.stopping.is_set():
                break
            pool = self._workers()
            try:
                return pool.submit(think, task).result(timeout=settings.BOT_SECONDS + STARTING)
            except (BrokenProcessPool, TimeoutError) as error:
                log.warning("a bot worker died or hung (%s); it is replaced", type(error).__name__)
                with self._pool_lock:
                    if self._pool is pool:
                        self._drop_pool(pool)
                        self.replaced += 1
        raise CuveeError(f"No bot could answer for {task['code']}")

    def _workers(self) -> ProcessPoolExecutor:
        with self._pool_lock:
            if self._pool is None:
                # spawn: a fork of a process with threads and database connections inherits their locks
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(
                    max(1, settings.BOT_WORKERS), mp_context=context, initializer=begin, initargs=(os.getpid(),)
                )
            return self._pool

    def _drop_pool(self, pool: ProcessPoolExecutor) -> None:
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        self._pool = None

    def _serve(self) -> None:
        while not self.stopping.is_set():
            pk = self._woken.get()
            if pk is None:
                return
            if not self._begin(pk):
                continue
            try:
                while not self.stopping.is_set() and self._answer_once(pk):
                    self.stopping.wait(settings.BOT_PAUSE)
            except Exception:
                log.exception("the house could not play at table %s; it will try again", pk)
                threading.Timer(RETRY, self.wake, [pk]).start()
            finally:
                close_old_connections()
                self._end(pk)

    def _begin(self, pk: int) -> bool:
        """Take a table, unless another thread is at it; then it will look once more."""
        with self._busy_lock:
            if pk in self._busy:
                self._again.add(pk)
                return False
            self._busy.add(pk)
            return True

    def _end(self, pk: int) -> None:
        with self._busy_lock:
            self._busy.discard(pk)
            self.thinking.discard(pk)
            if pk in self._again:
                self._again.discard(pk)
                self._woken.put(pk)

    def _answer_once(self, pk: int) -> bool:
        """Answer for one seat of a table, if a bot owes an answer; tell whether it did."""
        from cuvee.web.desk import DESK, TooLate

        close_old_connections()
        table = Table.objects.filter(pk=pk, status=Table.PLAYING).first()
        if table is None:
            return False
        position = DESK.position(table)
        with position.lock:
            owing = [seat for seat in table.places.all() if seat.house and seat.number in position.state.waiting]
            if not owing:
                return False
            seat = owing[0]
            asked = position.asked[seat.number]
            task = describe_task(table, [(move.seat, move.text) for move in position.match.journal.moves], seat.number)
        task["bot"] = seat.house
        self.thinking.add(pk)
        answer = self.ask(task)
        self.thinking.discard(pk)
        try:
            DESK.play(table, seat.number, answer, asked)
        except TooLate:
            log.info("table %s moved on while its bot was thinking", pk)
        return True


def describe_task(table: Table, moves: list[tuple[int, str]], seat: int) -> Task:
    """Write down what a worker needs to think about a seat's decision."""
    return {
        "code": table.code,
        "game": table.game,
        "players": table.players,
        "options": table.options,
        "deal": table.seed,
        "overrides": table.overrides,
        "moves": moves,
        "seat": seat,
        "bot": "greedy",
        "seed": table.seed % 1_000_003 + seat,
    }


HOUSE: Final = House()
