"""The public interface does not change by accident, it is explained, and its reference is up to date."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from cuvee.api import PUBLIC, main, reference, signatures

SOURCE = Path(__file__).parents[1] / "src"
WRITTEN = (SOURCE.parent / "docs" / "api.md").read_text("utf-8")
ANEW = "python -m cuvee.api docs/api.md"
NAMES = [(module, name) for module, names in PUBLIC.items() for name in names]


def test_no_public_name_has_gone_or_changed() -> None:
    """Other people's programs rely on them: record an intended change in CHANGELOG.md and regenerate docs/api.md."""
    now = set(signatures(reference(PUBLIC, SOURCE)))
    assert [line for line in signatures(WRITTEN) if line not in now] == [], f"if this is meant: CHANGELOG.md, and {ANEW}"


def test_the_reference_is_up_to_date(tmp_path: Path) -> None:
    main([str(tmp_path / "api.md")])
    assert (tmp_path / "api.md").read_text("utf-8") == WRITTEN, f"out of date: {ANEW}"


def test_a_change_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text('def deal(seats: int) -> None:\n    """Deal."""\n')
    before = signatures(reference({"game": ["deal"]}, tmp_path))
    (tmp_path / "game.py").write_text('def deal(seats: int, seed: int) -> None:\n    """Deal."""\n')
    assert before == ["game.deal(seats: int) -> None"]
    assert signatures(reference({"game": ["deal"]}, tmp_path)) == ["game.deal(seats: int, seed: int) -> None"]
    with pytest.raises(LookupError, match="game has no view"):
        reference({"game": ["view"]}, tmp_path)


@pytest.mark.parametrize(("module", "name"), NAMES, ids=[".".join(entry) for entry in NAMES])
def test_a_public_name_is_there_and_explained(module: str, name: str) -> None:
    """Functions and classes have an example, which doctest runs with all others."""
    assert hasattr(import_module(module), name)
    path = SOURCE.joinpath(*module.split("."))
    tree = ast.parse((path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            assert ">>> " in (ast.get_docstring(node) or ""), "no example"
