"""The table as a seat may see it, thing by thing: main board, player boards, Lacerda."""

from cuvee.games.vinhos.decisions.common import Ask
from cuvee.games.vinhos.decisions.magnates import display_name
from cuvee.games.vinhos.decisions.production import quality_of
from cuvee.games.vinhos.decisions.turn import Destination, space_name
from cuvee.games.vinhos.pieces.board import Magnate, Slot
from cuvee.games.vinhos.pieces.vocabulary import (
    BANK,
    BY_COLOR,
    BY_VALUE,
    CELLARS,
    COLORS,
    EXPERTS,
    EXPORT,
    FEATURES,
    MOST,
    SALES,
    STAFF,
    VINEYARDS,
    WINERIES,
)
from cuvee.games.vinhos.scoring import holders, lacerda_total, multiplier_vp, total
from cuvee.games.vinhos.state.codes import (
    BARREL_GONE,
    CELLAR,
    COLOR,
    ENOLOGISTS,
    FARMERS,
    MARKED,
    NONE,
    PRESSES,
    UNMARKED,
    VINES,
    WINE,
)
from cuvee.games.vinhos.state.table import Table
from cuvee.games.vinhos.view.names import seal, who
from cuvee.kernel.text import _, player
from cuvee.kernel.view import Thing


def areas(state: Table, seat: int) -> list[Thing]:
    """Lay out the table for a seat: main board, player boards, and last the answers that are not things on the table."""
    shown = [_year(state), _quadrel(state, seat), _regions(state, seat), _decks(state)]
    shown += [_trade_area(state, True), _trade_area(state, False), _fair(state)]
    shown.append(_magnates(state, seat))
    if not state.setup.reserve:
        shown.append(_display(state, seat))
    shown += [_player(state, side, seat) for side in range(state.seats)]
    if state.setup.solo:
        shown.append(_lacerda(state))
    if not state.over:
        shown.append(_tray(state, seat))
    return shown


def _tray(state: Table, seat: int) -> Thing:
    """Collect the answers to the seat's question that are not things on the table, and say what it is about."""
    decision, asked = state.decision(), state.waiting[0]
    about = decision.about(state, asked) if isinstance(decision, Ask) else ""
    area = Thing("tray", "tray", _("Decision to make"), about=about)
    if seat in state.waiting:
        for number in state.options(seat):
            for target in decision.targets(state, seat, number):
                if target.startswith("choice:"):
                    area.add(Thing(target, "choice", decision.label(state, seat, number)))
    return area


def _year(state: Table) -> Thing:
    years, vintage = len(state.setup.pieces.years), state.setup.pieces.vintages[state.vintage]
    title = _("Year {year} of {years}", year=state.year, years=years) if state.year <= years else _("The final action")
    area = Thing("year", "year", title, year=state.year, order=[who(state, side) for side in state.order])
    area.facts["seats"] = [side + 1 for side in state.order]
    features = [f"{FEATURES[f]} {p}" for f, p in zip(vintage.features, vintage.points, strict=True)]
    tile = Thing(f"vintage:{vintage.id}", "vintage", _("Vintage {weather:+d}", weather=vintage.weather))
    tile.facts["weather"] = vintage.weather
    tile.facts["features"] = features
    tile.facts["color"] = _(COLORS[vintage.color])
    tile.facts["value"] = vintage.min_value
    tile.facts["regions"] = [region + 1 for region in vintage.regions]
    left = sorted(state.setup.pieces.vintages[tile].id for tile in state.vintages)
    area.add(
        tile, Thing("vintages", "deck", _("Vintage tiles still to come, in an unknown order"), count=len(left), tiles=left)
    )
    supply = Thing("supply", "supply", _("Supply"), wineries=state.supply[0], cellars=state.supply[1])
    supply.facts["enologists"] = state.supply[2]
    if not state.setup.reserve:
        supply.facts["farmers"] = state.supply[3]
    supply.facts["cubes"] = state.cubes_left()
    return area.add(supply)


def _quadrel(state: Table, seat: int) -> Thing:
    area, taxed = Thing("quadrel", "quadrel", _("Quadrel")), state.taxed()
    mover = seat if seat >= 0 else state.waiting[0] if state.waiting else NONE
    decision = None if state.over else state.decision()
    free = isinstance(decision, Destination) and decision.free and mover == state.waiting[0]
    for space in state.setup.pieces.spaces:
        sides = [side for side in range(state.setup.sides) if state.marker[side] == space.number]
        thing = Thing(f"space:{space.id}", "space", _(space_name(state, space.number)), row=space.row, col=space.col)
        thing.facts["text"] = _action_text(state, state.setup.actions[space.number])
        thing.facts["markers"] = [who(state, side) for side in sides]
        thing.facts["seats"] = [side + 1 for side in sides]
        thing.facts["taxed"] = space.number == taxed
        years = [year.number for year in state.setup.pieces.years if year.taxed == space.number]
        thing.facts["year"] = years[0] if years else ""
        if mover != NONE and state.marker[mover] != space.number:
            fees = [] if free else _fees(state, mover, space.number)
            thing.facts["cost"] = 0 if free else state.move_cost(mover, space.number)
            thing.facts["fees"] = fees
        area.add(thing)
    return area


def _fees(state: Table, mover: int, space: int) -> list[str]:
    """Say what a move costs, part by part (§7.2)."""
    pieces = state.setup.pieces
    if space == pieces.centre:
        return []
    found: list[str] = []
    if not pieces.near[state.marker[mover]][space]:
        found.append(_("{n} for the distance", n=pieces.fee_far))
    if space == state.taxed():
        found.append(_("{n} tax", n=pieces.fee_tax))
    there = [side for side in range(state.setup.sides) if side != mover and state.marker[side] == space]
    return found + [_("{n} to {who}", n=pieces.fee_player, who=who(state, side)) for side in there]


def _action_text(state: Table, action: int) -> str:
    """Say in one sentence what a space of the Quadrel does (§8, §16.3)."""
    prices = state.setup.prices
    most = prices.most[action] if action < len(prices.most) else 1
    number = _("1 or {most}", most=most) if most > 1 else "1"
    if action == VINEYARDS:
        return _("Buy {number} vineyards at the price of the top tile; open an estate or extend one.", number=number)
    if action == WINERIES:
        return _("Buy {number} wineries for {price} Bagos each.", number=number, price=prices.winery)
    if action == STAFF and state.setup.reserve:
        return _("Employ {number} Enologists free of charge; each costs a salary every year.", number=number)
    if action == STAFF:
        return _(
            "Hire {number} staff: an Enologist for {enologist}, a Farmer for {farmer} Bagos.",
            number=number,
            enologist=prices.enologist,
            farmer=prices.farmer,
        )
    if action == CELLARS:
        return _("Buy {number} Cellars for {price} Bagos each; wines age better in them.", number=number, price=prices.cellar)
    if action == EXPERTS:
        return _("Hire {number} Wine Experts for {price} Bagos each.", number=number, price=prices.expert)
    if action == SALES:
        return _("Sell wines at home: each fills a slot, uses a barrel and brings Bagos.")
    if action == EXPORT:
        return _("Export wines: each fills a slot, uses a barrel and scores points; barrels count for the majority.")
    if action == BANK:
        return _("Invest, and move money between cash and account.")
    return _(
        "Issue a Press Release for the coming fair, or pass. It is always free and puts you at the front of the next order."
    )


def _regions(state: Table, seat: int) -> Thing:
    area, pieces = Thing("regions", "regions", _("Regions")), state.setup.pieces
    for region in pieces.regions:
        stack = state.stacks[region.number]
        known = seat >= 0 and bool(state.knows[region.number] >> seat & 1)
        thing = Thing(f"region:{region.id}", "region", region.name, number=region.number + 1)
        thing.facts["in_play"] = state.in_play[region.number]
        thing.facts["cubes"] = state.cubes[region.number]
        thing.facts["order_known"] = known
        thing.facts["bonus"] = _(region.text)
        if region.porto:
            thing.facts["porto"] = sum(state.porto_left)
        below = [pieces.vineyards[number] for number in (stack[1:] if known else sorted(stack[1:]))]
        thing.facts["below"] = [f"{_(COLORS[tile.color])} {tile.cost}" for tile in below]
        for place, number in enumerate(stack[:1] + (stack[1:] if known else sorted(stack[1:]))):
            tile = pieces.vineyards[number]
            color = _(COLORS[tile.color])
            thing.add(Thing(f"vineyard:{tile.id}", "vineyard", color, color=color, cost=tile.cost, top=place == 0))
        area.add(thing)
    return area


def _decks(state: Table) -> Thing:
    area, pieces = Thing("decks", "decks", _("Wine Experts")), state.setup.pieces
    for feature, deck in enumerate(state.decks):
        thing = Thing(f"deck:{FEATURES[feature]}", "deck", _(FEATURES[feature]), count=len(deck))
        seen = max(1, len(deck) - state.returned[feature])
        thing.facts["below"] = sorted(pieces.experts[tile].id for tile in deck[1:seen])
        thing.facts["bottom"] = [pieces.experts[tile].id for tile in deck[seen:]]
        if deck:
            thing.add(_expert(state, deck[0]))
        if state.setup.reserve:
            thing.facts["level"] = state.levels[feature]
        area.add(thing)
    return area


def _expert(state: Table, number: int) -> Thing:
    expert, owner = state.setup.pieces.experts[number], state.experts[number]
    return Thing(
        f"expert:{expert.id}",
        "expert",
        _(expert.text),
        feature=_(FEATURES[expert.feature]),
        ability=expert.ability,
        face_up=owner == NONE or owner & 1 == 0,
        before_the_move_only=expert.before_only,
    )


def _trade_area(state: Table, local: bool) -> Thing:
    pieces = state.setup.pieces
    if local:
        area = Thing("sales", "sales", _("Sales Area"))
        return area.add(*(_slot(state, slot, state.sales, "sales") for slot in pieces.sales))
    area = Thing("export", "export", _("Export Area"))
    for column in pieces.columns:
        slots = [_slot(state, slot, state.export, "export") for slot in pieces.export if slot.column == column.number]
        first = holders(state, column.number)
        thing = Thing(f"column:{column.id}", "column", column.name, slots, majority=column.majority)
        thing.facts["most_barrels"] = [who(state, side) for side in first]
        thing.facts["seats"] = [side + 1 for side in first]
        area.add(thing)
    return area


def _slot(state: Table, slot: Slot, owners: list[int], area: str) -> Thing:
    owner = owners[slot.number]
    thing = Thing(f"{area}:{slot.id}", "slot", slot.name, value=slot.min_value, pays=slot.pays)
    thing.facts["usable"] = area == "sales" or slot in state.setup.export_slots
    thing.facts["barrel"] = who(state, owner) if owner != NONE else ""
    thing.facts["seat"] = seal(owner)
    if area == "sales":
        thing.facts["house"] = state.setup.pieces.establishments[slot.column].name
    return thing


def _fair(state: Table) -> Thing:
    area = Thing("fair", "fair", _("Fair"))
    area.facts["points"] = [state.fair_points[side] for side in range(state.setup.sides)]
    area.facts["released"] = [who(state, side) for side in range(state.setup.sides) if state.released[side]]
    for year in state.setup.pieces.years:
        if year.fair is not None and year.number >= state.year:
            ranks = year.fair.ranks_used[state.setup.players - 2]
            area.facts["year"] = year.number
            area.facts["awards"] = [
                year.fair.vp_by_rank[rank - 1] if rank <= len(year.fair.vp_by_rank) else 0 for rank in ranks
            ]
            break
    if not state.setup.reserve:
        for booth in state.setup.pieces.booths:
            owner = state.booths[booth.number]
            disc = who(state, owner) if owner != NONE else ""
            thing = Thing(f"booth:{booth.number}", "booth", _(booth.name), bonus=_(booth.text), disc=disc)
            thing.facts["seat"] = seal(owner)
            area.add(thing)
    return area


def _wish(state: Table, magnate: Magnate) -> str:
    """Say what a Magnate wishes for this year (§8.9)."""
    vintage = state.setup.pieces.vintages[state.vintage]
    if magnate.criterion == BY_COLOR:
        return _("a {color} wine", color=_(COLORS[vintage.color]))
    if magnate.criterion == BY_VALUE:
        return _("a Wine Value of {value} or more", value=vintage.min_value)
    names = [state.setup.pieces.regions[region].name for region in vintage.regions if state.in_play[region]]
    return _("a wine from {regions}", regions=", ".join(names))


def _magnates(state: Table, seat: int) -> Thing:
    area, pieces, sides = Thing("magnates", "magnates", _("Magnates")), state.setup.pieces, state.setup.sides
    for magnate in pieces.magnates:
        barrels = [state.magnate_barrels[seat * len(pieces.magnates) + magnate.number] for seat in range(state.seats)]
        thing = Thing(f"magnate:{magnate.id}", "magnate", magnate.name, wish=_wish(state, magnate), barrels=barrels)
        if state.setup.reserve:
            for action in pieces.bonus_actions:
                if action.magnate == magnate.number:
                    marked = [s for s in range(state.seats) if state.bonus_marks[action.number * sides + s]]
                    inner = Thing(f"bonus_action:{action.id}", "bonus_action", _(action.name))
                    inner.facts["marks"] = [player(s) for s in marked]
                    inner.facts["seats"] = [s + 1 for s in marked]
                    thing.add(inner)
            for option in pieces.options:
                if option.magnate == magnate.number:
                    held = [state.option_marks[option.number * sides + seat] for seat in range(state.seats)]
                    marks = [player(seat) for seat in range(state.seats) if held[seat] != UNMARKED]
                    inner = Thing(f"option:{option.id}", "option", _(option.text), marks=marks)
                    inner.facts["without_barrel"] = [player(s) for s in range(state.seats) if held[s] == BARREL_GONE]
                    inner.facts["seats"] = [s + 1 for s in range(state.seats) if held[s] == MARKED]
                    inner.facts["each"] = option.vp_each
                    if seat >= 0:
                        inner.facts["would_score_now"] = multiplier_vp(state, seat, option)
                    thing.add(inner)
        area.add(thing)
    return area


def _display(state: Table, seat: int) -> Thing:
    actions, pieces = sum(tile < MOST for tile in state.deck), state.setup.pieces
    area = Thing("display", "display", _("Magnate tiles"), actions_left=actions, multipliers_left=len(state.deck) - actions)
    for cell, code in enumerate(state.display):
        thing = Thing(f"cell:{cell}", "cell", display_name(state, code) if code != NONE else _("empty"), tile=code)
        if code >= MOST:
            multiplier = pieces.multipliers[code - MOST]
            thing.facts["type"] = multiplier.type
            thing.facts["each"] = multiplier.vp_each
            if seat >= 0:
                thing.facts["would_score_now"] = multiplier_vp(state, seat, multiplier)
        elif code != NONE:
            thing.facts["type"] = pieces.action_tiles[code].type
        area.add(thing)
    return area


def _player(state: Table, owner: int, seat: int) -> Thing:
    name = _("{player} (you)", player=player(owner)) if owner == seat else player(owner)
    area = Thing(f"player:{owner}", "player", name, money=state.money[owner], barrels=state.barrels[owner])
    area.facts["points"] = state.points(owner)
    area.facts["fair_points"] = state.fair_points[owner]
    area.facts["porto"] = state.porto[owner]
    area.facts["total"] = total(state, owner)
    if state.setup.reserve:
        area.facts["account"] = state.account[owner]
        area.facts["level"] = state.level[owner]
        area.facts["fair_tiles"] = state.fair_tiles[owner]
    area.add(*(_estate(state, owner, estate) for estate in range(state.setup.estates)))
    pieces = state.setup.pieces
    experts = [_expert(state, tile) for tile, holder in enumerate(state.experts) if holder >> 1 == owner]
    area.add(Thing(f"experts:{owner}", "experts", _("Wine Experts"), experts))
    if not state.setup.reserve:
        held = Thing(f"tiles:{owner}", "tiles", _("Magnate tiles"))
        for number, holder in enumerate(state.tiles):
            if holder >> 1 == owner:
                tile = pieces.action_tiles[number]
                held.add(Thing(f"tile:{tile.id}", "tile", _(tile.name), face_up=holder & 1 == 0, type=tile.type))
        for number, holder in enumerate(state.multipliers):
            if holder >> 1 == owner:
                multiplier = pieces.multipliers[number]
                thing = Thing(f"multiplier:{multiplier.id}", "multiplier", _(multiplier.text), barrel=holder & 1 == 1)
                thing.facts["type"] = multiplier.type
                thing.facts["each"] = multiplier.vp_each
                thing.facts["scores_now"] = multiplier_vp(state, owner, multiplier) if holder & 1 else 0
                held.add(thing)
        area.add(held)
    return area


def _estate(state: Table, owner: int, estate: int) -> Thing:
    at, land, farm = state.at(owner, estate), state.land, state.setup.pieces.farm
    thing = Thing(f"estate:{owner}:{estate}", "estate", _("Estate {number}", number=estate + 1), open=land[at] != NONE)
    if land[at] == NONE:
        return thing
    region, color = state.setup.pieces.regions[land[at]], _(COLORS[land[at + COLOR]])
    thing.facts["region"] = region.name
    thing.facts["number"] = region.number + 1
    thing.facts["color"] = color
    thing.facts["vineyards"] = land[at + VINES]
    thing.facts["farmers"] = land[at + FARMERS]
    thing.facts["wineries"] = land[at + PRESSES]
    thing.facts["enologists"] = land[at + ENOLOGISTS]
    thing.facts["cellar"] = land[at + CELLAR]
    thing.facts["slots"] = state.slots_of(owner, estate)
    thing.facts["ageing"] = (farm.cellar if land[at + CELLAR] else farm.warehouse)[:]
    thing.facts["makes"] = _preview(state, owner, estate)
    thing.facts["harvest"] = _harvest(state, at)
    if not state.setup.reserve:
        farmers = Thing(f"farmer:{owner}:{estate}", "staff", _("Farmers"), places=land[at + VINES] * farm.farmers_each)
        farmers.facts["here"] = land[at + FARMERS]
        thing.add(farmers)
    places = land[at + PRESSES] * farm.enologists_each
    thing.add(Thing(f"enologist:{owner}:{estate}", "staff", _("Enologists"), places=places, here=land[at + ENOLOGISTS]))
    for slot in range(state.slots_of(owner, estate)):
        if land[at + WINE + slot]:
            thing.add(_wine(state, owner, estate, slot, color))
    return thing


def _preview(state: Table, owner: int, estate: int) -> int:
    """Return the quality that the estate makes in this year's weather, or 0 for no wine (§6.5)."""
    quality, most = quality_of(state, owner, estate), state.setup.max_quality
    if quality < state.setup.pieces.farm.least:
        return 0
    return min(quality, most) if most > 0 else quality


def _harvest(state: Table, at: int) -> list[str]:
    """Say what the quality is made of (§6.5)."""
    land, farm, weather = state.land, state.setup.pieces.farm, state.setup.pieces.vintages[state.vintage].weather
    parts = [_("vineyards {n}", n=farm.per_vineyard * land[at + VINES])]
    if land[at + FARMERS]:
        parts.append(_("farmers {n}", n=farm.per_farmer * land[at + FARMERS]))
    if land[at + PRESSES]:
        parts.append(_("wineries {n}", n=farm.per_winery * land[at + PRESSES]))
    if land[at + ENOLOGISTS]:
        parts.append(_("enologists {n}", n=farm.per_enologist * land[at + ENOLOGISTS]))
    return [*parts, _("weather {n:+d}", n=weather)]


def _wine(state: Table, owner: int, estate: int, slot: int, color: str) -> Thing:
    number = estate * state.setup.width + slot
    wine = Thing(f"wine:{owner}:{estate}:{slot}", "wine", _("{color} wine", color=color), slot=slot + 1)
    quality, value = state.land[state.wine_at(owner, number)], state.base_value(owner, number)
    wine.facts["quality"] = quality
    wine.facts["value"] = value
    wine.facts["with_cubes"] = state.best_value(owner, number)
    farm = state.setup.pieces.farm
    ages = farm.cellar if state.land[state.at(owner, estate) + CELLAR] else farm.warehouse
    if slot + 1 < len(ages):
        wine.facts["next_year"] = value - ages[slot] + ages[slot + 1]
    else:
        wine.facts["next_year"] = _("it spoils")
    wine.facts["made_in_year"] = _harvests(state, owner) - slot
    return wine


def _harvests(state: Table, owner: int) -> int:
    """Count how often the wines of a seat have aged, which is once for each harvest (§6.5)."""
    if state.year > len(state.setup.pieces.years):
        return state.year - 1
    for frame in state.agenda:
        kind = frame.kind
        if kind in ("actions", "maintenance", "production") or (kind == "age" and frame.key() == ("age", owner)):
            return state.year - 1
    return state.year


def _lacerda(state: Table) -> Thing:
    side, pieces = state.seats, state.setup.pieces
    area = Thing("lacerda", "opponent", _("Lacerda"), barrels=state.barrels[side], points=state.points(side))
    area.facts["fair_points"] = state.fair_points[side]
    area.facts["total"] = lacerda_total(state)
    area.facts["multipliers"] = state.count_owned(state.multipliers, side)
    area.add(Thing("experts:lacerda", "experts", _("Wine Experts"), [_expert(state, tile) for tile in state.lacerda_experts]))
    for deck, cards in enumerate(state.cards, 1):
        left = sorted(pieces.cards[card].id for card in cards)
        title = _("Deck {deck}, in an unknown order", deck=deck)
        area.add(Thing(f"cards:{deck}", "deck", title, count=len(cards), cards=left))
    drawn = Thing("drawn", "drawn", _("Cards drawn"), cards=[pieces.cards[card].id for card in state.drawn])
    if state.drawn:
        card = pieces.cards[state.drawn[-1]]
        drawn.facts["last"] = _(pieces.spaces[card.space].name)
        drawn.facts["region"] = card.region + 1
        drawn.facts["feature"] = _(FEATURES[card.feature])
        drawn.facts["booth"] = card.booth + 1
    return area.add(drawn)
