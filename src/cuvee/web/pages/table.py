"""The table: the page, its live stream, answers, undo, questions about things, chat and notes."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from typing import Any, Final, final

from asgiref.sync import sync_to_async
from django.db import Error, close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from cuvee.kernel.errors import CuveeError, OtherRules
from cuvee.kernel.play import SPECTATOR
from cuvee.kernel.text import _, speaking
from cuvee.web.bots import budgets, hints
from cuvee.web.bots.dispatcher import describe_task
from cuvee.web.events.announcements import HUB
from cuvee.web.i18n.language import language_of, translator
from cuvee.web.mail import notices
from cuvee.web.match import tables
from cuvee.web.match.desk import DESK, names
from cuvee.web.match.match_in_memory import Position, TooLate
from cuvee.web.match.rights import Claim, Revoked
from cuvee.web.models import Note, Seat, Table
from cuvee.web.ops.guard import trouble
from cuvee.web.ops.request_queue import LOOKING
from cuvee.web.page.broadcast import BROADCASTS, Step
from cuvee.web.page.diff import Wire
from cuvee.web.page.sight import (
    LOG,
    PEN,
    Sight,
    changed_parts,
    draw_chunk,
    draw_parts,
    eyes,
    look,
    marks,
    note_of,
    own_chat,
    plain_facts,
    wrap,
)
from cuvee.web.pages import lobby, old
from cuvee.web.people import accounts, rate_limits, trust

log_of = logging.getLogger(__name__)
AWAY: Final = 1.0
"""Seconds until a stream looks again after the database was unavailable."""
HEARTBEAT: Final = 15.0
"""Seconds after which a quiet stream sends a sign of life."""
WATCHING: Final = ThreadPoolExecutor(1, "watching")
"""Spectators' pages have a thread of their own: however many there are, players do not wait behind them."""


def find_table(code: str, *with_its: str) -> Table:
    """Find a table by its code, with related rows that will be read more than once."""
    table = Table.objects.filter(code=code).prefetch_related(*with_its).first()
    if table is None:
        raise Http404(_("There is no table at this address"))
    return table


def looking(request: HttpRequest, table: Table) -> tuple[int, list[Seat]]:
    """Return the seat from which a request looks, and the person's own seats."""
    own = tables.own_seats(table, accounts.who(request))
    try:
        return eyes(table, own, request.GET.get("as") or request.POST.get("as")), own
    except KeyError:
        raise Http404(_("That is not your seat")) from None


def acting_seat(request: HttpRequest, table: Table) -> Seat:
    """Return the seat somebody answers for, which has to be their own."""
    own = tables.own_seats(table, accounts.who(request))
    wanted = request.POST.get("as", "")
    for seat in own:
        if str(seat.number) == wanted or (wanted == "" and len(own) == 1):
            return seat
    raise Http404(_("That is not your seat"))


def viewer_of(request: HttpRequest) -> trust.Viewer:
    """Return the viewer, with those they keep away."""
    person = accounts.who(request)
    return trust.viewer(person.pk) if person is not None else trust.NOBODY


@contextmanager
def sight_of(request: HttpRequest, code: str, at: Callable[[Position], int] | None = None) -> Iterator[Sight]:
    """See a table as the person asking does; nobody moves while the block runs."""
    table = find_table(code)
    seat, own = looking(request, table)
    position = DESK.position(table)
    with position.lock, speaking(translator(language_of(request)), names(table)):
        yield Sight(table, position, seat, own, at(position) if at else None, as_text(request), viewer_of(request))


@require_GET
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Show a table; before the match begins, its waiting room."""
    table = find_table(code)
    if table.status == Table.WAITING:
        return lobby.waiting_room(request, table)
    try:
        position = DESK.position(table)
    except OtherRules as error:
        return old.page(request, table, error)
    seat, own = looking(request, table)
    since = min((place.seen_entry for place in own), default=table.entries_made)
    mark_seen(table, own)
    budgets.note_watching(table.pk, own[0].person_id if own else 0)
    notices.looked(table, accounts.who(request))
    with position.lock, speaking(translator(language_of(request)), names(table)):
        sight = Sight(table, position, seat, own, as_text=as_text(request), viewer=viewer_of(request))
        extra = {
            "parts": draw_parts(sight),
            "since": position.moves_at(since),
            "missed": max(0, position.moves - position.moves_at(since)) if 0 < since < position.read - 1 else 0,
            "note": note_of(table, accounts.who(request)),
            "person": accounts.who(request),
            "confirm": confirms(request),
            "invitation": request.build_absolute_uri(reverse("table", args=[table.code])),
        }
        return render(request, "table.html", sight.context() | extra, using="jinja2")


def as_text(request: HttpRequest) -> bool:
    """Tell whether somebody wants the table as text."""
    return (request.GET.get("look") or request.POST.get("look")) == "text"


def confirms(request: HttpRequest) -> str:
    """Return whether a person wants to confirm every choice: "always" or "never"."""
    return accounts.preference(accounts.who(request), "confirm")


def mark_seen(table: Table, own: list[Seat]) -> None:
    """Remember how far somebody has seen the match, for "moves since you were here"."""
    for seat in own:
        if seat.seen_entry != table.entries_made:
            Seat.objects.filter(pk=seat.pk).update(seen_entry=table.entries_made)


@require_GET
def stream(request: HttpRequest, code: str) -> HttpResponse:
    """Keep a page up to date while it is open."""
    gaze = _open_stream(request, code)
    since = request.headers.get("Last-Event-ID") or request.GET.get("since", "")
    response = StreamingHttpResponse(_updates(gaze, since), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


@final
class Gaze:
    """What a stream remembers of its request: the viewer, the table and the look."""

    def __init__(self, table: Table, seat: int, request: HttpRequest) -> None:
        self.table = table.pk
        self.seat = seat
        self.claim = Claim(request)
        self.address = rate_limits.address_of(request)
        self.language = language_of(request)
        self.as_text = as_text(request)
        self._drawn: dict[str, int] = {}
        """What the page shows: the hashes of its parts."""
        self._wire = Wire()
        self._said_open = -budgets.MARK.total_seconds()
        """When it was last noted that somebody is looking."""
        self._kept: dict[int, str] = {}
        self._sent = ""
        """The version up to which a spectator was sent everything that all spectators get."""

    def news(self, since: str, rung: bool) -> tuple[str, list[Step]]:
        """Draw what can be seen now; return its version and the updates that lead to it, none if the page has that version.

        This takes time, so it runs in a thread, not in the event loop of the streams. A page that was not rung for has most
        likely missed nothing, so that is checked first. Whether the viewer may still look is checked every time: raises
        Revoked if not.
        """
        close_old_connections()
        try:
            self.claim.check()
            self._say_open()
            if self.seat == SPECTATOR:
                return self._as_spectator(since)
            if not rung and Table.objects.only("entries_made", "talk").get(pk=self.table).version == since:
                return since, []
            return self._alone(since, Table.with_people().get(pk=self.table))
        finally:
            close_old_connections()

    def _as_spectator(self, since: str) -> tuple[str, list[Step]]:
        """Return what all spectators get, unless this one has a chat of their own or keeps people away."""
        table = BROADCASTS.table(self.table)
        viewer = trust.viewer(self.claim.person)
        if table.version == since and viewer.kept == self._kept and (self._sent or self._drawn):
            return since, []
        if self._own_seats(table) or (self.claim.person and own_chat(table, self.language, viewer)):
            self._sent = ""
            return self._alone(since, table)
        self._drawn, self._kept = {}, viewer.kept
        stamp, parts = look(table, SPECTATOR, [], self.language, self.as_text, viewer)
        if not self._sent and stamp == since:
            return since, []  # the page was loaded a moment ago
        key = self.table, self.language, self.as_text, bool(self.claim.person)
        steps = BROADCASTS.since(key, self._sent, stamp, parts)
        self._sent = stamp
        return stamp, steps

    def _alone(self, since: str, table: Table) -> tuple[str, list[Step]]:
        """Return what only this viewer gets."""
        own = self._own_seats(table)
        viewer = trust.viewer(self.claim.person)
        anew = bool(self._drawn) and viewer.kept != self._kept  # somebody was muted on another page
        known = bool(self._drawn) and table.version == since and not anew
        seen = None if known else look(table, self.seat, own, self.language, self.as_text, viewer)
        for person in {place.person_id: place.person for place in own}.values():
            notices.looked(table, person)
        if seen is None:
            return since, []
        stamp, parts = seen
        steps = []
        if anew or stamp != since:
            with PEN:
                steps = [Step(since, stamp, self._tell(changed_parts(self._drawn, parts)))]
        self._drawn, self._kept = marks(parts), viewer.kept
        return stamp, steps

    def _say_open(self) -> None:
        """Note now and then that somebody is looking, so that bots go on."""
        if time.monotonic() - self._said_open >= budgets.MARK.total_seconds():
            self._said_open = time.monotonic()
            budgets.note_watching(self.table, self.claim.person)

    def _own_seats(self, table: Table) -> list[Seat]:
        """List the person's present seats; raise Revoked if the seat of this stream is no longer theirs."""
        own = [place for place in table.places.all() if place.person_id is not None and place.person_id == self.claim.person]
        try:
            eyes(table, own, str(self.seat))
        except KeyError:
            raise Revoked from None
        return own

    def _tell(self, parts: dict[str, str]) -> str:
        """Write an update. A log sent whole is not kept, so that a long match takes no more memory than a short one."""
        update = self._wire.tell(parts)
        if LOG in parts:
            self._wire.forget(LOG)
        return update


def _open_stream(request: HttpRequest, code: str) -> Gaze:
    table = find_table(code)
    seat, _own = looking(request, table)
    gaze = Gaze(table, seat, request)
    rate_limits.refuse_streams(gaze.claim.person, gaze.address)
    DESK.position(table)  # raises now if it cannot be opened; a stream that has begun could not say so
    return gaze


async def _updates(gaze: Gaze, since: str) -> AsyncIterator[str]:
    """Send changes as they happen. A page that missed updates gets the newest state, which is all it needs."""
    yield "retry: 500\n\n"
    await sync_to_async(close_old_connections)()  # that of the request, since a page may stay open for days
    looks_on = gaze.seat == SPECTATOR
    counted = BROADCASTS.watching() if looks_on else nullcontext()
    with counted, HUB.listening(gaze.table, gaze.claim.person, gaze.address) as listener:
        rung, watching = True, -1
        while not HUB.closing:
            listener.rung.clear()
            try:
                since, steps = await _see_to(gaze, since, rung)
            except (Revoked, Table.DoesNotExist):
                return
            except rate_limits.Busy:  # it has waited for long; it goes on waiting
                yield ": still here\n\n"
                await asyncio.sleep(AWAY)
                continue
            except Error as error:  # the server will come back: the page stays, and gets what it missed
                log_of.info("the database is unavailable: %s", error)
                await asyncio.sleep(AWAY)
                continue
            listener.shown = since
            for step in steps:
                yield f"id: {step.stamp}\ndata: {step.update}\n\n"
            if (
                now := HUB.watching(gaze.table)
            ) != watching:  # somebody who comes or goes wakes no page: the number is sent with the next news
                watching = now
                yield f"event: watching\ndata: {watching}\n\n"
            if steps and looks_on:
                await asyncio.sleep(min(BROADCASTS.breath, HEARTBEAT))
            try:
                rung = await asyncio.wait_for(listener.rung.wait(), HEARTBEAT)
            except TimeoutError:
                rung = False
                yield ": still here\n\n"


async def _see_to(gaze: Gaze, since: str, rung: bool) -> tuple[str, list[Step]]:
    """Draw the news for an open page, in a thread; players' pages take turns by address."""

    def news() -> tuple[str, list[Step]]:
        return gaze.news(since, rung)

    if gaze.seat == SPECTATOR:
        return await asyncio.get_running_loop().run_in_executor(WATCHING, news)
    return await (await LOOKING.turn(gaze.address)).do(news)


def fresh_parts(request: HttpRequest, table: Table, note: str = "", status: int = 200) -> HttpResponse:
    """Answer a change: the page gets it by its stream. An error is answered with a message and the table as it is now."""
    if not request.htmx:
        address = reverse("table", args=[table.code])
        wanted = request.POST.get("as", "")
        return redirect(f"{address}?as={wanted}" if wanted else address)
    if not note:
        return HttpResponse(status=204)  # the stream tells everybody, this page too: one path, one order
    said = render(request, "part_notice.html", {"notice": note, "table": table}, using="jinja2").content.decode()
    table.refresh_from_db()
    seat, own = looking(request, table)
    _stamp, parts = look(table, seat, own, language_of(request), as_text(request), viewer_of(request))
    return HttpResponse(wrap({**changed_parts({}, parts), "notice": said}), status=status)


def attempt(request: HttpRequest, table: Table, do: Any) -> HttpResponse:
    """Do something at a table; say clearly what is wrong if it cannot be done."""
    try:
        do()
    except CuveeError as error:
        refused = trouble(request, error)
        if not request.htmx or isinstance(error, OtherRules):
            return refused
        response = fresh_parts(request, table, str(error), refused.status_code)
        if "Retry-After" in refused.headers:
            response.headers["Retry-After"] = refused.headers["Retry-After"]
        return response
    return fresh_parts(request, table)


def whole_number(text: str) -> int:
    """Read a number from a form."""
    try:
        return int(text)
    except ValueError:
        raise CuveeError(_("'{text}' is not a number", text=text[:20])) from None


@require_POST
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Play a move: checked, committed, then acknowledged."""
    table = find_table(code, "places")
    seat = acting_seat(request, table)

    def play() -> None:
        if table.status == Table.FINISHED:
            raise TooLate(_("This match is over"))
        if table.status != Table.PLAYING:
            raise CuveeError(_("This match has not begun"))
        rate_limits.spend(request, rate_limits.MOVES, accounts.who(request), rate_limits.PIECE)
        with speaking(translator(language_of(request)), names(table)):
            number, asked = whole_number(request.POST.get("option", "")), whole_number(request.POST.get("asked", ""))
            DESK.play(table, seat.number, number, asked, seat.person_id)

    return attempt(request, table, play)


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Take back a move, the whole turn, or everything after a line of the log."""
    table = find_table(code)
    seat = acting_seat(request, table)

    def back() -> None:
        if table.status != Table.PLAYING:
            raise TooLate(_("This match is over"))
        rate_limits.spend(request, rate_limits.MOVES, seat.person, rate_limits.PIECE)
        position = DESK.position(table)
        with position.lock, speaking(translator(language_of(request)), names(table)):
            if request.POST.get("to", "") != "":
                count = position.moves - whole_number(request.POST["to"])
            elif request.POST.get("turn"):
                count = Sight(table, position, seat.number, [seat]).turn_length()
            else:
                count = 1
            if not 0 <= count <= position.moves:
                raise CuveeError(_("There is no such move"))
            DESK.undo(table, seat.number, max(1, count), seat.person_id)

    return attempt(request, table, back)


@require_GET
def about(request: HttpRequest, code: str) -> HttpResponse:
    """Say what a thing on the table is, what choosing it does now, or why it cannot be chosen."""
    what = request.GET.get("what", "")[:80]
    with sight_of(request, code) as sight:
        thing = sight.view.find(what)
        why = ""
        if sight.mine and what not in sight.lit:
            why = str(sight.state.refusal(sight.seat, what))
            if thing is not None:
                why = why.replace(f"“{what}”", f"“{thing.name}”").replace(f"«{what}»", f"«{thing.name}»")
        facts = plain_facts(thing) if thing else []
        context = sight.context() | {"thing": thing, "facts": facts, "why": why, "found": sight.lit.get(what, [])}
        return render(request, "about.html", context, using="jinja2")


@require_GET
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Show an older part of the log."""
    try:
        chunk = max(0, whole_number(request.GET.get("chunk", "0")))
    except CuveeError as error:
        return trouble(request, error)
    with sight_of(request, code) as sight:
        return HttpResponse(draw_chunk(sight, chunk))


@require_GET
def hint(request: HttpRequest, code: str) -> HttpResponse:
    """Ask the house what it would do in the person's place. It thinks without holding up the table.

    Everybody sees who asks, so only the button on a page may ask, never a link that somebody was sent.
    """
    if not request.htmx:
        return redirect("table", code=code)
    with sight_of(request, code) as sight:
        table, seat = sight.table, sight.seat
        if not sight.may_hint:
            raise CuveeError(_("Hints are off at this table, since others play here"))
        labels = {option.number: option.label for option in sight.view.options}
        task = describe_task(table, sight.position, "advise") | {"seat": seat}
        entries = sight.position.read
    note = _("There is nothing for you to decide now")
    if labels:
        rate_limits.spend(request, rate_limits.QUESTIONS, accounts.who(request))
        try:
            found = hints.ask_for(table, task, entries, budgets.asked_by(request, accounts.who(request)))
            note = hints.in_words(found, seat, labels)
            tables.note_hint(table, seat)
        except CuveeError:
            note = _("The house cannot answer now; ask again in a moment")
    return render(request, "part_notice.html", {"notice": note, "table": table, "kind": "hint"}, using="jinja2")


@require_POST
def chat(request: HttpRequest, code: str) -> HttpResponse:
    """Say something at a table."""
    table = find_table(code)
    person = accounts.who(request)
    if person is None:
        return trouble(request, CuveeError(_("Pick a name first, then you can talk")))

    def talk() -> None:
        text = request.POST.get("text", "")
        rate_limits.spend(request, rate_limits.CHAT, person, rate_limits.PIECE + len(text[: tables.LONGEST_TALK].encode()))
        tables.talk(table, person, text)

    return attempt(request, table, talk)


@require_POST
def note(request: HttpRequest, code: str) -> HttpResponse:
    """Keep a private note."""
    table = find_table(code)
    person = accounts.who(request)
    if person is None:
        return trouble(request, CuveeError(_("Pick a name first, then you can take notes")))
    rate_limits.spend(request, rate_limits.MOVES, person)
    text = request.POST.get("text", "")[:10_000]
    before = Note.objects.filter(table=table, person=person).values_list("text", flat=True).first() or ""
    rate_limits.store(request, person, max(0, len(text.encode()) - len(before.encode())))
    Note.objects.update_or_create(table=table, person=person, defaults={"text": text})
    return HttpResponse(status=204) if request.htmx else redirect("table", code=code)


@require_POST
def resign(request: HttpRequest, code: str) -> HttpResponse:
    """Give up."""
    table = find_table(code)
    seat = acting_seat(request, table)

    def give_up() -> None:
        if request.POST.get("sure") != "yes":
            raise CuveeError(_("Tick the box first: resigning cannot be taken back"))
        tables.resign(table, seat, seat.person)

    return attempt(request, table, give_up)


@require_POST
def hand_over(request: HttpRequest, code: str) -> HttpResponse:
    """Let the house play for somebody who has run out of time; anybody else at the table may ask for it."""
    table = find_table(code)
    if not tables.own_seats(table, accounts.who(request)):
        raise Http404(_("Only people at the table can do that"))
    return attempt(request, table, lambda: tables.hand_to_house(table, whole_number(request.POST.get("seat", ""))))


@require_POST
def come_back(request: HttpRequest, code: str) -> HttpResponse:
    """Take the person's seat back from the house."""
    table = find_table(code)
    seat = acting_seat(request, table)
    return attempt(request, table, lambda: tables.come_back(table, seat, seat.person))
