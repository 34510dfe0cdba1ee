"""Commit, then answer: whenever the server dies, no acknowledged move is lost and none is played twice."""

import json
import os
import random
import re
import threading
import time
from pathlib import Path

import pytest

from tests.web.nuisances import BUSY, JOURNAL, Bystanders, bothered
from tests.web.serving import GONE, PATIENCE, Served, Visitor, count_entries, prepare, verify

KILLS = int(os.environ.get("CUVEE_KILLS", "1000"))
"""How many kills the long test makes."""
SELDOM, LONG_LIFE = 10, 3.0
"""One life in this many lasts this many seconds longer, since importing a journal takes a moment."""
SOON = 5.0
"""A server that is told to stop ends within this time."""
HOT_SEAT = {"game": "vinhos", "players": 4, "people": ["Aurélie"], "seats": ["me", "friend:Bo", "friend:Cy", "friend:Di"]}


class Player:
    """Plays a hot-seat table through its pages as fast as it can, counting what was acknowledged."""

    def __init__(self, served: Served, session: str, codes: list[str]) -> None:
        self.visitor = Visitor(served, session)
        self.codes = codes
        self.acknowledged: dict[str, int] = dict.fromkeys(codes, 0)
        self.doubtful: dict[str, int] = dict.fromkeys(codes, 0)
        self.luck = random.Random(7)

        self._thread = threading.Thread(target=self.play_until_it_dies)

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def join(self) -> None:
        """Wait until the server is gone."""
        self._thread.join()

    def play_until_it_dies(self) -> None:
        """Play on; stop when the server is gone."""
        try:
            while self._play_once():
                pass
        except GONE:
            return

    def wait_for(self, moves: int) -> None:
        """Wait until this many moves have been acknowledged, or there is nothing left to play."""
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
            if status == BUSY:
                continue
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


def kill_again_and_again(data: Path, times: int) -> tuple[int, Bystanders]:
    """Kill while people play, and others upload journals, sit down and leave, and read nothing of what they are sent."""
    codes, cookies = prepare(data, *[HOT_SEAT] * max(1, times // 20))
    served = Served(data)
    luck = random.Random(3)
    stored = dict.fromkeys(codes, 0)
    total = 0
    with bothered(lambda: served.address, codes[0], cookies["Aurélie"]) as bystanders:
        for death in range(times):
            player = live_for_a_moment(served, cookies["Aurélie"], codes, luck, LONG_LIFE * (death % SELDOM == 0))
            served.kill()
            player.join()
            found = count_entries(data)
            for code in codes:
                least = stored[code] + player.acknowledged[code]
                assert least <= found[code] <= least + player.doubtful[code], "an acknowledged move is stored, once"
                total += player.acknowledged[code]
            stored = found
        live_for_a_moment(served, cookies["Aurélie"], codes, luck, LONG_LIFE)
        begun = time.monotonic()
        assert served.stop() == 0
        assert time.monotonic() - begun < SOON
    assert not bystanders.strange, bystanders.strange[:5]
    verified = verify(data)  # every position replays as stored
    assert verified == {code: count for code, count in count_entries(data).items() if code in verified}
    moves = len(json.loads(JOURNAL)["moves"])
    assert {code: verified[code] for code in bystanders.laid_out} == dict.fromkeys(bystanders.laid_out, moves)
    return total, bystanders


def live_for_a_moment(served: Served, session: str, codes: list[str], luck: random.Random, longer: float) -> Player:
    """Start the server, and let people play for a moment."""
    served.start()
    player = Player(served, session, codes)
    player.start()
    player.wait_for(luck.randint(0, 4))
    time.sleep(luck.uniform(0, 0.1) + longer)
    return player


def test_twenty_deaths_lose_nothing(tmp_path: Path) -> None:
    total, bystanders = kill_again_and_again(tmp_path / "data", 20)
    assert total > 20, "moves were really played between the deaths"
    assert bystanders.laid_out, "and journals imported"


@pytest.mark.soak
def test_a_thousand_deaths_lose_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    total, bystanders = kill_again_and_again(tmp_path / "data", KILLS)
    assert total > KILLS
    assert bystanders.answers["former seat", 404], "people who had left a seat asked to see its view"
    with capsys.disabled():
        print(f"\n{KILLS} kills, {total} moves and {len(bystanders.laid_out)} journals acknowledged, none lost")
        print(dict(bystanders.answers))
