"""Measures Cuvée, compiled and interpreted, next to other people's engines, in one run; prints ratios and writes JSON.

The other engines are installed only for this purpose, into .venv-bench/.
"""

import json
import os
import platform
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / ".venv-bench"
PEER_PACKAGES = ["catanatron==3.2.1", "open_spiel==2.0.2", "rlcard==1.2.0"]
RESULTS = ROOT / "bench" / "results"
RATES = ("decisions_per_second", "games_per_second", "clones_per_second")


def run(command: list[str], **environment: str) -> Any:
    """Run a command that prints JSON."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **environment}, cwd=ROOT)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return json.loads(done.stdout)


def peer_python() -> str:
    """Return the Python of the peers' environment, which is made if it is missing."""
    python = PEERS / "bin" / "python"
    mark, wanted = PEERS / ".installed", " ".join(PEER_PACKAGES)
    if not mark.exists() or mark.read_text() != wanted:
        print("Installing the engines to compare with (once)", file=sys.stderr)
        venv.create(PEERS, with_pip=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", *PEER_PACKAGES], check=True)
        mark.write_text(wanted)
    return str(python)


def rows_of(report: dict[str, Any]) -> list[dict[str, Any]]:
    """Name the rows of `cuvee bench --json`."""
    return [
        {"name": f"{row['game']}, {row['players']} players, {report['build']}", **row, "build": report["build"]}
        for row in report["results"]
    ]


def print_rows(rows: list[dict[str, Any]], unit: dict[str, Any]) -> None:
    """Print rates, and decisions and clones as multiples of one row."""
    width = max(len(row["name"]) for row in rows)
    print(f"{'':{width}}  decisions/s     games/s    clones/s   × {unit['name']} (decisions, clones)")
    for row in rows:
        times = [row[key] / unit[key] for key in ("decisions_per_second", "clones_per_second")]
        print(
            f"{row['name']:{width}}  {row['decisions_per_second']:>11,}  {row['games_per_second']:>10,.1f}"
            f"  {row['clones_per_second']:>10,}   {times[0]:>8.1f} {times[1]:>8.1f}"
        )


def main() -> None:
    """Measure one after another, never at the same time."""
    python = sys.executable
    peers = run([peer_python(), str(ROOT / "bench" / "peers.py")])
    builds = [run([python, "-m", "cuvee", "bench", "--json"])]
    if builds[0]["build"] == "compiled":
        builds.append(run([python, "-m", "cuvee", "bench", "--json"], PYTHONPATH=str(ROOT / "src")))
    else:
        print("There is no compiled build here (no C compiler): only the interpreted one is measured.")
    print(f"{builds[0]['version']}, {platform.machine()}, one core, random play\n")
    print_rows([row for report in builds for row in rows_of(report)] + peers, peers[0])
    if len(builds) == 2:
        print("\ncompiled ÷ interpreted:")
        for fast, slow in zip(builds[0]["results"], builds[1]["results"], strict=True):
            ratios = "  ".join(f"{key.split('_')[0]} {fast[key] / slow[key]:.1f}" for key in RATES)
            print(f"  {fast['game']}, {fast['players']} players: {ratios}")
    RESULTS.mkdir(exist_ok=True)
    target = RESULTS / "latest.json"
    target.write_text(json.dumps({"cuvee": builds, "peers": peers}, indent=1) + "\n")
    print(f"\nwritten to {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
