"""Reading files and `--option`, and writing files."""

import os
from collections.abc import Callable
from pathlib import Path

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.game import Options
from cuvee.kernel.text import _


def read_options(pairs: list[str]) -> Options:
    """Read `k=v` pairs; the game checks their meaning."""
    found: Options = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise CuveeError(_("write an option as key=value, not '{pair}'", pair=pair))
        if key in found:
            raise CuveeError(_("the option {key} is given twice", key=key))
        found[key] = value
    return found


def read_overrides(game: str, folder: str | None) -> dict[str, str]:
    """Read the corrected component files of a folder, or of its sub-folder named like the game."""
    folder = folder or os.environ.get("CUVEE_COMPONENTS")
    if not folder:
        return {}
    path = Path(folder)
    if (path / game).is_dir():
        path /= game
    if not path.is_dir():
        raise CuveeError(_("there is no folder {folder}", folder=folder))
    found = {file.name: read_text(file) for file in sorted(path.glob("*.toml"))}
    if not found:
        raise CuveeError(_("the folder {folder} has no component file (*.toml)", folder=path))
    return found


def read_text(path: Path) -> str:
    """Read a text file, or say why it cannot be read."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise CuveeError(_("cannot read {path}: {why}", path=path, why=error.strerror)) from None
    except UnicodeDecodeError:
        raise CuveeError(_("cannot read {path}: it is not UTF-8 text", path=path)) from None


def write_page(out: Path | None, default: Path, page: Callable[[], str], quiet: bool) -> None:
    """Write a page where it was asked for, otherwise in its usual place, or nowhere if only JSON is wanted."""
    path = out if out or quiet else default
    if path is None:
        return
    try:
        path.write_text(page(), "utf-8")
    except OSError as error:
        raise CuveeError(_("cannot write {path}: {why}", path=path, why=error.strerror)) from None
    if not quiet:
        print(path)


def place_for(name: str, suffix: str) -> Path:
    """Check, before a long run, that a file can be written at its end."""
    path = Path(name)
    if path.suffix != suffix:
        raise CuveeError(_("the file {path} must end in {suffix}", path=path, suffix=suffix))
    if path.is_dir() or not path.parent.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise CuveeError(_("cannot write {path}", path=path))
    return path
