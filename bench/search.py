"""How many positions per second the bots look at in the middle of a game: `python bench/search.py`."""

from time import perf_counter

from cuvee import bots, games
from cuvee.bots.flat import FlatBot
from cuvee.bots.thinking import Budget, ThinkingBot
from cuvee.bots.tree import TreeBot
from cuvee.kernel.play import State

SECONDS = 2.0


def middle_of(name: str, seats: int) -> State:
    """Let greedy bots play half of a game, up to a moment at which an action begins."""
    game = games.get(name)
    sense = game.heuristics()
    players = [bots.make("greedy", game, seat) for seat in range(seats)]
    whole, half = game.new(seats, seed=3), game.new(seats, seed=3)
    decisions = 0
    while whole.waiting:
        seat = whole.waiting[0]
        whole.apply(seat, players[seat].choose(whole, seat))
        decisions += 1
    while decisions > 0 or not sense.quiet(half) or len(half.options(half.waiting[0])) < 3:
        seat = half.waiting[0]
        half.apply(seat, players[seat].choose(half, seat))
        decisions -= 2
    return half


def main() -> None:
    """Print a line for each game and way of searching."""
    for name in games.NAMES:
        game = games.get(name)
        seats = 3 if 3 in game.seats else 2
        state = middle_of(name, seats)
        seat = state.waiting[0]
        for kind in (TreeBot, FlatBot):
            bot: ThinkingBot = kind(game, game.heuristics(), 1, Budget(SECONDS))
            start = perf_counter()
            looks = sum(bot.judge(state, seat, state.options(seat)).visits)
            rate = looks / (perf_counter() - start)
            print(f"{name:17} {seats} players  {kind.__name__:8} {rate:9,.0f} per second", flush=True)


if __name__ == "__main__":
    main()
