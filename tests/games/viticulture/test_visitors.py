"""All 76 visitors and each of their alternatives, as far as one vineyard can show them (§11; VISITORS §8)."""

import pytest

from tests.games.viticulture import table as t

Things = dict[str, object]
Case = tuple[str, Things, str, Things]

# card ("+" if the visitor expert is used), what the player has before, the answers, what the player has after
CASES: list[Case] = [
    ("surveyor", {}, "", {"lira": 2, "vp": 0}),  # option 2 is not offered
    ("surveyor", {"vines": "6 sangiovese"}, "", {"vp": 1}),
    ("surveyor+", {"owned": "5 6", "vines": "6 sangiovese"}, "option 1; option 2", {"lira": 2, "vp": 1}),
    ("broker", {"lira": 10, "vp": 1}, "option 1", {"lira": 1, "vp": 4}),
    ("broker", {"lira": 10, "vp": 1}, "option 2", {"lira": 16, "vp": -1}),
    ("broker+", {"lira": 10, "vp": 1}, "option 1; option 2", {"lira": 7, "vp": 2}),
    ("broker+", {"lira": 10, "vp": 1}, "option 2; option 1", {"lira": 7, "vp": 2}),
    ("broker+", {"lira": 0, "vp": 5}, "", {"lira": 6, "vp": 3}),  # £6 is not enough for option 1: the card ends
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
    ("planter", {"hand": "sangiovese"}, "", {"lira": 1, "vines": "sangiovese"}),
    ("planter+", {"hand": "sangiovese"}, "option 2", {"lira": 1, "vp": 2, "vines": "", "vine": 0}),
    ("buyer", {"lira": 2}, "red", {"lira": 0, "pad": "r1"}),
    ("buyer", {"lira": 2}, "white", {"lira": 0, "pad": "w1"}),
    ("buyer", {"red": "3"}, "", {"lira": 2, "vp": 1, "pad": ""}),
    ("buyer+", {"lira": 2}, "red; option 2", {"lira": 2, "vp": 1, "pad": ""}),
    ("buyer+", {"lira": 2}, "white; option 2", {"lira": 2, "vp": 1, "pad": ""}),
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
    ("overseer", {"lira": 5, "built": "trellis", "hand": "cabernet_sauvignon"}, "",  # planting first is impossible
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
    ("negotiator", {"residual": 6, "wine": "r1"}, "", {"residual": 7, "vp": 1, "wine": ""}),
    ("negotiator+", {"residual": 0, "red": "1", "wine": "w1"}, "option 1; option 2", {"residual": 3, "vp": 1}),
    ("cultivator", {"hand": "malvasia", "vines": "6 merlot merlot"}, "", {"vines": "malvasia merlot merlot"}),
    ("homesteader", {"lira": 0, "vp": -5, "hand": "sangiovese"}, "option 1; irrigation", {"vp": -5, "built": "irrigation"}),
    ("homesteader", {"lira": 0, "vp": -5, "hand": "sangiovese"}, "option 2", {"vp": -5, "vines": "sangiovese", "built": ""}),
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
    ("merchant", {"lira": 3, "red": "1", "wine": "b4", "hand": "order_06"}, "", {"vp": 3, "lira": 3}),
    ("merchant+", {"lira": 3, "wine": "b4", "hand": "order_06"}, "option 1; option 2", {"vp": 3, "pad": "r1 w1"}),
    ("crusher", {}, "option 1", {"lira": 3, "summer": 1}),
    ("crusher", {}, "option 2; order deck", {"order": 1, "lira": 0, "wine": ""}),
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
    ("assessor", {"hand": "broker,banker,pinot,syrah,merlot"}, "option 1", {"lira": 5, "vp": 0, "cards": 5}),
    ("assessor", {"hand": "broker,banker,pinot,syrah,merlot"},
     "option 2; summer broker; summer banker; vine pinot; vine syrah", {"lira": 0, "vp": 2, "cards": 0}),
    ("assessor+", {"hand": "broker,banker,pinot,syrah,merlot"},
     "option 1; option 2; summer broker; summer banker; vine pinot; vine syrah", {"lira": 5, "vp": 2, "cards": 0}),
    ("assessor", {"hand": "broker,banker"}, "option 2; summer broker", {"vp": 2, "cards": 0}),
    ("assessor+", {"hand": "broker,banker"}, "option 1; option 2; summer banker", {"lira": 2, "vp": 2, "cards": 0}),
    ("harvester", {"vines": "6 merlot"}, "option 1", {"pad": "r3", "lira": 2}),
    ("harvester", {"vines": "6 merlot, 5 malvasia"}, "field_6; field_5; option 2", {"pad": "r3 w1", "vp": 1}),
    ("professor", {"lira": 2, "workers": 5}, "", {"lira": 0, "workers": 6, "vp": 0}),
    ("professor+", {"lira": 2, "workers": 5}, "option 2", {"lira": 0, "workers": 6, "vp": 2}),
    ("professor", {"workers": 6, "lira": 2}, "", {"vp": 2, "lira": 2}),
    ("master_vintner", {"lira": 2}, "", {"lira": 0, "built": "medium_cellar"}),
    ("master_vintner", {"lira": 2, "wine": "r3 w3", "hand": "order_10"}, "",
     {"lira": 0, "vp": 0, "wine": "r3 w3", "built": "medium_cellar"}),
    ("master_vintner", {"built": "medium_cellar", "wine": "r4", "hand": "order_01"}, "", {"vp": 2, "residual": 1, "wine": ""}),
    ("master_vintner+", {"lira": 4, "built": "medium_cellar", "wine": "r4", "hand": "order_01"}, "option 1; option 2",
     {"vp": 2, "lira": 0, "built": "medium_cellar large_cellar"}),
    ("uncertified_oenologist", {"wine": "w1"}, "option 1", {"wine": "w3"}),
    ("uncertified_oenologist", {"wine": "w1"}, "option 2", {"built": "medium_cellar", "vp": -1}),
    ("uncertified_oenologist+", {"wine": "w3"}, "option 1", {"built": "medium_cellar", "vp": -1, "wine": "w5"}),
    ("promoter", {"residual": 2, "red": "1"}, "", {"vp": 2, "residual": 3, "pad": ""}),
    ("promoter", {"residual": 7, "wine": "r1"}, "", {"vp": 1, "residual": 7, "wine": ""}),
    ("promoter", {"residual": 7, "red": "1"}, "", {"vp": 1, "residual": 7}),
    ("harvest_expert", {"lira": 1, "vines": "6 sangiovese"}, "part 1; option 1; vine deck",
     {"pad": "r1", "vine": 1, "built": "", "lira": 1}),
    ("harvest_expert", {"lira": 1, "vines": "6 sangiovese"}, "part 1; option 2",
     {"pad": "r1", "vine": 0, "built": "yoke", "lira": 0}),
    ("harvest_expert+", {"lira": 1, "vines": "6 sangiovese"}, "part 1; option 2; option 1; vine deck",
     {"pad": "r1", "built": "yoke", "lira": 0, "vine": 1}),
    ("harvest_expert+", {"lira": 1, "vines": "6 sangiovese"}, "part 1; option 1; vine deck; option 2",
     {"pad": "r1", "built": "yoke", "lira": 0, "vine": 1}),
    ("jack_of_all_trades", {"vines": "6 sangiovese"}, "", {"wine": "r1", "pad": ""}),
    ("jack_of_all_trades", {"vines": "6 sangiovese", "wine": "b4", "hand": "order_06"}, "option 3",
     {"vp": 2, "pad": "r1"}),
    ("jack_of_all_trades", {"red": "1", "wine": "b4", "hand": "order_06"}, "option 2", {"wine": "r1", "vp": 2, "residual": 1}),
    ("politician", {"vp": -1}, "", {"lira": 6, "cards": 0}),
    ("politician", {}, "vine deck; order deck", {"lira": 0, "vine": 1, "summer": 1, "order": 1}),
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
    state = t.new(2)
    t.give(state, **things)
    t.visit(state, name.rstrip("+"), expert=name.endswith("+"))
    for text in [part.strip() for part in answers.split(";") if part.strip()]:
        t.play(state, text)  # an only option is not asked (§1.5)
    assert state.over, (t.asked(state), t.offers(state))
    for what, value in result.items():
        assert t.seen(state, 0, what) == value, what
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
    ("master_vintner", {"lira": 1, "wine": "r3 w3", "hand": "order_10"}),  # it could be filled, but nothing can age
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
    state = t.new(2)
    t.give(state, **things)
    if name == "queen":
        state.players[1].vp = -5  # £0, -5 VP, no card: none of the three (VISITORS §8)
    assert not t.can_play(state, name)


def test_every_visitor_has_a_case() -> None:
    state = t.new(2)
    special = {
        "caravan", "landscaper", "planner", "swindler", "producer", "organizer", "wedding_party", "queen", "mentor",
        "innkeeper", "motivator", "manager", "governor",
    }  # fmt: skip
    tested = {case[0].rstrip("+") for case in CASES} | special
    assert tested == {visitor.id for deck in state.pieces.visitors for visitor in deck}


# Cases that need more than what is left at the end.


def test_blacksmith_does_not_offer_what_cannot_be_paid() -> None:
    """VISITORS §8 example 3."""
    state = t.new(2)
    t.give(state, lira=3)
    t.visit(state, "blacksmith")
    assert "tasting_room" not in t.offers(state)


def test_homesteader_builds_once_where_twice_would_cost_too_much() -> None:
    """VISITORS §8 example 8."""
    state = t.new(2)
    t.give(state, vp=-5, hand="sangiovese")
    t.visit(state, "homesteader")
    t.play(state, "option 1")
    assert sorted(t.offers(state)) == ["irrigation", "trellis", "yoke"]
    t.play(state, "irrigation")
    assert state.over  # both would cost 1 VP


def test_harvest_expert_offers_no_second_yoke() -> None:
    """VISITORS §8 example 17."""
    state = t.new(2)
    t.give(state, built="yoke", lira=1, vines="6 sangiovese")
    t.visit(state, "harvest_expert")
    t.play(state, "part 1")
    assert t.asked(state) == "draw_source"  # with the yoke built only the vine is offered


def test_noble_moves_the_bottle_down_and_up_again() -> None:
    """VISITORS §8 example 21."""
    state = t.new(2)
    t.give(state, lira=1, residual=4)
    t.visit(state, "noble")
    t.play(state, "option 2")
    assert t.me(state, "vp", "residual") == [2, 2]
    t.act(state, "draw_vine")
    state.set_discards(3, [])
    noble = state.pieces.ids[3]["noble"]
    state.players[0].take(3, noble)  # next year the card has come round again
    t.visit(state, "noble")
    t.play(state, "option 1")
    assert t.me(state, "vp", "residual", "lira") == [3, 3, 0]


def test_zymologist_needs_no_cellar_but_aging_does() -> None:
    """VISITORS §8 examples 13 and 14."""
    state = t.new(2)
    t.give(state, red="4 5", white="3")
    t.visit(state, "zymologist")
    t.play(state, "blush", "red 4", "red")
    assert (t.cellar(state), t.pad(state)) == ("r5 b7", "")
    for wine in ("r6 b8", "r6 b9"):
        t.turn(state, "winter")
        t.play(state, "pass")
        assert t.cellar(state) == wine


def test_the_expert_is_offered_only_where_an_or_can_become_and() -> None:
    """VISITORS §3.2, §3.3."""
    state = t.new(2)
    t.give(state, lira=9)
    t.hold(state, 0, "artisan", "broker")
    t.hire(state, 0, "play_summer_visitor")
    t.act(state, "play_summer_visitor", place="play_summer_visitor:left")
    assert t.offers(state) == ["broker", "artisan", "broker and"]


def test_two_visitors_or_the_expert() -> None:
    """VISITORS §8 example 43."""
    state = t.new(3)
    t.give(state, vines="6 merlot")
    t.hold(state, 0, "tour_guide", "patron")
    t.hire(state, 0, "play_summer_visitor")
    t.act(state, "play_summer_visitor", place="play_summer_visitor:middle")
    t.play(state, "tour_guide and", "option 1", "option 2")
    assert state.over  # no second card
    assert (t.me(state, "lira", "summer"), t.pad(state)) == ([4, 1], "r3")
    state = t.new(3)
    t.give(state, vines="6 merlot")
    t.hold(state, 0, "tour_guide", "patron")
    t.hire(state, 0, "play_summer_visitor")
    t.act(state, "play_summer_visitor", place="play_summer_visitor:middle")
    t.play(state, "tour_guide", "option 1", "bonus", "option 1")
    assert state.over
    assert t.me(state, "lira", "summer") == [4 + 4, 0]
