"""Random games of every set-up: every position is sound, and every move changes only what it may (§16)."""

import os

import pytest

from cuvee import build
from cuvee.games.viticulture.pieces.boards import ESSENTIAL
from cuvee.games.viticulture.pieces.ops import NONE
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.tokens import values_of
from cuvee.games.viticulture.state.workers import BESIDE, GRANDE, KINDS, OPEN_SPACE
from cuvee.kernel.chance import Chance, derive_seed
from cuvee.kernel.game import Options
from cuvee.kernel.play import News
from tests.games.viticulture.table import GAME

MODES = GAME.modes()
NAMES = ["-".join(str(part) for part in (seats, *options.values())) for seats, options in MODES]
every_mode = pytest.mark.parametrize(("seats", "options"), MODES, ids=NAMES)
GAMES = int(os.environ.get("CUVEE_VITICULTURE_GAMES", "300" if build.compiled() else "15"))
CLOSELY = 25 if build.compiled() else 5
"""In this many games of each mode, what a move changes is checked too."""
MANY = 100


def deal(seats: int, options: Options, seed: int) -> Winery:
    state = GAME.new(seats, options, seed)
    assert isinstance(state, Winery)
    return state


DONE = {
    "draw_vine": "draws takes",
    "give_tour": "tours",
    "hire_expert": "hires",
    "make_trade": "trades",
    "play_summer_visitor": "plays",
    "buy_or_harvest_field": "buys_field harvests",
    "build_structure": "builds",
    "plant_vine": "plants",
    "draw_order": "draws takes",
    "harvest_fields": "harvests",
    "make_wine": "makes",
    "take_any_action": "takes_action",
    "play_winter_visitor": "plays",
    "train_worker": "trains",
    "sell_wine": "sells_wine",
    "fill_order": "fills",
}
"""The news that shows that an action of the Bordeaux board was really carried out (§6.1 to §6.16)."""


class Watch:
    """What moves must not do, checked from one position to the next by the news about them."""

    def __init__(self, state: Winery) -> None:
        self.passes = [0] * state.seats
        self.harvests: list[tuple[int, int]] = []
        self.owed: list[list[str]] = [[] for _seat in range(state.seats)]
        """Actions on which a worker was placed and which have not been carried out yet."""
        self.tokens = 0

    def check(self, before: Winery, after: Winery, told: list[News]) -> None:
        """Compare the positions before and after a move."""
        self.follow(after, told)
        if before.board.number == 0:
            self.tokens += count(told, "trades", "automa_trades") - count(told, "frees")
            waiting = after.blocked.bit_count() != self.tokens  # a trade is not complete yet (§8.2)
            assert after.blocked.bit_count() in (self.tokens, self.tokens - 1), "glass tokens (§16.9)"
            assert not (waiting and (after.over or after.decision().kind == "turn")), "glass tokens (§16.9)"
        check_board(before, after, told)
        for seat in range(before.seats):
            check_vineyard(before, after, seat, told)
            check_tokens(before, after, seat, told)

    def follow(self, state: Winery, told: list[News]) -> None:
        """Count passes and harvests in a year, and check that every action taken is carried out."""
        whole = state.board.number == 0 and not state.setup.special_workers
        for news in told:
            if news.kind == "year":
                self.new_year(state)
            elif news.kind == "passes":
                self.passes[news.seat] += 1
                assert not self.owed[news.seat], "an action is taken only if it can be carried out (§5.3, §16.17)"
            elif news.kind == "harvests":
                assert (news.seat, news.a) not in self.harvests, "a field is harvested once a year (§16.11)"
                self.harvests.append((news.seat, news.a))
            if whole and news.kind in ("places", "carries_out"):
                self.place(state, news.seat, news.b if news.kind == "places" else news.a)
            elif whole and news.seat >= 0:
                self.owed[news.seat] = [kinds for kinds in self.owed[news.seat] if news.kind not in kinds.split()]

    def place(self, state: Winery, seat: int, place: int) -> None:
        """Note that a worker was placed, so its action has to follow."""
        if place < OPEN_SPACE:
            action = state.board.actions[place // 4 if place < BESIDE else place - BESIDE]
            self.owed[seat].append(DONE[action.id])

    def new_year(self, state: Winery) -> None:
        times = 2 if state.board.number == ESSENTIAL else 4
        assert state.year == 1 or self.passes == [times] * state.seats, "each player passes out of every season (§16.15)"
        self.passes, self.harvests = [0] * state.seats, []


def total(told: list[News], kind: str, seat: int) -> int:
    """Add up the numbers in news of one kind about a seat."""
    return sum(news.a for news in told if (news.kind, news.seat) == (kind, seat))


def count(told: list[News], *kinds: str) -> int:
    return sum(news.kind in kinds for news in told)


def in_play(before: Winery, told: list[News], name: str) -> bool:
    """Tell whether a visitor is being resolved in this move."""
    deck = 2 if name in before.pieces.ids[2] else 3
    card = before.pieces.ids[deck][name]
    return deck * 64 + card in before.in_play or any((news.kind, news.a, news.b) == ("plays", deck, card) for news in told)


def check_board(before: Winery, after: Winery, told: list[News]) -> None:
    """Check cubes, glass tokens, rows and workers beside actions."""
    for action in range(len(before.boxes)):
        if before.boxes[action] != NONE:
            assert after.boxes[action] == before.boxes[action], "cubes never move (§16.8)"
    rows = [vineyard.next_row for vineyard in after.players if vineyard.next_row]
    assert len(set(rows)) == len(rows), "no two roosters in one row of the next year (§16.10)"
    if count(told, "year") and after.year > 1 and after.board.number != ESSENTIAL and not after.solo:
        for seat in range(after.seats):
            if count(told, "rooster") == 0:  # Organizer may enter row 1 during a year
                assert (after.players[seat].row == 1) == (before.starter == seat), "row 1 follows row 7 (§16.10)"
    if not after.setup.special_workers:
        for vineyard in after.players:
            for worker in vineyard.placed:
                beside = BESIDE <= worker // KINDS < OPEN_SPACE
                assert not beside or worker % KINDS == GRANDE, "only grande workers stand beside actions (§16.7)"
    if before.last_year:
        assert after.last_year


def check_vineyard(before: Winery, after: Winery, seat: int, told: list[News]) -> None:
    """Check structures, workers, points and cards of one seat."""
    old, new, mat = before.players[seat], after.players[seat], (1 << before.pieces.mat) - 1
    assert new.built & old.built & mat == old.built & mat, "mat structures are never lost (§4.11)"
    assert new.regulars >= old.regulars, "workers are never lost"
    assert new.specials & old.specials == old.specials
    if before.year == after.year:
        assert new.harvested & old.harvested == old.harvested, "a field is harvested once a year (§16.11)"
        assert new.scored & old.scored == old.scored, "windmill and tasting room score once a year (§16.11)"
    if before.board.number == 0:
        assert new.owned & old.owned == old.owned, "no field is sold on Bordeaux (§4.1)"
    gained, lost = total(told, "vp", seat), total(told, "loses_vp", seat)
    assert new.vp == old.vp + gained - lost, "VP only change by a gain, a cost or a loss (§16.14)"
    if after.waiting == [seat] and after.decision().kind == "wake_row" and after.year > 0 and not count(told, "year"):
        drawing = sum(new.built >> structure.number & 1 for structure in after.pieces.year_enders)
        limit = after.pieces.hand_limit + drawing
        assert after.board.number == ESSENTIAL or new.cards() <= limit, "the hand limit (§16.13)"


def check_tokens(before: Winery, after: Winery, seat: int, told: list[News]) -> None:
    """Check fields and cellars of one seat: only two cards go beyond what is built (§16.3, §16.4)."""
    old, new, pieces = before.players[seat], after.players[seat], before.pieces
    for field in range(3):
        value = new.field_value(pieces, field)
        if value > max(pieces.capacity[field], old.field_value(pieces, field)):
            assert in_play(before, told, "cultivator"), "a field holds vines up to its capacity (§16.3)"
    limit = new.cellar_limit(pieces)
    for kind in range(4):
        beyond = new.wines[kind] >> (limit + 1) << (limit + 1)
        if beyond & ~old.wines[kind]:
            aged = old.wines[kind] >> (limit + 1) != 0
            assert aged or in_play(before, told, "zymologist"), "wine lies in built cellars (§16.4)"


def play(seats: int, options: Options, seed: int, closely: bool) -> Winery:
    """Play a game at random, checking every position."""
    state, luck = deal(seats, options, seed), Chance.from_seed(seed, ["moves"])
    limit, moves, watch = GAME.longest(seats, options), 0, Watch(state)
    while state.waiting:
        seat = state.waiting[luck.below(len(state.waiting))]
        numbers = state.options(seat)
        assert 0 < len(numbers) <= MANY, "no list of options is longer than 100 (§16.17)"
        number = numbers[luck.below(len(numbers))]
        if closely:
            before = state.clone()
            assert isinstance(before, Winery)
            told = state.news = []
            state.apply(seat, number)
            watch.check(before, state, told)
        else:
            state.apply(seat, number)
        assert state.problems() == []
        moves += 1
        assert moves <= limit
    return state


def price(value: int) -> int:
    """Return the sale price of a grape (§10.2)."""
    return 1 if value <= 3 else 2 if value <= 6 else 3


def check_end(state: Winery) -> None:
    """Check everything that must hold when a game is over."""
    assert not state.scopes
    assert not state.in_play
    assert not any(state.pledged)
    assert not state.revealed
    assert state.last_year or state.lost
    for seat in range(state.seats):
        vineyard = state.players[seat]
        assert not vineyard.placed, "all workers are back (§5.11)"
        if state.board.number == 0:
            lira = vineyard.lira + sum(value for mask in vineyard.wines for value in values_of(mask))
            lira += sum(price(value) for mask in vineyard.grapes for value in values_of(mask))
            assert GAME.scores(state)[seat] == vineyard.vp + lira // 10, "final VP (§16.16)"
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
