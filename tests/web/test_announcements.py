"""Who hears of a change, in this order: registered listeners, the open pages, the house."""

import pytest

from cuvee.web.events import announcements
from cuvee.web.events.announcements import HUB, Registry
from cuvee.web.match.desk import DESK
from cuvee.web.models import Notice, Person, Seat, Table
from tests.web.conftest import Sit
from tests.web.test_desk import play_to


class Listening:
    """A registry for a test that records in which order its listeners heard; as the house it plays nothing."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.heard: list[str] = []
        self.registry = Registry()
        monkeypatch.setattr(announcements, "REGISTRY", self.registry)
        monkeypatch.setattr(HUB, "ring", lambda _table: self.heard.append("pages"))

    def wake(self, _table: int) -> None:
        self.heard.append("house")

    def is_wanted(self, _table: Table, _places: list[Seat]) -> bool:
        return True


def test_who_notices_are_made_for_is_known_before_any_page_is_drawn(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page takes back its viewer's notice. If it were drawn first, they would be told of something they have seen."""
    table, _clients = sit()
    listening = Listening(monkeypatch)
    turns: list[list[int]] = []

    def notices(told: Table, places: list[Seat]) -> None:
        listening.heard.append("notices")
        turns.append([told.entries_made, *(seat.number for seat in places if seat.to_move)])

    listening.registry.play_seats(listening)
    listening.registry.before_pages(notices)
    play_to(table, 1)
    assert listening.heard == ["notices", "pages", "house"]
    mover = DESK.position(table).match.journal.moves[-1].seat
    assert turns == [[1, 1 - mover]], "it hears of the table as it is after the move"


def test_a_notice_is_there_when_its_page_is_rung(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _clients = sit("vinhos", 2)
    Person.objects.filter(places__table=table).update(webhook="https://example.org/turn")
    waiting: list[int] = []
    monkeypatch.setattr(HUB, "ring", lambda number: waiting.append(Notice.objects.filter(table=number).count()))
    announcements.announce(table)
    assert waiting == [1]


def test_a_listener_that_breaks_holds_nobody_up(
    sit: Sit, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, _clients = sit()
    listening = Listening(monkeypatch)

    def broken(_table: Table, _places: list[Seat]) -> None:
        raise RuntimeError("no luck")

    listening.registry.before_pages(broken)
    listening.registry.before_pages(lambda _table, _places: listening.heard.append("another"))
    listening.registry.play_seats(listening)
    play_to(table, 1)
    assert listening.heard == ["another", "pages", "house"]
    assert "no luck" in caplog.text


def test_what_is_announced_without_the_seats_brings_them_along(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _clients = sit()
    listening = Listening(monkeypatch)
    names: list[str] = []
    listening.registry.before_pages(lambda _table, places: names.extend(str(seat.person) for seat in places))
    announcements.announce(table)
    assert len(names) == 2
    assert listening.heard == ["pages"], "a site without a house has nobody to wake"
