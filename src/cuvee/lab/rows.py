"""A results folder: `run.json` says what was run, Parquet files hold one row a game and, if asked for, one row a decision."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from cuvee.kernel.errors import CuveeError


def read_run(folder: Path) -> dict[str, Any]:
    """Read what was run."""
    try:
        run = json.loads((folder / "run.json").read_text("utf-8"))
    except (OSError, ValueError):
        raise CuveeError(f"{folder} is not a folder of results: it has no run.json") from None
    if not isinstance(run, dict) or run.get("format") != 1:
        raise CuveeError(f"{folder}: run.json is not of format 1")
    return run


def read_games(folder: Path) -> pa.Table:
    """Read the games, one row each, in the order of the files."""
    return _read(folder, "games")


def read_decisions(folder: Path) -> pa.Table:
    """Read the decisions, one row each."""
    return _read(folder, "decisions")


def read_applied(folder: Path) -> dict[str, int]:
    """Read in how many restricted games each forbidden choice was taken away at least once."""
    total: dict[str, int] = {}
    for file in sorted(folder.glob("games-*.parquet")):
        notes = pq.read_metadata(file).metadata or {}
        for pattern, times in json.loads(notes.get(b"cuvee.applied", b"{}")).items():
            total[pattern] = total.get(pattern, 0) + times
    return total


def _read(folder: Path, what: str) -> pa.Table:
    files = sorted(folder.glob(f"{what}-*.parquet"))
    if not files:
        raise CuveeError(f"{folder} has no {what}: the run is empty")
    try:
        return pa.concat_tables([pq.read_table(file) for file in files])
    except pa.ArrowException as error:
        raise CuveeError(f"{folder}: the {what} cannot be read: {str(error).splitlines()[0]}") from None
