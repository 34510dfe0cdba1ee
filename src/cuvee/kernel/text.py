"""Words for people: the one place through which every sentence a player reads has to pass.

English is the source language. A front end sets a translator for the people it is talking to; the kernel
neither knows which language that is nor keeps any global state about it (context variables follow the request).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches

Translator = Callable[[str], str]

_translator: ContextVar[Translator | None] = ContextVar("cuvee_translator", default=None)
_names: ContextVar[Sequence[str]] = ContextVar("cuvee_names", default=())


def _(message: str, **values: object) -> str:
    """Translate a message, then fill in its named parameters.

    >>> _("Bid {card}", card=13)
    'Bid 13'
    """
    translate = _translator.get()
    text = message if translate is None else translate(message)
    return text.format(**values) if values else text


def noted(message: str) -> str:
    """Mark a message for the translators where it is written; it is translated where it is shown.

    >>> noted("two players")
    'two players'
    """
    return message


def player(seat: int) -> str:
    """Return what to call the player of a seat: the name the front end gave, or else A, B, C …

    >>> player(1)
    'B'
    """
    names = _names.get()
    return names[seat] if 0 <= seat < len(names) else chr(ord("A") + seat)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint for somebody who mistyped a word, or nothing.

    >>> did_you_mean("gredy", ["random", "greedy"])
    " (did you mean 'greedy'?)"
    """
    close = get_close_matches(word, list(known), 1)
    return _(" (did you mean '{word}'?)", word=close[0]) if close else ""


@contextmanager
def speaking(translator: Translator | None = None, names: Sequence[str] = ()) -> Iterator[None]:
    """Speak another language, or with other names, inside a `with` block.

    >>> french = {"{who} is choosing": "{who} choisit"}
    >>> with speaking(french.__getitem__, names=["Ann", "Bo"]):
    ...     _("{who} is choosing", who=player(1))
    'Bo choisit'
    """
    translator_before, names_before = _translator.set(translator), _names.set(names)
    try:
        yield
    finally:
        _translator.reset(translator_before)
        _names.reset(names_before)
