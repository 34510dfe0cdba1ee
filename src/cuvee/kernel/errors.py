"""Errors that teach: each is one clear sentence for the person who caused it."""

from cuvee.kernel.text import _


class CuveeError(Exception):
    """Something a person can put right; `str(error)` is the sentence to show them.

    >>> str(CuveeError("There is no game 'chess'"))
    "There is no game 'chess'"
    """


class IllegalMove(CuveeError):
    """A move the rules do not allow. It names the rule: the § in the sentence, or else `section`. The position is unchanged.

    >>> str(IllegalMove("A bid comes from your own hand", "4.2"))
    'A bid comes from your own hand (§4.2)'
    """

    def __init__(self, why: str, section: str = "") -> None:
        super().__init__(f"{why} (§{section})" if section and "§" not in why else why)
        self.why = why
        self.section = section


class BadOption(CuveeError):
    """A game option or a number of players that the box does not offer.

    >>> from cuvee import games
    >>> games.get("wine_cellar").new(3)
    Traceback (most recent call last):
    cuvee.kernel.errors.BadOption: Wine Cellar is for 1, 2 players, not 3
    """


class BadComponents(CuveeError):
    """A component file that cannot be read, with the file and the row at fault.

    >>> from cuvee.kernel.components import Row
    >>> Row({"bid": "two"}, "cards.toml, card 1").number("bid")
    Traceback (most recent call last):
    cuvee.kernel.errors.BadComponents: cards.toml, card 1: 'bid' must be a whole number, not 'two'
    """


class BadJournal(CuveeError):
    """A journal that cannot be replayed, with the first bad move where there is one.

    >>> str(BadJournal("no such option", move=3))
    'move 3: no such option'
    """

    def __init__(self, why: str, move: int | None = None) -> None:
        super().__init__(why if move is None else _("move {number}: {why}", number=move, why=why))
        self.move = move


class OtherRules(BadJournal):
    """A journal made with rules or component data other than the present ones: it is refused, not reinterpreted.

    >>> issubclass(OtherRules, BadJournal)
    True
    """
