"""A design question, asked of Vinhos: is the bonus of Trás-os-Montes too strong, and what if it were one less?

A player who opens an estate in Trás-os-Montes takes a Winery for free, and a Winery costs 3 Bagos. We let the house bots play
the box as it is, and a box in which the region gives 2 Bagos instead: one less. In both, every deal is played again with one
seat that leaves the region alone, which shows what the region is worth and not only what goes together with it. Both boxes
play the same deals, so every difference is taken deal by deal.

Run it cell by cell in an editor that knows `# %%`, or as a whole:

    python examples/vinhos_design_question.py [GAMES] [FOLDER]

It prints the answer and leaves the results, two plots (SVG) and two pages in the folder.
"""

# %% What to ask: the box, the change, the restriction.
import sys
from pathlib import Path

from cuvee.charts import Mark, intervals, standalone
from cuvee.lab.plan import Plan
from cuvee.lab.report import study_of
from cuvee.lab.report.comparing import Comparison, Pair, compare_page
from cuvee.lab.report.estimates import Estimate
from cuvee.lab.report.findings import percent, signed_on_axis
from cuvee.lab.report.page import report_page
from cuvee.lab.report.sections import Study
from cuvee.lab.simulate import simulate

PLAYERS = 4
SEED = 2016
WITHOUT = "*:*tras_os_montes*"
"""Any answer that names the region, whatever the question."""
ONE_LESS = """
[[region]]
id = "tras_os_montes"
bonus = [{ op = "gain_bagos", amount = 2 }]
text = "Gain 2 Bagos from the bank."
"""


# %% Let the bots play.
def play(folder: Path, games: int, tables: dict[str, str]) -> Study:
    """Play a box and study the results; games that are in the folder already are not played again."""
    plan = Plan("vinhos", PLAYERS, {}, SEED, tables)
    simulate(plan, ["greedy"] * PLAYERS, games, 2, decisions=True, forbid=[WITHOUT], out=folder)
    return study_of(folder)


# %% Find what the region is worth: the figures of restricted play, for any seat.
def worth(both: Comparison) -> list[Pair]:
    """Return the win share and the points of a seat that leaves the region alone, in both boxes."""
    return [pair for pair in both.pairs if pair.section == "Restricted play" and pair.name.endswith("any seat")]


def with_interval(pair: Pair, estimate: Estimate) -> str:
    """Write a number with its 95 % interval."""
    return f"{pair.signed(estimate.value)} ({pair.signed(estimate.low)} to {pair.signed(estimate.high)})"


# %% Say it.
def answer(both: Comparison) -> str:
    """Put the answer into words."""
    before, after = both.one.restricted[0], both.other.restricted[0]
    lines = [
        f"{before.games} deals with each box, {PLAYERS} players, greedy in every seat; 95 % intervals in brackets.",
        f"Leaving Trás-os-Montes alone changed {percent(before.changed.value)} of the games as printed, "
        f"{percent(after.changed.value)} with one less.",
    ]
    for pair in worth(both):
        what = "Win share" if pair.unit == "pp" else "Points"
        lines.append(
            f"{what} of a seat that leaves it alone: {with_interval(pair, pair.one)} as printed, "
            f"{with_interval(pair, pair.other)} with one less; difference {with_interval(pair, pair.change)}."
        )
    lines.append(verdict(before.win, after.win))
    return "\n".join(lines)


def verdict(before: Estimate, after: Estimate) -> str:
    """Judge by the intervals of the win share that doing without the region costs."""
    if before.high < 0 <= after.high:
        return "As printed, no seat can do without the region; with one less, it can. The smaller bonus does what it should."
    if before.high < 0:
        return "No seat can do without the region, even with one less: the bonus alone is not what makes it strong."
    if before.low > 0:
        return "No: these bots do better when they leave it alone."
    return "These games do not show that it is too strong: doing without it may cost nothing. More games narrow the interval."


# %% Draw it.
def in_points(value: float) -> str:
    """Write a share under an axis, in percentage points."""
    return signed_on_axis(round(100 * value, 6))


def draw(both: Comparison, folder: Path) -> None:
    """Draw what the region is worth in both boxes, and what the smaller bonus does to the scores."""
    for pair in worth(both):
        boxes = (("as printed", pair.one), ("with one less", pair.other), ("difference", pair.change))
        marks = [
            Mark(name, estimate, pair.signed(estimate.value), not estimate.low <= 0 <= estimate.high)
            for name, estimate in boxes
        ]
        if pair.unit == "pp":
            drawing = intervals(marks, "win share of a seat that leaves the region alone, pp", in_points, 0.0)
            (folder / "win-share.svg").write_text(standalone(drawing), "utf-8")
        else:
            drawing = intervals(marks, "points of a seat that leaves the region alone", signed_on_axis, 0.0)
            (folder / "points.svg").write_text(standalone(drawing), "utf-8")


# %% All together.
def main(games: int, folder: Path) -> None:
    """Ask, draw and answer."""
    folder.mkdir(parents=True, exist_ok=True)
    printed = play(folder / "as-printed", games, {})
    smaller = play(folder / "one-less", games, {"regions.toml": ONE_LESS})
    both = Comparison(printed, smaller)
    draw(both, folder)
    (folder / "as-printed.html").write_text(report_page(printed), "utf-8")
    (folder / "compare.html").write_text(compare_page(both), "utf-8")
    print(answer(both))
    print(f"Plots and pages are in {folder}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 120, Path(sys.argv[2] if len(sys.argv) > 2 else "vinhos-question"))
