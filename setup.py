"""Build Cuvée: compiled with mypyc where a C compiler works, interpreted where none does. One source for both."""

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup

COMPILED = (
    "kernel/chance.py",
    "kernel/play.py",
    "kernel/net.py",
    "kernel/observation.py",
    "kernel/heuristics.py",
    "games/*/pieces.py",
    "games/*/pieces/*.py",
    "games/*/state.py",
    "games/*/state/*.py",
    "games/*/flow.py",
    "games/*/flow/*.py",
    "games/*/decisions/*.py",
    "games/*/effects.py",
    "games/*/effects/*.py",
    "games/*/scoring.py",
    "games/*/observation.py",
    "games/*/heuristics.py",
    "games/*/endgame.py",
    "games/*/matrix.py",
    "bots/bot.py",
    "bots/simple.py",
    "bots/prospects.py",
    "bots/playing_on.py",
    "bots/thinking.py",
    "bots/flat.py",
    "bots/sweeps.py",
    "bots/tree.py",
    "encoding/action_numbers.py",
    "encoding/position.py",
    "encoding/many.py",
)
"""The hot parts. Views, boxes, command line and web stay interpreted."""


def compiler_works() -> bool:
    """Try to compile a line against Python's headers."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("#include <Python.h>\nint main(void) { return 0; }\n")
        include = sysconfig.get_paths()["include"]
        try:
            probe = subprocess.run(
                [*compiler, "-I", include, "-c", str(source), "-o", str(source.with_suffix(".o"))],
                capture_output=True,
                check=False,
            )
        except OSError:
            return False
        return probe.returncode == 0


def extensions() -> list[Extension]:
    """Return the modules to compile, or none."""
    if not {"build", "build_ext", "bdist_wheel", "develop", "editable_wheel"} & set(sys.argv):
        return []  # only the metadata is asked for
    if os.environ.get("CUVEE_PURE"):
        print("cuvee: CUVEE_PURE is set, so this is the interpreted build", file=sys.stderr)
        return []
    if not compiler_works():
        print("cuvee: no working C compiler, so this is the interpreted build (about 5 times slower)", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    source = Path("src/cuvee")
    modules = sorted(str(file) for pattern in COMPILED for file in source.glob(pattern))
    found: list[Extension] = mypycify(["--config-file=pyproject.toml", *modules], opt_level="3", debug_level="0", separate=True)
    return found


def sweep() -> None:
    """Remove from build/lib* what no longer has a source, so that a deleted module cannot come back in a wheel."""
    for library in Path("build").glob("lib*"):
        for file in library.rglob("*"):
            source = Path("src") / file.relative_to(library)
            module = source.with_name(file.name.split(".")[0].removesuffix("__mypyc") + ".py")
            if file.is_file() and not source.exists() and not (file.suffix == ".so" and module.exists()):
                file.unlink()


sweep()
setup(ext_modules=extensions(), options={"build_ext": {"parallel": os.cpu_count() or 1}})
