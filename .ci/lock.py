"""Write the exact versions and hashes of everything that is installed: `make lock`, with `LOCK=--upgrade` the newest ones.

Three files: what builds Cuvée, what the site runs on, and all of that with the tools of the tests and the extras they use. Each
is valid for Python 3.11 and newer on Linux, macOS and Windows. Recorded versions stay unless they have to change.
No file names a package index: that is up to whoever installs the packages.
"""

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"
PROJECT = ROOT / "pyproject.toml"
TOOLS = ("wheel",)
"""What is needed to build, besides what pyproject.toml says."""
SITE = ("servers",)
EVERYTHING = ("servers", "lab", "rl", "openspiel", "test")
WORDS = (
    "--universal",
    "--python-version=3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-annotate",
    "--no-header",
    "--quiet",
)
HEADER = "# Made by `make lock` from pyproject.toml; do not edit. Install with: pip install --require-hashes -r {name}\n"


def compile_one(uv: str, name: str, sources: list[Path], extras: tuple[str, ...], *more: str) -> None:
    """Write one file, preferring the versions already in it."""
    file = FOLDER / name
    chosen = [f"--extra={extra}" for extra in extras]
    subprocess.run([uv, "pip", "compile", *map(str, sources), *chosen, *WORDS, *more, "-o", str(file)], check=True)
    file.write_text(HEADER.format(name=f"requirements/{name}") + file.read_text("utf-8"), "utf-8")


def main(uv: str, *more: str) -> int:
    """Write all of them; the smaller ones take their versions from the largest."""
    FOLDER.mkdir(exist_ok=True)
    needs = [*tomllib.loads(PROJECT.read_text("utf-8"))["build-system"]["requires"], *TOOLS]
    with tempfile.TemporaryDirectory() as folder:
        build = Path(folder) / "build.in"
        build.write_text("\n".join(needs), "utf-8")
        compile_one(uv, "test.lock", [PROJECT, build], EVERYTHING, *more)
        same = f"--constraint={FOLDER / 'test.lock'}"
        compile_one(uv, "site.lock", [PROJECT], SITE, same, *more)
        compile_one(uv, "build.lock", [build], (), same, *more)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
