"""Accounts: pick a name, keep it with a password, log in and out, set preferences, export your data, leave."""

import json
from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import login, logout, update_session_auth_hash
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.i18n.language import LANGUAGES
from cuvee.web.mail import account_mail, notices
from cuvee.web.match import people_at_tables
from cuvee.web.models import Distance, Person, new_code
from cuvee.web.ops import guard
from cuvee.web.people import accounts, bans, display_names, password_guessing, rate_limits, second_factor, sessions

YEAR: Final = 60 * 60 * 24 * 365
page = require_http_methods(["GET", "HEAD", "POST"])
secret_page = sensitive_post_parameters("password", "again", "old")


def show(request: HttpRequest, template: str, status: int = 200, **more: Any) -> HttpResponse:
    """Draw one of the account's pages."""
    more |= {"person_asking": accounts.who(request), "next": accounts.onward(request, ""), "preference": accounts.preference}
    more = {"problem": "", "saved": request.GET.get("saved", "")} | more
    return render(request, template, more, status=status, using="jinja2")


def refuse(request: HttpRequest, template: str, error: CuveeError, status: int = 422, **more: Any) -> HttpResponse:
    """Draw the form again with the error, and with what was typed except passwords."""
    if isinstance(error, (rate_limits.TooOften, bans.NotAdmitted)):
        return guard.trouble(request, error)
    return show(request, template, status, problem=str(error), typed=request.POST, **more)


def _go(request: HttpRequest, otherwise: str) -> HttpResponse:
    return HttpResponseRedirect(accounts.onward(request, otherwise))


def stranger(request: HttpRequest) -> HttpResponse:
    """Send somebody without a name to the page where they pick one."""
    return HttpResponseRedirect(f"{reverse('pick_name')}?next={request.path}")


@never_cache
@require_http_methods(["GET", "HEAD"])
def home(request: HttpRequest) -> HttpResponse:
    """Show the person's account on one page."""
    person = accounts.who(request)
    if person is None:
        return stranger(request)
    return _home(request, person)


def _home(request: HttpRequest, person: Person, section: str = "", problem: str = "") -> HttpResponse:
    return show(
        request,
        "account.html",
        422 if problem else 200,
        problem=problem,
        section=section,
        typed=request.POST if problem else None,
        mail_works=notices.mail_works(),
        sessions=sessions.listed(request, person),
        kept_away=Distance.objects.filter(person=person).select_related("other"),
        minutes=max(1, round(settings.NOTICE_MINUTES)),
    )


def saved(section: str) -> str:
    """Return the address of a section of the account page that will say there that something was saved."""
    return f"{reverse('account')}?saved={section}#{section}"


@never_cache
@page
def pick_name(request: HttpRequest) -> HttpResponse:
    """Pick a name, or change it."""
    person = accounts.who(request)
    if request.method != "POST":
        return show(request, "account_name.html", typed=None) if person is None else HttpResponseRedirect(reverse("account"))
    try:
        if person is None:
            accounts.welcome(request, request.POST.get("name", ""))
            return _go(request, reverse("lobby"))
        rate_limits.spend(request, rate_limits.CHAT, person)  # it is seen at all their tables
        people_at_tables.rename(person, request.POST.get("name", ""))
    except CuveeError as error:
        if person is None or isinstance(error, rate_limits.TooOften):
            return refuse(request, "account_name.html", error)
        person.refresh_from_db()
        return _home(request, person, "name", str(error))
    return _go(request, saved("name"))


@never_cache
@secret_page
@page
def keep(request: HttpRequest) -> HttpResponse:
    """Turn a guest into an account; somebody without a name gets name and account at once."""
    person = accounts.who(request)
    if person is not None and not person.guest:
        return HttpResponseRedirect(reverse("account"))
    if request.method != "POST":
        return show(request, "account_keep.html", typed=None)
    given = request.POST
    try:
        bans.check_new(request, address=person is None)
        if person is None:
            rate_limits.spend_address(request, rate_limits.SIGN_UPS)
            person = _open_account(given.get("username", ""), given.get("password", ""), given.get("again", ""))
            login(request, person, backend=accounts.BACKEND)
        else:
            accounts.keep(person, given.get("username", ""), given.get("password", ""), given.get("again", ""))
            update_session_auth_hash(request, person)
            sessions.end_all(person, but=request.session.session_key)
    except CuveeError as error:
        return refuse(request, "account_keep.html", error)
    return _go(request, f"{reverse('account')}?saved=keep")


def _open_account(username: str, password: str, again: str) -> Person:
    """Make an account for somebody who was not a guest before."""
    name = accounts.new_username(username)
    person = Person(username=f"{accounts.RESERVED}new", name=display_names.tidy(username), guest=True)
    if Person.objects.filter(username=name).exists():
        raise CuveeError(_("The user name {name} is taken", name=name))
    accounts.check_password(person, password, again)
    person = Person.objects.create_user(f"{accounts.RESERVED}{new_code(16)}", None, name=person.name, guest=True)
    try:
        accounts.keep(person, username, password, again)
    except CuveeError:
        person.delete()
        raise
    return person


@never_cache
@secret_page
@page
def log_in(request: HttpRequest) -> HttpResponse:
    """Log in; matches that a guest began in this browser can come along."""
    person = accounts.who(request)
    if person is not None and not person.guest:
        return _go(request, reverse("account"))
    if request.method != "POST":
        return show(request, "account_login.html", typed=None)
    try:
        account = _recognise(request)
    except CuveeError as error:
        return refuse(request, "account_login.html", error)
    login(request, account, backend=accounts.BACKEND)
    if person is not None and request.POST.get("along"):
        people_at_tables.bring_along(person, account)
    return _go(request, reverse("lobby"))


@never_cache
@page
def moderators_log_in(request: HttpRequest) -> HttpResponse:
    """Send moderators to the login that everybody uses: only one place has to slow down guessing."""
    person = accounts.who(request)
    if person is None or person.guest:
        return HttpResponseRedirect(f"{reverse('login')}?{urlencode({'next': accounts.onward(request, '/moderation/')})}")
    if not person.is_staff:
        return guard.trouble(request, CuveeError(_("These pages are for moderators")), 403)
    if not second_factor.passed(request):
        onward = urlencode({"next": accounts.onward(request, "/moderation/")})
        return HttpResponseRedirect(f"{reverse('second_factor')}?{onward}")
    return _go(request, "/moderation/")


def _recognise(request: HttpRequest) -> Person:
    """Find the account that somebody wants to log in to."""
    name = accounts.plain_username(request.POST.get("username", ""))
    return password_guessing.recognise(request, name, request.POST.get("password", ""))


@never_cache
@page
def log_out(request: HttpRequest) -> HttpResponse:
    """Log out; a guest is warned first that there is no way back."""
    person = accounts.who(request)
    if person is None:
        return HttpResponseRedirect(reverse("lobby"))
    sure = not person.guest or request.POST.get("sure") == "yes"
    if request.method != "POST" or not sure:
        return show(request, "account_logout.html", matches=len(people_at_tables.running(person)))
    if person.guest:
        people_at_tables.leave_to_house(person)
    logout(request)
    return HttpResponseRedirect(reverse("lobby"))


@never_cache
@secret_page
@page
def password(request: HttpRequest) -> HttpResponse:
    """Change the password; this browser stays logged in, all others are logged out."""
    person = accounts.who(request)
    if person is None:
        return stranger(request)
    if person.guest:
        return HttpResponseRedirect(reverse("keep"))
    if request.method != "POST":
        return show(request, "account_password.html", typed=None)
    given = request.POST
    try:
        password_guessing.check_own_password(request, person, given.get("old", ""), _("That is not your current password"))
        accounts.check_password(person, given.get("password", ""), given.get("again", ""))
    except CuveeError as error:
        return refuse(request, "account_password.html", error)
    person.set_password(given["password"])
    person.save(update_fields=["password"])
    update_session_auth_hash(request, person)
    sessions.end_all(person, but=request.session.session_key)
    return _go(request, saved("password"))


@never_cache
@page
def preferences(request: HttpRequest) -> HttpResponse:
    """Set the language, how tables behave, and where notices go: whichever of these the form contains."""
    stop = request.POST.get("stop") or request.GET.get("stop")
    if stop:
        return _stop_notices(request, stop)
    if request.method != "POST":
        return HttpResponseRedirect(reverse("account"))
    person = accounts.who(request)
    section = request.POST.get("section", "")
    try:
        language = _choose("language", request, tuple(LANGUAGES))
        chosen = {key: value for key in accounts.CHOICES if (value := _choose(key, request, accounts.CHOICES[key]))}
        if person is None and (chosen or section):
            return stranger(request)
        if person is not None:
            rate_limits.spend(request, rate_limits.MOVES, person)
            if language or chosen:
                accounts.prefer(person, chosen | ({"language": language} if language else {}))
            if section == "notices":
                _set_notices(request, person)
    except CuveeError as error:
        if person is None or isinstance(error, rate_limits.TooOften):
            return guard.trouble(request, error)
        person.refresh_from_db()
        return _home(request, person, section, str(error))
    answer = _go(request, saved(section) if person is not None and section.isalpha() else reverse("lobby"))
    if language:
        # Also for people without a name, and for those who log out.
        answer.set_cookie("language", language, max_age=YEAR, samesite="Lax", secure=settings.HTTPS, httponly=True)
    return answer


def _choose(key: str, request: HttpRequest, values: tuple[str, ...]) -> str:
    """Read one choice from a form, if the form has it."""
    value: str = request.POST.get(key, "")
    if value and value not in values:
        raise CuveeError(_("There is no such choice: {value}", value=value[:30]))
    return value


def _set_notices(request: HttpRequest, person: Person) -> None:
    """Set where notices of turns are sent."""
    address, webhook = request.POST.get("email", "").strip(), request.POST.get("webhook", "").strip()
    wanted = request.POST.get("email_notices") == "on"
    if address:
        account_mail.check_address(address)
    if wanted and not address:
        raise CuveeError(_("Give the e-mail address that notices should go to"))
    if webhook:
        notices.check_webhook(webhook)
    new = address != person.email
    person.email, person.email_notices, person.webhook = address, wanted, webhook
    person.email_confirmed = person.email_confirmed and not new
    with transaction.atomic():
        person.save(update_fields=["email", "email_confirmed", "email_notices", "webhook"])
        if new and address and notices.mail_works():
            account_mail.ask_to_confirm(request, person)
    accounts.prefer(person, {"notice_language": getattr(request, "language", "en")})
    notices.channels_changed(person)


def _stop_notices(request: HttpRequest, token: str) -> HttpResponse:
    """Stop e-mail by the link at its end: no login, but one click, since mail programs follow links by themselves."""
    person = notices.stopped_by(token)
    if person is None:
        return guard.trouble(request, CuveeError(_("This link is incomplete or no longer valid")))
    if request.method == "POST":
        person.email_notices = False
        person.save(update_fields=["email_notices"])
        notices.channels_changed(person)
    return show(request, "account_stop.html", token=token, address=person.email, done=request.method == "POST")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def export(request: HttpRequest) -> HttpResponse:
    """Send everything the site knows about the person asking, as one file."""
    person = accounts.who(request)
    if person is None:
        return stranger(request)
    text = json.dumps(accounts.everything_about(person), ensure_ascii=False, indent=2)
    answer = HttpResponse(text, content_type="application/json; charset=utf-8")
    answer.headers["Content-Disposition"] = 'attachment; filename="cuvee-my-data.json"'
    return answer


@never_cache
@secret_page
@page
def delete(request: HttpRequest) -> HttpResponse:
    """Delete a person for good: accounts confirm with their password, guests by typing a word."""
    person = accounts.who(request)
    if person is None:
        return stranger(request)
    word = _("delete")
    about: dict[str, Any] = {"matches": len(people_at_tables.running(person)), "word": word}
    if request.method != "POST":
        return show(request, "account_delete.html", **about)
    try:
        if person.guest and request.POST.get("word", "").strip().casefold() != word.casefold():
            raise CuveeError(_("Type the word “{word}” to delete everything", word=word))
        if not person.guest:
            password_guessing.check_own_password(
                request, person, request.POST.get("password", ""), _("That is not your password")
            )
    except CuveeError as error:
        return refuse(request, "account_delete.html", error, **about)
    people_at_tables.forget(person)
    logout(request)
    return show(request, "account_gone.html")
