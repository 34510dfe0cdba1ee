"""Reading Market, Inheritance and Event cards and Bonus tokens."""

from cuvee.games.age_of_champagne.pieces.box import Pieces
from cuvee.games.age_of_champagne.pieces.cards import Event, Inheritance, Market, Token
from cuvee.games.age_of_champagne.pieces.rows import at_least, check_count, index_in, read_cuvees, read_ops, sum_of
from cuvee.games.age_of_champagne.pieces.vocabulary import (
    BOAT,
    FIRST,
    GRAPES,
    INTERNATIONAL,
    NOTHING,
    PLANE,
    SECTOR_IDS,
    SHIPPING,
    SIZE,
    TOKEN_KINDS,
    TRANSPORT_IDS,
)
from cuvee.kernel.components import Components, Row
from cuvee.kernel.text import _


def read_markets(pieces: Pieces, components: Components) -> None:
    """Read the Market cards (§2.3)."""
    rows, deck = components.rows("market_cards.toml", "card"), components.row("market_cards.toml", "deck")
    check_count(deck, len(rows))
    for number, row in enumerate(rows):
        cuvees, value = read_cuvees(pieces, row.row("cuvees")), row.number("value")
        worth = sum(cuvees[at] * pieces.units[at] for at in range(GRAPES))
        if value != worth or worth == 0:
            raise row.wrong(
                _("the value must be the sum of the unit values, {worth} (§2.3), not {value}", worth=worth, value=value)
            )
        sector = SECTOR_IDS.index(row.choice("sector", SECTOR_IDS))
        transport = TRANSPORT_IDS.index(row.choice("transport", TRANSPORT_IDS))
        if (sector == INTERNATIONAL) != (transport in (BOAT, PLANE)):
            raise row.wrong(_("International orders, and only those, must go by boat or plane (§2.3)"))
        pieces.markets.append(
            Market(number, row.text("id"), sector, row.text("destination"), cuvees, value, transport, row.number("eco"))
        )
    for place, sector_id in enumerate(SECTOR_IDS):
        found = sum(card.sector == place for card in pieces.markets)
        if found != deck.number("per_sector") or found < 2:
            raise deck.wrong(
                _(
                    "{sector} has {found} cards; every sector must have the same number, 2 or more",
                    sector=sector_id,
                    found=found,
                )
            )


def read_inheritance(pieces: Pieces, components: Components) -> None:
    """Read the Inheritance cards (§2.4)."""
    rows = components.rows("inheritance_cards.toml", "card")
    check_count(components.row("inheritance_cards.toml", "deck"), len(rows))
    inherited = [card.id for card in pieces.vineyards if card.inherited]
    ids = [card.id for card in pieces.vineyards]
    taken: list[int] = []
    for number, row in enumerate(rows):
        ops = read_ops(row, "effects", ("take_vineyard", "eco", "press", "winery", "add_to_cellar"))
        vineyard, cuvees = NOTHING, [0] * GRAPES
        for op in ops:
            if op.text("op") == "take_vineyard":
                vineyard = ids.index(op.choice("card", inherited))
                taken.append(vineyard)
            elif op.text("op") == "add_to_cellar":
                cuvees = read_cuvees(pieces, op)
        pieces.inheritance.append(
            Inheritance(
                number,
                row.text("id"),
                row.choice("kind", ("vineyard", "press", "winery")),
                at_least(row, "stars", 0),
                vineyard,
                sum_of(ops, "press", "levels"),
                sum_of(ops, "winery", "modules"),
                sum_of(ops, "eco", "amount"),
                cuvees,
                row.text("text"),
            )
        )
        if len(set(taken)) != len(taken):
            raise row.wrong(_("two cards may not take the same vineyard (§3.3)"))
    _check_inheritance(pieces, components)


def _check_inheritance(pieces: Pieces, components: Components) -> None:
    deck, cards = components.row("inheritance_cards.toml", "deck"), pieces.inheritance
    kept = components.row("setup.toml", "game").number("inheritance_kept")

    def most(values: list[int]) -> int:
        return sum(sorted(values)[-kept:]) if kept else 0

    if 1 + most([card.press for card in cards]) > len(pieces.levels):
        raise deck.wrong(_("the cards a player keeps may not raise the press past the last press level (§3.3)"))
    if pieces.start_modules + most([card.modules for card in cards]) > pieces.modules:
        raise deck.wrong(_("the cards a player keeps may not add more modules than the winery holds (§3.3)"))
    if most([sum(card.cuvees) for card in cards]) > pieces.cellar:
        raise deck.wrong(_("the cards a player keeps may not add more cuvees than the cellar holds (§3.3)"))


def read_events(pieces: Pieces, components: Components) -> None:
    """Read the Event cards (§2.5)."""
    rows, deck = components.rows("event_cards.toml", "card"), components.row("event_cards.toml", "deck")
    check_count(deck, len(rows))
    pieces.drawn = deck.number("drawn")
    spots = [spot.id for spot in pieces.boards[0].spots[FIRST[SHIPPING] : FIRST[SHIPPING] + SIZE[SHIPPING]]]
    for number, row in enumerate(rows):
        automa = row.row("automa")
        spot = FIRST[SHIPPING] + spots.index(automa.choice("spot", spots))
        event = Event(
            number, row.text("id"), row.text("name"), row.text("text"), spot, read_cuvees(pieces, automa.row("cuvees"))
        )
        row.choice("timing", ("round", "reveal", "harvest"))
        row.choice("scope", ("global", "local"))
        for op in row.rows("effects"):
            _read_event_op(event, op)
        if (row.text("scope") == "local") != (event.hazards or event.quality > 0):
            raise row.wrong(_("an event is local if it has a key element, and global if it has none (§7.3)"))
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
        event.corks = at_least(op, "amount", 1)
    elif name == "token_for_zones":
        for zone in op.texts("zones"):
            event.subsidised[index_in(op, zone, ["", "press", "winery"])] = True
        event.subsidy = at_least(op, "amount", 1)
    elif name == "region_produces_nothing":
        op.choice("region", ("key",))
        event.hazards = True
    else:
        op.choice("grape", ("key",))
        event.quality = at_least(op, "amount", 1)


def read_tokens(pieces: Pieces, components: Components) -> None:
    """Read the Bonus tokens (§2.6)."""
    rows = components.rows("bonus_tokens.toml", "token")
    zones = ["vineyard", "press", "winery", "", "marketing", "shipping", "draw", "council"]
    for number, row in enumerate(rows):
        instant = row.choice("timing", ("instant", "free")) == "instant"
        token = Token(
            number, row.text("id"), row.choice("kind", TOKEN_KINDS), at_least(row, "count", 1), instant, row.text("text")
        )
        ops = row.rows("effects")
        token.prestige, token.eco = sum_of(ops, "prestige", "amount"), sum_of(ops, "eco", "amount")
        token.unused = sum_of(ops, "end_prestige_if_unused", "amount")
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
                token.zone = index_in(op, op.text("zone"), zones)
        if instant != (token.land or token.prestige != 0 or token.eco != 0):
            raise row.wrong(_("Prestige, eco and land apply at once; everything else is kept (§8)"))
        pieces.tokens.append(token)
    check_count(components.row("bonus_tokens.toml", "deck"), sum(token.count for token in pieces.tokens))
