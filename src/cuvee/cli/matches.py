"""`cuvee play`, `replay`, `verify` and `analyse`: one match."""

import argparse
from pathlib import Path

from cuvee import games
from cuvee.cli.arguments import Command, components_flag, json_flag, positive, seed, table_flags
from cuvee.cli.files import read_options, read_overrides, read_text
from cuvee.cli.output import print_json, print_table, progress_bar
from cuvee.kernel.errors import CuveeError
from cuvee.kernel.journal import Journal
from cuvee.kernel.match import Match
from cuvee.kernel.play import SPECTATOR
from cuvee.kernel.text import _, player, speaking


def add_play(command: Command) -> None:
    """Add the command that plays a match."""
    play = command("play", _play, "play in the terminal")
    play.add_argument("game")
    table_flags(components_flag(play))
    play.add_argument("--seats", metavar="WHO,…", help="who sits where: me, a name with a capital letter, or a bot")
    play.add_argument("--seed", type=seed, help="the same seed deals the same game")
    play.add_argument("--resume", nargs="?", const="", metavar="FILE", help="continue a saved game (default: the last one)")


def add_looking_back(command: Command) -> None:
    """Add the commands that read a journal."""
    replay = command("replay", _replay, "show a journal move by move")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--verify", action="store_true", help="only check every move and position")

    verify = command("verify", _verify, "check a journal: every move and position, and the commitment to its deal")
    verify.add_argument("file", metavar="FILE")
    verify.add_argument("--commitment", metavar="HASH", help="the commitment you noted when the match began")

    analyse = command("analyse", _analyse, "look back at a match: chances over time, and the decisions that cost most")
    analyse.add_argument("file", metavar="JOURNAL")
    analyse.add_argument(
        "--nodes", type=positive, default=200, metavar="N", help="positions to look at per decision (default: 200)"
    )
    analyse.add_argument("--seed", type=seed, default=1, metavar="S", help="the same seed thinks the same (default: 1)")
    json_flag(analyse)


def _play(given: argparse.Namespace) -> int:
    from cuvee.terminal import Terminal

    box = games.get(given.game)
    if given.resume is not None:
        terminal = Terminal.resume(box, given.resume, given.seats)
    else:
        tables = box.components(read_overrides(given.game, given.components))
        terminal = Terminal.start(box, given.players, read_options(given.option), given.seats, given.seed, tables)
    return terminal.run()


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
    """Say what was confirmed about a journal that has been replayed."""
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
        about = "expected points" if found.in_points else "chances of winning"
        print_table(f"{box.title}: {about}", ["move", *(player(seat) for seat in range(journal.seats))], found.told_chances())
        for seat in range(journal.seats):
            print(f"\n{player(seat)}")
            for verdict in costliest(found.verdicts, seat) or ():
                print(f"  {verdict.in_words(match.at(verdict.move - 1), found.in_points)}")
            if not costliest(found.verdicts, seat):
                print(f"  {_('No decision cost anything worth mentioning')}")
    return 0
