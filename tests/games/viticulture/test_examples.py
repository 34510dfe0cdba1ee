"""The worked examples of the rules: A1 to A19, B1 to B34, C1 to C7, each with the § it belongs to."""

from cuvee.games.viticulture.flow import NextTurn, WakeRow, YearEnd, automa_season, place_automa
from cuvee.games.viticulture.pieces import NONE, SEASONS, VINE
from cuvee.games.viticulture.scoring import places, score_sheet
from cuvee.games.viticulture.state import AUTOMA, Winery
from cuvee.kernel.play import Step
from tests.games.viticulture.table import (
    GAME,
    act,
    asked,
    can_play,
    cellar,
    face_up,
    give,
    hire,
    hold,
    new,
    number,
    offers,
    on_top,
    pad,
    play,
    seen,
    stand,
    turn,
    visit,
    workers_at,
)

A, B, C, D = range(4)


def me(state: Winery, *names: str) -> list[object]:
    """List what player A has of some things."""
    return [seen(state, A, name) for name in names]


def rows(state: Winery, *numbers: int) -> None:
    """Let the roosters stand in these rows, seat by seat."""
    for seat, row in enumerate(numbers):
        state.players[seat].row = row


def season(state: Winery, name: str, *, year_end: bool = False) -> None:
    """Let a season be played by all seats that have not passed; the game is over after it."""
    state.agenda.clear()
    state.season = SEASONS.index(name)
    for vineyard in state.players:
        vineyard.column = state.season
    state.agenda.append(YearEnd() if year_end else Halt())
    state.push(NextTurn(0))
    state.settle()


class Halt(Step[Winery]):
    """Stop the game here: what would come next is no part of the example."""

    def kind(self) -> str:
        return "halt"

    def run(self, state: Winery) -> None:
        state.agenda.clear()


def automa_top(state: Winery, *numbers: int) -> None:
    """Put Automa cards on top of their deck, the first on top."""
    cards = [card - 1 for card in numbers]
    state.automa_deck = [card for card in range(24) if card not in cards] + cards[::-1]


def trade(state: Winery, name: str) -> int:
    """Return the index of a trade, from 0."""
    pay, gain = name.split(" for ")
    goods = ["lira", "cards", "vp", "grape", "residual"]
    pairs = [(one, other) for one in goods for other in goods if one != other]
    return pairs.index((pay, gain))


# A. Examples of the rulebook


def test_a1_spaces_by_player_count() -> None:
    """§5.3, §4.12: left; left and middle; all three. A grande stands beside a full action, without its bonus."""
    for seats, spaces in ((2, {"left"}), (4, {"left", "middle"}), (5, {"left", "middle", "right"})):
        state = new(seats)
        turn(state, "spring")
        used = {text.partition(":")[2] for text in offers(state) if text.startswith("regular draw_vine:")}
        assert used == spaces
    state = new(2)
    stand(state, B, "give_tour:left")
    turn(state, "spring")
    assert not [text for text in offers(state) if text.startswith("regular give_tour")]
    play(state, "grande give_tour:beside")
    assert me(state, "lira") == [2]


def test_a2_hire_an_expert_with_the_hire_expert() -> None:
    """§7.4: £5 - £2, and the exposed bonus of MAKE ONE TRADE is a trade now; it is not the action, so no token is removed."""
    state = new(4)
    give(state, lira=5)
    hire(state, A, "hire_expert", "sell_wine")
    blocked = 1 << trade(state, "grape for vp")
    state.blocked = blocked
    act(state, "hire_expert", place="hire_expert:middle")
    play(state, "step", "make_trade")
    assert me(state, "lira") == [3]
    play(state, "expert", "left")
    assert asked(state) == "trade"  # no question about a glass token first
    play(state, "lira for vp")
    assert state.blocked == blocked | 1 << trade(state, "lira for vp")
    assert me(state, "lira", "vp", "cubes") == [0, 1, 1]
    assert sum(owner == A for owner in state.boxes) == 3
    state = new(4)  # the expert of MAKE ONE TRADE does not help the bonus
    give(state, lira=5)
    hire(state, A, "hire_expert", "make_trade")
    state.blocked = (1 << 20) - 1
    act(state, "hire_expert", place="hire_expert:left")
    play(state, "draw_vine")
    assert sum(owner == A for owner in state.boxes) == 3
    assert state.blocked == (1 << 20) - 1


def test_a3_the_first_hire_of_that_expert_works_at_once() -> None:
    """§7.4: the left bonus is under the own worker, so the middle one is gained: 1 any card, also with two players."""
    state = new(2)
    give(state, lira=2)
    act(state, "hire_expert", place="hire_expert:left")
    play(state, "hire_expert", "expert", "winter deck")
    assert me(state, "lira", "winter") == [1, 1]  # £2 + £1 - £2
    assert state.over


def test_a4_harvest_expert_takes_three_bonuses() -> None:
    """§7.11: «age 1 grape» after field A, «1 VP» after field B, and the winter visitor of the own space."""
    state = new(5)
    give(state, vines="6 merlot, 5 malvasia")
    hire(state, A, "harvest_fields")
    act(state, "harvest_fields", place="harvest_fields:left")
    play(state, "step", "field_6", "expert", "right", "step", "expert")
    assert me(state, "pad", "vp") == ["r4 w1", 1]
    play(state, "bonus")
    assert me(state, "winter") == [1]
    assert state.over
    state = new(5)
    stand(state, B, "harvest_fields:middle")
    give(state, vines="6 merlot, 5 malvasia")
    hire(state, A, "harvest_fields")
    act(state, "harvest_fields", place="harvest_fields:left")
    play(state, "step", "field_6", "expert", "step")
    assert "expert" not in offers(state)
    play(state, "bonus")
    assert me(state, "pad", "vp", "winter") == ["r4 w1", 0, 1]


def test_a5_harvest_expert_with_one_field() -> None:
    """§7.11: the own bonus and one other."""
    state = new(5)
    give(state, vines="6 merlot")
    hire(state, A, "harvest_fields")
    act(state, "harvest_fields", place="harvest_fields:left")
    play(state, "step", "expert", "middle")
    assert "expert" not in offers(state)
    play(state, "bonus")
    assert me(state, "vp", "winter", "pad") == [1, 1, "r3"]


def test_a6_make_wine_expert() -> None:
    """§7.12: R2 + R5 = R7 and 1 VP; a second combined wine gives none."""
    state = new(2)
    give(state, built="medium_cellar large_cellar", red="2 5", white="1 2")
    hire(state, A, "make_wine")
    act(state, "make_wine")
    play(state, "red", "red 5", "red 2")
    assert me(state, "wine", "pad", "vp") == ["r7", "w1 w2", 1]
    play(state, "step", "white 2", "white 1")
    assert me(state, "wine", "vp") == ["r7 w3", 1]


def test_a7_passing() -> None:
    """§5.8, §5.9: row 3 ages all grapes into fall, row 5 draws a winter visitor; then the first row begins fall."""
    state = new(4)
    rows(state, 1, 3, 5, 7)
    give(state, B, red="2", white="4 5")
    for seat in range(4):
        state.players[seat].column = 2 if seat in (A, D) else 1
    state.season = 1
    state.agenda.clear()
    state.push(NextTurn(1))
    state.settle()
    assert state.waiting == [B]
    play(state, "pass", "take")
    assert pad(state, B) == "r3 w5 w6"
    assert state.waiting == [C]
    play(state, "pass", "winter deck")
    assert seen(state, C, "winter") == 1
    assert (state.season, state.waiting) == (2, [A])


def test_a8_row_seven() -> None:
    """§5.9, §5.11: gray worker, then a card or 1 VP, then the first-player token; row 1 next year without a question."""
    state = new(4)
    rows(state, 7, 2, 3, 4)
    turn(state, "spring")
    play(state, "pass")
    assert state.players[A].temporary == 1
    turn(state, "summer")
    play(state, "pass")
    assert len(offers(state)) == 3  # any card, 1 VP, neither
    play(state, "option 2")
    assert me(state, "vp") == [1]
    turn(state, "fall")
    play(state, "pass")
    turn(state, "winter")
    play(state, "pass")
    assert state.players[A].next_row == 1


def test_a9_residual_crossing() -> None:
    """§4.10: 2 to 3 gives 1 VP besides the card's 2; losing it costs none; crossing again gives 1 again."""
    state = new(2)
    give(state, residual=2, wine="b4", hand="order_06")
    act(state, "fill_order")
    assert me(state, "residual", "vp") == [3, 2 + 1]
    act(state, "make_trade")
    play(state, "residual for lira")
    assert me(state, "residual", "vp") == [2, 3]
    act(state, "make_trade")
    play(state, "lira for residual")
    assert me(state, "residual", "vp") == [3, 4]


def test_a10_trade_expert_timing() -> None:
    """§7.5: the token of T goes before the first trade, T is made first or second; never between two trades."""
    blocked = "lira for vp"
    for first, second in ((blocked, "vp for lira"), ("vp for lira", blocked)):
        state = new(2)
        give(state, lira=3, vp=1)
        state.blocked = 1 << trade(state, blocked)
        hire(state, A, "make_trade")
        act(state, "make_trade", place="make_trade:left")
        play(state, "expert")  # the only token
        assert state.blocked == 0
        play(state, "step", first) if "step" in offers(state) else play(state, first)
        play(state, "bonus", second)
        assert me(state, "lira", "vp") == [3, 1]
        assert state.blocked.bit_count() == 2
    state = new(2)
    give(state, lira=6)
    state.blocked = 1 << trade(state, blocked)
    hire(state, A, "make_trade")
    act(state, "make_trade", place="make_trade:left")
    play(state, "step", "lira for residual")
    assert "expert" not in offers(state)
    play(state, "bonus")
    assert blocked not in offers(state)


def test_a11_grape_for_lira() -> None:
    """§7.2: £6, pay £4 for R4; W4 is taken; once a turn, even if the bonus draws another vine."""
    state = new(2)
    give(state, lira=6, white="4")
    hire(state, A, "draw_vine")
    act(state, "draw_vine", place="draw_vine:left")
    play(state, "expert")
    assert {"red 4", "red 6", "white 3"} <= set(offers(state))
    assert not {"white 4", "red 7"} & set(offers(state))
    play(state, "red 4", "vine deck")
    assert "expert" not in offers(state)
    play(state, "bonus", "vine deck")
    assert me(state, "lira", "pad", "vine") == [2, "r4 w4", 2]
    assert state.over


def test_a12_tour_expert() -> None:
    """§7.3: £2 for the tour, £2 for two workers, and £1 of the left space."""
    state = new(3)
    stand(state, B, "give_tour:middle")
    hire(state, A, "give_tour")
    act(state, "give_tour", place="give_tour:left")
    assert me(state, "lira") == [4 + 1]


def test_a13_take_any_action() -> None:
    """§6.12: £1 + £4 and the £1 of the own space; with the expert of TRAIN the new worker acts at once."""
    state = new(2)
    give(state, lira=6, workers=4)
    act(state, "take_any_action", place="take_any_action:left")
    play(state, "train_worker")
    assert me(state, "lira", "workers") == [1 + 1, 5]  # and no £1 of the TRAIN space
    assert state.players[A].training == 1
    state = new(2)
    give(state, lira=6, workers=4)
    hire(state, A, "train_worker")
    act(state, "take_any_action", place="take_any_action:left")
    play(state, "train_worker", "expert", "give_tour:left")
    assert me(state, "lira", "workers") == [2 + 2 + 1, 5]
    assert workers_at(state, "give_tour:left") == A
    assert state.players[A].training == 0


def test_a14_sell_wine_expert() -> None:
    """§7.16: W5 gives 1 VP and £2; S8 gives 4 VP and 2 VP."""
    for wine, points, lira in (("w5", 1, 2), ("s8", 6, 0)):
        state = new(2)
        give(state, wine=wine)
        hire(state, A, "sell_wine")
        act(state, "sell_wine")
        if state.waiting:
            play(state, "expert")
        assert me(state, "vp", "lira", "wine") == [points, lira, ""]


def test_a15_fill_order_expert() -> None:
    """§7.17: the only space is taken, the extra one is open; +1 residual besides the card's 1."""
    state = new(2)
    stand(state, B, "fill_order:left")
    give(state, wine="b4", hand="order_06")
    hire(state, A, "fill_order")
    turn(state, "winter")
    play(state, "regular fill_order:own", "step", "bonus")
    assert me(state, "vp", "residual") == [2, 2]


def test_a16_end_of_game() -> None:
    """§10.1, §10.2, §5.11: £13 + £4 residual, 6 + 6 wine and £2 for the grape: £31, that is 3 VP; 25 + 3 = 28."""
    state = new(2)
    rows(state, 2, 3)
    give(state, vp=25, residual=4, lira=13, built="medium_cellar", wine="r6 b5", white="4")
    give(state, B, ready=0, regulars=0, grande=0)
    season(state, "winter", year_end=True)
    play(state, "pass")
    assert state.over
    assert me(state, "lira", "wine", "pad") == [17, "r6 b6", "w5"]
    sheet = score_sheet(state)
    assert [line.values[A] for line in sheet.lines] == [25, 3]
    assert sheet.totals[A] == 28


def test_a17_no_trigger_after_passing() -> None:
    """§10.1: the Statue's VP come too late this year; with 25 at the next pass the year is the last."""
    state = new(2, structure_cards=True)
    rows(state, 2, 3)
    give(state, vp=24, built="statue")
    turn(state, "winter")
    play(state, "pass")
    assert me(state, "vp") == [25]
    assert not state.last_year
    play(state, "row 4")
    turn(state, "winter")
    play(state, "pass")
    assert state.last_year


def test_a18_pass_with_workers_left() -> None:
    """§5.11: the worker comes back, and its space is open for those still in winter."""
    state = new(2)
    rows(state, 2, 3)
    give(state, A, workers=4)
    give(state, B, wine="b4", hand="order_06", grande=0)
    stand(state, A, "fill_order:left")
    assert state.players[A].available() == 3
    season(state, "winter")
    play(state, "pass", "row 5")
    assert state.players[A].available() == 4
    assert state.waiting == [B]
    assert "regular fill_order:left" in offers(state)


def test_a19_the_extra_fill_space_is_a_winter_space() -> None:
    """§5.6, §7.17: not in spring; in winter with +1 residual; not through TAKE ANY ACTION."""
    for time in ("spring", "summer", "fall"):
        state = new(2)
        give(state, wine="b4", hand="order_06")
        hire(state, A, "fill_order")
        turn(state, time)
        assert not [text for text in offers(state) if "fill_order" in text]
    turn(state, "winter")
    play(state, "regular fill_order:own", "step", "bonus")
    assert me(state, "residual") == [2]
    state = new(2)
    give(state, lira=1, wine="b4", hand="order_06")
    hire(state, A, "fill_order")
    act(state, "take_any_action")
    play(state, "fill_order")
    assert state.over
    assert me(state, "residual") == [1]


# B. Core rules


def test_b1_devalued_grape() -> None:
    """§4.5: R4 and R3 are taken, the grape goes to R2; with R1 to R4 taken it is lost."""
    for before, after in (("3 4", "r2 r3 r4"), ("1 2 3 4", "r1 r2 r3 r4")):
        state = new(2)
        give(state, red=before, vines="6 cabernet_sauvignon")
        act(state, "harvest_fields")
        assert pad(state) == after
        assert state.players[A].harvested


def test_b2_harvest_of_a_mixed_field() -> None:
    """§4.4: Pinot, Syrah and Malvasia give R3 and W2, once a year by whatever means."""
    state = new(2)
    give(state, vines="6 pinot syrah malvasia", built="yoke")
    act(state, "harvest_fields")
    assert pad(state) == "r3 w2"
    turn(state, "fall")
    assert not [text for text in offers(state) if "harvest_fields" in text]
    play(state, "regular yoke")
    assert asked(state) == "vine_to_uproot"  # harvesting is no choice any more
    state = new(2)
    give(state, vines="6 pinot syrah malvasia")
    act(state, "harvest_fields")
    assert not can_play(state, "reaper")


def test_b3_capacity_and_needs() -> None:
    """§4.2: beside Cabernet (4) on field 6 there is room for Pinot or Syrah with a trellis, not for Merlot (3)."""
    for built, fits in (("", set()), ("trellis", {"pinot", "syrah"}), ("trellis irrigation", {"pinot", "syrah"})):
        state = new(2)
        give(state, built=built, vines="6 cabernet_sauvignon", hand="pinot,syrah,merlot")
        turn(state, "summer")
        assert ("regular plant_vine:left" in offers(state)) == bool(fits)
        if fits:
            play(state, "regular plant_vine:left")
            assert {text.split()[0] for text in offers(state)} == fits


def test_b4_aging_chain() -> None:
    """§4.8: R9 stays, R8 is blocked, R6 moves; then all are blocked."""
    state = new(2)
    rows(state, 3, 2)
    give(state, red="6 8 9")
    turn(state, "summer")
    play(state, "pass", "take")
    assert pad(state) == "r7 r8 r9"
    turn(state, "winter")
    play(state, "pass")
    assert pad(state) == "r7 r8 r9"


def test_b5_aging_moves_together() -> None:
    """§4.8."""
    state = new(2)
    rows(state, 3, 2)
    give(state, white="3 4 5")
    turn(state, "summer")
    play(state, "pass", "take")
    assert pad(state) == "w4 w5 w6"


def test_b6_cellar_barrier() -> None:
    """§4.8: without the medium cellar R3 stays and blocks R2; W1 moves."""
    state = new(2)
    rows(state, 4, 2)
    give(state, wine="r2 r3 w1")
    turn(state, "fall")
    play(state, "pass", "take")
    assert cellar(state) == "r2 r3 w2"


def test_b7_blush() -> None:
    """§4.7: 3 is too little; 5 goes to 5, then 4; both taken it cannot be made; 9 becomes 6 without the large cellar."""
    for red, white, wine, result in (("2", "3", "", "b5"), ("2", "3", "b5", "b4 b5"), ("5", "4", "", "b6")):
        state = new(2)
        give(state, built="medium_cellar", red=red, white=white, wine=wine)
        act(state, "make_wine")
        play(state, "blush")
        assert (cellar(state), pad(state)) == (result, "")
    for red, white, wine in (("1", "2", ""), ("2", "3", "b4 b5")):
        state = new(2)
        give(state, built="medium_cellar", red=red, white=white, wine=wine)
        act(state, "make_wine")
        assert sorted(offers(state)) == ["red", "white"]


def test_b8_sparkling() -> None:
    """§4.7: R3 + R1 + W4 = S8; R1 + R2 + W3 = 6 is too little."""
    state = new(2)
    give(state, built="medium_cellar large_cellar", red="1 3", white="4")
    act(state, "make_wine")
    play(state, "sparkling")
    assert (cellar(state), pad(state)) == ("s8", "")
    state = new(2)
    give(state, built="medium_cellar large_cellar", red="1 2", white="3")
    act(state, "make_wine")
    assert "sparkling" not in offers(state)


def test_b9_red_wine_without_cellar() -> None:
    """§4.7: R5 becomes red 3, else 2, else 1, else it cannot be made."""
    for before, after in (("", "r3"), ("r3", "r2 r3"), ("r2 r3", "r1 r2 r3")):
        state = new(2)
        give(state, red="5", wine=before)
        act(state, "make_wine")
        assert cellar(state) == after
    state = new(2)
    give(state, red="5", wine="r1 r2 r3")
    turn(state, "fall")
    assert not [text for text in offers(state) if "make_wine" in text]


def test_b10_order() -> None:
    """§4.9, §4.10: order 25 takes R4 W2 B6 for 5 VP and 2 residual; 1 to 3 crosses a mark: 6 VP."""
    state = new(2)
    give(state, residual=1, wine="r4 w2 b6", hand="order_25")
    act(state, "fill_order")
    assert me(state, "vp", "residual", "wine", "order") == [6, 3, "", 0]


def test_b11_windmill() -> None:
    """§4.11: two vines in one turn, 1 VP."""
    state = new(2)
    give(state, built="windmill", hand="sangiovese,malvasia")
    act(state, "plant_vine", place="plant_vine:left")
    play(state, "sangiovese field_6", "bonus")
    assert me(state, "vp", "vines") == [1, "sangiovese malvasia"]


def test_b12_large_cellar() -> None:
    """§4.11, §7.8: not first; with the build expert both in one turn for £4 + £6."""
    state = new(2)
    give(state, lira=10)
    hire(state, A, "build_structure")
    act(state, "build_structure")
    assert "large_cellar" not in offers(state)
    play(state, "medium_cellar", "step", "large_cellar")
    assert me(state, "lira", "built") == [0, "medium_cellar large_cellar"]


def test_b13_build_expert_count() -> None:
    """§7.8: three owned and one built make four: 1 VP; five and two make seven: 2 VP."""
    state = new(2)
    give(state, lira=4, built="trellis yoke irrigation")
    hire(state, A, "build_structure")
    act(state, "build_structure")
    play(state, "cottage", "expert")
    assert me(state, "vp") == [1]
    state = new(2)
    give(state, lira=10, built="trellis yoke irrigation cottage windmill")
    hire(state, A, "build_structure")
    act(state, "build_structure")
    play(state, "step", "medium_cellar", "step", "tasting_room", "expert")
    assert me(state, "vp", "lira") == [2, 0]


def test_b14_plant_expert() -> None:
    """§7.9: irrigation stands, the trellis is ignored for Cabernet and for a second vine that needs one."""
    state = new(2)
    give(state, built="irrigation", owned="6 7", hand="cabernet_sauvignon,pinot,merlot")
    hire(state, A, "plant_vine")
    act(state, "plant_vine", place="plant_vine:left")
    play(state, "cabernet_sauvignon field_7", "bonus")
    assert {text.split()[0] for text in offers(state)} == {"pinot", "merlot"}
    state = new(2)  # without the built irrigation what needs it stays in the hand
    give(state, owned="6 7", hand="pinot,syrah,merlot")
    hire(state, A, "plant_vine")
    act(state, "plant_vine", place="plant_vine:left")
    play(state, "pinot field_7", "bonus")
    assert {text.split()[0] for text in offers(state)} == {"syrah"}


def test_b15_draw_order_expert() -> None:
    """§7.10: four cards; three for a wine of 3, white if R3 is taken; four only with the medium cellar, blush too."""
    for built, wine, can, cannot in (
        ("", "", {"red 3", "white 3"}, {"red 4", "white 4", "blush 4"}),
        ("", "r3", {"white 3"}, {"red 3"}),
        ("medium_cellar", "", {"red 4", "white 4", "blush 4"}, {"red 5", "sparkling 4"}),
    ):
        state = new(2)
        give(state, built=built, wine=wine, hand="pinot,syrah,broker")
        hire(state, A, "draw_order")
        act(state, "draw_order")
        play(state, "step", "order deck", "expert")
        assert can <= set(offers(state))
        assert not cannot & set(offers(state))
    play(state, "blush 4", "vine pinot", "vine syrah", "summer broker")
    assert me(state, "wine", "cards") == ["b4", 0]


def test_b16_empty_deck() -> None:
    """§4.13: five discards are shuffled, one is revealed, four are the deck."""
    state = new(2)
    state.set_discards(VINE, state.decks[VINE][:5])
    state.players[B].hand = [sorted(state.decks[VINE][5:]), [], [], [], []]
    state.set_deck(VINE, [])
    act(state, "draw_vine")
    play(state, "vine 1")
    assert (len(state.decks[VINE]), len(state.discards[VINE])) == (4, 0)
    assert state.market[0] != NONE


def test_b17_retrieve() -> None:
    """§5.9: into winter row 6 takes the regular worker from MAKE WINE, not the grande; the space is free again."""
    state = new(2)
    rows(state, 6, 2)
    stand(state, A, "grande harvest_fields:left", "make_wine:left")
    ready = state.players[A].ready
    turn(state, "fall")
    play(state, "pass")
    assert offers(state) == ["regular make_wine:left", "stop"]
    play(state, "regular make_wine:left")
    assert workers_at(state, "make_wine:left") == NONE
    assert state.players[A].ready == ready + 1


def test_b18_hand_limit() -> None:
    """§5.11: nine cards, two are discarded before residuals; the Dock then draws the eighth."""
    state = new(2, structure_cards=True)
    rows(state, 2, 3)
    give(state, built="dock", hand="pinot,syrah,merlot,broker,banker,patron,planter,buyer,judge")
    turn(state, "winter")
    play(state, "pass", "vine pinot", "summer broker")
    assert me(state, "cards") == [7]
    play(state, "order deck")
    assert me(state, "cards") == [8]


def test_b19_tie() -> None:
    """§10.3: 27 VP each, £4 and £7 left: the second wins."""
    state = new(2)
    give(state, A, vp=27, lira=4)
    give(state, B, vp=27, lira=7)
    assert places(state) == [2, 1]


def test_b20_vp_floor() -> None:
    """§4.14: at -4 VP an option that costs 2 VP cannot be chosen, one that costs 1 VP can."""
    state = new(2)
    give(state, vp=-4, lira=9)
    visit(state, "broker")
    assert me(state, "vp", "lira") == [-1, 0]  # the other option was none
    state = new(2)
    give(state, vp=-4)
    visit(state, "uncertified_architect")
    assert asked(state) == "option"  # which of the two cheap kinds, for 1 VP
    play(state, "option 2")
    assert me(state, "vp", "built") == [-5, "irrigation"]


def test_b21_grande_beside() -> None:
    """§4.12: both usable spaces of PLANT are taken; the grande plants one vine, without any bonus."""
    state = new(3)
    stand(state, B, "plant_vine:left")
    stand(state, C, "plant_vine:middle")
    give(state, hand="sangiovese,malvasia")
    turn(state, "summer")
    assert not [text for text in offers(state) if text.startswith("regular plant_vine")]
    play(state, "grande plant_vine:beside", "sangiovese field_6")
    assert state.over
    assert me(state, "vines", "lira") == ["sangiovese", 0]


def test_b22_start() -> None:
    """§3.4, §3.5: Matt and Nicole: £0 + £2 + £3 with the tasting room, £6 more with the lira."""
    for gift, lira, built in (("gift", 5, "tasting_room"), ("lira", 11, "")):
        state, seat = nicole_and_matt()
        play(state, gift, "white", "red")
        assert [seen(state, seat, name) for name in ("lira", "built", "vine", "winter")] == [lira, built, 1, 1]
        assert [seen(state, seat, name) for name in ("order", "summer", "pad", "wine")] == [0, 0, "w2", "r1"]
        assert [seen(state, seat, name) for name in ("residual", "owned", "workers")] == [1, 0b010, 3]
        assert state.players[seat].available() == 3


def nicole_and_matt() -> tuple[Winery, int]:
    """Find a deal in which somebody has mama Nicole and papa Matt, and play up to that player's gift."""
    for seed in range(2000):
        state = GAME.new(6, {}, seed)
        assert isinstance(state, Winery)
        for seat in range(6):
            mama = state.pieces.mamas[state.players[seat].mama]
            papa = state.pieces.papas[state.players[seat].papa]
            if (mama.name, papa.name) == ("Nicole", "Matt"):
                while state.waiting != [seat]:
                    play(state, offers(state)[0])
                return state, seat
    raise AssertionError("nobody is born to Nicole and Matt")


def test_b23_temporary_worker() -> None:
    """§4.12, §5.9: the gray worker on a fall space is no regular worker: row 6 takes nothing back."""
    state = new(2)
    rows(state, 6, 2)
    stand(state, A, "temporary draw_order:left")
    state.temporary = A
    turn(state, "fall")
    play(state, "pass")
    assert state.over
    assert workers_at(state, "draw_order:left") == A


def test_b24_taken_row() -> None:
    """§5.11: of six players the one of row 7 takes row 1; the others share rows 2 to 7."""
    state = new(6)
    rows(state, 7, 2, 3, 4, 5, 6)
    state.starter = A
    turn(state, "winter", A)
    play(state, "pass")
    assert state.players[A].next_row == 1
    for seat in range(1, 6):
        turn(state, "winter", seat)
        play(state, "pass")
        free = [row for row in range(2, 8) if row not in [state.players[other].next_row for other in range(seat)]]
        assert offers(state) == [f"row {row}" for row in free]
        assert len(free) == 7 - seat
        play(state, f"row {free[-1]}")


def test_b25_combining_in_the_bonus_wine() -> None:
    """§7.1, §7.12: red 3 of R1 + R2 with 1 VP, blush 9 of R5 + W4, white 3 as bonus; or W3 + W4 combined in the bonus."""
    state = new(2)
    give(state, built="medium_cellar large_cellar", red="1 2 5", white="3 4")
    hire(state, A, "make_wine")
    act(state, "make_wine", place="make_wine:left")
    play(state, "red", "red 2", "red 1")
    assert me(state, "wine", "vp") == ["r3", 1]
    play(state, "step", "blush", "white 4", "bonus")
    assert me(state, "wine", "vp", "pad") == ["r3 w3 b9", 1, ""]
    state = new(2)
    give(state, built="medium_cellar large_cellar", red="1 2 5", white="3 4")
    hire(state, A, "make_wine")
    act(state, "make_wine", place="make_wine:left")
    play(state, "red", "red 2", "red 1", "step", "red", "bonus", "white 4", "white 3")
    assert me(state, "wine", "vp") == ["r3 r5 w7", 1]


def test_b26_a_bonus_that_makes_the_action_possible() -> None:
    """§5.3, §9.3: the any-card bonus must take order 6, which is then filled; from a deck it would not count."""
    state = new(3)
    face_up(state, 2, "order_06")
    give(state, wine="b5")
    turn(state, "winter")
    assert "regular fill_order:left" not in offers(state)
    play(state, "regular fill_order:middle")
    assert state.over  # every further choice was the only one
    assert me(state, "vp", "residual", "wine") == [2, 1, ""]
    state = new(3)
    face_up(state, 2, "order_32")
    face_up(state, 3, "order_33")
    on_top(state, "order_06")
    give(state, wine="b5")
    turn(state, "winter")
    assert not [text for text in offers(state) if "fill_order" in text]


def test_b27_late_windmill() -> None:
    """§4.11: built after the first planting it scores with the second."""
    state = new(2)
    give(state, hand="sangiovese,malvasia", lira=5)
    act(state, "plant_vine")
    play(state, "sangiovese field_6")
    act(state, "build_structure")
    play(state, "windmill")
    assert me(state, "vp") == [0]
    act(state, "plant_vine")
    assert me(state, "vp", "lira") == [1, 0]


def test_b28_empty_face_up_place() -> None:
    """§4.13: nothing is left to replace a face-up vine; the next vine discarded is revealed there at once."""
    state = new(2)
    give(state, vines="6 pinot", hand="planter")
    state.players[B].hand = [sorted(state.decks[VINE]), [], [], [], []]
    state.set_deck(VINE, [])
    act(state, "draw_vine")
    play(state, "vine 1")
    assert state.market[0] == NONE
    act(state, "play_summer_visitor")
    if state.waiting:  # the vine drawn may allow the other option too
        play(state, "option 2")
    assert state.pieces.vines[state.market[0]].id == "pinot"
    assert (len(state.decks[VINE]), len(state.discards[VINE])) == (0, 0)
    assert me(state, "vp") == [2]


def test_b29_harvest_expert_without_a_worker_there() -> None:
    """§6.12, §7.11: 1 VP and «age 1 grape» are uncovered with two players; the winter visitor is covered."""
    state = new(2)
    stand(state, B, "harvest_fields:left")
    give(state, lira=1, vines="6 merlot, 5 malvasia")
    hire(state, A, "harvest_fields")
    act(state, "take_any_action")
    play(state, "harvest_fields", "field_6", "step", "expert", "middle", "expert", "white 1")
    assert me(state, "lira", "vp", "pad", "winter") == [0, 1, "r3 w2", 0]
    assert state.over


def test_b30_train_expert() -> None:
    """§7.15: £7 + £1 - £4 = £4; HIRE AN EXPERT + £1 - £2 = £3 and a cube; both workers come back at year end."""
    state = new(2)
    rows(state, 2, 3)
    give(state, lira=7)
    hire(state, A, "train_worker")
    act(state, "train_worker", place="train_worker:left")
    assert me(state, "lira") == [4]
    play(state, "expert", "hire_expert:left", "draw_vine")
    assert me(state, "lira", "cubes") == [3, 2]
    assert (workers_at(state, "train_worker:left"), workers_at(state, "hire_expert:left")) == (A, A)
    turn(state, "winter")
    play(state, "pass")
    assert (workers_at(state, "train_worker:left"), workers_at(state, "hire_expert:left")) == (NONE, NONE)
    assert state.players[A].available() == 4


def test_b31_worker_gone_bonus_kept() -> None:
    """§5.4: Motivator takes the grande back; the second visitor may still be played, and the space is open to all."""
    state = new(3)
    rows(state, 2, 3, 4)
    hold(state, A, "motivator", "judge")
    hold(state, B, "marketer")
    season(state, "winter")
    play(state, "grande play_winter_visitor:middle", "motivator", "yes", "bonus")
    assert me(state, "summer") == [2]  # Judge
    assert state.players[A].grande == 1
    assert state.waiting == [B]
    assert "regular play_winter_visitor:middle" in offers(state)


def test_b32_one_ignored_kind() -> None:
    """§7.9: Cabernet needs both; Pinot fixes the trellis: then Syrah is allowed, Merlot is not."""
    state = new(2)
    give(state, hand="pinot,syrah,merlot,cabernet_sauvignon", owned="5 6 7")
    hire(state, A, "plant_vine")
    act(state, "plant_vine", place="plant_vine:left")
    assert {text.split()[0] for text in offers(state)} == {"pinot", "syrah", "merlot"}
    play(state, "pinot field_6", "bonus")
    assert {text.split()[0] for text in offers(state)} == {"syrah"}


def test_b33_gained_is_not_made() -> None:
    """§4.7, §7.10, §12.5: a blush 4 for four cards gives no £2 of the Patio."""
    state = new(2, structure_cards=True)
    give(state, built="medium_cellar patio", hand="pinot,syrah,broker")
    hire(state, A, "draw_order")
    act(state, "draw_order")
    play(state, "step", "order deck", "expert", "blush 4", "vine pinot", "vine syrah", "summer broker")
    assert me(state, "wine", "lira") == ["b4", 0]


def test_b34_no_trigger_year_limit() -> None:
    """§10.4: nobody has 25 VP; after year 40 the game is scored as usual."""
    state = new(2)
    rows(state, 2, 3)
    state.year = 40
    give(state, A, vp=10, lira=20, ready=0, regulars=0, grande=0)
    give(state, B, vp=12, lira=7, ready=0, regulars=0, grande=0)
    season(state, "winter", year_end=True)
    assert state.over
    assert score_sheet(state).totals == [12, 12]
    assert places(state) == [2, 1]  # £0 and £7 left


# C. Reconstructed parts


def test_c1_trade() -> None:
    """§8.2, §8.3: £3 for residual crosses a mark; then residual for VP with the bonus; both are blocked."""
    state = new(2)
    give(state, lira=4, residual=2)
    act(state, "make_trade", place="make_trade:left")
    play(state, "lira for residual")
    assert me(state, "lira", "residual", "vp") == [1, 3, 1]
    play(state, "bonus", "residual for vp")
    assert me(state, "residual", "vp") == [2, 2]
    assert state.blocked == 1 << trade(state, "lira for residual") | 1 << trade(state, "residual for vp")


def test_c2_blocked_benefit() -> None:
    """§8.2: with R1 and W1 taken no trade gives a grape."""
    state = new(2)
    give(state, lira=3, red="1", white="1", residual=1, hand="pinot,syrah")
    act(state, "make_trade")
    assert offers(state)
    assert not [text for text in offers(state) if text.endswith("for grape") and not text.startswith("grape")]


def solo(**options: str | int | bool) -> Winery:
    """Lay a table for one: all glass tokens lie."""
    state = new(1, **options)
    state.year, state.glass, state.automa_workers = 1, 0b11111110, 6
    return state


def test_c3_automa_season() -> None:
    """§13.4, §13.5: card 3 goes to DRAW ONE VINE and HIRE AN EXPERT; card 14 gives GIVE TOUR the cube."""
    state = solo()
    automa_top(state, 3, 14)
    automa_season(state)
    placed = [action.id for action in state.board.actions if state.spaces[4 * action.number] != NONE]
    assert placed == ["draw_vine", "hire_expert"]
    assert workers_at(state, "hire_expert:left") == AUTOMA
    assert [at for at, owner in enumerate(state.boxes) if owner == AUTOMA] == [number(state, "give_tour")]


def test_c4_automa_trade() -> None:
    """§13.6: card 23 is index 3; 3 and 4 are blocked, so the token goes on 5."""
    state = solo()
    automa_top(state, 23)
    state.blocked = 0b01100
    place_automa(state, number(state, "make_trade"))
    assert state.blocked == 0b11100


def test_c5_row_one() -> None:
    """§5.9: every player gains £1, also those who passed before."""
    state = new(3)
    rows(state, 1, 2, 3)
    turn(state, "spring")
    state.players[B].column = 1
    play(state, "pass")
    assert [vineyard.lira for vineyard in state.players] == [1, 1, 1]


def test_c6_hard_automa() -> None:
    """§13.9: three left spaces are held by planned workers; it takes the fourth and stops with 1 worker."""
    state = solo(difficulty="hard")
    stand(state, A, "play_winter_visitor:left", "train_worker:left", "sell_wine:left")
    state.season = 3
    automa_season(state)
    assert workers_at(state, "fill_order:left") == AUTOMA
    assert state.automa_workers == 5


def test_c7_solo_row_seven_left() -> None:
    """§13.3: leaving row 7 with Organizer there is no first-player token; years 2 to 6 use rows 2 to 6, year 7 row 1."""
    state = solo()
    state.players[A].row = 7
    state.glass &= ~(1 << 7)
    state.players[A].column = 1
    visit(state, "organizer")
    assert offers(state) == [f"row {row}" for row in range(1, 7)]
    play(state, "row 3")
    while state.waiting:
        play(state, offers(state)[-1])
    assert state.players[A].row == 3
    turn(state, "fall")
    play(state, "pass")
    while state.waiting:
        play(state, offers(state)[-1])
    assert state.starter == NONE
    for year in range(2, 7):
        state.agenda.clear()
        state.push(WakeRow(A, False))
        state.settle()
        rows_left = [f"row {row}" for row in range(year, 7)]
        assert (offers(state) if state.waiting else rows_left) == rows_left
        if state.waiting:
            play(state, f"row {year}")
        assert state.players[A].next_row == year
        state.year = year
    state.push(WakeRow(A, False))
    state.settle()
    assert state.players[A].next_row == 1
