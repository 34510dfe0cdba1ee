"""Playing in the terminal: the table as text, numbered options, undo, rules, hints, saving and resuming."""

import os
import secrets
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from cuvee import bots
from cuvee.bots.bot import Bot
from cuvee.games.box import Box
from cuvee.games.rulebook import find_section
from cuvee.kernel.chance import SEED_LIMIT, Chance, derive_seed
from cuvee.kernel.components import Components
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.game import Options
from cuvee.kernel.journal import Journal
from cuvee.kernel.match import Match
from cuvee.kernel.score import ScoreSheet
from cuvee.kernel.text import _, noted, player, speaking

HELP: Final = noted("""\
  a number       play that option        undo          take your last move back
  its text       play it (“bid 13”)      hint          what a greedy player would do
  table          show the table again    rules 5.4     read that section (rules: all)
  log            what happened so far    why WORDS     why something is not possible
  save [FILE]    write the journal       quit          leave (the game is saved)""")


class _Leave(Exception):
    """The person wants to stop."""


def saves_folder() -> Path:
    """Return where games played in the terminal are kept."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "cuvee"


def write_whole(path: Path, text: str) -> None:
    """Write a file completely or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError as error:
        raise CuveeError(_("cannot save to {path}: {why}", path=path, why=error.strerror)) from None


def is_person(name: str) -> bool:
    """Tell whether a seat is a person's: `me`, or a name that begins with a capital letter.

    >>> is_person("me"), is_person("Ann"), is_person("greedy")
    (True, True, False)
    """
    return name == "me" or name[:1].isupper()


def read_seats(text: str | None, seats: int) -> list[str]:
    """Read who sits where; if nothing is given, the person sits first and greedy bots take the other seats."""
    names = [name.strip() for name in text.split(",")] if text else ["me"] + ["greedy"] * (seats - 1)
    if len(names) != seats:
        raise CuveeError(_("--seats names {named} players for {seats} seats", named=len(names), seats=seats))
    for name in names:
        if not is_person(name):
            bots.check_names([name], 1)
    return names


class Terminal:
    """One match at one terminal."""

    def __init__(self, match: Match, names: list[str]) -> None:
        self.match = match
        self.box: Box = match.game  # type: ignore[assignment]
        self.names = names
        match.journal.players = names
        seed = match.journal.seed
        self.bots: list[Bot | None] = [
            None if is_person(name) else bots.make(name, self.box, derive_seed(seed, "terminal", seat))
            for seat, name in enumerate(names)
        ]
        self.autosave = saves_folder() / f"{self.box.name}.json"
        self.told = 0
        """How many moves have been reported to the person at the screen."""
        self.shown = -1
        """How many moves had been made when the table was last shown; it is not shown again between the steps of a turn."""
        self.at_screen = next((seat for seat, bot in enumerate(self.bots) if bot is None), -1)
        self.commands: dict[str, Callable[[int, str], None]] = {
            "help": self._help,
            "?": self._help,
            "table": self._table,
            "log": self._log,
            "undo": self._undo,
            "hint": self._hint,
            "rules": self._rules,
            "why": self._why,
            "save": self._save,
            "quit": self._quit,
        }

    @staticmethod
    def start(
        box: Box, seats: int | None, options: Options, who: str | None, seed: int | None, components: Components
    ) -> "Terminal":
        """Set up a new match."""
        count = seats or (len(who.split(",")) if who else max(min(box.seats), 2))
        names = read_seats(who, count) if count in box.seats else []
        chosen = secrets.randbelow(SEED_LIMIT) if seed is None else seed
        return Terminal(Match(box, count, options, chosen, components), names)

    @staticmethod
    def resume(box: Box, file: str, who: str | None) -> "Terminal":
        """Continue a saved match."""
        path = Path(file) if file else saves_folder() / f"{box.name}.json"
        if not path.exists():
            raise CuveeError(_("there is no saved game at {path}; start one with: cuvee play {game}", path=path, game=box.name))
        journal = Journal.from_json(path.read_text("utf-8"))
        if journal.game != box.name:
            raise CuveeError(_("{path} is a game of {found}, not of {game}", path=path, found=journal.game, game=box.name))
        seated = ",".join(journal.players) if not who and journal.players else who
        return Terminal(Match.from_journal(box, journal), read_seats(seated, journal.seats))

    def run(self) -> int:
        """Play until the game is over or the person leaves."""
        with speaking(names=[self._called(seat) for seat in range(len(self.names))]):
            print(f"{self.box.title}, by {self.box.designer}. {_('Type help for the commands.')}")
            try:
                while not self.match.state.over:
                    self._next_move()
            except (_Leave, EOFError, KeyboardInterrupt):
                self._keep()
                print(f"\n{_('Saved. Continue with')}: cuvee play {self.box.name} --resume")
                return 0
            self._tell_news()
            if self.at_screen >= 0:
                self._table(self.at_screen, "")
            print_sheet(self.box.sheet(self.match.state))
            self.autosave.unlink(missing_ok=True)
        return 0

    def _called(self, seat: int) -> str:
        """Return what to call a seat; two bots of the same kind are distinguished by their letters."""
        name = self.names[seat]
        if name == "me":
            return player(seat)
        return f"{name} {player(seat)}" if self.names.count(name) > 1 else name

    def _next_move(self) -> None:
        waiting = self.match.state.waiting
        for seat in waiting:
            bot = self.bots[seat]
            if bot is not None:
                self.match.play(seat, bot.choose(self.match.state, seat))
                return
        self._ask(waiting[0])
        self._keep()

    def _keep(self) -> None:
        write_whole(self.autosave, self.match.journal.to_json())

    def _ask(self, seat: int) -> None:
        if seat != self.at_screen:
            input("\n" * 60 + _("It is {player}'s turn at the screen: press Enter ", player=player(seat)))
            self.at_screen = seat
            self.shown = -1
        self._tell_news()
        if any(move.seat != seat for move in self.match.journal.moves[max(self.shown, 0) :]) or self.shown < 0:
            self._table(seat, "")
        before = len(self.match.journal.moves)
        while len(self.match.journal.moves) == before:
            view = self.box.view(self.match.state, seat)
            print(f"\n{bold(view.prompt)}  (§{view.section})")
            for place, option in enumerate(view.options, 1):
                print(f"  {place:>2}  {option.label}  [{option.text}]")
            try:
                if self._answer(seat, input("> ").strip()):
                    return
            except CuveeError as error:
                print(error)

    def _answer(self, seat: int, line: str) -> bool:
        """Carry out a line of input; return True if the position has changed."""
        word, _space, rest = line.partition(" ")
        command = self.commands.get(word.casefold())
        before = self.match.state
        if command is not None:
            command(seat, rest.strip())
        elif line.isdecimal():
            options = self.match.state.options(seat)
            if not 1 <= int(line) <= len(options):
                raise CuveeError(_("There are options 1 to {last}", last=len(options)))
            self.match.play(seat, options[int(line) - 1])
        elif line:
            self.match.play(seat, line)
        return self.match.state is not before

    def _tell_news(self) -> None:
        story = self.match.story
        for number in range(self.told, len(story)):
            for news in story[number]:
                print(f"  · {self.box.recount(self.match.state, news, self.at_screen)}")
        self.told = len(story)

    # The commands.

    def _help(self, _seat: int, _rest: str) -> None:
        print(_(HELP))

    def _table(self, seat: int, _rest: str) -> None:
        self.shown = len(self.match.journal.moves)
        print("\n" + self.box.picture(self.box.view(self.match.state, seat)))

    def _log(self, seat: int, _rest: str) -> None:
        for number, told in enumerate(self.match.story):
            for news in told:
                print(f"  {number:>3}  {self.box.recount(self.match.state, news, seat)}")

    def _undo(self, seat: int, _rest: str) -> None:
        self.match.undo(seat)
        self.told = min(self.told, len(self.match.story))

    def _hint(self, seat: int, _rest: str) -> None:
        state = self.match.state
        numbers = state.options(seat)
        rates = self.box.heuristics().opinions(state, seat, numbers, Chance.from_seed(0, ["hint"]))
        best = numbers[rates.index(max(rates))]
        print(_("A greedy player would choose: {label}", label=state.option(seat, best).label))

    def _rules(self, _seat: int, rest: str) -> None:
        text = self.box.rules()
        found = find_section(text, rest) if rest else text
        print(found or _("There is no § {section}", section=rest))

    def _why(self, seat: int, rest: str) -> None:
        number = self.match.state.parse(seat, rest)
        print(_("It is possible: {label}", label=self.match.state.option(seat, number).label))

    def _save(self, _seat: int, rest: str) -> None:
        path = Path(rest) if rest else self.autosave
        write_whole(path, self.match.journal.to_json())
        print(_("Saved to {path}", path=path))

    def _quit(self, _seat: int, _rest: str) -> None:
        raise _Leave


def bold(text: str) -> str:
    """Make text bold, if a person is watching."""
    return f"\033[1m{text}\033[0m" if sys.stdout.isatty() else text


def print_sheet(sheet: ScoreSheet) -> None:
    """Print the score sheet and who won."""
    seats = range(len(sheet.totals))
    width = max([len(line.label) for line in sheet.lines] + [12])
    print("\n" + bold(f"{_('Score'):<{width}}  " + "  ".join(f"{player(seat):>8}" for seat in seats)))
    for line in sheet.lines:
        print(f"{line.label:<{width}}  " + "  ".join(f"{value:>8}" for value in line.values) + f"  §{line.section}")
    print(bold(f"{_('Total'):<{width}}  " + "  ".join(f"{total:>8}" for total in sheet.totals)))
    winners = [player(seat) for seat in seats if sheet.places[seat] == 1]
    names = ", ".join(winners)
    if sheet.titles:
        print(bold(", ".join(sheet.titles)))
    elif not winners:
        print(bold(_("The opponent without a seat wins")))
    elif len(winners) > 1:
        print(bold(_("A draw: {names}", names=names)))
    else:
        print(bold(_("The winner: {names}", names=names)))
