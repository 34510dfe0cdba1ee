"""Journals and changed rules: whether a match of other rules replays the same under those there are now, and taking it over."""

from typing import Any, NamedTuple

from cuvee.kernel.errors import BadJournal, CuveeError
from cuvee.kernel.game import Game
from cuvee.kernel.journal import Journal
from cuvee.kernel.match import Match

NOTHING, CARRY, DIFFERS, DAMAGED = "nothing", "carry over", "differs", "damaged"
"""What a stored match needs: nothing; to be carried over, since it replays the same; nothing can be done, it stays under its
rules; it does not even fit its own."""


class Need(NamedTuple):
    """What a stored match needs, and why; `move` is the first that does not fit (0: the deal)."""

    what: str
    move: int | None = None
    why: str = ""


def by_present_rules(game: Game[Any, Any], journal: Journal) -> Journal:
    """Copy a journal as if it had been played by the rules and component data there are now.

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
    """Tell whether a journal is of the rules and component data there are now."""
    return journal.rules == game.version and journal.components == game.components(journal.overrides).digest


def judge(game: Game[Any, Any], journal: Journal) -> Need:
    """Find out what a journal needs, by replaying it: every position has to be the one that was written down."""
    same = False
    try:
        same = is_present(game, journal)
        Match.from_journal(game, by_present_rules(game, journal))
    except CuveeError as error:
        move = error.move if isinstance(error, BadJournal) else 0
        return Need(DAMAGED if same else DIFFERS, move, str(error))
    return Need(NOTHING if same else CARRY)
