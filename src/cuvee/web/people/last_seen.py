"""When people were last here: noted at most twice a day. Guests stay logged in while they keep coming back."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from cuvee.web.models import Person
from cuvee.web.people import accounts

OFTEN: Final = timedelta(hours=12)
"""A visit is noted again after this long."""


class Seen:
    """Note now and then that a person is still there (a middleware)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        person = accounts.who(request) if response.status_code < 400 else None
        if person is not None and person.pk is not None and person.seen_at < timezone.now() - OFTEN:
            with suppress(Error):  # the request succeeded, whether or not the visit is noted
                note(person)
                if person.guest and request.method == "GET" and not response.streaming:
                    _stay_known(request, response)
        return response


def note(person: Person) -> None:
    """Remember that somebody was here."""
    person.seen_at = timezone.now()
    Person.objects.filter(pk=person.pk).update(seen_at=person.seen_at)


def _stay_known(request: HttpRequest, response: HttpResponse) -> None:
    """Renew a guest's session. Nothing else in it is written, since another page may be changing it."""
    key = request.session.session_key
    end = timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    if key and Session.objects.filter(session_key=key, expire_date__gt=timezone.now()).update(expire_date=end):
        response.set_cookie(
            settings.SESSION_COOKIE_NAME,
            key,
            max_age=settings.SESSION_COOKIE_AGE,
            httponly=True,
            samesite=settings.SESSION_COOKIE_SAMESITE,
            secure=settings.SESSION_COOKIE_SECURE,
        )
