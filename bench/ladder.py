"""How strong the bots are: the matches of `ladder.toml`, as the table of docs/strength.md.

Run: `make ladder`, or `.venv/bin/python bench/ladder.py --only vinhos`. What has been played is kept in bench/results/ladder
and not played again: stop it whenever you like. With a new build, remove that folder first.
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
from cuvee.lab.plan import Plan, Run
from cuvee.lab.run import Conduct
from cuvee.lab.table import GameRow
from cuvee.progress import Bar

HERE: Final = Path(__file__).parent
GAMES: Final = 400
SEED: Final = 1
TABLE: Final = re.compile(r"(?<=<!-- ladder -->\n).*?(?=<!-- /ladder -->)", re.DOTALL)


class Pairing(NamedTuple):
    """Who plays what against whom, and what the first of them has to reach."""

    game: str
    players: int
    bots: list[str]
    games: int = GAMES
    options: dict[str, Any] = {}
    wins: float = 0.0
    mean: float = 0.0
    best: int = 0
    points: int = 0
    """If a share of games has to reach so many points, `share` says which."""
    share: float = 0.0

    @property
    def name(self) -> str:
        """Name the folder of its games."""
        return re.sub(r"[^\w@+-]", "_", "-".join([self.game, str(self.players), "+".join(self.bots), *self.words]))

    @property
    def words(self) -> list[str]:
        """Return its options as they are written on the command line."""
        return [f"{key}={value}" for key, value in self.options.items()]

    @property
    def command(self) -> str:
        """Return the command that plays the same games."""
        words = [f"cuvee arena {self.game} --players {self.players} --bots {','.join(self.bots)} --games {self.games}"]
        return " ".join([*words, f"--seed {SEED}", *(f"--option {word}" for word in self.words)])


class Found(NamedTuple):
    """What came out for the first bot."""

    wins: float
    low: float
    high: float
    mean: float
    best: int
    share: float

    def falls_short(self, asked: Pairing) -> list[str]:
        """List what it has not reached."""
        pairs = [(name, getattr(self, name), getattr(asked, name)) for name in ("wins", "mean", "best", "share")]
        return [f"{name} {found:.3g} < {wanted:.3g}" for name, found, wanted in pairs if found < wanted]


def read_pairings(file: Path) -> list[Pairing]:
    """Read the matches of the ladder."""
    return [Pairing(**row) for row in tomllib.loads(file.read_text())["match"]]


def play(pairing: Pairing, folder: Path, workers: int) -> Found:
    """Play a match, or go on with it, and judge the first bot."""
    run = Run("arena", Plan(pairing.game, pairing.players, pairing.options, SEED), pairing.bots, pairing.games, False)
    standings, points = Standings(pairing.bots), []
    with Bar(pairing.name) as progress:
        for rows in Conduct(folder / pairing.name, "local", workers, progress).results(run, games_of):
            standings.add(rows, pairing.players == 1)
            points += list(scores_of(pairing.bots[0], rows))
    for (who, error), games_lost in standings.failures.items():
        sys.exit(f"{pairing.name}: {who or 'the game'} failed in {len(games_lost)} games: {error}")
    reached = sum(total >= pairing.points for total in points) / max(1, len(points))
    return Found(*won(standings, pairing), sum(points) / max(1, len(points)), max(points, default=0), reached)


def won(standings: Standings, pairing: Pairing) -> tuple[float, float, float]:
    """Return how often the first bot was placed before the second, or won alone, with the interval."""
    if pairing.players == 1:
        record = standings.records[pairing.bots[0]]
        return record.wins / max(1, record.games), *wilson(record.wins, record.games)
    cell = standings.crosstable.as_dict()[pairing.bots[0]][pairing.bots[1]]
    return cell["rate"], cell["low"], cell["high"]


def scores_of(bot: str, rows: list[GameRow]) -> Iterator[int]:
    """List the totals of a bot."""
    for row in rows:
        for name, total in zip(row.bots, row.scores or [], strict=False):
            if name == bot:
                yield total


def line(pairing: Pairing, found: Found) -> str:
    """Write a line of the table."""
    alone = pairing.players == 1
    what = f"`{','.join(pairing.bots)}`" + "".join(f", {word}" for word in pairing.words)
    wins = f"{100 * found.wins:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"
    more = f"mean {found.mean:.1f}, best {found.best}" if alone else f"mean {found.mean:.1f}"
    if pairing.points:
        more += f", {pairing.points} or more in {100 * found.share:.1f} %"
    cells = [games.get(pairing.game).title, str(pairing.players), what, str(pairing.games), wins, more]
    return f"| {' | '.join(cells)} |"


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
    lines, short = [], []
    for pairing in pairings:
        if given.only in pairing.name:
            found = play(pairing, given.folder, given.workers)
            lines.append(line(pairing, found))
            print(lines[-1], *found.falls_short(pairing), flush=True)
            short += found.falls_short(pairing)
    head = ["| game | players | bots | games | wins of the first | points of the first |", "|---|---|---|---|---|---|"]
    table = "\n".join([*head, *lines, "", f"({build.describe()})", ""])
    if not given.only:
        report = HERE.parent / "docs" / "strength.md"
        report.write_text(TABLE.sub(lambda _old: table, report.read_text()))
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
