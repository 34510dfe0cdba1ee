"""The threads that work in the background of a server."""

import threading
import time

from django.db import DatabaseError

from cuvee.web.background import Routine


def test_no_error_ends_the_work() -> None:
    errors = iter([DatabaseError("the disk is full"), ValueError("a fault of ours"), KeyError("another")])
    went_well = threading.Event()

    def work() -> None:
        for error in errors:
            raise error
        went_well.set()

    routine = Routine("work", work, lambda: 0.001)
    routine.start()
    assert went_well.wait(10)
    routine.stop()


def test_it_stops_at_once_however_long_its_pause_is() -> None:
    routine = Routine("asleep", lambda: None, lambda: 1000.0)
    routine.start()
    assert routine.is_running
    begun = time.monotonic()
    routine.stop()
    assert time.monotonic() - begun < 5
    assert not [thread for thread in threading.enumerate() if thread.name == "asleep"]


def test_it_works_when_woken_and_not_before() -> None:
    done: list[int] = []
    worked = threading.Event()

    def work() -> None:
        done.append(1)
        worked.set()

    routine = Routine("sleeper", work, lambda: 1000.0)
    routine.start()
    assert done == []
    routine.wake()
    assert worked.wait(10)
    routine.stop()
    assert done == [1]


def test_one_that_was_stopped_can_be_started_again() -> None:
    worked = threading.Semaphore(0)
    routine = Routine("again", worked.release, lambda: 0.001)
    for _time in range(2):
        routine.start()
        assert worked.acquire(timeout=10)
        routine.stop()
        assert not routine.is_running


def test_work_can_see_that_it_is_to_end() -> None:
    begun, saw = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        if routine.stopping.wait(10) and routine.is_ending:
            saw.set()

    routine = Routine("long", work, lambda: 0.0)
    routine.start()
    assert begun.wait(10)
    routine.stop()
    assert saw.is_set()
