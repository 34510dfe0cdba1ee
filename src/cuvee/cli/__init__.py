"""One command, `cuvee`, for everything. Other people's scripts rely on it: the contract is docs/command-line.md."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from cuvee import bots, build
from cuvee.cli.lookup import add_lookup
from cuvee.cli.matches import add_looking_back, add_play
from cuvee.cli.reports import add_reports
from cuvee.cli.simulations import add_bench, add_simulations
from cuvee.cli.site import add_accounts, add_serving
from cuvee.cli.site_data import add_site_data
from cuvee.kernel.errors import CuveeError

COMMANDS = (
    add_lookup,
    add_play,
    add_simulations,
    add_reports,
    add_looking_back,
    add_bench,
    add_serving,
    add_site_data,
    add_accounts,
)
"""In the order in which `cuvee --help` lists them."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        raise CuveeError(f"{message} (see: {self.prog} --help)")

    def format_help(self) -> str:
        """Name all bots; only readers of the help wait while installed packages are asked for theirs."""
        for action in self._actions:
            if action.dest == "bots":
                action.help = f"any of: {', '.join(bots.every())}"
        return super().format_help()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    try:
        given = _parser().parse_args(arguments)
        code: int = given.run(given)
    except CuveeError as error:
        print(f"cuvee: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output has closed the pipe, so nothing more may be written to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("cuvee: stopped", file=sys.stderr)
        return 130
    return code


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="cuvee", description="Five wine board games: play, simulate, study.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=build.describe())
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], int], about: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
        sub.set_defaults(run=run)
        return sub

    for add in COMMANDS:
        add(command)
    return parser
