"""Results on disk: a folder with `run.json` and Parquet files, one row per game and, if asked for, one row per decision.

A chunk of games is complete once its games file has its final name: files are written under another name and then renamed.
"""

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, final

from cuvee import games
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _, did_you_mean
from cuvee.lab.chunks import Chunk, GameRow
from cuvee.lab.plan import FORMAT, Run

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    raise CuveeError(_("keeping and reading results needs pyarrow; in a clone of Cuvée: pip install '.[lab]'")) from None

GAMES: Final = pa.schema(
    [
        ("game", pa.int64()),
        ("deal", pa.uint64()),
        ("bots", pa.list_(pa.string())),
        ("scores", pa.list_(pa.int32())),
        ("places", pa.list_(pa.int8())),
        ("decisions", pa.int32()),
        ("branching", pa.float32()),
        ("widest", pa.int16()),
        ("stream", pa.string()),
        ("variant", pa.int32()),
        ("forbidden", pa.string()),
        ("restricted_seat", pa.int8()),
        ("forfeit", pa.int8()),
        ("error", pa.string()),
    ]
)
"""One row per game."""

DECISIONS: Final = pa.schema(
    [
        ("game", pa.int64()),
        ("number", pa.int32()),
        ("seat", pa.int8()),
        ("kind", pa.string()),
        ("section", pa.string()),
        ("text", pa.string()),
        ("options", pa.int16()),
    ]
)
"""One row per decision."""

RUN_FILE: Final = "run.json"
APPLIED: Final = b"cuvee.applied"
"""The key under which a games file says in how many of its games each forbidden choice was taken away."""

Columns = Sequence[str]


# Writing.


def chunk_files(chunk: Chunk, number: int, with_decisions: bool) -> list[tuple[str, bytes]]:
    """Return the files of a chunk by name, the games file last: once it exists, the chunk is complete."""
    notes = {APPLIED: json.dumps(chunk.applied).encode()}
    files = [(_games_file(number), _parquet(chunk.games, GAMES.with_metadata(notes)))]
    if with_decisions:
        files.insert(0, (_decisions_file(number), _parquet(chunk.decisions, DECISIONS)))
    return files


def _games_file(chunk: int) -> str:
    return f"games-{chunk:05}.parquet"


def _decisions_file(chunk: int) -> str:
    return f"decisions-{chunk:05}.parquet"


def _parquet(rows: Sequence[tuple[Any, ...]], schema: Any) -> bytes:
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_arrays(arrays, schema=schema), sink, compression="zstd", use_dictionary=True)
    return bytes(sink.getvalue())


@final
class ResultsFolder:
    """The folder in which a run is kept: created for it, or found with part of it done."""

    def __init__(self, path: Path, run: Run) -> None:
        self.path = path
        facts = run.as_dict()
        try:
            if (path / RUN_FILE).exists():
                _same_run(path, facts)
            elif path.exists() and any(path.iterdir()):
                raise CuveeError(_("the folder {path} contains other things than results", path=path))
            else:
                path.mkdir(parents=True, exist_ok=True)
                self.write([(RUN_FILE, (json.dumps(facts, ensure_ascii=False, indent=1) + "\n").encode())])
            self.found = {number for number in _chunks_in(path) if number < run.chunks}
        except OSError as error:
            raise _cannot(_("keep results in"), path, error) from None

    def write(self, files: list[tuple[str, bytes]]) -> None:
        """Write files, each complete or not at all."""
        for name, content in files:
            part = self.path / f"{name}.part"
            try:
                with part.open("wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())  # a name must never stand for a file that a power cut left empty
                os.replace(part, self.path / name)
            except OSError as error:
                raise _cannot(_("write"), self.path / name, error) from None

    def read(self, chunk: int) -> Chunk:
        """Read the games of a finished chunk."""
        table = _read_file(self.path / _games_file(chunk), GAMES.names)
        rows = [GameRow(**row) for row in table.to_pylist()]
        return Chunk(rows, applied=json.loads((table.schema.metadata or {}).get(APPLIED, b"{}")))


def _same_run(path: Path, facts: dict[str, Any]) -> None:
    there = _read_facts(path)
    differs = ", ".join(key for key in facts if there.get(key) != facts[key])
    if differs:
        raise CuveeError(_("the folder {path} contains a run with different settings: {what}", path=path, what=differs))


def _cannot(do: str, path: Path, error: OSError) -> CuveeError:
    return CuveeError(_("cannot {do} {path}: {why}", do=do, path=path, why=error.strerror))


# Reading.


def read_run(folder: Path | str) -> dict[str, Any]:
    """Read what a run consists of, and check that it was played under this version of the rules.

    >>> from tempfile import TemporaryDirectory
    >>> from cuvee.lab.plan import Plan
    >>> from cuvee.lab.simulate import simulate
    >>> with TemporaryDirectory() as folder:
    ...     played = simulate(Plan("wine_cellar", 2, {}, seed=1), ["random"] * 2, 5, out=Path(folder), decisions=True)
    ...     read_run(folder)["game"]
    'wine_cellar'
    """
    path = Path(folder)
    run = _read_facts(path)
    game = games.get(str(run.get("game")))
    if run.get("rules") != game.version:
        raise CuveeError(
            _(
                "{folder} was played by version {old} of the rules of {title}; this is version {new}",
                folder=folder,
                old=run.get("rules"),
                title=game.title,
                new=game.version,
            )
        )
    return run


def read_games(folder: Path | str, columns: Columns | None = None) -> Any:
    """Read one row per game, as a `pyarrow.Table`; some columns, or all. An unfinished run gives what it has so far.

    >>> from tempfile import TemporaryDirectory
    >>> from cuvee.lab.plan import Plan
    >>> from cuvee.lab.simulate import simulate
    >>> with TemporaryDirectory() as folder:
    ...     played = simulate(Plan("wine_cellar", 2, {}, seed=1), ["random"] * 2, 5, out=Path(folder), decisions=True)
    ...     read_games(folder, ["game", "scores"]).num_rows
    5
    """
    return _read(folder, _games_file, GAMES, columns)


def read_decisions(folder: Path | str, columns: Columns | None = None) -> Any:
    """Read one row per decision, as a `pyarrow.Table`; some columns, or all.

    >>> from tempfile import TemporaryDirectory
    >>> from cuvee.lab.plan import Plan
    >>> from cuvee.lab.simulate import simulate
    >>> with TemporaryDirectory() as folder:
    ...     played = simulate(Plan("wine_cellar", 2, {}, seed=1), ["random"] * 2, 5, out=Path(folder), decisions=True)
    ...     read_decisions(folder, ["kind"]).column("kind")[0].as_py()
    'bid'
    """
    if not read_run(folder)["decisions"]:
        raise CuveeError(_("{folder} contains no decisions: it was made without --decisions", folder=folder))
    return _read(folder, _decisions_file, DECISIONS, columns)


def read_applied(folder: Path | str) -> dict[str, int]:
    """Read in how many of the restricted games of a run each forbidden choice was taken away at least once.

    >>> from tempfile import TemporaryDirectory
    >>> from cuvee.lab.plan import Plan
    >>> from cuvee.lab.simulate import simulate
    >>> with TemporaryDirectory() as folder:
    ...     played = simulate(Plan("wine_cellar", 2, {}, seed=1), ["random"] * 2, 5, out=Path(folder), forbid=["bid:bid 18"])
    ...     read_applied(folder)
    {'bid:bid 18': 2}
    """
    run, path = read_run(folder), Path(folder)
    total = dict.fromkeys(run["forbid"], 0)
    for chunk in _chunks_in(path):
        notes = pq.read_metadata(path / _games_file(chunk)).metadata or {}
        for pattern, times in json.loads(notes.get(APPLIED, b"{}")).items():
            total[pattern] += times
    return total


def _read_facts(path: Path) -> dict[str, Any]:
    try:
        facts = json.loads((path / RUN_FILE).read_text("utf-8"))
    except FileNotFoundError:
        raise CuveeError(_("{path} is not a folder of results: it has no {file}", path=path, file=RUN_FILE)) from None
    except OSError as error:
        raise _cannot(_("read"), path / RUN_FILE, error) from None
    except ValueError:
        raise CuveeError(_("{path} is damaged: it is not readable as JSON", path=path / RUN_FILE)) from None
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        found = facts.get("format") if isinstance(facts, dict) else None
        raise CuveeError(
            _("{path} has results of format {found}; this version reads format {known}", path=path, found=found, known=FORMAT)
        )
    return facts


def _read(folder: Path | str, file: Any, schema: Any, columns: Columns | None) -> Any:
    path = Path(folder)
    read_run(path)
    for name in columns or ():
        if name not in schema.names:
            raise CuveeError(
                _(
                    "there is no column '{name}'{hint}; there are: {names}",
                    name=name,
                    hint=did_you_mean(name, schema.names),
                    names=", ".join(schema.names),
                )
            )
    tables = [_read_file(path / file(chunk), list(columns or schema.names)) for chunk in _chunks_in(path)]
    if not any(table.num_rows for table in tables):
        raise CuveeError(_("{folder} is an empty run: none of its games is finished", folder=folder))
    return pa.concat_tables([table.replace_schema_metadata() for table in tables])


def _read_file(path: Path, columns: list[str]) -> Any:
    try:
        return pq.read_table(path, columns=columns)
    except OSError as error:
        raise CuveeError(_("cannot read {path}: {why}", path=path, why=str(error).partition("\n")[0])) from None
    except pa.ArrowInvalid:
        raise CuveeError(_("{path} is damaged: it is not readable as Parquet", path=path)) from None


def _chunks_in(path: Path) -> list[int]:
    found = (re.fullmatch(r"games-(\d{5,})\.parquet", file.name) for file in path.iterdir())
    return sorted(int(match[1]) for match in found if match)
