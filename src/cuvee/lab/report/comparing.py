"""Two results side by side: how the set-ups differ, and what difference it made."""

from collections.abc import Iterator
from typing import Any, Final, final

from cuvee.charts import Mark, intervals, responsive
from cuvee.kernel.components import Components
from cuvee.kernel.errors import CuveeError
from cuvee.lab.report import blocks
from cuvee.lab.report.blocks import Block, Cell, Line, Section
from cuvee.lab.report.estimates import FALSE_FINDINGS, Estimate, benjamini_hochberg, difference
from cuvee.lab.report.findings import number, percent, signed, signed_on_axis, signed_percent, upper_first
from cuvee.lab.report.page import command, q_text, warnings, what_was_run
from cuvee.lab.report.results import Results
from cuvee.lab.report.sections import Figure, Study

SHOWN: Final = 14
LISTED: Final = 60
IN_PERCENT: Final = ("share", "pp")
AXES: Final = {IN_PERCENT: "B minus A, pp", ("points",): "B minus A, points", ("decisions", "options"): "B minus A"}
"""The units of figures that share an axis, and its title."""
SECTIONS: Final = ("Seats", "Bots", "Length", "Choices", "Openings", "Luck", "Restricted play")

Change = tuple[str, str, str]
"""What differs, its value in A, its value in B."""


@final
class Pair:
    """A figure of both reports, and its difference."""

    def __init__(self, one: Figure, other: Figure) -> None:
        self.section = one.section
        self.name = one.name
        self.unit = one.unit
        self.one = one.estimate
        self.other = other.estimate
        self.change, self.paired = difference(one.estimate, other.estimate)
        self.size = self.change.value / one.estimate.spread if one.estimate.spread else 0.0
        """The difference in standard deviations of one observation: points and shares on one scale."""
        self.p = self.change.p_value()
        self.q = 1.0

    @property
    def at_least(self) -> float:
        """Return the size at the end of the interval nearer to 0, so that rare choices with wild figures come later."""
        low, high = self.change.low, self.change.high
        return 0.0 if low <= 0 <= high or not self.one.spread else min(abs(low), abs(high)) / self.one.spread

    @property
    def sure(self) -> bool:
        """Tell whether the difference stands out after all tests of the page are counted."""
        return self.q < FALSE_FINDINGS

    def write(self, estimate: Estimate) -> str:
        """Write a value of this figure."""
        writers = {"share": percent, "pp": signed_percent}
        return writers.get(self.unit, number)(estimate.value)

    def signed(self, value: float) -> str:
        """Write a difference of this figure."""
        return signed_percent(value) if self.unit in IN_PERCENT else signed(value)

    def as_json(self) -> dict[str, Any]:
        """Return the line as the command line prints it."""
        return {
            "section": self.section,
            "name": self.name,
            "unit": self.unit,
            "a": self.one.as_json(),
            "b": self.other.as_json(),
            "difference": self.change.as_json(),
            "paired": self.paired,
            "size": round(self.size, 4),
            "q": round(self.q, 6),
        }


@final
class Comparison:
    """All figures that two studies share, the largest sure differences first."""

    def __init__(self, one: Study, other: Study) -> None:
        if one.results.box.name != other.results.box.name:
            raise CuveeError(
                f"{one.results.box.title} and {other.results.box.title} are different games: compare two runs of one"
            )
        self.one = one
        self.other = other
        others = {(figure.section, figure.key): figure for figure in other.figures()}
        mine = {(figure.section, figure.key): figure for figure in one.figures()}
        self.pairs = [Pair(figure, others[key]) for key, figure in mine.items() if key in others]
        self.only_one = [figure for key, figure in mine.items() if key not in others]
        self.only_other = [figure for key, figure in others.items() if key not in mine]
        for pair, q in zip(self.pairs, benjamini_hochberg([pair.p for pair in self.pairs]), strict=True):
            pair.q = q
        self.pairs.sort(key=lambda pair: (not pair.sure, -(pair.at_least if pair.sure else abs(pair.size))))

    @property
    def paired(self) -> bool:
        """Tell whether the two runs played the same deals."""
        return any(pair.paired for pair in self.pairs)


def changes(one: Results, other: Results) -> Iterator[Change]:
    """List what differs between two set-ups: players, options, bots, component rows field by field."""
    for key, name in (("command", "command"), ("players", "players"), ("bots", "bots"), ("games", "games"), ("seed", "seed")):
        if one.run[key] != other.run[key]:
            yield name, _shown(one.run[key]), _shown(other.run[key])
    ours, theirs = one.run["options"], other.run["options"]
    for key in {**ours, **theirs}:
        if ours.get(key) != theirs.get(key):
            yield f"option {key}", _shown(ours.get(key)), _shown(theirs.get(key))
    yield from component_changes(one.box.components(one.run["overrides"]), other.box.components(other.run["overrides"]))


def component_changes(one: Components, other: Components) -> Iterator[Change]:
    """Compare two sets of component tables row by row, field by field."""
    for file in one.tables:
        for kind, rows in one.tables[file].items():
            beside = other.tables[file].get(kind)
            ours, theirs = _by_id(rows), _by_id(beside)
            for row in {**ours, **theirs}:
                place = f"{file}, {kind} {row}".rstrip()
                if row not in ours or row not in theirs:
                    yield place, "there" if row in ours else "–", "there" if row in theirs else "–"
                    continue
                for field in {**ours[row], **theirs[row]}:
                    left, right = ours[row].get(field), theirs[row].get(field)
                    if left != right and field != "source":
                        yield f"{place}: {field}", _shown(left), _shown(right)


def _by_id(rows: Any) -> dict[str, dict[str, Any]]:
    if isinstance(rows, list):
        return {str(row.get("id", at)): row for at, row in enumerate(rows)}
    return {"": rows if isinstance(rows, dict) else {}}


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def compare_json(both: Comparison) -> dict[str, Any]:
    """Return the comparison as the command line prints it."""
    one, other = both.one.results, both.other.results
    return {
        "game": one.box.name,
        "a": {"folder": str(one.folder), "command": command(one), "games": one.plain.size},
        "b": {"folder": str(other.folder), "command": command(other), "games": other.plain.size},
        "changes": [{"what": what, "a": left, "b": right} for what, left, right in changes(one, other)],
        "paired": both.paired,
        "figures": [pair.as_json() for pair in both.pairs],
        "only_a": [figure.name for figure in both.only_one],
        "only_b": [figure.name for figure in both.only_other],
    }


def compare_page(both: Comparison) -> str:
    """Return the whole page."""
    sections = [_summary(both), _set_up(both)]
    for title in SECTIONS:
        pairs = [pair for pair in both.pairs if pair.section == title]
        if pairs:
            sections.append(_section(title, pairs))
    sections.append(_method(both))
    one, other = both.one.results, both.other.results
    return blocks.render(f"{one.box.title}: A and B", f"A is the folder {one.folder.name}, B is {other.folder.name}.", sections)


def sentence(pair: Pair) -> str:
    """Say one difference in words."""
    return (
        f"{upper_first(pair.name)}: {pair.write(pair.one)} in A, {pair.write(pair.other)} in B, a difference of "
        f"{pair.signed(pair.change.value)} (95 %: {pair.signed(pair.change.low)} to {pair.signed(pair.change.high)})."
    )


def _summary(both: Comparison) -> Section:
    one, other = both.one.results, both.other.results
    parts: list[Block] = [blocks.facts([("A", what_was_run(one)), ("B", what_was_run(other))])]
    for letter, study in (("A", both.one), ("B", both.other)):
        parts += [blocks.text(f"{letter}: {warning}", "warn") for warning in warnings(study)]
    sure = [pair for pair in both.pairs if pair.sure]
    if sure:
        parts.append(blocks.points([sentence(pair) for pair in sure[:3]]))
    else:
        parts.append(blocks.text("No difference is larger than chance alone would explain, after counting all comparisons."))
    tested = f"{len(both.pairs):,} figures were compared; {len(sure):,} surely differ."
    pairing = (
        "Both played the same deals, so differences are taken deal by deal." if both.paired else "The deals differ: not paired."
    )
    parts.append(blocks.text(f"{tested} {pairing}", "note"))
    return Section("summary", "In short", parts)


def _set_up(both: Comparison) -> Section:
    one, other = both.one.results, both.other.results
    found = list(changes(one, other))
    parts: list[Block] = []
    if found:
        parts.append(blocks.table(["what", "A", "B"], [Line(list(change)) for change in found]))
    else:
        parts.append(blocks.text("Both have the same set-up."))
    parts += [blocks.text("To run them again:", "note"), blocks.code(f"{command(one)}\n{command(other)}")]
    return Section("setup", "What was changed", parts)


def _section(title: str, pairs: list[Pair]) -> Section:
    parts: list[Block] = []
    shown = pairs[:SHOWN]
    for units, axis in AXES.items():
        own = [pair for pair in shown if pair.unit in units]
        if own:
            parts.append(blocks.plot(_plot(own, axis, 100 if units == IN_PERCENT else 1)))
    listed = pairs[:LISTED]
    more = f" ({len(pairs) - LISTED:,} smaller ones are in --json)" if len(pairs) > LISTED else ""
    folded = f"All as a table{more}" if len(listed) > 12 else ""
    parts.append(blocks.table(["figure", "A", "B", "B − A", "size", "q"], [_line(pair) for pair in listed], folded))
    return Section(title.lower().replace(" ", "-"), title, parts)


def _plot(pairs: list[Pair], axis: str, factor: int) -> str:
    marks = [Mark(pair.name, pair.change, pair.signed(pair.change.value), pair.sure) for pair in pairs]
    return responsive(lambda width: intervals(marks, axis, lambda value: signed_on_axis(round(factor * value, 6)), 0.0, width))


def _line(pair: Pair) -> Line:
    change = Cell(pair.signed(pair.change.value), f"{pair.signed(pair.change.low)} to {pair.signed(pair.change.high)}")
    return Line([pair.name, pair.write(pair.one), pair.write(pair.other), change, signed(pair.size), q_text(pair.q)], pair.sure)


def _method(both: Comparison) -> Section:
    words = [
        "“Size” is the difference in standard deviations of one game's value, which puts points, shares and lengths on one "
        "scale. Sure differences come first, the largest at the top.",
        "Intervals are 95 %. Where both runs played the same deals, the difference is taken deal by deal, which makes it "
        "much more precise. All comparisons are one family for Benjamini and Hochberg's q-values; lines with q below 0.05 "
        "are drawn in wine red and set in bold.",
    ]
    for letter, figures in (("A", both.only_one), ("B", both.only_other)):
        if figures:
            some = ", ".join(figure.name for figure in figures[:5])
            words.append(f"{len(figures):,} figures are only in {letter}, for example: {some}.")
    return Section("method", "How to read this", [blocks.text(line, "note") for line in words])
