"""OpenSpiel's own information-set search sits down at our table, against one of our bots.

    pip install '.[openspiel]'
    python examples/open_spiel_ismcts.py "cuvee_wine_cellar(players=2)" --games 20 --simulations 100

Prints who won, with the 95 % interval. The search is OpenSpiel's, in Python: it thinks for about a second per move.
"""

import argparse
from time import perf_counter

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from cuvee import bots
from cuvee.bots.bot import Bot
from cuvee.lab.arena import wilson
from cuvee.rl.open_spiel import TableState  # this import also registers our games with OpenSpiel


def bots_action(bot: Bot, state: TableState, player: int) -> int:
    """Return what one of our bots does as an action, since bots use the kernel's numbers."""
    assert state.moment is not None
    position = state.moment.position
    chosen = bot.choose(position.state, player)
    return position.legal(player)[position.state.options(player).index(chosen)]


def play(game: pyspiel.Game, searcher: ismcts.ISMCTSBot, opponent: Bot, seat: int, deal: int) -> float:
    """Play one game, the search on one seat and our bot on all others; return what the search gets for it."""
    state = game.new_initial_state()
    state.apply_action(deal)
    while not state.is_terminal():
        player = state.current_player()
        state.apply_action(searcher.step(state) if player == seat else bots_action(opponent, state, player))
    return float(state.returns()[seat])


def main() -> None:
    """Play some games from every seat in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="cuvee_wine_cellar(players=2)")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=100, help="simulations per search")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    game = pyspiel.load_game(given.game)
    box = game.seating.game
    luck = np.random.RandomState(given.seed)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=luck)
    searcher = ismcts.ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=given.simulations, random_state=luck)
    opponent = bots.make(given.opponent, box, given.seed)
    won, start = 0.0, perf_counter()
    for number in range(given.games):
        won += play(game, searcher, opponent, number % game.num_players(), number // game.num_players() % game.deals)
    low, high = wilson(won, given.games)
    print(f"ISMCTS ({given.simulations} simulations per move) wins {won:g} of {given.games} games of {box.title} ", end="")
    print(f"against {given.opponent}: {100 * won / given.games:.0f} % ({100 * low:.0f} to {100 * high:.0f} %), ", end="")
    print(f"{(perf_counter() - start) / given.games:.1f} s per game")


if __name__ == "__main__":
    main()
