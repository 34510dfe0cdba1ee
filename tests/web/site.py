"""A whole site: one process that does everything, or two for pages and one for the house on the same data."""

import signal
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from typing import Self

from tests.web import backing
from tests.web.serving import PATIENCE, QUICK, Served, start_process, wait_until


class HouseProcess:
    """`cuvee house`."""

    def __init__(self, data: Path, number: int, environment: dict[str, str], command: tuple[str, ...] = ()) -> None:
        self.data = data
        self.command = command or (sys.executable, "-m", "cuvee")
        self.environment = QUICK | backing.environment_of(data) | environment
        self.said = data.with_name(f"{data.name}-house-{number}.txt")
        self.process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Start it without waiting."""
        self.process = start_process([*self.command, "house", "--data", str(self.data)], self.said, self.environment)

    def wait(self) -> None:
        """Wait until it plays."""
        assert self.process is not None
        ended = self.process.poll
        wait_until(lambda: ended() is not None or "The house plays" in self.said.read_text(), "the house plays")
        assert ended() is None, f"the house ended: {self.said.read_text()}"

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self, within: float = PATIENCE) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=within)


class Site:
    """All processes of a site. If there are two for pages, requests go to each in turn."""

    def __init__(self, data: Path, webs: list[Served], houses: list[HouseProcess]) -> None:
        self.data = data
        self.webs, self.houses = webs, houses
        self._turns = cycle(webs)

    @property
    def processes(self) -> list[Served | HouseProcess]:
        """All processes, the house first, which is the order to stop them in."""
        return [*self.houses, *self.webs]

    @property
    def address(self) -> str:
        """The address for the next request."""
        return next(self._turns).address

    def start(self) -> Self:
        """Start everything, and wait until all of it is up."""
        for process in self.processes:
            process.begin()
        for process in self.processes:
            process.wait()
        return self

    def stop(self, within: float = PATIENCE) -> int:
        """Stop all running processes, each in time; return the first exit code that is not 0, if there is one."""
        codes = [process.stop(within) for process in self._running()]
        return next((code for code in codes if code), 0)

    def kill(self) -> None:
        """Kill all running processes at once."""
        for process in self._running():
            process.kill()

    def _running(self) -> list[Served | HouseProcess]:
        return [process for process in self.processes if process.process is not None and process.process.poll() is None]


def site_on(data: Path, command: tuple[str, ...] = (), **environment: str) -> Site:
    """Describe the site for a data folder, of the kind the tests run on."""
    if not backing.ON_SERVERS:
        return Site(data, [Served(data, command, (), QUICK, **environment)], [])
    webs = [Served(data, command, ("--no-house",), QUICK, **environment) for _number in range(2)]
    return Site(data, webs, [HouseProcess(data, 0, environment)])
