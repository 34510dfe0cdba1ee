"""Grapes, blends, cards and tokens (§2.1–§2.6)."""

from typing import final

from cuvee.games.age_of_champagne.pieces.vocabulary import NOTHING, SECTORS, ZONES


@final
class Named:
    """A grape, a cuvee or a region: an id and a name."""

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name


@final
class Blend:
    """Three still wines and the cuvee that they make (§5.6)."""

    def __init__(self, wines: list[int], cuvee: int) -> None:
        self.wines = wines
        self.cuvee = cuvee


@final
class Vineyard:
    """A Vineyard card (§2.2)."""

    def __init__(
        self, number: int, id: str, name: str, region: int, grape: int, quantity: int, inherited: bool, prestige: int, eco: int
    ) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.region = region
        self.grape = grape
        self.quantity = quantity
        self.inherited = inherited
        self.prestige = prestige
        self.eco = eco


@final
class Market:
    """A Market card: an order for cuvees (§2.3)."""

    def __init__(
        self,
        number: int,
        id: str,
        sector: int,
        destination: str,
        cuvees: list[int],
        value: int,
        transport: int,
        eco: int,
    ) -> None:
        self.number = number
        self.id = id
        self.sector = sector
        self.destination = destination
        self.cuvees = cuvees
        self.size = sum(cuvees)
        self.value = value
        self.transport = transport
        self.eco = eco


@final
class Inheritance:
    """An Inheritance card: what a house starts with (§2.4, §3.3)."""

    def __init__(
        self,
        number: int,
        id: str,
        kind: str,
        stars: int,
        vineyard: int,
        press: int,
        modules: int,
        eco: int,
        cuvees: list[int],
        text: str,
    ) -> None:
        self.number = number
        self.id = id
        self.kind = kind
        self.stars = stars
        self.vineyard = vineyard
        self.press = press
        self.modules = modules
        self.eco = eco
        self.cuvees = cuvees
        self.text = text


@final
class Event:
    """An Event card with its section for the Wine Merchant (§7, §10.3)."""

    def __init__(self, number: int, id: str, name: str, text: str, spot: int, cuvees: list[int]) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.text = text
        self.spot = spot
        self.cuvees = cuvees
        self.forbidden = NOTHING
        self.change = [0] * SECTORS
        self.active_only = False
        self.no_refill = False
        self.corks = 0
        self.subsidised = [False] * ZONES
        self.subsidy = 0
        self.hazards = False
        self.quality = 0


@final
class Token:
    """One face of the Bonus tokens (§2.6, §8)."""

    def __init__(self, number: int, id: str, kind: str, count: int, instant: bool, text: str) -> None:
        self.number = number
        self.id = id
        self.kind = kind
        self.count = count
        self.instant = instant
        self.text = text
        self.prestige = 0
        self.eco = 0
        self.land = False
        self.zone = NOTHING
        self.reserves = False
        self.swaps = False
        self.protects = False
        self.unused = 0
