"""The 18 cards and the fixed numbers of the game, typed (§2)."""

from typing import Final, final

from cuvee.kernel.components import Components, Row
from cuvee.kernel.text import _

FILES: Final = ("cards.toml", "countries.toml", "game.toml", "solo_ranks.toml", "types.toml")


@final
class Card:
    """A bottle of wine with its three uses: a bid, ages by position, and two bonus clauses (§1.1)."""

    def __init__(
        self,
        number: int,
        id: str,
        name: str,
        bid: int,
        country: int,
        type: int,
        ages: list[int],
        clause_type: int,
        type_points: int,
        clause_country: int,
        country_points: int,
        source: str,
    ) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.bid = bid
        self.country = country
        self.type = type
        self.ages = ages
        self.clause_type = clause_type
        self.type_points = type_points
        self.clause_country = clause_country
        self.country_points = country_points
        self.source = source


@final
class Country:
    """A country and what its bottles are called (§2.5)."""

    def __init__(self, id: str, name: str, adjective: str) -> None:
        self.id = id
        self.name = name
        self.adjective = adjective


@final
class WineType:
    """A type of wine and its symbol (§2.4)."""

    def __init__(self, id: str, name: str, glyph: str) -> None:
        self.id = id
        self.name = name
        self.glyph = glyph


@final
class Rank:
    """A rank of the solo chart and the total from which it is earned (§11.10)."""

    def __init__(self, id: str, name: str, least: int) -> None:
        self.id = id
        self.name = name
        self.least = least


@final
class Pieces:
    """Everything in the box."""

    def __init__(
        self,
        cards: list[Card],
        countries: list[Country],
        types: list[WineType],
        ranks: list[Rank],
        hand_size: int,
        even_takes: int,
        odd_takes: int,
    ) -> None:
        self.cards = cards
        self.countries = countries
        self.types = types
        self.ranks = ranks
        self.hand_size = hand_size
        """Cards in a hand, tricks in a game and bottles in a full cellar: always the same number (§7.1)."""
        self.even_takes = even_takes
        self.odd_takes = odd_takes
        self.bonus_points = _bonus_points(cards)
        """Points that a bonus card (row) gives for a bottle (column): both clauses can match (§8.2)."""


def read_pieces(components: Components) -> Pieces:
    """Read the tables; refuse a set that cannot be played."""
    countries = [
        Country(row.text("id"), row.text("name"), row.text("adjective")) for row in components.rows("countries.toml", "country")
    ]
    types = [WineType(row.text("id"), row.text("name"), row.text("glyph")) for row in components.rows("types.toml", "type")]
    constants = components.row("game.toml", "constants")
    hand_size = _one_size(constants)
    country_ids, type_ids = [country.id for country in countries], [kind.id for kind in types]
    rows = components.rows("cards.toml", "card")
    cards = [_read_card(row, number, hand_size, country_ids, type_ids) for number, row in enumerate(rows)]
    _check_deck(rows, cards, constants)
    ranks = [Rank(row.text("id"), row.text("name"), row.number("min", 0)) for row in components.rows("solo_ranks.toml", "rank")]
    solo = components.row("game.toml", "solo_opponent")
    sides = ("left", "right")
    even, odd = (sides.index(solo.choice(field, sides)) for field in ("even_bid_takes", "odd_bid_takes"))
    return Pieces(cards, countries, types, ranks, hand_size, even, odd)


def _one_size(constants: Row) -> int:
    size = constants.number("hand_size")
    for other in ("tricks", "cellar_size"):
        if constants.number(other) != size:
            raise constants.wrong(
                _("'{other}' must equal 'hand_size': every card of a hand is bid once and wins a bottle (§7.1)", other=other)
            )
    if size < 1:
        raise constants.wrong(_("'hand_size' must be 1 or more"))
    return size


def _read_card(row: Row, number: int, size: int, countries: list[str], types: list[str]) -> Card:
    ages = row.numbers("ages")
    if len(ages) != size:
        raise row.wrong(_("'ages' needs {size} numbers, one for each position (§2.3), not {found}", size=size, found=len(ages)))
    clauses = row.rows("bonus")
    if len(clauses) != 2:
        raise row.wrong(_("'bonus' needs two clauses, one for a type and one for a country (§2.6)"))
    by_type, by_country = clauses
    by_type.choice("op", ["points_per_type"])
    by_country.choice("op", ["points_per_country"])
    return Card(
        number,
        row.text("id"),
        row.text("name"),
        row.number("bid"),
        countries.index(row.choice("country", countries)),
        types.index(row.choice("type", types)),
        ages,
        types.index(by_type.choice("type", types)),
        by_type.number("points"),
        countries.index(by_country.choice("country", countries)),
        by_country.number("points"),
        row.text("source"),
    )


def _check_deck(rows: list[Row], cards: list[Card], constants: Row) -> None:
    needed = 2 * constants.number("hand_size") + constants.number("prizes_per_trick")
    if len(cards) != needed:
        raise constants.wrong(
            _("two hands and the prizes are {needed} cards (§3.1); cards.toml has {found}", needed=needed, found=len(cards))
        )
    seen: dict[int, str] = {}
    for row, card in zip(rows, cards, strict=True):
        if card.bid in seen:
            raise row.wrong(
                _("the bid {bid} is already on {other}; two bids are never equal (§2.2)", bid=card.bid, other=seen[card.bid])
            )
        seen[card.bid] = card.id


def _bonus_points(cards: list[Card]) -> list[list[int]]:
    return [
        [
            (bonus.type_points if bottle.type == bonus.clause_type else 0)
            + (bonus.country_points if bottle.country == bonus.clause_country else 0)
            for bottle in cards
        ]
        for bonus in cards
    ]
