"""Vines, wine orders, visitors, mamas and papas (§2.1, §3.4)."""

from typing import Final, final

DECKS: Final = ("vine", "order", "summer", "winter", "structure")
VINE: Final = 0
ORDER: Final = 1
SUMMER_VISITOR: Final = 2
WINTER_VISITOR: Final = 3
STRUCTURE: Final = 4
ALL_DECKS: Final = 31
CHOICES: Final = ("visitor", "any", "each_type")
VISITOR: Final = 5
ANY: Final = 6
EACH_TYPE: Final = 7

COLOURS: Final = ("red", "white")
RED: Final = 0
WHITE: Final = 1
WINES: Final = ("red", "white", "blush", "sparkling")
BLUSH: Final = 2
SPARKLING: Final = 3
TOP_VALUE: Final = 9

REQUIREMENTS: Final = ("trellis", "irrigation")


@final
class Vine:
    """A variety of vine (§4.2)."""

    def __init__(self, id: str, name: str, count: int, red: int, white: int, needs: int) -> None:
        self.id = id
        self.name = name
        self.count = count
        self.red = red
        self.white = white
        self.value = red + white
        self.needs = needs
        """One bit for each of REQUIREMENTS."""


@final
class Order:
    """A wine order (§4.9)."""

    def __init__(self, id: str, types: list[int], least: list[int], vp: int, residual: int) -> None:
        self.id = id
        self.types = types
        self.least = least
        self.vp = vp
        self.residual = residual


@final
class Visitor:
    """A visitor card (VISITORS §1.1)."""

    def __init__(self, id: str, name: str, text: str, line: int, solo: bool, profits: bool) -> None:
        self.id = id
        self.name = name
        self.text = text
        self.line = line
        self.solo = solo
        self.profits = profits
        """Whether an "or" on the card may become "and" (VISITORS §3.3)."""
        self.moves_workers = False
        """Whether what it can do depends on the worker placed to play it (VISITORS §4.19, §4.21)."""


@final
class Mama:
    """A mama card (§3.4)."""

    def __init__(self, id: str, name: str, workers: int, lira: int, cards: list[int]) -> None:
        self.id = id
        self.name = name
        self.workers = workers
        self.lira = lira
        self.cards = cards


@final
class Papa:
    """A papa card: lira, and a gift or more lira (§3.4)."""

    def __init__(self, id: str, name: str, text: str, lira: int, line: int, instead: int) -> None:
        self.id = id
        self.name = name
        self.text = text
        self.lira = lira
        self.line = line
        self.instead = instead
