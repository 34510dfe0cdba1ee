"""Plots as small SVG drawings: distributions, and numbers with their intervals.

Every plot is drawn twice, for a wide page and for a phone, and the style sheet shows the one that fits: text keeps its size.
Colours come from the style sheet too, so a plot follows the page into the dark.
"""

import textwrap
from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final, final

import numpy as np

from cuvee.lab.report.estimates import Estimate, Floats

WIDE: Final = 740
NARROW: Final = 340
TOP: Final = 8
CHARACTER: Final = 6.3
"""The usual width of a character at the size of labels."""
SEAT_COLOURS: Final = ("#7A1B2E", "#2750AF", "#D2541A", "#1D9B7A", "#B780C2", "#F5EAD6")
STYLE: Final = """
svg.plot text{font:12px var(--sans);fill:var(--ink);
paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
svg.plot .small{font-size:11px;fill:var(--ink-2)}
svg.plot .name{font:600 13px var(--sans)} svg.plot .axis{stroke:var(--line-2);fill:none} svg.plot .grid{stroke:var(--line)}
svg.plot .even{stroke:var(--ink-3);stroke-dasharray:3 3} svg.plot .range{stroke:var(--ink-2);stroke-width:2;fill:none}
svg.plot .dot{fill:var(--paper);stroke:var(--ink-2);stroke-width:2}
svg.plot .sure .range,svg.plot .sure .dot{stroke:var(--wine-ink)}
svg.plot .sure .dot{fill:var(--wine-ink)} svg.plot .bar{stroke:var(--ink-3);stroke-width:.6}
"""
LIGHT: Final = (
    "--paper:#FBF7EE;--line:#D8CBB3;--line-2:#B7A37F;--ink:#2B1B1D;--ink-2:#57443F;--ink-3:#705D54;--wine-ink:#7B1736;"
    "--sans:'Source Sans 3','Source Sans Pro','Segoe UI',system-ui,'Liberation Sans',sans-serif"
)


@final
class Mark:
    """One line of an interval plot: a name, the number, how it is written, and whether it stands out."""

    def __init__(self, name: str, estimate: Estimate, text: str, sure: bool = False) -> None:
        self.name = name
        self.estimate = estimate
        self.text = text
        self.sure = sure


@final
class Pile:
    """One distribution: a name, the values, and their mean with its interval."""

    def __init__(self, name: str, values: Floats, mean: Estimate, colour: str = SEAT_COLOURS[0]) -> None:
        self.name = name
        self.values = values
        self.mean = mean
        self.colour = colour


def responsive(draw: Callable[[int], str]) -> str:
    """Draw a plot for a page and for a phone."""
    return f'<div class="wide">{draw(WIDE)}</div><div class="narrow">{draw(NARROW)}</div>'


def standalone(drawing: str) -> str:
    """Make a drawing a file of its own, in the light colours.

    >>> standalone('<svg class="plot" viewBox="0 0 9 9"></svg>').startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    head, body = drawing.split(">", 1)
    head = head.replace("<svg", f'<svg xmlns="http://www.w3.org/2000/svg" style="background:#FBF7EE;{LIGHT}"', 1)
    return f"{head}><style>{STYLE}</style>{body}"


def ticks(low: float, high: float, many: int) -> list[float]:
    """Return round numbers that cover a range, about as many as asked for.

    >>> ticks(0.0, 1.0, 5), ticks(-3, 8, 4)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [-5.0, 0.0, 5.0, 10.0])
    """
    high = max(high, low + 1e-6)
    raw = (high - low) / max(many, 1)
    size: float = 10.0 ** floor(log10(raw))
    step = next((size * factor for factor in (1, 2, 2.5, 5) if size * factor >= raw * 0.99), size * 10)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(step * place, 12) for place in range(first, last + 1)]


def intervals(
    marks: Sequence[Mark], axis: str, write: Callable[[float], str], even: float | None = None, width: int = WIDE
) -> str:
    """Draw numbers as dots on their 95 % intervals, one a line, with a dashed line where nothing is going on.

    Names stand beside the intervals if there is room, else above them, on as many lines as they need.
    """
    ends = [end for mark in marks for end in (mark.estimate.low, mark.estimate.high, mark.estimate.value) if np.isfinite(end)]
    ends += [] if even is None else [even]
    beside = width >= WIDE and all(len(mark.name) * CHARACTER < width * 0.36 for mark in marks)
    left, right = (int(width * 0.37), int(width * 0.76)) if beside else (16, width - 20)
    scale, steps = _scale(min(ends), max(ends), left, right, 4)
    y, rows = TOP, []
    for mark in marks:
        lines = [mark.name] if beside else wrap(mark.name, width - 24 - len(mark.text) * CHARACTER)
        rows.append(_mark(mark, lines, scale, y, width, right if beside else None))
        y += 25 if beside else 15 * len(lines) + 25
    parts = _axis(steps, scale, TOP, y, axis, write, (left + right) / 2)
    if even is not None:
        parts.append(f'<line class="even" x1="{scale(even):.1f}" x2="{scale(even):.1f}" y1="{TOP}" y2="{y}"/>')
    return _svg(width, y + 42, f"{axis}, with 95 % intervals", parts + rows)


def _mark(mark: Mark, lines: list[str], scale: "Scale", top: float, width: int, right: float | None) -> str:
    """Draw one line; `right` is where the number begins if it stands beside the interval."""
    y = top + 13 if right else top + 15 * len(lines) + 10
    number_x, number_y, anchor = (right + 14, y + 4, "start") if right else (width - 4, top + 12, "end")
    low, high = (end if np.isfinite(end) else mark.estimate.value for end in (mark.estimate.low, mark.estimate.high))
    names = "".join(
        f'<text x="0" y="{(y + 4 if right else top + 12) + 15 * place:.1f}">{escape(line)}</text>'
        for place, line in enumerate(lines)
    )
    return (
        f'<g class="{"sure" if mark.sure else "open"}"><title>{escape(mark.name)}: {escape(mark.text)}</title>{names}'
        f'<path class="range" d="M{scale(low):.1f} {y - 4:.1f}v8m0 -4H{scale(high):.1f}m0 -4v8"/>'
        f'<circle class="dot" cx="{scale(mark.estimate.value):.1f}" cy="{y:.1f}" r="4"/>'
        f'<text class="small" x="{number_x:.1f}" y="{number_y:.1f}" text-anchor="{anchor}">{escape(mark.text)}</text></g>'
    )


def distributions(piles: Sequence[Pile], axis: str, write: Callable[[float], str], width: int = WIDE) -> str:
    """Draw distributions under each other on one axis; below each its mean with the 95 % interval."""
    left, right, row, top = 46, width - 20, 96, TOP
    low, high = min(float(pile.values.min()) for pile in piles), max(float(pile.values.max()) for pile in piles)
    edges = bin_edges(low, high, 40 if width >= WIDE else 22)
    scale, steps = _scale(edges[0], edges[-1], left, right, 8 if width >= WIDE else 4)
    shares = [np.histogram(pile.values, edges)[0] / len(pile.values) for pile in piles]
    most = max(float(share.max()) for share in shares)
    bottom = top + row * len(piles)
    parts = _axis(steps, scale, top, bottom, axis, write, (left + right) / 2)
    for place, (pile, share) in enumerate(zip(piles, shares, strict=True)):
        base = top + row * place + 78
        bars = "".join(
            f'<rect class="bar" x="{scale(edge):.1f}" y="{base - 54 * part / most:.1f}" width="{scale(end) - scale(edge):.1f}" '
            f'height="{54 * part / most:.1f}" fill="{pile.colour}"/>'
            for edge, end, part in zip(edges[:-1], edges[1:], share, strict=True)
            if part
        )
        x = scale(pile.mean.value)
        spread = (
            f"M{scale(pile.mean.low):.1f} {base + 5}v6m0 -3H{scale(pile.mean.high):.1f}m0 -3v6" if pile.mean.error > 0 else ""
        )
        parts.append(
            f'<g><text class="name" x="{left}" y="{base - 61}">{escape(pile.name)}</text>{bars}'
            f'<path class="axis" d="M{left} {base - 54}V{base}H{right}"/>'
            f'<text class="small" x="{left - 5}" y="{base - 46}" text-anchor="end">{100 * most:.0f} %</text>'
            f'<text class="small" x="{left - 5}" y="{base}" text-anchor="end">0</text>'
            f'<path class="range" d="{spread}"/><circle class="dot" cx="{x:.1f}" cy="{base + 8}" r="3.5"/></g>'
        )
    return _svg(width, bottom + 42, f"Distribution of {axis}", parts)


def bin_edges(low: float, high: float, most: int) -> list[float]:
    """Cut a range into at most so many bins; whole numbers get bins around them.

    >>> bin_edges(0, 3, 40)
    [-0.5, 0.5, 1.5, 2.5, 3.5]
    """
    if float(low).is_integer() and float(high).is_integer():
        size = max(1, ceil((high - low + 1) / most))
        return [low - 0.5 + size * place for place in range(ceil((high - low + 1) / size) + 1)]
    steps = ticks(low, high, most)
    step = steps[1] - steps[0]
    return [step * place for place in range(floor(low / step), floor(high / step) + 2)]


def wrap(text: str, room: float) -> list[str]:
    """Break a text into lines that fit.

    >>> wrap("first region: take Bairrada", 100)
    ['first region:', 'take Bairrada']
    """
    return textwrap.wrap(text, max(8, int(room / CHARACTER))) or [text]


Scale = Callable[[float], float]


def _scale(low: float, high: float, left: float, right: float, many: int) -> tuple[Scale, list[float]]:
    if high - low < 1e-9:
        low, high = low - 0.5, high + 0.5
    steps = ticks(low, high, many)
    first, last = min(steps[0], low), max(steps[-1], high)
    return (lambda value: left + (right - left) * (value - first) / (last - first)), steps


def _axis(
    steps: list[float], scale: Scale, top: float, bottom: float, title: str, write: Callable[[float], str], middle: float
) -> list[str]:
    parts = [f'<line class="grid" x1="{scale(step):.1f}" x2="{scale(step):.1f}" y1="{top}" y2="{bottom}"/>' for step in steps]
    parts += [
        f'<text class="small" x="{scale(step):.1f}" y="{bottom + 15}" text-anchor="middle">{escape(write(step))}</text>'
        for step in steps
    ]
    parts.append(f'<text x="{middle:.1f}" y="{bottom + 34}" text-anchor="middle">{escape(title)}</text>')
    return parts


def _svg(width: int, height: float, title: str, parts: list[str]) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {width} {height:.0f}" width="{width}" height="{height:.0f}" role="img">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )
