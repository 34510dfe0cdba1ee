"""A progress bar with rate and time left, on standard error."""

from types import TracebackType
from typing import final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text


@final
class Rate(ProgressColumn):
    """The recent rate per second."""

    def render(self, task: Task) -> Text:
        """Write the rate, or nothing while there is none."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f}/s" if speed >= 10 else f"{speed:.2g}/s")


@final
class Bar:
    """Shows how far something has got; disappears when it is done."""

    def __init__(self, title: str) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
        self.bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self.task = self.bar.add_task(title, total=None)

    def __enter__(self) -> "Bar":
        self.bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.bar.stop()

    def start(self, total: int, done: int) -> None:
        """Set how much there is to do, and how much was done before."""
        self.bar.reset(self.task, total=total, completed=done)

    def advance(self, count: int) -> None:
        """Add what has just been done."""
        self.bar.advance(self.task, count)
