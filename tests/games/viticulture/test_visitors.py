"""All 76 visitors, each alternative, and every worked example of VISITORS (§11; VISITORS §8)."""

import pytest

from cuvee.games.viticulture.pieces import DECKS
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

Things = dict[str, object]
Case = tuple[str, Things, str, Things]

# card (with «+» the visitor expert is used), what the player has, the answers, what the player has then
CASES: list[Case] = [
    ("surveyor", {}, "", {"lira": 2}),
    ("surveyor", {"vines": "6 sangiovese"}, "", {"vp": 1}),
    ("surveyor+", {"owned": "5 6", "vines": "6 sangiovese"}, "option 1; option 2", {"lira": 2, "vp": 1}),
    ("broker", {"lira": 10, "vp": 1}, "option 1", {"lira": 1, "vp": 4}),
    ("broker", {"lira": 10, "vp": 1}, "option 2", {"lira": 16, "vp": -1}),
    ("broker+", {"lira": 10, "vp": 1}, "option 1; option 2", {"lira": 7, "vp": 2}),
    ("broker+", {"lira": 0, "vp": 5}, "", {"lira": 6, "vp": 3}),
    ("wine_critic", {}, "", {"winter": 2}),
    ("wine_critic", {"wine": "r7 r5"}, "option 2", {"vp": 4, "wine": "r5"}),
    ("wine_critic+", {"wine": "b8"}, "option 2; option 1", {"vp": 4, "winter": 2}),
    ("blacksmith", {"lira": 3}, "windmill", {"lira": 0, "vp": 1, "built": "windmill"}),
    ("blacksmith", {"lira": 3}, "trellis", {"lira": 3, "vp": 0, "built": "trellis"}),
    ("contractor", {"hand": "sangiovese"}, "option 1", {"vp": 1, "vines": "sangiovese"}),
    ("contractor", {"hand": "sangiovese"}, "option 3", {"vp": 1, "vines": "sangiovese"}),
    ("contractor", {"lira": 4}, "option 2; yoke", {"vp": 1, "built": "yoke", "lira": 2}),
    ("contractor", {"lira": 2, "hand": "syrah"}, "option 2; trellis; option 3", {"vines": "syrah", "built": "trellis"}),
    ("tour_guide", {}, "", {"lira": 4}),
    ("tour_guide", {"vines": "6 merlot"}, "option 2", {"pad": "r3"}),
    ("tour_guide+", {"vines": "6 merlot"}, "option 1; option 2", {"lira": 4, "pad": "r3"}),
    ("novice_guide", {}, "", {"lira": 3}),
    ("novice_guide", {"red": "2", "white": "1"}, "option 2; red; white", {"wine": "r2 w1"}),
    ("novice_guide+", {"red": "2"}, "option 2; option 1", {"wine": "r2", "lira": 3}),
    ("uncertified_broker", {"lira": 6}, "option 1", {"lira": 15, "vp": -3}),
    ("uncertified_broker", {"lira": 6}, "option 2", {"lira": 0, "vp": 2}),
    ("uncertified_broker+", {"lira": 0}, "option 2", {"lira": 3, "vp": -1}),
    ("planter", {"hand": "sangiovese,malvasia"}, "sangiovese field_6; malvasia field_6",
     {"vines": "sangiovese malvasia", "lira": 1}),
    ("planter", {"vines": "6 pinot"}, "", {"vp": 2, "vines": ""}),
    ("planter+", {"hand": "sangiovese"}, "option 2", {"lira": 1, "vp": 2, "vines": ""}),
    ("buyer", {"lira": 2}, "red", {"lira": 0, "pad": "r1"}),
    ("buyer", {"red": "3"}, "", {"lira": 2, "vp": 1, "pad": ""}),
    ("buyer+", {"lira": 2}, "red; option 2", {"lira": 2, "vp": 1, "pad": ""}),
    ("architect", {"lira": 3}, "windmill", {"lira": 1, "built": "windmill"}),
    ("architect", {"lira": 9, "built": "cottage medium_cellar"}, "option 2", {"vp": 2, "lira": 9}),
    ("architect+", {"lira": 1}, "medium_cellar; option 2", {"lira": 0, "vp": 1}),
    ("uncertified_architect", {"vp": 3}, "option 1; option 1; trellis", {"vp": 2, "built": "trellis"}),
    ("uncertified_architect", {"vp": 3}, "option 1; option 2", {"vp": 2, "built": "irrigation"}),
    ("uncertified_architect", {"vp": 3}, "option 2; windmill", {"vp": 1, "built": "windmill"}),
    ("uncertified_architect+", {"vp": 3}, "option 1; option 1; trellis; option 2; option 2; windmill",
     {"vp": 0, "lira": 0, "built": "trellis irrigation windmill"}),
    ("patron", {}, "option 1", {"lira": 4}),
    ("patron", {}, "option 2; order deck", {"order": 1, "winter": 1}),
    ("patron+", {}, "option 1; option 2; order 1", {"lira": 4, "order": 1, "winter": 1}),
    ("auctioneer", {"hand": "pinot,malvasia"}, "vine pinot", {"lira": 4, "cards": 0}),
    ("auctioneer", {"hand": "pinot,malvasia,merlot,syrah"}, "option 2; vine pinot; vine syrah; vine merlot",
     {"vp": 3, "cards": 0}),
    ("auctioneer+", {"hand": "pinot,malvasia"}, "vine malvasia", {"lira": 4, "cards": 0}),
    ("auctioneer+", {"hand": "pinot,malvasia,merlot,syrah,broker,banker"},
     "option 1; vine pinot; summer banker; option 2; vine malvasia; vine syrah; vine merlot",
     {"lira": 4, "vp": 3, "cards": 0}),
    ("entertainer", {"lira": 4}, "", {"lira": 0, "winter": 3}),
    ("entertainer", {"wine": "r1", "hand": "broker,banker,patron"}, "summer broker; summer banker",
     {"vp": 3, "cards": 0, "wine": ""}),
    ("entertainer+", {"lira": 4, "wine": "r1", "hand": "broker,banker,patron"},
     "option 2; summer broker; summer banker; option 1", {"vp": 3, "lira": 0, "winter": 3, "summer": 0}),
    ("vendor", {}, "vine deck; order deck; no", {"vine": 1, "order": 1, "winter": 1}),
    ("handyman", {"lira": 1}, "yes; trellis; no", {"lira": 1, "built": "trellis", "vp": 0}),
    ("horticulturist", {"hand": "chardonnay"}, "", {"vines": "chardonnay"}),
    ("horticulturist", {"vines": "6 syrah pinot"}, "syrah field_6", {"vp": 3, "vines": ""}),
    ("horticulturist+", {"hand": "chardonnay", "vines": "6 pinot"}, "option 2; pinot field_6",
     {"vp": 3, "vines": ""}),
    ("peddler", {"hand": "pinot,syrah"}, "vine pinot; vine deck; order deck; summer deck",
     {"vine": 1, "order": 1, "summer": 1, "winter": 1}),
    ("banker", {}, "no", {"lira": 5}),
    ("overseer", {"lira": 5, "built": "trellis", "hand": "cabernet_sauvignon"}, "",
     {"lira": 2, "vp": 1, "vines": "cabernet_sauvignon"}),
    ("overseer", {"lira": 5, "hand": "sangiovese"}, "part 2; windmill", {"lira": 0, "vp": 0, "vines": "sangiovese"}),
    ("overseer", {"lira": 5, "hand": "sangiovese"}, "part 1; windmill", {"lira": 0, "vp": 1, "vines": "sangiovese"}),
    ("importer", {}, "", {"winter": 3}),
    ("sharecropper", {"hand": "merlot"}, "", {"vines": "merlot"}),
    ("sharecropper", {"vines": "6 merlot"}, "", {"vines": "", "vp": 2}),
    ("sharecropper+", {"hand": "merlot"}, "option 2", {"vines": "", "vp": 2}),
    ("grower", {"hand": "sangiovese", "vines": "6 sangiovese malvasia malvasia malvasia malvasia"}, "", {"vp": 2}),
    ("grower", {"hand": "sangiovese", "vines": "6 sangiovese malvasia malvasia malvasia"}, "", {"vp": 0}),
    ("negotiator", {"residual": 2, "white": "5"}, "", {"residual": 3, "vp": 1, "pad": ""}),
    ("negotiator", {"residual": 6, "wine": "w1"}, "", {"residual": 7, "vp": 1, "wine": ""}),
    ("negotiator+", {"residual": 0, "red": "1", "wine": "w1"}, "option 1; option 2", {"residual": 3, "vp": 1}),
    ("cultivator", {"hand": "malvasia", "vines": "6 merlot merlot"}, "", {"vines": "malvasia merlot merlot"}),
    ("homesteader", {"lira": 0, "vp": -5, "hand": "sangiovese"}, "option 1; irrigation", {"vp": -5, "built": "irrigation"}),
    ("homesteader", {"lira": 0, "vp": -5, "hand": "sangiovese"}, "option 2", {"vp": -5, "vines": "sangiovese"}),
    ("homesteader", {"hand": "syrah"}, "trellis; option 2", {"vp": -1, "built": "trellis", "vines": "syrah"}),
    ("homesteader+", {"vp": -5, "hand": "sangiovese"}, "option 1; yoke; option 2",
     {"vp": -5, "built": "yoke", "vines": "sangiovese"}),
    ("agriculturist", {"built": "windmill", "vines": "6 malvasia pinot", "hand": "sangiovese"}, "", {"vp": 3}),
    ("agriculturist", {"vines": "6 malvasia malvasia", "hand": "sangiovese"}, "", {"vp": 0}),
    ("sponsor", {}, "option 1; vine deck; vine deck; stop", {"vine": 2, "vp": 0}),
    ("sponsor", {}, "option 2; option 1; vine 1; vine 2", {"lira": 3, "vine": 2, "vp": -1}),
    ("sponsor+", {}, "option 2; option 1; vine 1; vine 1", {"lira": 3, "vine": 2, "vp": 0}),
    ("artisan", {}, "", {"lira": 3}),
    ("artisan", {"lira": 1}, "option 2; trellis", {"lira": 0, "built": "trellis"}),
    ("artisan", {"hand": "sangiovese,malvasia"}, "option 3; sangiovese field_6; stop", {"vines": "sangiovese"}),
    ("stonemason", {"lira": 8}, "medium_cellar; large_cellar", {"lira": 0, "built": "medium_cellar large_cellar"}),
    ("volunteer_crew", {"hand": "sangiovese"}, "yes", {"vines": "sangiovese", "lira": 0}),
    # winter
    ("merchant", {"lira": 3}, "", {"lira": 0, "pad": "r1 w1"}),
    ("merchant", {"wine": "b4", "hand": "order_06"}, "", {"vp": 3, "residual": 1, "wine": ""}),
    ("merchant+", {"lira": 3, "wine": "b4", "hand": "order_06"}, "option 1; option 2", {"vp": 3, "pad": "r1 w1"}),
    ("crusher", {}, "option 1", {"lira": 3, "summer": 1}),
    ("crusher", {}, "option 2; order deck", {"order": 1, "lira": 0}),
    ("crusher", {"red": "1"}, "option 2; part 2; red; order deck", {"order": 1, "wine": "r1"}),
    ("crusher+", {}, "option 1; option 2; order deck", {"order": 1, "lira": 3, "summer": 1}),
    ("judge", {}, "", {"summer": 2}),
    ("judge", {"wine": "r4 w3"}, "option 2", {"vp": 3, "wine": "w3"}),
    ("judge+", {"wine": "r4"}, "option 1; option 2", {"vp": 3, "summer": 2}),
    ("oenologist", {"wine": "r2 r3 w1"}, "", {"wine": "r2 r3 w3"}),
    ("oenologist", {"lira": 3}, "", {"lira": 0, "built": "medium_cellar"}),
    ("oenologist", {"lira": 3, "built": "medium_cellar"}, "", {"built": "medium_cellar large_cellar"}),
    ("oenologist+", {"lira": 3, "wine": "r3"}, "option 1", {"built": "medium_cellar", "wine": "r5"}),
    ("marketer", {}, "", {"summer": 2, "lira": 1}),
    ("marketer", {"wine": "b4", "hand": "order_06"}, "option 2", {"vp": 3, "residual": 1}),
    ("marketer+", {"wine": "b4", "hand": "order_06"}, "option 2; option 1", {"vp": 3, "summer": 2, "lira": 1}),
    ("crush_expert", {}, "order deck", {"lira": 3, "order": 1}),
    ("crush_expert", {"red": "1 2 3"}, "option 2; red 3; red; red 2; red", {"wine": "r1 r2 r3"}),
    ("crush_expert+", {"red": "1"}, "option 2; option 1; order deck", {"lira": 3, "order": 1, "wine": "r1"}),
    ("uncertified_teacher", {}, "", {"vp": -1, "workers": 4}),
    ("teacher", {"white": "2"}, "", {"wine": "w2"}),
    ("teacher", {"lira": 2}, "", {"lira": 0, "workers": 4}),
    ("teacher+", {"white": "2", "lira": 2}, "option 2; option 1", {"lira": 0, "workers": 4, "wine": "w2"}),
    ("benefactor", {}, "vine deck", {"vine": 1, "summer": 1}),
    ("benefactor", {"hand": "broker,banker"}, "option 2; summer broker", {"vp": 2, "cards": 0}),
    ("benefactor+", {"hand": "broker,banker"}, "option 2; summer broker; option 1; vine deck",
     {"vp": 2, "vine": 1, "summer": 1}),
    ("assessor", {"hand": "broker,banker,pinot,syrah,merlot"}, "option 1", {"lira": 5, "cards": 5}),
    ("assessor", {"hand": "broker,banker"}, "option 2; summer broker", {"vp": 2, "cards": 0}),
    ("assessor+", {"hand": "broker,banker"}, "option 1; option 2; summer banker", {"lira": 2, "vp": 2, "cards": 0}),
    ("harvester", {"vines": "6 merlot"}, "option 1", {"pad": "r3", "lira": 2}),
    ("harvester", {"vines": "6 merlot, 5 malvasia"}, "field_6; field_5; option 2", {"pad": "r3 w1", "vp": 1}),
    ("professor", {"lira": 2, "workers": 5}, "", {"lira": 0, "workers": 6, "vp": 0}),
    ("professor+", {"lira": 2, "workers": 5}, "option 2", {"lira": 0, "workers": 6, "vp": 2}),
    ("professor", {"workers": 6, "lira": 2}, "", {"vp": 2, "lira": 2}),
    ("master_vintner", {"lira": 2}, "", {"lira": 0, "built": "medium_cellar"}),
    ("master_vintner", {"built": "medium_cellar", "wine": "r4", "hand": "order_01"}, "", {"vp": 2, "residual": 1, "wine": ""}),
    ("master_vintner+", {"lira": 4, "built": "medium_cellar", "wine": "r4", "hand": "order_01"}, "option 1; option 2",
     {"vp": 2, "lira": 0, "built": "medium_cellar large_cellar"}),
    ("uncertified_oenologist", {"wine": "w1"}, "option 1", {"wine": "w3"}),
    ("uncertified_oenologist", {"wine": "w1"}, "option 2", {"built": "medium_cellar", "vp": -1}),
    ("uncertified_oenologist+", {"wine": "w3"}, "option 1", {"built": "medium_cellar", "vp": -1, "wine": "w5"}),
    ("promoter", {"residual": 2, "red": "1"}, "", {"vp": 2, "residual": 3, "pad": ""}),
    ("promoter", {"residual": 7, "wine": "r1"}, "", {"vp": 1, "residual": 7, "wine": ""}),
    ("harvest_expert", {"lira": 1, "vines": "6 sangiovese"}, "part 1; option 1; vine deck", {"pad": "r1", "vine": 1}),
    ("harvest_expert", {"lira": 1, "vines": "6 sangiovese"}, "part 1; option 2", {"pad": "r1", "built": "yoke", "lira": 0}),
    ("harvest_expert+", {"lira": 1, "vines": "6 sangiovese"}, "part 1; option 2; option 1; vine deck",
     {"pad": "r1", "built": "yoke", "lira": 0, "vine": 1}),
    ("jack_of_all_trades", {"vines": "6 sangiovese"}, "", {"wine": "r1", "pad": ""}),
    ("jack_of_all_trades", {"vines": "6 sangiovese", "wine": "b4", "hand": "order_06"}, "option 3",
     {"vp": 2, "pad": "r1"}),
    ("jack_of_all_trades", {"red": "1", "wine": "b4", "hand": "order_06"}, "option 2", {"wine": "r1", "vp": 2, "residual": 1}),
    ("politician", {"vp": -1}, "", {"lira": 6}),
    ("politician", {}, "vine deck; order deck", {"vine": 1, "summer": 1, "order": 1}),
    ("supervisor", {"built": "medium_cellar large_cellar", "red": "2 4", "white": "3"}, "sparkling", {"wine": "s9", "vp": 1}),
    ("supervisor", {"red": "2"}, "", {"wine": "r2", "vp": 0}),
    ("scholar", {"lira": 3}, "option 1; order deck; order deck; stop", {"order": 2, "lira": 3}),
    ("scholar", {"lira": 3}, "option 2; option 1; order deck; order deck", {"order": 2, "lira": 0, "workers": 4, "vp": -1}),
    ("scholar+", {"lira": 3}, "option 2; option 1; order deck; order deck", {"order": 2, "lira": 0, "vp": 0}),
    ("reaper", {"vines": "5 sangiovese, 6 malvasia, 7 pinot"}, "field_5; field_6; field_7", {"vp": 2, "pad": "r1 w1"}),
    ("reaper", {"vines": "5 sangiovese, 6 malvasia, 7 pinot"}, "field_5; field_6; stop", {"vp": 0}),
    ("bottler", {"built": "medium_cellar", "red": "1 3", "white": "2 3"}, "red; red 1; white; white 2; blush",
     {"vp": 3, "wine": "r1 w2 b6"}),
    ("craftsman", {}, "option 1; order deck", {"order": 1, "vp": 1}),
    ("craftsman", {"lira": 4}, "option 2; option 3", {"built": "medium_cellar", "lira": 0, "vp": 1}),
    ("craftsman", {"lira": 4}, "option 1; order deck; option 2", {"order": 1, "built": "medium_cellar", "vp": 0}),
    ("exporter", {"red": "1"}, "option 1", {"wine": "r1"}),
    ("exporter", {"red": "1"}, "option 3", {"vp": 2, "pad": ""}),
    ("exporter", {"wine": "b4", "hand": "order_06"}, "", {"vp": 2, "residual": 1}),
    ("laborer", {"vines": "6 merlot"}, "stop", {"pad": "r3"}),
    ("laborer", {"vines": "6 merlot"}, "option 2", {"wine": "r3", "vp": -1}),
    ("laborer", {"red": "1"}, "", {"wine": "r1"}),
    ("laborer+", {"vines": "6 merlot"}, "option 2", {"wine": "r3", "vp": 0}),
    ("designer", {"lira": 2, "built": "irrigation yoke cottage windmill tasting_room"}, "", {"lira": 0, "vp": 2}),
    ("designer", {"lira": 2, "built": "irrigation yoke cottage"}, "", {"lira": 0, "vp": 0}),
    ("governess", {"lira": 3}, "", {"lira": 0, "workers": 4, "ready": 3}),
    ("governess", {"wine": "w2"}, "", {"vp": 2, "wine": ""}),
    ("governess+", {"lira": 3, "wine": "w2"}, "option 2; option 1", {"vp": 2, "workers": 4}),
    ("zymologist", {"red": "4 5", "white": "3"}, "blush; red 4; red", {"wine": "r5 b7"}),
    ("noble", {"lira": 1, "residual": 4}, "option 2", {"residual": 2, "vp": 2, "lira": 1}),
    ("noble", {"lira": 1, "residual": 2}, "option 1", {"residual": 3, "vp": 1, "lira": 0}),
    ("noble+", {"lira": 1, "residual": 2}, "option 1; option 2", {"residual": 1, "vp": 3}),
    ("taster", {"wine": "r5 w3"}, "red 5", {"lira": 4, "vp": 2, "wine": "w3"}),
    ("taster", {"wine": "r5 w3"}, "white 3", {"lira": 4, "vp": 0, "wine": "r5"}),
    ("guest_speaker", {"lira": 1}, "yes", {"lira": 0, "workers": 4, "vp": 0}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "things", "answers", "result"), CASES, ids=[f"{at}-{case[0]}" for at, case in enumerate(CASES)]
)
def test_a_visitor_does_what_it_says(name: str, things: Things, answers: str, result: Things) -> None:
    state = new(2)
    give(state, **things)
    visit(state, name.rstrip("+"), expert=name.endswith("+"))
    for text in [part.strip() for part in answers.split(";") if part.strip()]:
        play(state, text)  # what is the only way left is not asked (§1.5)
    assert state.over, (asked(state), offers(state))
    for what, value in result.items():
        assert seen(state, 0, what) == value, what
    assert state.in_play == []
    assert state.problems() == []


UNPLAYABLE: list[tuple[str, Things]] = [
    ("broker", {"lira": 8, "vp": -4}),  # §4.14
    ("contractor", {"lira": 1}),
    ("planter", {}),
    ("buyer", {"lira": 1}),
    ("auctioneer", {"hand": "pinot"}),
    ("negotiator", {"residual": 7, "red": "1"}),
    ("stonemason", {"lira": 7}),
    ("cultivator", {"hand": "merlot"}),
    ("grower", {"hand": "syrah"}),
    ("overseer", {"lira": 5}),
    ("overseer", {"hand": "sangiovese", "lira": 1}),
    ("volunteer_crew", {"hand": "syrah"}),
    ("wedding_party", {"lira": 1}),
    ("horticulturist", {"vines": "6 pinot"}),
    ("peddler", {"hand": "pinot"}),
    ("merchant", {"lira": 3, "red": "1"}),
    ("assessor", {}),
    ("queen", {}),
    ("harvester", {}),
    ("professor", {"lira": 1}),
    ("master_vintner", {"wine": "r3", "lira": 1}),
    ("harvest_expert", {"lira": 1}),
    ("jack_of_all_trades", {"wine": "b4", "hand": "order_06"}),
    ("supervisor", {}),
    ("reaper", {}),
    ("bottler", {}),
    ("exporter", {}),
    ("laborer", {}),
    ("designer", {"lira": 1}),
    ("governess", {"lira": 2}),
    ("zymologist", {"red": "3"}),
    ("noble", {"residual": 1}),
    ("taster", {}),
    ("innkeeper", {}),
    ("motivator", {}),
    ("guest_speaker", {}),
    ("mentor", {}),
    ("teacher", {"lira": 1}),
    ("uncertified_teacher", {"vp": -5}),
    ("uncertified_oenologist", {"vp": -5}),
    ("producer", {"lira": 2}),
]


@pytest.mark.parametrize(("name", "things"), UNPLAYABLE, ids=[f"{at}-{case[0]}" for at, case in enumerate(UNPLAYABLE)])
def test_a_visitor_that_cannot_be_carried_out_completely_is_not_playable(name: str, things: Things) -> None:
    state = new(2)
    give(state, **things)
    if name == "queen":
        state.players[1].vp = -5  # £0, -5 VP, no card: none of the three (VISITORS §8)
    assert not can_play(state, name)


def test_every_visitor_has_a_case() -> None:
    state = new(2)
    special = {
        "caravan", "landscaper", "planner", "swindler", "producer", "organizer", "wedding_party", "queen", "mentor",
        "innkeeper", "motivator", "manager", "governor",
    }  # fmt: skip
    tested = {case[0].rstrip("+") for case in CASES} | special
    assert tested == {visitor.id for deck in state.pieces.visitors for visitor in deck}


# Cards that need more of the table than one vineyard.


def test_landscaper_swaps_only_what_fits() -> None:
    """VISITORS §8 example 6."""
    state = new(2)
    give(state, vines="5 sangiovese cabernet_sauvignon, 7 chardonnay merlot")
    visit(state, "landscaper")
    play(state, "option 2")
    assert offers(state) == ["cabernet_sauvignon field_5", "chardonnay field_7"]
    play(state, "cabernet_sauvignon field_5")
    assert state.over
    names = [[state.pieces.vines[kind].id for kind in vines] for vines in state.players[0].vines]
    assert names == [["sangiovese", "chardonnay"], [], ["merlot", "cabernet_sauvignon"]]


def test_landscaper_draws_and_may_plant_the_vine_drawn() -> None:
    """VISITORS §6: the planting is optional, the vine drawn may be it."""
    state = new(2)
    face_up(state, 0, "sangiovese")
    visit(state, "landscaper")
    play(state, "part 1", "vine 1", "sangiovese field_6")
    assert seen(state, 0, "vines") == "sangiovese"
    assert state.over


def test_landscaper_with_the_expert_does_both() -> None:
    """VISITORS §3.1."""
    state = new(2)
    give(state, vines="5 sangiovese, 6 malvasia")
    visit(state, "landscaper", expert=True)
    play(state, "option 2", "sangiovese field_5", "option 1", "part 1", "vine deck")
    assert seen(state, 0, "vine") in (0, 1)


def test_handyman_pays_its_owner_for_each_builder() -> None:
    """VISITORS §7."""
    state = new(3)
    give(state, 1, lira=0)
    give(state, 2, lira=3)
    visit(state, "handyman")
    play(state, "no", "yes", "trellis", "yes", "windmill")
    assert state.players[0].vp == 2
    assert state.players[2].lira == 0
    assert state.over


def test_vendor_lets_opponents_draw() -> None:
    """VISITORS §7."""
    state = new(3)
    visit(state, "vendor")
    play(state, "vine deck", "order deck", "yes", "no")
    assert (seen(state, 1, "summer"), seen(state, 2, "summer")) == (1, 0)


def test_banker_lends_to_opponents_who_have_points_to_lose() -> None:
    """VISITORS §8 example 10."""
    state = new(3)
    give(state, 1, vp=-5)
    visit(state, "banker")
    assert state.waiting == [2]
    play(state, "yes")
    assert (state.players[0].lira, state.players[2].lira, state.players[2].vp) == (5, 3, -1)
    assert state.over


def test_swindler_takes_lira_or_points() -> None:
    """VISITORS §8 example 9."""
    state = new(4)
    give(state, 1, lira=2)
    give(state, 2, lira=5)
    give(state, 3, lira=1)
    visit(state, "swindler")
    play(state, "yes", "no")
    assert (state.players[0].lira, state.players[0].vp, state.players[1].lira) == (2, 2, 0)
    assert state.over


def test_wedding_party_pays_as_many_as_it_can() -> None:
    """VISITORS §8 example 34."""
    state = new(5)
    give(state, lira=7)
    visit(state, "wedding_party")
    assert len(offers(state)) == 4 + 6 + 4
    play(state, "b c e")
    assert (state.players[0].lira, state.players[0].vp) == (1, 3)
    assert [vineyard.lira for vineyard in state.players[1:]] == [2, 2, 0, 2]


def test_governor_takes_cards_or_points() -> None:
    """VISITORS §8 example 24."""
    state = new(4)
    give(state, 1, hand="broker")
    give(state, 3, hand="banker,patron")
    visit(state, "governor")
    play(state, "b c d", "summer patron")
    assert (seen(state, 0, "summer"), state.players[0].vp) == (2, 1)
    assert seen(state, 3, "summer") == 1


def test_queen_asks_the_right_neighbour() -> None:
    """VISITORS §8 example 25: the player before the owner."""
    state = new(3)
    give(state, 2, lira=2, vp=-5, hand="broker,banker")
    visit(state, "queen")
    assert seen(state, 2, "summer") == 2 or asked(state) == "card_to_give"
    play(state, "summer broker")
    assert seen(state, 0, "summer") == 2
    state = new(3)
    give(state, 2, lira=3, vp=0)
    visit(state, "queen")
    assert state.waiting == [2]
    play(state, "option 3")
    assert state.players[0].lira == 3
    state = new(3)
    visit(state, "queen")
    assert state.players[2].vp == -1  # the only way left is taken without a question


def test_importer_is_met_by_exactly_three_cards() -> None:
    """VISITORS §8 example 11."""
    state = new(4)
    give(state, 1, hand="broker,banker")
    give(state, 2, hand="patron")
    give(state, 3, hand="planter,buyer")
    visit(state, "importer")
    play(state, "pledge 2", "summer broker", "pledge 1")
    assert (seen(state, 0, "summer"), seen(state, 0, "winter")) == (3, 0)
    assert state.over


def test_importer_draws_if_the_gift_is_incomplete() -> None:
    """VISITORS §4.9."""
    state = new(4)
    give(state, 1, hand="broker,banker")
    give(state, 2, hand="patron")
    visit(state, "importer")
    play(state, "pledge 2", "summer broker", "pledge 0")
    assert seen(state, 0, "winter") == 3
    assert seen(state, 1, "summer") == 2
    assert not any(state.pledged)


def test_volunteer_crew_asks_whoever_might_plant() -> None:
    """VISITORS §8 example 45."""
    state = new(3)
    give(state, 1, hand="chardonnay")  # cannot be planted, but only its owner knows
    give(state, 2, hand="sangiovese")
    visit(state, "volunteer_crew")
    assert state.waiting == [1]
    assert offers(state) == ["no"]
    play(state, "no", "yes")
    assert state.players[0].lira == 2
    assert seen(state, 2, "vines") == "sangiovese"


def test_mentor_draws_for_each_opponent_who_makes_wine() -> None:
    """VISITORS §8 example 26."""
    state = new(3)
    give(state, 1, red="1")
    give(state, 2, red="1")
    visit(state, "mentor", expert=True)
    play(state, "yes", "option 1", "vine deck", "option 2", "yes", "option 2", "stop")
    assert (seen(state, 0, "vine"), seen(state, 0, "summer")) == (1, 2)
    state = new(3)
    give(state, 1, red="1")
    visit(state, "mentor")
    play(state, "yes", "option 2")
    assert (seen(state, 0, "vine"), seen(state, 0, "summer")) == (0, 1)
    assert state.over


def test_motivator_gives_the_grande_back() -> None:
    """VISITORS §7, §4.19."""
    state = new(3)
    stand(state, 0, "grande give_tour:left")
    stand(state, 2, "grande gain")
    visit(state, "motivator")
    play(state, "yes", "yes")
    assert state.players[0].grande == state.players[2].grande == 1
    assert state.players[0].vp == 1
    assert workers_at(state, "give_tour:left") == -1


def test_guest_speaker_asks_those_who_can_train() -> None:
    """VISITORS §8 example 27."""
    state = new(3)
    give(state, 1, lira=1, workers=5)
    give(state, 2, lira=1, workers=6)
    visit(state, "guest_speaker")
    assert state.waiting == [1]
    play(state, "yes")
    assert (state.players[0].vp, state.players[1].lira, seen(state, 1, "workers")) == (1, 0, 6)
    assert state.over


def test_uncertified_teacher_counts_full_opponents() -> None:
    """VISITORS §1.5."""
    state = new(3)
    give(state, 1, workers=6)
    give(state, 2, workers=6)
    visit(state, "uncertified_teacher")
    play(state, "option 2")
    assert state.players[0].vp == 2


def test_innkeeper_takes_the_tops_of_two_piles() -> None:
    """VISITORS §8 example 28."""
    state = new(2)
    state.set_discards(0, [state.decks[0][-1]])
    state.set_deck(0, state.decks[0][:-1])
    assert not can_play(state, "innkeeper")
    state.set_discards(3, [state.decks[3][-1]])
    state.set_deck(3, state.decks[3][:-1])
    visit(state, "innkeeper")
    assert (seen(state, 0, "vine"), seen(state, 0, "winter")) == (1, 1)
    assert [state.pieces.visitors[1][card].id for card in state.discards[3]] == ["innkeeper"]


def test_caravan_turns_up_a_card_of_every_deck() -> None:
    """VISITORS §4.25."""
    state = new(2)
    visit(state, "caravan")
    assert [DECKS[card // 64] for card in state.revealed] == ["vine", "order", "summer", "winter"]
    play(state, *offers(state)[1:3])
    assert (seen(state, 0, "order"), seen(state, 0, "summer")) == (1, 1)
    assert len(state.discards[0]) == 1


def test_producer_takes_back_other_workers() -> None:
    """VISITORS §8 example 39."""
    state = new(2)
    give(state, lira=2)
    stand(state, 0, "give_tour:left", "yoke")
    visit(state, "producer", season="fall")
    assert offers(state) == ["regular give_tour:left", "regular yoke"]
    play(state, "regular yoke", "stop")
    assert (state.players[0].lira, state.players[0].ready) == (0, 1)


def test_producer_does_not_take_the_worker_that_led_to_it() -> None:
    """VISITORS §4.19."""
    state = new(2)
    give(state, lira=2)
    hold(state, 0, "producer")
    stand(state, 0, "gain")
    act(state, "play_summer_visitor", place="play_summer_visitor:left")
    assert state.over
    assert state.players[0].ready == 2 - 1
    assert workers_at(state, "play_summer_visitor:left") == 0


def test_organizer_moves_the_rooster_and_passes() -> None:
    """VISITORS §8 example 41."""
    state = new(2)
    state.players[0].row, state.players[1].row = 2, 3
    for vineyard in state.players:
        vineyard.column = 1
    visit(state, "organizer")
    assert "row 2" not in offers(state)
    play(state, "row 6", "winter deck", "winter deck")
    assert (state.players[0].row, state.players[0].column) == (6, 2)
    assert seen(state, 0, "winter") == 2  # any card of the summer cell, a winter visitor of the fall cell


def test_organizer_needs_an_empty_row() -> None:
    """VISITORS §4.22."""
    state = new(6)
    assert can_play(state, "organizer")  # six roosters leave one row


def test_planner_places_a_worker_for_a_later_season() -> None:
    """VISITORS §8 example 40."""
    state = new(2)
    visit(state, "planner")
    play(state, "regular", "fill_order:left")
    assert workers_at(state, "fill_order:left") == 0
    assert state.planned
    assert not can_play(new(2), "planner", season="winter")


def test_manager_takes_an_action_of_an_earlier_season() -> None:
    """VISITORS §8 example 42."""
    state = new(2)
    give(state, lira=1, wine="b4", hand="order_06")
    visit(state, "manager")
    play(state, "take_any_action", "fill_order")
    assert (state.players[0].vp, state.players[0].lira) == (2, 0)
    state = new(2)
    give(state, lira=2)
    stand(state, 1, "build_structure:left")
    visit(state, "manager")
    play(state, "build_structure", "trellis")
    assert (state.players[0].lira, seen(state, 0, "built")) == (0, "trellis")
    assert not can_play(new(2), "manager", season="spring")


def test_manager_uses_no_expert() -> None:
    """VISITORS §4.20."""
    state = new(2)
    give(state, lira=3)
    hire(state, 0, "give_tour")
    visit(state, "manager")
    play(state, "give_tour")
    assert state.players[0].lira == 5


def test_taster_compares_with_all_cellars() -> None:
    """VISITORS §8 example 23."""
    for blush, points in (("b5", 0), ("b4", 2)):
        state = new(2)
        give(state, wine="r5 w3")
        give(state, 1, wine=blush)
        visit(state, "taster")
        play(state, "red 5")
        assert (state.players[0].lira, state.players[0].vp) == (4, points)


def test_sponsor_sees_each_replacement() -> None:
    """VISITORS §8 example 38."""
    state = new(2)
    face_up(state, 0, "merlot")
    on_top(state, "chardonnay")
    visit(state, "sponsor")
    play(state, "option 1", "vine 1")
    assert state.pieces.vines[state.market[0]].id == "chardonnay"
    play(state, "vine 1")
    assert sorted(state.players[0].hand[0]) == sorted([state.pieces.ids[0]["merlot"], state.pieces.ids[0]["chardonnay"]])


def test_oenologist_and_zymologist_respect_cellars() -> None:
    """VISITORS §8 examples 13 and 14."""
    state = new(2)
    give(state, red="4 5", white="3")
    visit(state, "zymologist")
    play(state, "blush", "red 4", "red")
    vineyard = state.players[0]
    vineyard.age_wines(state.pieces)
    assert cellar(state) == "r6 b8"
    vineyard.age_wines(state.pieces)
    assert cellar(state) == "r6 b9"
    assert pad(state) == ""


def test_the_expert_is_offered_only_where_an_or_can_become_and() -> None:
    """VISITORS §3.2, §3.3."""
    state = new(2)
    give(state, lira=9)
    hold(state, 0, "artisan", "broker")
    hire(state, 0, "play_summer_visitor")
    act(state, "play_summer_visitor", place="play_summer_visitor:left")
    assert offers(state) == ["broker", "artisan", "broker and"]


def test_two_visitors_or_the_expert() -> None:
    """VISITORS §8 example 43."""
    for first, second in (("tour_guide", True), ("tour_guide and", False)):
        state = new(3)
        hold(state, 0, "tour_guide", "patron")
        hire(state, 0, "play_summer_visitor")
        act(state, "play_summer_visitor", place="play_summer_visitor:middle")
        play(state, first)
        if asked(state) == "option":
            play(state, offers(state)[0])
        assert ("bonus" in offers(state) if state.waiting else False) == second


def test_planner_needs_a_worker_besides_the_one_that_leads_to_it() -> None:
    """VISITORS §4.21: the last worker cannot be placed to play Planner; with another one it can."""
    for ready, legal in ((1, False), (2, True)):
        state = new(2)
        give(state, hand="planner", regulars=ready, ready=ready, grande=0)
        turn(state, "summer")
        assert ("regular play_summer_visitor:left" in offers(state)) == legal


def test_motivator_may_take_back_the_grande_that_leads_to_it() -> None:
    """VISITORS §4.19: with nothing else to do, only the grande can be placed to play it."""
    state = new(2)
    hold(state, 0, "motivator")
    turn(state, "winter")
    assert "regular play_winter_visitor:left" not in offers(state)
    play(state, "grande play_winter_visitor:left", "yes")
    assert state.players[0].grande == 1
    assert state.over


def test_producer_needs_another_placed_worker() -> None:
    """VISITORS §4.19: not the one that leads to it."""
    state = new(2)
    give(state, lira=2, hand="producer")
    turn(state, "summer")
    assert not [text for text in offers(state) if "play_summer_visitor" in text]
    stand(state, 0, "give_tour:left")
    turn(state, "summer")
    assert "regular play_summer_visitor:left" in offers(state)
