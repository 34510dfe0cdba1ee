"""Games and bots that come in packages of their own: found by entry points, loaded only when somebody asks for them.

A broken package is reported in one sentence, and everything else works without it.
"""

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from cuvee.kernel.errors import CuveeError

if TYPE_CHECKING:  # the module is slow to import, so it is imported only to look for packages
    from importlib.metadata import EntryPoint

NAME: Final = re.compile(r"[a-z][a-z0-9_]*")


@cache
def warn(sentence: str) -> None:
    """Tell the operator once that something was left out."""
    import logging

    logging.getLogger("cuvee").warning("cuvee: %s", sentence)


@cache
def _entries(group: str) -> tuple["EntryPoint", ...]:
    """List the entry points of a group, in the order in which Python looks for packages."""
    from importlib.metadata import distributions

    found: list[EntryPoint] = []
    for package in distributions():
        try:
            found += package.entry_points.select(group=group)
        except Exception as error:  # one package with unreadable metadata must not hide the others
            warn(f"the entry points of an installed package cannot be read: {in_words(error)}")
    return tuple(found)


@cache
def offered(group: str, taken: tuple[str, ...], longest: int) -> Mapping[str, "EntryPoint"]:
    """List what installed packages offer under usable names; if two have the same name, the first counts."""
    found: dict[str, EntryPoint] = {}
    for entry in _entries(group):
        name = entry.name
        if name in found and found[name].value == entry.value:
            continue  # the same package, found twice on the path
        if not NAME.fullmatch(name) or len(name) > longest:
            why = f"a name is up to {longest} lower-case letters, digits and _"
        elif name in taken:
            why = "Cuvée itself has one of this name"
        elif name in found:
            why = f"the package '{package_of(found[name])}' has one of this name"
        else:
            found[name] = entry
            continue
        warn(f"'{name}' of the package '{package_of(entry)}' is left out: {why}")
    return dict(sorted(found.items()))


def load(entry: "EntryPoint", check: Callable[[Any], str]) -> Any:
    """Import what an entry point names and check it; `check` returns what is wrong, or nothing.

    Whatever happens in somebody else's package, the error is one sentence that names it.
    """
    try:
        thing = entry.load()
        wrong = check(thing)
    except (Exception, SystemExit) as error:
        wrong = in_words(error)
    if wrong:
        raise CuveeError(f"'{entry.name}' of the package '{package_of(entry)}' cannot be used: {wrong}")
    return thing


def usable(names: Collection[str], get: Callable[[str], Any]) -> dict[str, Any]:
    """Load everything that can be used, and warn about the rest."""
    found: dict[str, Any] = {}
    for name in names:
        try:
            found[name] = get(name)
        except CuveeError as error:
            warn(str(error))
    return found


def package_of(entry: "EntryPoint") -> str:
    """Return the name of the package an entry point is from."""
    return entry.dist.name if entry.dist is not None else entry.module


def in_words(error: BaseException) -> str:
    """Say in one line what went wrong."""
    said = str(error).strip().splitlines()
    return f"{type(error).__name__}: {said[0]}" if said else type(error).__name__
