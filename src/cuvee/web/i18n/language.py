"""The language a person reads: French or English for the site's own texts, by one hook for site and games."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files

from babel.messages.pofile import read_po
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from cuvee.kernel.text import Translator, speaking

LANGUAGES = {"en": "English", "fr": "Français"}


@cache
def translator(language: str) -> Translator | None:
    """Return the function that translates into a language; None for English, the source.

    >>> translator("en") is None
    True
    >>> translator("fr")("Play")
    'Jouer'
    """
    if language not in LANGUAGES or language == "en":
        return None
    with (files("cuvee.web") / "locale" / f"{language}.po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id and message.string and not message.fuzzy]
    catalogue = {str(message.id): str(message.string) for message in messages}
    return lambda text: catalogue.get(text, text)


def language_of(request: HttpRequest) -> str:
    """Return the language a person chose, or else the one the browser asks for."""
    chosen = ""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        chosen = str(user.preferences.get("language") or "")
    chosen = chosen or request.COOKIES.get("language", "")
    if chosen in LANGUAGES:
        return chosen
    wanted = translation.get_language_from_request(request)[:2]
    return wanted if wanted in LANGUAGES else "en"


@contextmanager
def speaking_in(language: str, names: Sequence[str] = ()) -> Iterator[None]:
    """Speak one language, with the names of the people at a table, inside a `with` block.

    `kernel.text.speaking` alone would fall back to English. Anything written after a request was answered
    (a stream, a notice) needs this too, since the middleware has ended by then.
    """
    with speaking(translator(language), names), translation.override(language):
        yield


def speak(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer each request in the language of the person who asks (a middleware)."""

    def answer(request: HttpRequest) -> HttpResponse:
        language = language_of(request)
        request.language = language
        with speaking_in(language):
            response = get_response(request)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        response.headers.setdefault("Content-Language", language)
        return response

    return answer
