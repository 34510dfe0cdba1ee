"""Illegal moves are refused with the rule, and nothing changes (§1.5); bad tables are refused by name."""

import re
import tomllib
from typing import Any

import pytest

from cuvee.games.viticulture.effects.op import REGISTRY, Op
from cuvee.games.viticulture.pieces.ops import OPS
from cuvee.games.viticulture.pieces.structures import STANDING
from cuvee.games.viticulture.state.table import Winery
from cuvee.kernel.errors import BadComponents, IllegalMove
from tests.games.viticulture import table as t


def refused(state: Winery, text: str, words: str) -> None:
    before = state.digest()
    seat = state.waiting[0]
    with pytest.raises(IllegalMove, match=words) as error:
        state.parse(seat, text)
    assert "§" in str(error.value)
    assert state.digest() == before


def test_an_unplayable_visitor() -> None:
    """VISITORS §2.4."""
    state = t.new(2)
    t.hold(state, 0, "reaper", "judge", "marketer")
    t.act(state, "play_winter_visitor")
    refused(state, "reaper", "completely")
    refused(state, "noble", "not a visitor")


def test_a_full_a_closed_and_a_foreign_space() -> None:
    """§5.3, §5.2, §7.17."""
    state = t.new(2)
    t.stand(state, 1, "give_tour:left")
    t.turn(state, "spring")
    refused(state, "regular give_tour:left", "occupied")
    refused(state, "regular draw_vine:middle", "closed")
    refused(state, "regular plant_vine:left", "season")
    refused(state, "regular yoke", "private")
    refused(state, "regular hire_expert:left", "costs")
    refused(state, "dance", "no worker")
    t.turn(state, "winter")
    refused(state, "regular fill_order:own", "owner")
    refused(state, "regular fill_order:left", "cannot be carried out")


def test_wine_into_a_cellar_that_is_not_built() -> None:
    """§4.6, §4.7."""
    state = t.new(2)
    t.give(state, red="4 5", white="3 4")
    t.act(state, "make_wine")
    refused(state, "blush", "not built")
    refused(state, "sparkling", "not built")


def test_an_order_without_its_wine() -> None:
    """§4.9."""
    state = t.new(2)
    t.give(state, wine="b4 b6", hand="order_06,order_14,order_01")
    t.act(state, "fill_order")
    assert sorted(t.offers(state)) == ["order_06", "order_14"]
    refused(state, "order_01", "does not hold")
    refused(state, "order_36", "not an order")


def test_a_fifth_expert() -> None:
    """§6.3."""
    state = t.new(2)
    t.give(state, lira=5)
    t.hire(state, 0, "draw_vine", "give_tour", "make_wine", "sell_wine")
    t.turn(state, "spring")
    refused(state, "regular hire_expert:left", "at most four")


def test_a_taken_expert_box_and_a_blocked_trade() -> None:
    """§6.3, §8.2."""
    state = t.new(2)
    t.give(state, lira=5)
    t.hire(state, 1, "draw_vine")
    t.act(state, "hire_expert")
    refused(state, "draw_vine", "one cube")
    state = t.new(2)
    t.give(state, lira=5)
    state.blocked = 1
    t.act(state, "make_trade")
    refused(state, "lira for cards", "glass token")
    refused(state, "grape for vp", "pay the cost")


def test_other_refusals_teach() -> None:
    """§6.7, §4.2."""
    state = t.new(2)
    t.give(state, lira=10, hand="sangiovese,merlot", built="trellis")
    t.act(state, "build_structure")
    refused(state, "trellis", "already")
    refused(state, "large_cellar", "medium cellar")
    refused(state, "silo", "cannot pay")
    state = t.new(2)
    t.give(state, hand="sangiovese,malvasia,merlot")
    t.act(state, "plant_vine")
    refused(state, "merlot field_6", "structures")
    refused(state, "sangiovese field_5", "structures")


def test_points_never_fall_below_the_floor() -> None:
    """§4.14: at -4 VP an option that costs 2 VP cannot be chosen, one that costs 1 VP can."""
    from tests.games.viticulture.table import can_play, visit

    state = t.new(2)
    t.give(state, vp=-4)
    assert not can_play(state, "broker")
    state = t.new(2)
    t.give(state, vp=-4)
    visit(state, "uncertified_architect")
    t.play(state, "option 1") if t.offers(state)[0].startswith("option") else None
    assert state.players[0].vp == -5


# The tables


def ops_in(thing: Any) -> set[str]:
    """Collect every op in a parsed table."""
    if isinstance(thing, dict):
        found = {thing["op"]} if "op" in thing else set()
        return found.union(*(ops_in(value) for value in thing.values()))
    if isinstance(thing, list):
        return set().union(*(ops_in(value) for value in thing))
    return set()


def test_every_op_has_one_implementation_and_every_implementation_is_used() -> None:
    """§15.4, VISITORS §4."""
    used = set().union(*(ops_in(tomllib.loads(text)) for text in t.GAME.files().values()))
    assert used == set(OPS) | set(STANDING)
    assert not set(OPS) & set(STANDING)
    assert len(set(OPS)) == len(OPS) == len(REGISTRY)
    kinds = [type(op) for op in REGISTRY]
    assert Op not in kinds, "each op is implemented"
    shared = {kind for kind in kinds if kinds.count(kind) > 1}
    assert {kind.__name__ for kind in shared} <= {"Age"}, "one class ages grapes and wine"


CHARMAT = '[[structure_card]]\nid = "charmat"\neffect = [{{ op = "recipe", type = "{}", red = {}, white = 1 }}]'
BROKEN = [
    ("vines.toml", '[[vine]]\nid = "pinot"\nfield_value = 9', "field_value"),
    ("wine_orders.toml", '[[order]]\nid = "order_01"\nwines = [{ type = "blush", min_value = 2 }]', "cellar"),
    ("summer_visitors.toml", '[[card]]\nid = "broker"\neffect = []', "must have an effect"),
    ("summer_visitors.toml", '[[card]]\nid = "broker"\neffect = [{ op = "conjure" }]', "conjure"),
    ("bordeaux_trade.toml", '[[trade]]\nid = "trade_lira_for_cards"\ngain = "lira"', "itself"),
    ("bordeaux_actions.toml", '[[action]]\nid = "draw_vine"\neffect = []', "exactly one"),
    ("bordeaux_actions.toml", '[[action]]\nid = "draw_vine"\nspaces = []', "three spaces"),
    ("bordeaux_tracks.toml", "[final_conversion]\nlira_per_vp = 0", "lira_per_vp"),
    ("structure_cards.toml", CHARMAT.format("sparkling", 2), "one red and one white grape"),
    ("structure_cards.toml", CHARMAT.format("blush", 1), "sparkling"),
    ("special_workers.toml", '[[special_worker]]\nid = "farmer"\nremove = true', "special worker"),
]


@pytest.mark.parametrize(("file", "text", "words"), BROKEN, ids=[f"{at}-{case[0]}" for at, case in enumerate(BROKEN)])
def test_an_impossible_table_is_refused(file: str, text: str, words: str) -> None:
    """§1.6: the files decide every number, so they are checked."""
    with pytest.raises(BadComponents, match=re.escape(words)) as error:
        t.GAME.new(2, {}, 1, t.GAME.components({file: text}))
    assert file in str(error.value)


def test_corrections_of_an_owner_work() -> None:
    """§1.6."""
    tables = t.GAME.components(
        {"summer_visitors.toml": '[[card]]\nid = "banker"\neffect = [{ op = "gain", what = "vp", n = 9 }]'}
    )
    state = t.GAME.new(2, {}, 1, tables)
    assert isinstance(state, Winery)
    visitor = state.pieces.visitors[0][state.pieces.ids[2]["banker"]]
    assert state.pieces.lines[visitor.line].nodes[0].n == 9
