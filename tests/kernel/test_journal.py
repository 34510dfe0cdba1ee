"""Journals: the whole truth of a match. An error in one is reported with the first bad move."""

import json
from typing import Any

import pytest

from cuvee.kernel.chance import Chance
from cuvee.kernel.errors import BadJournal
from cuvee.kernel.journal import Journal
from cuvee.kernel.match import Match
from tests.toy import TOY


def finished() -> Match:
    match = Match(TOY, 2, {"tokens": 20}, 12)
    luck = Chance.from_seed(5, ["journal"])
    while not match.state.over:
        seat = match.state.waiting[-1]
        numbers = match.state.options(seat)
        match.play(seat, numbers[luck.below(len(numbers))])
    return match


TEXT = finished().journal.to_json()
DATA: dict[str, Any] = json.loads(TEXT)
MOVES = len(DATA["moves"])


def replay(data: dict[str, Any] | str) -> Match:
    text = data if isinstance(data, str) else json.dumps(data)
    return Match.from_journal(TOY, Journal.from_json(text))


def changed(**fields: Any) -> dict[str, Any]:
    return {**json.loads(TEXT), **fields}


def test_a_journal_rebuilds_the_match() -> None:
    match = replay(TEXT)
    assert match.state.over
    assert match.journal.to_json() == TEXT
    assert match.journal.result == DATA["result"]


def test_an_unfinished_journal_can_be_gone_on_with() -> None:
    data = changed(moves=DATA["moves"][:3], length=3, result=None)
    match = replay(data)
    assert len(match.journal.moves) == 3
    assert not match.state.over


@pytest.mark.parametrize("line", range(1, MOVES + 1))
def test_a_file_cut_off_anywhere_names_the_first_move_that_is_lost(line: int) -> None:
    start = TEXT.index('"moves": [')
    place = start
    for _line in range(line):
        place = TEXT.index("\n", place + 1)
    cut = TEXT[: place + 6]  # a few characters of the move on this line are still there
    with pytest.raises(BadJournal, match=f"^move {line}: the journal is damaged or cut off here") as error:
        Journal.from_json(cut)
    assert error.value.move == line


def test_missing_moves_are_noticed() -> None:
    with pytest.raises(BadJournal, match=f"move {MOVES}: it is missing; the journal says it has {MOVES} moves"):
        replay(changed(moves=DATA["moves"][:-1]))


@pytest.mark.parametrize("number", [1, 2, MOVES // 2, MOVES])
def test_a_tampered_digest_is_noticed_at_its_move(number: int) -> None:
    moves = json.loads(json.dumps(DATA["moves"]))
    moves[number - 1][2] = "0" * 16
    with pytest.raises(BadJournal, match=f"^move {number}: .*: the position after it is a different one"):
        replay(changed(moves=moves))


def test_another_legal_move_is_noticed_at_that_move() -> None:
    moves = json.loads(json.dumps(DATA["moves"]))
    moves[0][1] = {"draw": "coin", "coin": "draw"}[moves[0][1]]
    with pytest.raises(BadJournal, match=r"^move 1: A: "):
        replay(changed(moves=moves))


def test_an_illegal_move_is_noticed_with_its_reason() -> None:
    moves = json.loads(json.dumps(DATA["moves"]))
    moves[1] = [1, "sing", moves[1][2]]
    with pytest.raises(BadJournal, match=r"^move 2: B: sing: .*“sing” is not possible here \(§2\)"):
        replay(changed(moves=moves))


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"rules": "0"}, "played by version 0 of the rules of Toy; this is version 1"),
        ({"components": "0" * 16}, "played with other component data"),
        ({"seed": 13}, "move 0: the deal does not match the seed"),
        ({"seats": 9}, "Toy is for 1, 2, 3 players, not 9"),
        ({"options": {"tokens": 3}}, "The option tokens can be"),
        ({"seats": "two"}, "no valid 'seats'"),
        ({"moves": [[0, 1]], "length": 1}, "move 1: .* is not a seat, a text and a digest"),
        ({"cuvee": 99}, "not a Cuvée journal of format 1"),
        ({"result": {"totals": [0, 0], "places": [1, 1]}}, "the result is not the one this game leads to"),
    ],
)
def test_bad_journals_are_refused(fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadJournal, match=complaint):
        replay(changed(**fields))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "a letter", '{"moves": 3}'])
def test_what_is_no_journal_is_refused(text: str) -> None:
    with pytest.raises(BadJournal, match="not a"):
        Journal.from_json(text)


def test_a_journal_carries_the_corrections_it_was_played_with() -> None:
    tables = TOY.components({"toy.toml": '[[token]]\nid = "gilt"\nsource = "owner"'})
    match = Match(TOY, 1, {}, 1, tables)
    journal = Journal.from_json(match.journal.to_json())
    assert journal.components == tables.digest != TOY.components().digest
    assert Match.from_journal(TOY, journal).state == match.state
