"""What learners are shown of a position of Vinhos."""

from cuvee.games.vinhos.decisions.abilities import RearrangeNext
from cuvee.games.vinhos.decisions.turn import Window
from cuvee.games.vinhos.state.table import Table
from cuvee.laws import spelt_out
from tests.games.vinhos import table as t

SENSE = t.GAME.heuristics()


def rows(state: Table, seat: int) -> dict[str, list[int]]:
    return spelt_out(SENSE, state, seat)


def changed(before: dict[str, list[int]], after: dict[str, list[int]]) -> set[str]:
    """Name the rows that differ."""
    return {name for name in before if before[name] != after[name]}


def places(row: list[int]) -> list[int]:
    """List where a row is not 0."""
    return [place for place, value in enumerate(row) if value]


def test_a_winery_shows_on_the_estate_of_whoever_buys_it() -> None:
    state = t.blank(3)
    t.estate(state, 1, "minho")
    t.estate(state, 1, "dao")
    t.turn(state, 1)
    t.say(state, 1, "go wineries")
    own, others = rows(state, 1), rows(state, 0)
    t.say(state, 1, "winery estate 2")
    bought, seen = rows(state, 1), rows(state, 0)
    assert {name for name in changed(own, bought) if name.startswith(("own", "next"))} == {"own_estates", "own_purse"}
    assert {name for name in changed(others, seen) if name.startswith(("own", "next"))} == {"next_1_estates", "next_1_purse"}
    assert seen["next_1_estates"] == bought["own_estates"]
    assert seen["supply"][0] < others["supply"][0]


def test_an_exported_barrel_lies_on_its_slot_for_everybody() -> None:
    state = t.blank(4)
    t.estate(state, 3, "minho", wines=(9,))
    t.turn(state, 3)
    t.say(state, 3, "go export", "germany_2")
    for seat, name in ((3, "own"), (2, "next_1"), (0, "next_3")):
        seen = rows(state, seat)
        assert places(seen[f"{name}_export"]) == [t.EXPORT["germany_2"]]
        assert places(seen[f"{name}_marker"]) == [t.SPACE["export"]]


def test_a_stack_put_in_order_is_known_to_one_seat() -> None:
    """Both while it happens and afterwards; the others see the top tile and which tiles lie below."""
    state = t.blank(2)
    t.give_expert(state, 0, "we_taste_rearrange")
    region = t.REGION["minho"]
    tiles = state.stacks[region]
    t.ask(state, RearrangeNext(0, region, []), Window(1, True))
    new = tiles[::-1]
    tile_names = {number: name for name, number in t.VINEYARD.items()}
    t.say(state, 0, tile_names[new[0]])
    assert places(rows(state, 0)["asked_new_order"]) == [new[0]]
    assert places(rows(state, 1)["asked_new_order"]) == []
    t.say(state, 0, tile_names[new[1]], tile_names[new[2]])
    own, other = rows(state, 0), rows(state, 1)
    soon = [own["vineyards_known"][tile] for tile in new]
    assert soon == list(range(1, len(new) + 1))
    assert [tile for tile in places(other["vineyards_known"]) if tile in tiles] == [new[0]]
    assert [tile for tile in places(other["vineyards_hidden"]) if tile in tiles] == sorted(new[1:])


def test_the_calendar_tells_first_and_second_turns_of_a_year_apart() -> None:
    state = t.fresh(2)
    years, stages = set[int](), list[list[int]]()
    while state.year == 1:
        calendar = rows(state, 0)["calendar"]
        if calendar not in stages:
            stages.append(calendar)
        years.add(calendar.index(1))
        seat = state.waiting[0]
        state.apply(seat, state.options(seat)[0])
    assert len(stages) >= 3  # the first choices, the first turns, the second turns
    assert years == {0}
    assert rows(state, 0)["calendar"].index(1) == 1
