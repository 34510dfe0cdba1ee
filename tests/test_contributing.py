"""CONTRIBUTING.md explains how to correct a card: these are its steps, in a copy of the project."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CARDS = "src/cuvee/games/wine_cellar/components/cards.toml"
TESTS = ("__init__.py", "test_journals.py", "test_digests.py", "journals")


def steps() -> list[str]:
    """Return the commands of the section "Correct a card"."""
    section = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Correct a card")[2].partition("\n## ")[0]
    found = re.search(r"```sh\n(.*?)```", section, re.DOTALL)
    assert found
    return [line.strip() for line in found[1].splitlines() if line.strip()]


def copy_project(folder: Path) -> None:
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info"))
    for name in TESTS:
        source, target = ROOT / "tests" / name, folder / "tests" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    shutil.copy(ROOT / "pyproject.toml", folder)
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)


def run(folder: Path, commands: list[str]) -> "subprocess.CompletedProcess[str]":
    script = "set -e\n" + "\n".join(commands)
    return subprocess.run(["sh", "-c", script], cwd=folder, capture_output=True, text=True, check=False)


def test_a_card_is_corrected_by_the_steps_told(tmp_path: Path) -> None:
    copy_project(tmp_path)
    cards = tmp_path / CARDS
    before = cards.read_text("utf-8")
    row = re.search(r'id = "france_red_01".*?ages = \[([^\]]*)\]', before, re.DOTALL)
    assert row
    ages = row[1].split(",")
    cards.write_text(before[: row.start(1)] + ",".join([*ages[1:], ages[0]]) + before[row.end(1) :], "utf-8")
    commands = steps()
    *others, tests = commands
    not_recorded = run(tmp_path, [commands[0], tests])
    assert not_recorded.returncode != 0, "the stored games were played with another card"
    done = run(tmp_path, [*others, tests])
    assert done.returncode == 0, done.stdout + done.stderr
    assert "recorded anew" in done.stdout
