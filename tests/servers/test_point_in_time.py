"""A site that lost its database is restored to an earlier moment, using only the commands of docs/operating.md."""

import asyncio
import os
import random
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.servers.audit import audit
from tests.servers.running import GrownUp, Postgres, RedisServer, _not_as_root, program
from tests.servers.visiting import Screen, Sent, dismiss
from tests.web.serving import PATIENCE, prepare

pytestmark = [pytest.mark.soak, pytest.mark.xdist_group("servers")]
DOCS: Final = Path(__file__).resolve().parents[2] / "docs" / "operating.md"
DOCUMENTED_DATA, DOCUMENTED_ARCHIVE = "/var/lib/postgresql/17/main", "/archive"
DOCUMENTED_MOMENT: Final = "2026-11-18 19:58:00+00"
WISHES: Final = [
    {"game": game, "players": 2, "people": [f"{game} A", f"{game} B"]} for game in ("wine_cellar", "ora_et_labora")
]


class Manual:
    """The commands that the documentation gives to operators, adapted to our folders."""

    def __init__(self, postgres: Postgres, archive: Path, database: str = "") -> None:
        text = DOCS.read_text("utf-8")
        section = text[text.index("### Back to any moment") :]
        section = section[: section.index("\n## ")]
        self.postgres, self.archive, self.database = postgres, archive, database
        (self.settings,) = (self._ours(block) for block in re.findall(r"```ini\n(.*?)```", section, re.S))
        self.base, self.tidy, self.back, self.after = re.findall(r"```sh\n(.*?)```", section, re.S)

    def _ours(self, words: str) -> str:
        data = str(self.postgres.folder / "data")
        words = words.replace("--dbname=cuvee ", f"--dbname={self.database} ")
        return re.sub(rf"(?<![\w.]){DOCUMENTED_ARCHIVE}(?=[/ \n])", str(self.archive), words.replace(DOCUMENTED_DATA, data))

    def type(self, words: str, moment: str = "") -> None:
        """Run a block as the user that PostgreSQL runs as; every line has to succeed."""
        assert not moment or DOCUMENTED_MOMENT in words
        words = self._ours(words.replace(DOCUMENTED_MOMENT, moment or DOCUMENTED_MOMENT))
        where = {"PGHOST": "127.0.0.1", "PGPORT": str(self.postgres.port), "PGUSER": "cuvee"}
        path = f"{Path(program('pg_basebackup')).parent}:{os.environ['PATH']}"
        done = subprocess.run(
            [*_not_as_root(), "sh", "-euc", words],
            cwd=self.postgres.folder,
            env=os.environ | where | {"PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{words}\n{done.stderr}"


@pytest.fixture
def servers() -> Iterator[tuple[Postgres, RedisServer, Path]]:
    """A separate PostgreSQL and Redis, and a disk for the archive."""
    root = Path(tempfile.mkdtemp(prefix="cuvee-moment-"))
    root.chmod(0o755)
    postgres, relay = Postgres(root), RedisServer(root)
    archive = root / "archive"
    archive.mkdir(mode=0o700)
    if os.getuid() == 0:
        shutil.chown(archive, "nobody", "nogroup")
    relay.start()
    yield postgres, relay, archive
    for process in (postgres, relay):
        if process.process is not None and process.process.poll() is None:
            process.kill()
    shutil.rmtree(root, ignore_errors=True)


def until(true: Callable[[], Any], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def destroy(data: Path) -> None:
    """Delete a database, leaving only its empty folder."""
    for inside in data.iterdir():
        if inside.is_dir():
            shutil.rmtree(inside)
        else:
            inside.unlink()


async def play(site: GrownUp, codes: list[str], cookies: dict[str, str], moves: int, luck: random.Random) -> list[Sent]:
    """Let everybody play this many moves at each table through the site; return those that were acknowledged."""
    acknowledged: list[Sent] = []
    for code, wish in zip(codes, WISHES, strict=True):
        people: Any = wish["people"]
        screens = [Screen(site.webs[0].address, cookies[name], code, seat) for seat, name in enumerate(people)]
        watching = []
        try:
            for screen in screens:
                await screen.load()
                watching.append(asyncio.create_task(screen.watch()))
            acknowledged += [await _play_one(screens, luck) for _move in range(moves)]
        finally:
            await dismiss(*watching)
            for screen in screens:
                screen.leave()
    return acknowledged


async def _play_one(screens: list[Screen], luck: random.Random) -> Sent:
    end = time.monotonic() + PATIENCE
    while not (ready := [screen for screen in screens if screen.options]):
        assert time.monotonic() < end, "nobody can play"
        await asyncio.sleep(0.02)
    screen = luck.choice(ready)
    sent, shown = screen.choose(luck), screen.entries
    assert 200 <= await screen.answer(sent.option, sent.asked) < 300
    while any(other.entries <= shown for other in screens):
        assert time.monotonic() < end, "the move is not shown"
        await asyncio.sleep(0.02)
    return sent


def test_a_lost_database_comes_back_as_it_was_at_a_moment(tmp_path: Path, servers: tuple[Postgres, RedisServer, Path]) -> None:
    postgres, relay, archive = servers
    begun = time.monotonic()
    manual = Manual(postgres, archive)
    with (postgres.folder / "data" / "postgresql.conf").open("a") as settings:
        settings.write(f"\n{manual.settings}")
    postgres.start()
    site = GrownUp(tmp_path / "site", postgres, relay, 1, 0)
    manual.database = site.database
    codes, cookies = prepare(site.data, *WISHES, **site.servers)
    luck = random.Random(3)
    try:
        site.start()
        before = asyncio.run(play(site, codes, cookies, 10, luck))
        manual.type(manual.base)
        until(lambda: list(archive.glob("*.backup")), "the base backup is not in the archive")
        manual.type(manual.tidy)
        before += asyncio.run(play(site, codes, cookies, 10, luck))
        ((moment,),) = site.query("SELECT clock_timestamp()")
        lost = asyncio.run(play(site, codes, cookies, 10, luck))
        assert sum(site.count_entries().values()) == len(before) + len(lost)
        ((last,),) = site.query("SELECT pg_walfile_name(pg_switch_wal())")
        until((archive / last).is_file, f"{last} is not in the archive")
        site.stop()
    finally:
        site.kill()
    postgres.kill()
    destroy(postgres.folder / "data")

    lost_at = time.monotonic()
    manual.type(manual.back, moment.isoformat(" "))
    postgres.start()
    until(lambda: not site.query("SELECT pg_is_in_recovery()")[0][0], "PostgreSQL does not open for writing")
    manual.type(manual.after)
    back_after = time.monotonic() - lost_at
    assert sum(site.count_entries().values()) == len(before), "those before the moment, none after it"
    assert audit(site.data, before, [], site.servers, codes) == len(before)
    try:
        site.start()
        again = asyncio.run(play(site, codes, cookies, 5, luck))
        site.stop()
    finally:
        site.kill()
    assert audit(site.data, before + again, [], site.servers, codes) == len(before) + len(again)
    manual.type(manual.base)
    print(f"{len(before)} moves kept, {len(lost)} after the moment gone, {len(again)} played on; back in {back_after:.1f} s, "
          f"all of it in {time.monotonic() - begun:.0f} s")  # fmt: skip
