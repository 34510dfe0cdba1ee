"""Plays the games of one chunk; each game becomes a row."""

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any, NamedTuple, final

from cuvee.bots.bot import NOBODY, Bot, Course, play_out
from cuvee.kernel.chance import Chance, derive_seed
from cuvee.kernel.errors import IllegalMove
from cuvee.kernel.game import SetUp
from cuvee.kernel.play import State
from cuvee.kernel.score import places_by
from cuvee.lab.plan import Part, Plan, Run


class GameRow(NamedTuple):
    """How one game went, as it is kept (docs/lab.md)."""

    game: int
    deal: int
    bots: list[str]
    scores: list[int] | None
    places: list[int] | None
    decisions: int
    branching: float
    widest: int
    stream: str | None
    variant: int
    forbidden: str | None
    restricted_seat: int | None
    forfeit: int | None
    error: str | None


class DecisionRow(NamedTuple):
    """One choice by one seat, as it is kept."""

    game: int
    number: int
    seat: int
    kind: str
    section: str
    text: str
    options: int


@final
class Chunk:
    """The rows of one chunk, and in how many games each forbidden choice was taken away at least once."""

    def __init__(
        self, games: list[GameRow], decisions: list[DecisionRow] | None = None, applied: dict[str, int] | None = None
    ) -> None:
        self.games = games
        self.decisions = decisions or []
        self.applied = applied or {}


class Moment(NamedTuple):
    """A game, and the seat whose bot is at work (or NOBODY)."""

    game: int
    seat: int


@final
class Care:
    """How to play a chunk that has killed processes: announce each step, and leave out those known to kill."""

    def __init__(self, fatal: dict[int, int], say: Callable[[Moment], None]) -> None:
        self.fatal = fatal
        self.say = say

    def step(self, game: int, seat: int) -> None:
        """Announce what is about to happen; refuse it if it has killed before."""
        if self.fatal.get(game) == seat:
            raise ProcessDied("it killed the process")
        self.say(Moment(game, seat))


class ProcessDied(Exception):
    """A game, or a bot in it, kills the process it is played in."""


def play_chunk(run: Run, chunk: int, care: Care | None = None) -> Chunk:
    """Play the games of one chunk, one after the other."""
    setup = run.plan.setup()
    played = Chunk([])
    for number in run.numbers(chunk):
        played.games.append(_play(run, setup, run.part(number), played, care))
    return played


def _play(run: Run, setup: SetUp[Any, Any], part: Part, played: Chunk, care: Care | None) -> GameRow:
    """Play one game. A bot that fails forfeits it, and a game that breaks is recorded; neither ends a long run."""
    plan, course = run.plan, Course()
    seed = plan.deal_seed(part.deal)
    state: State | None = None
    forfeit = error = None
    try:
        state = setup.new(seed, _reseeded(part, seed))
        play_out(state, _seated(run, part, played, course, care), plan.limit, course)
    except (Exception, SystemExit) as problem:
        forfeit = _whose_fault(problem, course, state)
        error = f"{type(problem).__name__}: {_first_line(problem)}"
    scores = places = None
    if state is not None and (error is None or forfeit is not None):
        scores = setup.game.scores(state)
        places = setup.game.places(state) if forfeit is None else places_after_forfeit(scores, forfeit)
    return GameRow(
        part.number,
        seed,
        part.bots,
        scores,
        places,
        course.decisions,
        course.options / course.decisions if course.decisions else 0.0,
        course.widest,
        part.stream,
        part.variant,
        part.forbidden,
        part.restricted,
        forfeit,
        error,
    )


def _reseeded(part: Part, seed: int) -> dict[str, int] | None:
    if part.stream is None:
        return None
    return {part.stream: derive_seed(seed, "luck", part.stream, part.variant)}


def _seated(run: Run, part: Part, played: Chunk, course: Course, care: Care | None) -> list[Bot]:
    """Return a bot for each seat, restricted and watched as the run requires."""
    plan: Plan = run.plan
    seated: list[Bot] = []
    for seat, name in enumerate(part.bots):
        course.asked = seat  # a bot that fails before its first decision forfeits too
        if care is not None:
            care.step(part.number, seat)
        bot = plan.bot(name, seat, part.luck)
        if care is not None:
            bot = Careful(bot, part.number, care)
        if part.forbidden is not None and part.restricted == seat:
            bot = Restricted(bot, part.forbidden, played.applied, derive_seed(plan.seed, "restricted", part.deal))
        seated.append(Watched(bot, part.number, course, played.decisions) if run.decisions else bot)
    course.asked = NOBODY
    if care is not None:
        care.step(part.number, NOBODY)
    return seated


def _whose_fault(problem: BaseException, course: Course, state: State | None) -> int | None:
    """Return the seat whose bot failed: while it chose, or because of what it chose."""
    if course.asked != NOBODY:
        return course.asked
    if isinstance(problem, IllegalMove) and state is not None and state.waiting:
        return state.waiting[0]
    return None


def _first_line(problem: BaseException) -> str:
    return (str(problem).strip().splitlines() or [""])[0]


def places_after_forfeit(scores: list[int], forfeit: int) -> list[int]:
    """Put the seat that forfeited last, and the others in the order of their points.

    >>> places_after_forfeit([30, 10, 20], forfeit=0)
    [3, 2, 1]
    """
    places = places_by([(seat != forfeit, points) for seat, points in enumerate(scores)])
    places[forfeit] = max(2, len(scores))  # a solo player does not win by forfeiting
    return places


@final
class Careful(Bot):
    """A bot that announces when it starts to choose, in case the process does not survive it."""

    def __init__(self, bot: Bot, game: int, care: Care) -> None:
        self.bot = bot
        self.game = game
        self.care = care

    def choose(self, state: State, seat: int) -> int:
        """Announce the choice, let the bot choose, and report that it is done."""
        self.care.step(self.game, seat)
        number = self.bot.choose(state, seat)
        self.care.step(self.game, NOBODY)
        return number


@final
class Watched(Bot):
    """A bot whose choices are recorded."""

    def __init__(self, bot: Bot, game: int, course: Course, rows: list[DecisionRow]) -> None:
        self.bot = bot
        self.game = game
        self.course = course
        self.rows = rows

    def choose(self, state: State, seat: int) -> int:
        """Let the bot choose, and record its choice."""
        number = self.bot.choose(state, seat)
        numbers = state.options(seat)
        if number in numbers:
            asked, own = state.asked_by(seat, number)
            text = asked.notation(state, seat, own)
            self.rows.append(DecisionRow(self.game, self.course.decisions, seat, asked.kind, asked.section, text, len(numbers)))
        return number


@final
class Restricted(Bot):
    """A bot that must do without some options while others are left.

    Options are matched by the kind of their decision and by their notation: `KIND` or `KIND:TEXT`, both with the wildcards
    `*`, `?` and `[…]`; case does not matter.
    """

    def __init__(self, bot: Bot, pattern: str, applied: dict[str, int], seed: int) -> None:
        kind, _colon, text = pattern.casefold().partition(":")
        self.bot = bot
        self.pattern = pattern
        self.kind = kind
        self.text = text or "*"
        self.applied = applied
        self.lot = Chance.from_seed(seed, ["instead"])
        self.first = True

    def choose(self, state: State, seat: int) -> int:
        """Let the bot choose among the options that are not forbidden."""
        numbers = state.options(seat)
        allowed = [number for number in numbers if not self.forbids(state, seat, number)]
        if not allowed or len(allowed) == len(numbers):
            return self.bot.choose(state, seat)
        if self.first:
            self.applied[self.pattern] = self.applied.get(self.pattern, 0) + 1
            self.first = False
        offered = state.choices
        state.choices = [allowed if other == seat else offered[place] for place, other in enumerate(state.waiting)]
        try:
            number = self.bot.choose(state, seat)
        finally:
            state.choices = offered
        if number in numbers and number not in allowed:  # it looked the options up elsewhere, in a copy of the position
            return allowed[self.lot.below(len(allowed))]
        return number

    def forbids(self, state: State, seat: int, number: int) -> bool:
        """Tell whether an option is forbidden."""
        asked, own = state.asked_by(seat, number)
        if not fnmatchcase(asked.kind.casefold(), self.kind):
            return False
        return self.text == "*" or fnmatchcase(asked.notation(state, seat, own).casefold(), self.text)
