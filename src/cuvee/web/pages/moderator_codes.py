"""Moderators' second factor: they set it up, and enter a code once a session before any of their pages opens."""

from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.models import Person, SecondFactor, new_code
from cuvee.web.ops import guard
from cuvee.web.people import accounts, password_guessing, rate_limits, second_factor, totp

SALT: Final = "second_factor_salt"
"""The session key for the salt of a second factor that is being set up."""
MODERATION: Final = "/moderation/"


@never_cache
@sensitive_post_parameters("password", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Ask for a code; a moderator without a second factor sets one up."""
    person = accounts.who(request)
    if person is None or not person.is_staff:
        return HttpResponseRedirect(f"{reverse('admin:login')}?{urlencode({'next': request.path})}")
    if second_factor.passed(request):
        return HttpResponseRedirect(accounts.onward(request, MODERATION))
    factor = second_factor.of(person)
    try:
        return _set_up(request, person) if factor is None else _ask(request, person, factor)
    except rate_limits.TooOften as error:
        return guard.trouble(request, error)


def _show(request: HttpRequest, template: str, problem: str = "", **more: Any) -> HttpResponse:
    more |= {"next": accounts.onward(request, MODERATION), "problem": problem, "person_asking": request.user}
    return render(request, template, more, status=422 if problem else 200, using="jinja2")


def _ask(request: HttpRequest, person: Person, factor: SecondFactor) -> HttpResponse:
    """Ask for a code from a second factor that is set up."""
    if request.method != "POST":
        return _show(request, "factor_code.html")
    rate_limits.spend(request, rate_limits.CODES, person)
    before = factor.recovery_codes.count()
    try:
        second_factor.spend_code(person, factor, request.POST.get("code", ""))
    except CuveeError as error:
        return _show(request, "factor_code.html", str(error))
    second_factor.let_through(request, person, factor)
    left = factor.recovery_codes.count()
    if left < before:
        messages.warning(request, _("That was a recovery code. {count} are left.", count=left))
    return HttpResponseRedirect(accounts.onward(request, MODERATION))


def _set_up(request: HttpRequest, person: Person) -> HttpResponse:
    """Ask for the password, show the secret, ask for a first code, hand out the recovery codes."""
    salt = request.session.get(SALT, "")
    if request.method != "POST":
        return _show(request, "factor_begin.html")
    if "code" in request.POST and salt:
        return _confirm(request, person, salt)
    try:
        password_guessing.check_own_password(request, person, request.POST.get("password", ""), _("That is not your password"))
    except rate_limits.TooOften:
        raise
    except CuveeError as error:
        return _show(request, "factor_begin.html", str(error))
    request.session[SALT] = salt = new_code(24)
    return _show_secret(request, person, salt)


def _show_secret(request: HttpRequest, person: Person, salt: str, problem: str = "") -> HttpResponse:
    """Show the secret, only to the session that asked for it, and only until it is in use."""
    secret = second_factor.secret(person, salt)
    letters = totp.in_letters(secret)
    groups = " ".join(letters[at : at + 4] for at in range(0, len(letters), 4))
    return _show(request, "factor_secret.html", problem, secret=groups, address=totp.address(secret, person.username))


def _confirm(request: HttpRequest, person: Person, salt: str) -> HttpResponse:
    rate_limits.spend(request, rate_limits.CODES, person)
    try:
        factor, codes = second_factor.set_up(person, salt, request.POST["code"])
    except CuveeError as error:
        return _show_secret(request, person, salt, str(error))
    del request.session[SALT]
    second_factor.let_through(request, person, factor)
    return _show(request, "factor_recovery.html", codes=codes)
