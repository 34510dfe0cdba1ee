"""Nonsense at every address, from everybody: nothing breaks, nothing leaks, and only valid requests change anything.

Each request is made inside a transaction that is rolled back, so all of them meet the same site.
"""

import http.client
import json
import logging
import os
import random
import socket
import time
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from django.conf import settings as site
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.test.client import MULTIPART_CONTENT, encode_multipart
from hypothesis import HealthCheck, example, given, seed, settings
from hypothesis import strategies as st

from cuvee.kernel.errors import CuveeError
from cuvee.web.bots import dispatcher
from cuvee.web.match import tables
from cuvee.web.match.desk import DESK, journal_of
from cuvee.web.models import Analysis, ChatLine, Entry, Note, Notice, Person, Seat, Snapshot, Table, new_code
from tests.web.conftest import client_of, make_moderator, make_person, moderating
from tests.web.nuisances import BAD, BUSY, HOSTILE, JOURNAL, Bystanders, bothered
from tests.web.serving import GONE, PATIENCE, Served, prepare, verify, wait_until
from tests.web.test_desk import play_to
from tests.web.test_killing import HOT_SEAT, Player
from tests.web.walking import ROUTES, every_path

MODELS = (Person, Table, Seat, Entry, Snapshot, Analysis, ChatLine, Note, Notice)
UNWATCHED = ("id", "last_login", "seen_at", "preferences")
PASSWORD = "grand-cru-1855"
Stored = dict[str, dict[Any, tuple[Any, ...]]]


class World(NamedTuple):
    """A small site: people of every kind, and matches in every state."""

    clients: dict[str, Client]
    people: dict[str, str]
    codes: list[str]
    paths: list[str]
    journal: str
    stored: Stored


def stored() -> Stored:
    """Everything the site stores, by table and row."""
    return {
        model.__name__: {row[0]: row for row in model.objects.order_by("pk").values_list("pk", *_fields(model))}
        for model in MODELS
    }


def _fields(model: Any) -> list[str]:
    return [
        field.attname for field in model._meta.fields if field.attname not in ("id", "last_login", "seen_at", "preferences")
    ]


def nobody_thinks(*_question: object) -> None:
    raise CuveeError("No bot is here")


def nobody_knows(*_name: object, **_more: object) -> None:
    raise socket.gaierror("There is no name service here")


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setattr(site, "PASSWORD_HASHERS", ["django.contrib.auth.hashers.MD5PasswordHasher"])
    monkeypatch.setattr(dispatcher.HOUSE, "ask", nobody_thinks)
    monkeypatch.setattr(socket, "getaddrinfo", nobody_knows)
    logging.disable(logging.ERROR)
    Table.objects.all().delete()
    ann, bo, eve = (make_person(name) for name in ("Ann", "Bo", "Eve"))
    account = Person.objects.create_user(f"cy{new_code(8)}", PASSWORD, guest=False, name="Cy")
    moderator = make_moderator()
    two = tables.Wish("vinhos", 2)
    two.seed = 5
    running = tables.open_table(ann, two)
    tables.sit_down(running, bo)
    running.refresh_from_db()
    play_to(running, 20)
    sealed = tables.open_table(ann, tables.Wish("wine_cellar", 2))
    tables.sit_down(sealed, account)
    waiting = tables.open_table(ann, tables.Wish("viticulture", 3, {}, ["me", "open", "bot:vintner"]))
    hot_seat = tables.open_table(account, tables.Wish("ora_et_labora", 2, {}, ["me", "friend"]))
    play_to(hot_seat, 9)
    finished = tables.open_table(ann, tables.Wish("wine_cellar", 2, {}, ["me", "friend"]))
    play_to(finished, 1000)
    found = [running, sealed, waiting, hot_seat, finished]
    clients = {"nobody": Client(), "guest": client_of(eve), "player": client_of(bo), "host": client_of(ann)}
    clients |= {"account": client_of(account), "moderator": moderating(moderator)}
    journal = journal_of(finished, DESK.position(finished)).to_json()
    for table in found:
        table.refresh_from_db()
    people = {who: str(client.session["_auth_user_id"]) for who, client in clients.items() if who != "nobody"}
    yield World(clients, people, [table.code for table in found], every_path(running), journal, stored())
    logging.disable(logging.NOTSET)


class Request(NamedTuple):
    """One request, as it will be sent."""

    who: str
    method: str
    path: str
    query: dict[str, str]
    form: dict[str, str]
    body: str
    """How the form is sent: form, multipart, json, or as nonsense bytes."""
    headers: dict[str, str]
    cut: int
    """Where an uploaded journal is damaged."""


FIELDS = [
    "as", "option", "asked", "at", "to", "turn", "seat", "what", "chunk", "text", "section", "q", "sure", "look", "name",
    "username", "password", "again", "old", "word", "next", "language", "confirm", "keys", "motion", "email", "webhook",
    "email_notices", "along", "stop", "game", "players", "public", "clock", "minutes", "increment", "days", "bank", "seat-1",
    "seat-2", "friend-2", "option-board", "option-x", "level", "invitation", "seen", "part", "after", "show", "shown_players",
    "journal", "alone", "action", "_selected_action", "post", "_popup", "o", "p", "e", "table__id__exact",
]  # fmt: skip
NASTY = [
    "", "0", "1", "2", "-1", "99", "9" * 30, "-" + "9" * 30, "9" * 5000, "1.5", "1e9", "٣", "²", "None", "true", "yes", "on",
    "me", "friend", "bot:master", "open", "wine_cellar", "vinhos", "fr", "en", "always", "player:0", "year", "../../etc/passwd",
    "'", '"', "<script>alert(1)</script>", "{{ 7*7 }}", "%s%n", "\0", "😀", "\u202e", "é" * 200, "x" * 3000, "a\r\nX: y",
    "https://evil.example/", "//evil.example", "/table/", "' OR 1=1 --", "5.4", "§5.4", "vintner", "delete", PASSWORD,
]  # fmt: skip
HEADERS = {
    "HX-Request": ["true", "x"], "HX-Boosted": ["true"], "HX-Target": ["bar", "\xe9"], "HX-Current-URL": ["http://x/", "%%"],
    "Origin": ["http://testserver", "https://evil.example", "null", "%"], "Referer": ["http://testserver/", "x"],
    "Sec-Fetch-Site": ["same-origin", "cross-site", "none", "?"], "Sec-Fetch-Mode": ["navigate", "cors"],
    "Sec-Fetch-Dest": ["document", "empty", "iframe"], "Accept-Language": ["fr", "fr-FR,en;q=0.5", "*" * 50, ";;q", "x-" * 99],
    "Last-Event-ID": ["3.1", "x\x01"], "X-Forwarded-For": ["1.2.3.4", "x,y", ","], "X-Forwarded-Proto": ["https", "x"],
    "Host": ["testserver", "evil.example:99999", "[::1", "a b"], "Range": ["bytes=0-1"], "If-Modified-Since": ["x"],
    "Content-Encoding": ["gzip"], "Cookie": ["cuvee=x; csrftoken=y", "language=xx", "\x02"], "Accept": ["application/json"],
    "X-Requested-With": ["XMLHttpRequest"], "Expect": ["x"], "X-HTTP-Method-Override": ["DELETE"],
}  # fmt: skip
METHODS = ["GET"] * 6 + ["POST"] * 9 + ["HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO"]


def requests(world: World) -> st.SearchStrategy[Request]:
    """Requests that look more or less like ours."""
    values = st.one_of(
        st.sampled_from([*NASTY, *world.codes]),
        st.sampled_from(["0", "1", "2", "3"]),
        st.text(st.characters(codec="utf-8"), max_size=20),
    )
    fields = st.dictionaries(
        st.one_of(st.sampled_from(FIELDS), st.text(st.characters(codec="utf-8"), max_size=8)), values, max_size=6
    )
    codes = st.sampled_from([*world.codes, *world.codes, "nothing-here", "%00", "é", "x" * 200, "."])
    own = st.builds(_fill, st.sampled_from(ROUTES).map(lambda route: str(route.pattern)), codes, st.sampled_from(NASTY[:40]))
    paths = st.one_of(
        own,
        own,
        own,
        st.sampled_from(world.paths),
        st.text(st.characters(codec="utf-8"), max_size=30).map(lambda text: "/" + text),
    )
    headers = st.dictionaries(st.sampled_from(sorted(HEADERS)), st.integers(0, 9), max_size=3)
    return st.builds(
        Request,
        st.sampled_from(sorted(world.clients)), st.sampled_from(METHODS), paths, fields, fields,
        st.sampled_from(["form", "form", "form", "multipart", "json", "bytes"]),
        headers.map(lambda chosen: {name: HEADERS[name][place % len(HEADERS[name])] for name, place in chosen.items()}),
        st.integers(-3, 4000),
    )  # fmt: skip


def _fill(pattern: str, code: str, other: str) -> str:
    for part, value in (("code", code), ("game", other), ("invitation", other)):
        pattern = pattern.replace(f"<str:{part}>", value)
    return "/" + pattern


def send(world: World, request: Request) -> Any:
    """Send a request as only a program would."""
    form = dict(request.form)
    if "import" in request.path:
        form["text"] = world.journal[: request.cut] + world.journal[request.cut + 1 :] if request.cut >= 0 else world.journal
    kinds = {
        "form": ("&".join(f"{_quoted(key)}={_quoted(value)}" for key, value in form.items()).encode(), FORM),
        "multipart": (encode_multipart("BoUnDaRyStRiNg", form), MULTIPART_CONTENT),
        "json": (json.dumps(form).encode(), "application/json"),
        "bytes": (b"\xff\xfe%%&=" + request.path.encode("utf-8", "replace"), FORM),
    }
    body, kind = kinds[request.body]
    query = "&".join(f"{_quoted(key)}={_quoted(value)}" for key, value in request.query.items())
    client = world.clients[request.who]
    kept = deepcopy(client.cookies)
    try:
        return client.generic(
            request.method, quote(request.path, safe="/%?=&"), body, kind, headers=request.headers, query_params=None,
            QUERY_STRING=query,
        )  # fmt: skip
    finally:
        client.cookies = kept


FORM = "application/x-www-form-urlencoded"


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="replace")


def try_one(world: World, request: Request) -> int:
    """Send a request, check what it did, and undo it. Return the status."""
    kept = DESK._positions.copy()
    with transaction.atomic():
        before = connection.connection.total_changes
        answer = send(world, request)
        assert answer.status_code < 500
        if not answer.streaming:
            assert b"Traceback (most recent" not in answer.content
        if connection.connection.total_changes != before:
            check_change(world, request, answer.status_code, stored())
            DESK._positions.clear()  # the move is rolled back below
        else:
            DESK._positions = kept
        transaction.set_rollback(True)
    return int(answer.status_code)


def check_change(world: World, request: Request, status: int, now: Stored) -> None:
    """Check that whatever was written is something this request may change."""
    changed = {name for name in now if now[name] != world.stored[name]}
    if status >= 400:
        assert not changed, "a refusal changes nothing"
    if request.method != "POST":
        assert changed <= {"Seat", "Notice"}, "looking changes nothing but the record of what was seen"
    person = world.people.get(request.who, "")
    if not request.path.startswith("/moderation/"):
        for pk, row in world.stored["Person"].items():
            assert str(pk) == person or now["Person"].get(pk) == row, "nobody changes somebody else"
        for pk, row in world.stored["Note"].items():
            assert now["Note"].get(pk) == row or str(row[2]) == person
    old = {pk: row for pk, row in now["Entry"].items() if pk in world.stored["Entry"]}
    gone = request.path.startswith(("/moderation/", "/account/delete")) or request.path.endswith("/leave")
    assert gone or old == world.stored["Entry"], "no move is ever edited"
    fresh = [row for pk, row in now["Entry"].items() if pk not in world.stored["Entry"]]
    if fresh and not request.path.endswith(("/fork", "/import/")):
        assert request.path.endswith(("/answer", "/undo")), "only these play"
        for entry in fresh:
            assert_played_by(person, entry)


def assert_played_by(person: str, row: tuple[Any, ...]) -> None:
    entry = Entry.objects.get(pk=row[0])
    assert str(Seat.objects.get(table=entry.table, number=entry.seat).person_id) == person, "for their own seat"
    DESK._positions.clear()
    assert DESK.position(entry.table).read == entry.table.log.count(), "and it replays: the move was legal"


def fuzz(world: World, count: int, number: int) -> dict[int, int]:
    """Send this many requests; return how often each status came back."""
    statuses: dict[int, int] = {}

    @seed(number)
    @settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(requests(world))
    @example(Request("player", "GET", f"/table/{world.codes[0]}/", {"as": "9" * 5000}, {}, "form", {}, -1))
    @example(Request("host", "POST", "/import/", {}, {}, "form", {}, -1))
    def one(request: Request) -> None:
        status = try_one(world, request)
        statuses[status] = statuses.get(status, 0) + 1

    one()
    return statuses


def test_a_valid_move_is_noticed_as_one(world: World) -> None:
    """A test of the checks: a correct answer writes an entry, and the checks above let it pass."""
    table = Table.objects.get(code=world.codes[1])
    option = DESK.position(table).state.options(0)[0]
    request = Request(
        "host", "POST", f"/table/{table.code}/answer", {}, {"as": "0", "option": str(option), "asked": "0"}, "form", {}, 0
    )
    assert try_one(world, request) == 302
    assert stored() == world.stored, "and it was taken back"
    with pytest.raises(AssertionError, match="only these play"):
        check_change(world, request._replace(path="/account/name/"), 302, played(world))


def played(world: World) -> Stored:
    now = stored()
    row = next(iter(now["Entry"].values()))
    now["Entry"][10**9] = (10**9, *row[1:])
    return now


def test_nonsense_at_every_address_breaks_and_changes_nothing(world: World) -> None:
    statuses = fuzz(world, 800, 11)
    assert sum(statuses.values()) >= 800
    assert {200, 302, 404, 405, 422} <= set(statuses), "every kind of answer was met"


def test_nonsense_while_a_server_is_bothered_loses_nothing(tmp_path: Path) -> None:
    served_fuzz(tmp_path / "data", 60, 11)


def served_fuzz(data: Path, count: int, number: int) -> tuple[Counter[int], Bystanders]:
    """Send nonsense over the network to a real server, while others upload files, change seats and read nothing; then stop it.

    Somebody plays meanwhile: every move acknowledged to them is there in the end.
    """
    codes, cookies = prepare(data, HOT_SEAT)
    served = Served(data).start()
    player, luck = Player(served, cookies["Aurélie"], codes), random.Random(number)
    statuses: Counter[int] = Counter()
    try:
        with bothered(lambda: served.address, codes[0], cookies["Aurélie"], number) as bystanders:
            player.start()
            for _request in range(count):
                statuses[send_nonsense(served, luck, codes[0], cookies["Aurélie"])] += 1
            wait_until(lambda: bool(bystanders.laid_out) and bystanders.answers["former seat", 404] > 0, "all have been there")
            begun = time.monotonic()
            assert served.stop() == 0
            assert time.monotonic() - begun < LAST_SECONDS
            player.join()
    finally:
        if served.process and served.process.poll() is None:
            served.kill()
    assert not bystanders.strange, bystanders.strange[:5]
    assert not {status for status in statuses if status >= 500} - {BUSY}
    kept, moves = verify(data), len(json.loads(JOURNAL)["moves"])
    assert player.acknowledged[codes[0]] <= kept[codes[0]] <= player.acknowledged[codes[0]] + player.doubtful[codes[0]]
    assert {code: kept[code] for code in bystanders.laid_out} == dict.fromkeys(bystanders.laid_out, moves)
    return statuses, bystanders


def send_nonsense(served: Served, luck: random.Random, code: str, session: str) -> int:
    """Send one odd request as bytes, sometimes with a file; return the status, 0 if the server hung up."""
    method = luck.choice(METHODS)
    path = _fill(str(luck.choice(ROUTES).pattern), luck.choice([code, "nothing-here", "%00"]), quote(luck.choice(NASTY[:40])))
    if method == "GET" and path.endswith("/live"):
        method = "POST"  # a stream has no end
    if path.endswith(("/answer", "/undo", "/resign", "/logout/", "/delete/")):
        session = ""  # actions of the person at the table are counted elsewhere
    form = {luck.choice(FIELDS): luck.choice(NASTY) for _field in range(luck.randint(0, 5))}
    body, kind = "&".join(f"{_quoted(key)}={_quoted(value)}" for key, value in form.items()).encode(), FORM
    if luck.random() < 0.3:
        file = SimpleUploadedFile("journal.json", luck.choice(FILES).encode("utf-8", "replace"))
        body, kind = encode_multipart("BoUnDaRyStRiNg", {**form, "journal": file}), MULTIPART_CONTENT
    client = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    try:
        cookie = f"cuvee={session}; csrftoken={TOKEN}"
        fields = {"Content-Type": kind, "Cookie": cookie, "X-CSRFToken": TOKEN, "Content-Length": str(len(body))}
        client.request(method, path.encode("ascii", "ignore").decode() or "/", body, fields)
        answer = client.getresponse()
        text = answer.read()
        assert b"Traceback (most recent" not in text
        assert answer.status != BUSY or int(answer.headers["Retry-After"]) > 0
        return answer.status
    except (*GONE, ValueError):
        return 0
    finally:
        client.close()


TOKEN = "x" * 32
FILES = [JOURNAL, *BAD.values(), *HOSTILE.values(), "\ufeff" + JOURNAL, JOURNAL * 20]
LAST_SECONDS = 5.0


@pytest.mark.soak
def test_a_hundred_thousand_requests(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    count, number = int(os.environ.get("FUZZ_REQUESTS", "100000")), int(os.environ.get("FUZZ_SEED", "1"))
    statuses = fuzz(world, count, number)
    with capsys.disabled():
        print(f"\n{sum(statuses.values()):,} requests with seed {number}: {dict(sorted(statuses.items()))}")


@pytest.mark.soak
def test_nonsense_for_long_while_a_server_is_bothered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A tenth of the requests of the other long run: these go through the network."""
    count, number = int(os.environ.get("FUZZ_REQUESTS", "100000")) // 10, int(os.environ.get("FUZZ_SEED", "1"))
    statuses, bystanders = served_fuzz(tmp_path / "data", count, number)
    with capsys.disabled():
        print(f"\n{count:,} requests to a server with seed {number}: {dict(sorted(statuses.items()))}")
        print(dict(bystanders.answers))
