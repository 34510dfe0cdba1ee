"""The box of a game: its name, how many can play, how it can be set up, and how to open it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Final, Generic, TypeVar, final

from cuvee.kernel.chance import SEED_LIMIT, Chance, is_seed
from cuvee.kernel.components import Components
from cuvee.kernel.errors import BadOption
from cuvee.kernel.heuristics import Heuristics
from cuvee.kernel.play import News, State, shown
from cuvee.kernel.score import ScoreSheet
from cuvee.kernel.text import _, did_you_mean
from cuvee.kernel.view import Thing, View

MOST_REMEMBERED: Final = 32
"""How many sets of component tables may stay in memory for each game."""

P = TypeVar("P")
St = TypeVar("St", bound=State)

Value = str | int | bool
Options = dict[str, Value]


@final
class Setting:
    """One thing to choose before the game: its values, its default, and for how many players it is offered.

    >>> swap = Setting("advanced_swap", (False, True), "After the last trick …", seats=(2,))
    >>> swap.read("yes"), swap.default
    (True, False)
    """

    def __init__(self, key: str, values: tuple[Value, ...], explanation: str, seats: tuple[int, ...] = ()) -> None:
        self.key = key
        self.values = values
        self.default = values[0]
        self.explanation = explanation
        self.seats = seats

    def offered(self, seats: int) -> bool:
        """Tell whether this many players have the choice."""
        return not self.seats or seats in self.seats

    def read(self, value: Value) -> Value:
        """Read a value as a person or a file gives it; refuse one that is not offered."""
        text = str(value).strip().casefold()
        if isinstance(self.default, bool):
            text = {"yes": "true", "on": "true", "1": "true", "no": "false", "off": "false", "0": "false"}.get(text, text)
        for allowed in self.values:
            if str(allowed).casefold() == text:
                return allowed
        offers = ", ".join(str(allowed).lower() for allowed in self.values)
        raise BadOption(_("The option {key} can be {offers}, not {value}", key=self.key, offers=offers, value=value))


class Game(ABC, Generic[P, St]):
    """The box of one game. Cheap to make: rules, tables and pieces are loaded when they are first needed.

    >>> from cuvee import games
    >>> games.get("vinhos")
    <the box of Vinhos, rules version 1>
    """

    name: str
    title: str
    designer: str
    blurb: str
    minutes: str
    version: str
    """The version of the rules. A journal made with another version is refused, never silently reinterpreted."""
    seats: tuple[int, ...]
    settings: tuple[Setting, ...] = ()
    streams: tuple[str, ...] = ()
    solo: str = ""
    earlier_digests: Mapping[str, str] = {}
    """Digests that older journals name, each with the present digest of the same data: only wording has changed since."""

    def __init__(self) -> None:
        self._pieces: dict[str, P] = {}
        self._plain: Components | None = None

    def __repr__(self) -> str:
        return shown(self, lambda: f"the box of {self.title}, rules version {self.version}")

    # Written by a game.

    @abstractmethod
    def files(self) -> Mapping[str, str]:
        """Return the component files by name."""

    @abstractmethod
    def pieces(self, components: Components) -> P:
        """Read the tables into typed pieces."""

    @abstractmethod
    def deal(self, seats: int, options: Options, pieces: P, chance: Chance) -> St:
        """Set up the table and put the first frames on the agenda."""

    @abstractmethod
    def areas(self, state: St, seat: int) -> list[Thing]:
        """Build up what a seat (or SPECTATOR) sees."""

    @abstractmethod
    def scores(self, state: St) -> list[int]:
        """Return the total of each seat, as things stand."""

    @abstractmethod
    def places(self, state: St) -> list[int]:
        """Return the place of each seat, 1 for the best, equal where the rules leave a tie.

        An opponent without a seat (a solo opponent, a dummy player) takes a place too: nobody is first if it wins.
        """

    @abstractmethod
    def sheet(self, state: St) -> ScoreSheet:
        """Score every seat line by line. For the end of the game: it may count what is still hidden."""

    @abstractmethod
    def recount(self, state: St, news: News, seat: int) -> str:
        """Put a piece of news into words for a seat (or SPECTATOR)."""

    @abstractmethod
    def heuristics(self) -> Heuristics[Any]:
        """Return the beginner's judgement that bots start from."""

    def learned(self, seats: int) -> str | None:
        """Return what was learned about the value of positions, as `cuvee train` stores it, if anything was."""
        return None

    @abstractmethod
    def longest(self, seats: int, options: Options) -> int:
        """Return a number of decisions that no game of this set-up can exceed."""

    def modes(self) -> list[tuple[int, Options]]:
        """List every set-up worth testing: each number of players with each value of each setting, one changed at a time."""
        found: list[tuple[int, Options]] = []
        for seats in self.seats:
            found.append((seats, self.read_options(seats, {})))
            for setting in self.settings:
                if setting.offered(seats):
                    found += [(seats, self.read_options(seats, {setting.key: value})) for value in setting.values[1:]]
        return found

    def picture(self, view: View) -> str:
        """Draw a view as text for the terminal."""
        return "\n".join(line for area in view.areas for line in _outline(area, 0))

    # Provided for every box.

    def read_options(self, seats: int, given: Mapping[str, Value]) -> Options:
        """Check a number of players and options; return all options of the set-up, defaults filled in."""
        if seats not in self.seats:
            offers = ", ".join(str(number) for number in self.seats)
            raise BadOption(_("{title} is for {offers} players, not {seats}", title=self.title, offers=offers, seats=seats))
        offered = {setting.key: setting for setting in self.settings if setting.offered(seats)}
        for key in given:
            if key not in offered:
                raise BadOption(self._no_option(key, seats, list(offered)))
        return {key: setting.read(given.get(key, setting.default)) for key, setting in offered.items()}

    def _no_option(self, key: str, seats: int, offered: list[str]) -> str:
        if any(setting.key == key for setting in self.settings):
            return _("The option {key} of {title} is not offered for {seats} players", key=key, title=self.title, seats=seats)
        hint, keys = did_you_mean(key, offered), ", ".join(offered) or _("none")
        return _("{title} has no option '{key}'{hint}; it has: {keys}", title=self.title, key=key, hint=hint, keys=keys)

    def components(self, overrides: Mapping[str, str] | None = None) -> Components:
        """Return the tables of the box, with corrections applied."""
        if overrides:
            return Components(self.files(), overrides)
        if self._plain is None:
            self._plain = Components(self.files())
        return self._plain

    def same_data(self, tables: Components, digest: str) -> bool:
        """Tell whether a journal that names this digest was played with the data of these tables."""
        return digest in (tables.digest, tables.wording) or self.earlier_digests.get(digest) == tables.digest

    def new(
        self,
        seats: int,
        options: Mapping[str, Value] | None = None,
        seed: int = 0,
        components: Components | None = None,
    ) -> St:
        """Set up a table. The same seats, options, seed and components give the same game."""
        return self.prepare(seats, options, components).new(seed)

    def prepare(
        self, seats: int, options: Mapping[str, Value] | None = None, components: Components | None = None
    ) -> "SetUp[P, St]":
        """Check a set-up once, to deal from it many times."""
        chosen = self.read_options(seats, options or {})
        tables = components or self.components()
        return SetUp(self, seats, chosen, tables, self._read_pieces(tables))

    def _read_pieces(self, tables: Components) -> P:
        """Return the typed pieces of some tables; a bounded number stays in memory, since anybody may bring corrections."""
        pieces = self._pieces.get(tables.wording)
        if pieces is None:
            pieces = self.pieces(tables)
            for digest in list(self._pieces)[: max(0, len(self._pieces) + 1 - MOST_REMEMBERED)]:
                self._pieces.pop(digest, None)
            self._pieces[tables.wording] = pieces
        return pieces

    def view(self, state: St, seat: int) -> View:
        """Return what a seat (or SPECTATOR) may know."""
        return View(seat, self.areas(state, seat), state, self.sheet(state) if state.over else None)


@final
class SetUp(Generic[P, St]):
    """A game, its options and its pieces, checked and ready to be dealt with any seed.

    >>> from cuvee import games
    >>> setup = games.get("wine_cellar").prepare(2)
    >>> setup.new(1) == setup.new(1), setup.new(1) == setup.new(2)
    (True, False)
    """

    def __init__(self, game: Game[P, St], seats: int, options: Options, components: Components, pieces: P) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.components = components
        self.pieces = pieces
        self._streams = list(game.streams)

    def new(self, seed: int, apart: Mapping[str, int] | None = None) -> St:
        """Deal. The same seed gives the same game; streams of chance named in `apart` follow seeds of their own."""
        if not is_seed(seed):
            raise BadOption(_("The seed must be a whole number from 0 to {most}", most=SEED_LIMIT - 1))
        chance = Chance.from_seed(seed, self._streams)
        for name, own_seed in (apart or {}).items():
            chance.reseed_stream(self._streams.index(name), own_seed, name)
        state = self.game.deal(self.seats, self.options, self.pieces, chance)
        state.settle()
        return state


def _outline(thing: Thing, depth: int) -> list[str]:
    facts = "  ".join(f"{key} {value}" for key, value in thing.facts.items())
    line = "  " * depth + thing.name + (f": {facts}" if facts else "")
    return [line] + [inner for inside in thing.inside for inner in _outline(inside, depth + 1)]
