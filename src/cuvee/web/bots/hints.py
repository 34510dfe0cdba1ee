"""Hints: what the house would choose in somebody's place, and why."""

from typing import Any

from django.conf import settings

from cuvee.kernel.text import _
from cuvee.web.bots import leases
from cuvee.web.bots.dispatcher import HOUSE
from cuvee.web.bots.match_analysis import best_of_others, in_figures
from cuvee.web.bots.worker import Task
from cuvee.web.models import Table


def ask_for(table: Table, task: Task, entries: int, payers: tuple[str, ...]) -> Any:
    """Have the house think about a position, in whichever process it plays; wait for the answer."""
    if settings.SHARED:
        return leases.ask_for_hint(table, task["seat"], entries, payers)
    return HOUSE.advise(task, payers)


def in_words(advice: dict[str, Any], seat: int, labels: dict[int, str]) -> str:
    """Say what the house would choose in somebody's place, and why: what it promises compared with the second choice."""
    told = [_("The house would choose “{label}”.", label=labels[advice["number"]]), _prospect(advice["points"], seat)]
    if advice["second"] is not None:
        second = _prospect(advice["second_points"], seat)
        told.append(_("Its second choice: “{label}”. {promise}", label=labels[advice["second"]], promise=second))
    return " ".join(told)


def _prospect(points: list[float], seat: int) -> str:
    own = in_figures(points[seat])
    if len(points) == 1:
        return _("Then it expects {own} points for you.", own=own)
    best = in_figures(best_of_others(points, seat))
    return _("Then it expects {own} points for you and {best} for the best of the others.", own=own, best=best)
