"""Lacerda: cards, turn, release and result (§17)."""

from cuvee.games.vinhos.flow.lacerda import LacerdaMaintenance, LacerdaTurn
from cuvee.games.vinhos.pieces.vocabulary import MOST
from cuvee.games.vinhos.scoring import beats_lacerda, lacerda_total, places, score_sheet, scores
from cuvee.games.vinhos.state.codes import NONE
from cuvee.games.vinhos.state.table import Table
from tests.games.vinhos import table as t


def play_card(card: str, year: int = 1) -> Table:
    """Let Lacerda draw and carry out a card on an empty board."""
    state = t.blank(1)
    state.year = year
    state.cards = [[t.CARD[card]], [t.CARD[card]]]
    t.ask(state, LacerdaTurn())
    return state


def test_lacerda_wineries() -> None:
    """§17.4."""
    state = play_card("lac_1_2")
    assert (state.supply[0], state.gone[0], state.marker[1]) == (9, 2, t.SPACE["wineries"])


def test_lacerda_staff() -> None:
    """§17.4."""
    state = play_card("lac_1_3")
    assert (state.supply[2], state.supply[3], state.gone) == (6, 8, [0, 0, 1, 1])


def test_lacerda_cellars() -> None:
    """§17.4, §17.10: as many as there are."""
    state = t.blank(1)
    state.supply[1], state.year = 1, 4
    state.cards = [[], [t.CARD["lac_2_4"]]]
    t.ask(state, LacerdaTurn())
    assert (state.supply[1], state.gone[1]) == (0, 1)


def test_lacerda_experts() -> None:
    """§17.4: the card's deck, then the next; empty decks are skipped."""
    state = t.blank(1)
    state.decks[3] = []
    state.cards = [[t.CARD["lac_1_6"]], []]
    t.ask(state, LacerdaTurn())
    assert [t.PIECES.experts[tile].id for tile in state.lacerda_experts] == ["we_aroma_bagos", "we_taste_bagos"]


def test_lacerda_pays_the_human() -> None:
    """§17.3: 1 Bago if the human stands there, not on the centre."""
    state = t.blank(1)
    state.marker[0] = t.SPACE["wineries"]
    state.cards = [[t.CARD["lac_1_2"]], []]
    t.ask(state, LacerdaTurn())
    assert state.money[0] == 21
    state = t.blank(1)
    state.cards = [[t.CARD["lac_1_5"]], []]
    t.ask(state, LacerdaTurn())
    assert state.money[0] == 20
    assert state.fair_points[1] == 3 + 3, "value 3 and booth 4"


def test_the_human_pays_the_bank_for_lacerda() -> None:
    """§17.3."""
    state = t.blank(1)
    state.marker[1] = t.SPACE["wine_experts"]
    t.turn(state)
    t.say(state, 0, "go wine_experts", "taste", "stop")
    assert state.money == [20 - 1 - 2, 20]


def test_lacerda_takes_the_dearest_barrel_back() -> None:
    """§17.5."""
    state = t.blank(1)
    t.ship(state, 1, "casa_de_fados_1", "hotel_3")
    t.ask(state, LacerdaMaintenance())
    assert (state.sales[t.SALES["hotel_3"]], state.sales[t.SALES["casa_de_fados_1"]]) == (NONE, 1)


def test_lacerda_release_takes_the_next_free_booth() -> None:
    """§17.4: 4 is followed by 1."""
    state = t.blank(1)
    state.booths[3] = 0
    state.released[0] = True
    state.cards = [[t.CARD["lac_1_5"]], []]
    t.ask(state, LacerdaTurn())
    assert state.booths == [1, NONE, NONE, 0]


def test_lacerda_total_and_winner() -> None:
    """§17.7: exports, majorities, 8 for a Multiplier tile, difficulty; export barrels break a tie, then Lacerda wins."""
    for difficulty, bonus in (("apprentice", 0), ("producer", 15), ("master", 30)):
        state = t.blank(1, solo_difficulty=difficulty)
        t.ship(state, 1, "germany_1")
        state.trade_vp[1] = 4
        t.give_multiplier(state, 1, "mm_money")
        assert lacerda_total(state) == 4 + 6 + 8 + bonus
        state.trade_vp[0] = lacerda_total(state) - scores(state)[0]
        assert not beats_lacerda(state)
        assert places(state) == [2]
        state.trade_vp[0] += 1
        assert beats_lacerda(state)
    t.ship(state, 0, "angola_1", "angola_2")
    state.trade_vp[0] += lacerda_total(state) - scores(state)[0]
    assert beats_lacerda(state), "equal VP, more barrels"
    assert places(state) == [1]
    assert "wins" in score_sheet(state).titles[0]


def test_setup_of_the_solitaire_game() -> None:
    """§17.1: 19 Bagos, first in order; Lacerda has 8 barrels; a vineyard and a tile leave the game."""
    state = t.fresh(1, 4)
    assert (state.money[0], state.order, state.barrels[1]) == (19, [0, 1], 8)
    t.say(state, 0, t.texts(state)[0])
    while t.kind(state) != "first_tile":
        t.say(state, 0, t.texts(state)[0])
    assert len(state.gone_vineyards) == len(state.gone_tiles) == 1
    assert state.display[0] == NONE
    assert (len(state.cards[0]), len(state.cards[1]), state.drawn) == (9, 9, [])


def test_the_combined_deck() -> None:
    """§5.9: 1, 3 or 2 Action tiles on top with 2, 3, 4 players, then 12 or 22 Multiplier tiles."""
    for seats, actions, multipliers in ((2, 1, 12), (3, 3, 22), (4, 2, 22)):
        state = t.fresh(seats, 6)
        while t.kind(state) != "window_tile" and t.kind(state) != "destination":
            seat = state.waiting[0]
            t.say(state, seat, t.texts(state, seat)[0])
        assert [tile < MOST for tile in state.deck] == [True] * actions + [False] * multipliers
        assert NONE not in state.display
