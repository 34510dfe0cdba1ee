"""Playing one match: a position, its journal, and undo."""

from typing import Any, final

from cuvee.kernel.components import Components
from cuvee.kernel.errors import BadJournal, BadOption, CuveeError, IllegalMove
from cuvee.kernel.game import Game, Options
from cuvee.kernel.journal import Journal, Move
from cuvee.kernel.play import News, State
from cuvee.kernel.text import _, player


@final
class Match:
    """A game being played, move by move, everything written down.

    Undo is decided here, once for all games: a seat can take back its own moves to the last moment that nobody else had
    acted, nothing hidden was shown and no chance was drawn.
    """

    def __init__(
        self, game: Game[Any, Any], seats: int, options: Options, seed: int, components: Components | None = None
    ) -> None:
        setup = game.prepare(seats, options, components)
        self.game = game
        self.state: State = setup.new(seed)
        self.state.news = []
        tables = setup.components
        self.journal = Journal(
            game.name, game.version, seats, setup.options, seed, tables.digest, tables.overrides, self.state.digest()
        )
        self.story: list[list[News]] = [[]]
        """What happened at the start and after each move."""
        self._before: list[State] = []

    @staticmethod
    def from_journal(game: Game[Any, Any], journal: Journal) -> "Match":
        """Replay a journal, checking every position; name the first move that does not fit."""
        if journal.rules != game.version:
            played = _("it was played by version {old} of the rules of {title}", old=journal.rules, title=game.title)
            raise BadJournal(_("{played}; this is version {new}", played=played, new=game.version))
        components = game.components(journal.overrides)
        if components.digest != journal.components:
            raise BadJournal(_("it was played with other component data of {title} than this version has", title=game.title))
        try:
            match = Match(game, journal.seats, journal.options, journal.seed, components)
        except BadOption as error:
            raise BadJournal(str(error)) from None
        if match.state.digest() != journal.start:
            raise BadJournal(_("the deal does not fit the seed"), 0)
        for number, move in enumerate(journal.moves, 1):
            try:
                match.play(move.seat, move.text)
            except CuveeError as error:
                raise BadJournal(f"{player(move.seat)}: {move.text}: {error}", number) from None
            if match.journal.moves[-1].after != move.after:
                raise BadJournal(f"{player(move.seat)}: {move.text}: {_('the position after it is another one')}", number)
        match.journal.players = journal.players
        if journal.result is not None and journal.result != match.journal.result:
            raise BadJournal(_("the result is not the one this game leads to"), len(journal.moves))
        return match

    def play(self, seat: int, move: str | int) -> None:
        """Play a move, given as its text or its option number; refuse it whole if it is not legal."""
        number = self.state.parse(seat, move) if isinstance(move, str) else move
        if number not in self.state.options(seat):
            raise self.state.refusal(seat, str(move))
        text = self.state.format(seat, number)
        before = self.state
        after = before.clone()
        after.news = []
        after.apply(seat, number)
        self._before.append(before)
        self._now(after)
        self.journal.moves.append(Move(seat, text, after.digest()))

    def undo(self, seat: int) -> None:
        """Take back the last move of a seat."""
        if not self.can_undo(seat):
            raise IllegalMove(self.why_no_undo(seat))
        self.journal.moves.pop()
        self.story.pop()
        self.state = self._before.pop()
        self.journal.result = None

    def can_undo(self, seat: int) -> bool:
        """Tell whether a seat may take back the last move."""
        return not self.why_no_undo(seat)

    def why_no_undo(self, seat: int, back: int = 0) -> str:
        """Say why a seat cannot take back the move this many before the last, all later ones being taken back too."""
        number = len(self.journal.moves) - back
        if number < 1:
            return _("There is nothing to take back")
        last = self.journal.moves[number - 1].seat
        if last != seat:
            return _("{other} has acted since", other=player(last))
        if self.at(number).barrier != self.at(number - 1).barrier:
            return _("Something was revealed, drawn or locked by that move, so it stands")
        return ""

    def at(self, number: int) -> State:
        """Return the position after this many moves; do not change it."""
        return self._before[number] if number < len(self._before) else self.state

    def _now(self, state: State) -> None:
        self.state = state
        self.story.append(state.news or [])
        if state.over:
            self.journal.result = {"totals": self.game.scores(state), "places": self.game.places(state)}
