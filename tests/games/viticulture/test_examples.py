"""The worked examples of the rulebook, A1 to A19, and of the reconstructed parts, C1 to C7, each with its §."""

from cuvee.games.viticulture.flow.automa import automa_season, place_automa
from cuvee.games.viticulture.flow.waking import WakeRow
from cuvee.games.viticulture.flow.year import NextTurn
from cuvee.games.viticulture.pieces.ops import NONE
from cuvee.games.viticulture.scoring import score_sheet
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.workers import AUTOMA
from tests.games.viticulture import table

A, B, C, D = range(4)


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
        state = table.new(seats)
        table.turn(state, "spring")
        used = {text.partition(":")[2] for text in table.offers(state) if text.startswith("regular draw_vine:")}
        assert used == spaces
    state = table.new(2)
    table.stand(state, B, "give_tour:left")
    table.turn(state, "spring")
    assert not [text for text in table.offers(state) if text.startswith("regular give_tour")]
    table.play(state, "grande give_tour:beside")
    assert table.me(state, "lira") == [2]


def test_a2_hire_an_expert_with_the_hire_expert() -> None:
    """§7.4: £5 - £2, and the exposed bonus of MAKE ONE TRADE is a trade now; it is not the action, so no token is removed."""
    state = table.new(4)
    table.give(state, lira=5)
    table.hire(state, A, "hire_expert", "sell_wine")
    blocked = 1 << trade(state, "grape for vp")
    state.blocked = blocked
    table.act(state, "hire_expert", place="hire_expert:middle")
    table.play(state, "step", "make_trade")
    assert table.me(state, "lira") == [3]
    table.play(state, "expert", "left")
    assert table.asked(state) == "trade"  # no question about a glass token first
    table.play(state, "lira for vp")
    assert state.blocked == blocked | 1 << trade(state, "lira for vp")
    assert table.me(state, "lira", "vp", "cubes") == [0, 1, 1]
    assert sum(owner == A for owner in state.boxes) == 3
    state = table.new(4)  # the expert of MAKE ONE TRADE does not help the bonus
    table.give(state, lira=5)
    table.hire(state, A, "hire_expert", "make_trade")
    state.blocked = (1 << 20) - 1
    table.act(state, "hire_expert", place="hire_expert:left")
    table.play(state, "draw_vine")
    assert sum(owner == A for owner in state.boxes) == 3
    assert state.blocked == (1 << 20) - 1


def test_a3_the_first_hire_of_that_expert_works_at_once() -> None:
    """§7.4: the left bonus is under the player's worker, so the middle one (any card) is gained, even with two players."""
    state = table.new(2)
    table.give(state, lira=2)
    table.act(state, "hire_expert", place="hire_expert:left")
    table.play(state, "hire_expert", "expert", "winter deck")
    assert table.me(state, "lira", "winter") == [1, 1]  # £2 + £1 - £2
    assert state.over


def test_a4_harvest_expert_takes_three_bonuses() -> None:
    """§7.11: "age 1 grape" after field A, "1 VP" after field B, and the winter visitor of the worker's own space."""
    state = table.new(5)
    table.give(state, vines="6 merlot, 5 malvasia")
    table.hire(state, A, "harvest_fields")
    table.act(state, "harvest_fields", place="harvest_fields:left")
    table.play(state, "step", "field_6", "expert", "right", "step", "expert")
    assert table.me(state, "pad", "vp") == ["r4 w1", 1]
    table.play(state, "bonus")
    assert table.me(state, "winter") == [1]
    assert state.over
    state = table.new(5)
    table.stand(state, B, "harvest_fields:middle")
    table.give(state, vines="6 merlot, 5 malvasia")
    table.hire(state, A, "harvest_fields")
    table.act(state, "harvest_fields", place="harvest_fields:left")
    table.play(state, "step", "field_6", "expert", "step")
    assert "expert" not in table.offers(state)
    table.play(state, "bonus")
    assert table.me(state, "pad", "vp", "winter") == ["r4 w1", 0, 1]


def test_a5_harvest_expert_with_one_field() -> None:
    """§7.11: the bonus of the worker's own space and one other."""
    state = table.new(5)
    table.give(state, vines="6 merlot")
    table.hire(state, A, "harvest_fields")
    table.act(state, "harvest_fields", place="harvest_fields:left")
    table.play(state, "step", "expert", "middle")
    assert "expert" not in table.offers(state)
    table.play(state, "bonus")
    assert table.me(state, "vp", "winter", "pad") == [1, 1, "r3"]


def test_a6_make_wine_expert() -> None:
    """§7.12: R2 + R5 = R7 and 1 VP; a second combined wine gives none."""
    state = table.new(2)
    table.give(state, built="medium_cellar large_cellar", red="2 5", white="1 2")
    table.hire(state, A, "make_wine")
    table.act(state, "make_wine")
    table.play(state, "red", "red 5", "red 2")
    assert table.me(state, "wine", "pad", "vp") == ["r7", "w1 w2", 1]
    table.play(state, "step", "white 2", "white 1")
    assert table.me(state, "wine", "vp") == ["r7 w3", 1]


def test_a7_passing() -> None:
    """§5.8, §5.9: passing into fall, row 3 ages all grapes and row 5 draws a winter visitor; then the first row begins fall."""
    state = table.new(4)
    table.rows(state, 1, 3, 5, 7)
    table.give(state, B, red="2", white="4 5")
    for seat in range(4):
        state.players[seat].column = 2 if seat in (A, D) else 1
    state.season = 1
    state.agenda.clear()
    state.push(NextTurn(1))
    state.settle()
    assert state.waiting == [B]
    table.play(state, "pass", "take")
    assert table.pad(state, B) == "r3 w5 w6"
    assert state.waiting == [C]
    table.play(state, "pass", "winter deck")
    assert table.seen(state, C, "winter") == 1
    assert (state.season, state.waiting) == (2, [A])


def test_a8_row_seven() -> None:
    """§5.9, §5.11: gray worker, then a card or 1 VP, then the first-player token; row 1 next year is not asked."""
    state = table.new(4)
    table.rows(state, 7, 2, 3, 4)
    table.turn(state, "spring")
    table.play(state, "pass")
    assert state.players[A].temporary == 1
    table.turn(state, "summer")
    table.play(state, "pass")
    assert len(table.offers(state)) == 3  # any card, 1 VP, neither
    table.play(state, "option 2")
    assert table.me(state, "vp") == [1]
    table.turn(state, "fall")
    table.play(state, "pass")
    table.turn(state, "winter")
    table.play(state, "pass")
    assert state.players[A].next_row == 1


def test_a9_residual_crossing() -> None:
    """§4.10: 2 to 3 gives 1 VP besides the card's 2; losing residual costs no VP; crossing again gives 1 again."""
    state = table.new(2)
    table.give(state, residual=2, wine="b4", hand="order_06")
    table.act(state, "fill_order")
    assert table.me(state, "residual", "vp") == [3, 2 + 1]
    table.act(state, "make_trade")
    table.play(state, "residual for lira")
    assert table.me(state, "residual", "vp") == [2, 3]
    table.act(state, "make_trade")
    table.play(state, "lira for residual")
    assert table.me(state, "residual", "vp") == [3, 4]


def test_a10_trade_expert_timing() -> None:
    """§7.5: T's token is removed before the first trade, never between two; T may be the first or the second trade."""
    blocked = "lira for vp"
    for first, second in ((blocked, "vp for lira"), ("vp for lira", blocked)):
        state = table.new(2)
        table.give(state, lira=3, vp=1)
        state.blocked = 1 << trade(state, blocked)
        table.hire(state, A, "make_trade")
        table.act(state, "make_trade", place="make_trade:left")
        table.play(state, "expert")  # the only token
        assert state.blocked == 0
        table.play(state, "step", first) if "step" in table.offers(state) else table.play(state, first)
        table.play(state, "bonus", second)
        assert table.me(state, "lira", "vp") == [3, 1]
        assert state.blocked.bit_count() == 2
    state = table.new(2)
    table.give(state, lira=6)
    state.blocked = 1 << trade(state, blocked)
    table.hire(state, A, "make_trade")
    table.act(state, "make_trade", place="make_trade:left")
    table.play(state, "step", "lira for residual")
    assert "expert" not in table.offers(state)
    table.play(state, "bonus")
    assert blocked not in table.offers(state)


def test_a11_grape_for_lira() -> None:
    """§7.2: £6, pay £4 for R4; W4 is taken; once a turn, even if the bonus draws another vine."""
    state = table.new(2)
    table.give(state, lira=6, white="4")
    table.hire(state, A, "draw_vine")
    table.act(state, "draw_vine", place="draw_vine:left")
    table.play(state, "expert")
    assert {"red 4", "red 6", "white 3"} <= set(table.offers(state))
    assert not {"white 4", "red 7"} & set(table.offers(state))
    table.play(state, "red 4", "vine deck")
    assert "expert" not in table.offers(state)
    table.play(state, "bonus", "vine deck")
    assert table.me(state, "lira", "pad", "vine") == [2, "r4 w4", 2]
    assert state.over


def test_a12_tour_expert() -> None:
    """§7.3: £2 for the tour, £2 for two workers, and £1 from the left space."""
    state = table.new(3)
    table.stand(state, B, "give_tour:middle")
    table.hire(state, A, "give_tour")
    table.act(state, "give_tour", place="give_tour:left")
    assert table.me(state, "lira") == [4 + 1]


def test_a13_take_any_action() -> None:
    """§6.12: £1 + £4 and the £1 of the worker's own space; with the expert of TRAIN the new worker acts at once."""
    state = table.new(2)
    table.give(state, lira=6, workers=4)
    table.act(state, "take_any_action", place="take_any_action:left")
    table.play(state, "train_worker")
    assert table.me(state, "lira", "workers") == [1 + 1, 5]  # and no £1 of the TRAIN space
    assert state.players[A].training == 1
    state = table.new(2)
    table.give(state, lira=6, workers=4)
    table.hire(state, A, "train_worker")
    table.act(state, "take_any_action", place="take_any_action:left")
    table.play(state, "train_worker", "expert", "give_tour:left")
    assert table.me(state, "lira", "workers") == [2 + 2 + 1, 5]
    assert table.workers_at(state, "give_tour:left") == A
    assert state.players[A].training == 0


def test_a14_sell_wine_expert() -> None:
    """§7.16: W5 gives 1 VP and £2; S8 gives 4 VP and 2 VP."""
    for wine, points, lira in (("w5", 1, 2), ("s8", 6, 0)):
        state = table.new(2)
        table.give(state, wine=wine)
        table.hire(state, A, "sell_wine")
        table.act(state, "sell_wine")
        if state.waiting:
            table.play(state, "expert")
        assert table.me(state, "vp", "lira", "wine") == [points, lira, ""]


def test_a15_fill_order_expert() -> None:
    """§7.17: the only space is taken, but the extra one is open; +1 residual besides the card's 1."""
    state = table.new(2)
    table.stand(state, B, "fill_order:left")
    table.give(state, wine="b4", hand="order_06")
    table.hire(state, A, "fill_order")
    table.turn(state, "winter")
    table.play(state, "regular fill_order:own", "step", "bonus")
    assert table.me(state, "vp", "residual") == [2, 2]


def test_a16_end_of_game() -> None:
    """§10.1, §10.2, §5.11: £13 + £4 residual, 6 + 6 wine and £2 for the grape: £31, that is 3 VP; 25 + 3 = 28."""
    state = table.new(2)
    table.rows(state, 2, 3)
    table.give(state, vp=25, residual=4, lira=13, built="medium_cellar", wine="r6 b5", white="4")
    table.give(state, B, ready=0, regulars=0, grande=0)
    table.season(state, "winter", year_end=True)
    table.play(state, "pass")
    assert state.over
    assert table.me(state, "lira", "wine", "pad") == [17, "r6 b6", "w5"]
    sheet = score_sheet(state)
    assert [line.values[A] for line in sheet.lines] == [25, 3]
    assert sheet.totals[A] == 28


def test_a17_no_trigger_after_passing() -> None:
    """§10.1: the Statue's VP come too late this year; with 25 at the next pass, that year is the last."""
    state = table.new(2, structure_cards=True)
    table.rows(state, 2, 3)
    table.give(state, vp=24, built="statue")
    table.turn(state, "winter")
    table.play(state, "pass")
    assert table.me(state, "vp") == [25]
    assert not state.last_year
    table.play(state, "row 4")
    table.turn(state, "winter")
    table.play(state, "pass")
    assert state.last_year


def test_a18_pass_with_workers_left() -> None:
    """§5.11: the worker comes back, and its space is open to players still in winter."""
    state = table.new(2)
    table.rows(state, 2, 3)
    table.give(state, A, workers=4)
    table.give(state, B, wine="b4", hand="order_06", grande=0)
    table.stand(state, A, "fill_order:left")
    assert state.players[A].available() == 3
    table.season(state, "winter")
    table.play(state, "pass", "row 5")
    assert state.players[A].available() == 4
    assert state.waiting == [B]
    assert "regular fill_order:left" in table.offers(state)


def test_a19_the_extra_fill_space_is_a_winter_space() -> None:
    """§5.6, §7.17: not in spring; in winter with +1 residual; not through TAKE ANY ACTION."""
    for time in ("spring", "summer", "fall"):
        state = table.new(2)
        table.give(state, wine="b4", hand="order_06")
        table.hire(state, A, "fill_order")
        table.turn(state, time)
        assert not [text for text in table.offers(state) if "fill_order" in text]
    table.turn(state, "winter")
    table.play(state, "regular fill_order:own", "step", "bonus")
    assert table.me(state, "residual") == [2]
    state = table.new(2)
    table.give(state, lira=1, wine="b4", hand="order_06")
    table.hire(state, A, "fill_order")
    table.act(state, "take_any_action")
    table.play(state, "fill_order")
    assert state.over
    assert table.me(state, "residual") == [1]


# C. Reconstructed parts


def test_c1_trade() -> None:
    """§8.2, §8.3: £3 for residual crosses a mark; then residual for VP with the bonus; both are blocked."""
    state = table.new(2)
    table.give(state, lira=4, residual=2)
    table.act(state, "make_trade", place="make_trade:left")
    table.play(state, "lira for residual")
    assert table.me(state, "lira", "residual", "vp") == [1, 3, 1]
    table.play(state, "bonus", "residual for vp")
    assert table.me(state, "residual", "vp") == [2, 2]
    assert state.blocked == 1 << trade(state, "lira for residual") | 1 << trade(state, "residual for vp")


def test_c2_blocked_benefit() -> None:
    """§8.2: with R1 and W1 taken no trade gives a grape."""
    state = table.new(2)
    table.give(state, lira=3, red="1", white="1", residual=1, hand="pinot,syrah")
    table.act(state, "make_trade")
    assert table.offers(state)
    assert not [text for text in table.offers(state) if text.endswith("for grape") and not text.startswith("grape")]


def solo(**options: str | int | bool) -> Winery:
    """Set up a table for one player, with all glass tokens in place."""
    state = table.new(1, **options)
    state.year, state.glass, state.automa_workers = 1, 0b11111110, 6
    return state


def test_c3_automa_season() -> None:
    """§13.4, §13.5: card 3 goes to DRAW ONE VINE and HIRE AN EXPERT; card 14 gives GIVE TOUR the cube."""
    state = solo()
    automa_top(state, 3, 14)
    automa_season(state)
    placed = [action.id for action in state.board.actions if state.spaces[4 * action.number] != NONE]
    assert placed == ["draw_vine", "hire_expert"]
    assert table.workers_at(state, "hire_expert:left") == AUTOMA
    assert [at for at, owner in enumerate(state.boxes) if owner == AUTOMA] == [table.number(state, "give_tour")]


def test_c4_automa_trade() -> None:
    """§13.6: card 23 is index 3; 3 and 4 are blocked, so the token goes on 5."""
    state = solo()
    automa_top(state, 23)
    state.blocked = 0b01100
    place_automa(state, table.number(state, "make_trade"))
    assert state.blocked == 0b11100


def test_c5_row_one() -> None:
    """§5.9: every player gains £1, even those who have already passed."""
    state = table.new(3)
    table.rows(state, 1, 2, 3)
    table.turn(state, "spring")
    state.players[B].column = 1
    table.play(state, "pass")
    assert [vineyard.lira for vineyard in state.players] == [1, 1, 1]


def test_c6_hard_automa() -> None:
    """§13.9: three left spaces are held by planned workers; it takes the fourth and stops with 1 worker."""
    state = solo(difficulty="hard")
    table.stand(state, A, "play_winter_visitor:left", "train_worker:left", "sell_wine:left")
    state.season = 3
    automa_season(state)
    assert table.workers_at(state, "fill_order:left") == AUTOMA
    assert state.automa_workers == 5


def test_c7_solo_row_seven_left() -> None:
    """§13.3: leaving row 7 with Organizer gives no first-player token; years 2 to 6 use rows 2 to 6, year 7 row 1."""
    state = solo()
    state.players[A].row = 7
    state.glass &= ~(1 << 7)
    state.players[A].column = 1
    table.visit(state, "organizer")
    assert table.offers(state) == [f"row {row}" for row in range(1, 7)]
    table.play(state, "row 3")
    while state.waiting:
        table.play(state, table.offers(state)[-1])
    assert state.players[A].row == 3
    table.turn(state, "fall")
    table.play(state, "pass")
    while state.waiting:
        table.play(state, table.offers(state)[-1])
    assert state.starter == NONE
    for year in range(2, 7):
        state.agenda.clear()
        state.push(WakeRow(A, False))
        state.settle()
        rows_left = [f"row {row}" for row in range(year, 7)]
        assert (table.offers(state) if state.waiting else rows_left) == rows_left
        if state.waiting:
            table.play(state, f"row {year}")
        assert state.players[A].next_row == year
        state.year = year
    state.push(WakeRow(A, False))
    state.settle()
    assert state.players[A].next_row == 1
