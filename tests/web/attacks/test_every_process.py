"""A right that somebody loses is lost at once, in every process of the site: their streams end, and bring nothing more.

Everything here goes through public addresses of a running site. If it has two processes for pages, streams are open in both
all the time, so what is done through one of them is seen by both.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple
from urllib.error import HTTPError

import pytest

from cuvee import games
from tests.web.attacks.visitors import PASSWORD, ask, keep, leave, log_in, moderate, newcomer, sit
from tests.web.serving import Served, Visitor, prepare, session_of, wait_until
from tests.web.site import Site, site_on
from tests.web.test_live import Stream

NEW_PASSWORD = "chateau-latour-1961"
AT_ONCE = 4.0
"""Seconds within which a stream ends when told to; by itself it would take three times as long to notice."""
PEEKS = ("live", "journal", "replay/", "log", "sheet/", "about?what=year", "hint", "analysis", "live?look=text")
"""The addresses where a match can be seen."""


class Place(NamedTuple):
    """A site, and the tables for one kind of loss, one table of every game."""

    site: Site
    codes: list[str]
    cookies: dict[str, str]
    loser: str


Loss = Callable[[Place, str], None]


# Every way to lose the right to see a seat.


def visit(place: Place, session: str) -> Visitor:
    return Visitor(place.site, session)


def log_out(place: Place, session: str) -> None:
    visitor = visit(place, session)
    keep(visitor, f"leaves-{place.codes[0]}")  # the house plays for a guest who leaves; an account comes back
    assert visitor.post("/account/logout/", visitor.get("/account/logout/"), sure="yes")[0] == 200


def change_the_password(place: Place, session: str) -> None:
    """Do so in another browser of the same person."""
    username = f"owner-{place.codes[0]}"
    keep(visit(place, session), username)
    other = Visitor(place.site)
    log_in(other, username)
    form = {"old": PASSWORD, "password": NEW_PASSWORD, "again": NEW_PASSWORD}
    assert other.post("/account/password/", other.get("/account/password/"), **form)[0] == 200


def delete_the_account(place: Place, session: str) -> None:
    visitor = visit(place, session)
    assert visitor.post("/account/delete/", visitor.get("/account/delete/"), word="delete")[0] == 200


def be_banned(place: Place, _session: str) -> None:
    moderator = moderate(place.site)
    people = moderator.get(f"/moderation/site/person/?q={place.loser}")
    (number,) = set(re.findall(r"/moderation/site/person/(\d+)/change/", people))
    form = {"action": "ban", "_selected_action": number}
    status, page = moderator.post("/moderation/site/person/", people, **form)
    assert (status, "1 banned" in page) == (200, True)


def log_in_with_an_account(place: Place, session: str) -> None:
    """A guest's seats go to the account; anybody with the guest's cookie, however they got it, no longer has anything."""
    username = f"along-{place.codes[0]}"
    keep(newcomer(place.site, "Account"), username)
    log_in(visit(place, session), username, along="yes")


LOSSES: tuple[Loss, ...] = (log_out, change_the_password, delete_the_account, be_banned, log_in_with_an_account)


# The site: for every kind of loss, a person who sits at a table of every game.


@pytest.fixture(scope="module")
def everybody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, list[str], dict[str, str]]]:
    data = tmp_path_factory.mktemp("every") / "data"
    losers = [loss.__name__ for loss in LOSSES]
    wishes = [
        {"game": game, "players": 2, "people": ["Host", loser], "seed": number}
        for loser in losers
        for number, game in enumerate(games.NAMES)
    ]
    codes, cookies = prepare(data, *wishes)
    site = site_on(data, CUVEE_BAN_ADDRESS_DAYS="0", CUVEE_LIMIT_STREAMS="0").start()
    yield site, codes, cookies
    assert site.stop() == 0


@pytest.fixture
def place(everybody: tuple[Site, list[str], dict[str, str]], request: pytest.FixtureRequest) -> Place:
    site, codes, cookies = everybody
    loss: Loss = request.getfixturevalue("loss")
    first = LOSSES.index(loss) * len(games.NAMES)
    return Place(site, codes[first : first + len(games.NAMES)], cookies, loss.__name__)


def watch_everywhere(site: Site, session: str, code: str, seat: int) -> list[Stream]:
    """Open a stream in every process, and wait until each has sent something."""
    streams = [Stream(web, session, f"/table/{code}/live?as={seat}") for web in site.webs]
    for stream in streams:
        stream.wait_for(1)
    return streams


def say(place: Place, code: str, words: str) -> None:
    host = visit(place, place.cookies["Host"])
    assert host.post(f"/table/{code}/chat", host.get(f"/table/{code}/"), text=words)[0] in (200, 204)


def has_heard(stream: Stream, words: str) -> Callable[[], bool]:
    return lambda: any(words in data for _stamp, data, _when in stream.events)


@pytest.mark.parametrize("loss", LOSSES)
def test_streams_of_who_lost_them_end_in_every_process(place: Place, loss: Loss) -> None:
    session = place.cookies[place.loser]
    lost = [stream for code in place.codes for stream in watch_everywhere(place.site, session, code, 1)]
    kept = {code: watch_everywhere(place.site, place.cookies["Host"], code, 0) for code in place.codes}
    crowd = {code: watch_everywhere(place.site, "", code, -1) for code in place.codes}
    loss(place, session)
    for stream in lost:
        assert stream.ended.wait(AT_ONCE), f"{loss.__name__} ends every stream of {place.loser}"
    for code in place.codes:
        say(place, code, "words-after-all")
        for stream in (*kept[code], *crowd[code]):
            wait_until(has_heard(stream, "words-after-all"), "who lost nothing hears on")
    for code in place.codes:
        assert peek(place.site, session, code) == []


def answers(web: Served, session: str, code: str, path: str) -> bool:
    """Tell whether a process lets somebody see what the second seat sees, without redirecting them."""
    return ask(web, session, f"/table/{code}/{path}{'&' if '?' in path else '?'}as=1")[0] == 200


def peek(site: Site, session: str, code: str) -> list[str]:
    """Try to see what the second seat sees in every way, in every process; list what succeeds."""
    return [path for web in site.webs for path in PEEKS if answers(web, session, code, path)]


# A seat at a waiting table: a person who sat there before must not see the hand of the one who sits there now.


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, dict[str, str], dict[str, str]]]:
    data = tmp_path_factory.mktemp("waiting") / "data"
    wishes = [{"game": game, "players": 2, "people": ["Host"], "seats": ["open", "open"], "seed": 5} for game in games.NAMES]
    codes, cookies = prepare(data, *wishes)
    site = site_on(data).start()
    yield site, dict(zip(games.NAMES, codes, strict=True)), cookies
    assert site.stop() == 0


@pytest.mark.parametrize("game", games.NAMES)
def test_who_waits_at_a_seat_sees_no_hand_yet(waiting: tuple[Site, dict[str, str], dict[str, str]], game: str) -> None:
    site, tables, _cookies = waiting
    early = newcomer(site, "Early")
    sit(early, tables[game], 1)
    assert peek(site, session_of(early), tables[game]) == []
    leave(early, tables[game])


@pytest.mark.parametrize("game", games.NAMES)
def test_who_sat_there_before_sees_nothing_of_the_next(waiting: tuple[Site, dict[str, str], dict[str, str]], game: str) -> None:
    site, tables, _cookies = waiting
    code = tables[game]
    spy, honest = newcomer(site, "Spy"), newcomer(site, "Honest")
    sit(spy, code, 1)
    opened = []
    for web in site.webs:
        with suppress(HTTPError):  # as it should be
            opened.append(Stream(web, session_of(spy), f"/table/{code}/live?as=1"))
    leave(spy, code)
    sit(honest, code, 1)
    sit(newcomer(site, "Partner"), code, 0)
    own = [stream for stream in watch_everywhere(site, session_of(honest), code, 1) if stream.events]
    assert len(own) == len(site.webs), "the match has begun"
    assert [stream.events for stream in opened if not stream.ended.wait(AT_ONCE)] == []
    hands = {data for stream in own for _stamp, data, _when in stream.events}
    assert not hands & {data for stream in opened for _stamp, data, _when in stream.events}
    assert peek(site, session_of(spy), code) == []
