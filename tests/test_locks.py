"""The locks record the version and hash of everything installed, for every system, and nothing else is installed."""

import re
import tomllib
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
SITE = [*PROJECT["project"]["dependencies"], *EXTRAS["servers"]]
EVERYTHING = [*SITE, *(line for extra in ("lab", "rl", "openspiel", "test") for line in EXTRAS[extra])]
BUILD = [*PROJECT["build-system"]["requires"], "wheel"]
NEEDS = {"build.lock": BUILD, "site.lock": SITE, "test.lock": [*EVERYTHING, *BUILD]}
SYSTEMS = [("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt")]
PLACES = [
    {
        "sys_platform": sys,
        "platform_system": system,
        "os_name": os,
        "python_version": python,
        "python_full_version": f"{python}.9",
    }
    for (sys, system, os), python in product(SYSTEMS, ("3.11", "3.12", "3.13"))
]
"""Where Cuvée is installed."""


class Entry(NamedTuple):
    requirement: Requirement
    hashes: list[str]


def read(text: str) -> list[Entry]:
    """Read a lock; anything but a requirement with its hashes is an error."""
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line.strip() and not line.startswith("#")]
    found = []
    for line in lines:
        words, *hashes = line.split("--hash=")
        found.append(Entry(Requirement(words.strip()), [one.strip() for one in hashes]))
    return found


def lock(name: str) -> list[Entry]:
    return read((ROOT / "requirements" / name).read_text("utf-8"))


def version_of(entry: Entry) -> str:
    (pin,) = entry.requirement.specifier
    return pin.version


def unmet(needs: list[str], entries: list[Entry]) -> list[str]:
    """List the requirements that are not locked within their range."""
    missing = []
    for words, place in product(needs, PLACES):
        need = Requirement(words)
        if need.name == "cuvee" or (need.marker and not need.marker.evaluate(place)):
            continue
        fits = [
            entry
            for entry in entries
            if canonicalize_name(entry.requirement.name) == canonicalize_name(need.name)
            and (entry.requirement.marker is None or entry.requirement.marker.evaluate(place))
        ]
        if len(fits) != 1 or not need.specifier.contains(version_of(fits[0])):
            missing.append(f"{words} on {place['sys_platform']}, {place['python_version']}")
    return missing


@pytest.mark.parametrize("name", NEEDS)
def test_a_lock_holds_all_that_the_project_asks_for(name: str) -> None:
    assert unmet(NEEDS[name], lock(name)) == []


@pytest.mark.parametrize("name", NEEDS)
def test_every_version_is_exact_and_has_its_hashes(name: str) -> None:
    entries = lock(name)
    assert len(entries) > 5
    for requirement, hashes in entries:
        assert [pin.operator for pin in requirement.specifier] == ["=="], requirement
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in hashes), requirement


@pytest.mark.parametrize("name", NEEDS)
def test_a_lock_says_nothing_of_where_packages_come_from(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text("utf-8")
    assert not re.search(r"://|index-url|find-links|trusted-host", text)


def test_all_locks_agree() -> None:
    everything = {entry.requirement.name: version_of(entry) for entry in lock("test.lock")}
    for name in ("site.lock", "build.lock"):
        for entry in lock(name):
            assert everything[entry.requirement.name] == version_of(entry), f"{entry.requirement.name} of {name}"


def test_nothing_huge_came_along_unasked() -> None:
    names = {entry.requirement.name for entry in lock("test.lock")}
    assert not {name for name in names if name.startswith(("torch", "nvidia", "tensorflow", "ray"))}
    tools = {"pytest", "playwright", "ruff", "mypy", "setuptools", "numpy"}
    assert not tools & {entry.requirement.name for entry in lock("site.lock")}, "no tool belongs on a server"


def test_a_version_out_of_range_or_left_out_somewhere_is_noticed() -> None:
    entries = read("django==5.1.0 --hash=sha256:0\nuvloop==0.23.0 ; sys_platform == 'linux' --hash=sha256:0")
    assert len(unmet(["Django>=5.2.9,<5.3"], entries)) == len(PLACES)
    found = unmet(["uvloop>=0.21; sys_platform != 'win32'"], entries)
    assert len(found) == 3
    assert all(" on darwin, " in words for words in found)


@pytest.mark.parametrize("file", ["Makefile", "deploy/Dockerfile"])
def test_everything_is_installed_from_the_locks(file: str) -> None:
    """All except Cuvée itself, which brings nothing along, and the tool that writes the locks, in its fixed version."""
    text = (ROOT / file).read_text("utf-8").replace("\\\n", " ").replace("$(PIP)", "pip").replace("$(LOCKED)", "LOCKED")
    installs = [
        part for line in text.splitlines() for part in line.split("&&") if re.search(r"\bpip\b.* (install|wheel) ", part)
    ]
    assert installs
    for words in installs:
        ours = "--no-deps" in words and ("--no-build-isolation" in words or "/wheels/" in words)
        assert "--require-hashes" in words or ours or "uv==" in words, words
