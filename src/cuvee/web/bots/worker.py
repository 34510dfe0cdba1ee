"""What a worker process of the house does. It knows the games and the bots but not the site, so it starts quickly."""

import os
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from cuvee import bots, games
from cuvee.bots.analysis import Analyst
from cuvee.bots.thinking import Budget
from cuvee.kernel.match import Match

Task = dict[str, Any]
_matches: dict[str, Match] = {}
"""In a worker process: the matches it has thought about, so that it need not replay them every time."""
REMEMBERED: Final = 32
HINT_SECONDS: Final = 0.4
"""How long the house thinks before it gives a hint."""
SLICE: Final = 0.5
"""Seconds of analysis in one task: a live table waits for the worker no longer than that and one decision."""
POLITE: Final = 19
"""The niceness of a worker, so that the processes that serve pages go first."""


def begin(server: int) -> None:
    """End a worker with its server: a killed server says nothing, and its pipes stay open in its workers.

    It thinks only when nothing else is to be done: people's moves and pages have priority.
    """
    if hasattr(os, "nice"):
        os.nice(POLITE)
    threading.Thread(target=_end_with, args=[server], daemon=True).start()


def _end_with(server: int) -> None:
    while os.getppid() == server:
        time.sleep(1)
    os._exit(1)


def think(task: Task) -> Any:
    """Answer a question about a match; runs in a worker process."""
    return QUESTIONS[task["question"]](task, _follow(task))


def choose(task: Task, match: Match) -> int:
    """Choose an option for a seat."""
    bot = bots.make(task["bot"], match.game, task["seed"] + len(match.journal.moves))
    match.forget(len(match.journal.moves))  # bots look ahead, never back
    return bot.choose(match.state.clone(), task["seat"])


def advise(task: Task, match: Match) -> dict[str, Any]:
    """Say what to choose for a seat, and what it promises compared with the second choice."""
    analyst = _analyst(task, match, len(match.journal.moves), Budget(HINT_SECONDS))
    return analyst.advise(match.state.clone(), task["seat"])._asdict()


def look_back(task: Task, match: Match) -> list[dict[str, Any]]:
    """Judge decisions of a match from a move on: as many as fit into a slice of time, and at least one."""
    end = time.monotonic() + SLICE
    moves = range(task["from"], len(match.journal.moves) + 1)
    found = [_judge(task, match, moves[0])]
    for move in moves[1:]:
        if time.monotonic() > end:
            break
        found.append(_judge(task, match, move))
    return found


def _judge(task: Task, match: Match, move: int) -> dict[str, Any]:
    """Tell everybody's chances after a move, and what the decision cost if another one was better; move 0 is the deal."""
    analyst = _analyst(task, match, move, Budget(nodes=task["nodes"]))
    found: dict[str, Any] = {"chances": [round(chance, 4) for chance in analyst.chances(match.at(move))]}
    if move > 0:
        made, before = match.journal.moves[move - 1], match.at(move - 1)
        verdict = analyst.judge(before, made.seat, before.parse(made.seat, made.text), move)
        if verdict is not None:
            found["verdict"] = verdict.as_dict()
    return found


def _analyst(task: Task, match: Match, move: int, budget: Budget) -> Analyst:
    return Analyst(bots.thinker(match.game, match.at(0), task["seed"] + move, budget))


QUESTIONS: Final[dict[str, Callable[[Task, Match], Any]]] = {"choose": choose, "advise": advise, "look back": look_back}
"""What the house can be asked."""


def rest() -> None:
    """Do nothing: this only makes sure that the worker has started."""


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
