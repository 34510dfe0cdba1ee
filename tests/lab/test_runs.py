"""Runs of many games have the same rows however they are played: lost and redone, stopped and continued."""

import json
import multiprocessing
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cuvee import bots
from cuvee.cli import main
from cuvee.kernel.errors import CuveeError
from cuvee.lab import engines, parquet
from cuvee.lab.plan import Plan, Run
from cuvee.lab.simulate import Tally, simulate, tally
from tests.lab.failing import FAILING, WithMortals, die, is_deadly

Row = dict[str, Any]


def plan(game: str = "wine_cellar", seats: int = 2, seed: int = 1) -> Plan:
    return Plan(game, seats, {}, seed)


def games(folder: Path) -> list[Row]:
    found = parquet.read_games(folder).to_pylist()
    assert isinstance(found, list)
    return found


def decisions(folder: Path) -> list[Row]:
    found = parquet.read_decisions(folder).to_pylist()
    assert isinstance(found, list)
    return found


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def counts(result: dict[str, Any]) -> tuple[object, ...]:
    return result["games"], result["decisions"], result["scores"], result["errors"]


class Watcher:
    """A progress listener that does something after a number of chunks."""

    def __init__(self, after: int, act: Any) -> None:
        self.total = self.before = self.seen = 0
        self.after = after
        self.act = act

    def start(self, total: int, done: int) -> None:
        self.total, self.before = total, done

    def advance(self, games: int) -> None:
        self.after -= 1
        self.seen += games
        if self.after == 0:
            self.act()


def kill_the_workers() -> None:
    victims = multiprocessing.active_children()
    assert victims
    for victim in victims:
        victim.kill()
        victim.join()


def stop() -> None:
    raise KeyboardInterrupt


def test_rows_do_not_depend_on_workers_and_none_is_lost_with_a_worker(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"decisions": True, "forbid": ["bid:bid 1?"], "luck": 5}
    alone = simulate(plan(), ["random", "greedy"], 100, out=tmp_path / "alone", **asked)
    watcher = Watcher(3, kill_the_workers)
    together = simulate(plan(), ["random", "greedy"], 100, 2, watcher, out=tmp_path / "together", **asked)
    assert counts(alone) == counts(together)
    assert alone["forbid"] == together["forbid"]
    assert watcher.seen == watcher.total == 100 + 100 + 5 * 4
    assert [row["game"] for row in games(tmp_path / "alone")] == list(range(220))
    assert files(tmp_path / "alone") == files(tmp_path / "together")


def test_a_worker_that_dies_is_replaced_without_a_folder_too() -> None:
    alone = simulate(plan(), ["random", "random"], 80)
    watcher = Watcher(1, kill_the_workers)
    assert counts(simulate(plan(), ["random", "random"], 80, 2, watcher)) == counts(alone)
    assert watcher.seen == 80


def test_a_chunk_that_kills_every_worker_ends_the_run_with_one_line() -> None:
    with pytest.raises(CuveeError, match="4 worker processes died while playing chunk 1"):
        list(engines.local(die, range(4), 2))
    assert not multiprocessing.active_children()


def test_a_bot_that_kills_its_process_spoils_only_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BOTS, "mortal", FAILING["mortal"])
    run = Run("simulate", plan(), ["random", "mortal"], 40)
    counted = Tally(2)
    for _chunk, played in engines.local(WithMortals(run, tally, keep=False), range(run.chunks), 2):
        counted.add(played.summary)
    deadly = [number for number in range(40) if is_deadly(run.plan.bot("mortal", 1, number))]
    assert counted.errors == len(deadly) > 0
    assert counted.games == 40 - counted.errors
    for message, number in zip(sorted(counted.messages), deadly, strict=True):
        assert message.startswith(f"game {number} ")
        assert "mortal (seat B): ProcessDied: it killed the process" in message


def test_a_stopped_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = simulate(plan(), ["random", "greedy"], 80, out=tmp_path / "whole", decisions=True)
    with pytest.raises(KeyboardInterrupt):
        simulate(plan(), ["random", "greedy"], 80, 1, Watcher(10, stop), out=tmp_path / "parts", decisions=True)
    kept = len(games(tmp_path / "parts"))
    assert 0 < kept < 80
    watcher = Watcher(0, stop)
    rest = simulate(plan(), ["random", "greedy"], 80, 1, watcher, out=tmp_path / "parts", decisions=True)
    assert (rest["resumed"], watcher.before, watcher.seen) == (kept, kept, 80 - kept)
    assert counts(rest) == counts(whole)
    assert files(tmp_path / "whole") == files(tmp_path / "parts")


def test_a_lost_file_is_played_again(tmp_path: Path) -> None:
    first = simulate(plan(), ["random", "greedy"], 80, out=tmp_path / "run")
    before = files(tmp_path / "run")
    (tmp_path / "run" / "games-00003.parquet").unlink()
    again = simulate(plan(), ["random", "greedy"], 80, out=tmp_path / "run")
    assert again["resumed"] == 78
    assert counts(again) == counts(first)
    assert files(tmp_path / "run") == before


def command(out: Path, *more: str, games: str = "20", seed: str = "1", name: str = "simulate") -> list[str]:
    bots = ["--players", "2", "--bots", "random,greedy", "--games", games, "--seed", seed]
    return [name, "wine_cellar", *bots, "--out", str(out), *more]


def refusal(capture: pytest.CaptureFixture[str], words: list[str]) -> str:
    assert main(words) == 2
    out, err = capture.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_the_command_keeps_goes_on_and_says_when_nothing_is_left(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(command(tmp_path / "run", "--decisions")) == 0
    assert f"{tmp_path / 'run'}: 20 rows" in capsys.readouterr().out
    before = files(tmp_path / "run")
    assert main(command(tmp_path / "run", "--decisions")) == 0
    assert "this run was already finished; there was nothing left to play" in capsys.readouterr().out
    assert main(command(tmp_path / "run", "--decisions", "--json")) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert json.loads(out)["resumed"] == json.loads(out)["games"] == 20
    for other, what in (
        (command(tmp_path / "run"), "decisions"),
        (command(tmp_path / "run", "--decisions", games="40"), "games"),
        (command(tmp_path / "run", "--decisions", seed="2"), "seed"),
        (command(tmp_path / "run", "--decisions", name="arena"), "command"),
        (command(tmp_path / "run", "--decisions", "--option", "advanced_swap=true"), "options"),
        (command(tmp_path / "run", "--decisions", "--think", "1"), "think"),
    ):
        assert f"contains a run with different settings: {what}" in refusal(capsys, other)
    assert files(tmp_path / "run") == before


def test_bad_orders_get_one_clear_line_and_make_no_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "diary").mkdir()
    (tmp_path / "diary" / "today.txt").write_text("dear diary")
    assert "contains other things than results" in refusal(capsys, command(tmp_path / "diary"))
    assert "cannot keep results in" in refusal(capsys, command(tmp_path / "diary" / "today.txt"))
    assert [file.name for file in (tmp_path / "diary").iterdir()] == ["today.txt"]
    new = tmp_path / "new"
    assert "write what to forbid as KIND or KIND:TEXT" in refusal(capsys, command(new, "--forbid", ":x"))
    assert "is forbidden twice" in refusal(capsys, command(new, "--forbid", "bid", "--forbid", "bid"))
    assert "luck can be measured on at most 20 deals" in refusal(capsys, command(new, "--luck", "21"))
    without = command(new, "--decisions")
    assert "--decisions needs --out DIR" in refusal(capsys, [word for word in without if word not in ("--out", str(new))])
    ora = ["simulate", "ora_et_labora", "--players", "3", "--bots", "random", "--games", "5", "--seed", "1", "--luck", "5"]
    assert "leaves nothing to chance" in refusal(capsys, [*ora, "--out", str(new)])
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "--engine ray needs Ray; in a clone of Cuvée: pip install" in refusal(capsys, command(new, "--engine", "ray"))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "cuvee.lab.parquet")
    assert "needs pyarrow; in a clone of Cuvée: pip install '.[lab]'" in refusal(capsys, command(new))
    assert not new.exists()


def low_bids_come_first(bids: list[int]) -> bool:
    high = [bid >= 10 for bid in bids]
    return high == sorted(high)


def test_what_is_forbidden_is_not_chosen_and_nothing_else_changes(tmp_path: Path) -> None:
    result = simulate(
        plan(), ["random", "greedy"], 30, decisions=True, forbid=["BID:bid 1?", "pick:nothing"], out=tmp_path / "run"
    )
    played = games(tmp_path / "run")
    plain, restricted, idle = played[:30], played[30:60], played[60:]
    assert {row["forbidden"] for row in plain} == {None}
    assert {row["forbidden"] for row in restricted} == {"BID:bid 1?"}
    assert [row["restricted_seat"] for row in restricted] == [0, 1] * 15
    assert [row["deal"] for row in restricted] == [row["deal"] for row in idle] == [row["deal"] for row in plain]
    for same, twin in zip(plain, idle, strict=True):
        assert (same["scores"], same["places"], same["decisions"]) == (twin["scores"], twin["places"], twin["decisions"])
    assert sum(one["scores"] != other["scores"] for one, other in zip(plain, restricted, strict=True)) > 20
    # Hands only shrink: a seat that may not bid ten or more while it has a lower card bids all the lower ones first.
    bids: dict[tuple[int, int], list[int]] = {}
    for row in decisions(tmp_path / "run"):
        if row["kind"] == "bid":
            bids.setdefault((row["game"], row["seat"]), []).append(int(row["text"].split()[1]))
    bound = {(row["game"], row["restricted_seat"]) for row in restricted}
    assert all(low_bids_come_first(bids[seat]) for seat in bound)
    assert not all(low_bids_come_first(made) for seat, made in bids.items() if seat not in bound)
    applied = {line["pattern"]: line["applied"] for line in result["forbid"]}
    assert applied == parquet.read_applied(tmp_path / "run")
    assert applied["pick:nothing"] == 0
    assert 25 <= applied["BID:bid 1?"] <= 30


def test_a_pattern_that_never_matched_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(command(tmp_path / "run", "--forbid", "pick:nothing", "--forbid", "bid:bid 18")) == 0
    out = capsys.readouterr().out
    assert "without pick:nothing: this never matched a choice that could be taken away" in out
    assert "without bid:bid 18: this took a choice away in" in out


def test_luck_is_drawn_anew_one_stream_at_a_time(tmp_path: Path) -> None:
    simulate(plan("vinhos", 2), ["random", "random"], 4, luck=2, out=tmp_path / "run")
    played = games(tmp_path / "run")
    plain, lucky = {row["deal"]: row for row in played[:4]}, played[4:]
    assert len(lucky) == 2 * 4 * 4
    assert {row["stream"] for row in lucky} == {"order", "regions", "tiles", "lacerda"}
    assert {row["variant"] for row in lucky} == {1, 2, 3, 4}
    for row in lucky:
        same = plain[row["deal"]]
        if row["stream"] == "lacerda":  # only for the solitaire game: here bots with the same luck play the same
            assert (row["scores"], row["decisions"]) == (same["scores"], same["decisions"])
    tiles = [row for row in lucky if row["stream"] == "tiles"]
    assert sum(row["scores"] != plain[row["deal"]]["scores"] for row in tiles) > 4
    assert len({(row["deal"], *row["scores"]) for row in tiles}) > 4


def test_a_game_that_breaks_is_counted_told_and_kept(tmp_path: Path) -> None:
    broken = plan()
    broken.limit = 30
    result = simulate(broken, ["random", "random"], 5, out=tmp_path / "run")
    assert (result["games"], result["errors"]) == (0, 5)
    assert result["error_messages"][0].startswith("game 0 (seed ")
    assert "RuntimeError: the game goes on after 30 decisions" in result["error_messages"][0]
    for row in games(tmp_path / "run"):
        assert (row["scores"], row["places"], row["forfeit"]) == (None, None, None)
        assert row["error"].startswith("RuntimeError")


def test_a_bot_that_fails_spoils_only_its_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name, make in FAILING.items():
        monkeypatch.setitem(bots.BOTS, name, make)
    words = ["simulate", "wine_cellar", "--players", "2", "--bots", "random,clumsy", "--games", "6", "--seed", "1", "--json"]
    assert main(words) == 1
    out, err = capsys.readouterr()
    result = json.loads(out)
    assert 0 < result["errors"] < 6
    assert result["games"] == 6 - result["errors"]
    assert err.count("clumsy (seat B): ValueError: I dropped my cards") == result["errors"]


def test_run_json_says_all_that_the_rows_depend_on(tmp_path: Path) -> None:
    simulate(plan(), ["random", "greedy"], 20, luck=2, forbid=["bid"], out=tmp_path / "run")
    run = json.loads((tmp_path / "run" / "run.json").read_text("utf-8"))
    box = plan().box
    assert run["format"] == 1
    assert (run["command"], run["game"], run["rules"], run["players"]) == ("simulate", "wine_cellar", box.version, 2)
    assert (run["seed"], run["bots"], run["games"], run["decisions"]) == (1, ["random", "greedy"], 20, False)
    assert (run["forbid"], run["luck"], run["overrides"]) == (["bid"], 2, {})
    assert run["components"] == box.components().digest
    assert set(run) >= {"cuvee", "options", "chunk"}


def test_a_watched_run_shows_rate_and_time_left(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    words = [sys.executable, "-m", "cuvee", *command(tmp_path / "run", games="100")]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "30"}
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=slave, env=environment) as process:
        os.close(slave)
        shown = b""
        while chunk := _read(master):
            shown += chunk
        assert process.wait() == 0
    os.close(master)
    text = shown.decode()
    assert "/100" in text
    assert "/s" in text
    assert "0:00:" in text


def _read(master: int) -> bytes:
    try:
        return os.read(master, 65536)
    except OSError:  # the other end is closed
        return b""


def test_chunks_cover_a_run_without_gaps() -> None:
    for count in (1, 7, 399, 2000, 2001, 30_000):
        run = Run("arena", plan(), ["random", "greedy"], count)
        numbers = [number for chunk in range(run.chunks) for number in run.numbers(chunk)]
        assert numbers == list(range(count))
        assert run.chunk % 2 == 0, "a deal and its return game stay together"


def our_ray_workers() -> list[int]:
    """List the processes below this one in which Ray plays."""
    parents: dict[int, int] = {}
    playing: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            pid = int(folder.name)
            parents[pid] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if (folder / "cmdline").read_bytes().startswith(b"ray::_play"):
                playing.append(pid)
        except OSError:
            continue  # it has just ended

    def is_ours(pid: int) -> bool:
        return pid == os.getpid() or (pid in parents and is_ours(parents[pid]))

    return [pid for pid in playing if is_ours(pid)]


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore")  # Ray's own warnings are not ours to fix
def test_ray_gives_the_same_rows_even_if_its_workers_are_killed(tmp_path: Path) -> None:
    killed: list[int] = []

    def kill() -> None:
        for pid in our_ray_workers():
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    asked: dict[str, Any] = {"decisions": True}
    simulate(plan(), ["random", "greedy"], 3000, out=tmp_path / "here", **asked)
    watcher = Watcher(3, kill)
    simulate(plan(), ["random", "greedy"], 3000, 2, watcher, out=tmp_path / "ray", engine="ray", **asked)
    assert killed
    assert watcher.seen == 3000
    assert files(tmp_path / "here") == files(tmp_path / "ray")
