"""Component files: typed rows, an owner's corrections, and errors that name file and row."""

import pytest

from cuvee.kernel.components import Components, Row
from cuvee.kernel.errors import BadComponents

BASE = {
    "cards.toml": """
largest = 40
[meta]
count = 2
[[card]]
id = "gamay"
bid = 1
count = 2
ages = [1, 2]
source = "seed"
[[card]]
id = "viura"
bid = 7
ages = [2, 1]
source = "reconstructed"
""",
    "game.toml": 'largest = 40\n[constants]\nhand_size = 8\nsource = "seed"\n',
}


def corrected(text: str, file: str = "cards.toml") -> Components:
    return Components(BASE, {file: text})


def test_rows_are_read_in_order() -> None:
    rows = Components(BASE).rows("cards.toml", "card")
    assert [row.text("id") for row in rows] == ["gamay", "viura"]
    assert Components(BASE).row("game.toml", "constants").number("hand_size") == 8


@pytest.mark.parametrize("head", ["", "largest = 6", 'largest = "many"', "largest = true"])
def test_a_file_declares_the_largest_figure_it_may_hold(head: str) -> None:
    text = BASE["cards.toml"].replace("largest = 40", head)
    with pytest.raises(BadComponents, match=r"cards.toml: the file must begin with 'largest = "):
        Components({"cards.toml": text})


def test_a_correction_changes_only_what_it_names() -> None:
    tables = corrected('[[card]]\nid = "viura"\nbid = 9')
    gamay, viura = tables.rows("cards.toml", "card")
    assert (gamay.number("bid"), gamay.text("source")) == (1, "seed")
    assert (viura.number("bid"), viura.numbers("ages"), viura.text("source")) == (9, [2, 1], "owner")


def test_a_single_table_can_be_corrected() -> None:
    assert corrected("[constants]\nhand_size = 6", "game.toml").row("game.toml", "constants").number("hand_size") == 6


def test_a_whole_file_can_be_copied_and_corrected() -> None:
    tables = corrected(BASE["cards.toml"].replace("bid = 7", "bid = 9"))
    assert [row.number("bid") for row in tables.rows("cards.toml", "card")] == [1, 9]


def test_rows_can_be_added_and_removed() -> None:
    tables = corrected('[[card]]\nid = "merlot"\nbid = 3\nages = [1, 1]\n[[card]]\nid = "gamay"\nremove = true')
    assert [row.text("id") for row in tables.rows("cards.toml", "card")] == ["viura", "merlot"]


def test_the_digest_tells_data_apart() -> None:
    assert Components(BASE).digest == Components(BASE).digest
    assert corrected('[[card]]\nid = "viura"\nbid = 9').digest != Components(BASE).digest


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("cards.toml", "[[card]\nid = ", r"cards.toml: not readable as TOML: .*line 1"),
        (
            "cards.toml",
            '[[card]]\nid = "viura"\nbit = 9',
            r"cards.toml, card 1 \(viura\): unknown field 'bit' \(did you mean 'bid'\?\)",
        ),
        ("cards.toml", '[[card]]\nid = "viura"\nbid = "nine"', r"card 1 \(viura\): 'bid' must be written like 7, not 'nine'"),
        ("cards.toml", '[[card]]\nid = "viura"\nbid = true', r"card 1 \(viura\): 'bid' must be written like 7, not True"),
        ("cards.toml", "[[card]]\nbid = 9", r"cards.toml, card 1: a corrected row needs the 'id'"),
        ("cards.toml", '[[card]]\nid = "vira"\nremove = true', r"no row 'vira' to remove \(did you mean 'viura'\?\)"),
        ("cards.toml", '[[cart]]\nid = "viura"', r"cards.toml: unknown table 'cart' \(did you mean 'card'\?\)"),
        ("cards.toml", '[card]\nid = "viura"', r"rows of 'card' are written \[\[card\]\]"),
        ("cards.toml", "meta = 3", r"'meta' must be written as in the original file"),
        ("cards.toml", '[[card]]\nid = "viura"\nbid = 41', r"card 1 \(viura\): no figure here may be larger than 40"),
        ("cards.toml", '[[card]]\nid = "viura"\nages = [1, -41]', r"card 1 \(viura\): no figure here may be larger than 40"),
        ("cards.toml", "largest = 10000000", r"cards.toml: 'largest' cannot be corrected: it is 40"),
        ("card.toml", "", r"card.toml: this game has no such file \(it has cards.toml, game.toml\)"),
    ],
)
def test_bad_corrections_name_file_and_row(file: str, text: str, complaint: str) -> None:
    with pytest.raises(BadComponents, match=complaint):
        corrected(text, file)


@pytest.mark.parametrize(
    ("read", "complaint"),
    [
        (lambda row: row.text("gone"), "here: the field 'gone' is missing"),
        (lambda row: row.text("number"), "here: 'number' must be a string, not 3"),
        (lambda row: row.number("text"), "here: 'text' must be a whole number, not 'x'"),
        (lambda row: row.number("flag"), "here: 'flag' must be a whole number, not True"),
        (lambda row: row.flag("number"), "here: 'number' must be true or false, not 3"),
        (lambda row: row.numbers("texts"), "here: 'texts' must be a list of whole numbers"),
        (lambda row: row.texts("numbers"), "here: 'numbers' must be a list of strings"),
        (lambda row: row.choice("text", ["a", "b"]), "here: 'text' must be one of a, b, not 'x'"),
        (lambda row: row.row("text"), "here: 'text' must be a table"),
        (lambda row: row.rows("numbers"), "here: 'numbers' must be a list of tables"),
    ],
)
def test_a_row_says_what_is_wrong_with_it(read: "object", complaint: str) -> None:
    row = Row({"text": "x", "number": 3, "flag": True, "texts": ["x"], "numbers": [1]}, "here")
    assert callable(read)
    with pytest.raises(BadComponents, match=complaint):
        read(row)


def test_defaults_and_nested_rows() -> None:
    row = Row({"inner": {"points": 2}, "list": [{"points": 3}]}, "here")
    assert (row.text("no", "x"), row.number("no", 4), row.flag("no", True)) == ("x", 4, True)
    assert row.row("inner").number("points") == 2
    assert row.rows("list")[0].number("points") == 3
    with pytest.raises(BadComponents, match="here, list 1: the field 'no' is missing"):
        row.rows("list")[0].number("no")


def test_provenance_counts_rows_pieces_and_sources() -> None:
    counts = corrected('[[card]]\nid = "viura"\nbid = 9').provenance()
    assert counts == {"cards.toml": {"card": {"rows": 2, "pieces": 3, "seed": 1, "owner": 1}}}
