"""Carrying out a run: chunk after chunk, here or by workers, kept in a folder or not, gone on with where it stopped."""

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
"""Makes of the rows of a chunk what is to be known of it; a function of a module, for it travels to the workers."""


class Progress(Protocol):
    """Somebody who wants to know how far a run is."""

    def start(self, total: int, done: int) -> None:
        """The run has this many games, some of them played before."""

    def advance(self, games: int) -> None:
        """Some games have just been finished."""


class Played(NamedTuple, Generic[T]):
    """What a worker gives for a chunk: what is to be known of it, and its files."""

    summary: T
    files: list[tuple[str, bytes]]


class PlayAndSum(Generic[T]):
    """What a worker does with the number of a chunk. Files are written by the one who asked: workers may be far away."""

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

    After `results` is through, `seconds` is the time it took and `resumed` the number of games that were there before.
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
        """Give the summaries of all chunks in their order, playing those that are missing."""
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
