"""Measures the lab: what a second worker brings, and whether memory stays flat as runs grow. Linux; prints and writes JSON.

    python bench/lab.py            100,000 Wine Cellar and 10,000 Ora et Labora games, on a quiet machine
    python bench/lab.py --tenth    a tenth of it

Wall-clock times only mean something on a quiet machine. CPU time does on any: the total of all processes shows what handing
out work costs, whatever else ran meanwhile.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SET_UPS = (("wine_cellar", 2, 100_000), ("ora_et_labora", 3, 10_000))
FLAT = (10_000, 100_000)


class Measured(NamedTuple):
    result: dict[str, Any]
    wall: float
    cpu: float
    parent_mb: float
    worker_mb: float


def peak_mb(pid: int) -> float:
    """Return the most memory a process has had resident so far."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass  # it has ended
    return 0.0


def children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def simulate(game: str, players: int, games: int, workers: int, *more: str) -> Measured:
    """Run the command as people do, watching it from outside."""
    words = [sys.executable, "-m", "cuvee", "simulate", game, "--players", str(players), "--bots", "random", "--json"]
    words += ["--games", str(games), "--seed", "1", "--workers", str(workers), *more]
    start = time.perf_counter()
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(words, stdout=out)
        parent = worker = 0.0
        while True:
            pid, status, used = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            parent = max(parent, peak_mb(process.pid))
            worker = max([worker, *(peak_mb(child) for child in children(process.pid))])
            time.sleep(0.05)
        wall = time.perf_counter() - start
        if status:
            sys.exit(f"{' '.join(words)} failed")
        out.seek(0)
        result = json.load(out)
    return Measured(result, wall, used.ru_utime + used.ru_stime, parent, worker)


def second_worker(game: str, players: int, games: int) -> dict[str, Any]:
    """Compare one worker with two."""
    one, two = (simulate(game, players, games, workers) for workers in (1, 2))
    if one.result["scores"] != two.result["scores"]:
        sys.exit(f"{game}: one worker and two do not agree")
    found = {
        "game": game,
        "games": games,
        "seconds": [one.result["seconds"], two.result["seconds"]],
        "speed_up": round(one.result["seconds"] / two.result["seconds"], 2),
        "cpu_seconds": [round(one.cpu, 2), round(two.cpu, 2)],
        "cpu_speed_up": round(2 * one.cpu / two.cpu, 2),
    }
    print(
        f"{game}, {games:,} games: {one.result['seconds']:.1f} s with one worker, {two.result['seconds']:.1f} s with two: "
        f"{found['speed_up']:.2f} times as fast; CPU {one.cpu:.1f} s and {two.cpu:.1f} s: {found['cpu_speed_up']:.2f} at best"
    )
    return found


def memory(sizes: tuple[int, ...], keep: bool) -> list[dict[str, Any]]:
    """Measure the memory of the parent process and of the workers, for runs of several sizes."""
    found = []
    for games in sizes:
        with tempfile.TemporaryDirectory() as folder:
            more = ["--out", f"{folder}/run", "--decisions"] if keep else []
            run = simulate("wine_cellar", 2, games, 2, *more)
        found.append({"games": games, "kept": keep, "parent_mb": round(run.parent_mb, 1), "worker_mb": round(run.worker_mb, 1)})
        how = "kept with decisions" if keep else "counted"
        print(f"wine_cellar, {games:,} games {how}: at most {run.parent_mb:.0f} MB, {run.worker_mb:.0f} MB per worker")
    return found


def main() -> None:
    """Measure one after another, never at the same time."""
    less = 10 if "--tenth" in sys.argv[1:] else 1
    sizes = tuple(games // less for games in FLAT)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start")
    report = {
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "workers": [second_worker(game, players, games // less) for game, players, games in SET_UPS],
        "memory": memory(sizes, keep=False) + memory(sizes, keep=True),
    }
    target = ROOT / "bench" / "results" / "lab.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(report, indent=1) + "\n")
    print(f"written to {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
