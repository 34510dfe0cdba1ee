"""Random games of every number of players, variant and level: the invariants of §15 after every move."""

import os

import pytest

from cuvee import bots, build
from cuvee.bots.bot import Bot
from cuvee.games.age_of_champagne.pieces.vocabulary import AGE, COUNCIL, FIRST, NOBODY, NOTHING, PROMOTE, SIZE, SPOTS
from cuvee.games.age_of_champagne.scoring import major_vineyards
from cuvee.games.age_of_champagne.state.codes import HOME
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.game import Options, Value
from tests.games.age_of_champagne.table import GAME, PIECES

LEVELS = ("jeroboam", "mathusalem", "balthazar", "nabuchodonosor")
CHOSEN: list[tuple[int, dict[str, Value]]] = [(1, {"board_side": "simplified"}), (1, {"high_tension": True})]
CHOSEN += [(seats, {"wine_merchant": level}) for seats in (1, 2, 3) for level in LEVELS]
CHOSEN += [(seats, {}) for seats in (2, 3, 4)]
CHOSEN += [(seats, {"board_side": "simplified"}) for seats in (2, 3, 4)]
CHOSEN += [(seats, {"trade_partnership": True}) for seats in (2, 3, 4)]
CHOSEN += [(seats, {"high_tension": True}) for seats in (2, 3)]
CHOSEN += [
    (2, {"wine_merchant": "jeroboam", "trade_partnership": True, "high_tension": True}),
    (3, {"wine_merchant": "mathusalem", "board_side": "simplified"}),
    (2, {"wine_merchant": "balthazar", "merchant_control": "person"}),
    (3, {"wine_merchant": "jeroboam", "merchant_control": "person", "trade_partnership": True, "high_tension": True}),
    (4, {"wine_merchant": "nabuchodonosor", "merchant_control": "person"}),
]
MODES = [(seats, GAME.read_options(seats, given)) for seats, given in CHOSEN]
NAMES = ["-".join(str(part) for part in (seats, *given.values())) for seats, given in CHOSEN]
every_mode = pytest.mark.parametrize(("seats", "options"), MODES, ids=NAMES)
GAMES = int(os.environ.get("CUVEE_CHAMPAGNE_GAMES", "500" if build.compiled() else "30"))
CLOSELY = 25
MANY = 100


class Watch:
    """The invariants of transitions, checked from one position to the next (invariants 3, 4, 7, 8, 11, 12, 15, 16, 17)."""

    def __init__(self, state: Houses) -> None:
        self.events: list[int] = []
        self.markers = [0] * state.setup.players
        self.allowed = [0] * state.setup.players

    def check(self, before: Houses, seat: int, number: int, after: Houses) -> None:
        """Compare the positions before and after a move."""
        assert all(new >= old for old, new in zip(before.grid, after.grid, strict=True)), "grid columns never decrease"
        assert all(new >= old for old, new in zip(before.press, after.press, strict=True)), "the press never decreases"
        for old, new in zip(before.spaces, after.spaces, strict=True):
            assert len(new) <= len(old), "a market space never gets tokens"
        if before.decision().kind == "place" and number < 64:
            self.markers[seat] += 1
        if after.round != before.round:
            self.new_round(before, after)

    def new_round(self, before: Houses, after: Houses) -> None:
        """Check the start of a round: discs, reservations and markers are back, and Council markers did their work."""
        setup = after.setup
        if before.round:
            assert self.markers == self.allowed, "three markers, less those on n+1, and at most one disc more"
        assert after.round == before.round + 1
        assert after.past[-1] == after.event
        self.events.append(after.event)
        assert len(set(self.events)) == len(self.events)
        assert after.discs == [HOME] * setup.players
        for spot in range(SPOTS):
            zone = setup.board.spots[spot].zone
            if after.spots[spot] not in (NOBODY, setup.merchant):
                assert zone == PROMOTE, "only n+1 holds a player's marker when a round begins"
        self.markers = [0] * setup.players
        n1 = range(FIRST[PROMOTE], FIRST[PROMOTE] + SIZE[PROMOTE])
        self.allowed = [3 - sum(after.spots[spot] == seat for spot in n1) for seat in range(setup.players)]

    def disc(self, before: Houses, seat: int, number: int) -> None:
        """Count a disc as one more marker allowed."""
        if before.decision().kind == "place" and 32 <= number < 64:
            self.allowed[seat] += 1


def council_is_right(before: Houses, after: Houses) -> None:
    """Invariant 16: every player with a Council marker is in the position of the lowest spot."""
    seen: set[int] = set()
    for place in range(SIZE[COUNCIL]):
        owner = before.spots[FIRST[COUNCIL] + place]
        if owner != NOBODY and owner not in seen:
            seen.add(owner)
            assert after.council[place] == owner


def the_end_is_right(state: Houses) -> None:
    """Check invariants 11 and 14, and that nothing is left to decide."""
    assert state.round == PIECES.rounds == len(set(state.past))
    assert not state.events
    assert all(0 <= sum(region) <= 4 for region in major_vineyards(state))
    assert state.discs == [HOME] * state.setup.players
    assert all(state.spots[spot] == NOBODY for spot in range(SPOTS) if state.setup.board.spots[spot].zone != PROMOTE)
    assert NOTHING not in state.orders


def deal(seats: int, options: Options, seed: int) -> tuple[Houses, list[Bot]]:
    state = GAME.new(seats, options, seed)
    assert isinstance(state, Houses)
    return state, [bots.make("random", GAME, 10 * seed + seat) for seat in range(seats)]


def play_watched(seats: int, options: Options, seed: int) -> None:
    """Play one game, comparing every position with the one before."""
    state, players = deal(seats, options, seed)
    watch = Watch(state)
    while not state.over:
        seat = state.waiting[0]
        assert 0 < len(state.options(seat)) <= MANY
        number = players[seat].choose(state, seat)
        before = state.clone()
        state.apply(seat, number)
        assert state.problems() == []
        watch.disc(before, seat, number)
        watch.check(before, seat, number, state)
        if state.round != before.round and before.round:
            if before.decision().kind == "place" and number < 64:
                before.spots[number % 32] = seat  # the last marker of the round, and nobody was asked anything after it
            council_is_right(before, state)
            n = range(FIRST[AGE], FIRST[AGE] + SIZE[AGE])
            assert all(state.spots[spot] in (NOBODY, state.setup.merchant) for spot in n)
    the_end_is_right(state)


def play_checked(seats: int, options: Options, seed: int) -> None:
    """Play one game, checking the invariants of every position."""
    state, players = deal(seats, options, seed)
    moves, limit = 0, GAME.longest(seats, options)
    while not state.over:
        seat = state.waiting[0]
        state.apply(seat, players[seat].choose(state, seat))
        assert state.problems() == []
        moves += 1
        assert moves <= limit
    the_end_is_right(state)


@every_mode
def test_random_games_are_sound_after_every_move(seats: int, options: Options) -> None:
    for seed in range(CLOSELY):
        play_watched(seats, options, seed)
    for seed in range(CLOSELY, GAMES):
        play_checked(seats, options, seed)


@pytest.mark.soak
@every_mode
def test_twenty_thousand_random_games_are_sound(seats: int, options: Options) -> None:
    for seed in range(GAMES, 20000):
        play_checked(seats, options, seed)
