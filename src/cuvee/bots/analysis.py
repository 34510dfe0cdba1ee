"""Looking back at a match: what each position promised, and which decisions cost most."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, final

from cuvee.bots import thinker
from cuvee.bots.bot import best_of
from cuvee.bots.thinking import Budget, ThinkingBot
from cuvee.kernel.game import Game
from cuvee.kernel.match import Match
from cuvee.kernel.play import State
from cuvee.kernel.text import _

WORLDS: Final = 24
"""The number of imagined worlds in which the answer given is compared with the preferred one."""
COSTLY: Final = 0.01
"""Losing less than this share of the victory is a matter of taste, not a mistake."""


class Verdict(NamedTuple):
    """What a decision cost: the answer given, the one preferred, and what both led to."""

    move: int
    """The number of the move in the match, from 1."""
    seat: int
    played: int
    """The number of the option chosen; it is put into words for each reader."""
    preferred: int
    cost: float
    """A share of the victory; for a solo player without an opponent, a hundredth of the points."""
    points: list[float]
    """The points each seat could expect at the end after the answer given."""
    instead: list[float]
    """The points each could have expected after the preferred one."""

    def in_words(self, before: State, in_points: bool) -> str:
        """Say what the decision in a position cost and why: what this seat and the best opponent could expect."""
        told = _(
            "move {move}: “{played}” cost {cost}; “{preferred}” was better: {instead} expected points instead of {points}",
            move=self.move,
            played=before.option(self.seat, self.played).label,
            cost=_("{n} points", n=f"{100 * self.cost:.1f}") if in_points else f"{100 * self.cost:.0f} %",
            preferred=before.option(self.seat, self.preferred).label,
            instead=f"{self.instead[self.seat]:.1f}",
            points=f"{self.points[self.seat]:.1f}",
        )
        if len(self.points) == 1:
            return told
        others = [seat for seat in range(len(self.points)) if seat != self.seat]
        best, instead = max(self.points[seat] for seat in others), max(self.instead[seat] for seat in others)
        return told + _(
            ", and {instead} instead of {points} for the best opponent", instead=f"{instead:.1f}", points=f"{best:.1f}"
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the verdict as it is stored and printed."""
        told = self._asdict()
        told["cost"] = round(self.cost, 4)
        told["points"] = [round(points, 1) for points in self.points]
        told["instead"] = [round(points, 1) for points in self.instead]
        return told


class Advice(NamedTuple):
    """What a bot would choose, and the points each seat could then expect; the same for its second choice."""

    number: int
    points: list[float]
    second: int | None
    second_points: list[float]


@final
class Analyst:
    """Judges the decisions of a match, seeing only what the deciding seat saw."""

    def __init__(self, bot: ThinkingBot) -> None:
        self.bot = bot

    def chances(self, state: State) -> list[float]:
        """Return each seat's share of the victory as it looks now; for a solo player, a hundredth of the points."""
        return self.bot.playing_on.prospects.of(state)

    def judge(self, state: State, seat: int, played: int, move: int) -> Verdict | None:
        """Compare an answer with the one the bot prefers; None if there was no choice or no better answer."""
        if len(state.options(seat)) < 2:
            return None
        preferred = self.bot.choose(state, seat)
        if preferred == played:
            return None
        given, better = self.bot.compare(state, seat, [played, preferred], WORLDS)
        cost = better.share - given.share
        if cost < COSTLY:
            return None
        return Verdict(move, seat, played, preferred, cost, given.points, better.points)

    def advise(self, state: State, seat: int) -> Advice:
        """Say what to choose, and what it promises compared with the best-looking alternative."""
        numbers = state.options(seat)
        best = self.bot.choose(state, seat)
        rest = [number for number in numbers if number != best]
        if not rest:
            return Advice(best, self.bot.compare(state, seat, [best], WORLDS)[0].points, None, [])
        second = best_of(rest, self.bot.sense.opinions(state, seat, rest, self.bot.rng))
        chosen, other = self.bot.compare(state, seat, [best, second], WORLDS)
        return Advice(best, chosen.points, second, other.points)


@final
class Analysis:
    """The analysis of a whole match."""

    def __init__(self, chances: list[list[float]], verdicts: list[Verdict], in_points: bool) -> None:
        self.chances = chances
        """Each seat's share of the victory at the start and after each move; for a solo player, a hundredth of the points."""
        self.verdicts = verdicts
        self.in_points = in_points
        """True if there is no victory to share because somebody plays alone for points."""

    def as_dict(self) -> dict[str, Any]:
        """Return the analysis as it is stored and printed: chances, and the costliest decisions of each seat."""
        seats = range(len(self.chances[0]))
        return {
            "chances": [[round(chance, 4) for chance in moment] for moment in self.chances],
            "costliest": [[verdict.as_dict() for verdict in costliest(self.verdicts, seat)] for seat in seats],
        }

    def told_chances(self, lines: int = 16) -> list[list[str]]:
        """List evenly spaced moments of the match: the move, then each seat's chances."""
        moves = len(self.chances) - 1
        moments = sorted({round(moves * line / lines) for line in range(lines + 1)})
        unit = "" if self.in_points else " %"
        return [[str(move), *(f"{100 * chance:.0f}{unit}" for chance in self.chances[move])] for move in moments]


def analyse(match: Match, seed: int, nodes: int, went_on: Callable[[], None] | None = None) -> Analysis:
    """Judge every decision of a match, looking at `nodes` positions for each."""
    game, start = match.game, match.at(0)
    analyst = Analyst(thinker(game, start, seed, Budget(nodes=nodes)))
    chances, verdicts = [analyst.chances(start)], list[Verdict]()
    for number, move in enumerate(match.journal.moves):
        before = match.at(number)
        verdict = analyst.judge(before, move.seat, before.parse(move.seat, move.text), number + 1)
        if verdict is not None:
            verdicts.append(verdict)
        chances.append(analyst.chances(match.at(number + 1)))
        if went_on is not None:
            went_on()
    return Analysis(chances, verdicts, plays_for_points(game, start))


def plays_for_points(game: Game[Any, Any], start: State) -> bool:
    """Tell whether somebody plays alone, and not against an opponent without a seat."""
    return start.seats == 1 and game.heuristics().rival(start) is None


def costliest(verdicts: list[Verdict], seat: int, count: int = 3) -> list[Verdict]:
    """Return the decisions of a seat that cost most, the worst first."""
    return sorted((verdict for verdict in verdicts if verdict.seat == seat), key=lambda verdict: -verdict.cost)[:count]
