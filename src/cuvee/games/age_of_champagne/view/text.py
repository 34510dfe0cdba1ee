"""A view drawn as text, for the terminal."""

from cuvee.kernel.text import _
from cuvee.kernel.view import Thing, View


def picture(view: View) -> str:
    """Draw a view as text: event, action zones, markets, then each house."""
    lines: list[str] = []
    for area in view.areas:
        if area.kind == "table":
            lines += _table_lines(area)
        elif area.kind == "board":
            lines += _board_lines(area)
        elif area.kind == "markets":
            lines += _market_lines(area)
        elif area.kind == "supplies":
            lines.append("  " + _supply_line(area))
        elif area.kind != "tiles":
            lines += _house_lines(area)
    return "\n".join(lines)


def _rule(title: str) -> str:
    return f"── {title} " + "─" * max(2, 100 - len(title))


def _words(fact: object) -> list[str]:
    assert isinstance(fact, list)
    return [str(word) for word in fact]


def _table_lines(area: Thing) -> list[str]:
    event = area.inside[0]
    key = f" [{event.facts['key']}]" if "key" in event.facts else ""
    lines = [_rule(area.name), f"  {event.name}{key} {event.facts['text']}".rstrip()]
    council = _words(area.facts["council"])
    if council:
        lines.append("  " + _("Council: {order}", order=" · ".join(council)))
    return lines


def _board_lines(area: Thing) -> list[str]:
    lines = [_rule(area.name)]
    for zone in area.inside:
        if zone.id == "zone:0":
            lines += [_offer_line(spot) for spot in zone.inside]
            continue
        shown = [f"{place}:{_marker(spot)}" for place, spot in enumerate(zone.inside, 1)]
        lines.append(f"  {zone.name:<14} " + "   ".join(f"{cell:<10}" for cell in shown).rstrip())
    return lines


def _marker(spot: Thing) -> str:
    if spot.facts["blocked"]:
        return "▒"
    owner = str(spot.facts["owner"])
    return (f"●{owner}" if spot.facts.get("disc") else owner) if owner else "·"


def _offer_line(spot: Thing) -> str:
    active = [thing for thing in spot.inside if thing.kind == "vineyard"]
    pile = spot.inside[-1]
    text = str(active[0].facts["text"]) if active else "–"
    upcoming = str(pile.inside[0].facts["text"]) if pile.inside else "–"
    more = _("{count} cards", count=pile.facts["count"])
    return f"  {spot.name:<12} {_marker(spot):<6} {text:<48} ← {upcoming} ({more})"


def _market_lines(area: Thing) -> list[str]:
    lines = [_rule(area.name)]
    for sector in area.inside:
        tokens = next(thing for thing in sector.inside if thing.kind == "space")
        seen = ", ".join(thing.name for thing in tokens.inside)
        marks = "◦" * int(str(tokens.facts["count"])) + (f" {seen}" if seen else "")
        for order in sector.inside:
            if order.kind != "market":
                continue
            active = order.facts["place"] == "active"
            reserved = " " + _("reserved by {who}", who=order.facts["reserved"]) if order.facts["reserved"] else ""
            eco = f"{order.facts['eco']:+}"
            place = _("Active") if active else _("Provisional")
            line = f"  {sector.name:<14} {place:<12} {order.facts['text']}, eco {eco}{reserved}"
            lines.append(line + (f"  {marks}" if active else ""))
    return lines


def _supply_line(area: Thing) -> str:
    cubes = " · ".join(f"{thing.facts['count']} {thing.name}" for thing in area.inside if thing.kind == "cubes")
    return _("Supply: {cubes} · {tokens} tokens · {events} events to come", cubes=cubes, **area.facts)


def _house_lines(area: Thing) -> list[str]:
    facts = area.facts
    title = _("{who}: {prestige} PP ({total} as things stand), eco level {eco} ({eco_value})", who=area.name, **facts)
    lines = [_rule(title)]
    if area.kind == "player":
        text = _(
            "Press {press} · {modules} modules · {collaborators} Collaborators in hand · disc {disc}",
            press=facts["press"],
            modules=facts["modules"],
            collaborators=facts["collaborators"],
            disc=facts["disc"],
        )
        lines.append("  " + text)
    for part in area.inside:
        line = _part_line(part)
        if line:
            lines.append("  " + line)
    return lines


def _part_line(part: Thing) -> str:
    if part.kind in ("winery", "cellar", "oenotheque", "grid"):
        held = [_cube_text(cubes) for cubes in part.inside if cubes.facts["count"]]
        return f"{part.name} ({part.facts['capacity']}): " + (", ".join(held) or "–")
    if part.kind == "estate":
        return _estate_line(part)
    if part.kind == "basket":
        return f"{part.name}: " + " ".join(_words(part.facts["grapes"]))
    if part.kind == "kept" and not part.inside:
        return ""
    names = [f"{thing.facts['count']} {thing.name}" if "count" in thing.facts else thing.name for thing in part.inside]
    if "stars" in (part.inside[0].facts if part.inside else {}):
        names = ["★" * int(str(thing.facts["stars"])) + " " + thing.name for thing in part.inside]
    if not names:
        return ""
    locked = " " + _("(locked: {card})", card=part.facts["sealed"]) if "sealed" in part.facts else ""
    return f"{part.name}{locked}: " + " ".join(names)


def _cube_text(cubes: Thing) -> str:
    bonus = cubes.facts.get("bonus")
    text = f"{cubes.facts['count']} {cubes.name}"
    return f"{text} (+{bonus})" if bonus else text


def _estate_line(part: Thing) -> str:
    columns: list[str] = []
    for column in part.inside:
        cards = [f"{card.name} {card.facts['quantity']} {card.facts['grape']}" for card in column.inside]
        lands = int(str(column.facts["lands"]))
        cards += [_("land")] * lands
        if cards:
            columns.append(f"{column.name}: " + ", ".join(cards))
    return f"{part.name}: " + (" | ".join(columns) or "–")
