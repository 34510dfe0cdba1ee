"""Updates are no larger than needed, and a page that mends its parts with them has exactly the new parts."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cuvee import games
from cuvee.kernel.chance import Chance
from cuvee.web.match.desk import DESK
from cuvee.web.page.diff import Change, Wire, changes
from cuvee.web.page.sight import LOG, changed_parts, look, marks
from tests.web.conftest import Sit


def mended(text: str, told: list[Change]) -> str:
    """Do what table.js does with an update."""
    pieces = text.split("<")
    for first, gone, *come in told:
        pieces[first : first + gone] = str(come[0]).split("<") if come else []
    return "<".join(pieces)


@given(st.lists(st.sampled_from("abc<>é👁")).map("".join), st.lists(st.sampled_from("abc<>é👁")).map("".join))
def test_any_text_is_mended_into_any_other(before: str, now: str) -> None:
    assert mended(before, changes(before, now)) == now


@given(st.lists(st.integers(0, 30), min_size=1), st.lists(st.integers(0, 30), min_size=1))
def test_what_moves_and_comes_and_goes_is_mended(before: list[int], now: list[int]) -> None:
    old, new = ("".join(f'<i id="{number}">' for number in numbers) for numbers in (before, now))
    assert mended(old, changes(old, new)) == new


@pytest.mark.parametrize("game", games.NAMES)
def test_the_updates_of_a_game_are_small_and_give_its_drawing(sit: Sit, game: str) -> None:
    table, _clients = sit(game)
    position, luck, wire = DESK.position(table), Chance.from_seed(2, ["wire"]), Wire()
    page: dict[str, str] = {}
    drawn: dict[str, str] = {}
    sizes: list[int] = []
    own = list(table.places.filter(number=0))
    while position.state.waiting and position.moves < 60:
        _stamp, parts = look(table, 0, own, "en", False)
        fresh = changed_parts(marks(drawn), parts)
        update = wire.tell(fresh)
        for name, told in json.loads(update).items():
            page[name] = told if isinstance(told, str) else mended(page[name], told)
        assert {name: page[name] for name in fresh} == fresh
        assert all(page[name] == parts[name] for name in ("bar", "choices", "board", "players"))
        if LOG in fresh:
            wire.forget(LOG)
        sizes.append(len(update))
        drawn = parts
        seat = position.state.waiting[0]
        options = position.state.options(seat)
        DESK.play(table, seat, options[luck.below(len(options))], position.asked[seat])
    assert sorted(sizes)[len(sizes) // 2] < len(drawn["board"]) / 4
    assert LOG not in wire.sent, "the log is not kept a second time as a whole"
