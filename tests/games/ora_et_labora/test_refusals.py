"""What the rules forbid is refused with its §, and nothing changes."""

import pytest

from cuvee.games.ora_et_labora.state.table import Estates
from cuvee.kernel.errors import BadComponents, BadOption, IllegalMove
from tests.games.ora_et_labora import table as t
from tests.games.ora_et_labora.test_turns import start_round


def refuses(state: Estates, text: str, *words: str) -> None:
    """Check that a text is refused with these words and that nothing changes."""
    before = state.digest()
    with pytest.raises(IllegalMove) as refusal:
        state.parse(state.waiting[0], text)
    for word in words:
        assert word in str(refusal.value), str(refusal.value)
    assert state.digest() == before


def test_building_on_the_wrong_terrain() -> None:
    """§6.3.1: a Windmill on the plains."""
    state = t.new()
    t.buy(state, 0, "hills", 2)
    t.give(state, 0, "3 wood, 2 clay")
    t.begin(state)
    t.play(state, "build", "f04")
    refuses(state, "3,0", "Windmill", "plains", "§6.3.1")
    refuses(state, "0,0", "not free", "§6.3.1")
    refuses(state, "7,7", "not a space", "§6.3.1")


def test_building_with_no_suitable_terrain_at_all() -> None:
    """§6.3.1."""
    state = t.new()
    t.give(state, 0, "3 wood, 2 clay")
    t.begin(state)
    t.play(state, "build")
    refuses(state, "f04", "Windmill", "hillside", "§6.3.1")


def test_cloister_building_without_a_cloister_neighbour() -> None:
    """§6.3.2, example D1: (3, 0) does not touch the Cloister Office."""
    state = t.new()
    t.buy(state, 0, "plains", 2)
    t.give(state, 0, "2 wood")
    t.begin(state)
    t.play(state, "build", "g02")
    refuses(state, "3,0", "cloister", "§6.3.2")


def test_no_place_beside_the_cloister() -> None:
    """§6.3.2: the only neighbour of the Cloister Office is taken."""
    state = t.new()
    t.lay(state, 0, "G07", 3, 1)
    t.give(state, 0, "2 wood, 1 clay, 1 straw")
    t.begin(state)
    t.play(state, "build")
    refuses(state, "g02", "cloister", "§6.3.2")


def test_payment_too_small() -> None:
    """§9.1, §9.3, §9.6: a card that cannot be paid, a payment below what is due, more repetitions than can be paid."""
    state = t.new()
    t.give(state, 0, "2 wood, 1 clay")
    t.begin(state)
    t.play(state, "build")
    refuses(state, "f05", "Bakery", "2 Clay", "§9.1")
    t.settle_down(state, 0, "1 meat, 1 bread, 1 livestock")
    t.play(state, "settle", "3,0")
    refuses(state, "2 meat", "0 to 1", "§9.3")
    t.give(state, 0, "3 grain")
    t.employ(state, 0, "F04")
    refuses(state, "4x", "at most 3", "§9.7")


def test_settlement_that_cannot_be_paid_or_placed() -> None:
    """§8.3, §9.3, example E4: Hilltop Village on the plains."""
    state = t.new()
    t.reach(state, "D")
    t.settle_down(state, 0, "6 meat, 2 peat_coal, 1 wood")
    t.play(state, "settle")
    refuses(state, "s8", "Hilltop Village", "hillside", "§8.3")
    refuses(state, "s4", "Fishing Village", "coast", "§8.3")
    t.settle_down(state, 0, "1 meat, 1 wood")
    t.play(state, "settle")
    refuses(state, "s7", "Village", "15 food", "§9.3")


def test_contract_with_no_free_clergyman() -> None:
    """§6.1.2, example A8."""
    state = t.new()
    t.give(state, 0, "3 coins")
    t.stand(state, 1, "farmyard@1", "clay_mound@1", "cloister_office@1")
    t.begin(state)
    t.play(state, "contract")
    refuses(state, "clay_mound@1", "no available clergyman", "§6.1.2")
    refuses(state, "farmyard@0", "another player", "§6.1.2")


def test_contract_with_nobody_free() -> None:
    """§6.1.2, §6.1.3, §6.1.6."""
    state = t.new()
    t.give(state, 0, "3 coins")
    for seat in (1, 2):
        t.stand(state, seat, f"farmyard@{seat}", f"clay_mound@{seat}", f"cloister_office@{seat}")
    t.begin(state)
    refuses(state, "contract", "available clergyman", "§6.1.2")
    state = t.new()
    t.give(state, 0, "")
    t.begin(state)
    refuses(state, "contract", "1 coins or 1 Wine", "§6.1.3")


def test_occupied_building() -> None:
    """§6.1.1, §6.1.2: nobody enters an occupied building."""
    state = t.new()
    t.stand(state, 0, "farmyard@0")
    t.stand(state, 1, "", "clay_mound@1")
    t.begin(state)
    inside = state.clone()
    t.play(inside, "place")
    refuses(inside, "farmyard@0", "unoccupied", "§6.1.1")
    t.play(state, "contract")
    refuses(state, "clay_mound@1", "occupied", "§6.1.2")


def test_second_landscape_in_one_turn() -> None:
    """§7.4, example A11."""
    state = t.new()
    t.give(state, 0, "20 coins")
    t.begin(state)
    t.play(state, "land", "plot", "coast", "row 0")
    refuses(state, "land", "already bought", "§7.4")


def test_landscapes_in_wrong_places() -> None:
    """§7.5, examples A11, D3: rows that do not touch; a coast plot has no places to the right."""
    state = t.new()
    t.give(state, 0, "20 coins")
    t.begin(state)
    t.play(state, "land", "district", "hills")
    refuses(state, "row 3", "directly above or below", "§7.5")
    state = t.new()
    t.give(state, 0, "20 coins")
    t.begin(state)
    t.play(state, "land", "plot", "coast")
    refuses(state, "row 5", "Coast plots go on the left", "§7.5")


def test_fell_trees_in_the_bonus_round() -> None:
    """§13.2, example A13."""
    state = t.new()
    start_round(state, 25)
    refuses(state, "fell", "bonus round", "§13.2")


def test_exchanges_never_go_back() -> None:
    """§7.2, §7.3, example A2."""
    state = t.new()
    t.give(state, 0, "5 coins, 5 straw, 5 grain")
    t.begin(state)
    refuses(state, "1 straw to grain", "§4.8")
    refuses(state, "1 coin to wine", "§4.8")


def test_no_main_action_left() -> None:
    """§4.8."""
    state = t.new()
    t.give(state, 0, "9 coins")
    t.begin(state)
    t.play(state, "fell", "1,0", "wood")
    refuses(state, "fell", "No main action", "§4.8")


def test_wrong_seat() -> None:
    """§4.5: only the player whose turn it is."""
    state = t.new()
    with pytest.raises(IllegalMove):
        state.apply(1, state.options(0)[0])


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (5, {}),
        (0, {}),
        (2, {"length": "short"}),
        (3, {"length": "standard"}),
        (1, {"length": "long"}),
        (3, {"variant": "spain"}),
    ],
)
def test_set_ups_that_do_not_exist(seats: int, options: dict[str, str | int | bool]) -> None:
    """§1.2."""
    with pytest.raises(BadOption):
        t.GAME.new(seats, options)


BAD_ROWS = [
    ("buildings.toml", '[[building]]\nid = "G07"\nterrain = ["swamp"]\n', "swamp"),
    ("buildings.toml", '[[building]]\nid = "G07"\neffects = [{ op = "bless" }]\n', "op"),
    ("buildings.toml", '[[building]]\nid = "G07"\ncost = { straw = 1, grain = 1 }\n', "straw and grain"),
    ("goods.toml", '[[good]]\nid = "straw"\nenergy = 0.3\n', "half"),
    ("goods.toml", '[[good]]\nid = "clay"\nremove = true\n', "goods"),
    ("modes.toml", '[[mode]]\nid = "solo"\nwheel_side = "middle"\n', "wheel_side"),
]


@pytest.mark.parametrize(("file", "text", "word"), BAD_ROWS)
def test_component_tables_that_cannot_be_played(file: str, text: str, word: str) -> None:
    """An owner's correction that makes no sense is refused, naming file and row."""
    with pytest.raises(BadComponents) as error:
        t.GAME.new(3, {}, 1, t.GAME.components({file: text}))
    assert file in str(error.value)
    assert word in str(error.value)


def test_a_corrected_card_is_played_as_corrected() -> None:
    """The owner's copy says that the Kiln costs 2 clay."""
    tables = t.GAME.components({"buildings.toml": '[[building]]\nid = "G07"\ncost = { clay = 2 }\n'})
    state = t.GAME.new(3, {}, 1, tables)
    assert type(state) is Estates
    t.give(state, 0, "1 clay")
    t.begin(state)
    refuses(state, "build", "paid", "§6.3.7")
    t.give(state, 0, "2 clay")
    t.begin(state)
    t.play(state, "build", "3,0", "no")


def test_pointing_at_a_thing_of_the_table_says_what_to_choose_first() -> None:
    """§4.8: the menu comes before the things it is about; a card that cannot be built says why at once (§9.1)."""
    state = t.new()
    t.give(state, 0, "2 coins")
    t.begin(state)
    for what, words in (
        ("building:farmyard@0", "“Place a clergyman on a building of your own”"),
        ("building:farmyard@1", "“Issue a work contract”"),
        ("space:0:1:0", "“Fell trees”"),
        ("space:0:0:0", "“Cut peat”"),
        ("pile:district", "“Buy a landscape”"),
        ("building:f05", "Bakery costs 2 Clay, 1 Straw"),
        ("verb:build", "No card in the display"),
        ("space:1:1:0", "is not on the menu"),
    ):
        assert words in str(state.refusal(0, what)), what


def test_pointing_at_a_space_names_it_by_column_and_row() -> None:
    state = t.new()
    t.give(state, 0, "9 wood, 9 clay")
    t.begin(state)
    t.play(state, "build", "g07")
    assert "The space 1,0 is not free" in str(state.refusal(0, "space:0:1:0"))
