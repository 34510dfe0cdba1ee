"""Two builds from one source play the same games, and the wheel is complete."""

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from cuvee import build
from tests.web.serving import Served, Visitor

ROOT = Path(__file__).resolve().parent.parent

DIGESTS = """
import json
from cuvee import bots, build, games
from cuvee.bots.bot import play_out
found = {}
for game in games.every():
    for seats, options in game.modes():
        for bot in ("random", "greedy"):
            for seed in range(GAMES if bot == "random" else 1):
                state = game.new(seats, options, seed)
                players = [bots.make(bot, game, seed + seat) for seat in range(seats)]
                decisions = play_out(state, players, game.longest(seats, options))
                found[f"{game.name} {seats} {options} {bot} {seed}"] = [decisions, state.digest(), game.scores(state)]
print(json.dumps([build.compiled(), found]))
"""


def digests(source: Path | None = None) -> tuple[bool, dict[str, list[object]]]:
    code = DIGESTS.replace("GAMES", "10")
    compiled, found = json.loads(call(sys.executable, "-c", code, PYTHONPATH=str(source or "")))
    return compiled, found


def call(*command: str | Path, folder: Path = ROOT, **environment: str) -> str:
    """Run a command that must succeed, away from this environment's settings."""
    clean = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "CUVEE_COMPONENTS")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env={**clean, **environment})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_both_builds_play_the_same_games() -> None:
    if not build.compiled():
        assert shutil.which(os.environ.get("CC", "cc")) is None, "there is a C compiler, so this should be the compiled build"
        return
    compiled, fast = digests()
    interpreted, slow = digests(ROOT / "src")
    assert (compiled, interpreted) == (True, False)
    assert fast == slow


def test_the_wheel_is_complete(tmp_path: Path) -> None:
    """Installed alone, in an empty environment outside the repository, it lists games, reads rules, simulates and serves."""
    source, wheels, home = tmp_path / "source", tmp_path / "wheels", tmp_path / "elsewhere"
    home.mkdir()
    for name in call("git", "ls-files", "-co", "--exclude-standard").splitlines():
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    # Interpreted, to be quick: the rest of the wheel is the same, and all other tests here use the compiled build.
    call(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", wheels, source, CUVEE_PURE="1")
    venv.create(tmp_path / "empty", with_pip=True)
    programs = tmp_path / "empty" / "bin"
    call(programs / "python", "-m", "pip", "install", "-q", next(wheels.glob("cuvee-*.whl")), folder=home)
    listed = json.loads(call(programs / "cuvee", "games", "--json", folder=home))
    for game in listed["games"]:
        name, players = game["name"], str(game["players"][-1])
        assert len(call(programs / "cuvee", "rules", name, "5", folder=home)) > 100
        words = ["simulate", name, "--players", players, "--bots", "random", "--games", "3", "--seed", "1", "--json"]
        assert json.loads(call(programs / "cuvee", *words, folder=home))["errors"] == 0
    served = Served(tmp_path / "data", (str(programs / "cuvee"),)).start()
    try:
        visitor = Visitor(served)
        for file in set(re.findall(r'(?:href|src)="(/static/[^"#]+)', visitor.get("/"))):
            assert visitor.get(file), file
        for game in listed["games"]:
            status, table = visitor.post(f"/play-now/{game['name']}/", visitor.get("/"), name="Aurélie")
            assert status == 200
            assert 'id="board"' in table
            assert "§" in visitor.get(f"/rules/{game['name']}/")
    finally:
        assert served.stop() == 0
