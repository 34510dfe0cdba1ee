"""Looking back: any match one may see, move by move; the score sheet; forks; journals."""

import json
from typing import Final, final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.play import State
from cuvee.kernel.score import ScoreSheet
from cuvee.kernel.text import _, speaking
from cuvee.web import people, tables
from cuvee.web.desk import DESK, Position, journal_of, names
from cuvee.web.guard import trouble
from cuvee.web.models import Table
from cuvee.web.pages.table import as_text, find_table, looking, whole_number
from cuvee.web.show import Sight, draw_parts
from cuvee.web.speech import language_of, translator

CHART_POINTS: Final = 240
"""A chart is drawn from at most so many positions."""


@require_GET
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Show the position after a move, with the means to go on and back."""
    table = find_table(code)
    seat, own = looking(request, table)
    position = DESK.position(table)
    with position.lock, speaking(translator(language_of(request)), names(table)):
        try:
            at = whole_number(request.GET.get("at") or str(position.moves))
        except CuveeError as error:
            return trouble(request, error)
        sight = Sight(table, position, seat, own, max(0, min(at, position.moves)), as_text(request))
        extra = {
            "parts": draw_parts(sight),
            "turns": turn_ends(position),
            "person": people.who(request),
            "ticks": [move.seat + 1 for move in position.match.journal.moves],
            "may_fork": may_fork(request, table),
        }
        return render(request, "replay.html", sight.context() | extra, using="jinja2")


def turn_ends(position: Position) -> list[int]:
    """List the moves after which somebody else acts: where stepping by turns stops."""
    moves = position.match.journal.moves
    return [0] + [n for n in range(1, len(moves) + 1) if n == len(moves) or moves[n].seat != moves[n - 1].seat]


def may_fork(request: HttpRequest, table: Table) -> bool:
    """Tell whether somebody may play on from a position. A fork shows every hand: it is for who may see them all."""
    own = tables.own_seats(table, people.who(request))
    return table.status == Table.FINISHED or len(own) == table.players


@require_POST
def fork(request: HttpRequest, code: str) -> HttpResponse:
    """Open a hot-seat table from a position."""
    table = find_table(code)
    try:
        if not may_fork(request, table):
            raise CuveeError(_("A running match cannot be forked: you would see the others' hands"))
        person = people.somebody(request)
        twin = tables.fork(table, person, whole_number(request.POST.get("at", "")))
    except CuveeError as error:
        return trouble(request, error)
    return redirect("table", code=twin.code)


@require_GET
def journal(request: HttpRequest, code: str) -> HttpResponse:
    """Save a match: the whole journal once it is over, before that what the seat has been told."""
    table = find_table(code)
    seat, own = looking(request, table)
    position = DESK.position(table)
    with position.lock, speaking(translator(language_of(request)), names(table)):
        if table.status == Table.FINISHED:
            text = journal_of(table, position).to_json()
        else:
            text = transcript(Sight(table, position, seat, own))
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
        "told": lines,
        "view": sight.view.as_dict(),
    }
    return json.dumps(told, ensure_ascii=False, indent=1)


@final
class Curve:
    """The scores of one seat over a match, as a line of a chart."""

    def __init__(self, seat: int, name: str, values: list[int], places: "Chart") -> None:
        self.seal = seat + 1
        self.name = name
        self.last = values[-1]
        self.points = " ".join(f"{places.x(n):.1f},{places.y(value):.1f}" for n, value in enumerate(values))
        self.end = (places.x(len(values) - 1), places.y(values[-1]))


@final
class Chart:
    """Scores over time, drawn on the server."""

    WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 460, 240, 34, 96, 12, 24

    def __init__(self, position: Position, players: list[str]) -> None:
        moves = position.moves
        step = max(1, -(-moves // CHART_POINTS))
        self.at = sorted({*range(0, moves + 1, step), moves})
        scores = [position.game.scores(position.match.at(move)) for move in self.at]
        self.least = min(0, *(min(row) for row in scores))
        self.most = max(1, *(max(row) for row in scores))
        self.curves = [Curve(seat, name, [row[seat] for row in scores], self) for seat, name in enumerate(players)]
        self.levels = [(self.y(value), value) for value in self._round_values()]
        self.ends = [(self.x(n), self.at[n]) for n in (0, len(self.at) // 2, len(self.at) - 1)]

    def x(self, n: int) -> float:
        """Return where the n-th position stands."""
        return self.LEFT + (self.WIDTH - self.LEFT - self.RIGHT) * n / max(1, len(self.at) - 1)

    def y(self, value: float) -> float:
        """Return how high a score stands."""
        share = (value - self.least) / max(1, self.most - self.least)
        return self.HEIGHT - self.BOTTOM - share * (self.HEIGHT - self.TOP - self.BOTTOM)

    def _round_values(self) -> list[int]:
        span = self.most - self.least
        step = next(size for size in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 5000, 10**9) if span / size <= 5)
        first = -(-self.least // step) * step
        return list(range(first, self.most + 1, step))


@require_GET
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Show the score sheet of a finished match, line by line, with the scores over time."""
    table = find_table(code)
    if table.status != Table.FINISHED:
        return redirect("table", code=code)
    _seat, own = looking(request, table)
    position = DESK.position(table)
    with position.lock, speaking(translator(language_of(request)), names(table)):
        state: State = position.state
        score: ScoreSheet = position.game.sheet(state)
        result = table.result or {}
        context = {
            "sight": Sight(table, position, -1, own),
            "table": table,
            "game": position.game,
            "names": names(table),
            "score": score,
            "places": result.get("places", score.places),
            "chart": Chart(position, names(table)),
            "moves": position.moves,
            "person": people.who(request),
        }
        return render(request, "sheet.html", context, using="jinja2")
