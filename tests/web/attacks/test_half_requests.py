"""Half-sent requests, endless headers and huge bodies: each costs its sender a connection, and nobody else anything."""

import asyncio
import http.client
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from django.conf import settings

from cuvee.web.ops import connections
from tests.web.nuisances import HALF
from tests.web.serving import Served
from tests.web.site import site_on


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One process for pages: every process guards its own door."""
    site = site_on(tmp_path_factory.mktemp("door") / "data", CUVEE_LIMIT_CONNECTIONS="20").start()
    yield site.webs[0]
    assert site.stop() == 0


def connect(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=30)


def everything(sock: socket.socket) -> bytes:
    """Read until the server closes."""
    said = b""
    with suppress(ConnectionResetError):
        while part := sock.recv(65536):
            said += part
    return said


def status(said: bytes) -> int:
    return int(said.split(b" ", 2)[1])


def test_one_address_has_so_many_connections_and_no_more(served: Served) -> None:
    with ExitStack() as stack:
        for _number in range(20):
            stack.enter_context(connect(served)).sendall(HALF)
        late = stack.enter_context(connect(served))
        said = everything(late)
        assert status(said) == 429
        assert b"retry-after: 5" in said.lower()


def test_half_a_request_is_closed_and_its_place_is_free_again(served: Served) -> None:
    with ExitStack() as stack:
        socks = [stack.enter_context(connect(served)) for _number in range(15)]
        for sock in socks:
            sock.sendall(HALF)
        assert {status(everything(sock)) for sock in socks} == {408}
    with connect(served) as sock:
        sock.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert status(everything(sock)) == 200


def test_headers_have_an_end(served: Served) -> None:
    with connect(served) as sock:
        sock.sendall(HALF)
        with suppress(OSError):
            for _number in range(40):
                sock.sendall(b"a" * 1024)
        said = everything(sock)
        assert not said or status(said) == 431
    with connect(served) as sock:
        sock.sendall(HALF + b"Long: " + b"a" * 20_000 + b"\r\n\r\n")
        assert status(everything(sock)) == 431


TYPED, FILE = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"


@pytest.mark.parametrize(
    ("path", "kind", "size", "expected"),
    [
        ("/", TYPED, 65_537, 413),
        ("/", FILE, 65_537, 413),
        ("/import/", FILE, 5_000_000, 413),
        ("/import/", FILE, 200_000, 400),
        ("/import/", TYPED, 200_000, 413),
        ("/import/", TYPED, 70_000, 403),
    ],
)
def test_a_body_is_refused_by_its_length(served: Served, path: str, kind: str, size: int, expected: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
    connection.request("POST", path, body=b"x" * size, headers={"Content-Type": kind})
    assert connection.getresponse().status == expected
    connection.close()


def test_a_body_is_refused_before_it_is_sent(served: Served) -> None:
    with connect(served) as sock:
        sock.sendall(b"POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 300000000\r\n\r\n")
        assert status(sock.recv(65536)) == 413


def test_a_body_in_chunks_is_counted_as_it_comes(served: Served) -> None:
    with connect(served) as sock:
        sock.sendall(b"POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        sock.sendall((b"1000\r\n" + b"x" * 4096 + b"\r\n") * 20)
        assert status(sock.recv(65536)) == 413


def clock_runs(connection: connections.Watch) -> bool:
    return connection._clock is not None


class Wire:
    """What a protocol writes to."""

    def __init__(self) -> None:
        self.said, self.closed = b"", False

    def __getattr__(self, _name: str) -> object:
        return lambda *_given, **_more: None

    def get_extra_info(self, name: str, default: object = None) -> object:
        return ("127.0.0.1", 4000) if name in ("peername", "sockname") else default

    def write(self, data: bytes) -> None:
        self.said += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


def test_a_crowd_that_came_together_is_not_cut_off_together() -> None:
    """Cutting off a thousand at one moment would keep everybody else waiting for it."""
    import uvicorn
    from uvicorn.server import ServerState

    async def nothing(_scope: object, _receive: object, _send: object) -> None:
        pass

    async def run() -> None:
        config = uvicorn.Config(nothing, lifespan="off", log_config=None, ws="none")  # type: ignore[arg-type]
        loop = asyncio.get_running_loop()
        deadlines = []
        for _connection in range(300):
            one = connections.protocol(400)(config, ServerState(), {}, loop)  # type: ignore[call-arg]
            assert isinstance(one, connections.Watch)
            one.connection_made(Wire())  # type: ignore[arg-type]
            assert one._clock is not None
            deadlines.append(one._clock.when() - loop.time())
            one.connection_lost(None)
        assert max(deadlines) <= connections.HEADER_SECONDS
        assert min(deadlines) > connections.HEADER_SECONDS / 2, "an honest slow client has time"
        most = max(sum(begun <= other < begun + 0.1 for other in deadlines) for begun in deadlines)
        assert most < 60, "a tenth of a second never takes a fifth of them"

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["httptools", "h11"])
def test_a_clock_runs_only_until_a_request_is_complete(kind: str) -> None:
    """Both protocols, with only their own timers: a stream has none, half a request and half a body have one."""
    import uvicorn
    from uvicorn.server import ServerState

    async def stream(_scope: object, _receive: object, send: object) -> None:
        await asyncio.Event().wait()

    async def run() -> None:
        made = connections.protocol(400) if kind == "httptools" else type("Watching", (connections.PlainWatch,), {"most": 400})
        config = uvicorn.Config(stream, lifespan="off", log_config=None, ws="none")  # type: ignore[arg-type]
        one = made(config, ServerState(), {}, asyncio.get_running_loop())  # type: ignore[call-arg]
        assert isinstance(one, connections.Watch)
        wire = Wire()
        one.connection_made(wire)  # type: ignore[arg-type]
        assert clock_runs(one)
        one.data_received(HALF)
        assert clock_runs(one)
        one.data_received(b"a: b\r\n\r\n")
        assert not clock_runs(one)
        one.connection_lost(None)
        other = made(config, ServerState(), {}, asyncio.get_running_loop())  # type: ignore[call-arg]
        assert isinstance(other, connections.Watch)
        wire = Wire()
        other.connection_made(wire)  # type: ignore[arg-type]
        other.data_received(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab")
        assert clock_runs(other)
        other._late()
        assert wire.closed
        assert status(wire.said) == 408
        other.connection_lost(None)

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["httptools", "h11"])
def test_who_never_reads_a_stream_holds_no_memory_and_is_given_up(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that would send without end: the server stops sending, then hangs up. A slow reader is kept."""
    import uvicorn

    monkeypatch.setattr(connections, "READ_SECONDS", 2.0)
    part = b"x" * 65536
    monkeypatch.setattr(settings, "LIMIT_CONNECTIONS", 0)

    async def run() -> None:
        sent, given_up = {"/never": 0, "/slowly": 0}, asyncio.Event()

        async def stream(scope: connections.Message, receive: connections.Receive, send: connections.Send) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            leaving = asyncio.create_task(_left(receive))
            while not leaving.done():
                await send({"type": "http.response.body", "body": part, "more_body": True})
                sent[scope["path"]] += len(part)
                await asyncio.sleep(0)
            if scope["path"] == "/never":
                given_up.set()

        made = connections.protocol(400) if kind == "httptools" else type("Watching", (connections.PlainWatch,), {"most": 400})
        config = uvicorn.Config(stream, lifespan="off", log_config=None, ws="none", http=made)  # type: ignore[arg-type]
        server = uvicorn.Server(config)
        listening = socket.create_server(("127.0.0.1", 0))
        serving = asyncio.create_task(server._serve([listening]))
        reading = asyncio.create_task(_read_slowly(listening.getsockname()[1], 30))
        with _never_reads(listening.getsockname()[1]):
            async with asyncio.timeout(30):
                await given_up.wait()
            assert sent["/never"] < 20_000_000, "what nobody reads is not buffered"
            assert await reading == 30, "a slow reader is not cut off"
        server.should_exit = True
        await serving
        listening.close()

    asyncio.run(run())


async def _left(receive: connections.Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _never_reads(port: int) -> socket.socket:
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.connect(("127.0.0.1", port))
    sock.sendall(b"GET /never HTTP/1.1\r\nHost: a\r\n\r\n")
    return sock


async def _read_slowly(port: int, often: int) -> int:
    """Read a little now and then; return how often there was something to read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=65536)
    writer.write(b"GET /slowly HTTP/1.1\r\nHost: a\r\n\r\n")
    taken = 0
    while taken < often and await reader.read(262_144):
        taken += 1
        await asyncio.sleep(0.05)
    writer.close()
    return taken


def test_behind_a_proxy_requests_are_counted_by_who_sent_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PROXIES", 1)
    monkeypatch.setattr(settings, "LIMIT_CONNECTIONS", 2)
    answers: list[int] = []

    async def run() -> None:
        open_now = asyncio.Event()

        async def inside(_scope: object, _receive: object, _send: object) -> None:
            answers.append(200)
            await open_now.wait()

        async def hear() -> connections.Message:
            return {"type": "http.disconnect"}

        async def say(message: connections.Message) -> None:
            if "status" in message:
                answers.append(message["status"])

        site = connections.Door(inside)  # type: ignore[arg-type]

        def ask(address: bytes) -> asyncio.Task[None]:
            headers = [(b"x-forwarded-for", address)]
            scope = {
                "type": "http",
                "method": "GET",
                "path": "/",
                "query_string": b"",
                "headers": headers,
                "client": ("127.0.0.1", 1),
            }
            return asyncio.create_task(site(scope, hear, say))  # type: ignore[arg-type]

        tasks = [ask(address) for address in (b"192.0.2.1", b"192.0.2.1", b"192.0.2.1", b"192.0.2.2")]
        await tasks[2]
        await asyncio.sleep(0)
        open_now.set()
        await asyncio.gather(*tasks)

    asyncio.run(run())
    assert sorted(answers) == [200, 200, 200, 429]


def test_the_whole_house_can_be_full(tmp_path: Path) -> None:
    """With few file descriptors: the server refuses before it has none left, and goes on once there is room."""
    few = ("/bin/sh", "-c", 'ulimit -n 160; exec "$0" -m cuvee "$@"', sys.executable)
    site = site_on(tmp_path / "data", few).start()
    try:
        with ExitStack() as stack:
            socks = [stack.enter_context(connect(site.webs[0])) for _number in range(140)]
            assert status(everything(socks[-1])) == 503
        with connect(site.webs[0]) as sock:
            sock.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert status(everything(sock)) in (200, 503)
    finally:
        assert site.stop() == 0
