"""What the project promises about itself: small pure kernel, cited rules that exist, sources on every row."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from cuvee import games
from cuvee.games.rulebook import section_numbers
from cuvee.kernel.components import SOURCES

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "cuvee"
CITED = re.compile(r"§(\d+(?:\.\d+)*)")
CITED_IN = re.compile(r"(?:\b([A-Z]{5,}) )?(§\d+(?:\.\d+)*(?:(?:,| and| to) §\d+(?:\.\d+)*)*)")
"""A run of cited sections, and the file they are in if it is named ("VISITORS §4.2, §4.3"); otherwise RULES."""


def code_lines(path: Path) -> int:
    """Count lines without docstrings, comments and blank lines."""
    tree = ast.parse(path.read_text("utf-8"))
    docs: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            docs |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = path.read_text("utf-8").splitlines()
    return sum(
        bool(line.strip()) and not line.strip().startswith("#") and number not in docs for number, line in enumerate(lines, 1)
    )


def test_the_kernel_stays_small() -> None:
    assert sum(code_lines(path) for path in (SOURCE / "kernel").glob("*.py")) <= 1450


def test_the_kernel_knows_no_game() -> None:
    for path in (SOURCE / "kernel").glob("*.py"):
        text = path.read_text("utf-8")
        for name in games.NAMES:
            assert f"games.{name}" not in text
        code = "\n".join(line for line in text.splitlines() if ">>>" not in line)
        for forbidden in ("import random", "import time", "from time", "open(", "import os", "import cuvee.games"):
            assert forbidden not in code, f"{path.name} is not pure: {forbidden}"


@pytest.mark.parametrize("name", games.NAMES)
def test_every_section_cited_in_the_code_exists(name: str) -> None:
    known = set(section_numbers(games.get(name).rules()))
    books = {book.stem: set(section_numbers(book.read_text("utf-8"))) for book in (SOURCE / "games" / name).glob("*.md")}
    for path in [*(SOURCE / "games" / name).rglob("*.py"), *(ROOT / "tests" / "games" / name).rglob("*.py")]:
        for book, sections in CITED_IN.findall(path.read_text("utf-8")):
            for section in CITED.findall(sections):
                assert section in books[book or "RULES"], f"{path.name} cites §{section}, which is not in {book or 'RULES'}.md"
    for path in (SOURCE / "games" / name).rglob("*.py"):
        for section in re.findall(
            r"def section\(self\) -> str:\n +(?:\"\"\".*\"\"\"\n +)?return \"([^\"]+)\"", path.read_text("utf-8")
        ):
            assert section in known, f"{path.name} returns §{section}, which is not in RULES.md"


@pytest.mark.parametrize("name", games.NAMES)
def test_every_component_row_says_where_it_comes_from(name: str) -> None:
    for file, text in games.get(name).files().items():
        for kind, rows in tomllib.loads(text).items():
            for row in rows if isinstance(rows, list) else []:
                assert row.get("source") in SOURCES, f"{file}, {kind} {row.get('id')}: source {row.get('source')!r}"


@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_keeps_the_common_grammar(name: str) -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    assert f"cuvee.games.{name}" in contracts[-1]["modules"], "lint-imports keeps every game from knowing another"
    folder = SOURCE / "games" / name
    for file in ("RULES.md", "components"):
        assert (folder / file).exists(), f"{name} has no {file}"
    for part in ("pieces", "state", "flow", "decisions", "scoring", "view", "observation", "heuristics"):
        kept = [place for place in (f"{part}.py", f"{part}/__init__.py") if (folder / place).exists()]
        assert len(kept) == 1, f"{name} keeps its {part} in {kept or 'no file'}: a file or a package, of this name"


def test_the_readme_shows_the_two_commands_and_the_four_doors() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for words in ("make play", "make test", "**Play.**", "**Host.**", "**Research.**", "**Design.**", "unofficial"):
        assert words in readme
    for game in games.every():
        assert game.title in readme
        for designer in re.split(r", | and ", game.designer):
            assert designer in readme


def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
    exec(code, {})
    assert re.fullmatch(r"\[\d+, \d+\]\n", capsys.readouterr().out)


def spoken_code(path: Path) -> str:
    """Return what a file does and shows: for Python without comments and docstrings, which may give examples."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        return text
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""
    return ast.unparse(tree)


@pytest.mark.parametrize("name", games.NAMES)
def test_the_platform_knows_no_game(name: str) -> None:
    """Everything about a game is in its folder: its name, its books of rules, the opponents it brings along."""
    box = games.get(name)
    words = {name, box.title, "".join(part.title() for part in name.split("_")), *box.books, *box.opponents}
    found = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in sorted(words, key=len, reverse=True)))
    files = [path for kind in ("py", "html", "css", "js", "svg", "toml", "txt") for path in SOURCE.rglob(f"*.{kind}")]
    platform = [path for path in files if SOURCE / "games" not in path.parents]
    assert len(platform) > 150
    assert {str(path.relative_to(SOURCE)): match[0] for path in platform if (match := found.search(spoken_code(path)))} == {}
    assert not [file for file in platform if name in file.name], "a file of the platform is named after a game"


INSTALLS_BY_NAME = re.compile(r"\bpip\d?\s+(?:install|download|wheel)\b[^\n`#]*?[\s'\"]cuvee(?![\w./*-]*\.whl)(?![\w/])", re.I)


def test_nobody_is_told_to_install_a_name_that_is_not_ours() -> None:
    """Cuvée is not on the package index yet: whoever takes the name there would decide what such a command installs."""
    for wrong in (
        "pip install cuvee",
        "pip install 'cuvee[lab]'",
        "pip install --upgrade cuvee",
        "pip3 install -U numpy cuvee==1",
    ):
        assert INSTALLS_BY_NAME.search(wrong), wrong
    for right in (
        "pip install '.[lab]'",
        "pip install --no-deps /wheels/cuvee-*.whl",
        "pip install cuvee-0.1.0-py3-none-any.whl",
    ):
        assert not INSTALLS_BY_NAME.search(right), right
    texts = [path for kind in ("md", "py", "po", "html", "toml", "yaml", "service", "env") for path in ROOT.rglob(f"*.{kind}")]
    texts += [ROOT / "Makefile", ROOT / "deploy" / "Dockerfile"]
    ours = [
        path for path in texts if path != Path(__file__) and not path.relative_to(ROOT).parts[0].startswith((".venv", "build"))
    ]
    assert len(ours) > 100
    told = [str(path.relative_to(ROOT)) for path in ours if INSTALLS_BY_NAME.search(path.read_text("utf-8"))]
    assert told == []
