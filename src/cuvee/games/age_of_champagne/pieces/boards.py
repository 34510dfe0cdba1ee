"""Action spots, the sides of the main board, the press of a player board (§2.7, §2.9)."""

from typing import final

from cuvee.games.age_of_champagne.pieces.vocabulary import NOTHING


@final
class Spot:
    """An action spot and its placement effect (§2.7, §5.0)."""

    def __init__(self, number: int, id: str, zone: int, index: int, text: str) -> None:
        self.number = number
        self.id = id
        self.zone = zone
        self.index = index
        self.text = text
        self.next = NOTHING
        """The next spot clockwise (§11.3), or the n+1 spot that a Collaborator slides to (§5.4)."""
        self.prestige = 0
        self.eco = 0
        self.tokens = 0
        self.link = ""
        self.speaks_first = False
        self.missing = 0
        self.position = 0
        self.provisional = False
        self.orders = 0


@final
class Board:
    """One side of the main board (§2.7, §11.1)."""

    def __init__(self, id: str, name: str, spots: list[Spot], marketing: bool, linked: list[int], many: list[bool]) -> None:
        self.id = id
        self.name = name
        self.spots = spots
        self.marketing = marketing
        self.linked = linked
        """Two spots, the one resolved first coming first; empty if none are linked."""
        self.many = many
        """By zone: whether a player may have several markers there."""


@final
class Level:
    """A press level (§5.2)."""

    def __init__(self, capacity: int, prestige: int, eco: int, tokens: int) -> None:
        self.capacity = capacity
        self.prestige = prestige
        self.eco = eco
        self.tokens = tokens
