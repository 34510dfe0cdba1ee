"""Results as arrays: checked rows of a results folder, with a win share for every seat of every game."""

from pathlib import Path
from typing import Any, Final, final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from cuvee import games
from cuvee.games.box import Box
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import did_you_mean
from cuvee.lab.parquet import read_applied, read_decisions, read_games, read_run
from cuvee.lab.report.estimates import Deals, Floats, Ints

GAME_COLUMNS: Final = (
    "game",
    "deal",
    "bots",
    "scores",
    "places",
    "decisions",
    "branching",
    "widest",
    "stream",
    "variant",
    "forbidden",
    "restricted_seat",
    "forfeit",
    "error",
)
DECISION_COLUMNS: Final = ("game", "number", "seat", "kind", "section", "text", "options")

Texts = npt.NDArray[np.object_]


@final
class Rows:
    """Some games as arrays: one entry per game, or one per game and seat."""

    def __init__(self, table: pa.Table, seats: int) -> None:
        self.size = table.num_rows
        self.game: Ints = _column(table, "game", np.int64)
        self.deal: Deals = _column(table, "deal", np.uint64)
        self.bots: Texts = _seats(table, "bots", seats)
        self.scores: Floats = _seats(table, "scores", seats).astype(np.float64)
        self.places: Ints = _seats(table, "places", seats).astype(np.int64)
        self.decisions: Floats = _column(table, "decisions", np.float64)
        self.branching: Floats = _column(table, "branching", np.float64)
        self.widest: Floats = _column(table, "widest", np.float64)
        self.stream: Texts = _column(table, "stream", object)
        self.variant: Ints = _column(table, "variant", np.int64)
        self.forbidden: Texts = _column(table, "forbidden", object)
        self.restricted_seat: Texts = _column(table, "restricted_seat", object)
        first = self.places == 1
        self.shares: Floats = np.where(first, 1.0 / np.maximum(1, first.sum(axis=1))[:, None], 0.0)
        """A shared victory counts as the winner's share; nobody wins if an opponent without a seat is first."""
        self.line_up: list[tuple[str, ...]] = [tuple(names) for names in self.bots]


@final
class Results:
    """The contents of a results folder: the run, its plain games, those dealt again for luck, and the restricted ones."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.run = read_run(folder)
        self.box = _box_of(folder, self.run)
        _check_columns(folder, "games", GAME_COLUMNS)
        table = read_games(folder)
        if table.num_rows == 0:
            raise CuveeError(f"{folder} has no games: the run is empty")
        whole = table.filter(pc.and_(pc.is_null(table["error"]), pc.is_null(table["forfeit"])))
        self.forfeits = table.num_rows - table["forfeit"].null_count
        self.errors = table.num_rows - whole.num_rows - self.forfeits
        if whole.num_rows == 0:
            raise CuveeError(f"{folder}: no game of the run was finished; the first one: {table['error'][0]}")
        self.seats = _number_of_seats(folder, whole)
        self.players: int = self.run["players"]
        luck, restricted = pc.is_valid(whole["stream"]), pc.is_valid(whole["forbidden"])
        self.plain = Rows(whole.filter(pc.invert(pc.or_(luck, restricted))), self.seats)
        self.luck = Rows(whole.filter(luck), self.seats)
        self.restricted = Rows(whole.filter(restricted), self.seats)
        if self.plain.size == 0:
            raise CuveeError(f"{folder} has no plain games: the run is empty")
        self.applied = read_applied(folder)
        """In how many restricted games each forbidden choice was taken away at least once."""
        self.decisions: pa.Table | None = None
        if self.run.get("decisions"):
            _check_columns(folder, "decisions", DECISION_COLUMNS)
            self.decisions = read_decisions(folder)

    @property
    def names(self) -> list[str]:
        """List the bots, in the order of the line-up."""
        return list(dict.fromkeys(name for line_up in dict.fromkeys(self.plain.line_up) for name in line_up))

    @property
    def rotates(self) -> bool:
        """Tell whether every bot sat in every seat."""
        return all(set(self.plain.bots[:, seat]) == set(self.names) for seat in range(self.seats))


def _box_of(folder: Path, run: dict[str, Any]) -> Box:
    for key in ("game", "rules", "players", "options", "overrides", "seed", "bots", "games", "command"):
        if key not in run:
            raise CuveeError(f"{folder}: run.json does not say '{key}'")
    box = games.get(run["game"])
    if run["rules"] != box.version:
        raise CuveeError(
            f"{folder}: these games were played by version {run['rules']} of the rules of {box.title}, but this is version "
            f"{box.version}; run them again"
        )
    return box


def _check_columns(folder: Path, what: str, wanted: tuple[str, ...]) -> None:
    for path in sorted(folder.glob(f"{what}-*.parquet")):
        try:
            found = pq.read_schema(path).names
        except (pa.ArrowException, OSError):
            raise CuveeError(f"{path} is damaged: it is not readable as Parquet") from None
        for name in found:
            if name not in wanted:
                raise CuveeError(f"{path} has an unknown column '{name}'{did_you_mean(name, wanted)}")
        for name in wanted:
            if name not in found:
                raise CuveeError(f"{path} has no column '{name}'")


def _number_of_seats(folder: Path, table: pa.Table) -> int:
    widths = {
        width for name in ("bots", "scores", "places") for width in pc.unique(pc.list_value_length(table[name])).to_pylist()
    }
    if len(widths) != 1 or None in widths or 0 in widths:
        raise CuveeError(f"{folder}: the games do not all have the same number of seats")
    return int(widths.pop())


def _column(table: pa.Table, name: str, kind: Any) -> Any:
    column = table[name].combine_chunks()
    return np.array(column.to_pylist(), dtype=object) if kind is object else column.to_numpy(zero_copy_only=False).astype(kind)


def _seats(table: pa.Table, name: str, seats: int) -> npt.NDArray[Any]:
    flat = pc.list_flatten(table[name]).to_numpy(zero_copy_only=False) if table.num_rows else np.empty(0)
    return flat.reshape(-1, seats)
