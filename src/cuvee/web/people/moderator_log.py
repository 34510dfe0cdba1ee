"""The log of what moderators look at: a line for every page, before it is drawn. Nobody can change a line on the site."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.encoding import escape_uri_path

from cuvee.web.models import Look, Person

View = Callable[..., HttpResponse]
ROWLESS: Final = {"logout", "jsi18n", "password_change", "password_change_done"}
"""Pages that show nothing about anybody."""


def watched(view: View) -> View:
    """Log who opens a moderators' page, and which rows it shows; no page is sent without its line."""
    owner = getattr(view, "__self__", None)
    model = owner.opts.model_name if isinstance(owner, admin.ModelAdmin) else ""

    @wraps(view)
    def look(request: HttpRequest, *given: Any, **named: Any) -> HttpResponse:
        if request.resolver_match is not None and request.resolver_match.url_name in ROWLESS:
            return view(request, *given, **named)
        line = _begin(request, model or "", named.get("object_id"))
        response = view(request, *given, **named)
        _finish(line, response)
        return response

    return look


def _begin(request: HttpRequest, model: str, row: str | None) -> Look:
    """Log the request before anything is done."""
    if not isinstance(request.user, Person):
        raise TypeError("only moderators have pages to look at")
    forget_old()
    asked = request.GET.copy()
    chosen = [unquote(row)] if row is not None else []
    if request.method == "POST":
        chosen += request.POST.getlist("_selected_action")
        asked.setlist("action", request.POST.getlist("action"))
    return Look.objects.create(
        person=request.user,
        method=request.method or "",
        model=model,
        rows=_joined(chosen),
        path=escape_uri_path(request.path),
        query=asked.urlencode(),
    )


def _finish(line: Look, response: HttpResponse) -> None:
    """Add the rows that the page shows: they have been read by now, but not drawn."""
    shown = _shown(response)
    if shown:
        line.rows = _joined(dict.fromkeys([*line.rows.split(), *shown]))
    line.answer = response.status_code
    line.save(update_fields=["rows", "answer"])


def _shown(response: HttpResponse) -> list[str]:
    """List the rows of a list."""
    context = response.context_data if isinstance(response, TemplateResponse) else None
    listed = context.get("cl") if context else None
    return [str(row.pk) for row in listed.result_list] if listed is not None else []


def _joined(rows: Iterable[str]) -> str:
    """Write the numbers of rows in one line.

    >>> _joined(["7", "made up", "12"])
    '7 made%20up 12'
    """
    return " ".join(escape_uri_path(row) for row in rows)


def forget_old() -> None:
    """Delete lines older than the retention period."""
    Look.objects.filter(at__lt=timezone.now() - timedelta(days=settings.LOOK_DAYS)).delete()
