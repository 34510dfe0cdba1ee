"""A position as text, so that a match can go on from it without being replayed.

A snapshot holds what a position holds beyond the box: numbers, lists, and the small values a game keeps on the table and its
agenda. What belongs to the box (set-up, pieces, boards) is left out and comes from a fresh deal of the same match. Reading a
snapshot runs nothing in it: it can only make values of classes the game itself defines, and fill in their fields.
"""

import json
import sys
from inspect import Parameter, signature
from typing import Any, Final

from cuvee.kernel.chance import Chance
from cuvee.kernel.errors import BadJournal, CuveeError
from cuvee.kernel.play import Frame, Record, State
from cuvee.kernel.text import _

FORMAT: Final = 1
TUPLE, PAIRS, OBJECT, LUCK, BOX = "t", "d", "o", "luck", "box"
"""What a JSON object in a snapshot stands for: a tuple, a dict, a small value, the streams of chance, something of the box."""


class NoSnapshot(CuveeError):
    """A position that cannot be written down: its agenda holds part of the box. The position a move or two later can be."""


def freeze(state: State, start: State) -> str:
    """Write a position down, if it can be; `start` is any position of the same match and shows what belongs to the box.

    >>> from cuvee import games
    >>> from cuvee.kernel.match import Match
    >>> match = Match(games.get("wine_cellar"), 2, {}, 7)
    >>> thaw(freeze(match.state, match.at(0)), match.at(0), match.state.digest()) == match.state
    True
    """
    fields = {name: _frozen_field(name, value, start) for name, value in _fields(state).items() if name != "news"}
    return json.dumps([FORMAT, fields], ensure_ascii=False, separators=(",", ":"))


def thaw(text: str, start: State, digest: str) -> State:
    """Rebuild the position of this match that has this digest; refuse the text of any other."""
    try:
        kind, fields = json.loads(text)
        if kind != FORMAT or set(fields) != set(_fields(start)) - {"news"}:
            raise BadJournal(_("this snapshot is of another kind"))
        state = start.clone()
        package = type(start).__module__.rpartition(".")[0].removesuffix(".state")
        for name, value in fields.items():
            setattr(state, name, _thawed_field(name, value, start, package))
        _check_questions(state)
        if state.seats != start.seats or state.digest() != digest:
            raise BadJournal(_("this snapshot is of another position"))
    except (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        raise BadJournal(_("this snapshot is damaged: {error}", error=type(error).__name__)) from None
    return state


def _check_questions(state: State) -> None:
    """Compare the questions with those the game asks here: they are not part of a position's digest."""
    decision = state.decision() if state.waiting else None
    asked = [] if decision is None else [decision.legal(state, seat) for seat in state.waiting]
    if asked != state.choices or (decision is None and state.agenda):
        raise BadJournal(_("this snapshot asks something else"))


def _fields(thing: object) -> dict[str, Any]:
    """List the fields of an object, compiled, interpreted, or interpreted on top of a compiled class."""
    names = getattr(type(thing), "__mypyc_attrs__", ())
    found = {name: getattr(thing, name) for name in names if name != "__dict__" and hasattr(thing, name)}
    return found | getattr(thing, "__dict__", {})


def _is_value(thing: object, package: str) -> bool:
    """Tell whether something is a small value of the game: a frame of its agenda, or a record on the table."""
    return isinstance(thing, (Frame, Record)) and type(thing).__module__.startswith(f"{package}.")


def _frozen_field(name: str, value: object, start: State) -> object:
    package = type(start).__module__.rpartition(".")[0].removesuffix(".state")
    if isinstance(value, Chance):
        return {LUCK: value.key()}
    if _is_of_the_box(value):
        if value is not getattr(start, name):
            raise NoSnapshot(name)
        return {BOX: name}
    return _frozen(value, package)


def _is_of_the_box(value: object) -> bool:
    """Tell whether a field of a position refers to the box: everything on the table is numbers, words or lists of them."""
    return not isinstance(value, (list, tuple, dict, str, int, type(None), Chance))


def _frozen(value: object, package: str) -> object:
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, list):
        return [_frozen(part, package) for part in value]
    if isinstance(value, tuple):
        return {TUPLE: [_frozen(part, package) for part in value]}
    if isinstance(value, dict):
        return {PAIRS: [[_frozen(key, package), _frozen(part, package)] for key, part in value.items()]}
    kind = type(value)
    if not _is_value(value, package):
        raise NoSnapshot(f"{kind.__module__}.{kind.__name__}")
    fields = {name: _frozen(part, package) for name, part in _fields(value).items()}
    if not fields.keys() >= set(_asked_for(kind)):
        raise NoSnapshot(kind.__qualname__)
    return {OBJECT: f"{kind.__module__.removeprefix(f'{package}.')}:{kind.__qualname__}", "of": fields}


def _thawed_field(name: str, value: Any, start: State, package: str) -> object:
    if isinstance(value, dict) and LUCK in value:
        return start.chance.at([(a, b, c, count) for a, b, c, count in value[LUCK]])
    dealt = getattr(start, name)
    if _is_of_the_box(dealt) != (value == {BOX: name}):
        raise TypeError(name)
    return dealt if _is_of_the_box(dealt) else _thawed(value, package)


def _thawed(value: Any, package: str) -> Any:
    if isinstance(value, list):
        return [_thawed(part, package) for part in value]
    if not isinstance(value, dict):
        return value
    if TUPLE in value:
        return tuple(_thawed(part, package) for part in value[TUPLE])
    if PAIRS in value:
        return {key: _thawed(part, package) for key, part in value[PAIRS]}
    module, _colon, name = str(value[OBJECT]).partition(":")
    kind = getattr(sys.modules[f"{package}.{module}"], name)
    if not (isinstance(kind, type) and issubclass(kind, (Frame, Record))):
        raise TypeError(name)
    fields = {field: _thawed(part, package) for field, part in value["of"].items()}
    thing = kind(**{field: fields[field] for field in _asked_for(kind)})
    for field, part in fields.items():
        setattr(thing, field, part)
    return thing


def _asked_for(kind: type[Any]) -> tuple[str, ...]:
    """Name the parameters that a value has to be made with: they become fields of the same names."""
    return tuple(name for name, given in signature(kind).parameters.items() if given.default is Parameter.empty)
