"""Look for known vulnerabilities in the installed versions.

Asks the open vulnerability database (osv.dev), once for all packages. If it cannot be reached, the audit says so but does not
fail: an unreachable service says nothing about our packages. In any case the versions are compared with our own short list
(advisories.toml). A vulnerable version found by either is a failure.
"""

import json
import os
import re
import sys
import tomllib
import urllib.error
import urllib.request
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

SERVICE = os.environ.get("CUVEE_AUDIT_SERVICE", "https://api.osv.dev/v1/querybatch")
LIST = Path(os.environ.get("CUVEE_AUDIT_LIST", Path(__file__).with_name("advisories.toml")))
NOT_OURS = {"pip", "cuvee"}
"""The installer, and Cuvée itself."""
PATIENCE = 20


def installed() -> dict[str, str]:
    """List the packages here with their versions."""
    found = {re.sub(r"[-_.]+", "-", each.name).lower(): each.version for each in distributions() if each.name}
    return {name: version for name, version in sorted(found.items()) if name not in NOT_OURS}


def ask(packages: dict[str, str]) -> dict[str, list[str]]:
    """Ask the database; return the advisories by package. OSError or ValueError if it gives no answer, or nonsense."""
    queries = [{"package": {"ecosystem": "PyPI", "name": name}, "version": version} for name, version in packages.items()]
    question = urllib.request.Request(
        SERVICE, json.dumps({"queries": queries}).encode(), {"Content-Type": "application/json", "User-Agent": "cuvee-audit"}
    )
    with urllib.request.urlopen(question, timeout=PATIENCE) as answer:
        results: list[dict[str, Any]] = json.load(answer)["results"]
    if len(results) != len(packages):
        raise ValueError("it answered something else")
    return {name: [found["id"] for found in result.get("vulns", [])] for name, result in zip(packages, results, strict=True)}


def by_list(packages: dict[str, str], advisories: list[dict[str, str]]) -> dict[str, list[str]]:
    """Compare the versions with our own list: each advisory names the first version without the fault."""
    found: dict[str, list[str]] = {}
    for advisory in advisories:
        version = packages.get(advisory["package"])
        if version is not None and numbers(version) < numbers(advisory["fixed"]):
            found.setdefault(advisory["package"], []).append(advisory["id"])
    return found


def numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version, to compare: 5.2.10 is newer than 5.2.9.

    >>> numbers("5.2.10") > numbers("5.2.9"), numbers("0.16.0rc1")
    (True, (0, 16, 0))
    """
    found = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(part) for part in found[0].split(".")) if found else ()


def main() -> int:
    """Audit what is installed; return the exit code."""
    packages = installed()
    kept = tomllib.loads(LIST.read_text("utf-8"))
    advisories = kept.get("advisory", [])
    accepted = {entry["id"] for entry in kept.get("accepted", [])}
    found = by_list(packages, advisories)
    try:
        asked = ask(packages)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"audit: osv.dev could not be asked ({error}), so newer advisories are unknown.")
        print(f"audit: {len(packages)} packages were compared only with our own list of {len(advisories)}.")
    else:
        print(f"audit: osv.dev was asked about {len(packages)} packages.")
        for name, ids in asked.items():
            found[name] = sorted({*found.get(name, []), *ids})
    bad = {name: ids for name, all_ids in found.items() if (ids := [one for one in all_ids if one not in accepted])}
    for name, ids in bad.items():
        print(f"audit: {name} {packages[name]} has known vulnerabilities: {', '.join(ids)}", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
