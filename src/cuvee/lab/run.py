"""Carrying out a run chunk by chunk, here or in workers, with or without a folder in which an interrupted run can continue."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar, final

from cuvee.lab.chunks import Care, Chunk, play_chunk
from cuvee.lab.engines import engine
from cuvee.lab.plan import Run

if TYPE_CHECKING:
    from cuvee.lab.parquet import ResultsFolder

T = TypeVar("T")

Summarise = Callable[[Chunk], T]
"""Turns the rows of a chunk into its result; it must be a function of a module, because it is sent to the workers."""


class Progress(Protocol):
    """Wants to know how far a run has got."""

    def start(self, total: int, done: int) -> None:
        """The run has this many games; some of them were played before."""

    def advance(self, games: int) -> None:
        """Some games have just been finished."""


class Played(NamedTuple, Generic[T]):
    """What a worker returns for a chunk: its summary and its files."""

    summary: T
    files: list[tuple[str, bytes]]


class PlayAndSum(Generic[T]):
    """What a worker does with the number of a chunk. It writes no files itself, because it may run on another machine."""

    def __init__(self, run: Run, summarise: Summarise[T], keep: bool) -> None:
        self.run = run
        self.summarise = summarise
        self.keep = keep

    def __call__(self, number: int, care: Care | None = None) -> Played[T]:
        chunk = play_chunk(self.run, number, care)
        if not self.keep:
            return Played(self.summarise(chunk), [])
        from cuvee.lab.parquet import chunk_files

        return Played(self.summarise(chunk), chunk_files(chunk, number, self.run.decisions))


@final
class Conduct:
    """How a run is carried out; none of it changes a row.

    After `results` has finished, `seconds` is the time it took and `resumed` the number of games that were there before.
    """

    def __init__(
        self,
        out: Path | None = None,
        engine: str = "local",
        workers: int | None = 1,
        progress: Progress | None = None,
    ) -> None:
        self.out = out
        self.engine = engine
        self.workers = workers
        self.progress = progress
        self.resumed = 0
        self.seconds = 0.0

    def results(self, run: Run, summarise: Summarise[T]) -> Iterator[T]:
        """Yield the summaries of all chunks in order, playing those that are missing."""
        start_engine = engine(self.engine)
        run.plan.setup()  # reading the tables is not part of playing, and bad tables must fail before anything is written
        folder = self._folder(run)
        found = set() if folder is None else folder.found
        self.resumed = sum(len(run.numbers(chunk)) for chunk in found)
        if self.progress is not None:
            self.progress.start(run.size, self.resumed)
        start = perf_counter()
        missing = (chunk for chunk in range(run.chunks) if chunk not in found)
        with closing(start_engine(PlayAndSum(run, summarise, folder is not None), missing, self.workers)) as played:
            early: dict[int, T] = {}
            for chunk in range(run.chunks):
                if folder is not None and chunk in found:
                    yield summarise(folder.read(chunk))
                    continue
                while chunk not in early:
                    number, done = next(played)
                    if folder is not None:
                        folder.write(done.files)
                    if self.progress is not None:
                        self.progress.advance(len(run.numbers(number)))
                    early[number] = done.summary
                yield early.pop(chunk)
        self.seconds = perf_counter() - start

    def _folder(self, run: Run) -> "ResultsFolder | None":
        if self.out is None:
            return None
        from cuvee.lab.parquet import ResultsFolder

        return ResultsFolder(self.out, run)
