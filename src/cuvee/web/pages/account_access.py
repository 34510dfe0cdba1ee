"""Getting back in, and keeping others out: forgotten passwords, confirmed addresses, a person's sessions."""

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.mail import account_mail, notices
from cuvee.web.ops import guard
from cuvee.web.pages.account import page, refuse, saved, secret_page, show, stranger
from cuvee.web.people import accounts, password_guessing, recovery, sessions


@never_cache
@page
def recover(request: HttpRequest) -> HttpResponse:
    """Request an e-mail for setting a new password. The answer is the same whether or not there is such an account."""
    works = notices.mail_works()
    if request.method != "POST" or not works:
        return show(request, "account_recover.html", works=works, done=False, typed=None)
    try:
        account_mail.ask_to_recover(request, request.POST.get("who", "").strip())
    except CuveeError as error:
        return refuse(request, "account_recover.html", error, works=works, done=False)
    return show(request, "account_recover.html", works=works, done=True)


@never_cache
@secret_page
@page
def new_password(request: HttpRequest) -> HttpResponse:
    """Set a new password by a link, and log out everywhere."""
    token = request.POST.get("link") or request.GET.get("link", "")
    try:
        person = recovery.find(token)
    except CuveeError as error:
        return guard.trouble(request, error)
    about = {"token": token, "username": person.username}
    if request.method != "POST":
        return show(request, "account_new_password.html", **about)
    try:
        recovery.set_password(token, request.POST.get("password", ""), request.POST.get("again", ""))
    except CuveeError as error:
        return refuse(request, "account_new_password.html", error, **about)
    password_guessing.forgive(request, person.username)
    if accounts.who(request) == person:
        logout(request)
    return HttpResponseRedirect(f"{reverse('login')}?saved=password")


@never_cache
@page
def confirm(request: HttpRequest) -> HttpResponse:
    """Confirm an address by the link that was sent there: with one click, since mail programs follow links by themselves."""
    token = request.POST.get("link") or request.GET.get("link", "")
    if not token:
        return _send_again(request)
    try:
        person = account_mail.confirmed_by(token)
    except CuveeError as error:
        return guard.trouble(request, error)
    if request.method == "POST":
        account_mail.confirm(person)
    return show(request, "account_confirm.html", token=token, address=person.email, done=request.method == "POST")


def _send_again(request: HttpRequest) -> HttpResponse:
    """Send the confirmation letter to the person's own address again."""
    person = accounts.who(request)
    if person is None:
        return stranger(request)
    if request.method != "POST" or not person.email or person.email_confirmed or not notices.mail_works():
        return HttpResponseRedirect(reverse("account"))
    try:
        account_mail.ask_to_confirm(request, person)
    except CuveeError as error:
        return guard.trouble(request, error)
    return HttpResponseRedirect(f"{reverse('account')}?saved=again#notices")


@never_cache
@page
def end_sessions(request: HttpRequest) -> HttpResponse:
    """End one of the person's sessions, or all but this one."""
    person = accounts.who(request)
    if person is None:
        return stranger(request)
    if request.method != "POST":
        return HttpResponseRedirect(f"{reverse('account')}#sessions")
    number = request.POST.get("end", "")
    if "others" in request.POST:
        sessions.end_all(person, but=request.session.session_key)
    elif not (number.isdecimal() and number.isascii() and len(number) < 18) or not sessions.end_one(
        request, person, int(number)
    ):
        return guard.trouble(request, CuveeError(_("You have no such session; it may already have ended")))
    return HttpResponseRedirect(saved("sessions"))
