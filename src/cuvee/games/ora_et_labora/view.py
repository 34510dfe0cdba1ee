"""What a seat sees of Ora et Labora: everything (§1.3), built up from nothing, and drawn as text."""

from typing import Final

from cuvee.games.ora_et_labora.decisions import (
    COINS,
    PRIOR,
    LandscapeRow,
    building_name,
    cost_text,
    good_name,
    sheets,
    side_name,
    space_id,
    space_tag,
    terrain_text,
)
from cuvee.games.ora_et_labora.pieces import (
    COIN,
    COIN5,
    DISTRICT,
    FOREST,
    LETTERS,
    MOOR,
    PLOT,
    SETTLEMENT,
    STAGES,
    TERRAINS,
)
from cuvee.games.ora_et_labora.scoring import total
from cuvee.games.ora_et_labora.state import FIGURES, HOME, NOWHERE, OFF, ROW_ZERO, Estates, column, letter, row
from cuvee.kernel.play import News
from cuvee.kernel.text import _, player
from cuvee.kernel.view import Thing, View

# The whole table.


def areas(state: Estates, seat: int) -> list[Thing]:
    """Lay out the table: wheel, display and piles, then each estate, the own one first."""
    order = [side for side in range(state.setup.sides) if side == seat]
    order += [side for side in range(state.setup.sides) if side != seat]
    return [_table(state), _wheel(state), _display(state), _piles(state), *(_estate(state, side) for side in order)]


def _table(state: Estates) -> Thing:
    mode = state.setup.mode
    name = _("Round {round}", round=state.round)
    if state.round == mode.bonus_round:
        name = _("Bonus round")
    return Thing(
        "table",
        "table",
        name,
        round=state.round,
        rounds=mode.rounds,
        variant=state.setup.variant,
        mode=mode.id,
        start=player(state.start_seat()),
        price=state.price,
        letter=letter(state.stage),
        wonders=state.wonders_left(),
    )


def _wheel(state: Estates) -> Thing:
    wheel = Thing("wheel", "wheel", _("Production wheel"))
    for indicator in state.setup.pieces.indicators:
        if indicator.variant not in ("both", state.setup.variant):
            continue
        at = state.wheel[indicator.number]
        name = _("Joker") if indicator.good < 0 else good_name(state, indicator.good)
        thing = Thing(f"indicator:{indicator.id}", "indicator", name, on=at != OFF, position=at)
        if at != OFF:
            thing.facts["value"] = state.indicator_value(indicator.number)
        wheel.add(thing)
    return wheel


def _display(state: Estates) -> Thing:
    display = Thing("display", "display", _("Buildings on display"), [_building(state, card) for card in state.display])
    for stage in range(state.stage + 1, len(STAGES)):
        names = [_(state.building(card).name) for card in state.setup.stages[stage]]
        display.add(Thing(f"letter:{STAGES[stage]}", "letter", _("To come with {letter}", letter=STAGES[stage]), cards=names))
    return display


def _building(state: Estates, number: int) -> Thing:
    building = state.building(number)
    standing = [at for at in range(len(state.clergy)) if state.clergy[at] == number]
    return Thing(
        f"building:{building.tag}",
        "building",
        _(building.name),
        card=building.id,
        cost=cost_text(state, building.cost),
        terrain=terrain_text(building.terrain),
        cloister=building.cloister,
        economic=building.economic,
        dwelling=building.dwelling,
        text=_(building.text),
        occupied=[_figure_name(state, at) for at in standing],
    )


def _figure_name(state: Estates, figure: int) -> str:
    owner = side_name(state, figure // FIGURES)
    return _("prior of {owner}", owner=owner) if figure % FIGURES == 0 else _("lay brother of {owner}", owner=owner)


def _piles(state: Estates) -> Thing:
    piles = Thing("piles", "piles", _("Landscapes"))
    for pile, word, name in ((DISTRICT, "district", _("Districts")), (PLOT, "plot", _("Plots"))):
        prices = state.setup.prices[pile][state.taken[pile] :]
        piles.add(Thing(f"pile:{word}", "pile", name, count=len(prices), prices=prices))
    return piles


def _estate(state: Estates, side: int) -> Thing:
    estate = Thing(f"player:{side}", "player", side_name(state, side))
    if side < state.seats:
        estate.facts["points"] = total(state, side)
        estate.add(_stock(state, side), _hand(state, side))
    return estate.add(_clergy(state, side), _land(state, side))


def _stock(state: Estates, seat: int) -> Thing:
    stock = Thing(f"stock:{seat}", "stock", _("Goods"))
    goods = state.goods[seat]
    for good in state.setup.pieces.goods:
        if good.variant in ("both", state.setup.variant):
            count = goods[good.number]
            if good.number in (COIN, COIN5):  # one amount, shown as tiles (R35)
                count = goods[COIN] // 5 if good.number == COIN5 else goods[COIN] % 5
            stock.add(Thing(f"stock:{seat}:{good.id}", "good", _(good.name), count=count, code=good.code))
    return stock


def _hand(state: Estates, seat: int) -> Thing:
    hand = Thing(f"hand:{seat}", "hand", _("Settlements in hand"))
    for number in state.hand(seat):
        hand.add(_settlement(state, seat, number))
    return hand


def _settlement(state: Estates, seat: int, number: int) -> Thing:
    card = state.setup.pieces.settlements[number]
    return Thing(
        f"settlement:{seat}:{card.id.lower()}",
        "settlement",
        _(card.name),
        card=card.id,
        food=card.food,
        energy=card.energy // 2,
        economic=card.economic,
        dwelling=card.dwelling,
        terrain=terrain_text(card.terrain),
    )


def _clergy(state: Estates, side: int) -> Thing:
    figures = state.clergy[side * FIGURES : (side + 1) * FIGURES]
    clergy = Thing(f"clergy:{side}", "clergy", _("Clergymen"))
    clergy.add(Thing(f"clergy:{side}:prior", "prior", _("Prior"), available=figures[0] == HOME, at=_stands(state, figures[:1])))
    home = figures[1:].count(HOME)
    return clergy.add(
        Thing(f"clergy:{side}:brother", "brother", _("Lay brothers"), available=home, at=_stands(state, figures[1:]))
    )


def _stands(state: Estates, figures: list[int]) -> list[str]:
    return [building_name(state, at) for at in figures if at >= 0]


def _land(state: Estates, side: int) -> Thing:
    ground = state.grounds[side]
    land = Thing(f"land:{side}", "land", _("Landscape"))
    for index, place in enumerate(ground.places):
        land.add(_space(state, side, place, ground.terrain[index], state.cards[side][index]))
    if not state.over:
        decision = state.decision()
        # Not isinstance: to interpreted code all compiled frames share one cache of abstract classes.
        if type(decision) is LandscapeRow and decision.seat == side:
            land.add(*_slots(state, decision))
    return land


def _slots(state: Estates, decision: LandscapeRow) -> list[Thing]:
    """Show where the tile in hand could be placed."""
    sheet, seat = sheets(state, decision.pile)[decision.sheet], decision.seat
    rows = [option - ROW_ZERO for option in state.options(seat)]
    columns = sorted(set(sheet.xs))
    return [Thing(f"slot:{seat}:{y}", "slot", _("Row {y}", y=y), y=y, columns=columns, side=sheet.id) for y in rows]


def _space(state: Estates, side: int, place: int, terrain: int, card: int) -> Thing:
    space = Thing(
        space_id(side, place), "space", _(TERRAINS[terrain]), x=column(place), y=row(place), terrain=TERRAINS[terrain], card=""
    )
    if card in (FOREST, MOOR):
        space.facts["card"] = "forest" if card == FOREST else "moor"
    elif card >= SETTLEMENT:
        space.add(_settlement(state, side, card - SETTLEMENT))
    elif card >= 0:
        space.add(_building(state, card))
    return space


# The log.


def recount(state: Estates, news: News, seat: int) -> str:
    """Tell a piece of news; all of it is public."""
    who = side_name(state, news.seat)
    if news.kind in ("gets", "pays"):
        return _goods_text(state, news, who)
    if news.kind in ("uses", "enters", "hires", "builds", "settles", "clears"):
        return _card_text(state, news, who)
    if news.kind == "exchanges":
        return _(
            "{who} exchanges {count} {good} for {other}",
            who=who,
            count=news.b,
            good=good_name(state, news.a),
            other=good_name(state, news.c),
        )
    if news.kind == "produces":
        joker = news.c == state.setup.pieces.joker
        name = _("the joker") if joker else _("its own indicator")
        return _("{who} produces {good} with {indicator}", who=who, good=good_name(state, news.a), indicator=name)
    if news.kind in ("buys land", "places land"):
        return _land_text(state, news, who)
    return _course_text(state, news, who)


def _goods_text(state: Estates, news: News, who: str) -> str:
    good = good_name(state, news.a)
    if news.kind == "gets":
        return _("{who} gets {count} {good}", who=who, count=news.b, good=good)
    return _("{who} pays {count} {good}", who=who, count=news.b, good=good)


def _card_text(state: Estates, news: News, who: str) -> str:
    if news.kind == "settles":
        name = _(state.setup.pieces.settlements[news.a].name)
        return _("{who} builds the settlement {name} at {space}", who=who, name=name, space=space_tag(news.b))
    if news.kind == "clears":
        space = space_tag(news.b)
        if news.a == FOREST:
            return _("{who} clears the forest at {space}", who=who, space=space)
        return _("{who} clears the moor at {space}", who=who, space=space)
    building = building_name(state, news.a)
    if news.kind == "builds":
        return _("{who} builds {building} at {space}", who=who, building=building, space=space_tag(news.b))
    if news.kind == "enters":
        if news.b == PRIOR:
            return _("The prior of {who} enters {building}", who=who, building=building)
        return _("A lay brother of {who} enters {building}", who=who, building=building)
    if news.kind == "uses":
        return _("{who} uses {building}", who=who, building=building)
    owner = side_name(state, news.b)
    if news.c == COINS:
        return _("{who} pays {owner} for a work contract on {building}", who=who, owner=owner, building=building)
    return _("{who} brings a present for a work contract with {owner} on {building}", who=who, owner=owner, building=building)


def _land_text(state: Estates, news: News, who: str) -> str:
    if news.kind == "buys land":
        if news.a == DISTRICT:
            return _("{who} buys a district for {price} coins", who=who, price=news.b)
        return _("{who} buys a plot for {price} coins", who=who, price=news.b)
    side = sheets(state, news.a)[news.b].id
    return _("{who} places it with the side «{side}» up, in row {y}", who=who, side=_(side), y=news.c)


def _course_text(state: Estates, news: News, who: str) -> str:
    if news.kind == "round":
        if news.a == state.setup.mode.bonus_round:
            return _("The bonus round begins with {who}", who=who)
        return _("Round {round} begins with {who}", round=news.a, who=who)
    if news.kind == "settlement phase":
        return _("Settlement phase {letter}, beginning with {who}", letter=LETTERS[news.a], who=who)
    if news.kind == "takes back":
        return _("{who} takes all clergymen back", who=who)
    if news.kind == "last turn":
        return _("Few buildings are left: the last turn is that of {who}", who=who)
    return _("{who} passes", who=who)


# The text table.

CELL: Final = 16


def picture(view: View) -> str:
    """Draw a view as text: wheel, display with costs, then goods and landscape of each player."""
    lines = _head_lines(view)
    for area in view.areas:
        if area.kind == "player":
            lines += _estate_lines(area)
    return "\n".join(lines)


def _rule(title: str) -> str:
    return f"── {title} " + "─" * max(2, 100 - len(title))


def _part(view: View, id: str) -> Thing:
    found = view.find(id)
    assert found is not None
    return found


def _head_lines(view: View) -> list[str]:
    table, wheel, display = _part(view, "table"), _part(view, "wheel"), _part(view, "display")
    facts = table.facts
    lines = [_rule(table.name)]
    lines.append(
        "  "
        + _("Start player {start} · work contract {price} · next settlement phase {letter} · wonders left {wonders}", **facts)
    )
    shown = [f"{each.name} {each.facts['value']}" for each in wheel.inside if each.facts["on"]]
    lines.append("  " + _("Wheel: {values}", values=" · ".join(shown)))
    for pile in _part(view, "piles").inside:
        prices = pile.facts["prices"]
        assert isinstance(prices, list)
        lines.append(f"  {pile.name}: " + (" ".join(str(price) for price in prices) or "–"))
    lines.append(_rule(display.name))
    for card in display.inside:
        if card.kind == "building":
            lines.append(_building_line(card))
        else:
            cards = card.facts["cards"]
            assert isinstance(cards, list)
            lines.append(f"  {card.name}: " + ", ".join(str(name) for name in cards))
    return lines


def _building_line(card: Thing) -> str:
    facts = card.facts
    cloister = "✝" if facts["cloister"] else " "
    values = f"{facts['economic']:>2}/{facts['dwelling']:>2}"
    places = f"{facts['cost']!s:<24} {facts['terrain']!s:<24}"
    return f"  {facts['card']:<4}{cloister} {card.name:<24} {values}  {places} {facts['text']}"


def _estate_lines(area: Thing) -> list[str]:
    points = area.facts.get("points", NOWHERE)
    lines = [
        _rule(area.name if points == NOWHERE else _("{who}: {points} points as things stand", who=area.name, points=points))
    ]
    for part in area.inside:
        if part.kind == "stock":
            held = [f"{good.facts['count']} {good.name}" for good in part.inside if good.facts["count"]]
            lines.append("  " + _("Goods: {goods}", goods=", ".join(held) or "–"))
        elif part.kind == "hand":
            names = [f"{card.facts['card']} {card.name}" for card in part.inside]
            lines.append("  " + _("Settlements in hand: {names}", names=", ".join(names) or "–"))
        elif part.kind == "clergy":
            lines.append("  " + _clergy_line(part))
        else:
            lines += _land_lines(part)
    return lines


def _clergy_line(part: Thing) -> str:
    prior, brother = part.inside
    free = [prior.name] if prior.facts["available"] else []
    if brother.facts["available"]:
        free.append(f"{brother.facts['available']} {brother.name}")
    return _("Available: {who}", who=", ".join(free) or "–")


def _land_lines(land: Thing) -> list[str]:
    cells = {(space.facts["x"], space.facts["y"]): _cell(space) for space in land.inside if space.kind == "space"}
    columns, rows = sorted({int(str(x)) for x, _y in cells}), sorted({int(str(y)) for _x, y in cells})
    lines = ["      " + "".join(f"{x:<{CELL}}" for x in columns)]
    for y in rows:
        shown = "".join(f"{cells.get((x, y), ''):<{CELL}.{CELL - 1}}" for x in columns)
        lines.append(f"  {y:>3} {shown}".rstrip())
    return lines


def _cell(space: Thing) -> str:
    if not space.inside:
        word = str(space.facts["card"])
        return _(word) if word else f"({space.name})"
    card = space.inside[0]
    occupied = card.facts.get("occupied")
    mark = "♟" if occupied else ""
    code = str(card.facts["card"])
    short = code if len(code) <= 3 else ""  # printed buildings have no number
    return f"{mark}{short} {card.name}".strip()
