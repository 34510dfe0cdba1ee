"""Updates are no larger than needed, and the browser turns them into exactly the page that the server draws."""

import json
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from cuvee import games
from cuvee.kernel.chance import Chance
from cuvee.web.match.desk import DESK
from cuvee.web.models import Table
from cuvee.web.page.diff import Wire, changes
from cuvee.web.page.sight import LOG, changed_parts, look, marks
from cuvee.web.people import trust
from tests.web.conftest import Sit
from tests.web.screen import Screen, mended

MOVES: Final = 60
SHOWN: Final = """(ids) => {
  const told = (node) => node.nodeType !== Node.ELEMENT_NODE ? [node.nodeValue] : [
    `<${node.tagName} ${[...node.attributes].map(({name, value}) => `${name}="${value}"`).sort().join(" ")}>`,
    ...[...node.childNodes].flatMap(told), `</${node.tagName}>`];
  return ids.map((id) => told(document.getElementById(id)));
}"""
"""Lists everything in some elements; the order in which attributes were set makes no difference to a page."""


def told(before: str, now: str) -> list[str]:
    """Send a page a part, and then its changes."""
    return [json.dumps({"part": before}), json.dumps({"part": changes(before, now)})]


@settings(deadline=None)
@given(st.lists(st.sampled_from("abc<>é👁")).map("".join), st.lists(st.sampled_from("abc<>é👁")).map("".join))
def test_any_text_is_mended_into_any_other(table_page: Page, before: str, now: str) -> None:
    assert mended(table_page, *told(before, now)) == [{"part": before}, {"part": now}]


@settings(deadline=None)
@given(st.lists(st.integers(0, 30), min_size=1), st.lists(st.integers(0, 30), min_size=1))
def test_what_moves_and_comes_and_goes_is_mended(table_page: Page, before: list[int], now: list[int]) -> None:
    old, new = ("".join(f'<i id="{number}">' for number in numbers) for numbers in (before, now))
    assert mended(table_page, *told(old, new)) == [{"part": old}, {"part": new}]


class Stream:
    """A table at which moves are played, and the updates its stream would send to the first seat."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.own = list(table.places.filter(number=0))
        self.viewer = trust.viewer(self.own[0].person_id)
        self.wire = Wire()
        self.stamp, self.parts = self._look()
        self.updates: list[str] = []
        self.text = ""

    def _look(self) -> tuple[str, dict[str, str]]:
        return look(self.table, 0, self.own, "en", False, self.viewer)

    def play(self, moves: int) -> None:
        """Play some random moves, and send an update for each."""
        position, luck = DESK.position(self.table), Chance.from_seed(2, ["wire"])
        while position.state.waiting and position.moves < moves:
            seat = position.state.waiting[0]
            options = position.state.options(seat)
            DESK.play(self.table, seat, options[luck.below(len(options))], position.asked[seat])
            before = marks(self.parts)
            self.stamp, self.parts = self._look()
            fresh = changed_parts(before, self.parts)
            self.updates.append(self.wire.tell(fresh))
            self.text += f"id: {self.stamp}\ndata: {self.updates[-1]}\n\n"
            if LOG in fresh:
                self.wire.forget(LOG)


@pytest.mark.parametrize("game", games.NAMES)
def test_a_page_that_stayed_open_is_the_page_loaded_anew(sit: Sit, browser: Browser, game: str) -> None:
    """Every update of a match goes through htmx and table.js; small ones, as most of a board stays the same."""
    table, clients = sit(game)
    stream = Stream(table)
    address = f"/table/{table.code}/"
    staying, anew = Screen(browser, clients[0]), Screen(browser, clients[0])
    old = staying.open(address)
    stream.play(MOVES)
    fresh = anew.open(address)
    staying.send(stream.text)
    old.wait_for_selector(f"#bar[data-version='{stream.stamp}']", state="attached")
    ids = ["bar", "choices", "board", "players", LOG, "chat"]
    assert old.evaluate(SHOWN, ids) == fresh.evaluate(SHOWN, ids)
    staying.close()
    anew.close()
    sizes = sorted(len(update) for update in stream.updates)
    assert sizes[len(sizes) // 2] < len(stream.parts["board"]) / 4
    assert any(isinstance(part, list) for update in stream.updates for part in json.loads(update).values())
    assert LOG not in stream.wire.sent, "the log is not kept a second time as a whole"
