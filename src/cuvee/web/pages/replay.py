"""Looking back at matches the reader may see: move by move, the score sheet, forks, journals."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from markupsafe import Markup

from cuvee.charts import Chart, Frame, Line
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.score import ScoreSheet
from cuvee.kernel.text import _
from cuvee.web.bots import budgets, match_analysis
from cuvee.web.bots.match_analysis import SHARE, Told
from cuvee.web.match import tables
from cuvee.web.match.desk import journal_of
from cuvee.web.match.match_in_memory import Position
from cuvee.web.models import Table
from cuvee.web.ops.guard import trouble
from cuvee.web.page.sight import Sight, draw_parts
from cuvee.web.pages import old
from cuvee.web.pages.table import find_table, sight_of, whole_number
from cuvee.web.people import accounts, rate_limits

CHART_POINTS: Final = 240
"""A chart is drawn from at most this many positions."""
NO_PLACES: Final = [0]
"""The places of a match that ended without a result."""


@require_GET
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Show the position after a move, with buttons to step forward and back."""
    try:
        at = wanted_move(request.GET.get("at", ""))
    except CuveeError as error:
        return trouble(request, error)
    with sight_of(request, code, at) as sight:
        extra = {
            "parts": draw_parts(sight),
            "turns": turn_ends(sight.position),
            "person": accounts.who(request),
            "may_fork": may_fork(request, sight.table),
        }
        return render(request, "replay.html", sight.context() | extra | look_back(sight), using="jinja2")


def wanted_move(text: str) -> Callable[[Position], int]:
    """Read which position of a match is wanted; the last one if none is given."""
    wanted = whole_number(text or "-1")
    return lambda position: position.moves if wanted < 0 else min(wanted, position.moves)


def look_back(sight: Sight) -> dict[str, Any]:
    """Return the analysis of a match and its chart, if there are any."""
    found = match_analysis.find(sight.table)
    told = Told(found, sight.position) if found else None
    chart = chance_chart(told, sight.names, sight.at) if told and told.whole else None
    return {"told": told, "chart": chart}


@require_http_methods(["GET", "POST"])
def analyse(request: HttpRequest, code: str) -> HttpResponse:
    """Have a finished match analysed, or show the progress."""
    table = find_table(code)
    asked = request.POST if request.method == "POST" else request.GET
    try:
        at = wanted_move(asked.get("at", ""))
        if request.method == "POST":
            rate_limits.spend(request, rate_limits.QUESTIONS, accounts.who(request))
            match_analysis.ask_for(table, budgets.asked_by(request, accounts.who(request)))
            kept = {key: asked[key] for key in ("as", "at", "look") if asked.get(key)}
            return redirect(f"{reverse('replay', args=[code])}?{urlencode(kept)}#analysis")
        match_analysis.refuse_running(table)
    except CuveeError as error:
        return trouble(request, error)
    with sight_of(request, code, at) as sight:
        return render(request, "part_analysis.html", sight.context() | look_back(sight), using="jinja2")


def turn_ends(position: Position) -> list[int]:
    """List the moves after which somebody else acts: where stepping by turns stops."""
    moves = position.match.journal.moves
    return [0] + [n for n in range(1, len(moves) + 1) if n == len(moves) or moves[n].seat != moves[n - 1].seat]


def may_fork(request: HttpRequest, table: Table) -> bool:
    """Tell whether somebody may play on from a position. A fork shows every hand, so only those who may see them all."""
    own = tables.own_seats(table, accounts.who(request))
    return table.status == Table.FINISHED or len(own) == table.players


@require_POST
def fork(request: HttpRequest, code: str) -> HttpResponse:
    """Open a hot-seat table from a position."""
    table = find_table(code)
    try:
        if not may_fork(request, table):
            raise CuveeError(_("A running match cannot be forked: you would see the others' hands"))
        rate_limits.spend(request, rate_limits.TABLES, accounts.who(request))
        move = whole_number(request.POST.get("at", ""))
        moves = tables.moves_up_to(table, move)  # nobody becomes a guest by asking for a move that does not exist
        rate_limits.store(request, accounts.who(request), tables.size_of_table(table.options, table.overrides, len(moves)))
        twin = tables.fork(table, accounts.somebody(request), move)
    except CuveeError as error:
        return trouble(request, error)
    return redirect("table", code=twin.code)


@require_GET
def journal(request: HttpRequest, code: str) -> HttpResponse:
    """Save a match: the whole journal when it is over, before that what the seat has been told."""
    table = find_table(code)
    if table.status == Table.FINISHED and not tables.is_present(table):
        return as_file(table, old.stored_journal(table).to_json())
    with sight_of(request, code) as sight:
        table = sight.table
        finished = table.status == Table.FINISHED
        text = journal_of(table, sight.position).to_json() if finished else transcript(sight)
    return as_file(table, text)


def as_file(table: Table, text: str) -> HttpResponse:
    """Send a journal as a file to keep."""
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{table.game}-{table.code}.json"'
    return response


def transcript(sight: Sight) -> str:
    """Write down what a seat has been told of a running match: no seed, no sealed answer, no hidden card."""
    lines = [{"move": move, "seat": seat, "text": text} for move, told in enumerate(sight.told()) for seat, text in told]
    told = {
        "cuvee_transcript": 1,
        "game": sight.game.name,
        "rules": sight.game.version,
        "seats": sight.table.players,
        "options": sight.table.options,
        "players": sight.names,
        "commitment": sight.table.commitment,
        "told": lines,
        "view": sight.view.as_dict(),
    }
    return json.dumps(told, ensure_ascii=False, indent=1)


WIDE: Final = Frame(460, 240, 34, 96, 12, 24)
"""A chart with room for names at the ends of the lines."""
NARROW: Final = Frame(280, 140, 38, 8, 8, 20)
"""A chart for the rail beside a table, with the names below."""


def moments(moves: int) -> list[int]:
    """Choose the moves a chart is drawn from: all of them, or as many as it can show, with the first and the last."""
    step = max(1, -(-moves // CHART_POINTS))
    return sorted({*range(0, moves + 1, step), moves})


def lines_of(players: list[str], at: list[int], rows: Sequence[Sequence[float]]) -> list[Line]:
    """Make a line for each seat from its values after some moves."""
    return [(name, [(move, row[seat]) for move, row in zip(at, rows, strict=True)]) for seat, name in enumerate(players)]


def below(at: list[int]) -> list[tuple[float, str]]:
    """Label the first move, one in the middle and the last."""
    ends = sorted({at[0], at[len(at) // 2], at[-1]})
    return [(move, _("move {move}", move=move) if move == ends[-1] else str(move)) for move in ends]


def score_chart(position: Position, players: list[str], totals: Sequence[int]) -> Markup:
    """Draw the scores over a match."""
    at = moments(position.moves)
    rows = [position.game.scores(position.match.at(move)) for move in at]
    label = _("Scores over time; final scores: {scores}", scores=", ".join(map(str, totals)))
    return Markup(Chart(WIDE, lines_of(players, at, rows)).draw(label, below(at), names=True))


def chance_chart(told: Told, players: list[str], now: int) -> Markup:
    """Draw everybody's chances over a match; alone, the expected points."""
    at = moments(told.moves)
    most, unit = (1, "") if told.in_points else (SHARE, " %")
    lines = lines_of(players, at, [told.chances[move] for move in at])
    chances = ", ".join(f"{name} {told.chance(seat, now)}" for seat, name in enumerate(players))
    label = _("After move {move}: {chances}", move=now, chances=chances)
    return Markup(Chart(NARROW, lines, most, unit).draw(label, below(at), now))


@require_GET
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Show the score sheet of a finished match, line by line, with the scores over time."""
    if find_table(code).status != Table.FINISHED:
        return redirect("table", code=code)
    with sight_of(request, code) as sight:
        score: ScoreSheet = sight.game.sheet(sight.position.state)
        abandoned = sight.table.ending == tables.ABANDONED
        extra = {
            "score": score,
            "places": NO_PLACES * len(score.places) if abandoned else (sight.table.result or {}).get("places", score.places),
            "chart": score_chart(sight.position, sight.names, score.totals),
            "moves": sight.moves,
            "person": accounts.who(request),
        }
        return render(request, "sheet.html", sight.context() | extra, using="jinja2")
