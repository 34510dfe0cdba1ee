"""The figures of a report, section by section: seats, bots, length, duels, luck, restricted play."""

from collections.abc import Iterator
from typing import Any, Final, final

import numpy as np

from cuvee.kernel.text import player
from cuvee.lab.report.choices import Choice, options_and_openings
from cuvee.lab.report.estimates import Deals, Estimate, Floats, Ints, Sample, bootstrap, deviation
from cuvee.lab.report.naming import Names
from cuvee.lab.report.results import Results, Rows

EVERY_SEAT: Final = -1
QUANTILES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


@final
class Standing:
    """How a seat, or a bot, did: its win share and its scores."""

    def __init__(self, name: str, deals: Any, shares: Floats, scores: Floats) -> None:
        sample = Sample(deals)
        self.name = name
        self.values = scores
        self.win = sample.mean(shares).clipped(0, 1)
        self.score = sample.mean(scores)
        self.deviation = sample.deviation(scores)
        self.quantiles = [float(value) for value in np.quantile(scores, QUANTILES)]
        self.advantage: Estimate | None = None
        """The win share above an even one, if it can be separated from the bots' strength."""
        self.q = 1.0

    def as_json(self) -> dict[str, Any]:
        """Return the line as the command line prints it."""
        names = ("min", "quarter", "median", "three_quarters", "max")
        return {
            "name": self.name,
            "win_rate": self.win.as_json(),
            "advantage": self.advantage.as_json() if self.advantage else None,
            "q": round(self.q, 6),
            "score": self.score.as_json(),
            "deviation": self.deviation.as_json(),
            **dict(zip(names, self.quantiles, strict=True)),
        }


def seat_name(seat: int) -> str:
    """Return what a seat is called in a report.

    >>> seat_name(0), seat_name(EVERY_SEAT)
    ('seat A', 'any seat')
    """
    return "any seat" if seat == EVERY_SEAT else f"seat {player(seat)}"


def seats(results: Results) -> list[Standing]:
    """Estimate how each seat did; with a rotating line-up, only over the deals that every bot played from every seat."""
    plain = results.plain
    if results.seats != results.players:
        return []  # solo bots are compared with each other; there are no seats to compare
    fair = _whole_deals(plain) if len(results.names) > 1 else np.full(plain.size, True)
    if not fair.any():
        fair[:] = True
    found = []
    even = plain.shares.mean(axis=1)
    for seat in range(results.seats):
        line = Standing(seat_name(seat), plain.deal[fair], plain.shares[fair, seat], plain.scores[fair, seat])
        if results.seats > 1 and (len(results.names) == 1 or results.rotates):
            line.advantage = Sample(plain.deal[fair]).mean((plain.shares[:, seat] - even)[fair])
        found.append(line)
    return found


def _whole_deals(plain: Rows) -> Any:
    """Mark the games of the deals that were played by the largest number of line-ups."""
    _deals, code, counts = np.unique(plain.deal, return_inverse=True, return_counts=True)
    return counts[code] == counts.max()


def bots(results: Results) -> list[Standing]:
    """Estimate how each bot did, over all seats it had."""
    plain, found = results.plain, []
    deals = np.repeat(plain.deal, results.seats)
    for name in results.names:
        own = plain.bots.ravel() == name
        found.append(Standing(name, deals[own], plain.shares.ravel()[own], plain.scores.ravel()[own]))
    return found


@final
class Duel:
    """How often one bot comes before another, at the same table or alone in the same deal; a tie counts half."""

    def __init__(self, one: str, other: str, rate: Estimate) -> None:
        self.one = one
        self.other = other
        self.rate = rate
        self.q = 1.0

    def as_json(self) -> dict[str, Any]:
        """Return the line as the command line prints it."""
        return {"bot": self.one, "against": self.other, "win_rate": self.rate.as_json(), "q": round(self.q, 6)}


def duels(results: Results) -> list[Duel]:
    """Compare every two bots that sat at the same tables; compare solo bots by their scores in the same deals."""
    found = []
    meetings = _at_one_table if results.players > 1 else _in_one_deal
    for one in results.names:
        for other in results.names:
            if one != other:
                deals, ahead = meetings(results.plain, one, other)
                if len(deals):
                    found.append(Duel(one, other, Sample(deals).mean((ahead + 1) / 2).clipped(0, 1)))
    return found


def _at_one_table(plain: Rows, one: str, other: str) -> tuple[Deals, Floats]:
    """Return the deals in which two bots met, with 1 where `one` was placed before `other`, -1 where behind, and else 0."""
    deals, ahead = [], []
    for seat in range(plain.bots.shape[1]):
        for place in range(plain.bots.shape[1]):
            met = (plain.bots[:, seat] == one) & (plain.bots[:, place] == other)
            deals.append(plain.deal[met])
            ahead.append(np.sign(plain.places[met, place] - plain.places[met, seat]))
    return np.concatenate(deals), np.concatenate(ahead).astype(np.float64)


def _in_one_deal(plain: Rows, one: str, other: str) -> tuple[Deals, Floats]:
    """Return the deals that both bots played alone, with 1 where `one` scored more, -1 where less, and else 0."""
    own, against = (np.flatnonzero(plain.bots[:, 0] == name) for name in (one, other))
    deals, first, second = np.intersect1d(plain.deal[own], plain.deal[against], return_indices=True)
    return deals, np.sign(plain.scores[own[first], 0] - plain.scores[against[second], 0])


@final
class Luck:
    """How much of the variance of scores remains when only one chance stream is dealt again."""

    def __init__(self, stream: str, groups: int, score: Estimate, margin: Estimate | None) -> None:
        self.stream = stream
        self.groups = groups
        self.score = score
        self.margin = margin

    def as_json(self) -> dict[str, Any]:
        """Return the line as the command line prints it."""
        margin = self.margin.as_json() if self.margin else None
        return {"stream": self.stream, "deals": self.groups, "score_variance": self.score.as_json(), "margin_variance": margin}


def luck(results: Results) -> list[Luck]:
    """Work out the share of the variance of a seat's score, and of its margin, that each stream causes within a deal."""
    found = []
    for stream in dict.fromkeys(results.luck.stream):
        groups = _dealt_again(results, stream)
        if not groups:
            continue
        score = _variance_share(results.plain, groups, results.plain.scores)
        margin = None
        if results.seats > 1:
            margin = _variance_share(results.plain, [margins(scores) for scores in groups], margins(results.plain.scores))
        found.append(Luck(str(stream), len(groups), score, margin))
    return found


def margins(scores: Floats) -> Floats:
    """Return each seat's score minus the best score of the other seats.

    >>> margins(np.array([[5.0, 3.0, 9.0]])).tolist()
    [[-4.0, -6.0, 4.0]]
    """
    others = np.stack([np.delete(scores, seat, axis=1).max(axis=1) for seat in range(scores.shape[1])], axis=1)
    return np.asarray(scores - others, np.float64)


def _dealt_again(results: Results, stream: object) -> list[Floats]:
    """Return for each deal the scores of the plain game and of the games that differ from it in this stream only."""
    found: dict[object, list[Floats]] = {}
    where = _places_of(results.plain)
    for at in np.flatnonzero(results.luck.stream == stream):
        key = (int(results.luck.deal[at]), results.luck.line_up[at])
        found.setdefault(key, [results.plain.scores[where[key]]] if key in where else []).append(results.luck.scores[at])
    return [np.stack(scores) for scores in found.values() if len(scores) > 1]


def _places_of(plain: Rows) -> dict[object, int]:
    return {(int(deal), line_up): at for at, (deal, line_up) in enumerate(zip(plain.deal, plain.line_up, strict=True))}


def _variance_share(plain: Rows, groups: list[Floats], values: Floats) -> Estimate:
    within = np.array([float(group.var(axis=0, ddof=1).sum()) for group in groups])
    codes = {line_up: number for number, line_up in enumerate(dict.fromkeys(plain.line_up))}
    code = np.array([codes[line_up] for line_up in plain.line_up])
    around = np.empty_like(values)
    for number in codes.values():
        around[code == number] = values[code == number] - values[code == number].mean(axis=0)
    square = np.square(around).sum(axis=1) * len(around) / max(1, len(around) - len(codes))
    if square.sum() == 0:
        return Estimate(0.0, 0.0, len(groups), 1.0)

    def draw(rng: np.random.Generator) -> float:
        total = square[rng.integers(0, len(square), len(square))].mean()
        return float(within[rng.integers(0, len(within), len(within))].mean() / total) if total else 0.0

    error, low, high = bootstrap(draw)
    return Estimate(float(within.mean() / square.mean()), error, len(groups), 1.0, interval=(low, high))


@final
class Restricted:
    """What it costs a seat never to choose something: the same deals with and without."""

    def __init__(
        self, forbidden: str, name: str, seat: int, sample: Sample, share: Floats, points: Floats, changed: Floats
    ) -> None:
        self.forbidden = forbidden
        self.name = name
        self.seat = seat
        self.games = len(share)
        self.win = sample.mean(share)
        self.points = sample.mean(points)
        self.changed = sample.mean(changed).clipped(0, 1)
        self.q = 1.0

    def as_json(self) -> dict[str, Any]:
        """Return the line as the command line prints it."""
        return {
            "forbidden": self.forbidden,
            "name": self.name,
            "seat": None if self.seat == EVERY_SEAT else self.seat,
            "games": self.games,
            "changed_games": self.changed.as_json(),
            "win_difference": self.win.as_json(),
            "score_difference": self.points.as_json(),
            "q": round(self.q, 6),
        }


def restricted(results: Results) -> list[Restricted]:
    """Compare each restricted game with the plain game of the same deal, over all seats and for each seat."""
    rows, plain, where = results.restricted, results.plain, _places_of(results.plain)
    partner = [where.get((int(deal), line_up), -1) for deal, line_up in zip(rows.deal, rows.line_up, strict=True)]
    twin = np.array(partner, dtype=np.int64)
    names = Names(results.box, results.run["overrides"])
    found = []
    for forbidden in dict.fromkeys(rows.forbidden):
        name = names.forbidden(str(forbidden))
        chosen = np.flatnonzero((rows.forbidden == forbidden) & (twin >= 0))
        seated = rows.restricted_seat[chosen].astype(np.int64)
        for seat, picked in _by_restricted_seat(chosen, seated):
            own = rows.restricted_seat[picked].astype(np.int64)
            other = twin[picked]
            changed = (rows.scores[picked] != plain.scores[other]).any(axis=1) | (
                rows.decisions[picked] != plain.decisions[other]
            )
            found.append(
                Restricted(
                    str(forbidden),
                    name,
                    seat,
                    Sample(rows.deal[picked]),
                    rows.shares[picked, own] - plain.shares[other, own],
                    rows.scores[picked, own] - plain.scores[other, own],
                    changed.astype(np.float64),
                )
            )
    return found


def _by_restricted_seat(chosen: Ints, seated: Ints) -> Iterator[tuple[int, Ints]]:
    if len(chosen):
        yield EVERY_SEAT, chosen
    if len(set(seated.tolist())) > 1:
        for seat in sorted(set(seated.tolist())):
            yield seat, chosen[seated == seat]


@final
class Figure:
    """One number of a report that can be compared with the same number of another."""

    def __init__(self, section: str, key: str, name: str, unit: str, estimate: Estimate) -> None:
        self.section = section
        self.key = key
        self.name = name
        self.unit = unit
        self.estimate = estimate


@final
class Study:
    """All figures of one results folder."""

    def __init__(self, results: Results) -> None:
        plain = results.plain
        deals = Sample(plain.deal)
        self.results = results
        self.seats = seats(results)
        self.bots = bots(results)
        self.length = deals.mean(plain.decisions)
        self.branching = deals.mean(plain.branching)
        self.widest = deals.mean(plain.widest)
        self.widest_ever = int(plain.widest.max())
        self.duels = duels(results)
        self.options, self.openings = options_and_openings(results)
        self.luck = luck(results)
        self.restricted = restricted(results)

    @property
    def spread_of_scores(self) -> float:
        """Return the standard deviation of a seat's score."""
        return deviation(self.results.plain.scores.ravel())

    def figures(self) -> Iterator[Figure]:
        """List every number that a comparison can put side by side."""
        for line in self.seats:
            yield from _of_standing("Seats", line)
        if len(self.bots) > 1 or not self.seats:
            for line in self.bots:
                yield from _of_standing("Bots", line)
        yield Figure("Length", "decisions", "decisions in a game", "decisions", self.length)
        yield Figure("Length", "branching", "options of a decision", "options", self.branching)
        yield Figure("Length", "widest", "widest decision of a game", "options", self.widest)
        for duel in self.duels:
            yield Figure("Bots", f"{duel.one}>{duel.other}", f"{duel.one} placed before {duel.other}", "share", duel.rate)
        for section, choices in (("Choices", self.options), ("Openings", self.openings)):
            for choice in choices:
                yield from _of_choice(section, choice)
        for chance in self.luck:
            yield Figure("Luck", f"{chance.stream}/score", f"variance of the score by {chance.stream}", "share", chance.score)
            if chance.margin:
                name = f"variance of the margin by {chance.stream}"
                yield Figure("Luck", f"{chance.stream}/margin", name, "share", chance.margin)
        for rule in self.restricted:
            what = f"without “{rule.name}”, {seat_name(rule.seat)}"
            key = f"{rule.forbidden}/{rule.seat}"
            yield Figure("Restricted play", f"{key}/win", f"win share {what}", "pp", rule.win)
            yield Figure("Restricted play", f"{key}/points", f"points {what}", "points", rule.points)


def _of_standing(section: str, line: Standing) -> Iterator[Figure]:
    yield Figure(section, f"{line.name}/win", f"win share, {line.name}", "share", line.win)
    yield Figure(section, f"{line.name}/score", f"mean score, {line.name}", "points", line.score)
    yield Figure(section, f"{line.name}/deviation", f"spread of the score, {line.name}", "points", line.deviation)


def _of_choice(section: str, choice: Choice) -> Iterator[Figure]:
    yield Figure(section, f"{choice.key}/often", f"how often: {choice.name}", "share", choice.often)
    if choice.win:
        yield Figure(section, f"{choice.key}/win", f"win share that goes with: {choice.name}", "pp", choice.win)
    if choice.points:
        yield Figure(section, f"{choice.key}/points", f"points that go with: {choice.name}", "points", choice.points)
