"""Batches play the same games as single tables, in arrays."""

import numpy as np
import pytest

from cuvee.kernel.errors import CuveeError, IllegalMove
from cuvee.rl import Batch
from cuvee.rl.seating import Seating
from tests.rl.common import usual_tables


@usual_tables
def test_a_batch_plays_the_games_it_would_play_one_by_one(name: str, seats: int, options: dict[str, object]) -> None:
    batch = Batch(name, seats, count=2, seed=9, rewards="points", **options)  # type: ignore[arg-type]
    seating = batch.seating
    alone = [position.clone() for position in batch._many.positions]
    for _step in range(150):
        seen = batch.observations()
        for table, position in enumerate(alone):
            seat = position.seat()
            assert batch.seats[table] == seat
            assert np.array_equal(batch.masks[table], seating.mask(position, seat))
            assert np.array_equal(seen[table], seating.see(position, seat))
        actions = batch.sample()
        batch.step(np.array(actions))
        for table, position in enumerate(alone):
            position.play(position.seat(), actions[table])
            assert batch.ended[table] == position.over()
            paid = seating.rewards_of(position.state) if position.over() else [0.0] * seats
            assert batch.rewards[table].tolist() == pytest.approx(paid)
            if position.over():
                alone[table] = batch._many.positions[table].clone()
    assert batch.decisions == 300


def test_games_follow_each_other_and_differ() -> None:
    batch, paid = Batch("wine_cellar", 2, count=8, seed=1), 0.0
    while batch.games < 40:
        batch.step(batch.sample())
        paid += batch.rewards.sum()
    assert paid == batch.games, "a win is 1, shared or not"


def test_bots_play_by_themselves() -> None:
    batch, won, games = Batch("wine_cellar", 2, count=16, seed=1, bots={1: "greedy"}), np.zeros(2), 0
    while games < 60:
        assert not batch.seats.any(), "only the learner is asked"
        batch.step(batch.sample())
        won += batch.rewards.sum(axis=0)
        games = batch.games
    assert won[1] > won[0], "the greedy bot beats random play"


def test_one_illegal_action_stops_the_whole_step() -> None:
    batch = Batch("wine_cellar", 2, count=3, seed=1)
    before = [position.state.digest() for position in batch._many.positions]
    wrong = [*batch.sample()[:2], int(np.flatnonzero(batch.masks[2] == 0)[0])]
    with pytest.raises(IllegalMove, match="own hand"):
        batch.step(wrong)
    with pytest.raises(CuveeError, match="2 actions were given for 3 tables"):
        batch.step(wrong[:2])
    assert [position.state.digest() for position in batch._many.positions] == before


def test_a_batch_that_cannot_be_is_refused() -> None:
    with pytest.raises(CuveeError, match="at least one table"):
        Batch("wine_cellar", 2, count=0)
    with pytest.raises(CuveeError, match="without a bot"):
        Batch("wine_cellar", 2, bots={0: "greedy", 1: "greedy"})
    with pytest.raises(CuveeError, match="no seat 2"):
        Batch("wine_cellar", 2, bots={2: "greedy"})


def test_the_same_seed_gives_the_same_batch() -> None:
    first, second = (Batch("vinhos", 2, count=3, seed=4) for _time in range(2))
    for _step in range(20):
        actions = first.sample()
        assert actions == second.sample()
        first.step(actions)
        second.step(actions)
    assert np.array_equal(first.observations(), second.observations())
    assert Seating("vinhos", 2).eye.width == first.observations().shape[1]
