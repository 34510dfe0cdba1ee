"""Muting, blocking and reporting somebody: what the small menu beside a name does."""

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.match import tables
from cuvee.web.models import Distance, Person, Report, Table
from cuvee.web.ops.guard import trouble
from cuvee.web.pages.table import find_table
from cuvee.web.people import accounts, rate_limits, trust

RELEASE, UNDO = "release", "undo"
DOES: Final = (Distance.MUTE, Distance.BLOCK, RELEASE)


def _asking(request: HttpRequest) -> Person:
    person = accounts.who(request)
    if person is None:
        raise CuveeError(_("Pick a name first"))
    return person


@require_POST
def keep_away(request: HttpRequest) -> HttpResponse:
    """Mute or block somebody, or undo that: the button says whom, and at which table they met."""
    try:
        person = _asking(request)
        rate_limits.spend(request, rate_limits.MOVES, person)
        messages.info(request, _do(request, person))
    except CuveeError as error:
        return trouble(request, error)
    return HttpResponseRedirect(accounts.onward(request, reverse("lobby")))


def _do(request: HttpRequest, person: Person) -> str:
    """Do what the button says, and say what was done."""
    number = request.POST.get(UNDO, "")
    if number:  # from the list on the account page
        if not (number.isdecimal() and number.isascii() and len(number) < 18):
            raise CuveeError(_("There is nobody to undo that for"))
        trust.release(person, pk=int(number))
        return _("That has been undone.")
    wish = next((name for name in DOES if request.POST.get(name)), None)
    if wish is None:
        raise CuveeError(_("Say who, and what to do"))
    code, _colon, handle = request.POST[wish].partition(":")
    other = trust.find(find_table(code), handle)
    if wish == RELEASE:
        trust.release(person, other=other)
        return _("That has been undone.")
    trust.keep_away(person, other, wish)
    if wish == Distance.MUTE:
        return _("You no longer see what {name} says. You can undo that on your account page.", name=other.name)
    if tables.part(person, other):
        return _("You and {name} no longer wait at the same table. You can undo that on your account page.", name=other.name)
    return _("You and {name} will not sit together again. You can undo that on your account page.", name=other.name)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Report somebody met at a table to the moderators."""
    table = find_table(code)
    given = request.POST if request.method == "POST" else request.GET
    try:
        person = _asking(request)
        other = trust.find(table, given.get("whom", ""))
        line = trust.line_of(table, other, given.get("line", ""))
        page = {
            "person_asking": person,
            "other": other,
            "line": line,
            "whom": given.get("whom", ""),
            "table": table,
            "about": given.get("about", Report.TALK if line else Report.TABLE),
            "most": trust.LONGEST_REASON,
            "next": accounts.onward(request, _back(table)),
            "done": request.method == "POST",
            "problem": "",
            "reason": given.get("reason", ""),
        }
    except CuveeError as error:
        return trouble(request, error)
    if request.method != "POST":
        return render(request, "report.html", page, using="jinja2")
    try:
        reason = tables.tidy(given.get("reason", ""), trust.LONGEST_REASON)
        rate_limits.spend(request, rate_limits.REPORTS, person)
        trust.report(person, other, table, given.get("about", ""), reason, line)
    except rate_limits.TooOften as error:
        return trouble(request, error)
    except CuveeError as error:
        page |= {"problem": str(error), "done": False}
        return render(request, "report.html", page, status=422, using="jinja2")
    return render(request, "report.html", page, using="jinja2")


def _back(table: Table) -> str:
    return reverse("table", args=[table.code])
