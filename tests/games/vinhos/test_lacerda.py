"""Lacerda: cards, turn, release and result (§17)."""

from cuvee.games.vinhos.flow.lacerda import LacerdaMaintenance, LacerdaTurn
from cuvee.games.vinhos.pieces.vocabulary import MOST
from cuvee.games.vinhos.scoring import beats_lacerda, lacerda_total, places, score_sheet, scores
from cuvee.games.vinhos.state.codes import NONE
from cuvee.games.vinhos.state.table import Table
from tests.games.vinhos.table import (
    CARD,
    PIECES,
    SALES,
    SPACE,
    ask,
    blank,
    fresh,
    give_multiplier,
    kind,
    say,
    ship,
    texts,
    turn,
)


def play_card(card: str, year: int = 1) -> Table:
    """Let Lacerda draw and carry out a card on an empty board."""
    state = blank(1)
    state.year = year
    state.cards = [[CARD[card]], [CARD[card]]]
    ask(state, LacerdaTurn())
    return state


def test_lacerda_wineries() -> None:
    """§17.4."""
    state = play_card("lac_1_2")
    assert (state.supply[0], state.gone[0], state.marker[1]) == (9, 2, SPACE["wineries"])


def test_lacerda_staff() -> None:
    """§17.4."""
    state = play_card("lac_1_3")
    assert (state.supply[2], state.supply[3], state.gone) == (6, 8, [0, 0, 1, 1])


def test_lacerda_cellars() -> None:
    """§17.4, §17.10: as many as there are."""
    state = blank(1)
    state.supply[1], state.year = 1, 4
    state.cards = [[], [CARD["lac_2_4"]]]
    ask(state, LacerdaTurn())
    assert (state.supply[1], state.gone[1]) == (0, 1)


def test_lacerda_experts() -> None:
    """§17.4: the card's deck, then the next; empty decks are skipped."""
    state = blank(1)
    state.decks[3] = []
    state.cards = [[CARD["lac_1_6"]], []]
    ask(state, LacerdaTurn())
    assert [PIECES.experts[tile].id for tile in state.lacerda_experts] == ["we_aroma_bagos", "we_taste_bagos"]


def test_lacerda_pays_the_human() -> None:
    """§17.3: 1 Bago if the human stands there, not on the centre."""
    state = blank(1)
    state.marker[0] = SPACE["wineries"]
    state.cards = [[CARD["lac_1_2"]], []]
    ask(state, LacerdaTurn())
    assert state.money[0] == 21
    state = blank(1)
    state.cards = [[CARD["lac_1_5"]], []]
    ask(state, LacerdaTurn())
    assert state.money[0] == 20
    assert state.fair_points[1] == 3 + 3, "value 3 and booth 4"


def test_the_human_pays_the_bank_for_lacerda() -> None:
    """§17.3."""
    state = blank(1)
    state.marker[1] = SPACE["wine_experts"]
    turn(state)
    say(state, 0, "go wine_experts", "taste", "stop")
    assert state.money == [20 - 1 - 2, 20]


def test_lacerda_takes_the_dearest_barrel_back() -> None:
    """§17.5."""
    state = blank(1)
    ship(state, 1, "casa_de_fados_1", "hotel_3")
    ask(state, LacerdaMaintenance())
    assert (state.sales[SALES["hotel_3"]], state.sales[SALES["casa_de_fados_1"]]) == (NONE, 1)


def test_lacerda_release_takes_the_next_free_booth() -> None:
    """§17.4: 4 is followed by 1."""
    state = blank(1)
    state.booths[3] = 0
    state.released[0] = True
    state.cards = [[CARD["lac_1_5"]], []]
    ask(state, LacerdaTurn())
    assert state.booths == [1, NONE, NONE, 0]


def test_lacerda_total_and_winner() -> None:
    """§17.7: exports, majorities, 8 for a Multiplier tile, difficulty; a tie goes by export barrels, then to Lacerda."""
    for difficulty, bonus in (("apprentice", 0), ("producer", 15), ("master", 30)):
        state = blank(1, solo_difficulty=difficulty)
        ship(state, 1, "germany_1")
        state.trade_vp[1] = 4
        give_multiplier(state, 1, "mm_money")
        assert lacerda_total(state) == 4 + 6 + 8 + bonus
        state.trade_vp[0] = lacerda_total(state) - scores(state)[0]
        assert not beats_lacerda(state)
        assert places(state) == [2]
        state.trade_vp[0] += 1
        assert beats_lacerda(state)
    ship(state, 0, "angola_1", "angola_2")
    state.trade_vp[0] += lacerda_total(state) - scores(state)[0]
    assert beats_lacerda(state), "equal VP, more barrels"
    assert places(state) == [1]
    assert "wins" in score_sheet(state).titles[0]


def test_setup_of_the_solitaire_game() -> None:
    """§17.1: 19 Bagos, first in order; Lacerda has 8 barrels; a vineyard and a tile leave the game."""
    state = fresh(1, 4)
    assert (state.money[0], state.order, state.barrels[1]) == (19, [0, 1], 8)
    say(state, 0, texts(state)[0])
    while kind(state) != "first_tile":
        say(state, 0, texts(state)[0])
    assert len(state.gone_vineyards) == len(state.gone_tiles) == 1
    assert state.display[0] == NONE
    assert (len(state.cards[0]), len(state.cards[1]), state.drawn) == (9, 9, [])


def test_the_combined_deck() -> None:
    """§5.9: 1, 3 or 2 Action tiles on top with 2, 3, 4 players, then 12 or 22 Multiplier tiles."""
    for seats, actions, multipliers in ((2, 1, 12), (3, 3, 22), (4, 2, 22)):
        state = fresh(seats, 6)
        while kind(state) != "window_tile" and kind(state) != "destination":
            seat = state.waiting[0]
            say(state, seat, texts(state, seat)[0])
        assert [tile < MOST for tile in state.deck] == [True] * actions + [False] * multipliers
        assert NONE not in state.display
