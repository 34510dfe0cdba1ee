"""Seven whole games, replayed move by move, with score sheets added up by hand from the final table (§10.2, §14)."""

from pathlib import Path
from typing import NamedTuple

import pytest

from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.journal import Journal
from cuvee.kernel.match import Match
from tests.games.viticulture.table import GAME, cellar, pad

FOLDER = Path(__file__).parents[2] / "journals"


class Final(NamedTuple):
    """What one player has at the end, and what it is worth."""

    vp: int
    lira: int
    wine: str
    grapes: str
    extra: int
    """VP for lira, wine and grapes on Bordeaux (§10.2), or for regions on Tuscany (§14.2)."""
    place: int


FINAL: dict[str, list[Final]] = {
    "four": [
        Final(12, 7, "r5 r6", "r2 r3 r4 w5 w7 w9", (7 + 5 + 6 + 1 + 1 + 2 + 2 + 3 + 3) // 10, 3),
        Final(11, 9, "r6 w5", "", (9 + 6 + 5) // 10, 4),
        Final(15, 28, "r5 w5 w6 b6", "", (28 + 5 + 5 + 6 + 6) // 10, 2),
        Final(27, 14, "", "", 14 // 10, 1),
    ],
    "three_structures": [
        Final(15, 27, "w6 b5 b6", "", (27 + 6 + 5 + 6) // 10, 3),  # £4 left
        Final(25, 11, "", "r7", (11 + 3) // 10, 1),
        Final(16, 24, "w6 b7 b8", "", (24 + 6 + 7 + 8) // 10, 2),
    ],
    "solo": [Final(28, 29, "r3", "", (29 + 3) // 10, 1)],  # more than the Automa's 25
    "three_essential": [  # no conversion of lira
        Final(7, 20, "", "r8 w8", 0, 2),
        Final(25, 14, "w7 b9", "r4 w5", 0, 1),
        Final(2, 20, "", "", 0, 3),
    ],
    "two_tuscany": [
        Final(31, 13, "r1 r2 r3 r4 r5 r6 r7 r8 r9 w7 w8 w9 b8 b9", "r5 r6 w5", 2 + 2 + 1, 1),  # Livorno, Siena, Grosseto
        Final(28, 7, "r5 r6 b6", "", 1 + 1 + 2 + 2, 2),  # Lucca, Pisa, Firenze, Arezzo
    ],
    "three_special_workers": [
        Final(29, 31, "", "", 31 // 10, 1),
        Final(20, 31, "r7 r8 r9 w6 w7 w8 b7 b8 b9", "", (31 + 7 + 8 + 9 + 6 + 7 + 8 + 7 + 8 + 9) // 10, 2),
        Final(24, 32, "r6 w6 b6", "", (32 + 6 + 6 + 6) // 10, 3),
    ],
    "two": [
        Final(31, 38, "r9 w6 w7 w8 w9", "", (38 + 9 + 6 + 7 + 8 + 9) // 10, 1),
        Final(17, 21, "w5 w6 w7 w8 w9", "", (21 + 5 + 6 + 7 + 8 + 9) // 10, 2),
    ],
}


@pytest.mark.parametrize("name", FINAL)
def test_the_score_sheet_of_a_stored_game(name: str) -> None:
    journal = Journal.from_json((FOLDER / f"viticulture_{name}.json").read_text("utf-8"))
    state = Match.from_journal(GAME, journal).state
    assert isinstance(state, Winery)
    found = [(vineyard.vp, vineyard.lira, cellar(state, seat), pad(state, seat)) for seat, vineyard in enumerate(state.players)]
    assert found == [(final.vp, final.lira, final.wine, final.grapes) for final in FINAL[name]]
    sheet = GAME.sheet(state)
    assert sheet.totals == [final.vp + final.extra for final in FINAL[name]]
    assert sheet.places == [final.place for final in FINAL[name]]
    lines = [line.values for line in sheet.lines]
    assert lines[0] == [final.vp for final in FINAL[name]]
    assert [sum(column) for column in zip(*lines, strict=True)] == sheet.totals


def test_every_stored_game_is_added_up() -> None:
    assert {path.stem.removeprefix("viticulture_") for path in FOLDER.glob("viticulture_*.json")} == set(FINAL)
