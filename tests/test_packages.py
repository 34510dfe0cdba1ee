"""Games and bots in packages of their own: docs/adding-a-game.md followed step by step, and broken packages."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest

from cuvee import build, games
from tests.web.serving import Served, Visitor, wait_until

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
EXAMPLE: Final = ROOT / "examples" / "blind_tasting"
QUOTED: Final = re.findall(r"^`([\w./]+)`\n```\w+\n(.*?)^```$", PAGE, re.M | re.S)
COMMANDS: Final = [line for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.M | re.S) for line in block.splitlines()]
BUILDS: Final = [os.environ.get("PYTHONPATH", ""), str(ROOT / "src")] if build.compiled() else [str(ROOT / "src")]
"""Where Cuvée itself is found: installed, and interpreted."""


class Packages:
    """A folder with packages beside those of this environment."""

    def __init__(self, home: Path, source: str = BUILDS[0]) -> None:
        self.home = home
        self.installed = home / "installed"
        self.path = os.pathsep.join(filter(None, [str(self.installed), source]))

    def run(self, command: str, said: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command the way somebody who has the packages would."""
        words = shlex.split(command)
        python = {"cuvee": ["-m", "cuvee"], "pip": ["-m", "pip"], "python": []}
        known = {key: value for key, value in os.environ.items() if not key.startswith("CUVEE_")}
        environment = known | {"PYTHONPATH": self.path, "XDG_DATA_HOME": str(self.home / "data")}
        return subprocess.run(
            [sys.executable, *python[words[0]], *words[1:]],
            cwd=self.home,
            env=environment,
            input=said,
            capture_output=True,
            text=True,
            check=False,
        )

    def succeed(self, command: str, said: str = "") -> str:
        """Run a command that must succeed without a complaint."""
        done = self.run(command, said)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        return done.stdout

    def offer(self, package: str, entries: str, code: str) -> None:
        """Write an installed package as pip would leave it: a module and its entry points."""
        self.installed.mkdir(parents=True, exist_ok=True)
        (self.installed / f"{package}.py").write_text(code)
        self.entry_points(package, entries)

    def entry_points(self, package: str, entries: str) -> None:
        """Say what an installed package offers."""
        about = self.installed / f"{package}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(entries)


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    """The example, installed by the page's command, without a network and outside this environment."""
    packages = Packages(tmp_path_factory.mktemp("packages"))
    copied = packages.home / EXAMPLE.name
    shutil.copytree(EXAMPLE, copied, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    packages.succeed(f"{COMMANDS[0]} --no-index --quiet --disable-pip-version-check --target installed")
    return packages


# The page.


def listed_files() -> Iterator[str]:
    """Read the files of the package from the tree at the top of the page."""
    tree = PAGE.partition("```\n")[2].partition("```")[0]
    folders: list[str] = []
    for line in tree.splitlines():
        depth, name = (len(line) - len(line.lstrip())) // 4, line.split()[0]
        folders[depth:] = [name.rstrip("/")]
        if not name.endswith("/"):
            yield "/".join(folders[1:])


def test_the_page_lists_the_files_of_the_example() -> None:
    tracked = [path.relative_to(EXAMPLE).as_posix() for path in EXAMPLE.rglob("*") if path.is_file()]
    assert sorted(listed_files()) == sorted(name for name in tracked if "__pycache__" not in name and ".egg-info" not in name)


@pytest.mark.parametrize(("file", "lines"), QUOTED, ids=[file for file, _lines in QUOTED])
def test_the_page_quotes_what_the_files_say(file: str, lines: str) -> None:
    assert lines in (EXAMPLE / file).read_text("utf-8")


def test_every_section_that_the_example_cites_is_in_its_rules() -> None:
    from cuvee.games.rulebook import section_numbers

    package = EXAMPLE / "cuvee_blind_tasting"
    known = section_numbers((package / "RULES.md").read_text("utf-8"))
    texts = [file.read_text("utf-8") for kind in ("py", "toml") for file in EXAMPLE.rglob(f"*.{kind}")]
    cited = {section for text in texts for section in re.findall(r"§(\d+(?:\.\d+)*)", text)}
    cited |= {section for text in texts for section in re.findall(r'section = "([\d.]+)"', text)}
    assert len(cited) > 10
    assert cited <= set(known)


# The commands of the page, one after another.


@pytest.mark.parametrize("source", BUILDS)
def test_the_commands_of_the_page_play_the_example(example: Packages, source: str) -> None:
    packages = Packages(example.home, source)
    said = {command: packages.succeed(command, "1\n1\nquit\n") for command in COMMANDS[1:] if command != "cuvee serve"}
    assert len(said) == len(COMMANDS) - 2
    for command, told in {
        "cuvee games": "Blind Tasting, by the Cuvée contributors; 2 to 4 players, 10 minutes",
        "cuvee rules blind_tasting 4.3": "clockwise from the decanter",
        "cuvee components blind_tasting": "guests.toml: guest",
        "cuvee play blind_tasting --players 2": "Round 1: make your offer",
        "cuvee play blind_tasting --players 2 --seats sommelier,greedy --seed 1": "The winner: ",
        "cuvee arena blind_tasting --bots sommelier,greedy --games 20 --seed 1 --workers 2": "│ sommelier │    20 │",
        "python -m pytest blind_tasting": " passed",
    }.items():
        assert told in said[command], command
    found = (packages.installed / "cuvee_blind_tasting" / "actions.toml").read_text("utf-8")
    assert found == (EXAMPLE / "cuvee_blind_tasting" / "actions.toml").read_text("utf-8")


LEARN: Final = """
from cuvee import rl
table = rl.gym_env("blind_tasting", players=3, bots="sommelier")
observation, info = table.reset(seed=1)
over = False
while not over:
    observation, reward, over, cut, info = table.step(int(info["action_mask"].argmax()))
print("over", reward)
"""


def test_learners_find_the_example(example: Packages) -> None:
    assert example.succeed(f"python -c {shlex.quote(LEARN)}").startswith("over ")


SNAPSHOT: Final = """
from cuvee import games
from cuvee.kernel.match import Match
from cuvee.kernel.snapshot import freeze, thaw
match = Match(games.get("blind_tasting"), 3, {}, 7)
while not match.state.over:
    match.play(match.state.waiting[0], match.state.options(match.state.waiting[0])[-1])
    assert thaw(freeze(match.state, match.at(0)), match.at(0), match.state.digest()) == match.state
print("the same")
"""


@pytest.mark.parametrize("source", BUILDS)
def test_positions_of_the_example_are_written_down_and_read_again(example: Packages, source: str) -> None:
    """Interpreted classes on top of the compiled kernel store their fields differently from our own games."""
    assert Packages(example.home, source).succeed(f"python -c {shlex.quote(SNAPSHOT)}") == "the same\n"


def test_the_lab_keeps_and_reports_what_the_bot_of_the_example_did(example: Packages) -> None:
    words = "--players 2 --bots sommelier,greedy --games 12 --seed 1 --workers 2 --decisions --out results"
    example.succeed(f"cuvee simulate blind_tasting {words}")
    report = json.loads(example.succeed("cuvee report results --json"))
    assert "sommelier" in json.dumps(report)


# The site.


@pytest.fixture
def visitor(example: Packages, tmp_path: Path) -> Iterator[Visitor]:
    served = Served(tmp_path / "data", PYTHONPATH=example.path).start()
    yield Visitor(served)
    assert served.stop() == 0


def test_the_site_shows_and_plays_the_example(visitor: Visitor) -> None:
    lobby = visitor.get("/")
    assert "wrapped" not in lobby, "comments of templates stay where they are"
    shelf = lobby[lobby.index('id="bottle-blind_tasting"') :]
    assert 'fill="#4B2A5A">Blind</text>' in shelf
    rules = visitor.get("/rules/blind_tasting/")
    assert 'id="s4.3"' in rules
    assert re.search(r'/static/games/blind_tasting/emblem\.svg\?[^"#]*#emblem', rules)
    components = visitor.get("/components/blind_tasting/")
    assert "The botanist" in components
    assert re.search(r'icons\.svg[^"]*#i-grape', components)

    status, table = visitor.post("/play-now/blind_tasting/", lobby, name="Aurélie")
    assert status == 200
    assert 'class="bt-table"' in table
    path = play_to_the_end(visitor)
    for page in (lobby, rules, components, table):
        for file in set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page)):
            assert visitor.get(file), file
    assert "Tasting sets" in visitor.get(f"{path}sheet/")
    assert 'class="bt-table"' in visitor.get(f"{path}replay/")


def play_to_the_end(visitor: Visitor) -> str:
    """Take the last option whenever asked, with bots on the other seats; return the address of the table."""
    path = urlsplit(str(visitor.address)).path
    page, moves = "", 0

    def asked() -> bool:
        nonlocal page
        page = visitor.get(path)
        return "data-n=" in page or "Game over" in page

    while "Game over" not in page:
        wait_until(asked, "the house has moved")
        options, question = re.findall(r'data-n="(\d+)"', page), re.search(r'name="asked" value="(\d+)"', page)
        if options and question:
            assert f'data-o="{options[-1]}"' in page, "the board shows what can be chosen"
            status, _said = visitor.post(f"{path}answer", page, option=options[-1], asked=question[1])
            assert status in (200, 204)
            moves += 1
            page = ""
    assert moves >= 5
    return path


def test_the_bot_of_the_example_sits_down_at_its_own_game(visitor: Visitor) -> None:
    lobby = visitor.get("/?game=blind_tasting&players=2")
    assert '<option value="bot:sommelier"' in lobby
    assert "bot:sommelier" not in visitor.get("/?game=wine_cellar")
    seats = {"seat-1": "me", "seat-2": "bot:sommelier"}
    status, table = visitor.post("/open/", lobby, game="blind_tasting", players=2, shown_players=2, name="Bram", **seats)
    assert status == 200
    assert "Sommelier" in table
    assert "Sommelier" in visitor.get(play_to_the_end(visitor))


def test_a_match_waits_while_its_game_is_not_installed(example: Packages, tmp_path: Path) -> None:
    served = Served(tmp_path / "data", PYTHONPATH=example.path).start()
    visitor = Visitor(served)
    visitor.post("/play-now/blind_tasting/", visitor.get("/"), name="Zofia")
    path = urlsplit(str(visitor.address)).path
    assert served.stop() == 0
    visitor.served = served = Served(tmp_path / "data", PYTHONPATH=BUILDS[0]).start()
    lobby = visitor.get("/")
    assert "blind_tasting" not in lobby
    status, said = visitor.post(f"{path}chat", lobby, text="Hello")
    assert status < 500, said
    status, _table = visitor.post("/play-now/wine_cellar/", lobby)
    assert status == 200
    assert "data-n=" in visitor.get(urlsplit(str(visitor.address)).path)
    assert served.stop() == 0
    visitor.served = served = Served(tmp_path / "data", PYTHONPATH=example.path).start()
    visitor.get(path)
    play_to_the_end(visitor)
    assert served.stop() == 0


@pytest.fixture(scope="module")
def plain(example: Packages, tmp_path_factory: pytest.TempPathFactory) -> Packages:
    """The example without a drawing, and once more with drawings that are broken."""
    packages = Packages(tmp_path_factory.mktemp("plain"))
    packages.installed.mkdir()
    for name, title in (("plain_tasting", "Plain Tasting"), ("torn_tasting", "Torn Tasting")):
        folder = packages.installed / f"cuvee_{name}"
        shutil.copytree(
            example.installed / "cuvee_blind_tasting", folder, ignore=shutil.ignore_patterns("__pycache__", "table")
        )
        for file in folder.glob("*.py"):
            text = file.read_text("utf-8").replace("cuvee_blind_tasting", f"cuvee_{name}")
            file.write_text(text.replace('"blind_tasting"', f'"{name}"').replace('"Blind Tasting"', f'"{title}"'), "utf-8")
        packages.entry_points(f"cuvee_{name}", f"[cuvee.games]\n{name} = cuvee_{name}:GAME\n")
    torn = packages.installed / "cuvee_torn_tasting" / "table"
    torn.mkdir()
    (torn / "bottle.html").write_text("{{ game.nobody.knows }}")
    (torn / "icons.toml").write_text("colour = [")
    return packages


def test_a_game_that_draws_nothing_is_drawn_plainly(plain: Packages, tmp_path: Path) -> None:
    served = Served(tmp_path / "data", PYTHONPATH=plain.path, CUVEE_LOG="WARNING").start()
    visitor = Visitor(served)
    lobby = visitor.get("/")
    assert ">Plain Tasting</text>" in lobby
    assert ">Torn Tasting</text>" in lobby
    assert re.search(r'icons\.svg[^"]*#i-bottle"/></svg><span>Plain Tasting', visitor.get("/rules/plain_tasting/"))
    assert re.search(r'icons\.svg[^"]*#i-bottle"/></svg><span>Torn Tasting', visitor.get("/components/torn_tasting/"))
    _status, table = visitor.post("/play-now/plain_tasting/", lobby, name="Ingrid")
    assert "game-plain_tasting generic" in table
    play_to_the_end(visitor)
    assert served.stop() == 0
    said = served.said.read_text("utf-8")
    assert "cuvee: the bottle of 'torn_tasting' cannot be drawn: UndefinedError" in said
    assert "cuvee: the game 'torn_tasting' is shown plainly" in said


# Packages that are broken.

BROKEN: Final = {
    "cuvee_absent": (
        "[cuvee.games]\nabsent = cuvee_absent:GAME\n[cuvee.bots]\nlazy = cuvee_absent:Bot\n",
        "import nowhere_at_all\n",
    ),
    "cuvee_text": ("[cuvee.games]\ntext = cuvee_text:GAME\n[cuvee.bots]\nmute = cuvee_text:GAME\n", "GAME = 'a game'\n"),
    "cuvee_thief": ("[cuvee.games]\nvinhos = cuvee_thief:GAME\n[cuvee.bots]\ngreedy = cuvee_thief:GAME\n", "GAME = 1\n"),
    "cuvee_shy": (
        "[cuvee.games]\nshy = cuvee_shy:GAME\nBad Name = cuvee_shy:GAME\n",
        "from cuvee.games.box import Box\nclass Shy(Box):\n    name = title = designer = blurb = 'shy'\n"
        "    def longest(self, seats, options): return 1\nGAME = Shy()\n",
    ),
    "cuvee_leaving": ("[cuvee.games]\nleaving = cuvee_leaving:GAME\n", "import sys\nsys.exit('I do not like it here')\n"),
    "cuvee_clumsy": (
        "[cuvee.bots]\nclumsy = cuvee_clumsy:make\nfaceless = cuvee_clumsy:nothing\n",
        "def make(game, seed, budget): return 1 / 0\ndef nothing(game, seed, budget): return 'bot'\n",
    ),
}


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    packages = Packages(tmp_path_factory.mktemp("broken"))
    for package, (entries, code) in BROKEN.items():
        packages.offer(package, entries, code)
    return packages


def test_broken_packages_are_told_of_and_left_out(broken: Packages) -> None:
    listed = broken.run("cuvee games --json")
    assert [game["name"] for game in json.loads(listed.stdout)["games"]] == list(games.NAMES)
    assert sorted(listed.stderr.splitlines()) == [
        "cuvee: 'Bad Name' of the package 'cuvee_shy' is left out: a name is up to 40 lower-case letters, digits and _",
        "cuvee: 'absent' of the package 'cuvee_absent' cannot be used: ModuleNotFoundError: No module named 'nowhere_at_all'",
        "cuvee: 'leaving' of the package 'cuvee_leaving' cannot be used: SystemExit: I do not like it here",
        "cuvee: 'shy' of the package 'cuvee_shy' cannot be used: its box does not say its minutes, version, seats",
        "cuvee: 'text' of the package 'cuvee_text' cannot be used: it is not a Box but a str",
        "cuvee: 'vinhos' of the package 'cuvee_thief' is left out: Cuvée itself has one of this name",
    ]


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("cuvee rules absent", "cuvee: 'absent' of the package 'cuvee_absent' cannot be used: ModuleNotFoundError: "),
        ("cuvee rules text", "cuvee: 'text' of the package 'cuvee_text' cannot be used: it is not a Box but a str"),
        (
            "cuvee simulate wine_cellar --players 2 --bots mute --games 1 --seed 1",
            "cannot be used: it cannot make bots: it is a str",
        ),
        (
            "cuvee simulate wine_cellar --players 2 --bots clumsy --games 1 --seed 1",
            "the bot 'clumsy' cannot be made: ZeroDivision",
        ),
        (
            "cuvee simulate wine_cellar --players 2 --bots faceless --games 1 --seed 1",
            "the bot 'faceless' cannot be made: its package made a str instead",
        ),
    ],
)
def test_who_asks_for_something_broken_is_told_in_one_sentence(broken: Packages, command: str, error: str) -> None:
    done = broken.run(command)
    assert done.returncode == 2
    assert error in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_our_own_games_and_bots_are_played_beside_broken_packages(broken: Packages) -> None:
    assert "# VINHOS Deluxe" in broken.succeed("cuvee rules vinhos")
    words = "cuvee simulate wine_cellar --players 2 --bots greedy --games 2 --seed 1 --json"
    assert json.loads(broken.succeed(words))["errors"] == 0


def test_nobody_who_plays_our_own_games_waits_for_packages_to_be_looked_up(broken: Packages) -> None:
    script = (
        "import sys; from cuvee.cli import main; main(['rules', 'vinhos', '5']); print('importlib.metadata' in sys.modules)"
    )
    assert broken.succeed(f'python -c "{script}"').splitlines()[-1] == "False"
