"""The table drawn as text."""

from typing import Final

from cuvee.kernel.text import _
from cuvee.kernel.view import Thing, View

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
    points = next((part.facts["total"] for part in area.inside if part.kind == "stock"), None)
    lines = [_rule(area.name if points is None else _("{who}: {points} points as things stand", who=area.name, points=points))]
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
