"""Results on disk: what other programs may rely on, and one clear line for whatever cannot be read."""

import json
from pathlib import Path

import pytest

from cuvee.kernel.errors import CuveeError
from cuvee.lab import parquet
from cuvee.lab.plan import Plan
from cuvee.lab.simulate import simulate


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results") / "run"
    simulate(Plan("wine_cellar", 2, {}, seed=1), ["random", "greedy"], 20, decisions=True, out=folder)
    return folder


def change(folder: Path, **facts: object) -> None:
    file = folder / "run.json"
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | facts), "utf-8")


@pytest.fixture
def copy(run: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "copy"
    folder.mkdir()
    for file in run.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    return folder


def test_the_columns_are_the_documented_ones(run: Path) -> None:
    assert {field.name: str(field.type) for field in parquet.read_games(run).schema} == {
        "game": "int64",
        "deal": "uint64",
        "bots": "list<element: string>",
        "scores": "list<element: int32>",
        "places": "list<element: int8>",
        "decisions": "int32",
        "branching": "float",
        "widest": "int16",
        "stream": "string",
        "variant": "int32",
        "forbidden": "string",
        "restricted_seat": "int8",
        "forfeit": "int8",
        "error": "string",
    }
    assert {field.name: str(field.type) for field in parquet.read_decisions(run).schema} == {
        "game": "int64",
        "number": "int32",
        "seat": "int8",
        "kind": "string",
        "section": "string",
        "text": "string",
        "options": "int16",
    }


def test_decisions_and_games_tell_the_same_story(run: Path) -> None:
    games = {row["game"]: row for row in parquet.read_games(run).to_pylist()}
    asked: dict[int, list[int]] = {}
    for row in parquet.read_decisions(run).to_pylist():
        assert row["number"] == len(asked.setdefault(row["game"], []))
        asked[row["game"]].append(row["options"])
    for number, options in asked.items():
        game = games[number]
        assert len(options) == game["decisions"] == 36
        assert game["widest"] == max(options)
        assert game["branching"] == pytest.approx(sum(options) / len(options))
    assert len(asked) == 20


def test_some_columns_can_be_asked_for_but_only_real_ones(run: Path) -> None:
    assert parquet.read_games(run, ["scores", "places"]).column_names == ["scores", "places"]
    with pytest.raises(CuveeError, match=r"there is no column 'score' \(did you mean 'scores'\?\); there are: game, deal"):
        parquet.read_games(run, ["score"])
    with pytest.raises(CuveeError, match="there is no column 'scores'"):
        parquet.read_decisions(run, ["scores"])


def test_results_of_other_rules_are_refused(copy: Path) -> None:
    change(copy, rules="0")
    for read in (parquet.read_run, parquet.read_games, parquet.read_decisions):
        with pytest.raises(CuveeError, match="was played by version 0 of the rules of Wine Cellar; this is version"):
            read(copy)


def test_results_of_another_format_or_game_are_refused(copy: Path) -> None:
    change(copy, format=99)
    with pytest.raises(CuveeError, match="has results of format 99; this version reads format 1"):
        parquet.read_run(copy)
    change(copy, format=1, game="whist")
    with pytest.raises(CuveeError, match="There is no game 'whist'"):
        parquet.read_run(copy)


def test_an_empty_run_is_named_so(copy: Path) -> None:
    for file in copy.glob("*.parquet"):
        file.unlink()
    with pytest.raises(CuveeError, match="is an empty run: none of its games is finished"):
        parquet.read_games(copy)


def test_a_run_without_decisions_has_none_to_read(copy: Path) -> None:
    change(copy, decisions=False)
    with pytest.raises(CuveeError, match="it was made without --decisions"):
        parquet.read_decisions(copy)


def test_a_folder_of_other_things_and_damaged_files_are_named(copy: Path, tmp_path: Path) -> None:
    with pytest.raises(CuveeError, match="is not a folder of results"):
        parquet.read_run(tmp_path)
    with pytest.raises(CuveeError, match="is not a folder of results"):
        parquet.read_run(tmp_path / "nowhere")
    (copy / "games-00000.parquet").write_bytes(b"grape juice")
    with pytest.raises(CuveeError, match=r"games-00000.parquet is damaged"):
        parquet.read_games(copy)
    (copy / "run.json").write_text("{")
    with pytest.raises(CuveeError, match="is damaged: it is not readable as JSON"):
        parquet.read_run(copy)


def test_a_file_that_was_being_written_is_no_result(copy: Path) -> None:
    before = parquet.read_games(copy).num_rows
    (copy / "games-00000.parquet").rename(copy / "games-00000.parquet.part")
    assert parquet.read_games(copy).num_rows < before
