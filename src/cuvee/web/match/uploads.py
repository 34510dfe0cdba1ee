"""Uploaded journals, read and replayed in a process of their own with little time and memory.

The site reads such a file only after the process has found it sound. A file that asks for ten million cards, or takes for ever
to parse, kills that process and costs the site nothing.
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
"""Processor time a file may take, including the start of the process; the longest match of any game takes one second."""
WALL: Final = 20.0
"""Seconds a busy machine may take for that."""
MEMORY: Final = 1024**3
MOST_OVERRIDES: Final = 64 * 1024
"""Bytes of corrections to component tables, all files together."""
MOST_KEYS: Final = 2_000
"""Keys of one corrected file; the largest table of any game has fewer."""
MOST_MOVES: Final = 5_000
"""Moves of a match: more than random players need in any game. With corrected tables a match could go on for ever."""
LONGEST_SALT: Final = 32
"""Length of the salt that opens a commitment: as long as the site's own."""
POLITE: Final = 19
"""The niceness of the process."""
AT_ONCE: Final = 1
PATIENCE: Final = 5.0
"""Seconds to wait for the file before this one to be read."""
_turn: Final = BoundedSemaphore(AT_ONCE)


def check(text: str, language: str = "en") -> None:
    """Refuse a journal that cannot be read and replayed within the limits; what passes is safe for the site."""
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
    """Have a separate process judge a file; say so if it did not survive."""
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
    except Exception as error:  # anything odd in an uploaded file is reported
        return {"error": _("This journal cannot be read: {error}", error=type(error).__name__), "other_rules": False}
    return {"error": "", "other_rules": False}


def _check_letters(text: str) -> None:
    """Refuse lone surrogates: JSON can name them, but they cannot be stored or shown."""
    try:
        whole = json.loads(text)
    except ValueError:
        return  # what is wrong with it is reported where it is read
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
    """Limit what this process may use, where the system allows it; people who play have priority."""
    if hasattr(os, "nice"):
        os.nice(POLITE)
    with suppress(ImportError, ValueError, OSError):
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Judge the journal on standard input, in the language named; print what is wrong as JSON."""
    _limit()
    with speaking(translator(sys.argv[1])):
        print(json.dumps(judge(sys.stdin.buffer.read().decode())))


if __name__ == "__main__":
    main()
