"""A crowd of spectators costs one drawing, and nobody can hold more streams open than they could look at."""

import asyncio
import re
from pathlib import Path

import pytest

from cuvee.kernel.play import SPECTATOR
from cuvee.web.page import sight
from tests.servers.visiting import Screen, dismiss
from tests.web.attacks.visitors import ask
from tests.web.conftest import Sit
from tests.web.serving import PATIENCE, Served, Visitor, prepare, wait_until
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
    assert len(drawn) == 2, "each language is drawn separately"
    before = sight.look(table, SPECTATOR, [], "en", False)
    play_to(table, 2)
    table.refresh_from_db()
    assert sight.look(table, SPECTATOR, [], "en", False) != before, "a move is seen at once"
    own = list(table.places.filter(number=0))
    assert sight.look(table, 0, own, "en", False)[1] != sight.look(table, SPECTATOR, [], "en", False)[1]


def watching(web: Served, code: str) -> int:
    """Read from one process how many pages of a table are open in all of them."""
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


PAGES = 40


async def click(players: list[Screen], greedy: list[Screen]) -> int:
    """Have the greedy ones chat, and Ann click; count how many of their pages have changed by the time Bo's has."""
    (ann, bo), before = players, sum(page.updates for page in greedy)
    seen = bo.updates
    for talker in greedy[::PAGES]:
        await talker.clicks.request("POST", f"/table/{talker.code}/chat", {"text": "Hello!"})
    assert await ann.answer(ann.options[0], ann.asked) == 204
    while bo.updates == seen:
        await asyncio.sleep(0.001)
    return sum(page.updates for page in greedy) - before


async def open_and_click(players: list[Screen], greedy: list[Screen]) -> int:
    """Open all pages, then click."""
    for page in [*players, *greedy[::PAGES]]:
        await page.load()
    everybody = [*players, *greedy]
    watching = [asyncio.create_task(page.watch()) for page in everybody]
    try:
        async with asyncio.timeout(PATIENCE):
            while any(page.updates == 0 for page in everybody):
                await asyncio.sleep(0.01)
            return await click(players, greedy)
    finally:
        await dismiss(*watching)
        for page in everybody:
            page.leave()


def test_a_player_with_many_pages_waits_behind_themselves(tmp_path: Path) -> None:
    """Each page of a player is drawn separately. Opening many of them at one address does not hold up others' clicks."""
    people = [f"Greedy {number}" for number in range(3)]
    tables = [{"game": "wine_cellar", "players": 2, "people": ["Ann", "Bo"]}]
    tables += [{"game": "viticulture", "players": 2, "people": [name], "seats": ["me", "friend"]} for name in people]
    codes, cookies = prepare(tmp_path / "data", *tables)
    server = site_on(tmp_path / "data", CUVEE_LIMIT_STREAMS="0").start()
    players = [Screen(server.webs[0].address, cookies[who], codes[0], seat) for seat, who in enumerate(("Ann", "Bo"))]
    greedy = [
        Screen(server.webs[0].address, cookies[who], code, number % 2, "127.3.0.1")
        for code, who in zip(codes[1:], people, strict=True)
        for number in range(PAGES)
    ]
    try:
        before_bo = asyncio.run(open_and_click(players, greedy))
    finally:
        assert server.stop() == 0
    assert before_bo < len(greedy) / 2, "most of theirs come after Bo's"
