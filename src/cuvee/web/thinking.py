"""What a worker process of the house does. It knows the games and the bots, nothing of the site: it starts quickly."""

from typing import Any, Final

from cuvee import bots, games
from cuvee.kernel.match import Match

Task = dict[str, Any]
_matches: dict[str, Match] = {}
"""In a worker process: the matches it has thought about, so that it need not replay them every time."""
REMEMBERED: Final = 32


def think(task: Task) -> int:
    """Choose an option for a seat; runs in a worker process."""
    match = _follow(task)
    game = games.get(task["game"])
    seat: int = task["seat"]
    bot = bots.make(task["bot"], game, task["seed"] + len(match.journal.moves))
    return bot.choose(match.state.clone(), seat)


def rest() -> None:
    """Do nothing: whoever asks for it only wants the worker to have started."""


def _follow(task: Task) -> Match:
    """Bring the remembered match in step with the moves given, or replay it."""
    moves: list[tuple[int, str]] = task["moves"]
    match = _matches.get(task["code"])
    if match is not None:
        known = [(move.seat, move.text) for move in match.journal.moves]
        if known != moves[: len(known)]:
            match = None
    if match is None:
        game = games.get(task["game"])
        match = Match(game, task["players"], task["options"], task["deal"], game.components(task["overrides"]))
    for seat, text in moves[len(match.journal.moves) :]:
        match.play(seat, text)
    _matches.pop(task["code"], None)
    _matches[task["code"]] = match
    while len(_matches) > REMEMBERED:
        del _matches[next(iter(_matches))]
    return match
