"""Drawings of results: SVG that stands by itself, light or dark as its reader likes it."""

from html import escape
from typing import Any, Final

ROW: Final = 44
LEFT_LETTER: Final = 9.5
"""How wide a letter of a name is, about."""
WIDTH: Final = 420
"""From 0 % to 100 %."""
TOP: Final = 64
STYLE: Final = """
  text { font: 15px system-ui, sans-serif; fill: #2b2320 }
  .title { font-size: 18px; font-weight: 600 }
  .small { font-size: 13px; fill: #6b5d56 }
  .grid { stroke: #e3dad2 } .even { stroke: #8a7a70; stroke-dasharray: 5 4 }
  .range { stroke: #7a1f3d; stroke-width: 3; stroke-linecap: round } .rate { fill: #7a1f3d }
  .paper { fill: #fffdf9 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f1e9e2 } .small { fill: #b8a99f } .grid { stroke: #45393a } .even { stroke: #9c8b82 }
    .range { stroke: #e58aa5 } .rate { fill: #e58aa5 } .paper { fill: #1f191a }
  }"""


def win_rates(title: str, lines: dict[str, dict[str, Any]], even: float) -> str:
    """Draw win rates with their 95 % intervals, one line a bot; `even` is what equals would win.

    >>> picture = win_rates("Arena", {"greedy": {"win_rate": 0.9, "low": 0.85, "high": 0.94, "games": 400}}, 0.5)
    >>> picture.startswith("<svg") and "greedy" in picture and "90.0 %" in picture
    True
    """
    left = round(40 + LEFT_LETTER * max(len(name) for name in lines))
    bottom = TOP + ROW * len(lines)
    width, height = max(left + WIDTH + 220, left + round(11 * len(title))), bottom + 74
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
        f'<text class="title" x="20" y="32">{escape(title)}</text>',
    ]
    for tenth in range(0, 11, 2):
        x = left + WIDTH * tenth // 10
        parts.append(f'<line class="grid" x1="{x}" y1="{TOP - 8}" x2="{x}" y2="{bottom}"/>')
        parts.append(f'<text class="small" x="{x}" y="{bottom + 20}" text-anchor="middle">{tenth * 10} %</text>')
    fair = round(left + WIDTH * even, 1)
    parts.append(f'<line class="even" x1="{fair}" y1="{TOP - 8}" x2="{fair}" y2="{bottom}"/>')
    axis = f"games won, with 95 % intervals; dashed: equal strength ({even:.0%})".replace("%)", " %)")
    parts.append(f'<text class="small" x="{left}" y="{bottom + 46}">{axis}</text>')
    for place, (name, line) in enumerate(lines.items()):
        parts += _line(name, line, left, TOP + ROW * place + ROW // 2)
    return "\n".join([*parts, "</svg>", ""])


def _line(name: str, line: dict[str, Any], left: int, y: int) -> list[str]:
    low, rate, high = (round(left + WIDTH * line[key], 1) for key in ("low", "win_rate", "high"))
    figures = f"{100 * line['win_rate']:.1f} % of {line['games']:,} games"
    return [
        f'<text x="{left - 16}" y="{y + 5}" text-anchor="end">{escape(name)}</text>',
        f'<line class="range" x1="{low}" y1="{y}" x2="{high}" y2="{y}"/>',
        f'<circle class="rate" cx="{rate}" cy="{y}" r="6"/>',
        f'<text x="{left + WIDTH + 20}" y="{y + 5}">{figures}</text>',
    ]
