"""Arguments that several commands share, and how each is read."""

import argparse
from collections.abc import Callable
from pathlib import Path

from cuvee import bots

Command = Callable[[str, Callable[[argparse.Namespace], int], str], argparse.ArgumentParser]
"""Adds a command: its name, what runs, what it is for."""


def json_flag(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Add --json."""
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser


def page_flags(parser: argparse.ArgumentParser, default: str) -> None:
    """Add the flags of a command that writes a page: --out and --json."""
    about = f"the page to write (default: {default}; with --json, none)"
    parser.add_argument("--out", type=Path, metavar="FILE.html", help=about)
    json_flag(parser)


def components_flag(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Add --components."""
    parser.add_argument("--components", metavar="DIR", help="a folder with corrected component files (docs/components.md)")
    return parser


def table_flags(parser: argparse.ArgumentParser, required: bool = False) -> argparse.ArgumentParser:
    """Add --players and --option."""
    parser.add_argument("--players", type=positive, required=required, metavar="N")
    parser.add_argument("--option", action="append", default=[], metavar="k=v", help="an option of the game; may be repeated")
    return parser


def data_flag(parser: argparse.ArgumentParser) -> None:
    """Add --data."""
    where = "where the site keeps its data (default: $CUVEE_DATA, else ~/.local/share/cuvee)"
    parser.add_argument("--data", metavar="DIR", help=where)


def many_games_flags(parser: argparse.ArgumentParser) -> None:
    """Add what `simulate` and `arena` have in common."""
    parser.add_argument("--bots", required=True, metavar="B[,B…]", help=f"any of: {', '.join(bots.BOTS)}")
    parser.add_argument("--games", type=positive, required=True, metavar="N")
    parser.add_argument("--seed", type=seed, required=True, metavar="S")
    parser.add_argument(
        "--think", type=positive_float, metavar="SECONDS", help="processor time per decision, for bots that search"
    )
    parser.add_argument("--workers", type=positive, metavar="W", help="processes (default: 1; with Ray: all there are)")
    parser.add_argument("--engine", choices=["local", "ray"], default="local", help="where the games are played")
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep the results there; continue a run that is there")
    parser.add_argument("--decisions", action="store_true", help="also keep a row for each decision (with --out)")
    json_flag(parser)


def restricting_flags(parser: argparse.ArgumentParser) -> None:
    """Add --forbid and --luck."""
    again = "play the deals again with one seat denied such choices; may be repeated"
    parser.add_argument("--forbid", action="append", default=[], metavar="KIND[:TEXT]", help=again)
    luck = "play N deals again with each stream of chance drawn anew, to measure how much luck it carries"
    parser.add_argument("--luck", type=positive, default=0, metavar="N", help=luck)


def positive(text: str) -> int:
    """Read a whole number of 1 or more."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number of 1 or more, not '{text}'")
    return int(text)


def positive_float(text: str) -> float:
    """Read a number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number above 0, not '{text}'")
    return value


def port(text: str) -> int:
    """Read the number of a port."""
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"must be a number from 0 (any free port) to 65535, not '{text}'")
    return int(text)


def seed(text: str) -> int:
    """Read a seed."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number of 0 or more, not '{text}'")
    return int(text)
