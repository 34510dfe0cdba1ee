"""Random games of all fourteen set-ups: sound after every move, and every move changes only what it may (EXAMPLES H)."""

import os

import pytest

from cuvee import bots, build
from cuvee.games.ora_et_labora.pieces.goods import COIN
from cuvee.games.ora_et_labora.pieces.landscapes import FOREST, MOOR, SETTLEMENT
from cuvee.games.ora_et_labora.state.table import FIGURES, HOME, OFF, Estates
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Options
from cuvee.kernel.play import ANY_TIME
from tests.games.ora_et_labora.table import GAME

MODES = GAME.modes()
NAMES = ["-".join(str(part) for part in (seats, *options.values())) for seats, options in MODES]
every_mode = pytest.mark.parametrize(("seats", "options"), MODES, ids=NAMES)
GAMES = int(os.environ.get("CUVEE_ORA_GAMES", "500" if build.compiled() else "15"))
CLOSELY = 40 if build.compiled() else 5
MANY = 100


def deal(seats: int, options: Options, seed: int) -> Estates:
    state = GAME.new(seats, options, seed)
    assert type(state) is Estates
    return state


class Watch:
    """What transitions must not do, checked from one position to the next."""

    def __init__(self, state: Estates) -> None:
        self.actions = 0
        self.phase_settlements = [0] * state.seats
        self.castle_settlements = [0] * state.seats

    def check(self, before: Estates, seat: int, number: int, after: Estates) -> None:
        """Compare the positions before and after a move."""
        self._money(before, seat, number, after)
        self._land(before, after)
        self._wheel(before, after)
        self._clergy(before, after)
        self._count_actions(before, seat, number)
        self._count_settlements(before, after)

    def _money(self, before: Estates, seat: int, number: int, after: Estates) -> None:
        """§21.12: only a work contract brings a player money in somebody else's move."""
        if before.round != after.round or before.setup.mode.bonus_production:
            return
        decision = before.decision()
        for other in range(before.seats):
            earned = after.goods[other][COIN] - before.goods[other][COIN]
            if other != seat and earned:
                contract = decision.kind in ("contract_fee", "contract_building", "turn_menu")
                user = decision.kind in ("contract_clergyman",)
                assert user or (contract and earned == before.price)

    def _land(self, before: Estates, after: Estates) -> None:
        """§21.8: forests and moors come only with districts; the land never shrinks."""
        for side in range(before.setup.sides):
            grown = len(after.cards[side]) - len(before.cards[side])
            assert grown >= 0
            if grown == 0:
                for card in (FOREST, MOOR):
                    assert after.count(side, card) <= before.count(side, card)

    def _wheel(self, before: Estates, after: Estates) -> None:
        """§21.7: between rounds one step on, capped at 12 (solo: off); otherwise unchanged or 0."""
        last = len(before.setup.mode.values) - 1
        rounds = after.round - before.round
        for old, new in zip(before.wheel, after.wheel, strict=True):
            if rounds == 0:
                assert new in (old, 0)
            elif old == OFF:
                assert new in (OFF, *range(rounds))
            elif before.setup.mode.removes_past_ten and old + rounds > last:
                assert new == OFF or new <= rounds
            else:
                assert new == min(old + rounds, last) or new <= rounds, "turned on, or put on 0 first"

    def _clergy(self, before: Estates, after: Estates) -> None:
        """§21.3: after phase 1 nobody has all clergymen placed."""
        mode = before.setup.mode
        if after.round == before.round + 1 and after.round != mode.bonus_round:
            for side in range(after.setup.sides):
                placed = after.clergy[side * FIGURES : (side + 1) * FIGURES]
                assert HOME in placed or after.decision().kind == "neutral_contract"

    def _count_actions(self, before: Estates, seat: int, number: int) -> None:
        decision = before.decision()
        if number < ANY_TIME and decision.kind.endswith("_menu"):
            word = before.format(seat, number)
            if word in ("place", "contract", "fell", "cut", "build", "enter"):
                self.actions += 1
            elif word == "end" and decision.kind != "settlement_menu":
                left = decision.key()[2]
                assert isinstance(left, int)
                self.actions += left

    def _count_settlements(self, before: Estates, after: Estates) -> None:
        """§21.5, §21.14: settlements are never lost; phases bring at most one each."""
        for seat in range(before.seats):
            old, new = before.settlements_of(seat), after.settlements_of(seat)
            assert set(old) <= set(new)
            if len(new) > len(old):
                granted = any(frame.kind in ("turn_menu", "bonus_menu") and frame.key()[1] == seat for frame in after.agenda)
                phase = not granted
                (self.phase_settlements if phase else self.castle_settlements)[seat] += 1


ACTIONS = {"three-long": 99, "four-long": 124, "three-short": 51, "four-short": 64, "solo": 64}


def play_watched(seats: int, options: Options, seed: int) -> None:
    """Play one game, comparing every position with the one before."""
    state = deal(seats, options, seed)
    players = [bots.make("random", GAME, seed * 10 + seat) for seat in range(seats)]
    watch = Watch(state)
    while not state.over:
        seat = state.waiting[0]
        numbers = state.options(seat)
        assert 0 < len(numbers) <= MANY, "§21.16"
        number = players[seat].choose(state, seat)
        after = state.clone()
        after.apply(seat, number)
        assert after.problems() == []
        watch.check(state, seat, number, after)
        state = after
    word = {1: "solo", 3: f"three-{options.get('length')}", 4: f"four-{options.get('length')}"}.get(seats)
    if word is not None:
        assert watch.actions <= ACTIONS[word], "§21.9 and 10"
    assert max(watch.phase_settlements) <= (4 if seats == 2 else 5), "§21.14"


def play_quickly(seats: int, options: Options, seed: int) -> None:
    """Play one game; every position is sound and every question has few answers."""
    state = deal(seats, options, seed)
    players = [bots.make("random", GAME, seed * 10 + seat) for seat in range(seats)]
    moves, limit = 0, GAME.longest(seats, options)
    while not state.over:
        seat = state.waiting[0]
        assert 0 < len(state.options(seat)) <= MANY
        state.apply(seat, players[seat].choose(state, seat))
        assert state.problems() == []
        moves += 1
        assert moves <= limit


@every_mode
def test_random_games_stay_sound(seats: int, options: Options) -> None:
    """EXAMPLES H: all invariants that one position shows, after every move of 500 games."""
    for seed in range(GAMES):
        play_quickly(seats, options, seed)


@every_mode
def test_random_games_change_only_what_they_may(seats: int, options: Options) -> None:
    """EXAMPLES H 3, 7 to 10, 12, 14: from each position to the next."""
    for seed in range(CLOSELY):
        play_watched(seats, options, 10_000 + seed)


@every_mode
def test_games_of_better_players_stay_sound(seats: int, options: Options) -> None:
    """Random play sees few chains and wonders; here the judgement makes two moves out of three."""
    for seed in range(6 if build.compiled() else 1):
        state = deal(seats, options, seed)
        players = [bots.make("greedy", GAME, seed * 10 + seat) for seat in range(seats)]
        luck = Chance.from_seed(seed, ["luck"])
        while not state.over:
            seat = state.waiting[0]
            numbers = state.options(seat)
            assert 0 < len(numbers) <= MANY
            anything = luck.below(3) == 0
            state.apply(seat, numbers[luck.below(len(numbers))] if anything else players[seat].choose(state, seat))
            assert state.problems() == []


@pytest.mark.soak
@every_mode
def test_many_random_games_stay_sound(seats: int, options: Options) -> None:
    """The same for 20,000 games."""
    for seed in range(20_000):
        play_quickly(seats, options, 100_000 + seed)


@every_mode
def test_a_problem_would_be_noticed(seats: int, options: Options) -> None:
    """The checks above can fail: break a position in several ways and see each reported."""
    state = deal(seats, options, 1)
    assert state.problems() == []

    def broken(change: str) -> list[str]:
        twin = state.clone()
        if change == "stock":
            twin.goods[0][0] = -1
        elif change == "clergy":
            twin.clergy[0] = twin.clergy[1] = twin.setup.pieces.cards
        elif change == "card":
            twin.display = twin.display[1:] * 2
        elif change == "price":
            twin.price = 2
        elif change == "terrain":
            twin.cards[0][4] = SETTLEMENT + 3
        elif change == "wheel":
            twin.wheel[0] = 13
        elif change == "pile":
            twin.taken[0] = 3
        elif change == "cloister":
            free = twin.cards[0].index(-1)
            twin.cards[0][free] = next(card for card in twin.display if twin.building(card).cloister)
            twin.cards[0][9] = -1
        return twin.problems()

    for change in ("stock", "clergy", "card", "price", "terrain", "wheel", "pile", "cloister"):
        assert broken(change), change
