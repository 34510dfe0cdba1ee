"""What one seat may know of a game of Vinhos: everything but the order of stacks and decks (§1.3, §1.6)."""

from cuvee.games.vinhos.decisions import (
    FROM_MAGNATES,
    barrel_place,
    display_name,
    space_name,
    window_name,
)
from cuvee.games.vinhos.pieces import COLORS, FEATURES, MOST, Slot
from cuvee.games.vinhos.scoring import lacerda_total, total
from cuvee.games.vinhos.state import (
    BARREL_GONE,
    CELLAR,
    COLOR,
    ENOLOGISTS,
    FARMERS,
    NONE,
    PRESSES,
    UNMARKED,
    VINES,
    WINE,
    Table,
)
from cuvee.kernel.play import News
from cuvee.kernel.text import _, player
from cuvee.kernel.view import Thing, View


def who(state: Table, side: int) -> str:
    """Name a side: a player, or Lacerda."""
    return _("Lacerda") if side >= state.seats else player(side)


def areas(state: Table, seat: int) -> list[Thing]:
    """Lay out the table for a seat: main board, then each player board."""
    shown = [_year(state), _quadrel(state), _regions(state, seat), _decks(state)]
    shown += [_trade_area(state, True), _trade_area(state, False), _fair(state)]
    shown.append(_magnates(state))
    if not state.setup.reserve:
        shown.append(_display(state))
    shown += [_player(state, side, seat) for side in range(state.seats)]
    if state.setup.solo:
        shown.append(_lacerda(state))
    return shown


def _year(state: Table) -> Thing:
    years, vintage = len(state.setup.pieces.years), state.setup.pieces.vintages[state.vintage]
    title = _("Year {year} of {years}", year=state.year, years=years) if state.year <= years else _("The final action")
    area = Thing("year", "year", title, year=state.year, order=[who(state, side) for side in state.order])
    features = [f"{FEATURES[f]} {p}" for f, p in zip(vintage.features, vintage.points, strict=True)]
    tile = Thing(f"vintage:{vintage.id}", "vintage", _("Vintage {weather:+d}", weather=vintage.weather))
    tile.facts["weather"] = vintage.weather
    tile.facts["features"] = features
    tile.facts["color"] = _(COLORS[vintage.color])
    tile.facts["value"] = vintage.min_value
    tile.facts["regions"] = [region + 1 for region in vintage.regions]
    left = sorted(state.setup.pieces.vintages[tile].id for tile in state.vintages)
    area.add(tile, Thing("vintages", "deck", _("Vintage tiles to come, in unknown order"), count=len(left), tiles=left))
    supply = Thing("supply", "supply", _("Supply"), wineries=state.supply[0], cellars=state.supply[1])
    supply.facts["enologists"] = state.supply[2]
    if not state.setup.reserve:
        supply.facts["farmers"] = state.supply[3]
    supply.facts["cubes"] = state.cubes_left()
    return area.add(supply)


def _quadrel(state: Table) -> Thing:
    area, taxed = Thing("quadrel", "quadrel", _("Quadrel")), state.taxed()
    for space in state.setup.pieces.spaces:
        there = [who(state, side) for side in range(state.setup.sides) if state.marker[side] == space.number]
        name = _(space_name(state, space.number))
        area.add(
            Thing(
                f"space:{space.id}",
                "space",
                name,
                row=space.row,
                col=space.col,
                markers=there,
                taxed=space.number == taxed,
            )
        )
    return area


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
    )


def _trade_area(state: Table, local: bool) -> Thing:
    pieces = state.setup.pieces
    if local:
        area = Thing("sales", "sales", _("Sales Area"))
        return area.add(*(_slot(state, slot, state.sales, "sales") for slot in pieces.sales))
    area = Thing("export", "export", _("Export Area"))
    for column in pieces.columns:
        slots = [_slot(state, slot, state.export, "export") for slot in pieces.export if slot.column == column.number]
        area.add(Thing(f"column:{column.id}", "column", column.name, slots, majority=column.majority))
    return area


def _slot(state: Table, slot: Slot, owners: list[int], area: str) -> Thing:
    owner = owners[slot.number]
    thing = Thing(f"{area}:{slot.id}", "slot", slot.name, value=slot.min_value, pays=slot.pays)
    thing.facts["usable"] = area == "sales" or slot in state.setup.export_slots
    thing.facts["barrel"] = who(state, owner) if owner != NONE else ""
    return thing


def _fair(state: Table) -> Thing:
    area = Thing("fair", "fair", _("Fair"))
    area.facts["points"] = [state.fair_points[side] for side in range(state.setup.sides)]
    area.facts["released"] = [who(state, side) for side in range(state.setup.sides) if state.released[side]]
    if not state.setup.reserve:
        for booth in state.setup.pieces.booths:
            owner = state.booths[booth.number]
            disc = who(state, owner) if owner != NONE else ""
            area.add(Thing(f"booth:{booth.number}", "booth", _(booth.name), bonus=_(booth.text), disc=disc))
    return area


def _magnates(state: Table) -> Thing:
    area, pieces, sides = Thing("magnates", "magnates", _("Magnates")), state.setup.pieces, state.setup.sides
    for magnate in pieces.magnates:
        barrels = [state.magnate_barrels[seat * len(pieces.magnates) + magnate.number] for seat in range(state.seats)]
        thing = Thing(f"magnate:{magnate.id}", "magnate", magnate.name, barrels=barrels)
        if state.setup.reserve:
            for action in pieces.bonus_actions:
                if action.magnate == magnate.number:
                    marks = [player(s) for s in range(state.seats) if state.bonus_marks[action.number * sides + s]]
                    thing.add(Thing(f"bonus_action:{action.id}", "bonus_action", _(action.name), marks=marks))
            for option in pieces.options:
                if option.magnate == magnate.number:
                    held = [state.option_marks[option.number * sides + seat] for seat in range(state.seats)]
                    marks = [player(seat) for seat in range(state.seats) if held[seat] != UNMARKED]
                    inner = Thing(f"option:{option.id}", "option", _(option.text), marks=marks)
                    inner.facts["without_barrel"] = [player(s) for s in range(state.seats) if held[s] == BARREL_GONE]
                    thing.add(inner)
        area.add(thing)
    return area


def _display(state: Table) -> Thing:
    actions = sum(tile < MOST for tile in state.deck)
    area = Thing("display", "display", _("Magnate tiles"), actions_left=actions, multipliers_left=len(state.deck) - actions)
    for cell, code in enumerate(state.display):
        area.add(Thing(f"cell:{cell}", "cell", display_name(state, code) if code != NONE else _("empty"), tile=code))
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
                held.add(Thing(f"tile:{tile.id}", "tile", _(tile.name), face_up=holder & 1 == 0))
        for number, holder in enumerate(state.multipliers):
            if holder >> 1 == owner:
                multiplier = pieces.multipliers[number]
                thing = Thing(f"multiplier:{multiplier.id}", "multiplier", _(multiplier.text), barrel=holder & 1 == 1)
                held.add(thing)
        area.add(held)
    return area


def _estate(state: Table, owner: int, estate: int) -> Thing:
    at, land = state.at(owner, estate), state.land
    thing = Thing(f"estate:{owner}:{estate}", "estate", _("Estate {number}", number=estate + 1), open=land[at] != NONE)
    if land[at] == NONE:
        return thing
    region, color = state.setup.pieces.regions[land[at]], _(COLORS[land[at + COLOR]])
    thing.facts["region"] = region.name
    thing.facts["color"] = color
    thing.facts["vineyards"] = land[at + VINES]
    thing.facts["farmers"] = land[at + FARMERS]
    thing.facts["wineries"] = land[at + PRESSES]
    thing.facts["enologists"] = land[at + ENOLOGISTS]
    thing.facts["cellar"] = land[at + CELLAR]
    thing.facts["slots"] = state.slots_of(owner, estate)
    for slot in range(state.slots_of(owner, estate)):
        quality = land[at + WINE + slot]
        if quality:
            value = state.base_value(owner, estate * state.setup.width + slot)
            wine = Thing(f"wine:{owner}:{estate}:{slot}", "wine", _("{color} wine", color=color), slot=slot + 1)
            wine.facts["quality"] = quality
            wine.facts["value"] = value
            thing.add(wine)
    return thing


def _lacerda(state: Table) -> Thing:
    side, pieces = state.seats, state.setup.pieces
    area = Thing("lacerda", "opponent", _("Lacerda"), barrels=state.barrels[side], points=state.points(side))
    area.facts["fair_points"] = state.fair_points[side]
    area.facts["total"] = lacerda_total(state)
    area.facts["multipliers"] = state.count_owned(state.multipliers, side)
    area.add(Thing("experts:lacerda", "experts", _("Wine Experts"), [_expert(state, tile) for tile in state.lacerda_experts]))
    for deck, cards in enumerate(state.cards, 1):
        left = sorted(pieces.cards[card].id for card in cards)
        title = _("Deck {deck}, in unknown order", deck=deck)
        area.add(Thing(f"cards:{deck}", "deck", title, count=len(cards), cards=left))
    drawn = [pieces.cards[card].id for card in state.drawn]
    return area.add(Thing("drawn", "drawn", _("Cards drawn"), cards=drawn))


# The log.


def recount(state: Table, news: News, seat: int) -> str:
    """Tell a piece of news; all that becomes news in this game is public."""
    pieces, name = state.setup.pieces, who(state, news.seat)
    kind, a, b = news.kind, news.a, news.b
    if kind in ("opens", "extends"):
        tile = pieces.vineyards[a]
        color, region = _(COLORS[tile.color]), pieces.regions[tile.region].name
        if kind == "opens":
            return _("{who} opens estate {n}: {color} {region}", who=name, n=b + 1, color=color, region=region)
        return _("{who} adds a second vineyard to estate {n}: {color} {region}", who=name, n=b + 1, color=color, region=region)
    if kind in ("sells", "exports", "maintains"):
        return _trade_news(state, news, name)
    if kind in ("winery", "cellar", "farmer", "enologist", "dismisses", "porto", "wine"):
        return _estate_news(news, name)
    if kind in ("expert", "discards"):
        expert = pieces.experts[a]
        feature = _(FEATURES[expert.feature])
        if kind == "expert":
            return _("{who} takes a Wine Expert ({feature}): {text}", who=name, feature=feature, text=_(expert.text))
        return _("{who} discards a Wine Expert ({feature}) for {n} Fair Points", who=name, feature=feature, n=b)
    if kind in ("tile", "removes_tile"):
        tile_name = display_name(state, a)
        if kind == "tile":
            return _("{who} takes a Magnate tile: {tile}", who=name, tile=tile_name)
        return _("{who} removes a Magnate tile: {tile}", who=name, tile=tile_name)
    if kind in ("uses", "moves", "stays", "passes", "releases", "booth", "magnate", "retrieves", "rearranges", "reassigns"):
        return _turn_news(state, news, name)
    if kind in ("interest", "salaries", "penalty", "bank", "marks"):
        return _reserve_news(state, news, name)
    if kind in ("card", "removes", "removes_vineyard", "lacerda_releases"):
        return _lacerda_news(state, news, name)
    return _year_news(state, news, name)


def _trade_news(state: Table, news: News, name: str) -> str:
    if news.kind == "exports":
        slot = state.setup.pieces.export[news.a]
        return _("{who} exports to {slot} for {n} VP", who=name, slot=slot.name, n=slot.pays)
    slot = state.setup.pieces.sales[news.a]
    if news.kind == "sells":
        return _("{who} sells to {slot} for {n} Bagos", who=name, slot=slot.name, n=slot.pays)
    return _("{who} takes a barrel back from {slot}", who=name, slot=slot.name)


def _estate_news(news: News, name: str) -> str:
    number = news.a + 1
    if news.kind == "winery":
        return _("{who} builds a winery on estate {n}", who=name, n=number)
    if news.kind == "cellar":
        return _("{who} builds a Cellar on estate {n}", who=name, n=number)
    if news.kind == "farmer":
        return _("{who} has a Farmer on estate {n}", who=name, n=number)
    if news.kind == "enologist":
        return _("{who} has an Enologist on estate {n}", who=name, n=number)
    if news.kind == "dismisses":
        return _("{who} dismisses an Enologist of estate {n}", who=name, n=number)
    if news.kind == "porto":
        return _("{who} spends a Porto tile on estate {n}", who=name, n=number)
    return _("{who} makes a wine of quality {quality} on estate {n}", who=name, quality=news.b, n=number)


def _turn_news(state: Table, news: News, name: str) -> str:
    pieces = state.setup.pieces
    if news.kind == "uses":
        text = window_name(state, news.a)
        return _("{who} uses {tile}", who=name, tile=text) if news.a < FROM_MAGNATES else _("{who} asks {t}", who=name, t=text)
    if news.kind == "moves":
        return _("{who} moves to {space} for {n} Bagos", who=name, space=_(space_name(state, news.a)), n=news.b)
    if news.kind == "releases":
        region, color = pieces.regions[news.b].name, _(COLORS[news.c])
        return _("{who} releases a {color} {region} of value {n}", who=name, color=color, region=region, n=news.a)
    if news.kind == "booth":
        return _("{who} takes booth {n}", who=name, n=news.a + 1)
    if news.kind == "magnate":
        magnate = pieces.magnates[news.a].name
        if news.b > 0:
            return _("{who} puts a barrel with {magnate}", who=name, magnate=magnate)
        return _("{who} takes a barrel from {magnate}", who=name, magnate=magnate)
    if news.kind == "retrieves":
        return _("{who} takes back a barrel: {place}", who=name, place=barrel_place(state, news.a))
    if news.kind == "rearranges":
        return _("{who} rearranges the vineyards of {region}", who=name, region=pieces.regions[news.a].name)
    if news.kind == "reassigns":
        return _("{who} reassigns staff", who=name)
    return _("{who} stays on the centre and passes", who=name) if news.kind == "stays" else _("{who} passes", who=name)


def _reserve_news(state: Table, news: News, name: str) -> str:
    if news.kind == "interest":
        return _("{who}: {n:+d} Bagos of interest", who=name, n=news.a)
    if news.kind == "salaries":
        return _("{who} pays {n} Bagos of salaries", who=name, n=news.a)
    if news.kind == "penalty":
        return _("{who} loses {n} VP for an empty account", who=name, n=news.a)
    if news.kind == "bank":
        return _("{who} at the bank: {steps:+d} steps, {n:+d} Bagos of cash", who=name, steps=news.a, n=news.b)
    return _("{who} marks an option: {text}", who=name, text=_(state.setup.pieces.options[news.a].text))


def _lacerda_news(state: Table, news: News, name: str) -> str:
    pieces = state.setup.pieces
    if news.kind == "card":
        card = pieces.cards[news.a]
        return _("{who} draws a card: {space}", who=name, space=_(pieces.spaces[card.space].name))
    if news.kind == "removes":
        kinds = (_("wineries"), _("Cellars"), _("Enologists"), _("Farmers"))
        return _("{who} removes {n} {kind}", who=name, n=news.b, kind=kinds[news.a])
    if news.kind == "removes_vineyard":
        return _("{who} removes a vineyard of {r}", who=name, r=pieces.regions[pieces.vineyards[news.a].region].name)
    return _("{who} releases for {n} Fair Points at booth {booth}", who=name, n=news.a, booth=news.b + 1)


def _year_news(state: Table, news: News, name: str) -> str:
    pieces = state.setup.pieces
    if news.kind == "year":
        return _("Year {year} begins; the weather is {w:+d}", year=news.a, w=pieces.vintages[news.b].weather)
    if news.kind == "final":
        return _("The final action begins")
    if news.kind == "award":
        return _("{who} has {points} Fair Points and gains {n} VP", who=name, points=news.b, n=news.a)
    if news.kind == "order":
        return _("{who} is first in the new order", who=name)
    if news.kind == "cube":
        return _("{who} places a cube in {region}", who=name, region=pieces.regions[news.a].name)
    if news.kind == "bagos":
        return _("{who} gains {n} Bagos", who=name, n=news.a)
    if news.kind == "porto_tiles":
        return _("{who} takes {n} Porto tiles", who=name, n=news.a)
    return _("{who} gains {n} Fair Points", who=name, n=news.a)


# The picture.


def picture(view: View) -> str:
    """Draw a view as text: board first, then one block for each player."""
    found = {area.id: area for area in view.areas}
    lines = _year_lines(found["year"]) + _quadrel_lines(found["quadrel"]) + _region_lines(found["regions"])
    lines += _deck_lines(found["decks"]) + _trade_lines(found["sales"], found["export"]) + _fair_lines(found)
    for area in view.areas:
        if area.kind in ("player", "opponent"):
            lines += ["", *_player_lines(area)]
    return "\n".join(lines)


def _texts(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(each) for each in value]


def _facts(thing: Thing) -> str:
    return "  ".join(f"{_(key.replace('_', ' '))} {value}" for key, value in thing.facts.items())


def _year_lines(area: Thing) -> list[str]:
    tile, deck, supply = area.inside
    facts = _facts(supply)
    wishes = _(
        "Anabela {color} · Bruno {value}+ · Carolina {regions}",
        color=tile.facts["color"],
        value=tile.facts["value"],
        regions=" ".join(_texts(tile.facts["regions"])),
    )
    order = " → ".join(_texts(area.facts["order"]))
    features = " ".join(_texts(tile.facts["features"]))
    return [
        f"══ {area.name} ══ {order}",
        f"{tile.name}: {features} · {wishes} ({deck.facts['count']} " + _("to come") + ")",
        f"{supply.name}: {facts}",
        "",
    ]


def _quadrel_lines(area: Thing) -> list[str]:
    lines: list[str] = []
    rows = sorted({int(str(space.facts["row"])) for space in area.inside})
    for row in rows:
        cells = []
        for space in area.inside:
            if space.facts["row"] == row:
                marks = " ".join(_texts(space.facts["markers"]))
                tax = "¤" if space.facts["taxed"] else " "
                cells.append(f"{tax}{space.name:<24.24} {marks:<8.8}")
        lines.append("│".join(cells))
    return [*lines, ""]


def _region_lines(area: Thing) -> list[str]:
    lines: list[str] = []
    for region in area.inside:
        if not region.facts["in_play"]:
            continue
        tiles = [f"{tile.name} {tile.facts['cost']}" for tile in region.inside]
        top = tiles[0] if tiles else "—"
        below = ", ".join(tiles[1:])
        mark = "" if not below else f"  ({below})" if region.facts["order_known"] else f"  {{{below}}}"
        lines.append(f"{region.facts['number']} {region.name:<15} {'■' * int(str(region.facts['cubes'])):<4} {top}{mark}")
    return [*lines, ""]


def _deck_lines(area: Thing) -> list[str]:
    lines = []
    for deck in area.inside:
        top = deck.inside[0].name if deck.inside else "—"
        level = f" ⟨{deck.facts['level']}⟩" if "level" in deck.facts else ""
        lines.append(f"{deck.name:<11}{level} ({deck.facts['count']}) {top}")
    return [*lines, ""]


def _slot_text(slot: Thing) -> str:
    held = f" {slot.facts['barrel']}" if slot.facts["barrel"] else ""
    return f"[{slot.facts['value']}→{slot.facts['pays']}{held}]"


def _trade_lines(sales: Thing, export: Thing) -> list[str]:
    lines = [f"{sales.name}: " + " ".join(_slot_text(slot) for slot in sales.inside)]
    for column in export.inside:
        slots = [_slot_text(slot) for slot in column.inside if slot.facts["usable"]]
        lines.append(f"{column.name:<15} ({column.facts['majority']}) " + " ".join(slots))
    return [*lines, ""]


def _fair_lines(found: dict[str, Thing]) -> list[str]:
    lines: list[str] = []
    for booth in found["fair"].inside:
        disc = booth.facts["disc"]
        lines.append(f"{booth.name:<16} {disc or '·':<8} {booth.facts['bonus']}")
    for magnate in found["magnates"].inside:
        barrels = " ".join(_texts(magnate.facts["barrels"]))
        lines.append(f"{magnate.name:<16} " + _("barrels {barrels}", barrels=barrels))
        lines += [f"    {inner.name} {' '.join(_texts(inner.facts['marks']))}" for inner in magnate.inside]
    if "display" in found:
        lines += [f"{cell.id.split(':')[1]:>2} {cell.name}" for cell in found["display"].inside]
    return lines


def _player_lines(area: Thing) -> list[str]:
    lines = [f"── {area.name} ── {_facts(area)}"]
    for inner in area.inside:
        if inner.kind == "estate" and inner.facts["open"]:
            lines.append(_estate_line(inner))
        elif inner.kind in ("experts", "tiles") and inner.inside:
            shown = []
            for thing in inner.inside:
                down = "" if thing.facts.get("face_up", True) else " ↓"
                feature = f"{thing.facts['feature']}: " if "feature" in thing.facts else ""
                barrel = "" if thing.facts.get("barrel", True) else " (—)"
                shown.append(f"{feature}{thing.name}{down}{barrel}")
            lines += [f"   {inner.name}:", *(f"     {text}" for text in shown)]
        elif inner.kind in ("deck", "drawn"):
            lines.append(f"   {inner.name}: {len(_texts(inner.facts['cards']))}")
    return lines


def _estate_line(estate: Thing) -> str:
    facts, slots = estate.facts, ["·"] * int(str(estate.facts["slots"]))
    for wine in estate.inside:
        slots[int(str(wine.facts["slot"])) - 1] = str(wine.facts["quality"])
    buildings = _(
        "{vineyards} vineyards ({farmers} farmers), {wineries} wineries ({enologists} enologists)",
        vineyards=facts["vineyards"],
        farmers=facts["farmers"],
        wineries=facts["wineries"],
        enologists=facts["enologists"],
    )
    return f"   {estate.name}: {facts['color']} {facts['region']:<15} [{' '.join(slots)}] {buildings}"
