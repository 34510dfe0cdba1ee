"""The site under test: its own database in a temporary folder, people to sit down, tables to sit at."""

import asyncio
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.web import backing

backing.begin()
DATA = Path(tempfile.mkdtemp(prefix="cuvee-test-"))
os.environ["CUVEE_DATA"] = str(DATA)
os.environ |= backing.environment_of(DATA)
os.environ["DJANGO_SETTINGS_MODULE"] = "cuvee.web.settings"
os.environ["CUVEE_EMAIL_BACKEND"] = "django.core.mail.backends.locmem.EmailBackend"
os.environ["CUVEE_BOT_PAUSE"] = "0"
# Playwright keeps an event loop in this thread; the database is used outside it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

import django  # noqa: E402
from django.core.management import call_command  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from cuvee.web.match.tables import Wish, open_table, sit_down  # noqa: E402
from cuvee.web.models import Person, SecondFactor, Table, Tally, new_code  # noqa: E402
from cuvee.web.people import rate_limits, second_factor, totp  # noqa: E402
from tests.web.screen import Screen  # noqa: E402

for name in settings.LIMITS.keys() - {"logins"}:
    settings.LIMITS[name] = 0  # tests are faster than people; those about limits set their own

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On servers, leave out the tests marked as only about the file of the embedded site."""
    left_out = [item for item in items if backing.ON_SERVERS and item.get_closest_marker("embedded")]
    items[:] = [item for item in items if item not in left_out]
    if left_out:
        config.hook.pytest_deselected(items=left_out)


def pytest_unconfigure() -> None:
    backing.end()


Sit = Callable[..., tuple[Table, list[Client]]]


@pytest.fixture(scope="session", autouse=True)
def database() -> Iterator[None]:
    setup_test_environment(debug=False)
    call_command("migrate", verbosity=0)
    yield
    shutil.rmtree(DATA, ignore_errors=True)


@pytest.fixture(autouse=True)
def no_loop_but_our_own(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hide the event loop that the browser of an earlier test keeps in this thread: Django would think its caller is async."""
    kept = asyncio._get_running_loop()
    hide = kept is not None and "browser" not in request.fixturenames
    if hide:
        asyncio._set_running_loop(None)
    yield
    if hide:
        asyncio._set_running_loop(kept)


BY_BUTTON = {"HX-Request": "true"}
"""The headers of a request sent by a button on one of our pages."""


def forget_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset all rate limits."""
    monkeypatch.setattr(rate_limits, "MEMORY", rate_limits.Memory())
    Tally.objects.all().delete()


def make_person(name: str = "Aurélie") -> Person:
    return Person.objects.create_user(f"guest-{new_code()}", None, name=name, guest=True)


def client_of(person: Person) -> Client:
    """A browser logged in as this person; unlike Django's usual client it requires the CSRF token of our forms."""
    client = Client(enforce_csrf_checks=False, raise_request_exception=True)
    client.force_login(person)
    return client


def make_moderator(password: str | None = None) -> Person:
    return Person.objects.create_superuser(f"mod{new_code(8)}", password)


def code_for(person: Person, later: int = 0) -> str:
    """The code that a moderator's app shows now, or this many steps later."""
    secret = second_factor.secret(person, SecondFactor.objects.get(person=person).salt)
    return totp.code_of(secret, totp.step_at(time.time()) + later)


def moderating(person: Person) -> Client:
    """A browser in which a moderator has entered a code; a moderator without a second factor gets one."""
    client = client_of(person)
    SecondFactor.objects.get_or_create(person=person, defaults={"salt": new_code(24), "last_step": 0})
    assert client.post("/moderation/second-factor/", {"code": code_for(person)}).status_code == 302
    return client


@pytest.fixture
def sit() -> Sit:
    """Open a table with one person per seat, all at their own screens."""

    def open_for(
        game: str = "wine_cellar", players: int = 2, seed: int | None = 1, **options: object
    ) -> tuple[Table, list[Client]]:
        people = [make_person(name) for name in ("Aurélie", "Tomás", "Ingrid", "Bram", "Zofia", "Eamon")[:players]]
        wish = Wish(game, players, dict(options))  # type: ignore[arg-type]
        wish.seed = seed
        table = open_table(people[0], wish)
        clients = [client_of(person) for person in people]
        for person in people[1:]:
            sit_down(table, person)
        table.refresh_from_db()
        return table, clients

    return open_for


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium, or the one that `make test` fetched; if there is none, that is a failure, never a skip."""
    found = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def table_page(browser: Browser) -> Iterator[Page]:
    """The page of a table in a browser, with the real table.js."""
    person = make_person()
    table = open_table(person, Wish("wine_cellar", 2, {}, ["me", "bot:greedy"]))
    screen = Screen(browser, client_of(person))
    yield screen.open(f"/table/{table.code}/")
    screen.close()
