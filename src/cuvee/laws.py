"""The laws that every game must obey, as functions that check one position or one whole game.

For tests of our own games and of games in other packages; most of them call only `keeps_every_law`.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from cuvee.kernel.chance import Chance, derive_seed
from cuvee.kernel.errors import IllegalMove
from cuvee.kernel.game import Game, Options
from cuvee.kernel.heuristics import Heuristics
from cuvee.kernel.journal import Journal
from cuvee.kernel.match import Match
from cuvee.kernel.observation import Rows
from cuvee.kernel.play import ANY_TIME, SPECTATOR, State, fields_of
from cuvee.kernel.text import speaking

AnyGame = Game[Any, Any]
MANY_OPTIONS = 128
POSITIONS_A_GAME = 12
"""All laws are checked in about this many positions of a game, evenly spread; the invariants in every position."""


_LENGTHS: dict[str, int] = {}


def keeps_every_law(game: AnyGame, seats: int, options: Options, games: int = 2) -> None:
    """Play some games of a set-up at random, checking all laws on the way; a broken law raises an AssertionError.

    >>> from cuvee import games
    >>> keeps_every_law(games.get("wine_cellar"), 2, {"advanced_swap": False}, games=1)
    """
    every = max(1, usual_length(game, seats, options) // POSITIONS_A_GAME)
    for number in range(games):
        seed = derive_seed(number, game.name, "laws")
        match = Match(game, seats, options, seed)
        play_by_law(match, Chance.from_seed(seed, ["law"]), every)
        journal_replays(match)


def usual_length(game: AnyGame, seats: int, options: Options) -> int:
    """Count the decisions of a random game."""
    mode = f"{game.name} {seats} {options}"
    if mode not in _LENGTHS:
        state, luck, count = game.new(seats, options, 1), Chance.from_seed(1, ["law"]), 0
        while not state.over and count <= game.longest(seats, options):
            numbers = state.options(state.waiting[0])
            state.apply(state.waiting[0], numbers[luck.below(len(numbers))])
            count += 1
        _LENGTHS[mode] = count
    return _LENGTHS[mode]


@contextmanager
def _refused(said: str) -> Iterator[None]:
    """Check that the block is refused as an illegal move, with a sentence that matches `said`."""
    refusal = ""
    try:
        yield
    except IllegalMove as error:
        refusal = str(error)
    assert re.search(said, refusal), f"an illegal move must be refused with a sentence, not with {refusal!r}"


def attributes(thing: object) -> dict[str, object]:
    """Read every field of a plain object, interpreted or compiled."""
    names: list[str] = []
    for kind in type(thing).__mro__:
        names += getattr(kind, "__mypyc_attrs__", ())
    names += getattr(thing, "__dict__", {})
    return {name: getattr(thing, name) for name in names if not name.startswith("__") and hasattr(thing, name)}


def seen_by(game: AnyGame, state: State, seat: int) -> str:
    """Write down all that a seat sees."""
    return json.dumps(game.view(state, seat).as_dict(), sort_keys=True)


def options_are_sound(state: State) -> None:
    """Options are unique, non-empty while the game is on, inside their span, and each text leads to its option."""
    assert state.waiting, "somebody is asked while the game is on"
    assert len(set(state.waiting)) == len(state.waiting)
    for seat in state.waiting:
        numbers = state.options(seat)
        assert numbers, f"seat {seat} is asked but has no option"
        assert len(numbers) <= MANY_OPTIONS, f"{len(numbers)} options: ask in smaller steps"
        assert len(set(numbers)) == len(numbers)
        texts = [state.format(seat, number) for number in numbers]
        assert len({text.casefold() for text in texts}) == len(texts), texts
        for number, text in zip(numbers, texts, strict=True):
            assert state.parse(seat, text) == number
            assert state.parse(seat, f"  {text.upper()} ") == number
            decision, own = state.asked_by(seat, number)
            assert 0 <= own < decision.span <= ANY_TIME


def options_are_accepted(state: State) -> None:
    """Each option can be played, on a copy, and the position itself stays as it was."""
    before = state.digest()
    for seat in state.waiting:
        for number in state.options(seat):
            copy = state.clone()
            copy.apply(seat, number)
            assert copy.digest() != before, "a move changes something"
    assert state.digest() == before


def anything_else_is_refused(state: State) -> None:
    """Illegal numbers, texts and seats are refused with a sentence, and nothing changes."""
    before = state.digest()
    for seat in range(-1, state.seats + 1):
        numbers = state.options(seat)
        for number in (-1, max(numbers, default=0) + 1, 10**6, 2**40):
            if number in numbers:
                continue
            with _refused(r"\w"):
                state.apply(seat, number)
        for text in ("", "no such move", "0", "\x00", "🍷" * 50):
            with _refused(r"\w"):
                state.parse(seat, text)
    assert state.digest() == before


def clone_is_equal_and_independent(state: State, rng: Chance) -> None:
    """A clone has the same value in every field, shares no list that changes, and plays on without touching the original."""
    before = state.digest()
    twin = state.clone()
    assert twin == state
    assert twin.digest() == before
    mine, yours = attributes(state), attributes(twin)
    assert set(mine) - {"news"} == set(yours) - {"news"}
    for name, value in mine.items():
        if name not in ("news", "chance"):
            assert same_value(yours[name], value), f"the clone has another {name}"
    for _move in range(60):
        if twin.over:
            break
        seat = twin.waiting[rng.below(len(twin.waiting))]
        numbers = twin.options(seat)
        twin.apply(seat, numbers[rng.below(len(numbers))])
    assert state.digest() == before


def same_value(left: object, right: object) -> bool:
    """Compare values field by field, however the classes define equality."""
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(same_value(a, b) for a, b in zip(left, right, strict=True))
    mine, yours = attributes(left), attributes(right)
    if type(left) is type(right) and mine and left is not right:
        return set(mine) == set(yours) and all(same_value(mine[name], yours[name]) for name in mine)
    return left is right or left == right


def frames_follow_from_their_fields(state: State) -> None:
    """A frame made from the same fields is the same: two agendas may not differ in anything else."""
    for frame in state.agenda:
        kind = type(frame)
        twin = kind(*[getattr(frame, name) for name in fields_of(kind)])
        assert twin.key() == frame.key()
        mine, yours = attributes(frame), attributes(twin)
        same = mine.keys() == yours.keys() and all(same_value(mine[name], yours[name]) for name in mine)
        assert same, f"{frame.kind} holds more than it is made with"


def views_hold_no_secret(game: AnyGame, state: State, seed: int, rng: Chance) -> None:
    """What a seat sees does not change when everything it cannot know is dealt anew; the seed is in no view."""
    for seat in (SPECTATOR, *range(state.seats)):
        seen = seen_by(game, state, seat)
        assert str(seed) not in seen, "the seed is in a view"
        redealt = state.redeal(seat, rng)
        assert seen_by(game, redealt, seat) == seen, f"seat {seat} sees something it cannot know"
        assert not redealt.problems()
        mark = rng.below(1 << 30)
        one, two = (of.redeal(seat, Chance.from_seed(mark, ["redeal"])) for of in (state, redealt))
        assert one == two, "a redeal depends on more than the seat knows and the luck it is given"


def spelt_out(sense: Heuristics[Any], state: State, seat: int) -> dict[str, list[int]]:
    """Return what learners are shown of a position, part by part."""
    parts: list[tuple[str, int]] = []
    rows = Rows(b"", parts)
    sense.details(state, seat, rows)
    assert len(dict(parts)) == len(parts), "two parts have the same name"
    numbers = iter(rows.written())
    return {name: list(islice(numbers, size)) for name, size in parts}


def judgement_is_honest(game: AnyGame, state: State, rng: Chance) -> None:
    """The heuristics of a seat say the same about every position that looks the same to it."""
    sense = game.heuristics()
    for seat in state.waiting:
        redealt, numbers = state.redeal(seat, rng), state.options(seat)
        mark = rng.below(1 << 30)
        rates = [sense.opinions(of, seat, numbers, Chance.from_seed(mark, ["sense"])) for of in (state, redealt)]
        assert len(rates[0]) == len(numbers)
        assert rates[0] == rates[1], "an opinion rests on something the seat cannot know"
        assert sense.features(state, seat) == sense.features(redealt, seat)
        assert spelt_out(sense, state, seat) == spelt_out(sense, redealt, seat)


def targets_are_drawn(game: AnyGame, state: State) -> None:
    """Every target of an option is a thing in the view of the seat that is asked."""
    for seat in state.waiting:
        view = game.view(state, seat)
        for option in view.options:
            for target in option.targets:
                assert view.find(target) is not None, f"{option.text} points at {target}, which is not drawn"


def words_can_be_translated(game: AnyGame, state: State) -> None:
    """Every sentence for people goes through the translation hook."""
    with speaking(lambda message: f"⟦{message}⟧"):
        for seat in state.waiting:
            view = game.view(state, seat)
            assert "⟦" in view.prompt, view.prompt
            for option in view.options:
                assert "⟦" in option.label, option.label
                assert "⟦" not in option.text, "notation is never translated"
        with _refused("⟦"):
            state.parse(state.waiting[0], "no such move")


def every_position_law(game: AnyGame, state: State, seed: int, rng: Chance) -> None:
    """Check all laws of a single position."""
    assert state.problems() == []
    if state.over:
        return
    options_are_sound(state)
    options_are_accepted(state)
    anything_else_is_refused(state)
    clone_is_equal_and_independent(state, rng)
    frames_follow_from_their_fields(state)
    views_hold_no_secret(game, state, seed, rng)
    judgement_is_honest(game, state, rng)
    targets_are_drawn(game, state)
    words_can_be_translated(game, state)


def play_by_law(match: Match, rng: Chance, laws_every: int) -> None:
    """Play a match to its end at random, checking invariants after every move, all laws now and then, undo where allowed."""
    game, state = match.game, match.state
    limit = game.longest(match.journal.seats, match.journal.options)
    played = 0
    while not match.state.over:
        if played % laws_every == 0:
            every_position_law(game, match.state, match.journal.seed, rng)
        state = match.state
        seat = state.waiting[rng.below(len(state.waiting))]
        numbers = state.options(seat)
        number = numbers[rng.below(len(numbers))]
        match.play(seat, number)
        assert match.state.problems() == []
        undo_is_fair(match, state, seat, number)
        if played % max(1, laws_every // 4) == 0 and match.can_undo(seat):
            undo_crosses_no_reveal(match, state, seat, number, rng)
        played += 1
        assert played <= limit, f"the game goes on after {limit} decisions"
    for told in match.story:
        for news in told:
            for seat in (SPECTATOR, *range(match.state.seats)):
                assert game.recount(match.state, news, seat).strip()
    sheet_is_sound(match)


def undo_is_fair(match: Match, before: State, seat: int, number: int) -> None:
    """Nobody else can undo the move; its owner only if it used no chance; and undoing it leaves no trace."""
    after = match.state
    for other in range(before.seats):
        if other != seat:
            assert not match.can_undo(other)
    if not match.can_undo(seat):
        return
    assert after.chance.key() == before.chance.key(), "undo would cross a chance event"
    for other in range(before.seats):
        if other != seat:
            assert after.sealed[other] == before.sealed[other], "undo would cross a reveal"
    match.undo(seat)
    assert match.state == before
    match.play(seat, number)
    assert match.state == after


def undo_crosses_no_reveal(match: Match, before: State, seat: int, number: int, rng: Chance) -> None:
    """A move that can be undone showed its owner nothing new: the same move in an imagined position looks the same."""
    imagined = before.redeal(seat, rng)
    imagined.apply(seat, number)
    assert seen_by(match.game, imagined, seat) == seen_by(match.game, match.state, seat), "undo would cross a reveal"


def sheet_is_sound(match: Match) -> None:
    """The score sheet agrees with the totals, and a seat is first, unless an opponent without a seat is."""
    sheet = match.game.sheet(match.state)
    assert sheet.totals == match.game.scores(match.state)
    assert sheet.places == match.game.places(match.state)
    assert min(sheet.places) in (1, 2)
    assert 1 in sheet.places or match.game.solo, "somebody is first: a seat, or an opponent who has none"
    assert all(len(line.values) == match.state.seats for line in sheet.lines)
    assert match.journal.result == {"totals": sheet.totals, "places": sheet.places}


def journal_replays(match: Match) -> None:
    """A journal, written and read again, rebuilds the same match."""
    text = match.journal.to_json()
    again = Match.from_journal(match.game, Journal.from_json(text))
    assert again.state == match.state
    assert again.journal.to_json() == text
