"""The public interface: what programs outside this repository may rely on, and the reference made from it.

`PUBLIC` is the only list. `python -m cuvee.api docs/api.md` writes the reference from the source and its docstrings alone, so
that every build and machine writes the same. A test compares it with the file in the repository, so that a lost name or a
changed signature is noticed. Record an intended change with the same command, and in CHANGELOG.md.
"""

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

PUBLIC: Final[dict[str, tuple[str, ...]]] = {
    "cuvee.games": ("get", "every", "NAMES"),
    "cuvee.games.box": ("Box",),
    "cuvee.kernel.game": ("Game", "SetUp", "Setting", "Options", "Value"),
    "cuvee.kernel.play": (
        "State",
        "Frame",
        "Step",
        "Decision",
        "Together",
        "Option",
        "News",
        "SPECTATOR",
        "ANY_TIME",
    ),
    "cuvee.kernel.match": ("Match",),
    "cuvee.kernel.journal": ("Journal", "Move", "commitment_to"),
    "cuvee.kernel.view": ("View", "Thing"),
    "cuvee.kernel.score": ("ScoreSheet", "ScoreLine", "places_by"),
    "cuvee.kernel.components": ("Components", "Row"),
    "cuvee.kernel.chance": ("Chance", "derive_seed"),
    "cuvee.kernel.heuristics": ("Heuristics", "Habits", "with_rival"),
    "cuvee.kernel.observation": ("Rows",),
    "cuvee.kernel.text": ("_", "noted", "player", "speaking"),
    "cuvee.kernel.errors": ("CuveeError", "IllegalMove", "BadOption", "BadComponents", "BadJournal", "OtherRules"),
    "cuvee.bots": ("make", "check_names", "BOTS", "LEVELS"),
    "cuvee.bots.bot": ("Bot", "play_out", "best_of"),
    "cuvee.lab.plan": ("Plan",),
    "cuvee.lab.simulate": ("simulate",),
    "cuvee.lab.arena": ("arena",),
    "cuvee.lab.parquet": ("read_run", "read_games", "read_decisions", "read_applied"),
    "cuvee.lab.report": ("study_of",),
    "cuvee.rl": ("env", "parallel_env", "gym_env"),
    "cuvee.rl.batch": ("Batch",),
}
"""Modules and the names in them, in the order of the reference."""

HEAD: Final = """\
# Reference

What programs may rely on, module by module. This file is made from the source by `python -m cuvee.api docs/api.md`. Anything
not listed here may change at any time; anything listed changes only with an entry in [CHANGELOG.md](../CHANGELOG.md).
"""
Definition = ast.FunctionDef | ast.ClassDef


def reference(public: Mapping[str, Sequence[str]], source: Path, head: str = HEAD) -> str:
    """Write the reference of some modules in a folder of sources; a package with a game of its own can use this too.

    >>> text = reference({"cuvee.kernel.score": ["places_by"]}, Path(__file__).parents[1], "# Reference")
    >>> signatures(text)
    ['cuvee.kernel.score.places_by(ranks: list[tuple[int, ...]]) -> list[int]']
    """
    parts = [head.rstrip()]
    for module, names in public.items():
        tree = ast.parse(_file(source, module).read_text("utf-8"))
        summary = (ast.get_docstring(tree) or "").partition("\n\n")[0]
        parts += [f"## {module}", summary]
        for name in names:
            parts += _told(tree, module, name)
    return "\n\n".join(part for part in parts if part) + "\n"


def signatures(text: str) -> list[str]:
    """List the signatures of a reference, which must not change unnoticed.

    >>> signatures("### `cuvee.games.get(name: str) -> Box`")
    ['cuvee.games.get(name: str) -> Box']
    """
    return [line.split("`")[1] for line in text.splitlines() if line.startswith(("### `", "- `"))]


def _file(source: Path, module: str) -> Path:
    path = source.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _told(tree: ast.Module, module: str, name: str) -> Iterator[str]:
    """Write the entry of a name: its signature, its description, and the methods of a class."""
    for place, node in enumerate(tree.body):
        if isinstance(node, Definition) and node.name == name:
            yield f"### `{module}.{_signature(node)}`"
            yield _text(ast.get_docstring(node) or "")
            if isinstance(node, ast.ClassDef):
                yield "\n".join(_members(node))
            return
        if _named(node) == name:
            yield f"### `{module}.{name}`"
            after = tree.body[place + 1] if place + 1 < len(tree.body) else node
            said = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            yield str(after.value.value) if said else f"`{ast.unparse(node)}`"  # type: ignore[attr-defined]
            return
    raise LookupError(f"{module} has no {name}")


def _named(node: ast.stmt) -> str:
    """Return the name to which a statement assigns a value, if it is an assignment."""
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target if isinstance(node, ast.AnnAssign) else None
    return target.id if isinstance(target, ast.Name) else ""


def _signature(node: Definition) -> str:
    if isinstance(node, ast.ClassDef):
        made = next((part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"), None)
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        return f"{node.name}{_arguments(made) if made else ''}" + (f", extends {bases}" if bases else "")
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}{_arguments(node)}{returns}"


def _arguments(node: ast.FunctionDef) -> str:
    arguments = ast.unparse(node.args)
    return "(" + arguments.removeprefix("self").removeprefix("cls").removeprefix(", ") + ")"


def _members(node: ast.ClassDef) -> Iterator[str]:
    """List what a class offers, each with the first sentence about it."""
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
            decorators = {ast.unparse(decorator) for decorator in part.decorator_list}
            shown = part.name if "property" in decorators else _signature(part)
            said = (ast.get_docstring(part) or "").partition("\n")[0]
            yield f"- `{node.name}.{shown}`" + (f" {said}" if said else "")
        elif isinstance(part, ast.AnnAssign) and _named(part) and not _named(part).startswith("_"):
            yield f"- `{node.name}.{_named(part)}: {ast.unparse(part.annotation)}`"


def _text(docstring: str) -> str:
    """Write a docstring as Markdown, with its examples as code."""
    blocks = []
    for block in docstring.split("\n\n"):
        example = block.lstrip().startswith(">>>")
        blocks.append(f"```python\n{block}\n```" if example else block)
    return "\n\n".join(blocks)


def main(arguments: Sequence[str]) -> None:
    """Write the reference into the given file, and list what is no longer in it."""
    path, text = Path(arguments[0]), reference(PUBLIC, Path(__file__).parents[1])
    now = signatures(text)
    for line in signatures(path.read_text("utf-8")) if path.exists() else ():
        if line not in now:
            print(f"removed or changed, so CHANGELOG.md has to say why: {line}")
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
