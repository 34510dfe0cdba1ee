"""Commit, then answer: whatever moment the server dies at, no acknowledged move is lost and none is played twice."""

import random
import re
import threading
import time
from pathlib import Path

import pytest

from tests.web.serving import GONE, PATIENCE, Served, Visitor, count_entries, prepare, verify

HOT_SEAT = {"game": "vinhos", "players": 4, "people": ["Aurélie"], "seats": ["me", "friend:Bo", "friend:Cy", "friend:Di"]}


class Player:
    """Plays a hot-seat table through its pages as fast as it can, counting what was acknowledged."""

    def __init__(self, served: Served, session: str, codes: list[str]) -> None:
        self.visitor = Visitor(served, session)
        self.codes = codes
        self.acknowledged: dict[str, int] = dict.fromkeys(codes, 0)
        self.doubtful: dict[str, int] = dict.fromkeys(codes, 0)
        self.luck = random.Random(7)

    def play_until_it_dies(self) -> None:
        """Play on; stop when the server is gone."""
        try:
            while self._play_once():
                pass
        except GONE:
            return

    def wait_for(self, moves: int) -> None:
        """Wait until so many moves have been acknowledged, or there is nothing left to play."""
        end = time.monotonic() + PATIENCE
        while sum(self.acknowledged.values()) < moves and time.monotonic() < end:
            time.sleep(0.002)

    def _play_once(self) -> bool:
        for code in self.codes:
            page = self._page_to_act(code)
            if page is None:
                continue
            option = self.luck.choice(re.findall(r'name="option" value="(\d+)"', page))
            seat = re.findall(r'name="as" value="(-?\d+)"', page)[0]
            asked = re.findall(r'name="asked" value="(\d+)"', page)[0]
            self.doubtful[code] += 1  # sent, and not yet answered
            status, _text = self.visitor.post(f"/table/{code}/answer", page, option=option, asked=asked, **{"as": seat})
            self.doubtful[code] -= 1
            assert status == 200, status
            self.acknowledged[code] += 1
            return True
        return False

    def _page_to_act(self, code: str) -> str | None:
        for seat in range(4):
            page = self.visitor.get(f"/table/{code}/?as={seat}")
            if 'class="option"' in page:
                return page
        return None


def kill_again_and_again(data: Path, times: int) -> int:
    codes, cookies = prepare(data, *[HOT_SEAT] * max(1, times // 20))
    served = Served(data)
    luck = random.Random(3)
    stored = dict.fromkeys(codes, 0)
    total = 0
    for _death in range(times):
        served.start()
        player = Player(served, cookies["Aurélie"], codes)
        playing = threading.Thread(target=player.play_until_it_dies)
        playing.start()
        player.wait_for(luck.randint(0, 4))
        time.sleep(luck.uniform(0, 0.1))
        served.kill()
        playing.join()
        found = count_entries(data)
        for code in codes:
            least = stored[code] + player.acknowledged[code]
            assert least <= found[code] <= least + player.doubtful[code], "an acknowledged move is stored, once"
            total += player.acknowledged[code]
        stored = found
    assert verify(data) == stored, "every position replays to what was stored"
    return total


def test_twenty_deaths_lose_nothing(tmp_path: Path) -> None:
    assert kill_again_and_again(tmp_path / "data", 20) > 20, "moves were really played between the deaths"


@pytest.mark.soak
def test_two_hundred_deaths_lose_nothing(tmp_path: Path) -> None:
    assert kill_again_and_again(tmp_path / "data", 200) > 200
