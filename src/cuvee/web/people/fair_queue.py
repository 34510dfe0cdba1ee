"""A weighted fair queue: whoever has used least of the house's time lately is served next.

The queue knows neither what the jobs are nor what time it is. Each job names its rank and its payers: a person, and the address
they came from. The cost of a job is charged to both. Each payer is served up to some point in **virtual time**. A newcomer
starts at the present. The present moves on as the queue serves, by a second for every second of work, divided among all who
wait and one more newcomer. So a payer who is served all the time gets ahead of it, but never by much, and what somebody used
is forgotten as others are served.

A job of a better rank has priority, but one turn in four ignores ranks. So nobody waits for ever: virtual time moves on with
every turn, and in the end passes the point up to which any waiting job's payers were served.
"""

from itertools import count
from typing import Final, Generic, NamedTuple, TypeVar, final

Job = TypeVar("Job")
GUESS: Final = 1.0
"""Seconds a running job is assumed to cost, so that nobody gets all the threads at once."""
LEAST: Final = 0.01
"""Seconds every job costs at least, so that virtual time goes on."""
MEMORY: Final = 10.0
"""Seconds of work by which a newcomer can be ahead of those who wait, at most."""
WITHOUT_RANK: Final = 4
"""One turn in this many ignores ranks."""


class Standing(NamedTuple):
    """A job's standing in the queue: its rank, smaller is sooner, and its payers, the widest group last."""

    rank: int
    payers: tuple[str, ...]


class Place(NamedTuple):
    """The place of a waiting job."""

    standing: Standing
    order: int


@final
class FairQueue(Generic[Job]):
    """Waiting and running jobs, and what everybody has used. Not thread-safe."""

    def __init__(self, guess: float = GUESS, least: float = LEAST, memory: float = MEMORY) -> None:
        self._guess, self._least, self._memory = guess, least, memory
        self._waiting: dict[Job, Place] = {}
        self._in_hand: dict[Job, tuple[str, ...]] = {}
        self._served: dict[str, float] = {}
        """By payer, the point in virtual time they are served up to; anybody missing here is a newcomer."""
        self._now = 0.0
        self._orders, self._turns = count(), count(1)

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, job: Job) -> bool:
        return job in self._waiting

    def put(self, job: Job, standing: Standing) -> None:
        """Queue a job; one that is already waiting gets the new standing and keeps its age."""
        before = self._waiting.get(job)
        self._waiting[job] = Place(standing, before.order if before else next(self._orders))

    def take(self) -> Job | None:
        """Return the next job, if any is waiting; report its cost with `done`."""
        if not self._waiting:
            return None
        ranked = next(self._turns) % WITHOUT_RANK != 0
        job = min(self._waiting, key=lambda found: self._claim(self._waiting[found], ranked))
        payers = self._waiting.pop(job).standing.payers
        self._in_hand[job] = payers
        for payer in payers:
            self._served[payer] = self._now + self.used(payer) + self._guess
        return job

    def done(self, job: Job, seconds: float) -> None:
        """Charge the cost of a job that was taken."""
        cost = max(self._least, seconds)
        self._now += cost / (1 + len(self._groups()))
        payers = self._in_hand.pop(job)
        for payer in payers:
            self._served[payer] += cost - self._guess
        everybody = (payers, *(place.standing.payers for place in self._waiting.values()))
        self._now += max(0.0, min(max(map(self.used, some), default=0.0) for some in everybody) - self._memory)
        paying = {payer for some in self._in_hand.values() for payer in some}
        self._served = {who: point for who, point in self._served.items() if self.used(who) > 0 or who in paying}

    def used(self, payer: str) -> float:
        """Return how many seconds more than a newcomer somebody has used."""
        return max(0.0, self._served.get(payer, 0.0) - self._now)

    def _claim(self, place: Place, ranked: bool) -> tuple[int, float, float, int]:
        """Return a job's sort key: rank, payers, the person among people of one address, then age."""
        points = [self.used(payer) for payer in place.standing.payers]
        return place.standing.rank if ranked else 0, max(points, default=0.0), sum(points), place.order

    def _groups(self) -> set[str]:
        """List the groups that share the time just now."""
        waiting = (place.standing.payers for place in self._waiting.values())
        return {payers[-1] for payers in (*waiting, *self._in_hand.values()) if payers}
