"""Random games with every set-up: positions are sound after every move, and each move changes only what it may."""

import os

import pytest

from cuvee import build
from cuvee.games.vinhos.state.codes import NONE, WINE
from cuvee.games.vinhos.state.table import Table
from cuvee.kernel.chance import Chance
from cuvee.kernel.game import Options
from cuvee.kernel.play import News
from tests.games.vinhos.table import GAME, PIECES

MODES = GAME.modes()
NAMES = ["-".join(str(part) for part in (seats, *options.values())) for seats, options in MODES]
every_mode = pytest.mark.parametrize(("seats", "options"), MODES, ids=NAMES)
GAMES = int(os.environ.get("CUVEE_VINHOS_GAMES", "500" if build.compiled() else "25"))
CLOSELY = 50 if build.compiled() else 8
"""Games in which each position is also compared with the one before; in the others it is only checked by itself."""
MANY = 100
BEST_VALUE = {"douro": 21, "alentejo": 20, "algarve": 19}
"""Invariant 9: the highest Wine Value; 18 in the other regions."""
FAIR_VP = {2: (48, 48), 3: (70, 72), 4: (68, 72)}
"""Invariant 16: the least VP (after all the rounding that ties can cost) and the most that three fairs award."""


class Watch:
    """Checks, from one position to the next and with the news between them, what moves must not do."""

    def __init__(self, state: Table) -> None:
        self.turns = [0] * state.setup.sides
        self.releases = [0] * state.setup.sides
        self.made: dict[tuple[int, int, int], int] = {}
        """Quality of the wine that a seat made on an estate in a year."""
        self.year = 1

    def check(self, before: Table, after: Table, told: list[News]) -> None:
        """Compare the positions before and after a move."""
        moved = {news.seat for news in told if news.kind == "moves"} | {news.seat for news in told if news.kind == "card"}
        for side in range(before.setup.sides):
            assert after.fair_points[side] >= before.fair_points[side], "invariant 10"
            assert after.points(side) + after.lost_vp[side] >= before.points(side) + before.lost_vp[side], "invariant 10"
            assert before.setup.reserve or after.lost_vp[side] == 0, "invariant 10"
            assert after.marker[side] == before.marker[side] or side in moved, "invariant 17: only in a turn"
        if not before.setup.reserve:
            pairs = zip(after.magnate_barrels, before.magnate_barrels, strict=True)
            assert all(new <= old for new, old in pairs), "invariant 1: the Magnates never gain barrels"
        self._count(before, told)
        later = any(frame.kind in ("production", "end of year", "start of year", "final action") for frame in after.agenda)
        if after.year != before.year and not later:  # if all answers were forced, the year may already be at its production
            self._ages(after)

    def _count(self, before: Table, told: list[News]) -> None:
        where = before.marker[:]
        for news in told:
            if news.kind in ("moves", "stays"):
                self.turns[news.seat] += 1
                if news.kind == "moves":
                    assert news.a != where[news.seat], "invariant 17: to a different space"
                    where[news.seat] = news.a
                else:
                    assert where[news.seat] == PIECES.centre, "invariant 17: except for a forced pass on the centre"
            elif news.kind in ("releases", "lacerda_releases"):
                self.releases[news.seat] += 1
            elif news.kind == "wine":
                self.made[news.seat, news.a, self.year] = news.b
            elif news.kind == "year":
                self.year = news.a

    def _ages(self, state: Table) -> None:
        """Invariant 8: slot k holds the wine made k − 1 years before the last production, or the wine of the set-up."""
        for seat in range(state.seats):
            for estate in range(state.opened(seat)):
                for slot in range(state.slots_of(seat, estate)):
                    quality = state.land[state.at(seat, estate) + WINE + slot]
                    made = self.made.get((seat, estate, state.year - 1 - slot), 0)
                    first = PIECES.farm.first_wine if estate == 0 and slot == state.year - 1 else 0
                    assert quality in (0, made, first), "invariant 8"

    def finish(self, state: Table) -> None:
        """Check what must be true of a whole game."""
        assert self.turns[: state.seats] == [13] * state.seats, "invariant 15"
        assert all(releases <= 3 for releases in self.releases), "invariant 2"
        least, most = FAIR_VP[state.setup.players]
        assert least <= sum(state.fair_vp) <= most, "invariant 16"
        if not state.setup.reserve:
            for seat in range(state.seats):
                taken = 6 - sum(state.magnate_barrels[3 * seat : 3 * seat + 3])
                assert taken <= 2 * self.releases[seat], "invariant 2"
        if state.setup.solo:
            first = sum(PIECES.cards[card].deck == 1 for card in state.drawn)
            assert first <= 7, "invariant 21"
            assert len(state.drawn) - first <= 9, "invariant 21"


def sound(state: Table) -> None:
    """Check what a position shows beyond `problems`."""
    for seat in range(state.seats):
        for wine in state.wines(seat):
            region = PIECES.regions[state.land[state.at(seat, wine // state.setup.width)]]
            assert 1 <= state.land[state.wine_at(seat, wine)] <= 14, "invariant 9"
            full = state.base_value(seat, wine) + PIECES.cubes_per_wine * region.cube_worth
            assert 1 <= state.best_value(seat, wine) <= full <= BEST_VALUE.get(region.id, 18), "invariant 9"
    if not state.setup.reserve and not any(frame.kind == "release_booth" for frame in state.agenda):
        for side in range(state.setup.sides):
            if not any(frame.kind == "release_cubes" for frame in state.agenda):
                assert (side in state.booths) == state.released[side], "invariant 19"
    else:
        assert state.setup.reserve or NONE in state.booths, "invariant 19: a booth is always free"


def play(seats: int, options: Options, seed: int, closely: bool) -> None:
    """Play one game at random, checking every position."""
    state = GAME.new(seats, options, seed)
    assert isinstance(state, Table)
    luck, watch, told = Chance.from_seed(seed, ["invariants"]), Watch(state), list[News]()
    while not state.over:
        seat = state.waiting[0]
        numbers = state.options(seat)
        assert 0 < len(numbers) <= MANY, "invariant 18"
        number = numbers[luck.below(len(numbers))]
        if closely:
            before = state.clone()
            assert isinstance(before, Table)
            told = state.news = []
            state.apply(seat, number)
            watch.check(before, state, told)
            sound(state)
        else:
            state.apply(seat, number)
        problems = state.problems()
        assert problems == [], f"seed {seed}: {problems}"
    if closely:
        watch.finish(state)


def run_games(seats: int, options: Options, games: int) -> None:
    """Play games with one set-up, and watch the first ones closely."""
    for seed in range(games):
        play(seats, options, seed, seed < CLOSELY)


@every_mode
def test_random_games_stay_sound(seats: int, options: Options) -> None:
    """Invariants 1 to 21, after every move."""
    run_games(seats, options, GAMES)


@pytest.mark.soak
@every_mode
def test_many_random_games_stay_sound(seats: int, options: Options) -> None:
    """Invariants 1 to 21, after every move of very many games."""
    run_games(seats, options, 20_000)
