"""What one viewer sees of a table: the view, the lit targets, the players, the sentence, the log.

Players, spectators and replays all use the same path. Everything here is made from the seat's view and from news told to that
seat, so nothing can get in that the seat may not know.
"""

import re
from collections import OrderedDict
from datetime import datetime
from threading import Lock
from typing import Any, Final, NamedTuple, final

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, override
from markupsafe import Markup, escape

from cuvee.kernel.play import SPECTATOR, Option, State
from cuvee.kernel.text import _, noted, speaking
from cuvee.kernel.view import Thing, View
from cuvee.web.bots.dispatcher import HOUSE
from cuvee.web.events import announcements
from cuvee.web.i18n.language import translator
from cuvee.web.match import clocks, tables
from cuvee.web.match.desk import DESK, names
from cuvee.web.match.match_in_memory import CHUNK, Position
from cuvee.web.models import ChatLine, Note, Person, Seat, Table
from cuvee.web.page.table_cache import Lines, cache_of
from cuvee.web.page.templates import has_board, linked
from cuvee.web.people.trust import ANYBODY, NOBODY, Other, Viewer

UNSPOKEN: Final = frozenset(
    ("glyph", "code", "x", "y", "card", "deck", "id", "seat", "seats", "row", "col", "tile", "type", "about")
)
"""Facts used for drawing, not for reading."""
IN_FULL: Final = {"vp": noted("victory points")}
"""Facts whose short names are meant for templates."""
SEAT_NUMBER: Final = re.compile(r"-?[0-9]{1,2}")
CALM: Final = 8
"""With more targets than this they get plain rings without a halo, to keep the board calm."""


@final
class PlayerPanel:
    """One player as shown in the rail."""

    def __init__(self, seat: Seat, sight: "Sight") -> None:
        self.number = seat.number
        self.seal = seat.number + 1
        self.name = seat.name or _("Seat {number}", number=seat.number + 1)
        self.me = seat.number == sight.seat
        self.others = sight.viewer.seated(sight.table, [seat])
        self.to_act = not sight.replaying and seat.number in sight.view.waiting and sight.table.status == Table.PLAYING
        self.score = sight.scores[seat.number]
        self.bot = seat.bot
        self.stand_in = seat.stand_in
        self.resigned = seat.resigned
        self.hints = 0 if sight.replaying else seat.hints
        self.thinking = bool(self.to_act and seat.house and HOUSE.is_thinking(sight.table.pk))
        self.deadline: datetime | None = clocks.deadline(sight.table, seat)
        self.late = not sight.replaying and clocks.out_of_time(sight.table, seat, timezone.now())
        area = sight.view.find(f"player:{seat.number}")
        facts = plain_facts(area) if area else []
        self.facts = [fact for fact in facts if fact != ("total", str(self.score))]  # it is shown above them in large type


def plain_facts(thing: Thing) -> list[tuple[str, str]]:
    """List the facts of a thing in words, without the empty ones."""
    spoken = {key: value for key, value in thing.facts.items() if key not in UNSPOKEN and says(value)}
    return [(_(IN_FULL[key]) if key in IN_FULL else key.replace("_", " "), in_words(value)) for key, value in spoken.items()]


def says(value: Any) -> bool:
    """Tell whether a fact is worth mentioning: absent things are not."""
    return value is not None and value is not False and value not in ("", [])


def in_words(value: Any) -> str:
    """Write a fact as people would."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(str(part) for part in value) or _("none")
    return str(value)


@final
class Sight:
    """A table as one seat (or a spectator) sees it, now or after an earlier move. Make and use it under the position's lock."""

    def __init__(
        self,
        table: Table,
        position: Position,
        seat: int,
        own: list[Seat],
        at: int | None = None,
        as_text: bool = False,
        viewer: Viewer = NOBODY,
    ) -> None:
        if table.entries_made < position.read:  # it was read before the last move, so it may not show that the match is over
            table.refresh_from_db()
        self.as_text = as_text
        self.viewer = viewer
        self.table = table
        self.position = position
        self.game = position.game
        self.seat = seat
        self.own_seats = own
        self.moves = position.moves
        self.at = position.moves if at is None else at
        self.replaying = at is not None
        self.places: list[Seat] = list(table.places.all())
        self.names = names(table)
        state = position.match.at(self.at)
        self.state: State = state
        self.view: View = self.game.view(state, seat)
        self.scores: list[int] = self.game.scores(state)
        self.stopped = table.status == Table.FINISHED and not position.state.over
        if self.replaying or self.stopped:
            self.view.options = []
        self._cache = cache_of(position)
        self._ids: set[str] | None = None
        self.lit: dict[str, list[Option]] = {}
        for option in self.view.options:
            for target in option.targets:
                self.lit.setdefault(target, []).append(option)
        self.soft = len(self.lit) > CALM
        self.last = self._last_targets()

    @property
    def mine(self) -> bool:
        """Tell whether the viewer has something to decide now."""
        return bool(self.view.options)

    @property
    def may_hint(self) -> bool:
        """Tell whether hints may be asked for at this table."""
        people = {seat.person_id for seat in self.places if seat.person_id is not None}
        return bool(self.table.hints) or len(people) <= 1

    @property
    def drawn(self) -> bool:
        """Tell whether the game's own drawing is shown, not the table as text."""
        return has_board(self.game.name) and not self.as_text

    @property
    def stamp(self) -> str:
        """Return the version of everything the viewer sees."""
        return f"{self.position.read}.{self.table.talk}"

    @property
    def asked(self) -> int:
        """Return the entry since which this seat has had its question."""
        return self.position.asked[self.seat] if self.seat >= 0 else 0

    @property
    def players(self) -> list[PlayerPanel]:
        """List the players, in the order of their seats."""
        return [PlayerPanel(seat, self) for seat in self.places]

    @property
    def own_seat(self) -> Seat | None:
        """Return the viewer's own seat, if its owner is looking."""
        return next((seat for seat in self.own_seats if seat.number == self.seat), None)

    @property
    def pass_to(self) -> Seat | None:
        """Return the seat to hand the screen to, where several people share it."""
        if self.replaying or self.mine or self.table.status != Table.PLAYING:
            return None
        return next((seat for seat in self.own_seats if seat.number in self.view.waiting and not seat.house), None)

    def can(self, target: str) -> str:
        """Return the class of a thing that can be chosen now."""
        if target not in self.lit:
            return ""
        return "can soft" if self.soft else "can"

    def trace(self, target: str) -> str:
        """Return the classes of a thing that somebody else's last move touched."""
        return f" last s{self.position.match.journal.moves[self.at - 1].seat + 1}" if target in self.last else ""

    def hit(self, target: str) -> Markup:
        """Return the attributes that make a drawn thing a target."""
        found = self.lit.get(target)
        if not found:
            return Markup(f' data-t="{escape(target)}"')
        numbers = " ".join(str(option.number) for option in found)
        label = found[0].label if len(found) == 1 else _("{count} choices: {labels}", count=len(found), labels=_joined(found))
        return Markup(' data-t="{}" data-o="{}" role="button" tabindex="0" aria-label="{}"').format(target, numbers, label)

    def _last_targets(self) -> set[str]:
        """Find what somebody else's last move touched, as far as the viewer sees it; sealed answers leave no trace."""
        if self.at == 0 or self.position.match.journal.moves[self.at - 1].seat == self.seat:
            return set()
        return set(self.seen(self.at))

    def seen(self, move: int) -> list[str]:
        """List the things a move was made with that the viewer sees on the table now."""
        if self._ids is None:
            self._ids = {thing.id for area in self.view.areas for thing in area.all()}
        return [target for target in self._cache.touched(self.position, move) if target in self._ids]

    def sentence(self) -> str:
        """Say what has to be decided, and by whom."""
        view, table = self.view, self.table
        if self.replaying:
            return _("After move {move} of {moves}", move=self.at, moves=self.moves)
        if table.status == Table.FINISHED:
            return self.verdict()
        if self.mine:
            return view.prompt
        if self.pass_to is not None:
            return _("Hand the screen to {name}", name=self.pass_to.name)
        waiting = [self.names[seat] for seat in view.waiting]
        if not waiting:
            return _("The match is over")
        if len(waiting) == 1:
            return _("{name} has to decide", name=waiting[0])
        return _("Waiting for {people}", people=_("{first} and {last}", first=", ".join(waiting[:-1]), last=waiting[-1]))

    def verdict(self) -> str:
        """Say who won."""
        result = self.table.result or {}
        places: list[int] = result.get("places", [])
        totals: list[int] = result.get("totals", [])
        if self.table.ending.startswith("resigned:"):
            return _("{name} has resigned", name=self.names[int(self.table.ending.partition(":")[2])])
        if self.table.ending == tables.ABANDONED:
            return _("Nobody continued the match, so it ended without a result")
        winners = [self.names[seat] for seat, place in enumerate(places) if place == 1]
        if not winners:
            return _("The house wins")
        best = totals[places.index(1)]
        if len(places) == 1:
            return _("{name} finishes with {points} points", name=winners[0], points=best)
        if len(winners) > 1:
            return _("A tie: {names} with {points} points", names=", ".join(winners), points=best)
        return _("{name} wins with {points} points", name=winners[0], points=best)

    def flag(self) -> str:
        """Say in two words whose turn it is."""
        if self.replaying:
            return _("Replay")
        if self.table.status == Table.FINISHED:
            return _("Game over")
        return _("Your turn") if self.mine else _("Waiting")

    def undo_reason(self) -> str:
        """Say why the viewer cannot take a move back; nothing if they can."""
        if self.own_seat is None or self.replaying or self.table.status != Table.PLAYING:
            return _("There is nothing to take back")
        return self._why_no_undo()

    def turn_length(self) -> int:
        """Count how many of the viewer's last moves can be taken back at once."""
        count = 0
        while self.seat >= 0 and count < self.moves and not self._why_no_undo(count):
            count += 1
        return count

    def _why_no_undo(self, back: int = 0) -> str:
        return self.position.why_no_undo(self.seat, self.places[self.seat].held_since, back)

    def told(self, first: int = 0, last: int | None = None) -> list[Lines]:
        """Return what the viewer was told with some moves, by move: (seat it happened to, sentence)."""
        told = self._cache.told(self.seat, f"{get_language()}:{self.names}")
        moves = range(first, self.at + 1 if last is None else min(last, self.at) + 1)
        return [told.get(self.position, move, self._tell) for move in moves]

    def _tell(self, position: Position, move: int) -> Lines:
        """Put into words what the viewer is told with a move."""
        match = position.match
        state = match.at(move)
        texts = [(news.seat, self.game.recount(state, news, self.seat)) for news in match.news(move)]
        return [(seat, text) for seat, text in texts if text]

    @property
    def others(self) -> list[Other]:
        """List the people at the table who have a menu beside their name."""
        return self.viewer.seated(self.table, self.places)

    def chat(self) -> "list[Said]":
        """List what was said, without people the viewer has muted."""
        return heard(self.table, self._cache.said(self.table), self.viewer)

    def watching(self) -> int:
        """Count the open pages."""
        return announcements.HUB.watching(self.table.pk)

    def context(self) -> dict[str, Any]:
        """Return what the templates of the table need."""
        return {
            "sight": self,
            "chat": self.chat,
            "table": self.table,
            "game": self.game,
            "view": self.view,
            "seat": self.seat,
            "seats": self.table.players,
            "names": self.names,
            "scores": self.scores,
            "own": self.seat >= 0,
            "can": self.can,
            "hit": self.hit,
            "trace": self.trace,
            "plain": plain_facts,
            "last": self.last,
            "replaying": self.replaying,
            "board_template": f"{self.game.name}/table/board.html" if self.drawn else "board.html",
        }


def _joined(options: list[Option]) -> str:
    return "; ".join(option.label for option in options[:6])


class Said(NamedTuple):
    """A line of the chat, with the menu for its speaker."""

    number: int
    name: str
    text: str
    others: list[Other]


def heard(table: Table, lines: list[ChatLine], viewer: Viewer) -> list[Said]:
    """List the lines somebody reads, without those of people they keep away."""
    return [
        Said(line.pk, line.name, line.text, viewer.others(table, [(line.person_id, line.name)]))
        for line in lines
        if viewer.hears(line.person_id)
    ]


def note_of(table: Table, person: Person | None) -> str:
    """Return what a person wrote for themselves."""
    if person is None:
        return ""
    note = Note.objects.filter(table=table, person=person).first()
    return str(note.text) if note else ""


LOG: Final = "log"
"""The part that contains the log, which is drawn in parts of its own."""
PARTS: Final = ("bar", "choices", "board", "players", "chat")
"""The parts of a table page that change, each drawn by `part_<name>.html` into the element of that id."""


def draw_parts(sight: Sight) -> dict[str, str]:
    """Draw every part of the page that can change, by the id of its element."""
    context = sight.context()
    drawn = {name: render_to_string(f"part_{name}.html", context, using="jinja2") for name in PARTS}
    return drawn | draw_log(sight)


def draw_log(sight: Sight) -> dict[str, str]:
    """Draw the log, one part for every CHUNK moves; older parts are placeholders that open on demand."""
    last = sight.at // CHUNK
    return {
        f"log-{number}": draw_chunk(sight, number) if number >= last - 1 else folded_chunk(sight, number)
        for number in range(last + 1)
    }


def draw_chunk(sight: Sight, number: int) -> str:
    """Draw some moves of the log. Plain string work, since a log has hundreds of lines and this runs at every update."""
    address = reverse("replay", args=[sight.table.code])
    to_here = escape(_("Undo to here"))
    first_to_undo = sight.at - sight.turn_length() if not sight.undo_reason() else sight.at
    lines = [f'<ol id="log-{number}" class="lines">']
    first = number * CHUNK
    for move, told in enumerate(sight.told(first, first + CHUNK - 1), first):
        if not told:
            continue
        now = " now" if move == sight.at else ""
        see = f' data-see="{escape(" ".join(seen))}"' if (seen := sight.seen(move)) else ""
        back = ""
        if first_to_undo <= move < sight.at:
            words = f'title="{to_here}" aria-label="{to_here}"'
            back = f'<button class="to" form="undo-form" name="to" value="{move}" {words}>↶</button>'
        link = f'<a class="at" href="{address}?as={sight.seat}&amp;at={move}">{move}</a>'
        for seat, text in told:
            owner = f"s{seat + 1}" if 0 <= seat < sight.table.players else "all"
            lines.append(f'<li class="{owner}{now}"{see}><span>{linked(text, sight.game.name)}{back}</span>{link}</li>')
    lines.append("</ol>")
    return "".join(lines)


def folded_chunk(sight: Sight, number: int) -> str:
    """Draw the placeholder of some older moves."""
    address = f"{reverse('log', args=[sight.table.code])}?as={sight.seat}&chunk={number}"
    words = _("Moves {first} to {last}", first=max(1, number * CHUNK), last=(number + 1) * CHUNK - 1)
    return (
        f'<ol id="log-{number}" class="lines"><li class="folded"><a href="{escape(address)}" hx-get="{escape(address)}" '
        f'hx-target="#log-{number}" hx-swap="outerMorph">{escape(words)}</a></li></ol>'
    )


def marks(parts: dict[str, str]) -> dict[str, int]:
    """Return a hash of the text of each part, which takes no memory to keep."""
    return {name: hash(html) for name, html in parts.items()}


def changed_parts(before: dict[str, int], now: dict[str, str]) -> dict[str, str]:
    """Return the parts whose hash has changed. If parts of the log came or went, the whole log replaces them."""
    fresh = {name: html for name, html in now.items() if before.get(name) != hash(html)}
    if {name for name in before if name.startswith("log-")} != {name for name in now if name.startswith("log-")}:
        chunks = "".join(html for name, html in now.items() if name.startswith("log-"))
        fresh = {name: html for name, html in fresh.items() if not name.startswith("log-")}
        fresh[LOG] = f'<div id="{LOG}" class="log" role="log" aria-live="off">{chunks}</div>'
    return fresh


def wrap(parts: dict[str, str]) -> str:
    """Wrap parts so that the page morphs each into its place."""
    return "".join(
        f'<hx-partial hx-target="#{escape(name)}" hx-swap="outerMorph">{html}</hx-partial>' for name, html in parts.items()
    )


PEN: Final = Lock()
"""One drawing at a time: each uses a whole core, so two at once would both be late, and moves made meanwhile too."""


Drawn = tuple[str, dict[str, str]]
"""The version of what was drawn, and the parts."""


@final
class Gallery:
    """What spectators see, drawn once for all of them: the last version of each table, by language.

    Viewers with a name find menus beside the names of others. A viewer who keeps somebody away, or has spoken, has their own
    chat.
    """

    MOST = 64
    """At most this many drawings are kept."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[tuple[int, str, bool, bool], Drawn] = OrderedDict()
        self._lock = Lock()

    def look(self, table: Table, language: str, as_text: bool, named: bool = False) -> Drawn:
        """Return what spectators see of a table; the first to ask draws it, the others wait."""
        key = table.pk, language, as_text, named
        with self._lock:
            kept = self._drawn.get(key)
            if kept is None or kept[0] != table.version:
                kept = self._drawn[key] = _draw(table, SPECTATOR, [], language, as_text, ANYBODY if named else NOBODY)
                self._drawn.move_to_end(key)
                if len(self._drawn) > self.MOST:
                    self._drawn.popitem(last=False)
            return kept


GALLERY: Final = Gallery()


def look(table: Table, seat: int, own: list[Seat], language: str, as_text: bool, viewer: Viewer = NOBODY) -> Drawn:
    """Draw all parts of a table for one viewer; return the version and the parts."""
    if seat == SPECTATOR and not own:
        stamp, parts = GALLERY.look(table, language, as_text, bool(viewer.person))
        return stamp, parts | own_chat(table, language, viewer)
    return _draw(table, seat, own, language, as_text, viewer)


def _draw(table: Table, seat: int, own: list[Seat], language: str, as_text: bool, viewer: Viewer) -> Drawn:
    position = DESK.position(table)
    with position.lock, PEN, speaking(translator(language), names(table)), override(language):
        sight = Sight(table, position, seat, own, as_text=as_text, viewer=viewer)
        return sight.stamp, draw_parts(sight)


def own_chat(table: Table, language: str, viewer: Viewer) -> dict[str, str]:
    """Draw the chat for a spectator who keeps somebody away or has spoken; nothing for all others."""
    if not viewer.person:
        return {}
    position = DESK.position(table)
    with position.lock:
        lines = cache_of(position).said(table)
    if not any(line.person_id == viewer.person or not viewer.hears(line.person_id) for line in lines):
        return {}
    with PEN, speaking(translator(language), names(table)), override(language):
        context = {"table": table, "chat": lambda: heard(table, lines, viewer)}
        return {"chat": render_to_string("part_chat.html", context, using="jinja2")}


def eyes(table: Table, own: list[Seat], wanted: str | None) -> int:
    """Decide from which seat a page looks; KeyError if somebody asks for a seat that is not theirs.

    People who share a screen say which of their seats is looking. When a match is over every hand is open.
    """
    numbers = [seat.number for seat in own]
    if wanted not in (None, ""):
        seat = int(str(wanted)) if SEAT_NUMBER.fullmatch(str(wanted)) else table.players
        if seat == SPECTATOR or seat in numbers or (table.status == Table.FINISHED and 0 <= seat < table.players):
            return seat
        raise KeyError(wanted)
    return numbers[0] if len(numbers) == 1 else SPECTATOR
