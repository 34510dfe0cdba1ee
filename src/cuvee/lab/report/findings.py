"""The top of a report: the figures that stand out, all tested together, each as a sentence with its uncertainty."""

from collections.abc import Iterator
from typing import Any, Final, Protocol, final

from cuvee.lab.report.choices import LEAST, Choice
from cuvee.lab.report.estimates import FALSE_FINDINGS, Estimate, benjamini_hochberg
from cuvee.lab.report.sections import EVERY_SEAT, Study, seat_name

HEADLINES: Final = 3
SURE: Final = 0.01
"""A headline needs a q-value below this."""
SMALL_RUN: Final = 200


class Tested(Protocol):
    """A line of the report that is tested together with all others."""

    q: float


@final
class Claim:
    """A tested difference: how likely it is by chance alone, how large it is, and how to say it."""

    def __init__(
        self,
        section: str,
        line: Tested,
        estimate: Estimate,
        reference: float,
        strength: float,
        sentence: str,
        few: bool = False,
    ) -> None:
        self.section = section
        self.line = line
        self.few = few or estimate.count < LEAST
        """A hint, not a headline."""
        self.p = estimate.p_value(reference)
        self.strength = strength
        self.sentence = sentence
        self.q = 1.0


@final
class Finding:
    """A sentence for the top of the page."""

    def __init__(self, section: str, sentence: str, q: float | None) -> None:
        self.section = section
        self.sentence = sentence
        self.q = q

    def as_json(self) -> dict[str, Any]:
        """Return the finding as the command line prints it."""
        return {"section": self.section, "sentence": self.sentence, "q": None if self.q is None else round(self.q, 6)}


def judge(study: Study) -> list[Claim]:
    """Test everything that can be tested as one family, and write the q-value on each line."""
    claims = list(_claims(study))
    for claim, q in zip(claims, benjamini_hochberg([claim.p for claim in claims]), strict=True):
        claim.q = claim.line.q = q
    return claims


def headlines(study: Study, claims: list[Claim]) -> list[Finding]:
    """Return the most striking findings: the largest sure one of each section first, then the next largest."""
    sure = sorted((claim for claim in claims if claim.q < SURE and not claim.few), key=lambda claim: -claim.strength)
    found: list[tuple[float, Finding]] = []
    for section in dict.fromkeys(claim.section for claim in sure):
        best = next(claim for claim in sure if claim.section == section)
        found.append((best.strength, Finding(section, best.sentence, best.q)))
    for chance in sorted(study.luck, key=lambda chance: -chance.score.value)[:1]:
        if chance.score.low > 0:
            sentence = (
                f"Dealing only “{chance.stream}” again explains {percent(chance.score.value)} of the variance of a seat's "
                f"score ({between(chance.score, percent)})."
            )
            found.append((chance.score.value / 2, Finding("luck", sentence, None)))
    found.sort(key=lambda pair: -pair[0])
    chosen = [finding for _strength, finding in found[:HEADLINES]]
    said = {finding.sentence for finding in chosen}
    rest = [Finding(claim.section, claim.sentence, claim.q) for claim in sure if claim.sentence not in said]
    return chosen + rest[: HEADLINES - len(chosen)]


def _claims(study: Study) -> Iterator[Claim]:
    for line in study.seats:
        if line.advantage:
            even = line.win.value - line.advantage.value
            sentence = (
                f"{upper_first(line.name)} wins {percent(line.win.value)} of its games, where an even share is {percent(even)} "
                f"({between(line.win, percent)}; {line.win.count:,} games)."
            )
            yield Claim("seats", line, line.advantage, 0, abs(line.advantage.value), sentence)
    for duel in study.duels:
        if duel.one < duel.other:
            ahead, behind, rate = (duel.one, duel.other, duel.rate.value)
            low, high = duel.rate.low, duel.rate.high
            if rate < 0.5:
                ahead, behind, rate, low, high = behind, ahead, 1 - rate, 1 - high, 1 - low
            sentence = (
                f"{ahead} is placed before {behind} in {percent(rate)} of their meetings (95 %: {percent(low)} to "
                f"{percent(high)})."
            )
            yield Claim("bots", duel, duel.rate, 0.5, rate - 0.5, upper_first(sentence))
    for section, choices in (("choices", study.options), ("openings", study.openings)):
        for choice in choices:
            yield from _of_choice(study, section, choice)
    for rule in study.restricted:
        who = "A seat" if rule.seat == EVERY_SEAT else upper_first(seat_name(rule.seat))
        sentence = (
            f"{who} that never chooses “{rule.name}” changes its win share by {signed_percent(rule.win.value)} "
            f"({between(rule.win, signed_percent)}) and its score by {signed(rule.points.value)} "
            f"({between(rule.points, signed)}); "
            f"it made a difference in {percent(rule.changed.value)} of the {rule.games:,} games."
        )
        lead, strength = rule.win, abs(rule.win.value)
        if not rule.win.error > 0:
            lead, strength = rule.points, _in_shares(study, rule.points.value)
        yield Claim("restricted", rule, lead, 0, strength, sentence)


def _of_choice(study: Study, section: str, choice: Choice) -> Iterator[Claim]:
    if choice.win and choice.win.error > 0:
        sentence = (
            f"Seats that choose “{choice.name}” win {percent(choice.win_with)} of their games, others "
            f"{percent(choice.win_without)}; for the same bot in the same seat the difference is "
            f"{signed_percent(choice.win.value)} ({between(choice.win, signed_percent)}; "
            f"{choice.with_it:,} with, {choice.without:,} without)."
        )
        # Rare choices with wild figures are less striking than frequent ones that are as large.
        yield Claim(section, choice, choice.win, 0, min(abs(choice.win.low), abs(choice.win.high)), sentence, choice.few)
    elif choice.points:
        sentence = (
            f"Seats that choose “{choice.name}” score {signed(choice.points.value)} points "
            f"({between(choice.points, signed)}; {choice.with_it:,} with, {choice.without:,} without)."
        )
        strength = _in_shares(study, min(abs(choice.points.low), abs(choice.points.high)))
        yield Claim(section, choice, choice.points, 0, strength, sentence, choice.few)


def _in_shares(study: Study, points: float) -> float:
    """Return points on the scale of win shares: one standard deviation of the score counts as half of all games."""
    spread = study.spread_of_scores
    return abs(points) / (2 * spread) if spread else 0.0


def stands_out(line: Tested) -> bool:
    """Tell whether a line is still a finding once all tests of the page are counted."""
    return line.q < FALSE_FINDINGS


# Numbers in words.


def upper_first(words: str) -> str:
    """Begin a sentence.

    >>> upper_first("seat A")
    'Seat A'
    """
    return words[:1].upper() + words[1:]


def on_axis(value: float) -> str:
    """Write a number under an axis.

    >>> on_axis(20.0), on_axis(-2.5), on_axis(1500)
    ('20', '−2.5', '1,500')
    """
    return f"{value:,.10g}".replace("-", "−")


def signed_on_axis(value: float) -> str:
    """Write a difference under an axis.

    >>> signed_on_axis(2.5), signed_on_axis(0)
    ('+2.5', '0')
    """
    return f"+{on_axis(value)}" if value > 0 else on_axis(value)


def percent(value: float) -> str:
    """Write a share.

    >>> percent(0.5634)
    '56.3 %'
    """
    return f"{100 * value:.1f} %".replace("-", "−")


def signed_percent(value: float) -> str:
    """Write a difference of shares, in percentage points.

    >>> signed_percent(-0.031)
    '−3.1 pp'
    """
    return f"{100 * value:+.1f} pp".replace("-", "−")


def number(value: float) -> str:
    """Write a number with as many decimal places as its size needs.

    >>> number(1234.5), number(12.34), number(0.5)
    ('1,234', '12.3', '0.50')
    """
    places = 0 if abs(value) >= 1000 else 1 if abs(value) >= 10 else 2
    return f"{value:,.{places}f}".replace("-", "−")


def signed(value: float) -> str:
    """Write a difference of numbers.

    >>> signed(1.234)
    '+1.23'
    """
    return number(value) if value < 0 else f"+{number(value)}"


def between(estimate: Estimate, write: Any) -> str:
    """Write the 95 % interval of an estimate."""
    return f"95 %: {write(estimate.low)} to {write(estimate.high)}"
