"""Rules of Age of Champagne, § by §: every event, token, placement effect, inheritance card and vineyard."""

import pytest

from cuvee.games.age_of_champagne.decisions.tokens import TakeToken, gain_token
from cuvee.games.age_of_champagne.effects.board import Inherit, draw_token
from cuvee.games.age_of_champagne.flow import FirstCouncil, renew_vineyards
from cuvee.games.age_of_champagne.pieces.vocabulary import AGE, DRAW, NOTHING, PRESS, PROMOTE, REGIONS, VINEYARD, WINERY
from cuvee.games.age_of_champagne.scoring import total
from cuvee.games.age_of_champagne.state.codes import HOME
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.chance import Chance
from cuvee.kernel.errors import IllegalMove
from tests.games.age_of_champagne import table as t

A, B, C, D = range(4)

# Components (§2).


def test_the_tables_are_complete() -> None:
    """§2.1 to §2.6: 60 cubes a colour, 36 vineyards, 51 markets, 12 inheritance cards, 16 events of 10 kinds, 22 tokens."""
    assert t.PIECES.cubes == [60, 60, 60]
    assert len(t.PIECES.vineyards) == 36
    by_region = [sum(card.region == place for card in t.PIECES.vineyards) for place in range(6)]
    assert by_region == [12, 8, 3, 3, 8, 2]
    assert [sum(card.sector == sector for card in t.PIECES.markets) for sector in range(3)] == [17, 17, 17]
    assert len(t.PIECES.inheritance) == 12
    assert len(t.PIECES.events) == 16
    assert sum(each.count for each in t.PIECES.tokens) == 22
    assert len({each.kind for each in t.PIECES.tokens}) == 7


def test_every_market_card_is_worth_its_cuvees() -> None:
    """§2.3: 1 for a Tradition Brut, 2 for a Blanc de noirs, 3 for a Blanc de blancs; transport and eco by sector."""
    for card in t.PIECES.markets:
        first, second, third = card.cuvees
        assert card.value == first + 2 * second + 3 * third
        eco = {0: (0, 1), 1: (-1,), 2: (0,), 3: (-2,)}[card.transport]
        assert card.eco in eco
        assert card.sector == {0: 0, 1: 1, 2: 2, 3: 2}[card.transport]


VINEYARDS = """
ay 0 p2, charly_sur_marne 0 m3 i, chatillon_sur_marne 0 m2, crouttes_sur_marne 0 m1 e, damery 0 m4, dormans 0 m2 p,
epernay 0 c2, essomes_sur_marne 0 m2, mareuil_le_port 0 m3 i, mareuil_sur_ay 0 p2, trelou_sur_marne 0 m3 i, verneuil 0
m3 i, chamery 1 m2, nogent_l_abesse 1 c1, trepail 1 c2, trigny 1 m1, verzenay 1 p3 e, verzy 1 p2 p, villedommange 1 m2,
villers_marmery 1 c2, chouilly 2 c3, le_mesnil_sur_oger 2 c2 p, vertus 2 c3 e, barbonne_fayel 3 c2, bethon 3 c2 e,
sezanne 3 c1 p, baroville 4 p2 e, celles_sur_ource 4 p3, essoyes 4 p3, les_riceys 4 p3 p, loches_sur_ource 4 p3,
meurville 4 p2, neuville_sur_seine 4 p3, urville 4 p2, bassuet 5 c1, vitry_en_perthois 5 c1
"""
"""Each card: region, grape and quantity, then i inherited, e +1 eco, p +2 PP on acquisition (§2.2)."""


@pytest.mark.parametrize("line", [line.strip() for line in VINEYARDS.replace("\n", " ").split(",")])
def test_each_vineyard(line: str) -> None:
    """§5.1: a card goes to its region, brings its bonus once, and produces its grapes at every harvest."""
    code, place, crop, *marks = line.split()
    state = t.table(2)
    if "i" in marks:
        t.own(state, A, code)
    else:
        t.offer(state, 0, code)
        t.put(state, A, "vineyard_1")
        t.zone(state, VINEYARD)
        if place == "5":
            place = "4"
            t.play(state, "region cote_des_bar")
        assert state.offers[0] == NOTHING
    assert state.estates[A] == [t.vineyard(code) * REGIONS + int(place)]
    assert state.grows(A, NOTHING) == [int(crop[1]) if crop[0] == grape else 0 for grape in "mpc"]
    assert (state.eco[A], state.prestige[A]) == (2 if "e" in marks else 1, 2 if "p" in marks else 0)
    assert state.in_hand(A) == 3


# Set-up (§3).

INHERITANCE = """
vineyard_charly 4 charly_sur_marne, vineyard_mareuil 3 mareuil_le_port, vineyard_trelou 2 trelou_sur_marne eco,
vineyard_verneuil 1 verneuil eco, press_a 2 3 1 000, press_b 1 3 1 100, press_c 2 2 1 110, press_d 3 2 1 010,
winery_a 2 1 3 000, winery_b 1 1 3 100, winery_c 3 1 2 200, winery_d 2 1 2 001
"""
"""Stars, then the vineyard (and +1 eco), or press level, modules and cuvees reached (§3.3)."""


@pytest.mark.parametrize("line", [line.strip() for line in INHERITANCE.replace("\n", " ").split(",")])
def test_each_inheritance_card(line: str) -> None:
    """§3.3: vineyard cards place their vineyard, press and winery cards raise and install, some add cuvees."""
    code, stars, *gains = line.split()
    state = t.table(2)
    card = next(each for each in t.PIECES.inheritance if each.id == f"inh_{code}")
    state.kept[A] = [card.number]
    t.run(state, Inherit(A))
    assert card.stars == int(stars)
    if code.startswith("vineyard"):
        assert state.estates[A] == [t.vineyard(gains[0]) * REGIONS], "in the Vallée de la Marne"
        assert state.eco[A] == (2 if "eco" in gains else 1)
    else:
        assert (state.press[A], state.modules[A]) == (int(gains[0]), int(gains[1]))
        assert t.cellar(state, A) == tuple(int(count) for count in gains[2])
    assert not state.problems()


def test_the_set_up_of_a_player() -> None:
    """§3.2: 0 PP, eco level 1, press 3, one module, everything empty, three Collaborators."""
    state = t.table(3)
    for seat in range(3):
        assert (state.prestige[seat], state.eco[seat], state.level(seat).capacity, state.modules[seat]) == (0, 1, 3, 1)
        assert (t.cellar(state, seat), t.three(state.wines, seat), state.in_hand(seat)) == ((0, 0, 0), (0, 0, 0), 3)
        assert total(state, seat) == -3


def test_the_draft_passes_hands_to_the_left() -> None:
    """§3.3: the cards B did not keep go to C, and everybody answers in secret."""
    state = t.GAME.new(3, seed=4)
    assert isinstance(state, Houses)
    hands = [state.options(seat)[:] for seat in range(3)]
    assert sorted(card for hand in hands for card in hand) == list(range(12))
    before = t.GAME.view(state, C).as_dict()["areas"]
    state.apply(A, hands[A][0])
    state.apply(B, hands[B][1])
    changed = [area["facts"]["locked"] for area in t.GAME.view(state, C).as_dict()["areas"] if area["kind"] == "player"]
    assert changed == [False, True, True], "that they answered is seen, not what"
    assert [area["kind"] for area in before] == [area["kind"] for area in t.GAME.view(state, C).as_dict()["areas"]]
    state.apply(C, hands[C][2])
    assert state.options(B) == [card for card in hands[A] if card != hands[A][0]]
    assert state.options(C) == [card for card in hands[B] if card != hands[B][1]]


def test_a_redeal_during_the_draft_keeps_what_a_player_saw() -> None:
    """§3.3, §12.2: a player knows the hands he passed on; with two players also what the other kept of the first hand."""
    state = t.GAME.new(2, seed=4)
    assert isinstance(state, Houses)
    for _pick in range(2):
        for seat in range(2):
            state.apply(seat, state.options(seat)[0])
    for number in range(5):
        guess = state.redeal(A, Chance.from_seed(number, ["guess"]))
        assert isinstance(guess, Houses)
        assert guess.kept == state.kept
        assert guess.dealt == state.dealt
    four = t.GAME.new(4, seed=4)
    assert isinstance(four, Houses)
    for seat in range(4):
        four.apply(seat, four.options(seat)[0])
    guesses = [four.redeal(A, Chance.from_seed(number, ["guess"])) for number in range(30)]
    assert len({str(guess.key()) for guess in guesses}) > 10
    for guess in guesses:
        assert isinstance(guess, Houses)
        assert sorted(guess.draft_hand(B)) == sorted(four.draft_hand(B)), "he passed these cards to B himself"


def test_a_tie_of_stars_without_vineyards_is_settled_by_lot() -> None:
    """§3.4: both orders happen."""
    seen = set()
    for seed in range(20):
        state = t.table(2)
        state.chance = Chance.from_seed(seed, list(t.GAME.streams))
        state.kept = [[4], [6]]
        t.run(state, FirstCouncil())
        seen.add(tuple(state.council))
    assert seen == {(0, 1), (1, 0)}


# Placement effects (§2.7, §5.0).


@pytest.mark.parametrize(
    ("code", "zone_", "points", "eco"),
    [
        ("press_1", PRESS, 1, 5),
        ("press_2", PRESS, 0, 5),
        ("press_3", PRESS, 0, 6),
        ("press_4", PRESS, 0, 4),
        ("winery_1", WINERY, 1, 5),
        ("winery_2", WINERY, 0, 5),
        ("winery_3", WINERY, 0, 6),
        ("winery_4", WINERY, 0, 4),
        ("draw_1", DRAW, 1, 5),
        ("draw_2", DRAW, 0, 5),
        ("draw_3", DRAW, 0, 5),
        ("draw_4", DRAW, -1, 5),
    ],
)
def test_each_placement_effect(code: str, zone_: int, points: int, eco: int) -> None:
    """§5.0: applied when the marker comes back, even if the action achieved nothing."""
    state = t.table(2)
    state.eco[A] = 5
    t.put(state, A, code)
    t.zone(state, zone_)
    assert (state.prestige[A], state.eco[A], state.in_hand(A)) == (points, eco, 3)
    assert state.press[A] == (2 if zone_ == PRESS else 1)
    assert state.modules[A] == (2 if zone_ == WINERY else 1)


@pytest.mark.parametrize(
    ("code", "points", "eco"), [("shipping_1", 0, 5), ("shipping_2", 0, 5), ("shipping_3", 1, 5), ("shipping_4", 0, 6)]
)
def test_each_shipping_spot(code: str, points: int, eco: int) -> None:
    """§5.0, §5.5: a marker that ships nothing still brings its placement effect."""
    state = t.table(2)
    state.eco[A] = 5
    t.put(state, A, code)
    t.ship(state)
    assert (state.prestige[A], state.eco[A], state.in_hand(A)) == (points, eco, 3)


def test_speak_first_comes_before_the_council_order() -> None:
    """§5.5.1: the marker on Speak First is resolved first, whoever owns it; then Council order."""
    state = t.table(3)
    for seat in range(3):
        t.fill(state, state.cellar, seat, (3, 0, 0))
    t.order(state, 1, "eu_08")
    t.order(state, 0, "fr_01")
    t.put(state, C, "shipping_1")
    t.put(state, A, "shipping_4")
    t.put(state, B, "shipping_3")
    t.ship(state)
    assert t.asked(state) == "ship 2"
    t.play(state, "stop")
    assert t.asked(state) == "ship 0"
    t.play(state, "stop")
    assert t.asked(state) == "ship 1"


def test_a_player_with_two_shipping_markers_chooses_which_is_next() -> None:
    """§4.3, §5.5.1: D17 in zone 5."""
    state = t.table(2)
    t.fill(state, state.cellar, A, (1, 0, 0))
    t.order(state, 0, "fr_01")
    t.put(state, A, "shipping_2", "shipping_4")
    t.ship(state)
    assert t.offers(state) == ["resolve shipping 2", "resolve shipping 4"]


def test_a_useless_marker_and_a_full_board() -> None:
    """§5.2, §5.3: at the last level and with eight modules nothing more happens."""
    state = t.table(2)
    state.press[A], state.modules[A], state.eco[A] = 8, 8, 5
    t.put(state, A, "press_1", "winery_1")
    t.act(state)
    assert (state.press[A], state.modules[A], state.prestige[A], state.eco[A]) == (8, 8, 2, 5)


def test_marketing_rows_of_one_player() -> None:
    """§5.4: both n markers share the three spaces; the slide happens even if nothing moved; n+1 first frees its spot."""
    state = t.table(2)
    t.fill(state, state.cellar, A, (4, 0, 0))
    t.put(state, A, "marketing_1", "marketing_2")
    t.zone(state, AGE)
    t.play(state, "age 2 0 0", "age 1 0 0")
    assert t.three(state.cave, A) == (3, 0, 0)
    assert [state.spots[t.spot(code)] for code in ("promote_1", "promote_2")] == [A, A]
    t.put(state, B, "marketing_1")
    t.act(state)
    t.play(state, "promote 1 0 0", "promote 2 0 0")
    assert t.three(state.grid, A) == (3, 0, 0)
    assert state.spots[t.spot("promote_1")] == B
    assert state.in_hand(A) == 3
    assert state.in_hand(B) == 2


def test_marketing_moves_nothing_if_the_player_likes() -> None:
    """§5.4: the number moved may be 0."""
    state = t.table(2)
    t.fill(state, state.cellar, A, (0, 0, 1))
    t.put(state, A, "marketing_2")
    t.zone(state, AGE)
    t.play(state, "age 0 0 0")
    t.fill(state, state.cave, A, (0, 1, 0))
    t.zone(state, PROMOTE)
    t.play(state, "promote 0 0 0")
    assert (t.three(state.cave, A), t.three(state.grid, A)) == ((0, 1, 0), (0, 0, 0))


# Phase 2 (§4.2).


def test_turns_go_round_and_end_when_nobody_has_a_collaborator() -> None:
    """§4.2: in Council order again and again; a player with a marker on n+1 has one less."""
    state = t.table(3)
    state.council = [B, C, A]
    t.put(state, B, "promote_1")
    t.assign(state)
    turns = []
    while state.waiting:
        turns.append(state.waiting[0])
        state.apply(state.waiting[0], state.options(state.waiting[0])[0])
    assert turns == [B, C, A, B, C, A, C, A]


def test_all_spots_of_an_empty_board() -> None:
    """§2.7, §4.2: one spot a Vineyard card, four in zones 2, 3, 5, 6, two n spots, min(3, N) Council spots."""
    for players, council in ((2, 2), (3, 3), (4, 3)):
        state = t.table(players)
        t.assign(state)
        assert len(t.offers(state)) == players + 16 + 2 + council


def test_spots_that_cannot_be_taken() -> None:
    """§4.2: occupied, n+1, a missing Council position, a card somebody has taken: refused with the reason, nothing changed."""
    state = t.table(2)
    t.put(state, B, "press_1")
    t.assign(state)
    before = state.digest()
    for text, why in (
        ("press 1", "taken by B"),
        ("promote 1", r"slides there from n \(§5\.4\)"),
        ("council 3", r"no position 3 in this game \(§4\.2\)"),
        ("vineyard 3", "no Vineyard card"),
        ("disc press 2", r"no Additional action token for this zone \(§8\.2\)"),
        ("tap dance", "not a spot on the board"),
    ):
        with pytest.raises(IllegalMove, match=why):
            t.play(state, text)
    assert state.digest() == before


def test_an_n_spot_is_free_even_if_its_n1_spot_is_not() -> None:
    """§4.2: zone 4."""
    state = t.table(2)
    t.put(state, B, "promote_1")
    t.assign(state)
    assert "marketing 1" in t.offers(state)


# Events (§7).


def with_event(event: str) -> Houses:
    state = t.table(2)
    t.fill(state, state.cellar, A, (3, 3, 3))
    t.fill(state, state.cellar, B, (0, 0, 0))
    t.own(state, A, "damery", "essoyes", "chouilly")
    state.press[A], state.modules[A] = 4, 6
    t.reveal(state, event)
    return state


@pytest.mark.parametrize(
    ("event", "code", "other"), [("airports_strike", "in_15", "in_02"), ("seaports_strike", "in_02", "in_15")]
)
def test_strikes(event: str, code: str, other: str) -> None:
    """§7.2: orders shipped by the mode on strike cannot be validated; refused with the §, nothing changed."""
    state = with_event(event)
    t.order(state, 2, code)
    t.order(state, 5, other)
    state.agenda.clear()
    t.put(state, A, "shipping_1")
    t.ship(state)
    assert f"ship {other}" in t.offers(state)
    before = state.digest()
    with pytest.raises(IllegalMove, match=r"during this strike \(§7\.2\)"):
        t.play(state, f"ship {code}")
    assert state.digest() == before


@pytest.mark.parametrize(
    ("event", "slot", "code", "points"),
    [
        ("falling_sales_france", 0, "fr_13", 4 - 2),
        ("falling_sales_europe", 1, "eu_14", 6 - 2),
        ("falling_sales_international", 2, "in_06", 6 - 2),
        ("sales_increase_france", 0, "fr_13", 4 + 2),
        ("sales_increase_europe", 1, "eu_14", 6 + 2),
        ("sales_increase_international", 2, "in_06", 6 + 2),
        ("perfect_climate", 2, "in_06", 6),
        ("falling_sales_europe", 2, "in_06", 6),
        ("sales_increase_france", 1, "eu_14", 6),
    ],
)
def test_sales_events(event: str, slot: int, code: str, points: int) -> None:
    """§7.2: the value of the sector's orders changes by 2, that of other orders does not."""
    state = with_event(event)
    t.order(state, slot, code)
    t.on_space(state, slot)
    state.eco[A] = 5
    state.agenda.clear()
    t.put(state, A, "shipping_1")
    before = state.prestige[A]
    t.ship(state)
    t.play(state, f"ship {code}")
    assert state.prestige[A] - before == points


def test_corks_defect() -> None:
    """§7.2: at the reveal each player loses a cuvee of his choice from cellar or oenotheque; a player with none loses none."""
    state = t.table(3)
    t.fill(state, state.cellar, A, (1, 0, 2))
    t.fill(state, state.cave, C, (0, 1, 0))
    t.fill(state, state.cellar, C, (0, 0, 1))
    t.reveal(state, "corks_defect")
    assert t.asked(state) == "corks 0"
    assert t.offers(state) == ["lose t cellar", "lose b cellar"]
    t.play(state, "lose t cellar")
    assert t.asked(state) == "corks 2"
    assert t.offers(state) == ["lose b cellar", "lose n oenotheque"]
    t.play(state, "lose n oenotheque")
    assert (t.cellar(state, A), t.three(state.cave, C)) == ((0, 0, 2), (0, 0, 0))
    assert t.asked(state) == "place 0"


@pytest.mark.parametrize("event", ["climatic_hazards_1", "climatic_hazards_2"])
def test_climatic_hazards(event: str) -> None:
    """§7.3: the region of the key card, the Upcoming offer of the first column, produces nothing this round."""
    state = with_event(event)
    assert state.key_element == t.region("vallee"), "Damery"
    state.agenda.clear()
    t.harvest(state)
    assert t.three(state.wines, A) == (0, 3, 3)


@pytest.mark.parametrize("event", ["grape_quality_1", "grape_quality_2"])
def test_grapes_quality(event: str) -> None:
    """§7.3: 1 PP at the reveal for each card with the key grape, not for land tokens."""
    state = t.table(2)
    t.own(state, A, "dormans", "chamery", "essoyes")
    t.own(state, B, "chouilly")
    state.lands[t.region("vallee")] += 1
    t.reveal(state, event)
    assert state.prestige == [2, 0], "Damery grows Meunier"


def test_grapes_quality_with_a_vitryats_key_card() -> None:
    """§7.3: the poorest player names the variety, and everybody is paid for it."""
    state = t.table(2)
    t.own(state, A, "essoyes")
    t.own(state, B, "chouilly")
    t.own(state, B, "bassuet", at="cote_des_bar")
    state.prestige = [1, 4]
    t.reveal(state, "grape_quality_1", "vitry_en_perthois")
    assert t.asked(state) == "key variety 0"
    t.play(state, "name chardonnay")
    assert state.prestige == [1, 4 + 2], "Bassuet counts with its printed grape"


def test_the_key_card_when_the_first_stack_is_empty() -> None:
    """§7.3: then the Active offer of the first column, then the first Active offer; without any the event has no effect."""
    state = t.table(2)
    t.offer(state, 0, "essoyes")
    t.offer(state, 1, "chouilly")
    state.piles[1] = [*state.piles[0], *state.piles[1]]
    state.piles[0] = []
    reveal_without_key = [each for each in state.events if each != 12]
    state.events = [*reveal_without_key[: t.PIECES.drawn - 2], 12]
    from cuvee.games.age_of_champagne.effects.events import fix_key_element, key_card

    state.event = 12
    assert t.PIECES.events[12].hazards
    fix_key_element(state)
    assert state.key_element == t.region("cote_des_bar")
    state.offers[0] = NOTHING
    assert key_card(state) == t.vineyard("chouilly")
    state.offers[1] = NOTHING
    state.key_element = NOTHING
    fix_key_element(state)
    assert state.key_element == NOTHING


def test_the_pandemic_keeps_tokens_for_later() -> None:
    """§7.2: an empty Active space keeps its Bonus tokens."""
    state = t.table(2, event="global_pandemic")
    t.fill(state, state.cellar, A, (1, 0, 0))
    t.order(state, 0, "fr_01")
    t.on_space(state, 0, "cold", "transport", "prestige_4")
    t.put(state, A, "shipping_3")
    t.ship(state)
    t.play(state, "ship fr_01", "take cold")
    assert len(state.spaces[0]) == 2


def test_subsidies_ask_for_a_press_or_winery_marker() -> None:
    """§7.2: a disc counts, a marker that could add nothing counts, other zones do not."""
    state = t.table(3, event="subsidies")
    state.press[A] = 8
    t.put(state, A, "press_2")
    t.put_disc(state, B, "winery_3")
    t.put(state, C, "draw_1")
    t.next_token(state, "prestige_2")
    t.next_token(state, "prestige_3")
    t.act(state)
    assert state.prestige == [3, 2, 1], "C has 1 PP from the spot of the Wine Draw"


# Bonus tokens (§8).


@pytest.mark.parametrize(
    ("code", "points", "eco"), [("prestige_2", 2, 1), ("prestige_3", 3, 1), ("prestige_4", 4, 1), ("eco", 0, 3)]
)
def test_instant_tokens(code: str, points: int, eco: int) -> None:
    """§8.1: applied at once and discarded."""
    state = t.table(2)
    t.next_token(state, code)
    draw_token(state, A)
    assert (state.prestige[A], state.eco[A], state.token_discard) == (points, eco, [t.token(code)])
    assert not state.problems()


def test_the_land_token() -> None:
    """§8.1: it is put on a region and counts as a card with 0 grapes in the final scoring; it never moves."""
    state = t.table(2)
    state.agenda.clear()
    t.next_token(state, "land")
    draw_token(state, A)
    state.settle()
    assert len(t.offers(state)) == 5
    t.play(state, "land cote_des_bar")
    assert state.lands[t.region("cote_des_bar")] == 1
    assert total(state, A) == -3 + 4, "the only card of the region is a majority"
    assert state.token_discard == []
    assert not state.problems()


@pytest.mark.parametrize("code", ["action_vineyard", "action_press", "action_winery", "action_shipping", "action_draw"])
def test_additional_action_tokens(code: str) -> None:
    """§8.2: the disc goes to a legal spot of the zone shown and is resolved like a Collaborator; one disc, one action."""
    state = t.table(2)
    t.give(state, A, code)
    t.give(state, A, "reservation")
    t.assign(state)
    word = code.removeprefix("action_")
    discs = [text for text in t.offers(state) if text.startswith("disc")]
    assert discs
    assert all(text.startswith(f"disc {word}") for text in discs)
    t.play(state, discs[0])
    assert state.discs[A] == t.spot(f"{word}_1")
    assert (state.in_hand(A), state.holds(A, t.token(code))) == (3, 0)
    t.play(state, "council 1")
    assert not [text for text in t.offers(state) if text.startswith(("disc", "reserve"))], "the disc is in use"
    state.agenda.clear()
    state.spots[t.spot("council_1")] = -1
    t.act(state)
    while state.waiting:
        t.play(state, t.offers(state)[0])
    assert state.discs[A] == HOME
    gained = {"vineyard": len(state.estates[A]), "press": state.press[A] - 1, "winery": state.modules[A] - 1}
    assert gained.get(word, 1) == 1


def test_protection_is_worth_a_point_unused() -> None:
    """§8.5, §9.6: 1 PP each; asked only if the frozen column produces something."""
    state = t.table(2, event="climatic_hazards_1")
    t.give(state, A, "cold")
    t.give(state, A, "cold")
    assert total(state, A) == -3 + 2
    state.key_element = t.region("cote_des_blancs")
    t.own(state, A, "essoyes")
    t.harvest(state)
    assert t.asked(state) == ""
    assert t.three(state.wines, A) == (0, 3, 0)


def test_reservation_is_refused_twice_over() -> None:
    """§8.3: a reserved card, no token, a disc in use: refused with the §, nothing changed."""
    state = t.table(3)
    t.give(state, A, "reservation")
    t.give(state, B, "reservation")
    t.order(state, 2, "in_17")
    t.assign(state)
    t.play(state, "reserve in_17")
    with pytest.raises(IllegalMove, match=r"reserved by A \(§8\.3\)"):
        t.play(state, "reserve in_17")
    t.play(state, "press 1")
    before = state.digest()
    with pytest.raises(IllegalMove, match=r"already reserved by A \(§8\.3\)"):
        t.play(state, "reserve in_17")
    assert state.digest() == before
    t.play(state, "press 2")
    with pytest.raises(IllegalMove, match=r"no Market reservation token \(§8\.3\)"):
        t.play(
            state,
            "reserve fr_01" if state.orders[0] == t.market("fr_01") else f"reserve {t.PIECES.markets[state.orders[0]].id}",
        )


def test_a_reserved_provisional_card_moves_down_with_its_disc() -> None:
    """§8.3: the disc follows the card; reserving does not extend the reach."""
    state = t.table(2)
    t.give(state, A, "reservation")
    t.fill(state, state.cellar, A, (2, 0, 0))
    t.order(state, 3, "fr_02")
    t.order(state, 0, "fr_01")
    t.on_space(state, 0)
    t.put(state, A, "shipping_3")
    t.ship(state)
    t.play(state, "reserve fr_02")
    with pytest.raises(IllegalMove, match=r"Active orders only.*§5\.5\.2"):
        t.play(state, "ship fr_02")
    t.play(state, "ship fr_01", "ship fr_02")
    assert (state.discs[A], state.holds(A, t.token("reservation"))) == (HOME, 0)


def test_tokens_are_reshuffled_and_may_run_out() -> None:
    """§6.3: the discard becomes the supply; with both empty none is drawn."""
    state = t.table(2)
    state.token_discard, state.token_supply = [t.token("cold")], []
    draw_token(state, A)
    assert (state.holds(A, t.token("cold")), state.token_discard, state.reshuffles) == (1, [], 1)
    draw_token(state, A)
    assert state.holds(A, t.token("cold")) == 1


def test_a_look_at_tokens_is_remembered() -> None:
    """§12.2: a player who has looked knows what is left on the space, others do not, and a redeal respects it."""
    state = t.table(2)
    t.on_space(state, 0, "cold", "eco", "land")
    state.agenda.clear()
    state.known[0] |= 1
    state.push(TakeToken(A, 0))
    state.settle()
    t.play(state, "take eco")
    for number in range(5):
        guess = state.redeal(A, Chance.from_seed(number, ["guess"]))
        assert isinstance(guess, Houses)
        assert guess.spaces[0] == state.spaces[0]
    spaces = [state.redeal(B, Chance.from_seed(number, ["guess"])) for number in range(20)]
    assert len({str(guess.spaces[0]) for guess in spaces if isinstance(guess, Houses)}) > 5


def test_free_tokens_are_kept() -> None:
    """§8: everything that is not instant is kept, face up."""
    for face in t.PIECES.tokens:
        if not face.instant:
            state = t.table(2)
            gain_token(state, A, face.number)
            assert state.holds(A, face.number) == 1
            assert t.GAME.view(state, B).find(f"token:0:{face.id.removeprefix('tok_')}") is not None


# Harvest, end of season (§4.5, §5.7).


def test_a_harvest_takes_what_the_supply_holds() -> None:
    """§2.1, §5.7: the grapes of a colour that has run out are lost."""
    state = t.table(2)
    t.own(state, A, "damery")
    state.press[A], state.modules[A] = 3, 4
    t.fill(state, state.wines, B, (58, 0, 0))
    state.modules[B] = 8
    t.harvest(state)
    assert t.three(state.wines, A) == (2, 0, 0)


def test_storing_everything_needs_no_answer() -> None:
    """§5.7: if L equals the grapes produced, or is 0, nobody is asked."""
    state = t.table(2)
    t.own(state, A, "chamery")
    t.harvest(state)
    assert t.asked(state) == ""
    assert t.three(state.wines, A) == (2, 0, 0)


def test_only_the_number_of_grapes_is_fixed() -> None:
    """§5.7, §13.2: two numbers reach every selection; anything else is refused."""
    state = t.table(2)
    t.own(state, A, "damery", "essoyes", "chouilly")
    state.modules[A] = 4
    t.harvest(state)
    assert t.offers(state) == ["store 0 m", "store 1 m", "store 2 m", "store 3 m"], "L = 3, the press"
    with pytest.raises(IllegalMove, match="neither more nor fewer: 3"):
        t.play(state, "store 4 m")
    t.play(state, "store 1 m")
    assert t.offers(state) == ["store 0 p", "store 1 p", "store 2 p"]
    t.play(state, "store 0 p")
    assert t.three(state.wines, A) == (1, 0, 2)


def test_vineyards_are_renewed() -> None:
    """§4.5: cards nobody took are discarded, stacks move down."""
    state = t.table(2)
    tops, old = [pile[-1] for pile in state.piles], state.offers[:]
    state.offers[0] = NOTHING
    state.estates[A] = [old[0] * REGIONS]
    renew_vineyards(state)
    assert state.offers == tops
    assert state.vineyard_discard == [old[1]]


def test_an_empty_stack_draws_from_the_discards() -> None:
    """§4.5: also from cards discarded in the same step; if there are none, the space stays empty."""
    state = t.table(2)
    state.vineyard_discard = [card for pile in state.piles for card in pile]
    state.piles = [[], []]
    renew_vineyards(state)
    assert NOTHING not in state.offers
    assert not state.problems()
    state.vineyard_discard, state.offers = [], [NOTHING, state.offers[1]]
    renew_vineyards(state)
    assert state.offers[1] == NOTHING, "the single card went to the first column"


def test_round_ten_has_no_renewal() -> None:
    """§4.5: and the game is over."""
    state = t.table(2)
    old = state.offers[:]
    t.end_season(state)
    assert state.offers == old
    assert state.over


def test_a_market_stack_is_reshuffled_when_it_empties() -> None:
    """§5.5.3: the card just shipped is included."""
    state = t.table(2)
    t.fill(state, state.cellar, A, (1, 0, 0))
    t.order(state, 0, "fr_01")
    t.on_space(state, 0)
    state.market_discard[0] = state.stacks[0][:-1]
    state.stacks[0] = state.stacks[0][-1:]
    t.put(state, A, "shipping_3")
    t.ship(state)
    t.play(state, "ship fr_01")
    while state.waiting:
        t.play(state, "stop")
    assert len(state.stacks[0]) == 16
    assert t.market("fr_01") in state.stacks[0]
    assert state.market_discard[0] == []
    assert not state.problems()


# Refusals (§13).


def test_an_order_that_cannot_be_filled() -> None:
    """§5.5.2: refused with what is missing, nothing changed."""
    state = t.table(2)
    t.fill(state, state.cellar, A, (1, 0, 0))
    t.order(state, 0, "fr_01")
    t.order(state, 2, "in_17")
    t.put(state, A, "shipping_3")
    t.ship(state)
    before = state.digest()
    with pytest.raises(IllegalMove, match=r"lacks 3 Blanc de noirs, 2 Blanc de blancs for this order \(§5\.5\.2\)"):
        t.play(state, "ship in_17")
    with pytest.raises(IllegalMove, match="not one of the orders"):
        t.play(state, "ship to_moon")
    assert state.digest() == before


def test_a_blend_that_is_no_cuvee() -> None:
    """§5.6: refused with the three recipes, nothing changed."""
    state = t.table(2)
    t.fill(state, state.wines, A, (0, 2, 1))
    t.put(state, A, "draw_1")
    t.zone(state, DRAW)
    before = state.digest()
    with pytest.raises(IllegalMove, match=r"do not make that cuvée.*§5\.6"):
        t.play(state, "blend ppc n")
    with pytest.raises(IllegalMove, match=r"winery does not hold.*§5\.6"):
        t.play(state, "blend ccc b")
    assert state.digest() == before
    t.fill(state, state.cellar, A, (10, 0, 0))
    state.settle()
    with pytest.raises(IllegalMove, match="cellar is full"):
        t.play(state, "blend ccc b")
