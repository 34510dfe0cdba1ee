"""One command, `cuvee`, in front of all of it. Others script against it: the contract is docs/command-line.md."""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from cuvee import bots, build, games
from cuvee.games.rulebook import find_section, section_numbers
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.game import Options
from cuvee.kernel.journal import Journal
from cuvee.kernel.match import Match
from cuvee.kernel.play import SPECTATOR
from cuvee.kernel.text import _, player, speaking

if TYPE_CHECKING:  # the lab is imported by the commands that need it
    from cuvee.lab.plan import Plan
    from cuvee.lab.run import Progress

SOURCES_IN_WORDS = {
    "seed": "from the rulebook",
    "public": "from public material",
    "memory": "from general knowledge",
    "reconstructed": "reconstructed",
    "owner": "corrected by the owner",
}


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        raise CuveeError(f"{message} (see: {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    try:
        given = _parser().parse_args(arguments)
        code: int = given.run(given)
    except CuveeError as error:
        print(f"cuvee: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read our output has seen enough; let nothing be written to the closed pipe at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("cuvee: stopped", file=sys.stderr)
        return 130
    return code


Command = Callable[[str, Callable[[argparse.Namespace], int], str], argparse.ArgumentParser]
"""Adds a command: its name, what runs, what it is for."""


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="cuvee", description="Five wine board games: play, simulate, study.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=build.describe())
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], int], about: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
        sub.set_defaults(run=run)
        return sub

    _reading_commands(command)
    _playing_commands(command)
    _site_commands(command)
    return parser


def _reading_commands(command: Command) -> None:
    _json(command("games", _games, "list the games"))

    rules = command("rules", _rules, "read the rules of a game, or one section of them")
    rules.add_argument("game")
    rules.add_argument("section", nargs="?", metavar="§")

    components = command("components", _components, "count the components and say where each fact comes from")
    components.add_argument("game")
    _overrides(_json(components))


def _playing_commands(command: Command) -> None:
    play = command("play", _play, "play in the terminal")
    play.add_argument("game")
    _table(_overrides(play))
    play.add_argument("--seats", metavar="WHO,…", help="who sits where: me, a name with a capital letter, or a bot")
    play.add_argument("--seed", type=_seed, help="the same seed deals the same game")
    play.add_argument("--resume", nargs="?", const="", metavar="FILE", help="go on with a saved game (default: the last one)")

    simulate = command("simulate", _simulate, "let bots play many games and count")
    simulate.add_argument("game")
    _many(_table(_overrides(simulate), required=True))
    _restricting(simulate)

    arena = command("arena", _arena, "let bots compete from every seat, with intervals and ratings")
    arena.add_argument("game")
    _many(_table(_overrides(arena)))
    arena.add_argument("--plot", metavar="FILE.svg", help="draw the win rates with their intervals")

    train = command("train", _train, "learn what positions of a game are worth, by playing against oneself")
    train.add_argument("game")
    _table(train)
    train.add_argument("--rounds", type=_positive, default=6, metavar="N", help="of playing and learning (default: 6)")
    train.add_argument("--games", type=_positive, default=1000, metavar="N", help="in each round (default: 1,000)")
    train.add_argument(
        "--exam", type=_positive, default=200, metavar="N", help="games against greedy after each (default: 200)"
    )
    train.add_argument("--seed", type=_seed, required=True, metavar="S")
    train.add_argument("--workers", type=_positive, default=1, metavar="W", help="processes (default: 1)")
    train.add_argument("--out", type=Path, required=True, metavar="DIR", help="keep everything there; go on with what is there")
    _json(train)

    report = command("report", _report, "make a page of what simulated games say")
    report.add_argument("results", metavar="RESULTS", help="a folder that simulate or arena wrote with --out")
    _page(report, "RESULTS/report.html")

    compare = command("compare", _compare, "put two results of a game side by side")
    compare.add_argument("a", metavar="A", help="a results folder")
    compare.add_argument("b", metavar="B", help="another one, of the same game")
    _page(compare, "compare.html")

    replay = command("replay", _replay, "show a journal move by move")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--verify", action="store_true", help="only check every move and position")

    verify = command("verify", _verify, "check a journal: every move and position, and the commitment to its deal")
    verify.add_argument("file", metavar="FILE")
    verify.add_argument("--commitment", metavar="HASH", help="the commitment you noted when the match began")

    analyse = command("analyse", _analyse, "look back at a match: chances over time, and the decisions that cost most")
    analyse.add_argument("file", metavar="JOURNAL")
    analyse.add_argument(
        "--nodes", type=_positive, default=200, metavar="N", help="positions to look at a decision (default: 200)"
    )
    analyse.add_argument("--seed", type=_seed, default=1, metavar="S", help="the same seed thinks the same (default: 1)")
    _json(analyse)

    _json(command("bench", _bench, "measure speed on this machine"))


def _site_commands(command: Command) -> None:
    serve = command("serve", _serve, "serve the site: lobby, tables, replays")
    serve.add_argument("--host", default="127.0.0.1", metavar="H", help="the address to listen at (default: this machine only)")
    serve.add_argument("--port", type=_port, default=8000, metavar="P", help="the port to listen at (default: 8000)")
    serve.add_argument("--open", action="store_true", help="open the site in a browser")
    serve.add_argument("--no-house", action="store_true", help="only the pages; bots play where `cuvee house` runs")
    _data(serve)

    house = command("house", _house, "play for the house and send notices, apart from the pages (with PostgreSQL)")
    _data(house)

    backup = command("backup", _backup, "copy all data of the site into one file, also while it is served")
    backup.add_argument("file", metavar="FILE")
    backup.add_argument("--force", action="store_true", help="overwrite the file")
    _data(backup)

    backups = command("backups", _backups, "list the copies a server has made by itself, newest first")
    backups.add_argument("--check", action="store_true", help="read every copy, to see that it is whole")
    _data(backups)

    restore = command("restore", _restore, "put a backup in the place of the data of the site")
    restore.add_argument("file", metavar="FILE")
    restore.add_argument("--force", action="store_true", help="replace the data there are; they are kept beside")
    _data(restore)

    sweep = command("sweep", _sweep, "clear away what nobody will come back for; a server does so by itself")
    sweep.add_argument("--dry-run", action="store_true", help="only say what it would be, change nothing")
    _data(_json(sweep))

    about = "say what stored matches need since rules changed; carry over those that replay the same"
    migrate = command("migrate-journals", _migrate_journals, about)
    migrate.add_argument("journals", nargs="*", metavar="JOURNAL", help="journal files (default: the matches of the site)")
    migrate.add_argument("--dry-run", action="store_true", help="only say so, change nothing")
    _data(_json(migrate))

    about = "record journals anew after a rule or a card was corrected: the same moves, the present positions"
    record = command("record-journal", _record_journal, about)
    record.add_argument("journals", nargs="+", metavar="JOURNAL")

    moderator = command("moderator", _moderator, "let an account moderate the site; make it if there is none")
    moderator.add_argument("name", metavar="NAME")
    moderator.add_argument(
        "--reset-second-factor", action="store_true", help="forget their second factor, if the phone is lost"
    )
    _data(moderator)

    password = command("password", _password, "print a link by which the owner of an account sets a new password, once")
    password.add_argument("name", metavar="NAME")
    _data(password)


# Arguments that several commands share.


def _json(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser


def _page(parser: argparse.ArgumentParser, default: str) -> None:
    about = f"the page to write (default: {default}; with --json none)"
    parser.add_argument("--out", type=Path, metavar="FILE.html", help=about)
    _json(parser)


def _overrides(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("--components", metavar="DIR", help="a folder with corrected component files (docs/components.md)")
    return parser


def _table(parser: argparse.ArgumentParser, required: bool = False) -> argparse.ArgumentParser:
    parser.add_argument("--players", type=_positive, required=required, metavar="N")
    parser.add_argument("--option", action="append", default=[], metavar="k=v", help="an option of the game; may be repeated")
    return parser


def _data(parser: argparse.ArgumentParser) -> None:
    where = "where the site keeps its data (default: $CUVEE_DATA, else ~/.local/share/cuvee)"
    parser.add_argument("--data", metavar="DIR", help=where)


def _many(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bots", required=True, metavar="B[,B…]", help=f"of: {', '.join(bots.BOTS)}")
    parser.add_argument("--games", type=_positive, required=True, metavar="N")
    parser.add_argument("--seed", type=_seed, required=True, metavar="S")
    parser.add_argument("--think", type=_positive_float, metavar="SECONDS", help="processor time a decision (bots that search)")
    parser.add_argument("--workers", type=_positive, metavar="W", help="processes (default: 1; with Ray: all there are)")
    parser.add_argument("--engine", choices=["local", "ray"], default="local", help="where the games are played")
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep the results there; go on with those that are there")
    parser.add_argument("--decisions", action="store_true", help="keep a row for each decision too (with --out)")
    _json(parser)


def _restricting(parser: argparse.ArgumentParser) -> None:
    again = "play the deals again with one seat doing without such choices; may be repeated"
    parser.add_argument("--forbid", action="append", default=[], metavar="KIND[:TEXT]", help=again)
    luck = "play N deals again with each stream of chance drawn anew, to tell how much luck it carries"
    parser.add_argument("--luck", type=_positive, default=0, metavar="N", help=luck)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number of 1 or more, not '{text}'")
    return int(text)


def _positive_float(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number above 0, not '{text}'")
    return value


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"must be a number from 0 (any free port) to 65535, not '{text}'")
    return int(text)


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number of 0 or more, not '{text}'")
    return int(text)


def read_options(pairs: list[str]) -> Options:
    """Read `k=v` pairs; the game checks what they mean."""
    found: Options = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise CuveeError(_("an option is written key=value, not '{pair}'", pair=pair))
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
        raise CuveeError(_("cannot read {path}: it is not a text in UTF-8", path=path)) from None


def write_page(out: Path | None, default: Path, page: Callable[[], str], quiet: bool) -> None:
    """Write a page where it was asked for, else in its usual place; when only JSON is wanted, nowhere."""
    path = out if out or quiet else default
    if path is None:
        return
    try:
        path.write_text(page(), "utf-8")
    except OSError as error:
        raise CuveeError(_("cannot write {path}: {why}", path=path, why=error.strerror)) from None
    if not quiet:
        print(path)


def print_json(value: dict[str, Any]) -> None:
    """Print exactly one JSON object."""
    print(json.dumps(value, ensure_ascii=False))


@contextmanager
def progress_bar(title: str, quiet: bool) -> "Iterator[Progress | None]":
    """Show a progress bar with rate and time left, if a person watches."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from cuvee.progress import Bar

    with Bar(title) as bar:
        yield bar


def print_table(title: str, heads: list[str], rows: list[list[str]]) -> None:
    """Print a table, numbers to the right."""
    from rich.console import Console
    from rich.table import Table

    print(title)
    table = Table()
    for place, head in enumerate(heads):
        table.add_column(head, justify="left" if place == 0 else "right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console = Console()
    # Into a pipe, never fold a column for the sake of a screen that is not there.
    console.print(table, width=None if console.is_terminal else 160)


# The commands.


def _games(given: argparse.Namespace) -> int:
    boxes = games.every()
    if given.json:
        print_json(
            {
                "games": [
                    {
                        "name": box.name,
                        "title": box.title,
                        "designer": box.designer,
                        "about": _(box.blurb),
                        "players": list(box.seats),
                        "minutes": box.minutes,
                        "solo": _(box.solo) if box.solo else None,
                        "rules_version": box.version,
                        "options": [
                            {
                                "key": setting.key,
                                "values": list(setting.values),
                                "default": setting.default,
                                "players": [seats for seats in box.seats if setting.offered(seats)],
                                "about": _(setting.explanation),
                            }
                            for setting in box.settings
                        ],
                    }
                    for box in boxes
                ]
            }
        )
        return 0
    for box in boxes:
        print(
            f"{box.name}\n    {box.title}, by {box.designer}; {_players(box.seats)}, {box.minutes} minutes\n    {_(box.blurb)}"
        )
        for setting in box.settings:
            values = "|".join(str(value).lower() for value in setting.values)
            only = "" if not setting.seats else f" ({_players(setting.seats)} only)"
            print(f"    --option {setting.key}={values}{only}: {_(setting.explanation)}")
    return 0


def _players(seats: tuple[int, ...]) -> str:
    if len(seats) > 1:
        return _("{least} to {most} players", least=seats[0], most=seats[-1])
    return _("{seats} players", seats=seats[0])


def _rules(given: argparse.Namespace) -> int:
    text = games.get(given.game).rules()
    if given.section is None:
        print(text)
        return 0
    found = find_section(text, given.section)
    if found is None:
        chapters = ", ".join(number for number in section_numbers(text) if "." not in number)
        raise CuveeError(
            _(
                "the rules of {game} have no § {section}; the chapters are {chapters}",
                game=given.game,
                section=given.section,
                chapters=chapters,
            )
        )
    print(found)
    return 0


def _components(given: argparse.Namespace) -> int:
    box = games.get(given.game)
    tables = box.components(read_overrides(given.game, given.components))
    box.prepare(box.seats[0], {}, tables)  # a file that can be read may still be one that cannot be played
    counts = tables.provenance()
    if given.json:
        kinds: dict[str, dict[str, Any]] = {}
        for kind, count in ((kind, count) for file in counts.values() for kind, count in file.items()):
            entry = kinds.setdefault(kind, {"rows": 0, "pieces": 0, "sources": {}})
            for key, number in count.items():
                into = entry if key in ("rows", "pieces") else entry["sources"]
                into[key] = into.get(key, 0) + number
        corrected = sorted(tables.overrides)
        print_json({"game": box.name, "digest": tables.digest, "corrected_files": corrected, "kinds": kinds, "files": counts})
        return 0
    found = {key for file in counts.values() for count in file.values() for key in count} - {"rows", "pieces"}
    sources = [source for source in (*SOURCES_IN_WORDS, "unknown") if source in found]
    rows = [
        [f"{file}: {kind}", str(count["pieces"]), *(str(count.get(source, "")) for source in sources)]
        for file, kinds in counts.items()
        for kind, count in kinds.items()
    ]
    print_table(f"{box.title}: components", ["table", "pieces", *(SOURCES_IN_WORDS.get(s, s) for s in sources)], rows)
    return 0


def _play(given: argparse.Namespace) -> int:
    from cuvee.terminal import Terminal

    box = games.get(given.game)
    if given.resume is not None:
        terminal = Terminal.resume(box, given.resume, given.seats)
    else:
        tables = box.components(read_overrides(given.game, given.components))
        terminal = Terminal.start(box, given.players, read_options(given.option), given.seats, given.seed, tables)
    return terminal.run()


def _simulate(given: argparse.Namespace) -> int:
    from cuvee.lab.simulate import simulate

    plan = _plan(given, given.players)
    names = bots.check_names(given.bots.split(","), plan.seats)
    with progress_bar("games", given.json) as progress:
        result = simulate(plan, names, given.games, progress=progress, forbid=given.forbid, luck=given.luck, **_conduct(given))
    if given.json:
        print_json(result)
    else:
        _print_simulation(result)
    for message in result["error_messages"]:
        print(f"cuvee: {message}", file=sys.stderr)
    return 1 if result["errors"] else 0


def _print_simulation(result: dict[str, Any]) -> None:
    rows = [
        [f"{player(seat)} ({result['bots'][seat]})", f"{line['mean']:.2f}", str(line["min"]), str(line["max"])]
        for seat, line in enumerate(result["scores"])
    ]
    title = f"{result['games']:,} games, {result['decisions']:,} decisions"
    if result["games_per_second"]:
        title += (
            f" in {result['seconds']:.2f} s: {result['decisions_per_second']:,.0f} decisions/s, "
            f"{result['games_per_second']:,.0f} games/s"
        )
    print_table(title, ["seat", "mean", "min", "max"], rows)
    for line in result.get("forbid", []):
        if line["applied"]:
            print(f"without {line['pattern']}: it took a choice away in {line['applied']:,} of {line['games']:,} games")
        else:
            print(f"without {line['pattern']}: it never matched a choice that could be taken away")
    if "luck" in result:
        print(f"luck of {', '.join(result['luck']['streams'])}: {result['luck']['deals']:,} deals drawn anew")
    _print_where(result)


def _print_where(result: dict[str, Any]) -> None:
    """Say where the results are kept, and whether they were there before."""
    if "out" not in result:
        return
    if result["resumed"] == result["rows"]:
        print(f"{result['out']}: this run was finished before; nothing was left to play")
    else:
        before = f", {result['resumed']:,} of them played before" if result["resumed"] else ""
        print(f"{result['out']}: {result['rows']:,} rows{before}")


def _plan(given: argparse.Namespace, seats: int) -> "Plan":
    """Read what `simulate` and `arena` are to play."""
    from cuvee.lab.plan import Plan

    overrides = read_overrides(given.game, given.components)
    return Plan(given.game, seats, read_options(given.option), given.seed, overrides, given.think)


def _conduct(given: argparse.Namespace) -> dict[str, Any]:
    """Read how `simulate` and `arena` are to be carried out."""
    if given.decisions and given.out is None:
        raise CuveeError(_("--decisions needs --out DIR, where they are kept"))
    workers = given.workers or (1 if given.engine == "local" else None)
    return {"workers": workers, "engine": given.engine, "out": given.out, "decisions": given.decisions}


def _arena(given: argparse.Namespace) -> int:
    from cuvee.lab.arena import arena

    line_up = given.bots.split(",")
    box = games.get(given.game)
    seats = given.players or max(len(line_up), min(box.seats))
    plan = _plan(given, seats)
    if seats > 1:
        line_up = bots.check_names(line_up, seats)
    else:
        for name in line_up:
            bots.check_names([name], 1)
    picture = None if given.plot is None else _place_for(given.plot, ".svg")
    with progress_bar("games", given.json) as progress:
        result = arena(plan, line_up, given.games, progress=progress, **_conduct(given))
    title = f"{box.title}, {seats} players"
    if picture is not None:
        from cuvee.lab.plot import win_rates

        equals = seats if seats > 1 else len(line_up)
        picture.write_text(win_rates(title, result["bots"], 1 / equals), "utf-8")
    if given.json:
        print_json(result)
    else:
        _print_arena(title, result)
    for failure in result["forfeits"] + result["errors"]:
        who = "the game broke in" if failure["bot"] is None else f"{failure['bot']} forfeited"
        count = f"{failure['games']:,} games, the first" if failure["games"] > 1 else "game"
        print(f"cuvee: {who} {count} {failure['first_game']}: {failure['error']}", file=sys.stderr)
    return 1 if result["forfeits"] or result["errors"] else 0


def _print_arena(title: str, result: dict[str, Any]) -> None:
    rows = [
        [
            name,
            str(line["games"]),
            f"{line['win_rate']:.1%}",
            f"{line['low']:.1%} – {line['high']:.1%}",
            f"{line['mean_score']:.1f}",
            f"{line['rating']:.1f} ± {line['rating_sigma']:.1f}",
        ]
        for name, line in result["bots"].items()
    ]
    print_table(title, ["bot", "games", "wins", "95 %", "mean score", "rating ± σ"], rows)
    table = result["crosstable"]
    if len(table) > 1:
        rows = [[one, *(_cell(cells.get(other)) for other in table)] for one, cells in table.items()]
        print_table("placed before (a shared place counts half), with 95 % intervals", ["", *table], rows)
    _print_where(result)


def _cell(cell: dict[str, float] | None) -> str:
    return "" if cell is None else f"{cell['rate']:.1%} ({cell['low']:.1%} – {cell['high']:.1%})"


def _place_for(name: str, suffix: str) -> Path:
    """Check before a long run that a file can be written after it."""
    path = Path(name)
    if path.suffix != suffix:
        raise CuveeError(_("the file {path} must end in {suffix}", path=path, suffix=suffix))
    if path.is_dir() or not path.parent.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise CuveeError(_("cannot write {path}", path=path))
    return path


@contextmanager
def _lab() -> Iterator[None]:
    """Say what to install where a library of the lab is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise CuveeError(_("reports need {library}; in a clone of Cuvée: pip install '.[lab]'", library=missing.name)) from None


def _train(given: argparse.Namespace) -> int:
    from cuvee.lab.plan import Plan

    with _lab():
        from cuvee.lab.train import Course, train
    box = games.get(given.game)
    plan = Plan(given.game, given.players or min(box.seats), read_options(given.option), given.seed)
    course = Course(plan, given.rounds, given.games, given.exam, given.workers, given.out)
    reports = []
    with progress_bar("games", given.json) as progress:
        for report in train(course, progress):
            reports.append(report)
            if not given.json:
                print(
                    f"round {report['round'] + 1}: off by {report['error_after']} points instead of {report['error_before']}; "
                    f"wins {report['win_rate']:.1%} ({report['low']:.1%} – {report['high']:.1%}), {report['mean_score']} points"
                )
    if given.json:
        print_json({"rounds": reports})
    else:
        print(f"What did best lies in {given.out / f'{plan.seats}.json'}")
    return 0


def _report(given: argparse.Namespace) -> int:
    with _lab():
        from cuvee.lab.report import study_of
        from cuvee.lab.report.page import report_json, report_page

    study = study_of(given.results)
    write_page(given.out, Path(given.results) / "report.html", lambda: report_page(study), given.json)
    if given.json:
        print_json(report_json(study))
    return 0


def _compare(given: argparse.Namespace) -> int:
    with _lab():
        from cuvee.lab.report import study_of
        from cuvee.lab.report.comparing import Comparison, compare_json, compare_page

    both = Comparison(study_of(given.a), study_of(given.b))
    write_page(given.out, Path("compare.html"), lambda: compare_page(both), given.json)
    if given.json:
        print_json(compare_json(both))
    return 0


def _replay(given: argparse.Namespace) -> int:
    journal = Journal.from_json(read_text(Path(given.file)))
    box = games.get(journal.game)
    with speaking(names=journal.players):
        match = Match.from_journal(box, journal)
        if given.verify:
            _print_verified(given.file, match)
            return 0
        for number, move in enumerate(match.journal.moves, 1):
            print(f"{number:>4}  {player(move.seat)}: {move.text}")
            for news in match.story[number]:
                print(f"          {box.recount(match.state, news, SPECTATOR)}")
        view = box.view(match.state, SPECTATOR)
        print(box.picture(view))
        if match.state.over:
            from cuvee.terminal import print_sheet

            print_sheet(box.sheet(match.state))
    return 0


def _verify(given: argparse.Namespace) -> int:
    journal = Journal.from_json(read_text(Path(given.file)))
    noted = given.commitment
    if noted is not None and noted.strip().lower() != journal.commitment:
        has = f"its commitment is {journal.commitment}" if journal.commitment else "it has no commitment"
        raise CuveeError(f"{given.file} is not the match you noted: {has}")
    with speaking(names=journal.players):
        _print_verified(given.file, Match.from_journal(games.get(journal.game), journal))
    return 0


def _print_verified(file: str, match: Match) -> None:
    """Say what was found right about a journal that has been replayed."""
    journal, how = match.journal, "finished" if match.state.over else "not finished"
    print(f"{file}: {match.game.title}, {len(journal.moves)} moves, {how}: every move and position is right")
    if journal.commitment:
        print(f"{file}: the commitment {journal.commitment} was kept: it opens to this deal")


def _analyse(given: argparse.Namespace) -> int:
    from cuvee.bots.analysis import analyse, costliest

    journal = Journal.from_json(read_text(Path(given.file)))
    box = games.get(journal.game)
    with speaking(names=journal.players):
        match = Match.from_journal(box, journal)
        with progress_bar("moves", given.json) as progress:
            if progress is not None:
                progress.start(len(journal.moves), 0)
            found = analyse(match, given.seed, given.nodes, None if progress is None else lambda: progress.advance(1))
        if given.json:
            print_json(found.as_dict())
            return 0
        about = "points to expect" if found.in_points else "chances to win"
        print_table(f"{box.title}: {about}", ["move", *(player(seat) for seat in range(journal.seats))], found.told_chances())
        for seat in range(journal.seats):
            print(f"\n{player(seat)}")
            for verdict in costliest(found.verdicts, seat) or ():
                print(f"  {verdict.in_words(match.at(verdict.move - 1), found.in_points)}")
            if not costliest(found.verdicts, seat):
                print(f"  {_('No decision cost anything worth telling')}")
    return 0


def _bench(given: argparse.Namespace) -> int:
    from cuvee.lab.bench import bench

    setups = [(box.name, seats) for box in games.every() for seats in box.seats]
    with progress_bar("measuring", given.json) as progress:
        if progress is not None:
            progress.start(len(setups), 0)
        results = []
        for name, seats in setups:
            results.append(bench(name, seats, {}))
            if progress is not None:
                progress.advance(1)
    if given.json:
        print_json(
            {"build": "compiled" if build.compiled() else "interpreted", "version": build.describe(), "results": results}
        )
        return 0
    rows = [
        [f"{line['game']}, {line['players']} players"]
        + [f"{line[key]:,}" for key in ("decisions_per_second", "games_per_second", "clones_per_second", "redeals_per_second")]
        for line in results
    ]
    print_table(build.describe(), ["game", "decisions/s", "games/s", "clones/s", "redeals/s"], rows)
    return 0


def _serve(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup
    from cuvee.web.ops.serve import serve

    return serve(given.host, given.port, backup.data_folder(given.data), given.open, not given.no_house)


def _house(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup
    from cuvee.web.ops.serve import keep_house

    return keep_house(backup.data_folder(given.data))


def _backup(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup

    print(f"{given.file}: {backup.backup(Path(given.file), backup.data_folder(given.data), given.force)}")
    return 0


def _backups(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup, daily_backups

    well = True
    for line, whole in daily_backups.report(backup.data_folder(given.data), given.check):
        print(line)
        well = well and whole
    return 0 if well else 1


def _restore(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup

    data = backup.data_folder(given.data)
    print(f"{data}: {backup.restore(Path(given.file), data, given.force)}")
    return 0


def _sweep(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup
    from cuvee.web.ops.serve import clear_up

    found, not_before = clear_up(backup.data_folder(given.data), given.dry_run)
    if given.json:
        print_json({"dry_run": given.dry_run, "counts": found, "not_before": not_before and not_before.isoformat()})
        return 0
    from cuvee.web.ops.cleanup import IN_WORDS

    for kind, count in found.items():
        print(f"{count:>8,} {_(IN_WORDS[kind])}")
    if not_before is not None:
        print(
            _("No table, match or guest before {day}: people have their time to come back first.", day=f"{not_before:%Y-%m-%d}")
        )
    return 0


def _migrate_journals(given: argparse.Namespace) -> int:
    from cuvee.web.match import migrate
    from cuvee.web.ops import backup, serve

    if given.journals:
        found = list(migrate.files([Path(name) for name in given.journals], given.dry_run))
    else:
        serve.open_data(backup.data_folder(given.data), given.dry_run)
        from cuvee.web.match import migrate_tables  # it needs the models, which are there only now

        found = list(migrate_tables.every(given.dry_run))
    counts = Counter(line["need"] for line in found)
    refused = sum(line.get("snapshots_refused", 0) for line in found)
    if given.json:
        print_json({"dry_run": given.dry_run, "counts": dict(counts), "snapshots_refused": refused, "matches": found})
    else:
        for line in found:
            if line["need"] != migrate.NOTHING or given.journals:
                print(_told_need(line))
        print(f"{len(found):,} looked at: {', '.join(f'{count:,} {need}' for need, count in sorted(counts.items())) or 'none'}")
        if refused:
            print(
                f"{refused:,} snapshots are not what their match leads to; they are not used"
                + (", and gone" * (not given.dry_run))
            )
    return 1 if counts[migrate.DAMAGED] or counts[migrate.DIFFERS] else 0


def _record_journal(given: argparse.Namespace) -> int:
    from cuvee.web.match import migrate

    for path, changed in migrate.record([Path(name) for name in given.journals]):
        print(f"{path}: {'recorded anew' if changed else 'unchanged'}")
    return 0


def _told_need(line: dict[str, Any]) -> str:
    """Say in one line what a stored match needs."""
    name = line.get("journal") or f"table {line['table']} ({line['game']}, {line['status']})"
    done = {"nothing": "needs nothing", "carry over": "can be carried over: it replays the same"}
    told = "carried over: it replays the same" if line["done"] else done.get(line["need"], line["need"])
    if line["need"] == "differs":
        told = "stays under its own rules, to read and not to play"
    return f"{name}: {told}" + (f": {line['why']}" if line["why"] else "")


def _password(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup
    from cuvee.web.ops.serve import make_recovery_link

    print(make_recovery_link(given.name, backup.data_folder(given.data)))
    return 0


def _moderator(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup
    from cuvee.web.ops.serve import make_moderator, reset_second_factor

    change = reset_second_factor if given.reset_second_factor else make_moderator
    print(change(given.name, backup.data_folder(given.data)))
    return 0
