"""Learning what positions are worth, by self-play.

Each round the present judgement plays games against itself, now and then trying a move at random; a small network then
learns by how much the estimated points (in a race: the lead) of each seat were off. The next round plays with what was learned.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from cuvee.bots.bot import Bot, play_out
from cuvee.bots.simple import GreedyBot
from cuvee.bots.weights import pack_net, read_net
from cuvee.kernel.chance import Chance, derive_seed
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.net import Net
from cuvee.kernel.play import State
from cuvee.kernel.text import _
from cuvee.lab.arena import wilson
from cuvee.lab.chunks import Care
from cuvee.lab.engines import local
from cuvee.lab.plan import Plan

if TYPE_CHECKING:
    from cuvee.lab.run import Progress

Rows = NDArray[np.float16]
Numbers = NDArray[np.float32]

CHUNK: Final = 10
"""Games a worker plays at a time."""
TRIED: Final = 0.08
"""How often a move is tried at random."""
KEPT: Final = 0.35
"""The share of positions used for learning: neighbouring ones have little to add."""
REMEMBERED: Final = 3
"""How many of the last rounds are used for learning."""
UNITS: Final = 24
EPOCHS: Final = 6
BATCH: Final = 256
RATE: Final = 2e-3
SHRINK: Final = 2e-4
SCALE: Final = 10.0
"""The points of a correction that the network learns as 1."""


class Lessons(NamedTuple):
    """Positions, and by how much the estimates of them were off."""

    rows: Rows
    off: Numbers


class Seen(NamedTuple):
    """What a seat could expect from a position: by rules of thumb, and with what was learned so far."""

    seat: int
    estimate: float
    value: float


@final
class Explorer(Bot):
    """Takes what looks best, and now and then tries something else."""

    def __init__(self, sense: Any, seed: int) -> None:
        self.sense = sense
        self.greedy = GreedyBot(sense, seed)
        self.rng = Chance.from_seed(seed, ["explorer"])

    def choose(self, state: State, seat: int) -> int:
        """Choose, or try something."""
        if self.rng.below(1000) < 1000 * TRIED and self.sense.quiet(state):
            numbers = state.options(seat)
            return numbers[self.rng.below(len(numbers))]
        return self.greedy.choose(state, seat)


@final
class Teacher:
    """Plays chunks of games and returns lessons; it is sent to the workers."""

    def __init__(self, plan: Plan, weights: str, turn: int) -> None:
        self.plan = plan
        self.weights = weights
        self.turn = turn

    def __call__(self, chunk: int, care: Care | None = None) -> Lessons:
        rows: list[list[float]] = []
        off: list[float] = []
        for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
            self._play(derive_seed(self.plan.seed, "lesson", self.turn, number), rows, off)
        return Lessons(np.array(rows, np.float16), np.array(off, np.float32))

    def _play(self, seed: int, rows: list[list[float]], off: list[float]) -> None:
        plan, seats = self.plan, self.plan.seats
        sense = plan.box.heuristics()
        sense.learned = read_net(self.weights) if self.weights else None
        race = sense.habits().race and seats > 1
        count = lead if race else own
        state, rng = plan.setup().new(seed), Chance.from_seed(seed, ["lessons"])
        bots = [Explorer(sense, derive_seed(seed, "explorer", seat)) for seat in range(seats)]
        seen: list[Seen] = []
        while state.waiting:
            if sense.quiet(state) and rng.below(1000) < 1000 * KEPT:
                estimates = [sense.estimate(state, seat) for seat in range(seats)]
                values = [sense.value(state, seat) for seat in range(seats)]
                for seat in range(seats):
                    rows.append(sense.inputs(state, seat))
                    seen.append(Seen(seat, count(estimates, seat), count(values, seat)))
            asked = state.waiting[0]
            state.apply(asked, bots[asked].choose(state, asked))
        points = [float(total) for total in plan.box.scores(state)]
        # both sides of a comparison are corrected, so each learns half of the lead
        scale = SCALE / (0.5 if race else 1.0)
        off += [
            wrong / scale for wrong in look_back(seen, [count(points, seat) for seat in range(seats)], sense.habits().trust)
        ]


def look_back(seen: list[Seen], came: list[float], trust: float) -> list[float]:
    """Return how far each estimate was off: TD(λ), from the result of the game back to its start.

    >>> look_back([Seen(0, 10.0, 12.0), Seen(0, 20.0, 24.0)], [30.0], 0.5)
    [17.0, 10.0]
    """
    off = [0.0] * len(seen)
    came = came[:]
    for place in range(len(seen) - 1, -1, -1):
        seat, estimate, value = seen[place]
        off[place] = came[seat] - estimate
        came[seat] = trust * came[seat] + (1 - trust) * value
    return off


def own(points: list[float], seat: int) -> float:
    """Return the points of a seat."""
    return points[seat]


def lead(points: list[float], seat: int) -> float:
    """Return how far a seat is ahead of the best of the others.

    >>> lead([61.0, 58.5, 40.0], 0)
    2.5
    """
    return points[seat] - max(points[:seat] + points[seat + 1 :])


@final
class Examiner:
    """Lets what was learned play against the original judgement, from every seat in turn; it is sent to the workers."""

    def __init__(self, plan: Plan, weights: str) -> None:
        self.plan = plan
        self.weights = weights

    def __call__(self, chunk: int, care: Care | None = None) -> list[tuple[float, int]]:
        plan, seats = self.plan, self.plan.seats
        found: list[tuple[float, int]] = []
        plain, learned = plan.box.heuristics(), plan.box.heuristics()
        learned.learned = read_net(self.weights)
        for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
            own = number % seats
            seed = derive_seed(plan.seed, "exam", number // seats)
            bots: list[Bot] = [GreedyBot(learned if seat == own else plain, seed + seat) for seat in range(seats)]
            state = plan.setup().new(seed)
            play_out(state, bots, plan.limit)
            places = plan.box.places(state)
            won = 1.0 / places.count(1) if places[own] == 1 else 0.0
            found.append((won, plan.box.scores(state)[own]))
        return found


@final
class Student:
    """A network in the making: its weights, and how to change them (Adam)."""

    def __init__(self, width: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        start = self.rng.normal(0, 0.5 / np.sqrt(width), (width, UNITS))
        self.parts: list[Numbers] = [start.astype(np.float32), *(np.zeros(size, np.float32) for size in (UNITS, UNITS, 1))]
        self.slow = [np.zeros_like(part) for part in self.parts]
        self.square = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def answers(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Return the network's answers to rows of inputs."""
        hidden, start, out, base = self.parts
        return np.asarray(np.tanh(rows.astype(np.float32) @ hidden + start) @ out + base[0])

    def learn(self, lessons: Lessons, epochs: int = EPOCHS) -> None:
        """Go through the lessons this many times."""
        count = len(lessons.off)
        for epoch in range(epochs):
            order = self.rng.permutation(count)
            for at in range(0, count, BATCH):
                self._step(lessons, order[at : at + BATCH], RATE * (1 - epoch / epochs))

    def _step(self, lessons: Lessons, chosen: NDArray[Any], rate: float) -> None:
        rows, wanted = lessons.rows[chosen].astype(np.float32), lessons.off[chosen]
        hidden, start, out, base = self.parts
        units = np.tanh(rows @ hidden + start)
        wrong = (units @ out + base[0] - wanted) / len(chosen)
        back = np.outer(wrong, out) * (1 - units * units)
        slopes = [rows.T @ back + SHRINK * hidden, back.sum(axis=0), units.T @ wrong + SHRINK * out, np.array([wrong.sum()])]
        self.steps += 1
        for place, slope in enumerate(slopes):
            self.slow[place] += 0.1 * (slope - self.slow[place])
            self.square[place] += 0.001 * (slope * slope - self.square[place])
            slow = self.slow[place] / (1 - 0.9**self.steps)
            square = self.square[place] / (1 - 0.999**self.steps)
            self.parts[place] -= rate * slow / (np.sqrt(square) + 1e-8)

    def net(self) -> Net:
        """Return the network as it plays: in points."""
        hidden, start, out, base = self.parts
        return Net(hidden.T.tolist(), start.tolist(), (SCALE * out).tolist(), SCALE * float(base[0]))


class Course(NamedTuple):
    """What to train, and for how long."""

    plan: Plan
    rounds: int
    games: int
    exam: int
    workers: int
    out: Path


def train(course: Course, progress: "Progress | None" = None) -> Iterator[dict[str, Any]]:
    """Train round by round, continuing where an earlier run stopped; yield a report of each round."""
    if progress is not None:
        done = _rounds_done(course.out)
        progress.start(course.rounds * course.games, done * course.games)
    lessons: list[Lessons] = []
    weights = ""
    for turn in range(course.rounds):
        told = course.out / f"round-{turn:02}.json"
        if told.exists():
            report = json.loads(told.read_text())
            _check_same(course, report, told)
            weights = json.dumps(report["weights"])
            continue
        for earlier in range(max(0, turn - REMEMBERED + 1), turn):
            if len(lessons) < turn - max(0, turn - REMEMBERED + 1):
                lessons.append(_load(course.out / f"round-{earlier:02}.npz"))
        lessons = [*lessons, _gather(course, weights, turn, progress)][-REMEMBERED:]
        yield _one_round(course, lessons, turn)
        weights = json.dumps(json.loads(told.read_text())["weights"])


def _rounds_done(out: Path) -> int:
    return len(list(out.glob("round-*.json")))


def _check_same(course: Course, report: dict[str, Any], told: Path) -> None:
    if report["about"] != _about(course):
        raise CuveeError(_("{file} belongs to a training run with other settings: choose another folder", file=str(told)))


def _about(course: Course) -> dict[str, Any]:
    plan = course.plan
    return {
        "game": plan.game,
        "players": plan.seats,
        "options": plan.options,
        "seed": plan.seed,
        "rules": plan.box.version,
        "games": course.games,
    }


def _gather(course: Course, weights: str, turn: int, progress: "Progress | None") -> Lessons:
    found: dict[int, Lessons] = {}
    chunks = range(-(-course.games // CHUNK))
    for chunk, lessons in local(Teacher(course.plan, weights, turn), chunks, course.workers):
        found[chunk] = lessons
        if progress is not None:
            progress.advance(CHUNK)
    rows = np.concatenate([found[chunk].rows for chunk in chunks])
    return Lessons(rows, np.concatenate([found[chunk].off for chunk in chunks]))


def _load(file: Path) -> Lessons:
    with np.load(file) as kept:
        return Lessons(kept["rows"], kept["off"])


def _one_round(course: Course, lessons: list[Lessons], turn: int) -> dict[str, Any]:
    plan = course.plan
    together = Lessons(np.concatenate([one.rows for one in lessons]), np.concatenate([one.off for one in lessons]))
    apart = np.arange(len(together.off)) % 10 == 0
    student = Student(together.rows.shape[1], derive_seed(plan.seed, "student", turn))
    student.learn(Lessons(together.rows[~apart], together.off[~apart]))
    unseen = together.off[apart]
    left = float(np.mean((student.answers(together.rows[apart]) - unseen) ** 2))
    packed = pack_net(student.net(), plan.game, plan.seats, plan.box.version)
    weights = json.dumps(packed)
    results: list[tuple[float, int]] = []
    for _chunk, some in local(Examiner(plan, weights), range(-(-course.exam // CHUNK)), course.workers):
        results += some
    won = sum(share for share, _points in results)
    low, high = wilson(won, len(results))
    report = {
        "round": turn,
        "positions": len(together.off),
        "error_before": round(SCALE * float(np.sqrt(np.mean(unseen**2))), 3),
        "error_after": round(SCALE * float(np.sqrt(left)), 3),
        "exam_games": len(results),
        "win_rate": round(won / len(results), 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "mean_score": round(sum(points for _won, points in results) / len(results), 2),
    }
    course.out.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(course.out / f"round-{turn:02}.npz", rows=lessons[-1].rows, off=lessons[-1].off)
    _write(course.out / f"round-{turn:02}.json", {"about": _about(course), "report": report, "weights": packed})
    _keep_best(course)
    return report


def _write(file: Path, content: dict[str, Any]) -> None:
    """Write a file completely or not at all."""
    file.with_suffix(".part").write_text(json.dumps(content))
    file.with_suffix(".part").replace(file)


def _keep_best(course: Course) -> None:
    """Keep the weights with the best exam as `SEATS.json`, ready to be put into the game's folder `learned/`."""
    rounds = [json.loads(file.read_text()) for file in sorted(course.out.glob("round-*.json"))]
    best = max(rounds, key=lambda told: (told["report"]["win_rate"], told["report"]["mean_score"], told["report"]["round"]))
    _write(course.out / f"{course.plan.seats}.json", best["weights"])
