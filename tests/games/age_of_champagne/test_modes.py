"""Variants and the Wine Merchant, their options, and corrected tables."""

import pytest

from cuvee.games.age_of_champagne.effects.board import Retrieve
from cuvee.games.age_of_champagne.effects.events import Corks
from cuvee.games.age_of_champagne.effects.merchant import Automa, receive
from cuvee.games.age_of_champagne.pieces.vocabulary import AGE, NOBODY, PRESS, PROMOTE, WINERY
from cuvee.games.age_of_champagne.scoring import final_lines, places, scores
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.errors import BadComponents, BadOption, IllegalMove
from cuvee.kernel.game import Value
from tests.games.age_of_champagne import table as t

A, B, C, D = range(4)

# The Wine Merchant (§10).


@pytest.mark.parametrize(
    ("level", "start"),
    [("jeroboam", (0, 0, 0)), ("mathusalem", (1, 1, 1)), ("balthazar", (2, 2, 2)), ("nabuchodonosor", (3, 3, 3))],
)
def test_the_four_levels(level: str, start: tuple[int, int, int]) -> None:
    """§10.2: his starting position; N includes him."""
    for players in (1, 2, 3):
        state = t.table(players, wine_merchant=level)
        merchant = state.setup.merchant
        assert (merchant, t.cellar(state, merchant)) == (players, start)
        assert (state.eco[merchant], state.prestige[merchant], state.in_hand(merchant)) == (11, 0, 2)
        assert len(state.offers) == players + 1


AUTOMA = {
    "airports_strike": (1, (1, 1, 1)),
    "seaports_strike": (3, (2, 1, 0)),
    "falling_sales_france": (2, (0, 2, 1)),
    "falling_sales_europe": (4, (2, 0, 1)),
    "falling_sales_international": (1, (1, 2, 0)),
    "sales_increase_france": (3, (1, 1, 1)),
    "sales_increase_europe": (2, (2, 1, 0)),
    "sales_increase_international": (4, (0, 1, 2)),
    "perfect_climate": (3, (1, 1, 1)),
    "global_pandemic": (1, (2, 1, 0)),
    "corks_defect": (4, (0, 2, 1)),
    "subsidies": (2, (1, 0, 2)),
    "climatic_hazards_1": (4, (1, 2, 0)),
    "climatic_hazards_2": (3, (2, 0, 1)),
    "grape_quality_1": (1, (0, 1, 2)),
    "grape_quality_2": (2, (1, 1, 1)),
}


@pytest.mark.parametrize("event", list(AUTOMA))
def test_each_automa_section(event: str) -> None:
    """§10.3: a Collaborator on the Shipping spot named, and the cuvees of the card."""
    state = t.table(1)
    t.reveal(state, event)
    index, cuvees = AUTOMA[event]
    assert state.spots[t.spot(f"shipping_{index}")] == 1
    assert t.cellar(state, 1) == cuvees
    assert state.in_hand(1) == 1


def test_ex_60_overflow() -> None:
    """§10.3: the dearest new cubes overflow to the oenotheque; those that fit nowhere return; a full one is promoted."""
    state = t.table(1)
    t.fill(state, state.cellar, 1, (9, 0, 0))
    receive(state, [1, 2, 0])
    assert (t.cellar(state, 1), t.three(state.cave, 1)) == ((10, 0, 0), (0, 2, 0))
    state.event = next(event.number for event in t.PIECES.events if event.id == "evt_sales_increase_international")
    t.run(state, Automa())
    assert (t.cellar(state, 1), t.three(state.cave, 1)) == ((10, 0, 0), (0, 2, 1)), "1 B kept, 1 B and 1 N lost"
    assert state.spots[t.spot("marketing_1")] == 1
    assert not state.problems()


def test_a_full_oenotheque_waits_if_he_is_in_marketing_already() -> None:
    """§10.3: with a Collaborator on n+1 nothing happens."""
    state = t.table(1)
    t.fill(state, state.cave, 1, (1, 1, 1))
    t.put(state, 1, "promote_2")
    t.run(state, Automa())
    assert state.spots[t.spot("marketing_1")] == NOBODY


def test_ex_61_monitoring() -> None:
    """§10.4, §10.5: he takes the other n spot at once, slides, and promotes all in the next round."""
    state = t.table(1)
    t.fill(state, state.cave, 1, (0, 1, 0))
    t.assign(state)
    t.play(state, "marketing 1")
    assert state.spots[t.spot("marketing_2")] == 1
    state.agenda.clear()
    t.zone(state, AGE)
    assert state.spots[t.spot("promote_2")] == 1
    t.zone(state, PROMOTE)
    assert (t.three(state.grid, 1), state.bonus(1, 1), state.in_hand(1)) == ((0, 1, 0), 1, 2)


def test_no_monitoring_without_cuvees_or_collaborators() -> None:
    """§10.4: he needs a cuvee in the oenotheque and a Collaborator in hand."""
    state = t.table(1)
    t.assign(state)
    t.play(state, "marketing 1")
    assert state.spots[t.spot("marketing_2")] == NOBODY
    state = t.table(1)
    t.fill(state, state.cave, 1, (0, 1, 0))
    t.put(state, 1, "shipping_1", "promote_1")
    t.assign(state)
    t.play(state, "marketing 2")
    assert state.spots[t.spot("marketing_1")] == NOBODY


def test_a_full_column_sends_cubes_back() -> None:
    """§10.5: cubes without a place in the grid return to the supply."""
    state = t.table(1)
    t.fill(state, state.grid, 1, (0, 3, 0))
    t.fill(state, state.cave, 1, (0, 3, 0))
    t.put(state, 1, "promote_1")
    t.zone(state, PROMOTE)
    assert (t.three(state.grid, 1), t.three(state.cave, 1)) == ((0, 4, 0), (0, 0, 0))
    assert state.supply[1] == 56


def test_ex_62_choice_of_order() -> None:
    """§10.6: same PP, better eco; then he goes on while he can, and takes the placement effect."""
    state = t.table(1)
    t.fill(state, state.cellar, 1, (2, 2, 1))
    for slot, code in ((0, "fr_15"), (1, "eu_12"), (2, "in_02"), (5, "in_17")):
        t.order(state, slot, code)
    for space in range(3):
        t.on_space(state, space)
    t.put(state, 1, "shipping_3")
    t.ship(state)
    assert (state.prestige[1], t.cellar(state, 1), state.eco[1]) == (7, (1, 1, 0), 11)
    assert state.in_hand(1) == 2


def test_ex_63_partial_delivery() -> None:
    """§10.6: 8 PP complete or 8 PP with a cuvee missing: the better eco effect decides."""
    state = t.table(1)
    t.fill(state, state.cellar, 1, (0, 1, 2))
    for slot, code in ((0, "fr_07"), (1, "eu_17"), (2, "in_11"), (3, "fr_08"), (4, "eu_08"), (5, "in_12")):
        t.order(state, slot, code)
    t.on_space(state, 1)
    t.put(state, 1, "shipping_2")
    t.ship(state)
    assert (state.prestige[1], t.cellar(state, 1), state.eco[1]) == (8, (0, 0, 0), 10)


def test_ex_64_eco_is_not_counted_as_points() -> None:
    """§10.6: 6 PP with a loss of eco beat 5 PP with a gain that would be worth 1 more."""
    state = t.table(1)
    t.fill(state, state.cellar, 1, (1, 1, 1))
    for slot, code in ((0, "fr_16"), (1, "eu_12"), (2, "in_05"), (4, "eu_08")):
        t.order(state, slot, code)
    t.on_space(state, 1)
    t.put(state, 1, "shipping_3")
    t.ship(state)
    assert (state.prestige[1], state.eco[1]) == (6 + 1, 10)


def test_ex_65_simplified_side() -> None:
    """§10.6, §11.1: with one cuvee left out, 3 PP is the best he can get."""
    state = t.table(1, board_side="simplified")
    t.fill(state, state.cellar, 1, (1, 1, 0))
    for slot, code in ((0, "fr_07"), (1, "eu_03"), (2, "in_01")):
        t.order(state, slot, code)
    t.on_space(state, 2)
    t.put(state, 1, "shipping_2")
    t.ship(state)
    assert (state.prestige[1], t.cellar(state, 1)) == (3, (0, 0, 0))


@pytest.mark.parametrize(("code", "brut", "shipped"), [("fr_01", 0, 0), ("fr_01", 1, 1), ("fr_07", 0, 0), ("fr_07", 1, 1)])
def test_the_merchant_ships_at_least_one_cuvee(code: str, brut: int, shipped: int) -> None:
    """§10.6: he may leave out one cuvee of an order, but not the only one that would be left."""
    state = t.table(1)
    t.fill(state, state.cellar, 1, (brut, 0, 0))
    for slot, other in ((0, code), (1, "eu_17"), (2, "in_11"), (3, "fr_17"), (4, "eu_08"), (5, "in_12")):
        t.order(state, slot, other)
    t.on_space(state, 0)
    t.put(state, 1, "shipping_2")
    t.ship(state)
    assert [t.market(code)] * shipped == [card for pile in state.market_discard for card in pile]


@pytest.mark.parametrize(
    ("codes", "tokens", "shipped"),
    [
        ({0: "fr_15", 1: "eu_05"}, (0, 1), "fr_15"),  # same PP, better eco
        ({0: "fr_09", 3: "fr_09"}, (0,), "fr_09"),
        ({1: "eu_03", 4: "eu_04"}, (), "eu_03"),  # Active before Provisional
        ({0: "fr_13", 3: "fr_14"}, (), "fr_14"),  # better eco, though Provisional
    ],
)
def test_tie_breaks_of_the_merchant(codes: dict[int, str], tokens: tuple[int, ...], shipped: str) -> None:
    """§10.6: most PP, best eco, an order with tokens, the farthest sector, Active before Provisional."""
    state = t.table(1)
    t.fill(state, state.cellar, 1, (1, 2, 1))
    for slot, code in ((0, "fr_07"), (1, "eu_08"), (2, "in_17"), (3, "fr_08"), (4, "eu_14"), (5, "in_12")):
        t.order(state, slot, code)
    for slot, code in codes.items():
        if code != "fr_09" or slot == 0:
            t.order(state, slot, code)
    for space in range(3):
        t.on_space(state, space, *(["cold"] if space in tokens and space == 0 else []))
    t.put(state, 1, "shipping_1")
    t.ship(state)
    assert t.market(shipped) in [card for pile in state.market_discard for card in pile]


def test_tokens_break_a_tie_before_the_sector() -> None:
    """§10.6: France with a token before International without; without tokens International."""
    for with_token, shipped in ((True, "fr_13"), (False, "in_01")):
        state = t.table(1)
        t.fill(state, state.cellar, 1, (2, 2, 0))
        for slot, code in ((0, "fr_13"), (1, "eu_07"), (2, "in_01"), (3, "fr_17"), (4, "eu_16"), (5, "in_17")):
            t.order(state, slot, code)
        for space in range(3):
            t.on_space(state, space, *(["cold"] if with_token and space == 0 else []))
        t.put(state, 1, "shipping_1")
        t.ship(state)
        assert t.market(shipped) in [card for pile in state.market_discard for card in pile]


@pytest.mark.parametrize(
    ("code", "points", "eco"), [("prestige_4", 4, 5), ("eco", 0, 7), ("land", 0, 5), ("reservation", 0, 5)]
)
def test_the_merchant_applies_only_some_tokens(code: str, points: int, eco: int) -> None:
    """§10.6: Prestige and Eco-responsibility are applied; every token is discarded."""
    state = t.table(1)
    t.fill(state, state.cellar, 1, (1, 0, 0))
    state.eco[1] = 5
    t.order(state, 0, "fr_01")
    for space in range(3):
        t.on_space(state, space, *([code] if space == 0 else []))
    t.put(state, 1, "shipping_1")
    t.ship(state)
    assert (state.prestige[1], state.eco[1], state.token_discard) == (1 + points, eco, [t.token(code)])
    assert not state.problems()


def test_the_merchant_respects_reservations_and_strikes() -> None:
    """§8.3, §10.6."""
    state = t.table(1, event="seaports_strike")
    t.fill(state, state.cellar, 1, (2, 2, 1))
    for slot, code in ((0, "fr_17"), (1, "eu_12"), (2, "in_02"), (4, "eu_07")):
        t.order(state, slot, code)
    t.on_space(state, 1)
    t.give(state, A, "reservation")
    t.put(state, 1, "shipping_3")
    t.ship(state)
    t.play(state, "reserve eu_12")
    assert t.cellar(state, 1) == (2, 2, 1)
    assert state.prestige[1] == 1


def test_corks_hit_the_merchant_first_in_his_cellar() -> None:
    """§7.2: the cheapest of the cellar, or of the oenotheque if the cellar is empty (EX-42)."""
    state = t.table(1, event="corks_defect")
    t.fill(state, state.cellar, 1, (0, 1, 2))
    t.fill(state, state.cave, 1, (1, 0, 0))
    t.run(state, Corks(0, 1))
    assert (t.cellar(state, 1), t.three(state.cave, 1)) == ((0, 0, 2), (1, 0, 0))
    t.fill(state, state.cellar, 1, (0, 0, 0))
    t.run(state, Corks(0, 1))
    assert t.three(state.cave, 1) == (0, 0, 0)


def test_the_merchant_scores_cuvees_and_eco_only() -> None:
    """§10.8: ranked with the players; he can win."""
    state = t.table(2, wine_merchant="jeroboam")
    t.fill(state, state.cellar, 2, (3, 3, 0))
    assert final_lines(state, 2) == [0, 0, 0, 8, 14, 0]
    assert places(state) == [2, 3]


def test_a_person_plays_the_merchant() -> None:
    """§10.9: he chooses among the orders the Merchant can fulfil and sees the tokens; he may not stop."""
    state = t.table(1, seats=2, wine_merchant="jeroboam", merchant_control="person")
    assert (state.setup.players, state.setup.merchant, state.seats) == (1, 1, 2)
    t.fill(state, state.cellar, 1, (2, 2, 1))
    for slot, code in ((0, "fr_15"), (1, "eu_12"), (2, "in_02"), (3, "fr_17"), (4, "eu_07"), (5, "in_17")):
        t.order(state, slot, code)
    t.on_space(state, 0, "cold", "prestige_3")
    t.put(state, 1, "shipping_3")
    t.ship(state)
    assert (t.asked(state), t.offers(state)) == ("merchant order 1", ["ship fr_15", "ship eu_12", "ship in_02"])
    with pytest.raises(IllegalMove, match=r"always ships when he can \(§10\.6\)"):
        t.play(state, "stop")
    t.play(state, "ship fr_15")
    assert t.asked(state) == "token 1"
    assert t.GAME.view(state, A).find("space:0:cold") is None
    t.play(state, "take prestige_3")
    assert state.prestige[1] == 5 + 3 + 1, "nothing else can be shipped, and the spot gives 1"
    assert scores(state)[1] == 9 + 14 + 4, "three cuvees are left"


# First Game (§11.1).


@pytest.mark.parametrize(
    ("code", "points", "eco"),
    [
        ("press_1", 1, 5),
        ("press_2", 0, 5),
        ("press_3", 0, 6),
        ("press_4", 0, 5),
        ("winery_1", 1, 5),
        ("winery_2", 0, 5),
        ("winery_3", 0, 6),
        ("winery_4", 0, 5),
        ("shipping_3", 1, 5),
        ("shipping_4", 0, 6),
        ("draw_1", 1, 5),
        ("draw_4", 0, 5),
    ],
)
def test_simplified_spots(code: str, points: int, eco: int) -> None:
    """§11.1: never negative, nothing linked."""
    state = t.table(2, board_side="simplified")
    state.eco[A] = 5
    t.put(state, A, code)
    t.run(state, Retrieve(t.spot(code)))
    assert (state.prestige[A], state.eco[A]) == (points, eco)


def test_the_simplified_side_has_no_marketing_and_no_link() -> None:
    """§11.1: zone 4 does not exist; both spots 2 of one player draw nothing; every Shipping spot takes two Active orders."""
    state = t.table(2, board_side="simplified")
    t.assign(state)
    assert len(t.offers(state)) == 2 + 16 + 2
    with pytest.raises(IllegalMove, match=r"no Marketing Strategy \(§11\.1\)"):
        t.play(state, "marketing 1")
    t.put(state, A, "press_2", "winery_2")
    state.agenda.clear()
    t.act(state)
    assert sum(state.tokens) == 0
    assert state.token_discard == []
    assert all(each.orders == 2 and not each.provisional for each in state.setup.board.spots[16:20])
    assert [each.speaks_first for each in state.setup.board.spots[16:20]] == [True, False, False, False]


def test_partial_delivery_serves_one_of_two_orders() -> None:
    """§11.1: on the simplified side the spot takes two orders, one of them partial."""
    state = t.table(2, board_side="simplified")
    t.fill(state, state.cellar, A, (3, 0, 0))
    for slot, code in ((0, "fr_07"), (1, "eu_08"), (2, "in_01")):
        t.order(state, slot, code)
    t.on_space(state, 0)
    t.put(state, A, "shipping_2")
    t.ship(state)
    t.play(state, "ship fr_07 without t")
    assert not [text for text in t.offers(state) if "without" in text] if state.waiting else True


def test_the_merchant_of_the_simplified_side_has_no_oenotheque() -> None:
    """§11.1: what does not fit in his cellar is lost."""
    state = t.table(1, board_side="simplified")
    t.fill(state, state.cellar, 1, (9, 0, 0))
    receive(state, [1, 2, 0])
    assert (t.cellar(state, 1), t.three(state.cave, 1)) == ((10, 0, 0), (0, 0, 0))


# Trade Partnership (§11.2).


def partnership(players: int = 3) -> Houses:
    state = t.table(players, trade_partnership=True)
    t.fill(state, state.cellar, A, (1, 2, 0))
    t.fill(state, state.grid, A, (0, 1, 0))
    t.fill(state, state.cellar, B, (0, 0, 1))
    t.fill(state, state.grid, B, (0, 0, 2))
    for slot, code in ((0, "fr_17"), (1, "eu_07"), (2, "in_08"), (3, "fr_05"), (4, "eu_17"), (5, "in_17")):
        t.order(state, slot, code)
    t.on_space(state, 2, "cold", "prestige_2")
    t.put(state, A, "shipping_1")
    t.ship(state)
    return state


def test_ex_70_partnership() -> None:
    """§11.2: A gains 8 - 3 + 2x1 = 7, B 3 + 4 = 7; both cellars are empty; A takes the token."""
    state = partnership()
    assert t.offers(state) == ["stop", "ask in_08"]
    t.play(state, "ask in_08")
    assert t.asked(state) == "offer 1", "C has no Blanc de blancs"
    t.play(state, "accept")
    assert t.offers(state) == ["partner b", "no partner"]
    t.play(state, "partner b")
    assert t.asked(state) == "token 0"
    t.play(state, "take cold")
    assert (state.prestige[:2], t.cellar(state, A), t.cellar(state, B)) == ([7, 7], (0, 0, 0), (0, 0, 0))
    assert state.eco[:2] == [1, 1]
    assert state.over, "the marker of the top row had its one order"


def test_ex_70_a_refusal_stands() -> None:
    """§11.2: refused, the order cannot be asked for again with this marker; the player goes on."""
    state = partnership()
    t.play(state, "ask in_08", "refuse")
    assert state.over, "nothing but to stop was left"
    assert state.prestige[:2] == [0, 0]


def test_ex_70_two_accept() -> None:
    """§11.2: the active player picks one of those who accepted, or none; asked in Council order."""
    state = partnership()
    t.fill(state, state.cellar, C, (0, 0, 1))
    state.settle()
    t.play(state, "ask in_08", "accept")
    assert t.asked(state) == "offer 2"
    t.play(state, "accept")
    assert t.offers(state) == ["partner b", "partner c", "no partner"]
    t.play(state, "partner c")
    t.play(state, "take cold")
    assert state.prestige[:3] == [7, 0, 3]


def test_partnership_needs_a_cuvee_of_ones_own_and_exactly_one_missing() -> None:
    """§11.2: an order of a single cuvee, or with two missing, is not offered."""
    state = t.table(2, trade_partnership=True)
    t.fill(state, state.cellar, B, (5, 5, 0))
    t.fill(state, state.cellar, A, (1, 0, 0))
    for slot, code in ((0, "fr_03"), (1, "eu_11"), (2, "in_01"), (3, "fr_10"), (4, "eu_14"), (5, "in_12")):
        t.order(state, slot, code)
    t.put(state, A, "shipping_1")
    t.ship(state)
    assert t.offers(state) == ["stop", "ask fr_10"]


def test_a_partnership_on_a_lower_spot_leaves_a_second_order() -> None:
    """§11.2: it counts as one validated order of the marker."""
    state = t.table(2, trade_partnership=True)
    t.fill(state, state.cellar, A, (3, 0, 0))
    t.fill(state, state.cellar, B, (1, 1, 0))
    for slot, code in ((0, "fr_01"), (1, "eu_09"), (2, "in_17"), (4, "eu_07"), (3, "fr_05")):
        t.order(state, slot, code)
    for space in range(3):
        t.on_space(state, space)
    state.eco[A] = 5
    t.put(state, A, "shipping_4")
    t.ship(state)
    t.play(state, "ask eu_09", "accept", "partner b", "ship fr_01")
    assert (state.prestige[A], state.prestige[B], state.eco[A]) == (4 - 2 + 1, 2, 5)


# High Tension (§11.3).


def test_blocked_spots_take_no_marker() -> None:
    """§11.3: Press 1, Winery 4 and Wine Draw 2 at the start."""
    state = t.table(2, high_tension=True)
    t.give(state, A, "action_press")
    t.assign(state)
    blocked = {"press 1", "winery 4", "draw 2", "disc press 1"}
    assert not blocked & set(t.offers(state))
    assert "disc press 2" in t.offers(state)
    with pytest.raises(IllegalMove, match=r"blocked this round \(§11\.3\)"):
        t.play(state, "press 1")


# Options (§1.3).


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (5, {}),
        (1, {"wine_merchant": "none"}),
        (1, {"trade_partnership": True}),
        (4, {"wine_merchant": "jeroboam"}),
        (4, {"high_tension": True}),
        (3, {"high_tension": True, "wine_merchant": "jeroboam"}),
        (2, {"merchant_control": "person"}),
        (2, {"trade_partnership": True, "board_side": "simplified"}),
        (2, {"high_tension": True, "board_side": "simplified"}),
        (2, {"trade_partnership": True, "wine_merchant": "jeroboam", "merchant_control": "person"}),
        (2, {"wine_merchant": "melchior"}),
        (2, {"bord_side": "standard"}),
    ],
)
def test_options_that_do_not_go_together(seats: int, options: dict[str, Value]) -> None:
    """§1.3: refused with a sentence."""
    with pytest.raises(BadOption, match=r"\w"):
        t.GAME.read_options(seats, options)


def test_a_person_for_the_merchant_takes_the_last_seat() -> None:
    """§10.9: four seats are three players and the Merchant."""
    options = t.GAME.read_options(4, {"wine_merchant": "balthazar", "merchant_control": "person"})
    state = t.GAME.new(4, options, 1)
    assert isinstance(state, Houses)
    assert (state.setup.players, state.setup.participants) == (3, 4)
    assert [seat for seat in range(4) if state.options(seat)] == [0, 1, 2]


# Corrected tables.

CORRECTIONS = {
    "bonus_tokens.toml": '[[token]]\nid = "tok_prestige_4"\neffects = [{ op = "prestige", amount = 5 }]',
    "cuvees.toml": "[exchange]\nprestige = -2",
    "event_cards.toml": '[[card]]\nid = "evt_perfect_climate"\nname = "Fine weather"',
    "inheritance_cards.toml": '[[card]]\nid = "inh_press_a"\nstars = 4',
    "main_board.toml": "[eco_track]\nstart_level = 2",
    "market_cards.toml": '[[card]]\nid = "mkt_fr_02"\neco = 0',
    "player_board.toml": "[cellar]\ncapacity = 9",
    "regions.toml": '[[region]]\nid = "cote_des_bar"\nname = "Aube"',
    "scoring.toml": "[diversification]\nprestige_per_full_set = 6",
    "setup.toml": "[game]\ncube_supply_limited = false",
    "vineyard_cards.toml": '[[card]]\nid = "vin_ay"\nname = "Ay"',
    "wine_merchant.toml": "[start]\neco_level = 10",
}


@pytest.mark.parametrize("file", sorted(t.GAME.files()))
def test_every_file_can_be_corrected(file: str) -> None:
    """A correction in any file takes effect, and the game is playable with it."""
    components = t.GAME.components({file: CORRECTIONS[file]})
    pieces = t.GAME.prepare(2, {}, components).pieces
    found = {
        "bonus_tokens.toml": pieces.tokens[2].prestige == 5,
        "cuvees.toml": pieces.exchange_prestige == -2,
        "event_cards.toml": pieces.events[8].name == "Fine weather",
        "inheritance_cards.toml": pieces.inheritance[4].stars == 4,
        "main_board.toml": pieces.eco_start == 2,
        "market_cards.toml": pieces.markets[1].eco == 0,
        "player_board.toml": pieces.cellar == 9,
        "regions.toml": pieces.regions[4].name == "Aube",
        "scoring.toml": pieces.set_points == 6,
        "setup.toml": pieces.cubes[0] > 1000,
        "vineyard_cards.toml": pieces.vineyards[0].name == "Ay",
        "wine_merchant.toml": pieces.merchant_eco == 10,
    }
    assert found[file]
    state = t.GAME.new(2, {}, 1, components)
    while not state.over:
        seat = state.waiting[0]
        state.apply(seat, state.options(seat)[-1])
        assert not state.problems()


def test_the_bracket_at_press_17_can_be_switched() -> None:
    """§5.2: player_board.toml tells how to follow the printed bracket."""
    rows = "\n".join(
        f'[[press.level]]\nlevel = {level}\ncapacity = {capacity}\non_reach = {gain}\nsource = "owner"'
        for level, (capacity, gain) in enumerate(
            [(3, "[]"), (5, "[]"), (8, "[]"), (11, "[]"), (14, "[]"), (17, '[{ op = "prestige", amount = 1 }]')], 1
        )
    )
    pieces = t.GAME.prepare(2, {}, t.GAME.components({"player_board.toml": "[press]\n" + rows})).pieces
    assert [level.prestige for level in pieces.levels] == [0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(
    ("file", "text", "why"),
    [
        ("market_cards.toml", '[[card]]\nid = "mkt_fr_01"\nvalue = 2', r"sum of the unit values, 1 \(§2\.3\)"),
        ("market_cards.toml", '[[card]]\nid = "mkt_fr_01"\ntransport = "boat"', "only those, must go by boat or plane"),
        ("market_cards.toml", '[[card]]\nid = "mkt_fr_01"\nremove = true', "'count' says 51"),
        ("vineyard_cards.toml", '[[card]]\nid = "vin_ay"\nqty = 3', "grow 5 pinot_noir"),
        ("vineyard_cards.toml", '[[card]]\nid = "vin_ay"\nregion = "cote_des_bar"', "prints 12 cards"),
        ("cuvees.toml", '[[cuvee]]\nid = "blanc_de_noirs"\ncube = "meunier"', "the cube of this cuvee must be pinot_noir"),
        ("bonus_tokens.toml", '[[token]]\nid = "tok_eco"\ntiming = "free"', "apply at once"),
        ("bonus_tokens.toml", '[[token]]\nid = "tok_eco"\ncount = 4', "'count' says 22"),
        ("event_cards.toml", '[[card]]\nid = "evt_subsidies"\nscope = "local"', "local if it has a key element"),
        (
            "inheritance_cards.toml",
            '[[card]]\nid = "inh_press_a"\neffects = [{ op = "press", levels = 9 }]',
            "last press level",
        ),
        ("player_board.toml", "[cellar]\ncapacity = 40", "from 1 to 16"),
        ("scoring.toml", '[who]\nmerchant = ["still_wines"]', "nothing else"),
        ("setup.toml", "[game]\nrounds = 12", "one of the 10 events drawn"),
        (
            "setup.toml",
            '[[participants]]\nid = "participants_2"\nvineyard_stacks = [16, 15]',
            "must deal 32 cards into 2 stacks",
        ),
        ("wine_merchant.toml", '[order_choice]\ncriteria = ["best_eco"]', "named once"),
        ("main_board.toml", "[blocking]\npress = 5", "from 1 to 4"),
    ],
)
def test_impossible_tables_are_refused(file: str, text: str, why: str) -> None:
    """A table that cannot be played names the row at fault."""
    with pytest.raises(BadComponents, match=why):
        t.GAME.prepare(2, {}, t.GAME.components({file: text}))


def test_zones_two_and_three_ask_for_the_order() -> None:
    """§4.3: D17 where the order of one's own markers can matter."""
    for code, number in (("press", PRESS), ("winery", WINERY)):
        state = t.table(2)
        t.put(state, A, f"{code}_1", f"{code}_2", f"{code}_3")
        t.zone(state, number)
        t.play(state, f"resolve {code} 2", f"resolve {code} 3")
        assert state.in_hand(A) == 3
