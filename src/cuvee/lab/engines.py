"""Where chunks are played: in this process, in several on this machine, or on a Ray cluster. A worker that dies is replaced."""

import os
import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Protocol, final

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.lab.chunks import Care, Moment


class Job(Protocol):
    """Plays the chunk with a given number. It is sent to each worker once, so it must be picklable."""

    def __call__(self, chunk: int, care: Care | None = None, /) -> Any:
        """Return the result of the chunk."""


Played = Generator[tuple[int, Any], None, None]
"""Numbers of chunks with the job's results, in the order in which they are finished."""
Engine = Callable[[Job, Iterable[int], int | None], Played]

PATIENCE: Final = 3
"""How many workers one chunk may kill before it is played with care."""
PROOF: Final = 2
"""How many of them must then die at the same point of the same game before that game is blamed."""

RAY_STORE: Final = 256 << 20
"""Bytes that a Ray started here may set aside for results in transit; Ray's own default is a third of the memory."""


def engine(name: str) -> Engine:
    """Return an engine by its name, `local` or `ray`, if it is installed."""
    if name == "ray":
        try:
            import ray  # noqa: F401
        except ImportError:
            raise CuveeError(_("--engine ray needs Ray; in a clone of Cuvée: pip install '.[ray]'")) from None
        return on_ray
    return local


def local(job: Job, chunks: Iterable[int], workers: int | None) -> Played:
    """Play in this process, or in several processes on this machine."""
    if workers is None or workers <= 1:
        for chunk in chunks:
            yield chunk, job(chunk)
        return
    todo, inquest = iter(chunks), Inquest()
    crew: dict[Any, _Worker] = {}
    try:
        for chunk in islice(todo, workers):
            _hire(crew, job, chunk)
        while crew:
            for line in wait(list(crew)):
                worker = crew[line]
                chunk, result = worker.chunk, worker.receive()
                if isinstance(result, Moment):
                    worker.moment = result
                    continue
                if result is LOST:
                    inquest.record(chunk, worker.moment)
                    crew.pop(line).dismiss()
                    _hire(crew, job, chunk, inquest.fatal(chunk))
                    continue
                if isinstance(result, BaseException):
                    raise result
                if not worker.take_next(todo):  # before the result is passed on, so that the worker does not wait
                    crew.pop(line).dismiss()
                yield chunk, result
    finally:
        for worker in crew.values():
            worker.dismiss()


def _hire(crew: "dict[Any, _Worker]", job: Job, chunk: int, fatal: dict[int, int] | None = None) -> None:
    worker = _Worker(job)
    crew[worker.line] = worker
    worker.take(chunk, fatal)


@final
class Inquest:
    """Finds what kills workers. Those killed from outside do not die twice at the same moment of the same game."""

    def __init__(self) -> None:
        self.deaths: Counter[int] = Counter()
        self.moments: Counter[Moment] = Counter()
        self.proven: dict[int, dict[int, int]] = {}

    def record(self, chunk: int, moment: Moment | None) -> None:
        """Note a death; give up if even workers that announce each step die without announcing any."""
        self.deaths[chunk] += 1
        if moment is not None:
            self.moments[moment] += 1
            if self.moments[moment] >= PROOF:
                self.proven.setdefault(chunk, {})[moment.game] = moment.seat
                self.deaths[chunk] = PATIENCE
        if self.deaths[chunk] > (PATIENCE if moment is None else 3 * PATIENCE):
            raise CuveeError(
                _("{deaths} worker processes died while playing chunk {chunk}", deaths=self.deaths[chunk], chunk=chunk)
            )

    def fatal(self, chunk: int) -> dict[int, int] | None:
        """Return the deadly games of a chunk, with the seat to blame, if the chunk is to be played with care."""
        return self.proven.get(chunk, {}) if self.deaths[chunk] >= PATIENCE else None


LOST: Final = object()
"""Received in place of a result from a worker that died."""


@final
class _Worker:
    """A process that plays chunks, as seen by the process that hands them out."""

    def __init__(self, job: Job) -> None:
        context = get_context("spawn")
        self.line, its_end = context.Pipe()
        self.chunk = -1
        self.moment: Moment | None = None
        self.process = context.Process(target=_work, args=(job, its_end))  # no daemon: a bot may want workers of its own
        self.process.start()
        its_end.close()  # only the worker holds it now: the line ends when the worker does

    def take(self, chunk: int, fatal: dict[int, int] | None = None) -> None:
        self.chunk = chunk
        self.moment = None
        with suppress(OSError):  # the worker is dead, which reading the line will show
            self.line.send((chunk, fatal))

    def take_next(self, todo: Iterator[int]) -> bool:
        """Hand over the next chunk; return False if there is none."""
        for chunk in todo:
            self.take(chunk)
            return True
        return False

    def receive(self) -> Any:
        try:
            return self.line.recv()
        except (EOFError, OSError):
            return LOST

    def dismiss(self) -> None:
        self.line.close()
        self.process.terminate()
        self.process.join()


def _work(job: Job, line: Connection) -> None:
    """Play chunks until the line is closed; this is all a worker does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is meant for the process that hands out the work
    while True:
        try:
            chunk, fatal = line.recv()
        except (EOFError, OSError):
            return
        try:
            result = job(chunk) if fatal is None else job(chunk, Care(fatal, line.send))
        except Exception as error:  # raised again in the process that asked for the work
            result = error
        with suppress(OSError):  # if the other end is gone, the next read of the line shows it
            line.send(result)


def on_ray(job: Job, chunks: Iterable[int], workers: int | None) -> Played:
    """Play on the Ray cluster that RAY_ADDRESS names, or on one started here. Ray itself replays what a dead worker lost."""
    import ray

    ours = not ray.is_initialized()
    if ours:
        _start_ray(ray, workers)
    try:
        at_once = workers or int(ray.cluster_resources().get("CPU", 1))
        shared = ray.put(job)
        play = ray.remote(num_cpus=1, max_retries=PATIENCE)(_play_shared)
        todo, busy = iter(chunks), {}
        while True:
            for chunk in todo:
                busy[play.remote(shared, chunk)] = chunk
                if len(busy) >= at_once:
                    break
            if not busy:
                return
            for ticket in ray.wait(list(busy))[0]:
                yield busy.pop(ticket), _fetch(ray, ticket)
    finally:
        if ours:
            ray.shutdown()


def _play_shared(job: Job, chunk: int) -> Any:
    return job(chunk)


def _start_ray(ray: Any, workers: int | None) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # send no usage statistics
    quiet = {"logging_level": "ERROR", "log_to_driver": False}
    try:
        if os.environ.get("RAY_ADDRESS"):
            ray.init(**quiet)
        else:
            ray.init(num_cpus=workers, include_dashboard=False, object_store_memory=RAY_STORE, **quiet)
    except Exception as error:
        raise CuveeError(_("cannot reach Ray: {why}", why=str(error).partition("\n")[0])) from None


def _fetch(ray: Any, ticket: Any) -> Any:
    try:
        return ray.get(ticket)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise CuveeError(_("Ray lost a chunk for good: {why}", why=str(error).partition("\n")[0])) from None
