"""How strong the bots are: the matches of `ladder.toml`, as the table of docs/strength.md.

Run: `make ladder`, or `.venv/bin/python bench/ladder.py --only vinhos`. What has been played is kept in bench/results/ladder
and not played again, so you can stop it at any time. With a new build, remove that folder first.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from cuvee import build, games
from cuvee.lab.arena import Standings, games_of, wilson
from cuvee.lab.chunks import GameRow
from cuvee.lab.plan import Plan, Run
from cuvee.lab.run import Conduct
from cuvee.progress import Bar

HERE: Final = Path(__file__).parent
GAMES: Final = 400
SEED: Final = 1
TABLE: Final = re.compile(r"(?<=<!-- ladder -->\n).*?(?=<!-- /ladder -->)", re.DOTALL)
HEAD: Final = ("| game | players | bots | games | placed before | points of the first |", "|---|---|---|---|---|---|")


class Pairing(NamedTuple):
    """One match: who plays what, and the results it has to reach."""

    game: str
    players: int
    bots: list[str]
    games: int = GAMES
    options: dict[str, Any] = {}
    think: float | None = None
    """Seconds per decision, if the time is to be equal; otherwise the names say how many positions to look at."""
    ahead: dict[str, float] = {}
    """How often one bot has to be placed before another, by "one, other"."""
    wins: float = 0.0
    """For a solo bot: how often it has to win."""
    mean: float = 0.0
    best: int = 0
    points: int = 0
    """If a share of the games has to reach this many points, `share` says which."""
    share: float = 0.0

    @property
    def name(self) -> str:
        """Name the folder of its games."""
        time = [] if self.think is None else [f"{self.think} s"]
        return re.sub(r"[^\w@+-]", "_", "-".join([self.game, str(self.players), "+".join(self.bots), *self.settings, *time]))

    @property
    def settings(self) -> list[str]:
        """Return its options as they are written on the command line."""
        return [f"{key}={value}" for key, value in self.options.items()]

    @property
    def command(self) -> str:
        """Return the command that plays the same games."""
        words = [f"cuvee arena {self.game} --players {self.players} --bots {','.join(self.bots)} --games {self.games}"]
        time = [] if self.think is None else [f"--think {self.think}"]
        return " ".join([*words, *time, f"--seed {SEED}", *(f"--option {word}" for word in self.settings)])


class Rate(NamedTuple):
    """How often something happened, with its 95 % interval."""

    rate: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.rate:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


class Found(NamedTuple):
    """The results of a match."""

    ahead: dict[str, Rate]
    won: Rate
    """How often the first bot won."""
    mean: float
    best: int
    share: float

    def falls_short(self, asked: Pairing) -> list[str]:
        """List the requirements that were not met."""
        pairs = [(f"{names}:", self.ahead[names].rate, wanted) for names, wanted in asked.ahead.items()]
        pairs += [("wins", self.won.rate, asked.wins), ("mean", self.mean, asked.mean)]
        pairs += [("best", self.best, asked.best), ("share", self.share, asked.share)]
        return [f"{what} {found:.3g} < {wanted:.3g}" for what, found, wanted in pairs if found < wanted]


def read_pairings(file: Path) -> list[Pairing]:
    """Read the matches of the ladder."""
    return [Pairing(**row) for row in tomllib.loads(file.read_text())["match"]]


def play(pairing: Pairing, folder: Path, workers: int) -> Found:
    """Play a match, or continue it, and judge the bots."""
    plan = Plan(pairing.game, pairing.players, pairing.options, SEED, think=pairing.think)
    run = Run("arena", plan, pairing.bots, pairing.games, False)
    standings, points = Standings(pairing.bots), []
    with Bar(pairing.name) as progress:
        for rows in Conduct(folder / pairing.name, "local", workers, progress).results(run, games_of):
            standings.add(rows, pairing.players == 1)
            points += list(scores_of(pairing.bots[0], rows))
    for (who, error), games_lost in standings.failures.items():
        sys.exit(f"{pairing.name}: {who or 'the game'} failed in {len(games_lost)} games: {error}")
    record = standings.records[pairing.bots[0]]
    won = Rate(record.wins / max(1, record.games), *wilson(record.wins, record.games))
    reached = sum(total >= pairing.points for total in points) / max(1, len(points))
    ahead = {names: placed_before(standings, *names.split(", ")) for names in pairing.ahead}
    return Found(ahead, won, sum(points) / max(1, len(points)), max(points, default=0), reached)


def placed_before(standings: Standings, one: str, other: str) -> Rate:
    """Return how often one bot was placed before another."""
    cell = standings.crosstable.as_dict()[one][other]
    return Rate(cell["rate"], cell["low"], cell["high"])


def scores_of(bot: str, rows: list[GameRow]) -> Iterator[int]:
    """List the totals of a bot."""
    for row in rows:
        for name, total in zip(row.bots, row.scores or [], strict=False):
            if name == bot:
                yield total


def lines_of(pairing: Pairing, found: Found) -> Iterator[str]:
    """Write the lines of the table: one for each two bots that are compared, or one for a bot alone."""
    title = games.get(pairing.game).title
    more = f"mean {found.mean:.1f}, best {found.best}"
    if pairing.points:
        more += f", {pairing.points} or more in {100 * found.share:.1f} %"
    told = "".join(f", {word}" for word in pairing.settings) + ("" if pairing.think is None else f", {pairing.think} s each")
    for names, rate in found.ahead.items():
        yield f"| {title} | {pairing.players} | `{names}`{told} | {pairing.games} | {rate} | {more} |"
        title, more = "", ""
    if not found.ahead:
        wins = f"the opponent: {found.won}" if pairing.wins else ""
        yield f"| {title} | {pairing.players} | `{pairing.bots[0]}`{told} | {pairing.games} | {wins} | {more} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="play only matches with this in their name, and leave the report alone")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="only print the commands that play the same games")
    parser.add_argument("--folder", type=Path, default=HERE / "results" / "ladder")
    given = parser.parse_args()
    pairings = read_pairings(HERE / "ladder.toml")
    if given.list:
        print("\n".join(pairing.command for pairing in pairings))
        return 0
    lines, short = [*HEAD], []
    for pairing in pairings:
        if given.only in pairing.name:
            found = play(pairing, given.folder, given.workers)
            lines += lines_of(pairing, found)
            print(*lines_of(pairing, found), *found.falls_short(pairing), sep="\n", flush=True)
            short += found.falls_short(pairing)
    if not given.only:
        report = HERE.parent / "docs" / "strength.md"
        table = "\n".join([*lines, "", f"({build.describe()})", ""])
        report.write_text(TABLE.sub(lambda _old: table, report.read_text()))
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
