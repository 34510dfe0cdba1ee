"""Charts as small SVG drawings: lines over time, distributions, and numbers with their intervals.

Colours come from the style sheet of the page, so a chart follows its dark mode; a standalone file brings its own colours.
Plots of a report are drawn twice, for a wide page and for a phone, and the style sheet shows the one that fits, so that text
keeps its size.
"""

import textwrap
from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, isfinite, log10
from typing import Final, NamedTuple, Protocol, final

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
OWN_STYLE: Final = (
    "svg{background:var(--paper);--sans:'Source Sans 3','Source Sans Pro','Segoe UI',system-ui,'Liberation Sans',sans-serif;"
    "--paper:#FBF7EE;--line:#D8CBB3;--line-2:#B7A37F;--ink:#2B1B1D;--ink-2:#57443F;--ink-3:#705D54;--wine-ink:#7B1736}"
    "@media (prefers-color-scheme:dark){svg{"
    "--paper:#1F191A;--line:#45393A;--line-2:#6B5A55;--ink:#F1E9E2;--ink-2:#CDBFB5;--ink-3:#9C8B82;--wine-ink:#E58AA5}}"
    "svg.chart text{font:14px var(--sans);fill:var(--ink)} svg.chart .grid{stroke:var(--line)}"
    "svg.chart polyline{fill:none;stroke-width:2}"
)
"""What a page would provide: its colours in light and dark, and how lines look."""


class Interval(Protocol):
    """A number with its 95 % interval; its error is 0 where there is none."""

    value: float
    error: float
    low: float
    high: float


@final
class Rate:
    """A number with a known interval."""

    def __init__(self, value: float, low: float, high: float) -> None:
        self.value = value
        self.low = low
        self.high = high
        self.error = high - low


@final
class Mark:
    """One line of an interval plot: a name, the number, how it is written, and whether it stands out."""

    def __init__(self, name: str, estimate: Interval, text: str, sure: bool = False) -> None:
        self.name = name
        self.estimate = estimate
        self.text = text
        self.sure = sure


@final
class Pile:
    """One distribution: a name, its least and greatest value, the share of it in each bin, and its mean with an interval."""

    def __init__(
        self,
        name: str,
        ends: tuple[float, float],
        shares: Callable[[list[float]], Sequence[float]],
        mean: Interval,
        colour: str = SEAT_COLOURS[0],
    ) -> None:
        self.name = name
        self.ends = ends
        self.shares = shares
        self.mean = mean
        self.colour = colour


def responsive(draw: Callable[[int], str]) -> str:
    """Draw a plot for a page and for a phone."""
    return f'<div class="wide">{draw(WIDE)}</div><div class="narrow">{draw(NARROW)}</div>'


def standalone(drawing: str) -> str:
    """Make a drawing a file of its own, light or dark as the reader prefers.

    >>> standalone('<svg class="plot"></svg>').startswith('<svg xmlns="http://www.w3.org/2000/svg" class="plot"><style>')
    True
    """
    head, body = drawing.split(">", 1)
    head = head.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return f"{head}><style>{STYLE}{OWN_STYLE}</style>{body}\n"


def win_rates(title: str, lines: dict[str, dict[str, float]], even: float) -> str:
    """Draw win rates with their 95 % intervals as a file, one line per bot; `even` is what equally strong bots would win.

    >>> picture = win_rates("Arena", {"greedy": {"win_rate": 0.9, "low": 0.85, "high": 0.94, "games": 400}}, 0.5)
    >>> picture.startswith("<svg") and "greedy" in picture and "90.0 %" in picture
    True
    """
    marks = [
        Mark(
            name,
            Rate(line["win_rate"], line["low"], line["high"]),
            f"{100 * line['win_rate']:.1f} % of {line['games']:,} games",
            not line["low"] <= even <= line["high"],
        )
        for name, line in lines.items()
    ]
    axis = f"games won; dashed: equal strength ({100 * even:.0f} %)"
    return standalone(intervals(marks, axis, lambda share: f"{100 * share:.0f} %", even, reach=(0, 1), heading=title))


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
    marks: Sequence[Mark],
    axis: str,
    write: Callable[[float], str],
    even: float | None = None,
    width: int = WIDE,
    reach: Sequence[float] = (),
    heading: str = "",
) -> str:
    """Draw numbers as dots on their 95 % intervals, one per line, with a dashed line where there is no difference.

    Names are written beside the intervals if there is room, otherwise above them, on as many lines as they need. The axis
    covers at least `reach`.
    """
    ends = [end for mark in marks for end in (mark.estimate.low, mark.estimate.high, mark.estimate.value) if isfinite(end)]
    ends += [*reach] if even is None else [*reach, even]
    beside = width >= WIDE and all(len(mark.name) * CHARACTER < width * 0.36 for mark in marks)
    left, right = (int(width * 0.37), int(width * 0.76)) if beside else (16, width - 20)
    scale, steps = _scale(min(ends), max(ends), left, right, 4)
    top = TOP + 24 * bool(heading)
    y, rows = top, [f'<text class="name" x="0" y="{TOP + 8}">{escape(heading)}</text>'] if heading else []
    for mark in marks:
        lines = [mark.name] if beside else wrap(mark.name, width - 24 - len(mark.text) * CHARACTER)
        rows.append(_mark(mark, lines, scale, y, width, right if beside else None))
        y += 25 if beside else 15 * len(lines) + 25
    parts = _axis(steps, scale, top, y, axis, write, (left + right) / 2)
    if even is not None:
        parts.append(f'<line class="even" x1="{scale(even):.1f}" x2="{scale(even):.1f}" y1="{top}" y2="{y}"/>')
    return _svg(width, y + 42, f"{axis}, with 95 % intervals", parts + rows)


def _mark(mark: Mark, lines: list[str], scale: "Scale", top: float, width: int, right: float | None) -> str:
    """Draw one line; `right` is where the number begins if it stands beside the interval."""
    y = top + 13 if right else top + 15 * len(lines) + 10
    number_x, number_y, anchor = (right + 14, y + 4, "start") if right else (width - 4, top + 12, "end")
    low, high = (end if isfinite(end) else mark.estimate.value for end in (mark.estimate.low, mark.estimate.high))
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
    low, high = min(pile.ends[0] for pile in piles), max(pile.ends[1] for pile in piles)
    edges = bin_edges(low, high, 40 if width >= WIDE else 22)
    scale, steps = _scale(edges[0], edges[-1], left, right, 8 if width >= WIDE else 4)
    shares = [pile.shares(edges) for pile in piles]
    most = max(max(share) for share in shares)
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
    """Cut a range into at most `most` bins; whole numbers get bins around them.

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


class Frame(NamedTuple):
    """The size of a line chart and its margins."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int


Line = tuple[str, Sequence[tuple[float, float]]]
"""A name, and its values at some points in time."""


@final
class Chart:
    """Lines over time: the scores of a match, or the memory of a server.

    >>> chart = Chart(Frame(200, 100, 20, 20, 10, 10), [("Ann", [(0, 0), (8, 4)]), ("Bo", [(0, 0), (8, 2)])])
    >>> chart.x(4), chart.y(4), [value for _y, value in chart.levels]
    (100.0, 10.0, [0, 1, 2, 3, 4])
    """

    def __init__(self, frame: Frame, lines: Sequence[Line], most: float = 1, unit: str = "") -> None:
        self.frame = frame
        self.lines = lines
        self.unit = unit
        values = [value for _name, points in lines for _at, value in points]
        self.last = max((at for _name, points in lines for at, _value in points), default=0)
        self.least = min([0, *values])
        self.most = max([most, *values])
        self.levels = [(self.y(value), value) for value in self._round_values()]

    def x(self, at: float) -> float:
        """Return the horizontal position of a point in time."""
        frame = self.frame
        return frame.left + (frame.width - frame.left - frame.right) * at / max(1, self.last)

    def y(self, value: float) -> float:
        """Return the vertical position of a value."""
        frame = self.frame
        share = (value - self.least) / max(1, self.most - self.least)
        return frame.height - frame.bottom - share * (frame.height - frame.top - frame.bottom)

    def _round_values(self) -> list[int]:
        span = self.most - self.least
        step = next(size for size in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 5000, 10**9) if span / size <= 5)
        return list(range(ceil(self.least / step) * step, floor(self.most) + 1, step))

    def draw(self, label: str, ends: Sequence[tuple[float, str]], now: float | None = None, names: bool = False) -> str:
        """Draw the lines; `ends` are labels below, `now` marks a point in time, `names` puts each line's name at its end."""
        frame = self.frame
        parts = [
            f'<line class="grid" x1="{frame.left}" x2="{frame.width - frame.right}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="{frame.left - 6}" y="{y + 4:.1f}" text-anchor="end">{value}{escape(self.unit)}</text>'
            for y, value in self.levels
        ]
        for at, text in ends:
            anchor = "end" if (at, text) == ends[-1] and not names else "middle"
            parts.append(f'<text x="{self.x(at):.1f}" y="{frame.height - 6}" text-anchor="{anchor}">{escape(text)}</text>')
        if now is not None:
            x = f"{self.x(now):.1f}"
            parts.append(f'<line class="now" x1="{x}" x2="{x}" y1="{frame.top}" y2="{frame.height - frame.bottom}"/>')
        for seal, (_name, points) in enumerate(self.lines, 1):
            path = " ".join(f"{self.x(at):.1f},{self.y(value):.1f}" for at, value in points)
            parts.append(f'<polyline class="s{seal} c{seal}" style="stroke:var(--seat)" points="{path}"/>')
        if names:
            parts += self._names()
        return (
            f'<svg class="chart" viewBox="0 0 {frame.width} {frame.height}" role="img" aria-label="{escape(label)}">\n'
            f"{''.join(parts)}\n</svg>"
        )

    def _names(self) -> list[str]:
        """Write the names and last values beside the ends of the lines, the highest on top."""
        ends = [(seal, name, *points[-1]) for seal, (name, points) in enumerate(self.lines, 1)]
        ends.sort(key=lambda end: end[3], reverse=True)
        return [
            f'<text class="n{seal}" x="{self.x(at) + 9:.1f}" y="{self.frame.top + 10 + 15 * place}">'
            f"{escape(name[:12])} {value:.0f}</text>"
            for place, (seal, name, at, value) in enumerate(ends)
        ]
