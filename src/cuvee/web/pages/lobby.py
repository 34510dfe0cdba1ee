"""The lobby: the shelf of games, tables to join, tables waiting for you; and the waiting room of a table."""

from datetime import datetime
from functools import cache
from secrets import choice, compare_digest
from typing import Final, final

from django.contrib import messages
from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import Greatest, RowNumber
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from cuvee import extensions, games
from cuvee.games.box import Box
from cuvee.kernel.errors import BadJournal, CuveeError
from cuvee.kernel.journal import Journal
from cuvee.kernel.text import _
from cuvee.web.bots import budgets
from cuvee.web.events import announcements
from cuvee.web.i18n.language import language_of
from cuvee.web.match import clocks, tables, uploads
from cuvee.web.match.tables import HOUSE, ME, STAND_IN, Wish
from cuvee.web.models import Person, Seat, Table
from cuvee.web.ops import cleanup
from cuvee.web.ops.guard import trouble
from cuvee.web.pages.opening import Draft, levels, offered, read_level, read_wish, usual_players, wants_a_look, words
from cuvee.web.people import display_names, rate_limits, trust
from cuvee.web.people.accounts import somebody, who

MOST_OPEN: Final = 30
MOST_WATCHED: Final = 6
MOST_FINISHED: Final = 5
GRAPES: Final = ("Syrah", "Merlot", "Riesling", "Touriga", "Chardonnay", "Pinot", "Malbec", "Gamay", "Viognier", "Grenache")
"""Names to suggest to visitors, so that two of them at one table rarely have the same name."""
PLAIN_BOTTLE: Final = "_lobby_plain_bottle.html"
LARGEST_JOURNAL: Final = 4 * 1024 * 1024


# What is shown about a table.


def options_in_words(game: Box, table: Table) -> str:
    """List the options in which a table differs from the standard game."""
    said: list[str] = []
    for setting in offered(game, table.players):
        value = table.options.get(setting.key, setting.default)
        if value != setting.default:
            name = words(setting.key).lower()
            said.append(name if value is True else f"{name}: {words(value)}")
    return ", ".join(said)


def pace_in_words(table: Table) -> str:
    """Say which clock a table has."""
    if table.clock == Table.LIVE:
        minutes = table.clock_seconds // tables.MINUTE
        if table.clock_increment:
            return _("live, {minutes} min + {seconds} s", minutes=minutes, seconds=table.clock_increment)
        return _("live, {minutes} min", minutes=minutes)
    if table.clock == Table.DAYS:
        days = table.clock_seconds // tables.DAY
        return _("1 day a move") if days == 1 else _("{days} days a move", days=days)
    return _("no clock")


def time_left(end: datetime, now: datetime) -> str:
    """Say how much time is left until a moment.

    >>> from datetime import timedelta
    >>> noon = datetime(2024, 1, 1, 12)
    >>> time_left(noon + timedelta(days=2, hours=4), noon), time_left(noon + timedelta(seconds=90), noon)
    ('2 d 4 h left', '1 min left')
    """
    seconds = int((end - now).total_seconds())
    if seconds <= 0:
        return _("time is up")
    days, hours, minutes = seconds // 86_400, seconds % 86_400 // 3600, seconds % 3600 // 60
    if days:
        return _("{days} d {hours} h left", days=days, hours=hours) if hours else _("{days} d left", days=days)
    if hours:
        return _("{hours} h left", hours=hours)
    return _("{minutes} min left", minutes=minutes) if minutes else _("{seconds} s left", seconds=seconds)


@final
class Row:
    """A table as a line of the lobby, seen by one person."""

    def __init__(self, table: Table, person: Person | None, now: datetime, viewer: trust.Viewer = trust.NOBODY) -> None:
        self.table = table
        self.viewer = viewer
        self.game = games.get(table.game)
        self.seats: list[Seat] = list(table.places.all())
        self.own = [seat for seat in self.seats if person is not None and seat.person_id == person.pk]
        self.old = not tables.is_present(table)
        self.asked = [seat for seat in self.own if seat.to_move and not seat.house and table.status == Table.PLAYING]
        if self.old:
            self.asked = []  # nobody can answer
        ends = [end for seat in self.asked if (end := clocks.deadline(table, seat)) is not None]
        self.end = min(ends, default=None)
        self._now = now

    @property
    def your_turn(self) -> bool:
        """Tell whether the table is waiting for the person."""
        return bool(self.asked)

    @property
    def free(self) -> int:
        """Count the free seats."""
        return sum(seat.open for seat in self.seats)

    @property
    def names(self) -> str:
        """Name those who sit here."""
        return ", ".join(seat.name for seat in self.seats if seat.name)

    @property
    def others(self) -> list[trust.Other]:
        """List those who sit here and have a menu beside their name."""
        return self.viewer.seated(self.table, self.seats)

    @property
    def options(self) -> str:
        """Say which options differ from the standard game."""
        return options_in_words(self.game, self.table)

    @property
    def pace(self) -> str:
        """Say which clock it has."""
        return pace_in_words(self.table)

    @property
    def watching(self) -> int:
        """Count the pages that are open at this table."""
        return announcements.HUB.watching(self.table.pk)

    @property
    def when(self) -> str:
        """Say what the table is waiting for."""
        if self.table.status == Table.WAITING:
            return _("1 seat free") if self.free == 1 else _("{free} seats free", free=self.free)
        if self.old:
            return _("older rules")
        if self.your_turn:
            return time_left(self.end, self._now) if self.end else _("your turn")
        movers = [seat.name for seat in self.seats if seat.to_move]
        if len(movers) == 1:
            return _("{name} to move", name=movers[0])
        return _("{number} to move", number=len(movers))

    @property
    def ends(self) -> datetime | None:
        """Return when a waiting table closes, or a match that nobody continues ends, if that is near."""
        end = cleanup.ends(self.table, self._now)
        near = end is not None and end < self._now + cleanup.WARNING
        return end if near or self.table.status == Table.WAITING else None

    @property
    def urgency(self) -> tuple[bool, float, float]:
        """Return the sort key: the person's own turns first, the most urgent at the top, then the latest activity."""
        asked = min((seat.asked_at.timestamp() for seat in self.asked if seat.asked_at), default=0.0)
        if self.your_turn:
            return (False, self.end.timestamp() if self.end else float("inf"), asked)
        return (True, float(self.table.status != Table.PLAYING), -self.table.moved_at.timestamp())

    @property
    def result(self) -> str:
        """Say how it ended, from the person's side if they sat there."""
        result = self.table.result or {}
        totals, places = list(result.get("totals", [])), list(result.get("places", []))
        if len(totals) != len(self.seats) or len(places) != len(self.seats):
            return _("ended early")
        said = self._own_result(totals, places) if len(self.own) == 1 else self._winners(totals, places)
        gone = [seat.name for seat in self.seats if self.table.ending == f"resigned:{seat.number}"]
        return _("{said}; {name} resigned", said=said, name=gone[0]) if gone else said

    def _own_result(self, totals: list[int], places: list[int]) -> str:
        mine = self.own[0].number
        others = ", ".join(str(total) for total in sorted((t for s, t in enumerate(totals) if s != mine), reverse=True))
        if len(totals) == 1:
            return (
                _("you won alone with {points}", points=totals[0])
                if places[0] == 1
                else _("alone, {points} points", points=totals[0])
            )
        if places[mine] > 1:
            return _(
                "place {place} of {players}, {points} points", place=places[mine], players=len(totals), points=totals[mine]
            )
        if places.count(1) > 1:
            return _("you share the victory, {points} to {others}", points=totals[mine], others=others)
        return _("you won, {points} to {others}", points=totals[mine], others=others)

    def _winners(self, totals: list[int], places: list[int]) -> str:
        points = " : ".join(str(total) for total in sorted(totals, reverse=True))
        winners = [seat.name for seat, place in zip(self.seats, places, strict=True) if place == 1]
        if not winners:
            return _("nobody won, {points}", points=points)
        return _("{winners} won, {points}", winners=", ".join(winners), points=points)


def own_rows(person: Person | None, now: datetime, viewer: trust.Viewer = trust.NOBODY) -> list[Row]:
    """List a person's unfinished tables, those that wait for them first."""
    if person is None:
        return []
    mine = Table.objects.filter(Q(places__person=person) | Q(host=person, status=Table.WAITING)).exclude(status=Table.FINISHED)
    return sorted(_rows(mine.distinct(), person, now, viewer), key=lambda row: row.urgency)


def _rows(found: "QuerySet[Table]", person: Person | None, now: datetime, viewer: trust.Viewer = trust.NOBODY) -> list[Row]:
    # A table of a game that has left the shelf cannot be shown; it stays in the database.
    known = games.names()
    return [Row(table, person, now, viewer) for table in found.prefetch_related("places") if table.game in known]


def _lists(person: Person | None, now: datetime) -> dict[str, object]:
    public = Table.objects.filter(public=True)
    viewer = trust.viewer(person.pk if person else 0)
    mine = own_rows(person, now, viewer)
    known = [row.table.pk for row in mine]
    finished = Table.objects.filter(status=Table.FINISHED).order_by("-finished_at")
    ended = finished.filter(places__person=person).distinct()[:MOST_FINISHED]
    own_finished = _rows(ended, person, now, viewer) if person else []
    shown = [row.table.pk for row in own_finished]
    waiting = public.filter(status=Table.WAITING).exclude(pk__in=known)
    if kept := trust.apart(person):
        waiting = waiting.exclude(host__in=kept).exclude(places__person__in=kept)
    open_rows = _rows(fair_choice(waiting), person, now, viewer)
    open_rows.sort(key=lambda row: row.table.created_at, reverse=True)
    playing = public.filter(status=Table.PLAYING).exclude(pk__in=known).order_by("-moved_at")
    counts = Table.objects.filter(public=True).exclude(status=Table.FINISHED).values_list("game").annotate(Count("pk"))
    return {
        "mine": mine,
        "turns": sum(row.your_turn for row in mine),
        "open_rows": open_rows,
        "open_count": waiting.count(),
        "watch_rows": _rows(playing[:MOST_WATCHED], person, now, viewer),
        "own_finished": own_finished,
        "finished_rows": _rows(finished.filter(public=True).exclude(pk__in=shown)[:MOST_FINISHED], person, now, viewer),
        "counts": dict(counts.order_by()),
    }


def fair_choice(waiting: "QuerySet[Table]") -> "QuerySet[Table]":
    """Choose which waiting tables to show if there are too many: everybody's newest, then everybody's second newest.

    Otherwise one person who opens table after table would crowd out everybody else. Guests from one address count as one.
    """

    def nth(of: str) -> Window:
        return Window(RowNumber(), partition_by=F(of), order_by=F("created_at").desc())

    if waiting.count() <= MOST_OPEN:
        return waiting
    chosen = waiting.order_by(Greatest(nth("host"), nth("opened_from")), "-created_at").values_list("pk", flat=True)
    return Table.objects.filter(pk__in=list(chosen[:MOST_OPEN]))


# The lobby.


def _shortest(game: Box) -> int:
    """Return the minutes of the shortest match of a game."""
    return int("".join(letter if letter.isdecimal() else " " for letter in game.minutes).split()[0])


@cache
def bottle_of(game: str) -> str:
    """Return the template of a game's bottle: the plain one if the game has none, or none that can be shown."""
    own = f"{game}/table/bottle.html"
    try:
        get_template(own, using="jinja2").render({"game": games.get(game)})
    except TemplateDoesNotExist:
        return PLAIN_BOTTLE
    except Exception as error:  # one game's broken drawing must not break the shelf of all games
        extensions.warn(f"the bottle of '{game}' cannot be drawn: {extensions.in_words(error)}")
        return PLAIN_BOTTLE
    return own


def draw_lobby(request: HttpRequest, draft: Draft, error: str = "", status: int = 200) -> HttpResponse:
    """Draw the lobby with the form as it was filled in; or, for htmx, the part that was asked for."""
    person, now = who(request), timezone.now()
    part = request.GET.get("part", "") if request.htmx else ""
    page = {
        "draft": draft,
        "error": error,
        "me": person,
        "shelf": games.every(),
        "usual_players": usual_players,
        "bottle_of": bottle_of,
        "quickest": min(games.every(), key=_shortest),
        "suggestion": choice(GRAPES),
        "notes": [] if part else [str(message) for message in messages.get_messages(request)],
        "part": part,
    }
    page |= _lists(person, now)
    template = {"opening": "_lobby_form_part.html", "lists": "_lobby_lists_part.html"}.get(part, "lobby.html")
    return render(request, template, page, status=status, using="jinja2")


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the lobby."""
    return draw_lobby(request, Draft(request.GET))


@require_POST
def open_one(request: HttpRequest) -> HttpResponse:
    """Open a table as the form says; or show the form again with an error, or for a changed number of players."""
    if wants_a_look(request.POST):
        return redirect(f"{reverse('lobby')}?{Draft(request.POST).address()}#opening")
    try:
        wish = read_wish(request.POST)
        rate_limits.spend(request, rate_limits.TABLES, who(request), rate_limits.OF_A_TABLE)
        wish.opened_from = budgets.origin_of(request)
        person = _known(request)
        table = tables.open_table(person, wish)
    except rate_limits.TooOften as error:
        return trouble(request, error)
    except CuveeError as error:
        return draw_lobby(request, Draft(request.POST), str(error), 422)
    return redirect("table", table.code)


def _known(request: HttpRequest) -> Person:
    """Return the person asking, or make them a guest with the name in the form."""
    name = request.POST.get("name", "")
    return somebody(request, display_names.tidy(name) if name.strip() else "")


@require_POST
def play_now(request: HttpRequest, game: str) -> HttpResponse:
    """Play at once: the standard game against house players, or alone if the game can be played alone."""
    try:
        box = games.get(game)
        rate_limits.spend(request, rate_limits.TABLES, who(request), rate_limits.OF_A_TABLE)
        players = usual_players(box)
        if "alone" in request.POST:
            if not box.solo:
                raise CuveeError(_("{title} cannot be played alone", title=box.title))
            players = 1
        wish = Wish(box.name, players, {}, [ME] + [f"{HOUSE}:{STAND_IN}"] * (players - 1))
        wish.public, wish.opened_from = False, budgets.origin_of(request)
        table = tables.open_table(_known(request), wish)
    except CuveeError as error:
        return trouble(request, error)
    return redirect("table", table.code)


@require_GET
def next_table(request: HttpRequest) -> HttpResponse:
    """Go to the table that waits most urgently for the person; `?after=` names the one they come from, to go round them all."""
    codes = [row.table.code for row in own_rows(who(request), timezone.now()) if row.your_turn]
    after = request.GET.get("after", "")
    if after in codes:
        here = codes.index(after)
        codes = codes[here + 1 :] + codes[: here + 1]
    if codes:
        return redirect("table", codes[0])
    messages.info(request, _("No table is waiting for you now."))
    return redirect("lobby")


@require_POST
def import_one(request: HttpRequest) -> HttpResponse:
    """Open a journal that was pasted or uploaded as a file."""
    try:
        rate_limits.spend(request, rate_limits.TABLES, who(request))
        table = _lay_out(request, _journal_text(request))
    except CuveeError as error:
        return trouble(request, error)
    return redirect("table", table.code)


def _journal_text(request: HttpRequest) -> str:
    file = request.FILES.get("journal")
    if file is None:
        text = request.POST.get("text", "")
    else:
        if file.size > LARGEST_JOURNAL:
            raise BadJournal(_("A journal can be at most {most} MB", most=LARGEST_JOURNAL // 1024**2))
        try:
            text = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadJournal(_("This file is not text, so it is not a journal")) from None
    if len(text) > LARGEST_JOURNAL:
        raise BadJournal(_("A journal can be at most {most} MB", most=LARGEST_JOURNAL // 1024**2))
    if not text.strip():
        raise BadJournal(_("Choose the file of a journal, or paste its text"))
    return text


def _lay_out(request: HttpRequest, text: str) -> Table:
    uploads.check(text, language_of(request))  # nobody becomes a guest by uploading a journal that cannot be read
    journal = Journal.from_json(text)
    rate_limits.store(request, who(request), tables.size_of_table(journal.options, journal.overrides, len(journal.moves)))
    return tables.import_journal(_known(request), journal)


# The waiting room.


def _find(code: str) -> Table:
    table = Table.objects.filter(code=code).first()
    if table is None or table.game not in games.names():
        raise Http404(_("There is no such table; perhaps it was closed"))
    return table


def waiting_room(request: HttpRequest, table: Table, invited: bool = False, status: int = 200) -> HttpResponse:
    """Draw the room where people wait until the table is full."""
    person = who(request)
    row = Row(table, person, timezone.now(), trust.viewer(person.pk if person else 0))
    refused = "" if row.own else trust.why_not_open(table, person)
    host = person is not None and table.host_id == person.pk
    address = reverse("join", args=[table.code, table.invitation])
    page = {
        "row": row,
        "table": table,
        "me": person,
        "host": host,
        "inside": host or bool(row.own),
        "refused": refused,
        "may_sit": not row.own and not refused and bool(row.free) and (table.public or invited or host),
        "invited": invited,
        "suggestion": choice(GRAPES),
        "sit_address": address if invited else reverse("sit", args=[table.code]),
        "invitation": request.build_absolute_uri(address) if host or row.own or table.public or invited else "",
        "levels": levels(),
        "choices": [
            (words(setting.key), words(table.options.get(setting.key, setting.default)), _(setting.explanation))
            for setting in offered(row.game, table.players)
        ],
    }
    template = "_lobby_room.html" if request.htmx else "waiting.html"
    return render(request, template, page, status=status, using="jinja2")


def _go(request: HttpRequest, address: str, status: int = 200) -> HttpResponse:
    """Redirect a browser to another page, also from a part of a page that polls for news."""
    if not request.htmx:
        return HttpResponseRedirect(address)
    response = HttpResponse(status=status)
    response.headers["HX-Redirect"] = address
    return response


@require_http_methods(["GET", "POST"])
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down at a table anybody may join. On GET, check whether the match has begun: the waiting room polls this."""
    if request.method == "GET":
        return _look(request, code)
    table = _find(code)
    person = who(request)
    if not table.public and (person is None or table.host_id != person.pk):
        invited_only = _("This table is by invitation only: ask {host} for the link", host=table.host)
        return trouble(request, CuveeError(invited_only), 403)
    return _sit_down(request, table)


def _look(request: HttpRequest, code: str) -> HttpResponse:
    table = Table.objects.filter(code=code).first()
    if table is None and request.htmx:
        messages.info(request, _("The table was closed: its host has left, or nobody sat down for a long time."))
        return _go(request, reverse("lobby"), 404)  # htmx redirects whatever the status is
    table = _find(code)
    if table.status != Table.WAITING:
        return _go(request, reverse("table", args=[code]))
    if request.htmx and request.GET.get("seen") == str(table.talk):
        return HttpResponse(status=204)  # nobody came or went
    return waiting_room(request, table, invited=_invited(table, request.GET.get("invitation", "")))


def _sit_down(request: HttpRequest, table: Table) -> HttpResponse:
    try:
        rate_limits.spend(request, rate_limits.MOVES, who(request))
        number = _seat_number(table, request.POST.get("seat", ""))
        if table.status != Table.WAITING:
            raise CuveeError(_("This match has already begun"))
        if not any(seat.open for seat in table.places.all()):
            raise CuveeError(_("This seat was just taken"))
        tables.sit_down(table, _known(request), number)
    except CuveeError as error:
        return trouble(request, error)
    return redirect("table", table.code)


def _seat_number(table: Table, text: str) -> int | None:
    if not text:
        return None
    if text.isdecimal() and text.isascii() and len(text) < 3 and int(text) < table.players:
        return int(text)
    raise CuveeError(_("There is no such seat at this table"))


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Stand up before the match begins; the table closes if its host leaves."""
    table, person = _find(code), who(request)
    try:
        if person is None or not (table.host_id == person.pk or tables.own_seats(table, person)):
            raise CuveeError(_("You are not sitting at this table"))
        rate_limits.spend(request, rate_limits.MOVES, person)
        tables.stand_up(table, person)
    except CuveeError as error:
        return trouble(request, error)
    closed = table.host_id == person.pk
    messages.info(request, _("The table is closed.") if closed else _("You have left the table."))
    return redirect("lobby")


@require_POST
def fill(request: HttpRequest, code: str) -> HttpResponse:
    """Let the house take the free seats."""
    table, person = _find(code), who(request)
    try:
        if person is None:
            raise CuveeError(_("Only {host}, who opened the table, can do that", host=table.host))
        if table.status != Table.WAITING:
            raise CuveeError(_("This match has already begun"))
        tables.fill_with_house(table, person, read_level(request.POST.get("level", "")))
    except CuveeError as error:
        return trouble(request, error)
    return redirect("table", table.code)


def _invited(table: Table, invitation: str) -> bool:
    return compare_digest(invitation.encode(), table.invitation.encode())


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, code: str, invitation: str) -> HttpResponse:
    """Answer an invitation: show who is there, and sit down."""
    table = _find(code)
    if not _invited(table, invitation):
        raise Http404(_("This invitation is not valid; ask for the link again"))
    if request.method == "POST":
        return _sit_down(request, table)
    if table.status != Table.WAITING or tables.own_seats(table, who(request)):
        return redirect("table", code)
    return waiting_room(request, table, invited=True)
