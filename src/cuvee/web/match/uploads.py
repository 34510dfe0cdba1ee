"""Journals of strangers, read and replayed in a process of their own with little time and memory.

The site looks at such a file only once the process has found it whole. One that asks for ten million cards, or that takes
for ever to parse, costs that process its life and the site nothing.
"""

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from threading import BoundedSemaphore
from typing import Any, Final

from cuvee import games
from cuvee.kernel.errors import BadJournal, CuveeError, OtherRules
from cuvee.kernel.journal import Journal
from cuvee.kernel.match import Match
from cuvee.kernel.text import _, speaking
from cuvee.web.i18n.language import translator

SECONDS: Final = 4
"""Processor time a file may take, the start of the process included; the longest match of all games takes one."""
WALL: Final = 20.0
"""Seconds a busy machine may take for that."""
MEMORY: Final = 1024**3
MOST_OVERRIDES: Final = 64 * 1024
"""Bytes of corrections to component tables, all files together."""
MOST_KEYS: Final = 2_000
"""Keys of one corrected file; the largest table of all games has fewer."""
MOST_MOVES: Final = 5_000
"""Moves of a match: more than any game takes of players who choose blindly. With corrected tables one could go on for ever."""
LONGEST_SALT: Final = 32
"""Letters of what opens a commitment: as many as the site draws."""
POLITE: Final = 19
"""By so much the process stands back."""
AT_ONCE: Final = 1
PATIENCE: Final = 5.0
"""Seconds somebody waits until the file before theirs has been read."""
_turn: Final = BoundedSemaphore(AT_ONCE)


def check(text: str, language: str = "en") -> None:
    """Refuse a journal that cannot be read and replayed within the limits; the site need not fear what passes."""
    from cuvee.web.people.rate_limits import TABLES, TooOften  # the process that reads the file loads no models

    if not _turn.acquire(timeout=PATIENCE):
        raise TooOften(TABLES, time.time() + PATIENCE)
    try:
        found = _ask(text, language)
    finally:
        _turn.release()
    if found["error"]:
        raise (OtherRules if found["other_rules"] else BadJournal)(found["error"])


def _ask(text: str, language: str) -> dict[str, Any]:
    """Have a process of its own judge a file; say so if it did not survive that."""
    command = [sys.executable, "-m", "cuvee.web.match.uploads", language]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=WALL, check=False)
        found: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return {"error": _("This journal takes too long or too much memory to read"), "other_rules": False}
    return found


def judge(text: str) -> dict[str, Any]:
    """Read and replay a journal; tell what is wrong with it, if anything is."""
    try:
        _check_letters(text)
        journal = Journal.from_json(text)
        if len(journal.moves) > MOST_MOVES:
            raise BadJournal(_("A journal can have at most {most} moves", most=MOST_MOVES))
        if len(journal.salt) > LONGEST_SALT:
            raise BadJournal(_("the journal has no valid '{name}'", name="salt"))
        _check_overrides(journal.overrides)
        Match.from_journal(games.get(journal.game), journal)
    except CuveeError as error:
        return {"error": str(error), "other_rules": isinstance(error, OtherRules)}
    except MemoryError:
        raise
    except Exception as error:  # whatever is odd in a stranger's file is said to be so
        return {"error": _("This journal cannot be read: {error}", error=type(error).__name__), "other_rules": False}
    return {"error": "", "other_rules": False}


def _check_letters(text: str) -> None:
    """Refuse halves of letters: JSON can name them, but nobody can store them or show them."""
    try:
        whole = json.loads(text)
    except ValueError:
        return  # what is wrong with it is said where it is read
    try:
        json.dumps(whole, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadJournal(_("This file is not text, so it is not a journal")) from None


def _check_overrides(overrides: dict[str, str]) -> None:
    """Refuse corrections that are far larger than any table, before they are parsed."""
    texts = [text for text in overrides.values() if isinstance(text, str)]
    if len(texts) != len(overrides) or sum(len(text) for text in texts) > MOST_OVERRIDES:
        raise BadJournal(_("Component corrections can be at most {most} KB", most=MOST_OVERRIDES // 1024))
    if any(text.count("=") > MOST_KEYS or text.count(".") > MOST_KEYS for text in texts):
        raise BadJournal(_("A corrected table can have at most {most} fields", most=MOST_KEYS))


def _limit() -> None:
    """Bound what this process may use, where the system lets us; people who play come before it."""
    if hasattr(os, "nice"):
        os.nice(POLITE)
    with suppress(ImportError, ValueError, OSError):
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Judge what comes by standard input, in the language named; print what is wrong as JSON."""
    _limit()
    with speaking(translator(sys.argv[1])):
        print(json.dumps(judge(sys.stdin.buffer.read().decode())))


if __name__ == "__main__":
    main()
