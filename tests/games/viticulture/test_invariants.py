"""Random games of every set-up: sound after every move, and every move changes only what it may (§16)."""

import os

import pytest

from cuvee.games.viticulture.pieces import NONE
from cuvee.games.viticulture.scoring import converted
from cuvee.games.viticulture.state import Winery
from cuvee.kernel.chance import Chance, derive_seed
from cuvee.kernel.game import Options
from tests.games.viticulture.table import GAME

MODES = GAME.modes()
NAMES = ["-".join(str(part) for part in (seats, *options.values())) for seats, options in MODES]
every_mode = pytest.mark.parametrize(("seats", "options"), MODES, ids=NAMES)
GAMES = int(os.environ.get("CUVEE_VITICULTURE_GAMES", "300"))
CLOSELY = 12
"""In so many games of each mode what a move changes is looked at too."""
MANY = 100


def deal(seats: int, options: Options, seed: int) -> Winery:
    state = GAME.new(seats, options, seed)
    assert isinstance(state, Winery)
    return state


def check_move(before: Winery, after: Winery) -> None:
    """Compare the positions before and after a move."""
    for action in range(len(before.boxes)):
        if before.boxes[action] != NONE:
            assert after.boxes[action] == before.boxes[action], "cubes never move (§16.8)"
    for seat in range(before.seats):
        old, new = before.players[seat], after.players[seat]
        assert new.built & ((1 << before.pieces.mat) - 1) | old.built & ((1 << before.pieces.mat) - 1) == new.built & (
            (1 << before.pieces.mat) - 1
        ), "mat structures are never lost (§4.11)"
        assert new.regulars >= old.regulars, "workers are never lost"
        assert new.specials & old.specials == old.specials
        if before.year == after.year:
            assert new.harvested & old.harvested == old.harvested, "a field is harvested once a year (§16.11)"
            assert new.scored & old.scored == old.scored, "windmill and tasting room score once a year (§16.11)"
        if not before.board.goods and before.board.number == 0:
            assert new.owned & old.owned == old.owned
    if before.last_year:
        assert after.last_year
    freed = (before.blocked & ~after.blocked).bit_count()
    assert freed <= 1, "only the expert frees a trade, one at a time (§16.9)"


def play(seats: int, options: Options, seed: int, closely: bool) -> Winery:
    """Play a game at random, checking every position."""
    state, luck = deal(seats, options, seed), Chance.from_seed(seed, ["moves"])
    limit, moves = GAME.longest(seats, options), 0
    while state.waiting:
        seat = state.waiting[luck.below(len(state.waiting))]
        numbers = state.options(seat)
        assert 0 < len(numbers) <= MANY, "no list of options is longer than 100 (§16.17)"
        before = state.clone() if closely else state
        state.apply(seat, numbers[luck.below(len(numbers))])
        assert state.problems() == []
        if closely:
            assert isinstance(before, Winery)
            check_move(before, state)
        moves += 1
        assert moves <= limit
    return state


def check_end(state: Winery) -> None:
    """Everything that must hold when a game is over."""
    assert not state.scopes
    assert not state.in_play
    assert not any(state.pledged)
    assert not state.revealed
    assert state.last_year or state.lost
    for seat in range(state.seats):
        vineyard = state.players[seat]
        assert not vineyard.placed, "all workers are back (§5.11)"
        extra = converted(state, seat)
        assert GAME.scores(state)[seat] >= vineyard.vp + extra, "final VP (§16.16)"
    if not state.solo and state.year < state.setup.years:
        assert max(vineyard.vp for vineyard in state.players) >= state.board.end_vp - 5


@every_mode
def test_random_games_stay_sound_and_end(seats: int, options: Options) -> None:
    """§16.18."""
    for number in range(GAMES):
        check_end(play(seats, options, derive_seed(number, "invariants"), number < CLOSELY))


@pytest.mark.soak
@every_mode
def test_many_random_games_stay_sound_and_end(seats: int, options: Options) -> None:
    for number in range(10_000):
        check_end(play(seats, options, derive_seed(number, "soak"), number % 100 == 0))
