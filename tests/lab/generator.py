"""Results folders for tests: real games by simple bots, and invented tables with effects planted in them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from cuvee import __version__, games
from cuvee.lab.arena import arena
from cuvee.lab.parquet import DECISIONS, GAMES
from cuvee.lab.plan import Plan
from cuvee.lab.simulate import simulate

Row = dict[str, Any]


def write_results(folder: Path, run: Row, rows: list[Row], decisions: list[Row] | None = None) -> Path:
    """Write a results folder; fields that a row leaves out are null."""
    folder.mkdir(parents=True, exist_ok=True)
    box = games.get(run["game"])
    whole = {
        "format": 1,
        "cuvee": __version__,
        "command": "simulate",
        "rules": box.version,
        "options": box.read_options(run["players"], run.get("options", {})),
        "components": box.components(run.get("overrides")).digest,
        "overrides": {},
        "seed": 1,
        "bots": ["greedy"] * run["players"],
        "games": len(rows),
        "decisions": decisions is not None,
        "forbid": [],
        "luck": 0,
        "chunk": 250,
    }
    (folder / "run.json").write_text(json.dumps(whole | run), "utf-8")
    plain = {"decisions": 30, "branching": 3.0, "widest": 9, "variant": 0}
    pq.write_table(pa.Table.from_pylist([plain | row for row in rows], GAMES), folder / "games-00000.parquet")
    if decisions is not None:
        pq.write_table(pa.Table.from_pylist(decisions, DECISIONS), folder / "decisions-00000.parquet")
    return folder


def results_of_play(
    folder: Path,
    game: str,
    seated: list[str],
    count: int,
    *,
    seed: int = 1,
    rotate: bool = False,
    luck: int = 0,
    forbid: Sequence[str] = (),
    overrides: dict[str, str] | None = None,
    decisions: bool = True,
) -> Path:
    """Play games as `cuvee simulate` (or `cuvee arena`, if the line-up rotates) does, and keep the results."""
    plan = Plan(game, len(seated), {}, seed, overrides)
    if rotate:
        arena(plan, seated, count, decisions=decisions, out=folder)
    else:
        simulate(plan, seated, count, decisions=decisions, forbid=list(forbid), luck=luck, out=folder)
    return folder
