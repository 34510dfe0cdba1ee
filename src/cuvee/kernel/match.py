"""Playing one match: a position, its journal, and undo."""

from collections.abc import Iterator
from typing import Any, Final, final

from cuvee.kernel.components import Components
from cuvee.kernel.errors import BadJournal, BadOption, CuveeError, IllegalMove, OtherRules
from cuvee.kernel.game import Game, Options
from cuvee.kernel.journal import Journal, Move, counted
from cuvee.kernel.play import News, State, shown
from cuvee.kernel.snapshot import freeze, thaw
from cuvee.kernel.text import _, player

STRIDE: Final = 12
"""How many of the last positions are kept. Of the earlier ones, one in this many is; the rest are replayed on demand."""


@final
class Match:
    """A game being played move by move, with everything written down.

    Undo is decided here, once for all games: a seat can take back its own moves unless somebody else has
    acted since, something hidden was shown or chance was drawn.

    >>> from cuvee import games
    >>> match = Match(games.get("vinhos"), 2, {}, seed=1)
    >>> match.play(0, match.state.options(0)[0])
    >>> match
    <match after 1 move: Vinhos, year 1, seat 1 to answer "first_region">
    """

    def __init__(
        self, game: Game[Any, Any], seats: int, options: Options, seed: int, components: Components | None = None
    ) -> None:
        setup = game.prepare(seats, options, components)
        self.game = game
        self.state: State = setup.new(seed)
        tables = setup.components
        self.journal = Journal(
            game.name, game.version, seats, setup.options, seed, tables.digest, tables.overrides, self.state.digest()
        )
        self._deal: State = self.state
        self._story: list[list[News]] = [[]]
        self._kept: dict[int, State] = {}
        """Positions by the moves before them."""
        self._first = 0
        """The first move whose position and news are in memory; earlier ones are replayed if somebody asks for them."""
        self._again: dict[int, State] = {}
        """The positions of the stretch that was replayed last."""

    def __repr__(self) -> str:
        return shown(self, lambda: f"match after {counted(len(self.journal.moves), 'move')}: {repr(self.state)[1:-1]}")

    @staticmethod
    def from_journal(game: Game[Any, Any], journal: Journal) -> "Match":
        """Replay a journal, checking every position; name the first move that does not match."""
        if journal.rules != game.version:
            played = _("it was played by version {old} of the rules of {title}", old=journal.rules, title=game.title)
            raise OtherRules(_("{played}; this is version {new}", played=played, new=game.version))
        components = game.components(journal.overrides)
        if not game.same_data(components, journal.components):
            raise OtherRules(_("it was played with other component data for {title} than this version's", title=game.title))
        try:
            match = Match(game, journal.seats, journal.options, journal.seed, components)
        except BadOption as error:
            raise BadJournal(str(error)) from None
        journal.check_commitment()
        if match.state.digest() != journal.start:
            raise BadJournal(_("the deal does not match the seed"), 0)
        for number, move in match._replay(journal):
            if match.journal.moves[-1].after != move.after:
                why = _("the position after it is a different one")
                raise BadJournal(f"{player(move.seat)}: {move.text}: {why}", number)
        match.journal.players, match.journal.earlier = journal.players, journal.earlier
        match.journal.commitment, match.journal.salt = journal.commitment, journal.salt
        if journal.result is not None and journal.result != match.journal.result:
            raise BadJournal(_("the result is not the one this game leads to"), len(journal.moves))
        return match

    @staticmethod
    def record_anew(game: Game[Any, Any], journal: Journal) -> "Match":
        """Replay a journal under the present rules and component data; name the first move that is no longer legal.

        Unlike `from_journal`, it accepts that positions and the result differ: for examples and tests, never for a match
        that people have played.
        """
        match = Match(game, journal.seats, journal.options, journal.seed, game.components(journal.overrides))
        list(match._replay(journal))
        if journal.result is not None and not match.state.over:
            raise BadJournal(_("the game is not over after the last move"), len(journal.moves))
        match.journal.players = journal.players
        return match

    def _replay(self, journal: Journal) -> Iterator[tuple[int, Move]]:
        """Play the moves of a journal one by one; name the first that is not legal."""
        for number, move in enumerate(journal.moves, 1):
            try:
                self.play(move.seat, move.text)
            except CuveeError as error:
                raise BadJournal(f"{player(move.seat)}: {move.text}: {error}", number) from None
            yield number, move

    @staticmethod
    def resume(game: Game[Any, Any], journal: Journal, snapshot: str) -> "Match":
        """Go on after the last move of a journal from a snapshot of that position, replaying nothing.

        A snapshot is accepted only if it is the position that the journal names.
        """
        match = Match.from_journal(game, journal.head())
        match.state = thaw(snapshot, match.state, journal.moves[-1].after if journal.moves else journal.start)
        match.journal.moves = journal.moves[:]
        match._first = len(journal.moves)
        match._note_end()
        return match

    def snapshot(self) -> str:
        """Write the position down, so that the match can go on from it; raise NoSnapshot if this one cannot be."""
        return freeze(self.state, self._deal)

    def play(self, seat: int, move: str | int) -> None:
        """Play a move, given as its text or its option number; refuse it and change nothing if it is not legal."""
        self.adopt(*self.attempt(seat, move))

    def attempt(self, seat: int, move: str | int) -> tuple[State, Move]:
        """Play a move on a copy of the position and change nothing; return where it leads and how it is written down."""
        number = self.state.parse(seat, move) if isinstance(move, str) else move
        if number not in self.state.options(seat):
            raise self.state.refusal(seat, str(move))
        after = self.state.clone()
        after.news = []
        after.apply(seat, number)
        return after, Move(seat, self.state.format(seat, number), after.digest())

    def adopt(self, after: State, move: Move) -> None:
        """Go on to where an attempt has led. Only one made from the present position may be adopted."""
        self._keep(self.state)
        self.state = after
        self._story.append(after.news or [])
        self._note_end()
        self.journal.moves.append(move)

    def undo(self, seat: int) -> None:
        """Take back the last move of a seat."""
        if why := self.why_no_undo(seat):
            raise IllegalMove(why)
        if len(self.journal.moves) <= self._first:
            self._recall()
        self.state = self.at(len(self.journal.moves) - 1)
        self.journal.moves.pop()
        self._story.pop()
        self._kept.pop(len(self.journal.moves), None)
        self._again.clear()
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
        if number < self._first:
            if number == 0:
                return self._deal
            self._recall()
        if number >= len(self.journal.moves):
            return self.state
        return self._kept.get(number) or self._play_again(number)

    @property
    def kept(self) -> int:
        """Count the positions in memory."""
        return len(self._kept) + len(self._again) + 1

    def _keep(self, state: State) -> None:
        """Keep a position, and drop one that has become old, unless others are replayed from it."""
        now = len(self.journal.moves)
        self._kept[now] = state
        if now - STRIDE > self._first and (now - STRIDE) % STRIDE:
            self._kept.pop(now - STRIDE, None)

    def _play_again(self, number: int) -> State:
        """Return a position that was dropped; keep its neighbours, since whoever asks for one asks for the next."""
        if number not in self._again:
            self._again.clear()
            made = max(move for move in self._kept if move < number)
            state = self._kept[made]
            while made + 1 not in self._kept and made + 1 < len(self.journal.moves):
                move = self.journal.moves[made]
                state = state.clone()
                state.apply(move.seat, state.parse(move.seat, move.text))
                made += 1
                self._again[made] = state
        return self._again[number]

    def forget(self, before: int) -> None:
        """Keep only the positions after this many moves and later; earlier ones are replayed if somebody asks for them."""
        first = min(before, len(self.journal.moves))
        if first > self._first:
            self._kept = {first: self.at(first)} | {number: kept for number, kept in self._kept.items() if number > first}
            del self._story[: first - self._first]
            self._first = first

    def news(self, number: int) -> list[News]:
        """List what happened with a move; 0 is the start."""
        if number <= self._first:
            self._recall()
        return self._story[number - self._first]

    @property
    def story(self) -> list[list[News]]:
        """List what happened at the start and after each move."""
        self._recall()
        return self._story

    def _recall(self) -> None:
        """Replay what is not in memory."""
        if self._first == 0:
            return
        past = self.journal.head()
        past.moves = self.journal.moves[: self._first]
        match = Match.from_journal(self.game, past)
        self._kept = match._kept | self._kept
        self._story = match._story + self._story[1:]
        self._first = 0

    def _note_end(self) -> None:
        if self.state.over:
            self.journal.result = {"totals": self.game.scores(self.state), "places": self.game.places(self.state)}
