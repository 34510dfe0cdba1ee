"""A seat shows its cards only to its present holder: never before the match, and never to somebody who held it earlier."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.sessions.models import Session
from django.test import RequestFactory

from cuvee import games
from cuvee.web.events import announcements
from cuvee.web.match import people_at_tables, tables
from cuvee.web.match.desk import DESK, NotBegun
from cuvee.web.match.rights import Revoked
from cuvee.web.match.tables import Wish, open_table, sit_down, stand_up
from cuvee.web.models import Person, Seat, Table
from cuvee.web.pages.table import Gaze
from tests.web.conftest import Sit, client_of, make_person
from tests.web.serving import PATIENCE, Visitor, prepare, session_of
from tests.web.site import Site, site_on
from tests.web.test_live import Stream

PATHS = ("live", "journal", "replay/", "about?what=year", "log", "hint", "sheet", "analysis")


@pytest.mark.parametrize("game", games.NAMES)
def test_before_the_match_there_is_nothing_to_see(game: str) -> None:
    host, visitor = make_person("Host"), make_person("Visitor")
    players = max(games.get(game).seats)
    table = open_table(host, Wish(game, players, {}, [tables.OPEN] * players))
    assert table.start == "", "nothing is dealt while people are still coming"
    with pytest.raises(NotBegun):
        DESK.position(table)
    browser = client_of(visitor)
    for number in range(players):
        sit_down(table, visitor, number)
        for path in PATHS:
            for eyes in ("", "as=-1", f"as={number}"):
                address = f"/table/{table.code}/{path}{'&' if '?' in path else '?'}{eyes}"
                answer = browser.get(address)
                assert answer.status_code != 200, address
        assert browser.post(f"/table/{table.code}/fork", {"at": 0}).status_code != 302
        stand_up(table, visitor)


def test_the_deal_is_made_when_the_last_seat_is_taken(sit: Sit) -> None:
    table, _clients = sit("wine_cellar", 2)
    assert table.start
    assert DESK.position(table).state.digest() == table.start


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Site, str, dict[str, str]]]:
    wish = {"game": "wine_cellar", "players": 2, "people": ["Aurélie", "Tomás"]}
    codes, cookies = prepare(tmp_path / "data", wish)
    server = site_on(tmp_path / "data").start()
    yield server, codes[0], cookies
    assert server.stop() == 0


def test_logging_out_ends_open_streams_at_once(served: tuple[Site, str, dict[str, str]]) -> None:
    server, code, cookies = served
    stream = Stream(server, cookies["Tomás"], f"/table/{code}/live")
    other = Stream(server, cookies["Aurélie"], f"/table/{code}/live")
    stream.wait_for(1)
    other.wait_for(1)
    visitor = Visitor(server, cookies["Tomás"])
    status, _text = visitor.post("/account/logout/", visitor.get("/account/logout/"), sure="yes")
    assert status == 200
    assert stream.ended.wait(PATIENCE)
    assert not other.ended.is_set()


def test_a_new_password_ends_the_streams_of_every_other_browser(served: tuple[Site, str, dict[str, str]]) -> None:
    server, code, cookies = served
    owner = Visitor(server, cookies["Tomás"])
    words = {"username": "tomas", "password": "quite-a-long-secret", "again": "quite-a-long-secret"}
    assert owner.post("/account/keep/", owner.get("/account/keep/"), **words)[0] == 200
    thief = Visitor(server)
    assert thief.post("/account/login/", thief.get("/account/login/"), username="tomas", password=words["password"])[0] == 200
    stream = Stream(server, session_of(thief), f"/table/{code}/live")
    stream.wait_for(1)
    changed = {"old": words["password"], "password": "another-long-secret", "again": "another-long-secret"}
    assert owner.post("/account/password/", owner.get("/account/password/"), **changed)[0] == 200
    assert stream.ended.wait(PATIENCE)


def gaze_at(table: Table, person: Person, seat: int) -> Gaze:
    """The stream of a page that somebody opened for a seat."""
    client = client_of(person)
    request = RequestFactory().get("/")
    request.user, request.session = person, client.session
    return Gaze(table, seat, request)


def ban(person: Person) -> None:
    person.is_active = False
    person.save(update_fields=["is_active"])


def change_password(person: Person) -> None:
    person.set_password("something else entirely")
    person.save(update_fields=["password"])


def lose_the_session(person: Person) -> None:
    for session in Session.objects.all():
        if session.get_decoded().get("_auth_user_id") == str(person.pk):
            session.delete()


@pytest.mark.parametrize("lose", [ban, change_password, lose_the_session, people_at_tables.forget])
@pytest.mark.parametrize("game", games.NAMES)
def test_whoever_lost_the_right_is_told_nothing_more(sit: Sit, game: str, lose: Callable[[Person], None]) -> None:
    table, _clients = sit(game, 2)
    person = table.places.get(number=1).person
    gaze = gaze_at(table, person, 1)
    assert gaze.news("", True)[1]
    lose(person)
    with pytest.raises(Revoked):
        gaze.news("", True)
    with pytest.raises(Revoked):
        gaze.news("", False)


def test_a_seat_that_changed_hands_is_closed_to_its_former_owner(sit: Sit) -> None:
    table, _clients = sit("wine_cellar", 2)
    guest, account = table.places.get(number=1).person, make_person("Account")
    gaze = gaze_at(table, guest, 1)
    table.places.filter(number=1).update(person=account)
    with pytest.raises(Revoked):
        gaze.news("", True)


@pytest.mark.parametrize("lose", [ban, change_password, lose_the_session, people_at_tables.forget])
def test_losing_a_right_wakes_the_streams_that_rest_on_it(sit: Sit, lose: Callable[[Person], None]) -> None:
    table, _clients = sit("vinhos", 3)
    person, other = table.places.get(number=1).person, table.places.get(number=2).person
    client_of(person)

    async def watch() -> tuple[bool, bool]:
        with announcements.HUB.listening(0, person.pk) as mine, announcements.HUB.listening(0, other.pk) as theirs:
            await sync_to_async(lose)(person)
            await asyncio.sleep(0)
            return mine.rung.is_set(), theirs.rung.is_set()

    assert async_to_sync(watch)() == (True, False)


def test_the_house_cannot_answer_for_a_seat_that_was_taken_back(sit: Sit) -> None:
    from cuvee.web.match import rights

    table, _clients = sit("wine_cellar", 2)
    position = DESK.position(table)
    option, asked = position.state.options(0)[0], position.asked[0]
    with pytest.raises(rights.NotAnswering):
        DESK.play(table, 0, option, asked, rights.HOUSE)
    assert Table.objects.get(pk=table.pk).entries_made == 0


@pytest.mark.parametrize("gone", ["resigned", "replaced"])
def test_nobody_acts_at_a_seat_the_house_plays(sit: Sit, gone: str) -> None:
    table, clients = sit("age_of_champagne", 3)
    position = DESK.position(table)
    mover = position.state.waiting[0]
    seat = table.places.get(number=mover)
    clients[0] = clients[mover]
    DESK.play(table, mover, position.state.options(mover)[0], position.asked[mover], seat.person_id)
    if gone == "resigned":
        assert clients[0].post(f"/table/{table.code}/resign", {"sure": "yes"}).status_code == 302
    else:
        Seat.objects.filter(pk=seat.pk).update(stand_in=tables.STAND_IN)
    before = Table.objects.get(pk=table.pk).entries_made
    for path, fields in (
        ("undo", {}),
        ("undo", {"turn": "1"}),
        ("undo", {"to": "0"}),
        ("answer", {"option": "0", "asked": "0"}),
        ("answer", {"option": "0", "asked": str(position.asked[mover])}),
    ):
        answer = clients[0].post(f"/table/{table.code}/{path}", {"as": mover} | fields)
        assert answer.status_code in (409, 422), (path, fields)
    if gone == "resigned":
        assert clients[0].post(f"/table/{table.code}/back", {"as": mover}).status_code == 422
        assert clients[0].post(f"/table/{table.code}/resign", {"as": mover, "sure": "yes"}).status_code == 422
    assert Table.objects.get(pk=table.pk).entries_made == before
