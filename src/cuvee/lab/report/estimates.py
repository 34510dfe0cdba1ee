"""Numbers with their uncertainty: means and differences over deals, intervals, and many tests at once.

Games of the same deal are not independent (the line-up rotates, seats share a win), so uncertainty is counted in deals. An
estimate keeps its *influence*: how much each deal moved it. The squares of the influences add up to its
variance, and two estimates over the same deals are compared by subtracting influences deal by deal: that is the pairing.
"""

from collections.abc import Callable
from math import erfc, sqrt
from typing import Any, Final, final

import numpy as np
import numpy.typing as npt

from cuvee.lab.arena import Z_95, wilson

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Deals = npt.NDArray[np.uint64]

FALSE_FINDINGS: Final = 0.05
"""The share of false findings that Benjamini and Hochberg's procedure lets through."""

SMALL_T: Final = {1: 12.706, 2: 4.303, 3: 3.182}


@final
class Estimate:
    """A number with its standard error and 95 % interval, the count it rests on, and the spread of one observation."""

    def __init__(
        self,
        value: float,
        error: float,
        count: int,
        spread: float,
        *,
        freedom: int = 10**9,
        interval: tuple[float, float] | None = None,
        deals: Deals | None = None,
        influence: Callable[[], Floats] | None = None,
    ) -> None:
        half = t_95(freedom) * error
        self.value = value
        self.error = error
        self.count = count
        self.spread = spread
        self.freedom = freedom
        self.low, self.high = interval or (value - half, value + half)
        self.deals = deals
        self.influence = influence

    def p_value(self, reference: float = 0.0) -> float:
        """Return how likely a distance from the reference at least this large would be if there were really none."""
        if not self.error > 0:  # nothing varies, or a single deal says nothing about the next
            return 1.0 if self.error != 0 or self.value == reference else 0.0
        return two_sided((self.value - reference) / self.error, self.freedom)

    def clipped(self, least: float, most: float) -> "Estimate":
        """Keep the interval inside the range that the number can have; give one without width Wilson's interval."""
        if self.error == 0 and (least, most) == (0, 1) and self.deals is not None:
            self.low, self.high = wilson(self.value * len(self.deals), len(self.deals))
            self.error = (self.high - self.low) / (2 * Z_95)
        self.low, self.high = max(least, self.low), min(most, self.high)
        return self

    def as_json(self) -> dict[str, Any]:
        """Return value, interval and count as the command line prints them."""
        return {
            "value": plain(self.value),
            "low": plain(self.low),
            "high": plain(self.high),
            "error": plain(self.error),
            "count": self.count,
        }


def plain(number: float) -> float | None:
    """Round for JSON; what is not a number becomes None.

    >>> plain(1 / 3), plain(float("nan"))
    (0.333333, None)
    """
    return round(float(number), 6) if np.isfinite(number) else None


def t_95(freedom: int) -> float:
    """Return the 97.5 % point of Student's t (Cornish and Fisher's expansion, with the table where it is too rough).

    >>> round(t_95(10), 2), round(t_95(10**9), 2)
    (2.23, 1.96)
    """
    z, nu = Z_95, max(freedom, 1)
    terms = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return SMALL_T.get(nu) or z + sum(term / nu**power for power, term in enumerate(terms, 1))


def two_sided(t: float, freedom: int) -> float:
    """Return the two-sided p-value of Student's t by its normal approximation.

    >>> round(two_sided(1.96, 10**9), 3), round(two_sided(2.23, 10), 2)
    (0.05, 0.05)
    """
    nu = max(freedom, 1)
    z = t * (1 - 1 / (4 * nu)) / sqrt(1 + t * t / (2 * nu))
    return erfc(abs(z) / sqrt(2))


@final
class Sample:
    """The observations over which means and slopes are taken: it knows the deal of each."""

    def __init__(self, deals: Deals) -> None:
        self.deals, code = np.unique(deals, return_inverse=True)
        self.code: Ints = code.astype(np.int64)
        self.size = len(deals)

    def by_deal(self, values: Floats) -> Floats:
        """Add up observations deal by deal."""
        return np.bincount(self.code, values, len(self.deals)).astype(np.float64)

    def factor(self) -> float:
        """Return the factor that corrects a variance over few deals."""
        many = len(self.deals)
        return many / (many - 1) if many > 1 else float("nan")

    def estimate(self, value: float, moved: Callable[[], Floats], spread: float, freedom: int | None = None) -> Estimate:
        """Make an estimate from a value and a function that gives how much each observation moved it."""
        freedom = len(self.deals) - 1 if freedom is None else freedom

        def influence() -> Floats:
            return self.by_deal(moved())

        error = sqrt(self.factor() * float(np.square(influence()).sum())) if len(self.deals) > 1 else float("nan")
        return Estimate(value, error, self.size, spread, freedom=freedom, deals=self.deals, influence=influence)

    def mean(self, values: Floats) -> Estimate:
        """Estimate a mean; the deal is the unit.

        >>> one = Sample(np.array([1, 2, 3, 4], np.uint64)).mean(np.array([1.0, 2.0, 3.0, 4.0]))
        >>> one.value, round(one.error, 3)
        (2.5, 0.645)
        """
        mean = float(values.mean())
        return self.estimate(mean, lambda: (values - mean) / self.size, deviation(values))

    def deviation(self, values: Floats) -> Estimate:
        """Estimate the standard deviation of one observation."""
        mean, spread = float(values.mean()), deviation(values)
        if spread == 0:
            return self.estimate(0.0, lambda: np.zeros(self.size), 0.0)
        return self.estimate(spread, lambda: (np.square(values - mean) - spread**2) / (2 * spread * self.size), spread)


@final
class Strata:
    """Groups of observations that are compared only within themselves: the same bot in the same seat."""

    def __init__(self, code: Ints) -> None:
        self.code = code
        self.sizes = np.bincount(code).astype(np.float64)

    def centred(self, values: Floats) -> Floats:
        """Subtract from each observation the mean of its group."""
        return values - (np.bincount(self.code, values, len(self.sizes)) / np.maximum(self.sizes, 1))[self.code]


def effect(sample: Sample, strata: Strata, outcome: Floats, chosen: Ints) -> Estimate | None:
    """Estimate what goes together with being in `chosen` (row numbers), compared within groups of like observations.

    It is the least-squares difference with a constant for each group; None if no group has both sorts.
    `outcome` must be centred by the same groups.
    """
    inside = np.bincount(strata.code[chosen], minlength=len(strata.sizes))
    share = inside / np.maximum(strata.sizes, 1)
    weight = float((inside - inside * share).sum())
    if weight < 1e-9:
        return None
    slope = float(outcome[chosen].sum()) / weight

    def moved() -> Floats:
        flag = -share[strata.code]
        flag[chosen] += 1
        return flag * (outcome - slope * flag) / weight

    few = min(len(chosen), sample.size - len(chosen))
    return sample.estimate(slope, moved, deviation(outcome), freedom=min(few, len(sample.deals)) - 1)


def difference(one: Estimate, other: Estimate) -> tuple[Estimate, bool]:
    """Return the other minus the one, and whether shared deals allowed pairing."""
    value = other.value - one.value
    freedom = min(one.freedom, other.freedom)
    error, paired = sqrt(one.error**2 + other.error**2), False
    if one.deals is not None and other.deals is not None and one.influence is not None and other.influence is not None:
        deals = np.union1d(one.deals, other.deals)
        paired = len(deals) < len(one.deals) + len(other.deals)
        moved = np.zeros(len(deals))
        moved[np.searchsorted(deals, other.deals)] += other.influence()
        moved[np.searchsorted(deals, one.deals)] -= one.influence()
        many = max(2, min(len(one.deals), len(other.deals)))
        error = sqrt(many / (many - 1) * float(np.square(moved).sum()))
    return Estimate(value, error, min(one.count, other.count), one.spread, freedom=freedom), paired


def deviation(values: Floats) -> float:
    """Return the standard deviation of a sample; 0 for fewer than two."""
    return float(values.std(ddof=1)) if len(values) > 1 else 0.0


def benjamini_hochberg(p_values: list[float]) -> list[float]:
    """Return the q-value of each test: the share of false findings among all tests that look at least as strong.

    >>> [round(q, 3) for q in benjamini_hochberg([0.01, 0.04, 0.03, 0.9])]
    [0.04, 0.053, 0.053, 0.9]
    """
    if not p_values:
        return []
    p = np.array(p_values)
    order = np.argsort(p)
    scaled = p[order] * len(p) / np.arange(1, len(p) + 1)
    q = np.empty(len(p))
    q[order] = np.minimum(1, np.minimum.accumulate(scaled[::-1])[::-1])
    return [float(value) for value in q]


def bootstrap(draw: Callable[[np.random.Generator], float], rounds: int = 400, seed: int = 1) -> tuple[float, float, float]:
    """Return the standard error and the 95 % percentile interval of a number that `draw` computes from a fresh resample."""
    rng = np.random.default_rng(seed)
    values = np.array([draw(rng) for _round in range(rounds)])
    low, high = np.quantile(values, [0.025, 0.975])
    return float(values.std(ddof=1)), float(low), float(high)
