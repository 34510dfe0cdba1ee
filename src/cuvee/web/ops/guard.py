"""The security headers of every answer, and how errors look: one clear page that shows nothing internal."""

import logging
import sys
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.match.match_in_memory import TooLate
from cuvee.web.people.bans import NotAdmitted
from cuvee.web.people.rate_limits import TooOften
from cuvee.web.people.trust import NotOpen

log = logging.getLogger(__name__)
CODES: Final[dict[type[CuveeError], int]] = {TooLate: 409, NotOpen: 403, NotAdmitted: 403}
"""The status codes of errors that are not simply a mistake in the request."""
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # pieces have their positions as custom properties
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)


NOT_TYPED: Final = "\0"
"""It cannot be typed, and PostgreSQL cannot store it."""


NO_ROOM_IN_POSTGRESQL: Final = ("53100",)
"""PostgreSQL's error codes for a full disk."""


class Guard:
    """Refuse requests from other sites before anything is done, and tell browsers what our pages may do (a middleware)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        if not request.path.startswith(settings.STATIC_URL):
            response.headers.setdefault("Cache-Control", "no-store")  # pages show things that only one person may see
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        """Refuse what no page of ours sends, before a page does anything; by now we know who is asking."""
        if from_elsewhere(request):
            return forged(request)
        typed = [request.path, *(value for _key, values in request.GET.lists() for value in (_key, *values))]
        if request.method == "POST":
            typed += [value for _key, values in request.POST.lists() for value in (_key, *values)]
        if any(NOT_TYPED in value for value in typed):
            return trouble(request, CuveeError(_("This contains a character that cannot be typed")))
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Report an error that the person can correct, wherever it was raised."""
        return trouble(request, exception) if isinstance(exception, CuveeError) else None


def from_elsewhere(request: HttpRequest) -> bool:
    """Tell whether the request comes from a page of another site rather than from a person following a link.

    Browsers say so themselves. It matters most for streams, which hold a connection each and, not being forms, need no token.
    """
    site = request.headers.get("Sec-Fetch-Site", "none")
    if site not in ("same-origin", "none"):
        plain = request.headers.get("Sec-Fetch-Dest", "document") == "document"
        return not (plain and request.method in ("GET", "HEAD") and request.headers.get("Sec-Fetch-Mode") == "navigate")
    origin = request.headers.get("Origin")
    if origin is None or request.method == "POST":  # forms have their token, and Django checks their origin
        return False
    return origin not in (f"{request.scheme}://{request.get_host()}", *settings.CSRF_TRUSTED_ORIGINS)


def trouble(request: HttpRequest, error: CuveeError, status: int = 0) -> HttpResponse:
    """Answer with an error the person can correct: 409 if the table moved on, 429 or 503 if too much, 403 if not allowed."""
    usual = next((code for kind, code in CODES.items() if isinstance(error, kind)), 422)
    code = status or (error.status if isinstance(error, TooOften) else usual)
    response = _page(request, str(error), code)
    if isinstance(error, TooOften):
        response.headers["Retry-After"] = str(error.seconds)
    return response


def _page(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """Draw an error page. The error may have come up before we knew who is asking, or because the database is unavailable."""
    if status >= 500 or not hasattr(request, "language"):
        request.user = AnonymousUser()
        request.language = getattr(request, "language", "en")
    return render(request, "trouble.html", {"sentence": sentence, "status": status}, status=status, using="jinja2")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer for a page that does not exist."""
    sentence = str(exception) if isinstance(exception, Http404) and str(exception) else _("There is nothing at this address")
    if "{" in sentence or "matches the given query" in sentence:
        sentence = _("There is nothing at this address")
    return _page(request, sentence, 404)


def malformed(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request that is too large or malformed."""
    return _page(request, _("This is too large, or not what a browser sends"), 400)


def broken(request: HttpRequest) -> HttpResponse:
    """Answer when the fault is ours: nothing was changed, and nothing internal is shown.

    Without a database we cannot know who is asking or draw a page, so the answer is one plain sentence.
    """
    error = sys.exc_info()[1]
    if isinstance(error, Error):
        if no_room(error):
            log.error("the database has no space left: %s", error)
            response = _page(request, _("There is no room left to store anything. Nothing was changed; try again later."), 503)
            response.headers["Retry-After"] = "60"
            return response
        sentence = _("The database is unavailable for a moment; nothing was lost. Try again.")
        return HttpResponse(sentence, status=503, content_type="text/plain; charset=utf-8", headers={"Retry-After": "2"})
    return _page(request, _("Something broke on our side; nothing was lost"), 500)


def no_room(error: BaseException) -> bool:
    """Tell whether a database could not store something because its disk is full."""
    cause = error.__cause__ or error
    if getattr(cause, "sqlstate", None) in NO_ROOM_IN_POSTGRESQL:
        return True
    return getattr(cause, "sqlite_errorname", "") == "SQLITE_FULL"


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that did not come from one of our pages."""
    sentence = _("This form did not come from a page of ours, or is very old; go back, load the page again, and try once more")
    return _page(request, sentence, 403)
