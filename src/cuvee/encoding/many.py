"""Many games side by side, stepped together: the loop behind `Batch`, without any library, so that it can be compiled."""

from array import array
from collections.abc import Callable
from typing import final

from cuvee.bots.bot import Bot
from cuvee.encoding.position import Eye, Position
from cuvee.kernel.chance import SEED_LIMIT, Chance
from cuvee.kernel.observation import Rows
from cuvee.kernel.play import State


@final
class Many:
    """An endless series of games: one that ends pays its rewards and is dealt anew at once.

    Seats with a bot play by themselves.
    """

    def __init__(
        self,
        deal: Callable[[int], State],
        eye: Eye,
        reward: Callable[[State], list[float]],
        count: int,
        seed: int,
        bots: list[Bot | None],
    ) -> None:
        self.deal = deal
        self.eye = eye
        self.reward = reward
        self.count = count
        self.bots = bots
        self.seats = len(bots)
        self.next_seed = seed
        self.played = 0
        """Games that have ended."""
        self.moves = 0
        """Decisions made, by learners and by bots."""
        self.turn = [0] * count
        """The seat asked at each table."""
        self.ended = bytearray(count)
        self.rewards = array("f", [0.0] * (count * self.seats))
        self._zeros = bytes(count * eye.width)
        self.positions: list[Position] = []
        for place in range(count):
            self.positions.append(self._new())
            self._go_on(place)

    def _new(self) -> Position:
        seed = self.next_seed
        self.next_seed = (seed + 1) % SEED_LIMIT
        return Position(self.deal(seed), self.eye)

    def step(self, actions: list[int]) -> None:
        """Play one action in each game. An illegal one is refused before anything is played."""
        positions, turn = self.positions, self.turn
        numbers = [positions[place].number(turn[place], actions[place]) for place in range(self.count)]
        self._clear()
        for place in range(self.count):
            positions[place].take(turn[place], numbers[place])
            self._go_on(place)
        self.moves += self.count

    def _clear(self) -> None:
        """Forget the rewards of the previous step."""
        seats, rewards, ended = self.seats, self.rewards, self.ended
        for place in range(self.count):
            if ended[place]:
                ended[place] = 0
                for seat in range(seats):
                    rewards[place * seats + seat] = 0.0

    def _go_on(self, place: int) -> None:
        """Let bots play until a learner is asked; deal anew if the game ends before that."""
        position = self.positions[place]
        while True:
            seat = position.seat()
            if seat < 0:
                self._pay(place, position.state)
                position = self._new()
                self.positions[place] = position
                continue
            bot = self.bots[seat]
            if bot is None:
                self.turn[place] = seat
                return
            position.go_on(seat, bot.choose(position.state, seat))
            self.moves += 1

    def _pay(self, place: int, state: State) -> None:
        self.played += 1
        self.ended[place] = 1
        for seat, reward in enumerate(self.reward(state)):
            self.rewards[place * self.seats + seat] = reward

    def legal(self, place: int) -> list[int]:
        """List the legal actions at a table (do not change the list)."""
        return self.positions[place].legal(self.turn[place])

    def marks(self, size: int) -> list[int]:
        """List the places of all legal actions in one row of masks, each table's mask having this size."""
        found: list[int] = []
        for place in range(self.count):
            start = place * size
            found += [start + action for action in self.legal(place)]
        return found

    def sample(self, rng: Chance) -> list[int]:
        """Choose a legal action in each game, each equally likely."""
        chosen: list[int] = []
        for place in range(self.count):
            legal = self.legal(place)
            chosen.append(legal[rng.below(len(legal))])
        return chosen

    def look(self) -> bytes:
        """Return what the seat to act sees, game by game, in one row."""
        rows = Rows(self._zeros)
        for place in range(self.count):
            self.eye.look(self.positions[place].state, self.turn[place], rows)
        return rows.written()
