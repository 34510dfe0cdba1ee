"""Those who ask for much wait behind themselves: requests take turns, and those who asked for little are next."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings

from cuvee.web.ops import request_queue
from cuvee.web.ops.request_queue import Room
from cuvee.web.people.rate_limits import Busy
from tests.web.nuisances import HOSTILE, say
from tests.web.serving import GONE, Served, Visitor

MANY = 40


def in_a_loop(do: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(30):
            await do()

    asyncio.run(run())


async def ask(room: Room, order: list[str], address: str, seconds: float = 0.005) -> None:
    turn = await room.turn(address)
    order.append(address)
    await asyncio.sleep(seconds)
    turn.end()


def test_who_asks_for_little_comes_next() -> None:
    async def run() -> None:
        room, order = Room("test", 1), []  # type: ignore[var-annotated]
        greedy = [asyncio.create_task(ask(room, order, "greedy")) for _request in range(MANY)]
        while len(order) < 5:
            await asyncio.sleep(0)
        begun = len(order)
        await ask(room, order, "modest")
        assert order.index("modest") <= begun + 1, "after the request in progress"
        await asyncio.gather(*greedy)
        assert order.count("greedy") == MANY, "nobody is forgotten"

    in_a_loop(run)


def test_who_was_alone_for_long_does_not_pay_for_it_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address asked for much while nobody else was there: newcomers do not push ahead of it for seconds on end."""

    async def run() -> None:
        room, order = Room("test", 1), []  # type: ignore[var-annotated]
        now = [0.0]
        monkeypatch.setattr("cuvee.web.ops.request_queue.time.monotonic", lambda: now[0])
        for _request in range(100):
            turn = await room.turn("club")
            now[0] += 1.0
            turn.end()

        async def spend(address: str) -> None:
            turn = await room.turn(address)
            order.append(address)
            now[0] += 0.05
            turn.end()

        first = await room.turn("crowd")
        crowd = [asyncio.create_task(spend("crowd")) for _request in range(MANY)]
        club = asyncio.create_task(spend("club"))
        await asyncio.sleep(0)
        first.end()
        await asyncio.gather(club, *crowd)
        assert order.index("club") <= 10, "a moment at most"

    in_a_loop(run)


def test_who_waits_in_vain_is_told_when_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        room = Room("test", 1)
        turn = await room.turn("first")
        monkeypatch.setattr(request_queue, "PATIENCE", 0.01)
        with pytest.raises(Busy) as refused:
            await room.turn("second")
        assert refused.value.seconds > 0
        turn.end()
        (await room.turn("third")).end()

    in_a_loop(run)


def test_only_so_many_of_an_address_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "LIMIT_CONNECTIONS", 3)

    async def run() -> None:
        room, order = Room("test", 1), []  # type: ignore[var-annotated]
        turn = await room.turn("greedy")
        waiting = [asyncio.create_task(ask(room, order, "greedy")) for _request in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await room.turn("greedy")
        other = asyncio.create_task(ask(room, order, "other"))
        await asyncio.sleep(0)
        turn.end()
        await asyncio.gather(other, *waiting)

    in_a_loop(run)


def test_who_went_away_keeps_nobody_waiting() -> None:
    async def run() -> None:
        room, order = Room("test", 1), []  # type: ignore[var-annotated]
        turn = await room.turn("here")
        gone = [asyncio.create_task(ask(room, order, "gone")) for _request in range(MANY)]
        await asyncio.sleep(0)
        for task in gone:
            task.cancel()
        await asyncio.gather(*gone, return_exceptions=True)
        turn.end()
        await ask(room, order, "here")
        assert order == ["here"]

    in_a_loop(run)


@pytest.mark.parametrize("going_first", [True, False])
def test_who_goes_at_the_moment_of_their_turn_takes_no_desk_along(going_first: bool) -> None:
    async def run() -> None:
        room, order = Room("test", 1), []  # type: ignore[var-annotated]
        for _time in range(3):
            turn = await room.turn("here")
            gone = [asyncio.create_task(ask(room, order, "gone")) for _request in range(3)]
            await asyncio.sleep(0)
            if not going_first:
                turn.end()
            for task in gone:
                task.cancel()
            turn.end()
            await asyncio.gather(*gone, return_exceptions=True)
        await ask(room, order, "here")
        assert order == ["here"], "the only desk is still there"

    in_a_loop(run)


def test_when_the_server_stops_nobody_waits() -> None:
    async def run() -> None:
        room, order = Room("test", 1), []  # type: ignore[var-annotated]
        turn = await room.turn("one")
        waiting = [asyncio.create_task(ask(room, order, str(number))) for number in range(5)]
        await asyncio.sleep(0)
        room.close()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(error) for error in found] == [Busy] * 5
        turn.end()

    in_a_loop(run)


def test_a_desk_is_free_only_once_its_work_is_done() -> None:
    """A client that hangs up does not get a second thread for its next request while the first still works."""

    async def run() -> None:
        room, working, go_on = Room("test", 1), threading.Event(), threading.Event()

        def work() -> None:
            working.set()
            go_on.wait(20)

        async def request() -> None:
            turn = await room.turn("rude")
            turn.begin()
            try:
                await sync_to_async(work)()
            finally:
                turn.give_up()

        rude = asyncio.create_task(request())
        while not working.is_set():
            await asyncio.sleep(0.001)
        rude.cancel()
        await asyncio.gather(rude, return_exceptions=True)
        order: list[str] = []
        polite = asyncio.create_task(ask(room, order, "polite"))
        for _round in range(20):
            await asyncio.sleep(0)
        assert not order
        go_on.set()
        await polite
        assert order == ["polite"]

    in_a_loop(run)


def test_a_room_with_a_rest_leaves_time_to_others() -> None:
    """A crowd that logs in again and again keeps the desk half of the time; somebody who comes alone notices nothing."""
    work = 0.25

    async def run() -> None:
        room, begun = Room("test", 1, rest=1.0), []  # type: ignore[var-annotated]
        clock = asyncio.get_running_loop().time

        async def log_in(address: str) -> None:
            turn = await room.turn(address)
            begun.append(clock())
            await asyncio.sleep(work)
            turn.end()

        came = clock()
        await asyncio.gather(*(log_in(f"crowd {number}") for number in range(3)))
        assert begun[0] - came < work, "the first does not wait"
        assert all(later - earlier > 1.9 * work for earlier, later in pairwise(begun)), "the desk rests after each"
        await asyncio.sleep(2 * work)
        came = clock()
        await log_in("alone")
        assert begun[-1] - came < work

    in_a_loop(run)


@pytest.mark.embedded("elsewhere there are several desks for pages, and moves use them too")
@pytest.mark.parametrize("path", ["answer", "undo"])
def test_a_move_does_not_wait_for_pages(path: str) -> None:
    async def run() -> None:
        rooms = request_queue.Rooms()
        pages = [await rooms.room_for("GET", "/").turn("reader") for _desk in range(request_queue.PAGES)]
        waiting = asyncio.create_task(rooms.room_for("GET", "/").turn("reader"))
        move = await rooms.room_for("POST", f"/table/abc/{path}").turn("player")
        assert not waiting.done(), "all desks for pages are taken"
        for turn in (move, *pages):
            turn.end()
        (await waiting).end()
        rooms.close()

    in_a_loop(run)


@pytest.mark.parametrize("path", ["keep", "password", "new-password", "delete"])
def test_whoever_waits_for_a_password_keeps_nobody_from_a_page(path: str) -> None:
    rooms = request_queue.Rooms()
    assert rooms.room_for("POST", f"/account/{path}/") is rooms.room_for("POST", "/account/login/")
    assert rooms.room_for("GET", f"/account/{path}/") is rooms.room_for("GET", "/")


FILES, LOG_INS = 6, 20


@pytest.mark.parametrize("stopping", [False, True])
def test_pages_come_while_passwords_and_files_are_waited_for(tmp_path: Path, stopping: bool) -> None:
    """Logins, and files that take for ever: pages do not wait for them. If the server stops meanwhile, nobody gets a 500."""
    served = Served(tmp_path / "data").start()
    statuses: list[int] = []
    sent = threading.Semaphore(0)

    def bother(number: int) -> None:
        path, fields = "/account/login/", {"username": "nobody", "password": "x"}
        if number < FILES:
            path, fields = "/import/", {"text": HOSTILE["ten million cards"]}
        visitor = Visitor(served)
        form = visitor.get("/account/login/")
        sent.release()
        with suppress(*GONE):
            statuses.append(visitor.post(path, form, **fields)[0])

    try:
        with ThreadPoolExecutor(FILES + LOG_INS) as crowd:
            going = [crowd.submit(bother, number) for number in range(FILES + LOG_INS)]
            for _one in going:
                sent.acquire()
            if stopping:
                assert served.stop() == 0
            else:
                assert "<html" in Visitor(served).get("/")
                assert not all(one.done() for one in going), "they still wait"
        for one in going:
            one.result()
        assert set(statuses) <= {422, 429, 503}
    finally:
        if not stopping:
            assert served.stop() == 0


def test_what_is_refused_is_not_read(tmp_path: Path) -> None:
    """Somebody who goes on sending 300 MB after a refusal does not keep the server busy reading it."""
    served = Served(tmp_path / "data").start()

    async def run() -> None:
        head = b"POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 300000000\r\n\r\n"
        sender = await say(served.address, head)
        taken = 0
        while not sender.transport.is_closing() and taken < 300:
            sender.transport.write(b"x" * 2**20)
            taken += 1
            while sender.transport.get_write_buffer_size() and not sender.transport.is_closing():
                await asyncio.sleep(0.01)
        assert sender.status == 413
        assert taken < 20, "megabytes, most of them in the buffers of the system"

    try:
        in_a_loop(run)
    finally:
        assert served.stop() == 0
