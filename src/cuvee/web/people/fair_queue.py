"""A weighted fair queue: who has used least of the house's time lately is served next.

Nothing here knows what is waited for, or what time it is. Each job names its rank and who pays for it: a person, and the
address they came from. What a job cost is charged to both. Whoever pays is served up to some point of **virtual time**. The
present is where a newcomer begins. It goes on as the queue serves, by a second for every second of work, shared among all who
wait and one newcomer more: so whoever is served all the time gets ahead of it, but never by much, and what somebody used is
forgotten as others are served.

A job of a better rank comes first, but one turn in four is taken without regard to ranks. So nobody waits for ever: virtual
time goes on with every turn, and passes whatever point a job that waits was served up to.
"""

from itertools import count
from typing import Final, Generic, NamedTuple, TypeVar, final

Job = TypeVar("Job")
GUESS: Final = 1.0
"""Seconds a job is taken to cost while it is being done: with several hands at work nobody gets all of them."""
LEAST: Final = 0.01
"""Seconds every job costs at least, so that virtual time goes on."""
MEMORY: Final = 10.0
"""Seconds of work by which newcomers come before everybody who waits, at most."""
WITHOUT_RANK: Final = 4
"""One turn in so many is taken without regard to ranks."""


class Standing(NamedTuple):
    """How a job stands in the queue: the smaller the rank the sooner, and who pays for it, the widest group last."""

    rank: int
    payers: tuple[str, ...]


class Place(NamedTuple):
    """A job's place among those that wait."""

    standing: Standing
    order: int


@final
class FairQueue(Generic[Job]):
    """Jobs that wait and are being done, and what everybody has used. Not for several threads at once."""

    def __init__(self, guess: float = GUESS, least: float = LEAST, memory: float = MEMORY) -> None:
        self._guess, self._least, self._memory = guess, least, memory
        self._waiting: dict[Job, Place] = {}
        self._in_hand: dict[Job, tuple[str, ...]] = {}
        self._served: dict[str, float] = {}
        """By payer the point of virtual time they are served up to; who is not named is a newcomer."""
        self._now = 0.0
        self._orders, self._turns = count(), count(1)

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, job: Job) -> bool:
        return job in self._waiting

    def put(self, job: Job, standing: Standing) -> None:
        """Let a job wait; one that waits already stands anew, and keeps its age."""
        before = self._waiting.get(job)
        self._waiting[job] = Place(standing, before.order if before else next(self._orders))

    def take(self) -> Job | None:
        """Return the job whose turn it is, if any waits; say with `done` what it cost."""
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
        """Charge what a job that was taken has cost."""
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
        """Tell how many seconds more than a newcomer somebody has used."""
        return max(0.0, self._served.get(payer, 0.0) - self._now)

    def _claim(self, place: Place, ranked: bool) -> tuple[int, float, float, int]:
        """Say how early a job comes: by rank, by who pays, between people of one address by the person, then by age."""
        points = [self.used(payer) for payer in place.standing.payers]
        return place.standing.rank if ranked else 0, max(points, default=0.0), sum(points), place.order

    def _groups(self) -> set[str]:
        """List those among whom the time is shared just now."""
        waiting = (place.standing.payers for place in self._waiting.values())
        return {payers[-1] for payers in (*waiting, *self._in_hand.values()) if payers}
