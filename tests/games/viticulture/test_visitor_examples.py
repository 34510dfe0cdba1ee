"""The 45 worked examples of the visitors, by number (VISITORS §8). «X» is the visitor expert."""

from cuvee.games.viticulture.flow import NextTurn, PlannedAction, StartSeason
from cuvee.games.viticulture.pieces import NONE, SEASONS
from cuvee.games.viticulture.state import Winery
from tests.games.viticulture.table import (
    act,
    asked,
    can_play,
    cellar,
    face_up,
    give,
    hire,
    hold,
    new,
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


def after(card: str, answers: str, what: str, **things: object) -> list[object]:
    """Let A have things, play a card («card X» with the expert) and answer; return what A has then."""
    state = new(2)
    give(state, **things)
    visit(state, card.removesuffix(" X"), expert=card.endswith(" X"))
    play(state, *[text.strip() for text in answers.split(";") if text.strip()])
    assert state.over, (asked(state), offers(state))
    return me(state, what)


def me(state: Winery, what: str) -> list[object]:
    """List what A has of some things."""
    return [seen(state, A, name) for name in what.split()]


def playable(card: str, **things: object) -> bool:
    """Tell whether A with these things may play a card."""
    state = new(2)
    give(state, **things)
    return can_play(state, card)


def test_1_broker() -> None:
    assert after("broker", "option 1", "lira vp", lira=10, vp=1) == [1, 4]
    assert after("broker", "option 2", "lira vp", lira=10, vp=1) == [16, -1]
    assert after("broker X", "option 1; option 2", "lira vp", lira=10, vp=1) == [7, 2]
    assert after("broker X", "option 2; option 1", "lira vp", lira=10, vp=1) == [7, 2]
    assert after("broker X", "", "lira vp", lira=0, vp=5) == [6, 3]  # £6 do not pay for option 1: the card ends


def test_2_surveyor() -> None:
    assert after("surveyor", "", "lira vp") == [2, 0]  # option 2 is not offered


def test_3_blacksmith() -> None:
    assert after("blacksmith", "windmill", "lira vp", lira=3) == [0, 1]
    assert after("blacksmith", "trellis", "lira vp", lira=3) == [3, 0]
    state = new(2)
    give(state, lira=3)
    visit(state, "blacksmith")
    assert "tasting_room" not in offers(state)


def test_4_contractor() -> None:
    assert not playable("contractor", lira=1)
    for first in ("option 1", "option 3"):
        assert after("contractor", first, "vp vines", hand="sangiovese") == [1, "sangiovese"]


def test_5_planter() -> None:
    assert not playable("planter")
    assert after("planter", "", "lira vines", hand="sangiovese") == [1, "sangiovese"]
    assert after("planter X", "option 2", "lira vp vines vine", hand="sangiovese") == [1, 2, "", 0]


def test_6_landscaper_swap() -> None:
    state = new(2)
    give(state, vines="5 sangiovese cabernet_sauvignon, 7 chardonnay merlot")
    visit(state, "landscaper")
    play(state, "option 2")
    assert offers(state) == ["cabernet_sauvignon field_5", "chardonnay field_7"]
    play(state, "chardonnay field_7")
    names = [sorted(state.pieces.vines[kind].id for kind in vines) for vines in state.players[A].vines]
    assert names == [["chardonnay", "sangiovese"], [], ["cabernet_sauvignon", "merlot"]]


def test_7_uncertified_architect() -> None:
    answers = "option 1; option 1; trellis; option 2; option 2; windmill"
    assert after("uncertified_architect X", answers, "vp lira built", vp=3) == [0, 0, "trellis irrigation windmill"]
    assert after("uncertified_architect", "option 1; option 1; trellis", "vp built", vp=3) == [2, "trellis"]


def test_8_homesteader() -> None:
    state = new(2)
    give(state, vp=-5, hand="sangiovese")
    visit(state, "homesteader")
    play(state, "option 1")
    assert sorted(offers(state)) == ["irrigation", "trellis", "yoke"]
    play(state, "irrigation")
    assert state.over  # both would cost 1 VP
    assert after("homesteader", "option 2", "vp vines built", vp=-5, hand="sangiovese") == [-5, "sangiovese", ""]
    both = after("homesteader X", "option 1; yoke; option 2", "vp vines built", vp=-5, hand="sangiovese")
    assert both == [-5, "sangiovese", "yoke"]


def test_9_swindler() -> None:
    state = new(4)
    give(state, B, lira=2)
    give(state, C, lira=5)
    give(state, D, lira=1)
    visit(state, "swindler")
    play(state, "yes", "no")
    assert me(state, "lira vp") == [2, 2]
    assert [vineyard.lira for vineyard in state.players[1:]] == [0, 5, 1]


def test_10_banker() -> None:
    state = new(3)
    give(state, B, vp=-5)
    visit(state, "banker")
    assert state.waiting == [C]
    play(state, "yes")
    assert me(state, "lira") == [5]
    assert (state.players[C].lira, state.players[C].vp) == (3, -1)


def test_11_importer() -> None:
    state = new(4)
    give(state, B, hand="broker")
    give(state, C, hand="patron")
    visit(state, "importer")
    assert state.over  # two visitors in all: nobody is asked
    assert me(state, "winter summer") == [3, 0]
    state = new(4)
    give(state, B, hand="broker,banker")
    give(state, C, hand="patron")
    give(state, D, hand="planter,judge")
    visit(state, "importer")
    play(state, "pledge 2", "summer broker", "pledge 1")
    assert me(state, "summer winter") == [3, 0]
    state = new(4)
    give(state, B, hand="broker,banker")
    give(state, C, hand="patron")
    give(state, D, hand="planter,judge")
    visit(state, "importer")
    play(state, "pledge 2", "summer broker", "pledge 0", "pledge 0")
    assert me(state, "summer winter") == [0, 3]
    assert seen(state, B, "summer") == 2


def test_12_merchant() -> None:
    assert not playable("merchant", lira=3, red="1")
    assert after("merchant", "", "vp lira", lira=3, red="1", wine="b4", hand="order_06") == [3, 3]


def test_13_oenologist() -> None:
    assert after("oenologist", "", "wine", wine="r2 r3 w1") == ["r2 r3 w3"]


def test_14_zymologist() -> None:
    state = new(2)
    give(state, red="4 5", white="3")
    visit(state, "zymologist")
    play(state, "blush", "red 4", "red")
    assert cellar(state) == "r5 b7"
    for wine in ("r6 b8", "r6 b9"):
        turn(state, "winter")
        play(state, "pass")
        assert cellar(state) == wine


def test_15_bottler_and_supervisor() -> None:
    answers = "red; red 1; white; white 2; blush"
    made = after("bottler", answers, "vp wine", built="medium_cellar", red="1 3", white="2 3")
    assert made == [3, "r1 w2 b6"]
    made = after("supervisor", "sparkling", "vp wine", built="medium_cellar large_cellar", red="2 4", white="3")
    assert made == [1, "s9"]


def test_16_reaper() -> None:
    vines = "5 sangiovese, 6 malvasia, 7 pinot"
    assert after("reaper", "field_5; field_6; field_7", "vp pad", vines=vines) == [2, "r1 w1"]


def test_17_harvest_expert() -> None:
    field = {"lira": 1, "vines": "6 sangiovese"}
    assert after("harvest_expert", "part 1; option 1; vine deck", "pad vine built lira", **field) == ["r1", 1, "", 1]
    assert after("harvest_expert", "part 1; option 2", "pad vine built lira", **field) == ["r1", 0, "yoke", 0]
    both = after("harvest_expert X", "part 1; option 1; vine deck; option 2", "pad vine built lira", **field)
    assert both == ["r1", 1, "yoke", 0]
    state = new(2)
    give(state, built="yoke", lira=1, vines="6 sangiovese")
    visit(state, "harvest_expert")
    play(state, "part 1")
    assert asked(state) == "draw_source"  # with the yoke built only the vine is offered
    assert not playable("harvest_expert", lira=1)


def test_18_professor() -> None:
    assert after("professor", "", "workers lira vp", lira=2, workers=5) == [6, 0, 0]
    assert after("professor X", "option 2", "workers lira vp", lira=2, workers=5) == [6, 0, 2]
    assert after("professor", "", "workers lira vp", lira=2, workers=6) == [6, 2, 2]


def test_19_assessor() -> None:
    hand = "broker,banker,pinot,syrah,merlot"
    assert after("assessor", "option 1", "lira vp cards", hand=hand) == [5, 0, 5]
    discards = "summer broker; summer banker; vine pinot; vine syrah"
    assert after("assessor", f"option 2; {discards}", "lira vp cards", hand=hand) == [0, 2, 0]
    assert after("assessor X", f"option 1; option 2; {discards}", "lira vp cards", hand=hand) == [5, 2, 0]
    assert not playable("assessor")


def test_20_promoter() -> None:
    assert after("promoter", "", "vp residual pad", residual=2, red="1") == [2, 3, ""]
    assert after("promoter", "", "vp residual", residual=7, red="1") == [1, 7]


def test_21_noble() -> None:
    state = new(2)
    give(state, lira=1, residual=4)
    visit(state, "noble")
    play(state, "option 2")
    assert me(state, "vp residual") == [2, 2]
    act(state, "draw_vine")
    state.set_discards(3, [])
    noble = state.pieces.ids[3]["noble"]
    state.players[A].take(3, noble)  # next year the card came round again
    visit(state, "noble")
    play(state, "option 1")
    assert me(state, "vp residual lira") == [3, 3, 0]


def test_22_negotiator() -> None:
    assert after("negotiator", "", "residual vp wine", residual=6, wine="r1") == [7, 1, ""]


def test_23_taster() -> None:
    for discarded, blush, points in (("red 5", "b5", 0), ("red 5", "b4", 2), ("white 3", "b4", 0)):
        state = new(2)
        give(state, wine="r5 w3")
        give(state, B, wine=blush)
        visit(state, "taster")
        play(state, discarded)
        assert me(state, "lira vp") == [4, points]


def test_24_governor() -> None:
    state = new(4)
    give(state, B, hand="broker")
    give(state, D, hand="banker,patron")
    visit(state, "governor")
    play(state, "b c d")
    assert state.waiting == [D]
    play(state, "summer patron")
    assert me(state, "summer vp") == [2, 1]
    assert state.players[D].hand[2] == [state.pieces.ids[2]["banker"]]


def test_25_queen() -> None:
    state = new(3)
    give(state, C, lira=2, vp=-5, hand="broker")
    assert not can_play(state, "queen")
    state = new(3)
    give(state, C, lira=2, vp=-5, hand="broker,banker")
    visit(state, "queen")
    play(state, "summer broker")
    assert (me(state, "summer"), seen(state, C, "cards")) == ([2], 0)


def test_26_mentor() -> None:
    for card, answers, cards in (
        ("mentor", ["yes", "option 1", "vine deck", "yes", "option 2"], [1, 1]),
        ("mentor X", ["yes", "option 1", "vine deck", "option 2", "yes", "option 1", "vine deck", "option 2"], [2, 2]),
    ):
        state = new(3)
        give(state, B, red="1")
        give(state, C, red="1")
        visit(state, card.removesuffix(" X"), expert=card.endswith(" X"))
        play(state, *answers)
        assert state.over
        assert me(state, "vine summer") == cards
        assert (cellar(state, B), cellar(state, C)) == ("r1", "r1")


def test_27_guest_speaker() -> None:
    state = new(3)
    give(state, B, lira=1, workers=5)
    give(state, C, lira=1, workers=6)
    visit(state, "guest_speaker")
    assert state.waiting == [B]
    play(state, "yes")
    assert state.over
    assert (me(state, "vp"), seen(state, B, "lira"), seen(state, B, "workers")) == ([1], 0, 6)


def test_28_innkeeper() -> None:
    state = new(2)
    state.set_discards(0, [state.decks[0][-1]])
    state.set_deck(0, state.decks[0][:-1])
    assert not can_play(state, "innkeeper")
    state.set_discards(3, [state.decks[3][-1]])
    state.set_deck(3, state.decks[3][:-1])
    visit(state, "innkeeper")
    assert me(state, "vine winter") == [1, 1]
    assert [state.pieces.visitors[1][card].id for card in state.discards[3]] == ["innkeeper"]


def test_29_master_vintner() -> None:
    filled = after("master_vintner", "", "vp residual wine", built="medium_cellar", wine="r4", hand="order_01")
    assert filled == [2, 1, ""]
    full = {"wine": "r3 w3", "hand": "order_10"}  # the order could be filled, but nothing can age
    assert not playable("master_vintner", lira=1, **full)
    assert after("master_vintner", "", "vp wine built", lira=2, **full) == [0, "r3 w3", "medium_cellar"]


def test_30_jack_of_all_trades() -> None:
    assert after("jack_of_all_trades", "", "wine pad", vines="6 sangiovese") == ["r1", ""]


def test_31_crusher() -> None:
    assert after("crusher", "option 2; order deck", "order lira wine") == [1, 0, ""]


def test_32_stonemason() -> None:
    built = after("stonemason", "medium_cellar; large_cellar", "lira built", lira=8)
    assert built == [0, "medium_cellar large_cellar"]


def test_33_overseer() -> None:
    """Planting first is impossible, and only the irrigation makes it possible: nothing is asked."""
    things = {"lira": 5, "built": "trellis", "hand": "cabernet_sauvignon"}
    assert after("overseer", "", "lira vp vines", **things) == [2, 1, "cabernet_sauvignon"]


def test_34_wedding_party() -> None:
    for guests, lira, points in (("d", 5, 1), ("b e", 3, 2), ("b c e", 1, 3)):
        state = new(5)
        give(state, lira=7)
        visit(state, "wedding_party")
        play(state, guests)
        assert me(state, "lira vp") == [lira, points]
        assert [vineyard.lira for vineyard in state.players[1:]] == [2 * (seat in guests) for seat in "bcde"]


def test_35_agriculturist() -> None:
    assert after("agriculturist", "", "vp", built="windmill", vines="6 malvasia pinot", hand="sangiovese") == [3]


def test_36_politician() -> None:
    assert after("politician", "", "lira cards", vp=-1) == [6, 0]
    assert after("politician", "vine deck; order deck", "lira vine summer order") == [0, 1, 1, 1]


def test_37_buyer() -> None:
    assert after("buyer", "white", "lira pad", lira=2) == [0, "w1"]
    assert after("buyer X", "white; option 2", "lira pad vp", lira=2) == [2, "", 1]


def test_38_sponsor() -> None:
    state = new(2)
    face_up(state, 0, "merlot")
    face_up(state, 1, "syrah")
    on_top(state, "malvasia")
    on_top(state, "chardonnay")
    visit(state, "sponsor")
    play(state, "option 1", "vine 1")
    shown = [state.pieces.vines[card].id for card in state.market[:2]]
    assert shown == ["chardonnay", "syrah"]
    assert offers(state) == ["vine 1", "vine 2", "vine deck"]
    play(state, "vine deck")
    assert {state.pieces.vines[card].id for card in state.players[A].hand[0]} == {"merlot", "malvasia"}
    play(state, "option 2")
    assert me(state, "lira vp") == [3, -1]
    assert after("sponsor X", "option 2; option 1; vine deck; vine deck", "lira vp vine") == [3, 0, 2]


def test_39_producer() -> None:
    """In fall through TAKE ANY ACTION: not the worker that led to the card."""
    state = new(2)
    give(state, lira=3, built="yoke")
    hold(state, A, "producer")
    stand(state, A, "give_tour:left", "grande plant_vine:left", "yoke")
    act(state, "take_any_action", place="take_any_action:left")
    play(state, "play_summer_visitor")
    assert sorted(offers(state)) == ["grande plant_vine:left", "regular give_tour:left", "regular yoke"]
    play(state, "regular yoke", "grande plant_vine:left")
    assert state.over
    assert me(state, "lira grande") == [3 + 1 - 1 - 2, 1]
    assert workers_at(state, "take_any_action:left") == A
    assert workers_at(state, "plant_vine:left") == NONE


def test_40_planner() -> None:
    state = new(2)
    state.players[A].row, state.players[B].row = 3, 2
    give(state, ready=1, regulars=1, wine="b4", hand="order_06")
    visit(state, "planner")
    assert offers(state) == ["regular", "grande"]
    play(state, "regular")
    assert not [text for text in offers(state) if text.startswith(("plant_vine", "draw_vine"))]
    play(state, "fill_order:left")
    assert workers_at(state, "fill_order:left") == A
    state.agenda.clear()
    state.push(StartSeason(3))
    state.settle()
    assert state.waiting == [A]  # before the first winter turn, although B is in a higher row
    play(state, "step", "bonus")
    assert me(state, "vp residual") == [2 + 1, 1]
    state = new(2)
    stand(state, A, "fill_order:left")
    visit(state, "planner")
    play(state, "regular", "train_worker:left")
    planned = state.planned[0]
    state.agenda.clear()
    state.season = 3
    state.push(PlannedAction(planned))
    state.settle()
    assert state.over  # £0: nothing happens, the worker stays
    assert workers_at(state, "train_worker:left") == A
    assert not can_play(new(2), "planner", season="winter")


def test_41_organizer() -> None:
    state = new(3)
    for seat, row in enumerate((2, 3, 5)):
        state.players[seat].row, state.players[seat].column = row, 1
    hold(state, A, "organizer")
    state.season = 1
    state.agenda.clear()
    state.push(NextTurn(0))
    state.settle()
    assert state.waiting == [A]
    play(state, "regular play_summer_visitor:left", "row 6", "summer deck", "winter deck")
    assert (state.players[A].row, SEASONS[state.players[A].column]) == (6, "fall")
    assert me(state, "summer winter") == [1, 1]  # any card of the summer cell, a winter visitor of the fall cell
    assert state.waiting == [B]  # below row 2


def test_42_manager() -> None:
    state = new(2)
    give(state, lira=1, wine="b4", hand="order_06")
    hire(state, A, "fill_order", "take_any_action")
    visit(state, "manager")
    play(state, "take_any_action", "fill_order")
    assert state.over  # no bonus, no expert
    assert me(state, "vp residual lira") == [2, 1, 0]
    state = new(2)
    give(state, lira=2)
    stand(state, B, "build_structure:left")
    visit(state, "manager")
    play(state, "build_structure", "trellis")
    assert me(state, "lira built") == [0, "trellis"]


def test_43_two_visitors() -> None:
    state = new(3)
    give(state, vines="6 merlot")
    hold(state, A, "tour_guide", "patron")
    hire(state, A, "play_summer_visitor")
    act(state, "play_summer_visitor", place="play_summer_visitor:middle")
    play(state, "tour_guide and", "option 1", "option 2")
    assert state.over  # no second card
    assert (me(state, "lira summer"), pad(state)) == ([4, 1], "r3")
    state = new(3)
    give(state, vines="6 merlot")
    hold(state, A, "tour_guide", "patron")
    hire(state, A, "play_summer_visitor")
    act(state, "play_summer_visitor", place="play_summer_visitor:middle")
    play(state, "tour_guide", "option 1", "bonus", "option 1")
    assert state.over
    assert me(state, "lira summer") == [4 + 4, 0]


def test_44_organizer_in_winter() -> None:
    state = new(2)
    state.players[A].row, state.players[B].row = 3, 7
    state.starter = B
    turn(state, "winter", B)
    play(state, "pass")
    assert state.players[B].next_row == 1
    state.season, state.players[A].column = 3, 3
    visit(state, "organizer", season="winter")
    assert "row 1" not in offers(state)
    play(state, "row 7")
    assert (state.starter, state.players[A].row) == (B, 7)  # the token was already taken this year
    assert offers(state) == [f"row {row}" for row in range(2, 8)]


def test_45_volunteer_crew() -> None:
    assert not playable("volunteer_crew", hand="syrah")
    state = new(1)
    give(state, hand="syrah")
    assert not can_play(state, "volunteer_crew")
    state = new(2)
    give(state, B, hand="chardonnay")
    visit(state, "volunteer_crew")
    assert (state.waiting, offers(state)) == ([B], ["no"])
