"""Snapshots: reading one gives the same position back, in every game, and a faulty one is refused."""

import json

import pytest

from cuvee import games
from cuvee.kernel.chance import Chance
from cuvee.kernel.errors import BadJournal, IllegalMove
from cuvee.kernel.match import Match
from cuvee.kernel.snapshot import NoSnapshot, thaw

WRONG: tuple[object, ...] = (None, [], 7, "x", {"o": "state:Setup", "of": {}}, {"o": "os:system", "of": {}})
TABLES = [(name, seats) for name in games.NAMES for seats in (games.get(name).seats[0], games.get(name).seats[-1])]


def play_on(match: Match, moves: int, luck: Chance) -> None:
    for _move in range(moves):
        if match.state.over:
            return
        seat = match.state.waiting[luck.below(len(match.state.waiting))]
        options = match.state.options(seat)
        match.play(seat, options[luck.below(len(options))])


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_match_goes_on_from_any_snapshot_as_if_it_had_been_replayed(game: str, seats: int) -> None:
    match = Match(games.get(game), seats, {}, 4)
    luck = Chance.from_seed(9, ["moves"])
    taken = 0
    while not match.state.over and taken < 6:
        play_on(match, 9, luck)
        try:
            text = match.snapshot()
        except NoSnapshot:
            continue  # in the middle of a building's effect; the next one can be
        taken += 1
        other = Match.resume(match.game, match.journal, text)
        assert other.state.digest() == match.state.digest()
        assert (other.state.waiting, other.state.choices) == (match.state.waiting, match.state.choices)
        assert other.state.barrier == match.state.barrier
        assert other.journal.result == match.journal.result
        twin_luck, own_luck = Chance.from_seed(taken, ["on"]), Chance.from_seed(taken, ["on"])
        fork = Match.from_journal(match.game, match.journal)
        play_on(other, 12, twin_luck)
        play_on(fork, 12, own_luck)
        assert [move.after for move in other.journal.moves] == [move.after for move in fork.journal.moves]
    assert taken > 1


def resumed(moves: int = 30) -> tuple[Match, Match]:
    match = Match(games.get("vinhos"), 2, {}, 4)
    play_on(match, moves, Chance.from_seed(9, ["moves"]))
    return match, Match.resume(match.game, match.journal, match.snapshot())


def test_the_past_of_a_resumed_match_is_there_when_somebody_asks() -> None:
    match, other = resumed()
    assert [other.at(move).digest() for move in (0, 7, 29, 30)] == [match.at(move).digest() for move in (0, 7, 29, 30)]
    assert [len(news) for news in other.story] == [len(news) for news in match.story]


def forgetful(match: Match, before: int) -> Match:
    """Play the same match, forgetting everything before a move."""
    other = Match.from_journal(match.game, match.journal)
    other.forget(before)
    return other


@pytest.mark.parametrize("before", [0, 1, 12, 29, 30, 99])
def test_what_a_match_has_forgotten_is_there_when_somebody_asks(before: int) -> None:
    match, _other = resumed()
    for move in (0, 7, 12, 13, 29, 30):
        assert forgetful(match, before).at(move).digest() == match.at(move).digest()
        told, asked = match.news(move), forgetful(match, before).news(move)
        assert [(news.kind, news.seat) for news in asked] == [(news.kind, news.seat) for news in told]
    other = forgetful(match, before)
    play_on(match, 5, Chance.from_seed(8, ["moves"]))
    play_on(other, 5, Chance.from_seed(8, ["moves"]))
    other.forget(33)
    assert other.state.digest() == match.state.digest()
    assert [len(news) for news in other.story] == [len(news) for news in match.story]
    assert [other.at(move).digest() for move in range(36)] == [match.at(move).digest() for move in range(36)]


def test_positions_that_were_dropped_are_played_again_as_they_were() -> None:
    """In any order, and after some moves were taken back and replaced by others."""
    match, luck = Match(games.get("ora_et_labora"), 1, {}, 4), Chance.from_seed(9, ["moves"])
    for length in (90, 60):
        play_on(match, length, luck)
        assert match.kept < 60
        numbers = list(range(1, len(match.journal.moves) + 1))
        luck.shuffle(numbers)
        for number in [*numbers, *sorted(numbers)]:
            assert match.at(number).digest() == match.journal.moves[number - 1].after
        while match.can_undo(0):
            match.undo(0)


def test_a_resumed_match_can_be_taken_back_as_far_as_any_other() -> None:
    match, other = resumed()
    seat = match.journal.moves[-1].seat
    while match.can_undo(seat):
        assert other.can_undo(seat)
        match.undo(seat)
        other.undo(seat)
        assert other.state.digest() == match.state.digest()
    with pytest.raises(IllegalMove):
        other.undo(seat)


def test_a_snapshot_of_another_position_is_refused() -> None:
    match, _other = resumed()
    text = match.snapshot()
    play_on(match, 1, Chance.from_seed(1, ["one"]))
    with pytest.raises(BadJournal, match="another position"):
        Match.resume(match.game, match.journal, text)


def test_whatever_is_damaged_in_a_snapshot_is_noticed() -> None:
    """Every field of it is changed, one at a time."""
    match, _other = resumed(25)
    kind, fields = json.loads(match.snapshot())
    for name in fields:
        for wrong in WRONG:
            if fields[name] == wrong or name == "barrier":
                continue
            with pytest.raises(BadJournal, match="snapshot"):
                Match.resume(match.game, match.journal, json.dumps([kind, fields | {name: wrong}]))
    for text in ("", "[]", "[2, {}]", "{", match.snapshot()[:-9], json.dumps([kind, {"x": 1}])):
        with pytest.raises(BadJournal):
            thaw(text, match.at(0), match.state.digest())


def test_nothing_of_the_box_is_in_a_snapshot() -> None:
    match, _other = resumed()
    assert json.loads(match.snapshot())[1]["setup"] == {"box": "setup"}
