"""The table and what still has to happen on it: state, agenda, decisions and options.

A state carries its *agenda*, a stack of small immutable frames. A `Step` happens by itself; a `Decision` asks one seat; a
`Together` asks several seats at once and keeps their answers sealed until the last one is in. `State.settle` works
through the agenda until somebody has to be asked. One function lists the options of a
decision, checks an answer and feeds the screen, so these cannot disagree.
"""

from abc import abstractmethod
from collections.abc import Callable
from hashlib import sha256
from inspect import signature
from typing import Any, ClassVar, Final, Generic, TypeVar, final

from mypy_extensions import mypyc_attr

from cuvee.kernel.chance import Chance
from cuvee.kernel.errors import IllegalMove
from cuvee.kernel.text import _, player

S = TypeVar("S", bound="State")

SPECTATOR: Final = -1
ANY_TIME: Final = 1 << 16
"""Option numbers from here on use a power instead of answering: power 0 starts at ANY_TIME, power 1 at 2 * ANY_TIME …"""


def shown(thing: object, tell: Callable[[], str]) -> str:
    """Write the `repr` of a thing, even a half-built one: anyone who debugs it needs to see it too."""
    try:
        return f"<{tell()}>"
    except Exception:
        return f"<{type(thing).__name__}, not set up>"


@final
class Option:
    """One legal answer as people see it; made only when somebody asks for it.

    >>> from cuvee import games
    >>> state = games.get("wine_cellar").new(2, seed=1)
    >>> state.option(0, state.options(0)[0])
    <Option 1 "bid 2": Bid 2 ♥ Grenache Rosé, U.S.A.>
    """

    def __init__(self, number: int, text: str, label: str, targets: list[str], section: str) -> None:
        self.number = number
        self.text = text
        self.label = label
        self.targets = targets
        self.section = section

    def __repr__(self) -> str:
        return shown(self, lambda: f'Option {self.number} "{self.text}": {self.label}')


@final
class News:
    """Something that happened, for the log: a kind, the seat it happened to, and numbers that the game can put into words.

    >>> News("bids", 1, 13, 0, 0).kind
    'bids'
    """

    def __init__(self, kind: str, seat: int, a: int, b: int, c: int) -> None:
        self.kind = kind
        self.seat = seat
        self.a = a
        self.b = b
        self.c = c


class Record:
    """A small object that a game keeps on the table besides numbers and lists; a snapshot stores its fields."""


_FIELDS: Final[dict[type[Any], tuple[str, ...]]] = {}


def fields_of(frame: type[Any]) -> tuple[str, ...]:
    """Name the fields of a kind of frame: the parameters it is made with, in that order."""
    if frame not in _FIELDS:
        _FIELDS[frame] = tuple(signature(frame).parameters)
    return _FIELDS[frame]


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame(Generic[S]):
    """Something that still has to happen: an immutable value on the agenda.

    Its fields are the parameters it is made with, under the same names; it has no others.

    >>> from cuvee import games
    >>> games.get("wine_cellar").new(2, seed=1).agenda[-1].kind
    'bid'
    """

    kind: ClassVar[str]
    """What this is, in one word: "bid"."""

    @abstractmethod
    def go(self, state: S) -> bool:
        """Happen, as the top of the agenda. False if somebody has to be asked first."""

    def __repr__(self) -> str:
        return shown(self, lambda: f'{type(self).__name__} "{self.kind}"')

    def key(self) -> tuple[object, ...]:
        """List the kind and every field: what makes two frames equal."""
        return (self.kind, *[getattr(self, name) for name in fields_of(type(self))])


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Frame[S]):
    """A frame that happens by itself: deal, reveal, turn the wheel, score.

    >>> from cuvee import games
    >>> games.get("wine_cellar").new(2, seed=1).agenda[0]
    <EndOfTrick "end of trick">
    """

    def go(self, state: S) -> bool:
        """Leave the agenda and happen."""
        state.agenda.pop()
        self.run(state)
        return True

    @abstractmethod
    def run(self, state: S) -> None:
        """Do it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Frame[S]):
    """A frame that asks a seat one thing.

    Option numbers are small integers that mean the same thing every time this kind of decision is asked, all below `span`.

    >>> from cuvee import games
    >>> state = games.get("vinhos").new(2, seed=1)
    >>> state.decision()
    <FirstRegion "first_region" (§5.8), asked of seat 0>
    >>> state.decision().prompt(state, 0)
    'Choose the region of your first vineyard'
    """

    section: ClassVar[str]
    """The § of RULES.md that this decision comes from."""
    span: ClassVar[int]
    """A bound that every option number of this kind stays below."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __repr__(self) -> str:
        return shown(
            self, lambda: f'{type(self).__name__} "{self.kind}" (§{self.section}), asked of {_seats(self.everybody())}'
        )

    def everybody(self) -> list[int]:
        """List the seats this is asked of, whether they have answered or not."""
        return [self.seat]

    # Written by a game for each of its decisions.

    @abstractmethod
    def options(self, state: S, seat: int) -> list[int]:
        """List the legal answers. Depends only on what the seat may know."""

    @abstractmethod
    def apply(self, state: S, seat: int, option: int) -> None:
        """Do what the answer says. The frame has already left the agenda."""

    @abstractmethod
    def prompt(self, state: S, seat: int) -> str:
        """Say what the seat has to do."""

    @abstractmethod
    def notation(self, state: S, seat: int, option: int) -> str:
        """Return the one canonical text of an option; no two options share it; never translated."""

    @abstractmethod
    def label(self, state: S, seat: int, option: int) -> str:
        """Say in human words what an option does."""

    def targets(self, state: S, seat: int, option: int) -> list[str]:
        """List the ids of the drawn things that stand for an option."""
        return []

    def why_not(self, state: S, seat: int, what: str) -> str:
        """Explain why a text, or the thing with this id, is not an option now."""
        return _("“{what}” is not possible here", what=what)

    def powers(self, state: S, seat: int) -> "tuple[Decision[S], ...]":
        """List the any-time powers offered along with the options: decisions that wait beside the agenda."""
        return ()

    def asks_anyway(self) -> bool:
        """Tell whether to ask even if there is a single option, because not asking would reveal something."""
        return False

    # How the kernel asks and takes the answer.

    def owed(self, state: S) -> list[int]:
        """List the seats that owe an answer."""
        return [self.seat]

    def legal(self, state: S, seat: int) -> list[int]:
        """List the options of a seat, any-time powers included."""
        numbers = self.options(state, seat)
        powers = self.powers(state, seat)
        if powers:
            numbers = numbers[:]
            for place, power in enumerate(powers):
                start = ANY_TIME * (place + 1)
                numbers += [start + number for number in power.options(state, seat)]
        return numbers

    def go(self, state: S) -> bool:
        """Ask, or play a single option without asking."""
        numbers = self.legal(state, self.seat)
        if len(numbers) < 2 and self.goes_by_itself(state, self.seat, numbers):
            return True
        state.waiting = [self.seat]
        state.choices = [numbers]
        return False

    def goes_by_itself(self, state: S, seat: int, numbers: list[int]) -> bool:
        """Play a single option, unless it is asked anyway. No option at all is a hole in the rules."""
        if not numbers:
            raise RuntimeError(f'dead end: seat {seat} has no option for "{self.kind}" (§{self.section})')
        if self.asks_anyway():
            return False
        self.take(state, seat, numbers[0])
        return True

    def take(self, state: S, seat: int, number: int) -> None:
        """Take a legal answer: use a power and ask again, or leave the agenda and apply."""
        if number >= ANY_TIME:
            power = self.powers(state, seat)[number // ANY_TIME - 1]
            power.apply(state, seat, number % ANY_TIME)
        else:
            state.agenda.pop()
            self.apply(state, seat, number)


@mypyc_attr(allow_interpreted_subclasses=True)
class Together(Decision[S]):
    """A decision that several seats owe at once; they answer in any order, and the answers stay sealed until all are in.

    Answers lie in `state.sealed` until then. A game that asks a seat for several things (discard three cards) overrides
    `complete`; each answer is then one more sealed number, and a seat may take its own back until it is complete.

    >>> from cuvee import games
    >>> games.get("wine_cellar").new(2, seed=1).decision()
    <Bid "bid" (§4.2), asked of seats 0, 1>
    """

    def __init__(self, seats: list[int]) -> None:
        super().__init__(SPECTATOR)
        self.seats = seats

    def everybody(self) -> list[int]:
        """List the seats this is asked of."""
        return self.seats

    def key(self) -> tuple[object, ...]:
        """List the kind, the seats asked, and every further field."""
        more = [getattr(self, name) for name in fields_of(type(self)) if name != "seats"]
        return (self.kind, *self.seats, *more)

    @abstractmethod
    def reveal(self, state: S, answers: list[tuple[int, ...]]) -> None:
        """Do what the answers (by seat) say, all at once. The frame has already left the agenda."""

    def complete(self, state: S, seat: int) -> bool:
        """Tell whether a seat has sealed every answer it owes."""
        return len(state.sealed[seat]) > 0

    def apply(self, state: S, seat: int, option: int) -> None:
        """Seal an answer. Once complete it is locked: taking it back would tell the others something."""
        state.sealed[seat] = state.sealed[seat] + (option,)
        if self.complete(state, seat):
            state.barrier += 1

    def owed(self, state: S) -> list[int]:
        """List the seats that have not sealed everything yet."""
        return [seat for seat in self.seats if not self.complete(state, seat)]

    def go(self, state: S) -> bool:
        """Ask everybody who still owes an answer; reveal when nobody does."""
        waiting = self.owed(state)
        if not waiting:
            answers = state.sealed
            state.sealed = [()] * state.seats
            state.agenda.pop()
            self.reveal(state, answers)
            return True
        choices: list[list[int]] = []
        for seat in waiting:
            numbers = self.legal(state, seat)
            if len(numbers) < 2 and self.goes_by_itself(state, seat, numbers):
                return True
            choices.append(numbers)
        state.waiting = waiting
        state.choices = choices
        return False

    def take(self, state: S, seat: int, number: int) -> None:
        """Use a power, or seal an answer; the frame stays until all have answered."""
        if number >= ANY_TIME:
            super().take(state, seat, number)
        else:
            self.apply(state, seat, number)


def _seats(seats: list[int]) -> str:
    return ("seat " if len(seats) == 1 else "seats ") + ", ".join([str(seat) for seat in seats])


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Everything on the table. Mutable; `clone` is cheap; equal if `key` is equal.

    >>> from cuvee import games
    >>> games.get("vinhos").new(2, seed=1)
    <Vinhos, year 1, seat 0 to answer "first_region">
    """

    title: ClassVar[str] = ""
    """The name of the game."""

    def __init__(self, seats: int, chance: Chance) -> None:
        self.seats = seats
        self.chance = chance
        self.agenda: list[Frame[Any]] = []
        self.sealed: list[tuple[int, ...]] = [()] * seats
        self.barrier = 0
        """Counts reveals, draws of chance, locked answers and the end: nobody may undo past a change of this number."""
        self.news: list[News] | None = None
        self.waiting: list[int] = []
        self.choices: list[list[int]] = []

    # Written by a game for its state.

    @abstractmethod
    def clone(self) -> "State":
        """Copy everything that can change; `copy_to` does the kernel's part."""

    @abstractmethod
    def key(self) -> tuple[object, ...]:
        """List everything on the table as plain values: what makes two positions equal."""

    @abstractmethod
    def shuffle_unknown(self, seat: int, rng: Chance) -> None:
        """Rearrange everything that a seat (or SPECTATOR) cannot know, consistently with everything that it does know."""

    @abstractmethod
    def problems(self) -> list[str]:
        """List every broken invariant, in words; empty in a sound position."""

    def when(self) -> str:
        """Say how far the game is: "year 3"."""
        return ""

    # Provided for every state.

    def __repr__(self) -> str:
        return shown(self, lambda: ", ".join([part for part in (self.title, self.when(), self.asks()) if part]))

    def asks(self) -> str:
        """Say who has to answer which question."""
        return f'{_seats(self.waiting)} to answer "{self.decision().kind}"' if self.waiting else "nobody to answer"

    @property
    def over(self) -> bool:
        """Tell whether nobody has anything left to decide."""
        return not self.waiting

    def copy_to(self, twin: "State") -> None:
        """Copy the kernel's part into a clone. Nobody reads the news of a clone."""
        twin.agenda = self.agenda[:]
        twin.sealed = self.sealed[:]
        twin.barrier = self.barrier
        twin.waiting = self.waiting
        twin.choices = self.choices

    def whole_key(self) -> tuple[object, ...]:
        """List the table, the agenda, sealed answers and luck."""
        return (self.key(), [frame.key() for frame in self.agenda], self.sealed, self.chance.key())

    def __eq__(self, other: object) -> bool:
        """Compare positions, not objects."""
        return isinstance(other, State) and self.whole_key() == other.whole_key()

    def digest(self) -> str:
        """Return a short fingerprint of the position, the same in every build."""
        return sha256(repr(self.whole_key()).encode()).hexdigest()[:16]

    def push(self, frame: Frame[Any]) -> None:
        """Put a frame on top of the agenda: it happens next."""
        self.agenda.append(frame)

    def settle(self) -> None:
        """Work through the agenda until somebody has to be asked, or nothing is left."""
        while self.agenda:
            if not self.agenda[-1].go(self):
                return
        self.waiting = []
        self.choices = []
        self.barrier += 1  # the end shows every hand, and the result is final

    def tell(self, kind: str, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        """Add a piece of news for the log, if anybody reads it."""
        if self.news is not None:
            self.news.append(News(kind, seat, a, b, c))

    def reveal(self) -> None:
        """Mark that something hidden was shown: nobody can undo past this."""
        self.barrier += 1

    def shuffle(self, things: list[int], stream: int) -> None:
        """Shuffle in place, by chance."""
        self.barrier += 1
        self.chance.shuffle(things, stream)

    def roll(self, size: int, stream: int) -> int:
        """Draw a number from 0 to size - 1, by chance."""
        self.barrier += 1
        return self.chance.below(size, stream)

    # Asking and answering.

    def decision(self) -> Decision[Any]:
        """Return the decision that is being asked."""
        if not self.waiting:
            raise IllegalMove(_("The game is over"))
        frame = self.agenda[-1]
        assert isinstance(frame, Decision)
        return frame

    def options(self, seat: int) -> list[int]:
        """List the legal option numbers of a seat (do not change the list); empty if it owes no answer."""
        waiting = self.waiting
        for place in range(len(waiting)):
            if waiting[place] == seat:
                return self.choices[place]
        return []

    def apply(self, seat: int, number: int) -> None:
        """Play a legal option; refuse anything else, changing nothing."""
        if number not in self.options(seat):
            raise self.refusal(seat, str(number))
        self.take(seat, number)

    def take(self, seat: int, number: int) -> None:
        """Play an option that was just taken from `options`, so there is nothing left to check."""
        frame = self.agenda[-1]
        assert isinstance(frame, Decision)
        frame.take(self, seat, number)
        self.settle()

    def refusal(self, seat: int, what: str) -> IllegalMove:
        """Say why a seat cannot play what it asked for."""
        decision = self.decision()
        if seat not in self.waiting:
            if isinstance(decision, Together) and seat in decision.seats:
                why = _("{player} has already answered, and the answer is locked", player=player(seat))
            else:
                others = ", ".join(player(other) for other in self.waiting)
                why = _("{player} has nothing to decide now; waiting for {others}", player=player(seat), others=others)
            return IllegalMove(why, decision.section)
        return IllegalMove(decision.why_not(self, seat, what), decision.section)

    def asked_by(self, seat: int, number: int) -> tuple[Decision[Any], int]:
        """Return the decision or power that a number belongs to, and its number there."""
        decision = self.decision()
        if number >= ANY_TIME:
            return decision.powers(self, seat)[number // ANY_TIME - 1], number % ANY_TIME
        return decision, number

    def format(self, seat: int, number: int) -> str:
        """Return the canonical text of a legal option."""
        decision, own = self.asked_by(seat, number)
        return decision.notation(self, seat, own)

    def parse(self, seat: int, text: str) -> int:
        """Return the option that a text means; upper case and extra spaces do not matter."""
        wanted = " ".join(text.split()).casefold()
        for number in self.options(seat):
            if self.format(seat, number).casefold() == wanted:
                return number
        raise self.refusal(seat, text)

    def option(self, seat: int, number: int) -> Option:
        """Return an option as people see it."""
        decision, own = self.asked_by(seat, number)
        return Option(
            number,
            decision.notation(self, seat, own),
            decision.label(self, seat, own),
            decision.targets(self, seat, own),
            decision.section,
        )

    # Guesses at what is hidden.

    def redeal(self, seat: int, rng: Chance) -> "State":
        """Return a random position consistent with all that a seat (or SPECTATOR) knows.

        Hidden things are rearranged, luck to come is drawn anew, and the sealed answers of other seats are guessed.
        """
        guess = self.clone()
        guess.chance.reseed(rng)
        guess.shuffle_unknown(seat, rng)
        if guess.waiting:
            decision = guess.decision()
            guess._guess_sealed(decision, seat, rng)
            # A guessed hand may leave somebody a single option. They are asked all the same: everybody can see that they are.
            guess.choices = [decision.legal(guess, other) for other in guess.waiting]
        return guess

    def _guess_sealed(self, decision: Decision[Any], seat: int, rng: Chance) -> None:
        for other in range(self.seats):
            if other == seat or not self.sealed[other]:
                continue
            self.sealed[other] = ()
            while other not in self.waiting and other in decision.owed(self):
                numbers = decision.options(self, other)
                decision.apply(self, other, numbers[rng.below(len(numbers))])
