"""The table drawn as text."""

from collections.abc import Callable
from typing import Final

from cuvee.kernel.text import _
from cuvee.kernel.view import Thing, View

GREY: Final = "·"


def picture(view: View) -> str:
    """Draw a view as text: the board by season, the chart, the cards, then every vineyard."""
    lines: list[str] = []
    for area in view.areas:
        title = f"── {area.name} "
        lines += ["", title + "─" * max(3, 110 - len(title))]
        painter = PAINTERS.get(area.kind)
        lines += painter(area) if painter is not None else _plain(area)
    return "\n".join(lines[1:])


def _paint_board(area: Thing) -> list[str]:
    lines: list[str] = []
    season = ""
    for action in area.inside:
        if action.kind != "action":
            lines.append(f"  {action.name}: {action.facts['bonus']}   {action.facts['worker']}")
            continue
        if action.facts["season"] != season:
            season = str(action.facts["season"])
            lines.append(f" {season}")
        spaces = " | ".join(_space_text(space) for space in action.inside if space.facts["open"] and _worth_drawing(space))
        expert = f"  ⚑ {action.facts['expert']}" if action.facts["expert"] else ""
        lines.append(f"  {action.name:<32.32} {spaces}{expert}")
    return lines


def _worth_drawing(space: Thing) -> bool:
    return not space.id.endswith((":beside", ":own")) or bool(space.facts["worker"])


def _space_text(space: Thing) -> str:
    if space.facts["worker"]:
        return f"[{space.facts['worker']}]"
    return f"[{space.facts.get('bonus') or ' '}]"


def _paint_chart(area: Thing) -> list[str]:
    lines: list[str] = []
    for row in area.inside:
        cells, roosters, later = row.facts["cells"], row.facts["roosters"], row.facts["next_year"]
        assert isinstance(cells, list)
        assert isinstance(roosters, list)
        assert isinstance(later, list)
        who = ", ".join(map(str, roosters)) or GREY
        text = "  ".join(f"{cell!s:<24.24}" for cell in cells[1:])
        coming = f"  → {', '.join(map(str, later))}" if later else ""
        lines.append(f"  {row.name:<7} {who:<8.8} {text}{coming}")
    return lines


def _paint_trades(area: Thing) -> list[str]:
    words = [f"{'✗' if trade.facts['blocked'] else ' '} {trade.name:<34.34}" for trade in area.inside]
    return ["  " + "".join(words[at : at + 3]) for at in range(0, len(words), 3)]


def _paint_cards(area: Thing) -> list[str]:
    lines: list[str] = []
    for pile in area.inside:
        if pile.kind != "pile":
            lines.append(f"  ▸ {pile.name}: {pile.facts.get('text', '')}")
            continue
        deck, discards, *market = pile.inside
        shown = " | ".join(card.name for card in market)
        lines.append(f"  {pile.name:<16} {deck.facts['count']:>2} ({discards.facts['count']:>2})  {shown}")
    return lines


def _paint_player(area: Thing) -> list[str]:
    facts = area.facts
    lines = [
        f"  {facts['vp']} VP   £{facts['lira']}   +{facts['residual']}   ⚑{facts['cubes']}   "
        + _("row {row}, {season}", row=facts["row"], season=facts["season"])
    ]
    for part in area.inside:
        painter = PARTS.get(part.kind)
        if painter is not None:
            lines.append(f"  {part.name:<12} {painter(part)}")
        if part.kind == "hand":
            lines += _hand_lines(part)
    return lines


def _hand_lines(part: Thing) -> list[str]:
    return [
        f"     {card.name}{' ×' + str(card.facts['count']) if card.facts.get('count') != 1 else ''}"
        f"  {card.facts.get('text', '')}".rstrip()
        for cards in part.inside
        for card in cards.inside
    ]


def _workers_text(part: Thing) -> str:
    words = ("regular", "grande", "temporary", "training")
    return "  ".join(f"{_(word)} {part.facts[word]}" for word in words if part.facts[word])


def _fields_text(part: Thing) -> str:
    return "   ".join(_field_text(field) for field in part.inside)


def _field_text(field: Thing) -> str:
    facts = field.facts
    if not facts["owned"]:
        return f"{field.name}: " + _("sold")
    vines = ", ".join(
        f"{vine.name}{'×' + str(vine.facts['count']) if vine.facts['count'] != 1 else ''}" for vine in field.inside
    )
    mark = " ✓" if facts["harvested"] else ""
    return f"{field.name}: {facts.get('structure') or vines or GREY}{mark}"


def _rows_text(part: Thing) -> str:
    rows = [(row.name, " ".join(place.name for place in row.inside if place.facts["here"])) for row in part.inside]
    return "   ".join(f"{name} {values}" for name, values in rows if values) or GREY


def _structures_text(part: Thing) -> str:
    return ", ".join(thing.name for thing in part.inside if thing.facts.get("built")) or GREY


def _count_text(part: Thing) -> str:
    return ", ".join(f"{cards.facts['count']} {cards.name}" for cards in part.inside if cards.facts["count"]) or GREY


def _plain(area: Thing) -> list[str]:
    lines = [f"  {key} {value}" for key, value in area.facts.items()]
    return lines + [f"  {thing.name}  " + "  ".join(f"{value}" for value in thing.facts.values()) for thing in area.inside]


PAINTERS: Final[dict[str, Callable[[Thing], list[str]]]] = {
    "board": _paint_board,
    "chart": _paint_chart,
    "trades": _paint_trades,
    "cards": _paint_cards,
    "player": _paint_player,
}
PARTS: Final[dict[str, Callable[[Thing], str]]] = {
    "workers": _workers_text,
    "fields": _fields_text,
    "pad": _rows_text,
    "cellar": _rows_text,
    "structures": _structures_text,
    "hand": _count_text,
}
