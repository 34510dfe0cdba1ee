"""The report as a page: each section says what it shows and how sure it is, or which flag would provide it."""

import shlex
from typing import Any, Final

import numpy as np

from cuvee.charts import SEAT_COLOURS, Mark, Pile, distributions, intervals, responsive
from cuvee.lab.report import blocks
from cuvee.lab.report.blocks import Block, Cell, Line, Section
from cuvee.lab.report.choices import FEW, LEAST, MOST, OPENINGS, Choice
from cuvee.lab.report.estimates import FALSE_FINDINGS, Estimate, Floats
from cuvee.lab.report.findings import (
    SMALL_RUN,
    Claim,
    Finding,
    between,
    headlines,
    judge,
    number,
    on_axis,
    percent,
    signed,
    signed_on_axis,
    signed_percent,
    stands_out,
    upper_first,
)
from cuvee.lab.report.results import Results
from cuvee.lab.report.sections import EVERY_SEAT, Restricted, Standing, Study, seat_name

SHOWN: Final = 14
"""Lines of a plot of choices, best and worst together."""
LISTED: Final = 60
"""Lines of a folded table."""
NOTHING: Final = "Nothing stands out: no difference here is larger than chance alone would explain, after counting all tests."


def report_json(study: Study) -> dict[str, Any]:
    """Return all figures as the command line prints them."""
    claims = judge(study)
    results = study.results
    return {
        "folder": str(results.folder),
        "run": {key: value for key, value in results.run.items() if key != "overrides"}
        | {"overrides": sorted(results.run["overrides"])},
        "command": command(results),
        "games": results.plain.size,
        "errors": results.errors,
        "forfeits": results.forfeits,
        "tests": len(claims),
        "findings": [finding.as_json() for finding in headlines(study, claims)],
        "warnings": warnings(study),
        "seats": [line.as_json() for line in study.seats],
        "bots": [line.as_json() for line in study.bots],
        "matrix": [duel.as_json() for duel in study.duels],
        "length": {
            "decisions": study.length.as_json(),
            "branching": study.branching.as_json(),
            "widest": study.widest.as_json(),
            "widest_ever": study.widest_ever,
        },
        "choices": [choice.as_json() for choice in ranked(study.options)],
        "openings": [choice.as_json() for choice in ranked(study.openings)],
        "luck": [line.as_json() for line in study.luck],
        "restricted": [line.as_json() for line in study.restricted],
        "applied": results.applied,
    }


def report_page(study: Study) -> str:
    """Return the whole page."""
    claims = judge(study)
    results = study.results
    sections = [
        _summary(study, claims, headlines(study, claims)),
        _scores(study),
        _seats(study),
        _bots(study),
        _length(study),
        _choices(study),
        _openings(study),
        _luck(study),
        _restricted(study),
        _method(claims),
    ]
    return blocks.render(f"{results.box.title}: a report", what_was_run(results), sections)


def what_was_run(results: Results) -> str:
    """Say in a sentence what was run."""
    run, names = results.run, results.names
    who = f"{names[0]} in every seat" if len(names) == 1 else ", ".join(run["bots"])
    seats = "1 player" if results.players == 1 else f"{results.players} players"
    extra = [f"{results.luck.size:,} games dealt again for luck"] if results.luck.size else []
    extra += [f"{results.restricted.size:,} restricted games"] if results.restricted.size else []
    beside = f"; in addition {' and '.join(extra)}" if extra else ""
    return f"{results.plain.size:,} games for {seats}: {who}; seed {run['seed']}{beside}."


def command(results: Results) -> str:
    """Return the command that reproduces these results."""
    run, box = results.run, results.box
    words = ["cuvee", run["command"], run["game"], "--players", str(run["players"])]
    defaults = box.read_options(run["players"], {})
    for key, value in run["options"].items():
        if value != defaults.get(key):
            words += ["--option", f"{key}={str(value).lower() if isinstance(value, bool) else value}"]
    bots = run["bots"]
    words += ["--bots", bots[0] if len(set(bots)) == 1 and run["command"] == "simulate" else ",".join(bots)]
    words += ["--games", str(run["games"]), "--seed", str(run["seed"])]
    words += ["--decisions"] if run.get("decisions") else []
    words += ["--luck", str(run["luck"])] if run.get("luck") else []
    for what in run.get("forbid", []):
        words += ["--forbid", what]
    words += ["--components", "COMPONENTS"] if run["overrides"] else []
    return shlex.join([*words, "--out", "RESULTS"])


def warnings(study: Study) -> list[str]:
    """List what a reader should know before believing anything."""
    results, found = study.results, []
    if results.plain.size < SMALL_RUN:
        found.append(f"Only {results.plain.size} games: intervals are wide, and what looks large here may be chance.")
    if results.errors:
        found.append(f"{results.errors} games ended with an error and are left out.")
    if results.forfeits:
        found.append(f"In {results.forfeits} games a bot failed and forfeited; they are left out.")
    return found


def _summary(study: Study, claims: list[Claim], found: list[Finding]) -> Section:
    results = study.results
    parts: list[Block] = [blocks.text(warning, "warn") for warning in warnings(study)]
    parts.append(blocks.points([finding.sentence for finding in found]) if found else blocks.text(NOTHING))
    parts.append(
        blocks.text(
            f"{len(claims):,} differences were tested together; intervals are 95 %; pp are percentage points. Something that "
            "goes together with winning need not be the cause of it.",
            "note",
        )
    )
    options = ", ".join(f"{key} {str(value).lower()}" for key, value in results.run["options"].items())
    parts.append(blocks.facts([("Game", results.box.title), ("Options", options or "none"), ("Rerun", "with this command:")]))
    parts.append(blocks.code(command(results)))
    for file, words in results.run["overrides"].items():
        parts += [blocks.text(f"COMPONENTS/{file}, the corrected component file:", "note"), blocks.code(words.strip())]
    return Section("summary", "In short", parts)


def _scores(study: Study) -> Section:
    piles = [_pile(upper_first(line.name), line.values, line.score, colour) for line, colour in _coloured(study.seats)]
    parts: list[Block] = []
    if piles:
        parts += [blocks.plot(responsive(lambda width: distributions(piles, "final score by seat", on_axis, width)))]
    if len(study.bots) > 1 or not piles:
        own = [_pile(line.name, line.values, line.score, "#7C5635") for line in study.bots]
        parts += [
            blocks.head("By bot"),
            blocks.plot(responsive(lambda width: distributions(own, "final score by bot", on_axis, width))),
        ]
    parts.append(blocks.text("Bars: share of games. Dot: the mean with its 95 % interval.", "note"))
    lines = study.seats + (study.bots if len(study.bots) > 1 or not study.seats else [])
    heads = ["", "games", "mean score", "spread", "least", "¼", "median", "¾", "most"]
    rows = [
        Line(
            [
                line.name,
                f"{line.score.count:,}",
                Cell(number(line.score.value), between(line.score, number)),
                number(line.deviation.value),
                *(f"{value:,.0f}" for value in line.quantiles),
            ]
        )
        for line in lines
    ]
    return Section("scores", "Scores", [*parts, blocks.table(heads, rows)])


def _coloured(lines: list[Standing]) -> list[tuple[Standing, str]]:
    return [(line, SEAT_COLOURS[place % len(SEAT_COLOURS)]) for place, line in enumerate(lines)]


def _seats(study: Study) -> Section:
    results, title = study.results, "Seat advantage"
    if results.players == 1:
        return _only_words("seats", title, "One player alone: there are no seats to compare.")
    words = "How often each seat wins; a shared victory counts as its share. Dashed: an even share."
    if not study.seats[0].advantage:
        words += (
            " Each bot kept its seat, so the effects of seats and bots cannot be separated here: `cuvee arena` plays every "
            "deal from every seat, and `cuvee simulate` with one bot for all seats compares like with like."
        )
    elif len(results.names) > 1:
        words += " Paired: every deal was played with every bot in every seat."
    even = float(results.plain.shares.mean())
    marks = [
        Mark(upper_first(line.name), line.win, f"{percent(line.win.value)} of {line.win.count:,} games", stands_out(line))
        for line in study.seats
    ]
    drawing = responsive(lambda width: intervals(marks, "win share", _whole_percent, even, width))
    scores = [Mark(upper_first(line.name), line.score, f"{number(line.score.value)} points") for line in study.seats]
    means = responsive(lambda width: intervals(scores, "mean score", on_axis, None, width))
    return Section("seats", title, [blocks.text(words), blocks.plot(drawing), blocks.plot(means)])


def _whole_percent(value: float) -> str:
    return f"{on_axis(round(100 * value, 6))} %"


def _bots(study: Study) -> Section:
    title, names = "Bots against each other", study.results.names
    if len(names) < 2:
        words = (
            f"Only {names[0]} played. `cuvee arena {study.results.box.name} --bots A,B --games N --seed S --out RESULTS` "
            "compares bots."
        )
        return Section("bots", title, [blocks.text(words)])
    rates = {(duel.one, duel.other): duel.rate for duel in study.duels}
    rows = [Line([one, *(_duel_cell(rates.get((one, other))) for other in names)]) for one in names]
    marks = [Mark(line.name, line.win, f"{percent(line.win.value)} of {line.win.count:,}") for line in study.bots]
    even = float(study.results.plain.shares.mean())
    drawing = responsive(lambda width: intervals(marks, "win share of a bot's seats", _whole_percent, even, width))
    words = "How often the row's bot places before the column's, at one table or alone in one deal; a tie counts half."
    return Section("bots", title, [blocks.text(words), blocks.table(["", *names], rows), blocks.plot(drawing)])


def _duel_cell(rate: Estimate | None) -> Cell:
    if rate is None:
        return Cell("–")
    return Cell(
        percent(rate.value), f"{percent(rate.low)} to {percent(rate.high)}, {rate.count:,} meetings", round(rate.value, 3)
    )


def _length(study: Study) -> Section:
    plain = study.results.plain
    length = _pile("Decisions in a game", plain.decisions, study.length, "#7C5635")
    width = _pile("Options of a decision, mean of a game", plain.branching, study.branching, "#5F7F34")
    words = (
        f"A game takes {number(study.length.value)} decisions ({between(study.length, number)}); a decision has "
        f"{number(study.branching.value)} options on average ({between(study.branching, number)}). The widest decision of a "
        f"game has {number(study.widest.value)} options on average, {study.widest_ever} at most. Forced moves are made "
        "automatically and not counted."
    )
    parts = [blocks.text(words)]
    for pile in (length, width):
        if pile.ends[1] - pile.ends[0] < 1e-6:
            parts.append(blocks.text(f"{pile.name}: {number(pile.mean.value)} in every game.", "note"))
        else:
            parts.append(blocks.plot(_one_distribution(pile)))
    return Section("length", "Length and branching", parts)


def _pile(name: str, values: Floats, mean: Estimate, colour: str) -> Pile:
    ends = float(values.min()), float(values.max())
    return Pile(name, ends, lambda edges: (np.histogram(values, edges)[0] / len(values)).tolist(), mean, colour)


def _one_distribution(pile: Pile) -> str:
    return responsive(lambda width: distributions([pile], pile.name.lower(), on_axis, width))


def ranked(choices: list[Choice]) -> list[Choice]:
    """Sort choices: those that stand out first, by how far their interval is from 0; then the rest."""

    def clear(choice: Choice) -> float:
        lead = choice.win if choice.win and choice.win.error > 0 else choice.points
        return 0.0 if lead is None or lead.low <= 0 <= lead.high else min(abs(lead.low), abs(lead.high))

    return sorted(choices, key=lambda choice: (not stands_out(choice), -clear(choice), choice.q))


def _choices(study: Study) -> Section:
    words = (
        "Every answer that seats gave in some games and not in others, and how those seats did. The same bot in the same "
        "seat is compared, so a strong bot does not make its favourite card look strong. It is a correlation, not a cause: "
        "a card may win games, or it may be what players who are winning anyway can afford."
    )
    return _association("choices", "Choices that go with winning", words, study, study.options)


def _openings(study: Study) -> Section:
    words = f"A seat's first {', '.join(str(many) for many in OPENINGS)} choices as one line of play, compared in the same way."
    return _association("openings", "Openings", words, study, study.openings)


def _association(id: str, title: str, words: str, study: Study, choices: list[Choice]) -> Section:
    if study.results.decisions is None:
        return Section(
            id, title, [blocks.text("Not recorded: run `cuvee simulate … --decisions --out RESULTS` to keep every decision.")]
        )
    if not choices:
        least = f"No choice was made in at least {LEAST} games and not made in as many: play more games."
        return Section(id, title, [blocks.text(least)])
    sure = [choice for choice in choices if stands_out(choice)]
    parts = [blocks.text(words), blocks.text(_how_many(choices, sure), "" if sure else "note")]
    if any(choice.few for choice in choices):
        parts.append(
            blocks.text(f"Lines marked “few” rest on fewer than {FEW} seats on one side: hints, not findings.", "note")
        )
    best = _best_and_worst(choices)
    parts += _association_plots(best)
    heads = ["choice", "with", "without", "wins with", "wins without", "win share", "points", "q"]
    listed = ranked(choices)[:LISTED]
    parts.append(blocks.table(heads, [_choice_line(choice) for choice in listed], f"The {len(listed)} clearest as a table"))
    return Section(id, title, parts)


def _how_many(choices: list[Choice], sure: list[Choice]) -> str:
    most = f" (the {MOST:,} most frequent)" if len(choices) >= MOST else ""
    if not sure:
        return f"{len(choices):,} were tested{most}; none stands out after Benjamini and Hochberg's correction for many tests."
    false = "one in twenty of them may still be chance"
    return (
        f"{len(choices):,} were tested{most}; {len(sure):,} stand out after Benjamini and Hochberg's correction for many "
        f"tests: {false}."
    )


def _best_and_worst(choices: list[Choice]) -> list[Choice]:
    """Return the clearest choices, good ones first; choices made by the same seats are listed once."""
    seen: set[tuple[int, float]] = set()
    kept: list[Choice] = []
    for choice in ranked(choices):
        same = (choice.with_it, round(choice.win_with, 9))
        if same not in seen:
            seen.add(same)
            kept.append(choice)
    top = kept[:SHOWN]
    return sorted(top, key=lambda choice: -(_lead(choice).value if _lead(choice) else 0.0))


def _lead(choice: Choice) -> Any:
    return choice.win if choice.win and choice.win.error > 0 else choice.points


def _association_plots(choices: list[Choice]) -> list[Block]:
    parts = []
    wins = [
        Mark(
            f"{choice.name}{' (few)' if choice.few else ''}",
            choice.win,
            f"{signed_percent(choice.win.value)}, n {choice.with_it:,}",
            stands_out(choice),
        )
        for choice in choices
        if choice.win and choice.win.error > 0
    ]
    if wins:
        axis = "win share with it minus without, pp"
        parts.append(blocks.plot(responsive(lambda width: intervals(wins, axis, _pp, 0.0, width))))
    points = [
        Mark(choice.name, choice.points, f"{signed(choice.points.value)}, n {choice.with_it:,}", _sure_of_points(choice))
        for choice in choices
        if choice.points
    ]
    if points:
        axis = "points with it minus without"
        parts.append(blocks.plot(responsive(lambda width: intervals(points, axis, signed_on_axis, 0.0, width))))
    return parts


def _sure_of_points(choice: Choice) -> bool:
    """Tell whether a choice that stands out does so in points too, not only in games won."""
    return stands_out(choice) and choice.points is not None and not choice.points.low <= 0 <= choice.points.high


def _pp(value: float) -> str:
    return signed_on_axis(round(100 * value, 6))


def _choice_line(choice: Choice) -> Line:
    return Line(
        [
            Cell(choice.name, "few" if choice.few else ""),
            f"{choice.with_it:,}",
            f"{choice.without:,}",
            percent(choice.win_with),
            percent(choice.win_without),
            _difference_cell(choice.win, signed_percent),
            _difference_cell(choice.points, signed),
            q_text(choice.q),
        ],
        stands_out(choice),
    )


def q_text(q: float) -> str:
    """Write a q-value.

    >>> q_text(0.0000001), q_text(0.034)
    ('<0.001', '0.034')
    """
    return "<0.001" if q < 0.001 else f"{q:.3f}"


def _difference_cell(estimate: Estimate | None, write: Any) -> Cell:
    return Cell("–") if estimate is None else Cell(write(estimate.value), f"{write(estimate.low)} to {write(estimate.high)}")


NOT_LUCK: Final = (
    "Not measured: `cuvee simulate … --luck N --out RESULTS` deals N games again with one stream changed at a time."
)
NOT_RESTRICTED: Final = "Not measured: `cuvee simulate … --forbid KIND[:TEXT] --out RESULTS` plays every deal again without it."


def _only_words(key: str, title: str, words: str) -> Section:
    """Say why there are no figures."""
    return Section(key, title, [blocks.text(words)])


def _luck(study: Study) -> Section:
    title, box = "Luck by chance stream", study.results.box
    if not box.streams:
        return _only_words("luck", title, f"{box.title} leaves nothing to chance, so there is no luck to measure.")
    if not study.luck:
        return _only_words("luck", title, NOT_LUCK)
    words = (
        "The same deals were played again with only one stream of luck drawn anew. The plot shows the variance that this "
        "causes within a deal, as a share of the variance over all games; 95 % by bootstrap over deals. Streams interact, "
        "so shares may add up to more than 100 %; bots that choose by lot after a change add to every stream."
    )
    scores = [
        Mark(line.stream, line.score, f"{percent(line.score.value)}, {line.groups} deals", line.score.low > 0)
        for line in study.luck
    ]
    parts = [
        blocks.text(words),
        blocks.plot(
            responsive(lambda width: intervals(scores, "share of the variance of a seat's score", _whole_percent, 0.0, width))
        ),
    ]
    margin = [
        Mark(line.stream, line.margin, percent(line.margin.value), line.margin.low > 0) for line in study.luck if line.margin
    ]
    if margin:
        axis = "share of the variance of the margin over the best other seat"
        parts.append(blocks.plot(responsive(lambda width: intervals(margin, axis, _whole_percent, 0.0, width))))
    return Section("luck", title, parts)


def _restricted(study: Study) -> Section:
    title = "Restricted play"
    if not study.restricted:
        return _only_words("restricted", title, NOT_RESTRICTED)
    words = (
        "What it costs never to choose something: each deal was played twice, once with one seat denied the choice, and the "
        "two games are compared. “Changed” says in how many games this made any difference."
    )
    wins = [Mark(_rule(line), line.win, signed_percent(line.win.value), stands_out(line)) for line in study.restricted]
    points = [Mark(_rule(line), line.points, signed(line.points.value), stands_out(line)) for line in study.restricted]
    heads = ["forbidden", "games", "changed", "win share", "points", "q"]
    rows = [
        Line(
            [
                _rule(line),
                f"{line.games:,}",
                Cell(percent(line.changed.value), f"{percent(line.changed.low)} to {percent(line.changed.high)}"),
                _difference_cell(line.win, signed_percent),
                _difference_cell(line.points, signed),
                q_text(line.q),
            ],
            stands_out(line),
        )
        for line in study.restricted
    ]
    parts = [
        blocks.text(words),
        blocks.plot(responsive(lambda width: intervals(wins, "win share restricted minus free, pp", _pp, 0.0, width))),
        blocks.plot(responsive(lambda width: intervals(points, "points restricted minus free", signed_on_axis, 0.0, width))),
        blocks.table(heads, rows),
    ]
    return Section("restricted", title, [*parts, *_how_often(study)])


def _how_often(study: Study) -> list[Block]:
    """Say how often a restriction applied, if the results tell."""
    parts = []
    for line in study.restricted:
        times = study.results.applied.get(line.forbidden)
        if line.seat == EVERY_SEAT and times is not None:
            words = f"“{line.name}” could have been chosen, and was taken away, in {times:,} of {line.games:,} games."
            never = f"“{line.name}” could never have been chosen: is it spelt as in the notation (`{line.forbidden}`)?"
            parts.append(blocks.text(words if times else never, "note" if times else "warn"))
    return parts


def _rule(line: Restricted) -> str:
    return f"never {line.name}, {seat_name(line.seat)}"


def _method(claims: list[Claim]) -> Section:
    words = [
        "The deal is the unit of every interval, because games of the same deal are not independent. Means and differences "
        "have Student intervals over deals, rates that never vary have Wilson's interval, and shares of variance have "
        "bootstrap intervals.",
        f"All {len(claims):,} tests of this page (seats, pairs of bots, choices, openings, restrictions) are one family. "
        "Their q-values are "
        f"Benjamini and Hochberg's; lines with q below {FALSE_FINDINGS} are drawn in wine red and set in bold, and at most one "
        "in twenty of those is expected to be chance. The findings at the top need q below 0.01.",
        "Bots are not people: a card that a simple bot wastes may be strong in better hands. Compare several bots before "
        "changing a rule.",
    ]
    return Section("method", "How to read this", [blocks.text(sentence, "note") for sentence in words])
