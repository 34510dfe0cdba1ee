"""The command line as scripts use it: docs/command-line.md."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cuvee import build
from cuvee.cli import main
from cuvee.kernel.chance import Chance
from cuvee.kernel.match import Match
from tests.games.wine_cellar.table import GAME

Capture = pytest.CaptureFixture[str]


def run(*words: str) -> int:
    return main(list(words))


def run_json(capture: Capture, *words: str) -> dict[str, object]:
    assert run(*words, "--json") == 0
    out, err = capture.readouterr()
    assert err == ""
    value = json.loads(out)
    assert isinstance(value, dict)
    return value


def refused(capture: Capture, *words: str) -> str:
    """Run a command that must fail with one clear line on standard error and nothing on standard output."""
    assert run(*words) != 0
    out, err = capture.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("cuvee: ")
    return err


def simulate(*more: str, players: str = "2", bots: str = "random,random", games: str = "300") -> list[str]:
    return ["simulate", "wine_cellar", "--players", players, "--bots", bots, "--games", games, "--seed", "1", *more]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    match = Match(GAME, 2, {}, 77)
    luck = Chance.from_seed(1, ["cli"])
    while not match.state.over:
        seat = match.state.waiting[0]
        numbers = match.state.options(seat)
        match.play(seat, numbers[luck.below(len(numbers))])
    path = tmp_path / "game.json"
    path.write_text(match.journal.to_json(), "utf-8")
    return path


def test_version_tells_the_build() -> None:
    done = subprocess.run([sys.executable, "-m", "cuvee", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == build.describe()
    assert ("(compiled," in done.stdout) == build.compiled()


def test_games(capsys: Capture) -> None:
    found = run_json(capsys, "games")["games"]
    assert isinstance(found, list)
    first = found[0]
    assert (first["name"], first["designer"], first["players"]) == ("wine_cellar", "Andrew Stiles", [1, 2])
    assert first["options"][0]["key"] == "advanced_swap"
    assert run("games") == 0
    assert "advanced_swap=false|true" in capsys.readouterr().out


def test_rules_and_sections(capsys: Capture) -> None:
    assert run("rules", "wine_cellar") == 0
    whole = capsys.readouterr().out
    assert run("rules", "wine_cellar", "5") == 0
    chapter = capsys.readouterr().out
    assert chapter.startswith("## 5 The cellar")
    assert "5.4 Useful consequences" in chapter
    assert "## 6" not in chapter
    assert chapter.strip() in whole
    assert run("rules", "wine_cellar", "§5.2") == 0
    section = capsys.readouterr().out
    assert section.startswith("5.2 Each later bottle goes on **top**")
    assert "5.3" not in section
    assert "no § 99" in refused(capsys, "rules", "wine_cellar", "99")


def test_components(capsys: Capture, tmp_path: Path) -> None:
    kinds = run_json(capsys, "components", "wine_cellar")["kinds"]
    assert isinstance(kinds, dict)
    assert kinds["card"] == {"rows": 18, "pieces": 18, "sources": {"seed": 8, "reconstructed": 10}}
    (tmp_path / "cards.toml").write_text('[[card]]\nid = "usa_rose_02"\nname = "Rosé"\n')
    corrected = run_json(capsys, "components", "wine_cellar", "--components", str(tmp_path))
    assert corrected["corrected_files"] == ["cards.toml"]
    assert corrected["kinds"]["card"]["sources"] == {"seed": 7, "owner": 1, "reconstructed": 10}  # type: ignore[index]
    assert run("components", "wine_cellar") == 0
    assert "from the rulebook" in capsys.readouterr().out


def test_simulate_gives_what_the_contract_says(capsys: Capture) -> None:
    result = run_json(capsys, *simulate())
    assert result["games"] == 300
    assert result["errors"] == 0
    assert result["decisions"] == 300 * 36
    for key in ("seconds", "decisions_per_second", "games_per_second"):
        rate = result[key]
        assert isinstance(rate, float)
        assert rate > 0
    scores = result["scores"]
    assert isinstance(scores, list)
    assert len(scores) == 2
    for line in scores:
        assert 19 <= line["min"] < line["mean"] < line["max"] <= 87
    assert run(*simulate()) == 0
    assert "300 games" in capsys.readouterr().out


def test_simulations_do_not_depend_on_the_number_of_workers(capsys: Capture) -> None:
    alone = run_json(capsys, *simulate(games="600"))
    together = run_json(capsys, *simulate("--workers", "2", games="600"))
    assert alone["scores"] == together["scores"]
    assert alone["decisions"] == together["decisions"]


def test_one_bot_name_stands_for_all_seats(capsys: Capture) -> None:
    assert run_json(capsys, *simulate(bots="greedy", games="20"))["bots"] == ["greedy", "greedy"]


def test_simulate_with_corrected_components(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "wine_cellar"
    folder.mkdir()
    (folder / "cards.toml").write_text('[[card]]\nid = "usa_rose_02"\nages = [80, 80, 80, 80, 80, 80, 80, 80]\n')
    plain, corrected = (run_json(capsys, *simulate(*more)) for more in ([], ["--components", str(tmp_path)]))
    assert corrected["scores"][0]["max"] > 87 >= plain["scores"][0]["max"]  # type: ignore[index]
    monkeypatch.setenv("CUVEE_COMPONENTS", str(tmp_path))
    assert run_json(capsys, *simulate())["scores"] == corrected["scores"]


def test_arena(capsys: Capture) -> None:
    words = ["arena", "wine_cellar", "--bots", "greedy,random", "--games", "100", "--seed", "1"]
    lines = run_json(capsys, *words)["bots"]
    assert isinstance(lines, dict)
    greedy, random = lines["greedy"], lines["random"]
    assert greedy["games"] == random["games"] == 100
    assert greedy["wins"] + random["wins"] == 100
    assert 0.9 < greedy["low"] < greedy["win_rate"] <= greedy["high"] <= 1
    assert greedy["rating"] > random["rating"]
    assert greedy["mean_score"] > random["mean_score"] + 10
    assert run(*words, "--think", "0.5", "--workers", "2") == 0
    assert "95 %" in capsys.readouterr().out


def test_solo_arena_compares_on_the_same_deals(capsys: Capture) -> None:
    result = run_json(
        capsys, "arena", "wine_cellar", "--players", "1", "--bots", "greedy,random", "--games", "40", "--seed", "1"
    )
    lines = result["bots"]
    assert isinstance(lines, dict)
    assert lines["greedy"]["games"] == lines["random"]["games"] == 40
    assert lines["greedy"]["win_rate"] > 0.9


def test_replay(capsys: Capture, journal: Path) -> None:
    assert run("replay", str(journal), "--verify") == 0
    assert "36 moves, finished: every move and position is right" in capsys.readouterr().out
    assert run("replay", str(journal)) == 0
    shown = capsys.readouterr().out
    assert "wins the trick" in shown
    assert "Cellar value" in shown


def test_bench(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cuvee.lab.bench.SECONDS_PER_ROUND", 0.01)
    result = run_json(capsys, "bench")
    assert result["build"] == ("compiled" if build.compiled() else "interpreted")
    results = result["results"]
    assert isinstance(results, list)
    for line in results:
        for key in ("decisions_per_second", "games_per_second", "clones_per_second", "redeals_per_second"):
            assert line[key] > 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["rules", "wine_celar"], "There is no game 'wine_celar' (did you mean 'wine_cellar'?)"),
        (["play", "chess"], "There is no game 'chess'"),
        (simulate(players="3", bots="random"), "Wine Cellar is for 1, 2 players, not 3"),
        (simulate(players="0"), "must be a whole number of 1 or more, not '0'"),
        (simulate("--option", "swap=true"), "has no option 'swap'"),
        (simulate("--option", "advanced_swap=maybe"), "can be false, true, not maybe"),
        (simulate("--option", "advanced_swap"), "write an option as key=value, not 'advanced_swap'"),
        (simulate("--option", "advanced_swap=1", "--option", "advanced_swap=0"), "given twice"),
        (simulate("--option", "advanced_swap=true", players="1", bots="random"), "is not offered for 1 players"),
        (simulate(bots="gredy"), "There is no bot 'gredy' (did you mean 'greedy'?)"),
        (simulate(bots="random,random,random"), "3 bots were named for 2 seats"),
        (simulate("--components", "/no/such/folder"), "there is no folder /no/such/folder"),
        (simulate("--engine", "abacus"), "invalid choice: 'abacus'"),
        (simulate("--speed", "9"), "unrecognized arguments"),
        (["simulate", "wine_cellar"], "the following arguments are required"),
        (["arena", "wine_cellar", "--bots", "a,b", "--games", "2", "--seed", "x"], "must be a whole number of 0 or more"),
        (["replay", "/no/such/file"], "cannot read /no/such/file"),
        (["play", "wine_cellar", "--seats", "me,me,me"], "is for 1, 2 players, not 3"),
        (["play", "wine_cellar", "--seats", "me,gredy"], "did you mean 'greedy'?"),
        (["play", "wine_cellar", "--resume", "/no/such/file"], "there is no saved game at /no/such/file"),
        (["dance"], "invalid choice: 'dance'"),
        ([], "required"),
    ],
)
def test_bad_input_gets_one_clear_line(capsys: Capture, words: list[str], complaint: str) -> None:
    assert complaint in refused(capsys, *words)


def test_a_malformed_override_names_file_and_row(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    for text, complaint in (
        ('[[card]]\nid = "usa_rose_02"\nages = [1, 2', "cards.toml: not readable as TOML"),
        (
            '[[card]]\nid = "usa_rose_02"\nage = [1]',
            "cards.toml, card 1 (usa_rose_02): unknown field 'age' (did you mean 'ages'?)",
        ),
        ('[[card]]\nid = "usa_rose_02"\nages = [1]', "cards.toml, card 2 (usa_rose_02): 'ages' needs 8 numbers"),
    ):
        file.write_text(text)
        assert complaint in refused(capsys, *simulate("--components", str(tmp_path)))
    file.unlink()
    assert "has no component file" in refused(capsys, *simulate("--components", str(tmp_path)))


def test_bad_journals_name_the_first_bad_move(capsys: Capture, journal: Path) -> None:
    whole = journal.read_text("utf-8")
    lines = whole.splitlines(keepends=True)
    first = next(place for place, line in enumerate(lines) if line.startswith("  ["))
    for text, complaint in (
        ("".join(lines[: first + 4])[:-9], "move 4: the journal is damaged or cut off here"),
        (whole.replace('"rules": "1"', '"rules": "0"'), "played by version 0 of the rules of Wine Cellar; this is version 1"),
        (whole.replace(lines[first + 2], lines[first + 2].replace("take", "steal")), "move 3: "),
        (whole.replace('"wine_cellar"', '"whist"'), "There is no game 'whist'"),
        ("\x00", "this is not a journal"),
    ):
        journal.write_text(text, "utf-8")
        assert complaint in refused(capsys, "replay", str(journal), "--verify")
    journal.write_bytes(b"\xff\xfe")
    assert "not UTF-8 text" in refused(capsys, "replay", str(journal))


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m cuvee rules wine_cellar | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("# Wine Cellar")
    assert done.stderr == ""
