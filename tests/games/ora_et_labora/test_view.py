"""What players see and read of Ora et Labora."""

from cuvee.kernel.match import Match
from cuvee.kernel.play import SPECTATOR
from cuvee.kernel.text import speaking
from tests.games.ora_et_labora import table as t


def test_everything_is_public() -> None:
    """§1.3: a spectator sees the same things as the players, only in another order."""
    state = t.new()
    seen = [sorted(area.id for area in t.GAME.view(state, seat).areas) for seat in (SPECTATOR, 0, 1, 2)]
    assert seen == [seen[0]] * 4
    assert t.GAME.view(state, 2).areas[4].id == "player:2", "the seat's own estate is first"


def test_money_is_shown_as_tiles() -> None:
    """§9.2 R35: 13 coins are two five-coin tiles and three coins."""
    state = t.new()
    t.give(state, 0, "13 coins")
    view = t.GAME.view(state, 0)
    tiles, coins = view.find("stock:0:coin5"), view.find("stock:0:coin")
    assert tiles is not None
    assert coins is not None
    assert (tiles.facts["count"], coins.facts["count"]) == (2, 3)


def test_the_view_names_what_stands_where() -> None:
    state = t.new()
    t.lay(state, 0, "G02", 3, 1)
    t.stand(state, 0, "G02")
    view = t.GAME.view(state, 1)
    space = view.find("space:0:3:1")
    assert space is not None
    assert space.inside[0].name == "Cloister Courtyard"
    assert space.inside[0].facts["occupied"] == ["prior of A"]
    forest = view.find("space:0:1:0")
    assert forest is not None
    assert forest.facts["card"] == "forest"


def test_places_for_a_tile_are_drawn_while_it_is_placed() -> None:
    """§7.5: the rows where the plot could go."""
    state = t.new()
    t.give(state, 0, "3 coins")
    t.begin(state)
    t.play(state, "land", "plot", "coast")
    view = t.GAME.view(state, 0)
    assert [option.targets for option in view.options] == [["slot:0:-1"], ["slot:0:0"], ["slot:0:1"]]
    slot = view.find("slot:0:1")
    assert slot is not None
    assert slot.facts["columns"] == [-2, -1]


def test_the_picture_shows_the_table() -> None:
    state = t.new()
    t.reach(state, "A")
    t.buy(state, 0, "coast", 0)
    t.lay(state, 0, "s1", -1, 0)
    t.stand(state, 0, "farmyard@0")
    t.begin(state)
    text = t.GAME.picture(t.GAME.view(state, 0))
    for words in (
        "Round 1",
        "Wheel: Clay 2",
        "Districts: 2 3 4 4 5 5 6 7 8",
        "F05   Bakery",
        "2 Clay, 1 Straw",
        "G16 ✝",
        "Coming with B:",
        "points as things stand",
        "Goods: 1 Clay, 1 Wood",
        "S1 Shanty Town",
        "forest",
        "(water)",
        "♟ Farmyard",
    ):
        assert words in text, words


def test_the_log_tells_a_turn() -> None:
    match = Match(t.GAME, 3, {}, 1)
    match.play(0, "contract")
    match.play(0, "clay_mound@1")
    match.play(1, "brother")
    match.play(0, "clay")
    with speaking(names=["Ann", "Bea", "Cy"]):
        told = [t.GAME.recount(match.state, news, 2) for story in match.story for news in story]
    assert "Ann pays Bea for a work contract on Clay Mound of Bea" in told
    assert "Ann pays 1 Coin" in told
    assert "Bea gets 1 Coin" in told
    assert "A lay brother of Bea enters Clay Mound of Bea" in told
    assert "Ann uses Clay Mound of Bea" in told
    assert "Ann produces Clay with its own indicator" in told
    assert "Ann gets 2 Clay" in told


def test_labels_say_what_an_option_does() -> None:
    state = t.new()
    t.begin(state)
    t.play(state, "build")
    labels = [option.label for option in t.GAME.view(state, 0).options]
    assert "Peat Coal Kiln for 1 Clay" in labels
