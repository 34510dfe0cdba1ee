"""The worked examples of the rules: EX-01 to EX-22 and EX-40 to EX-53, each with the § it belongs to."""

import pytest

from cuvee.games.age_of_champagne.effects.board import Inherit, Slide
from cuvee.games.age_of_champagne.flow import FirstCouncil, move_at_council
from cuvee.games.age_of_champagne.pieces.vocabulary import AGE, DRAW, NOBODY, PROMOTE, REGIONS
from cuvee.games.age_of_champagne.scoring import columns, diversification, major_vineyards, places, score_sheet, scores, total
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.errors import IllegalMove
from tests.games.age_of_champagne import table as t

A, B, C, D = range(4)


def heir(state: Houses, seat: int, *codes: str) -> None:
    """Make these the inheritance cards a player has kept."""
    state.kept[seat] = [next(card.number for card in t.PIECES.inheritance if card.id == f"inh_{code}") for code in codes]


# Examples of the rulebook.


def test_ex_01_final_scoring() -> None:
    """§9: 81 + 5 + 8 + 1 + 8 + 4 = 107, the example of the rulebook: 81 + 26."""
    state = t.table(2)
    state.prestige[A], state.eco[A] = 81, 7
    t.own(state, A, "ay", "damery", "verzy", "chouilly", "sezanne", "essoyes")
    t.own(state, B, "chamery", "trepail", "bethon", "barbonne_fayel", "urville", "meurville")
    state.modules[A] = 3
    t.fill(state, state.wines, A, (4, 2, 2))
    t.fill(state, state.cellar, A, (2, 2, 1))
    t.fill(state, state.cave, A, (0, 0, 1))
    sheet = score_sheet(state)
    assert [line.values[A] for line in sheet.lines] == [81, 5, 8, 1, 8, 4, 0]
    assert [line.section for line in sheet.lines[1:]] == ["9.1", "9.2", "9.3", "9.4", "9.5", "9.6"]
    assert sheet.totals[A] == 107
    assert not state.problems()


def test_ex_02_harvest_limits() -> None:
    """§5.7: the press passes 5, the winery has room for 4: L = min(5, 4, 6) = 4."""
    state = t.table(2)
    t.own(state, A, "charly_sur_marne", "essoyes")
    state.press[A], state.modules[A] = 2, 2
    t.fill(state, state.wines, A, (0, 2, 0))
    t.harvest(state)
    assert t.asked(state) == "store 0"
    stores = [text for text in t.offers(state) if text.startswith("store")]
    assert stores == ["store 1 m", "store 2 m", "store 3 m"], "1 + 3, 2 + 2 or 3 + 1: exactly 4 of (3, 3, 0)"
    t.play(state, "store 1 m")
    assert t.three(state.wines, A) == (1, 5, 0)
    assert state.supply == [59, 55, 60]
    assert not state.problems()


def test_ex_02b_exchange_before_storing() -> None:
    """§5.7, §6.1: two exchanges make room for two of the three Chardonnay."""
    state = t.table(2)
    t.own(state, A, "chouilly")
    state.press[A], state.modules[A] = 2, 2
    t.fill(state, state.wines, A, (4, 2, 0))
    t.harvest(state)
    t.play(state, "exchange mm for c", "exchange mm for c", "store 0 m")
    assert t.three(state.wines, A) == (0, 2, 4)
    assert state.prestige[A] == -2
    assert state.supply[2] == 60 - 4


def test_ex_03_exchange() -> None:
    """§6.1: two Meunier for a Chardonnay cost 1 PP; any two may be given."""
    state = t.table(2)
    t.fill(state, state.wines, A, (2, 1, 2))
    state.prestige[A] = 10
    t.put(state, A, "draw_2")
    t.zone(state, DRAW)
    assert {"exchange mp for c", "exchange mm for m", "exchange pc for p"} <= set(t.offers(state))
    t.play(state, "exchange mm for c")
    assert (t.three(state.wines, A), state.prestige[A]) == ((0, 1, 3), 9)
    assert "blend ccc b" in t.offers(state)


def test_ex_03_exchange_needs_two_wines_and_a_cube() -> None:
    """§6.1: illegal with fewer than two still wines, or for a colour the supply no longer has."""
    state = t.table(2)
    t.fill(state, state.wines, A, (1, 0, 0))
    t.assign(state)
    with pytest.raises(IllegalMove, match=r"two still wines.*§6\.1"):
        t.play(state, "exchange mm for c")
    t.fill(state, state.wines, A, (2, 0, 0))
    t.fill(state, state.cellar, B, (0, 0, 60))
    state.settle()
    assert [text for text in t.offers(state) if text.startswith("exchange")] == ["exchange mm for m", "exchange mm for p"]


def test_ex_04_blanc_de_noirs() -> None:
    """§5.6: 2 Pinot Noir and a Meunier; one black and one blue cube return to the supply."""
    state = t.table(2)
    t.fill(state, state.wines, A, (1, 2, 1))
    t.put(state, A, "draw_2")
    t.zone(state, DRAW)
    before = state.supply[:]
    t.play(state, "blend mpp n")
    assert (t.three(state.wines, A), t.cellar(state, A)) == ((0, 0, 1), (0, 1, 0))
    assert [after - old for after, old in zip(state.supply, before, strict=True)] == [1, 1, 0]


@pytest.mark.parametrize(
    ("wines", "cuvees"),
    [
        ((0, 0, 3), ["ccc b"]),
        ((0, 3, 0), ["ppp n"]),
        ((1, 2, 0), ["mpp n", "mpp t"]),
        ((3, 0, 0), ["mmm t"]),
        ((2, 1, 0), ["mmp t"]),
        ((2, 0, 1), ["mmc t"]),
        ((1, 0, 2), ["mcc t"]),
        ((1, 1, 1), ["mpc t"]),
        ((0, 2, 1), []),
        ((0, 1, 2), []),
    ],
)
def test_ex_05_which_blends_are_legal(wines: tuple[int, int, int], cuvees: list[str]) -> None:
    """§5.6: nine pairs of still wines and cuvee in all."""
    state = t.table(2)
    t.fill(state, state.wines, A, wines)
    t.put(state, A, "draw_2")
    t.zone(state, DRAW)
    assert sorted(text for text in t.offers(state) if text.startswith("blend")) == sorted(f"blend {each}" for each in cuvees)
    assert len(t.PIECES.blends) == 9


def test_ex_06_shipping_with_marketing() -> None:
    """§5.5.3: 10 + 2x0 + 1x2 + 2x2 = 16, two levels down for the plane."""
    state = t.table(2)
    t.fill(state, state.cellar, A, (2, 3, 2))
    t.fill(state, state.grid, A, (0, 2, 1))
    state.eco[A] = 5
    t.order(state, 2, "in_15")
    t.on_space(state, 2)
    t.put(state, A, "shipping_1")
    t.ship(state)
    t.play(state, "ship in_15")
    assert (state.prestige[A], t.cellar(state, A), state.eco[A]) == (16, (0, 2, 0), 3)
    assert not state.problems()


def test_ex_07_partial_delivery() -> None:
    """§5.5.4: 6 - 3 + 1x0 + 1x1 = 4."""
    state = t.table(2)
    t.fill(state, state.cellar, A, (1, 1, 0))
    t.fill(state, state.grid, A, (0, 1, 0))
    state.eco[A] = 5
    t.order(state, 4, "eu_12")
    t.put(state, A, "shipping_2")
    t.ship(state)
    t.play(state, "ship eu_12 without b")
    assert (state.prestige[A], t.cellar(state, A), state.eco[A]) == (4, (0, 0, 0), 4)


def test_ex_07_at_least_one_cuvee_is_shipped() -> None:
    """§5.5.4: an order of a single cuvee cannot be delivered partially."""
    state = t.table(2)
    t.fill(state, state.cellar, A, (3, 0, 0))
    t.order(state, 0, "fr_03")
    t.order(state, 1, "eu_08")
    t.put(state, A, "shipping_2")
    t.ship(state)
    assert not [text for text in t.offers(state) if "fr_03" in text]
    with pytest.raises(IllegalMove, match=r"lacks 1 Blanc de noirs"):
        t.play(state, "ship fr_03 without n")


def test_ex_08_reach() -> None:
    """§5.5.2: top row one of six; lower row two Active ones, the second may be the card that came down."""
    state = t.table(2)
    t.fill(state, state.cellar, A, (2, 6, 2))
    for slot, code in enumerate(("fr_01", "eu_03", "in_02", "fr_03", "eu_04", "in_01")):
        t.order(state, slot, code)
    for space in range(3):
        t.on_space(state, space)
    t.put(state, A, "shipping_1", "shipping_3")
    t.ship(state)
    assert [text for text in t.offers(state) if text.startswith("ship")] == [
        f"ship {code}" for code in ("fr_01", "eu_03", "in_02", "fr_03", "eu_04", "in_01")
    ]
    t.play(state, "ship fr_03")
    assert t.asked(state) == "ship 0", "the Speak First marker had its one order, the other marker is next"
    assert "ship in_01" not in t.offers(state)
    t.play(state, "ship eu_03")
    assert "ship eu_04" in t.offers(state), "it dropped to Active"
    t.play(state, "ship eu_04")
    assert t.asked(state) == ""
    assert state.prestige[A] == 2 + 4 + 4 - 2 + 1, "two trucks at eco level 1 cost 2 PP; the spot gives 1"


def test_ex_09_tokens_on_orders() -> None:
    """§5.5.3: three tokens on a space serve three Active orders, the fourth gets nothing; Provisional ones nothing."""
    state = t.table(4)
    t.on_space(state, 0, "prestige_2", "prestige_3", "cold")
    for seat in (A, B, C, D):
        t.fill(state, state.cellar, seat, (2, 2, 2))
    t.order(state, 0, "fr_01")
    t.order(state, 3, "fr_02")
    t.put(state, A, "shipping_1")
    t.put(state, B, "shipping_2")
    t.put(state, C, "shipping_3")
    t.put(state, D, "shipping_4")
    t.ship(state)
    t.play(state, "ship fr_01")
    assert t.offers(state) == ["take prestige_2", "take prestige_3", "take cold"]
    assert t.GAME.view(state, A).find("space:0:cold") is not None
    assert t.GAME.view(state, B).find("space:0:cold") is None, "only the player who looks sees them (§12.2)"
    t.play(state, "take cold")
    assert state.holds(A, t.token("cold")) == 1
    assert t.asked(state) == "ship 1"
    t.order(state, 3, "fr_05")
    state.settle()
    t.play(state, "ship fr_05")
    assert t.asked(state) == "ship 2", "a Provisional order gives no token"
    t.play(state, "ship fr_02")
    assert t.offers(state) == ["take prestige_2", "take prestige_3"]
    t.play(state, "take prestige_2", "stop")
    assert state.spaces[0] == [t.token("prestige_3")]


def test_ex_09_the_fourth_order_brings_nothing() -> None:
    """§5.5.3: each space serves at most three times."""
    state = t.table(2)
    t.on_space(state, 0)
    t.fill(state, state.cellar, A, (1, 0, 0))
    t.order(state, 0, "fr_01")
    t.put(state, A, "shipping_1")
    t.ship(state)
    t.play(state, "ship fr_01")
    assert t.asked(state) == ""


def test_ex_10_marketing_over_two_rounds() -> None:
    """§5.4: cellar to oenotheque, slide; next round oenotheque to grid, and the bonus counts at once."""
    state = t.table(2)
    t.fill(state, state.cellar, A, (1, 2, 3))
    t.put(state, A, "marketing_1")
    t.zone(state, AGE)
    t.play(state, "age 0 1 2")
    assert (t.cellar(state, A), t.three(state.cave, A)) == ((1, 1, 1), (0, 1, 2))
    assert state.spots[t.spot("promote_1")] == A
    assert state.in_hand(A) == 2
    t.zone(state, PROMOTE)
    t.play(state, "promote 0 1 2")
    assert t.three(state.grid, A) == (0, 1, 2)
    assert [state.bonus(A, cuvee) for cuvee in range(3)] == [0, 1, 4]
    assert state.in_hand(A) == 3
    assert not state.problems()


@pytest.mark.parametrize(
    ("players", "spots", "expected"),
    [
        (4, {C: "council_1", D: "council_2"}, [C, D, A, B]),
        (4, {D: "council_3"}, [A, B, D, C]),
        (3, {A: "council_2"}, [B, A, C]),
        (4, {A: "council_2", B: "council_3"}, [C, A, B, D]),
    ],
)
def test_ex_11_council(players: int, spots: dict[int, str], expected: list[int]) -> None:
    """§5.8: everybody gets the position chosen, the others fill the gaps in their order."""
    state = t.table(players)
    for seat, code in spots.items():
        t.put(state, seat, code)
    move_at_council(state)
    assert state.council == expected
    assert all(state.spots[at] == NOBODY for at in range(24, 27))


def test_ex_11_only_the_lowest_spot_counts() -> None:
    """§5.8: a player on spots 1 and 3 takes position 1; spot 3 does nothing."""
    state = t.table(4)
    t.put(state, B, "council_1", "council_3")
    move_at_council(state)
    assert state.council == [B, A, C, D]
    assert state.in_hand(B) == 3


def test_ex_11_council_solo() -> None:
    """§5.8: alone with the Merchant, on spot 2, the player is last."""
    state = t.table(1)
    t.put(state, A, "council_2")
    move_at_council(state)
    assert state.council == [1, A]


def test_ex_12_diversification() -> None:
    """§9.1: columns 2, 3, 2, 2, 4 are two sets; a land token completes a set."""
    state = t.table(2)
    t.own(state, A, "ay", "damery", "verzy", "trigny", "chamery", "chouilly", "vertus", "sezanne", "bethon")
    t.own(state, A, "essoyes", "urville", "meurville", "baroville")
    assert columns(state, A) == [2, 3, 2, 2, 4]
    assert diversification(state, A) == 10
    state.estates[A] = []
    t.own(state, A, "ay", "damery", "dormans", "epernay", "essomes_sur_marne", "verzy", "trigny", "chamery", "chouilly")
    t.own(state, A, "essoyes", "urville", "meurville", "baroville")
    assert (columns(state, A), diversification(state, A)) == ([5, 3, 1, 0, 4], 0)
    state.lands[t.region("cote_de_sezanne")] += 1
    assert diversification(state, A) == 5


def test_ex_13_balthazar() -> None:
    """§10.2: cellar (2, 2, 2), eco 11, 0 PP, last at the Council, 2 Collaborators."""
    state = t.table(1, wine_merchant="balthazar")
    assert t.cellar(state, 1) == (2, 2, 2)
    assert (state.eco[1], state.prestige[1], state.in_hand(1)) == (11, 0, 2)
    t.run(state, FirstCouncil())
    assert state.council == [0, 1]


def test_ex_14_high_tension_discs() -> None:
    """§11.3: the discs move 1, 2, 4, 3, 1 in their zones; no linked bonus in rounds 2 and 4."""
    state = t.table(2, high_tension=True)
    press, winery, draw = [], [], []
    for _round in range(5):
        press.append(state.blocked[0] - t.spot("press_1") + 1)
        winery.append(state.blocked[1] - t.spot("winery_1") + 1)
        draw.append(state.blocked[2] - t.spot("draw_1") + 1)
        t.end_season(state)
    assert (press, winery, draw) == ([1, 2, 4, 3, 1], [4, 3, 1, 2, 4], [2, 4, 3, 1, 2])


# Setup.


@pytest.mark.parametrize(("seats", "stacks", "hand"), [(2, [16, 16], 6), (3, [11, 11, 10], 4), (4, [8, 8, 8, 8], 3)])
def test_ex_20_stacks(seats: int, stacks: list[int], hand: int) -> None:
    """§3.1, §3.3: vineyards, inheritance cards and tokens by number of participants."""
    state = t.GAME.new(seats, seed=3)
    assert isinstance(state, Houses)
    assert [len(pile) + 1 for pile in state.piles] == stacks
    assert [len(cards) for cards in state.dealt] == [hand] * seats
    assert [len(space) for space in state.spaces] == [3, 3, 3]
    assert len(state.token_supply) == 13
    assert [len(stack) for stack in state.stacks] == [16, 16, 16]
    assert len(state.events) == 9 if state.round else 10


@pytest.mark.parametrize(
    ("cards", "press", "modules", "eco", "cuvees", "drawn", "stars"),
    [
        (("vineyard_trelou", "press_b", "winery_c"), 3, 2, 2, (3, 0, 0), 0, 6),
        (("press_a", "press_b"), 5, 1, 1, (1, 0, 0), 1, 3),
        (("winery_a", "winery_b"), 1, 5, 2, (1, 0, 0), 0, 3),
        (("press_a", "press_b", "press_c"), 6, 1, 1, (2, 1, 0), 1, 5),
    ],
)
def test_ex_21_inheritance(
    cards: tuple[str, ...], press: int, modules: int, eco: int, cuvees: tuple[int, int, int], drawn: int, stars: int
) -> None:
    """§3.3: levels and modules come one at a time, with the thresholds they pass."""
    state = t.table(2)
    heir(state, A, *cards)
    t.next_token(state, "prestige_3")
    t.run(state, Inherit(A))
    assert (state.press[A], state.modules[A], state.eco[A], t.cellar(state, A)) == (press, modules, eco, cuvees)
    assert (len(state.token_discard), state.prestige[A]) == (drawn, 3 * drawn)
    assert sum(t.PIECES.inheritance[card].stars for card in state.kept[A]) == stars
    if "vineyard_trelou" in cards:
        assert state.estates[A] == [
            next(each.number for each in t.PIECES.vineyards if each.name.startswith("Trélou")) * REGIONS
        ], "3 Meunier in the Vallée de la Marne"


def test_ex_22_first_order() -> None:
    """§3.4: most stars first; a tie goes to the better Vineyard card."""
    state = t.table(3)
    heir(state, A, "vineyard_charly", "press_a")
    heir(state, B, "press_d", "winery_c", "press_b")
    heir(state, C, "vineyard_mareuil", "winery_d", "winery_b")
    t.run(state, FirstCouncil())
    assert state.council == [B, A, C]
    heir(state, C, "press_c", "winery_a", "winery_d")
    t.run(state, FirstCouncil())
    assert state.council == [B, A, C]


def test_ex_23_draft_with_the_merchant() -> None:
    """§3.3: 6 cards to the player, 6 blind; picks of 6, 5 and 4 cards."""
    state = t.GAME.new(1, seed=9)
    assert isinstance(state, Houses)
    sizes = []
    while state.waiting and state.decision().kind == "draft":
        sizes.append(len(state.options(0)))
        state.apply(0, state.options(0)[0])
    assert sizes == [6, 5, 4]
    assert len(state.kept[0]) == 3


# Events.


@pytest.mark.parametrize(("code", "grid", "points"), [("fr_01", (4, 0, 0), 3), ("fr_17", (0, 0, 0), 4)])
def test_ex_40_falling_sales(code: str, grid: tuple[int, int, int], points: int) -> None:
    """§7.2: 2 less, not below 0, and the grid bonus on top."""
    state = t.table(2, event="falling_sales_france")
    t.fill(state, state.cellar, A, (1, 0, 2))
    t.fill(state, state.grid, A, grid)
    t.order(state, 0, code)
    t.on_space(state, 0)
    t.put(state, A, "shipping_1")
    t.ship(state)
    t.play(state, f"ship {code}")
    assert state.prestige[A] == points


def test_ex_40b_falling_sales_with_partial_delivery() -> None:
    """§5.5.4: one floor, applied once: max(0, 3 - 2 - 1) + 2x1 = 2."""
    state = t.table(2, event="falling_sales_europe")
    t.fill(state, state.cellar, A, (2, 0, 0))
    t.fill(state, state.grid, A, (2, 0, 0))
    state.eco[A] = 4
    t.order(state, 4, "eu_08")
    t.put(state, A, "shipping_2")
    t.ship(state)
    t.play(state, "ship eu_08 without t")
    assert (state.prestige[A], state.eco[A]) == (2, 3)


def test_ex_41_sales_increase() -> None:
    """§7.2: 4 + 2 + 2x3 = 12."""
    state = t.table(2, event="sales_increase_europe")
    t.fill(state, state.cellar, A, (0, 2, 0))
    t.fill(state, state.grid, A, (0, 3, 0))
    state.eco[A] = 4
    t.order(state, 4, "eu_03")
    t.put(state, A, "shipping_1")
    t.ship(state)
    t.play(state, "ship eu_03")
    assert (state.prestige[A], state.eco[A]) == (12, 3)


def test_ex_44_climatic_hazards() -> None:
    """§5.7: the key region produces nothing, unless a cold token is discarded."""
    for answer, stored in (("keep", (0, 3, 0)), ("protect", (3, 3, 0))):
        state = t.table(2, event="climatic_hazards_1")
        state.key_element = t.region("vallee")
        t.own(state, A, "charly_sur_marne", "essoyes")
        state.press[A], state.modules[A] = 4, 3
        t.give(state, A, "cold")
        t.harvest(state)
        t.play(state, answer)
        assert t.three(state.wines, A) == stored
        assert (t.token("cold") in state.token_discard) == (answer == "protect")


def test_ex_45_global_pandemic() -> None:
    """§7.2: only Active orders, even from a top row spot, and not replaced before Phase 5."""
    state = t.table(2, event="global_pandemic")
    t.fill(state, state.cellar, A, (3, 3, 3))
    t.fill(state, state.cellar, B, (3, 3, 3))
    t.on_space(state, 0)
    t.order(state, 0, "fr_01")
    t.order(state, 3, "fr_02")
    t.put(state, A, "shipping_1")
    t.put(state, B, "shipping_2")
    t.ship(state)
    with pytest.raises(IllegalMove, match=r"Global pandemic \(§7\.2\)"):
        t.play(state, "ship fr_02")
    t.play(state, "ship fr_01")
    assert state.orders[0] == -1
    assert not [text for text in t.offers(state) if "fr_" in text]
    t.play(state, "stop")
    t.end_season(state)
    assert state.orders[0] == t.market("fr_02")


def test_ex_46_subsidies() -> None:
    """§7.2: one token for each player with a Press or Winery marker, whatever their number, after zone 3."""
    state = t.table(3, event="subsidies")
    t.put(state, A, "press_1", "winery_1", "winery_3")
    t.put(state, B, "press_3")
    t.put(state, C, "council_1")
    state.token_supply = [*state.token_supply]
    t.next_token(state, "cold")
    t.next_token(state, "transport")
    t.act(state)
    t.play(state, "resolve winery 1")
    assert (state.holds(A, t.token("transport")), state.holds(B, t.token("cold"))) == (1, 1)
    assert sum(state.tokens) == 2


# Scoring.


def test_ex_50_majority_ties() -> None:
    """§9.2: most cards, then most grapes, then shared and rounded down; a land token counts as a card of 0 grapes."""
    state = t.table(4)
    t.own(state, A, "celles_sur_ource", "urville")
    t.own(state, B, "essoyes", "meurville")
    bar = t.region("cote_des_bar")
    assert major_vineyards(state)[bar] == [2, 2, 0, 0]
    t.own(state, C, "loches_sur_ource", "baroville")
    assert major_vineyards(state)[bar] == [1, 1, 1, 0]
    state.estates[C] = []
    state.estates[B] = []
    t.own(state, B, "essoyes", "loches_sur_ource")
    assert major_vineyards(state)[bar] == [0, 4, 0, 0]
    state.lands[bar] += 1
    assert major_vineyards(state)[bar] == [4, 0, 0, 0]
    assert major_vineyards(state)[t.region("cote_des_blancs")] == [0, 0, 0, 0]


def test_ex_51_inventory() -> None:
    """§9.3, §9.4: 17 still wines 2 PP; 7 + 1 cuvees two batches, 8 PP; grid cubes nothing."""
    state = t.table(2)
    state.eco[A], state.modules[A] = 3, 6
    t.fill(state, state.wines, A, (9, 4, 4))
    t.fill(state, state.cellar, A, (4, 2, 1))
    t.fill(state, state.cave, A, (1, 0, 0))
    t.fill(state, state.grid, A, (4, 4, 4))
    assert total(state, A) == 2 + 8 + 0


def test_ex_52_tie_break() -> None:
    """§9.7: equal points: the higher eco level; equal that too: the better Council position."""
    state = t.table(2)
    state.eco[A], state.eco[B] = 6, 8
    state.prestige[A], state.prestige[B] = 95 - 3, 95 - 6
    assert scores(state) == [95, 95]
    assert places(state) == [2, 1]
    state.eco[A], state.prestige[A] = 8, 95 - 6
    state.council = [B, A]
    assert places(state) == [2, 1]
    state.council = [A, B]
    assert places(state) == [1, 2]


def test_ex_53_solo() -> None:
    """§9.8: only cuvees, eco and cold tokens: 78 + 4 + 8 + 1 = 91 against 70 + 4 + 6 = 80."""
    state = t.table(1)
    t.own(state, A, "ay", "verzy", "chouilly", "sezanne", "essoyes")
    state.modules[A] = 4
    state.prestige, state.eco = [78, 70], [9, 8]
    t.fill(state, state.wines, A, (4, 4, 4))
    t.fill(state, state.cellar, A, (2, 2, 1))
    t.fill(state, state.cellar, 1, (2, 2, 0))
    t.give(state, A, "cold")
    assert (total(state, A), total(state, 1)) == (91, 80)
    assert places(state) == [1]
    assert "80" in score_sheet(state).titles[0]
    state.prestige[1] = 100
    assert places(state) == [2]


# Choices around key cards.


def test_ex_43_grapes_quality_counts_cards() -> None:
    """§7.3: Verzenay is the key card: Aÿ and Essoyes bring 2 PP, Chouilly nothing."""
    state = t.table(2)
    t.own(state, A, "ay", "essoyes", "chouilly")
    t.reveal(state, "grape_quality_1", "verzenay")
    assert state.prestige == [2, 0]


def test_ex_44_bassuet_lets_the_poorest_name_the_region() -> None:
    """§7.3: Bassuet as key card: the player with the fewest PP names the region; tied: the last in Council order."""
    state = t.table(3)
    state.prestige = [5, 2, 2]
    t.reveal(state, "climatic_hazards_1", "bassuet")
    assert t.asked(state) == "key region 2"
    t.play(state, "name cote_des_bar")
    assert state.key_element == t.region("cote_des_bar")


def test_slide_moves_a_disc_too() -> None:
    """§8.2: should a corrected token lead the disc to Marketing, it slides and stays."""
    state = t.table(2)
    t.put_disc(state, A, "marketing_1")
    t.run(state, Slide(t.spot("marketing_1")))
    assert state.discs[A] == t.spot("promote_1")
    assert state.in_hand(A) == 3
