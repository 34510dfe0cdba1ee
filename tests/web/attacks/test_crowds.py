"""A crowd of spectators costs one drawing, and nobody can hold more streams open than they could look at."""

import re
from pathlib import Path

import pytest

from cuvee.kernel.play import SPECTATOR
from cuvee.web.page import sight
from tests.web.attacks.visitors import ask
from tests.web.conftest import Sit
from tests.web.serving import Served, Visitor, prepare, wait_until
from tests.web.site import site_on
from tests.web.test_desk import play_to
from tests.web.test_live import Stream


def test_spectators_of_a_table_share_one_drawing(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _clients = sit("wine_cellar", 2)
    drawn: list[int] = []
    draw = sight.draw_parts

    def counted(sight: sight.Sight) -> dict[str, str]:
        drawn.append(sight.seat)
        return draw(sight)

    monkeypatch.setattr(sight, "draw_parts", counted)
    for _spectator in range(50):
        sight.look(table, SPECTATOR, [], "en", False)
    assert drawn == [SPECTATOR]
    sight.look(table, SPECTATOR, [], "fr", False)
    assert len(drawn) == 2, "a language is drawn for itself"
    before = sight.look(table, SPECTATOR, [], "en", False)
    play_to(table, 2)
    table.refresh_from_db()
    assert sight.look(table, SPECTATOR, [], "en", False) != before, "a move is seen at once"
    own = list(table.places.filter(number=0))
    assert sight.look(table, 0, own, "en", False)[1] != sight.look(table, SPECTATOR, [], "en", False)[1]


def watching(web: Served, code: str) -> int:
    """Read in one process how many pages of a table are open in all of them."""
    return int(re.findall(r'id="watching">(\d+)<', Visitor(web).get(f"/table/{code}/"))[0])


def test_one_address_cannot_hold_every_stream(tmp_path: Path) -> None:
    wish = {"game": "wine_cellar", "players": 2, "people": ["Ann", "Bo"]}
    codes, cookies = prepare(tmp_path / "data", wish)
    server = site_on(tmp_path / "data", CUVEE_LIMIT_STREAMS="3", CUVEE_LIMIT_ADDRESS="2").start()
    try:
        path = f"/table/{codes[0]}/live"
        streams = [Stream(server, cookies["Ann"], path) for _page in range(3)]
        for stream in streams:
            stream.wait_for(1)
        for web in server.webs:
            wait_until(lambda at=web: watching(at, codes[0]) == 3, "every process counts all pages")  # type: ignore[misc]
            status, headers = ask(web, cookies["Ann"], path)
            assert status == 429
            assert int(headers["Retry-After"]) > 0
        other = Stream(server, cookies["Bo"], path)
        other.wait_for(1)
    finally:
        assert server.stop() == 0
