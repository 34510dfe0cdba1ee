"""Playing in the terminal, as a person would type it."""

import json
import re
from pathlib import Path

import pytest

from cuvee.cli import main

Capture = pytest.CaptureFixture[str]


class Keyboard:
    """Types prepared lines, then closes the input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, saves: Path) -> None:
        self.lines: list[str] = []
        self.repeat = ""
        self.prompts = 0
        monkeypatch.setenv("XDG_DATA_HOME", str(saves))
        monkeypatch.setattr("builtins.input", self.answer)

    def answer(self, _prompt: str = "") -> str:
        self.prompts += 1
        if self.lines:
            return self.lines.pop(0)
        if self.repeat:
            return self.repeat
        raise EOFError


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Keyboard:
    return Keyboard(monkeypatch, tmp_path)


def play(*words: str) -> int:
    return main(["play", "wine_cellar", *words])


def test_a_whole_game_against_a_bot(keyboard: Keyboard, capsys: Capture) -> None:
    keyboard.repeat = "1"
    assert play("--seed", "3") == 0
    out = capsys.readouterr().out
    assert "Trick 8 of 8" in out
    assert re.search(r"Total +\d+ +\d+", out)
    assert "The winner: " in out or "A draw: " in out


def test_a_solo_game_ends_with_a_rank(keyboard: Keyboard, capsys: Capture) -> None:
    keyboard.repeat = "1"
    assert play("--players", "1", "--seed", "3") == 0
    assert re.search("Still fermenting|Wine Geek|Sommelier", capsys.readouterr().out.splitlines()[-1])


def test_what_a_person_can_ask_for(keyboard: Keyboard, capsys: Capture) -> None:
    keyboard.lines = [
        "help",
        "rules 5.2",
        "rules 99",
        "hint",
        "why bid 99",
        "why bid 1",
        "table",
        "log",
        "0",
        "99",
        "undo",
        "",
        "BID 1",
    ]
    assert play("--seed", "3") == 0
    out = capsys.readouterr().out
    assert "take your last move back" in out
    assert "Each later bottle goes on **top**" in out
    assert "There is no § 99" in out
    assert "A greedy player would choose: Bid " in out
    assert "A bid is a card from your own hand, and “bid 99” is not one (§4.2)" in out
    assert "It is possible: Bid 1 ● Gamay, France" in out
    assert out.count("There are options 1 to 8") == 2
    assert "greedy has acted since" in out, "the bot has locked its bid already"
    assert "wins the trick" in out, "the bid was understood in capital letters"


def test_undo_before_anything_is_shown(keyboard: Keyboard, capsys: Capture, tmp_path: Path) -> None:
    """Win a trick, pick a prize, take the pick back, pick the other."""
    keyboard.lines = ["bid 17", "1", "bid 15", "1", "undo", "2"]
    assert play("--seed", "3") == 0
    out = capsys.readouterr().out
    assert out.count("You won the trick: take one of the two prizes") >= 2
    moves = json.loads((tmp_path / "cuvee" / "wine_cellar.json").read_text())["moves"]
    assert [move[1] for move in moves if move[0] == 0][-1].startswith("take")


def test_leaving_saves_and_resuming_goes_on(keyboard: Keyboard, capsys: Capture, tmp_path: Path) -> None:
    keyboard.lines = ["bid 17", "quit"]
    assert play("--seed", "3") == 0
    assert "cuvee play wine_cellar --resume" in capsys.readouterr().out
    saved = json.loads((tmp_path / "cuvee" / "wine_cellar.json").read_text())
    assert [0, "bid 17"] in [move[:2] for move in saved["moves"]]
    assert saved["players"] == ["me", "greedy"]
    keyboard.repeat = "1"
    assert play("--resume") == 0
    out = capsys.readouterr().out
    assert "Trick 8 of 8" in out
    assert not (tmp_path / "cuvee" / "wine_cellar.json").exists(), "a finished game is not resumed"


def test_saving_to_a_file_and_replaying_it(keyboard: Keyboard, capsys: Capture, tmp_path: Path) -> None:
    target = tmp_path / "mine.json"
    keyboard.lines = ["bid 17", f"save {target}", "save /proc/nowhere/file", "quit"]
    assert play("--seed", "3") == 0
    assert "cannot save to /proc/nowhere/file" in capsys.readouterr().out
    assert main(["replay", str(target), "--verify"]) == 0
    assert main(["play", "wine_cellar", "--resume", str(target)]) == 0


def test_two_people_at_one_screen_do_not_see_each_others_bid(keyboard: Keyboard, capsys: Capture) -> None:
    keyboard.lines = ["bid 17", "", "quit"]
    assert play("--seats", "Ann,Bo", "--seed", "3") == 0
    out = capsys.readouterr().out
    after = out[out.index("Bo (you)") :]
    assert "bid locked" not in after
    assert "Bid 17" not in after


def test_bots_alone_play_to_the_end(keyboard: Keyboard, capsys: Capture) -> None:
    assert play("--seats", "greedy,random", "--seed", "3") == 0
    assert "The winner: greedy" in capsys.readouterr().out
    assert keyboard.prompts == 0


def test_a_save_of_another_game_is_refused(keyboard: Keyboard, capsys: Capture, tmp_path: Path) -> None:
    keyboard.lines = [f"save {tmp_path / 'a.json'}"]
    play("--seed", "3")
    text = (tmp_path / "a.json").read_text().replace('"wine_cellar"', '"ora_et_labora"')
    (tmp_path / "a.json").write_text(text)
    assert main(["play", "wine_cellar", "--resume", str(tmp_path / "a.json")]) == 2
    assert "is a game of ora_et_labora, not of wine_cellar" in capsys.readouterr().err
