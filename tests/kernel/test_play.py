"""State, agenda and decisions, on a small game that uses every feature."""

import pytest

from cuvee.kernel.chance import Chance
from cuvee.kernel.errors import BadOption, IllegalMove
from cuvee.kernel.game import Setting
from cuvee.kernel.match import Match
from cuvee.kernel.play import ANY_TIME, SPECTATOR
from cuvee.kernel.text import speaking
from tests.toy import COIN, DRAW, TOY, ToyState


def texts(state: ToyState, seat: int) -> list[str]:
    return [state.format(seat, number) for number in state.options(seat)]


def redealt(state: ToyState, seat: int, rng: Chance) -> ToyState:
    guess = state.redeal(seat, rng)
    assert isinstance(guess, ToyState)
    return guess


def test_powers_join_the_options_and_keep_the_decision_standing() -> None:
    state = TOY.new(2, seed=1)
    state.coins[0] = 4
    state.settle()
    assert texts(state, 0) == ["draw", "coin", "exchange"]
    for points in (1, 2):
        state.apply(0, state.parse(0, "exchange"))
        assert state.points[0] == points
        assert state.waiting == [0]
    assert texts(state, 0) == ["draw", "coin"], "no coins are left to exchange"
    with pytest.raises(IllegalMove):
        state.apply(0, ANY_TIME)


def test_a_single_option_is_played_by_itself() -> None:
    state = TOY.new(1, seed=1)
    state.bag, state.discards = [], state.bag
    state.settle()
    assert state.coins[0] >= 2, "with an empty bag the turn can only take a coin"


def test_a_single_option_is_asked_if_a_power_could_be_used() -> None:
    state = TOY.new(1, seed=1)
    state.bag, state.discards, state.coins = [], state.bag, [2]
    state.settle()
    assert texts(state, 0) == ["coin", "exchange"]


def discarding() -> ToyState:
    """Both players have drawn, and owe one discard each."""
    state = TOY.new(2, seed=4)
    state.apply(0, DRAW)
    state.apply(1, DRAW)
    return state


def test_joint_answers_are_taken_in_any_order_and_revealed_together() -> None:
    state = discarding()
    assert state.waiting == [0, 1]
    token = state.hands[1][0]
    state.apply(1, token)
    assert state.waiting == [0]
    assert token in state.hands[1], "sealed, not yet discarded"
    state.apply(0, state.hands[0][0])
    assert token in state.discards
    assert state.sealed == [(), ()]


def test_a_seat_that_owes_nothing_is_not_asked() -> None:
    state = TOY.new(2, seed=4)
    state.apply(0, COIN)
    state.apply(1, DRAW)
    assert state.waiting == [1]


def test_refusals_say_who_is_asked_and_why() -> None:
    state = TOY.new(2, seed=4)
    with pytest.raises(IllegalMove, match=r"B has nothing to decide now; waiting for A \(§2\)"):
        state.apply(1, DRAW)
    with pytest.raises(IllegalMove, match=r"“sing” is not possible here \(§2\)"):
        state.parse(0, "sing")
    state = discarding()
    state.apply(0, state.hands[0][0])
    with pytest.raises(IllegalMove, match=r"A has already answered, and the answer is locked \(§4\)"):
        state.apply(0, state.hands[0][1])
    with speaking(names=["Ann", "Bo"]), pytest.raises(IllegalMove, match="Ann has already answered"):
        state.apply(0, state.hands[0][1])


def test_nothing_can_be_played_after_the_end() -> None:
    state = TOY.new(1, seed=2)
    while not state.over:
        state.apply(0, state.options(0)[0])
    assert state.options(0) == []
    with pytest.raises(IllegalMove, match="The game is over"):
        state.apply(0, COIN)


def test_redeal_guesses_sealed_answers_of_others_and_keeps_the_own() -> None:
    state = discarding()
    rng = Chance.from_seed(1, ["redeal"])
    sealed = state.hands[1][0]
    state.apply(1, sealed)
    guesses = {state.redeal(0, rng).sealed[1] for _guess in range(60)}
    assert len(guesses) > 4, "seat 0 cannot know what seat 1 discards"
    assert {state.redeal(1, rng).sealed[1] for _guess in range(20)} == {(sealed,)}
    for seat in (SPECTATOR, 0):
        guess = redealt(state, seat, rng)
        assert guess.waiting == [0]
        assert guess.sealed[1][0] in guess.hands[1]


def test_redeal_draws_luck_anew() -> None:
    state = TOY.new(2, seed=4)
    rng = Chance.from_seed(1, ["redeal"])
    drawn = set()
    for _guess in range(60):
        guess = redealt(state, 0, rng)
        before = set(guess.hands[0])
        guess.apply(0, DRAW)
        drawn |= set(guess.hands[0]) - before
    assert len(drawn) > 8


def test_a_stream_dealt_apart_changes_what_it_deals_and_nothing_else() -> None:
    setup = TOY.prepare(2)
    plain, same, other = setup.new(1), setup.new(1, {TOY.streams[0]: 1}), setup.new(1, {TOY.streams[0]: 2})
    assert same == plain
    assert other.hands == setup.new(2).hands != plain.hands


def test_undo_stops_at_draws_and_at_others() -> None:
    match = Match(TOY, 2, {}, 4)
    with pytest.raises(IllegalMove, match="nothing to take back"):
        match.undo(0)
    match.play(0, "draw")
    with pytest.raises(IllegalMove, match="revealed, drawn or locked"):
        match.undo(0)
    match.play(1, "coin")
    with pytest.raises(IllegalMove, match="B has acted since"):
        match.undo(0)
    assert match.can_undo(1)
    match.undo(1)
    assert match.state.waiting == [1]
    assert len(match.journal.moves) == 1


def test_undo_takes_back_powers_and_several_moves() -> None:
    match = Match(TOY, 1, {}, 4)
    start = match.state.digest()
    match.play(0, "coin")
    match.play(0, "exchange")
    match.undo(0)
    match.undo(0)
    assert match.state.digest() == start


def test_a_seat_may_take_its_own_sealed_answers_back_until_it_is_complete() -> None:
    match = Match(TOY, 1, {}, 4)
    state = match.state
    assert isinstance(state, ToyState)
    state.hands[0] = sorted(state.hands[0] + [state.bag.pop(), state.bag.pop()])
    match.play(0, "coin")
    state = match.state
    assert isinstance(state, ToyState)
    assert state.decision().kind == "discard"
    match.play(0, f"discard {state.hands[0][0]}")
    match.undo(0)
    assert match.state.sealed == [()]


def test_an_illegal_move_leaves_the_match_as_it_was() -> None:
    match = Match(TOY, 2, {}, 4)
    before = match.journal.to_json()
    for seat, move in ((1, "draw"), (0, "sing"), (0, 99), (7, "coin"), (0, -1)):
        with pytest.raises(IllegalMove):
            match.play(seat, move)
    assert match.journal.to_json() == before


@pytest.mark.parametrize(
    ("seats", "options", "complaint"),
    [
        (4, {}, "Toy is for 1, 2, 3 players, not 4"),
        (2, {"token": 16}, r"Toy has no option 'token' \(did you mean 'tokens'\?\); it has: tokens"),
        (2, {"tokens": 17}, "The option tokens can be 16, 20, not 17"),
    ],
)
def test_impossible_set_ups_are_refused(seats: int, options: dict[str, int], complaint: str) -> None:
    with pytest.raises(BadOption, match=complaint):
        TOY.new(seats, options)


def test_bad_seeds_are_refused() -> None:
    for seed in (-1, 1 << 63):
        with pytest.raises(BadOption, match="The seed must be a whole number from 0"):
            TOY.new(2, seed=seed)


@pytest.mark.parametrize(("given", "read"), [("true", True), ("YES", True), ("1", True), (False, False), ("off", False)])
def test_switches_are_read_as_people_write_them(given: str | bool, read: bool) -> None:
    assert Setting("swap", (False, True), "…").read(given) is read


def test_a_setting_is_only_offered_where_it_applies() -> None:
    setting = Setting("length", ("short", "long"), "…", seats=(3, 4))
    assert [setting.offered(seats) for seats in (2, 3, 4)] == [False, True, True]
