"""Small actions repeated again and again: each writes to disk, and is shown to everybody at a table."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.crypto import salted_hmac

from cuvee.web.match import people_at_tables
from cuvee.web.match.tables import Wish, open_table
from cuvee.web.models import Person, Table, Trace
from cuvee.web.people import bans
from tests.web.conftest import Sit, client_of, forget_limits, make_person


@pytest.fixture
def tight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four of each action, and no more for an address."""
    forget_limits(monkeypatch)
    for name in settings.LIMITS:
        monkeypatch.setitem(settings.LIMITS, name, 4)
    monkeypatch.setattr(settings, "LIMIT_ADDRESS", 1)


def statuses(client: Client, *posts: tuple[str, dict[str, str]], times: int = 6) -> list[int]:
    found: list[Any] = [client.post(path, form) for _time in range(times) for path, form in posts]
    assert all(int(answer.headers["Retry-After"]) > 0 for answer in found if answer.status_code == 429)
    return [answer.status_code for answer in found]


@pytest.mark.usefixtures("tight")
def test_nobody_sits_down_and_leaves_all_day() -> None:
    """It would keep others from the seat, and keep the table from ever being closed."""
    table = open_table(make_person(), Wish("vinhos", 3))
    path = f"/table/{table.code}"
    found = statuses(client_of(make_person("Restless")), (f"{path}/sit", {"seat": "1"}), (f"{path}/leave", {}))
    assert found[:4] == [302] * 4
    assert set(found[4:]) == {429, 422}  # it was left, so it cannot be left again
    assert Table.objects.get(pk=table.pk).talk == 4


@pytest.mark.usefixtures("tight")
def test_nobody_changes_their_name_all_day(sit: Sit) -> None:
    """All pages of all their tables are drawn again for it."""
    table, clients = sit("wine_cellar", 2)
    before = Table.objects.get(pk=table.pk).talk
    found = [clients[0].post("/account/name/", {"name": f"Name {number}"}).status_code for number in range(10, 18)]
    assert found == [302] * 4 + [429] * 4
    assert Table.objects.get(pk=table.pk).talk == before + 4
    assert clients[0].post("/account/name/", {"name": "Name 20"}, REMOTE_ADDR="192.0.2.7").status_code == 429, "nor elsewhere"


@pytest.mark.usefixtures("tight")
def test_settings_are_not_changed_all_day() -> None:
    client = client_of(make_person())
    assert statuses(client, ("/account/preferences/", {"keys": "off"})) == [302] * 4 + [429] * 2


@pytest.mark.parametrize("guests", [1, 8])
def test_nobody_fills_the_lobby_with_tables_of_theirs(guests: int) -> None:
    """The lobby shows thirty waiting tables. One person, or guests from one address, cannot push out all others."""
    Table.objects.filter(status=Table.WAITING).delete()
    modest = [make_person(f"Modest {number}") for number in range(10)]
    shown = [open_from(person, f"address {person.pk}") for person in modest]
    greedy = [make_person(f"Greedy {number}") for number in range(guests)]
    for number in range(40):
        open_from(greedy[number % guests], "one address")
    page = client_of(make_person("Reader")).get("/").content.decode()
    assert all(f'id="ln-{table.code}"' in page for table in shown)
    assert page.count('id="ln-') == 30, "and there is room for some of theirs"


def open_from(person: Person, place: str) -> Table:
    wish = Wish("vinhos", 3)
    wish.opened_from = salted_hmac("test", place).hexdigest()[:16]
    return open_table(person, wish)


def test_who_keeps_no_cookie_leaves_no_heap_of_traces(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that discards its identifier is a new one every time; only the last ones are remembered."""
    monkeypatch.setattr(bans, "MOST", 5)
    forget_limits(monkeypatch)
    person = make_person()
    client = client_of(person)
    for number in range(20):
        client.cookies.pop(bans.COOKIE, None)
        address = f"192.0.2.{number}"
        assert client.post("/account/preferences/", {"keys": "off"}, REMOTE_ADDR=address).status_code == 302
    for kind in (Trace.BROWSER, Trace.ADDRESS):
        assert Trace.objects.filter(person=person, kind=kind).count() == 5
    last = client.cookies[bans.COOKIE].value
    people_at_tables.ban(Person.objects.get(pk=person.pk))
    stranger = Client()
    stranger.cookies[bans.COOKIE] = last
    assert stranger.post("/account/name/", {"name": "Somebody new"}).status_code == 403
