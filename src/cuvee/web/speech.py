"""Which language a person reads: French and English for the site's own texts, by one hook for site and games."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files

from babel.messages.pofile import read_po
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from cuvee.kernel.text import Translator, speaking

LANGUAGES = {"en": "English", "fr": "Français"}


@cache
def translator(language: str) -> Translator | None:
    """Return the function that translates into a language; nothing for English, the source.

    >>> translator("en") is None
    True
    """
    if language not in LANGUAGES or language == "en":
        return None
    with (files("cuvee.web") / "locale" / f"{language}.po").open("rb") as file:
        catalogue = {str(message.id): str(message.string) for message in read_po(file) if message.id and message.string}
    return lambda text: catalogue.get(text, text)


def language_of(request: HttpRequest) -> str:
    """Return the language a person chose, else the one the browser asks for."""
    chosen = ""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        chosen = user.preferences.get("language", "")
    chosen = chosen or request.COOKIES.get("language", "")
    if chosen in LANGUAGES:
        return chosen
    wanted = translation.get_language_from_request(request)[:2]
    return wanted if wanted in LANGUAGES else "en"


def speak(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer each request in the language of the person who asks (a middleware)."""

    def answer(request: HttpRequest) -> HttpResponse:
        language = language_of(request)
        request.language = language
        with speaking(translator(language)), translation.override(language):
            return get_response(request)

    return answer
