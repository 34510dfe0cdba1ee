"""`cuvee migrate-journals`: finds and does what a journal needs after rules or component data changed. Does not load Django.

A match is never reinterpreted. It is carried over only if each of its positions comes out the same under the present rules.
Then it is recorded as a match of these rules, together with the rules it had before.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cuvee import games
from cuvee.kernel.errors import BadJournal, CuveeError
from cuvee.kernel.game import Game
from cuvee.kernel.journal import Journal
from cuvee.kernel.match import Match
from cuvee.kernel.text import _

Found = dict[str, Any]
NOTHING, CARRY, DIFFERS, DAMAGED = "nothing", "carry over", "differs", "damaged"
"""What a stored match needs: nothing; to be carried over, since it replays the same; nothing that can be done, so it keeps its
own rules; or it does not even fit its own rules."""


class Need(NamedTuple):
    """What a stored match needs, and why; `move` is the first one that does not fit (0: the deal)."""

    what: str
    move: int | None = None
    why: str = ""


def by_present_rules(game: Game[Any, Any], journal: Journal) -> Journal:
    """Copy a journal as if it had been played by the present rules and component data.

    >>> from cuvee import games
    >>> old = Journal("wine_cellar", "0.1", 2, {}, 7, "c0ffee", {}, "d1ce")
    >>> new = by_present_rules(games.get("wine_cellar"), old)
    >>> new.rules == games.get("wine_cellar").version, [before["rules"] for before in new.earlier]
    (True, ['0.1'])
    """
    before = {"rules": journal.rules, "components": journal.components, "options": journal.options}
    twin = journal.head()
    twin.rules, twin.components = game.version, game.components(journal.overrides).digest
    twin.options = game.read_options(journal.seats, journal.options)
    twin.moves, twin.result = journal.moves, journal.result
    if is_present(game, journal):
        return twin
    twin.earlier = [*journal.earlier, before]
    return twin


def is_present(game: Game[Any, Any], journal: Journal) -> bool:
    """Tell whether a journal is of the present rules and component data."""
    return journal.rules == game.version and game.same_data(game.components(journal.overrides), journal.components)


def judge(game: Game[Any, Any], journal: Journal) -> Need:
    """Find out what a journal needs by replaying it: every position has to be the recorded one."""
    same = False
    try:
        same = is_present(game, journal)
        Match.from_journal(game, by_present_rules(game, journal))
    except CuveeError as error:
        move = error.move if isinstance(error, BadJournal) else 0
        return Need(DAMAGED if same else DIFFERS, move, str(error))
    return Need(NOTHING if same else CARRY)


def files(paths: list[Path], dry_run: bool) -> Iterator[Found]:
    """Look at journals in files; rewrite those that replay the same, each file whole or not at all."""
    for path in paths:
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CuveeError(_("cannot read {path}: {why}", path=path, why=error)) from None
        found: Found = {"journal": str(path)}
        try:
            journal = Journal.from_json(text)
            game = games.get(journal.game)
            need = judge(game, journal)
        except CuveeError as error:
            yield found | told(Need(DAMAGED, getattr(error, "move", None), str(error)))
            continue
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            yield found | told(Need(DAMAGED, None, f"{type(error).__name__}: {error}"))
            continue
        if need.what == CARRY and not dry_run:
            _write(path, by_present_rules(game, journal).to_json())
        yield found | {"game": journal.game, "rules": journal.rules} | told(need, dry_run)


def record(paths: list[Path]) -> Iterator[tuple[Path, bool]]:
    """Record journals anew by the present rules and component data; tell for each whether it changed. All or none."""
    new = []
    for path in paths:
        try:
            text = path.read_text("utf-8")
            journal = Journal.from_json(text)
            new.append((path, text, Match.record_anew(games.get(journal.game), journal).journal.to_json()))
        except (OSError, UnicodeDecodeError) as error:
            raise CuveeError(_("cannot read {path}: {why}", path=path, why=error)) from None
        except CuveeError as error:
            raise CuveeError(f"{path}: {error}") from None
    for path, before, after in new:
        if after != before:
            _write(path, after)
        yield path, after != before


def _write(path: Path, text: str) -> None:
    draft = path.with_name(f".{path.name}.draft")
    try:
        with draft.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)
    except OSError as error:
        raise CuveeError(_("cannot write {path}: {why}", path=path, why=error.strerror)) from None
    finally:
        draft.unlink(missing_ok=True)


def told(need: Need, dry_run: bool = True) -> Found:
    """Say what a match needs, as it is printed."""
    return {"need": need.what, "at": need.move, "why": need.why, "done": need.what == CARRY and not dry_run}
