"""Analysis of finished matches: the house judges every decision, a few at a time, and stores what it finds.

A running match is never analysed, since an analysis knows what the players do not. It is made once for everybody. Only numbers
are stored; the words are made for each reader. An interrupted analysis goes on when somebody looks.
"""

import logging
from typing import Final, NamedTuple, final

from django.conf import settings
from django.db import transaction
from django.utils.formats import number_format

from cuvee.bots.analysis import Verdict, costliest, plays_for_points
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.bots import budgets
from cuvee.web.bots.dispatcher import HOUSE, describe_task
from cuvee.web.match.desk import DESK
from cuvee.web.match.match_in_memory import Position
from cuvee.web.models import Analysis, Errand, Table

log = logging.getLogger(__name__)
SHARE: Final = 100
"""Chances are shown as parts of this whole; points are stored as hundredths too."""
PATIENCE: Final = 4.0
"""How many times longer than a bot's move a judgement may take, since it compares answers in many imagined worlds."""


def find(table: Table, payers: tuple[str, ...] = ()) -> Analysis | None:
    """Return the analysis of a finished match so far, and let the house go on if it is not complete.

    Its time is charged to the person who asked for it, or else to the person who opened the table.
    """
    analysis = Analysis.objects.filter(table=table, table__status=Table.FINISHED).first()
    if analysis is not None and not analysis.failed and len(analysis.steps) <= DESK.position(table).moves:
        if settings.SHARED:
            Errand.objects.get_or_create(table=table, kind=Errand.ANALYSIS, defaults={"paid_by": payers})
        else:
            HOUSE.when_quiet(table.pk, go_on, payers or budgets.payers_of(table))
    return analysis


def ask_for(table: Table, payers: tuple[str, ...] = ()) -> None:
    """Have a finished match analysed, unless it already was; a failed analysis is resumed from where it stopped."""
    refuse_running(table)
    with transaction.atomic():
        Analysis.objects.update_or_create(table=table, defaults={"failed": False})
    find(table, payers)


def refuse_running(table: Table) -> None:
    """Refuse to analyse a match before it is over."""
    if table.status != Table.FINISHED:
        raise CuveeError(_("A match can be analysed only when it is over: before that, it would show what is hidden"))


def go_on(pk: int) -> bool:
    """Have some more decisions of a match judged; tell whether there are more."""
    analysis = Analysis.objects.filter(table=pk, failed=False).select_related("table").first()
    if analysis is None:
        return False
    try:
        position = DESK.position(analysis.table)
        with position.lock:
            task = describe_task(analysis.table, position, "look back")
        if len(analysis.steps) <= position.moves:
            task |= {"from": len(analysis.steps), "nodes": settings.ANALYSIS_NODES}
            analysis.steps += HOUSE.ask(task, PATIENCE)
    except Exception:
        if HOUSE.stopping.is_set():
            return False  # the server is stopping; it will go on from here
        log.exception("table %s cannot be analysed", pk)
        analysis.failed = True
    analysis.save(update_fields=["steps", "failed"])
    return not analysis.failed and len(analysis.steps) <= position.moves


class Mistake(NamedTuple):
    """A costly decision, in words."""

    move: int
    cost: str
    played: str
    preferred: str
    why: str


@final
class Told:
    """An analysis in words, complete or as far as it is. Make it while speaking the reader's language."""

    def __init__(self, analysis: Analysis, position: Position) -> None:
        self.failed = bool(analysis.failed)
        self.position = position
        self.moves = position.moves
        self.judged = max(0, len(analysis.steps) - 1)
        self.whole = len(analysis.steps) > self.moves
        start = position.match.at(0)
        self.seats = start.seats
        self.in_points = plays_for_points(position.game, start)
        self.chances = [shares(step["chances"]) for step in analysis.steps]
        self._verdicts = [Verdict(**step["verdict"]) for step in analysis.steps if "verdict" in step]

    def chance(self, seat: int, move: int) -> str:
        """Say what a seat could expect after a move."""
        return self.amount(self.chances[move][seat])

    def amount(self, value: float) -> str:
        """Say how much a chance or a cost is."""
        return _("{n} points", n=in_figures(value)) if self.in_points else _("{n} %", n=in_figures(value, 0))

    def mistakes(self, seat: int) -> list[Mistake]:
        """List the costliest decisions of a seat, the worst first."""
        return [self._mistake(found) for found in costliest(self._verdicts, seat)]

    def _mistake(self, found: Verdict) -> Mistake:
        before = self.position.match.at(found.move - 1)
        played, preferred = (before.option(found.seat, number).label for number in (found.played, found.preferred))
        return Mistake(found.move, self.amount(SHARE * found.cost), played, preferred, promise(found))


def shares(chances: list[float]) -> list[float]:
    """Scale everybody's chances, each judged against the best of the others, so that they add up. Alone, nothing is scaled.

    >>> shares([0.5, 0.5, 0.25])
    [40.0, 40.0, 20.0]
    """
    whole = sum(chances) if len(chances) > 1 else 1.0
    return [SHARE * chance / whole for chance in chances]


def promise(verdict: Verdict) -> str:
    """Say why an answer was worse: what could be expected after it, and what instead."""
    own = _(
        "{points} points expected instead of {instead}",
        points=in_figures(verdict.points[verdict.seat]),
        instead=in_figures(verdict.instead[verdict.seat]),
    )
    if len(verdict.points) == 1:
        return own
    points, instead = (best_of_others(outlook, verdict.seat) for outlook in (verdict.points, verdict.instead))
    others = _(
        "{points} instead of {instead} for the best of the others", points=in_figures(points), instead=in_figures(instead)
    )
    return f"{own}; {others}"


def in_figures(value: float, digits: int = 1) -> str:
    """Write a number as the reader does."""
    return str(number_format(round(value, digits) + 0.0, digits))  # Django cuts off what it does not show; and no "-0"


def best_of_others(points: list[float], seat: int) -> float:
    """Return the points of the best of the other seats."""
    return max(points[other] for other in range(len(points)) if other != seat)
