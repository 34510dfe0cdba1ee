"""A view drawn as text, for the terminal."""

from cuvee.kernel.text import _
from cuvee.kernel.view import Thing, View


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
        if wine.kind == "wine":
            slots[int(str(wine.facts["slot"])) - 1] = str(wine.facts["quality"])
    buildings = _(
        "{vineyards} vineyards ({farmers} farmers), {wineries} wineries ({enologists} enologists)",
        vineyards=facts["vineyards"],
        farmers=facts["farmers"],
        wineries=facts["wineries"],
        enologists=facts["enologists"],
    )
    return f"   {estate.name}: {facts['color']} {facts['region']:<15} [{' '.join(slots)}] {buildings}"
