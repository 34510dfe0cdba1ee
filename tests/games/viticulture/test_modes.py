"""Solo, the other boards and special workers (§13, §14)."""

import pytest

from cuvee.games import viticulture
from cuvee.games.viticulture.effects.specials import (
    CHEF,
    FARMER,
    INNKEEPER,
    MAFIOSO,
    MERCHANT,
    MESSENGER,
    ORACLE,
    POLITICO,
    PROFESSORE,
    SOLDATO,
    TRAVELER,
)
from cuvee.games.viticulture.flow.automa import automa_season, place_automa, retrieve_automa
from cuvee.games.viticulture.flow.waking import WakeRow
from cuvee.games.viticulture.flow.year import NewYear, StartSeason
from cuvee.games.viticulture.pieces.ops import NONE
from cuvee.games.viticulture.scoring import majorities, places, score_sheet
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.workers import AUTOMA, KINDS, SPECIAL
from cuvee.kernel.errors import BadOption
from tests.games.viticulture import table as t

GAME = viticulture.GAME


def solo(**options: str | int | bool) -> Winery:
    state = t.new(1, **options)
    state.year, state.glass = 1, 0b11111110
    return state


def automa_top(state: Winery, *numbers: int) -> None:
    """Put Automa cards on top of their deck, the first on top."""
    cards = [card - 1 for card in numbers]
    state.automa_deck = [card for card in range(24) if card not in cards] + cards[::-1]


# The Automa (§13)


def test_the_automa_places_workers() -> None:
    """§13.4, §13.5: card 3 places on DRAW ONE VINE and HIRE; card 14 gives GIVE TOUR its cube."""
    state = solo()
    automa_top(state, 3, 14)
    state.automa_workers = 6
    automa_season(state)
    assert t.workers_at(state, "draw_vine:left") == t.workers_at(state, "hire_expert:left") == AUTOMA
    assert state.boxes[t.number(state, "give_tour")] == AUTOMA
    assert (state.automa_workers, state.automa_cubes) == (4, 3)
    retrieve_automa(state)
    assert t.workers_at(state, "draw_vine:left") == NONE


def test_the_automa_blocks_a_trade() -> None:
    """§13.6: card 23 is index 3; 3 and 4 are blocked, so 5."""
    state = solo()
    automa_top(state, 23)
    state.automa_workers, state.blocked = 6, 0b1100
    place_automa(state, t.number(state, "make_trade"))
    assert state.blocked == 0b11100


def test_the_hard_automa_stops_when_no_space_is_left() -> None:
    """§13.9: three planned workers hold winter spaces; it places one and stops."""
    state = solo(difficulty="hard")
    t.stand(state, 0, "play_winter_visitor:left", "train_worker:left", "sell_wine:left")
    state.season, state.automa_workers = 3, 6
    automa_season(state)
    assert t.workers_at(state, "fill_order:left") == AUTOMA
    assert state.automa_workers == 5


def test_waking_up_alone_takes_a_glass_token() -> None:
    """§13.3."""
    state = solo()
    state.agenda.clear()
    state.push(WakeRow(0, True))
    state.settle()
    assert t.offers(state) == [f"row {row}" for row in range(2, 8)]
    t.play(state, "row 4")
    assert (state.players[0].tokens, state.glass >> 4 & 1) == (1, 0)


def test_the_last_row_of_the_solo_game() -> None:
    """§13.3: without the first-player token, row 1 is taken only when nothing else is left."""
    state = solo()
    state.glass = 0b10
    state.agenda.clear()
    state.push(WakeRow(0, False))
    state.settle()
    assert state.players[0].next_row == 1


def test_bonus_tokens() -> None:
    """§13.7: one other bonus of the action, once per turn."""
    state = solo()
    state.players[0].tokens = 2
    t.act(state, "give_tour", place="give_tour:left")
    t.play(state, "token", "winter deck") if "token" in t.offers(state) else t.play(state, "step")
    while state.waiting:
        assert "token" not in t.offers(state) or state.players[0].tokens == 2
        t.play(state, "stop" if "stop" in t.offers(state) else t.offers(state)[0])
    assert state.players[0].tokens == 1
    assert (t.seen(state, 0, "lira"), t.seen(state, 0, "winter")) == (3, 1)


def test_the_solo_result() -> None:
    """§13.1: more than 25 wins; a tie is a loss."""
    state = solo()
    t.give(state, vp=25)
    assert places(state) == [2]
    assert "lost" in score_sheet(state).titles[0]
    t.give(state, vp=26)
    assert places(state) == [1]
    assert "won" in score_sheet(state).titles[0]


def test_the_aggressive_automa() -> None:
    """§13.9: year 1 requires more than 0 VP."""
    state = solo(aggressive=True)
    state.players[0].row = 2
    t.turn(state, "winter")
    from cuvee.games.viticulture.flow.year import YearEnd

    state.agenda.insert(0, YearEnd())
    t.play(state, "pass")
    while state.waiting:
        t.play(state, t.offers(state)[0])
    assert state.lost


LEVELS = [("very_easy", 8, 0, 25), ("easy", 7, 3, 25), ("normal", 7, 0, 25), ("hard", 7, 0, 25), ("very_hard", 7, 0, 28)]


@pytest.mark.parametrize(("level", "years", "vp", "target"), LEVELS)
def test_difficulties(level: str, years: int, vp: int, target: int) -> None:
    """§13.9."""
    state = GAME.new(1, {"difficulty": level}, 1)
    assert isinstance(state, Winery)
    assert (state.setup.years, state.setup.level.target[0]) == (years, target)
    assert state.players[0].vp == vp


def test_cards_left_out_alone() -> None:
    """§13.2, VISITORS §9.5: Swindler, Wedding Party, Queen and Governor."""
    state = solo()
    assert (len(state.setup.decks[2]), len(state.setup.decks[3])) == (36, 36)


# The Essential board (§14.1)


def test_essential_setup_and_waking_up() -> None:
    """§14.1 points 1 and 2."""
    state = GAME.new(3, {"board": "essential"}, 2)
    assert isinstance(state, Winery)
    while state.decision().kind != "wake_row":
        t.play(state, t.offers(state)[0])
    assert state.players[0].owned == 7
    assert state.players[0].residual == 0
    assert t.offers(state) == [f"row {row}" for row in range(1, 8)]
    t.play(state, "row 4")
    assert state.market == [NONE] * 4


def test_essential_sells_grapes_and_fields() -> None:
    """§14.1 point 7."""
    state = t.new(2, board="essential")
    t.give(state, red="1 4 7")
    t.act(state, "sell_grapes_or_field")
    t.play(state, "option 1", "red 7", "red 4", "stop")
    assert (t.seen(state, 0, "lira"), t.pad(state)) == (5, "r1")
    t.act(state, "sell_grapes_or_field")
    t.play(state, "option 3", "field_5")
    assert (t.seen(state, 0, "lira"), t.seen(state, 0, "owned")) == (10, 6)
    t.act(state, "sell_grapes_or_field")
    t.play(state, "option 2")
    assert t.seen(state, 0, "lira") == 5


def test_essential_fall_and_cottage() -> None:
    """§14.1 point 4: both types are named before either card is seen."""
    state = t.new(2, board="essential")
    t.give(state, 0, built="cottage", row=1)
    t.give(state, 1, row=2)
    state.agenda.clear()
    state.push(StartSeason(2))
    state.settle()
    assert t.offers(state) == ["winter winter", "summer winter", "summer summer"]
    t.play(state, "summer winter", "winter")
    assert (t.seen(state, 0, "summer"), t.seen(state, 0, "winter"), t.seen(state, 1, "winter")) == (1, 1, 1)


def test_essential_year_end_and_trigger() -> None:
    """§14.1 points 6 and 9: 20 VP; age, workers, residuals; no conversion."""
    state = t.new(2, board="essential")
    t.give(state, vp=20, residual=2, red="1", lira=30)
    state.agenda.clear()
    for vineyard in state.players:
        vineyard.column = 4
    state.season = 3
    from cuvee.games.viticulture.flow.year import NextTurn

    state.push(NextTurn(0))
    state.settle()
    assert state.over
    assert (t.seen(state, 0, "lira"), t.pad(state)) == (32, "r2")
    assert score_sheet(state).totals == [20, 0]


def test_essential_bonus_only_in_the_middle() -> None:
    """§14.1 point 8."""
    state = t.new(3, board="essential")
    assert state.bonus_of(4 * t.number(state, "fill_order")) == NONE
    t.give(state, wine="b4", hand="order_06")
    t.act(state, "fill_order", place="fill_order:middle")
    t.play(state, "step", "bonus")
    assert t.seen(state, 0, "vp") == 3


def test_essential_has_no_structure_cards() -> None:
    """§3.1."""
    with pytest.raises(BadOption, match="Essential"):
        GAME.new(2, {"board": "essential", "structure_cards": True}, 1)
    with pytest.raises(BadOption, match="aggressive"):
        GAME.new(1, {"difficulty": "very_hard", "aggressive": True}, 1)
    with pytest.raises(BadOption):
        GAME.new(1, {"board": "tuscany"}, 1)


# The Tuscany board (§14.2)


def test_stars_give_benefits_and_majorities() -> None:
    """§14.2: a tie gives nothing."""
    state = t.new(2, board="tuscany")
    t.act(state, "influence")
    t.play(state, "pisa")
    assert (t.seen(state, 0, "lira"), state.players[0].stars[1]) == (2, 1)
    assert majorities(state, 0) == 1
    state.players[1].stars = [0, 1, 2, 0, 0, 0, 0]
    assert majorities(state, 0) == 0
    assert majorities(state, 1) == 2


def test_moving_a_star_gives_nothing() -> None:
    """§14.2."""
    state = t.new(2, board="tuscany")
    state.players[0].stars = [0, 0, 6, 0, 0, 0, 0]
    t.act(state, "influence")
    t.play(state, "firenze siena")
    assert t.seen(state, 0, "lira") == 0


def test_tuscany_trades_are_not_blocked() -> None:
    """§14.2."""
    state = t.new(2, board="tuscany")
    t.give(state, lira=6)
    t.act(state, "trade_one_for_one")
    t.play(state, "lira for vp")
    t.act(state, "trade_one_for_one")
    t.play(state, "lira for vp")
    assert t.seen(state, 0, "vp") == 2


def test_tuscany_open_space() -> None:
    """§14.2: £1 or a structure card."""
    state = t.new(2, board="tuscany")
    t.turn(state, "spring")
    t.play(state, "regular gain", "option 2")
    assert t.seen(state, 0, "structure") == 1


def test_tuscany_benefits() -> None:
    """§14.2: passing into summer, row 6 gives 1 VP and row 1 gives nothing."""
    state = t.new(2, board="tuscany")
    state.players[0].row = 6
    t.turn(state, "spring")
    t.play(state, "pass", "take")
    assert t.seen(state, 0, "vp") == 1
    state = t.new(2, board="tuscany")
    state.players[0].row = 1
    t.turn(state, "spring")
    t.play(state, "pass")
    assert state.over


# Special workers (§14.3)


def special(kind: int, seats: int = 3, seat: int = 0) -> Winery:
    """Give a seat a special worker, ready to be placed."""
    state = t.new(seats, special_workers=True)
    state.display = [kind - SPECIAL]
    vineyard = state.players[seat]
    vineyard.specials = vineyard.special_ready = 1 << (kind - SPECIAL)
    return state


def send(state: Winery, place: str, worker: str, season: str) -> None:
    t.turn(state, season)
    t.play(state, place)
    if t.asked(state) == "worker_kind":
        t.play(state, worker)


def test_training_a_special_worker_costs_one_more() -> None:
    """§14.3 point 2."""
    state = t.new(3, special_workers=True)
    t.give(state, lira=4)
    t.act(state, "train_worker", place="train_worker:left")
    t.play(state, t.offers(state)[1])
    assert (t.seen(state, 0, "lira"), t.seen(state, 0, "workers")) == (0, 4)
    assert state.players[0].specials.bit_count() == 1


def test_farmer_gains_any_printed_bonus() -> None:
    """§14.3 point 4."""
    state = special(FARMER)
    send(state, "give_tour:left", "farmer", "spring")
    t.play(state, "bonus", "middle", "winter deck")
    while state.waiting:
        t.play(state, t.offers(state)[0])
    assert (t.seen(state, 0, "lira"), t.seen(state, 0, "winter")) == (2, 1)


def test_mafioso_acts_twice_on_a_space_without_bonus() -> None:
    """§14.3 point 4."""
    state = special(MAFIOSO, 5)
    send(state, "give_tour:right", "mafioso", "spring")
    t.play(state, "again")
    assert t.seen(state, 0, "lira") == 4


def test_merchant_draws_after_all_others_passed() -> None:
    """§14.3 point 4."""
    state = special(MERCHANT)
    t.turn(state, "spring")
    for seat in (1, 2):
        state.players[seat].column = 1
    t.play(state, "give_tour:left", "merchant", "special", "order deck")
    assert t.seen(state, 0, "order") == 1


def test_chef_pushes_an_opponent_out() -> None:
    """§14.3 point 5."""
    state = special(CHEF)
    t.stand(state, 1, "give_tour:left")
    ready = state.players[1].ready
    send(state, "give_tour:left", "chef", "spring")
    assert t.workers_at(state, "give_tour:left") == 0
    assert state.players[1].ready == ready + 1
    assert t.seen(state, 0, "lira") == 3


def test_innkeeper_takes_a_visitor() -> None:
    """§14.3 point 5."""
    state = special(INNKEEPER)
    t.give(state, lira=1)
    t.give(state, 1, hand="broker")
    t.stand(state, 1, "give_tour:middle")
    send(state, "give_tour:left", "innkeeper", "spring")
    t.play(state, "b summer")
    assert (t.seen(state, 0, "summer"), state.players[1].lira, t.seen(state, 0, "lira")) == (1, 1, 3)


def test_professore_takes_a_worker_back() -> None:
    """§14.3 point 6."""
    state = special(PROFESSORE)
    t.stand(state, 0, "draw_vine:left")
    send(state, "give_tour:left", "professore", "spring")
    t.play(state, "draw_vine:left")
    assert t.workers_at(state, "draw_vine:left") == NONE
    assert state.players[0].ready == 2


def test_soldato_takes_a_toll_and_opens_full_actions() -> None:
    """§14.3 point 6."""
    state = special(SOLDATO, 2, seat=1)
    state.players[1].specials = state.players[1].special_ready = 1 << (SOLDATO - SPECIAL)
    state.put_worker(1, SOLDATO, 4 * t.number(state, "draw_vine"))
    t.turn(state, "spring")
    assert not [text for text in t.offers(state) if "draw_vine" in text]
    t.give(state, lira=1)
    t.turn(state, "spring")
    t.play(state, "regular draw_vine:beside", "vine deck")
    assert (state.players[0].lira, state.players[1].lira) == (0, 1)


def test_politico_gains_the_bonus_again() -> None:
    """§14.3 point 6."""
    state = special(POLITICO)
    t.give(state, lira=0)
    send(state, "give_tour:middle", "politico", "spring")
    t.play(state, "bonus", "summer deck", "special", "summer deck")
    assert (t.seen(state, 0, "summer"), t.seen(state, 0, "lira")) == (2, 1)


def test_oracle_draws_one_more_and_discards_one() -> None:
    """§14.3 point 7."""
    state = special(ORACLE, 2)
    send(state, "draw_vine:left", "oracle", "spring")
    t.play(state, "vine deck", "special", "vine deck")
    t.play(state, t.offers(state)[0])
    assert t.seen(state, 0, "vine") == 1
    assert len(state.discards[0]) == 1


def test_traveler_goes_to_an_earlier_season() -> None:
    """§14.3 point 8."""
    state = special(TRAVELER)
    send(state, "give_tour:right", "traveler", "fall")
    assert t.seen(state, 0, "lira") == 2
    assert state.spaces[4 * t.number(state, "give_tour") + 2] == 0 * KINDS + TRAVELER


def test_messenger_waits_for_a_later_season() -> None:
    """§14.3 point 8."""
    state = special(MESSENGER, 2)
    send(state, "draw_order:left", "messenger", "spring")
    assert t.workers_at(state, "draw_order:left") == 0
    assert t.seen(state, 0, "order") == 0
    state.agenda.clear()
    state.players[0].row, state.players[1].row = 2, 3
    state.push(StartSeason(2))
    state.settle()
    assert state.waiting == [0]
    t.play(state, "order deck")
    assert t.seen(state, 0, "order") == 1


def test_revealed_special_workers_fit_the_players() -> None:
    """§14.3 point 1: no Innkeeper with two players; in a solo game only those for solo."""
    for seed in range(60):
        two = GAME.new(2, {"special_workers": True}, seed)
        one = GAME.new(1, {"special_workers": True}, seed)
        assert isinstance(two, Winery)
        assert isinstance(one, Winery)
        assert len(two.display) == 2
        assert INNKEEPER - SPECIAL not in two.display
        assert not set(one.display) & {MERCHANT - SPECIAL, CHEF - SPECIAL, INNKEEPER - SPECIAL, SOLDATO - SPECIAL}


def test_keep_parents() -> None:
    """§3.4, variant: one of two mamas and one of two papas, in secret."""
    state = GAME.new(2, {"choose_parents": True}, 3)
    assert isinstance(state, Winery)
    assert (t.asked(state), state.waiting) == ("keep_parents", [0, 1])
    offer = state.offers[1]
    t.play(state, t.offers(state)[0])
    state.apply(1, 3)
    assert (state.players[1].mama, state.players[1].papa) == (offer[1], offer[3])


def test_organizer_alone() -> None:
    """§13.3: not to row 7."""
    state = solo()
    state.players[0].row = 3
    t.visit(state, "organizer")
    assert "row 7" not in t.offers(state)


def test_new_year_in_solo() -> None:
    """§5.12: the rooster is in the row chosen."""
    state = solo()
    state.players[0].next_row = 5
    state.agenda.clear()
    state.push(NewYear())
    state.settle()
    assert state.players[0].row == 5
