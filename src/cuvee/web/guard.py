"""What every answer carries to keep strangers out, and how errors look: one clear page, nothing of the inside shown."""

import logging
import sys
from collections.abc import Callable

from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.desk import TooLate

log = logging.getLogger(__name__)
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # pieces carry their place as custom properties
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)


def guard(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Set the headers that tell a browser what our pages may do (a middleware)."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        return response

    return answer


def trouble(request: HttpRequest, error: CuveeError, status: int = 0) -> HttpResponse:
    """Say what a person can put right: 409 if the table moved on, else 422."""
    code = status or (409 if isinstance(error, TooLate) else 422)
    return render(request, "trouble.html", {"sentence": str(error), "status": code}, status=code, using="jinja2")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer for a page that is not there."""
    sentence = str(exception) if isinstance(exception, Http404) and str(exception) else _("There is nothing at this address")
    if "{" in sentence or "matches the given query" in sentence:
        sentence = _("There is nothing at this address")
    return render(request, "trouble.html", {"sentence": sentence, "status": 404}, status=404, using="jinja2")


def broken(request: HttpRequest) -> HttpResponse:
    """Answer when we made a mistake: nothing was changed, nothing of the inside is shown.

    Without a database there is nobody to know and no page to draw: then it is one plain sentence.
    """
    if isinstance(sys.exc_info()[1], DatabaseError):
        sentence = _("The database is away for a moment; nothing was lost. Try again.")
        return HttpResponse(sentence, status=503, content_type="text/plain; charset=utf-8", headers={"Retry-After": "2"})
    return render(
        request,
        "trouble.html",
        {"sentence": _("Something broke on our side; nothing was lost"), "status": 500},
        status=500,
        using="jinja2",
    )


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that did not come from one of our pages."""
    sentence = _("This form did not come from a page of ours, or is very old; go back, load the page again, and try once more")
    return render(request, "trouble.html", {"sentence": sentence, "status": 403}, status=403, using="jinja2")
