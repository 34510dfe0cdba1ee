"""Find the actions of a game by playing it.

`python -m cuvee.encoding.explore GAME…` plays every mode of a game until nothing new turns up, and adds what it found to the
game's file of actions. Run it after writing new kinds of decisions; until then, missing actions take spare places.
"""

import sys
from pathlib import Path
from typing import Final

from cuvee import bots, games
from cuvee.encoding.action_lists import read_numbers, stored_actions, write_numbers
from cuvee.encoding.action_numbers import power_name
from cuvee.games.box import Box
from cuvee.kernel.game import Options
from cuvee.kernel.play import ANY_TIME, State

Numbers = dict[str, set[int]]

WHOLE: Final = 64
"""A kind whose numbers stay below this gets a place for each of them, found or not."""
GAP: Final = 8
"""A gap of at most this size between two numbers is filled: the missing ones are other cards of the same pile, or the like."""
QUIET: Final = 60
"""A mode is done after this many games in a row without anything new."""
MOST: Final = 3000
GREEDY: Final = 4
"""Games by better bots, which build what random ones can never pay for."""


def note(state: State, met: Numbers) -> bool:
    """Note the kinds and numbers of a position; tell whether any of them is new."""
    before = sum(map(len, met.values()))
    decision = state.decision()
    for seat in state.waiting:
        for number in state.options(seat):
            asked, own = state.asked_by(seat, number)
            kind = asked.kind if number < ANY_TIME else power_name(asked.kind, number // ANY_TIME - 1)
            met.setdefault(kind, set()).add(own)
            if asked.span <= WHOLE:
                met[kind].update(range(asked.span))
    met.setdefault(decision.kind, set())
    return sum(map(len, met.values())) > before


def play(game: Box, state: State, bot: str, seed: int, met: Numbers) -> bool:
    """Let bots play a game to its end, noting everything; tell whether anything was new."""
    players = [bots.make(bot, game, seed + seat) for seat in range(state.seats)]
    new = False
    while state.waiting:
        new = note(state, met) or new
        seat = state.waiting[-1]
        state.apply(seat, players[seat].choose(state, seat))
    return new


def explore(game: Box, seats: int, options: Options, met: Numbers) -> int:
    """Play a mode at random until nothing new turns up, then some games with better bots; return the number of games."""
    setup = game.prepare(seats, options)
    quiet = played = 0
    while quiet < QUIET and played < MOST:
        new = play(game, setup.new(played), "random", seats * played, met)
        quiet = 0 if new else quiet + 1
        played += 1
    for number in range(played, played + GREEDY):
        play(game, setup.new(number), "greedy", seats * number, met)
    return played + GREEDY


def filled(numbers: set[int]) -> set[int]:
    """Fill small gaps.

    >>> sorted(filled({1, 3, 40}))
    [1, 2, 3, 40]
    """
    found = set(numbers)
    for low, high in zip(sorted(numbers), sorted(numbers)[1:], strict=False):
        if high - low <= GAP:
            found.update(range(low, high))
    return found


def update(name: str, folder: Path) -> None:
    """Add what the modes of a game bring up to its file, after the kinds already in it: old actions keep their order."""
    game = games.get(name)
    met: Numbers = {kind: set(read_numbers(text)) for kind, text in stored_actions(name).items()}
    for seats, options in game.modes():
        played = explore(game, seats, options, met)
        print(f"{name}, {seats} players, {options}: {played} games", file=sys.stderr)
    lines = [f"# The actions of {game.title} by kind of decision. Made by: python -m cuvee.encoding.explore {name}"]
    lines += [f'"{kind}" = "{write_numbers(filled(numbers))}"' for kind, numbers in met.items()]
    (folder / "actions.toml").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    for chosen in sys.argv[1:] or games.names():
        update(chosen, games.get(chosen).folder())
