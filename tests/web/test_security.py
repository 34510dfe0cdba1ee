"""Every threat of docs/security.md, tried."""

import asyncio
import json
import re
import tomllib
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.db import close_old_connections
from django.test import AsyncClient, Client, RequestFactory

from cuvee import games
from cuvee.kernel.match import Match
from cuvee.web.match import tables
from cuvee.web.match.desk import DESK
from cuvee.web.models import ChatLine, Note, Person, Seat, Table, Tally, Trace, new_code
from cuvee.web.page.diff import Wire
from cuvee.web.page.sight import changed_parts, look, marks
from cuvee.web.people import rate_limits
from cuvee.web.people.password_hashing import Sparing
from tests.web.conftest import Sit, client_of, make_moderator, make_person, moderating
from tests.web.test_desk import play_to
from tests.web.walking import ROUTES, address, every_path, walk_get

PASSWORD = "grand-cru-1855"


@pytest.fixture
def moderator() -> Client:
    return moderating(make_moderator())


@pytest.fixture(autouse=True)
def fresh_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset all rate limits, and make password hashing fast."""
    monkeypatch.setattr(rate_limits, "MEMORY", rate_limits.Memory())
    monkeypatch.setattr(Sparing, "time_cost", 1)


def everything_stored(but: Person | None = None) -> str:
    """Everything the site stores, except a person's own notes and chat, and where they came from."""
    told = []
    for model in apps.get_app_config("site").get_models():
        rows = model.objects.order_by("pk")
        if but is not None and model in (Note, ChatLine, Trace):
            rows = rows.exclude(person=but)
        fields = [field.name for field in model._meta.fields if field.name not in ("talk", "seen_at", "last_login")]
        told.append(serializers.serialize("json", rows, fields=fields))
    return "\n".join(told)


# Forms of other sites.


def test_no_address_takes_a_form_without_its_proof(sit: Sit, moderator: Client) -> None:
    """Walks the table of addresses, so it covers future addresses too."""
    table, clients = sit()
    play_to(table, 4)
    paths = every_path(table)
    assert len(paths) > len(ROUTES) >= 40
    for known in (clients[0], moderator):
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = known.cookies
        before = everything_stored()
        for path in paths:
            answer = strict.post(path, {"as": 0, "option": 1, "asked": 0, "sure": "yes", "name": "Eve", "text": "hello"})
            assert answer.status_code in (403, 404), path
        assert everything_stored() == before


def test_the_proof_of_one_site_is_no_proof_from_another(sit: Sit) -> None:
    table, clients = sit()
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = clients[0].cookies
    page = strict.get(f"/table/{table.code}/").content.decode()
    token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0]
    form = {"text": "hello", "csrfmiddlewaretoken": token}
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}):
        assert strict.post(f"/table/{table.code}/chat", form, headers=headers).status_code == 403
    assert not table.chat.exists()
    assert strict.post(f"/table/{table.code}/chat", form, headers={"Origin": "http://testserver"}).status_code == 302


def test_looking_changes_nothing(sit: Sit) -> None:
    """No address does anything when it is only loaded, since links and pictures on other sites load addresses."""
    table, clients = sit()
    play_to(table, 4)
    clients[0].get(f"/table/{table.code}/")
    before = everything_stored()
    for path in every_path(table):
        if path != f"/table/{table.code}/":
            walk_get(clients[0], path, query_params={"as": "0", "option": "1", "asked": "0", "sure": "yes", "name": "Eve"})
    assert everything_stored() == before


# Streams for other sites.


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}, 200),
        ({"Origin": "http://testserver"}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://testserver.evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, 403),
    ],
)
def test_a_stream_is_for_our_own_pages(sit: Sit, headers: dict[str, str], status: int) -> None:
    table, clients = sit()
    answer = walk_get(clients[0], f"/table/{table.code}/live", headers=headers)
    assert answer.status_code == status
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_people_may_follow_a_link_from_elsewhere(sit: Sit) -> None:
    table, clients = sit()
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert clients[0].get(f"/table/{table.code}/", headers=link).status_code == 200


# Sessions.


def test_becoming_somebody_makes_a_new_session() -> None:
    """A planted session is worthless: a new one is made when a name is picked, and when the guest becomes an account."""
    client = Client()
    client.get("/account/login/")
    client.cookies["cuvee"] = "0123456789abcdef0123456789abcdef"
    client.post("/account/name/", {"name": "Ann"})
    as_guest = client.cookies["cuvee"].value
    assert as_guest != "0123456789abcdef0123456789abcdef"
    client.post("/account/keep/", {"username": f"ann{new_code(8)}", "password": PASSWORD, "again": PASSWORD})
    as_account = client.cookies["cuvee"].value
    assert as_account != as_guest
    thief = Client()
    thief.cookies["cuvee"] = as_guest
    assert thief.get("/account/").status_code == 302, "the guest's session no longer belongs to anybody"
    other = Client()
    other.post("/account/name/", {"name": "Bo"})
    before = other.cookies["cuvee"].value
    person = Person.objects.get(pk=client.session["_auth_user_id"])
    other.post("/account/login/", {"username": person.username, "password": PASSWORD})
    assert other.cookies["cuvee"].value != before
    thief.cookies["cuvee"] = before
    assert thief.get("/account/").status_code == 302


# What belongs to others.


def forms(seat: int) -> dict[str, str]:
    return {
        "as": str(seat), "option": "1", "asked": "0", "at": "1", "to": "0", "turn": "1", "seat": str(seat), "sure": "yes",
        "level": "master", "word": "delete", "text": "hello", "next": "/",
    }  # fmt: skip


def test_nobody_does_anything_with_what_belongs_to_others(sit: Sit) -> None:
    """A stranger, and a player using the other's seat, try every address of a running, a waiting and a solo match."""
    running, clients = sit("viticulture", 2, seed=8)
    play_to(running, 9)
    host = make_person("Host")
    wish = tables.Wish("wine_cellar", 2)
    wish.public = False
    waiting = tables.open_table(host, wish)
    alone = tables.open_table(host, tables.Wish("vinhos", 2, {}, ["me", "friend"]))
    stranger = make_person("Eve")
    for client, seats in ((client_of(stranger), (0, 1)), (clients[0], (1,))):
        person = Person.objects.get(pk=client.session["_auth_user_id"])
        before = everything_stored(but=person)
        for table in (running, waiting, alone):
            for route in ROUTES:
                if "<str:code>" not in str(route.pattern):
                    continue
                for seat in seats:
                    form = forms(seat)
                    if str(route.pattern).endswith(("/resign", "/back", "/undo", "/answer")) and client is clients[0]:
                        form["as"] = "1"
                    path = address(route, table)
                    got = walk_get(client, path, query_params={"as": str(seat)})
                    assert client.post(path, form).status_code < 500
                    assert got.status_code in (302, 404, 405, 422) or f'data-player="{seat}"' not in str(got.content)
        assert everything_stored(but=person) == before


def test_a_note_is_ones_own(sit: Sit, moderator: Client) -> None:
    table, clients = sit()
    clients[0].post(f"/table/{table.code}/note", {"text": "my-secret-plan"})
    for client in (clients[1], Client(), moderator):
        for path in every_path(table):
            answer = walk_get(client, path)
            assert answer.streaming or "my-secret-plan" not in answer.content.decode(errors="replace"), path
    assert "my-secret-plan" in clients[0].get(f"/table/{table.code}/").content.decode()


def test_a_private_table_is_not_joined_without_its_invitation(sit: Sit) -> None:
    wish = tables.Wish("wine_cellar", 2)
    wish.public = False
    table = tables.open_table(make_person(), wish)
    eve = client_of(make_person("Eve"))
    assert eve.post(f"/table/{table.code}/sit").status_code == 403
    assert eve.post(f"/table/{table.code}/join/{new_code()}/").status_code == 404
    for path in ("", "sit"):
        assert table.invitation not in eve.get(f"/table/{table.code}/{path}").content.decode()
    assert not table.places.get(number=1).person


# Words that would be markup.

PAYLOADS = (
    "\"><xss-probe x='",
    "'><xss-probe>",
    "</script><xss-probe>",
    "</textarea></title><xss-probe>",
    '" xss-attribute="1',
    "' xss-attribute='1",
    "{{ 9973 * 10007 }}{% raw %}",
    "<svg/onload=1><xss-probe>",
)


class Reader(HTMLParser):
    """Reads a page as a browser does, and records what should not be in it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "xss-probe" or any(name in ("xss-attribute", "onload", "onerror", "onclick") for name, _v in attrs):
            self.found.append(self.get_starttag_text() or tag)
        for name, value in attrs:
            if name in ("href", "src", "action", "formaction") and (value or "").strip().lower().startswith("javascript:"):
                self.found.append(f"{name}={value}")


def injected(page: str) -> list[str]:
    reader = Reader()
    reader.feed(page)
    if "99799811" in page:  # the product, too long to be on a page by chance
        reader.found.append("a template was run")
    return reader.found


def test_the_reader_would_notice() -> None:
    for payload in PAYLOADS:
        found = injected(f'<p title="{payload}">{payload}</p>') + injected(f"<p title='{payload}'>{payload}</p>")
        assert found or "{{" in payload, payload
    assert injected("<a href='javascript:alert(1)'>")


def test_what_people_write_stays_words_on_every_page(sit: Sit, moderator: Client) -> None:
    table, clients = sit("wine_cellar", 2, seed=9)
    for client, name in zip(clients, PAYLOADS, strict=False):
        client.post("/account/name/", {"name": name[:30]})
    for payload in PAYLOADS:
        clients[0].post(f"/table/{table.code}/chat", {"text": payload})
    clients[0].post(f"/table/{table.code}/note", {"text": " ".join(PAYLOADS)})
    seats = {"game": "wine_cellar", "players": "2", "seat-1": "me", "seat-2": "friend", "friend-2": PAYLOADS[4]}
    answer = clients[0].post("/open/", seats)
    hot_seat = Table.objects.get(code=answer.headers["Location"].strip("/").split("/")[-1])
    waiting = tables.open_table(Person.objects.get(pk=clients[1].session["_auth_user_id"]), tables.Wish("wine_cellar", 2))
    play_to(table, 6)
    play_to(hot_seat, 6)
    fields = [
        "q",
        "what",
        "part",
        "after",
        "next",
        "section",
        "name",
        "saved",
        "stop",
        "link",
        "invitation",
        "game",
        "players",
        "at",
    ]
    asked = {field: PAYLOADS[place % len(PAYLOADS)] for place, field in enumerate(fields)}
    everywhere = every_path(table)
    at_tables = [address(route, shown) for shown in (hot_seat, waiting) for route in ROUTES if "code" in str(route.pattern)]
    for client, paths in ((clients[0], everywhere + at_tables), (clients[1], at_tables), (moderator, everywhere)):
        for path in paths:
            for page in (walk_get(client, path), walk_get(client, path, query_params=asked)):
                if not page.streaming and page.headers.get("Content-Type", "").startswith("text/html"):
                    assert not injected(page.content.decode(errors="replace")), path
    assert "xss-probe" in clients[1].get(f"/table/{table.code}/").content.decode(), "the hostile words are really there"


@pytest.mark.parametrize("payload", PAYLOADS)
def test_what_people_send_in_forms_comes_back_as_words(sit: Sit, payload: str) -> None:
    table, clients = sit("wine_cellar", 2, seed=9)
    for path in (
        "/open/",
        "/import/",
        "/account/login/",
        "/account/keep/",
        "/account/preferences/",
        "/account/recover/",
        "/account/new-password/",
        "/account/confirm/",
        "/account/sessions/",
        f"/table/{table.code}/answer",
    ):
        texts = ("game", "players", "username", "text", "option", "asked", "email", "webhook", "language", "who", "link", "end")
        form = dict.fromkeys(texts, payload)
        for headers in ({}, {"HX-Request": "true"}):
            answer = clients[1].post(path, form | {"section": "notices", "as": "1"}, headers=headers)
            assert not injected(answer.content.decode()), path


def poisoned(text: str, hostile: str) -> str:
    """Put hostile text into every row of a component file that contains words."""
    rows = []
    for kind, found in tomllib.loads(text).items():
        for row in found if isinstance(found, list) else ():
            words = {key: value for key, value in row.items() if key in ("name", "title", "text", "label", "note", "about")}
            if "id" in row and words:
                fields = {"id": row["id"]} | {key: f"{value} {hostile}" for key, value in words.items()}
                rows.append(f"[[{kind}]]\n" + "\n".join(f"{key} = {json.dumps(value)}" for key, value in fields.items()))
    return "\n".join(rows)


@pytest.mark.parametrize("game", games.NAMES)
def test_components_and_names_of_a_strangers_journal_stay_words(sit: Sit, game: str) -> None:
    """An imported journal brings its own component tables, with a hostile name, title and text everywhere."""
    box = games.get(game)
    hostile = "<xss-probe>' xss-attribute='1"

    overrides = {name: poisoned(text, hostile) for name, text in box.files().items()}
    match = Match(box, box.seats[-1], {}, 5, box.components(overrides))
    for _move in range(25):
        if not match.state.over:
            seat = match.state.waiting[0]
            match.play(seat, match.state.options(seat)[-1])
    match.journal.players = [hostile] * box.seats[-1]
    client = client_of(make_person())
    answer = client.post("/import/", {"text": match.journal.to_json()})
    assert answer.status_code == 302, answer.content.decode()
    code = answer.headers["Location"].strip("/").split("/")[-1]
    shown = 0
    for seat in range(-1, box.seats[-1]):
        for path in ("", "?look=text&x=1", "replay/", "log", "about?what=player:0"):
            sign = "&" if "?" in path else "?"
            page = client.get(f"/table/{code}/{path}{sign}as={seat}").content.decode()
            shown += page.count("xss-probe")
            assert not injected(page), path
    assert shown, "the hostile words are really on the pages"
    things = [thing.id for area in box.view(match.state, 0).areas for thing in area.all()]
    for thing in things[:: max(1, len(things) // 12)]:
        assert not injected(client.get(f"/table/{code}/about", {"what": thing, "as": 0}).content.decode())


# Seeds.


def test_nothing_derived_from_the_seed_is_told_before_the_end(sit: Sit, moderator: Client) -> None:
    """No page, file, stream or header of a running match shows anybody the seed or a fingerprint of a position."""
    seed = 8_675_309_123_456_789
    table, clients = sit("vinhos", 2, seed=seed)
    play_to(table, 50)
    table.refresh_from_db()
    secrets = {str(seed), f"{seed:x}", f"{seed:,}", table.start, *table.log.values_list("after", flat=True)}
    secrets |= {str(seed % modulus) for modulus in (1_000_003, 1_000_000_007)}
    secrets |= {snapshot.body for snapshot in table.snapshots.all()} | {
        snapshot.check_sum for snapshot in table.snapshots.all()
    }
    assert len(secrets) > 50
    for client in (clients[0], clients[1], Client(), moderator):
        for path in [*every_path(table), f"/moderation/site/table/{table.pk}/change/", "/account/export/"]:
            answer = walk_get(client, path)
            told = str(dict(answer.items()))
            told += "" if answer.streaming else answer.content.decode(errors="replace")
            assert not [secret for secret in secrets if secret in told], path
    assert not [secret for secret in secrets if secret in first_update(clients[0], table)]


def first_update(client: Client, table: Table) -> str:
    """The first update of a live stream, as a browser gets it."""

    async def read() -> str:
        streaming = AsyncClient()
        streaming.cookies = client.cookies
        answer = await streaming.get(f"/table/{table.code}/live")
        told = ""
        async for piece in answer.streaming_content:
            told += piece.decode()
            if "data:" in told:
                break
        return told

    async def read_in_time() -> str:
        return await asyncio.wait_for(read(), 30)

    return async_to_sync(read_in_time)()


# Choices made at the same time.


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("wine_cellar", {}),
        ("viticulture", {"choose_parents": True}),
        ("viticulture", {"structure_cards": True}),
        ("age_of_champagne", {}),
    ],
)
def test_what_somebody_sealed_changes_nothing_for_others(sit: Sit, game: str, options: dict[str, Any]) -> None:
    """Pages, updates and files are exactly the same whatever was chosen: neither their size nor their number tells anything."""

    def told_after(choice: int) -> tuple[list[str], int]:
        table, clients = sit(game, 2, seed=21, **options)
        position = DESK.position(table)
        while len(position.state.waiting) < 2:  # until both decide at the same time
            play_to(table, position.moves + 1)
        offered = position.state.options(1)
        wires = {seat: Wire() for seat in (0, -1)}
        drawn = {}
        for seat, wire in wires.items():
            own = [place for place in table.places.all() if place.number == seat]
            drawn[seat] = look(table, seat, own, "en", False)[1]
            wire.tell(drawn[seat])
        form = {"as": 1, "option": offered[choice % len(offered)], "asked": position.asked[1]}
        assert clients[1].post(f"/table/{table.code}/answer", form).status_code == 302
        table.refresh_from_db()
        told = []
        for seat, wire in wires.items():
            own = [place for place in table.places.all() if place.number == seat]
            stamp, parts = look(table, seat, own, "en", False)
            told += [stamp, wire.tell(changed_parts(marks(drawn[seat]), parts))]
        for client in (clients[0], Client()):
            told += [client.get(f"/table/{table.code}/{path}").content.decode() for path in ("", "journal", "replay/", "log")]
        sealed = (table.commitment, f"{table.commitment[:4]}…{table.commitment[-4:]}")
        for secret in (table.code, *sealed, *re.findall(r'(?:csrfmiddlewaretoken" value="|whom=)(\w+)', "".join(told))):
            told = [text.replace(secret, "-" * 8) for text in told]
        return told, len(offered)

    first, count = told_after(0)
    assert count > 1
    for choice in range(1, min(count, 4)):
        assert told_after(choice)[0] == first


# Limits.


@pytest.fixture
def tight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of each action, twice as many for an address."""
    for name in settings.LIMITS:
        monkeypatch.setitem(settings.LIMITS, name, 3)
    monkeypatch.setattr(settings, "LIMIT_ADDRESS", 2)


def refused(answer: Any) -> bool:
    if answer.status_code != 429:
        return False
    assert 0 < int(answer.headers["Retry-After"]) <= 3600
    assert "try again in" in answer.content.decode()
    return True


@pytest.mark.usefixtures("tight")
def test_talk_is_limited_by_person_and_address(sit: Sit) -> None:
    table, clients = sit("wine_cellar", 2)
    talk = f"/table/{table.code}/chat"
    for _time in range(3):
        assert clients[0].post(talk, {"text": "hi"}).status_code == 302
    assert refused(clients[0].post(talk, {"text": "hi"}))
    assert refused(clients[0].post(talk, {"text": "hi"}, headers={"HX-Request": "true"})), "a page is told in its own way"
    assert clients[1].post(talk, {"text": "hi"}).status_code == 302, "others may still talk"
    assert refused(clients[1].post(talk, {"text": "hi"})), "but not all of one address for ever"
    assert clients[1].post(talk, {"text": "hi"}, REMOTE_ADDR="192.0.2.9").status_code == 302
    assert table.chat.count() == 5


@pytest.mark.usefixtures("tight")
def test_moves_are_limited_and_none_is_half_made(sit: Sit) -> None:
    table, clients = sit("vinhos", 2, seed=4)
    answers: list[int] = []
    for _move in range(12):
        position = DESK.position(table)
        seat = position.state.waiting[0]
        form = {"as": seat, "option": position.state.options(seat)[0], "asked": position.asked[seat]}
        answers.append(clients[seat].post(f"/table/{table.code}/answer", form).status_code)
    made = answers.count(302)
    assert 3 <= made <= 6
    assert set(answers) == {302, 429}
    assert table.log.count() == DESK.position(table).moves == made


@pytest.mark.usefixtures("tight")
def test_signing_up_is_limited_by_address() -> None:
    before = Person.objects.count()
    answers = [Client().post("/account/name/", {"name": f"Bot {number}"}) for number in range(5)]
    assert [answer.status_code for answer in answers[:3]] == [302] * 3
    assert all(refused(answer) for answer in answers[3:])
    form = {"username": f"bot{new_code(6)}", "password": PASSWORD, "again": PASSWORD}
    assert refused(Client().post("/account/keep/", form))
    assert refused(Client().post("/play-now/wine_cellar/", {"name": "Bot"}))
    assert Person.objects.count() == before + 3
    assert Client().post("/account/name/", {"name": "Elsewhere"}, REMOTE_ADDR="192.0.2.8").status_code == 302


@pytest.mark.usefixtures("tight")
def test_opening_tables_is_limited(sit: Sit) -> None:
    client = client_of(make_person())
    answers = [client.post("/play-now/wine_cellar/") for _table in range(4)]
    assert [answer.status_code for answer in answers[:3]] == [302] * 3
    assert refused(answers[3])
    assert refused(client.post("/open/", {"game": "wine_cellar", "players": "2"}))
    assert refused(client.post("/import/", {"text": "{}"}))


@pytest.mark.usefixtures("tight")
def test_guessing_is_limited_by_account_and_address_and_for_moderators_too() -> None:
    names = [f"anna{new_code(8)}" for _person in range(6)]
    for name in names:
        Person.objects.create_superuser(name, PASSWORD)

    def guess(name: str, word: str = "wrong", where: str = "192.0.2.1", page: str = "/account/login/") -> Any:
        return Client().post(page, {"username": name, "password": word}, REMOTE_ADDR=where)

    assert [guess(names[0]).status_code for _time in range(3)] == [422] * 3
    assert refused(guess(names[0], PASSWORD)), "even with the right one, or the refusal would reveal it"
    assert guess(names[1], PASSWORD).status_code == 302, "people who know theirs get in"
    assert [guess(name).status_code for name in names[2:5]] == [422] * 3
    assert refused(guess(names[5])), "one address tries many accounts"
    for place in range(2, 5):
        guess(names[0], where=f"192.0.2.{place}")
    assert refused(guess(names[0], PASSWORD, "192.0.2.200")), "many addresses try one account"
    admin = guess(names[1], page="/moderation/login/", where="192.0.2.77")
    assert (admin.status_code, admin.headers["Location"].split("?")[0]) == (302, "/account/login/")


def test_an_own_session_is_no_place_to_guess_the_password(tight: None) -> None:
    client = client_of(Person.objects.create_user(f"bo{new_code(8)}", PASSWORD, guest=False))
    form = {"old": "wrong", "password": "chateau-1982", "again": "chateau-1982"}
    assert [client.post("/account/password/", form).status_code for _time in range(4)] == [422, 422, 422, 429]
    assert client.post("/account/delete/", {"password": PASSWORD}).status_code == 429


def test_only_moderators_get_past_the_login(moderator: Client) -> None:
    plain = client_of(Person.objects.create_user(f"bo{new_code(8)}", PASSWORD, guest=False))
    assert plain.get("/moderation/", follow=True).status_code == 403
    assert moderator.get("/moderation/login/").headers["Location"] == "/moderation/"


def test_nobody_makes_up_where_they_come_from(monkeypatch: pytest.MonkeyPatch) -> None:
    def seen(told: str, proxies: int) -> str:
        monkeypatch.setattr(settings, "PROXIES", proxies)
        request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", headers={"X-Forwarded-For": told} if told else {})
        return rate_limits.address_of(request)

    assert seen("192.0.2.1", 0) == "10.0.0.1", "nobody said there was a proxy"
    assert seen("192.0.2.1", 1) == "192.0.2.1"
    assert seen("1.1.1.1, 192.0.2.1", 1) == "192.0.2.1", "anything before it was written by the visitor"
    assert seen("1.1.1.1, 192.0.2.1, 10.0.0.2", 2) == "192.0.2.1"
    assert seen("192.0.2.1", 2) == "10.0.0.1", "it did not come through both"
    assert seen("", 1) == "10.0.0.1"
    assert seen("2001:db8:1:2:aaaa::1", 1) == seen("2001:db8:1:2:bbbb::1", 1), "one customer has a whole network"
    assert seen("<script>" * 50, 1) == ("<script>" * 50)[:64]


def test_several_processes_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the database no two of them get the same count, and an expired counter begins anew."""
    monkeypatch.setattr(rate_limits, "in_database", lambda: True)
    who = [f"person {new_code()}", f"address {new_code()}"]

    def count(_time: int) -> int:
        try:
            return rate_limits.count(rate_limits.CHAT, who)[who[0]].number
        finally:
            close_old_connections()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(count, range(40))) == list(range(1, 41))
    assert rate_limits.counted(rate_limits.CHAT, who)[who[1]].number == 40
    Tally.objects.all().update(until=1.0)
    assert rate_limits.counted(rate_limits.CHAT, who) == {}
    assert rate_limits.count(rate_limits.CHAT, who)[who[0]].number == 1


# Too large, malformed.


def test_what_no_browser_sends_is_refused_with_a_plain_page(sit: Sit) -> None:
    table, clients = sit()
    client = clients[0]
    before = everything_stored()
    chat = f"/table/{table.code}/chat"
    deep = '{"cuvee": 1, "game": ' + "[" * 100_000 + "]" * 100_000 + "}"
    answers = [
        client.post(chat, {"text": "x" * 6_000_000}),
        client.post(chat, {f"field{number}": "x" for number in range(300)}),
        client.generic("POST", chat, b"--x\r\nbroken", content_type="multipart/form-data; boundary=x"),
        client.generic("POST", chat, b"text=%ff%fe%00", content_type="application/x-www-form-urlencoded"),
        client.generic("POST", chat, b"\xff" * 100, content_type="application/x-www-form-urlencoded; charset=utf-16"),
        client.generic("POST", chat, b"text=", content_type="application/x-www-form-urlencoded; charset=nonsense"),
        client.post("/import/", {"text": deep}),
        client.post("/import/", {"text": '{"cuvee": 1, "seed": ' + "9" * 10_000 + "}"}),
        client.post(f"/table/{table.code}/answer", {"as": "0", "option": "9" * 5000, "asked": "0"}),
        client.post(f"/table/{table.code}/undo", {"as": "0", "to": "9" * 40}),
        client.post(f"/table/{table.code}/house", {"as": "0", "seat": "9" * 40}),
        client.get(f"/table/{table.code}/?as={'9' * 5000}"),
        client.get(f"/table/{table.code}/replay/?at={'9' * 4000}"),
        client.get(f"/table/%00{'x' * 3000}/"),
        client.get("/rules/wine_cellar/", {"section": "\0"}),
        client.get("/", headers={"Accept-Language": "x" * 5000, "Cookie": "cuvee=" + "x" * 5000}),
    ]
    for answer in answers:
        assert answer.status_code < 500
        assert b"Traceback" not in answer.content
    assert [answer.status_code for answer in answers[:4]] == [400, 400, 422, 422]
    assert "too large, or not what a browser sends" in answers[0].content.decode()
    assert everything_stored() == before


def test_only_the_names_of_the_site_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """With CUVEE_HOSTS set, a made-up host name gets nothing, so our links cannot be made to lead elsewhere."""
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", ["play.example.org"])
    assert Client().get("/", headers={"Host": "evil.example"}).status_code == 400
    assert Client().get("/", headers={"Host": "play.example.org"}).status_code == 200


def test_forms_lead_on_to_our_own_pages_only() -> None:
    for target in (
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "\\\\evil",
        "http:evil",
    ):
        answer = Client().post("/account/name/", {"name": "Ann", "next": target})
        assert answer.headers["Location"] == "/", target


def test_strangers_tables_do_not_fill_the_memory() -> None:
    """Every imported journal may bring its own component tables; only a limited number are remembered."""
    box = games.get("wine_cellar")
    name, text = next((name, text) for name, text in box.files().items() if "bid = 3\n" in text)
    for bid in range(40, 80):
        box.prepare(2, {}, box.components({name: text.replace("bid = 3\n", f"bid = {bid}\n")}))
    assert len(box._pieces) <= 32


def test_a_seat_of_somebody_deleted_belongs_to_nobody(sit: Sit) -> None:
    table, clients = sit()
    clients[1].post("/account/delete/", {"word": "delete"})
    assert Seat.objects.get(table=table, number=1).person is None
    assert clients[1].post(f"/table/{table.code}/answer", {"as": 1, "option": 1, "asked": 0}).status_code == 404
    assert json.loads(clients[0].get("/account/export/").content)["tables"]
