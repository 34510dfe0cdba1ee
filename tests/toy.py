"""A small game that uses every feature of the kernel, for its tests: hidden hands, draws, powers, secret discards.

Each player starts with three numbered tokens. In each of two rounds every player in turn draws a token from the bag or
takes a coin; two coins can be exchanged for a point at any time during a turn. Then all discard down to three, in secret.
The sum of the tokens kept, plus points, is the score.
"""

from collections.abc import Mapping
from typing import Any, final

from cuvee.kernel.chance import Chance
from cuvee.kernel.components import Components
from cuvee.kernel.game import Game, Options, Setting
from cuvee.kernel.heuristics import Heuristics
from cuvee.kernel.play import SPECTATOR, Decision, News, State, Step, Together
from cuvee.kernel.score import ScoreLine, ScoreSheet, places_by
from cuvee.kernel.text import _, player
from cuvee.kernel.view import Thing

HAND = 3
ROUNDS = 2
BAG = 0
DRAW, COIN = 0, 1


@final
class ToyState(State):
    def __init__(self, seats: int, tokens: int, chance: Chance) -> None:
        super().__init__(seats, chance)
        self.tokens = tokens
        self.bag: list[int] = []
        self.hands: list[list[int]] = [[] for _seat in range(seats)]
        self.discards: list[int] = []
        self.coins = [1] * seats
        self.points = [0] * seats
        self.round = 1

    def clone(self) -> "ToyState":
        twin = ToyState(self.seats, self.tokens, self.chance.clone())
        twin.bag = self.bag[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.discards = self.discards[:]
        twin.coins = self.coins[:]
        twin.points = self.points[:]
        twin.round = self.round
        self.copy_to(twin)
        return twin

    def key(self) -> tuple[object, ...]:
        return (self.tokens, self.bag, self.hands, self.discards, self.coins, self.points, self.round)

    def shuffle_unknown(self, seat: int, rng: Chance) -> None:
        known = self.discards + (self.hands[seat] if seat != SPECTATOR else [])
        unseen = [token for token in range(self.tokens) if token not in known]
        rng.shuffle(unseen)
        for other in range(self.seats):
            if other != seat:
                size = len(self.hands[other])
                self.hands[other], unseen = sorted(unseen[:size]), unseen[size:]
        self.bag = sorted(unseen)

    def problems(self) -> list[str]:
        lying = sorted(self.bag + self.discards + [token for hand in self.hands for token in hand])
        return [] if lying == list(range(self.tokens)) else [f"tokens lie at {lying}"]

    def draw(self, seat: int) -> int:
        token = self.bag.pop(self.roll(len(self.bag), BAG))
        self.hands[seat] = sorted([*self.hands[seat], token])
        return token


class Exchange(Decision[ToyState]):
    """The any-time power: two coins for a point."""

    kind = "exchange"
    section = "3"
    span = 1

    def options(self, state: ToyState, seat: int) -> list[int]:
        return [0] if state.coins[seat] >= 2 else []

    def apply(self, state: ToyState, seat: int, option: int) -> None:
        state.coins[seat] -= 2
        state.points[seat] += 1

    def prompt(self, state: ToyState, seat: int) -> str:
        return _("Exchange")

    def notation(self, state: ToyState, seat: int, option: int) -> str:
        return "exchange"

    def label(self, state: ToyState, seat: int, option: int) -> str:
        return _("Exchange two coins for a point")


class Turn(Decision[ToyState]):
    kind = "turn"
    section = "2"
    span = 2

    def options(self, state: ToyState, seat: int) -> list[int]:
        return [DRAW, COIN] if state.bag else [COIN]

    def powers(self, state: ToyState, seat: int) -> tuple[Decision[ToyState], ...]:
        return (Exchange(seat),)

    def apply(self, state: ToyState, seat: int, option: int) -> None:
        if option == COIN:
            state.coins[seat] += 1
            state.tell("coin", seat)
        else:
            state.tell("draw", seat, state.draw(seat))

    def prompt(self, state: ToyState, seat: int) -> str:
        return _("Draw a token or take a coin")

    def notation(self, state: ToyState, seat: int, option: int) -> str:
        return "draw" if option == DRAW else "coin"

    def label(self, state: ToyState, seat: int, option: int) -> str:
        return _("Draw a token") if option == DRAW else _("Take a coin")

    def targets(self, state: ToyState, seat: int, option: int) -> list[str]:
        return ["bag"] if option == DRAW else []


class Discard(Together[ToyState]):
    kind = "discard"
    section = "4"
    span = 64

    def complete(self, state: ToyState, seat: int) -> bool:
        return len(state.hands[seat]) - len(state.sealed[seat]) <= HAND

    def options(self, state: ToyState, seat: int) -> list[int]:
        return [token for token in state.hands[seat] if token not in state.sealed[seat]]

    def reveal(self, state: ToyState, answers: list[tuple[int, ...]]) -> None:
        for seat, tokens in enumerate(answers):
            state.hands[seat] = [token for token in state.hands[seat] if token not in tokens]
            state.discards += sorted(tokens)

    def prompt(self, state: ToyState, seat: int) -> str:
        return _("Discard down to {hand} tokens", hand=HAND)

    def notation(self, state: ToyState, seat: int, option: int) -> str:
        return f"discard {option}"

    def label(self, state: ToyState, seat: int, option: int) -> str:
        return _("Discard token {token}", token=option)

    def targets(self, state: ToyState, seat: int, option: int) -> list[str]:
        return [f"token:{option}"]


class Round(Step[ToyState]):
    kind = "round"

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, state: ToyState) -> None:
        state.round = self.number
        everybody = list(range(state.seats))
        if self.number < ROUNDS:
            state.push(Round(self.number + 1))
        state.push(Discard(everybody))
        for seat in reversed(everybody):
            state.push(Turn(seat))


class ToySense(Heuristics[ToyState]):
    def features(self, state: ToyState, seat: int) -> list[float]:
        return [sum(state.hands[seat]) / 30, state.coins[seat] / 4]

    def estimate(self, state: ToyState, seat: int) -> float:
        return sum(state.hands[seat]) + state.points[seat] + state.coins[seat] / 2


class Toy(Game[Components, ToyState]):
    name = "toy"
    title = "Toy"
    designer = "nobody"
    blurb = "A toy"
    minutes = "1"
    version = "1"
    seats = (1, 2, 3)
    streams = ("bag",)
    settings = (Setting("tokens", (16, 20), "How many tokens there are"),)

    def files(self) -> Mapping[str, str]:
        return {"toy.toml": 'largest = 10\n[[token]]\nid = "plain"\nsource = "seed"\n'}

    def pieces(self, components: Components) -> Components:
        return components

    def deal(self, seats: int, options: Options, pieces: Components, chance: Chance) -> ToyState:
        tokens = options["tokens"]
        assert isinstance(tokens, int)
        state = ToyState(seats, tokens, chance)
        state.bag = list(range(tokens))
        for seat in range(seats):
            for _token in range(HAND):
                state.draw(seat)
        state.push(Round(1))
        return state

    def areas(self, state: ToyState, seat: int) -> list[Thing]:
        areas = [Thing("bag", "bag", _("Bag"), count=len(state.bag), round=state.round, discards=state.discards[:])]
        for other in range(state.seats):
            area = Thing(f"player:{other}", "player", player(other), coins=state.coins[other], points=state.points[other])
            area.facts["hand"] = len(state.hands[other])
            if other == seat:
                area.add(*(Thing(f"token:{token}", "token", str(token)) for token in state.hands[other]))
                area.facts["sealed"] = list(state.sealed[other])
            areas.append(area)
        return areas

    def scores(self, state: ToyState) -> list[int]:
        return [sum(state.hands[seat]) + state.points[seat] for seat in range(state.seats)]

    def places(self, state: ToyState) -> list[int]:
        return places_by([(points,) for points in self.scores(state)])

    def sheet(self, state: ToyState) -> ScoreSheet:
        return ScoreSheet([ScoreLine("Tokens", "5", self.scores(state))], self.scores(state), self.places(state))

    def recount(self, state: ToyState, news: News, seat: int) -> str:
        if news.kind == "draw" and seat == news.seat:
            return _("You draw {token}", token=news.a)
        if news.kind == "draw":
            return _("{player} draws", player=player(news.seat))
        return _("{player} takes a coin", player=player(news.seat))

    def heuristics(self) -> Heuristics[Any]:
        return ToySense()

    def longest(self, seats: int, options: Options) -> int:
        return 6 * seats * ROUNDS


TOY = Toy()
