"""The fair queue alone: who is next, how time is shared, and that nobody waits for ever."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from cuvee.web.people.fair_queue import GUESS, LEAST, FairQueue, Standing

FIRST, LAST = 0, 3


def serve(queue: FairQueue[str], seconds: float = 1.0) -> str:
    """Serve the next job, taking this many seconds."""
    job = queue.take()
    assert job is not None
    queue.done(job, seconds)
    return job


def test_jobs_of_one_payer_come_in_their_order() -> None:
    queue: FairQueue[str] = FairQueue()
    for job in "abcde":
        queue.put(job, Standing(FIRST, ("person 1",)))
    assert [serve(queue) for _turn in range(5)] == list("abcde")
    assert queue.take() is None


def test_a_newcomer_comes_before_whoever_used_much() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(30):
        queue.put(f"greedy {number}", Standing(FIRST, ("person 1",)))
    for _turn in range(10):
        serve(queue)
    queue.put("modest", Standing(FIRST, ("person 2",)))
    assert serve(queue) == "modest"


def test_who_was_away_has_saved_nothing_up() -> None:
    """Somebody who comes back does not get all the time until they have caught up with those served meanwhile."""
    queue: FairQueue[str] = FairQueue()
    for number in range(200):
        queue.put(f"there {number}", Standing(FIRST, ("person 1",)))
    for _turn in range(100):
        serve(queue)
    for number in range(50):
        queue.put(f"back {number}", Standing(FIRST, ("person 2",)))
    for _turn in range(20):
        serve(queue)
    served = Counter(serve(queue).split()[0] for _turn in range(20))
    assert served["there"] >= 9


def test_several_hands_do_not_all_work_for_one() -> None:
    """The cost of a job is known only afterwards; until then it is guessed."""
    queue: FairQueue[str] = FairQueue()
    for number in range(5):
        queue.put(f"greedy {number}", Standing(FIRST, ("person 1",)))
    assert queue.take() == "greedy 0"
    queue.put("modest", Standing(FIRST, ("person 2",)))
    assert queue.take() == "modest"
    assert queue.used("person 1") == queue.used("person 2") == GUESS


def test_many_people_of_one_address_are_served_like_one() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(30):
        queue.put(f"crowd {number}", Standing(FIRST, (f"person {number}", "address 1")))
        queue.put(f"single {number}", Standing(FIRST, ("person 99", "address 2")))
    served = Counter(serve(queue).split()[0] for _turn in range(20))
    assert abs(served["crowd"] - served["single"]) <= 1


def test_within_an_address_who_used_little_comes_first() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(30):
        queue.put(f"greedy {number}", Standing(FIRST, ("person 1", "address 1")))
    for _turn in range(5):
        serve(queue)
    queue.put("neighbour", Standing(FIRST, ("person 2", "address 1")))
    assert serve(queue) == "neighbour"


def test_a_better_rank_comes_first_but_not_always() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(40):
        queue.put(f"people {number}", Standing(FIRST, ("person 1",)))
    queue.put("bots", Standing(LAST, ("person 2",)))
    served = [serve(queue) for _turn in range(5)]
    assert served[0] != "bots"
    assert "bots" in served


def test_a_job_that_is_put_again_keeps_its_age_and_gets_its_new_rank() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put("first", Standing(LAST, ("person 1",)))
    queue.put("second", Standing(FIRST, ("person 1",)))
    queue.put("first", Standing(FIRST, ("person 1",)))
    assert len(queue) == 2
    assert [serve(queue), serve(queue)] == ["first", "second"]


COSTS = st.lists(st.floats(0.0, 10.0), min_size=40, max_size=80)
THOUGHTS = st.lists(st.floats(0.5, 10.0), min_size=10, max_size=20)
CROWD = 30
ENOUGH = 3000
"""Turns: ten seconds ahead of thirty others whose thoughts take half a second, with every fourth turn counting."""


@given(COSTS)
def test_two_who_always_wait_get_the_same_time(costs: list[float]) -> None:
    """However long their jobs take, the difference is never more than two of the longest and a guess."""
    queue: FairQueue[str] = FairQueue()
    used = {"1": 0.0, "2": 0.0}
    for who in used:
        queue.put(who, Standing(FIRST, (who,)))
    for cost in costs:
        job = serve(queue, cost)
        used[job] += max(cost, LEAST)
        queue.put(job, Standing(FIRST, (job,)))
        assert abs(used["1"] - used["2"]) <= 2 * max(*costs, LEAST) + GUESS


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 40), max_size=5), st.integers(FIRST, LAST), st.integers(1, 9), THOUGHTS)
def test_nobody_waits_for_ever(before: list[int], rank: int, flood: int, costs: list[float]) -> None:
    """Whatever was used before, and even if newcomers with a better rank arrive at every turn."""
    queue: FairQueue[str] = FairQueue()
    for number, cost in enumerate(before):
        queue.put(f"before {number}", Standing(FIRST, ("person 0", "address 0")))
        serve(queue, float(cost))
    queue.put("patient", Standing(rank, ("person 0", "address 0")))
    for turn in range(ENOUGH):
        for stranger in range(min(flood, CROWD - len(queue))):
            queue.put(f"{turn} {stranger}", Standing(FIRST, (f"person {turn} {stranger}", f"address {turn}")))
        if serve(queue, costs[turn % len(costs)]) == "patient":
            return
    raise AssertionError("never served")


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5), st.floats(0, 5)), max_size=60))
def test_nothing_is_lost_and_nothing_done_twice(jobs: list[tuple[int, int, float]]) -> None:
    queue: FairQueue[str] = FairQueue()
    for number, (rank, who, _cost) in enumerate(jobs):
        queue.put(str(number), Standing(rank, (f"person {who}",)))
    served = [serve(queue, cost) for _rank, _who, cost in jobs]
    assert sorted(served, key=int) == [str(number) for number in range(len(jobs))]
    assert len(queue) == 0
