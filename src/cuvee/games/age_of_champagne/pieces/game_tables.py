"""The boards, cards and tokens of the game, typed (§2, §14)."""

from typing import Final, final

from cuvee.kernel.components import Components, Row
from cuvee.kernel.text import _

NOBODY: Final = -1
NOTHING: Final = -1

GRAPES: Final = 3
REGIONS: Final = 5
ANYWHERE: Final = 5
"""The region of a Coteaux Vitryats card until its owner places it."""
SECTORS: Final = 3
FRANCE: Final = 0
EUROPE: Final = 1
INTERNATIONAL: Final = 2
SECTOR_IDS: Final = ("france", "europe", "international")

COURIER: Final = 0
TRUCK: Final = 1
BOAT: Final = 2
PLANE: Final = 3
TRANSPORT_IDS: Final = ("courier", "truck", "boat", "plane")

# Action spots: one number for each place where a marker can stand.
VINEYARD: Final = 0
PRESS: Final = 1
WINERY: Final = 2
PROMOTE: Final = 3
AGE: Final = 4
SHIPPING: Final = 5
DRAW: Final = 6
COUNCIL: Final = 7
ZONES: Final = 8
ZONE_IDS: Final = ("vineyard", "press", "winery", "promote", "marketing", "shipping", "draw", "council")
FIRST: Final = [0, 4, 8, 12, 14, 16, 20, 24]
"""The first spot of each zone; the n+1 spots of Marketing Strategy (PROMOTE) are resolved before its n spots (AGE, §5.4)."""
SIZE: Final = [4, 4, 4, 2, 2, 4, 4, 3]
SPOTS: Final = 27

# What lines of the score sheet count for whom.
LINE_IDS: Final = ("diversification", "major_vineyard", "still_wines", "cuvees", "eco", "cold_tokens")
DIVERSIFICATION: Final = 0
MAJOR: Final = 1
STILL_WINES: Final = 2
CUVEES: Final = 3
ECO: Final = 4
COLD: Final = 5

CRITERIA: Final = (
    "most_prestige_including_marketing",
    "best_eco",
    "has_bonus_token",
    "international_then_europe_then_france",
    "active_before_provisional",
)
MOST_PRESTIGE: Final = 0
BEST_ECO: Final = 1
HAS_TOKEN: Final = 2
FARTHEST: Final = 3
ACTIVE_FIRST: Final = 4

TOKEN_KINDS: Final = (
    "prestige",
    "eco",
    "land_ownership",
    "additional_action",
    "market_reservation",
    "change_transport",
    "cold_protection",
)
UNLIMITED: Final = 9999
MOST_ROUNDS: Final = 16
MOST_CELLAR: Final = 16
MOST_PRESS: Final = 36
MOST_CAVE: Final = 5
"""Bounds of corrected tables, so that a game stays finite and no question has too many answers (§1.4, §13)."""


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
        """Two spots, the one resolved first in front; empty if none are linked."""
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


@final
class Difficulty:
    """A level of the Wine Merchant (§10.2)."""

    def __init__(self, id: str, name: str, cellar: list[int]) -> None:
        self.id = id
        self.name = name
        self.cellar = cellar


@final
class Deal:
    """What depends on the number of participants (§3.1, §3.3)."""

    def __init__(self, count: int, stacks: list[int], hand: int, council: int) -> None:
        self.count = count
        self.stacks = stacks
        self.hand = hand
        self.council = council


@final
class Pieces:
    """Everything in the box."""

    def __init__(self) -> None:  # noqa: PLR0915 (one line for each thing in the box)
        self.grapes: list[Named] = []
        self.cuvees: list[Named] = []
        self.regions: list[Named] = []
        self.cubes: list[int] = []
        self.units: list[int] = []
        self.blends: list[Blend] = []
        self.exchange_prestige = 0
        self.vineyards: list[Vineyard] = []
        self.markets: list[Market] = []
        self.inheritance: list[Inheritance] = []
        self.events: list[Event] = []
        self.tokens: list[Token] = []
        self.boards: list[Board] = []
        self.blocked: list[int] = []
        self.rounds = 0
        self.drawn = 0
        self.kept = 0
        self.deals: list[Deal] = []
        self.eco_values: list[int] = []
        self.eco_start = 0
        self.eco_top = 0
        self.eco_bottom = 0
        self.tokens_per_space = 0
        self.levels: list[Level] = []
        self.module_capacity = 0
        self.age_one = 0
        self.modules = 0
        self.start_modules = 0
        self.modules_in_box = 0
        self.module_eco = 0
        self.module_prestige = 0
        self.cellar = 0
        self.cave = 0
        self.column = 0
        self.bonus: list[list[int]] = []
        """By cuvee: Prestige added to each one shipped, by the number of cubes in its column (§2.9)."""
        self.collaborators = 0
        self.set_points = 0
        self.major_points = 0
        self.still_batch = 0
        self.still_points = 0
        self.cuvee_batch = 0
        self.cuvee_points = 0
        self.lines_player: list[bool] = []
        self.lines_solo: list[bool] = []
        self.lines_merchant: list[bool] = []
        self.difficulties: list[Difficulty] = []
        self.merchant_cellar = 0
        self.merchant_cave = 0
        self.merchant_collaborators = 0
        self.merchant_prestige = 0
        self.merchant_eco = 0
        self.overflow: list[int] = []
        self.criteria: list[int] = []
        self.merchant_applies: list[bool] = []
        """By token: whether the Wine Merchant makes use of it (§10.6)."""

    def deal_for(self, count: int) -> Deal:
        """Return what depends on the number of participants."""
        return next(deal for deal in self.deals if deal.count == count)

    def difficulty(self, id: str) -> Difficulty:
        """Return a level of the Wine Merchant by its id."""
        return next(difficulty for difficulty in self.difficulties if difficulty.id == id)

    def board(self, id: str) -> Board:
        """Return a side of the main board by its id."""
        return next(board for board in self.boards if board.id == id)


def read_pieces(components: Components) -> Pieces:
    """Read the tables; refuse a set that cannot be played."""
    pieces = Pieces()
    _read_wines(pieces, components)
    _read_regions(pieces, components)
    _read_vineyards(pieces, components)
    _read_markets(pieces, components)
    _read_player_board(pieces, components)
    _read_inheritance(pieces, components)
    _read_main_board(pieces, components)
    _read_events(pieces, components)
    _read_tokens(pieces, components)
    _read_setup(pieces, components)
    _read_scoring(pieces, components)
    _read_merchant(pieces, components)
    return pieces


# Grapes, cuvees, regions.


def _read_wines(pieces: Pieces, components: Components) -> None:
    limited = components.row("setup.toml", "game").flag("cube_supply_limited")
    for row in components.rows("cuvees.toml", "grape"):
        pieces.grapes.append(Named(row.text("id"), row.text("name")))
        pieces.cubes.append(_at_least(row, "cubes", 1) if limited else UNLIMITED)
    rows = components.rows("cuvees.toml", "cuvee")
    grape_ids = [grape.id for grape in pieces.grapes]
    exchange = components.row("cuvees.toml", "exchange")
    if len(grape_ids) != GRAPES or len(rows) != GRAPES:
        raise exchange.wrong(_("there are three grapes and three cuvees (§2.1)"))
    for place, row in enumerate(rows):
        pieces.cuvees.append(Named(row.text("id"), row.text("name")))
        pieces.units.append(_at_least(row, "unit_value", 0))
        if row.text("cube") != grape_ids[place]:
            raise row.wrong(_("the cube of this cuvee is {grape} (§1.2)", grape=grape_ids[place]))
        _read_blends(pieces, row, place, grape_ids)
    if (exchange.number("give"), exchange.number("take")) != (2, 1):
        raise exchange.wrong(_("two still wines are given for one (§6.1)"))
    pieces.exchange_prestige = exchange.number("prestige")


def _read_blends(pieces: Pieces, row: Row, cuvee: int, grape_ids: list[str]) -> None:
    recipe = row.row("blend")
    if recipe.number("size") != 3:
        raise recipe.wrong(_("a blend takes three still wines (§5.6)"))
    least, allowed = [0] * GRAPES, recipe.texts("allowed")
    for grape in recipe.row("min").fields:
        least[_index(recipe, grape, grape_ids)] = recipe.row("min").number(grape)
    if least[cuvee] < 1 or grape_ids[cuvee] not in allowed:
        raise recipe.wrong(_("a blend holds the cube that becomes the cuvee (§5.6)"))
    for first in range(3, -1, -1):
        for second in range(3 - first, -1, -1):
            wines = [first, second, 3 - first - second]
            fits = [wines[at] >= least[at] and (not wines[at] or grape_ids[at] in allowed) for at in range(GRAPES)]
            if all(fits):
                pieces.blends.append(Blend(wines, cuvee))


def _read_regions(pieces: Pieces, components: Components) -> None:
    rows = components.rows("regions.toml", "region")
    pieces.regions = [Named(row.text("id"), row.text("name")) for row in rows]
    wild = components.row("regions.toml", "wildcard")
    if len(rows) != REGIONS:
        raise wild.wrong(_("there are five regions (§2.2)"))
    pieces.regions.append(Named(wild.text("id"), wild.text("name")))


def _read_vineyards(pieces: Pieces, components: Components) -> None:
    rows = components.rows("vineyard_cards.toml", "card")
    _check_count(components.row("vineyard_cards.toml", "deck"), len(rows))
    regions, grapes = [region.id for region in pieces.regions], [grape.id for grape in pieces.grapes]
    for number, row in enumerate(rows):
        gain = _ops(row, "on_acquire", ("prestige", "eco"))
        inherited, region = row.flag("inheritance"), regions.index(row.choice("region", regions))
        if inherited and region == ANYWHERE:
            raise row.wrong(_("an inherited vineyard has a region of its own (§3.3)"))
        pieces.vineyards.append(
            Vineyard(
                number,
                row.text("id"),
                row.text("name"),
                region,
                grapes.index(row.choice("grape", grapes)),
                _at_least(row, "qty", 0),
                inherited,
                _sum(gain, "prestige", "amount"),
                _sum(gain, "eco", "amount"),
            )
        )
    _check_regions(pieces, components)


def _check_regions(pieces: Pieces, components: Components) -> None:
    """Check the reminders that the player board prints above each region (§2.2)."""
    rows = [*components.rows("regions.toml", "region"), components.row("regions.toml", "wildcard")]
    for place, row in enumerate(rows):
        cards = [card for card in pieces.vineyards if card.region == place]
        if len(cards) != row.number("cards"):
            raise row.wrong(
                _("it prints {said} cards; vineyard_cards.toml has {found}", said=row.number("cards"), found=len(cards))
            )
        printed = row.row("grapes")
        for grape in range(GRAPES):
            grown = sum(card.quantity for card in cards if card.grape == grape)
            if grown != printed.number(pieces.grapes[grape].id):
                raise printed.wrong(
                    _("the cards of the region grow {grown} {grape}", grown=grown, grape=pieces.grapes[grape].id)
                )


# Cards.


def _read_markets(pieces: Pieces, components: Components) -> None:
    rows, deck = components.rows("market_cards.toml", "card"), components.row("market_cards.toml", "deck")
    _check_count(deck, len(rows))
    for number, row in enumerate(rows):
        cuvees, value = _cuvees(pieces, row.row("cuvees")), row.number("value")
        worth = sum(cuvees[at] * pieces.units[at] for at in range(GRAPES))
        if value != worth or worth == 0:
            raise row.wrong(_("the value is the sum of the unit values, {worth} (§2.3), not {value}", worth=worth, value=value))
        sector = SECTOR_IDS.index(row.choice("sector", SECTOR_IDS))
        transport = TRANSPORT_IDS.index(row.choice("transport", TRANSPORT_IDS))
        if (sector == INTERNATIONAL) != (transport in (BOAT, PLANE)):
            raise row.wrong(_("International orders, and only those, go by boat or plane (§2.3)"))
        pieces.markets.append(
            Market(number, row.text("id"), sector, row.text("destination"), cuvees, value, transport, row.number("eco"))
        )
    for place, sector_id in enumerate(SECTOR_IDS):
        found = sum(card.sector == place for card in pieces.markets)
        if found != deck.number("per_sector") or found < 2:
            raise deck.wrong(
                _("{sector} has {found} cards; every sector has the same number, 2 or more", sector=sector_id, found=found)
            )


def _read_inheritance(pieces: Pieces, components: Components) -> None:
    rows = components.rows("inheritance_cards.toml", "card")
    _check_count(components.row("inheritance_cards.toml", "deck"), len(rows))
    inherited = [card.id for card in pieces.vineyards if card.inherited]
    ids = [card.id for card in pieces.vineyards]
    taken: list[int] = []
    for number, row in enumerate(rows):
        ops = _ops(row, "effects", ("take_vineyard", "eco", "press", "winery", "add_to_cellar"))
        vineyard, cuvees = NOTHING, [0] * GRAPES
        for op in ops:
            if op.text("op") == "take_vineyard":
                vineyard = ids.index(op.choice("card", inherited))
                taken.append(vineyard)
            elif op.text("op") == "add_to_cellar":
                cuvees = _cuvees(pieces, op)
        pieces.inheritance.append(
            Inheritance(
                number,
                row.text("id"),
                row.choice("kind", ("vineyard", "press", "winery")),
                _at_least(row, "stars", 0),
                vineyard,
                _sum(ops, "press", "levels"),
                _sum(ops, "winery", "modules"),
                _sum(ops, "eco", "amount"),
                cuvees,
                row.text("text"),
            )
        )
        if len(set(taken)) != len(taken):
            raise row.wrong(_("two cards take the same vineyard (§3.3)"))
    _check_inheritance(pieces, components)


def _check_inheritance(pieces: Pieces, components: Components) -> None:
    deck, cards = components.row("inheritance_cards.toml", "deck"), pieces.inheritance
    kept = components.row("setup.toml", "game").number("inheritance_kept")

    def most(values: list[int]) -> int:
        return sum(sorted(values)[-kept:]) if kept else 0

    if 1 + most([card.press for card in cards]) > len(pieces.levels):
        raise deck.wrong(_("the cards a player keeps may not pass the last press level (§3.3)"))
    if pieces.start_modules + most([card.modules for card in cards]) > pieces.modules:
        raise deck.wrong(_("the cards a player keeps may not fill more than the winery (§3.3)"))
    if most([sum(card.cuvees) for card in cards]) > pieces.cellar:
        raise deck.wrong(_("the cards a player keeps may not fill more than the cellar (§3.3)"))


def _read_events(pieces: Pieces, components: Components) -> None:
    rows, deck = components.rows("event_cards.toml", "card"), components.row("event_cards.toml", "deck")
    _check_count(deck, len(rows))
    pieces.drawn = deck.number("drawn")
    spots = [spot.id for spot in pieces.boards[0].spots[FIRST[SHIPPING] : FIRST[SHIPPING] + SIZE[SHIPPING]]]
    for number, row in enumerate(rows):
        automa = row.row("automa")
        spot = FIRST[SHIPPING] + spots.index(automa.choice("spot", spots))
        event = Event(number, row.text("id"), row.text("name"), row.text("text"), spot, _cuvees(pieces, automa.row("cuvees")))
        row.choice("timing", ("round", "reveal", "harvest"))
        row.choice("scope", ("global", "local"))
        for op in row.rows("effects"):
            _read_event_op(event, op)
        if (row.text("scope") == "local") != (event.hazards or event.quality > 0):
            raise row.wrong(_("an event is local if it has a key element, and only then (§7.3)"))
        pieces.events.append(event)


def _read_event_op(event: Event, op: Row) -> None:
    name = op.choice(
        "op",
        (
            "forbid_transport",
            "order_value",
            "active_orders_only",
            "no_order_refill_until_end_of_round",
            "each_player_discards_cuvee",
            "token_for_zones",
            "region_produces_nothing",
            "prestige_per_vineyard",
        ),
    )
    if name == "forbid_transport":
        event.forbidden = TRANSPORT_IDS.index(op.choice("transport", TRANSPORT_IDS))
    elif name == "order_value":
        event.change[SECTOR_IDS.index(op.choice("sector", SECTOR_IDS))] += op.number("amount")
    elif name == "active_orders_only":
        event.active_only = True
    elif name == "no_order_refill_until_end_of_round":
        event.no_refill = True
    elif name == "each_player_discards_cuvee":
        event.corks = _at_least(op, "amount", 1)
    elif name == "token_for_zones":
        for zone in op.texts("zones"):
            event.subsidised[_index(op, zone, ["", "press", "winery"])] = True
        event.subsidy = _at_least(op, "amount", 1)
    elif name == "region_produces_nothing":
        op.choice("region", ("key",))
        event.hazards = True
    else:
        op.choice("grape", ("key",))
        event.quality = _at_least(op, "amount", 1)


def _read_tokens(pieces: Pieces, components: Components) -> None:
    rows = components.rows("bonus_tokens.toml", "token")
    zones = ["vineyard", "press", "winery", "", "marketing", "shipping", "draw", "council"]
    for number, row in enumerate(rows):
        instant = row.choice("timing", ("instant", "free")) == "instant"
        token = Token(
            number, row.text("id"), row.choice("kind", TOKEN_KINDS), _at_least(row, "count", 1), instant, row.text("text")
        )
        ops = row.rows("effects")
        token.prestige, token.eco = _sum(ops, "prestige", "amount"), _sum(ops, "eco", "amount")
        token.unused = _sum(ops, "end_prestige_if_unused", "amount")
        for op in ops:
            name = op.choice(
                "op",
                (
                    "prestige",
                    "eco",
                    "place_land_token",
                    "extra_marker",
                    "reserve_order",
                    "swap_boat_plane",
                    "ignore_climatic_hazards",
                    "end_prestige_if_unused",
                ),
            )
            token.land = token.land or name == "place_land_token"
            token.reserves = token.reserves or name == "reserve_order"
            token.swaps = token.swaps or name == "swap_boat_plane"
            token.protects = token.protects or name == "ignore_climatic_hazards"
            if name == "extra_marker":
                token.zone = _index(op, op.text("zone"), zones)
        if instant != (token.land or token.prestige != 0 or token.eco != 0):
            raise row.wrong(_("Prestige, eco and land apply at once, everything else is kept (§8)"))
        pieces.tokens.append(token)
    _check_count(components.row("bonus_tokens.toml", "deck"), sum(token.count for token in pieces.tokens))


# Boards.


def _read_player_board(pieces: Pieces, components: Components) -> None:
    press = components.row("player_board.toml", "press")
    for place, row in enumerate(press.rows("level"), 1):
        if row.number("level") != place:
            raise row.wrong(_("the levels of the press are numbered from 1"))
        ops = _ops(row, "on_reach", ("prestige", "eco", "draw_bonus_token"))
        capacity = _between(row, "capacity", 0, MOST_PRESS)
        pieces.levels.append(
            Level(
                capacity, _sum(ops, "prestige", "amount"), _sum(ops, "eco", "amount"), _sum(ops, "draw_bonus_token", "amount")
            )
        )
    winery = components.row("player_board.toml", "winery")
    pieces.module_capacity = _at_least(winery, "module_capacity", 1)
    pieces.age_one = _at_least(winery, "age_1_slots", 0)
    pieces.modules = pieces.age_one + _at_least(winery, "age_2_slots", 0)
    pieces.start_modules = _between(winery, "start_modules", 1, pieces.age_one)
    pieces.modules_in_box = _at_least(winery, "modules_in_box", 4 * pieces.modules)
    ops = _ops(winery, "on_place_age_2", ("prestige", "eco"))
    pieces.module_eco, pieces.module_prestige = _sum(ops, "eco", "amount"), _sum(ops, "prestige", "amount")
    pieces.cellar = _between(components.row("player_board.toml", "cellar"), "capacity", 1, MOST_CELLAR)
    pieces.cave = _between(components.row("player_board.toml", "oenotheque"), "capacity", 1, MOST_CAVE)
    pieces.collaborators = _between(components.row("player_board.toml", "markers"), "collaborators", 1, 3)
    marketing = components.row("player_board.toml", "marketing")
    pieces.column = _at_least(marketing, "column_size", 1)
    columns = marketing.rows("column")
    if [row.text("cuvee") for row in columns] != [cuvee.id for cuvee in pieces.cuvees]:
        raise marketing.wrong(_("the grid has one column for each cuvee, in their order (§2.9)"))
    for row in columns:
        bonus = row.numbers("bonus")
        if len(bonus) != pieces.column + 1:
            raise row.wrong(_("'bonus' needs {count} numbers, for 0 cubes and more", count=pieces.column + 1))
        pieces.bonus.append(bonus)


def _read_main_board(pieces: Pieces, components: Components) -> None:
    track = components.row("main_board.toml", "eco_track")
    pieces.eco_values = track.numbers("values")
    pieces.eco_start = _between(track, "start_level", 1, len(pieces.eco_values))
    pieces.eco_top, pieces.eco_bottom = track.number("overflow_top_prestige"), track.number("overflow_bottom_prestige")
    pieces.tokens_per_space = _between(components.row("main_board.toml", "offers"), "bonus_tokens_per_market", 0, 6)
    for row in components.rows("main_board.toml", "side"):
        pieces.boards.append(_read_side(row))
    blocking = components.row("main_board.toml", "blocking")
    for zone in (PRESS, WINERY, DRAW):
        pieces.blocked.append(FIRST[zone] - 1 + _between(blocking, ZONE_IDS[zone], 1, SIZE[zone]))


def _plain_spots() -> list[Spot]:
    return [
        Spot(FIRST[zone] + index, f"{ZONE_IDS[zone]}_{index + 1}", zone, index + 1, "")
        for zone in range(ZONES)
        for index in range(SIZE[zone])
    ]


def _read_side(row: Row) -> Board:
    spots, marketing, many = _plain_spots(), False, [True] * ZONES
    for zone_row in row.rows("zone"):
        name = zone_row.choice("id", (*ZONE_IDS, "harvest"))
        if name == "marketing":
            marketing = True
            _read_marketing(zone_row, spots)
        elif name in ("press", "winery", "shipping", "draw", "council"):
            zone = ZONE_IDS.index(name)
            many[zone] = zone_row.flag("many_per_player")
            _read_zone(zone_row, zone, spots)
    linked = [spot.number for spot in spots if spot.link]
    groups = {spot.link for spot in spots if spot.link}
    if len(groups) > 1 or len(linked) not in (0, 2) or (linked and [spots[at].zone for at in linked] != [PRESS, WINERY]):
        raise row.wrong(_("one Press spot and one Winery spot are linked, or none (§5.0)"))
    if sum(spot.speaks_first for spot in spots) > 1:
        raise row.wrong(_("at most one spot lets its marker speak first (§5.5.1)"))
    return Board(row.text("id"), row.text("name"), spots, marketing, linked, many)


def _read_marketing(zone_row: Row, spots: list[Spot]) -> None:
    rows = zone_row.rows("spot")
    if [spot.text("stage") for spot in rows] != ["n", "n+1", "n", "n+1"]:
        raise zone_row.wrong(_("Marketing Strategy has two rows of a spot n and a spot n+1 (§5.4)"))
    for at, spot_row in enumerate(rows):
        _ops(spot_row, "effects", ())
        zone = AGE if at % 2 == 0 else PROMOTE
        spots[FIRST[zone] + at // 2].text = spot_row.text("text")
    for place in range(SIZE[AGE]):
        spots[FIRST[AGE] + place].next = FIRST[PROMOTE] + place


def _read_zone(zone_row: Row, zone: int, spots: list[Spot]) -> None:
    rows = zone_row.rows("spot")
    if len(rows) != SIZE[zone]:
        raise zone_row.wrong(_("this zone has {count} spots (§2.7)", count=SIZE[zone]))
    for index, row in enumerate(rows, 1):
        spot = spots[FIRST[zone] + index - 1]
        if row.number("index") != index:
            raise row.wrong(_("the spots of a zone are listed in the order of their 'index'"))
        spot.id, spot.text = row.text("id"), row.text("text")
        _read_spot(row, zone, spot)


def _read_spot(row: Row, zone: int, spot: Spot) -> None:
    allowed = {
        SHIPPING: ("prestige", "eco", "draw_bonus_token", "speak_first", "partial_delivery"),
        COUNCIL: ("turn_order",),
    }.get(zone, ("prestige", "eco", "draw_bonus_token", "linked_bonus"))
    ops = _ops(row, "effects", allowed)
    spot.prestige, spot.eco = _sum(ops, "prestige", "amount"), _sum(ops, "eco", "amount")
    spot.tokens, spot.position = _sum(ops, "draw_bonus_token", "amount"), _sum(ops, "turn_order", "position")
    spot.missing = _sum(ops, "partial_delivery", "max_missing")
    for op in ops:
        if op.text("op") == "linked_bonus":
            spot.link = op.text("group")
        elif op.text("op") == "speak_first":
            spot.speaks_first = True
    if zone == COUNCIL:
        if spot.position != spot.index:
            raise row.wrong(_("Council spot {index} leads to position {index} (§5.8)", index=spot.index))
        return
    spot.next = FIRST[zone] - 1 + _between(row, "clockwise_next", 1, SIZE[zone])
    if zone == SHIPPING:
        spot.provisional = row.choice("reach", ("all_six", "active_three")) == "all_six"
        spot.orders = _between(row, "max_orders", 1, 2)
        if spot.missing > 1:
            raise row.wrong(_("a partial delivery leaves out one cuvee (§5.5.4)"))


# Numbers of the game.


def _read_setup(pieces: Pieces, components: Components) -> None:
    game = components.row("setup.toml", "game")
    pieces.rounds = _between(game, "rounds", 1, MOST_ROUNDS)
    pieces.kept = _between(game, "inheritance_kept", 0, 3)
    if pieces.drawn != pieces.rounds or pieces.drawn > len(pieces.events):
        raise game.wrong(_("every round reveals one of the {drawn} events drawn (§3.1)", drawn=pieces.drawn))
    to_deal = sum(not card.inherited for card in pieces.vineyards)
    for row in components.rows("setup.toml", "participants"):
        count, stacks = _between(row, "count", 2, 4), row.numbers("vineyard_stacks")
        if len(stacks) != count or sum(stacks) != to_deal or min(stacks) < 1:
            raise row.wrong(_("'vineyard_stacks' deals {cards} cards to {count} stacks (§3.1)", cards=to_deal, count=count))
        hand = row.number("inheritance_hand")
        if hand * count > len(pieces.inheritance) or hand < pieces.kept:
            raise row.wrong(_("'inheritance_hand' deals more cards than there are, or fewer than are kept (§3.3)"))
        pieces.deals.append(Deal(count, stacks, hand, _between(row, "council_spots", 1, min(count, SIZE[COUNCIL]))))
    if sorted(deal.count for deal in pieces.deals) != [2, 3, 4]:
        raise game.wrong(_("there is one row for 2, 3 and 4 participants each"))
    if SECTORS * pieces.tokens_per_space > sum(token.count for token in pieces.tokens):
        raise game.wrong(_("there are not enough Bonus tokens for the market spaces (§3.1)"))


def _read_scoring(pieces: Pieces, components: Components) -> None:
    pieces.set_points = components.row("scoring.toml", "diversification").number("prestige_per_full_set")
    pieces.major_points = components.row("scoring.toml", "major_vineyard").number("prestige")
    wines, cuvees = components.row("scoring.toml", "still_wines"), components.row("scoring.toml", "cuvees")
    pieces.still_batch, pieces.still_points = _at_least(wines, "batch", 1), wines.number("prestige")
    pieces.cuvee_batch, pieces.cuvee_points = _at_least(cuvees, "batch", 1), cuvees.number("prestige")
    who = components.row("scoring.toml", "who")
    pieces.lines_player = _flags(who, "player", LINE_IDS)
    pieces.lines_solo = _flags(who, "solo", LINE_IDS)
    pieces.lines_merchant = _flags(who, "merchant", LINE_IDS)
    if any(pieces.lines_merchant[line] for line in (DIVERSIFICATION, MAJOR, STILL_WINES, COLD)):
        raise who.wrong(_("the Wine Merchant has cuvees and an eco level to score, nothing else (§10.8)"))


def _read_merchant(pieces: Pieces, components: Components) -> None:
    board = components.row("wine_merchant.toml", "board")
    pieces.merchant_cellar = _between(board, "cellar_capacity", 1, MOST_CELLAR)
    pieces.merchant_cave = _between(board, "oenotheque_capacity", 0, MOST_CAVE)
    pieces.merchant_collaborators = _between(components.row("wine_merchant.toml", "pieces"), "collaborators", 2, 3)
    start = components.row("wine_merchant.toml", "start")
    pieces.merchant_prestige = start.number("prestige")
    pieces.merchant_eco = _between(start, "eco_level", 1, len(pieces.eco_values))
    priority, ids = components.row("wine_merchant.toml", "oenotheque_priority"), [cuvee.id for cuvee in pieces.cuvees]
    pieces.overflow = [_index(priority, name, ids) for name in priority.texts("order")]
    choice = components.row("wine_merchant.toml", "order_choice")
    pieces.criteria = [_index(choice, name, list(CRITERIA)) for name in choice.texts("criteria")]
    if sorted(pieces.overflow) != list(range(GRAPES)) or sorted(pieces.criteria) != list(range(len(CRITERIA))):
        raise choice.wrong(_("each cuvee and each criterion is named once (§10.3, §10.6)"))
    applies = components.row("wine_merchant.toml", "tokens").texts("applies")
    pieces.merchant_applies = [token.kind in applies and token.instant and not token.land for token in pieces.tokens]
    for row in components.rows("wine_merchant.toml", "difficulty"):
        cellar = _cuvees(pieces, row.row("cellar"))
        if sum(cellar) > pieces.merchant_cellar:
            raise row.wrong(_("these cuvees do not fit in his cellar (§10.2)"))
        pieces.difficulties.append(Difficulty(row.text("id"), row.text("name"), cellar))


# Reading.


def _ops(row: Row, name: str, allowed: tuple[str, ...]) -> list[Row]:
    found = row.rows(name)
    for op in found:
        op.choice("op", allowed)
    return found


def _sum(ops: list[Row], name: str, field: str) -> int:
    return sum(op.number(field) for op in ops if op.text("op") == name)


def _cuvees(pieces: Pieces, row: Row) -> list[int]:
    return [_at_least(row, cuvee.id, 0) for cuvee in pieces.cuvees]


def _flags(row: Row, name: str, known: tuple[str, ...]) -> list[bool]:
    said = row.texts(name)
    for word in said:
        _index(row, word, list(known))
    return [word in said for word in known]


def _index(row: Row, word: str, known: list[str]) -> int:
    if word not in known or not word:
        raise row.wrong(_("'{word}' must be one of {known}", word=word, known=", ".join(name for name in known if name)))
    return known.index(word)


def _at_least(row: Row, name: str, least: int) -> int:
    value = row.number(name)
    if value < least:
        raise row.must_be(name, _("{least} or more", least=least))
    return value


def _between(row: Row, name: str, least: int, most: int) -> int:
    value = row.number(name)
    if not least <= value <= most:
        raise row.must_be(name, _("a number from {least} to {most}", least=least, most=most))
    return value


def _check_count(deck: Row, found: int) -> None:
    if found != deck.number("count"):
        raise deck.wrong(_("'count' says {said}, but there are {found}", said=deck.number("count"), found=found))
