"""Worked examples of single rules: EX-30 to EX-39, each with the § it belongs to."""

import pytest

from cuvee.games.age_of_champagne.pieces.vocabulary import AGE, DRAW, PRESS, PROMOTE, VINEYARD, WINERY
from cuvee.games.age_of_champagne.scoring import columns
from cuvee.games.age_of_champagne.state.codes import HOME
from cuvee.kernel.errors import IllegalMove
from tests.games.age_of_champagne import table as t

A, B, C = range(3)


@pytest.mark.parametrize(
    ("level", "reached", "points", "drawn"), [(4, 5, 0, 1), (5, 6, 0, 0), (6, 7, 1, 0), (7, 8, 1, 0), (8, 8, 0, 0)]
)
def test_ex_30_press(level: int, reached: int, points: int, drawn: int) -> None:
    """§5.2: a token at 14, 1 PP at 20 and 24, nothing past the last level."""
    state = t.table(2)
    state.press[A] = level
    t.next_token(state, "cold")
    t.put(state, A, "press_2")
    t.zone(state, PRESS)
    assert (state.press[A], state.prestige[A], state.holds(A, t.token("cold"))) == (reached, points, drawn)


@pytest.mark.parametrize(("order_", "eco", "points"), [(("press 3",), 1, 0), (("press 4",), 2, -1)])
def test_ex_30b_order_of_own_markers(order_: tuple[str], eco: int, points: int) -> None:
    """§4.3, §6.2: at the bottom of the track it matters which marker comes first."""
    state = t.table(2)
    t.put(state, A, "press_3", "press_4")
    t.zone(state, PRESS)
    assert t.offers(state) == ["resolve press 3", "resolve press 4"]
    t.play(state, f"resolve {order_[0]}")
    assert (state.eco[A], state.prestige[A]) == (eco, points)


def test_ex_31_winery() -> None:
    """§5.3: the fifth module is Age II: eco 4, then the placement effect: eco 3."""
    state = t.table(2)
    state.modules[A], state.eco[A] = 4, 3
    t.put(state, A, "winery_4")
    t.zone(state, WINERY)
    assert (state.modules[A], state.eco[A]) == (5, 3)


@pytest.mark.parametrize(("owner", "drawn"), [(A, 1), (B, 0)])
def test_ex_32_linked_spots(owner: int, drawn: int) -> None:
    """§5.0: both linked spots of one player draw a token when the winery marker comes back."""
    state = t.table(2)
    t.next_token(state, "prestige_2")
    t.put(state, A, "press_2")
    t.put(state, owner, "winery_2")
    t.act(state)
    assert (state.prestige[A], len(state.token_discard)) == (2 * drawn, drawn)


@pytest.mark.parametrize(
    ("level", "change", "reached", "points"), [(10, 2, 11, 1), (2, -2, 1, -1), (1, -1, 1, -1), (11, 1, 11, 1), (11, 2, 11, 2)]
)
def test_ex_33_eco_overflow(level: int, change: int, reached: int, points: int) -> None:
    """§6.2: every level beyond an end of the track is 1 PP."""
    state = t.table(2)
    state.eco[A] = level
    state.change_eco(A, change)
    assert (state.eco[A], state.prestige[A]) == (reached, points)


def test_ex_34_vitryats() -> None:
    """§5.1: placed in Côte de Sézanne, it counts there, hazards included."""
    state = t.table(2, event="climatic_hazards_1")
    t.offer(state, 0, "bassuet")
    t.put(state, A, "vineyard_1")
    t.zone(state, VINEYARD)
    t.play(state, "region cote_de_sezanne")
    assert columns(state, A) == [0, 0, 0, 1, 0]
    assert state.grows(A, -1) == [0, 0, 1]
    assert state.grows(A, t.region("cote_de_sezanne")) == [0, 0, 0]
    assert not state.problems()


def test_ex_35_wine_draw_limits() -> None:
    """§5.6, §4.2: one place in the cellar, one blend; a second marker is illegal, disc included."""
    state = t.table(2)
    t.fill(state, state.cellar, A, (9, 0, 0))
    t.fill(state, state.wines, A, (3, 0, 3))
    state.modules[A] = 2
    t.put(state, A, "draw_2")
    t.zone(state, DRAW)
    t.play(state, "blend mmm t")
    assert not [text for text in t.offers(state) if text.startswith("blend")]
    t.play(state, "stop")
    t.put(state, A, "draw_2")
    t.give(state, A, "action_draw")
    t.assign(state)
    assert not [text for text in t.offers(state) if "draw" in text]
    with pytest.raises(IllegalMove, match=r"only one there, disc included \(§4\.2\)"):
        t.play(state, "draw 3")
    with pytest.raises(IllegalMove, match="disc included"):
        t.play(state, "disc draw 3")


def test_ex_36_oenotheque_limit() -> None:
    """§5.4: one more cuvee fits in; a full column keeps the others where they are."""
    state = t.table(2)
    t.fill(state, state.cave, A, (1, 1, 0))
    t.fill(state, state.cellar, A, (3, 0, 0))
    t.put(state, A, "marketing_1")
    t.zone(state, AGE)
    assert t.offers(state) == ["age 0 0 0", "age 1 0 0"]
    t.play(state, "age 1 0 0")
    t.fill(state, state.grid, A, (4, 0, 0))
    t.zone(state, PROMOTE)
    assert t.offers(state) == ["promote 0 0 0", "promote 0 1 0"]
    t.play(state, "promote 0 1 0")
    assert t.three(state.cave, A) == (2, 0, 0)


def test_ex_37_additional_action() -> None:
    """§8.2: the disc takes a turn; the Collaborators stay; without a Collaborator there is no turn."""
    state = t.table(2)
    t.give(state, A, "action_draw")
    t.put(state, A, "press_1")
    t.assign(state)
    t.play(state, "disc draw 3")
    assert (state.discs[A], state.in_hand(A)) == (t.spot("draw_3"), 2)
    assert t.token("action_draw") in state.token_discard
    t.play(state, "press 2", "press 3", "press 4", "winery 1")
    assert t.asked(state) == "place 1", "A has no Collaborator left, so B goes on alone"


def test_ex_38_reservation() -> None:
    """§8.3: not shipped it costs the printed value, whatever the event; others may not ship it."""
    state = t.table(2, event="sales_increase_international")
    t.give(state, A, "reservation")
    t.order(state, 2, "in_17")
    t.fill(state, state.cellar, B, (0, 3, 2))
    t.assign(state)
    t.play(state, "reserve in_17")
    assert t.asked(state) == "place 0", "a reservation is not a turn"
    state.agenda.clear()
    t.put(state, B, "shipping_1")
    t.ship(state)
    assert "ship in_17" not in t.offers(state) if state.waiting else True
    t.end_season(state)
    assert state.prestige[A] == -12
    assert (state.discs[A], t.token("reservation") in state.token_discard) == (HOME, True)


def test_ex_38_a_reserved_order_is_shipped() -> None:
    """§8.3: shipped by its owner: the normal gain, no loss, disc and token gone."""
    state = t.table(2)
    t.give(state, A, "reservation")
    t.order(state, 2, "in_02")
    t.on_space(state, 2)
    t.fill(state, state.cellar, A, (1, 1, 1))
    t.put(state, A, "shipping_1")
    t.ship(state)
    assert t.asked(state) == "reservation 0"
    t.play(state, "reserve in_02", "ship in_02")
    t.end_season(state)
    assert (state.prestige[A], state.discs[A]) == (6, HOME)


def test_ex_38_windows_before_each_marker() -> None:
    """§5.5.1, §8.3: C may reserve the card that A's marker uncovered; a plane order even during the strike."""
    state = t.table(3, event="airports_strike")
    t.give(state, C, "reservation")
    t.fill(state, state.cellar, A, (2, 0, 0))
    t.order(state, 3, "fr_02")
    t.order(state, 3, "fr_01")
    t.order(state, 5, "in_17")
    t.put(state, A, "shipping_1", "shipping_3")
    t.ship(state)
    assert t.asked(state) == "reservation 2"
    assert "reserve in_17" in t.offers(state)
    t.play(state, "no reservation", "ship fr_01")
    assert t.asked(state) == "reservation 2"
    t.play(state, "reserve fr_02")
    assert state.reserved_by(t.market("fr_02")) == C


@pytest.mark.parametrize(
    ("event", "code", "way", "eco"),
    [
        ("airports_strike", "in_15", "ship in_15 by boat", 5),
        ("perfect_climate", "in_15", "ship in_15 by boat", 5),
        ("perfect_climate", "in_15", "ship in_15", 3),
        ("seaports_strike", "in_06", "ship in_06 by plane", 3),
    ],
)
def test_ex_39_change_of_transport(event: str, code: str, way: str, eco: int) -> None:
    """§8.4: boat instead of plane saves two levels, plane instead of boat costs two; the new mode counts for strikes."""
    state = t.table(2, event=event)
    t.give(state, A, "transport")
    t.fill(state, state.cellar, A, (3, 3, 3))
    t.order(state, 2, code)
    t.on_space(state, 2)
    state.eco[A] = 5
    t.put(state, A, "shipping_3")
    t.ship(state)
    t.play(state, way)
    assert state.eco[A] == eco
    assert (t.token("transport") in state.token_discard) == ("by" in way)


@pytest.mark.parametrize(
    ("event", "code", "way"), [("seaports_strike", "in_15", "by boat"), ("airports_strike", "in_06", "by plane")]
)
def test_ex_39_the_new_mode_is_on_strike(event: str, code: str, way: str) -> None:
    """§8.4: the new mode is the one that counts for strikes."""
    state = t.table(2, event=event)
    t.give(state, A, "transport")
    t.fill(state, state.cellar, A, (3, 3, 3))
    t.order(state, 2, code)
    t.put(state, A, "shipping_3")
    t.ship(state)
    assert f"ship {code}" in t.offers(state)
    assert f"ship {code} {way}" not in t.offers(state)
