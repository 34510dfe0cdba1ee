"""Which choices go together with winning: every option and every opening, compared within the same bot and seat."""

from typing import Any, Final, final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from cuvee.lab.report.estimates import Estimate, Floats, Ints, Sample, Strata, effect
from cuvee.lab.report.naming import Names
from cuvee.lab.report.results import Results

LEAST: Final = 30
"""A choice is tested if at least this many seats made it and at least as many did not, over all games."""
FEW: Final = 100
MOST: Final = 2000
"""At most this many choices are tested, the most frequent first."""
OPENINGS: Final = (1, 2, 3)
"""How many first choices of a seat make an opening."""


@final
class Choice:
    """A choice and what went with it: how many seats made it, and how much better or worse they did."""

    def __init__(self, key: str, name: str, played: "Played", rows: Ints) -> None:
        self.key = key
        self.name = name
        self.with_it = len(rows)
        self.without = played.sample.size - len(rows)
        self.win_with, self.win_without = _split_mean(played.shares, rows)
        self.often = _frequency(played.sample, rows)
        self.win = effect(played.sample, played.strata, played.centred_shares, rows)
        self.points = effect(played.sample, played.strata, played.centred_scores, rows)
        self.q = 1.0

    @property
    def few(self) -> bool:
        """Tell whether the smaller side is too small to rely on."""
        return min(self.with_it, self.without) < FEW

    def as_json(self) -> dict[str, Any]:
        """Return the line as the command line prints it."""
        return {
            "key": self.key,
            "name": self.name,
            "with": self.with_it,
            "without": self.without,
            "win_rate_with": round(self.win_with, 4),
            "win_rate_without": round(self.win_without, 4),
            "win_difference": self.win.as_json() if self.win else None,
            "score_difference": self.points.as_json() if self.points else None,
            "q": round(self.q, 6),
            "few": self.few,
        }


@final
class Played:
    """The seats of all plain games, one row each: game times seats plus seat."""

    def __init__(self, results: Results) -> None:
        plain, seats = results.plain, results.seats
        self.sample = Sample(np.repeat(plain.deal, seats))
        self.shares: Floats = plain.shares.ravel()
        self.scores: Floats = plain.scores.ravel()
        _names, bots = np.unique(plain.bots.ravel().astype(str), return_inverse=True)
        self.strata = Strata(bots.astype(np.int64) * seats + np.tile(np.arange(seats), plain.size))
        self.centred_shares = self.strata.centred(self.shares)
        self.centred_scores = self.strata.centred(self.scores)
        self.names = Names(results.box, results.run["overrides"])


def options_and_openings(results: Results) -> tuple[list[Choice], list[Choice]]:
    """Estimate every option and every opening that was chosen often enough; without decision rows there are none."""
    if results.decisions is None:
        return [], []
    played = Played(results)
    row, kinds, texts, key = _by_seat(results, results.decisions)
    return _options(played, row, kinds, texts, key), _openings(played, row, kinds, texts, key)


def _by_seat(results: Results, decisions: pa.Table) -> tuple[Ints, list[str], list[str], Ints]:
    """Return for each decision of a plain game, in order of play: the row of its game and seat, and a number for kind and text.

    The two lists name the kind and the text of each number.
    """
    order = np.argsort(results.plain.game, kind="stable")
    game = decisions["game"].to_numpy()
    at = np.searchsorted(results.plain.game[order], game)
    at = np.minimum(at, len(order) - 1)
    known = results.plain.game[order][at] == game
    table = decisions.filter(pa.array(known))
    row = order[at[known]] * results.seats + table["seat"].to_numpy().astype(np.int64)
    kind, text = _encode(table["kind"]), _encode(table["text"])
    pairs, key = np.unique(kind[1] * len(text[0]) + text[1], return_inverse=True)
    kinds = [kind[0][pair // max(1, len(text[0]))] for pair in pairs]
    texts = [text[0][pair % max(1, len(text[0]))] for pair in pairs]
    sequence = np.lexsort((table["number"].to_numpy(), row))
    return row[sequence], kinds, texts, key.astype(np.int64)[sequence]


def _encode(column: pa.ChunkedArray) -> tuple[list[str], Ints]:
    coded = pc.dictionary_encode(column).combine_chunks()
    if isinstance(coded, pa.ChunkedArray):
        coded = coded.chunk(0)
    return coded.dictionary.to_pylist(), coded.indices.to_numpy().astype(np.int64)


def _options(played: Played, row: Ints, kinds: list[str], texts: list[str], key: Ints) -> list[Choice]:
    found = _groups(played, row, key)
    choices = [
        Choice(f"{kinds[at]}:{texts[at]}", played.names.choice(kinds[at], texts[at]), played, rows) for at, rows in found
    ]
    return choices + _components(played, row, kinds, texts, key)


def _components(played: Played, row: Ints, kinds: list[str], texts: list[str], key: Ints) -> list[Choice]:
    """Group the answers to a question that name the same component: "Douro, new estate or old"."""
    groups: dict[tuple[str, str], list[int]] = {}
    for at, (kind, text) in enumerate(zip(kinds, texts, strict=True)):
        component = played.names.component(text)
        if component is not None:
            groups.setdefault((kind, component), []).append(at)
    wide = [(pair, members) for pair, members in groups.items() if len(members) > 1]
    code = np.full(len(kinds), -1)
    for number, (_pair, members) in enumerate(wide):
        code[members] = number
    inside = code[key] >= 0
    return [
        Choice(f"{kind}:{component}*", f"{kind.replace('_', ' ')}: {played.names.by_id[component]}, any way", played, rows)
        for at, rows in _groups(played, row[inside], code[key][inside])
        for kind, component in [wide[at][0]]
    ]


def _openings(played: Played, row: Ints, kinds: list[str], texts: list[str], key: Ints) -> list[Choice]:
    start = np.flatnonzero(np.r_[True, row[1:] != row[:-1]]) if len(row) else np.empty(0, np.int64)
    length = np.diff(np.r_[start, len(row)])
    found: list[Choice] = []
    for many in OPENINGS:
        long = start[length >= many]
        if not len(long):
            continue
        lines = np.stack([key[long + place] for place in range(many)], axis=1)
        unique, code = np.unique(lines, axis=0, return_inverse=True)
        for at, rows in _groups(played, row[long], code.astype(np.int64)):
            line = [int(choice) for choice in unique[at]]
            name = " → ".join(played.names.choice(kinds[choice], texts[choice]) for choice in line)
            found.append(Choice(" / ".join(f"{kinds[choice]}:{texts[choice]}" for choice in line), name, played, rows))
    return found


def _groups(played: Played, row: Ints, key: Ints) -> list[tuple[int, Ints]]:
    """Return for each key the rows that have it at least once, for the keys frequent enough to be tested."""
    if not len(row):
        return []
    pairs = np.unique(key * played.sample.size + row)
    keys, rows = pairs // played.sample.size, pairs % played.sample.size
    numbers, starts, counts = np.unique(keys, return_index=True, return_counts=True)
    enough = (counts >= LEAST) & (counts <= played.sample.size - LEAST)
    kept = np.flatnonzero(enough)
    kept = np.sort(kept[np.argsort(-counts[kept], kind="stable")][:MOST])
    return [(int(numbers[at]), rows[starts[at] : starts[at] + counts[at]]) for at in kept]


def _split_mean(values: Floats, rows: Ints) -> tuple[float, float]:
    inside = float(values[rows].sum())
    return inside / len(rows), (float(values.sum()) - inside) / (len(values) - len(rows))


def _frequency(sample: Sample, rows: Ints) -> Estimate:
    share = len(rows) / sample.size

    def moved() -> Floats:
        flag = np.full(sample.size, -share)
        flag[rows] += 1
        return flag / sample.size

    return sample.estimate(share, moved, (share * (1 - share)) ** 0.5).clipped(0, 1)
