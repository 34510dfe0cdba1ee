"""The table as a tree of things that a seat may see: what is shared, then the houses."""

from typing import Final

from cuvee.games.age_of_champagne.decisions.common import (
    MODES,
    cuvee_name,
    cuvees_text,
    grape_name,
    market_code,
    market_text,
    region_name,
    spot_name,
    token_code,
    token_text,
    transport_name,
    vineyard_text,
    who_name,
)
from cuvee.games.age_of_champagne.pieces.boards import Spot
from cuvee.games.age_of_champagne.pieces.vocabulary import (
    AGE,
    COUNCIL,
    FIRST,
    GRAPES,
    NOBODY,
    NOTHING,
    PROMOTE,
    REGIONS,
    SECTORS,
    SIZE,
    VINEYARD,
    ZONES,
)
from cuvee.games.age_of_champagne.scoring import order_points, total
from cuvee.games.age_of_champagne.state.codes import HOME, RESERVED
from cuvee.games.age_of_champagne.state.table import Houses
from cuvee.kernel.play import SPECTATOR
from cuvee.kernel.text import _, player
from cuvee.kernel.view import Fact, Thing

# The shared table.


def areas(state: Houses, seat: int) -> list[Thing]:
    """Lay out the table: event, action zones, markets, supplies, then each house, the seat's own first."""
    setup = state.setup
    shown = [_table(state), _board(state), _markets(state, seat), _supplies(state)]
    order = [other for other in range(setup.players) if other == seat]
    order += [other for other in range(setup.players) if other != seat]
    shown += [_house(state, other, seat) for other in order]
    if setup.merchant != NOBODY:
        shown.append(_merchant(state))
    tiles = _tiles(state, seat)
    return [*shown, tiles] if tiles.inside else shown


def _tiles(state: Houses, seat: int) -> Thing:
    """Lay out a tile for each answer that is not a thing on the table: numbers, blends, ways to ship, "stop"."""
    tiles = Thing("tiles", "tiles", _("Choices"))
    if not state.over and seat in state.waiting:
        for number in state.options(seat):
            option = state.option(seat, number)
            tiles.add(*(Thing(target, "tile", option.label) for target in option.targets if target.startswith("do:")))
    return tiles


def _table(state: Houses) -> Thing:
    name = _("Round {round} of {rounds}", round=state.round, rounds=state.setup.pieces.rounds)
    if state.round == 0:
        name = _("Inheritance")
    table = Thing("table", "table", name, round=state.round, council=[who_name(state, who) for who in state.council])
    table.add(_event(state))
    for position, who in enumerate(state.council, 1):
        text = _("{who} is in position {position} at the Council", who=who_name(state, who), position=position)
        table.add(Thing(f"master:{who}", "master", who_name(state, who), text=text))
    return table


def _event(state: Houses) -> Thing:
    if state.event == NOTHING:
        return Thing("event", "event", _("No event yet"), text="", past=[])
    event = state.event_card()
    thing = Thing("event", "event", _(event.name), card=event.id, text=_(event.text))
    if state.key_element != NOTHING:
        thing.facts["key"] = region_name(state, state.key_element) if event.hazards else grape_name(state, state.key_element)
    thing.facts["past"] = [_(state.setup.pieces.events[number].name) for number in state.past[:-1]]
    if state.setup.merchant != NOBODY:
        thing.facts["merchant"] = _(
            "{spot}, with {cuvees}", spot=spot_name(state, event.spot), cuvees=cuvees_text(state, event.cuvees)
        )
    return thing


ZONE_NAMES: Final = ("Vineyards", "Wine press", "Winery", "Marketing n+1", "Marketing", "Shipping", "Wine Draw", "Council")


def _board(state: Houses) -> Thing:
    board = Thing("board", "board", _("Action zones"))
    for zone in range(ZONES):
        if zone in (PROMOTE, AGE) and not state.setup.board.marketing:
            continue
        size = SIZE[zone]
        if zone == VINEYARD:
            size = len(state.offers)
        elif zone == COUNCIL:
            size = state.setup.deal.council
        area = Thing(f"zone:{zone}", "zone", _(ZONE_NAMES[zone]))
        area.add(*(_spot(state, spot) for spot in range(FIRST[zone], FIRST[zone] + size)))
        board.add(area)
    return board


def _spot(state: Houses, number: int) -> Thing:
    spot = state.setup.board.spots[number]
    owner = state.spots[number]
    thing = Thing(f"spot:{spot.id}", "spot", spot_name(state, number), text=_(spot.text) if spot.text else "")
    thing.facts["owner"] = "" if owner == NOBODY else who_name(state, owner)
    thing.facts["blocked"] = number in state.blocked
    thing.facts |= _spot_bonus(spot)
    if owner not in (NOBODY, state.setup.merchant):
        thing.facts["disc"] = state.discs[owner] == number
    if owner != NOBODY:
        thing.add(Thing(f"marker:{owner}:{spot.id}", "marker", who_name(state, owner)))
    if spot.zone == VINEYARD:
        if state.offers[number] != NOTHING:
            thing.facts["text"] = vineyard_text(state, state.offers[number])
            thing.add(_vineyard(state, state.offers[number], "active"))
        pile = state.piles[number]
        upcoming = Thing(f"pile:{number}", "pile", _("Upcoming"), count=len(pile))
        if pile:
            upcoming.add(_vineyard(state, pile[-1], "upcoming"))
        thing.add(upcoming)
    return thing


def _spot_bonus(spot: Spot) -> dict[str, Fact]:
    """List what a spot brings besides its action (§5.0)."""
    found: dict[str, Fact] = {}
    if spot.prestige:
        found["prestige"] = spot.prestige
    if spot.eco:
        found["eco"] = spot.eco
    if spot.link:
        found["linked"] = True
    if spot.speaks_first:
        found["speaks_first"] = True
    if spot.missing:
        found["partial"] = spot.missing
    if spot.orders:
        found["orders"] = spot.orders
        found["provisional"] = spot.provisional
    return found


def _vineyard(state: Houses, card: int, place: str) -> Thing:
    vineyard = state.setup.pieces.vineyards[card]
    thing = Thing(
        f"vineyard:{vineyard.id.removeprefix('vin_')}",
        "vineyard",
        vineyard.name,
        region=region_name(state, vineyard.region),
        grape=grape_name(state, vineyard.grape),
        quantity=vineyard.quantity,
        place=place,
        text=vineyard_text(state, card),
    )
    if vineyard.prestige:
        thing.facts["prestige"] = vineyard.prestige
    if vineyard.eco:
        thing.facts["eco"] = vineyard.eco
    return thing


def _markets(state: Houses, seat: int) -> Thing:
    markets = Thing("markets", "markets", _("Markets"))
    for sector in range(SECTORS):
        name = (_("France"), _("Europe"), _("International"))[sector]
        area = Thing(f"sector:{sector}", "sector", name, stack=len(state.stacks[sector]))
        if state.orders[sector] != NOTHING:
            area.add(_order(state, state.orders[sector], "active", seat))
        if state.stacks[sector]:
            area.add(_order(state, state.stacks[sector][-1], "provisional", seat))
        tokens = Thing(f"space:{sector}", "space", _("Bonus tokens"), count=len(state.spaces[sector]))
        if seat != SPECTATOR and state.known[sector] >> seat & 1:
            for face in dict.fromkeys(state.spaces[sector]):
                count = state.spaces[sector].count(face)
                tokens.add(_token(state, f"space:{sector}:{token_code(state, face)}", face, count))
        discard = [market_code(state.setup.pieces.markets[card]) for card in sorted(state.market_discard[sector])]
        markets.add(area.add(tokens, Thing(f"shipped:{sector}", "discard", _("Shipped"), cards=discard)))
    return markets


def _order(state: Houses, card: int, place: str, seat: int) -> Thing:
    market = state.setup.pieces.markets[card]
    owner = state.reserved_by(card)
    thing = Thing(
        f"market:{market_code(market)}",
        "market",
        _(market.destination),
        cuvees=market.cuvees[:],
        value=market.value,
        transport=transport_name(market.transport),
        eco=market.eco,
        place=place,
        reserved="" if owner == NOBODY else player(owner),
        text=market_text(state, card),
        mode=MODES[market.transport],
    )
    if state.event != NOTHING:
        event = state.event_card()
        thing.facts["worth"] = max(0, market.value + event.change[market.sector])
        thing.facts["strike"] = market.transport == event.forbidden or (place != "active" and event.active_only)
        if seat != SPECTATOR:
            cellar = state.cellar[GRAPES * seat : GRAPES * seat + GRAPES]
            lacking = [max(0, market.cuvees[cuvee] - cellar[cuvee]) for cuvee in range(GRAPES)]
            thing.facts["brings_you"] = order_points(state, seat, market, NOTHING)
            thing.facts["you_lack"] = cuvees_text(state, lacking) if sum(lacking) else ""
    return thing


def _token(state: Houses, id: str, face: int, count: int) -> Thing:
    return Thing(id, "token", token_code(state, face), count=count, text=token_text(state, face))


def _supplies(state: Houses) -> Thing:
    supplies = Thing("supplies", "supplies", _("Supplies"), tokens=len(state.token_supply), events=len(state.events))
    for grape in range(GRAPES):
        supplies.add(
            Thing(f"supply:{state.setup.pieces.grapes[grape].id}", "cubes", grape_name(state, grape), count=state.supply[grape])
        )
    discards = [token_code(state, face) for face in sorted(state.token_discard)]
    cards = [state.setup.pieces.vineyards[card].name for card in sorted(state.vineyard_discard)]
    supplies.add(Thing("tokens:discard", "discard", _("Tokens used"), cards=discards))
    return supplies.add(Thing("vineyards:discard", "discard", _("Vineyards discarded"), cards=cards))


# Houses.


def _cubes(state: Houses, place: str, name: str, cubes: list[int], who: int, grapes: bool, capacity: int) -> Thing:
    area = Thing(f"{place}:{who}", place, name, capacity=capacity)
    for colour in range(GRAPES):
        kind = state.setup.pieces.grapes[colour] if grapes else state.setup.pieces.cuvees[colour]
        label = grape_name(state, colour) if grapes else cuvee_name(state, colour)
        area.add(Thing(f"{place}:{who}:{kind.id}", "cubes", label, count=cubes[GRAPES * who + colour]))
    return area


def _cellars(state: Houses, who: int) -> list[Thing]:
    pieces = state.setup.pieces
    merchant = who == state.setup.merchant
    cellar, cave = pieces.cellar, pieces.cave
    if merchant:
        cellar, cave = pieces.merchant_cellar, pieces.merchant_cave
    found = [_cubes(state, "cellar", _("Cellar"), state.cellar, who, False, cellar)]
    if state.setup.board.marketing:
        found.append(_cubes(state, "oenotheque", _("Oenotheque"), state.cave, who, False, cave))
        grid = _cubes(state, "grid", _("Marketing grid"), state.grid, who, False, pieces.column)
        for cuvee in range(GRAPES):
            grid.inside[cuvee].facts["bonus"] = state.bonus(who, cuvee)
            grid.inside[cuvee].facts["steps"] = pieces.bonus[cuvee][:]
        found.append(grid)
    return found


def _house(state: Houses, owner: int, seat: int) -> Thing:
    name = _("{player} (you)", player=player(owner)) if owner == seat else player(owner)
    setup, pieces = state.setup, state.setup.pieces
    house = Thing(
        f"player:{owner}",
        "player",
        name,
        prestige=state.prestige[owner],
        total=total(state, owner),
        eco=state.eco[owner],
        eco_value=pieces.eco_values[state.eco[owner] - 1],
        press=state.level(owner).capacity,
        modules=state.modules[owner],
        collaborators=state.in_hand(owner),
        disc=_disc_text(state, owner),
        locked=bool(state.sealed[owner]),
    )
    winery = _cubes(state, "winery", _("Winery"), state.wines, owner, True, pieces.module_capacity * state.modules[owner])
    winery.facts |= {"modules": state.modules[owner], "slots": pieces.modules, "age_one": pieces.age_one}
    house.add(_press(state, owner), winery)
    house.add(*_cellars(state, owner), _estate(state, owner), _next_harvest(state, owner))
    tokens = Thing(f"tokens:{owner}", "tokens", _("Tokens"))
    for face in range(setup.faces):
        if state.holds(owner, face):
            tokens.add(_token(state, f"token:{owner}:{token_code(state, face)}", face, state.holds(owner, face)))
    house.add(tokens, _disc(state, owner))
    if sum(state.basket) and not state.over and owner in state.waiting:
        house.add(Thing(f"basket:{owner}", "basket", _("Harvested"), grapes=state.basket[:]))
    return house.add(*_inheritance(state, owner, seat))


def _press(state: Houses, owner: int) -> Thing:
    """Show the press with all its levels and what the next one brings (§5.2)."""
    levels = state.setup.pieces.levels
    thing = Thing(f"press:{owner}", "press", _("Press"), level=state.press[owner], levels=[level.capacity for level in levels])
    thing.facts["tokens_at"] = [level.capacity for level in levels if level.tokens]
    thing.facts["prestige_at"] = [level.capacity for level in levels if level.prestige]
    if state.press[owner] < len(levels):
        capacity = levels[state.press[owner]].capacity
        thing.facts["text"] = _("The next level presses {count} grapes per harvest", count=capacity)
    return thing


def _next_harvest(state: Houses, owner: int) -> Thing:
    """Show what the vineyards would bring now, and how much of it would go to the winery (§5.7)."""
    frozen = state.key_element if state.event != NOTHING and state.event_card().hazards else NOTHING
    grown = state.grows(owner, frozen)
    kept = min(sum(grown), state.level(owner).capacity, state.winery_room(owner))
    text = _("The vineyards grow {grown} grapes; the press and the winery can take {kept} of them", grown=sum(grown), kept=kept)
    return Thing(f"harvest:{owner}", "harvest", _("Next harvest"), grows=grown, stored=kept, text=text)


def _disc(state: Houses, owner: int) -> Thing:
    """Show where the free disc is: in hand, on a spot, or on a reserved order (§8)."""
    disc, on = state.discs[owner], ""
    if disc >= RESERVED:
        on = market_code(state.setup.pieces.markets[disc - RESERVED])
    elif disc != HOME:
        on = state.setup.board.spots[disc].id
    return Thing(f"disc:{owner}", "disc", _("Free disc of {who}", who=player(owner)), on=on, text=_disc_text(state, owner))


def _disc_text(state: Houses, seat: int) -> str:
    disc = state.discs[seat]
    if disc == HOME:
        return _("in hand")
    if disc >= RESERVED:
        return market_code(state.setup.pieces.markets[disc - RESERVED])
    return spot_name(state, disc)


def _estate(state: Houses, seat: int) -> Thing:
    estate = Thing(f"estate:{seat}", "estate", _("Vineyards"))
    for region in range(REGIONS):
        column = Thing(
            f"region:{seat}:{state.setup.pieces.regions[region].id}",
            "region",
            region_name(state, region),
            lands=state.lands[REGIONS * seat + region],
        )
        for plot in state.estates[seat]:
            if plot % REGIONS == region:
                column.add(_vineyard(state, plot // REGIONS, "estate"))
        if column.inside:
            column.facts["text"] = "; ".join(str(card.facts["text"]) for card in column.inside)
        estate.add(column)
    return estate


def _inheritance(state: Houses, owner: int, seat: int) -> list[Thing]:
    """Show the hand and the cards kept to their owner during the draft, and the cards kept to everybody afterwards."""
    found: list[Thing] = []
    if state.dealt:
        hand = state.draft_hand(owner)
        cards = Thing(f"hand:{owner}", "hand", _("Inheritance hand"), count=len(hand))
        if owner == seat:
            cards.add(*(_heirloom(state, card) for card in hand))
            if state.sealed[owner]:
                cards.facts["sealed"] = _(state.setup.pieces.inheritance[state.sealed[owner][0]].text)
        found.append(cards)
    kept = Thing(f"kept:{owner}", "kept", _("Inheritance"), count=len(state.kept[owner]))
    if not state.dealt or owner == seat:
        kept.add(*(_heirloom(state, card) for card in state.kept[owner]))
        kept.facts["text"] = " ".join(card.name for card in kept.inside)
    return [*found, kept]


def _heirloom(state: Houses, number: int) -> Thing:
    card = state.setup.pieces.inheritance[number]
    return Thing(f"inheritance:{card.id.removeprefix('inh_')}", "inheritance", _(card.text), stars=card.stars, type=card.kind)


def _merchant(state: Houses) -> Thing:
    merchant, setup = state.setup.merchant, state.setup
    level = _(setup.pieces.difficulty(setup.level).name)
    house = Thing(
        "merchant",
        "merchant",
        _("The Wine Merchant ({level})", level=level),
        prestige=state.prestige[merchant],
        total=total(state, merchant),
        eco=state.eco[merchant],
        eco_value=setup.pieces.eco_values[state.eco[merchant] - 1],
        collaborators=state.in_hand(merchant),
    )
    return house.add(*_cellars(state, merchant))
