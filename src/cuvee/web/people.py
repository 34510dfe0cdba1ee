"""Who is asking: a person by session, or nobody yet."""

from typing import Final

from django.contrib.auth import login
from django.http import HttpRequest

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.models import Person, new_code

LONGEST_NAME: Final = 30
CONFIRM: Final = "confirm"


def who(request: HttpRequest) -> Person | None:
    """Return the person who is asking, if they have a name yet."""
    user = request.user
    return user if isinstance(user, Person) else None


def tidy_name(text: str) -> str:
    """Check a name a person picked."""
    name = " ".join("".join(letter for letter in text if letter.isprintable()).split())
    if not name:
        raise CuveeError(_("Pick a name first: one letter is enough"))
    if len(name) > LONGEST_NAME:
        raise CuveeError(_("A name has at most {most} letters", most=LONGEST_NAME))
    return name


def welcome(request: HttpRequest, name: str) -> Person:
    """Make a guest of somebody who picked a name, and know them from now on."""
    person = Person.objects.create_user(f"guest-{new_code(16)}", None, name=tidy_name(name), guest=True)
    login(request, person, backend="django.contrib.auth.backends.ModelBackend")
    return person


def somebody(request: HttpRequest, name: str = "") -> Person:
    """Return the person who is asking; somebody without a name yet becomes a guest."""
    person = who(request)
    return person if person is not None else welcome(request, name or _("Guest"))
